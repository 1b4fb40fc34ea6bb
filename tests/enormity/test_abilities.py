"""Abilities, their costs and limits, and Stratagems (ABL, STG, LOC, EX-13, EX-14, EX-16)."""

from __future__ import annotations

from typing import Any

import pytest

from envs.enormity.state import (
    Choice,
    GearPlace,
    Mark,
    Need,
    Op,
    Proc,
    Stat,
    Timing,
    Until,
    Where,
    Who,
)
from tests.enormity.table import CardSide, Table

CARD = 5
"""A Gear card."""
EFFECT = (Op.REGAIN_VITALS, 1, 0, 0, Who.SELF)


@pytest.fixture
def t() -> Table:
    table = Table(seats=2)
    table.spacer(0, 4, 4, vitals=5)
    table.spacer(1, 6, 4)
    return table


def character(t: Table, **fields: Any) -> int:
    """An ability of the first Spacer's Character that regains 1 Vitals."""
    return t.ability(t.tables["characters"][0], timing=fields.pop("timing", Timing.TURN), ops=(EFFECT,), **fields)


def gear_ability(t: Table, **fields: Any) -> int:
    """The same on Gear card `CARD`."""
    return t.ability(t.tables["gear"][CARD], timing=fields.pop("timing", Timing.TURN), ops=(EFFECT,), **fields)


def offered(t: Table, s: int = 0) -> set[str]:
    """What the Spacer's turn offers besides Action cards."""
    for i in range(3):
        t.s(s)["card"][i] = CardSide.A
    t.call(Proc.TURN, s)
    return {name for name in t.legal if not name.startswith("card_") or name.startswith("card_ability")}


def use(t: Table, ability: int, place: int = -1, intruder: int = -1) -> Table:
    """Use an ability outside a turn."""
    return t.call(Proc.USE_ABILITY, 0, ability, place, intruder, e=-1)


@pytest.mark.rule("ENO-ABL-01", "ENO-ABL-11", "ENO-TRN-09")
def test_a_free_ability_is_used_in_the_turn_without_an_action(t: Table) -> None:
    character(t)
    t.s(0)["exerts"] = 2
    t.call(Proc.TURN, 0).play("character_ability_0")
    assert t.s(0)["vitals"] == 6
    assert t.s(0)["played"] == 0, "it is no action"
    assert t.asked == (0, Choice.TURN)


@pytest.mark.rule("ENO-ABL-02")
def test_a_passive_ability_always_works_and_is_never_offered(t: Table) -> None:
    t.ability(t.tables["characters"][0], timing=Timing.PASSIVE, mods=((Stat.SKILL, 2, 1),))
    character(t)
    t.rolls(3, 3, 3)
    t.call(Proc.SKILL_TEST, 0, 1, 3)
    t.play("done")
    assert t.result == 3, "Dexterity 1 + 2, three dice with 1 Power each"
    t.rolls(3, 3, 3)
    t.call(Proc.SKILL_TEST, 0, 1, 3).play("done")
    assert t.result == 3, "any number of times in a round"
    assert "character_ability_0" in offered(t)
    assert "character_ability_1" not in t.legal


@pytest.mark.rule("ENO-ABL-02", "ENO-ABL-03", "ENO-EXH-02")
def test_a_passive_ability_also_works_on_an_exhausted_card(t: Table) -> None:
    t.ability(t.tables["gear"][CARD], timing=Timing.PASSIVE, mods=((Stat.SKILL, 1, 1),))
    t.gear(0, CARD, GearPlace.SUPPORT, exhausted=1)
    t.rolls(3, 3)
    t.call(Proc.SKILL_TEST, 0, 1, 2).play("done")
    assert t.result == 2


@pytest.mark.rule("ENO-ABL-06", "ENO-TRN-10")
def test_a_triggered_ability_is_used_once_per_round(t: Table) -> None:
    character(t)
    t.call(Proc.TURN, 0).play("character_ability_0")
    assert "character_ability_0" not in t.legal
    assert "character_ability_0" not in offered(t), "nor in another turn of the round"


