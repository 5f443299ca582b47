"""The network that learns: what its layers are."""

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from quatuor.core.game import Game
from quatuor.learning.settings import Settings


class Judgement(NamedTuple):
    """What a network thinks of positions, a row each; seats go from the observer's on."""

    logits: Tensor  # of all actions, legal or not
    wins: Tensor  # the share of the win that each seat can expect
    margins: Tensor


class Network(nn.Module):
    """A residual network whose inputs also lead straight to the actions.

    Where an observation has rows that are alike (Symbiose's places), one layer reads all of them; where actions are
    pairs of such rows (a card of the river for one of the pond), a pair is worth the product of what both offer.
    """

    def __init__(self, game: Game, settings: Settings) -> None:
        super().__init__()
        layout, self.seats = game.observation, game.max_players
        width, self.rows, self.pairs = settings.width, None, settings.pairs
        self.register_buffer("scales", torch.from_numpy(layout.scales), persistent=False)
        self.enter = _layer(layout.size, width)
        self.blocks = nn.ModuleList(_layer(width, width) for _ in range(settings.blocks))
        self.act = _layer(width, game.n_actions, gain=0.01)
        self.direct = nn.Linear(layout.size, game.n_actions, bias=False)
        nn.init.zeros_(self.direct.weight)
        self.value = _layer(width, 2 * self.seats, gain=0.1)
        if settings.rows:
            part = next(part for part in layout.parts if part.name == settings.rows)
            count, features = part.axes[0][0], part.size // part.axes[0][0]
            self.rows = layout.start(part.name), count, features
            self.row = _layer(features, settings.row_width)
            self.place = nn.Parameter(torch.zeros(count, settings.row_width))
            self.rows_enter = nn.Linear(count * settings.row_width, width, bias=False)
            nn.init.orthogonal_(self.rows_enter.weight)
        if self.pairs:
            keys, queries = self.pairs.keys[1] - self.pairs.keys[0], self.pairs.queries[1] - self.pairs.queries[0]
            self.key = nn.Linear(settings.row_width, settings.row_width, bias=False)
            self.key_context = _layer(width, keys * settings.row_width, gain=0.5)
            self.query = nn.Linear(queries * settings.row_width, queries * settings.row_width, bias=False)
            self.query_context = _layer(width, queries * settings.row_width, gain=0.5)
            self.query_direct = nn.Linear(layout.size, queries * settings.row_width, bias=False)

    def forward(self, observations: Tensor) -> Judgement:
        # The scales are put on the weights: the numbers of an observation are exact in any precision.
        x = observations.to(torch.bfloat16 if observations.is_cuda else torch.float32)
        h = functional.linear(x, self.enter.weight * self.scales, self.enter.bias)
        if self.rows:
            tokens = self._tokens(x)
            h = h + self.rows_enter(tokens.flatten(1))
        h = functional.relu(h)
        for block in self.blocks:
            h = h + functional.relu(block(h))
        logits = self.act(h) + functional.linear(x, self.direct.weight * self.scales)
        if self.pairs:
            logits = logits.clone()
            logits[:, self.pairs.first :] += self._pair_logits(x, tokens, h)
        values = self.value(h).float()
        return Judgement(logits.float(), values[:, : self.seats], values[:, self.seats :])

    def _tokens(self, x: Tensor) -> Tensor:
        """The rows, each read by the same layer; a row of zeros stays one."""
        start, count, features = self.rows
        rows = x[:, start : start + count * features].view(-1, count, features)
        scales = self.scales[start : start + features]
        there = (rows != 0).any(-1, keepdim=True)
        read = functional.linear(rows, self.row.weight * scales, self.row.bias) + self.place
        return functional.relu(read) * there

    def _pair_logits(self, x: Tensor, tokens: Tensor, h: Tensor) -> Tensor:
        """What each pair is worth. What one side of it asks for depends on all rows of that side together."""
        keys, queries = tokens[:, slice(*self.pairs.keys)], tokens[:, slice(*self.pairs.queries)]
        keys = functional.relu(self.key(keys) + self.key_context(h).view(keys.shape))
        asked = self.query(queries.flatten(1)) + self.query_context(h)
        asked = asked + functional.linear(x, self.query_direct.weight * self.scales)
        queries = functional.relu(asked).view(queries.shape)
        return torch.bmm(keys, queries.transpose(1, 2)).flatten(1) * keys.shape[2] ** -0.5


def _layer(inputs: int, outputs: int, gain: float = 2**0.5) -> nn.Linear:
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer
