"""Trade between explorers (TRS-06, TRS-07, EXP-05)."""

from __future__ import annotations

import pytest

from envs.machina_arcana.state import Choice, Proc
from tests.machina_arcana.wardrobe import Card, Wardrobe

C = Card


@pytest.fixture
def t() -> Wardrobe:
    return Wardrobe()


@pytest.mark.rule("MAC-EXP-05", "MAC-TRS-06")
def test_a_trade_costs_2_stamina_and_needs_an_adjacent_explorer(t: Wardrobe) -> None:
    t.carry(0, C.PISTOL, C.KNIFE)
    t.turn(0)
    assert "trade_1" in t.options
    assert "trade_2" not in t.options, "explorer 2 stands two spaces away"
    t.play("trade_1", "PISTOL", "done")
    assert t.e(0)["stamina"] == 4
    t.play("trade_1", "done", "trade_1", "done")
    assert t.e(0)["stamina"] == 0
    assert "trade_1" not in t.options


@pytest.mark.rule("MAC-EXP-05")
@pytest.mark.parametrize(("stamina", "legal"), [(1, False), (2, True)])
def test_a_trade_needs_2_stamina(t: Wardrobe, stamina: int, legal: bool) -> None:
    t.tables["explorers"]["stamina"] = stamina
    t.carry(0, C.PISTOL)
    assert ("trade_1" in t.turn(0).options) == legal


@pytest.mark.rule("MAC-TRS-06")
def test_any_number_of_items_is_given_and_received(t: Wardrobe) -> None:
    t.carry(0, C.PISTOL, C.TONIC)
    t.carry(1, C.COAT, C.SALVE)
    t.call(Proc.TRADE, 0, 1)
    assert t.asked == (0, Choice.TRADE)
    assert t.options == {"PISTOL", "TONIC", "COAT", "SALVE", "done"}
    t.play("PISTOL", "TONIC", "COAT", "yes", "SALVE", "yes")
    assert t.done, "every item has changed hands"
    assert (t.held(0), t.held(1)) == ({"COAT", "SALVE"}, {"PISTOL", "TONIC"})


@pytest.mark.rule("MAC-TRS-06")
def test_an_equipped_item_is_unequipped_before_it_changes_hands(t: Wardrobe) -> None:
    t.wear(0, C.COAT)
    t.wear(1, C.PISTOL)
    t.call(Proc.TRADE, 0, 1).play("COAT", "PISTOL", "yes")
    assert t.place(C.COAT) == "1 INVENTORY"
    assert t.place(C.PISTOL) == "0 INVENTORY"


@pytest.mark.rule("MAC-TRS-07")
def test_upgrades_and_augments_of_a_traded_item_stay_unless_traded_too(t: Wardrobe) -> None:
    t.wear(0, C.COAT, top=C.HAT, bottom=C.BOOTS, augment=C.LINING)
    t.call(Proc.TRADE, 0, 1).play("COAT", "LINING", "done")
    assert t.place(C.COAT) == t.place(C.LINING) == "1 INVENTORY"
    assert t.place(C.HAT) == t.place(C.BOOTS) == "0 INVENTORY"
    t.check_cards()


@pytest.mark.rule("MAC-TRS-07")
def test_a_traded_upgrade_leaves_its_host_in_place(t: Wardrobe) -> None:
    t.wear(0, C.COAT, top=C.HAT)
    t.call(Proc.TRADE, 0, 1).play("HAT", "done")
    assert t.place(C.HAT) == "1 INVENTORY"
    assert t.place(C.COAT) == "0 EQUIPPED"


@pytest.mark.rule("MAC-TRS-07")
def test_the_partner_is_asked_about_its_own_items_only(t: Wardrobe) -> None:
    t.carry(0, C.PISTOL)
    t.carry(1, C.COAT)
    t.call(Proc.TRADE, 0, 1).play("PISTOL")
    assert t.asked == (0, Choice.TRADE), "a gift of the initiator needs no answer"
    t.play("COAT")
    assert t.asked == (1, Choice.CONSENT)
    assert t.options == {"yes", "no"}
    t.play("yes")
    assert t.place(C.COAT) == "0 INVENTORY"


@pytest.mark.rule("MAC-TRS-07", "MAC-GEN-26")
def test_a_refused_item_is_not_proposed_again_in_this_trade(t: Wardrobe) -> None:
    t.carry(1, C.COAT, C.TONIC)
    t.call(Proc.TRADE, 0, 1).play("COAT", "no")
    assert t.place(C.COAT) == "1 INVENTORY"
    assert t.options == {"TONIC", "done"}
    t.play("done")
    assert t.done
    assert t.call(Proc.TRADE, 0, 1).options == {"COAT", "TONIC", "done"}, "the next trade begins anew"


@pytest.mark.rule("MAC-TRS-07", "MAC-GEN-26")
def test_an_item_changes_hands_at_most_once_in_a_trade(t: Wardrobe) -> None:
    t.carry(0, C.PISTOL, C.TONIC)
    t.call(Proc.TRADE, 0, 1).play("PISTOL")
    assert t.options == {"TONIC", "done"}


@pytest.mark.rule("MAC-TRS-07")
def test_the_initiator_may_stop_at_once_and_other_explorers_take_no_part(t: Wardrobe) -> None:
    t.carry(0, C.PISTOL)
    t.carry(2, C.COAT)
    t.call(Proc.TRADE, 0, 1)
    assert t.options == {"PISTOL", "done"}
    assert t.play("done").done
    assert t.held(0) == {"PISTOL"}
