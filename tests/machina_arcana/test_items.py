"""Items: types, wearing and combining them, the inventory use, and items that are lost (ITM; DTH, THR, EXP)."""

from __future__ import annotations

import numpy as np
import pytest

import envs
from envs.machina_arcana.state import Choice, ItemPlace, ItemType, Op, Part, Proc
from tests.machina_arcana.wardrobe import Card, Wardrobe

C = Card


@pytest.fixture
def t() -> Wardrobe:
    return Wardrobe()


def print_attack(t: Wardrobe, card: Card) -> None:
    """Print an active ability on a card: 1 stamina, melee, an attack with one low die."""
    t.card("treasures", card, [{"cost": {"stamina": 1}, "target": "melee", "effects": [{"attack": {"low": 1}}]}])


def manners(t: Wardrobe, card: Card) -> set[str]:
    """The ways in which a card may be placed now; the inventory use is left as it is."""
    if card.name not in t.options:
        return set()
    before = t.state.copy()
    t.play(card.name)
    found = t.options - {other.name for other in Card}
    # A single manner is taken without asking: what has become of the card tells which one.
    if "done" in found or t.done or not found <= {"equip", "attach_top", "attach_bottom"}:
        found = {t.place(card)}
    t.state[()] = before[()]
    t.done = False
    return found


# -- treasure types ------------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-ITM-01")
def test_apparel_protects_only_when_worn(t: Wardrobe) -> None:
    t.carry(0, C.COAT)
    assert t.attributes(0) == (0, 0)
    t.call(Proc.INVENTORY, 0).play("COAT")
    assert t.place(C.COAT) == "0 EQUIPPED"
    assert t.attributes(0) == (1, 0)


@pytest.mark.rule("MAC-ITM-01")
def test_apparel_of_the_pack_has_a_part_and_a_bonus_and_torso_items_an_augment_symbol() -> None:
    tables = envs.load("machina_arcana").tables
    cards = tables["treasures"][: int(tables["n_treasures"])]
    apparel = cards[cards["type"] == ItemType.APPAREL]
    assert len(apparel) > 0
    assert np.all(apparel["part"] != Part.NONE)
    assert np.all((apparel["armor"] > 0) | (apparel["will"] > 0))
    assert np.all(apparel["augment"][apparel["part"] == Part.TORSO] > 0)


@pytest.mark.rule("MAC-ITM-01", "MAC-ITM-02", "MAC-ITM-03", "MAC-TRS-05")
@pytest.mark.parametrize("card", [C.COAT, C.PISTOL, C.IDOL])
def test_apparel_weapons_and_artifacts_are_used_only_when_equipped(t: Wardrobe, card: Card) -> None:
    print_attack(t, card)
    t.carry(0, card)
    t.call(Proc.EXPLORER_TURN, 0)
    assert card.name not in t.options
    t.play("inventory", card.name)
    assert card.name in t.options


@pytest.mark.rule("MAC-ITM-02", "MAC-ITM-14")
def test_a_weapon_is_used_as_an_upgrade_too(t: Wardrobe) -> None:
    print_attack(t, C.BAYONET)
    t.wear(0, C.RIFLE, top=C.BAYONET)
    assert "BAYONET" in t.call(Proc.EXPLORER_TURN, 0).options


@pytest.mark.rule("MAC-ITM-04", "MAC-TRS-05")
def test_a_consumable_is_used_from_the_inventory(t: Wardrobe) -> None:
    print_attack(t, C.TONIC)
    t.carry(0, C.TONIC)
    assert "TONIC" in t.call(Proc.EXPLORER_TURN, 0).options


@pytest.mark.rule("MAC-ITM-05")
def test_an_augment_is_used_only_when_attached(t: Wardrobe) -> None:
    print_attack(t, C.LINING)
    t.carry(0, C.LINING)
    t.wear(0, C.COAT)
    t.call(Proc.EXPLORER_TURN, 0)
    assert "LINING" not in t.options
    t.play("inventory", "LINING", "done")
    assert t.place(C.LINING) == "0 AUGMENT COAT"
    assert "LINING" in t.options


