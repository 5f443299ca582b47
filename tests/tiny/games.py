"""Games that begin near their end, for two players: most cards are already out of play."""

from dataclasses import replace
from typing import Any

import numpy as np

from quatuor.core.compiled import compiled
from quatuor.games import rythm_n_play, symphonimo
from quatuor.games.rythm_n_play import rules as rythm_rules
from quatuor.games.rythm_n_play import state as R
from quatuor.games.symphonimo import rules as symphonimo_rules
from quatuor.games.symphonimo import state as S

# Symphonimo: what each seat has collected by family, and the pile; all other cards are discarded.
_OWNED = np.zeros((2, S.N_FAMILIES), np.int8)
_OWNED[0, 6], _OWNED[1, 6] = 3, 3
_OWNED[0, 2] = 1
_PILE = np.array([6, 2, 2], np.int8)


@compiled
def setup_symphonimo(s: Any, config: Any, seed: Any) -> Any:
    """Three cards are left: one that makes a quartet for either seat, two that make soloists, or undo one."""
    symphonimo_rules.setup(s, config, seed)
    for f in range(S.N_FAMILIES):
        s.discarded[f] = f + S.LOWEST if f <= s.players + 4 else 0
        for seat in range(2):
            s.owned[seat, f] = _OWNED[seat, f]
            s.discarded[f] -= _OWNED[seat, f]
    for i in range(len(s.pile)):
        s.pile[i] = _PILE[i] if i < len(_PILE) else S.NOTHING
    for i in range(len(_PILE)):
        s.discarded[_PILE[i]] -= 1
    s.left = len(_PILE)


# Rythm'n'Play: each seat holds six eighths and one of these PLAY cards, the last one is the pile.
_PLAY = np.array([R.DO, R.SOL, R.SI], np.int8)
_EIGHTHS = 6
# How many cards the second player has won; the first one has won two less.
_WON = 26


@compiled
def setup_rythm_n_play(s: Any, config: Any, seed: Any) -> Any:
    """One PLAY card in each hand and one in the pile: nobody knows where the other two are."""
    rythm_rules.setup(s, config, seed)
    rng = s.rng
    rythm_rules._clear_table(s)
    s.rng = rng
    for kind in range(R.N_PLAY_KINDS):
        s.collected[kind] = R.PLAY_COPIES
    for i in range(R.N_PLAY):
        s.play_pile[i] = R.NOTHING
    for i in range(len(_PLAY)):
        s.play_pile[i] = _PLAY[i]
        s.collected[_PLAY[i]] -= 1
    s.play_left = len(_PLAY)
    for k in range(R.N_RYTHM_KINDS):
        s.discarded[k] = R.RYTHM_COPIES[k]
    s.discarded[R.EIGHTH - R.WHOLE] -= 2 * _EIGHTHS
    s.n_discarded = R.N_RYTHM - 2 * _EIGHTHS
    for i in range(R.N_RYTHM):
        s.rythm_pile[i] = R.NOTHING
    s.rythm_left = 0
    # On the staff lies a mi of the second player.
    s.staff[0] = R.MI
    s.collected[R.MI] -= 1
    s.length = 1
    s.note = R.MI
    s.key = R.SHARP
    s.phase = R.TURN
    s.turn = s.first
    s.last = 1 - s.first
    for seat in range(2):
        s.hand[seat, rythm_rules._next_play(s)] += 1
        s.hand[seat, R.EIGHTH] = _EIGHTHS
        s.n_play[seat] = 1
        s.n_rythm[seat] = _EIGHTHS
        s.won[seat] = _WON - 2 * (seat == s.first)


def _tiny(game: Any, setup: Any) -> Any:
    return replace(game, name=f"tiny_{game.name}", title=f"Tiny {game.title}", setup=setup, max_players=2)


SYMPHONIMO = _tiny(symphonimo.GAME, setup_symphonimo)
RYTHM_N_PLAY = _tiny(rythm_n_play.GAME, setup_rythm_n_play)
