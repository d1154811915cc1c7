"""The rules of Volle Wolle, chapter by chapter."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from sheepfold.core.action import Action
from sheepfold.core.outcome import ranks_of
from sheepfold.core.state import NO_INTS, NOBODY, WAIT_FOR_CHANCE, WAIT_FOR_NOBODY
from sheepfold.games.volle_wolle import events, middle, scoring
from sheepfold.games.volle_wolle.actions import (
    CAN_REACH_14,
    CAN_REACH_BID,
    GRABS,
    HELPS,
    LEAVES,
    ROLLS,
    Bid,
    Board,
    Grab,
    Help,
    LayOut,
    Leave,
    Roll,
    Take,
    Top,
    bid_text,
)
from sheepfold.games.volle_wolle.dice import ALL_DICE, BEYOND, CARDS_OF_THROW, DICE, SAFE, SIDES, THROWS, target_of
from sheepfold.games.volle_wolle.phases import (
    BIDDING,
    BOARDS,
    GRABBING,
    HELP,
    LAYING_OUT,
    LEAVING,
    OVER,
    ROLLING,
    TAKING,
    TOPPING,
)
from sheepfold.games.volle_wolle.places import DECK, MIDDLE, NO_BID

if TYPE_CHECKING:
    from sheepfold.games.volle_wolle.state import VolleWolle


MORE: Final = 1000
"""More than any sheep number or seat, so that a bid, a sheep number and a seat make one number."""


def apply(state: VolleWolle, seat: int, action: Action) -> None:
    """Play a legal action and everything that follows from it without a further decision (VW-7.1)."""
    if isinstance(action, LayOut):
        lay_out(state, action.card)
    elif isinstance(action, Roll):
        roll(state, action.values)
    elif isinstance(action, Bid):
        make_bid(state, seat, action.bid)
    elif isinstance(action, Leave):
        leave_die(state, action.die)
    elif isinstance(action, Help):
        decide_on_help(state, action)
    elif isinstance(action, Take):
        take(state, seat, action.cards, "VW-3.5")
    elif isinstance(action, Top):
        lay_on_top(state, action.card)
    elif isinstance(action, Grab):
        decide_on_bone(state, action.takes)
    elif isinstance(action, Board):
        deal_board(state, action.number)
    else:  # parsed from notation
        apply(state, seat, state.own_action(seat, action))


def legal_actions(state: VolleWolle) -> list[Action]:
    """The legal actions of the one seat that the game waits for, except bids."""
    phase = state.phase
    if phase == HELP:
        return help_choices(state)
    if phase == LEAVING:
        return LEAVES[state.left]
    if phase == TAKING:
        return take_choices(state)
    if phase == TOPPING:
        return [state.setup.tops[card] for card in state.won]
    return GRABS if phase == GRABBING else chance_outcomes(state)


def random_action(state: VolleWolle, rng: Random) -> Action:
    """One of `legal_actions`, each with the same probability; VW-1.7 every card in the draw pile, too."""
    phase = state.phase
    if phase == LAYING_OUT:
        return state.setup.lay_outs[card_in_deck(state, int(rng.random() * state.deck))]
    if phase == TAKING:
        ways = middle.ways(state.middle, earned_cards(state))
        return state.setup.take(middle.chosen(state.middle, ways[int(rng.random() * len(ways))]))
    if phase == TOPPING:
        return state.setup.tops[state.won[int(rng.random() * len(state.won))]]
    actions = legal_actions(state)
    return actions[int(rng.random() * len(actions))]


def chance_outcomes(state: VolleWolle) -> list[Action]:
    """The possible throws, draws or deals."""
    if state.phase == LAYING_OUT:
        return [state.setup.lay_outs[card] for card in cards_in_deck(state)]
    if state.phase == ROLLING:
        return ROLLS[ALL_DICE & ~state.left]
    return [board for board in state.setup.boards if isinstance(board, Board) and board.number not in state.board]


# 1 Components and setup


def deal_boards(state: VolleWolle) -> None:
    """VW-1.6 Boards are dealt at random, seat by seat."""
    state.phase = BOARDS
    state.waiting = WAIT_FOR_CHANCE


def deal_board(state: VolleWolle, number: int) -> None:
    state.board.append(number)
    if state.emitted is not None:
        state.emitted.append(events.BoardDealt(len(state.board) - 1, number))
    if len(state.board) == state.players:
        begin_round(state)


# 2 A round: lay out, bid, roll


def begin_round(state: VolleWolle) -> None:
    """VW-2.1 One card more than players; VW-2.2 or those that are left; VW-5.1 if none is left, the game ends."""
    state.to_lay = min(state.players + 1, state.deck)
    state.active = NOBODY
    state.taker = NOBODY
    state.order = NO_INTS
    for seat in range(state.players):
        state.bid[seat] = NO_BID
    if not state.to_lay:
        end_game(state)
        return
    state.round += 1
    state.phase = LAYING_OUT
    state.waiting = WAIT_FOR_CHANCE


def cards_in_deck(state: VolleWolle) -> list[int]:
    """The different cards that may come next, in ascending order."""
    cards = [card for card, place in enumerate(state.where) if place == DECK]
    if state.deck_bones:
        cards.append(state.setup.bone)
    if state.deck_dogs:
        cards.append(state.setup.dog)
    return cards


def card_in_deck(state: VolleWolle, place: int) -> int:
    """The card at a place of the draw pile, if it is sorted: first sheep, then the bone, then dogs.

    Drawing a card this way takes 0.15 µs compiled; listing all of them takes 0.5 µs.
    """
    sheep = state.deck - state.deck_dogs - state.deck_bones
    if place >= sheep:
        return state.setup.bone if place < sheep + state.deck_bones else state.setup.dog
    card = -1
    while place >= 0:
        card += 1
        if state.where[card] == DECK:
            place -= 1
    return card


def lay_out(state: VolleWolle, card: int) -> None:
    """VW-2.1 A card goes from the draw pile to the middle."""
    if card == state.setup.dog:
        state.deck_dogs -= 1
    elif card == state.setup.bone:
        state.deck_bones -= 1
    else:
        state.where[card] = MIDDLE
    state.deck -= 1
    middle.add(state.middle, card)
    if state.emitted is not None:
        state.emitted.append(events.CardLaidOut(state.setup.cards[card].name))
    state.to_lay -= 1
    if not state.to_lay:
        state.phase = BIDDING
        state.waiting = list(range(state.players))


def make_bid(state: VolleWolle, seat: int, bid: int) -> None:
    """VW-2.3 Bids are secret until all players have bid, and cannot be changed."""
    state.bid[seat] = bid
    if state.emitted is not None:
        state.emitted.append(events.BidMade(seat, bid_text(bid)))
    waiting = state.waiting
    state.waiting = waiting[1:] if waiting[0] == seat else [other for other in waiting if other != seat]
    if not state.waiting:
        reveal_bids(state)


def reveal_bids(state: VolleWolle) -> None:
    """VW-2.3 All bids are shown; VW-2.6, VW-2.8 each 26+ costs a chip; VW-2.4, VW-2.5 bids set the order."""
    if state.emitted is not None:
        state.emitted.append(events.BidsRevealed([bid_text(bid) for bid in state.bid]))
    for seat in range(state.players):
        if state.bid[seat] == BEYOND:
            pay(state, seat, 1, "VW-2.6")
    places = [
        ((BEYOND - state.bid[seat]) * MORE + state.sheep_number(seat)) * MORE + seat for seat in range(state.players)
    ]
    places.sort()
    state.order = [place % MORE for place in places]
    if state.emitted is not None:
        state.emitted.append(
            events.OrderSet(
                [events.Place(seat, bid_text(state.bid[seat]), state.sheep_number(seat)) for seat in state.order]
            )
        )
    state.turn = 0
    begin_turn(state)


def pay(state: VolleWolle, seat: int, chips: int, clause: str) -> None:
    """VW-1.4 Paid chips go to the stock."""
    if not chips:
        return
    state.chips[seat] -= chips
    state.stock += chips
    if state.emitted is not None:
        state.emitted.append(events.ChipPaid(seat, chips, state.chips[seat], clause))


def begin_turn(state: VolleWolle) -> None:
    """VW-3.1 Turns follow the order; VW-3.11 the last player takes the rest; VW-6.1 of two players both roll."""
    if not state.middle:
        skip_the_rest(state)
        return
    if state.turn == state.players:
        state.active = state.order[0]
        take(state, state.active, state.middle[:], "VW-6.2")  # VW-6.2: what is left with two players
        return
    state.active = state.order[state.turn]
    if state.players > 2 and state.turn == state.players - 1:
        take(state, state.active, state.middle[:], "VW-3.11")
        return
    state.throw = 1
    state.left = 0
    state.phase = ROLLING
    state.waiting = WAIT_FOR_CHANCE


def skip_the_rest(state: VolleWolle) -> None:
    """VW-3.13 Once the middle is empty, the remaining turns bring neither cards nor chips."""
    if state.emitted is not None:
        for seat in state.order[state.turn :]:
            state.emitted.append(events.TurnSkipped(seat))
    begin_round(state)


def end_turn(state: VolleWolle) -> None:
    state.turn += 1
    begin_turn(state)


# 3 Rolling


def roll(state: VolleWolle, values: list[int]) -> None:
    """VW-3.1 Roll the dice; VW-3.4 the result is the sum of all three, minus the minus of the top card."""
    for die in range(DICE):
        if values[die]:
            state.dice[die] = values[die]
    result = own_result(state)
    needed = target_of(state.bid[state.active])
    if state.emitted is not None:
        thrown = [value > 0 for value in values]
        state.emitted.append(events.Rolled(state.active, state.throw, state.dice[:], thrown, result, needed))
    if result >= needed:  # VW-3.6: compulsory
        succeed(state, result, "VW-3.6")
    elif len(help_choices(state)) > 1:
        state.phase = HELP
        state.waiting = [state.active]
    else:
        continue_turn(state, result)


def own_result(state: VolleWolle) -> int:
    """VW-3.4 The sum of the dice; a minus must be subtracted."""
    return state.dice[0] + state.dice[1] + state.dice[2] + min(0, state.modifier(state.active))


def help_choices(state: VolleWolle) -> list[Action]:
    """VW-3.7 Help is optional; VW-3.8 it has a goal, and nothing is paid unless it reaches the goal."""
    seat = state.active
    result = own_result(state)
    needed = target_of(state.bid[seat])
    in_danger = state.throw == THROWS and result < SAFE < needed and len(black_sheep(state)) > 0
    choices = 0
    if in_danger and chips_for_safety(state, result, needed) <= state.chips[seat]:
        choices |= CAN_REACH_14
    if chips_for_bid(state, result, needed) <= state.chips[seat]:
        choices |= CAN_REACH_BID
    return HELPS[choices]


def plus_of(state: VolleWolle) -> int:
    return max(0, state.modifier(state.active))


def chips_for_bid(state: VolleWolle, result: int, needed: int) -> int:
    """VW-3.8 First the plus, then chips for the rest of the gap."""
    return max(0, needed - result - plus_of(state))


def plus_for_safety(state: VolleWolle, result: int, needed: int) -> int:
    """VW-3.8 The plus is not used if it would lift the result to an unwanted bid."""
    plus = plus_of(state)
    return plus if result + plus < needed else 0


def chips_for_safety(state: VolleWolle, result: int, needed: int) -> int:
    """VW-3.8 The same for reaching just 14."""
    return max(0, SAFE - result - plus_for_safety(state, result, needed))


def black_sheep(state: VolleWolle) -> list[int]:
    return [card for card in state.middle if state.setup.is_black[card]]


def decide_on_help(state: VolleWolle, choice: Help) -> None:
    """VW-3.7 With help the throw earns all its cards; without help play continues."""
    seat = state.active
    result = own_result(state)
    needed = target_of(state.bid[seat])
    if choice.goal == "bid":
        chips = chips_for_bid(state, result, needed)
        plus = plus_of(state)
        use_help(state, plus, chips)
        succeed(state, result + plus + chips, "VW-3.7")
    elif choice.goal == "14":
        chips = chips_for_safety(state, result, needed)
        plus = plus_for_safety(state, result, needed)
        use_help(state, plus, chips)
        miss(state, result + plus + chips)
    else:
        if state.emitted is not None:
            state.emitted.append(events.HelpDeclined(seat))
        continue_turn(state, result)


def use_help(state: VolleWolle, plus: int, chips: int) -> None:
    if plus and state.emitted is not None:
        state.emitted.append(events.PlusUsed(state.active, plus))
    pay(state, state.active, chips, "VW-3.4")


def continue_turn(state: VolleWolle, result: int) -> None:
    """VW-3.1 Nobody stops before the third throw."""
    if state.throw < THROWS:
        state.phase = LEAVING
        state.waiting = [state.active]
    else:
        miss(state, result)


def leave_die(state: VolleWolle, die: int) -> None:
    """VW-3.2 Exactly one die is left before the second throw, VW-3.3 and another before the third."""
    state.left |= 1 << die
    if state.emitted is not None:
        clause = "VW-3.2" if state.throw == 1 else "VW-3.3"
        state.emitted.append(events.DieLeft(state.active, SIDES[die], state.dice[die], clause))
    state.throw += 1
    state.phase = ROLLING
    state.waiting = WAIT_FOR_CHANCE


def succeed(state: VolleWolle, result: int, clause: str) -> None:
    """VW-3.5 The player chooses three, two or one cards; VW-3.12 or takes those that are there."""
    seat = state.active
    if state.emitted is not None:
        earned = CARDS_OF_THROW[state.throw]
        state.emitted.append(events.BidReached(seat, state.throw, result, earned, clause))
    ways = middle.ways(state.middle, earned_cards(state))
    if len(ways) == 1:
        take(state, seat, middle.chosen(state.middle, ways[0]), "VW-3.5")
    else:
        state.phase = TAKING
        state.waiting = [seat]


def earned_cards(state: VolleWolle) -> int:
    """VW-3.5 Three, two or one; VW-3.12 but not more than there are."""
    return min(CARDS_OF_THROW[state.throw], len(state.middle))


def take_choices(state: VolleWolle) -> list[Action]:
    """VW-3.5 All ways to choose the earned cards."""
    ways = middle.ways(state.middle, earned_cards(state))
    return [state.setup.take(middle.chosen(state.middle, way)) for way in ways]


def miss(state: VolleWolle, result: int) -> None:
    """VW-3.9 The player gets a chip from the stock; VW-3.10 and, below 14, all black sheep in the middle."""
    seat = state.active
    if state.emitted is not None:
        state.emitted.append(events.BidMissed(seat, result))
    gained = min(1, state.stock)  # VW-3.14: an empty stock gives none
    state.stock -= gained
    state.chips[seat] += gained
    if state.emitted is not None:
        state.emitted.append(events.ChipGained(seat, gained, "VW-3.9" if gained else "VW-3.14"))
    black = black_sheep(state) if result < SAFE else NO_INTS
    if black:
        take(state, seat, black, "VW-3.10")
    else:
        end_turn(state)


# 4 The herd


def take(state: VolleWolle, seat: int, cards: list[int], clause: str) -> None:
    """VW-4.3 Dogs and the bone are public; VW-4.6 first all cards, then the top sheep, then the bone symbol."""
    state.taker = seat
    state.won = []
    state.symbol = False
    for card in cards:
        state.middle.remove(card)
        if card == state.setup.dog:
            state.dogs[seat] += 1
        elif card == state.setup.bone:
            state.bone = seat
        else:
            state.where[card] = seat
            state.won.append(card)
            if state.setup.cards[card].bone:
                state.symbol = True
    if state.emitted is not None:
        state.emitted.append(events.CardsTaken(seat, [state.setup.cards[card].name for card in cards], clause))
    if len(state.won) > 1:
        state.phase = TOPPING
        state.waiting = [seat]
    elif state.won:
        lay_on_top(state, state.won[0])
    else:
        end_turn(state)


def lay_on_top(state: VolleWolle, card: int) -> None:
    """VW-4.1 Only the mark and number of the top card count."""
    seat = state.taker
    state.top[seat] = card
    if state.emitted is not None:
        state.emitted.append(events.TopLaid(seat, state.setup.cards[card].name))
    if state.symbol and state.bone not in (NOBODY, seat):
        state.phase = GRABBING
        state.waiting = [seat]
    else:
        end_turn(state)


def decide_on_bone(state: VolleWolle, takes: bool) -> None:
    """VW-4.4 A bone symbol gives one chance to take the bone; VW-4.5 later it does nothing."""
    seat = state.taker
    if state.emitted is not None:
        state.emitted.append(events.BoneGrabbed(seat, state.bone) if takes else events.BoneSpared(seat))
    if takes:
        state.bone = seat
    end_turn(state)


# 5 End and scoring


def end_game(state: VolleWolle) -> None:
    """VW-5.1 All cards have been taken."""
    state.phase = OVER
    state.waiting = WAIT_FOR_NOBODY
    if state.emitted is None:
        return
    for seat in range(state.players):
        gone = scoring.run_away(state, seat)
        if gone:
            state.emitted.append(events.SheepPutBack(seat, [state.setup.cards[card].name for card in gone]))
        settlement = scoring.lines(state, seat)
        for line in settlement:
            if line.count:
                state.emitted.append(events.Settled(seat, line.what, line.count, line.points, line.clause))
        state.emitted.append(events.Total(seat, scoring.total(settlement)))
    state.emitted.append(events.GameEnded(ranks_of(scoring.scores(state))))
