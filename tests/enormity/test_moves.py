"""Movement of Spacers (MOV, BRD-10 to BRD-14, TER-01, DSC-01; ENO-EX-20, ENO-EX-51)."""

from __future__ import annotations

import pytest

from envs.enormity.build_tables import fill_stats
from envs.enormity.state import (
    Border,
    Choice,
    DoorState,
    Knock,
    Need,
    NoiseKind,
    Op,
    Proc,
    Requirement,
    Stat,
    Thing,
    Tile,
    Until,
    Who,
)
from tests.enormity.table import Table, cell

STEPS = {"step_north", "step_east", "step_south", "step_west"}


@pytest.fixture
def t() -> Table:
    table = Table(seats=2)
    table.spacer(0, 4, 4)
    return table


def move(t: Table, spaces: int, *steps: str, action: int = 1, noise: int = 0, **more: int) -> Table:
    """Begin a movement of Spacer 0 and go these steps (``"north"``, ...) or other answers."""
    t.call(Proc.MOVE, 0, spaces, action, noise, **more)
    return t.play(*(f"step_{name}" if f"step_{name}" in STEPS else name for name in steps))


def stress_tile(t: Table, x: int, y: int, kind: int = 0) -> None:
    """A tile that gives 1 Stress to who enters it."""
    first, end = t.ops((Op.GAIN_STRESS, 1, 0, 0, Who.SELF))
    t.tile(x, y, kind, effect=first, effect_end=end)


def attacker(t: Table, x: int, y: int, *effects: tuple[int, ...], type: int = 0) -> int:
    """An Intruder that attacks a Target next to it with a blank pool; `effects` follow the attack. Its slot."""
    first, end = t.ops(*effects) if effects else (-1, -1)
    t.protocol(type, replace=True, requirement=Requirement.ADJACENT, attack=1, hit=first, hit_end=end)
    t.protocol(type, requirement=Requirement.OTHERWISE)
    return t.intruder(x, y, type)


# -- steps -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-MOV-01", "ENO-MOV-03")
def test_a_move_goes_up_to_its_number_of_spaces_orthogonally(t: Table) -> None:
    move(t, 2)
    assert t.asked == (0, Choice.MOVE)
    assert t.legal == STEPS
    t.play("step_north")
    assert t.at(0) == (4, 3)
    assert "done" in t.legal
    t.play("step_east")
    assert t.done
    assert t.at(0) == (5, 3)
    assert t.result == 2
    move(t, 3, "south", "done")
    assert t.done
    assert t.at(0) == (5, 4)
    assert t.result == 1


@pytest.mark.rule("ENO-MOV-02", "ENO-TER-01")
def test_the_effect_of_each_tile_entered_is_resolved_on_the_way(t: Table) -> None:
    stress_tile(t, 4, 3)
    stress_tile(t, 4, 1)
    move(t, 3, "north")
    assert t.s(0)["stress"] == 1
    t.play("step_north")
    assert t.s(0)["stress"] == 1
    t.play("step_north")
    assert t.s(0)["stress"] == 2
    assert t.at(0) == (4, 1)


@pytest.mark.rule("ENO-TER-01")
def test_a_tile_does_nothing_to_who_leaves_it(t: Table) -> None:
    stress_tile(t, 4, 4)
    move(t, 1, "north")
    assert t.s(0)["stress"] == 0


@pytest.mark.rule("ENO-MOV-02-D")
def test_a_move_action_goes_at_least_one_space_and_move_0_goes_nowhere(t: Table) -> None:
    move(t, 2)
    assert "done" not in t.legal
    move(t, 0)
    assert t.done
    assert t.result == 0
    assert t.at(0) == (4, 4)
    stress_tile(t, 3, 4)
    move(t, 2, "west")
    assert t.at(0) == (3, 4)
    assert t.s(0)["stress"] == 1, "the path is asked step by step"


