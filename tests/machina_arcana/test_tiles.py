"""Map tiles: exploring, scrolling the area, what becomes of removed tiles (MAP)."""

from __future__ import annotations

import numpy as np
import pytest

from envs.machina_arcana.state import MAX_EXPLORERS, Border, Choice, MonsterPlace, Proc, Space, Token
from tests.machina_arcana.story import endgame, entry, exit_token
from tests.machina_arcana.table import Table, cell

NEW = 8
"""Face of the tile that is drawn; its other face is 9."""
SIDE = ("north", "east", "south", "west")
M = 3


def on_slot(slot: int, x: int, y: int) -> tuple[int, int]:
    return slot % 2 * 10 + x, slot // 2 * 10 + y


def at_edge(slot: int, side: str) -> tuple[int, int]:
    return on_slot(slot, *{"north": (4, 0), "east": (9, 4), "south": (4, 9), "west": (0, 4)}[side])


def table(tiles: tuple[int, ...], slot: int, side: str, seats: int = 1) -> Table:
    """Explorer 0 on an edge of the tile in a slot; the deck's bottom tile is NEW, and another lies on it."""
    t = Table(seats=seats, tiles=tiles)
    t.explorer(0, *at_edge(slot, side))
    t.deck("tile_deck", 10, NEW)
    t.tables["faces"]["flip"][10] = -1
    t.tables["n_faces"] = 11
    return t


def slots(t: Table) -> list[int]:
    return [int(f) for f in t.state["face"]]


# -- exploring ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-MAP-04", "MAC-MAP-05", "MAC-MAP-17", "MAC-MAP-03", "MAC-MAP-07")
@pytest.mark.parametrize(("slot", "side", "to"), [(0, "east", 1), (0, "south", 2), (3, "north", 1), (3, "west", 2)])
def test_exploring_joins_the_bottom_tile_of_the_deck(slot: int, side: str, to: int) -> None:
    t = table((slot,), slot, side)
    where = t.at(0)
    t.turn(0)
    assert {name for name in t.legal if name.startswith("explore")} == {f"explore_{side}"}
    t.play(f"explore_{side}")
    assert t.asked == (0, Choice.TURN)
    assert slots(t)[to] == NEW
    assert t.pile("tile_deck") == [10]
    symbol = (int(t.tables["faces"][NEW]["symbol"]) + int(t.state["rotation"][to])) % 4
    assert SIDE[symbol] == SIDE[(SIDE.index(side) + 2) % 4], "the direction symbol lies against the exploring edge"
    assert t.at(0) == where, "the explorer does not move"
    assert (t.state["entry_cell"] < 0).all(), "and no entry token is laid"
    t.play(f"move_{side}")
    assert t.at(0) == at_edge(to, SIDE[(SIDE.index(side) + 2) % 4]), "the edge is open now"


@pytest.mark.rule("MAC-MAP-04")
def test_only_an_explorer_on_the_edge_explores() -> None:
    t = table((0,), 0, "east")
    for y in range(10):
        t.explorer(0, 9, y)
        t.turn(0)
        assert ("explore_east" in t.legal) == (y in (4, 5))
    t.explorer(0, 8, 4)
    t.turn(0)
    assert "explore_east" not in t.legal


@pytest.mark.rule("MAC-MAP-01", "MAC-MAP-03")
def test_a_side_without_edge_is_closed() -> None:
    t = table((0,), 0, "east")
    t.tables["faces"][0]["edge"] = (1, 0, 1, 1)
    t.turn(0)
    assert "explore_east" not in t.legal


@pytest.mark.rule("MAC-MAP-04", "MAC-ENT-08", "MAC-EXI-09")
def test_an_edge_with_entry_or_exit_token_cannot_be_explored() -> None:
    t = table((0,), 0, "east")
    exit_token(t, 0, "east")
    t.turn(0)
    assert "explore_east" not in t.legal
    exit_token(t, 0, "north")
    entry(t, 0, 9, 5, side=1)
    t.turn(0)
    assert "explore_east" not in t.legal
    for y in (4, 5):
        entry(t, 0, 9, y)
        t.turn(0)
        assert "explore_east" not in t.legal, "a printed token on the edge counts too"
    entry(t, 0, 4, 9, side=2)
    t.turn(0)
    assert "explore_east" in t.legal


@pytest.mark.rule("MAC-MAP-06")
def test_no_exploring_where_a_tile_abuts_or_without_a_tile() -> None:
    t = table((0, 1), 0, "east")
    t.turn(0)
    assert "explore_east" not in t.legal
    t = table((0,), 0, "east")
    t.deck("tile_deck")
    t.turn(0)
    assert "explore_east" not in t.legal


