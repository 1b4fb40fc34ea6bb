"""Cards of Enormity: the models of all entries of a content pack.

Printed coordinates such as ``"F2"`` name the row by a letter from the bottom (A) and the column by a number from the
left (1), as the maps do (ENO-COO-01).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, model_validator

from envs.core.content import Changes, ConditionOf, Effects, Form, or_word
from envs.enormity import state
from envs.enormity.actions import ENGRAM_TYPES
from envs.enormity.state import TOP, TRACK

TokenWord = Literal["discipline", "confidence", "expertise"]
ColourWord = Literal["white", "red", "black", "green", "orange"]
LevelWord = Literal["white", "red", "black"]
DivisionWord = Literal["ops", "science", "security", "medical", "engineering"]
SkillWord = Literal["intelligence", "dexterity", "strength", "willpower", "perception"]
Coordinate = Annotated[str, Field(pattern=r"^[A-T](?:[1-9]|[12]\d|30)$")]
"""A space by its printed coordinate."""
BorderText = Annotated[str, Field(pattern=r"^[A-T]\d{1,2}(?:-[A-T]\d{1,2})? (?:north|east|south|west)$")]
"""A border such as ``"E4 east"``, or those of a rectangle of spaces, such as ``"D5-D10 south"``."""
PointText = Annotated[str, Field(pattern=r"^\d{1,2},\d{1,2}$")]
"""An intersection of a page: column and row of its lines, from the north-west corner ``"0,0"``."""


def _per_level(value: Any) -> Any:
    """One value for all levels stands for three."""
    return value if isinstance(value, dict) else dict.fromkeys(("white", "red", "black"), value)


def _or_one(schema: dict[str, Any]) -> None:
    """A mapping of levels, or one number."""
    mapping = dict(schema)
    schema.clear()
    schema["anyOf"] = [mapping["properties"]["white"], mapping]


class Numbers(Form):
    """A number for each level of the Countdown Track; one number stands for all three."""

    model_config = ConfigDict(json_schema_extra=_or_one)

    white: int = Field(ge=0, le=20)
    red: int = Field(ge=0, le=20)
    black: int = Field(ge=0, le=20)

    @model_validator(mode="before")
    @classmethod
    def _one(cls, value: Any) -> Any:
        return _per_level(value)


class Dice(Form):
    """Dice by colour."""

    white: int = Field(0, ge=0, le=6)
    red: int = Field(0, ge=0, le=6)
    black: int = Field(0, ge=0, le=6)
    green: int = Field(0, ge=0, le=6)
    orange: int = Field(0, ge=0, le=6)


class Tokens(Form):
    """Spacer tokens by type."""

    discipline: int = Field(0, ge=0, le=20)
    confidence: int = Field(0, ge=0, le=20)
    expertise: int = Field(0, ge=0, le=20)


class Noise(Form):
    """A Noise box (ENO-NOI-02, ENO-NOI-04, ENO-NOI-05, ENO-BUR-09)."""

    kind: Literal["symbol", "per_ammo", "number", "dice", "dice_per_shot"]
    number: int = Field(0, ge=0, le=9)
    colour: ColourWord = "white"

    @model_validator(mode="after")
    def _needs_number(self) -> Noise:
        if self.kind in ("number", "dice", "dice_per_shot") and self.number == 0:
            raise ValueError(f"'number' is missing: Noise of the kind {self.kind!r} prints one")
        return self


class Cost(Form):
    """Cost of an ability: tokens of the Active Pool, own statistics, and what its card gives."""

    discipline: int = Field(0, ge=0, le=9)
    confidence: int = Field(0, ge=0, le=9)
    expertise: int = Field(0, ge=0, le=9)
    stress: int = Field(0, ge=0, le=TOP)
    adrenaline: int = Field(0, ge=0, le=TOP)
    charges: int = Field(0, ge=0, le=TOP)
    ammo: int = Field(0, ge=0, le=TOP)
    exhaust: bool = False


class CostByLevel(Form):
    """Tokens that depend on the Countdown level (ENO-LOC-04)."""

    white: Tokens
    red: Tokens
    black: Tokens


Timing = Literal[
    "turn",
    "reaction",
    "roll",
    "damage",
    "blip_moves",
    "turn_start",
    "turn_end",
    "melee_from_adjacent",
    "scouted",
    "action",
    "gained",
    "regained",
    "lingering",
    "round_end",
    "spacer_phase_end",
]


class Power(Form):
    """An ability of a card: passive (with ``passive`` alone), or with a timing.

    An ability without ``effects`` whose timing is ``roll`` gives the changes of ``passive`` to the roll.
    """

    title: str
    timing: Timing | None = None
    reaction: bool = False
    analysis: bool = False
    unlimited: bool = False
    when_exhausted: bool = False
    cost: Cost | None = None
    cost_by_level: CostByLevel | None = None
    need: ConditionOf | None = None
    effects: Effects | None = Field(None, min_length=1)
    passive: Changes | None = Field(None, min_length=1)

    @model_validator(mode="after")
    def _fits(self) -> Power:
        if self.effects is None and self.passive is None:
            raise ValueError("the ability does nothing; expected 'effects' or 'passive'")
        if self.timing is None and self.effects is not None:
            raise ValueError("'timing' is missing: when the effects happen")
        if self.timing is None and (self.cost or self.cost_by_level or self.reaction or self.analysis):
            raise ValueError("a passive ability has no cost, and is neither Reaction nor Analysis; expected a 'timing'")
        if self.timing is not None and self.passive is not None and self.timing != "roll":
            raise ValueError("'passive' beside a timing is the bonus to a roll; expected timing 'roll'")
        if self.cost_by_level and self.cost and any((self.cost.discipline, self.cost.confidence, self.cost.expertise)):
            raise ValueError("tokens stand either in 'cost' or in 'cost_by_level'")
        if self.reaction and self.timing != "turn":
            raise ValueError("'reaction' belongs to timing 'turn'; the timing 'reaction' is one already")
        return self


class Skills(Form):
    """Skills of a Character."""

    intelligence: int = Field(ge=1, le=6)
    dexterity: int = Field(ge=1, le=6)
    strength: int = Field(ge=1, le=6)
    willpower: int = Field(ge=1, le=6)
    perception: int = Field(ge=1, le=6)


Rubicon = Annotated[dict[Annotated[int, Field(ge=1, le=TRACK - 1)], TokenWord], Field(default_factory=dict)]
"""Bonus by position of the 0 to 9 track (ENO-RUB)."""


class Character(Form):
    """A Character card."""

    title: str
    division: DivisionWord
    skills: Skills
    stress: int = Field(ge=0, le=TOP)
    rubicon: Rubicon
    halves: list[str] = Field(min_length=3, max_length=3)
    """Two Yellow half cards and a Blue one."""
    abilities: list[Power] = Field(default_factory=list)


class Bands(Form):
    """Highest Vitals of the red and of the orange band; the rest is green."""

    red: int = Field(ge=0, le=TOP)
    orange: int = Field(ge=0, le=TOP)

    @model_validator(mode="after")
    def _rising(self) -> Bands:
        if not self.red < self.orange < TOP:
            raise ValueError(f"expected red < orange < {TOP}, got {self.red} and {self.orange}")
        return self


class Light(Form):
    """Light source: range of its field, number and colour of its dice."""

    range: int = Field(ge=1, le=9)
    dice: int = Field(1, ge=1, le=4)
    colour: LevelWord = "white"


class Suit(Form):
    """A Suit card."""

    title: str
    rubicon: Rubicon
    bands: Bands
    support: int = Field(ge=0, le=6)
    backpack: int = Field(ge=0, le=6)
    armor: int = Field(0, ge=0, le=2)
    light: Light
    copies: int = Field(4, ge=1, le=4)
    halves: list[str] = Field(min_length=3, max_length=3)
    """Two Yellow half cards and a Red one."""
    abilities: list[Power] = Field(default_factory=list)


class ActionCost(Form):
    """Extra cost of an action."""

    stress: int = Field(0, ge=0, le=TOP)
    adrenaline: int = Field(0, ge=0, le=TOP)
    expertise: int = Field(0, ge=0, le=TOP)


class Action(Form):
    """One action of a half card."""

    action: Literal[
        "move", "attack", "fast_reload", "full_reload", "scout", "scavenge", "rationalize", "catch_breath", "rearm",
        "calm",
    ]  # fmt: skip
    spaces: int = Field(0, ge=0, le=9)
    adrenaline: bool = False
    noise: Noise | None = None
    cost: ActionCost = Field(default_factory=ActionCost)
    need: ConditionOf | None = None
    effects: Effects = Field(default_factory=list)

    @model_validator(mode="after")
    def _moves(self) -> Action:
        if (self.action == "move") != (self.spaces > 0):
            raise ValueError("a Move action, and no other, has 'spaces'")
        if self.action == "calm" and not self.effects:
            raise ValueError("the action 'calm' is its 'effects', and there are none")
        return self


class HalfCard(Form):
    """A partial Action card (ENO-LOD-02)."""

    title: str
    colour: Literal["yellow", "blue", "red"]
    walk: bool = False
    actions: list[Action] = Field(min_length=1, max_length=8)


class MoreDice(Form):
    """Attack Dice that are added from an Adrenaline on."""

    adrenaline: int = Field(ge=1, le=TOP)
    dice: Dice


KeywordWord = Literal[
    "linear", "deadzone", "heavy", "noiseless", "discharge", "empty_clip", "devastating", "exhaust"
]  # fmt: skip


class GearCard(Form):
    """A Gear card: weapon, Support item or armor."""

    title: str
    kind: Literal["weapon", "support", "armor"]
    traits: list[str] = Field(default_factory=list)
    hands: int = Field(0, ge=0, le=3)
    dice: Dice = Field(default_factory=Dice)
    more_dice: MoreDice | None = None
    power: int = Field(0, ge=0, le=9)
    modifiers: Tokens = Field(default_factory=Tokens)
    reach: Literal["melee", "ranged", "reach"] = "melee"
    range: int = Field(0, ge=0, le=19)
    suppress: int = Field(0, ge=0, le=TOP)
    quadrants: int = Field(0, ge=0, le=4)
    ammo: int = Field(0, ge=0, le=TOP)
    charges: int = Field(0, ge=0, le=TOP)
    noise: Noise | None = None
    keywords: list[KeywordWord] = Field(default_factory=list)
    burst: int = Field(0, ge=0, le=4)
    advance: int = Field(0, ge=0, le=4)
    fallback: int = Field(0, ge=0, le=4)
    radiate: int = Field(0, ge=0, le=4)
    leaves: Tokens = Field(default_factory=Tokens)
    """Discipline X, Confidence X, Expertise X (ENO-KEY-00)."""
    reduction: int = Field(0, ge=0, le=TOP)
    rerolls: int = Field(0, ge=0, le=TOP)
    light: LevelWord | None = None
    wound: Effects | None = Field(None, min_length=1)
    fail: Effects | None = Field(None, min_length=1)
    abilities: list[Power] = Field(default_factory=list, max_length=6)
    flavour: str = ""


class Requirement(Form):
    """Requirement of a Protocol: a word, or a distance."""

    model_config = ConfigDict(
        json_schema_extra=or_word("otherwise", "adjacent", "movement_range", "in_front", "in_sight")
    )

    word: Literal["otherwise", "adjacent", "movement_range", "in_front", "in_sight", "within"] = "within"
    within: int = Field(0, ge=0, le=30)

    @model_validator(mode="before")
    @classmethod
    def _short(cls, value: Any) -> Any:
        return {"word": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _distance(self) -> Requirement:
        if (self.word == "within") != (self.within > 0):
            raise ValueError("a distance belongs to {within: n}, and to nothing else")
        return self


class Gate(Form):
    """Dice added against a Target with enough Stress (ENO-IAT-04)."""

    stress: int = Field(ge=1, le=TOP)
    dice: Dice


class Gated(Form):
    """Effects when the attack deals enough damage."""

    damage: int = Field(ge=1, le=20)
    effects: Effects = Field(min_length=1)


class Protocol(Form):
    """A Protocol of an Intruder Sheet (ENO-ACV-04, IAT)."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    title: str
    requirement: Requirement = Field(default_factory=lambda: Requirement(word="otherwise"))
    levels: list[LevelWord] = Field(["white", "red", "black"], min_length=1)
    windows: list[Literal["move", "attack"]] = Field(default_factory=list)
    moves: int = Field(0, ge=0, le=3)
    attack: bool = False
    reach: Literal["melee", "ranged"] = "melee"
    linear: bool = False
    dice: Dice = Field(default_factory=Dice)
    power: int = Field(0, ge=0, le=9)
    lethal: bool = False
    terrorize: bool = False
    gate: Gate | None = None
    hit: Effects | None = Field(None, min_length=1)
    gated: Gated | None = None
    after: Effects | None = Field(None, min_length=1)

    @model_validator(mode="after")
    def _does_something(self) -> Protocol:
        if not (self.moves or self.attack or self.after):
            raise ValueError("the Protocol does nothing; expected 'moves', 'attack' or 'after'")
        if len(set(self.levels)) != len(self.levels):
            raise ValueError(f"'levels' names a level twice: {', '.join(self.levels)}")
        given = any(self.dice.model_dump().values()) or self.power
        if self.attack != bool(given):
            raise ValueError("'attack' and its 'dice' or 'power' belong together")
        return self


