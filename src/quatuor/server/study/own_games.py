"""One's own games: what was played and how it went, in figures; to take away, and to remove."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from datetime import date
from functools import partial

import orjson
from cachetools import LRUCache
from sqlalchemy import Connection

from quatuor.bots.levels import LEVELS
from quatuor.core.texts import Language
from quatuor.games import GAMES
from quatuor.server import clock
from quatuor.server.days import Days
from quatuor.server.live.registry import Tables
from quatuor.server.people.people import Person
from quatuor.server.rate_limits import Charge, no_charge
from quatuor.server.refusals import Refused, refuse
from quatuor.server.store import own_games
from quatuor.server.store.own_games import StoredGame
from quatuor.server.table.views import Json
from quatuor.server.texts import TEXTS

# Against whom: a level of bots, or
PEOPLE, OTHER_BOTS = "people", "bots"
_GROUPS = (*LEVELS, OTHER_BOTS, PEOPLE)
# A curve shows the share of wins in so many games up to each.
WINDOW = 10


# Games of which all is known that lists need: some megabytes.
_KEPT = 10_000
# So many records are parsed in one go, before others have their turn with the store's readers.
_TOGETHER = 50
# How many games, in the list or not known yet, cost a millisecond; and what a game of an export costs.
_LISTED_PER_MS, _READ_PER_MS, _EXPORTED_PER_MS = 100, 5, 3
# An export is sent in pieces of so many games. More than one at a time nobody needs.
_PIECE = 10
_MOST_EXPORTS, _MOST_EXPORTS_OF_A_HOME = 8, 2
_RETRY_SECONDS = 10


class OwnGames:
    """The finished games of whoever asks."""

    def __init__(self, tables: Tables, days: Days) -> None:
        self._tables = tables
        self._store = tables.store
        self._days = days
        # A finished game stays as it is. None: it cannot be read.
        self._kept: LRUCache[str, StoredGame | None] = LRUCache(_KEPT)
        self._reading = asyncio.Lock()
        self._exports: list[tuple[str, str]] = []  # the person and the home of each that is being sent

    async def page(
        self, person: str | None, before: str | None, limit: int, language: Language, charge: Charge = no_charge
    ) -> Json:
        """A MyGames: some games, the last one first; the first page also says what all of them add up to."""
        games = await self._finished(person, charge)
        start = 0
        if before is not None:
            start = next((number for number, game in enumerate(games, 1) if game.id == before), -1)
            if start < 0:
                refuse("unknown", "own.unknown", id=before)
        counted = [] if start else games
        return await self._store.in_thread(
            lambda: {
                "games": [self._told(game, language) for game in games[start : start + limit]],
                "more": len(games) > start + limit,
                "statistics": statistics(counted, language),
                "curves": curves(counted, language),
            }
        )

    async def export(self, person: Person | None, home: str, charge: Charge = no_charge) -> AsyncGenerator[bytes, None]:
        """Everything about one's own games as JSON, in pieces; of a deal that is still secret only the result."""
        games = await self._finished(person.id if person else None, charge)
        charge(len(games) // _EXPORTED_PER_MS)
        pieces = self._pieces(person, home, games)
        # It is counted, or refused, before anything is sent. Whoever lets the rest of it go ends it.
        await anext(pieces)
        return pieces

    async def _pieces(self, person: Person | None, home: str, games: list[StoredGame]) -> AsyncGenerator[bytes, None]:
        who = person.id if person else home
        of_home = sum(other_home == home for _, other_home in self._exports)
        of_person = sum(other == who for other, _ in self._exports)
        if len(self._exports) >= _MOST_EXPORTS or of_home >= _MOST_EXPORTS_OF_A_HOME or of_person:
            raise Refused("too_many", TEXTS.sentence("own.exporting"), retry_after=_RETRY_SECONDS)
        self._exports.append((who, home))
        try:
            yield b""
            about = {"name": person.name if person else None, "exported": clock.wall()}
            told = await self._store.in_thread(lambda: orjson.dumps(about | {"statistics": statistics(games, "en")}))
            yield told[:-1] + b',"games":['
            for start in range(0, len(games), _PIECE):
                piece = await self._store.read(partial(self._piece, games=games[start : start + _PIECE]))
                yield (b",\n" if start else b"\n") + piece
            yield b"\n]}\n"
        finally:
            self._exports.remove((who, home))

    def _piece(self, connection: Connection, games: list[StoredGame]) -> bytes:
        """Some games of an export, each with its record as the store has it."""
        open_ids = [game.id for game in games if not self._is_sealed(game.daily)]
        records = {
            record_id: orjson.Fragment(text)
            for record_id, text in own_games.own_records(connection, open_ids).items()
            if _is_json(text)
        }
        told = [self._told(game, "en") | {"record": records.get(game.id)} for game in games]
        return b",\n".join(map(orjson.dumps, told))

    async def remove(self, person: str | None, table_id: str) -> None:
        """Take one game from one's list; the others who played it keep it."""
        ended = dict(await own_games.ended_tables(self._store, person)) if person else {}
        if person is None or table_id not in ended:
            refuse("unknown", "own.unknown", id=table_id)
        if self._is_sealed(ended[table_id]):
            refuse("conflict", "own.sealed")
        await self._remove(person, [table_id])

    async def remove_all(self, person: str | None) -> int:
        """Take all games from one's list but the deals that are still secret; how many."""
        ended = await own_games.ended_tables(self._store, person) if person else []
        ids = [table_id for table_id, daily in ended if not self._is_sealed(daily)]
        if person is not None and ids:
            await self._remove(person, ids)
        return len(ids)

    async def _remove(self, person: str, ids: list[str]) -> None:
        removed = await own_games.remove(self._store, person, ids)
        self._tables.forget(removed)
        for table_id in removed:
            self._kept.pop(table_id, None)

    async def _finished(self, person: str | None, charge: Charge) -> list[StoredGame]:
        """A person's games, the last one first."""
        if person is None:
            return []
        held = await self._store.read(lambda connection: own_games.own_seats(connection, person))
        charge(len(held) // _LISTED_PER_MS)
        # One at a time: the store's readers are there for everybody.
        async with self._reading:
            unknown = [table_id for table_id in held if table_id not in self._kept]
            charge(len(unknown) // _READ_PER_MS)
            found = {table_id: self._kept.get(table_id) for table_id in held}
            for start in range(0, len(unknown), _TOGETHER):
                some = unknown[start : start + _TOGETHER]
                read = await self._store.read(partial(own_games.finished_games, ids=some))
                for table_id in some:
                    found[table_id] = self._kept[table_id] = read.get(table_id)
        figures = await self._store.read(lambda connection: own_games.own_figures(connection, person))
        games = [
            game._replace(own=own, figures=figures.get((game.id, own[0])) if len(own) == 1 else None)
            for table_id, own in held.items()
            if (game := found[table_id]) is not None and game.game in GAMES
        ]
        return sorted(games, key=lambda game: game.at, reverse=True)

    def _is_sealed(self, day: str | None) -> bool:
        return day is not None and self._days.is_sealed(date.fromisoformat(day))

    def _told(self, game: StoredGame, language: Language) -> Json:
        """A MyGame."""
        return {
            "id": game.id,
            "game": game.game,
            "title": GAMES[game.game].texts.say(language, "title"),
            "at": game.at,
            "names": game.names,
            "scores": game.scores,
            "winners": game.winners,
            "yours": game.own,
            "against": group_of(game),
            "daily": game.daily,
            "sealed": self._is_sealed(game.daily),
            "figures": None if game.figures is None else game.figures._asdict(),
        }


def _is_json(text: str) -> bool:
    """Whether a record can be read: one that cannot would damage the file that it is put into."""
    try:
        orjson.loads(text)
    except (ValueError, TypeError):
        return False
    return True


def group_of(game: StoredGame) -> str:
    """Against whom a game was played: people if there was one, else the strongest level."""
    others = [seat for seat in range(game.players) if seat not in game.own]
    if len(game.own) != 1 or any(seat not in game.bots for seat in others):
        return PEOPLE
    levels = [level for level in LEVELS if level in game.bots.values()]
    return levels[-1] if levels else OTHER_BOTS


def share_of(game: StoredGame) -> float:
    """One's share of the win: where several sides won, they share it."""
    if game.own[0] not in game.winners:
        return 0.0
    if game.teams:
        return 0.5 if len(game.winners) == game.players else 1.0
    return 1 / len(game.winners)


def _counted(games: Sequence[StoredGame]) -> list[StoredGame]:
    """The games in which one played one seat: with several nobody can say who won."""
    return [game for game in games if len(game.own) == 1]


def statistics(games: Sequence[StoredGame], language: Language) -> list[Json]:
    """A MyStatistics for each game and each kind of opponents."""
    groups: dict[tuple[str, str], list[StoredGame]] = {}
    for game in _counted(games):
        groups.setdefault((game.game, group_of(game)), []).append(game)
    return [
        _summed(name, group, groups[name, group], language)
        for name in GAMES
        for group in _GROUPS
        if (name, group) in groups
    ]


def _summed(name: str, group: str, games: list[StoredGame], language: Language) -> Json:
    analysed = [game.figures for game in games if game.figures is not None]
    choices = sum(figures.choices for figures in analysed)
    return {
        "game": name,
        "title": GAMES[name].texts.say(language, "title"),
        "against": group,
        "games": len(games),
        "wins": sum(map(share_of, games)),
        "analysed": len(analysed),
        "loss": sum(figures.loss for figures in analysed) / choices if choices else None,
        "luck": sum(figures.luck for figures in analysed) / len(analysed) if analysed else None,
    }


def curves(games: Sequence[StoredGame], language: Language) -> list[Json]:
    """A MyCurve for each game: the share of wins in the last games up to each, the first one first."""
    found = []
    for name in GAMES:
        shares = [share_of(game) for game in reversed(_counted(games)) if game.game == name]
        means = [sum(shares[max(0, end - WINDOW) : end]) / min(end, WINDOW) for end in range(1, len(shares) + 1)]
        if means:
            found.append({"game": name, "title": GAMES[name].texts.say(language, "title"), "wins": means})
    return found
