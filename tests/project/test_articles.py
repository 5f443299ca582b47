"""Code, messages and tests cite the rulebook: what they cite exists, and every article has its test."""

import re
from pathlib import Path

import pytest

from quatuor import GAMES

ROOT = Path(__file__).parents[2]


def articles(page: str) -> list[tuple[str, int]]:
    """The articles that a page of the rulebook states: their series and number, in order."""
    path = ROOT / "docs" / "rules" / f"{page}.md"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return [(series, int(number)) for series, number in re.findall(r"^- ([A-Z]+)-(\d+) ", text, re.MULTILINE)]


# What all games share, then a page for each game that is registered.
STATED = {page: articles(page) for page in ("README", *GAMES)}
RULEBOOK = {f"{series}-{number}" for stated in STATED.values() for series, number in stated}
SERIES = "|".join(sorted({series for stated in STATED.values() for series, _ in stated}))
CITATION = re.compile(rf"\b({SERIES})-(\d+)\b")
IN_A_NAME = re.compile(rf"_({SERIES.lower()})(\d+)(?=_)")


@pytest.mark.parametrize("page", STATED)
def test_every_game_has_a_page_whose_articles_are_one_series_without_a_gap(page: str) -> None:
    stated = STATED[page]
    assert len(stated) > 5, f"docs/rules/{page}.md states no articles"
    (series,) = {series for series, _ in stated}
    assert [number for _, number in stated] == list(range(1, len(stated) + 1))
    others = {other for name, rest in STATED.items() for other, _ in rest if name != page}
    assert series not in others


@pytest.mark.parametrize("folder", ["src", "tests", "docs"])
def test_every_article_cited_exists(folder: str) -> None:
    cited = 0
    for path in (ROOT / folder).rglob("*"):
        if path.suffix in (".py", ".json", ".md"):
            for series, number in CITATION.findall(path.read_text(encoding="utf-8")):
                assert f"{series}-{number}" in RULEBOOK, f"{path} cites {series}-{number}"
                cited += 1
    assert cited > 50


def test_every_article_has_a_test() -> None:
    tested = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"def (test_\w+)", text):
            tested |= {f"{series.upper()}-{number}" for series, number in IN_A_NAME.findall(name)}
    assert sorted(RULEBOOK - tested) == []
