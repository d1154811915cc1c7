"""The steps that made the database what `schema` says; the server takes the missing ones when it starts."""
