"""Sealing monster spawns (SEA)."""

from __future__ import annotations

import pytest

from envs.machina_arcana.state import MAX_EXPLORERS, Choice, MonsterPlace, Space, Token, Where
from tests.machina_arcana.story import chapter, exit_token
from tests.machina_arcana.table import Table, cell

M = 3


def table(seats: int = 1, essence: int = 4) -> Table:
    """Explorer 0 beside the spawn (5, 4); an unlit chapter space on the tile; threat 3."""
    t = Table(seats=seats)
    t.explorer(0, 4, 4, essence=essence)
    t.space(5, 4, Space.SPAWN)
    t.space(9, 9, Space.CHAPTER)
    t.state["threat"] = 3
    return t


def token(t: Table, x: int, y: int) -> int:
    return int(t.state["token"][cell(x, y)])


@pytest.mark.rule("MAC-SEA-01", "MAC-SEA-02", "MAC-SEA-04", "MAC-SEA-05", "MAC-CSP-10", "MAC-EXP-10", "MAC-THR-11")
def test_sealing() -> None:
    t = table(essence=5)
    t.turn(0)
    t.play("seal_east")
    assert (t.e(0)["stamina"], t.e(0)["essence"]) == (3, 1)
    assert t.state["threat"] == 2
    assert token(t, 5, 4) == Token.EXPLORED
    assert token(t, 9, 9) == Token.LIGHT
    assert t.state["seals"] == 1
    assert not {"seal_east", "move_east"} & t.legal, "an obstacle now"


@pytest.mark.rule("MAC-SEA-01", "MAC-EXP-10")
@pytest.mark.parametrize(("stamina", "essence", "legal"), [(3, 4, True), (2, 4, False), (3, 3, False)])
def test_what_sealing_needs(stamina: int, essence: int, legal: bool) -> None:
    t = table(essence=essence)
    t.card("explorers", 0, stamina=stamina)
    t.turn(0)
    assert ("seal_east" in t.legal) == legal


@pytest.mark.rule("MAC-EX-26", "MAC-SEA-02", "MAC-SEA-03", "MAC-SEA-04", "MAC-SEA-05", "MAC-DTH-03")
def test_sealing_destroys_the_monster_on_the_spawn() -> None:
    t = table()
    t.state["threat"] = 1
    t.monster(M, 5, 4)
    t.turn(0)
    t.play("seal_east")
    assert t.state["threat"] == 1
    assert t.m(M)["place"] == MonsterPlace.DESTROYED
    assert t.e(0)["essence"] == 1, "4 paid, 1 restored"
    assert token(t, 5, 4) == Token.EXPLORED
    assert token(t, 9, 9) == Token.LIGHT


@pytest.mark.rule("MAC-CSP-11", "MAC-SEA-05")
def test_the_light_comes_on_the_tile_of_the_spawn() -> None:
    t = Table(seats=1, tiles=(0, 1))
    t.explorer(0, 9, 4, essence=4)
    t.space(10, 4, Space.SPAWN)
    t.space(8, 8, Space.CHAPTER)
    t.space(18, 8, Space.CHAPTER)
    t.turn(0)
    t.play("seal_east")
    assert token(t, 18, 8) == Token.LIGHT
    assert token(t, 8, 8) == Token.NONE


@pytest.mark.rule("MAC-SEA-06", "MAC-SEA-07")
def test_contributions_to_four() -> None:
    t = table(seats=3, essence=1)
    t.explorer(1, 6, 4, essence=2)
    t.explorer(2, 7, 4, essence=2)
    t.turn(0)
    t.play("seal_east")
    assert t.asked == (1, Choice.CONTRIBUTE), "adjacent to the spawn"
    t.play("amount_2")
    assert t.asked == (2, Choice.CONTRIBUTE), "adjacent to a contributor"
    assert t.legal == {"amount_0", "amount_1", "amount_2"}
    t.play("amount_1")
    assert [int(t.e(s)["essence"]) for s in range(3)] == [0, 0, 1]
    assert token(t, 5, 4) == Token.EXPLORED


@pytest.mark.rule("MAC-SEA-07")
def test_without_the_whole_price_nothing_happens() -> None:
    t = table(seats=2, essence=1)
    t.explorer(1, 6, 4, essence=3)
    t.turn(0)
    t.play("seal_east", "amount_2")
    assert [int(t.e(s)["essence"]) for s in range(2)] == [1, 3]
    assert t.e(0)["stamina"] == 6
    assert token(t, 5, 4) == Token.NONE
    assert t.state["threat"] == 3
    assert "seal_east" not in t.legal


@pytest.mark.rule("MAC-SEA-08")
def test_nobody_seals_the_spawn_it_stands_on_but_another_may() -> None:
    t = table(seats=2, essence=4)
    t.explorer(1, 5, 4, essence=4)
    t.turn(1)
    assert not {name for name in t.legal if name.startswith("seal")}
    t.turn(0)
    t.play("seal_east", "amount_0")
    assert t.e(1)["health"] == 5
    assert t.at(1) == (5, 4)
    t.turn(1)
    assert {"move_east", "move_north", "move_south_east"} <= t.legal
    t.play("move_east")
    t.turn(0)
    assert "move_east" not in t.legal


@pytest.mark.rule("MAC-SEA-09")
def test_the_effects_come_in_printed_order() -> None:
    t = table(seats=2)
    t.monster(M, 5, 4)
    t.card("monsters", M, [{"when_destroyed": [{"attack": {"high": 1, "who": "adjacent_units"}}]}])
    t.space(4, 9, Space.CHAPTER)
    t.space(9, 9, Space.PLAIN)
    t.space(9, 4, Space.CHAPTER)
    t.e(0)["essence"] = 5
    t.turn(0)
    t.high(3)
    t.play("seal_east")
    assert t.asked == (0, Choice.RAISE), "the monster is destroyed"
    assert t.state["threat"] == 2, "the threat came first"
    assert token(t, 5, 4) == Token.NONE, "the token comes later"
    t.play("amount_0", "lose_health")
    assert t.asked == (0, Choice.SPACE_TIE)
    assert token(t, 5, 4) == Token.EXPLORED, "before the light"


@pytest.mark.rule("MAC-SEA-09", "MAC-EXI-08")
def test_a_sealer_that_dies_while_all_others_are_out_ends_the_chapter_and_the_sealing() -> None:
    t = table(seats=2)
    t.off_map(1, Where.EXITED)
    t.e(0)["health"] = 1
    t.monster(M, 5, 4)
    t.card("monsters", M, [{"when_destroyed": [{"lose_health": {"amount": 9, "who": "adjacent_units"}}]}])
    chapter(t, 0, ["place_exit"])
    chapter(t, 1, ["place_entry"])
    exit_token(t, 0, "north")
    t.deck("tile_deck", 8)
    t.turn(0)
    t.play("seal_east")
    while t.asked:
        t.play(min(t.legal))
    assert t.state["chapter_at"] == 1
    assert t.on_map(1)
    assert not t.state["token"].any(), "the new tile is untouched"
    assert not t.on_map(MAX_EXPLORERS + M)
