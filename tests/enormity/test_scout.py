"""Scouting (SCO; ENO-EX-19)."""

from __future__ import annotations

import pytest

from envs.enormity.state import Border, CardSide, Choice, Face, Op, Proc, Thing, Timing, Who
from tests.enormity.table import Table

BLANK, POTENTIAL, POWER = 0, 1, 3  # faces of the white die


@pytest.fixture
def t() -> Table:
    table = Table(seats=2)
    table.spacer(0, 4, 4)
    table.spawn_point(9, 9)
    return table


def scout(t: Table, *faces: int, **more: int) -> Table:
    """Spacer 0 scouts; the dice show these faces; no re-rolls."""
    t.rolls(*faces)
    t.call(Proc.SCOUT, 0, **more)
    return decline(t)


def decline(t: Table) -> Table:
    """Refuse re-rolls."""
    while t.asked and t.asked[1] in (Choice.CONFIDENCE, Choice.STRESS, Choice.DISCIPLINE):
        t.play("done" if "done" in t.legal else "pass")
    return t


def spawn(t: Table) -> Table:
    """Spaces of the spawned Intruders as they come."""
    while t.asked and t.asked[1] in (Choice.SPAWN_SPACE, Choice.AMBUSH_ORDER):
        t.play(sorted(t.legal)[0])
    return t


def blips(t: Table) -> list[tuple[int, int]]:
    """The intersections with Blips."""
    return [t.on(b) for b in range(len(t.state["blips"])) if t.b(b)["point"] >= 0]


def intruders(t: Table) -> int:
    """Intruders on the board."""
    return int((t.state["intruders"]["type"] >= 0).sum())


@pytest.mark.rule("ENO-SCO-01", "ENO-SCO-02", "ENO-SCO-02-D")
def test_a_blip_in_the_light_field_is_chosen(t: Table) -> None:
    near = t.blip(8, 4)
    t.blip(9, 4)
    t.blip(4, 8)
    t.border(4, 5, "north", Border.WALL)
    t.border(3, 5, "north", Border.WALL)
    t.border(5, 5, "north", Border.WALL)
    t.call(Proc.SCOUT, 0)
    assert t.asked is not None
    assert t.asked[1] != Choice.SCOUT, "one Blip within 3 spaces by A3: taken without asking"
    decline(t)
    other = t.blip(4, 1)
    t.call(Proc.SCOUT, 0)
    assert t.asked == (0, Choice.SCOUT)
    assert t.legal == {f"blip_{near}", f"blip_{other}"}


@pytest.mark.rule("ENO-SCO-01")
def test_without_a_blip_in_the_light_field_scouting_is_illegal(t: Table) -> None:
    t.s(0)["card"] = CardSide.HAND
    t.object(4, 4, Thing.CACHE)
    t.call(Proc.PLAY_CARD, 0, 1, CardSide.B)
    assert "act_scavenge" in t.legal
    assert "act_scout" not in t.legal
    t.blip(4, 4)
    t.call(Proc.PLAY_CARD, 0, 1, CardSide.B)
    assert "act_scout" in t.legal
    t.call(Proc.SCOUT, 1)
    assert t.done, "nor for who is not on the board"


@pytest.mark.rule("ENO-SCO-02", "ENO-SCO-02-D")
def test_as_many_light_dice_of_the_suits_colour_as_its_intensity(t: Table) -> None:
    t.blip(4, 4)
    t.tables["suits"][0]["light_dice"], t.tables["suits"][0]["light_colour"] = 3, 2
    t.call(Proc.SCOUT, 0)
    roll = t.state["rolls"][0]
    assert t.state["n_rolls"] == 1
    assert roll["n"] == 3
    assert roll["colour"][:3].tolist() == [2, 2, 2]


@pytest.mark.rule("ENO-SCO-03")
def test_without_power_nothing_happens(t: Table) -> None:
    b = t.blip(4, 4, Face.A)
    scout(t, POTENTIAL)
    assert t.done
    assert t.state["n_rolls"] == 0
    assert t.b(b)["point"] >= 0
    assert not t.b(b)["known"]


@pytest.mark.rule("ENO-SCO-03")
def test_after_a_success_the_blip_may_be_left_alone(t: Table) -> None:
    b = t.blip(4, 4, Face.A)
    scout(t, POWER)
    assert t.asked == (0, Choice.SCOUT_REVEAL)
    t.play("no")
    assert t.done
    assert not t.b(b)["known"]
    assert t.b(b)["point"] >= 0


