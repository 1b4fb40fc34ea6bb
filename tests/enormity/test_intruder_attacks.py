"""Attacks of Intruders, what lowers their damage (IAT, TOK-08, KEY-04 to -06, -16, -26; ENO-EX-12, -39, -47)."""

from __future__ import annotations

import pytest

from envs.enormity.state import (
    Border,
    Choice,
    GearKind,
    GearPlace,
    Knock,
    Need,
    Op,
    Proc,
    Reach,
    Stat,
    Tile,
    Timing,
    Where,
    Who,
)
from tests.enormity.table import Table

AS_PHASE = 0
ONE, TWO, THREE = 2, 4, 5  # faces of a red die: 1 Power and a Potential, 2 and 3 Power
DIE = {"white": (1, 0, 0, 0, 0), "red": (0, 1, 0, 0, 0), "black": (0, 0, 1, 0, 0)}
YOU_LIVE, YOU_DIED = 0, 2


@pytest.fixture
def t() -> Table:
    """Spacer 0 on (4, 4); the Intruders of type 0 only attack."""
    table = Table(seats=2)
    table.spacer(0, 4, 4)
    attack(table, power=3)
    return table


def attack(t: Table, type: int = 0, **fields: object) -> int:
    """The only Protocol of a type: an attack without movement."""
    plain = {
        "power": 0,
        "lethal": 0,
        "terrorize": 0,
        "reach": Reach.MELEE,
        "gate_dice": 0,
        "hit": -1,
        "gated": -1,
        "after": -1,
    }
    return t.protocol(type, replace=True, attack=1, **{**plain, **fields})


def strike(t: Table, k: int, s: int = 0) -> Table:
    """The Intruder performs the first Protocol of its type against a Spacer."""
    protocol = int(t.tables["types"][int(t.k(k)["type"])]["first_protocol"])
    return t.call(Proc.PERFORM, k, protocol, s, AS_PHASE)


def armor(t: Table, s: int = 0, card: int = 5, place: GearPlace = GearPlace.SUPPORT, **fields: int) -> int:
    """A support card that protects."""
    row = t.tables["gear"][card]
    row["kind"], row["hands"] = GearKind.SUPPORT, 0
    for name, value in fields.items():
        row[name] = value
    return t.gear(s, card, place)


# -- range and dice ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-IAT-01", "ENO-IAT-01-D")
def test_a_melee_attack_needs_adjacency(t: Table) -> None:
    strike(t, t.intruder(4, 5))
    assert t.s(0)["vitals"] == 6
    assert t.result == 1
    t.tables["types"][0]["speed"] = 0
    strike(t, t.intruder(4, 6))
    strike(t, t.intruder(5, 5))
    t.border(4, 4, "north", Border.RED)
    strike(t, t.intruder(4, 3))
    assert t.s(0)["vitals"] == 6
    assert t.result == 0


@pytest.mark.rule("ENO-IAT-01", "ENO-IAT-01-D", "ENO-INT-06", "ENO-LOS-06")
def test_a_ranged_attack_counts_like_movement_and_needs_no_sight() -> None:
    t = Table(seats=1)
    t.spacer(0, 4, 4)
    t.tables["types"][0]["range"], t.tables["types"][0]["speed"] = 3, 0
    attack(t, power=1, reach=Reach.RANGED)
    k = t.intruder(4, 7)
    strike(t, k)
    assert t.s(0)["vitals"] == 8
    t.tile(4, 6, 0, Tile.OBSTACLE)
    strike(t, k)
    assert t.s(0)["vitals"] == 8, "the way around the Obstacle is 5 spaces"
    t.tables["types"][0]["range"] = 5
    strike(t, k)
    assert t.s(0)["vitals"] == 7, "sight is blocked, but no requirement names it"


@pytest.mark.rule("ENO-IAT-02", "ENO-DIC-04-D")
def test_damage_is_the_power_rolled(t: Table) -> None:
    attack(t, dice=(1, 2, 1, 0, 0), power=1)
    t.rolls(4, 1, TWO, 1)  # white: 1 and a half; red: a half, 2; black: 1 and a half
    strike(t, t.intruder(4, 5))
    assert t.s(0)["vitals"] == 9 - (1 + 1 + 2 + 1 + 1), "raw Power 1 and three halves count 1 more"


