"""The day whose deal is played at a table, how such games ended, and the figures of analyses; none from before."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("daily", sa.String))
    op.create_index("one_table_a_day", "tables", ["host", "game", "daily"], unique=True)
    op.create_table(
        "daily_results",
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("day", sa.String, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("share", sa.Float, nullable=False),
        sa.Column("margin", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("daily_results_by_day", "daily_results", ["day", "game"])
    op.create_index("daily_results_by_person", "daily_results", ["person"])
    op.create_table(
        "daily_bots",
        sa.Column("day", sa.String, primary_key=True),
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("share", sa.Float, nullable=False),
        sa.Column("margin", sa.Float, nullable=False),
    )
    op.create_table(
        "figures",
        sa.Column("record_id", sa.String, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("choices", sa.Integer, nullable=False),
        sa.Column("loss", sa.Float, nullable=False),
        sa.Column("luck", sa.Float, nullable=False),
    )
