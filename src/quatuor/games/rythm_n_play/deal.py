"""What chance fixed before the first move of Rythm'n'Play, and where every card is."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from quatuor.core.errors import RecordError
from quatuor.games.rythm_n_play import state as S
from quatuor.games.rythm_n_play.notation import PLAY, RYTHM, card_parse, card_text, listed
from quatuor.games.rythm_n_play.texts import TEXTS

_COPIES = dict.fromkeys(PLAY, S.PLAY_COPIES) | {card: int(n) for card, n in zip(RYTHM, S.RYTHM_COPIES, strict=True)}

_PILES = (("play", PLAY), ("rythm", RYTHM))


def deal(state: Any) -> dict[str, Any]:
    """The record's deal: each seat's PLAY and RYTHM cards."""
    seats = range(state.players)
    return {
        "play": [listed(state.hand[seat, : S.N_PLAY_KINDS]) for seat in seats],
        "rythm": [listed(state.hand[seat, S.WHOLE :], S.WHOLE) for seat in seats],
    }


def deal_cards(state: Any, draw: Callable[[int], int]) -> dict[str, Any]:
    """RP-2, card by card: each seat's PLAY cards, then its RYTHM card, from piles in the order of their kinds."""
    piles = {name: [card for card in kinds for _ in range(_COPIES[card])] for name, kinds in _PILES}
    dealt: dict[str, Any] = {name: [] for name in piles}
    for _ in range(state.players):
        for name, size in (("play", S.DEALT_PLAY), ("rythm", 1)):
            pile = piles[name]
            dealt[name].append([pile.pop(draw(len(pile))) for _ in range(size)])
    return dealt


def impose(state: Any, given: Any) -> None:
    """Make a state that was just set up follow a record's deal; RecordError if it cannot be."""
    players = int(state.players)
    if not _is_deal(given, players):
        raise RecordError(*TEXTS.sentence("refuse.deal", players=players))
    wanted = {kind: [sorted(hand, key=card_parse) for hand in given[kind]] for kind in ("play", "rythm")}
    # The seed's own deal leaves the piles as they are, so that the seed goes on to show its own cards.
    if wanted == deal(state):
        return
    left = Counter(_COPIES)
    for seat in range(players):
        state.hand[seat] = 0
        for card in wanted["play"][seat] + wanted["rythm"][seat]:
            state.hand[seat, card_parse(card)] += 1
            left[card] -= 1
    for pile, kinds in ((state.play_pile, PLAY), (state.rythm_pile, RYTHM)):
        cards = [card_parse(card) for card in kinds for _ in range(left[card])]
        pile[:] = S.NOTHING
        pile[: len(cards)] = cards


def _is_deal(given: Any, players: int) -> bool:
    """RP-2: four PLAY cards and one RYTHM card each, and no more of a kind than there are."""
    if not isinstance(given, dict) or set(given) != {"play", "rythm"}:
        return False
    dealt: Counter[str] = Counter()
    for hands, kinds, size in ((given["play"], PLAY, S.DEALT_PLAY), (given["rythm"], RYTHM, 1)):
        if not isinstance(hands, list) or len(hands) != players:
            return False
        for hand in hands:
            if not isinstance(hand, list) or len(hand) != size or any(card not in kinds for card in hand):
                return False
            dealt.update(hand)
    return all(count <= _COPIES[card] for card, count in dealt.items())


def locate(state: Any) -> dict[str, list[str]]:
    """Where every card is, hidden ones included."""
    places = {
        "play_pile": [card_text(card) for card in state.play_pile[: state.play_left]],
        "rythm_pile": [card_text(card) for card in state.rythm_pile[: state.rythm_left]],
        "rythm_discard": listed(state.discarded, S.WHOLE),
        "staff": [card_text(card) for card in state.staff[: state.length]],
        "collected": listed(state.collected),
    }
    for seat in range(state.players):
        places[f"hand:{seat + 1}"] = listed(state.hand[seat])
        places[f"face_up:{seat + 1}"] = listed(state.face_up[seat])
    return places
