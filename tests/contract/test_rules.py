"""What the rules of every game keep, whatever the game: found by discovery, for all tables."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from quatuor.core.runners import cpu
from quatuor.core.state import copy_of, new_state
from tables import ALL, DEFAULTS, Table

each_table = pytest.mark.parametrize("table", ALL, ids=str)
each_default = pytest.mark.parametrize("table", DEFAULTS, ids=str)


def census(table: Table, state: object) -> Counter[str]:
    return Counter(card for cards in table.game.locate(state).values() for card in cards)


@each_table
def test_random_play_ends_with_a_result(table: Table) -> None:
    batch = cpu.play(table.game, table.config, 0, 200, threads=1)
    assert (batch.states["turn"] == -1).all()
    assert (batch.moves > 0).all()
    assert np.isfinite(batch.scores).all()
    for scores, won in zip(batch.scores, batch.winners, strict=True):
        seats = [seat for seat in range(table.players) if won >> seat & 1]
        assert seats
        # Tie-breaks choose among the best scores only.
        assert all(scores[seat] == scores.max() for seat in seats)


@each_table
def test_c3_a_seed_fixes_the_game_whatever_lay_in_the_state_before(table: Table) -> None:
    states = np.zeros(2, table.game.STATE)
    states[1:].view(np.uint8)[:] = 0x55
    if "padding" in states.dtype.names:
        states[1].padding[:] = 0
    clean, dirty = states
    for state in (clean, dirty):
        table.game.setup(state, table.config, np.uint64(11))
    assert clean.tobytes() == dirty.tobytes()


@each_default
def test_c2_the_first_player_does_not_change_the_cards(table: Table) -> None:
    """Neither those that are dealt nor those that chance shows later, which the generator decides."""

    def cards(state: Any) -> tuple[Any, ...]:
        return table.game.deal(state), table.game.locate(state), int(state.rng)

    drawn = table.start(5).initial_state
    assert cards(drawn) != cards(table.start(6).initial_state), "another seed deals other cards"
    for first in range(table.players):
        config = table.config
        config[1] = first
        state = new_state(table.game.STATE)
        table.game.setup(state, config, np.uint64(5))
        assert state.first == first
        assert cards(state) == cards(drawn)


@each_table
def test_cards_are_conserved_after_every_move(table: Table) -> None:
    play = table.play(3)
    before = census(table, play.initial_state)
    for number in range(1, len(play.moves) + 1):
        assert census(table, play.state_after(number)) == before


@each_table
def test_legal_moves_rise_and_the_end_has_none(table: Table) -> None:
    actions = np.zeros(table.game.max_legal + 1, np.int16)
    for state in table.positions(4, 80):
        count = table.game.legal(state, actions)
        found = actions[:count].tolist()
        assert found == sorted(set(found))
        assert all(0 <= action < table.game.n_actions for action in found)
        assert (count == 0) == (state.turn < 0)
        assert count <= table.game.max_legal


@each_table
def test_c8_explain_is_none_exactly_for_legal_moves_and_changes_nothing(table: Table) -> None:
    texts = [table.game.text(action) for action in range(table.game.n_actions)]
    actions = np.zeros(table.game.max_legal + 1, np.int16)
    for state in table.positions(5, 16):
        legal = set(actions[: table.game.legal(state, actions)].tolist())
        before = state.tobytes()
        for action, text in enumerate(texts):
            refusal = table.game.explain(state, text, int(state.turn))
            assert (refusal is None) == (action in legal), (text, refusal)
        assert state.tobytes() == before


@each_default
def test_c1_only_the_seat_to_play_may_move(table: Table) -> None:
    play = table.play(2, 7)
    for seat in range(-1, table.players):
        refusals = [play.explain(move, seat) for move in play.legal_moves]
        if seat == play.turn:
            assert refusals == [None] * len(refusals)
        else:
            assert {refusal.article for refusal in refusals} == {"C-1"}
            assert refusals[0].reason.en != refusals[0].reason.fr


@each_default
def test_text_and_parse_are_inverse_for_every_action(table: Table) -> None:
    texts = [table.game.text(action) for action in range(table.game.n_actions)]
    assert len(set(texts)) == len(texts)
    assert [table.game.parse(text) for text in texts] == list(range(table.game.n_actions))


@each_default
def test_a_copy_is_independent(table: Table) -> None:
    state = table.start(1).state
    copy = copy_of(state)
    copy.turn = 5
    assert state.turn != 5
