"""Analyses that one process has made, told to the others in pieces: a message between processes is short."""

import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable

from cachetools import LRUCache
from pydantic import TypeAdapter

from quatuor.analysis import Account
from quatuor.server.processes import Message, Processes

_PIECE = 7_000
# So many analyses may be on their way in pieces.
_KEPT = 16

_accounts = TypeAdapter(Account)

# Called with a record, a seat, how many looks there were, and what they found.
TakeIn = Callable[[str, int, int, Account], None]


class SharedAccounts:
    """Passes analyses on, and takes in those of other processes."""

    def __init__(self, processes: Processes, take_in: TakeIn) -> None:
        self._processes = processes
        self._take_in = take_in
        self._pieces: LRUCache[tuple[str, str, int], dict[int, str]] = LRUCache(_KEPT)
        processes.listeners["account"] = self._hear

    def tell(self, record_id: str, seat: int, looks: int, account: Account) -> None:
        """An analysis was made here."""
        if not self._processes.shared:
            return
        text = b64encode(zlib.compress(_accounts.dump_json(account))).decode()
        pieces = [text[start : start + _PIECE] for start in range(0, len(text), _PIECE)]
        for number, piece in enumerate(pieces):
            self._processes.tell(
                "account", record=record_id, seat=seat, looks=looks, number=number, total=len(pieces), piece=piece
            )

    def _hear(self, message: Message) -> None:
        key = message["from"], message["record"], message["seat"]
        pieces = self._pieces.setdefault(key, {})
        pieces[message["number"]] = message["piece"]
        if len(pieces) == message["total"]:
            del self._pieces[key]
            text = "".join(pieces[number] for number in range(message["total"]))
            account = _accounts.validate_json(zlib.decompress(b64decode(text)))
            self._take_in(message["record"], message["seat"], message["looks"], account)
