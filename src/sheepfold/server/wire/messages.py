"""The messages between a browser and a table, and the documents of the HTTP interface (see `docs/protocol.md`)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from sheepfold.server.table.model import Thrown
from sheepfold.server.table.settings import Clock, Name, Settings
from sheepfold.server.wire.patches import Patch

MessageId = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[!-~]+\Z")]
ChatText = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
Commitment = Annotated[str, msgspec.Meta(min_length=64, max_length=64, pattern=r"^[0-9a-f]+\Z")]
Nonce = Annotated[str, msgspec.Meta(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9_-]+\Z")]
"""Long enough that nobody finds it from its commitment."""
ActionText = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0)]
Reaction = Literal["baa", "laugh", "wow", "sad", "clap", "hurry"]


# From the browser. Every message but the first and the heartbeat has an id, is answered, and may be sent again.


class Up(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True):
    """A message to a table."""


class Hello(Up, frozen=True):
    """The first message: who I am (None: a spectator without a name), and what I have seen so far."""

    token: str | None = None
    seen: int = 0
    seat: SeatNumber | None = None
    """From which of my seats I look; None is the first that is mine."""
    invitation: str | None = None
    """From the link; who does not sit at a table that is not public needs it."""


class Request(Up, frozen=True, kw_only=True):
    """A message that is acknowledged."""

    id: MessageId


class Ready(Request, frozen=True, kw_only=True, tag="ready"):
    """My browser commits to its nonce for a seat of mine: the SHA-256 of the nonce."""

    seat: SeatNumber
    commitment: Commitment


class Reveal(Request, frozen=True, kw_only=True, tag="reveal"):
    """My browser has seen all commitments, its own among them, and reveals its nonce."""

    seat: SeatNumber
    nonce: Nonce


class Act(Request, frozen=True, kw_only=True, tag="act"):
    """An action out of the legal ones that I was shown at version `seen`."""

    seat: SeatNumber
    action: ActionText
    seen: int


class Undo(Request, frozen=True, kw_only=True, tag="undo"):
    """Take back my last choice."""

    seat: SeatNumber


class AskUndo(Request, frozen=True, kw_only=True, tag="ask-undo"):
    """Ask everybody to go back to where so many moves count."""

    seat: SeatNumber
    keep: Annotated[int, msgspec.Meta(ge=0)]


class AnswerUndo(Request, frozen=True, kw_only=True, tag="answer-undo"):
    seat: SeatNumber
    agreed: bool


class Stand(Request, frozen=True, kw_only=True, tag="stand"):
    """Free my seat before the game."""

    seat: SeatNumber


class Appoint(Request, frozen=True, kw_only=True, tag="appoint"):
    """Let a bot play where nobody is, at my table before the game; None: keep the seat free for somebody again."""

    seat: SeatNumber
    bot: str | None
    name: Name | None = None


class Leave(Request, frozen=True, kw_only=True, tag="leave"):
    """Let a bot play for me."""

    seat: SeatNumber


class StandIn(Request, frozen=True, kw_only=True, tag="stand-in"):
    """Let a bot play for somebody else who is gone, until they come back."""

    seat: SeatNumber


class ComeBack(Request, frozen=True, kw_only=True, tag="come-back"):
    """Play myself again."""

    seat: SeatNumber


class OfferRematch(Request, frozen=True, kw_only=True, tag="offer-rematch"):
    """Once more, with the same settings or with others."""

    seat: SeatNumber
    settings: Settings | None = None


class Look(Request, frozen=True, kw_only=True, tag="look"):
    """See the table from another seat of mine, or as a spectator."""

    seat: SeatNumber | None
    openly: bool = False
    """Refuse as `secret` if the others at this screen must not see what this seat sees or chooses."""


class AskOdds(Request, frozen=True, kw_only=True, tag="odds"):
    """How likely what I can choose now succeeds; the answer is `odds`."""

    seat: SeatNumber


class Foresee(Request, frozen=True, kw_only=True, tag="foresee"):
    """What an action of mine would lead to; the answer is `foreseen`."""

    seat: SeatNumber
    action: ActionText


class Describe(Request, frozen=True, kw_only=True, tag="describe"):
    """The table in plain text, from where I look; the answer is `described`."""


class Whistle(Request, frozen=True, kw_only=True, tag="whistle"):
    """Hold the game for a moment, while I decide whether to interrupt it."""

    seat: SeatNumber


class LetGo(Request, frozen=True, kw_only=True, tag="let-go"):
    """I have decided: let the game go on."""

    seat: SeatNumber


class Say(Request, frozen=True, kw_only=True, tag="say"):
    text: ChatText


class React(Request, frozen=True, kw_only=True, tag="react"):
    reaction: Reaction


class Away(Up, frozen=True, tag="away"):
    """Whether the page is hidden. It is also the heartbeat: the answer is a `pong`."""

    hidden: bool = False


OwnDeed = Ready | Reveal | Act | Undo | AskUndo | AnswerUndo | Stand | Leave | ComeBack | Whistle | LetGo
"""What somebody does for a seat of their own."""

Deed = OwnDeed | Appoint | StandIn
"""What becomes an entry of the table's log."""

