"""The visit to the base (BAS-05 to BAS-14, BAS-16, BAS-20)."""

from __future__ import annotations

import pytest

from envs.machina_arcana.state import Choice, Op, Phase, Proc, QuestKind, QuestState, Space, Token, Where
from tests.machina_arcana.wardrobe import Card, Wardrobe

C = Card


@pytest.fixture
def t() -> Wardrobe:
    t = Wardrobe()
    t.to_base()
    return t


@pytest.mark.rule("MAC-BAS-08", "MAC-BAS-20")
def test_the_infirmary_heals_all_explorers_free_and_first(t: Wardrobe) -> None:
    for seat, health in enumerate((1, 3, 2)):
        t.e(seat)["health"] = health
    t.off_map(2, Where.WAITING)
    t.call(Proc.BASE_VISIT)
    assert [int(t.e(seat)["health"]) for seat in range(3)] == [5, 5, 5]
    assert [int(t.e(seat)["essence"]) for seat in range(3)] == [0, 0, 0]


@pytest.mark.rule("MAC-BAS-06", "MAC-BAS-12", "MAC-BAS-16")
def test_the_seats_are_asked_in_order_and_act_without_stamina(t: Wardrobe) -> None:
    t.e(0)["stamina"] = t.e(1)["stamina"] = 0
    t.carry(0, C.COAT)
    t.carry(1, C.PISTOL)
    t.call(Proc.BASE_VISIT)
    assert t.asked == (0, Choice.BASE)
    assert t.options == {"pass", "inventory", "trade_1", "trade_2", "armory"}, "all explorers count as adjacent"
    t.play("inventory", "COAT")
    assert t.place(C.COAT) == "0 EQUIPPED"
    t.play("done")
    assert t.asked == (1, Choice.BASE), "one action each, then the next seat"
    t.play("trade_2", "PISTOL")
    assert t.place(C.PISTOL) == "2 INVENTORY"
    assert t.asked == (2, Choice.BASE), "a trade without a further item is over"
    assert t.e(0)["stamina"] == t.e(1)["stamina"] == 0


@pytest.mark.rule("MAC-BAS-16")
def test_the_visit_ends_when_all_pass_in_a_row(t: Wardrobe) -> None:
    t.carry(2, C.COAT)
    t.call(Proc.BASE_VISIT).play("pass", "pass", "inventory", "COAT", "done")
    assert t.asked == (0, Choice.BASE), "the action of explorer 2 starts the count anew"
    t.play("pass", "pass")
    assert not t.done
    assert t.play("pass").done


@pytest.mark.rule("MAC-BAS-16", "MAC-BAS-06")
def test_the_inventory_is_opened_again_only_after_the_set_of_items_has_changed(t: Wardrobe) -> None:
    t.carry(0, C.COAT, C.IDOL)
    t.carry(1, C.PISTOL)
    t.carry(2, C.TONIC)
    t.call(Proc.BASE_VISIT).play("inventory", "COAT", "done", "pass", "trade_1", "done")
    assert t.asked == (0, Choice.BASE)
    assert "inventory" not in t.options
    t.play("pass", "trade_0", "PISTOL", "done", "pass")
    assert t.asked == (0, Choice.BASE)
    assert "inventory" in t.options, "it has received a card"
    t.play("inventory", "done", "pass", "pass")
    assert "inventory" not in t.options
    t.play("trade_2", "IDOL", "done", "pass", "pass")
    assert t.asked == (0, Choice.BASE)
    assert "inventory" in t.options, "it has given a card away"


@pytest.mark.rule("MAC-BAS-16")
def test_an_explorer_starts_one_trade_with_each_other_explorer(t: Wardrobe) -> None:
    t.carry(0, C.COAT)
    t.call(Proc.BASE_VISIT).play("trade_1", "done")
    assert t.asked == (1, Choice.BASE)
    assert "trade_0" in t.options, "the partner may still start one"
    t.play("pass", "pass")
    assert t.asked == (0, Choice.BASE)
    assert "trade_1" not in t.options
    assert "trade_2" in t.options


@pytest.mark.rule("MAC-BAS-09", "MAC-THR-11", "MAC-BAS-12")
def test_the_derelict_camp_lowers_the_threat_for_2_essence_as_often_as_paid(t: Wardrobe) -> None:
    t.state["threat"] = 4
    t.e(0)["essence"] = 5
    t.e(1)["essence"] = 1
    t.call(Proc.BASE_VISIT).play("derelict_camp")
    assert t.state["threat"] == 3
    assert t.e(0)["essence"] == 3
    assert t.asked == (1, Choice.BASE)
    assert "derelict_camp" not in t.options, "1 essence is too little"
    t.play("pass", "pass", "derelict_camp")
    assert (t.state["threat"], t.e(0)["essence"]) == (2, 1)
    assert t.state["level"] == 1


