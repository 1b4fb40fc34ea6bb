"""The file of a trained policy.

``policy.zip`` is what Stable-Baselines3 writes (so ``MaskablePPO.load`` reads it) and two entries more: `INFO`, which
says what the policy is for, and `TRAINING`, from which training goes on. Reading never unpickles anything but plain
tensors, so a policy of a stranger runs no code. `write_weights` leaves out all that only training needs.
"""

from __future__ import annotations

import io
import os
import pickle
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, ValidationError

import envs
from envs.core.errors import DerelictError
from envs.core.game import Game

__all__ = ["PolicyError", "PolicyInfo", "read_info", "read_tensors", "read_training", "write", "write_weights"]

FORMAT = 1
INFO = "derelict.json"
TRAINING = "training.npz"


class PolicyError(DerelictError, ValueError):
    """A policy file that is damaged, not one of ours, or made for something else. The message names the file."""


class PolicyInfo(BaseModel):
    """What a policy was trained on and what it takes and gives."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: int = FORMAT
    suite: str
    game: str
    env_version: int
    options: dict[str, Any]
    content_hash: str
    observation_size: int
    num_actions: int
    hidden: tuple[int, ...]
    steps: int
    updates: int
    seconds: float
    config: dict[str, Any]

    @classmethod
    def of(cls, game: Game, **rest: Any) -> PolicyInfo:
        """The description of a policy for `game`."""
        return cls(
            suite=envs.__version__,
            game=game.name,
            env_version=game.version,
            options=game.config(),
            content_hash=game.content_hash,
            observation_size=game.observation_size,
            num_actions=game.num_actions,
            **rest,
        )

    def check(self, game: Game, path: Path) -> None:
        """Raise `PolicyError` unless this policy can play `game`; its options, such as the seats, may differ."""
        for what, mine, theirs in (
            ("game", self.game, game.name),
            ("version of the environment", self.env_version, game.version),
            ("observation size", self.observation_size, game.observation_size),
            ("number of actions", self.num_actions, game.num_actions),
            ("content", self.content_hash[:12], game.content_hash[:12]),
        ):
            if mine != theirs:
                raise PolicyError(
                    f"{path}: the policy was trained for {what} {mine} (suite {self.suite}), but this is "
                    f"{theirs}; train a new one with train.py, or use the suite's version that it was trained with"
                )


def write(path: Path, model: Any, info: PolicyInfo, training: dict[str, NDArray[Any]]) -> None:
    """Save a MaskablePPO model; a crash while writing leaves the old file whole.

    Args:
        path: the file; its folder exists.
        model: the model with its optimiser.
        info: what it is for.
        training: arrays from which training goes on.
    """
    content = io.BytesIO()
    # The environment and its last observations are in `training`, as plain arrays.
    model.save(content, exclude=["_last_obs", "_last_episode_starts", "_last_original_obs", "_logger"])
    arrays = io.BytesIO()
    np.savez_compressed(arrays, allow_pickle=False, **training)
    with zipfile.ZipFile(content, "a") as file:
        file.writestr(INFO, info.model_dump_json(indent=2))
        file.writestr(TRAINING, arrays.getvalue())
    write_atomically(path, content.getvalue())


def write_weights(path: Path, model: Any, info: PolicyInfo) -> None:
    """Save the weights of a model alone: enough to play, not to go on training.

    Args:
        path: the file; its folder exists.
        model: the model.
        info: what it is for.
    """
    weights, content = io.BytesIO(), io.BytesIO()
    torch.save(model.policy.state_dict(), weights)
    with zipfile.ZipFile(content, "w") as file:
        file.writestr("policy.pth", weights.getvalue())
        file.writestr(INFO, info.model_dump_json(indent=2))
    write_atomically(path, content.getvalue())


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file as a whole or not at all."""
    new = path.with_name(path.name + ".new")
    with new.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def _entry(path: Path, name: str) -> bytes:
    """The bytes of an entry, its checksum verified."""
    if not path.is_file():
        hint = f"; did you mean {path / 'policy.zip'}?" if (path / "policy.zip").is_file() else ""
        raise PolicyError(f"{path}: there is no such policy file{hint or '; train one with train.py'}")
    try:
        with zipfile.ZipFile(path) as file:
            if INFO not in file.namelist():
                raise PolicyError(
                    f"{path}: it has no {INFO}, so it is damaged or was not written by train.py; expected a policy of "
                    "this suite"
                )
            return file.read(name)
    except (zipfile.BadZipFile, KeyError, EOFError, OSError) as error:
        raise PolicyError(f"{path}: the policy file is damaged ({error}); train again or restore a copy") from None
    except Exception as error:  # zlib and struct errors of a file that was overwritten in places
        if isinstance(error, PolicyError):
            raise
        raise PolicyError(f"{path}: the policy file is damaged ({error}); train again or restore a copy") from None


def read_info(path: Path) -> PolicyInfo:
    """What the policy in a file is for; raises `PolicyError`."""
    text = _entry(path, INFO)
    try:
        info = PolicyInfo.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        raise PolicyError(
            f"{path}: {INFO} is not understood ({'.'.join(map(str, first['loc']))}: {first['msg']}); it was written by "
            "another version of the suite or is damaged"
        ) from None
    if info.format != FORMAT:
        raise PolicyError(f"{path}: policy format {info.format}, this version of the suite reads format {FORMAT}")
    return info


def read_tensors(path: Path, name: str, device: str = "cpu") -> Any:
    """A state dict of Stable-Baselines3's, ``"policy"`` or ``"policy.optimizer"``; raises `PolicyError`."""
    data = _entry(path, f"{name}.pth")
    try:
        return torch.load(io.BytesIO(data), map_location=device, weights_only=True)
    except (RuntimeError, pickle.UnpicklingError, EOFError, ValueError) as error:
        raise PolicyError(f"{path}: {name}.pth cannot be read ({str(error).splitlines()[0]})") from None


def read_training(path: Path) -> dict[str, NDArray[Any]]:
    """The arrays from which training goes on; raises `PolicyError`."""
    data = _entry(path, TRAINING)
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            return dict(arrays)
    except (ValueError, OSError, zipfile.BadZipFile) as error:
        raise PolicyError(f"{path}: {TRAINING} cannot be read ({error})") from None