@pytest.mark.rule("MAC-MAP-06", "MAC-MAP-09")
def test_an_empty_deck_does_not_wait_for_the_tiles_that_scroll_away() -> None:
    t = table((0, 1, 2), 1, "east")
    t.deck("tile_deck")
    t.turn(0)
    assert "explore_east" not in t.legal


@pytest.mark.rule("MAC-MAP-03")
def test_tiles_that_come_into_contact_are_open_to_one_another() -> None:
    t = table((0, 1, 2), 2, "east")
    t.turn(0)
    t.play("explore_east")
    assert slots(t)[3] == NEW
    for x in range(10, 20):
        assert t.state["border"][cell(x, 10)][0] == (Border.NONE if x in (14, 15) else Border.WALL)


@pytest.mark.rule("MAC-MAP-01", "MAC-MAP-03")
@pytest.mark.parametrize(("face", "edges"), [(2, (1, 1, 0, 1)), (NEW, (0, 1, 1, 1))])
def test_two_sides_in_contact_are_closed_if_one_of_them_has_no_edge(face: int, edges: tuple[int, ...]) -> None:
    """The tile of slot 1 has no edge in the south, or the new one in slot 3 has none in the north."""
    t = table((0, 1, 2), 2, "east")
    t.tables["faces"][NEW]["symbol"] = 3
    t.tables["faces"][face]["edge"] = edges
    t.turn(0)
    t.play("explore_east")
    assert (slots(t)[3], int(t.state["rotation"][3])) == (NEW, 0)
    assert {int(t.state["border"][cell(x, 10)][0]) for x in range(10, 20)} == {Border.WALL}
    assert t.state["border"][cell(9, 14)][1] == Border.NONE, "where it was explored from it is open"


@pytest.mark.rule("MAC-MAP-05", "MAC-MAP-18")
@pytest.mark.parametrize(("side", "turns"), [("north", 0), ("east", 1), ("south", 2), ("west", 3)])
def test_the_tile_is_turned_with_all_that_is_printed_on_it(side: str, turns: int) -> None:
    slot = {"north": 2, "east": 0, "south": 0, "west": 1}[side]
    to = {"north": 0, "east": 1, "south": 2, "west": 0}[side]
    t = table((slot,), slot, side)
    face = t.tables["faces"][NEW]
    face["symbol"] = 2
    kind = face["kind"].reshape(10, 10)
    kind[1, 2] = Space.SPAWN  # row 1, column 2
    border = face["border"].reshape(10, 10, 4)
    border[3, 7, 1] = border[3, 8, 3] = Border.OPEN  # a door between columns 7 and 8 of row 3
    border[6, 1, 2] = border[7, 1, 0] = Border.WALL
    t.state["token"][:] = 0
    t.turn(0)
    t.play(f"explore_{side}")
    x, y = 2, 1
    doors = [(7, 3, 1), (8, 3, 3)]
    walls = [(1, 6, 2), (1, 7, 0)]
    for _ in range(turns):
        x, y = 9 - y, x
        doors = [(9 - b, a, (s + 1) % 4) for a, b, s in doors]
        walls = [(9 - b, a, (s + 1) % 4) for a, b, s in walls]
    assert t.state["kind"][cell(*on_slot(to, x, y))] == Space.SPAWN
    assert t.state["token"][cell(*on_slot(to, x, y))] == Token.NONE
    for marks, kind_of in ((doors, Border.OPEN), (walls, Border.WALL)):
        for a, b, s in marks:
            assert t.state["border"][cell(*on_slot(to, a, b))][s] == kind_of
    inside = t.state["border"].reshape(20, 20, 4)
    assert (inside == Border.OPEN).sum() == 2, "one door, open, seen from both sides"


# -- scrolling ---------------------------------------------------------------------------------------------------

SCROLLS = [
    # side explored, the exploring slot, slots of the far column or row in ascending order, slots of the others
    ("east", 1, (0, 2), (1, 3)),
    ("east", 3, (0, 2), (1, 3)),
    ("west", 0, (1, 3), (0, 2)),
    ("west", 2, (1, 3), (0, 2)),
    ("south", 2, (0, 1), (2, 3)),
    ("south", 3, (0, 1), (2, 3)),
    ("north", 0, (2, 3), (0, 1)),
    ("north", 1, (2, 3), (0, 1)),
]
SHIFT = {"east": (-10, 0), "west": (10, 0), "south": (0, -10), "north": (0, 10)}


def shifted(at: tuple[int, int], side: str) -> tuple[int, int]:
    return at[0] + SHIFT[side][0], at[1] + SHIFT[side][1]


