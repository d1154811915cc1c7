"""The rules of Haste Bock?, chapter by chapter."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from sheepfold.core.action import Action
from sheepfold.core.state import NOBODY, WAIT_FOR_CHANCE, WAIT_FOR_NOBODY
from sheepfold.games.haste_bock import events, flock, plays, scoring
from sheepfold.games.haste_bock.actions import (
    DIAGONAL,
    KINDS,
    LEAP,
    LEFT,
    NO_CARD,
    RAM,
    SIDES,
    STEP,
    STRAIGHT,
    TROUGH,
    TURN,
    Discard,
    Layout,
    Play,
    Roll,
    Start,
    Walk,
)
from sheepfold.games.haste_bock.flock import COLOURS, NOTHING_BANNED, colour_of, sheep_of
from sheepfold.games.haste_bock.meadow import DEPTH, DIAGONALS, DIRECTIONS, EIGHT, NAMES, STRAIGHTS
from sheepfold.games.haste_bock.phases import LAYOUT, OVER, PLAYING, RAMMING, ROLLING, START, WALKING

if TYPE_CHECKING:
    from sheepfold.games.haste_bock.state import HasteBock


CLAUSES: Final = ["HB-5.1", "HB-5.2", "HB-5.3", "HB-5.4", "HB-5.5", "HB-5.7", "HB-5.9"]
"""The clause of each action, by kind."""


def apply(state: HasteBock, seat: int, action: Action) -> None:
    """Play a legal action and everything that follows from it without a further decision."""
    if isinstance(action, Play):
        if action.card == NO_CARD:
            ram_by_die(state, action)
        else:
            play_card(state, action)
    elif isinstance(action, Walk):
        play_movement(state, action.steps)
    elif isinstance(action, Roll):
        roll(state, action.colour)
    elif isinstance(action, Discard):
        discard(state, action.card)
    elif isinstance(action, Layout):
        stand(state, action)
    elif isinstance(action, Start):
        appoint_start_player(state, action.seat)
    else:  # parsed from notation
        apply(state, seat, state.own_action(seat, action))


def legal_actions(state: HasteBock) -> list[Action]:
    """The legal actions of the one seat (or chance) that the game waits for."""
    phase = state.phase
    if phase == PLAYING:
        return plays.plays(state) or discards(state)
    if phase == RAMMING:
        return plays.rams_by_die(state)
    return choices(state)


def random_action(state: HasteBock, rng: Random) -> Action | None:
    """One of `legal_actions`, each with the same probability; HB-1.3, HB-1.7, HB-1.8 chance has no weights."""
    if state.phase == PLAYING:
        play = plays.random_play(state, rng)
        if play is not None:
            return play
    elif state.phase == RAMMING:
        return plays.random_ram(state, rng)
    few = choices(state)
    return few[int(rng.random() * len(few))] if few else None


def choices(state: HasteBock) -> list[Action]:
    """The legal actions where they are few: all but the plays of cards, and rams."""
    phase = state.phase
    if phase == WALKING:
        return walks(state)
    if phase == ROLLING:
        return state.setup.rolls
    if phase == PLAYING:
        return discards(state)
    return state.setup.layouts if phase == LAYOUT else state.setup.starts


# 1 Components and setup


def place_flock(state: HasteBock) -> None:
    """HB-1.2, HB-1.3 The table or chance chooses the layout in the centre; HB-1.4 all sheep look to the top."""
    if state.setup.layout is not None:
        stand(state, state.setup.layout)
    else:
        state.phase = LAYOUT
        state.waiting = WAIT_FOR_CHANCE


def stand(state: HasteBock, layout: Layout) -> None:
    """HB-1.8 After the layout, the table or chance chooses the start player."""
    state.where = layout.where[:]
    if state.emitted is not None:
        state.emitted.append(events.FlockPlaced(layout.text.removeprefix("layout ")))
    start = state.setup.start
    if isinstance(start, Start):
        appoint_start_player(state, start.seat)
    else:
        state.phase = START
        state.waiting = WAIT_FOR_CHANCE


def appoint_start_player(state: HasteBock, seat: int) -> None:
    """HB-3.1 The start player begins the scramble; HB-3.2 with two players each rams twice."""
    state.start = seat
    state.active = seat
    state.scrambles = state.players * state.setup.rounds
    if state.emitted is not None:
        state.emitted.append(events.StartChosen(seat))
    wait_for_die(state)


# 2 and 3 Ramming, and the scramble before the game


def wait_for_die(state: HasteBock) -> None:
    """HB-1.7 The colour die is rolled next."""
    state.phase = ROLLING
    state.waiting = WAIT_FOR_CHANCE


def roll(state: HasteBock, colour: int) -> None:
    """HB-3.1, HB-4.4 A sheep of that colour rams; HB-3.3 if none can, there is no ram."""
    seat = state.active
    state.colour = colour
    if state.emitted is not None:
        clause = "HB-3.1" if state.scrambles else "HB-4.4"
        state.emitted.append(events.DieRolled(seat, die_name(colour), clause))
    state.phase = RAMMING
    state.waiting = state.setup.turns[seat]
    if not plays.can_ram_by_die(state):
        if state.emitted is not None:
            state.emitted.append(events.RamLapsed(seat, die_name(colour)))
        after_die(state)


def die_name(colour: int) -> str:
    return "white" if colour == flock.WHITE else COLOURS[colour]


def ram_by_die(state: HasteBock, play: Play) -> None:
    """HB-7.7 Nothing is scored, and the stone stays."""
    move(state, play, None, "HB-2.2")
    after_die(state)


def after_die(state: HasteBock) -> None:
    """HB-3.4 The scramble goes round, then the start player takes the first turn. After a panic the turn ends."""
    state.colour = NOBODY
    if not state.scrambles:
        end_turn(state)
        return
    state.scrambles -= 1
    if state.scrambles:
        state.active = (state.active + 1) % state.players
        wait_for_die(state)
    else:
        begin_turn(state, state.start)


# 4 A turn


def begin_turn(state: HasteBock, seat: int) -> None:
    state.active = seat
    state.phase = PLAYING
    state.waiting = state.setup.turns[seat]


def discards(state: HasteBock) -> list[Action]:
    """HB-4.6 A player who cannot play any card discards one."""
    kinds = len(state.setup.cards)
    return [state.setup.discards[card] for card in range(kinds) if state.cards[state.active * kinds + card]]


def discard(state: HasteBock, card: int) -> None:
    """HB-4.6 The stone still moves; a discarded card bans nothing."""
    if state.emitted is not None:
        state.emitted.append(events.CardDiscarded(state.active, state.setup.cards[card].name))
    state.banned_trough = state.banned_side = NOTHING_BANNED
    spend(state, card)


def play_card(state: HasteBock, play: Play) -> None:
    """HB-4.1 Carry out the action; HB-5.11 earlier bans end, whatever is played."""
    state.banned_trough = state.banned_side = NOTHING_BANNED
    number = state.setup.cards[play.card].number
    if play.kind == TURN:
        turn(state, play.direction, number)
    else:
        move(state, play, number, CLAUSES[play.kind])
    if play.kind == TROUGH:
        state.banned_trough = (play.direction + EIGHT // 2) % EIGHT
    spend(state, play.card)


def spend(state: HasteBock, card: int) -> None:
    """HB-4.1 The card leaves the game; HB-9.3, HB-10.3 a movement card may or must follow."""
    state.cards[state.active * len(state.setup.cards) + card] -= 1
    state.steps = state.setup.cards[card].number
    choices = walks(state)
    if len(choices) > 1:
        state.phase = WALKING
        state.waiting = state.setup.turns[state.active]
    elif choices:
        only = choices[0]
        assert isinstance(only, Walk)
        play_movement(state, only.steps)
    else:
        advance(state, state.steps)


# 5 The seven actions


def move(state: HasteBock, play: Play, number: int | None, clause: str) -> None:
    """Move sheep by a card, or ram without one."""
    if state.emitted is None:
        move_sheep(state.where, play)
        return
    before = state.where[:]
    move_sheep(state.where, play)
    moves = [
        events.Move(COLOURS[colour_of(sheep)], NAMES[start], NAMES[state.where[sheep]])
        for sheep, start in enumerate(before)
        if state.where[sheep] != start
    ]
    state.emitted.append(events.SheepMoved(state.active, KINDS[play.kind], number, moves, clause))


def move_sheep(where: list[int], play: Play) -> None:
    kind = play.kind
    if kind == STEP:  # HB-5.1
        flock.step(where, play.cell, play.direction)
    elif kind == RAM:  # HB-5.2
        flock.ram(where, play.cell, play.direction, play.count)
    elif kind == LEAP:  # HB-5.3
        flock.leap(where, play.cell, play.direction, play.count)
    elif kind == DIAGONAL:  # HB-5.4
        flock.drive(where, DIAGONALS[play.line])
    elif kind == STRAIGHT:  # HB-5.5
        flock.drive(where, STRAIGHTS[play.line])
    else:  # HB-5.7
        flock.feed(where, play.direction)


def turn(state: HasteBock, side: int, number: int) -> None:
    """HB-5.9 The flock turns by a quarter, and Roger or Jacques moves too; HB-5.10 turning back is banned next."""
    state.facing = (state.facing + (-2 if side == LEFT else 2)) % EIGHT
    state.banned_side = 1 - side
    if state.emitted is not None:
        state.emitted.append(events.FlockTurned(state.active, number, SIDES[side], DIRECTIONS[state.facing]))


# 9 and 10 Movement cards


def walks(state: HasteBock) -> list[Action]:
    """HB-10.3 Two players play exactly one movement card; HB-9.3 three play at most one; four have none."""
    first = state.active * 4
    held = 0
    for steps in (1, 2, 3):
        if state.movement[first + steps]:
            held |= 1 << steps - 1
    return state.setup.walks[held]


def play_movement(state: HasteBock, steps: int) -> None:
    if steps:
        state.movement[state.active * 4 + steps] -= 1
        if state.emitted is not None:
            clause = "HB-9.3" if state.players > 2 else "HB-10.3"
            state.emitted.append(events.MovementPlayed(state.active, steps, clause))
    advance(state, state.steps + steps)


# 6 Time and phases


def advance(state: HasteBock, steps: int) -> None:
    """HB-4.2 The stone moves; HB-6.2 never past a pen; HB-4.3 then scoring, HB-4.4 then a panic."""
    setup = state.setup
    before = state.stone
    pen = setup.pens[0] if before < setup.pens[0] else setup.pens[1]
    state.stone = min(before + steps, pen)
    if state.emitted is not None:
        lost = before + steps - state.stone
        state.emitted.append(events.StoneMoved(before, state.stone, lost, "HB-6.2" if lost else "HB-4.2"))
        if setup.phase_of[state.stone] != setup.phase_of[before]:
            state.emitted.append(events.PhaseBegun(setup.phase_of[state.stone]))
    score(state, before)
    if state.stone == setup.length:
        end_game(state)
    elif setup.is_panic[state.stone] and state.stone != before:
        if state.emitted is not None:
            state.emitted.append(events.PanicBegun(state.active, state.stone))
        wait_for_die(state)
    else:
        end_turn(state)


def end_turn(state: HasteBock) -> None:
    """HB-4.7 The next player's turn; HB-9.5 if nobody has an action card left, the final scoring takes place now."""
    if has_cards(state):
        begin_turn(state, (state.active + 1) % state.players)
        return
    score_rows(state, from_roger=False)
    end_game(state)


