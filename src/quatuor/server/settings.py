"""What a host may choose: where games are kept, where the server listens, and who may see it."""

from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

DEFAULT_PORT = 8414


def default_db() -> Path:
    """The store in the user's data folder."""
    return Path(platformdirs.user_data_dir("quatuor", appauthor=False)) / "quatuor.db"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How this server runs.

    `public_url` is the address that people outside use, if it is not the one that requests come to. `proxies` are
    the addresses whose forwarded headers are believed. `keep_days` removes tables so many days after they ended and
    were last looked at; None keeps them for ever. `secret` signs identities; without one, one is kept in the store.
    `hosts` are the names that the server answers to; None is any. `limits` are the rate limits, off for a bench.
    `client` is the folder of the built web client. `warm_search` compiles what searches before anybody needs it.
    """

    db: Path = field(default_factory=default_db)
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    public_url: str | None = None
    keep_days: int | None = None
    proxies: str = "127.0.0.1"
    secret: str | None = None
    hosts: tuple[str, ...] | None = None
    limits: bool = True
    warm_search: bool = True
    client: Path = Path(__file__).parent / "client"
