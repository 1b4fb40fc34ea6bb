"""The scripted player of Enormity: its styles, as one table of what sets them apart."""

from __future__ import annotations

from dataclasses import dataclass

STYLES = {
    "steady": "searches quietly, fights what stands in the way, and leaves when it can",
    "bold": "takes the loud and quick ways and fights whatever is in reach",
    "careful": "keeps away from Intruders, saves tokens for defence and calms down early",
    "looter": "walks out of its way for Caches, Engrams and Objective tokens",
    "supporter": "leaves tokens and abilities to the others and spends few on itself",
}


@dataclass(frozen=True)
class Temper:
    """What sets the styles apart."""

    noise: float
    """Worth of a Noise that is not made, in steps."""
    stress: int
    """Stress up to which dice are rolled again."""
    calm: int
    """Stress from which it calms down."""
    fight: float
    """How much it likes to strike Intruders down."""
    hunt: float
    """Worth of an Intruder within reach, in steps."""
    fear: float
    """How much it minds to be hurt."""
    loot: float
    """Steps that it walks out of its way for Caches and Engrams."""
    errand: float
    """Steps that it walks out of its way for an Objective token."""
    reserve: int
    """Tokens of a type that it leaves to others."""
    gift: float
    """Worth of a token that is left for the next Spacer, in steps."""


TEMPERS = {
    "steady": Temper(noise=1.0, stress=6, calm=4, fight=1.0, hunt=0, fear=1.0, loot=0, errand=1, reserve=0, gift=0.35),
    "bold": Temper(noise=0.0, stress=8, calm=6, fight=3.0, hunt=2, fear=0.7, loot=0, errand=1, reserve=0, gift=0.35),
    "careful": Temper(noise=2.5, stress=3, calm=2, fight=0.6, hunt=0, fear=1.4, loot=0, errand=1, reserve=0, gift=0.35),
    "looter": Temper(noise=1.0, stress=6, calm=4, fight=1.0, hunt=0, fear=1.0, loot=3, errand=6, reserve=0, gift=0.35),
    "supporter": Temper(
        noise=1.0, stress=5, calm=4, fight=1.0, hunt=0, fear=1.0, loot=0, errand=1, reserve=1, gift=1.0
    ),
}
