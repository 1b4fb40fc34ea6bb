"""Windows of Opportunity and Chain Breaks (WOP, CHB; ENO-EX-40, -58)."""

from __future__ import annotations

from typing import Any

import pytest

from envs.enormity.state import (
    Choice,
    GearKind,
    GearPlace,
    Knock,
    NoiseKind,
    Op,
    Proc,
    Reach,
    Requirement,
    Timing,
    Where,
    Who,
)
from tests.enormity.table import Table

PHASE, STEP = 0, 1
PLAIN = {"power": 0, "reach": Reach.MELEE, "hit": -1, "gated": -1, "after": -1, "window_move": 0, "window_attack": 0}
ACTION = 0  # SPACER_ATTACK's manner
GUN = 8  # a Gear card
YOU_LIVE_BONUS = 1


@pytest.fixture
def t() -> Table:
    """Spacer 0 on (4, 4) and Intruder 0 on (3, 4), which attacks behind a window; Spacer 1 far away."""
    table = Table(seats=2)
    table.spacer(0, 4, 4)
    table.spacer(1, 9, 9)
    only(table, attack=1, power=3, window_attack=1)
    table.intruder(3, 4)
    return table


def only(t: Table, type: int = 0, **fields: object) -> int:
    """The only Protocol of a type."""
    return t.protocol(type, replace=True, **{**PLAIN, "requirement": Requirement.OTHERWISE, **fields})


def after(t: Table, *ops: tuple[int, ...]) -> dict[str, int]:
    """Fields of a Protocol with these After effects."""
    first, end = t.ops(*ops)
    return {"after": first, "after_end": end}


def reaction(t: Table, s: int, *ops: tuple[int, ...], **fields: Any) -> int:
    """A Reaction on the Character card of a Spacer."""
    return t.ability(t.tables["characters"][s], timing=Timing.REACTION, ops=ops, **fields)


def reflex(t: Table, s: int = 0, **fields: Any) -> int:
    """Reflex: move up to 1 space."""
    return reaction(t, s, (Op.MOVE, 1, 0, 0, Who.SELF), **fields)


def activate(t: Table, k: int = 0, how: int = PHASE, target: int = -1) -> Table:
    """One activation."""
    return t.call(Proc.ACTIVATE, k, how, target)


RADIATE = (Op.RADIATION, 1, 0, 0, Who.TARGET)
STRESS = (Op.GAIN_STRESS, 1, 0, 0, Who.SELF)


# -- windows -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-WOP-01", "ENO-ABL-08")
def test_a_window_opens_immediately_before_the_instruction_with_the_symbol(t: Table) -> None:
    t.ability(t.tables["characters"][0], timing=Timing.TURN, ops=[STRESS])
    reaction(t, 0, STRESS)
    reaction(t, 1, STRESS)
    activate(t)
    assert t.asked == (0, Choice.REACTION)
    assert t.legal == {"character_ability_1", "pass"}, "an ability for the own turn is no Reaction"
    assert t.s(0)["vitals"] == 9, "the attack waits"
    assert t.state["window"] == 1
    t.play("character_ability_1", "pass")
    assert t.s(0)["vitals"] == 6
    assert t.s(0)["stress"] == 1
    assert t.state["window"] == 0
    only(t, attack=1, power=3)
    t.s(0)["used"] = 0
    activate(t)
    assert t.done, "no symbol, no window"


@pytest.mark.rule("ENO-WOP-01", "ENO-WOP-01-D")
@pytest.mark.parametrize(("symbol", "at"), [("window_move", (0, 4)), ("window_attack", (3, 4))])
def test_it_opens_before_the_movement_of_a_composite_or_before_the_attack_alone(
    t: Table, symbol: str, at: tuple[int, int]
) -> None:
    reaction(t, 0, STRESS)
    only(t, moves=1, attack=1, power=3, **{symbol: 1})
    t.k(0)["cell"] = 4 * 30
    activate(t)
    assert t.asked == (0, Choice.REACTION)
    assert t.at(4) == at
    t.play("pass")
    assert t.at(4) == (3, 4)
    assert t.s(0)["vitals"] == 6