def has_cards(state: HasteBock) -> bool:
    """Check whether anybody has an action card left."""
    for count in state.cards:
        if count:
            return True
    return False


# 7 Scoring


def score(state: HasteBock, before: int) -> None:
    """HB-7.6 Walls score in the move that crosses them, pens in the move that reaches them, once each."""
    setup = state.setup
    phase = setup.phase_of[state.stone]
    if phase == 1:  # HB-7.1
        score_near(state, scoring.pair_points(state, state.active), to_thea=False)
    elif phase == 3:  # HB-7.3
        score_near(state, scoring.thea_points(state, state.active), to_thea=True)
    if before <= setup.walls[0] < state.stone:
        score_rows(state, from_roger=True)
    if before < setup.pens[0] <= state.stone:
        score_rows(state, from_roger=True)
    if before <= setup.walls[1] < state.stone:
        score_rows(state, from_roger=False)
    if before < setup.pens[1] <= state.stone:
        score_rows(state, from_roger=False)


def score_near(state: HasteBock, points: int, to_thea: bool) -> None:
    """HB-7.1, HB-7.3 Only the player who moved the stone scores."""
    seat = state.active
    state.score[seat] += points
    if state.emitted is None:
        return
    first, second = sheep_of(state.setup.colours[seat])
    pairs = [(first, flock.THEA), (second, flock.THEA)] if to_thea else [(first, second)]
    counted = [
        events.Counted(
            COLOURS[colour_of(one)],
            NAMES[state.where[one]],
            None,
            NAMES[state.where[other]],
            scoring.nearness(state.where[one], state.where[other]),
        )
        for one, other in pairs
    ]
    clause = "HB-7.3" if to_thea else "HB-7.1"
    state.emitted.append(events.Scored(seat, points, counted, state.score[seat], clause))


