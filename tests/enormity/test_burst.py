"""Burst Attacks (BUR, KEY-02; ENO-EX-49)."""

from __future__ import annotations

from typing import Any

import pytest

from envs.enormity.state import Choice, Colour, Keyword, Knock, NoiseKind, Op, Proc, Reach, Where, Who
from tests.enormity.table import Table

GUN = 8  # a Gear card
POTENTIAL, POWER, TWO = 1, 3, 5  # faces of a white die
PLAIN = {"dice": (0, 0, 0, 0, 0), "reach": Reach.RANGED, "range": 4, "keywords": [], "burst": 3, "ammo": 6}
WOUND, FAIL = 0, 1


@pytest.fixture
def t() -> Table:
    """Spacer 0 on (4, 4), without Stress to give for re-rolls, has only a Burst weapon; three Intruders around it: 0 on
    (4, 6), 1 on (6, 4), 2 on (2, 4)."""
    table = Table(seats=2)
    table.spacer(0, 4, 4, stress=9)
    table.spacer(1, 9, 9)
    table.s(0)["gear"][0]["disabled"] = 1
    for at in ((4, 6), (6, 4), (2, 4)):
        table.intruder(*at)
    return table


def gun(t: Table, **fields: Any) -> int:
    """Spacer 0 has one weapon, as printed; its place."""
    t.weapon(GUN, **{**PLAIN, **fields})
    return t.gear(0, GUN, entry=1)


def respond(t: Table, which: int, *ops: tuple[int, ...], type: int = 0) -> None:
    """Print a response of an Intruder type."""
    row = t.tables["types"][type]
    row["response"][which], row["response_end"][which] = t.ops(*ops)


def attack(t: Table, *answers: str) -> Table:
    """Spacer 0 attacks."""
    return t.call(Proc.SPACER_ATTACK, 0).play(*answers)


def alive(t: Table) -> list[int]:
    """Slots with an Intruder."""
    return [k for k in range(6) if t.k(k)["type"] >= 0]


@pytest.mark.rule("ENO-BUR-01", "ENO-BUR-02", "ENO-KEY-02")
def test_up_to_that_many_different_targets_are_declared_first(t: Table) -> None:
    place = gun(t, burst=2, power=3)
    attack(t)
    assert t.legal == {"intruder_0", "intruder_1", "intruder_2"}
    t.play("intruder_1")
    assert t.asked == (0, Choice.ATTACK_TARGET)
    assert t.legal == {"intruder_0", "intruder_2", "done"}, "different ones"
    assert t.s(0)["gear"][place]["ammo"] == 6
    t.play("intruder_2")
    assert t.asked == (0, Choice.BURST_ORDER), "not more than 2"
    t.play("intruder_2")
    assert t.done
    assert alive(t) == [0]
    t.intruder(6, 4), t.intruder(2, 4)
    attack(t, "intruder_0", "done")
    assert alive(t) == [1, 2], "one target is enough"


@pytest.mark.rule("ENO-BUR-02")
def test_each_target_within_range_and_an_ammo_for_each(t: Table) -> None:
    place = gun(t, range=2)
    t.k(2)["cell"] -= 1
    attack(t, "intruder_0")
    assert t.legal == {"intruder_1", "done"}, "3 steps away"
    t.k(2)["cell"] += 1
    t.s(0)["gear"][place]["ammo"] = 2
    attack(t, "intruder_0", "intruder_1")
    assert t.asked == (0, Choice.BURST_ORDER)
    assert t.s(0)["gear"][place]["ammo"] == 0
    t.s(0)["gear"][place]["ammo"] = 1
    attack(t, "intruder_0")
    assert t.done


@pytest.mark.rule("ENO-BUR-03", "ENO-BUR-08", "ENO-ATK-05")
def test_ammo_for_each_target_but_adrenaline_and_tokens_once(t: Table) -> None:
    place = gun(t, leaves=(1, 0, 0), suppress=2)
    t.tables["types"][1]["at"] = 1
    t.k(1)["type"] = 1
    t.weapon(GUN, power=2)
    attack(t, "intruder_0", "intruder_1", "intruder_2", "intruder_0", "intruder_1")
    assert t.done
    assert t.s(0)["gear"][place]["ammo"] == 3
    assert t.s(0)["adrenaline"] == 1
    assert t.state["incoming"].tolist() == [1, 0, 0]
    assert alive(t) == [0, 2]
    assert [int(t.k(k)["suppression"]) for k in (0, 2)] == [2, 2], "each target that was not wounded"


