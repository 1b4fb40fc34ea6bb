"""Ethereal, switch, teleport, nearest spaces, free movement, barriers (SPE, GEN-10 to GEN-12, GEN-25, DOR)."""

from __future__ import annotations

import pytest

from envs.machina_arcana.state import MAX_EXPLORERS, Border, Choice, Proc, Space, Token, Where
from tests.machina_arcana.table import Table, cell, unit

M = 3
GHOST = [{"passive": [{"ethereal": True}]}]
STILL = [{"passive": [{"immobile": True}]}]


@pytest.fixture
def t() -> Table:
    table = Table(seats=2, tiles=(0, 1))
    table.explorer(0, 4, 4)
    table.state["active"] = 0
    return table


def targets(t: Table, by: int = 0, target: str = "reach") -> set[str]:
    section, number = ("explorers", by) if by < MAX_EXPLORERS else ("monsters", by - MAX_EXPLORERS)
    row = t.tables[section][number]
    own = (int(row["first_ability"]), int(row["end_ability"]))
    (ability,) = t.card(section, number, [{"cost": {"stamina": 1}, "target": target, "who": "any",
                                           "effects": [{"lose_stamina": 1}]}])  # fmt: skip
    row["first_ability"], row["end_ability"] = own
    before = t.state.copy()
    t.call(Proc.PLAY_ABILITY, by, ability, -1, -1, e=0)
    found = t.legal if t.asked else {"one"}
    t.state[...] = before
    return found


@pytest.mark.rule("MAC-SPE-01", "MAC-SPE-05")
def test_an_ethereal_unit_is_a_target_of_itself_only(t: Table) -> None:
    t.explorer(1, 5, 4)
    t.monster(M, 4, 5)
    t.monster(5, 3, 4)
    t.card("explorers", 1, GHOST)
    t.card("monsters", M, GHOST)
    assert targets(t) == {"explorer_0", "monster_5"}
    assert "explorer_1" in targets(t, by=1)
    assert targets(t, by=unit(M)) == {"explorer_0", "monster_3", "monster_5"}


@pytest.mark.rule("MAC-SPE-01")
def test_true_sight_lets_a_unit_target_ethereal_ones(t: Table) -> None:
    t.explorer(1, 5, 4)
    t.card("explorers", 1, GHOST)
    t.card("explorers", 0, [{"passive": [{"true_sight": True}]}])
    assert targets(t) == {"explorer_0", "explorer_1"}


@pytest.mark.rule("MAC-SPE-03", "MAC-SPE-04")
def test_an_ethereal_unit_stays_so_while_it_acts_and_is_hit_by_area_attacks(t: Table) -> None:
    t.explorer(1, 5, 4)
    t.card("explorers", 1, GHOST)
    t.monster(M, 6, 4)
    t.high(3)
    t.resolve([{"attack": {"high": 1}}], unit=1, target=unit(M))
    assert t.m(M)["health"] == 1
    assert targets(t) == {"one"}
    t.high(3)
    t.resolve([{"attack": {"high": 1, "who": "adjacent_units"}}], unit=unit(M))
    assert t.e(1)["health"] == 4


@pytest.mark.rule("MAC-SPE-06", "MAC-SPE-07", "MAC-MOV-14")
def test_switch_exchanges_the_spaces(t: Table) -> None:
    t.monster(M, 7, 7)
    t.space(9, 9, Space.TRAP)
    t.resolve([{"switch": {"who": "target"}}], unit=0, target=unit(M))
    assert t.at(0) == (7, 7)
    assert t.at(unit(M)) == (4, 4)
    assert t.state["unit"][cell(7, 7)] == 1
    assert t.state["unit"][cell(4, 4)] == unit(M) + 1


@pytest.mark.rule("MAC-SPE-07", "MAC-MMV-16")
def test_an_immobile_unit_is_not_switched(t: Table) -> None:
    t.monster(M, 7, 7)
    t.card("monsters", M, STILL)
    t.resolve([{"switch": {"who": "target"}}], unit=0, target=unit(M))
    assert t.at(0) == (4, 4)
    assert t.result == 0, "nothing changed"


@pytest.mark.rule("MAC-SPE-07")
def test_a_switch_triggers_no_trap(t: Table) -> None:
    t.monster(M, 7, 7)
    t.space(7, 7, Space.TRAPPED)
    t.space(4, 4, Space.TRAPPED)
    t.space(8, 8, Space.TRAP)
    t.resolve([{"switch": {"who": "target"}}], unit=0, target=unit(M))
    assert t.e(0)["health"] == 5
    assert t.state["token"][cell(8, 8)] == Token.NONE


@pytest.mark.rule("MAC-SPE-10", "MAC-SPE-15")
def test_teleport_ignores_all_on_the_way_and_reaches_the_next_tile(t: Table) -> None:
    t.explorer(0, 8, 4)
    t.border(8, 4, "east")
    t.space(9, 4, Space.RUBBLE)
    t.space(10, 4, Space.TREASURE)
    t.resolve([{"teleport": {"distance": 2, "who": "self"}}], unit=0)
    assert t.asked == (0, Choice.DESTINATION)
    assert "cell_10_5" in t.legal
    assert "cell_9_4" not in t.legal, "rubble"
    assert "cell_10_4" not in t.legal, "an action space"
    assert "cell_8_4" not in t.legal, "where it stands"
    assert not any(name.startswith("cell_11_") for name in t.legal)
    t.play("cell_10_5")
    assert t.at(0) == (10, 5)


@pytest.mark.rule("MAC-SPE-11", "MAC-GEN-25", "MAC-SPE-14")
def test_an_occupied_destination_gives_the_nearest_free_space(t: Table) -> None:
    t.monster(M, 6, 4)
    t.space(5, 3, Space.PIT)
    t.resolve([{"teleport": {"distance": 2, "who": "self"}}], unit=0)
    t.play("cell_6_4")
    assert t.asked == (0, Choice.FREE_SPACE)
    assert t.legal == {"cell_6_3", "cell_7_3", "cell_5_4", "cell_7_4", "cell_5_5", "cell_6_5", "cell_7_5"}, "no pit"
    t.play("cell_7_5")
    assert t.at(0) == (7, 5)


@pytest.mark.rule("MAC-SPE-12", "MAC-GEN-10", "MAC-GEN-12")
def test_teleport_to_a_kind_of_space_takes_the_nearest_unexplored_one_of_the_tile(t: Table) -> None:
    t.space(6, 4, Space.SPAWN, Token.EXPLORED)
    t.space(4, 7, Space.SPAWN)
    t.space(1, 4, Space.SPAWN)
    t.space(9, 9, Space.SPAWN)
    t.space(11, 4, Space.SPAWN)
    t.space(5, 4, Space.RUBBLE)
    t.resolve([{"teleport": {"kind": "spawn", "who": "self"}}], unit=0)
    assert t.asked == (0, Choice.SPACE_TIE)
    assert t.legal == {"cell_4_7", "cell_1_4"}
    t.play("cell_1_4")
    assert t.at(0) == (1, 4)


@pytest.mark.rule("MAC-SPE-12", "MAC-SPE-13", "MAC-GEN-11")
def test_teleport_to_an_action_space_ends_beside_it(t: Table) -> None:
    t.space(0, 0, Space.TREASURE)
    t.monster(M, 0, 1)
    t.resolve([{"teleport": {"kind": "treasure", "who": "self"}}], unit=0)
    assert t.asked == (0, Choice.FREE_SPACE)
    assert t.legal == {"cell_1_0", "cell_1_1"}
    t.play("cell_1_0")
    assert t.at(0) == (1, 0)


@pytest.mark.rule("MAC-GEN-12")
def test_without_a_space_of_the_kind_nothing_happens(t: Table) -> None:
    t.space(11, 4, Space.SPAWN)
    t.resolve([{"teleport": {"kind": "spawn", "who": "self"}}], unit=0)
    assert t.done
    assert t.at(0) == (4, 4)


@pytest.mark.rule("MAC-GEN-12", "MAC-SPE-12")
def test_an_explorer_that_is_teleported_by_another_chooses_among_equally_near_spaces(t: Table) -> None:
    t.explorer(1, 5, 5)
    t.space(3, 5, Space.SPAWN)
    t.space(7, 5, Space.SPAWN)
    t.resolve([{"teleport": {"kind": "spawn", "who": "target"}}], unit=0, target=1)
    assert t.asked == (1, Choice.SPACE_TIE)
    t.play("cell_7_5")
    assert t.at(1) == (7, 5)


@pytest.mark.rule("MAC-HOR-06", "MAC-SPE-10")
def test_in_a_horror_event_an_explorer_chooses_where_it_is_teleported(t: Table) -> None:
    t.explorer(1, 0, 0)
    t.off_map(0, Where.EXITED)
    t.resolve([{"teleport": {"distance": 1, "who": "all_explorers"}}], unit=-1, seat=0)
    assert t.asked == (1, Choice.DESTINATION)
    assert t.legal == {"cell_1_0", "cell_0_1", "cell_1_1"}


