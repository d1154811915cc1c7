"""SS-2 Choosing a distance."""

from __future__ import annotations

from random import Random

import pytest

from sheepfold.core.errors import IllegalAction, NotationError
from sheepfold.games.schafe_schubsen.board import OUT
from sheepfold.games.schafe_schubsen.events import Compared, Laid, Revealed
from sheepfold.games.schafe_schubsen.game import GAME
from sheepfold.games.schafe_schubsen.state import SchafeSchubsen
from tests.games.events import of_kind
from tests.games.schafe_schubsen.table import do, dyke, hand_of, laid_by, phase_of, play_round


def lays(state: SchafeSchubsen, seat: int) -> list[str]:
    return [action.text.removeprefix("lay ") for action in state.legal_actions(seat)]


def guesses(state: SchafeSchubsen, viewer: int | None, owner: int) -> set[tuple[str | None, str]]:
    """What the owner may have laid and kept, according to what the viewer knows."""
    positions = [state.resample(viewer, Random(seed)) for seed in range(60)]
    return {(laid_by(position, owner), hand_of(position, owner)) for position in positions}


def test_ss_2_1_one_to_three_hand_cards_in_any_order() -> None:
    state = dyke([10, 20, 30], hands={0: "0357"})
    assert len(set(lays(state, 0))) == len(lays(state, 0)) == 4 + 4 * 3 + 4 * 3 * 2
    assert {"0", "7", "35", "53", "357", "753", "730"} <= set(lays(state, 0))


def test_ss_2_1_only_cards_in_the_hand_can_be_laid() -> None:
    state = dyke([10, 20, 30], hands={0: "0357"})
    assert set("".join(lays(state, 0))) == set("0357")
    with pytest.raises(IllegalAction):
        state.act(0, GAME.parse("lay 4"))


@pytest.mark.parametrize("digits", ["", "11", "101", "1234"])
def test_ss_2_1_no_card_twice_and_not_more_than_three(digits: str) -> None:
    with pytest.raises(NotationError):
        GAME.parse(f"lay {digits}")


def test_ss_2_1_a_full_hand_allows_820_lays() -> None:
    assert len(lays(dyke([10, 20, 30]), 0)) == 10 + 10 * 9 + 10 * 9 * 8


def test_ss_2_1_laid_cards_leave_the_hand() -> None:
    state = dyke([10, 20, 30])
    state.act(1, GAME.parse("lay 407"))
    assert [hand_of(state, seat) for seat in range(3)] == ["0123456789", "1235689", "0123456789"]
    assert laid_by(state, 1) == "407"


def test_ss_2_1_the_cards_are_digits_and_not_a_sum() -> None:
    state = dyke([10, 40, 60])
    play_round(state, ["12", "21", "102"])
    assert state.field == [22, 61, 162]


@pytest.mark.parametrize(("seat", "others"), [(0, [1, 2]), (1, [0, 2]), (2, [0, 1])])
def test_ss_2_1_all_lay_at_once_and_once_each(seat: int, others: list[int]) -> None:
    state = dyke([10, 20, 30])
    assert state.waiting_for() == [0, 1, 2]
    assert state.act(seat, GAME.parse("lay 5")) == [Laid(seat, "5", "SS-2.3")]
    assert state.waiting_for() == others
    assert lays(state, seat) == []
    assert phase_of(state) == "laying"


def test_ss_2_2_leading_zeros_are_allowed() -> None:
    state = dyke([10, 20, 30])
    events = play_round(state, ["087", "05", "09"])
    assert state.field == [97, 25, 39]
    assert [event.digits for event in of_kind(events, Revealed)] == ["087", "05", "09"]
    assert hand_of(state, 0) == "1234569"


def test_ss_2_2_a_single_0_is_allowed() -> None:
    state = dyke([10, 20, 30])
    play_round(state, ["0", "5", "9"])
    assert state.field[0] == 10
    assert hand_of(state, 0) == "123456789"


def test_ss_2_3_only_the_owner_sees_what_was_laid() -> None:
    [laid] = dyke([10, 20, 30]).act(1, GAME.parse("lay 407"))
    assert laid.seen_by(1) == Laid(1, "407", "SS-2.3")
    assert laid.seen_by(0) == laid.seen_by(None) == Laid(1, None, "SS-2.3")


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_ss_2_3_others_do_not_see_how_many_cards_lie_there(viewer: int | None) -> None:
    state = dyke([10, 20, 30], start=1)
    state.act(1, GAME.parse("lay 407"))
    sheep = state.view(viewer).sheep[1]
    assert (sheep.has_laid, sheep.revealed, sheep.cards) == (True, None, None)
    assert state.view(viewer).laid is None


