"""How well a network plays: its share of the wins against players who look one move ahead, on fixed deals."""

import torch

from quatuor.core.game import Game
from quatuor.envs.batch import Batch
from quatuor.learning.greedy import Greedy
from quatuor.learning.network import Network
from quatuor.learning.self_play import autocast, shared
from quatuor.learning.settings import TableKind

FIRST_SEED = 70_000
_SAMPLES = 4
_CHECK_EVERY = 16  # steps


class Evaluation:
    """The same games of each kind of table whenever it is asked; the network takes every seat in turn."""

    def __init__(self, game: Game, kinds: list[TableKind], tables: int, device: str) -> None:
        self.kinds, self.device, self._size = kinds, device, tables
        where = "cuda" if device == "cuda" else "cpu"
        self.batch = Batch(
            game, [k.players for k in kinds], tables, where, [k.options for k in kinds], skip_forced=True
        )
        players = torch.tensor([kind.players for kind in kinds], device=device)
        self._kinds = shared(self.batch.kinds).long()
        self._own = (torch.arange(tables, device=device) // len(kinds)) % players[self._kinds]
        self._greedy = Greedy(self.batch, _SAMPLES)

    @torch.no_grad()
    def win_shares(self, network: Network) -> list[float]:
        """The network's mean share of the win in each kind of table."""
        b = self.batch
        b.reset(FIRST_SEED)
        won = torch.zeros(self._size, device=self.device)
        done = torch.zeros(self._size, dtype=torch.bool, device=self.device)
        step = 0
        while step % _CHECK_EVERY or not bool(done.all()):
            observations, masks = shared(b.observations).contiguous(), shared(b.masks)
            with autocast(self.device):
                logits = network(observations).logits
            actions = logits.masked_fill(masks == 0, -1.0e9).argmax(-1)
            others = self._greedy.choose(0, self._size, FIRST_SEED + step * 2**20)
            actions = torch.where(shared(b.seats) == self._own, actions, others)
            b.step(actions if self.device == "cuda" else actions.numpy())
            ended = shared(b.ends) & ~done
            share = shared(b.rewards).gather(1, self._own[:, None])[:, 0]
            won = torch.where(ended, share, won)
            done |= ended
            step += 1
        return [float(won[self._kinds == kind].mean()) for kind in range(len(self.kinds))]
