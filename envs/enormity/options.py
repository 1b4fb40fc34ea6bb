"""Options of Enormity."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from envs.core.game import GameOptions
from envs.enormity.actions import MAX_SPACERS
from envs.enormity.state import ROUND_CAP


class EnormityOptions(GameOptions):
    """What a session of Enormity can be configured with."""

    seats: Annotated[int, Field(ge=1, le=MAX_SPACERS)] = 2
    """Spacers, 1 to 4, one agent each (ENO-GEN-04)."""
    mode: Literal["extraction"] = "extraction"
    """Kind of session: an Extraction Run (ENO-GEN-03)."""
    scenario: str = "solar_ring"
    """Scenario of the content pack."""
    content: str | None = None
    """Folder of another content pack; ``None`` is the pack that comes with the suite."""
    ties: Literal["rules", "ask"] = "rules"
    """Ties given to the players as a group: settled by the fixed order of the catalogue, or asked of the Lead."""
    freedom: Literal["off", "ties", "full"] = "ties"
    """With ``monsters="agent"``: what the Intruders' seat decides; with ``"off"`` it is asked nothing (ENO-OPT-06)."""
    adversary: bool = False
    """An Adversary joins the hunt at zero hour (ENO-OPT-01)."""
    exert_gain: Literal["adrenaline", "stress"] = "adrenaline"
    """What exerting costs 2 of (ENO-OPT-03)."""
    potential_pairs: bool = False
    """Each 2 Potentials that are left of an own roll count as 1 Power (ENO-OPT-04)."""
    scanner_alignment: Literal["fixed", "asked"] = "fixed"
    """How a Scanner card lies: always north, or as the Priority Target says (ENO-OPT-05)."""
    characters: tuple[str | None, ...] | None = None
    """Character of each seat; ``None`` leaves it to the scenario, else to the seat (ENO-LOD-01)."""
    suits: tuple[str | None, ...] | None = None
    """Suit of each seat; ``None`` leaves it to the scenario, else to the seat."""
    round_cap: Annotated[int, Field(ge=1, le=200)] = ROUND_CAP
    """Rounds after which a session is cut off (ENO-OPT-07)."""

    @model_validator(mode="after")
    def _seats_match(self) -> EnormityOptions:
        for name in ("characters", "suits"):
            given = getattr(self, name)
            if given is not None and len(given) != self.seats:
                raise ValueError(f"{name} names {len(given)} cards for {self.seats} seats")
        named = [name for name in self.characters or () if name is not None]
        if len(set(named)) != len(named):
            raise ValueError("each Character can be played once")
        return self
