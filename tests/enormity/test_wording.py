"""What is said of actions and of changes: a concrete sentence for every question and every kind of change."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from envs.enormity import wording
from envs.enormity.actions import ACTIONS
from envs.enormity.build_tables import AbilityText, Catalogue
from envs.enormity.game import Enormity
from envs.enormity.state import (
    MAX_ABILITIES,
    Border,
    CardSide,
    Choice,
    Colour,
    DoorState,
    Face,
    GearKind,
    GearPlace,
    Keyword,
    Knock,
    Mark,
    NoiseKind,
    Op,
    PointState,
    Proc,
    Reach,
    Reason,
    RollKind,
    Thing,
    Tile,
    Timing,
    Where,
    Who,
)
from envs.enormity.wording import QUESTIONS, Wording
from tests.enormity.table import Table, cell

LOADED, RIFLE, KNIFE, SHOTGUN, COAT, SCOPE = 10, 11, 12, 13, 14, 15
NAMES = {
    "characters": ("Ann", "Bob", "Cid", "Dee", "Eve"),
    "suits": ("Soft Suit", "Hard Suit"),
    "halves": ("Stroll", "Strike", "Trot", "Think", "Load", "Dash"),
    "gear": ("Multitool", *(f"Card {i}" for i in range(1, 11)), "Rifle", "Knife", "Shotgun", "Coat", "Scope"),
    "types": ("Grin", "Drone", "Husk", "Seer"),
    "conditions": ("Numb", "Gift", "Burn"),
    "breakdowns": ("Panic",),
    "stratagems": ("Plan A", "Plan B", "Plan C"),
    "terrains": ("Crate", "Slime"),
    "objectives": ("Black Box", "Sample"),
    "other_places": ("The Duct",),
    "locations": ("Ring", "Garden"),
    "pages": ("Ring R1", "Ring, lower deck", "Garden G1"),
    "entries": ("A Boot", "A Lamp"),
    "paragraphs": ("The Wheel", "The Cipher", "The Other Cipher"),
    "protocols": tuple(f"Protocol {i}" for i in range(20)),
    "consoles": ("Desk",),
    "doors": ("north gate", "south gate"),
    "extraction_points": ("Hatch", "Lift"),
    "clues": ("old_log",),
    "flags": ("thin_air",),
    "counters": ("alarm",),
    "specimens": ("Wide Smile",),
    "engrams": ("Cylinder", "Panel", "Sack", "Star"),
}
ACTION_TEXTS = (
    ("Move 3",),
    ("Attack (Adrenaline)",),
    ("Move 2 (Noise)",),
    ("Scout", "Scavenge", "Full reload", "Rationalize", "Catch breath", "Rearm"),
    ("Fast reload", "Move 1"),
    ("Move 3 (2 white)",),
)


class Desk:
    """A bare table with names for its cards, and what is said about it."""

    def __init__(self, seats: int = 2, **options: Any):
        self.t = Table(seats=seats, **options)
        self.t.tables["suits"]["halves"] = (0, 2, 4)
        self.t.tables["characters"]["halves"] = (1, 3, 5)
        texts = {kind: tuple(f"text of {name}" for name in names) for kind, names in NAMES.items()}
        texts["paragraphs"] = ("0110. text", "0220. Encrypted. text", "0330. Encrypted. text")
        options_of: dict[int, tuple[str, ...]] = defaultdict(lambda: ("the first way", "the second way"))
        abilities = tuple(AbilityText(f"Power {i}", f"text {i}.") for i in range(MAX_ABILITIES))
        self.game: Any = SimpleNamespace(
            tables=self.t.tables,
            catalogue=Catalogue({}, NAMES, texts, abilities, ACTION_TEXTS, options_of),
            hero_name=lambda seat: f"spacer_{seat}",
            is_over=lambda state: bool(state["core"]["over"]),
            outcome=lambda state: SimpleNamespace(reason=Reason(int(state["core"]["outcome"])).name.lower()),
        )

    @property
    def said(self) -> dict[str, str]:
        """What every legal action means; each meaning once."""
        texts = {}
        for name in self.t.legal:
            head, _, texts[name] = wording.describe(self.game, self.t.state, ACTIONS.id(name)).partition(": ")
            assert head == name
            assert texts[name]
            assert "\n" not in texts[name]
        assert len(set(texts.values())) == len(texts), texts
        return texts

    def told(self, *names: str, change: Callable[[Any], None] | None = None) -> list[str]:
        """What is said to have changed after these actions, or after the record was changed."""
        before = self.t.state.copy()
        self.t.play(*names)
        if change is not None:
            change(self.t.state)
        return wording.changes(self.game, before, self.t.state)


@dataclass(frozen=True)
class Case:
    """How a question comes about and what is said in it."""

    choice: Choice
    prepare: Callable[[], Desk]
    said: dict[str, str]


CASES: list[Case] = []


def case(choice: Choice, **said: str) -> Callable[[Callable[[], Desk]], Callable[[], Desk]]:
    """The function brings the question about; these are some of the actions and what they mean."""

    def add(prepare: Callable[[], Desk]) -> Callable[[], Desk]:
        CASES.append(Case(choice, prepare, said))
        return prepare

    return add


def desk(seats: int = 2, **options: Any) -> Desk:
    """Ann on F5 (column 4, row 4), Bob on B9."""
    d = Desk(seats, **options)
    d.t.spacer(0, 4, 4)
    if seats > 1:
        d.t.spacer(1, 8, 8)
    return d


def call(d: Desk, proc: Proc, *args: int, **more: int) -> Desk:
    d.t.call(proc, *args, **more)
    return d


def rifle(d: Desk, seat: int = 0, **fields: Any) -> int:
    """A rifle of range 5 in the hand."""
    plain = {"dice": (1,), "reach": Reach.RANGED, "range": 5, "hands": 1, "ammo": 3}
    return d.t.gear(seat, d.t.weapon(RIFLE, **{**plain, **fields}))


# -- the set-up ----------------------------------------------------------------------------------------------------


def loadout(*names: str, seats: int = 1) -> Desk:
    d = Desk(seats, preset=0)
    d.t.state["spacers"]["character"] = -1
    d.t.state["spacers"]["suit"] = -1
    d.t.state["stash"][[RIFLE, KNIFE]] = 1
    call(d, Proc.LOADOUT)
    d.t.play(*names)
    return d


@case(Choice.CHARACTER, character_0="Ann - text of Ann", character_4="Eve - text of Eve")
def characters() -> Desk:
    return loadout()


@case(Choice.SUIT, suit_1="Hard Suit - text of Hard Suit")
def suits() -> Desk:
    return loadout("character_2")


@case(
    Choice.PAIRING,
    pairing_straight="Stroll with Strike, Trot with Think",
    pairing_crossed="Stroll with Think, Trot with Strike",
)
def pairing() -> Desk:
    return loadout("character_2", "suit_0")


@case(Choice.LOADOUT_GEAR, stash_11="take Rifle - text of Rifle", done="the Loadout is complete")
def loadout_gear() -> Desk:
    return loadout("character_2", "suit_0", "pairing_straight")


@case(Choice.LOADOUT_GEAR, equip="equip Rifle", stow="Rifle into the backpack")
def loadout_place() -> Desk:
    return loadout("character_2", "suit_0", "pairing_straight", "stash_11")


@case(Choice.STRATAGEM, stratagem_0="Plan A - text of Plan A", stratagem_2="Plan C - text of Plan C")
def stratagem() -> Desk:
    d = desk()
    d.t.tables["n_stratagems"] = 3
    return call(d, Proc.LOADOUT, 2)


@case(Choice.FIRST_MARKER, spacer_0="Ann becomes the Priority Target", spacer_1="Bob becomes the Priority Target")
def first_marker() -> Desk:
    return call(desk(), Proc.SETUP, 2, step=3)


@case(Choice.START_SPACE, candidate_0="start at J1", candidate_1="start at I3")
def start_space() -> Desk:
    d = Desk(choose_start=1)
    d.t.tables["starts"][:2] = cell(0, 0), cell(2, 1)
    return call(d, Proc.PLACE_SPACER, 0)


@case(Choice.SPAWN_POINT, candidate_0="a Blip starts at 0,3", candidate_1="a Blip starts at 7,10")
def spawn_point() -> Desk:
    d = desk(ask_ties=1)
    d.t.spawn_point(0, 3)
    d.t.spawn_point(7, 10)
    return call(d, Proc.REVEAL_PAGE, 0, -1)


# -- the turn ------------------------------------------------------------------------------------------------------


@case(Choice.NEXT_SPACER, spacer_1="Bob takes the next turn")
def next_spacer() -> Desk:
    return call(desk(), Proc.SPACER_PHASE)


@case(
    Choice.TURN,
    card_0_a="Stroll (back: Strike): Move 3",
    card_1_b="Think (back: Trot): Scout or Scavenge or Full reload or Rationalize or Catch breath or Rearm",
    character_ability_0="Power 0 - text 0.",
    suit_ability_0="Power 1 - text 1.",
    gear_ability_1_0="Scope, number 1: Power 2 - text 2.",
    gear_ability_2_0="Scope, number 2: Power 2 - text 2.",
    card_ability_0="Panic: Power 3 - text 3.",
    card_ability_2="Awakening: Power 4 - text 4.",
    card_ability_4="Gift: Power 5 - text 5.",
    location_ability_0="Power 6 - text 6.",
    location_action_0="Power 7 - text 7.",
    location_ability_1="Power 8 - text 8.",
    engram_2="Sack: Power 9 - text 9.",
    use_stratagem_1="Plan B: Power 10 - text 10. (2 uses left)",
    pay_stratagem_0="1 Confidence of the Active Pool for Plan A (1 of 3 so far)",
    end_turn="the turn is over: Catch Breath, then the Incoming Pool becomes the Active Pool",
)
def turn() -> Desk:
    d = desk()
    t, own = d.t, d.t.s(0)
    any_time: dict[str, Any] = {"timing": Timing.TURN, "ops": [(Op.LOSE_STRESS, 1, 0, 0, Who.SELF)]}
    t.weapon(SCOPE, kind=GearKind.SUPPORT, hands=0)
    t.ability(t.tables["characters"][0], **any_time)
    t.ability(t.tables["suits"][0], **any_time)
    t.ability(t.tables["gear"][SCOPE], **any_time)
    t.ability(t.tables["breakdowns"][0], **any_time)
    t.ability(t.tables, first="awakening_first", end="awakening_end", **any_time)
    t.tables["n_conditions"] = 2
    t.ability(t.tables["conditions"][1], **any_time)
    t.ability(t.tables["locations"][0], **any_time)
    t.ability(t.tables["locations"][0], **{**any_time, "timing": Timing.ACTION})
    t.ability(t.tables, first="scenario_first", end="scenario_end", **any_time)
    blank = np.zeros(2, t.tables["locations"].dtype)
    t.tables["locations"][0]["devices"][2] = t.ability(blank[0], **any_time)
    t.tables["stratagems"][1]["ability"] = t.ability(blank[1], **any_time)
    t.tables["stratagems"][0]["tokens"] = (1, 2, 0)
    t.state["stratagems"][0] = (0, 0, 1, 0)
    t.state["stratagems"][1] = (1, 1, 0, 2)
    t.pool(active=(0, 1, 0))
    t.tables["suits"]["support"] = 2
    for _ in range(2):
        t.gear(0, SCOPE, GearPlace.SUPPORT)
    own["breakdown"], own["awakened"], own["conditions"][1], own["devices"][2], own["antinomy"] = 0, 1, 1, 1, 1
    call(d, Proc.TURN, 0)
    own["breath"] = 1
    return d


@case(Choice.TURN, antinomy="1 of 2 Antinomy tokens: stand up")
def turn_on_the_floor() -> Desk:
    d = desk()
    d.t.s(0)["awakened"], d.t.s(0)["antinomy"], d.t.s(0)["knock"] = 1, 3, Knock.FALLING
    return call(d, Proc.TURN, 0)


@case(Choice.ACTION, act_fast_reload="Fast reload", act_move="Move 1")
def action() -> Desk:
    d = desk()
    rifle(d)
    d.t.s(0)["gear"][1]["ammo"] = 0
    call(d, Proc.TURN, 0)
    d.t.play("card_2_a")
    return d


@case(
    Choice.EXERT,
    exert="2 Adrenaline, Exert card 1 of 3: flip the card to Trot: Move 2 (Noise)",
    no="do not exert",
)
def exert() -> Desk:
    d = call(desk(), Proc.TURN, 0)
    d.t.play("card_1_b", "act_rationalize")
    return d


@case(
    Choice.EXERT,
    exert="2 Stress, Exert card 3 of 3, after which the Spacer dies: flip the card to Trot: Move 2 (Noise)",
)
def last_exert() -> Desk:
    d = desk(exert_stress=1)
    d.t.s(0)["exerts"] = 2
    call(d, Proc.TURN, 0)
    d.t.play("card_1_b", "act_rationalize")
    return d


@case(Choice.PAY_CARD, card_0_b="play Strike (back: Stroll) for the Location's action")
def pay_card() -> Desk:
    d = desk()
    d.t.ability(d.t.tables["locations"][0], timing=Timing.ACTION, ops=[(Op.LOSE_STRESS, 1, 0, 0, Who.SELF)])
    call(d, Proc.TURN, 0)
    d.t.play("location_action_0")
    return d


@case(Choice.BONUS_ACTION, card_0_a="Stroll (back: Strike): Move 3", **{"pass": "no Bonus Action"})
def bonus_action() -> Desk:
    return call(desk(), Proc.BONUS_ACTION, 0)


@case(Choice.END_ORDER, option_0="Power 0 - text 0.", option_1="Power 1 - text 1.")
def end_order() -> Desk:
    d = desk()
    for row in (d.t.tables["characters"][0], d.t.tables["suits"][0]):
        d.t.ability(row, timing=Timing.TURN_END, ops=[(Op.LOSE_STRESS, 1, 0, 0, Who.SELF)])
    return call(d, Proc.TURN_END, 0)


@case(Choice.END_ORDER, option_1="Power 1 - text 1.")
def end_order_of_cards_won() -> Desk:
    d = desk()
    t = d.t
    t.ability(t.tables["breakdowns"][0], timing=Timing.TURN_END, ops=[(Op.LOSE_STRESS, 1, 0, 0, Who.SELF)])
    t.ability(t.tables, first="awakening_first", end="awakening_end", timing=Timing.TURN_END,
              ops=[(Op.LOSE_STRESS, 1, 0, 0, Who.SELF)])  # fmt: skip
    t.s(0)["breakdown"], t.s(0)["awakened"] = 0, 1
    return call(d, Proc.TURN_END, 0)


@case(Choice.EFFECT_ORDER, option_0="Power 0 - text 0.", option_1="Ann: Power 1 - text 1.",
      option_2="Bob: Power 1 - text 1.")  # fmt: skip
def effect_order() -> Desk:
    d = desk(ask_ties=1)
    for row in (d.t.tables["locations"][0], d.t.tables["suits"][0]):
        d.t.ability(row, timing=Timing.ROUND_END, ops=[(Op.LOSE_STRESS, 1, 0, 0, Who.SELF)])
    return call(d, Proc.PHASE_END, Timing.ROUND_END)


# -- movement ------------------------------------------------------------------------------------------------------


@case(
    Choice.MOVE,
    step_north="to G5 (Cache, Engram Panel, Desk)",
    step_east="to F6 (Discovery, Slime, dangerous)",
    step_south="to E5 (Objective Sample, arrow to R1)",
    step_west="to F4 (Discovery 3)",
)
def move() -> Desk:
    d = desk()
    t = d.t
    t.object(4, 3, Thing.CACHE)
    t.object(4, 3, Thing.ENGRAM, 1)
    t.tables["console_of"][cell(4, 3)], t.tables["n_consoles"] = 0, 1
    t.object(5, 4, Thing.DISCOVERY, 2, face_up=False)
    t.tile(5, 4, 1)
    t.mark(5, 4, Mark.DANGEROUS)
    t.object(4, 5, Thing.OBJECTIVE, 1)
    t.mark(4, 5, Mark.ARROW)
    t.tables["leads"][cell(4, 5)] = 0
    t.object(3, 4, Thing.DISCOVERY, 2)
    call(d, Proc.MOVE, 0, 3, 1)
    t.state["revealed"] = 0
    return d


@case(Choice.MOVE, done="stop at G5")
def stop() -> Desk:
    d = call(desk(), Proc.MOVE, 0, 3, 1)
    d.t.play("step_north")
    return d


@case(Choice.ADVANCE, step_east="to F6", done="stop at F5")
def advance() -> Desk:
    return call(desk(), Proc.FREE_STEPS, 0, 2, 0, -1, e=cell(8, 4))


@case(Choice.FALLBACK, step_west="to F4", done="stop at F5")
def fallback() -> Desk:
    return call(desk(), Proc.FREE_STEPS, 0, 2, 0, cell(8, 4), e=-1)


@case(Choice.KNOCKBACK, step_north="Ann is pushed north", step_west="Ann is pushed west")
def knockback() -> Desk:
    return call(desk(), Proc.KNOCKBACK, 0, 1, cell(5, 5), -1)


@case(Choice.KNOCKBACK, step_north="Grin (a) is pushed north", step_west="Grin (a) is pushed west")
def knockback_of_an_intruder() -> Desk:
    d = desk()
    d.t.intruder(3, 3)
    return call(d, Proc.KNOCKBACK, 4, 1, cell(4, 4), -1)


@case(Choice.DISPLACE, step_north="Ann to G5", step_west="Ann to F4")
def displace() -> Desk:
    return call(desk(), Proc.DISPLACE, 0)


@case(Choice.DISPLACE, candidate_0="Drone (b) makes way to H6", candidate_1="Drone (b) makes way to G5")
def displaced_by_an_adversary() -> Desk:
    d = desk(ask_ties=1)
    d.t.intruder(5, 3, 0)
    d.t.intruder(5, 3, 1)
    d.t.tables["types"][0]["adversary"] = 1
    d.t.s(0)["cell"] = cell(0, 0)
    return call(d, Proc.INTRUDER_MOVE, 0, 0, 0, -1, f=cell(5, 3), step=4)


# -- objects and Gear ----------------------------------------------------------------------------------------------


def rich() -> Desk:
    """Cache, Engram, Objective token and Console on Ann's space, an Extraction Point beside it, tokens to pay."""
    d = desk()
    t = d.t
    t.object(4, 4, Thing.CACHE)
    t.object(4, 4, Thing.ENGRAM, 1)
    t.object(4, 4, Thing.OBJECTIVE, 1)
    t.tables["console_of"][cell(4, 4)], t.tables["n_consoles"] = 0, 1
    t.exit_point([(4, 5)])
    t.state["extraction"] = 0
    t.pool(active=(3, 3, 3))
    return d


