"""A training: self-play and updates, which can be stopped and gone on with at any moment."""

import time
from copy import deepcopy
from pathlib import Path

import torch

from quatuor.core.errors import QuatuorError
from quatuor.core.game import Game
from quatuor.envs.batch import Device
from quatuor.learning import checkpoint
from quatuor.learning.checkpoint import CHECKPOINT, COURSE, Kept, Moment
from quatuor.learning.evaluation import Evaluation
from quatuor.learning.network import LearningNetwork
from quatuor.learning.self_play import SelfPlay
from quatuor.learning.settings import Settings
from quatuor.learning.texts import TEXTS
from quatuor.learning.updates import Update, Weights, learn_from, lessons_of
from quatuor.networks.network_file import FILE as NETWORK


class Training:
    """A network, what it has learnt so far, and the tables that it plays at; kept in a folder."""

    def __init__(
        self, game: Game, settings: Settings, folder: Path, device: Device, seed: int, beginning: Path | None = None
    ) -> None:
        """Go on from the folder's checkpoint; if there is none, begin with the network of a file, or with chance."""
        self.game, self.settings, self.folder, self._device = game, settings, folder, device
        shape = settings.shape(game)
        torch.manual_seed(seed)
        torch.set_float32_matmul_precision("high")
        self.network = LearningNetwork(game, shape).to(device)
        self.average = deepcopy(self.network)
        self._optimiser = torch.optim.Adam(self.network.parameters(), eps=1e-5, fused=device == "cuda")
        self.decisions = self.seconds = 0.0
        file = folder / CHECKPOINT
        if file.exists():
            self._go_on(file, checkpoint.read_checkpoint(file, game))
        elif beginning is not None:
            kept = checkpoint.read_network_file(beginning, game, shape)
            # The search for a best response is a training of its own.
            self._go_on(beginning, kept._replace(decisions=0.0) if settings.lone else kept)
        seed = (seed + int(self.decisions)) % 2**63
        self._chance = torch.Generator(device).manual_seed(seed)
        self._play = SelfPlay(game, settings, device, seed)
        self._play.remember(self.average)
        self._remembered_at, self._windows = self.decisions, 0
        self._update = Update(0.0, 0.0, 0.0, 0.0)

    def _go_on(self, file: Path, kept: Kept) -> None:
        try:
            self.network.load_state_dict(kept.network)
            self.average.load_state_dict(kept.average)
            if kept.optimiser is not None:
                self._optimiser.load_state_dict(kept.optimiser)
        except (RuntimeError, ValueError, KeyError):
            raise QuatuorError(*TEXTS.sentence("checkpoint.shape", file=file, game=self.game.title)) from None
        self.decisions, self.seconds = kept.decisions, kept.seconds

    @property
    def done(self) -> float:
        """The share of the planned decisions that have been made."""
        return min(1.0, self.decisions / self.settings.decisions)

    def advance(self) -> None:
        """Play a window and learn from it."""
        start, settings = time.monotonic(), self.settings
        self._windows += 1
        warm = min(1.0, self._windows / max(1, settings.warm_up))
        for group in self._optimiser.param_groups:
            group["lr"] = warm * self._fallen(settings.rate)
        lessons = lessons_of(self._play.play(self.network), self._play.players, settings)
        self._update = learn_from(
            lessons,
            self.network,
            self.average,
            self._optimiser,
            settings,
            Weights(self._fallen(settings.entropy), self._fallen(settings.imitation)),
            self._chance,
        )
        self.decisions += settings.window * settings.games
        if self.decisions - self._remembered_at >= settings.remember_every:
            self._play.remember(self.average)
            self._remembered_at = self.decisions
        self.seconds += time.monotonic() - start

    def _fallen(self, ends: tuple[float, float]) -> float:
        high, low = ends
        return high + (low - high) * self.done

    def look_back(self, evaluation: Evaluation) -> Moment:
        """How it stands, noted in its course."""
        wins = evaluation.win_shares(self.average)
        update = self._update
        moment = Moment(self.decisions, self.seconds, wins, update.value_error, update.entropy, update.clipped)
        checkpoint.add_moment(self.folder / COURSE, moment)
        return moment

    def save(self) -> None:
        """Write the checkpoint, and the network as it plays now."""
        if not checkpoint.finite(self.average):
            raise QuatuorError(*TEXTS.sentence("training.diverged", folder=self.folder))
        kept = Kept(
            self.network.state_dict(),
            self.average.state_dict(),
            self._optimiser.state_dict(),
            self.decisions,
            self.seconds,
        )
        checkpoint.write_checkpoint(self.folder / CHECKPOINT, self.game, kept)
        checkpoint.write_network_file(self.folder / NETWORK, self.game, self.average, self.decisions)
