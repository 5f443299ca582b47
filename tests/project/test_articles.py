"""Code, messages and tests cite the rulebook: what they cite exists, and every article has its test."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULEBOOK = {
    article
    for page in (ROOT / "docs" / "rules").glob("*.md")
    for article in re.findall(r"^- ((?:C|SY|AS|SB|RP)-\d+)", page.read_text(encoding="utf-8"), re.MULTILINE)
}
CITATION = re.compile(r"\b(C|SY|AS|SB|RP)-(\d+)\b")
IN_A_NAME = re.compile(r"_(c|sy|as|sb|rp)(\d+)(?=_)")


def test_the_rulebook_is_read_whole() -> None:
    assert {f"SY-{n}" for n in range(1, 21)} <= RULEBOOK
    assert {f"C-{n}" for n in range(1, 10)} <= RULEBOOK
    assert len(RULEBOOK) == 9 + 20 + 21 + 13 + 12


@pytest.mark.parametrize("folder", ["src", "tests", "docs"])
def test_every_article_cited_exists(folder: str) -> None:
    for path in (ROOT / folder).rglob("*"):
        if path.suffix in (".py", ".json", ".md"):
            for series, number in CITATION.findall(path.read_text(encoding="utf-8")):
                assert f"{series}-{number}" in RULEBOOK, f"{path} cites {series}-{number}"


def test_every_article_has_a_test() -> None:
    tested = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"def (test_\w+)", text):
            tested |= {f"{series.upper()}-{number}" for series, number in IN_A_NAME.findall(name)}
    assert sorted(RULEBOOK - tested) == []
