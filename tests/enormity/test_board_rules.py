"""Where other rules read the board model: facing, dangerous spaces, the need of sight (BRD-09-D, BRD-17-D, LOS-06)."""

from __future__ import annotations

import pytest

from envs.enormity.state import ActionKind, Border, Mark, Op, Proc, Reach, Requirement, Tile, Who
from tests.enormity.table import Table

NORTH, EAST, SOUTH, WEST = range(4)


@pytest.fixture
def t() -> Table:
    table = Table(seats=2)
    table.spacer(0, 4, 4)
    table.spacer(1, 0, 9)
    return table


@pytest.mark.rule("ENO-BRD-09-D")
def test_a_spacer_faces_the_direction_of_its_last_step(t: Table) -> None:
    t.call(Proc.STEP, 0, EAST, 1)
    assert t.s(0)["facing"] == EAST
    t.call(Proc.STEP, 0, SOUTH, 1)
    assert t.s(0)["facing"] == SOUTH


@pytest.mark.rule("ENO-BRD-09-D2")
@pytest.mark.parametrize(("at", "facing"), [((4, 3), SOUTH), ((3, 4), EAST), ((5, 4), WEST), ((4, 5), NORTH)])
def test_a_spawned_intruder_faces_the_spacer_next_to_it(t: Table, at: tuple[int, int], facing: int) -> None:
    t.call(Proc.SPAWN_INTRUDERS, 1, 0, 0, 0, e=-1)
    t.choose(*at)
    assert t.at(4) == at
    assert t.k(0)["facing"] == facing


@pytest.mark.rule("ENO-BRD-17", "ENO-BRD-17-D")
def test_a_terrain_space_is_a_dangerous_space_or_one_with_a_tile(t: Table) -> None:
    for x in range(3):
        t.intruder(x, 0)
    t.mark(1, 0, Mark.DANGEROUS)
    t.tile(2, 0, 0, Tile.COVER)
    t.resolve(t.ops((Op.SUPPRESS, 1, 0, 0, Who.CHOSEN_DANGEROUS)))
    assert t.legal == {"intruder_1", "intruder_2"}
    t.play("intruder_1")
    assert [int(t.k(k)["suppression"]) for k in range(3)] == [0, 1, 0]


def wall_between(t: Table) -> None:
    """A long wall between the columns 5 and 6, with its gap far in the south."""
    for y in range(8):
        t.border(5, y, "east", Border.RED if y % 2 else Border.WALL)


@pytest.mark.rule("ENO-LOS-06")
def test_a_spacer_attacks_only_what_it_sees(t: Table) -> None:
    half = t.tables["halves"][0]  # an Attack beside its Move
    half["options"][1]["kind"], half["n_options"] = ActionKind.ATTACK, 2
    t.gear(0, t.weapon(1, reach=Reach.RANGED, range=12))
    t.intruder(7, 4)
    wall_between(t)
    t.call(Proc.ACTIONS, 0, 0)
    assert "act_attack" not in t.legal, "in range around the wall, but out of sight"
    for y in range(3, 6):
        t.border(5, y, "east", Border.OPEN)
    t.call(Proc.ACTIONS, 0, 0)
    assert t.legal == {"act_move", "act_attack"}


@pytest.mark.rule("ENO-LOS-06")
@pytest.mark.parametrize(("requirement", "attacks"), [(Requirement.OTHERWISE, True), (Requirement.IN_SIGHT, False)])
def test_an_intruder_needs_sight_only_for_a_requirement_that_names_it(
    t: Table, requirement: Requirement, attacks: bool
) -> None:
    t.tables["types"]["range"] = 12
    t.protocol(0, replace=True, requirement=requirement, attack=1, reach=Reach.RANGED, dice=(0, 1, 0, 0, 0))
    k = t.intruder(7, 4)
    wall_between(t)
    t.rolls(5)
    t.call(Proc.ACTIVATE, k, 0, 0)
    assert (t.s(0)["vitals"] < 9) == attacks
