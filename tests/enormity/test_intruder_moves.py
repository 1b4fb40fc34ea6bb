"""Movement of Intruders (IMV, WLD-05; ENO-EX-08, -09, -60; Monster-side decisions M3, M4)."""

from __future__ import annotations

import pytest

from envs.enormity.state import Border, Choice, DoorState, PointState, Proc, Reach, Requirement, Tile
from tests.enormity.table import Table

NORTH, EAST, SOUTH, WEST = range(4)
UNLIMITED = 255
AS_PHASE = 0


def table(seats: int = 1, width: int = 10, height: int = 10, **options: int) -> Table:
    """One page of that size."""
    return Table(seats=seats, pages=((0, 0, width, height),), **options)


def move(t: Table, k: int, spaces: int = 3, target: int = 0, protocol: int = -1) -> tuple[int, int]:
    """One standard movement towards a Spacer; where the Intruder stands then, or when something is asked."""
    t.call(Proc.INTRUDER_MOVE, k, target, spaces, protocol)
    return t.at(4 + k)


def melee(t: Table, type: int = 0, **fields: int) -> int:
    """The only Protocol of a type: an attack without dice behind one movement."""
    return t.protocol(type, replace=True, moves=1, attack=1, **fields)


# -- how far -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-IMV-01")
def test_it_approaches_as_far_as_its_speed_and_stops_when_adjacent() -> None:
    t = table()
    t.spacer(0, 9, 0)
    k = t.intruder(0, 0)
    assert move(t, k, 3) == (3, 0)
    assert t.result == 3
    t.k(k)["cell"] = 7
    assert move(t, k, 3) == (8, 0)
    assert t.result == 1
    assert move(t, k, 3) == (8, 0), "it is adjacent already"
    assert t.result == 0


@pytest.mark.rule("ENO-IMV-02")
def test_without_a_speed_value_it_moves_as_far_as_needed() -> None:
    t = table()
    t.spacer(0, 9, 9)
    k = t.intruder(0, 0)
    assert move(t, k, UNLIMITED) in {(8, 9), (9, 8)}
    assert t.result == 17


@pytest.mark.rule("ENO-IMV-03")
def test_for_a_ranged_attack_it_stops_as_soon_as_the_target_is_in_range() -> None:
    t = table()
    t.spacer(0, 8, 2)
    t.tables["types"][0]["range"] = 3
    ranged = melee(t, reach=Reach.RANGED)
    k = t.intruder(0, 2)
    assert move(t, k, UNLIMITED, protocol=ranged) == (5, 2)
    assert t.result == 5
    assert move(t, k, UNLIMITED, protocol=ranged) == (5, 2)


@pytest.mark.rule("ENO-IMV-03", "ENO-INT-06")
def test_a_shot_in_a_straight_line_needs_a_space_in_line() -> None:
    t = table()
    t.spacer(0, 8, 4)
    t.tables["types"][0]["range"] = 4
    k = t.intruder(5, 3)
    assert move(t, k, 3, protocol=melee(t, reach=Reach.RANGED)) == (5, 3), "four spaces away"
    assert move(t, k, 3, protocol=melee(t, reach=Reach.RANGED, linear=1)) == (5, 4)


# -- facing ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-IMV-04", "ENO-IMV-04-D")
@pytest.mark.parametrize(
    ("at", "facing"),
    [((7, 1), NORTH), ((7, 3), NORTH), ((3, 7), SOUTH), ((9, 4), EAST), ((1, 4), WEST), ((6, 9), SOUTH)],
)
def test_it_turns_to_its_target_along_the_axis_with_the_larger_offset(at: tuple[int, int], facing: int) -> None:
    t = table()
    t.spacer(0, *at)
    k = t.intruder(5, 5, facing=(facing + 2) % 4)
    move(t, k, 0)
    assert t.k(k)["facing"] == facing