@pytest.mark.rule("MAC-SPE-14", "MAC-MOV-14")
def test_a_teleport_into_a_pit_destroys(t: Table) -> None:
    t.space(6, 4, Space.PIT)
    t.monster(M, 5, 4)
    t.resolve([{"teleport": {"distance": 1, "who": "target"}}], unit=0, target=unit(M))
    assert t.asked == (0, Choice.DESTINATION), "the activating explorer chooses"
    t.play("cell_6_4")
    assert not t.on_map(unit(M))
    assert t.e(0)["essence"] == 1


@pytest.mark.rule("MAC-SPE-14", "MAC-GEN-12")
@pytest.mark.parametrize("ties", ["rules", "ask"])
def test_a_tie_of_a_monster_s_teleport_is_the_group_s(ties: str) -> None:
    t = Table(seats=2, ties=ties)
    t.explorer(1, 0, 0)
    t.off_map(0, Where.OUT)
    t.monster(M, 4, 4)
    t.space(6, 4, Space.SPAWN)
    t.space(2, 4, Space.SPAWN)
    t.resolve([{"teleport": {"kind": "spawn", "who": "self"}}], unit=unit(M))
    if ties == "ask":
        assert t.asked == (1, Choice.SPACE_TIE), "the lowest seat that is alive"
        t.play("cell_6_4")
        assert t.at(unit(M)) == (6, 4)
    else:
        assert t.at(unit(M)) == (2, 4), "the first in row-major order"


@pytest.mark.rule("MAC-MMV-16")
def test_an_immobile_unit_is_not_teleported(t: Table) -> None:
    t.monster(M, 5, 4)
    t.card("monsters", M, STILL)
    t.resolve([{"teleport": {"distance": 1, "who": "target"}}], unit=0, target=unit(M))
    assert t.done
    assert t.at(unit(M)) == (5, 4)


@pytest.mark.rule("MAC-SPE-08")
def test_a_controlled_monster_may_target_monsters(t: Table) -> None:
    t.monster(M, 5, 4)
    t.monster(5, 5, 5)
    (attack,) = t.card(
        "monsters", M, [{"cost": {"stamina": 1}, "target": "melee", "effects": [{"attack": {"high": 1}}]}]
    )
    t.resolve([{"lasting": {"control": True, "who": "target"}}], unit=0, target=unit(M))
    t.call(Proc.PLAY_ABILITY, unit(M), attack, -1, -1, e=0)
    assert t.asked == (0, Choice.TARGET)
    assert t.legal == {"explorer_0", "monster_5"}


@pytest.mark.rule("MAC-GEN-25", "MAC-GEN-04")
def test_the_nearest_unoccupied_space_is_the_anchor_itself_if_it_is_free(t: Table) -> None:
    t.call(Proc.FREE_SPACE, cell(2, 2), 0)
    assert t.result == cell(2, 2)
    t.explorer(0, 9, 4)
    for y in (3, 4, 5):
        t.space(8, y, Space.RUBBLE)
    t.space(9, 3, Space.PIT)
    t.call(Proc.FREE_SPACE, cell(9, 4), 0)
    assert t.result == cell(9, 5), "not on the other tile, not the pit"


@pytest.mark.rule("MAC-GEN-25")
def test_no_free_space(t: Table) -> None:
    t.state["kind"][:] = Space.RUBBLE
    t.call(Proc.FREE_SPACE, cell(2, 2), 0)
    assert t.result == -1


@pytest.mark.rule("MAC-MOV-02", "MAC-MOV-11", "MAC-SPC-05")
def test_a_free_movement_goes_step_by_step_and_may_end_in_a_pit(t: Table) -> None:
    t.space(5, 3, Space.PIT)
    t.resolve([{"move": {"spaces": 3, "who": "self"}}], unit=0)
    assert t.asked == (0, Choice.PATH)
    assert {"done", "move_north", "move_east", "move_north_east"} <= t.legal
    t.play("move_north")
    assert (t.at(0), t.e(0)["stamina"]) == ((4, 3), 6), "it costs no stamina"
    t.play("move_east")
    assert not t.on_map(0)
    assert t.asked[1] == Choice.EXPLORER_CARD


