"""Positions of Air Sorcière for its tests: cards and books laid where a test wants them, and moves played on them."""

from typing import Any

import pytest

from quatuor import IllegalMoveError, Playthrough
from quatuor.games.air_sorciere import GAME
from quatuor.games.air_sorciere.notation import CARDS, COLOURS, card_parse
from quatuor.games.air_sorciere.state import HIGHEST

A, B, C, D, E = range(5)


def game(players: int = 3, first: int = A, **options: Any) -> Playthrough:
    return Playthrough(GAME, players, seed=1, first=first, options=options)


def lay(
    play: Playthrough,
    columns: dict[int, str] | None = None,
    hands: dict[int, str] | None = None,
    books: dict[int, str] | None = None,
    common: str = "",
    discard: str = "",
    stock: str | None = None,
) -> Playthrough:
    """Lay cards of the pile, and books of the shelf, where a test wants them; `stock` K3 leaves 3 black books."""
    state = play.state
    for seat, cards in (columns or {}).items():
        for c, i in picked(state, cards):
            state.columns[seat, c] |= 1 << i
            state.heights[seat, c] += 1
            state.tops[seat, c] = max(int(state.tops[seat, c]), i + 1)
    for seat, cards in (hands or {}).items():
        for c, i in picked(state, cards):
            state.hand[seat, c] |= 1 << i
            state.hand_size[seat] += 1
    for c, i in picked(state, common):
        state.common[c] |= 1 << i
    for c, i in picked(state, discard):
        state.discard[c] |= 1 << i
    for seat, colours in (books or {}).items():
        for colour in colours.split():
            state.books[seat, COLOURS.index(colour)] += 1
            state.stock[COLOURS.index(colour)] -= 1
    for left in (stock or "").split():
        state.stock[COLOURS.index(left[0])] = int(left[1:])
    return play


def picked(state: Any, cards: str) -> list[tuple[int, int]]:
    """Take these cards out of the pile: their colours and the bits of their values."""
    found = [card_parse(card) for card in cards.split()]
    left = [card for card in state.pile[: state.left].tolist() if card not in found]
    assert len(left) == state.left - len(found), "these cards are not all in the pile"
    state.pile[:] = -1
    state.pile[: len(left)] = left
    state.left = len(left)
    return [divmod(card, HIGHEST) for card in found]


def leave_in_pile(play: Playthrough, cards: str) -> None:
    """Empty the pile but for these cards; the others go to the common area."""
    others = [CARDS[card] for card in play.state.pile[: play.state.left] if CARDS[card] not in cards.split()]
    lay(play, common=" ".join(others))


def moves(play: Playthrough, *texts: str) -> Playthrough:
    """Play moves; `draw G9` is a draw that shows G9."""
    for text in texts:
        if text.startswith("draw "):
            play.play("draw", [text.removeprefix("draw ")])
        else:
            play.play(text)
    return play


def refused(play: Playthrough, move: str) -> str:
    """The article that forbids a move."""
    before = play.state.tobytes()
    with pytest.raises(IllegalMoveError) as error:
        play.play(move)
    assert play.state.tobytes() == before
    return error.value.refusal.article


def place(play: Playthrough, name: str) -> str:
    """The cards of a place, in the order of colours and values."""
    cards = GAME.locate(play.state)[name]
    return " ".join(sorted(cards, key=CARDS.index))


def books(play: Playthrough, seat: int) -> dict[str, int]:
    return {colour: count for colour, count in play.view()["books"][seat].items() if count}


def starting(play: Playthrough, word: str) -> list[str]:
    """The legal moves that start with this word, without it."""
    return [move.removeprefix(word + " ") for move in play.legal_moves if move.startswith(word + " ")]


def landed(hand: str, owned: str = "", players: int = 3, stock: str = "", **options: Any) -> Playthrough:
    """A has this hand, and has just landed the orange 1."""
    play = lay(game(players, **options), {}, {A: hand}, {A: owned}, stock=stock)
    return moves(play, "draw O1", "keep", "land O")
