"""Dice, any roll of a Spacer, Skill tests (DIC, ATK-06 to -12, TOK-05, -06, -09, RUB-09, KEY-09, SKL, OPT-04)."""

from __future__ import annotations

import pytest

from envs.enormity._probe import Stats
from envs.enormity.state import (
    MAX_DICE,
    Choice,
    Colour,
    DieMark,
    Keyword,
    Proc,
    RollKind,
    Side,
    Skill,
    Stage,
    Stat,
    Timing,
    Token,
    Where,
)
from tests.enormity.table import DICE, Table

D, C = Token.DISCIPLINE, Token.CONFIDENCE
# Faces of the test table, by what they show: W Power, h half Power, p Potential, q quadrant.
BLANK, P, HP, W, WH, WWQ = range(6)  # white
RED_P, RED_HP, RED_WP, RED_WHQ, RED_WWQ, RED_WWWQ = range(6)
BLACK_PP, BLACK_WHP, BLACK_WWP, BLACK_WWQ, BLACK_WWWPQ, BLACK_WWWWQQ = range(6)


@pytest.fixture
def t() -> Table:
    """Two Spacers in the room; neither breaks down."""
    table = Table(seats=2)
    table.spacer(0, 4, 4, broke_down=1)
    table.spacer(1, 8, 8, broke_down=1)
    return table


@pytest.fixture
def q(t: Table) -> Stats:
    return Stats(t.tables, t.state)


def roll(t: Table, *dice: int, kind: RollKind = RollKind.SKILL, roller: int = 0, assault: int = -1) -> Table:
    """A Spacer rolls these numbers of white, red and black dice; the faces have been scripted."""
    q = Stats(t.tables, t.state)
    index = q.begin_roll(kind, roller, assault)
    for colour, number in enumerate(dice):
        q.add_dice(index, colour, number)
    return t.call(Proc.SPACER_ROLL, index)


def attack(t: Table, *dice: int, discipline: int = 0, confidence: int = 0, **card: object) -> Table:
    """Spacer 0 rolls these dice in an Attack with a weapon whose modifiers are left."""
    t.weapon(1, **card)
    row = t.state["assaults"][0]
    row["side"], row["actor"], row["weapon"] = Side.SPACER, 0, t.gear(0, 1)
    row["discipline"], row["confidence"] = discipline, confidence
    t.state["n_assaults"] = 1
    return roll(t, *dice, kind=RollKind.ATTACK, assault=0)


def faces(t: Table, index: int = 0) -> list[int]:
    """Faces of the dice of a roll."""
    r = t.state["rolls"][index]
    return [int(v) for v in r["face"][: int(r["n"])]]


def marks(t: Table, mark: DieMark, index: int = 0) -> list[int]:
    """Dice of a roll with a mark."""
    r = t.state["rolls"][index]
    return [i for i in range(int(r["n"])) if int(r["marks"][i]) >> mark & 1]


def totals(t: Table) -> tuple[int, int]:
    """Power and critical quadrants of the roll."""
    q = Stats(t.tables, t.state)
    return q.power_of(0), q.quadrants_of(0)


# -- faces and sums ------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-DIC-01", "ENO-DIC-09", "ENO-DIC-09-D", "ENO-KEY-04")
def test_lowering_takes_a_die_of_the_highest_tier_one_tier_down(t: Table, q: Stats) -> None:
    q.begin_roll(RollKind.INTRUDER, -1)
    for colour, number in ((Colour.WHITE, 1), (Colour.RED, 1), (Colour.BLACK, 1), (Colour.GREEN, 1)):
        q.add_dice(0, colour, number)
    colours = t.state["rolls"][0]["colour"]
    assert q.lower_tier(0) == 2
    assert list(colours[:4]) == [Colour.WHITE, Colour.RED, Colour.RED, Colour.GREEN]
    assert q.lower_tier(0) == 1
    assert q.lower_tier(0) == 2
    assert list(colours[:4]) == [Colour.WHITE, Colour.WHITE, Colour.WHITE, Colour.GREEN]
    assert q.lower_tier(0) == -1, "neither white nor green can be lowered"


@pytest.mark.rule("ENO-DIC-02", "ENO-DIC-02-D", "ENO-DIC-03", "ENO-DIC-05-D")
@pytest.mark.parametrize("colour", [0, 1, 2])
def test_a_face_shows_power_half_power_potentials_and_quadrants(t: Table, q: Stats, colour: int) -> None:
    q.begin_roll(RollKind.ATTACK, 0)
    q.add_dice(0, colour, 1)
    for face, (power, _half, potential, quadrants) in enumerate(DICE[colour]):
        t.rolls(face)
        q.throw(0)
        assert faces(t) == [face]
        assert (q.power_of(0), q.potential_of(0, 0), q.quadrants_of(0)) == (power, potential, quadrants)


@pytest.mark.rule("ENO-DIC-04", "ENO-DIC-04-D", "ENO-ATK-07")
@pytest.mark.parametrize("kind", [RollKind.ATTACK, RollKind.SKILL, RollKind.SCOUT, RollKind.INTRUDER])
def test_half_power_is_summed_over_all_dice_and_halved_rounded_down(t: Table, q: Stats, kind: RollKind) -> None:
    q.begin_roll(kind, 0)
    q.add_dice(0, Colour.WHITE, 3)
    t.rolls(WH, HP, HP)
    q.throw(0)
    assert q.power_of(0) == 2, "1 Power, 3 halves"
    t.state["rolls"][0]["power"] = 2
    assert q.power_of(0) == 4, "raw Power"
    t.rolls(WH, HP, WH)
    t.state["rolls"][0]["power"] = -9
    q.throw(0)
    assert q.power_of(0) == 0


@pytest.mark.rule("ENO-DIC-04", "ENO-TOK-05", "ENO-EX-35")
def test_half_power_and_a_turned_potential_reach_the_at(t: Table) -> None:
    t.rolls(W, 1, HP)  # the face of the red die in the middle: half Power and Potential
    t.pool(active=(1, 0, 0))
    roll(t, 2, 1)
    assert faces(t) == [W, 1, HP]
    assert totals(t)[0] == 2, "1 + 2 halves: a fail against AT 3"
    t.play("done", "die_2")
    assert totals(t)[0] == 3
    t.rolls(W, P, P)
    other = Table()
    other.spacer(0, 4, 4)
    other.rolls(W, P, P)
    roll(other, 3)
    assert totals(other)[0] == 1, "Potentials give nothing by themselves"


@pytest.mark.rule("ENO-OPT-04", "ENO-DIC-04-D")
def test_with_the_option_two_potentials_left_are_a_power() -> None:
    t = Table(potential_pairs=1)
    q = Stats(t.tables, t.state)
    q.begin_roll(RollKind.SKILL, 0)
    q.add_dice(0, Colour.BLACK, 1)
    q.add_dice(0, Colour.WHITE, 2)
    t.rolls(BLACK_PP, P, BLANK)
    q.throw(0)
    assert q.power_of(0) == 1, "3 Potentials are one pair"
    t.state["rolls"][0]["marks"][0] = 1 << DieMark.DISCIPLINE
    assert q.power_of(0) == 2, "one turned, 2 left"
    t.state["rolls"][0]["marks"][0], t.state["rolls"][0]["kind"] = 0, RollKind.INTRUDER
    assert q.power_of(0) == 0, "not for an Intruder's attack, which is nobody's roll"


@pytest.mark.rule("ENO-KEY-16")
def test_lethal_counts_potentials_as_power(t: Table, q: Stats) -> None:
    q.begin_roll(RollKind.INTRUDER, -1)
    q.add_dice(0, Colour.RED, 3)
    t.rolls(RED_P, RED_HP, RED_WP)
    q.throw(0)
    assert q.power_of(0) == 1
    t.state["rolls"][0]["lethal"] = 1
    assert q.power_of(0) == 4


