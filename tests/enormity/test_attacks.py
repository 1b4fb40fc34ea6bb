"""Attacks of Spacers in their steps, Suppression, Cover, keywords of weapons (ATK, SUP, CHB-05 to -06-D, KEY)."""

from __future__ import annotations

from typing import Any

import pytest

from envs.enormity.state import (
    Choice,
    Colour,
    GearKind,
    GearPlace,
    Keyword,
    Knock,
    NoiseKind,
    Op,
    Proc,
    Reach,
    Stat,
    Tile,
    Timing,
    Where,
    Who,
)
from tests.enormity.table import Table, cell

GUN, OTHER, CHARM, VEST = 8, 9, 10, 11  # Gear cards
POTENTIAL, HALF, POWER, MORE, TWO = 1, 2, 3, 4, 5  # faces of a white die; HALF has a Potential, MORE is 1 1/2 Power
RED_HALF = 1  # a face of a red die: half Power and a Potential
PLAIN = {"dice": (0, 0, 0, 0, 0), "reach": Reach.RANGED, "range": 4, "keywords": []}
WOUND, FAIL, CRITICAL, INSTINCT = range(4)


@pytest.fixture
def t() -> Table:
    """Spacer 0 on (4, 4), without Stress to give for re-rolls; the Multitool is disabled. Spacer 1 far away."""
    table = Table(seats=2)
    table.spacer(0, 4, 4, stress=9)
    table.spacer(1, 9, 9)
    table.s(0)["gear"][0]["disabled"] = 1
    return table


def gun(t: Table, **fields: Any) -> int:
    """Spacer 0 has one weapon, as printed; its place."""
    t.weapon(GUN, **{**PLAIN, **fields})
    return t.gear(0, GUN, entry=1)


def respond(t: Table, which: int, *ops: tuple[int, ...]) -> None:
    """Print a response of the Intruders of type 0."""
    row = t.tables["types"][0]
    row["response"][which], row["response_end"][which] = t.ops(*ops)


def marks(t: Table) -> None:
    """Responses that can be told apart: Wound places Discipline, Fail Confidence, Critical Expertise."""
    for which in (WOUND, FAIL, CRITICAL):
        respond(t, which, (Op.PLACE_TOKENS, 1, which, 0))


def attack(t: Table, *answers: str, manner: int = 0) -> Table:
    """Spacer 0 attacks."""
    return t.call(Proc.SPACER_ATTACK, 0, manner).play(*answers)


def dead(t: Table, k: int = 0) -> bool:
    """The Intruder has left the board."""
    return bool(t.k(k)["type"] < 0)


def incoming(t: Table) -> list[int]:
    """Tokens in the Incoming Pool."""
    return [int(n) for n in t.state["incoming"]]


# -- the steps ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-ATK-01", "ENO-KEY-13", "ENO-KEY-13-D")
def test_the_steps_follow_each_other(t: Table) -> None:
    place = gun(t, ammo=2, leaves=(1, 0, 0), suppress=1, fallback=1, noise_kind=NoiseKind.DICE, noise=1)
    respond(t, FAIL, (Op.LOSE_POWER, 1, 0, 0, Who.TARGET))
    t.pool(active=(0, 1, 1))
    k = t.intruder(4, 5)
    t.blip(0, 0)
    attack(t)
    assert t.asked == (0, Choice.TOKEN_TYPE), "the response: step 4"
    assert (t.s(0)["adrenaline"], t.s(0)["gear"][place]["ammo"]) == (1, 1), "step 2"
    assert (incoming(t), int(t.k(k)["suppression"])) == ([0, 0, 0], 0)
    t.play("token_confidence")
    assert t.asked == (0, Choice.FALLBACK)
    assert (incoming(t), int(t.k(k)["suppression"])) == ([1, 0, 0], 1), "step 5"
    assert t.legal == {"step_north", "step_east", "step_west", "done"}
    assert t.state["n_noises"] == 0
    t.rolls(POTENTIAL)
    t.play("step_north")
    assert t.done
    assert t.state["n_noises"] == 1, "step 6"
    assert t.state["noises"][0]["cell"] == cell(4, 3), "from the new space"


