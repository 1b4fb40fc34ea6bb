"""Forced movement: Knockback, Pushback, Lure, Displace (KBK, KEY-07, -08, -11, -19, -22, -23, -27, -28, -29)."""

from __future__ import annotations

import pytest

from envs.enormity.state import (
    Border,
    Choice,
    DoorState,
    Face,
    Knock,
    Mark,
    Op,
    PointState,
    Proc,
    Requirement,
    Thing,
    Tile,
    Where,
    Who,
)
from tests.enormity.table import Table, cell


@pytest.fixture
def t() -> Table:
    """Spacer 0 on (4, 4), Spacer 1 far away."""
    table = Table(seats=2)
    table.spacer(0, 4, 4)
    table.spacer(1, 9, 9)
    return table


def knock(t: Table, spaces: int, source: tuple[int, int], unit: int = 0, direction: int = -1) -> tuple[int, int]:
    """Knock a unit back without a question; where it is then."""
    t.call(Proc.KNOCKBACK, unit, spaces, cell(*source), direction)
    assert t.done
    return t.at(unit)


def crashed(t: Table, s: int = 0) -> bool:
    """The Spacer has suffered one Crash, or none."""
    state = (int(t.s(s)["vitals"]), int(t.s(s)["knock"]))
    assert state in {(9, Knock.NONE), (8, Knock.FALLING)}
    return state[0] == 8


# -- Knockback of Spacers ----------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-KBK-01", "ENO-KBK-01-D", "ENO-KEY-29")
@pytest.mark.parametrize(
    ("source", "to"), [((4, 5), (4, 2)), ((2, 4), (6, 4)), ((5, 6), (4, 2)), ((8, 3), (2, 4)), ((4, 0), (4, 6))]
)
def test_straight_away_along_the_larger_offset(t: Table, source: tuple[int, int], to: tuple[int, int]) -> None:
    assert knock(t, 2, source) == to
    assert not crashed(t)


@pytest.mark.rule("ENO-KBK-01", "ENO-KBK-01-D")
def test_equal_offsets_are_chosen_by_the_spacer_and_a_given_direction_holds(t: Table) -> None:
    t.call(Proc.KNOCKBACK, 0, 2, cell(5, 5), -1)
    assert t.asked == (0, Choice.KNOCKBACK)
    assert t.legal == {"step_north", "step_west"}
    t.play("step_west")
    assert t.at(0) == (2, 4)
    assert knock(t, 1, (2, 5), direction=2) == (2, 5)


@pytest.mark.rule("ENO-KBK-02")
@pytest.mark.parametrize(("x", "to"), [(3, (6, 4)), (2, (4, 4))])
def test_knockback_of_an_attack_needs_a_target_in_its_range(t: Table, x: int, to: tuple[int, int]) -> None:
    t.tables["types"][0]["speed"] = 0
    first, end = t.ops((Op.KNOCKBACK, 2, 0, 0, Who.TARGET))
    p = t.protocol(
        0, replace=True, requirement=Requirement.OTHERWISE, attack=1, hit=-1, gated=-1, after=first, after_end=end
    )
    t.call(Proc.PERFORM, t.intruder(x, 4), p, 0, 0)
    assert t.at(0) == to


@pytest.mark.rule("ENO-KBK-04", "ENO-KBK-08-D2", "ENO-KEY-08")
def test_terrain_that_is_passed_is_ignored_and_the_last_tile_entered(t: Table) -> None:
    first, end = t.ops((Op.LOSE_VITALS, 2, 0, 0, Who.SELF))
    t.tile(4, 3, 0, Tile.DESTRUCTIBLE, effect=first, effect_end=end)
    assert knock(t, 2, (4, 5)) == (4, 2)
    assert t.s(0)["vitals"] == 9
    t.spacer(0, 4, 4)
    assert knock(t, 1, (4, 5)) == (4, 3)
    assert t.s(0)["vitals"] == 7
    assert t.state["tile"][cell(4, 3)] == 1
    t.object(5, 3, Thing.DISCOVERY)
    t.mark(5, 3, Mark.DISCOVERY)
    assert knock(t, 1, (3, 3)) == (5, 3)
    assert t.state["found"] == 0, "no Discovery in a forced movement"


