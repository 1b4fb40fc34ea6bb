"""Monster threat and monster level (THR)."""

from __future__ import annotations

import pytest

from envs.machina_arcana.state import Choice, ItemPlace, ItemType, MonsterPlace, Proc, Where
from tests.machina_arcana.den import den
from tests.machina_arcana.table import Table

HAT, COAT, PLUME = 1, 2, 3


def levels(t: Table, threat: int, level: int) -> Table:
    """Set the tracks; monsters 0 to 2 have level 1, 3 and 4 level 2, 5 and 6 level 3."""
    t.state["threat"], t.state["level"] = threat, level
    t.tables["monsters"]["level"] = 9
    t.tables["monsters"]["level"][:7] = (1, 1, 1, 2, 2, 3, 3)
    return t


def tracks(t: Table) -> tuple[int, int]:
    return int(t.state["threat"]), int(t.state["level"])


def wear(t: Table, seat: int, *items: int) -> None:
    for item in items:
        t.tables["treasures"][item]["type"] = ItemType.APPAREL
        t.give(seat, item, ItemPlace.EQUIPPED)


@pytest.mark.rule("MAC-THR-01")
def test_threat_rises_by_one():
    t = levels(den("0"), 9, 4)
    t.call(Proc.RAISE_THREAT, 1)
    assert tracks(t) == (10, 4)


@pytest.mark.rule("MAC-EX-14", "MAC-THR-02", "MAC-THR-04")
def test_at_ten_it_falls_to_one_and_the_level_rises():
    t = levels(den("0"), 10, 2)
    t.deck("monster_deck", 3)
    t.deck("monster_destroyed", 0, 4)
    t.call(Proc.RAISE_THREAT, 1)
    assert tracks(t) == (1, 3)
    assert sorted(t.pile("monster_deck")) == [0, 3, 4, 5, 6]
    assert t.pile("monster_destroyed") == []
    assert {int(t.m(c)["place"]) for c in (0, 3, 4, 5, 6)} == {MonsterPlace.DECK}
    assert t.m(1)["place"] == MonsterPlace.ASIDE  # a level 1 card that was not in play stays out


@pytest.mark.rule("MAC-THR-04")
def test_the_new_deck_is_shuffled():
    orders = set()
    for seed in range(20):
        t = levels(den("0"), 10, 2)
        t.state["core"]["rng"] = (seed, seed)
        t.deck("monster_deck", 0, 1, 2, 3, 4)
        t.state["monster_deck"]["known"] = 2
        t.call(Proc.RAISE_THREAT, 1)
        orders.add(tuple(t.pile("monster_deck")))
        assert t.state["monster_deck"]["known"] == 0
    assert len(orders) > 10


@pytest.mark.rule("MAC-THR-05")
def test_monsters_in_play_stay_in_play():
    t = levels(den("0..f"), 10, 2)
    t.call(Proc.RAISE_THREAT, 1)
    assert (t.pile("monster_deck"), t.pile("queue")) == ([6], [5])


@pytest.mark.rule("MAC-THR-06")
def test_a_level_without_cards_only_shuffles_the_destroyed_ones_in():
    t = levels(den("0"), 10, 4)
    t.deck("monster_destroyed", 0)
    t.call(Proc.RAISE_THREAT, 1)
    assert (tracks(t), t.pile("monster_deck")) == ((1, 5), [0])
    t = levels(den("0"), 10, 4)
    t.tables["monsters"]["level"][7] = 5  # a pack may have some
    t.call(Proc.RAISE_THREAT, 1)
    assert (tracks(t), t.pile("monster_deck")) == ((1, 5), [7])


@pytest.mark.rule("MAC-EX-15", "MAC-THR-03", "MAC-THR-07", "MAC-THR-09")
def test_at_the_last_level_each_explorer_gives_up_an_equipped_card_or_is_destroyed():
    t = levels(den("0..1"), 10, 5)
    wear(t, 0, HAT)
    t.give(1, COAT)  # carried, not equipped
    t.call(Proc.RAISE_THREAT, 1)
    assert tracks(t) == (10, 5)
    assert t.state["items"]["place"][HAT] == ItemPlace.DESTROYED
    assert t.on_map(0)
    assert not t.on_map(1)
    assert t.state["deaths"] == 1


