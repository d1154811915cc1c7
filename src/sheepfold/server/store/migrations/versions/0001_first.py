"""People, tables and their entries, snapshots, chat, seats and sends."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Boolean, Column, Double, ForeignKey, Integer, LargeBinary, Text

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "people",
        Column("id", Text, primary_key=True),
        Column("token_hash", Text, nullable=False, unique=True),
        Column("name", Text, nullable=False),
        Column("created", Double, nullable=False),
    )
    op.create_table(
        "tables",
        Column("id", Text, primary_key=True),
        Column("settings", LargeBinary, nullable=False),
        Column("status", Text, nullable=False),
        Column("public", Boolean, nullable=False),
        Column("secret", Text, nullable=False),
        Column("created", Double, nullable=False),
        Column("changed", Double, nullable=False),
        Column("due", Double),
        Column("version", Integer, nullable=False),
    )
    op.create_index(None, "tables", ["status", "public"])
    op.create_index(None, "tables", ["due"])
    for name in ("entries", "chat"):
        op.create_table(
            name,
            Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
            Column("number", Integer, primary_key=True, autoincrement=False),
            Column("body", LargeBinary, nullable=False),
            Column("at", Double, nullable=False),
        )
    op.create_table(
        "snapshots",
        Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
        Column("number", Integer, nullable=False),
        Column("body", LargeBinary, nullable=False),
    )
    op.create_table(
        "seats",
        Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
        Column("person_id", Text, ForeignKey("people.id"), primary_key=True),
    )
    op.create_index(None, "seats", ["person_id"])
    op.create_table(
        "sends",
        Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
        Column("person_id", Text, ForeignKey("people.id"), primary_key=True),
        Column("message_id", Text, primary_key=True),
        Column("number", Integer, nullable=False),
    )
