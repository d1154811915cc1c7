"""An illegal action names the clause that it breaks."""

from __future__ import annotations

from sheepfold.games.haste_bock.game import GAME
from sheepfold.games.haste_bock.view import HasteBockView
from tests.games.haste_bock.table import BLOCK, do, meadow, new_game, scramble
from tests.games.refusals import Truth, assert_true, clause_of

ROW = "B . Y . R . . . ."


def test_hb_2_3_a_number_that_cannot_be_rammed() -> None:
    state = scramble("T . B Y . G R . .")
    do(state, "roll black")
    assert clause_of(state, "ram a9 e 1") == "HB-2.3"
    assert clause_of(meadow("B . Y R . . . . .", cards={0: "ram2"}), "ram2 a9 e 1") == "HB-2.3"


def test_hb_2_4_a_ram_that_hits_nobody() -> None:
    assert clause_of(meadow(". . B . . . . . .", cards={0: "ram2"}), "ram2 c9 e 1") == "HB-2.4"


def test_hb_3_1_a_sheep_of_another_colour() -> None:
    state = scramble("T . B . . G R . .")
    do(state, "roll black")
    assert clause_of(state, "ram c9 e 1") == "HB-3.1"
    assert clause_of(state, "step1 a9 e") == "HB-3.1"


def test_hb_4_1_a_card_that_is_not_in_hand() -> None:
    state = meadow(ROW, cards={0: "ram2"})
    assert clause_of(state, "step1 a9 e") == "HB-4.1"
    assert clause_of(state, "walk 1") == "HB-4.1"


def test_hb_4_4_a_sheep_of_another_colour_in_a_panic() -> None:
    state = meadow("T . B . . G R . .", panic=[21], cards={0: "turn1 step1"})
    do(state, "turn1 left", "roll black")
    assert clause_of(state, "ram c9 e 1") == "HB-4.4"


def test_hb_4_5_a_sheep_does_not_leave_the_meadow() -> None:
    assert clause_of(meadow(ROW, cards={0: "step1"}), "step1 a9 n") == "HB-4.5"


def test_hb_4_5_at_least_one_sheep_moves() -> None:
    assert clause_of(meadow(ROW, cards={0: "straight1"}), "straight1 8 e") == "HB-4.5"
    assert clause_of(meadow(BLOCK, cards={0: "trough3"}), "trough3 n") == "HB-4.5"


def test_hb_4_6_no_card_is_discarded_while_one_can_be_played() -> None:
    assert clause_of(meadow(ROW, cards={0: "step1"}), "discard step1") == "HB-4.6"


def test_hb_5_1_a_step_of_another_player_s_sheep_or_onto_a_sheep() -> None:
    assert clause_of(meadow(ROW, cards={0: "step1"}), "step1 c9 e") == "HB-5.1"
    assert clause_of(meadow("B Y . . . . . . .", cards={0: "step1"}), "step1 a9 e") == "HB-5.1"


def test_hb_5_2_a_ram_of_another_player_s_sheep() -> None:
    assert clause_of(meadow(ROW, cards={0: "ram2"}), "ram2 c9 e 1") == "HB-5.2"


def test_hb_5_3_a_leap_onto_a_sheep() -> None:
    assert clause_of(meadow("B Y R . . . . . .", cards={0: "leap3"}), "leap3 a9 e 1") == "HB-5.3"


def test_hb_5_4_a_corner_is_no_diagonal() -> None:
    assert clause_of(meadow(ROW, cards={0: "diagonal1"}), "diagonal1 a9 ne") == "HB-5.4"


def test_hb_5_6_a_caravan_off_the_meadow() -> None:
    assert clause_of(meadow(ROW, cards={0: "straight1"}), "straight1 9 w") == "HB-5.6"


def test_hb_5_8_a_trough_the_other_way() -> None:
    state = meadow(ROW, cards={0: "trough3 step1", 1: "trough3 step1"})
    do(state, "trough3 s")
    assert clause_of(state, "trough3 n") == "HB-5.8"


def test_hb_5_10_a_turn_back() -> None:
    state = meadow(ROW, cards={0: "turn1 step1", 1: "turn1 step1"})
    do(state, "turn1 left")
    assert clause_of(state, "turn1 right") == "HB-5.10"


def test_hb_9_3_a_movement_card_that_is_not_in_hand() -> None:
    state = meadow(ROW, players=3, cards={0: "turn1"}, movement={0: "1 2"})
    do(state, "turn1 left")
    assert clause_of(state, "walk 3") == "HB-9.3"


def test_hb_10_3_two_players_must_play_a_movement_card() -> None:
    state = meadow(ROW, players=2, cards={0: "turn1"}, movement={0: "1 2"})
    do(state, "turn1 left")
    assert clause_of(state, "walk 0") == "HB-10.3"


def test_no_clause_for_other_seats_chance_and_nonsense() -> None:
    state = meadow(ROW, cards={0: "step1"})
    assert clause_of(state, "step1 a9 n", seat=1) is None
    assert clause_of(state, "shear a9") is None
    assert clause_of(new_game(2), "roll white") is None


