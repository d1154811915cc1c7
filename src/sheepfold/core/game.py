"""What is known of a game before anybody plays it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Literal

import msgspec

from sheepfold.core.action import Action
from sheepfold.core.components import Components, read_components
from sheepfold.core.errors import OptionError
from sheepfold.core.event import Event
from sheepfold.core.misread import explain
from sheepfold.core.state import State
from sheepfold.core.text import Face


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The choices of a table before the game. Each game extends this with its own, all with a default."""


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """One option, for forms and for words."""

    name: str
    kind: Literal["flag", "choice", "number", "text"]
    default: bool | int | str | None
    """None: the game or chance decides."""
    values: list[str] = []
    """Of a choice."""
    minimum: int | None = None
    maximum: int | None = None

    def words(self) -> str:
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
    """One game: its facts, and how to set it up. A package offers an instance as entry point `sheepfold.games`."""

    id: ClassVar[str]
    title: ClassVar[str]
    pitch: ClassVar[str]
    """One sentence that makes somebody want to play."""
    players: ClassVar[range]
    minutes: ClassVar[int]
    rules_version: ClassVar[int]
    """Raised when the same actions would lead elsewhere, so that old records are not misread."""
    clause_prefix: ClassVar[str]

    options: ClassVar[type[Options]] = Options
    components: ClassVar[type[Components]] = Components
    face: ClassVar[Face] = Face()

    variants: ClassVar[Mapping[str, Options]] = {"plain": Options()}
    """Named option sets that together reach every rule; the conformance kit plays each."""
    revealing: ClassVar[frozenset[type[Event]]] = frozenset()
    """The events that may tell a seat what was hidden from it."""
    laws: ClassVar[Mapping[str, Callable[[Any], bool]]] = {}
    """What holds in every position, by name; the conformance kit wants some."""

    measures: ClassVar[Mapping[str, Callable[[Event], int | str | None]]] = {}
    """What `simulate` measures besides counting events, by name: a value of an event, None where it has none."""

    setup_bytes: ClassVar[int] = 2_000_000
    """Memory that the setup of a table takes at most, after some games; a server keeps as many as fit."""

    def start(self, players: int, options: Options | None = None, components: Components | None = None) -> State:
        """A new game, checked: the number of players, the options and the components fit together."""
        if players not in self.players:
            least, most = self.players[0], self.players[-1]
            raise OptionError(
                f"{self.title} is for {least} to {most} players, not {players}",
                reason="options.players",
                least=least,
                most=most,
                players=players,
            )
        return self.set_up(players, options or self.options(), components or self.standard_components())

    def variants_for(self, players: int) -> Mapping[str, Options]:
        """Those of the variants that so many can play."""
        return self.variants

    def set_up(self, players: int, options: Any, components: Any) -> State:
        """The first position. `options` and `components` are of the game's own types."""
        raise NotImplementedError

    def parse(self, text: str) -> Action:
        """The action with this notation; NotationError if it is not one of this game, at any table.

        `State.apply` accepts it wherever it is legal.
        """
        raise NotImplementedError

    def longest(self, players: int) -> int:
        """No game with our components has more actions than this, chance included."""
        raise NotImplementedError

    def standard_components(self) -> Components:
        found: Components = read_components(self.components)
        return found

    def read_options(self, given: Mapping[str, object]) -> Options:
        """Options from plain values (text will do), with an error that lists what there is."""
        try:
            return msgspec.convert(dict(given), self.options, strict=False)
        except msgspec.ValidationError as error:
            there_are = "; ".join(f"{name}: {values}" for name, values in self.option_values().items()) or "none"
            raise OptionError(f"options of {self.id}: {explain(error)}; there are {there_are}") from None

    def chances(self, state: State, seat: int) -> dict[str, float]:
        """The exact chance of success, by the text of what the seat can choose now; empty where there is none.

        It must follow from what that seat can see.
        """
        return {}

    def choices(self) -> list[Choice]:
        """Every option of a table."""
        info = msgspec.inspect.type_info(self.options)
        assert isinstance(info, msgspec.inspect.StructType)
        return [_choice(field.name, field.default, field.type) for field in info.fields]

    def option_values(self) -> dict[str, str]:
        """Every option and what it can be, in words."""
        return {choice.name: choice.words() for choice in self.choices()}


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
