"""What an observation of Air Sorcière says, entry by entry, and what it does not depend on."""

from typing import Any

import numpy as np
import pytest

from games.air_sorciere_positions import A, B, C, game, landed, lay, leave_in_pile, moves
from quatuor import Playthrough
from quatuor.games.air_sorciere import GAME
from quatuor.games.air_sorciere.notation import CARDS, COLOURS

BLACK, GREEN, WHITE, VIOLET, ORANGE = range(5)


def numbers(state: Any, seat: int) -> Any:
    out = np.full(GAME.observation.size, 99, np.int8)
    GAME.observe(state, seat, out)
    return out


def observed(play: Playthrough, seat: int, name: str) -> Any:
    return GAME.observation.part(numbers(play.state, seat), name).tolist()


def cards(play: Playthrough, seat: int, name: str) -> Any:
    """The cards that the flags of a part name; by seat, where it has seats."""
    flags = np.array(observed(play, seat, name)).reshape(-1, len(CARDS))
    named = [" ".join(CARDS[card] for card in np.flatnonzero(row)) for row in flags]
    return named if len(named) > 1 else named[0]


def position() -> Playthrough:
    """Three players; A, who began, flies."""
    return lay(
        game(3),
        columns={A: "K2 K5 G14", B: "W9"},
        hands={A: "K1 K3 V4", C: "O1 O2 O3 O4 O5 O6 O15"},
        books={A: "K V", B: "G G"},
        common="G3 W10",
        discard="W1 W2",
    )


def test_seats_come_from_the_observer_on() -> None:
    play = position()
    for seat, turned in ((A, 0), (B, 2), (C, 1)):
        here = [int(k == turned) for k in range(5)]
        assert observed(play, seat, "present") == [1, 1, 1, 0, 0]
        assert observed(play, seat, "turn") == observed(play, seat, "active") == observed(play, seat, "first") == here
    assert observed(play, A, "points") == [2, 2, 0, 0, 0]
    assert observed(play, B, "points") == [2, 0, 2, 0, 0]
    assert observed(play, C, "lead") == [0, 2, 2, 0, 0]
    assert observed(play, A, "lead") == [0, 0, -2, 0, 0]
    assert cards(play, C, "column") == ["", "K2 K5 G14", "W9", "", ""]
    assert cards(play, C, "hand") == ["O1 O2 O3 O4 O5 O6 O15", "K1 K3 V4", "", "", ""]


def test_columns_hands_and_books_are_counted_by_colour() -> None:
    play = position()
    flight = observed(play, A, "flight")
    # The last value, the cards, and those of the pile that are too low: K4; G1, G2, G4 to G13; W3 to W8.
    assert flight[0][BLACK] == [5, 2, 1]
    assert flight[0][GREEN] == [14, 1, 12]
    assert flight[1][WHITE] == [9, 1, 6]
    assert flight[0][WHITE] == flight[2][ORANGE] == [0, 0, 0]
    assert observed(play, A, "in hand")[0][BLACK] == [1, 1, 0, 0, 0, 2]
    assert observed(play, A, "in hand")[2][ORANGE] == [1, 1, 1, 1, 1, 7]
    assert observed(play, A, "together")[BLACK] == [1, 1, 1, 1, 0, 4]
    assert observed(play, A, "hand size")[2] == [1] * 7 + [0] * 3 + [7]
    assert observed(play, A, "books")[1][GREEN] == [1, 1, 0, 2]
    assert observed(play, A, "stock")[GREEN] == [1] * 6 + [0] * 3 + [6]
    assert observed(play, A, "to the end") == [1] * 10 + [13]  # of 7, 6, 8, 7 and 8 books the two lowest numbers
    assert observed(game(4), A, "to the end")[-1] == 27


def test_the_observers_columns_say_what_does_not_fit_and_what_a_forced_landing_takes() -> None:
    play = position()
    assert cards(play, A, "too low") == "K1 K2 K3 K4 K5 " + " ".join(f"G{value}" for value in range(1, 15))
    assert observed(play, A, "lowest") == [0, 1, 0, 0, 0]
    assert observed(play, C, "lowest") == [0] * 5
    assert observed(play, A, "graduable") == [1, 0, 0, 0, 0]  # K1 K3 and the joker V4
    assert observed(play, C, "graduable") == [0, 0, 0, 0, 1]


