"""Devices that can be listed and signed out; cookies and tokens from before become one each."""

import sqlalchemy as sa
from alembic import op

from quatuor.server.store.schema import old_device

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

# A person without a row of their own may still hold a seat.
_PEOPLE = """
    SELECT id, min(created) FROM (
        SELECT id, created FROM people
        UNION ALL SELECT host, created FROM tables
        UNION ALL SELECT person, tables.created FROM seats JOIN tables ON tables.id = table_id
    ) AS known GROUP BY id
"""


def upgrade() -> None:
    devices = op.create_table(
        "devices",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("app", sa.String, nullable=False),
        sa.Column("system", sa.String, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float),
    )
    op.create_index("devices_by_person", "devices", ["person"])
    op.create_table(
        "device_links",
        sa.Column("device", sa.String, primary_key=True),
        sa.Column("hash", sa.String, nullable=False, unique=True),
        sa.Column("created", sa.Float, nullable=False),
    )
    # Nobody knows which of them are browsers: each gets both, and is shown the one that is used.
    for some in op.get_bind().execute(sa.text(_PEOPLE)).partitions(1_000):
        rows = [
            {
                "id": old_device(person, kind),
                "person": person,
                "kind": kind,
                "app": "",
                "system": "",
                "created": created,
            }
            for person, created in some
            for kind in ("browser", "program")
        ]
        op.bulk_insert(devices, rows)
