"""Chance in every game: `stack` steers it, `redeal` replaces it, and nobody learns more than he has seen."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from quatuor.core.chance import forget_chance
from quatuor.core.game import SPECTATOR
from quatuor.core.state import copy_of
from tables import ALL, DEFAULTS, Table, spread

each_table = pytest.mark.parametrize("table", ALL, ids=str)
each_default = pytest.mark.parametrize("table", DEFAULTS, ids=str)
PILES = {"pile", "unseen", "play_pile", "rythm_pile"}


def legal(table: Table, state: Any) -> list[int]:
    actions = np.zeros(table.game.max_legal + 1, np.int16)
    return [int(action) for action in actions[: table.game.legal(state, actions)]]


def cards_of(table: Table) -> list[int]:
    """Every kind of card of a game."""
    found = {card for cards in table.game.locate(table.start(0).state).values() for card in cards}
    return sorted(table.game.card_parse(card) for card in found)


def shown(state: Any) -> list[int]:
    return [int(card) for card in state.shown[: state.n_shown]]


@each_default
def test_stack_steers_every_draw(table: Table) -> None:
    cards = cards_of(table)
    for state in table.positions(6, 20):
        for action in legal(table, state):
            plain = copy_of(state)
            table.game.apply(plain, action)
            if not plain.n_shown:
                continue
            steered = 0
            for card in cards:
                wanted = copy_of(state)
                if not table.game.stack(wanted, card):
                    continue
                table.game.apply(wanted, action)
                # A card of the other pile waits for its own draw.
                assert (shown(wanted)[0] == card) == (wanted.n_stacked == 0)
                steered += wanted.n_stacked == 0
            assert steered
            again = copy_of(state)
            for card in reversed(shown(plain)):
                assert table.game.stack(again, card)
            table.game.apply(again, action)
            assert again.tobytes() == plain.tobytes(), "stacking what comes anyway changes nothing"


@each_default
def test_stack_refuses_what_chance_cannot_show(table: Table) -> None:
    """It takes whatever comes in any future, and no card of which everybody sees all copies."""
    cards = cards_of(table)
    piles = PILES & table.game.locate(table.start(0).state).keys()
    refused, came = 0, 0
    for state in table.positions(7, 14):
        possible = {card for card in cards if table.game.stack(copy_of(state), card)}
        # A pile that is empty is made anew of what lies open (AS-18, RP-7).
        if all(table.game.locate(state).get(pile) for pile in piles):
            assert possible <= set(unseen(table, state, SPECTATOR))
            refused += len(set(cards) - possible)
        for seed in range(12):
            future = copy_of(state)
            forget_chance(future, np.uint64(seed))
            for action in legal(table, state):
                after = copy_of(future)
                table.game.apply(after, action)
                assert set(shown(after)[:1]) <= possible
                came += int(after.n_shown)
    assert refused and came


@each_table
def test_c5_what_a_seat_has_not_seen_changes_nothing_it_gets(table: Table) -> None:
    size = table.game.observation_size
    differed = 0
    for number, state in enumerate(table.positions(8, 24)):
        for seat in range(-1, table.players):
            other = copy_of(state)
            table.game.redeal(other, seat, np.uint64(number))
            differed += other.tobytes() != state.tobytes()
            assert table.game.view(other, seat) == table.game.view(state, seat)
            assert table.game.aids(other, seat) == table.game.aids(state, seat)
            assert other.turn == state.turn
            numbers = np.full((2, size + 1), 77.0, np.float32)
            table.game.observe(state, seat, numbers[0])
            table.game.observe(other, seat, numbers[1])
            assert (numbers[0] == numbers[1]).all()
            assert np.isfinite(numbers).all() and (numbers[:, size] == 77.0).all()
            if seat == state.turn:
                assert legal(table, other) == legal(table, state)
    assert differed


def place_of(table: Table, card: str, state: Any) -> list[str]:
    return [place for place, cards in table.game.locate(state).items() if card in cards]


def hidden_before(table: Table, named: list[str], new: list[int], before: Any, other: Any) -> list[str]:
    """The cards named that a redeal had moved, and that are not among those that chance showed now."""
    shown_now = {table.game.card_text(card) for card in new}
    candidates = [card for card in named if card not in shown_now] if table.game.deal_settles_reveals else []
    return [card for card in candidates if place_of(table, card, before) != place_of(table, card, other)]


@each_table
def test_c5_tell_shows_only_what_the_seat_sees(table: Table) -> None:
    """The same move over other hidden cards reads the same, once chance shows the same to this seat."""
    play = table.play(9)
    compared = 0
    for number in spread(len(play.moves) - 1, 40):
        before, after = play.state_after(number), play.state_after(number + 1)
        if after.turn < 0:
            continue  # once the game is over everything may be shown
        action = play.moves[number].action
        for seat in range(-1, table.players):
            events = table.game.tell(before, action, after, seat)
            named = [card for event in events for card in event.cards if card is not None]
            other = copy_of(before)
            table.game.redeal(other, seat, np.uint64(number))
            if action not in legal(table, other):
                continue
            seen = [card for card in shown(after) if table.game.card_text(card) in named]
            if learnt := hidden_before(table, named, shown(after), before, other):
                # Turned up by this move though chosen in an earlier one (C-9): then the seat must know them now.
                there = copy_of(after)
                table.game.redeal(there, seat, np.uint64(number))
                assert all(place_of(table, card, there) == place_of(table, card, after) for card in learnt)
                continue
            if not all(table.game.stack(other, card) for card in reversed(seen)):
                continue
            result = copy_of(other)
            table.game.apply(result, action)
            if result.turn != after.turn or result.phase != after.phase:
                continue  # a hidden card changed what follows, which everyone may see
            assert table.game.tell(other, action, result, seat) == events
            compared += 1
    assert compared > 20


@each_table
def test_redeal_keeps_every_card_and_forgets_what_was_stacked(table: Table) -> None:
    for number, state in enumerate(table.positions(10, 20)):
        before = sorted(card for cards in table.game.locate(state).values() for card in cards)
        for seat in range(-1, table.players):
            other = copy_of(state)
            for card in cards_of(table):
                if table.game.stack(other, card):
                    break
            table.game.redeal(other, seat, np.uint64(number))
            assert other.n_stacked == 0
            assert other.rng != state.rng
            assert sorted(card for cards in table.game.locate(other).values() for card in cards) == before


@each_table
def test_a_redealt_state_can_be_redealt_for_another_seat(table: Table) -> None:
    for number, state in enumerate(table.positions(11, 8)):
        before = sorted(card for cards in table.game.locate(state).values() for card in cards)
        for step in range(6):
            seat = (number * 7 + step * 3) % (table.players + 1) - 1
            view = table.game.view(state, seat)
            table.game.redeal(state, seat, np.uint64(step))
            assert table.game.view(state, seat) == view
            assert sorted(card for cards in table.game.locate(state).values() for card in cards) == before


@each_default
def test_redeal_makes_every_unseen_card_equally_likely(table: Table) -> None:
    """The next card shown, over many redeals, follows what can still be shown (chi-square, 1 in 10,000)."""
    samples = 1500
    checked = 0
    for state in table.positions(12, 12):
        for action in legal(table, state):
            counts: Counter[int] = Counter()
            for seed in range(samples):
                future = copy_of(state)
                table.game.redeal(future, int(state.turn), np.uint64(seed))
                table.game.apply(future, action)
                counts[shown(future)[0] if future.n_shown else -1] += 1
            if -1 in counts or len(counts) < 2:
                continue
            pool = {
                card: copies
                for card, copies in unseen(table, state, int(state.turn)).items()
                if can_show(table, state, action, card)
            }
            assert set(counts) <= set(pool)
            total = sum(pool.values())
            chi = sum((counts[card] - samples * n / total) ** 2 / (samples * n / total) for card, n in pool.items())
            freedom = len(pool) - 1
            # Wilson–Hilferty: chi-square's quantile for 3.72 standard deviations.
            bound = freedom * (1 - 2 / (9 * freedom) + 3.72 * (2 / (9 * freedom)) ** 0.5) ** 3
            assert chi < bound, (action, counts, pool)
            checked += 1
            break
        if checked == 3:
            return
    assert checked


def can_show(table: Table, state: Any, action: int, card: int) -> bool:
    """Whether this action shows cards of the pile that this card belongs to, as far as the seat to play knows."""
    for seed in range(40):
        future = copy_of(state)
        table.game.redeal(future, int(state.turn), np.uint64(seed))
        if table.game.stack(future, card):
            table.game.apply(future, action)
            return shown(future)[0] == card
    return False


def unseen(table: Table, state: Any, seat: int) -> dict[int, int]:
    """How many of each card lie where this seat cannot see: the places whose cards change when it is redealt."""
    found: Counter[int] = Counter()
    here = table.game.locate(state)
    changing = set()
    for seed in range(40):
        other = copy_of(state)
        table.game.redeal(other, seat, np.uint64(seed))
        there = table.game.locate(other)
        changing |= {place for place in here if sorted(here[place]) != sorted(there[place])}
    changing |= PILES & here.keys()
    for place in changing:
        found.update(table.game.card_parse(card) for card in here[place])
    return found
