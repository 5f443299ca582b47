"""Self-play: a network decides at all tables of a batch, at some of them in company, and remembers a window of it."""

from typing import NamedTuple

import torch
from torch import Tensor

from quatuor.core.game import Game
from quatuor.envs.batch import Device
from quatuor.learning.choices import drawn, legal_only
from quatuor.learning.company import Company
from quatuor.learning.network import LearningNetwork
from quatuor.learning.settings import Settings
from quatuor.learning.tables import half_precision, new_batch, shared, step


class Window(NamedTuple):
    """Decisions in a row at every table: tensors of steps × tables × …; values have a step more."""

    observations: Tensor
    masks: Tensor
    seats: Tensor
    actions: Tensor
    log_chances: Tensor
    own: Tensor  # whether the learner chose
    shown: Tensor  # whether someone did of whom it may learn
    values: Tensor  # by seat at the table: the win and the margin that it can expect
    rewards: Tensor  # the same, where a game has ended
    ends: Tensor


class SelfPlay:
    """The tables at which a learner plays."""

    def __init__(self, game: Game, settings: Settings, device: Device, seed: int) -> None:
        self.settings, self.device = settings, device
        kinds = [kind for kind in settings.tables for _ in range(kind.weight)]
        self.batch = new_batch(game, kinds, settings.games, device)
        self.batch.reset(seed)
        self.players = torch.tensor([kind.players for kind in kinds], device=device)[shared(self.batch.kinds).long()]
        self._chance = torch.Generator(device).manual_seed(seed)
        self._company = Company(self.batch, self.players, settings, device, self._chance, seed)
        self._numbers = torch.arange(game.max_players, device=device)

    def remember(self, network: LearningNetwork) -> None:
        """The learner as it is now is one of its earlier selves from now on."""
        self._company.remember(network)

    def play(self, network: LearningNetwork) -> Window:
        """Make the decisions of a window at every table."""
        with torch.no_grad():
            return self._play(network)

    def _play(self, network: LearningNetwork) -> Window:
        window, b = self._new_window(), self.batch
        for now in range(self.settings.window):
            window.observations[now].copy_(shared(b.observations))
            window.masks[now].copy_(shared(b.masks))
            window.seats[now].copy_(shared(b.seats))
            logits, values = self._judge(network, window.observations[now], window.masks[now], window.seats[now])
            actions = drawn(logits, self._chance)
            window.values[now] = values
            window.log_chances[now] = logits.log_softmax(-1).gather(1, actions[:, None])[:, 0]
            asked = self._company.ask(window.observations[now], window.masks[now], actions)
            window.own[now], window.shown[now] = asked
            window.actions[now] = actions
            step(b, actions)
            ends = shared(b.ends)
            window.ends[now].copy_(ends)
            margins = (shared(b.margins) / self.settings.margin_scale).clamp(-1, 1)
            window.rewards[now] = torch.stack([shared(b.rewards), margins], 1)
            self._company.change(ends)
        b.check()
        last = shared(b.observations).contiguous()
        window.values[-1] = self._judge(network, last, shared(b.masks), shared(b.seats).long())[1]
        return window

    def _new_window(self) -> Window:
        steps, tables, game = self.settings.window, self.settings.games, self.batch.game

        def room(*shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
            return torch.empty(*shape, dtype=dtype, device=self.device)

        return Window(
            observations=room(steps, tables, game.observation.size, dtype=torch.int8),
            masks=room(steps, tables, game.n_actions, dtype=torch.int8),
            seats=room(steps, tables, dtype=torch.int64),
            actions=room(steps, tables, dtype=torch.int64),
            log_chances=room(steps, tables),
            own=room(steps, tables, dtype=torch.bool),
            shown=room(steps, tables, dtype=torch.bool),
            values=room(steps + 1, tables, 2, game.max_players),
            rewards=room(steps, tables, 2, game.max_players),
            ends=room(steps, tables, dtype=torch.bool),
        )

    def _judge(
        self, network: LearningNetwork, observations: Tensor, masks: Tensor, seats: Tensor
    ) -> tuple[Tensor, Tensor]:
        """The logits of legal actions, and what each seat of the table can expect."""
        with half_precision(self.device):
            logits, wins, margins = network(observations)
        from_observer = torch.stack([wins, margins], 1)
        index = (self._numbers - seats[:, None]) % self.players[:, None]
        values = from_observer.gather(2, index[:, None].expand_as(from_observer))
        present = self._numbers < self.players[:, None]
        return legal_only(logits, masks), values * present[:, None]
