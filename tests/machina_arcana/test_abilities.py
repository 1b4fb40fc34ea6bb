"""Playing abilities: costs, own turn, equipment, triggers, order of simultaneous effects (ABL, EFF-12, GEN-13)."""

from __future__ import annotations

from typing import Any

import pytest

from envs.machina_arcana.state import Choice, ItemPlace, ItemType, Proc, Space, Token, Where
from tests.machina_arcana.table import Table, cell, unit

M = 3


def heal(who: str = "self", **cost: Any) -> dict[str, Any]:
    """An ability that restores 1 health to its player."""
    return {"cost": cost, "effects": [{"restore_health": {"amount": 1, "who": who}}]}


@pytest.fixture
def t() -> Table:
    table = Table(seats=2)
    table.explorer(0, 4, 4, health=2)
    table.explorer(1, 8, 8, health=2)
    table.state["active"] = 0
    return table


def in_turn(t: Table, seat: int = 0) -> set[str]:
    return t.turn(seat).legal


@pytest.mark.rule("MAC-ABL-06", "MAC-EXP-16", "MAC-EXP-17")
def test_an_ability_is_legal_while_its_whole_cost_can_be_paid(t: Table) -> None:
    t.card("explorers", 0, [heal(stamina=2, essence=1)])
    t.e(0)["essence"] = 2
    t.turn(0)
    assert "power_0" in t.legal
    t.play("power_0", "power_0")
    assert (t.e(0)["stamina"], t.e(0)["essence"], t.e(0)["health"]) == (2, 0, 4)
    assert "power_0" not in t.legal, "2 stamina, but no essence"


@pytest.mark.rule("MAC-ABL-06", "MAC-ATR-07")
def test_without_the_stamina_the_ability_cannot_be_played(t: Table) -> None:
    t.card("explorers", 0, [heal(stamina=7), heal(stamina=6)])
    assert {"power_0", "power_1"} & in_turn(t) == {"power_1"}


@pytest.mark.rule("MAC-ABL-05", "MAC-ABL-06")
def test_passive_abilities_are_not_played(t: Table) -> None:
    t.card("explorers", 0, [{"passive": [{"armor": 1}]}, heal(stamina=1)])
    t.turn(0)
    assert {"power_0", "power_1"} & t.legal == {"power_0"}, "powers count active abilities"
    t.play("power_0")
    assert t.e(0)["health"] == 3


@pytest.mark.rule("MAC-ABL-07", "MAC-ABL-08", "MAC-ABL-12")
def test_off_turn_only_abilities_without_stamina_cost(t: Table) -> None:
    t.card("explorers", 1, [heal(stamina=1), heal(essence=1)])
    t.e(1)["essence"] = 1
    t.turn(0)
    assert t.asked == (1, Choice.WINDOW), "before the first action"
    assert t.legal == {"power_1", "pass"}
    t.play("power_1")
    assert t.e(1)["health"] == 3
    assert t.asked == (0, Choice.TURN)
    t.e(1)["essence"] = 1
    t.play("move_north")
    assert t.asked == (1, Choice.WINDOW), "between two actions"
    t.play("pass")
    assert t.asked == (0, Choice.TURN)


@pytest.mark.rule("MAC-ABL-12")
def test_the_window_closes_when_all_pass_in_a_row(t: Table) -> None:
    t.card("explorers", 1, [heal(essence=1)])
    t.e(1)["essence"] = 2
    t.turn(0).play("power_0")
    assert t.asked == (1, Choice.WINDOW), "one ability at a time, then it is asked again"
    t.play("pass")
    assert t.asked == (0, Choice.TURN)


