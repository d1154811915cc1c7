"""The outcome of a game."""

from __future__ import annotations


class Outcome:
    """The rank of every seat: 1 is best, and equal numbers are ties."""

    __slots__ = ("ranks",)

    def __init__(self, ranks: list[int]) -> None:
        self.ranks = ranks

    def __getnewargs__(self) -> tuple[list[int]]:
        return (self.ranks,)

    def winners(self) -> list[int]:
        return [seat for seat, rank in enumerate(self.ranks) if rank == 1]

    def __repr__(self) -> str:
        return f"Outcome({self.ranks})"


def ranks_of(points: list[int]) -> list[int]:
    """Rank seats by points. Seats with equal points share a rank, as in 1, 1, 3."""
    ranks: list[int] = []
    for own in points:
        rank = 1
        for other in points:
            if other > own:
                rank += 1
        ranks.append(rank)
    return ranks