@case(
    Choice.SCAVENGE,
    scavenge_cache="take the Cache",
    scavenge_engram="take the Engram Panel",
    scavenge_objective="take the Objective Sample",
    scavenge_console="use Desk - text of Desk",
    scavenge_extraction="initiate Extraction at Hatch",
)
def scavenge() -> Desk:
    return call(rich(), Proc.SCAVENGE, 0)


@case(
    Choice.FAST_SCAVENGE,
    scavenge_cache="pay Expertise: take the Cache",
    scavenge_engram="pay Discipline: take the Engram Panel",
    scavenge_objective="pay tokens of one type: take the Objective Sample",
    scavenge_console="pay Confidence: use Desk - text of Desk",
    scavenge_extraction="pay Confidence: initiate Extraction at Hatch",
    **{"pass": "take nothing here"},
)
def fast_scavenge() -> Desk:
    return call(rich(), Proc.FAST_SCAVENGE, 0)


@case(Choice.FAST_SCAVENGE, scavenge_objective="pay Confidence: take the Objective Sample")
def fast_scavenge_of_a_type() -> Desk:
    d = rich()
    d.t.tables["objective_token"][1] = 2
    return call(d, Proc.FAST_SCAVENGE, 0)


@case(Choice.OBJECTIVE_TOKEN, token_discipline="pay with Discipline", token_confidence="pay with Confidence")
def objective_token() -> Desk:
    d = call(rich(), Proc.FAST_SCAVENGE, 0)
    d.t.play("scavenge_objective")
    return d


def full_hands() -> Desk:
    """A Rifle and a Knife in the hands."""
    d = desk()
    d.t.gear(0, d.t.weapon(RIFLE, ammo=2))
    d.t.gear(0, d.t.weapon(KNIFE))
    return d


@case(Choice.LOOT, equip="equip Shotgun", stow="Shotgun into the backpack", discard="Shotgun is lost")
def loot() -> Desk:
    return call(desk(), Proc.LOOT, 0, SHOTGUN)


@case(Choice.LOOT, gear_1="make room for Shotgun: Rifle goes to the backpack", stow="Shotgun into the backpack")
def loot_with_full_hands() -> Desk:
    return call(full_hands(), Proc.LOOT, 0, SHOTGUN)


@case(
    Choice.LOOT,
    gear_1="make room for Shotgun: Rifle goes to the backpack, or is lost if that is full",
    gear_3="make room for Shotgun: Coat is lost",
    discard="Shotgun is lost",
)
def loot_without_room() -> Desk:
    d = full_hands()
    d.t.tables["suits"]["backpack"] = 1
    d.t.gear(0, COAT, GearPlace.BACKPACK)
    return call(d, Proc.LOOT, 0, SHOTGUN)


