"""Exploding barrels (BRL)."""

from __future__ import annotations

from typing import Any

import pytest

from envs.machina_arcana.state import Choice, Proc, Space, Token
from tests.machina_arcana.table import Table, cell, unit

M = 3
BARREL = (7, 4)


@pytest.fixture
def t() -> Table:
    table = Table(seats=2)
    table.explorer(0, 4, 4)
    table.space(*BARREL, Space.BARREL)
    table.state["active"] = 0
    return table


def shoot(t: Table, effects: list[Any], seat: int = 0, targets: int = 1) -> Table:
    """Play an ability with a unit target within 4 spaces."""
    (ability,) = t.card("explorers", seat, [{"cost": {"stamina": 1}, "target": {"range": 4}, "effects": effects,
                                             "targets": targets}])  # fmt: skip
    return t.call(Proc.PLAY_ABILITY, seat, ability, -1, -1, e=seat)


def exploded(t: Table) -> bool:
    return bool(t.state["token"][cell(*BARREL)] == Token.EXPLORED)


@pytest.mark.rule("MAC-BRL-01", "MAC-BRL-06")
@pytest.mark.parametrize(("roll", "hit"), [(0, False), (1, True)])
def test_an_attack_roll_of_one_hits_a_barrel(t: Table, roll: int, hit: bool) -> None:
    t.high(roll)
    shoot(t, [{"attack": {"high": 1}}])
    assert t.done
    assert exploded(t) == hit
    assert t.result & 1 == hit


@pytest.mark.rule("MAC-BRL-02", "MAC-BRL-03", "MAC-ATK-08")
def test_the_explosion_attacks_every_adjacent_unit_with_one_roll_of_three_dice(t: Table) -> None:
    t.monster(M, 7, 3)
    t.monster(5, 8, 5)
    t.card("monsters", 5, armor=3)
    t.explorer(1, 6, 5)
    t.monster(8, 5, 6)
    t.high(1, 1, 1, 0)
    shoot(t, [{"attack": {"high": 1}}]).play("cell_7_4")
    assert exploded(t)
    assert t.m(M)["health"] == 1
    assert t.m(5)["health"] == 2
    assert t.e(1)["health"] == 4
    assert t.m(8)["health"] == 2, "two spaces away"
    assert t.e(0)["health"] == 5


@pytest.mark.rule("MAC-BRL-02")
def test_a_unit_behind_a_wall_is_not_adjacent(t: Table) -> None:
    t.monster(M, 7, 3)
    t.border(7, 3, "south")
    t.call(Proc.EXPLODE, cell(*BARREL), -1)
    assert t.done
    assert t.m(M)["health"] == 2


@pytest.mark.rule("MAC-BRL-05", "MAC-BRL-06")
def test_an_ability_without_attack_hits_the_barrel_without_a_roll(t: Table) -> None:
    shoot(t, [{"push": 1}, {"restore_stamina": {"amount": 1, "who": "self"}}])
    assert exploded(t)
    assert t.e(0)["stamina"] == 6, "1 paid and 1 restored: what does not concern the barrel happens"


@pytest.mark.rule("MAC-BRL-06")
def test_only_where_a_unit_may_be_the_target(t: Table) -> None:
    t.monster(M, 5, 4)
    t.monster(5, 4, 5)
    shoot(t, [{"push": 1}])
    assert t.asked == (0, Choice.TARGET)
    assert t.legal == {"monster_3", "monster_5"}, "an obstacle in the line, under the same rules as for units"
    (heal,) = t.card("explorers", 0, [{"cost": {"stamina": 1}, "target": {"range": 4, "over_obstacles": True},
                                       "who": "monsters", "effects": [{"push": 1}]}])  # fmt: skip
    t.call(Proc.PLAY_ABILITY, 0, heal, -1, -1, e=0)
    assert t.legal == {"monster_3", "monster_5"}, "a barrel is no monster"


@pytest.mark.rule("MAC-BRL-06", "MAC-TAR-03")
def test_a_barrel_may_be_one_of_two_targets(t: Table) -> None:
    t.monster(M, 4, 6)
    t.high(2)
    shoot(t, [{"attack": {"high": 1}}], targets=2).play("monster_3", "cell_7_4")
    assert exploded(t)
    assert t.m(M)["health"] == 1, "one roll for both"
    t.space(*BARREL, Space.BARREL)
    t.space(4, 1, Space.BARREL)
    shoot(t, [{"push": 1}], targets=2).play("cell_7_4", "cell_4_1")
    assert exploded(t)
    assert t.state["token"][cell(4, 1)] == Token.EXPLORED


@pytest.mark.rule("MAC-BRL-07")
def test_an_explosion_does_not_set_off_the_next_barrel(t: Table) -> None:
    t.space(7, 5, Space.BARREL)
    t.high(1)
    shoot(t, [{"attack": {"high": 1}}]).play("cell_7_4")
    assert exploded(t)
    assert t.state["token"][cell(7, 5)] == Token.NONE


@pytest.mark.rule("MAC-BRL-08", "MAC-SPC-08")
def test_an_explored_barrel_is_no_target_and_does_not_explode(t: Table) -> None:
    t.space(*BARREL, Space.BARREL, Token.EXPLORED)
    t.monster(M, 6, 4)
    t.monster(5, 7, 5)
    t.high(3)
    shoot(t, [{"attack": {"high": 1, "who": "target"}}])
    assert t.legal == {"monster_3", "monster_5"}
    t.call(Proc.EXPLODE, cell(*BARREL), 0)
    assert t.done
    assert t.m(M)["health"] == 2