def test_ss_2_3_players_see_their_own_cards() -> None:
    state = dyke([10, 20, 30])
    state.act(1, GAME.parse("lay 407"))
    seen = state.view(1)
    assert (seen.laid, seen.hand, seen.sheep[1].cards) == ("407", [1, 2, 3, 5, 6, 8, 9], 7)


def test_ss_2_3_a_spectator_sees_no_hand() -> None:
    assert dyke([10, 20, 30]).view(None).hand is None


def test_ss_2_3_hand_sizes_are_open_before_laying() -> None:
    state = dyke([10, 20, 30], hands={0: "0357"})
    assert [sheep.cards for sheep in state.view(1).sheep] == [4, 10, 10]
    assert [sheep.has_laid for sheep in state.view(1).sheep] == [False, False, False]


def test_ss_2_3_hand_sizes_open_with_the_revealing() -> None:
    state = dyke([10, 20, 30], start=1, clovers={2: ["back5"]})
    play_round(state, ["1", "047", "35"])
    seen = state.view(None)
    assert [sheep.revealed for sheep in seen.sheep] == [None, "047", "35"]
    assert [sheep.cards for sheep in seen.sheep] == [None, 7, 8]


def test_ss_2_3_a_hidden_lay_can_be_anything() -> None:
    state = dyke([10, 20, 30], hands={1: "0357"})
    state.act(1, GAME.parse("lay 35"))
    found = guesses(state, 0, 1)
    assert {len(digits or "") for digits, _ in found} == {1, 2, 3}
    assert all("".join(sorted(f"{digits}{hand}")) == "0357" for digits, hand in found)
    assert guesses(state, None, 1) == found


def test_ss_2_3_one_s_own_lay_is_certain() -> None:
    state = dyke([10, 20, 30])
    state.act(1, GAME.parse("lay 35"))
    assert guesses(state, 1, 1) == {("35", "01246789")}
    assert guesses(state, 0, 0) == guesses(state, 1, 0) == {(None, "0123456789")}


def test_ss_2_3_what_is_revealed_is_certain_and_the_rest_is_not() -> None:
    state = dyke([10, 20, 30], start=1, clovers={2: ["back5"]})
    play_round(state, ["1", "047", "35"])
    assert guesses(state, 0, 1) == {("047", "1235689")}
    assert guesses(state, 0, 2) == {("35", "01246789")}
    assert len(guesses(state, 1, 0)) > 40


def test_ss_2_3_lays_stay_hidden_while_a_board_is_turned() -> None:
    state = dyke([99, 120, 130])
    play_round(state, ["1", "2", "3"])
    assert phase_of(state) == "turning"
    assert guesses(state, 2, 0) == {("1", "023456789")}
    assert len(guesses(state, 2, 1)) > 40


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, 4, None])
def test_ss_2_3_resampling_changes_nothing_visible(viewer: int | None) -> None:
    state = dyke(
        [OUT, 20, 30, 40, 60],
        layout="2B 1B",
        start=3,
        clovers={4: ["back5", "change2", "back10"]},
        supply=[],
        shared_start=False,
    )
    play_round(state, ["1", "2", "03", "4"])
    do(state, "go 4")
    play_round(state, ["5", "6", "4", "07"])
    do(state, "use back5", "use change2")
    assert state.resample(viewer, Random(1)).view(viewer) == state.view(viewer)


def test_ss_2_3_resampling_keeps_the_distance_of_the_player_who_turns_a_board() -> None:
    state = dyke([99, 120, 130])
    play_round(state, ["1", "2", "3"])
    other = state.resample(2, Random(1))
    assert do(other, "side 1A")[1] == Compared(0, 1, "SS-3.5")


def test_ss_2_3_resampling_does_not_modify_the_position() -> None:
    state = dyke([10, 20, 30])
    state.act(1, GAME.parse("lay 35"))
    guesses(state, 0, 1)
    assert (laid_by(state, 1), hand_of(state, 1)) == ("35", "01246789")


def test_ss_2_3_cards_of_a_player_who_goes_out_before_revealing_are_never_shown() -> None:
    state = dyke([189, 199, 30, 40], clovers={2: ["back5"]})
    events = play_round(state, ["10", "407", "3", "4"])
    assert state.out == [1]
    assert laid_by(state, 1) is None
    events += do(state, "go 3")
    assert [event.seat for event in of_kind(events, Revealed)] == [0, 2, 3]
    assert [sheep.revealed for sheep in state.view(1).sheep] == ["10", None, "3", "4"]
