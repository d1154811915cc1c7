"""The conformance kit accepts a correct game and rejects every kind of broken one."""

from __future__ import annotations

from random import Random
from typing import Self

import msgspec
import pytest

from sheepfold import CHANCE, REFEREE, Action, Event, Fact, Outcome, State
from sheepfold.core import record as records
from sheepfold.core.position.format import PositionFormat
from sheepfold.testing import CHECKS, cases_of
from sheepfold.testing.checks.positions import positions_round_trip
from sheepfold.testing.checks.refusals import illegal_actions_are_refused
from sheepfold.testing.conformance import (
    Check,
    apply_is_deterministic_and_silent,
    chance_has_positive_weights,
    copies_are_independent,
    games_end_with_an_outcome,
    hidden_information_stays_hidden,
    hypothesis_finds_nothing,
    laws_hold,
    legal_actions_are_unique_and_ordered,
    notation_round_trips,
    nothing_is_pending_after_the_end,
    odds_reveal_nothing_hidden,
    outlooks_reveal_nothing_hidden,
    parsed_actions_apply,
    records_replay_identically,
    resampled_positions_vary,
    simultaneous_choices_are_secret,
    views_and_events_are_plain_data,
)
from tests.toys.fingers import (
    COIN,
    DOUBLE,
    SHOW,
    Fingers,
    FingersGame,
    FingersPosition,
    FingersView,
    Opened,
    Shown,
    read,
    write,
)


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


class OffersToChance(Fingers):
    def legal_actions(self, seat: int) -> list[Action]:
        return SHOW if self.waiting_for() == [0] and seat == CHANCE else super().legal_actions(seat)


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


class Waved(Event, frozen=True):
    seat: int


class EventHasNoClause(Fingers):
    def _emit(self, event: Event) -> None:
        super()._emit(Waved(0))


class ViewCannotBeDecoded(Fingers):
    def view(self, seat: int | None) -> FingersView:
        return msgspec.structs.replace(super().view(seat), stake="high")


class ViewWaitsForSomeoneElse(Fingers):
    def view(self, seat: int | None) -> FingersView:
        return msgspec.structs.replace(super().view(seat), waiting_for=[1])


class ViewChangesThePosition(Fingers):
    def view(self, seat: int | None) -> FingersView:
        self.weights = [*self.weights, 1]
        return super().view(seat)


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


class ResamplesTheOriginal(Fingers):
    def resample(self, seat: int | None, rng: Random) -> Self:
        self.fingers = super().resample(seat, rng).fingers
        return self


class ResamplesSeats(Fingers):
    """The seats change places, so the bot cannot choose."""

    def resample(self, seat: int | None, rng: Random) -> Self:
        other = super().resample(seat, rng)
        other.fingers.reverse()
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


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (OddsRevealTheSecret, r"the odds of seat \d are {.*}, but {.*} after resample\(\d\)"),
        (OddsOfAnIllegalAction, r"seat \d has odds for \['fly'\], which are not legal"),
        (OddsAboveOne, r"odds are from 0 to 1, not {.*1\.5"),
    ],
)
def test_broken_odds_are_rejected(broken: type[FingersGame], message: str) -> None:
    [case] = cases_of(broken())
    with pytest.raises(AssertionError, match=message):
        odds_reveal_nothing_hidden(case)


def told(chance: float | None = None, *, clause: str = "FI-1.1", seat: int | None = None, **values: int) -> Fact:
    return Fact(id="told", clause=clause, seat=seat, values=dict(values), chance=chance)


class OutlookRevealsTheSecret(FingersGame):
    def outlook(self, state: State, seat: int) -> list[Fact]:
        assert isinstance(state, Fingers)
        return [told(fingers=state.fingers[1 - seat] or 0)]


class OutlookWithAStrangeChance(FingersGame):
    def outlook(self, state: State, seat: int) -> list[Fact]:
        return [told(-0.5)]


class OutlookWithoutAClause(FingersGame):
    def outlook(self, state: State, seat: int) -> list[Fact]:
        return [told(clause="VW-1.1")]


class OutlookOnAStranger(FingersGame):
    def outlook(self, state: State, seat: int) -> list[Fact]:
        return [told(seat=2)]


class OutlookInDisorder(FingersGame):
    def outlook(self, state: State, seat: int) -> list[Fact]:
        return [told(), Fact(id="other", clause="FI-1.1"), told()]


class OutlookChangesThePosition(FingersGame):
    def outlook(self, state: State, seat: int) -> list[Fact]:
        assert isinstance(state, Fingers)
        state.points[seat] += 1
        return []


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (OutlookRevealsTheSecret, r"the outlook of seat \d is .*, but .* after resample\(\d\)"),
        (OutlookWithAStrangeChance, "a chance is from 0 to 1"),
        (OutlookWithoutAClause, "has no clause of the game"),
        (OutlookOnAStranger, "a seat that does not exist"),
        (OutlookInDisorder, "facts with the same id must follow one another"),
        (OutlookChangesThePosition, "outlooks leave the position as it is"),
    ],
)
def test_broken_outlooks_are_rejected(broken: type[FingersGame], message: str) -> None:
    [case] = cases_of(broken())
    with pytest.raises(AssertionError, match=message):
        outlooks_reveal_nothing_hidden(case)


class ForgetsTheStake(FingersGame):
    position_format = PositionFormat(
        FingersPosition, lambda state, seat: msgspec.structs.replace(write(state, seat), doubled=False), read
    )


class PositionRevealsTheSecret(FingersGame):
    position_format = PositionFormat(FingersPosition, lambda state, _seat: write(state, REFEREE), read)


