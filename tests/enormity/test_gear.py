"""Exhausting, rearming and the backpack (EXH, GEA-04, GEA-06)."""

from __future__ import annotations

import pytest

from envs.enormity.state import Choice, GearKind, GearPlace, Op, Proc, Requirement, Stat, Timing, Where, Who
from tests.enormity.table import Table

RIFLE, PISTOL, SHIELD, CHARM, VEST, CANNON = 5, 6, 7, 8, 9, 10


@pytest.fixture
def t() -> Table:
    table = Table(seats=1)
    table.spacer(0, 4, 4)
    table.weapon(RIFLE, reach=1, range=4, ammo=2, hands=2, dice=(1,))
    table.weapon(PISTOL, reach=1, range=4, ammo=2, dice=(1,))
    for card, kind in ((SHIELD, GearKind.SUPPORT), (CHARM, GearKind.SUPPORT), (VEST, GearKind.ARMOR)):
        table.tables["gear"][card]["kind"] = kind
    table.weapon(CANNON, hands=3)
    return table


def places(t: Table) -> dict[int, int]:
    """Place of each Gear card."""
    return {int(e["card"]): int(e["place"]) for e in t.s(0)["gear"] if e["card"] > 0}


def damage(t: Table) -> int:
    """Vitals lost to an Intruder's attack of 3 Power."""
    t.s(0)["vitals"] = 9
    t.state["intruders"]["type"] = -1
    k = t.intruder(4, 5)
    t.protocol(0, replace=True, requirement=Requirement.OTHERWISE, attack=1, power=3)
    t.call(Proc.ACTIVATE, k, 0, -1)
    while t.asked:
        t.play(next(n for n in ("done", "pass", "no", "amount_0") if n in t.legal))
    return 9 - int(t.s(0)["vitals"])


@pytest.mark.rule("ENO-EXH-01", "ENO-EXH-03")
def test_an_exhausted_weapon_is_not_active_until_it_is_unexhausted(t: Table) -> None:
    t.s(0)["gear"][0]["exhausted"] = 1
    n = t.gear(0, RIFLE, exhausted=1)
    t.intruder(4, 6)
    t.call(Proc.TURN, 0)
    assert "card_0_a" in t.legal
    assert "card_0_b" not in t.legal, "no attack, the only action of this side"
    t.call(Proc.ROUND)
    assert t.s(0)["gear"][n]["exhausted"] == 1, "a new round changes nothing"
    t.call(Proc.REARM, 0)
    t.play("done")
    t.call(Proc.TURN, 0)
    assert "card_0_b" in t.legal


@pytest.mark.rule("ENO-EXH-01", "ENO-GEA-04")
def test_exhausted_or_stowed_gear_gives_no_defence(t: Table) -> None:
    t.tables["gear"][SHIELD]["reduction"] = 1
    n = t.gear(0, SHIELD, GearPlace.SUPPORT)
    assert damage(t) == 2
    t.s(0)["gear"][n]["exhausted"] = 1
    assert damage(t) == 3
    t.s(0)["gear"][n]["exhausted"] = 0
    t.s(0)["gear"][n]["place"] = GearPlace.BACKPACK
    assert damage(t) == 3


@pytest.mark.rule("ENO-EXH-01", "ENO-GEA-04")
def test_exhausted_or_stowed_gear_offers_no_ability_but_those_made_for_it(t: Table) -> None:
    t.ability(t.tables["gear"][SHIELD], timing=Timing.TURN, ops=[(Op.LOSE_STRESS, 1, 0, 0, Who.SELF)])
    t.ability(t.tables["gear"][SHIELD], timing=Timing.TURN, when_exhausted=1, ops=[(Op.UNEXHAUST, 0, 0, 0, Who.SELF)])
    n = t.gear(0, SHIELD, GearPlace.SUPPORT)
    t.s(0)["stress"] = 3
    t.call(Proc.TURN, 0)
    assert f"gear_ability_{n}_0" in t.legal
    t.s(0)["gear"][n]["exhausted"] = 1
    t.call(Proc.TURN, 0)
    assert f"gear_ability_{n}_0" not in t.legal
    assert f"gear_ability_{n}_1" in t.legal
    t.play(f"gear_ability_{n}_1")
    assert t.s(0)["gear"][n]["exhausted"] == 0
    assert f"gear_ability_{n}_0" in t.legal
    t.s(0)["gear"][n]["place"] = GearPlace.BACKPACK
    t.call(Proc.TURN, 0)
    assert not any(name.startswith("gear_ability") for name in t.legal)


