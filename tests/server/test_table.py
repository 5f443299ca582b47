"""A table never changes: deeds lead to the next one."""

from dataclasses import FrozenInstanceError

import pytest

from quatuor.server.table import deeds
from quatuor.server.table.views import Viewpoint, game_now, items_after, stable_info
from server.twins import SETUPS, RandomTable
from setups import Setup

pytestmark = pytest.mark.sqlite


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_table_stays_as_it_is_while_its_game_goes_on(setup: Setup) -> None:
    game, seen = RandomTable(setup, 31), []
    viewpoints = [Viewpoint(None, seat, "en") for seat in range(-1, setup.players)]
    for _ in range(25):
        if game.table.status != "playing":
            break
        seen.append((game.table, [game_now(game.table, viewpoint) for viewpoint in viewpoints]))
        game.step()
    for old, shown in seen:
        assert [game_now(old, viewpoint) for viewpoint in viewpoints] == shown
        items = list(items_after(game.table, -1, viewpoints[0]))
        assert list(items_after(old, -1, viewpoints[0])) == items[: old.index + 1]


def test_deeds_lead_to_the_next_table() -> None:
    table = RandomTable(SETUPS[0], 32).table
    closed = table.after([deeds.Vacated(1, "Player 1"), deeds.Closed()], at=5.0, moment=5.0)
    assert (table.status, closed.status) == ("playing", "closed")
    assert (table.turn, closed.turn) == (table.first, -1)
    assert [entry.index for entry in closed.entries] == list(range(table.index + 3))
    assert [seat["kind"] for seat in stable_info(closed, Viewpoint(None, -1, "en"))["seats"]][:2] == ["person", "open"]
    assert table.chairs[1].kind == "person"
    with pytest.raises(FrozenInstanceError):
        table.status = "over"  # type: ignore[misc]