@pytest.mark.rule("ENO-DIC-05", "ENO-ATK-13")
def test_quadrants_of_dice_and_weapon_are_counted_together(t: Table, q: Stats) -> None:
    q.begin_roll(RollKind.ATTACK, 0)
    q.add_dice(0, Colour.RED, 3)
    t.rolls(RED_WHQ, RED_WWQ, RED_WP)
    q.throw(0)
    assert q.quadrants_of(0) == 2
    t.state["rolls"][0]["quadrants"] = 2
    assert q.quadrants_of(0) == 4


@pytest.mark.rule("ENO-DIC-06-D")
def test_other_rolls_use_as_many_dice_as_needed(t: Table, q: Stats) -> None:
    q.begin_roll(RollKind.ATTACK, 0)
    q.add_dice(0, Colour.BLACK, 12)
    assert t.state["rolls"][0]["n"] == 12, "more than the supply"
    q.add_dice(0, Colour.WHITE, 12)
    assert t.state["rolls"][0]["n"] == MAX_DICE


@pytest.mark.rule("ENO-DIC-07", "ENO-DIC-07-D")
def test_green_and_orange_dice_have_their_own_faces(t: Table, q: Stats) -> None:
    for colour, face in ((Colour.GREEN, (4, 0, 0, 0)), (Colour.ORANGE, (0, 0, 2, 1))):
        t.tables["n_faces"][colour] = 2
        t.tables["faces"][colour][1] = face
        q.begin_roll(RollKind.ATTACK, 0)
        q.add_dice(0, colour, 1)
        t.rolls(1)
        q.throw(0)
        assert (q.power_of(0), q.potential_of(0, 0), q.quadrants_of(0)) == (face[0], face[2], face[3])
        q.end_roll()


@pytest.mark.rule("ENO-DIC-08")
def test_the_enormity_die_shows_1_to_10(t: Table, q: Stats) -> None:
    q.begin_roll(RollKind.ENORMITY, 0)
    q.add_dice(0, Colour.WHITE, 1)
    for face in range(10):
        t.rolls(face)
        q.throw(0)
        assert (q.power_of(0), q.potential_of(0, 0), q.quadrants_of(0)) == (face + 1, 0, 0)
    seen = set()
    for _ in range(300):
        q.throw(0)
        seen.add(q.power_of(0))
    assert seen == set(range(1, 11))


def test_the_innermost_roll_is_removed_without_a_trace(t: Table, q: Stats) -> None:
    blank = t.state["rolls"][1].copy()
    assert (q.begin_roll(RollKind.ATTACK, 0, 2), q.begin_roll(RollKind.SKILL, 1)) == (0, 1)
    assert (t.state["rolls"][0]["assault"], t.state["rolls"][1]["roller"]) == (2, 1)
    q.add_dice(1, Colour.RED, 2)
    q.end_roll()
    assert t.state["n_rolls"] == 1
    assert t.state["rolls"][1] == blank


# -- Confidence ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-TOK-06", "ENO-ATK-08")
def test_confidence_rerolls_a_set_of_dice_together(t: Table) -> None:
    t.rolls(BLANK, W, P, BLANK, WWQ, W)
    t.pool(active=(0, 3, 0))
    roll(t, 4)
    assert t.asked == (0, Choice.CONFIDENCE)
    assert t.legal == {"die_0", "die_1", "die_2", "die_3", "done"}
    t.play("die_0")
    assert faces(t) == [BLANK, W, P, BLANK], "declared, not rolled yet"
    assert t.legal == {"die_1", "die_2", "die_3", "done"}
    t.play("die_3", "done")
    assert faces(t) == [WWQ, W, P, W]
    assert t.state["pool"][C] == 1
    assert marks(t, DieMark.CONFIDENCE) == [0, 3]
    assert marks(t, DieMark.DECLARED) == []
    assert t.asked == (0, Choice.STRESS)


@pytest.mark.rule("ENO-TOK-06", "ENO-TOK-09", "ENO-ATK-08")
def test_each_die_is_rerolled_once_with_confidence_and_all_are_declared_at_once(t: Table) -> None:
    t.rolls(BLANK, BLANK, W, P)
    t.pool(active=(0, 9, 0))
    roll(t, 2).play("die_0")
    assert t.legal == {"die_1", "done"}, "one Confidence per die"
    t.play("die_1")
    assert faces(t) == [W, P]
    assert t.state["pool"][C] == 7
    assert t.asked == (0, Choice.STRESS), "no second set"


