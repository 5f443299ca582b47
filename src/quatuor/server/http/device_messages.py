"""The messages of the API about devices, both ways."""

from typing import Annotated, Literal

from pydantic import Field

from quatuor.server.http.protocol import Message


class DeviceLinkLook(Message):
    """The token of a device link, to see whom it signs in; nothing is used up."""

    token: Annotated[str, Field(min_length=1, max_length=128)]


class DeviceLinkUse(Message):
    """The token of a device link: the browser that sends it is signed in, once."""

    token: Annotated[str, Field(min_length=1, max_length=128)]
    replace: bool = Field(False, description="give up the games that this browser's present person has")


class Device(Message):
    """A browser or program that is signed in as you."""

    id: str
    kind: Literal["browser", "program"]
    label: str = Field(description="what it is, in words")
    system: str = Field(description="the system below it, such as Android; empty where that is not known")
    here: bool = Field(description="the one that asks")
    created: float = Field(description="when it was signed in, in seconds since 1970")
    seen: float = Field(description="when it was last seen, to the hour")


class DeviceLink(Message):
    """Whoever opens it is you, once and until it expires; `only_here` as in an Invitation."""

    url: str
    qr: list[str] = Field(description="its QR code, a line a row: 1 is dark")
    expires: float = Field(description="in seconds since 1970")
    only_here: bool


class DeviceLinkOffer(Message):
    """Whom a device link signs in, and who this browser is now."""

    name: str | None
    same: bool = Field(description="this browser is signed in as that person already")
    you: str | None = Field(description="the name that this browser has now")
    games: int = Field(description="how many games that name has here; they are given up (at most 200 are counted)")
    last: bool = Field(description="no other device could still play those games")
