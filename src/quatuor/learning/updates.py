"""What a learner makes of a window: proximal policy optimisation with the values of every seat."""

from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from quatuor.learning.choices import legal_only
from quatuor.learning.network import LearningNetwork
from quatuor.learning.self_play import Window
from quatuor.learning.settings import Settings
from quatuor.learning.tables import half_precision


class Lessons(NamedTuple):
    """What each decision of a window turned out to be worth, a row each."""

    observations: Tensor
    masks: Tensor
    actions: Tensor
    log_chances: Tensor
    own: Tensor
    shown: Tensor
    advantages: Tensor
    targets: Tensor  # the win and the margin of every seat, from the actor's on
    present: Tensor


class Weights(NamedTuple):
    """What counts beside wins at some time of a training."""

    entropy: float
    imitation: float


class Update(NamedTuple):
    """How an update went: means over its batches."""

    policy_loss: float
    value_error: float
    entropy: float
    clipped: float


def lessons_of(window: Window, players: Tensor, settings: Settings) -> Lessons:
    """Advantages and targets. They are kept by seat at the table, so that a window may end anywhere in a game."""
    steps, tables = window.actions.shape
    seats = window.values.shape[-1]
    gains = torch.empty_like(window.rewards)
    gain = torch.zeros_like(window.rewards[0])
    for step in reversed(range(steps)):
        goes_on = (~window.ends[step]).float()[:, None, None]
        delta = window.rewards[step] + goes_on * window.values[step + 1] - window.values[step]
        gain = delta + settings.trace * goes_on * gain
        gains[step] = gain
    numbers = torch.arange(seats, device=players.device)
    index = (window.seats[:, :, None] + numbers) % players[None, :, None]
    index = index[:, :, None].expand(steps, tables, 2, seats)
    targets = (gains + window.values[:-1]).gather(3, index)
    own_gains = gains.gather(3, index[..., :1])[..., 0]
    advantages = own_gains[..., 0] + settings.margin_weight * own_gains[..., 1]
    mine = advantages[window.own]
    advantages = (advantages - mine.mean()) / (mine.std() + 1e-6)
    present = (numbers < players[:, None]).float()
    return Lessons(
        window.observations.flatten(0, 1),
        window.masks.flatten(0, 1),
        window.actions.flatten(),
        window.log_chances.flatten(),
        window.own.flatten(),
        window.shown.flatten(),
        advantages.flatten(),
        targets.flatten(0, 1),
        present.expand(steps, tables, seats).reshape(-1, 1, seats),
    )


def learn_from(
    lessons: Lessons,
    network: LearningNetwork,
    average: LearningNetwork,
    optimiser: torch.optim.Optimizer,
    settings: Settings,
    weights: Weights,
    chance: torch.Generator,
) -> Update:
    """Go through the lessons in batches; `average` follows the network."""
    device = lessons.actions.device
    sums = torch.zeros(4, device=device)
    size = len(lessons.actions) // settings.batches
    for _ in range(settings.epochs):
        order = torch.randperm(len(lessons.actions), device=device, generator=chance)
        for batch in range(settings.batches):
            rows = order[batch * size : (batch + 1) * size]
            loss, notes = _loss(Lessons(*(part[rows] for part in lessons)), network, settings, weights)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), settings.longest_gradient)
            optimiser.step()
            sums += notes
            with torch.no_grad():
                torch._foreach_lerp_(list(average.parameters()), list(network.parameters()), 1 - settings.average)
    return Update(*(sums / (settings.epochs * settings.batches)).tolist())


def _loss(rows: Lessons, network: LearningNetwork, settings: Settings, weights: Weights) -> tuple[Tensor, Tensor]:
    with half_precision(rows.actions.device.type):
        logits, wins, margins = network(rows.observations)
    log_chances = legal_only(logits, rows.masks).log_softmax(-1)
    chosen = log_chances.gather(1, rows.actions[:, None])[:, 0]
    own = rows.own.float()
    share = own / own.sum().clamp(min=1)
    ratio = (chosen - rows.log_chances).exp()
    clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
    policy_loss = -(torch.min(ratio * rows.advantages, clipped * rows.advantages) * share).sum()
    entropy = -((log_chances.exp() * log_chances).sum(-1) * share).sum()
    errors = functional.mse_loss(torch.stack([wins, margins], 1), rows.targets, reduction="none") * rows.present
    value_loss = errors.sum() / (2 * rows.present.sum())
    loss = policy_loss + settings.value_weight * value_loss - weights.entropy * entropy
    if weights.imitation:
        shown = rows.shown.float()
        loss = loss - weights.imitation * (chosen * shown).sum() / shown.sum().clamp(min=1)
    outside = ((ratio - clipped).abs() > 1e-6).float()
    return loss, torch.stack([policy_loss, value_loss, entropy, (outside * share).sum()]).detach()
