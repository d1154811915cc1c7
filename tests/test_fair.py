"""Dice follow from the secret, anyone can recompute them, and any manipulation is found."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sheepfold import CHANCE, Action, Game, Record, RecordError, State, all_games, find_game
from sheepfold.core.record import Contribution, Replay, Takeback, decode_record, encode_record, is_chance, write_action
from sheepfold.fair import (
    Throws,
    commitment,
    dice_of,
    draw,
    new_secret,
    nonce_commitment,
    throw_key,
    throw_seal,
    ticket,
    verify,
)
from tests.forgeries.games import NONCES, changed, fairness_of, played

DOCS = Path(__file__).parents[1] / "docs"
DOCUMENT = (DOCS / "fairness.md").read_text()
EXAMPLE = DOCS / "fairness-example.json"
VECTORS = json.loads(re.findall(r"```json\n(.*?)```", DOCUMENT, re.DOTALL)[0])
SECRET = "5ec2e7" * 10 + "5ec2"


# From a secret to an outcome


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["key"][:8])
def test_the_documented_test_vectors_hold(vector: dict[str, Any]) -> None:
    assert commitment(vector["secret"]) == vector["commitment"]
    key = throw_key(vector["secret"], vector["nonces"])
    assert key.hex() == vector["key"]
    for line in vector["tickets"]:
        assert ticket(key, line["number"], line["total"]) == line["ticket"]


def test_the_algorithm_matches_its_description() -> None:
    """The same computation with the standard library alone."""
    secret = bytes.fromhex(SECRET)
    key = hmac.new(secret, '["Schäfchen","\\n"]'.encode(), hashlib.sha256).digest()
    assert commitment(SECRET) == hashlib.sha256(secret).hexdigest()
    assert throw_key(SECRET, ["Schäfchen", "\n"]) == key
    assert ticket(key, 17, 10**9) == int(hmac.new(key, b"17", hashlib.sha256).hexdigest(), 16) % 10**9
    assert nonce_commitment("Schäfchen") == hashlib.sha256("Schäfchen".encode()).hexdigest()


def test_every_secret_is_new_and_well_formed() -> None:
    assert new_secret() != new_secret()
    assert commitment(new_secret()) != commitment(new_secret())


@pytest.mark.parametrize("secret", ["", "ab", "AB" * 32, "xy" * 32, " " + "ab" * 32, "ab" * 33, "ab" * 32 + "\n"])
def test_a_malformed_secret_is_rejected(secret: str) -> None:
    with pytest.raises(RecordError, match="64 hexadecimal digits"):
        commitment(secret)
    with pytest.raises(RecordError, match="64 hexadecimal digits"):
        throw_key(secret, [])


class Urn(State):
    """A position in which chance draws a letter."""

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
def test_an_outcome_is_drawn_in_proportion_to_its_weight(weights: list[int] | None, row: str) -> None:
    key = throw_key(SECRET, NONCES)
    for number in range(1, 50):
        outcome, total = draw(key, number, Urn(weights))
        assert (outcome.text, total) == (row[ticket(key, number, len(row))], len(row))


@pytest.mark.parametrize("weights", [None, [2, 0, 3]])
def test_replayed_throws_have_the_same_numbers_and_seals(
    weights: list[int] | None,
) -> None:
    key = throw_key(SECRET, NONCES)
    urn = Urn(weights)
    fallen, repeated = Throws(key, 7), Throws(key, 7)
    for number in range(8, 30):
        outcome = fallen.draw(urn)
        repeated.repeat(urn, outcome)
        drawn, total = draw(key, number, urn)
        assert outcome == drawn
        assert fallen.seals[-1] == throw_seal(key, number, total, drawn.text)
    assert (repeated.outcomes, repeated.seals) == (fallen.outcomes, fallen.seals)


# From a record back to its secret


def other_outcomes(record: Record) -> list[tuple[int, str]]:
    """For each throw that could have had another outcome: the index of the action, and another outcome."""
    found = []
    replay = Replay(record)
    steps = replay.steps()
    for place, line in enumerate(record.actions):
        others = [write_action(CHANCE, action) for action in replay.state.legal_actions(CHANCE)]
        if is_chance(line) and len(others) > 1:
            found.append((place, next(other for other in others if other != line)))
        next(steps)
    return found


def key_of(record: Record) -> bytes:
    nonces = {player.seat: player.nonce for player in fairness_of(record).players}
    return throw_key(fairness_of(record).secret or "", [nonces.get(seat) or "" for seat in range(len(record.seats))])


def number_of(record: Record, place: int) -> int:
    """The number of the throw at this index of the actions."""
    return sum(map(is_chance, record.actions[: place + 1]))


@pytest.fixture(scope="module", params=all_games(), ids=lambda game: game.id)
def record(request: pytest.FixtureRequest) -> Record:
    game: Game = request.param
    return played(game, game.players[1], seed=1)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_fair_games_pass(game: Game, seed: int) -> None:
    record = played(game, game.players[seed % len(game.players)], seed)
    verdict = verify(decode_record(encode_record(record)))
    assert verdict.problems == []
    assert verdict.checked == sum(map(is_chance, record.actions)) > 0


def test_every_throw_can_be_recomputed_without_the_rules(record: Record) -> None:
    dice = dice_of(record)
    key = key_of(record)
    assert [f"* {throw.outcome}" for throw in dice.throws] == list(filter(is_chance, record.actions))
    for throw in dice.throws:
        assert throw.low <= ticket(key, throw.number, throw.total) < throw.high


def test_a_changed_outcome_is_found_without_the_rules(record: Record) -> None:
    key = key_of(record)
    place, other = other_outcomes(record)[0]
    forged = msgspec.structs.replace(record, actions=[*record.actions[:place], other], result=None)
    throw = dice_of(forged).throws[-1]
    assert f"* {throw.outcome}" == other
    assert not throw.low <= ticket(key, throw.number, throw.total) < throw.high


def test_a_broken_record_is_evaluated_up_to_its_first_illegal_action(record: Record) -> None:
    whole = dice_of(record).throws
    actions = [*record.actions]
    place = len(actions) - 1 - next(index for index, line in enumerate(reversed(actions)) if not is_chance(line))
    actions[place] = "0 nonsense"
    broken = msgspec.structs.replace(record, actions=actions)
    found = dice_of(broken).throws
    assert found == whole[: len(found)]
    assert len(found) == sum(map(is_chance, actions[:place]))


def test_an_impossible_outcome_ends_the_list_of_throws(record: Record) -> None:
    place, _ = other_outcomes(record)[0]
    forged = msgspec.structs.replace(record, actions=[*record.actions[:place], "* nonsense"], result=None)
    assert dice_of(forged).throws == dice_of(record).throws[: number_of(record, place) - 1]


def test_any_changed_outcome_is_reported(record: Record) -> None:
    others = other_outcomes(record)
    assert others
    for place, other in others[:: len(others) // 20 + 1]:
        actions = [*record.actions]
        actions[place] = other
        where = f"throw {number_of(record, place)} (action {place + 1})"
        expected = f"{where} is '{other}', but it must be '{record.actions[place]}'"
        assert expected in verify(msgspec.structs.replace(record, actions=actions)).problems


def test_an_impossible_outcome_is_reported(record: Record) -> None:
    place = next(place for place, line in enumerate(record.actions) if is_chance(line))
    actions = [*record.actions]
    actions[place] = "* fly"
    wrong, unplayable = verify(msgspec.structs.replace(record, actions=actions)).problems
    assert wrong.endswith(f"it must be '{record.actions[place]}'")
    assert unplayable.startswith(f"action {place + 1} of the record ('* fly'): ")


def test_a_throw_out_of_turn_is_reported(record: Record) -> None:
    [problem] = verify(msgspec.structs.replace(record, actions=[*record.actions, record.actions[0]])).problems
    assert "the game is over" in problem


def test_another_secret_is_reported(record: Record) -> None:
    problems = verify(changed(record, secret=SECRET)).problems
    assert f"the secret does not match the commitment: its SHA-256 is {commitment(SECRET)}" in problems


def test_another_commitment_is_reported(record: Record) -> None:
    [problem] = verify(changed(record, commitment="0" * 64)).problems
    assert problem.startswith("the secret does not match the commitment")


@pytest.mark.parametrize("nonces", [[], ["another"], [NONCES[0]], ["", NONCES[1]]])
def test_other_nonces_are_reported(record: Record, nonces: list[str]) -> None:
    players = [
        Contribution(seat=seat, commitment=nonce_commitment(nonce), nonce=nonce) if nonce else Contribution(seat=seat)
        for seat, nonce in enumerate(nonces)
    ]
    assert verify(changed(record, players=players)).problems


OTHER_KEY = "the dice were thrown with another secret, other nonces or other numbers: "


@pytest.mark.parametrize("game", ["haste-bock", "meine-schafe", "volle-wolle"])
def test_only_the_first_throws_are_listed_if_the_key_is_wrong(game: str) -> None:
    fair = played(find_game(game), 3, seed=1)
    for forged in (changed(fair, players=[]), changed(fair, secret=SECRET, commitment=commitment(SECRET))):
        verdict = verify(forged)
        said, *first = verdict.problems
        [count] = re.findall(rf"{OTHER_KEY}(\d+) of {verdict.checked} throws differ, starting with:", said)
        assert verdict.checked // 2 < int(count) <= verdict.checked
        assert len(first) == 3
        assert all(re.match(r"throw \d+ \(action \d+\) is '\* .*', but it must be ", line) for line in first)
    assert verify(changed(fair, players=[], commitment="0" * 64)).problems[0].startswith("the secret does not")


def test_a_few_wrong_throws_do_not_accuse_the_key() -> None:
    problems = verify(changed(played(find_game("schafe-schubsen"), 3, seed=1), players=[])).problems
    assert 1 <= len(problems) <= 2
    assert all("but it must be" in problem for problem in problems)


def first_changed(record: Record, place: int, other: str) -> list[str]:
    """The problems of a record with one changed outcome, which must be the first."""
    actions = [*record.actions]
    actions[place] = other
    problems = verify(msgspec.structs.replace(record, actions=actions)).problems
    assert problems[0].startswith(f"throw {number_of(record, place)} (action {place + 1}) is '{other}'")
    return problems


def test_a_changed_outcome_is_never_mistaken_for_a_wrong_key(record: Record) -> None:
    for place, other in other_outcomes(record):
        first_changed(record, place, other)


def test_a_changed_tile_is_not_mistaken_for_a_wrong_key_although_most_later_draws_differ() -> None:
    """Draws before the changed one match the key, which shows that the key is right."""
    found = 0
    for seed in range(12):
        fair = played(find_game("meine-schafe"), 2, seed)
        for place, other in other_outcomes(fair)[3:12]:
            actions = [*fair.actions]
            actions[place] = other
            problems = verify(msgspec.structs.replace(fair, actions=actions)).problems
            if len(problems) > sum(map(is_chance, fair.actions)) / 2:
                assert problems[0].startswith(f"throw {number_of(fair, place)} (action {place + 1}) is '{other}'")
                found += 1
    assert found > 0


def test_another_secret_with_a_matching_commitment_is_reported(record: Record) -> None:
    assert verify(changed(record, secret=SECRET, commitment=commitment(SECRET))).problems


@pytest.mark.parametrize("seats", [[1, 0], [0, 0], [0, 99], [-1]])
def test_contributions_must_be_in_order_of_seats(record: Record, seats: list[int]) -> None:
    players = [Contribution(seat=seat) for seat in seats]
    assert (
        f"the players' seats are out of order or out of range: {seats}"
        in verify(changed(record, players=players)).problems
    )


@pytest.mark.parametrize(
    ("takeback", "said"),
    [
        (Takeback(keep=0, actions=[], asked=0, agreed=[0, 1]), "takeback 1 undoes no throw"),
        (Takeback(keep=0, actions=["0 pass"], asked=0, agreed=[0, 1]), "takeback 1 undoes no throw"),
        (Takeback(keep=0, actions=["* die 3"], asked=0, agreed=[0, 1]), "takeback 1 begins with a throw"),
        (Takeback(keep=9999, actions=["0 pass", "* die 3"], asked=0, agreed=[0, 1]), "takeback 1 keeps 9999 actions"),
        (Takeback(keep=-1, actions=["0 pass", "* die 3"], asked=0, agreed=[0, 1]), "takeback 1 keeps -1 actions"),
    ],
)
def test_an_impossible_takeback_is_reported(record: Record, takeback: Takeback, said: str) -> None:
    assert any(problem.startswith(said) for problem in verify(changed(record, takebacks=[takeback])).problems)


def test_absent_players_need_not_agree(record: Record) -> None:
    takeback = Takeback(keep=0, actions=["0 pass", "* die 3"], asked=0, agreed=[0])
    assert any("seat 1 did not agree" in problem for problem in verify(changed(record, takebacks=[takeback])).problems)
    absent = msgspec.structs.replace(takeback, absent=[1])
    assert not any("did not agree" in problem for problem in verify(changed(record, takebacks=[absent])).problems)


def test_a_wrong_result_is_reported(record: Record) -> None:
    assert record.result is not None
    other = msgspec.structs.replace(record.result, scores=[score + 1 for score in record.result.scores])
    [problem] = verify(msgspec.structs.replace(record, result=other)).problems
    assert problem.startswith("the actions do not lead to the result that the record claims")


def test_an_unfinished_game_is_reported(record: Record) -> None:
    [problem] = verify(msgspec.structs.replace(record, actions=record.actions[:-1], result=None)).problems
    assert problem.startswith("the game is not over")


def test_verify_raises_if_there_is_nothing_to_verify(record: Record) -> None:
    with pytest.raises(RecordError, match="has no 'fairness'"):
        verify(msgspec.structs.replace(record, fairness=None))
    with pytest.raises(RecordError, match="the secret is not revealed until"):
        verify(changed(record, secret=None))
    with pytest.raises(RecordError, match="64 hexadecimal digits"):
        verify(changed(record, secret=SECRET[1:]))
    with pytest.raises(RecordError, match="cannot be set up"):
        verify(msgspec.structs.replace(record, rules=99))


# The document


def test_the_documented_example_stays_fair() -> None:
    """It was written once. A change to the algorithm would invalidate every existing record."""
    example = decode_record(EXAMPLE.read_bytes())
    assert encode_record(example) == EXAMPLE.read_bytes()
    assert verify(example).problems == []


def test_a_record_without_a_proof_has_no_fairness_field(record: Record) -> None:
    plain = encode_record(msgspec.structs.replace(record, fairness=None))
    assert b"fairness" not in plain
    assert b'"components": null' in plain
    assert decode_record(plain).fairness is None
    playing = encode_record(changed(record, secret=None))
    assert b"secret" not in playing
    assert decode_record(playing) == changed(record, secret=None)
