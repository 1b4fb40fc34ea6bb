"""Attributes, health and essence (ATR)."""

from __future__ import annotations

import pytest

from envs.machina_arcana.state import CAP, MAX_EXPLORERS, Choice, ItemPlace, ItemType, Proc
from tests.machina_arcana.table import Table, unit

M = 3


@pytest.fixture
def t() -> Table:
    table = Table(seats=2)
    table.explorer(0, 4, 4)
    table.explorer(1, 8, 8)
    table.monster(M, 5, 4)
    return table


def armor_of(t: Table, target: int) -> int:
    """Effective armor: the least roll that hits."""
    for roll in range(CAP + 2):
        health = t.e(target)["health"] if target < MAX_EXPLORERS else t.m(target - MAX_EXPLORERS)["health"]
        t.card("explorers", 8, [{"passive": [{"attack": roll}]}] if roll else [{"passive": [{"stamina": 1}]}])
        t.high(0)
        t.resolve([{"attack": {"high": 1}}], unit=1, target=target)
        hit = t.result & 1
        row = t.e(target) if target < MAX_EXPLORERS else t.m(target - MAX_EXPLORERS)
        row["health"] = health
        if hit:
            return roll
    return CAP + 1


@pytest.mark.rule("MAC-ATR-01", "MAC-ATR-02", "MAC-ATR-03")
@pytest.mark.parametrize(("printed", "bonus", "effective"), [(1, 2, 3), (1, -4, 0), (6, 5, CAP)])
def test_armor_is_card_plus_equipment_and_lies_in_zero_to_nine(
    t: Table, printed: int, bonus: int, effective: int
) -> None:
    t.e(1)["card"] = 8
    t.card("explorers", 0, armor=printed)
    t.card("treasures", 0, armor=bonus, type=ItemType.APPAREL)
    t.give(0, 0, ItemPlace.EQUIPPED)
    assert armor_of(t, 0) == effective


@pytest.mark.rule("MAC-ATR-03", "MAC-ABL-04", "MAC-ABL-16")
def test_an_item_in_the_inventory_gives_no_armor(t: Table) -> None:
    t.e(1)["card"] = 8
    t.card("treasures", 0, armor=3, type=ItemType.APPAREL)
    t.give(0, 0)
    assert armor_of(t, 0) == 1


@pytest.mark.rule("MAC-ATR-04")
@pytest.mark.parametrize(("roll", "hit"), [(2, 0), (3, 1)])
def test_will_rises_with_equipment_and_blocks_arcane_attacks(t: Table, roll: int, hit: int) -> None:
    t.card("treasures", 0, will=2, type=ItemType.ARTIFACT)
    t.give(0, 0, ItemPlace.EQUIPPED)
    t.high(roll)
    t.resolve([{"attack": {"high": 1, "arcane": True}}], unit=unit(M), target=0)
    assert t.result & 1 == hit


@pytest.mark.rule("MAC-ATR-05")
def test_health_counts_the_losses_until_destruction(t: Table) -> None:
    t.resolve([{"lose_health": 1}], unit=0, target=unit(M))
    assert t.m(M)["health"] == 1
    t.resolve([{"lose_health": 1}], unit=0, target=unit(M))
    assert not t.on_map(unit(M))


@pytest.mark.rule("MAC-ATR-06")
def test_restored_health_stops_at_the_card(t: Table) -> None:
    t.e(0)["health"] = 4
    t.resolve([{"restore_health": 3}], unit=0, target=0)
    assert t.e(0)["health"] == 5
    t.m(M)["health"] = 1
    t.resolve([{"restore_health": 3}], unit=0, target=unit(M))
    assert t.m(M)["health"] == 2


@pytest.mark.rule("MAC-ATR-08")
@pytest.mark.parametrize(("before", "amount", "after"), [(3, 2, 5), (8, 4, 9), (2, "full", 6), (8, "full", 8)])
def test_restored_stamina(t: Table, before: int, amount: int | str, after: int) -> None:
    t.e(0)["stamina"] = before
    t.resolve([{"restore_stamina": amount}], unit=0, target=0)
    assert t.e(0)["stamina"] == after