@pytest.mark.rule("ENO-MOV-04", "ENO-BRD-13")
def test_no_step_through_obstacles_lines_and_doors_or_out_of_bounds(t: Table) -> None:
    t.border(4, 4, "north", Border.RED)
    t.border(4, 4, "east", Border.DOOR + 0)
    t.door(0, DoorState.CLOSED)
    t.border(4, 4, "south", Border.WALL)
    t.tile(3, 4, 0, Tile.OBSTACLE)
    move(t, 3)
    assert t.done
    assert t.result == 0
    t.door(0, DoorState.WELDED)
    assert move(t, 3).done
    t.door(0, DoorState.OPEN)
    move(t, 3)
    assert t.at(0) == (5, 4), "the open door is the only way, taken without asking"
    t.spacer(0, 0, 0)
    move(t, 1)
    assert t.legal == {"step_east", "step_south"}


@pytest.mark.rule("ENO-MOV-05", "ENO-MOV-07", "ENO-BRD-14", "ENO-BRD-14-D")
def test_spacers_are_passed_and_nobody_ends_on_another(t: Table) -> None:
    t.spacer(1, 5, 4)
    t.intruder(4, 3, suppression=1)
    t.intruder(6, 4, suppression=1)
    move(t, 1)
    assert t.legal == {"step_south", "step_west"}, "not through the Intruder, not onto the Spacer"
    move(t, 2)
    assert t.legal == {"step_east", "step_south", "step_west"}
    t.play("step_east")
    assert t.at(0) == t.at(1) == (5, 4)
    assert t.legal == {"step_north", "step_south"}, "it has to go on, not back and not onto the Intruder"
    t.play("step_north")
    assert t.done
    assert t.at(0) == (5, 3)


@pytest.mark.rule("ENO-MOV-07")
def test_a_way_through_spacers_needs_the_steps_to_come_out(t: Table) -> None:
    t = Table(seats=3)
    for y in (3, 5):
        for x in range(3, 8):
            t.tile(x, y, 0, Tile.OBSTACLE)
    t.spacer(0, 4, 4)
    t.spacer(1, 5, 4)
    t.spacer(2, 6, 4)
    move(t, 2)
    assert t.at(0) == (3, 4), "two steps do not lead past the two Spacers: west is the only way"
    t.spacer(0, 4, 4)
    move(t, 3)
    assert t.legal == {"step_east", "step_west"}
    t.play("step_east")
    assert t.at(0) == (7, 4), "there is no stop and no other way in between"


@pytest.mark.rule("ENO-MOV-06", "ENO-MOV-06-D")
def test_no_space_is_entered_twice_and_the_start_counts(t: Table) -> None:
    move(t, 6, "north")
    assert t.legal == {"step_north", "step_east", "step_west", "done"}
    t.play("step_east", "step_south")
    assert t.at(0) == (5, 4)
    assert t.legal == {"step_east", "step_south", "done"}, "west is the start, north was entered"


@pytest.mark.rule("ENO-MOV-06")
def test_a_later_movement_enters_the_same_spaces_again(t: Table) -> None:
    move(t, 1, "north")
    move(t, 1)
    assert "step_south" in t.legal


@pytest.mark.rule("ENO-EX-20", "ENO-MOV-04", "ENO-MOV-05")
def test_example_corridor_with_a_spacer_an_intruder_and_a_closed_door() -> None:
    t = Table(seats=2)
    for y in (3, 5):
        for x in range(10):
            t.border(x, 4, "north" if y == 3 else "south", Border.WALL)
    t.spacer(0, 4, 4)
    t.spacer(1, 5, 4)
    t.border(7, 4, "east", Border.DOOR + 0)
    t.door(0, DoorState.CLOSED)
    t.intruder(3, 4, suppression=1)
    move(t, 5)
    assert t.at(0) == (6, 4), "past the Spacer only: the Intruder bars the west, walls the sides"
    assert t.legal == {"step_east", "done"}
    t.play("step_east")
    assert t.done
    assert t.at(0) == (7, 4), "the closed door ends the way"


@pytest.mark.rule("ENO-BRD-10")
def test_an_opened_door_stays_open(t: Table) -> None:
    t.border(4, 4, "east", Border.DOOR + 3)
    t.door(3, DoorState.CLOSED)
    move(t, 1)
    assert "step_east" not in t.legal
    first, end = t.ops((Op.DOOR, DoorState.OPEN, 4))
    t.resolve((first, end))
    move(t, 1)
    assert "step_east" in t.legal
    t.call(Proc.ROUND)
    assert t.state["doors"][3] == DoorState.OPEN


