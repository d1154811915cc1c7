"""The database schema. A change here needs a migration in `migrations/versions`; a test compares the two."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Double, ForeignKey, Index, Integer, LargeBinary, MetaData, Table, Text

metadata = MetaData(
    # Migrations can only change constraints that have a name.
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("token_hash", Text, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("created", Double, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("settings", LargeBinary, nullable=False),
    Column("status", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("secret", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("changed", Double, nullable=False),
    Column("due", Double),  # when the steward must act next
    Column("version", Integer, nullable=False),  # the number of the last entry
)
Index(None, tables.c.status, tables.c.public)
Index(None, tables.c.due)

entries = Table(
    "entries",
    metadata,
    Column("table_id", Text, ForeignKey(tables.c.id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
    Column("at", Double, nullable=False),
    # The message behind the entry. These are not foreign keys or indexed, because each move would pay for that.
    Column("person_id", Text),
    Column("message_id", Text),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", Text, ForeignKey(tables.c.id), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("table_id", Text, ForeignKey(tables.c.id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
    Column("at", Double, nullable=False),
    Column("person_id", Text),
    Column("message_id", Text),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", Text, ForeignKey(tables.c.id), primary_key=True),
    Column("person_id", Text, ForeignKey(people.c.id), primary_key=True),
)
Index(None, seats.c.person_id)
