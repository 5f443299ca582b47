"""Symbiose, article by article: the table, the turn, the end and the count."""

from typing import Any

import numpy as np
import pytest

from quatuor.bots import ask, find_bots, new_chooser
from quatuor.core.errors import IllegalMoveError, InvalidMoveError, RecordError
from quatuor.core.state import copy_of
from quatuor.games.symbiose import GAME
from quatuor.games.symbiose.state import FIRST_FLIP, MAX_LEGAL, SLOTS
from quatuor.play.playthrough import Playthrough

# The ponds of the rulebook's examples.
P = [22, 18, 24, 6, 10, 36, 20, 25]
L = [33, 2, 26, 14, 9, 15, 12, 30]
R = [1, 17, 5, 8, 32, 16, 34, 3]
Q = [4, 7, 11, 13, 19, 21, 23, 27]
REST = [28, 29, 31, 35]

MODES = {"duel": 2, "normal": 3, "team": 4}


def table(players: int, first: int = 0, seed: int = 1, **options: Any) -> Playthrough:
    return Playthrough(GAME, players, seed=seed, first=first, options=options)


def dealt(ponds: list[list[int]], river: list[int], first: int = 0, **options: Any) -> Playthrough:
    """A game with these cards, which need not be told move by move."""
    play = table(len(ponds), first, **options)
    GAME.impose(play.state, {"ponds": ponds, "river": river, "deck": GAME.deal(play.state)["deck"]})
    return play


def finished(ponds: list[list[int]], river: list[int], first: int = 0, **options: Any) -> Playthrough:
    """The end of a game in which these cards lie there."""
    play = dealt(ponds, river, first, **options)
    play.state.up[: SLOTS * play.players + play.state.river] = 1
    play.state.phase += 1
    play.state.turn = -1
    return play


def points(play: Playthrough, seat: int) -> list[int]:
    return [slot["points"] for slot in GAME.aids(play.state, -1)["ponds"][seat]]


def played(play: Playthrough, *moves: str) -> Playthrough:
    for move in moves:
        play.play(move)
    return play


def refused(play: Playthrough, move: str) -> str:
    """The article that forbids a move, which changes nothing (C-8)."""
    before = play.state.tobytes()
    with pytest.raises(IllegalMoveError) as caught:
        play.play(move)
    assert play.state.tobytes() == before
    return caught.value.refusal.article


def random_game(play: Playthrough, seed: int = 0) -> Playthrough:
    choices = np.random.default_rng(seed)
    while not play.over:
        play.play(str(choices.choice(play.legal_moves)))
    return play


@pytest.mark.parametrize(("players", "river", "unused"), [(2, 4, 16), (3, 4, 8), (4, 4, 0)])
def test_sb2_ponds_of_eight_face_down_and_a_river_of_four_face_up(players: int, river: int, unused: int) -> None:
    view = table(players, mode="normal").view()
    assert view["ponds"] == [[None] * 8] * players
    assert len(view["river"]) == river and None not in view["river"]
    assert view["unused"] == unused


def test_sb2_no_card_lies_twice() -> None:
    places = GAME.locate(table(3).state)
    cards = sorted(int(card) for pile in places.values() for card in pile)
    assert cards == list(range(1, 37))


def test_sb3_the_mode_follows_the_number_of_players() -> None:
    assert [table(players).options["mode"] for players in (2, 3, 4)] == ["duel", "normal", "normal"]
    assert table(2).record()["options"] == {"mode": "duel", "sides": "halves"}
    assert table(4, mode="team").record()["options"] == {"mode": "team", "sides": "halves"}


def test_sb4_a_duel_has_a_river_of_eight_four_face_down() -> None:
    view = table(2).view()
    assert [card is None for card in view["river"]] == [False] * 4 + [True] * 4
    assert view["unused"] == 12


def test_sb5_each_turns_one_card_clockwise_from_the_first_then_the_first_plays() -> None:
    play = table(3, first=1)
    for seat in (1, 2, 0):
        assert play.turn == seat
        assert play.legal_moves == [f"flip {slot}" for slot in range(1, 9)]
        play.play("flip 4")
    assert play.turn == 1
    assert all(move.startswith("swap") for move in play.legal_moves)
    assert [[card is not None for card in pond] for pond in play.view()["ponds"]] == [
        [False] * 3 + [True] + [False] * 4
    ] * 3


def test_sb5_nobody_swaps_before_all_have_turned_a_card() -> None:
    assert refused(table(3), "swap 1 1") == "SB-5"


def test_sb6_the_cards_change_places_and_both_lie_face_up() -> None:
    play = played(dealt([P, L], R[:4], mode="normal"), "flip 1", "flip 1")
    move = play.play("swap 2 5")
    assert move.reveals == ("10",)
    view = play.view()
    assert view["ponds"][0] == ["22", None, None, None, "17", None, None, None]
    assert view["river"] == ["1", "10", "5", "8"]
    assert play.turn == 1