class Responses(Form):
    """Responses of an Intruder (RSP)."""

    wound: Effects | None = Field(None, min_length=1)
    fail: Effects | None = Field(None, min_length=1)
    critical: Effects | None = Field(None, min_length=1)
    instinct: Effects | None = Field(None, min_length=1)


class NoiseDice(Form):
    """Noise Awareness die per level; one word stands for all three."""

    model_config = ConfigDict(json_schema_extra=or_word("white", "red", "black"))

    white: LevelWord
    red: LevelWord
    black: LevelWord

    @model_validator(mode="before")
    @classmethod
    def _one(cls, value: Any) -> Any:
        return _per_level(value)


class IntruderType(Form):
    """An Intruder Sheet, or an Adversary card."""

    title: str
    adversary: bool = False
    level: int = Field(1, ge=1, le=3)
    minis: int = Field(ge=1, le=16)
    speed: Numbers | Literal["unlimited"]
    at: Numbers
    noise: NoiseDice = Field(default_factory=lambda: NoiseDice(white="white", red="white", black="white"))
    wounds: Annotated[int, Field(ge=1, le=TOP)] | Literal["infinite"] = 1
    target: Literal["closest", "furthest", "priority", "lowest_vitals", "highest_stress"] = "closest"
    range: int = Field(0, ge=0, le=30)
    protocols: list[Protocol] = Field(min_length=1)
    responses: Responses = Field(default_factory=Responses)
    first_contact: Effects | None = Field(None, min_length=1)
    overwhelm: Effects | None = Field(None, min_length=1)
    additional: str | None = None
    """Protocol of step C of an activation (ENO-ACV-07)."""
    traits: list[Power] = Field(default_factory=list)
    specimen_slots: int = Field(0, ge=0, le=state.SPECIMEN_SLOTS)
    crash: bool = False


