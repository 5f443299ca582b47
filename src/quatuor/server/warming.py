"""Making the rules ready while the server already answers: compiled once, then read back from disk."""

import asyncio
import threading
from contextlib import suppress

from quatuor.analysis import FEWEST_ITERATIONS, position
from quatuor.bots import BOTS, SearchBot, ask, new_chooser
from quatuor.bots.expecting import expect
from quatuor.core.game import SPECTATOR, Game
from quatuor.games import GAMES
from quatuor.records.playthrough import Playthrough

WARMING = "warm"  # the name of the thread that compiles


class Warmth:
    """Which games are ready to be played."""

    def __init__(self, search: bool = True) -> None:
        self._search = search
        self.done = False  # nothing is left to compile
        self._ready: dict[str, asyncio.Future[None]] = {}
        self._closed = False

    def open(self) -> None:
        """Start to make all games ready, one after the other, in a thread for which nobody waits at the end."""
        loop = asyncio.get_running_loop()
        self._ready = {name: loop.create_future() for name in GAMES}
        threading.Thread(target=self._warm_all, args=(loop,), name=WARMING, daemon=True).start()

    async def ready(self, game: Game) -> None:
        """Wait until a game can be played without a pause."""
        waiting = self._ready[game.name]
        if not waiting.done():
            await asyncio.shield(waiting)

    async def all_ready(self) -> None:
        """Wait until every game can be played without a pause."""
        for game in GAMES.values():
            await self.ready(game)

    def close(self) -> None:
        self._closed = True

    def _warm_all(self, loop: asyncio.AbstractEventLoop) -> None:
        for name, game in GAMES.items():
            if self._closed:
                return
            warm(game)
            with suppress(RuntimeError):  # the loop is gone: nobody waits any more
                loop.call_soon_threadsafe(self._ready[name].set_result, None)
        # Nobody waits for the search: where it is not ready yet, a hint or a bot that searches takes longer the first
        # time. Who plays comes before who looks back at a game.
        for make_ready in (warm_search, warm_analysis) if self._search else ():
            for game in GAMES.values():
                if self._closed:
                    return
                make_ready(game)
        self.done = True


def warm(game: Game) -> None:
    """Use all that a table uses of a game's compiled rules."""
    play = _at_a_choice(game)
    for bot in BOTS.values():
        ask(bot, game, play.state, new_chooser(0))
    for seat in (SPECTATOR, play.turn):
        game.view(play.state, seat)
        game.aids(play.state, seat)
    play.play_action(play.legal_actions[0])
    _ = play.scores, game.winners(play.state), play.log()


def warm_search(game: Game) -> None:
    """Compile what hints and bots search with, or read it back from disk."""
    play = _at_a_choice(game)
    position(game, play.state, iterations=FEWEST_ITERATIONS)
    ask(SearchBot(1), game, play.state, new_chooser(0))


def warm_analysis(game: Game) -> None:
    """The same for what an analysis needs beside the search."""
    play = _at_a_choice(game)
    expect(game, play.state, play.turn, 1, first=play.legal_actions[0])


def _at_a_choice(game: Game) -> Playthrough:
    """A game that has come to its first choice."""
    play = Playthrough(game, seed=0)
    while len(play.legal_actions) == 1:
        play.play_action(play.legal_actions[0])
    return play
