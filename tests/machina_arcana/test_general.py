"""General rulings that no other file covers (GEN)."""

from __future__ import annotations

import pytest

from envs.machina_arcana.state import Choice, ItemPlace, ItemType, Proc, Space, Token, Where
from tests.machina_arcana.table import Table, cell, unit

M = 3


@pytest.fixture
def t() -> Table:
    table = Table(seats=2, tiles=(0, 1))
    table.explorer(0, 4, 4)
    table.explorer(1, 5, 5)
    table.monster(M, 5, 4)
    return table


def hits(t: Table, roll: int, target: int) -> bool:
    """Whether an attack by the monster with that roll hits."""
    t.high(roll)
    t.resolve([{"attack": {"high": 1}}], unit=unit(M), target=target)
    return bool(t.result & 1)


@pytest.mark.rule("MAC-GEN-07", "MAC-ABL-05")
def test_passive_effects_of_a_card_and_of_items_are_for_their_unit_only(t: Table) -> None:
    t.card("explorers", 0, [{"passive": [{"armor": 1}]}])
    t.card("treasures", 0, [{"passive": [{"armor": 1}]}], type=ItemType.APPAREL)
    t.give(0, 0, ItemPlace.EQUIPPED)
    assert not hits(t, 2, 0)
    assert hits(t, 3, 0)
    assert hits(t, 1, 1)


@pytest.mark.rule("MAC-GEN-07", "MAC-GEN-20")
def test_the_text_of_a_passive_effect_may_name_others(t: Table) -> None:
    t.card("explorers", 0, [{"passive": [{"armor": 2, "scope": "tile_explorers"}]}])
    assert not hits(t, 2, 1)
    assert hits(t, 1, 0), "others on the tile, not itself"
    t.explorer(1, 15, 5)
    assert hits(t, 1, 1)


@pytest.mark.rule("MAC-GEN-08")
def test_the_effects_of_an_ability_with_a_target_are_for_the_target(t: Table) -> None:
    t.state["active"] = 0
    t.card("explorers", 0, [{"cost": {"stamina": 1}, "target": "melee", "who": "explorers",
                             "effects": [{"restore_essence": 2}]}])  # fmt: skip
    t.turn(0).play("power_0")
    assert [t.e(0)["essence"], t.e(1)["essence"]] == [0, 2]


@pytest.mark.rule("MAC-GEN-17")
def test_the_explorer_count_is_that_of_the_start(t: Table) -> None:
    t.off_map(1, Where.OUT)
    effect = {"if": {"explorer_count": 2, "then": [{"restore_essence": {"amount": 1, "who": "self"}}]}}
    t.resolve([effect], unit=0)
    assert t.e(0)["essence"] == 1


@pytest.mark.rule("MAC-GEN-18", "MAC-MOV-06")
def test_a_destroyed_spawn_gets_an_explored_token_and_is_an_obstacle(t: Table) -> None:
    t.space(4, 3, Space.SPAWN)
    t.turn(0)
    assert "move_north" in t.legal
    t.resolve([{"destroy_space": {"kind": "spawn", "who": "self"}}], unit=0)
    assert t.state["token"][cell(4, 3)] == Token.EXPLORED
    t.turn(0)
    assert "move_north" not in t.legal
    t.resolve([{"refresh_space": {"kind": "spawn", "who": "self"}}], unit=0)
    assert t.state["token"][cell(4, 3)] == Token.NONE
    t.turn(0)
    assert "move_north" in t.legal, "refreshed (MAC-GEN-19)"


@pytest.mark.rule("MAC-GEN-10")
def test_the_nearest_space_is_measured_directly(t: Table) -> None:
    for y in range(10):
        t.space(6, y, Space.RUBBLE)
    t.space(7, 4, Space.EVENT)
    t.space(0, 4, Space.EVENT)
    t.resolve([{"destroy_space": {"kind": "event", "who": "self"}}], unit=0)
    assert t.state["token"][cell(7, 4)] == Token.EXPLORED, "3 spaces away, behind rubble"


@pytest.mark.rule("MAC-GEN-11")
def test_a_summoned_monster_stands_beside_an_occupied_spawn(t: Table) -> None:
    t.space(5, 5, Space.SPAWN)
    t.deck("monster_deck", 8)
    t.resolve([{"summon": {"number": 1, "who": "self"}}], unit=0)
    assert t.asked == (0, Choice.FREE_SPACE)
    assert t.legal == {"cell_6_4", "cell_4_5", "cell_6_5", "cell_4_6", "cell_5_6", "cell_6_6"}
    t.play("cell_6_6")
    assert t.at(unit(8)) == (6, 6)


@pytest.mark.rule("MAC-GEN-15")
def test_destroyed_treasure_never_comes_back(t: Table) -> None:
    t.give(0, 0)
    t.deck("treasure_deck", 1)
    t.resolve([{"destroy_item": {"who": "self"}}], unit=0)
    assert t.state["items"]["place"][0] == ItemPlace.DESTROYED
    t.resolve([{"add_treasure": {"level": 2}}, {"add_treasure": {"level": 3}}], unit=0, kind="chapter")
    assert t.pile("treasure_deck") == [1]


@pytest.mark.rule("MAC-GEN-21")
def test_dice_beyond_three_of_a_kind_are_rolled(t: Table) -> None:
    t.high(1, 1, 1, 1)
    t.low(1)
    t.card("monsters", M, armor=5)
    t.resolve([{"attack": {"high": 4, "low": 1}}], unit=0, target=unit(M))
    assert t.m(M)["health"] == 1


@pytest.mark.rule("MAC-GEN-24")
def test_high_dice_are_rolled_before_low_dice(t: Table) -> None:
    t.rolls(5, 1)
    t.card("monsters", M, armor=4)
    t.resolve([{"attack": {"high": 1, "low": 1}}], unit=0, target=unit(M))
    assert t.result & 1, "face 5 of the high die is 3, face 1 of the low die is 1"


@pytest.mark.rule("MAC-GEN-26", "MAC-MON-12")
def test_a_monster_plays_a_free_ability_once_in_its_turn(t: Table) -> None:
    t.card("monsters", M, [{"cost": {}, "target": "melee", "effects": [{"attack": {"high": 1}}]}])
    t.off_map(1, Where.EXITED)
    t.high(3)
    t.call(Proc.MONSTER_TURN, M)
    assert t.done
    assert t.e(0)["health"] == 4
