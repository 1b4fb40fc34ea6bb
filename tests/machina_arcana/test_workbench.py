"""The workbench (ACT-03 to ACT-10, ACT-14)."""

from __future__ import annotations

import pytest

from envs.machina_arcana.state import Choice, Proc, Space, Token
from tests.machina_arcana.wardrobe import Card, Wardrobe

C = Card


@pytest.fixture
def t() -> Wardrobe:
    t = Wardrobe()
    t.treasures(C.TONIC, C.SALVE, C.LAMP, C.ROPE, C.FLASK)
    return t


@pytest.mark.rule("MAC-ACT-03", "MAC-ACT-05", "MAC-ACT-10")
def test_four_cards_are_drawn_and_one_must_be_taken(t: Wardrobe) -> None:
    t.call(Proc.WORKBENCH, 0)
    assert t.asked == (0, Choice.BENCH_TAKE), "without cards of one's own there is nothing to swap"
    assert t.options == {"TONIC", "SALVE", "LAMP", "ROPE"}
    t.play("LAMP")
    assert t.asked == (0, Choice.BENCH_GIVE)
    assert t.options == {"explorer_0", "explorer_1"}, "the explorer itself or an adjacent one"
    t.play("explorer_1")
    assert t.place(C.LAMP) == "1 INVENTORY"


@pytest.mark.rule("MAC-ACT-04")
def test_drawn_cards_are_swapped_one_for_one_with_own_cards(t: Wardrobe) -> None:
    t.carry(0, C.PISTOL)
    t.wear(0, C.COAT)
    t.carry(1, C.KNIFE)
    t.call(Proc.WORKBENCH, 0)
    assert t.asked == (0, Choice.SWAP_DRAWN)
    assert t.options == {"TONIC", "SALVE", "LAMP", "ROPE", "done"}
    t.play("TONIC")
    assert t.asked == (0, Choice.SWAP_OWN)
    assert t.options == {"PISTOL", "COAT"}, "from the inventory or equipped, one's own only"
    t.play("COAT")
    assert t.place(C.TONIC) == "0 INVENTORY"
    assert t.place(C.COAT) == "DRAWN"
    t.play("done")
    assert t.options == {"COAT", "SALVE", "LAMP", "ROPE"}, "a card laid down is one of the 4 (MAC-ACT-14)"
    t.check_cards()


@pytest.mark.rule("MAC-ACT-09")
def test_what_a_swapped_item_carried_stays_unequipped_and_cards_arrive_unequipped(t: Wardrobe) -> None:
    t.wear(0, C.COAT, top=C.HAT, augment=C.LINING)
    t.call(Proc.WORKBENCH, 0).play("TONIC", "COAT")
    assert t.place(C.HAT) == t.place(C.LINING) == "0 INVENTORY"
    assert t.place(C.TONIC) == "0 INVENTORY"
    assert t.place(C.COAT) == "DRAWN"
    t.check_cards()


@pytest.mark.rule("MAC-ACT-14", "MAC-GEN-26")
def test_a_card_is_swapped_at_most_once_either_way(t: Wardrobe) -> None:
    t.carry(0, C.PISTOL, C.KNIFE)
    t.call(Proc.WORKBENCH, 0).play("TONIC", "PISTOL")
    assert t.options == {"SALVE", "LAMP", "ROPE", "done"}, "the pistol that was laid down is not swapped again"
    t.play("SALVE")
    assert t.place(C.SALVE) == "0 INVENTORY", "only the knife is left: the tonic that came in is not swapped"
    assert t.place(C.KNIFE) == "DRAWN"
    assert t.asked == (0, Choice.BENCH_TAKE), "no card of one's own is left to swap"


@pytest.mark.rule("MAC-ACT-14")
def test_four_swaps_are_the_most(t: Wardrobe) -> None:
    t.carry(0, C.PISTOL, C.KNIFE, C.CLUB, C.IDOL, C.ORB)
    t.call(Proc.WORKBENCH, 0).play("TONIC", "PISTOL", "SALVE", "KNIFE", "LAMP", "CLUB", "ROPE", "IDOL")
    assert t.asked == (0, Choice.BENCH_TAKE)
    assert t.options == {"PISTOL", "KNIFE", "CLUB", "IDOL"}
    assert t.held(0) == {"TONIC", "SALVE", "LAMP", "ROPE", "ORB"}


@pytest.mark.rule("MAC-ACT-06")
def test_the_others_are_destroyed_or_put_on_top_in_any_order(t: Wardrobe) -> None:
    t.call(Proc.WORKBENCH, 0).play("TONIC", "explorer_0")
    assert t.asked == (0, Choice.BENCH_REST)
    assert t.state["core"]["subject"] == C.SALVE
    t.play("put_back", "destroy_card", "put_back")
    assert t.asked == (0, Choice.BENCH_ORDER)
    assert t.options == {"SALVE", "ROPE"}
    t.play("ROPE")
    assert t.top == ["SALVE", "ROPE", "FLASK"], "the card laid last is on top"
    assert t.place(C.LAMP) == "DESTROYED"
    assert t.state["treasure_deck"]["known"] == 2
    t.check_cards()


@pytest.mark.rule("MAC-ACT-06")
@pytest.mark.parametrize("order", [("SALVE", "LAMP", "ROPE"), ("ROPE", "LAMP", "SALVE"), ("LAMP", "SALVE", "ROPE")])
def test_every_order_of_the_kept_cards_can_be_had(t: Wardrobe, order: tuple[str, str, str]) -> None:
    t.call(Proc.WORKBENCH, 0).play("TONIC", "explorer_0", "put_back", "put_back", "put_back", *order[:2])
    assert t.top == [*order[::-1], "FLASK"]


@pytest.mark.rule("MAC-ACT-06")
def test_all_others_may_be_destroyed(t: Wardrobe) -> None:
    t.call(Proc.WORKBENCH, 0).play("TONIC", "explorer_0", "destroy_card", "destroy_card", "destroy_card")
    assert t.top == ["FLASK"]
    assert [t.place(card) for card in (C.SALVE, C.LAMP, C.ROPE)] == ["DESTROYED"] * 3


@pytest.mark.rule("MAC-EXP-09", "MAC-ACT-03", "MAC-ACT-07", "MAC-ACT-08")
def test_the_workbench_ends_with_a_free_inventory_use_and_an_explored_token(t: Wardrobe) -> None:
    t.treasures(C.COAT, C.SALVE, C.LAMP, C.ROPE)
    t.space(0, 1, Space.WORKBENCH)
    t.turn(0).play("activate_south")
    assert t.e(0)["stamina"] == 3
    t.play("COAT", "explorer_0", "destroy_card", "destroy_card", "destroy_card")
    assert t.asked == (0, Choice.INVENTORY)
    t.play("COAT", "done")
    assert t.place(C.COAT) == "0 EQUIPPED"
    assert t.e(0)["stamina"] == 3, "the inventory costs nothing here"
    assert t.state["token"][20] == Token.EXPLORED
    assert "activate_south" not in t.options


@pytest.mark.rule("MAC-GEN-23", "MAC-ACT-10")
def test_a_short_deck_gives_what_is_left(t: Wardrobe) -> None:
    t.treasures(C.TONIC, C.SALVE)
    t.call(Proc.WORKBENCH, 0)
    assert t.options == {"TONIC", "SALVE"}
    t.play("TONIC", "explorer_0", "destroy_card")
    assert t.done
    t.carry(0, C.COAT)
    t.call(Proc.WORKBENCH, 0)
    assert t.asked == (0, Choice.INVENTORY), "nothing is drawn, swapped or taken; the inventory use remains"