@pytest.mark.rule("ENO-SCO-04")
def test_confidence_stress_and_discipline_apply(t: Table) -> None:
    t.blip(4, 4)
    t.pool((1, 1, 0))
    t.rolls(BLANK, BLANK, POTENTIAL)
    t.call(Proc.SCOUT, 0)
    assert t.asked == (0, Choice.CONFIDENCE)
    t.play("die_0")
    if t.asked == (0, Choice.CONFIDENCE):
        t.play("done")
    assert t.asked == (0, Choice.STRESS)
    t.play("die_0")
    assert t.s(0)["stress"] == 1
    assert t.asked == (0, Choice.DISCIPLINE)
    t.play("die_0")
    assert t.asked == (0, Choice.SCOUT_REVEAL), "one Potential has become a Power"
    assert t.state["pool"].tolist() == [0, 0, 0]


@pytest.mark.rule("ENO-SCO-05")
def test_a_scouted_echo_leaves_and_a_new_blip_spawns(t: Table) -> None:
    t.blip(4, 4, Face.ECHO)
    t.rolls(POWER, 10)
    t.call(Proc.SCOUT, 0)
    decline(t).play("yes")
    spawn(t)
    assert t.done
    assert t.state["echoes_gone"] == 1
    assert blips(t) == [(9, 9)]


@pytest.mark.rule("ENO-SCO-06")
def test_a_scouted_intruder_may_be_flipped_back_and_stays_known(t: Table) -> None:
    b = t.blip(4, 4, Face.B)
    scout(t, POWER).play("yes")
    assert t.asked == (0, Choice.SCOUT_SPAWN)
    assert t.b(b)["known"]
    assert t.b(b)["face"] == Face.B, "it is seen before the choice"
    t.play("no")
    assert t.done
    assert t.b(b)["known"]
    assert blips(t) == [(4, 4)]
    assert intruders(t) == 0


@pytest.mark.rule("ENO-SCO-06", "ENO-SCO-06-D", "ENO-SCO-08", "ENO-REV-07")
def test_a_scouted_intruder_spawns_next_to_the_scout_without_an_ambush(t: Table) -> None:
    t.spacer(1, 7, 4)
    t.blip(6, 4, Face.A)
    t.state["contacted"] = 1
    scout(t, POWER).play("yes", "yes")
    assert t.asked == (0, Choice.SPAWN_SPACE)
    assert set(t.candidates) == {(4, 3), (5, 4), (4, 5), (3, 4)}, "next to the scouting Spacer"
    t.choose(4, 3)
    while t.asked:
        t.play("no")
    assert t.done
    assert intruders(t) == 1
    assert t.at(4) == (4, 3)
    assert blips(t) == []
    assert t.s(0)["vitals"] == 9
    assert t.state["n_assaults"] == 0
    assert t.state["blip_pool"][Face.A] == 6, "the Blip is back in the pool"


@pytest.mark.rule("ENO-SCO-07", "ENO-SCO-07-D", "ENO-EX-19", "ENO-EXR-05")
def test_example_the_free_attack_flips_the_card(t: Table) -> None:
    old = t.intruder(4, 5)
    t.tables["characters"][0]["rubicon"][0] = 1  # Discipline
    t.blip(4, 4, Face.A)
    t.state["contacted"] = 1
    t.s(0)["card"][1] = CardSide.HAND
    t.call(Proc.PLAY_CARD, 0, 1, CardSide.B)
    t.rolls(POWER)
    t.play("act_scout")
    decline(t).play("yes", "yes")
    spawn(t)
    assert t.asked == (0, Choice.SCOUT_ATTACK)
    assert t.s(0)["adrenaline"] == 1
    assert t.state["incoming"].tolist() == [1, 0, 0]
    t.rolls(5)
    t.play("yes")
    while t.asked and t.asked[1] in (Choice.WEAPON, Choice.ATTACK_TARGET):
        assert f"intruder_{old}" not in t.legal, "only one of the new Intruders"
        t.play(sorted(t.legal)[0])
    while t.asked and t.asked[1] != Choice.EXERT and "no" not in t.legal:
        t.play("done" if "done" in t.legal else "pass")
    assert t.s(0)["card"][1] == CardSide.A, "the card stays flipped"
    assert t.s(0)["adrenaline"] == 1, "no second Adrenaline"
    assert t.state["incoming"].tolist() == [2, 0, 0], "tokens are left a second time"
    assert not t.s(0)["exerted"]
    assert t.s(0)["exerts"] == 0
    assert t.s(0)["played"] == 1
    assert t.k(old)["type"] == 0
    assert t.k(old)["suppression"] == 0


