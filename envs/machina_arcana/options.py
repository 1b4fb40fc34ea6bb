"""Options of Machina Arcana."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from envs.core.game import GameOptions

MAX_SEATS = 4


class MachinaOptions(GameOptions):
    """What a game of Machina Arcana can be configured with."""

    seats: Annotated[int, Field(ge=1, le=MAX_SEATS)] = 2
    """Agents that play explorers, 1 to 4."""
    explorers_per_seat: Annotated[int, Field(ge=1, le=MAX_SEATS)] = 1
    """Explorers that each of them plays; with more than one the game has ``seats * explorers_per_seat`` explorers, at
    most 4 (MAC-GEN-17)."""
    mode: Literal["normal", "easy"] = "normal"
    """Rules mode of the rulebook: normal mode adds explorer markers, edge tokens and rating sliders (MAC-NRM-01)."""
    markers: bool | None = None
    """Explorer markers: dropped items lie on the map, lasting effects need a free marker; ``None``: as the mode says
    (MAC-NRM-04)."""
    edges: bool | None = None
    """Edge tokens: each edge is explored from once; ``None``: as the mode says (MAC-NRM-04)."""
    ratings: bool | None = None
    """Rating sliders: each failed spawn or horror roll makes the next one easier; ``None``: as the mode says
    (MAC-NRM-04)."""
    easier_die: bool = False
    """A 0 on the game die counts as 0, not as 10 (MAC-DIF-01)."""
    length: Literal["full", "faster", "extra_fast"] = "full"
    """Chapters of the scenario: all, without those that may be left out, or only those of the extra fast game, which
    is won at its last exit (MAC-FAS-01, MAC-FAS-03). A scenario without such a list is played in full only."""
    reinforcements: bool = False
    """Each explorer starts with the bonus of its class (MAC-RNF-01)."""
    intricacy: bool = False
    """Explorers may spend the stamina on their sliders in the turns of other explorers too (MAC-INT-01)."""
    scenario: str = "drowned_foundry"
    """Scenario of the content pack."""
    content: str | None = None
    """Folder of another content pack; ``None`` is the pack that comes with the suite."""
    ties: Literal["rules", "ask"] = "rules"
    """Ties given to the players as a group: settled by a fixed order, or asked of the group chooser (MAC-GEN-04)."""
    explorers: tuple[str | None, ...] | None = None
    """Explorer card of each explorer, seat by seat; ``None`` lets the seats choose in order (MAC-SET-09)."""
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

    def switched(self, name: Literal["markers", "edges", "ratings"]) -> bool:
        """Whether an addition of normal mode is in use: as its own option says, else as the mode does (MAC-NRM-04)."""
        given: bool | None = getattr(self, name)
        return self.mode == "normal" if given is None else given

    @property
    def heroes_per_seat(self) -> int:
        """Explorers that each agent plays."""
        return self.explorers_per_seat

    @model_validator(mode="after")
    def _seats_match(self) -> MachinaOptions:
        count = self.seats * self.explorers_per_seat
        if count > MAX_SEATS:
            raise ValueError(
                f"a game has at most {MAX_SEATS} explorers, got {self.seats} seats with {self.explorers_per_seat} each"
            )
        if self.explorers is not None and len(self.explorers) != count:
            raise ValueError(f"explorers names {len(self.explorers)} cards for {count} explorers")
        named = [name for name in self.explorers or () if name is not None]
        if len(set(named)) != len(named):
            raise ValueError("each explorer card can be taken once")
        return self