@case(
    Choice.REARM,
    gear_1="Rifle: into the backpack",
    gear_3="Shotgun: equip it",
    done="the Rearm is over; moved cards without a free slot go back",
)
def rearm() -> Desk:
    d = full_hands()
    d.t.gear(0, SHOTGUN, GearPlace.BACKPACK)
    return call(d, Proc.REARM, 0)


@case(Choice.RELOAD, gear_1="1 Ammo for Rifle (Ammo 1 of 3)", gear_2="1 Ammo for Shotgun (Ammo 0 of 2, exhausted)")
def reload() -> Desk:
    d = desk()
    rifle(d)
    d.t.gear(0, d.t.weapon(SHOTGUN, ammo=2), exhausted=1)
    d.t.s(0)["gear"]["ammo"] = (0, 1, *([0] * 10))
    return call(d, Proc.RELOAD, 0, 1)


@case(Choice.RELOAD, gear_1="full Ammo for Rifle (Ammo 1 of 3)", gear_2="full Ammo for Shotgun (Ammo 0 of 2)")
def full_reload() -> Desk:
    d = desk()
    rifle(d)
    d.t.gear(0, d.t.weapon(SHOTGUN, ammo=2))
    d.t.s(0)["gear"]["ammo"] = (0, 1, *([0] * 10))
    d.t.resolve(d.t.ops((Op.RELOAD, 0, 0, 0, Who.SELF)))
    return d


@case(Choice.DISCARD_GEAR, gear_1="lose Rifle (equipped, Ammo 2 of 2)", gear_2="lose Knife (equipped)")
def discard_gear() -> Desk:
    return call(full_hands(), Proc.DRAW_GEAR, 0)


@case(Choice.DISCARD_GEAR, gear_1="disable Rifle (equipped, Ammo 2 of 2)", gear_2="disable Knife (equipped)")
def disable_gear() -> Desk:
    d = full_hands()
    d.t.resolve(d.t.ops((Op.DISABLE, 3, 0, 0, Who.SELF)))
    return d


# -- attacks and rolls ---------------------------------------------------------------------------------------------


@case(
    Choice.WEAPON,
    gear_0="attack with Multitool (1 white, melee)",
    gear_1="attack with Rifle (1 white + 2 red, range 5, Ammo 3 of 3)",
)
def weapon() -> Desk:
    d = desk()
    rifle(d, dice=(1, 2))
    d.t.intruder(4, 5)
    return call(d, Proc.SPACER_ATTACK, 0)


def shot(targets: int = 2, *, rolls: tuple[int, ...] = (), **fields: Any) -> Desk:
    """Ann has a rifle and Intruders before it; her Stress allows no re-rolls for Stress."""
    d = desk()
    rifle(d, **fields)
    d.t.s(0)["gear"][0]["card"] = -1
    for at in ((4, 6), (6, 4), (2, 4))[:targets]:
        d.t.intruder(*at)
    d.t.s(0)["stress"] = 9
    d.t.rolls(*rolls)
    return d


@case(
    Choice.ATTACK_TARGET,
    intruder_0="attack: Grin (a) at D5",
    intruder_1="attack: Grin (b) at F7 (Wounds 1, Suppression 2, Wide Smile, surprised)",
)
def attack_target() -> Desk:
    d = shot()
    row = d.t.k(1)
    row["wounds"], row["suppression"], row["specimen"], row["surprised"] = 1, 2, 0, 1
    return call(d, Proc.SPACER_ATTACK, 0)


@case(Choice.ATTACK_TARGET, intruder_1="a further target: Grin (b) at F7", done="no further target")
def further_target() -> Desk:
    d = call(shot(3, burst=3), Proc.SPACER_ATTACK, 0)
    d.t.play("intruder_0")
    return d


@case(Choice.BURST_ORDER, intruder_0="roll against Grin (a) at D5 next", intruder_1="roll against Grin (b) at F7 next")
def burst_order() -> Desk:
    d = call(shot(burst=2), Proc.SPACER_ATTACK, 0)
    d.t.play("intruder_0", "intruder_1")
    return d


@case(Choice.EMPTY_CLIP, yes="spend all Ammo (3) for 1 Power more", no="spend 1 Ammo")
def empty_clip() -> Desk:
    return call(shot(1, keywords=[Keyword.EMPTY_CLIP]), Proc.SPACER_ATTACK, 0)


@case(Choice.ROLL_BONUS, character_ability_0="Power 0 - text 0.", done="roll the dice")
def roll_bonus() -> Desk:
    d = shot(1)
    d.t.ability(d.t.tables["characters"][0], timing=Timing.ROLL)
    return call(d, Proc.SPACER_ATTACK, 0)


@case(Choice.EXTRA_DIE, die_1="die 1 (red Whq) adds a red die", done="no further die")
def extra_die() -> Desk:
    return call(shot(1, dice=(1, 1), keywords=[Keyword.DEVASTATING], rolls=(3, 3)), Proc.SPACER_ATTACK, 0)


@case(
    Choice.CONFIDENCE,
    die_0="1 Confidence: re-roll die 0 (white -)",
    die_1="1 Confidence: re-roll die 1 (red p)",
    done="re-roll nothing for Confidence",
)
def confidence() -> Desk:
    d = shot(1, dice=(1, 1), rolls=(0, 0))
    d.t.pool(active=(0, 2, 0))
    return call(d, Proc.SPACER_ATTACK, 0)


@case(Choice.CONFIDENCE, die_1="1 Confidence: re-roll die 1 (red p)", done="re-roll the 1 declared die now")
def confidence_declared() -> Desk:
    d = confidence()
    d.t.play("die_0")
    return d


@case(Choice.DISCIPLINE, die_1="1 Discipline: a Potential of die 1 (red p) becomes Power",
      done="leave the dice as they are")  # fmt: skip
def discipline() -> Desk:
    d = shot(1, dice=(1, 1), rolls=(0, 0))
    d.t.pool(active=(2, 0, 0))
    return call(d, Proc.SPACER_ATTACK, 0)


@case(Choice.STRESS, die_0="1 Stress: re-roll die 0 (white hp)", done="leave the dice as they are")
def stress() -> Desk:
    d = desk()
    d.t.rolls(2)
    return call(d, Proc.SKILL_TEST, 0, 0, 1)


@case(Choice.STRESS, die_0="1 Stress: re-roll the Enormity die (7)", done="leave the dice as they are")
def enormity_die() -> Desk:
    d = desk()
    d.t.rolls(6)
    d.t.resolve(d.t.ops((Op.ROLL, 8, 2)))
    return d


@case(
    Choice.RESPONSE_ORDER,
    option_1="the Fail response of Grin (a)",
    option_3="the Instinct response of Grin (a)",
)
def response_order() -> Desk:
    d = shot(1, rolls=(0,))
    for which in (1, 3):
        span = d.t.ops((Op.GAIN_STRESS, 1, 0, 0, Who.TARGET))
        d.t.tables["types"][0]["response"][which], d.t.tables["types"][0]["response_end"][which] = span
    return call(d, Proc.SPACER_ATTACK, 0)


@case(
    Choice.IGNORE_REPRISAL,
    yes="ignore the Reprisal of Grin (a)",
    no="suffer the Reprisal: Grin (a), Protocol 0",
)
def ignore_reprisal() -> Desk:
    d = shot(1, rolls=(0,))
    span = d.t.ops((Op.REPRISAL, 0))
    d.t.tables["types"][0]["response"][1], d.t.tables["types"][0]["response_end"][1] = span
    return call(d, Proc.SPACER_ATTACK, 0, 1)


@case(Choice.BONUS_ATTACK, yes="make the Bonus Attack", no="no Bonus Attack")
def bonus_attack() -> Desk:
    return call(shot(1), Proc.BONUS_ATTACK, 0)


@case(Choice.STAND_UP, yes="stand up before the Bonus Attack", no="stay on the floor")
def stand_up() -> Desk:
    d = shot(1)
    d.t.s(0)["knock"] = Knock.FALLING
    return call(d, Proc.BONUS_ATTACK, 0, 1)


def struck(*, dice: tuple[int, ...] = (0, 2, 0, 0, 0), rolls: tuple[int, ...] = (), **fields: Any) -> Desk:
    """What is needed for Grin (a) to attack Ann from the space beside her."""
    d = desk()
    d.t.protocol(0, replace=True, attack=1, dice=dice, **fields)
    d.t.intruder(4, 5)
    d.t.rolls(*rolls)
    return d


def strike(d: Desk) -> Desk:
    return call(d, Proc.PERFORM, 0, int(d.t.tables["types"][0]["first_protocol"]), 0, 0)


@case(Choice.MITIGATE, amount_0="no Expertise: 5 damage", amount_2="2 Expertise: 3 damage")
def mitigate() -> Desk:
    d = struck(rolls=(4, 5))
    d.t.pool(active=(0, 0, 2))
    return strike(d)


@case(
    Choice.DAMAGE_ABILITY,
    character_ability_0="Power 0 - text 0.",
    **{"pass": "no ability: the damage is 5 now"},
)
def damage_ability() -> Desk:
    d = struck(rolls=(4, 5))
    d.t.ability(d.t.tables["characters"][0], timing=Timing.DAMAGE, ops=[(Op.DODGE, 2, 0, 0, Who.SELF)])
    return strike(d)


@case(Choice.ARMOR_REROLL, die_0="re-roll die 0 (red WWq)", die_1="re-roll die 1 (red WWWq)",
      done="leave the dice as they are")  # fmt: skip
def armor_reroll() -> Desk:
    d = struck(rolls=(4, 5))
    row = d.t.tables["gear"][COAT]
    row["kind"], row["hands"], row["rerolls"] = GearKind.SUPPORT, 0, 1
    d.t.gear(0, COAT, GearPlace.SUPPORT)
    return strike(d)


@case(
    Choice.COVER,
    colour_red="a red die becomes white",
    colour_black="a black die becomes red",
    **{"pass": "no die is lowered"},
)
def cover() -> Desk:
    d = struck(dice=(0, 1, 1, 0, 0), reach=Reach.RANGED)
    d.t.k(0)["cell"] = cell(8, 4)
    d.t.tables["types"][0]["range"] = 9
    d.t.tile(5, 4, 0, Tile.COVER)
    return strike(d)


@case(Choice.REACTION, character_ability_0="Power 0 - text 0.", **{"pass": "no Reaction"})
def reaction() -> Desk:
    d = struck(window_attack=1)
    d.t.ability(d.t.tables["characters"][0], timing=Timing.REACTION, ops=[(Op.MOVE, 1, 0, 0, Who.SELF)])
    return strike(d)


