"""Statistics of Spacers and Intruders and the Spacer Pool (SPC, RUB, TOK, CES, SUP, ADR, GEA slots, ABL-06, KEY-17)."""

from __future__ import annotations

import pytest

from envs.enormity._probe import Stats
from envs.enormity.state import (
    MAX_LASTING,
    Band,
    CardSide,
    Choice,
    Colour,
    Division,
    GearKind,
    GearPlace,
    Knock,
    Mark,
    Need,
    Proc,
    Skill,
    Stat,
    Thing,
    Tile,
    Timing,
    Token,
    Until,
    Where,
)
from tests.enormity.table import Table, cell

DEATH, FLATLINE, BREAKDOWN = 1, 2, 4
D, C, E = Token.DISCIPLINE, Token.CONFIDENCE, Token.EXPERTISE


@pytest.fixture
def t() -> Table:
    """Two Spacers in the room, the first one with the marker."""
    table = Table(seats=2)
    table.spacer(0, 4, 4)
    table.spacer(1, 8, 8)
    return table


@pytest.fixture
def q(t: Table) -> Stats:
    return Stats(t.tables, t.state)


def passive(t: Table, row: object, *mods: tuple[int, ...], **fields: int) -> int:
    """Print a passive ability with these modifiers on a card."""
    return t.ability(row, mods=mods, timing=Timing.PASSIVE, **fields)


# -- Spacers -------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-SPC-01", "ENO-SPC-05", "ENO-SPC-07")
def test_a_spacer_has_the_statistics_of_its_character_and_of_its_suit(t: Table, q: Stats) -> None:
    t.tables["characters"][1]["skills"] = (2, 1, 3, 1, 1)
    t.tables["suits"][1]["light_range"], t.tables["suits"][1]["light_dice"] = 5, 2
    t.tables["suits"][1]["light_colour"] = Colour.RED
    t.tables["suits"][1]["support"], t.tables["suits"][1]["backpack"] = 2, 4
    t.s(1)["suit"] = 1
    assert q.skill(1, Skill.STRENGTH) == 3
    assert q.skill(0, Skill.STRENGTH) == 1
    assert q.light(1) == (5, 2, Colour.RED)
    assert q.light(0) == (3, 1, Colour.WHITE)
    assert (q.free_slots(1, GearPlace.SUPPORT), q.free_slots(1, GearPlace.BACKPACK)) == (2, 4)
    assert (q.free_slots(0, GearPlace.SUPPORT), q.free_slots(0, GearPlace.BACKPACK)) == (1, 3)


@pytest.mark.rule("ENO-SPC-02")
def test_each_of_the_five_skills_is_at_least_1(t: Table, q: Stats) -> None:
    t.tables["characters"][0]["skills"] = (1, 2, 3, 4, 2)
    assert [q.skill(0, k) for k in Skill] == [1, 2, 3, 4, 2]
    passive(t, t.tables["characters"][0], (Stat.SKILL, -3, Skill.DEXTERITY))
    assert [q.skill(0, k) for k in Skill] == [1, 1, 3, 4, 2]


@pytest.mark.rule("ENO-SPC-03")
def test_the_class_is_a_label_that_effects_test(t: Table, q: Stats) -> None:
    t.tables["characters"][0]["division"] = Division.SECURITY
    assert q.need_met(Need.DIVISION, Division.SECURITY)
    assert not q.need_met(Need.DIVISION, Division.OPS)
    assert q.need_met(Need.DIVISION, Division.OPS, s=1)


@pytest.mark.rule("ENO-SPC-06", "ENO-SPC-06-D")
def test_the_vitality_level_is_the_band_of_the_suit_where_vitals_stand(t: Table, q: Stats) -> None:
    bands = []
    for vitals in range(10):
        t.s(0)["vitals"] = vitals
        bands.append(q.band(0))
    assert bands == [Band.RED] * 4 + [Band.ORANGE] * 3 + [Band.GREEN] * 3
    assert q.need_met(Need.BAND, Band.GREEN)
    assert not q.need_met(Need.BAND, Band.RED)
    t.tables["suits"][0]["red_max"], t.tables["suits"][0]["orange_max"] = 0, 0
    t.s(0)["vitals"] = 0
    assert q.band(0) == Band.RED, "position 0 is red"
    t.s(0)["vitals"] = 1
    assert q.band(0) == Band.GREEN


# -- Rubicon stats -------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-RUB-04", "ENO-RUB-01")
def test_damage_lowers_vitals_by_its_amount(t: Table, q: Stats) -> None:
    q.lose_vitals(0, 3)
    assert t.s(0)["vitals"] == 6
    assert t.s(0)["due"] == 0
    q.lose_vitals(0, 0)
    assert t.s(0)["vitals"] == 6


@pytest.mark.rule("ENO-RUB-05", "ENO-FLT-05-D")
def test_below_1_vitals_a_flatline_check_is_due(t: Table, q: Stats) -> None:
    t.s(0)["vitals"], t.s(0)["broke_down"] = 3, 1
    q.lose_vitals(0, 2)
    assert (t.s(0)["vitals"], t.s(0)["due"]) == (1, 0)
    q.lose_vitals(0, 1)
    assert (t.s(0)["vitals"], t.s(0)["due"]) == (0, FLATLINE)
    t.s(0)["due"] = 0
    q.lose_vitals(0, 1)
    assert (t.s(0)["vitals"], t.s(0)["due"]) == (0, FLATLINE), "every further damage causes another one"


@pytest.mark.rule("ENO-RUB-06", "ENO-DTH-01")
@pytest.mark.parametrize(("stress", "gain", "due"), [(7, 2, 0), (8, 2, DEATH), (9, 1, DEATH), (9, 0, 0)])
def test_stress_above_9_kills(t: Table, q: Stats, stress: int, gain: int, due: int) -> None:
    t.s(0)["stress"], t.s(0)["broke_down"] = stress, 1
    q.gain_stress(0, gain)
    assert t.s(0)["due"] == due
    assert t.s(0)["stress"] == 9


@pytest.mark.rule("ENO-RUB-07", "ENO-DTH-01")
@pytest.mark.parametrize(("adrenaline", "gain", "due"), [(7, 2, 0), (8, 2, DEATH), (9, 1, DEATH)])
def test_adrenaline_above_9_kills(t: Table, q: Stats, adrenaline: int, gain: int, due: int) -> None:
    t.s(0)["adrenaline"] = adrenaline
    q.gain_adrenaline(0, gain)
    assert t.s(0)["due"] == due
    assert t.s(0)["adrenaline"] == 9


