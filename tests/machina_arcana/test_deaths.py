"""Death, banishment and new explorers (DTH, MOV-11, END-09, EX-25)."""

from __future__ import annotations

import pytest

from envs.machina_arcana.state import (
    Choice,
    ItemPlace,
    ItemType,
    Proc,
    QuestKind,
    QuestState,
    Reason,
    Space,
    Token,
    Where,
)
from tests.machina_arcana.story import chapter, quest
from tests.machina_arcana.table import Table, cell, unit

M = 3


@pytest.fixture
def t() -> Table:
    table = Table(seats=2)
    table.explorer(0, 4, 4)
    table.explorer(1, 8, 8)
    table.monster(M, 5, 4)
    table.state["entry_cell"][0] = cell(4, 9)
    return table


def kill(t: Table, seat: int = 0) -> Table:
    """The explorer loses all its health."""
    return t.resolve([{"lose_health": 9}], unit=unit(M), target=seat)


@pytest.mark.rule("MAC-DTH-01", "MAC-MON-14")
def test_a_monster_without_health_goes_on_the_destroyed_pile_and_leaves_the_queue(t: Table) -> None:
    t.deck("monster_destroyed", 9)
    t.monster(5, 6, 6)
    t.resolve([{"lose_health": 2}], unit=0, target=unit(M))
    assert t.pile("monster_destroyed") == [M, 9]
    assert t.pile("queue") == [5]
    assert t.state["unit"][cell(5, 4)] == 0
    assert t.state["kills"] == 1


@pytest.mark.rule("MAC-DTH-02", "MAC-DTH-03", "MAC-ATR-10")
@pytest.mark.parametrize(("active", "essence"), [(0, [1, 0]), (1, [0, 1]), (-1, [0, 0])])
def test_the_explorer_whose_turn_it_is_gets_essence_whoever_caused_it(
    t: Table, active: int, essence: list[int]
) -> None:
    t.state["active"] = active
    t.resolve([{"lose_health": 2}], unit=unit(M), target=unit(M))
    assert [t.e(0)["essence"], t.e(1)["essence"]] == essence


@pytest.mark.rule("MAC-DTH-04")
def test_a_banished_monster_gives_no_essence_and_no_last_effect(t: Table) -> None:
    t.state["active"] = 0
    t.card("monsters", M, [{"when_destroyed": [{"threat": 1}]}])
    t.call(Proc.DESTROY_MONSTER, M, 1)
    assert t.pile("monster_destroyed") == [M]
    assert (t.e(0)["essence"], t.state["threat"], t.state["kills"]) == (0, 1, 0)
    t.monster(5, 6, 6)
    t.card("monsters", 5, [{"when_destroyed": [{"threat": 1}]}])
    t.call(Proc.DESTROY_MONSTER, 5, 0)
    assert (t.e(0)["essence"], t.state["threat"]) == (1, 2)


@pytest.mark.rule("MAC-DTH-05", "MAC-DTH-08", "MAC-DTH-11", "MAC-DTH-13", "MAC-DTH-17", "MAC-EXP-19")
def test_a_destroyed_explorer_is_replaced_at_once_by_an_unused_card(t: Table) -> None:
    t.e(0)["stamina"] = 1
    kill(t)
    assert t.asked == (0, Choice.EXPLORER_CARD)
    assert t.legal == {f"explorer_card_{i}" for i in range(2, 9)}, "not its own card, not the one in use"
    t.play("explorer_card_7")
    assert t.done
    e = t.e(0)
    assert (e["card"], e["health"], e["stamina"], e["essence"]) == (7, 5, 6, 0)
    assert (e["where"], e["cell"]) == (Where.WAITING, -1)
    assert t.state["unit"][cell(4, 4)] == 0
    assert t.state["deaths"] == 1


@pytest.mark.rule("MAC-DTH-12", "MAC-DTH-14", "MAC-RND-07")
def test_it_may_be_placed_from_the_next_round_on(t: Table) -> None:
    kill(t).play("explorer_card_7")
    t.call(Proc.EXPLORER_PHASE)
    assert t.asked == (1, Choice.TURN), "only explorer 1 can act in this round"
    t.state["round"] += 1
    t.state["explorers"]["acted"] = 0
    t.call(Proc.EXPLORER_PHASE)
    assert t.legal == {"explorer_0", "explorer_1"}
    t.play("explorer_0")
    assert t.asked == (0, Choice.PLACEMENT)
    assert t.legal == {"pass", "cell_3_8", "cell_4_8", "cell_5_8", "cell_3_9", "cell_4_9", "cell_5_9"}


