"""The language that a player reads."""

import os

from quatuor.core.errors import Language


def default_language() -> Language:
    """QUATUOR_LANG, else the system's language if it is French, else English."""
    for name in ("QUATUOR_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"
