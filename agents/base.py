"""What a player is: it gets the view of its seat and answers with an action."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from envs.view import View

__all__ = ["Agent", "BatchAgent", "uniform"]


class Agent(ABC):
    """A player of one seat. It sees what its seat may see and never the state of the game.

    A shallow copy that is then `reset` must be an independent player, so `reset` makes all memory of a game anew;
    matches play many games at once with such copies.

    Attributes:
        spec: the short name that builds this agent, see `agents.spec`.
    """

    spec: str = ""

    def reset(self, seed: int) -> None:  # noqa: B027 - most agents remember nothing
        """Forget the last game; whatever is random in the next one follows from `seed`."""

    @abstractmethod
    def act(self, view: View) -> int:
        """A legal action for the question that `view` puts to this seat."""


class BatchAgent(Agent):
    """A player without memory, which answers for many games at once."""

    def act(self, view: View) -> int:
        """A legal action for one question; what `act_batch` answers in the same position."""
        return int(self.act_batch(view.observation[None], view.mask[None], np.array([view.seed], np.uint64))[0])

    @abstractmethod
    def act_batch(
        self, observations: NDArray[np.float32], masks: NDArray[np.bool_], words: NDArray[np.uint64]
    ) -> NDArray[np.int64]:
        """Legal actions for `k` questions.

        Args:
            observations: (k, observation_size), each as the asked seat sees it.
            masks: (k, num_actions), True for legal actions, at least one in each row.
            words: (k,) a random word for each question (`View.seed`), so that a choice depends on its own game only.

        Returns:
            (k,) action ids.
        """


def uniform(words: NDArray[np.uint64]) -> NDArray[np.float64]:
    """A number in [0, 1) from each random word."""
    return (words >> np.uint64(11)).astype(np.float64) * 2.0**-53
