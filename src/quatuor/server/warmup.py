"""Warm-up: compiling the games, or loading them from the disk cache, while the server already answers."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress

import numpy as np

from quatuor.analysis import FEWEST_ITERATIONS, position
from quatuor.bots import BOTS, Bot, GuidedBot, PolicyBot, SearchBot, ask, find_bot, new_chooser
from quatuor.bots.playouts import expect
from quatuor.core.errors import QuatuorError
from quatuor.core.game import SPECTATOR, Game
from quatuor.games import GAMES
from quatuor.networks import network_of
from quatuor.play.playthrough import Playthrough

WARMING = "warm"  # the name of the thread that compiles

Stage = Callable[[Game], None]


class Warmup:
    """Warms up all games in the background, and says which are ready."""

    def __init__(self, search: bool = True) -> None:
        self._steps: tuple[Stage, ...] = (warm, *_BOTS, warm_analysis, warm_guided) if search else (warm,)
        self.done = False  # nothing is left to compile
        # What is still to be done, in this order.
        self._left = [(step, game) for step in self._steps for game in GAMES.values()]
        self._ready: dict[str, asyncio.Future[None]] = {}
        self._guided: dict[str, asyncio.Future[None]] = {}
        self._wanted: set[str] = set()  # games that somebody is playing
        self._closed = False

    def open(self) -> None:
        """Start to warm up the games one after the other, in a thread that does not delay the shutdown."""
        loop = asyncio.get_running_loop()
        self._ready = {name: loop.create_future() for name in GAMES}
        self._guided = {game.name: loop.create_future() for step, game in self._left if step is warm_guided}
        threading.Thread(target=self._warm_all, args=(loop,), name=WARMING, daemon=True).start()

    async def ready(self, game: Game) -> None:
        """Wait until a game's rules are ready; its bots are next."""
        self._wanted.add(game.name)
        await _wait_for(self._ready[game.name])

    async def guided_ready(self, game: Game) -> None:
        """Wait until a network can guide the searches of a game."""
        self._wanted.add(game.name)
        if game.name in self._guided:
            await _wait_for(self._guided[game.name])

    def compiles_bots(self, game: Game) -> bool:
        """Whether what a bot needs is not compiled yet, so that its move may take very long."""
        return any((step, game) in self._left for step in _BOTS)

    def ready_bot(self, name: str, game: Game) -> Bot:
        """The bot of a name; in place of a guided search that is not compiled yet, the network alone.

        That takes a minute or two on a new machine, in which nobody should wait for a move.
        """
        bot = find_bot(name)
        return PolicyBot() if isinstance(bot, GuidedBot) and (warm_guided, game) in self._left else bot

    async def all_ready(self) -> None:
        """Wait until the rules of every game are ready."""
        for ready in self._ready.values():
            await _wait_for(ready)

    def close(self) -> None:
        self._closed = True

    def _warm_all(self, loop: asyncio.AbstractEventLoop) -> None:
        while self._left and not self._closed:
            step, game = following = min(self._left, key=self._order)
            step(game)
            self._left.remove(following)
            waiting = self._ready if step is warm else self._guided if step is warm_guided else {}
            if game.name in waiting:
                with suppress(RuntimeError):  # the loop is closed: nobody is waiting
                    loop.call_soon_threadsafe(waiting[game.name].set_result, None)
        self.done = not self._left

    def _order(self, wanted: tuple[Stage, Game]) -> tuple[bool, int, bool]:
        """Rules and bots of games that are being played come first; guided searches come last in any case."""
        step, game = wanted
        played = game.name in self._wanted
        return not (played and step in (warm, *_BOTS)), self._steps.index(step), not played


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