def test_sb6_every_river_card_can_go_to_every_slot_and_nobody_passes() -> None:
    play = played(table(3), "flip 1", "flip 1", "flip 1")
    assert play.legal_moves == sorted(f"swap {place} {slot}" for place in range(1, 5) for slot in range(1, 9))
    duel = played(table(2), "flip 1", "flip 1")
    assert len(duel.legal_moves) == MAX_LEGAL == 64


def test_sb6_the_river_has_no_fifth_place_outside_a_duel() -> None:
    play = played(table(2, mode="normal"), "flip 1", "flip 1")
    assert refused(play, "swap 5 1") == "SB-2"
    assert refused(play, "flip 2") == "SB-6"


def test_sb6_a_face_down_river_card_is_shown_before_the_card_it_replaces() -> None:
    play = played(dealt([P, L], R), "flip 1", "flip 1")
    assert play.play("swap 6 2").reveals == ("16", "18")
    assert play.play("swap 5 1").reveals == ("32",)
    assert play.view()["river"] == ["1", "17", "5", "8", "33", "18", None, None]


def test_sb7_who_swaps_a_face_up_card_turns_one_of_his_own_face_down_cards() -> None:
    play = played(dealt([P, L], R[:4], mode="normal"), "flip 1", "flip 1")
    assert play.play("swap 1 1").reveals == ()
    assert play.turn == 0
    assert play.legal_moves == [f"flip {slot}" for slot in range(2, 9)]
    assert refused(play, "flip 1") == "SB-7"
    assert refused(play, "swap 1 1") == "SB-7"
    assert play.play("flip 8").reveals == ("25",)
    assert play.turn == 1


@pytest.mark.parametrize("mode", MODES)
def test_sb7_every_turn_turns_exactly_one_card_of_the_player(mode: str) -> None:
    play = played(table(MODES[mode], mode=mode), *["flip 3"] * MODES[mode])
    choices = np.random.default_rng(3)
    while not play.over:
        seat, before = play.turn, copy_of(play.state)
        while play.turn == seat:
            play.play(str(choices.choice(play.legal_moves)))
        ponds = [(state.up[: SLOTS * play.players].reshape(-1, SLOTS).sum(axis=1)) for state in (before, play.state)]
        assert (ponds[1] - ponds[0]).tolist() == [int(k == seat) for k in range(play.players)]


@pytest.mark.parametrize(("players", "turns"), [(2, 14), (3, 21), (4, 28)])
def test_sb7_example_6_seven_turns_each(players: int, turns: int) -> None:
    play = random_game(table(players))
    assert sum(move.text.startswith("swap") for move in play.moves) == turns
    assert all(sum(move.text.startswith("swap") and move.seat == k for move in play.moves) == 7 for k in range(players))


def test_sb8_the_last_card_ends_the_game() -> None:
    play = random_game(table(3))
    assert play.over and play.legal_moves == []
    assert all(None not in pond for pond in play.view()["ponds"])
    refusal = play.explain("swap 1 1", 0)
    assert refusal is not None and refusal.article == "SB-8"


def test_sb8_the_river_of_a_duel_is_turned_up_at_the_end_and_in_no_reveals() -> None:
    play = played(table(2), "flip 1", "flip 1")
    while not play.over:
        down = play.view()["ponds"][play.turn].index(None)
        move = play.play(f"swap 1 {down + 1}")
    assert len(move.reveals) == 1
    river = [str(number) for number in GAME.deal(play.initial_state)["river"]]
    assert play.view()["river"][4:] == river[4:]
    turned = [event for event in play.tell() if event.verb == "river"]
    assert [(event.cards, event.source) for event in turned] == [
        ((river[place],), f"river:{place + 1}") for place in range(4, 8)
    ]
    assert play.tell()[-1].verb == "over"


def test_sb8_fixed_points_count_anywhere() -> None:
    for slot in range(8):
        pond = [number for number in P if number != 24]
        pond.insert(slot, 24)
        assert points(finished([pond, L, R], REST), 0)[slot] == 8


def test_sb9_the_aids_say_how_many_slots_lie_side_by_side() -> None:
    play = finished([P, L, R], REST)
    aids = GAME.aids(play.state, 0)
    assert aids["columns"] == 4
    for slot, below in enumerate(aids["ponds"][0][aids["columns"] :]):
        assert below["zone"] == aids["ponds"][0][slot]["zone"], "the two cards of a column look at the same cards"


def test_sb8_a_variable_card_pays_its_value_for_each_match_in_its_zone() -> None:
    # 35 and 6, in the centre, pay 2 per spring, and are none: 24, 29, 18, 36 and 8 are.
    play = finished([[24, 35, 6, 29, 18, 36, 25, 8], L], [1, 3, 5, 7], mode="normal")
    assert points(play, 0)[1:3] == [10, 10]


