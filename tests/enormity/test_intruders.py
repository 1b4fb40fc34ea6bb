"""Intruder Phase, activations, surprise, attacks of opportunity (INT, ACV, SRP, AOO; ENO-EX-07, -51)."""

from __future__ import annotations

import pytest

from envs.enormity.state import (
    Border,
    Choice,
    DoorState,
    Knock,
    Need,
    Op,
    Proc,
    Reach,
    Requirement,
    Stat,
    TargetRule,
    Timing,
    Where,
    Who,
)
from tests.enormity.table import Table

PHASE, STEP, AMBUSH, OVERSPAWN = range(4)
NORTH, EAST, SOUTH, WEST = range(4)
PLAIN = {"power": 0, "reach": Reach.MELEE, "terrorize": 0, "hit": -1, "gated": -1, "after": -1, "within": 0}
SWITCH = {"stress": Op.GAIN_STRESS, "adrenaline": Op.GAIN_ADRENALINE, "radiation": Op.RADIATION}


def only(t: Table, type: int = 0, **fields: object) -> int:
    """The only Protocol of a type."""
    return t.protocol(type, replace=True, **{**PLAIN, **fields})


def marks(t: Table, name: str, who: Who = Who.TARGET, amount: int = 1) -> dict[str, int]:
    """Fields of a Protocol whose After effect raises that value of the Target."""
    first, end = t.ops((SWITCH[name], amount, 0, 0, who))
    return {"after": first, "after_end": end}


def phase(t: Table) -> Table:
    """The Intruder Phase, with a Scanner card that moves no Blip."""
    t.tables["n_scanners"] = 1
    for name in ("scanner_white", "scanner_red", "scanner_black"):
        t.state[name]["n"] = 1
        t.state[name]["cards"] = 0
    t.state["phase"] = 3
    return t.call(Proc.INTRUDER_PHASE)


def activate(t: Table, k: int, how: int = PHASE, target: int = -1) -> Table:
    """One activation."""
    return t.call(Proc.ACTIVATE, k, how, target)


# -- statistics --------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-INT-01", "ENO-INT-02", "ENO-EX-07", "ENO-CES-01")
def test_values_of_the_countdown_level_are_used() -> None:
    for level, speed in enumerate((1, 2, 4)):
        t = Table(seats=1)
        t.tables["types"][0]["speed"] = (1, 2, 4)
        t.spacer(0, 9, 0)
        t.level(level)
        k = t.intruder(0, 0)
        activate(t, k)
        assert t.at(4 + k) == (speed, 0)


@pytest.mark.rule("ENO-INT-04", "ENO-ATK-17")
def test_wounds_are_marked_by_wounded_tokens() -> None:
    t = Table(seats=1)
    t.spacer(0, 4, 4)
    t.tables["types"][0]["wounds"] = 2
    k = t.intruder(5, 4)
    span = t.ops((Op.WOUND, 1, 0, 0, Who.TARGET))
    t.resolve(span, intruder=k)
    assert (int(t.k(k)["wounds"]), int(t.k(k)["type"])) == (1, 0)
    t.resolve(span, intruder=k)
    assert t.k(k)["type"] == -1


@pytest.mark.rule("ENO-INT-05")
def test_a_unique_specimen_changes_speed_and_protocols() -> None:
    t = Table(seats=1)
    t.spacer(0, 9, 0)
    t.tables["specimens"][0]["speed"] = 2
    k = t.intruder(0, 0, specimen=0)
    activate(t, k)
    assert t.at(4 + k) == (5, 0)
    t.tables["specimens"][1]["protocol"] = only(t, 1, moves=0, **marks(t, "stress"))
    t.tables["specimens"][1]["replaces"] = int(t.tables["types"][0]["first_protocol"])
    t.k(k)["specimen"] = 1
    activate(t, k)
    assert t.at(4 + k) == (5, 0)
    assert t.s(0)["stress"] == 1, "the Protocol is replaced"