@pytest.mark.rule("ENO-ATK-05", "ENO-ATK-01")
def test_an_attack_action_raises_adrenaline_once_and_spends_one_ammo(t: Table) -> None:
    place = gun(t, ammo=3)
    t.intruder(4, 6)
    t.call(Proc.TURN, 0).play("card_0_b")
    assert t.s(0)["adrenaline"] == 1
    assert t.s(0)["gear"][place]["ammo"] == 2


@pytest.mark.rule("ENO-ATK-06", "ENO-EXH-02")
def test_the_pool_holds_the_dice_and_power_of_weapon_cards_and_effects(t: Table) -> None:
    t.s(0)["stress"], t.s(0)["adrenaline"] = 0, 2
    gun(t, dice=(1, 1), power=2, more_at=3, more_dice=(0, 0, 1))
    t.ability(t.tables["characters"][0], timing=Timing.PASSIVE, mods=[(Stat.WHITE_DICE, 1), (Stat.POWER, 1)])
    t.ability(t.tables["gear"][CHARM], timing=Timing.PASSIVE, mods=[(Stat.RED_DICE, 1)])
    t.tables["gear"][CHARM]["kind"] = GearKind.SUPPORT
    n = t.gear(0, CHARM, GearPlace.SUPPORT)
    t.intruder(4, 6)
    attack(t)
    roll = t.state["rolls"][0]
    assert roll["colour"][: roll["n"]].tolist() == [0, 0, 1, 1, 2], "Adrenaline is 3 by now"
    assert roll["power"] == 3
    t.s(0)["gear"][n]["place"], t.s(0)["adrenaline"] = GearPlace.BACKPACK, 1
    t.state["n_rolls"] = t.state["n_assaults"] = 0
    attack(t)
    assert roll["colour"][: roll["n"]].tolist() == [0, 0, 1]


@pytest.mark.rule("ENO-ATK-06", "ENO-ATK-12")
def test_abilities_that_change_the_roll_are_paid_with_expertise(t: Table) -> None:
    gun(t)
    t.ability(t.tables["characters"][0], timing=Timing.ROLL, cost=(0, 0, 1), mods=[(Stat.POWER, 3)])
    t.pool(active=(0, 0, 1))
    t.intruder(4, 6), t.intruder(4, 2)
    attack(t, "intruder_0")
    assert t.asked == (0, Choice.ROLL_BONUS)
    assert t.legal == {"character_ability_0", "done"}
    t.play("character_ability_0")
    assert dead(t)
    assert t.state["pool"].tolist() == [0, 0, 0]
    attack(t)
    assert not dead(t, 1), "it held for one attack"


# -- the roll ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-ATK-07", "ENO-ATK-15")
@pytest.mark.parametrize(
    ("faces", "power", "kills"),
    [((POWER, TWO), 0, True), ((MORE, MORE), 0, True), ((POWER, MORE), 0, False), ((POWER, POWER), 1, True),
     ((POTENTIAL, TWO), 0, False), ((HALF, HALF), 2, True)],
)  # fmt: skip
def test_power_that_reaches_the_at_wounds(t: Table, faces: tuple[int, int], power: int, kills: bool) -> None:
    gun(t, dice=(2,), power=power)
    t.intruder(4, 6)
    t.rolls(*faces)
    attack(t)
    assert t.done
    assert dead(t) == kills
    assert t.state["kills"] == kills


@pytest.mark.rule("ENO-EX-35", "ENO-ATK-07", "ENO-ATK-11", "ENO-ATK-11-D", "ENO-ATK-15")
@pytest.mark.parametrize("spends", [False, True])
def test_example_half_power_and_a_turned_potential_reach_the_at(t: Table, spends: bool) -> None:
    gun(t, dice=(2, 1))
    t.intruder(4, 6)
    t.pool(active=(2, 0, 0))
    t.rolls(POWER, HALF, RED_HALF)
    attack(t)
    assert t.asked == (0, Choice.DISCIPLINE)
    assert t.legal == {"die_1", "die_2", "done"}
    t.play(*(("die_1",) if spends else ()))
    assert t.legal == {"die_2", "done"} if spends else {"die_1", "die_2", "done"}, "1 per die"
    t.play("done")
    assert dead(t) == spends, "1 + 2 halves = 2, with the Potential 3"


