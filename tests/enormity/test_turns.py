"""The turn of a Spacer: Action cards, actions, exerting, catching breath (TRN, ACT, ADR, EXR, CBR, BON-07, LOC-05)."""

from __future__ import annotations

import pytest

from envs.enormity.state import (
    ActionKind,
    CardSide,
    Choice,
    GearPlace,
    Knock,
    Need,
    Op,
    PointState,
    Proc,
    Thing,
    Timing,
    Where,
    Who,
)
from tests.enormity.table import Table


@pytest.fixture
def t() -> Table:
    table = Table(seats=2)
    table.spacer(0, 4, 4)
    table.spacer(1, 8, 8)
    return table


def turn(t: Table, seat: int = 0) -> Table:
    return t.call(Proc.TURN, seat)


def act(t: Table, *names: str) -> Table:
    """Play actions; no exerting, no re-rolls and no further movement in between."""
    for name in names:
        t.play(name)
        rest(t)
    return t


def rest(t: Table) -> None:
    """Answer what follows from an action as shortly as possible."""
    while t.asked is not None and t.asked[1] in (Choice.EXERT, Choice.MOVE, Choice.STRESS, Choice.REARM):
        t.play(next(name for name in ("no", "done", "step_north") if name in t.legal))


@pytest.mark.rule("ENO-TRN-04", "ENO-TRN-05", "ENO-TRN-08", "ENO-TRN-02", "ENO-TRN-03")
def test_up_to_three_cards_one_at_a_time_then_they_lie_until_the_next_turn(t: Table) -> None:
    act(turn(t), "card_0_a")
    assert t.asked == (0, Choice.TURN)
    assert "end_turn" in t.legal, "it may stop early"
    assert not {"card_0_a", "card_0_b"} & t.legal
    act(t, "card_1_a")
    act(t, "card_2_b")
    assert t.done, "the third card ends the turn when nothing else can be done"
    assert t.s(0)["card"].tolist() == [CardSide.A, CardSide.A, CardSide.B]
    turn(t)
    assert t.s(0)["card"].tolist() == [0, 0, 0], "played cards come back at the start of the turn"


@pytest.mark.rule("ENO-TRN-06")
def test_both_sides_of_a_card_cannot_be_used_in_a_turn_without_exerting(t: Table) -> None:
    act(turn(t), "card_0_a", "end_turn")
    assert t.done
    act(turn(t), "card_0_a")
    assert "card_0_b" not in t.legal


@pytest.mark.rule("ENO-TRN-07", "ENO-EX-17")
def test_a_side_with_several_actions_asks_for_one(t: Table) -> None:
    rifle = t.weapon(5, ammo=2, dice=(1,))
    t.gear(0, rifle, ammo=1)
    turn(t).play("card_2_a")
    assert t.asked == (0, Choice.ACTION)
    assert t.legal == {"act_move", "act_fast_reload"}


@pytest.mark.rule("ENO-TRN-07-D", "ENO-EX-18")
def test_a_card_needs_an_action_that_can_start(t: Table) -> None:
    turn(t)
    assert "card_0_b" not in t.legal, "Desperate Measures offers only an Attack, and there is no target"
    t.intruder(5, 4)
    turn(t)
    assert "card_0_b" in t.legal
    t.play("card_0_b")
    assert t.asked is not None
    assert t.asked[1] in (Choice.WEAPON, Choice.ATTACK_TARGET, Choice.STRESS, Choice.EXERT)


@pytest.mark.rule("ENO-TRN-09")
def test_abilities_may_be_used_between_the_cards(t: Table) -> None:
    t.ability(t.tables["characters"][0], timing=Timing.TURN, ops=[(Op.PLACE_TOKENS, 2, 2, 0)])
    turn(t).play("character_ability_0")
    assert t.state["incoming"].tolist() == [0, 0, 2]
    act(t, "card_0_a")
    assert "character_ability_0" not in t.legal, "once per turn (ENO-TRN-10)"


@pytest.mark.rule("ENO-TRN-10")
def test_the_same_ability_is_not_used_twice_in_a_turn(t: Table) -> None:
    t.ability(t.tables["characters"][0], timing=Timing.TURN, ops=[(Op.LOSE_STRESS, 1, 0, 0, Who.SELF)])
    turn(t).play("character_ability_0")
    assert "character_ability_0" not in t.legal


@pytest.mark.rule("ENO-TRN-11", "ENO-TRN-11-D")
def test_a_spacer_who_dies_in_the_turn_ends_it_and_the_pool_is_milled(t: Table) -> None:
    t.ability(t.tables["characters"][0], timing=Timing.TURN, ops=[(Op.DIE, 0, 0, 0, Who.SELF)])
    t.pool(active=(1, 0, 0), incoming=(0, 2, 0))
    turn(t).play("character_ability_0")
    assert t.done
    assert t.s(0)["where"] == Where.DEAD
    assert t.state["pool"].tolist() == [0, 2, 0]


@pytest.mark.rule("ENO-TRN-13", "ENO-TRN-13-D")
def test_start_of_turn_exfiltration_discharge_standing_up_antinomy(t: Table) -> None:
    n = t.exit_point([(0, 9)], PointState.INITIATED, tokens=2)
    place = t.gear(0, 3, GearPlace.HAND, discharge=1)
    t.s(0)["knock"], t.s(0)["awakened"], t.s(0)["antinomy"] = Knock.STANDING, 1, 1
    t.ability(t.tables["suits"][0], timing=Timing.TURN_START, need=Need.KNOCKED_DOWN, ops=[(Op.PLACE_TOKENS, 1, 0, 0)])
    turn(t)
    assert t.state["points"][n]["tokens"] == 1
    assert t.s(0)["gear"][place]["discharge"] == 0
    assert (t.s(0)["knock"], t.s(0)["awakened"], t.s(0)["antinomy"]) == (Knock.NONE, 1, 0)
    assert t.state["incoming"].tolist() == [0, 0, 0], "other effects come last: it stands again by then"


@pytest.mark.rule("ENO-TRN-13-D")
def test_several_effects_at_the_turn_start_come_in_the_order_of_the_spacer(t: Table) -> None:
    card = t.tables["characters"][0]
    t.ability(card, timing=Timing.TURN_START, ops=[(Op.PLACE_TOKENS, 1, 0, 0)])
    t.ability(card, timing=Timing.TURN_START, ops=[(Op.DISCARD_TOKENS, 0, 3, 0)])
    turn(t)
    assert t.asked == (0, Choice.END_ORDER)
    t.play("option_1")
    assert t.state["incoming"].tolist() == [1, 0, 0]


@pytest.mark.rule("ENO-ACT-01", "ENO-ACT-02", "ENO-ACT-02-D", "ENO-ADR-01", "ENO-ADR-02")
def test_an_adrenaline_action_raises_adrenaline_and_then_places_the_bonuses_below_it(t: Table) -> None:
    t.tables["characters"]["rubicon"][0][:3] = (1, 2, 3)
    t.s(0)["adrenaline"] = 1
    act(turn(t), "card_1_b", "act_rationalize")
    assert t.s(0)["adrenaline"] == 2
    assert t.state["incoming"].tolist() == [1, 1, 0], "positions 0 and 1 lie left of 2"


@pytest.mark.rule("ENO-ADR-03", "ENO-ATK-05")
def test_an_attack_raises_adrenaline_once_and_leaves_the_bonuses_once(t: Table) -> None:
    t.tables["characters"]["rubicon"][0][0] = 1
    t.intruder(5, 4)
    act(turn(t), "card_0_b")
    assert t.asked == (0, Choice.TURN)
    assert t.s(0)["adrenaline"] == 1
    assert t.state["incoming"].tolist() == [1, 0, 0]


@pytest.mark.rule("ENO-ADR-01-D")
def test_the_bonus_at_the_new_position_itself_is_not_active(t: Table) -> None:
    t.tables["suits"]["rubicon"][0][2] = 1
    t.s(0)["adrenaline"] = 1
    act(turn(t), "card_1_b", "act_rationalize")
    assert t.state["incoming"].tolist() == [0, 0, 0]


@pytest.mark.rule("ENO-ACT-02")
def test_moves_and_rearming_raise_no_adrenaline(t: Table) -> None:
    act(turn(t), "card_0_a", "card_1_b", "act_rearm")
    assert t.s(0)["adrenaline"] == 0


@pytest.mark.rule("ENO-ACT-03", "ENO-ACT-03-D", "ENO-CBR-01", "ENO-CBR-02")
def test_catch_breath_discards_an_exert_card_and_one_adrenaline_at_the_end_of_the_turn(t: Table) -> None:
    t.s(0)["exerts"], t.s(0)["adrenaline"] = 2, 5
    act(turn(t), "card_1_b", "act_catch_breath")
    assert t.done, "with two Exert cards one card is played"
    assert (t.s(0)["exerts"], t.s(0)["adrenaline"]) == (1, 4)


@pytest.mark.rule("ENO-CBR-01")
def test_catch_breath_waits_for_the_end_of_the_turn(t: Table) -> None:
    t.s(0)["exerts"], t.s(0)["adrenaline"] = 1, 5
    act(turn(t), "card_1_b", "act_catch_breath")
    assert (t.s(0)["exerts"], t.s(0)["adrenaline"]) == (1, 5)
    act(t, "end_turn")
    assert (t.s(0)["exerts"], t.s(0)["adrenaline"]) == (0, 4)


@pytest.mark.rule("ENO-CBR-03-D")
def test_catch_breath_without_exert_cards_lowers_adrenaline(t: Table) -> None:
    t.s(0)["adrenaline"] = 3
    act(turn(t), "card_1_b", "act_catch_breath", "end_turn")
    assert t.s(0)["adrenaline"] == 2


@pytest.mark.rule("ENO-CBR-03")
def test_catching_breath_and_exerting_exclude_each_other(t: Table) -> None:
    turn(t).play("card_1_b", "act_catch_breath")
    assert t.asked == (0, Choice.TURN), "no exerting is offered"
    other = t.tables["halves"][4]
    other["n_options"], other["options"][0]["kind"] = 1, ActionKind.CATCH_BREATH
    assert "card_2_a" in turn(t).legal
    t.play("card_1_a", "step_north", "done", "exert")
    assert "act_catch_breath" not in t.legal, "it is never the extra action (ENO-EXR-01-D)"
    t.play("act_rearm")
    rest(t)
    assert "card_2_a" not in t.legal, "and no action after it in that turn"


@pytest.mark.rule("ENO-EXR-01", "ENO-EXR-01-D", "ENO-EX-36", "ENO-ADR-04")
def test_exerting_costs_two_adrenaline_and_an_exert_card_and_gives_the_other_side(t: Table) -> None:
    t.tables["characters"]["rubicon"][0][6] = 1
    rifle = t.weapon(5, ammo=2, dice=(1,))
    t.gear(0, rifle, ammo=0)
    t.s(0)["adrenaline"] = 4
    turn(t).play("card_1_a", "step_north", "done")
    assert t.asked == (0, Choice.EXERT)
    t.play("exert")
    assert t.s(0)["adrenaline"] == 6
    assert t.state["incoming"].tolist() == [0, 0, 0], "exerting applies no bonuses"
    t.play("act_full_reload")
    assert (t.s(0)["adrenaline"], t.s(0)["exerts"]) == (7, 1)
    assert t.state["incoming"].tolist() == [1, 0, 0], "once, below 7"
    assert t.s(0)["card"][1] == CardSide.B


@pytest.mark.rule("ENO-EXR-01")
def test_exerting_happens_once_per_turn(t: Table) -> None:
    turn(t).play("card_1_a", "step_north", "done", "exert", "act_rearm")
    rest(t)
    t.intruder(4, 2)  # the other side of the first card would have an Attack
    t.play("card_0_a", "step_west", "done")
    assert t.asked != (0, Choice.EXERT)


@pytest.mark.rule("ENO-EXR-01-D2", "ENO-OPT-03")
def test_as_an_option_exerting_costs_stress_and_is_not_offered_at_8() -> None:
    for stress, offered in ((7, True), (8, False)):
        t = Table(seats=1, exert_stress=1)
        t.spacer(0, 4, 4, stress=stress, broke_down=1)
        turn(t).play("card_1_a", "step_north", "done")
        assert (t.asked == (0, Choice.EXERT)) is offered
        if offered:
            t.play("exert")
            assert (t.s(0)["stress"], t.s(0)["adrenaline"]) == (9, 0)


@pytest.mark.rule("ENO-EXR-01-D")
def test_without_an_action_on_the_other_side_exerting_is_not_offered(t: Table) -> None:
    turn(t).play("card_0_a", "step_north", "done")
    assert t.asked == (0, Choice.TURN), "the other side offers only an Attack"


@pytest.mark.rule("ENO-EXR-01-D", "ENO-CBR-03")
def test_catch_breath_alone_on_the_other_side_is_no_reason_to_exert(t: Table) -> None:
    half = t.tables["halves"][3]
    half["n_options"], half["options"][0]["kind"] = 1, ActionKind.CATCH_BREATH
    half["options"][0]["adrenaline"] = 0
    turn(t).play("card_1_a", "step_north", "done")
    assert t.asked == (0, Choice.TURN)


@pytest.mark.rule("ENO-EXR-01-D", "ENO-RUB-07")
def test_exerting_beyond_9_adrenaline_kills_before_the_action(t: Table) -> None:
    t.s(0)["adrenaline"] = 8
    turn(t).play("card_1_a", "step_north", "done", "exert")
    assert t.done
    assert t.s(0)["where"] == Where.DEAD


@pytest.mark.rule("ENO-EXR-02", "ENO-EX-37")
def test_with_one_exert_card_two_action_cards_may_be_played(t: Table) -> None:
    t.s(0)["exerts"] = 1
    act(turn(t), "card_0_a", "card_1_a")
    assert t.done


@pytest.mark.rule("ENO-EXR-02-D", "ENO-EX-52")
def test_exerting_on_the_second_card_leaves_no_third(t: Table) -> None:
    act(turn(t), "card_0_a")
    t.play("card_1_a", "step_north", "done", "exert", "act_rearm")
    rest(t)
    assert t.done
    act(turn(t, 1), "card_0_a", "card_2_b")
    t.play("card_1_a", "step_north", "done")
    assert t.asked == (1, Choice.EXERT), "after the third card exerting is legal"


@pytest.mark.rule("ENO-EXR-03", "ENO-EXR-04")
def test_the_third_exert_card_kills_after_the_extra_action(t: Table) -> None:
    t.s(0)["exerts"], t.s(0)["stress"] = 2, 5
    turn(t).play("card_1_a", "step_north", "done", "exert", "act_rationalize")
    assert t.done
    assert (t.s(0)["where"], t.s(0)["stress"]) == (Where.DEAD, 3)


@pytest.mark.rule("ENO-BON-07", "ENO-BON-07-D")
def test_a_bonus_action_plays_any_own_card_and_counts_for_nothing(t: Table) -> None:
    t.s(0)["card"][0] = CardSide.A
    t.call(Proc.BONUS_ACTION, 0)
    assert "card_0_a" in t.legal, "also from the table"
    assert "pass" in t.legal
    t.play("card_1_b", "act_rationalize")
    assert t.done
    assert t.s(0)["played"] == 0
    assert t.s(0)["card"][1] == CardSide.B, "taken from hand it lies played"


@pytest.mark.rule("ENO-LOC-05", "ENO-LOC-05-D")
def test_a_location_action_is_paid_with_an_action_card(t: Table) -> None:
    t.ability(t.tables["locations"][0], timing=Timing.ACTION, ops=[(Op.LOSE_STRESS, 1, 0, 0, Who.SELF)])
    t.s(0)["stress"] = 3
    turn(t).play("location_action_0")
    assert t.asked == (0, Choice.PAY_CARD)
    t.play("card_2_b")
    assert (t.s(0)["stress"], t.s(0)["played"]) == (2, 1)
    assert t.s(0)["card"][2] == CardSide.B
    assert t.s(0)["cell"] == t.s(0)["last_cell"], "its own actions are not resolved"


@pytest.mark.rule("ENO-KDN-03", "ENO-TOK-04")
def test_a_knocked_down_spacer_has_a_turn_with_nothing_to_do(t: Table) -> None:
    t.s(0)["knock"] = Knock.FALLING
    t.pool(active=(1, 0, 0), incoming=(0, 2, 0))
    turn(t)
    assert t.done
    assert t.s(0)["took_turn"] == 1
    assert t.state["pool"].tolist() == [0, 2, 0]


@pytest.mark.rule("ENO-SCV-01-D")
def test_the_card_with_scavenge_is_no_use_without_an_object(t: Table) -> None:
    half = t.tables["halves"][3]
    half["n_options"] = 1
    half["options"][0]["kind"] = ActionKind.SCAVENGE
    turn(t)
    assert "card_1_b" not in t.legal
    t.object(4, 4, Thing.CACHE)
    turn(t)
    assert "card_1_b" in t.legal


@pytest.mark.rule("ENO-RAT-01", "ENO-RAT-01-D")
@pytest.mark.parametrize(("stress", "left"), [(0, 0), (1, 0), (5, 3)])
def test_rationalizing_loses_two_stress_and_is_legal_with_less(t: Table, stress: int, left: int) -> None:
    t.s(0)["stress"] = stress
    act(turn(t), "card_1_b", "act_rationalize")
    assert (t.s(0)["stress"], t.s(0)["adrenaline"]) == (left, 1)
