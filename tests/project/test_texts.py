"""The catalogues and the rules pages: the same keys and the same placeholders in French and English."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import quatuor
from quatuor.core.texts import LANGUAGES

PACKAGE = Path(quatuor.__file__).parent
CATALOGUES = sorted(PACKAGE.rglob("texts.json"))
RULES = sorted((PACKAGE / "games").glob("*/rules.json"))
GAMES_ON_THE_WEB = Path(__file__).parents[2] / "web" / "src" / "games"
MARKS = ":;!?»"  # a no-break space goes before them in French
WEB = Path(__file__).parents[2] / "web" / "src" / "texts"
RECORDS = Path(__file__).parents[1] / "data" / "records"


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parent.name)
def test_both_languages_say_the_same_things(path: Path) -> None:
    catalogue = json.loads(path.read_text(encoding="utf-8"))
    assert set(catalogue) == {"en", "fr"}
    assert catalogue["en"].keys() == catalogue["fr"].keys()
    for key, english in catalogue["en"].items():
        french = catalogue["fr"][key]
        assert english and french
        assert placeholders(english) == placeholders(french), key


def test_the_shell_says_the_same_things_in_both_languages() -> None:
    english, french = (once(WEB / f"{language}.json") for language in ("en", "fr"))
    assert english.keys() == french.keys()
    for key, text in english.items():
        assert text and french[key] and placeholders(text) == placeholders(french[key]), key
        assert not any(f" {mark}" in french[key] for mark in MARKS), key


def once(path: Path) -> dict[str, str]:
    """The texts of a file, in which no key may stand twice: the second would silently replace the first."""
    pairs = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=list)
    assert len(dict(pairs)) == len(pairs), sorted({key for key, _ in pairs if [k for k, _ in pairs].count(key) > 1})
    return dict(pairs)


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parent.name)
def test_french_punctuation_keeps_its_space(path: Path) -> None:
    for key, text in json.loads(path.read_text(encoding="utf-8"))["fr"].items():
        assert not any(f" {mark}" in text for mark in MARKS), key


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parent.name)
def test_no_text_stands_twice_or_is_for_one_of_nothing(path: Path) -> None:
    languages = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=list)
    for _, pairs in languages:
        keys = [key for key, _ in pairs]
        assert len(keys) == len(set(keys)), [key for key in keys if keys.count(key) > 1]
        single = {key.removesuffix(".one") for key in keys if re.match(r"(board|tell|prompt)\..*\.one$", key)}
        assert single <= set(keys), "a text for one belongs to a text for several"


@pytest.mark.parametrize("game", quatuor.GAMES)
def test_a_game_that_is_drawn_has_its_rules(game: str) -> None:
    drawn = (GAMES_ON_THE_WEB / game / "index.ts").exists()
    assert drawn == (PACKAGE / "games" / game / "rules.json").exists()


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.parent.name)
def test_rules_have_one_format_and_say_all_in_both_languages(path: Path) -> None:
    drawing = (GAMES_ON_THE_WEB / path.parent.name / "rules" / "Figure.svelte").read_text(encoding="utf-8")
    for section in json.loads(path.read_text(encoding="utf-8")):
        assert set(section) == {"title", "blocks"} and section["blocks"]
        for block in section["blocks"]:
            assert set(block) in ({"text", "articles"}, {"heading"}, {"figure"}, {"figures"}, {"terms"}), block
            for term in block.get("terms", []):
                assert set(term) == {"figure", "text", "articles"}
        for key, value in inside(section):
            if key in ("title", "heading", "text", "caption") and value is not None:
                assert set(value) == set(LANGUAGES), value
                assert value["en"] and value["fr"] and not re.search("[{}]", value["en"] + value["fr"])
                assert not any(f" {mark}" in value["fr"] for mark in MARKS), value["fr"]
            if key == "name":
                assert f"'{value}'" in drawing, value


def inside(data: Any) -> Iterator[tuple[str, Any]]:
    """Every key in nested data with its value."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        yield str(key), value
        if isinstance(value, dict | list):
            yield from inside(value)


@pytest.mark.parametrize("game", quatuor.GAMES.values(), ids=lambda game: game.name)
def test_every_option_and_value_is_explained(game: quatuor.Game) -> None:
    for option in game.options:
        assert option.meaning.en and option.meaning.fr
        for players in range(game.min_players, game.max_players + 1):
            accepts = option.kind.accepts(players)
            assert accepts.en and accepts.fr
            if option.kind.control == "choice":
                values = option.kind.values(players)
                assert all(value in option.meanings or option.kind.meaning(value) for value in values), option.name


def test_one_thing_is_not_said_as_several() -> None:
    texts = quatuor.GAMES["rythm_n_play"].texts
    assert texts.say("fr", "prompt.surplus", count="1").endswith("vous avez 1 carte de trop.")
    assert texts.say("fr", "prompt.surplus", count="2").endswith("vous avez 2 cartes de trop.")
    assert texts.say("en", "tell.gain", player="Ravel", count=1) == "Ravel draws a PLAY card."
    assert texts.say("fr", "tell.gain", player="Ravel", count=2) == "Ravel pioche 2 cartes PLAY."


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.json")), ids=lambda path: path.name)
def test_a_move_that_shows_cards_can_be_told_without_them(path: Path) -> None:
    record, _ = json.JSONDecoder().raw_decode(path.read_text(encoding="utf-8"))  # the first, where there are several
    texts = quatuor.GAMES[record["game"]].texts
    for move in record["moves"]:
        if move.get("reveals"):
            for language in LANGUAGES:
                assert (texts.deed(language, move["move"], "Mingus") or "").startswith("Mingus "), move["move"]