def test_sb8_a_variable_card_of_its_own_kind_counts_itself() -> None:
    deck = [dict(card) for card in GAME.deal(table(3).state)["deck"]]
    deck[0] = {"number": 1, "animal": "frog", "season": "spring", "per": "frog", "points": 7}
    play = finished([[1, 2, 3, 4, 5, 6, 7, 8], [9, *range(11, 18)]], REST, mode="normal", deck=deck)
    assert points(play, 0)[0] == 7


def test_sb9_example_1_two_per_frog_in_the_left_column() -> None:
    deck = [dict(card) for card in GAME.deal(table(3).state)["deck"]]
    deck[1] = {"number": 2, "animal": "snail", "season": "summer", "per": "frog", "points": 2}
    # Frogs 10 and 18 lie in the left half, frog 25 in the right one.
    play = finished([[2, 10, 3, 25, 5, 18, 7, 8], [*L[2:], 13, 11]], REST, mode="normal", deck=deck)
    assert points(play, 0)[0] == 4


def test_sb9_example_2_halves() -> None:
    play = finished([P, L, R], REST)
    assert points(play, 0) == [15, 5, 8, 2, 0, 4, 8, 2]
    assert points(play, 1) == [0, 8, 0, 6, 6, 6, 0, 2]
    assert points(play, 2) == [0, 8, 9, 6, 0, 5, 8, 5]
    assert play.scores == [44, 28, 41]
    assert play.winners == [0]


def test_sb10_example_3_neighbours() -> None:
    play = finished([P, L, R], REST, sides="neighbours")
    assert points(play, 0) == [0, 5, 8, 6, 8, 4, 8, 6]
    assert points(play, 1) == [5, 8, 0, 6, 0, 6, 0, 0]
    assert points(play, 2) == [4, 8, 9, 6, 6, 5, 8, 5]
    assert play.scores == [45, 25, 51]


def test_sb10_two_players_in_normal_mode_both_sides_count_the_opponent() -> None:
    play = finished([P, L], REST, mode="normal", sides="neighbours")
    joined = GAME.aids(play.state, 0)["joined"]
    assert joined == [{"left": "pond:2", "right": "pond:2"}, {"left": "pond:1", "right": "pond:1"}]
    # 22 pays 5 per frog, 10 2 per dragonfly, 6 and 25 2 per spring; L: no frog, 4 dragonflies, 3 springs.
    assert [points(play, 0)[slot] for slot in (0, 4, 3, 7)] == [0, 8, 6, 6]


@pytest.mark.parametrize(("sides", "scores"), [("neighbours", [45, 25]), ("halves", [52, 27])])
def test_sb11_example_4_the_river_of_a_duel(sides: str, scores: list[int]) -> None:
    play = finished([P, L], R, sides=sides)
    assert play.scores == scores
    # The other seat first: the river is on the right of the first player, wherever they sit.
    assert finished([L, P], R, first=1, sides=sides).scores == scores[::-1]


def test_sb11_the_side_away_from_the_river() -> None:
    assert GAME.aids(finished([P, L], R).state, 0)["joined"] == [
        {"left": None, "right": "river"},
        {"left": "river", "right": None},
    ]
    assert GAME.aids(finished([P, L], R, first=1, sides="neighbours").state, 0)["joined"] == [
        {"left": "river", "right": "pond:2"},
        {"left": "pond:1", "right": "river"},
    ]


@pytest.mark.parametrize("sides", ["halves", "neighbours"])
def test_sb12_example_5_partners_count_for_each_other(sides: str) -> None:
    play = finished([P, L, R, Q], REST, mode="team", sides=sides)
    assert GAME.aids(play.state, 0)["points"] == [46, 37, 51, 56]
    assert play.scores == [97, 93, 97, 93]
    assert play.winners == [0, 2]


def test_sb13_a_tie_is_a_joint_win() -> None:
    # Two ponds of fixed cards, 8 + 6 + 5 each; whatever else lies there is worth nothing in this deck.
    deck = [
        {"number": n, "animal": "fish", "season": "winter", "per": "frog", "points": 1}
        if n not in (24, 29, 8, 11, 3, 16)
        else {"number": n, "animal": "fish", "season": "winter", "fixed": {24: 8, 29: 8, 8: 6, 11: 6}.get(n, 5)}
        for n in range(1, 37)
    ]
    ponds = [[24, 8, 3, 1, 2, 4, 5, 6], [29, 11, 16, 7, 9, 10, 12, 13], [14, 15, 17, 18, 19, 20, 21, 22]]
    play = finished(ponds, [28, 30, 31, 35], deck=deck)
    assert play.scores == [19, 19, 0]
    assert play.winners == [0, 1]


