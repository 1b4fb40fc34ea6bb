"""Active weapons, what they reach, Advance (ATK-02 to -04, RNG, GEA-08, GEA-10, KEY-01, KEY-10, KEY-18)."""

from __future__ import annotations

from typing import Any

import pytest

from envs.enormity.state import (
    Border,
    Choice,
    DoorState,
    GearPlace,
    Keyword,
    Knock,
    Op,
    Proc,
    Reach,
    Stat,
    Tile,
    Timing,
    Who,
)
from tests.enormity.table import Table

GUN = 8  # a Gear card
ACTION, BONUS = 0, 1  # manners of SPACER_ATTACK
POTENTIAL = 1  # a face of a white die
PLAIN = {"dice": (0, 0, 0, 0, 0), "reach": Reach.RANGED, "range": 3, "keywords": [], "advance": 0}


@pytest.fixture
def t() -> Table:
    """Spacer 0 on (4, 4) with a weapon beside the Multitool, which is disabled; Spacer 1 far away."""
    table = Table(seats=2)
    table.spacer(0, 4, 4)
    table.spacer(1, 9, 9)
    table.s(0)["gear"][0]["disabled"] = 1
    return table


def gun(t: Table, place: GearPlace = GearPlace.HAND, **fields: Any) -> int:
    """Spacer 0 has one weapon, as printed; its place."""
    t.weapon(GUN, **{**PLAIN, **fields})
    return t.gear(0, GUN, place, entry=1)


def shoots(t: Table, x: int, y: int, manner: int = ACTION) -> bool:
    """Spacer 0 can attack an Intruder on that space, the only one of its kind."""
    t.s(0)["adrenaline"] = 0
    k = t.intruder(x, y)
    t.call(Proc.SPACER_ATTACK, 0, manner)
    assert t.done
    t.k(k)["type"] = t.k(k)["cell"] = -1
    assert t.s(0)["adrenaline"] == t.result
    return bool(t.result)


# -- range -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-RNG-01", "ENO-ATK-03")
def test_the_range_is_counted_in_steps(t: Table) -> None:
    gun(t, range=3)
    near, far = [(4, 3), (4, 1), (5, 2), (6, 5), (1, 4)], [(4, 0), (6, 2), (6, 6), (8, 4)]
    assert [shoots(t, *at) for at in near] == [True] * len(near)
    assert [shoots(t, *at) for at in far] == [False] * len(far)
    t.tile(4, 3, 0, Tile.OBSTACLE)
    t.tile(5, 4, 0, Tile.OBSTACLE)
    gun(t, range=5)
    assert not shoots(t, 5, 3), "in sight over the corner, but 6 steps around the Obstacles"
    gun(t, range=6)
    assert shoots(t, 5, 3)


@pytest.mark.rule("ENO-RNG-01", "ENO-RNG-02")
@pytest.mark.parametrize("reach", [Reach.MELEE, Reach.RANGED, Reach.REACH])
def test_walls_red_lines_and_closed_doors_are_no_way(t: Table, reach: Reach) -> None:
    gun(t, range=1, reach=reach)
    t.border(4, 4, "north", Border.WALL)
    t.border(4, 4, "west", Border.RED)
    t.border(4, 4, "south", Border.DOOR + 0)
    t.door(0, DoorState.CLOSED)
    assert [shoots(t, *at) for at in ((4, 3), (3, 4), (4, 5), (5, 4))] == [False, False, False, True]
    t.door(0, DoorState.OPEN)
    assert shoots(t, 4, 5)


@pytest.mark.rule("ENO-RNG-02")
def test_melee_needs_an_adjacent_target(t: Table) -> None:
    gun(t, reach=Reach.MELEE, range=5)
    assert [shoots(t, *at) for at in ((4, 3), (5, 4), (4, 5), (3, 4))] == [True] * 4
    assert [shoots(t, *at) for at in ((5, 5), (3, 3), (4, 2), (6, 4))] == [False] * 4


