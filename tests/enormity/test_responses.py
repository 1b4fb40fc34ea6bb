"""Responses, Reprisals, Bonus and Follow-up Attacks (RSP, BON-01 to -06, CHB-07; ENO-EX-11, -53)."""

from __future__ import annotations

from typing import Any

import pytest

from envs.enormity.state import Choice, GearPlace, Keyword, Knock, NoiseKind, Op, Proc, Reach, Stat, Timing, Where, Who
from tests.enormity.table import Table

GUN = 8  # a Gear card
BONUS = 1  # SPACER_ATTACK's manner
PLAIN = {"dice": (0, 0, 0, 0, 0), "reach": Reach.RANGED, "range": 4, "keywords": []}
WOUND, FAIL, CRITICAL, INSTINCT = range(4)


@pytest.fixture
def t() -> Table:
    """Spacer 0 on (4, 4), without Stress to give for re-rolls, with one weapon; Spacer 1 far away. Intruders of type 0
    stand still and take 9 Wounds."""
    table = Table(seats=2)
    table.spacer(0, 4, 4, stress=9, broke_down=1)
    table.spacer(1, 9, 9)
    table.s(0)["gear"][0]["disabled"] = 1
    table.tables["types"][0]["speed"], table.tables["types"][0]["wounds"] = 0, 9
    return table


def gun(t: Table, **fields: Any) -> int:
    """Spacer 0 has one weapon, as printed; its place."""
    t.weapon(GUN, **{**PLAIN, **fields})
    return t.gear(0, GUN, entry=1)


def respond(t: Table, which: int, *ops: tuple[int, ...]) -> None:
    """Print a response of the Intruders of type 0."""
    row = t.tables["types"][0]
    row["response"][which], row["response_end"][which] = t.ops(*ops)


def strikes(t: Table, power: int = 3, **fields: Any) -> int:
    """The only Protocol of type 0: a melee attack; its number."""
    return t.protocol(0, replace=True, attack=1, power=power, **{"hit": -1, "gated": -1, "after": -1, **fields})


def attack(t: Table, *answers: str, manner: int = 0) -> Table:
    """Spacer 0 attacks."""
    return t.call(Proc.SPACER_ATTACK, 0, manner).play(*answers)


def incoming(t: Table) -> list[int]:
    """Tokens in the Incoming Pool."""
    return [int(n) for n in t.state["incoming"]]


# -- which responses ---------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-RSP-01", "ENO-RSP-02", "ENO-RSP-03", "ENO-RSP-04", "ENO-RSP-05")
@pytest.mark.parametrize(
    ("power", "quadrants", "printed", "seen"),
    [(3, 0, (WOUND, FAIL, CRITICAL), [1, 0, 0]), (0, 0, (WOUND, FAIL, CRITICAL), [0, 1, 0]),
     (3, 4, (WOUND, FAIL, CRITICAL), [0, 0, 1]), (0, 4, (WOUND, FAIL, CRITICAL), [0, 1, 0]),
     (3, 4, (WOUND, FAIL), [0, 0, 0]), (0, 0, (WOUND, CRITICAL), [0, 0, 0]), (3, 0, (), [0, 0, 0])],
)  # fmt: skip
@pytest.mark.parametrize("instinct", [False, True])
def test_the_result_triggers_its_response_and_instinct_unless_critical(
    t: Table, power: int, quadrants: int, printed: tuple[int, ...], seen: list[int], instinct: bool
) -> None:
    gun(t, power=power, quadrants=quadrants)
    for which in printed:
        respond(t, which, (Op.PLACE_TOKENS, 1, which, 0))
    if instinct:
        respond(t, INSTINCT, (Op.RADIATION, 1, 0, 0, Who.TARGET))
    t.intruder(4, 6)
    attack(t)
    while t.asked:
        t.play(sorted(t.legal)[0])
    assert incoming(t) == seen
    critical = power and quadrants
    assert t.s(0)["radiation"] == (1 if instinct and not critical else 0)


