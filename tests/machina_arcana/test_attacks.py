"""Attacks: dice, bonuses, blocking, several blockers, order of what follows (ATK, EX-01 to EX-03, EX-11, EX-12)."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from envs.machina_arcana.state import Choice, ItemPlace, ItemType, Proc
from tests.machina_arcana.table import HIGH_DIE, LOW_DIE, Table, unit

SARALL = 3
HIT, KILLED = 1, 2


@pytest.fixture
def t() -> Table:
    """An explorer beside Sarall: armor 3, 2 health, attacks all adjacent units when destroyed."""
    table = Table(seats=2)
    table.explorer(0, 4, 4)
    table.monster(SARALL, 5, 4)
    table.card("monsters", SARALL, [{"when_destroyed": [{"attack": {"high": 1, "who": "adjacent_units"}}]}], armor=3)
    table.state["active"] = 0
    return table


def strike(t: Table, high: int, low: int) -> Table:
    """The explorer's attack with 1 high and 1 low die, which show these faces."""
    t.high(high)
    t.low(low)
    return t.resolve([{"attack": {"high": 1, "low": 1}}], unit=0, target=unit(SARALL))


@pytest.mark.rule("MAC-EX-01", "MAC-ATK-01", "MAC-ATK-02", "MAC-ATK-04", "MAC-ATK-09")
def test_a_roll_equal_to_the_armor_hits(t: Table) -> None:
    strike(t, 2, 1)
    assert t.done
    assert t.result & 3 == HIT
    assert t.m(SARALL)["health"] == 1
    assert t.on_map(unit(SARALL))


@pytest.mark.rule("MAC-EX-03", "MAC-ATK-04")
def test_a_roll_below_the_armor_misses(t: Table) -> None:
    strike(t, 1, 1)
    assert t.result & 3 == 0
    assert t.m(SARALL)["health"] == 2
    assert t.e(0)["essence"] == 0


@pytest.mark.rule("MAC-ATK-09")
def test_a_hit_costs_one_health_whatever_the_margin(t: Table) -> None:
    t.card("monsters", SARALL, armor=0)
    strike(t, 3, 2)
    assert t.m(SARALL)["health"] == 1


@pytest.mark.rule("MAC-EX-02", "MAC-ATK-05", "MAC-ATK-12", "MAC-DTH-01", "MAC-DTH-02", "MAC-ABL-13", "MAC-ATR-10")
def test_sarall_dies_at_the_second_hit_and_attacks_all_around_its_space(t: Table) -> None:
    t.m(SARALL)["health"] = 1
    t.explorer(1, 6, 5)
    t.monster(7, 5, 3)
    t.monster(8, 7, 4)
    t.high(2)
    t.low(1)
    t.high(2)
    t.resolve([{"attack": {"high": 1, "low": 1}}], unit=0, target=unit(SARALL))
    assert not t.on_map(unit(SARALL))
    assert t.pile("monster_destroyed") == [SARALL]
    assert t.asked == (0, Choice.RAISE), "the kill gave 1 essence, and any roll of the own turn may be raised"
    t.play("amount_0")
    assert t.asked == (0, Choice.LOSS)
    t.play("lose_health")
    assert t.done
    assert t.result & 3 == HIT | KILLED
    assert t.e(0)["essence"] == 1
    assert [t.e(0)["health"], t.e(1)["health"]] == [4, 4], "explorers around it are hit, one roll for all"
    assert t.m(7)["health"] == 1, "monsters too"
    assert t.m(8)["health"] == 2, "two spaces away"


@pytest.mark.rule("MAC-ATK-12")
def test_an_attack_on_all_adjacent_units_needs_sight(t: Table) -> None:
    t.m(SARALL)["health"] = 1
    t.explorer(1, 5, 5)
    t.border(5, 4, "south")
    t.state["active"] = -1
    t.high(2)
    t.low(1)
    t.high(2)
    t.resolve([{"attack": {"high": 1, "low": 1}}], unit=0, target=unit(SARALL))
    assert t.e(0)["health"] == 4
    assert t.e(1)["health"] == 5


