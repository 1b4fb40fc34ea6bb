"""Windows for abilities without stamina cost (ABL-08, ABL-12, ABL-16)."""

from __future__ import annotations

import pytest

from envs.machina_arcana.state import Choice, ItemPlace, ItemType, Proc, Space, Where
from tests.machina_arcana.story import exit_token
from tests.machina_arcana.table import Table

FREE = {"cost": {"essence": 1}, "target": "self", "effects": [{"restore_health": 1}]}
PAID = {"cost": {"stamina": 1}, "target": "self", "effects": [{"restore_health": 1}]}
M = 3
VIAL = 9


def table(seats: int = 3, *free: int) -> Table:
    """Explorers in a row, far from one another; `free` have an ability that costs 1 essence, and 3 essence."""
    t = Table(seats=seats)
    for seat in range(seats):
        t.explorer(seat, 1 + 3 * seat, 1 + seat)
    for seat in free:
        t.card("explorers", seat, [FREE])
        t.e(seat)["essence"] = 3
    return t


def windows(t: Table) -> list[int]:
    """Seats that are asked in windows, all passing, until something else is asked."""
    seats = []
    while t.asked and t.asked[1] == Choice.WINDOW:
        seats.append(t.asked[0])
        t.play("pass")
    return seats


@pytest.mark.rule("MAC-ABL-08", "MAC-ABL-12")
def test_windows_open_at_the_start_of_a_turn_and_after_each_action() -> None:
    t = table(2, 1)
    t.turn(0)
    assert windows(t) == [1], "before the first action"
    assert t.asked == (0, Choice.TURN)
    t.play("move_south")
    assert windows(t) == [1], "after an action"
    t.play("end_turn")
    assert t.done


@pytest.mark.rule("MAC-ABL-12")
@pytest.mark.parametrize(("acting", "order"), [(0, [1, 2, 3]), (1, [2, 3, 0]), (3, [0, 1, 2])])
def test_seats_are_asked_in_order_from_the_acting_explorer_on(acting: int, order: list[int]) -> None:
    t = table(4, 0, 1, 2, 3)
    t.turn(acting)
    assert windows(t) == order
    assert t.asked == (acting, Choice.TURN)
    assert "power_0" in t.legal, "the acting explorer has its turn for it"


@pytest.mark.rule("MAC-ABL-08", "MAC-ABL-12")
def test_in_a_monster_s_turn_the_lowest_seat_begins() -> None:
    t = table(3, 0, 2)
    t.monster(M, 9, 9)
    t.card("monsters", M, stamina=1)
    t.call(Proc.MONSTER_TURN, M)
    assert windows(t) == [0, 2, 0, 2], "before its first action and after its step"
    assert t.done


@pytest.mark.rule("MAC-ABL-12", "MAC-ABL-09")
def test_the_window_closes_when_all_pass_in_a_row() -> None:
    t = table(3, 1, 2)
    t.state["explorers"]["health"][:3] = 1
    t.turn(0)
    assert t.asked == (1, Choice.WINDOW)
    t.play("power_0")
    assert (t.e(1)["health"], t.e(1)["essence"]) == (2, 2), "one ability resolves before the next"
    assert t.asked == (2, Choice.WINDOW)
    t.play("pass")
    assert t.asked == (1, Choice.WINDOW), "asked again, after the last play not all have passed"
    t.play("pass")
    assert t.asked == (0, Choice.TURN), "seat 2 passed after the last play, and so did seat 1"


@pytest.mark.rule("MAC-ABL-12", "MAC-ABL-07")
def test_seats_without_a_playable_ability_are_skipped() -> None:
    t = table(3, 1)
    t.card("explorers", 2, [PAID])
    t.e(1)["essence"] = 0
    t.turn(0)
    assert t.asked == (0, Choice.TURN)


@pytest.mark.rule("MAC-ABL-12")
def test_no_window_inside_an_ability_nor_during_spawn_and_horror() -> None:
    t = table(2, 1)
    t.space(1, 3, Space.SPAWN)
    t.deck("monster_deck", M)
    t.rolls(0, 0)
    t.call(Proc.SPAWN_PHASE)
    assert t.done
    t.deck("horror_deck", 0)
    t.text(t.tables["horror_events"][0], [{"threat": 1}, {"threat": 1}], kind="horror_event")
    t.rolls(0)
    t.call(Proc.HORROR_PHASE)
    assert t.done
    t.card("explorers", 0, [{"cost": {"stamina": 1}, "target": "self", "effects": [{"threat": 1}, {"threat": 1}]}])
    before = int(t.state["threat"])
    t.turn(0)
    windows(t)
    t.play("power_0")
    assert t.asked == (1, Choice.WINDOW)
    assert t.state["threat"] == before + 2


@pytest.mark.rule("MAC-ABL-16")
@pytest.mark.parametrize("where", [Where.EXITED, Where.WAITING])
def test_explorers_off_the_map_give_no_abilities(where: Where) -> None:
    t = table(2, 1)
    t.off_map(1, where)
    t.tables["treasures"][VIAL]["type"] = ItemType.CONSUMABLE
    t.card("treasures", VIAL, [{**FREE, "cost": {"destroy": True}}])
    t.give(1, VIAL)
    t.turn(0)
    assert t.asked == (0, Choice.TURN)


@pytest.mark.rule("MAC-ABL-16", "MAC-ABL-14")
@pytest.mark.parametrize(
    ("kind", "place", "asked"),
    [
        (ItemType.CONSUMABLE, ItemPlace.INVENTORY, True),
        (ItemType.ARTIFACT, ItemPlace.INVENTORY, False),
        (ItemType.ARTIFACT, ItemPlace.EQUIPPED, True),
    ],
)
def test_unequipped_items_give_no_abilities_but_consumables(kind: ItemType, place: ItemPlace, asked: bool) -> None:
    t = table(2)
    t.tables["treasures"][VIAL]["type"] = kind
    t.card("treasures", VIAL, [{**FREE, "cost": {"destroy": True}}])
    t.give(1, VIAL, place)
    t.turn(0)
    assert (t.asked == (1, Choice.WINDOW)) == asked


@pytest.mark.rule("MAC-ABL-12", "MAC-EXP-19")
def test_the_turn_of_an_explorer_that_left_has_no_window() -> None:
    t = table(2, 1)
    exit_token(t, 0, "north")
    t.explorer(0, 4, 0)
    t.turn(0)
    windows(t)
    t.play("exit")
    assert t.done
