"""A refusal names the card that was tried and what is in its way, briefly enough to be read beside a finger."""

import pytest

from quatuor import GAMES
from quatuor.core.texts import LANGUAGES
from setups import Setup

MOST_CHARACTERS = 96
AIR, SYMPHONIMO = GAMES["air_sorciere"], GAMES["symphonimo"]
SETUPS = [
    Setup(SYMPHONIMO, 3, {}),
    Setup(SYMPHONIMO, 6, {"maestro": "random"}),
    Setup(AIR, 2, {}),
    Setup(AIR, 4, {"soft_landing": "required"}),
]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_move_that_is_not_legal_has_a_short_reason(setup: Setup) -> None:
    game = setup.game
    for state in setup.positions(44, 25):
        if state.turn < 0:
            continue
        legal = set(game.legal_actions(state))
        for action in range(game.n_actions):
            refusal = game.explain(state, game.text(action), int(state.turn))
            assert (refusal is None) == (action in legal)
            for language in LANGUAGES if refusal else ():
                said = refusal.reason.say(language)
                assert "{" not in said and len(said) <= MOST_CHARACTERS, said


def test_a_witch_that_is_too_low_is_told_where_her_column_stands() -> None:
    """AS-4, AS-6."""
    tried = 0
    for state in Setup(AIR, 4, {}).positions(44, 400):
        seat = int(state.turn)
        if seat < 0:
            continue
        view = AIR.view(state, seat)
        legal = {AIR.text(action) for action in AIR.legal_actions(state)}
        if view["phase"] == "share":
            moves = {"keep": view["held"]}
        elif view["phase"] in ("start", "soft", "forced"):
            low = [card for card in view["common"] if card != view["shared"] and f"take {card}" not in legal]
            moves = {f"take {card}": card for card in low}
        else:
            continue
        for move, card in moves.items():
            top = view["columns"][seat][card[0]][-1][1:]
            for language, column in (
                ("en", f"{AIR.texts.say('en', f'column.{card[0]}')} column is at {top}"),
                ("fr", f"colonne {AIR.texts.say('fr', f'column.{card[0]}')} est à {top}"),
            ):
                said = AIR.explain(state, move, seat).reason.say(language)
                assert said.startswith(AIR.texts.card(language, card)) and column in said
                tried += 1
    assert tried


def test_a_conductor_without_room_is_told_with_the_card() -> None:
    """SY-5, SY-13."""
    tried = 0
    for state in Setup(SYMPHONIMO, 3, {"maestro": ["max_two", "classic", "classic"]}).positions(44, 400):
        view = SYMPHONIMO.view(state, 0)
        for number, conductor in enumerate(view["conductors"], 1) if view["phase"] == "place" else ():
            cards = len(conductor["cards"])
            if cards == conductor["capacity"]:
                said = SYMPHONIMO.explain(state, f"place {number}", int(state.turn)).reason.say("en")
                assert said == f"no room for the {view['held']}: conductor {number} already has {cards} cards."
                tried += 1
    assert tried
