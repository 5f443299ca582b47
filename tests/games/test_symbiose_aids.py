"""What Symbiose's screen says before a choice is what the choice does."""

import numpy as np
import pytest

from quatuor.core.state import copy_of
from quatuor.core.texts import LANGUAGES
from quatuor.games.symbiose import GAME
from quatuor.games.symbiose.rules import score
from quatuor.games.symbiose.state import EXCHANGE, TURN_UP
from setups import Setup, setups_of

SETUPS = list(setups_of(GAME))
MOST_CHARACTERS = 96  # two lines of a phone


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_sb6_the_points_shown_for_a_swap_are_those_after_it(setup: Setup) -> None:
    exact = least = 0
    choices = np.random.default_rng(3)
    play = setup.start(seed=11)
    while not play.over:
        seat, river = play.turn, len(play.view()["river"])
        swaps = GAME.aids(play.state, seat)["swaps"]
        assert (swaps is not None) == (play.view()["phase"] == "swap")
        for place in range(river) if swaps else ():
            for slot in range(8):
                after = copy_of(play.state)
                GAME.apply(after, GAME.parse(f"swap {place + 1} {slot + 1}"))
                shown, scored = swaps["scores"][place][slot], score(after, seat)
                assert (shown == scored) if swaps["exact"][place][slot] else (shown <= scored)
                exact += swaps["exact"][place][slot]
                least += not swaps["exact"][place][slot]
                assert swaps["then_flip"][slot] == (after.phase == TURN_UP)
        play.play(str(choices.choice(play.legal_moves)))
    assert exact and bool(least) == (setup.options.get("mode", "duel" if setup.players == 2 else "normal") == "duel")


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_sb7_a_card_that_cannot_be_chosen_is_named_with_its_obstacle(setup: Setup) -> None:
    told = 0
    for state in setup.positions(6, 40):
        seat = int(state.turn)
        if seat < 0 or state.phase == EXCHANGE:
            continue
        legal, view = {GAME.text(action) for action in GAME.legal_actions(state)}, GAME.view(state, seat)
        tried = [(f"flip {slot + 1}", card) for slot, card in enumerate(view["ponds"][seat])]
        tried += [(f"swap {place + 1} 1", card) for place, card in enumerate(view["river"])]
        for move, card in tried:
            refusal = GAME.explain(state, move, seat)
            assert (refusal is None) == (move in legal)
            for language in LANGUAGES if refusal else ():
                said = refusal.reason.say(language)
                animal = GAME.texts.say(language, f"named.{view['faces'][card]['animal']}") if card else "car"
                assert animal in said and len(said) <= MOST_CHARACTERS, said
                told += 1
    assert told
