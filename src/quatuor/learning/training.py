"""A training: self-play and updates until its time is over, kept in a checkpoint at any moment."""

import json
import os
import time
from copy import deepcopy
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import torch

from quatuor.core.errors import QuatuorError
from quatuor.core.game import Game
from quatuor.learning.evaluation import Evaluation
from quatuor.learning.network import Network
from quatuor.learning.self_play import SelfPlay
from quatuor.learning.settings import Settings, TableKind
from quatuor.learning.texts import TEXTS
from quatuor.learning.updates import learn_from, lessons_of

CHECKPOINT, PROGRESS, NETWORK = "checkpoint.pt", "progress.jsonl", "network.npz"
_FORMAT = 1


class Progress(NamedTuple):
    """Where a training stands."""

    decisions: float
    seconds: float
    wins: dict[str, float]  # against players who look one move ahead, by kind of table
    value_loss: float
    entropy: float
    clipped: float


class Training:
    """A network, what has been learnt so far, and the tables that it plays at."""

    def __init__(self, game: Game, settings: Settings, device: str, seed: int, folder: Path, tables: int) -> None:
        self.game, self.settings, self.device, self.seed, self.folder = game, settings, device, seed, folder
        torch.manual_seed(seed)
        torch.set_float32_matmul_precision("high")
        self.network = Network(game, settings).to(device)
        self.average = deepcopy(self.network)
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=settings.rate[0], eps=1e-5, fused=device == "cuda")
        self.decisions, self.seconds, self.remembered_at = 0.0, 0.0, 0.0
        if (folder / CHECKPOINT).exists():
            self._load(folder / CHECKPOINT)
        self.chance = torch.Generator(device).manual_seed(seed + int(self.decisions))
        self.play = SelfPlay(game, settings, device, seed + int(self.decisions))
        if self.decisions:
            self.play.remember(self.average)
        self.evaluation = Evaluation(game, evaluated(settings), tables, device)

    @property
    def done(self) -> float:
        """How much of the planned decisions have been made."""
        return min(1.0, self.decisions / self.settings.decisions)

    def _falling(self, ends: tuple[float, float]) -> float:
        high, low = ends
        return high + (low - high) * self.done

    def advance(self) -> Any:
        """One window: play it, learn from it."""
        start = time.monotonic()
        for group in self.optimiser.param_groups:
            group["lr"] = self._falling(self.settings.rate)
        window = self.play.play(self.network)
        lessons = lessons_of(window, self.play.players, self.settings)
        entropy = self._falling(self.settings.entropy)
        update = learn_from(
            lessons, self.network, self.average, self.optimiser, self.settings, entropy, self.chance
        )
        self.decisions += self.settings.window * self.settings.games
        if self.decisions - self.remembered_at >= self.settings.remember_every:
            self.play.remember(self.average)
            self.remembered_at = self.decisions
        self.seconds += time.monotonic() - start
        return update

    def evaluate(self, update: Any) -> Progress:
        shares = self.evaluation.win_shares(self.average)
        wins = {name_of(kind): share for kind, share in zip(self.evaluation.kinds, shares, strict=True)}
        progress = Progress(self.decisions, self.seconds, wins, update.value_loss, update.entropy, update.clipped)
        with (self.folder / PROGRESS).open("a") as file:
            file.write(json.dumps(progress._asdict()) + "\n")
        return progress

    def save(self) -> None:
        """Write the checkpoint, all of it or nothing."""
        new = self.folder / f"{CHECKPOINT}.new"
        torch.save(
            {
                "format": _FORMAT,
                "game": self.game.name,
                "observation": self.game.observation.version,
                "settings": json.dumps(asdict(self.settings)),
                "network": self.network.state_dict(),
                "average": self.average.state_dict(),
                "optimiser": self.optimiser.state_dict(),
                "decisions": self.decisions,
                "seconds": self.seconds,
            },
            new,
        )
        os.replace(new, self.folder / CHECKPOINT)

    def _load(self, file: Path) -> None:
        try:
            kept = torch.load(file, map_location=self.device, weights_only=True)
            if kept["format"] != _FORMAT or kept["game"] != self.game.name:
                raise QuatuorError(*TEXTS.sentence("checkpoint.other", file=str(file), game=self.game.title))
            if kept["observation"] != self.game.observation.version:
                raise QuatuorError(*TEXTS.sentence("checkpoint.version", file=str(file), game=self.game.title))
            self.network.load_state_dict(kept["network"])
            self.average.load_state_dict(kept["average"])
            if kept["optimiser"] is not None:
                self.optimiser.load_state_dict(kept["optimiser"])
            self.decisions, self.seconds = kept["decisions"], kept["seconds"]
        except QuatuorError:
            raise
        except Exception as error:  # a file can be broken in any way
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise QuatuorError(*TEXTS.sentence("checkpoint.unreadable", file=str(file), reason=reason)) from None


def evaluated(settings: Settings) -> list[TableKind]:
    """Each kind of table once."""
    return list(settings.tables)


def name_of(kind: TableKind) -> str:
    """What a kind of table is called in a report."""
    options = " ".join(f"{name}={value}" for name, value in kind.options.items())
    return f"{kind.players} {options}".strip()
