"""The catalogues: the same keys and the same placeholders in French and English."""

import json
from pathlib import Path
from string import Formatter

import pytest

import quatuor

CATALOGUES = sorted(Path(quatuor.__file__).parent.rglob("texts.json"))


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


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parent.name)
def test_french_punctuation_keeps_its_space(path: Path) -> None:
    for key, text in json.loads(path.read_text(encoding="utf-8"))["fr"].items():
        for mark in ":;!?»":
            assert f" {mark}" not in text, f"{key}: a no-break space goes before {mark}"


@pytest.mark.parametrize("game", quatuor.GAMES.values(), ids=lambda game: game.name)
def test_every_option_and_value_is_explained(game: quatuor.Game) -> None:
    for option in game.options:
        assert option.meaning.en and option.meaning.fr
        for players in range(game.min_players, game.max_players + 1):
            accepts = option.kind.accepts(players)
            assert accepts.en and accepts.fr
            if option.kind.form == "choice":
                assert set(option.kind.values(players)) <= set(option.meanings), option.name
