"""Playing many games: matches, simulations and statistics."""
