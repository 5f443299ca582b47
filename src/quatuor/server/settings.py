"""What a host can configure: where games are stored, where the server listens, and who can reach it."""

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

    `public_url` is the address that people use, if requests arrive at another one. Forwarded headers are trusted from
    the addresses in `proxies`. Tables are removed `keep_days` after they ended and were last looked at; None keeps
    them forever. `secret` signs identities; if None, the store keeps one. `hosts` are the names that the server
    answers to; None allows any. `limits` turns rate limits on; benchmarks turn them off. `client` is the folder of the
    built web client. `warm_search` compiles the search before anybody needs it. `time_zone` says when a day ends, by
    a name such as Europe/Paris; None is the machine's own. `metrics` are the networks from which the metrics may be
    read, with None nobody measures; `traces` sends what the server does to a collector of OpenTelemetry.
    `host_token` is what the host's own commands carry; with None there are none.
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
    time_zone: str | None = None
    metrics: tuple[str, ...] | None = None
    traces: bool = False
    host_token: str | None = None
    client: Path = Path(__file__).parent / "client"
