"""Entry and exit tokens (ENT, EXI)."""

from __future__ import annotations

import pytest

from envs.machina_arcana.state import MAX_EXPLORERS, Choice, Interrupt, Proc, Reason, Space, Token, Where
from tests.machina_arcana.story import chapter, entry, exit_token
from tests.machina_arcana.table import Table, cell

M = 3
NEW = 8


@pytest.fixture
def t() -> Table:
    """Explorers 0 and 1 on two plain tiles; the deck's bottom tile is NEW."""
    table = Table(seats=2, tiles=(0, 1))
    table.explorer(0, 4, 4)
    table.explorer(1, 14, 4)
    table.deck("tile_deck", 6, NEW)
    return table


def place_all(t: Table) -> None:
    while t.asked and t.asked[1] == Choice.PLACEMENT:
        t.play(min(t.legal))


# -- entry -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-ENT-01", "MAC-ENT-02", "MAC-ENT-03", "MAC-ENT-06", "MAC-MAP-17")
def test_a_new_tile_an_entry_token_on_its_symbol_and_the_explorers_around_it(t: Table) -> None:
    t.call(Proc.PLACE_ENTRY, 0)
    assert list(t.state["face"]) == [NEW, -1, -1, -1]
    assert list(t.state["entry_cell"]) == [cell(5, 9), -1, -1, -1], "the token cell of the side with the symbol"
    assert list(t.state["entry_side"]) == [2, -1, -1, -1]
    assert t.asked == (0, Choice.PLACEMENT), "in seat order"
    assert t.legal == {f"cell_{x}_{y}" for x in (4, 5, 6) for y in (8, 9)}
    t.play("cell_5_9")
    assert t.asked == (1, Choice.PLACEMENT)
    assert t.legal == {f"cell_{x}_{y}" for x in (4, 5, 6) for y in (8, 9)} - {"cell_5_9"}, "one per free space"
    t.play("cell_4_8")
    assert t.done
    assert (t.at(0), t.at(1)) == ((5, 9), (4, 8))


@pytest.mark.rule("MAC-ENT-01", "MAC-ENT-02")
@pytest.mark.parametrize("symbol", range(4))
def test_the_token_lies_on_the_symbol_however_it_is_printed(t: Table, symbol: int) -> None:
    t.tables["faces"][NEW]["symbol"] = symbol
    t.call(Proc.PLACE_ENTRY, 0)
    place_all(t)
    # The token cell is the first one clockwise on each side: 4 on north, 49 on east, 95 on south, 50 on west.
    assert t.state["entry_cell"][0] in (cell(4, 9), cell(5, 9))
    printed = int(t.tables["faces"][NEW]["token_cell"][symbol])
    x, y = printed % 10, printed // 10
    for _ in range(int(t.state["rotation"][0])):
        x, y = 9 - y, x
    assert t.state["entry_cell"][0] == cell(x, y)


@pytest.mark.rule("MAC-ENT-05", "MAC-MAP-12", "MAC-MAP-14")
def test_tiles_in_play_are_destroyed_first(t: Table) -> None:
    t.monster(M, 2, 2)
    t.space(3, 3, Space.TREASURE, Token.EXPLORED)
    exit_token(t, 1, "north")
    t.call(Proc.PLACE_ENTRY, 0)
    place_all(t)
    assert t.pile("tile_deck") == [3, 1, 6], "flipped onto the deck"
    assert t.pile("monster_destroyed") == [M]
    assert t.pile("queue") == []
    assert not t.state["token"].any()
    assert t.state["exit_slot"] == -1
    assert t.on_map(0)
    assert t.on_map(1)


@pytest.mark.rule("MAC-ENT-09", "MAC-ENT-05")
@pytest.mark.parametrize("where", [Where.EXITED, Where.WAITING, Where.BASE])
def test_all_explorers_in_the_game_are_placed(t: Table, where: Where) -> None:
    t.off_map(1, where)
    t.call(Proc.PLACE_ENTRY, 0)
    place_all(t)
    assert t.on_map(0)
    assert t.on_map(1)


@pytest.mark.rule("MAC-ENT-09")
def test_a_seat_that_is_out_is_not_placed(t: Table) -> None:
    t.off_map(1, Where.OUT)
    t.e(1)["card"] = -1
    t.call(Proc.PLACE_ENTRY, 0)
    place_all(t)
    assert t.done
    assert t.e(1)["where"] == Where.OUT


@pytest.mark.rule("MAC-ENT-02", "MAC-ENT-04", "MAC-DTH-12")
def test_a_printed_entry_position_serves_as_the_token(t: Table) -> None:
    t.tables["faces"][NEW]["entry"], t.tables["faces"][NEW]["use"] = 10 * 5 + 6, 1
    t.call(Proc.PLACE_ENTRY, 0)
    assert list(t.state["entry_cell"]) == [cell(6, 5), -1, -1, -1]
    assert list(t.state["entry_side"]) == [-1, -1, -1, -1], "no token on the symbol"
    place_all(t)
    t.off_map(1, Where.WAITING)
    t.call(Proc.PLACE_EXPLORER, 1, 1)
    assert "cell_7_6" in t.legal


