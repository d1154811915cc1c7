"""Records as a cheating server would forge them."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from sheepfold import Game, Record, find_game
from sheepfold.core.record import Contribution, is_chance
from sheepfold.fair import Dice, dice_of
from tests.forgeries.forgery import Forgery
from tests.forgeries.games import Choosing, Skipping, changed, fairness_of, played
from tests.forgeries.live import GAME, SECRET, played_table


def forged_records() -> list[Forgery]:
    game = find_game(GAME)
    fair = played(game, 2, seed=1)
    return [
        *forged_numbers(game),
        *forged_nonces(fair),
        *forged_restarts(fair),
        *forged_takebacks(played_table().table.record()),
        *forged_games(game, fair),
    ]


def forged(name: str, record: Record, python: str, browser: str, dice: Dice | None = None) -> Forgery:
    return Forgery(name, record, dice or dice_of(record), python, browser)


def forged_numbers(game: Game) -> list[Forgery]:
    skipped, chosen = played(game, 2, 1, Skipping(5, 12)), played(game, 2, 1, Choosing())
    return [
        forged("skipped numbers", skipped, "from throw 5 on, the outcomes are those of number 17 on", "skipped"),
        forged("chosen numbers", chosen, "or other numbers", "throws"),
    ]


def forged_nonces(fair: Record) -> list[Forgery]:
    zero, one = fairness_of(fair).players
    swapped = changed(fair, players=[replace(zero, nonce=one.nonce), replace(one, nonce=zero.nonce)])
    late = changed(fair, players=[zero, Contribution(seat=1, nonce=one.nonce)])
    missing = changed(fair, players=[zero, Contribution(seat=1, commitment=one.commitment)])
    left_out = changed(fair, players=[zero])
    repeated = changed(fair, players=[zero, zero, one])
    other_secret = changed(fair, secret=SECRET)
    return [
        forged("swapped nonce", swapped, "the nonce of seat 0 does not match", "nonce"),
        forged("late nonce", late, "seat 1 has a nonce but never", "nonce_late"),
        forged("missing nonce", missing, "seat 1 committed to a nonce, which is missing", "nonce_missing"),
        forged("left out nonce", left_out, "thrown with another secret, other nonces", "throws"),
        forged("player twice", repeated, "seats are out of order", "players"),
        forged("other secret", other_secret, "the secret does not match the commitment", "promise"),
    ]


def forged_restarts(fair: Record) -> list[Forgery]:
    return [
        forged("restart for no reason", changed(fair, restarts=[[]]), "for no reason", "restart"),
        forged("repeated restarts", changed(fair, restarts=[[1], [1]]), "more than once", "restart"),
        forged("restart and a nonce", changed(fair, restarts=[[1]]), "and still added a nonce", "restart"),
    ]


def forged_takebacks(undone: Record) -> list[Forgery]:
    """Forgeries of a record with one takeback."""
    [takeback] = fairness_of(undone).takebacks
    without_consent = changed(undone, takebacks=[replace(takeback, agreed=[0])])
    half = changed(undone, takebacks=[replace(takeback, keep=takeback.keep + 1, actions=takeback.actions[1:])])
    too_long = changed(undone, takebacks=[replace(takeback, keep=10_000)])
    return [
        forged("hidden takeback", changed(undone, takebacks=[]), "numbers are skipped: from throw", "skipped"),
        forged("without consent", without_consent, "although seat 1 did not agree", "consent"),
        forged("half a takeback", half, "takeback 1 begins with a throw", "takeback"),
        forged("endless takeback", too_long, "takeback 1 keeps 10000 actions, but there are only", "takeback"),
    ]


def forged_games(game: Game, fair: Record) -> list[Forgery]:
    throw = next(index for index, line in enumerate(fair.actions) if is_chance(line) and index > 0)
    without_throw = replace(fair, actions=fair.actions[:throw] + fair.actions[throw + 1 :])
    truncated = replace(fair, actions=fair.actions[:-10], result=None)
    other_cards = replace(fair, components=with_another_dog(game))
    return [
        forged("changed weight", other_cards, "but it must be", "throws", with_other_totals(dice_of(fair))),
        forged("missing throw", without_throw, "action ", "parts"),
        forged("truncated game", truncated, "the game is not over", "not_over"),
    ]


def with_another_dog(game: Game) -> dict[str, Any]:
    """Components with one more card, which changes how likely the others are."""
    components: dict[str, Any] = to_builtins(game.standard_components())
    components["extras"]["dogs"] += 1
    return components


def with_other_totals(dice: Dice) -> Dice:
    """The throws with smaller totals."""
    return Dice([replace(throw, total=throw.high) for throw in dice.throws])