class Specimen(Form):
    """A Unique Specimen card (ENO-INT-04, ENO-INT-05)."""

    title: str
    type: str
    speed: int = Field(0, ge=-5, le=5)
    at: int = Field(0, ge=-5, le=5)
    wounds: int = Field(0, ge=-5, le=5)
    dice: int = Field(0, ge=-5, le=5)
    replaces: str | None = None
    protocol: Protocol | None = None
    traits: list[Power] = Field(default_factory=list)


class ConditionCard(Form):
    """A Condition card (CND)."""

    title: str
    abilities: list[Power] = Field(min_length=1)


class Breakdown(Form):
    """A Stress Breakdown card (SBD)."""

    title: str
    bonus_title: str
    effects: Effects | None = Field(None, min_length=1)
    abilities: list[Power] = Field(default_factory=list)
    bonus: list[Power] = Field(min_length=1)
    flips: Literal["at_once", "next_turn"] = "at_once"


class Stratagem(Form):
    """A Stratagem card (STG)."""

    title: str
    division: DivisionWord | None = None
    tokens: Tokens = Field(default_factory=Tokens)
    need: ConditionOf | None = None
    charges: int = Field(1, ge=1, le=3)
    ability: Power

    @model_validator(mode="after")
    def _required(self) -> Stratagem:
        if not any(self.tokens.model_dump().values()) and self.need is None:
            raise ValueError("the Requirement side is empty; expected 'tokens' or 'need'")
        return self


