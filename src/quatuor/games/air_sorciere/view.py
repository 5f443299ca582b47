"""What a seat of Air Sorcière sees, as plain data: everything but the pile, and other hands where they are closed."""

from collections.abc import Iterable
from typing import Any, Literal, TypedDict

from quatuor.core.results import Result, result_of
from quatuor.core.shared_parts import with_shared
from quatuor.core.state import readable
from quatuor.games.air_sorciere import state as S
from quatuor.games.air_sorciere.deal import cards_in_hands
from quatuor.games.air_sorciere.diplomas import size_limit
from quatuor.games.air_sorciere.notation import COLOURS, Colour, card_parse, card_text, mask_cards, masks_cards
from quatuor.games.air_sorciere.rules import can_draw, enough_sold_out, scores, winners

Phase = Literal[
    "start", "soft", "forced", "drawn", "keep", "share", "fall", "cat", "diploma", "use", "use_more", "award", "over"
]
Ending = Literal["sold_out", "stalled", "no_cards"]

# AS-15: the books for so many cards of a diploma.
_BOOKS = [max(cards - S.SMALLEST_DIPLOMA + 1, 0) for cards in range(S.LARGEST_DIPLOMA + 1)]

PHASES: tuple[Any, ...] = ("fly", "drawn", "fall", "cat", "diploma", "use")


class Prompt(TypedDict):
    """What the sentence for this phase needs.

    `card` and `colour` are texts of the catalogue: the card drawn, or the only one in the common sky if it does not
    fit, and its column, which ends in `top`. `case` is `only` in the latter case, `empty` when no card lies there.
    """

    card: str
    colour: str
    top: str
    surplus: str
    cards: str
    case: Literal["", "empty", "only"]


class ColourCounts(TypedDict):
    """How many of each colour."""

    K: int
    G: int
    W: int
    V: int
    O: int  # noqa: E741 - the letter of orange


class ColourCards(TypedDict):
    """The cards of each colour."""

    K: list[str]
    G: list[str]
    W: list[str]
    V: list[str]
    O: list[str]  # noqa: E741


class Hand(TypedDict):
    """A hand; None for cards that this seat does not see."""

    size: int
    cards: list[str] | None


class Diploma(TypedDict):
    """The diploma being made; `books` are what it gives as it is, `worth` what one to five cards give (AS-15)."""

    colour: Colour
    naturals: list[str]
    jokers: list[str]
    books: int
    worth: list[int]


class DetailedResult(Result):
    """The result, and the points of each seat as books and bonus (AS-21)."""

    books: list[int]
    bonus: list[int]


class PublicView(TypedDict):
    """What everybody sees; `turn` decides now, `active` is who is flying."""

    game: Literal["air_sorciere"]
    players: int
    first: int
    turn: int
    active: int
    phase: Phase
    prompt: Prompt
    pile: int
    discard: list[str]
    common: list[str]
    held: str | None
    shared: str | None
    taken: bool
    stock: ColourCounts
    columns: list[ColourCards]
    books: list[ColourCounts]
    diploma: Diploma | None
    idle: int
    stall_limit: int
    ending: Ending | None
    result: DetailedResult | None


class View(PublicView):
    """What a seat of Air Sorcière sees."""

    seat: int
    hands: list[Hand]


def view(state: Any, seat: int) -> View:
    s = readable(state)
    public: PublicView = s.once(_public_view)
    hands: list[Hand] = [
        {"size": len(hand), "cards": hand if s.open_hands or k == seat else None}
        for k, hand in enumerate(s.once(cards_in_hands))
    ]
    seen: View = with_shared(public, {"seat": seat, "hands": hands})
    return seen


def _public_view(s: Any) -> PublicView:
    """What everybody sees."""
    n = s.players
    columns, books, stock = s.columns.tolist(), s.books.tolist(), s.stock.tolist()
    return {
        "game": "air_sorciere",
        "players": n,
        "first": s.first,
        "turn": s.turn,
        "active": s.active,
        "phase": phase(s),
        "prompt": _prompt(s),
        "pile": s.left,
        "discard": masks_cards(s.discard.tolist()),
        "common": common(s),
        "held": _card(s.held),
        "shared": _card(s.shared),
        "taken": bool(s.taken),
        "stock": by_colour(stock),
        "columns": [by_colour(mask_cards(c, columns[k][c]) for c in range(len(COLOURS))) for k in range(n)],
        "books": [by_colour(books[k]) for k in range(n)],
        "diploma": diploma(s),
        "idle": max(s.idle, 0),
        "stall_limit": s.stall_limit,
        "ending": ending(s.record),
        "result": _result(s),
    }


def phase(s: Any) -> Phase:
    """What is decided now, and what of it is left to choose."""
    if s.turn < 0:
        return "over"
    if s.phase == S.FLY:
        return "start" if not s.taken else "soft" if s.shared == S.NOTHING else "forced"
    if s.phase == S.DRAWN:
        if s.held % S.HIGHEST < s.tops[s.active, s.held // S.HIGHEST]:
            return "share"
        return "drawn" if s.shared == S.NOTHING else "keep"
    if s.phase == S.USE and s.n_used >= S.SMALLEST_DIPLOMA:
        return "use_more" if s.n_used < size_limit(s.record, s.target) else "award"
    name: Phase = PHASES[s.phase]
    return name


def ending(state: Any) -> Ending | None:
    """Why the game is over: AS-19, AS-18 or AS-20."""
    if state.turn >= 0:
        return None
    if enough_sold_out(state):
        return "sold_out"
    return "stalled" if can_draw(state) else "no_cards"


def common(s: Any) -> list[str]:
    """The cards of the common area, the one put there this turn included."""
    masks = s.common.tolist()
    if s.shared >= 0:
        masks[s.shared // S.HIGHEST] |= 1 << s.shared % S.HIGHEST
    return masks_cards(masks)


def diploma(s: Any) -> Diploma | None:
    """The diploma being made: its colour, its naturals and its jokers."""
    if s.target < 0:
        return None
    target = s.target
    used = s.used.tolist()
    naturals = mask_cards(target, used[target])
    return {
        "colour": COLOURS[target],
        "naturals": naturals,
        "jokers": [card for card in masks_cards(used) if card not in naturals],
        "books": _BOOKS[s.n_used],
        "worth": _BOOKS[1:],
    }


def _prompt(s: Any) -> Prompt:
    """What the sentence for this phase needs, the same in every language."""
    surplus = int(s.hand_size[s.turn]) - S.HAND_LIMIT if s.turn >= 0 and s.phase == S.CAT else 0
    common = masks_cards(s.common.tolist())
    lone = card_parse(common[0]) if len(common) == 1 and s.held < 0 else S.NOTHING
    alone = lone >= 0 and lone % S.HIGHEST < s.tops[s.active, lone // S.HIGHEST]
    card = lone if alone else s.held
    return {
        "card": f"card.{card_text(card)}" if card >= 0 else "",
        "colour": f"column.{COLOURS[card // S.HIGHEST]}" if card >= 0 else "",
        "top": str(s.tops[s.active, card // S.HIGHEST]) if card >= 0 else "",
        "surplus": str(surplus),
        "cards": str(s.n_used) if s.phase == S.USE else "",
        "case": "only" if alone else "" if common else "empty",
    }


def _card(card: Any) -> str | None:
    return card_text(card) if card >= 0 else None


def by_colour(values: Iterable[Any]) -> Any:
    """Values in the order of the colours, by their letters."""
    return dict(zip(COLOURS, values, strict=True))


def _result(s: Any) -> DetailedResult | None:
    result = result_of(s.record, scores, winners, lambda state, seat: int(state.hand_size[seat]))
    if result is None:
        return None
    books = s.books[: s.players].sum(axis=1).tolist()
    bonus = [int(score) - own for score, own in zip(result["scores"], books, strict=True)]
    return {**result, "books": books, "bonus": bonus}
