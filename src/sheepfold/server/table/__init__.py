"""A table as a log: its entries, and the state folded from them. No I/O, and no clock is read."""