class Scanner(Form):
    """A Scanner card (PAT, COO)."""

    level: LevelWord
    quadrants: list[Annotated[int, Field(ge=0, le=9)]] = Field(min_length=4, max_length=4)
    """Intruder symbols north-west, north-east, south-west and south-east."""
    coordinate: Coordinate | None = None
    copies: int = Field(1, ge=1, le=4)


class Terrain(Form):
    """A kind of Terrain tile (TER)."""

    title: str
    keywords: list[Literal["obstacle", "obscuring", "cover", "destructible", "indestructible"]] = Field(
        default_factory=list
    )
    number: int = Field(ge=1, le=20)
    enter: Effects | None = Field(None, min_length=1)


class Objective(Form):
    """A type of Objective token."""

    title: str
    token: TokenWord | None = None
    """Type paid to pick it up by Fast Scavenging; none: any."""


class OtherPlace(Form):
    """An Other Place (OTH)."""

    title: str
    text: str = ""


class Engram(Form):
    """What an Engram of a type is on a Location (ENG)."""

    title: str
    device: Power
    resource: int = Field(1, ge=0, le=9)


class Location(Form):
    """A Location (LOC)."""

    title: str
    designation: str
    ecology: str
    """Intruder type."""
    flags: list[str] = Field(default_factory=list, max_length=state.MAX_FLAGS)
    """What can be on or off there, such as the oxygen; off at the start."""
    abilities: list[Power] = Field(default_factory=list)
    """Passive rules, abilities, and Location actions (timing ``action``)."""
    engrams: list[Engram] = Field(min_length=ENGRAM_TYPES, max_length=ENGRAM_TYPES)


