"""Full and Fast Reload (REL, KEY-14, GEA-08; ENO-EX-36)."""

from __future__ import annotations

from typing import Any

import pytest

from envs.enormity.state import ActionKind, Choice, GearPlace, Keyword, Proc
from tests.enormity.table import Table

GUN, OTHER = 8, 9  # Gear cards
FULL, FAST = 0, 1  # RELOAD's b


@pytest.fixture
def t() -> Table:
    """Spacer 0 on (4, 4) with a weapon of 3 Ammo."""
    table = Table(seats=1)
    table.spacer(0, 4, 4)
    table.weapon(GUN, ammo=3)
    table.weapon(OTHER, ammo=4)
    table.gear(0, GUN, ammo=1)
    return table


def ammo(t: Table) -> list[int]:
    """Ammo of the Spacer's weapons behind the Multitool."""
    return [int(row["ammo"]) for row in t.s(0)["gear"][1:3]]


def option(t: Table, kind: ActionKind, **fields: Any) -> None:
    """Print a cost on an action of the half cards."""
    for half in t.tables["halves"]:
        for row in half["options"][: int(half["n_options"])]:
            if row["kind"] == kind:
                for name, value in fields.items():
                    row[name] = value


@pytest.mark.rule("ENO-REL-01", "ENO-REL-02")
@pytest.mark.parametrize(
    ("manner", "before", "after"), [(FULL, 0, 3), (FULL, 1, 3), (FAST, 0, 1), (FAST, 1, 2), (FAST, 2, 3)]
)
def test_full_to_the_maximum_fast_exactly_one(t: Table, manner: int, before: int, after: int) -> None:
    t.s(0)["gear"][1]["ammo"] = before
    t.call(Proc.RELOAD, 0, manner)
    assert t.done
    assert ammo(t)[0] == after


@pytest.mark.rule("ENO-REL-01", "ENO-REL-02")
@pytest.mark.parametrize(("manner", "after"), [(FULL, [1, 4]), (FAST, [1, 3])])
def test_one_equipped_weapon_of_several_is_chosen(t: Table, manner: int, after: list[int]) -> None:
    t.gear(0, OTHER, ammo=2)
    t.gear(0, GUN, GearPlace.BACKPACK, ammo=0)
    t.call(Proc.RELOAD, 0, manner)
    assert t.asked == (0, Choice.RELOAD)
    assert t.legal == {"gear_1", "gear_2"}, "not what is in the backpack"
    t.play("gear_2")
    assert ammo(t) == after


@pytest.mark.rule("ENO-REL-01", "ENO-REL-01-D", "ENO-REL-02-D", "ENO-ACT-03")
def test_both_reloads_are_illegal_when_no_weapon_lacks_ammo(t: Table) -> None:
    for left, legal in ((1, True), (3, False)):
        t.s(0)["gear"][1]["ammo"] = left
        t.call(Proc.PLAY_CARD, 0, 1, 2)
        assert ("act_full_reload" in t.legal) == legal
        t.s(0)["card"], t.s(0)["played"] = 0, 0
        t.call(Proc.PLAY_CARD, 0, 2, 1)
        assert (t.legal == {"act_fast_reload", "act_move"}) == legal, "else the Move is all that is left"
        t.s(0)["card"], t.s(0)["played"] = 0, 0
    t.call(Proc.RELOAD, 0, FAST)
    assert ammo(t)[0] == 3, "never above the capacity"


@pytest.mark.rule("ENO-REL-01", "ENO-ADR-01")
def test_a_full_reload_is_an_adrenaline_action_and_a_fast_one_is_not(t: Table) -> None:
    t.call(Proc.PLAY_CARD, 0, 1, 2).play("act_full_reload")
    assert ammo(t)[0] == 3
    assert t.s(0)["adrenaline"] == 1
    t.s(0)["gear"][1]["ammo"], t.s(0)["adrenaline"] = 1, 0
    t.s(0)["card"], t.s(0)["played"] = 0, 0
    t.call(Proc.PLAY_CARD, 0, 2, 1).play("act_fast_reload")
    assert ammo(t)[0] == 2
    assert t.s(0)["adrenaline"] == 0


