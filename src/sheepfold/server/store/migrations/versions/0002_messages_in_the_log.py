"""Store the message id with each entry and chat line."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Text

revision = "0002"
down_revision = "0001"

# A row of `sends` does not say whether its number is that of an entry or of a chat line. Every line has a send, so if
# only one has that number, it is the line's. Of two, PostgreSQL knows which was written together with the line; on
# SQLite the line's is the earlier one if the line is older than the entry.
LINES = """
    UPDATE chat SET (person_id, message_id) = (
        SELECT found.person_id, found.message_id FROM (
            SELECT sends.person_id, sends.message_id, {place} AS place FROM sends
            WHERE sends.table_id = chat.table_id AND sends.number = chat.number
        ) AS found ORDER BY found.place LIMIT 1
    )
"""
ON_POSTGRES = "sends.xmin <> chat.xmin"
ON_SQLITE = """
    CASE WHEN chat.at < (SELECT at FROM entries WHERE entries.table_id = chat.table_id AND entries.number = chat.number)
    THEN sends.rowid ELSE -sends.rowid END
"""
ENTRIES = """
    UPDATE entries SET person_id = sends.person_id, message_id = sends.message_id FROM sends
    WHERE sends.table_id = entries.table_id AND sends.number = entries.number AND NOT EXISTS (
        SELECT 1 FROM chat
        WHERE chat.table_id = sends.table_id AND chat.number = sends.number
        AND chat.person_id = sends.person_id AND chat.message_id = sends.message_id
    )
"""


def upgrade() -> None:
    for name in ("entries", "chat"):
        op.add_column(name, Column("person_id", Text))
        op.add_column(name, Column("message_id", Text))
    op.execute(LINES.format(place=ON_POSTGRES if op.get_context().dialect.name == "postgresql" else ON_SQLITE))
    op.execute(ENTRIES)
    op.drop_table("sends")
    op.execute("DELETE FROM snapshots")  # they are only a cache, and lack message ids
