"""Sheepfold: four sheep board games, to play and to study."""

from sheepfold.core.action import Action
from sheepfold.core.errors import (
    ComponentError,
    IllegalAction,
    NotationError,
    OptionError,
    PositionError,
    RecordError,
    SheepfoldError,
    UnknownBot,
    UnknownGame,
)
from sheepfold.core.event import Event
from sheepfold.core.game import Game, Options
from sheepfold.core.outcome import Outcome
from sheepfold.core.perft import divide, perft
from sheepfold.core.playout import Playouts, Policy, likely_world, playout, playouts, sample_chance
from sheepfold.core.record import Fairness, Record, Replay, Result, Seat, decode_record, encode_record, replay
from sheepfold.core.registry import all_games, find_game, game_ids, read_position
from sheepfold.core.state import CHANCE, REFEREE, State
from sheepfold.core.view import Fact, View

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "REFEREE",
    "Action",
    "ComponentError",
    "Event",
    "Fact",
    "Fairness",
    "Game",
    "IllegalAction",
    "NotationError",
    "OptionError",
    "Options",
    "Outcome",
    "Playouts",
    "Policy",
    "PositionError",
    "Record",
    "RecordError",
    "Replay",
    "Result",
    "Seat",
    "SheepfoldError",
    "State",
    "UnknownBot",
    "UnknownGame",
    "View",
    "__version__",
    "all_games",
    "decode_record",
    "divide",
    "encode_record",
    "find_game",
    "game_ids",
    "likely_world",
    "perft",
    "playout",
    "playouts",
    "read_position",
    "replay",
    "sample_chance",
]