WAYS = {
    "n": (0, 1),
    "ne": (1, 1),
    "e": (1, 0),
    "se": (1, -1),
    "s": (0, -1),
    "sw": (-1, -1),
    "w": (-1, 0),
    "nw": (-1, 1),
}


def taken(view: HasteBockView) -> set[str]:
    return {sheep.cell for sheep in view.flock}


def beside(cell: str, way: str) -> str | None:
    """The next field, or None beyond the edge of the meadow."""
    column, row = ord(cell[0]) - ord("a") + WAYS[way][0], int(cell[1]) + WAYS[way][1]
    return f"{'abcdefghi'[column]}{row}" if 0 <= column < 9 and 1 <= row <= 9 else None


def ray(cell: str, way: str) -> list[str]:
    found = []
    while (following := beside(cell, way)) is not None:
        found.append(following)
        cell = following
    return found


def lands_free(view: HasteBockView, words: list[str]) -> bool:
    """Whether the field behind the last of so many sheep in the way is free."""
    fields = ray(words[1], words[2])
    hit = [cell for cell in fields if cell in taken(view)]
    number = int(words[3])
    return len(hit) >= number and beside(hit[number - 1], words[2]) in set(fields) - taken(view)


def is_own(view: HasteBockView, seat: int, cell: str) -> bool:
    return cell in [sheep.cell for sheep in view.flock if sheep.colour == view.table[seat].colour]


def is_rolled(view: HasteBockView, words: list[str]) -> bool:
    """Whether a sheep of the rolled colour rams without a card."""
    colours = [sheep.colour for sheep in view.flock if len(words) > 1 and sheep.cell == words[1]]
    return words[0] == "ram" and (view.die == "white" or view.die in colours) and bool(colours)


def line_of(name: str, way: str) -> list[str]:
    """The fields of a caravan's line."""
    if len(name) == 1:
        return (
            [f"{name}{row}" for row in range(1, 10)]
            if name.isalpha()
            else [f"{column}{name}" for column in "abcdefghi"]
        )
    back = {"ne": "sw", "sw": "ne", "nw": "se", "se": "nw"}[way]
    return [*ray(name, back), name, *ray(name, way)]


def is_a_gap_before(view: HasteBockView, way: str) -> bool:
    """Whether a sheep stands behind an empty field on the near side of the trough: the line of the foremost sheep."""
    ahead = {cell: len(ray(cell, way)) for cell in taken(view)}
    trough = min(ahead.values())
    return any(
        field not in taken(view) and len(ray(field, way)) >= trough for cell in taken(view) for field in ray(cell, way)
    )


def nothing_moves(view: HasteBockView, words: list[str]) -> bool:
    if words[0].startswith("step"):
        return beside(words[1], words[2]) is None
    if words[0].startswith("trough"):
        return not is_a_gap_before(view, words[1])
    return not set(line_of(words[1], words[2])) & taken(view)


def leaves(view: HasteBockView, words: list[str]) -> bool:
    driven = set(line_of(words[1], words[2])) & taken(view)
    return any(beside(cell, words[2]) is None for cell in driven)


def held(view: HasteBockView, seat: int, card: str) -> bool:
    return view.table[seat].cards.get(card, 0) > 0


TRUTHS: dict[str, Truth] = {
    "HB-2.3": lambda view, _, words: bool(set(ray(words[1], words[2])) & taken(view)) and not lands_free(view, words),
    "HB-2.4": lambda view, _, words: not set(ray(words[1], words[2])) & taken(view),
    "HB-3.1": lambda view, _, words: view.throw == "scramble" and not is_rolled(view, words),
    "HB-4.1": lambda view, seat, words: not held(view, seat, words[1] if words[0] == "discard" else words[0]),
    "HB-4.4": lambda view, _, words: view.throw == "panic" and not is_rolled(view, words),
    "HB-4.5": lambda view, _, words: nothing_moves(view, words),
    "HB-4.6": lambda _view, _, words: words[0] == "discard",
    "HB-5.1": lambda view, seat, words: not is_own(view, seat, words[1]) or beside(words[1], words[2]) in taken(view),
    "HB-5.2": lambda view, seat, words: not is_own(view, seat, words[1]),
    "HB-5.3": lambda view, seat, words: not is_own(view, seat, words[1]) or not lands_free(view, words),
    "HB-5.4": lambda _view, _, words: len(line_of(words[1], words[2])) == 1,
    "HB-5.6": lambda view, _, words: leaves(view, words),
    "HB-5.8": lambda view, _, words: view.banned_trough == words[1],
    "HB-5.10": lambda view, _, words: view.banned_side == words[1],
    "HB-9.3": lambda view, seat, words: (
        view.phase == "walking"
        and len(view.table) == 3
        and (words[0] != "walk" or not view.table[seat].movement.get(words[1], 0))
    ),
    "HB-10.3": lambda view, seat, words: (
        view.phase == "walking"
        and len(view.table) == 2
        and (words[0] != "walk" or not view.table[seat].movement.get(words[1], 0))
    ),
}


def test_in_random_games_every_clause_is_true() -> None:
    assert_true(GAME, TRUTHS)