@pytest.mark.rule("ENO-SCO-07-D")
def test_the_free_attack_needs_a_weapon_that_reaches_and_may_be_declined(t: Table) -> None:
    t.blip(4, 4, Face.A)
    t.blip(5, 5, Face.A)
    t.state["contacted"] = 1
    t.rolls(POWER)
    t.call(Proc.SCOUT, 0).play("blip_0")
    decline(t).play("yes", "yes")
    spawn(t)
    assert t.asked == (0, Choice.SCOUT_ATTACK)
    t.play("no")
    assert t.done
    assert t.state["n_assaults"] == 0
    t.s(0)["gear"][0]["exhausted"] = 1
    t.rolls(POWER)
    t.call(Proc.SCOUT, 0)
    decline(t).play("yes", "yes")
    spawn(t)
    assert t.done, "no active weapon, no free attack"
    assert intruders(t) == 2


@pytest.mark.rule("ENO-SCO-07-D")
def test_scouting_from_another_source_flips_no_card(t: Table) -> None:
    t.blip(4, 4, Face.A)
    t.state["contacted"] = 1
    t.s(0)["card"][1] = CardSide.B
    scout(t, POWER, b=0, c=1).play("yes", "yes")
    spawn(t)
    t.rolls(5)
    t.play("yes")
    assert t.s(0)["card"][1] == CardSide.B
    assert t.state["core"]["script_n"] == 0, "the attack was rolled"
    assert t.s(0)["adrenaline"] == 0


@pytest.mark.rule("ENO-SCO-09")
def test_a_failed_scouting_raises_adrenaline_and_leaves_tokens(t: Table) -> None:
    t.tables["characters"][0]["rubicon"][0] = 3
    t.blip(4, 4)
    t.s(0)["card"][1] = CardSide.HAND
    t.call(Proc.PLAY_CARD, 0, 1, CardSide.B)
    t.rolls(BLANK)
    t.play("act_scout")
    decline(t)
    assert t.s(0)["adrenaline"] == 1
    assert t.state["incoming"].tolist() == [0, 0, 1]


@pytest.mark.rule("ENO-SCO-01")
def test_an_intruder_with_such_a_trait_may_be_scouted(t: Table) -> None:
    first = [(Op.MOVE_INTRUDER, 4, 0, 0, Who.SELF)]
    t.ability(t.tables["types"][0], timing=Timing.SCOUTED, ops=first)
    t.intruder(4, 8)
    t.call(Proc.SCOUT, 0)
    assert t.done, "not 4 spaces away"
    k = t.intruder(4, 6)
    scout(t, BLANK)
    assert t.at(4 + k) == (4, 6)
    scout(t, POWER)
    while t.asked:
        t.play(sorted(t.legal)[0])
    assert t.done
    assert abs(t.at(4 + k)[0] - 4) + abs(t.at(4 + k)[1] - 4) == 6, "4 spaces away from the Spacer"


@pytest.mark.rule("ENO-SCO-03")
def test_a_spacer_who_dies_in_the_roll_sees_nothing(t: Table) -> None:
    t.spacer(1, 9, 9)
    b = t.blip(4, 4, Face.A)
    t.s(0)["vitals"], t.s(0)["stress"] = 1, 0
    t.tables["n_breakdowns"] = 1
    pile = t.state["breakdowns"]
    pile["n"] = 1
    row = t.tables["breakdowns"][0]
    row["effect"], row["effect_end"] = t.ops((Op.DIE, 0, 0, 0, Who.SELF))
    t.rolls(BLANK, POWER)
    t.call(Proc.SCOUT, 0)
    assert t.asked == (0, Choice.STRESS)
    t.play("die_0")
    assert t.state["deaths"] == 1
    assert t.done
    assert t.state["n_rolls"] == 0
    assert not t.b(b)["known"]
