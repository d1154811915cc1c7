"""The messages from a client to a table (see `docs/protocol.md`).

Every message but the first and the heartbeat has an id, is answered, and may be sent again.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

import msgspec

from sheepfold.server.table.model import Proposal
from sheepfold.server.table.settings import Name, Settings
from sheepfold.server.table.table import Table

MessageId = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[!-~]+\Z")]
ChatText = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
Commitment = Annotated[str, msgspec.Meta(min_length=64, max_length=64, pattern=r"^[0-9a-f]+\Z")]
Nonce = Annotated[str, msgspec.Meta(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9_-]+\Z")]
"""Long enough that nobody finds it from its commitment."""
ActionText = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0)]
Reaction = Literal["baa", "laugh", "wow", "sad", "clap", "hurry"]


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


class Command(Request, frozen=True, kw_only=True):
    """A request that becomes an entry of the table's log."""

    seat: SeatNumber


class SeatCommand(Command, frozen=True, kw_only=True):
    """A command for a seat of one's own."""

    def propose(self, table: Table) -> Proposal:
        """What the command would append to the log; Refused if it cannot."""
        raise NotImplementedError


class Ready(SeatCommand, frozen=True, kw_only=True, tag="ready"):
    """My browser commits to its nonce for a seat of mine: the SHA-256 of the nonce."""

    commitment: Commitment

    def propose(self, table: Table) -> Proposal:
        return table.commit(self.seat, self.commitment)


class Reveal(SeatCommand, frozen=True, kw_only=True, tag="reveal"):
    """My browser has seen all commitments, its own among them, and reveals its nonce."""

    nonce: Nonce

    def propose(self, table: Table) -> Proposal:
        return table.reveal(self.seat, self.nonce)


class Act(SeatCommand, frozen=True, kw_only=True, tag="act"):
    """An action out of the legal ones that I was shown at version `seen`."""

    action: ActionText
    seen: int

    def propose(self, table: Table) -> Proposal:
        return table.act_if_current(self.seen, self.seat, self.action)


class Undo(SeatCommand, frozen=True, kw_only=True, tag="undo"):
    """Take back my last choice."""

    def propose(self, table: Table) -> Proposal:
        return table.undo(self.seat)


class AskUndo(SeatCommand, frozen=True, kw_only=True, tag="ask-undo"):
    """Ask everybody to go back to where so many moves count."""

    keep: Annotated[int, msgspec.Meta(ge=0)]

    def propose(self, table: Table) -> Proposal:
        return table.ask_undo(self.seat, self.keep)


class AnswerUndo(SeatCommand, frozen=True, kw_only=True, tag="answer-undo"):
    agreed: bool

    def propose(self, table: Table) -> Proposal:
        return table.answer_undo(self.seat, self.agreed)


class Stand(SeatCommand, frozen=True, kw_only=True, tag="stand"):
    """Free my seat before the game."""

    def propose(self, table: Table) -> Proposal:
        return table.stand(self.seat)


class Appoint(Command, frozen=True, kw_only=True, tag="appoint"):
    """Let a bot play where nobody is, at my table before the game; None: keep the seat free for somebody again."""

    bot: str | None
    name: Name | None = None


class Leave(SeatCommand, frozen=True, kw_only=True, tag="leave"):
    """Let a bot play for me."""

    def propose(self, table: Table) -> Proposal:
        return table.leave(self.seat)


class StandIn(Command, frozen=True, kw_only=True, tag="stand-in"):
    """Let a bot play for somebody else who is gone, until they come back."""


class ComeBack(SeatCommand, frozen=True, kw_only=True, tag="come-back"):
    """Play myself again."""

    def propose(self, table: Table) -> Proposal:
        return table.come_back(self.seat)


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


class Whistle(SeatCommand, frozen=True, kw_only=True, tag="whistle"):
    """Hold the game for a moment, while I decide whether to interrupt it."""

    def propose(self, table: Table) -> Proposal:
        return table.whistle(self.seat)


class LetGo(SeatCommand, frozen=True, kw_only=True, tag="let-go"):
    """I have decided: let the game go on."""

    def propose(self, table: Table) -> Proposal:
        return table.resume(self.seat)


class Say(Request, frozen=True, kw_only=True, tag="say"):
    text: ChatText


class React(Request, frozen=True, kw_only=True, tag="react"):
    reaction: Reaction


class Away(Up, frozen=True, tag="away"):
    """Whether the page is hidden. It is also the heartbeat: the answer is a `pong`."""

    hidden: bool = False


class Named(msgspec.Struct, frozen=True):
    id: MessageId


def kinds_of(base: type[msgspec.Struct]) -> list[type[msgspec.Struct]]:
    """All kinds of message that can be sent: those without subclasses."""
    subclasses = base.__subclasses__()
    return [base] if not subclasses else [kind for sub in subclasses for kind in kinds_of(sub)]


_any: Any = reduce(or_, kinds_of(Up))
_decoder: msgspec.json.Decoder[Up] = msgspec.json.Decoder(_any)
_named = msgspec.json.Decoder(Named)


def decode_up(text: str | bytes) -> Up:
    return _decoder.decode(text)


def find_id(text: str) -> str | None:
    """The id of a message that cannot be read, as far as it has one: its sender may wait for the answer."""
    try:
        return _named.decode(text).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