@pytest.mark.rule("MAC-ENT-04", "MAC-MAP-15")
def test_a_printed_entry_position_turns_with_its_tile_and_goes_with_it() -> None:
    t = Table(seats=1)
    t.tables["faces"][NEW]["entry"], t.tables["faces"][NEW]["use"] = 10 * 1 + 2, 1
    t.explorer(0, 9, 4)
    t.deck("tile_deck", NEW)
    t.turn(0)
    t.play("explore_east")
    assert list(t.state["entry_cell"]) == [-1, cell(18, 2), -1, -1], "a quarter turn to the right"
    t.call(Proc.PLACE_ENTRY, 0)
    place_all(t)
    assert t.state["entry_cell"][1] == -1


@pytest.mark.rule("MAC-ENT-06", "MAC-GEN-25", "MAC-TAR-02")
def test_a_space_behind_a_wall_is_not_adjacent_and_without_space_the_nearest_is_taken(t: Table) -> None:
    border = t.tables["faces"][NEW]["border"].reshape(10, 10, 4)
    kind = t.tables["faces"][NEW]["kind"].reshape(10, 10)
    border[9, 4, 1] = border[9, 5, 3] = border[8, 4, 1] = border[8, 5, 3] = 1
    kind[8, 5] = kind[8, 6] = Space.RUBBLE
    kind[9, 6] = Space.PIT
    kind[9, 7] = Space.TREASURE
    t.call(Proc.PLACE_ENTRY, 0)
    assert t.at(0) == (5, 9), "walls on the west side, rubble to the north, a pit in the east"
    assert t.asked == (1, Choice.FREE_SPACE)
    assert t.legal == {f"cell_{x}_{y}" for x, y in ((4, 8), (4, 9))}, "direct distance goes through walls"
    t.play("cell_4_8")
    assert t.at(1) == (4, 8)


@pytest.mark.rule("MAC-ENT-07")
def test_a_pit_is_no_place_to_start(t: Table) -> None:
    t.tables["faces"][NEW]["kind"][:] = Space.PIT
    t.tables["faces"][NEW]["kind"][95] = t.tables["faces"][NEW]["kind"][0] = Space.PLAIN
    t.call(Proc.PLACE_ENTRY, 0)
    assert t.done
    assert (t.at(0), t.at(1)) == ((5, 9), (0, 0))


@pytest.mark.rule("MAC-ENT-08")
def test_the_edge_with_the_entry_token_is_a_wall_that_cannot_be_explored(t: Table) -> None:
    t.call(Proc.PLACE_ENTRY, 0)
    t.play("cell_5_9", "cell_4_9")
    for seat in (0, 1):
        t.turn(seat)
        assert not {"explore_south", "move_south"} & t.legal
    t.explorer(0, 0, 4)
    t.turn(0)
    assert "explore_west" in t.legal


# -- exit ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-EXI-01", "MAC-EXI-02", "MAC-CHP-16")
def test_the_activating_explorer_chooses_any_edge_without_entry_token(t: Table) -> None:
    entry(t, 0, 5, 9, side=2)
    chapter(t, 1, ["place_exit"])
    t.call(Proc.FLIP_CHAPTER, 1)
    assert t.asked == (1, Choice.EXIT_EDGE)
    edges = {f"edge_{slot}_{side}" for slot in (0, 1) for side in ("north", "east", "south", "west")}
    assert t.legal == edges - {"edge_0_south"}, "also where a tile lies behind"
    t.play("edge_1_west")
    assert (t.state["exit_slot"], t.state["exit_side"]) == (1, 3)
    t.explorer(0, 9, 4)
    t.turn(0)
    assert "move_east" in t.legal, "that passage stays open"


@pytest.mark.rule("MAC-EXI-02", "MAC-MAP-01")
def test_a_side_without_edge_takes_no_exit_token(t: Table) -> None:
    t.tables["faces"][0]["edge"] = (0, 1, 0, 0)
    t.tables["faces"][2]["edge"] = (0, 0, 0, 1)
    t.call(Proc.PLACE_EXIT, 0)
    assert t.legal == {"edge_0_east", "edge_1_west"}


@pytest.mark.rule("MAC-EXI-03", "MAC-EXI-09")
@pytest.mark.parametrize(("side", "token"), [("north", (4, 0)), ("east", (9, 4)), ("south", (5, 9)), ("west", (0, 5))])
def test_only_the_token_cell_of_the_edge_is_the_exit(t: Table, side: str, token: tuple[int, int]) -> None:
    t.off_map(1, Where.EXITED)
    exit_token(t, 0, side)
    for k in (4, 5):
        where = {"north": (k, 0), "east": (9, k), "south": (k, 9), "west": (0, k)}[side]
        t.explorer(0, *where)
        t.turn(0)
        assert ("exit" in t.legal) == (where == token)
    t.explorer(0, *token)
    t.turn(0)
    assert f"explore_{side}" not in t.legal


