"""Names of people and bots, and ids of tables: which names are accepted, and how those at one table are told apart."""

import re
import secrets
import unicodedata
from collections.abc import Collection, Iterator

from quatuor.server.table.refusals import refuse

LONGEST_NAME = 24

_ID_SYMBOLS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that can be taken for another
_ID_LENGTH = 8
# The same as a regular expression.
TABLE_ID = f"[A-HJ-NP-Z2-9]{{{_ID_LENGTH}}}"

# Musicians.
_BOTS = (
    "Clara",
    "Django",
    "Nina",
    "Miles",
    "Barbara",
    "Chopin",
    "Bessie",
    "Fauré",
    "Maria",
    "Mingus",
    "Nadia",
    "Ravel",
)

# Characters that show nothing by themselves: those that Unicode calls default-ignorable, and marks of their kind.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U00016fe4\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
# Characters that are as wide as a letter, and as empty as a space.
_BLANK = str.maketrans(dict.fromkeys("\u2800\ufffc\U00013441\U00013442", " "))
# What reverses text, or is not text at all, is refused and not removed: it was not typed by accident.
_REFUSED = re.compile("[\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef]")
# The three flags that are spelled in invisible letters: England, Scotland, Wales.
_SPELLED_FLAG = re.compile(
    "\U0001f3f4\U000e0067\U000e0062(?:\U000e0065\U000e006e\U000e0067|\U000e0073\U000e0063\U000e0074"
    "|\U000e0077\U000e006c\U000e0073)\U000e007f"
)
# Letters of other alphabets that nobody tells from ours, as they are after case is folded.
_LOOK_ALIKES = str.maketrans("авеԁһіјкӏмнорсԛѕтухԝɑαβεζηικμνορτυχωꓮ", "abedhijklmhopcqstyxwaabezhikmvoptuxwa")
# So many accents on one letter are seen in languages; more would hide what stands around it.
_TOWER = re.compile("[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{4}")
_JOINERS = "\u200c\u200d"
_EMOJI_STYLE = "\ufe0e\ufe0f"
_KEYCAP = "\u20e3"
_VIRAMA = 9
# Scripts in which a joiner decides how the letters beside it look.
_JOINED_SCRIPTS = ("ARABIC", "SYRIAC", "MANDAIC", "NKO", "MONGOLIAN", "ADLAM")


def new_id() -> str:
    """An id that nobody guesses and everybody can type."""
    return "".join(secrets.choice(_ID_SYMBOLS) for _ in range(_ID_LENGTH))


def bot_names(taken: Collection[str]) -> Iterator[str]:
    """Names for bots that nobody at the table has, in any order."""
    free = [name for name in _BOTS if name_for_seat(name, taken) == name]
    while free:
        yield free.pop(secrets.randbelow(len(free)))


def clean_name(name: str) -> str:
    """A name as others will read it: nothing invisible without effect, no more than one space in a row."""
    clean = _cleaned(name)
    if not _is_clean_name(clean):
        refuse("bad_request", "name.refused", longest=LONGEST_NAME)
    return clean


def is_name(name: str) -> bool:
    """Whether a name would be accepted; the store has older ones that would not."""
    return _is_clean_name(_cleaned(name))


def _cleaned(name: str) -> str:
    normal = unicodedata.normalize("NFC", name).translate(_BLANK)
    return " ".join(_without_padding(" ".join(normal.split())).split())


def _is_clean_name(clean: str) -> bool:
    readable = _can_be_seen(clean) and not _TOWER.search(unicodedata.normalize("NFD", clean))
    return len(clean) <= LONGEST_NAME and readable and not any(map(_is_refused, clean))


def _can_be_seen(name: str) -> bool:
    """Whether anything in a name shows by itself: a letter, a digit, a sign, but no accent without its letter."""
    bare = _INVISIBLE.sub("", name).translate(_BLANK)
    return any(unicodedata.category(character)[0] in "LNPS" for character in bare)


def name_for_seat(wanted: str, taken: Collection[str]) -> str:
    """The name under which somebody sits at a table where others have theirs: the one wanted, or that with a number.

    A name that is taken keeps nobody from sitting down: the second Ada is « Ada 2 ».
    """
    others = {_read_as(name) for name in taken}
    if _read_as(wanted) not in others:
        return wanted
    number = 2
    while _read_as(numbered := _with_number(wanted, number)) in others:
        number += 1
    return numbered


def _with_number(name: str, number: int) -> str:
    ending = f" {number}"
    # A joiner holds two signs together: it goes with the second one.
    return name[: LONGEST_NAME - len(ending)].rstrip(f" {_JOINERS}") + ending


def _read_as(name: str) -> str:
    """A form that two names share if readers would take one for the other."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(_INVISIBLE.sub("", folded).translate(_BLANK).translate(_LOOK_ALIKES).split())


def _without_padding(name: str) -> str:
    """A name without the invisible characters that change nothing about how it looks."""
    flags = {k for flag in _SPELLED_FLAG.finditer(name) for k in range(*flag.span())}
    return "".join(
        character
        for k, character in enumerate(name)
        if k in flags or not _INVISIBLE.match(character) or _REFUSED.match(character) or _has_effect(name, k)
    )


def _has_effect(name: str, k: int) -> bool:
    """Whether an invisible character changes how its neighbours look: in emoji, and in scripts that need it."""
    before, after = name[k - 1] if k else "", name[k + 1] if k + 1 < len(name) else ""
    if not before:
        return False
    if name[k] in _JOINERS:
        if unicodedata.combining(before) == _VIRAMA:
            return True
        joined = _script(before) in _JOINED_SCRIPTS and _script(after) in _JOINED_SCRIPTS
        return joined or (name[k] == "\u200d" and _is_sign(_base(name, k)) and _is_sign(after))
    if name[k] in _EMOJI_STYLE:
        return after == _KEYCAP or _is_sign(before)
    if _INVISIBLE.match(before):
        return False
    if unicodedata.name(name[k], "").startswith("MONGOLIAN"):
        return _script(before) == "MONGOLIAN"
    is_selector = unicodedata.name(name[k], "").startswith("VARIATION SELECTOR")
    return is_selector and _script(before) in ("CJK", "MYANMAR", "PHAGS-PA")


def _base(name: str, k: int) -> str:
    """The sign that stands before a place, without its style and its colour of skin."""
    before = name[:k].rstrip(f"{_EMOJI_STYLE}\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")
    return before[-1:]


def _is_sign(character: str) -> bool:
    return character != "" and unicodedata.category(character) in ("So", "Sm", "Sk")


def _script(character: str) -> str:
    """The first word of a character's name, which says its script."""
    return unicodedata.name(character, "").partition(" ")[0] if character else ""


def _is_refused(character: str) -> bool:
    """Whether a character has no place in a name: a control, a private one, half a pair, or none at all."""
    if _REFUSED.match(character) or ord(character) & 0xFFFE == 0xFFFE:
        return True
    return unicodedata.category(character) in ("Cc", "Cf", "Co", "Cs") and not _INVISIBLE.match(character)
