"""Imports go one way, and no game imports another.

core ← games ← play ← networks ← bots ← envs ← analysis ← puzzles ← arena ← learning ← server ← cli.

Within the server: table ← base modules ← store ← people ← live ← study ← services ← http ← app ← run ← workers.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import quatuor

PACKAGE = Path(quatuor.__file__).parent
SOURCES = sorted((PACKAGE / "server").rglob("*.py"))
FORBIDDEN = ast.Raise | ast.Try | ast.With | ast.ListComp | ast.Dict | ast.JoinedStr
# Waiting, clocks, files and logs of the standard library; libraries from elsewhere are forbidden to a table anyway.
IMPURE = ("asyncio", "datetime", "logging", "socket", "sqlite3", "subprocess", "threading", "time")
LAYERS = (
    "core",
    "games",
    "play",
    "networks",
    "bots",
    "envs",
    "analysis",
    "puzzles",
    "arena",
    "learning",
    "server",
    "cli",
)
# Every other module that lies directly in the server's folder is a base module.
BASE = "base"
SERVER = ("table", BASE, "store", "people", "live", "study", "services", "http", "app", "run", "workers")


def imports(source: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{source}: imports name the whole path"
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def own_imports(source: Path) -> set[str]:
    return {name for name in imports(source) if name.startswith("quatuor.")}


def test_a_layer_imports_only_what_lies_below_it() -> None:
    for source in PACKAGE.rglob("*.py"):
        layer = source.relative_to(PACKAGE).parts[0]
        if layer not in LAYERS:
            assert source.name in ("__init__.py", "__main__.py"), f"{source} is in no layer"
            continue
        below = LAYERS[: LAYERS.index(layer) + 1]
        for name in own_imports(source):
            part = name.split(".")[1]
            assert part in below or part == "__version__", f"{source} imports {name}"


def server_part(module: str) -> str:
    """The room of the server that a module is in, by its path within the server."""
    part = module.split(".")[0]
    return part if part in SERVER else BASE


def test_the_rooms_of_the_server_import_one_way() -> None:
    server, found = PACKAGE / "server", set()
    for source in server.rglob("*.py"):
        room = server_part(".".join(source.relative_to(server).with_suffix("").parts))
        found.add(room)
        below = SERVER[: SERVER.index(room) + 1]
        for name in own_imports(source):
            if name.startswith("quatuor.server."):
                part = server_part(name.removeprefix("quatuor.server."))
                assert part in below, f"{source} imports {name}"
    assert found == set(SERVER)


def test_modules_of_one_room_import_each_other_in_no_circle() -> None:
    """Between rooms there is none, since they import one way."""
    files = {".".join(source.relative_to(PACKAGE.parent).with_suffix("").parts): source for source in SOURCES}
    below = {name: {other for other in imports(source) if other in files} for name, source in files.items()}
    while below:
        lowest = {name for name, others in below.items() if not others & below.keys()}
        assert lowest, f"these import each other: {sorted(below)}"
        below = {name: others for name, others in below.items() if name not in lowest}


def modules_reached(sources: list[Path]) -> set[str]:
    """Every module of the package that these sources import, themselves or by what they import."""
    files = {
        ".".join(source.relative_to(PACKAGE.parent).with_suffix("").parts): source for source in PACKAGE.rglob("*.py")
    }
    files = {name.removesuffix(".__init__"): source for name, source in files.items()}
    found: set[str] = set()
    left = [name for source in sources for name in imports(source) if name in files]
    while left:
        if (name := left.pop()) not in found:
            found.add(name)
            left += [other for other in imports(files[name]) if other in files]
    return found


def test_the_table_is_pure() -> None:
    """A browser can run it: it reaches only the games and what they stand on, and it neither waits, stores nor logs.

    Chance (`secrets`) is allowed: a table draws the seeds of its deals itself.
    """
    sources = list((PACKAGE / "server" / "table").rglob("*.py"))
    assert {"table.py", "moves.py", "views.py"} <= {source.name for source in sources}
    for name in modules_reached(sources) - {"quatuor", "quatuor.server"}:
        _, *rest = name.split(".")
        assert rest[0] in ("core", "games", "play") or rest[:2] == ["server", "table"], f"the table reaches {name}"
    for source in sources:
        for name in imports(source):
            first = name.split(".")[0]
            assert first == "quatuor" or first in sys.stdlib_module_names, f"{source} imports {name}"
            assert first not in IMPURE, f"{source} imports {name}"


def test_no_game_imports_another() -> None:
    for source in (PACKAGE / "games").rglob("*.py"):
        folder = source.relative_to(PACKAGE / "games").parts[0]
        if folder == "__init__.py":
            continue
        for name in own_imports(source):
            if name.startswith("quatuor.games."):
                assert name.split(".")[2] == folder, f"{source} imports {name}"


def compiled_functions() -> Iterator[tuple[Path, ast.FunctionDef]]:
    for source in (PACKAGE / "games").rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and any(ast.unparse(d) == "compiled" for d in node.decorator_list):
                yield source, node


def test_compiled_rules_have_no_strings_no_exceptions_and_no_files() -> None:
    found = list(compiled_functions())
    assert {source.name for source, _ in found} >= {"rules.py", "hidden.py", "evaluate.py"}
    for source, function in found:
        body = function.body[1:] if ast.get_docstring(function) else function.body
        for node in (inner for statement in body for inner in ast.walk(statement)):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, str)), source
            assert not isinstance(node, FORBIDDEN), source
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("open", "print", "str"), source