@pytest.mark.rule("MAC-ABL-09", "MAC-ABL-12")
def test_no_window_opens_inside_an_attack(t: Table) -> None:
    t.card(
        "explorers", 0, [{"cost": {"stamina": 1}, "target": "melee", "effects": [{"attack": {"high": 1}}, {"push": 1}]}]
    )
    t.card("explorers", 1, [heal(essence=1)])
    t.monster(M, 5, 4)
    t.monster(5, 4, 5)
    t.turn(0)
    t.e(1)["essence"] = 1
    t.high(3)
    t.play("power_0", "monster_3")
    assert t.at(unit(M)) == (6, 4), "all effects first"
    assert t.m(M)["health"] == 1
    assert t.asked == (1, Choice.WINDOW)


@pytest.mark.rule("MAC-ABL-10", "MAC-ABL-14")
def test_the_destroy_icon_destroys_the_item_after_its_effects(t: Table) -> None:
    power = heal(destroy=True)
    power["effects"] = [{"may": power["effects"]}]
    t.card("treasures", 0, [power], type=ItemType.CONSUMABLE)
    t.give(0, 0)
    t.turn(0).play("item_0")
    assert t.asked == (0, Choice.MAY)
    assert t.state["items"]["place"][0] == ItemPlace.INVENTORY, "not yet"
    t.play("yes")
    assert t.e(0)["health"] == 3
    assert t.state["items"]["place"][0] == ItemPlace.DESTROYED


@pytest.mark.rule("MAC-ABL-11", "MAC-EX-32")
def test_the_drop_icon_destroys_the_item_in_easy_mode(t: Table) -> None:
    t.card("treasures", 0, [{"cost": {"stamina": 1, "drop": True}, "target": {"range": 4},
                             "effects": [{"attack": {"high": 1}}]}], type=ItemType.WEAPON)  # fmt: skip
    t.give(0, 0, ItemPlace.EQUIPPED)
    t.monster(M, 7, 4)
    t.high(2)
    t.turn(0).play("item_0", "monster_3")
    assert t.m(M)["health"] == 1
    assert t.state["items"]["place"][0] == ItemPlace.DESTROYED


@pytest.mark.rule("MAC-ABL-14", "MAC-ABL-16", "MAC-ABL-04")
@pytest.mark.parametrize(
    ("kind", "place", "host", "legal"),
    [
        (ItemType.WEAPON, ItemPlace.INVENTORY, -1, False),
        (ItemType.WEAPON, ItemPlace.EQUIPPED, -1, True),
        (ItemType.ARTIFACT, ItemPlace.INVENTORY, -1, False),
        (ItemType.APPAREL, ItemPlace.TOP, 1, True),
        (ItemType.AUGMENT, ItemPlace.AUGMENT, 1, True),
        (ItemType.AUGMENT, ItemPlace.INVENTORY, -1, False),
        (ItemType.CONSUMABLE, ItemPlace.INVENTORY, -1, True),
        (ItemType.CONSUMABLE, ItemPlace.DESTROYED, -1, False),
    ],
)
def test_items_other_than_consumables_must_be_equipped(
    t: Table, kind: ItemType, place: ItemPlace, host: int, legal: bool
) -> None:
    t.card("treasures", 0, [heal(stamina=1)], type=kind)
    t.card("treasures", 1, type=kind)
    t.give(0, 1, ItemPlace.EQUIPPED)
    t.give(0, 0, place, host)
    assert ("item_0" in in_turn(t)) == legal


@pytest.mark.rule("MAC-ABL-14", "MAC-ITM-20")
def test_nobody_plays_the_items_of_another(t: Table) -> None:
    t.card("treasures", 0, [heal(stamina=1)], type=ItemType.CONSUMABLE)
    t.give(1, 0)
    assert "item_0" not in in_turn(t)


@pytest.mark.rule("MAC-ABL-16")
@pytest.mark.parametrize("where", [Where.EXITED, Where.WAITING])
def test_explorers_off_the_map_give_no_abilities(t: Table, where: Where) -> None:
    t.card("explorers", 1, [heal(essence=1)])
    t.card("treasures", 0, [heal(essence=1)], type=ItemType.CONSUMABLE)
    t.give(1, 0)
    t.e(1)["essence"] = 2
    t.off_map(1, where)
    t.turn(0)
    assert t.asked == (0, Choice.TURN), "no window"


