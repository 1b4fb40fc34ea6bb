"""The table of actions of a game: one flat `Discrete(N)`, every id with a name that round-trips."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from envs.core.errors import OptionError, near
from envs.core.head import MAX_ACTIONS


class ActionTable:
    """Names of the actions of a game, in groups of consecutive ids.

    Args:
        groups: (group name, action names, meaning) in the order of the ids.
    """

    def __init__(self, groups: Sequence[tuple[str, Sequence[str], str]]):
        self.names: tuple[str, ...] = tuple(name for _, names, _ in groups for name in names)
        self._ids = {name: i for i, name in enumerate(self.names)}
        if len(self._ids) != len(self.names):
            twice = sorted({n for n in self.names if self.names.count(n) > 1})
            raise OptionError(f"action names must be unique; named twice: {', '.join(twice)}")
        if len(self) > MAX_ACTIONS:
            raise OptionError(f"{len(self)} actions, but a mask holds {MAX_ACTIONS}; see envs.core.head.MAX_ACTIONS")
        self.groups: dict[str, range] = {}
        self.meanings: dict[str, str] = {}
        start = 0
        for group, names, meaning in groups:
            if group in self.groups:
                raise OptionError(f"group {group!r} is declared twice")
            self.groups[group] = range(start, start + len(names))
            self.meanings[group] = meaning
            start += len(names)

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __getitem__(self, action: int) -> str:
        return self.names[action]

    def id(self, name: str) -> int:
        """Id of an action name; raises `OptionError` with the nearest name."""
        try:
            return self._ids[name]
        except KeyError:
            raise OptionError(f"unknown action {name!r}{near(name, self._ids)}") from None

    def constants(self) -> dict[str, int]:
        """``ACT_<GROUP>`` (first id) and ``N_ACT_<GROUP>`` (how many) for the compiled rules."""
        out = {}
        for group, ids in self.groups.items():
            out[f"ACT_{group.upper()}"] = ids.start
            out[f"N_ACT_{group.upper()}"] = len(ids)
        out["N_ACTIONS"] = len(self)
        return out
