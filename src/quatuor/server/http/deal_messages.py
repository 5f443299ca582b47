"""Messages about deals that everybody can check."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

# 32 bytes as hexadecimal digits.
Number = Annotated[str, Field(pattern="^[0-9a-f]{64}$", description="32 bytes as hexadecimal digits, in lower case")]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class ContributionRequest(_Message):
    """A number of your own, of which the cards of this table are to depend."""

    number: Number


class StartRequest(_Message):
    """How to begin."""

    gather: bool = Field(False, description="wait a moment for people's numbers, where some have not come yet")


class Contribution(_Message):
    """A number that the person on a seat has added to what the deal follows from."""

    seat: int
    number: Number


class ProofInfo(_Message):
    """What everybody knows of a deal before it: the SHA-256 of its secret, and what people have added, by seat."""

    commitment: Number
    contributions: list[Contribution]


class DealCheck(_Message):
    """Whether the cards of a record follow from its proof; the server has played the game again to find out."""

    commitment: Number | None
    secret: Number | None
    contributions: list[Contribution]
    holds: bool | None = Field(description="null where there is nothing to check")
    sentence: str
