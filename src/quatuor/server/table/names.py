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
# Letters and digits that look alike in many fonts, as they are before case is folded.
_STROKES = str.maketrans("Il1|ІΙӀӏ0", "||||||||o")
# So many accents on one letter are seen in languages; more would hide what stands around it.
_MOST_ACCENTS = 3
# How wide a name may be, in letters as wide as usual: sixteen Chinese ones, or emoji.
_MOST_COLUMNS = 32
# Long dashes, Arabic phrases in one sign, wedges: some are as wide as a whole name.
_VERY_WIDE = re.compile("[\u2e3a\u2e3b\ua9c1-\ua9cd\ufdf0-\ufdfd\U00012000-\U0001254f]")
_VERY_WIDE_COLUMNS = 8
# What everybody is called on their own screen.
_RESERVED = ("You", "Vous")
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
    if not _fits(clean):
        refuse("bad_request", "name.wide")
    if any(_forms(clean) & _forms(reserved) for reserved in _RESERVED):
        refuse("bad_request", "name.reserved", name=clean)
    return clean


def is_name(name: str) -> bool:
    """Whether a name can be shown; the store has older ones that cannot."""
    clean = _cleaned(name)
    return _is_clean_name(clean) and _fits(clean)


def _cleaned(name: str) -> str:
    normal = unicodedata.normalize("NFC", name).translate(_BLANK)
    return " ".join(_without_padding(" ".join(normal.split())).split())


def _is_clean_name(clean: str) -> bool:
    return len(clean) <= LONGEST_NAME and _can_be_seen(clean) and not any(map(_is_refused, clean))


def _fits(clean: str) -> bool:
    """Whether a name stays in its line, and hides nothing above, below or beside it."""
    accents = 0
    for character in unicodedata.normalize("NFD", clean):
        kind = unicodedata.category(character)
        if kind in ("Mn", "Me"):
            accents += 1
        elif kind != "Cf":  # what joins letters does not end a tower of accents
            accents = 0
        if accents > _MOST_ACCENTS:
            return False
    return sum(map(_columns, clean)) <= _MOST_COLUMNS


def _columns(character: str) -> int:
    """How wide a character is, as a multiple of a usual letter."""
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    if _VERY_WIDE.match(character):
        return _VERY_WIDE_COLUMNS
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _can_be_seen(name: str) -> bool:
    """Whether anything in a name shows by itself: a letter, a digit, a sign, but no accent without its letter."""
    bare = _INVISIBLE.sub("", name).translate(_BLANK)
    return any(unicodedata.category(character)[0] in "LNPS" for character in bare)


def name_for_seat(wanted: str, taken: Collection[str]) -> str:
    """The name under which somebody sits at a table where others have theirs: the one wanted, or that with a number.

    A name that is taken keeps nobody from sitting down: the second Ada is « Ada 2 ».
    """
    others = {form for name in taken for form in _forms(name)}
    if not _forms(wanted) & others:
        return wanted
    number = 2
    while _forms(numbered := _with_number(wanted, number)) & others:
        number += 1
    return numbered


def _with_number(name: str, number: int) -> str:
    ending = f" {number}"
    # A joiner holds two signs together: it goes with the second one.
    return name[: LONGEST_NAME - len(ending)].rstrip(f" {_JOINERS}") + ending


def _forms(name: str) -> set[str]:
    """Forms of which two names share one if readers would take one for the other: by case, or by shape."""
    return {_folded(name), _folded(unicodedata.normalize("NFKC", name).translate(_STROKES))}


def _folded(name: str) -> str:
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
