"""Self-play: a network decides at all tables of a batch, at some of them in company, and remembers a window of it."""

from copy import deepcopy
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from quatuor.core.game import Game
from quatuor.envs.batch import Batch
from quatuor.learning.greedy import Greedy
from quatuor.learning.network import Network
from quatuor.learning.settings import Settings

_NEVER = -1.0e9  # the logit of an action that is not legal


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
    """The tables at which the learner plays."""

    def __init__(self, game: Game, settings: Settings, device: str, seed: int) -> None:
        self.settings, self.device = settings, device
        kinds = [kind for kind in settings.tables for _ in range(kind.weight)]
        self.batch = Batch(
            game,
            [kind.players for kind in kinds],
            settings.games,
            "cuda" if device == "cuda" else "cpu",
            [kind.options for kind in kinds],
            skip_forced=True,
        )
        self.batch.reset(seed)
        self.players = torch.tensor([kind.players for kind in kinds], device=device)[shared(self.batch.kinds).long()]
        self._chance = torch.Generator(device).manual_seed(seed)
        self._greedy = Greedy(self.batch, settings.greedy_samples)
        self._earlier: list[Network] = []
        self._company = _Company(settings, self.players, self._chance)
        self._seat_numbers = torch.arange(game.max_players, device=device)
        self._observations = shared(self.batch.observations)
        self._masks, self._seats = shared(self.batch.masks), shared(self.batch.seats)
        self._rewards, self._margins = shared(self.batch.rewards), shared(self.batch.margins)
        self._ends = shared(self.batch.ends)
        self._greedy_seed = seed

    def remember(self, network: Network) -> None:
        """The learner as it is now is an earlier self from now on."""
        self._earlier = [*self._earlier[1 - self.settings.remembered :], deepcopy(network).eval()]

    @torch.no_grad()
    def play(self, network: Network) -> Window:
        """Make the decisions of a window at every table."""
        s, b = self.settings, self.batch
        steps, tables, seats = s.window, s.games, b.game.max_players

        def room(*shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
            return torch.empty(*shape, dtype=dtype, device=self.device)

        window = Window(
            observations=room(steps, tables, b.game.observation.size, dtype=torch.int8),
            masks=room(steps, tables, b.game.n_actions, dtype=torch.int8),
            seats=room(steps, tables, dtype=torch.int64),
            actions=room(steps, tables, dtype=torch.int64),
            log_chances=room(steps, tables),
            own=room(steps, tables, dtype=torch.bool),
            values=room(steps + 1, tables, 2, seats),
            rewards=room(steps, tables, 2, seats),
            ends=room(steps, tables, dtype=torch.bool),
        )
        for step in range(steps):
            window.observations[step].copy_(self._observations)
            window.masks[step].copy_(self._masks)
            window.seats[step].copy_(self._seats)
            logits, values = self._judge(network, window.observations[step], window.masks[step], window.seats[step])
            window.values[step] = values
            actions = self._drawn(logits)
            window.log_chances[step] = logits.log_softmax(-1).gather(1, actions[:, None])[:, 0]
            window.own[step] = self._company.ask(self, window.observations[step], window.masks[step], actions)
            window.actions[step] = actions
            b.step(actions if self.device == "cuda" else actions.numpy())
            window.ends[step].copy_(self._ends)
            window.rewards[step] = self._rewarded()
            self._company.change(self._ends)
        b.check()
        observations = self._observations.contiguous()
        window.values[steps] = self._judge(network, observations, self._masks, self._seats.long())[1]
        return window

    def _judge(self, network: Network, observations: Tensor, masks: Tensor, seats: Tensor) -> tuple[Tensor, Tensor]:
        """The logits of legal actions, and what each seat at the table can expect."""
        with autocast(self.device):
            logits, wins, margins = network(observations)
        relative = torch.stack([wins, margins], 1)
        index = (self._seat_numbers - seats[:, None]) % self.players[:, None]
        values = relative.gather(2, index[:, None].expand_as(relative))
        present = self._seat_numbers < self.players[:, None]
        return logits.masked_fill(masks == 0, _NEVER), values * present[:, None]

    def _drawn(self, logits: Tensor) -> Tensor:
        """An action of each table, drawn by its chance."""
        noise = torch.empty_like(logits).exponential_(generator=self._chance)
        return (logits - noise.log()).argmax(-1)

    def _rewarded(self) -> Tensor:
        """Where a game has ended, each seat's share of the win and its margin; else 0."""
        margins = (self._margins / self.settings.margin_scale).clamp(-1, 1)
        return torch.stack([self._rewards, margins], 1)

    def earlier_actions(self, which: int, observations: Tensor, masks: Tensor) -> Tensor:
        with autocast(self.device):
            logits = self._earlier[which % len(self._earlier)](observations).logits
        return self._drawn(logits.masked_fill(masks == 0, _NEVER))

    def greedy_actions(self, low: int, high: int) -> Tensor:
        self._greedy_seed = (self._greedy_seed + 0x9E3779B97F4A7C15) % 2**64
        return self._greedy.choose(low, high, self._greedy_seed)

    @property
    def has_earlier(self) -> bool:
        return bool(self._earlier)


class _Company:
    """Who else sits where: at the last tables, players who look one move ahead, and before them earlier selves."""

    def __init__(self, settings: Settings, players: Tensor, chance: torch.Generator) -> None:
        tables = settings.games
        self._greedy_from = tables - int(settings.with_greedy * tables)
        self._from = self._greedy_from - int(settings.with_earlier * tables)
        self._players, self._chance = players[self._from :], chance
        self._theirs = self._seated()
        self._which = 0

    def _seated(self) -> Tensor:
        """Seats of the company: each with a chance of its table, and never all of them."""
        tables = len(self._players)
        draw = lambda *shape: torch.rand(*shape, device=self._players.device, generator=self._chance)  # noqa: E731
        most = int(self._players.max()) if tables else 0
        theirs = draw(tables, most) < draw(tables, 1)
        learner = (draw(tables) * self._players).long()
        return theirs.scatter(1, learner[:, None], False)

    def ask(self, play: SelfPlay, observations: Tensor, masks: Tensor, actions: Tensor) -> Tensor:
        """Replace the actions of the company's seats by theirs; whose action is the learner's own."""
        own = torch.ones(len(actions), dtype=torch.bool, device=actions.device)
        low, middle, high = self._from, self._greedy_from, len(actions)
        theirs = self._theirs.gather(1, play._seats[low:].long()[:, None])[:, 0]
        if not play.has_earlier:
            theirs[: middle - low] = False
        elif middle > low:
            self._which += 1
            chosen = play.earlier_actions(self._which, observations[low:middle], masks[low:middle])
            actions[low:middle] = torch.where(theirs[: middle - low], chosen, actions[low:middle])
        if high > middle:
            chosen = play.greedy_actions(middle, high)
            actions[middle:] = torch.where(theirs[middle - low :], chosen, actions[middle:])
        own[low:] = ~theirs
        return own

    def change(self, ends: Tensor) -> None:
        """Where a game has ended, others sit down."""
        ended = ends[self._from :, None]
        self._theirs = torch.where(ended, self._seated(), self._theirs)


def shared(array: Any) -> Tensor:
    """A batch's array as a tensor, not copied."""
    return torch.from_numpy(array) if isinstance(array, np.ndarray) else torch.as_tensor(array, device="cuda")


def autocast(device: str) -> torch.autocast:
    """Matrices are multiplied in half precision on a GPU."""
    return torch.autocast(device, torch.bfloat16, enabled=device == "cuda")