@pytest.mark.rule("ENO-INT-05")
def test_a_new_protocol_of_a_unique_specimen_comes_first_if_its_requirement_is_met() -> None:
    t = Table(seats=1)
    t.spacer(0, 4, 0)
    only(t, 0, moves=1)
    new = only(t, 1, requirement=Requirement.ADJACENT, **marks(t, "stress"))
    t.tables["specimens"][0]["protocol"], t.tables["specimens"][0]["replaces"] = new, -1
    k = t.intruder(0, 0, specimen=0)
    activate(t, k)
    assert (t.at(4 + k), int(t.s(0)["stress"])) == ((3, 0), 0)
    activate(t, k)
    assert (t.at(4 + k), int(t.s(0)["stress"])) == ((3, 0), 1)


@pytest.mark.rule("ENO-INT-06", "ENO-ACV-04")
def test_a_protocol_may_be_locked_to_levels() -> None:
    t = Table(seats=1)
    t.spacer(0, 4, 4)
    only(t, 0, requirement=Requirement.OTHERWISE, levels=0b110, **marks(t, "stress"))
    t.protocol(0, **{**PLAIN, **marks(t, "adrenaline")})
    k = t.intruder(8, 8)
    activate(t, k)
    assert (int(t.s(0)["stress"]), int(t.s(0)["adrenaline"])) == (0, 1)
    t.level(1)
    activate(t, k)
    assert (int(t.s(0)["stress"]), int(t.s(0)["adrenaline"])) == (1, 1)


# -- the order of activations ------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-ACV-01")
def test_the_closest_to_a_spacer_activates_first_and_each_once() -> None:
    t = Table(seats=2)
    t.spacer(0, 0, 0)
    t.spacer(1, 9, 9)
    only(t, 0, moves=1, attack=1, dice=(0, 1, 0, 0, 0))
    t.intruder(2, 0)
    t.intruder(9, 8)
    t.rolls(5, 4)
    phase(t)
    assert (int(t.s(1)["vitals"]), int(t.s(0)["vitals"])) == (6, 7)
    assert [int(t.k(k)["acted"]) for k in (0, 1)] == [1, 1]
    assert t.done


@pytest.mark.rule("ENO-ACV-01", "ENO-GEN-06-D")
@pytest.mark.parametrize(("options", "seat"), [({"ask_ties": 1}, 1), ({"agent_monsters": 1, "freedom": 1}, 2)])
def test_ties_of_the_order_are_asked(options: dict[str, int], seat: int) -> None:
    t = Table(seats=2, **options)
    t.spacer(0, 0, 0)
    t.spacer(1, 9, 9)
    t.state["marker"] = 1
    only(t, 0, moves=0, attack=1, dice=(0, 1, 0, 0, 0))
    t.intruder(1, 0)
    t.intruder(9, 8)
    t.intruder(5, 5)
    t.rolls(5, 4)
    phase(t)
    assert t.asked == (seat, Choice.ACTIVATION_ORDER)
    assert t.legal == {"intruder_0", "intruder_1"}
    t.play("intruder_1")
    assert (int(t.s(1)["vitals"]), int(t.s(0)["vitals"])) == (6, 7)


@pytest.mark.rule("ENO-ACV-01-D")
def test_the_order_is_taken_anew_after_each_activation() -> None:
    t = Table(seats=2)
    t.spacer(0, 0, 0)
    t.spacer(1, 9, 0, stress=9, broke_down=1)
    only(t, 0, attack=1, power=1, terrorize=1)  # kills Spacer 1
    only(t, 1, requirement=Requirement.OTHERWISE, attack=1, reach=Reach.RANGED, dice=(0, 1, 0, 0, 0))
    t.tables["types"][1]["range"] = 20
    t.intruder(7, 1, 1)  # 3 from Spacer 1, 8 from Spacer 0
    t.intruder(0, 5, 1)  # 5 from Spacer 0
    t.intruder(8, 0)
    t.rolls(5, 4)
    t.tables["types"][1]["target"] = TargetRule.CLOSEST
    first, end = t.ops((Op.GAIN_ADRENALINE, 1, 0, 0, Who.TARGET))
    protocol = int(t.tables["types"][1]["first_protocol"])
    t.tables["protocols"][protocol]["gate_damage"] = 3  # only of the one that rolls first
    t.tables["protocols"][protocol]["gated"], t.tables["protocols"][protocol]["gated_end"] = first, end
    t.tables["types"][1]["speed"] = 0
    t.tables["specimens"][0]["dice"] = 1
    t.k(1)["specimen"] = 0  # Intruder 1 rolls two dice
    t.rolls(4)
    phase(t)
    assert t.s(1)["where"] == Where.DEAD
    assert t.s(0)["vitals"] == 9 - (3 + 2) - 2
    assert t.s(0)["adrenaline"] == 1, "the first two dice were those of Intruder 1"


