"""The network of a policy: a layer that policy and value share, then a tower for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

__all__ = ["Trunk", "build", "freeze", "policy_arguments"]

VALUE_LAYERS = ("mlp_extractor.value_net.", "value_net.")
"""How the names of the value's own weights begin."""


class Trunk(BaseFeaturesExtractor):
    """The shared first layer. It sees the whole observation, so it is most of the work, and sharing it halves that.

    Args:
        observation_space: a flat box.
        width: number of units.
    """

    def __init__(self, observation_space: spaces.Space[Any], width: int = 256):
        super().__init__(observation_space, width)
        size = int(np.prod(observation_space.shape or ()))
        self.layers = nn.Sequential(nn.Flatten(), nn.Linear(size, width), nn.LayerNorm(width), nn.ReLU())

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """(batch, observation_size) -> (batch, width)."""
        features: torch.Tensor = self.layers(observations)
        return features


def policy_arguments(hidden: Sequence[int]) -> dict[str, Any]:
    """Arguments of the library's policy for hidden layers of these widths, the first one shared."""
    towers = list(hidden[1:])
    return {
        "features_extractor_class": Trunk,
        "features_extractor_kwargs": {"width": int(hidden[0])},
        "net_arch": {"pi": towers, "vf": towers},
        "activation_fn": nn.ReLU,
    }


def build(observation_size: int, num_actions: int, hidden: Sequence[int]) -> MaskableActorCriticPolicy:
    """An untrained network of the right shape, into which weights are loaded."""
    return MaskableActorCriticPolicy(
        spaces.Box(-1.0, 1.0, (observation_size,), np.float32),
        spaces.Discrete(num_actions),
        lambda _: 0.0,
        **policy_arguments(hidden),
    )


def freeze(policy: nn.Module, frozen: bool) -> None:
    """Keep all but the value's own layers of a policy that `build` made as they are from now on, or not any more."""
    for name, weights in policy.named_parameters():
        weights.requires_grad_(not frozen or name.startswith(VALUE_LAYERS))
