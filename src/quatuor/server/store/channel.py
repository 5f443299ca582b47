"""Where processes that share a database talk: a channel that only they can name, on which every message is signed.

PostgreSQL lets whoever may connect listen to any channel, and speak on it. The name and the key follow from a secret
that lies in the store, and so are known to those alone who may read it.
"""

import hashlib
import hmac
from typing import NamedTuple

_DIGEST_BYTES = 16
_DIGITS = 2 * _DIGEST_BYTES


class Channel(NamedTuple):
    """A channel by its name, and the key of what is said there."""

    name: str
    key: bytes

    @classmethod
    def of(cls, secret: str, schema: str) -> "Channel":
        """The channel of a store; a copy of the store in another schema of the same database has another one."""
        return cls(f"quatuor_{_digest(secret.encode(), f'name {schema}')}", _key(secret, schema))

    def signed(self, message: str) -> str:
        """A message as it is told."""
        return _digest(self.key, message) + message

    def read(self, told: str) -> str | None:
        """The message that was told; None where it was none of ours."""
        signature, message = told[:_DIGITS], told[_DIGITS:]
        return message if hmac.compare_digest(signature.encode(), _digest(self.key, message).encode()) else None


def _key(secret: str, schema: str) -> bytes:
    return _digest(secret.encode(), f"key {schema}").encode()


def _digest(key: bytes, text: str) -> str:
    return hashlib.blake2b(text.encode(), key=key, digest_size=_DIGEST_BYTES).hexdigest()
