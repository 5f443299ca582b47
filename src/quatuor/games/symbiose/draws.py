"""What chance decides in Symbiose: the open river, then each card that is turned up."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from quatuor.core.draws import Drawn, Draws, Pool, Redrawn, without
from quatuor.games.symbiose import state as S
from quatuor.games.symbiose.rules import exchange


def _deal_pool(state: Any, options: Mapping[str, Any], cards: Sequence[int]) -> Pool:
    """SB-2: four cards lie open; what lies face down is decided when it is turned up."""
    if state.phase != S.FIRST_FLIP or len(cards) == S.OPEN_RIVER:
        return {}
    return without(dict.fromkeys(range(S.N_CARDS), 1), cards)


def _deal(state: Any, cards: Sequence[int]) -> None:
    river = S.SLOTS * int(state.players)
    for place, card in enumerate(cards, river):
        _put(state, place, card)


def _put(state: Any, place: int, card: int) -> None:
    exchange(state, place, state.cards.tolist().index(card))


def _pool(state: Any, action: int) -> Pool:
    """Any card that is not face up, the unused ones included."""
    cards, up = state.cards.tolist(), state.up.tolist()
    return {card: 1 for card, shown in sorted(zip(cards, up, strict=True)) if not shown}


def _count(before: Any, after: Any) -> int:
    """SB-8: in the end a duel's river is turned up too."""
    return int(after.up.sum()) - int(before.up.sum())


def _arrange(state: Any, action: int, cards: tuple[int, ...]) -> tuple[int, ...]:
    """Lay the last cards on the places of the river that the end turns up by itself."""
    if state.turns_left > 1 or not _ends_turn(state, action):
        return cards
    river = S.SLOTS * int(state.players)
    taken = river + (action - S.SWAP) // S.SLOTS if action >= S.SWAP else -1
    places = [place for place in range(river, river + int(state.river)) if not state.up[place] and place != taken]
    steered = len(cards) - len(places)
    for place, card in zip(places, cards[steered:], strict=True):
        _put(state, place, card)
    return cards[:steered]


def _ends_turn(state: Any, action: int) -> bool:
    """SB-7: after a swap with a card that lay face up another one is turned up."""
    slot = S.SLOTS * int(state.turn) + (action - S.SWAP) % S.SLOTS
    return action < S.SWAP or not state.up[slot]


def _redraw(seat: int, start: Any, cards: Sequence[int], moves: Sequence[Drawn], random: Random) -> Redrawn:
    """SB-5: until everybody has chosen a first card, nobody knows the others' slots, nor any card in them."""
    if start.phase != S.FIRST_FLIP or len(moves) >= start.players:
        return cards, moves
    unseen = list(without(dict.fromkeys(range(S.N_CARDS), 1), cards))
    random.shuffle(unseen)
    redrawn = []
    for before, action, shown in moves:
        slot = action if before.turn == seat else random.randrange(S.SLOTS)
        redrawn.append(Drawn(before, slot, tuple(unseen.pop() for _ in shown)))
    return cards, redrawn


DRAWS = Draws(
    outcomes=S.N_CARDS,
    longest=lambda players, options: players * (1 + 2 * S.TURNS),
    pool=_pool,
    deal_pool=_deal_pool,
    deal=_deal,
    count=_count,
    arrange=_arrange,
    redraw=_redraw,
)