@pytest.mark.rule("MAC-EX-11", "MAC-ATK-02")
def test_the_chance_of_one_high_and_one_low_die_against_three(t: Table) -> None:
    hits = Counter()
    for high, low in product(range(6), range(6)):
        t.m(SARALL)["health"] = 2
        t.rolls(high, low)
        t.resolve([{"attack": {"high": 1, "low": 1}}], unit=0, target=unit(SARALL))
        hits[t.result & HIT] += 1
        assert (t.result & HIT) == (HIGH_DIE[high] + LOW_DIE[low] >= 3)
    assert hits[HIT] == 20


@pytest.mark.rule("MAC-EX-12", "MAC-ATR-13")
@pytest.mark.parametrize(("essence", "expected"), [(0, 1), (1, 3)])
def test_one_essence_triples_the_chance_of_one_high_die_against_three(t: Table, essence: int, expected: int) -> None:
    hits = 0
    for face in range(6):
        t.m(SARALL)["health"] = 2
        t.e(0)["essence"] = essence
        t.rolls(face)
        t.resolve([{"attack": {"high": 1}}], unit=0, target=unit(SARALL))
        if t.asked == (0, Choice.RAISE):
            assert (t.state["attack_roll"], t.state["attack_need"]) == (HIGH_DIE[face], 3)
            assert t.state["core"]["subject"] == max(0, 3 - HIGH_DIE[face]), "the least essence that helps"
            t.play("amount_1" if HIGH_DIE[face] == 2 else "amount_0")
        hits += t.result & HIT
    assert hits == expected
    assert t.state["attack_roll"] == -1


@pytest.mark.rule("MAC-ATK-03", "MAC-GEN-07")
def test_effects_that_raise_the_attacker_s_rolls_are_added(t: Table) -> None:
    t.card("explorers", 0, [{"passive": [{"attack": 1}]}])
    assert strike(t, 1, 1).result & HIT
    t.explorer(1, 5, 5)
    t.m(SARALL)["health"] = 2
    t.high(1)
    t.low(1)
    t.resolve([{"attack": {"high": 1, "low": 1}}], unit=1, target=unit(SARALL))
    assert not t.result & HIT, "the passive of the first explorer's card is its own"


@pytest.mark.rule("MAC-ATK-03")
def test_a_bonus_against_adjacent_units_counts_for_each_blocker(t: Table) -> None:
    t.card("explorers", 0, [{"passive": [{"melee_attack": 1}]}])
    t.monster(9, 8, 4, health=2)
    t.card("monsters", 9, armor=3)
    t.high(2)
    t.resolve([{"attack": {"high": 1, "who": "tile_monsters"}}], unit=0)
    assert t.m(SARALL)["health"] == 1
    assert t.m(9)["health"] == 2


@pytest.mark.rule("MAC-ATK-06", "MAC-ATR-03", "MAC-ATR-04")
@pytest.mark.parametrize(("arcane", "hit"), [(False, 0), (True, HIT)])
def test_armor_blocks_normal_attacks_and_will_blocks_arcane_ones(t: Table, arcane: bool, hit: int) -> None:
    t.card("monsters", SARALL, armor=3, will=2)
    t.high(2)
    t.resolve([{"attack": {"high": 1, "arcane": arcane}}], unit=0, target=unit(SARALL))
    assert t.result & HIT == hit


@pytest.mark.rule("MAC-ATK-07")
def test_a_unit_with_raised_arcane_rolls_attacks_arcane(t: Table) -> None:
    t.card("monsters", SARALL, armor=3, will=2)
    t.card("explorers", 0, [{"passive": [{"arcane": True}]}])
    t.high(2)
    t.resolve([{"attack": {"high": 1}}], unit=0, target=unit(SARALL))
    assert t.result & HIT


@pytest.mark.rule("MAC-ATK-08")
def test_one_roll_counts_for_all_blockers(t: Table) -> None:
    t.monster(9, 4, 5)
    t.high(2)
    t.resolve([{"attack": {"high": 1, "who": "adjacent_monsters"}}], unit=0)
    assert t.m(9)["health"] == 1, "armor 2"
    assert t.m(SARALL)["health"] == 2, "armor 3"
    assert t.state["core"]["script_n"] == 0