@pytest.mark.rule("ENO-BRD-11", "ENO-CSL-01")
def test_a_console_opens_a_closed_door(t: Table) -> None:
    t.border(4, 4, "east", Border.DOOR + 0)
    t.door(0, DoorState.CLOSED)
    first, end = t.ops((Op.DOOR, DoorState.OPEN, 1))
    t.tables["console_of"][cell(4, 4)] = 0
    t.tables["n_consoles"] = 1
    row = t.tables["consoles"][0]
    row["cell"], row["effect"], row["effect_end"] = cell(4, 4), first, end
    t.call(Proc.SCAVENGE, 0)
    assert t.state["doors"][0] == DoorState.OPEN


@pytest.mark.rule("ENO-BRD-12", "ENO-BRD-12-D")
def test_a_door_is_a_set_of_edges_and_no_space(t: Table) -> None:
    t.border(4, 4, "east", Border.DOOR + 0)
    t.border(4, 3, "east", Border.DOOR + 0)
    t.door(0, DoorState.CLOSED)
    move(t, 1)
    assert t.legal == STEPS - {"step_east"}, "both spaces at the door can be stood on"
    t.play("step_north")
    move(t, 1)
    assert "step_east" not in t.legal, "the same door has this edge too"
    t.door(0, DoorState.OPEN)
    move(t, 1, "east")
    assert t.at(0) == (5, 3), "one step leads through it"
    # Welding is open to who touches one of its edges.
    weld = t.ops((Op.DOOR, 3, 0))
    t.spacer(0, 4, 3)
    t.resolve(weld)
    assert t.state["doors"][0] == DoorState.WELDED
    t.door(0, DoorState.OPEN)
    t.spacer(0, 4, 2)
    t.resolve(weld)
    assert t.state["doors"][0] == DoorState.OPEN, "nobody touches the door from here"


@pytest.mark.rule("ENO-BRD-13")
def test_a_forced_arrow_is_the_only_way_out(t: Table) -> None:
    t.tables["forced"][cell(4, 4)] = 1 + 1
    move(t, 1)
    assert t.asked is None
    assert t.at(0) == (5, 4)
    t.spacer(0, 4, 4)
    t.border(4, 4, "east")
    move(t, 2)
    assert t.result == 0
    assert t.at(0) == (4, 4)


@pytest.mark.rule("ENO-BRD-13-D")
def test_a_forced_arrow_binds_move_like_abilities_but_no_forced_movement(t: Table) -> None:
    t.tables["forced"][cell(4, 4)] = 1 + 1
    move(t, 1, action=0)
    assert t.legal == {"step_east", "done"}
    t.call(Proc.STEP, 0, 0, 0)
    assert t.at(0) == (4, 3)
    t.spacer(0, 4, 4)
    t.call(Proc.STEP, 0, 0, 1)
    assert t.at(0) == (4, 4)
    assert t.result == 0


@pytest.mark.rule("ENO-BRD-13-D")
def test_a_forced_arrow_does_not_bind_intruders(t: Table) -> None:
    k = t.intruder(0, 4)
    t.tables["forced"][cell(0, 4)] = 0 + 1
    t.call(Proc.ACTIVATE, k, 0, -1)
    while t.asked:
        t.play(sorted(t.legal)[0])
    assert t.at(4 + k)[0] > 0


# -- Noise -------------------------------------------------------------------------------------------------------


def quiet(t: Table) -> Table:
    """Decline everything."""
    while t.asked:
        t.play(next(name for name in ("done", "pass", "no") if name in t.legal))
    return t


@pytest.mark.rule("ENO-MOV-08", "ENO-MOV-08-D")
def test_the_noise_is_made_from_the_final_space_when_the_movement_has_ended(t: Table) -> None:
    t.blip(9, 9)
    move(t, 2, "north", noise=NoiseKind.DICE, e=1, f=0)
    assert t.state["n_noises"] == 0
    assert t.state["core"]["script_n"] == 0
    t.rolls(1)
    t.play("step_north")
    quiet(t)
    assert t.state["n_noises"] == 1
    assert t.state["noises"][0]["cell"] == cell(4, 2)