def test_deal_and_impose_are_inverse() -> None:
    play = table(3, seed=4)
    deal = GAME.deal(play.state)
    assert [len(pond) for pond in deal["ponds"]] == [8, 8, 8] and len(deal["river"]) == 4
    other = table(3, seed=5)
    GAME.impose(other.state, deal)
    assert GAME.deal(other.state) == deal
    before = play.state.tobytes()
    GAME.impose(play.state, deal)
    assert play.state.tobytes() == before


@pytest.mark.parametrize(
    "wrong",
    [
        {"ponds": [P, L, R]},
        {"ponds": [P, L[:7]]},
        {"ponds": [P, P]},
        {"ponds": "P"},
        {"ponds": [P, None]},
        {"river": R},
        {"river": [1, 17, 5, 37]},
        {"river": [1.0, 17, 5, 8]},
        {"river": ["1", "17", "5", "8"]},
        {"river": [22, 17, 5, 8]},
        {"unused": []},
        {"deck": []},
        {"deck": None},
    ],
)
def test_an_impossible_deal_is_refused(wrong: dict[str, Any]) -> None:
    play = table(2, mode="normal")
    deal = {"ponds": [P, L], "river": R[:4], "deck": GAME.deal(play.state)["deck"]}
    before = play.state.tobytes()
    without = [{key: value for key, value in deal.items() if key != left_out} for left_out in deal]
    for given in (deal | wrong, None, [], *without):
        with pytest.raises(RecordError):
            GAME.impose(play.state, given)
    assert play.state.tobytes() == before
    GAME.impose(play.state, deal)
    assert GAME.deal(play.state) == deal


@pytest.mark.parametrize(
    "text",
    [
        "",
        "flip",
        "flip 0",
        "flip 9",
        "Flip 1",
        "flip  1",
        "flip 1 ",
        "swap 1",
        "swap 9 1",
        "swap 1 9",
        "swap 01 1",
        "pass",
    ],
)
def test_what_is_not_a_move_cannot_be_read(text: str) -> None:
    with pytest.raises(InvalidMoveError):
        GAME.parse(text)


def test_stack_makes_any_card_that_is_not_face_up_come_next() -> None:
    play = played(dealt([P, L], R, mode="duel"), "flip 1", "flip 1")
    state = copy_of(play.state)
    assert not GAME.stack(state, GAME.card_parse("22")), "22 is face up in a pond"
    assert not GAME.stack(state, GAME.card_parse("1")), "1 is face up in the river"
    for card in ("28", "29"):
        assert GAME.stack(state, GAME.card_parse(card))
    assert not GAME.stack(state, GAME.card_parse("29")), "29 is stacked already"
    GAME.apply(state, GAME.parse("swap 5 2"))
    assert [GAME.card_text(card) for card in state.shown[: state.n_shown]] == ["29", "28"]
    assert state.n_stacked == 0
    assert sorted(state.cards) == list(range(36))


def test_stack_refuses_once_every_pond_is_face_up() -> None:
    state = copy_of(random_game(table(3)).state)
    assert not any(GAME.stack(state, card) for card in range(36))


@pytest.mark.parametrize(
    ("mode", "names"),
    [("duel", "greedy,random"), ("normal", "greedy,random,random"), ("team", "greedy,random,greedy,random")],
)
def test_greedy_beats_random(mode: str, names: str) -> None:
    bots = find_bots(names, MODES[mode])
    wins = 0
    for seed in range(12):
        play = table(len(bots), first=seed % len(bots), seed=seed, mode=mode)
        chooser = new_chooser(seed)
        while not play.over:
            play.play_action(ask(bots[play.turn], play.game, play.state, chooser))
        wins += 0 in play.winners
    assert wins >= 10


def test_the_table_can_be_drawn_at_every_moment() -> None:
    for mode, players in MODES.items():
        play = table(players, mode=mode)
        choices = np.random.default_rng(1)
        while not play.over:
            play.play(str(choices.choice(play.legal_moves)))
            if play.state.phase == FIRST_FLIP or len(play.moves) % 9 == 0 or play.over:
                assert play.show(0, "fr", 80)
                assert play.show(-1, "en", 80)
                assert all(play.log(seat, language) for seat in (-1, 0) for language in ("en", "fr"))


def test_a_swap_is_called_by_the_card_that_one_gets_and_the_one_that_one_gives() -> None:
    play = dealt([P, L], R)
    play.state.up[:] = 0
    play.state.up[SLOTS * play.players] = 1
    seat = play.turn
    assert GAME.describe_move is not None
    assert [GAME.describe_move(play.state, seat, "swap 1 2", language) for language in ("en", "fr")] == [
        "River 1 (spring frog, 4 per snail) for slot 2 (face down)",
        "Rivière 1 (grenouille de printemps, 4 par escargot) contre case 2 (face cachée)",
    ]