@pytest.mark.rule("ENO-RUB-08", "ENO-SBD-02", "ENO-EX-38")
def test_when_stress_reaches_vitals_for_the_first_time_a_breakdown_is_due(t: Table, q: Stats) -> None:
    t.s(0)["vitals"], t.s(0)["stress"] = 4, 3
    q.lose_vitals(0, 1)
    assert (t.s(0)["vitals"], t.s(0)["due"]) == (3, BREAKDOWN)
    t.spacer(1, 8, 8, vitals=5, stress=3)
    q.gain_stress(1, 1)
    assert t.s(1)["due"] == 0
    q.gain_stress(1, 2)
    assert (t.s(1)["stress"], t.s(1)["due"]) == (6, BREAKDOWN), "crossing"
    t.s(1)["due"], t.s(1)["broke_down"] = 0, 1
    q.gain_stress(1, 1)
    q.lose_vitals(1, 1)
    assert t.s(1)["due"] == 0, "no second one"


@pytest.mark.rule("ENO-RUB-08-D")
def test_a_flatline_and_a_breakdown_may_be_due_at_once(t: Table, q: Stats) -> None:
    t.s(0)["vitals"], t.s(0)["stress"] = 4, 3
    q.lose_vitals(0, 6)
    assert t.s(0)["due"] == FLATLINE | BREAKDOWN


@pytest.mark.rule("ENO-RUB-10", "ENO-RUB-10-D", "ENO-RUB-01")
def test_stats_stay_between_0_and_9(t: Table, q: Stats) -> None:
    t.s(0)["vitals"], t.s(0)["stress"], t.s(0)["adrenaline"] = 5, 2, 1
    q.regain_vitals(0, 2)
    assert t.s(0)["vitals"] == 7
    q.regain_vitals(0, 5)
    q.lose_stress(0, 3)
    q.lose_adrenaline(0, 4)
    assert (t.s(0)["vitals"], t.s(0)["stress"], t.s(0)["adrenaline"]) == (9, 0, 0)


@pytest.mark.rule("ENO-RUB-11")
def test_gains_and_losses_of_stress_and_adrenaline(t: Table, q: Stats) -> None:
    q.gain_stress(0, 3)
    q.gain_adrenaline(0, 2)
    assert (t.s(0)["stress"], t.s(0)["adrenaline"]) == (3, 2)
    q.lose_stress(0, 2)
    q.lose_adrenaline(0, 1)
    assert (t.s(0)["stress"], t.s(0)["adrenaline"]) == (1, 1)


def test_nothing_happens_to_a_spacer_who_is_out_of_play(t: Table, q: Stats) -> None:
    for where in (Where.DEAD, Where.EXTRACTED):
        t.s(0)["where"] = where
        q.lose_vitals(0, 9)
        q.gain_stress(0, 10)
        q.gain_adrenaline(0, 10)
        q.gain_radiation(0, 5)
        q.knock_down(0)
        assert (t.s(0)["vitals"], t.s(0)["due"], t.s(0)["knock"]) == (9, 0, Knock.NONE)


@pytest.mark.rule("ENO-DTH-01", "ENO-DTH-01-D")
def test_the_fifth_token_of_a_kind_kills(t: Table, q: Stats) -> None:
    q.gain_radiation(0, 4)
    q.gain_infection(0, 4)
    assert (t.s(0)["radiation"], t.s(0)["infection"], t.s(0)["due"]) == (4, 4, 0)
    q.gain_infection(0, 2)
    assert (t.s(0)["infection"], t.s(0)["due"]) == (5, DEATH)
    t.s(0)["due"] = 0
    q.gain_radiation(0, 1)
    assert (t.s(0)["radiation"], t.s(0)["due"]) == (5, DEATH)


@pytest.mark.rule("ENO-GEN-06-D2")
def test_what_is_due_is_settled_for_the_spacer_named_first_then_by_seat(t: Table, q: Stats) -> None:
    assert not q.settle(0)
    t.s(0)["due"] = t.s(1)["due"] = DEATH
    core = t.state["core"]
    for first, order in ((1, [1, 0]), (0, [0, 1]), (-1, [0, 1])):
        core["depth"] = 0
        assert q.settle(first)
        assert [int(core["stack"][i]["a"]) for i in (1, 0)] == order, "innermost first"
        assert {int(core["stack"][i]["proc"]) for i in range(2)} == {Proc.SETTLE}
    t.s(1)["due"] = 0
    core["depth"] = 0
    assert q.settle(1)
    assert (core["depth"], core["stack"][0]["a"]) == (1, 0)


@pytest.mark.rule("ENO-RUB-02", "ENO-RUB-03", "ENO-SPC-04")
def test_a_session_begins_with_vitals_9_adrenaline_0_and_the_printed_stress(t: Table) -> None:
    t.tables["characters"][0]["stress"] = 3
    t.tables["fixed_character"], t.tables["fixed_suit"] = (0, 1, -1, -1), 0
    t.tables["fixed_stratagems"] = (0, 1)
    t.tables["n_stratagems"] = 2
    for seat in range(2):
        t.spacer(seat, 4 + seat, 4, vitals=2, adrenaline=5, stress=7, character=-1, suit=-1)
    t.call(Proc.LOADOUT)
    assert [int(t.s(0)[name]) for name in ("vitals", "adrenaline", "stress")] == [9, 0, 3]
    assert [int(t.s(1)[name]) for name in ("vitals", "adrenaline", "stress")] == [9, 0, 1]


# -- Adrenaline and Rubicon bonuses --------------------------------------------------------------------------


@pytest.mark.rule("ENO-ADR-01", "ENO-ADR-01-D", "ENO-ADR-02", "ENO-SPC-05")
@pytest.mark.parametrize(
    ("adrenaline", "incoming"),
    [(0, (0, 0, 0)), (1, (0, 0, 1)), (2, (1, 0, 1)), (3, (2, 0, 1)), (5, (2, 0, 1)), (6, (2, 1, 1)), (9, (2, 1, 1))],
)
def test_bonuses_below_adrenaline_go_to_the_incoming_pool(
    t: Table, q: Stats, adrenaline: int, incoming: tuple[int, int, int]
) -> None:
    t.tables["characters"][0]["rubicon"][[2, 5, 9]] = (D + 1, C + 1, E + 1)
    t.tables["suits"][0]["rubicon"][[0, 1]] = (E + 1, D + 1)
    t.s(0)["adrenaline"] = adrenaline
    q.rubicon(0)
    assert tuple(t.state["incoming"]) == incoming
    assert tuple(t.state["pool"]) == (0, 0, 0)


