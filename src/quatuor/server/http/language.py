"""The language of an answer: the one requested, else the one the browser prefers, else English."""

from functools import lru_cache

from starlette.requests import HTTPConnection

from quatuor.core.texts import LANGUAGES, Language

_REQUESTED: dict[bytes, Language] = {f"lang={language}".encode(): language for language in LANGUAGES}


def language_of(connection: HTTPConnection) -> Language:
    """The language for a request."""
    # Read from the raw query and headers: every move passes here.
    scope = connection.scope
    for word in scope["query_string"].split(b"&"):
        if word in _REQUESTED:
            return _REQUESTED[word]
    for name, value in scope["headers"]:
        if name == b"accept-language":
            return preferred(value.decode("latin-1"))
    return "en"


@lru_cache(1_000)
def preferred(accepted: str) -> Language:
    """The language of ours that an Accept-Language header prefers."""
    best: Language = "en"
    highest = 0.0
    for part in accepted.split(","):
        tag, _, parameters = part.partition(";")
        quality = _quality(parameters)
        for language in LANGUAGES:
            if tag.strip().lower().split("-")[0] == language and quality > highest:
                best, highest = language, quality
    return best


def _quality(parameters: str) -> float:
    name, _, value = parameters.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0