AnyUp = (
    Hello
    | Ready
    | Reveal
    | Act
    | Undo
    | AskUndo
    | AnswerUndo
    | Stand
    | Appoint
    | Leave
    | StandIn
    | ComeBack
    | OfferRematch
    | Look
    | AskOdds
    | Foresee
    | Describe
    | Whistle
    | LetGo
    | Say
    | React
    | Away
)


# To the browser.


class Down(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower, omit_defaults=True):
    """A message from a table."""


class ChairSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as everybody sees it."""

    name: str
    who: Literal["free", "person", "bot"]
    bot: str | None = None
    left: bool = False
    """Whether its person has left it to the bot, and may come back."""
    ready: bool = False


class TableSeen(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A table as everybody sees it, for the lobby and for the welcome."""

    id: str
    game: str
    status: str
    options: dict[str, Any]
    public: bool
    clock: Clock
    chat: bool
    chairs: list[ChairSeen]
    commitment: str
    created: float
    closed: bool = False
    """The host closed it before the game."""
    imported: bool = False
    """Some of its dice fell elsewhere, so its record carries no proof."""


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """What happened at the table, for everybody; what it did in the game is told by events."""

    kind: str
    seat: int | None = None
    name: str | None = None
    by: str | None = None
    keep: int | None = None
    agreed: bool | None = None
    table: str | None = None


class UndoSeen(msgspec.Struct, frozen=True):
    """Somebody has asked to go back."""

    seat: int
    keep: int
    agreed: list[int]


class HeldSeen(msgspec.Struct, frozen=True):
    """Somebody has whistled, and the others wait."""

    seat: int
    seconds: float
    """Until the game goes on by itself, from when the message was made."""


class RematchSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table of the rematch, and the invitation to it, but not for who has passed by at a public table."""

    table: str
    invitation: str | None = None


class DiceSeen(msgspec.Struct, frozen=True):
    """How far the dice are set up."""

    round: int
    """From 1; one more for each time that a browser did not reveal its nonce, so that all made new ones."""
    sealed: list[str | None] | None
    """All commitments to nonces, by seat, once they are fixed; None for a seat that adds no nonce."""


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the chat, or a reaction."""

    number: int
    name: str
    at: float
    seat: int | None = None
    text: str | None = None
    reaction: str | None = None


class Missed(msgspec.Struct, frozen=True, omit_defaults=True):
    """One version that the browser has not seen."""

    version: int
    note: Note
    events: list[Any]
    moves: int
    thrown: Thrown | None = None


