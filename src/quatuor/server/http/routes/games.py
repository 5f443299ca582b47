"""What can be played, and whether the server works."""

import time
from functools import cache

import orjson
from fastapi import APIRouter, Response
from sqlalchemy.dialects.sqlite import insert

from quatuor import __version__
from quatuor.core.game import Game
from quatuor.core.options import Number, Option
from quatuor.core.texts import Language, Sentence, plain
from quatuor.games import GAMES, symphonimo
from quatuor.games.symphonimo.options import FACES
from quatuor.play.playthrough import Playthrough
from quatuor.server import clock
from quatuor.server.http.protocol import GameInfo, Health, OptionInfo, OptionValue
from quatuor.server.http.routes.asking import Encoded, InLanguage, ServicesDep, problems
from quatuor.server.store.schema import facts
from quatuor.server.texts import TEXTS

router = APIRouter(tags=["games"])

_save_fact = insert(facts)
_save_fact = _save_fact.on_conflict_do_update(index_elements=["name"], set_={"value": _save_fact.excluded.value})


@router.get("/games", response_model=list[GameInfo])
async def all_games(language: InLanguage) -> Response:
    """The games, each with its options for every number of players."""
    return Encoded(_all_games(language))


@cache
def _all_games(language: Language) -> bytes:
    return orjson.dumps([_game(game, language).model_dump() for game in GAMES.values()], option=orjson.OPT_NON_STR_KEYS)


@router.get("/health", responses=problems(503))
async def health(services: ServicesDep) -> Health:
    """Makes a move in a throw-away game, and writes to the store."""
    await services.warmth.ready(symphonimo.GAME)
    start = time.perf_counter()
    Playthrough(symphonimo.GAME, seed=0).play("draw")
    moved = time.perf_counter()
    await services.store.write([(_save_fact, [{"name": "checked", "value": str(clock.wall())}])])
    stored = time.perf_counter()
    return Health(
        status="ok",
        version=__version__,
        move_ms=round((moved - start) * 1000, 3),
        store_ms=round((stored - moved) * 1000, 3),
        tables=len(services.tables.live_tables),
        warm=services.warmth.done,
    )


def _game(game: Game, language: Language) -> GameInfo:
    counts = range(game.min_players, game.max_players + 1)
    return GameInfo(
        name=game.name,  # type: ignore[arg-type]
        title=game.texts.say(language, "title"),
        pitch=game.texts.say(language, "pitch"),
        summary=game.texts.say(language, "summary"),
        min_players=game.min_players,
        max_players=game.max_players,
        options={players: [_option(option, players, language) for option in game.options] for players in counts},
    )


def _option(option: Option, players: int, language: Language) -> OptionInfo:
    kind = option.kind
    deck = kind.form == "deck"
    parts = FACES if kind.form == "maestro" else ()
    return OptionInfo(
        name=option.name,
        form=kind.form,
        sentence=option.meaning.say(language),
        accepts=TEXTS.say(language, "deck.accepts") if deck else kind.accepts(players).say(language),
        default=option.default(players),
        values=[OptionValue(value=v, sentence=_meaning(option, v).say(language)) for v in kind.values(players)],
        parts=[OptionValue(value=face, sentence=option.meanings[face].say(language)) for face in parts],
        low=kind.low if isinstance(kind, Number) else None,
        high=kind.high if isinstance(kind, Number) else None,
    )


def _meaning(option: Option, value: object) -> Sentence:
    """What a value means, in words."""
    if isinstance(value, bool):
        return TEXTS.sentence("option.yes" if value else "option.no")
    text = plain(value)
    if text in option.meanings:
        return option.meanings[text]
    count = text.rpartition(":")[2]  # Symphonimo's random:k
    return TEXTS.sentence("maestro.one" if count == "1" else "maestro.many", n=count)