@pytest.mark.rule("ENO-ATK-08", "ENO-ATK-09", "ENO-ATK-09-D", "ENO-ATK-11", "ENO-GEA-09")
def test_confidence_then_stress_then_discipline_tokens_or_modifiers_of_the_weapon(t: Table) -> None:
    t.s(0)["stress"] = 0
    gun(t, dice=(2,), modifiers=(1, 1, 0))
    t.intruder(4, 6)
    t.rolls(0, 0, POTENTIAL, 0, MORE)
    attack(t)
    assert t.asked == (0, Choice.CONFIDENCE)
    assert t.legal == {"die_0", "die_1", "done"}
    t.play("die_0")
    assert t.asked == (0, Choice.STRESS), "the modifier counts as one Confidence"
    assert t.legal == {"die_0", "die_1", "done"}, "also the die re-rolled with Confidence"
    t.play("die_1", "done")
    assert t.asked == (0, Choice.DISCIPLINE)
    t.play("die_0")
    assert t.done
    assert t.s(0)["stress"] == 1
    assert t.state["pool"].tolist() == [0, 0, 0]
    assert incoming(t) == [0, 0, 0], "modifiers are no tokens"


@pytest.mark.rule("ENO-ATK-10", "ENO-ATK-10-D")
def test_no_voluntary_reroll_at_stress_9_and_death_above_it(t: Table) -> None:
    gun(t, dice=(1,), leaves=(1, 0, 0))
    t.intruder(4, 6)
    t.s(0)["stress"], t.s(0)["broke_down"] = 8, 1
    t.rolls(0, 0)
    attack(t)
    assert t.asked == (0, Choice.STRESS)
    t.play("die_0")
    assert t.done, "Stress 9: no further question"
    assert t.s(0)["where"] == Where.BOARD
    t.ability(t.tables["characters"][0], timing=Timing.ROLL, ops=[(Op.GAIN_STRESS, 1, 0, 0, Who.SELF)])
    t.state["incoming"] = 0
    attack(t, "character_ability_0")
    assert t.s(0)["where"] == Where.DEAD
    assert incoming(t) == [0, 0, 0]


@pytest.mark.rule("ENO-ATK-13", "ENO-ATK-14", "ENO-ATK-15")
@pytest.mark.parametrize(
    ("quadrants", "faces", "power", "tokens"),
    [(2, (TWO, TWO), 0, [0, 0, 1]), (1, (TWO, TWO), 0, [1, 0, 0]), (4, (POWER, TWO), 0, [0, 0, 1]),
     (9, (POWER, POWER), 0, [0, 1, 0]), (3, (0, 0), 9, [1, 0, 0])],
)  # fmt: skip
def test_four_quadrants_make_a_wound_critical(
    t: Table, quadrants: int, faces: tuple[int, int], power: int, tokens: list[int]
) -> None:
    marks(t)
    gun(t, dice=(2,), quadrants=quadrants, power=power)
    t.intruder(4, 6)
    t.rolls(*faces)
    attack(t)
    assert incoming(t) == tokens


@pytest.mark.rule("ENO-ATK-16")
@pytest.mark.parametrize(("level", "kills"), [(0, True), (1, True), (2, False)])
def test_the_at_is_that_of_the_sheet_on_the_present_level(t: Table, level: int, kills: bool) -> None:
    t.tables["types"][0]["at"] = (2, 3, 4)
    gun(t, power=3)
    t.level(level)
    t.intruder(4, 6)
    attack(t)
    assert dead(t) == kills


