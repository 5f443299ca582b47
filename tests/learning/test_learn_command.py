"""`quatuor learn` where PyTorch is not installed."""

import sys

import pytest
from click.testing import CliRunner

from quatuor import QuatuorError
from quatuor.cli import quatuor


def test_without_pytorch_the_command_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    done = CliRunner().invoke(quatuor, ["learn", "symphonimo"])
    assert isinstance(done.exception, QuatuorError)
    assert str(done.exception) == 'this needs PyTorch: pip install "quatuor[learn]".'
