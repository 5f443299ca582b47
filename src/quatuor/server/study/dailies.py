"""The deals of the day: for each game one a day, the same for everybody, played once and ranked.

A deal follows from a secret of the server, the day and the game, so that nobody can know it before they play it. Until
an hour after its day, when the last games that count have ended, nothing is told of it but what a player sees at the
table: see `Days.is_sealed`. From then on anybody can play it for themselves.
"""

import asyncio
import hashlib
import hmac
import logging
import secrets
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from typing import Any

from sqlalchemy import select

from quatuor.analysis.account import result_for
from quatuor.bots import Bot, ask, find_bot
from quatuor.bots.levels import EXPERT, PRODIGY
from quatuor.core.game import Game
from quatuor.core.texts import Language
from quatuor.games import GAMES
from quatuor.play.outcome import margin_of
from quatuor.play.playthrough import Playthrough
from quatuor.server import clock
from quatuor.server.days import Days
from quatuor.server.live.bots import chooser_of_deal, read_bot
from quatuor.server.live.live_table import LiveTable
from quatuor.server.live.registry import Tables
from quatuor.server.people.people import Person
from quatuor.server.pool import ANALYSIS, Pool
from quatuor.server.rate_limits import Charge, no_charge
from quatuor.server.refusals import refuse
from quatuor.server.shares import Payer
from quatuor.server.store import daily_results
from quatuor.server.store.daily_results import BotResult, DailyResult, Standing
from quatuor.server.store.database import ConflictError, insert
from quatuor.server.store.schema import facts
from quatuor.server.table.new_table import WantedSeat, WantedTable, first_deeds, plan_of
from quatuor.server.table.table import Plan
from quatuor.server.table.views import Json

# Everybody sits on the same seat, against the same bot. A network alone plays the same whatever the server's load.
SEATS = (WantedSeat("me"), WantedSeat("bot", bot=EXPERT))
STRONGEST = PRODIGY
# How far the calendar goes back, in days.
CALENDAR_DAYS = 60
# The longest ranking that is sent; whoever asks is in it in any case.
_MOST_RANKED = 100
# How many results are counted and compared in a millisecond.
_RESULTS_PER_MS = 400
_FACT = "daily"
# Where the strongest bot plays at another process, that one is asked so often, in case it ends.
_OTHER_SECONDS = 1.0
_RESULTS = {1.0: "won", 0.0: "lost"}

_save_fact = insert(facts).on_conflict_do_nothing()
_log = logging.getLogger(__name__)


