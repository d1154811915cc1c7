"""Positions as text: written, read back, and refused with what is wrong."""

from __future__ import annotations

import json
import pickle
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheepfold import CHANCE, Game, Options, PositionError, State, all_games, find_game, read_position
from sheepfold.core.playout import random_step
from tests.toys.fingers import DOUBLE, FINGERS, SHOW, Fingers, FingersGame

GAMES = [*all_games(), FINGERS]
EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def after(game: Game, steps: int, players: int | None = None) -> State:
    """A position of a random game."""
    state = game.start(players or game.players[0])
    rng = Random(steps)
    for _ in range(steps):
        step = random_step(state, rng)
        if step is None:
            break
        state.apply(*step)
    return state


def doubled() -> State:
    state = FINGERS.start(2)
    state.act(1, SHOW[2])
    state.act(1, DOUBLE)
    return state


def test_a_position_is_one_line_with_named_fields_at_the_end() -> None:
    assert FINGERS.start(2).position() == "fingers:2 0 .,. 0,0"
    assert doubled().position() == "fingers:2 0 .,3 0,0 doubled=true"


def test_a_position_as_json_has_the_same_content() -> None:
    assert json.loads(FINGERS.position_json("fingers:2 0 .,3 0,0 doubled=true")) == {
        "game": "fingers",
        "players": 2,
        "options": {},
        "round": 0,
        "fingers": [None, "3"],
        "points": [0, 0],
        "doubled": True,
    }


def test_what_a_seat_does_not_know_is_a_question_mark() -> None:
    assert doubled().position(1) == doubled().position()
    assert doubled().position(0) == doubled().position(None) == "fingers:2 0 .,? 0,0 doubled=true"


def test_unknowns_are_drawn_at_random() -> None:
    line = doubled().position(0)
    drawn = {FINGERS.position(line, Random(seed)).position() for seed in range(20)}
    assert drawn == {line.replace("?", fingers) for fingers in "123"}


def test_options_are_part_of_a_position() -> None:
    game = find_game("schafe-schubsen")
    state = game.start(3, game.read_options({"layout": "2B 1B", "start": 2}))
    line = state.position()
    assert line.startswith("schafe-schubsen:3:layout=2B+1B&start=2 ")
    assert read_position(line) == state
    assert read_position(game.position_json(line)) == state


class Named(Options, frozen=True):
    name: str = ""


def test_an_option_may_have_any_text() -> None:
    class NamedFingers(FingersGame):
        options = Named

    state = NamedFingers().start(2, Named(name="a b+c%d&e=f:g\u3000\n"))
    line = state.position()
    assert line.split() == ["fingers:2:name=a+b%002bc%0025d%0026e%003df:g%3000%000a", "0", ".,.", "0,0"]
    assert NamedFingers().position(line) == NamedFingers().position(NamedFingers().position_json(line)) == state


def test_a_position_that_was_read_plays_on_identically() -> None:
    for game in GAMES:
        state = after(game, 30)
        read = game.position(state.position())
        rng, again = Random(1), Random(1)
        while (step := random_step(state, rng)) is not None:
            state.apply(*step)
            follows = random_step(read, again)
            assert follows is not None
            read.apply(*follows)
        assert read.scores() == state.scores()


# States as values


@EVERY_GAME
def test_states_are_equal_if_their_contents_are(game: Game) -> None:
    one, other = after(game, 3), after(game, 3)
    assert one == other
    assert len({one, other, one.copy(), pickle.loads(pickle.dumps(one))}) == 1  # noqa: S301 our own
    step = random_step(other, Random(1))
    assert step is not None
    other.apply(*step)
    assert one != other
    assert other in [after(game, 0), other]


def test_states_of_different_set_ups_differ() -> None:
    game = find_game("schafe-schubsen")
    chosen = game.read_options({"layout": "1A 2A"})
    assert game.start(3) != game.start(4)
    drawn = game.start(3)
    drawn.act(CHANCE, game.parse("layout 1A 2A"))
    assert drawn.view(None) == game.start(3, chosen).view(None)
    assert drawn != game.start(3, chosen)
    assert game.start(3) != FINGERS.start(2)
    assert game.start(3) != "schafe-schubsen:3"


def test_states_with_different_components_differ() -> None:
    other = msgspec.convert({"coin": {"status": "assumed", "heads": 1, "tails": 1000}}, FINGERS.components)
    assert FINGERS.start(2, components=other) == FINGERS.start(2, components=other)
    assert FINGERS.start(2, components=other) != FINGERS.start(2)


def test_a_state_is_represented_by_its_position_and_printed_as_a_board() -> None:
    assert repr(doubled()) == "<Fingers fingers:2 0 .,3 0,0 doubled=true>"
    assert str(doubled()) == FINGERS.face.draw(doubled().view(None), ["Seat 0", "Seat 1"])
    assert repr(Fingers([1, 2])) == str(Fingers([1, 2])) == "<Fingers>"


# Refusals