@pytest.mark.rule("ENO-ABL-06-D", "ENO-STT-01")
def test_the_use_is_marked_until_the_next_round_begins(t: Table) -> None:
    ability = character(t)
    gear_ability(t)
    place = t.gear(0, CARD, GearPlace.SUPPORT)
    use(t, ability)
    use(t, ability + 1, place)
    assert not {"character_ability_0", f"gear_ability_{place}_0"} & offered(t)
    t.tables["n_track"] = 0
    t.call(Proc.ROUND)
    while t.asked is not None and t.asked[1] != Choice.TURN:
        t.play(sorted(t.legal)[0])
    assert {"character_ability_0", f"gear_ability_{place}_0"} <= t.legal


@pytest.mark.rule("ENO-ABL-06-D")
def test_the_limit_holds_per_spacer(t: Table) -> None:
    t.s(1)["character"] = 0
    use(t, character(t))
    assert "character_ability_0" in offered(t, 1)


@pytest.mark.rule("ENO-ABL-06-D")
def test_the_limit_holds_per_card(t: Table) -> None:
    ability = gear_ability(t)
    first, second = t.gear(0, CARD, GearPlace.HAND), t.gear(0, CARD, GearPlace.HAND)
    use(t, ability, first)
    assert {name for name in offered(t) if name.startswith("gear_ab")} == {f"gear_ability_{second}_0"}


@pytest.mark.rule("ENO-ABL-06")
def test_an_ability_may_state_that_it_is_not_limited(t: Table) -> None:
    use(t, character(t, unlimited=1, cost=(0, 0, 1)))
    t.pool(active=(0, 0, 1))
    assert "character_ability_0" in offered(t)


@pytest.mark.rule("ENO-ABL-07", "ENO-ABL-12")
@pytest.mark.parametrize(
    ("fields", "spacer"),
    [
        ({"cost": (0, 0, 2)}, {}),
        ({"cost": (1, 0, 0)}, {}),
        ({"stress": 1}, {"stress": 9}),
        ({"stress": 2}, {"stress": 8}),
        ({"adrenaline": 2}, {"adrenaline": 1}),
        ({"need": Need.BAND, "need_b": 0}, {}),
        ({"need": Need.ADJACENT_INTRUDER}, {}),
    ],
)
def test_without_its_price_or_its_condition_it_is_not_offered(t: Table, fields: Any, spacer: Any) -> None:
    t.pool(active=(0, 0, 1))
    for name, value in spacer.items():
        t.s(0)[name] = value
    character(t, **fields)
    assert "character_ability_0" not in offered(t)


@pytest.mark.rule("ENO-EX-13", "ENO-ABL-12", "ENO-RUB-09-D2")
def test_a_stress_cost_at_stress_9_cannot_be_paid(t: Table) -> None:
    character(t, stress=1)
    t.s(0)["stress"] = 9
    assert "character_ability_0" not in offered(t)
    t.s(0)["stress"] = 8
    assert "character_ability_0" in offered(t)


@pytest.mark.rule("ENO-EX-14", "ENO-ABL-12", "ENO-GEA-08")
def test_a_card_without_charges_cannot_be_used(t: Table) -> None:
    t.tables["gear"][CARD]["charges"] = 1
    ability = gear_ability(t, charges=1, unlimited=1)
    place = t.gear(0, CARD, GearPlace.SUPPORT)
    assert f"gear_ability_{place}_0" in offered(t)
    use(t, ability, place)
    assert t.s(0)["gear"][place]["charges"] == 0
    assert f"gear_ability_{place}_0" not in offered(t)


@pytest.mark.rule("ENO-ABL-09", "ENO-ABL-10")
def test_the_whole_cost_is_paid(t: Table) -> None:
    t.tables["gear"][CARD]["charges"], t.tables["gear"][CARD]["ammo"] = 2, 2
    t.s(0)["stress"], t.s(0)["adrenaline"] = 1, 4
    t.pool(active=(1, 2, 3), incoming=(1, 1, 1))
    ability = gear_ability(t, cost=(1, 1, 2), stress=1, adrenaline=3, charges=1, ammo=2, exhausts=1)
    place = t.gear(0, CARD, GearPlace.SUPPORT)
    use(t, ability, place)
    assert list(t.state["pool"]) == [0, 1, 1]
    assert list(t.state["incoming"]) == [1, 1, 1]
    assert (t.s(0)["stress"], t.s(0)["adrenaline"]) == (2, 1)
    gear = t.s(0)["gear"][place]
    assert (gear["charges"], gear["ammo"], gear["exhausted"]) == (1, 0, 1)
    assert t.s(0)["vitals"] == 6


