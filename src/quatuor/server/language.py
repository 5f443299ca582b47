"""The language of an answer: the one asked for, else the one that the browser prefers, else English."""

from starlette.requests import HTTPConnection

from quatuor.core.errors import LANGUAGES, Language


def language_of(connection: HTTPConnection) -> Language:
    """The language of who asks."""
    asked = connection.query_params.get("lang")
    for language in LANGUAGES:
        if asked == language:
            return language
    return preferred(connection.headers.get("accept-language", ""))


def preferred(accepted: str) -> Language:
    """The best of our languages in an Accept-Language header."""
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
