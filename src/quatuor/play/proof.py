"""Deals that anybody can check: the cards follow from a secret, whose hash is told before, and from players' numbers.

The algorithm is published in `docs/fair_deals.md`: whoever changes it makes the proofs of all earlier games worthless.
"""

import hashlib
import hmac
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from quatuor.core.chance import CHOOSER, below
from quatuor.play.record_format import refuse

_NUMBER = re.compile("[0-9a-f]{64}")
_KEYS = {"commitment", "secret", "contributions"}


@dataclass(frozen=True, slots=True)
class Proof:
    """What the cards of a game follow from: 32 bytes each, as hexadecimal digits.

    The secret is None for those who may not know it yet. Contributions are numbers of players, by rising seats.
    """

    commitment: str
    secret: str | None = field(repr=False)
    contributions: tuple[tuple[int, str], ...] = ()

    @classmethod
    def of(cls, secret: str, contributions: tuple[tuple[int, str], ...] = ()) -> "Proof":
        """The proof of a game whose cards follow from a secret and these contributions, in any order."""
        return cls(commitment_of(secret), secret, tuple(sorted(contributions)))

    @property
    def fits(self) -> bool:
        """Whether the secret is the one whose hash was told."""
        return self.secret is not None and commitment_of(self.secret) == self.commitment

    @property
    def key(self) -> bytes:
        """What every number of chance follows from; the secret must be known."""
        assert self.secret is not None
        added = ",".join(f"{seat + 1}:{number}" for seat, number in self.contributions)
        return hmac.digest(bytes.fromhex(self.secret), added.encode(), hashlib.sha256)

    def as_json(self, reveal: bool) -> dict[str, Any]:
        """The proof as a record has it, without the secret unless it is to be revealed."""
        secret = {"secret": self.secret} if reveal and self.secret is not None else {}
        added = [[seat + 1, number] for seat, number in self.contributions]
        return {"commitment": self.commitment, **secret, "contributions": added}


def is_number(value: Any) -> bool:
    """Whether a value is 32 bytes, written as 64 lower-case hexadecimal digits."""
    return isinstance(value, str) and _NUMBER.fullmatch(value) is not None


def commitment_of(secret: str) -> str:
    """The hash of a secret, by which it can be known again and not be found."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def seed_of(key: bytes, event: str) -> int:
    """The state that the generator gets for an event of chance: `deal 0`, `deal 1`, … and `draw 0`, `draw 1`, …"""
    digest = _keyed(key).copy()
    digest.update(event.encode())
    return int.from_bytes(digest.digest()[:8], "big")


@lru_cache(2_000)
def _keyed(key: bytes) -> hmac.HMAC:
    """The hash of a key before the event follows: to begin with the key takes longer than all the rest."""
    return hmac.new(key, digestmod=hashlib.sha256)


def dealer(key: bytes) -> Callable[[int], int]:
    """What gives a number from 0 to below a bound for each card of a deal, every time by an event of its own."""
    chooser = np.zeros(1, CHOOSER)[0]
    dealt = 0

    def draw(bound: int) -> int:
        nonlocal dealt
        dealt += 1
        chooser.rng = np.uint64(seed_of(key, f"deal {dealt}"))
        return int(below(chooser, bound))

    return draw


def read_proof(record: dict[str, Any]) -> Proof | None:
    """The proof of a record, its form checked; None where there is none."""
    if "proof" not in record:
        return None
    found = record["proof"]
    if not isinstance(found, dict) or not {"commitment", "contributions"} <= found.keys() <= _KEYS:
        refuse("proof.form")
    if record["seed"] is not None:
        refuse("proof.seed")
    if "secret" not in found and record["result"] is not None:
        refuse("proof.no_secret")
    for name in ("commitment", "secret"):
        if name in found and not is_number(found[name]):
            refuse("proof.number", name=name)
    added = found["contributions"]
    if not isinstance(added, list) or not all(isinstance(one, list) and len(one) == 2 for one in added):
        refuse("proof.contributions")
    seats = [seat for seat, _ in added]
    if any(type(seat) is not int for seat in seats) or seats != sorted(set(seats)):
        refuse("proof.contributions")
    if type(record["players"]) is int and any(not 1 <= seat <= record["players"] for seat in seats):
        refuse("proof.contributions")
    if not all(is_number(number) for _, number in added):
        refuse("proof.number", name="contributions")
    return Proof(found["commitment"], found.get("secret"), tuple((seat - 1, number) for seat, number in added))