@pytest.mark.rule("ENO-IMV-04-D")
def test_it_ends_facing_its_last_step_and_turns_to_the_target_again_before_an_attack() -> None:
    t = table(ask_ties=1)
    t.spacer(0, 2, 1)
    k = t.intruder(0, 0)
    move(t, k, 2)
    t.play("step_east")
    assert (t.at(4 + k), int(t.k(k)["facing"])) == ((1, 1), SOUTH)
    t.k(k)["cell"] = 0
    t.call(Proc.PERFORM, k, melee(t), 0, AS_PHASE)
    t.play("step_east")
    assert (t.at(4 + k), int(t.k(k)["facing"])) == ((1, 1), EAST)


# -- the way -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-IMV-05", "ENO-IMV-06")
def test_it_takes_the_shortest_way_around_black_lines() -> None:
    t = table()
    for y in (3, 4, 5):
        t.border(5, y, "east")
    t.spacer(0, 8, 4)
    k = t.intruder(5, 4)
    assert move(t, k, UNLIMITED) == (7, 4)
    assert t.result == 6


@pytest.mark.rule("ENO-IMV-06")
def test_it_moves_through_intruders_spacers_and_tiles() -> None:
    t = table(seats=2, width=9, height=1)
    t.spacer(0, 8, 0)
    t.spacer(1, 4, 0)
    k = t.intruder(0, 0)
    t.intruder(2, 0)
    t.tile(3, 0, 0, Tile.OBSCURING, Tile.COVER)
    assert move(t, k, UNLIMITED) == (7, 0)
    assert t.s(1)["vitals"] == 9
    assert t.at(1) == (4, 0)


@pytest.mark.rule("ENO-IMV-06-D")
@pytest.mark.parametrize("what", ["obstacle", "red"])
def test_obstacles_and_red_lines_stop_it(what: str) -> None:
    t = table(width=9, height=1)
    t.spacer(0, 8, 0)
    k = t.intruder(0, 0)
    if what == "red":
        t.border(4, 0, "east", Border.RED)
    else:
        t.tile(5, 0, 0, Tile.OBSTACLE)
    assert move(t, k, UNLIMITED) == (4, 0)


@pytest.mark.rule("ENO-IMV-06-D")
def test_closed_doors_do_not_stop_it_but_there_is_no_attack_through_one() -> None:
    t = table(width=9, height=1)
    t.spacer(0, 8, 0)
    t.border(4, 0, "east", Border.DOOR)
    t.door(0, DoorState.CLOSED)
    k = t.intruder(0, 0)
    assert move(t, k, UNLIMITED) == (7, 0)
    assert t.state["doors"][0] == DoorState.CLOSED, "it passes, the door is not opened"
    t.spacer(0, 5, 0)
    t.k(k)["cell"] = 4
    melee(t, power=3, requirement=Requirement.ADJACENT)
    t.call(Proc.ACTIVATE, k, AS_PHASE, -1)
    assert t.s(0)["vitals"] == 9, "the Protocol's Target is not adjacent"
    melee(t, power=3)
    t.call(Proc.ACTIVATE, k, AS_PHASE, -1)
    assert t.at(4 + k) == (6, 0), "it goes through and attacks from the other side"
    assert t.s(0)["vitals"] == 6


@pytest.mark.rule("ENO-EX-08", "ENO-IMV-07", "ENO-IMV-07-D", "ENO-IMV-08")
@pytest.mark.parametrize(("spaces", "at"), [(1, (1, 0)), (2, (1, 1)), (3, (2, 1))])
def test_zigzag_that_starts_horizontally(spaces: int, at: tuple[int, int]) -> None:
    t = table(ask_ties=1)
    t.spacer(0, 3, 1)
    k = t.intruder(0, 0)
    move(t, k, spaces)
    assert t.asked == (0, Choice.INTRUDER_STEP)
    assert t.legal == {"step_east", "step_south"}
    t.play("step_east")
    assert t.done, "the rest of the way follows from the start"
    assert t.at(4 + k) == at
    assert t.k(k)["facing"] == (EAST, SOUTH, EAST)[spaces - 1]


