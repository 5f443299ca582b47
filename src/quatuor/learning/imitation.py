"""Imitation of a bot: games that it plays with itself, and a network that learns to decide as it does."""

import time
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from quatuor.arena.processes import on_processes
from quatuor.arena.workers import WithFiles, Workers
from quatuor.bots import ask, find_bot_or_file, new_chooser
from quatuor.core.game import Game
from quatuor.core.runners.cpu import cores
from quatuor.envs.batch import Device
from quatuor.learning.checkpoint import read_network_file
from quatuor.learning.choices import legal_only
from quatuor.learning.network import LearningNetwork
from quatuor.learning.settings import Settings
from quatuor.learning.tables import half_precision
from quatuor.play.playthrough import Playthrough
from quatuor.play.setup import SEEDS, Setup

_TESTED = 0.05  # the share of the decisions that are not learnt from, but show how well it learns


class Decisions(NamedTuple):
    """What a bot saw and chose where it had a choice, and how these games ended; a row each."""

    observations: Any
    masks: Any
    actions: Any
    results: Any  # the win and the margin in points of every seat, from the one to play on
    present: Any


class Progress(NamedTuple):
    """How well a network imitates after so many passes, by decisions that it has not learnt from."""

    passes: int
    agreement: float  # the share of the decisions that it would make too
    loss: float


def begin(game: Game, settings: Settings, device: Device, seed: int, beginning: Path | None) -> LearningNetwork:
    """The network that is to learn: that of a file, or one by chance."""
    torch.manual_seed(seed)
    network = LearningNetwork(game, settings.shape(game))
    if beginning is not None:
        network.load_state_dict(read_network_file(beginning, game, network.shape).network)
    network.to(device)
    return network


class _Task(NamedTuple):
    """Games that one process plays: with every so manieth seed, for so long, at least one."""

    setups: list[Setup]
    bot: str
    seeds: range
    seconds: float


def watch(
    game: Game, settings: Settings, bot: str, seconds: float, seed: int, workers: Workers = on_processes
) -> Decisions:
    """The decisions of a bot in games at all kinds of tables, played for so long on every core."""
    kinds = [kind for kind in settings.tables for _ in range(kind.weight)]
    setups = [Setup(game, kind.players, game.read_options(kind.players, kind.options)) for kind in kinds]
    # The first task is done before all others, since it may have to compile: it is short.
    tasks = [_Task(setups, bot, range(seed, seed + 1), 0.0)]
    tasks += [_Task(setups, bot, range(seed + k, SEEDS, cores()), seconds) for k in range(1, cores() + 1)]
    return _together(list(workers(WithFiles(_play_on, (bot,)), tasks)))


def _play_on(task: _Task) -> Decisions:
    end, games = time.monotonic() + task.seconds, []
    for seed in task.seeds:
        games.append(_play(task.setups[seed % len(task.setups)], task.bot, seed))
        if time.monotonic() >= end:
            break
    return _together(games)


