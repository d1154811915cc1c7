"""Builds views."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sheepfold.core.event import Event
from sheepfold.core.position.format import sees
from sheepfold.core.state import NOBODY
from sheepfold.games.meine_schafe import scoring, settlement
from sheepfold.games.meine_schafe.areas import hunters_of, motif_of, open_of, size_of, wolves_of
from sheepfold.games.meine_schafe.events import PenCounted, PenPassedOver, Scored
from sheepfold.games.meine_schafe.faces import BEASTS, QUESTION_FACES, START, START_FACE
from sheepfold.games.meine_schafe.motifs import COLOURS, DIRECTIONS, EDGES, LETTERS, VILLAGE, letters_of
from sheepfold.games.meine_schafe.phases import NAMES, OVER
from sheepfold.games.meine_schafe.setup import SIDES
from sheepfold.games.meine_schafe.view import Area, Laid, MeineSchafeView, PenOnReceipt, Player, Receipt, Tile

if TYPE_CHECKING:
    from sheepfold.games.meine_schafe.state import MeineSchafe


def view(state: MeineSchafe, seat: int | None) -> MeineSchafeView:
    """MS-1.7 The sizes of hands and bag, laid tiles, shown colours and, at the end, all colours are public."""
    points = scoring.scores(state)
    known = [knows(state, seat, owner) for owner in range(state.players)]
    scores = [points[owner] if known[owner] else scoring.bonus(state, owner) for owner in range(state.players)]
    return MeineSchafeView(
        seat=seat,
        waiting_for=state.waiting_for(),
        may_act=state.may_act(),
        scores=scores,
        ranks=state.ranks(),
        phase=NAMES[state.phase],
        active=None if state.active < 0 else state.active,
        special=None if state.special < 0 else state.special,
        drawing=min(state.to_draw, len(state.bag)) if NAMES[state.phase] in ("drawing", "beasts") else 0,
        bag=len(state.bag),
        reach=state.setup.reach,
        laid=[_laid(state, number) for number in range(len(state.meadow.places))],
        areas=_areas(state),
        table=[_player(state, owner, known[owner]) for owner in range(state.players)],
        hand=[] if seat is None else [_tile(state, tile) for tile in state.hands[seat]],
        settlement=_settlement(state) if state.phase == OVER else None,
    )


def key(state: MeineSchafe, observer: int | None) -> int:
    """See `State.key`. Areas follow from the tiles on the meadow, and the bag has all tiles that are nowhere else."""
    hands: list[tuple[int, ...]] = []
    colours: list[tuple[int, ...]] = []
    for owner in range(state.players):
        known = sees(observer, owner)
        hands.append(tuple(state.hands[owner]) if known else (len(state.hands[owner]),))
        colours.append(tuple(state.colours[owner]) if known or state.phase == OVER else (len(state.colours[owner]),))
    meadow = state.meadow
    return hash(
        (
            NOBODY if observer is None else observer,
            state.phase,
            state.active,
            state.special,
            state.interrupted,
            state.skipped,
            state.drawer,
            state.to_draw,
            state.then,
            tuple(meadow.places),
            tuple(meadow.faces),
            tuple(sorted(meadow.under.items())),
            tuple(hands),
            tuple(colours),
            tuple(state.shown),
            tuple(state.out),
            tuple([_halves(misfits) for misfits in state.misfits]),
        )
    )


def _halves(misfits: list[int]) -> tuple[int, ...]:
    """The sets are too large for one hash; mostly they are empty."""
    if not any(misfits):
        return ()
    return tuple([half for misfit in misfits for half in (misfit >> 40, misfit & (1 << 40) - 1)])


def knows(state: MeineSchafe, observer: int | None, owner: int) -> bool:
    """Check whether the observer can know all colours of the owner: they are shown, or all others are known."""
    if state.phase == OVER:
        return True
    hidden = [seat for seat in range(state.players) if seat != observer and not _all_shown(state, seat)]
    by_elimination = len(hidden) == 1 and state.players * state.setup.herds == len(COLOURS)
    return owner not in hidden or (by_elimination and NAMES[state.phase] != "colours")


def _all_shown(state: MeineSchafe, seat: int) -> bool:
    shown = state.shown[seat].bit_count()
    return shown == state.setup.herds


def _laid(state: MeineSchafe, number: int) -> Laid:
    meadow = state.meadow
    cell = state.setup.cells.names[meadow.places[number]]
    face = meadow.faces[number]
    if face == START_FACE:
        return Laid(cell, "start", "", letters_of(START.edges), None, None)
    if face <= QUESTION_FACES:
        return Laid(cell, "?", "", LETTERS[QUESTION_FACES - face] * EDGES, None, None)
    shown = state.setup.faces[face]
    name = state.setup.tiles[shown.tile].name
    beast = BEASTS[shown.beast] or None
    return Laid(cell, name, SIDES[shown.side], letters_of(shown.edges), beast, _wolf_under(state, number))


def _wolf_under(state: MeineSchafe, number: int) -> str | None:
    face = state.meadow.under.get(number)
    return None if face is None else state.setup.tiles[state.setup.faces[face].tile].name


def _areas(state: MeineSchafe) -> list[Area]:
    """Pens and forests, in the order of their first tile."""
    meadow = state.meadow
    threatened = meadow.threatened()
    edges: dict[int, dict[str, str]] = {}
    for place in range(len(meadow.parent)):
        tile, edge = divmod(place, EDGES)
        parts = edges.setdefault(meadow.root(place), {})
        cell = state.setup.cells.names[meadow.places[tile]]
        parts[cell] = parts.get(cell, "") + DIRECTIONS[edge]
    return [
        _area(meadow.areas[root], parts, threatened[root])
        for root, parts in edges.items()
        if motif_of(meadow.areas[root]) != VILLAGE
    ]


def _area(area: int, parts: dict[str, str], threatened: bool) -> Area:
    return Area(
        motif=LETTERS[motif_of(area)],
        edges=[f"{cell}:{directions}" for cell, directions in parts.items()],
        size=size_of(area),
        open=open_of(area),
        wolves=wolves_of(area),
        hunters=hunters_of(area),
        threatened=threatened and motif_of(area) < VILLAGE,
    )


def _player(state: MeineSchafe, owner: int, known: bool) -> Player:
    shown = [COLOURS[colour] for colour in state.colours[owner] if state.shown[owner] >> colour & 1]
    return Player(
        hand=len(state.hands[owner]),
        colours=[COLOURS[colour] for colour in state.colours[owner]] if known else None,
        shown=shown,
        out=state.out.index(owner) + 1 if owner in state.out else None,
        bonus=scoring.bonus(state, owner),
        skipped=bool(state.skipped >> owner & 1),
    )


def _tile(state: MeineSchafe, tile: int) -> Tile:
    found = state.setup.tiles[tile]
    return Tile(found.name, found.letters[0], found.letters[1], BEASTS[found.beast] or None)


def _settlement(state: MeineSchafe) -> list[Receipt]:
    """The settlement, collected from its events."""
    emitted: list[Event] = []
    settlement.emit(state, emitted, "", "")
    found: list[Receipt] = []
    for seat in range(state.players):
        pens = [one for one in emitted if isinstance(one, PenCounted | PenPassedOver) and one.seat == seat]
        lines = [PenOnReceipt(pen.colour, pen.sheep, isinstance(pen, PenPassedOver)) for pen in pens]
        [scored] = [one for one in emitted if isinstance(one, Scored) and one.seat == seat]
        found.append(Receipt(lines, scored.times, scored.bonus, scored.points))
    return found
