"""Commands run in this process: a process of its own for each takes longer than most of them do."""

import sys
from collections.abc import Callable

import pytest

from quatuor.cli import main

Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command as a shell does; its exit code and its errors."""

    def command(*args: str, language: str = "en") -> tuple[int, str]:
        monkeypatch.setenv("QUATUOR_LANG", language)
        monkeypatch.setattr(sys, "argv", ["quatuor", *args])
        with pytest.raises(SystemExit) as done:
            main()
        return int(done.value.code or 0), capsys.readouterr().err

    return command