def _together(parts: list[Decisions]) -> Decisions:
    return Decisions(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def _play(setup: Setup, name: str, seed: int) -> Decisions:
    game, bot, play, chooser = setup.game, find_bot_or_file(name), setup.start(seed), new_chooser(seed)
    observations, masks, actions, seats = [], [], [], []
    while not play.over:
        legal, seat = play.legal_actions, play.turn
        action = ask(bot, game, play.state, chooser)
        if len(legal) > 1:
            observation, mask = np.zeros(game.observation.size, np.int8), np.zeros(game.n_actions, np.int8)
            game.observe(play.state, seat, observation)
            mask[legal] = 1
            observations.append(observation)
            masks.append(mask)
            actions.append(action)
            seats.append(seat)
        play.play_action(action)
    by_seat = _results(setup, play)
    results = np.zeros((len(seats), 2, game.max_players), np.float32)
    for row, seat in enumerate(seats):
        results[row, :, : setup.players] = np.roll(by_seat, -seat, axis=1)
    present = np.tile(np.arange(game.max_players) < setup.players, (len(seats), 1))
    return Decisions(
        np.array(observations, np.int8).reshape(-1, game.observation.size),
        np.array(masks, np.int8).reshape(-1, game.n_actions),
        np.array(actions, np.int64),
        results,
        present.astype(np.float32),
    )


def _results(setup: Setup, play: Playthrough) -> Any:
    """The share of the win and the margin of each seat."""
    sides, scores = setup.sides, play.scores
    won = {sides[seat] for seat in play.winners}
    shares = [(side in won) / len(won) for side in sides]
    best_others = [max(scores[k] for k, other in enumerate(sides) if other != side) for side in sides]
    return np.array([shares, np.subtract(scores, best_others)])


def imitate(
    network: LearningNetwork, decisions: Decisions, settings: Settings, device: Device, seed: int
) -> Iterator[tuple[Progress, LearningNetwork]]:
    """After every pass how well it goes, and the weights that imitate best so far: an average of the last ones."""
    chance = torch.Generator(device).manual_seed(seed)
    optimiser = torch.optim.Adam(network.parameters(), eps=1e-5, fused=device == "cuda")
    average, best, least = deepcopy(network), network, float("inf")
    tested = max(1, int(_TESTED * len(decisions.actions)))
    held_out, learnt = (
        Decisions(*(torch.from_numpy(part[rows]).to(device) for part in decisions))
        for rows in (slice(tested), slice(tested, None))
    )
    size = min(settings.imitated, max(1, len(learnt.actions)))
    steps = settings.passes * (len(learnt.actions) // size)
    done = 0
    for number in range(settings.passes):
        order = torch.randperm(len(learnt.actions), device=device, generator=chance)
        for low in range(0, len(order) - size + 1, size):
            high_rate, low_rate = settings.rate
            for group in optimiser.param_groups:
                group["lr"] = high_rate + (low_rate - high_rate) * done / max(1, steps)
            rows = Decisions(*(part[order[low : low + size]] for part in learnt))
            policy_loss, value_loss, _ = _losses(network, rows, settings, device)
            optimiser.zero_grad(set_to_none=True)
            (policy_loss + settings.value_weight * value_loss).backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), settings.longest_gradient)
            optimiser.step()
            done += 1
            share = max(1 - settings.average, 1 / (done + 1))
            with torch.no_grad():
                torch._foreach_lerp_(list(average.parameters()), list(network.parameters()), share)
        loss, agreement = _test(average, held_out, settings, device, size)
        if loss < least:
            best, least = deepcopy(average), loss
        yield Progress(number + 1, agreement, loss), best


def _losses(
    network: LearningNetwork, rows: Decisions, settings: Settings, device: Device
) -> tuple[Tensor, Tensor, Tensor]:
    """Of the decisions and of the values, and the share of the decisions that it would make too."""
    with half_precision(device):
        logits, wins, margins = network(rows.observations)
    logits = legal_only(logits, rows.masks)
    targets = torch.stack([rows.results[:, 0], (rows.results[:, 1] / settings.margin_scale).clamp(-1, 1)], 1)
    errors = functional.mse_loss(torch.stack([wins, margins], 1), targets, reduction="none") * rows.present[:, None]
    agreement = (logits.argmax(-1) == rows.actions).float().mean()
    return functional.cross_entropy(logits, rows.actions), errors.sum() / (2 * rows.present.sum()), agreement


def _test(
    network: LearningNetwork, rows: Decisions, settings: Settings, device: Device, size: int
) -> tuple[float, float]:
    sums = np.zeros(2)
    with torch.no_grad():
        for low in range(0, len(rows.actions), size):
            part = Decisions(*(array[low : low + size] for array in rows))
            policy_loss, _, agreement = _losses(network, part, settings, device)
            sums += len(part.actions) * np.array([float(policy_loss), float(agreement)])
    loss, agreement_share = sums / len(rows.actions)
    return float(loss), float(agreement_share)