@pytest.mark.rule("ENO-ATK-17", "ENO-ATK-17-D")
@pytest.mark.parametrize("quadrants", [0, 4])
def test_with_a_wound_stat_each_wound_is_a_token_also_a_critical_one(t: Table, quadrants: int) -> None:
    t.tables["types"][0]["wounds"] = 2
    marks(t)
    gun(t, power=9, quadrants=quadrants)
    k = t.intruder(4, 6)
    attack(t)
    assert t.k(k)["wounds"] == 1
    assert t.state["kills"] == 0
    assert incoming(t) == ([0, 0, 1] if quadrants else [1, 0, 0])
    attack(t)
    assert dead(t)
    assert t.state["kills"] == 1


# -- effects of the weapon ---------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-ATK-18", "ENO-ATK-18-D")
def test_effects_of_the_weapon_come_before_the_responses(t: Table) -> None:
    for tables, down in ((False, True), (True, False)):
        first, end = t.ops((Op.KNOCKBACK, 2, 0, 0, Who.TARGET))
        gun(t, fail=first if tables else -1, fail_end=end)
        respond(t, FAIL, (Op.KNOCKDOWN, 0, 0, 0, Who.TARGET))
        k = t.intruder(4, 5)
        attack(t)
        assert (t.s(0)["knock"] == Knock.FALLING) == down, "Knockdown from a response needs adjacency"
        assert t.at(4 + k) == ((4, 5) if down else (4, 7))
        t.k(k)["type"] = -1
        t.s(0)["knock"] = Knock.NONE


@pytest.mark.rule("ENO-ATK-18", "ENO-ATK-18-D")
@pytest.mark.parametrize(("power", "quadrants", "tokens"), [(0, 0, 2), (3, 0, 1), (3, 4, 1)])
def test_wound_and_fail_effects_are_always_resolved(t: Table, power: int, quadrants: int, tokens: int) -> None:
    wound, wound_end = t.ops((Op.PLACE_TOKENS, 1, 2, 0))
    fail, fail_end = t.ops((Op.PLACE_TOKENS, 2, 2, 0))
    gun(t, power=power, quadrants=quadrants, wound=wound, wound_end=wound_end, fail=fail, fail_end=fail_end)
    t.intruder(4, 5)
    attack(t)
    assert incoming(t) == [0, 0, tokens], "a critical wound is a Wound"


# -- tokens and Noise --------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-ATK-19", "ENO-ATK-19-D", "ENO-KEY-03")
@pytest.mark.parametrize("power", [0, 3])
def test_tokens_are_left_whatever_the_result(t: Table, power: int) -> None:
    gun(t, power=power, leaves=(1, 0, 2))
    t.s(0)["adrenaline"] = 2
    t.tables["characters"][0]["rubicon"][:4] = (0, 0, 2, 2)  # Confidence at 2 and 3
    t.tables["characters"][1]["rubicon"][0] = 2
    t.intruder(4, 5)
    attack(t)
    assert t.done, "nothing is asked"
    assert incoming(t) == [1, 1, 2], "Adrenaline 3: the bonus at 2"
    assert t.state["pool"].tolist() == [0, 0, 0]


@pytest.mark.rule("ENO-EX-15", "ENO-KEY-00", "ENO-KEY-03", "ENO-ATK-19")
def test_example_two_sources_of_discipline(t: Table) -> None:
    gun(t, leaves=(1, 0, 0))
    for card in (CHARM, VEST):
        t.tables["gear"][card]["kind"], t.tables["gear"][card]["leaves"] = GearKind.SUPPORT, (1, 0, 0)
    n = t.gear(0, CHARM, GearPlace.SUPPORT)
    t.gear(0, VEST, GearPlace.BACKPACK)
    t.gear(1, VEST, GearPlace.SUPPORT)
    t.weapon(OTHER, leaves=(0, 1, 0))
    t.gear(0, OTHER)
    t.intruder(4, 6)
    attack(t)
    assert incoming(t) == [2, 0, 0], "neither other weapons, nor the backpack, nor other Spacers' cards"
    for field in ("exhausted", "disabled"):
        t.state["incoming"] = 0
        t.s(0)["gear"][n][field] = 1
        attack(t)
        assert incoming(t) == [1, 0, 0]
        t.s(0)["gear"][n][field] = 0


