"""Dying, flatlining, Awakening and Stress Breakdowns (DTH, FLT, AWK, SBD, LIF, EX-22, EX-28, EX-38, EX-39, EX-44)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from envs.enormity.state import (
    AssaultMark,
    Choice,
    GearPlace,
    Knock,
    Op,
    Proc,
    Side,
    Stat,
    Thing,
    Timing,
    Where,
    Who,
)
from tests.enormity.table import Table, cell

LIVE, LIVE_BONUS, DIED, DIED_AWAKENING = range(4)
"""The Flatline cards."""


@pytest.fixture
def t() -> Table:
    table = Table(seats=2)
    table.spacer(0, 4, 4)
    table.spacer(1, 8, 8)
    for s in range(2):
        table.s(s)["broke_down"] = 1
    return table


def suffer(t: Table, amount: int, op: Op = Op.LOSE_VITALS, s: int = 0) -> Table:
    return t.resolve(t.ops((op, amount, 0, 0, Who.SELF)), spacer=s)


def breakdowns(t: Table, *effects: Sequence[Sequence[int]], **fields: Any) -> None:
    """Breakdown cards with these effects; the first one is on top."""
    n = len(effects)
    t.tables["n_breakdowns"] = n
    for i, operations in enumerate(effects):
        row = t.tables["breakdowns"][i]
        if operations:
            row["effect"], row["effect_end"] = t.ops(*operations)
        for name, value in fields.items():
            row[name] = value
    t.state["breakdowns"]["cards"][:n] = range(n)[::-1]
    t.state["breakdowns"]["n"] = n
    for s in range(2):
        t.s(s)["broke_down"] = 0


def dead(t: Table, s: int = 0) -> bool:
    return bool(t.s(s)["where"] == Where.DEAD)


# -- dying -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-DTH-01", "ENO-RUB-06", "ENO-RUB-07")
@pytest.mark.parametrize(
    ("op", "field", "before", "amount", "dies"),
    [
        (Op.GAIN_STRESS, "stress", 8, 1, False),
        (Op.GAIN_STRESS, "stress", 9, 1, True),
        (Op.GAIN_STRESS, "stress", 7, 5, True),
        (Op.GAIN_ADRENALINE, "adrenaline", 8, 1, False),
        (Op.GAIN_ADRENALINE, "adrenaline", 9, 1, True),
        (Op.RADIATION, "radiation", 3, 1, False),
        (Op.RADIATION, "radiation", 4, 1, True),
        (Op.INFECTION, "infection", 3, 1, False),
        (Op.INFECTION, "infection", 2, 3, True),
        (Op.DIE, "stress", 0, 0, True),
    ],
)
def test_what_kills(t: Table, op: Op, field: str, before: int, amount: int, dies: bool) -> None:
    t.s(0)[field] = before
    suffer(t, amount, op)
    assert dead(t) == dies
    assert t.done
    assert t.s(0)["due"] == 0
    assert t.state["deaths"] == dies


@pytest.mark.rule("ENO-DTH-01", "ENO-EXR-04")
@pytest.mark.parametrize(("exerts", "dies"), [(1, False), (2, True)])
def test_the_third_exert_card_kills_after_its_action(t: Table, exerts: int, dies: bool) -> None:
    t.s(0)["exerts"] = exerts
    t.call(Proc.PLAY_CARD, 0, 2, 1)
    t.play("step_south")
    assert t.asked == (0, Choice.EXERT)
    t.play("exert", "step_south")
    assert t.at(0) == (4, 6)
    while t.asked is not None:
        t.play("done")
    assert dead(t) == dies


@pytest.mark.rule("ENO-DTH-01-D")
def test_radiation_and_infection_are_counted_separately(t: Table) -> None:
    t.s(0)["radiation"] = t.s(0)["infection"] = 4
    suffer(t, 0, Op.RADIATION)
    assert not dead(t)


@pytest.mark.rule("ENO-DTH-02", "ENO-DTH-02-D", "ENO-LIF-03")
def test_a_dead_spacer_is_out_with_all_it_carried(t: Table) -> None:
    t.gear(0, 7, GearPlace.BACKPACK)
    t.s(0)["devices"][1], t.s(0)["resources"][2] = 2, 1
    t.s(0)["objectives"][:2] = (2, 1)
    suffer(t, 0, Op.DIE)
    assert dead(t)
    assert t.s(0)["cell"] == -1
    assert t.s(0)["last_cell"] == cell(4, 4)
    assert all(row["card"] == -1 for row in t.s(0)["gear"])
    assert not t.s(0)["devices"].any()
    assert not t.s(0)["resources"].any()
    assert not t.s(0)["objectives"].any()
    lying = sorted((int(o["kind"]), int(o["sub"])) for o in t.state["objects"] if o["cell"] == cell(4, 4))
    assert lying == [(Thing.OBJECTIVE, 0), (Thing.OBJECTIVE, 0), (Thing.OBJECTIVE, 1)]
    t.s(1)["cell"] = cell(3, 4)
    t.call(Proc.STEP, 1, 1, 1)
    assert t.at(1) == (4, 4), "nobody stands there"


@pytest.mark.rule("ENO-LOD-08-D", "ENO-DTH-02")
def test_the_marker_of_the_dead_passes_on() -> None:
    t = Table(seats=3)
    for s, x in enumerate((0, 9, 3)):
        t.spacer(s, x, 0)
    assert t.state["marker"] == 0
    suffer(t, 0, Op.DIE)
    assert t.state["marker"] == 2, "the closest one"


@pytest.mark.rule("ENO-DTH-02")
def test_lasting_effects_on_the_dead_end(t: Table) -> None:
    t.ability(t.tables["characters"][4], timing=Timing.TURN, mods=((Stat.MOVE, 1),))
    t.resolve(t.ops((Op.LASTING, 0, 3, 0, Who.ALL_SPACERS)))
    suffer(t, 0, Op.DIE)
    assert [int(row["unit"]) for row in t.state["lasting"] if row["unit"] >= 0] == [1]


# -- flatlining ------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-FLT-01", "ENO-FLT-02", "ENO-EX-22", "ENO-RUB-05", "ENO-FLT-05")
@pytest.mark.parametrize(("card", "dies"), [(LIVE, False), (LIVE_BONUS, False), (DIED, True)])
def test_two_of_the_four_cards_let_live(t: Table, card: int, dies: bool) -> None:
    t.s(0)["vitals"] = 2
    t.rolls(card)
    suffer(t, 2)
    assert dead(t) == dies
    assert t.done
    assert t.s(0)["vitals"] == 0


@pytest.mark.rule("ENO-FLT-01", "ENO-RUB-05")
def test_no_check_while_one_vitals_is_left(t: Table) -> None:
    t.s(0)["vitals"] = 3
    suffer(t, 2)
    assert t.s(0)["vitals"] == 1
    assert not dead(t)


@pytest.mark.rule("ENO-FLT-05", "ENO-FLT-05-D", "ENO-FLT-06")
def test_every_further_damage_is_one_check(t: Table) -> None:
    t.s(0)["vitals"] = 1
    t.rolls(LIVE, LIVE)
    suffer(t, 5)
    suffer(t, 3)
    assert not dead(t)
    assert t.state["core"]["script_n"] == 0, "one card for each, the same one twice"
    suffer(t, 2, Op.REGAIN_VITALS)
    assert t.s(0)["vitals"] == 2
    suffer(t, 1)
    assert t.s(0)["vitals"] == 1, "no check"


@pytest.mark.rule("ENO-EX-39", "ENO-TOK-08", "ENO-FLT-05")
def test_example_damage_lowered_by_expertise_still_flatlines(t: Table) -> None:
    t.s(0)["vitals"], t.s(0)["stress"] = 2, 5
    t.pool(active=(0, 0, 2))
    k = t.intruder(4, 3)
    t.rolls(5, 5)
    t.call(Proc.PERFORM, k, int(t.tables["types"][0]["first_protocol"]), 0, 0)
    assert t.asked == (0, Choice.MITIGATE), "two red dice, 3 Power each"
    t.rolls(LIVE)
    t.play("amount_2")
    assert t.done
    assert t.s(0)["vitals"] == 0
    assert not dead(t)
    assert t.state["pool"][2] == 0
    assert t.state["core"]["script_n"] == 0, "a Flatline card was drawn"


@pytest.mark.rule("ENO-FLT-03", "ENO-FLT-03-D")
def test_one_of_them_grants_a_bonus_attack_that_may_be_declined(t: Table) -> None:
    k = t.intruder(4, 3)
    for answer in ("no", None):
        t.s(0)["vitals"] = 1
        t.rolls(LIVE_BONUS)
        suffer(t, 1)
        assert t.asked is not None
        assert t.asked[0] == 0
        assert t.legal == {"yes", "no"}
        if answer:
            t.play(answer)
            assert t.done
            assert t.k(k)["type"] == 0
    assert t.asked == (0, Choice.BONUS_ATTACK)


@pytest.mark.rule("ENO-FLT-03", "ENO-CHB-02", "ENO-CHB-01", "ENO-BON-04")
@pytest.mark.parametrize(("answer", "after"), [("yes", 0), ("no", 1)])
def test_the_bonus_attack_breaks_the_attack_that_caused_it_unless_declined(t: Table, answer: str, after: int) -> None:
    first, end = t.ops((Op.CLUE, 0))
    protocol = t.protocol(0, replace=True, attack=1, dice=(0, 2, 0, 0, 0), after=first, after_end=end)
    k = t.intruder(4, 3)
    t.s(0)["vitals"] = 1
    t.rolls(2, 2, LIVE_BONUS)
    t.call(Proc.PERFORM, k, protocol, 0, 0)
    assert t.asked == (0, Choice.BONUS_ATTACK)
    t.rolls(0)
    t.play(answer)
    while t.asked is not None:
        t.play("done")
    assert t.state["clues"][0] == after, "its After Action effect"


@pytest.mark.rule("ENO-FLT-03-D", "ENO-KDN-02-D")
@pytest.mark.parametrize(("answer", "knock"), [("yes", Knock.NONE), ("no", Knock.FALLING)])
def test_one_may_stand_up_first(t: Table, answer: str, knock: Knock) -> None:
    t.intruder(4, 3)
    t.s(0)["vitals"], t.s(0)["knock"] = 1, Knock.FALLING
    t.rolls(LIVE_BONUS)
    suffer(t, 1)
    assert t.asked == (0, Choice.STAND_UP)
    t.play(answer)
    assert t.s(0)["knock"] == knock
    assert (t.asked == (0, Choice.BONUS_ATTACK)) == (answer == "yes"), "who lies does not attack"


@pytest.mark.rule("ENO-FLT-03-D")
def test_without_a_target_the_bonus_attack_is_lost(t: Table) -> None:
    t.s(0)["vitals"] = 1
    t.rolls(LIVE_BONUS)
    suffer(t, 1)
    assert t.done
    assert not dead(t)


@pytest.mark.rule("ENO-FLT-03-D")
def test_a_pack_may_grant_a_bonus_action_and_stand_the_spacer_up(t: Table) -> None:
    t.tables["live_bonus_action"] = 1
    t.s(0)["vitals"], t.s(0)["knock"] = 1, Knock.FALLING
    t.rolls(LIVE_BONUS)
    suffer(t, 1)
    assert t.s(0)["knock"] == Knock.NONE
    assert t.asked == (0, Choice.BONUS_ACTION)


@pytest.mark.rule("ENO-FLT-04", "ENO-AWK-01", "ENO-AWK-01-D", "ENO-EX-28")
@pytest.mark.parametrize(("die", "awakens"), [(10, True), (9, False), (1, False)])
def test_a_ten_awakens(t: Table, die: int, awakens: bool) -> None:
    t.s(0)["vitals"], t.s(0)["stress"] = 1, 9
    t.rolls(DIED_AWAKENING, die - 1)
    suffer(t, 1)
    assert t.s(0)["awakened"] == awakens
    assert dead(t) != awakens
    assert t.s(0)["vitals"] == 0


@pytest.mark.rule("ENO-AWK-01", "ENO-RUB-09-D")
def test_the_awakening_roll_may_be_made_again_for_stress(t: Table) -> None:
    t.s(0)["vitals"] = 1
    t.rolls(DIED_AWAKENING, 0, 9)
    suffer(t, 1)
    assert t.asked == (0, Choice.STRESS)
    t.play("die_0")
    assert t.s(0)["awakened"] == 1
    assert t.s(0)["stress"] == 1


# -- Awakening -------------------------------------------------------------------------------------------------


def awaken(t: Table) -> Table:
    return t.call(Proc.AWAKENING, 0)


@pytest.mark.rule("ENO-AWK-03", "ENO-AWK-04", "ENO-AWK-05", "ENO-NOI-12")
def test_the_awakened_sheds_its_burdens_and_takes_the_marker(t: Table) -> None:
    t.state["marker"] = 1
    p = t.s(0)
    p["conditions"][:3], p["radiation"], p["infection"], p["knock"] = 1, 4, 3, Knock.FALLING
    awaken(t)
    assert not p["conditions"].any()
    assert (p["radiation"], p["infection"], p["knock"]) == (0, 0, Knock.NONE)
    assert p["antinomy"] == 2
    assert t.state["marker"] == 0
    t.resolve(t.ops((Op.TAKE_MARKER, 0, 0, 0, Who.SELF)), spacer=1)
    assert t.state["marker"] == 0, "it cannot be taken"


@pytest.mark.rule("ENO-AWK-02")
def test_an_awakening_is_a_chain_break(t: Table) -> None:
    row = t.state["assaults"][0]
    row["side"], row["actor"], row["target"], row["marks"] = (
        Side.INTRUDER,
        t.intruder(4, 3),
        0,
        1 << AssaultMark.ATTACKS,
    )
    t.state["n_assaults"] = 1
    awaken(t)
    assert row["marks"] >> AssaultMark.BROKEN & 1


@pytest.mark.rule("ENO-AWK-06", "ENO-AWK-06-D")
def test_first_a_move_of_3_then_a_bonus_attack_each_of_which_may_be_declined(t: Table) -> None:
    t.blip(0, 0)
    k = t.intruder(4, 0)
    awaken(t)
    assert t.asked is not None
    assert t.asked[0] == 0
    assert "done" in t.legal
    assert "step_north" in t.legal
    t.play("step_north", "step_north", "step_north")
    assert t.at(0) == (4, 1)
    assert t.state["n_noises"] == 0, "no Noise"
    assert t.asked == (0, Choice.BONUS_ATTACK)
    t.play("no")
    assert t.done
    assert t.k(k)["type"] == 0
    t.s(0)["cell"] = cell(4, 4)
    awaken(t).play("done")
    assert t.at(0) == (4, 4)
    assert t.done


@pytest.mark.rule("ENO-AWK-07")
def test_the_awakening_card_works_while_one_is_awakened(t: Table) -> None:
    t.ability(t.tables, first="awakening_first", end="awakening_end", timing=Timing.PASSIVE, mods=((Stat.SKILL, 2, 0),))
    t.s(0)["awakened"] = 1
    t.rolls(3, 3, 3)
    t.call(Proc.SKILL_TEST, 0, 0, 3).play("done")
    assert t.result == 3


@pytest.mark.rule("ENO-AWK-08", "ENO-AWK-09-D")
def test_an_antinomy_token_stands_the_awakened_up_in_its_turn(t: Table) -> None:
    t.s(0)["awakened"], t.s(0)["antinomy"], t.s(0)["knock"] = 1, 2, Knock.FALLING
    t.call(Proc.TURN, 0)
    assert t.s(0)["antinomy"] == 1
    assert t.legal == {"antinomy", "end_turn"}
    t.play("antinomy")
    assert (t.s(0)["knock"], t.s(0)["antinomy"]) == (Knock.NONE, 0)
    assert "card_0_a" in t.legal


@pytest.mark.rule("ENO-AWK-09", "ENO-EX-44")
def test_example_the_awakening_lasts_two_turns(t: Table) -> None:
    t.s(0)["awakened"], t.s(0)["antinomy"] = 1, 2
    for left in (1, 0):
        t.call(Proc.TURN_START, 0)
        assert (t.s(0)["awakened"], t.s(0)["antinomy"]) == (1, left)
    t.call(Proc.TURN_START, 0)
    assert t.s(0)["awakened"] == 0
    t.resolve(t.ops((Op.TAKE_MARKER, 0, 0, 0, Who.SELF)), spacer=1)
    assert t.state["marker"] == 1, "the marker can be taken again"


@pytest.mark.rule("ENO-AWK-09-D")
def test_a_second_awakening_replaces_the_first(t: Table) -> None:
    t.s(0)["awakened"], t.s(0)["antinomy"] = 1, 1
    awaken(t)
    assert (t.s(0)["awakened"], t.s(0)["antinomy"]) == (1, 2)


# -- Stress Breakdowns -----------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-RUB-08", "ENO-SBD-01", "ENO-EX-38")
def test_example_stress_meets_vitals(t: Table) -> None:
    breakdowns(t, [(Op.KNOCKDOWN, 0, 0, 0, Who.SELF)])
    t.s(0)["vitals"], t.s(0)["stress"] = 5, 3
    suffer(t, 1)
    assert t.s(0)["broke_down"] == 0
    suffer(t, 1)
    assert (t.s(0)["vitals"], t.s(0)["broke_down"], t.s(0)["breakdown"]) == (3, 1, 0)
    assert t.s(0)["knock"] == Knock.FALLING, "resolved at once"


@pytest.mark.rule("ENO-SBD-01", "ENO-RUB-08-D")
def test_stress_may_cross_vitals(t: Table) -> None:
    breakdowns(t, [])
    t.s(0)["vitals"], t.s(0)["stress"] = 5, 3
    suffer(t, 4, Op.GAIN_STRESS)
    assert t.s(0)["broke_down"] == 1


@pytest.mark.rule("ENO-SBD-02")
def test_there_is_one_breakdown_per_session(t: Table) -> None:
    breakdowns(t, [], [(Op.DIE, 0, 0, 0, Who.SELF)])
    t.s(0)["vitals"], t.s(0)["stress"] = 5, 5
    suffer(t, 1)
    suffer(t, 1)
    assert t.s(0)["breakdown"] == 0
    assert not dead(t)
    assert t.state["breakdowns"]["n"] == 1


@pytest.mark.rule("ENO-SBD-03", "ENO-SBD-03-D")
@pytest.mark.parametrize(("at_turn", "flipped"), [(0, 1), (1, 0)])
def test_the_card_is_flipped_at_once_or_when_it_says_so(t: Table, at_turn: int, flipped: int) -> None:
    breakdowns(t, [], flips_at_turn=at_turn)
    t.ability(
        t.tables["breakdowns"][0],
        first="first_bonus",
        end="end_bonus",
        timing=Timing.PASSIVE,
        mods=((Stat.SKILL, 1, 0),),
    )
    t.s(0)["vitals"], t.s(0)["stress"] = 3, 2
    suffer(t, 1)
    assert t.s(0)["flipped"] == flipped
    t.call(Proc.TURN_START, 0)
    assert t.s(0)["flipped"] == 1
    t.rolls(3, 3)
    t.call(Proc.SKILL_TEST, 0, 0, 2).play("done")
    assert t.result == 2, "its bonus"


@pytest.mark.rule("ENO-SBD-03")
def test_who_dies_of_it_gets_no_bonus(t: Table) -> None:
    breakdowns(t, [(Op.DIE, 0, 0, 0, Who.SELF)])
    t.s(0)["stress"] = 8
    suffer(t, 1, Op.GAIN_STRESS)
    assert dead(t)
    assert t.s(0)["flipped"] == 0


@pytest.mark.rule("ENO-SBD-03-D")
def test_a_breakdown_interrupts_a_roll_which_then_goes_on(t: Table) -> None:
    breakdowns(t, [(Op.PLACE_TOKENS, 2, 0, 1)])
    t.s(0)["vitals"], t.s(0)["stress"] = 3, 2
    t.rolls(1, 3)
    t.call(Proc.SKILL_TEST, 0, 0, 1)
    t.play("die_0")
    assert t.s(0)["breakdown"] == 0
    assert t.state["pool"][0] == 2
    assert t.done
    assert t.result == 1


@pytest.mark.rule("ENO-SBD-03-D")
def test_cards_drawn_stay_out_of_the_deck(t: Table) -> None:
    breakdowns(t, [], [])
    for s in range(2):
        t.s(s)["vitals"] = 1
        suffer(t, 1, Op.GAIN_STRESS, s)
    assert [int(t.s(s)["breakdown"]) for s in range(2)] == [0, 1]
    assert t.state["breakdowns"]["n"] == 0


@pytest.mark.rule("ENO-GEN-07-D")
def test_without_a_card_a_breakdown_does_nothing(t: Table) -> None:
    breakdowns(t)
    t.s(0)["vitals"] = 1
    suffer(t, 1, Op.GAIN_STRESS)
    assert t.done
    assert (t.s(0)["broke_down"], t.s(0)["breakdown"]) == (1, -1)


@pytest.mark.rule("ENO-RUB-08-D")
@pytest.mark.parametrize(("card", "clue"), [(LIVE, 1), (DIED, 0)])
def test_the_flatline_check_comes_first_and_a_survivor_breaks_down(t: Table, card: int, clue: int) -> None:
    breakdowns(t, [(Op.CLUE, 0)])
    t.s(0)["vitals"] = 1
    t.rolls(card)
    suffer(t, 1)
    assert t.state["clues"][0] == clue
    assert t.s(0)["broke_down"] == clue


@pytest.mark.rule("ENO-RUB-08-D", "ENO-FLT-03")
def test_the_bonus_attack_of_the_check_comes_before_the_breakdown(t: Table) -> None:
    breakdowns(t, [(Op.CLUE, 0)])
    t.intruder(4, 3)
    t.s(0)["vitals"] = 1
    t.rolls(LIVE_BONUS)
    suffer(t, 1)
    assert t.asked == (0, Choice.BONUS_ATTACK)
    assert t.state["clues"][0] == 0
    t.play("no")
    assert t.state["clues"][0] == 1


@pytest.mark.rule("ENO-GEN-06-D2", "ENO-DTH-01")
def test_several_spacers_settle_one_after_the_other(t: Table) -> None:
    t.s(0)["vitals"] = t.s(1)["vitals"] = 1
    t.rolls(DIED, LIVE)
    t.resolve(t.ops((Op.LOSE_VITALS, 1, 0, 0, Who.ALL_SPACERS)))
    assert dead(t, 0)
    assert not dead(t, 1)
    assert t.s(1)["vitals"] == 0


@pytest.mark.rule("ENO-LIF-03", "ENO-EXT-13")
def test_the_dead_take_no_turns_and_the_session_ends_with_the_last_one(t: Table) -> None:
    suffer(t, 0, Op.DIE)
    t.call(Proc.SPACER_PHASE)
    assert t.asked == (1, Choice.TURN), "nobody is asked who comes first"
    suffer(t, 0, Op.DIE, 1)
    assert t.state["deaths"] == 2
    t.call(Proc.END_SESSION)
    assert t.state["core"]["over"]