# -- Blips and Noise -----------------------------------------------------------------------------------------------


def signals(*at: tuple[int, int], seats: int = 1, **options: Any) -> Desk:
    """Blips on these intersections; nothing can be re-rolled."""
    d = desk(seats, **options)
    for i, j in at:
        d.t.blip(i, j, Face.B)
    d.t.s(0)["stress"] = 9
    return d


@case(Choice.SCOUT, blip_0="scout Blip 0 at 3,3", blip_1="scout Blip 1 (B) at 6,6", intruder_0="scout Grin (a) at F7")
def scout() -> Desk:
    d = signals((3, 3), (6, 6))
    d.t.b(1)["known"] = 1
    d.t.ability(d.t.tables["types"][0], timing=Timing.SCOUTED, ops=[(Op.MOVE_INTRUDER, 2, 0, 0, Who.SELF)])
    d.t.intruder(6, 4)
    return call(d, Proc.SCOUT, 0)


@case(Choice.SCOUT_REVEAL, yes="look at Blip 0 at 3,3", no="leave Blip 0 face down")
def scout_reveal() -> Desk:
    d = signals((3, 3))
    d.t.rolls(3)
    return call(d, Proc.SCOUT, 0)


@case(
    Choice.SCOUT_SPAWN,
    yes="reveal Blip 0 (B): 2 Intruders beside you, without an ambush",
    no="turn Blip 0 (B) face down again; all know it from now on",
)
def scout_spawn() -> Desk:
    d = scout_reveal()
    d.t.play("yes")
    return d


@case(Choice.SPAWN_SPACE, candidate_0="Grin appears at G5", candidate_3="Grin appears at E5")
def spawn_space() -> Desk:
    d = scout_spawn()
    d.t.play("yes")
    return d


@case(Choice.SCOUT_ATTACK, yes="a free Attack on one of the new Intruders", no="no free Attack")
def scout_attack() -> Desk:
    d = spawn_space()
    d.t.play("candidate_0", "candidate_0")
    return d


@case(Choice.SCOUT_ATTACK, yes="a free Attack on one of the new Intruders, the Action card is flipped")
def scout_attack_from_a_card() -> Desk:
    d = signals((3, 3))
    d.t.rolls(3)
    d.t.s(0)["adrenaline"] = 0
    call(d, Proc.TURN, 0)
    d.t.play("card_1_b", "act_scout", "yes", "yes", "candidate_0", "candidate_0")
    return d


@case(Choice.NOISE_BONUS, die_0="die 0 (white W) gets 2 Potentials", die_1="die 1 (white p) gets 2 Potentials")
def noise_bonus() -> Desk:
    d = signals((2, 2), (8, 8))
    d.t.rolls(3, 1)
    return call(d, Proc.NOISE, 0, NoiseKind.SYMBOL, 2, 0, e=cell(4, 4))


@case(
    Choice.NOISE_DICE,
    blip_0="die 1 (white p +2p) to Blip 0 at 2,2: it moves 3",
    blip_1="die 1 (white p +2p) to Blip 1 at 8,8: it moves 3",
)
def noise_dice() -> Desk:
    d = noise_bonus()
    d.t.play("die_1")
    return d


@case(Choice.BLIP_ORDER, blip_0="Blip 0 at 2,4 moves 2 now", blip_1="Blip 1 at 7,4 moves 3 now")
def blip_order() -> Desk:
    d = signals((2, 4), (7, 4), ask_ties=1)
    noise = d.t.state["noises"][0]
    noise["cell"], noise["source"], noise["dice"][:2] = cell(4, 4), 0, (2, 3)
    d.t.state["n_noises"] = 1
    return call(d, Proc.EMPTY_NOISE)


def patrol(**options: Any) -> Desk:
    d = signals((2, 4), (7, 4), **options)
    deck = d.t.state["scanner_white"]
    deck["cards"][0], deck["n"], d.t.tables["n_scanners"][0] = 0, 1, 1
    d.t.tables["scanners"][0][0] = ((1, 2, 1, 0), 3, 4)
    return call(d, Proc.PATROL)


@case(
    Choice.BLIP_ORDER,
    blip_0="Blip 0 at 2,4 is next in the order of the patrol",
    blip_1="Blip 1 at 7,4 is next in the order of the patrol",
)
def patrol_order() -> Desk:
    return patrol(ask_ties=1)


@case(
    Choice.ALIGNMENT,
    axis_horizontal="the Scanner card lies with its north side to the north",
    axis_vertical="the Scanner card is turned right: its north-west part lies in the north-east",
)
def alignment() -> Desk:
    return patrol(scanner_asked=1)


@case(
    Choice.BLIP_AXIS,
    axis_horizontal="Blip 0 at 2,2 moves east or west first",
    axis_vertical="Blip 0 at 2,2 moves north or south first",
)
def blip_axis() -> Desk:
    d = signals((2, 2), ask_ties=1)
    return call(d, Proc.MOVE_BLIP, 0, 2, 0, 0, e=cell(4, 4))


@case(Choice.BLIP_REACTION, character_ability_0="Power 0 - text 0.", **{"pass": "no Reaction: Blip 0 moves"})
def blip_reaction() -> Desk:
    d = signals((2, 2))
    d.t.ability(d.t.tables["characters"][0], timing=Timing.BLIP_MOVES, ops=[(Op.SHORTER, 1)])
    return call(d, Proc.MOVE_BLIP, 0, 2, 0, 0, e=cell(4, 4))


@case(Choice.SPAWN_TIE, candidate_0="the new Blip appears at 2,4", candidate_1="the new Blip appears at 7,4")
def spawn_tie() -> Desk:
    d = signals(ask_ties=1)
    d.t.spawn_point(2, 4)
    d.t.spawn_point(7, 4)
    return call(d, Proc.SPAWN_BLIPS, 1, 0)


@case(Choice.FACING_TIE, step_north="the new Blip at 1,8 faces north", step_east="the new Blip at 1,8 faces east")
def facing_tie() -> Desk:
    d = signals(ask_ties=1)
    d.t.spawn_point(1, 8)
    return call(d, Proc.SPAWN_BLIPS, 1, 0)


@case(Choice.FACING_TIE, step_north="Blip 0 at 1,8 faces north", step_east="Blip 0 at 1,8 faces east")
def facing_tie_in_the_setup() -> Desk:
    return call(signals((1, 8), ask_ties=1), Proc.SETUP, step=5)


@case(
    Choice.DRAW_BLIP,
    option_0="the Blip with face Echo (0 Intruders at this level)",
    option_2="the Blip with face B (3 Intruders at this level)",
)
def draw_blip() -> Desk:
    d = signals(agent_monsters=1, freedom=2)
    d.t.level(2)
    d.t.spawn_point(1, 4)
    d.t.state["blip_pool"] = (1, 0, 1, 0)
    return call(d, Proc.SPAWN_BLIPS, 1, 0)


# -- Intruders -----------------------------------------------------------------------------------------------------


def pair(**options: Any) -> Desk:
    """An Intruder on either side of Ann."""
    d = desk(**options)
    d.t.intruder(2, 4)
    d.t.intruder(6, 4, 1)
    return d


@case(
    Choice.AOO_ORDER,
    intruder_0="Grin (a) at F4 makes its attack of opportunity next",
    intruder_1="Drone (b) at F6 makes its attack of opportunity next",
)
def aoo_order() -> Desk:
    d = pair()
    d.t.state["intruders"]["cell"][:2] = cell(3, 4), cell(5, 4)
    return call(d, Proc.AOO, 0)


@case(Choice.ACTIVATION_ORDER, intruder_0="Grin (a) at F3 activates next", intruder_1="Drone (b) at F7 activates next")
def activation_order() -> Desk:
    return call(pair(ask_ties=1), Proc.INTRUDER_PHASE)


@case(Choice.AMBUSH_ORDER, intruder_0="Grin (a) at G5 ambushes next", intruder_1="Grin (b) at F4 ambushes next")
def ambush_order() -> Desk:
    d = desk()
    call(d, Proc.SPAWN_INTRUDERS, 2, 0, 1, 0, e=-1)
    d.t.state["contacted"][0] = 1
    d.t.play("candidate_0", "candidate_0")
    return d


@case(
    Choice.OVERSPAWN_TIE,
    intruder_0="Grin (a) at F3 activates for the missing Intruder",
    intruder_1="Drone (b) at F7 activates for the missing Intruder",
)
def overspawn_tie() -> Desk:
    return call(pair(ask_ties=1), Proc.OVERSPAWN, 0, 0)


@case(
    Choice.TARGET_TIE,
    spacer_0="Grin (a) goes for Ann (Vitals 9, Stress 0) at F5",
    spacer_1="Grin (a) goes for Bob (Vitals 9, Stress 3) at F1",
)
def target_tie() -> Desk:
    d = pair(ask_ties=1)
    d.t.spacer(1, 0, 4, stress=3)
    d.t.state["marker"] = -1
    return call(d, Proc.ACTIVATE, 0, 0, -1)


@case(
    Choice.TARGET_TIE,
    spacer_0="Blip 0 goes for Ann (Vitals 9, Stress 9) at F5",
    spacer_1="Blip 0 goes for Bob (Vitals 9, Stress 0) at F10",
)
def target_tie_of_a_blip() -> Desk:
    d = signals((7, 2), seats=2, ask_ties=1)
    d.t.spacer(1, 9, 4)
    d.t.state["marker"] = -1
    return call(d, Proc.MOVE_BLIP, 0, 1, 3, -2, e=-1)


@case(Choice.INTRUDER_STEP, step_north="Grin (a) at D3 goes north", step_east="Grin (a) at D3 goes east")
def intruder_step() -> Desk:
    d = desk(ask_ties=1)
    d.t.intruder(2, 6)
    return call(d, Proc.INTRUDER_MOVE, 0, 0, 3, -1)


@case(Choice.INTRUDER_STEP, candidate_0="Grin (a) at D3 goes to F4", candidate_1="Grin (a) at D3 goes to E5")
def intruder_goal() -> Desk:
    d = desk(agent_monsters=1, freedom=1)
    d.t.intruder(2, 6)
    return call(d, Proc.INTRUDER_MOVE, 0, 0, 3, -1)


# -- effects -------------------------------------------------------------------------------------------------------


def effect(d: Desk, *ops: tuple[int, ...], **more: int) -> Desk:
    d.t.resolve(d.t.ops(*ops), **more)
    return d


@case(Choice.MAY, yes="Power 0 - text 0.", no="leave it")
def may() -> Desk:
    d = desk()
    n = d.t.ability(d.t.tables["characters"][0], ops=[(Op.MAY, 1), (Op.LOSE_STRESS, 1, 0, 0, Who.SELF)])
    row = d.t.tables["abilities"][n]
    d.t.resolve((int(row["effect"]), int(row["effect_end"])))
    return d


