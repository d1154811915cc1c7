"""One room a game, each with the same furniture."""
