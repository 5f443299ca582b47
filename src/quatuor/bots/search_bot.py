"""The bot that searches: for a number of iterations, always the same move, or for a time."""

import re
from dataclasses import dataclass, replace
from math import inf
from threading import Event
from typing import Any

from quatuor.bots.search import MOST_ITERATIONS, Findings, Search
from quatuor.core.chance import below, mix
from quatuor.core.errors import BotError
from quatuor.core.game import Game
from quatuor.core.search_settings import Thinking
from quatuor.core.texts import COMMON, shortened

NAME = "search"
SHORTEST_S, LONGEST_S = 0.05, 60.0
_ITERATIONS = re.compile(r"[0-9]{1,9}")
_SECONDS = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,6})?)s")


@dataclass(frozen=True)
class SearchBot:
    """Looks ahead by information-set Monte Carlo tree search."""

    iterations: int = MOST_ITERATIONS
    seconds: float = inf
    # By default as the game says.
    thinking: Thinking | None = None
    # Set by whoever does not need the answer any more.
    cancel: Event | None = None
    # Whether to search also where there is no choice: how busy the machine is tells others nothing then.
    when_forced: bool = False

    @property
    def name(self) -> str:
        return f"{NAME}:{self.iterations if self.seconds == inf else f'{self.seconds:g}s'}"

    def choose(self, game: Game, state: Any, chooser: Any) -> int:
        actions = game.legal_actions(state)
        if len(actions) == 1 and not self.when_forced:
            return actions[0]
        return self.think(game, state, chooser).best.action

    def think(self, game: Game, state: Any, chooser: Any) -> Findings:
        """What a search of this bot finds for the seat to play."""
        seed = int(mix(chooser.rng))
        below(chooser, 2)  # the next search is another one
        search = Search(game, state, int(state.turn), seed, self.thinking)
        search.spend(self.iterations, self.seconds, self.cancel)
        return search.findings()

    def until(self, cancel: Event, when_forced: bool = False) -> "SearchBot":
        """The same bot, which stops thinking soon after this event is set."""
        return replace(self, cancel=cancel, when_forced=when_forced)


def read_search(spec: str) -> SearchBot:
    """The bot of `search:2000` or `search:0.5s`; BotError, which says what there is, for anything else."""
    budget = spec.removeprefix(NAME).removeprefix(":")
    iterations = read_iterations(budget)
    if iterations is not None:
        return SearchBot(iterations)
    found = _SECONDS.fullmatch(budget)
    if found and SHORTEST_S <= float(found[1]) <= LONGEST_S:
        return SearchBot(seconds=float(found[1]))
    limits = {"most": MOST_ITERATIONS, "shortest": f"{SHORTEST_S:g}", "longest": f"{LONGEST_S:g}"}
    raise BotError(*COMMON.sentence("bot.search", value=shortened(spec), **limits))


def read_iterations(text: str) -> int | None:
    """How many iterations a bot is to make; None where that is no number of them."""
    return int(text) if _ITERATIONS.fullmatch(text) and 1 <= int(text) <= MOST_ITERATIONS else None
