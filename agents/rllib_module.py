"""The network of `agents.network` as a module of RLlib, so that its weights are those of a ``policy.zip``."""

from __future__ import annotations

from typing import Any

import torch
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule

from agents import network

__all__ = ["MaskedModule"]

NEVER = -1e8
"""Logit of an illegal action: its probability is 0, and sums with other logits stay finite."""


class MaskedModule(TorchRLModule, ValueFunctionAPI):
    """Policy and value of observations ``{"observations": (k, size), "action_mask": (k, num_actions)}``.

    ``model_config["hidden"]`` holds the widths of the hidden layers, the first one shared.

    Attributes:
        net: what `agents.network.build` makes.
    """

    def setup(self) -> None:
        """Build the network; RLlib calls it."""
        spaces: Any = self.observation_space
        self.net = network.build(spaces["observations"].shape[0], int(self.action_space.n), self.model_config["hidden"])

    def _features(self, batch: dict[str, Any]) -> torch.Tensor:
        features = self.net.extract_features(batch[Columns.OBS]["observations"])
        assert isinstance(features, torch.Tensor)
        return features

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        features = self._features(batch)
        logits = self.net.action_net(self.net.mlp_extractor.forward_actor(features))
        illegal = batch[Columns.OBS]["action_mask"] < 0.5
        return {Columns.ACTION_DIST_INPUTS: logits.masked_fill(illegal, NEVER), Columns.EMBEDDINGS: features}

    def _forward_inference(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        with torch.no_grad():
            out = self._forward(batch)
        # What this returns is kept with every step of a game; the features are for the value in training only.
        del out[Columns.EMBEDDINGS]
        return out

    def _forward_exploration(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        return self._forward_inference(batch)

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        """(k,) values of the observations; `embeddings` are their features, if they have been computed."""
        features = self._features(batch) if embeddings is None else embeddings
        values: torch.Tensor = self.net.value_net(self.net.mlp_extractor.forward_critic(features))
        return values.squeeze(-1)