@pytest.mark.rule("MAC-ABL-14")
def test_one_of_several_abilities_of_an_item_is_chosen(t: Table) -> None:
    t.card("treasures", 0, [heal(stamina=1), {"passive": [{"armor": 1}]}, heal(essence=1),
                            {"cost": {"stamina": 1}, "effects": [{"restore_essence": {"amount": 2, "who": "self"}}]}],
           type=ItemType.CONSUMABLE)  # fmt: skip
    t.give(0, 0)
    t.turn(0).play("item_0")
    assert t.asked == (0, Choice.ABILITY)
    assert t.legal == {"ability_0", "ability_2"}, "the second active one costs essence"
    t.play("ability_2")
    assert t.e(0)["essence"] == 2


@pytest.mark.rule("MAC-ABL-15", "MAC-EFF-08")
def test_an_ability_may_be_played_when_its_condition_fails(t: Table) -> None:
    t.card("explorers", 0, [{"cost": {"stamina": 1}, "effects": [
        {"if": {"essence": 3, "then": [{"restore_health": {"amount": 1, "who": "self"}}]}}]}])  # fmt: skip
    t.turn(0).play("power_0")
    assert (t.e(0)["health"], t.e(0)["stamina"]) == (2, 5)


@pytest.mark.rule("MAC-ABL-15")
def test_an_ability_without_legal_target_cannot_be_played(t: Table) -> None:
    t.card("explorers", 0, [{"cost": {"stamina": 1}, "target": "melee", "effects": [{"attack": {"high": 1}}]}])
    assert "power_0" not in in_turn(t)
    t.monster(M, 5, 4)
    assert "power_0" in in_turn(t)


@pytest.mark.rule("MAC-ABL-03", "MAC-GEN-09")
def test_without_target_only_units_of_the_own_tile_are_affected() -> None:
    t = Table(seats=2, tiles=(0, 1))
    t.explorer(0, 9, 4)
    t.explorer(1, 10, 4, health=1)
    t.monster(M, 10, 5)
    t.monster(5, 8, 4)
    t.high(3)
    t.resolve([{"attack": {"high": 1, "who": "adjacent_units"}}], unit=0)
    assert t.m(5)["health"] == 1
    assert t.m(M)["health"] == 2
    assert t.e(1)["health"] == 1
    t.resolve([{"restore_health": {"amount": 1, "who": "tile_explorers"}}], unit=0)
    assert t.e(1)["health"] == 1
    t.resolve([{"restore_health": {"amount": 1, "who": "all_explorers"}}], unit=0)
    assert t.e(1)["health"] == 2, "the text says all (MAC-GEN-20)"


@pytest.mark.rule("MAC-ABL-13", "MAC-GEN-14")
def test_on_hit_needs_a_hit_by_that_very_item(t: Table) -> None:
    trigger = {"on_hit": [{"restore_health": {"amount": 1, "who": "self"}}]}
    t.card("treasures", 0, [trigger], type=ItemType.WEAPON)
    t.card("treasures", 1, type=ItemType.WEAPON)
    t.give(0, 0, ItemPlace.EQUIPPED)
    t.give(0, 1, ItemPlace.EQUIPPED)
    t.monster(M, 5, 4, health=9)
    t.state["active"] = -1
    t.high(3)
    t.resolve([{"attack": {"high": 1}}], unit=0, target=unit(M), item=1)
    assert t.e(0)["health"] == 2, "another item"
    t.high(0)
    t.resolve([{"attack": {"high": 1}}], unit=0, target=unit(M), item=0)
    assert t.e(0)["health"] == 2, "a miss"
    t.high(3)
    t.resolve([{"attack": {"high": 1}}], unit=0, target=unit(M), item=0)
    assert t.e(0)["health"] == 3


