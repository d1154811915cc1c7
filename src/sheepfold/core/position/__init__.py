"""Positions as text: one line, like FEN in chess, or JSON with the same fields. See docs/positions.md."""