@pytest.mark.parametrize(
    ("text", "reason", "message"),
    [
        ("", "position.unreadable", "a position begins with its game and players, as in 'volle-wolle:3'"),
        ("fingers", "position.unreadable", "a position begins with its game and players"),
        ("fingers:two", "position.field", "'players' must be a whole number, not text"),
        ("fingers:2:x 0 .,. 0,0", "position.unreadable", "'x' are not options, as in 'name=value&name=value'"),
        ("fingers:2:x=1 0 .,. 0,0", "position.setup", "'x' is unknown"),
        ("fingers:3 0 .,. 0,0", "position.setup", "Fingers is for 2 to 2 players, not 3"),
        ("chess:2 0 .,. 0,0", "position.other_game", "this is a position of chess, not of fingers"),
        ("fingers:2 0 .,.", "position.field", "'points' is missing"),
        ("fingers:2 4 .,. 0,0", "position.field", "'round' must be at most 3"),
        ("fingers:2 0 .,. 0,x", "position.field", "'points[1]' must be a whole number, not text"),
        ("fingers:2 0 .,. 0", "position.field", "'points' must have 2 entries, not 1"),
        ("fingers:2 0 .,4 0,0", "position.field", "'fingers' cannot be '4', but one of 1, 2, 3"),
        (
            "fingers:2 0 .,. 0,0 tripled=true",
            "position.field",
            "'tripled=true' must be 'name=value' with one of these names: doubled",
        ),
        ("fingers:2 0 .,. 0,0 doubled=true doubled=true", "position.field", "'doubled=true' is there twice"),
        ("fingers:2 0 .,? 0,0", "position.unknowns", "the position has unknowns ('?')"),
        ("fingers:2 0 .,. 9,0", "position.law", "the position is impossible: it breaks 'points add up'"),
        ("{", "position.unreadable", "it is not JSON"),
        ("[]", "position.unreadable", "a position begins with"),
        ('{"game":"fingers"}', "position.field", "'players' is missing"),
        ('{"game":"fingers","players":2,"round":0}', "position.field", "'fingers' is missing"),
        ('{"game":"fingers","players":2,"rounds":0}', "position.field", "'rounds' is unknown"),
        ("fingers:2 " + "x" * 20_000, "position.unreadable", "the position is longer than 20000 characters"),
    ],
)
def test_a_bad_position_is_refused_with_the_place(text: str, reason: str, message: str) -> None:
    with pytest.raises(PositionError) as refused:
        FINGERS.position(text)
    assert message in str(refused.value)
    assert refused.value.reason == reason


def test_a_position_of_an_unknown_game_is_refused() -> None:
    with pytest.raises(PositionError, match="no game is called 'chess'") as refused:
        read_position("chess:2 rnbqkbnr")
    assert (refused.value.reason, refused.value.values) == ("position.unknown_game", {"game": "chess"})


def test_a_game_without_a_format_says_so() -> None:
    class Silent(FingersGame):
        position_format = None

    for ask in (lambda: Silent().start(2).position(), lambda: Silent().position("fingers:2 0 .,. 0,0")):
        with pytest.raises(PositionError, match="Fingers has no notation for positions") as refused:
            ask()
        assert refused.value.reason == "position.no_format"
    assert repr(Silent().start(2)) == "<Fingers>"


def test_a_game_with_custom_components_has_no_positions() -> None:
    state = FINGERS.start(2, components=FINGERS.standard_components())
    with pytest.raises(PositionError, match="custom components") as refused:
        state.position()
    assert refused.value.reason == "position.components"


def test_a_position_without_an_action_is_refused() -> None:
    """Nobody can choose a movement card without having one, though no law says so."""
    line = find_game("haste-bock").start(2).position().replace(" layout - ", " rolling a1,a2/b1,b2/c1,c2/d1,d2/e1 ")
    assert read_position(line).waiting_for() == [CHANCE]
    with pytest.raises(PositionError, match="nobody can play on from it") as refused:
        read_position(line.replace(" rolling ", " walking ").replace(" . .", " . 0").split(" movement=")[0])
    assert refused.value.reason == "position.impossible"


@EVERY_GAME
def test_a_position_that_nobody_can_play_on_from_is_refused(game: Game) -> None:
    """Every word of a line, replaced by words of others, leads to a position that can be played, or to a refusal."""
    rng = Random(3)
    first = game.start(game.players[0])
    lines = [after(game, steps, players).position() for steps in range(0, 90, 6) for players in game.players]
    refused = 0
    for _ in range(1500):
        words, others = rng.choice(lines).split(), rng.choice(lines).split()
        for _ in range(rng.randint(1, 2)):
            words[rng.randrange(len(words))] = rng.choice(others)
        refused += not _reads(game, " ".join(words), first)
    assert refused > 0


@EVERY_GAME
@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(st.data())
def test_no_text_causes_another_error(game: Game, data: st.DataObject) -> None:
    line = after(game, data.draw(st.integers(0, 60))).position()
    text = data.draw(st.sampled_from([line, game.position_json(line)]))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        cut = text[start : start + data.draw(st.integers(0, 3))]
        instead = data.draw(st.one_of(st.text(max_size=3), st.sampled_from([*"?.-,/:=0129", cut * 2])))
        text = text[:start] + instead + text[start + len(cut) :]
    _reads(game, text, game.start(game.players[0]))


def _reads(game: Game, text: str, first: State) -> bool:
    """Read a position and write it again; False if it is refused."""
    try:
        state = game.position(text, Random(1), first)
    except PositionError:
        return False
    assert game.position(state.position(), None, first) == state
    return True