@pytest.mark.rule("ENO-ATK-20", "ENO-KEY-20")
@pytest.mark.parametrize(("keywords", "noises"), [([], 1), ([Keyword.NOISELESS], 0)])
def test_a_weapon_that_is_not_noiseless_makes_noise(t: Table, keywords: list[Keyword], noises: int) -> None:
    gun(t, noise_kind=NoiseKind.DICE, noise=1, noise_colour=Colour.RED, keywords=keywords)
    t.intruder(4, 6)
    t.blip(0, 0)
    t.rolls(0)  # a Potential
    attack(t)
    assert t.done
    assert t.state["n_noises"] == noises
    if noises:
        noise = t.state["noises"][0]
        assert (noise["source"], noise["cell"], noise["dice"][0]) == (0, cell(4, 4), 1)
        assert t.state["marker"] == 0


@pytest.mark.rule("ENO-ATK-20-D")
def test_when_the_attacker_dies_the_attack_ends_and_a_wound_stands(t: Table) -> None:
    gun(t, power=3, leaves=(1, 0, 0), suppress=2, noise_kind=NoiseKind.DICE, noise=1)
    respond(t, WOUND, (Op.DIE, 0, 0, 0, Who.TARGET))
    t.intruder(4, 6)
    t.blip(0, 0)
    attack(t)
    assert t.done
    assert t.s(0)["where"] == Where.DEAD
    assert dead(t)
    assert incoming(t) == [0, 0, 0]
    assert t.state["n_noises"] == 0


@pytest.mark.rule("ENO-ATK-20-D", "ENO-ATK-05")
def test_adrenaline_above_9_kills_before_the_roll(t: Table) -> None:
    gun(t, power=3, ammo=2, leaves=(1, 0, 0), suppress=2)
    t.s(0)["adrenaline"] = 9
    k = t.intruder(4, 6)
    attack(t)
    assert t.s(0)["where"] == Where.DEAD
    assert not dead(t)
    assert (int(t.k(k)["suppression"]), incoming(t)) == (0, [0, 0, 0])


# -- Chain Breaks ------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-CHB-05", "ENO-CHB-02-D2", "ENO-CHB-06", "ENO-CHB-06-D", "ENO-ATK-21")
@pytest.mark.parametrize("op", [Op.KNOCKDOWN, Op.KNOCKBACK])
def test_an_attacker_who_cannot_roll_any_more_breaks_the_attack(t: Table, op: Op) -> None:
    t.ability(t.tables["types"][0], timing=Timing.MELEE_FROM_ADJACENT, ops=[(op, 2, 0, 0, Who.TARGET)])
    place = gun(t, range=1, power=9, ammo=2, suppress=1, leaves=(1, 0, 0), noise_kind=NoiseKind.DICE, noise=1)
    respond(t, FAIL, (Op.LOSE_VITALS, 1, 0, 0, Who.TARGET))
    k = t.intruder(4, 5)
    t.blip(0, 0)
    attack(t)
    assert t.done
    assert not dead(t), "no roll"
    assert t.s(0)["vitals"] == 9, "no response"
    assert t.state["n_noises"] == 0, "no Noise"
    assert (incoming(t), int(t.k(k)["suppression"])) == ([1, 0, 0], 1), "step 5"
    assert (t.s(0)["adrenaline"], t.s(0)["gear"][place]["ammo"]) == (1, 1)
    assert t.result == 1


@pytest.mark.rule("ENO-CHB-06", "ENO-CHB-06-D", "ENO-RSP-07")
def test_a_chain_break_after_the_roll_leaves_tokens_and_the_wound(t: Table) -> None:
    gun(t, power=3, leaves=(1, 0, 0), fallback=1, suppress=1, noise_kind=NoiseKind.DICE, noise=1)
    t.tables["types"][0]["wounds"] = 2
    protocol = int(t.tables["types"][0]["first_protocol"])
    respond(t, WOUND, (Op.REPRISAL, protocol), (Op.CHAIN_BREAK,))
    k = t.intruder(4, 5)
    t.blip(0, 0)
    attack(t)
    assert t.done, "no Fallback"
    assert t.k(k)["wounds"] == 1
    assert t.k(k)["suppression"] == 0, "it is wounded"
    assert incoming(t) == [1, 0, 0]
    assert t.state["n_noises"] == 0
    assert t.s(0)["vitals"] == 9, "no Reprisal"