@case(Choice.OPTION, option_0="the first way", option_1="the second way")
def option() -> Desk:
    return effect(desk(), (Op.CHOOSE, 2), (Op.END,), (Op.END,))


@case(Choice.CODE, yes="read The Wheel (0110) now", no="leave it unread")
def code() -> Desk:
    return call(desk(), Proc.PARAGRAPH, 0, 0)


@case(Choice.ENTRY, option_0="decrypt The Cipher (0220)", option_1="decrypt The Other Cipher (0330)")
def entry() -> Desk:
    d = desk()
    d.t.tables["n_paragraphs"] = 3
    d.t.tables["paragraphs"]["locked"][:3] = (0, 1, 1)
    return effect(d, (Op.DECRYPT, 0))


@case(Choice.POOL_AREA, pool_active="2 Discipline tokens into the Active Pool",
      pool_incoming="2 Discipline tokens into the Incoming Pool")  # fmt: skip
def pool_area() -> Desk:
    return effect(desk(), (Op.PLACE_TOKENS, 2, 0, 2))


@case(Choice.POOL_AREA, pool_active="1 Spacer token into the Active Pool")
def pool_area_of_any_token() -> Desk:
    return effect(desk(), (Op.PLACE_TOKENS, 1, 3, 2))


@case(Choice.POOL_AREA, pool_active="discard from the Active Pool", pool_incoming="discard from the Incoming Pool")
def discard_area() -> Desk:
    d = desk()
    d.t.pool((1, 1, 0), (0, 1, 1))
    return effect(d, (Op.DISCARD_TOKENS, 1, 3, 2))


@case(Choice.TOKEN_TYPE, token_expertise="2 Expertise into the Incoming Pool")
def token_type() -> Desk:
    return effect(desk(), (Op.PLACE_TOKENS, 2, 3, 0))


@case(Choice.TOKEN_TYPE, token_expertise="2 Expertise into the Active Pool")
def token_type_of_the_active_pool() -> Desk:
    return effect(desk(), (Op.PLACE_TOKENS, 2, 3, 1))


@case(Choice.TOKEN_TYPE, token_confidence="discard 1 Confidence of the Incoming Pool")
def discarded_type() -> Desk:
    d = discard_area()
    d.t.play("pool_incoming")
    return d


@case(Choice.TOKEN_TYPE, token_discipline="1 Discipline from the Active to the Incoming Pool")
def kept_type() -> Desk:
    d = desk()
    d.t.pool((1, 1, 0))
    return effect(d, (Op.KEEP_TOKENS, 1))


@case(Choice.TOKEN_TYPE, token_discipline="discard 1 Discipline of the Active Pool")
def lost_type() -> Desk:
    d = desk()
    d.t.pool((1, 1, 0))
    return effect(d, (Op.LOSE_POWER, 1, 0, 0, Who.SELF))


@case(Choice.BLIP_TIE, blip_0="Blip 0 at 2,4 goes back to the pool unrevealed")
def discarded_blip() -> Desk:
    return effect(signals((2, 4), (7, 4), ask_ties=1), (Op.DISCARD_BLIP,))


@case(Choice.BLIP_TIE, blip_1="Blip 1 at 7,4 moves 2 toward Ann")
def lured_blip() -> Desk:
    return effect(signals((2, 4), (7, 4)), (Op.MOVE_BLIP, 2, 0, 0, Who.SELF))


def doors(wanted: int) -> Desk:
    d = desk()
    d.t.border(4, 4, "north", Border.DOOR)
    d.t.border(4, 4, "south", Border.DOOR + 1)
    d.t.door(0, DoorState.WELDED if wanted == 3 else DoorState.CLOSED if wanted == DoorState.OPEN else DoorState.OPEN)
    d.t.door(1, DoorState.CLOSED if wanted == DoorState.OPEN else DoorState.OPEN)
    return effect(d, (Op.DOOR, wanted, 0))


@case(Choice.DOOR, door_0="open the door north gate at G5", door_1="open the door south gate at F5")
def opened_door() -> Desk:
    return doors(DoorState.OPEN)


@case(Choice.DOOR, door_0="close the door north gate at G5")
def closed_door() -> Desk:
    return doors(DoorState.CLOSED)


@case(Choice.DOOR, door_0="break the weld of the door north gate at G5", door_1="weld the door south gate at F5")
def welded_door() -> Desk:
    return doors(3)


@case(
    Choice.EFFECT_TARGET,
    spacer_0="Ann (Vitals 9, Stress 0) at F5 regains 2 Vitals",
    spacer_1="Bob (Vitals 4, Stress 0) regains 2 Vitals",
)
def spacer_for_an_effect() -> Desk:
    d = desk()
    d.t.s(1)["vitals"], d.t.s(1)["where"] = 4, Where.OTHER
    return effect(d, (Op.REGAIN_VITALS, 2, 0, 0, Who.CHOSEN_SPACER))


@case(Choice.EFFECT_TARGET, spacer_1="Bob (Vitals 9, Stress 0) at B9 gets the Condition Gift")
def spacer_for_a_condition() -> Desk:
    return effect(desk(), (Op.CONDITION, 1, 0, 0, Who.CHOSEN_SPACER))


@case(Choice.EFFECT_TARGET, intruder_1="Drone (b) at F7 gets Suppression 2")
def intruder_for_an_effect() -> Desk:
    return effect(pair(), (Op.SUPPRESS, 2, 0, 0, Who.CHOSEN_INTRUDER))


@case(Choice.EFFECT_TARGET, intruder_0="Grin (a) at F3 is chosen")
def intruder_for_several_effects() -> Desk:
    return effect(pair(), (Op.EACH, Who.CHOSEN_INTRUDER, 3), (Op.SUPPRESS, 1, 0, 0, Who.TARGET), (Op.END,))


@case(Choice.EFFECT_TARGET, candidate_0="Grin (a) is driven to I5", candidate_1="Grin (a) is driven to H6")
def driven_off() -> Desk:
    d = desk(1)
    d.t.intruder(4, 3)
    return effect(d, (Op.MOVE_INTRUDER, 2, 0, 0, Who.ALL_INTRUDERS))


@case(Choice.EFFECT_TARGET, candidate_0="Slime at G5", candidate_1="Slime at F6")
def tile() -> Desk:
    d = desk()
    d.t.tables["terrains"][1]["number"], d.t.tables["n_terrains"] = 3, 2
    return effect(d, (Op.TERRAIN, 1, 1))


@case(Choice.EFFECT_TARGET, candidate_0="Ann comes back at G5")
def back_from_another_place() -> Desk:
    d = desk()
    d.t.spacer(1, 4, 4)
    d.t.s(0)["where"], d.t.s(0)["cell"] = Where.OTHER, -1
    return effect(d, (Op.OTHER_PLACE, 0, 0, 0, Who.SELF))


@case(Choice.EFFECT_TARGET, card_0_a="take Stroll (back: Strike) back in hand")
def opened_card() -> Desk:
    d = desk()
    d.t.s(0)["card"] = (CardSide.A, CardSide.B, CardSide.HAND)
    return effect(d, (Op.OPEN_CARD, 0, 0, 0, Who.SELF))


@case(Choice.EFFECT_TARGET, blip_0="look at Blip 0 at 3,3", blip_1="look at Blip 1 at 6,6")
def seen_blip() -> Desk:
    return effect(signals((3, 3), (6, 6)), (Op.SEE_BLIP, 0, 0, 0, Who.SELF))


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c.choice.name.lower()}-{c.prepare.__name__}")
def test_every_question(case: Case) -> None:
    d = case.prepare()
    assert d.t.asked is not None
    assert d.t.asked[1] == case.choice
    said = d.said
    assert {name: said.get(name) for name in case.said} == case.said


def test_no_question_is_left_out() -> None:
    assert {case.choice for case in CASES} == set(Choice) - {Choice.NONE}
    assert set(QUESTIONS) == set(Choice) - {Choice.NONE}


def test_actions_that_are_not_legal_are_described_by_their_kind() -> None:
    d = turn()
    for state in (d.t.state, d.t.blank):
        for action in range(len(ACTIONS)):
            group = next(name for name, ids in ACTIONS.groups.items() if action in ids)
            if state is d.t.blank or ACTIONS[action] not in d.t.legal:
                text = wording.describe(d.game, state, action)
                assert text == f"{ACTIONS[action]}: {ACTIONS.meanings[group]}"


# -- names ---------------------------------------------------------------------------------------------------------


def test_spaces_and_intersections_are_named_by_their_page() -> None:
    d = Desk(pages=((0, 0, 10, 10), (10, 0, 10, 10), (0, 10, 10, 10)))
    d.t.tables["pages"]["location"][2] = 1
    names = Wording(d.game, d.t.state)
    assert [names.space(cell(*at)) for at in ((0, 0), (12, 9), (9, 19))] == ["R1 J1", "lower deck A3", "G1 A10"]
    assert names.space(-1) == "off the board"
    assert names.space(cell(25, 5)) == "column 25, row 5"
    assert [names.corner(j * 31 + i) for i, j in ((0, 0), (10, 3), (13, 4), (10, 10))] == [
        "R1 0,0", "R1 10,3", "lower deck 3,4", "R1 10,10",
    ]  # fmt: skip
    assert names.corner(-1) == "off the board"
    assert names.corner(15 * 31 + 28) == "column 28, row 15"
    d.t.state["revealed"] = 2
    assert names.corner(3 * 31 + 10) == "lower deck 0,3", "a page on the table comes first"


def test_pages_with_the_same_short_title_have_the_whole_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(NAMES, "pages", ("Ring", "Ring, Ring"))
    d = Desk(pages=((0, 0, 10, 10), (10, 0, 10, 10)))
    assert Wording(d.game, d.t.state).page(1) == "Ring, Ring"


def test_an_intruder_that_is_gone_and_a_seat_without_a_character_have_names_too() -> None:
    d = Desk()
    d.t.s(0)["character"] = -1
    names = Wording(d.game, d.t.state)
    assert names.intruder(2) == "Intruder (c)"
    assert names.unit(0) == "spacer_0"
    assert names.gear(0, 5) == "a lost Gear card"


@pytest.mark.parametrize(
    ("row", "field"),
    [("gear", "wound"), ("types", "first_contact"), ("protocols", "after"), ("breakdowns", "effect"),
     ("entries", "effect"), ("paragraphs", "effect"), ("terrains", "effect"), ("consoles", "effect")],
)  # fmt: skip
def test_the_card_behind_an_operation(row: str, field: str) -> None:
    d = desk()
    first, end = d.t.ops((Op.MAY, 1), (Op.KNOCKDOWN,))
    d.t.tables[row][0][field], d.t.tables[row][0][f"{field}_end"] = first, end
    names = Wording(d.game, d.t.state)
    text = d.game.catalogue.texts[row][0]
    assert names.source(first) == names.source(end - 1) == f"{NAMES[row][0]} - {text}"
    assert names.source(end) == "the effect of the card"


