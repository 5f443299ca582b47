"""Names of browsers, programs and systems, recognised in a User-Agent; its text is never shown or stored."""

from typing import NamedTuple

# The first match decides: most browsers also claim to be one of those further down.
_BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
_SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Macintosh": "Mac",
    "Linux": "Linux",
}
_PROGRAMS = {"curl": "curl", "httpx": "httpx", "requests": "Requests", "aiohttp": "aiohttp", "node": "Node.js"}


class AgentNames(NamedTuple):
    """The common names of a browser or program and of its system; empty if unknown."""

    app: str
    system: str


def read_browser(user_agent: str) -> AgentNames:
    return AgentNames(_first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent))


def read_program(user_agent: str) -> AgentNames:
    return AgentNames(_first(_PROGRAMS, user_agent), "")


def _first(words: dict[str, str], text: str) -> str:
    return next((name for word, name in words.items() if word in text), "")
