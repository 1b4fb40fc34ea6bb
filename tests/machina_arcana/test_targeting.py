"""Target components, line of sight to targets, two targets, who may be a target (TAR, MON-04)."""

from __future__ import annotations

from typing import Any

import pytest

from envs.machina_arcana.state import MAX_EXPLORERS, Border, Choice, Proc, Space, Token
from tests.machina_arcana.table import Table, unit

M = 3


@pytest.fixture
def t() -> Table:
    table = Table(seats=2, tiles=(0, 1))
    table.explorer(0, 4, 4)
    table.state["active"] = 0
    return table


def options(t: Table, target: Any, who: str | None = None, targets: int = 1, by: int = 0, **effect: Any) -> set[str]:
    """What may be the target of an ability; a single target is taken at once, without a question."""
    power: dict[str, Any] = {"cost": {"stamina": 1}, "target": target, "targets": targets}
    power["effects"] = [effect or {"push": 1}]
    if who:
        power["who"] = who
    section, number = ("explorers", by) if by < MAX_EXPLORERS else ("monsters", by - MAX_EXPLORERS)
    (ability,) = t.card(section, number, [power])
    before = t.state.copy()
    t.call(Proc.PLAY_ABILITY, by, ability, -1, -1, e=by if by < MAX_EXPLORERS else 0)
    found = t.legal if t.asked and t.asked[1] == Choice.TARGET else set()
    if not found and before["explorers"][by if by < MAX_EXPLORERS else 0]["stamina"] != t.e(0)["stamina"]:
        found = {"taken at once"}
    t.state[...] = before
    return found


@pytest.mark.rule("MAC-TAR-01", "MAC-TAR-02", "MAC-TAR-04")
def test_melee_needs_an_adjacent_unit_in_sight(t: Table) -> None:
    t.monster(1, 5, 5)
    t.monster(2, 4, 3)
    t.monster(3, 6, 4)
    t.monster(4, 3, 4)
    t.border(4, 4, "west")
    assert options(t, "melee") == {"monster_1", "monster_2"}


@pytest.mark.rule("MAC-TAR-05", "MAC-TAR-11")
def test_ranged_type_1_is_stopped_by_obstacles_in_the_line(t: Table) -> None:
    t.monster(1, 4, 6)
    t.monster(2, 4, 7)
    t.monster(3, 7, 4)
    t.space(6, 4, Space.TREASURE)
    t.monster(5, 6, 6)
    t.monster(6, 1, 4)
    t.space(2, 4, Space.SPAWN)
    assert options(t, {"range": 3}) == {"monster_1", "monster_5", "monster_6"}
    t.space(2, 4, Space.SPAWN, Token.EXPLORED)
    assert options(t, {"range": 3}) == {"monster_1", "monster_5"}, "an explored spawn is an obstacle"


@pytest.mark.rule("MAC-TAR-06", "MAC-TAR-08", "MAC-TAR-09")
def test_ranged_type_2_ignores_obstacles_but_needs_sight(t: Table) -> None:
    t.monster(1, 4, 6)
    t.monster(2, 4, 7)
    t.monster(3, 7, 4)
    t.space(6, 4, Space.RUBBLE)
    t.monster(5, 4, 1)
    t.border(4, 2, "north", Border.CLOSED)
    t.monster(6, 1, 4)
    t.border(3, 4, "west", Border.BARRIER)
    assert options(t, {"range": 3, "over_obstacles": True}) == {"monster_1", "monster_2"}


@pytest.mark.rule("MAC-TAR-07")
def test_range_is_counted_in_steps_along_the_line(t: Table) -> None:
    t.monster(1, 7, 7)
    t.monster(2, 8, 5)
    t.monster(3, 7, 2)
    assert options(t, {"range": 3}) == {"monster_1", "monster_3"}
    assert options(t, {"range": 4}) == {"monster_1", "monster_2", "monster_3"}


@pytest.mark.rule("MAC-TAR-10", "MAC-EX-21")
def test_diagonal_neighbours_are_adjacent_if_one_way_round_the_corner_is_free(t: Table) -> None:
    t.explorer(0, 0, 0)
    t.border(0, 0, "east")
    t.monster(1, 1, 1)
    t.monster(2, 0, 1)
    assert options(t, "melee") == {"monster_1", "monster_2"}, "a unit at the corner does not block sight"
    t.border(0, 1, "east")
    assert options(t, "melee") == {"taken at once"}, "only the unit to the south is left"


