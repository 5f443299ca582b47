"""A reason for a move: short, in both languages, and made of what the seat to play knows alone."""

from collections import Counter
from importlib.util import find_spec

import pytest

from quatuor.games import GAMES
from server.twins import SETUPS, RandomTable, redealt
from setups import ALL, Setup

_LONGEST = 80


@pytest.mark.parametrize("setup", ALL[::2], ids=str)
def test_a_reason_fits_a_line_in_both_languages(setup: Setup) -> None:
    game = setup.game
    for state in setup.positions(41, 12):
        for action in game.legal_actions(state) if state.turn >= 0 else []:
            said = [game.reason(state, int(state.turn), game.text(action), language) for language in ("en", "fr")]
            assert (said[0] is None) == (said[1] is None)
            assert all(reason is None or (5 < len(reason) <= _LONGEST and "{" not in reason) for reason in said)


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if find_spec(f"{game.package}.reason")])
def test_a_game_with_reasons_has_several(name: str) -> None:
    setup = next(setup for setup in ALL if setup.game.name == name)
    game, found = setup.game, Counter[str]()
    for state in setup.positions(42, 60):
        for action in game.legal_actions(state) if state.turn >= 0 else []:
            reason = game.reason(state, int(state.turn), game.text(action), "en")
            found[(reason or "").split(" ")[0]] += 1
    assert len(found) >= 2 and sum(found.values()) > found[""]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_reasons_do_not_depend_on_what_the_seat_has_not_seen(setup: Setup) -> None:
    table, differed = RandomTable(setup, 15), 0
    for _ in range(40):
        if table.table.status != "playing":
            break
        state, seat = table.state, table.table.turn
        twin, game = redealt(table, state, seat), table.game
        differed += twin.tobytes() != state.tobytes()
        for action in game.legal_actions(state):
            move = game.text(action)
            assert game.reason(state, seat, move, "en") == game.reason(twin, seat, move, "en")
        table.step()
    assert differed