# -- the inventory use ---------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-EXP-04", "MAC-ITM-06")
def test_the_inventory_costs_3_stamina(t: Wardrobe) -> None:
    t.carry(0, C.COAT, C.PISTOL)
    t.call(Proc.EXPLORER_TURN, 0).play("inventory")
    assert t.e(0)["stamina"] == 3
    t.play("COAT", "PISTOL")
    assert (t.place(C.COAT), t.place(C.PISTOL)) == ("0 EQUIPPED", "0 EQUIPPED")
    t.play("done", "inventory", "done")
    assert t.e(0)["stamina"] == 0
    assert "inventory" not in t.options


@pytest.mark.rule("MAC-EXP-04")
def test_2_stamina_do_not_open_the_inventory(t: Wardrobe) -> None:
    t.carry(0, C.COAT)
    t.tables["explorers"]["stamina"] = 2
    assert "inventory" not in t.call(Proc.EXPLORER_TURN, 0).options
    t.tables["explorers"]["stamina"] = 3
    assert "inventory" in t.call(Proc.EXPLORER_TURN, 0).options


@pytest.mark.rule("MAC-ITM-06", "MAC-ITM-18")
def test_one_use_takes_any_number_of_changes_and_needs_none(t: Wardrobe) -> None:
    t.wear(0, C.IDOL)
    t.carry(0, C.COAT, C.HAT, C.LINING)
    t.call(Proc.INVENTORY, 0).play("IDOL", "COAT", "HAT", "LINING", "done")
    assert t.done
    assert t.place(C.IDOL) == "0 INVENTORY"
    assert t.place(C.COAT) == "0 EQUIPPED"
    assert t.place(C.HAT) == "0 TOP COAT"
    assert t.place(C.LINING) == "0 AUGMENT COAT"
    before = t.state["items"].tobytes()
    assert t.call(Proc.INVENTORY, 0).play("done").done
    assert t.state["items"].tobytes() == before


@pytest.mark.rule("MAC-ITM-18")
def test_a_card_is_attached_once_and_taken_off_once_in_one_use(t: Wardrobe) -> None:
    t.carry(0, C.COAT, C.TONIC)
    t.call(Proc.INVENTORY, 0).play("COAT")
    assert t.options == {"COAT", "done"}
    t.play("COAT")  # off again; then nothing is left to do, and the use is over
    assert t.done
    assert t.place(C.COAT) == "0 INVENTORY"
    t.call(Proc.INVENTORY, 0)
    assert t.options == {"COAT", "done"}, "the next use begins anew"


@pytest.mark.rule("MAC-ITM-18")
def test_a_card_that_came_off_with_its_host_has_been_taken_off(t: Wardrobe) -> None:
    t.wear(0, C.COAT, augment=C.LINING)
    t.carry(0, C.VEST)
    t.call(Proc.INVENTORY, 0).play("COAT", "VEST", "LINING")
    assert t.place(C.LINING) == "0 AUGMENT VEST"
    assert manners(t, C.LINING) == set()
    assert manners(t, C.VEST) == set(), "the lining would come off a second time with it"


@pytest.mark.rule("MAC-ITM-17", "MAC-ITM-19")
def test_one_explorer_may_carry_every_card_and_only_its_owner_uses_it(t: Wardrobe) -> None:
    t.treasures(*Card)
    while not t.call(Proc.GAIN_TREASURE, 0).done:
        if len(t.options) > 1 and t.asked == (0, Choice.TREASURE_TAKE):
            t.play(min(t.options))
        t.play("explorer_0")
        if not t.done:
            t.play("put_back")
    assert t.held(0) == {card.name for card in Card}
    assert t.call(Proc.INVENTORY, 1).done, "explorer 1 has nothing to change"


@pytest.mark.rule("MAC-ITM-20")
def test_items_supply_abilities_to_their_explorer_only(t: Wardrobe) -> None:
    print_attack(t, C.PISTOL)
    t.wear(0, C.PISTOL)
    assert "PISTOL" not in t.call(Proc.EXPLORER_TURN, 1).options


