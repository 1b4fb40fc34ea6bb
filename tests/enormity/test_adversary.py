"""Zero hour, the Adversary and Flash Attacks (ZRO, FLA)."""

from __future__ import annotations

import pytest

from envs.enormity.state import Choice, Knock, Op, Proc, Reach, Requirement, TargetRule, Tile, Timing, Where, Who
from tests.enormity.table import Table, cell

PHASE = 0
HUNTER, OTHER = 2, 3  # Adversary types
PLAIN = {"power": 0, "reach": Reach.MELEE, "hit": -1, "gated": -1, "after": -1, "window_move": 0, "window_attack": 0}
ALL = 255


def table(seats: int = 2, **options: int) -> Table:
    """Two Adversary cards; the deck holds them, the Hunter on top. Spacer 0 is the PT on (4, 4)."""
    t = Table(seats=seats, **{"adversary": 1, **options})
    t.spacer(0, 4, 4)
    if seats > 1:
        t.spacer(1, 9, 9)
    for kind in (HUNTER, OTHER):
        row = t.tables["types"][kind]
        row["adversary"], row["minis"], row["wounds"] = 1, 1, ALL
    t.state["adversaries"]["n"] = 2
    t.state["adversaries"]["cards"][:2] = (OTHER, HUNTER)
    t.state["contacted"] = 1
    t.spawn_point(0, 9)
    return t


def only(t: Table, type: int, **fields: object) -> int:
    """The only Protocol of a type."""
    return t.protocol(type, replace=True, **{**PLAIN, "requirement": Requirement.OTHERWISE, **fields})


def zero_hour(t: Table) -> Table:
    """The Countdown Phase in which the marker reaches 0."""
    t.state["round"], t.state["phase"], t.state["countdown"] = 9, 1, 1
    return t.call(Proc.COUNTDOWN)


def kinds(t: Table) -> list[int]:
    """Types on the board."""
    return [int(row["type"]) for row in t.state["intruders"] if row["type"] >= 0]


def phase(t: Table) -> Table:
    """The Intruder Phase, with a Scanner card that moves no Blip."""
    t.tables["n_scanners"] = 1
    for name in ("scanner_white", "scanner_red", "scanner_black"):
        t.state[name]["n"] = 1
        t.state[name]["cards"] = 0
    t.state["phase"] = 3
    return t.call(Proc.INTRUDER_PHASE)


# -- zero hour ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-ZRO-01", "ENO-ZRO-03", "ENO-ZRO-03-D", "ENO-ZRO-09")
def test_the_adversary_spawns_next_to_the_pt_when_the_marker_reaches_0() -> None:
    t = table()
    t.state["marker"] = 1
    t.spacer(1, 7, 7)
    only(t, HUNTER, attack=1, power=3)
    zero_hour(t)
    assert t.asked == (1, Choice.SPAWN_SPACE)
    assert t.candidates == [(7, 6), (6, 7), (8, 7), (7, 8)]
    t.choose(6, 7)
    assert t.done
    assert kinds(t) == [HUNTER]
    assert t.at(4) == (6, 7)
    assert t.k(0)["facing"] == 1, "it faces the PT"
    assert t.s(1)["vitals"] == 9, "no ambush"
    assert t.state["adversary"] == 0
    assert t.state["adversaries"]["n"] == 1
    assert t.state["core"]["over"] == 0


@pytest.mark.rule("ENO-ZRO-01", "ENO-FLA-03")
def test_the_one_that_waits_on_the_zero_hour_space_comes_rather_than_one_of_the_deck() -> None:
    t = table()
    t.state["waiting_adversary"] = OTHER
    zero_hour(t).choose(4, 3)
    assert kinds(t) == [OTHER]
    assert t.state["waiting_adversary"] == -1


@pytest.mark.rule("ENO-ZRO-01-D", "ENO-OPT-01")
def test_it_comes_once_and_not_without_the_option() -> None:
    t = table()
    zero_hour(t).choose(4, 3)
    t.call(Proc.COUNTDOWN)
    assert kinds(t) == [HUNTER]
    t = table(adversary=0)
    zero_hour(t)
    assert t.done
    assert kinds(t) == []