@pytest.mark.rule("ENO-ACV-01-D", "ENO-ACV-07")
@pytest.mark.parametrize("ambush", [0, 1])
def test_intruders_that_appear_act_once_in_the_phase(ambush: int) -> None:
    t = Table(seats=1)
    t.spacer(0, 4, 4)
    first, end = t.ops(
        (Op.GAIN_STRESS, 1, 0, 0, Who.TARGET), (Op.IF, Need.FLAG, 0, 0, 0), (Op.JUMP, 0), (Op.FLAG, 0, 1),
        (Op.SPAWN_INTRUDER, 1, ambush, 0, 0, 0),
    )  # fmt: skip
    t.tables["ops"][first + 1]["d"], t.tables["ops"][first + 2]["a"] = first + 3, end
    only(t, 0, after=first, after_end=end)
    t.intruder(8, 8)
    phase(t)
    assert t.asked == (0, Choice.SPAWN_SPACE)
    t.choose(5, 4)
    assert t.done
    assert t.at(5) == (5, 4)
    assert t.s(0)["stress"] == 2, "with an ambush it has acted, without one it activates"


@pytest.mark.rule("ENO-ACV-02-D")
def test_nothing_activates_without_a_spacer_on_the_board() -> None:
    t = Table(seats=1)
    t.spacer(0, 4, 4, where=Where.OTHER)
    t.s(0)["cell"] = -1
    k = t.intruder(0, 0, surprised=1)
    phase(t)
    assert t.at(4 + k) == (0, 0)
    assert t.k(k)["surprised"] == 1
    activate(t, k)
    assert t.k(k)["surprised"] == 1


@pytest.mark.rule("ENO-ACV-08", "ENO-ACV-01")
def test_end_of_phase_effects_come_after_activations_and_patrols() -> None:
    t = Table(seats=1)
    t.spacer(0, 4, 4)
    only(t, 0, moves=0, **marks(t, "stress", amount=3))
    t.tables["scenario_first"] = 0
    n = t.ability(
        {"first_ability": 0, "end_ability": 0}, timing=Timing.ROUND_END, ops=[(Op.LOSE_STRESS, 2, 0, 0, Who.SELF)]
    )
    t.tables["scenario_first"], t.tables["scenario_end"] = n, n + 1
    t.tables["scanners"]["quadrants"] = 1
    b = t.blip(9, 9, arrow="north")
    t.intruder(5, 4)
    t.spawn_point(0, 9)
    phase(t)
    assert t.on(b) == (9, 8)
    assert t.s(0)["stress"] == 1, "3 gained in the activation, then 2 lost"


# -- step A ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-ACV-02")
@pytest.mark.parametrize(
    ("rule", "seat"),
    [
        (TargetRule.CLOSEST, 1), (TargetRule.FURTHEST, 2), (TargetRule.PRIORITY, 3), (TargetRule.LOWEST_VITALS, 0),
        (TargetRule.HIGHEST_STRESS, 2),
    ],
)  # fmt: skip
def test_the_target_box_names_the_target(rule: TargetRule, seat: int) -> None:
    t = Table(seats=4)
    t.spacer(0, 4, 0, vitals=3)
    t.spacer(1, 3, 0, vitals=5)
    t.spacer(2, 9, 9, stress=4)
    t.spacer(3, 6, 6, stress=3)
    t.state["marker"] = 3
    t.tables["types"][0]["target"] = rule
    only(t, 0, **marks(t, "radiation"))
    activate(t, t.intruder(0, 0))
    assert [int(t.s(s)["radiation"]) for s in range(4)] == [int(s == seat) for s in range(4)]


