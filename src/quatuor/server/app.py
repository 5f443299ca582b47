"""The application: routes, error handling, middleware, and the services that it opens and closes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import APIRouter, FastAPI

from quatuor import __version__
from quatuor.core.texts import listed
from quatuor.games import GAMES
from quatuor.server.http.change_messages import describe_changes
from quatuor.server.http.client_files import mount_client
from quatuor.server.http.docs_page import mount_docs
from quatuor.server.http.errors import install_problems
from quatuor.server.http.fast_path import FastPath
from quatuor.server.http.messages import Problem
from quatuor.server.http.metrics_page import mount_metrics
from quatuor.server.http.middleware.security import protect
from quatuor.server.http.routes import (
    daily,
    devices,
    games,
    host,
    lessons,
    own_games,
    people,
    play,
    puzzles,
    records,
    tables,
    words,
)
from quatuor.server.http.view_types import describe_games
from quatuor.server.services import Services
from quatuor.server.settings import Settings

_DESCRIPTION = """Play {games}, by browser or by program.

A program gets an identity from `POST /api/players` and sends its token in `Authorization: Bearer …`. Seats count
from 0. Moves are written as in the rulebook. Every refusal is a `Problem` with one sentence that says why."""

# Every route may refuse invalid requests; the layers around it answer floods and failures.
_ANY_ROUTE: dict[int | str, dict[str, Any]] = {code: {"model": Problem} for code in (413, 422, 429, 500)}


class Application(FastAPI):
    """The server as an ASGI application, which describes the games that it has."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            document = super().openapi()
            describe_changes(document)
            describe_games(document)
        return super().openapi()


def create_app(settings: Settings | None = None) -> FastAPI:
    """The server as an ASGI application."""
    settings = settings or Settings()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        services = app.state.services = Services(settings)
        await services.open()
        try:
            yield
        finally:
            await services.close()

    titles = [game.title for game in GAMES.values()]
    app = Application(
        title="Quatuor",
        version=__version__,
        description=_DESCRIPTION.format(games=listed("en", titles)),
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,  # docs_page.py serves it, encoded once
        generate_unique_id_function=lambda route: route.name,
    )
    api = APIRouter(prefix="/api", responses=_ANY_ROUTE)
    for part in (games, people, devices, tables, play, words, lessons, records, daily, own_games, puzzles, host):
        api.include_router(part.router)
    app.include_router(api)
    install_problems(app)
    app.add_middleware(FastPath)
    mount_docs(app)
    mount_metrics(app, settings)
    mount_client(app, settings)
    protect(app, settings)
    return app