@pytest.mark.rule("MAC-TAR-12", "MAC-TAR-04")
def test_all_eight_directions_count(t: Table) -> None:
    spots = [(3, 3), (4, 3), (5, 3), (3, 4), (5, 4), (3, 5), (4, 5), (5, 5)]
    for card, (x, y) in enumerate(spots):
        t.monster(card, x, y)
    assert options(t, "melee") == {f"monster_{i}" for i in range(8)}


@pytest.mark.rule("MAC-TAR-13")
def test_a_target_may_stand_on_another_tile(t: Table) -> None:
    t.explorer(0, 9, 4)
    t.monster(1, 10, 4)
    t.monster(2, 12, 4)
    assert options(t, "melee") == {"taken at once"}
    assert options(t, {"range": 3, "over_obstacles": True}) == {"monster_1", "monster_2"}
    assert options(t, "tile") == set(), "nobody else is on its own tile"


@pytest.mark.rule("MAC-TAR-14")
def test_an_explorer_may_target_any_unit_but_itself_only_if_the_text_says_so(t: Table) -> None:
    t.explorer(1, 4, 5)
    t.monster(M, 5, 5)
    assert options(t, "melee") == {"explorer_1", f"monster_{M}"}
    assert options(t, "tile") == {"explorer_1", f"monster_{M}"}
    assert options(t, "reach") == {"explorer_0", "explorer_1", f"monster_{M}"}
    assert options(t, "reach", who="explorers") == {"explorer_0", "explorer_1"}
    assert options(t, "tile", who="monsters") == {"taken at once"}
    t.e(0)["health"] = 3
    t.e(1)["health"] = 2
    assert options(t, "reach", who="wounded_explorers") == {"explorer_0", "explorer_1"}
    t.e(0)["health"] = 5
    assert options(t, "reach", who="wounded_explorers") == {"taken at once"}


@pytest.mark.rule("MAC-TAR-03")
def test_the_same_target_may_be_taken_twice(t: Table) -> None:
    t.monster(1, 5, 4)
    t.monster(2, 4, 5)
    (ability,) = t.card("explorers", 0, [{"cost": {"stamina": 1}, "target": "melee", "targets": 2,
                                          "effects": [{"lose_stamina": 1}]}])  # fmt: skip
    t.call(Proc.PLAY_ABILITY, 0, ability, -1, -1, e=0).play("monster_1")
    assert t.asked == (0, Choice.SECOND_TARGET)
    assert t.legal == {"monster_1", "monster_2"}
    t.play("monster_1")
    assert t.m(1)["stamina"] == 3
    t.call(Proc.PLAY_ABILITY, 0, ability, -1, -1, e=0).play("monster_1", "monster_2")
    assert [t.m(1)["stamina"], t.m(2)["stamina"]] == [2, 4]


@pytest.mark.rule("MAC-MON-04", "MAC-TAR-14")
def test_monsters_target_explorers_only(t: Table) -> None:
    t.monster(M, 5, 4)
    t.monster(5, 5, 5)
    t.explorer(1, 6, 5)
    assert options(t, "melee", by=unit(M)) == {"explorer_0", "explorer_1"}
    assert options(t, "melee", who="any", by=unit(M)) == {"explorer_0", "explorer_1", "monster_5"}


@pytest.mark.rule("MAC-TAR-15", "MAC-SPC-06", "MAC-TAR-02")
def test_interacting_with_a_space_needs_it_adjacent(t: Table) -> None:
    t.space(5, 4, Space.RECHARGE)
    t.space(4, 6, Space.RECHARGE)
    t.space(3, 4, Space.RECHARGE)
    t.border(4, 4, "west")
    t.turn(0)
    assert {name for name in t.legal if name.startswith("activate")} == {"activate_east"}


@pytest.mark.rule("MAC-TAR-01")
def test_a_space_may_be_the_target(t: Table) -> None:
    t.explorer(0, 0, 0)
    t.space(1, 0, Space.TREASURE)
    t.space(0, 1, Space.RUBBLE)
    t.monster(M, 1, 1)
    assert options(t, {"space": 1}, teleport={"distance": 1, "who": "self"}) == {"cell_0_0", "cell_1_1"}
