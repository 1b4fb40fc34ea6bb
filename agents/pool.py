"""Past selves of a learner, kept in files, from which partners and opponents are drawn."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import torch

from agents import policy_file
from agents.learned import Learned
from agents.policy_file import PolicyError, PolicyInfo
from envs.core.engine import mix_seed
from envs.core.game import Game

__all__ = ["FolderPool", "SnapshotPool", "stored"]


class SnapshotPool:
    """Weights of a learner at several moments, one file for each; any of them is an agent for specs too.

    A partner for `envs.faces.Cast`: whom it draws for a game follows from the game's seed and from the snapshots that
    there are when the game begins.

    Args:
        folder: of the files; its name is the pool's.
        game: what the snapshots play.
        size: most snapshots, at least two. Of more, those are taken out that leave the others spread most evenly over
            the steps; the first and the newest stay.
        latest: probability of the newest snapshot; the others share the rest equally.
        device: where the snapshots compute.

    Attributes:
        steps: of each snapshot the decisions after which it was made, rising.
    """

    def __init__(self, folder: Path, game: Game, size: int, latest: float, device: str = "cpu"):
        self.folder = folder
        self.name = folder.name
        self.steps: list[int] = []
        self._game = game
        self._size = size
        self._latest = latest
        self._device = device
        self._agents: dict[int, Learned] = {}

    def path(self, steps: int) -> Path:
        """The file of a snapshot."""
        return self.folder / f"{steps:012}.zip"

    def add(self, model: Any, info: PolicyInfo) -> None:
        """Keep the present weights of a model; `info` says what it is for and after how many steps."""
        if self.steps and info.steps <= self.steps[-1]:
            raise ValueError(f"a snapshot of {info.steps} steps does not follow one of {self.steps[-1]}")
        self.folder.mkdir(exist_ok=True)
        policy_file.write_weights(self.path(info.steps), model, info)
        self.steps = thinned([*self.steps, info.steps], self._size)

    def due(self, steps: int, every: int) -> bool:
        """Whether a multiple of `every` lies between the newest snapshot and `steps`, or there is none yet."""
        return not self.steps or steps // every > self.steps[-1] // every

    def agent(self, steps: int) -> Learned:
        """The player that a snapshot makes; raises `PolicyError` if its file is missing or damaged."""
        if steps not in self._agents:
            # A new network draws its first weights, which would shift the random numbers of the training around it.
            with torch.random.fork_rng(devices=[]):
                agent = Learned(self.path(steps), self._game, device=self._device)
            self._agents[steps] = agent
        return self._agents[steps]

    def draw(self, seed: int) -> Learned:
        """The snapshot that plays the game for which `seed` was made."""
        word = mix_seed(seed)
        *older, newest = self.steps
        if not older or (word >> 11) * 2.0**-53 < self._latest:
            return self.agent(newest)
        return self.agent(older[mix_seed(word) % len(older)])

    def name_of(self, agent: object) -> str | None:
        """``pool/steps`` of one of its players, ``None`` for another agent."""
        for steps, mine in self._agents.items():
            if mine is agent:
                return f"{self.name}/{steps}"
        return None

    def named(self, name: str) -> Learned | None:
        """The player of a name that `name_of` gave, ``None`` for the name of another agent."""
        head, _, steps = name.partition("/")
        return self.agent(int(steps)) if head == self.name else None

    def restore(self, steps: Sequence[int]) -> None:
        """Go on with the snapshots that there were when the learner was saved; raises `PolicyError`."""
        for snapshot in steps:
            if not self.path(snapshot).is_file():
                raise PolicyError(
                    f"{self.path(snapshot)}: this snapshot of the pool is missing; restore a copy, or train anew with "
                    "--overwrite"
                )
        self.steps = [int(snapshot) for snapshot in steps]

    def tidy(self, playing: Collection[str]) -> None:
        """Delete what is neither in the pool nor a player of a running game.

        Args:
            playing: names of the players of running games.
        """
        kept = {*self.steps, *(int(name.partition("/")[2]) for name in playing if name.startswith(f"{self.name}/"))}
        self._agents = {steps: agent for steps, agent in self._agents.items() if steps in kept}
        files = {self.path(steps) for steps in kept}
        for file in self.folder.glob("*.zip"):
            if file not in files:
                file.unlink()


class FolderPool(SnapshotPool):
    """A pool that another process fills: every game begins with the snapshots that are in the folder then."""

    def draw(self, seed: int) -> Learned:
        """See `SnapshotPool.draw`."""
        self.steps = stored(self.folder)
        self._agents = {steps: agent for steps, agent in self._agents.items() if steps in self.steps}
        return super().draw(seed)


def stored(folder: Path) -> list[int]:
    """Steps of the snapshots in a folder, rising."""
    return sorted(int(path.stem) for path in folder.glob("*.zip"))


def thinned(steps: Sequence[int], size: int) -> list[int]:
    """At most `size` of the rising numbers `steps`, spread evenly, the first and the last among them."""
    left = list(steps)
    while len(left) > size:
        gaps = [after - before for before, after in zip(left, left[2:], strict=False)]
        left.pop(1 + gaps.index(min(gaps)))
    return left
