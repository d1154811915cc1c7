"""Game records: JSON documents that replay exactly, since they list all actions, chance included."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Literal

import msgspec

from sheepfold.core.action import Action
from sheepfold.core.components import Components, parse_components
from sheepfold.core.errors import NotationError, RecordError, SheepfoldError, UnknownGame
from sheepfold.core.event import Event
from sheepfold.core.game import Game, Options
from sheepfold.core.misread import explain
from sheepfold.core.registry import find_game
from sheepfold.core.state import CHANCE, State

CHANCE_MARK: Final = "*"
LONGEST_SEAT: Final = 3
"""In digits."""
_NO_SETUP: Final = "the record cannot be set up"


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The player at a seat: a name and, for a bot, its id."""

    name: str
    bot: str | None = None


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result by seat."""

    scores: list[int]
    ranks: list[int]


class Contribution(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What a player's browser contributed to the dice."""

    seat: int
    commitment: str | None = None
    """The SHA-256 of the nonce, sent before any nonce was revealed; None if it did not arrive in time."""
    nonce: str | None = None


class Takeback(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Throws that were undone. They keep their numbers, so they stay in the record."""

    keep: int
    """How many actions remained."""
    actions: list[str]
    """The undone actions."""
    asked: int
    """The seat that asked for the takeback."""
    agreed: list[int]
    """The seats that agreed, including `asked`."""
    absent: list[int] = []
    """The seats of absent players, for whom a bot played at the time."""


class Fairness(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Everything needed to recompute every throw of the record, see docs/fairness.md."""

    commitment: str
    """The SHA-256 of the secret, published before the first throw."""
    secret: str | None = None
    """None until the game is over."""
    players: list[Contribution]
    """The human players, in the order of seats."""
    restarts: list[list[int]] = []
    """For each failed setup of the dice, the seats whose browsers did not reveal their nonces."""
    takebacks: list[Takeback] = []
    """In chronological order; only those that undid a throw."""


class Record(msgspec.Struct, tag_field="format", tag="sheepfold-record", forbid_unknown_fields=True, kw_only=True):
    """The document. `components` is set only if they are not ours, `fairness` only if the dice can be verified.

    `position` is set only if the game did not begin with the game's first position.
    """

    version: Literal[1]
    game: str
    rules: int
    seats: list[Seat]
    options: dict[str, Any]
    components: dict[str, Any] | None = None
    position: str | None = None
    actions: list[str]
    result: Result | None = None
    fairness: Fairness | None = None


def new_record(game: Game, seats: list[Seat], options: Options, components: Components | None = None) -> Record:
    """Create a record without actions."""
    return Record(
        version=1,
        game=game.id,
        rules=game.rules_version,
        seats=seats,
        options=msgspec.to_builtins(options),
        components=msgspec.to_builtins(components),
        actions=[],
    )


def write_action(seat: int, action: Action) -> str:
    """Write an action as a line of a record: the seat ('*' for chance) and the notation."""
    return f"{CHANCE_MARK if seat == CHANCE else seat} {action.text}"


def is_chance(line: str) -> bool:
    """Check whether a line of a record is an action of chance."""
    return line.partition(" ")[0] == CHANCE_MARK


def read_action(game: Game, line: str) -> tuple[int, Action]:
    """Parse a line of a record."""
    seat, _, text = line.partition(" ")
    if seat != CHANCE_MARK and not (seat.isascii() and seat.isdecimal() and len(seat) <= LONGEST_SEAT):
        raise NotationError(f"'{line}' does not begin with a seat number or '{CHANCE_MARK}'")
    return CHANCE if seat == CHANCE_MARK else int(seat), game.parse(text)


def result_of(state: State) -> Result | None:
    outcome = state.outcome()
    return None if outcome is None else Result(scores=state.scores(), ranks=outcome.ranks)


def _describe(result: Result | None) -> str:
    return "no result" if result is None else f"scores {result.scores} and ranks {result.ranks}"


def encode_record(record: Record) -> bytes:
    """Encode a record as a file: indented, with one action per line."""
    document = msgspec.to_builtins(record)
    for name in ("fairness", "position"):  # so that files without them look as they did in earlier versions
        if document[name] is None:
            del document[name]
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def decode_record(text: bytes) -> Record:
    """Decode the contents of a record file."""
    if not text.strip():
        raise RecordError("not a Sheepfold record: it is empty", reason="record.not_a_record")
    try:
        return msgspec.json.decode(text, type=Record)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        if str(error).startswith("Invalid enum value") and str(error).endswith("at `$.version`"):
            raise RecordError(
                "the record was written by a newer Sheepfold; update this one", reason="record.newer"
            ) from None
        raise RecordError(f"not a Sheepfold record: {explain(error, Record)}", reason="record.not_a_record") from None


class Replay:
    """Replays a record, action by action."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.game = self._find_game()
        self._check_rules()
        try:
            self.state = self._begin()
        except SheepfoldError as error:
            raise RecordError(f"{_NO_SETUP}: {error}", reason="record.setup") from None

    def steps(self) -> Iterator[tuple[int, Action, list[Event]]]:
        """Replay to the end, yielding each action with its events, and then check the result."""
        for number, line in enumerate(self.record.actions, start=1):
            yield self.step(number, line)
        self.check_result()

    def step(self, number: int, line: str) -> tuple[int, Action, list[Event]]:
        """Replay one line, the record's action with this number."""
        try:
            seat, action = read_action(self.game, line)
            return seat, action, self.state.act(seat, action)
        except SheepfoldError as error:
            raise RecordError(
                f"action {number} of the record ('{line}'): {error}", reason="record.action", number=number
            ) from None

    def check_result(self) -> None:
        if self.record.result != result_of(self.state):
            raise RecordError(
                "the actions do not lead to the result that the record claims: "
                f"it says {_describe(self.record.result)}, they lead to {_describe(result_of(self.state))}",
                reason="record.result",
            )

    def _begin(self) -> State:
        options = self.game.read_options(self.record.options)
        first = self.game.start(len(self.record.seats), options, self._components())
        if self.record.position is None:
            return first
        return self.game.position_in(first, self.record.position)

    def _find_game(self) -> Game:
        try:
            return find_game(self.record.game)
        except UnknownGame as error:
            raise RecordError(f"{_NO_SETUP}: {error}", reason="record.unknown_game", game=self.record.game) from None

    def _check_rules(self) -> None:
        played, known = self.record.rules, self.game.rules_version
        if played != known:
            raise RecordError(
                f"{_NO_SETUP}: it was played by rules version {played} of {self.game.id}; "
                f"this program knows version {known}",
                reason="record.rules",
                played=played,
                known=known,
            )

    def _components(self) -> Components | None:
        given = self.record.components
        if given is None:
            return None
        return parse_components(self.game.components, msgspec.json.encode(given), "its components")


def replay(record: Record) -> State:
    """Replay a record and return the final position."""
    played = Replay(record)
    for _ in played.steps():
        pass
    return played.state
