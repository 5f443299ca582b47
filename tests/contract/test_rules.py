"""What the rules of every game keep, whatever the game: found by discovery, for all tables."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from quatuor.core.runners import cpu
from quatuor.core.state import copy_of, new_state
from setups import ALL, DEFAULTS, Setup

each_setup = pytest.mark.parametrize("setup", ALL, ids=str)
each_default = pytest.mark.parametrize("setup", DEFAULTS, ids=str)


def census(setup: Setup, state: object) -> Counter[str]:
    return Counter(card for cards in setup.game.locate(state).values() for card in cards)


@each_setup
def test_random_play_ends_with_a_result(setup: Setup) -> None:
    batch = cpu.play(setup.game, setup.config, 0, 200, threads=1)
    assert (batch.states["turn"] == -1).all()
    assert (batch.moves > 0).all()
    assert np.isfinite(batch.scores).all()
    for scores, won in zip(batch.scores, batch.winners, strict=True):
        seats = [seat for seat in range(setup.players) if won >> seat & 1]
        assert seats
        # Tie-breaks choose among the best scores only.
        assert all(scores[seat] == scores.max() for seat in seats)


@each_setup
def test_c3_a_seed_fixes_the_game_whatever_lay_in_the_state_before(setup: Setup) -> None:
    states = np.zeros(2, setup.game.STATE)
    states[1:].view(np.uint8)[:] = 0x55
    if "padding" in states.dtype.names:
        states[1].padding[:] = 0
    clean, dirty = states
    for state in (clean, dirty):
        setup.game.setup(state, setup.config, np.uint64(11))
    assert clean.tobytes() == dirty.tobytes()


@each_default
def test_c2_the_first_player_does_not_change_the_cards(setup: Setup) -> None:
    """Neither those that are dealt nor those that chance shows later, which the generator decides."""

    def cards(state: Any) -> tuple[Any, ...]:
        return setup.game.deal(state), setup.game.locate(state), int(state.rng)

    drawn = setup.start(5).initial_state
    assert cards(drawn) != cards(setup.start(6).initial_state), "another seed deals other cards"
    for first in range(setup.players):
        config = setup.config
        config[1] = first
        state = new_state(setup.game.STATE)
        setup.game.setup(state, config, np.uint64(5))
        assert state.first == first
        assert cards(state) == cards(drawn)


@each_setup
def test_cards_are_conserved_after_every_move(setup: Setup) -> None:
    play = setup.play(3)
    before = census(setup, play.initial_state)
    for number in range(1, len(play.moves) + 1):
        assert census(setup, play.state_after(number)) == before


@each_setup
def test_legal_moves_rise_and_the_end_has_none(setup: Setup) -> None:
    actions = np.zeros(setup.game.max_legal + 1, np.int16)
    for state in setup.positions(4, 80):
        count = setup.game.legal(state, actions)
        found = actions[:count].tolist()
        assert found == sorted(set(found))
        assert all(0 <= action < setup.game.n_actions for action in found)
        assert (count == 0) == (state.turn < 0)
        assert count <= setup.game.max_legal


@each_setup
def test_c8_explain_is_none_exactly_for_legal_moves_and_changes_nothing(setup: Setup) -> None:
    texts = [setup.game.text(action) for action in range(setup.game.n_actions)]
    actions = np.zeros(setup.game.max_legal + 1, np.int16)
    for state in setup.positions(5, 16):
        legal = set(actions[: setup.game.legal(state, actions)].tolist())
        before = state.tobytes()
        for action, text in enumerate(texts):
            refusal = setup.game.explain(state, text, int(state.turn))
            assert (refusal is None) == (action in legal), (text, refusal)
        assert state.tobytes() == before


@each_default
def test_c1_only_the_seat_to_play_may_move(setup: Setup) -> None:
    play = setup.play(2, 7)
    for seat in range(-1, setup.players):
        refusals = [play.explain(move, seat) for move in play.legal_moves]
        if seat == play.turn:
            assert refusals == [None] * len(refusals)
        else:
            assert {refusal.article for refusal in refusals} == {"C-1"}
            assert refusals[0].reason.en != refusals[0].reason.fr


@each_default
def test_text_and_parse_are_inverse_for_every_action(setup: Setup) -> None:
    texts = [setup.game.text(action) for action in range(setup.game.n_actions)]
    assert len(set(texts)) == len(texts)
    assert [setup.game.parse(text) for text in texts] == list(range(setup.game.n_actions))


@each_default
def test_a_copy_is_independent(setup: Setup) -> None:
    state = setup.start(1).state
    copy = copy_of(state)
    copy.turn = 5
    assert state.turn != 5
