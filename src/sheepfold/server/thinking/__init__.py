"""Bots think in separate processes."""