class ReadsAnotherWorld(FingersGame):
    position_format = PositionFormat(FingersPosition, write, lambda fields, state, _rng: read(fields, state, Random(1)))

    def position(self, text: str, rng: Random | None = None, first: State | None = None) -> State:
        return super().position(text.replace(".", "?") if rng else text, rng, first)


@pytest.mark.parametrize("broken", [ForgetsTheStake, PositionRevealsTheSecret, ReadsAnotherWorld])
def test_broken_positions_are_rejected(broken: type[FingersGame]) -> None:
    [case] = cases_of(broken())
    with pytest.raises(AssertionError):
        positions_round_trip(case)


UNIQUE, HIDDEN, APPLY = (
    legal_actions_are_unique_and_ordered,
    hidden_information_stays_hidden,
    apply_is_deterministic_and_silent,
)
LOOKS = r"in the view of seat \d own is \d and \d"


@pytest.mark.parametrize(
    ("broken", "check", "message"),
    [
        (OffersTwice, UNIQUE, r"seat 0 is offered an action twice: \[<show 1>"),
        (OffersInAnyOrder, UNIQUE, r"the actions of seat 0 are not in canonical order: \[<show 3>.*\], not \[<show 1>"),
        (OffersToChance, UNIQUE, r"chance has the legal actions \[<show 1>.*\], but waiting_for\(\) is \[0\]"),
        (WaitsForASeatThatCannotAct, UNIQUE, "the game waits for seat 0, which has no legal action"),
        (ImpossibleChance, chance_has_positive_weights, r"chance_weights\(\) is \[1, 0\]: not all positive"),
        (AcceptsAnything, illegal_actions_are_refused, "chance could do 'coin .*', which is not one of its legal_act"),
        (RefusesByAnotherGamesClause, illegal_actions_are_refused, "by SS-2.1, but clauses begin with FI-"),
        (RefusalRevealsTheSecret, illegal_actions_are_refused, r"why_not\(\d, '.*'\) is FI-1.\d and FI-1.\d"),
        (SharesItsList, copies_are_independent, r"\['points'\] of a copy changes with the original"),
        (ThrowsDiceItself, APPLY, r"'coin \w+' .*, but .*points.0 is \d and \d|'coin \w+' emits"),
        (DependsOnEmittingEvents, APPLY, r"same effect with and without events, but points.0 is 1 and 0"),
        (DependsOnEmittingEvents, records_replay_identically, "does not replay: the actions do not lead to the result"),
        (CannotParseItsNotation, notation_round_trips, "the legal action 'please .*' cannot be parsed: "),
        (
            AppliesOnlyItsOwnActions,
            parsed_actions_apply,
            "once it is parsed, 'show .*' of seat . raises Assertion",
        ),
        (NeverEnds, games_end_with_an_outcome, "a game does not end within 12 actions"),
        (EndsWithoutAResult, games_end_with_an_outcome, r"after the end, outcome\(\) is None"),
        (HasNoFirstRank, games_end_with_an_outcome, r"the ranks are \[2, 2\]"),
        (ShowsAnActiveSeatAfterTheEnd, nothing_is_pending_after_the_end, "after the end, seat 0 sees active: 0"),
        (MayDoubleAfterTheEnd, nothing_is_pending_after_the_end, r"after the end, seat 0 can \[<double>\]"),
        (
            CitesAnUnknownClause,
            views_and_events_are_plain_data,
            "has the clause 'somewhere', but clauses begin with",
        ),
        (EventHasNoClause, views_and_events_are_plain_data, r"Waved\(seat=0\) has no clause"),
        (ViewCannotBeDecoded, views_and_events_are_plain_data, "FingersView cannot be encoded and decoded .*stake"),
        (
            ViewWaitsForSomeoneElse,
            views_and_events_are_plain_data,
            r"is \(0, \[0, 1\], \[\]\), but \(0, \[1\], \[\]\)",
        ),
        (ViewChangesThePosition, views_and_events_are_plain_data, "views leave the position as it is, but weights.2"),
        (ViewRevealsTheSecret, HIDDEN, rf"fingers.1 is \d and \d, and so {LOOKS}: .* or the view shows what is hidden"),
        (ViewRevealsTheSecret, simultaneous_choices_are_secret, f"while .* choose in secret, .* but {LOOKS}"),
        (MayActRevealsTheSecret, HIDDEN, r"after resample\(.*\), .*view of .* may_act"),
        (EventRevealsTheSecret, simultaneous_choices_are_secret, r"but seat \d sees \[Opened\(.*\] and \[Opened\("),
        (ForgetsWhatTheSeatKnows, HIDDEN, rf"fingers.0 is \d and \d.* {LOOKS}: either `resample` changes what seat 0"),
        (
            ResamplesSeats,
            HIDDEN,
            r"legal_actions\(\d\) is \[.*\], but \[\] after resample\(\d\)",
        ),
        (ResamplesTheOriginal, resampled_positions_vary, r"resample\(.*\) leaves the original as it is, but fingers"),
        (NeverResamples, resampled_positions_vary, r"\['Opened'\] are `revealing`, but `resample` never changes"),
        (BreaksALaw, laws_hold, "the law 'points add up' is broken: {.*'points': "),
        (
            CrashesInRarePositions,
            hypothesis_finds_nothing,
            "in a random game, 'coin .*' of chance raises Assertion",
        ),
    ],
)
def test_a_broken_game_is_rejected_with_a_reason(broken: type[Fingers], check: Check, message: str) -> None:
    [case] = cases_of(FingersGame(broken))
    with pytest.raises(AssertionError, match=message):
        check(case)