@pytest.mark.rule("ENO-ADR-01", "ENO-RUB-11", "ENO-RAT-01")
def test_an_adrenaline_action_raises_adrenaline_before_the_bonuses(t: Table) -> None:
    t.tables["characters"][0]["rubicon"][[4, 5]] = (C + 1, D + 1)
    t.s(0)["adrenaline"], t.s(0)["stress"] = 4, 5
    t.call(Proc.ACTIONS, 0, 3).play("act_rationalize")
    assert (t.s(0)["adrenaline"], t.s(0)["stress"]) == (5, 3)
    assert tuple(t.state["incoming"]) == (0, 1, 0), "4 < 5, but not 5 < 5"


@pytest.mark.rule("ENO-ADR-03")
def test_an_attack_raises_adrenaline_in_step_2_and_leaves_the_bonuses_in_step_5(t: Table) -> None:
    t.tables["characters"][0]["rubicon"][[0, 1]] = (C + 1, D + 1)
    t.state["active"] = 0
    t.intruder(4, 5)
    t.rolls(0)
    t.call(Proc.SPACER_ATTACK, 0, 0)
    assert t.asked == (0, Choice.STRESS), "in the Attack Roll"
    assert t.s(0)["adrenaline"] == 1
    assert tuple(t.state["incoming"]) == (0, 0, 0)
    t.play("done")
    assert tuple(t.state["incoming"]) == (0, 1, 0)


@pytest.mark.rule("ENO-ADR-04-D", "ENO-RUB-07")
def test_an_adrenaline_action_at_9_is_legal_and_kills_before_its_effect(t: Table) -> None:
    t.spacer(0, 4, 4, adrenaline=9, stress=5)
    t.call(Proc.ACTIONS, 0, 3)
    assert "act_rationalize" in t.legal
    t.play("act_rationalize")
    assert t.s(0)["where"] == Where.DEAD
    assert t.s(0)["stress"] == 5
    assert tuple(t.state["incoming"]) == (0, 0, 0)


@pytest.mark.rule("ENO-EX-36", "ENO-ADR-01-D", "ENO-ADR-04")
def test_exerting_and_then_a_full_reload(t: Table) -> None:
    t.tables["characters"][0]["rubicon"][[4, 6, 7]] = (C + 1, D + 1, E + 1)
    t.state["active"] = 0
    t.spacer(0, 4, 4, adrenaline=4, stress=2)
    t.tables["gear"][1]["ammo"] = 2
    t.gear(0, 1, ammo=0)
    t.s(0)["half"][1] = (2, 3)
    t.call(Proc.PLAY_CARD, 0, 1, CardSide.A).play("step_north", "done", "exert")
    assert t.s(0)["adrenaline"] == 6
    t.play("act_full_reload")
    assert t.s(0)["adrenaline"] == 7
    assert tuple(t.state["incoming"]) == (1, 1, 0), "positions 4 and 6, once"
    assert t.s(0)["gear"][1]["ammo"] == 2


@pytest.mark.rule("ENO-ADR-04", "ENO-EXR-01")
def test_exerting_applies_no_bonuses_by_itself(t: Table) -> None:
    t.tables["characters"][0]["rubicon"][[0, 1]] = (C + 1, D + 1)
    t.state["active"] = 0
    t.tables["gear"][1]["ammo"], t.tables["gear"][1]["hands"] = 2, 1
    t.gear(0, 1, ammo=0)
    t.call(Proc.PLAY_CARD, 0, 2, CardSide.A).play("act_fast_reload")
    assert tuple(t.state["incoming"]) == (0, 0, 0)
    t.play("exert")
    assert t.s(0)["adrenaline"] == 2
    assert tuple(t.state["incoming"]) == (0, 0, 0)


# -- the Spacer Pool -----------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-TOK-01", "ENO-TOK-02", "ENO-TOK-03", "ENO-TOK-10")
def test_tokens_are_placed_in_the_incoming_pool_and_paid_from_the_active_one(t: Table, q: Stats) -> None:
    q.place_tokens(C, 2)
    assert (tuple(t.state["incoming"]), tuple(t.state["pool"])) == ((0, 2, 0), (0, 0, 0))
    assert not q.pay_tokens(C, 1), "not active yet"
    q.place_tokens(E, 3, active=True)
    assert not q.pay_tokens(E, 4)
    assert q.pay_tokens(E, 2)
    assert (tuple(t.state["incoming"]), tuple(t.state["pool"])) == ((0, 2, 0), (0, 0, 1))


@pytest.mark.rule("ENO-TOK-04")
def test_milling_discards_the_active_pool_and_moves_the_incoming_one_there(t: Table, q: Stats) -> None:
    t.pool(active=(1, 2, 3), incoming=(4, 0, 1))
    q.mill()
    assert (tuple(t.state["incoming"]), tuple(t.state["pool"])) == ((0, 0, 0), (4, 0, 1))


@pytest.mark.rule("ENO-TOK-04", "ENO-TOK-04-D")
def test_the_pool_is_milled_at_the_end_of_a_turn_and_waits_until_then(t: Table) -> None:
    assert tuple(Table().state["pool"]) == tuple(Table().state["incoming"]) == (0, 0, 0)
    t.pool(active=(1, 1, 1), incoming=(0, 2, 0))
    t.state["active"] = 0
    t.call(Proc.INTRUDER_PHASE)
    assert (tuple(t.state["incoming"]), tuple(t.state["pool"])) == ((0, 2, 0), (1, 1, 1))
    t.call(Proc.TURN_END, 0)
    assert (tuple(t.state["incoming"]), tuple(t.state["pool"])) == ((0, 0, 0), (0, 2, 0))


@pytest.mark.rule("ENO-TOK-07")
def test_expertise_pays_an_ability(t: Table) -> None:
    t.ability(t.tables["characters"][0], ops=[(34, 2, 0, 0, 0)], timing=Timing.TURN, cost=(0, 0, 2))
    t.state["active"] = 0
    t.pool(active=(0, 0, 3))
    t.call(Proc.TURN, 0).play("character_ability_0")
    assert tuple(t.state["pool"]) == (0, 0, 1)
    assert "character_ability_0" not in t.legal


