"""The styles of the scripted player of Machina Arcana: one row of parameters for each kind of person at the table."""

from __future__ import annotations

from dataclasses import dataclass

from agents.scripted._machina_arcana_knowledge import (
    EDGE,
    EVENT,
    LIT,
    MONSTER,
    RECHARGE,
    SPAWN,
    TREASURE,
    WORKBENCH,
)

TURN = ("leave", "use", "strike", "advance", "rest", "loot", "dress", "walk")
"""What an explorer thinks of in its turn, the first thing first; each is a method of the player."""
STORY_FIRST = ("leave", "advance", "use", "strike", "rest", "loot", "dress", "walk")
LOOT_FIRST = ("leave", "advance", "loot", "use", "strike", "rest", "dress", "walk")
FIGHT_FIRST = ("leave", "strike", "use", "advance", "rest", "loot", "dress", "walk")
DRESS_FIRST = ("leave", "use", "strike", "dress", "advance", "rest", "loot", "walk")


@dataclass(frozen=True)
class Temper:
    """What sets the styles apart; the defaults are those of the steady player. Distances are in steps."""

    about: str
    """How it plays, in a line."""
    order: tuple[str, ...] = TURN
    """What it thinks of in its turn, the first thing first."""
    reserve: int = 0
    """Essence kept back when rolls are raised and quests and others are paid."""
    stakes: int = 9
    """Most essence that it adds to a roll."""
    shield: int = 4
    """Essence beyond which it pays with essence, not health, for what hits it."""
    seal: int = 6
    """Essence from which it seals monster spawns."""
    hurt: int = 2
    """Health at which the explorer counts as hurt."""
    loot: float = 6
    """How far it walks for loot beyond the way to the story."""
    fight: float = 3
    """How far it walks toward a monster."""
    items: int = 2
    """Treasures that it wants before the story goes on."""
    pace: int = 6
    """Rounds that a chapter may take before only the story counts; the first one may take twice as many."""
    seek: tuple[int, ...] = ()
    """Rows of the block "nearest" that come before loot and story, the first one first."""
    far: float = 0
    """How far it walks for what it seeks."""
    waits: bool = False
    """It stays beside a space for which it is too tired, and does not walk on."""
    company: int = 0
    """It stays that near to another explorer; 0: it does not mind; -1: it leaves to others what they are nearer to."""
    gives: bool = False
    """Treasures and healing go to others first."""
    foe: str = "weakest"
    """Whom it attacks: the weakest, the nearest, or the one nearest to another explorer ("friend")."""
    noise: float = 0.0
    """Chance of a legal action at random."""
    prey: str = ""
    """Whom the monsters go for on their seat, see `agents.scripted._machina_arcana_monsters`; empty: the nearest."""


TEMPERS = {
    "steady": Temper("balances loot, fights and the story"),
    "bold": Temper(
        "follows the story at once and spends essence freely",
        order=STORY_FIRST, shield=2, hurt=1, loot=1, fight=1, items=0, waits=True,
    ),
    "careful": Temper(
        "heals early, keeps essence back, pays with it for what hits it, and does not go near monsters",
        reserve=1, shield=1, hurt=3, fight=0, items=0, pace=4, foe="nearest",
    ),
    "looter": Temper(
        "opens every treasure, event and workbench, and new tiles to find more, before it fights or the story goes on",
        order=LOOT_FIRST, stakes=0, loot=14, fight=1, items=6, pace=5,
        seek=(TREASURE, EVENT, WORKBENCH, EDGE), far=14, waits=True,
    ),
    "scout": Temper(
        "opens new tiles before anything else",
        loot=3, items=0, pace=4, seek=(EDGE,), far=6, waits=True,
    ),
    "hunter": Temper(
        "fights first and walks to monsters wherever they are",
        order=FIGHT_FIRST, hurt=1, fight=12, items=0, seek=(MONSTER,), far=12, prey="weakest",
    ),
    "guard": Temper(
        "stays beside the others, gives them treasures and healing, and fights what is near them",
        order=FIGHT_FIRST, items=0, waits=True, company=4, gives=True, foe="friend", prey="post",
    ),
    "swarm": Temper(
        "goes its own way and leaves to others what they are nearer to",
        items=1, company=-1, foe="nearest", prey="apart",
    ),
    "warden": Temper(
        "saves essence, walks to the monster spawns and seals them",
        shield=5, seal=4, items=0, seek=(SPAWN, LIT), far=14, waits=True,
    ),
    "camper": Temper(
        "rests at recharge spaces until it is whole and equips itself at workbenches before it goes on",
        order=DRESS_FIRST, fight=2, items=4, pace=3, seek=(WORKBENCH, RECHARGE), far=14, waits=True,
    ),
    "noisy": Temper("plays as the steady one, but one action in eight is any legal one", noise=0.125),
}  # fmt: skip
"""The styles by name, the default first."""