@pytest.mark.rule("MAC-THR-07", "MAC-THR-08")
def test_the_owner_picks_the_card_and_attached_ones_survive_their_base():
    t = levels(den("0"), 3, 5)
    wear(t, 0, HAT, COAT)
    t.give(0, PLUME, ItemPlace.TOP, host=HAT)
    t.give(0, 9)
    t.call(Proc.RAISE_THREAT, 1)
    assert t.asked == (0, Choice.GIVE_UP)
    assert t.legal == {"item_1", "item_2", "item_3"}
    t.play("item_1")
    places = {i: ItemPlace(int(t.state["items"]["place"][i])) for i in (HAT, COAT, PLUME)}
    assert places == {HAT: ItemPlace.DESTROYED, COAT: ItemPlace.EQUIPPED, PLUME: ItemPlace.INVENTORY}
    assert t.done


@pytest.mark.rule("MAC-THR-09")
@pytest.mark.parametrize("where", [Where.EXITED, Where.WAITING, Where.BASE])
def test_explorers_off_the_map_are_skipped(where):
    t = levels(den("0..1"), 10, 5)
    wear(t, 0, HAT)
    wear(t, 1, COAT)
    t.off_map(1, where)
    t.call(Proc.RAISE_THREAT, 1)
    assert t.state["items"]["place"][COAT] == ItemPlace.EQUIPPED
    assert (t.done, int(t.e(1)["where"])) == (True, where)


@pytest.mark.rule("MAC-THR-03", "MAC-THR-09")
def test_the_seats_give_up_in_order_and_each_its_own():
    t = levels(den("1..0"), 10, 5)
    wear(t, 0, HAT, COAT)
    wear(t, 1, PLUME, 4)
    t.call(Proc.RAISE_THREAT, 1)
    assert (t.asked, t.legal) == ((0, Choice.GIVE_UP), {"item_1", "item_2"})
    t.play("item_2")
    assert (t.asked, t.legal) == ((1, Choice.GIVE_UP), {"item_3", "item_4"})
    t.play("item_3")
    assert t.done


@pytest.mark.rule("MAC-THR-09", "MAC-EXI-08")
def test_an_exited_explorer_that_the_last_death_brings_back_is_skipped_too():
    t = levels(den("0..1"), 10, 5)
    wear(t, 1, HAT)
    t.off_map(1, Where.EXITED)
    t.state["chapter_at"] = 0
    t.text(t.tables["chapters"][1], ["place_entry"], kind="chapter")
    t.deck("tile_deck", 8)
    t.call(Proc.RAISE_THREAT, 1).play("explorer_card_5")  # nobody is left on the map: the chapter flips
    while not t.done:
        t.play(min(t.legal))
    assert (int(t.state["chapter_at"]), t.on_map(1)) == (1, True)
    assert t.state["items"]["place"][HAT] == ItemPlace.EQUIPPED, "it was off the map when the threat rose"


@pytest.mark.rule("MAC-THR-10", "MAC-THR-03")
def test_two_increases_at_the_last_level_take_two_cards():
    t = levels(den("0..1"), 10, 5)
    wear(t, 0, HAT, COAT)
    wear(t, 1, PLUME)
    t.call(Proc.RAISE_THREAT, 2).play("item_1")
    assert t.asked == (1, Choice.EXPLORER_CARD), "its only card went first"
    assert {int(t.state["items"]["place"][i]) for i in (HAT, COAT, PLUME)} == {ItemPlace.DESTROYED}
    assert t.on_map(0)


@pytest.mark.rule("MAC-THR-10")
def test_an_increase_by_n_is_n_single_ones():
    t = levels(den("0"), 9, 1)
    t.call(Proc.RAISE_THREAT, 3)
    assert tracks(t) == (2, 2)
    assert sorted(t.pile("monster_deck")) == [3, 4]
    t = levels(den("0"), 10, 4)
    wear(t, 0, HAT, COAT)
    t.call(Proc.RAISE_THREAT, 2)
    t.play("item_2")  # the second one is the first at the last level
    assert (tracks(t), t.done) == ((1, 5), True)


@pytest.mark.rule("MAC-THR-11")
def test_threat_falls_to_one_at_the_least_and_the_level_stays():
    t = levels(den("0"), 3, 2)
    t.resolve([{"threat": -1}], unit=0)
    assert tracks(t) == (2, 2)
    t.resolve([{"threat": -5}], unit=0)
    assert tracks(t) == (1, 2)