@pytest.mark.rule("ENO-EXH-02", "ENO-GEA-04")
def test_passive_abilities_of_an_exhausted_card_stay_active(t: Table) -> None:
    t.ability(t.tables["gear"][SHIELD], timing=Timing.PASSIVE, mods=[(Stat.LIGHT_RANGE, 1)])
    t.blip(4, 9)
    n = t.gear(0, SHIELD, GearPlace.SUPPORT, exhausted=1)
    t.call(Proc.SCOUT, 0)
    assert not t.done, "the Light reaches 4 spaces"
    t.s(0)["gear"][n]["place"] = GearPlace.BACKPACK
    t.call(Proc.SCOUT, 0)
    assert t.done, "backpack Gear does nothing"


@pytest.mark.rule("ENO-GEA-04")
def test_a_weapon_in_the_backpack_is_not_usable(t: Table) -> None:
    n = t.gear(0, RIFLE, GearPlace.BACKPACK)
    t.intruder(4, 6)
    t.call(Proc.TURN, 0)
    assert "card_0_a" in t.legal
    assert "card_0_b" not in t.legal, "no attack, the only action of this side"
    t.call(Proc.REARM, 0).play(f"gear_{n}")
    assert places(t) == {RIFLE: GearPlace.HAND}


@pytest.mark.rule("ENO-EXH-04", "ENO-EXH-04-D", "ENO-ACT-03")
def test_rearm_unexhausts_all_and_lets_each_card_change_its_place_once(t: Table) -> None:
    for card, place in ((PISTOL, GearPlace.HAND), (SHIELD, GearPlace.SUPPORT), (CHARM, GearPlace.BACKPACK)):
        t.gear(0, card, place, exhausted=1)
    t.s(0)["gear"][0]["exhausted"] = 1
    t.call(Proc.REARM, 0)
    assert not t.s(0)["gear"]["exhausted"].any()
    assert t.asked == (0, Choice.REARM)
    assert t.legal == {"gear_1", "gear_2", "gear_3", "done"}
    t.play("gear_2")
    assert t.legal == {"gear_1", "gear_3", "done"}, "once each"
    t.play("gear_3", "done")
    assert t.done
    assert places(t) == {PISTOL: GearPlace.HAND, SHIELD: GearPlace.BACKPACK, CHARM: GearPlace.SUPPORT}
    assert not t.s(0)["gear"]["moved"].any()
    t.call(Proc.REARM, 0)
    assert "gear_2" in t.legal, "another Rearm begins anew"


@pytest.mark.rule("ENO-EXH-04", "ENO-EXH-04-D")
def test_the_limits_count_when_the_spacer_is_done(t: Table) -> None:
    first = t.gear(0, RIFLE)
    second = t.gear(0, PISTOL, GearPlace.BACKPACK)
    t.call(Proc.REARM, 0).play(f"gear_{second}", f"gear_{first}")
    if t.asked:
        t.play("done")
    assert places(t) == {RIFLE: GearPlace.BACKPACK, PISTOL: GearPlace.HAND}, "in any order"
    t.call(Proc.REARM, 0).play(f"gear_{first}", "done")
    assert places(t) == {RIFLE: GearPlace.BACKPACK, PISTOL: GearPlace.HAND}, "too many hands: it stays where it was"


