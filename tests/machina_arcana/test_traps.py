"""Traps (TRP)."""

from __future__ import annotations

import pytest

from envs.machina_arcana.state import Border, Choice, ItemPlace, ItemType, Proc, Space, Token
from tests.machina_arcana.table import Table, cell

M = 3


@pytest.fixture
def t() -> Table:
    """A trap space beside explorer 0; explorer 1 and a monster on trapped spaces; more on the other tile."""
    table = Table(seats=2, tiles=(0, 1))
    table.explorer(0, 4, 4)
    table.space(5, 4, Space.TRAP)
    table.space(2, 2, Space.TRAPPED)
    table.explorer(1, 2, 2)
    table.space(7, 7, Space.TRAPPED)
    table.monster(M, 7, 7)
    table.monster(8, 6, 6)
    table.space(12, 2, Space.TRAPPED)
    table.monster(5, 12, 2)
    return table


@pytest.mark.rule("MAC-TRP-01", "MAC-TRP-02", "MAC-TRP-03", "MAC-TRP-04", "MAC-TRP-05", "MAC-SPC-07", "MAC-ATK-08")
def test_an_explorer_triggers_the_traps_of_its_tile(t: Table) -> None:
    t.turn(0)
    t.high(1, 0, 0)
    t.play("activate_east")
    assert t.e(0)["stamina"] == 4
    assert t.e(1)["health"] == 4, "a roll of 1 against armor 1"
    assert t.m(M)["health"] == 2, "the same roll against armor 2"
    assert t.state["core"]["script_n"] == 0, "3 dice in all"
    assert t.m(8)["health"] == 2, "not on a trapped space"
    assert t.m(5)["health"] == 2, "not on the tile"
    assert t.state["token"][cell(5, 4)] == Token.EXPLORED
    assert "activate_east" not in t.legal


@pytest.mark.rule("MAC-TRP-04")
def test_each_unit_hit_loses_one_health(t: Table) -> None:
    t.high(3, 3, 3)
    t.call(Proc.TRAPS, 1, -1, cell(5, 4), 0)
    assert t.e(1)["health"] == 4
    assert t.m(M)["health"] == 1


@pytest.mark.rule("MAC-TRP-04", "MAC-ATK-06")
def test_traps_are_blocked_by_armor(t: Table) -> None:
    t.card("monsters", M, armor=2, will=9)
    t.high(1, 1, 0)
    t.call(Proc.TRAPS, 1, -1, cell(5, 4), 0)
    assert t.m(M)["health"] == 1


@pytest.mark.rule("MAC-TRP-06", "MAC-TRP-07")
def test_a_horror_event_triggers_all_tiles_with_an_unexplored_trap_space_and_leaves_no_token(t: Table) -> None:
    t.state["active"] = -1
    t.e(1)["essence"] = 2
    t.high(1, 1, 0)
    t.resolve([{"trigger_traps": "all_tiles"}], unit=-1)
    assert t.asked == (1, Choice.LOSS), "nobody may add essence to the roll"
    t.play("lose_health")
    assert t.m(M)["health"] == 1
    assert t.m(5)["health"] == 2, "no unexplored trap space on that tile"
    assert t.state["token"][cell(5, 4)] == Token.NONE
    t.space(11, 1, Space.TRAP)
    t.high(1, 1, 0)
    t.resolve([{"trigger_traps": "own_tile"}], unit=-1).play("lose_health")
    assert t.m(5)["health"] == 1, "one roll for all tiles"


@pytest.mark.rule("MAC-TRP-07", "MAC-TRP-06")
def test_an_explored_trap_space_keeps_its_tile_out_of_a_horror_event(t: Table) -> None:
    t.space(5, 4, Space.TRAP, Token.EXPLORED)
    t.resolve([{"trigger_traps": "all_tiles"}], unit=-1)
    assert t.done
    assert t.e(1)["health"] == 5


