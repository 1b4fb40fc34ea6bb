"""Cards of Machina Arcana: the models of all entries of a content pack, and their abilities as checked effects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import ConfigDict, Field, model_validator

from envs.core.content import Changes, Effects, Form, or_word
from envs.core.effects import Modifier, Place, Scene, Step, sentence, walk
from envs.machina_arcana import state
from envs.machina_arcana.state import CAP, Op, QuestKind, Targeting, TargetWho, Trigger
from envs.machina_arcana.vocabulary import SPACES, VOCABULARY

TABLE_SCOPES = frozenset({"all_explorers", "all_monsters"})
SPECIAL = "special space"

# ------------------------------------------------------------------------------------------------ models


class Cost(Form):
    """Cost of an active ability."""

    stamina: int = Field(0, ge=0, le=CAP)
    essence: int = Field(0, ge=0, le=CAP)
    destroy: bool = False
    drop: bool = False

    @property
    def free(self) -> bool:
        """It costs nothing at all."""
        return not (self.stamina or self.essence or self.destroy or self.drop)


class Target(Form):
    """Target component: a word such as ``melee``, or a mapping such as ``{range: 4}`` (MAC-TAR-04 to MAC-TAR-08)."""

    model_config = ConfigDict(json_schema_extra=or_word("self", "melee", "tile", "reach"))

    self: Literal[True] | None = None
    melee: Literal[True] | None = None
    tile: Literal[True] | None = None
    reach: Literal[True] | None = None
    range: int | None = Field(None, ge=1, le=19)
    over_obstacles: bool = False
    space: int | None = Field(None, ge=1, le=9)

    @model_validator(mode="before")
    @classmethod
    def _word(cls, value: Any) -> Any:
        return {value: True} if isinstance(value, str) and value not in ("range", "space") else value

    @model_validator(mode="after")
    def _one(self) -> Target:
        kinds = ("self", "melee", "tile", "reach", "range", "space")
        given = [name for name in kinds if getattr(self, name) is not None]
        if len(given) != 1:
            raise ValueError(f"expected exactly one of {', '.join(kinds)}; got {given or 'none'}")
        if self.over_obstacles and self.range is None:
            raise ValueError("'over_obstacles' belongs to 'range'")
        return self


class Power(Form):
    """An ability of a card: active (with effects), passive, or with a trigger; exactly one of them."""

    cost: Cost | None = None
    target: Target | None = None
    who: Literal["any", "monsters", "explorers", "wounded_explorers"] | None = None
    targets: int = Field(1, ge=1, le=2)
    effects: Effects | None = None
    passive: Changes | None = Field(None, min_length=1)
    on_hit: Effects | None = Field(None, min_length=1)
    on_kill: Effects | None = Field(None, min_length=1)
    when_destroyed: Effects | None = Field(None, min_length=1)


class Explorer(Form):
    """An explorer card."""

    title: str
    class_: Literal["mystic", "crafter", "bruiser", "gunman"] = Field(alias="class")
    armor: int = Field(ge=0, le=CAP)
    will: int = Field(ge=0, le=CAP)
    health: int = Field(ge=1, le=CAP)
    stamina: int = Field(ge=1, le=CAP)
    abilities: list[Power] = Field(min_length=1)


class Monster(Form):
    """A monster card."""

    title: str
    level: int = Field(ge=1, le=5)
    armor: int = Field(ge=0, le=CAP)
    will: int = Field(ge=0, le=CAP)
    health: int = Field(ge=1, le=CAP)
    stamina: int = Field(ge=1, le=CAP)
    flavour: str = ""
    abilities: list[Power] = Field(min_length=1)


class Treasure(Form):
    """A treasure card (ITM)."""

    title: str
    level: int = Field(ge=1, le=3)
    type: Literal["apparel", "weapon", "artifact", "consumable", "augment"]
    part: Literal["torso", "legs", "head"] | None = None
    one_handed: bool = False
    top: str | None = None
    bottom: str | None = None
    augment: str | None = None
    armor: int = Field(0, ge=0, le=5)
    will: int = Field(0, ge=0, le=5)
    abilities: list[Power] = Field(default_factory=list)


class Quest(Form):
    """A quest: one condition and the reward (CHP-05 to CHP-08, QST)."""

    collect_essence: int | None = Field(None, ge=1, le=9)
    collect_health: int | None = Field(None, ge=1, le=9)
    use_space: Literal["trap", "recharge", "workbench", "event", "treasure", "special"] | None = None
    times: int = Field(1, ge=1, le=9)
    reward: Effects = Field(min_length=1)

    @model_validator(mode="after")
    def _one(self) -> Quest:
        given = [name for name in ("collect_essence", "collect_health", "use_space") if getattr(self, name) is not None]
        if len(given) != 1:
            raise ValueError(f"expected exactly one of collect_essence, collect_health and use_space, got {given}")
        if self.times > 1 and self.use_space is None:
            raise ValueError("'times' belongs to 'use_space'; a Collect quest says how much it collects")
        return self


class Ongoing(Form):
    """What holds while a card is active: modifiers of all units, and effects at the end of each round."""

    passive: Changes = Field(default_factory=list)
    round: Effects = Field(default_factory=list)

    @model_validator(mode="after")
    def _some(self) -> Ongoing:
        if not self.passive and not self.round:
            raise ValueError("expected 'passive' or 'round'")
        return self


class ExplorerEvent(Form):
    """An explorer event card (EVT, QST)."""

    title: str
    scenario: str | None = None
    story: str = ""
    effects: Effects = Field(default_factory=list)
    ongoing: Ongoing | None = None
    quest: Quest | None = None


class HorrorEvent(Form):
    """A horror event card (EVT)."""

    title: str
    scenario: str | None = None
    story: str = ""
    effects: Effects = Field(default_factory=list)
    ongoing: Ongoing | None = None


class Chapter(Form):
    """A chapter card (CHP)."""

    title: str
    scenario: str
    number: int = Field(ge=1, le=20)
    story: str = ""
    monster_rating: int = Field(ge=1, le=10)
    horror_rating: int = Field(ge=1, le=10)
    effects: Effects = Field(default_factory=list)
    ongoing: Ongoing | None = None
    quests: list[Quest] = Field(default_factory=list)


class Endgame(Form):
    """Endgame tile and card of a scenario (END)."""

    tile: str
    title: str
    story: str = ""
    special: str = SPECIAL
    """What its special spaces are (MAC-CHP-08), as the texts name one of them."""
    set_up: Effects = Field(default_factory=list)
    ongoing: Ongoing | None = None
    quests: list[Quest] = Field(default_factory=list)


class Scenario(Form):
    """A scenario: its place in the list, its own tiles, counters and shortened games."""

    title: str
    number: int = Field(ge=1, le=state.MAX_SCENARIOS)
    story: str = ""
    start_tile: str | None = None
    counters: list[str] = Field(default_factory=list, max_length=state.MAX_COUNTERS)
    endgame: Endgame | None = None
    removable: list[int] = Field(default_factory=list)
    """Chapters that the faster game leaves out (FAS-03)."""
    extra_fast: list[int] = Field(default_factory=list)
    """The only chapters of the extra fast game; the last exit in the last of them wins (FAS-01, FAS-02)."""


class PackInfo(Form):
    """Title, dice and symbols of a pack; the only entry of its section."""

    title: str
    high_die: list[int] = Field(min_length=6, max_length=6)
    low_die: list[int] = Field(min_length=6, max_length=6)
    recharge_die: list[Literal["nothing", "health", "stamina"]] = Field(min_length=6, max_length=6)
    upgrade_symbols: list[str] = Field(default_factory=list)
    augment_symbols: list[str] = Field(default_factory=list)


# ------------------------------------------------------------------------------------------------ abilities


@dataclass(frozen=True)
class Ability:
    """A checked ability, ready for the tables."""

    trigger: Trigger
    place: Place
    steps: tuple[Step, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    cost: Cost = field(default_factory=Cost)
    targeting: Targeting = Targeting.NONE
    who: TargetWho = TargetWho.ANY
    range: int = 0
    targets: int = 1
    harmless: bool = False
    text: str = ""

    @property
    def attacks(self) -> list[Step]:
        """Its attacks in printed order."""
        return [step for step in walk(self.steps) if step.code == Op.ATTACK]


TRIGGERS = {
    "effects": Trigger.ACTIVE,
    "passive": Trigger.PASSIVE,
    "on_hit": Trigger.ON_HIT,
    "on_kill": Trigger.ON_KILL,
    "when_destroyed": Trigger.WHEN_DESTROYED,
}
TRIGGER_TEXTS = {
    Trigger.ON_HIT: "On hit: ",
    Trigger.ON_KILL: "On kill: ",
    Trigger.WHEN_DESTROYED: "When destroyed: ",
    Trigger.TEXT: "",
    Trigger.ROUND: "At the end of each round: ",
}
WHO_GROUP = {"any": "any", "monsters": "monsters", "explorers": "explorers", "wounded_explorers": "explorers"}
WHO_TEXT = {
    "any": "a unit",
    "monsters": "a monster",
    "explorers": "an explorer",
    "wounded_explorers": "a wounded explorer",
}


def _targeting(power: Power) -> tuple[Targeting, int]:
    target = power.target
    if target is None:
        return Targeting.NONE, 0
    if target.range is not None:
        return (Targeting.RANGED_OVER if target.over_obstacles else Targeting.RANGED), target.range
    if target.space is not None:
        return Targeting.SPACE, target.space
    return next(Targeting[name.upper()] for name in ("self", "melee", "tile", "reach") if getattr(target, name)), 0


def _targeting_text(targeting: Targeting, reach: int, who: str, targets: int, self_text: str) -> str:
    unit = WHO_TEXT[who] if targets == 1 else f"two targets, each {WHO_TEXT[who]}"
    return {
        Targeting.NONE: "",
        Targeting.SELF: "",
        Targeting.MELEE: f"{unit}, adjacent",
        Targeting.RANGED: f"{unit} within {reach}, nothing in the way",
        Targeting.RANGED_OVER: f"{unit} within {reach}",
        Targeting.TILE: f"{unit} on the tile",
        Targeting.REACH: f"{self_text} or {unit}, adjacent",
        Targeting.SPACE: f"a space within {reach}",
    }[targeting]


def _cost_text(cost: Cost) -> str:
    parts = [f"{getattr(cost, name)} {name}" for name in ("stamina", "essence") if getattr(cost, name)]
    parts += [word for word in ("destroy", "drop") if getattr(cost, word)]
    return ", ".join(parts) or "free"


def read_power(power: Power, place: Place, card: str) -> Ability:
    """Check an ability of an explorer, monster or treasure card."""
    given = [name for name in TRIGGERS if getattr(power, name) is not None]
    if len(given) != 1:
        raise place.error(f"expected exactly one of {', '.join(TRIGGERS)}; got {given or 'none'}")
    kind = given[0]
    own = "monsters" if card == "monster" else "explorers"
    self_text = "itself" if card == "monster" else "you"
    if kind == "effects":
        return _active(power, place, card, own, self_text)
    for name in ("cost", "target", "who"):
        if getattr(power, name) is not None:
            raise place.at(name).error(f"only an active ability (with 'effects') has it, this one has {kind!r}")
    if kind == "passive":
        modifiers, text = read_passive(power.passive or [], place.at("passive"), card)
        return Ability(Trigger.PASSIVE, place, modifiers=modifiers, text=text)
    if kind == "when_destroyed":
        scene = Scene(card, own=own, default="self", self_text=self_text)
    else:
        target = "explorers" if card == "monster" else "any"
        scene = Scene(card, target=target, own=own, default="target", self_text=self_text)
    steps = VOCABULARY.parse(getattr(power, kind), place.at(kind), scene)
    text = sentence(TRIGGER_TEXTS[TRIGGERS[kind]] + VOCABULARY.describe(steps))
    return Ability(TRIGGERS[kind], place, steps, text=text)


def read_passive(changes: Sequence[Mapping[str, Any]], place: Place, card: str) -> tuple[tuple[Modifier, ...], str]:
    """Check the modifiers of a passive or ongoing ability."""
    modifiers: list[Modifier] = []
    texts = []
    for i, change in enumerate(changes):
        at = place.at(i)
        modifiers.extend(VOCABULARY.modifiers(change, at))
        scope = change.get("scope", "self")
        if card not in ("explorer", "monster", "treasure"):
            if scope not in TABLE_SCOPES:
                raise at.at("scope").error(f"expected one of {', '.join(sorted(TABLE_SCOPES))}: no unit owns this card")
            if "when" in change:
                raise at.at("when").error("no unit owns this card, so there is nothing to measure the condition at")
        if scope == "item" and card != "treasure":
            raise at.at("scope").error(f"'item' belongs to treasures, got a {card}")
        if card == "monster" and change.get("when") == "no_essence":
            raise at.at("when").error("a monster has no essence, so the condition is never met (MAC-ATR-16)")
        text = VOCABULARY.describe_modifier(change)
        # "Other" units are those of the bearer's own kind.
        if scope == ("tile_explorers" if card == "monster" else "tile_monsters"):
            text = text.removeprefix("other ")
        texts.append(text)
    return tuple(modifiers), sentence("; ".join(texts))


def _active(power: Power, place: Place, card: str, own: str, self_text: str) -> Ability:
    """Check an active ability: cost (ABL-06, ABL-17), target component (TAR) and effects."""
    if power.cost is None:
        raise place.error("'cost' is missing: what the active ability costs")
    cost = power.cost
    if card == "monster" and (cost.essence or cost.destroy or cost.drop):
        raise place.at("cost").error("a monster pays stamina only")
    if card == "explorer" and (cost.destroy or cost.drop):
        raise place.at("cost").error("an explorer card cannot be destroyed or dropped; expected stamina or essence")
    if card != "monster" and cost.free:
        raise place.at("cost").error("an active ability must cost stamina, essence, destroy or drop (MAC-ABL-17)")
    targeting, reach = _targeting(power)
    if cost.drop and targeting in (Targeting.NONE, Targeting.SELF):
        raise place.at("cost", "drop").error(
            "the item is dropped on the target's space, so the ability needs a 'target'"
        )
    if power.who is not None and targeting in (Targeting.NONE, Targeting.SELF, Targeting.SPACE):
        raise place.at("who").error("'who' needs a 'target' that is a unit")
    if power.targets == 2 and targeting not in (
        Targeting.MELEE,
        Targeting.RANGED,
        Targeting.RANGED_OVER,
        Targeting.TILE,
    ):
        raise place.at("targets").error("two targets need a 'target' of melee, range or tile")
    who = power.who or ("explorers" if card == "monster" else "any")
    target: str | None = {Targeting.NONE: None, Targeting.SPACE: None, Targeting.SELF: own}.get(
        targeting, WHO_GROUP[who]
    )
    target_text = self_text if targeting == Targeting.SELF else "the target"
    default = "self" if target is None else "target"
    scene = Scene(card, target, own, default, self_text=self_text, target_text=target_text)
    steps = VOCABULARY.parse(power.effects, place.at("effects"), scene)
    if not steps:
        raise place.at("effects").error("expected at least one effect")
    harmless = not VOCABULARY.touches(steps, "explorers") and target not in ("explorers", "any")
    head = "; ".join(
        part for part in (_cost_text(cost), _targeting_text(targeting, reach, who, power.targets, self_text)) if part
    )
    text = f"[{head}] {sentence(VOCABULARY.describe(steps))}"
    return Ability(
        Trigger.ACTIVE, place, steps, (), cost, targeting, TargetWho[who.upper()], reach, power.targets, harmless, text
    )


def card_abilities(
    place: Place, card: str, effects: Sequence[Any], ongoing: Ongoing | None, scene: Scene, name: str = "effects"
) -> list[Ability]:
    """Abilities of an event, a chapter or an endgame card: text, modifiers, and effects of each round."""
    found = []
    if effects:
        steps = VOCABULARY.parse(list(effects), place.at(name), scene)
        found.append(Ability(Trigger.TEXT, place, steps, text=sentence(VOCABULARY.describe(steps))))
    if ongoing is not None and ongoing.passive:
        modifiers, text = read_passive(ongoing.passive, place.at("ongoing", "passive"), card)
        found.append(Ability(Trigger.PASSIVE, place, modifiers=modifiers, text=f"Ongoing: {text}"))
    if ongoing is not None and ongoing.round:
        nobody = Scene(scene.card, names=scene.names)
        steps = VOCABULARY.parse(ongoing.round, place.at("ongoing", "round"), nobody)
        text = sentence(TRIGGER_TEXTS[Trigger.ROUND] + VOCABULARY.describe(steps))
        found.append(Ability(Trigger.ROUND, place, steps, text=text))
    return found


@dataclass(frozen=True)
class QuestCard:
    """A checked quest."""

    kind: QuestKind
    times: int
    space: int
    reward: tuple[Step, ...]
    place: Place
    text: str


def read_quest(quest: Quest, place: Place, scene: Scene, special: str = SPECIAL) -> QuestCard:
    """Check a quest and its reward; `special` is the name of a special space."""
    reward = VOCABULARY.parse(quest.reward, place.at("reward"), scene)
    if quest.use_space:
        kind, times = QuestKind.USE_SPACE, quest.times
        name = special if quest.use_space == "special" else f"{quest.use_space} space"
        condition = f"use {'an' if name[0] in 'aeiou' else 'a'} {name}" + (f" {times} times" if times > 1 else "")
    elif quest.collect_essence:
        kind, times = QuestKind.COLLECT_ESSENCE, quest.collect_essence
        condition = f"collect {times} essence"
    else:
        assert quest.collect_health
        kind, times = QuestKind.COLLECT_HEALTH, quest.collect_health
        condition = f"collect {times} health"
    space = int(SPACES[quest.use_space]) if quest.use_space else 0
    return QuestCard(kind, times, space, reward, place, f"Quest: {condition}. Reward: {VOCABULARY.describe(reward)}.")
