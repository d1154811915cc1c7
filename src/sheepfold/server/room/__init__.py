"""One table in memory: its listeners, its steps in flight, and their way into the log."""
