"""Texts for players: languages, sentences, and the catalogues that hold them, one JSON file per package."""

import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = ("en", "fr")

_SMALL_WORD = re.compile(r"\b([Dd]|[Qq]u)e \{(\w+)\}")
_VOWELS = tuple("aeiouàâäéèêëîïôöùûüœæ")


def default_language() -> Language:
    """QUATUOR_LANG, else the system's language if it is French, else English."""
    for name in ("QUATUOR_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"


def fill(template: str, values: Mapping[str, object]) -> str:
    """A text with its values.

    >>> fill("le tour de {name}", {"name": "Ada"}), fill("le tour de {name}", {"name": "Léo"})
    ("le tour d'Ada", 'le tour de Léo')
    """

    def elided(found: re.Match[str]) -> str:
        vowel = str(values.get(found[2], "")).lower().startswith(_VOWELS)
        return f"{found[1]}'{{{found[2]}}}" if vowel else found[0]

    return (_SMALL_WORD.sub(elided, template) if _has_small_word(template) else template).format(**values)


@lru_cache(10_000)
def _has_small_word(template: str) -> bool:
    """Whether a word of a text may lose its vowel: few do, and looking for it takes longer than the rest."""
    return _SMALL_WORD.search(template) is not None


class Sentence(NamedTuple):
    """The same thing said in both languages."""

    en: str
    fr: str

    def say(self, language: Language) -> str:
        return self.fr if language == "fr" else self.en

    def format(self, **values: object) -> "Sentence":
        return Sentence(
            *(
                fill(text, {k: v.say(lang) if isinstance(v, Sentence) else v for k, v in values.items()})
                for lang, text in zip(LANGUAGES, self, strict=True)
            )
        )


class Catalogue:
    """The texts of one game, in both languages, with those common to all games behind them."""

    def __init__(self, entries: Mapping[str, Mapping[str, str]], behind: "Catalogue | None" = None) -> None:
        self.entries = entries
        self._behind = behind

    @classmethod
    def load(cls, package: str, behind: "Catalogue | None" = None) -> "Catalogue":
        """Read `texts.json` of a package."""
        return cls(json.loads(files(package).joinpath("texts.json").read_text(encoding="utf-8")), behind)

    def __contains__(self, key: str) -> bool:
        return key in self.entries["en"] or (self._behind is not None and key in self._behind)

    def template(self, language: Language, key: str) -> str:
        own = self.entries[language].get(key)
        if own is None and self._behind is not None:
            return self._behind.template(language, key)
        if own is None:
            raise KeyError(f"no text {key!r} in {language!r}")
        return own

    def say(self, language: Language, key: str, /, **values: object) -> str:
        """The text of a key, its placeholders filled; where `count` is 1, the text for one if there is such a text."""
        if str(values.get("count")) == "1" and f"{key}.one" in self:
            key = f"{key}.one"
        return fill(self.template(language, key), values)

    def sentence(self, key: str, /, **values: object) -> Sentence:
        """The text of a key in both languages; a value that is a Sentence is filled in each in its language."""
        return Sentence(*(self.template(language, key) for language in LANGUAGES)).format(**values)

    def card(self, language: Language, card: str | None) -> str:
        """A card's name; None is a card whose back alone is seen."""
        return self.say(language, "card.back" if card is None else f"card.{card}")

    def cards(self, language: Language, cards: Iterable[str | None]) -> str:
        """Several cards' names, as one says them: `a fox 6 and two rabbit 9s`, where alike cards have a common name."""
        every = list(cards)
        said = []
        for at, card in enumerate(every):
            together, count = f"cards.{card or 'back'}", every.count(card)
            if count == 1 or together not in self:
                said.append(self.card(language, card))
            elif card not in every[:at]:
                said.append(self.say(language, together, count=self._count(language, count)))
        return listed(language, said)

    def _count(self, language: Language, count: int) -> str:
        return self.say(language, f"count.{count}") if f"count.{count}" in self else str(count)

    def move(self, language: Language, move: str) -> str:
        """A move's label for a person: the whole move's own text, else its first word's with the words after it."""
        return self._of_move(language, "move", move)

    def deed(self, language: Language, move: str, player: str) -> str | None:
        """What a player does by a move, without the cards that it shows; None where the game has no words for it."""
        verb = move.split(" ")[0]
        return self._of_move(language, "does", move, player=player) if f"does.{verb}" in self else None

    def _of_move(self, language: Language, kind: str, move: str, **values: object) -> str:
        whole = f"{kind}." + move.replace(" ", "_")
        if whole in self:
            return self.say(language, whole, **values)
        verb, *words = move.split(" ")
        named = [word for word in words if f"card.{word}" in self]
        numbered = {f"n{i}": word for i, word in enumerate(words, 1)}
        return self.say(language, f"{kind}.{verb}", cards=self.cards(language, named), **numbered, **values)


COMMON = Catalogue.load("quatuor.core")


def listed(language: Language, words: Sequence[str]) -> str:
    """Words as one says them: `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + COMMON.say(language, "list.and") + words[-1]


def number(language: Language, value: float) -> str:
    """A score as one writes it: `4`, `4.5`, in French `4,5`."""
    text = f"{value:g}"
    return text.replace(".", ",") if language == "fr" else text


def player(language: Language, seat: int, names: Mapping[int, str] | None = None) -> str:
    """A seat's name: the one given, else its number from 1."""
    if names and seat in names:
        return names[seat]
    return COMMON.say(language, "player.numbered", n=seat + 1)


def shortened(text: str, length: int = 60) -> str:
    """A text cut to a length, for a sentence that quotes what it was given."""
    return text if len(text) <= length else text[: length - 1] + "…"


def plain(value: Any) -> str:
    """An option's value as it is written on a command line; a text that would break a sentence is quoted."""
    if isinstance(value, str):
        return value if value.strip() and value.isprintable() else json.dumps(value)
    try:  # what JSON does not know may be a number or an array of NumPy's or PyTorch's
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=lambda other: other.tolist())
    except (AttributeError, TypeError, ValueError):
        return " ".join(repr(value).split())
