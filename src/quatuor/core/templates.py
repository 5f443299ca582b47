"""Templates: one source of a loop, one compiled copy of it for each game; `docs/templates.md` explains the idea.

Numba keeps on disk what names other compiled functions as module globals, and recompiles in every process what
is given them as arguments. So a template is an ordinary module that declares what it needs by annotations without a
value (`legal: Callable[..., Any]`), and is executed once for each filling with those names in place.
"""

import ast
import hashlib
import sys
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from itertools import count
from threading import RLock
from types import ModuleType
from typing import Any

import numpy as np

from quatuor.core.compiled import UNKEPT
from quatuor.core.sources import source_key

# Several threads may need the same module first: it is made once.
_making = RLock()
_made: dict[tuple[Any, ...], ModuleType] = {}
_numbers = count(1)


def instantiate(template: str, package: str, supplied: Mapping[str, Any]) -> ModuleType:
    """The module `template`, executed as a part of `package` with what it needs of `supplied` as its globals.

    The same functions give the same module, others give another one. TypeError where something is missing.
    """
    needed = needs(template)
    missing = [name for name in needed if name not in supplied]
    if missing:
        raise TypeError(f"the template {template} needs {', '.join(missing)}, which nobody supplies")
    filling = {name: supplied[name] for name in needed}
    key = template, package, *filling.values()
    with _making:
        if key not in _made:
            _made[key] = _execute(template, package, filling)
        return _made[key]


@cache
def needs(template: str) -> tuple[str, ...]:
    """The names that a template needs: those that it annotates and gives no value."""
    source = _loader(template).get_source(template)
    return tuple(
        node.target.id
        for node in ast.parse(source).body
        if isinstance(node, ast.AnnAssign) and node.value is None and isinstance(node.target, ast.Name)
    )


def _execute(template: str, package: str, filling: Mapping[str, Any]) -> ModuleType:
    loader = _loader(template)
    known = {name: _known_as(value) for name, value in filling.items()}
    kept = None not in known.values()
    mark = hashlib.sha256(f"{template} {known}".encode()).hexdigest()[:8] if kept else f"unkept{next(_numbers)}"
    # Numba keeps compiled functions by their module's name, and finds the globals of one that it reads back by it.
    module = ModuleType(f"{package}.{template.rpartition('.')[2]}_{mark}", f"{template} for {package}")
    module.__file__ = loader.get_filename(template)
    module.__dict__.update(filling)
    if not kept:
        module.__dict__[UNKEPT] = True
    sys.modules[module.__name__] = module
    exec(loader.get_code(template), module.__dict__)
    return module


def _known_as(value: Any) -> str | None:
    """What a function is called in every process, with a key to its sources; None if only this process knows it."""
    if isinstance(value, np.dtype):
        return str(value.descr)
    module = sys.modules.get(getattr(value, "__module__", None) or "")
    name = getattr(value, "__qualname__", None) or ""
    if module is None or UNKEPT in module.__dict__ or getattr(module, name, None) is not value:
        return None
    key = source_key(getattr(module, "__file__", None))
    return None if key is None else f"{module.__name__}.{name} {key}"


def _loader(template: str) -> Any:
    spec = find_spec(template)
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(f"there is no template {template}", name=template)
    return spec.loader
