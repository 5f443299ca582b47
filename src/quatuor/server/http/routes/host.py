"""The host's commands, for `quatuor tables` and `quatuor keep-out` on the server's own machine.

They carry a token that the running server leaves beside its store, where only its owner can read it.
"""

import secrets
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Response
from pydantic import BaseModel, ConfigDict, Field

from quatuor.server.homes import CURRENT_HOME
from quatuor.server.http.routes.dependencies import ServicesDep, json_of
from quatuor.server.live.host_commands import HostCommands
from quatuor.server.refusals import refuse

PREFIX = "/api/host/"
TOKEN_HEADER = "X-Quatuor-Host"

router = APIRouter(prefix="/host", include_in_schema=False)

Text = Annotated[str, Field(min_length=1, max_length=200)]


class HostRequest(BaseModel):
    """What the host wants done."""

    model_config = ConfigDict(extra="forbid", strict=True)

    who: Text | None = None
    table: Text | None = None
    home: bool = False
    note: Text | None = None


@router.post("/{command}")
async def do_for_the_host(
    command: Literal["close", "remove", "keep_out", "lift"],
    wanted: HostRequest,
    services: ServicesDep,
    token: Annotated[str, Header(alias=TOKEN_HEADER)] = "",
) -> Response:
    """Do what the server's host wants done."""
    known = services.settings.host_token
    if known is None or not secrets.compare_digest(token.encode(), known.encode()):
        refuse("forbidden", "host.token")
    # The limits of a guest are none of the host's: a command that ends half-way would be worse than none.
    CURRENT_HOME.set("")
    return json_of(await do(services.host_commands, command, wanted.model_dump()))


async def do(commands: HostCommands, command: str, wanted: dict[str, Any]) -> Any:
    """Do one of the commands, for a request or for a command line that holds the store itself."""
    who, table = wanted.get("who") or "", wanted.get("table")
    if command == "close":
        return await commands.close(table or "")
    if command == "remove":
        return await commands.remove(table or "")
    if command == "lift":
        return await commands.lift(who)
    return await commands.keep_out(who, table, bool(wanted.get("home")), wanted.get("note"))
