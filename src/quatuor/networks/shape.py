"""The shape of a network: which layers it has, and how large they are."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from quatuor.core.game import Game


@dataclass(frozen=True)
class Rows:
    """Rows of the observation that are alike, so that one layer, `width` wide, reads each of them."""

    start: int
    count: int
    features: int
    width: int


@dataclass(frozen=True)
class Pairs:
    """Actions, from the action `first` on, that are pairs of rows: each of the keys' with each of the queries'."""

    first: int
    keys: tuple[int, int]
    queries: tuple[int, int]


@dataclass(frozen=True)
class Shape:
    """The numbers that say how large each array of a network is."""

    width: int
    blocks: int
    rows: Rows | None = None
    pairs: Pairs | None = None

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Shape":
        rows, pairs = data["rows"], data["pairs"]
        return cls(
            int(data["width"]),
            int(data["blocks"]),
            Rows(**{name: int(value) for name, value in rows.items()}) if rows else None,
            Pairs(int(pairs["first"]), _span(pairs["keys"]), _span(pairs["queries"])) if pairs else None,
        )

    def fits(self, game: Game) -> bool:
        """Whether its rows are in the observation, and its pairs are rows and actions of the game."""
        rows, pairs = self.rows, self.pairs
        if self.width < 1 or self.blocks < 0:
            return False
        if rows is None:
            return pairs is None
        if min(rows.start, rows.count - 1, rows.features - 1, rows.width - 1) < 0:
            return False
        if rows.start + rows.count * rows.features > game.observation.size:
            return False
        if pairs is None:
            return True
        inside = all(0 <= low < high <= rows.count for low, high in (pairs.keys, pairs.queries))
        return (
            inside and pairs.first >= 0 and pairs.first + _length(pairs.keys) * _length(pairs.queries) == game.n_actions
        )

    def arrays(self, game: Game) -> dict[str, tuple[int, ...]]:
        """The shape of each array, by the name that it has in the network that was trained."""
        inputs, actions, seats, width = game.observation.size, game.n_actions, game.max_players, self.width
        found = _layer("enter", inputs, width)
        for block in range(self.blocks):
            found |= _layer(f"blocks.{block}", width, width)
        found |= _layer("act", width, actions) | {"direct.weight": (actions, inputs)}
        found |= _layer("value", width, 2 * seats)
        if self.rows:
            wide = self.rows.width
            found |= _layer("row", self.rows.features, wide)
            found |= {"place": (self.rows.count, wide), "rows_enter.weight": (width, self.rows.count * wide)}
            if self.pairs:
                keys, queries = _length(self.pairs.keys) * wide, _length(self.pairs.queries) * wide
                found |= {"key.weight": (wide, wide), "query.weight": (queries, queries)}
                found |= {"query_direct.weight": (queries, inputs)}
                found |= _layer("key_context", width, keys) | _layer("query_context", width, queries)
        return found


def _layer(name: str, inputs: int, outputs: int) -> dict[str, tuple[int, ...]]:
    return {f"{name}.weight": (outputs, inputs), f"{name}.bias": (outputs,)}


def _length(span: tuple[int, int]) -> int:
    return span[1] - span[0]


def _span(pair: Any) -> tuple[int, int]:
    low, high = pair
    return int(low), int(high)
