"""What chance decides in Rythm'n'Play: the hands, then each card that is drawn."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from quatuor.core.draws import Drawn, Draws, Pool, Redrawn, counted, without
from quatuor.games.rythm_n_play import state as S


def _is_rythm(card: int) -> bool:
    return card >= S.WHOLE


def _places(state: Any) -> list[tuple[int, bool]]:
    """RP-2: the places that are dealt, as a seat and whether it is a RYTHM card: each seat's PLAY cards first."""
    return [
        (seat, rythm)
        for seat in range(int(state.players))
        for rythm, count in ((False, int(state.n_play[seat])), (True, int(state.n_rythm[seat])))
        for _ in range(count)
    ]


def _hidden(state: Any, rythm: bool) -> Pool:
    """The cards of a pile and of all hands."""
    pile = state.rythm_pile[: state.rythm_left] if rythm else state.play_pile[: state.play_left]
    pool = counted(pile.tolist())
    for seat in range(int(state.players)):
        for card, count in enumerate(state.hand[seat].tolist()):
            if count and _is_rythm(card) == rythm:
                pool[card] = pool.get(card, 0) + count
    return pool


def _deal_pool(state: Any, options: Mapping[str, Any], cards: Sequence[int]) -> Pool:
    places = _places(state)
    if len(cards) == len(places):
        return {}
    _, rythm = places[len(cards)]
    return without(_hidden(state, rythm), (card for card in cards if _is_rythm(card) == rythm))


def _deal(state: Any, cards: Sequence[int]) -> None:
    for rythm, pile in ((False, state.play_pile), (True, state.rythm_pile)):
        left = without(_hidden(state, rythm), (card for card in cards if _is_rythm(card) == rythm))
        pile[:] = S.NOTHING
        pile[: sum(left.values())] = [card for card, copies in left.items() for _ in range(copies)]
    state.hand[:] = 0
    for (seat, _), card in zip(_places(state), cards, strict=True):
        state.hand[seat, card] += 1


def _pool(state: Any, action: int) -> Pool:
    """RP-6, RP-7: an exchange draws from the PLAY pile; else the RYTHM pile, or the discard once it is empty."""
    if action < S.COMPOSE:
        return counted(state.play_pile[: state.play_left].tolist())
    if state.rythm_left > 0:
        return counted(state.rythm_pile[: state.rythm_left].tolist())
    return {S.WHOLE + k: count for k, count in enumerate(state.discarded.tolist()) if count}


def _longest(players: int, options: Mapping[str, Any]) -> int:
    """RP-10: nobody passes twice while nobody else does something; each exchange takes a PLAY card at least."""
    exchanges = composed = collected = discarded = S.N_PLAY
    drawn = S.HAND_LIMIT * (exchanges + players)
    return players * (1 + exchanges + composed + collected + discarded + drawn + 1)


class _Place(NamedTuple):
    """A card that a seat drew: when, from which pile, and its number among those drawn then."""

    seat: int
    time: int  # the move's number; -1 for the deal
    pile: int
    number: int


class _Past:
    """What a seat knows of the cards that the others drew.

    The first pile is that of the PLAY cards, then come the RYTHM piles: the discard, reshuffled, is another. Of each
    pile `pools` has what this seat has not seen, and `uses` are the cards that the others have shown since.
    """

    def __init__(self, seat: int, start: Any, cards: Sequence[int], moves: Sequence[Drawn]) -> None:
        self.pools = [_hidden(start, False), _hidden(start, True)]
        self.places: list[_Place] = []
        self.uses: list[tuple[int, int, int]] = []
        self._seat = seat
        for number, ((owner, rythm), card) in enumerate(zip(_places(start), cards, strict=True)):
            self._note(_Place(owner, -1, int(rythm), number), card)
        for time, (before, action, drawn) in enumerate(moves):
            mover = int(before.turn)
            if action == S.DRAW and before.rythm_left == 0:
                self.pools.append(_pool(before, action))
            if mover != seat:
                self.uses += [(mover, time, card) for card in _used(action)]
            for number, card in enumerate(drawn):
                self._note(_Place(mover, time, 0 if action < S.COMPOSE else len(self.pools) - 1, number), card)

    def _note(self, place: _Place, card: int) -> None:
        if place.seat == self._seat:
            self.pools[place.pile][card] -= 1
        else:
            self.places.append(place)

    def another(self, random: Random) -> dict[_Place, int] | None:
        """Other cards for those places; None where what was shown did not find a place."""
        pools = [dict(pool) for pool in self.pools]
        free = self.places.copy()
        found = {}
        for seat, time, card in self.uses:
            drawn = (place for place in free if place.seat == seat and place.time < time)
            fits = [place for place in drawn if pools[place.pile].get(card, 0) > 0]
            if not fits:
                return None
            place = random.choice(fits)
            free.remove(place)
            pools[place.pile][card] -= 1
            found[place] = card
        heaps = [[card for card, copies in pool.items() for _ in range(copies)] for pool in pools]
        for heap in heaps:
            random.shuffle(heap)
        return found | {place: heaps[place.pile].pop() for place in free}


def _used(action: int) -> list[int]:
    """The cards that a move takes from a hand for all to see."""
    if action < S.COMPOSE:
        return [S.WHOLE + k for k, count in enumerate(S.EXCHANGES[action - S.EXCHANGE].tolist()) for _ in range(count)]
    if action < S.COLLECT:
        return [action - S.COMPOSE]
    return [action - S.DISCARD] if S.DISCARD <= action < S.PASS else []


def _redraw(seat: int, start: Any, cards: Sequence[int], moves: Sequence[Drawn], random: Random) -> Redrawn | None:
    """The others drew other cards, among them by the time those that they have shown."""
    found = _Past(seat, start, cards, moves).another(random)
    if found is None:
        return None
    dealt, drawn = list(cards), [list(move.cards) for move in moves]
    for place, card in found.items():
        (dealt if place.time < 0 else drawn[place.time])[place.number] = card
    return dealt, [move._replace(cards=tuple(shown)) for move, shown in zip(moves, drawn, strict=True)]


DRAWS = Draws(
    outcomes=S.N_KINDS,
    longest=_longest,
    pool=_pool,
    deal_pool=_deal_pool,
    deal=_deal,
    redraw=_redraw,
)
