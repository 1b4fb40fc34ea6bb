"""The player that takes any legal action with equal probability."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.base import BatchAgent, uniform

__all__ = ["Random"]


class Random(BatchAgent):
    """Uniformly random legal actions: the zero of every scale."""

    spec = "random"

    def act_batch(
        self, observations: NDArray[np.float32], masks: NDArray[np.bool_], words: NDArray[np.uint64]
    ) -> NDArray[np.int64]:
        """See `BatchAgent.act_batch`; the observations are not looked at."""
        masks = np.asarray(masks, np.bool_)
        legal = masks.sum(1)
        if not legal.all():
            raise ValueError(f"question {int(np.argmin(legal))} has no legal action")
        chosen = (uniform(words) * legal).astype(np.int64)
        return (np.cumsum(masks, 1, dtype=np.int32) > chosen[:, None]).argmax(1)
