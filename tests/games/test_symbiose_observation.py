"""What a seat of Symbiose is told as numbers, part by part."""

from typing import Any

import numpy as np
import pytest

from quatuor.games.symbiose import GAME
from quatuor.games.symbiose.deck import PUBLISHED
from quatuor.games.symbiose.state import ANIMALS, COUNTED, SEASONS
from quatuor.play.playthrough import Playthrough

# The examples of the rulebook, by slots 1 to 8.
P = [22, 18, 24, 6, 10, 36, 20, 25]
L = [33, 2, 26, 14, 9, 15, 12, 30]
R = [1, 17, 5, 8, 32, 16, 34, 3]
Q = [4, 7, 11, 13, 19, 21, 23, 27]

FACE = [
    "face down",
    "face up",
    *ANIMALS,
    *SEASONS,
    *(f"counts {kind}" for kind in COUNTED),
    "value",
    "points",
]


def table(ponds: list[list[int]], river: list[int], deck: Any = None, **options: Any) -> Playthrough:
    play = Playthrough(GAME, len(ponds), seed=1, first=0, options=options | ({"deck": deck} if deck else {}))
    GAME.impose(play.state, {"ponds": ponds, "river": river, "deck": deck or PUBLISHED})
    return play


def all_up(play: Playthrough) -> Playthrough:
    """The table at the end of the game, with the cards where they are."""
    play.state.phase, play.state.turn, play.state.turns_left = 1, -1, 0
    play.state.up[: 8 * play.players + int(play.state.river)] = 1
    return play


def part(play: Playthrough, seat: int, name: str) -> Any:
    numbers = np.full(GAME.observation.size, 101, np.int8)
    GAME.observe(play.state, seat, numbers)
    return GAME.observation.part(numbers, name)


def place(play: Playthrough, seat: int, number: int) -> dict[str, int]:
    """The entries of a place that are not 0."""
    return {name: int(value) for name, value in zip(FACE, part(play, seat, "places")[number], strict=True) if value}


@pytest.mark.parametrize(
    ("ponds", "river", "options", "points"),
    [
        ([P, L, R], [4, 7, 11, 13], {}, [44, 28, 41]),
        ([P, L, R], [4, 7, 11, 13], {"sides": "neighbours"}, [45, 25, 51]),
        ([P, L], R, {}, [52, 27]),
        ([P, L], R, {"sides": "neighbours"}, [45, 25]),
        ([P, L, R, Q], [28, 29, 31, 35], {"mode": "team"}, [46, 37, 51, 56]),
    ],
)
def test_sb8_points_by_pond_and_place_in_every_mode(
    ponds: list[list[int]], river: list[int], options: dict[str, Any], points: list[int]
) -> None:
    play = all_up(table(ponds, river, **options))
    n = len(ponds)
    for seat in range(-1, n):
        me = max(seat, 0)
        turned = points[me:] + points[:me]
        assert part(play, seat, "points").tolist() == turned + [0] * (4 - n)
        by_place = part(play, seat, "places")[:, FACE.index("points")].reshape(5, 8).sum(axis=1)
        assert by_place.tolist() == turned + [0] * (5 - n)
        assert part(play, seat, "present").tolist() == [1] * n + [0] * (4 - n)


def test_sb8_points_by_slot_of_the_first_example() -> None:
    play = all_up(table([P, L, R], [4, 7, 11, 13]))
    assert part(play, 0, "places")[:8, FACE.index("points")].tolist() == [15, 5, 8, 2, 0, 4, 8, 2]
    assert part(play, 1, "places")[:8, FACE.index("points")].tolist() == [0, 8, 0, 6, 6, 6, 0, 2]


def test_c9_the_first_choice_is_seen_by_its_seat_only_and_no_card_of_a_pond() -> None:
    play = table([P, L, R], [4, 7, 11, 13])
    play.play("flip 5")
    assert part(play, 0, "choice").tolist() == [0, 0, 0, 0, 1, 0, 0, 0]
    assert not part(play, 1, "choice").any() and not part(play, -1, "choice").any()
    for seat in (-1, 0, 1, 2):
        assert all(place(play, seat, number) == {"face down": 1} for number in range(24))
        assert part(play, seat, "unseen").sum() == 32 and not part(play, seat, "points").any()
    assert part(play, 1, "phase").tolist() == [1, 0, 0]
    assert part(play, 1, "turn").tolist() == [1, 0, 0, 0] and part(play, 1, "first").tolist() == [0, 0, 1, 0]