@pytest.mark.rule("ENO-TOK-08", "ENO-TOK-08-D")
def test_expertise_lowers_the_damage_of_an_attack_to_1(t: Table) -> None:
    t.pool(active=(0, 0, 4))
    k = t.intruder(4, 5)
    t.rolls(5, 2)  # 3 Power and 1 Power
    t.state["phase"] = 3
    t.call(Proc.ACTIVATE, k, 0, -1)
    assert t.asked == (0, Choice.MITIGATE)
    assert t.legal == {"amount_0", "amount_1", "amount_2", "amount_3"}, "4 damage, at least 1 is left"
    t.play("amount_3")
    assert (t.s(0)["vitals"], t.state["pool"][E]) == (8, 1)


@pytest.mark.rule("ENO-TOK-08-D")
def test_expertise_lowers_nothing_but_the_damage_of_attacks(t: Table) -> None:
    t.pool(active=(0, 0, 4))
    t.resolve(t.ops((32, 3, 0, 0, 0)))
    assert (t.s(0)["vitals"], t.state["pool"][E]) == (6, 4)
    k = t.intruder(4, 5)
    t.rolls(0, 0)  # no Power
    t.state["phase"] = 3
    t.call(Proc.ACTIVATE, k, 0, -1)
    assert t.asked is None
    assert (t.s(0)["vitals"], t.state["pool"][E]) == (6, 4)


# -- what changes statistics ---------------------------------------------------------------------------------


@pytest.mark.rule("ENO-ABL-02", "ENO-KEY-00")
def test_passive_modifiers_of_all_cards_add_up(t: Table, q: Stats) -> None:
    tables = t.tables
    passive(t, tables["characters"][0], (Stat.MOVE, 1), (Stat.POWER, 5))
    passive(t, tables["suits"][0], (Stat.MOVE, 2))
    passive(t, tables["gear"][3], (Stat.MOVE, 4))
    t.gear(0, 3, GearPlace.SUPPORT)
    assert q.stat(0, Stat.MOVE) == 7
    assert q.stat(1, Stat.MOVE) == 2, "the Suit only"
    t.tables["n_conditions"] = 1
    passive(t, tables["conditions"][0], (Stat.MOVE, -3))
    t.s(0)["conditions"][0] = 1
    assert q.stat(0, Stat.MOVE) == 4
    t.ability(tables, first="scenario_first", end="scenario_end", mods=[(Stat.MOVE, 8)], timing=Timing.PASSIVE)
    assert (q.stat(0, Stat.MOVE), q.stat(1, Stat.MOVE)) == (12, 10)


@pytest.mark.rule("ENO-LOC-03", "ENO-MAP-05-D")
def test_rules_of_a_location_hold_for_those_on_it() -> None:
    t = Table(seats=2, pages=((0, 0, 5, 5), (5, 0, 5, 5)))
    t.tables["pages"][1]["location"] = 1
    t.state["location"] = 3
    t.spacer(0, 1, 1)
    t.spacer(1, 7, 1)
    near, far = t.intruder(2, 2), t.intruder(8, 2)
    passive(t, t.tables["locations"][1], (Stat.MOVE, -1), (Stat.AT, 2))
    q = Stats(t.tables, t.state)
    assert (q.stat(0, Stat.MOVE), q.stat(1, Stat.MOVE)) == (0, -1)
    assert (q.at(near), q.at(far)) == (3, 5)


def test_the_breakdown_card_counts_with_the_side_that_lies_up(t: Table, q: Stats) -> None:
    row = t.tables["breakdowns"][2]
    passive(t, row, (Stat.NO_ABILITIES, 1))
    t.ability(row, first="first_bonus", end="end_bonus", mods=[(Stat.MOVE, 1)], timing=Timing.PASSIVE)
    t.s(0)["breakdown"] = 2
    assert (q.stat(0, Stat.NO_ABILITIES), q.stat(0, Stat.MOVE)) == (1, 0)
    assert q.can(0) == (True, True, False, True)
    t.s(0)["flipped"] = 1
    assert (q.stat(0, Stat.NO_ABILITIES), q.stat(0, Stat.MOVE)) == (0, 1)


@pytest.mark.rule("ENO-AWK-07")
def test_the_awakening_card_counts_while_it_is_held(t: Table, q: Stats) -> None:
    t.ability(t.tables, first="awakening_first", end="awakening_end", mods=[(Stat.POWER, 2)], timing=Timing.PASSIVE)
    assert q.stat(0, Stat.POWER) == 0
    t.s(0)["awakened"] = 1
    assert q.stat(0, Stat.POWER) == 2


@pytest.mark.rule("ENO-EXH-01", "ENO-EXH-02", "ENO-GEA-04")
def test_an_exhausted_card_keeps_its_passives_but_not_its_defence(t: Table, q: Stats) -> None:
    passive(t, t.tables["gear"][3], (Stat.MOVE, 1), (Stat.DAMAGE_REDUCTION, 2), (Stat.ARMOR_REROLLS, 1))
    entry = t.gear(0, 3, GearPlace.ARMOR)
    stats = Stat.MOVE, Stat.DAMAGE_REDUCTION, Stat.ARMOR_REROLLS
    assert [q.stat(0, which) for which in stats] == [1, 2, 1]
    t.s(0)["gear"][entry]["exhausted"] = 1
    assert [q.stat(0, which) for which in stats] == [1, 0, 0]
    t.s(0)["gear"][entry]["exhausted"], t.s(0)["gear"][entry]["place"] = 0, GearPlace.BACKPACK
    assert [q.stat(0, which) for which in stats] == [0, 0, 0]


@pytest.mark.rule("ENO-STT-02", "ENO-STT-02-D")
def test_a_disabled_card_changes_nothing(t: Table, q: Stats) -> None:
    passive(t, t.tables["gear"][3], (Stat.MOVE, 1))
    t.tables["gear"][3]["light"] = Colour.BLACK + 1
    t.gear(0, 3, GearPlace.SUPPORT, disabled=1)
    assert q.stat(0, Stat.MOVE) == 0
    assert q.light(0)[2] == Colour.WHITE


def test_abilities_that_are_used_are_no_passive_modifiers(t: Table, q: Stats) -> None:
    t.ability(t.tables["characters"][0], mods=[(Stat.POWER, 2)], timing=Timing.ROLL)
    assert q.stat(0, Stat.POWER) == 0