@pytest.mark.rule("MAC-BRL-09")
def test_monsters_do_not_attack_barrels(t: Table) -> None:
    t.monster(M, 6, 4)
    t.explorer(1, 6, 5)
    (attack,) = t.card("monsters", M, [{"cost": {"stamina": 1}, "target": {"range": 2}, "who": "any",
                                        "effects": [{"attack": {"high": 1}}]}])  # fmt: skip
    t.call(Proc.PLAY_ABILITY, unit(M), attack, -1, -1, e=0)
    assert t.legal == {"explorer_0", "explorer_1"}


@pytest.mark.rule("MAC-BRL-11", "MAC-SPE-04")
def test_ethereal_units_beside_the_barrel_are_attacked(t: Table) -> None:
    t.monster(M, 7, 3)
    t.card("monsters", M, [{"passive": [{"ethereal": True}]}])
    t.high(1, 1, 0)
    t.call(Proc.EXPLODE, cell(*BARREL), 0)
    assert t.m(M)["health"] == 1


@pytest.mark.rule("MAC-BRL-12", "MAC-ATR-14")
def test_the_explosion_has_no_attacker_but_the_turn_owner_may_raise_it(t: Table) -> None:
    t.card("explorers", 1, [{"passive": [{"attack": 3}, {"arcane": True}]}])
    t.explorer(1, 5, 4, essence=3)
    t.e(0)["essence"] = 1
    t.monster(M, 7, 3)
    t.card("monsters", M, armor=1, will=0)
    t.high(0, 0, 0)
    t.call(Proc.EXPLODE, cell(*BARREL), 1)
    assert t.asked == (0, Choice.RAISE), "explorer 1 is no attacker"
    assert (t.state["attack_roll"], t.state["attack_need"]) == (0, 1), "no bonus, and armor blocks"
    t.play("amount_1")
    assert t.done
    assert t.m(M)["health"] == 1


@pytest.mark.rule("MAC-BRL-01", "MAC-ATR-13")
def test_the_roll_against_a_barrel_may_be_raised(t: Table) -> None:
    t.e(0)["essence"] = 1
    t.high(0)
    shoot(t, [{"attack": {"high": 1}}])
    assert t.asked == (0, Choice.RAISE)
    assert t.state["core"]["subject"] == 1
    t.play("amount_1")
    assert exploded(t)


@pytest.mark.rule("MAC-BRL-01", "MAC-ATK-03")
def test_bonuses_count_against_a_barrel(t: Table) -> None:
    t.high(0)
    (ability,) = t.card("treasures", 0, [{"cost": {"stamina": 1}, "target": {"range": 4},
                                          "effects": [{"attack": {"high": 1}}]}])  # fmt: skip
    t.card("explorers", 0, [{"passive": [{"attack": 1}]}])
    t.call(Proc.PLAY_ABILITY, 0, ability, -1, -1, e=0)
    assert exploded(t)


@pytest.mark.rule("MAC-BRL-06", "MAC-TAR-02")
@pytest.mark.parametrize("target", ["melee", "reach", "tile", {"range": 1}, {"range": 1, "over_obstacles": True}])
def test_under_each_targeting_rule(t: Table, target: Any) -> None:
    (ability,) = t.card("explorers", 0, [{"cost": {"stamina": 1}, "target": target, "effects": [{"push": 1}]}])
    t.explorer(0, 6, 3)
    t.monster(M, 5, 3)
    t.call(Proc.PLAY_ABILITY, 0, ability, -1, -1, e=0)
    assert "cell_7_4" in t.legal
    t.explorer(0, 7, 3)
    t.monster(M, 8, 3)
    t.border(7, 4, "north")
    t.call(Proc.PLAY_ABILITY, 0, ability, -1, -1, e=0)
    assert ("cell_7_4" in t.legal) == (target == "tile"), "the wall cuts the sight"


@pytest.mark.rule("MAC-BRL-02", "MAC-BRL-12")
def test_the_explosion_reaches_over_a_join() -> None:
    t = Table(seats=1, tiles=(0, 1))
    t.explorer(0, 0, 0)
    t.space(9, 4, Space.BARREL)
    t.monster(M, 10, 4)
    t.monster(5, 8, 4)
    t.high(1, 1, 0)
    t.call(Proc.EXPLODE, cell(9, 4), 0)
    assert [t.m(M)["health"], t.m(5)["health"]] == [1, 1]


@pytest.mark.rule("MAC-BRL-06", "MAC-EFF-08")
@pytest.mark.parametrize(("x", "hit"), [(6, True), (5, False)])
def test_conditions_look_at_the_barrel_that_is_the_target(t: Table, x: int, hit: bool) -> None:
    t.explorer(0, x, 4, health=1)
    t.high(1)
    shoot(t, [{"if": {"adjacent": True, "then": [{"attack": {"high": 1}}],
                      "otherwise": [{"if": {"wounded": True, "then": [{"attack": {"high": 1}}]}}]}}])  # fmt: skip
    assert exploded(t) == hit, "one that is further away is not adjacent, and no barrel is wounded"