@pytest.mark.rule("ENO-BUR-04")
def test_a_roll_for_each_target_in_the_order_chosen(t: Table) -> None:
    gun(t, dice=(2,), burst=3)
    t.rolls(POWER, TWO, 0, 0, POWER, TWO)
    attack(t, "intruder_0", "intruder_1", "intruder_2")
    assert t.asked == (0, Choice.BURST_ORDER)
    assert t.legal == {"intruder_0", "intruder_1", "intruder_2"}
    t.play("intruder_2")
    assert t.legal == {"intruder_0", "intruder_1"}
    assert t.state["core"]["script_n"] == 4, "the first roll is resolved"
    t.play("intruder_1")
    assert t.done
    assert alive(t) == [1], "2 first, then 1 in vain, then 0"


@pytest.mark.rule("ENO-BUR-05", "ENO-GEA-09")
def test_tokens_and_modifiers_are_shared_by_all_rolls(t: Table) -> None:
    gun(t, dice=(2,), burst=2, power=1, modifiers=(1, 0, 0))
    t.pool(active=(1, 0, 0))
    t.rolls(POTENTIAL, POTENTIAL, POTENTIAL, POTENTIAL)
    attack(t, "intruder_0", "intruder_1", "intruder_0")
    assert t.asked == (0, Choice.DISCIPLINE)
    t.play("die_0", "die_1")
    assert t.done, "nothing is left for the second roll"
    assert alive(t) == [1, 2]
    assert t.state["pool"].tolist() == [0, 0, 0]
    attack(t, "intruder_1", "intruder_2", "intruder_1")
    assert t.asked == (0, Choice.DISCIPLINE), "a new attack has the modifier again"


@pytest.mark.rule("ENO-BUR-06", "ENO-BUR-04")
def test_responses_come_after_all_rolls_in_their_order(t: Table) -> None:
    gun(t, power=3, burst=2)
    respond(t, WOUND, (Op.LOSE_POWER, 1, 0, 0, Who.TARGET))
    t.k(1)["type"] = 1
    respond(t, WOUND, (Op.PLACE_TOKENS, 1, 2, 0), type=1)
    t.pool(active=(1, 1, 0))
    for first, placed in ((0, 0), (1, 1)):
        t.state["incoming"] = 0
        attack(t, "intruder_0", "intruder_1", f"intruder_{first}")
        assert t.asked == (0, Choice.TOKEN_TYPE)
        assert [int(t.k(k)["wounds"]) for k in (0, 1)] == ([1, 1] if first == 0 else [1, 0]), "both are rolled"
        assert alive(t) == ([0, 1, 2] if first == 0 else [0, 2])
        assert t.state["incoming"][2] == placed
        t.play("token_discipline")
        if first == 0:
            t.intruder(4, 6), t.intruder(6, 4, type=1)
            t.pool(active=(1, 1, 0))


@pytest.mark.rule("ENO-BUR-07", "ENO-RSP-10")
def test_a_response_that_an_earlier_one_has_made_impossible_is_ignored(t: Table) -> None:
    gun(t, burst=2)
    t.k(0)["cell"], t.k(1)["cell"] = 5 * 30 + 4, 4 * 30 + 5
    t.k(1)["type"] = 1
    respond(t, FAIL, (Op.KNOCKBACK, 1, 0, 0, Who.TARGET))
    respond(t, FAIL, (Op.KNOCKDOWN, 0, 0, 0, Who.TARGET), type=1)
    attack(t, "intruder_0", "intruder_1", "intruder_0")
    assert t.at(0) == (4, 3)
    assert t.s(0)["knock"] == Knock.NONE, "it is not adjacent any more"
    t.spacer(0, 4, 4)
    attack(t, "intruder_0", "intruder_1", "intruder_1")
    assert t.s(0)["knock"] == Knock.FALLING
    assert t.at(0) == (4, 3)


