"""What a screen of Air Sorcière shows beside the cards: the risk, what may land, ready-made diplomas, unseen cards."""

from itertools import combinations
from typing import Any, TypedDict

from quatuor.core.state import readable
from quatuor.games.air_sorciere import state as S
from quatuor.games.air_sorciere.diplomas import size_limit
from quatuor.games.air_sorciere.notation import COLOURS, Colour, card_parse, card_text, mask_cards, masks_cards
from quatuor.games.air_sorciere.rules import colours_to_end, points
from quatuor.games.air_sorciere.view import ColourCounts, by_colour


class Risk(TypedDict):
    """The next card that the active player might draw: which cards do not fit, and the chances of them."""

    cards: int
    misfits: list[str]
    misfit: float
    fall: float
    cat: float


class LandingColumns(TypedDict, total=False):
    """The columns that may land, by colour."""

    K: list[str]
    G: list[str]
    W: list[str]
    V: list[str]
    O: list[str]  # noqa: E741 - the letter of orange


class Landing(TypedDict):
    """What the active player would take into their hand by stopping now."""

    forced: bool
    columns: LandingColumns


class ReadyMade(TypedDict):
    """A diploma that the hand allows, and the moves that make it."""

    colour: Colour
    cards: list[str]
    books: int
    moves: list[str]


class AidsOfAll(TypedDict):
    """What everybody knows.

    While somebody is `flying`, columns may land or fall; afterwards it is the time for diplomas. `cat_takes` is how
    many cards each player would lose to a Black Cat, `falling` the column that a fall costs; the game ends once books
    of no more than `colours_to_end` colours are left.
    """

    scores: list[int]
    risk: Risk | None
    landing: Landing | None
    unseen: ColourCounts
    unseen_cards: list[str]
    flying: bool
    cat_takes: list[int]
    falling: Colour | None
    colours_to_end: int


class Aids(AidsOfAll):
    """What a screen of Air Sorcière shows beside the cards."""

    diplomas: list[ReadyMade]
    can_graduate: bool


def aids(state: Any, seat: int) -> Aids:
    """`diplomas` are the seat's own; all the rest is about what everybody has seen."""
    s = readable(state)
    aids_of_all: AidsOfAll = s.once(_aids_of_all)
    return {
        **aids_of_all,
        "diplomas": ready_made(s, seat) if seat >= 0 and s.turn >= 0 else [],
        "can_graduate": s.turn == seat >= 0 and s.phase == S.DIPLOMA,
    }


def _aids_of_all(s: Any) -> AidsOfAll:
    unseen = sorted(s.pile[: s.left].tolist())
    colours = [card // S.HIGHEST for card in unseen]
    return {
        "scores": [int(points(s.record, k)) for k in range(s.players)],
        "risk": _risk(s, unseen),
        "landing": _landing(s),
        "unseen": by_colour(colours.count(c) for c in range(len(COLOURS))),
        "unseen_cards": [card_text(card) for card in unseen],
        "flying": s.turn >= 0 and s.phase not in (S.DIPLOMA, S.USE),
        "cat_takes": [max(size - S.HAND_LIMIT, 0) for size in s.hand_size[: s.players].tolist()],
        "falling": COLOURS[s.held // S.HIGHEST] if s.turn >= 0 and s.phase == S.FALL else None,
        "colours_to_end": colours_to_end(s.record),
    }


def _risk(s: Any, unseen: list[int]) -> Risk | None:
    """The next card that the active player might draw: which cards do not fit, and the chance that it is a fall."""
    # AS-18: an empty pile is made of the discard.
    cards = unseen or [card_parse(card) for card in masks_cards(s.discard.tolist())]
    if s.turn < 0 or not cards:
        return None
    tops = s.tops[s.active].tolist()
    misfits = [card for card in cards if card % S.HIGHEST < tops[card // S.HIGHEST]]
    misfit = len(misfits) / len(cards)
    return {
        "cards": len(cards),
        "misfits": [card_text(card) for card in misfits],
        "misfit": misfit,
        "fall": misfit if s.shared != S.NOTHING else 0.0,
        "cat": sum(card % S.HIGHEST == S.HIGHEST - 1 for card in cards) / len(cards),
    }


def _landing(s: Any) -> Landing | None:
    """What the active player would take into their hand by stopping now (AS-11)."""
    if s.turn < 0 or s.phase not in (S.FLY, S.DRAWN, S.CAT):
        return None
    columns = [mask_cards(c, mask) for c, mask in enumerate(s.columns[s.active].tolist())]
    forced = s.shared != S.NOTHING
    fewest = min((len(column) for column in columns if column), default=0)
    landing: Any = {
        COLOURS[c]: column for c, column in enumerate(columns) if column and (not forced or len(column) == fewest)
    }
    return {"forced": forced, "columns": landing}


def ready_made(s: Any, seat: int) -> list[ReadyMade]:
    """For each colour and size, a diploma that the hand allows: the fewest jokers, the lowest cards (AS-13, AS-14)."""
    hand, books = s.hand[seat].tolist(), s.books[seat].tolist()
    found: list[ReadyMade] = []
    for target, colour in enumerate(COLOURS):
        for size in range(S.SMALLEST_DIPLOMA, int(size_limit(s.record, target)) + 1):
            cards = _cheapest(hand, books, target, size)
            if cards:
                moves = [f"graduate {colour}", *(f"use {card}" for card in cards), "award"]
                found.append({"colour": colour, "cards": cards, "books": size - S.SMALLEST_DIPLOMA + 1, "moves": moves})
    return found


def _cheapest(hand: list[int], books: list[int], target: int, size: int) -> list[str] | None:
    naturals = mask_cards(target, hand[target])
    for count in range(min(size, len(naturals)), 0, -1):
        highest = int(naturals[count - 1][1:])
        above = [mask_cards(c, mask >> highest << highest) for c, mask in enumerate(hand) if c != target and books[c]]
        jokers = [cards[0] for cards in above if cards]
        if count + len(jokers) >= size:
            lowest = min(combinations(jokers, size - count), key=lambda cards: sum(int(card[1:]) for card in cards))
            return naturals[:count] + list(lowest)
    return None