# -- equip ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-ITM-07")
@pytest.mark.parametrize(("worn", "other"), [(C.COAT, C.CLOAK), (C.IDOL, C.ORB), (C.RIFLE, C.BAYONET)])
def test_one_item_of_each_type(t: Wardrobe, worn: Card, other: Card) -> None:
    t.wear(0, worn)
    t.carry(0, other)
    t.call(Proc.INVENTORY, 0)
    assert "equip" not in manners(t, other)
    assert "0 EQUIPPED" not in manners(t, other)
    t.play(worn.name)  # with the first one off, the second may be equipped
    assert manners(t, other) & {"equip", "0 EQUIPPED"}


@pytest.mark.rule("MAC-ITM-07", "MAC-ITM-08")
@pytest.mark.parametrize(
    ("worn", "other", "fits"),
    [
        ((C.PISTOL,), C.KNIFE, True),
        ((C.PISTOL,), C.RIFLE, False),
        ((C.RIFLE,), C.KNIFE, False),
        ((C.PISTOL, C.KNIFE), C.CLUB, False),
    ],
)
def test_two_weapons_only_with_a_one_hand_symbol_each(
    t: Wardrobe, worn: tuple[Card, ...], other: Card, fits: bool
) -> None:
    for card in worn:
        t.wear(0, card)
    t.carry(0, other)
    t.call(Proc.INVENTORY, 0)
    assert bool(manners(t, other)) == fits


@pytest.mark.rule("MAC-ITM-08")
def test_the_limit_counts_base_items_only(t: Wardrobe) -> None:
    t.wear(0, C.COAT, top=C.HAT, bottom=C.BOOTS, augment=C.LINING)
    t.carry(0, C.PISTOL, C.IDOL, C.TONIC, C.SALVE)
    t.call(Proc.INVENTORY, 0).play("PISTOL", "IDOL", "done")
    assert (t.place(C.PISTOL), t.place(C.IDOL)) == ("0 EQUIPPED", "0 EQUIPPED")
    assert {"TONIC", "SALVE"} <= t.held(0)


@pytest.mark.rule("MAC-ITM-04", "MAC-ITM-05")
def test_consumables_and_loose_augments_are_not_equipped(t: Wardrobe) -> None:
    t.carry(0, C.TONIC, C.LINING)
    assert t.call(Proc.INVENTORY, 0).done, "nothing can be changed"


@pytest.mark.rule("MAC-ITM-09")
def test_taking_off_an_item_takes_its_upgrades_and_augments_along(t: Wardrobe) -> None:
    t.wear(0, C.COAT, top=C.HAT, bottom=C.BOOTS, augment=C.LINING)
    t.call(Proc.INVENTORY, 0).play("COAT")
    for card in (C.COAT, C.HAT, C.BOOTS, C.LINING):
        assert t.place(card) == "0 INVENTORY"
    t.check_cards()


@pytest.mark.rule("MAC-ITM-09")
def test_taking_off_an_upgrade_takes_its_augment_along_and_leaves_the_rest(t: Wardrobe) -> None:
    t.wear(0, C.RIFLE, top=C.BAYONET)
    t.lay(C.SCOPE, ItemPlace.AUGMENT, 0, C.BAYONET)
    t.call(Proc.INVENTORY, 0).play("BAYONET")
    assert t.place(C.BAYONET) == t.place(C.SCOPE) == "0 INVENTORY"
    assert t.place(C.RIFLE) == "0 EQUIPPED"


# -- upgrade -------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-ITM-10", "MAC-ITM-13")
def test_an_upgrade_needs_the_matching_symbol_on_its_other_side(t: Wardrobe) -> None:
    t.wear(0, C.COAT)
    t.carry(0, C.HAT, C.BOOTS, C.CLOAK)
    t.call(Proc.INVENTORY, 0)
    assert manners(t, C.HAT) == {"0 TOP COAT"}, "the hat's bottom symbol is the coat's top symbol"
    assert manners(t, C.BOOTS) == {"0 BOTTOM COAT"}, "the boots' top symbol is the coat's bottom symbol"
    assert manners(t, C.CLOAK) == set(), "no slot has its symbol"


@pytest.mark.rule("MAC-ITM-10")
def test_an_upgrade_joins_an_equipped_item_of_its_own_type(t: Wardrobe) -> None:
    t.carry(0, C.COAT, C.HAT, C.ORB, C.BAYONET)
    t.call(Proc.INVENTORY, 0)
    assert manners(t, C.HAT) == {"0 EQUIPPED"}, "the coat is not equipped"
    t.play("COAT")
    assert manners(t, C.HAT) == {"0 TOP COAT"}
    assert manners(t, C.ORB) == {"0 EQUIPPED"}, "an artifact does not upgrade apparel"
    assert manners(t, C.BAYONET) == {"0 EQUIPPED"}, "nor does a weapon"


@pytest.mark.rule("MAC-ITM-10", "MAC-ITM-19")
def test_an_upgrade_joins_an_item_of_the_same_explorer(t: Wardrobe) -> None:
    t.wear(1, C.COAT)
    t.carry(0, C.HAT)
    t.call(Proc.INVENTORY, 0)
    assert manners(t, C.HAT) == {"0 EQUIPPED"}


@pytest.mark.rule("MAC-ITM-11")
def test_two_apparel_items_with_augment_symbols_are_not_combined(t: Wardrobe) -> None:
    t.wear(0, C.COAT)
    t.carry(0, C.VEST)
    t.call(Proc.INVENTORY, 0)
    assert manners(t, C.VEST) == set(), "the symbols match, but both carry an augment symbol"


@pytest.mark.rule("MAC-ITM-11")
def test_nor_are_they_combined_over_a_third_item(t: Wardrobe) -> None:
    t.wear(0, C.HAT, top=C.VEST)
    t.carry(0, C.COAT)
    t.call(Proc.INVENTORY, 0)
    assert manners(t, C.COAT) == set(), "the hat's bottom slot fits, but the vest has an augment symbol already"


@pytest.mark.rule("MAC-ITM-11")
def test_weapons_with_augment_symbols_are_combined(t: Wardrobe) -> None:
    t.wear(0, C.RIFLE)
    t.carry(0, C.BAYONET)
    t.call(Proc.INVENTORY, 0)
    assert manners(t, C.BAYONET) == {"0 TOP RIFLE"}


@pytest.mark.rule("MAC-ITM-12")
def test_an_upgrade_is_not_upgraded(t: Wardrobe) -> None:
    t.wear(0, C.COAT, top=C.HAT)
    t.carry(0, C.SCARF)
    t.call(Proc.INVENTORY, 0)
    assert manners(t, C.SCARF) == set(), "the coat's top slot is used, and the hat with its free top slot is an upgrade"


@pytest.mark.rule("MAC-ITM-13")
def test_a_slot_takes_one_upgrade(t: Wardrobe) -> None:
    t.wear(0, C.COAT, top=C.HAT)
    t.carry(0, C.SCARF, C.BOOTS)
    t.call(Proc.INVENTORY, 0)
    assert manners(t, C.SCARF) == set()
    t.play("BOOTS", "HAT", "SCARF")
    assert t.place(C.SCARF) == "0 TOP COAT"
    assert t.place(C.BOOTS) == "0 BOTTOM COAT"


@pytest.mark.rule("MAC-ITM-13")
def test_symbols_match_a_top_with_a_bottom_slot_only(t: Wardrobe) -> None:
    t.wear(0, C.HAT)
    t.carry(0, C.COAT)
    t.call(Proc.INVENTORY, 0)
    assert manners(t, C.COAT) == {"0 BOTTOM HAT"}, "two top slots do not join"


@pytest.mark.rule("MAC-ITM-14")
def test_upgrades_and_augments_give_their_bonus(t: Wardrobe) -> None:
    t.wear(0, C.COAT)
    assert t.attributes(0) == (1, 0)
    t.wear(0, C.COAT, top=C.HAT, bottom=C.BOOTS, augment=C.LINING)
    assert t.attributes(0) == (4, 2)