@pytest.mark.rule("ENO-WOP-01-D", "ENO-KEY-27")
def test_afterwards_it_goes_on_from_the_present_positions_with_the_same_target(t: Table) -> None:
    t.spacer(1, 1, 3)
    t.state["marker"] = 0
    reflex(t)
    only(t, moves=1, attack=1, power=3, window_move=1)
    t.k(0)["cell"] = 4 * 30 + 2
    t.spacer(0, 4, 4)
    activate(t)
    t.play("character_ability_0", "step_east")
    assert t.at(0) == (5, 4)
    assert t.at(4) == (4, 4), "it follows, though Spacer 1 is closer now"
    assert [int(t.s(s)["vitals"]) for s in (0, 1)] == [6, 9]


@pytest.mark.rule("ENO-WOP-02")
def test_a_spacer_uses_any_number_of_reactions_but_none_of_the_same_name_twice(t: Table) -> None:
    a = reaction(t, 0, STRESS)
    reaction(t, 0, STRESS)
    for card in (5, 6):
        t.tables["gear"][card]["kind"] = GearKind.SUPPORT
        t.ability(t.tables["gear"][card], timing=Timing.REACTION, ops=[STRESS], name=50)
        t.gear(0, card, GearPlace.SUPPORT, entry=card)
    t.tables["abilities"][a]["name"] = 40
    activate(t)
    assert t.legal == {"character_ability_0", "character_ability_1", "gear_ability_5_0", "gear_ability_6_0", "pass"}
    t.play("gear_ability_6_0")
    assert t.legal == {"character_ability_0", "character_ability_1", "pass"}
    t.play("character_ability_1")
    t.play("character_ability_0")
    assert t.done
    assert t.s(0)["stress"] == 3
    activate(t)
    assert t.legal == {"gear_ability_5_0", "pass"}, "the next window has its own names"


@pytest.mark.rule("ENO-WOP-02", "ENO-ABL-06")
def test_an_unlimited_reaction_is_used_once_in_a_window(t: Table) -> None:
    reaction(t, 0, STRESS, unlimited=1)
    activate(t).play("character_ability_0")
    assert t.done
    activate(t)
    assert t.legal == {"character_ability_0", "pass"}
    t.play("character_ability_0")
    assert t.s(0)["stress"] == 2


@pytest.mark.rule("ENO-WOP-02-D", "ENO-ABL-06")
def test_the_target_first_then_seat_order_one_at_a_time_until_all_pass() -> None:
    t = Table(seats=3)
    for s, x in ((0, 0), (1, 4), (2, 9)):
        t.spacer(s, x, 4)
        reaction(t, s, STRESS)
        reaction(t, s, STRESS)
    only(t, attack=1, power=3, window_attack=1)
    k = t.intruder(5, 4)
    activate(t, k, STEP, 1)
    asked = []
    for answer in ("character_ability_0", "pass", "character_ability_0", "character_ability_1", "pass", "pass"):
        asked.append(t.asked[0])
        t.play(answer)
    assert asked == [1, 0, 2, 1, 0, 2]
    assert t.done, "all have passed in a row, the Target has nothing left"
    assert [int(t.s(s)["stress"]) for s in range(3)] == [0, 2, 1]
    activate(t, k, STEP, 1)
    assert t.asked[0] == 0, "once per Round"


@pytest.mark.rule("ENO-WOP-02-D")
def test_a_reaction_is_resolved_with_its_own_windows_before_the_next_choice(t: Table) -> None:
    only(t, 1, attack=1, power=1, window_attack=1)
    inner = t.intruder(5, 4, 1)
    reaction(t, 0, (Op.MOVE, 1, 0, 0, Who.SELF))
    reaction(t, 1, STRESS)
    activate(t).play("character_ability_0", "step_north")
    assert t.asked == (1, Choice.REACTION)
    assert t.state["window"] == 2, "the window of the attack of opportunity"
    assert t.state["assaults"][1]["actor"] == inner
    t.play("character_ability_0")
    assert t.s(0)["vitals"] == 8
    assert t.at(0) == (4, 3)
    assert t.done, "the attack has broken the first one, and its window with it"


@pytest.mark.rule("ENO-KDN-02", "ENO-WOP-02-D")
def test_nobody_is_asked_who_cannot_react(t: Table) -> None:
    reaction(t, 0, STRESS)
    t.s(0)["knock"] = Knock.FALLING
    activate(t)
    assert t.done
    assert t.s(0)["vitals"] == 6


@pytest.mark.rule("ENO-WOP-03", "ENO-WOP-03-D", "ENO-IAT-07")
def test_a_target_that_leaves_the_range_is_followed_with_the_speed_left_but_not_attacked(t: Table) -> None:
    reflex(t)
    hit = t.ops((Op.GAIN_ADRENALINE, 1, 0, 0, Who.TARGET))
    only(t, moves=1, attack=1, power=3, window_attack=1, hit=hit[0], hit_end=hit[1], **after(t, RADIATE))
    t.k(0)["cell"] = 4 * 30 + 1
    activate(t)
    assert t.at(4) == (3, 4)
    t.play("character_ability_0", "step_east")
    assert t.at(4) == (4, 4), "1 of its Speed of 3 was left; no second attack, though it is adjacent again"
    assert (int(t.s(0)["vitals"]), int(t.s(0)["adrenaline"]), int(t.s(0)["radiation"])) == (9, 0, 1)


@pytest.mark.rule("ENO-WOP-03-D")
@pytest.mark.parametrize(("start", "at"), [(0, (3, 4)), (1, (4, 4))])
def test_leftover_movement_is_the_speed_not_yet_used(t: Table, start: int, at: tuple[int, int]) -> None:
    reflex(t)
    only(t, moves=1, attack=1, power=3, window_attack=1)
    t.k(0)["cell"] = 4 * 30 + start
    activate(t).play("character_ability_0", "step_east")
    assert t.at(4) == at
    assert t.s(0)["vitals"] == 9


@pytest.mark.rule("ENO-WOP-03-D", "ENO-WOP-03")
def test_after_an_attack_it_does_not_follow_a_target_that_it_has_moved(t: Table) -> None:
    hit = t.ops((Op.KNOCKBACK, 2, 0, 0, Who.TARGET))
    only(t, attack=1, power=3, hit=hit[0], hit_end=hit[1])
    activate(t)
    assert (t.at(0), t.at(4)) == ((6, 4), (3, 4))


@pytest.mark.rule("ENO-WOP-01", "ENO-IAT-03")
def test_a_dodge_in_the_window_holds_for_that_attack_whatever_comes_between(t: Table) -> None:
    reaction(t, 0, (Op.DODGE, 0, 0, 0, Who.SELF))
    reflex(t)
    only(t, 1)  # neither moves nor attacks
    only(t, moves=1, attack=1, power=3, window_move=1)
    t.intruder(4, 5, 1)
    activate(t).play("character_ability_0", "character_ability_1", "step_north")
    assert t.done
    assert t.s(0)["vitals"] == 9
    t.s(0)["used"] = 0
    activate(t).play("pass")
    assert t.s(0)["vitals"] == 6


@pytest.mark.rule("ENO-WOP-03-D")
def test_without_a_movement_the_whole_speed_is_left(t: Table) -> None:
    reflex(t)
    activate(t).play("character_ability_0", "step_east")
    assert t.at(4) == (4, 4)
    assert t.s(0)["vitals"] == 9


@pytest.mark.rule("ENO-WOP-03-D")
def test_range_is_judged_when_the_roll_would_be_made(t: Table) -> None:
    reflex(t)
    only(t, moves=1, attack=1, power=3, window_move=1)
    activate(t).play("character_ability_0", "step_east")
    assert t.at(4) == (4, 4)
    assert t.s(0)["vitals"] == 6, "its own movement brings it into range"


@pytest.mark.rule("ENO-WOP-03-D", "ENO-IAT-07")
def test_a_target_that_died_counts_as_out_of_range(t: Table) -> None:
    reaction(t, 0, (Op.DIE, 0, 0, 0, Who.SELF))
    only(t, attack=1, power=3, window_attack=1, **after(t, (Op.RADIATION, 1, 0, 0, Who.ALL_SPACERS)))
    activate(t).play("character_ability_0")
    assert t.done
    assert t.s(0)["where"] == Where.DEAD
    assert t.at(4) == (3, 4)
    assert t.s(1)["radiation"] == 1, "After effects follow all the same"


