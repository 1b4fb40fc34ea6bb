"""Doors and barriers (DOR)."""

from __future__ import annotations

import pytest

from envs.machina_arcana.rules import geometry
from envs.machina_arcana.state import MAX_EXPLORERS, Border, Choice, Proc, Space
from tests.machina_arcana.table import SIDES, Table, cell

OTHER = {"north": "south", "east": "west", "south": "north", "west": "east"}
M = 3


@pytest.fixture
def t() -> Table:
    table = Table(seats=1)
    table.explorer(0, 4, 4)
    return table


def border(t: Table, x: int, y: int, side: str) -> int:
    return int(t.state["border"][cell(x, y)][SIDES.index(side)])


def doors(t: Table) -> set[str]:
    t.turn(0)
    return {name for name in t.legal if name.startswith(("open_", "close_", "break_"))}


@pytest.mark.rule("MAC-DOR-01", "MAC-DOR-03")
@pytest.mark.parametrize(("state", "free"), [(Border.OPEN, True), (Border.CLOSED, False), (Border.DESTROYED, True)])
def test_units_and_sight_pass_open_and_destroyed_doors_only(t: Table, state: Border, free: bool) -> None:
    t.border(4, 4, "east", state)
    t.turn(0)
    assert ("move_east" in t.legal) == free
    assert geometry.sight_of(t.state, cell(4, 4), cell(5, 4))[0] == free


@pytest.mark.rule("MAC-DOR-02", "MAC-DOR-04", "MAC-DOR-07", "MAC-EXP-08")
@pytest.mark.parametrize("side", SIDES)
def test_a_door_is_closed_and_opened_from_either_side(t: Table, side: str) -> None:
    t.border(4, 4, side, Border.OPEN)
    assert doors(t) == {f"close_door_{side}"}
    t.play(f"close_door_{side}")
    assert border(t, 4, 4, side) == Border.CLOSED
    assert t.e(0)["stamina"] == 4
    dx, dy = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}[side]
    t.explorer(0, 4 + dx, 4 + dy)
    assert doors(t) == {f"open_door_{OTHER[side]}", f"break_{OTHER[side]}"}
    t.play(f"open_door_{OTHER[side]}")
    assert border(t, 4, 4, side) == Border.OPEN
    assert t.e(0)["stamina"] == 4


@pytest.mark.rule("MAC-DOR-07")
def test_a_door_that_is_not_a_border_of_the_own_space_is_not_adjacent(t: Table) -> None:
    t.border(5, 4, "east", Border.OPEN)
    t.border(4, 3, "east", Border.CLOSED)
    t.border(5, 5, "north", Border.BARRIER)
    assert doors(t) == set()


@pytest.mark.rule("MAC-DOR-05", "MAC-DOR-06", "MAC-EXP-12")
def test_a_destroyed_door_stays_open_and_cannot_be_used(t: Table) -> None:
    t.border(4, 4, "east", Border.CLOSED)
    t.turn(0)
    t.play("break_east")
    assert border(t, 4, 4, "east") == border(t, 5, 4, "west") == Border.DESTROYED
    assert t.e(0)["stamina"] == 2
    assert doors(t) == set()
    assert "move_east" in t.legal


@pytest.mark.rule("MAC-DOR-05", "MAC-DOR-10", "MAC-DOR-12", "MAC-DOR-13", "MAC-EXP-12")
@pytest.mark.parametrize(("state", "left"), [(Border.CLOSED, Border.DESTROYED), (Border.BARRIER, Border.NONE)])
def test_a_monster_destroys_what_blocks_its_way(state: Border, left: Border) -> None:
    t = Table(seats=1)
    t.explorer(0, 4, 0)
    t.monster(M, 0, 0)
    for x in range(10):
        t.border(x, 0, "south")
    t.border(1, 0, "east", state)
    t.call(Proc.MONSTER_TURN, M)
    assert t.at(MAX_EXPLORERS + M) == (1, 0), "one step, then 4 of its 5 stamina"
    assert border(t, 1, 0, "east") == left


@pytest.mark.rule("MAC-DOR-08", "MAC-DOR-09", "MAC-DOR-11")
def test_a_barrier_goes_on_a_border_without_door_wall_or_barrier(t: Table) -> None:
    for x in range(10):
        for y in range(10):
            if (x, y) not in ((4, 4), (5, 4), (4, 5), (4, 3), (3, 4)):
                t.space(x, y, Space.VOID)
    t.border(4, 4, "north", Border.OPEN)
    t.border(4, 4, "south", Border.WALL)
    t.border(4, 4, "west", Border.BARRIER)
    t.call(Proc.PLACE_BARRIER, 0, 0)
    assert t.asked == (0, Choice.BARRIER_CELL)
    assert t.legal == {"cell_4_4", "cell_5_4"}
    t.play("cell_5_4")
    assert border(t, 5, 4, "west") == border(t, 4, 4, "east") == Border.BARRIER
    t.call(Proc.PLACE_BARRIER, 0, 0)
    assert t.done
    assert t.result == 0, "not twice on one border"


@pytest.mark.rule("MAC-DOR-08", "MAC-DOR-10")
def test_a_barrier_acts_as_a_wall_until_it_is_destroyed(t: Table) -> None:
    t.border(4, 4, "east", Border.BARRIER)
    t.turn(0)
    assert "move_east" not in t.legal
    assert not geometry.adjacent_of(t.state, cell(4, 4), cell(5, 4))
    assert not {"open_door_east", "close_door_east"} & t.legal
    t.play("break_east")
    assert border(t, 4, 4, "east") == Border.NONE
    assert "move_east" in t.legal