class Welcome(Down, frozen=True, kw_only=True, tag="welcome"):
    """Everything that this browser may know, at its version.

    `missed` are the events since the version it had seen, if the server still has them all; else None, and the view is
    all there is.
    """

    version: int
    table: TableSeen
    seat: int | None
    """From where this browser looks."""
    yours: list[int]
    host: bool
    """Whether this person made the table."""
    view: Any
    legal: str
    """Packed (see `choices`)."""
    moves: int
    """How many moves count so far, for going back."""
    dice: DiceSeen
    thrown: int
    """How many throws have fallen so far, undone ones included."""
    can_undo: bool
    can_whistle: bool
    missed: list[Missed] | None
    presence: list[str]
    clocks: list[float] | None
    chat: list[Said]
    undo: UndoSeen | None
    held: HeldSeen | None
    rematch: RematchSeen | None


class Update(Down, frozen=True, kw_only=True, tag="update"):
    """One version on. What is not named has not changed.

    But for `can_undo`, `can_whistle`, `undo` and `held`: those are then over.
    """

    version: int
    note: Note
    events: list[Any]
    patch: Patch
    legal: str | None = None
    moves: int
    can_undo: bool = False
    can_whistle: bool = False
    status: str | None = None
    chairs: list[ChairSeen] | None = None
    clocks: list[float] | None = None
    undo: UndoSeen | None = None
    held: HeldSeen | None = None
    rematch: RematchSeen | None = None
    dice: DiceSeen | None = None
    thrown: Thrown | None = None
    """The throws of this version."""


class Ack(Down, frozen=True, tag="ack"):
    """The message with this id is done, at this version."""

    id: str
    version: int


class Refusal(Down, frozen=True, tag="refused", omit_defaults=True):
    """Why the message with this id was refused (see `Problem`)."""

    code: str
    reason: str
    message: str
    values: dict[str, str | int] = {}
    id: str | None = None


class Odds(Down, frozen=True, tag="odds"):
    """By action: the exact chance that it leads to success. Empty where the game knows none."""

    id: str
    chances: dict[str, float]


class Foreseen(Down, frozen=True, tag="foreseen"):
    """What the action would do to the table at this version, up to the next decision, throw or draw."""

    id: str
    version: int
    action: str
    events: list[Any]
    patch: Patch


class Described(Down, frozen=True, tag="described"):
    """The table at this version as the terminal would draw it, and what it would ask me, if it waits for me."""

    id: str
    version: int
    board: str
    ask: str


class Presence(Down, frozen=True, tag="presence"):
    """By seat: 'here', 'away', 'gone', 'bot', or 'free'."""

    seats: list[str]


class Chat(Down, frozen=True, tag="chat"):
    said: Said


class Lobby(Down, frozen=True, tag="lobby"):
    """All public tables that are open or running, the newest change first."""

    tables: list[TableSeen]


class Pong(Down, frozen=True, tag="pong"):
    at: float


# The HTTP interface


class NewPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class PersonSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """`token` is told only once, to the browser it is for."""

    id: str
    name: str
    token: str | None = None


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take a seat; None is the first free one. Tables by link want the invitation of the link."""

    invitation: str | None = None
    seat: SeatNumber | None = None


class Joined(msgspec.Struct, frozen=True):
    table: TableSeen
    seat: int


class PlayOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play a game on from after so many lines of its record, from this seat, against bots."""

    line: Annotated[int, msgspec.Meta(ge=0)]
    seat: SeatNumber
    bot: str | None = None


class Made(msgspec.Struct, frozen=True):
    """A new table, and the invitation that goes into the link to it (after '#', so that no log keeps it)."""

    table: TableSeen
    invitation: str
    yours: list[int]


class Named(msgspec.Struct, frozen=True):
    id: MessageId


_decoder = msgspec.json.Decoder(AnyUp)
_named = msgspec.json.Decoder(Named)
_encoder = msgspec.json.Encoder()


def decode_up(text: str | bytes) -> AnyUp:
    message: AnyUp = _decoder.decode(text)
    return message


def id_in(text: str) -> str | None:
    """The id of something that is no message of ours, as far as it has one: who sent it may wait for the answer."""
    try:
        return _named.decode(text).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def encode_down(message: Down) -> bytes:
    return _encoder.encode(message)