@pytest.mark.rule("ENO-EXH-04-D")
def test_a_card_goes_back_when_another_one_goes_back_into_its_place(t: Table) -> None:
    for card in (SHIELD, CHARM):
        t.gear(0, card, GearPlace.BACKPACK)
    t.gear(0, 11, GearPlace.BACKPACK)
    pistol = t.gear(0, PISTOL)
    t.call(Proc.REARM, 0).play(f"gear_{pistol}", "done")
    assert places(t)[PISTOL] == GearPlace.HAND, "the backpack is full"
    other = t.gear(0, 12)
    t.call(Proc.REARM, 0).play("gear_1", "gear_2", f"gear_{pistol}", f"gear_{other}", "done")
    assert places(t) == {
        SHIELD: GearPlace.SUPPORT, CHARM: GearPlace.BACKPACK, 11: GearPlace.BACKPACK, PISTOL: GearPlace.BACKPACK,
        12: GearPlace.HAND,
    }, "the second Support card has no slot; back in the backpack it takes the last one"  # fmt: skip


@pytest.mark.rule("ENO-EXH-04", "ENO-GEA-01-D", "ENO-GEA-02-D")
def test_what_no_slot_can_hold_is_not_offered_and_armor_takes_its_own_slot(t: Table) -> None:
    t.gear(0, CANNON, GearPlace.BACKPACK)
    vest = t.gear(0, VEST, GearPlace.BACKPACK)
    t.gear(0, SHIELD, GearPlace.SUPPORT)
    t.call(Proc.REARM, 0)
    assert "gear_1" not in t.legal
    t.play(f"gear_{vest}", "done")
    assert places(t)[VEST] == GearPlace.BACKPACK, "the Support slot is taken"
    t.tables["suits"][0]["armor"] = 1
    t.call(Proc.REARM, 0).play(f"gear_{vest}", "done")
    assert places(t)[VEST] == GearPlace.ARMOR


@pytest.mark.rule("ENO-EXH-04", "ENO-GEA-05-D")
def test_the_multitool_never_moves(t: Table) -> None:
    t.call(Proc.REARM, 0)
    assert t.done
    assert t.s(0)["gear"][0]["place"] == GearPlace.FIXED


@pytest.mark.rule("ENO-EXH-05", "ENO-EXH-05-D")
def test_looting_switches_for_free_and_a_stowed_card_keeps_its_state(t: Table) -> None:
    n = t.gear(0, RIFLE, exhausted=1, ammo=1, charges=2, discharge=1)
    t.call(Proc.LOOT, 0, PISTOL).play(f"gear_{n}")
    if t.asked:
        t.play("equip")
    assert places(t) == {RIFLE: GearPlace.BACKPACK, PISTOL: GearPlace.HAND}
    rifle = t.s(0)["gear"][n]
    assert (rifle["exhausted"], rifle["ammo"], rifle["charges"], rifle["discharge"]) == (1, 1, 2, 1)
    t.call(Proc.REARM, 0)
    rifle = t.s(0)["gear"][n]
    assert (rifle["exhausted"], rifle["ammo"], rifle["charges"], rifle["discharge"]) == (0, 1, 2, 1)


@pytest.mark.rule("ENO-GEA-06")
def test_gear_beyond_the_slots_is_discarded(t: Table) -> None:
    t.gear(0, SHIELD, GearPlace.SUPPORT)
    for card in (11, 12, 13):
        t.gear(0, card, GearPlace.BACKPACK)
    t.call(Proc.LOOT, 0, CHARM)
    assert "equip" not in t.legal
    assert "stow" not in t.legal
    t.play("gear_1")
    assert t.done
    assert SHIELD not in places(t)
    assert places(t)[CHARM] == GearPlace.SUPPORT