def test_conditions_of_abilities_and_of_modifiers(t: Table, q: Stats) -> None:
    passive(t, t.tables["characters"][0], (Stat.MOVE, 1, 0, Need.STRESS_AT_LEAST, 3), (Stat.POWER, 1))
    passive(t, t.tables["characters"][0], (Stat.MOVE, 2), need=Need.COUNTER, need_b=1, need_c=4)
    assert (q.stat(0, Stat.MOVE), q.stat(0, Stat.POWER)) == (0, 1)
    t.s(0)["stress"] = 3
    assert q.stat(0, Stat.MOVE) == 1
    t.state["counters"][1] = 4
    assert q.stat(0, Stat.MOVE) == 3


def test_lasting_modifiers_end_with_their_term(t: Table, q: Stats) -> None:
    k = t.intruder(5, 5)
    t.ability(t.tables["suits"][1], mods=[(Stat.MOVE, 1), (Stat.SPEED, 2)], timing=Timing.TURN)
    q.add_lasting(0, 0, Until.TURN)
    q.add_lasting(0, 0, Until.ROUND)
    q.add_lasting(0, 1, Until.TURN)
    q.add_lasting(1, 4 + k, Until.ROUND)
    assert (q.stat(0, Stat.MOVE), q.stat(1, Stat.MOVE), q.speed(k)) == (2, 1, 5)
    q.end_lasting(0, Until.TURN)
    assert (q.stat(0, Stat.MOVE), q.stat(1, Stat.MOVE)) == (1, 1)
    q.end_lasting(-1, Until.ROUND)
    assert (q.stat(0, Stat.MOVE), q.stat(1, Stat.MOVE), q.speed(k)) == (0, 1, 3)
    q.add_lasting(1, 4 + k, Until.SESSION)
    q.remove_intruder(k)
    assert [int(row["unit"]) for row in t.state["lasting"] if row["unit"] >= 0] == [1], "gone with the Intruder"
    for _ in range(MAX_LASTING - 1):
        q.add_lasting(0, 0, Until.SESSION)
    assert t.state["core"]["error"] == 0


@pytest.mark.rule("ENO-KEY-17", "ENO-KEY-17-D", "ENO-SPC-07")
def test_a_light_keyword_changes_the_die_of_the_light(t: Table, q: Stats) -> None:
    t.tables["suits"][0]["light_colour"] = Colour.BLACK
    t.tables["gear"][3]["light"], t.tables["gear"][4]["light"] = Colour.WHITE + 1, Colour.RED + 1
    assert q.light(0) == (3, 1, Colour.BLACK)
    t.gear(0, 3, GearPlace.SUPPORT)
    assert q.light(0) == (3, 1, Colour.WHITE), "it becomes that colour, even a lower one"
    entry = t.gear(0, 4, GearPlace.HAND)
    assert q.light(0) == (3, 1, Colour.RED), "the highest of several"
    t.s(0)["gear"][entry]["place"] = GearPlace.BACKPACK
    assert q.light(0) == (3, 1, Colour.WHITE), "not equipped"
    passive(t, t.tables["characters"][0], (Stat.LIGHT_RANGE, 2), (Stat.LIGHT_DICE, 1), (Stat.LIGHT_COLOUR, 1))
    assert q.light(0) == (5, 2, Colour.RED), "one tier up"
    passive(t, t.tables["characters"][0], (Stat.LIGHT_COLOUR, 2))
    assert q.light(0)[2] == Colour.BLACK, "no tier above"


# -- conditions of effects -----------------------------------------------------------------------------------


def test_needs_of_the_pool(t: Table, q: Stats) -> None:
    assert q.need_met(Need.POOL_EMPTY)
    assert q.need_met(Need.POOL_WAS_EMPTY)
    t.pool(active=(0, 2, 0))
    assert q.need_met(Need.POOL_EMPTY), "one area is empty"
    assert not q.need_met(Need.POOL_WAS_EMPTY)
    assert q.need_met(Need.TOKENS, C, 2)
    assert not q.need_met(Need.TOKENS, C, 3)
    assert not q.need_met(Need.TOKENS, D, 1)
    t.pool(active=(0, 2, 0), incoming=(1, 0, 0))
    assert not q.need_met(Need.POOL_EMPTY)


def test_needs_of_the_spacer(t: Table, q: Stats) -> None:
    assert not q.need_met(Need.WOUNDED)
    t.spacer(0, 4, 4, vitals=5, stress=4, adrenaline=2)
    for need, value in ((Need.VITALS_AT_MOST, 5), (Need.STRESS_AT_LEAST, 4), (Need.ADRENALINE_AT_LEAST, 2)):
        assert q.need_met(need, value)
        assert not q.need_met(need, value + (-1 if need == Need.VITALS_AT_MOST else 1))
    assert q.need_met(Need.WOUNDED)
    t.s(0)["conditions"][1] = 1
    assert q.need_met(Need.HAS_CONDITION, 1)
    assert not q.need_met(Need.HAS_CONDITION, 0)
    t.s(0)["devices"][2], t.s(0)["resources"][0] = 1, 1
    assert q.need_met(Need.ENGRAMS, 2)
    assert not q.need_met(Need.ENGRAMS, 3)
    t.s(0)["objectives"][1], t.s(1)["objectives"][1] = 1, 2
    assert q.need_met(Need.OBJECTIVES, 1, 3)
    t.s(1)["where"] = Where.DEAD
    assert not q.need_met(Need.OBJECTIVES, 1, 3)
    assert not q.need_met(Need.WALKED)
    t.tables["halves"][4]["walk"] = 1
    t.s(0)["last_half"] = 3
    assert not q.need_met(Need.WALKED)
    t.s(0)["last_half"] = 4
    assert q.need_met(Need.WALKED)
    assert q.need_met(Need.PLAYERS, 2)
    assert not q.need_met(Need.PLAYERS, 3)
    assert q.need_met(Need.NONE)


