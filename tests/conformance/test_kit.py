"""The kit accepts a sound game from outside and catches every kind of broken one."""

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
    games_end_and_say_how,
    hypothesis_finds_nothing,
    illegal_actions_are_refused,
    laws_hold,
    legal_actions_are_unique_ordered_and_there,
    notation_round_trips,
    nothing_is_pending_after_the_end,
    odds_are_of_legal_actions_and_tell_nothing_hidden,
    parsed_actions_apply,
    records_replay_identically,
    resampled_worlds_vary,
    simultaneous_choices_are_secret,
    views_and_events_are_plain_data,
    what_is_hidden_does_not_show,
)
from tests.toys.fingers import COIN, DOUBLE, SHOW, Fingers, FingersGame, FingersView, Opened, Shown


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Records find the toy by its id, as they would find an installed package's game."""
    monkeypatch.setattr(records, "find_game", lambda _id: FingersGame(Fingers))


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_sound_game_passes(check: Check) -> None:
    for case in cases_of(FingersGame()):
        check(case)


class OffersTwice(Fingers):
    def legal_actions(self, seat: int) -> list[Action]:
        return super().legal_actions(seat) * 2


class OffersInAnyOrder(Fingers):
    def legal_actions(self, seat: int) -> list[Action]:
        return super().legal_actions(seat)[::-1]


class OffersToEverybody(Fingers):
    def legal_actions(self, seat: int) -> list[Action]:
        return SHOW if self.waiting_for() == [0] else super().legal_actions(seat)


class WaitsInVain(Fingers):
    def waiting_for(self) -> list[int]:
        return [0] if self.round == 3 else super().waiting_for()

    def legal_actions(self, seat: int) -> list[Action]:
        return [] if self.round == 3 else super().legal_actions(seat)


class ImpossibleChance(Fingers):
    def chance_weights(self) -> list[int]:
        return [1, 0]


class RefusesByAnotherGame(Fingers):
    def why_not(self, seat: int, action: Action) -> str | None:
        return "SS-2.1"


class RefusesByWhatIsHidden(Fingers):
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


class RollsItsOwnDice(Fingers):
    dice = Random(1)

    def apply(self, seat: int, action: Action) -> None:
        super().apply(seat, self.dice.choice(COIN) if seat == CHANCE else action)


class HearsTheListener(Fingers):
    def apply(self, seat: int, action: Action) -> None:
        super().apply(seat, action)
        if self.emitted is not None:
            self.points[0] += 1


class WritesWhatItCannotRead(Fingers):
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


class CountsRanksFromNowhere(Fingers):
    def outcome(self) -> Outcome | None:
        return None if super().outcome() is None else Outcome([2, 2])


class TurnView(FingersView, frozen=True, tag="fingers", kw_only=True):
    active: int | None


class SomebodyIsAlwaysActive(Fingers):
    def view(self, seat: int | None) -> TurnView:
        return TurnView(**msgspec.structs.asdict(super().view(seat)), active=0)


class MayDoubleAfterTheEnd(Fingers):
    def may_act(self) -> list[int]:
        return super().may_act() if self.waiting_for() else [0]


class CitesNoClause(Fingers):
    def _emit(self, event: Event) -> None:
        super()._emit(Shown(0, None, clause="somewhere"))


class ViewShowsTheSecret(Fingers):
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


class WhoMayActShowsTheSecret(Fingers):
    def may_act(self) -> list[int]:
        return super().may_act() if self.fingers[1] == 3 else []


class EventTellsTheSecret(Fingers):
    def _emit(self, event: Event) -> None:
        super()._emit(Opened([event.fingers or 0]) if isinstance(event, Shown) else event)


class KnowsTheTruth(Fingers):
    def resample(self, seat: int | None, rng: Random) -> Self:
        return self.copy()


class ForgetsWhatTheSeatKnows(Fingers):
    def resample(self, seat: int | None, rng: Random) -> Self:
        other = self.copy()
        other.fingers = [fingers and rng.randint(1, 3) for fingers in self.fingers]
        return other


class MakesPointsFromNothing(Fingers):
    def apply(self, seat: int, action: Action) -> None:
        super().apply(seat, action)
        if action == DOUBLE:
            self.points[seat] += 100


class CrashesDeepDown(Fingers):
    def apply(self, seat: int, action: Action) -> None:
        super().apply(seat, action)
        assert self.points[1] < 6


class OddsTellTheSecret(FingersGame):
    def chances(self, state: State, seat: int) -> dict[str, float]:
        assert isinstance(state, Fingers)
        return {action.text: (state.fingers[1 - seat] or 0) / 10 for action in state.legal_actions(seat)}


class OddsOfNothing(FingersGame):
    def chances(self, state: State, seat: int) -> dict[str, float]:
        return {"fly": 0.5}


class OddsBeyondAll(FingersGame):
    def chances(self, state: State, seat: int) -> dict[str, float]:
        return {action.text: 1.5 for action in state.legal_actions(seat)}


@pytest.mark.parametrize("broken", [OddsTellTheSecret, OddsOfNothing, OddsBeyondAll])
def test_broken_odds_are_caught(broken: type[FingersGame]) -> None:
    [case] = cases_of(broken())
    with pytest.raises(AssertionError):
        odds_are_of_legal_actions_and_tell_nothing_hidden(case)


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (OffersTwice, legal_actions_are_unique_ordered_and_there),
        (OffersInAnyOrder, legal_actions_are_unique_ordered_and_there),
        (OffersToEverybody, legal_actions_are_unique_ordered_and_there),
        (WaitsInVain, legal_actions_are_unique_ordered_and_there),
        (ImpossibleChance, chance_has_positive_weights),
        (AcceptsAnything, illegal_actions_are_refused),
        (RefusesByAnotherGame, illegal_actions_are_refused),
        (RefusesByWhatIsHidden, illegal_actions_are_refused),
        (SharesItsList, copies_are_independent),
        (RollsItsOwnDice, apply_is_deterministic_and_silent),
        (HearsTheListener, apply_is_deterministic_and_silent),
        (HearsTheListener, records_replay_identically),
        (WritesWhatItCannotRead, notation_round_trips),
        (AppliesOnlyItsOwnActions, parsed_actions_apply),
        (NeverEnds, games_end_and_say_how),
        (EndsWithoutAResult, games_end_and_say_how),
        (CountsRanksFromNowhere, games_end_and_say_how),
        (SomebodyIsAlwaysActive, nothing_is_pending_after_the_end),
        (MayDoubleAfterTheEnd, nothing_is_pending_after_the_end),
        (CitesNoClause, views_and_events_are_plain_data),
        (ViewShowsTheSecret, what_is_hidden_does_not_show),
        (ViewShowsTheSecret, simultaneous_choices_are_secret),
        (WhoMayActShowsTheSecret, what_is_hidden_does_not_show),
        (EventTellsTheSecret, simultaneous_choices_are_secret),
        (ForgetsWhatTheSeatKnows, what_is_hidden_does_not_show),
        (KnowsTheTruth, resampled_worlds_vary),
        (MakesPointsFromNothing, laws_hold),
        (CrashesDeepDown, hypothesis_finds_nothing),
    ],
)
def test_a_broken_game_is_caught(broken: type[Fingers], check: Check) -> None:
    [case] = cases_of(FingersGame(broken))
    with pytest.raises((AssertionError, IndexError, ValueError, SheepfoldError)):
        check(case)
