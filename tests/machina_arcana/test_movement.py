"""Movement of explorers (MOV), on the board of the turn."""

from __future__ import annotations

import pytest

from envs.machina_arcana.rules import geometry
from envs.machina_arcana.state import MAX_EXPLORERS, Border, Space, Token
from tests.machina_arcana.story import entry
from tests.machina_arcana.table import Table, cell

DIRECTIONS = {
    "north": (0, -1), "north_east": (1, -1), "east": (1, 0), "south_east": (1, 1),
    "south": (0, 1), "south_west": (-1, 1), "west": (-1, 0), "north_west": (-1, -1),
}  # fmt: skip
M = 3


@pytest.fixture
def t() -> Table:
    table = Table(seats=2)
    table.explorer(0, 4, 4)
    return table


def moves(t: Table) -> set[str]:
    """Directions in which explorer 0 may move at the start of its turn."""
    t.turn(0)
    return {name.removeprefix("move_") for name in t.legal if name.startswith("move_")}


@pytest.mark.rule("MAC-MOV-01", "MAC-MOV-02", "MAC-EXP-03", "MAC-TAR-12")
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_step_to_each_of_the_eight_neighbours_costs_one(t: Table, direction: str) -> None:
    dx, dy = DIRECTIONS[direction]
    t.turn(0)
    t.play(f"move_{direction}")
    assert t.at(0) == (4 + dx, 4 + dy)
    assert t.e(0)["stamina"] == 5
    assert t.state["unit"][cell(4, 4)] == 0
    assert t.state["unit"][cell(4 + dx, 4 + dy)] == 1


@pytest.mark.rule("MAC-MOV-01", "MAC-EXP-16")
def test_without_stamina_there_is_no_step(t: Table) -> None:
    t.card("explorers", 0, stamina=0)
    assert moves(t) == set()


@pytest.mark.rule("MAC-MOV-03", "MAC-MAP-02", "MAC-DOR-03")
@pytest.mark.parametrize("border", [Border.WALL, Border.CLOSED, Border.BARRIER])
def test_walls_closed_doors_and_barriers_stop(t: Table, border: Border) -> None:
    t.border(4, 4, "north", border)
    assert "north" not in moves(t)
    assert {"north_east", "north_west"} <= moves(t), "round the border"


@pytest.mark.rule("MAC-DOR-01", "MAC-DOR-06")
@pytest.mark.parametrize("border", [Border.NONE, Border.OPEN, Border.DESTROYED])
def test_open_and_destroyed_doors_do_not_stop(t: Table, border: Border) -> None:
    t.border(4, 4, "north", border)
    assert moves(t) == set(DIRECTIONS)


@pytest.mark.rule("MAC-MOV-04")
def test_units_block_friend_or_foe(t: Table) -> None:
    t.explorer(1, 4, 3)
    t.monster(M, 5, 4)
    assert moves(t) == set(DIRECTIONS) - {"north", "east", "north_east"}


@pytest.mark.rule("MAC-MOV-05", "MAC-MOV-07", "MAC-SPC-02", "MAC-SPC-04")
@pytest.mark.parametrize("kind", [k for k in Space if k >= Space.RUBBLE and k != Space.SPECIAL])
@pytest.mark.parametrize("token", [Token.NONE, Token.EXPLORED])
def test_action_spaces_and_rubble_cannot_be_entered(t: Table, kind: Space, token: Token) -> None:
    t.space(4, 3, kind, token)
    assert "north" not in moves(t)


@pytest.mark.rule("MAC-MOV-06", "MAC-MOV-13", "MAC-SPC-01", "MAC-SPC-09")
@pytest.mark.parametrize(
    ("kind", "token", "open_"),
    [(Space.SPAWN, Token.NONE, True), (Space.SPAWN, Token.EXPLORED, False), (Space.TRAPPED, Token.NONE, True),
     (Space.PIT, Token.NONE, True)],
)  # fmt: skip
def test_passable_spaces_and_the_sealed_spawn(t: Table, kind: Space, token: Token, open_: bool) -> None:
    t.space(4, 3, kind, token)
    assert ("north" in moves(t)) == open_