@pytest.mark.rule("MAC-EX-23", "MAC-MAP-08", "MAC-MAP-09", "MAC-MAP-11", "MAC-MAP-13", "MAC-MAP-14")
@pytest.mark.parametrize(("side", "slot", "away", "stay"), SCROLLS)
def test_the_far_column_or_row_is_destroyed(side: str, slot: int, away: tuple[int, int], stay: tuple[int, int]) -> None:
    t = table((0, 1, 2, 3), slot, side)
    where = t.at(0)
    faces = slots(t)
    t.turn(0)
    t.play(f"explore_{side}")
    assert t.pile("tile_deck") == [faces[away[1]] ^ 1, faces[away[0]] ^ 1, 10], "flipped, the last one uppermost"
    assert t.state["tile_deck"]["known"] == 2
    assert t.at(0) == shifted(where, side), "the window follows"
    assert t.state["unit"][cell(*t.at(0))] == 1
    assert sorted(slots(t)) == sorted([-1, NEW, faces[stay[0]], faces[stay[1]]])
    new = slots(t).index(NEW)
    assert slots(t)[new ^ (1 if side in ("east", "west") else 2)] == faces[slot], "it lies beside the exploring tile"
    t.play(f"move_{side}")
    assert t.at(0) == at_edge(new, SIDE[(SIDE.index(side) + 2) % 4])


@pytest.mark.rule("MAC-EX-23", "MAC-MAP-12")
def test_three_tiles_scroll_as_in_the_example() -> None:
    t = table((0, 1, 3), 3, "east")
    t.monster(M, 4, 4)
    t.monster(5, 14, 4)
    t.turn(0)
    t.play("explore_east")
    assert slots(t) == [2, -1, 6, NEW]
    assert t.pile("tile_deck") == [1, 10], "tile (0, 0), flipped, on top"
    assert t.m(M)["place"] == MonsterPlace.DESTROYED
    assert t.on_map(MAX_EXPLORERS + 5)


@pytest.mark.rule("MAC-EX-24", "MAC-MAP-10")
@pytest.mark.parametrize(("side", "slot", "away", "stay"), SCROLLS)
def test_nobody_may_stand_on_a_tile_that_goes(
    side: str, slot: int, away: tuple[int, int], stay: tuple[int, int]
) -> None:
    t = table((0, 1, 2, 3), slot, side, seats=2)
    for other in away:
        t.explorer(1, *on_slot(other, 2, 2))
        t.turn(0)
        assert f"explore_{side}" not in t.legal
    for other in stay:
        t.explorer(1, *on_slot(other, 2, 2))
        t.turn(0)
        assert f"explore_{side}" in t.legal


@pytest.mark.rule("MAC-MAP-12", "MAC-DTH-04")
@pytest.mark.parametrize(("side", "slot", "away", "stay"), SCROLLS)
def test_monsters_on_destroyed_tiles_are_banished(
    side: str, slot: int, away: tuple[int, int], stay: tuple[int, int]
) -> None:
    t = table((0, 1, 2, 3), slot, side)
    for m, where in enumerate((*away, *stay)):
        t.monster(m, *on_slot(where, 2, 7))
        t.card("monsters", m, [{"when_destroyed": [{"threat": 3}]}])
    t.turn(0)
    t.play(f"explore_{side}")
    assert sorted(t.pile("monster_destroyed")) == [0, 1]
    assert t.pile("queue") == [3, 2]
    assert [t.at(MAX_EXPLORERS + m) for m in (2, 3)] == [shifted(on_slot(s, 2, 7), side) for s in stay]
    assert t.e(0)["essence"] == 0, "no essence"
    assert t.state["threat"] == 1, "no effects of their destruction"
    assert t.state["kills"] == 0
    assert np.flatnonzero(t.state["unit"]).size == 3


@pytest.mark.rule("MAC-MAP-13", "MAC-MAP-14")
def test_the_new_tile_is_drawn_before_the_old_ones_return() -> None:
    t = table((0, 1), 1, "east")
    t.deck("tile_deck", NEW)
    t.turn(0)
    t.play("explore_east")
    assert slots(t) == [2, NEW, -1, -1]
    assert t.pile("tile_deck") == [1]


@pytest.mark.rule("MAC-MAP-15", "MAC-MAP-18")
def test_tokens_leave_with_their_tile() -> None:
    t = table((0, 1, 2, 3), 1, "east")
    t.space(2, 2, Space.CHAPTER, Token.LIGHT)
    t.space(3, 2, Space.TREASURE, Token.EXPLORED)
    t.border(5, 5, "east", Border.BARRIER)
    t.border(6, 6, "east", Border.CLOSED)
    t.space(14, 2, Space.TREASURE, Token.EXPLORED)
    t.border(15, 5, "east", Border.BARRIER)
    entry(t, 0, 4, 9, side=2)
    entry(t, 3, 14, 19, side=2)
    t.turn(0)
    t.play("explore_east")
    assert t.state["token"].sum() == Token.EXPLORED
    assert t.state["token"][cell(4, 2)] == Token.EXPLORED, "tokens of the other tiles stay where they are"
    assert t.state["border"][cell(5, 5)][1] == Border.BARRIER
    assert (t.state["border"] == Border.BARRIER).sum() == 2
    assert (t.state["border"] == Border.CLOSED).sum() == 0
    assert list(t.state["entry_cell"]) == [-1, -1, cell(4, 19), -1]
    assert list(t.state["entry_side"]) == [-1, -1, 2, -1]


