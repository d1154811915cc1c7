"""The dice of one table: how their key is made before the game, and what was thrown since. See docs/fairness.md."""

from __future__ import annotations

from sheepfold.core.record import Contribution, Fairness, Takeback, is_chance
from sheepfold.fair import Throws, commitment, throw_key
from sheepfold.server.table.entries import Ready, Revealed, Sealed, Unsealed
from sheepfold.server.table.model import Thrown


class Dice:
    """Every browser commits to a nonce, and reveals it once all commitments are sealed. So nobody chooses last."""

    def __init__(self, secret: str, seats: int) -> None:
        self.secret = secret
        self._seats = seats
        self.ready: dict[int, str] = {}
        """The commitments to nonces that browsers have sent, by seat."""
        self.sealed: list[str | None] | None = None
        """All commitments, by seat, once they are fixed; None for a seat that adds no nonce."""
        self.sealed_at = 0.0
        self.revealed: dict[int, str] = {}
        """The nonces that browsers have revealed, by seat."""
        self.restarts: list[list[int]] = []
        """For each time the dice were set up in vain: the seats that did not reveal their nonces."""
        self.silent: set[int] = set()
        """Those seats. They add no nonce at this table any more, so each can stop the dice only once."""
        self.players: list[int] = []
        """The seats that people played when the game began."""
        self.key = b""
        self.thrown = 0
        """How many throws have fallen, undone ones included."""
        self.takebacks: list[Takeback] = []

    def copy(self) -> Dice:
        twin = Dice(self.secret, self._seats)
        twin.ready = self.ready.copy()
        twin.sealed = self.sealed
        twin.sealed_at = self.sealed_at
        twin.revealed = self.revealed.copy()
        twin.restarts = self.restarts[:]
        twin.silent = self.silent.copy()
        twin.players = self.players
        twin.key = self.key
        twin.thrown = self.thrown
        twin.takebacks = self.takebacks[:]
        return twin

    def are_committed(self, people: list[int]) -> bool:
        """Whether nobody waits for another commitment."""
        return all(seat in self.ready or seat in self.silent for seat in people)

    def commitments(self, people: list[int]) -> list[str | None]:
        """Those that are to be sealed."""
        return [self.ready.get(seat) if seat in people else None for seat in range(self._seats)]

    def unrevealed(self) -> list[int]:
        """The seats that have committed to a nonce and not revealed it."""
        sealed = self.sealed or []
        return [seat for seat, committed in enumerate(sealed) if committed is not None and seat not in self.revealed]

    def apply(self, entry: Ready | Sealed | Revealed | Unsealed, at: float) -> None:
        """A step on the way to the game."""
        match entry:
            case Ready(seat=seat, commitment=committed):
                self.ready[seat] = committed
            case Sealed(commitments=commitments):
                self.sealed = commitments
                self.sealed_at = at
            case Revealed(seat=seat, nonce=nonce):
                self.revealed[seat] = nonce
            case Unsealed(seats=seats):  # the others have revealed their nonces, so all of them make new ones
                self.restarts.append(seats)
                self.silent.update(seats)
                self.sealed = None
                self.ready.clear()
                self.revealed.clear()

    def forget(self, seat: int) -> None:
        """Somebody else will sit there. A silent seat stays silent, else it could stop the dice again and again."""
        self.ready.pop(seat, None)

    def nonces(self) -> list[str]:
        """One a seat; empty for a seat that adds none."""
        return [self.revealed.get(seat, "") for seat in range(self._seats)]

    def begin(self, players: list[int]) -> None:
        self.players = players
        self.key = self.throwing_key()

    def throwing_key(self) -> bytes:
        """The key of the game, which is about to begin if it has not."""
        return self.key or throw_key(self.secret, self.nonces())

    def next_throws(self) -> Throws:
        """The throws that follow those that have fallen."""
        return Throws(self.throwing_key(), self.thrown)

    def throw(self, seals: list[str]) -> Thrown | None:
        """These throws have fallen."""
        if not seals:
            return None
        first = self.thrown + 1
        self.thrown += len(seals)
        return Thrown(first, seals)

    def take_back(self, keep: int, actions: list[str], asked: int, agreed: set[int], absent: list[int]) -> None:
        """Undone throws keep their numbers, so the record keeps the throws."""
        if any(map(is_chance, actions)):
            takeback = Takeback(keep=keep, actions=actions, asked=asked, agreed=sorted(agreed), absent=sorted(absent))
            self.takebacks.append(takeback)

    def fairness(self, *, over: bool) -> Fairness:
        """The secret is revealed only when the game is over."""
        sealed = self.sealed or [None] * self._seats
        return Fairness(
            commitment=commitment(self.secret),
            secret=self.secret if over else None,
            players=[
                Contribution(seat=seat, commitment=sealed[seat], nonce=self.revealed.get(seat)) for seat in self.players
            ],
            restarts=self.restarts,
            takebacks=self.takebacks,
        )
