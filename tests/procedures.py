"""What the bare tables of all games share: running single procedures, playing actions by name, the question put."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, ClassVar, Self

import numpy as np

from envs.core.actions import ActionTable
from envs.core.engine import Engine
from envs.core.head import Error

__all__ = ["Procedures"]


class Procedures:
    """A position and the compiled rules that play it. A subclass sets the attributes."""

    CHOICE: ClassVar[type[IntEnum]]
    engine: Engine
    actions: ActionTable
    state: Any
    done: bool = False
    """The procedure that was called last has ended."""

    def rolls(self, *values: int) -> None:
        """The next rolls in order: 0-based values of `roll`, behind those that are still to come."""
        core = self.state["core"]
        left = [int(v) for v in core["script"][: core["script_n"]]][::-1]
        script = [*left, *values][::-1]
        core["script"] = 0
        core["script"][: len(script)] = script
        core["script_n"] = len(script)

    def call(self, proc: int, *args: int, **more: int) -> Self:
        """Run a procedure from an empty stack, to its first question or to its end.

        Args:
            proc: number of the procedure.
            args: arguments a to d.
            more: further arguments by name, such as ``f=3``.
        """
        core = self.state["core"]
        core["depth"] = 0
        core["turn"] = -1
        core["mask"] = 0
        self.engine.call(self.state, int(proc), *args)
        for name, value in more.items():
            core["stack"][core["depth"] - 1][name] = value
        self.engine.settle(self.state)
        return self.look()

    def play(self, *names: str) -> Self:
        """Play actions by their names."""
        for name in names:
            code = self.engine.settle(self.state, self.actions.id(name))
            assert code == 0, f"{name} is not legal, but {sorted(self.legal)} are ({self.asked})"
            self.look()
        return self

    def look(self) -> Self:
        """Note whether the procedure has ended; an error of the core fails the test."""
        core = self.state["core"]
        assert core["error"] == 0, f"{Error(int(core['error'])).name} {int(core['error_detail'])}"
        self.done = bool(core["depth"] == 0)
        return self

    @property
    def legal(self) -> set[str]:
        """Names of the legal actions."""
        mask = np.zeros(len(self.actions), np.bool_)
        self.engine.mask(self.state, mask)
        return {self.actions[a] for a in np.flatnonzero(mask)}

    @property
    def asked(self) -> tuple[int, Any] | None:
        """The seat and the kind of the question, None when nobody is asked."""
        core = self.state["core"]
        return (int(core["turn"]), self.CHOICE(int(core["choice"]))) if core["turn"] >= 0 else None

    @property
    def result(self) -> int:
        """What the procedure gave back."""
        return int(self.state["core"]["result"])
