"""The sentence above the table names what the seat to play can do now, and nothing else."""

import re

import pytest

from games.rythm_n_play_positions import A, game, hold
from quatuor.core.texts import LANGUAGES, Language
from quatuor.play.prompt import prompt
from setups import ALL, Setup

# How a sentence names a move: by the verb of its notation, in English and French. Verbs that a phase always allows
# together are one (AS-11: to fly on is to draw or to take), and what goes without saying has no word.
NAMES: dict[str, dict[tuple[str, ...], tuple[str, str]]] = {
    "symphonimo": {
        ("draw",): (r"\bdraw\b", r"\bpiochez\b"),
        ("take",): (r"\btake\b", r"\bemporte[rz]\b"),
        ("stop",): (r"\bstop\b", r"\barrêtez-vous\b"),
        ("place",): (r"\b(choose a conductor|place the)\b", r"\b(choisissez un chef|placez le)\b"),
        ("leave",): (r"leave it", r"le laisser"),
    },
    "air_sorciere": {
        ("draw", "take"): (r"\b(draw|take|go on)\b", r"\b(piochez|prenez|continuez)\b"),
        ("land",): (r"\bland\b", r"\bfaites atterrir\b"),
        ("use",): (r"\b(choose the next|add a card)\b", r"\b(choisissez la carte suivante|ajoutez une carte)\b"),
        ("award",): (r"\bclaim it\b", r"\bvalidez-le\b"),
    },
    "symbiose": {
        ("swap",): (r"choose a river card", r"choisissez une carte de la rivière"),
        ("flip",): (r"\bturn up\b", r"\bretourne[rz]\b"),
    },
    "rythm_n_play": {
        ("compose",): (r"\b(compose|composing)\b", r"\bcompose[rz]\b"),
        ("exchange",): (r"\bexchange\b", r"\béchangez\b"),
        ("draw",): (r"\bdraw\b", r"\bpiochez\b"),
        ("collect",): (r"\bcollect\b", r"\bramassez\b"),
        ("pass",): (r"\bpass\b", r"\bpassez\b"),
    },
}
MOST_CHARACTERS = 96  # two lines of a phone
# Where these phases speak of something else with such a word: « prendre le 5 en main ? », « la carte à défausser ».
OTHER = {"air_sorciere": {"drawn", "keep", "share", "fall", "cat", "diploma"}}


def sentence(setup: Setup, state: object, language: Language) -> str:
    view = setup.game.view(state, int(state.turn))  # type: ignore[attr-defined]
    return prompt(setup.game, view, setup.game.legal_actions(state), language)


@pytest.mark.parametrize("setup", ALL, ids=str)
def test_it_names_what_is_legal_and_nothing_else(setup: Setup) -> None:
    for state in setup.positions(44, 120):
        if state.turn < 0:
            continue  # nobody is asked for anything
        verbs = {setup.game.text(action).partition(" ")[0] for action in setup.game.legal_actions(state)}
        phase = setup.game.view(state, int(state.turn))["phase"]
        for number, language in enumerate(LANGUAGES):
            said = sentence(setup, state, language)
            assert said and "{" not in said and len(said) <= MOST_CHARACTERS
            if phase in OTHER.get(setup.game.name, ()):
                continue
            for names, words in NAMES[setup.game.name].items():
                named = re.search(words[number], said, re.IGNORECASE) is not None
                assert named == bool(verbs & set(names)), (said, verbs)


def test_the_only_common_card_is_named_with_the_column_that_it_is_too_low_for() -> None:
    """AS-4: before the first card of a turn, when nothing can be taken."""
    told = 0
    for setup in (setup for setup in ALL if setup.game.name == "air_sorciere" and not setup.options):
        for state in setup.positions(44, 300):
            view = setup.game.view(state, int(state.turn))
            if view["phase"] == "start" and view["prompt"]["case"] == "only":
                (card,), columns = view["common"], view["columns"][view["turn"]]
                top, name = columns[card[0]][-1][1:], setup.game.texts.card("fr", card)
                assert sentence(setup, state, "fr").startswith(f"Piochez une carte\u00a0: {name} est trop bas")
                assert sentence(setup, state, "fr").endswith(f"est à {top}.")
                told += 1
    assert told


def test_the_only_conductor_with_room_is_named() -> None:
    """SY-5."""
    told = 0
    for setup in (setup for setup in ALL if setup.game.name == "symphonimo" and not setup.options):
        for state in setup.positions(44, 300):
            view = setup.game.view(state, int(state.turn))
            legal = [setup.game.text(action) for action in setup.game.legal_actions(state)]
            if view["phase"] == "place" and len(legal) == 1:
                number = legal[0].split()[1]
                assert f"conductor {number}: the only one with room left" in sentence(setup, state, "en")
                told += 1
    assert told


@pytest.mark.parametrize(
    ("hand", "english"),
    [
        ((), "You have no card left: draw."),
        (("do",), "Compose or draw: you have no RYTHM card."),
        (("half",), "Exchange or draw: you have no PLAY card."),
        (("eighth",), "Draw: you have no PLAY card, and your RYTHM cards make no whole beat."),
        (("eighth",) * 7, "Exchange: with seven RYTHM cards there is no room for another."),
    ],
)
def test_rythm_n_play_says_what_the_hand_lacks(hand: tuple[str, ...], english: str) -> None:
    """RP-3, RP-6, RP-7, RP-9."""
    play = game(2)
    hold(play, A, *hand)
    assert prompt(play.game, play.view(A), play.legal_actions, "en") == english
