"""How well a network plays: its share of the wins against players who look one move ahead, or another network."""

import torch

from quatuor.core.game import Game
from quatuor.envs.batch import Device
from quatuor.learning.choices import legal_only
from quatuor.learning.network import LearningNetwork
from quatuor.learning.settings import TableKind
from quatuor.learning.tables import Greedy, half_precision, new_batch, shared, step

FIRST_SEED = 70_000
_SAMPLES = 4
_CHECK_EVERY = 16  # steps: to ask a GPU whether all games are over makes it wait


class Evaluation:
    """The same games at each kind of table whenever it is asked; the network takes every seat in turn."""

    def __init__(
        self,
        game: Game,
        kinds: list[TableKind],
        games: int,
        device: Device,
        opponent: LearningNetwork | None = None,
    ) -> None:
        """Without an opponent, against players who look one move ahead."""
        self._kinds, self._games, self._device = kinds, games, device
        self._batch = new_batch(game, kinds, games, device)
        self._kind_of = shared(self._batch.kinds).long()
        players = torch.tensor([kind.players for kind in kinds], device=device)
        self._own = (torch.arange(games, device=device) // len(kinds)) % players[self._kind_of]
        self._greedy, self._opponent = Greedy(self._batch, _SAMPLES), opponent

    def win_shares(self, network: LearningNetwork) -> dict[str, float]:
        """The network's mean share of the win, by the name of the kind of table."""
        won = torch.zeros(self._games, device=self._device)
        done = torch.zeros(self._games, dtype=torch.bool, device=self._device)
        self._batch.reset(FIRST_SEED)
        steps = 0
        while steps % _CHECK_EVERY or not bool(done.all()):
            step(self._batch, self._chosen(network, FIRST_SEED + (steps << 20)))
            ended = shared(self._batch.ends) & ~done
            share = shared(self._batch.rewards).gather(1, self._own[:, None])[:, 0]
            won = torch.where(ended, share, won)
            done |= ended
            steps += 1
        return {kind.name: float(won[self._kind_of == k].mean()) for k, kind in enumerate(self._kinds)}

    def _chosen(self, network: LearningNetwork, seed: int) -> torch.Tensor:
        own = self._best(network)
        others = self._best(self._opponent) if self._opponent else self._greedy.choose(0, self._games, seed)
        return torch.where(shared(self._batch.seats) == self._own, own, others)

    def _best(self, network: LearningNetwork) -> torch.Tensor:
        with torch.no_grad(), half_precision(self._device):
            logits = network(shared(self._batch.observations).contiguous()).logits
        return legal_only(logits, shared(self._batch.masks)).argmax(-1)