@pytest.mark.rule("ENO-BRD-17-D")
def test_needs_of_the_board(t: Table, q: Stats) -> None:
    assert not q.need_met(Need.KNOCKED_DOWN)
    t.s(1)["knock"] = Knock.STANDING
    assert q.need_met(Need.KNOCKED_DOWN)
    k = t.intruder(6, 4)
    assert not q.need_met(Need.ADJACENT_INTRUDER)
    assert q.need_met(Need.DISTANCE, 2, intruder=k)
    assert not q.need_met(Need.DISTANCE, 1, intruder=k)
    t.intruder(4, 5)
    assert q.need_met(Need.ADJACENT_INTRUDER)
    assert not q.need_met(Need.INTRUDER_DANGEROUS)
    t.mark(6, 4, Mark.DANGEROUS)
    assert q.need_met(Need.INTRUDER_DANGEROUS)
    t.tables["marks"][cell(6, 4)] = 0
    t.tile(4, 5, 0, Tile.COVER)
    assert q.need_met(Need.INTRUDER_DANGEROUS)
    assert q.need_met(Need.ALIVE, intruder=k)
    q.remove_intruder(k)
    assert not q.need_met(Need.ALIVE, intruder=k)
    t.s(0)["where"] = Where.DEAD
    assert not q.need_met(Need.ALIVE)


def test_needs_of_blips_levels_and_flags(t: Table, q: Stats) -> None:
    k = t.intruder(6, 4, type=2)
    t.intruder(7, 4, type=2)
    t.blip(1, 1)
    assert q.need_met(Need.FEW_BLIPS, 2, intruder=k), "1 Blip"
    t.blip(2, 1)
    assert not q.need_met(Need.FEW_BLIPS, 2, intruder=k), "2 Blips and 2 Intruders of the type"
    assert q.need_met(Need.FEW_BLIPS, 2), "no Intruder of the ecology"
    assert q.need_met(Need.BLIPS, 2)
    assert not q.need_met(Need.BLIPS, 3)
    assert not q.need_met(Need.LEVEL, 1)
    t.level(1)
    assert q.need_met(Need.LEVEL, 1)
    t.state["flags"][3], t.state["clues"][5], t.state["counters"][0] = 1, 1, 2
    assert q.need_met(Need.FLAG, 3)
    assert not q.need_met(Need.FLAG, 2)
    assert q.need_met(Need.CLUE, 5)
    assert not q.need_met(Need.CLUE, 4)
    assert q.need_met(Need.COUNTER, 0, 2)
    assert not q.need_met(Need.COUNTER, 0, 3)


@pytest.mark.rule("ENO-IAT-04")
def test_the_damage_of_the_innermost_intruder_attack(t: Table, q: Stats) -> None:
    assert not q.need_met(Need.DAMAGE, 1)
    t.state["n_assaults"] = 3
    for i, (side, damage) in enumerate(((1, 6), (1, 3), (0, 0))):
        t.state["assaults"][i]["side"], t.state["assaults"][i]["damage"] = side, damage
    assert q.need_met(Need.DAMAGE, 3)
    assert not q.need_met(Need.DAMAGE, 4)


# -- slots ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-GEA-01", "ENO-GEA-01-D")
def test_hand_slots(t: Table, q: Stats) -> None:
    t.tables["gear"]["hands"][[1, 2, 3]] = (1, 2, 3)
    assert [q.fits(0, card, GearPlace.HAND) for card in (1, 2, 3)] == [True, True, False]
    t.gear(0, 1)
    assert q.free_slots(0, GearPlace.HAND) == 1
    assert [q.fits(0, card, GearPlace.HAND) for card in (1, 2, 3)] == [True, False, False]
    t.gear(0, 1)
    assert not q.fits(0, 1, GearPlace.HAND)
    passive(t, t.tables["characters"][1], (Stat.HANDS, 1))
    assert q.hand_slots(1) == 3
    assert q.fits(1, 3, GearPlace.HAND), "an ability adds a hand"


@pytest.mark.rule("ENO-GEA-02", "ENO-GEA-02-D")
def test_support_and_armor_slots(t: Table, q: Stats) -> None:
    gear = t.tables["gear"]
    gear["kind"][[4, 5, 6]] = (GearKind.SUPPORT, GearKind.ARMOR, GearKind.WEAPON)
    assert [q.fits(0, card, GearPlace.SUPPORT) for card in (4, 5, 6)] == [True, True, False]
    assert not q.fits(0, 5, GearPlace.ARMOR), "the Suit lists no armor slot"
    assert not q.fits(0, 4, GearPlace.HAND)
    t.gear(0, 5, GearPlace.SUPPORT)
    assert not q.fits(0, 4, GearPlace.SUPPORT), "the armor takes the slot"
    t.tables["suits"][1]["armor"] = 1
    t.s(1)["suit"] = 1
    assert not q.fits(1, 5, GearPlace.SUPPORT)
    assert q.fits(1, 5, GearPlace.ARMOR)
    t.gear(1, 5, GearPlace.ARMOR)
    assert q.fits(1, 4, GearPlace.SUPPORT)
    assert not q.fits(1, 5, GearPlace.ARMOR)


@pytest.mark.rule("ENO-GEA-03")
def test_each_card_takes_one_backpack_slot(t: Table, q: Stats) -> None:
    t.tables["gear"]["hands"][2] = 2
    for _ in range(3):
        assert q.fits(0, 2, GearPlace.BACKPACK)
        t.gear(0, 2, GearPlace.BACKPACK)
    assert not q.fits(0, 1, GearPlace.BACKPACK)
    passive(t, t.tables["characters"][0], (Stat.BACKPACK, 1))
    assert q.fits(0, 1, GearPlace.BACKPACK)


@pytest.mark.rule("ENO-GEA-05", "ENO-GEA-05-D")
def test_the_multitool_is_equipped_in_no_slot(t: Table, q: Stats) -> None:
    assert [q.free_slots(0, p) for p in (GearPlace.HAND, GearPlace.SUPPORT, GearPlace.BACKPACK)] == [2, 1, 3]
    assert not any(q.fits(0, 0, p) for p in (GearPlace.HAND, GearPlace.SUPPORT, GearPlace.BACKPACK))
    passive(t, t.tables["gear"][0], (Stat.MOVE, 1))
    assert q.stat(0, Stat.MOVE) == 1, "it counts as equipped"
    t.intruder(4, 5)
    t.rolls(0)
    t.call(Proc.ACTIONS, 0, 1)
    assert t.asked == (0, Choice.STRESS), "an Attack with it is legal"
    assert t.state["n_assaults"] == 1


