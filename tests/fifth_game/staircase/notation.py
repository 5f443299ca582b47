"""The notation of Staircase."""

from quatuor.core.notation import Notation
from quatuor.games.staircase import state as S

CARDS = tuple(str(card + 1) for card in range(S.N_CARDS))
_ACTIONS = {"draw": S.DRAW, **{f"play {name}": S.PLAY + card for card, name in enumerate(CARDS)}, "rest": S.REST}
NOTATION = Notation(_ACTIONS, CARDS, ("draw", "play 7", "rest"))
text, parse = NOTATION.text, NOTATION.parse
card_text, card_parse = NOTATION.card_text, NOTATION.card_parse