@pytest.mark.rule("ENO-ATK-08")
def test_the_set_is_complete_when_the_confidence_is_used_up(t: Table) -> None:
    t.rolls(BLANK, BLANK, BLANK, W)
    t.pool(active=(0, 1, 0))
    roll(t, 3).play("die_1")
    assert faces(t) == [BLANK, W, BLANK]
    assert t.asked == (0, Choice.STRESS)


@pytest.mark.rule("ENO-GEA-09", "ENO-ATK-08", "ENO-TOK-09-D")
def test_the_weapons_modifiers_are_used_before_tokens_under_the_same_limit(t: Table) -> None:
    t.rolls(P, P, P, P, P)
    t.pool(active=(1, 1, 0))
    attack(t, 2, confidence=1, discipline=2)
    t.play("die_0")
    assert t.legal == {"die_1", "done"}
    t.play("die_1")
    assert (t.state["pool"][C], t.state["assaults"][0]["confidence"]) == (0, 0)
    t.play("done")
    assert t.asked == (0, Choice.DISCIPLINE)
    t.play("die_0")
    assert t.legal == {"die_1", "done"}, "one Discipline per die from all sources"
    assert (t.state["pool"][D], t.state["assaults"][0]["discipline"]) == (1, 1)
    t.play("die_1")
    assert t.done
    assert (t.state["pool"][D], t.state["assaults"][0]["discipline"]) == (1, 0)
    assert totals(t)[0] == 2


@pytest.mark.rule("ENO-GEA-09")
def test_a_weapons_modifiers_count_in_its_attack_only(t: Table) -> None:
    t.state["assaults"][0]["confidence"], t.state["assaults"][0]["discipline"] = 3, 3
    t.state["n_assaults"] = 1
    t.rolls(P)
    roll(t, 1, kind=RollKind.SKILL)
    assert t.asked == (0, Choice.STRESS)
    t.play("done")
    assert t.done


# -- Stress --------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-RUB-09", "ENO-ATK-09", "ENO-ATK-09-D", "ENO-RUB-11")
def test_stress_rerolls_one_die_at_a_time_each_once_also_after_confidence(t: Table) -> None:
    t.rolls(BLANK, BLANK, P, HP, W)
    t.pool(active=(0, 2, 0))
    roll(t, 2).play("die_0", "done")
    assert faces(t) == [P, BLANK]
    assert t.legal == {"die_0", "die_1", "done"}
    t.play("die_0")
    assert (faces(t), t.s(0)["stress"]) == ([HP, BLANK], 1)
    assert t.asked == (0, Choice.STRESS), "no Confidence after the first Stress re-roll"
    assert t.legal == {"die_1", "done"}
    t.play("die_1")
    assert (faces(t), t.s(0)["stress"]) == ([HP, W], 2)
    assert t.done
    assert t.state["pool"][C] == 1


@pytest.mark.rule("ENO-ATK-09-D")
def test_stress_needs_no_confidence_before(t: Table) -> None:
    t.rolls(BLANK, W)
    roll(t, 1)
    assert t.asked == (0, Choice.STRESS)
    t.play("die_0")
    assert t.done
    assert t.result == 1
    assert totals(t)[0] == 1


@pytest.mark.rule("ENO-RUB-09-D2", "ENO-ATK-10-D")
def test_at_stress_9_no_reroll_is_offered(t: Table) -> None:
    t.s(0)["stress"] = 8
    t.rolls(BLANK, BLANK, W)
    roll(t, 2).play("die_0")
    assert t.s(0)["stress"] == 9
    assert t.done, "die 1 could still be re-rolled"
    t.state["n_rolls"] = 0
    t.rolls(BLANK)
    roll(t, 1)
    assert t.done


