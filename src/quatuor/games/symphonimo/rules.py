"""The rules of Symphonimo: SY-1 to SY-20."""

from typing import Any

from quatuor.core.chance import CARDS, VARIANTS, below, count_stacked, draw_from, nothing_shown, push, seeded, show
from quatuor.core.compiled import compiled
from quatuor.games.symphonimo import state as S

# Where the options stand in the numbers that `encode` makes: players, first, Fausse Note cards, then how many
# powers to draw (0 to n; -1: the faces that follow).
CONFIG_PLAYERS, CONFIG_FIRST, CONFIG_UNUSED, CONFIG_POWERS, CONFIG_FACES = range(5)


@compiled
def setup(s: Any, config: Any, seed: Any) -> Any:
    n = config[CONFIG_PLAYERS]
    s.players = n
    nothing_shown(s)
    s.phase = S.TURN
    s.held = S.NOTHING
    s.taking = S.NOTHING
    s.last_taker = S.NOTHING
    for k in range(len(s.face)):
        s.face[k] = S.CLASSIC
        s.is_in[k] = 0
        s.taker[k] = S.NOTHING
        s.height[k] = 0
        s.room[k] = 0
        for i in range(S.COLUMN):
            s.column[k, i] = S.NOTHING
        for f in range(S.N_FAMILIES):
            s.owned[k, f] = 0
    # A stream of their own for the first player and the faces: options do not change the cards of a seed.
    s.rng = seeded(seed, VARIANTS)
    drawn = below(s, n)
    s.first = drawn if config[CONFIG_FIRST] < 0 else config[CONFIG_FIRST]
    s.turn = s.first
    _set_faces(s, config)
    s.rng = seeded(seed, CARDS)
    start_round(s)
    cards = 0
    for f in range(S.N_FAMILIES):
        s.discarded[f] = 0
        if f <= n + 4:  # SY-1: the highest family in play is 7 + n
            for _ in range(f + S.LOWEST):
                s.pile[cards] = f
                cards += 1
    for i in range(cards, len(s.pile)):
        s.pile[i] = S.NOTHING
    s.unused = config[CONFIG_UNUSED]
    s.left = cards - s.unused


@compiled
def _set_faces(s: Any, config: Any) -> Any:
    """SY-12: faces as listed, or powers and the conductors that have them drawn from the seed."""
    n = s.players
    if config[CONFIG_POWERS] < 0:
        for k in range(n):
            s.face[k] = config[CONFIG_FACES + k]
        return
    # Powers are drawn for the first conductors, whose faces are then shuffled among all.
    for k in range(config[CONFIG_POWERS]):
        s.face[k] = _undrawn_power(s, k, below(s, S.N_POWERS - k))
    if config[CONFIG_POWERS] < n:
        for k in range(n - 1, 0, -1):
            i = below(s, k + 1)
            face = s.face[k]
            s.face[k] = s.face[i]
            s.face[i] = face


@compiled
def _undrawn_power(s: Any, drawn: Any, place: Any) -> Any:
    """The power at this place among those that the first conductors, so many, have not drawn."""
    power = 0
    while place >= 0:
        power += 1
        place -= 1
        for k in range(drawn):
            if s.face[k] == power:
                place += 1
    return power


@compiled
def start_round(s: Any) -> Any:
    """SY-5, SY-7, SY-13: everyone is in, every conductor is free and empty."""
    s.n_in = s.players
    s.all_room = 0
    for k in range(s.players):
        s.is_in[k] = 1
        s.taker[k] = S.NOTHING
        s.room[k] = 2 if s.face[k] == S.MAX_TWO else S.COLUMN
        s.all_room += s.room[k]


@compiled
def legal(s: Any, out: Any) -> Any:
    if s.turn < 0:
        return 0
    count = 0
    # Written without branches: every candidate is noted, and counted only if it is legal.
    if s.phase == S.TURN:
        out[0] = S.DRAW_CARD
        count += (s.left > 0) & (s.all_room > 0)
        for c in range(s.players):
            out[count] = S.TAKE + c
            count += s.height[c] > 0
        out[count] = S.STOP
        count += s.left == 0
    elif s.phase == S.PLACE:
        for c in range(s.players):
            out[count] = S.PLACE_UNDER + c
            count += s.room[c] > 0
    elif s.phase == S.NOW:
        out[0] = S.TAKE_IT_NOW
        out[1] = S.LEAVE
        count = 2
    elif s.phase == S.DROP:
        for f in range(S.N_FAMILIES):
            if s.owned[s.turn, f] > 0:
                out[count] = S.DROP_FAMILY + f
                count += 1
        out[count] = S.KEEP
        count += 1
    else:
        base = S.PASS_FAMILY if s.phase == S.PASS else S.DISCARD_FAMILY
        for f in range(S.N_FAMILIES):
            if _lies_under(s, s.taking, f):
                out[count] = base + f
                count += 1
    return count


@compiled
def _lies_under(s: Any, c: Any, family: Any) -> Any:
    for i in range(s.height[c]):
        if s.column[c, i] == family:
            return True
    return False