@pytest.mark.rule("ENO-RSP-01", "ENO-RSP-01-D")
def test_a_killed_intruder_still_responds_and_then_leaves_the_board(t: Table) -> None:
    gun(t, power=3, leaves=(0, 0, 1))
    t.tables["types"][0]["wounds"] = 1
    respond(t, WOUND, (Op.LOSE_POWER, 1, 0, 0, Who.TARGET), (Op.KNOCKBACK, 1, 0, 0, Who.TARGET))
    t.pool(active=(1, 1, 0))
    k = t.intruder(4, 5)
    attack(t)
    assert t.asked == (0, Choice.TOKEN_TYPE)
    assert t.k(k)["type"] == 0, "the miniature is still there"
    assert incoming(t) == [0, 0, 0]
    t.play("token_discipline")
    assert t.at(0) == (4, 3)
    assert t.k(k)["type"] < 0
    assert incoming(t) == [0, 0, 1]


@pytest.mark.rule("ENO-RSP-06", "ENO-RSP-06-D")
@pytest.mark.parametrize(("first", "at"), [("option_0", (6, 4)), ("option_3", (8, 4))])
def test_the_attacker_chooses_the_order_of_the_responses(t: Table, first: str, at: tuple[int, int]) -> None:
    gun(t, power=3)
    respond(t, WOUND, (Op.KNOCKBACK, 2, 0, 0, Who.TARGET))
    respond(t, INSTINCT, (Op.PUSHBACK, 2, 0, 0, Who.TARGET))
    t.intruder(3, 4)
    attack(t)
    assert t.asked == (0, Choice.RESPONSE_ORDER)
    assert t.legal == {"option_0", "option_3"}
    t.play(first)
    assert t.done
    assert t.at(0) == at, "Knockback first: Pushback only closes in; Pushback first: both move the Spacer"


@pytest.mark.rule("ENO-RSP-08", "ENO-KBK-03", "ENO-KDN-06")
@pytest.mark.parametrize(("y", "adjacent"), [(5, True), (6, False)])
def test_responses_need_no_adjacency_but_knockback_and_knockdown_do(t: Table, y: int, adjacent: bool) -> None:
    gun(t)
    respond(
        t,
        FAIL,
        (Op.LOSE_VITALS, 1, 0, 0, Who.TARGET),
        (Op.KNOCKDOWN, 0, 0, 0, Who.TARGET),
        (Op.KNOCKBACK, 1, 0, 0, Who.TARGET),
    )
    t.intruder(4, y)
    attack(t)
    assert t.s(0)["vitals"] == 8
    assert t.s(0)["knock"] == (Knock.FALLING if adjacent else Knock.NONE)
    assert t.at(0) == ((4, 3) if adjacent else (4, 4))


@pytest.mark.rule("ENO-RSP-09", "ENO-EX-11", "ENO-KEY-23", "ENO-RSP-08")
@pytest.mark.parametrize(("x", "pushed"), [(3, (8, 4)), (2, (7, 4))])
def test_example_wound_pushback_4_against_the_attacker(t: Table, x: int, pushed: tuple[int, int]) -> None:
    gun(t, power=3)
    respond(t, WOUND, (Op.PUSHBACK, 4, 0, 0, Who.TARGET))
    t.spacer(1, 4, 5)
    k = t.intruder(x, 4)
    attack(t)
    assert t.at(0) == pushed, "one space is used up to close in from (2, 4)"
    assert t.at(4 + k) == (pushed[0] - 1, 4)
    assert t.at(1) == (4, 5)


@pytest.mark.rule("ENO-RSP-10")
def test_an_impossible_response_is_ignored(t: Table) -> None:
    wound, end = t.ops((Op.KILL, 0, 0, 0, Who.TARGET))
    gun(t, power=3, wound=wound, wound_end=end)
    respond(t, WOUND, (Op.LOSE_VITALS, 1, 0, 0, Who.TARGET))
    t.intruder(4, 5)
    attack(t)
    assert t.done
    assert t.s(0)["vitals"] == 9, "the weapon's effect has removed the Intruder"
    assert t.state["kills"] == 1


