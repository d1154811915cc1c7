"""Haste Bock?: a flock on a meadow, a clock that every card moves, and four phases that score different places."""
