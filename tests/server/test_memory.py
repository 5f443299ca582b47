"""What the server keeps of a move: nothing that only a garbage collector would find."""

import gc
from collections.abc import Iterator
from typing import Any, ClassVar
from weakref import WeakSet

import pytest

from quatuor.core.state import Reading
from quatuor.games import GAMES
from quatuor.server.live import updates
from quatuor.server.live.live_table import LiveTable
from quatuor.server.table.views import Viewpoint
from server.twins import RandomTable
from setups import Setup

MOVES = 40


class Counted(Reading):
    """A reading that is counted while it lives."""

    alive: ClassVar[WeakSet["Counted"]] = WeakSet()

    def __init__(self, state: Any) -> None:
        super().__init__(state)
        self.alive.add(self)


@pytest.fixture(scope="module")
def no_collector() -> Iterator[None]:
    """For all tests here: the collection before the first one takes longer than they do."""
    gc.collect()
    gc.freeze()  # what was there before is nobody's business here, and slow to look through
    gc.disable()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("quatuor.core.state.Reading", Counted)
        yield
    gc.enable()
    gc.unfreeze()


def play(game: RandomTable, live: LiveTable) -> None:
    """Moves, each told to everybody who looks on."""
    for _ in range(MOVES):
        if game.table.status != "playing":
            return
        game.step()
        live.table = game.table
        live.announce(moves_only=True)
        for seat in range(-1, game.table.plan.players):
            updates.update(live, game.table.index - 1, Viewpoint(None, seat, "en"))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.usefixtures("no_collector")
def test_the_states_of_moves_go_with_their_table(name: str) -> None:
    """A reading that referred to the state that keeps it stayed for good."""
    Counted.alive.clear()
    game = RandomTable(Setup(GAMES[name], 3, {}), 21)
    live = LiveTable(game.table)
    play(game, live)
    assert Counted.alive, "the state that is shown now has been read"
    del game, live
    assert not Counted.alive


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.usefixtures("no_collector")
def test_a_live_table_keeps_readings_of_its_last_states_only(name: str) -> None:
    Counted.alive.clear()
    game = RandomTable(Setup(GAMES[name], 3, {}), 22)
    play(game, LiveTable(game.table))
    assert 0 < len(Counted.alive) <= 2, "of the state that is shown now, and of the one before its last move"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.usefixtures("no_collector")
def test_a_move_leaves_no_garbage(name: str) -> None:
    """Nothing that a move makes is in a cycle: full collections would have nothing to do."""
    game = RandomTable(Setup(GAMES[name], 2, {}), 23)
    live = LiveTable(game.table)
    found: list[int] = []
    gc.callbacks.append(lambda phase, info: found.append(info["collected"]) if phase == "stop" else None)
    try:
        for _ in range(3):
            play(game, live)
            gc.collect()
    finally:
        gc.callbacks.pop()
    # A server in another thread may leave some at times; moves would leave some each time.
    assert 0 in found
