"""Other Places (OTH)."""

from __future__ import annotations

import pytest

from envs.enormity.state import Choice, Op, Proc, Timing, Where, Who
from tests.enormity.table import Table, cell

ENTER, LEAVE = (Op.OTHER_PLACE, 1, 1, 0, Who.SELF), (Op.OTHER_PLACE, 0, 0, 0, Who.SELF)


@pytest.fixture
def t() -> Table:
    table = Table(seats=2)
    table.spacer(0, 4, 4)
    table.spacer(1, 8, 8)
    table.resolve(table.ops(ENTER))
    return table


@pytest.mark.rule("ENO-OTH-01")
def test_a_spacer_stays_there_until_an_effect_lets_it_leave(t: Table) -> None:
    p = t.s(0)
    assert (p["where"], p["cell"], p["last_cell"], p["place"]) == (Where.OTHER, -1, cell(4, 4), 1)
    t.resolve(t.ops(ENTER))
    assert (p["where"], p["last_cell"]) == (Where.OTHER, cell(4, 4))
    t.resolve(t.ops(LEAVE))
    assert (p["where"], p["cell"]) == (Where.BOARD, cell(4, 4))
    t.resolve(t.ops(LEAVE))
    assert t.at(0) == (4, 4)
    assert t.done


@pytest.mark.rule("ENO-OTH-01")
def test_the_way_back_leads_to_the_nearest_empty_space(t: Table) -> None:
    t.intruder(4, 4)
    t.resolve(t.ops(LEAVE))
    assert t.asked == (0, Choice.EFFECT_TARGET)
    assert set(t.candidates) == {(4, 3), (5, 4), (4, 5), (3, 4)}
    t.choose(3, 4)
    assert t.at(0) == (3, 4)
    assert t.s(0)["where"] == Where.BOARD
    assert t.done


@pytest.mark.rule("ENO-OTH-02")
def test_it_takes_its_turns_there(t: Table) -> None:
    t.ability(t.tables["characters"][0], timing=Timing.TURN, ops=((Op.CLUE, 0),))
    t.call(Proc.SPACER_PHASE)
    assert t.legal == {"spacer_0", "spacer_1"}
    t.play("spacer_0")
    assert "character_ability_0" in t.legal


@pytest.mark.rule("ENO-OTH-02-D")
def test_there_is_nothing_to_attack_to_scout_or_to_walk_on(t: Table) -> None:
    t.intruder(4, 3)
    t.blip(4, 4)
    t.call(Proc.TURN, 0)
    assert not {"card_0_a", "card_0_b", "card_1_a", "card_2_b"} & t.legal, "Move and Attack"
    t.play("card_1_b")
    assert "act_scout" not in t.legal
    assert "act_rationalize" in t.legal


@pytest.mark.rule("ENO-OTH-02-D", "ENO-CMD-05", "ENO-ACV-02-D")
def test_it_is_in_no_zone_and_no_target(t: Table) -> None:
    k = t.intruder(4, 3)
    t.resolve(t.ops((Op.LOSE_VITALS, 1, 0, 0, Who.ZONE_SPACERS, 3)), spacer=-1, intruder=k, target=1)
    assert t.s(0)["vitals"] == 9
    t.call(Proc.ACTIVATE, k, 0, -1)
    assert t.s(0)["vitals"] == 9
    assert t.at(4 + k) != (4, 3), "it goes for the other one"


@pytest.mark.rule("ENO-OTH-02-D", "ENO-BLP-08")
def test_it_reveals_no_blip(t: Table) -> None:
    b = t.blip(4, 1)
    t.call(Proc.MOVE_BLIP, b, 6, 1, -1)
    t.b(b)["arrow"] = 2
    t.call(Proc.MOVE_BLIP, b, 2, 1, -1)
    assert t.b(b)["point"] >= 0
    assert t.b(b)["known"] == 0


@pytest.mark.rule("ENO-OTH-02-D")
def test_effects_on_a_pt_there_use_its_last_space(t: Table) -> None:
    assert t.state["marker"] == 0, "it keeps the marker"
    t.state["contacted"] = 1
    t.resolve(t.ops((Op.SPAWN_INTRUDER, 1)), spacer=1)
    assert t.asked == (0, Choice.SPAWN_SPACE)
    assert set(t.candidates) == {(4, 3), (5, 4), (4, 5), (3, 4)}


@pytest.mark.rule("ENO-OTH-02")
def test_effects_on_all_spacers_reach_it(t: Table) -> None:
    t.resolve(t.ops((Op.GAIN_STRESS, 1, 0, 0, Who.ALL_SPACERS)), spacer=1)
    assert [int(t.s(s)["stress"]) for s in range(2)] == [1, 1]
