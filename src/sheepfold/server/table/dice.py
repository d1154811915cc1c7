"""The dice of one table: how their key is agreed on before the game, and how many throws there were since.

See docs/fairness.md.
"""

from __future__ import annotations

from sheepfold.core.record import Contribution, Fairness, Takeback, is_chance
from sheepfold.fair import Throws, commitment, throw_key
from sheepfold.server.table.entries import Ready, Revealed, Sealed, Unsealed
from sheepfold.server.table.model import Thrown


class Dice:
    """Every browser commits to a nonce and reveals it once all commitments are sealed, so none can choose last."""

    def __init__(self, secret: str, seats: int) -> None:
        self.secret = secret
        self._seats = seats
        self.ready: dict[int, str] = {}
        """The commitments to nonces that browsers have sent, by seat."""
        self.sealed: list[str | None] | None = None
        """All commitments, by seat, once they are fixed; None for a seat that contributes no nonce."""
        self.sealed_at = 0.0
        self.revealed: dict[int, str] = {}
        """The nonces that browsers have revealed, by seat."""
        self.restarts: list[list[int]] = []
        """For each failed attempt to set up the dice: the seats that did not reveal their nonces."""
        self.silent: set[int] = set()
        """All of those seats. They no longer contribute a nonce at this table, so each can stop the dice only once."""
        self.players: list[int] = []
        """The seats held by people when the game began."""
        self.key = b""
        self.thrown = 0
        """How many throws there were, undone ones included."""
        self.takebacks: list[Takeback] = []

    def copy(self) -> Dice:
        other = Dice(self.secret, self._seats)
        other.ready = self.ready.copy()
        other.sealed = self.sealed
        other.sealed_at = self.sealed_at
        other.revealed = self.revealed.copy()
        other.restarts = self.restarts[:]
        other.silent = self.silent.copy()
        other.players = self.players
        other.key = self.key
        other.thrown = self.thrown
        other.takebacks = self.takebacks[:]
        return other

    def are_committed(self, people: list[int]) -> bool:
        """Return whether no commitment is missing."""
        return all(seat in self.ready or seat in self.silent for seat in people)

    def commitments(self, people: list[int]) -> list[str | None]:
        """Return the commitments to seal, by seat."""
        return [self.ready.get(seat) if seat in people else None for seat in range(self._seats)]

    def unrevealed(self) -> list[int]:
        """Return the seats that have committed to a nonce but not revealed it."""
        sealed = self.sealed or []
        return [seat for seat, committed in enumerate(sealed) if committed is not None and seat not in self.revealed]

    def apply(self, entry: Ready | Sealed | Revealed | Unsealed, at: float) -> None:
        """Apply an entry that sets up the dice."""
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
        """Drop the commitment of a seat that changes hands. A silent seat stays silent: it cannot stop them twice."""
        self.ready.pop(seat, None)

    def nonces(self) -> list[str]:
        """Return one nonce per seat; empty for a seat that contributes none."""
        return [self.revealed.get(seat, "") for seat in range(self._seats)]

    def begin(self, players: list[int]) -> None:
        self.players = players
        self.key = self.throwing_key()

    def throwing_key(self) -> bytes:
        """Return the key of the game, computing it if the game is about to begin."""
        return self.key or throw_key(self.secret, self.nonces())

    def next_throws(self) -> Throws:
        """Return the throws that come next."""
        return Throws(self.throwing_key(), self.thrown)

    def throw(self, seals: list[str]) -> Thrown | None:
        """Count these throws, and return their numbers and seals."""
        if not seals:
            return None
        first = self.thrown + 1
        self.thrown += len(seals)
        return Thrown(first, seals)

    def take_back(self, keep: int, actions: list[str], asked: int, agreed: set[int], absent: list[int]) -> None:
        """Keep undone throws for the record: they keep their numbers."""
        if any(map(is_chance, actions)):
            takeback = Takeback(keep=keep, actions=actions, asked=asked, agreed=sorted(agreed), absent=sorted(absent))
            self.takebacks.append(takeback)

    def fairness(self, *, over: bool) -> Fairness:
        """Return the proof for the record. It holds the secret only when the game is over."""
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