# -- keywords ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-KEY-12", "ENO-KEY-12-D")
@pytest.mark.parametrize(
    ("ammo", "answer", "kills", "left"), [(3, "yes", True, 0), (3, "no", False, 2), (1, "yes", True, 0)]
)
def test_empty_clip_spends_all_ammo_for_one_power(t: Table, ammo: int, answer: str, kills: bool, left: int) -> None:
    place = gun(t, power=2, ammo=4, keywords=[Keyword.EMPTY_CLIP], noise_kind=NoiseKind.PER_AMMO, noise=1)
    t.s(0)["gear"][place]["ammo"] = ammo
    t.intruder(4, 6)
    t.blip(0, 0)
    t.rolls(0)
    attack(t)
    assert t.asked == (0, Choice.EMPTY_CLIP)
    t.play(answer)
    assert t.done
    assert dead(t) == kills, "AT 3; +1 in total"
    assert t.s(0)["gear"][place]["ammo"] == left
    assert t.state["noises"][0]["dice"][0] == ammo - left, "the Noise counts the Ammo spent"


@pytest.mark.rule("ENO-KEY-13", "ENO-KEY-13-D", "ENO-RSP-07")
def test_fallback_gets_away_step_by_step_before_a_reprisal(t: Table) -> None:
    gun(t, fallback=2)
    t.tables["types"][0]["speed"] = 0
    respond(t, FAIL, (Op.REPRISAL, t.protocol(0, replace=True, attack=1, power=3, hit=-1, gated=-1, after=-1)))
    k = t.intruder(3, 5)
    attack(t)
    assert t.asked == (0, Choice.FALLBACK)
    assert t.legal == {"step_north", "step_east", "done"}
    t.play("step_east")
    assert t.legal == {"step_north", "step_east", "done"}
    t.play("step_east")
    assert t.done
    assert t.at(0) == (6, 4)
    assert t.s(0)["vitals"] == 9, "the Reprisal comes later and is out of reach"
    t.spacer(0, 4, 5)
    attack(t, "done")
    assert t.at(0) == (4, 5), "it may stay"
    assert t.s(0)["vitals"] == 6
    t.weapon(GUN, power=9)
    attack(t)
    assert t.done, "nobody to get away from"
    assert t.k(k)["type"] < 0


@pytest.mark.rule("ENO-KEY-24")
def test_radiate_does_nothing_to_baseline_intruders(t: Table) -> None:
    gun(t, radiate=3)
    k = t.intruder(4, 6)
    before = t.k(k).copy()
    attack(t)
    assert t.k(k) == before
    assert t.s(0)["radiation"] == 0


# -- Suppression -------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-SUP-01", "ENO-SUP-02", "ENO-SUP-03", "ENO-EX-10")
def test_a_failed_attack_suppresses_up_to_the_suppressing_power(t: Table) -> None:
    gun(t, power=0, suppress=2)
    k = t.intruder(4, 6)
    attack(t)
    assert t.k(k)["suppression"] == 2
    t.weapon(GUN, suppress=1)
    attack(t)
    assert t.k(k)["suppression"] == 2, "never the sum, the highest value stays"
    t.weapon(GUN, suppress=3, power=1)
    t.tables["types"][0]["wounds"] = 2
    attack(t)
    assert (t.k(k)["wounds"], t.k(k)["suppression"]) == (1, 2), "AT 3 - 2 is reached: a Wound, so nothing is placed"


@pytest.mark.rule("ENO-SUP-04", "ENO-SUP-05", "ENO-SUP-05-D")
def test_a_suppressed_intruder_makes_no_attack_of_opportunity_until_it_has_activated(t: Table) -> None:
    gun(t, suppress=1)
    t.tables["types"][0]["speed"] = 0
    t.protocol(0, replace=True, attack=1, power=2, hit=-1, gated=-1, after=-1)
    k = t.intruder(4, 5)
    attack(t)
    t.call(Proc.MOVE, 0, 1, 1).play("step_north")
    assert t.s(0)["vitals"] == 9
    assert t.k(k)["suppression"] == 1
    t.call(Proc.ACTIVATE, k, 0, -1)
    assert t.k(k)["suppression"] == 0
    t.spacer(0, 4, 4)
    t.call(Proc.MOVE, 0, 1, 1).play("step_north")
    assert t.s(0)["vitals"] == 7


