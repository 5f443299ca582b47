"""The API's messages about quick words, in both directions."""

from typing import Literal

from quatuor.server.http.messages import Message, Seat
from quatuor.server.live.words import WORDS

Word = Literal[*WORDS]  # type: ignore[valid-type]


class Spoken(Message):
    """Something that a seat says, chosen out of a few words: to say it, and on the table's WebSocket to hear it."""

    seat: Seat
    word: Word
