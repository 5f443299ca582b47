"""What a device is called in a list: a few words that a User-Agent is known by, never the text itself."""

from typing import NamedTuple

# The first word found decides: most browsers also claim to be those further down.
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


class Kind(NamedTuple):
    """A browser or program and the system below it, as people call them; empty where they are not known."""

    app: str
    system: str


def read_browser(user_agent: str) -> Kind:
    return Kind(_first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent))


def read_program(user_agent: str) -> Kind:
    return Kind(_first(_PROGRAMS, user_agent), "")


def _first(words: dict[str, str], text: str) -> str:
    return next((name for word, name in words.items() if word in text), "")