@pytest.mark.rule("ENO-ZRO-01", "ENO-GEN-07-D")
def test_without_a_card_nothing_comes() -> None:
    t = table()
    t.state["adversaries"]["n"] = 0
    zero_hour(t)
    assert kinds(t) == []


@pytest.mark.rule("ENO-ZRO-03-D")
def test_with_no_free_space_next_to_the_pt_it_takes_the_nearest_empty_one() -> None:
    t = table(seats=1)
    t.spacer(0, 0, 0)
    t.intruder(1, 0)
    t.intruder(0, 1)
    zero_hour(t)
    assert t.candidates == [(2, 0), (1, 1), (0, 2)]


@pytest.mark.rule("ENO-ZRO-03-D", "ENO-OPT-06")
def test_the_intruders_seat_may_pick_the_space() -> None:
    t = table(agent_monsters=1, freedom=1)
    zero_hour(t)
    assert t.asked == (2, Choice.SPAWN_SPACE)


# -- its activations ---------------------------------------------------------------------------------------------


def hunter(t: Table, x: int, y: int, **fields: int) -> int:
    """The Adversary on the board."""
    k = t.intruder(x, y, HUNTER, **fields)
    t.state["adversary"] = k
    return k


@pytest.mark.rule("ENO-ZRO-02", "ENO-ZRO-04", "ENO-ZRO-07")
def test_it_uses_its_card_with_a_speed_like_any_intruder() -> None:
    t = table()
    t.tables["types"][HUNTER]["speed"] = 2
    t.tables["types"][HUNTER]["target"] = TargetRule.FURTHEST
    only(t, HUNTER, requirement=Requirement.ADJACENT, attack=1, power=5)
    t.protocol(HUNTER, **{**PLAIN, "requirement": Requirement.OTHERWISE, "moves": 1})
    k = hunter(t, 4, 9)
    t.call(Proc.ACTIVATE, k, PHASE, -1)
    assert t.at(4 + k) == (4, 7), "Spacer 0 is the furthest: both are 5 away, the PT counts"
    t.s(0)["cell"] = cell(4, 6)
    t.s(1)["cell"] = cell(4, 8)
    t.call(Proc.ACTIVATE, k, PHASE, -1)
    assert t.s(0)["vitals"] == 4


@pytest.mark.rule("ENO-ZRO-05", "ENO-ACV-01")
def test_it_always_activates_first() -> None:
    t = table()
    for kind in (0, HUNTER):
        only(t, kind, attack=1, reach=Reach.RANGED, dice=(0, 1, 0, 0, 0))
    t.tables["types"]["range"] = 20
    t.intruder(4, 5)
    hunter(t, 0, 9)
    first, end = t.ops((Op.RADIATION, 1, 0, 0, Who.TARGET))
    only(t, HUNTER, attack=1, reach=Reach.RANGED, dice=(0, 1, 0, 0, 0), gate_damage=3, gated=first, gated_end=end)
    t.rolls(5, 3)
    phase(t)
    assert t.s(0)["vitals"] == 9 - 3 - 1
    assert t.s(0)["radiation"] == 1, "the first die was the Adversary's"


@pytest.mark.rule("ENO-ZRO-06", "ENO-IMV-11")
def test_it_may_end_on_another_intruder_which_is_displaced() -> None:
    t = table(seats=1, ask_ties=1)
    t.spacer(0, 4, 0)
    for x in range(10):
        t.border(x, 0, "south")
    k = hunter(t, 0, 0)
    other = t.intruder(3, 0)
    t.call(Proc.INTRUDER_MOVE, k, 0, 9, -1)
    assert t.at(4 + k) == (3, 0)
    assert t.at(4 + other) == (2, 0)
    assert t.done


@pytest.mark.rule("ENO-ZRO-03-D", "ENO-ZRO-06", "ENO-GEN-06-D")
@pytest.mark.parametrize("ask", [0, 1])
def test_of_several_closest_spaces_for_the_displaced_one_the_lead_picks(ask: int) -> None:
    t = table(seats=1, ask_ties=ask)
    t.spacer(0, 5, 5)
    k = hunter(t, 0, 5)
    other = t.intruder(4, 5)
    t.call(Proc.INTRUDER_MOVE, k, 0, 9, -1)
    assert t.at(4 + k) == (4, 5)
    if ask:
        assert t.asked == (0, Choice.DISPLACE)
        assert t.candidates == [(4, 4), (3, 5), (4, 6)]
        t.choose(4, 6)
        assert t.at(4 + other) == (4, 6)
    else:
        assert t.at(4 + other) == (4, 4)