@pytest.mark.rule("MAC-GEN-13")
def test_a_weapon_augment_changes_only_its_own_weapon(t: Table) -> None:
    better = {"passive": [{"attack": 2, "scope": "item"}]}
    on_hit = {"on_hit": [{"restore_health": {"amount": 1, "who": "self"}}]}
    t.card("treasures", 2, [better, on_hit], type=ItemType.AUGMENT)
    t.give(0, 0, ItemPlace.EQUIPPED)
    t.give(0, 1, ItemPlace.EQUIPPED)
    t.give(0, 2, ItemPlace.AUGMENT, 0)
    t.monster(M, 5, 4, health=9)
    t.state["active"] = -1
    for item, hit in ((1, 0), (0, 1), (-1, 0)):
        t.high(0)
        t.resolve([{"attack": {"high": 1}}], unit=0, target=unit(M), item=item)
        assert t.result & 1 == hit
    assert t.e(0)["health"] == 3


@pytest.mark.rule("MAC-EFF-12", "MAC-EFF-13")
def test_the_turn_owner_orders_effects_of_the_same_moment(t: Table) -> None:
    t.card("treasures", 0, [{"on_hit": [{"restore_stamina": {"amount": 2, "who": "self"}}]},
                            {"on_hit": [{"restore_stamina": {"amount": "full", "who": "self"}}]}],
           type=ItemType.WEAPON)  # fmt: skip
    t.give(1, 0, ItemPlace.EQUIPPED)
    t.monster(M, 7, 8, health=9)
    for choice, stamina in (("option_0", 6), ("option_1", 8)):
        t.e(1)["stamina"] = 1
        t.high(3)
        t.resolve([{"attack": {"high": 1}}], unit=1, target=unit(M), item=0)
        assert t.asked == (0, Choice.ORDER), "it is the turn of explorer 0"
        assert t.legal == {"option_0", "option_1"}
        t.play(choice)
        assert t.e(1)["stamina"] == stamina


@pytest.mark.rule("MAC-EFF-13", "MAC-GEN-04")
@pytest.mark.parametrize("ties", ["rules", "ask"])
def test_in_other_phases_the_group_orders_them(ties: str) -> None:
    t = Table(seats=2, ties=ties)
    t.explorer(0, 0, 0)
    t.explorer(1, 8, 8)
    t.monster(M, 7, 8)
    t.card(
        "monsters",
        M,
        [{"on_hit": [{"lose_essence": 1}]}, {"on_hit": [{"restore_health": {"amount": 1, "who": "self"}}]}],
    )
    t.m(M)["health"] = 1
    t.high(3)
    t.resolve([{"attack": {"high": 1}}], unit=unit(M), target=1)
    if ties == "ask":
        assert t.asked == (0, Choice.ORDER)
        t.play("option_1")
    assert t.done
    assert t.m(M)["health"] == 2


@pytest.mark.rule("MAC-BRL-06", "MAC-TAR-01")
def test_a_cancelled_announcement_is_forgotten_when_stamina_is_spent(t: Table) -> None:
    (ability,) = t.card("explorers", 0, [heal(stamina=1)])
    t.e(0)["given_up"][:2] = cell(3, 3), cell(4, 3)
    t.call(Proc.PLAY_ABILITY, 0, ability, -1, -1, e=0)
    assert (t.e(0)["given_up"] == -1).all()


@pytest.mark.rule("MAC-ABL-01", "MAC-EXP-16", "MAC-ATR-07")
def test_monsters_pay_stamina_for_the_abilities_of_their_cards(t: Table) -> None:
    t.monster(M, 5, 4)
    (attack,) = t.card(
        "monsters", M, [{"cost": {"stamina": 3}, "target": "melee", "effects": [{"attack": {"high": 1}}]}]
    )
    t.high(3)
    t.call(Proc.PLAY_ABILITY, unit(M), attack, -1, 0, e=1)
    assert t.m(M)["stamina"] == 2
    assert t.e(0)["health"] == 1
    assert t.result == 1 | 4


