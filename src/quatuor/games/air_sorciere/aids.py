"""What a screen of Air Sorcière shows beside the cards: the risk, what each choice brings and what it rules out."""

from itertools import combinations
from typing import Any, TypedDict

from quatuor.core.shared_parts import with_shared
from quatuor.core.state import copy_of, readable
from quatuor.games.air_sorciere import state as S
from quatuor.games.air_sorciere.diplomas import size_limit
from quatuor.games.air_sorciere.notation import COLOURS, Colour, card_parse, card_text, mask_cards, masks_cards
from quatuor.games.air_sorciere.rules import apply, colours_to_end, enough_sold_out, points
from quatuor.games.air_sorciere.view import ColourCounts, by_colour

_FEW = 2  # so few cards to come are worth a word


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


class After(TypedDict):
    """The score that a diploma makes, and whether it ends the game (AS-19)."""

    score: int
    ends: bool


class ReadyMade(TypedDict):
    """A diploma that the hand allows, the moves that make it, and what comes of it."""

    colour: Colour
    cards: list[str]
    books: int
    moves: list[str]
    after: After


class AidsOfAll(TypedDict):
    """What everybody knows.

    While somebody is `flying`, columns may land or fall; afterwards it is the time for diplomas. `shortest` are the
    columns that a forced landing would leave the choice of. `cat_takes` is how many cards each player would lose to a
    Black Cat, `falling` the column that a fall costs; the game ends once books of no more than `colours_to_end` colours
    are left.
    """

    scores: list[int]
    risk: Risk | None
    landing: Landing | None
    unseen: ColourCounts
    unseen_cards: list[str]
    flying: bool
    shortest: list[Colour]
    cat_takes: list[int]
    falling: Colour | None
    colours_to_end: int


class Aids(AidsOfAll):
    """What a screen of Air Sorcière shows beside the cards, for the seat that looks.

    If it plays, `after` says what comes of an award, and of the best diploma that a landing makes possible; `closing`
    has the moves after which no more than two cards could still join that column, and those cards. Of the colours
    `few_books` the hand would buy a larger diploma if there were more books (AS-15).
    """

    diplomas: list[ReadyMade]
    few_books: list[Colour]
    can_graduate: bool
    after: dict[str, After]
    closing: dict[str, list[str]]


def aids(state: Any, seat: int) -> Aids:
    """`diplomas` are the seat's own; all the rest is about what everybody has seen."""
    s = readable(state)
    aids_of_all: AidsOfAll = s.once(_aids_of_all)
    own = {
        "diplomas": ready_made(s, seat) if seat >= 0 and s.turn >= 0 else [],
        "few_books": _few_books(s, seat) if s.turn == seat >= 0 and s.phase == S.DIPLOMA else [],
        "can_graduate": s.turn == seat >= 0 and s.phase == S.DIPLOMA,
        "after": s.once(_after) if s.turn == seat >= 0 else {},
        "closing": s.once(_closing) if s.turn == seat >= 0 else {},
    }
    found: Aids = with_shared(aids_of_all, own)
    return found


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
        "shortest": _shortest(s),
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
    shortest = _shortest(s)
    landing: Any = {
        colour: column
        for colour, column in zip(COLOURS, columns, strict=True)
        if column and (not forced or colour in shortest)
    }
    return {"forced": forced, "columns": landing}


def _shortest(s: Any) -> list[Colour]:
    """The columns of the active player that have the fewest cards (AS-11)."""
    heights = s.heights[s.active].tolist()
    fewest = min(filter(None, heights), default=0)
    return [colour for colour, height in zip(COLOURS, heights, strict=True) if height and height == fewest]


def _after(s: Any) -> dict[str, After]:
    """AS-12, AS-16: what an award brings, or the best diploma that is possible once a column has landed."""
    if s.phase == S.USE and s.n_used >= S.SMALLEST_DIPLOMA:
        return {"award": _with_books(s, s.turn, s.target, s.n_used - S.SMALLEST_DIPLOMA + 1)}
    landing = _landing(s) if s.phase == S.FLY and s.taken else None
    found = {}
    for colour in landing["columns"] if landing else ():
        landed = copy_of(s.record)
        apply(landed, S.LAND + COLOURS.index(colour))
        if landed.turn == s.turn and landed.phase == S.DIPLOMA:
            offers = ready_made(readable(landed), s.turn)
            found[f"land {colour}"] = max((offer["after"] for offer in offers), key=lambda after: after["score"])
    return found


def _with_books(s: Any, seat: int, target: int, books: int) -> After:
    """AS-15, AS-19, AS-21: what so many books of a colour make of a score."""
    awarded = copy_of(s.record)
    awarded.books[seat, target] += books
    awarded.stock[target] -= books
    return {"score": int(points(awarded, seat)), "ends": bool(enough_sold_out(awarded))}


def _closing(s: Any) -> dict[str, list[str]]:
    """AS-4: the moves that leave few cards to come for a column: those of pile, common sky and discard above it."""
    if s.phase not in (S.FLY, S.DRAWN):
        return {}
    tops, common = s.tops[s.active].tolist(), s.common.tolist()
    if s.phase == S.DRAWN:
        moves = {"keep": s.held} if s.held % S.HIGHEST >= tops[s.held // S.HIGHEST] else {}
    else:
        cards = (card_parse(card) for card in masks_cards(common))
        moves = {f"take {card_text(card)}": card for card in cards if card % S.HIGHEST >= tops[card // S.HIGHEST]}
    if not moves:
        return {}
    loose = {*s.pile[: s.left].tolist(), *map(card_parse, masks_cards((s.common | s.discard).tolist())), s.shared}
    above = {
        move: [card for card in range(card + 1, (card // S.HIGHEST + 1) * S.HIGHEST) if card in loose]
        for move, card in moves.items()
    }
    return {move: [card_text(card) for card in cards] for move, cards in above.items() if len(cards) <= _FEW}


def ready_made(s: Any, seat: int) -> list[ReadyMade]:
    """For each colour and size, a diploma that the hand allows: the fewest jokers, the lowest cards (AS-13, AS-14)."""
    hand, owned = s.hand[seat].tolist(), s.books[seat].tolist()
    found: list[ReadyMade] = []
    for target, colour in enumerate(COLOURS):
        for size in range(S.SMALLEST_DIPLOMA, int(size_limit(s.record, target)) + 1):
            cards = _cheapest(hand, owned, target, size)
            if cards:
                moves = [f"graduate {colour}", *(f"use {card}" for card in cards), "award"]
                books = size - S.SMALLEST_DIPLOMA + 1
                after = _with_books(s, seat, target, books)
                found.append({"colour": colour, "cards": cards, "books": books, "moves": moves, "after": after})
    return found


def _few_books(s: Any, seat: int) -> list[Colour]:
    """AS-15: the colours of which the books that are left are too few for what the hand would buy."""
    hand, owned = s.hand[seat].tolist(), s.books[seat].tolist()
    return [
        colour
        for target, colour in enumerate(COLOURS)
        if (limit := int(size_limit(s.record, target))) < S.LARGEST_DIPLOMA
        and _cheapest(hand, owned, target, max(limit + 1, S.SMALLEST_DIPLOMA))
    ]


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
