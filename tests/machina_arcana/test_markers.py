"""Explorer markers of normal mode (MRK): dropped items, drop piles, recall, markers of lasting effects."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import envs
from agents.scripted.machina_arcana import Mind, Scripted
from envs.machina_arcana.state import (
    MARKER_EXPLORER,
    MARKER_GROUND,
    MARKER_MONSTER,
    MARKER_TREASURE,
    MAX_EXPLORERS,
    Border,
    Choice,
    ItemPlace,
    Op,
    Proc,
    Space,
    Token,
    Where,
)
from envs.view import View
from tests.machina_arcana.table import Table, cell, unit
from tests.machina_arcana.wardrobe import Card, Wardrobe

C = Card
M = 3
PLACES = ("here", "north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west")


@pytest.fixture
def t() -> Wardrobe:
    """Explorer 0 stands on (4, 4) with room all around it, explorer 1 on (8, 8), explorer 2 on (1, 8)."""
    table = Wardrobe(markers=True)
    for seat, at in enumerate(((4, 4), (8, 8), (1, 8))):
        table.explorer(seat, *at)
    return table


def lay(t: Table, seat: int, item: int, x: int, y: int) -> None:
    """An item on top of a seat's drop pile, and its marker on the ground."""
    row = t.e(seat)
    row["marker"][np.flatnonzero(row["marker"] == 0)[0]] = MARKER_GROUND + cell(x, y)
    row["dropped"][np.flatnonzero(row["dropped"] == 0)[0]] = item + 1
    t.give(seat, item, ItemPlace.GROUND)