DoorWord = Literal["open", "closed", "welded"]


class Door(Form):
    """A door: its borders and its state at the start."""

    at: list[BorderText] = Field(min_length=1)
    state: DoorWord = "closed"


class Lock(Form):
    """Skill test of a locked Console."""

    skill: SkillWord
    at: int = Field(ge=1, le=9)


class Console(Form):
    """A Console of a page (CSL)."""

    title: str
    at: Coordinate
    once: bool = False
    lock: Lock | None = None
    effects: Effects = Field(min_length=1)


class Exit(Form):
    """An Extraction Point: the cells that its symbol covers."""

    title: str
    cells: list[Coordinate] = Field(min_length=1, max_length=9)
    hidden: bool = False
    """It must be revealed by a Discovery, a Console or a paragraph."""


class PageSetup(Form):
    """What is placed with a page. A field that is not given keeps the page's own."""

    discoveries: dict[Coordinate, Literal["random"] | Annotated[int, Field(ge=1)]] | None = None
    """Discovery tokens: the number of a fixed one, or a random one."""
    caches: list[Coordinate] | None = None
    engrams: dict[Coordinate, Literal["random"] | Annotated[int, Field(ge=1, le=ENGRAM_TYPES)]] | None = None
    objectives: dict[Coordinate, str] | None = None
    intruders: dict[Coordinate, str] | None = None
    terrains: dict[Coordinate, str] | None = None
    doors: dict[str, DoorWord] | None = None
    """Doors whose state at the start is another one than the page says."""
    start_blips: list[PointText] | None = None
    """Spawn points with a starting Blip; not given: one in each cluster, drawn by the rules (ENO-SET-03)."""