@pytest.mark.rule("ENO-SUP-06", "ENO-SUP-06-D", "ENO-SUP-02")
def test_effects_suppress_up_to_their_number(t: Table) -> None:
    k = t.intruder(4, 6)
    for tokens, there in ((1, 1), (1, 1), (3, 3), (2, 3)):
        t.resolve(t.ops((Op.SUPPRESS, tokens, 0, 0, Who.TARGET)), intruder=k)
        assert t.k(k)["suppression"] == there


# -- Cover -------------------------------------------------------------------------------------------------------


def colours(t: Table) -> list[int]:
    """Attack the only Intruder with a red and a black die; their colours in the roll."""
    t.s(0)["stress"] = 0
    t.state["n_rolls"] = t.state["n_assaults"] = 0
    attack(t)
    assert t.asked == (0, Choice.STRESS), "the Cover of an Intruder is automatic"
    return [int(c) for c in t.state["rolls"][0]["colour"][: int(t.state["rolls"][0]["n"])]]


@pytest.mark.rule("ENO-EX-47", "ENO-KEY-04", "ENO-KEY-05", "ENO-KEY-05-D")
@pytest.mark.parametrize(
    ("intruder", "spacer", "covered"),
    [((2, 2), (5, 0), True), ((1, 2), (5, 0), False), ((3, 3), (1, 2), False), ((3, 3), (5, 4), False),
     ((3, 3), (5, 1), True), ((2, 2), (0, 2), False)],
)  # fmt: skip
def test_cover_lowers_a_die_of_the_highest_tier(
    t: Table, intruder: tuple[int, int], spacer: tuple[int, int], covered: bool
) -> None:
    t.spacer(0, *spacer)
    t.tile(3, 2, 0, Tile.COVER)
    gun(t, dice=(0, 1, 1), range=9)
    t.intruder(*intruder)
    assert colours(t) == ([Colour.RED, Colour.RED] if covered else [Colour.RED, Colour.BLACK])


@pytest.mark.rule("ENO-KEY-05-D", "ENO-RNG-04")
@pytest.mark.parametrize("reach", [Reach.REACH, Reach.RANGED])
def test_only_ranged_attacks_are_hindered_and_by_one_die(t: Table, reach: Reach) -> None:
    t.tile(4, 6, 0, Tile.COVER)
    t.tile(5, 5, 0, Tile.COVER)
    t.spacer(0, 4, 4)
    gun(t, dice=(0, 2), range=9, reach=reach)
    t.intruder(5, 6)
    assert colours(t) == ([Colour.RED] * 2 if reach == Reach.REACH else [Colour.WHITE, Colour.RED])


@pytest.mark.rule("ENO-KEY-04")
def test_a_tile_behind_a_wall_gives_no_cover(t: Table) -> None:
    t.tile(5, 5, 0, Tile.COVER)
    gun(t, dice=(0, 1), range=9)
    t.intruder(5, 6)
    assert colours(t) == [Colour.WHITE]
    t.border(5, 5, "south")
    assert colours(t) == [Colour.RED]


@pytest.mark.rule("ENO-KEY-06", "ENO-KEY-08", "ENO-KEY-05-D")
def test_the_use_of_a_destructible_tile_destroys_it(t: Table) -> None:
    t.tile(5, 5, 0, Tile.COVER, Tile.DESTRUCTIBLE)
    gun(t, dice=(1,), range=9)
    t.intruder(5, 6)
    colours(t)
    assert t.state["tile"][cell(5, 5)] == 1, "no white die can be lowered, so it is not used"
    gun(t, dice=(0, 1), range=9)
    assert colours(t) == [Colour.WHITE]
    assert t.state["tile"][cell(5, 5)] == 0
    assert colours(t) == [Colour.RED]
    t.tile(5, 5, 0, Tile.COVER, Tile.DESTRUCTIBLE)
    t.tile(4, 6, 1, Tile.COVER)
    t.spacer(0, 3, 4)
    colours(t)
    assert t.state["tile"][cell(5, 5)] == 1, "the tile that is not destroyed serves first"