@pytest.mark.rule("ENO-ACV-02", "ENO-BRD-07-D")
def test_closest_counts_through_doors_and_red_lines_but_not_through_walls() -> None:
    t = Table(seats=2)
    t.spacer(0, 0, 2)
    t.spacer(1, 4, 0)
    for x in range(9):
        t.border(x, 0, "south")
    only(t, 0, **marks(t, "radiation"))
    t.border(1, 0, "east", Border.RED)
    k = t.intruder(0, 0)
    activate(t, k)
    assert [int(t.s(s)["radiation"]) for s in (0, 1)] == [0, 1]


@pytest.mark.rule("ENO-ACV-02-D")
def test_ties_of_the_target_the_pt_else_the_lead() -> None:
    t = Table(seats=3, ask_ties=1)
    t.spacer(0, 3, 0)
    t.spacer(1, 0, 3)
    t.spacer(2, 9, 9)
    only(t, 0, **marks(t, "radiation"))
    k = t.intruder(0, 0)
    t.state["marker"] = 1
    activate(t, k)
    assert t.s(1)["radiation"] == 1
    t.state["marker"] = 2
    activate(t, k)
    assert t.asked == (2, Choice.TARGET_TIE)
    assert t.legal == {"spacer_0", "spacer_1"}
    t.play("spacer_1")
    assert t.s(1)["radiation"] == 2
    t.tables["ask_ties"] = 0
    activate(t, k)
    assert t.s(0)["radiation"] == 1, "nobody is asked: the lowest seat"


@pytest.mark.rule("ENO-ACV-02-D", "ENO-OPT-06")
def test_the_intruders_seat_picks_among_all_that_are_tied() -> None:
    t = Table(seats=3, agent_monsters=1, freedom=1)
    t.spacer(0, 3, 0)
    t.spacer(1, 0, 3)
    t.spacer(2, 9, 9)
    only(t, 0, **marks(t, "radiation"))
    activate(t, t.intruder(0, 0))
    assert t.asked == (3, Choice.TARGET_TIE)
    assert t.legal == {"spacer_0", "spacer_1"}
    t.play("spacer_1")
    assert t.s(1)["radiation"] == 1


@pytest.mark.rule("ENO-ACV-02-D")
def test_those_who_lie_are_targets_those_elsewhere_are_not() -> None:
    t = Table(seats=2)
    t.spacer(0, 1, 0, where=Where.OTHER)
    t.s(0)["cell"] = -1
    t.spacer(1, 9, 9, knock=Knock.FALLING)
    only(t, 0, **marks(t, "radiation"))
    activate(t, t.intruder(0, 0))
    assert [int(t.s(s)["radiation"]) for s in (0, 1)] == [0, 1]


# -- step B ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-ACV-04", "ENO-ACV-05")
def test_the_first_protocol_whose_requirement_is_met_is_performed() -> None:
    t = Table(seats=1)
    t.spacer(0, 6, 0)
    only(t, 0, requirement=Requirement.ADJACENT, attack=1, power=5)
    t.protocol(0, **{**PLAIN, "requirement": Requirement.MOVEMENT_RANGE, "moves": 1, "attack": 1, "power": 2})
    t.protocol(0, **{**PLAIN, "requirement": Requirement.OTHERWISE, "moves": 2})
    k = t.intruder(0, 0)
    t.tables["types"][0]["speed"] = 2
    activate(t, k)
    assert (t.at(4 + k), int(t.s(0)["vitals"])) == ((4, 0), 9), "it moves twice"
    activate(t, k)
    assert (t.at(4 + k), int(t.s(0)["vitals"])) == ((5, 0), 7), "it moves and attacks"
    activate(t, k)
    assert (t.at(4 + k), int(t.s(0)["vitals"])) == ((5, 0), 2), "it attacks"


@pytest.mark.rule("ENO-ACV-04-D")
def test_requirements_are_judged_once() -> None:
    t = Table(seats=1)
    t.spacer(0, 2, 0)
    only(t, 0, requirement=Requirement.ADJACENT, attack=1, power=5)
    t.protocol(0, **{**PLAIN, "requirement": Requirement.OTHERWISE, "moves": 1})
    k = t.intruder(0, 0)
    activate(t, k)
    assert (t.at(4 + k), int(t.s(0)["vitals"])) == ((1, 0), 9)