@pytest.mark.rule("ENO-KBK-05", "ENO-KEY-07", "ENO-KEY-08", "ENO-KEY-22")
def test_into_a_destructible_obstacle(t: Table) -> None:
    t.tile(4, 3, 0, Tile.OBSTACLE, Tile.DESTRUCTIBLE)
    assert knock(t, 3, (4, 5)) == (4, 3), "it stops there"
    assert t.state["tile"][cell(4, 3)] == 0
    assert crashed(t)


@pytest.mark.rule("ENO-KBK-06", "ENO-KBK-06-D", "ENO-KEY-07", "ENO-KEY-22")
@pytest.mark.parametrize("keywords", [(Tile.INDESTRUCTIBLE,), (), (Tile.INDESTRUCTIBLE, Tile.DESTRUCTIBLE)])
def test_into_another_obstacle(t: Table, keywords: tuple[Tile, ...]) -> None:
    t.tile(4, 2, 0, Tile.OBSTACLE, *keywords)
    assert knock(t, 3, (4, 5)) == (4, 3), "the space before it"
    assert t.state["tile"][cell(4, 2)] == 1
    assert crashed(t)


@pytest.mark.rule("ENO-KEY-07")
def test_a_crash_can_kill(t: Table) -> None:
    t.tile(4, 3, 0, Tile.OBSTACLE)
    t.s(0)["vitals"] = 1
    t.rolls(2)  # You Died
    t.call(Proc.KNOCKBACK, 0, 1, cell(4, 5), -1)
    assert t.done
    assert t.s(0)["where"] == Where.DEAD


@pytest.mark.rule("ENO-KBK-08", "ENO-KBK-08-D")
@pytest.mark.parametrize("edge", ["rim", "wall", "red", "door", "weld"])
def test_at_an_edge_it_goes_on_along_it_away_from_the_source(t: Table, edge: str) -> None:
    if edge == "rim":
        t.spacer(0, 4, 1)
    else:
        kind = {"wall": Border.WALL, "red": Border.RED}.get(edge, Border.DOOR)
        t.border(4, 3, "north", kind)
        t.door(0, DoorState.WELDED if edge == "weld" else DoorState.CLOSED)
    x, y = t.at(0)
    assert knock(t, 2, (x - 1, y + 2)) == (5, y - 1), "up, then to the east: the source is in the west"
    assert not crashed(t)
    t.spacer(0, x, y)
    assert knock(t, 2, (x + 1, y + 2)) == (3, y - 1)


@pytest.mark.rule("ENO-KBK-08-D")
def test_two_equal_ways_along_the_edge_are_chosen_and_none_stops_without_crash(t: Table) -> None:
    t.spacer(0, 4, 1)
    t.call(Proc.KNOCKBACK, 0, 3, cell(4, 2), -1)
    assert t.asked == (0, Choice.KNOCKBACK)
    assert t.legal == {"step_east", "step_west"}
    t.play("step_west")
    assert t.done, "the next space leads on away from the source"
    assert t.at(0) == (2, 0)
    t.spacer(0, 4, 1)
    t.border(4, 0, "east")
    assert knock(t, 2, (4, 2)) == (3, 0), "the only way"
    t.spacer(0, 4, 1)
    t.border(4, 0, "west")
    assert knock(t, 2, (4, 2)) == (4, 0)
    assert not crashed(t)


@pytest.mark.rule("ENO-KBK-08", "ENO-KBK-08-D")
def test_it_never_goes_on_along_the_edge_toward_the_source(t: Table) -> None:
    t.spacer(0, 4, 4)
    t.border(4, 4, "east")
    assert knock(t, 1, (1, 3)) == (4, 5), "away from the row of the source"
    t.spacer(0, 4, 4)
    t.border(4, 4, "south")
    assert knock(t, 1, (1, 3)) == (4, 4), "only the way back to its row is open"
    assert not crashed(t)