# -- what happens before the roll ---------------------------------------------------------------------------------


@pytest.mark.rule("ENO-CHB-05", "ENO-CHB-06", "ENO-CHB-06-D", "ENO-ATK-21")
@pytest.mark.parametrize(("op", "answers"), [((Op.MOVE, 1, 0, 0, Who.SELF), ("step_north",)), ((Op.CHAIN_BREAK,), ())])
def test_an_ability_of_the_roll_can_break_the_attack(t: Table, op: tuple[int, ...], answers: tuple[str, ...]) -> None:
    gun(t, range=2, power=9, leaves=(1, 0, 0), suppress=2, noise_kind=NoiseKind.DICE, noise=1)
    t.ability(t.tables["characters"][0], timing=Timing.ROLL, ops=[op])
    marks(t)
    k = t.intruder(4, 6)
    t.blip(0, 0)
    attack(t, "character_ability_0", *answers)
    assert t.done
    assert not dead(t), "no roll"
    assert (incoming(t), int(t.k(k)["suppression"])) == ([1, 0, 0], 2), "step 5, no response"
    assert t.state["n_noises"] == 0


@pytest.mark.rule("ENO-GEA-09", "ENO-ATK-06")
@pytest.mark.parametrize(
    ("stat", "range", "choice"),
    [(Stat.FREE_DISCIPLINE, 4, Choice.DISCIPLINE), (Stat.FREE_CONFIDENCE, 4, Choice.CONFIDENCE),
     (Stat.MELEE_DISCIPLINE, 0, Choice.DISCIPLINE), (Stat.MELEE_DISCIPLINE, 4, None)],
)  # fmt: skip
def test_an_ability_of_the_roll_can_add_attack_modifiers(t: Table, stat: Stat, range: int, choice: Choice) -> None:
    gun(t, dice=(1,), reach=Reach.RANGED if range else Reach.MELEE, range=range)
    t.ability(t.tables["characters"][0], timing=Timing.ROLL, mods=[(stat, 1)])
    t.intruder(4, 5)
    t.rolls(POTENTIAL)
    attack(t, "character_ability_0")
    assert t.asked == (choice and (0, choice))


@pytest.mark.rule("ENO-INT-05")
def test_traits_of_a_unique_specimen_come_behind_those_of_its_type(t: Table) -> None:
    gun(t)
    t.ability(t.tables["types"][0], timing=Timing.MELEE_FROM_ADJACENT, ops=[(Op.PLACE_TOKENS, 1, 0, 0)])
    t.ability(t.tables["specimens"][0], timing=Timing.MELEE_FROM_ADJACENT, ops=[(Op.PLACE_TOKENS, 1, 1, 0)])
    k = t.intruder(4, 5, specimen=0)
    attack(t)
    assert incoming(t) == [1, 1, 0]
    t.k(k)["cell"], t.state["incoming"] = cell(4, 6), 0
    attack(t)
    assert incoming(t) == [0, 0, 0], "not adjacent"


@pytest.mark.rule("ENO-ATK-19", "ENO-ATK-20")
def test_a_weapon_lost_in_a_response_leaves_and_makes_nothing(t: Table) -> None:
    place = gun(t, leaves=(0, 1, 0), suppress=2, noise_kind=NoiseKind.DICE, noise=1, fallback=1)
    respond(t, FAIL, (Op.LOSE_GEAR, 0, 0, 0, Who.TARGET))
    k = t.intruder(4, 6)
    t.blip(0, 0)
    attack(t)
    assert t.done
    assert t.s(0)["gear"][place]["card"] == -1
    assert (incoming(t), int(t.k(k)["suppression"]), int(t.state["n_noises"])) == ([0, 0, 0], 0, 0)