@pytest.mark.rule("ENO-MOV-08", "ENO-MOV-10-D")
def test_a_movement_that_never_began_makes_no_noise(t: Table) -> None:
    t.blip(9, 9)
    move(t, 1, "done", action=0, noise=NoiseKind.DICE, e=1, f=0)
    assert t.done
    assert t.state["n_noises"] == 0


@pytest.mark.rule("ENO-MOV-08")
def test_a_move_without_a_noise_box_is_silent(t: Table) -> None:
    t.blip(9, 9)
    move(t, 1, "north")
    assert t.done
    assert t.state["n_noises"] == 0


@pytest.mark.rule("ENO-MOV-08-D", "ENO-MOV-11-D")
def test_a_movement_cut_short_still_makes_its_noise(t: Table) -> None:
    attacker(t, 5, 4, (Op.KNOCKDOWN, 0, 0, 0, Who.TARGET))
    t.blip(9, 9)
    t.rolls(1)
    move(t, 3, "west", noise=NoiseKind.DICE, e=1, f=0)
    quiet(t)
    assert t.at(0) == (4, 4)
    assert t.s(0)["knock"] == Knock.FALLING, "the Move ends before its first step"
    assert t.result == 0
    assert t.state["n_noises"] == 1
    assert t.state["noises"][0]["cell"] == cell(4, 4)


# -- Move-like ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-MOV-10", "ENO-MOV-10-D")
def test_a_move_like_ability_moves_by_the_same_rules_but_is_no_move_action(t: Table) -> None:
    t.object(4, 3, Thing.CACHE)
    t.object(4, 2, Thing.DISCOVERY, 0)
    t.pool((3, 3, 3))
    stress_tile(t, 4, 2)
    t.tables["n_tokens"], t.tables["fixed_discoveries"] = 1, 1
    move(t, 2, action=0)
    assert t.legal == STEPS | {"done"}, "it may be declined"
    t.play("step_north")
    assert t.asked == (0, Choice.MOVE), "no Fast Scavenging of the Cache"
    t.play("step_north")
    assert t.s(0)["stress"] == 1, "tiles"
    assert t.state["discards"] == 1, "Discoveries"
    assert t.state["n_noises"] == 0
    assert t.state["pool"].tolist() == [3, 3, 3]


@pytest.mark.rule("ENO-MOV-10-D")
def test_a_move_like_move_provokes_and_makes_noise_only_if_it_prints_it(t: Table) -> None:
    k = attacker(t, 5, 4, (Op.GAIN_STRESS, 1, 0, 0, Who.TARGET))
    t.blip(9, 9)
    move(t, 1, "west", action=0)
    assert t.s(0)["stress"] == 1
    assert t.state["n_noises"] == 0
    t.state["intruders"][k]["suppression"] = 1
    t.rolls(1)
    move(t, 1, "north", action=0, noise=NoiseKind.DICE, e=1, f=0)
    quiet(t)
    assert t.state["n_noises"] == 1


@pytest.mark.rule("ENO-MOV-10-D")
def test_a_free_move_action_of_a_card_is_a_move_action(t: Table) -> None:
    t.object(4, 3, Thing.CACHE)
    t.pool((0, 0, 1))
    t.resolve(t.ops((Op.MOVE_ACTION, 3)))
    t.play("step_north")
    assert t.asked == (0, Choice.FAST_SCAVENGE)


# -- interruptions -----------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-MOV-11", "ENO-MOV-11-D")
def test_after_an_attack_of_opportunity_the_movement_goes_on(t: Table) -> None:
    attacker(t, 5, 4, (Op.GAIN_STRESS, 1, 0, 0, Who.TARGET))
    move(t, 2, "west")
    assert t.s(0)["stress"] == 1
    assert t.at(0) == (3, 4)
    assert t.asked == (0, Choice.MOVE)
    t.play("step_west")
    assert t.done
    assert t.result == 2
    assert t.at(0) == (2, 4)