@pytest.mark.rule("MAC-TRP-10", "MAC-SPE-04")
def test_ethereal_units_are_attacked(t: Table) -> None:
    t.card("monsters", M, [{"passive": [{"ethereal": True}]}])
    t.high(1, 1, 0)
    t.call(Proc.TRAPS, 1, 0, cell(5, 4), 0)
    assert t.m(M)["health"] == 1


@pytest.mark.rule("MAC-TRP-12", "MAC-ATR-13", "MAC-GEN-14")
def test_the_activating_explorer_is_the_attacker(t: Table) -> None:
    t.card(
        "explorers", 0, [{"passive": [{"attack": 1}]}, {"on_hit": [{"restore_health": {"amount": 1, "who": "self"}}]}]
    )
    t.card("treasures", 0, [{"on_hit": [{"restore_stamina": {"amount": 2, "who": "self"}}]}], type=ItemType.WEAPON)
    t.give(0, 0, ItemPlace.EQUIPPED)
    t.explorer(0, 4, 4, health=1, essence=1)
    t.high(0, 0, 0)
    t.turn(0).play("activate_east")
    assert t.asked == (0, Choice.RAISE)
    t.play("amount_1")
    assert t.m(M)["health"] == 1, "0 + bonus 1 + essence 1"
    assert t.e(0)["health"] == 3, "both hits set off the card's ability"
    assert t.e(0)["stamina"] == 4, "but not the item's"


@pytest.mark.rule("MAC-TRP-12", "MAC-ATK-07")
def test_an_attacker_with_arcane_rolls_makes_the_traps_arcane(t: Table) -> None:
    t.card("explorers", 0, [{"passive": [{"arcane": True}]}])
    t.card("monsters", M, armor=9, will=2)
    t.high(1, 1, 0)
    t.call(Proc.TRAPS, 1, 0, cell(5, 4), 0)
    assert t.m(M)["health"] == 1


@pytest.mark.rule("MAC-TRP-11", "MAC-ABL-02", "MAC-MON-09", "MAC-EXP-15", "MAC-PUP-03")
def test_monsters_do_not_use_spaces_even_if_somebody_plays_them() -> None:
    t = Table(seats=1, monsters="agent")
    t.explorer(0, 4, 4)
    t.monster(M, 5, 5)
    t.space(5, 4, Space.TRAP)
    t.space(6, 5, Space.BARREL)
    t.border(5, 5, "west", Border.CLOSED)
    t.call(Proc.MONSTER_TURN, M)
    assert t.asked == (1, Choice.MONSTER_ACTION)
    kinds = {name.rpartition("_")[0] for name in t.legal if not name.startswith("move")}
    assert kinds == {"end", "break"}, "steps, and the door"


@pytest.mark.rule("MAC-TRP-03")
def test_without_a_unit_on_a_trapped_space_the_token_is_still_placed(t: Table) -> None:
    t.space(2, 2, Space.PLAIN)
    t.space(7, 7, Space.PLAIN)
    t.turn(0).play("activate_east")
    assert t.state["token"][cell(5, 4)] == Token.EXPLORED


@pytest.mark.rule("MAC-TRP-02")
def test_the_activating_explorer_is_attacked_too_if_it_stands_on_a_trapped_space(t: Table) -> None:
    t.space(4, 4, Space.TRAPPED)
    t.turn(0)
    t.high(1, 0, 0)
    t.play("activate_east")
    assert t.e(0)["health"] == 4


@pytest.mark.rule("MAC-TRP-02", "MAC-TRP-03")
def test_over_a_join_the_tile_of_the_explorer_counts_not_that_of_the_trap_space(t: Table) -> None:
    t.explorer(0, 9, 4)
    t.space(10, 4, Space.TRAP)
    t.space(5, 4, Space.TRAP, Token.EXPLORED)  # its own tile has no other one
    t.turn(0)
    t.high(1, 1, 0)
    t.play("activate_east")
    assert (t.m(M)["health"], t.m(5)["health"]) == (1, 2)
    assert t.state["token"][cell(10, 4)] == Token.EXPLORED
