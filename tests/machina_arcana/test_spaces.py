"""Spaces in general (SPC)."""

from __future__ import annotations

import pytest

from envs.machina_arcana.rules import geometry
from envs.machina_arcana.state import MAX_EXPLORERS, Border, Proc, Space, Token, Where
from tests.machina_arcana.story import chapter
from tests.machina_arcana.table import Table, cell

ACTION = (Space.TRAP, Space.RECHARGE, Space.WORKBENCH, Space.EVENT, Space.TREASURE)
M = 3


@pytest.fixture
def t() -> Table:
    table = Table(seats=1)
    table.explorer(0, 4, 4, essence=9)
    return table


@pytest.mark.rule("MAC-SPC-01", "MAC-SPC-02", "MAC-SPC-04", "MAC-MOV-10")
@pytest.mark.parametrize("kind", [k for k in Space if k > Space.VOID])
def test_what_blocks_sight_and_what_is_an_obstacle(t: Table, kind: Space) -> None:
    t.space(6, 4, kind)
    sight, obstacles = geometry.sight_of(t.state, cell(4, 4), cell(8, 4))
    assert sight == (kind != Space.RUBBLE)
    if sight:
        assert obstacles == (kind > Space.RUBBLE), "action spaces are obstacles"


@pytest.mark.rule("MAC-SPC-03")
def test_a_wall_lies_between_two_spaces_and_blocks_sight_and_steps(t: Table) -> None:
    t.border(5, 4, "east", Border.WALL)
    assert not geometry.sight_of(t.state, cell(4, 4), cell(7, 4))[0]
    assert geometry.sight_of(t.state, cell(4, 4), cell(5, 4))[0]
    assert 2 not in geometry.steps_of(t.state, cell(5, 4), False)
    assert 6 not in geometry.steps_of(t.state, cell(6, 4), False)


@pytest.mark.rule("MAC-SPC-05", "MAC-PSH-09")
def test_units_that_are_pushed_or_pulled_into_a_pit_are_destroyed(t: Table) -> None:
    t.monster(M, 5, 4)
    t.monster(7, 4, 7)
    t.space(6, 4, Space.PIT)
    t.space(4, 6, Space.PIT)
    t.resolve([{"push": 1}], unit=0, target=MAX_EXPLORERS + M)
    t.resolve([{"pull": 1}], unit=0, target=MAX_EXPLORERS + 7)
    assert sorted(t.pile("monster_destroyed")) == [M, 7]


@pytest.mark.rule("MAC-SPC-06", "MAC-TAR-15")
@pytest.mark.parametrize("kind", ACTION)
def test_a_space_is_activated_from_the_eight_spaces_around_it_in_sight(t: Table, kind: Space) -> None:
    for direction, (x, y) in {"east": (5, 4), "north_west": (3, 3)}.items():
        t.space(x, y, kind)
        t.turn(0)
        assert f"activate_{direction}" in t.legal
    t.border(4, 4, "east")
    t.turn(0)
    assert "activate_east" not in t.legal, "a wall between"
    t.space(2, 3, kind)
    t.space(3, 3, Space.PLAIN)
    t.turn(0)
    assert not {name for name in t.legal if name.startswith("activate")}, "two spaces away"


@pytest.mark.rule("MAC-SPC-08")
@pytest.mark.parametrize("kind", ACTION)
def test_an_explored_space_is_activated_again_only_after_a_refresh(t: Table, kind: Space) -> None:
    t.space(5, 4, kind, Token.EXPLORED)
    t.turn(0)
    assert "activate_east" not in t.legal
    name = kind.name.lower()
    t.resolve([{"refresh_space": {"kind": name, "who": "self"}}], unit=0)
    t.turn(0)
    assert "activate_east" in t.legal


@pytest.mark.rule("MAC-SPC-09")
@pytest.mark.parametrize("kind", [*ACTION, Space.CHAPTER, Space.BARREL])
def test_an_explored_token_leaves_an_action_space_an_obstacle(t: Table, kind: Space) -> None:
    t.space(5, 4, kind, Token.EXPLORED)
    t.turn(0)
    assert "move_east" not in t.legal
    assert geometry.sight_of(t.state, cell(4, 4), cell(6, 4)) == (True, 1)


@pytest.mark.rule("MAC-SPC-07")
def test_the_token_lies_on_the_space_that_was_activated(t: Table) -> None:
    t.space(5, 4, Space.RECHARGE)
    t.space(3, 4, Space.RECHARGE)
    t.rolls(0)
    t.turn(0)
    t.play("activate_west")
    assert t.state["token"][cell(3, 4)] == Token.EXPLORED
    assert t.state["token"].sum() == Token.EXPLORED


@pytest.mark.rule("MAC-SPC-02")
def test_plain_spaces_have_no_action(t: Table) -> None:
    t.call(Proc.EXPLORER_TURN, 0)
    assert not {name for name in t.legal if name.startswith(("activate", "seal", "use"))}


@pytest.mark.rule("MAC-CSP-05", "MAC-ENT-05", "MAC-SPC-07")
def test_a_flipped_chapter_that_brings_another_map_uses_nothing_there() -> None:
    t = Table(seats=1)
    chapter(t, 0)
    chapter(t, 1, ["place_entry"])
    t.explorer(0, 4, 4)
    t.space(5, 4, Space.CHAPTER, Token.LIGHT)
    t.tables["faces"]["kind"][4][45] = Space.RECHARGE
    t.deck("tile_deck", 4)
    t.rolls(5)
    t.turn(0).play("activate_east", "cell_4_8")
    assert t.state["kind"][cell(5, 4)] == Space.RECHARGE, "where the chapter space was"
    assert (t.e(0)["stamina"], t.state["token"][cell(5, 4)]) == (3, Token.NONE)
    assert t.state["core"]["script_n"] == 1, "no die was rolled"


@pytest.mark.rule("MAC-EVT-03", "MAC-TRP-03", "MAC-EXI-08", "MAC-SPC-07")
@pytest.mark.parametrize("kind", [Space.EVENT, Space.TRAP])
@pytest.mark.parametrize("below", [Space.RECHARGE, Space.TREASURE, Space.PLAIN])
def test_a_death_that_brings_another_map_leaves_no_token_there(kind: Space, below: Space) -> None:
    t = Table(seats=2)
    chapter(t, 0)
    chapter(t, 1, ["place_entry"])
    t.explorer(0, 4, 4, health=1)
    t.off_map(1, Where.EXITED)
    t.space(5, 4, kind)
    t.space(4, 4, Space.TRAPPED)
    t.tables["faces"]["kind"][4][45] = below
    t.deck("tile_deck", 4)
    t.deck("explorer_deck", 1)
    t.text(t.tables["explorer_events"][1], [{"lose_health": {"amount": 2, "who": "self"}}], kind="explorer_event")
    t.rolls(5, 5, 5, 5)
    t.turn(0).play("activate_east")
    if kind == Space.EVENT:
        t.play("lose_health")
    t.play("explorer_card_5", "cell_4_8", "cell_5_8")
    assert t.done
    assert (t.e(0)["stamina"], t.e(0)["health"]) == (6, 5)
    assert t.state["token"][cell(5, 4)] == Token.NONE
