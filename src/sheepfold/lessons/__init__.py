"""Guided first games: lessons are files, and the engine plays them."""