def in_movement_range(t: Table, k: int, **fields: object) -> bool:
    """The first Protocol, `Target in movement range`, is performed."""
    only(t, 0, requirement=Requirement.MOVEMENT_RANGE, attack=1, **fields, **marks(t, "radiation"))
    t.protocol(0, **{**PLAIN, "requirement": Requirement.OTHERWISE})
    t.s(0)["radiation"] = 0
    where = int(t.k(k)["cell"])
    activate(t, k)
    t.k(k)["cell"] = where
    return bool(t.s(0)["radiation"])


@pytest.mark.rule("ENO-ACV-04-D", "ENO-SUP-03", "ENO-SUP-05-D")
def test_movement_range_counts_suppression() -> None:
    t = Table(seats=1)
    t.spacer(0, 4, 0)
    k = t.intruder(0, 0)
    assert in_movement_range(t, k)
    t.k(k)["suppression"] = 1
    assert not in_movement_range(t, k)
    assert t.k(k)["suppression"] == 0
    assert in_movement_range(t, k)


@pytest.mark.rule("ENO-ACV-04-D", "ENO-IMV-11")
def test_movement_range_needs_an_empty_space_from_which_the_attack_reaches() -> None:
    t = Table(seats=1, pages=((0, 0, 10, 1),))
    t.spacer(0, 4, 0)
    k = t.intruder(0, 0)
    assert in_movement_range(t, k)
    other = t.intruder(3, 0, 1)
    assert not in_movement_range(t, k)
    t.tables["types"][0]["range"] = 3
    assert in_movement_range(t, k, reach=Reach.RANGED)
    t.k(other)["cell"] = 9
    assert in_movement_range(t, k)
    t.border(1, 0, "east", Border.DOOR)
    t.door(0, DoorState.WELDED)
    assert not in_movement_range(t, k), "a movement does not cross a weld"


@pytest.mark.rule("ENO-ACV-04-D", "ENO-WLD-05-D")
def test_movement_range_ends_where_a_weld_stops_it() -> None:
    t = Table(seats=1, pages=((0, 0, 10, 2),))
    t.spacer(0, 4, 0)
    k = t.intruder(0, 0)
    assert in_movement_range(t, k)
    t.border(2, 0, "south", Border.DOOR)
    t.door(0, DoorState.WELDED)
    assert not in_movement_range(t, k), "it would stop on the third space"
    t.spacer(0, 7, 0)
    t.tables["types"][0]["additional"] = only(
        t, 1, requirement=Requirement.MOVEMENT_RANGE, attack=1, **marks(t, "radiation")
    )
    t.border(2, 0, "south", Border.OPEN)
    for y in (0, 1):
        t.border(4, y, "east", Border.DOOR)
    only(t, 0, moves=1)
    for state, reaches in ((DoorState.WELDED, False), (DoorState.CLOSED, True)):
        t.door(0, state)
        t.k(k)["cell"] = 1
        t.s(0)["radiation"] = 0
        activate(t, k)
        assert bool(t.s(0)["radiation"]) == reaches


@pytest.mark.rule("ENO-ACV-03", "ENO-LOS-06", "ENO-ACV-04-D")
def test_in_front_and_in_sight() -> None:
    t = Table(seats=1)
    t.spacer(0, 6, 4)
    k = t.intruder(3, 4)
    for requirement, facing, wall, met in (
        (Requirement.IN_SIGHT, WEST, False, True),
        (Requirement.IN_SIGHT, WEST, True, False),
        (Requirement.IN_FRONT, WEST, False, False),
        (Requirement.IN_FRONT, NORTH, False, False),
        (Requirement.IN_FRONT, EAST, False, True),
        (Requirement.IN_FRONT, EAST, True, False),
        (Requirement.OTHERWISE, WEST, True, True),
    ):
        for y in range(10):
            t.border(4, y, "east", Border.WALL if wall and y < 9 else Border.OPEN)
        only(t, 0, requirement=requirement, **marks(t, "radiation"))
        t.protocol(0, **{**PLAIN, "requirement": Requirement.OTHERWISE})
        t.s(0)["radiation"] = 0
        t.k(k)["facing"] = facing
        activate(t, k)
        assert bool(t.s(0)["radiation"]) == met, (requirement, facing, wall)


