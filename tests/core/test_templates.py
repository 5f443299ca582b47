"""Templates: other functions give other code, in memory and on disk; what is missing is refused by name."""

import builtins
import os
import shutil
import subprocess
import symtable
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from runpy import run_path

import pytest

import quatuor
from quatuor import GAMES, Game
from quatuor.bots import BOTS, ask, new_chooser
from quatuor.core.compiled import INTERPRETED, compiled
from quatuor.core.sources import compiled_sources, sources_of
from quatuor.core.templates import instantiate, needs
from setups import Setup

PACKAGE = Path(quatuor.__file__).parent
DOCS = Path(__file__).parents[2] / "docs" / "templates.md"
GAME = GAMES["symphonimo"]

_evaluate = GAME.evaluate


@compiled
def contrary(s, seat):  # type: ignore[no-untyped-def]
    return -_evaluate(s, seat)


def greedy_moves(game: Game) -> list[int]:
    """What a bot that goes by the evaluation plays in some positions."""
    states = list(Setup(GAME, 3, {}).positions(7, 12))[:-1]
    return [ask(BOTS["greedy"], game, state, new_chooser(0)) for state in states]


def python(*arguments: str, path: Path | None = None, **settings: str) -> str:
    """What another process prints."""
    places = [*([str(path)] if path else []), *sys.path, str(Path(__file__).parent)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(places)} | settings
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env=environment, cwd=path)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_game_with_another_function_gets_other_code() -> None:
    own = greedy_moves(GAME)
    assert greedy_moves(replace(GAME, evaluate=contrary)) != own
    assert greedy_moves(replace(GAME)) == own


def test_a_game_with_another_function_gets_other_code_in_a_process_that_finds_compiled_code_on_disk() -> None:
    own = greedy_moves(GAME)  # on disk now
    asking = "from dataclasses import replace; from test_templates import *;"
    changed = python("-c", asking + "print(greedy_moves(replace(GAME, evaluate=contrary)))")
    assert changed != f"{own}\n"
    assert python("-c", asking + "print(greedy_moves(GAME))") == f"{own}\n"


def test_a_template_is_filled_again_only_where_it_needs_what_has_changed() -> None:
    changed = replace(GAME, evaluate=contrary)
    assert changed.loops is GAME.loops
    weighing = "quatuor.bots.kernels.weigh"
    assert GAME.from_template(weighing) is GAME.from_template(weighing) is not changed.from_template(weighing)


SHOP = {
    "__init__.py": "",
    "rules.py": """
from quatuor.core.compiled import compiled
from shop.rates import RATE

@compiled
def price(n):
    return RATE * n
""",
    "totals.py": """
from collections.abc import Callable
from typing import Any

from quatuor.core.compiled import compiled

price: Callable[..., Any]

@compiled
def total(n):
    return price(n) + 1
""",
    "__main__.py": """
from quatuor.core.sources import compiled_sources, sources_of
from quatuor.core.templates import instantiate
from shop.rules import price

totals = instantiate("shop.totals", "shop", {"price": price})
print(totals.total(3), sum(totals.total.stats.cache_hits.values()))
""",
}


@pytest.mark.skipif(INTERPRETED, reason="nothing is kept on disk")
def test_what_another_package_supplies_is_kept_on_disk_until_a_file_of_it_changes(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    for name, source in SHOP.items():
        (tmp_path / "shop" / name).write_text(source)

    def total(rate: int) -> str:
        (tmp_path / "shop" / "rates.py").write_text(f"RATE = {rate}\n")
        return python("-m", "shop", path=tmp_path, NUMBA_CACHE_DIR=str(tmp_path / "cache"))

    assert [total(2), total(2), total(5)] == ["7 0\n", "7 1\n", "16 0\n"], "the total, and whether it was on disk"


def test_what_a_template_needs_and_nobody_supplies_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match=r"speed_loops needs play_one, which nobody supplies"):
        GAME.from_template("quatuor.arena.speed_loops")
    with pytest.raises(TypeError, match=r"weigh needs apply, evaluate, which nobody supplies"):
        instantiate("quatuor.bots.kernels.weigh", GAME.package, {"redeal": GAME.redeal})


def undeclared(source: str) -> set[str]:
    """The globals that a module's functions use and that it neither defines nor declares."""

    def used(table: symtable.SymbolTable) -> Iterator[str]:
        for inner in table.get_children():
            yield from (symbol.get_name() for symbol in inner.get_symbols() if symbol.is_global())
            yield from used(inner)

    whole = symtable.symtable(source, "a template", "exec")
    own = {symbol.get_name() for symbol in whole.get_symbols()}
    return {name for name in used(whole) if name not in own and not hasattr(builtins, name)}


def test_every_template_declares_what_it_uses() -> None:
    assert undeclared("def f():\n    return legal(1) + len(a)\na = 1") == {"legal"}
    templates = [source for source in places() if needs(name_of(source))]
    assert {source.stem for source in templates} == {
        *("calls", "kernel", "loops", "speed_loops"),
        *("guidance", "outcomes", "playout", "tree", "weigh"),
    }
    for source in templates:
        assert not undeclared(source.read_text(encoding="utf-8")), source


def name_of(source: Path) -> str:
    return ".".join(source.relative_to(PACKAGE.parent).with_suffix("").parts)


def places() -> list[Path]:
    """The folders and files where templates are."""
    found = [*(PACKAGE / "bots" / "kernels").glob("*.py"), *(PACKAGE / "core").rglob("*.py")]
    return [*found, PACKAGE / "arena" / "speed_loops.py"]


