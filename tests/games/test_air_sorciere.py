"""Air Sorcière, article by article; its diplomas (AS-13 to AS-16) have a file of their own."""

from typing import Any

import pytest

from games.air_sorciere_positions import (
    A,
    B,
    C,
    game,
    landed,
    lay,
    leave_in_pile,
    moves,
    place,
    refused,
    starting,
)
from quatuor import OptionError, Playthrough
from quatuor.games.air_sorciere import GAME
from quatuor.games.air_sorciere.notation import CARDS, COLOURS

BLACKS = "K3 K7 K12"


@pytest.mark.parametrize(("players", "each"), [(2, 7), (3, 8), (4, 9), (5, 9)])
def test_as1_75_witches_and_books_for_the_number_of_players(players: int, each: int) -> None:
    play = game(players)
    assert place(play, "pile") == " ".join(CARDS)
    assert len(CARDS) == 75
    assert play.view()["stock"] == dict.fromkeys(COLOURS, each)


def test_as2_all_is_empty_but_the_pile_and_nothing_is_dealt() -> None:
    play = game(2)
    assert {name: cards for name, cards in GAME.locate(play.state).items() if cards}.keys() == {"pile"}
    assert play.record()["deal"] == {}
    assert play.legal_moves == ["draw"]


def test_as3_at_least_one_card_must_be_taken() -> None:
    play = lay(game(), {A: "G6"}, common="G9")
    assert play.legal_moves == ["draw", "take G9"]
    assert refused(play, "stop") == "AS-3"
    assert refused(play, "land G") == "AS-3"
    moves(play, "take G9")
    assert play.legal_moves == ["draw", "land G", "stop"]


def test_as4_a_card_fits_above_the_last_of_its_column() -> None:
    play = lay(game(), {A: "G3 G12"}, common="G10 G13 W1")
    assert starting(play, "take") == ["G13", "W1"]
    assert refused(play, "take G10") == "AS-4"
    moves(play, "take G13")
    assert play.view()["columns"][A]["G"] == ["G3", "G12", "G13"]


def test_as4_columns_stay_from_turn_to_turn() -> None:
    play = moves(game(2), "draw G6", "keep", "stop", "draw K1", "keep", "stop")
    assert play.turn == A
    assert play.view()["columns"][A]["G"] == ["G6"]


def test_as5_a_fitting_card_is_a_choice_until_one_was_shared() -> None:
    play = moves(game(), "draw G6")
    assert play.legal_moves == ["keep", "share"]
    moves(play, "share", "draw W5")
    assert play.legal_moves == ["keep"]
    assert refused(play, "share") == "AS-5"
    moves(play, "keep")
    assert refused(play, "keep") == "AS-5"


def test_as6_the_first_card_that_does_not_fit_goes_to_the_common_area_and_the_second_falls() -> None:
    play = lay(game(), {A: "G12 W8"}, books={A: "W"})
    moves(play, "draw G10")
    assert play.legal_moves == ["share"]
    assert refused(play, "keep") == "AS-6"
    moves(play, "share", "draw W3")
    assert play.turn == B
    assert place(play, "discard") == "W3 W8"


def test_as7_a_common_card_must_fit_and_must_not_be_the_one_just_shared() -> None:
    play = moves(lay(game(2), common="V2"), "draw G6", "share")
    assert starting(play, "take") == ["V2"]
    assert refused(play, "take G6") == "AS-7"
    assert refused(play, "take K1") == "AS-7"
    moves(play, "take V2", "land V")
    assert starting(play, "take") == ["G6"], "the next player may take it"


def test_as7_a_common_card_never_makes_a_fall() -> None:
    play = moves(lay(game(), {A: "G6"}, books={A: "G W"}, common="G9 G10"), "draw G2", "share", "take G9", "take G10")
    assert place(play, "area:1") == "G6 G9 G10"


def test_as8_a_drawn_card_is_dealt_with_before_anything_else() -> None:
    play = moves(lay(game(), common="V2"), "draw G6")
    for move in ("draw", "take V2", "stop", "land G", "end"):
        assert refused(play, move) == "AS-8"


def test_as9_a_fall_discards_the_column_and_ends_the_turn() -> None:
    play = lay(game(), {A: "G6 G9 V4"}, {A: "W1 W2 W3"}, {A: "G"})
    moves(play, "draw V1", "share", "draw G4")
    assert place(play, "discard") == "G4 G6 G9"
    assert place(play, "area:1") == "V4"
    assert place(play, "common") == "V1"
    assert play.turn == B, "without a diploma"


def test_as10_a_beginner_may_take_the_card_that_falls_but_loses_the_column() -> None:
    play = lay(game(), {A: "G6 G9"})
    moves(play, "draw G5", "share", "draw G4")
    assert play.legal_moves == ["bonus", "decline"]
    assert refused(play, "draw") == "AS-10"
    assert place(play, "held") == "G4"
    moves(play, "bonus")
    assert (place(play, "hand:1"), place(play, "discard"), place(play, "area:1")) == ("G4", "G6 G9", "")
    assert play.turn == B
    play.undo()
    moves(play, "decline")
    assert (place(play, "hand:1"), place(play, "discard")) == ("", "G4 G6 G9")
    assert refused(play, "bonus") == "AS-10"