@pytest.mark.rule("ENO-ABL-09")
def test_a_breakdown_by_the_stress_paid_comes_before_the_effect(t: Table) -> None:
    t.s(0)["stress"], t.s(0)["vitals"] = 4, 5
    t.tables["n_breakdowns"] = 1
    t.tables["breakdowns"][0]["effect"], t.tables["breakdowns"][0]["effect_end"] = t.ops((Op.DIE, 0, 0, 0, Who.SELF))
    t.state["breakdowns"]["n"] = 1
    use(t, character(t, stress=1))
    assert t.s(0)["where"] == Where.DEAD
    assert t.s(0)["vitals"] == 0, "nothing is regained"


@pytest.mark.rule("ENO-ABL-08", "ENO-KDN-02", "ENO-KDN-04-D")
def test_a_reaction_may_be_used_out_of_turn_in_a_window_and_in_the_own_turn(t: Table) -> None:
    character(t, timing=Timing.REACTION)
    character(t)
    assert {"character_ability_0", "character_ability_1"} <= offered(t)
    t.call(Proc.WINDOW, 1, -1)
    assert t.asked == (0, Choice.REACTION), "the other Spacer has none"
    assert t.legal == {"character_ability_0", "pass"}, "an ability of the turn is no Reaction"


@pytest.mark.rule("ENO-ABL-05", "ENO-ABL-06")
def test_a_triggered_ability_is_a_choice(t: Table) -> None:
    character(t, timing=Timing.REACTION)
    t.call(Proc.WINDOW, 0, -1).play("pass")
    assert t.done
    assert t.s(0)["vitals"] == 5


@pytest.mark.rule("ENO-EXH-01", "ENO-GEA-04", "ENO-GEA-10", "ENO-STT-02-D")
def test_cards_that_are_exhausted_stowed_or_disabled_offer_nothing(t: Table) -> None:
    gear_ability(t)
    place = t.gear(0, CARD, GearPlace.SUPPORT)
    name = f"gear_ability_{place}_0"
    assert name in offered(t)
    for field, value in (("exhausted", 1), ("disabled", 1), ("place", GearPlace.BACKPACK)):
        before = int(t.s(0)["gear"][place][field])
        t.s(0)["gear"][place][field] = value
        assert name not in offered(t), field
        t.s(0)["gear"][place][field] = before


@pytest.mark.rule("ENO-EXH-01")
def test_what_unexhausts_a_card_is_offered_while_it_is_exhausted(t: Table) -> None:
    gear_ability(t, when_exhausted=1)
    place = t.gear(0, CARD, GearPlace.SUPPORT, exhausted=1)
    assert f"gear_ability_{place}_0" in offered(t)


def test_an_analysis_is_barred_without_barring_the_other_abilities(t: Table) -> None:
    t.ability(t.tables["characters"][0], timing=Timing.PASSIVE, mods=((Stat.NO_ANALYSIS, 1),))
    character(t, analysis=1)
    character(t)
    assert {"character_ability_0", "character_ability_1"} & offered(t) == {"character_ability_1"}


@pytest.mark.rule("ENO-ABL-01", "ENO-ABL-04", "ENO-ATK-06")
def test_the_bonus_of_an_ability_to_a_roll_lasts_to_the_end_of_the_attack(t: Table) -> None:
    ability = t.ability(t.tables["characters"][0], timing=Timing.ROLL, mods=((Stat.RED_DICE, 2),))
    use(t, ability)
    held = [row for row in t.state["lasting"] if row["unit"] == 0]
    assert [(int(t.tables["mods"][row["mod"]]["stat"]), int(row["until"])) for row in held] == [
        (Stat.RED_DICE, Until.ATTACK)
    ]


