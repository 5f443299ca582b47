"""What is hidden in Symbiose: the first flip (SB-5, C-9), face-down cards, and what redeal makes of them."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from quatuor.core.state import copy_of
from quatuor.games.symbiose import GAME
from quatuor.games.symbiose.state import SLOTS
from quatuor.play.playthrough import Playthrough


def table(players: int, first: int = 0, seed: int = 1, **options: Any) -> Playthrough:
    return Playthrough(GAME, players, seed=seed, first=first, options=options)


def played(play: Playthrough, *moves: str) -> Playthrough:
    for move in moves:
        play.play(move)
    return play


def redealt(play: Playthrough, seat: int, seed: int) -> Any:
    state = copy_of(play.state)
    GAME.redeal(state, seat, np.uint64(seed))
    return state


def observed(play: Playthrough, seat: int) -> list[int]:
    out = np.zeros(GAME.observation.size, np.int8)
    GAME.observe(play.state, seat, out)
    return out.tolist()


def test_c9_until_all_have_chosen_a_slot_is_known_to_its_owner_only_and_its_card_to_nobody() -> None:
    play = table(3)
    assert len(play.play("flip 5").reveals) == 1, "the record has the card at once"
    for seat in (-1, 0, 1, 2):
        view = play.view(seat)
        assert view["ponds"] == [[None] * 8] * 3
        assert view["chosen"] == (4 if seat == 0 else None)
        assert view["ready"] == [True, False, False]
        (event,) = play.tell(0, seat)
        assert event.verb == "choose" and event.cards == ()
        assert event.target == ("pond:1:5" if seat == 0 else "")
        assert all(slot["points"] is None for pond in GAME.aids(play.state, seat)["ponds"] for slot in pond)
    assert play.scores == [0, 0, 0]


def test_c9_what_others_see_does_not_depend_on_the_slot_chosen() -> None:
    one, other = played(table(3), "flip 5"), played(table(3), "flip 2")
    for seat in (-1, 1, 2):
        assert one.view(seat) == other.view(seat)
        assert GAME.aids(one.state, seat) == GAME.aids(other.state, seat)
        assert observed(one, seat) == observed(other, seat)
        assert one.tell(0, seat) == other.tell(0, seat)
        assert redealt(one, seat, 3).tobytes() == redealt(other, seat, 3).tobytes()
    assert observed(one, 0) != observed(other, 0)


def test_sb5_when_the_last_has_chosen_all_cards_are_shown() -> None:
    play = played(table(3, first=2), "flip 5", "flip 1", "flip 8")
    for seat in (-1, 0, 1, 2):
        view = play.view(seat)
        shown = {(k, slot): card for k, pond in enumerate(view["ponds"]) for slot, card in enumerate(pond) if card}
        assert sorted(shown) == [(0, 0), (1, 7), (2, 4)]
        assert view["chosen"] is None and view["ready"] is None
        events = play.tell(2, seat)
        assert [event.verb for event in events] == ["choose", "first", "first", "first", "start"]
        assert [event.seat for event in events[1:]] == [2, 0, 1, 2]
        assert [event.cards for event in events[1:4]] == [(shown[2, 4],), (shown[0, 0],), (shown[1, 7],)]
    assert [move.reveals for move in play.moves] == [(shown[2, 4],), (shown[0, 0],), (shown[1, 7],)]


def test_c9_redeal_draws_the_slots_of_others_again_uniformly() -> None:
    play = played(table(3), "flip 5", "flip 2")
    slots: Counter[tuple[int, int]] = Counter()
    cards: Counter[int] = Counter()
    samples = 4000
    for seed in range(samples):
        state = redealt(play, 1, seed)
        ups = [np.flatnonzero(state.up[SLOTS * k : SLOTS * (k + 1)]).tolist() for k in range(3)]
        assert ups[1] == [1] and ups[2] == [] and len(ups[0]) == 1
        assert state.n_shown == 0
        slots[0, ups[0][0]] += 1
        cards[int(state.cards[SLOTS + 1])] += 1
    assert len(slots) == 8 and all(abs(count - samples / 8) < 5 * (samples / 8) ** 0.5 for count in slots.values())
    # Nobody has seen their own first card either: it is any card but the four of the river.
    assert len(cards) == 32 and all(abs(count - samples / 32) < 5 * (samples / 32) ** 0.5 for count in cards.values())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_face_down_cards_lie_anywhere_after_a_redeal(players: int) -> None:
    moves = ["flip 1"] * players + ["swap 1 2"] * players
    play = played(table(players), *moves)
    hidden = [place for place in range(36) if not play.state.up[place]]
    samples = 200 * len(hidden)
    found: Counter[tuple[int, int]] = Counter()
    for seed in range(samples):
        state = redealt(play, 0, seed)
        for place in range(36):
            if place in hidden:
                found[place, int(state.cards[place])] += 1
            else:
                assert state.cards[place] == play.state.cards[place]
    assert len(found) == len(hidden) ** 2
    assert all(abs(count - 200) < 6 * 200**0.5 for count in found.values())


def test_redeal_depends_on_what_is_seen_only() -> None:
    play = played(table(2), "flip 1", "flip 1", "swap 6 3")
    other = copy_of(play.state)
    GAME.redeal(other, 0, np.uint64(77))
    other.rng = play.state.rng
    again = copy_of(other)
    GAME.redeal(again, 0, np.uint64(5))
    assert again.tobytes() == redealt(play, 0, 5).tobytes()


def test_the_river_of_a_duel_hides_what_is_face_down() -> None:
    play = table(2)
    numbers = GAME.deal(play.state)["river"]
    assert play.view(0)["river"] == [*map(str, numbers[:4]), None, None, None, None]
    unseen = GAME.aids(play.state, 0)["unseen_cards"]
    assert len(unseen) == 32 and set(map(str, numbers[4:])) <= set(unseen)


def test_aids_mark_what_a_card_counts() -> None:
    play = table(2, mode="normal")
    ponds = [[22, 18, 24, 6, 10, 36, 20, 25], [33, 2, 26, 14, 9, 15, 12, 30]]
    GAME.impose(play.state, {"ponds": ponds, "river": [1, 17, 5, 8], "deck": GAME.deal(play.state)["deck"]})
    played(play, "flip 1", "flip 1", "swap 1 2")
    first, second, *_ = GAME.aids(play.state, 0)["ponds"][0]
    # 22 pays 5 per frog of the left half: the frog 1 beside it. 1 pays 4 per snail: none is seen yet.
    assert first == {"zone": ["pond:1:1", "pond:1:2", "pond:1:5", "pond:1:6"], "counts": ["pond:1:2"], "points": 5}
    assert second["zone"] == [f"pond:1:{slot}" for slot in range(1, 9)]
    assert second["counts"] == [] and second["points"] == 0
    assert GAME.aids(play.state, 0)["unseen"]["frog"] == 6 - 2


def test_a_swap_is_told_as_two_cards_that_change_places() -> None:
    play = played(table(3), "flip 1", "flip 1", "flip 1")
    river = play.view()["river"][2]
    (given,) = play.play("swap 3 7").reveals
    take, give = play.tell()
    assert (take.verb, take.seat, take.cards, take.source, take.target) == ("take", 0, (river,), "river:3", "pond:1:7")
    assert (give.verb, give.seat, give.cards, give.source, give.target) == ("give", 0, (given,), "pond:1:7", "river:3")
    assert play.log(0, "fr")[0].startswith("Vous")


KEY = np.uint64(1)


def noticed(play: Playthrough, mover: int, seat: int) -> int:
    return int(GAME.notice(play.state, mover, seat, KEY))


def test_sb5_a_search_tells_no_first_card_apart_before_all_have_chosen() -> None:
    play = played(table(2), "flip 5")
    assert [noticed(play, 0, seat) for seat in (0, 1)] == [1, 1]
    play.play("flip 2")
    again = played(table(2), "flip 4", "flip 2")
    assert noticed(play, 1, 0) == noticed(play, 1, 1) != noticed(again, 1, 0), "then both cards are seen by both"


def test_sb7_a_search_tells_a_card_turned_up_by_an_exchange_apart_at_once() -> None:
    # The same exchange with a face-down slot of another deal shows another card.
    one, other = (played(table(2, seed=seed), "flip 5", "flip 2", "swap 1 1") for seed in (1, 2))
    assert one.moves[-1].reveals != other.moves[-1].reveals
    assert noticed(one, 0, 1) == noticed(one, 0, 0) != noticed(other, 0, 1)