def test_as11_example_1_nothing_shared_four_colours_may_land() -> None:
    play = lay(game(), {A: "G6 V5"}, common=f"{BLACKS} G9 W8")
    moves(play, "take K3", "take K7", "take K12", "take G9", "draw W5", "keep", "take W8", "draw W13", "keep")
    assert starting(play, "land") == ["G", "K", "V", "W"]
    assert "stop" in play.legal_moves
    moves(play, "land K")
    assert place(play, "hand:1") == BLACKS
    assert place(play, "area:1") == "G6 G9 W5 W8 W13 V5"


def test_as11_example_2_a_card_was_shared_the_shortest_column_must_land() -> None:
    play = lay(game(), {A: f"{BLACKS} G6 G9 W5 W8 W13 V5"})
    moves(play, "draw O1", "share")
    assert play.legal_moves == ["draw", "land V"]
    assert refused(play, "land K") == refused(play, "land O") == refused(play, "stop") == "AS-11"


def test_as11_forced_landing_is_a_choice_among_equals() -> None:
    play = moves(lay(game(), {A: "G6 W5 V5 V7"}), "draw O1", "share")
    assert starting(play, "land") == ["G", "W"]


def test_as11_an_empty_area_lands_nothing() -> None:
    play = moves(game(2), "draw O1", "share")
    assert play.legal_moves == ["draw", "stop"]
    moves(play, "stop")
    assert play.turn == B


def test_as11_a_soft_landing_can_be_required() -> None:
    play = moves(game(soft_landing="required"), "draw O1", "keep")
    assert play.legal_moves == ["draw", "land O"]
    assert refused(play, "stop") == "AS-11"
    assert moves(game(soft_landing="required"), "draw O1", "share").legal_moves == ["draw", "stop"]


def test_as12_diplomas_come_only_after_a_landing() -> None:
    play = lay(game(), {A: "K1"}, {A: "W1 W2 W3"})
    moves(play, "draw K2", "keep")
    assert refused(play, "graduate W") == "AS-12"
    moves(play, "stop")
    assert play.turn == B
    play.undo()
    moves(play, "land K")
    assert play.legal_moves == ["end", "graduate W"]
    assert refused(play, "draw") == "AS-11"
    moves(play, "end")
    assert play.turn == B


def test_as17_example_9_hands_of_7_5_3() -> None:
    play = lay(game(), {}, {A: "K1 K2 K3 K4 K5 K6 K7", B: "G1 G2 G3 G4 G5", C: "W1 W2 W3"})
    moves(play, "draw V15")
    assert play.legal_moves == [f"discard K{value}" for value in range(1, 8)]
    assert refused(play, "keep") == refused(play, "discard G1") == "AS-17"
    moves(play, "discard K7", "discard K1")
    assert play.turn == A
    assert play.legal_moves == ["keep", "share"]
    assert place(play, "discard") == "K1 K7"
    assert [hand["size"] for hand in play.view()["hands"]] == [5, 5, 3]


def test_as17_a_15_of_the_common_area_is_no_black_cat() -> None:
    play = moves(lay(game(), {}, {A: "K1 K2 K3 K4 K5 K6 K7"}, common="V15"), "take V15")
    assert place(play, "area:1") == "V15"
    assert place(play, "discard") == ""
    assert refused(play, "discard K1") == "AS-17"


def test_as17_clockwise_from_the_active_player_each_his_whole_surplus() -> None:
    hands = {A: "K1 K2 K3 K4 K5 K6", B: "G1 G2 G3 G4 G5 G6 G7", C: "W1 W2 W3 W4 W5 W6"}
    play = lay(game(first=B), {B: "V3"}, hands)
    moves(play, "draw V2", "share", "draw V15")
    order = []
    while play.view()["phase"] == "cat":
        order.append(play.turn)
        play.play(play.legal_moves[0])
    assert order == [B, B, C, A]
    assert play.turn == B
    assert play.legal_moves == ["keep"]
    assert place(play, "area:2") == "V3", "columns are untouched"


def test_as18_an_empty_pile_is_made_of_the_discard() -> None:
    play = game()
    leave_in_pile(play, "G4 O1 O2 O3")
    lay(play, discard="O1 O2 O3")
    moves(play, "draw G4", "share")
    assert play.view()["pile"] == 0
    assert "draw" in play.legal_moves
    moves(play, "draw O2")
    assert play.view()["pile"] == 2
    assert place(play, "discard") == ""
    assert [event.verb for event in play.tell()] == ["reshuffle", "draw"]


