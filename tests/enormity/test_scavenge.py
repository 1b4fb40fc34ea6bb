"""Scavenging, looting, Engrams and Consoles (SCV, LOT, ENG, CSL)."""

from __future__ import annotations

import pytest

from envs.enormity.state import (
    Border,
    CardSide,
    Choice,
    DoorState,
    GearPlace,
    Op,
    PointState,
    Proc,
    Thing,
    Timing,
    Who,
)
from tests.enormity.table import Table, cell

DISCIPLINE, CONFIDENCE, EXPERTISE = (1, 0, 0), (0, 1, 0), (0, 0, 1)


@pytest.fixture
def t() -> Table:
    table = Table(seats=2)
    table.spacer(0, 4, 4)
    return table


def loot_deck(t: Table, *cards: int) -> None:
    """Cards of the Loot Deck, the bottom one first."""
    pile = t.state["loot"]
    pile["n"], pile["cards"] = len(cards), 0
    pile["cards"][: len(cards)] = cards


def console(t: Table, x: int, y: int, *ops: tuple[int, ...], **fields: int) -> None:
    """Print the Console 0 on a cell."""
    t.tables["console_of"][cell(x, y)] = 0
    t.tables["n_consoles"] = 1
    row = t.tables["consoles"][0]
    row["cell"] = cell(x, y)
    row["effect"], row["effect_end"] = t.ops(*ops)
    for name, value in fields.items():
        row[name] = value


def cards(t: Table, seat: int = 0) -> dict[int, int]:
    """Place of each Gear card of a Spacer."""
    return {int(e["card"]): int(e["place"]) for e in t.s(seat)["gear"] if e["card"] > 0}


# -- Scavenge ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-SCV-01", "ENO-SCV-01-D")
def test_scavenging_takes_one_object_of_the_own_space_for_nothing(t: Table) -> None:
    t.object(4, 4, Thing.CACHE)
    t.object(4, 4, Thing.ENGRAM, 2)
    t.object(4, 4, Thing.OBJECTIVE, 1)
    t.object(4, 4, Thing.DISCOVERY, 0)
    t.object(5, 4, Thing.CACHE)
    console(t, 4, 4, (Op.GAIN_STRESS, 1, 0, 0, Who.SELF))
    t.pool((1, 1, 1))
    t.call(Proc.SCAVENGE, 0)
    assert t.asked == (0, Choice.SCAVENGE)
    assert t.legal == {"scavenge_cache", "scavenge_engram", "scavenge_objective", "scavenge_console"}
    t.play("scavenge_engram")
    assert t.done
    assert t.s(0)["devices"].tolist() == [0, 0, 1, 0]
    assert t.state["pool"].tolist() == [1, 1, 1]
    assert (t.state["objects"]["cell"] == cell(4, 4)).sum() == 3
    t.call(Proc.SCAVENGE, 0).play("scavenge_console")
    assert t.done
    assert t.s(0)["stress"] == 1


@pytest.mark.rule("ENO-SCV-01", "ENO-SCV-01-D")
def test_scavenge_is_an_adrenaline_action_that_needs_an_object(t: Table) -> None:
    t.blip(4, 4)
    t.object(5, 4, Thing.CACHE)
    t.s(0)["card"] = CardSide.HAND
    t.call(Proc.PLAY_CARD, 0, 1, CardSide.B)
    assert "act_scavenge" not in t.legal
    t.spacer(0, 5, 4)
    t.tables["characters"][0]["rubicon"][0] = 2
    t.call(Proc.PLAY_CARD, 0, 1, CardSide.B).play("act_scavenge")
    assert t.s(0)["adrenaline"] == 1
    assert t.state["incoming"].tolist() == [0, 1, 0]
    assert (t.state["objects"]["kind"] == Thing.CACHE).sum() == 0
    t.spacer(0, 0, 0)
    t.call(Proc.SCAVENGE, 0)
    assert t.done, "nothing is there"


# -- Fast Scavenging ---------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-SCV-02", "ENO-SCV-05-D")
def test_objects_passed_by_a_move_action_may_be_taken_for_tokens(t: Table) -> None:
    for x in (4, 5, 6, 7):
        t.object(x, 4, Thing.ENGRAM, 0)
    t.pool((2, 0, 0))
    t.call(Proc.MOVE, 0, 3, 1).play("step_east")
    assert t.asked == (0, Choice.FAST_SCAVENGE), "the one on the start space is not offered"
    assert t.legal == {"scavenge_engram", "pass"}
    t.play("scavenge_engram")
    assert t.s(0)["devices"][0] == 1, "at once"
    assert t.asked == (0, Choice.MOVE), "then the Move goes on"
    t.play("step_east", "pass")
    assert t.s(0)["devices"][0] == 1
    t.play("step_east", "scavenge_engram")
    assert t.done
    assert t.s(0)["devices"][0] == 2, "also on the space where the Move ends"
    assert t.state["pool"].tolist() == [0, 0, 0]


@pytest.mark.rule("ENO-SCV-02")
def test_without_tokens_nothing_is_offered(t: Table) -> None:
    t.object(5, 4, Thing.ENGRAM, 0)
    t.pool((0, 3, 3), incoming=(5, 0, 0))
    t.call(Proc.MOVE, 0, 1, 1).play("step_east")
    assert t.done


@pytest.mark.rule("ENO-SCV-03")
@pytest.mark.parametrize(("level", "price"), [(0, 1), (1, 2), (2, 3)])
def test_the_price_depends_on_the_countdown_level(t: Table, level: int, price: int) -> None:
    t.level(level)
    t.object(5, 4, Thing.ENGRAM, 0)
    t.pool((price - 1, 9, 9))
    t.call(Proc.MOVE, 0, 1, 1).play("step_east")
    assert t.done
    t.spacer(0, 4, 4)
    t.pool((price, 9, 9))
    t.call(Proc.MOVE, 0, 1, 1).play("step_east", "scavenge_engram")
    assert t.done
    assert t.state["pool"].tolist() == [0, 9, 9]


@pytest.mark.rule("ENO-SCV-04")
def test_each_kind_of_object_has_its_token(t: Table) -> None:
    console(t, 5, 4, (Op.GAIN_STRESS, 1, 0, 0, Who.SELF))
    t.object(5, 4, Thing.CACHE)
    t.object(5, 4, Thing.ENGRAM, 0)
    t.object(5, 4, Thing.OBJECTIVE, 0)
    t.tables["objective_token"][0] = 1 + 1
    for pool, offered in (
        (EXPERTISE, {"scavenge_cache"}),
        (DISCIPLINE, {"scavenge_engram"}),
        (CONFIDENCE, {"scavenge_console", "scavenge_objective"}),
    ):
        t.pool(pool)
        t.spacer(0, 4, 4)
        t.call(Proc.MOVE, 0, 1, 1).play("step_east")
        assert t.legal == offered | {"pass"}


@pytest.mark.rule("ENO-SCV-04")
def test_an_objective_without_instructions_costs_any_one_type(t: Table) -> None:
    t.level(1)
    t.object(5, 4, Thing.OBJECTIVE, 2)
    t.pool((1, 1, 1))
    t.call(Proc.MOVE, 0, 1, 1).play("step_east")
    assert t.done, "two tokens of the same type are needed"
    t.spacer(0, 4, 4)
    t.pool((2, 1, 2))
    t.call(Proc.MOVE, 0, 1, 1).play("step_east", "scavenge_objective")
    assert t.asked == (0, Choice.OBJECTIVE_TOKEN)
    assert t.legal == {"token_discipline", "token_expertise"}
    t.play("token_expertise")
    assert t.done
    assert t.state["pool"].tolist() == [2, 1, 0]
    assert t.s(0)["objectives"].tolist() == [0, 0, 1, 0]


@pytest.mark.rule("ENO-SCV-05")
def test_fast_scavenging_gives_no_adrenaline_and_costs_no_card_but_is_an_action(t: Table) -> None:
    t.tables["characters"][0]["rubicon"][0] = 2
    t.object(5, 4, Thing.CACHE)
    t.pool((0, 0, 2))
    t.call(Proc.MOVE, 0, 1, 1).play("step_east", "scavenge_cache")
    assert t.s(0)["adrenaline"] == 0
    assert t.state["incoming"].tolist() == [0, 0, 0]
    assert t.s(0)["played"] == 0
    first, end = t.ops((Op.KNOCKDOWN, 0, 0, 0, Who.SELF))
    t.tile(5, 4, 0, effect=first, effect_end=end)
    t.object(5, 4, Thing.CACHE)
    t.spacer(0, 4, 4)
    t.call(Proc.MOVE, 0, 1, 1).play("step_east")
    assert t.done
    assert t.state["pool"].tolist() == [0, 0, 1], "no action while knocked down"


@pytest.mark.rule("ENO-SCV-05-D")
def test_several_objects_of_one_space_each_once(t: Table) -> None:
    console(t, 5, 4, (Op.GAIN_STRESS, 1, 0, 0, Who.SELF))
    t.object(5, 4, Thing.ENGRAM, 0)
    t.object(5, 4, Thing.ENGRAM, 1)
    t.pool((2, 9, 0))
    t.call(Proc.MOVE, 0, 1, 1).play("step_east", "scavenge_console")
    assert t.legal == {"scavenge_engram", "pass"}, "the Console has been used in passing"
    t.play("scavenge_engram", "scavenge_engram")
    assert t.done
    assert t.s(0)["devices"].tolist() == [1, 1, 0, 0]


@pytest.mark.rule("ENO-SCV-06", "ENO-SCV-06-D", "ENO-EXT-08")
def test_both_actions_initiate_extraction_next_to_the_point(t: Table) -> None:
    n = t.exit_point([(5, 2), (6, 2)])
    t.state["extraction"] = 0
    t.spacer(0, 4, 2)
    t.call(Proc.SCAVENGE, 0)
    assert t.done
    assert t.state["points"][n]["state"] == PointState.INITIATED
    for level, price in ((0, 1), (2, 3)):
        t.level(level)
        t.state["points"][n] = (PointState.CLOSED, 0)
        t.spacer(0, 3, 3)
        t.pool((9, price - 1, 9))
        t.call(Proc.MOVE, 0, 3, 1).play("step_east", "step_east", "step_east")
        assert t.done
        t.spacer(0, 4, 3)
        t.pool((9, price, 9))
        t.call(Proc.MOVE, 0, 2, 1).play("step_east")
        assert t.legal == {"scavenge_extraction", "pass"}, "Confidence, in passing"
        t.play("scavenge_extraction")
        assert t.state["points"][n]["state"] == PointState.INITIATED
        assert t.state["pool"].tolist() == [9, 0, 9]
        assert t.asked == (0, Choice.MOVE)


# -- looting -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-LOT-01", "ENO-SET-07")
def test_a_cache_gives_the_bottom_card_of_the_loot_deck(t: Table) -> None:
    loot_deck(t, 7, 8, 9)
    t.object(4, 4, Thing.CACHE)
    t.call(Proc.SCAVENGE, 0)
    assert t.asked == (0, Choice.LOOT)
    assert t.state["core"]["subject"] == 7
    assert (t.state["objects"]["cell"] == cell(4, 4)).sum() == 0
    t.play("equip")
    assert t.done
    assert cards(t) == {7: GearPlace.HAND}
    assert t.state["loot"]["n"] == 2
    assert t.state["loot"]["cards"][:2].tolist() == [8, 9]


@pytest.mark.rule("ENO-LOT-01-D")
def test_an_empty_loot_deck_gives_nothing_for_the_token(t: Table) -> None:
    t.object(4, 4, Thing.CACHE)
    t.call(Proc.SCAVENGE, 0)
    assert t.done
    assert cards(t) == {}
    assert (t.state["objects"]["cell"] >= 0).sum() == 0


@pytest.mark.rule("ENO-LOT-02")
def test_the_card_is_equipped_or_stowed_within_the_limits(t: Table) -> None:
    t.call(Proc.LOOT, 0, 7)
    assert t.legal == {"equip", "stow", "discard"}
    t.play("stow")
    assert cards(t) == {7: GearPlace.BACKPACK}
    t.weapon(9, ammo=3, charges=2)
    t.call(Proc.LOOT, 0, 9).play("equip")
    assert cards(t) == {7: GearPlace.BACKPACK, 9: GearPlace.HAND}
    entry = next(e for e in t.s(0)["gear"] if e["card"] == 9)
    assert entry["ammo"] == 3
    assert entry["charges"] == 2


@pytest.mark.rule("ENO-LOT-02", "ENO-LOT-02-D")
def test_an_equipped_card_may_make_way_to_the_backpack(t: Table) -> None:
    one = t.gear(0, 5)
    two = t.gear(0, 6, exhausted=1)
    t.gear(0, 4, GearPlace.SUPPORT)
    t.call(Proc.LOOT, 0, 7)
    assert t.legal == {"stow", "discard", f"gear_{one}", f"gear_{two}"}, "only cards of the slots that are needed"
    t.play(f"gear_{two}")
    assert t.legal == {"equip"} or t.done, "the switch was for the new card"
    assert cards(t) == {4: GearPlace.SUPPORT, 5: GearPlace.HAND, 6: GearPlace.BACKPACK, 7: GearPlace.HAND}
    assert t.s(0)["gear"][two]["exhausted"] == 1, "the switch does not unexhaust"


@pytest.mark.rule("ENO-LOT-02-D")
def test_two_cards_make_way_for_a_two_handed_one(t: Table) -> None:
    t.gear(0, 5)
    t.gear(0, 6)
    t.weapon(7, hands=2)
    t.call(Proc.LOOT, 0, 7).play("gear_1")
    assert t.done or t.legal == {"gear_2"}
    if t.asked:
        t.play("gear_2")
    assert cards(t) == {5: GearPlace.BACKPACK, 6: GearPlace.BACKPACK, 7: GearPlace.HAND}


@pytest.mark.rule("ENO-LOT-02-D", "ENO-GEA-06", "ENO-LOT-03")
def test_a_card_that_does_not_fit_is_discarded_or_another_instead(t: Table) -> None:
    t.gear(0, 5)
    t.gear(0, 6)
    for card in (10, 11, 12):
        t.gear(0, card, GearPlace.BACKPACK)
    before = cards(t)
    t.call(Proc.LOOT, 0, 7)
    assert t.legal == {"discard", "gear_1", "gear_2", "gear_3", "gear_4", "gear_5"}
    t.play("discard")
    assert t.done
    assert cards(t) == before
    assert 7 not in t.state["loot"]["cards"][: int(t.state["loot"]["n"])]
    t.call(Proc.LOOT, 0, 7).play("gear_4")
    assert 11 not in cards(t), "it is lost"
    assert t.legal == {"stow", "gear_1", "gear_2"}, "not the new one after it"
    t.play("stow")
    assert cards(t)[7] == GearPlace.BACKPACK
    t.call(Proc.LOOT, 0, 8).play("gear_1")
    assert cards(t) == {6: 1, 8: 1, 7: 4, 10: 4, 12: 4}, "the backpack is full: the equipped card is lost instead"


@pytest.mark.rule("ENO-LOT-03", "ENO-GEA-05-D")
def test_a_card_lost_by_an_effect_is_chosen_and_never_the_multitool(t: Table) -> None:
    t.call(Proc.DRAW_GEAR, 0)
    assert t.done
    assert t.s(0)["gear"][0]["card"] == 0
    t.gear(0, 5)
    t.gear(0, 6, GearPlace.BACKPACK)
    t.call(Proc.DRAW_GEAR, 0)
    assert t.asked == (0, Choice.DISCARD_GEAR)
    assert t.legal == {"gear_1", "gear_2"}
    t.play("gear_1")
    assert cards(t) == {6: GearPlace.BACKPACK}


# -- Engrams and Objective tokens --------------------------------------------------------------------------------


@pytest.mark.rule("ENO-ENG-01")
def test_engrams_lie_device_side_up_and_use_no_slots(t: Table) -> None:
    for card in (10, 11, 12):
        t.gear(0, card, GearPlace.BACKPACK)
    t.object(4, 4, Thing.ENGRAM, 3)
    t.call(Proc.SCAVENGE, 0)
    assert t.done
    assert t.s(0)["devices"].tolist() == [0, 0, 0, 1]
    assert not t.s(0)["resources"].any()
    assert len(cards(t)) == 3


@pytest.mark.rule("ENO-ENG-02", "ENO-ENG-02-D", "ENO-ENG-04")
def test_a_device_is_used_once_by_its_carrier_as_the_location_says(t: Table) -> None:
    t.spacer(1, 9, 9)
    t.s(0)["stress"] = 3
    devices = t.tables["locations"][0]["devices"]
    for kind, amount in ((0, 1), (1, 2)):
        n = t.ability(t.tables["locations"][3], timing=Timing.TURN, ops=[(Op.LOSE_STRESS, amount, 0, 0, Who.SELF)])
        devices[kind] = n
    t.tables["locations"][3]["end_ability"] = t.tables["locations"][3]["first_ability"]
    t.s(0)["devices"] = (0, 1, 0, 0)
    t.state["active"] = 1
    t.call(Proc.TURN, 1)
    assert not any(name.startswith("engram") for name in t.legal), "only who carries it"
    t.call(Proc.TURN, 0)
    assert "engram_1" in t.legal
    assert "engram_0" not in t.legal
    t.play("engram_1")
    assert t.s(0)["stress"] == 1, "what the Location gives to this type"
    assert t.s(0)["devices"].tolist() == [0, 0, 0, 0]
    assert t.s(0)["resources"].tolist() == [0, 1, 0, 0]
    assert "engram_1" not in t.legal


@pytest.mark.rule("ENO-ENG-05")
def test_objective_tokens_are_simply_collected(t: Table) -> None:
    t.object(4, 4, Thing.OBJECTIVE, 1)
    t.call(Proc.SCAVENGE, 0)
    assert t.done
    assert t.s(0)["objectives"].tolist() == [0, 1, 0, 0]


# -- Consoles ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-CSL-01", "ENO-CSL-02-D")
def test_a_console_resolves_its_entry_as_often_as_it_is_used(t: Table) -> None:
    console(t, 4, 4, (Op.GAIN_STRESS, 1, 0, 0, Who.SELF))
    t.call(Proc.SCAVENGE, 0)
    t.call(Proc.SCAVENGE, 0)
    assert t.s(0)["stress"] == 2


@pytest.mark.rule("ENO-CSL-02-D")
def test_a_console_whose_entry_says_once_is_used_once(t: Table) -> None:
    console(t, 4, 4, (Op.GAIN_STRESS, 1, 0, 0, Who.SELF), once=1)
    t.call(Proc.SCAVENGE, 0)
    assert t.s(0)["stress"] == 1
    t.call(Proc.SCAVENGE, 0)
    assert t.done
    assert t.s(0)["stress"] == 1


@pytest.mark.rule("ENO-CSL-02-D", "ENO-BRD-11")
def test_closing_a_door_is_not_blocked_by_who_stands_there(t: Table) -> None:
    t.border(4, 4, "east", Border.DOOR + 0)
    t.border(4, 4, "west", Border.DOOR + 1)
    t.border(4, 4, "south", Border.DOOR + 2)
    t.spacer(1, 5, 4)
    t.door(1, DoorState.WELDED)
    t.state["door_disabled"][2] = 1
    shut = [(Op.DOOR, DoorState.CLOSED, n) for n in (1, 2, 3)]
    console(t, 4, 4, *shut)
    t.call(Proc.SCAVENGE, 0)
    assert t.state["doors"][:3].tolist() == [DoorState.CLOSED, DoorState.WELDED, DoorState.OPEN]


@pytest.mark.rule("ENO-CSL-02")
def test_a_locked_console_needs_its_test(t: Table) -> None:
    console(t, 4, 4, (Op.GAIN_STRESS, 3, 0, 0, Who.SELF), at=2, skill=1, once=1)
    t.tables["characters"][0]["skills"][1] = 2

    def use(*faces: int) -> None:
        t.rolls(*faces)
        t.call(Proc.CONSOLE, 0, 0)
        while t.asked:
            t.play("done" if "done" in t.legal else "pass")

    use(3, 0)
    assert t.s(0)["stress"] == 0
    assert not t.state["console_disabled"][0], "1 Power of 2"
    use(3, 3)
    assert t.s(0)["stress"] == 3
    assert t.state["console_disabled"][0]


@pytest.mark.rule("ENO-SCV-01")
def test_disabled_objects_and_consoles_cannot_be_used(t: Table) -> None:
    n = t.object(4, 4, Thing.CACHE)
    t.state["objects"][n]["disabled"] = 1
    console(t, 4, 4, (Op.GAIN_STRESS, 1, 0, 0, Who.SELF))
    t.state["console_disabled"][0] = 1
    t.call(Proc.SCAVENGE, 0)
    assert t.done
    assert t.s(0)["stress"] == 0
    assert (t.state["objects"]["cell"] >= 0).sum() == 1
