"""Gaining and dropping treasure (TRS-01 to TRS-05, TRS-08 to TRS-10, GEN-23)."""

from __future__ import annotations

import pytest

from envs.machina_arcana.state import Choice, Op, Proc, Space, Token, Where
from tests.machina_arcana.wardrobe import Card, Wardrobe

C = Card


@pytest.fixture
def t() -> Wardrobe:
    return Wardrobe()


@pytest.mark.rule("MAC-TRS-01", "MAC-TRS-02", "MAC-TRS-05")
def test_two_cards_are_drawn_and_one_is_taken_unequipped(t: Wardrobe) -> None:
    t.treasures(C.COAT, C.PISTOL, C.TONIC)
    t.call(Proc.GAIN_TREASURE, 0)
    assert t.asked == (0, Choice.TREASURE_TAKE)
    assert t.options == {"COAT", "PISTOL"}
    t.play("PISTOL", "explorer_0", "put_back")
    assert t.done
    assert t.place(C.PISTOL) == "0 INVENTORY"
    assert t.top == ["COAT", "TONIC"]
    t.check_cards()


@pytest.mark.rule("MAC-TRS-02")
def test_the_card_may_go_to_an_adjacent_explorer(t: Wardrobe) -> None:
    t.treasures(C.COAT, C.PISTOL)
    t.call(Proc.GAIN_TREASURE, 0).play("COAT")
    assert t.asked == (0, Choice.TREASURE_GIVE)
    assert t.options == {"explorer_0", "explorer_1"}, "explorer 2 stands two spaces away"
    t.play("explorer_1", "destroy_card")
    assert t.place(C.COAT) == "1 INVENTORY"


@pytest.mark.rule("MAC-TRS-02")
def test_a_wall_between_them_keeps_explorers_from_being_adjacent(t: Wardrobe) -> None:
    t.border(0, 0, "east")
    t.treasures(C.COAT, C.PISTOL)
    t.call(Proc.GAIN_TREASURE, 0).play("COAT")
    assert t.asked == (0, Choice.TREASURE_REST), "only the explorer itself can take it, so nobody is asked"
    assert t.place(C.COAT) == "0 INVENTORY"


@pytest.mark.rule("MAC-TRS-02", "MAC-BAS-12")
def test_at_the_base_it_may_go_to_everybody(t: Wardrobe) -> None:
    t.to_base()
    t.off_map(2, Where.OUT)
    t.treasures(C.COAT, C.PISTOL)
    t.call(Proc.GAIN_TREASURE, 0).play("COAT")
    assert t.options == {"explorer_0", "explorer_1"}, "a destroyed explorer is not there"


@pytest.mark.rule("MAC-TRS-03", "MAC-TRS-10")
@pytest.mark.parametrize(
    ("answer", "place", "top"), [("destroy_card", "DESTROYED", ["TONIC"]), ("put_back", "DECK", ["PISTOL", "TONIC"])]
)
def test_the_other_card_is_destroyed_or_put_on_top(t: Wardrobe, answer: str, place: str, top: list[str]) -> None:
    t.treasures(C.COAT, C.PISTOL, C.TONIC)
    t.call(Proc.GAIN_TREASURE, 0).play("COAT", "explorer_0")
    assert t.asked == (0, Choice.TREASURE_REST)
    assert t.options == {"destroy_card", "put_back"}, "one of the two must be chosen"
    t.play(answer)
    assert t.place(C.PISTOL) == place
    assert t.top == top
    assert t.state["treasure_deck"]["known"] == len(top) - 1, "everybody has seen the card that was put back"


@pytest.mark.rule("MAC-TRS-04")
def test_a_treasure_space_gives_1_essence_first_and_other_gains_give_none(t: Wardrobe) -> None:
    t.space(0, 1, Space.TREASURE)
    t.treasures(C.COAT, C.PISTOL, C.TONIC, C.SALVE)
    t.turn(0).play("activate_south")
    assert t.asked == (0, Choice.TREASURE_TAKE)
    assert t.e(0)["essence"] == 1
    t.play("COAT", "explorer_0", "destroy_card")
    assert t.e(0)["essence"] == 1
    assert t.state["token"][20] == Token.EXPLORED
    t.call(Proc.GAIN_TREASURE, 1).play("TONIC", "explorer_1", "destroy_card")
    assert t.e(1)["essence"] == 0


@pytest.mark.rule("MAC-TRS-05")
def test_a_gained_item_is_worn_only_after_an_inventory_use(t: Wardrobe) -> None:
    t.treasures(C.COAT, C.PISTOL)
    t.call(Proc.GAIN_TREASURE, 0).play("COAT", "explorer_0", "put_back")
    assert t.attributes(0) == (0, 0)
    t.turn(0).play("inventory", "COAT")
    assert t.attributes(0) == (1, 0)


@pytest.mark.rule("MAC-GEN-23")
def test_a_short_deck_gives_what_is_left(t: Wardrobe) -> None:
    t.treasures(C.COAT)
    t.call(Proc.GAIN_TREASURE, 0)
    assert t.asked == (0, Choice.TREASURE_GIVE)
    t.play("explorer_0")
    assert t.done
    assert t.place(C.COAT) == "0 INVENTORY"
    assert t.call(Proc.GAIN_TREASURE, 0).done
    assert t.held(0) == {"COAT"}


@pytest.mark.rule("MAC-GEN-15", "MAC-GEN-23")
def test_destroyed_treasure_does_not_come_back(t: Wardrobe) -> None:
    t.treasures(C.COAT, C.PISTOL)
    t.call(Proc.GAIN_TREASURE, 0).play("COAT", "explorer_0", "destroy_card")
    assert t.call(Proc.GAIN_TREASURE, 0).done
    assert t.place(C.PISTOL) == "DESTROYED"


@pytest.mark.rule("MAC-TRS-08")
@pytest.mark.parametrize("worn", [False, True])
def test_a_dropped_item_is_unequipped_and_destroyed(t: Wardrobe, worn: bool) -> None:
    if worn:
        t.wear(0, C.COAT, top=C.HAT)
    else:
        t.carry(0, C.COAT, C.HAT)
    t.call(Proc.DROP_ITEM, 0, C.COAT, 45)
    assert t.done
    assert t.place(C.COAT) == "DESTROYED"
    assert t.place(C.HAT) == "0 INVENTORY"
    t.check_cards()


@pytest.mark.rule("MAC-TRS-08")
def test_a_card_that_makes_an_explorer_drop_an_item_destroys_it(t: Wardrobe) -> None:
    t.carry(0, C.COAT, C.TONIC)
    t.call(Proc.GIVE_UP_ITEM, 0, Op.DROP_ITEM, 0)
    assert t.asked == (0, Choice.GIVE_UP)
    t.play("TONIC")
    assert t.done
    assert t.result == 1
    assert t.place(C.TONIC) == "DESTROYED"


@pytest.mark.rule("MAC-TRS-09")
def test_there_is_no_voluntary_drop(t: Wardrobe) -> None:
    t.carry(0, C.COAT, C.TONIC)
    t.turn(0)
    assert "inventory" in t.options
    assert not any(name.startswith(("drop", "pick_up")) for name in t.options)
    t.play("inventory")
    assert t.options == {"COAT", "done"}