# -- Reprisals and Follow-ups ------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-RSP-07", "ENO-RSP-07-D", "ENO-CHB-07")
def test_a_reprisal_waits_for_the_end_of_the_attack_and_opens_its_window(t: Table) -> None:
    gun(t, leaves=(0, 0, 1), suppress=2, noise_kind=NoiseKind.DICE, noise=1)
    respond(t, FAIL, (Op.REPRISAL, strikes(t, window_attack=1)), (Op.LOSE_STRESS, 1, 0, 0, Who.TARGET))
    t.ability(t.tables["characters"][0], timing=Timing.REACTION, ops=[(Op.LOSE_STRESS, 1, 0, 0, Who.SELF)])
    k = t.intruder(4, 5)
    t.blip(0, 0)
    t.rolls(1)  # a Potential: Noise
    attack(t)
    while t.asked and t.asked[1] == Choice.STRESS:
        t.play("done")
    assert t.asked == (0, Choice.REACTION)
    assert t.s(0)["stress"] == 8, "what is no attack is resolved in step 4"
    assert (incoming(t), int(t.k(k)["suppression"]), int(t.state["n_noises"])) == ([0, 0, 1], 2, 1), "steps 5 and 6"
    assert t.s(0)["vitals"] == 9
    t.play("pass")
    assert t.done
    assert t.s(0)["vitals"] == 6


@pytest.mark.rule("ENO-RSP-07-D")
@pytest.mark.parametrize(("wounds", "vitals"), [(1, 9), (2, 6)])
def test_a_killed_intruder_makes_no_reprisal(t: Table, wounds: int, vitals: int) -> None:
    t.tables["types"][0]["wounds"] = wounds
    gun(t, power=3)
    respond(t, WOUND, (Op.REPRISAL, strikes(t)))
    t.intruder(4, 5)
    attack(t)
    assert t.done
    assert t.s(0)["vitals"] == vitals


@pytest.mark.rule("ENO-RSP-07", "ENO-RSP-07-D", "ENO-BON-06", "ENO-CHB-07")
def test_the_reprisal_comes_before_the_follow_up_attack(t: Table) -> None:
    gun(t, leaves=(0, 0, 1))
    respond(t, FAIL, (Op.BONUS_ATTACK, 0, 0, 0, Who.TARGET), (Op.REPRISAL, strikes(t, power=2)))
    t.intruder(4, 5)
    attack(t)
    assert t.asked == (0, Choice.BONUS_ATTACK)
    assert t.s(0)["vitals"] == 7
    assert incoming(t) == [0, 0, 1], "the first attack is completely resolved"
    t.play("yes")
    assert t.asked == (0, Choice.IGNORE_REPRISAL), "the Follow-up is a Bonus Attack"
    t.play("no")
    assert t.s(0)["vitals"] == 5
    assert t.asked == (0, Choice.BONUS_ATTACK), "and has a Follow-up of its own"
    t.play("no")
    assert t.done
    assert t.s(0)["adrenaline"] == 2
    assert incoming(t) == [0, 0, 2]
    assert t.state["n_assaults"] == 0


@pytest.mark.rule("ENO-EX-53", "ENO-BON-06", "ENO-CHB-07", "ENO-ATK-20")
def test_example_noise_of_the_attack_and_of_its_follow_up(t: Table) -> None:
    gun(t, dice=(2,), quadrants=3, power=1, noise_kind=NoiseKind.DICE, noise=1)
    respond(t, CRITICAL, (Op.BONUS_ATTACK, 0, 0, 0, Who.TARGET))
    t.intruder(4, 5)
    b = t.blip(9, 0)
    t.rolls(5, 0, 1, 0, 0, 1)
    t.call(Proc.TURN, 0).play("card_0_b")
    assert t.asked == (0, Choice.BONUS_ATTACK)
    assert t.state["n_noises"] == 1, "Noise 1 is rolled and assigned"
    assert t.state["noises"][0]["dice"][b] == 1
    t.play("yes")
    assert t.on(b) != (9, 0), "the Blips have moved before the next question of the turn"
    assert abs(9 - t.on(b)[0]) + t.on(b)[1] == 2, "for both"
    assert t.state["n_noises"] == 0
    assert t.asked == (0, Choice.EXERT)
    assert t.s(0)["adrenaline"] == 2