# -- Intruders -----------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-CES-01", "ENO-CES-02", "ENO-CES-03", "ENO-EX-07", "ENO-INT-02", "ENO-CDN-01")
def test_values_in_three_colours_follow_the_countdown_level_at_once(t: Table, q: Stats) -> None:
    row = t.tables["types"][1]
    row["speed"], row["at"], row["noise"] = (3, 3, 4), (3, 4, 5), (Colour.WHITE, Colour.WHITE, Colour.RED)
    k = t.intruder(6, 4, type=1)
    seen = []
    for space in (7, 6, 4, 3, 0):
        t.state["countdown"] = space
        seen.append((q.speed(k), q.at(k), q.noise_colour(1)))
    white, red, black = (3, 3, Colour.WHITE), (3, 4, Colour.WHITE), (4, 5, Colour.RED)
    assert seen == [white, red, red, black, black]


@pytest.mark.rule("ENO-CES-01")
def test_the_price_of_fast_scavenging_follows_the_level(t: Table) -> None:
    t.object(5, 4, Thing.CACHE)
    t.pool(active=(0, 0, 2))
    for level, left in ((0, 1), (1, 0)):
        t.level(level)
        t.pool(active=(0, 0, 2))
        t.spacer(0, 5, 4)
        t.call(Proc.FAST_SCAVENGE, 0)
        assert "scavenge_cache" in t.legal
        t.play("scavenge_cache")
        assert t.state["pool"][E] == left
        t.object(5, 4, Thing.CACHE)
    t.level(2)
    t.pool(active=(0, 0, 2))
    t.call(Proc.FAST_SCAVENGE, 0)
    assert t.done


@pytest.mark.rule("ENO-INT-05")
def test_a_unique_specimen_changes_the_base_statistics(t: Table, q: Stats) -> None:
    row = t.tables["specimens"][3]
    row["speed"], row["at"], row["wounds"], row["dice"] = 1, 2, 1, 1
    k = t.intruder(6, 4, specimen=3)
    assert (q.speed(k), q.at(k), q.wounds_needed(k), q.intruder_stat(k, Stat.ATTACK_DICE)) == (4, 5, 2, 1)
    passive(t, row, (Stat.AT, 1), (Stat.DAMAGE, 2))
    assert (q.at(k), q.intruder_stat(k, Stat.DAMAGE)) == (6, 2)
    passive(t, t.tables["types"][0], (Stat.SPEED, -1))
    assert q.speed(k) == 3


@pytest.mark.rule("ENO-SUP-03", "ENO-SUP-03-D")
def test_each_suppression_token_lowers_speed_and_at(t: Table, q: Stats) -> None:
    k = t.intruder(6, 4)
    seen = []
    for tokens in (0, 1, 2, 3, 5):
        t.k(k)["suppression"] = tokens
        seen.append((q.speed(k), q.at(k)))
    assert seen == [(3, 3), (2, 2), (1, 1), (0, 1), (0, 1)]
    t.tables["types"][0]["speed"] = 255
    assert q.speed(k) == 255, "unlimited stays unlimited"


@pytest.mark.rule("ENO-SUP-01", "ENO-SUP-02", "ENO-EX-10", "ENO-SUP-06", "ENO-SUP-06-D")
def test_the_highest_suppression_counts_never_the_sum(t: Table, q: Stats) -> None:
    k = t.intruder(6, 4)
    q.suppress(k, 2)
    assert t.k(k)["suppression"] == 2
    q.suppress(k, 1)
    assert t.k(k)["suppression"] == 2
    q.suppress(k, 3)
    assert t.k(k)["suppression"] == 3


@pytest.mark.rule("ENO-SUP-05-D")
def test_tokens_placed_during_an_activation_are_remembered(t: Table, q: Stats) -> None:
    k = t.intruder(6, 4, suppression=2, activating=1)
    q.suppress(k, 1)
    assert t.k(k)["fresh_suppression"] == 0, "none was placed"
    q.suppress(k, 3)
    assert t.k(k)["fresh_suppression"] == 1
    other = t.intruder(7, 4)
    q.suppress(other, 3)
    assert t.k(other)["fresh_suppression"] == 0


@pytest.mark.rule("ENO-SUP-05", "ENO-SUP-05-D")
def test_suppression_counts_in_the_next_activation_and_ends_with_it(t: Table) -> None:
    k = t.intruder(4, 9, suppression=1)
    t.state["phase"] = 3
    t.call(Proc.ACTIVATE, k, 0, -1)
    assert t.at(4 + k) == (4, 7), "Speed 3 - 1"
    assert t.k(k)["suppression"] == 0


@pytest.mark.rule("ENO-ATK-17", "ENO-INT-04")
def test_wounded_tokens_up_to_the_wound_stat_kill(t: Table, q: Stats) -> None:
    t.tables["types"][1]["wounds"], t.tables["types"][2]["wounds"] = 2, 255
    weak, strong, endless = t.intruder(5, 4), t.intruder(6, 4, type=1), t.intruder(7, 4, type=2)
    assert q.wound(weak)
    assert not q.wound(strong)
    assert t.k(strong)["wounds"] == 1
    assert q.wound(strong)
    assert not any(q.wound(endless) for _ in range(20))
    assert t.k(strong)["type"] == 1, "the miniature stays until it is removed"


@pytest.mark.rule("ENO-REV-08-D", "ENO-SPN-06-D")
def test_a_removed_intruder_gives_its_miniature_and_its_specimen_card_back(t: Table, q: Stats) -> None:
    t.tables["types"][1]["minis"] = 2
    assert q.free_slot() == 0
    k = t.intruder(5, 4, type=1, specimen=2, suppression=2)
    t.intruder(6, 4, type=1)
    t.state["specimen_free"][2] = 0
    t.state["adversary"] = k
    assert (q.minis_left(1), q.minis_left(0), q.free_slot()) == (0, 9, 2)
    q.remove_intruder(k)
    assert (t.k(k)["type"], t.k(k)["cell"], t.k(k)["suppression"], t.k(k)["specimen"]) == (-1, -1, 0, -1)
    assert (q.minis_left(1), q.free_slot()) == (1, k)
    assert (t.state["specimen_free"][2], t.state["adversary"]) == (1, -1)


@pytest.mark.rule("ENO-NOI-03-D")
def test_the_ecology_is_that_of_the_spacers_location() -> None:
    t = Table(seats=2, pages=((0, 0, 5, 5), (5, 0, 5, 5)))
    t.tables["pages"][1]["location"] = 1
    t.tables["locations"]["ecology"][[0, 1]] = (1, 2)
    t.spacer(0, 1, 1)
    t.spacer(1, 7, 1)
    q = Stats(t.tables, t.state)
    assert (q.ecology(0), q.ecology(1), q.ecology(-1)) == (1, 2, 1)
    t.state["marker"] = 1
    assert q.ecology(-1) == 2, "the Lead's"


