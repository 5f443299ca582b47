"""The tables of the store."""

import hashlib

from sqlalchemy import JSON, Boolean, Column, Float, Index, Integer, MetaData, String, Table, Text, false

METADATA = MetaData()

# Small things that the server remembers about itself: its secret, when it was last checked.
facts = Table(
    "facts",
    METADATA,
    Column("name", String, primary_key=True),
    Column("value", String, nullable=False),
)

# `face` is null for those who have not introduced themselves: they were given their name.
people = Table(
    "people",
    METADATA,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("created", Float, nullable=False),
    Column("face", String),
)

# What a table is, settled when it is opened; its cards follow from a seed or a secret. `status` and `touched` follow
# from its entries and are kept for lists.
tables = Table(
    "tables",
    METADATA,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", String),
    Column("first", Integer),
    Column("host", String, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("spectators", Boolean, nullable=False),
    Column("turn_seconds", Integer),
    Column("pace_ms", Integer, nullable=False),
    Column("hints", Boolean, nullable=False, server_default=false()),
    Column("created", Float, nullable=False),
    Column("lesson", String),
    Column("daily", String),
    Column("secret", String),
    Column("status", String, nullable=False),
    Column("touched", Float, nullable=False),
    Index("tables_by_status", "status", "touched"),
    # Everybody plays a day's deal once; tables without a day are none of its business.
    Index("one_table_a_day", "host", "game", "daily", unique=True),
)

# The truth: append-only, numbered from 0 at each table.
entries = Table(
    "entries",
    METADATA,
    Column("table_id", String, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("kind", String, nullable=False),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)

# Who sits where now: follows from the entries, kept to find a person's tables.
seats = Table(
    "seats",
    METADATA,
    Column("table_id", String, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String, nullable=False),
    Index("seats_by_person", "person"),
    sqlite_with_rowid=False,
)

# Finished games of this server under their table's id, and uploaded ones.
records = Table(
    "records",
    METADATA,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("names", JSON, nullable=False),
    Column("record", Text, nullable=False),
    Column("created", Float, nullable=False),
)

# How people's games of the deals of the day ended: their share of the win, and the points ahead of the best other.
daily_results = Table(
    "daily_results",
    METADATA,
    Column("table_id", String, primary_key=True),
    Column("day", String, nullable=False),
    Column("game", String, nullable=False),
    Column("person", String, nullable=False),
    Column("name", String, nullable=False),
    Column("share", Float, nullable=False),
    Column("margin", Float, nullable=False),
    Column("at", Float, nullable=False),
    Index("daily_results_by_day", "day", "game"),
    Index("daily_results_by_person", "person"),
)

# What the strongest bot got from the same deals.
daily_bots = Table(
    "daily_bots",
    METADATA,
    Column("day", String, primary_key=True),
    Column("game", String, primary_key=True),
    Column("share", Float, nullable=False),
    Column("margin", Float, nullable=False),
)

# What an analysis found about a seat's game: how many choices there were, and what they lost and luck gave of a win.
figures = Table(
    "figures",
    METADATA,
    Column("record_id", String, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("choices", Integer, nullable=False),
    Column("loss", Float, nullable=False),
    Column("luck", Float, nullable=False),
)

# The newest return link of a seat; only a hash of its token is kept.
links = Table(
    "links",
    METADATA,
    Column("table_id", String, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("hash", String, nullable=False, unique=True),
    Column("created", Float, nullable=False),
)

# Where people are signed in: removed as they sign out. `seen` is null for what is not known to exist.
devices = Table(
    "devices",
    METADATA,
    Column("id", String, primary_key=True),
    Column("person", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("app", String, nullable=False),
    Column("system", String, nullable=False),
    Column("created", Float, nullable=False),
    Column("seen", Float),
    Index("devices_by_person", "person"),
)

# The newest device link that was made on a device; only a hash of its token is kept.
device_links = Table(
    "device_links",
    METADATA,
    Column("device", String, primary_key=True),
    Column("hash", String, nullable=False, unique=True),
    Column("created", Float, nullable=False),
)

# People and networks that the host keeps out; `name` is what the person was called then, `note` is the host's own.
kept_out = Table(
    "kept_out",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("person", String),
    Column("name", String),
    Column("network", String),
    Column("note", String),
    Column("created", Float, nullable=False),
)


def old_device(person: str, kind: str) -> str:
    """The id of the device that is a person's cookie, or token, from before these named a device."""
    return hashlib.sha256(f"{kind} {person}".encode()).hexdigest()[:16]