@pytest.mark.rule("ENO-RNG-03", "ENO-KEY-18")
def test_linear_only_along_a_row_or_column(t: Table) -> None:
    gun(t, range=4, keywords=[Keyword.LINEAR])
    assert [shoots(t, *at) for at in ((4, 1), (8, 4), (4, 5))] == [True] * 3
    assert [shoots(t, *at) for at in ((5, 3), (6, 5), (3, 1))] == [False] * 3


@pytest.mark.rule("ENO-RNG-05", "ENO-KEY-18")
def test_deadzone_not_on_an_adjacent_target(t: Table) -> None:
    gun(t, range=3, keywords=[Keyword.DEADZONE])
    assert [shoots(t, *at) for at in ((4, 3), (5, 4))] == [False] * 2
    assert [shoots(t, *at) for at in ((4, 2), (5, 5), (4, 1))] == [True] * 3
    t.border(4, 4, "north", Border.RED)
    gun(t, range=5, keywords=[Keyword.DEADZONE])
    assert shoots(t, 4, 3), "not adjacent across the red line: 3 steps"


@pytest.mark.rule("ENO-RNG-04", "ENO-KEY-18", "ENO-GEA-09")
@pytest.mark.parametrize(("reach", "melee"), [(Reach.MELEE, True), (Reach.REACH, True), (Reach.RANGED, False)])
def test_reach_counts_as_range_and_is_melee_for_all_purposes(t: Table, reach: Reach, melee: bool) -> None:
    gun(t, reach=reach, range=2, dice=(1,))
    t.ability(t.tables["characters"][0], timing=Timing.PASSIVE, mods=[(Stat.MELEE_DISCIPLINE, 1)])
    t.s(0)["stress"] = 9  # no re-rolls
    t.intruder(4, 5)
    t.rolls(POTENTIAL)
    t.call(Proc.SPACER_ATTACK, 0)
    assert t.asked == ((0, Choice.DISCIPLINE) if melee else None)
    t = Table()
    t.spacer(0, 4, 4)
    t.s(0)["gear"][0]["disabled"] = 1
    gun(t, reach=reach, range=2)
    assert shoots(t, 5, 5) == (reach != Reach.MELEE)
    assert not shoots(t, 5, 6)


@pytest.mark.rule("ENO-RNG-05-D")
def test_miniatures_do_not_lengthen_the_count(t: Table) -> None:
    gun(t, range=2)
    t.spacer(1, 4, 3)
    assert shoots(t, 4, 2)
    others = [t.intruder(5, 4), t.intruder(4, 3)]
    t.s(0)["gear"][1]["ammo"] = 0
    t.call(Proc.SPACER_ATTACK, 0)
    assert t.legal == {f"intruder_{k}" for k in others}
    t.intruder(5, 3)
    t.call(Proc.SPACER_ATTACK, 0)
    assert len(t.legal) == 3, "around the corner, both ways are occupied"


@pytest.mark.rule("ENO-ATK-03")
def test_the_target_must_be_in_sight(t: Table) -> None:
    gun(t, range=4)
    assert shoots(t, 4, 1)
    t.tile(4, 3, 0, Tile.OBSCURING)
    t.tile(4, 2, 0, Tile.OBSCURING)
    assert not shoots(t, 4, 1)


# -- active weapons ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-ATK-02", "ENO-ATK-04")
@pytest.mark.parametrize(
    ("field", "value"),
    [("exhausted", 1), ("ammo", 0), ("charges", 0), ("discharge", 1), ("place", GearPlace.BACKPACK), ("disabled", 1)],
)
def test_a_weapon_that_is_not_active_cannot_be_chosen(t: Table, field: str, value: int) -> None:
    place = gun(t, ammo=2, charges=2, leaves=(1, 1, 1), suppress=2)
    k = t.intruder(4, 5)
    t.s(0)["gear"][place][field] = value
    t.call(Proc.SPACER_ATTACK, 0)
    assert t.done
    assert t.result == 0, "the attack is not performed"
    assert t.s(0)["adrenaline"] == 0
    assert not t.state["incoming"].any()
    assert t.k(k)["suppression"] == 0
    t.gear(0, GUN, entry=place)
    t.call(Proc.SPACER_ATTACK, 0)
    assert t.result == 1
    assert t.s(0)["adrenaline"] == 1
    assert t.state["incoming"].tolist() == [1, 1, 1]


