"""The bot that searches: for a number of iterations, always the same move, or for a time."""

import re
from dataclasses import dataclass
from math import inf
from threading import Event
from typing import Any, ClassVar

from quatuor.bots.bot import Budget, Choice, Position
from quatuor.bots.policy import network_for
from quatuor.bots.search import MOST_ITERATIONS, GuidedSearch, Search
from quatuor.core.chance import below, mix
from quatuor.core.errors import BotError
from quatuor.core.game import Game
from quatuor.core.search_settings import SearchSettings
from quatuor.core.texts import COMMON, shortened

SHORTEST_S, LONGEST_S = 0.05, 60.0
_ITERATIONS = re.compile(r"[0-9]{1,9}")
_SECONDS = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,6})?)s")


@dataclass(frozen=True)
class SearchBot:
    """Looks ahead by information-set Monte Carlo tree search."""

    kind: ClassVar[str] = "search"

    iterations: int = MOST_ITERATIONS
    seconds: float = inf
    # By default the game's.
    settings: SearchSettings | None = None

    @property
    def name(self) -> str:
        return f"{self.kind}:{self.iterations if self.seconds == inf else f'{self.seconds:g}s'}"

    def budget(self, game: Game) -> Budget:
        return Budget(self.iterations, self.seconds, game.search_settings.iteration_us / 1e6)

    def think(self, position: Position, cancel: Event | None = None, when_forced: bool = False) -> Choice:
        game, state, seat, chooser = position
        actions = game.legal_actions(state)
        if len(actions) == 1 and not when_forced:
            return Choice(actions[0])
        seed = int(mix(chooser.rng))
        below(chooser, 2)  # the next search is another one
        search = self._search(game, state, seat, seed)
        search.spend(self.iterations, self.seconds, cancel)
        return Choice(search.findings().best.action, search.iterations)

    def _search(self, game: Game, state: Any, seat: int, seed: int) -> Search:
        return Search(game, state, seat, seed, self.settings)


@dataclass(frozen=True)
class GuidedBot(SearchBot):
    """Looks ahead as a trained network guides it."""

    kind: ClassVar[str] = "guided"

    def budget(self, game: Game) -> Budget:
        """Its iterations and seconds; BotError if there is no network for this game."""
        network_for(game)
        return Budget(self.iterations, self.seconds, game.search_settings.guided_iteration_us / 1e6)

    def _search(self, game: Game, state: Any, seat: int, seed: int) -> Search:
        return GuidedSearch(game, state, seat, seed, network_for(game), self.settings)


def read_search(spec: str) -> SearchBot:
    """The bot of `search:2000`, `search:0.5s` or `guided:200`; BotError, which says what there is, for any other."""
    kind, _, budget = spec.partition(":")
    bot = KINDS[kind]
    iterations = read_iterations(budget)
    if iterations is not None:
        return bot(iterations)
    found = _SECONDS.fullmatch(budget)
    if found and SHORTEST_S <= float(found[1]) <= LONGEST_S:
        return bot(seconds=float(found[1]))
    limits = {"most": MOST_ITERATIONS, "shortest": f"{SHORTEST_S:g}", "longest": f"{LONGEST_S:g}"}
    raise BotError(*COMMON.sentence("bot.search", kind=kind, value=shortened(spec), **limits))


KINDS: dict[str, type[SearchBot]] = {bot.kind: bot for bot in (SearchBot, GuidedBot)}


def read_iterations(text: str) -> int | None:
    """A number of iterations that a bot may make; None if the text is not such a number."""
    return int(text) if _ITERATIONS.fullmatch(text) and 1 <= int(text) <= MOST_ITERATIONS else None