@pytest.mark.rule("MAC-BAS-09")
def test_the_derelict_camp_is_closed_at_the_start_position(t: Wardrobe) -> None:
    t.state["threat"] = 2
    t.e(0)["essence"] = t.e(1)["essence"] = 9
    t.call(Proc.BASE_VISIT).play("derelict_camp")
    assert t.state["threat"] == 1
    assert "derelict_camp" not in t.options


@pytest.mark.rule("MAC-BAS-10", "MAC-BAS-13")
def test_the_armory_is_used_once_and_all_may_use_their_inventories(t: Wardrobe) -> None:
    t.treasures(C.COAT, C.TONIC, C.SALVE, C.LAMP)
    t.carry(1, C.IDOL)
    t.carry(2, C.PISTOL)
    t.call(Proc.BASE_VISIT).play("pass", "armory")
    assert t.asked == (0, Choice.SWAP_DRAWN), "the group chooser decides the draw"
    t.play("done")
    assert t.asked == (0, Choice.BENCH_TAKE)
    t.play("COAT")
    assert t.options == {"explorer_0", "explorer_1", "explorer_2"}
    t.play("explorer_2", "destroy_card", "destroy_card", "destroy_card")
    assert t.asked == (1, Choice.INVENTORY), "explorer 0 has nothing to change"
    t.play("IDOL", "done")
    assert t.asked == (2, Choice.INVENTORY)
    t.play("COAT", "PISTOL", "done")
    assert (t.place(C.IDOL), t.place(C.COAT), t.place(C.PISTOL)) == ("1 EQUIPPED", "2 EQUIPPED", "2 EQUIPPED")
    assert t.asked == (2, Choice.BASE)
    assert "armory" not in t.options
    t.play("pass")
    assert "armory" not in t.options


@pytest.mark.rule("MAC-BAS-13")
def test_at_the_armory_the_owner_must_agree_to_a_swap(t: Wardrobe) -> None:
    t.treasures(C.TONIC, C.SALVE, C.LAMP, C.ROPE)
    t.carry(0, C.KNIFE)
    t.wear(1, C.COAT, top=C.HAT)
    t.carry(2, C.PISTOL)
    t.call(Proc.WORKBENCH, 1, 1)
    assert t.asked == (0, Choice.SWAP_DRAWN)
    t.play("TONIC")
    assert t.options == {"KNIFE", "COAT", "HAT", "PISTOL"}, "any explorer's cards"
    t.play("COAT")
    assert t.asked == (1, Choice.CONSENT)
    t.play("yes")
    assert t.place(C.TONIC) == "1 INVENTORY"
    assert t.place(C.COAT) == "DRAWN"
    assert t.place(C.HAT) == "1 INVENTORY"
    t.play("SALVE", "PISTOL")
    assert t.asked == (2, Choice.CONSENT)
    t.play("no")
    assert t.place(C.PISTOL) == "2 INVENTORY"
    assert t.place(C.SALVE) == "DRAWN"
    t.play("SALVE")
    assert t.options == {"KNIFE", "HAT"}, "a refused card is not asked for again (MAC-GEN-26)"
    t.play("KNIFE")
    assert t.place(C.SALVE) == "0 INVENTORY", "the chooser need not ask itself"


@pytest.mark.rule("MAC-BAS-11")
@pytest.mark.parametrize("strict", [False, True])
def test_all_locations_may_be_used_unless_the_strict_reading_is_chosen(strict: bool) -> None:
    t = Wardrobe(one_location_per_explorer=strict)
    t.to_base()
    t.treasures(C.TONIC)
    t.state["threat"] = 9
    t.e(0)["essence"] = t.e(1)["essence"] = 9
    t.call(Proc.BASE_VISIT).play("derelict_camp", "armory", "explorer_0", "pass")
    assert t.asked == (0, Choice.BASE)
    assert "derelict_camp" in t.options, "the same location again"
    t.play("pass")
    assert t.asked == (1, Choice.BASE)
    assert ("derelict_camp" in t.options) == (not strict), "explorer 1 has used the Armory"


