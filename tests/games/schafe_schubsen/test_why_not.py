"""An illegal action names the clause that it breaks."""

from __future__ import annotations

from sheepfold.games.schafe_schubsen.game import GAME
from sheepfold.games.schafe_schubsen.view import SchafeSchubsenView
from tests.games.refusals import Truth, assert_true, clause_of
from tests.games.schafe_schubsen.table import do, dyke, new_game, play_round


def test_ss_1_3_and_ss_1_7_the_beginning_is_not_for_players_to_choose() -> None:
    state = dyke([10, 40, 55])
    assert clause_of(state, "layout 1A 2A", seat=0) == "SS-1.3"
    assert clause_of(state, "start 1", seat=0) == "SS-1.7"


def test_ss_2_1_a_card_twice_and_more_than_three() -> None:
    state = dyke([10, 40, 55], hands={0: "123456"})
    assert clause_of(state, "lay 11", seat=0) == "SS-2.1"
    assert clause_of(state, "lay 1234", seat=0) == "SS-2.1"
    assert clause_of(state, "lay 7777", seat=0) == "SS-2.1"


def test_ss_2_1_cards_are_laid_once_a_round() -> None:
    state = dyke([10, 40, 55], clovers={0: ["change2"]})
    play_round(state, ["5", "8", "9"])
    assert clause_of(state, "lay 5") == "SS-2.1"
    assert clause_of(state, "lay 6") == "SS-2.1"


def test_ss_3_2_a_clover_before_cards_are_revealed() -> None:
    state = dyke([10, 40, 55], clovers={0: ["change2"]})
    assert clause_of(state, "use change2", seat=0) == "SS-3.2"


def test_ss_3_2_a_clover_that_the_player_does_not_own() -> None:
    state = dyke([10, 40, 55], clovers={0: ["change2"], 1: ["back5"]})
    play_round(state, ["5", "8", "9"])
    assert clause_of(state, "use back5") == "SS-3.2"
    assert clause_of(state, "use back99") == "SS-3.2"


def test_ss_3_3_another_distance_without_a_clover() -> None:
    state = dyke([10, 40, 55], clovers={0: ["change2"]})
    play_round(state, ["5", "8", "9"])
    assert clause_of(state, "go 6") == "SS-3.3"


def test_ss_3_3_another_distance_with_a_clover_that_only_walks_back() -> None:
    state = dyke([10, 40, 55], clovers={0: ["back5", "change2"]})
    play_round(state, ["5", "8", "9"])
    do(state, "use back5")
    assert clause_of(state, "go 6") == "SS-3.3"


def test_ss_3_3_running_at_another_time() -> None:
    assert clause_of(dyke([10, 40, 55]), "go 5", seat=0) == "SS-3.3"
    state = dyke([99, 140, 155])
    play_round(state, ["5", "8", "9"])
    assert clause_of(state, "go 5") == "SS-3.3"


def test_ss_4_6_a_side_of_the_other_board() -> None:
    state = dyke([99, 140, 155])
    play_round(state, ["5", "8", "9"])
    assert clause_of(state, "side 2A") == "SS-4.6"


def test_ss_4_6_a_board_that_is_not_empty() -> None:
    assert clause_of(dyke([10, 40, 55]), "side 1B", seat=0) == "SS-4.6"


def test_ss_6_2_a_clover_that_is_not_in_the_supply() -> None:
    state = dyke([10, 40, 55], supply=["back5", "change2"])
    play_round(state, ["5", "8", "9"])
    assert clause_of(state, "take back10") == "SS-6.2"


def test_ss_6_2_a_clover_without_the_angel() -> None:
    state = dyke([10, 40, 55], clovers={0: ["change2"]})
    assert clause_of(state, "take back5", seat=0) == "SS-6.2"
    play_round(state, ["5", "8", "9"])
    assert clause_of(state, "take back5") == "SS-6.2"


