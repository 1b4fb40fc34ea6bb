"""Push and pull (PSH, EX-18, EX-19; traps, barrels and pits as destinations)."""

from __future__ import annotations

import pytest

from envs.machina_arcana.state import Border, Choice, Proc, Space, Token
from tests.machina_arcana.table import Table, cell, unit

M = 3


@pytest.fixture
def t() -> Table:
    table = Table(seats=2)
    table.explorer(0, 4, 4)
    return table


def push(t: Table, spaces: int, at: tuple[int, int], by: int = 0) -> tuple[int, int]:
    """Push (or pull) the monster at a space; where it stands then."""
    t.monster(M, *at)
    effect = {"push": spaces} if spaces > 0 else {"pull": -spaces}
    t.resolve([effect], unit=by, target=unit(M))
    return t.at(unit(M))


@pytest.mark.rule("MAC-EX-18", "MAC-PSH-02", "MAC-PSH-03")
def test_a_target_that_is_not_straight_is_pushed_diagonally(t: Table) -> None:
    assert push(t, 1, (6, 5)) == (7, 6)


@pytest.mark.rule("MAC-PSH-01", "MAC-PSH-02", "MAC-PSH-03")
@pytest.mark.parametrize(
    ("at", "spaces", "to"),
    [((5, 4), 2, (7, 4)), ((4, 2), 1, (4, 1)), ((6, 6), 2, (8, 8)), ((2, 4), 2, (0, 4)), ((3, 5), 1, (2, 6))],
)
def test_a_straight_target_is_pushed_straight_away_by_the_printed_number(
    t: Table, at: tuple[int, int], spaces: int, to: tuple[int, int]
) -> None:
    assert push(t, spaces, at) == to


@pytest.mark.rule("MAC-PSH-01", "MAC-PSH-03")
def test_the_activating_space_may_be_another_one(t: Table) -> None:
    t.monster(M, 5, 4)
    t.resolve([{"push": 1}], unit=0, target=unit(M), at=cell(5, 6))
    assert t.at(unit(M)) == (5, 3)
    t.resolve([{"push": 1}], unit=0, target=unit(M), at=cell(5, 3))
    assert t.at(unit(M)) == (5, 3), "it stands on the activating space"


@pytest.mark.rule("MAC-PSH-03")
def test_only_the_destination_counts(t: Table) -> None:
    t.monster(5, 6, 4)
    t.space(7, 4, Space.TREASURE)
    assert push(t, 3, (5, 4)) == (8, 4)


@pytest.mark.rule("MAC-PSH-04", "MAC-PSH-12")
def test_no_push_to_a_space_that_is_out_of_sight_occupied_or_unpassable(t: Table) -> None:
    t.monster(5, 6, 4)
    assert push(t, 1, (5, 4)) == (5, 4), "occupied"
    assert t.result == 0, "nothing changed"
    t.space(7, 4, Space.RUBBLE)
    assert push(t, 2, (5, 4)) == (5, 4), "rubble"
    t.border(4, 2, "north")
    assert push(t, 1, (4, 2)) == (4, 2), "a wall"
    t.border(4, 6, "south", Border.BARRIER)
    assert push(t, 1, (4, 6)) == (4, 6), "a barrier"
    assert push(t, 1, (0, 4)) == (0, 4), "the edge of the tiles"
    assert push(t, 1, (9, 4)) == (9, 4), "behind an unexplored edge"
    t.space(2, 4, Space.SPAWN, Token.EXPLORED)
    assert push(t, 1, (3, 4)) == (3, 4), "an explored spawn"


@pytest.mark.rule("MAC-PSH-05", "MAC-TRP-08", "MAC-TRP-09", "MAC-PSH-07")
def test_a_push_onto_a_trap_space_activates_it(t: Table) -> None:
    t.space(7, 4, Space.TRAP)
    t.space(2, 2, Space.TRAPPED)
    t.explorer(1, 2, 2)
    t.card("explorers", 0, [{"passive": [{"attack": 1}]}])
    t.state["active"] = -1
    t.high(0, 0, 0)
    assert push(t, 2, (5, 4)) == (5, 4), "the unit stays"
    assert t.e(1)["health"] == 4, "3 dice showing 0, and the pusher's bonus of 1 against armor 1"
    assert t.state["token"][cell(7, 4)] == Token.EXPLORED
    assert t.e(0)["stamina"] == 6
    assert push(t, 2, (5, 4)) == (5, 4)
    assert t.result == 0, "explored: nothing happens"