@pytest.mark.rule("ENO-EX-09", "ENO-IMV-07", "ENO-IMV-07-D", "ENO-IMV-08")
@pytest.mark.parametrize(("spaces", "at"), [(1, (0, 1)), (2, (1, 1)), (3, (2, 1))])
def test_zigzag_that_starts_vertically(spaces: int, at: tuple[int, int]) -> None:
    t = table(ask_ties=1)
    t.spacer(0, 3, 1)
    k = t.intruder(0, 0)
    move(t, k, spaces)
    t.play("step_south")
    assert t.at(4 + k) == at
    assert t.k(k)["facing"] == (SOUTH, EAST, EAST)[spaces - 1]


@pytest.mark.rule("ENO-IMV-07", "ENO-IMV-07-D")
def test_it_switches_axis_after_every_space_until_it_is_in_line() -> None:
    path = []
    for spaces in range(1, 8):
        t = table(ask_ties=1)
        t.spacer(0, 5, 3)
        k = t.intruder(0, 0)
        move(t, k, spaces)
        path.append(t.play("step_east").at(4 + k))
    assert path == [(1, 0), (1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 3)]


@pytest.mark.rule("ENO-IMV-07-D")
def test_zigzag_selects_among_shortest_paths_only() -> None:
    t = table()
    t.spacer(0, 4, 3)
    for x in range(4):
        t.border(x, 0, "south")
    k = t.intruder(0, 0)
    assert move(t, k, 2) == (2, 0), "the second step would be vertical, but no shortest path goes down there"


@pytest.mark.rule("ENO-IMV-09", "ENO-GEN-06-D")
def test_the_lead_chooses_between_equally_short_routes() -> None:
    t = table(ask_ties=1, seats=2)
    t.spacer(0, 6, 2)
    t.spacer(1, 9, 9)
    t.state["marker"] = 1
    t.tile(3, 2, 0, Tile.OBSTACLE)
    k = t.intruder(2, 2)
    move(t, k, 1)
    assert t.asked == (1, Choice.INTRUDER_STEP)
    assert t.legal == {"step_north", "step_south"}
    assert t.play("step_south").at(4 + k) == (2, 3)


@pytest.mark.rule("ENO-IMV-09")
def test_ties_that_nobody_is_asked_about_follow_the_direction_order() -> None:
    t = table()
    t.spacer(0, 6, 2)
    t.tile(3, 2, 0, Tile.OBSTACLE)
    k = t.intruder(2, 2)
    assert move(t, k, 1) == (2, 1)


@pytest.mark.rule("ENO-IMV-10")
def test_at_the_board_edge_it_goes_on_along_the_edge() -> None:
    t = Table(seats=1, pages=((0, 0, 5, 5), (0, 5, 10, 5)))
    for x in range(5):
        t.tables["border"][4 * 30 + x][SOUTH] = Border.OPEN
        t.tables["border"][5 * 30 + x][NORTH] = Border.OPEN
    t.redo_map()
    t.spacer(0, 8, 6)
    path = []
    for spaces in range(1, 9):
        k = t.intruder(4, 2)
        path.append(move(t, k, spaces))
        t.k(k)["cell"], t.k(k)["type"] = -1, -1
    assert path[:3] == [(4, 3), (4, 4), (4, 5)], "east of column 4 the board ends"
    assert path[-1] in {(7, 6), (8, 5)}


# -- where it stops ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-IMV-11", "ENO-IMV-07-D")
def test_it_stops_on_an_empty_space_only() -> None:
    t = table()
    t.spacer(0, 5, 5)
    t.intruder(4, 5)
    k = t.intruder(0, 5)
    assert move(t, k, UNLIMITED) in {(5, 4), (5, 6)}
    assert t.result == 6


