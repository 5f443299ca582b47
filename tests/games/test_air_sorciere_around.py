"""Air Sorcière around its rules: every diploma against a plain enumeration, who sees what, aids, the screen."""

from collections import defaultdict
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from games.air_sorciere_positions import A, B, C, game, landed, lay, leave_in_pile, moves
from quatuor import Playthrough, RecordError
from quatuor.core.chance import CHOICES, CHOOSER, below, seeded
from quatuor.core.state import new_state
from quatuor.core.texts import LANGUAGES, Language
from quatuor.games.air_sorciere import GAME
from quatuor.games.air_sorciere.notation import CARDS, COLOURS
from quatuor.games.air_sorciere.state import DIPLOMA
from quatuor.play.prompt import prompt


def diplomas(hand: list[str], owned: list[str], stock: dict[str, int]) -> dict[str, set[tuple[str, ...]]]:
    """Every diploma that a hand allows, by colour, its cards in the order in which they are used; as AS-13 says it."""
    found = defaultdict(set)
    for target in COLOURS:
        own = [card for card in hand if card[0] == target]
        for naturals in (some for n in range(1, 6) for some in combinations(own, n)):
            highest = int(naturals[-1][1:])
            choices = [
                [None, *(card for card in hand if card[0] == colour and int(card[1:]) > highest)]
                for colour in COLOURS
                if colour != target and colour in owned
            ]
            for jokers in product(*choices):
                cards = naturals + tuple(card for card in jokers if card)
                if 3 <= len(cards) <= 5 and len(cards) - 2 <= stock[target]:
                    found[target].add(cards)
    return found


def expected_moves(possible: dict[str, set[tuple[str, ...]]], target: str, used: tuple[str, ...]) -> list[str]:
    ways = [cards for cards in possible[target] if cards[: len(used)] == used]
    following = {f"use {cards[len(used)]}" for cards in ways if len(cards) > len(used)}
    return sorted(following | ({"award"} if used in ways else set()))