@pytest.mark.rule("ENO-BUR-06", "ENO-ATK-20-D")
def test_the_second_response_is_lost_on_a_dead_attacker(t: Table) -> None:
    gun(t, burst=2, power=3, leaves=(1, 0, 0))
    respond(t, WOUND, (Op.DIE, 0, 0, 0, Who.TARGET))
    attack(t, "intruder_0", "intruder_1", "intruder_0")
    assert t.s(0)["where"] == Where.DEAD
    assert alive(t) == [2], "both Wounds stand"
    assert t.state["kills"] == 2
    assert not t.state["incoming"].any()


@pytest.mark.rule("ENO-EX-49", "ENO-BUR-03", "ENO-BUR-09", "ENO-NOI-05")
def test_example_two_ammo_two_targets_three_blips(t: Table) -> None:
    place = gun(t, burst=2, ammo=2, noise_kind=NoiseKind.PER_AMMO, noise=1)
    for b in range(3):
        t.blip(b, 0)
    t.rolls(0, 0, 0)
    attack(t, "intruder_0", "intruder_1", "intruder_0")
    assert (t.s(0)["gear"][place]["ammo"], t.s(0)["adrenaline"]) == (0, 1)
    roll = t.state["rolls"][0]
    assert roll["colour"][: roll["n"]].tolist() == [Colour.WHITE] * 3
    assert t.asked == (0, Choice.NOISE_BONUS)
    t.play("die_1", "blip_2")
    assert t.done
    assert t.state["noises"][0]["dice"][:3].tolist() == [0, 0, 2]


@pytest.mark.rule("ENO-BUR-09", "ENO-BUR-09-D")
@pytest.mark.parametrize(
    ("kind", "noise", "targets", "dice", "bonus"),
    [(NoiseKind.SYMBOL, 0, 1, 1, 0), (NoiseKind.SYMBOL, 0, 3, 1, 2), (NoiseKind.SYMBOL, 1, 2, 1, 2),
     (NoiseKind.DICE, 2, 3, 2, 0), (NoiseKind.DICE_PER_SHOT, 2, 1, 2, 0), (NoiseKind.DICE_PER_SHOT, 1, 3, 3, 0),
     (NoiseKind.PER_AMMO, 1, 3, 1, 3), (NoiseKind.NUMBER, 2, 2, 1, 2)],
)  # fmt: skip
def test_noise_is_made_once_and_counts_each_further_target(
    t: Table, kind: NoiseKind, noise: int, targets: int, dice: int, bonus: int
) -> None:
    gun(t, burst=3, noise_kind=kind, noise=noise, noise_colour=Colour.WHITE)
    t.blip(0, 0)
    t.rolls(*[POWER if bonus else POTENTIAL] * dice)
    attack(t, *[f"intruder_{k}" for k in range(targets)])
    while t.asked:
        t.play("done" if "done" in t.legal else sorted(t.legal)[0])
    assert t.state["n_noises"] == 1
    assert t.state["noises"][0]["dice"][0] == (bonus or dice)
    assert t.state["core"]["script_n"] == 0


@pytest.mark.rule("ENO-BUR-09-D", "ENO-KEY-12")
def test_empty_clip_goes_with_one_target_only(t: Table) -> None:
    place = gun(t, burst=2, keywords=[Keyword.EMPTY_CLIP])
    attack(t, "intruder_0", "done")
    assert t.asked == (0, Choice.EMPTY_CLIP)
    attack(t, "intruder_0", "intruder_1")
    assert t.asked == (0, Choice.BURST_ORDER)
    assert t.s(0)["gear"][place]["ammo"] == 4


@pytest.mark.rule("ENO-BUR-04", "ENO-CHB-05")
def test_a_target_that_cannot_be_reached_any_more_does_not_save_the_others(t: Table) -> None:
    gun(t, burst=2, power=3, suppress=1)
    attack(t, "intruder_0", "intruder_1")
    t.k(0)["cell"] = 9 * 30 + 4
    t.play("intruder_0")
    assert t.done
    assert alive(t) == [0, 2]
    assert t.k(0)["suppression"] == 1, "not wounded"


@pytest.mark.rule("ENO-SCO-07")
def test_the_free_attack_of_a_scout_has_one_target(t: Table) -> None:
    gun(t, power=3)
    t.call(Proc.SPACER_ATTACK, 0, 2, 0, 0b101)
    assert t.legal == {"intruder_0", "intruder_2"}, "the new Intruders"
    t.play("intruder_2")
    assert t.done
    assert alive(t) == [0, 1]
