"""A game in words: the label of a move, and what a seat saw happen as sentences."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from quatuor.core.game import SPECTATOR, Event, Game
from quatuor.core.texts import Catalogue, Language, listed, player


def move_label(game: Game, state: Any, seat: int, move: str, language: Language) -> str:
    """A move of a seat in words, with the cards it concerns if the game can say so."""
    if game.describe_move is None:
        return game.texts.move(language, move)
    return game.describe_move(state, seat, move, language)


def sentences(
    game: Game,
    events: Sequence[Event],
    state: Any,
    language: Language,
    names: Mapping[int, str] | None = None,
    viewer: int = SPECTATOR,
) -> list[str]:
    """What happened in a move, a sentence for each event; empty where the sentence before it says both.

    Two events of a seat are said together where the game has a text for both: `tell.take+give`. Any state of the game
    will do: it only says which deck is in play, which may name the cards.
    """
    said: list[str] = []
    both = False
    for event, then in zip_longest(events, events[1:]):
        if both:
            said.append("")
            both = False
        else:
            both = then is not None and _said_together(game, event, then)
            said.append(_sentence(game, event, then if both else None, state, language, names, viewer))
    return said


def for_a_log(events: Sequence[Event], said: Sequence[str]) -> list[str]:
    """The sentences of a move that stand in a log: steps are told as a whole at their end."""
    return [sentence for event, sentence in zip(events, said, strict=True) if sentence and not event.step]


def _said_together(game: Game, event: Event, then: Event) -> bool:
    return event.seat == then.seat and f"tell.{event.verb}+{then.verb}" in game.texts


def _sentence(
    game: Game,
    event: Event,
    then: Event | None,
    state: Any,
    language: Language,
    names: Mapping[int, str] | None,
    viewer: int,
) -> str:
    """An event, or two, as a sentence for the viewer: `tell.draw.you` if it is their own deed.

    Of a single card there may be a sentence of its own: `tell.key.sharp`.
    """
    mine = event.seat == viewer and viewer != SPECTATOR
    told = f"tell.{event.verb}" if then is None else f"tell.{event.verb}+{then.verb}"
    if len(event.cards) == 1 and f"{told}.{event.cards[0]}" in game.texts:
        told = f"{told}.{event.cards[0]}"
    key = f"{told}.you" if mine and f"{told}.you" in game.texts else told
    values = {
        "cards": _cards(game, state, event.cards, language),
        "count": len(event.cards),
        "source": _place(game.texts, language, event.source, names, viewer),
        "target": _place(game.texts, language, event.target, names, viewer),
    }
    if then is not None:
        values |= {
            "cards2": _cards(game, state, then.cards, language),
            "target2": _place(game.texts, language, then.target, names, viewer),
        }
    who = player(language, event.seat, names) if event.seat != SPECTATOR else ""
    return game.texts.say(language, key, player=who, **values)


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
