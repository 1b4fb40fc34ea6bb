"""Normal and easy mode, their switches, the easier die (NRM, DIF) and edge tokens (EDG)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import envs
from envs.core.errors import OptionError
from envs.machina_arcana import render
from envs.machina_arcana.state import Border, Choice, Proc, Space
from tests.machina_arcana.story import exit_token
from tests.machina_arcana.table import Table, cell

ADDITIONS = ("markers", "edges", "ratings")


def flags(**options: Any) -> list[int]:
    """Which additions of normal mode a game uses."""
    tables = envs.load("machina_arcana", **options).tables
    return [int(tables[name]) for name in ADDITIONS]


# -- modes -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-NRM-01")
def test_normal_mode_is_the_default_and_adds_markers_edge_tokens_and_sliders() -> None:
    normal, easy = (envs.load("machina_arcana", mode=mode) for mode in ("normal", "easy"))
    assert envs.load("machina_arcana").options.mode == "normal"
    different = [name for name in normal.tables.dtype.names if (normal.tables[name] != easy.tables[name]).any()]
    assert sorted(different) == sorted(ADDITIONS), "everything else stays"
    assert [int(normal.tables[name]) for name in ADDITIONS] == [1, 1, 1]


@pytest.mark.rule("MAC-NRM-03", "MAC-NRM-02")
def test_easy_mode_has_none_of_them() -> None:
    assert flags(mode="easy") == [0, 0, 0]


@pytest.mark.rule("MAC-NRM-04")
@pytest.mark.parametrize("number", range(3))
def test_each_addition_is_switched_by_itself(number: int) -> None:
    name = ADDITIONS[number]
    only = [int(i == number) for i in range(3)]
    assert flags(mode="easy", **{name: True}) == only
    assert flags(**{name: False}) == [1 - flag for flag in only]
    assert flags(mode="normal", **{name: None}) == [1, 1, 1], "as the mode says"


@pytest.mark.rule("MAC-NRM-04")
def test_a_wrong_value_is_named() -> None:
    with pytest.raises(OptionError, match="mode"):
        envs.load("machina_arcana", mode="hard")
    with pytest.raises(OptionError, match="edges"):
        envs.load("machina_arcana", edges="sometimes")


# -- the easier die ----------------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-DIF-03", "MAC-DIF-01")
@pytest.mark.parametrize("mode", ["easy", "normal"])
@pytest.mark.parametrize("easier", [False, True])
def test_the_easier_die_combines_with_both_modes(mode: str, easier: bool) -> None:
    game = envs.load("machina_arcana", mode=mode, easier_die=easier)
    assert int(game.tables["zero_is_zero"]) == easier
    assert flags(mode=mode, easier_die=easier) == [mode == "normal"] * 3


@pytest.mark.rule("MAC-DIF-01", "MAC-DIF-02")
@pytest.mark.parametrize("easier", [False, True])
def test_a_zero_counts_as_zero_in_every_roll_of_the_game_die(easier: bool) -> None:
    t = Table(seats=1, easier_die=easier)
    t.explorer(0, 4, 4)
    t.rolls(0)
    t.resolve([{"roll": {"at_least": 1, "then": [{"restore_essence": 1}]}}], unit=0, target=0)
    assert t.e(0)["essence"] == (0 if easier else 1), "a roll of an ability"
    t.space(1, 1, Space.SPAWN)
    t.deck("monster_deck", 5)
    t.rolls(0)
    t.call(Proc.SPAWN_PHASE)
    assert t.pile("queue") == ([] if easier else [5])
    t.rolls(0)
    t.call(Proc.HORROR_PHASE)
    assert t.state["threat"] == (1 if easier else 2)


@pytest.mark.rule("MAC-DIF-02", "MAC-RAT-08")
def test_with_the_slider_at_one_only_a_zero_of_the_easier_die_fails() -> None:
    for easier, monsters in ((True, []), (False, [5])):
        t = Table(seats=1, easier_die=easier, ratings=True)
        t.explorer(0, 4, 4)
        t.space(1, 1, Space.SPAWN)
        t.deck("monster_deck", 5)
        t.state["chapter_at"] = 0
        t.state["monster_rating"] = 1
        t.rolls(0)
        t.call(Proc.SPAWN_PHASE)
        assert t.pile("queue") == monsters
        assert t.state["monster_rating"] == (1 if easier else 10)


# -- edge tokens -------------------------------------------------------------------------------------------------


def table(tiles: tuple[int, ...] = (0,), edges: bool = True) -> Table:
    """Explorer 0 on the east edge of the last of the tiles; the deck holds faces 8 (the bottom one), 6 and 10."""
    t = Table(seats=1, tiles=tiles, edges=edges)
    t.explorer(0, tiles[-1] % 2 * 10 + 9, 4)
    t.deck("tile_deck", 10, 6, 8)
    t.tables["faces"]["flip"][10] = -1
    t.tables["n_faces"] = 11
    return t


def tokens(t: Table) -> list[tuple[int, int]]:
    """Slot and side of each edge token."""
    return [(int(slot), int(side)) for slot, side in np.argwhere(t.state["edge_token"])]


def passage_gone(edges: bool = True) -> Table:
    """Explored east, then beyond the west: the tile that lay in slot 0 is in slot 1 now, and nothing is east of it."""
    t = table(edges=edges)
    t.turn(0)
    t.play("explore_east")
    t.explorer(0, 0, 4)
    t.turn(0)
    t.play("explore_west")
    assert [int(face) for face in t.state["face"]] == [6, 0, -1, -1]
    return t


@pytest.mark.rule("MAC-EDG-01", "MAC-EDG-04")
def test_exploring_lays_an_edge_token_on_the_explorer_s_tile_alone() -> None:
    t = table()
    t.turn(0)
    t.play("explore_east")
    assert tokens(t) == [(0, 1)]


@pytest.mark.rule("MAC-NRM-03", "MAC-EDG-06")
def test_easy_mode_lays_none() -> None:
    t = table(edges=False)
    t.turn(0)
    t.play("explore_east")
    assert tokens(t) == []


@pytest.mark.rule("MAC-EDG-01", "MAC-MAP-09")
def test_the_token_moves_with_its_tile_when_the_area_scrolls() -> None:
    t = table((0, 1))
    t.turn(0)
    t.play("explore_east")
    assert [int(face) for face in t.state["face"]] == [2, 8, -1, -1]
    assert tokens(t) == [(0, 1)]


@pytest.mark.rule("MAC-EDG-02", "MAC-EDG-05")
@pytest.mark.parametrize("edges", [True, False])
def test_an_edge_with_a_token_is_a_wall_for_good_when_its_neighbour_is_gone(edges: bool) -> None:
    t = passage_gone(edges)
    assert tokens(t) == ([(1, 1), (1, 3)] if edges else [])
    assert t.state["border"][cell(19, 4)][1] == Border.WALL
    t.explorer(0, 19, 4)
    t.turn(0)
    assert ("explore_east" in t.legal) == (not edges)
    assert not any(name.endswith("_east") and name.startswith("move") for name in t.legal)


@pytest.mark.rule("MAC-EDG-04")
def test_the_joined_tile_s_edge_has_no_token_and_may_be_explored_when_its_neighbour_is_gone() -> None:
    t = table()
    t.turn(0)
    t.play("explore_east")
    t.explorer(0, 19, 4)
    t.turn(0)
    t.play("explore_east")
    assert [int(face) for face in t.state["face"]] == [8, 6, -1, -1]
    assert tokens(t) == [(0, 1)], "the token of the tile that left is gone"
    t.explorer(0, 0, 4)
    t.turn(0)
    assert "explore_west" in t.legal, "where the first tile lay"


@pytest.mark.rule("MAC-EDG-04", "MAC-MAP-15")
def test_a_tile_that_returns_has_no_tokens() -> None:
    t = passage_gone()
    t.deck("tile_deck")
    t.explorer(0, 0, 4)
    t.call(Proc.PLACE_ENTRY, 0)
    assert tokens(t) == []


@pytest.mark.rule("MAC-EDG-03", "MAC-EXI-02")
@pytest.mark.parametrize("edges", [True, False])
def test_the_exit_token_is_not_laid_on_an_edge_token(edges: bool) -> None:
    t = passage_gone(edges)
    t.call(Proc.PLACE_EXIT, 0)
    assert t.asked == (0, Choice.EXIT_EDGE)
    every = {f"edge_{slot}_{side}" for slot in (0, 1) for side in ("north", "east", "south", "west")}
    assert t.legal == every - ({"edge_1_east", "edge_1_west"} if edges else set())


@pytest.mark.rule("MAC-EDG-03", "MAC-MAP-16")
def test_an_exit_that_scrolled_away_is_not_laid_on_an_edge_token_either() -> None:
    t = table((0, 1))
    exit_token(t, 0, "north")
    t.turn(0)
    t.play("explore_east")
    assert t.asked == (0, Choice.EXIT_EDGE)
    assert "edge_0_east" not in t.legal
    assert {"edge_0_north", "edge_1_west"} <= t.legal


@pytest.mark.rule("MAC-MOV-13")
def test_units_pass_over_edge_tokens_and_stop_on_them() -> None:
    t = table()
    t.turn(0)
    t.play("explore_east", "move_west", "move_east", "move_east")
    assert t.at(0) == (10, 4)
    t.play("move_west")
    assert t.at(0) == (9, 4)


@pytest.mark.rule("MAC-EDG-02")
def test_all_seats_see_the_edge_tokens_and_are_not_led_to_such_an_edge() -> None:
    t = passage_gone()
    blocks = t.game.blocks(t.game.observe(t.state, 0))
    assert np.argwhere(np.reshape(blocks["edge_token"], (4, 4))).tolist() == [[1, 1], [1, 3]]
    assert "= " in t.game.text(t.state)
    picture = t.game.image(t.state)[:600, :600]
    assert (picture == render.EDGE).all(axis=-1).sum() > 20
    t.explorer(0, 18, 4)
    edge = 10
    for slot, side in ((0, 0), (0, 2), (0, 3), (1, 0), (1, 2)):
        t.state["edge_token"][slot][side] = 1
    row = t.game.blocks(t.game.observe(t.state, 0))["nearest"].reshape(-1, 12)[edge]
    assert row[0] == 0, "no edge is left to explore from"
    t.state["edge_token"][1][1] = 0
    row = t.game.blocks(t.game.observe(t.state, 0))["nearest"].reshape(-1, 12)[edge]
    assert (row[0], round(20 * float(row[1]))) == (1, 1)
