"""The migrations that lead to `schema`; the server runs missing ones when it starts."""
