"""A boat in which each agent runs two sailors: Lifeboat with two heroes per seat."""

from __future__ import annotations

from envs.core.game import Game
from envs.lifeboat.game import Lifeboat, Options

HEROES_PER_SEAT = 2


class PairOptions(Options):
    """Options of Lifeboat; `seats` counts the agents."""

    @property
    def heroes_per_seat(self) -> int:
        """Sailors of each agent."""
        return HEROES_PER_SEAT


class Pairs(Lifeboat):
    """Lifeboat, two sailors to an agent; 1 or 2 seats."""

    Options = PairOptions


def boat(seats: int, monsters: str, pairs: bool = False, **options: object) -> Game:
    """Lifeboat with one sailor or a pair of them for each seat."""
    return (Pairs if pairs else Lifeboat)(seats=seats, monsters=monsters, **options)
