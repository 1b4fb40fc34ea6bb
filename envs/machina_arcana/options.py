"""Options of Machina Arcana."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from envs.core.game import GameOptions

MAX_SEATS = 4


class MachinaOptions(GameOptions):
    """What a game of Machina Arcana can be configured with."""

    seats: Annotated[int, Field(ge=1, le=MAX_SEATS)] = 2
    """Explorers, 1 to 4; one agent each."""
    mode: Literal["easy"] = "easy"
    """Rules mode of the rulebook."""
    scenario: str = "drowned_foundry"
    """Scenario of the content pack."""
    content: str | None = None
    """Folder of another content pack; ``None`` is the pack that comes with the suite."""
    ties: Literal["rules", "ask"] = "rules"
    """Ties given to the players as a group: settled by a fixed order, or asked of the group chooser (MAC-GEN-04)."""
    explorers: tuple[str | None, ...] | None = None
    """Explorer card of each seat; ``None`` lets the seats choose in order (MAC-SET-09)."""
    round_limit: Annotated[int, Field(ge=1, le=100)] = 100
    """Rounds after which a game is cut off (MAC-RND-09)."""
    weakest_in_range: bool = False
    """A monster's ability picks the weakest explorer in range, not the weakest of the nearest (MAC-TGT-07)."""
    one_location_per_explorer: bool = False
    """At the base each explorer uses one location at most (MAC-BAS-11)."""
    trap_dice: Annotated[int, Field(ge=1, le=9)] = 3
    """High attack dice of traps and barrels (MAC-TRP-04)."""
    camp_price: Annotated[int, Field(ge=0, le=9)] = 2
    """Essence per use of the Derelict camp (MAC-BAS-09)."""

    @model_validator(mode="after")
    def _seats_match(self) -> MachinaOptions:
        if self.explorers is not None and len(self.explorers) != self.seats:
            raise ValueError(f"explorers names {len(self.explorers)} cards for {self.seats} seats")
        named = [name for name in self.explorers or () if name is not None]
        if len(set(named)) != len(named):
            raise ValueError("each explorer card can be taken once")
        return self
