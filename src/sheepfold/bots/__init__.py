"""Bots: they choose actions on resampled positions, so they never see hidden information."""

from sheepfold.bots.bot import Bot
from sheepfold.bots.registry import best_bot, bot_names, make_bot

__all__ = ["Bot", "best_bot", "bot_names", "make_bot"]