@pytest.mark.parametrize("empty", [False, True])
def test_as18_only_a_card_that_can_be_drawn_is_made_the_next(empty: bool) -> None:
    play = lay(game(), discard="K1 O15")
    if empty:
        leave_in_pile(play, "")
    state, drawn = play.state, {"K1", "O15"} if empty else set(CARDS) - {"K1", "O15"}
    for card in range(-80, 160):
        possible = 0 <= card < len(CARDS) and CARDS[card] in drawn
        assert GAME.stack(state, card) == possible, card
        state.n_stacked = 0


def test_as18_without_cards_to_draw_only_common_ones_can_be_taken_and_the_game_ends_with_the_turn() -> None:
    play = game(2)
    leave_in_pile(play, "G4")
    moves(play, "draw G4", "keep")
    assert refused(play, "draw") == "AS-18"
    assert {"land G", "stop", "take G5", "take K1"} <= set(play.legal_moves)
    assert "take G3" not in play.legal_moves
    moves(play, "take G5", "land G")
    assert play.over
    assert [event.verb for event in play.tell()] == ["land", "no_cards", "over"]
    refusal = play.explain("draw")
    assert refusal is not None
    assert refusal.article == "AS-18"


def test_as18_a_diploma_can_keep_the_game_going() -> None:
    play = lay(game(2), {}, {A: "G1 G2"})
    leave_in_pile(play, "G4")
    moves(play, "draw G4", "keep", "land G", "graduate G", "use G1", "use G2", "use G4", "award")
    assert not play.over
    assert "draw" in play.legal_moves


@pytest.mark.parametrize(("players", "sold_out"), [(2, 1), (3, 1), (4, 2), (5, 2)])
def test_as19_example_10_the_second_or_third_colour_to_run_out_ends_the_game(players: int, sold_out: int) -> None:
    def last(before: str) -> Playthrough:
        play = landed("W1 W2 W3", players=players, stock=f"W1 {before}", diplomas="many")
        return moves(play, "graduate W", "use W1", "use W2", "use W3", "award")

    stocks = ["K0", "G0"]
    assert not last(" ".join(stocks[: sold_out - 1])).over
    play = last(" ".join(stocks[:sold_out]))
    assert play.over
    assert [event.verb for event in play.tell()] == ["award", "books", "sold_out", "over"]
    assert play.winners == [A]


def test_as19_the_end_comes_at_once_even_with_another_diploma_in_hand() -> None:
    play = landed("W1 W2 W3 V1 V2 V3", stock="W1 K0", diplomas="many")
    moves(play, "graduate W", "use W1", "use W2", "use W3", "award")
    assert play.over
    refusal = play.explain("graduate V")
    assert refusal is not None
    assert refusal.article == "AS-19"


def test_as20_the_game_is_over_after_too_many_turns_without_a_diploma() -> None:
    play = lay(game(2, stall_limit=10), {}, {A: "W1 W2 W3"})
    for value in range(1, 11):
        assert not play.over
        moves(play, f"draw K{value}", "keep", "stop")
    assert play.over
    assert [event.verb for event in play.tell()] == ["stop", "stalled", "over"]
    refusal = play.explain("draw")
    assert refusal is not None
    assert refusal.article == "AS-20"


def test_as20_a_diploma_starts_the_count_again() -> None:
    play = lay(game(2, stall_limit=10), {}, {A: "W1 W2 W3"})
    play.state.idle = 9
    moves(play, "draw O1", "keep", "land O", "graduate W", "use W1", "use W2", "use W3", "award")
    assert not play.over
    assert play.view()["idle"] == 0


@pytest.mark.parametrize("value", [9, 1001, "200", True, None])
def test_as20_and_c7_a_bad_stall_limit_is_refused_by_name(value: Any) -> None:
    with pytest.raises(OptionError, match="stall_limit takes a whole number from 10 to 1000"):
        game(stall_limit=value)


@pytest.mark.parametrize(
    ("owned", "once", "per_set"),
    [
        ("K K K G W V O", 8, 8),
        ("K K G G W W V V O O", 11, 12),
        ("K K K K G W V", 7, 7),
    ],
)
def test_as21_example_11_points(owned: str, once: int, per_set: int) -> None:
    assert lay(game(), books={A: owned}).scores == [once, 0, 0]
    assert lay(game(five_colour_bonus="per_set"), books={A: owned}).scores == [per_set, 0, 0]


@pytest.mark.parametrize(
    ("hands", "winners"),
    [
        ({A: "K1 K2 K3 K4", B: "G1 G2"}, [A]),
        ({A: "K1 K2", B: "G1 G2 G3"}, [B]),
        ({A: "K1 K2", B: "G1 G2", C: "W1 W2 W3"}, [A, B]),
    ],
)
def test_as21_and_c6_ties_go_to_the_larger_hand_then_are_shared(hands: dict[int, str], winners: list[int]) -> None:
    play = lay(game(), {}, hands, {A: "K K", B: "G G", C: "W"})
    play.state.turn = -1
    assert play.winners == winners
