"""VW-5 End and scoring."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sheepfold.games.volle_wolle.events import GameEnded, Settled, SheepPutBack, Total, TurnSkipped
from tests.games.events import of_kind
from tests.games.volle_wolle.table import card_error, do, phase_of, table, throw

WHITE_2 = "S28"
WHITE_3 = "S32"
WHITE_4 = "S37"
WHITE_5 = "S43"
WHITE_8 = "S57"
THREE_SEVEN_ZEROS = ["S22", "S23", "S24", "S25", "S26", "S27"]
ZERO_ZERO_SEVENS = ["S16", "S17", "S18", "S19", "S20", "S21"]


def points_of(
    herd: Sequence[str] = (), *, dogs: int = 2, others: Sequence[int] = (3, 0), bone: bool = False, chips: int = 0
) -> int:
    """The score of a player. Two dogs, while another player has more, bring no points and keep the herd together."""
    state = table(
        3,
        ["S49"],
        herds={0: herd},
        dogs={0: dogs, 1: others[0], 2: others[1]},
        bone=0 if bone else -1,
        chips=[chips, 0, 0],
    )
    return state.scores()[0]


def test_vw_5_1_the_game_ends_when_all_cards_have_been_taken() -> None:
    state = table(2, ["S37", "S38", "dog"], bids=[20, 14], chips=[1, 3], deck=[])
    assert state.outcome() is None
    throw(state, "12 10 8")
    assert state.outcome() is None
    events = do(state, "top S37")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.ranks, phase_of(state), state.waiting_for()) == ([1, 2], "over", [])
    assert events[1:] == [
        TurnSkipped(1, "VW-3.13"),
        Settled(0, "white", 2, 8, "VW-5.1"),
        Settled(0, "dog", 1, 9, "VW-5.5"),
        Settled(0, "most dogs", 1, -5, "VW-5.7"),
        Settled(0, "chips", 1, 1, "VW-5.1"),
        Total(0, 13, "VW-5.1"),
        Settled(1, "chips", 3, 3, "VW-5.1"),
        Total(1, 3, "VW-5.1"),
        GameEnded([1, 2], "VW-5.10"),
    ]


def test_vw_5_1_it_does_not_end_while_there_are_cards_in_the_draw_pile() -> None:
    state = table(2, ["S37"], bids=[20, 14], deck=["S38"])
    throw(state, "12 10 8")
    assert (phase_of(state), state.outcome()) == ("laying out", None)


def test_vw_5_1_card_points_and_chips_add_up() -> None:
    assert points_of([WHITE_2, WHITE_5, WHITE_8], chips=6) == 2 + 5 + 8 + 6


def test_vw_5_1_every_line_of_a_settlement_is_emitted() -> None:
    state = table(
        2,
        ["S38"],
        bids=[20, 14],
        chips=[4, 0],
        deck=[],
        herds={0: ["S07", "S13", "S22", "S23", "S16", "S17", "S18", "S28"]},
        dogs={0: 2, 1: 3},
        bone=0,
    )
    events = throw(state, "12 10 8")
    assert [event for event in events if isinstance(event, Settled | Total) and event.seat == 0] == [
        Settled(0, "white", 2, 6, "VW-5.1"),
        Settled(0, "black", 2, -8, "VW-5.4"),
        Settled(0, "3-7-0", 2, 14, "VW-5.2"),
        Settled(0, "0-0-7", 3, 21, "VW-5.3"),
        Settled(0, "dogs", 2, 0, "VW-5.9"),
        Settled(0, "bone", 2, 8, "VW-5.8"),
        Settled(0, "chips", 4, 4, "VW-5.1"),
        Total(0, 45, "VW-5.1"),
    ]
    assert state.scores() == [45, -5]


@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, 3), (2, 14), (3, 0), (4, 3), (5, 14), (6, 0)])
def test_vw_5_2_3_7_0_sheep(count: int, points: int) -> None:
    assert points_of(THREE_SEVEN_ZEROS[:count]) == points


@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, 0), (2, 0), (3, 21), (4, 21), (5, 21), (6, 42)])
def test_vw_5_3_0_0_7_sheep(count: int, points: int) -> None:
    assert points_of(ZERO_ZERO_SEVENS[:count]) == points


def test_vw_5_4_black_sheep_have_negative_points() -> None:
    assert points_of(["S07", "S10", "S13"]) == -5 - 4 - 3
    assert points_of(["S07", WHITE_8]) == 3


@pytest.mark.parametrize("points", [0, 3])
def test_vw_5_4_a_black_sheep_without_negative_points_names_its_line(points: int) -> None:
    assert card_error(13, '"points": -3', f'"points": {points}') == "black sheep have negative points"


@pytest.mark.parametrize(("dogs", "points"), [(1, 9), (2, 0)])
def test_vw_5_5_exactly_one_dog(dogs: int, points: int) -> None:
    assert points_of(dogs=dogs) == points


def test_vw_5_6_without_a_dog_the_two_sheep_worth_least_leave() -> None:
    assert points_of([WHITE_8, WHITE_3, WHITE_2, WHITE_5], dogs=0) == 8 + 5
    assert points_of([WHITE_8, WHITE_3, WHITE_2, WHITE_5], dogs=1) == 8 + 3 + 2 + 5 + 9


def test_vw_5_6_points_decide_which_leave_and_not_sheep_numbers() -> None:
    state = table(2, ["S49"], herds={0: ["S28", "S32", "S37"]}, points={"S28": 9}, chips=[0, 0])
    assert state.scores() == [9, 0]


@pytest.mark.parametrize("herd", [[], [WHITE_8], [WHITE_8, WHITE_2]])
def test_vw_5_6_as_many_as_there_are(herd: list[str]) -> None:
    assert points_of(herd, dogs=0) == 0


def test_vw_5_6_black_0_0_7_and_3_7_0_sheep_stay() -> None:
    assert points_of(["S13", "S14"], dogs=0) == -6
    assert points_of(ZERO_ZERO_SEVENS[:3], dogs=0) == 21
    assert points_of(THREE_SEVEN_ZEROS[:3], dogs=0) == 0
    assert points_of([*THREE_SEVEN_ZEROS[:2], "S07", WHITE_2, WHITE_3, WHITE_4], dogs=0) == 14 - 5 + 4


def test_vw_5_6_the_bone_does_not_replace_a_dog() -> None:
    assert points_of([WHITE_2, WHITE_3, WHITE_4], dogs=0, bone=True) == 4


def test_vw_5_6_the_sheep_that_leave_are_shown() -> None:
    state = table(
        2, ["S38"], bids=[20, 14], chips=[0, 0], deck=[], herds={0: ["S13", "S57", "S28", "S16"]}, dogs={1: 2}
    )
    events = throw(state, "12 10 8")
    assert of_kind(events, SheepPutBack, Settled)[:4] == [
        SheepPutBack(0, ["S28", "S38"], "VW-5.6"),
        Settled(0, "white", 1, 8, "VW-5.1"),
        Settled(0, "black", 1, -3, "VW-5.4"),
        Settled(0, "0-0-7", 1, 0, "VW-5.3"),
    ]


@pytest.mark.parametrize(
    ("dogs", "others", "points"),
    [(3, (2, 0), -5), (3, (3, 0), -5), (2, (2, 2), -5), (3, (4, 0), 0), (1, (0, 0), 9 - 5), (1, (1, 1), 9 - 5)],
)
def test_vw_5_7_the_most_dogs_lose_five_points(dogs: int, others: tuple[int, int], points: int) -> None:
    assert points_of(dogs=dogs, others=others) == points


def test_vw_5_7_each_of_those_tied_loses_five_points() -> None:
    state = table(3, ["S49"], dogs={0: 3, 1: 3, 2: 2}, chips=[0, 0, 0])
    assert state.scores() == [-5, -5, 0]


def test_vw_5_7_if_nobody_has_a_dog_nobody_loses() -> None:
    assert points_of(dogs=0, others=(0, 0)) == 0


@pytest.mark.parametrize(("dogs", "points"), [(0, 0), (1, 9 + 4), (2, 8), (3, 12)])
def test_vw_5_8_the_bone_brings_four_points_for_each_dog(dogs: int, points: int) -> None:
    assert points_of(dogs=dogs, others=(4, 0), bone=True) == points


def test_vw_5_8_the_bone_does_not_save_from_losing_five_points() -> None:
    assert points_of(dogs=3, others=(1, 0), bone=True) == 12 - 5
    assert points_of(dogs=1, others=(0, 0), bone=True) == 9 + 4 - 5


def test_vw_5_8_the_bone_is_only_for_its_holder() -> None:
    state = table(3, ["S49"], dogs={0: 2, 1: 3}, bone=1, chips=[0, 0, 0])
    assert state.scores() == [0, 12 - 5, 0]


@pytest.mark.parametrize("dogs", [2, 3])
def test_vw_5_9_several_dogs_without_the_bone_are_worth_nothing(dogs: int) -> None:
    assert points_of(dogs=dogs, others=(4, 0)) == 0


def test_vw_5_10_equal_highest_scores_share_the_win() -> None:
    state = table(3, ["S38"], bids=[20, 19, 14], chips=[2, 3, 3], deck=[])
    events = throw(state, "12 10 8")
    outcome = state.outcome()
    assert outcome is not None
    assert (state.scores(), outcome.ranks, outcome.winners()) == ([2, 3, 3], [3, 1, 1], [1, 2])
    assert events[-1] == GameEnded([3, 1, 1], "VW-5.10")


def test_vw_5_10_nothing_else_breaks_a_tie() -> None:
    state = table(2, ["S57"], bids=[20, 14], chips=[3, 9], deck=[], dogs={0: 1, 1: 2}, tops={1: "S56"}, bone=1)
    throw(state, "12 10 8")
    outcome = state.outcome()
    assert outcome is not None
    assert state.scores() == [8 + 9 + 3, 8 + 8 - 5 + 9]
    assert outcome.ranks == [1, 1]