@pytest.mark.rule("ENO-IMV-11-D")
@pytest.mark.parametrize("by", ["intruder", "spacer"])
def test_when_its_speed_ends_on_an_occupied_space_it_stops_on_the_last_empty_one(by: str) -> None:
    t = table(seats=2, height=1)
    t.spacer(0, 9, 0)
    if by == "intruder":
        t.intruder(2, 0)
        t.intruder(3, 0)
    else:
        t.spacer(1, 3, 0)
        t.intruder(2, 0)
    k = t.intruder(0, 0)
    assert move(t, k, 3) == (1, 0)
    assert t.result == 3, "its Speed is used up all the same"


@pytest.mark.rule("ENO-IMV-11-D")
def test_when_no_space_next_to_the_target_can_be_reached_it_comes_as_near_as_it_can() -> None:
    t = table(width=9, height=1)
    t.spacer(0, 8, 0)
    t.intruder(7, 0)
    t.intruder(6, 0)
    k = t.intruder(0, 0)
    assert move(t, k, UNLIMITED) == (5, 0)
    t = table()
    for side in ("north", "east", "south", "west"):
        t.border(5, 5, side, Border.RED)
    t.spacer(0, 5, 5)
    k = t.intruder(5, 9)
    assert move(t, k, UNLIMITED) == (5, 6), "A4 counts through red lines"


@pytest.mark.rule("ENO-IMV-11-D")
def test_it_stays_when_no_reachable_space_is_nearer() -> None:
    t = table(width=9, height=1)
    t.spacer(0, 8, 0)
    for x in (5, 6, 7):
        t.intruder(x, 0)
    k = t.intruder(4, 0)
    assert move(t, k) == (4, 0)
    assert t.result == 0


@pytest.mark.rule("ENO-EXT-11-D")
def test_it_passes_an_open_extraction_point_as_one_space_and_never_stops_on_it() -> None:
    t = table(height=1)
    t.exit_point([(3, 0), (4, 0), (5, 0)], PointState.OPEN)
    t.spacer(0, 9, 0)
    k = t.intruder(0, 0)
    assert move(t, k, 4) == (6, 0), "three cells are one space"
    t.k(k)["cell"] = 0
    assert move(t, k, 3) == (2, 0), "its Speed would end on it"


# -- the Intruders' seat ----------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-IMV-08", "ENO-IMV-09", "ENO-OPT-06")
def test_the_intruders_seat_picks_stopping_space_and_route() -> None:
    t = table(agent_monsters=1, freedom=1)
    t.spacer(0, 3, 2)
    k = t.intruder(1, 1)
    move(t, k, 2)
    assert t.asked == (1, Choice.INTRUDER_STEP)
    assert t.candidates == [(3, 1), (2, 2)]
    t.choose(3, 1)
    assert t.done, "one shortest path leads there"
    assert t.at(4 + k) == (3, 1)
    t = table(agent_monsters=1, freedom=1)
    t.spacer(0, 3, 2)
    k = t.intruder(1, 1)
    move(t, k, 2)
    t.choose(2, 2)
    assert t.legal == {"step_east", "step_south"}
    assert t.play("step_south").at(4 + k) == (2, 2)


@pytest.mark.rule("ENO-IMV-11-D", "ENO-OPT-06")
def test_only_the_nearest_of_equally_near_spaces_are_stopping_spaces() -> None:
    t = table(agent_monsters=1, freedom=1)
    for side in ("north", "east", "south", "west"):
        t.border(5, 5, side, Border.RED)
    t.spacer(0, 5, 5)
    k = t.intruder(5, 9)
    assert move(t, k, UNLIMITED) == (5, 6)
    assert t.done


@pytest.mark.rule("ENO-OPT-06")
def test_without_freedom_the_intruders_seat_is_not_asked() -> None:
    t = table(agent_monsters=1, freedom=0)
    t.spacer(0, 3, 2)
    k = t.intruder(1, 1)
    move(t, k, 1)
    assert t.done
    assert t.at(4 + k) == (2, 1)


# -- welds -------------------------------------------------------------------------------------------------------