@pytest.mark.rule("ENO-ACV-04-D", "ENO-BRD-07-D")
@pytest.mark.parametrize(("within", "met"), [(3, False), (4, True)])
def test_within_a_distance(within: int, met: bool) -> None:
    t = Table(seats=1)
    t.spacer(0, 4, 0)
    only(t, 0, requirement=Requirement.WITHIN, **marks(t, "radiation"))
    t.tables["protocols"][int(t.tables["types"][0]["first_protocol"])]["within"] = within
    t.protocol(0, **{**PLAIN, "requirement": Requirement.OTHERWISE})
    activate(t, t.intruder(0, 0))
    assert bool(t.s(0)["radiation"]) == met


# -- step C and Suppression --------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-ACV-06")
@pytest.mark.parametrize("how", [PHASE, STEP, AMBUSH, OVERSPAWN])
def test_additional_actions_follow_but_not_in_an_ambush(how: int) -> None:
    t = Table(seats=1)
    t.spacer(0, 4, 0)
    t.tables["types"][0]["additional"] = only(t, 1, requirement=Requirement.ADJACENT, attack=1, power=2)
    only(t, 0, moves=1, attack=1, power=1)
    k = t.intruder(2, 0)
    activate(t, k, how, 0 if how == STEP else -1)
    assert t.s(0)["vitals"] == (8 if how == AMBUSH else 6)


@pytest.mark.rule("ENO-ACV-06", "ENO-ACV-04-D")
def test_an_additional_action_needs_its_requirement() -> None:
    t = Table(seats=1)
    t.spacer(0, 9, 0)
    t.tables["types"][0]["additional"] = only(t, 1, requirement=Requirement.ADJACENT, **marks(t, "radiation"))
    only(t, 0, moves=1)
    activate(t, t.intruder(2, 0))
    assert t.s(0)["radiation"] == 0


@pytest.mark.rule("ENO-SUP-05-D", "ENO-ACV-07")
@pytest.mark.parametrize(("how", "left"), [(PHASE, 0), (OVERSPAWN, 0), (STEP, 2), (AMBUSH, 2)])
def test_an_activation_ends_with_the_suppression_but_not_an_ambush_or_a_step(how: int, left: int) -> None:
    t = Table(seats=1)
    t.spacer(0, 4, 0)
    only(t, 0)
    k = t.intruder(3, 0, suppression=2)
    activate(t, k, how, 0 if how == STEP else -1)
    assert t.k(k)["suppression"] == left
    assert t.k(k)["acted"] == (1 if how == PHASE else 0)


@pytest.mark.rule("ENO-SUP-05-D")
def test_tokens_placed_during_an_activation_stay_to_the_end_of_the_next() -> None:
    t = Table(seats=1)
    t.spacer(0, 4, 0)
    first, end = t.ops((Op.SUPPRESS, 2, 0, 0, Who.SELF))
    only(t, 0, after=first, after_end=end)
    k = t.intruder(3, 0, suppression=1)
    activate(t, k)
    assert t.k(k)["suppression"] == 2
    only(t, 0)
    activate(t, k)
    assert t.k(k)["suppression"] == 0


# -- surprise ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-SRP-01", "ENO-SRP-02", "ENO-SRP-02-D")
@pytest.mark.parametrize("how", [PHASE, AMBUSH, OVERSPAWN])
def test_a_surprised_intruder_only_discards_its_tokens(how: int) -> None:
    t = Table(seats=1)
    t.spacer(0, 4, 0)
    t.border(2, 0, "south", Border.DOOR)
    t.door(0, DoorState.WELDED)
    only(t, 0, moves=1, **marks(t, "radiation"))
    k = t.intruder(2, 0, surprised=1, suppression=2)
    activate(t, k, how)
    assert (int(t.k(k)["surprised"]), int(t.k(k)["suppression"])) == (0, 0)
    assert t.at(4 + k) == (2, 0)
    assert t.s(0)["radiation"] == 0
    assert t.state["doors"][0] == DoorState.WELDED
    activate(t, k, how)
    assert t.at(4 + k) == (3, 0)
    assert t.s(0)["radiation"] == 1


# -- attacks of opportunity --------------------------------------------------------------------------------------


def watch(t: Table, type: int = 0, **fields: object) -> None:
    """Intruders of the type stay where they are and raise the Radiation of their Target."""
    only(t, type, **{"requirement": Requirement.OTHERWISE, **marks(t, "radiation"), **fields})


