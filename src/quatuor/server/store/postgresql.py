"""A store in PostgreSQL, which several processes share, on one machine or on many.

Entries are the truth here too: two processes cannot both write the same entry of a table, and whoever comes second
looks again. What is committed is told to all processes in the same transaction: see `shared_processes.py`.
"""

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import orjson
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, inspect, select
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError

from quatuor.server.refusals import Refused
from quatuor.server.store.channel import Channel
from quatuor.server.store.database import (
    ADD_ENTRY,
    ENTRY_COLUMNS,
    NotFoundError,
    Row,
    Store,
    Work,
    alembic_config,
    execute,
    grouped,
    insert,
    migrate,
)
from quatuor.server.store.integrity import OURS, StoreError
from quatuor.server.store.schema import facts
from quatuor.server.texts import TEXTS

try:
    import psycopg
except ImportError:  # an extra of the package
    psycopg = None  # type: ignore[assignment]

T = TypeVar("T")

SCHEME = "postgresql"
# What is tested: older ones lack what the copies and the tests need.
OLDEST = 14
# A database that does not answer for so long is out of reach.
REACH_SECONDS = 5
_CONNECTIONS = 8
# PostgreSQL passes on messages of fewer bytes than this.
LONGEST_MESSAGE = 7_900
# It cuts longer names of applications than this and the name of a process together.
_LONGEST_APPLICATION = 48
# The fact that the channel of the processes follows from.
CHANNEL_FACT = "channel"
# Its errors of these classes are about the connection, not about what was asked.
_LOST = ("08", "57P", "53300")

# All entries of a batch, and who is told of them, in one transaction of one statement.
_ADD_ENTRIES = (
    "WITH added AS (INSERT INTO entries ({names}) SELECT * FROM"
    " unnest(%s::varchar[], %s::int[], %s::float8[], %s::varchar[], %s::text[]))"
    " SELECT pg_notify(%s, message) FROM unnest(%s::text[]) AS message"
).format(names=", ".join(ENTRY_COLUMNS))


def read_address(text: str) -> URL:
    """The address of a database, checked as far as that is possible without asking there."""
    if psycopg is None:
        raise StoreError(*TEXTS.sentence("store.pg.driver"))
    try:
        url = make_url(text).set(drivername=f"{SCHEME}+psycopg")
        good = bool(url.database)
    except (ArgumentError, ValueError):
        good = False
    if not good:
        raise StoreError(*TEXTS.sentence("store.pg.address"))
    return url


def shown(url: URL) -> str:
    """An address without what is secret in it."""
    return url.set(drivername=SCHEME, query={}).render_as_string(hide_password=True)


class PostgresStore(Store):
    """The PostgreSQL database of a server."""

    unreadable = "store.pg.away"

    def __init__(self, address: str) -> None:
        super().__init__()
        self.url = read_address(address)
        self.process = secrets.token_hex(5)  # names this process among those that share the store
        self._arguments = _arguments(self.url, self.process)
        self.engine = _engine(self.url, self._arguments)
        self._reading = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self.channel = Channel("", b"")  # known once the store is prepared
        self._line: Any = None  # the writer's own connection

    def prepare(self) -> None:
        with errors_as_sentences(self.url):
            with self.engine.connect() as connection:
                newest = self._check(connection)
            if not newest:  # else nobody else has to be waited for
                migrate(self.engine)
            with self.engine.begin() as connection:
                # Nothing is written, but everything is refused that would be.
                connection.exec_driver_sql("INSERT INTO entries SELECT * FROM entries WHERE false")
                self.channel = _channel(connection)

    def _check(self, connection: Connection) -> bool:
        """Refuse a database that cannot be a store of ours; whether it has the newest form."""
        version, encoding = connection.exec_driver_sql(
            "SELECT current_setting('server_version_num')::int / 10000, current_setting('server_encoding')"
        ).one()
        if version < OLDEST:
            raise StoreError(*TEXTS.sentence("store.pg.old", version=version, oldest=OLDEST))
        if encoding != "UTF8":
            raise StoreError(*TEXTS.sentence("store.pg.encoding", address=shown(self.url), encoding=encoding))
        names = set(inspect(connection).get_table_names())
        if names and not names >= OURS:
            raise StoreError(*TEXTS.sentence("store.pg.foreign", address=shown(self.url)))
        if names:
            form = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
            scripts = ScriptDirectory.from_config(alembic_config())
            if form not in {script.revision for script in scripts.walk_revisions()}:
                raise StoreError(*TEXTS.sentence("store.pg.newer", address=shown(self.url)))
            return bool(form == scripts.get_current_head())
        return False

    def sizes(self, connection: Connection) -> tuple[int, int]:
        return int(connection.exec_driver_sql("SELECT pg_database_size(current_database())").scalar_one()), 0

    def _begin(self) -> None:
        """Nothing: the writer connects when there is something to write, again and again if need be."""

    def _end(self) -> None:
        self._hang_up()

    def connect(self) -> Any:
        """A bare connection, of which every statement is a transaction."""
        connection = psycopg.connect(**self._arguments, autocommit=True)
        _settle(connection)
        return connection

    def refusal(self, failure: BaseException) -> Refused:
        if isinstance(failure, psycopg.errors.UniqueViolation):
            failure = IntegrityError("", {}, failure)
        if isinstance(failure, IntegrityError | NotFoundError):
            return super().refusal(failure)
        key = "store.pg.away" if self._is_out_of_reach(failure) else "store.unavailable"
        return Refused("unavailable", TEXTS.sentence(key))

    def _attempt(self, reading: Callable[[Connection], T]) -> T:
        try:
            return self._attempt_once(reading)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        # The database was started again since somebody last read.
        return self._attempt_once(reading)

    def _attempt_once(self, reading: Callable[[Connection], T]) -> T:
        with self._reading.connect() as connection:
            return reading(connection)

    def _is_out_of_reach(self, failure: BaseException) -> bool:
        if isinstance(failure, DBAPIError):
            return failure.connection_invalidated or _is_lost(failure.orig)
        return _is_lost(failure)

    def _execute(self, works: Sequence[Work]) -> None:
        together = grouped(works)
        # In one order in all processes, entries first: two that wait for each other would wait in vain.
        for rows in together.values():
            rows.sort(key=_order)
        added = together.pop(ADD_ENTRY, [])
        if added and not together:
            self._add(added)
            return
        with self.engine.begin() as connection:
            if added:
                connection.exec_driver_sql(_ADD_ENTRIES, self._values(added))
            for statement, rows in together.items():
                execute(connection, statement, rows)

    def _add(self, rows: list[Row]) -> None:
        if self._line is None:
            self._line = self.connect()
        try:
            self._line.execute(_ADD_ENTRIES, self._values(rows))
        except psycopg.Error:
            if self._line.broken or self._line.closed:
                self._hang_up()
            raise

    def _values(self, rows: list[Row]) -> tuple[Any, ...]:
        columns = [[row[name] for row in rows] for name in ENTRY_COLUMNS]
        return (*columns, self.channel.name, list(map(self.channel.signed, messages_of(self.process, rows))))

    def _hang_up(self) -> None:
        if self._line is not None:
            with suppress(psycopg.Error):
                self._line.close()
            self._line = None