@pytest.mark.rule("MAC-MAP-15")
def test_a_tile_is_fresh_when_it_returns() -> None:
    t = table((0, 1), 1, "east")
    t.tables["faces"][:2]["kind"][:, 33] = Space.TREASURE
    t.tables["faces"]["flip"][0] = -1
    t.space(3, 3, Space.TREASURE, Token.EXPLORED)
    t.turn(0)
    t.play("explore_east")
    assert t.pile("tile_deck") == [0, 10]
    t.deck("tile_deck", 0)
    t.call(Proc.PLACE_ENTRY, 0)
    assert slots(t) == [0, -1, -1, -1]
    assert not t.state["token"].any()


@pytest.mark.rule("MAC-MAP-16", "MAC-EXI-02")
@pytest.mark.parametrize(("side", "slot", "away", "stay"), SCROLLS)
def test_the_exit_token_of_a_destroyed_tile_is_placed_again(
    side: str, slot: int, away: tuple[int, int], stay: tuple[int, int]
) -> None:
    t = table((0, 1, 2, 3), slot, side)
    exit_token(t, away[0], "north")
    t.turn(0)
    t.play(f"explore_{side}")
    assert t.asked == (0, Choice.EXIT_EDGE)
    in_play = [s for s in range(4) if slots(t)[s] >= 0]
    assert t.legal == {f"edge_{s}_{d}" for s in in_play for d in SIDE}
    t.play(f"edge_{in_play[1]}_west")
    assert (t.state["exit_slot"], t.state["exit_side"]) == (in_play[1], SIDE.index("west"))
    assert t.asked == (0, Choice.TURN)


@pytest.mark.rule("MAC-MAP-16")
@pytest.mark.parametrize(("side", "slot", "away", "stay"), SCROLLS)
def test_an_exit_token_on_another_tile_stays(
    side: str, slot: int, away: tuple[int, int], stay: tuple[int, int]
) -> None:
    t = table((0, 1, 2, 3), slot, side)
    other = next(s for s in stay if s != slot)
    free = next(d for d in ("north", "east", "south", "west") if d != side)
    exit_token(t, other, free)
    face = slots(t)[other]
    t.turn(0)
    t.play(f"explore_{side}")
    assert t.asked == (0, Choice.TURN)
    assert slots(t)[int(t.state["exit_slot"])] == face
    assert SIDE[int(t.state["exit_side"])] == free


@pytest.mark.rule("MAC-MAP-08")
@pytest.mark.parametrize(("slot", "side"), [(0, "west"), (0, "north"), (3, "east"), (3, "south")])
def test_a_single_tile_moves_in_the_window_without_loss(slot: int, side: str) -> None:
    t = table((slot,), slot, side)
    t.turn(0)
    t.play(f"explore_{side}")
    assert sorted(slots(t)) == [-1, -1, 2 * slot, NEW]
    assert t.pile("tile_deck") == [10], "the area is 2 x 1, nothing is removed"
    t.play(f"move_{side}")
    assert t.e(0)["stamina"] == 3


@pytest.mark.rule("MAC-MAP-19")
def test_a_starting_tile_goes_onto_the_deck_an_endgame_tile_does_not() -> None:
    t = table((0, 1), 1, "east")
    t.tables["faces"][0]["use"], t.tables["faces"][0]["flip"] = 1, -1
    t.turn(0)
    t.play("explore_east")
    assert t.pile("tile_deck") == [0, 10]
    endgame(t, face=11)
    t.call(Proc.ENTER_ENDGAME, 0)
    assert t.pile("tile_deck") == [9, 3, 0, 10], "all others, in ascending slot order"
    t.call(Proc.PLACE_ENTRY, 0)
    assert 11 not in t.pile("tile_deck")
    assert t.state["face"][0] == 10


@pytest.mark.rule("MAC-MAP-03", "MAC-EDG-06")
def test_an_edge_whose_neighbour_is_gone_is_a_wall_and_may_be_explored_again() -> None:
    t = table((0, 1), 1, "east")
    t.turn(0)
    t.play("explore_east")
    assert t.state["border"][cell(0, 4)][3] == Border.WALL
    t.explorer(0, 0, 4)
    t.turn(0)
    assert "move_west" not in t.legal
    assert "explore_west" in t.legal