def aoo(t: Table, s: int = 0) -> Table:
    """The attacks of opportunity against a Spacer's next step."""
    return t.call(Proc.AOO, s)


@pytest.mark.rule("ENO-AOO-01")
def test_a_step_that_leaves_a_space_next_to_an_intruder_makes_it_activate_first() -> None:
    t = Table(seats=2)
    t.spacer(0, 4, 4)
    t.spacer(1, 4, 6)
    t.state["marker"] = 1
    watch(t)
    t.intruder(4, 5)
    t.intruder(5, 5)
    t.call(Proc.MOVE, 0, 1, 1, 0).play("step_north")
    assert t.at(0) == (4, 3)
    assert t.s(0)["radiation"] == 1, "the moving Spacer is the Target, whoever the PT is"
    assert t.s(1)["radiation"] == 0


@pytest.mark.rule("ENO-AOO-01-D", "ENO-BRD-02-D")
def test_only_adjacent_intruders_are_provoked() -> None:
    t = Table(seats=1)
    t.spacer(0, 4, 4)
    watch(t)
    for x, y in ((5, 5), (4, 2), (3, 4), (4, 5)):
        t.intruder(x, y)
    t.border(4, 4, "west", Border.RED)
    t.border(4, 4, "south", Border.DOOR)
    t.door(0, DoorState.CLOSED)
    aoo(t)
    assert (t.result, int(t.s(0)["radiation"])) == (1, 0)
    t.door(0, DoorState.OPEN)
    aoo(t)
    assert (t.result, int(t.s(0)["radiation"])) == (1, 1)


@pytest.mark.rule("ENO-AOO-01-D", "ENO-EX-51")
def test_each_space_left_next_to_it_provokes_also_when_the_step_stays_adjacent() -> None:
    t = Table(seats=1)
    t.spacer(0, 4, 4)
    watch(t)
    k = t.intruder(3, 4)
    t.call(Proc.MOVE, 0, 3, 1, 0).play("step_north")
    assert t.s(0)["radiation"] == 1
    t.k(k)["cell"] = 3 * 30 + 3  # as if its base reached along two spaces of the way
    t.play("step_north")
    assert t.s(0)["radiation"] == 2
    t.play("step_north")
    assert t.s(0)["radiation"] == 2, "not adjacent any more"


@pytest.mark.rule("ENO-AOO-01-D", "ENO-MOV-11-D")
def test_the_same_space_left_in_one_movement_provokes_it_once() -> None:
    t = Table(seats=1)
    t.spacer(0, 4, 4)
    # Its Protocol closes the door in the way, so that the Spacer chooses anew from the same space.
    first, end = t.ops((Op.DOOR, DoorState.CLOSED, 1), (Op.RADIATION, 1, 0, 0, Who.TARGET))
    only(t, 0, after=first, after_end=end)
    t.intruder(3, 4)
    t.border(4, 4, "south")
    t.border(4, 4, "north", Border.DOOR)
    t.call(Proc.MOVE, 0, 2, 1, 0).play("step_north")
    assert t.s(0)["radiation"] == 1
    assert t.at(0) == (4, 4)
    assert t.asked == (0, Choice.MOVE)
    assert t.legal == {"step_east", "done"}
    t.play("step_east")
    assert t.at(0) == (5, 4)
    assert t.s(0)["radiation"] == 1, "it has had its attack for this space"
    t.play("done")
    t.k(0)["cell"] = 4 * 30 + 6
    t.call(Proc.MOVE, 0, 1, 1, 0).play("step_north")
    assert t.s(0)["radiation"] == 2, "in another movement it attacks again"


@pytest.mark.rule("ENO-AOO-01-D")
def test_the_moving_spacer_orders_several_and_each_is_checked_again() -> None:
    t = Table(seats=1)
    t.spacer(0, 4, 4)
    watch(t, 0)
    a, b = t.intruder(3, 4), t.intruder(5, 4)
    c = t.intruder(4, 5)
    t.state["marker"] = 0
    aoo(t)
    assert t.asked == (0, Choice.AOO_ORDER)
    assert t.legal == {f"intruder_{k}" for k in (a, b, c)}
    t.play(f"intruder_{b}")
    assert t.s(0)["radiation"] == 1
    assert t.legal == {f"intruder_{k}" for k in (a, c)}
    t.k(a)["cell"] = 0
    t.play(f"intruder_{c}")
    assert t.done
    assert t.s(0)["radiation"] == 2, "the other one is not adjacent any more"


