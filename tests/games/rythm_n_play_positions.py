"""Positions of Rythm'n'Play for tests: hands, piles and staffs as they are wanted."""

from collections import Counter
from typing import Any

import pytest

from quatuor import IllegalMoveError, Playthrough
from quatuor.games.rythm_n_play import GAME
from quatuor.games.rythm_n_play.notation import CARDS, PLAY, RYTHM
from quatuor.games.rythm_n_play.state import WHOLE

A, B, C = range(3)


def game(players: int, key: str = "sharp", first: int = A, **options: Any) -> Playthrough:
    """A game whose key is chosen, with the first player to play."""
    play = Playthrough(GAME, players, seed=1, first=first, options=options)
    play.play(f"key {key}")
    return play


def hold(play: Playthrough, seat: int, *cards: str) -> None:
    """Give a seat this hand, from the piles, into which its own goes first."""
    state = play.state
    held = Counter(cards)
    for kind, card in enumerate(CARDS):
        change = held[card] - int(state.hand[seat, kind])
        pile, left = (state.play_pile, "play_left") if card in PLAY else (state.rythm_pile, "rythm_left")
        for _ in range(-change):
            pile[getattr(state, left)] = kind
            setattr(state, left, getattr(state, left) + 1)
        for _ in range(change):
            last = getattr(state, left) - 1
            place = pile[: last + 1].tolist().index(kind)
            pile[place] = pile[last]
            pile[last] = -1
            setattr(state, left, last)
        state.hand[seat, kind] = held[card]
    state.n_play[seat] = sum(held[card] for card in PLAY)
    state.n_rythm[seat] = sum(held[card] for card in RYTHM)


def add_rythm(play: Playthrough, seat: int, *rythm: str) -> None:
    """Give a seat these RYTHM cards besides its PLAY cards."""
    state = play.state
    own = [card for kind, card in enumerate(PLAY) for _ in range(state.hand[seat, kind])]
    hold(play, seat, *own, *rythm)


def hold_no_rythm(play: Playthrough, seat: int, *play_cards: str) -> None:
    """Give a seat these PLAY cards and take its RYTHM cards out of the game."""
    state = play.state
    state.hand[seat, WHOLE:] = 0
    state.n_rythm[seat] = 0
    hold(play, seat, *play_cards)


def hold_play(play: Playthrough, seat: int, *cards: str) -> None:
    """Give a seat these PLAY cards, each once, out of those that count as collected."""
    state = play.state
    for kind in (CARDS.index(card) for card in cards):
        if state.hand[seat, kind] == 0:
            state.collected[kind] -= 1
            state.hand[seat, kind] += 1
            state.n_play[seat] += 1


def empty_rythm_pile(play: Playthrough, keep_discard: bool) -> None:
    """Take the RYTHM pile out of the game."""
    state = play.state
    state.rythm_pile[:] = -1
    state.rythm_left = 0
    if not keep_discard:
        state.discarded[:] = 0
        state.n_discarded = 0


def leave_in_play_pile(play: Playthrough, *cards: str) -> None:
    """Empty the PLAY pile but for these cards; the others count as collected by nobody."""
    state = play.state
    for kind in state.play_pile[: state.play_left]:
        state.collected[kind] += 1
    state.play_pile[:] = -1
    for place, card in enumerate(cards):
        kind = CARDS.index(card)
        state.play_pile[place] = kind
        state.collected[kind] -= 1
    state.play_left = len(cards)


def compose(play: Playthrough, *cards: str) -> None:
    """Each card by the next player, who gets it for this."""
    for card in cards:
        hold(play, play.turn, card)
        play.play(f"compose {card}")


def refused(play: Playthrough, move: str) -> str:
    """The article that forbids a move."""
    before = play.state.tobytes()
    with pytest.raises(IllegalMoveError) as error:
        play.play(move)
    assert play.state.tobytes() == before
    return error.value.refusal.article


def verbs(play: Playthrough) -> list[str]:
    """The different verbs of the legal moves."""
    return sorted({move.split()[0] for move in play.legal_moves})


def face_up(play: Playthrough, seat: int) -> list[str]:
    return play.view()["seats"][seat]["face_up"]