def test_cards_won_and_suffered_have_actions_of_their_own(t: Table) -> None:
    t.tables["n_breakdowns"] = t.tables["n_conditions"] = 1
    t.ability(t.tables["breakdowns"][0], first="first_bonus", end="end_bonus", timing=Timing.TURN, ops=(EFFECT,))
    t.ability(t.tables["conditions"][0], timing=Timing.TURN, ops=(EFFECT,))
    n = t.ability(t.tables, first="awakening_first", end="awakening_end", timing=Timing.TURN, ops=(EFFECT,))
    t.s(0)["breakdown"], t.s(0)["conditions"][0], t.s(0)["awakened"] = 0, 1, 1
    t.s(0)["antinomy"] = 9
    names = {"card_ability_0", "card_ability_2", "card_ability_4"}
    assert names & offered(t) == {"card_ability_2", "card_ability_4"}, "the bonus side is down"
    t.s(0)["flipped"] = 1
    assert names <= offered(t)
    t.play("card_ability_2")
    assert t.s(0)["used"][n >> 3] >> (n & 7) & 1


# -- Locations and Engrams -------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-LOC-03", "ENO-LOC-04", "ENO-OTH-02-D")
def test_an_ability_of_the_location_is_offered_to_those_on_it(t: Table) -> None:
    t.ability(t.tables["locations"][0], timing=Timing.PASSIVE, mods=((Stat.SKILL, 1, 0),))
    t.ability(t.tables["locations"][0], timing=Timing.TURN, ops=(EFFECT,))
    assert "location_ability_0" in offered(t)
    t.s(0)["where"], t.s(0)["cell"] = Where.OTHER, -1
    assert "location_ability_0" not in offered(t)


@pytest.mark.rule("ENO-LOC-03")
def test_rules_of_the_location_work_for_the_whole_stay(t: Table) -> None:
    t.ability(t.tables["locations"][0], timing=Timing.PASSIVE, mods=((Stat.SKILL, 1, 0),))
    t.rolls(3, 3)
    t.call(Proc.SKILL_TEST, 0, 0, 2).play("done")
    assert t.result == 2


@pytest.mark.rule("ENO-EX-16", "ENO-LOC-04", "ENO-SUP-06", "ENO-SUP-06-D", "ENO-BRD-17")
@pytest.mark.parametrize("level", range(3))
def test_abrams_flare_costs_1_2_3_discipline_and_suppresses(t: Table, level: int) -> None:
    t.ability(
        t.tables["locations"][0],
        timing=Timing.TURN,
        by_level=1,
        cost_level=((1, 0, 0), (2, 0, 0), (3, 0, 0)),
        need=Need.INTRUDER_DANGEROUS,
        ops=((Op.SUPPRESS, 1, 0, 0, Who.CHOSEN_DANGEROUS),),
    )
    t.level(level)
    k = t.intruder(8, 8)
    t.pool(active=(level + 1, 0, 0))
    assert "location_ability_0" not in offered(t), "it stands on no dangerous space"
    t.mark(8, 8, Mark.DANGEROUS)
    t.pool(active=(level, 0, 0))
    assert "location_ability_0" not in offered(t), "too expensive"
    t.pool(active=(level + 1, 0, 0))
    assert "location_ability_0" in offered(t)
    t.play("location_ability_0")
    assert t.state["pool"][0] == 0
    assert t.k(k)["suppression"] == 1


@pytest.mark.rule("ENO-LOC-05", "ENO-LOC-05-D")
def test_a_location_action_costs_an_action_card(t: Table) -> None:
    t.ability(t.tables["locations"][0], timing=Timing.ACTION, ops=(EFFECT,))
    t.call(Proc.TURN, 0).play("location_action_0")
    assert t.asked == (0, Choice.PAY_CARD)
    assert t.legal == {f"card_{i}_{side}" for i in range(3) for side in "ab"}
    t.play("card_1_b")
    assert t.s(0)["vitals"] == 6
    assert (int(t.s(0)["card"][1]), int(t.s(0)["played"])) == (CardSide.B, 1)
    assert t.asked == (0, Choice.TURN)
    assert "location_action_0" in t.legal, "it is no ability: a second card pays again"
    t.s(0)["exerts"] = 2
    t.call(Proc.TURN, 0).play("location_action_0", "card_0_a")
    assert "location_action_0" not in t.legal, "it counts as a played card"