# -- Chain Breaks ------------------------------------------------------------------------------------------------


def arm(t: Table, s: int = 0, at: int = 9) -> None:
    """Spacer s has only the Multitool, and Intruders of type 0 an AT that it cannot reach."""
    t.tables["types"][0]["at"] = at
    t.tables["gear"][0]["dice"] = 0
    t.s(s)["adrenaline"] = 0


@pytest.mark.rule("ENO-CHB-01", "ENO-CHB-01-D", "ENO-CHB-02", "ENO-BON-01")
def test_a_bonus_attack_ends_the_whole_protocol_and_step_c_goes_on(t: Table) -> None:
    arm(t)
    reaction(t, 0, (Op.BONUS_ATTACK, 0, 0, 0, Who.SELF))
    t.tables["types"][0]["additional"] = only(t, 1, **after(t, (Op.GAIN_STRESS, 1, 0, 0, Who.TARGET)))
    only(t, attack=1, power=3, window_attack=1, **after(t, RADIATE))
    activate(t).play("character_ability_0")
    while t.asked:
        t.play("intruder_0" if "intruder_0" in t.legal else "yes" if "yes" in t.legal else sorted(t.legal)[0])
    assert t.s(0)["adrenaline"] == 1, "the Bonus Attack"
    assert (int(t.s(0)["vitals"]), int(t.s(0)["radiation"])) == (9, 0)
    assert t.s(0)["stress"] == 1, "step C"


@pytest.mark.rule("ENO-CHB-01", "ENO-CHB-02", "ENO-FLT-03")
def test_a_break_after_the_damage_cancels_what_still_lingers(t: Table) -> None:
    arm(t)
    t.s(0)["vitals"], t.s(0)["broke_down"] = 2, 1
    first, end = t.ops((Op.GAIN_STRESS, 1, 0, 0, Who.TARGET))
    only(t, attack=1, power=3, hit=first, hit_end=end, **after(t, RADIATE))
    t.rolls(YOU_LIVE_BONUS)
    activate(t)
    while t.asked:
        t.play("intruder_0" if "intruder_0" in t.legal else "yes" if "yes" in t.legal else sorted(t.legal)[0])
    assert t.s(0)["adrenaline"] == 1
    assert (int(t.s(0)["stress"]), int(t.s(0)["radiation"])) == (0, 0)
    assert t.s(0)["vitals"] == 0


@pytest.mark.rule("ENO-CHB-01", "ENO-ATK-17")
def test_an_intruder_killed_by_the_bonus_attack_does_nothing_more(t: Table) -> None:
    arm(t, at=1)
    t.tables["gear"][0]["power"] = 1
    reaction(t, 0, (Op.BONUS_ATTACK, 0, 0, 0, Who.SELF))
    t.tables["types"][0]["additional"] = only(t, 1, **after(t, RADIATE))
    only(t, attack=1, power=3, window_attack=1)
    activate(t).play("character_ability_0")
    while t.asked:
        t.play("intruder_0" if "intruder_0" in t.legal else "yes" if "yes" in t.legal else sorted(t.legal)[0])
    assert t.k(0)["type"] == -1
    assert (int(t.s(0)["vitals"]), int(t.s(0)["radiation"])) == (9, 0)


@pytest.mark.rule("ENO-EX-40", "ENO-CHB-02", "ENO-CHB-02-D")
def test_an_attack_of_opportunity_of_another_intruder_breaks_the_attack(t: Table) -> None:
    reflex(t)
    only(t, 1, attack=1, power=2)
    only(t, attack=1, power=3, window_attack=1, **after(t, RADIATE))
    t.intruder(4, 5, 1)
    activate(t).play("character_ability_0", "step_north")
    assert t.done
    assert t.s(0)["vitals"] == 7, "only the other one has hit"
    assert t.at(0) == (4, 3)
    assert t.at(4) == (3, 4), "A's leftover movement is dropped with its attack"
    assert t.s(0)["radiation"] == 0


