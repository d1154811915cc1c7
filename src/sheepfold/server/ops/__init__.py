"""What the server's packages share: limits, logs, metrics, tasks, tokens, the clock."""