@compiled
def apply(s: Any, action: Any) -> Any:
    s.n_shown = 0
    if action == S.DRAW_CARD:
        s.held = _next_card(s)
        s.phase = S.PLACE
    elif action < S.TAKE:
        _place(s, action - S.PLACE_UNDER)
    elif action < S.TAKE_IT_NOW:
        _take(s, action - S.TAKE)
    elif action == S.TAKE_IT_NOW:
        _take(s, s.taking)
    elif action == S.LEAVE:
        s.taking = S.NOTHING
        _next_turn(s)
    elif action < S.DISCARD_FAMILY:
        family = action - S.PASS_FAMILY
        _remove_under(s, s.taking, family)
        s.owned[(s.turn + 1) % s.players, family] += 1
        _collect(s)
    elif action < S.DROP_FAMILY:
        family = action - S.DISCARD_FAMILY
        _remove_under(s, s.taking, family)
        s.discarded[family] += 1
        _collect(s)
    elif action < S.KEEP:
        family = action - S.DROP_FAMILY
        s.owned[s.turn, family] -= 1
        s.discarded[family] += 1
        _collect(s)
    elif action == S.KEEP:
        _collect(s)
    else:  # STOP
        s.is_in[s.turn] = 0
        s.n_in -= 1
        _next_turn(s)


@compiled
def _next_card(s: Any) -> Any:
    unseen = s.left + s.unused
    card = draw_from(s, s.pile, unseen)
    s.pile[unseen - 1] = S.NOTHING
    s.left -= 1
    show(s, card)
    return card


@compiled
def _place(s: Any, c: Any) -> Any:
    s.column[c, s.height[c]] = s.held
    s.height[c] += 1
    s.room[c] -= 1
    s.all_room -= 1
    s.held = S.NOTHING
    if s.face[c] == S.TAKE_NOW:
        s.taking = c
        s.phase = S.NOW
    else:
        _next_turn(s)


@compiled
def _take(s: Any, c: Any) -> Any:
    """SY-19: out of the round; the power; the remaining cards join the collection; the drawn card joins."""
    seat = s.turn
    s.is_in[seat] = 0
    s.n_in -= 1
    s.taker[c] = seat
    s.all_room -= s.room[c]
    s.room[c] = 0
    s.last_taker = seat
    s.taking = c
    face = s.face[c]
    if face == S.PASS_LEFT:
        s.phase = S.PASS
    elif face == S.DISCARD_ONE:
        s.phase = S.DISCARD
    elif face == S.DISCARD_OWN and _owns_anything(s, seat):
        s.phase = S.DROP
    else:
        if face == S.DRAW_ONE and s.left > 0:
            s.owned[seat, _next_card(s)] += 1
        _collect(s)


@compiled
def _owns_anything(s: Any, seat: Any) -> Any:
    for f in range(S.N_FAMILIES):
        if s.owned[seat, f] > 0:
            return True
    return False


@compiled
def _remove_under(s: Any, c: Any, family: Any) -> Any:
    last = s.height[c] - 1
    i = 0
    while s.column[c, i] != family:
        i += 1
    while i < last:
        s.column[c, i] = s.column[c, i + 1]
        i += 1
    s.column[c, last] = S.NOTHING
    s.height[c] = last


@compiled
def _collect(s: Any) -> Any:
    """What lies under the conductor being taken joins the collection of the seat to play."""
    c = s.taking
    for i in range(s.height[c]):
        s.owned[s.turn, s.column[c, i]] += 1
        s.column[c, i] = S.NOTHING
    s.height[c] = 0
    s.taking = S.NOTHING
    _next_turn(s)


@compiled
def _next_turn(s: Any) -> Any:
    """SY-6 to SY-10: the next player still in; a new round when nobody is; the end when the pile is empty too."""
    s.phase = S.TURN
    if s.n_in > 0:
        seat = s.turn
        while True:
            seat = seat + 1 if seat + 1 < s.players else 0
            if s.is_in[seat]:
                break
        s.turn = seat
    elif s.left == 0:
        s.turn = -1
    else:
        start_round(s)
        s.turn = s.last_taker


@compiled
def stack(s: Any, card: Any) -> Any:
    """SY-3: any card that nobody has seen can be the next, while there is one to draw."""
    if s.n_stacked == len(s.stacked) or s.left <= s.n_stacked:
        return False
    copies = 0
    for i in range(s.left + s.unused):
        if s.pile[i] == card:
            copies += 1
    if copies <= count_stacked(s, card):
        return False
    push(s, card)
    return True


@compiled
def quartets(s: Any, seat: Any) -> Any:
    count = 0
    for f in range(S.N_FAMILIES):
        count += s.owned[seat, f] == S.QUARTET
    return count


@compiled
def points(s: Any, seat: Any) -> Any:
    """SY-11."""
    total = 0
    for f in range(S.N_FAMILIES):
        total += S.SOLOIST_POINTS * (s.owned[seat, f] == S.SOLOIST) + S.QUARTET_POINTS * (s.owned[seat, f] == S.QUARTET)
    return total


@compiled
def scores(s: Any, out: Any) -> Any:
    for seat in range(s.players):
        out[seat] = points(s, seat)


@compiled
def winners(s: Any) -> Any:
    """SY-11: the highest score, then the most quartets, then a joint win; one bit per seat."""
    best = -1
    won = 0
    for seat in range(s.players):
        rank = points(s, seat) * 16 + quartets(s, seat)
        if rank > best:
            best = rank
            won = 0
        if rank == best:
            won |= 1 << seat
    return won