# -- what a Spacer may do ------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-KDN-01", "ENO-KDN-02", "ENO-KDN-02-D", "ENO-KDN-04-D", "ENO-KDN-05", "ENO-KDN-05-D")
def test_knockdown(t: Table, q: Stats) -> None:
    assert q.can(0) == (True, True, True, True)
    t.s(0)["knock_turn"] = 1
    q.knock_down(0)
    assert (t.s(0)["knock"], t.s(0)["knock_turn"]) == (Knock.FALLING, 0)
    assert q.can(0) == (False, False, False, False)
    t.s(0)["knock"], t.s(0)["knock_turn"] = Knock.STANDING, 1
    q.knock_down(0)
    assert (t.s(0)["knock"], t.s(0)["knock_turn"]) == (Knock.STANDING, 1), "no effect with either side"
    assert q.can(0) == (True, True, True, True)
    q.stand_up(0)
    assert (t.s(0)["knock"], t.s(0)["knock_turn"]) == (Knock.NONE, 0)


def test_modifiers_that_forbid(t: Table, q: Stats) -> None:
    t.tables["n_conditions"] = 3
    for i, which in enumerate((Stat.NO_REACTION, Stat.NO_ABILITIES, Stat.NO_MOVE)):
        passive(t, t.tables["conditions"][i], (which, 1))
        t.s(0)["conditions"] = 0
        t.s(0)["conditions"][i] = 1
        assert q.can(0) == (True, i != 0, i != 1, i != 2)
    t.s(0)["conditions"] = 0
    t.s(0)["where"] = Where.OTHER
    assert q.can(0) == (True, True, True, False), "no movement in an Other Place"
    t.s(0)["where"] = Where.DEAD
    assert q.can(0) == (False, False, False, False)


@pytest.mark.rule("ENO-ABL-06", "ENO-ABL-06-D")
def test_used_abilities_are_marked_for_each_spacer(t: Table, q: Stats) -> None:
    for ability in (0, 7, 8, 191):
        assert not q.used(0, ability)
        q.mark_used(0, ability)
        assert q.used(0, ability)
        assert not q.used(1, ability)
    assert not q.used(0, 9)


# -- the marker and the Lead ---------------------------------------------------------------------------------


@pytest.mark.rule("ENO-GEN-06-D")
def test_the_lead_is_the_holder_of_the_marker_else_the_lowest_seat_in_play(t: Table, q: Stats) -> None:
    t.state["marker"] = 1
    assert q.lead() == 1
    t.s(1)["where"] = Where.OTHER
    assert q.lead() == 0, "not on the board"
    t.s(0)["where"] = Where.EXTRACTED
    assert q.lead() == 1


@pytest.mark.rule("ENO-GEN-06-D", "ENO-OPT-06")
@pytest.mark.parametrize(
    ("options", "freedom", "seat"),
    [
        ({}, 1, -1),
        ({"ask_ties": 1}, 1, 0),
        ({"agent_monsters": 1, "freedom": 0}, 1, -1),
        ({"agent_monsters": 1, "freedom": 0, "ask_ties": 1}, 1, 0),
        ({"agent_monsters": 1, "freedom": 1}, 1, 2),
        ({"agent_monsters": 1, "freedom": 1}, 2, -1),
        ({"agent_monsters": 1, "freedom": 2, "ask_ties": 1}, 2, 2),
        ({"agent_monsters": 0, "freedom": 2}, 1, -1),
    ],
)
def test_who_decides_ties(options: dict[str, int], freedom: int, seat: int) -> None:
    t = Table(seats=2, **options)
    assert Stats(t.tables, t.state).tie_chooser(0, freedom) == seat


@pytest.mark.rule("ENO-LOD-08-D")
def test_the_marker_passes_to_the_closest_spacer_on_the_board() -> None:
    t = Table(seats=4)
    q = Stats(t.tables, t.state)
    for seat, (x, y) in enumerate(((0, 0), (4, 4), (8, 4), (4, 8))):
        t.spacer(seat, x, y)
    t.state["marker"] = 1
    q.pass_marker()
    assert t.state["marker"] == 1, "it is alive"
    t.s(1)["where"] = Where.DEAD
    q.pass_marker()
    assert t.state["marker"] == 2, "2 and 3 are as close: seat order"
    t.s(2)["where"] = Where.EXTRACTED
    t.s(3)["where"] = Where.OTHER
    q.pass_marker()
    assert t.state["marker"] == 0
    t.s(0)["where"] = Where.DEAD
    q.pass_marker()
    assert t.state["marker"] == 3, "nobody is on the board"


@pytest.mark.rule("ENO-NOI-12", "ENO-AWK-03")
def test_nobody_takes_the_marker_from_an_awakened_spacer(t: Table, q: Stats) -> None:
    q.take_marker(1)
    assert t.state["marker"] == 1
    t.s(1)["awakened"] = 1
    q.take_marker(0)
    assert t.state["marker"] == 1
    t.s(1)["where"] = Where.DEAD
    q.take_marker(0)
    assert t.state["marker"] == 0


# -- a session -----------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-RUB-09-D2", "ENO-EX-13", "ENO-ABL-12")
def test_an_optional_cost_that_raises_stress_is_not_offered_at_9(t: Table) -> None:
    t.ability(t.tables["characters"][0], ops=[(33, 1, 0, 0, 0)], timing=Timing.TURN, stress=1)
    t.state["active"] = 0
    t.spacer(0, 4, 4, stress=8, broke_down=1)
    assert "character_ability_0" in t.call(Proc.TURN, 0).legal
    t.s(0)["stress"] = 9
    assert "character_ability_0" not in t.call(Proc.TURN, 0).legal


@pytest.mark.rule("ENO-RUB-10-D")
def test_a_cost_of_adrenaline_needs_as_much(t: Table) -> None:
    t.ability(t.tables["characters"][0], ops=[(33, 1, 0, 0, 0)], timing=Timing.TURN, adrenaline=2)
    t.state["active"] = 0
    t.spacer(0, 4, 4, adrenaline=1)
    assert "character_ability_0" not in t.call(Proc.TURN, 0).legal
    t.s(0)["adrenaline"] = 2
    t.call(Proc.TURN, 0).play("character_ability_0")
    assert t.s(0)["adrenaline"] == 0