@pytest.mark.rule("MAC-ATK-08", "MAC-TAR-03")
def test_the_same_target_taken_twice_is_hit_twice_by_one_roll(t: Table) -> None:
    t.card("monsters", SARALL, health=3)
    t.m(SARALL)["health"] = 3
    t.high(3)
    t.resolve([{"attack": {"high": 1}}], unit=0, target=unit(SARALL), second=unit(SARALL))
    assert t.m(SARALL)["health"] == 1


@pytest.mark.rule("MAC-ATK-11")
def test_a_roll_is_never_below_zero_and_zero_is_always_hit(t: Table) -> None:
    t.card("explorers", 0, [{"passive": [{"attack": -3}]}])
    t.card("monsters", SARALL, armor=0)
    t.high(0)
    t.resolve([{"attack": {"high": 1}}], unit=0, target=unit(SARALL))
    assert t.result & HIT


@pytest.mark.rule("MAC-ATK-11", "MAC-ATR-14")
def test_essence_is_added_to_a_roll_that_is_not_below_zero(t: Table) -> None:
    t.card("explorers", 0, [{"passive": [{"attack": -3}]}])
    t.card("monsters", SARALL, armor=1)
    t.e(0)["essence"] = 1
    t.high(0)
    t.resolve([{"attack": {"high": 1}}], unit=0, target=unit(SARALL)).play("amount_1")
    assert t.result & HIT


@pytest.mark.rule("MAC-ATK-10", "MAC-ATR-14")
def test_the_attacker_raises_before_the_turn_owner_and_the_loss_comes_after(t: Table) -> None:
    t.explorer(1, 4, 5, essence=2)
    t.e(0)["essence"] = 2
    t.high(1)
    t.resolve([{"attack": {"high": 1}}], unit=1, target=unit(SARALL))
    assert t.asked == (1, Choice.RAISE)
    assert t.legal == {"amount_0", "amount_1", "amount_2"}
    t.play("amount_1")
    assert t.asked == (0, Choice.RAISE)
    assert t.m(SARALL)["health"] == 2
    t.play("amount_1")
    assert t.m(SARALL)["health"] == 1
    assert [t.e(0)["essence"], t.e(1)["essence"]] == [1, 1]


@pytest.mark.rule("MAC-ATK-10", "MAC-GEN-14", "MAC-ABL-13")
def test_on_hit_and_on_kill_come_after_the_destruction(t: Table) -> None:
    on_hit = {"on_hit": [{"restore_health": {"amount": 1, "who": "self"}}]}
    on_kill = {"on_kill": [{"restore_stamina": {"amount": 2, "who": "self"}}]}
    t.card("treasures", 0, [on_hit, on_kill], type=ItemType.WEAPON)
    t.give(0, 0, ItemPlace.EQUIPPED)
    t.e(0)["health"] = 2
    t.e(0)["stamina"] = 0
    t.high(3)
    t.resolve([{"attack": {"high": 1}}], unit=0, target=unit(SARALL), item=0)
    assert (t.e(0)["health"], t.e(0)["stamina"]) == (3, 0), "a hit, no kill"
    t.high(3, 1)
    t.resolve([{"attack": {"high": 1}}], unit=0, target=unit(SARALL), item=0)
    assert t.asked == (0, Choice.RAISE), "Sarall's last attack comes before the item's effects"
    assert (t.e(0)["health"], t.e(0)["stamina"]) == (3, 0)
    t.play("amount_0", "lose_health")
    assert (t.e(0)["health"], t.e(0)["stamina"]) == (3, 2), "3 - 1 lost + 1 of the hit"


