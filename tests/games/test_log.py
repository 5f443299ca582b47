"""What a log says: a deed that takes several moves or moves several cards is one sentence, in both languages."""

import pytest

from quatuor import GAMES, Playthrough
from quatuor.core.log import sentences
from quatuor.core.texts import LANGUAGES, Language
from setups import Setup

STEPS = ("graduate", "use")


def played(name: str, seed: int) -> Playthrough:
    play: Playthrough = Setup(GAMES[name], 2, {}).play(seed)
    return play


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_diploma_is_one_sentence(language: Language) -> None:
    play = played("air_sorciere", 397)
    awards = [at for at, move in enumerate(play.moves) if move.text == "award"]
    assert awards
    for at in awards:
        said = play.log(play.moves[at].seat, language, at)[0]
        used = at - 1
        while play.moves[used].text.startswith(STEPS):
            assert play.log(0, language, used) == []
            if play.moves[used].text.startswith("use"):
                assert play.game.texts.card(language, play.moves[used].text.split()[1]) in said
            used -= 1
        assert {"en": "You trade", "fr": "Vous échangez"}[language] in said
        assert ("book" in said) or ("grimoire" in said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fall_is_one_sentence(language: Language) -> None:
    verbs = {"en": "loses the column", "fr": "perd la colonne"}[language]
    falls = 0
    for seed in range(397, 403):
        play = played("air_sorciere", seed)
        for at in range(len(play.moves)):
            fallen = [sentence for sentence in play.log(-1, language, at) if verbs in sentence]
            falls += len(fallen)
            assert all(sentence.index(verbs) > 10 for sentence in fallen), "who falls is said with what it costs"
    assert falls


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_swap_is_one_sentence(language: Language) -> None:
    play = played("symbiose", 1)
    swaps = [at for at, move in enumerate(play.moves) if move.text.startswith("swap")]
    assert swaps
    for at in swaps:
        told = play.log(-1, language, at)
        assert {"en": "gives the river", "fr": "rend à la rivière"}[language] in told[0]
        assert all("river" not in sentence and "rivière" not in sentence for sentence in told[1:-1])


def test_in_a_replay_every_step_says_something() -> None:
    play = played("air_sorciere", 397)
    for at, move in enumerate(play.moves):
        if move.text.startswith(STEPS):
            (event,) = play.tell(at, 0)
            assert event.step and f"tell.{event.verb}" in play.game.texts


def test_where_nothing_has_happened_nothing_is_said() -> None:
    assert sentences(GAMES["symbiose"], [], None, "fr") == []