@pytest.mark.rule("ENO-INT-05")
def test_dice_and_traits_of_a_unique_specimen_count(t: Table) -> None:
    attack(t, dice=DIE["white"])
    t.tables["specimens"][0]["dice"] = 1
    t.ability(t.tables["specimens"][0], timing=Timing.PASSIVE, mods=[(Stat.DAMAGE, 2)])
    t.rolls(3, TWO)
    strike(t, t.intruder(4, 5, specimen=0))
    assert t.s(0)["vitals"] == 9 - (1 + 2 + 2)
    t.rolls(3)
    strike(t, t.intruder(4, 3))
    assert t.s(0)["vitals"] == 3


@pytest.mark.rule("ENO-EX-12", "ENO-IAT-04", "ENO-IAT-04-D")
@pytest.mark.parametrize(("stress", "vitals"), [(2, 7), (3, 4), (5, 4)])
def test_a_gate_of_stress_adds_dice(t: Table, stress: int, vitals: int) -> None:
    attack(t, dice=DIE["red"], gate_stress=3, gate_dice=DIE["red"])
    t.s(0)["stress"] = stress
    t.s(0)["broke_down"] = 1
    t.rolls(TWO, *([THREE] if stress >= 3 else []))
    strike(t, t.intruder(4, 5))
    assert t.s(0)["vitals"] == vitals
    assert t.state["core"]["script_n"] == 0


@pytest.mark.rule("ENO-KEY-16")
@pytest.mark.parametrize(("lethal", "vitals"), [(0, 8), (1, 5)])
def test_lethal_counts_all_potentials_as_power(t: Table, lethal: int, vitals: int) -> None:
    attack(t, dice=(0, 1, 1, 0, 0), lethal=lethal)
    t.rolls(ONE, 0)  # 1 Power and 1 Potential; 2 Potentials
    strike(t, t.intruder(4, 5))
    assert t.s(0)["vitals"] == vitals


# -- what lowers the damage --------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-IAT-03", "ENO-GEA-07", "ENO-GEA-04", "ENO-EXH-01")
def test_damage_reduction_of_equipped_cards_lowers_it_to_at_least_1(t: Table) -> None:
    k = t.intruder(4, 5)
    card = armor(t, reduction=2)
    strike(t, k)
    assert t.s(0)["vitals"] == 8
    armor(t, card=6, reduction=3)
    strike(t, k)
    assert t.s(0)["vitals"] == 7, "never below 1"
    t.s(0)["gear"]["place"][1:] = GearPlace.BACKPACK
    strike(t, k)
    assert t.s(0)["vitals"] == 4
    t.s(0)["gear"]["place"][card] = GearPlace.SUPPORT
    t.s(0)["gear"]["exhausted"][card] = 1
    strike(t, k)
    assert t.s(0)["vitals"] == 1


@pytest.mark.rule("ENO-TOK-08", "ENO-TOK-08-D", "ENO-IAT-03")
def test_each_expertise_of_the_active_pool_lowers_the_damage_by_1_to_at_least_1(t: Table) -> None:
    t.pool((3, 3, 5), (0, 0, 4))
    strike(t, t.intruder(4, 5))
    assert t.asked == (0, Choice.MITIGATE)
    assert t.state["core"]["subject"] == 3, "the damage is known"
    assert t.legal == {"amount_0", "amount_1", "amount_2"}
    t.play("amount_2")
    assert t.s(0)["vitals"] == 8
    assert list(t.state["pool"]) == [3, 3, 3]
    strike(t, 0).play("amount_0")
    assert t.s(0)["vitals"] == 5
    t.pool((0, 0, 1))
    strike(t, 0)
    assert t.legal == {"amount_0", "amount_1"}
    t.play("amount_1")
    assert t.s(0)["vitals"] == 3
    assert t.state["pool"][2] == 0
    strike(t, 0)
    assert t.done, "none is left"


@pytest.mark.rule("ENO-TOK-08-D", "ENO-KDN-03-D", "ENO-TOK-10")
def test_any_attacked_spacer_may_spend_it_out_of_turn_and_lying_down(t: Table) -> None:
    t.spacer(1, 8, 8, knock=Knock.FALLING)
    t.pool((0, 0, 1))
    t.state["active"] = 0
    strike(t, t.intruder(8, 9), 1)
    assert t.asked == (1, Choice.MITIGATE)


