"""Imports go one way: core ← games ← play ← bots ← analysis ← arena ← server ← cli; no game imports another."""

import ast
from collections.abc import Iterator
from pathlib import Path

import quatuor

PACKAGE = Path(quatuor.__file__).parent
FORBIDDEN = ast.Raise | ast.Try | ast.With | ast.ListComp | ast.Dict | ast.JoinedStr
LAYERS = ("core", "games", "play", "bots", "analysis", "arena", "server", "cli")


def imports(source: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{source}: imports name the whole path"
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in found if name.startswith("quatuor.")}


def test_a_layer_imports_only_what_lies_below_it() -> None:
    for source in PACKAGE.rglob("*.py"):
        layer = source.relative_to(PACKAGE).parts[0]
        if layer not in LAYERS:
            assert source.name in ("__init__.py", "__main__.py"), f"{source} is in no layer"
            continue
        below = LAYERS[: LAYERS.index(layer) + 1]
        for name in imports(source):
            part = name.split(".")[1]
            assert part in below or part == "__version__", f"{source} imports {name}"


def test_no_game_imports_another() -> None:
    for source in (PACKAGE / "games").rglob("*.py"):
        folder = source.relative_to(PACKAGE / "games").parts[0]
        if folder == "__init__.py":
            continue
        for name in imports(source):
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