@pytest.mark.rule("ENO-SBD-03-D", "ENO-RUB-08-D", "ENO-ATK-09")
def test_a_breakdown_resolves_inside_the_roll_which_goes_on(t: Table) -> None:
    t.tables["n_breakdowns"] = 3
    t.tables["breakdowns"][2]["effect"], t.tables["breakdowns"][2]["effect_end"] = t.ops((32, 1, 0, 0, 0))
    t.state["breakdowns"]["n"], t.state["breakdowns"]["cards"][0] = 1, 2
    t.spacer(0, 4, 4, vitals=4, stress=3, broke_down=0)
    t.rolls(BLANK, BLANK, W)
    roll(t, 2).play("die_1")
    assert (t.s(0)["breakdown"], t.s(0)["vitals"], t.s(0)["stress"]) == (2, 3, 4)
    assert faces(t) == [BLANK, W]
    assert t.asked == (0, Choice.STRESS)
    t.play("done")
    assert t.result == 1


@pytest.mark.rule("ENO-ATK-10", "ENO-ATK-10-D", "ENO-RUB-06")
def test_death_ends_the_roll(t: Table) -> None:
    t.tables["breakdowns"][0]["effect"], t.tables["breakdowns"][0]["effect_end"] = t.ops((34, 2, 0, 0, 0))
    t.state["breakdowns"]["n"] = 1
    t.spacer(0, 4, 4, vitals=9, stress=8, broke_down=0)
    t.rolls(BLANK, BLANK)
    t.pool(active=(5, 0, 0))
    roll(t, 2).play("die_1")
    assert t.s(0)["where"] == Where.DEAD, "the Breakdown adds Stress at 9"
    assert t.done
    assert t.result == 0
    assert t.state["rolls"][0]["stage"] == Stage.OVER
    assert faces(t) == [BLANK, BLANK]


@pytest.mark.rule("ENO-RUB-09-D", "ENO-DIC-08")
def test_the_enormity_die_may_be_rerolled_with_stress_and_with_nothing_else(t: Table) -> None:
    t.pool(active=(3, 3, 0))
    t.rolls(2, 8)
    roll(t, 1, kind=RollKind.ENORMITY)
    assert t.asked == (0, Choice.STRESS)
    assert t.legal == {"die_0", "done"}
    t.play("die_0")
    assert t.done, "once"
    assert (totals(t)[0], t.s(0)["stress"], list(t.state["pool"])) == (9, 1, [3, 3, 0])


@pytest.mark.rule("ENO-RUB-09", "ENO-TOK-10")
def test_the_roller_pays_with_its_own_stress_and_everybodys_tokens(t: Table) -> None:
    t.pool(active=(1, 1, 0))
    t.rolls(BLANK, BLANK, P)
    roll(t, 1, roller=1)
    assert t.asked == (1, Choice.CONFIDENCE)
    t.play("die_0", "die_0")
    assert (t.s(0)["stress"], t.s(1)["stress"]) == (0, 1)
    assert t.asked == (1, Choice.DISCIPLINE)


# -- Discipline ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-TOK-05", "ENO-TOK-09", "ENO-ATK-11", "ENO-ATK-11-D")
def test_discipline_turns_one_potential_of_a_die_into_power(t: Table) -> None:
    t.rolls(BLACK_PP, W, P)
    t.pool(active=(5, 0, 0))
    q = Stats(t.tables, t.state)
    q.begin_roll(RollKind.SKILL, 0)
    q.add_dice(0, Colour.BLACK, 1)
    q.add_dice(0, Colour.WHITE, 2)
    t.call(Proc.SPACER_ROLL, 0).play("done")
    assert t.asked == (0, Choice.DISCIPLINE)
    assert t.legal == {"die_0", "die_2", "done"}, "only dice with a Potential"
    t.play("die_0")
    assert t.legal == {"die_2", "done"}, "1 Discipline per die, 1 Potential each"
    assert (totals(t)[0], q.potential_of(0, 0), t.state["pool"][D]) == (2, 1, 4)
    t.play("die_2")
    assert t.done
    assert (totals(t)[0], t.state["pool"][D]) == (3, 3)