@pytest.mark.rule("ENO-TOK-08-D")
def test_a_roll_of_0_damage_stays_0_and_1_cannot_be_lowered(t: Table) -> None:
    t.pool((0, 0, 3))
    attack(t, power=0)
    k = t.intruder(4, 5)
    strike(t, k)
    assert (t.done, int(t.s(0)["vitals"])) == (True, 9)
    attack(t, power=1)
    strike(t, k)
    assert (t.done, int(t.s(0)["vitals"])) == (True, 8)


@pytest.mark.rule("ENO-TOK-08-D", "ENO-GEA-07")
def test_only_attack_damage_can_be_lowered(t: Table) -> None:
    t.pool((0, 0, 3))
    armor(t, reduction=2)
    t.call(Proc.DAMAGE, 0, 4, -1)
    assert t.done
    assert t.s(0)["vitals"] == 5
    t.resolve(t.ops((Op.LOSE_VITALS, 2, 0, 0, Who.SELF)))
    assert t.s(0)["vitals"] == 3


@pytest.mark.rule("ENO-IAT-03-D")
def test_order_armor_then_reduction_then_expertise_with_the_number_known(t: Table) -> None:
    attack(t, dice=(0, 2, 0, 0, 0))
    armor(t, reduction=1, rerolls=1)
    t.pool((0, 0, 2))
    t.rolls(THREE, TWO, ONE)
    strike(t, t.intruder(4, 5))
    assert t.asked == (0, Choice.ARMOR_REROLL)
    assert t.legal == {"die_0", "die_1", "done"}
    t.play("die_0")
    assert t.asked == (0, Choice.MITIGATE)
    assert t.state["core"]["subject"] == 1 + 2 - 1
    t.play("amount_1")
    assert t.s(0)["vitals"] == 8


@pytest.mark.rule("ENO-IAT-03-D", "ENO-RUB-09-D")
def test_armor_re_rolls_one_die_each_and_none_twice(t: Table) -> None:
    attack(t, dice=(0, 2, 0, 0, 0))
    armor(t, rerolls=3)
    t.rolls(THREE, THREE, 0, 1)
    strike(t, t.intruder(4, 5))
    t.play("die_1")
    assert t.legal == {"die_0", "done"}, "Stress re-rolls nothing of an Intruder's dice"
    t.play("die_0")
    assert t.done, "a third re-roll has no die"
    assert t.s(0)["vitals"] == 9
    assert t.s(0)["stress"] == 0
    t.rolls(THREE, 0)
    strike(t, 0).play("done")
    assert t.s(0)["vitals"] == 6


@pytest.mark.rule("ENO-IAT-03", "ENO-IAT-03-D", "ENO-ABL-06")
def test_abilities_that_lower_the_damage_at_a_cost_are_asked_one_by_one(t: Table) -> None:
    suit = t.tables["suits"][0]
    t.ability(suit, timing=Timing.DAMAGE, stress=1, ops=[(Op.DODGE, 1, 0, 0, Who.SELF)])
    t.ability(suit, timing=Timing.DAMAGE, stress=2, ops=[(Op.DODGE, 1, 0, 0, Who.SELF)])
    t.pool((0, 0, 1))
    attack(t, power=4)
    strike(t, t.intruder(4, 5))
    assert t.asked == (0, Choice.DAMAGE_ABILITY)
    assert t.legal == {"suit_ability_0", "suit_ability_1", "pass"}
    t.play("suit_ability_0")
    assert t.legal == {"suit_ability_1", "pass"}
    t.play("suit_ability_1")
    assert (t.asked, int(t.state["core"]["subject"])) == ((0, Choice.MITIGATE), 2)
    t.play("amount_1")
    assert t.s(0)["vitals"] == 8
    assert t.s(0)["stress"] == 3
    t.s(0)["used"] = 0
    strike(t, 0).play("pass")
    assert t.s(0)["vitals"] == 4, "the Dodge was for the other attack"


@pytest.mark.rule("ENO-IAT-03")
def test_a_dodge_of_the_whole_attack_leaves_no_damage(t: Table) -> None:
    t.ability(t.tables["suits"][0], timing=Timing.DAMAGE, ops=[(Op.DODGE, 0, 0, 0, Who.SELF)])
    strike(t, t.intruder(4, 5)).play("suit_ability_0")
    assert t.done
    assert t.s(0)["vitals"] == 9