# -- Bonus Attacks -----------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-BON-01", "ENO-BON-05", "ENO-BON-05-D")
def test_a_bonus_attack_may_be_declined_and_follows_all_rules(t: Table) -> None:
    place = gun(t, ammo=2, power=3, leaves=(1, 0, 0), noise_kind=NoiseKind.DICE, noise=1)
    k = t.intruder(4, 6)
    t.blip(0, 0)
    t.call(Proc.BONUS_ATTACK, 0)
    assert t.asked == (0, Choice.BONUS_ATTACK)
    t.play("no")
    assert (t.done, t.result, int(t.s(0)["adrenaline"])) == (True, 0, 0)
    t.rolls(1)
    t.call(Proc.BONUS_ATTACK, 0).play("yes")
    assert (t.done, t.result) == (True, 1)
    assert t.k(k)["wounds"] == 1
    assert (t.s(0)["adrenaline"], t.s(0)["gear"][place]["ammo"]) == (1, 1)
    assert incoming(t) == [1, 0, 0]
    assert t.state["n_noises"] == 1
    t.k(k)["cell"] = 0
    t.call(Proc.BONUS_ATTACK, 0)
    assert (t.done, t.result) == (True, 0), "no target, no question"


@pytest.mark.rule("ENO-BON-02", "ENO-BON-05-D")
@pytest.mark.parametrize(
    ("exhausted", "ammo", "charges", "legal"),
    [(1, 2, 1, True), (0, 0, 1, True), (1, 0, 1, False), (0, 2, 0, False), (0, 2, 1, True)],
)
def test_an_exhausted_or_empty_weapon_is_repaired(
    t: Table, exhausted: int, ammo: int, charges: int, legal: bool
) -> None:
    place = gun(t, ammo=3, charges=2)
    gear = t.s(0)["gear"][place]
    gear["exhausted"], gear["ammo"], gear["charges"] = exhausted, ammo, charges
    t.intruder(4, 6)
    if exhausted or not ammo:
        attack(t)
        assert t.result == 0, "an ordinary Attack repairs nothing"
    t.call(Proc.BONUS_ATTACK, 0)
    assert (t.asked is not None) == legal
    if legal:
        t.play("yes")
        assert gear["exhausted"] == 0
        assert gear["ammo"] == (ammo - 1 if ammo else 0), "exactly 1 Ammo, which is spent"


@pytest.mark.rule("ENO-BON-02")
def test_only_the_declared_weapon_is_repaired(t: Table) -> None:
    place = gun(t, ammo=3, burst=3, keywords=[Keyword.EXHAUST])
    t.weapon(9, **{**PLAIN, "ammo": 3})
    other = t.gear(0, 9, GearPlace.HAND, ammo=0)
    t.s(0)["gear"][place]["exhausted"] = 1
    t.s(0)["gear"][place]["ammo"] = 1
    t.intruder(4, 6), t.intruder(4, 2)
    attack(t, manner=BONUS)
    assert t.legal == {f"gear_{place}", f"gear_{other}"}
    t.play(f"gear_{place}", "intruder_0")
    assert t.done, "1 Ammo, so no second target"
    assert t.s(0)["gear"][other]["ammo"] == 0
    assert t.s(0)["gear"][place]["exhausted"] == 1, "exhausted again by its use"


@pytest.mark.rule("ENO-BON-03")
@pytest.mark.parametrize(("manner", "answer", "vitals"), [(0, "", 6), (BONUS, "yes", 9), (BONUS, "no", 6)])
def test_the_reprisal_to_a_bonus_attack_may_be_ignored(t: Table, manner: int, answer: str, vitals: int) -> None:
    gun(t)
    respond(t, FAIL, (Op.REPRISAL, strikes(t)))
    t.intruder(4, 5)
    attack(t, manner=manner)
    assert t.asked == ((0, Choice.IGNORE_REPRISAL) if answer else None)
    t.play(*([answer] if answer else []))
    assert t.done
    assert t.s(0)["vitals"] == vitals


@pytest.mark.rule("ENO-BON-01", "ENO-BON-04", "ENO-CHB-02")
@pytest.mark.parametrize(("range_", "vitals"), [(1, 7), (0, 5)])
def test_a_bonus_attack_breaks_the_intruders_attack_and_the_phase_goes_on(t: Table, range_: int, vitals: int) -> None:
    gun(t, range=range_, advance=0)
    strikes(t, power=2, window_attack=1)
    t.ability(t.tables["characters"][0], timing=Timing.REACTION, ops=[(Op.BONUS_ATTACK, 0, 0, 0, Who.SELF)])
    t.intruder(4, 5), t.intruder(4, 3)
    t.call(Proc.INTRUDER_PHASE).play("character_ability_0")
    if range_:
        assert t.asked == (0, Choice.BONUS_ATTACK)
        t.play("yes", "intruder_0")
    assert t.done, "an ability once per round: the second attack comes without a question"
    assert t.s(0)["vitals"] == vitals, "the first attack is broken only by an attack that is made"
    assert t.k(1)["acted"] == 1


