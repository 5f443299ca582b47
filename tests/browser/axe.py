"""What axe says of a page."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

_SERIOUS = ("serious", "critical")

# The document is the same by day and by night: only the rules about colours can find something else.
_OPTIONS: dict[str, dict[str, Any]] = {
    "light": {"resultTypes": ["violations"]},
    "dark": {"resultTypes": ["violations"], "runOnly": ["color-contrast", "link-in-text-block"]},
}

# What is still fading in has no contrast yet; what moves for ever is not waited for.
_AT_REST = """() => document.getAnimations().every((animation) =>
  animation.playState !== 'running' || animation.effect?.getComputedTiming().iterations === Infinity)"""


def assert_nothing_serious(page: Page) -> None:
    """Axe finds nothing serious on the page as it is, by day and by night."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    for scheme, options in _OPTIONS.items():
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        page.wait_for_function(_AT_REST)
        found = page.evaluate("async (options) => (await axe.run(options)).violations", options)
        serious = [violation for violation in found if violation["impact"] in _SERIOUS]
        assert not serious, "\n".join(_told(violation, scheme) for violation in serious)


def _told(violation: dict[str, object], scheme: str) -> str:
    nodes = violation["nodes"]
    assert isinstance(nodes, list)
    where = "; ".join(f"{node['target']} {node.get('failureSummary', '')}" for node in nodes[:3])
    return f"{scheme}: {violation['id']}: {violation['help']}: {where}"