def test_a_place_says_what_its_card_shows_counts_and_pays() -> None:
    play = table([P, L, R], [4, 7, 11, 13])
    for move in ("flip 1", "flip 1", "flip 1", "swap 4 2"):
        play.play(move)
    # 22 pays 5 per frog of the left half, 13 pays 3 per summer of the pond: neither is seen there yet.
    assert place(play, 0, 0) == {"face up": 1, "fish": 1, "spring": 1, "counts frog": 1, "value": 5}
    thirteen = {"face up": 1, "snail": 1, "spring": 1, "counts summer": 1, "value": 3}
    assert place(play, 0, 1) == thirteen
    # Seen from the next seat that pond comes last; the river lies where it always does, now with 18 in it.
    assert place(play, 1, 17) == thirteen and place(play, 1, 2) == {"face down": 1}
    assert [part(play, seat, "where")[[13 - 1, 18 - 1]].tolist() for seat in (0, 1)] == [
        [1 + 1, 32 + 4],
        [17 + 1, 32 + 4],
    ]
    assert place(play, 0, 36) == {}, "this river has four places"
    unseen = part(play, 0, "unseen")
    assert unseen.sum() == 36 - 4 - 4 and not unseen[[13 - 1, 18 - 1, 22 - 1, 33 - 1, 1 - 1, 4 - 1]].any()


def test_what_is_unseen_is_counted_by_sign_and_by_what_it_counts() -> None:
    play = table([P, L], R)
    seen = [PUBLISHED[number - 1] for number in R[:4]]
    unseen = [card for card in PUBLISHED if card not in seen]
    signs = [sum(kind in (card["animal"], card["season"]) for card in unseen) for kind in (*ANIMALS, *SEASONS)]
    assert part(play, 0, "unseen signs").tolist() == signs
    assert part(play, 0, "unseen counts").tolist() == [
        sum(card.get("per", "fixed") == kind for card in unseen) for kind in COUNTED
    ]


def test_times_say_how_often_a_card_would_be_paid_by_column() -> None:
    play = all_up(table([P, L], R))

    def count(cards: list[int], kind: str) -> int:
        return sum(kind in (PUBLISHED[number - 1]["animal"], PUBLISHED[number - 1]["season"]) for number in cards)

    times = part(play, 0, "times")
    left = [P[slot] for slot in (0, 1, 4, 5)]
    for zone, cards in enumerate((left, P, R)):  # SB-11: the river lies to the right of the first player
        assert times[0, zone].tolist() == [1, *(count(cards, kind) for kind in COUNTED[1:])]
    assert (times[1, 0] == times[0, 2]).all(), "and to the left of the other"
    assert not times[2:].any()


def test_turns_left_are_a_thermometer_and_a_number() -> None:
    play = table([P, L, R], [4, 7, 11, 13])
    assert part(play, 0, "turns left").tolist() == [1] * 21 + [0] * 7 + [21]


@pytest.mark.parametrize(
    "change", [{"animal": "snail"}, {"season": "winter"}, {"per": "winter"}, {"points": 99}, {"per": None, "fixed": 4}]
)
def test_sb1_decks_that_differ_in_one_card_are_told_apart_though_nobody_has_seen_it(change: dict[str, Any]) -> None:
    card = {key: value for key, value in (PUBLISHED[0] | change).items() if value is not None}
    if "fixed" in card:
        del card["points"]
    other = table([P, L, R], [4, 7, 11, 13], [card, *PUBLISHED[1:]])
    usual = table([P, L, R], [4, 7, 11, 13])
    assert other.view(0)["faces"] != usual.view(0)["faces"]
    numbers = np.zeros((2, GAME.observation.size), np.int8)
    GAME.observe(other.state, 0, numbers[0])
    GAME.observe(usual.state, 0, numbers[1])
    assert (numbers[0] != numbers[1]).any()


def test_sb1_cards_that_look_the_same_are_told_apart_by_their_numbers() -> None:
    same = [PUBLISHED[0] | {"number": number} for number in range(1, 37)]
    one, other = table([P, L, R], [4, 7, 11, 13], same), table([P, L, R], [7, 4, 11, 13], same)
    assert one.view(0) != other.view(0)
    assert [part(play, 0, "where")[[4 - 1, 7 - 1]].tolist() for play in (one, other)] == [[33, 34], [34, 33]]


def test_sb1_a_deck_of_the_highest_values_fits() -> None:
    high = [{"number": n, "animal": "frog", "season": "spring", "per": "frog", "points": 99} for n in range(1, 37)]
    play = all_up(table([P, L, R], [4, 7, 11, 13], high))
    assert part(play, 0, "points").tolist() == [127, 127, 127, 0]
    assert part(play, 0, "values").tolist() == [99] * 36 and not part(play, 0, "unseen")[np.array(P) - 1].any()
