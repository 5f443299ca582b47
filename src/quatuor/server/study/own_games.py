"""One's own games: what was played and how it went, in figures; to take away, and to remove."""

from collections.abc import Sequence
from datetime import date

import orjson

from quatuor.bots.levels import LEVELS
from quatuor.core.texts import Language
from quatuor.games import GAMES
from quatuor.server import clock
from quatuor.server.days import Days
from quatuor.server.live.registry import Tables
from quatuor.server.people.people import Person
from quatuor.server.refusals import refuse
from quatuor.server.store import own_games
from quatuor.server.store.own_games import StoredGame
from quatuor.server.table.views import Json

# Against whom: a level of bots, or
PEOPLE, OTHER_BOTS = "people", "bots"
_GROUPS = (*LEVELS, OTHER_BOTS, PEOPLE)
# A curve shows the share of wins in so many games up to each.
WINDOW = 10


class OwnGames:
    """The finished games of whoever asks."""

    def __init__(self, tables: Tables, days: Days) -> None:
        self._tables = tables
        self._store = tables.store
        self._days = days

    async def all(self, person: str | None, language: Language) -> Json:
        """A MyGames: the games, the last one first, and what they add up to."""
        games = await self._finished(person)
        return {
            "games": [self._told(game, language) for game in games],
            "statistics": statistics(games, language),
            "curves": curves(games, language),
        }

    async def export(self, person: Person | None) -> bytes:
        """Everything about one's own games as JSON; of a deal that is still secret only the result."""
        games = await self._finished(person.id if person else None)
        open_ids = [game.id for game in games if not self._is_sealed(game.daily)]
        records = await self._store.read(lambda connection: own_games.own_records(connection, open_ids))
        told = [
            self._told(game, "en") | {"record": orjson.loads(records[game.id]) if game.id in records else None}
            for game in games
        ]
        about = {"name": person.name if person else None, "exported": clock.wall()}
        content = about | {"games": told, "statistics": statistics(games, "en")}
        return await self._store.in_thread(lambda: orjson.dumps(content, option=orjson.OPT_INDENT_2))

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
        self._tables.forget(await own_games.remove(self._store, person, ids))

    async def _finished(self, person: str | None) -> list[StoredGame]:
        if person is None:
            return []
        found = await self._store.read(lambda connection: own_games.finished_games(connection, person))
        return [game for game in found if game.game in GAMES]

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