def ground(t: Table, seat: int) -> list[tuple[int, int]]:
    """Spaces of a seat's markers on the ground."""
    cells = [int(at) - MARKER_GROUND for at in t.e(seat)["marker"] if MARKER_GROUND <= at < MARKER_EXPLORER]
    return sorted((c % 20, c // 20) for c in cells)


def pile(t: Table, seat: int) -> list[str]:
    """Names of a seat's drop pile, the bottom card first."""
    return [Card(int(card) - 1).name for card in t.e(seat)["dropped"] if card]


def free(t: Table, seat: int) -> int:
    """Markers on the player board of a seat."""
    return int((t.e(seat)["marker"] == 0).sum())


def on_cards(t: Table, seat: int) -> list[int]:
    """Places of a seat's markers on cards."""
    return sorted(int(at) for at in t.e(seat)["marker"] if at >= MARKER_EXPLORER)


def take_up(t: Table, seat: int, count: int) -> None:
    """So many markers of a seat lie on cards."""
    t.e(seat)["marker"][:count] = MARKER_EXPLORER + seat
    t.e(seat)["marker_play"][:count] = np.arange(count) + 100


def mark(amount: int = 1, **more: Any) -> dict[str, Any]:
    """A lasting change of armor."""
    return {"lasting": {"armor": amount, **more}}


# -- dropping ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-MRK-01")
@pytest.mark.parametrize("seats", [1, 4])
def test_every_explorer_begins_with_three_markers_on_its_board(seats: int) -> None:
    game = envs.load("machina_arcana", seats=seats, markers=True)
    explorers = game.new(0)["explorers"]
    assert explorers["marker"].shape == (MAX_EXPLORERS, 3)
    assert not explorers["marker"].any()
    assert not explorers["dropped"].any()


@pytest.mark.rule("MAC-MRK-01", "MAC-MRK-03")
def test_three_items_can_lie_on_the_ground_and_a_fourth_is_destroyed(t: Wardrobe) -> None:
    t.carry(0, C.TONIC, C.SALVE, C.LAMP, C.ROPE)
    t.turn(0)
    for name, where in (("TONIC", "cell_3_3"), ("SALVE", "cell_4_3"), ("LAMP", "cell_5_3")):
        t.play("drop_item", name, where)
    assert free(t, 0) == 0
    assert t.e(0)["stamina"] == 3
    t.play("drop_item")
    assert t.asked == (0, Choice.TURN), "there is nothing left to choose"
    assert t.place(C.ROPE) == "DESTROYED"
    assert t.e(0)["stamina"] == 2
    assert pile(t, 0) == ["TONIC", "SALVE", "LAMP"]
    assert free(t, 1) == 3


@pytest.mark.rule("MAC-MRK-02", "MAC-MRK-04")
def test_an_item_is_dropped_for_one_stamina(t: Wardrobe) -> None:
    t.carry(0, C.TONIC, C.SALVE)
    t.turn(0)
    t.play("drop_item")
    assert t.asked == (0, Choice.DROP)
    assert t.options == {"TONIC", "SALVE"}
    t.play("SALVE")
    assert t.asked == (0, Choice.DROP)
    assert t.options == {"destroy_card", *(f"cell_{x}_{y}" for x in (3, 4, 5) for y in (3, 4, 5))}
    t.play("cell_4_4")
    assert t.asked == (0, Choice.TURN)
    assert t.place(C.SALVE) == "0 GROUND"
    assert t.e(0)["stamina"] == 5
    assert (ground(t, 0), pile(t, 0), free(t, 0)) == ([(4, 4)], ["SALVE"], 2)


@pytest.mark.rule("MAC-MRK-02")
def test_an_equipped_item_is_unequipped_first(t: Wardrobe) -> None:
    t.wear(0, C.COAT, top=C.VEST)
    t.turn(0)
    t.play("drop_item", "COAT", "cell_4_3")
    assert t.place(C.COAT) == "0 GROUND"
    assert t.place(C.VEST) == "0 INVENTORY", "what was joined to it stays"
    assert t.attributes(0) == (0, 0)
    t.check_cards()


@pytest.mark.rule("MAC-MRK-02")
@pytest.mark.parametrize(("items", "stamina", "legal"), [(1, 1, True), (1, 0, False), (0, 1, False)])
def test_dropping_needs_an_item_and_one_stamina(t: Wardrobe, items: int, stamina: int, legal: bool) -> None:
    if items:
        t.carry(0, C.ROPE)
    t.tables["explorers"]["stamina"] = stamina
    t.turn(0)
    assert ("drop_item" in t.options) == legal


@pytest.mark.rule("MAC-MRK-03")
def test_the_owner_may_place_no_marker_and_lose_the_item(t: Wardrobe) -> None:
    t.wear(0, C.COAT)
    t.turn(0)
    t.play("drop_item", "destroy_card")
    assert t.place(C.COAT) == "DESTROYED"
    assert (free(t, 0), pile(t, 0)) == (3, [])


@pytest.mark.rule("MAC-MRK-03")
@pytest.mark.parametrize("elsewhere", ["cards", "ground"])
def test_without_a_free_marker_the_item_is_destroyed(t: Wardrobe, elsewhere: str) -> None:
    if elsewhere == "cards":
        take_up(t, 0, 3)
    else:
        for x, item in enumerate((C.TONIC, C.SALVE, C.LAMP)):
            lay(t, 0, item, x, 0)
    t.carry(0, C.ROPE)
    t.call(Proc.DROP_ITEM, 0, C.ROPE, -1)
    assert t.done
    assert t.place(C.ROPE) == "DESTROYED"


@pytest.mark.rule("MAC-MRK-04")
def test_a_marker_needs_a_passable_space_in_sight_without_marker(t: Wardrobe) -> None:
    t.space(3, 3, Space.TREASURE)
    t.space(4, 3, Space.RUBBLE)
    t.space(5, 3, Space.SPAWN, Token.EXPLORED)
    t.space(3, 4, Space.SPAWN)
    t.border(4, 4, "east")
    lay(t, 1, C.TONIC, 4, 5)
    t.carry(0, C.ROPE)
    t.call(Proc.DROP_ITEM, 0, C.ROPE, -1)
    # (5, 4) lies behind the wall; to (5, 5) one of the two ways around the corner is free
    assert t.options == {"destroy_card", "cell_4_4", "cell_3_4", "cell_3_5", "cell_5_5"}


@pytest.mark.rule("MAC-MRK-04")
def test_a_marker_keeps_clear_of_entry_exit_and_edge_tokens() -> None:
    t = Wardrobe(markers=True, edges=True)
    t.tables["faces"]["token_cell"] = (4, 49, 95, 50)
    t.explorer(0, 5, 8)
    t.state["exit_slot"], t.state["exit_side"] = 0, 2
    t.state["entry_cell"][0] = cell(4, 7)
    t.carry(0, C.ROPE)
    t.call(Proc.DROP_ITEM, 0, C.ROPE, -1)
    around = {f"cell_{x}_{y}" for x in (4, 5, 6) for y in (7, 8, 9)}
    assert around - t.options == {"cell_5_9", "cell_4_7"}
    t.explorer(0, 8, 4)
    t.state["edge_token"][0][1] = 1
    t.call(Proc.DROP_ITEM, 0, C.ROPE, -1)
    around = {f"cell_{x}_{y}" for x in (7, 8, 9) for y in (3, 4, 5)}
    assert around - t.options == {"cell_9_4"}


@pytest.mark.rule("MAC-MRK-17")
@pytest.mark.parametrize("kind", [Space.PIT, Space.TRAPPED, Space.SPAWN])
def test_a_marker_may_lie_on_a_pit_on_trapped_floor_and_below_another_unit(t: Wardrobe, kind: Space) -> None:
    t.space(4, 3, kind)
    t.monster(M, 5, 4)
    t.explorer(1, 3, 4)
    t.carry(0, C.ROPE, C.LAMP, C.FLASK)
    for item, where in ((C.ROPE, "4_3"), (C.LAMP, "5_4"), (C.FLASK, "3_4")):
        t.call(Proc.DROP_ITEM, 0, item, -1).play(f"cell_{where}")
    assert ground(t, 0) == [(3, 4), (4, 3), (5, 4)]


# -- picking up ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-MRK-05")
@pytest.mark.parametrize("place", PLACES)
def test_an_explorer_picks_up_at_an_adjacent_marker_or_the_one_below_it(t: Wardrobe, place: str) -> None:
    dx, dy = ((0, 0), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))[PLACES.index(place)]
    lay(t, 0, C.ROPE, 4 + dx, 4 + dy)
    t.turn(0)
    assert t.asked == (0, Choice.RECALL)
    t.play("done")
    assert {name for name in t.options if name.startswith("pick_up")} == {f"pick_up_{place}"}
    t.play(f"pick_up_{place}")
    assert t.place(C.ROPE) == "0 INVENTORY"
    assert (free(t, 0), pile(t, 0), t.e(0)["stamina"]) == (3, [], 5)


@pytest.mark.rule("MAC-MRK-05")
def test_a_marker_behind_a_wall_or_two_spaces_away_is_out_of_reach_and_stamina_is_needed(t: Wardrobe) -> None:
    lay(t, 1, C.ROPE, 5, 4)
    lay(t, 1, C.LAMP, 4, 6)
    t.border(4, 4, "east", Border.CLOSED)
    t.turn(0)
    assert not any(name.startswith("pick_up") for name in t.options)
    t.border(4, 4, "east", Border.OPEN)
    t.turn(0)
    assert "pick_up_east" in t.options
    t.tables["explorers"]["stamina"] = 0
    t.turn(0)
    assert "pick_up_east" not in t.options


@pytest.mark.rule("MAC-MRK-05", "MAC-MRK-06", "MAC-EX-28")
def test_the_marker_gives_the_top_item_of_its_owner_s_pile(t: Wardrobe) -> None:
    t.carry(0, C.TONIC, C.SALVE)
    t.turn(0)
    t.play("drop_item", "TONIC", "cell_5_5", "drop_item", "cell_3_3", "end_turn")
    assert (ground(t, 0), pile(t, 0)) == ([(3, 3), (5, 5)], ["TONIC", "SALVE"])
    t.explorer(1, 6, 6)
    t.turn(1)
    t.play("pick_up_north_west")
    assert t.place(C.SALVE) == "1 INVENTORY", "the last one in, not the one that was dropped there"
    assert (ground(t, 0), pile(t, 0)) == ([(3, 3)], ["TONIC"])
    assert (free(t, 0), free(t, 1)) == (2, 3), "the marker returns to its owner"
    assert t.e(1)["stamina"] == 5


@pytest.mark.rule("MAC-MRK-15")
def test_a_picked_up_item_arrives_unequipped(t: Wardrobe) -> None:
    t.wear(0, C.COAT)
    t.turn(0)
    t.play("drop_item", "cell_4_3", "pick_up_north")
    assert t.place(C.COAT) == "0 INVENTORY"
    assert t.attributes(0) == (0, 0)


@pytest.mark.rule("MAC-MRK-15")
def test_all_remember_the_drop_piles(t: Wardrobe) -> None:
    for x, item in enumerate((C.ROPE, C.LAMP, C.COAT)):
        lay(t, 0, item, 3 + x, 3)
    t.turn(1)
    seen = View.of(t.game, t.state, 2).record["explorers"]
    assert seen["dropped"][0].tolist() == [C.ROPE + 1, C.LAMP + 1, C.COAT + 1]
    for viewer, block in ((0, "items_own"), (2, "items_else")):
        values = t.game.blocks(t.game.observe(t.state, viewer))[block]
        assert [round(float(values[c]), 1) for c in (C.ROPE, C.LAMP, C.COAT)] == [-0.6, -0.4, -0.2]
    markers = t.game.blocks(t.game.observe(t.state, 2))["markers"]
    assert markers[1].tolist() == pytest.approx([0, 0, (C.COAT + 1) / 96]), "explorer 0 is the next but one of three"
    assert markers[0].tolist() == pytest.approx([1, 0, 0])


@pytest.mark.rule("MAC-MRK-07", "MAC-MOV-13")
def test_units_pass_over_markers_and_stop_there(t: Wardrobe) -> None:
    lay(t, 1, C.ROPE, 4, 3)
    lay(t, 1, C.LAMP, 4, 2)
    t.turn(0)
    t.play("move_north")
    assert t.at(0) == (4, 3)
    t.play("move_north", "move_north", "end_turn")
    assert t.at(0) == (4, 1)
    assert ground(t, 1) == [(4, 2), (4, 3)]
    t.monster(M, 4, 5)
    t.off_map(1, Where.EXITED)
    t.off_map(2, Where.EXITED)
    t.call(Proc.MONSTER_TURN, M)
    assert t.at(unit(M)) == (4, 2), "straight over one marker and onto the other"


# -- the start of the turn -----------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-MRK-08")
def test_at_the_start_of_its_turn_markers_return_from_cards(t: Wardrobe) -> None:
    t.card("explorers", 0, [{"cost": {"stamina": 2}, "target": "self", "effects": [mark(2)]}])
    t.turn(0)
    t.play("power_0", "end_turn")
    assert on_cards(t, 0) == [MARKER_EXPLORER + 0]
    assert t.state["n_lasting"] == 1
    t.turn(1)
    t.play("end_turn")
    assert free(t, 0) == 2, "not in the turn of another"
    t.turn(0)
    assert t.asked == (0, Choice.TURN)
    assert free(t, 0) == 3
    assert t.state["n_lasting"] == 0
    assert not t.e(0)["marker_play"].any()


@pytest.mark.rule("MAC-MRK-09")
def test_each_recalled_marker_costs_the_bottom_item(t: Wardrobe) -> None:
    for x, item in enumerate((C.ROPE, C.LAMP, C.FLASK)):
        lay(t, 0, item, x, 0)
    lay(t, 1, C.TONIC, 3, 0)
    t.e(0)["stamina"] = 1
    t.turn(0)
    assert t.asked == (0, Choice.RECALL)
    assert t.options == {"cell_0_0", "cell_1_0", "cell_2_0", "done"}, "its own markers only"
    assert t.e(0)["stamina"] == 1, "before the stamina is set"
    t.play("cell_2_0")
    assert t.asked == (0, Choice.RECALL)
    assert t.options == {"cell_0_0", "cell_1_0", "done"}
    assert t.place(C.ROPE) == "DESTROYED"
    t.play("cell_0_0")
    assert t.place(C.LAMP) == "DESTROYED"
    assert (ground(t, 0), pile(t, 0), free(t, 0)) == ([(1, 0)], ["FLASK"], 2)
    t.play("done")
    assert t.asked == (0, Choice.TURN)
    assert t.e(0)["stamina"] == 6
    t.call(Proc.RECALL, 0).play("cell_1_0")
    assert t.done, "none is left to be asked for"
    assert t.place(C.FLASK) == "DESTROYED"


@pytest.mark.rule("MAC-MRK-09")
def test_without_markers_on_the_ground_nobody_is_asked(t: Wardrobe) -> None:
    take_up(t, 0, 2)
    lay(t, 1, C.ROPE, 0, 0)
    t.turn(0)
    assert t.asked == (0, Choice.TURN)


# -- lasting effects -----------------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-MRK-10", "MAC-EX-27")
@pytest.mark.parametrize("markers", [0, 1])
def test_without_a_free_marker_the_attack_resolves_and_the_lasting_effect_does_not(t: Wardrobe, markers: int) -> None:
    attack = {"attack": {"high": 1}}
    power = {"cost": {"stamina": 2}, "target": "melee", "effects": [attack, mark(-1, who="target")]}
    t.card("explorers", 0, [power])
    t.tables["monsters"]["health"] = 3
    t.monster(M, 5, 4)
    t.turn(0)
    take_up(t, 0, 3 - markers)
    t.high(2)
    t.play("power_0")
    assert t.m(M)["health"] == 2, "the attack hits"
    assert t.e(0)["stamina"] == 4
    assert t.state["n_lasting"] == markers
    assert free(t, 0) == 0
    assert (MARKER_MONSTER + M in on_cards(t, 0)) == bool(markers)


@pytest.mark.rule("MAC-MRK-10")
def test_an_ability_with_nothing_but_a_lasting_effect_may_still_be_played(t: Wardrobe) -> None:
    t.card("explorers", 0, [{"cost": {"stamina": 2}, "target": "self", "effects": [mark(2)]}])
    t.turn(0)
    take_up(t, 0, 3)
    assert "power_0" in t.options
    t.play("power_0")
    assert t.state["n_lasting"] == 0
    assert t.attributes(0) == (0, 0)
    assert t.e(0)["stamina"] == 4


@pytest.mark.rule("MAC-MRK-10")
def test_effects_of_monsters_and_of_horror_events_need_no_marker(t: Wardrobe) -> None:
    t.monster(M, 5, 4)
    t.resolve([mark(-1, who="target")], unit=unit(M), target=0)
    t.resolve([mark(-1, who="all_explorers")])
    assert t.state["n_lasting"] == 1 + 3
    assert [free(t, seat) for seat in range(3)] == [3, 3, 3]


@pytest.mark.rule("MAC-MRK-10", "MAC-EFF-03")
def test_an_effect_that_its_number_stops_uses_no_marker(t: Wardrobe) -> None:
    power = {"cost": {"stamina": 1}, "target": "self", "effects": [mark(1, stack=1)]}
    t.card("explorers", 0, [power])
    t.turn(0)
    t.play("power_0", "power_0")
    assert t.state["n_lasting"] == 1
    assert free(t, 0) == 2


@pytest.mark.rule("MAC-MRK-10", "MAC-EFF-04")
@pytest.mark.parametrize(("markers", "most"), [(True, 3), (False, 6)])
def test_markers_limit_copies_without_a_number(markers: bool, most: int) -> None:
    t = Wardrobe(markers=markers)
    t.card("explorers", 0, [{"cost": {"stamina": 1}, "target": "self", "effects": [mark(1)]}])
    t.turn(0)
    t.play(*["power_0"] * 6)
    assert t.state["n_lasting"] == most
    assert t.attributes(0)[0] == most


@pytest.mark.rule("MAC-MRK-11")
def test_the_marker_lies_on_the_treasure_for_the_explorer_itself_and_else_on_the_unit_s_card(t: Wardrobe) -> None:
    t.card("treasures", C.TONIC, [{"cost": {"stamina": 1}, "target": "self", "effects": [mark(1)]}])
    power = {"cost": {"stamina": 1}, "target": "tile", "effects": [mark(-1, who="target")]}
    t.card("treasures", C.SALVE, [power])
    t.monster(M, 5, 4)
    t.e(1)["card"] = 7
    t.carry(0, C.TONIC, C.SALVE)
    t.turn(0)
    t.play("TONIC")
    assert on_cards(t, 0) == [MARKER_TREASURE + C.TONIC]
    t.play("SALVE", f"monster_{M}")
    assert on_cards(t, 0) == [MARKER_MONSTER + M, MARKER_TREASURE + C.TONIC]
    t.play("SALVE", "explorer_1")
    assert on_cards(t, 0) == [MARKER_EXPLORER + 7, MARKER_MONSTER + M, MARKER_TREASURE + C.TONIC]


@pytest.mark.rule("MAC-MRK-18")
@pytest.mark.parametrize("source", ["power", "event"])
def test_from_another_card_the_explorer_s_own_card_gets_the_marker(t: Wardrobe, source: str) -> None:
    t.e(0)["card"] = 5
    if source == "power":
        t.card("explorers", 5, [{"cost": {"stamina": 1}, "target": "self", "effects": [mark(1)]}])
        t.turn(0)
        t.play("power_0")
    else:
        t.text(t.tables["explorer_events"][2], [mark(1)], kind="explorer_event")
        t.deck("explorer_deck", 2)
        t.call(Proc.EXPLORER_EVENT, 0)
    assert t.state["n_lasting"] == 1
    assert on_cards(t, 0) == [MARKER_EXPLORER + 5]


@pytest.mark.rule("MAC-MRK-19")
def test_one_marker_serves_all_lasting_effects_of_one_play(t: Wardrobe) -> None:
    lasting = [mark(1, who="tile_explorers"), {"lasting": {"will": 2, "who": "self"}}, {"each": {
        "who": "tile_explorers", "do": [{"lasting": {"stamina": 1, "who": "target"}}]}}]  # fmt: skip
    t.card("explorers", 0, [{"cost": {"stamina": 1}, "effects": lasting}])
    t.turn(0)
    take_up(t, 0, 1)
    t.play("power_0")
    assert t.state["n_lasting"] == 3 + 1 + 3
    assert free(t, 0) == 1
    t.play("power_0")
    assert free(t, 0) == 0, "another play takes another marker"
    assert t.state["n_lasting"] == 14
    t.play("power_0")
    assert t.state["n_lasting"] == 14


@pytest.mark.rule("MAC-MRK-19")
@pytest.mark.parametrize(("markers", "armor", "will"), [(3, 3, 2), (2, 3, 2), (1, 3, 0), (0, 0, 0)])
def test_an_ability_of_a_hit_takes_a_marker_of_its_own(t: Wardrobe, markers: int, armor: int, will: int) -> None:
    """A weapon's hit adds 2 will between two lasting effects of the power that attacks, 1 and 2 armor."""
    attack = {"attack": {"high": 1}}
    t.card(
        "explorers",
        0,
        [
            {"cost": {"stamina": 1}, "target": "melee",
             "effects": [mark(1, who="self"), attack, mark(2, who="self")]},
            {"on_hit": [{"lasting": {"will": 2, "who": "self"}}]},
        ],
    )  # fmt: skip
    t.tables["monsters"]["health"] = 3
    t.monster(M, 5, 4)
    t.turn(0)
    take_up(t, 0, 3 - markers)
    t.high(3)
    t.play("power_0")
    assert t.attributes(0) == (armor, will), "the power keeps its marker, whatever resolves in between"
    assert free(t, 0) == max(0, markers - 2)


@pytest.mark.rule("MAC-MRK-19")
@pytest.mark.parametrize(("markers", "armor", "will"), [(2, 1, 1), (1, 1, 0)])
def test_two_abilities_of_one_hit_are_two_plays(t: Wardrobe, markers: int, armor: int, will: int) -> None:
    attack = {"cost": {"stamina": 1}, "target": "melee", "who": "monsters", "effects": [{"attack": {"high": 1}}]}
    on_hit = [{"on_hit": [mark(1, who="self")]}, {"on_hit": [{"lasting": {"will": 1, "who": "self"}}]}]
    t.card("explorers", 0, [attack, *on_hit])
    t.tables["monsters"]["health"] = 3
    t.monster(M, 5, 4)
    t.turn(0)
    take_up(t, 0, 3 - markers)
    t.high(3)
    t.play("power_0")
    assert t.asked == (0, Choice.ORDER)
    t.play("option_0")
    assert t.attributes(0) == (armor, will)
    assert free(t, 0) == 0


# -- drop icons and effects ----------------------------------------------------------------------------------------


def throwing(t: Wardrobe, *effects: dict[str, Any]) -> None:
    """Explorer 0 has a lamp that it can throw at a monster within 4 spaces."""
    cost = {"stamina": 1, "drop": True}
    t.card("treasures", C.LAMP, [{"cost": cost, "target": {"range": 4}, "who": "monsters", "effects": [*effects]}])
    t.carry(0, C.LAMP)


@pytest.mark.rule("MAC-MRK-12", "MAC-ABL-11", "MAC-EX-32")
@pytest.mark.parametrize("keep", [True, False])
def test_a_thrown_item_lies_on_the_space_of_the_target_or_is_destroyed(t: Wardrobe, keep: bool) -> None:
    throwing(t, {"attack": {"high": 1}})
    lay(t, 0, C.ROPE, 0, 0)
    t.monster(M, 7, 4)
    t.turn(0)
    t.play("done")
    t.high(0)
    t.play("LAMP")
    assert t.asked == (0, Choice.DROP)
    assert t.options == {"cell_7_4", "destroy_card"}, "the target space, or no marker"
    t.play("cell_7_4" if keep else "destroy_card")
    assert t.place(C.LAMP) == ("0 GROUND" if keep else "DESTROYED")
    assert ground(t, 0) == ([(0, 0), (7, 4)] if keep else [(0, 0)])
    assert pile(t, 0) == (["ROPE", "LAMP"] if keep else ["ROPE"])
    assert t.e(0)["stamina"] == 5, "the drop itself costs nothing"


@pytest.mark.rule("MAC-MRK-12", "MAC-ABL-11")
def test_a_thrown_item_lies_where_the_target_stood_when_it_was_thrown(t: Wardrobe) -> None:
    throwing(t, {"push": 1})
    t.monster(M, 7, 4)
    t.turn(0)
    t.play("LAMP")
    assert t.at(unit(M)) == (8, 4)
    assert t.options == {"cell_7_4", "destroy_card"}


@pytest.mark.rule("MAC-MRK-12")
@pytest.mark.parametrize("why", ["marker", "entry", "no free marker", "action space"])
def test_a_thrown_item_is_destroyed_if_the_target_space_cannot_take_a_marker(t: Wardrobe, why: str) -> None:
    throwing(t, {"attack": {"high": 1}})
    t.monster(M, 7, 4)
    if why == "marker":
        lay(t, 1, C.ROPE, 7, 4)
    elif why == "entry":
        t.state["entry_cell"][0] = cell(7, 4)
    elif why == "action space":
        t.space(7, 4, Space.SPAWN, Token.EXPLORED)
    t.turn(0)
    if why == "no free marker":
        take_up(t, 0, 3)
    t.high(0)
    t.play("LAMP")
    assert t.asked == (0, Choice.TURN), "nobody is asked"
    assert t.place(C.LAMP) == "DESTROYED"


@pytest.mark.rule("MAC-MRK-12")
def test_the_lasting_effect_of_a_thrown_item_takes_its_marker_before_the_drop(t: Wardrobe) -> None:
    throwing(t, mark(-1, who="target"))
    t.monster(M, 7, 4)
    t.turn(0)
    take_up(t, 0, 2)
    t.play("LAMP")
    assert t.state["n_lasting"] == 1
    assert free(t, 0) == 0
    assert t.place(C.LAMP) == "DESTROYED", "the item is dropped after the ability has resolved"


@pytest.mark.rule("MAC-MRK-16")
def test_an_effect_that_drops_an_item_asks_its_owner_for_the_space(t: Wardrobe) -> None:
    t.carry(1, C.ROPE, C.LAMP)
    t.monster(M, 8, 7)
    t.resolve([{"drop_item": {"number": 1, "who": "target"}}], unit=unit(M), target=1)
    assert t.asked == (1, Choice.GIVE_UP)
    t.play("ROPE")
    assert t.asked == (1, Choice.DROP)
    assert {"destroy_card", "cell_8_8", "cell_8_7"} < t.options
    t.play("cell_9_9")
    assert t.done
    assert (ground(t, 1), pile(t, 1)) == ([(9, 9)], ["ROPE"])
    take_up(t, 1, 3)
    t.e(1)["dropped"] = 0
    t.call(Proc.GIVE_UP_ITEM, 1, Op.DROP_ITEM, 0)
    assert t.done
    assert t.place(C.LAMP) == "DESTROYED", "no marker"


@pytest.mark.rule("MAC-MRK-16")
def test_off_the_map_there_is_no_space_for_a_marker(t: Wardrobe) -> None:
    t.to_base()
    t.carry(0, C.ROPE)
    t.call(Proc.GIVE_UP_ITEM, 0, Op.DROP_ITEM, 0)
    assert t.done
    assert t.place(C.ROPE) == "DESTROYED"


# -- tiles and deaths ----------------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-MRK-13")
def test_markers_on_a_tile_that_scrolls_away_return_for_the_bottom_items() -> None:
    t = Wardrobe(seats=2, tiles=(0, 1), markers=True)
    t.tables["faces"]["token_cell"] = (4, 49, 95, 50)
    t.explorer(0, 19, 4)
    t.explorer(1, 15, 5)
    t.deck("tile_deck", 8)
    for item, at in ((C.ROPE, (14, 7)), (C.LAMP, (2, 3)), (C.TONIC, (9, 9))):
        lay(t, 0, item, *at)
    lay(t, 1, C.FLASK, 12, 2)
    t.turn(0)
    t.play("done", "explore_east")
    assert ground(t, 0) == [(4, 7)], "the marker of the tile that stays moves with it"
    assert pile(t, 0) == ["TONIC"], "the bottom items go, wherever they were dropped"
    assert [t.place(c) for c in (C.ROPE, C.LAMP)] == ["DESTROYED", "DESTROYED"]
    assert free(t, 0) == 2
    assert (ground(t, 1), pile(t, 1)) == ([(2, 2)], ["FLASK"])


@pytest.mark.rule("MAC-MRK-13", "MAC-BAS-17")
def test_when_all_tiles_leave_no_marker_stays_on_the_ground(t: Wardrobe) -> None:
    lay(t, 0, C.ROPE, 1, 1)
    lay(t, 0, C.LAMP, 2, 1)
    lay(t, 2, C.FLASK, 3, 1)
    take_up(t, 0, 0)
    t.e(0)["marker"][2], t.e(0)["marker_play"][2] = MARKER_TREASURE + C.COAT, 4
    t.call(Proc.ENTER_BASE, 0)
    assert [free(t, seat) for seat in range(3)] == [2, 3, 3]
    assert [pile(t, seat) for seat in range(3)] == [[], [], []]
    assert [t.place(c) for c in (C.ROPE, C.LAMP, C.FLASK)] == ["DESTROYED"] * 3
    assert on_cards(t, 0) == [MARKER_TREASURE + C.COAT], "what lies on a card comes back at the turn of its owner"


@pytest.mark.rule("MAC-MRK-14")
def test_markers_and_drop_pile_outlive_the_explorer(t: Wardrobe) -> None:
    lay(t, 0, C.ROPE, 1, 1)
    t.e(0)["marker"][1:], t.e(0)["marker_play"][1:] = (MARKER_EXPLORER + 0, MARKER_EXPLORER + 1), (1, 2)
    t.card("explorers", 0, [{"cost": {"stamina": 1}, "target": "self", "effects": [mark(1)]}])
    t.carry(0, C.LAMP)
    t.call(Proc.DESTROY_EXPLORER, 0)
    t.play("explorer_card_5")
    assert t.e(0)["card"] == 5
    assert (ground(t, 0), pile(t, 0)) == ([(1, 1)], ["ROPE"]), "the pile does not count among the lost items"
    assert t.place(C.LAMP) == "DESTROYED"
    assert on_cards(t, 0) == [MARKER_EXPLORER + 0, MARKER_EXPLORER + 1]
    t.explorer(0, 3, 3)
    t.turn(0)
    assert free(t, 0) == 2, "at its next turn"
    assert t.options == {"cell_1_1", "done"}


@pytest.mark.rule("MAC-MRK-14")
def test_the_marker_of_a_dead_monster_s_card_returns_at_the_owner_s_next_turn(t: Wardrobe) -> None:
    power = {"cost": {"stamina": 1}, "target": "tile", "effects": [mark(-1, who="target")]}
    t.card("explorers", 0, [power])
    t.monster(M, 5, 4)
    t.turn(0)
    t.play("power_0", f"monster_{M}")
    t.call(Proc.DESTROY_MONSTER, M)
    assert t.state["n_lasting"] == 0
    assert on_cards(t, 0) == [MARKER_MONSTER + M]
    t.turn(1)
    assert free(t, 0) == 2
    t.turn(0)
    assert free(t, 0) == 3


@pytest.mark.rule("MAC-MRK-14", "MAC-MRK-06")
def test_the_drop_pile_of_a_player_without_explorer_can_still_be_taken(t: Wardrobe) -> None:
    lay(t, 1, C.ROPE, 4, 5)
    t.off_map(1, Where.OUT)
    t.e(1)["card"] = -1
    t.turn(0)
    t.play("pick_up_south")
    assert t.place(C.ROPE) == "0 INVENTORY"
    assert free(t, 1) == 3


# -- what is shown, and the scripted player ------------------------------------------------------------------------


def test_the_map_blocks_show_the_markers(t: Wardrobe) -> None:
    def blocks() -> dict[str, Any]:
        return {k: v.copy() for k, v in t.game.blocks(t.game.observe(t.state, 0)).items()}

    t.turn(0)
    before = blocks()
    lay(t, 0, C.ROPE, 5, 3)
    lay(t, 1, C.LAMP, 2, 4)
    after = blocks()
    board = (after["board"] - before["board"]).reshape(2, 20, 20)
    assert np.argwhere(board != 0).tolist() == [[0, 3, 5], [0, 4, 2]]
    around = (after["around"] - before["around"]).reshape(8, 9, 9)
    assert np.argwhere(around != 0).tolist() == [[6, 3, 5], [6, 4, 2]]
    assert around[6, 3, 5] > around[6, 4, 2] > 0, "the viewer's own stands out"
    nearest = after["nearest"].reshape(-1, 12)[14]
    assert nearest[:4].tolist() == pytest.approx([1, 1 / 20, -1 / 20, 1 / 20])
    assert np.flatnonzero(nearest[4:]).tolist() == [1], "the first step leads to the north-east"
    assert not before["nearest"].reshape(-1, 12)[14].any()


def names(t: Wardrobe) -> tuple[str, str, str]:
    """Names of the cards ROPE and LAMP and of explorer 1's card, as the pack has them."""
    treasures, explorers = t.game.pack.names["treasures"], t.game.pack.names["explorers"]
    return treasures[C.ROPE], treasures[C.LAMP], explorers[1]


def test_actions_are_told_in_words(t: Wardrobe) -> None:
    rope, lamp, other = names(t)
    lay(t, 0, C.ROPE, 4, 4)
    lay(t, 1, C.LAMP, 4, 3)
    t.carry(0, C.FLASK)

    def told(name: str) -> str:
        return t.game.describe(t.state, t.game.actions.id(name))

    t.turn(0)
    assert told("cell_4_4") == f"cell_4_4: the marker from (4,4); {rope} leaves the game"
    assert told("done") == "done: the markers that lie on the ground stay there"
    t.play("done")
    assert told("drop_item") == "drop_item: 1 stamina: drop an item, under a marker or for good"
    assert told("pick_up_here").startswith(f"pick_up_here: 1 stamina: at (4,4), from the top of your drop pile: {rope}")
    assert f"at (4,3), from the top of {other}'s drop pile: {lamp} - " in told("pick_up_north")
    t.play("drop_item")
    flask = t.game.pack.names["treasures"][C.FLASK]
    assert told("cell_5_5") == f"cell_5_5: {flask} under a marker at (5,5) (floor)"
    assert told("destroy_card") == f"destroy_card: {flask} leaves the game"


def test_what_happens_is_told_in_words(t: Wardrobe) -> None:
    mine = t.game.pack.names["explorers"][0]
    rope, lamp, _ = names(t)
    t.carry(0, C.ROPE)
    lay(t, 1, C.LAMP, 4, 3)
    t.card("treasures", C.TONIC, [{"cost": {"stamina": 1}, "target": "self", "effects": [mark(1)]}])
    t.carry(0, C.TONIC)
    t.turn(0)

    def told(*actions: str) -> list[str]:
        before = t.state.copy()
        t.play(*actions)
        return [
            line for line in t.game.changes(before, t.state) if "marker" in line or "drop" in line or "pick" in line
        ]

    assert told("drop_item", "ROPE", "cell_5_5") == [f"{mine} drops {rope}", f"a marker of {mine} lies at (5,5)"]
    tonic = t.game.pack.names["treasures"][C.TONIC]
    assert told("TONIC") == [f"a marker of {mine} lies on the card of {tonic}"]
    assert told("pick_up_south_east") == [f"{mine} picks up {rope}", f"a marker of {mine} is free again"]
    assert f"{mine} picks up {lamp}" in told("pick_up_north")


def test_the_board_shows_markers_and_piles(t: Wardrobe) -> None:
    rope, lamp, other = names(t)
    bare = t.game.image(t.state)
    lay(t, 0, C.ROPE, 2, 7)
    lay(t, 0, C.LAMP, 4, 4)
    t.e(0)["marker"][2], t.e(0)["marker_play"][2] = MARKER_EXPLORER + 1, 1
    lines = t.game.text(t.state).splitlines()
    rows = {line.split()[0]: line for line in lines if line.split() and line.split()[0].isdigit()}
    assert rows["7"].count(".$") == 1
    assert "0$" in rows["4"], "below a figure too"
    assert (
        f"0 markers: 0 free, at (2,7), at (4,4), on the card of {other}; drop pile from the top: {lamp}, {rope}"
        in lines
    )
    assert not any(line.startswith("1 markers") for line in lines)
    assert (t.game.image(t.state) != bare).any(axis=2).sum() > 50


def test_the_scripted_player_picks_up_what_is_worth_it(t: Wardrobe) -> None:
    scores = Mind(View.of(t.turn(0).game, t.state), Scripted().temper).k.scores
    assert scores[C.COAT] > 1.5 > scores[C.SCOPE]
    for item, wanted in ((C.COAT, True), (C.SCOPE, False)):
        t.e(1)["marker"], t.e(1)["dropped"] = 0, 0
        lay(t, 1, item, 4, 3)
        t.turn(0)
        action = t.game.actions[Scripted().act(View.of(t.game, t.state))]
        assert (action == "pick_up_north") == wanted
    t.e(1)["marker"], t.e(1)["dropped"] = 0, 0
    lay(t, 1, C.COAT, 4, 1)
    t.turn(0)
    assert t.game.actions[Scripted().act(View.of(t.game, t.state))] == "move_north", "it walks there"


def test_the_scripted_player_drops_near_itself_and_recalls_what_is_worthless(t: Wardrobe) -> None:
    t.carry(0, C.COAT, C.SCOPE)
    t.call(Proc.DROP_ITEM, 0, -1, -1)

    def act() -> str:
        return t.game.actions[Scripted().act(View.of(t.game, t.state))]

    assert act() == f"item_{C.SCOPE:d}", "the worst item"
    t.play("SCOPE")
    assert act() == "cell_4_4"
    t.play("cell_4_4")
    t.turn(0)
    assert act() == "done", "markers are free"
    t.e(0)["marker"][1:] = MARKER_GROUND + 7, MARKER_GROUND + 8
    t.e(0)["dropped"][1:] = C.ROPE + 1, C.LAMP + 1
    assert act() in {"cell_4_4", "cell_7_0", "cell_8_0"}
    t.e(0)["dropped"][0] = C.COAT + 1
    assert act() == "done", "the bottom item is too good"