@pytest.mark.rule("ENO-MOV-11-D", "ENO-EX-51")
def test_after_an_interruption_a_new_destination_within_the_steps_left_or_a_stop(t: Table) -> None:
    attacker(t, 5, 4, (Op.KNOCKBACK, 1, 0, 0, Who.TARGET))
    move(t, 3, "north")
    assert t.at(0) == (3, 4), "knocked to the west; the step to the north is not made"
    assert t.asked == (0, Choice.MOVE)
    assert t.legal == {"step_north", "step_south", "step_west", "done"}, "a new direction or a stop; not the start"
    t.play("step_west", "step_west")
    assert t.done
    assert t.result == 2, "the lost step is used up: two of three are made"


@pytest.mark.rule("ENO-MOV-11-D")
@pytest.mark.parametrize("effect", [(Op.KNOCKDOWN, 0, 0, 0, Who.TARGET), (Op.DIE, 0, 0, 0, Who.TARGET)])
def test_a_spacer_who_is_knocked_down_or_dies_moves_no_further(t: Table, effect: tuple[int, ...]) -> None:
    t.spacer(1, 9, 9)
    attacker(t, 5, 4, effect)
    move(t, 3, "west")
    assert t.done
    assert t.result == 0


@pytest.mark.rule("ENO-MOV-11-D")
def test_a_displaced_spacer_moves_no_further(t: Table) -> None:
    attacker(t, 5, 4, (Op.DISPLACE, 0, 0, 0, Who.TARGET))
    move(t, 3, "west")
    assert t.asked == (0, Choice.DISPLACE)
    assert t.legal == {"step_north", "step_south", "step_west"}
    t.play("step_north")
    assert t.done
    assert t.at(0) == (4, 3)
    assert t.result == 0
    move(t, 1)
    assert "step_north" in t.legal, "a later movement is free again"


@pytest.mark.rule("ENO-MOV-11-D", "ENO-MOV-07")
def test_who_would_end_on_a_spacers_space_is_displaced(t: Table) -> None:
    t.spacer(1, 4, 3)
    first, end = t.ops((Op.KNOCKDOWN, 0, 0, 0, Who.SELF))
    t.tile(4, 3, 0, effect=first, effect_end=end)
    move(t, 3, "north")
    assert t.asked == (0, Choice.DISPLACE), "knocked down on the space of the other one"
    t.play("step_south")
    assert t.done
    assert t.at(0) == (4, 4)


@pytest.mark.rule("ENO-MOV-11-D")
def test_a_death_by_a_tile_ends_the_movement(t: Table) -> None:
    t.spacer(1, 9, 9)
    t.s(0)["stress"] = 9
    stress_tile(t, 4, 3)
    move(t, 3, "north", noise=NoiseKind.DICE, e=1, f=0)
    assert t.done
    assert t.result == 1
    assert t.state["deaths"] == 1
    assert t.state["n_noises"] == 0


@pytest.mark.rule("ENO-EX-51", "ENO-MOV-11-D")
def test_example_one_attack_of_opportunity_for_each_space_left(t: Table) -> None:
    x = attacker(t, 5, 4, (Op.GAIN_STRESS, 1, 0, 0, Who.TARGET))
    move(t, 3, "north")
    assert t.s(0)["stress"] == 1
    assert t.at(0) == (4, 3)
    t.k(x)["cell"] = cell(5, 3)  # along it: still next to X
    t.play("step_north")
    assert t.s(0)["stress"] == 2
    assert t.at(0) == (4, 2), "another space is left"
    t.play("step_north")
    assert t.s(0)["stress"] == 2
    assert t.done
    assert t.result == 3


@pytest.mark.rule("ENO-EX-51", "ENO-MOV-11-D")
def test_another_step_from_the_same_space_provokes_nothing_more(t: Table) -> None:
    t.border(4, 4, "north", Border.DOOR + 0)
    attacker(t, 5, 4, (Op.DOOR, DoorState.CLOSED, 1), (Op.GAIN_STRESS, 1, 0, 0, Who.TARGET))
    move(t, 2, "north")
    assert t.at(0) == (4, 4)
    assert t.s(0)["stress"] == 1
    assert t.asked == (0, Choice.MOVE)
    assert t.legal == {"step_south", "step_west", "done"}
    t.play("step_west", "step_west")
    assert t.s(0)["stress"] == 1
    assert t.done
    assert t.result == 2, "the step that was not made is not used up"