@pytest.mark.rule("MAC-MON-17")
def test_a_play_that_changed_nothing_says_so(t: Table) -> None:
    t.monster(M, 6, 4)
    pull, weaken = t.card("monsters", M, [
        {"cost": {"stamina": 1}, "target": {"range": 3}, "effects": [{"pull": 2}]},
        {"cost": {"stamina": 1}, "target": {"range": 3}, "effects": [{"lasting": {"armor": -1}}]},
    ])  # fmt: skip
    t.call(Proc.PLAY_ABILITY, unit(M), pull, -1, 0, e=0)
    assert t.result == 0
    t.call(Proc.PLAY_ABILITY, unit(M), weaken, -1, 0, e=0)
    assert t.result == 4
    t.call(Proc.PLAY_ABILITY, unit(M), weaken, -1, 0, e=0)
    assert t.result == 0, "without a printed number it is limited to one"
    assert t.state["n_lasting"] == 1


@pytest.mark.rule("MAC-MON-11")
@pytest.mark.parametrize(
    ("effects", "legal"),
    [
        ([{"attack": {"high": 1, "who": "adjacent_units"}}], False),
        ([{"restore_health": {"amount": 1, "who": "other_monsters"}}], True),
        ([{"restore_health": {"amount": 1, "who": "adjacent_explorers"}}], False),
        ([{"summon": {"number": 1, "who": "self"}}], False),
        ([{"threat": 1}], True),
        ([{"destroy_space": {"kind": "treasure", "who": "self"}}], True),
        ([{"refresh_space": {"kind": "treasure", "who": "self"}}], False),
    ],
)
def test_a_monster_s_ability_without_target_needs_something_to_affect(
    t: Table, effects: list[Any], legal: bool
) -> None:
    t.monster(M, 7, 4)
    t.monster(5, 8, 4)
    t.space(0, 0, Space.TREASURE)
    t.space(0, 1, Space.SPAWN, Token.EXPLORED)
    t.card("monsters", M, [{"cost": {"stamina": 5}, "effects": effects}])
    t.off_map(1, Where.EXITED)
    t.call(Proc.MONSTER_TURN, M)
    played = t.at(unit(M)) == (7, 4)
    assert played == legal, "it walks if it has nothing to play"


@pytest.mark.rule("MAC-ABL-03", "MAC-GEN-09")
@pytest.mark.parametrize(("x", "scope", "stronger"), [
    (8, "adjacent_explorers", True), (7, "adjacent_explorers", False), (10, "adjacent_explorers", False),
    (7, "tile_explorers", True), (10, "tile_explorers", False), (10, "all_explorers", True),
])  # fmt: skip
def test_a_passive_ability_reaches_others_of_the_own_tile_only(x: int, scope: str, stronger: bool) -> None:
    t = Table(seats=2, tiles=(0, 1))
    t.explorer(0, 9, 4)
    t.explorer(1, x, 4)
    t.monster(M, x, 5)
    t.card("explorers", 0, [{"passive": [{"attack": 2, "scope": scope}]}])
    t.high(0)
    t.resolve([{"attack": {"high": 1}}], unit=1, target=unit(M))
    assert t.result & 1 == stronger


@pytest.mark.rule("MAC-ABL-06", "MAC-EXP-16")
def test_the_cost_is_paid_before_the_effects(t: Table) -> None:
    t.card("explorers", 0, [{"cost": {"stamina": 2, "essence": 1},
                             "effects": [{"restore_stamina": {"amount": "full", "who": "self"}},
                                         {"restore_essence": {"amount": 9, "who": "self"}}]}])  # fmt: skip
    t.e(0)["essence"] = 1
    t.turn(0).play("power_0")
    assert (t.e(0)["stamina"], t.e(0)["essence"]) == (6, 9)
