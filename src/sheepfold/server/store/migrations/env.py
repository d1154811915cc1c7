"""Alembic runs this for each command, on the connection and in the transaction of `Database.migrate`."""

from __future__ import annotations

from alembic import context

from sheepfold.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