@pytest.mark.rule("MAC-ATR-07", "MAC-ATR-16")
def test_stamina_is_lost_by_the_target_alone(t: Table) -> None:
    t.resolve([{"lose_stamina": 2}], unit=1, target=0)
    assert [t.e(0)["stamina"], t.e(1)["stamina"]] == [4, 6]
    t.resolve([{"lose_stamina": 9}], unit=1, target=0)
    assert t.e(0)["stamina"] == 0


@pytest.mark.rule("MAC-ATR-09", "MAC-ATR-16")
def test_monsters_have_no_essence(t: Table) -> None:
    before = t.state["monsters"].copy()
    t.resolve([{"restore_essence": {"amount": 2, "who": "target"}}], unit=0, target=unit(M))
    assert (t.state["monsters"] == before).all()


@pytest.mark.rule("MAC-ATR-10")
def test_essence_rises_to_nine_at_most(t: Table) -> None:
    t.e(0)["essence"] = 8
    t.resolve([{"restore_essence": 3}], unit=0, target=0)
    assert t.e(0)["essence"] == 9
    t.resolve([{"lose_essence": 4}], unit=0, target=0)
    assert t.e(0)["essence"] == 5


@pytest.mark.rule("MAC-EX-13", "MAC-ATR-11", "MAC-ATR-12")
def test_essence_is_lost_instead_of_the_last_health(t: Table) -> None:
    t.explorer(0, 4, 4, health=1, essence=1)
    t.high(3)
    t.resolve([{"attack": {"high": 1}}], unit=unit(M), target=0)
    assert t.asked == (0, Choice.LOSS), "off-turn as well"
    assert t.legal == {"lose_health", "lose_essence"}
    t.play("lose_essence")
    assert (t.e(0)["health"], t.e(0)["essence"]) == (1, 0)
    assert t.on_map(0)
    assert t.result & 1, "a hit that was replaced is still a hit"


@pytest.mark.rule("MAC-ATR-12")
def test_the_exchange_is_offered_for_each_point_while_essence_lasts(t: Table) -> None:
    t.e(0)["essence"] = 1
    t.resolve([{"lose_health": 3}], unit=unit(M), target=0)
    t.play("lose_health")
    assert t.asked == (0, Choice.LOSS)
    t.play("lose_essence")
    assert t.done, "without essence there is no choice"
    assert (t.e(0)["health"], t.e(0)["essence"]) == (3, 0)


@pytest.mark.rule("MAC-ATR-13", "MAC-ATR-14")
def test_an_attack_off_turn_is_raised_by_its_attacker_only(t: Table) -> None:
    t.state["active"] = -1
    t.e(0)["essence"] = 1
    t.e(1)["essence"] = 1
    t.high(1)
    t.resolve([{"attack": {"high": 1}}], unit=0, target=unit(M))
    assert t.asked == (0, Choice.RAISE)
    t.play("amount_1")
    assert t.done
    assert t.result & 1
    assert t.e(1)["essence"] == 1


@pytest.mark.rule("MAC-ATR-13", "MAC-ATR-14", "MAC-SPE-09")
def test_a_monster_s_roll_is_raised_by_the_turn_owner_only(t: Table) -> None:
    t.e(0)["essence"] = 2
    t.high(0)
    t.resolve([{"attack": {"high": 1}}], unit=unit(M), target=1)
    assert t.done, "nobody's turn, nobody may raise"
    t.state["active"] = 0
    t.high(0)
    t.resolve([{"attack": {"high": 1}}], unit=unit(M), target=1)
    assert t.asked == (0, Choice.RAISE)
    t.play("amount_1")
    assert t.e(1)["health"] == 4


@pytest.mark.rule("MAC-ATR-15")
def test_essence_pays_for_abilities(t: Table) -> None:
    (ability,) = t.card("explorers", 0, [{"cost": {"essence": 2}, "effects": [{"restore_stamina": "full"}]}])
    t.e(0)["essence"] = 3
    t.e(0)["stamina"] = 0
    t.call(Proc.PLAY_ABILITY, 0, ability, -1, -1, e=0)
    assert (t.e(0)["essence"], t.e(0)["stamina"]) == (1, 6)
