"""What an agent gets: the `View` of a seat that is asked. Agents never get the state.

An agent is any object with ``act(view) -> int``, a legal action id. Two more methods are used if it has them:
``reset(seed)``, called on a copy of its own before each game, and ``act_batch(observations, masks, words)``, which
answers for many games at once (see `agents.base`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from envs.core.engine import mix_seed

if TYPE_CHECKING:
    from envs.core.game import Batch, Game, State

__all__ = ["View", "decision_words"]

_WORD = 0xFFFFFFFFFFFFFFFF
_STRIDE = 0xD1B54A32D192ED03


class View:
    """What one seat knows at its decision. Valid until the game goes on.

    Attributes:
        game: the configured game; its tables and options are public.
        seat: index of the seat.
        hero: the hero from whom it looks: the one that is asked if it is the seat's, else the seat's first; the number
            of heroes for the monsters.
        observation: (observation_size,) float32.
        mask: (num_actions,) bool; all False if the seat is not asked.
    """

    __slots__ = ("__state", "_facts", "_record", "game", "mask", "observation", "seat")

    def __init__(
        self, game: Game, state: State, seat: int, observation: NDArray[np.float32], mask: NDArray[np.bool_]
    ) -> None:
        self.game = game
        self.seat = seat
        self.observation = observation
        self.mask = mask
        self.__state = state
        self._facts: dict[str, Any] | None = None
        self._record: Any = None

    @classmethod
    def of(cls, game: Game, state: State, seat: int | None = None) -> View:
        """The view of `seat`; without one, of the seat that is asked."""
        if seat is None:
            seat = game.turn(state)
            if seat is None:
                raise ValueError(f"{game.name}: the game is over and nobody is asked; name a seat to view it")
        return cls(game, state, seat, game.observe(state, seat), game.legal(state, seat))

    @classmethod
    def of_row(cls, batch: Batch, row: int) -> View:
        """The view of the seat that is asked in a row of a batch; it shares the batch's arrays."""
        state = batch.states[row : row + 1].reshape(())
        return cls(batch.game, state, int(batch.seat[row]), batch.obs[row], batch.mask[row])

    def __repr__(self) -> str:
        return f"View({self.game.name}, {self.game.seats[self.seat]}, {self.choice!r}, {int(self.mask.sum())} legal)"

    @property
    def hero(self) -> int:
        """See the attributes."""
        hero = self.game.hero(self.__state, self.seat)
        assert hero is not None
        return hero

    @property
    def legal(self) -> list[int]:
        """Ids of the legal actions."""
        return np.flatnonzero(self.mask).tolist()

    @property
    def blocks(self) -> dict[str, NDArray[np.float32]]:
        """The named blocks of the observation, as views on it; `Game.layout` says what they mean."""
        return self.game.blocks(self.observation)

    @property
    def choice(self) -> str:
        """Name of the kind of question that is asked."""
        return self.game.choice_name(self.__state)

    @property
    def text(self) -> str:
        """The position as text, as the seat knows it."""
        return self.game.text(self.__state, self.seat)

    @property
    def facts(self) -> dict[str, Any]:
        """The position as plain data, as the seat knows it."""
        if self._facts is None:
            self._facts = self.game.to_json(self.__state, self.seat)
        return self._facts

    @property
    def record(self) -> Any:
        """The position as a record like the state's, in which everything that the seat may not know is zero."""
        if self._record is None:
            self._record = self.game.visible(self.__state, self.seat)
        return self._record

    @property
    def seed(self) -> int:
        """A random word of 64 bits for this decision: the same in every run of the same game, of no other meaning.

        An agent that draws from it needs no random state of its own and plays alike alone and in a batch.
        """
        core = self.__state["core"]
        low, high = core["rng"].tolist()
        return mix_seed(low ^ mix_seed((high + int(core["decisions"]) * _STRIDE) & _WORD))

    def describe(self, action: int) -> str:
        """What a legal action means in this position, for people."""
        return self.game.describe(self.__state, action)

    def sample(self, seed: int) -> State:
        """A state that the seat cannot tell from the true one: all that it cannot know is drawn anew.

        It hangs on what the seat knows and on `seed` only.
        """
        return self.game.resample(self.__state, self.seat, seed)

    def samples(self, seeds: Sequence[int]) -> NDArray[np.void]:
        """``(len(seeds),)`` states, one `sample` for each seed."""
        out = np.empty(len(seeds), self.game.record.dtype)
        rows = out.view(np.uint8).reshape(len(seeds), out.itemsize)
        for row, seed in zip(rows, seeds, strict=True):
            row[:] = self.sample(seed).reshape(1).view(np.uint8)
        return out


def decision_words(states: NDArray[np.void], rows: NDArray[np.intp] | None = None) -> NDArray[np.uint64]:
    """`View.seed` of many states, or of some `rows` of them, uint64."""
    core = states["core"]
    chosen = slice(None) if rows is None else rows
    words = core["rng"][chosen]
    mixed = _mix(words[:, 1] + core["decisions"][chosen].astype(np.uint64) * np.uint64(_STRIDE))
    return _mix(words[:, 0] ^ mixed)


def _mix(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """One splitmix64 step of each word, as `envs.core.engine.mix_seed`."""
    z = words + np.uint64(0x9E3779B97F4A7C15)
    z ^= z >> np.uint64(30)
    z *= np.uint64(0xBF58476D1CE4E5B9)
    z ^= z >> np.uint64(27)
    z *= np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    return z