def test_the_half_card_behind_an_operation() -> None:
    d = desk()
    option = d.t.tables["halves"][3]["options"][4]
    option["effect"], option["effect_end"] = d.t.ops((Op.MAY, 1))
    assert Wording(d.game, d.t.state).source(int(option["effect"])) == "Think - Catch breath"


def test_potentials_that_a_quiet_move_takes_off_come_from_the_first_dice() -> None:
    d = noise_bonus()
    d.t.play("die_1")
    roll = d.t.state["rolls"][0]
    names = Wording(d.game, d.t.state)
    assert [names.potential(roll, die) for die in range(2)] == [0, 3]
    roll["power"] = -2
    assert [names.potential(roll, die) for die in range(2)] == [0, 1]
    roll["face"][0] = 1
    assert [names.potential(roll, die) for die in range(2)] == [0, 2]


# -- changes -------------------------------------------------------------------------------------------------------


def test_nothing_has_changed() -> None:
    for prepare in (turn, burst_order, armor_reroll, noise_dice, cover):
        d = prepare()
        assert wording.changes(d.game, d.t.state, d.t.state.copy()) == []


def put(path: str, value: Any) -> Callable[[Any], None]:
    """Sets a field of the record, such as ``"spacers.0.vitals"``."""

    def change(state: Any) -> None:
        *way, last = (int(part) if part.isdecimal() else part for part in path.split("."))
        for part in way:
            state = state[part]
        state[last] = value

    return change


def all_of(*changes: Callable[[Any], None]) -> Callable[[Any], None]:
    def change(state: Any) -> None:
        for one in changes:
            one(state)

    return change


def crew() -> Desk:
    """Ann with a rifle and cards, Bob, an Intruder, a Blip, a door, a tile, an object, an Extraction Point."""
    d = desk()
    t = d.t
    rifle(d)
    t.s(0)["card"] = (CardSide.A, CardSide.B, CardSide.HAND)
    t.s(0)["exerts"] = 1
    t.s(0)["devices"][1] = 1
    t.intruder(6, 4, wounds=1, suppression=1)
    t.blip(2, 3, Face.B)
    t.border(0, 0, "east", Border.DOOR)
    t.tile(1, 1, 0)
    t.object(2, 2, Thing.CACHE)
    t.object(3, 3, Thing.DISCOVERY, 4, face_up=False)
    t.tables["consoles"]["cell"][0] = cell(9, 9)
    t.exit_point([(5, 9)])
    t.spawn_point(0, 4)
    t.tables["gear"][COAT]["kind"] = GearKind.ARMOR
    t.state["spacers"]["suit"][1] = 1
    t.state["active"] = 0
    t.tables["stratagems"][0]["tokens"] = (1, 2, 0)
    t.state["stratagems"][0] = (0, 0, 1, 2)
    t.state["points"][0]["tokens"] = 2
    t.state["track_discoveries"][6], t.state["track_blips"][6], t.state["track_intruders"][5] = 2, 1, 2
    return d