@pytest.mark.rule("ENO-KBK-08-D2")
def test_spacers_are_passed_and_intruders_stop_without_crash(t: Table) -> None:
    t.spacer(1, 4, 3)
    assert knock(t, 2, (4, 5)) == (4, 2)
    t.spacer(0, 4, 4)
    assert knock(t, 1, (4, 5)) == (4, 4), "the last space is occupied"
    t.intruder(4, 1)
    assert knock(t, 4, (4, 5)) == (4, 2)
    assert not crashed(t)
    t.spacer(0, 4, 4)
    t.intruder(4, 2)
    assert knock(t, 4, (4, 5)) == (4, 4), "before the Intruder stands a Spacer"


# -- Knockback of Intruders --------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-KBK-07", "ENO-KBK-07-D2", "ENO-KEY-08", "ENO-KEY-15")
def test_an_intruder_passes_all_and_destroys_the_obstacles_that_it_passes(t: Table) -> None:
    t.tile(4, 3, 0, Tile.OBSTACLE)
    t.tile(5, 3, 1, Tile.OBSTACLE, Tile.INDESTRUCTIBLE)
    t.tile(6, 3, 2, Tile.DESTRUCTIBLE)
    t.tile(7, 3, 3, Tile.COVER)
    t.spacer(1, 8, 3)
    k = t.intruder(3, 3)
    assert knock(t, 6, (2, 3), 4 + k) == (9, 3)
    assert [int(t.state["tile"][cell(x, 3)]) for x in (4, 5, 6, 7)] == [0, 2, 3, 4]
    assert not crashed(t, 1)
    t.k(k)["cell"] = cell(3, 3)
    assert knock(t, 3, (2, 3), 4 + k) == (6, 3)
    assert t.state["tile"][cell(6, 3)] == 0, "a Destructible tile on which it ends"
    t.k(k)["cell"] = cell(3, 3)
    assert knock(t, 2, (2, 3), 4 + k) == (4, 3), "not on the Indestructible Obstacle"


@pytest.mark.rule("ENO-KBK-07", "ENO-KBK-07-D", "ENO-KEY-07")
@pytest.mark.parametrize("crash", [0, 1])
def test_an_intruder_stops_on_the_last_empty_space_and_only_with_the_keyword_runs_over_spacers(
    t: Table, crash: int
) -> None:
    t.tables["types"][0]["crash"] = crash
    t.spacer(1, 7, 4)
    t.intruder(8, 4)
    k = t.intruder(5, 4)
    assert knock(t, 3, (4, 4), 4 + k) == (6, 4)
    assert crashed(t, 1) == bool(crash)


@pytest.mark.rule("ENO-KBK-01-D", "ENO-KBK-08-D")
def test_the_attacker_chooses_between_two_ways_of_an_intruder(t: Table) -> None:
    k = t.intruder(5, 5)
    t.call(Proc.KNOCKBACK, 4 + k, 2, cell(4, 4), -1)
    assert t.asked == (0, Choice.KNOCKBACK)
    assert t.legal == {"step_south", "step_east"}
    t.play("step_east")
    assert t.at(4 + k) == (7, 5)
    t.k(k)["cell"] = cell(4, 8)
    t.call(Proc.KNOCKBACK, 4 + k, 3, cell(4, 4), -1)
    assert t.asked == (0, Choice.KNOCKBACK)
    t.play("step_east")
    assert t.at(4 + k) == (6, 9), "along the edge"


# -- Pushback ----------------------------------------------------------------------------------------------------