@pytest.mark.rule("ENO-TOK-05", "ENO-TOK-06", "ENO-ATK-11-D", "ENO-SCO-04")
@pytest.mark.parametrize("kind", [RollKind.ATTACK, RollKind.SKILL, RollKind.SCOUT, RollKind.NOISE])
def test_the_order_is_confidence_stress_discipline_in_all_four_kinds_of_roll(t: Table, kind: RollKind) -> None:
    t.rolls(P)
    t.pool(active=(1, 1, 1))
    roll(t, 1, kind=kind)
    seen = []
    while t.asked:
        seen.append(t.asked[1])
        assert "done" in t.legal
        t.play("done")
    assert seen == [Choice.CONFIDENCE, Choice.STRESS, Choice.DISCIPLINE]
    assert list(t.state["pool"]) == [1, 1, 1]


@pytest.mark.rule("ENO-ATK-12", "ENO-TOK-03")
def test_neither_expertise_nor_incoming_tokens_are_of_use_in_a_roll(t: Table) -> None:
    t.s(0)["stress"] = 9
    t.pool(active=(0, 0, 5), incoming=(5, 5, 5))
    t.rolls(P)
    roll(t, 1)
    assert t.done


# -- Devastating ---------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-KEY-09", "ENO-KEY-09-D")
def test_devastating_adds_a_die_of_the_colour_of_each_die_with_a_quadrant(t: Table) -> None:
    t.rolls(WWQ, W, RED_WHQ, RED_WWQ, WWQ, BLANK)
    t.s(0)["stress"] = 7
    attack(t, 2, 1, keywords=[Keyword.DEVASTATING])
    assert t.asked == (0, Choice.EXTRA_DIE)
    assert t.legal == {"die_0", "die_2", "done"}
    t.play("die_2")
    assert faces(t) == [WWQ, W, RED_WHQ, RED_WWQ]
    assert t.legal == {"die_0", "done"}, "neither the same die nor the new one"
    t.play("die_0")
    assert faces(t) == [WWQ, W, RED_WHQ, RED_WWQ, WWQ]
    assert list(t.state["rolls"][0]["colour"][3:5]) == [Colour.RED, Colour.WHITE]
    assert marks(t, DieMark.EXTRA) == [3, 4]
    assert t.asked == (0, Choice.STRESS)
    assert {"die_3", "die_4"} < t.legal, "re-rolls allowed"
    t.play("die_3")
    assert faces(t)[3] == BLANK
    assert t.asked == (0, Choice.STRESS), "not checked again"


@pytest.mark.rule("ENO-KEY-09", "ENO-KEY-09-D")
def test_devastating_is_optional_and_checked_on_the_first_roll_only(t: Table) -> None:
    t.rolls(WWQ, BLANK, WWQ)
    t.pool(active=(0, 1, 0))
    attack(t, 2, keywords=[Keyword.DEVASTATING])
    t.play("done")
    assert t.asked == (0, Choice.CONFIDENCE)
    t.play("die_1")
    assert faces(t) == [WWQ, WWQ]
    assert t.asked == (0, Choice.STRESS)
    t.play("done")
    assert t.state["rolls"][0]["n"] == 2


@pytest.mark.rule("ENO-KEY-09")
def test_a_weapon_without_the_keyword_adds_nothing(t: Table) -> None:
    t.rolls(WWQ)
    attack(t, 1)
    assert t.asked == (0, Choice.STRESS)


# -- the Power Pool ------------------------------------------------------------------------------------------


def pools(t: Table, *, adrenaline: int = 0) -> Table:
    """An Attack with weapon 1 on the Intruder beside, up to its roll."""
    t.s(0)["adrenaline"] = adrenaline
    t.state["active"] = 0
    t.call(Proc.SPACER_ATTACK, 0, 0)
    while t.asked and t.asked[1] != Choice.STRESS:
        names = t.legal
        pick = next((n for n in ("gear_1", "intruder_0") if n in names), None)
        t.play(pick or sorted(names)[0])
    return t