CHANGES: dict[str, tuple[Callable[[Any], None], list[str]]] = {
    "move": (put("spacers.0.cell", cell(5, 4)), ["Ann: F5 -> F6"]),
    "start": (all_of(put("spacers.1.where", Where.OTHER), put("spacers.1.cell", -1)), ["Bob is in The Duct"]),
    "extraction": (all_of(put("spacers.1.where", Where.EXTRACTED), put("spacers.1.cell", -1)), ["Bob extracts"]),
    "death": (
        all_of(put("spacers.1.where", Where.DEAD), put("spacers.1.cell", -1), put("spacers.1.vitals", 0)),
        ["Bob is dead; Gear and Engrams are lost"],
    ),
    "statistics": (
        all_of(put("spacers.0.vitals", 7), put("spacers.0.stress", 2), put("spacers.0.adrenaline", 1)),
        ["Ann: Vitals 9 -> 7", "Ann: Stress 0 -> 2", "Ann: Adrenaline 0 -> 1"],
    ),
    "tokens": (
        all_of(put("spacers.0.radiation", 1), put("spacers.0.infection", 2), put("spacers.0.antinomy", 3)),
        ["Ann: Radiation 0 -> 1", "Ann: Infection 0 -> 2", "Ann: Antinomy 0 -> 3"],
    ),
    "played": (put("spacers.0.card.2", CardSide.B), ["Ann plays Dash"]),
    "flipped": (
        all_of(put("spacers.0.card.0", CardSide.B), put("spacers.0.exerts", 2)),
        ["Ann flips the card to Strike", "Ann: Exert cards 1 -> 2"],
    ),
    "taken back": (put("spacers.0.card.1", CardSide.HAND), ["Ann takes Think back in hand"]),
    "all taken back": (put("spacers.0.card", 0), ["Ann takes the Action cards back in hand"]),
    "breath": (put("spacers.0.breath", 1), ["Ann catches breath at the end of the turn"]),
    "condition": (put("spacers.1.conditions.1", 1), ["Bob has the Condition Gift"]),
    "knockdown": (put("spacers.1.knock", Knock.FALLING), ["Bob is knocked down"]),
    "getting up": (put("spacers.1.knock", Knock.STANDING), ["Bob gets up and stands from the next turn on"]),
    "breakdown": (put("spacers.1.breakdown", 0), ["Bob breaks down: Panic - text of Panic"]),
    "awakening": (put("spacers.1.awakened", 1), ["Bob awakens"]),
    "gear won": (put("spacers.1.gear.3", (RIFLE, GearPlace.BACKPACK, 0, 2, 0, 0, 0, 0, 0)),
                 ["Bob has Rifle, in the backpack, Ammo 2 of 3"]),
    "armor": (put("spacers.1.gear.3", (COAT, GearPlace.ARMOR, 0, 0, 0, 0, 0, 0, 0)), ["Bob has Coat, worn"]),
    "gear lost": (put("spacers.0.gear.1.card", -1), ["Ann loses Rifle"]),
    "gear swapped": (put("spacers.0.gear.1.card", KNIFE), ["Ann loses Rifle", "Ann has Knife, equipped"]),
    "stowed": (put("spacers.0.gear.1.place", GearPlace.BACKPACK), ["Ann stows Rifle"]),
    "ammo": (put("spacers.0.gear.1.ammo", 1), ["Rifle of Ann: Ammo 3 -> 1"]),
    "charges": (put("spacers.0.gear.1.charges", 1), ["Rifle of Ann: Charges 0 -> 1"]),
    "exhausted": (put("spacers.0.gear.1.exhausted", 1), ["Rifle of Ann is exhausted"]),
    "discharged": (put("spacers.0.gear.1.discharge", 1), ["Rifle of Ann is discharged"]),
    "disabled gear": (put("spacers.0.gear.1.disabled", 1), ["Rifle of Ann is disabled"]),
    "used in a round": (put("spacers.0.gear.1.used", 1), []),
    "engram": (put("spacers.0.devices.2", 2), ["Ann gains 2 Engrams: Sack"]),
    "engram lost": (put("spacers.0.devices.1", 0), ["Ann loses 1 Engram: Panel"]),
    "engram used": (
        all_of(put("spacers.0.devices.1", 0), put("spacers.0.resources.1", 1)),
        ["Ann uses up the Engram Panel, which remains as a resource"],
    ),
    "objective": (put("spacers.1.objectives.0", 1), ["Bob: Objective Black Box 0 -> 1"]),
    "active pool": (put("pool", (1, 0, 2)), ["Active Pool: Discipline 0 -> 1, Expertise 0 -> 2"]),
    "incoming pool": (put("incoming", (0, 1, 0)), ["Incoming Pool: Confidence 0 -> 1"]),
    "marker": (put("marker", 1), ["Bob is the Priority Target"]),
    "stratagem": (put("stratagems.1.card", 1), ["the team takes the Stratagem Plan B"]),
    "stratagem paid": (put("stratagems.0.paid", 2), ["Plan A: 2 of 3 tokens paid"]),
    "stratagem ready": (put("stratagems.0.ready", 1), ["Plan A is ready, 2 uses"]),
    "stratagem used": (put("stratagems.0.charges", 1), ["Plan A: 1 use left"]),
    "intruder": (
        all_of(put("intruders.1.type", 1), put("intruders.1.cell", cell(0, 9)), put("contacted.1", 1)),
        ["Drone (b) appears at A1", "First Contact with Drone"],
    ),
    "specimen": (
        all_of(put("intruders.1.type", 1), put("intruders.1.cell", 0), put("intruders.1.specimen", 0),
               put("intruders.1.surprised", 1)),
        ["Drone (b) appears at J1, a Unique Specimen: Wide Smile, surprised"],
    ),
    "intruder moves": (put("intruders.0.cell", cell(6, 3)), ["Grin (a): F7 -> G7"]),
    "intruder wounded": (
        all_of(put("intruders.0.wounds", 2), put("intruders.0.suppression", 0), put("intruders.0.surprised", 1)),
        ["Grin (a): Wounds 1 -> 2", "Grin (a): Suppression 1 -> 0", "Grin (a) is surprised"],
    ),
    "intruder becomes special": (put("intruders.0.specimen", 0), ["Grin (a) is a Unique Specimen: Wide Smile"]),
    "intruder killed": (
        all_of(put("intruders.0.type", -1), put("intruders.0.cell", -1), put("kills", 1)), ["Grin (a) at F7 is killed"]
    ),
    "intruder leaves": (
        all_of(put("intruders.0.type", -1), put("intruders.0.cell", -1)), ["Grin (a) at F7 leaves the board"]
    ),
    "intruder replaced": (
        all_of(put("intruders.0.type", 1), put("kills", 1)), ["Grin (a) at F7 is killed", "Drone (a) appears at F7"]
    ),
    "killed and gone": (
        all_of(put("intruders.0.type", -1), put("kills", 2)), ["Grin (a) at F7 is gone", "Intruders killed: 2"]
    ),
    "blip": (
        all_of(put("blips.1.point", 31 * 2), put("blips.1.arrow", 1), put("blips.1.face", Face.U)),
        ["Blip 1 at 0,2 appears, facing east"],
    ),
    "blip moves": (put("blips.0.point", 31 * 3 + 4), ["Blip 0: 2,3 -> 4,3"]),
    "blip turns": (put("blips.0.arrow", 2), ["Blip 0 at 2,3 turns, facing south"]),
    "blip moves and turns": (
        all_of(put("blips.0.point", 31 * 3 + 4), put("blips.0.arrow", 3)), ["Blip 0: 2,3 -> 4,3, facing west"]
    ),
    "blip gone": (put("blips.0.point", -1), ["Blip 0 at 2,3 is gone"]),
    "blip seen": (put("blips.0.known", 1), ["Blip 0 is seen by all: B"]),
    "a hidden face": (put("blips.0.face", Face.A), []),
    "echo": (all_of(put("blips.0.point", -1), put("echoes_gone", 1)), ["an Echo is revealed", "Blip 0 at 2,3 is gone"]),
    "echoes": (put("echoes_gone", 2), ["2 Echoes are revealed"]),
    "door": (put("doors.0", DoorState.CLOSED), ["the door north gate at J1 is closed"]),
    "weld": (put("doors.0", DoorState.WELDED), ["the door north gate at J1 is welded shut"]),
    "disabled door": (put("door_disabled.0", 1), ["the door north gate at J1 is disabled"]),
    "disabled console": (put("console_disabled.0", 1), ["the Desk cannot be used any more"]),
    "disabled spawn point": (put("spawn_disabled.0", 1), ["the spawn point 0,4 is disabled"]),
    "tile": (put(f"tile.{cell(2, 1)}", 2), ["the tile Slime is laid at I3"]),
    "tile gone": (put(f"tile.{cell(1, 1)}", 0), ["the tile Crate at I2 is gone"]),
    "tile replaced": (
        put(f"tile.{cell(1, 1)}", 2), ["the tile Crate at I2 is gone", "the tile Slime is laid at I2"]
    ),
    "object taken": (put("objects.0.cell", -1), ["the Cache at H3 is taken"]),
    "object placed": (put("objects.2", (cell(0, 9), Thing.OBJECTIVE, 1, 0, 1)), ["Objective Sample at A1"]),
    "disabled object": (put("objects.0.disabled", 1), ["the Cache at H3 is disabled"]),
    "a hidden Discovery": (put("objects.1.sub", 2), []),
    "hidden Discovery taken": (put("objects.1.cell", -1), ["the Discovery at G4 is taken"]),
    "Discovery": (
        all_of(put("marked.0", 1), put("found", 1), put("extraction", 3)),
        ["Extraction Marker 4 -> 3", "Discovery A Boot - text of A Boot", "Discoveries made 0 -> 1"],
    ),
    "crossed out": (put("crossed.1", 1), ["the Discovery A Lamp is crossed out"]),
    "paragraph": (put("read.0", 1), ["paragraph The Wheel - 0110. text"]),
    "clue": (put("clues.0", 1), ["a Clue: old log"]),
    "flag": (put("flags.0", 1), ["thin air: on"]),
    "counter": (put("counters.0", 2), ["alarm 0 -> 2"]),
    "objective met": (put("objective_done", 1), ["the objective is met"]),
    "extraction available": (put("extraction", 0), ["Extraction Marker 4 -> 0: Extraction is available"]),
    "extraction initiated": (
        put("points.0.state", PointState.INITIATED), ["Extraction is initiated at Hatch: 2 Exfiltration tokens"]
    ),
    "exfiltration": (put("points.0.tokens", 1), ["Exfiltration tokens at Hatch 2 -> 1"]),
    "extraction open": (put("points.0.state", PointState.OPEN), ["the Extraction Point Hatch is open"]),
    "level": (put("countdown", 6), ["Countdown Marker 9 -> 6, red level"]),
    "track": (
        all_of(put("track_discoveries.6", 0), put("track_blips.6", 0), put("track_intruders.5", 0)),
        ["space 5 of the Countdown Track: 2 Intruders", "space 6 of the Countdown Track: 2 Discoveries",
         "space 6 of the Countdown Track: 1 Blip"],
    ),
    "zero hour": (all_of(put("zero_hour", 1), put("waiting_adversary", 3)),
                  ["zero hour", "Seer waits on the zero hour space"]),
    "full alert": (put("alert", 1), ["Full Alert: all Blips hunt for the Extraction Point"]),
    "next turn": (put("active", 1), ["the turn of Ann is over", "the turn of Bob begins"]),
    "intruder phase": (all_of(put("active", -1), put("phase", 3)),
                       ["the turn of Ann is over", "the Intruder Phase begins"]),
    "countdown phase": (
        all_of(put("active", -1), put("phase", 1), put("round", 2), put("countdown", 8)),
        ["the turn of Ann is over", "round 2 begins", "the Countdown Phase begins",
         "Countdown Marker 9 -> 8, white level"],
    ),
    "next round": (
        all_of(put("round", 2), put("countdown", 8)),
        ["the turn of Ann is over", "round 2 begins", "Countdown Marker 9 -> 8, white level",
         "the Spacer Phase begins", "the turn of Ann begins"],
    ),
    "over": (all_of(put("core.over", 1), put("core.outcome", Reason.LOST), put("active", -1)),
             ["the turn of Ann is over", "the session is over: lost"]),
    "noise": (
        all_of(put("n_noises", 1), put("noises.0.cell", cell(4, 4)), put("noises.0.source", 0)), ["Noise of Ann at F5"]
    ),
    "noise of nobody": (all_of(put("n_noises", 1), put("noises.0.cell", cell(4, 4))), ["Noise at F5"]),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_every_kind_of_change(name: str) -> None:
    change, told = CHANGES[name]
    d = crew()
    assert d.told(change=change) == told


def test_loadouts_are_told() -> None:
    d = loadout(seats=2)
    d.t.state["spacers"]["half"] = -1
    assert d.told("character_2") == ["spacer_0 plays Cid"]
    assert d.told("suit_1") == ["Cid wears the Hard Suit"]
    assert d.told("pairing_straight") == [
        "Cid sleeves Stroll with Strike, Trot with Think, Load with Dash; Vitals 9, Stress 1"
    ]
    assert d.told("stash_11", "stow") == ["Cid has Rifle, in the backpack"]
    d = Desk(choose_start=1)
    d.t.tables["starts"][:2] = cell(0, 0), cell(2, 1)
    call(d, Proc.PLACE_SPACER, 0)
    assert d.told("candidate_1") == ["Ann starts at I3"]


def test_what_ends_again_is_told() -> None:
    d = crew()
    own = d.t.s(0)
    own["awakened"], own["knock"], own["breakdown"] = 1, Knock.FALLING, 0
    own["gear"][1]["exhausted"] = own["gear"][1]["discharge"] = own["gear"][1]["disabled"] = 1
    own["gear"][1]["place"] = GearPlace.BACKPACK
    own["conditions"][0] = own["exerts"] = 1
    d.t.k(0)["surprised"] = 1
    d.t.state["stratagems"][0]["ready"] = 1
    ends = [f"spacers.0.{name}" for name in ("awakened", "knock", "conditions.0", "exerts")]
    ends += [f"spacers.0.gear.1.{name}" for name in ("exhausted", "discharge", "disabled")]
    ends += ["intruders.0.surprised", "stratagems.0.ready"]
    turned = put("spacers.0.flipped", 1), put("spacers.0.gear.1.place", GearPlace.HAND)
    assert d.told(change=all_of(*(put(path, 0) for path in ends), *turned)) == [
        "Ann: Exert cards 1 -> 0",
        "Ann is rid of the Condition Numb",
        "Ann stands up",
        "Ann turns Panic to its bonus side",
        "Ann loses the Awakening card",
        "Ann equips Rifle",
        "Rifle of Ann is ready again",
        "Rifle of Ann is no longer discharged",
        "Rifle of Ann is no longer disabled",
        "Plan A is used up",
        "Grin (a) is no longer surprised",
    ]


def test_the_dead_are_not_spoken_of_any_more() -> None:
    d = crew()
    d.t.s(1)["where"] = Where.DEAD
    assert d.told(change=put("spacers.1.vitals", 0)) == []


def test_a_known_blip_whose_number_another_one_gets_is_gone() -> None:
    d = crew()
    d.t.b(0)["known"] = 1
    assert d.told(change=all_of(put("blips.0.known", 0), put("blips.0.point", 0))) == [
        "Blip 0 (B) at 2,3 is gone",
        "Blip 0 at 0,0 appears, facing north",
    ]


def test_a_new_page_is_told_with_what_lies_on_it() -> None:
    d = Desk(pages=((0, 0, 10, 10), (10, 0, 10, 10)))
    d.t.state["revealed"] = 1
    d.t.object(0, 0, Thing.CACHE)

    def reveal(state: Any) -> None:
        state["revealed"] = 3
        d.t.object(10, 0, Thing.CACHE)
        d.t.object(11, 0, Thing.DISCOVERY, 3, face_up=False)
        d.t.object(12, 0, Thing.DISCOVERY, 4, face_up=False)
        d.t.tile(13, 0, 1)
        d.t.blip(12, 2)
        d.t.tables["n_points"] = 1
        state["points"][0]["state"] = PointState.CLOSED

    assert d.told(change=reveal) == [
        "the page lower deck is revealed: 1 Cache, 2 Discoveries",
        "Blip 0 at lower deck 2,2 appears, facing north",
        "the Extraction Point Hatch is on the map",
    ]


def test_used_scanner_cards_are_told() -> None:
    d = patrol(scanner_asked=1)
    assert d.told("axis_horizontal") == [
        "white Scanner card: 1 north-west, 2 north-east, 1 south-west, 0 south-east; D5",
        "Blip 0: 2,4 -> 2,3",
        "Blip 1: 7,4 -> 7,2",
    ]
    d = crew()
    pile = d.t.state["discard_red"]
    pile["cards"][:2], pile["n"] = (1, 2), 2
    d.t.tables["scanners"][1]["row"] = -1
    d.t.tables["scanners"][1]["quadrants"][3] = (0, 3, 0, 1)

    def refill(state: Any) -> None:
        state["discard_red"]["cards"][:2], state["discard_red"]["n"] = (3, 0), 1

    assert d.told(change=refill) == ["red Scanner card: 0 north-west, 3 north-east, 0 south-west, 1 south-east"], (
        "the pile has been shuffled into the deck"
    )


# -- attacks and rolls ---------------------------------------------------------------------------------------------


def test_an_attack_with_its_rolls_reads_like_a_transcript() -> None:
    d = shot(2, dice=(1, 1), burst=2, suppress=1, rolls=(3, 0))
    d.t.pool(active=(1, 2, 0))
    d.t.s(0)["stress"] = 8
    d.t.tables["types"][0]["at"] = 2
    call(d, Proc.TURN, 0)
    assert d.told("card_0_b") == ["Ann plays Strike", "Ann attacks with Rifle"]
    assert d.told("intruder_0") == ["Ann aims at Grin (a)"]
    assert d.told("intruder_1") == ["Ann aims at Grin (b)", "Ann: Adrenaline 0 -> 1", "Rifle of Ann: Ammo 3 -> 1"]
    assert d.told("intruder_0") == ["Ann, Attack Roll against 2: white W, red p"]
    assert d.told("die_0") == [], "declared, and re-rolled together with others"
    d.t.rolls(2)
    assert d.told("done") == ["die 0 (white W) -> white hp", "Active Pool: Confidence 2 -> 1"]
    d.t.rolls(0)
    assert d.told("die_1") == ["die 1 (red p) shows the same again", "Ann: Stress 8 -> 9"]
    d.t.rolls(0, 1)
    assert d.told("die_0") == [
        "Ann fails against Grin (a)",
        "Active Pool: Discipline 1 -> 0",
        "Ann, Attack Roll against 2: white -, red hp",
    ]


def test_wounds_and_kills_of_an_attack() -> None:
    for quadrants, verb in ((0, "wounds"), (4, "critically wounds")):
        d = shot(1, power=3, quadrants=quadrants, rolls=(0,))
        d.t.tables["types"][0]["wounds"] = 1
        span = d.t.ops((Op.CHOOSE, 2), (Op.END,), (Op.END,))
        for which in (0, 2):
            d.t.tables["types"][0]["response"][which], d.t.tables["types"][0]["response_end"][which] = span
        d.t.pool(active=(0, 1, 0))
        d.t.state["spacers"]["stress"] = 9
        call(d, Proc.SPACER_ATTACK, 0)
        assert d.t.asked == (0, Choice.CONFIDENCE)
        assert d.told("done") == [f"Ann {verb} Grin (a)", "Grin (a): Wounds 0 -> 1"]
        assert d.told("option_0")[0] == "Grin (a) at D5 is killed"


def test_rolls_in_progress() -> None:
    d = crew()
    d.t.tables["faces"][Colour.GREEN][0] = (1, 1, 0, 0)

    def rolling(kind: RollKind, **fields: Any) -> list[str]:
        fresh = crew()

        def change(state: Any) -> None:
            state["n_rolls"] = 1
            roll = state["rolls"][0]
            roll["kind"], roll["roller"], roll["n"] = kind, 0, 2
            roll["colour"][:2], roll["face"][:2] = (0, 1), (5, 2)
            for name, value in fields.items():
                roll[name] = value

        return fresh.told(change=change)

    assert rolling(RollKind.SKILL, at=2) == ["Ann, Skill test against 2: white WWq, red Wp"]
    assert rolling(RollKind.SCOUT) == ["Ann, Scout roll: white WWq, red Wp"]
    assert rolling(RollKind.NOISE, power=-1, at=3) == [
        "Ann, Noise Roll at least 3: white WWq, red Wp, 1 Potential taken off"
    ]
    assert rolling(RollKind.ATTACK, power=2, at=4) == ["Ann, Attack Roll against 4: white WWq, red Wp, 2 Power"]
    assert rolling(RollKind.ATTACK, power=-1) == ["Ann, Attack Roll: white WWq, red Wp, 1 Power less"]
    assert rolling(RollKind.NOISE, n=0) == ["Ann, Noise Roll: no dice"]
    assert rolling(RollKind.SKILL, roller=-1) == ["nobody, Skill test: white WWq, red Wp"]
    assert rolling(RollKind.ENORMITY, n=1) == ["Ann, Enormity die: 6"]


def test_what_is_done_to_dice() -> None:
    d = extra_die()
    d.t.s(0)["stress"] = 8
    d.t.rolls(2)
    assert d.told("die_1") == ["die 2 (red Wp) is added"]
    d = noise_bonus()
    assert d.told("die_1") == ["die 1 (white p) -> white p +2p", "Noise of Ann at F5"]
    d = enormity_die()
    d.t.rolls(2)
    assert d.told("die_0") == ["Ann: Stress 0 -> 1"], "the last re-roll ends the roll, and only its result is seen"


@pytest.mark.parametrize(("face", "told"), [(3, "-> white W"), (1, "shows the same again")])
def test_a_die_waits_for_the_breakdown_that_its_stress_causes(face: int, told: str) -> None:
    d = desk()
    t = d.t
    t.tables["breakdowns"][0]["effect"], t.tables["breakdowns"][0]["effect_end"] = t.ops(
        (Op.CHOOSE, 2), (Op.END,), (Op.END,)
    )
    t.state["breakdowns"]["n"] = 1
    t.s(0)["vitals"], t.tables["characters"][0]["skills"] = 1, 2
    t.rolls(1, 1)
    call(d, Proc.SKILL_TEST, 0, 0, 1)
    assert d.told("die_1") == ["Ann: Stress 0 -> 1", "Ann breaks down: Panic - text of Panic"]
    t.rolls(face)
    assert d.told("option_0") == [f"die 1 (white p) {told}", "Ann turns Panic to its bonus side"]


def test_an_attack_of_an_intruder_is_told() -> None:
    d = struck(window_attack=1, dice=(0, 1, 1, 0, 0), rolls=(4, 3), reach=Reach.RANGED, power=1, lethal=1)
    d.t.tables["types"][0]["range"] = 9
    d.t.k(0)["cell"] = cell(8, 4)
    d.t.tile(5, 4, 0, Tile.COVER)
    row = d.t.tables["gear"][COAT]
    row["kind"], row["hands"], row["rerolls"] = GearKind.SUPPORT, 0, 1
    d.t.gear(0, COAT, GearPlace.SUPPORT)
    d.t.ability(d.t.tables["characters"][0], timing=Timing.REACTION, ops=[(Op.LOSE_STRESS, 1, 0, 0, Who.SELF)])
    call(d, Proc.TURN, 0)
    calm = d.t.state.copy()
    strike(d)
    assert wording.changes(d.game, calm, d.t.state) == ["Grin (a) performs Protocol 4 against Ann"]
    assert d.told("pass") == [], "dice that lie ready, unthrown, are not told"
    assert d.told("pass") == ["Grin (a) rolls against Ann: red WWq, black WWq, 1 Power, Lethal"]
    d.t.rolls(0)
    assert d.told("die_0") == ["Ann: Vitals 9 -> 5"]


@pytest.mark.parametrize("answer", ["done", "die_0"])
def test_a_roll_behind_another_one_like_it_is_a_new_one(answer: str) -> None:
    d = shot(2, burst=2, rolls=(1, 3, 1))
    d.t.pool(active=(0, 2, 0))
    call(d, Proc.SPACER_ATTACK, 0)
    d.t.play("intruder_0", "intruder_1", "intruder_0")
    told = d.told(answer)
    if answer == "done":
        assert told == ["Ann fails against Grin (a)", "Ann, Attack Roll against 3: white W"]
    else:
        assert told == [
            "Ann fails against Grin (a)",
            "Active Pool: Confidence 2 -> 1",
            "Ann, Attack Roll against 3: white p",
        ]


def test_the_noise_of_an_attack_is_another_roll() -> None:
    d = shot(1, noise_kind=NoiseKind.DICE, noise=1, rolls=(0, 1))
    d.t.s(0)["stress"] = 8
    call(d, Proc.SPACER_ATTACK, 0)
    assert d.told("done") == ["Ann fails against Grin (a)", "Ann, Noise Roll: white p"]


def test_the_same_dice_thrown_again_for_another_roll_are_told() -> None:
    d = shot(2, burst=2, rolls=(1, 1))
    d.t.pool(active=(0, 2, 0))
    call(d, Proc.SPACER_ATTACK, 0)
    d.t.play("intruder_0", "intruder_1", "intruder_0")
    assert d.told("done") == ["Ann fails against Grin (a)", "Ann, Attack Roll against 3: white p"]


# -- whole sessions ------------------------------------------------------------------------------------------------

SCENARIOS = ("solar_ring", "open_run", "revisit", "training", "ring_patrol")


def decisions(scenario: str, numbers: range, most: int = 200) -> Iterator[tuple[Enormity, Any, int, Any]]:
    """Decisions of random sessions: the game, the position, the action, the next position."""
    for number in numbers:
        game = Enormity(
            scenario=scenario, seats=1 + number % 4, monsters=("rules", "agent")[number // 4 % 2],
            ties=("ask", "rules")[number % 2], freedom="full", adversary=True, scanner_alignment="asked",
        )  # fmt: skip
        rng = np.random.default_rng(number)
        state = game.new(number)
        for _ in range(most):
            if game.is_over(state):
                break
            action = int(rng.choice(game.legal_actions(state)))
            after = game.clone(state)
            game.step(after, action)
            yield game, state, action, after
            state = after


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_legal_action_means_something_else(scenario: str) -> None:
    seen: Counter[str] = Counter()
    for game, state, _, _ in decisions(scenario, range(40)):
        said = [game.describe(state, action) for action in game.legal_actions(state)]
        meanings = [text.partition(": ")[2] for text in said]
        assert all(meanings)
        assert not any("\n" in text for text in said)
        assert len(set(meanings)) == len(meanings), (game.choice_name(state), meanings)
        seen[game.choice_name(state)] += 1
    assert len(seen) > 20


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_change_is_told(scenario: str) -> None:
    for game, before, _, after in decisions(scenario, range(16)):
        told = game.changes(before, after)
        assert all(told)
        assert not any("\n" in line for line in told)
        assert not game.changes(after, after)
        text = "\n".join(told)
        assert (f"round {int(after['round'])} begins" in told) == (before["round"] != after["round"])
        assert ("Countdown Marker" in text) == (before["countdown"] != after["countdown"])
        assert ("Extraction Marker" in text) == (before["extraction"] != after["extraction"])
        assert ("the session is over: " in text) == game.is_over(after)
        assert ("Active Pool: " in text) == (before["pool"] != after["pool"]).any()
        assert (" is the Priority Target" in text) == (after["marker"] not in (-1, before["marker"]))
        assert text.count(" is dead; ") == int(after["deaths"]) - int(before["deaths"])
        for seat in range(game.heroes):
            b, a = before["spacers"][seat], after["spacers"][seat]
            name = wording.Names(game, after).spacer(seat)
            if b["half"][0][0] >= 0 and a["where"] != Where.DEAD:
                for what in ("vitals", "stress", "adrenaline", "radiation", "infection"):
                    line = f"{name}: {what.capitalize()} {int(b[what])} -> {int(a[what])}"
                    assert (line in told) == (b[what] != a[what])


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nothing_hidden_is_told(scenario: str) -> None:
    for i, (game, before, _, after) in enumerate(decisions(scenario, range(8))):
        if i % 10:
            continue
        for seat in range(game.num_seats):
            others = game.resample(before, seat, i), game.resample(after, seat, i + 1)
            assert game.changes(*others) == game.changes(before, after)