def messages_of(process: str, rows: list[Row]) -> list[str]:
    """What the other processes are told of new entries: all of them where they are short, else where they are."""
    messages: list[bytes] = []
    found: list[bytes] = []
    length = 0
    for row in rows:
        values = [row[name] for name in ENTRY_COLUMNS]
        told = orjson.dumps(values)
        if len(told) > LONGEST_MESSAGE // 2:
            told = orjson.dumps(values[:2])
        if found and length + len(told) > LONGEST_MESSAGE - 100:
            messages.append(b",".join(found))
            found, length = [], 0
        found.append(told)
        length += len(told) + 1
    messages.append(b",".join(found))
    return [f'{{"from":"{process}","entries":[{message.decode()}]}}' for message in messages]


def _order(row: Row) -> tuple[str, int]:
    key = row.get("of") or row.get("table_id") or row.get("id") or row.get("name") or row.get("device") or ""
    return str(key), int(row.get("number", 0))


def _channel(connection: Connection) -> Channel:
    """Where the processes of this store talk; the first one draws the secret that it follows from."""
    new = {"name": CHANNEL_FACT, "value": secrets.token_urlsafe(32)}
    connection.execute(insert(facts).on_conflict_do_nothing(), new)
    secret = connection.execute(select(facts.c.value).where(facts.c.name == CHANNEL_FACT)).scalar_one()
    return Channel.of(secret, str(connection.exec_driver_sql("SELECT current_schema()").scalar()))


def _engine(url: URL, arguments: dict[str, Any]) -> Engine:
    return create_engine(
        url,
        creator=lambda: _settled(psycopg.connect(**arguments)),
        pool_size=_CONNECTIONS,
        max_overflow=0,
        hide_parameters=True,  # secrets of deals are among them
    )


def _settled(connection: Any) -> Any:
    _settle(connection)
    return connection


def _settle(connection: Any) -> None:
    """Every commit is on disk before it returns, whatever the database does by default."""
    if connection.execute("SHOW synchronous_commit").fetchone()[0] == "off":
        connection.execute("SET synchronous_commit = on")
    connection.commit()


def _arguments(url: URL, process: str) -> dict[str, Any]:
    """How to connect: who does not answer is given up after some seconds, on both sides.

    All connections of a process are known by its name, at the end of theirs.
    """
    given = {str(name): value for name, value in url.query.items()}
    application = str(given.get("application_name", "quatuor"))[:_LONGEST_APPLICATION]
    patience = {
        "connect_timeout": REACH_SECONDS,
        "keepalives_idle": REACH_SECONDS,
        "keepalives_interval": 1,
        "keepalives_count": 3,
        "tcp_user_timeout": 1000 * REACH_SECONDS,
    }
    named = url.translate_connect_args(database="dbname", username="user")
    return patience | named | given | {"application_name": f"{application} {process}"}


def _is_lost(failure: BaseException | None) -> bool:
    """Whether a database is away or has ended a connection: then the driver itself says so, or it shuts down."""
    if not isinstance(failure, psycopg.OperationalError | psycopg.InterfaceError):
        return False
    return failure.sqlstate is None or failure.sqlstate.startswith(_LOST)


@contextmanager
def errors_as_sentences(url: URL) -> Iterator[None]:
    """Turn an error of the database into one sentence for its host."""
    try:
        yield
    except (DBAPIError, psycopg.Error) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        raise StoreError(*TEXTS.sentence(_key(cause), address=shown(url), reason=_reason(cause))) from error


def _key(cause: BaseException | None) -> str:
    errors = psycopg.errors
    if isinstance(cause, errors.InsufficientPrivilege):
        return "store.pg.rights"
    if isinstance(cause, errors.ReadOnlySqlTransaction):
        return "store.pg.read_only"
    if isinstance(cause, errors.DiskFull):
        return "store.pg.full"
    return "store.pg.unreachable"


def _reason(cause: BaseException | None) -> str:
    """Why, in the last line of what the database says: before it stands each address that was tried."""
    lines = [line.strip() for line in str(cause).splitlines() if line.strip()]
    for line in lines:
        if "FATAL:" in line:
            return line.partition("FATAL:")[2].strip()
    return lines[0].partition("failed: ")[2] or lines[0] if lines else type(cause).__name__
