"""The messages from a client to a table (see `docs/protocol.md`).

Every message except the first and the heartbeat has an id, is acknowledged or refused, and may be sent again.
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
"""Long enough that it cannot be guessed from its commitment."""
ActionText = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0)]
Reaction = Literal["baa", "laugh", "wow", "sad", "clap", "hurry"]


class Up(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True):
    """A message to a table."""


class Hello(Up, frozen=True):
    """The first message: the sender's token (None for an anonymous spectator), and the last version it has seen."""

    token: str | None = None
    seen: int = 0
    seat: SeatNumber | None = None
    """The seat to view the table from; None is the sender's first seat."""
    invitation: str | None = None
    """From the link. It is required to watch a table that is not public."""


class Request(Up, frozen=True, kw_only=True):
    """A message that is acknowledged."""

    id: MessageId


class Command(Request, frozen=True, kw_only=True):
    """A request that becomes an entry of the log."""

    seat: SeatNumber


class SeatCommand(Command, frozen=True, kw_only=True):
    """A command for one of the sender's own seats."""

    def propose(self, table: Table) -> Proposal:
        """Return what the command would append to the log, or raise Refused."""
        raise NotImplementedError


class Ready(SeatCommand, frozen=True, kw_only=True, tag="ready"):
    """Commit to a nonce by its SHA-256."""

    commitment: Commitment

    def propose(self, table: Table) -> Proposal:
        return table.commit(self.seat, self.commitment)


class Reveal(SeatCommand, frozen=True, kw_only=True, tag="reveal"):
    """Reveal the nonce, having seen all commitments."""

    nonce: Nonce

    def propose(self, table: Table) -> Proposal:
        return table.reveal(self.seat, self.nonce)


class Act(SeatCommand, frozen=True, kw_only=True, tag="act"):
    """Choose one of the actions that were legal at version `seen`."""

    action: ActionText
    seen: int

    def propose(self, table: Table) -> Proposal:
        return table.act_if_current(self.seen, self.seat, self.action)


class Undo(SeatCommand, frozen=True, kw_only=True, tag="undo"):
    """Take back the seat's last move."""

    def propose(self, table: Table) -> Proposal:
        return table.undo(self.seat)


class AskUndo(SeatCommand, frozen=True, kw_only=True, tag="ask-undo"):
    """Ask the other people to go back; `keep` is the number of moves that remain."""

    keep: Annotated[int, msgspec.Meta(ge=0)]

    def propose(self, table: Table) -> Proposal:
        return table.ask_undo(self.seat, self.keep)


class AnswerUndo(SeatCommand, frozen=True, kw_only=True, tag="answer-undo"):
    agreed: bool

    def propose(self, table: Table) -> Proposal:
        return table.answer_undo(self.seat, self.agreed)


class Stand(SeatCommand, frozen=True, kw_only=True, tag="stand"):
    """Leave the seat before the game."""

    def propose(self, table: Table) -> Proposal:
        return table.stand(self.seat)


class Appoint(Command, frozen=True, kw_only=True, tag="appoint"):
    """Give a seat to a bot before the game, as the host; None frees it again."""

    bot: str | None
    name: Name | None = None


class Leave(SeatCommand, frozen=True, kw_only=True, tag="leave"):
    """Leave the seat to a bot."""

    def propose(self, table: Table) -> Proposal:
        return table.leave(self.seat)


class StandIn(Command, frozen=True, kw_only=True, tag="stand-in"):
    """Let a bot play for another person who is gone, until they come back."""


class ComeBack(SeatCommand, frozen=True, kw_only=True, tag="come-back"):
    """Take the seat back from the bot."""

    def propose(self, table: Table) -> Proposal:
        return table.come_back(self.seat)


class OfferRematch(Request, frozen=True, kw_only=True, tag="offer-rematch"):
    """Offer a rematch, with the same settings or others."""

    seat: SeatNumber
    settings: Settings | None = None


class Look(Request, frozen=True, kw_only=True, tag="look"):
    """View the table from another of the sender's seats, or as a spectator."""

    seat: SeatNumber | None
    openly: bool = False
    """Whether to refuse as `secret` if others at the same screen must not see what this seat sees or chooses."""


class AskOdds(Request, frozen=True, kw_only=True, tag="odds"):
    """Ask how likely each legal action is to succeed, and what else can be counted; the answer is `odds`."""

    seat: SeatNumber


class AskPreview(Request, frozen=True, kw_only=True, tag="preview"):
    """Ask for a preview of an action; the answer is `preview`."""

    seat: SeatNumber
    action: ActionText


class Describe(Request, frozen=True, kw_only=True, tag="describe"):
    """Ask for the table in plain text, as the sender sees it; the answer is `described`."""


class Whistle(SeatCommand, frozen=True, kw_only=True, tag="whistle"):
    """Pause the game for a moment to decide whether to interrupt it."""

    def propose(self, table: Table) -> Proposal:
        return table.whistle(self.seat)


class LetGo(SeatCommand, frozen=True, kw_only=True, tag="let-go"):
    """End the pause."""

    def propose(self, table: Table) -> Proposal:
        return table.resume(self.seat)


class Say(Request, frozen=True, kw_only=True, tag="say"):
    text: ChatText


class React(Request, frozen=True, kw_only=True, tag="react"):
    reaction: Reaction


class Away(Up, frozen=True, tag="away"):
    """Report whether the page is hidden. This is also the heartbeat: the answer is a `pong`."""

    hidden: bool = False


class Identified(msgspec.Struct, frozen=True):
    id: MessageId


def kinds_of(base: type[msgspec.Struct]) -> list[type[msgspec.Struct]]:
    """Return all message classes below `base`: those without subclasses."""
    subclasses = base.__subclasses__()
    return [base] if not subclasses else [kind for sub in subclasses for kind in kinds_of(sub)]


_any: Any = reduce(or_, kinds_of(Up))
_decoder: msgspec.json.Decoder[Up] = msgspec.json.Decoder(_any)
_id_decoder = msgspec.json.Decoder(Identified)


def decode_up(text: str | bytes) -> Up:
    return _decoder.decode(text)


def find_id(text: str) -> str | None:
    """Return the id of a malformed message, if it has one, because its sender may wait for the answer."""
    try:
        return _id_decoder.decode(text).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
