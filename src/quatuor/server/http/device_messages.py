"""The API's messages about devices, in both directions."""

from typing import Annotated, Literal

from pydantic import Field

from quatuor.server.http.messages import Message


class DeviceLinkLook(Message):
    """The token of a device link, to see whom it signs in without using it."""

    token: Annotated[str, Field(min_length=1, max_length=128)]


class DeviceLinkUse(Message):
    """The token of a device link, which works once: the browser that sends it is signed in."""

    token: Annotated[str, Field(min_length=1, max_length=128)]
    replace: bool = Field(False, description="give up the games of the person this browser is signed in as now")


class Device(Message):
    """A browser or program that is signed in as you."""

    id: str
    kind: Literal["browser", "program"]
    label: str = Field(description="what it is, for people to read")
    system: str = Field(description="its operating system, such as Android; empty if unknown")
    here: bool = Field(description="whether this request came from it")
    created: float = Field(description="when it was signed in, in seconds since 1970")
    seen: float = Field(description="when it was last seen, to the hour")


class DeviceLink(Message):
    """Whoever opens it is signed in as you; it works once, until it expires. `only_here` is as in an Invitation."""

    url: str
    qr: list[str] = Field(description="its QR code, one string for each row: 1 is dark")
    expires: float = Field(description="in seconds since 1970")
    only_here: bool


class DeviceLinkOffer(Message):
    """Whom a device link signs in, and who this browser is now."""

    name: str | None
    same: bool = Field(description="whether this browser is signed in as that person already")
    you: str | None = Field(description="the name of the person this browser is signed in as now")
    games: int = Field(description="how many games that person would give up; no more than 200 are counted")
    last: bool = Field(description="whether no other device could go on with those games")