@pytest.mark.rule("MAC-EX-25", "MAC-DTH-06", "MAC-DTH-07", "MAC-DTH-10")
def test_half_of_the_items_rounded_up_are_destroyed_by_choice(t: Table) -> None:
    t.card("treasures", 0, type=ItemType.WEAPON)
    for item in range(5):
        t.give(0, item)
    t.give(0, 0, ItemPlace.EQUIPPED)
    t.give(0, 1, ItemPlace.AUGMENT, 0)
    kill(t)
    for item in (3, 4, 1):
        assert t.asked == (0, Choice.DEATH_ITEM)
        t.play(f"item_{item}")
    assert t.asked == (0, Choice.EXPLORER_CARD)
    assert [int(p) for p in t.state["items"]["place"][:5]] == [
        ItemPlace.INVENTORY, ItemPlace.DESTROYED, ItemPlace.INVENTORY, ItemPlace.DESTROYED, ItemPlace.DESTROYED,
    ]  # fmt: skip
    assert [int(o) for o in t.state["items"]["owner"][[0, 2]]] == [0, 0]
    t.play("explorer_card_7")
    assert t.asked == (0, Choice.INVENTORY), "the new one may equip them"
    assert "item_0" in t.legal


@pytest.mark.rule("MAC-DTH-09", "MAC-END-09")
def test_without_a_card_left_the_player_is_out_and_the_others_go_on(t: Table) -> None:
    t.state["card_used"][:] = 1
    kill(t)
    assert t.done
    assert t.e(0)["where"] == Where.OUT
    assert not t.state["core"]["over"]
    kill(t, 1)
    assert t.state["core"]["over"] == 1
    assert t.state["core"]["outcome"] == Reason.NO_EXPLORERS


@pytest.mark.rule("MAC-END-09")
@pytest.mark.parametrize(("entry", "over"), [(True, 0), (False, 1)])
def test_the_game_is_lost_when_nobody_is_left_and_nobody_can_enter(t: Table, entry: bool, over: int) -> None:
    if not entry:
        t.state["entry_cell"][:] = -1
    kill(t).play("explorer_card_7")
    assert not t.state["core"]["over"], "explorer 1 is still there"
    kill(t, 1).play("explorer_card_6")
    assert t.state["core"]["over"] == over


@pytest.mark.rule("MAC-DTH-15")
def test_event_quests_stay_with_the_player(t: Table) -> None:
    t.state["quest_state"][2] = QuestState.OPEN
    t.state["quest_holder"][2] = 0
    kill(t).play("explorer_card_7")
    assert (t.state["quest_state"][2], t.state["quest_holder"][2]) == (QuestState.OPEN, 0)


@pytest.mark.rule("MAC-DTH-16", "MAC-ABL-13")
def test_what_reacts_to_the_death_comes_before_it(t: Table) -> None:
    t.card(
        "treasures", 0, [{"when_destroyed": [{"attack": {"high": 1, "who": "adjacent_units"}}]}], type=ItemType.ARTIFACT
    )
    t.card("treasures", 1, [{"when_destroyed": [{"threat": 5}]}], type=ItemType.ARTIFACT)
    t.give(0, 0, ItemPlace.EQUIPPED)
    t.give(0, 1)
    t.high(2)
    kill(t)
    assert t.m(M)["health"] == 1, "attacked from where it stands"
    assert t.state["items"]["place"][0] == ItemPlace.EQUIPPED, "the items are still whole"
    assert t.state["threat"] == 1, "an item that is not equipped does nothing"
    assert t.asked == (0, Choice.DEATH_ITEM)


@pytest.mark.rule("MAC-DTH-16", "MAC-ATK-13")
def test_an_explorer_that_dies_is_not_destroyed_a_second_time_by_what_its_death_sets_off(t: Table) -> None:
    t.card("explorers", 0, [{"when_destroyed": [{"lose_health": {"amount": 1, "who": "all_explorers"}}]}])
    t.e(1)["health"] = 1
    kill(t)
    assert t.asked == (1, Choice.EXPLORER_CARD)
    t.play("explorer_card_8")
    assert t.asked == (0, Choice.EXPLORER_CARD)
    t.play("explorer_card_7")
    assert t.done
    assert t.state["deaths"] == 2


@pytest.mark.rule("MAC-MOV-11", "MAC-SPC-05", "MAC-MOV-12")
def test_an_explorer_that_steps_into_a_pit_is_destroyed(t: Table) -> None:
    t.space(4, 3, Space.PIT)
    t.e(0)["essence"] = 3
    t.turn(0).play("move_north")
    assert t.asked == (0, Choice.EXPLORER_CARD), "essence does not help"
    t.play("explorer_card_7")
    assert t.done
    assert t.state["active"] == -1, "its turn is over"


@pytest.mark.rule("MAC-DTH-03", "MAC-MOV-11")
def test_a_monster_in_a_pit_gives_essence_to_the_turn_owner(t: Table) -> None:
    t.space(5, 4, Space.PIT)
    t.state["active"] = 1
    t.call(Proc.AFTER_MOVE, unit(M))
    assert not t.on_map(unit(M))
    assert t.e(1)["essence"] == 1


@pytest.mark.rule("MAC-CHP-11", "MAC-BAS-20")
def test_an_explorer_that_dies_at_the_base_is_replaced_there(t: Table) -> None:
    t.off_map(0, Where.BASE)
    t.off_map(1, Where.BASE)
    t.e(0)["health"] = 0
    t.call(Proc.DEATHS, -1)
    t.play("explorer_card_7")
    assert t.done
    assert t.e(0)["where"] == Where.BASE


