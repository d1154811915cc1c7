"""Records replay exactly, and errors say what is wrong with a record."""

from __future__ import annotations

import msgspec
import pytest

from sheepfold import Record, RecordError, decode_record, encode_record, find_game, replay
from sheepfold.arena.match import Match, Runner
from sheepfold.core.components import parse_components
from sheepfold.core.record import new_record
from sheepfold.games.schafe_schubsen.data import SchafeSchubsenComponents

GAME = find_game("schafe-schubsen")


@pytest.fixture
def record() -> Record:
    match = Match(game="schafe-schubsen", bots=["lamb"] * 3, options={"layout": "1A 2B"})
    return Runner(match).play("a seed").record


def error_of(record: Record, **changes: object) -> RecordError:
    with pytest.raises(RecordError) as caught:
        replay(msgspec.structs.replace(record, **changes))
    return caught.value


def broken(record: Record, **changes: object) -> str:
    return str(error_of(record, **changes))


def test_a_record_is_one_readable_document(record: Record) -> None:
    text = encode_record(record)
    assert text.startswith(b'{\n "format": "sheepfold-record",\n "version": 1,\n "game": "schafe-schubsen",')
    assert b'  "* start ' in text
    assert decode_record(text) == record
    replay(decode_record(text))


def test_an_unfinished_game_replays(record: Record) -> None:
    half = msgspec.structs.replace(record, actions=record.actions[:7], result=None)
    assert replay(half).outcome() is None


def test_a_record_contains_custom_components() -> None:
    ours = msgspec.json.encode(GAME.standard_components())
    dry = parse_components(SchafeSchubsenComponents, ours.replace(b"[7,8,16,", b"["), "dry.json")
    record = new_record(GAME, [], GAME.options(), dry)
    assert record.components is not None
    assert record.components["water"]["sides"][0]["fields"][0] == 22
    match = Match(game="schafe-schubsen", bots=["lamb"] * 3, components=dry)
    replay(decode_record(encode_record(Runner(match).play("dry").record)))


@pytest.mark.parametrize(
    "text",
    [b"", b"hello", b"[]", b"{}", b'{"format": "pgn", "version": 1}', b'{"format": "sheepfold-record"', b"\xff"],
)
def test_a_file_that_is_not_a_record_is_refused(text: bytes) -> None:
    with pytest.raises(RecordError, match="not a Sheepfold record: "):
        decode_record(text)


def test_a_later_version_of_the_format_is_refused(record: Record) -> None:
    with pytest.raises(RecordError, match="written by a newer Sheepfold; update"):
        decode_record(encode_record(record).replace(b'"version": 1', b'"version": 2'))


def test_an_unknown_game_is_reported(record: Record) -> None:
    assert "no game is called 'cows'" in broken(record, game="cows")


def test_another_rules_version_is_reported(record: Record) -> None:
    known = GAME.rules_version
    assert f"rules version 99 of schafe-schubsen; this program knows version {known}" in broken(record, rules=99)


def test_invalid_seats_options_and_components_are_reported(record: Record) -> None:
    assert "is for 3 to 8 players, not 2" in broken(record, seats=record.seats[:2])
    assert "'moon' is unknown" in broken(record, options={"moon": 1})
    assert "its components, line 1" in broken(record, components={"cards": {}})


def test_a_malformed_action_is_reported_with_its_number(record: Record) -> None:
    actions = ["* start 0", "0 lay 1000"]
    assert broken(record, actions=actions).startswith("action 2 of the record ('0 lay 1000'): '1000'"[:36])
    assert "does not begin with a seat number or '*'" in broken(record, actions=["start 0"])


def test_an_illegal_action_is_reported_with_its_number(record: Record) -> None:
    actions = ["* start 0", "0 lay 1", "0 lay 2"]
    assert broken(record, actions=actions).startswith("action 3 of the record ('0 lay 2'): seat 0 cannot")


def test_a_wrong_result_is_reported(record: Record) -> None:
    claimed = "the actions do not lead to the result that the record claims"
    assert broken(record, result=None).startswith(f"{claimed}: it says no result, they lead to scores [")
    assert broken(record, actions=record.actions[:-1]).endswith("they lead to no result")


@pytest.mark.parametrize(
    ("changes", "reason", "values"),
    [
        ({"game": "cows"}, "record.unknown_game", {"game": "cows"}),
        ({"rules": 99}, "record.rules", {"played": 99, "known": GAME.rules_version}),
        ({"options": {"moon": 1}}, "record.setup", {}),
        ({"actions": ["* start 0", "0 lay 1000"]}, "record.action", {"number": 2}),
        ({"result": None}, "record.result", {}),
    ],
)
def test_every_error_has_a_reason(
    record: Record, changes: dict[str, object], reason: str, values: dict[str, str | int]
) -> None:
    error = error_of(record, **changes)
    assert (error.reason, error.values) == (reason, values)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"", "record.not_a_record"),
        (b"hello", "record.not_a_record"),
        (b'{"format": "sheepfold-record", "version": 2}', "record.newer"),
    ],
)
def test_an_unreadable_file_has_a_reason(text: bytes, reason: str) -> None:
    with pytest.raises(RecordError) as caught:
        decode_record(text)
    assert caught.value.reason == reason
