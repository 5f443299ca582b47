"""A way from one process to its PostgreSQL that can be cut: it no longer reaches the database then, and others do."""

import asyncio
import threading
from contextlib import suppress
from pathlib import Path

_SOCKET = ".s.PGSQL.5432"


class Relay:
    """A socket in a folder of its own that leads to the database's."""

    def __init__(self, folder: Path, database: Path) -> None:
        folder.mkdir()
        self.folder = folder
        self._database = database
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self.mend()

    def mend(self) -> None:
        """Let connections pass from now on."""
        asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result(10)

    def cut(self) -> None:
        """End all connections, and let none pass."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(10)

    def close(self) -> None:
        self.cut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    async def _listen(self) -> None:
        self._server = await asyncio.start_unix_server(self._pass, self.folder / _SOCKET)

    async def _end(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
        (self.folder / _SOCKET).unlink(missing_ok=True)
        for writer in list(self._writers):
            writer.transport.abort()
        while self._writers:
            await asyncio.sleep(0.01)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there = await asyncio.open_unix_connection(str(self._database / _SOCKET))
        except OSError:
            writer.close()
            return
        self._writers |= {writer, there[1]}
        await asyncio.gather(self._copy(reader, there[1]), self._copy(there[0], writer))

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while some := await reader.read(1 << 16):
                writer.write(some)
                await writer.drain()
        writer.close()
        self._writers.discard(writer)