def copied(folder: Path) -> Path:
    """A copy of the package's sources."""
    copy = folder / "quatuor"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("client", "__pycache__"))
    return copy


def change(file: Path, old: str = "", new: str = "# a change\n") -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new) if old else text + new, encoding="utf-8")


def test_only_what_compiled_code_is_made_of_is_in_its_key(tmp_path: Path) -> None:
    copy = copied(tmp_path)
    asked = ("games/symbiose/rules.py", "games/symphonimo/rules.py", "bots/kernels/weigh.py", "core/chance.py")

    def changed_keys(*files: str) -> set[str]:
        """The folders whose key is another one once some files have changed."""
        before = keys()
        for file in files:
            change(copy / file)
        return {str(Path(file).parent) for file, old, new in zip(asked, before, keys(), strict=True) if old != new}

    def keys() -> list[str]:
        sources = run_path(str(copy / "core" / "sources.py"))
        return [sources["source_key"](str(copy / file)) for file in asked]

    assert not changed_keys("arena/match.py", "arena/plots/match.py", "bots/search.py", "games/__init__.py")
    assert not changed_keys("games/symbiose/view.py", "core/texts.py", "server/app.py")
    assert changed_keys("games/symbiose/state.py") == {"games/symbiose"}
    assert changed_keys("games/symbiose/evaluate.py") == {"games/symbiose"}, "a game's compiled code is kept together"
    assert changed_keys("bots/kernels/memory.py") == {"bots/kernels"}, "types, imported by some of them"
    assert changed_keys("core/chance.py") == {"games/symbiose", "games/symphonimo", "bots/kernels", "core"}


# A deal, by a function of the game that calls others; a move, by a template filled with the game; which were on disk.
DEAL = """
import numpy as np
from quatuor import GAMES
from quatuor.bots import new_chooser
from quatuor.core.state import new_state

game = GAMES["symphonimo"]
state, actions = new_state(game.STATE), np.zeros(game.max_legal + 1, np.int16)
game.setup(state, game.encode(2, -1, game.read_options(2, {})), np.uint64(1))
game.loops.choose(state, new_chooser(0), actions)
print(state.tobytes().hex(), *(sum(f.stats.cache_hits.values()) for f in (game.setup, game.loops.choose)))
"""


@pytest.mark.skipif(INTERPRETED, reason="nothing is kept on disk")
def test_compiled_code_is_used_again_by_every_copy_until_something_that_it_calls_changes(tmp_path: Path) -> None:
    def deal(path: Path) -> tuple[str, list[bool]]:
        """The cards, and which functions were on disk."""
        cards, *hits = python("-c", DEAL, path=path, NUMBA_CACHE_DIR=str(tmp_path / "cache")).split()
        return cards, [hit != "0" for hit in hits]

    cards, on_disk = deal(PACKAGE.parent)
    assert on_disk == [False, False]
    copy = copied(tmp_path)
    change(copy / "games" / "symbiose" / "rules.py")
    assert deal(tmp_path) == (cards, [True, True])
    change(copy / "core" / "loops.py")
    assert deal(tmp_path) == (cards, [True, False])
    change(copy / "core" / "chance.py", "0x9E3779B97F4A7C15", "0x9E3779B97F4A7C17")
    others, on_disk = deal(tmp_path)
    assert others != cards and on_disk == [False, False]


@pytest.mark.skipif(INTERPRETED, reason="nothing is kept on disk")
def test_what_was_not_used_for_longest_is_forgotten(tmp_path: Path) -> None:
    folder = tmp_path / "quatuor"
    for age in range(300):
        (folder / str(age)).mkdir(parents=True)
        os.utime(folder / str(age), (1e9 - age, 1e9 - age))
    python("-c", "import quatuor.core.chance", NUMBA_CACHE_DIR=str(tmp_path))
    left = {int(path.name) for path in folder.iterdir() if path.name.isdecimal()}
    assert left == set(range(len(left))) and 100 < len(left) < 300


@pytest.mark.skipif(INTERPRETED, reason="nothing is kept on disk")
def test_every_function_that_compiled_code_calls_is_in_its_key() -> None:
    calls = 0
    for name, module in [*sys.modules.items()]:
        source = Path(getattr(module, "__file__", None) or "")
        if not name.startswith("quatuor.") or source not in compiled_sources():
            continue
        imported = {word: value for word, value in vars(module).items() if word not in needs(name_of(source))}
        functions = {word: value for word, value in imported.items() if hasattr(value, "py_func")}
        for function in functions.values():
            # What a template was filled with is in the name of its module instead.
            for word in functions.keys() & {*function.py_func.__code__.co_names}:
                calls += 1
                assert Path(functions[word].__code__.co_filename) in sources_of(source), (name, word)
    assert calls > 100


def test_the_example_of_the_documentation_runs(tmp_path: Path) -> None:
    blocks = DOCS.read_text(encoding="utf-8").split("```")[1::2]
    files = [block.removeprefix("python\n") for block in blocks if block.startswith("python\n")]
    (printed,) = (block.removeprefix("text\n") for block in blocks if block.startswith("text\n"))
    (tmp_path / "lengths.py").write_text(files[0], encoding="utf-8")
    (tmp_path / "measure.py").write_text(files[1], encoding="utf-8")
    assert python("measure.py", path=tmp_path) == printed