def score_rows(state: HasteBock, from_roger: bool) -> None:
    """HB-7.2, HB-7.4 All players score by rows."""
    values = scoring.row_values(state, from_roger)
    places = scoring.row_places(state, from_roger)
    for seat in range(state.players):
        points = scoring.row_points(state, seat, values)
        state.score[seat] += points
        if state.emitted is not None:
            counted = [
                events.Counted(
                    COLOURS[colour_of(sheep)],
                    NAMES[state.where[sheep]],
                    places[DEPTH[state.facing][state.where[sheep]]],
                    None,
                    values[DEPTH[state.facing][state.where[sheep]]],
                )
                for sheep in sheep_of(state.setup.colours[seat])
            ]
            clause = "HB-7.2" if from_roger else "HB-7.4"
            state.emitted.append(events.Scored(seat, points, counted, state.score[seat], clause))


# 8 End


def end_game(state: HasteBock) -> None:
    """HB-8.3 After the last scoring, penalties are subtracted, down to 0; then players are ranked."""
    for seat in range(state.players):
        pay_penalty(state, seat)
    state.phase = OVER
    state.active = NOBODY
    state.waiting = WAIT_FOR_NOBODY
    state.banned_trough = state.banned_side = NOTHING_BANNED
    if state.emitted is not None:
        state.emitted.append(events.GameEnded(scoring.ranks(state)))


def pay_penalty(state: HasteBock, seat: int) -> None:
    """HB-9.4 Each unused movement card costs 2 points; HB-10.4 but not with two players."""
    unused = sum(state.movement[seat * 4 : seat * 4 + 4])
    if not unused or state.players == 2:
        return
    lost = min(scoring.PENALTY * unused, state.score[seat])
    state.score[seat] -= lost
    if state.emitted is not None:
        state.emitted.append(events.PenaltyPaid(seat, unused, -lost, state.score[seat]))
