"""MS-8 The events of the final settlement: pens that count or are passed over, points and ties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sheepfold.core.event import Event
from sheepfold.games.meine_schafe import events, scoring
from sheepfold.games.meine_schafe.areas import is_closed_pen, motif_of, size_of, wolves_of
from sheepfold.games.meine_schafe.motifs import COLOURS
from sheepfold.games.meine_schafe.setup import MAEHR, TWO_HERDS

if TYPE_CHECKING:
    from sheepfold.games.meine_schafe.state import MeineSchafe


def emit(state: MeineSchafe, emitted: list[Event], ending: str, clause: str) -> None:
    emitted.append(events.ColoursTold([[COLOURS[colour] for colour in colours] for colours in state.colours]))
    for seat in range(state.players):
        for colour in state.colours[seat]:
            _emit_pens(state, emitted, seat, colour)
        _emit_points(state, emitted, seat)
    _emit_ties(state, emitted)
    emitted.append(events.GameEnded(ending, scoring.ranks(state), clause))


def _emit_pens(state: MeineSchafe, emitted: list[Event], seat: int, colour: int) -> None:
    """MS-8.1 The largest closed pen; MS-8.2 larger ones are passed over because of a wolf."""
    meadow = state.meadow
    threatened = meadow.threatened()
    closed = [root for root in meadow.roots() if is_closed_pen(meadow.areas[root])]
    own = [root for root in closed if motif_of(meadow.areas[root]) == colour]
    for size, root in sorted([(-size_of(meadow.areas[root]), root) for root in own]):
        cells = _names(state, meadow.cells_of(root))
        if not threatened[root]:
            clause = "MS-9.1" if state.setup.variant == TWO_HERDS else "MS-8.1"
            emitted.append(events.PenCounted(seat, COLOURS[colour], -size, cells, clause))
            return
        woods = _wolf_woods(state, root)
        wolves = [cell for cell in meadow.wolf_cells if cell in woods]
        emitted.append(
            events.PenPassedOver(seat, COLOURS[colour], -size, cells, _names(state, woods), _names(state, wolves))
        )


def _wolf_woods(state: MeineSchafe, pen: int) -> list[int]:
    """The cells of the forests with wolves that border on the pen."""
    meadow = state.meadow
    found: list[int] = []
    for place in meadow.edges_of(pen):
        for beside in (place ^ 1, place ^ 3):
            root = meadow.root(beside)
            if wolves_of(meadow.areas[root]):
                found += [cell for cell in meadow.cells_of(root) if cell not in found]
    return found


def _emit_points(state: MeineSchafe, emitted: list[Event], seat: int) -> None:
    pens = state.meadow.pens()
    sizes = scoring.sizes(state, pens, seat)
    count = sum([len(pens[colour]) for colour in state.colours[seat]])
    clause = {TWO_HERDS: "MS-9.1", MAEHR: "MS-9.2"}.get(state.setup.variant, "MS-8.1")
    emitted.append(
        events.Scored(
            seat=seat,
            largest=sizes[0] if sizes else 0,
            pens=count,
            times=count if state.setup.variant == MAEHR else 1,
            bonus=scoring.bonus(state, seat),
            points=scoring.points(state, pens, seat),
            clause=clause,
        )
    )


def _emit_ties(state: MeineSchafe, emitted: list[Event]) -> None:
    pens = state.meadow.pens()
    points = scoring.scores(state)
    for score in sorted(set(points), reverse=True):
        seats = [seat for seat, own in enumerate(points) if own == score]
        if len(seats) > 1:
            emitted.append(events.TieCompared(seats, [scoring.sizes(state, pens, seat)[1:] for seat in seats]))


def _names(state: MeineSchafe, cells: list[int]) -> list[str]:
    return [state.setup.cells.names[cell] for cell in cells]