class Page(Form):
    """A map page: rows from north to south, ``.`` a space, ``!`` a dangerous one, ``#`` out of bounds."""

    title: str
    location: str
    rows: list[str] = Field(min_length=2, max_length=20)
    walls: list[BorderText] = Field(default_factory=list)
    red_lines: list[BorderText] = Field(default_factory=list)
    doors: dict[str, Door] = Field(default_factory=dict)
    arrows: dict[Coordinate, str] = Field(default_factory=dict)
    """Location arrows: the page that each reveals."""
    forced: dict[Coordinate, Literal["north", "east", "south", "west"]] = Field(default_factory=dict)
    consoles: dict[str, Console] = Field(default_factory=dict)
    exits: dict[str, Exit] = Field(default_factory=dict)
    spawns: list[list[PointText]] = Field(default_factory=list)
    """Spawn clusters, each with its spawn points."""
    starts: list[Coordinate] = Field(default_factory=list, max_length=16)
    setup: PageSetup = Field(default_factory=PageSetup)


class Entry(Form):
    """A Discovery: a fixed card, or an entry of a random section (DSC)."""

    title: str
    section: Literal["fixed", "location", "parsec", "intruder"]
    book: str
    """The set it belongs to: a scenario says which set each section of it uses."""
    number: int = Field(ge=1, le=40)
    infinite: bool = False
    chain: str | None = None
    """The next entry of its chain."""
    chain_end: bool = False
    for_all: bool = False
    need: ConditionOf | None = None
    code: str | None = None
    """Mythos paragraph that it leads to."""
    effects: Effects | None = Field(None, min_length=1)
    text: str = ""

    @model_validator(mode="after")
    def _some(self) -> Entry:
        if self.effects is None and self.code is None:
            raise ValueError("the Discovery does nothing; expected 'effects' or 'code'")
        return self


class Paragraph(Form):
    """A paragraph of the Mythos Book (SEC)."""

    title: str
    code: str = Field(pattern=r"^\d{4}$")
    locked: Literal["no", "encrypted", "quantum"] = "no"
    scenarios: list[str] = Field(default_factory=list)
    """Scenarios that use it; an empty list stands for all."""
    effects: Effects | None = Field(None, min_length=1)
    text: str = ""


class PlacedPage(Form):
    """A page of a scenario: where it lies in the grid of 30 columns and 20 rows, and what is placed with it."""

    page: str
    x: int = Field(ge=0, lt=state.WIDTH)
    y: int = Field(ge=0, lt=state.HEIGHT)
    start: bool = False
    setup: PageSetup = Field(default_factory=PageSetup)


class TrackItem(Form):
    """Something on the Countdown Track: a Blip, an Intruder, or a Discovery token (a number, or a random one)."""

    space: int = Field(ge=0, lt=TRACK)
    item: Literal["blip", "intruder", "discovery"]
    token: Annotated[int, Field(ge=1)] | None = None

    @model_validator(mode="after")
    def _token(self) -> TrackItem:
        if self.token is not None and self.item != "discovery":
            raise ValueError("'token' belongs to a Discovery")
        return self


class Goal(Form):
    """Objective tokens that the team must bring home."""

    type: str
    number: int = Field(ge=1, le=20)
    needed: bool = False
    """Without them the run does not succeed."""


class RandomDiscoveries(Form):
    """Discovery tokens of each colour, and the set of entries of each section."""

    location: int = Field(0, ge=0, le=20)
    parsec: int = Field(0, ge=0, le=20)
    intruder: int = Field(0, ge=0, le=20)
    books: dict[Literal["location", "parsec", "intruder"], str] = Field(default_factory=dict)