@pytest.mark.rule("ENO-ZRO-06", "ENO-IMV-11")
def test_it_does_not_end_on_a_spacer_and_others_do_not_end_on_it() -> None:
    t = Table(seats=2, pages=((0, 0, 10, 1),))
    t.tables["types"][HUNTER]["adversary"] = 1
    t.spacer(0, 9, 0)
    t.spacer(1, 3, 0)
    k = hunter(t, 0, 0)
    t.call(Proc.INTRUDER_MOVE, k, 0, 3, -1)
    assert t.at(4 + k) == (2, 0)
    other = t.intruder(0, 0)
    t.call(Proc.INTRUDER_MOVE, other, 0, 2, -1)
    assert t.at(4 + other) == (1, 0)


@pytest.mark.rule("ENO-ZRO-08")
def test_it_can_be_suppressed_but_not_killed() -> None:
    t = table()
    k = hunter(t, 5, 4)
    t.resolve(
        t.ops((Op.WOUND, 1, 0, 0, Who.TARGET), (Op.WOUND, 1, 0, 0, Who.TARGET), (Op.KILL, 0, 0, 0, Who.TARGET)),
        intruder=k,
    )
    assert t.k(k)["type"] == HUNTER
    t.resolve(t.ops((Op.SUPPRESS, 2, 0, 0, Who.TARGET)), intruder=k)
    assert t.k(k)["suppression"] == 2


@pytest.mark.rule("ENO-ZRO-08")
def test_it_has_an_at_and_its_responses_are_triggered() -> None:
    t = table()
    k = hunter(t, 5, 4)
    t.tables["types"][HUNTER]["at"] = 2
    for i, name in enumerate((Op.RADIATION, Op.INFECTION)):
        first, end = t.ops((name, 1, 0, 0, Who.TARGET))
        t.tables["types"][HUNTER]["response"][i], t.tables["types"][HUNTER]["response_end"][i] = first, end
    for roll, radiation, infection in ((5, 1, 0), (3, 1, 1)):  # 2 Power, 1 Power
        t.rolls(roll)
        t.call(Proc.SPACER_ATTACK, 0, 0)
        while t.asked:
            t.play("done" if "done" in t.legal else "intruder_0" if "intruder_0" in t.legal else "gear_0")
        assert (int(t.s(0)["radiation"]), int(t.s(0)["infection"])) == (radiation, infection)
    assert t.k(k)["type"] == HUNTER


@pytest.mark.rule("ENO-KEY-07", "ENO-ZRO-04")
@pytest.mark.parametrize("crash", [0, 1])
def test_one_with_crash_knocks_down_whom_it_crosses(crash: int) -> None:
    t = Table(seats=2, pages=((0, 0, 10, 1),))
    t.tables["types"][HUNTER]["crash"] = crash
    t.spacer(0, 9, 0)
    t.spacer(1, 3, 0)
    k = hunter(t, 0, 0)
    t.call(Proc.INTRUDER_MOVE, k, 0, 6, -1)
    assert t.at(4 + k) == (6, 0)
    assert (int(t.s(1)["vitals"]), int(t.s(1)["knock"])) == ((8, Knock.FALLING) if crash else (9, Knock.NONE))


# -- Flash Attacks -----------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-FLA-01", "ENO-FLA-01-D", "ENO-FLA-02")
def test_a_flash_attack_appears_next_to_its_target_and_leaves() -> None:
    t = table()
    only(t, HUNTER, requirement=Requirement.IN_SIGHT, levels=0, attack=1, power=4)
    t.tables["types"][HUNTER]["target"] = TargetRule.PRIORITY
    t.rolls(0)
    t.call(Proc.FLASH, HUNTER, 1)
    assert t.asked == (1, Choice.SPAWN_SPACE), "the Target chooses, PT or not"
    assert t.candidates == [(9, 8), (8, 9)]
    t.choose(8, 9)
    assert t.done
    assert [int(t.s(s)["vitals"]) for s in (0, 1)] == [9, 5], "restrictions and Target box of the card are ignored"
    assert kinds(t) == []


