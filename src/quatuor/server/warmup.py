"""Warm-up: compiling the games, or loading them from the disk cache, while the server already answers."""

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress

import numpy as np

from quatuor.analysis import FEWEST_ITERATIONS, position
from quatuor.bots import BOTS, Bot, GuidedBot, PolicyBot, SearchBot, ask, find_bot, new_chooser
from quatuor.bots.playouts import expect
from quatuor.core.compiled import compiling_here, interpreting_meanwhile
from quatuor.core.errors import QuatuorError
from quatuor.core.game import SPECTATOR, Game
from quatuor.games import GAMES
from quatuor.networks import network_of
from quatuor.play.playthrough import Playthrough
from quatuor.server.refusals import Refused
from quatuor.server.texts import TEXTS

WARMING = "warm"  # the name of the thread that compiles
# How long people wait for what is still being compiled before they are told to come back.
PATIENCE, RETRY_SECONDS = 20.0, 15

Stage = Callable[[Game], None]


class Warmup:
    """Warms up all games in the background, and says which are ready.

    Until then rules and networks are interpreted, so that a table stands at once; with `search`, a network plays in the
    place of a search that is not compiled yet. Without it searches are compiled when they are needed.
    """

    def __init__(self, search: bool = True) -> None:
        self._steps: tuple[Stage, ...] = (warm, *_BOTS, warm_analysis, warm_guided) if search else (warm,)
        self._interprets = search
        # What is still to be done, in this order.
        self._left = [(step, game) for step in self._steps for game in GAMES.values()]
        self.total = len(self._left)
        self._rules: dict[str, asyncio.Future[None]] = {}
        self._thinking: dict[str, asyncio.Future[None]] = {}
        self._played: set[str] = set()
        self._asked: set[str] = set()  # games that somebody wants thought about
        self._closed = False

    def open(self) -> None:
        """Start to warm up the games one after the other, in a thread that does not delay the shutdown."""
        loop = asyncio.get_running_loop()
        self._rules = {name: loop.create_future() for name in GAMES}
        self._thinking = {name: loop.create_future() for name in GAMES} if warm_guided in self._steps else {}
        meanwhile = ExitStack()
        if self._interprets:
            meanwhile.enter_context(interpreting_meanwhile())
        threading.Thread(target=self._warm_all, args=(loop, meanwhile), name=WARMING, daemon=True).start()

    @property
    def left(self) -> int:
        """How many steps are left, of `total`."""
        return len(self._left)

    @property
    def done(self) -> bool:
        return not self._left

    async def ready(self, game: Game) -> None:
        """Wait until a game's rules can be used; its bots are next."""
        self._played.add(game.name)
        if not self._interprets:
            await _wait_for(self._rules[game.name])

    async def thinking_ready(self, game: Game, patience: float | None = None) -> None:
        """Wait until searches and analyses of a game are compiled: they are next; refused after seconds of patience."""
        self._asked.add(game.name)
        if game.name in self._thinking:
            try:
                await asyncio.wait_for(_wait_for(self._thinking[game.name]), patience)
            except TimeoutError:
                raise Refused("unavailable", TEXTS.sentence("thinking.prepared"), retry_after=RETRY_SECONDS) from None

    def compiles_bots(self, game: Game) -> bool:
        """Whether what a bot needs is not compiled yet, so that its move may take longer than later ones."""
        return any((step, game) in self._left for step in _BOTS)

    def ready_bot(self, name: str, game: Game) -> Bot:
        """The bot of a name; in place of a search that is not compiled yet, the network alone.

        That takes some minutes on a new machine, in which nobody should wait for a move.
        """
        bot = find_bot(name)
        searches = bot.budget(game).iterations > 0
        if not searches or (warm_guided if isinstance(bot, GuidedBot) else warm_search, game) not in self._left:
            return bot
        return PolicyBot() if _has_network(game) else BOTS["greedy"]

    async def all_ready(self) -> None:
        """Wait until the rules of every game can be used."""
        if not self._interprets:
            await self.rules_compiled()

    async def rules_compiled(self) -> None:
        """Wait until the rules of every game are compiled."""
        for ready in self._rules.values():
            await _wait_for(ready)

    def close(self) -> None:
        self._closed = True

    def _warm_all(self, loop: asyncio.AbstractEventLoop, meanwhile: ExitStack) -> None:
        with meanwhile, compiling_here():
            while self._left and not self._closed:
                step, game = following = min(self._left, key=self._order)
                step(game)
                self._left.remove(following)
                if step is warm:
                    self._tell(loop, self._rules, game)
                if game not in (other for _, other in self._left):
                    self._tell(loop, self._thinking, game)

    def _tell(self, loop: asyncio.AbstractEventLoop, waiting: dict[str, "asyncio.Future[None]"], game: Game) -> None:
        if game.name in waiting:
            with suppress(RuntimeError):  # the loop is closed: nobody is waiting
                loop.call_soon_threadsafe(waiting[game.name].set_result, None)

    def _order(self, wanted: tuple[Stage, Game]) -> tuple[bool, bool, int, bool]:
        """First what is to be thought about, then rules and bots of games that are played; guided searches last."""
        step, game = wanted
        played = game.name in self._played
        asked = game.name in self._asked
        return not asked, not (played and step in (warm, *_BOTS)), self._steps.index(step), not played


async def _wait_for(waiting: "asyncio.Future[None]") -> None:
    if not waiting.done():
        await asyncio.shield(waiting)


def warm(game: Game) -> None:
    """Compile all the rules of a game that a table uses."""
    play = _at_a_choice(game)
    for bot in BOTS.values():
        ask(bot, game, play.state, new_chooser(0))
    for seat in (SPECTATOR, play.turn):
        game.view(play.state, seat)
        game.aids(play.state, seat)
    play.play_action(play.legal_actions[0])
    _ = play.scores, game.winners(play.state), play.log()


def warm_search(game: Game) -> None:
    """Compile the search of hints and bots."""
    play = _at_a_choice(game)
    position(game, play.state, iterations=FEWEST_ITERATIONS)
    ask(SearchBot(1), game, play.state, new_chooser(0))


def warm_network(game: Game) -> None:
    """Compile what programs at a table observe, and what a network thinks of it."""
    play = _at_a_choice(game)
    game.observe(play.state, play.turn, np.zeros(game.observation.size, np.int8))
    if _has_network(game):
        ask(PolicyBot(), game, play.state, new_chooser(0))


def warm_analysis(game: Game) -> None:
    """Compile what an analysis needs in addition to the search."""
    play = _at_a_choice(game)
    expect(game, play.state, play.turn, 1, first=play.legal_actions[0])


def warm_guided(game: Game) -> None:
    """Compile the search that a network guides: it takes by far the longest."""
    if _has_network(game):
        ask(GuidedBot(1), game, _at_a_choice(game).state, new_chooser(0))


# What bots need that people play with, and hints.
_BOTS: tuple[Stage, ...] = (warm_network, warm_search)


def _has_network(game: Game) -> bool:
    try:
        network_of(game)
    except QuatuorError:
        return False
    return True


def _at_a_choice(game: Game) -> Playthrough:
    """A game at its first real choice."""
    play = Playthrough(game, seed=0)
    while len(play.legal_actions) == 1:
        play.play_action(play.legal_actions[0])
    return play


def exit_now_if_compiling() -> None:
    """End the process at once if a thread still compiles, which cannot be stopped."""
    if any(thread.name == WARMING and thread.is_alive() for thread in threading.enumerate()):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)
