"""One source of a loop, one compiled copy of it per game.

Numba keeps on disk what names other compiled functions as module globals, and recompiles in every process what
is given them as arguments. So a generic loop is an ordinary module that names `legal`, `apply`… without defining
them, and is executed once per game with that game's functions put in place first.
"""

import sys
from collections.abc import Mapping
from importlib.util import find_spec
from threading import RLock
from types import ModuleType
from typing import Any

# Several threads may need the same module first: it is made once.
_making = RLock()
_made: dict[tuple[str, str], ModuleType] = {}


def specialise(template: str, package: str, functions: Mapping[str, Any]) -> ModuleType:
    """The module `template`, executed as a part of `package` with these functions as its globals."""
    with _making:
        if (template, package) not in _made:
            _made[template, package] = _execute(template, package, functions)
        return _made[template, package]


def _execute(template: str, package: str, functions: Mapping[str, Any]) -> ModuleType:
    spec = find_spec(template)
    assert spec is not None and spec.loader is not None
    module = ModuleType(f"{package}.{template.rpartition('.')[2]}", f"{template} for {package}")
    module.__file__ = spec.origin
    module.__dict__.update(functions)
    # Numba finds the globals of a function read back from disk by its module's name.
    sys.modules[module.__name__] = module
    exec(spec.loader.get_code(template), module.__dict__)  # type: ignore[attr-defined]
    return module
