"""Operations: limits, logging, metrics, tasks, tokens and the clock."""