def test_ss_6_3_a_card_on_the_discard_pile() -> None:
    state = dyke([10, 40, 55], hands={0: "123456"})
    assert clause_of(state, "lay 7", seat=0) == "SS-6.3"
    assert clause_of(state, "lay 17", seat=0) == "SS-6.3"


def test_ss_7_3_a_distance_that_the_clovers_do_not_allow() -> None:
    state = dyke([10, 40, 55], clovers={0: ["change2"]})
    play_round(state, ["5", "8", "9"])
    do(state, "use change2")
    assert clause_of(state, "go 8") == "SS-7.3"
    assert clause_of(state, "go 2") == "SS-7.3"


def test_ss_7_4_a_clover_that_leads_off_the_first_board() -> None:
    state = dyke([4, 40, 55], clovers={0: ["back5", "back10"]})
    play_round(state, ["5", "8", "9"])
    assert clause_of(state, "use back10") == "SS-7.4"


def test_ss_7_4_a_distance_from_which_a_clover_leads_off_the_first_board() -> None:
    state = dyke([4, 40, 55], clovers={0: ["back5", "change4"]})
    play_round(state, ["3", "8", "9"])
    do(state, "use back5", "use change4")
    assert clause_of(state, "go 0") == "SS-7.4"


def test_no_clause_for_other_seats_chance_and_nonsense() -> None:
    state = dyke([10, 40, 55], clovers={0: ["change2"]})
    assert clause_of(state, "hop 5", seat=0) is None
    play_round(state, ["5", "8", "9"])
    assert clause_of(state, "go 8", seat=1) is None
    assert clause_of(new_game(3), "layout 3C 3D") is None


def is_held(view: SchafeSchubsenView, seat: int, clover: str) -> bool:
    return view.sheep[seat].clovers.get(clover, 0) > 0


def distance_of(view: SchafeSchubsenView, seat: int) -> int:
    """The distance that the revealed cards make."""
    revealed = view.sheep[seat].revealed
    assert revealed is not None
    return int(revealed)


def leads_off(view: SchafeSchubsenView, seat: int, words: list[str]) -> bool:
    """Backwards off the first board, or below a distance of 0, however far the sheep runs."""
    field = view.sheep[seat].field
    assert field is not None
    if words[0] == "go":
        return field + int(words[1]) - view.back < 0
    farthest = distance_of(view, seat) + view.change
    return words[1].startswith("back") and field + farthest - view.back - int(words[1].removeprefix("back")) < 0


TRUTHS: dict[str, Truth] = {
    "SS-1.3": lambda _view, _, words: words[0] == "layout",
    "SS-1.7": lambda _view, _, words: words[0] == "start",
    "SS-2.1": lambda view, _, words: words[0] == "lay" and view.phase != "laying",
    "SS-3.2": lambda view, seat, words: (
        words[0] == "use" and (view.phase != "clovers" or not is_held(view, seat, words[1]))
    ),
    "SS-3.3": lambda view, seat, words: (
        words[0] == "go"
        and (view.phase != "clovers" or (view.change == 0 and int(words[1]) != distance_of(view, seat)))
    ),
    "SS-4.6": lambda view, _, words: (
        words[0] == "side" and (view.phase != "turning" or words[1][0] != view.boards[0][0])
    ),
    "SS-6.2": lambda view, _, words: (
        words[0] == "take" and (view.phase != "taking" or not view.supply.get(words[1], 0))
    ),
    "SS-6.3": lambda view, _, words: (
        words[0] == "lay" and view.phase == "laying" and not set(map(int, words[1])) <= set(view.hand)
    ),
    "SS-7.3": lambda view, seat, words: (
        words[0] == "go" and view.change > 0 and abs(int(words[1]) - distance_of(view, seat)) > view.change
    ),
    "SS-7.4": lambda view, seat, words: words[0] in ("use", "go") and leads_off(view, seat, words),
}


def test_in_random_games_every_clause_is_true() -> None:
    assert_true(GAME, TRUTHS)
