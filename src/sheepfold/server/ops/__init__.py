"""What the server's rooms share: limits, logs, metrics, tasks, tokens, the clock."""