def push(t: Table, k: int, spaces: int, *answers: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """An Intruder pushes Spacer 0 back; where the Intruder and the Spacer are then."""
    t.call(Proc.PUSHBACK, k, 0, spaces).play(*answers)
    assert t.done
    return t.at(4 + k), t.at(0)


@pytest.mark.rule("ENO-KEY-23", "ENO-KEY-23-D")
@pytest.mark.parametrize(
    ("start", "spaces", "intruder", "spacer", "facing"),
    [((3, 4), 2, (5, 4), (6, 4), 1), ((1, 4), 3, (4, 4), (5, 4), 1), ((1, 4), 2, (3, 4), (4, 4), 1),
     ((4, 6), 3, (4, 3), (4, 2), 0), ((5, 6), 2, (5, 4), (4, 4), 0), ((2, 2), 1, (2, 3), (4, 4), 2)],
)  # fmt: skip
def test_the_source_turns_closes_in_and_pushes(
    t: Table, start: tuple[int, int], spaces: int, intruder: tuple[int, int], spacer: tuple[int, int], facing: int
) -> None:
    k = t.intruder(*start)
    assert push(t, k, spaces) == (intruder, spacer), "only along its row or column; on a tie its column"
    assert t.k(k)["facing"] == facing
    assert not crashed(t)


@pytest.mark.rule("ENO-KEY-23-D", "ENO-KBK-05", "ENO-KBK-06", "ENO-KBK-08", "ENO-KBK-08-D2")
def test_the_pushed_spacer_obeys_the_rules_of_knockback(t: Table) -> None:
    k = t.intruder(3, 4)
    t.tile(6, 4, 0, Tile.OBSTACLE)
    assert push(t, k, 4) == ((4, 4), (5, 4)), "both stop"
    assert crashed(t)
    t.spacer(0, 4, 4, vitals=9, knock=Knock.NONE)
    t.k(k)["cell"] = cell(3, 4)
    t.tile(6, 4, 0, Tile.OBSTACLE, Tile.DESTRUCTIBLE)
    assert push(t, k, 4) == ((5, 4), (6, 4)), "the Crash ends it"
    assert crashed(t)
    assert t.state["tile"][cell(6, 4)] == 0
    t.spacer(0, 4, 4, vitals=9, knock=Knock.NONE)
    t.k(k)["cell"] = cell(3, 4)
    t.intruder(6, 4)
    assert push(t, k, 4) == ((4, 4), (5, 4))
    assert not crashed(t)


@pytest.mark.rule("ENO-KEY-23-D", "ENO-KBK-08-D")
def test_pushed_against_an_edge_the_spacer_chooses_the_way_along_it(t: Table) -> None:
    t.spacer(0, 4, 1)
    k = t.intruder(4, 2)
    t.call(Proc.PUSHBACK, k, 0, 3)
    assert t.asked == (0, Choice.KNOCKBACK)
    assert t.legal == {"step_east", "step_west"}
    t.play("step_east")
    assert t.done
    assert (t.at(4 + k), t.at(0)) == ((4, 0), (5, 0)), "the source has taken the corner and stops at the edge"
    t.spacer(0, 4, 0)
    t.k(k)["cell"] = cell(4, 1)
    for side in ("east", "west"):
        t.border(4, 0, side)
    assert push(t, k, 3) == ((4, 1), (4, 0)), "if it cannot move on, both stop"
    assert not crashed(t)


# -- Lure, Displace ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-KEY-19", "ENO-KEY-19-D")
def test_lure_leads_to_the_space_next_to_the_source(t: Table) -> None:
    first, end = t.ops((Op.GAIN_STRESS, 1, 0, 0, Who.SELF))
    t.intruder(8, 4)
    t.intruder(4, 5)  # would make an attack of opportunity
    t.call(Proc.LURE, 0, 2, cell(8, 4))
    assert t.done
    assert t.at(0) == (6, 4)
    assert t.s(0)["vitals"] == 9, "no attack of opportunity"
    t.tile(7, 4, 0, effect=first, effect_end=end)
    t.call(Proc.LURE, 0, 3, cell(8, 4))
    assert t.at(0) == (7, 4), "it stops adjacent"
    assert t.s(0)["stress"] == 1, "the last tile is resolved"
    t.spacer(1, 6, 4)
    t.spacer(0, 4, 4)
    t.call(Proc.LURE, 0, 2, cell(8, 4))
    assert t.at(0) == (5, 4), "not on another Spacer's space"


@pytest.mark.rule("ENO-KEY-19-D")
def test_lure_takes_the_shortest_legal_path_around_intruders_and_walls(t: Table) -> None:
    t.intruder(8, 4)
    t.intruder(5, 4)
    t.call(Proc.LURE, 0, 2, cell(8, 4))
    assert t.at(0) in {(5, 3), (5, 5)}
    t.spacer(0, 4, 4)
    for y in (2, 3, 4, 5, 6):
        t.border(4, y, "east")
    t.call(Proc.LURE, 0, 4, cell(8, 4))
    assert t.at(0) in {(5, 1), (5, 7)}
    t.spacer(0, 4, 4)
    for side in ("north", "south", "west"):
        t.border(4, 4, side)
    t.call(Proc.LURE, 0, 4, cell(8, 4))
    assert t.at(0) == (4, 4), "no path"


@pytest.mark.rule("ENO-KEY-11", "ENO-KEY-11-D")
def test_displace_to_an_adjacent_empty_space_or_death(t: Table) -> None:
    t.intruder(4, 3)
    t.spacer(1, 5, 4)
    t.tile(3, 4, 0, Tile.OBSTACLE)
    t.border(4, 4, "south", Border.RED)
    k = t.intruder(2, 8)
    t.call(Proc.DISPLACE, 4 + k)
    assert t.asked == (0, Choice.DISPLACE), "the Lead for an Intruder"
    t.play("step_east")
    assert t.at(4 + k) == (3, 8)
    t.call(Proc.DISPLACE, 1)
    assert t.asked == (1, Choice.DISPLACE)
    assert t.legal == {"step_north", "step_east", "step_south"}
    t.play("step_east")
    assert t.at(1) == (6, 4)
    t.spacer(1, 5, 4)
    t.call(Proc.DISPLACE, 0)
    assert t.done
    assert t.s(0)["where"] == Where.DEAD


@pytest.mark.rule("ENO-KEY-11-D")
def test_an_intruder_without_a_space_stays(t: Table) -> None:
    k = t.intruder(0, 0)
    t.spacer(1, 1, 0)
    t.tile(0, 1, 0, Tile.OBSTACLE)
    t.call(Proc.DISPLACE, 4 + k)
    assert t.done
    assert t.at(4 + k) == (0, 0)
    assert t.k(k)["type"] == 0


@pytest.mark.rule("ENO-KEY-23-D", "ENO-EXT-11-D")
def test_a_pushing_intruder_does_not_stop_on_an_open_extraction_point() -> None:
    t = Table(seats=1)
    k = t.intruder(5, 5)
    t.spacer(0, 6, 5)
    t.exit_point([(7, 5), (7, 6)], PointState.OPEN)
    t.call(Proc.PUSHBACK, k, 0, 2)
    assert t.done
    assert t.at(4 + k) == (6, 5), "the last space on which it may stand"
    assert t.at(0) == (8, 5)
    t.call(Proc.PUSHBACK, k, 0, 2)
    assert t.done
    assert t.at(4 + k) == (8, 5), "but it goes on beyond it"
    assert t.at(0) == (9, 5)


# -- Reflex, Warn ------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-KEY-27", "ENO-KEY-28", "ENO-KEY-28-D")
def test_reflex_and_warn_move_up_to_one_space(t: Table) -> None:
    reflex = t.ops((Op.MOVE, 1, 0, 0, Who.SELF))
    t.blip(0, 0, Face.ECHO)
    t.resolve(reflex)
    assert t.asked is not None
    assert t.asked[0] == 0
    assert t.legal == {"step_north", "step_east", "step_south", "step_west", "done"}
    t.play("step_north")
    assert t.done
    assert t.at(0) == (4, 3)
    assert t.state["n_noises"] == 0
    t.s(0)["knock"] = Knock.FALLING
    t.resolve(reflex)
    assert t.done, "not from the floor"
    t.resolve(t.ops((Op.MOVE, 1, 0, 0, Who.OTHER_CHOSEN)), spacer=1)
    while t.asked and t.asked[1] == Choice.EFFECT_TARGET:
        t.play("spacer_0")
    assert t.asked is not None
    assert t.asked[0] == 0, "the moved Spacer chooses the space"
    t.play("step_east")
    assert t.done
    assert t.at(0) == (5, 3), "Warn also moves who lies on the floor"
    assert t.s(0)["knock"] == Knock.FALLING