@pytest.mark.parametrize("seed", range(40))
def test_as13_as14_as15_legal_moves_are_those_of_a_plain_enumeration(seed: int) -> None:
    chance = np.random.default_rng(seed)
    hand = sorted(chance.choice(74, chance.integers(3, 10), replace=False).tolist())
    cards = [CARDS[card] for card in hand]
    owned = [colour for colour in COLOURS if chance.random() < 0.6]
    play = lay(game(), {}, {A: " ".join(cards)}, {A: " ".join(owned)})
    play.state.stock[:] = chance.integers(0, 5, 5)
    play.state.phase = DIPLOMA
    possible = diplomas(cards, owned, play.view()["stock"])
    assert play.legal_moves == ["end", *(f"graduate {colour}" for colour in sorted(possible))]
    for target, ways in possible.items():
        moves(play, f"graduate {target}")
        prefixes = {cards[:n] for cards in ways for n in range(len(cards) + 1)}
        for used in sorted(prefixes)[:: max(1, len(prefixes) // 40)]:
            moves(play, *(f"use {card}" for card in used))
            assert play.legal_moves == expected_moves(possible, target, used), (target, used)
            for _ in used:
                play.undo()
        play.undo()


def test_as13_ready_made_diplomas_can_be_played_as_they_stand() -> None:
    play = landed("W2 W7 W9 V10 V11 G12 K1 K3", "V G", stock="K1")
    offered = GAME.aids(play.state, A)["diplomas"]
    assert [(offer["colour"], offer["books"], offer["cards"]) for offer in offered] == [
        ("K", 1, ["K1", "K3", "V10"]),
        ("W", 1, ["W2", "W7", "W9"]),
        ("W", 2, ["W2", "W7", "W9", "V10"]),
        ("W", 3, ["W2", "W7", "W9", "G12", "V10"]),
        ("V", 1, ["V10", "V11", "G12"]),
        ("O", 1, ["O1", "G12", "V10"]),
    ]
    before = play.view()["books"][A]
    for offer in offered:
        moves(play, *offer["moves"])
        assert play.view()["books"][A][offer["colour"]] == before[offer["colour"]] + offer["books"]
        for _ in offer["moves"]:
            play.undo()
    assert GAME.aids(play.state, B)["diplomas"] == []
    assert GAME.aids(play.state, -1)["diplomas"] == []


def test_as15_the_colours_are_named_whose_books_are_too_few_for_what_the_hand_would_buy() -> None:
    hand = "W2 W7 W9 V10 V11 G12 K1 K3"
    for stock, short in (("K1", ["K"]), ("K0", ["K"]), ("K2 W2", ["W"]), ("K2 W3", [])):
        play = landed(hand, "V G", stock=stock)
        assert GAME.aids(play.state, A)["few_books"] == short, stock
        assert GAME.aids(play.state, B)["few_books"] == []


def test_as6_the_chance_to_fall_counts_the_unseen_cards_that_do_not_fit() -> None:
    play = lay(game(), {A: "G3"})
    leave_in_pile(play, "G1 G2 G9 K5 V15 O2 O3 O4")
    risk = GAME.aids(play.state, B)["risk"]
    assert (risk["cards"], risk["misfits"], risk["misfit"], risk["fall"]) == (8, ["G1", "G2"], 0.25, 0.0)
    assert risk["cat"] == 1 / 8
    moves(play, "draw O3", "share")
    assert GAME.aids(play.state, A)["risk"]["fall"] == 2 / 7


def test_as18_the_risk_of_an_empty_pile_is_that_of_the_discard() -> None:
    play = lay(game(), {A: "G3"})
    leave_in_pile(play, "G1 G2 G9 K5 O2")
    lay(play, discard="G1 G2 G9 K5")
    moves(play, "draw O2", "share")
    risk = GAME.aids(play.state, A)["risk"]
    assert (risk["cards"], risk["misfits"], risk["fall"]) == (4, ["G1", "G2"], 0.5)


def test_as11_the_aids_say_what_would_land() -> None:
    play = moves(lay(game(), {A: "G3 G7 V4"}), "draw O2", "keep")
    assert GAME.aids(play.state, B)["landing"] == {
        "forced": False,
        "columns": {"G": ["G3", "G7"], "V": ["V4"], "O": ["O2"]},
    }
    moves(play, "draw O1", "share")
    assert GAME.aids(play.state, B)["landing"] == {"forced": True, "columns": {"V": ["V4"], "O": ["O2"]}}


def test_the_aids_say_whether_somebody_is_still_flying() -> None:
    play = lay(game(), {A: "G3"}, {A: "K1 K2 K3"})
    assert GAME.aids(play.state, B)["flying"]
    moves(play, "draw G1")
    assert play.view()["phase"] == "share" and GAME.aids(play.state, B)["flying"]
    moves(play, "share", "land G")
    assert play.view()["phase"] == "diploma" and not GAME.aids(play.state, B)["flying"]
    moves(play, "graduate K")
    assert not GAME.aids(play.state, B)["flying"]


def test_c5_closed_hands_show_the_others_their_sizes_only() -> None:
    hands = {A: "K1 K2", B: "G1 G2 G3", C: ""}
    play = lay(game(open_hands=False), {}, hands)
    for seat in (A, B, C, -1):
        shown = [hand["cards"] for hand in play.view(seat)["hands"]]
        assert shown == [hands[k].split() if k == seat else None for k in range(3)]
        assert [hand["size"] for hand in play.view(seat)["hands"]] == [2, 3, 0]
    shown = [hand["cards"] for hand in lay(game(), {}, hands).view(C)["hands"]]
    assert shown == [["K1", "K2"], ["G1", "G2", "G3"], []]


def test_the_cards_of_a_diploma_being_made_are_laid_out() -> None:
    play = moves(landed("W2 W7 V10 G12", "V G"), "graduate W", "use W2", "use W7", "use V10")
    view = play.view(B)
    laid_out = {"colour": "W", "naturals": ["W2", "W7"], "jokers": ["V10"]}
    assert view["diploma"] == laid_out | {"worth": [0, 0, 1, 2, 3], "books": 1}
    assert view["hands"][A] == {"size": 2, "cards": ["G12", "O1"]}
    assert GAME.locate(play.state)["diploma"] == ["W2", "W7", "V10"]


def verbs(play: Playthrough) -> list[str]:
    return [event.verb for event in play.tell()]


def test_as9_as10_what_a_fall_tells() -> None:
    play = moves(lay(game(2), {A: "G6 G9"}), "draw G5", "share", "draw G4")
    assert verbs(play) == ["draw", "beginner"]
    moves(play, "bonus")
    assert play.log(A) == [
        "Beginner's bonus: you take the green 4 into your hand, but lose the column: the green 6 and the green 9."
    ]
    assert play.log(B, "fr") == [
        "Bonus du débutant\u00a0: Joueur 1 prend le 4 vert en main, mais perd la colonne\u00a0: le 6 vert et le 9 vert."
    ]
    play = moves(lay(game(2), {A: "G6 G9"}, books={A: "G"}), "draw G5", "share", "draw G4")
    assert verbs(play) == ["draw", "fall", "crash"]
    assert play.tell()[2].cards == ("G6", "G9")


def test_as13_as17_what_a_diploma_and_a_black_cat_tell() -> None:
    play = moves(landed("W1 W2 W3 W4"), "graduate W", "use W1", "use W2", "use W3", "use W4", "award")
    assert play.log(A) == ["You trade the white 1, the white 2, the white 3 and the white 4 for 2 white books."]
    assert play.log(B, "fr")[-1].endswith("le 3 blanc et le 4 blanc contre 2 grimoires blancs.")
    moves(play, "draw K15")
    assert play.log(B)[-1] == "Black Cat! Nobody keeps more than five cards in hand."


def said(play: Playthrough, language: Language, move: str | None = None) -> str:
    """What a person reads: why this move is refused, else what is expected."""
    if move:
        return play.explain(move).say(language)  # type: ignore[no-any-return]
    return prompt(GAME, play.view(play.turn), play.legal_actions, language)


def test_cards_are_named_in_words_in_prompts_and_refusals() -> None:
    play = moves(lay(game(2), {A: "G6 G9", B: "K1"}), "draw G5")
    assert said(play, "fr") == "Le 5 vert est trop bas, votre colonne verte est à 9\u00a0: il va dans le ciel commun."
    assert (
        said(play, "en", "keep")
        == "the green 5 is too low, your green column is at 9: put it in the common sky. (AS-6)"
    )
    moves(play, "share")
    assert said(play, "fr", "take G5").startswith("vous venez de mettre le 5 vert dans le ciel commun")
    assert said(play, "fr", "land V") == "vous n'avez pas de colonne violette. (AS-11)"
    moves(play, "draw G4")
    assert said(play, "en") == "The green 4, below your 9: a fall! Beginner's bonus: take it into your hand?"
    assert said(play, "fr", "draw") == "prenez d'abord le 4 vert en main, ou laissez-le partir. (AS-10)"
    play = moves(landed("W2 W7 W9 V10"), "graduate W", "use W2")
    expected = "le 10 violet ne peut pas servir de joker\u00a0: vous n'avez pas de grimoire violet. (AS-14)"
    assert said(play, "fr", "use V10") == expected


def test_the_table_is_drawn_in_both_languages() -> None:
    play = moves(lay(game(5, open_hands=False), {A: "G6 G9"}, {A: "W1 W2 W3", B: "K1"}), "draw G5", "share")
    english, french = play.show(A, "en", 120), play.show(A, "fr", 120)
    assert "6↗9" in english
    assert "(5) put there this turn" in english
    assert "in hand: 1" in english
    assert "◆ G green" in english and "◆ G vert" in french
    assert "chute" in french
    moves(play, "draw V7")
    assert "Drawn: the violet 7 (V7)" in play.show(A, "en", 120)


@pytest.mark.parametrize("width", [80, 90, 100, 120, 200])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_of_the_table_is_cut(players: int, width: int, language: Language) -> None:
    columns = {A: "G1 G3 G5 G6 G8 G9 G11 G12 G13 G14 G15 K2"}
    hands = {A: "W1 W2 W3 W4 W5 W6 W7 W10 W11 W12 W13 W14", B: "K1"}
    play = moves(lay(game(players), columns, hands, {A: "V V V V V V V"}), "draw O5", "keep")
    shown = play.show(A, language, width)
    assert "…" not in shown
    assert shown.count(GAME.texts.say(language, "screen.hand")) == players
    assert shown.count("▲ K") == shown.count("✦ O") == players + 1
    assert "✶✶✶✶✶✶✶" in shown
    assert all(len(line) <= width for line in shown.splitlines())


@pytest.mark.parametrize("deal", [{"cards": []}, [], None, "x"])
def test_a_record_with_a_deal_is_refused(deal: Any) -> None:
    with pytest.raises(RecordError, match="nothing is dealt"):
        GAME.impose(game().state, deal)


def test_c3_a_state_used_before_does_not_show_in_the_next_game() -> None:
    """Whole random games in a fresh state and in one that has been played in, byte for byte."""
    used, actions = new_state(GAME.STATE), np.zeros(GAME.max_legal + 1, np.int16)
    chooser = np.zeros(1, CHOOSER)[0]
    for seed in range(3):
        ends = []
        for state in (used, new_state(GAME.STATE)):
            config = GAME.encode(2 + seed, -1, GAME.read_options(2 + seed, {"diplomas": "many"}))
            GAME.setup(state, config, np.uint64(seed))
            chooser.rng = seeded(np.uint64(seed), CHOICES)
            while state.turn >= 0:
                GAME.apply(state, actions[below(chooser, GAME.legal(state, actions))])
            ends.append(state.tobytes())
        assert ends[0] == ends[1]