@pytest.mark.rule("ENO-MOV-06", "ENO-MOV-11-D")
def test_a_movement_inside_a_movement_leaves_the_visited_spaces_alone(t: Table) -> None:
    first, end = t.ops((Op.MOVE_ACTION, 2, 0, 0, Who.SELF))
    t.tile(4, 3, 0, effect=first, effect_end=end)
    move(t, 4, "north")
    assert t.asked == (0, Choice.MOVE)
    assert "step_south" in t.legal, "the inner movement has its own start"
    t.play("step_east", "step_east")
    assert t.at(0) == (6, 3)
    assert t.asked == (0, Choice.MOVE)
    assert t.state["core"]["subject"] == 3, "the outer movement has three steps left"
    t.play("step_south", "step_west")
    assert t.at(0) == (5, 4)
    assert "step_west" not in t.legal, "(4, 4) is where the outer movement began"
    assert "step_north" in t.legal, "(5, 3) was entered by the inner movement only"


@pytest.mark.rule("ENO-MOV-11-D")
def test_a_modifier_against_moving_ends_it(t: Table) -> None:
    t.tables["mods"][100] = (Stat.NO_MOVE, 1, 0, Need.NONE, 0)
    fill_stats(t.tables)
    first, end = t.ops((Op.LASTING, 100, Until.TURN, 0, Who.SELF))
    t.tile(4, 3, 0, effect=first, effect_end=end)
    move(t, 3, "north")
    assert t.done
    assert t.at(0) == (4, 3)


# -- Discoveries -------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-DSC-01", "ENO-DSC-01-D")
def test_a_discovery_is_made_where_the_move_ends(t: Table) -> None:
    t.tables["n_tokens"], t.tables["fixed_discoveries"] = 2, 1
    t.object(4, 4, Thing.DISCOVERY, 1)
    t.object(4, 3, Thing.DISCOVERY, 0)
    move(t, 2, "north")
    assert t.state["discards"] == 0, "not where it starts, not in passing"
    t.play("step_north")
    assert t.state["discards"] == 0
    move(t, 1, "south")
    assert t.state["discards"] == 1
    assert cell(4, 3) not in t.state["objects"]["cell"], "the token is gone"
    assert cell(4, 4) in t.state["objects"]["cell"]


@pytest.mark.rule("ENO-DSC-01-D")
def test_a_discovery_is_not_made_by_forced_movement_and_comes_before_the_noise(t: Table) -> None:
    t.tables["n_tokens"], t.tables["fixed_discoveries"] = 1, 1
    t.object(4, 3, Thing.DISCOVERY, 0)
    t.call(Proc.KNOCKBACK, 0, 1, cell(4, 5), -1)
    assert t.at(0) == (4, 3)
    assert t.state["discards"] == 0
    t.spacer(0, 4, 4)
    t.blip(9, 9)
    entry = t.tables["entries"][0]
    t.tables["tokens"][0]["number"] = 0
    entry["effect"], entry["effect_end"] = t.ops((Op.OTHER_PLACE, 1, 0, 0, Who.SELF))
    t.rolls(1)
    move(t, 1, "north", noise=NoiseKind.DICE, e=1, f=0)
    quiet(t)
    assert t.state["discards"] == 1
    assert t.state["n_noises"] == 1, "the Noise of a Spacer whom the Discovery has sent away"


@pytest.mark.rule("ENO-DSC-01-D")
def test_a_declined_move_like_move_makes_no_discovery(t: Table) -> None:
    t.tables["n_tokens"], t.tables["fixed_discoveries"] = 1, 1
    t.object(4, 4, Thing.DISCOVERY, 0)
    move(t, 1, "done", action=0)
    assert t.done
    assert t.state["discards"] == 0


@pytest.mark.rule("ENO-MOV-10", "ENO-MOV-11-D")
def test_who_lies_on_the_floor_moves_only_by_the_ability_of_another(t: Table) -> None:
    t.spacer(1, 8, 8)
    t.s(0)["knock"] = Knock.FALLING
    for grants, moved in ((0, False), (1, True)):
        t.call(Proc.FREE_STEPS, 0, 1, grants, -1, e=-1)
        assert (t.asked == (0, Choice.MOVE)) == moved
    t.play("step_north")
    assert t.at(0) == (4, 3)