@pytest.mark.rule("ENO-CHB-02-D")
def test_an_attack_of_opportunity_that_makes_no_attack_breaks_nothing(t: Table) -> None:
    reflex(t)
    only(t, 1, moves=1)
    only(t, attack=1, power=3, window_attack=1, **after(t, RADIATE))
    t.intruder(4, 5, 1)
    activate(t).play("character_ability_0", "step_north")
    assert t.s(0)["vitals"] == 9
    assert t.at(4) == (3, 3), "A follows with its leftover movement"
    assert t.s(0)["radiation"] == 1


@pytest.mark.rule("ENO-CHB-02-D")
def test_an_attack_of_opportunity_that_is_out_of_range_breaks_nothing(t: Table) -> None:
    reflex(t)
    only(t, 1, attack=1, power=2, window_attack=1)
    t.intruder(4, 5, 1)
    only(t, attack=1, power=3, window_attack=1, **after(t, RADIATE))
    t.tables["types"][1]["speed"] = 0
    t.ability(t.tables["suits"][0], timing=Timing.REACTION, ops=[(Op.MOVE, 1, 0, 0, Who.SELF)])
    activate(t).play("character_ability_0", "step_north")
    assert t.asked == (0, Choice.REACTION), "in the window of the attack of opportunity"
    t.play("suit_ability_0", "step_east")
    while t.asked:
        t.play("pass" if "pass" in t.legal else "done")
    assert t.s(0)["vitals"] == 9
    assert t.s(0)["radiation"] == 1, "A's After effects"


@pytest.mark.rule("ENO-CHB-02-D")
def test_a_protocol_without_attack_is_not_broken(t: Table) -> None:
    reflex(t)
    only(t, 1, attack=1, power=2)
    only(t, moves=1, window_move=1, **after(t, RADIATE))
    t.intruder(4, 5, 1)
    activate(t).play("character_ability_0", "step_north")
    assert t.s(0)["vitals"] == 7
    assert t.at(4) == (3, 3)
    assert t.s(0)["radiation"] == 1


@pytest.mark.rule("ENO-CHB-03", "ENO-CHB-01")
def test_an_element_that_says_chain_break(t: Table) -> None:
    reaction(t, 0, (Op.CHAIN_BREAK,))
    reaction(t, 1, STRESS)
    only(t, moves=1, attack=1, power=3, window_move=1, **after(t, RADIATE))
    t.k(0)["cell"] = 4 * 30
    activate(t).play("character_ability_0")
    assert t.done, "the window is over, too"
    assert t.at(4) == (0, 4), "the movement is dropped as well"
    assert (int(t.s(0)["vitals"]), int(t.s(0)["radiation"])) == (9, 0)
    t.resolve(t.ops((Op.CHAIN_BREAK,)))
    assert t.done, "without an attack in progress it does nothing"


@pytest.mark.rule("ENO-CHB-03")
def test_a_chain_break_before_the_damage_prevents_it(t: Table) -> None:
    only(t, attack=1, power=3)
    t.ability(t.tables["characters"][0], timing=Timing.DAMAGE, ops=[(Op.CHAIN_BREAK,)])
    activate(t).play("character_ability_0")
    assert t.done
    assert t.s(0)["vitals"] == 9


# -- Spacer Attacks ----------------------------------------------------------------------------------------------


def gun(t: Table, **fields: Any) -> int:
    """A ranged weapon of Spacer 0; its place."""
    plain = {"dice": (0, 0, 0), "reach": Reach.RANGED, "range": 4, "ammo": 2, "suppress": 2, "leaves": (0, 0, 1)}
    t.weapon(GUN, **{**plain, **fields})
    return t.gear(0, GUN)


def spacer_attack(t: Table, place: int, manner: int = ACTION) -> Table:
    """Spacer 0 begins an Attack with a weapon."""
    t.call(Proc.SPACER_ATTACK, 0, manner)
    if t.asked and t.asked[1] == Choice.WEAPON:
        t.play(f"gear_{place}")
    return t


