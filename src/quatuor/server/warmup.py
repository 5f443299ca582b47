"""Warm-up: compiling the games, or loading them from the disk cache, while the server already answers."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress

import numpy as np

from quatuor.analysis import FEWEST_ITERATIONS, position
from quatuor.bots import BOTS, SearchBot, ask, new_chooser
from quatuor.bots.playouts import expect
from quatuor.core.game import SPECTATOR, Game
from quatuor.games import GAMES
from quatuor.play.playthrough import Playthrough

WARMING = "warm"  # the name of the thread that compiles

Stage = Callable[[Game], None]


class Warmup:
    """Warms up all games in the background, and says which are ready."""

    def __init__(self, search: bool = True) -> None:
        self._steps: tuple[Stage, ...] = (warm, warm_search, warm_observation, warm_analysis) if search else (warm,)
        self.done = False  # nothing is left to compile
        self._searches = set(GAMES) if search else set()  # games whose search is not compiled yet
        self._ready: dict[str, asyncio.Future[None]] = {}
        self._wanted: set[str] = set()  # games that somebody is playing
        self._closed = False

    def open(self) -> None:
        """Start to warm up the games one after the other, in a thread that does not delay the shutdown."""
        loop = asyncio.get_running_loop()
        self._ready = {name: loop.create_future() for name in GAMES}
        threading.Thread(target=self._warm_all, args=(loop,), name=WARMING, daemon=True).start()

    async def ready(self, game: Game) -> None:
        """Wait until a game's rules are ready; its bots are next."""
        self._wanted.add(game.name)
        await self._wait_for(game.name)

    def compiles_search(self, game: Game) -> bool:
        """Whether the search of a game is not compiled yet, so that a bot's move may take very long."""
        return game.name in self._searches

    async def all_ready(self) -> None:
        """Wait until the rules of every game are ready."""
        for name in GAMES:
            await self._wait_for(name)

    def close(self) -> None:
        self._closed = True

    async def _wait_for(self, name: str) -> None:
        waiting = self._ready[name]
        if not waiting.done():
            await asyncio.shield(waiting)

    def _warm_all(self, loop: asyncio.AbstractEventLoop) -> None:
        left = [(step, game) for step in self._steps for game in GAMES.values()]
        while left and not self._closed:
            step, game = left.pop(self._next_of(left))
            step(game)
            if step is warm_search:
                self._searches.discard(game.name)
            if step is warm:
                with suppress(RuntimeError):  # the loop is closed: nobody is waiting
                    loop.call_soon_threadsafe(self._ready[game.name].set_result, None)
        self.done = not left

    def _next_of(self, left: list[tuple[Stage, Game]]) -> int:
        """The index of the next step: rules and searches of games that are being played come first."""
        urgent = (step in (warm, warm_search) and game.name in self._wanted for step, game in left)
        return next((at for at, found in enumerate(urgent) if found), 0)


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


def warm_observation(game: Game) -> None:
    """Compile what programs at a table observe."""
    play = _at_a_choice(game)
    game.observe(play.state, play.turn, np.zeros(game.observation.size, np.int8))


def warm_analysis(game: Game) -> None:
    """Compile what an analysis needs in addition to the search."""
    play = _at_a_choice(game)
    expect(game, play.state, play.turn, 1, first=play.legal_actions[0])


def _at_a_choice(game: Game) -> Playthrough:
    """A game at its first real choice."""
    play = Playthrough(game, seed=0)
    while len(play.legal_actions) == 1:
        play.play_action(play.legal_actions[0])
    return play