@pytest.mark.rule("ENO-KDN-02", "ENO-KDN-03-D")
def test_lying_down_no_ability_lowers_the_damage_but_worn_cards_do(t: Table) -> None:
    t.ability(t.tables["suits"][0], timing=Timing.DAMAGE, ops=[(Op.DODGE, 0, 0, 0, Who.SELF)])
    armor(t, reduction=1)
    t.s(0)["knock"] = Knock.FALLING
    strike(t, t.intruder(4, 5))
    assert t.done
    assert t.s(0)["vitals"] == 7


# -- Cover -------------------------------------------------------------------------------------------------------


def shooter(t: Table, x: int, y: int, dice: tuple[int, ...], range_: int = 9) -> int:
    """An Intruder with a ranged attack."""
    t.tables["types"][1]["range"] = range_
    attack(t, 1, reach=Reach.RANGED, dice=dice)
    return t.intruder(x, y, 1)


@pytest.mark.rule("ENO-EX-47", "ENO-KEY-04", "ENO-KEY-05", "ENO-KEY-05-D")
@pytest.mark.parametrize(
    ("spacer", "intruder", "covered"),
    [((2, 2), (5, 0), True), ((1, 2), (5, 0), False), ((3, 3), (1, 2), False), ((3, 3), (5, 4), False),
     ((3, 3), (5, 1), True), ((2, 2), (0, 2), False)],
)  # fmt: skip
def test_cover_lies_between_and_next_to_the_target(
    spacer: tuple[int, int], intruder: tuple[int, int], covered: bool
) -> None:
    t = Table(seats=1)
    t.spacer(0, *spacer)
    t.tile(3, 2, 0, Tile.COVER)
    k = shooter(t, *intruder, DIE["red"])
    t.rolls(3)  # white: 1 Power; red: 1 and a half
    strike(t, k)
    assert t.asked == ((0, Choice.COVER) if covered else None)


@pytest.mark.rule("ENO-KEY-04", "ENO-DIC-09", "ENO-DIC-09-D")
def test_the_target_may_lower_one_die_by_one_tier_before_the_roll() -> None:
    for answer, rolls, damage in (
        ("colour_black", (3, TWO, TWO), 1 + 2 + 2),
        ("colour_red", (3, 3, 3), 1 + 1 + 2),
        ("pass", (3, TWO, 3), 1 + 2 + 2),
    ):
        t = Table(seats=1)
        t.spacer(0, 2, 2)
        t.tile(3, 2, 0, Tile.COVER)
        k = shooter(t, 6, 2, (1, 1, 1, 0, 0))
        t.rolls(*rolls)
        strike(t, k)
        assert t.legal == {"pass", "colour_red", "colour_black"}, "a white die cannot be lowered"
        t.play(answer)
        assert t.s(0)["vitals"] == 9 - damage
        assert t.state["tile"][2 * 30 + 3] == 1, "it is not Destructible"


@pytest.mark.rule("ENO-KEY-05-D", "ENO-DIC-09-D")
def test_cover_helps_neither_in_melee_nor_against_white_dice() -> None:
    t = Table(seats=1)
    t.spacer(0, 2, 2)
    t.tile(3, 2, 0, Tile.COVER)
    attack(t, dice=DIE["red"])
    t.rolls(TWO)
    strike(t, t.intruder(2, 3))
    assert t.done
    assert t.s(0)["vitals"] == 7
    t.rolls(3)
    strike(t, shooter(t, 6, 2, DIE["white"]))
    assert t.done
    assert t.s(0)["vitals"] == 6
    t.rolls(TWO)
    attack(t, 2, reach=Reach.REACH, dice=DIE["red"])
    t.tables["types"][2]["range"] = 9
    strike(t, t.intruder(7, 2, 2))
    assert t.done, "Reach is melee"
    assert t.s(0)["vitals"] == 4


@pytest.mark.rule("ENO-KEY-06", "ENO-KEY-05-D", "ENO-KEY-08")
def test_a_destructible_tile_is_destroyed_by_its_use() -> None:
    t = Table(seats=1)
    t.spacer(0, 2, 2)
    t.tile(3, 2, 0, Tile.COVER, Tile.DESTRUCTIBLE, Tile.OBSTACLE)
    k = shooter(t, 6, 3, (0, 2, 0, 0, 0))
    t.rolls(0, 0)
    strike(t, k).play("pass")
    assert t.state["tile"][2 * 30 + 3] == 1
    t.rolls(0, 0)
    strike(t, k).play("colour_red")
    assert t.done, "one die per attack"
    assert t.state["tile"][2 * 30 + 3] == 0
    t.tile(3, 2, 0, Tile.COVER, Tile.DESTRUCTIBLE)
    t.tile(2, 3, 1, Tile.COVER)
    k = shooter(t, 6, 5, DIE["red"])
    t.rolls(0)
    strike(t, k).play("colour_red")
    assert t.done
    assert t.state["tile"][2 * 30 + 3] == 1, "the tile that is not destroyed serves first"