@pytest.mark.rule("ENO-ENG-02", "ENO-ENG-02-D", "ENO-ENG-04")
def test_the_device_of_an_engram_is_used_once_by_its_carrier(t: Table) -> None:
    device = t.ability(t.tables["characters"][4], timing=Timing.TURN, ops=(EFFECT,))
    t.tables["locations"][0]["devices"][2] = device
    assert "engram_2" not in offered(t)
    t.s(0)["devices"][2] = 2
    assert "engram_2" not in offered(t, 1), "the other one does not carry it"
    t.state["spacers"][1]["took_turn"] = 0
    offered(t)
    t.play("engram_2")
    assert (int(t.s(0)["devices"][2]), int(t.s(0)["resources"][2])) == (1, 1)
    assert t.s(0)["vitals"] == 6
    assert "engram_2" in t.legal, "the second Engram is another one"
    t.play("engram_2")
    assert "engram_2" not in t.legal


@pytest.mark.rule("ENO-LOC-01", "ENO-LOC-02", "ENO-MAP-05-D")
def test_ecology_and_devices_are_those_of_the_location_where_one_stands() -> None:
    t = Table(seats=1, pages=((0, 0, 10, 10), (10, 0, 10, 10)))
    t.tables["pages"][1]["location"] = 1
    t.tables["locations"]["ecology"][:2] = (0, 2)
    t.state["location"] = 3
    for place in range(2):
        t.tables["locations"][place]["devices"][0] = t.ability(
            t.tables["characters"][3 + place], timing=Timing.TURN, ops=((Op.FLAG, place, 1),)
        )
    t.spacer(0, 12, 4)
    t.s(0)["devices"][0] = 1
    offered(t)
    t.play("engram_0")
    assert list(t.state["flags"][:2]) == [0, 1]
    t.resolve(t.ops((Op.SPAWN_INTRUDER, 1, 0, 0, 0, 1)))
    while not t.done:
        t.play(sorted(t.legal)[0])
    assert {int(k["type"]) for k in t.state["intruders"] if k["type"] >= 0} == {2}


@pytest.mark.rule("ENO-LOC-03")
def test_rules_of_the_scenario_stand_behind_those_of_the_location(t: Table) -> None:
    t.ability(t.tables["locations"][0], timing=Timing.TURN, ops=((Op.FLAG, 0, 1),))
    t.ability(t.tables, first="scenario_first", end="scenario_end", timing=Timing.TURN, ops=((Op.FLAG, 1, 1),))
    offered(t)
    t.play("location_ability_1")
    assert list(t.state["flags"][:2]) == [0, 1]


# -- Stratagems ------------------------------------------------------------------------------------------------


def stratagem(t: Table, slot: int = 0, **fields: Any) -> None:
    """A Stratagem that regains 1 Vitals, in use with its Requirement side up."""
    timing = fields.pop("timing", Timing.TURN)
    row = t.tables["stratagems"][slot]
    row["ability"] = t.ability(t.tables["characters"][4], timing=timing, ops=(EFFECT,))
    row["charges"] = 1
    for name, value in fields.items():
        row[name] = value
    t.tables["n_stratagems"] = slot + 1
    t.state["stratagems"][slot] = (slot, 0, 0, 0)


@pytest.mark.rule("ENO-STG-02", "ENO-STG-03", "ENO-STG-04", "ENO-STG-04-D", "ENO-TOK-07")
def test_the_requirement_is_paid_token_by_token_and_the_card_flips_at_once(t: Table) -> None:
    stratagem(t, tokens=(0, 0, 3))
    t.pool(active=(2, 2, 2))
    offered(t)
    assert "use_stratagem_0" not in t.legal, "the Requirement side is up"
    t.play("pay_stratagem_0", "pay_stratagem_0")
    assert list(t.state["pool"]) == [2, 2, 0]
    assert t.state["stratagems"][0]["paid"] == 2
    assert "pay_stratagem_0" not in t.legal
    t.play("end_turn")
    assert t.state["stratagems"][0]["paid"] == 2, "partial payment stays"
    t.pool(active=(0, 0, 2))
    offered(t, 1)
    t.play("pay_stratagem_0")
    row = t.state["stratagems"][0]
    assert (int(row["ready"]), int(row["paid"]), int(row["charges"])) == (1, 0, 1)
    assert t.state["pool"][2] == 1, "tokens on it are discarded"
    assert "use_stratagem_0" in t.legal
    assert "pay_stratagem_0" not in t.legal


