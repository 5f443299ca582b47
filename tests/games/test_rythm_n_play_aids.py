"""What Rythm'n'Play's screen says before a choice is what the choice does."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from quatuor import Playthrough
from quatuor.core.state import copy_of
from quatuor.core.texts import LANGUAGES
from quatuor.games.rythm_n_play import GAME
from quatuor.games.rythm_n_play.notation import PLAY, RYTHM
from setups import Setup, setups_of

SETUPS = list(setups_of(GAME))
MOST_CHARACTERS = 96  # two lines of a phone


def after(state: Any, move: str) -> Any:
    """The state after a move and the discards that it forces."""
    state = copy_of(state)
    seat = int(state.turn)
    GAME.apply(state, GAME.parse(move))
    while state.turn == seat and GAME.view(state, seat)["phase"] == "surplus":
        GAME.apply(state, GAME.legal_actions(state)[0])
    return state


def score(state: Any, seat: int) -> float:
    scores = np.zeros(state.players)
    GAME.scores(state, scores)
    return float(scores[seat])


def choices_shown(play: Playthrough, shown: dict[str, int]) -> None:
    """Each figure for the seat to play is what it has after the move; `shown` counts how often each kind was there."""
    state, seat = play.state, play.turn
    aids, legal = GAME.aids(state, seat), set(play.legal_moves)
    for exchange in aids["exchanges"]:
        move = " ".join(("exchange", *exchange["cards"]))
        legal.remove(move)
        shown["exchange"] += 1
        assert score(after(state, move), seat) == exchange["score"]
    assert (aids["drawn"] is not None) == ("draw" in legal)
    if aids["drawn"]:
        shown["draw"] += 1
        assert aids["drawn"]["least"] <= score(after(state, "draw"), seat) <= aids["drawn"]["most"]
    assert (aids["collected"] is not None) == ("collect" in legal)
    if aids["collected"] is not None:
        shown["collect"] += 1
        assert score(after(state, "collect"), seat) == aids["collected"]
    discards = [move for move in legal if move.startswith("discard")]
    assert (aids["discarded"] is not None) == bool(discards)
    for move in discards:
        shown["discard"] += 1
        thrown = copy_of(state)
        GAME.apply(thrown, GAME.parse(move))
        assert score(thrown, seat) == aids["discarded"]
    assert {f"compose {card}" for card in aids["composed"]} == {move for move in legal if move.startswith("compose")}
    for card, composed in aids["composed"].items():
        shown["compose"] += 1
        laid = after(state, f"compose {card}")
        assert score(laid, seat) == aids["scores"][seat], "a card in play is worth nothing yet"
        then = GAME.aids(laid, seat)
        assert (composed["own"], composed["closed"]) == (then["playable"], then["closed"])
        laid.turn = seat
        assert score(after(laid, "collect"), seat) == aids["scores"][seat] + composed["points"]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_rp12_the_points_shown_for_a_choice_are_those_after_it(setup: Setup) -> None:
    shown = dict.fromkeys(("exchange", "draw", "collect", "discard", "compose"), 0)
    for seed in range(2):
        play, choices = setup.start(seed=seed), np.random.default_rng(seed)
        while not play.over:
            choices_shown(play, shown)
            for other in {*range(-1, setup.players)} - {play.turn}:
                aids = GAME.aids(play.state, other)
                assert not any(aids[part] for part in ("obstacles", "composed", "exchanges", "drawn", "discarded"))
            play.play(str(choices.choice(play.legal_moves)))
    assert all(shown.values())


def test_rp7_a_draw_costs_what_may_still_be_in_the_pile() -> None:
    """Of a pile made anew, the player knows what is in other hands: such a card does not come."""
    possible = set()
    for seed in range(3):
        play = Setup(GAME, 2, {}).play(seed, 70)
        if "draw" not in play.legal_moves:
            continue
        for chance in range(40):
            other = copy_of(play.state)
            GAME.redeal(other, play.turn, np.uint64(chance))
            possible.add(score(after(other, "draw"), play.turn))
        drawn = GAME.aids(play.state, play.turn)["drawn"]
        assert (min(possible), max(possible)) == (drawn["least"], drawn["most"])
        possible.clear()


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_rp3_a_card_that_does_not_fit_is_named_with_its_obstacle(setup: Setup) -> None:
    told = set()
    for state in setup.positions(5, 60):
        seat = int(state.turn)
        if seat < 0 or GAME.view(state, seat)["phase"] in ("key", "surplus"):
            continue
        aids, hand = GAME.aids(state, seat), GAME.view(state, seat)["seats"][seat]["hand"]
        assert set(aids["obstacles"]) == {card for card in hand if card in PLAY} - set(aids["playable"])
        for card, obstacle in aids["obstacles"].items():
            refusal = GAME.explain(state, f"compose {card}", seat)
            told.add(obstacle)
            for language in LANGUAGES:
                said = refusal.reason.say(language)
                assert GAME.texts.say(language, f"name.{card}") in said and len(said) <= MOST_CHARACTERS
    assert {"must_rise", "must_fall", "no_note"} <= told


@pytest.mark.parametrize(
    ("cards", "said", "dit"),
    [
        ("eighth", "an eighth note: ½ beat,", "une croche\xa0: ½ temps,"),
        ("half quarter eighth", "these cards: 3½ beats,", "ces cartes\xa0: 3½ temps,"),
        ("whole quarter", "a whole note and a quarter note: 5 beats,", "une ronde et une noire\xa0: 5 temps,"),
    ],
)
def test_rp6_an_exchange_of_wrong_beats_is_told_its_beats(cards: str, said: str, dit: str) -> None:
    state = Setup(GAME, 2, {}).play(1, 3).state
    refusal = GAME.explain(state, f"exchange {cards}", int(state.turn))
    assert refusal.article == "RP-6"
    for language, words in zip(LANGUAGES, (said, dit), strict=True):
        reason = refusal.reason.say(language)
        assert reason.startswith(words) and len(reason) <= MOST_CHARACTERS, reason


def test_rp6_every_refused_exchange_is_told_in_a_short_sentence() -> None:
    state = Setup(GAME, 2, {}).play(1, 3).state
    for longer, shorter in combinations(RYTHM, 2):
        for copies in range(8):
            move = " ".join(("exchange", *[longer] * copies, *[shorter] * (7 - copies)))
            refusal = GAME.explain(state, move, int(state.turn))
            assert all(len(refusal.reason.say(language)) <= MOST_CHARACTERS for language in LANGUAGES)
