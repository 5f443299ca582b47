"""What the browser tests stand on: a Chromium, a server in a process of its own, and pages that are watched."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import ConsoleMessage, Page

# Chromium's own search box is a page of its own in every window, and takes longer than the page under test. Playwright
# has such a list too, of which this one takes the place: so it begins with what Playwright's has.
_WITHOUT = (
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"),
    *("HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning"),
    *("AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled"),
    *("PreconnectToSearch", "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(_WITHOUT)}",
)
_NAMES = ("chromium", "chromium-browser", "google-chrome")
_START_SECONDS = 120  # the first start on a machine compiles the rules
# Two tests at once may both find no Chromium: the second waits for the first.
_APT = ["apt-get", "-o", "DPkg::Lock::Timeout=600", "-qq"]


def find_chromium() -> str:
    """Chromium on the path, or installed here and now; the tests fail without one."""
    found = _on_path()
    if not found and shutil.which("apt-get") and os.geteuid() == 0:
        for words in (["update"], ["install", "-y", "--no-install-recommends", "chromium"]):
            subprocess.run([*_APT, *words], check=False, stdout=subprocess.DEVNULL)
        found = _on_path()
    if not found:
        pytest.fail("The browser tests need Chromium on PATH; on Debian: sudo apt-get install chromium", pytrace=False)
    return found


def _on_path() -> str | None:
    return next((path for path in map(shutil.which, _NAMES) if path), None)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """A real server on its own port and store, as fast as it can and without rate limits."""

    def __init__(self, folder: Path, port: int | None = None, environment: Mapping[str, str] | None = None) -> None:
        self.port = port or free_port()
        self._environment = environment
        self.url = f"http://127.0.0.1:{self.port}"
        self.db = folder / "quatuor.db"
        self._log = folder / "server.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, on what it kept if it ran before, and wait until it answers."""
        program = Path(__file__).with_name("serve.py")
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, str(program), str(self.port), str(self.db)],
                stdout=log,
                stderr=log,
                env=self._environment,
            )
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline and self._process.poll() is None:
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{self.url}/api/health", timeout=_START_SECONDS).status_code == 200:
                    return
            time.sleep(0.1)
        self.kill()
        pytest.fail(f"The server did not start:\n{self._log.read_text()[-3000:]}", pytrace=False)

    def kill(self) -> None:
        """End it at once, as a power cut does."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as a host does."""
        self._end(signal.SIGTERM)

    def _end(self, how: int) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(30)
            self._process = None


@contextlib.contextmanager
def serving(folder: Path, environment: Mapping[str, str] | None = None) -> Iterator[ServerProcess]:
    """A server while a test or a session lasts."""
    server = ServerProcess(folder, environment=environment)
    server.start()
    try:
        yield server
    finally:
        server.stop()


class Watch:
    """Listens to a page: an exception, a console error or a broken policy makes its test fail.

    A test that means to cause one adds a piece of its text to `expected`.
    """

    def __init__(self, page: Page) -> None:
        self.expected: list[str] = []
        self._heard: list[str] = []
        page.on("pageerror", lambda error: self._heard.append(f"exception: {error}"))
        page.on("console", self._hear)

    def _hear(self, message: ConsoleMessage) -> None:
        # A move that is posted too late, or is not allowed, is answered by a reason: the browser calls that an error.
        # So is a number for a deal that has begun without it.
        refused = "status of 409" in message.text or "status of 422" in message.text
        address = message.location.get("url", "")
        asked = any(path in address for path in ("/moves", "/contribution"))
        if message.type == "error" and not (refused and asked):
            self._heard.append(f"console: {message.text} ({address})")

    @property
    def complaints(self) -> list[str]:
        """What was heard and not expected."""
        return [heard for heard in self._heard if not any(part in heard for part in self.expected)]
