"""Symbiose's options: the published deck and other decks (SB-1), modes and sides."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from quatuor.core.errors import OptionError, QuatuorError, RecordError
from quatuor.games.symbiose import GAME
from quatuor.games.symbiose.deck import PUBLISHED, pack, read_deck, unpack
from quatuor.play.playthrough import Playthrough


def changed(place: int, **values: Any) -> list[dict[str, Any]]:
    """The published deck with one card changed; None takes a key away."""
    deck = [dict(card) for card in PUBLISHED]
    card = deck[place - 1] | values
    deck[place - 1] = {key: value for key, value in card.items() if value is not None}
    return deck


def test_sb1_example_7_the_published_deck() -> None:
    assert Counter(card["animal"] for card in PUBLISHED) == {"frog": 6, "snail": 8, "fish": 10, "dragonfly": 12}
    assert Counter(card["season"] for card in PUBLISHED) == {"winter": 6, "autumn": 8, "summer": 10, "spring": 12}
    fixed = [card["fixed"] for card in PUBLISHED if "fixed" in card]
    assert len(fixed) == 10 and sum(fixed) == 62


def test_sb1_packing_a_card_keeps_everything() -> None:
    extreme = {"number": 36, "animal": "dragonfly", "season": "winter", "per": "winter", "points": 99}
    for card in [*PUBLISHED, extreme]:
        assert unpack(card["number"], pack(card)) == card
        assert 0 <= pack(card) < 1 << 15


def test_sb1_a_deck_may_be_a_list_an_object_or_a_path(tmp_path: Path) -> None:
    deck = changed(3, fixed=9)
    path = tmp_path / "deck.json"
    path.write_text(json.dumps({"name": "Ours", "colours": {}, "cards": deck}), encoding="utf-8")
    plain = tmp_path / "list.json"
    plain.write_text(json.dumps(deck), encoding="utf-8")
    for given in (deck, {"cards": deck}, str(path), path, str(plain)):
        assert GAME.read_options(3, {"deck": given})["deck"] == deck


def test_sb1_the_published_deck_is_the_default() -> None:
    for given in ({}, {"deck": None}, {"deck": PUBLISHED}, {"deck": {"cards": PUBLISHED}}):
        assert GAME.read_options(3, given)["deck"] is None


def test_sb1_a_record_has_the_cards_in_its_deal_in_the_order_given() -> None:
    deck = changed(3, fixed=9)[::-1]
    play = Playthrough(GAME, 3, seed=2, options={"deck": deck})
    record = play.record()
    assert record["deal"]["deck"] == deck
    assert "deck" not in record["options"]
    assert GAME.options_of_deal(record["deal"]) == {"deck": deck}
    again = Playthrough(GAME, 3, seed=2, options=GAME.options_of_deal(record["deal"]), deal=record["deal"])
    assert again.initial_state.tobytes() == play.initial_state.tobytes()
    assert play.view()["faces"]["3"] == {"animal": "fish", "season": "autumn", "per": None, "points": 9}


def test_sb1_the_order_of_the_deck_does_not_change_the_cards_dealt() -> None:
    plain = Playthrough(GAME, 3, seed=2).record()["deal"]
    turned = Playthrough(GAME, 3, seed=2, options={"deck": PUBLISHED[::-1]}).record()["deal"]
    assert plain["ponds"] == turned["ponds"] and plain["deck"] == turned["deck"][::-1]


@pytest.mark.parametrize("deal", [None, {}, {"deck": "deck.json"}, {"deck": {"cards": []}}])
def test_sb1_a_record_names_no_file(deal: Any) -> None:
    with pytest.raises(RecordError):
        GAME.options_of_deal(deal)


def test_sb1_the_deal_of_another_deck_is_refused() -> None:
    deal = Playthrough(GAME, 3, seed=2).record()["deal"] | {"deck": changed(3, fixed=9)}
    with pytest.raises(RecordError, match="not the deck of the game"):
        Playthrough(GAME, 3, deal=deal)


@pytest.mark.parametrize(
    ("deck", "said"),
    [
        (PUBLISHED[:35], "takes 36 cards; got 35"),
        ([*PUBLISHED, PUBLISHED[0]], "takes 36 cards; got 37"),
        (changed(2, number=1), "got 1 twice"),
        (changed(2, number=37), "number of the card in place 2 takes a whole number from 1 to 36; got 37"),
        (changed(2, number="2"), "number of the card in place 2"),
        (
            changed(2, animal="toad"),
            "animal of the card in place 2 takes one of frog, snail, fish, dragonfly; got toad",
        ),
        (changed(2, season=["spring"]), "season of the card in place 2"),
        (changed(2, per="toad"), "per of the card in place 2"),
        (changed(2, points=0), "points of the card in place 2 takes a whole number from 1 to 99; got 0"),
        (changed(2, points=-3), "got -3"),
        (changed(2, points=100), "got 100"),
        (changed(2, points=2.0), "got 2.0"),
        (changed(3, fixed=True), "got true"),
        (changed(3, per="frog"), "exactly the keys"),
        (changed(3, fixed=None), "exactly the keys"),
        (changed(3, colour="red"), "exactly the keys"),
        ([1] * 36, "exactly the keys"),
        ({"name": "Ours"}, "with the key cards"),
        ({"cards": PUBLISHED, "author": "me"}, "with the key cards"),
        (36, "the path of a deck file, a list of 36 cards"),
        ("no/such/file.json", "cannot be read"),
        ("", "cannot be read"),
    ],
)
def test_sb1_c7_a_bad_deck_is_refused_in_one_sentence(deck: Any, said: str) -> None:
    with pytest.raises(OptionError) as caught:
        GAME.read_options(3, {"deck": deck})
    sentence = caught.value.sentence
    assert "option deck" in sentence.en and said in sentence.en
    assert "option deck" in sentence.fr and sentence.fr.endswith(".")


def test_sb1_a_file_that_is_no_deck_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "deck.json"
    for content in ("", "{", "[" * 50_000, "x" * 100_000):
        path.write_text(content, encoding="utf-8")
        with pytest.raises(OptionError):
            read_deck(path)
    path.write_bytes(b"\xff\xfe\xff")
    with pytest.raises(OptionError):
        read_deck(path)


@pytest.mark.parametrize(
    ("players", "options", "said"),
    [
        (3, {"mode": "duel"}, "option mode takes one of normal with 3 players; got duel."),
        (2, {"mode": "team"}, "option mode takes one of normal, duel with 2 players; got team."),
        (4, {"mode": "duel"}, "option mode takes one of normal, team with 4 players; got duel."),
        (3, {"mode": None}, "option mode takes"),
        (3, {"sides": "left"}, "option sides takes one of halves, neighbours; got left."),
        (3, {"river": 4}, "Symbiose has no option river; it has mode, sides, deck."),
    ],
)
def test_sb3_c7_bad_options_are_refused(players: int, options: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError) as caught:
        GAME.read_options(players, options)
    assert said in caught.value.sentence.en


@pytest.mark.parametrize("players", [1, 5, True, "3"])
def test_sb3_two_to_four_players(players: Any) -> None:
    with pytest.raises(QuatuorError):
        GAME.read_players(players)
