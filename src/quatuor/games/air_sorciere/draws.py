"""What chance decides in Air Sorcière: each card that is drawn."""

from collections.abc import Mapping
from typing import Any

from quatuor.core.draws import Draws, Pool
from quatuor.games.air_sorciere import state as S

# A turn draws and places every card at most, makes the others discard all of theirs, lands a column, and has diplomas
# of three cards or more: the colour, the cards, the award.
_MOVES_A_TURN = 3 * S.N_CARDS + S.N_CARDS + 1 + (S.N_CARDS // S.SMALLEST_DIPLOMA) * (2 + S.LARGEST_DIPLOMA) + 1
_MOST_BOOKS = 9 * S.N_COLOURS


def _pool(state: Any, action: int) -> Pool:
    """AS-18: any card of the pile, or of the discard once the pile is empty."""
    if state.left > 0:
        return dict.fromkeys(state.pile[: state.left].tolist(), 1)
    discard = state.discard.tolist()
    return {card: 1 for card in range(S.N_CARDS) if discard[card // S.HIGHEST] >> card % S.HIGHEST & 1}


def _longest(players: int, options: Mapping[str, Any]) -> int:
    """AS-20: so many turns without a diploma end the game, and each diploma brings a book at least."""
    return (_MOST_BOOKS + 1) * int(options["stall_limit"]) * _MOVES_A_TURN


DRAWS = Draws(outcomes=S.N_CARDS, longest=_longest, pool=_pool)
