"""Who else sits at a learner's tables: its earlier selves, networks of files, players who look one move ahead."""

from collections.abc import Callable
from copy import deepcopy
from typing import NamedTuple

import torch
from torch import Tensor

from quatuor.envs.batch import Batch, Device
from quatuor.learning.checkpoint import read_player
from quatuor.learning.choices import drawn, legal_only
from quatuor.learning.network import LearningNetwork
from quatuor.learning.settings import Settings
from quatuor.learning.tables import Greedy, half_precision, shared

_NEXT_SEED = 0x9E3779B97F4A7C15


class _Group(NamedTuple):
    """The tables from `low` to before `high`, and who decides at the company's seats there."""

    low: int
    high: int
    decide: Callable[[Tensor, Tensor], Tensor]  # by observations and masks
    teaches: bool


class Asked(NamedTuple):
    """Of each table's decision: whether the learner made it, and whether someone did of whom it may learn."""

    own: Tensor
    shown: Tensor


class Company:
    """Seats at the last tables of a batch; at those before them the learner plays itself alone."""

    def __init__(
        self, batch: Batch, players: Tensor, settings: Settings, device: Device, chance: torch.Generator, seed: int
    ) -> None:
        self._batch, self._device, self._chance, self._lone = batch, device, chance, settings.lone
        self._earlier: list[LearningNetwork] = []
        self._most = settings.remembered
        self._others = [read_player(name, batch.game).to(device) for name in settings.company]
        self._turn = 0
        self._greedy, self._greedy_seed = Greedy(batch, settings.greedy_samples), seed
        self._groups: list[_Group] = []
        self._from = len(players)
        self._add(settings.with_greedy, self._ask_greedy, teaches=True)
        self._add(settings.with_company, self._ask_others, teaches=True)
        self._add(settings.with_earlier, self._ask_earlier, teaches=False)
        self._players = players[self._from :]
        self._theirs = self._seated()

    def _add(self, share: float, decide: Callable[[Tensor, Tensor], Tensor], teaches: bool) -> None:
        high, self._from = self._from, self._from - int(share * self._batch.size)
        if self._from < high:
            self._groups.append(_Group(self._from, high, decide, teaches))

    def remember(self, network: LearningNetwork) -> None:
        """The learner as it is now is one of its earlier selves from now on."""
        self._earlier = [*self._earlier, deepcopy(network).eval()][-self._most :]

    def _seated(self) -> Tensor:
        """The company's seats: at each table with a chance of its own and never all of them, or all but one."""

        def draw(*shape: int) -> Tensor:
            return torch.rand(*shape, device=self._device, generator=self._chance)

        tables, seats = len(self._players), self._batch.game.max_players
        theirs = draw(tables, seats) < (1.0 if self._lone else draw(tables, 1))
        learner = (draw(tables) * self._players).long()
        return theirs.scatter(1, learner[:, None], False)

    def ask(self, observations: Tensor, masks: Tensor, actions: Tensor) -> Asked:
        """Replace the actions of the company's seats by theirs."""
        own = torch.ones(len(actions), dtype=torch.bool, device=self._device)
        shown = torch.zeros_like(own)
        own[self._from :] = ~self._theirs.gather(1, shared(self._batch.seats)[self._from :].long()[:, None])[:, 0]
        for group in self._groups:
            part = slice(group.low, group.high)
            decided = group.decide(observations[part], masks[part])
            actions[part] = torch.where(own[part], actions[part], decided)
            if group.teaches:
                shown[part] = ~own[part]
        return Asked(own, shown)

    def _ask_greedy(self, observations: Tensor, masks: Tensor) -> Tensor:
        self._greedy_seed = (self._greedy_seed + _NEXT_SEED) % 2**64
        high = self._batch.size
        return self._greedy.choose(high - len(masks), high, self._greedy_seed)

    def _ask_others(self, observations: Tensor, masks: Tensor) -> Tensor:
        """The networks of files play what they like best, as `policy` does."""
        return legal_only(self._logits(self._others, observations), masks).argmax(-1)

    def _ask_earlier(self, observations: Tensor, masks: Tensor) -> Tensor:
        return drawn(legal_only(self._logits(self._earlier, observations), masks), self._chance)

    def _logits(self, networks: list[LearningNetwork], observations: Tensor) -> Tensor:
        """What one of several networks thinks; the next time another one."""
        self._turn += 1
        with half_precision(self._device):
            logits: Tensor = networks[self._turn % len(networks)](observations).logits
        return logits

    def change(self, ends: Tensor) -> None:
        """Where a game has ended, others sit down."""
        self._theirs = torch.where(ends[self._from :, None], self._seated(), self._theirs)
