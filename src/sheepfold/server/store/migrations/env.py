"""Alembic runs this for each command; the connection and its transaction are `Database.migrate`'s."""

from __future__ import annotations

from alembic import context

from sheepfold.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
