"""The database: rows, the write queue, transactions, notifications between nodes."""
