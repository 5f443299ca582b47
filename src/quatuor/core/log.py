"""A game in words: the label of a move, and what a seat saw happen as sentences."""

from collections.abc import Mapping, Sequence
from typing import Any

from quatuor.core.game import SPECTATOR, Event, Game
from quatuor.core.texts import Catalogue, Language, listed, player


def move_label(game: Game, state: Any, seat: int, move: str, language: Language) -> str:
    """A move of a seat in words, with the cards it concerns if the game can say so."""
    if game.describe_move is None:
        return game.texts.move(language, move)
    return game.describe_move(state, seat, move, language)


def sentence(
    game: Game,
    event: Event,
    state: Any,
    language: Language,
    names: Mapping[int, str] | None = None,
    viewer: int = SPECTATOR,
) -> str:
    """One event as a sentence for the viewer: `tell.draw.you` if the event is their own.

    Of a single card there may be a sentence of its own: `tell.key.sharp`. Any state of the game will do: it only says
    which deck is in play, which may name the cards.
    """
    mine = event.seat == viewer and viewer != SPECTATOR
    told = f"tell.{event.verb}"
    if len(event.cards) == 1 and f"{told}.{event.cards[0]}" in game.texts:
        told = f"{told}.{event.cards[0]}"
    key = f"{told}.you" if mine and f"{told}.you" in game.texts else told
    return game.texts.say(
        language,
        key,
        player=player(language, event.seat, names) if event.seat != SPECTATOR else "",
        cards=_cards(game, state, event.cards, language),
        count=len(event.cards),
        source=_place(game.texts, language, event.source, names, viewer),
        target=_place(game.texts, language, event.target, names, viewer),
    )


def _cards(game: Game, state: Any, cards: Sequence[str | None], language: Language) -> str:
    if game.name_card is None:
        return game.texts.cards(language, cards)
    name_card, texts = game.name_card, game.texts
    names = [texts.card(language, None) if card is None else name_card(state, card, language) for card in cards]
    return listed(language, names)


def _place(texts: Catalogue, language: Language, place: str, names: Mapping[int, str] | None, viewer: int) -> str:
    """A place's name: `pond:2:5` is the text `place.pond` with n1 = 2, n2 = 5 and player 2's name as owner."""
    if not place:
        return ""
    kind, *numbers = place.split(":")
    owner = int(numbers[0]) - 1 if numbers else SPECTATOR
    key = f"place.{kind}"
    if owner == viewer and viewer != SPECTATOR and f"{key}.you" in texts:
        key = f"{key}.you"
    values = {f"n{i}": n for i, n in enumerate(numbers, 1)}
    return texts.say(language, key, owner=player(language, owner, names), **values)