@pytest.mark.rule("ENO-ATK-02", "ENO-ATK-04")
def test_the_attacker_chooses_among_active_weapons_with_a_target(t: Table) -> None:
    place = gun(t, range=2)
    t.s(0)["gear"][0]["disabled"] = 0
    t.intruder(4, 6)
    t.call(Proc.SPACER_ATTACK, 0)
    assert t.done, "the Multitool reaches nobody: nothing to choose"
    t.intruder(4, 3)
    t.call(Proc.SPACER_ATTACK, 0)
    assert t.asked == (0, Choice.WEAPON)
    assert t.legal == {"gear_0", f"gear_{place}"}
    t.play(f"gear_{place}")
    assert t.legal == {"intruder_0", "intruder_1"}


@pytest.mark.rule("ENO-ATK-04-D")
def test_the_attack_action_is_offered_only_with_a_weapon_and_a_target(t: Table) -> None:
    gun(t, range=2, ammo=1)
    t.call(Proc.TURN, 0)
    assert "card_0_b" not in t.legal, "its only action is an Attack"
    t.intruder(4, 7)
    t.call(Proc.TURN, 0)
    assert "card_0_b" not in t.legal, "out of range"
    t.weapon(GUN, advance=1)
    t.call(Proc.TURN, 0)
    assert "card_0_b" in t.legal, "Advance brings it within range"
    t.s(0)["gear"][1]["ammo"] = 0
    t.call(Proc.TURN, 0)
    assert "card_0_b" not in t.legal, "empty"


@pytest.mark.rule("ENO-GEA-08")
def test_charges_are_spent_like_ammo(t: Table) -> None:
    place = gun(t, charges=2)
    assert shoots(t, 4, 5)
    assert t.s(0)["gear"][place]["charges"] == 1
    assert shoots(t, 4, 5)
    assert not shoots(t, 4, 5)
    place = gun(t, charges=3, burst=4)
    for x in (3, 4, 5):
        t.intruder(x, 5)
    t.intruder(4, 3)
    t.call(Proc.SPACER_ATTACK, 0).play("intruder_0", "intruder_1", "intruder_2")
    assert t.asked == (0, Choice.BURST_ORDER), "no Charge for a fourth target"
    assert t.s(0)["gear"][place]["charges"] == 0


@pytest.mark.rule("ENO-GEA-10", "ENO-ATK-02")
def test_some_weapons_are_exhausted_by_their_use(t: Table) -> None:
    place = gun(t, keywords=[Keyword.EXHAUST])
    assert shoots(t, 4, 5)
    assert t.s(0)["gear"][place]["exhausted"] == 1
    assert not shoots(t, 4, 5)
    t.call(Proc.REARM, 0)
    t.play("done")
    assert shoots(t, 4, 5)


@pytest.mark.rule("ENO-KEY-10", "ENO-KEY-10-D", "ENO-ATK-05")
def test_a_discharged_weapon_waits_for_the_start_of_the_next_turn(t: Table) -> None:
    place = gun(t, ammo=9, keywords=[Keyword.DISCHARGE])
    assert shoots(t, 4, 5)
    gear = t.s(0)["gear"][place]
    assert (gear["discharge"], gear["exhausted"]) == (1, 0), "the token is the only effect"
    assert not shoots(t, 4, 5)
    assert not shoots(t, 4, 5, BONUS)
    t.call(Proc.RELOAD, 0, 0)
    assert gear["discharge"] == 1
    t.call(Proc.TURN_START, 1)
    assert gear["discharge"] == 1, "another Spacer's turn"
    t.call(Proc.TURN_START, 0)
    assert gear["discharge"] == 0
    assert shoots(t, 4, 5)