@pytest.mark.rule("ENO-STG-04")
def test_a_requirement_of_several_types_takes_them_in_order(t: Table) -> None:
    stratagem(t, tokens=(1, 0, 1))
    t.pool(active=(0, 5, 1))
    assert "pay_stratagem_0" not in offered(t), "Discipline comes first"
    t.pool(active=(1, 5, 1))
    offered(t)
    t.play("pay_stratagem_0", "pay_stratagem_0")
    assert list(t.state["pool"]) == [0, 5, 0]
    assert t.state["stratagems"][0]["ready"] == 1


@pytest.mark.rule("ENO-STG-03")
def test_a_requirement_without_tokens_flips_the_card_when_it_is_met(t: Table) -> None:
    stratagem(t, need=Need.STRESS_AT_LEAST, need_b=5)
    assert "use_stratagem_0" not in offered(t)
    t.s(1)["stress"] = 5
    assert "use_stratagem_0" in offered(t), "any Spacer of the team"
    t.s(1)["stress"] = 0
    assert "use_stratagem_0" in offered(t), "it stays ready"


@pytest.mark.rule("ENO-STG-05", "ENO-STG-06")
def test_after_its_charges_it_flips_back_and_can_be_readied_again(t: Table) -> None:
    stratagem(t, tokens=(0, 0, 1), charges=2)
    t.pool(active=(0, 0, 9))
    offered(t)
    t.play("pay_stratagem_0", "use_stratagem_0")
    assert (int(t.state["stratagems"][0]["ready"]), int(t.state["stratagems"][0]["charges"])) == (1, 1)
    assert t.s(0)["vitals"] == 6
    offered(t, 1)
    t.play("use_stratagem_0")
    assert t.state["stratagems"][0]["ready"] == 0
    assert "pay_stratagem_0" in t.legal
    t.play("pay_stratagem_0")
    assert (int(t.state["stratagems"][0]["ready"]), int(t.state["stratagems"][0]["charges"])) == (1, 2)


@pytest.mark.rule("ENO-STG-06-D")
def test_a_stratagem_is_used_once_per_spacer_and_round(t: Table) -> None:
    stratagem(t, charges=3)
    offered(t)
    t.play("use_stratagem_0")
    assert "use_stratagem_0" not in t.legal
    assert "use_stratagem_0" in offered(t, 1), "by another Spacer"


@pytest.mark.rule("ENO-STG-06-D")
def test_a_reaction_stratagem_is_used_in_a_window(t: Table) -> None:
    stratagem(t)
    t.call(Proc.WINDOW, 0, -1)
    assert t.done, "it is no Reaction"
    stratagem(t, 1, timing=Timing.REACTION)
    t.call(Proc.WINDOW, 0, -1)
    assert t.legal == {"use_stratagem_1", "pass"}


@pytest.mark.rule("ENO-STG-01")
def test_two_are_in_use_for_the_whole_team(t: Table) -> None:
    for slot in range(2):
        stratagem(t, slot)
    assert {"use_stratagem_0", "use_stratagem_1"} <= offered(t)
    assert {"use_stratagem_0", "use_stratagem_1"} <= offered(t, 1)


@pytest.mark.rule("ENO-STG-04", "ENO-KDN-02")
def test_a_knocked_down_spacer_neither_pays_nor_uses_a_stratagem(t: Table) -> None:
    stratagem(t)
    stratagem(t, 1, tokens=(0, 0, 1))
    t.pool(active=(0, 0, 1))
    t.s(0)["knock"] = 1
    assert not {"use_stratagem_0", "pay_stratagem_1"} & offered(t)
