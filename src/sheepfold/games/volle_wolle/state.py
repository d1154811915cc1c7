"""A position of Volle Wolle."""

from __future__ import annotations

from random import Random

from sheepfold.core.action import Action
from sheepfold.core.outcome import Outcome, ranks_of
from sheepfold.core.state import NO_INTS, NOBODY, REFEREE, State
from sheepfold.games.volle_wolle import reasons, rules, scoring, sight
from sheepfold.games.volle_wolle.actions import BIDS, BIDS_WITHOUT_CHIP, Bid
from sheepfold.games.volle_wolle.phases import BIDDING, BOARDS, LAYING_OUT, OVER
from sheepfold.games.volle_wolle.places import DECK, NO_BID, NO_CARD
from sheepfold.games.volle_wolle.setup import Setup
from sheepfold.games.volle_wolle.view import VolleWolleView


class VolleWolle(State):
    """Lists are indexed by seat unless noted otherwise. Cards are numbers (setup.cards)."""

    __slots__ = (
        "active", "bid", "board", "bone", "chips", "deck", "deck_bones", "deck_dogs", "dice", "dogs", "left", "middle",
        "order", "phase", "players", "round", "setup", "stock", "symbol", "taker", "throw", "to_lay", "top", "turn",
        "waiting", "where", "won",
    )  # fmt: skip

    def __init__(self, players: int, setup: Setup) -> None:
        super().__init__()
        self.players = players
        self.setup = setup
        self.phase = BOARDS
        self.waiting = NO_INTS
        """The seats that the game waits for."""
        self.board = NO_INTS
        """The sheep numbers of the bidding boards dealt so far (VW-1.6)."""
        self.where = NO_INTS
        """By sheep card: DECK, MIDDLE, or the seat whose herd it is in."""
        self.deck = 0
        """The number of cards in the draw pile; dogs and bones among them are counted below."""
        self.deck_dogs = 0
        self.deck_bones = 0
        self.middle = NO_INTS
        """The cards in the middle, in ascending order."""
        self.to_lay = 0
        """The number of cards still to be laid out (VW-2.1)."""
        self.top = NO_INTS
        """The top card of the herd, or NO_CARD."""
        self.dogs = NO_INTS
        self.bone = NOBODY
        """The seat that has the bone."""
        self.chips = NO_INTS
        self.stock = 0
        self.bid = NO_INTS
        """NO_BID before the seat has bid, BEYOND for 26+."""
        self.round = 0
        self.order = NO_INTS
        """The seats in the order of turns; empty until the bids are shown."""
        self.turn = 0
        """The current turn, an index of `order`."""
        self.active = NOBODY
        """The seat that rolls."""
        self.throw = 0
        self.dice = NO_INTS
        """By die: d12, d10, d8."""
        self.left = 0
        """The dice that have been left, as a bit set."""
        self.taker = NOBODY
        """The seat that has just taken cards."""
        self.won = NO_INTS
        """The sheep that the taker has just taken."""
        self.symbol = False
        """Whether one of them has a bone symbol."""

    def __getnewargs__(self) -> tuple[int, Setup]:
        return self.players, self.setup

    def copy(self) -> VolleWolle:
        other = VolleWolle(self.players, self.setup)
        other.origin = self.origin
        other.phase = self.phase
        other.waiting = self.waiting
        other.board = self.board[:]
        other.where = self.where[:]
        other.deck = self.deck
        other.deck_dogs = self.deck_dogs
        other.deck_bones = self.deck_bones
        other.middle = self.middle[:]
        other.to_lay = self.to_lay
        other.top = self.top[:]
        other.dogs = self.dogs[:]
        other.bone = self.bone
        other.chips = self.chips[:]
        other.stock = self.stock
        other.bid = self.bid[:]
        other.round = self.round
        other.order = self.order
        other.turn = self.turn
        other.active = self.active
        other.throw = self.throw
        other.dice = self.dice[:]
        other.left = self.left
        other.taker = self.taker
        other.won = self.won
        other.symbol = self.symbol
        return other

    def waiting_for(self) -> list[int]:
        return self.waiting

    def legal_actions(self, seat: int) -> list[Action]:
        if seat not in self.waiting:
            return []
        if self.phase == BIDDING:
            return BIDS if self.chips[seat] else BIDS_WITHOUT_CHIP  # VW-2.7
        return rules.legal_actions(self)

    def random_action(self, seat: int, rng: Random) -> Action | None:
        if self.phase == BIDDING:
            bids = self.legal_actions(seat)
            return bids[int(rng.random() * len(bids))] if bids else None
        return rules.random_action(self, rng) if self.phase != OVER and self.waiting[0] == seat else None

    def chance_weights(self) -> list[int] | None:
        """VW-1.7 All dogs in the draw pile are one outcome with their total weight."""
        if self.phase != LAYING_OUT or self.deck_dogs < 2:
            return None
        dog = self.setup.dog
        return [self.deck_dogs if card == dog else 1 for card in rules.cards_in_deck(self)]

    def apply(self, seat: int, action: Action) -> None:
        rules.apply(self, seat, action)

    def why_not(self, seat: int, action: Action) -> str | None:
        return reasons.why_not(self, seat, action.text)

    def modifier(self, seat: int) -> int:
        """VW-4.1 Only the mark of the top card counts."""
        top = self.top[seat]
        return 0 if top == NO_CARD else self.setup.cards[top].modifier

    def sheep_number(self, seat: int) -> int:
        """VW-2.5 The number of the top card, or of the board while there is none."""
        top = self.top[seat]
        return self.board[seat] if top == NO_CARD else self.setup.cards[top].number

    def bids_are_shown(self) -> bool:
        """VW-2.3 Check whether all bids are in and the order is set."""
        return self.phase not in (BOARDS, LAYING_OUT, BIDDING)

    def view(self, seat: int | None) -> VolleWolleView:
        return sight.view(self, seat)

    def key(self, seat: int | None) -> int:
        return sight.key(self, seat)

    def position_key(self) -> int:
        return sight.key(self, REFEREE)

    def resample(self, seat: int | None, rng: Random) -> VolleWolle:
        """VW-2.3 Only bids are secret, until all are in; herds are not shown, but everyone saw the cards taken."""
        other = self.copy()
        if self.phase != BIDDING:
            return other
        for owner in range(self.players):
            if owner != seat and other.bid[owner] != NO_BID:
                bids = BIDS if other.chips[owner] else BIDS_WITHOUT_CHIP
                guess = bids[int(rng.random() * len(bids))]
                assert isinstance(guess, Bid)
                other.bid[owner] = guess.bid
        return other

    def scores(self) -> list[int]:
        return scoring.scores(self)

    def outcome(self) -> Outcome | None:
        return Outcome(ranks_of(scoring.scores(self))) if self.phase == OVER else None


def begin(players: int, setup: Setup) -> VolleWolle:
    """VW-1 Create the initial position."""
    state = VolleWolle(players, setup)
    state.board = []
    state.where = [DECK if card.is_sheep else NOBODY for card in setup.cards]
    state.deck_dogs = setup.dogs
    state.deck_bones = setup.bones
    state.deck = state.where.count(DECK) + setup.dogs + setup.bones
    state.middle = []
    state.top = [NO_CARD] * players
    state.dogs = [0] * players
    state.chips = [setup.chips_each] * players  # VW-1.4
    state.stock = setup.chips - setup.chips_each * players
    state.bid = [NO_BID] * players
    state.dice = [0, 0, 0]
    rules.deal_boards(state)
    return state
