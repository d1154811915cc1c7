"""The conformance kit accepts a correct game and rejects every kind of broken one."""

from __future__ import annotations

from random import Random
from typing import Self

import msgspec
import pytest

from sheepfold import CHANCE, Action, Event, Outcome, SheepfoldError, State
from sheepfold.core import record as records
from sheepfold.testing import CHECKS, cases_of
from sheepfold.testing.conformance import (
    Check,
    apply_is_deterministic_and_silent,
    chance_has_positive_weights,
    copies_are_independent,
    games_end_with_an_outcome,
    hidden_information_stays_hidden,
    hypothesis_finds_nothing,
    illegal_actions_are_refused,
    laws_hold,
    legal_actions_are_unique_and_ordered,
    notation_round_trips,
    nothing_is_pending_after_the_end,
    odds_reveal_nothing_hidden,
    parsed_actions_apply,
    records_replay_identically,
    resampled_positions_vary,
    simultaneous_choices_are_secret,
    views_and_events_are_plain_data,
)
from tests.toys.fingers import COIN, DOUBLE, SHOW, Fingers, FingersGame, FingersView, Opened, Shown


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let records find the toy game by its id, as if its package were installed."""
    monkeypatch.setattr(records, "find_game", lambda _id: FingersGame(Fingers))


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_correct_game_passes(check: Check) -> None:
    for case in cases_of(FingersGame()):
        check(case)


class OffersTwice(Fingers):
    def legal_actions(self, seat: int) -> list[Action]:
        return super().legal_actions(seat) * 2


class OffersInAnyOrder(Fingers):
    def legal_actions(self, seat: int) -> list[Action]:
        return super().legal_actions(seat)[::-1]


class OffersToEveryone(Fingers):
    def legal_actions(self, seat: int) -> list[Action]:
        return SHOW if self.waiting_for() == [0] else super().legal_actions(seat)


class WaitsForASeatThatCannotAct(Fingers):
    def waiting_for(self) -> list[int]:
        return [0] if self.round == 3 else super().waiting_for()

    def legal_actions(self, seat: int) -> list[Action]:
        return [] if self.round == 3 else super().legal_actions(seat)


class ImpossibleChance(Fingers):
    def chance_weights(self) -> list[int]:
        return [1, 0]


class RefusesByAnotherGamesClause(Fingers):
    def why_not(self, seat: int, action: Action) -> str | None:
        return "SS-2.1"


class RefusalRevealsTheSecret(Fingers):
    def why_not(self, seat: int, action: Action) -> str | None:
        return f"FI-1.{sum(fingers or 0 for fingers in self.fingers)}"


class AcceptsAnything(Fingers):
    def act(self, seat: int, action: Action) -> list[Event]:
        events: list[Event] = []
        self.emitted = events
        self.apply(seat, action)
        self.emitted = None
        return events


class SharesItsList(Fingers):
    def copy(self) -> Self:
        other = super().copy()
        other.points = self.points
        return other


class ThrowsDiceItself(Fingers):
    dice = Random(1)

    def apply(self, seat: int, action: Action) -> None:
        super().apply(seat, self.dice.choice(COIN) if seat == CHANCE else action)


class DependsOnEmittingEvents(Fingers):
    def apply(self, seat: int, action: Action) -> None:
        super().apply(seat, action)
        if self.emitted is not None:
            self.points[0] += 1


class CannotParseItsNotation(Fingers):
    def legal_actions(self, seat: int) -> list[Action]:
        return [Action(f"please {action.text}") for action in super().legal_actions(seat)]

    def apply(self, seat: int, action: Action) -> None:
        super().apply(seat, Action(action.text.removeprefix("please ")))


class OwnAction(Action):
    """Equal to a plain action with the same text."""


class AppliesOnlyItsOwnActions(Fingers):
    def legal_actions(self, seat: int) -> list[Action]:
        return [OwnAction(action.text) for action in super().legal_actions(seat)]

    def apply(self, seat: int, action: Action) -> None:
        assert isinstance(action, OwnAction)
        super().apply(seat, action)


class NeverEnds(Fingers):
    def apply(self, seat: int, action: Action) -> None:
        super().apply(seat, action)
        self.round = min(self.round, 1)


class EndsWithoutAResult(Fingers):
    def outcome(self) -> Outcome | None:
        return None


class HasNoFirstRank(Fingers):
    def outcome(self) -> Outcome | None:
        return None if super().outcome() is None else Outcome([2, 2])


class TurnView(FingersView, frozen=True, tag="fingers", kw_only=True):
    active: int | None


class ShowsAnActiveSeatAfterTheEnd(Fingers):
    def view(self, seat: int | None) -> TurnView:
        return TurnView(**msgspec.structs.asdict(super().view(seat)), active=0)


class MayDoubleAfterTheEnd(Fingers):
    def may_act(self) -> list[int]:
        return super().may_act() if self.waiting_for() else [0]


class CitesAnUnknownClause(Fingers):
    def _emit(self, event: Event) -> None:
        super()._emit(Shown(0, None, clause="somewhere"))


class ViewRevealsTheSecret(Fingers):
    def view(self, seat: int | None) -> FingersView:
        mine = super().view(seat)
        return FingersView(
            seat=mine.seat,
            waiting_for=mine.waiting_for,
            may_act=mine.may_act,
            scores=mine.scores,
            ranks=mine.ranks,
            has_shown=mine.has_shown,
            own=next((fingers for fingers in self.fingers if fingers is not None), None),
            stake=mine.stake,
        )


class MayActRevealsTheSecret(Fingers):
    def may_act(self) -> list[int]:
        return super().may_act() if self.fingers[1] == 3 else []


class EventRevealsTheSecret(Fingers):
    def _emit(self, event: Event) -> None:
        super()._emit(Opened([event.fingers or 0]) if isinstance(event, Shown) else event)


class NeverResamples(Fingers):
    def resample(self, seat: int | None, rng: Random) -> Self:
        return self.copy()


class ForgetsWhatTheSeatKnows(Fingers):
    def resample(self, seat: int | None, rng: Random) -> Self:
        other = self.copy()
        other.fingers = [fingers and rng.randint(1, 3) for fingers in self.fingers]
        return other


class BreaksALaw(Fingers):
    def apply(self, seat: int, action: Action) -> None:
        super().apply(seat, action)
        if action == DOUBLE:
            self.points[seat] += 100


class CrashesInRarePositions(Fingers):
    def apply(self, seat: int, action: Action) -> None:
        super().apply(seat, action)
        assert self.points[1] < 6


class OddsRevealTheSecret(FingersGame):
    def chances(self, state: State, seat: int) -> dict[str, float]:
        assert isinstance(state, Fingers)
        return {action.text: (state.fingers[1 - seat] or 0) / 10 for action in state.legal_actions(seat)}


class OddsOfAnIllegalAction(FingersGame):
    def chances(self, state: State, seat: int) -> dict[str, float]:
        return {"fly": 0.5}


class OddsAboveOne(FingersGame):
    def chances(self, state: State, seat: int) -> dict[str, float]:
        return {action.text: 1.5 for action in state.legal_actions(seat)}


@pytest.mark.parametrize("broken", [OddsRevealTheSecret, OddsOfAnIllegalAction, OddsAboveOne])
def test_broken_odds_are_rejected(broken: type[FingersGame]) -> None:
    [case] = cases_of(broken())
    with pytest.raises(AssertionError):
        odds_reveal_nothing_hidden(case)


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (OffersTwice, legal_actions_are_unique_and_ordered),
        (OffersInAnyOrder, legal_actions_are_unique_and_ordered),
        (OffersToEveryone, legal_actions_are_unique_and_ordered),
        (WaitsForASeatThatCannotAct, legal_actions_are_unique_and_ordered),
        (ImpossibleChance, chance_has_positive_weights),
        (AcceptsAnything, illegal_actions_are_refused),
        (RefusesByAnotherGamesClause, illegal_actions_are_refused),
        (RefusalRevealsTheSecret, illegal_actions_are_refused),
        (SharesItsList, copies_are_independent),
        (ThrowsDiceItself, apply_is_deterministic_and_silent),
        (DependsOnEmittingEvents, apply_is_deterministic_and_silent),
        (DependsOnEmittingEvents, records_replay_identically),
        (CannotParseItsNotation, notation_round_trips),
        (AppliesOnlyItsOwnActions, parsed_actions_apply),
        (NeverEnds, games_end_with_an_outcome),
        (EndsWithoutAResult, games_end_with_an_outcome),
        (HasNoFirstRank, games_end_with_an_outcome),
        (ShowsAnActiveSeatAfterTheEnd, nothing_is_pending_after_the_end),
        (MayDoubleAfterTheEnd, nothing_is_pending_after_the_end),
        (CitesAnUnknownClause, views_and_events_are_plain_data),
        (ViewRevealsTheSecret, hidden_information_stays_hidden),
        (ViewRevealsTheSecret, simultaneous_choices_are_secret),
        (MayActRevealsTheSecret, hidden_information_stays_hidden),
        (EventRevealsTheSecret, simultaneous_choices_are_secret),
        (ForgetsWhatTheSeatKnows, hidden_information_stays_hidden),
        (NeverResamples, resampled_positions_vary),
        (BreaksALaw, laws_hold),
        (CrashesInRarePositions, hypothesis_finds_nothing),
    ],
)
def test_a_broken_game_is_rejected(broken: type[Fingers], check: Check) -> None:
    [case] = cases_of(FingersGame(broken))
    with pytest.raises((AssertionError, IndexError, ValueError, SheepfoldError)):
        check(case)
