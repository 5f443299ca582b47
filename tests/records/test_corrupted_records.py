"""Whatever is done to a record, reading it answers with a sentence, never with a traceback (Hypothesis)."""

import copy
import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import quatuor
from quatuor import GAMES, Playthrough, QuatuorError
from quatuor.play.files import read_text
from quatuor.play.proof import Proof
from quatuor.play.record_format import line_of, record_of
from setups import DEFAULTS

RECORDS = [setup.play(31, moves=12).record(legal=True) for setup in DEFAULTS]
_proof = Proof.of("5a" * 32, ((0, "a5" * 32), (1, "0f" * 32)))
RECORDS += [record_of(Playthrough(name, 2, proof=_proof), abandoned=True) for name in GAMES]
junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to every value in a record."""
    found = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        found += places(inner, (*path, key))
    return found


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_a_record_with_anything_anywhere_is_read_or_refused(data: st.DataObject) -> None:
    record = copy.deepcopy(data.draw(st.sampled_from(RECORDS)))
    *path, last = data.draw(st.sampled_from(places(record)))
    holder = record
    for key in path:
        holder = holder[key]
    if data.draw(st.booleans()):
        holder[last] = data.draw(junk)
    else:
        del holder[last]
    try:
        play = quatuor.verify(record).play
    except QuatuorError as error:
        assert error.say("en") and error.say("fr")
    else:
        assert comparable(play.record()) == comparable(record), "what is accepted is what was written"


def comparable(record: dict[str, Any]) -> dict[str, Any]:
    """A record without what may differ: legal lists, which are optional, and the order of cards dealt to a hand."""
    moves = [{key: value for key, value in move.items() if key != "legal"} for move in record["moves"]]
    deal = {key: sorted(map(json.dumps, map(_sorted, value))) for key, value in record["deal"].items()}
    return record | {"moves": moves, "deal": deal}


def _sorted(value: Any) -> Any:
    return sorted(value) if isinstance(value, list) else value


@settings(max_examples=200, deadline=None)
@given(cut=st.integers(0, 10_000), insert=st.text(max_size=4))
def test_a_damaged_file_is_read_or_refused(cut: int, insert: str) -> None:
    text = line_of(RECORDS[0])
    cut %= len(text)
    try:
        for record in read_text(text[:cut] + insert + text[cut + 1 :]):
            quatuor.verify(record)
    except QuatuorError as error:
        assert json.dumps(error.say("fr"))