@pytest.mark.rule("MAC-MMV-09", "MAC-MOV-12")
def test_a_monster_that_a_card_moves_avoids_pits(t: Table) -> None:
    t.monster(M, 7, 7)
    t.space(8, 7, Space.PIT)
    t.resolve([{"move": {"spaces": 1, "who": "target"}}], unit=0, target=unit(M))
    assert "move_east" not in t.legal
    t.play("move_west")
    assert t.done
    assert t.at(unit(M)) == (6, 7)


@pytest.mark.rule("MAC-DOR-08", "MAC-DOR-09", "MAC-DOR-11")
def test_a_barrier_goes_on_an_open_border_without_door(t: Table) -> None:
    for x in range(10):
        for y in range(10):
            if (x, y) != (4, 4):
                t.space(x, y, Space.VOID)
    for x, y in ((4, 3), (5, 4), (4, 5), (3, 4)):
        t.space(x, y, Space.PLAIN)
    t.border(4, 4, "north", Border.OPEN)
    t.border(4, 4, "west", Border.WALL)
    t.border(4, 4, "south", Border.BARRIER)
    t.resolve(["place_barrier"], unit=0)
    assert t.asked == (0, Choice.BARRIER_CELL)
    assert t.legal == {"cell_4_4", "cell_5_4"}
    t.play("cell_4_4")
    assert t.done, "its only side is taken at once"
    assert t.state["border"][cell(4, 4)][1] == Border.BARRIER
    assert t.state["border"][cell(5, 4)][3] == Border.BARRIER


@pytest.mark.rule("MAC-DOR-10", "MAC-DOR-06")
def test_effects_remove_barriers_and_set_doors_that_are_not_destroyed(t: Table) -> None:
    t.border(2, 2, "east", Border.BARRIER)
    t.border(12, 2, "east", Border.BARRIER)
    t.border(5, 5, "south", Border.OPEN)
    t.border(6, 5, "south", Border.DESTROYED)
    t.resolve(["remove_barriers", {"doors": "closed"}], unit=0)
    border = t.state["border"]
    assert border[cell(2, 2)][1] == Border.NONE
    assert border[cell(12, 2)][1] == Border.BARRIER, "the other tile"
    assert border[cell(5, 5)][2] == Border.CLOSED
    assert border[cell(6, 5)][2] == Border.DESTROYED
    t.resolve([{"remove_barriers": "all_tiles"}, {"doors": {"set": "open", "where": "all_tiles"}}], unit=0)
    assert border[cell(12, 2)][1] == Border.NONE
    assert border[cell(5, 6)][0] == Border.OPEN


@pytest.mark.rule("MAC-SPE-08", "MAC-SPE-14", "MAC-GEN-12", "MAC-EFF-13", "MAC-PUP-07")
@pytest.mark.parametrize("monsters", ["rules", "agent"])
@pytest.mark.parametrize("controlled", [True, False])
def test_what_the_abilities_of_a_controlled_monster_leave_open_its_explorer_decides(
    monsters: str, controlled: bool
) -> None:
    t = Table(seats=2, monsters=monsters, ties="ask")
    t.explorer(0, 5, 5)
    t.explorer(1, 9, 9)
    t.monster(M, 4, 4)
    t.space(2, 4, Space.SPAWN)
    t.space(6, 4, Space.SPAWN)
    heal = {"restore_health": {"amount": 1, "who": "self"}}
    t.card("monsters", M, [{"on_hit": [{"may": [heal]}]}, {"on_hit": [{"lose_health": 1}]}])
    seat = 1
    if controlled:
        t.resolve([{"lasting": {"control": True, "who": "target"}}], unit=1, target=unit(M))
    else:
        seat = 2 if monsters == "agent" else 0
    t.resolve([{"teleport": {"distance": 1, "who": "self"}}], unit=unit(M), seat=seat)
    assert t.asked == (seat, Choice.DESTINATION)
    t.resolve([{"teleport": {"kind": "spawn", "who": "self"}}], unit=unit(M), seat=seat)
    assert t.asked == (seat, Choice.SPACE_TIE)
    t.resolve([{"destroy_space": {"kind": "spawn", "who": "self"}}], unit=unit(M), seat=seat)
    assert t.asked == (seat, Choice.SPACE_TIE)
    t.high(3)
    t.resolve([{"attack": {"high": 1}}], unit=unit(M), target=0, seat=seat)
    assert t.asked == (seat, Choice.ORDER)
    t.play("option_0")
    assert t.asked == (seat, Choice.MAY)


