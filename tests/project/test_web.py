"""What the sources say and name: no game outside its folder, no text that is not there or that nobody says."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from quatuor.games import GAMES

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web" / "src"
PACKAGE = ROOT / "src" / "quatuor"
SOURCES = (".svelte", ".ts", ".css", ".json", ".html")
GENERATED = WEB / "api" / "schema.d.ts"
# Texts that only the web says.
OF_THE_WEB = ("board.", "figure.")
QUOTED = re.compile(r"'([\w.]+)'|\"([\w.]+)\"")
TEMPLATE = re.compile(r"`(\w[\w.]*\.(?:\$\{[^}`]*\}[\w.]*)+)`")


def sources(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.suffix in SOURCES and path != GENERATED)


def keys_said(folder: Path) -> tuple[set[str], list[re.Pattern[str]]]:
    """The words in quotes of all sources in a folder, and its texts with gaps as patterns."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources(folder) if path.suffix != ".json")
    gaps = [re.sub(r"\$\{[^}]*\}", "\0", template) for template in TEMPLATE.findall(text)]
    patterns = [re.compile(re.escape(gap).replace("\0", r"[\w-]+")) for gap in gaps]
    return {one or other for one, other in QUOTED.findall(text)}, patterns


def is_said(key: str, words: set[str], patterns: list[re.Pattern[str]]) -> bool:
    whole = re.sub(r"\.(one|other|you)$", "", key)
    return whole in words or key in words or any(pattern.fullmatch(key) for pattern in patterns)


def test_no_game_is_named_outside_its_folder() -> None:
    names = re.compile("|".join([*GAMES, *(re.escape(game.title) for game in GAMES.values())]), re.IGNORECASE)
    for path in [*sources(WEB), *sources(ROOT / "web" / "tools"), ROOT / "web" / "index.html"]:
        if WEB / "games" not in path.parents:
            found = names.search(path.read_text(encoding="utf-8"))
            assert not found, f"{path} names {found}"


def code_names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every identifier and every string of the code with its line; docstrings may speak of a game as an example."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value) for node in ast.walk(tree) if isinstance(node, documented) and ast.get_docstring(node)
    }
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield line, node.value
        for field in ("id", "attr", "arg", "name", "module"):
            if isinstance(word := getattr(node, field, None), str):
                yield line, word


def test_no_game_is_named_in_the_code_outside_its_folder() -> None:
    names = re.compile("|".join([*GAMES, *(re.escape(game.title) for game in GAMES.values())]), re.IGNORECASE)
    # What a migration says is about the games of its time, and no later one is added to it.
    own = {PACKAGE / "games", PACKAGE / "server" / "store" / "migrations"}
    found = [
        f"{path.relative_to(PACKAGE)}:{line} {word[:80]}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if own.isdisjoint(path.parents)
        for line, word in code_names(ast.parse(path.read_text(encoding="utf-8")))
        if names.search(word)
    ]
    assert found == []


def test_the_browser_tests_take_the_games_from_the_registry() -> None:
    """A test may be about one game; what goes through several takes them all, or a part of them, by no name."""
    for path in sorted((ROOT / "tests" / "browser").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.List | ast.Tuple | ast.Set | ast.Dict):
                words = {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)}
                assert len(words & GAMES.keys()) < 2, f"{path}:{node.lineno} lists games by hand"


@cache
def keys_said_by_python() -> tuple[set[str], list[re.Pattern[str]]]:
    """The words in quotes of the whole package, and its texts with gaps as patterns."""
    words, patterns = set(), []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words.add(node.value)
            if isinstance(node, ast.JoinedStr):
                parts = [re.escape(part.value) if isinstance(part, ast.Constant) else ".+" for part in node.values]
                if re.search(r"\w\\\.|\\\.\w", "".join(parts)):
                    patterns.append(re.compile("".join(parts)))
    return words, patterns


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("texts.json")), ids=lambda path: path.parent.name)
def test_every_text_of_the_package_is_said(path: Path) -> None:
    """A move's own text is found by the move, whatever it is."""
    words, patterns = keys_said_by_python()
    drawn, drawn_patterns = keys_said(WEB / "games" / path.parent.name)
    titles = set(re.findall(r"\w+", (ROOT / "web" / "tools" / "titles.ts").read_text(encoding="utf-8")))
    catalogue = json.loads(path.read_text(encoding="utf-8"))["en"]
    left = [key for key in catalogue if not key.startswith("move.") and key not in titles]
    assert [key for key in left if not is_said(key, words | drawn, patterns + drawn_patterns)] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_text_of_a_board_is_there_and_is_said(game: str) -> None:
    words, patterns = keys_said(WEB / "games" / game)
    catalogue = json.loads((PACKAGE / "games" / game / "texts.json").read_text(encoding="utf-8"))["en"]
    own = [key for key in catalogue if key.startswith(OF_THE_WEB)]
    assert own
    assert [key for key in own if not is_said(key, words, patterns)] == []
    assert [word for word in sorted(words) if word.startswith(OF_THE_WEB) and word not in catalogue] == []


def test_every_text_of_the_pages_is_there_and_is_said() -> None:
    words, patterns = keys_said(WEB)
    catalogue = json.loads((WEB / "texts" / "en.json").read_text(encoding="utf-8"))
    assert [key for key in catalogue if not is_said(key, words, patterns)] == []
    called = set()
    for path in sources(WEB):
        called |= set(re.findall(r"\bt\('([\w.]+)'", path.read_text(encoding="utf-8")))
    assert called and sorted(called - catalogue.keys()) == []