@pytest.mark.rule("MAC-EXI-04", "MAC-SPW-11")
def test_an_exited_explorer_is_out_of_everything(t: Table) -> None:
    exit_token(t, 0, "north")
    t.explorer(0, 4, 0, essence=3)
    t.card("explorers", 0, [{"cost": {"essence": 1}, "target": "self", "effects": [{"restore_health": 1}]}])
    t.space(1, 1, Space.SPAWN)
    t.turn(0)
    t.play("exit")
    assert t.done
    t.rolls(1)
    t.call(Proc.SPAWN_PHASE)
    assert t.state["core"]["script_n"] == 1, "its tile has a spawn, but no roll is made"
    t.state["core"]["script_n"] = 0
    t.resolve([{"lose_health": {"amount": 1, "who": "all_explorers"}}], unit=1)
    assert [int(t.e(s)["health"]) for s in (0, 1)] == [5, 4]
    t.turn(1)
    assert t.asked == (1, Choice.TURN), "no window for seat 0"


@pytest.mark.rule("MAC-EXI-05", "MAC-EXI-07", "MAC-EXI-11")
def test_the_last_exit_flips_the_chapter_and_ends_the_round(t: Table) -> None:
    chapter(t, 0, ["place_exit"])
    chapter(t, 1, ["place_entry"])
    exit_token(t, 0, "north")
    t.explorer(0, 4, 0)
    t.call(Proc.ROUND)
    t.play("explorer_0", "exit")
    assert t.state["chapter_at"] == 0, "one is still there"
    assert t.asked == (1, Choice.TURN)
    t.explorer(1, 4, 0)
    t.call(Proc.ROUND)
    t.play("exit")
    assert t.state["chapter_at"] == 1
    assert t.state["exit_slot"] == -1, "the token goes with its chapter"
    assert t.asked == (0, Choice.PLACEMENT)
    place_all(t)
    assert t.done, "no other phase follows"
    assert t.state["interrupt"] == Interrupt.NEW_ROUND
    t.call(Proc.ROUND)
    assert t.asked == (0, Choice.NEXT_EXPLORER)
    assert t.state["interrupt"] == Interrupt.NONE


@pytest.mark.rule("MAC-EXI-06")
def test_waiting_explorers_do_not_hold_up_the_exit(t: Table) -> None:
    chapter(t, 0, ["place_exit"])
    entry(t, 1, 15, 9)
    t.off_map(1, Where.WAITING)
    exit_token(t, 0, "north")
    t.explorer(0, 4, 0)
    t.turn(0)
    t.play("exit")
    assert t.state["chapter_at"] == 1


@pytest.mark.rule("MAC-EXI-08", "MAC-EXI-07", "MAC-CHP-13")
def test_when_the_last_ones_on_the_map_die_the_exited_ones_go_on(t: Table) -> None:
    chapter(t, 0, ["place_exit"])
    chapter(t, 1, [{"may": [{"threat": 1}]}, "place_entry"])
    exit_token(t, 0, "north")
    t.off_map(0, Where.EXITED)
    t.call(Proc.DESTROY_EXPLORER, 1)
    t.play("explorer_card_7")
    assert t.state["chapter_at"] == 1
    assert t.asked == (0, Choice.MAY), "it exited"
    t.play("no")
    place_all(t)
    assert t.on_map(0)
    assert t.on_map(1), "the new one is placed with the others"
    assert t.state["interrupt"] == Interrupt.NEW_ROUND


@pytest.mark.rule("MAC-EXI-08", "MAC-CHP-13")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_after_a_death_the_one_that_exited_last_is_the_activating_explorer(order: tuple[int, int]) -> None:
    t = Table(seats=3)
    for seat in range(3):
        t.explorer(seat, 2 + 2 * seat, 4)
    chapter(t, 0, ["place_exit"])
    chapter(t, 1, [{"may": [{"threat": 1}]}])
    exit_token(t, 0, "north")
    for seat in order:
        t.call(Proc.EXIT_MAP, seat)
    t.call(Proc.DESTROY_EXPLORER, 2)
    t.play("explorer_card_7")
    assert t.state["chapter_at"] == 1
    assert t.asked == (order[1], Choice.MAY)


@pytest.mark.rule("MAC-FAS-02")
def test_in_the_extra_fast_game_the_last_exit_wins(t: Table) -> None:
    t.tables["chapters"][0]["victory_on_exit"] = 1
    exit_token(t, 0, "north")
    t.off_map(1, Where.WAITING)
    t.explorer(0, 4, 0)
    t.turn(0)
    t.play("exit")
    assert (t.state["core"]["over"], t.state["core"]["outcome"]) == (1, Reason.ESCAPED)


@pytest.mark.rule("MAC-EXI-04", "MAC-MON-16")
def test_monsters_do_not_follow_those_that_left(t: Table) -> None:
    t.off_map(0, Where.EXITED)
    t.off_map(1, Where.EXITED)
    t.monster(M, 4, 4)
    t.call(Proc.MONSTER_TURN, M)
    assert t.at(MAX_EXPLORERS + M) == (4, 4)
