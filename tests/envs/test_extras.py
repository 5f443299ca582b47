"""Nobody pays for a library that they do not use, and who lacks one is told which extra brings it."""

import subprocess
import sys
from importlib import import_module

import pytest

from quatuor import QuatuorError
from quatuor.envs import pictures


@pytest.mark.parametrize(
    ("module", "library", "sentence"),
    [
        ("pettingzoo", "pettingzoo", 'this needs PettingZoo: pip install "quatuor[pettingzoo]".'),
        ("gymnasium", "gymnasium", 'this needs Gymnasium: pip install "quatuor[gymnasium]".'),
        ("open_spiel", "pyspiel", 'this needs OpenSpiel: pip install "quatuor[openspiel]".'),
    ],
)
def test_without_its_library_a_module_says_which_extra_brings_it(
    module: str, library: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, f"quatuor.envs.{module}", raising=False)
    with pytest.raises(ImportError) as refused:
        import_module(f"quatuor.envs.{module}")
    assert isinstance(refused.value, QuatuorError) and str(refused.value) == sentence


def test_without_matplotlib_a_picture_is_refused_when_it_is_ordered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    pictures._fonts.cache_clear()
    with pytest.raises(QuatuorError, match=r'^pictures need Matplotlib: pip install "quatuor\[plot\]"\.$'):
        pictures.check_pictures()


def test_importing_quatuor_imports_none_of_them() -> None:
    program = """
import sys, quatuor, quatuor.envs, quatuor.envs.batch, quatuor.cli
print(*{name.partition(".")[0] for name in sys.modules})
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    heavy = {"pettingzoo", "gymnasium", "matplotlib", "PIL", "pyspiel", "ray", "torch", "jax"}
    assert not heavy & set(done.stdout.split())