@pytest.mark.rule("ENO-FLA-01", "ENO-FLA-03-D")
@pytest.mark.parametrize(("roll", "vitals"), [(0, 8), (1, 7), (2, 6)])
def test_one_card_is_drawn_at_random_and_stays_in_the_deck(roll: int, vitals: int) -> None:
    t = table()
    only(t, HUNTER, requirement=Requirement.ADJACENT, attack=1, power=1)
    t.protocol(HUNTER, **{**PLAIN, "requirement": Requirement.ADJACENT, "attack": 1, "power": 2})
    t.protocol(HUNTER, **{**PLAIN, "requirement": Requirement.OTHERWISE, "attack": 1, "power": 3})
    t.rolls(roll)
    t.call(Proc.FLASH, HUNTER, 0).choose(4, 3)
    assert t.s(0)["vitals"] == vitals
    t.rolls(roll)
    t.call(Proc.FLASH, HUNTER, 0).choose(4, 3)
    assert t.s(0)["vitals"] == 2 * vitals - 9


@pytest.mark.rule("ENO-FLA-01-D")
def test_without_a_free_adjacent_space_it_attacks_from_the_nearest_empty_one() -> None:
    t = table(seats=1)
    t.spacer(0, 0, 0)
    t.intruder(1, 0)
    t.intruder(0, 1)
    only(t, HUNTER, attack=1, power=4)
    t.rolls(0)
    t.call(Proc.FLASH, HUNTER, 0).choose(1, 1)
    assert t.s(0)["vitals"] == 5, "it counts as in range"
    assert len(kinds(t)) == 2


@pytest.mark.rule("ENO-FLA-01-D", "ENO-WOP-01", "ENO-WOP-03")
def test_windows_on_the_card_apply() -> None:
    t = table(seats=1)
    only(t, HUNTER, attack=1, power=4, window_attack=1)
    t.tables["types"][HUNTER]["speed"] = 0
    t.ability(t.tables["characters"][0], timing=Timing.REACTION, ops=[(Op.MOVE, 1, 0, 0, Who.SELF)])
    t.tile(4, 5, 0, Tile.OBSCURING)
    t.rolls(0)
    t.call(Proc.FLASH, HUNTER, 0).choose(4, 3)
    assert t.asked == (0, Choice.REACTION)
    t.play("character_ability_0", "step_south")
    assert t.s(0)["vitals"] == 9, "out of range"
    assert t.s(0)["where"] == Where.BOARD
    assert kinds(t) == []


@pytest.mark.rule("ENO-FLA-01", "ENO-GEN-07-D")
def test_without_its_miniature_nothing_happens() -> None:
    t = table()
    only(t, HUNTER, attack=1, power=4)
    hunter(t, 0, 9)
    t.call(Proc.FLASH, HUNTER, 0)
    assert t.done
    assert t.s(0)["vitals"] == 9
    assert kinds(t) == [HUNTER]


@pytest.mark.rule("ENO-FLA-03", "ENO-FLA-03-D", "ENO-ZRO-01-D")
@pytest.mark.parametrize("option", [0, 1])
def test_put_on_the_zero_hour_space_it_is_the_current_adversary(option: int) -> None:
    t = table(seats=1, adversary=option)
    only(t, OTHER, attack=1, power=4)
    t.rolls(0)
    t.resolve(t.ops((Op.FLASH_ATTACK, OTHER), (Op.ZERO_HOUR, OTHER))).choose(4, 3)
    assert t.s(0)["vitals"] == 5
    assert kinds(t) == []
    assert t.state["waiting_adversary"] == (OTHER if option else -1)
    t.state["zero_hour"], t.state["countdown"], t.state["round"] = 1, 0, 12
    t.call(Proc.COUNTDOWN)
    if option:
        t.choose(4, 3)
    assert kinds(t) == ([OTHER] if option else []), "after zero hour it comes in the next Countdown Phase"