@pytest.mark.rule("MAC-ATK-13", "MAC-DTH-01")
def test_deaths_resolve_in_seat_order_then_queue_order(t: Table) -> None:
    t.monster(9, 1, 1)
    t.monster(1, 2, 1)
    for card in (M, 9, 1):
        t.m(card)["health"] = 0
    t.e(1)["health"] = 0
    t.call(Proc.DEATHS, -1)
    assert t.asked == (1, Choice.EXPLORER_CARD)
    assert t.pile("monster_destroyed") == []
    t.play("explorer_card_5")
    assert t.pile("monster_destroyed") == [1, 9, M]
    assert t.result == 4


@pytest.mark.rule("MAC-DTH-17", "MAC-EXI-08", "MAC-ENT-09")
def test_the_successor_may_die_while_the_first_death_is_still_resolved() -> None:
    t = Table(seats=2)
    chapter(t, 0)
    chapter(t, 1, ["place_entry", {"lose_health": {"amount": 5, "who": "all_explorers"}}])
    t.explorer(0, 4, 4)
    t.off_map(1, Where.EXITED)
    t.space(4, 3, Space.PIT)
    t.deck("tile_deck", 4)
    t.turn(0).play("move_north", "explorer_card_5", "cell_4_8", "cell_5_8")
    assert t.asked == (0, Choice.EXPLORER_CARD), "no health left, and in seat order"
    t.play("explorer_card_6")
    assert t.asked == (1, Choice.EXPLORER_CARD)
    t.play("explorer_card_7")
    assert t.done
    assert t.state["deaths"] == 3
    assert not t.on_map(0)


@pytest.mark.rule("MAC-EXP-19", "MAC-DTH-13", "MAC-CHP-11", "MAC-ENT-09")
def test_the_successor_does_not_go_on_with_the_turn_if_it_is_placed_at_once(t: Table) -> None:
    quest(t, 0, QuestKind.COLLECT_HEALTH, times=5)
    chapter(t, 0, quests=(0, 1))
    chapter(t, 1, ["place_entry"])
    t.deck("tile_deck", 4)
    t.turn(0).play("pass", "quest_0", "amount_5", "explorer_card_5", "cell_4_8", "cell_5_8")
    assert t.on_map(0)
    assert t.done, "the turn ended with the explorer that paid its last health"
    assert (t.e(0)["acted"], t.state["active"]) == (1, -1)


@pytest.mark.rule("MAC-ATK-03", "MAC-DTH-05", "MAC-DTH-13")
@pytest.mark.parametrize("alive", [True, False])
def test_what_the_successor_brings_is_not_added_to_the_attack_of_the_destroyed_explorer(t: Table, alive: bool) -> None:
    for card in (0, 5):
        t.card("explorers", card, [{"passive": [{"attack": 3}, {"arcane": True}]}])
    t.card("monsters", M, armor=2, will=0)
    t.e(0)["health"] = 2 if alive else 1
    t.high(0)
    t.resolve([{"lose_health": {"amount": 1, "who": "self"}}, {"attack": {"high": 1}}], unit=0, target=unit(M))
    if not alive:
        t.play("explorer_card_5")
    assert t.done
    assert t.m(M)["health"] == (1 if alive else 2)


@pytest.mark.rule("MAC-DTH-02", "MAC-ATR-10")
@pytest.mark.parametrize(("before", "after"), [(8, 9), (9, 9)])
def test_the_essence_of_a_kill_stops_at_nine(t: Table, before: int, after: int) -> None:
    t.state["active"] = 0
    t.e(0)["essence"] = before
    t.resolve([{"destroy_monster": {"who": "target"}}], unit=0, target=unit(M))
    assert t.e(0)["essence"] == after


@pytest.mark.rule("MAC-DTH-05", "MAC-DTH-11", "MAC-EFF-02")
def test_the_successor_does_not_inherit_the_lasting_effects_on_the_destroyed_explorer(t: Table) -> None:
    t.resolve([{"lasting": {"armor": 5, "who": "all_explorers"}}], unit=1)
    kill(t).play("explorer_card_7")
    assert [int(target) for target in t.state["lasting"]["target"][: t.state["n_lasting"]]] == [1]
    t.explorer(0, 4, 4)
    t.high(1)
    t.resolve([{"attack": {"high": 1}}], unit=unit(M), target=0)
    assert t.e(0)["health"] == 4


@pytest.mark.rule("MAC-DTH-12", "MAC-RND-07", "MAC-ENT-09")
def test_a_successor_that_a_chapter_places_in_the_same_round_has_no_turn_in_it(t: Table) -> None:
    chapter(t, 0)
    chapter(t, 1, ["place_entry"])
    t.deck("tile_deck", 4)
    t.space(4, 3, Space.CHAPTER, Token.LIGHT)
    kill(t, 1).play("explorer_card_7")
    t.call(Proc.EXPLORER_PHASE).play("activate_north", "cell_4_8", "cell_5_8")
    assert t.on_map(1)
    t.play("end_turn")
    assert t.done
    t.state["round"] += 1
    t.state["explorers"]["acted"] = 0
    assert t.call(Proc.EXPLORER_PHASE).legal == {"explorer_0", "explorer_1"}
