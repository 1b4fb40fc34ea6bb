"""Terrain tiles, coordinates, welds and Disable tokens (TER, COO, WLD, STT, EX-23, EX-61)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from envs.enormity.state import (
    Border,
    Choice,
    DoorState,
    GearPlace,
    Knock,
    Op,
    Proc,
    Thing,
    Tile,
    Timing,
    Where,
    Who,
)
from tests.enormity.table import Table, cell

PLAIN, HAZARD, CRATE, PILLAR, BEDROCK = range(5)
"""Kinds of tiles: no keyword; with an effect; Obstacle and Destructible; Obstacle; Indestructible."""


@pytest.fixture
def t() -> Table:
    table = Table(seats=2)
    table.spacer(0, 4, 4)
    table.spacer(1, 8, 8)
    keywords = ((), (), (Tile.OBSTACLE, Tile.DESTRUCTIBLE), (Tile.OBSTACLE,), (Tile.INDESTRUCTIBLE,))
    for kind, words in enumerate(keywords):
        row = table.tables["terrains"][kind]
        row["keywords"], row["number"] = sum(1 << w for w in words), 3
    table.tables["n_terrains"] = 5
    row = table.tables["terrains"][HAZARD]
    row["effect"], row["effect_end"] = table.ops((Op.LOSE_VITALS, 2, 0, 0, Who.SELF))
    table.s(0)["broke_down"] = table.s(1)["broke_down"] = 1
    return table


def place(t: Table, kind: int, x: int, y: int) -> Table:
    return t.call(Proc.PLACE_TILE, kind, cell(x, y), -1)


def tile(t: Table, x: int, y: int) -> int:
    """The kind of the tile on a cell, -1 none."""
    return int(t.state["tile"][cell(x, y)]) - 1


def scanner(t: Table, *coordinates: tuple[int, int]) -> None:
    """White Scanner cards with these coordinates (row, column), the first one on top."""
    n = len(coordinates)
    for i, (row, column) in enumerate(coordinates):
        t.tables["scanners"][0][i]["row"], t.tables["scanners"][0][i]["column"] = row, column
    t.state["scanner_white"]["cards"][:n] = range(n)[::-1]
    t.state["scanner_white"]["n"] = n


# -- tiles -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-TER-01", "ENO-TER-09")
def test_a_tiles_effect_is_resolved_when_its_space_is_entered(t: Table) -> None:
    place(t, HAZARD, 4, 3)
    t.call(Proc.MOVE, 0, 2, 0, 0).play("step_north")
    assert t.s(0)["vitals"] == 7, "forced"
    t.play("step_north")
    assert t.s(0)["vitals"] == 7


@pytest.mark.rule("ENO-TER-02")
def test_a_tile_is_placed_on_the_indicated_space(t: Table) -> None:
    place(t, PLAIN, 2, 2)
    assert tile(t, 2, 2) == PLAIN
    t.resolve(t.ops((Op.TERRAIN, CRATE, 2)), f=cell(4, 4))
    assert tile(t, 4, 4) == -1
    assert t.s(0)["vitals"] == 8, "where the source stands"


@pytest.mark.rule("ENO-COO-03", "ENO-TER-02")
def test_a_placement_may_be_next_to_the_target(t: Table) -> None:
    t.resolve(t.ops((Op.TERRAIN, PLAIN, 1)), target=1)
    assert t.asked == (0, Choice.EFFECT_TARGET)
    assert set(t.candidates) == {(8, 7), (9, 8), (8, 9), (7, 8)}
    t.choose(9, 8)
    assert tile(t, 9, 8) == PLAIN
    assert t.done


@pytest.mark.rule("ENO-TER-02", "ENO-COO-02", "ENO-COO-01", "ENO-COO-01-D", "ENO-EX-61")
def test_without_a_space_it_goes_on_random_coordinates(t: Table) -> None:
    scanner(t, (5, 1))
    t.resolve(t.ops((Op.TERRAIN, PLAIN, 0)))
    assert tile(t, 1, 4) == PLAIN, "F2 of a page of 10 rows"
    assert (t.state["scanner_white"]["n"], t.state["discard_white"]["n"]) == (0, 1)


@pytest.mark.rule("ENO-COO-02-D")
def test_coordinates_are_those_of_the_page_of_the_source() -> None:
    t = Table(seats=2, pages=((0, 0, 10, 10), (10, 0, 6, 6)))
    t.tables["n_terrains"], t.tables["terrains"]["number"] = 1, 3
    t.spacer(0, 4, 4)
    t.spacer(1, 12, 2)
    scanner(t, (0, 0), (0, 0))
    t.resolve(t.ops((Op.TERRAIN, 0, 0)), spacer=1)
    assert tile(t, 10, 5) == 0
    t.state["marker"] = 0
    t.resolve(t.ops((Op.TERRAIN, 0, 0)), spacer=-1)
    assert tile(t, 0, 9) == 0, "without a source that of the PT"


@pytest.mark.rule("ENO-COO-02-D")
def test_impossible_coordinates_are_drawn_again(t: Table) -> None:
    place(t, BEDROCK, 0, 9)
    scanner(t, (14, 3), (0, 0), (-1, 0), (9, 9))
    t.resolve(t.ops((Op.TERRAIN, PLAIN, 0)))
    assert tile(t, 9, 0) == PLAIN
    assert t.state["discard_white"]["n"] == 4
    scanner(t)
    t.state["discard_white"]["n"] = 0
    t.tables["scanners"][0][0]["row"], t.tables["scanners"][0][0]["column"] = 0, 0
    t.state["discard_white"]["cards"][0], t.state["discard_white"]["n"] = 0, 1
    t.resolve(t.ops((Op.TERRAIN, PLAIN, 0)))
    assert tile(t, 0, 8) == PLAIN, "after 10 draws the nearest legal space: the deck holds the one card"


@pytest.mark.rule("ENO-TER-03", "ENO-TER-03-D")
def test_with_all_tiles_on_the_board_the_furthest_from_the_intruders_moves(t: Table) -> None:
    t.intruder(0, 0)
    t.intruder(9, 9)
    for x, y in ((1, 0), (5, 4), (9, 8)):
        place(t, PLAIN, x, y)
    place(t, PLAIN, 2, 2)
    assert [tile(t, x, y) for x, y in ((1, 0), (5, 4), (9, 8), (2, 2))] == [PLAIN, -1, PLAIN, PLAIN]


@pytest.mark.rule("ENO-TER-03-D")
def test_ties_go_by_cell_order(t: Table) -> None:
    for x, y in ((1, 5), (5, 1), (2, 1)):
        place(t, PLAIN, x, y)
    place(t, PLAIN, 9, 0)
    assert tile(t, 2, 1) == -1
    assert tile(t, 5, 1) == PLAIN
    assert tile(t, 1, 5) == PLAIN


@pytest.mark.rule("ENO-TER-04", "ENO-KEY-15", "ENO-GEN-07-D")
def test_nothing_is_placed_on_an_indestructible_tile_others_are_destroyed_first(t: Table) -> None:
    place(t, BEDROCK, 1, 1)
    place(t, PLAIN, 1, 1)
    assert tile(t, 1, 1) == BEDROCK
    place(t, PILLAR, 2, 2)
    place(t, PLAIN, 2, 2)
    assert tile(t, 2, 2) == PLAIN
    t.tables["terrains"][HAZARD]["number"] = 0
    place(t, HAZARD, 3, 3)
    assert tile(t, 3, 3) == -1, "there is no such tile"


@pytest.mark.rule("ENO-TER-05", "ENO-KEY-07", "ENO-KEY-08")
def test_a_destructible_obstacle_on_a_spacer_breaks_and_crashes(t: Table) -> None:
    place(t, CRATE, 4, 4)
    assert tile(t, 4, 4) == -1
    assert t.at(0) == (4, 4)
    assert (t.s(0)["vitals"], t.s(0)["knock"]) == (8, Knock.FALLING)


@pytest.mark.rule("ENO-TER-06", "ENO-KEY-07", "ENO-KEY-11")
def test_another_obstacle_crashes_and_displaces(t: Table) -> None:
    place(t, PILLAR, 4, 4)
    assert tile(t, 4, 4) == PILLAR
    assert (t.s(0)["vitals"], t.s(0)["knock"]) == (8, Knock.FALLING)
    assert t.asked == (0, Choice.DISPLACE)
    t.play("step_west")
    assert t.at(0) == (3, 4)


@pytest.mark.rule("ENO-TER-06", "ENO-DTH-01")
def test_without_a_space_to_be_displaced_to_the_spacer_dies(t: Table) -> None:
    for side in ("north", "east", "south", "west"):
        t.border(4, 4, side, Border.WALL)
    place(t, PILLAR, 4, 4)
    assert t.s(0)["where"] == Where.DEAD


@pytest.mark.rule("ENO-TER-07")
def test_any_other_tile_lies_beneath_and_works_as_if_just_entered(t: Table) -> None:
    place(t, HAZARD, 4, 4)
    assert tile(t, 4, 4) == HAZARD
    assert t.s(0)["vitals"] == 7
    assert t.s(1)["vitals"] == 9


@pytest.mark.rule("ENO-TER-08")
def test_on_an_intruder_only_indestructible_tiles_are_placed(t: Table) -> None:
    k = t.intruder(1, 1)
    place(t, PLAIN, 1, 1)
    assert tile(t, 1, 1) == -1
    place(t, BEDROCK, 1, 1)
    assert tile(t, 1, 1) == BEDROCK
    assert t.at(4 + k) == (1, 1)


@pytest.mark.rule("ENO-TER-09", "ENO-TER-10", "ENO-KEY-22")
def test_keywords_hold_while_the_tile_lies_there(t: Table) -> None:
    place(t, PILLAR, 4, 3)
    t.call(Proc.MOVE, 0, 1, 0, 0)
    assert "step_north" not in t.legal
    t.state["tile"][cell(4, 3)] = 0
    t.call(Proc.MOVE, 0, 1, 0, 0)
    assert "step_north" in t.legal


@pytest.mark.rule("ENO-COO-02", "ENO-TER-04")
def test_an_objective_token_on_random_coordinates(t: Table) -> None:
    place(t, PILLAR, 0, 9)
    scanner(t, (0, 0), (0, 1))
    t.resolve(t.ops((Op.PLACE_OBJECTIVE, 2, 2, 0, Who.SELF)))
    lying = [(int(o["cell"]), int(o["sub"])) for o in t.state["objects"] if o["kind"] == Thing.OBJECTIVE]
    assert lying == [(cell(1, 9), 2)], "not in the Obstacle"


# -- doors -----------------------------------------------------------------------------------------------------

OPEN, CLOSED, WELDED = DoorState.OPEN, DoorState.CLOSED, DoorState.WELDED
WELD = 3


@pytest.fixture
def doors(t: Table) -> Table:
    """Door 0 north of (4, 4), door 1 south of it, door 2 far away."""
    t.border(4, 4, "north", Border.DOOR)
    t.border(4, 4, "south", Border.DOOR + 1)
    t.border(0, 0, "east", Border.DOOR + 2)
    return t


def door(t: Table, state: int, which: int = 0, **more: int) -> Table:
    """An effect that sets a door: 0 chosen, adjacent; 255 any; else number + 1."""
    return t.resolve(t.ops((Op.DOOR, state, which)), **more)


def states(t: Table, *values: Sequence[int]) -> list[int]:
    if values:
        t.state["doors"][:3] = values[0]
    return [int(v) for v in t.state["doors"][:3]]


@pytest.mark.rule("ENO-BRD-11", "ENO-CSL-01")
def test_doors_are_opened_and_closed(doors: Table) -> None:
    states(doors, (CLOSED, OPEN, CLOSED))
    door(doors, OPEN, 1)
    assert states(doors) == [OPEN, OPEN, CLOSED]
    door(doors, CLOSED)
    assert doors.asked == (0, Choice.DOOR)
    assert doors.legal == {"door_0", "door_1"}, "those next to the user"
    doors.play("door_1")
    assert states(doors) == [OPEN, CLOSED, CLOSED]
    door(doors, OPEN, 255)
    assert doors.legal == {"door_1", "door_2"}


@pytest.mark.rule("ENO-WLD-01", "ENO-WLD-02")
def test_only_open_doors_next_to_the_user_are_welded(doors: Table) -> None:
    states(doors, (OPEN, CLOSED, OPEN))
    door(doors, WELD)
    assert states(doors) == [WELDED, CLOSED, OPEN]
    assert doors.done
    states(doors, (OPEN, CLOSED, OPEN))
    door(doors, WELD, spacer=1)
    assert states(doors) == [OPEN, CLOSED, OPEN]
    assert doors.done


@pytest.mark.rule("ENO-WLD-06", "ENO-WLD-06-D")
def test_an_effect_that_welds_also_breaks_a_weld_and_leaves_an_open_door(doors: Table) -> None:
    states(doors, (WELDED, OPEN, WELDED))
    door(doors, WELD)
    assert doors.legal == {"door_0", "door_1"}
    doors.play("door_0")
    assert states(doors) == [OPEN, OPEN, WELDED]
    door(doors, WELDED, 1)
    assert states(doors) == [WELDED, OPEN, WELDED], "stated: welds only"
    door(doors, WELDED, 1)
    assert states(doors) == [WELDED, OPEN, WELDED]


@pytest.mark.rule("ENO-WLD-03", "ENO-CSL-02-D")
def test_consoles_and_keycards_neither_open_nor_close_a_welded_door(doors: Table) -> None:
    states(doors, (WELDED, WELDED, WELDED))
    for state in (OPEN, CLOSED):
        door(doors, state, 1)
        door(doors, state)
        door(doors, state, 255)
        assert doors.done
    assert states(doors) == [WELDED, WELDED, WELDED]


@pytest.mark.rule("ENO-WLD-06-D")
def test_spacers_do_not_pass_a_weld(doors: Table) -> None:
    states(doors, (WELDED, OPEN, OPEN))
    doors.call(Proc.MOVE, 0, 1, 0, 0)
    assert "step_north" not in doors.legal
    assert "step_south" in doors.legal


# -- Disable tokens ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-STT-02", "ENO-STT-02-D", "ENO-EX-23")
def test_example_a_disabled_door_is_neither_opened_nor_destroyed(doors: Table) -> None:
    states(doors, (WELDED, CLOSED, CLOSED))
    doors.resolve(doors.ops((Op.DISABLE, 0, 0), (Op.DISABLE, 0, 1)))
    assert list(doors.state["door_disabled"][:3]) == [1, 1, 0]
    for state in (OPEN, WELD):
        door(doors, state, 1)
        door(doors, state, 2)
        door(doors, state)
    assert states(doors) == [WELDED, CLOSED, CLOSED]
    k = doors.intruder(4, 3)
    doors.call(Proc.ACTIVATE, k, 0, -1)
    assert states(doors) == [WELDED, CLOSED, CLOSED]


@pytest.mark.rule("ENO-STT-02", "ENO-STT-02-D")
def test_consoles_caches_gear_and_spawn_points_are_disabled(t: Table) -> None:
    t.tables["console_of"][cell(4, 4)], t.tables["n_consoles"] = 1, 2
    t.tables["consoles"][1]["cell"] = cell(4, 4)
    cache = t.object(4, 4, Thing.CACHE)
    place_ = t.gear(0, 7, GearPlace.SUPPORT)
    t.ability(t.tables["gear"][7], timing=Timing.TURN, ops=((Op.CLUE, 0),))
    t.spawn_point(4, 4)
    t.call(Proc.SCAVENGE, 0)
    assert t.legal >= {"scavenge_cache", "scavenge_console"}
    t.resolve(t.ops((Op.DISABLE, 1, 1), (Op.DISABLE, 4), (Op.DISABLE, 2, 0), (Op.DISABLE, 3, 0, 0, Who.SELF)))
    assert t.done
    assert t.state["console_disabled"][1] == 1
    assert t.state["objects"][cache]["disabled"] == 1
    assert t.s(0)["gear"][place_]["disabled"] == 1
    assert t.s(0)["gear"][0]["disabled"] == 0, "not the Multitool"
    assert t.state["spawn_disabled"][0] == 1
    t.call(Proc.TURN, 0)
    assert f"gear_ability_{place_}_0" not in t.legal