@pytest.mark.rule("ENO-ATK-06")
@pytest.mark.parametrize(("adrenaline", "red"), [(3, 1), (4, 2)])
def test_the_pool_is_all_dice_and_raw_power_of_weapon_and_effects(t: Table, adrenaline: int, red: int) -> None:
    t.intruder(4, 5)
    t.weapon(1, dice=(2, 1), power=1, more_at=5, more_dice=(0, 1), quadrants=2)
    t.gear(0, 1)
    t.ability(t.tables["characters"][0], mods=[(Stat.BLACK_DICE, 1), (Stat.POWER, 2)], timing=Timing.PASSIVE)
    t.rolls(*[0] * 6)
    pools(t, adrenaline=adrenaline)
    r = t.state["rolls"][0]
    colours = sorted(int(c) for c in r["colour"][: int(r["n"])])
    assert colours == [Colour.WHITE] * 2 + [Colour.RED] * red + [Colour.BLACK], "Adrenaline rises before the roll"
    assert (r["power"], r["quadrants"]) == (3, 2)


# -- Skill tests ---------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-SKL-01", "ENO-SKL-01-D", "ENO-SPC-02")
def test_a_skill_test_rolls_as_many_white_dice_as_the_skill(t: Table) -> None:
    t.tables["characters"][0]["skills"][Skill.STRENGTH] = 3
    t.rolls(W, WH, WH)
    t.call(Proc.SKILL_TEST, 0, Skill.STRENGTH, 3)
    r = t.state["rolls"][0]
    assert (r["n"], list(r["colour"][:3]), r["at"]) == (3, [Colour.WHITE] * 3, 3)
    t.play("done")
    assert t.done
    assert t.result == 4
    assert t.state["n_rolls"] == 0


@pytest.mark.rule("ENO-SKL-02", "ENO-TOK-05", "ENO-TOK-06")
def test_tokens_and_stress_work_in_skill_tests(t: Table) -> None:
    t.tables["characters"][0]["skills"][Skill.WILLPOWER] = 2
    t.pool(active=(1, 1, 0))
    t.rolls(BLANK, BLANK, P, W)
    t.call(Proc.SKILL_TEST, 0, Skill.WILLPOWER, 2).play("die_0", "die_1", "done", "die_0")
    assert t.result == 2
    assert (t.s(0)["stress"], list(t.state["pool"])) == (1, [0, 0, 0])


@pytest.mark.rule("ENO-SKL-01", "ENO-SKL-03", "ENO-SKL-01-D")
@pytest.mark.parametrize(("face", "vitals", "stress"), [(W, 7, 0), (BLANK, 9, 3)])
def test_a_test_says_what_success_and_failure_are(t: Table, face: int, vitals: int, stress: int) -> None:
    # 66 SKILL_TEST, 32 LOSE_VITALS, 34 GAIN_STRESS, 1 JUMP.
    first = t._ops
    span = t.ops((66, Skill.DEXTERITY, 1, first + 3), (32, 2), (1, first + 4), (34, 3))
    t.rolls(face)
    t.resolve(span).play("done")
    assert t.done
    assert (t.s(0)["vitals"], t.s(0)["stress"]) == (vitals, stress)


@pytest.mark.rule("ENO-ATK-10", "ENO-SKL-02")
def test_who_dies_in_a_skill_test_has_no_result(t: Table) -> None:
    t.tables["breakdowns"][0]["effect"], t.tables["breakdowns"][0]["effect_end"] = t.ops((34, 2, 0, 0, 0))
    t.state["breakdowns"]["n"] = 1
    t.spacer(0, 4, 4, vitals=9, stress=8, broke_down=0)
    t.rolls(WWQ)
    t.call(Proc.SKILL_TEST, 0, Skill.DEXTERITY, 1).play("die_0")
    assert t.result == -1
    assert t.state["n_rolls"] == 0
    t.call(Proc.SKILL_TEST, 0, Skill.DEXTERITY, 1)
    assert t.result == -1, "dead already"


def test_all_faces_come_up(t: Table, q: Stats) -> None:
    q.begin_roll(RollKind.SKILL, 0)
    q.add_dice(0, Colour.WHITE, 8)
    seen: set[int] = set()
    for _ in range(50):
        q.throw(0)
        seen |= set(faces(t))
    assert seen == set(range(6))