# -- augment -------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-ITM-15", "MAC-ITM-05")
def test_an_augment_needs_its_symbol_on_a_worn_item(t: Wardrobe) -> None:
    t.wear(0, C.COAT)
    t.carry(0, C.LINING, C.SCOPE, C.RIFLE)
    t.call(Proc.INVENTORY, 0)
    assert manners(t, C.LINING) == {"0 AUGMENT COAT"}
    assert manners(t, C.SCOPE) == set(), "the rifle has its symbol, but is not equipped"
    t.play("RIFLE")
    assert manners(t, C.SCOPE) == {"0 AUGMENT RIFLE"}


@pytest.mark.rule("MAC-ITM-05")
@pytest.mark.parametrize(("kind", "fits"), [(ItemType.ARTIFACT, False), (ItemType.WEAPON, True)])
def test_an_augment_joins_apparel_or_a_weapon(t: Wardrobe, kind: ItemType, fits: bool) -> None:
    t.card("treasures", C.IDOL, augment=1, type=kind)
    t.wear(0, C.IDOL)
    t.carry(0, C.LINING)
    t.call(Proc.INVENTORY, 0)
    assert manners(t, C.LINING) == ({"0 AUGMENT IDOL"} if fits else set())


@pytest.mark.rule("MAC-ITM-16")
def test_an_augment_slot_takes_one_augment_and_an_upgrade_has_its_own(t: Wardrobe) -> None:
    t.wear(0, C.COAT, augment=C.LINING)
    t.carry(0, C.PATCH)
    t.call(Proc.INVENTORY, 0)
    assert manners(t, C.PATCH) == set()
    t.play("done")
    t.wear(0, C.RIFLE, top=C.BAYONET)
    t.carry(0, C.SCOPE)
    t.call(Proc.INVENTORY, 0).play("SCOPE")
    assert t.options == {"RIFLE", "BAYONET"}, "either item's augment slot may be used"
    t.play("BAYONET")
    assert t.place(C.SCOPE) == "0 AUGMENT BAYONET"


# -- items that are lost -------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-THR-03", "MAC-THR-07")
def test_giving_up_an_equipped_item_offers_worn_cards_of_all_kinds(t: Wardrobe) -> None:
    t.wear(0, C.COAT, top=C.HAT, augment=C.LINING)
    t.carry(0, C.PISTOL, C.TONIC)
    t.wear(1, C.IDOL)
    t.call(Proc.GIVE_UP_ITEM, 0, Op.DESTROY_ITEM, 1)
    assert t.options == {"COAT", "HAT", "LINING"}
    t.play("HAT")
    assert t.place(C.HAT) == "DESTROYED"
    assert t.place(C.LINING) == "0 AUGMENT COAT"
    assert t.state["core"]["result"] == 1


@pytest.mark.rule("MAC-THR-07")
def test_without_an_equipped_card_nothing_is_given_up(t: Wardrobe) -> None:
    t.carry(0, C.COAT, C.TONIC)
    t.call(Proc.GIVE_UP_ITEM, 0, Op.DESTROY_ITEM, 1)
    assert t.done
    assert t.state["core"]["result"] == 0
    assert t.held(0) == {"COAT", "TONIC"}


@pytest.mark.rule("MAC-EX-15", "MAC-THR-03", "MAC-THR-07")
def test_threat_at_level_5_takes_an_equipped_item_or_the_explorer() -> None:
    t = Wardrobe(seats=2)
    t.wear(0, C.COAT)
    t.carry(1, C.TONIC)
    t.state["level"], t.state["threat"] = 5, 10
    t.call(Proc.RAISE_THREAT, 1)
    assert t.place(C.COAT) == "DESTROYED"
    assert t.on_map(0)
    assert not t.on_map(1)
    assert (t.state["threat"], t.state["level"]) == (10, 5)