@pytest.mark.rule("MAC-PSH-07")
def test_a_trap_or_barrel_out_of_sight_is_not_set_off(t: Table) -> None:
    t.space(7, 4, Space.BARREL)
    t.border(6, 4, "east")
    assert push(t, 2, (5, 4)) == (5, 4)
    assert t.state["token"][cell(7, 4)] == Token.NONE


@pytest.mark.rule("MAC-PSH-06", "MAC-BRL-04", "MAC-PSH-07", "MAC-BRL-10")
def test_a_push_onto_a_barrel_sets_it_off(t: Table) -> None:
    t.space(4, 6, Space.BARREL)
    t.monster(M, 4, 3)
    t.explorer(0, 4, 4, essence=0)
    t.explorer(1, 5, 5)
    t.high(1, 1, 1)
    t.resolve([{"push": 2}], unit=unit(M), target=0)
    assert t.at(0) == (4, 4), "it stays"
    assert t.state["token"][cell(4, 6)] == Token.EXPLORED
    assert t.e(1)["health"] == 4
    assert t.e(0)["health"] == 5, "two spaces from the barrel"


@pytest.mark.rule("MAC-PSH-08", "MAC-MMV-16")
def test_immobile_units_are_neither_pushed_nor_pulled(t: Table) -> None:
    t.card("monsters", M, [{"passive": [{"immobile": True}]}])
    assert push(t, 1, (5, 4)) == (5, 4)
    assert push(t, -1, (7, 4)) == (7, 4)


@pytest.mark.rule("MAC-PSH-09", "MAC-SPC-05", "MAC-DTH-03")
@pytest.mark.parametrize(("spaces", "at", "pit"), [(1, (5, 4), (6, 4)), (-1, (7, 4), (6, 4))])
def test_a_pit_destroys_what_is_pushed_or_pulled_into_it(
    t: Table, spaces: int, at: tuple[int, int], pit: tuple[int, int]
) -> None:
    t.space(*pit, Space.PIT)
    t.state["active"] = 1
    t.explorer(1, 0, 0)
    push(t, spaces, at)
    assert not t.on_map(unit(M))
    assert t.pile("monster_destroyed") == [M]
    assert t.e(1)["essence"] == 1, "in the turn of explorer 1"


@pytest.mark.rule("MAC-PSH-09")
def test_a_pit_out_of_sight_is_safe(t: Table) -> None:
    t.space(6, 4, Space.PIT)
    t.border(5, 4, "east")
    assert push(t, 1, (5, 4)) == (5, 4)


@pytest.mark.rule("MAC-PSH-10")
@pytest.mark.parametrize(("at", "to"), [((7, 4), (6, 4)), ((7, 7), (6, 6)), ((8, 5), (7, 4)), ((4, 9), (4, 8))])
def test_a_pull_goes_toward_the_activating_space(t: Table, at: tuple[int, int], to: tuple[int, int]) -> None:
    assert push(t, -1, at) == to


@pytest.mark.rule("MAC-EX-19", "MAC-PSH-11")
def test_a_pull_does_not_end_on_the_activating_unit(t: Table) -> None:
    assert push(t, -2, (6, 4)) == (6, 4)
    assert t.result == 0


@pytest.mark.rule("MAC-PSH-11")
@pytest.mark.parametrize(("at", "spaces"), [((6, 4), 3), ((6, 6), 3), ((5, 4), 1), ((5, 6), 3), ((6, 5), 5)])
def test_a_pull_never_goes_past_or_away(t: Table, at: tuple[int, int], spaces: int) -> None:
    assert push(t, -spaces, at) == at


@pytest.mark.rule("MAC-PSH-13", "MAC-MOV-14")
def test_a_push_onto_a_trapped_space_or_an_open_spawn_is_movement(t: Table) -> None:
    t.space(6, 4, Space.TRAPPED)
    assert push(t, 1, (5, 4)) == (6, 4)
    t.space(4, 2, Space.SPAWN)
    assert push(t, 1, (4, 3)) == (4, 2)
    assert t.state["unit"][cell(4, 2)] == unit(M) + 1
    assert t.state["unit"][cell(6, 4)] == 0


