"""The secret that the cards of a table follow from instead of a seed; earlier tables keep theirs."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.alter_column("seed", existing_type=sa.String, nullable=True)
        tables.add_column(sa.Column("secret", sa.String))