@pytest.mark.rule("ENO-REL-03", "ENO-KEY-14")
def test_a_heavy_weapon_reloads_only_by_full_reload(t: Table) -> None:
    t.weapon(GUN, keywords=[Keyword.HEAVY])
    t.call(Proc.RELOAD, 0, FAST)
    assert t.done
    assert ammo(t)[0] == 1
    t.call(Proc.PLAY_CARD, 0, 2, 1)
    assert "act_fast_reload" not in t.legal
    t.call(Proc.RELOAD, 0, FULL)
    assert ammo(t)[0] == 3


@pytest.mark.rule("ENO-REL-04")
@pytest.mark.parametrize(
    ("cost", "payable"),
    [({"stress": 1}, {"stress": 8}), ({"adrenaline_cost": 2}, {"adrenaline": 2}), ({"expertise": 1}, {})],
)
def test_the_extra_cost_of_a_fast_reload_must_be_payable(
    t: Table, cost: dict[str, int], payable: dict[str, int]
) -> None:
    option(t, ActionKind.FAST_RELOAD, **cost)
    t.s(0)["stress"], t.s(0)["broke_down"] = 9, 1
    t.call(Proc.TURN, 0).play("card_2_a")
    assert t.asked != (0, Choice.ACTION), "only the Move is left, it is taken"
    assert ammo(t)[0] == 1
    other = Table(seats=1)
    other.spacer(0, 4, 4, broke_down=1, **payable)
    other.weapon(GUN, ammo=3)
    other.gear(0, GUN, ammo=1)
    option(other, ActionKind.FAST_RELOAD, **cost)
    other.pool(active=(0, 0, 1))
    other.call(Proc.TURN, 0).play("card_2_a", "act_fast_reload")
    assert ammo(other)[0] == 2
    assert other.s(0)["stress"] == (9 if "stress" in cost else 0)
    assert other.s(0)["adrenaline"] == 0
    assert other.state["pool"][2] == (0 if "expertise" in cost else 1)


@pytest.mark.rule("ENO-REL-05", "ENO-GEA-08", "ENO-KEY-10")
@pytest.mark.parametrize("manner", [FULL, FAST])
def test_reloading_restores_neither_charges_nor_discharged_weapons(t: Table, manner: int) -> None:
    t.weapon(GUN, charges=2, keywords=[Keyword.DISCHARGE])
    gear = t.s(0)["gear"][1]
    gear["charges"], gear["discharge"] = 0, 1
    t.call(Proc.RELOAD, 0, manner)
    assert ammo(t)[0] > 1
    assert (gear["charges"], gear["discharge"]) == (0, 1)
    t.weapon(OTHER, ammo=0, charges=3)
    t.gear(0, OTHER, charges=1)
    gear["ammo"] = 3
    t.call(Proc.RELOAD, 0, manner)
    assert t.done, "a weapon with Charges lacks no Ammo"
    assert t.s(0)["gear"][2]["charges"] == 1


@pytest.mark.rule("ENO-EX-36", "ENO-REL-01")
def test_example_exerting_for_a_full_reload(t: Table) -> None:
    t.s(0)["adrenaline"] = 4
    t.tables["characters"][0]["rubicon"][5:8] = (1, 2, 3)
    t.call(Proc.TURN, 0).play("card_1_a")
    while t.asked and t.asked[1] != Choice.EXERT:
        t.play(sorted(t.legal)[-1])
    t.play("exert", "act_full_reload")
    assert t.s(0)["adrenaline"] == 7
    assert ammo(t)[0] == 3
    assert t.state["incoming"].tolist() == [1, 1, 0], "the bonuses below 7, once"