@pytest.mark.rule("ENO-AOO-01", "ENO-MOV-11")
def test_the_spacer_goes_on_only_if_able() -> None:
    t = Table(seats=1)
    t.spacer(0, 4, 4)
    first, end = t.ops((Op.KNOCKDOWN, 0, 0, 0, Who.TARGET))
    only(t, 0, attack=1, power=2, hit=first, hit_end=end)
    t.intruder(3, 4)
    t.intruder(5, 4)
    t.call(Proc.MOVE, 0, 3, 1, 0).play("step_north", "intruder_0")
    assert t.done
    assert t.at(0) == (4, 4)
    assert t.s(0)["vitals"] == 5, "both of them attack before the step that is not made"


@pytest.mark.rule("ENO-AOO-01-D")
def test_a_spacer_who_is_moved_away_has_left_the_others() -> None:
    t = Table(seats=1)
    t.spacer(0, 4, 4)
    first, end = t.ops((Op.MOVE, 1, 0, 0, Who.TARGET))
    only(t, 0, after=first, after_end=end)
    watch(t, 1)
    a, _ = t.intruder(3, 4), t.intruder(5, 4, 1)
    aoo(t).play(f"intruder_{a}")
    t.s(0)["radiation"] = 0
    if t.asked:
        t.play("step_north")
    if t.asked:
        t.play(sorted(t.legal)[0])
    assert t.at(0) == (4, 3)
    assert t.result == 0


@pytest.mark.rule("ENO-AOO-02", "ENO-SUP-04")
@pytest.mark.parametrize("field", ["suppression", "surprised"])
def test_suppressed_and_surprised_intruders_make_none(field: str) -> None:
    t = Table(seats=1)
    t.spacer(0, 4, 4)
    watch(t)
    k = t.intruder(3, 4, **{field: 1})
    aoo(t)
    assert (t.result, int(t.s(0)["radiation"]), int(t.k(k)[field])) == (1, 0, 1)


@pytest.mark.rule("ENO-AOO-01-D")
def test_the_intruder_that_is_activating_makes_none() -> None:
    t = Table(seats=1)
    t.spacer(0, 4, 4)
    t.ability(t.tables["suits"][0], timing=Timing.REACTION, reaction=1, ops=[(Op.MOVE, 1, 0, 0, Who.SELF)])
    only(t, 0, attack=1, power=3, window_attack=1)
    t.tables["types"][0]["speed"] = 0
    activate(t, t.intruder(3, 4))
    assert t.asked == (0, Choice.REACTION)
    t.play("suit_ability_0", "step_east")
    if t.asked:
        t.play("done")
    assert t.at(0) == (5, 4)
    assert t.s(0)["vitals"] == 9


@pytest.mark.rule("ENO-AOO-03")
def test_blips_make_none() -> None:
    t = Table(seats=1)
    t.spacer(0, 4, 4)
    t.blip(4, 4)
    t.blip(5, 5)
    aoo(t)
    assert t.result == 1
    assert t.s(0)["vitals"] == 9


@pytest.mark.rule("ENO-AOO-01-D")
def test_forced_movement_provokes_nothing() -> None:
    t = Table(seats=1)
    t.spacer(0, 4, 4)
    watch(t)
    k = t.intruder(3, 4)
    t.call(Proc.KNOCKBACK, 0, 2, int(t.k(k)["cell"]), -1)
    assert t.at(0) == (6, 4)
    assert t.s(0)["radiation"] == 0


@pytest.mark.rule("ENO-AOO-01")
def test_a_modifier_can_spare_the_spacer() -> None:
    t = Table(seats=1)
    t.spacer(0, 4, 4)
    watch(t)
    t.intruder(3, 4)
    t.ability(t.tables["suits"][0], timing=Timing.PASSIVE, mods=[(Stat.NO_AOO, 1)])
    aoo(t)
    assert t.s(0)["radiation"] == 0
