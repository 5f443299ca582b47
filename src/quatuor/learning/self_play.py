"""Self-play: a network decides at all tables of a batch, at some of them in company, and remembers a window of it."""

from copy import deepcopy
from typing import NamedTuple

import torch
from torch import Tensor

from quatuor.core.game import Game
from quatuor.envs.batch import Device
from quatuor.learning.network import LearningNetwork
from quatuor.learning.settings import Settings
from quatuor.learning.tables import Greedy, half_precision, new_batch, shared, step

NEVER = -1.0e9  # the logit of an action that is not legal
_NEXT_SEED = 0x9E3779B97F4A7C15


class Window(NamedTuple):
    """Decisions in a row at every table: tensors of steps × tables × …; values have a step more."""

    observations: Tensor
    masks: Tensor
    seats: Tensor
    actions: Tensor
    log_chances: Tensor
    own: Tensor  # whether the learner chose
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
        self._company = _Company(self, self._chance, seed)
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
            window.own[now] = self._company.ask(window.observations[now], window.masks[now], actions)
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
        return logits.masked_fill(masks == 0, NEVER), values * present[:, None]


class _Company:
    """Who else sits where: at the last tables, players who look one move ahead; before them, earlier selves."""

    def __init__(self, play: SelfPlay, chance: torch.Generator, seed: int) -> None:
        settings, tables = play.settings, play.settings.games
        self._batch, self._device, self._chance = play.batch, play.device, chance
        self._greedy_from = tables - int(settings.with_greedy * tables)
        self._from = self._greedy_from - int(settings.with_earlier * tables)
        self._players = play.players[self._from :]
        self._theirs = self._seated()
        self._greedy, self._greedy_seed = Greedy(play.batch, settings.greedy_samples), seed
        self._earlier: list[LearningNetwork] = []
        self._most, self._turn = settings.remembered, 0

    def remember(self, network: LearningNetwork) -> None:
        self._earlier = [*self._earlier, deepcopy(network).eval()][-self._most :]

    def _seated(self) -> Tensor:
        """The company's seats: at each table with a chance of its own, and never all of them."""

        def draw(*shape: int) -> Tensor:
            return torch.rand(*shape, device=self._device, generator=self._chance)

        tables, seats = len(self._players), self._batch.game.max_players
        theirs = draw(tables, seats) < draw(tables, 1)
        learner = (draw(tables) * self._players).long()
        return theirs.scatter(1, learner[:, None], False)

    def ask(self, observations: Tensor, masks: Tensor, actions: Tensor) -> Tensor:
        """Replace the actions of the company's seats by theirs; which actions are still the learner's own."""
        low, middle, high = self._from, self._greedy_from, len(actions)
        theirs = self._theirs.gather(1, shared(self._batch.seats)[low:].long()[:, None])[:, 0]
        if not self._earlier:
            theirs[: middle - low] = False
        elif middle > low:
            chosen = self._earlier_actions(observations[low:middle], masks[low:middle])
            actions[low:middle] = torch.where(theirs[: middle - low], chosen, actions[low:middle])
        if high > middle:
            self._greedy_seed = (self._greedy_seed + _NEXT_SEED) % 2**64
            chosen = self._greedy.choose(middle, high, self._greedy_seed)
            actions[middle:] = torch.where(theirs[middle - low :], chosen, actions[middle:])
        own = torch.ones(high, dtype=torch.bool, device=self._device)
        own[low:] = ~theirs
        return own

    def _earlier_actions(self, observations: Tensor, masks: Tensor) -> Tensor:
        """One of the earlier selves decides, the next time another one."""
        self._turn = (self._turn + 1) % len(self._earlier)
        with half_precision(self._device):
            logits = self._earlier[self._turn](observations).logits
        return drawn(logits.masked_fill(masks == 0, NEVER), self._chance)

    def change(self, ends: Tensor) -> None:
        """Where a game has ended, others sit down."""
        self._theirs = torch.where(ends[self._from :, None], self._seated(), self._theirs)


def drawn(logits: Tensor, chance: torch.Generator) -> Tensor:
    """An action of each row, drawn by its chance."""
    noise = torch.empty_like(logits).exponential_(generator=chance)
    return (logits - noise.log()).argmax(-1)