class Dailies:
    """Every deal of the day, and how they went."""

    def __init__(self, tables: Tables, pool: Pool, days: Days) -> None:
        self._tables = tables
        self._store = tables.store
        self._processes = tables.processes
        self._pool = pool
        self._days = days
        self._secret = b""
        self._opening = asyncio.Lock()
        self._playing: dict[tuple[date, str], asyncio.Task[None]] = {}  # games of the strongest bot

    async def open(self) -> None:
        """Find the secret from which the deals follow; the first start creates it."""
        await self._store.write([(_save_fact, [{"name": _FACT, "value": secrets.token_hex(32)}])])
        query = select(facts.c.value).where(facts.c.name == _FACT)
        secret = await self._store.read(lambda connection: str(connection.execute(query).scalar_one()))
        self._secret = secret.encode()

    async def close(self) -> None:
        """Stop at once; the strongest bot begins again when somebody asks for its result."""
        tasks = list(self._playing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def table(self, day: date, game: Game, person: Person, language: Language) -> LiveTable:
        """A person's table with the deal of a day: the one that they have, or, until the day ends, a new one."""
        await self._tables.warmup.ready(game)
        # One at a time: whoever asks twice at once gets one table.
        async with self._opening:
            known = await daily_results.table_of_day(self._store, person.id, game.name, day)
            if known is None:
                self._check_today(day)
                wanted = WantedTable(game=game.name, players=len(SEATS), seats=SEATS, spectators=False, start=True)
                try:
                    live = await self._opened(wanted, day, person, language, daily=day.isoformat())
                except ConflictError:
                    # They have asked at another process too, which was first.
                    known = await daily_results.table_of_day(self._store, person.id, game.name, day)
                    if known is None:
                        raise
            if known is not None:
                live = await self._tables.find(known)
        self._play_strongest(day, game)
        return live

    async def practise(self, day: date, game: Game, person: Person, language: Language) -> LiveTable:
        """An ordinary table with the deal of a day that is over."""
        self._check_known(day)
        self._days.check_unsealed(day)
        await self._tables.warmup.ready(game)
        wanted = WantedTable(game=game.name, players=len(SEATS), seats=SEATS, hints=True, start=True)
        return await self._opened(wanted, day, person, language)

    async def _opened(
        self, wanted: WantedTable, day: date, person: Person, language: Language, **more: Any
    ) -> LiveTable:
        game = GAMES[wanted.game]
        plan: Plan = replace(plan_of(wanted, person.id, clock.wall(), seed=self.seed(day, game)), **more)
        return await self._tables.open(
            plan, first_deeds(wanted, plan, str(person.name), person.face, language, read_bot)
        )

    def seed(self, day: date, game: Game) -> int:
        """The seed of a deal: nobody can work it out without the secret."""
        digest = hmac.digest(self._secret, f"{day.isoformat()} {game.name}".encode(), hashlib.sha256)
        return int.from_bytes(digest[:8], "big")

    def _check_today(self, day: date) -> None:
        today = self._days.today()
        if day != today:
            refuse("conflict", "daily.early" if day > today else "daily.late")

    def _check_known(self, day: date) -> None:
        """Refuse a day that has no deal yet, or that the calendar no longer has."""
        today = self._days.today()
        if day > today:
            refuse("conflict", "daily.early")
        if day < today - timedelta(days=CALENDAR_DAYS):
            refuse("unknown", "daily.old")

    async def standings(
        self, day: date | None, person: str | None, language: Language, charge: Charge = no_charge
    ) -> Json:
        """A DailyStandings: the deals of a day (by default today), and how they went as far as the asker may know."""
        today = self._days.today()
        day = day or today
        self._check_known(day)
        bots = await daily_results.bots_of_day(self._store, day)
        games = [await self._standing(day, game, person, language, bots.get(game.name)) for game in GAMES.values()]
        charge(sum(game["played"] for game in games) // _RESULTS_PER_MS)
        return {
            "day": day.isoformat(),
            "today": today.isoformat(),
            "ends": self._days.ends(day),
            "counts_until": self._days.counts_until(day),
            "sealed": self._days.is_sealed(day),
            "level": EXPERT,
            "games": games,
        }

    async def _standing(
        self,
        day: date,
        game: Game,
        person: str | None,
        language: Language,
        bot: BotResult | None,
    ) -> Json:
        known = await daily_results.table_of_day(self._store, person, game.name, day) if person else None
        live = await self._tables.load_or_none(known) if known else None
        status = live.table.status if live else "none"
        # Whoever may still play is told neither what the others got nor what there was to get.
        told = status in ("over", "closed") or not self._days.is_sealed(day)
        until = self._days.counts_until(day)
        standing = await daily_results.standing_of(self._store, day, game.name, until, person, _MOST_RANKED, told)
        if status == "over" and bot is None:
            self._play_strongest(day, game)
        return {
            "game": game.name,
            "title": game.texts.say(language, "title"),
            "table": known if live else None,
            "status": status,
            "played": standing.played,
            "ranking": _ranking(standing),
            "strongest": {"result": _result(bot.share), "margin": bot.margin} if told and bot else None,
            "pending": told and (day, game.name) in self._playing,
        }

    async def calendar(self, person: str | None) -> Json:
        """A DailyCalendar: the last days, and what the asker got from their deals."""
        today = self._days.today()
        since = today - timedelta(days=CALENDAR_DAYS)
        own = await daily_results.results_of_person(self._store, person, since) if person else []
        days = [today - timedelta(days=back) for back in range(CALENDAR_DAYS + 1)]
        until = {day.isoformat(): self._days.counts_until(day) for day in days}
        by_day: dict[str, dict[str, str]] = {}
        for result in own:
            # What was played after the deal was no secret any more counts for nothing.
            if result.at <= until.get(result.day, 0.0):
                by_day.setdefault(result.day, {})[result.game] = _result(result.share)
        return {
            "today": today.isoformat(),
            "days": [
                {"day": text, "sealed": self._days.is_sealed(day), "results": by_day.get(text, {})}
                for day in days
                for text in (day.isoformat(),)
            ],
        }

    def _play_strongest(self, day: date, game: Game) -> None:
        """Let the strongest bot play a deal in the background, unless it does so already."""
        key = (day, game.name)
        if key not in self._playing:
            task = self._playing[key] = asyncio.create_task(self._strongest(day, game))
            task.add_done_callback(lambda _: self._playing.pop(key))

    async def _strongest(self, day: date, game: Game) -> None:
        task = f"strongest {day} {game.name}"
        while not await self._processes.take(task):
            await asyncio.sleep(_OTHER_SECONDS)
        try:
            if game.name in await daily_results.bots_of_day(self._store, day):
                return
            await self._tables.warmup.thinking_ready(game)
            result = await self._played(day, game)
            await daily_results.save_bot(self._store, day, game.name, result)
        except Exception:
            _log.exception("the strongest bot could not play the deal of %s in %s", day, game.name)
        finally:
            self._processes.give_back(task)

    async def _played(self, day: date, game: Game) -> BotResult:
        """The strongest bot in a person's place, against the bots that everybody has."""
        play = Playthrough(game, len(SEATS), seed=self.seed(day, game))
        bots = [find_bot(STRONGEST if seat.kind == "me" else seat.bot) for seat in SEATS]
        payer = Payer("", _FACT, f"{day} {game.name}")
        while not play.over:
            bot = bots[play.turn]
            work = partial(self._choice, bot, play)
            play.follow(await self._pool.run(ANALYSIS, work, payer, bot.budget(game).cost))
        seat = next(seat for seat, wanted in enumerate(SEATS) if wanted.kind == "me")
        return BotResult(result_for(game, play.state, seat), margin_of(play, seat))

    def _choice(self, bot: Bot, play: Playthrough) -> int:
        chooser = chooser_of_deal(play.seed or 0, len(play.moves))
        return ask(bot, play.game, play.state, chooser, self._pool.stop_signal())


def _ranking(standing: Standing) -> list[Json]:
    """The results by place, the same place for equal ones; beyond the longest ranking only the asker's own."""
    rows: list[Json] = []
    before, place = None, 0
    for number, result in enumerate(standing.best, 1):
        if (result.share, result.margin) != before:
            before, place = (result.share, result.margin), number
        rows.append(_ranked(result, place, result == standing.own))
    if standing.own is not None and standing.own not in standing.best:
        rows.append(_ranked(standing.own, standing.place, you=True))
    return rows


def _ranked(result: DailyResult, place: int, you: bool) -> Json:
    """A RankedResult."""
    return {
        "place": place,
        "name": result.name,
        "result": _result(result.share),
        "margin": result.margin,
        "you": you,
    }


def _result(share: float) -> str:
    return _RESULTS.get(share, "shared")
