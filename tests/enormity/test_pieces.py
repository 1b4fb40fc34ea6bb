"""The check of pieces finds planted faults, and nothing in positions and games as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

import envs
from envs import testing
from envs.enormity.content import load_pack
from envs.enormity.map_distances import fill_distances
from envs.enormity.pieces import problems
from envs.enormity.state import (
    Border,
    DoorState,
    Face,
    GearKind,
    GearPlace,
    Keyword,
    Op,
    PointState,
    Proc,
    Reach,
    RollKind,
    Stat,
    Thing,
    Tile,
    Timing,
    Where,
)
from tests.enormity.table import Table, cell, point

RIFLE, HARNESS, VEST, CANNON, SPARE = 1, 2, 3, 4, 5
PAGES = ((0, 0, 10, 10), (10, 0, 10, 10))
Fault = Callable[[Table], None]


def pile(t: Table, name: str, *cards: int) -> None:
    t.state[name]["cards"] = 0
    t.state[name]["cards"][: len(cards)] = cards
    t.state[name]["n"] = len(cards)


def found(t: Table) -> list[str]:
    return problems(t.tables, t.state)


@pytest.fixture(scope="module")
def base() -> Table:
    """A position with something of each kind, its second page still out of play."""
    table = Table(seats=2, pages=PAGES, ask_ties=1, preset=1)
    tables, state = table.tables, table.state
    tables["pages"]["start"][1] = 0
    tables["pages"]["location"][1] = 1
    fill_distances(tables, [1, 3])
    state["revealed"], state["map_view"] = 1, tables["map_views"][1]
    tables["characters"]["halves"], tables["suits"]["halves"] = (1, 3, 5), (0, 2, 4)
    gear(table)
    tokens(table)
    table.spacer(0, 2, 2)
    table.spacer(1, 4, 4)
    intruders(table)
    table.blip(5, 5, Face.A)
    table.blip(8, 1, Face.ECHO, known=True)
    for n, (i, j) in enumerate(((0, 0), (9, 9))):
        table.spawn_point(i, j, n)
    table.exit_point([(9, 4), (9, 5)])
    tables["point_page"][0], tables["point_page"][1] = 0, 1
    table.border(0, 5, "east", Border.DOOR)
    fill_distances(tables, [1, 3])
    table.door(0, DoorState.CLOSED)
    table.tile(1, 8, 0, Tile.OBSTACLE)
    tables["terrains"][0]["number"] = 2
    return table


@pytest.fixture
def t(base: Table) -> Iterator[Table]:
    """The position, put back as it was after each test."""
    state, tables = base.state.copy(), base.tables.copy()
    assert found(base) == []
    yield base
    base.state[...], base.tables[...] = state, tables


def gear(t: Table) -> None:
    """A rifle and a harness with a third hand, in the backpack a vest, and cards in the Loot Deck and the stash."""
    t.weapon(RIFLE, dice=(0, 2), hands=2, ammo=3, range=4, reach=Reach.RANGED, keywords=[Keyword.HEAVY])
    t.weapon(CANNON, dice=(0, 0, 2), hands=3)
    t.tables["gear"]["kind"][HARNESS], t.tables["gear"]["kind"][VEST] = GearKind.SUPPORT, GearKind.ARMOR
    t.ability(t.tables["gear"][HARNESS], timing=Timing.PASSIVE, mods=[(Stat.HANDS, 1)])
    t.tables["characters"]["gear"][0][:3] = RIFLE, HARNESS, VEST
    t.tables["loot"][:3] = CANNON, SPARE, SPARE
    pile(t, "loot", SPARE, CANNON)
    t.tables["stash"][SPARE] = t.state["stash"][SPARE] = 1
    t.gear(0, RIFLE, GearPlace.HAND)
    t.gear(0, HARNESS, GearPlace.SUPPORT)
    t.gear(0, VEST, GearPlace.BACKPACK)
    t.gear(1, SPARE, GearPlace.BACKPACK)


def tokens(t: Table) -> None:
    """Decks, tokens and objects."""
    tables, state = t.tables, t.state
    tables["n_scanners"] = 2
    for name in ("white", "red", "black"):
        pile(t, f"scanner_{name}", 1)
        pile(t, f"discard_{name}", 0)
    tables["n_breakdowns"] = 3
    pile(t, "breakdowns", 2, 0)
    state["spacers"][1]["breakdown"], state["spacers"][1]["broke_down"] = 1, 1
    tables["n_tokens"], tables["tokens"]["section"][:5] = 5, 1
    tables["section_end"][1:] = 2
    pile(t, "discoveries", 4, 1)
    state["track_discovery"][6][0], state["track_discoveries"][6] = 3, 1
    state["track_blip"][5][0], state["track_blips"][5], state["track_intruders"][4] = Face.B, 1, 2
    state["blip_pool"][Face.B] -= 1
    state["discards"] = state["found"] = 1
    state["extraction"] -= 1
    for i, (x, y, kind) in enumerate(((7, 1, Thing.DISCOVERY), (7, 2, Thing.CACHE), (7, 3, Thing.ENGRAM))):
        row = tables["placed"][i]
        row["cell"], row["kind"], row["sub"], row["page"] = cell(x, y), kind, -1, 0
    tables["n_placed"] = 3
    t.object(7, 1, Thing.DISCOVERY, 0, face_up=False)
    t.object(7, 2, Thing.CACHE)
    t.object(7, 3, Thing.ENGRAM, 1)
    t.object(6, 3, Thing.OBJECTIVE, 1)
    tables["engrams"], state["engram_pool"] = (1, 2, 1, 0), (1, 0, 0, 0)
    state["spacers"][0]["devices"][1] = state["spacers"][0]["resources"][2] = 1
    tables["n_stratagems"], tables["stratagems"]["charges"] = 3, 1
    tables["stratagems"]["tokens"] = (1, 2, 0)
    state["stratagems"][0] = (1, 0, 2, 0)
    state["stratagems"][1] = (2, 1, 0, 1)


def intruders(t: Table) -> None:
    """One with a Unique Specimen card, one without, the Adversary; a lasting modifier."""
    types = t.tables["types"]
    types["first_specimen"][0], types["end_specimen"][0] = 0, 2
    types["adversary"][2:4], types["minis"][:4] = 1, (2, 2, 1, 1)
    t.intruder(6, 6, specimen=0)
    t.state["specimen_free"][0] = 0
    t.intruder(1, 6, 1)
    t.state["adversary"] = t.intruder(8, 8, 2)
    pile(t, "adversaries", 3)
    t.tables["mods"][100] = (Stat.MOVE, 1, 0, 0, 0)
    t.state["lasting"][0] = (100, 1, 1)


# -- one fault each --------------------------------------------------------------------------------------------


def put(path: str, value: Any) -> Fault:
    """A fault that sets one field: names and indices with points between them."""

    def fault(t: Table) -> None:
        *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        at = t.state
        for part in way:
            at = at[part]
        at[last] = value

    fault.__name__ = f"{path}={value}"
    return fault


def second_blip_on_a_point(t: Table) -> None:
    t.blip(5, 5, Face.U)


def blip_off_the_pages(t: Table) -> None:
    t.state["blips"][0]["point"] = point(12, 4)


def lost_intruder(t: Table) -> None:
    t.state["intruders"][0]["type"] = -1


def too_many_miniatures(t: Table) -> None:
    t.intruder(5, 8, 1)
    t.intruder(5, 9, 1)


def specimen_of_another_type(t: Table) -> None:
    t.k(1)["specimen"], t.state["specimen_free"][1] = 1, 0


def specimens_without_space(t: Table) -> None:
    t.tables["types"]["specimen_slots"][0] = 0


def second_adversary(t: Table) -> None:
    t.intruder(3, 8, 3)


def dead_with_a_lasting_modifier(t: Table) -> None:
    t.s(1)["where"], t.s(1)["cell"], t.s(1)["vitals"], t.state["deaths"] = Where.DEAD, -1, 0, 1
    t.s(1)["gear"][0] = t.s(1)["gear"][1] = t.s(1)["gear"][2]


def two_spacers_on_a_space(t: Table) -> None:
    t.spacer(1, 2, 2)


def intruder_on_a_spacer(t: Table) -> None:
    t.k(0)["cell"] = cell(2, 2)


def off_the_page(t: Table) -> None:
    t.spacer(0, 12, 2)


def on_a_closed_exit(t: Table) -> None:
    t.spacer(0, 9, 4)


def intruder_on_an_exit(t: Table) -> None:
    t.state["points"][0], t.state["initiated"], t.state["extraction"] = (PointState.OPEN, 0), 1, 0
    t.k(0)["cell"] = cell(9, 4)


def on_an_obstacle(t: Table) -> None:
    t.spacer(0, 1, 8)


def tile_off_the_page(t: Table) -> None:
    t.state["tile"][cell(15, 3)] = 1


def too_many_tiles(t: Table) -> None:
    t.state["tile"][[cell(3, 8), cell(3, 9)]] = 1


def second_cache(t: Table) -> None:
    t.object(5, 2, Thing.CACHE)


def object_off_the_page(t: Table) -> None:
    t.object(15, 2, Thing.OBJECTIVE)


def drawn_twice(t: Table) -> None:
    pile(t, "discoveries", 4, 0)


def lost_discovery(t: Table) -> None:
    pile(t, "discoveries", 4)


def lost_scanner(t: Table) -> None:
    pile(t, "discard_red")


def scanner_in_two_places(t: Table) -> None:
    pile(t, "scanner_black", 1, 0)


def lost_breakdown(t: Table) -> None:
    pile(t, "breakdowns", 0)


def adversary_in_the_deck(t: Table) -> None:
    pile(t, "adversaries", 3, 2)


def more_loot(t: Table) -> None:
    pile(t, "loot", CANNON, CANNON)


def copied_gear(t: Table) -> None:
    t.gear(1, CANNON, GearPlace.BACKPACK)


def second_multitool(t: Table) -> None:
    t.gear(0, 0, GearPlace.FIXED)


def gear_in_a_wrong_place(t: Table) -> None:
    t.s(0)["gear"][3]["place"] = GearPlace.ARMOR


def third_hand_without_harness(t: Table) -> None:
    pile(t, "loot", SPARE)
    t.s(0)["gear"][1] = (CANNON, GearPlace.HAND, 0, 0, 0, 0, 0, 0, 0)
    assert found(t) == []
    t.s(0)["gear"][2]["place"] = GearPlace.BACKPACK


def too_much_support(t: Table) -> None:
    t.s(0)["gear"][3]["place"] = GearPlace.SUPPORT


def full_backpack(t: Table) -> None:
    t.tables["suits"]["backpack"] = 0


def unknown_gear(t: Table) -> None:
    t.tables["n_gear"] = SPARE


def absent_in_a_round(t: Table) -> None:
    t.s(1)["where"], t.s(1)["cell"], t.s(1)["last_cell"] = Where.ABSENT, -1, -1


def dead_with_vitals(t: Table) -> None:
    t.s(1)["where"], t.s(1)["cell"] = Where.DEAD, -1


def swapped_half_cards(t: Table) -> None:
    t.s(0)["half"][0] = t.s(0)["half"][2]


def location_in_force(t: Table) -> None:
    t.state["location"] = 3


def dice_for_no_blip(t: Table) -> None:
    t.state["n_noises"] = 1
    t.state["noises"][0]["cell"], t.state["noises"][0]["dice"][7] = cell(2, 2), 3


def noise_without_space(t: Table) -> None:
    t.state["n_noises"] = 1


FAULTS: tuple[tuple[Fault, str], ...] = (
    (put("spacers.0.vitals", 10), "spacers.vitals must lie in 0 to 9"),
    (put("pool.1", 61), "pool must lie in 0 to 60"),
    (put("blip_pool.2", 3), "Blips of face B, of"),
    (put("echoes_gone", 1), "8 Blips of face ECHO, of 7"),
    (put("blips.1.face", Face.U), "Blips of face U, of"),
    (put("blips.9.known", 1), "the Blip slot 9 is free"),
    (put("track_blips.5", 0), "track_blip has"),
    (put("track_discoveries.6", 2), "track_discovery has"),
    (put("track_open.3.0", 1), "nothing lies open on the track space 3"),
    (put("countdown", 5), "are left on the track space 6"),
    (put("blips.0.order", 2), "without a patrol"),
    (second_blip_on_a_point, "all lie on the point (5, 5)"),
    (blip_off_the_pages, "which is on no page"),
    (put("scanner", 1), "in use in 0 patrols"),
    (lost_scanner, "the red Scanner card 0 is at 0 places"),
    (scanner_in_two_places, "the black Scanner card 0 is at 2 places"),
    (lost_intruder, "the Intruder slot 0 is free"),
    (put("intruders.1.cell", -1), "the Intruder 1 is on no space"),
    (put("intruders.9.wounds", 1), "the Intruder slot 9 is free"),
    (put("intruders.0.activating", 1), "nothing activates it"),
    (too_many_miniatures, "3 Intruders of type 1"),
    (put("specimen_free.0", 1), "the Unique Specimen card 0 is used 1 times"),
    (put("specimen_free.1", 0), "the Unique Specimen card 1 is used 0 times"),
    (specimen_of_another_type, "lies for the Intruder 1 of type 1"),
    (specimens_without_space, "1 Unique Specimen cards lie on the sheet"),
    (put("adversary", -1), "is not the one of the session"),
    (put("adversary", 1), "the Adversary is in slot 1"),
    (put("waiting_adversary", 3), "the Adversary of type 3 is at 2 places"),
    (second_adversary, "the Adversary of type 3 is at 2 places"),
    (adversary_in_the_deck, "the Adversary of type 2 is at 2 places"),
    (put("spacers.3.where", Where.BOARD), "the Spacer 3 is BOARD on space -1, but does not play"),
    (put("spacers.0.where", Where.OTHER), "the Spacer 0 is OTHER on space"),
    (put("spacers.0.where", Where.EXTRACTED), "extracted is 0, but 1"),
    (put("spacers.0.cell", -1), "the Spacer 0 is BOARD on space -1"),
    (put("spacers.0.last_cell", 5), "its last space is 5"),
    (put("spacers.0.due", 2), "nothing settles it"),
    (put("spacers.0.flipped", 1), "the Breakdown card -1, flipped 1"),
    (put("deaths", 1), "deaths is 1"),
    (absent_in_a_round, "the Spacer 1 is ABSENT on space -1 after the set-up"),
    (dead_with_vitals, "the Spacer 1 is DEAD on space -1 with 9 Vitals"),
    (put("spacers.1.character", 0), "the Character 0 plays 2 times"),
    (put("spacers.1.suit", 2), "the Suit 2 is worn 1 times"),
    (swapped_half_cards, "has the Action cards"),
    (put("spacers.0.half", -1), "has no Action cards"),
    (put("marker", -1), "the marker is with -1"),
    (put("marker", 3), "the marker is with 3"),
    (two_spacers_on_a_space, "the units 0 and 1 are both on space"),
    (intruder_on_a_spacer, "the units 0 and 4 are both on space"),
    (off_the_page, "which is out of bounds"),
    (on_a_closed_exit, "part of an Extraction Point that is not open"),
    (intruder_on_an_exit, "the unit 4 is on space 129 (9, 4), part of an Extraction Point"),
    (on_an_obstacle, "an Obstacle"),
    (drawn_twice, "the Discovery token 0 is at 2 places"),
    (lost_discovery, "3 Discovery tokens and 1 discards, of 5"),
    (put("found", 2), "2 Discoveries were made with 1 tokens"),
    (put("objects.0.kind", Thing.NONE), "the object 0 is nothing"),
    (put("objects.3.sub", 4), "the object 3, OBJECTIVE, is of type 4"),
    (second_cache, "1 objects CACHE too many"),
    (object_off_the_page, "the object 4, OBJECTIVE, is on space"),
    (put("engram_pool.0", 2), "there are 2 Engrams of type 0, of 1"),
    (put("spacers.0.devices.1", 0), "there are 1 Engrams of type 1, of 2"),
    (lost_breakdown, "the Stress Breakdown card 2 is at 0 places"),
    (put("spacers.1.breakdown", 2), "the Stress Breakdown card 2 is at 2 places"),
    (more_loot, "has grown"),
    (put("stash.5", 2), "has grown"),
    (copied_gear, "1 copies too many of the Gear card 4"),
    (put("phase", 0), "a Gear card is missing in the set-up"),
    (put("spacers.0.gear.8.ammo", 1), "is not blank"),
    (put("spacers.0.gear.1.ammo", 4), "with 4 Ammo"),
    (put("spacers.0.gear.1.moved", 1), "moved without a Rearm"),
    (put("spacers.0.gear.0.card", -1), "the Spacer 0 has 0 Multitools"),
    (unknown_gear, "is in place BACKPACK, and does not exist"),
    (second_multitool, "the Spacer 0 has 2 Multitools"),
    (gear_in_a_wrong_place, "the Gear card 3, entry 3 of the Spacer 0, is in place ARMOR"),
    (third_hand_without_harness, "has 3 of 2 slots HAND taken"),
    (too_much_support, "has 2 of 1 slots SUPPORT taken"),
    (full_backpack, "has 1 of 0 slots BACKPACK taken"),
    (put("stratagems.0.card", 2), "the Stratagems are [2, 2]"),
    (put("stratagems.0.paid", 4), "0 uses, 4 tokens"),
    (put("stratagems.1.charges", 0), "the Stratagem 2, ready 1"),
    (put("stratagems.1.charges", 2), "has 2 uses of 1"),
    (put("stratagems.0.card", -1), "is free, but not blank"),
    (put("revealed", 0), "the page 0 is not on the table"),
    (put("revealed", 7), "pages 111 are on the table, of 2"),
    (location_in_force, "the Locations 11 are in force"),
    (put("map_view", 1), "have the number 1"),
    (tile_off_the_page, "a Terrain tile lies on space"),
    (too_many_tiles, "3 Terrain tiles of kind 0"),
    (put("points.0.tokens", 1), "is CLOSED with 1 tokens"),
    (put("points.0.state", PointState.INITIATED), "is INITIATED with 0 tokens"),
    (put("points.0.state", PointState.HIDDEN), "is HIDDEN with 0 tokens, its page is on the table"),
    (put("points.0.state", PointState.INSERTION), "the run started from -1"),
    (put("points.3.state", PointState.CLOSED), "the Extraction Point 3 is CLOSED with 0 tokens, but does not exist"),
    (put("points.0.state", PointState.OPEN), "Extraction is initiated with its marker on 3"),
    (put("initiated", 1), "0 Extraction Points are initiated"),
    (put("alert", 1), "Full Alert 1"),
    (put("round", 3), "the Countdown Marker is on 9 in Round 3"),
    (put("extraction", 4), "the Extraction Marker is on 4 after 1 Discoveries"),
    (put("lasting.5.mod", 2), "the lasting modifier 5 is nobody's"),
    (put("lasting.0.unit", 9), "the lasting modifier 0 is on unit 9"),
    (dead_with_a_lasting_modifier, "the lasting modifier 0 is on unit 1"),
    (put("noises.0.cell", 4), "the Noise 0 of 0 is not blank"),
    (noise_without_space, "the Noise 0 on space -1"),
    (dice_for_no_blip, "for the Blips"),
    (put("emptying", 1), "is being emptied 1"),
    (put("rolls.0.kind", RollKind.SKILL), "the roll 0 of 0 is not blank"),
    (put("n_rolls", 1), "rolls of the kinds [0] are in progress"),
    (put("assaults.2.marks", 1), "the attack 2 of 0 is not blank"),
    (put("n_assaults", 1), "attacks by [(False, -1)] are in progress"),
    (put("active", 1), "the turn is that of 1"),
    (put("window", 1), "1 Windows of Opportunity are open"),
    (put("busy.1", 4), "the Intruder type 1 is busy with 4"),
    (put("candidates.0", 7), "the candidate 0 is 7"),
    (put("doors.5", 1), "doors is set behind its 1 entries"),
    (put("crossed.4", 1), "crossed is set behind its 2 entries"),
    (put("spacers.0.conditions.3", 1), "a Condition that does not exist"),
)


@pytest.mark.parametrize(("fault", "said"), FAULTS, ids=lambda value: getattr(value, "__name__", None))
def test_a_planted_fault_is_found(t: Table, fault: Fault, said: str) -> None:
    fault(t)
    assert any(said in text for text in found(t)), found(t)


# -- pieces that procedures hold -------------------------------------------------------------------------------


def step_onto_a_spacer(t: Table) -> None:
    t.spacer(1, 3, 2)
    t.call(Proc.MOVE, 0, 3, 1, 0).play("step_east")


def trample_an_intruder(t: Table) -> None:
    t.k(2)["cell"], t.k(1)["cell"] = cell(5, 2), cell(4, 2)
    t.call(Proc.INTRUDER_MOVE, 2, 0, 1, -1)


def passing_ends(t: Table) -> None:
    t.state["core"]["depth"] = 0
    t.state["core"]["mask"] = 0


def drawn_blip(t: Table) -> None:
    t.call(Proc.SPAWN_BLIPS, 1, 0)


def drawn_card(t: Table) -> None:
    t.resolve(t.ops((Op.GAIN_LOOT, 0, 0, 0, 0)))


def discovery(t: Table) -> None:
    t.spacer(0, 7, 1)
    t.call(Proc.ENTER, 0, 1, 1)


def patrol(t: Table) -> None:
    t.state["blips"][1]["point"] = point(6, 4)
    t.call(Proc.PATROL)


def noise(t: Table) -> None:
    t.rolls(1, 2, 2)
    t.call(Proc.NOISE, 0, 4, 3, e=cell(2, 2)).play("done")


def attack(t: Table) -> None:
    t.k(0)["cell"] = cell(2, 5)
    t.call(Proc.SPACER_ATTACK, 0)


def flash(t: Table) -> None:
    t.pool(active=(0, 0, 3))
    t.rolls(0, 4, 4)
    t.call(Proc.FLASH, 3, 0).play("candidate_0")


def turn(t: Table) -> None:
    t.call(Proc.TURN, 0)


def rearm(t: Table) -> None:
    t.call(Proc.REARM, 0).play("gear_2")


def overspawn(t: Table) -> None:
    t.spacer(0, 0, 0)
    t.k(0)["cell"], t.k(1)["cell"], t.k(2)["cell"] = cell(9, 8), cell(8, 9), cell(5, 5)
    t.call(Proc.OVERSPAWN, 0, 0)


HELD: tuple[tuple[Fault, Fault, str], ...] = (
    (step_onto_a_spacer, passing_ends, "the units 0 and 1 are both on space 63 (3, 2)"),
    (trample_an_intruder, passing_ends, "the units 5 and 6 are both on space 64 (4, 2)"),
    (drawn_blip, put("core.depth", 0), "Blips of face"),
    (drawn_blip, put("core.stack.0.e", Face.U), "Blips of face U"),
    (drawn_card, more_loot, "has grown"),
    (drawn_card, put("loot.n", 2), "copies too many of the Gear card"),
    (discovery, drawn_twice, "the Discovery token 0 is at 2 places"),
    (discovery, put("n_rolls", 0), "rolls of the kinds [] are in progress, of procedures [6]"),
    (discovery, put("rolls.0.kind", RollKind.SCOUT), "rolls of the kinds [3] are in progress, of procedures [6]"),
    (discovery, put("rolls.0.colour.3", 1), "the roll 0 has 1 dice of the colours"),
    (patrol, put("scanner", -1), "in use in 1 patrols"),
    (patrol, put("scanner", 0), "the white Scanner card 0 is at 2 places"),
    (patrol, put("blips.0.order", 99), "the order of the Blips is [99]"),
    (noise, put("n_noises", 0), "the Noise 0 of 0 is not blank"),
    (attack, put("n_assaults", 0), "attacks by [] are in progress, the procedures are of [(False, 0)]"),
    (attack, put("assaults.0.actor", 1), "attacks by [(False, 1)] are in progress"),
    (attack, put("assaults.0.n_targets", 3), "the attack 0 has 3 targets"),
    (flash, put("core.stack.0.c", 9), "the Adversary of type 3 is at 2 places"),
    (flash, put("adversary", 3), "is not the one of the session, 3"),
    (turn, put("active", -1), "the turn is that of -1"),
    (turn, put("active", 1), "the turn is that of 1"),
    (rearm, put("core.depth", 0), "moved without a Rearm"),
    (overspawn, put("busy.0", 0), "the Intruder type 0 is busy with 0, the procedures with 4"),
)


@pytest.mark.parametrize(("begin", "fault", "said"), HELD, ids=lambda value: getattr(value, "__name__", None))
def test_what_waits_in_a_procedure_counts(t: Table, begin: Fault, fault: Fault, said: str) -> None:
    begin(t)
    assert t.asked
    assert found(t) == []
    fault(t)
    assert any(said in text for text in found(t)), found(t)


def test_cards_add_slots(t: Table) -> None:
    t.tables["suits"]["armor"] = 1
    t.s(0)["gear"][3]["place"] = GearPlace.ARMOR
    assert found(t) == []
    t.s(0)["gear"][1] = (CANNON, GearPlace.HAND, 0, 0, 0, 0, 0, 0, 0)
    pile(t, "loot", SPARE)
    assert found(t) == []
    t.s(0)["gear"][2]["disabled"] = 1
    assert found(t)
    third = t.ability(t.tables["breakdowns"][1], first="first_bonus", end="end_bonus", timing=Timing.PASSIVE,
                      mods=[(Stat.HANDS, 1)])  # fmt: skip
    t.s(0)["breakdown"], t.s(0)["broke_down"], t.s(0)["flipped"], t.s(1)["breakdown"] = 1, 1, 1, -1
    assert found(t) == []
    t.s(0)["flipped"] = 0
    assert found(t)
    t.s(0)["awakened"], t.tables["awakening_first"], t.tables["awakening_end"] = 1, third, third + 1
    assert found(t) == []


def test_blips_that_cannot_make_way_may_share_a_point(t: Table) -> None:
    t.state["blips"]["point"][:2] = point(5, 5)
    assert found(t)
    t.s(1)["last_cell"], t.s(1)["cell"], t.s(1)["where"], t.state["extracted"] = cell(5, 4), -1, Where.EXTRACTED, 1
    assert found(t) == []
    t.state["blips"]["point"][:2] = point(10, 3)
    assert found(t) == []


# -- games as they are -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", load_pack().scenarios)
def test_random_games_lose_and_double_nothing(scenario: str) -> None:
    for seats, monsters, ties in product((1, 2, 3, 4), ("rules", "agent"), ("rules", "ask")):
        game = envs.load(
            "enormity",
            scenario=scenario,
            seats=seats,
            monsters=monsters,
            ties=ties,
            freedom="full" if ties == "ask" else "ties",
            adversary=ties == "ask",
        )
        testing.check_pieces(game, seeds=(seats,), most=50)