@pytest.mark.rule("MAC-THR-08", "MAC-TRS-10")
def test_what_a_destroyed_base_item_carried_goes_to_the_inventory(t: Wardrobe) -> None:
    t.wear(0, C.COAT, top=C.HAT, augment=C.LINING)
    t.call(Proc.GIVE_UP_ITEM, 0, Op.DESTROY_ITEM, 1).play("COAT")
    assert t.place(C.COAT) == "DESTROYED"
    assert t.place(C.HAT) == t.place(C.LINING) == "0 INVENTORY"
    t.check_cards()


@pytest.mark.rule("MAC-ITM-09", "MAC-TRS-08")
@pytest.mark.parametrize(
    ("op", "options", "place"),
    [
        (Op.UNEQUIP_ITEM, {"COAT", "HAT"}, "0 INVENTORY"),
        (Op.DROP_ITEM, {"COAT", "HAT", "PISTOL"}, "DESTROYED"),
        (Op.DESTROY_ITEM, {"COAT", "HAT", "PISTOL"}, "DESTROYED"),
    ],
)
def test_a_card_orders_to_unequip_drop_or_destroy(t: Wardrobe, op: Op, options: set[str], place: str) -> None:
    t.wear(0, C.COAT, top=C.HAT)
    t.carry(0, C.PISTOL)
    t.call(Proc.GIVE_UP_ITEM, 0, op, 0)
    assert t.options == options
    t.play("COAT")
    assert t.place(C.COAT) == place
    assert t.place(C.HAT) == "0 INVENTORY"


@pytest.mark.rule("MAC-EX-25", "MAC-DTH-06")
@pytest.mark.parametrize(("count", "lost"), [(5, 3), (4, 2), (1, 1), (0, 0)])
def test_half_of_the_items_rounded_up_are_destroyed_at_a_death(t: Wardrobe, count: int, lost: int) -> None:
    cards = [C.PISTOL, C.KNIFE, C.TONIC, C.SALVE, C.IDOL][:count]
    t.carry(0, *cards)
    t.call(Proc.DEATH_ITEMS, 0)
    while not t.done:
        t.play(min(t.options))
    assert len(t.held(0)) == count - lost
    assert sum(t.place(card) == "DESTROYED" for card in cards) == lost


@pytest.mark.rule("MAC-DTH-07")
def test_at_a_death_every_card_counts_the_owner_picks_and_the_rest_is_unequipped(t: Wardrobe) -> None:
    t.wear(0, C.COAT, top=C.HAT, augment=C.LINING)
    t.wear(0, C.PISTOL)
    t.carry(0, C.TONIC)
    t.call(Proc.DEATH_ITEMS, 0)
    assert t.asked is not None
    assert t.asked[0] == 0
    assert t.options == {"COAT", "HAT", "LINING", "PISTOL", "TONIC"}
    t.play("LINING", "TONIC", "HAT")
    assert t.done
    assert t.place(C.COAT) == t.place(C.PISTOL) == "0 INVENTORY"
    t.check_cards()


@pytest.mark.rule("MAC-DTH-06", "MAC-DTH-07")
def test_cards_on_a_drop_pile_do_not_count_at_a_death(t: Wardrobe) -> None:
    t.carry(0, C.PISTOL, C.KNIFE)
    t.lay(C.TONIC, ItemPlace.GROUND, 0)
    t.call(Proc.DEATH_ITEMS, 0)
    assert t.options == {"PISTOL", "KNIFE"}
    t.play("PISTOL")
    assert t.done
    assert t.place(C.TONIC) == "0 GROUND"


@pytest.mark.rule("MAC-DTH-10")
def test_a_new_explorer_takes_over_the_kept_items_and_may_equip_them_free(t: Wardrobe) -> None:
    t.wear(0, C.COAT)
    t.carry(0, C.PISTOL)
    t.state["card_used"][:3] = 1
    t.e(0)["health"] = 0
    t.call(Proc.DESTROY_EXPLORER, 0).play("PISTOL", "explorer_card_4")
    assert t.place(C.COAT) == "0 INVENTORY"
    assert t.options == {"COAT", "done"}
    t.play("COAT")
    assert t.place(C.COAT) == "0 EQUIPPED"
    assert t.e(0)["card"] == 4
    assert t.e(0)["stamina"] == 6
