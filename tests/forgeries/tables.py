"""Live tables as a cheating server would forge them: the messages and the record do not match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.json import decode, encode
from msgspec.structs import replace

from sheepfold import Record, find_game
from sheepfold.core.record import Contribution
from sheepfold.fair import commitment, dice_of, nonce_commitment
from tests.forgeries.forgery import Forgery
from tests.forgeries.games import changed, fairness_of, played
from tests.forgeries.live import (
    GAME,
    LiveTable,
    messages_after_reconnecting,
    played_table,
    played_table_with_many_undos,
)

Message = dict[str, Any]

OTHER_NONCE = "another-nonce-of-1"
OTHER = Contribution(seat=1, commitment=nonce_commitment(OTHER_NONCE), nonce=OTHER_NONCE)


def forged_tables() -> list[Forgery]:
    live = played_table()
    return [*honest_tables(live), *forged_messages(live), *forged_welcomes(live), *forged_live_records(live)]


def honest_tables(live: LiveTable) -> list[Forgery]:
    """No forgeries: nothing may be reported."""
    other = played_table_with_many_undos()
    record, other_record = live.table.record(), other.table.record()
    reconnected = messages_after_reconnecting(live)
    return [
        Forgery("live: fair", record, dice_of(record), "", "", live.messages()),
        Forgery("live: fair, with a lost connection", record, dice_of(record), "", "", reconnected),
        Forgery("live: fair, with many undos", other_record, dice_of(other_record), "", "", other.messages()),
    ]


# A fair record, and forged messages


def forged_messages(live: LiveTable) -> list[Forgery]:
    record, messages = live.table.record(), live.messages()
    dice = dice_of(record)

    def renumber(message: Message) -> None:
        message["thrown"]["first"] += 3

    def reseal(message: Message) -> None:
        message["thrown"]["seals"][0] = "0" * 32

    def forged(name: str, python: str, browser: str, heard: list[Message]) -> Forgery:
        return Forgery(name, record, dice, python, browser, heard)

    unasked = [message for message in messages if message.get("note", {}).get("kind") != "undo-asked"]
    return [
        forged("live: skipped number", "came after throw", "live_skipped", with_last_throw(messages, renumber)),
        forged("live: changed throw", "is not the one that fell", "throw_changed", with_last_throw(messages, reseal)),
        forged("live: undone without asking", "without asking anyone", "live_back", unasked),
        forged("live: late nonce", "the sealed commitments changed", "live_seal", with_late_nonce(messages)),
        forged("live: rounds renumbered", "in round 1 after 2", "live_round", with_renumbered_rounds(messages)),
        forged("live: restarted in mid-game", "in round 2 after 1", "live_round", with_late_restart(messages)),
        forged("live: more throws than fell", "throws, but only", "throw_extra", with_early_end(messages)),
    ]


def with_last_throw(messages: list[Message], change: Callable[[Message], None]) -> list[Message]:
    """The messages, with a change to the last throw."""
    copy: list[Message] = decode(encode(messages))
    change(next(message for message in reversed(copy) if "thrown" in message))
    return copy


def sealing(messages: list[Message]) -> Message:
    """The message that fixes all commitments."""
    return next(message for message in messages if message.get("dice", {}).get("sealed"))


def with_late_nonce(messages: list[Message]) -> list[Message]:
    resealed: Message = decode(encode(sealing(messages)))
    resealed["version"] = messages[-1]["version"] + 1
    resealed["dice"]["sealed"][1] = OTHER.commitment
    return [*messages, resealed]


def with_late_restart(messages: list[Message]) -> list[Message]:
    version = messages[-1]["version"] + 1
    return [*messages, sealing(messages) | {"version": version, "dice": {"round": 2, "sealed": None}}]


def with_renumbered_rounds(messages: list[Message]) -> list[Message]:
    """The dice are restarted, and the next round is called the first again."""
    sealed = sealing(messages)
    index = messages.index(sealed) + 1
    return [
        *messages[:index],
        sealed | {"version": sealed["version"] + 1, "dice": {"round": 2, "sealed": None}},
        sealed | {"version": sealed["version"] + 2},
        *(message | {"version": message["version"] + 2} for message in messages[index:]),
    ]


def with_early_end(messages: list[Message]) -> list[Message]:
    half = messages[: len(messages) // 2]
    end = {"type": "update", "note": {"kind": "acted", "seat": 0}, "status": "over"}
    return [*half, end | {"moves": half[-1]["moves"], "version": half[-1]["version"] + 1}]


def forged_welcomes(live: LiveTable) -> list[Forgery]:
    record, messages = live.table.record(), live.messages()
    first = messages[0]
    uncommitted = [first | {"table": first["table"] | {"commitment": None}}, *messages[1:]]
    rewound = first | {"version": messages[-1]["version"], "missed": [], "thrown": 10, "moves": 3}
    rewound["dice"] = sealing(messages)["dice"]
    dice = dice_of(record)
    return [
        Forgery("live: no commitment", record, dice, "the table showed no commitment", "live_no_promise", uncommitted),
        Forgery("live: rewound", record, dice, "the game was changed unseen", "live_moved", [*messages, rewound]),
    ]


# True messages, and a forged record


def forged_live_records(live: LiveTable) -> list[Forgery]:
    record = live.table.record()
    [takeback] = fairness_of(record).takebacks
    zero, one = fairness_of(record).players

    def forged(name: str, python: str, browser: str, forgery: Record) -> Forgery:
        return Forgery(name, forgery, dice_of(forgery), python, browser, live.messages())

    absent = changed(record, takebacks=[replace(takeback, agreed=[0], absent=[1])])
    other_secret = changed(record, commitment=commitment("00" * 32), secret="00" * 32)
    swapped = changed(record, players=[zero, OTHER])
    left_out = changed(record, players=[Contribution(seat=0), one])
    restarted = changed(record, restarts=[[1]])
    invented = changed(record, takebacks=[takeback, takeback])
    truncated = replace(record, actions=record.actions[:-60], result=None)
    other_game = played(find_game(GAME), 2, seed=1)
    return [
        forged("live: player declared absent", "but not as the record says", "takeback_untold", absent),
        forged("live: another commitment", "not the one shown before the game", "other_promise", other_secret),
        forged("live: swapped nonce", "the nonce of seat 1 is not the one sealed", "other_seal", swapped),
        forged("live: own nonce left out", "the nonce you added for seat 0 was left out", "my_nonce", left_out),
        forged("live: restarted unseen", "the record has 2 rounds of dice, but this client saw 1", "rounds", restarted),
        forged("live: takeback unseen", "did not go back after throw", "takeback_unseen", invented),
        forged("live: truncated game", "is missing from the record", "throw_missing", truncated),
        forged("live: another game", "fell after move", "throw_moved", other_game),
    ]
