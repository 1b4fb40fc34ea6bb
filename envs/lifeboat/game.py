"""Lifeboat behind the `Game` face."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from envs.core.game import Game, GameOptions, Outcome, State
from envs.core.schema import check_layout
from envs.lifeboat import render, state
from envs.lifeboat.actions import ACTIONS, MAX_SAILORS
from envs.lifeboat.rules._layout import sizes
from envs.lifeboat.rules.rules import CAPSULE
from envs.lifeboat.state import Choice, Ending, Proc

check_layout(state.RECORDS, sizes())


class Options(GameOptions):
    """Options of Lifeboat."""

    seats: int = Field(2, ge=1, le=MAX_SAILORS, strict=True)
    days: int = Field(12, ge=2, le=state.MAX_DAYS, strict=True, description="the last day; then the boat is adrift")


class Lifeboat(Game):
    """The smallest game of the house, see `envs.lifeboat`."""

    name: ClassVar[str] = "lifeboat"
    version: ClassVar[int] = 0
    record = state.GAME
    view_record = state.VIEW
    actions = ACTIONS
    Choice = Choice
    Proc = Proc
    Options = Options
    max_seats: ClassVar[int] = MAX_SAILORS + 1
    REASONS: ClassVar[dict[str, str]] = {
        "rescued": "the boat has reached the coast (won)",
        "sunk": "the boat was full of water (lost)",
        "lost": "all sailors are dead (lost)",
        "adrift": "the last day is over (cut off)",
    }

    def _load(self) -> tuple[NDArray[np.void], object, str]:
        tables = np.zeros((), state.TABLES.dtype)
        tables["heroes"] = self.heroes
        tables["shark_seat"] = self.options.monsters == "agent"
        tables["days"] = self.options.days
        for supply, copies in state.COPIES.items():
            tables["copies"][supply] = copies
        content_hash = hashlib.sha256(tables["copies"].tobytes()).hexdigest()
        return tables, CAPSULE, content_hash

    def _seat_names(self) -> Sequence[str]:
        sharks = ["shark_0"] if self.options.monsters == "agent" else []
        return [f"sailor_{i}" for i in range(self.hero_seats)] + sharks

    def outcome(self, state: State) -> Outcome:
        """How the game ended; `detail` has the days and the miles."""
        ending = Ending(int(state["core"]["outcome"]))
        detail: dict[str, Any] = {"days": int(state["day"]), "miles": int(state["distance"])}
        if ending is Ending.RUNNING:
            return Outcome("running", None, False, detail)
        won = None if ending is Ending.ADRIFT else ending is Ending.RESCUED
        return Outcome(ending.name.lower(), won, won is None, detail)

    def text(self, state: State, seat: int | None = None) -> str:
        """The position as text; with a `seat`, as that seat knows it."""
        return render.text(self, state, seat)

    def image(self, state: State, seat: int | None = None, size: int = 800) -> NDArray[np.uint8]:
        """The position as an RGB picture, ``(size, size, 3)`` uint8."""
        return render.image(self, state, seat, size)

    def describe(self, state: State, action: int) -> str:
        """What an action means in this position, for people."""
        groups = (group for group, ids in ACTIONS.groups.items() if action in ids)
        return f"{ACTIONS[action]}: {ACTIONS.meanings[next(groups)]}"


GAME = Lifeboat