@pytest.mark.rule("MAC-ATK-13")
def test_all_losses_are_decided_before_anyone_dies_in_seat_order_then_queue_order(t: Table) -> None:
    t.explorer(0, 4, 4, health=1, essence=1)
    t.explorer(1, 6, 4, health=1, essence=1)
    t.monster(1, 5, 5)
    t.m(1)["health"] = 1
    t.state["active"] = -1
    t.high(3)
    t.call(Proc.ATTACK, -1, -1, 1, 0, f=-1, g=-1, h=1 | 2 | 1 << unit(1) | 1 << unit(SARALL))
    assert t.asked == (0, Choice.LOSS)
    t.play("lose_health")
    assert t.on_map(0), "not destroyed before the other losses"
    assert t.asked == (1, Choice.LOSS)
    assert t.m(1)["health"] == 1
    t.play("lose_essence")
    assert t.asked[1] == Choice.EXPLORER_CARD
    assert not t.on_map(0)
    assert t.on_map(unit(1)), "the queue comes after the seats"
    t.play("explorer_card_5")
    assert t.done
    assert t.on_map(1)
    assert not t.on_map(unit(1))
    assert t.m(SARALL)["health"] == 1


@pytest.mark.rule("MAC-ATK-10")
def test_an_attack_without_blockers_rolls_nothing(t: Table) -> None:
    t.call(Proc.ATTACK, 0, -1, 1, 0, f=-1, g=-1)
    assert t.done
    assert t.result == 0


@pytest.mark.rule("MAC-ATK-10")
def test_on_hit_comes_before_on_kill(t: Table) -> None:
    t.card("monsters", 7, health=1)
    t.monster(7, 4, 5)
    t.card("explorers", 0, [{"on_kill": [{"restore_stamina": {"amount": 2, "who": "self"}}]},
                            {"on_hit": [{"restore_stamina": {"amount": "full", "who": "self"}}]}])  # fmt: skip
    t.e(0)["stamina"] = 1
    t.high(3)
    t.resolve([{"attack": {"high": 1}}], unit=0, target=unit(7))
    assert t.e(0)["stamina"] == 8


@pytest.mark.rule("MAC-ATK-08", "MAC-ATR-13")
def test_essence_raises_the_roll_against_all_blockers(t: Table) -> None:
    t.monster(9, 4, 5)
    t.e(0)["essence"] = 2
    t.high(1)
    t.resolve([{"attack": {"high": 1, "who": "adjacent_monsters"}}], unit=0)
    assert t.state["core"]["subject"] == 1, "armor 2 is nearer than armor 3"
    t.play("amount_2")
    assert [t.m(9)["health"], t.m(SARALL)["health"]] == [1, 1]


@pytest.mark.rule("MAC-ATR-14")
@pytest.mark.parametrize(("attacker", "asked"), [(0, [0]), (1, [1, 0]), (unit(9), [0])])
def test_nobody_but_the_attacker_and_the_turn_owner_raises_a_roll(attacker: int, asked: list[int]) -> None:
    t = Table(seats=3)
    for seat in range(3):
        t.explorer(seat, 3 + seat, 4, essence=1)
    t.monster(SARALL, 4, 5)
    t.monster(9, 4, 6)
    t.state["active"] = 0
    t.high(0)
    t.resolve([{"attack": {"high": 1}}], unit=attacker, target=unit(SARALL))
    seats = []
    while t.asked:
        assert t.asked[1] == Choice.RAISE
        seats.append(t.asked[0])
        t.play("amount_1")
    assert seats == asked
    assert t.m(SARALL)["health"] == (1 if len(asked) == 2 else 2), "armor 2"
    assert t.e(2)["essence"] == 1


@pytest.mark.rule("MAC-ATK-12", "MAC-DTH-01")
def test_the_last_attack_of_one_may_set_off_that_of_the_next(t: Table) -> None:
    t.card("monsters", 7, [{"when_destroyed": [{"attack": {"high": 1, "who": "adjacent_units"}}]}], armor=3)
    t.m(SARALL)["health"] = 1
    t.monster(7, 6, 4, health=1)
    t.monster(9, 7, 4)
    t.state["active"] = -1
    t.high(3, 3, 3)
    t.resolve([{"attack": {"high": 1}}], unit=0, target=unit(SARALL))
    assert t.pile("monster_destroyed") == [7, SARALL]
    assert (t.e(0)["health"], t.m(9)["health"]) == (4, 1), "each attacks around its own space"
