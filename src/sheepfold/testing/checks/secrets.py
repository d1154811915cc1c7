"""Secrets of chance and of seats: two different actions from one position, and what others notice of the difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from sheepfold.core.action import Action
from sheepfold.core.event import Event
from sheepfold.core.state import State, seat_name
from sheepfold.testing.cases import Case, observer_name
from sheepfold.testing.differences import NOTHING, SHOWN, assert_sees_same, different_places, fields_of, seen

GUESSES: Final = 40
"""How often a secret is guessed before it counts as known. If only two worlds are possible, all guesses are right once
in 2**40 times."""
RARE: Final = 20
"""So many actions of each kind are always compared, and COMPARED of all others: both checks build every view twice."""
COMPARED: Final = 0.1
KEPT: Final = 4
"""The number of secrets of each kind that are guessed."""


class Fork(NamedTuple):
    """Two positions and their events, after two different actions of the same seat, or of chance."""

    seat: int
    actions: tuple[Action, Action]
    positions: tuple[State, State]
    events: tuple[list[Event], list[Event]]

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} does '{self.actions[0].text}' or '{self.actions[1].text}'"


class Secret(NamedTuple):
    """A difference between two positions that one seat sees, and another observer does not."""

    kind: tuple[int | None, int, str]
    """The observer, the seat that knows, and the first word of the action."""
    position: State
    places: list[str]
    """Where the view of the seat that knows differs."""


def hidden_actions_stay_hidden(case: Case) -> None:
    """If only some seats can see which of two actions was played, the events do not reveal it to the others."""
    for fork in _forks(case, Random(f"{case}/forks")):
        alike, different = _observers(case, fork)
        for observer in alike if different else []:
            cause = f"{fork}, which only {', '.join(map(observer_name, different))} can see"
            assert_sees_same(case.game, *fork.events, observer, cause)


def resampling_guesses_secrets(case: Case) -> None:
    """Resampling sometimes changes what is hidden from the observer; otherwise bots would see it.

    It need not do so in every position. Each kind of secret is guessed until a guess differs from the truth.
    """
    rng = Random(f"{case}/secrets")
    guessed: set[tuple[int | None, int, str]] = set()
    kept: dict[tuple[int | None, int, str], list[Secret]] = {}
    for fork in _forks(case, rng):
        for secret in _secrets(case, fork, guessed):
            if _guess_differs(secret, rng):
                guessed.add(secret.kind)
            else:
                kept.setdefault(secret.kind, []).append(secret)
    for kind, secrets in kept.items():
        if kind not in guessed:
            _assert_guesses_differ(secrets[-KEPT:], rng)


def _forks(case: Case, rng: Random) -> Iterator[Fork]:
    """Forks at a sample of positions; a kind of action that is rare, such as dealing, is never left out."""
    kinds: Counter[str] = Counter()
    for state, step in case.positions():
        if step is None:
            continue
        kind = step[1].text.split()[0]
        is_rare = kinds[kind] < RARE
        if not is_rare and rng.random() >= COMPARED:
            continue
        kinds[kind] += 1
        seat = step[0] if is_rare else rng.choice([*state.waiting_for(), *state.may_act()])
        actions = state.legal_actions(seat)
        if len(actions) > 1:
            yield _fork(state, seat, *rng.sample(actions, 2))


def _fork(state: State, seat: int, action: Action, other_action: Action) -> Fork:
    one, other = state.copy(), state.copy()
    events = one.act(seat, action), other.act(seat, other_action)
    return Fork(seat, (action, other_action), (one, other), events)


def _observers(case: Case, fork: Fork) -> tuple[list[int | None], list[int | None]]:
    """The observers whose views are the same in both positions, without the seat that acted; and all others.

    If there are no others, no view keeps the difference: it may be a throw that was public, but has no effect.
    """
    alike: list[int | None] = []
    different: list[int | None] = []
    for observer in case.observers():
        one, other = fork.positions
        if one.view(observer) != other.view(observer):
            different.append(observer)
        elif observer != fork.seat:
            alike.append(observer)
    return alike, different


def _secrets(case: Case, fork: Fork, guessed: set[tuple[int | None, int, str]]) -> Iterator[Secret]:
    alike, different = _observers(case, fork)
    one, other = fork.positions
    for observer in alike if different else []:
        if seen(fork.events[0], observer) != seen(fork.events[1], observer):
            continue  # the observer has seen the difference
        for knowing in different:
            if knowing is None:
                continue
            kind = observer, knowing, fork.actions[0].text.split()[0]
            if kind not in guessed:
                yield Secret(kind, one.copy(), different_places(one.view(knowing), other.view(knowing)))


def _guess_differs(secret: Secret, rng: Random) -> bool:
    observer, knowing, _ = secret.kind
    truth = fields_of(secret.position.view(knowing))
    guess = fields_of(secret.position.resample(observer, rng).view(knowing))
    return any(truth.get(place, NOTHING) != guess.get(place, NOTHING) for place in secret.places)


def _assert_guesses_differ(secrets: list[Secret], rng: Random) -> None:
    observer, knowing, word = secrets[0].kind
    differs = any(_guess_differs(secret, rng) for secret in secrets for _ in range(GUESSES))
    assert differs, (
        f"resample({observer}) never changes what only {seat_name(knowing)} can see after '{word}' "
        f"({', '.join(secrets[0].places[:SHOWN])}): a bot would know it"
    )