@pytest.mark.rule("ENO-CHB-06", "ENO-CHB-06-D", "ENO-CHB-07")
def test_of_a_broken_attack_step_5_and_the_bonus_attack_that_broke_it_are_left(t: Table) -> None:
    gun(t, leaves=(1, 0, 0), noise_kind=NoiseKind.DICE, noise=1)
    respond(t, FAIL, (Op.REPRISAL, strikes(t)), (Op.CHAIN_BREAK,), (Op.BONUS_ATTACK, 0, 0, 0, Who.TARGET))
    respond(t, INSTINCT, (Op.PLACE_TOKENS, 1, 2, 0))
    t.intruder(4, 5)
    t.blip(0, 0)
    attack(t, "option_1")
    assert t.asked == (0, Choice.BONUS_ATTACK)
    assert incoming(t) == [1, 0, 0], "step 5, not the other response"
    assert (int(t.s(0)["vitals"]), int(t.state["n_noises"])) == (9, 0), "neither Reprisal nor Noise"
    t.play("no")
    assert t.done


@pytest.mark.rule("ENO-BON-06", "ENO-ATK-06")
def test_a_bonus_for_one_attack_does_not_reach_its_follow_up(t: Table) -> None:
    t.tables["types"][0]["wounds"] = 5
    gun(t, quadrants=4)
    t.ability(t.tables["characters"][0], timing=Timing.ROLL, cost=(0, 0, 1), mods=[(Stat.POWER, 3)])
    respond(t, CRITICAL, (Op.BONUS_ATTACK, 0, 0, 0, Who.TARGET))
    t.pool(active=(0, 0, 1))
    k = t.intruder(4, 5)
    attack(t, "character_ability_0", "yes")
    assert t.done
    assert t.k(k)["wounds"] == 1, "the second one has failed"


@pytest.mark.rule("ENO-GEN-06-D2", "ENO-GEN-06-D3", "ENO-BON-06", "ENO-ADR-04-D")
def test_follow_ups_of_follow_ups_wait_in_line_until_adrenaline_ends_them(t: Table) -> None:
    t.tables["types"][0]["wounds"] = 255
    gun(t, power=9, quadrants=4)
    respond(t, CRITICAL, (Op.BONUS_ATTACK, 0, 0, 0, Who.TARGET), (Op.BONUS_ATTACK, 0, 0, 0, Who.TARGET))
    t.intruder(4, 5)
    attack(t)
    for n in range(1, 10):
        assert t.asked == (0, Choice.BONUS_ATTACK)
        assert t.s(0)["adrenaline"] == n
        assert (int(t.state["n_assaults"]), int(t.state["assaults"][0]["follow_ups"])) == (1, n), "not nested"
        t.play("yes")
    assert t.done
    assert t.s(0)["where"] == Where.DEAD, "the 10th Adrenaline"


@pytest.mark.rule("ENO-RSP-06-D", "ENO-OPT-06")
@pytest.mark.parametrize(("freedom", "seat"), [(0, 0), (1, 2)])
def test_the_monsters_may_order_responses(freedom: int, seat: int) -> None:
    t = Table(seats=2, agent_monsters=1, freedom=freedom)
    t.spacer(0, 4, 4, stress=9)
    t.spacer(1, 9, 9)
    t.s(0)["gear"][0]["disabled"] = 1
    gun(t)
    respond(t, FAIL, (Op.PLACE_TOKENS, 1, 0, 0))
    respond(t, INSTINCT, (Op.PLACE_TOKENS, 1, 1, 0))
    t.intruder(4, 5)
    attack(t)
    assert t.asked == (seat, Choice.RESPONSE_ORDER)
    assert t.legal == {"option_1", "option_3"}
