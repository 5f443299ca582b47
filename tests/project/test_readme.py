"""What the README and the docs show is run, and names every game, command and option."""

import doctest
from pathlib import Path

import pytest

import quatuor

ROOT = Path(__file__).parents[2]


def test_the_readme_does_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert result.attempted > 10
    assert result.failed == 0


@pytest.mark.parametrize("module", [quatuor, quatuor.core.texts, quatuor.play.playthrough])
def test_docstrings_do_what_they_show(module: object) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]
    assert result.attempted and not result.failed


@pytest.mark.parametrize("game", quatuor.GAMES.values(), ids=lambda game: game.name)
def test_the_rulebook_has_a_page_that_names_every_option(game: quatuor.Game) -> None:
    page = (ROOT / "docs" / "rules" / f"{game.name}.md").read_text(encoding="utf-8")
    for option in game.options:
        assert f"`{option.name}`" in page


def test_every_link_of_the_docs_leads_somewhere() -> None:
    import re

    links = [
        (page, link)
        for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    ]
    assert len(links) > 5
    for page, link in links:
        assert (page.parent / link).exists(), f"{page.name} links to {link}"


def test_no_page_has_a_hole() -> None:
    for page in [ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")]:
        text = page.read_text(encoding="utf-8")
        assert not any(hole in text for hole in ("FIGURES", "TODO", "TBD", "XXX")), page
