"""The texts of the web's pages: each said once in both languages."""

import json
from pathlib import Path

TEXTS = Path(__file__).parents[2] / "web" / "src" / "texts"


def keys(language: str) -> list[str]:
    """All keys as they are written, also those that a later one of the same name would hide."""
    pairs: list[tuple[str, str]] = json.loads((TEXTS / f"{language}.json").read_text(), object_pairs_hook=list)
    return [key for key, _ in pairs]


def test_no_text_hides_another_of_the_same_name() -> None:
    for language in ("en", "fr"):
        written = keys(language)
        assert len(written) == len(set(written)), {key for key in written if written.count(key) > 1}


def test_both_languages_have_the_same_texts() -> None:
    assert set(keys("en")) == set(keys("fr"))
