"""Air Sorcière's diplomas, article by article."""

import pytest

from games.air_sorciere_positions import A, B, books, landed, moves, place, refused, starting


@pytest.mark.parametrize(("cards", "gained"), [(3, 1), (4, 2), (5, 3)])
def test_as13_three_to_five_cards_for_one_to_three_books(cards: int, gained: int) -> None:
    play = landed("W1 W4 W7 W9 W10 W15")
    moves(play, "graduate W", *(f"use {card}" for card in ("W1", "W7", "W9", "W10", "W15")[:cards]), "award")
    assert books(play, A) == {"W": gained}
    assert play.view()["stock"]["W"] == 8 - gained
    assert play.turn == B


def test_as13_too_few_too_many_and_in_rising_order() -> None:
    play = moves(landed("W1 W4 W7 W9 W10 W15"), "graduate W")
    assert starting(play, "use") == ["W1", "W4", "W7", "W9"], "from W10 on, too few could follow"
    assert refused(play, "use W10") == "AS-13"
    assert refused(play, "use O1") == "AS-14", "no orange book"
    moves(play, "use W4")
    assert refused(play, "award") == refused(play, "use W1") == refused(play, "use W4") == "AS-13"
    assert refused(play, "use W2") == refused(play, "end") == "AS-13"
    moves(play, "use W7", "use W9")
    assert "award" in play.legal_moves
    moves(play, "use W10", "use W15")
    assert play.legal_moves == ["award"]


def test_as13_never_more_than_five() -> None:
    play = moves(landed("W1 W4 W7 W9 W10 W15"), "graduate W", "use W1", "use W4", "use W7", "use W9", "use W10")
    assert play.legal_moves == ["award"]
    assert refused(play, "use W15") == "AS-13"


def test_as14_example_4_two_naturals_and_two_jokers_give_two_books() -> None:
    play = moves(landed("W2 W7 V10 G12", "V G"), "graduate W", "use W2", "use W7")
    assert play.legal_moves == ["use G12", "use V10"]
    moves(play, "use G12", "use V10", "award")
    assert books(play, A) == {"G": 1, "W": 2, "V": 1}
    assert place(play, "discard") == "G12 W2 W7 V10"


@pytest.mark.parametrize(
    ("hand", "owned", "why"),
    [
        ("W2 W11 V10", "V", "10 is not higher than 11"),
        ("W10 V10 G12", "V G", "10 is not higher than 10"),
        ("W2 V10 V11", "V", "two violet jokers"),
        ("W2 W3 V10", "", "no violet book"),
    ],
)
def test_as14_example_5_refused(hand: str, owned: str, why: str) -> None:
    play = landed(f"{hand} K1 K2 K3", owned)
    assert "graduate K" in play.legal_moves
    assert "graduate W" not in play.legal_moves, why
    assert refused(play, "graduate W") == "AS-13"


def test_as14_why_a_joker_is_refused() -> None:
    play = moves(landed("W2 W7 W9 K5 K9 V3 V10 G12 G13", "V G O"), "graduate W")
    assert refused(play, "use V10") == "AS-13", "a natural comes first"
    moves(play, "use W2", "use W7")
    assert refused(play, "use V3") == refused(play, "use K9") == refused(play, "use O1") == "AS-14"
    moves(play, "use V10")
    assert refused(play, "use W9") == "AS-13"
    assert refused(play, "use G12") == "AS-14", "jokers follow the order of colours"
    play.undo()
    moves(play, "use G12")
    assert refused(play, "use G13") == "AS-14"


def test_as14_example_6_one_natural_and_two_jokers() -> None:
    play = moves(landed("W3 V10 G12", "V G"), "graduate W", "use W3", "use G12", "use V10", "award")
    assert books(play, A) == {"G": 1, "W": 1, "V": 1}


def test_as15_example_7_two_books_left() -> None:
    play = moves(landed("W1 W2 W3 W4 W5", stock="W2"), "graduate W", "use W1", "use W2", "use W3", "use W4")
    assert play.legal_moves == ["award"]
    assert refused(play, "use W5") == "AS-15"
    moves(play, "award")
    assert play.view()["stock"]["W"] == 0
    assert place(play, "discard") == "W1 W2 W3 W4"


def test_as15_no_book_left_no_diploma() -> None:
    play = landed("W1 W2 W3 K1 K2 K3", stock="W0")
    assert play.legal_moves == ["end", "graduate K"]
    assert refused(play, "graduate W") == "AS-15"
    assert landed("W1 W2 W3", stock="W0").turn == B


def test_as16_one_diploma_a_turn_or_many() -> None:
    black = ("graduate K", "use K1", "use K2", "use K3", "award")
    hand = "K1 K2 K3 W1 W2 W3 W9"
    assert moves(landed(hand), *black).turn == B
    play = moves(landed(hand, diplomas="many"), *black)
    assert play.legal_moves == ["end", "graduate W"]
    moves(play, "graduate W", "use W1", "use W2", "use W3", "award")
    assert play.turn == B, "the turn passes by itself"
    assert books(play, A) == {"K": 1, "W": 1}


def test_as16_the_turn_passes_by_itself_without_a_possible_diploma() -> None:
    assert landed("W1 W2").turn == B