@pytest.mark.rule("ENO-EX-58", "ENO-CHB-02-D2", "ENO-CHB-02")
def test_an_attack_of_opportunity_during_fallback_does_not_break_the_spacer_attack(t: Table) -> None:
    t.tables["gear"][0]["range"] = 0
    place = gun(t, fallback=1, noise_kind=NoiseKind.DICE, noise=1)
    t.k(0)["cell"] = 4 * 30 + 6
    only(t, 1, attack=1, power=2)
    t.tables["types"]["at"] = 9
    t.intruder(4, 5, 1)
    spacer_attack(t, place)
    while t.asked and t.asked[1] in (Choice.ATTACK_TARGET, Choice.WEAPON):
        t.play("intruder_0" if "intruder_0" in t.legal else f"gear_{place}")
    assert t.asked == (0, Choice.FALLBACK)
    t.rolls(0)  # the Noise die
    t.play("step_west")
    while t.asked:
        t.play("done" if "done" in t.legal else "pass")
    assert t.s(0)["vitals"] == 7
    assert t.at(0) == (3, 4)
    assert t.k(0)["suppression"] == 2
    assert t.state["incoming"][2] == 1
    assert t.state["core"]["script_n"] == 0, "the Noise Roll has been made"


@pytest.mark.rule("ENO-CHB-02-D2", "ENO-ATK-04", "ENO-KEY-01-D")
def test_an_attacker_who_dies_during_advance_has_just_not_attacked(t: Table) -> None:
    place = gun(t, advance=1, range=2)
    t.k(0)["cell"] = 4 * 30 + 7
    first, end = t.ops((Op.DIE, 0, 0, 0, Who.TARGET))
    only(t, 1, attack=1, power=0, hit=first, hit_end=end)
    t.intruder(4, 5, 1)
    t.tables["gear"][0]["range"] = 0
    spacer_attack(t, place)
    while t.asked and t.asked[1] in (Choice.ATTACK_TARGET, Choice.WEAPON):
        t.play("intruder_0" if "intruder_0" in t.legal else f"gear_{place}")
    if t.asked:
        t.play("step_east")
    assert t.s(0)["where"] == Where.DEAD
    assert t.s(0)["adrenaline"] == 0
    assert sum(int(n) for n in t.state["incoming"]) == 0
    assert t.k(0)["suppression"] == 0


def pushed_away(t: Table, attacker: int) -> None:
    """Whoever attacks that type from adjacency is moved away before the roll."""
    t.ability(t.tables["types"][attacker], timing=Timing.MELEE_FROM_ADJACENT, ops=[(Op.KNOCKBACK, 2, 0, 0, Who.TARGET)])


@pytest.mark.rule("ENO-CHB-05", "ENO-CHB-06", "ENO-CHB-06-D", "ENO-ATK-21")
def test_out_of_range_before_the_roll_the_spacer_attack_is_broken(t: Table) -> None:
    pushed_away(t, 0)
    place = gun(t, range=1, noise_kind=NoiseKind.DICE, noise=1, power=9)
    spacer_attack(t, place)
    while t.asked:
        t.play("intruder_0" if "intruder_0" in t.legal else sorted(t.legal)[0])
    assert t.at(0) == (6, 4)
    assert t.k(0)["type"] == 0, "no roll, so no Wound"
    assert t.k(0)["suppression"] == 2, "step 5 is resolved: it counts as not wounded"
    assert t.state["incoming"][2] == 1
    assert t.s(0)["adrenaline"] == 1, "Adrenaline and Ammo stay spent"
    assert t.s(0)["gear"][place]["ammo"] == 1
    assert t.state["n_noises"] == 0


@pytest.mark.rule("ENO-CHB-07", "ENO-BON-06", "ENO-RSP-07")
def test_a_bonus_attack_inside_a_spacer_attack_follows_it(t: Table) -> None:
    t.tables["types"][0]["response"][1], t.tables["types"][0]["response_end"][1] = t.ops(
        (Op.BONUS_ATTACK, 0, 0, 0, Who.TARGET)
    )
    t.tables["types"]["at"] = 9
    place = gun(t, ammo=3, range=1)
    t.tables["gear"][0]["range"] = 0
    spacer_attack(t, place)
    while t.asked and t.asked[1] != Choice.BONUS_ATTACK:
        t.play(f"gear_{place}" if f"gear_{place}" in t.legal else "intruder_0")
    assert t.state["incoming"][2] == 1, "the first attack is resolved completely: its tokens are left"
    assert t.s(0)["adrenaline"] == 1
    t.play("no" if "no" in t.legal else "pass")
    assert t.done
    assert t.k(0)["suppression"] == 2
