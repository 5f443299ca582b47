"""People and networks that the host keeps out; nobody so far."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "kept_out",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("person", sa.String),
        sa.Column("name", sa.String),
        sa.Column("network", sa.String),
        sa.Column("note", sa.String),
        sa.Column("created", sa.Float, nullable=False),
    )