@pytest.mark.rule("ENO-KEY-04")
def test_a_tile_behind_a_wall_gives_no_cover() -> None:
    t = Table(seats=1)
    t.spacer(0, 2, 2)
    t.tile(3, 2, 0, Tile.COVER)
    t.border(2, 2, "east")
    t.rolls(TWO)
    strike(t, shooter(t, 6, 2, DIE["red"]))
    assert t.done
    assert t.s(0)["vitals"] == 7


# -- harm and effects --------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-IAT-04", "ENO-IAT-04-D")
@pytest.mark.parametrize(("tokens", "stress"), [(0, 2), (1, 0)])
def test_a_gate_of_damage_reads_what_was_dealt_after_mitigation(t: Table, tokens: int, stress: int) -> None:
    first, end = t.ops((Op.GAIN_STRESS, 2, 0, 0, Who.TARGET))
    attack(t, power=3, gate_damage=3, gated=first, gated_end=end)
    t.pool((0, 0, 2))
    strike(t, t.intruder(4, 5)).play(f"amount_{tokens}")
    assert t.s(0)["stress"] == stress


@pytest.mark.rule("ENO-IAT-05")
def test_stress_instead_of_damage_is_not_lowered(t: Table) -> None:
    attack(t, dice=(0, 2, 0, 0, 0), terrorize=1)
    armor(t, reduction=2, rerolls=2)
    t.pool((0, 0, 5))
    t.rolls(TWO, ONE)
    strike(t, t.intruder(4, 5))
    assert t.done
    assert (int(t.s(0)["vitals"]), int(t.s(0)["stress"])) == (9, 3)


@pytest.mark.rule("ENO-IAT-05", "ENO-KEY-26", "ENO-DTH-01")
@pytest.mark.parametrize(("before", "where"), [(2, Where.BOARD), (3, Where.DEAD)])
def test_radiation_infection_and_conditions_may_come_with_it(t: Table, before: int, where: Where) -> None:
    t.tables["n_conditions"] = 1
    first, end = t.ops(
        (Op.CONDITION, 0, 0, 0, Who.TARGET), (Op.INFECTION, 1, 0, 0, Who.TARGET), (Op.RADIATION, 2, 0, 0, Who.TARGET)
    )
    attack(t, power=1, hit=first, hit_end=end)
    t.s(0)["radiation"] = before
    strike(t, t.intruder(4, 5))
    assert t.s(0)["where"] == where
    if where == Where.BOARD:
        assert (int(t.s(0)["radiation"]), int(t.s(0)["infection"]), int(t.s(0)["conditions"][0])) == (4, 1, 1)


@pytest.mark.rule("ENO-IAT-06", "ENO-RUB-05", "ENO-FLT-05")
def test_vitals_below_1_call_a_flatline_check(t: Table) -> None:
    t.s(0)["vitals"], t.s(0)["broke_down"] = 3, 1
    t.rolls(YOU_LIVE)
    strike(t, t.intruder(4, 5))
    assert (int(t.s(0)["vitals"]), int(t.s(0)["where"])) == (0, Where.BOARD)
    t.rolls(YOU_DIED)
    strike(t, 0)
    assert t.s(0)["where"] == Where.DEAD


@pytest.mark.rule("ENO-IAT-06", "ENO-RUB-08")
def test_vitals_that_meet_stress_bring_a_breakdown(t: Table) -> None:
    t.tables["n_breakdowns"] = 1
    t.tables["breakdowns"][0]["effect"], t.tables["breakdowns"][0]["effect_end"] = t.ops(
        (Op.GAIN_ADRENALINE, 2, 0, 0, Who.SELF)
    )
    t.state["breakdowns"]["n"] = 1
    t.s(0)["stress"] = 6
    strike(t, t.intruder(4, 5))
    assert t.s(0)["broke_down"] == 1
    assert t.s(0)["adrenaline"] == 2


