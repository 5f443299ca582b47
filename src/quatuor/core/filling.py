"""Filling the placeholders of a text, as one says it: in French « de » and « que » lose their vowel before another."""

import re
from collections.abc import Mapping

_SMALL_WORD = re.compile(r"\b([Dd]|[Qq]u)e \{(\w+)\}")
_VOWELS = tuple("aeiouàâäéèêëîïôöùûüœæ")


def fill(template: str, values: Mapping[str, object]) -> str:
    """A text with its values.

    >>> fill("le tour de {name}", {"name": "Ada"}), fill("le tour de {name}", {"name": "Léo"})
    ("le tour d'Ada", 'le tour de Léo')
    """

    def elided(found: re.Match[str]) -> str:
        vowel = str(values.get(found[2], "")).lower().startswith(_VOWELS)
        return f"{found[1]}'{{{found[2]}}}" if vowel else found[0]

    return _SMALL_WORD.sub(elided, template).format(**values)