@pytest.mark.rule("MAC-SPE-08", "MAC-DTH-09")
def test_nobody_controls_a_monster_any_more_when_its_player_is_out() -> None:
    t = Table(seats=2, monsters="agent")
    t.explorer(0, 4, 5)
    t.explorer(1, 9, 9)
    t.monster(M, 4, 4)
    t.monster(5, 5, 4)
    t.resolve([{"lasting": {"control": True, "who": "target"}}], unit=1, target=unit(M))
    t.card("monsters", M, [{"cost": {"stamina": 1}, "target": "melee", "effects": [{"attack": {"high": 1}}]}])
    t.off_map(1, Where.OUT)
    t.call(Proc.MONSTER_TURN, M)
    assert t.asked == (2, Choice.MONSTER_ACTION)
    t.high(0)
    t.play("power_0")
    assert t.asked == (2, Choice.MONSTER_ACTION), "the explorer is its only target, no monster"


@pytest.mark.rule("MAC-SPE-05")
def test_nobody_trades_with_an_ethereal_explorer_but_it_may_trade_and_is_an_obstacle(t: Table) -> None:
    t.explorer(1, 5, 4)
    t.give(0, 0)
    t.give(1, 1)
    t.card("explorers", 1, GHOST)
    t.turn(0)
    assert "trade_1" not in t.legal
    assert "move_east" not in t.legal
    t.play("end_turn").turn(1)
    assert "trade_0" in t.legal
    t.card("explorers", 0, [{"passive": [{"true_sight": True}]}])
    t.turn(0)
    assert "trade_1" in t.legal


@pytest.mark.rule("MAC-SPE-01", "MAC-SPE-02", "MAC-SPE-04")
@pytest.mark.parametrize("by", [0, unit(M)])
def test_to_name_one_unit_is_to_target_it(t: Table, by: int) -> None:
    t.explorer(1, 5, 4)
    t.explorer(0, 4, 7)
    t.monster(M, 5, 5)
    t.monster(5, 4, 6)
    t.card("explorers", 1, GHOST)
    t.card("monsters", 5, GHOST)
    seen = {"explorer": unit(M) if by == 0 else 0, "monster": unit(M) if by == 0 else None}
    for kind, expected in seen.items():
        for which in ("nearest", "chosen"):
            t.state["explorers"]["stamina"], t.state["monsters"]["stamina"] = 5, 5
            t.resolve([{"lose_stamina": {"amount": 1, "who": f"{which}_{kind}"}}], unit=by)
            assert t.done, "no choice is left"
            hit = [s for s in range(2) if t.e(s)["stamina"] == 4] + [unit(c) for c in (M, 5) if t.m(c)["stamina"] == 4]
            if kind == "explorer":
                assert hit == ([] if by == 0 and which == "nearest" else [0]), "an explorer is none of its own nearest"
            elif by == 0 or which == "chosen":
                assert hit == [expected or unit(M)]
            else:
                assert hit == []
    t.state["explorers"]["stamina"] = 5
    t.resolve([{"lose_stamina": {"amount": 1, "who": "tile_explorers"}}], unit=by)
    assert [int(t.e(s)["stamina"]) for s in range(2)] == [4, 4], "an effect on all of the tile targets nobody"


@pytest.mark.rule("MAC-SPE-07", "MAC-MMV-16")
def test_an_immobile_unit_switches_with_nobody(t: Table) -> None:
    t.monster(M, 7, 7)
    t.card("explorers", 0, STILL)
    t.resolve([{"switch": {"who": "target"}}], unit=0, target=unit(M))
    assert (t.at(0), t.at(unit(M))) == ((4, 4), (7, 7))


@pytest.mark.rule("MAC-SPE-08", "MAC-MON-11")
@pytest.mark.parametrize("controlled", [True, False])
def test_a_controlled_monster_may_attack_all_around_it_if_only_monsters_are_there(t: Table, controlled: bool) -> None:
    t.monster(M, 8, 8)
    t.monster(5, 8, 9)
    t.card("monsters", M, [{"cost": {"stamina": 5}, "effects": [{"attack": {"high": 1, "who": "adjacent_units"}}]}])
    t.state["active"] = -1
    if controlled:
        t.resolve([{"lasting": {"control": True, "who": "target"}}], unit=0, target=unit(M))
    t.call(Proc.MONSTER_TURN, M)
    assert t.asked == ((0, Choice.CONTROL) if controlled else None)
    if controlled:
        t.high(2)
        t.play("power_0")
        assert t.m(5)["health"] == 1
    else:
        assert t.at(unit(M)) != (8, 8), "played by the rules it walks"
