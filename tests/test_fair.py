"""Dice follow from the secret, anybody can compute them again, and whatever was bent is found."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from sheepfold import CHANCE, Action, Fairness, Game, Record, RecordError, Seat, State, all_games, find_game
from sheepfold.core.playout import random_step
from sheepfold.core.record import Replay, decode_record, encode_record, is_chance, new_record, result_of, write_action
from sheepfold.fair import _Outcomes, commitment, dice_of, draw, new_secret, outcome_label, throw_key, ticket, verify

DOCS = Path(__file__).parents[1] / "docs"
DOCUMENT = (DOCS / "fairness.md").read_text()
EXAMPLE = DOCS / "fairness-example.json"
VECTORS = json.loads(re.findall(r"```json\n(.*?)```", DOCUMENT, re.DOTALL)[0])
SECRET = "5ec2e7" * 10 + "5ec2"
NONCES = ["first", "second"]


# From a secret to an outcome


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["key"][:8])
def test_the_vectors_of_the_document_hold(vector: dict[str, Any]) -> None:
    assert commitment(vector["secret"]) == vector["commitment"]
    key = throw_key(vector["secret"], vector["nonces"])
    assert key.hex() == vector["key"]
    for line in vector["tickets"]:
        assert ticket(key, line["label"], line["total"]) == line["ticket"]


def test_the_algorithm_is_the_one_described() -> None:
    """The same in the words of the standard library."""
    secret = bytes.fromhex(SECRET)
    key = hmac.new(secret, '["Schäfchen","\\n"]'.encode(), hashlib.sha256).digest()
    assert commitment(SECRET) == hashlib.sha256(secret).hexdigest()
    assert throw_key(SECRET, ["Schäfchen", "\n"]) == key
    assert ticket(key, "17/0", 10**9) == int(hmac.new(key, b"17/0", hashlib.sha256).hexdigest(), 16) % 10**9


def test_secrets_are_new_and_of_the_right_form() -> None:
    assert new_secret() != new_secret()
    assert commitment(new_secret()) != commitment(new_secret())


@pytest.mark.parametrize("secret", ["", "ab", "AB" * 32, "xy" * 32, " " + "ab" * 32, "ab" * 33, "ab" * 32 + "\n"])
def test_what_is_no_secret_is_refused(secret: str) -> None:
    with pytest.raises(RecordError, match="64 hexadecimal digits"):
        commitment(secret)
    with pytest.raises(RecordError, match="64 hexadecimal digits"):
        throw_key(secret, [])


class Urn(State):
    """A position that only draws."""

    def __init__(self, weights: list[int] | None, names: str = "abc") -> None:
        super().__init__()
        self.weights = weights
        self.names = names

    def legal_actions(self, seat: int) -> list[Action]:
        return [Action(name) for name in self.names]

    def chance_weights(self) -> list[int] | None:
        return self.weights


@pytest.mark.parametrize(
    ("weights", "row"), [(None, "abc"), ([1, 1, 1], "abc"), ([2, 0, 3], "aaccc"), ([0, 0, 1], "c")]
)
def test_an_outcome_is_drawn_by_walking_the_weights(weights: list[int] | None, row: str) -> None:
    key = throw_key(SECRET, NONCES)
    for entry in range(50):
        label = outcome_label(entry, 0)
        assert draw(key, label, Urn(weights)).text == row[ticket(key, label, len(row))]


# From a record back to its secret


def play_fairly(game: Game, players: int, seed: int) -> Record:
    """A random game as a table plays it: an entry of the log for each action of a seat, some of them undone later."""
    rng = Random(seed)
    secret = rng.randbytes(32).hex()
    fairness = Fairness(commitment=commitment(secret), secret=secret, nonces=[*NONCES], labels=[])
    key = throw_key(secret, fairness.nonces)
    state = game.start(players)
    record = new_record(game, [Seat(name) for name in game.face.seat_names(players)], game.options())
    entry = index = 0
    while step := random_step(state, rng):
        seat, action = step
        if seat == CHANCE:
            fairness.labels.append(outcome_label(entry, index))
            action = draw(key, fairness.labels[-1], state)
            index += 1
        else:
            entry += rng.choice([1, 1, 1, 3])
            index = 0
        state.act(seat, action)
        record.actions.append(write_action(seat, action))
    record.result = result_of(state)
    record.fairness = fairness
    return record


def changed(record: Record, **changes: object) -> Record:
    """The record with another fairness."""
    assert record.fairness is not None
    return msgspec.structs.replace(record, fairness=msgspec.structs.replace(record.fairness, **changes))


def fairness_of(record: Record) -> Fairness:
    assert record.fairness is not None
    return record.fairness


def other_outcomes(record: Record) -> list[tuple[int, str]]:
    """Where another outcome was possible: the place of the action, and that other one."""
    found = []
    replay = Replay(record)
    steps = replay.steps()
    for place, line in enumerate(record.actions):
        others = [write_action(CHANCE, action) for action in replay.state.legal_actions(CHANCE)]
        if is_chance(line) and len(others) > 1:
            found.append((place, next(other for other in others if other != line)))
        next(steps)
    return found


@pytest.fixture(scope="module", params=all_games(), ids=lambda game: game.id)
def record(request: pytest.FixtureRequest) -> Record:
    game: Game = request.param
    return play_fairly(game, game.players[1], seed=1)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_fair_games_are_found_fair(game: Game, seed: int) -> None:
    record = play_fairly(game, game.players[seed % len(game.players)], seed)
    verdict = verify(decode_record(encode_record(record)))
    assert verdict.problems == []
    assert verdict.checked == sum(map(is_chance, record.actions)) > 0


def test_who_knows_no_rules_can_compute_every_throw_again(record: Record) -> None:
    dice = dice_of(record)
    key = throw_key(dice.secret, dice.nonces)
    assert dice.commitment == commitment(dice.secret)
    assert [f"* {throw.outcome}" for throw in dice.throws] == list(filter(is_chance, record.actions))
    for throw in dice.throws:
        assert throw.low <= ticket(key, throw.label, throw.total) < throw.high


def test_who_knows_no_rules_finds_any_other_outcome(record: Record) -> None:
    key = throw_key(fairness_of(record).secret or "", fairness_of(record).nonces)
    place, other = other_outcomes(record)[0]
    bent = msgspec.structs.replace(record, actions=[*record.actions[:place], other], result=None)
    throw = dice_of(bent).throws[-1]
    assert f"* {throw.outcome}" == other
    assert not throw.low <= ticket(key, throw.label, throw.total) < throw.high


def test_a_record_that_does_not_follow_is_told_as_far_as_it_goes(record: Record) -> None:
    whole = dice_of(record).throws
    actions = [*record.actions]
    place = len(actions) - 1 - next(index for index, line in enumerate(reversed(actions)) if not is_chance(line))
    actions[place] = "0 nonsense"
    broken = msgspec.structs.replace(record, actions=actions)
    found = dice_of(broken).throws
    assert found == whole[: len(found)]
    assert len(found) == sum(map(is_chance, actions[:place]))


def test_an_outcome_that_cannot_fall_has_no_numbers(record: Record) -> None:
    place, _ = other_outcomes(record)[0]
    bent = msgspec.structs.replace(record, actions=[*record.actions[:place], "* nonsense"], result=None)
    with pytest.raises(RecordError, match="cannot fall there"):
        dice_of(bent)


def test_any_other_outcome_is_found_and_told(record: Record) -> None:
    others = other_outcomes(record)
    assert others
    for place, other in others[:: len(others) // 20 + 1]:
        actions = [*record.actions]
        actions[place] = other
        label = fairness_of(record).labels[sum(map(is_chance, actions[:place]))]
        told = f"action {place + 1} is '{other}', but by its label {label} it must be '{record.actions[place]}'"
        assert told in verify(msgspec.structs.replace(record, actions=actions)).problems


def test_an_impossible_outcome_is_found_and_told(record: Record) -> None:
    place = next(place for place, line in enumerate(record.actions) if is_chance(line))
    actions = [*record.actions]
    actions[place] = "* fly"
    wrong, unplayable = verify(msgspec.structs.replace(record, actions=actions)).problems
    assert wrong.endswith(f"it must be '{record.actions[place]}'")
    assert unplayable.startswith(f"action {place + 1} of the record ('* fly'): ")


def test_chance_where_it_has_no_turn_is_found(record: Record) -> None:
    problems = verify(msgspec.structs.replace(record, actions=[*record.actions, record.actions[0]])).problems
    assert len(problems) == 2
    assert problems[0].startswith("the numbers differ: ")
    assert "the game is over" in problems[1]


def test_another_secret_is_found(record: Record) -> None:
    problems = verify(changed(record, secret=SECRET)).problems
    assert f"the secret does not match the commitment: its SHA-256 is {commitment(SECRET)}" in problems


def test_another_commitment_is_found(record: Record) -> None:
    [problem] = verify(changed(record, commitment="0" * 64)).problems
    assert problem.startswith("the secret does not match the commitment")


@pytest.mark.parametrize("nonces", [[], ["second", "first"], ["first"], ["firsT", "second"], ["first", "second", ""]])
def test_other_nonces_are_found(record: Record, nonces: list[str]) -> None:
    assert verify(changed(record, nonces=nonces)).problems


OTHER_KEY = "the secret, the nonces or the labels are not those that the dice were thrown with: "


@pytest.mark.parametrize("game", ["haste-bock", "meine-schafe", "volle-wolle"])
def test_dice_of_another_key_are_not_all_listed(game: str) -> None:
    fair = play_fairly(find_game(game), 3, seed=1)
    label = fairness_of(fair).labels[0]
    other = commitment(SECRET)
    for bent in (changed(fair, nonces=["other"]), changed(fair, secret=SECRET, commitment=other)):
        verdict = verify(bent)
        said, *first = verdict.problems
        [count] = re.findall(rf"{OTHER_KEY}(\d+) of {verdict.checked} outcomes differ, first of all these:", said)
        assert verdict.checked // 2 < int(count) <= verdict.checked
        assert len(first) == 3
        assert all(re.match(r"action \d+ is '\* .*', but by its label ", line) for line in first)
    assert verify(changed(fair, nonces=["other"], commitment="0" * 64)).problems[0].startswith("the secret does not")
    assert verify(changed(fair, labels=[label, *fairness_of(fair).labels[:-1]])).problems[-4].startswith(OTHER_KEY)


def test_few_outcomes_tell_nothing_about_the_key() -> None:
    problems = verify(changed(play_fairly(find_game("schafe-schubsen"), 3, seed=1), nonces=["other"])).problems
    assert 1 <= len(problems) <= 2
    assert all("by its label" in problem for problem in problems)


def first_changed(record: Record, place: int, other: str) -> list[str]:
    """What is said of a record with one other outcome, which comes first."""
    actions = [*record.actions]
    actions[place] = other
    problems = verify(msgspec.structs.replace(record, actions=actions)).problems
    assert problems[0].startswith(f"action {place + 1} is '{other}'")
    return problems


def test_no_outcome_that_was_changed_is_taken_for_another_key(record: Record) -> None:
    for place, other in other_outcomes(record):
        first_changed(record, place, other)


def test_also_not_where_most_that_follow_differ_because_the_bag_holds_other_tiles() -> None:
    fair = play_fairly(find_game("meine-schafe"), 2, seed=3)
    place, other = other_outcomes(fair)[8]
    assert len(first_changed(fair, place, other)) > len(fairness_of(fair).labels) / 2


def test_what_could_only_fall_as_it_fell_tells_nothing_about_the_key() -> None:
    """A bag with one tile left gives that tile by any key."""
    outcomes = _Outcomes(throw_key(SECRET, NONCES))
    urn, last = Urn(None), Urn(None, "a")
    for number in range(40):
        label = outcome_label(number, 0)
        due = write_action(CHANCE, draw(throw_key(SECRET, NONCES), label, urn))
        bent = next(line for line in ("* a", "* b") if line != due)
        outcomes.compare(label, urn, number, due if number < 34 else bent)
        outcomes.compare(outcome_label(number, 1), last, number, "* a")
    assert len(outcomes.differing) == 6
    assert not outcomes.are_of_another_key()


def test_another_secret_with_its_own_commitment_is_found(record: Record) -> None:
    assert verify(changed(record, secret=SECRET, commitment=commitment(SECRET))).problems


def test_any_other_order_of_labels_is_found(record: Record) -> None:
    labels = fairness_of(record).labels
    for place in range(len(labels) - 1):
        first, second = labels[place : place + 2]
        swapped = [*labels[:place], second, first, *labels[place + 2 :]]
        problems = verify(changed(record, labels=swapped)).problems
        assert f"the labels do not increase: {first} comes after {second}" in problems


def test_a_label_used_twice_is_found(record: Record) -> None:
    labels = fairness_of(record).labels
    problems = verify(changed(record, labels=[labels[0], *labels[:-1]])).problems
    assert f"the labels do not increase: {labels[0]} comes after {labels[0]}" in problems


def test_labels_increase_as_numbers() -> None:
    fair = play_fairly(find_game("volle-wolle"), 2, seed=1)
    entries = [label.partition("/")[0] for label in fairness_of(fair).labels]
    assert entries != sorted(entries)
    assert verify(fair).problems == []


def test_missing_and_spare_labels_are_found(record: Record) -> None:
    labels = fairness_of(record).labels
    count = len(labels)
    short = verify(changed(record, labels=labels[:-1]))
    assert short.problems == [f"the numbers differ: {count} chance actions, {count - 1} labels"]
    assert short.checked == count - 1
    spare = verify(changed(record, labels=[*labels, "9999/0"]))
    assert spare.problems == [f"the numbers differ: {count} chance actions, {count + 1} labels"]
    assert spare.checked == count


@pytest.mark.parametrize(
    "label", ["", "17", "017/0", "17/00", "+17/0", "-1/0", "17/0/0", "17/0\n", "１７/0", "9" * 5000 + "/0"]
)
def test_a_label_is_written_in_one_way_only(record: Record, label: str) -> None:
    problems = verify(changed(record, labels=[*fairness_of(record).labels[:-1], label])).problems
    assert f"the label '{label}' is not of the form ENTRY/INDEX, like 17/0" in problems


def test_a_wrong_result_is_found(record: Record) -> None:
    [problem] = verify(msgspec.structs.replace(record, result=None)).problems
    assert problem.startswith("the actions do not lead to the result that the record claims")


def test_a_game_that_was_broken_off_can_be_verified(record: Record) -> None:
    actions = record.actions[:-1]
    labels = fairness_of(record).labels[: sum(map(is_chance, actions))]
    verdict = verify(changed(msgspec.structs.replace(record, actions=actions, result=None), labels=labels))
    assert (verdict.checked, verdict.problems) == (len(labels), [])


def test_what_cannot_be_verified_is_refused(record: Record) -> None:
    with pytest.raises(RecordError, match="has no 'fairness'"):
        verify(msgspec.structs.replace(record, fairness=None))
    with pytest.raises(RecordError, match="the secret is not told yet"):
        verify(changed(record, secret=None))
    with pytest.raises(RecordError, match="64 hexadecimal digits"):
        verify(changed(record, secret=SECRET[1:]))
    with pytest.raises(RecordError, match="cannot be set up"):
        verify(msgspec.structs.replace(record, rules=99))


# The document


def test_the_example_stays_fair() -> None:
    """It was written once: whoever changes the algorithm takes the proof from every record there is."""
    example = decode_record(EXAMPLE.read_bytes())
    assert encode_record(example) == EXAMPLE.read_bytes()
    assert verify(example).problems == []


def test_a_record_tells_its_fairness_only_if_it_has_some(record: Record) -> None:
    plain = encode_record(msgspec.structs.replace(record, fairness=None))
    assert b"fairness" not in plain
    assert b'"components": null' in plain
    assert decode_record(plain).fairness is None
    playing = encode_record(changed(record, secret=None))
    assert b"secret" not in playing
    assert decode_record(playing) == changed(record, secret=None)
