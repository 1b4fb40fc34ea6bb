"""The interpreter of effects: selectors, operations, questions (GEN-06-D, KEY, TOK, NOI-07-D2, REL, CHB, BON)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from envs.enormity.state import (
    AssaultMark,
    Border,
    Choice,
    DoorState,
    Face,
    GearPlace,
    Keyword,
    Mark,
    Need,
    Op,
    PointState,
    Proc,
    Side,
    Skill,
    Stat,
    Thing,
    Timing,
    Until,
    Where,
    Who,
)
from tests.enormity.table import CardSide, Table, cell


@pytest.fixture
def t() -> Table:
    table = Table(seats=3)
    table.spacer(0, 4, 4, vitals=5)
    table.spacer(1, 5, 4, vitals=5)
    table.spacer(2, 8, 8, vitals=5)
    return table


def run(t: Table, *operations: Sequence[int], spacer: int = 0, **more: int) -> Table:
    """Resolve operations; jump targets (of ROLL, IF, MAY and the like) are counted from the first one."""
    jumps = {
        Op.JUMP: (1,),
        Op.ROLL: (2,),
        Op.IF: (4,),
        Op.MAY: (1,),
        Op.EACH: (2,),
        Op.REPEAT: (2,),
        Op.SKILL_TEST: (3,),
    }
    first = t._ops
    rows = []
    for row in operations:
        full = [*row, *([0] * (6 - len(row)))]
        for slot in jumps.get(Op(full[0]), ()):
            full[slot] += first
        rows.append(full)
    return t.resolve(t.ops(*rows), spacer=spacer, **more)


def vitals(t: Table) -> list[int]:
    return [int(t.s(s)["vitals"]) for s in range(3)]


def suppressed(t: Table, *slots: int) -> list[int]:
    return [int(t.k(k)["suppression"]) for k in slots]


# -- selectors -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "expected"),
    [
        (Who.SELF, [4, 5, 5]),
        (Who.TARGET, [5, 5, 4]),
        (Who.ALL_SPACERS, [4, 4, 4]),
        (Who.OTHER_SPACERS, [5, 4, 4]),
        (Who.PRIORITY, [5, 4, 5]),
        (Who.LOCATION_SPACERS, [4, 4, 4]),
    ],
)
def test_selectors_of_spacers(t: Table, who: Who, expected: list[int]) -> None:
    t.state["marker"] = 1
    run(t, (Op.LOSE_VITALS, 1, 0, 0, who), target=2)
    assert vitals(t) == expected
    assert t.done


@pytest.mark.rule("ENO-OTH-02-D", "ENO-EXT-12-D")
def test_who_has_left_or_died_suffers_nothing(t: Table) -> None:
    t.s(1)["where"], t.s(1)["cell"] = Where.EXTRACTED, -1
    t.s(2)["where"], t.s(2)["cell"] = Where.DEAD, -1
    run(t, (Op.LOSE_VITALS, 1, 0, 0, Who.ALL_SPACERS), (Op.LOSE_VITALS, 1, 0, 0, Who.TARGET), target=2)
    assert vitals(t) == [4, 5, 5]


@pytest.mark.rule("ENO-GEN-06-D")
@pytest.mark.parametrize(
    ("who", "names"),
    [
        (Who.CHOSEN_SPACER, {"spacer_0", "spacer_1", "spacer_2"}),
        (Who.OTHER_CHOSEN, {"spacer_1", "spacer_2"}),
        (Who.KNOCKED_CHOSEN, {"spacer_1", "spacer_2"}),
    ],
)
def test_chosen_spacers_are_asked_of_the_decider(t: Table, who: Who, names: set[str]) -> None:
    for s in range(3):
        t.s(s)["knock"] = 1 + s % 2
    run(t, (Op.LOSE_VITALS, 1, 0, 0, who))
    assert t.asked == (0, Choice.EFFECT_TARGET)
    assert t.legal == names
    t.play("spacer_2")
    assert vitals(t) == [5, 5, 4]
    assert t.done


def test_an_adjacent_spacer_needs_a_free_border(t: Table) -> None:
    run(t, (Op.LOSE_VITALS, 1, 0, 0, Who.ADJACENT_CHOSEN))
    assert vitals(t) == [5, 4, 5], "only one: nobody is asked"
    t.border(4, 4, "east", Border.RED)
    run(t, (Op.LOSE_VITALS, 1, 0, 0, Who.ADJACENT_CHOSEN))
    assert vitals(t) == [5, 4, 5]
    assert t.done


@pytest.mark.rule("ENO-CMD-05", "ENO-TGT-13")
def test_a_zone_lies_around_the_intruder_and_leaves_out_its_own_space(t: Table) -> None:
    k = t.intruder(3, 3)
    run(t, (Op.LOSE_VITALS, 1, 0, 0, Who.ZONE_SPACERS, 1), spacer=-1, intruder=k, target=2)
    assert vitals(t) == [4, 5, 5]
    run(t, (Op.LOSE_VITALS, 1, 0, 0, Who.ZONE_SPACERS, 2), spacer=-1, intruder=k, target=2)
    assert vitals(t) == [3, 4, 5]


def test_selectors_of_intruders(t: Table) -> None:
    a, b, c = t.intruder(4, 3), t.intruder(4, 5), t.intruder(9, 9)
    run(t, (Op.SUPPRESS, 1, 0, 0, Who.ADJACENT_INTRUDERS))
    assert suppressed(t, a, b, c) == [1, 1, 0]
    run(t, (Op.SUPPRESS, 2, 0, 0, Who.ALL_INTRUDERS))
    assert suppressed(t, a, b, c) == [2, 2, 2]
    run(t, (Op.SUPPRESS, 3, 0, 0, Who.NEAREST_INTRUDER))
    assert suppressed(t, a, b, c) == [3, 2, 2], "the first of the tied ones without asking"
    run(t, (Op.SUPPRESS, 4, 0, 0, Who.TARGET), intruder=c)
    assert suppressed(t, a, b, c) == [3, 2, 4]
    run(t, (Op.SUPPRESS, 5, 0, 0, Who.CHOSEN_INTRUDER))
    assert t.legal == {f"intruder_{k}" for k in (a, b, c)}
    t.play(f"intruder_{b}")
    assert suppressed(t, a, b, c) == [3, 5, 4]


@pytest.mark.rule("ENO-GEN-06-D")
def test_a_tie_of_nearest_intruders_is_asked_of_the_lead_if_ties_are_asked() -> None:
    t = Table(seats=2, ask_ties=1)
    t.spacer(1, 4, 4)
    t.spacer(0, 9, 9)
    assert t.state["marker"] == 1
    a, b = t.intruder(4, 2), t.intruder(4, 6)
    run(t, (Op.SUPPRESS, 1, 0, 0, Who.NEAREST_INTRUDER), spacer=1)
    assert t.asked == (1, Choice.EFFECT_TARGET)
    t.play(f"intruder_{b}")
    assert suppressed(t, a, b) == [0, 1]


@pytest.mark.rule("ENO-BRD-17-D", "ENO-SUP-06-D")
def test_a_dangerous_space_or_a_tile(t: Table) -> None:
    a, b, c = t.intruder(0, 0), t.intruder(1, 1), t.intruder(2, 2)
    t.mark(1, 1, Mark.DANGEROUS)
    t.tile(2, 2, 0)
    run(t, (Op.SUPPRESS, 1, 0, 0, Who.CHOSEN_DANGEROUS))
    assert t.legal == {f"intruder_{b}", f"intruder_{c}"}
    assert suppressed(t, a) == [0]


def test_an_intruder_in_sight(t: Table) -> None:
    a, b = t.intruder(4, 1), t.intruder(0, 4)
    for y in range(10):
        t.border(2, y, "west", Border.WALL)
    run(t, (Op.SUPPRESS, 1, 0, 0, Who.SIGHT_INTRUDER))
    assert suppressed(t, a, b) == [1, 0]


def test_an_intruders_effect_means_itself_and_its_target(t: Table) -> None:
    k = t.intruder(6, 6)
    for spacer in (-1, 1):  # with the Spacer named as acting too, as responses do
        run(
            t,
            (Op.SUPPRESS, 1, 0, 0, Who.SELF),
            (Op.LOSE_VITALS, 1, 0, 0, Who.TARGET),
            spacer=spacer,
            intruder=k,
            target=1,
        )
    assert suppressed(t, k) == [1]
    assert vitals(t) == [5, 3, 5]


# -- control ---------------------------------------------------------------------------------------------------


def test_each_runs_for_every_spacer_and_each_decides_its_own_part(t: Table) -> None:
    run(t, (Op.EACH, Who.ALL_SPACERS, 3), (Op.MAY, 3), (Op.LOSE_VITALS, 1, 0, 0, Who.TARGET), (Op.CLUE, 3))
    assert t.asked == (0, Choice.MAY)
    t.play("yes")
    assert t.asked == (1, Choice.MAY)
    t.play("no")
    assert t.asked == (2, Choice.MAY)
    t.play("yes")
    assert vitals(t) == [4, 5, 4]
    assert t.state["clues"][3] == 1


def test_each_over_intruders(t: Table) -> None:
    a, b = t.intruder(1, 1), t.intruder(9, 1)
    run(t, (Op.EACH, Who.ALL_INTRUDERS, 2), (Op.SUPPRESS, 2, 0, 0, Who.TARGET))
    assert suppressed(t, a, b) == [2, 2]


def test_choose_and_jump_and_end(t: Table) -> None:
    first = t._ops
    span = t.ops(
        (Op.CHOOSE, 2), (Op.JUMP, first + 3), (Op.JUMP, first + 5), (Op.CLUE, 0), (Op.END,), (Op.CLUE, 1), (Op.CLUE, 2)
    )
    t.resolve(span, spacer=1)
    assert t.asked == (1, Choice.OPTION)
    assert t.legal == {"option_0", "option_1"}
    t.play("option_0")
    assert list(t.state["clues"][:3]) == [1, 0, 0]
    t.resolve(span).play("option_1")
    assert list(t.state["clues"][:3]) == [1, 1, 1]


def test_repeat(t: Table) -> None:
    run(t, (Op.REPEAT, 3, 2), (Op.LOSE_VITALS, 1, 0, 0, Who.SELF), (Op.LOSE_VITALS, 1, 0, 0, Who.SELF))
    assert vitals(t) == [1, 5, 5]


@pytest.mark.rule("ENO-DIC-08", "ENO-RUB-09", "ENO-RUB-09-D")
def test_the_enormity_die_may_be_rolled_again_for_stress(t: Table) -> None:
    t.rolls(5)
    run(t, (Op.ROLL, 7, 2), (Op.CLUE, 0))
    t.play("done")
    assert t.state["clues"][0] == 0, "a 6 is less than 7"
    t.rolls(5, 6)
    run(t, (Op.ROLL, 7, 2), (Op.CLUE, 0))
    t.play("die_0")
    assert t.state["clues"][0] == 1
    assert t.s(0)["stress"] == 1


def test_a_roll_that_is_nobodys_is_not_rolled_again(t: Table) -> None:
    t.rolls(6)
    run(t, (Op.ROLL, 7, 2), (Op.CLUE, 0), spacer=-1)
    assert t.done
    assert t.state["clues"][0] == 1


@pytest.mark.parametrize(
    ("need", "b", "c", "met"),
    [
        (Need.VITALS_AT_MOST, 5, 0, True),
        (Need.VITALS_AT_MOST, 4, 0, False),
        (Need.LEVEL, 1, 0, False),
        (Need.PLAYERS, 3, 0, True),
        (Need.COUNTER, 1, 2, True),
        (Need.COUNTER, 1, 3, False),
        (Need.ALIVE, 0, 0, True),
    ],
)
def test_if(t: Table, need: Need, b: int, c: int, met: bool) -> None:
    t.state["counters"][1] = 2
    run(t, (Op.IF, need, b, c, 2), (Op.CLUE, 0))
    assert t.state["clues"][0] == met


def test_conditions_are_about_the_target_if_there_is_one(t: Table) -> None:
    k = t.intruder(5, 6)
    t.s(1)["stress"] = 4
    for need, b, met in (
        (Need.STRESS_AT_LEAST, 4, 1),
        (Need.STRESS_AT_LEAST, 5, 0),
        (Need.DISTANCE, 2, 1),
        (Need.DISTANCE, 1, 0),
    ):
        t.state["clues"][0] = 0
        run(t, (Op.IF, need, b, 0, 2), (Op.CLUE, 0), spacer=-1, intruder=k, target=1)
        assert t.state["clues"][0] == met, need
    t.s(1)["where"] = Where.DEAD
    run(t, (Op.IF, Need.ALIVE, 0, 0, 2), (Op.CLUE, 5), spacer=-1, intruder=k, target=1)
    assert t.state["clues"][5] == 0


def test_counters_stay_within_their_bounds(t: Table) -> None:
    run(t, (Op.COUNT, 2, 3), (Op.COUNT, 2, -5), (Op.COUNT, 3, 4))
    assert list(t.state["counters"][2:4]) == [0, 4]


def test_the_objective_of_a_scenario_and_the_end_of_a_session(t: Table) -> None:
    run(t, (Op.WIN,))
    assert t.state["objective_done"] == 1
    assert not t.state["core"]["over"]
    run(t, (Op.LOSE,))
    assert t.state["core"]["over"]


@pytest.mark.rule("ENO-GEN-06-D")
def test_the_lead_decides_for_a_dead_decider(t: Table) -> None:
    t.state["marker"] = 2
    t.s(0)["where"], t.s(0)["cell"] = Where.DEAD, -1
    run(t, (Op.MAY, 2), (Op.CLUE, 0), spacer=-1, h=0)
    assert t.asked == (2, Choice.MAY)


def test_nothing_more_happens_when_nobody_is_left(t: Table) -> None:
    for s in range(3):
        t.s(s)["where"], t.s(s)["cell"] = Where.DEAD, -1
    run(t, (Op.CLUE, 0), (Op.MAY, 2))
    assert t.done
    assert t.state["clues"][0] == 0


# -- Spacers ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("op", "amount", "field", "before", "after"),
    [
        (Op.LOSE_VITALS, 2, "vitals", 5, 3),
        (Op.REGAIN_VITALS, 6, "vitals", 5, 9),
        (Op.GAIN_STRESS, 2, "stress", 1, 3),
        (Op.LOSE_STRESS, 2, "stress", 1, 0),
        (Op.GAIN_ADRENALINE, 2, "adrenaline", 1, 3),
        (Op.LOSE_ADRENALINE, 2, "adrenaline", 3, 1),
        (Op.RADIATION, 2, "radiation", 1, 3),
        (Op.RADIATION, -3, "radiation", 2, 0),
        (Op.INFECTION, 1, "infection", 0, 1),
        (Op.INFECTION, -1, "infection", 2, 1),
        (Op.ANTINOMY, 2, "antinomy", 1, 3),
        (Op.CATCH_BREATH, 0, "exerts", 2, 1),
        (Op.CATCH_BREATH, 0, "exerts", 0, 0),
        (Op.DODGE, 2, "dodge", 1, 3),
        (Op.DODGE, 0, "dodge", 0, 15),
        (Op.STAND_UP, 0, "knock", 2, 0),
        (Op.KNOCKDOWN, 0, "knock", 0, 1),
    ],
)
@pytest.mark.rule("ENO-RUB-10-D")
def test_changes_of_a_spacer(t: Table, op: Op, amount: int, field: str, before: int, after: int) -> None:
    t.s(1)[field] = before
    run(t, (op, amount, 0, 0, Who.TARGET), target=1)
    assert t.s(1)[field] == after


@pytest.mark.rule("ENO-CND-01")
def test_conditions_are_gained_and_cured(t: Table) -> None:
    t.tables["n_conditions"] = 3
    run(t, (Op.CONDITION, 2, 0, 0, Who.OTHER_SPACERS))
    assert [int(t.s(s)["conditions"][2]) for s in range(3)] == [0, 1, 1]
    run(t, (Op.CURE, 2, 0, 0, Who.TARGET), target=1)
    assert [int(t.s(s)["conditions"][2]) for s in range(3)] == [0, 0, 1]


@pytest.mark.rule("ENO-DTH-01")
def test_an_effect_may_kill_instantly(t: Table) -> None:
    run(t, (Op.DIE, 0, 0, 0, Who.TARGET), (Op.CLUE, 0), target=1)
    assert t.s(1)["where"] == Where.DEAD
    assert t.state["clues"][0] == 1


@pytest.mark.rule("ENO-SEC-02", "ENO-SEC-02-D")
def test_stress_by_two_black_dice(t: Table) -> None:
    t.rolls(3, 1)
    run(t, (Op.STRESS_ROLL, 2, 2, 0, Who.SELF))
    assert t.s(0)["stress"] == 3, "2 Power and 1 1/2 Power"
    assert t.state["n_rolls"] == 0


def test_a_lasting_modifier(t: Table) -> None:
    k = t.intruder(1, 1)
    t.ability(t.tables["characters"][4], timing=Timing.TURN, mods=((Stat.MOVE, 1), (Stat.SPEED, -1)))
    run(t, (Op.LASTING, 0, Until.TURN, 0, Who.SELF), (Op.LASTING, 1, Until.ROUND, 0, Who.TARGET), intruder=k)
    held = [(int(row["mod"]), int(row["unit"]), int(row["until"])) for row in t.state["lasting"] if row["unit"] >= 0]
    assert held == [(0, 0, Until.TURN), (1, 4 + k, Until.ROUND)]


@pytest.mark.rule("ENO-GEN-02")
@pytest.mark.parametrize(
    ("until", "times"),
    [(Until.TURN, 2), (Until.ROUND, 2), (Until.ATTACK, 1), (Until.NOISE, 1), (Until.SESSION, 1)],
)
def test_what_waits_for_an_occasion_is_not_heaped_up_by_the_same_text(t: Table, until: Until, times: int) -> None:
    t.tables["mods"][0] = (Stat.POWER, 1, 0, 0, 0)
    t.tables["mods"][1] = (Stat.POWER, 1, 0, 0, 0)
    for _ in range(2):
        run(t, (Op.LASTING, 0, until, 0, Who.SELF))
    held = [int(m["mod"]) for m in t.state["lasting"] if m["unit"] == 0]
    assert held == [0] * times
    run(t, (Op.LASTING, 1, until, 0, Who.SELF))
    assert sum(m["unit"] == 0 for m in t.state["lasting"]) == times + 1, "another text counts too"
    run(t, (Op.LASTING, 1, until, 0, Who.SELF))
    assert sum(m["unit"] == 0 for m in t.state["lasting"]) == 2 * times, "whatever else lasts"
    run(t, (Op.LASTING, 0, Until.TURN if until == Until.ROUND else Until.ROUND, 0, Who.SELF))
    assert sum(m["unit"] == 0 for m in t.state["lasting"]) == 2 * times + 1, "and the same text until something else"


@pytest.mark.rule("ENO-GEN-02")
def test_nor_is_it_heaped_up_on_an_intruder(t: Table) -> None:
    t.tables["mods"][0] = (Stat.POWER, 1, 0, 0, 0)
    k = t.intruder(1, 1)
    for until, times in ((Until.SESSION, 1), (Until.ATTACK, 2)):
        for _ in range(2):
            run(t, (Op.LASTING, 0, until, 0, Who.TARGET), intruder=k)
        held = [int(m["until"]) for m in t.state["lasting"] if m["unit"] == 4 + k]
        assert len(held) == times, "one for each occasion"


@pytest.mark.rule("ENO-TOK-01", "ENO-TOK-02")
def test_tokens_go_to_the_incoming_pool_unless_stated(t: Table) -> None:
    run(t, (Op.PLACE_TOKENS, 2, 1, 0), (Op.PLACE_TOKENS, 1, 2, 1))
    assert list(t.state["incoming"]) == [0, 2, 0]
    assert list(t.state["pool"]) == [0, 0, 1]


@pytest.mark.rule("ENO-TOK-02")
def test_type_and_area_left_open_are_chosen(t: Table) -> None:
    run(t, (Op.PLACE_TOKENS, 2, 3, 2), spacer=1)
    assert t.asked == (1, Choice.POOL_AREA)
    t.play("pool_active")
    assert t.asked == (1, Choice.TOKEN_TYPE)
    t.play("token_confidence")
    assert list(t.state["pool"]) == [0, 2, 0]


def test_the_empty_area_is_chosen_only_if_both_are_empty(t: Table) -> None:
    place = (Op.PLACE_TOKENS, 2, 2, 3)
    t.pool(active=(1, 0, 0))
    run(t, place)
    assert list(t.state["incoming"]) == [0, 0, 2]
    assert list(t.state["pool"]) == [1, 0, 0]
    t.pool(incoming=(1, 0, 0))
    run(t, place)
    assert list(t.state["pool"]) == [0, 0, 2]
    t.pool((1, 0, 0), (1, 0, 0))
    run(t, place)
    assert t.done
    assert list(t.state["pool"]) == [1, 0, 0]
    assert list(t.state["incoming"]) == [1, 0, 0]
    t.pool()
    run(t, place)
    assert t.legal == {"pool_active", "pool_incoming"}


def test_tokens_are_discarded(t: Table) -> None:
    t.pool((1, 2, 3), (3, 2, 1))
    run(t, (Op.DISCARD_TOKENS, 1, 0, 1), (Op.DISCARD_TOKENS, 5, 2, 1))
    assert list(t.state["pool"]) == [0, 2, 0], "as many as there are"
    run(t, (Op.DISCARD_TOKENS, 0, 0, 2))
    assert list(t.state["pool"]) == [0, 2, 0]
    assert list(t.state["incoming"]) == [0, 2, 1]
    run(t, (Op.DISCARD_TOKENS, 0, 3, 2))
    assert list(t.state["pool"]) == [0, 0, 0]
    assert list(t.state["incoming"]) == [0, 0, 0]


def test_discarded_tokens_of_any_type_are_chosen_one_by_one(t: Table) -> None:
    t.pool((1, 1, 0), (0, 0, 1))
    run(t, (Op.DISCARD_TOKENS, 2, 3, 2))
    assert t.legal == {"pool_active", "pool_incoming"}
    t.play("pool_active")
    assert t.legal == {"token_discipline", "token_confidence"}
    t.play("token_confidence", "pool_incoming")
    assert list(t.state["pool"]) == [1, 0, 0]
    assert list(t.state["incoming"]) == [0, 0, 0]
    assert t.done


def test_tokens_are_kept_in_the_incoming_pool(t: Table) -> None:
    t.pool((1, 0, 1), (0, 0, 0))
    run(t, (Op.KEEP_TOKENS, 3))
    assert t.legal == {"token_discipline", "token_expertise"}
    t.play("token_expertise")
    assert list(t.state["pool"]) == [0, 0, 0]
    assert list(t.state["incoming"]) == [1, 0, 1]
    assert t.done


def test_the_target_discards_tokens_of_its_choice(t: Table) -> None:
    k = t.intruder(4, 3)
    t.pool((1, 1, 0), (1, 1, 1))
    run(t, (Op.LOSE_POWER, 3, 0, 0, Who.TARGET), spacer=-1, intruder=k, target=1, h=0)
    assert t.asked == (1, Choice.TOKEN_TYPE)
    t.play("token_confidence")
    assert list(t.state["pool"]) == [0, 0, 0]
    assert list(t.state["incoming"]) == [1, 1, 1]
    assert t.done


@pytest.mark.rule("ENO-SKL-01", "ENO-SKL-03")
def test_a_skill_test_branches(t: Table) -> None:
    t.tables["characters"][0]["skills"] = 2
    for rolls, clues in (((3, 3), [1, 0]), ((3, 0), [0, 1])):
        t.state["clues"] = 0
        t.rolls(*rolls)
        run(t, (Op.SKILL_TEST, Skill.STRENGTH, 2, 3), (Op.CLUE, 0), (Op.END,), (Op.CLUE, 1))
        t.play("done")
        assert list(t.state["clues"][:2]) == clues


# -- movement --------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-KEY-27", "ENO-KEY-28", "ENO-KEY-28-D")
def test_a_moved_spacer_chooses_its_own_space(t: Table) -> None:
    run(t, (Op.MOVE, 1, 0, 0, Who.TARGET), target=1)
    assert t.asked is not None
    assert t.asked[0] == 1
    t.play("step_south")
    assert t.at(1) == (5, 5)


@pytest.mark.rule("ENO-MOV-10-D")
def test_a_granted_move_action_makes_its_noise(t: Table) -> None:
    t.blip(0, 0)
    t.rolls(0)
    run(t, (Op.MOVE_ACTION, 2, 4, 1, 0, 1))
    assert t.asked == (0, Choice.MOVE)
    t.play("step_north", "step_north")
    assert t.at(0) == (4, 2)
    assert t.asked == (0, Choice.STRESS), "the Noise Roll"
    assert (int(t.state["rolls"][0]["n"]), int(t.state["rolls"][0]["colour"][0])) == (1, 1)


@pytest.mark.rule("ENO-KDN-02-D")
def test_no_granted_move_action_for_who_lies_on_the_floor(t: Table) -> None:
    t.s(0)["knock"] = 1
    run(t, (Op.MOVE_ACTION, 2, 0, 0, Who.SELF))
    assert t.done
    assert t.at(0) == (4, 4)


@pytest.mark.rule("ENO-KBK-01", "ENO-KEY-19", "ENO-KEY-23", "ENO-KEY-11")
def test_forced_movement_comes_from_the_intruder(t: Table) -> None:
    k = t.intruder(3, 4)
    run(t, (Op.KNOCKBACK, 2, 0, 0, Who.TARGET), spacer=-1, intruder=k, target=0)
    assert t.at(0) == (6, 4), "past the other Spacer"
    run(t, (Op.LURE, 2, 0, 0, Who.TARGET), spacer=-1, intruder=k, target=2)
    x, y = t.at(2)
    assert (8 - x) + (8 - y) == 2, "two spaces nearer"
    t.spacer(1, 9, 9)
    t.spacer(0, 5, 4)
    run(t, (Op.PUSHBACK, 2, 0, 0, Who.TARGET), spacer=-1, intruder=k, target=0)
    assert (t.at(4 + k), t.at(0)) == ((5, 4), (6, 4)), "one space to close in, one to push"
    run(t, (Op.DISPLACE, 0, 0, 0, Who.TARGET), spacer=-1, intruder=k, target=1)
    assert t.asked == (1, Choice.DISPLACE)


@pytest.mark.rule("ENO-KBK-01")
def test_a_spacer_knocks_an_intruder_back(t: Table) -> None:
    t.spacer(1, 9, 9)
    k = t.intruder(5, 4)
    run(t, (Op.KNOCKBACK, 2, 0, 0, Who.TARGET), intruder=k)
    assert t.at(4 + k) == (7, 4)


@pytest.mark.rule("ENO-ABL-05", "ENO-MOV-10-D", "ENO-KEY-27")
def test_a_move_granted_by_an_effect_is_optional_and_makes_no_noise(t: Table) -> None:
    t.blip(0, 0)
    run(t, (Op.MOVE, 2, 0, 0, Who.SELF))
    assert "done" in t.legal
    t.play("done")
    assert t.done
    assert t.at(0) == (4, 4)
    run(t, (Op.MOVE, 2, 0, 0, Who.SELF)).play("step_north", "step_north")
    assert t.done
    assert (t.at(0), int(t.state["n_noises"])) == ((4, 2), 0)


@pytest.mark.rule("ENO-KBK-03", "ENO-KDN-06", "ENO-RSP-08")
@pytest.mark.parametrize(("x", "knock"), [(5, 1), (6, 0)])
def test_a_response_knocks_down_only_the_adjacent_attacker(t: Table, x: int, knock: int) -> None:
    t.spacer(1, 9, 9)
    k = t.intruder(x, 4)
    t.state["n_assaults"] = 1
    row = t.state["assaults"][0]
    row["side"], row["actor"], row["weapon"], row["targets"][0], row["n_targets"] = Side.SPACER, 0, 0, k, 1
    run(t, (Op.KNOCKDOWN, 0, 0, 0, Who.TARGET), spacer=-1, intruder=k, target=0)
    assert t.s(0)["knock"] == knock


@pytest.mark.rule("ENO-KBK-02", "ENO-KDN-06")
@pytest.mark.parametrize(("x", "knock"), [(5, 1), (6, 0)])
def test_an_attack_knocks_down_only_within_its_range(t: Table, x: int, knock: int) -> None:
    t.spacer(1, 9, 9)
    k = t.intruder(x, 4)
    t.state["n_assaults"] = 1
    row = t.state["assaults"][0]
    row["side"], row["actor"], row["weapon"], row["target"] = Side.INTRUDER, k, 0, 0
    row["marks"] = 1 << AssaultMark.ATTACKS
    run(t, (Op.KNOCKDOWN, 0, 0, 0, Who.TARGET), spacer=-1, intruder=k, target=0)
    assert t.s(0)["knock"] == knock


# -- Intruders and Blips ---------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-ATK-17", "ENO-SRP-01")
def test_wounds_kills_and_surprise(t: Table) -> None:
    t.tables["types"][1]["wounds"] = 2
    a, b, c = t.intruder(0, 0), t.intruder(1, 0, 1), t.intruder(2, 0)
    run(t, (Op.WOUND, 0, 0, 0, Who.TARGET), intruder=a)
    run(t, (Op.WOUND, 0, 0, 0, Who.TARGET), intruder=b)
    run(t, (Op.SURPRISE, 0, 0, 0, Who.TARGET), intruder=c)
    assert t.k(a)["type"] == -1
    assert (int(t.k(b)["type"]), int(t.k(b)["wounds"])) == (1, 1)
    assert t.k(c)["surprised"] == 1
    run(t, (Op.KILL, 0, 0, 0, Who.ALL_INTRUDERS))
    assert [int(t.k(k)["type"]) for k in (a, b, c)] == [-1, -1, -1]
    assert t.state["kills"] == 3


@pytest.mark.rule("ENO-ZRO-08")
def test_an_adversary_is_not_killed(t: Table) -> None:
    t.tables["types"][1]["wounds"] = 255
    k = t.intruder(0, 0, 1)
    run(t, (Op.WOUND, 0, 0, 0, Who.TARGET), (Op.KILL, 0, 0, 0, Who.TARGET), intruder=k)
    assert t.k(k)["type"] == 1


def test_an_intruder_is_moved_to_the_furthest_space_within_its_steps(t: Table) -> None:
    t.spacer(1, 9, 9)
    k = t.intruder(5, 4)
    t.border(8, 4, "east", Border.WALL)
    run(t, (Op.MOVE_INTRUDER, 4, 0, 0, Who.SELF), spacer=-1, intruder=k, target=0, h=0)
    assert t.asked == (0, Choice.EFFECT_TARGET)
    assert (9, 4) not in t.candidates
    assert (8, 5) in t.candidates
    assert (5, 8) in t.candidates
    t.choose(8, 5)
    assert t.at(4 + k) == (8, 5)


def test_an_intruder_in_a_dead_end_stays(t: Table) -> None:
    k = t.intruder(0, 0)
    t.border(0, 0, "east", Border.WALL)
    t.border(0, 0, "south", Border.DOOR)
    t.door(0, DoorState.WELDED)
    run(t, (Op.MOVE_INTRUDER, 4, 0, 0, Who.SELF), spacer=-1, intruder=k, target=0, h=0)
    assert t.done
    assert t.at(4 + k) == (0, 0)


@pytest.mark.rule("ENO-NOI-07-D2", "ENO-NOI-07-D")
def test_the_blip_furthest_from_the_spacers_goes_back_unrevealed(t: Table) -> None:
    near, far = t.blip(6, 6, Face.A), t.blip(0, 9, Face.B, known=True)
    t.state["n_noises"] = 1
    t.state["noises"][0]["dice"][far] = 2
    before = [int(n) for n in t.state["blip_pool"]]
    run(t, (Op.DISCARD_BLIP,))
    assert t.b(far)["point"] == -1
    assert t.b(near)["point"] >= 0
    assert t.state["blip_pool"][Face.B] == before[Face.B] + 1
    assert t.b(far)["known"] == 0
    assert t.state["noises"][0]["dice"][far] == 0, "it loses its die"


@pytest.mark.rule("ENO-NOI-07-D2")
def test_a_tie_of_furthest_blips_is_the_leads() -> None:
    t = Table(seats=1, ask_ties=1)
    t.spacer(0, 4, 4)
    a, b = t.blip(0, 4), t.blip(9, 4)
    t.blip(4, 4)
    run(t, (Op.DISCARD_BLIP,))
    assert t.asked == (0, Choice.BLIP_TIE)
    assert t.legal == {f"blip_{a}", f"blip_{b}"}
    t.play(f"blip_{b}")
    assert t.b(b)["point"] == -1
    assert t.b(a)["point"] >= 0


@pytest.mark.rule("ENO-SPN-05")
def test_an_overwhelm_for_a_missing_blip_discards_none(t: Table) -> None:
    b = t.blip(0, 9)
    row = t.tables["types"][0]
    row["overwhelm"], row["overwhelm_end"] = t.ops((Op.DISCARD_BLIP,), (Op.CLUE, 0))
    t.call(Proc.OVERWHELM, 0, 1)
    assert t.b(b)["point"] >= 0
    assert t.state["clues"][0] == 1
    t.call(Proc.OVERWHELM, 0, 0)
    assert t.b(b)["point"] == -1


@pytest.mark.rule("ENO-SPN-01")
def test_blips_are_spawned_near_the_spacer(t: Table) -> None:
    t.spawn_point(0, 0)
    t.spawn_point(9, 9)
    t.state["marker"] = 0
    t.rolls(0)
    run(t, (Op.SPAWN_BLIP, 1), spacer=2)
    assert [t.on(b) for b in range(3) if t.b(b)["point"] >= 0] == [(9, 9)]


@pytest.mark.rule("ENO-CDN-05", "ENO-COO-03")
def test_intruders_are_spawned_next_to_the_pt_or_to_the_spacer(t: Table) -> None:
    t.state["marker"] = 0
    t.state["contacted"] = 1
    for near, at in ((0, (4, 4)), (1, (8, 8))):
        run(t, (Op.SPAWN_INTRUDER, 1, 0, 0, 0, near), spacer=2)
        assert t.asked is not None
        assert t.asked[1] == Choice.SPAWN_SPACE
        assert all(abs(x - at[0]) + abs(y - at[1]) == 1 for x, y in t.candidates)


def test_all_blips_turn_to_the_spacer(t: Table) -> None:
    slots = [
        t.blip(4, 0, arrow="north"),
        t.blip(0, 4, arrow="west"),
        t.blip(4, 9, arrow="south"),
        t.blip(9, 5, arrow="east"),
    ]
    run(t, (Op.TURN_BLIPS, 0, 0, 0, Who.SELF))
    assert [int(t.b(b)["arrow"]) for b in slots] == [2, 1, 0, 3]


def test_the_closest_blip_moves_toward_the_spacer(t: Table) -> None:
    a, b = t.blip(4, 1), t.blip(0, 4)
    run(t, (Op.MOVE_BLIP, 2, 0, 0, Who.SELF))
    assert t.on(a) == (4, 3)
    assert t.on(b) == (0, 4)


def test_a_blip_in_the_light_field_is_looked_at(t: Table) -> None:
    a, b = t.blip(4, 2, Face.A), t.blip(0, 9, Face.B)
    run(t, (Op.SEE_BLIP, 0, 0, 0, Who.SELF))
    assert (int(t.b(a)["known"]), int(t.b(b)["known"])) == (1, 0)
    assert t.done


def test_the_movement_of_a_blip_is_shorter_in_the_red_band_still(t: Table) -> None:
    run(t, (Op.SHORTER, 1, 2))
    assert t.state["shorter"] == 1, "the orange band"
    t.s(0)["vitals"] = 3
    t.state["shorter"] = 0
    run(t, (Op.SHORTER, 1, 2))
    assert t.state["shorter"] == 2
    t.state["shorter"] = 0
    run(t, (Op.SHORTER, 1, 0))
    assert t.state["shorter"] == 1


# -- attacks ---------------------------------------------------------------------------------------------------


def assault(t: Table, side: Side, actor: int, attacks: bool = True) -> Any:
    """An attack in progress."""
    row = t.state["assaults"][int(t.state["n_assaults"])]
    row["side"], row["actor"], row["weapon"], row["target"] = side, actor, 0, 0
    row["marks"] = (1 << AssaultMark.ATTACKS) if attacks else 0
    t.state["n_assaults"] += 1
    return row


def broken(row: Any) -> bool:
    return bool(row["marks"] >> AssaultMark.BROKEN & 1)


@pytest.mark.rule("ENO-CHB-03", "ENO-CHB-02-D")
def test_a_chain_break_ends_the_innermost_attack_but_no_protocol_without_attack(t: Table) -> None:
    run(t, (Op.CHAIN_BREAK,))
    outer, inner = (
        assault(t, Side.INTRUDER, t.intruder(4, 3)),
        assault(t, Side.INTRUDER, t.intruder(4, 5), attacks=False),
    )
    run(t, (Op.CHAIN_BREAK,))
    assert broken(outer)
    assert not broken(inner)


@pytest.mark.rule("ENO-CHB-07", "ENO-BON-06")
def test_a_bonus_attack_inside_an_own_attack_is_a_follow_up(t: Table) -> None:
    outer, row = assault(t, Side.INTRUDER, t.intruder(4, 3)), assault(t, Side.SPACER, 0)
    run(t, (Op.BONUS_ATTACK, 0, 0, 0, Who.SELF))
    assert row["follow_ups"] == 1
    assert not broken(row)
    assert not broken(outer)
    assert t.done


@pytest.mark.rule("ENO-RSP-07")
def test_a_reprisal_waits_at_the_target_that_performs_it(t: Table) -> None:
    a, b = t.intruder(4, 3), t.intruder(4, 5)
    row = assault(t, Side.SPACER, 0)
    row["targets"][:2], row["n_targets"] = (a, b), 2
    run(t, (Op.REPRISAL, 1), spacer=-1, intruder=b, target=0)
    assert list(row["reprisal"][:2]) == [-1, 1]


@pytest.mark.rule("ENO-CHB-02")
def test_an_intruder_performs_a_protocol_at_once(t: Table) -> None:
    k = t.intruder(4, 3)
    t.rolls(3, 3)
    run(t, (Op.PROTOCOL, int(t.tables["types"][0]["first_protocol"])), spacer=-1, intruder=k, target=0)
    assert vitals(t)[0] == 2, "two dice with 1 1/2 Power: 3 damage"


@pytest.mark.rule("ENO-FLA-01")
def test_a_flash_attack_against_the_chosen_spacer(t: Table) -> None:
    t.tables["types"][2]["adversary"] = 1
    run(t, (Op.FLASH_ATTACK, 2, 0, 0, Who.SELF))
    assert t.asked == (0, Choice.SPAWN_SPACE)
    assert set(t.candidates) == {(4, 3), (4, 5), (3, 4)}


@pytest.mark.rule("ENO-BON-07")
def test_a_bonus_action_is_granted(t: Table) -> None:
    run(t, (Op.BONUS_ACTION, 0, 0, 0, Who.TARGET), target=1)
    assert t.asked == (1, Choice.BONUS_ACTION)


@pytest.mark.rule("ENO-NOI-04", "ENO-NOI-13", "ENO-NOI-13-D")
def test_noise_of_a_spacer_and_of_something_else(t: Table) -> None:
    t.blip(0, 0)
    k = t.intruder(7, 7)
    t.state["marker"] = 0
    t.rolls(0)
    run(t, (Op.NOISE, 4, 1, 1, Who.SELF), spacer=1).play("done")
    noise = t.state["noises"][0]
    assert (int(t.state["n_noises"]), int(noise["source"]), int(noise["cell"])) == (1, 1, cell(5, 4))
    assert t.state["marker"] == 1
    t.rolls(0)
    run(t, (Op.NOISE, 4, 1, 1, Who.SELF), spacer=-1, intruder=k)
    while t.asked is not None:
        t.play("done")
    noise = t.state["noises"][1]
    assert (int(t.state["n_noises"]), int(noise["source"]), int(noise["cell"])) == (2, -1, cell(7, 7))
    assert t.state["marker"] == 1, "nobody takes it"


# -- cards and Gear --------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-GEN-07-D", "ENO-LOT-01-D")
def test_gear_is_gained_lost_and_removed(t: Table) -> None:
    t.tables["gear"][7]["charges"] = 3
    run(t, (Op.GAIN_GEAR, 7, 0, 0, Who.SELF))
    assert t.asked is not None
    assert t.asked[1] == Choice.LOOT
    t.play("stow")
    place = next(i for i in range(12) if t.s(0)["gear"][i]["card"] == 7)
    assert (int(t.s(0)["gear"][place]["place"]), int(t.s(0)["gear"][place]["charges"])) == (GearPlace.BACKPACK, 3)
    run(t, (Op.GAIN_LOOT, 0, 0, 0, Who.SELF))
    assert t.done, "an empty Loot Deck gives nothing"
    other = t.gear(0, 8, GearPlace.BACKPACK)
    run(t, (Op.LOSE_GEAR, 0, 0, 0, Who.SELF))
    assert t.legal == {f"gear_{place}", f"gear_{other}"}
    t.play(f"gear_{other}")
    assert t.s(0)["gear"][other]["card"] == -1
    run(t, (Op.REMOVE_CARD,), f=place)
    assert t.s(0)["gear"][place]["card"] == -1


@pytest.mark.rule("ENO-SET-07", "ENO-LOT-01")
def test_loot_is_drawn_from_the_bottom(t: Table) -> None:
    t.state["loot"]["cards"][:2], t.state["loot"]["n"] = (7, 8), 2
    run(t, (Op.GAIN_LOOT, 0, 0, 0, Who.SELF))
    t.play("stow")
    assert [int(row["card"]) for row in t.s(0)["gear"] if row["card"] > 0] == [7]


@pytest.mark.rule("ENO-REL-02-D", "ENO-REL-03")
def test_an_equipped_weapon_is_reloaded(t: Table) -> None:
    t.weapon(6, ammo=3)
    t.weapon(7, ammo=3, keywords=[Keyword.HEAVY])
    light, heavy = t.gear(0, 6, ammo=0), t.gear(0, 7, ammo=0)
    run(t, (Op.RELOAD, 2, 0, 0, Who.SELF))
    assert [int(t.s(0)["gear"][i]["ammo"]) for i in (light, heavy)] == [2, 0], "no Heavy weapon"
    run(t, (Op.RELOAD, 2, 0, 0, Who.SELF))
    assert t.s(0)["gear"][light]["ammo"] == 3, "not above its capacity"
    run(t, (Op.RELOAD, 0, 0, 0, Who.SELF))
    assert t.s(0)["gear"][heavy]["ammo"] == 3
    assert t.done


@pytest.mark.rule("ENO-EXH-03")
def test_all_own_cards_are_unexhausted(t: Table) -> None:
    places = [t.gear(0, 6, exhausted=1), t.gear(0, 7, GearPlace.BACKPACK, exhausted=1)]
    other = t.gear(1, 6, exhausted=1)
    run(t, (Op.UNEXHAUST, 0, 0, 0, Who.SELF))
    assert [int(t.s(0)["gear"][i]["exhausted"]) for i in places] == [0, 0]
    assert t.s(1)["gear"][other]["exhausted"] == 1


def test_a_played_card_comes_back_in_hand(t: Table) -> None:
    t.s(0)["card"] = (CardSide.A, CardSide.HAND, CardSide.B)
    run(t, (Op.OPEN_CARD, 0, 0, 0, Who.SELF))
    assert t.legal == {"card_0_a", "card_2_b"}
    t.play("card_2_b")
    assert list(t.s(0)["card"]) == [CardSide.A, CardSide.HAND, CardSide.HAND]


@pytest.mark.rule("ENO-ENG-01", "ENO-SET-08")
def test_a_random_engram_is_gained_or_placed(t: Table) -> None:
    t.state["engram_pool"] = (0, 1, 1, 0)
    t.rolls(0, 0)
    run(
        t,
        (Op.PLACE_ENGRAM, 0, 0, 0, Who.SELF),
        (Op.PLACE_ENGRAM, 1, 0, 0, Who.SELF),
        (Op.PLACE_ENGRAM, 0, 0, 0, Who.SELF),
    )
    assert list(t.s(0)["devices"]) == [0, 1, 0, 0], "the pool is empty then"
    lying = [row for row in t.state["objects"] if row["cell"] >= 0]
    assert [(int(r["cell"]), int(r["kind"]), int(r["sub"])) for r in lying] == [(cell(4, 4), Thing.ENGRAM, 2)]


@pytest.mark.rule("ENO-ENG-05")
def test_an_objective_token_is_gained_or_placed(t: Table) -> None:
    run(t, (Op.PLACE_OBJECTIVE, 1, 0, 0, Who.SELF), (Op.PLACE_OBJECTIVE, 2, 1, 0, Who.SELF))
    assert list(t.s(0)["objectives"]) == [0, 1, 0, 0]
    lying = [row for row in t.state["objects"] if row["cell"] >= 0]
    assert [(int(r["cell"]), int(r["kind"]), int(r["sub"])) for r in lying] == [(cell(4, 4), Thing.OBJECTIVE, 2)]


# -- the table -------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-EXT-02", "ENO-EXT-04", "ENO-DSC-13", "ENO-NOI-12")
def test_points_markers_clues_and_flags(t: Table) -> None:
    n = t.exit_point([(0, 0)], PointState.HIDDEN)
    t.state["marker"] = 0
    run(t, (Op.REVEAL_POINT, n), (Op.MARKER, 3), (Op.CLUE, 4), (Op.FLAG, 2, 1), (Op.CROSS_OUT, 5))
    run(t, (Op.TAKE_MARKER, 0, 0, 0, Who.SELF), spacer=1)
    assert t.state["points"][n]["state"] == PointState.CLOSED
    assert t.state["extraction"] == 1
    assert t.state["clues"][4] == 1
    assert t.state["flags"][2] == 1
    assert t.state["crossed"][5] == 1
    assert t.state["marker"] == 1
    run(t, (Op.FLAG, 2, 0), (Op.MARKER, 3))
    assert t.state["flags"][2] == 0
    assert t.state["extraction"] == 0
    t.s(1)["awakened"] = 1
    run(t, (Op.TAKE_MARKER, 0, 0, 0, Who.SELF))
    assert t.state["marker"] == 1


@pytest.mark.rule("ENO-FLA-03", "ENO-FLA-03-D")
@pytest.mark.parametrize(("adversary", "waits"), [(1, 3), (0, -1)])
def test_an_adversary_waits_on_the_zero_hour_space_if_adversaries_are_on(adversary: int, waits: int) -> None:
    t = Table(adversary=adversary)
    t.spacer(0, 4, 4)
    t.state["adversaries"]["cards"][:2], t.state["adversaries"]["n"] = (3, 2), 2
    run(t, (Op.ZERO_HOUR, 3))
    assert t.state["waiting_adversary"] == waits
    assert t.state["adversaries"]["n"] == (1 if adversary else 2)
