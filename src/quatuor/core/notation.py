"""Moves and cards as the rulebook writes them: printing and parsing, exact in both directions."""

from collections.abc import Mapping, Sequence

from quatuor.core.errors import unreadable


class Notation:
    """The text of each action of a game and of each of its cards."""

    def __init__(self, actions: Mapping[str, int], cards: Sequence[str], examples: tuple[str, ...]) -> None:
        self.actions = actions
        self.cards = tuple(cards)
        self.examples = examples
        self._texts = {action: text for text, action in actions.items()}

    def text(self, action: int) -> str:
        """An action as the rulebook writes it."""
        return self._texts[int(action)]

    def parse(self, move: str) -> int:
        """The action with this text; InvalidMoveError if there is none."""
        try:
            return self.actions[move]
        except (KeyError, TypeError):
            raise unreadable(str(move), self.examples) from None

    def card_text(self, card: int) -> str:
        """A card as the rulebook writes it."""
        return self.cards[int(card)]

    def card_parse(self, card: str) -> int:
        """The card with this text; ValueError if there is none."""
        return self.cards.index(card)