class Scenario(Form):
    """An Extraction Run."""

    title: str
    number: int = Field(ge=1, le=20)
    story: str = ""
    ecology: str | None = None
    """Intruder type in place of those of its Locations."""
    pages: list[PlacedPage] = Field(min_length=1, max_length=state.MAX_PAGES)
    preset: bool = False
    """Loadouts are those of `loadouts`; else each Spacer chooses from the stash."""
    loadouts: dict[str, list[str]] = Field(default_factory=dict)
    """Gear of each Character."""
    characters: list[str] = Field(default_factory=list, max_length=4)
    """Characters of the seats, in order; an empty list, or a shorter one, lets the others choose."""
    suits: list[str] = Field(default_factory=list, max_length=4)
    stash: dict[str, Annotated[int, Field(ge=1, le=9)]] = Field(default_factory=dict)
    stratagems: list[str] = Field(default_factory=list, max_length=2)
    choose_start: bool = False
    insertion: str | None = None
    """Extraction Point from which the run starts (INS)."""
    fixed_discoveries: list[str] = Field(default_factory=list)
    """Entries of the fixed Discovery tokens 1, 2, ..."""
    discoveries: RandomDiscoveries | None = None
    track: list[TrackItem] = Field(default_factory=list, max_length=state.MAX_TRACK)
    extraction_start: int = Field(ge=1, lt=TRACK)
    loot: dict[str, Annotated[int, Field(ge=1, le=9)]] = Field(min_length=1)
    engrams: list[Annotated[int, Field(ge=0, le=20)]] = Field(min_length=ENGRAM_TYPES, max_length=ENGRAM_TYPES)
    goal: Goal | None = None
    counters: list[str] = Field(default_factory=list, max_length=state.MAX_COUNTERS)
    rules: list[Power] = Field(default_factory=list)

    @model_validator(mode="after")
    def _discoveries(self) -> Scenario:
        if bool(self.fixed_discoveries) == (self.discoveries is not None):
            raise ValueError("expected either 'fixed_discoveries' or 'discoveries'")
        if self.preset and not self.loadouts:
            raise ValueError("'loadouts' is missing: a scenario with preset Loadouts says them")
        return self


FaceText = Annotated[str, Field(pattern=r"^(?:-|[Whpq]+)$")]
"""A face of a die: ``W`` Power, ``h`` half Power, ``p`` Potential, ``q`` critical quadrant; ``-`` blank."""


class FaceDice(Form):
    """Faces of the Power dice by colour."""

    white: list[FaceText] = Field(min_length=2, max_length=state.MAX_FACES)
    red: list[FaceText] = Field(min_length=2, max_length=state.MAX_FACES)
    black: list[FaceText] = Field(min_length=2, max_length=state.MAX_FACES)
    green: list[FaceText] = Field(default_factory=list, max_length=state.MAX_FACES)
    orange: list[FaceText] = Field(default_factory=list, max_length=state.MAX_FACES)


class Supply(Form):
    """Power dice in the box, which limit Noise Rolls (ENO-DIC-06)."""

    white: int = Field(6, ge=1, le=16)
    red: int = Field(4, ge=1, le=16)
    black: int = Field(3, ge=1, le=16)


class BlipFace(Form):
    """Blip tokens of a face, and the Intruders that each spawns."""

    number: int = Field(ge=0, le=40)
    intruders: Numbers = Field(default_factory=lambda: Numbers(white=0, red=0, black=0))


class BlipFaces(Form):
    """The Blip tokens."""

    echo: BlipFace
    a: BlipFace
    b: BlipFace
    u: BlipFace


class PackInfo(Form):
    """Title and components of a pack; the only entry of its section."""

    title: str
    dice: FaceDice
    supply: Supply = Field(default_factory=Supply)
    blips: BlipFaces
    multitool: str
    """The Standard Multitool among the Gear."""
    dazed: str | None = None
    """The Dazed Condition."""
    clues: list[str] = Field(default_factory=list, max_length=state.MAX_CLUES)
    you_live: Literal["bonus_attack", "bonus_action"] = "bonus_attack"
    """What the You Live card with a text grants (ENO-FLT-03-D)."""
    awakening: list[Power] = Field(default_factory=list)
    """Abilities of the Awakening card."""


MODELS: dict[str, type[Form]] = {
    "pack": PackInfo,
    "characters": Character,
    "suits": Suit,
    "halves": HalfCard,
    "gear": GearCard,
    "types": IntruderType,
    "specimens": Specimen,
    "conditions": ConditionCard,
    "breakdowns": Breakdown,
    "stratagems": Stratagem,
    "scanners": Scanner,
    "terrains": Terrain,
    "objectives": Objective,
    "other_places": OtherPlace,
    "locations": Location,
    "pages": Page,
    "entries": Entry,
    "paragraphs": Paragraph,
    "scenarios": Scenario,
}