@pytest.mark.rule("ENO-EX-39", "ENO-TOK-08", "ENO-FLT-05")
def test_expertise_before_the_flatline_check(t: Table) -> None:
    t.s(0)["vitals"], t.s(0)["stress"], t.s(0)["broke_down"] = 2, 5, 1
    attack(t, power=6)
    t.pool((0, 0, 2))
    t.rolls(YOU_LIVE)
    strike(t, t.intruder(4, 5)).play("amount_2")
    assert t.done
    assert (int(t.s(0)["vitals"]), int(t.s(0)["where"])) == (0, Where.BOARD)
    assert t.state["core"]["script_n"] == 0, "one Flatline Check"


@pytest.mark.rule("ENO-IAT-06-D")
def test_attack_effects_come_after_the_damage_and_only_if_the_target_lives(t: Table) -> None:
    hit = t.ops((Op.IF, Need.VITALS_AT_MOST, 6, 0, 0), (Op.GAIN_STRESS, 1, 0, 0, Who.TARGET))
    t.tables["ops"][hit[0]]["d"] = hit[1]
    attack(t, power=3, hit=hit[0], hit_end=hit[1])
    strike(t, t.intruder(4, 5))
    assert t.s(0)["vitals"] == 6
    all_ = t.ops((Op.GAIN_STRESS, 1, 0, 0, Who.ALL_SPACERS))
    t.spacer(1, 8, 8)
    attack(t, power=3, hit=all_[0], hit_end=all_[1], gate_damage=1, gated=all_[0], gated_end=all_[1])
    strike(t, 0)
    assert t.s(1)["stress"] == 2
    t.s(0)["vitals"] = 1
    t.s(0)["broke_down"] = 1
    t.rolls(YOU_DIED)
    strike(t, 0)
    assert t.s(0)["where"] == Where.DEAD
    assert t.s(1)["stress"] == 2


@pytest.mark.rule("ENO-IAT-06-D")
def test_effects_of_a_hit_need_no_damage_but_gates_do(t: Table) -> None:
    first, end = t.ops((Op.GAIN_STRESS, 1, 0, 0, Who.TARGET))
    attack(t, power=0, hit=first, hit_end=end, gate_damage=1, gated=first, gated_end=end)
    strike(t, t.intruder(4, 5))
    assert t.s(0)["stress"] == 1


@pytest.mark.rule("ENO-IAT-07")
@pytest.mark.parametrize(("x", "vitals"), [(5, 6), (8, 9)])
def test_after_effects_resolve_even_if_the_attack_did_not(t: Table, x: int, vitals: int) -> None:
    first, end = t.ops((Op.GAIN_STRESS, 2, 0, 0, Who.TARGET))
    hit = t.ops((Op.GAIN_ADRENALINE, 1, 0, 0, Who.TARGET))
    attack(t, power=3, after=first, after_end=end, hit=hit[0], hit_end=hit[1])
    t.tables["types"][0]["speed"] = 0
    strike(t, t.intruder(x, 4))
    assert (int(t.s(0)["vitals"]), int(t.s(0)["stress"])) == (vitals, 2)
    assert t.s(0)["adrenaline"] == (1 if vitals == 6 else 0)


@pytest.mark.rule("ENO-IAT-07")
def test_after_effects_with_a_gate_of_damage(t: Table) -> None:
    for power, condition in ((5, 0), (6, 1)):
        t.tables["n_conditions"] = 1
        first, end = t.ops((Op.IF, Need.DAMAGE, 6, 0, 0), (Op.CONDITION, 0, 0, 0, Who.TARGET))
        t.tables["ops"][first]["d"] = end
        attack(t, power=power, after=first, after_end=end)
        t.s(0)["vitals"] = 9
        strike(t, 0 if t.k(0)["type"] == 0 else t.intruder(4, 5))
        assert t.s(0)["conditions"][0] == condition


@pytest.mark.rule("ENO-IAT-06")
def test_nothing_is_left_of_an_attack_that_is_over(t: Table) -> None:
    before = t.state.copy()
    attack(t, power=0)
    k = t.intruder(4, 5)
    strike(t, k)
    for name in ("assaults", "n_assaults", "rolls", "n_rolls", "window"):
        assert (t.state[name] == before[name]).all(), name
    assert t.k(k)["activating"] == 0