@pytest.mark.rule("MAC-PSH-01", "MAC-PSH-09")
def test_a_monster_may_push_an_explorer_into_a_pit(t: Table) -> None:
    t.space(4, 6, Space.PIT)
    t.monster(M, 4, 3)
    t.resolve([{"push": 2}], unit=unit(M), target=0)
    assert t.asked == (0, Choice.EXPLORER_CARD)
    assert not t.on_map(0)


@pytest.mark.rule("MAC-PSH-01")
def test_without_an_acting_unit_and_a_space_nothing_is_pushed(t: Table) -> None:
    t.call(Proc.PUSH, 0, 1, -1, -1)
    assert t.done
    assert t.at(0) == (4, 4)


@pytest.mark.rule("MAC-PSH-04")
def test_the_sight_that_counts_is_that_of_the_target(t: Table) -> None:
    t.border(4, 4, "east")
    assert push(t, 2, (5, 4)) == (7, 4), "the activating unit sees neither of the spaces"
    t.border(4, 4, "east", Border.NONE)
    t.space(5, 5, Space.RUBBLE)
    t.border(6, 4, "south")
    assert push(t, -2, (6, 5)) == (6, 5), "the activating unit sees (4, 3), the target does not"


@pytest.mark.rule("MAC-PSH-10", "MAC-PSH-11")
@pytest.mark.parametrize(("at", "spaces", "to"), [((7, 6), 2, (5, 6)), ((7, 8), 2, (5, 6)), ((7, 6), 3, (7, 6)),
                                                  ((5, 7), 1, (5, 6)), ((5, 7), 2, (5, 7))])  # fmt: skip
def test_a_pull_may_end_on_a_free_activating_space_but_not_beyond(
    t: Table, at: tuple[int, int], spaces: int, to: tuple[int, int]
) -> None:
    t.monster(M, *at)
    t.resolve([{"pull": spaces}], unit=0, target=unit(M), at=cell(5, 6))
    assert t.at(unit(M)) == to


@pytest.mark.rule("MAC-TRP-09", "MAC-PSH-05")
def test_a_trap_space_on_the_next_tile_triggers_the_traps_of_its_own_tile() -> None:
    t = Table(seats=1, tiles=(0, 1))
    t.explorer(0, 7, 4)
    t.monster(M, 8, 4)
    t.space(10, 4, Space.TRAP)
    for card, x in ((5, 2), (8, 15)):
        t.space(x, 8, Space.TRAPPED)
        t.monster(card, x, 8)
    t.high(1, 1, 0)
    t.resolve([{"push": 2}], unit=0, target=unit(M))
    assert [t.m(5)["health"], t.m(8)["health"]] == [2, 1]
    assert t.state["token"][cell(10, 4)] == Token.EXPLORED


@pytest.mark.rule("MAC-PSH-07", "MAC-PSH-08")
@pytest.mark.parametrize("kind", [Space.TRAP, Space.BARREL])
@pytest.mark.parametrize("why", ["immobile", "out of sight", "free"])
def test_what_cannot_be_pushed_there_sets_off_neither_trap_nor_barrel(t: Table, kind: Space, why: str) -> None:
    t.space(6, 4, kind)
    if why == "immobile":
        t.card("monsters", M, [{"passive": [{"immobile": True}]}])
    elif why == "out of sight":
        t.border(5, 4, "east")
    t.high(0, 0, 0)
    assert push(t, 1, (5, 4)) == (5, 4)
    assert (t.state["token"][cell(6, 4)] == Token.EXPLORED) == (why == "free")


@pytest.mark.rule("MAC-BRL-10", "MAC-TRP-09", "MAC-TRP-12", "MAC-ATK-07")
def test_a_monster_that_pushes_onto_a_trap_space_is_the_attacker(t: Table) -> None:
    t.space(4, 6, Space.TRAP)
    t.space(1, 1, Space.TRAPPED)
    t.explorer(1, 1, 1)
    t.monster(M, 4, 3)
    t.card("monsters", M, [{"passive": [{"attack": 1}, {"arcane": True}]}])
    t.card("explorers", 1, armor=9, will=1)
    t.high(0, 0, 0)
    t.resolve([{"push": 2}], unit=unit(M), target=0)
    assert t.e(1)["health"] == 4
    assert t.state["token"][cell(4, 6)] == Token.EXPLORED