@pytest.mark.rule("ENO-GEA-06", "ENO-GEA-01-D", "ENO-EXH-04-D")
@pytest.mark.parametrize("room", [True, False])
def test_gear_that_lost_its_slots_goes_to_the_backpack_or_is_lost(t: Table, room: bool) -> None:
    t.ability(t.tables["gear"][CHARM], timing=Timing.PASSIVE, mods=[(Stat.HANDS, 1)])
    charm = t.gear(0, CHARM, GearPlace.SUPPORT)
    cannon = t.gear(0, CANNON)
    if not room:
        t.tables["suits"]["backpack"] = 1
    t.call(Proc.REARM, 0).play(f"gear_{charm}")
    assert places(t)[CANNON] == GearPlace.HAND, "until the Spacer is done"
    assert f"gear_{charm}" not in t.legal, "once"
    t.play("done")
    assert t.done, "the cannon is the only card over the limit"
    assert places(t) == ({CHARM: GearPlace.BACKPACK, CANNON: GearPlace.BACKPACK} if room
                         else {CHARM: GearPlace.BACKPACK})  # fmt: skip
    assert t.s(0)["gear"][cannon]["card"] == (CANNON if room else -1)


@pytest.mark.rule("ENO-GEA-06")
def test_the_spacer_chooses_what_goes_when_several_cards_are_over_the_limit(t: Table) -> None:
    t.ability(t.tables["gear"][CHARM], timing=Timing.PASSIVE, mods=[(Stat.HANDS, 1)])
    t.gear(0, CHARM, GearPlace.SUPPORT)
    rifle, pistol = t.gear(0, RIFLE), t.gear(0, PISTOL)
    t.call(Proc.DRAW_GEAR, 0)
    t.play("gear_1")
    assert t.asked == (0, Choice.DISCARD_GEAR)
    assert t.legal == {f"gear_{rifle}", f"gear_{pistol}"}
    t.play(f"gear_{pistol}")
    assert t.done
    assert places(t) == {RIFLE: GearPlace.HAND, PISTOL: GearPlace.BACKPACK}


@pytest.mark.rule("ENO-GEA-06")
def test_slots_that_an_effect_takes_away_are_felt_at_the_next_step_of_the_turn(t: Table) -> None:
    t.ability(t.tables["gear"][CHARM], timing=Timing.PASSIVE, mods=[(Stat.HANDS, 1)])
    charm = t.gear(0, CHARM, GearPlace.SUPPORT)
    t.gear(0, CANNON)
    t.s(0)["gear"][charm]["disabled"] = 1
    t.call(Proc.TURN, 0)
    assert t.asked == (0, Choice.TURN)
    assert places(t) == {CHARM: GearPlace.SUPPORT, CANNON: GearPlace.BACKPACK}


@pytest.mark.rule("ENO-GEA-06")
@pytest.mark.parametrize(
    ("slots", "place", "kept"),
    [("support", GearPlace.SUPPORT, GearPlace.BACKPACK), ("armor", GearPlace.ARMOR, GearPlace.BACKPACK),
     ("backpack", GearPlace.BACKPACK, None)],
)  # fmt: skip
def test_slots_of_every_kind_may_be_taken_away(t: Table, slots: str, place: GearPlace, kept: GearPlace | None) -> None:
    t.gear(0, SHIELD, place)
    t.tables["suits"][0][slots] = 0
    t.call(Proc.TURN, 0)
    assert places(t) == ({} if kept is None else {SHIELD: kept})


@pytest.mark.rule("ENO-GEA-06", "ENO-EXH-05")
def test_looted_gear_that_takes_a_slot_makes_other_gear_give_way_at_once(t: Table) -> None:
    t.ability(t.tables["gear"][CHARM], timing=Timing.PASSIVE, mods=[(Stat.HANDS, -1)])
    t.gear(0, RIFLE)
    t.call(Proc.LOOT, 0, CHARM).play("equip")
    assert t.done
    assert places(t) == {CHARM: GearPlace.SUPPORT, RIFLE: GearPlace.BACKPACK}


@pytest.mark.rule("ENO-GEA-06", "ENO-DTH-02")
def test_a_dead_spacer_is_not_asked_which_gear_to_lose(t: Table) -> None:
    for card in (RIFLE, PISTOL):
        t.gear(0, card)
    t.tables["suits"][0]["backpack"] = 0
    t.s(0)["where"] = Where.DEAD
    t.s(0)["cell"] = -1
    t.call(Proc.TURN, 0)
    assert t.done
    assert places(t) == {RIFLE: GearPlace.HAND, PISTOL: GearPlace.HAND}
