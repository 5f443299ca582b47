"""The network that learns, in PyTorch; `quatuor.networks` plays the same one without."""

from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from quatuor.core.game import Game
from quatuor.networks import Pairs, Rows, Shape


class Judgements(NamedTuple):
    """What a network thinks of positions, a row each; seats go from the observer's on."""

    logits: Tensor  # of all actions, legal or not
    wins: Tensor  # the share of the win that each seat can expect
    margins: Tensor


class LearningNetwork(nn.Module):  # type: ignore[misc] # PyTorch is an extra
    """A residual network whose inputs also lead straight to the actions.

    Where an observation has rows that are alike (Symbiose's places), one layer reads all of them; where actions are
    pairs of such rows (a card of the river for one of the pond), a pair is worth the product of what both offer.
    """

    def __init__(self, game: Game, shape: Shape) -> None:
        super().__init__()
        layout, width = game.observation, shape.width
        self.seats, self.shape = game.max_players, shape
        self.register_buffer("scales", torch.from_numpy(layout.scales), persistent=False)
        self.enter = _layer(layout.size, width)
        self.blocks = nn.ModuleList(_layer(width, width) for _ in range(shape.blocks))
        self.act = _layer(width, game.n_actions, gain=0.01)
        self.direct = nn.Linear(layout.size, game.n_actions, bias=False)
        nn.init.zeros_(self.direct.weight)
        self.value = _layer(width, 2 * self.seats, gain=0.1)
        if shape.rows:
            count, wide = shape.rows.count, shape.rows.width
            self.row = _layer(shape.rows.features, wide)
            self.place = nn.Parameter(torch.zeros(count, wide))
            self.rows_enter = nn.Linear(count * wide, width, bias=False)
            nn.init.orthogonal_(self.rows_enter.weight)
            if shape.pairs:
                keys, queries = (wide * (high - low) for low, high in (shape.pairs.keys, shape.pairs.queries))
                self.key = nn.Linear(wide, wide, bias=False)
                self.key_context = _layer(width, keys, gain=0.5)
                self.query = nn.Linear(queries, queries, bias=False)
                self.query_context = _layer(width, queries, gain=0.5)
                self.query_direct = nn.Linear(layout.size, queries, bias=False)

    def forward(self, observations: Tensor) -> Judgements:
        # The scales are put on the weights: the numbers of an observation are exact in any precision.
        x = observations.to(torch.bfloat16 if observations.is_cuda else torch.float32)
        h = functional.linear(x, self.enter.weight * self.scales, self.enter.bias)
        rows = self._rows(x, self.shape.rows) if self.shape.rows else None
        if rows is not None:
            h = h + self.rows_enter(rows.flatten(1))
        h = functional.relu(h)
        for block in self.blocks:
            h = h + functional.relu(block(h))
        logits = self.act(h) + functional.linear(x, self.direct.weight * self.scales)
        if self.shape.pairs:
            first = self.shape.pairs.first
            logits = torch.cat([logits[:, :first], logits[:, first:] + self._pairs(x, rows, h, self.shape.pairs)], 1)
        values = self.value(h).float()
        return Judgements(logits.float(), values[:, : self.seats], values[:, self.seats :])

    def _rows(self, x: Tensor, where: Rows) -> Tensor:
        """The rows, each read by the same layer; a row of zeros stays one."""
        start, count, features = where.start, where.count, where.features
        rows = x[:, start : start + count * features].view(-1, count, features)
        there = (rows != 0).any(-1, keepdim=True)
        scales = self.scales[start : start + features]
        read = functional.linear(rows, self.row.weight * scales, self.row.bias) + self.place
        return functional.relu(read) * there

    def _pairs(self, x: Tensor, rows: Any, h: Tensor, pairs: Pairs) -> Tensor:
        """What each pair is worth. What a query asks for depends on all rows of the queries together."""
        keys, queries = (rows[:, slice(*span)] for span in (pairs.keys, pairs.queries))
        offered = functional.relu(self.key(keys) + self.key_context(h).view(keys.shape))
        asked = self.query(queries.flatten(1)) + self.query_context(h)
        asked = asked + functional.linear(x, self.query_direct.weight * self.scales)
        asked = functional.relu(asked).view(queries.shape)
        return torch.bmm(offered, asked.transpose(1, 2)).flatten(1) * keys.shape[2] ** -0.5


def _layer(inputs: int, outputs: int, gain: float = 2**0.5) -> nn.Linear:
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer
