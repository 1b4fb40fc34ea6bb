"""Conditions and Knockdown (CND, KDN, EX-43)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from envs.enormity.state import Choice, GearPlace, Knock, Op, Proc, Stat, Timing, Where, Who
from tests.enormity.table import Table

GIFT = 1


@pytest.fixture
def t() -> Table:
    table = Table(seats=2)
    table.tables["n_conditions"] = 3
    table.spacer(0, 4, 4)
    table.spacer(1, 8, 8)
    return table


def printed(t: Table, timing: Timing, *operations: Sequence[int]) -> int:
    return t.ability(t.tables["conditions"][GIFT], timing=timing, ops=operations)


def gain(t: Table, s: int = 0) -> Table:
    return t.call(Proc.GAIN_CONDITION, s, GIFT)


# -- Conditions ------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-CND-01")
def test_a_condition_lies_at_its_spacer_and_works(t: Table) -> None:
    t.ability(t.tables["conditions"][GIFT], timing=Timing.PASSIVE, mods=((Stat.SKILL, 1, 0),))
    printed(t, Timing.GAINED, (Op.GAIN_STRESS, 2, 0, 0, Who.SELF))
    gain(t)
    assert t.s(0)["conditions"][GIFT] == 1
    assert t.s(0)["stress"] == 2
    assert t.s(1)["conditions"][GIFT] == 0
    assert t.s(1)["stress"] == 0
    t.rolls(3, 3)
    t.call(Proc.SKILL_TEST, 0, 0, 2).play("done")
    assert t.result == 2


@pytest.mark.rule("ENO-CND-02")
def test_radiation_lies_on_the_board_not_on_a_card(t: Table) -> None:
    t.resolve(t.ops((Op.RADIATION, 2, 0, 0, Who.SELF)))
    assert t.s(0)["radiation"] == 2
    assert not t.s(0)["conditions"].any()


@pytest.mark.rule("ENO-CND-06")
def test_a_condition_held_is_not_gained_again_but_may_do_something(t: Table) -> None:
    printed(t, Timing.GAINED, (Op.GAIN_STRESS, 1, 0, 0, Who.SELF))
    printed(t, Timing.REGAINED, (Op.LOSE_VITALS, 1, 0, 0, Who.SELF))
    gain(t)
    assert (t.s(0)["stress"], t.s(0)["vitals"]) == (1, 9)
    gain(t)
    assert (t.s(0)["stress"], t.s(0)["vitals"]) == (1, 8), "the other text"
    assert t.s(0)["conditions"][GIFT] == 1


@pytest.mark.rule("ENO-CND-06")
def test_without_a_text_for_it_nothing_happens_the_second_time(t: Table) -> None:
    printed(t, Timing.GAINED, (Op.GAIN_STRESS, 1, 0, 0, Who.SELF))
    gain(t)
    gain(t)
    assert t.s(0)["stress"] == 1
    assert t.done


@pytest.mark.rule("ENO-CND-07")
def test_another_card_may_become_a_condition(t: Table) -> None:
    place = t.gear(0, 7, GearPlace.SUPPORT)
    ability = t.ability(
        t.tables["gear"][7], timing=Timing.TURN, ops=((Op.CONDITION, GIFT, 0, 0, Who.SELF), (Op.REMOVE_CARD,))
    )
    t.call(Proc.USE_ABILITY, 0, ability, place, -1, e=-1)
    assert t.s(0)["gear"][place]["card"] == -1
    assert t.s(0)["conditions"][GIFT] == 1


@pytest.mark.rule("ENO-CND-08")
def test_dazed_is_a_condition_like_any_other(t: Table) -> None:
    t.tables["dazed"] = 2
    t.resolve(t.ops((Op.CONDITION, 2, 0, 0, Who.TARGET)), target=1)
    assert t.s(1)["conditions"][2] == 1


@pytest.mark.rule("ENO-CND-01")
def test_the_dead_gain_nothing(t: Table) -> None:
    t.s(0)["where"], t.s(0)["cell"] = Where.DEAD, -1
    gain(t)
    assert t.s(0)["conditions"][GIFT] == 0
    assert t.done


# -- Knockdown -------------------------------------------------------------------------------------------------


def knock(t: Table, s: int = 0) -> None:
    t.resolve(t.ops((Op.KNOCKDOWN, 0, 0, 0, Who.SELF)), spacer=s)


@pytest.mark.rule("ENO-KDN-01")
def test_knockdown_takes_the_falling_down_side(t: Table) -> None:
    knock(t)
    assert t.s(0)["knock"] == Knock.FALLING


@pytest.mark.rule("ENO-KDN-02", "ENO-KDN-03")
def test_no_actions_no_abilities_no_reactions_but_a_turn(t: Table) -> None:
    t.ability(t.tables["characters"][0], timing=Timing.TURN, ops=((Op.CLUE, 0),))
    t.ability(t.tables["characters"][0], timing=Timing.REACTION, ops=((Op.CLUE, 1),))
    knock(t)
    t.pool(incoming=(1, 0, 0))
    t.call(Proc.WINDOW, 0, -1)
    assert t.done, "no Reaction"
    t.call(Proc.TURN, 0)
    assert t.done
    assert t.s(0)["took_turn"] == 1, "nothing to choose"
    assert list(t.state["pool"]) == [1, 0, 0], "milled"


@pytest.mark.rule("ENO-KDN-02-D")
def test_no_bonus_attack_or_bonus_action(t: Table) -> None:
    t.intruder(4, 3)
    knock(t)
    t.call(Proc.BONUS_ACTION, 0)
    assert t.done
    t.call(Proc.BONUS_ATTACK, 0, 0)
    assert t.done


@pytest.mark.rule("ENO-KDN-03-D", "ENO-TOK-08-D")
def test_passives_and_compulsory_rolls_still_work(t: Table) -> None:
    t.ability(t.tables["characters"][0], timing=Timing.PASSIVE, mods=((Stat.SKILL, 1, 0),))
    knock(t)
    t.rolls(3, 3)
    t.call(Proc.SKILL_TEST, 0, 0, 2).play("done")
    assert t.result == 2


@pytest.mark.rule("ENO-KDN-04", "ENO-KDN-04-D", "ENO-EX-43")
def test_example_knocked_down_before_the_own_turn(t: Table) -> None:
    knock(t)
    t.call(Proc.TURN, 0)
    assert t.done
    assert t.s(0)["knock"] == Knock.STANDING, "no actions, flipped at its end"
    t.call(Proc.TURN, 0)
    assert t.s(0)["knock"] == Knock.NONE
    assert "card_0_a" in t.legal


@pytest.mark.rule("ENO-KDN-04-D")
def test_knocked_down_in_the_own_turn_the_next_one_is_lost_as_well(t: Table) -> None:
    t.ability(t.tables["characters"][0], timing=Timing.TURN, ops=((Op.KNOCKDOWN, 0, 0, 0, Who.SELF),))
    t.call(Proc.TURN, 0).play("character_ability_0")
    assert t.done
    assert t.s(0)["knock"] == Knock.FALLING, "the rest of the turn is lost, the card is not flipped yet"
    t.call(Proc.TURN, 0)
    assert t.done
    assert t.s(0)["knock"] == Knock.STANDING
    t.call(Proc.TURN, 0)
    assert t.s(0)["knock"] == Knock.NONE
    assert t.asked == (0, Choice.TURN)


@pytest.mark.rule("ENO-KDN-04-D")
def test_with_the_standing_up_side_reactions_are_allowed(t: Table) -> None:
    t.ability(t.tables["characters"][0], timing=Timing.REACTION, ops=((Op.CLUE, 1),))
    t.s(0)["knock"] = Knock.STANDING
    t.call(Proc.WINDOW, 0, -1)
    assert t.asked == (0, Choice.REACTION)


@pytest.mark.rule("ENO-KDN-05")
def test_whatever_discards_the_card_stands_the_spacer_up(t: Table) -> None:
    for side in (Knock.FALLING, Knock.STANDING):
        t.s(1)["knock"] = side
        t.resolve(t.ops((Op.STAND_UP, 0, 0, 0, Who.KNOCKED_CHOSEN)))
        assert t.s(1)["knock"] == Knock.NONE


@pytest.mark.rule("ENO-KDN-05-D")
def test_a_second_knockdown_has_no_effect(t: Table) -> None:
    t.s(0)["knock"], t.s(0)["knock_turn"] = Knock.FALLING, 1
    knock(t)
    assert (t.s(0)["knock"], t.s(0)["knock_turn"]) == (Knock.FALLING, 1)
    t.s(0)["knock"] = Knock.STANDING
    knock(t)
    assert t.s(0)["knock"] == Knock.STANDING
