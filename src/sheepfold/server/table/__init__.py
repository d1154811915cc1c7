"""A table as its log: entries, and the state folded from them. No I/O, and no clock is read."""
