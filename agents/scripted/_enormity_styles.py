"""The scripted player of Enormity: its styles, as one table of what sets them apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

NoiseTo = Literal["away", "others", "exit", "empty"]
Prey = Literal["any", "weakest", "least_beset", "gate"]


@dataclass(frozen=True)
class Temper:
    """What sets the styles of Spacers apart; the defaults are those of `steady`.

    Worth and prices are in steps: what it is worth to stand one space nearer to where one wants to be.
    """

    # Noise, Stress and danger
    noise: float = 1.0
    """Worth of a Noise that is not made."""
    hush: float = 0.0
    """Price of an action that makes Noise, wherever the Blips are."""
    muffle: int = 1
    """What it spends to silence a Noise Roll: 0 nothing, 1 tokens that can be spared, 2 all tokens and Stress."""
    noise_to: NoiseTo = "away"
    """The Blip that it gives a Noise die: furthest from itself, from the others or from the way out, or with the fewest
    Intruders."""
    stress: int = 6
    """Stress up to which dice are rolled again."""
    calm: int = 4
    """Stress from which it calms down."""
    fear: float = 1.0
    """How much it minds to be hurt."""
    # Intruders and Blips
    fight: float = 1.0
    """How much it likes to strike Intruders down."""
    hunt: float = 0.0
    """Worth of an Intruder within reach."""
    chase: float = 0.0
    """Worth of each step nearer to the nearest Intruder."""
    scout: float = 0.0
    """Worth of lighting up a Blip."""
    # things and tokens
    loot: float = 0.0
    """Steps that it walks out of its way for Caches and Engrams."""
    errand: float = 1.0
    """Steps that it walks out of its way for an Objective token."""
    reserve: int = 0
    """Tokens of a type that it leaves to others."""
    gift: float = 0.35
    """Worth of a token that is left for the next Spacer."""
    thrift: float = 1.0
    """How much it minds to spend tokens, Charges and Ammo on abilities."""
    keen: float = 0.3
    """Worth that an ability must have to be used in its own turn."""
    least: float = 0.05
    """Worth that an Action card must have to be played."""
    exert: float = float("inf")
    """Worth that one more action must have to exert for it."""
    # the others and the way
    alone: bool = False
    """It plans as if there were nobody else."""
    guard: float = 0.0
    """How much more an Intruder counts that stands beside another Spacer."""
    company: float = 0.0
    """Worth of each space nearer to another Spacer whom Intruders threaten; negative: further from any other."""
    first: float = 0.0
    """How much it wants to act before the others."""
    homing: float = 0.0
    """Worth of each step nearer to the way out, whatever else it is after."""
    explore: float = 0.0
    """Steps that it walks out of its way to see a new page."""
    # the dice of its own mind
    slip: float = 0.0
    """Chance to do any legal action instead."""


STYLES = {
    "steady": "searches quietly, fights what stands in the way, and leaves when it can",
    "bold": "takes the loud and quick ways and fights whatever is in reach",
    "careful": "saves Stress, calms down early, and plays no card that brings little",
    "looter": "walks out of its way for Caches, Engrams and Objective tokens, and keeps what it has",
    "supporter": "leaves tokens and abilities to the others and spends few on itself",
    "scout": "opens new pages and lights up Blips",
    "loner": "goes its own way, far from the others, as if they were not there",
    "hunter": "walks toward Intruders and lights up Blips to get at them",
    "silent": "makes no Noise if it can help it",
    "leaver": "keeps near the way out, and is the first to go",
    "bodyguard": "comes to whomever Intruders threaten, strikes at those first, and silences its steps",
    "noisy": "steady, but one time in five it does anything that is legal",
}

TEMPERS = {
    "steady": Temper(),
    "bold": Temper(
        noise=0.0, muffle=0, stress=8, calm=6, fear=0.7, fight=3.0, hunt=2.0, thrift=0.5, exert=4.0, first=3.0
    ),
    "careful": Temper(noise=1.5, noise_to="others", stress=3, calm=2, fight=0.9, keen=0.0, least=0.5, first=-1.5),
    "looter": Temper(muffle=0, calm=2, loot=3.0, errand=6.0, thrift=2.0),
    "supporter": Temper(noise_to="others", stress=5, scout=0.2, reserve=1, gift=1.0),
    "scout": Temper(muffle=2, noise_to="exit", calm=6, scout=1.2, explore=6.0),
    "loner": Temper(muffle=0, gift=0.0, alone=True, company=-0.3),
    "hunter": Temper(muffle=0, noise_to="exit", fight=1.5, chase=1.0, scout=0.8),
    "silent": Temper(noise=2.0, hush=0.8, muffle=2, noise_to="empty", calm=5, least=0.5),
    "leaver": Temper(noise_to="exit", calm=2, gift=0.1, exert=4.0, first=1.0, homing=0.4),
    "bodyguard": Temper(muffle=2, noise_to="others", fight=1.5, guard=1.0, company=0.8, first=-2.0),
    "noisy": Temper(slip=0.2),
}


@dataclass(frozen=True)
class Brood:
    """What sets the styles of the Intruders' seat apart."""

    prey: Prey = "any"
    """Where it wants its figures: near any Spacer, near the weakest, near the one with the fewest Intruders and Blips
    around, or between the team and its way out."""


MONSTER_STYLES = {
    "steady": "the weakest Target, the shortest way to anybody, else the first possibility",
    "hunter": "brings Intruders and Blips to the weakest Spacer",
    "swarm": "brings them to whoever has the fewest around, so that nobody is let alone",
    "guard": "keeps them before the way out",
}

BROODS = {
    "steady": Brood(),
    "hunter": Brood(prey="weakest"),
    "swarm": Brood(prey="least_beset"),
    "guard": Brood(prey="gate"),
}