@pytest.mark.rule("MAC-BAS-11")
def test_by_the_strict_reading_the_camp_keeps_from_the_armory() -> None:
    t = Wardrobe(one_location_per_explorer=True)
    t.to_base()
    t.state["threat"] = 9
    t.e(0)["essence"] = 4
    t.call(Proc.BASE_VISIT).play("derelict_camp")
    assert "armory" in t.options
    t.play("pass", "pass")
    assert t.asked == (0, Choice.BASE)
    assert "armory" not in t.options


@pytest.mark.rule("MAC-BAS-06", "MAC-CHP-11")
def test_a_collect_quest_is_paid_at_the_base(t: Wardrobe) -> None:
    t.tables["n_quests"] = 1
    quest = t.tables["quests"][0]
    quest["kind"], quest["times"] = QuestKind.COLLECT_ESSENCE, 4
    t.state["quest_state"][0] = QuestState.OPEN
    t.e(0)["essence"] = 3
    t.call(Proc.BASE_VISIT)
    assert "quest_0" in t.options
    t.play("quest_0", "amount_2")
    assert t.state["quest_progress"][0] == 2
    assert t.e(0)["essence"] == 1
    assert t.asked == (1, Choice.BASE)
    assert "quest_0" not in t.options, "explorer 1 has no essence"


@pytest.mark.rule("MAC-BAS-20", "MAC-BAS-07")
def test_a_waiting_new_explorer_takes_part_and_a_player_without_explorer_does_not(t: Wardrobe) -> None:
    t.off_map(1, Where.WAITING)
    t.off_map(2, Where.OUT)
    t.carry(1, C.COAT)
    t.treasures(C.TONIC)
    t.call(Proc.BASE_VISIT)
    assert "trade_1" in t.options
    assert "trade_2" not in t.options
    t.play("pass")
    assert t.asked == (1, Choice.BASE)
    assert {"inventory", "trade_0", "armory"} <= t.options
    assert t.play("pass").done


@pytest.mark.rule("MAC-BAS-05", "MAC-BAS-15")
def test_no_rounds_are_played_at_the_base_and_a_new_one_follows() -> None:
    t = Wardrobe(seats=1)
    t.text(t.tables["chapters"][1], ["enter_base"])
    t.space(0, 1, Space.CHAPTER, Token.LIGHT)
    t.deck("tile_deck", 2, 4)
    t.carry(0, C.COAT)
    t.state["threat"] = 5
    t.e(0)["essence"] = 9
    t.call(Proc.GAME, step=1)
    assert t.asked == (0, Choice.TURN)
    assert t.state["round"] == 2
    t.play("activate_south")
    assert t.asked == (0, Choice.BASE)
    t.play("derelict_camp", "derelict_camp", "inventory", "COAT", "done", "armory", "done")
    assert t.asked == (0, Choice.BASE)
    assert t.state["round"] == 2
    assert t.state["phase"] == Phase.BASE
    t.play("pass")
    assert t.asked == (0, Choice.PLACEMENT), "the visit is over, and the explorer comes to the new tile"
    t.play(min(t.options))
    assert t.asked == (0, Choice.TURN)
    assert t.state["round"] == 3


@pytest.mark.rule("MAC-BAS-14", "MAC-BAS-04")
def test_the_tiles_return_in_slot_order_flipped_and_without_tokens() -> None:
    t = Wardrobe(seats=1)
    t.tile(1)
    t.tile(2)
    t.deck("tile_deck", 8)
    t.state["token"][5 * 20 + 5] = Token.EXPLORED
    t.call(Proc.ENTER_BASE, 0)
    assert t.pile("tile_deck") == [5, 3, 1, 8], "slots 0, 1, 2 held faces 0, 2, 4; the last one lies uppermost"
    assert not t.state["token"].any()
    assert (t.state["face"] == -1).all()


@pytest.mark.rule("MAC-BAS-10")
def test_the_armory_can_be_used_again_in_the_next_visit() -> None:
    t = Wardrobe(seats=1)
    t.call(Proc.ENTER_BASE, 0)
    t.call(Proc.BASE_VISIT).play("armory")
    assert t.state["armory_used"] == 1
    assert "armory" not in t.options
    t.state["at_base"] = 0
    t.explorer(0, 0, 0)
    t.call(Proc.ENTER_BASE, 0)
    assert "armory" in t.call(Proc.BASE_VISIT).options


@pytest.mark.rule("MAC-THR-08")
def test_giving_up_a_base_item_at_the_base(t: Wardrobe) -> None:
    t.wear(0, C.COAT, top=C.HAT)
    t.call(Proc.GIVE_UP_ITEM, 0, Op.DESTROY_ITEM, 1).play("COAT")
    assert t.place(C.HAT) == "0 INVENTORY"
