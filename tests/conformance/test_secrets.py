"""The kit notices secrets that events reveal, and secrets that `resample` leaves as they are."""

from __future__ import annotations

from random import Random
from typing import Self

import msgspec
import pytest

from sheepfold import CHANCE, Action, Event
from sheepfold.core import record as records
from sheepfold.testing import CHECKS, cases_of
from sheepfold.testing.checks.secrets import hidden_actions_stay_hidden, resampling_guesses_secrets
from sheepfold.testing.conformance import Check, resampled_positions_vary
from tests.toys.cups import CUPS, Cups, CupsGame, CupsView, Opened


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let records find the game that is checked by its id, as if its package were installed."""
    monkeypatch.setattr(records, "find_game", lambda _id: CHECKED[-1])


CHECKED: list[CupsGame] = []
"""The last one is being checked."""


def check_all(check: Check, state: type[Cups]) -> None:
    CHECKED.append(CupsGame(state))
    for case in cases_of(CHECKED[-1]):
        check(case)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_game_with_secret_draws_passes(check: Check) -> None:
    check_all(check, Cups)


class LookedAt(Event, frozen=True):
    """Everybody sees the card."""

    seat: int
    card: int
    clause: str = "CU-1"


class EveryoneSeesTheDraw(Cups):
    def drawn(self, seat: int, card: int) -> Event:
        return LookedAt(seat, card)


class LeftNeighbour(LookedAt, frozen=True):
    """The owner and the next seat see the card."""

    def seen_by(self, seat: int | None) -> Self:
        return self if seat in (self.seat, self.seat + 1) else msgspec.structs.replace(self, card=0)


class OneSeatSeesTheDraw(Cups):
    def drawn(self, seat: int, card: int) -> Event:
        return LeftNeighbour(seat, card)


@pytest.mark.parametrize("leak", [EveryoneSeesTheDraw, OneSeatSeesTheDraw])
def test_a_leaked_draw_is_noticed(leak: type[Cups]) -> None:
    with pytest.raises(
        AssertionError, match=r"chance does 'draw \d' or 'draw \d', which only seat 0 can see, but .* LookedAt|LeftN"
    ):
        check_all(hidden_actions_stay_hidden, leak)


class LeavesEveryCard(Cups):
    """Changes what a spectator does not know, but a seat sees all cards."""

    def resample(self, seat: int | None, rng: Random) -> Self:
        return super().resample(seat, rng) if seat is None else self.copy()


class LeavesOneCard(Cups):
    """The last seat sees the first card; everything else is drawn again."""

    def resample(self, seat: int | None, rng: Random) -> Self:
        other = super().resample(seat, rng)
        if seat == self.players - 1 and self.cards[:1] != other.cards[:1]:
            other.cards = self.cards[:]
        return other


@pytest.mark.parametrize("peeks", [LeavesEveryCard, LeavesOneCard])
def test_a_resample_that_peeks_is_noticed(peeks: type[Cups]) -> None:
    with pytest.raises(
        AssertionError, match=r"resample\(\d\) never changes what only seat 0 can see after 'draw' \(own\)"
    ):
        check_all(resampling_guesses_secrets, peeks)


class WindBlew(Event, frozen=True):
    strength: int
    clause: str = "CU-4"


class WindBlows(Cups):
    """A public throw without any effect, that no view keeps."""

    __slots__ = ("calm",)

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.calm = True

    def copy(self) -> Self:
        other = super().copy()
        other.calm = self.calm
        return other

    def waiting_for(self) -> list[int]:
        return [CHANCE] if self.calm and len(self.cards) == self.players else super().waiting_for()

    def legal_actions(self, seat: int) -> list[Action]:
        if seat == CHANCE and self.calm and len(self.cards) == self.players:
            return [Action(f"draw {strength}") for strength in range(1, 7)]
        return super().legal_actions(seat)

    def apply(self, seat: int, action: Action) -> None:
        if seat == CHANCE and len(self.cards) == self.players:
            self.calm = False
            self.emit(WindBlew(int(action.text[-1])))
        else:
            super().apply(seat, action)


class CardsLieOpen(Cups):
    """Nothing is hidden, so nothing has to be guessed."""

    def drawn(self, seat: int, card: int) -> Event:
        return LookedAt(seat, card)

    def view(self, seat: int | None) -> CupsView:
        return msgspec.structs.replace(super().view(seat), opened=self.cards[:])

    def resample(self, seat: int | None, rng: Random) -> Self:
        return self.copy()


class DrawIsTakenBack(Cups):
    """The first card is drawn openly and put back."""

    __slots__ = ("tried",)

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.tried = False

    def copy(self) -> Self:
        other = super().copy()
        other.tried = self.tried
        return other

    def apply(self, seat: int, action: Action) -> None:
        super().apply(seat, action)
        if not self.tried:
            self.tried = True
            self.cards.pop()

    def drawn(self, seat: int, card: int) -> Event:
        return super().drawn(seat, card) if self.tried else LookedAt(seat, card)


@pytest.mark.parametrize("state", [WindBlows, CardsLieOpen, DrawIsTakenBack])
@pytest.mark.parametrize("check", [hidden_actions_stay_hidden, resampling_guesses_secrets])
def test_public_draws_are_no_secrets(state: type[Cups], check: Check) -> None:
    check_all(check, state)


def test_only_two_worlds_are_enough_to_guess() -> None:
    """With two players, two cards remain for the other cup; in half of all guesses it is the true one."""
    case = cases_of(CUPS)[0]
    assert case.players == 2
    resampling_guesses_secrets(case)
    resampled_positions_vary(case)


class RevealedDraw(LookedAt, frozen=True):
    """The card is shown around, and later only its owner remembers it."""


class ShownAround(CupsGame):
    revealing = frozenset({Opened, RevealedDraw})


class ShowsDraws(Cups):
    def drawn(self, seat: int, card: int) -> Event:
        return RevealedDraw(seat, card)


def test_a_revealing_event_may_show_what_the_view_forgets() -> None:
    for case in cases_of(ShownAround(ShowsDraws)):
        hidden_actions_stay_hidden(case)