# -- Advance -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-KEY-01", "ENO-KEY-01-D")
def test_advance_steps_towards_the_target_before_the_range_is_checked(t: Table) -> None:
    place = gun(t, reach=Reach.MELEE, advance=2, ammo=2)
    k = t.intruder(4, 7)
    t.call(Proc.SPACER_ATTACK, 0)
    assert t.asked == (0, Choice.ADVANCE)
    assert t.legal == {"step_south", "done"}, "each step comes nearer"
    t.play("step_south", "step_south")
    assert t.at(0) == (4, 6)
    assert t.done
    assert t.result == 1
    assert t.s(0)["gear"][place]["ammo"] == 1
    t.k(k)["type"] = -1
    t.spacer(0, 4, 4)
    t.intruder(5, 6)
    t.call(Proc.SPACER_ATTACK, 0)
    assert t.legal == {"step_south", "step_east", "done"}


@pytest.mark.rule("ENO-KEY-01-D", "ENO-ATK-04")
def test_an_advance_that_does_not_reach_ends_the_attack_in_step_1(t: Table) -> None:
    place = gun(t, reach=Reach.MELEE, advance=2, ammo=2, leaves=(1, 0, 0))
    t.intruder(4, 7)
    t.call(Proc.SPACER_ATTACK, 0).play("step_south", "done")
    assert t.done
    assert t.result == 0
    assert t.at(0) == (4, 5), "optional, and the step was made"
    assert (t.s(0)["adrenaline"], t.s(0)["gear"][place]["ammo"]) == (0, 2)
    assert not t.state["incoming"].any()


@pytest.mark.rule("ENO-KEY-01", "ENO-ATK-04-D")
@pytest.mark.parametrize(("advance", "away", "legal"), [(0, 2, False), (1, 2, True), (1, 3, False), (2, 3, True)])
def test_a_target_that_advance_reaches_may_be_declared(t: Table, advance: int, away: int, legal: bool) -> None:
    gun(t, reach=Reach.MELEE, advance=advance)
    t.intruder(4, 4 + away)
    t.call(Proc.SPACER_ATTACK, 0)
    assert (t.asked == (0, Choice.ADVANCE)) == legal
    t.s(0)["knock"] = Knock.FALLING
    t.call(Proc.SPACER_ATTACK, 0)
    assert t.done, "no attack from the floor"


@pytest.mark.rule("ENO-KEY-01-D")
def test_advance_passes_a_spacer_but_does_not_end_on_its_space(t: Table) -> None:
    gun(t, reach=Reach.MELEE, advance=2)
    t.spacer(1, 4, 5)
    t.intruder(4, 6)
    t.border(4, 5, "south")
    t.call(Proc.SPACER_ATTACK, 0)
    assert t.done, "out of reach on the far side of the wall"
    t.border(4, 5, "south", Border.OPEN)
    t.intruder(4, 7)
    t.k(0)["type"] = -1
    t.call(Proc.SPACER_ATTACK, 0)
    assert t.legal == {"step_south", "done"}
    t.play("step_south")
    if t.asked:
        assert t.legal == {"step_south"}, "it cannot stay there"
        t.play("step_south")
    assert t.at(0) == (4, 6)
    assert t.result == 1


@pytest.mark.rule("ENO-KEY-01-D", "ENO-CHB-02-D2", "ENO-ATK-04")
def test_advance_provokes_and_a_knockdown_ends_the_attack_in_step_1(t: Table) -> None:
    place = gun(t, advance=1, range=3, ammo=2, leaves=(1, 0, 0))
    target = t.intruder(4, 7)
    beside = t.intruder(3, 4, type=1)
    t.tables["types"][1]["speed"] = 0
    hit, end = t.ops((Op.KNOCKDOWN, 0, 0, 0, Who.TARGET))
    t.protocol(1, replace=True, attack=1, power=1, hit=hit, hit_end=end, gated=-1, after=-1)
    t.call(Proc.SPACER_ATTACK, 0).play(f"intruder_{target}" if f"intruder_{target}" in t.legal else "done")
    assert t.asked == (0, Choice.ADVANCE)
    t.play("step_south")
    assert t.done
    assert t.s(0)["knock"] == Knock.FALLING
    assert t.s(0)["vitals"] == 8
    assert t.at(0) == (4, 4)
    assert t.result == 0
    assert (t.s(0)["adrenaline"], t.s(0)["gear"][place]["ammo"]) == (0, 2)
    assert t.k(beside)["type"] == 1
    assert not t.state["incoming"].any()