@pytest.mark.rule("MAC-MOV-13")
def test_units_stand_on_entry_and_exit_tokens(t: Table) -> None:
    entry(t, 0, 4, 3)
    t.space(5, 3, Space.TRAPPED)
    t.turn(0)
    t.play("move_north", "move_east")
    assert t.at(0) == (5, 3)
    assert t.e(0)["health"] == 5


@pytest.mark.rule("MAC-EX-20", "MAC-MOV-08")
def test_a_diagonal_step_needs_one_free_route() -> None:
    t = Table(seats=1)
    t.explorer(0, 0, 0)
    t.border(0, 0, "east")
    assert "south_east" in moves(t)
    t.play("move_south_east")
    assert t.at(0) == (1, 1)
    assert t.e(0)["stamina"] == 5


@pytest.mark.rule("MAC-EX-21", "MAC-MOV-08", "MAC-MOV-10", "MAC-TAR-10")
def test_a_unit_on_the_only_linked_space_stops_the_step_but_not_the_sight() -> None:
    t = Table(seats=1)
    t.explorer(0, 0, 0)
    t.border(0, 0, "east")
    t.monster(M, 0, 1)
    assert "south_east" not in moves(t)
    assert geometry.adjacent_of(t.state, cell(0, 0), cell(1, 1))


@pytest.mark.rule("MAC-MOV-08", "MAC-MOV-09")
@pytest.mark.parametrize("border", [Border.WALL, Border.CLOSED, Border.BARRIER])
@pytest.mark.parametrize(("x", "y", "side"), [(4, 4, "south"), (4, 5, "east")])
def test_either_border_of_a_route_may_close_it(t: Table, border: Border, x: int, y: int, side: str) -> None:
    t.space(5, 4, Space.RUBBLE)
    assert "south_east" in moves(t)
    t.border(x, y, side, border)
    assert "south_east" not in moves(t)


@pytest.mark.rule("MAC-MOV-09", "MAC-MAP-02")
def test_an_unexplored_edge_is_a_wall() -> None:
    t = Table(seats=1)
    t.explorer(0, 4, 0)
    assert moves(t) == {"east", "south_east", "south", "south_west", "west"}


@pytest.mark.rule("MAC-MOV-11", "MAC-SPC-05")
def test_a_pit_destroys_the_explorer_that_enters_it(t: Table) -> None:
    t.space(4, 3, Space.PIT)
    t.turn(0)
    t.play("move_north")
    assert not t.on_map(0)
    assert t.state["deaths"] == 1
    assert t.state["unit"][cell(4, 3)] == 0


@pytest.mark.rule("MAC-MOV-12")
def test_a_pit_links_a_diagonal_step_without_harm(t: Table) -> None:
    t.space(4, 3, Space.PIT)
    t.space(5, 4, Space.RUBBLE)
    t.turn(0)
    t.play("move_north_east")
    assert t.at(0) == (5, 3)
    assert t.state["deaths"] == 0


@pytest.mark.rule("MAC-MOV-14", "MAC-PSH-13")
def test_a_push_into_a_pit_counts_as_movement(t: Table) -> None:
    t.monster(M, 5, 4)
    t.space(6, 4, Space.PIT)
    t.resolve([{"push": 1}], unit=0, target=MAX_EXPLORERS + M)
    assert not t.on_map(MAX_EXPLORERS + M)


@pytest.mark.rule("MAC-MOV-15", "MAC-MAP-03")
def test_steps_over_an_explored_join() -> None:
    t = Table(seats=1, tiles=(0, 1))
    t.explorer(0, 9, 4)
    t.turn(0)
    assert "move_south_east" in t.legal, "both linked spaces belong to the opening"
    t.explorer(0, 9, 3)
    t.turn(0)
    assert "move_east" not in t.legal, "row 3 is wall"
    t.explorer(0, 9, 4)
    t.turn(0)
    t.play("move_east")
    assert t.at(0) == (10, 4)
    assert t.e(0)["stamina"] == 5


@pytest.mark.rule("MAC-MOV-01")
def test_an_immobile_explorer_does_not_step(t: Table) -> None:
    t.card("explorers", 0, [{"passive": [{"immobile": True}]}])
    assert moves(t) == set()