def test_cards_out_of_hands_and_what_may_be_drawn() -> None:
    play = position()
    assert cards(play, B, "common") == "G3 W10"
    assert cards(play, B, "discard") == "W1 W2"
    pile = cards(play, B, "pile").split()
    assert sorted(pile) == sorted(CARDS[card] for card in play.state.pile[: play.state.left])
    assert observed(play, B, "pile size") == [1] * 12 + [len(pile)] == [1] * 12 + [57]
    assert observed(play, B, "cats") == [4, 100 * 4 // 57]
    assert observed(play, B, "misfit") == [100 * 6 // 57, 0, 100 * 13 // 57, 0, 0]
    leave_in_pile(play, "")
    # AS-18: W1 and W2 are drawn next; both are too low for B's white column.
    assert cards(play, B, "pile") == ""
    assert observed(play, B, "pile size") == [0] * 13
    assert observed(play, B, "misfit") == [100, 0, 0, 0, 0]
    assert observed(play, B, "cats") == [0, 0]


def card_flags(colour: int, value: int) -> list[int]:
    return [int(c == colour) for c in range(5)] + [int(v == value) for v in range(1, 16)]


def test_the_card_drawn_and_the_card_shared() -> None:
    play = position()
    assert observed(play, A, "held") == observed(play, A, "shared") == [0] * 20
    assert [observed(play, A, name) for name in ("taken", "forced", "rise")] == [[0]] * 3
    moves(play, "draw G4")
    assert observed(play, B, "held") == card_flags(GREEN, 4)
    assert observed(play, B, "rise") == [-10]
    assert observed(play, B, "phase") == [0, 1, 0, 0, 0, 0]
    assert "G4" not in cards(play, B, "pile").split()
    moves(play, "share")
    assert observed(play, B, "shared") == card_flags(GREEN, 4)
    assert cards(play, B, "common") == "G3 W10"
    assert [observed(play, A, name) for name in ("taken", "forced")] == [[1]] * 2
    assert "G4" not in cards(play, B, "pile").split()
    moves(play, "draw K15")
    # AS-17: C has two cards too many, and A's turn goes on.
    assert observed(play, C, "phase") == [0, 0, 0, 1, 0, 0]
    assert observed(play, C, "turn") == [1, 0, 0, 0, 0]
    assert observed(play, C, "active") == [0, 1, 0, 0, 0]
    moves(play, "discard O1", "discard O2")
    assert observed(play, A, "rise") == [10]


def test_a_diploma_being_made_and_made() -> None:
    play = landed("W2 W7 V10 G12", "V G", diplomas="many")
    assert observed(play, A, "target") == [0] * 5
    moves(play, "graduate W", "use W2", "use W7", "use G12")
    assert observed(play, B, "target") == [0, 0, 1, 0, 0]
    assert cards(play, B, "used") == "G12 W2 W7"
    assert cards(play, A, "hand")[0] == "G12 W2 W7 V10 O1"
    assert observed(play, A, "used size") == [3]
    moves(play, "award")
    assert observed(play, A, "points")[0] == 3
    assert cards(play, A, "used") == ""
    # The hand has no other diploma: the turn has passed.
    assert observed(play, A, "active") == [0, 1, 0, 0, 0]
    assert observed(play, A, "awarded") == [0]


def test_another_diploma_in_the_same_turn_is_told_from_the_first() -> None:
    play = landed("W2 W7 W9 K1 K2 K3", diplomas="many")
    assert observed(play, A, "awarded") == [0]
    moves(play, "graduate W", "use W2", "use W7", "use W9", "award")
    assert observed(play, A, "awarded") == [1]
    assert observed(play, A, "phase") == [0, 0, 0, 0, 1, 0]


@pytest.mark.parametrize(
    ("options", "flags"),
    [
        ({}, [0, 0, 0, 1]),
        ({"soft_landing": "required"}, [1, 0, 0, 1]),
        ({"diplomas": "many"}, [0, 1, 0, 1]),
        ({"five_colour_bonus": "per_set"}, [0, 0, 1, 1]),
        ({"open_hands": False}, [0, 0, 0, 0]),
    ],
)
def test_the_options_are_seen(options: dict[str, Any], flags: list[int]) -> None:
    assert observed(game(2, **options), A, "options") == flags


def test_how_many_turns_without_a_diploma_there_were_and_may_be() -> None:
    play = game(2, stall_limit=1000)
    assert observed(play, A, "idle") == [0, 0]
    assert observed(play, A, "stall limit") == [31, 8]
    assert observed(play, A, "patience") == [1] * 8 + [100]
    play.state.idle = 994
    assert observed(play, A, "idle") == [31, 2]
    assert observed(play, A, "patience") == [1, 1, 1, 1, 1, 0, 0, 0, 6]


def test_closed_hands_are_remembered() -> None:
    play = lay(game(2, open_hands=False), hands={B: "K7 G1"})
    assert play.view(A)["hands"][B]["cards"] is None
    assert cards(play, A, "hand")[1] == "K7 G1"


def test_once_the_game_is_over_nobody_decides() -> None:
    end = game(2, stall_limit=10)
    end.state.idle = 9
    moves(end, "draw K1", "share", "stop")
    assert end.over
    assert observed(end, A, "turn") == [0] * 5
    assert observed(end, A, "phase") == [0] * 6
    assert observed(end, A, "active") == [0, 1, 0, 0, 0]
    assert observed(end, A, "patience") == [0] * 9


def test_the_colours_are_in_the_order_of_the_notation() -> None:
    names = dict(zip(COLOURS, ("black", "green", "white", "violet", "orange"), strict=True))
    axis = next(part for part in GAME.observation.parts if part.name == "stock").axes[0]
    assert axis[1] == ", ".join(names.values())
    assert {letter: GAME.texts.say("en", f"colour.{letter}") for letter in COLOURS} == names
