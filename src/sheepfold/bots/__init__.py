"""Players made of code: they think on resampled worlds and never see the truth."""

from sheepfold.bots.bot import Bot
from sheepfold.bots.registry import best_bot, bot_names, make_bot

__all__ = ["Bot", "best_bot", "bot_names", "make_bot"]
