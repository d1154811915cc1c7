"""Games: their facts, their options, and how to set them up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, ClassVar, Literal

import msgspec

from sheepfold.core.action import Action
from sheepfold.core.components import Components, read_components
from sheepfold.core.errors import OptionError, PositionError
from sheepfold.core.event import Event
from sheepfold.core.misread import explain
from sheepfold.core.position.format import PositionFormat
from sheepfold.core.position.origin import Origin
from sheepfold.core.position.reading import read_state
from sheepfold.core.position.text import format_of, read_fields, write_json, write_line
from sheepfold.core.state import State
from sheepfold.core.text import Face
from sheepfold.core.view import Fact


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The options of a table. Each game extends this class with options that all have a default."""


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one option, for forms and help texts."""

    name: str
    kind: Literal["flag", "choice", "number", "text"]
    default: bool | int | str | None
    """None if the game or chance decides."""
    values: list[str] = []
    """Only for a choice."""
    minimum: int | None = None
    maximum: int | None = None

    def possible_values(self) -> str:
        match self.kind:
            case "choice":
                return ", ".join(self.values)
            case "flag":
                return "true, false"
            case "number" if self.minimum is not None and self.maximum is not None:
                return f"{self.minimum} to {self.maximum}"
            case "number":
                return "a whole number"
        return "text"


class Game:
    """A game. Packages register an instance under the entry point group `sheepfold.games`."""

    id: ClassVar[str]
    title: ClassVar[str]
    pitch: ClassVar[str]
    """One sentence that makes people want to play."""
    players: ClassVar[range]
    minutes: ClassVar[int]
    rules_version: ClassVar[int]
    """Increased when the same actions lead to another result, so that old records are not misread."""
    clause_prefix: ClassVar[str]

    options: ClassVar[type[Options]] = Options
    components: ClassVar[type[Components]] = Components
    face: ClassVar[Face] = Face()

    variants: ClassVar[Mapping[str, Options]] = {"plain": Options()}
    """Named option sets that together exercise every rule; the conformance kit plays each of them."""
    revealing: ClassVar[frozenset[type[Event]]] = frozenset()
    """The events that may reveal hidden information to a seat."""
    laws: ClassVar[Mapping[str, Callable[[Any], bool]]] = {}
    """Invariants of every position, by name; the conformance kit requires some."""

    position_format: ClassVar[PositionFormat | None] = None
    """How positions are written as text; None if they are not."""

    measures: ClassVar[Mapping[str, Callable[[Event], int | str | None]]] = {}
    """Statistics that `simulate` collects besides counting events, by name: the value of an event, or None."""

    setup_bytes: ClassVar[int] = 2_000_000
    """Upper bound for the memory of a table's setup; a server caches as many setups as fit."""

    def start(self, players: int, options: Options | None = None, components: Components | None = None) -> State:
        """Start a new game, after checking the number of players."""
        if players not in self.players:
            least, most = self.players[0], self.players[-1]
            raise OptionError(
                f"{self.title} is for {least} to {most} players, not {players}",
                reason="options.players",
                least=least,
                most=most,
                players=players,
            )
        chosen = options or self.options()
        state = self.set_up(players, chosen, components or self.standard_components())
        state.origin = Origin(self, players, chosen, components)
        return state

    def position(self, text: str, rng: Random | None = None, first: State | None = None) -> State:
        """Read a position, as a line or as JSON; PositionError says what is wrong with it.

        Unknowns ('?') are drawn at random, so that the position is consistent with everything that is known. `first` is
        the first position of a game with the same options: it saves setting one up, in Meine Schafe 96 % of the time.
        """
        return read_state(self, text, rng, first)

    def position_in(self, first: State, text: str) -> State:
        """Read a position of the game that begins with this first position; PositionError if it is of another."""
        state = self.position(text, None, first)
        if state.origin != first.origin:
            raise PositionError("the position has other players or options", reason="position.setup")
        return state

    def position_json(self, text: str) -> str:
        """Convert a position to JSON, which has the same content with a name for every field."""
        return write_json(*read_fields(self, text))

    def write_position(self, state: State, seat: int | None) -> str:
        """Write a position as one line; see `State.position`."""
        assert state.origin is not None
        if state.origin.components is not None:
            raise PositionError(
                "a position of a game with custom components cannot be written; keep the record instead",
                reason="position.components",
            )
        return write_line(state.origin, format_of(self).write(state, seat))

    def variants_for(self, players: int) -> Mapping[str, Options]:
        """The variants that this number of players can choose."""
        return self.variants

    def set_up(self, players: int, options: Any, components: Any) -> State:
        """Create the initial position, or raise OptionError. Options and components have the game's own types."""
        raise NotImplementedError

    def parse(self, text: str) -> Action:
        """Parse the notation of an action; NotationError if no table of this game has such an action.

        `State.apply` accepts the action wherever it is legal.
        """
        raise NotImplementedError

    def longest(self, players: int) -> int:
        """Upper bound for the number of actions in a game with our components, chance included."""
        raise NotImplementedError

    def standard_components(self) -> Components:
        found: Components = read_components(self.components)
        return found

    def read_options(self, given: Mapping[str, object]) -> Options:
        """Convert plain values (text will do) to options; OptionError lists the possible values."""
        try:
            return msgspec.convert(dict(given), self.options, strict=False)
        except msgspec.ValidationError as error:
            known = "; ".join(f"{name}: {values}" for name, values in self.option_values().items()) or "none"
            raise OptionError(f"options of {self.id}: {explain(error)}; there are {known}") from None

    def chances(self, state: State, seat: int) -> dict[str, float]:
        """The exact chances of success, by the notation of the seat's legal actions; empty if there are none.

        They must follow from what the seat can see.
        """
        return {}

    def outlook(self, state: State, seat: int) -> list[Fact]:
        """What a patient player could count at the table: what is left, how likely it comes, who can catch up.

        The facts must follow from what the seat can see; those with the same id follow one another.
        """
        return []

    def choices(self) -> list[Choice]:
        """Describe every option of a table."""
        info = msgspec.inspect.type_info(self.options)
        assert isinstance(info, msgspec.inspect.StructType)
        return [_choice(field.name, field.default, field.type) for field in info.fields]

    def option_values(self) -> dict[str, str]:
        """The possible values of every option, as text."""
        return {choice.name: choice.possible_values() for choice in self.choices()}


def _choice(name: str, default: Any, kind: msgspec.inspect.Type) -> Choice:
    match kind:
        case msgspec.inspect.UnionType(types=types):
            (only,) = [part for part in types if not isinstance(part, msgspec.inspect.NoneType)]
            return _choice(name, default, only)
        case msgspec.inspect.LiteralType(values=values):
            return Choice(name=name, kind="choice", default=default, values=sorted(map(str, values)))
        case msgspec.inspect.IntType(ge=minimum, le=maximum):
            return Choice(name=name, kind="number", default=default, minimum=minimum, maximum=maximum)
        case msgspec.inspect.BoolType():
            return Choice(name=name, kind="flag", default=default)
    return Choice(name=name, kind="text", default=default)
