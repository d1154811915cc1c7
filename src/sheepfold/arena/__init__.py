"""Many games: matches, simulations, statistics."""
