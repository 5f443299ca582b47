"""Chance in every game: `stack` steers it, `redeal` replaces it, and nobody learns more than they have seen."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from quatuor.core.chance import forget_chance
from quatuor.core.game import SPECTATOR
from quatuor.core.state import copy_of
from setups import ALL, DEFAULTS, Setup, spread

each_setup = pytest.mark.parametrize("setup", ALL, ids=str)
each_default = pytest.mark.parametrize("setup", DEFAULTS, ids=str)


def legal(setup: Setup, state: Any) -> list[int]:
    actions = np.zeros(setup.game.max_legal + 1, np.int16)
    return [int(action) for action in actions[: setup.game.legal(state, actions)]]


def cards_of(setup: Setup) -> list[int]:
    """Every kind of card of a game."""
    found = {card for cards in setup.game.locate(setup.start(0).state).values() for card in cards}
    return sorted(setup.game.card_parse(card) for card in found)


def shown(state: Any) -> list[int]:
    return [int(card) for card in state.shown[: state.n_shown]]


def piles_of(setup: Setup) -> set[str]:
    """The places that chance draws from: each was the only one that a card shown can have come from."""
    play, found = setup.play(6), set[str]()
    if setup.game.deal_settles_reveals:
        return found  # where each card comes up is settled by the deal
    for number in range(len(play.moves)):
        after = play.state_after(number + 1)
        before, now = (setup.game.locate(state) for state in (play.state_after(number), after))
        if not all(before[pile] for pile in found):
            continue  # an empty pile is made anew of what lies open
        for card in map(setup.game.card_text, shown(after)):
            origins = {place for place in before if before[place].count(card) > now[place].count(card)}
            found |= origins if len(origins) == 1 else set()
    assert found
    return found


@each_default
def test_stack_steers_every_draw(setup: Setup) -> None:
    cards, draws = cards_of(setup), 0
    for state in setup.positions(6, 20):
        for action in legal(setup, state):
            plain = copy_of(state)
            setup.game.apply(plain, action)
            if not plain.n_shown:
                continue
            steered, draws = 0, draws + 1
            for card in cards:
                wanted = copy_of(state)
                if not setup.game.stack(wanted, card):
                    continue
                setup.game.apply(wanted, action)
                # A card of the other pile waits for its own draw.
                assert (shown(wanted)[0] == card) == (wanted.n_stacked == 0)
                steered += wanted.n_stacked == 0
            assert steered
            again = copy_of(state)
            for card in reversed(shown(plain)):
                assert setup.game.stack(again, card)
            setup.game.apply(again, action)
            assert again.tobytes() == plain.tobytes(), "stacking what comes anyway changes nothing"
    assert draws


@each_default
def test_stack_refuses_what_chance_cannot_show(setup: Setup) -> None:
    """It takes whatever comes in any future, and no card of which everybody sees all copies."""
    cards = cards_of(setup)
    piles = piles_of(setup)
    refused, came = 0, 0
    for state in setup.positions(7, 14):
        possible = {card for card in cards if setup.game.stack(copy_of(state), card)}
        # A pile that is empty is made anew of what lies open (AS-18, RP-7).
        if all(setup.game.locate(state).get(pile) for pile in piles):
            assert possible <= set(unseen(setup, state, SPECTATOR, piles))
            refused += len(set(cards) - possible)
        for seed in range(12):
            future = copy_of(state)
            forget_chance(future, np.uint64(seed))
            for action in legal(setup, state):
                after = copy_of(future)
                setup.game.apply(after, action)
                assert set(shown(after)[:1]) <= possible
                came += int(after.n_shown)
    assert refused and came


@each_setup
def test_c5_what_a_seat_has_not_seen_changes_nothing_it_gets(setup: Setup) -> None:
    size = setup.game.observation.size
    largest = np.array([most for part in setup.game.observation.parts for most in part.largest])
    unwritten = 101
    differed = 0
    for number, state in enumerate(setup.positions(8, 24)):
        for seat in range(-1, setup.players):
            other = copy_of(state)
            setup.game.redeal(other, seat, np.uint64(number))
            differed += other.tobytes() != state.tobytes()
            assert setup.game.view(other, seat) == setup.game.view(state, seat)
            assert setup.game.aids(other, seat) == setup.game.aids(state, seat)
            assert other.turn == state.turn
            numbers = np.array([[unwritten] * (size + 1), [-unwritten] * size + [unwritten]], np.int8)
            setup.game.observe(state, seat, numbers[0])
            setup.game.observe(other, seat, numbers[1])
            assert (numbers[0] == numbers[1]).all(), "every entry is written, and none depends on what is hidden"
            assert (abs(numbers[0, :size].astype(int)) <= largest).all() and numbers[0, size] == unwritten
            if seat == state.turn:
                assert legal(setup, other) == legal(setup, state)
    assert differed


def place_of(setup: Setup, card: str, state: Any) -> list[str]:
    return [place for place, cards in setup.game.locate(state).items() if card in cards]


def hidden_before(setup: Setup, named: list[str], new: list[int], before: Any, other: Any) -> list[str]:
    """The cards named that a redeal had moved, and that are not among those that chance showed now."""
    shown_now = {setup.game.card_text(card) for card in new}
    candidates = [card for card in named if card not in shown_now] if setup.game.deal_settles_reveals else []
    return [card for card in candidates if place_of(setup, card, before) != place_of(setup, card, other)]


@each_setup
def test_c5_tell_shows_only_what_the_seat_sees(setup: Setup) -> None:
    """The same move over other hidden cards reads the same, once chance shows the same to this seat."""
    play = setup.play(9)
    compared = 0
    for number in spread(len(play.moves) - 1, 40):
        before, after = play.state_after(number), play.state_after(number + 1)
        if after.turn < 0:
            continue  # once the game is over everything may be shown
        action = play.moves[number].action
        for seat in range(-1, setup.players):
            events = setup.game.tell(before, action, after, seat)
            named = [card for event in events for card in event.cards if card is not None]
            other = copy_of(before)
            setup.game.redeal(other, seat, np.uint64(number))
            if action not in legal(setup, other):
                continue
            seen = [card for card in shown(after) if setup.game.card_text(card) in named]
            if learnt := hidden_before(setup, named, shown(after), before, other):
                # Turned up by this move though chosen in an earlier one (C-9): then the seat must know them now.
                there = copy_of(after)
                setup.game.redeal(there, seat, np.uint64(number))
                assert all(place_of(setup, card, there) == place_of(setup, card, after) for card in learnt)
                continue
            if not all(setup.game.stack(other, card) for card in reversed(seen)):
                continue
            result = copy_of(other)
            setup.game.apply(result, action)
            if result.turn != after.turn or result.phase != after.phase:
                continue  # a hidden card changed what follows, which everyone may see
            assert setup.game.tell(other, action, result, seat) == events
            compared += 1
    assert compared > 20


@each_setup
def test_redeal_keeps_every_card_and_forgets_what_was_stacked(setup: Setup) -> None:
    for number, state in enumerate(setup.positions(10, 20)):
        before = sorted(card for cards in setup.game.locate(state).values() for card in cards)
        for seat in range(-1, setup.players):
            other = copy_of(state)
            for card in cards_of(setup):
                if setup.game.stack(other, card):
                    break
            setup.game.redeal(other, seat, np.uint64(number))
            assert other.n_stacked == 0
            assert other.rng != state.rng
            assert sorted(card for cards in setup.game.locate(other).values() for card in cards) == before


@each_setup
def test_a_redealt_state_can_be_redealt_for_another_seat(setup: Setup) -> None:
    for number, state in enumerate(setup.positions(11, 8)):
        before = sorted(card for cards in setup.game.locate(state).values() for card in cards)
        for step in range(6):
            seat = (number * 7 + step * 3) % (setup.players + 1) - 1
            view = setup.game.view(state, seat)
            setup.game.redeal(state, seat, np.uint64(step))
            assert setup.game.view(state, seat) == view
            assert sorted(card for cards in setup.game.locate(state).values() for card in cards) == before


@each_default
def test_redeal_makes_every_unseen_card_equally_likely(setup: Setup) -> None:
    """The next card shown, over many redeals, follows what can still be shown (chi-square, 1 in 10,000)."""
    samples, piles = 1500, piles_of(setup)
    checked = 0
    for state in setup.positions(12, 12):
        for action in legal(setup, state):
            counts: Counter[int] = Counter()
            for seed in range(samples):
                future = copy_of(state)
                setup.game.redeal(future, int(state.turn), np.uint64(seed))
                setup.game.apply(future, action)
                counts[shown(future)[0] if future.n_shown else -1] += 1
            if -1 in counts or len(counts) < 2:
                continue
            pool = {
                card: copies
                for card, copies in unseen(setup, state, int(state.turn), piles).items()
                if can_show(setup, state, action, card)
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


def can_show(setup: Setup, state: Any, action: int, card: int) -> bool:
    """Whether this action shows cards of the pile that this card belongs to, as far as the seat to play knows."""
    for seed in range(40):
        future = copy_of(state)
        setup.game.redeal(future, int(state.turn), np.uint64(seed))
        if setup.game.stack(future, card):
            setup.game.apply(future, action)
            return shown(future)[0] == card
    return False


def unseen(setup: Setup, state: Any, seat: int, piles: set[str]) -> Counter[int]:
    """How many of each card lie in the piles and in the other places that change when this seat is redealt."""
    here, hidden = setup.game.locate(state), set(piles)
    for seed in range(40):
        other = copy_of(state)
        setup.game.redeal(other, seat, np.uint64(seed))
        there = setup.game.locate(other)
        hidden |= {place for place in here if sorted(here[place]) != sorted(there[place])}
    return Counter(setup.game.card_parse(card) for place in hidden for card in here[place])