def weld(t: Table, x: int, y: int, side: str, number: int = 0) -> None:
    """A welded door."""
    t.border(x, y, side, Border.DOOR + number)
    t.door(number, DoorState.WELDED)


@pytest.mark.rule("ENO-EX-60", "ENO-WLD-05", "ENO-WLD-05-D", "ENO-WLD-06-D")
def test_it_stops_next_to_a_weld_and_destroys_it_at_its_next_activation() -> None:
    t = table(width=10, height=2)
    weld(t, 4, 0, "south")
    t.spacer(0, 9, 0)
    t.tables["types"][0]["speed"] = 9
    melee(t, power=2)
    k = t.intruder(1, 0)
    t.call(Proc.ACTIVATE, k, AS_PHASE, -1)
    assert t.at(4 + k) == (4, 0)
    assert t.state["doors"][0] == DoorState.WELDED
    assert t.s(0)["vitals"] == 9, "nothing of its movement is left"
    t.call(Proc.ACTIVATE, k, AS_PHASE, -1)
    assert t.state["doors"][0] == DoorState.OPEN
    assert t.at(4 + k) == (8, 0)
    assert t.s(0)["vitals"] == 7


@pytest.mark.rule("ENO-WLD-05-D", "ENO-WLD-05")
def test_the_stop_is_no_end_of_the_protocol_and_a_weld_is_not_crossed() -> None:
    t = table(width=10, height=1)
    weld(t, 4, 0, "east")
    t.spacer(0, 9, 0)
    t.tables["types"][0]["speed"] = 9
    t.protocol(0, replace=True, moves=2)
    k = t.intruder(0, 0)
    t.call(Proc.ACTIVATE, k, AS_PHASE, -1)
    assert t.at(4 + k) == (4, 0), "the second movement does not lead through the weld"
    assert t.state["doors"][0] == DoorState.WELDED
    t = table(width=10, height=2)
    weld(t, 4, 0, "south")
    t.spacer(0, 9, 0)
    t.protocol(0, replace=True, moves=2)
    k = t.intruder(2, 0)
    t.call(Proc.ACTIVATE, k, AS_PHASE, -1)
    assert t.at(4 + k) == (7, 0), "2 spaces to the weld, then 3"


@pytest.mark.rule("ENO-WLD-05-D", "ENO-STT-02")
def test_a_disabled_weld_is_a_wall_and_stays() -> None:
    t = table(width=10, height=2)
    weld(t, 4, 0, "east")
    t.state["door_disabled"][0] = 1
    t.spacer(0, 9, 0)
    k = t.intruder(2, 0)
    assert move(t, k, UNLIMITED) == (8, 0)
    assert t.result == 8, "it goes around, in the other row"
    t.k(k)["cell"] = 4
    melee(t)
    t.call(Proc.ACTIVATE, k, AS_PHASE, -1)
    assert t.state["doors"][0] == DoorState.WELDED


@pytest.mark.rule("ENO-WLD-05", "ENO-IMV-11-D")
def test_next_to_a_weld_on_an_occupied_space_it_stops_on_the_last_empty_one() -> None:
    t = table(width=10, height=2)
    weld(t, 4, 0, "south")
    t.spacer(0, 9, 0)
    t.border(3, 0, "south")
    t.intruder(4, 0)
    k = t.intruder(1, 0)
    t.border(1, 0, "south")
    t.border(2, 0, "south")
    assert move(t, k, UNLIMITED) == (3, 0)


@pytest.mark.rule("ENO-WLD-05-D")
@pytest.mark.parametrize("how", [0, 1, 2, 3])
def test_any_activation_begins_by_destroying_the_weld(how: int) -> None:
    t = table()
    weld(t, 5, 5, "east")
    weld(t, 5, 5, "south", 1)
    t.spacer(0, 5, 6)
    melee(t)
    k = t.intruder(5, 5)
    t.call(Proc.ACTIVATE, k, how, 0 if how == 1 else -1)
    assert list(t.state["doors"][:2]) == [DoorState.OPEN, DoorState.OPEN]
