"""Stores as earlier versions left them, and what people showed there to be known again."""

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

from itsdangerous import Signer
from sqlalchemy import create_engine

from quatuor.server.store.database import migrate
from quatuor.server.store.schema import METADATA


def in_old_form(db: Path, form: str) -> Path:
    """A store beside this one that has the same content in an earlier form."""
    old = db.with_name(f"form-{form}.db")
    engine = create_engine(f"sqlite:///{old}")
    migrate(engine, form)
    engine.dispose()
    with closing(sqlite3.connect(old)) as store:
        store.execute("ATTACH ? AS now", (str(db),))
        for kept in METADATA.tables:
            columns = ", ".join(row[1] for row in store.execute(f"PRAGMA main.table_info({kept})"))
            if columns:
                store.execute(f"INSERT INTO main.{kept} ({columns}) SELECT {columns} FROM now.{kept}")
        store.commit()
    return old


def signed_before_devices(db: Path, name: str, salt: str) -> str:
    """The cookie or token (which the salt tells) that a person of this name had before these named a device."""
    with closing(sqlite3.connect(db)) as store:
        (secret,) = store.execute("SELECT value FROM facts WHERE name = 'secret'").fetchone()
        (person,) = store.execute("SELECT id FROM people WHERE name = ?", (name,)).fetchone()
    return Signer(secret, salt=salt, digest_method=hashlib.sha256).sign(person).decode()
