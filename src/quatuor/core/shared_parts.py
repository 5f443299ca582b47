"""Views and aids of which a part is the same for everybody: whoever sends them compares and writes that part once."""

from collections.abc import Mapping
from typing import Any


class WithShared(dict[str, Any]):
    """All fields together; `shared`, one object for all who look at the same state, and `own`, which is the seat's."""

    __slots__ = ("own", "shared")

    shared: Mapping[str, Any]
    own: Mapping[str, Any]


def with_shared(shared: Mapping[str, Any], own: Mapping[str, Any]) -> Any:
    """A view or aids made of what everybody sees and what is the seat's own; nobody changes either."""
    both = WithShared(shared)
    both.update(own)
    both.shared, both.own = shared, own
    return both
