"""The player that a trained policy makes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agents.base import BatchAgent, uniform
from agents.extras import require
from envs.core.errors import IllegalAction
from envs.core.game import Game

require("train", "torch", "stable_baselines3", "sb3_contrib")

import torch  # noqa: E402

from agents import network, policy_file  # noqa: E402
from agents.policy_file import PolicyError  # noqa: E402

__all__ = ["Learned", "PolicyError"]


class Learned(BatchAgent):
    """Plays a policy saved by ``train.py``.

    Args:
        path: the policy file.
        game: the game to play; the policy must have been trained for its name, version, content, observation and
            actions. Other options than in training, such as another number of seats, are allowed.
        greedy: take the most probable action in place of drawing one.
        device: where the network computes.

    Raises:
        PolicyError: the file is damaged, is not ours, or is for something else.
    """

    def __init__(self, path: str | Path, game: Game, *, greedy: bool = False, device: str = "cpu"):
        path = Path(path)
        self.greedy = greedy
        self.spec = f"{path}:greedy" if greedy else str(path)
        self.info = policy_file.read_info(path)
        self.info.check(game, path)
        self._actions = game.actions
        self._game = game.name
        self._net = network.build(self.info.observation_size, self.info.num_actions, self.info.hidden)
        weights = policy_file.read_tensors(path, "policy")
        try:
            self._net.load_state_dict(weights)
        except (RuntimeError, TypeError, AttributeError) as error:
            raise PolicyError(
                f"{path}: the weights do not fit a network with hidden layers {list(self.info.hidden)} "
                f"({str(error).splitlines()[0]}); the file is damaged"
            ) from None
        if not all(bool(torch.isfinite(w).all()) for w in self._net.state_dict().values()):
            raise PolicyError(f"{path}: the network has weights that are not finite; the training run diverged")
        self._net.to(device).set_training_mode(False)

    def logits(self, observations: NDArray[np.float32]) -> NDArray[np.float64]:
        """(k, num_actions) logits of all actions, legal or not, for (k, observation_size) observations."""
        with torch.inference_mode():
            features = self._net.extract_features(torch.as_tensor(observations, device=self._net.device))
            return (
                self._net.action_net(self._net.mlp_extractor.forward_actor(features)).double().cpu().numpy()  # type: ignore[arg-type]
            )

    def values(self, observations: NDArray[np.float32]) -> NDArray[np.float64]:
        """(k,) what the policy expects to get from (k, observation_size) observations on, in the reward and with the
        discount of its training (`info.config`).
        """
        with torch.inference_mode():
            features = self._net.extract_features(torch.as_tensor(observations, device=self._net.device))
            values = self._net.value_net(self._net.mlp_extractor.forward_critic(features))  # type: ignore[arg-type]
            return values.flatten().double().cpu().numpy()

    def act_batch(
        self, observations: NDArray[np.float32], masks: NDArray[np.bool_], words: NDArray[np.uint64]
    ) -> NDArray[np.int64]:
        """See `BatchAgent.act_batch`."""
        masks = np.asarray(masks, np.bool_)
        logits = self.logits(np.ascontiguousarray(observations, np.float32))
        if not np.isfinite(logits).all():
            raise PolicyError(f"{self.spec}: the network gives values that are not finite; the training run diverged")
        logits[~masks] = -np.inf
        if self.greedy:
            actions = logits.argmax(1)
        else:
            likelihood = np.exp(logits - logits.max(1, keepdims=True), where=masks, out=np.zeros_like(logits))
            rising = likelihood.cumsum(1)
            actions = (rising > (uniform(words) * rising[:, -1])[:, None]).argmax(1)
        illegal = ~masks[np.arange(len(masks)), actions]
        if illegal.any():
            row = int(illegal.argmax())
            legal = [self._actions[int(a)] for a in np.flatnonzero(masks[row])]
            raise IllegalAction(
                f"{self._game}: {self.spec} chose {self._actions[int(actions[row])]}, which is not legal; "
                f"legal: {', '.join(legal[:40]) or 'nothing, the seat is not asked'}",
                action=int(actions[row]),
                legal=legal,
            )
        return actions
