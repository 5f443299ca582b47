"""What can be played, and whether the server works."""

import time
from collections.abc import Iterable
from functools import cache
from typing import Any

import orjson
from fastapi import APIRouter, Response

from quatuor import __version__
from quatuor.core.announce import compiled_anything
from quatuor.core.game import Game
from quatuor.core.options import Group, Items, Option
from quatuor.core.texts import Language
from quatuor.games import GAMES
from quatuor.play.playthrough import Playthrough
from quatuor.server import clock
from quatuor.server.http.game_messages import (
    GameInfo,
    Health,
    OptionFile,
    OptionGroup,
    OptionInfo,
    OptionItems,
    OptionValue,
    Preparation,
    PresetInfo,
)
from quatuor.server.http.routes.dependencies import Encoded, InLanguage, ServicesDep, problems
from quatuor.server.store.database import insert
from quatuor.server.store.schema import facts
from quatuor.server.table.lesson import lesson_of

router = APIRouter(tags=["games"])

_save_fact = insert(facts)
_save_fact = _save_fact.on_conflict_do_update(index_elements=["name"], set_={"value": _save_fact.excluded.value})


@router.get("/games", response_model=list[GameInfo])
async def all_games(language: InLanguage) -> Response:
    """The games, each with its options for every number of players."""
    return Encoded(_all_games(language, tuple(GAMES.values())))


@cache
def _all_games(language: Language, games: tuple[Game, ...]) -> bytes:
    return orjson.dumps([_game(game, language).model_dump() for game in games], option=orjson.OPT_NON_STR_KEYS)


@router.get("/preparation")
async def preparation(services: ServicesDep) -> Preparation:
    """How much a new server still compiles, while it already plays."""
    warmup = services.warmup
    return Preparation(left=warmup.left, total=warmup.total, compiles=compiled_anything())


@router.get("/health", responses=problems(503))
async def health(services: ServicesDep) -> Health:
    """Makes a move in a throw-away game, and writes to the store."""
    game = next(iter(GAMES.values()))
    await services.warmup.ready(game)
    start = time.perf_counter()
    play = Playthrough(game, seed=0)
    play.play_action(game.legal_actions(play.state)[0])
    moved = time.perf_counter()
    await services.store.write([(_save_fact, [{"name": "checked", "value": str(clock.wall())}])])
    stored = time.perf_counter()
    return Health(
        status="ok",
        version=__version__,
        move_ms=round((moved - start) * 1000, 3),
        store_ms=round((stored - moved) * 1000, 3),
        tables=len(services.tables.live_tables),
        warm=services.warmup.done,
    )


def _game(game: Game, language: Language) -> GameInfo:
    counts = range(game.min_players, game.max_players + 1)
    return GameInfo(
        name=game.name,
        title=game.texts.say(language, "title"),
        pitch=game.texts.say(language, "pitch"),
        summary=game.texts.say(language, "summary"),
        min_players=game.min_players,
        max_players=game.max_players,
        lesson=lesson_of(game) is not None,
        options={players: [_option(option, players, language) for option in game.options] for players in counts},
        presets={players: _presets(game, players, language) for players in counts},
    )


def _presets(game: Game, players: int, language: Language) -> list[PresetInfo]:
    found = ((preset, preset.options(players)) for preset in game.presets)
    return [
        PresetInfo(
            name=preset.name,
            title=preset.title.say(language),
            sentence=preset.meaning.say(language),
            options=dict(options),
        )
        for preset, options in found
        if options is not None
    ]


def _option(option: Option, players: int, language: Language) -> OptionInfo:
    kind = option.kind
    items, file = kind.items(players), kind.file()
    low, high = kind.bounds() or (None, None)
    return OptionInfo(
        name=option.name,
        control=kind.control,
        sentence=option.meaning.say(language),
        accepts=kind.accepts_sent(players).say(language),
        default=option.default(players),
        values=_values(option, kind.values(players), language),
        groups=[_group(group, language) for group in kind.groups(players)],
        items=items and _items(option, items, language),
        low=low,
        high=high,
        file=file
        and OptionFile(
            default=file.default.say(language),
            given=file.given.say(language),
            reset=file.reset.say(language),
            max_bytes=file.max_bytes,
        ),
        overridden_by={name: list(values) for name, values in option.overridden_by.items()},
    )


def _values(option: Option, values: Iterable[Any], language: Language) -> list[OptionValue]:
    return [OptionValue(value=value, sentence=option.meaning_of(value).say(language)) for value in values]


def _group(group: Group, language: Language) -> OptionGroup:
    answers = [OptionValue(value=value, sentence=answer) for value, answer in group.answers]
    return OptionGroup(sentence=group.sentence.say(language), question=group.question.say(language), values=answers)


def _items(option: Option, items: Items, language: Language) -> OptionItems:
    return OptionItems(
        sentence=items.sentence.say(language),
        places=[place.say(language) for place in items.places],
        values=_values(option, items.values, language),
        repeatable=list(items.repeatable),
        min_items=items.fewest,
        max_items=items.most,
        start=items.start,
    )
