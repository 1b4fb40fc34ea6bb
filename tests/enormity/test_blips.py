"""Blips: movement and the Noise queue (BLP, WLD-04, NOI-07, NOI-10, NOI-13, GEN-06-D2, worked examples)."""

from __future__ import annotations

import pytest

from envs.enormity.state import Border, Choice, DoorState, Face, NoiseKind, Op, PointState, Proc, Timing, Where
from tests.enormity.table import Table, cell

ARROWS = ("north", "east", "south", "west")
BLANK, ONE = 0, 1  # faces of the white die: nothing, 1 Potential
TWO_BLACK = 0  # face of the black die with 2 Potentials
ONE_BLACK = 1  # face of the black die with 1 Potential
FOUR_POWER = (4, 4)  # two red dice: 2 Power each


@pytest.fixture
def t() -> Table:
    table = Table(seats=2)
    table.spacer(0, 5, 2)
    table.spawn_point(10, 10)
    return table


def asking(**options: int) -> Table:
    """A table on which ties are asked of the Lead, with the Spacer on the same space."""
    table = Table(seats=2, ask_ties=1, **options)
    table.spacer(0, 5, 2)
    return table


def toward(t: Table, blip: int, spaces: int, spacer: int = 0) -> Table:
    """A Blip moves by Noise toward a Spacer."""
    return t.call(Proc.MOVE_BLIP, blip, spaces, 0, spacer)


def noise(
    t: Table, dice: dict[int, int], source: int = 0, at: tuple[int, int] | None = None, overwhelms: int = 0
) -> None:
    """Put a Noise with its assigned dice at the end of the queue."""
    n = int(t.state["n_noises"])
    row = t.state["noises"][n]
    row["cell"] = t.s(source)["cell"] if at is None else cell(*at)
    row["source"], row["type"], row["overwhelms"] = source, 0, overwhelms
    for blip, value in dice.items():
        row["dice"][blip] = value
    t.state["n_noises"] = n + 1


def arrow(t: Table, blip: int) -> str:
    """The side to which a Blip's arrow points."""
    return ARROWS[int(t.b(blip)["arrow"])]


def intruders(t: Table) -> list[tuple[int, int]]:
    """The spaces of the Intruders."""
    return [t.at(4 + k) for k in range(16) if t.k(k)["type"] >= 0]


def blips(t: Table) -> list[tuple[int, int]]:
    """The intersections of the Blips."""
    return [t.on(b) for b in range(24) if t.b(b)["point"] >= 0]


# -- one movement ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-BLP-01", "ENO-BLP-02", "ENO-BRD-04", "ENO-BRD-06")
def test_walls_doors_red_lines_obstacles_and_out_of_bounds_do_not_hinder_a_blip(t: Table) -> None:
    b = t.blip(0, 2, Face.A)
    for x, kind in ((0, Border.WALL), (1, Border.RED), (2, Border.DOOR)):
        t.border(x, 1, "south", kind)
        t.border(x, 2, "west", kind)
        t.border(x, 1, "west", kind)
    t.door(0, DoorState.CLOSED)
    t.tile(2, 2, 0, 0)
    t.tables["page"][cell(3, 2)] = t.tables["page"][cell(3, 1)] = 255
    toward(t, b, 4)
    assert t.on(b) == (4, 2)
    assert not t.state["contacted"][0]
    assert intruders(t) == [], "a Blip is no Intruder"


@pytest.mark.rule("ENO-EX-03", "ENO-BLP-05", "ENO-BLP-06")
def test_an_aligned_blip_moves_straight_by_the_number_on_its_die(t: Table) -> None:
    b = t.blip(1, 3, Face.A)
    noise(t, {b: 2})
    t.call(Proc.EMPTY_NOISE)
    assert t.on(b) == (3, 3)
    assert t.state["n_noises"] == 0


@pytest.mark.rule("ENO-BLP-06")
def test_a_blip_below_its_spacer_moves_straight_up(t: Table) -> None:
    b = t.blip(6, 9)
    toward(t, b, 3)
    assert t.on(b) == (6, 6)


@pytest.mark.rule("ENO-EX-32", "ENO-BLP-07", "ENO-BLP-07-D")
def test_the_first_step_goes_along_the_smaller_gap_and_the_axis_changes(t: Table) -> None:
    t.spacer(0, 3, 2)
    b = t.blip(0, 0)
    assert toward(t, b, 1).on(b) == (0, 1)
    t.b(b)["point"] = 0
    assert toward(t, b, 2).on(b) == (1, 1)
    t.b(b)["point"] = 0
    assert toward(t, b, 3).on(b) == (1, 2), "aligned from here on"
    t.b(b)["point"] = 0
    assert toward(t, b, 4).on(b) == (2, 2)


@pytest.mark.rule("ENO-EX-45", "ENO-BLP-07")
def test_alignment_is_reached_by_the_shorter_way_then_straight(t: Table) -> None:
    t.spacer(0, 2, 1)
    b = t.blip(0, 0, Face.ECHO)
    assert toward(t, b, 1).on(b) == (0, 1), "down, not to the right"
    assert toward(t, b, 1).on(b) == (1, 1)
    toward(t, b, 1)
    assert t.state["echoes_gone"] == 1, "next to the Spacer it is revealed"


@pytest.mark.rule("ENO-BLP-07-D")
def test_with_equal_gaps_the_roller_picks_the_first_axis() -> None:
    t = asking()
    t.spacer(1, 9, 9)
    b = t.blip(2, 5)  # gaps 3 and 2 to (5, 2); equal to (5, 1)
    t.spacer(0, 5, 1)
    t.state["marker"] = 1
    toward(t, b, 2)
    assert t.asked == (0, Choice.BLIP_AXIS)
    assert t.legal == {"axis_horizontal", "axis_vertical"}
    assert t.play("axis_horizontal").on(b) == (3, 4)
    t.b(b)["point"] = 5 * 31 + 2
    assert toward(t, b, 1).play("axis_vertical").on(b) == (2, 4)


@pytest.mark.rule("ENO-BLP-07-D")
def test_the_lead_picks_the_axis_in_a_patrol_and_the_intruders_where_they_may() -> None:
    t = asking()
    t.spacer(1, 9, 9)
    t.state["marker"] = 1
    t.spacer(0, 5, 1)
    b = t.blip(2, 5)
    t.call(Proc.MOVE_BLIP, b, 1, 3, 0)
    assert t.asked == (1, Choice.BLIP_AXIS)
    t = Table(seats=2, agent_monsters=1, freedom=1)
    t.spacer(0, 5, 1)
    b = t.blip(2, 5)
    assert toward(t, b, 1).asked == (2, Choice.BLIP_AXIS)
    t = Table(seats=2, agent_monsters=1)
    t.spacer(0, 5, 1)
    b = t.blip(2, 5)
    assert toward(t, b, 1).done, "without freedom nobody is asked"
    assert t.on(b) == (2, 4), "north before east"


@pytest.mark.rule("ENO-EX-33", "ENO-BLP-08", "ENO-REV-06")
def test_a_blip_that_comes_next_to_the_spacer_is_revealed_and_ambushes(t: Table) -> None:
    t.state["contacted"][0] = 1
    b = t.blip(2, 2, Face.A)
    t.rolls(*FOUR_POWER)
    toward(t, b, 4)
    assert t.asked == (0, Choice.SPAWN_SPACE)
    t.choose(4, 2)
    assert t.b(b)["point"] < 0
    assert intruders(t) == [(4, 2)]
    assert t.s(0)["vitals"] == 5, "the Intruder attacked at once"


@pytest.mark.rule("ENO-BLP-08", "ENO-BLP-08-D")
def test_a_blip_next_to_any_spacer_is_revealed_on_its_way(t: Table) -> None:
    t.spacer(1, 3, 3)
    b = t.blip(1, 3, Face.ECHO)
    toward(t, b, 4)
    assert t.state["echoes_gone"] == 1, "next to Spacer 1 at (3, 3)"
    b = t.blip(1, 3, Face.ECHO)
    assert toward(t, b, 1).on(b) == (2, 3), "one step before, nothing"


@pytest.mark.rule("ENO-BLP-08", "ENO-BLP-08-D", "ENO-BLP-09")
def test_a_blip_next_to_a_spacer_is_revealed_only_when_it_is_due_to_move(t: Table) -> None:
    b = t.blip(5, 3, Face.ECHO)
    toward(t, b, 0)
    assert t.on(b) == (5, 3), "0 movement"
    toward(t, b, 1)
    assert t.state["echoes_gone"] == 1


@pytest.mark.rule("ENO-BLP-09")
def test_a_spacer_passes_a_blip_and_ends_next_to_it(t: Table) -> None:
    t.spawn_point(0, 0)
    b = t.blip(5, 4, Face.A)
    t.call(Proc.MOVE, 0, 2, 0)
    t.play("step_south", "step_south")
    assert t.done
    assert t.at(0) == (5, 4)
    assert t.on(b) == (5, 4)
    assert intruders(t) == []


@pytest.mark.rule("ENO-BLP-10", "ENO-BRD-15")
def test_a_blip_crosses_to_an_aligned_page() -> None:
    t = Table(seats=1, pages=((0, 0, 10, 10), (10, 0, 10, 10)))
    t.spacer(0, 14, 4)
    b = t.blip(9, 4)
    assert toward(t, b, 3).on(b) == (12, 4)


@pytest.mark.rule("ENO-BRD-16", "ENO-BRD-16-D")
def test_between_pages_that_do_not_align_it_takes_the_nearest_intersection() -> None:
    t = Table(seats=1, pages=((0, 0, 10, 10), (10, 3, 10, 10)))
    t.spacer(0, 18, 1)
    t.spacer(0, 18, 8)
    b = t.blip(10, 1)
    t.b(b)["arrow"] = 1
    t.call(Proc.MOVE_BLIP, b, 1, 1, 0)
    assert t.on(b) == (10, 3)


@pytest.mark.rule("ENO-BLP-11", "ENO-BLP-11-D")
def test_a_blip_that_ends_on_another_pushes_it_on_and_so_forth(t: Table) -> None:
    first, second, third = t.blip(0, 2, Face.A), t.blip(2, 2, Face.B), t.blip(3, 2, Face.U)
    toward(t, first, 2)
    assert [t.on(b) for b in (first, second, third)] == [(2, 2), (3, 2), (4, 2)]


@pytest.mark.rule("ENO-BLP-11")
def test_a_blip_that_only_passes_another_does_not_push_it(t: Table) -> None:
    first, second = t.blip(0, 2, Face.A), t.blip(1, 2, Face.B)
    toward(t, first, 2)
    assert t.on(first) == (2, 2)
    assert t.on(second) == (1, 2)


@pytest.mark.rule("ENO-BLP-11-D")
def test_a_displaced_blip_reveals_itself_next_to_the_spacer(t: Table) -> None:
    first = t.blip(3, 2, Face.A)
    t.blip(4, 2, Face.ECHO)
    toward(t, first, 1)
    assert t.on(first) == (4, 2)
    assert t.state["echoes_gone"] == 1


@pytest.mark.rule("ENO-BLP-11-D")
def test_in_a_patrol_a_displaced_blip_moves_toward_the_priority_target(t: Table) -> None:
    t.spacer(1, 0, 8)
    t.state["marker"] = 1
    first, second = t.blip(4, 6, Face.A, "east"), t.blip(5, 6, Face.A)
    t.call(Proc.MOVE_BLIP, first, 1, 1, 1)
    assert t.on(first) == (5, 6)
    assert t.on(second) == (5, 7), "the smaller gap first"
    t.level(2)
    first, second = t.blip(5, 8, Face.A), t.blip(5, 9, Face.A)
    t.spacer(1, 9, 9)
    t.spacer(0, 2, 9)
    t.call(Proc.MOVE_BLIP, first, 1, 3, 0)
    assert t.on(second) == (4, 9), "on the black level toward the closest Spacer"


@pytest.mark.rule("ENO-BLP-12", "ENO-CDN-07", "ENO-CDN-08", "ENO-CDN-09")
@pytest.mark.parametrize(("level", "points"), [(0, "south"), (1, "east"), (2, "east")])
def test_noise_turns_arrows_on_the_red_and_black_levels(t: Table, level: int, points: str) -> None:
    t.level(level)
    b = t.blip(0, 3, Face.A, "south")
    toward(t, b, 1)
    assert arrow(t, b) == points


@pytest.mark.rule("ENO-BLP-12-D")
def test_the_arrow_faces_the_source_along_the_larger_gap(t: Table) -> None:
    t.level(1)
    t.spacer(0, 5, 4)
    b = t.blip(0, 0, Face.A, "west")
    toward(t, b, 1)
    assert t.on(b) == (0, 1)
    assert arrow(t, b) == "east", "gaps 5 and 3"
    toward(t, b, 3)  # from gaps 5, 3: south, east, south: gaps 4, 1
    assert arrow(t, b) == "east"
    t.b(b)["point"] = 0
    t.spacer(0, 3, 4)  # gaps 3 and 4: east, then equal gaps 2 and 4
    toward(t, b, 1)
    assert t.on(b) == (1, 0)
    assert arrow(t, b) == "south"
    t.b(b)["point"] = 0
    t.spacer(0, 3, 2)  # gaps 3 and 2: south, east: gaps 2 and 1; then south: 2 and 0
    toward(t, b, 3)
    assert arrow(t, b) == "east"


@pytest.mark.rule("ENO-BLP-12-D")
@pytest.mark.parametrize(("axis", "points"), [("horizontal", "south"), ("vertical", "east")])
def test_with_equal_gaps_the_arrow_keeps_to_the_axis_of_the_last_step(axis: str, points: str) -> None:
    t = asking()
    t.level(1)
    t.spacer(0, 3, 3)
    b = t.blip(0, 0, Face.A, "west")
    toward(t, b, 2).play(f"axis_{axis}")
    assert t.on(b) == (1, 1)
    assert arrow(t, b) == points


# -- the Noise queue -------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-BLP-03", "ENO-BLP-05", "ENO-BLP-05-D", "ENO-NOI-10")
def test_every_blip_with_a_die_moves_the_closest_first(t: Table) -> None:
    far, near, none = t.blip(0, 2, Face.A), t.blip(2, 2, Face.B), t.blip(0, 9, Face.A)
    noise(t, {far: 2, near: 1})
    t.call(Proc.EMPTY_NOISE)
    assert t.on(near) == (3, 2), "it left before the other came; otherwise it would be at (4, 2)"
    assert t.on(far) == (2, 2)
    assert t.on(none) == (0, 9)


@pytest.mark.rule("ENO-BLP-05-D")
def test_equal_blips_are_ordered_by_the_roller() -> None:
    t = asking()
    t.spacer(1, 9, 9)
    t.state["marker"] = 1
    a, b = t.blip(3, 2, Face.A), t.blip(8, 2, Face.A)
    noise(t, {a: 1, b: 1})
    t.call(Proc.EMPTY_NOISE)
    assert t.asked == (0, Choice.BLIP_ORDER)
    assert t.legal == {f"blip_{a}", f"blip_{b}"}
    t.play(f"blip_{b}")
    assert t.on(a) == (4, 2)
    assert t.on(b) == (7, 2)
    assert t.done


@pytest.mark.rule("ENO-BLP-05-D")
def test_the_spacer_is_sought_where_it_is_now_or_where_it_made_the_noise(t: Table) -> None:
    b = t.blip(0, 5, Face.A)
    noise(t, {b: 1}, at=(0, 9))
    t.call(Proc.EMPTY_NOISE)
    assert t.on(b) == (0, 4), "toward (5, 2), not toward the space of the Noise"
    noise(t, {b: 1}, at=(0, 9))
    t.s(0)["where"], t.s(0)["cell"] = Where.DEAD, -1
    t.call(Proc.EMPTY_NOISE)
    assert t.on(b) == (0, 5)


@pytest.mark.rule("ENO-BLP-05-D")
def test_a_blip_that_is_gone_loses_its_die(t: Table) -> None:
    t.tables["spawns"][0] = 0
    echo, other = t.blip(4, 2, Face.ECHO), t.blip(0, 9, Face.A)
    t.state["blip_pool"] = (0, 1, 0, 0)
    noise(t, {echo: 1, other: 1})
    noise(t, {echo: 3, other: 1})
    t.call(Proc.EMPTY_NOISE)
    assert t.state["echoes_gone"] == 1
    assert t.on(echo) == (0, 0), "the new Blip in that slot has no die"
    assert t.on(other) == (2, 9)


@pytest.mark.rule("ENO-BLP-05-D2")
def test_noises_are_resolved_oldest_first_and_not_inside_each_other(t: Table) -> None:
    b = t.blip(0, 9, Face.A)
    t.spacer(1, 9, 9)
    noise(t, {b: 1}, source=1)
    noise(t, {b: 2}, source=0)
    t.call(Proc.EMPTY_NOISE)
    assert t.on(b) == (2, 8), "east for Spacer 1, then toward Spacer 0: gaps 4 and 6, east first, then north"
    noise(t, {b: 1}, source=1)
    t.state["emptying"] = 1
    t.call(Proc.EMPTY_NOISE)
    assert t.on(b) == (2, 8)
    assert t.state["n_noises"] == 1


@pytest.mark.rule("ENO-NOI-07", "ENO-NOI-07-D", "ENO-NOI-07-D2")
def test_overwhelm_comes_before_the_movement_and_takes_a_blip_with_its_die(t: Table) -> None:
    t.tables["types"][0]["overwhelm"], t.tables["types"][0]["overwhelm_end"] = t.ops((Op.DISCARD_BLIP,))
    far, near = t.blip(0, 9, Face.ECHO), t.blip(0, 2, Face.A)
    pool = int(t.state["blip_pool"][Face.ECHO])
    noise(t, {far: 1, near: 1}, overwhelms=1)
    t.call(Proc.EMPTY_NOISE)
    assert t.b(far)["point"] < 0
    assert t.on(near) == (1, 2)
    assert t.state["blip_pool"][Face.ECHO] == pool + 1
    assert t.state["echoes_gone"] == 0
    noise(t, {near: 1}, overwhelms=2)
    t.blip(0, 0, Face.A)
    t.call(Proc.EMPTY_NOISE)
    assert blips(t) == [], "two triggers"
    t.spacer(0, 9, 2)
    mover, still = t.blip(0, 2, Face.A), t.blip(1, 2, Face.A)
    noise(t, {mover: 7}, overwhelms=1)
    t.call(Proc.EMPTY_NOISE)
    assert t.b(mover)["point"] < 0, "it was the furthest before the movement"
    assert t.on(still) == (1, 2)


@pytest.mark.rule("ENO-NOI-13", "ENO-NOI-13-D")
def test_noise_of_no_spacer_draws_blips_to_its_source(t: Table) -> None:
    b = t.blip(0, 5, Face.ECHO)
    noise(t, {b: 2}, source=-1, at=(0, 9))
    t.call(Proc.EMPTY_NOISE)
    assert t.on(b) == (0, 7)


@pytest.mark.rule("ENO-EX-50", "ENO-BLP-04", "ENO-BLP-04-D")
def test_more_dice_than_blips_add_up_on_one_blip(t: Table) -> None:
    b = t.blip(0, 9, Face.A)
    t.s(0)["stress"] = 9  # no re-roll
    t.rolls(ONE_BLACK, TWO_BLACK)
    t.call(Proc.NOISE, 0, NoiseKind.DICE, 2, 2, e=cell(5, 2))
    while t.asked:
        t.play("done" if "done" in t.legal else f"blip_{b}")
    t.call(Proc.EMPTY_NOISE)
    assert sum(abs(x - y) for x, y in zip(t.on(b), (0, 9), strict=True)) == 3


@pytest.mark.rule("ENO-BLP-04", "ENO-BLP-04-D")
def test_the_roller_gives_each_blip_one_die_before_a_second(t: Table) -> None:
    a, b, c = t.blip(0, 2, Face.A), t.blip(0, 9, Face.A), t.blip(10, 10, Face.A)
    t.s(0)["stress"] = 9
    t.rolls(ONE, ONE)
    t.call(Proc.NOISE, 0, NoiseKind.DICE, 2, 0, e=cell(5, 2))
    while t.asked and t.asked[1] != Choice.NOISE_DICE:
        t.play("done")
    assert t.legal == {f"blip_{n}" for n in (a, b, c)}
    t.play(f"blip_{c}")
    assert t.legal == {f"blip_{a}", f"blip_{b}"}
    t.play(f"blip_{b}")
    t.call(Proc.EMPTY_NOISE)
    assert [t.on(a), t.on(b), t.on(c)] == [(0, 2), (1, 9), (9, 10)]


@pytest.mark.rule("ENO-EX-54", "ENO-GEN-06-D2", "ENO-BLP-05-D2")
def test_noise_made_in_an_ambush_waits_for_the_first_noise(t: Table) -> None:
    t.state["contacted"][0] = 1
    noisy = t.ops((Op.NOISE, NoiseKind.DICE, 1, 0))
    t.tables["protocols"][0]["hit"], t.tables["protocols"][0]["hit_end"] = noisy
    t.border(5, 2, "east")
    t.border(5, 2, "south")
    t.border(5, 2, "north")
    first, second = t.blip(4, 2, Face.A), t.blip(0, 2, Face.B)
    t.s(0)["stress"] = 9
    t.s(0)["broke_down"] = 1
    noise(t, {first: 1, second: 1})
    t.rolls(*FOUR_POWER, ONE)  # the ambush and the Noise that it makes
    t.call(Proc.EMPTY_NOISE)
    while t.asked:
        t.play("done" if "done" in t.legal else sorted(t.legal)[0])
    assert t.s(0)["vitals"] == 5
    assert t.on(second) == (2, 2), "one step for each Noise, the old one first"
    assert t.state["n_noises"] == 0
    assert t.state["emptying"] == 0


# -- Reactions and welds ---------------------------------------------------------------------------------------


def scanner(t: Table, seat: int) -> str:
    """Give a Spacer the Rudimentary Scanner; the action that uses it."""
    row = t.tables["gear"][5]
    row["kind"] = 1
    t.ability(row, timing=Timing.BLIP_MOVES, reaction=1, cost=(0, 0, 1), exhausts=1, ops=[(Op.SHORTER, 1, 2)])
    return f"gear_ability_{t.gear(seat, 5, 2)}_0"


@pytest.mark.rule("ENO-BLP-05", "ENO-WOP-01")
@pytest.mark.parametrize(("vitals", "spaces", "to"), [(9, 3, 2), (3, 3, 1), (9, 1, 1), (3, 2, 1)])
def test_a_reaction_shortens_the_movement_to_no_less_than_one(t: Table, vitals: int, spaces: int, to: int) -> None:
    use = scanner(t, 0)
    t.pool((0, 0, 2))
    t.s(0)["vitals"] = vitals
    b = t.blip(0, 2, Face.A)
    toward(t, b, spaces)
    assert t.asked == (0, Choice.BLIP_REACTION)
    assert t.legal == {"pass", use}
    t.play(use)
    assert t.done
    assert t.on(b) == (to, 2)
    assert t.state["pool"][2] == 1
    assert t.state["shorter"] == 0


@pytest.mark.rule("ENO-BLP-05")
def test_declining_the_reaction_leaves_the_movement_and_a_patrol_asks_too(t: Table) -> None:
    scanner(t, 0)
    t.pool((0, 0, 2))
    b = t.blip(0, 2, Face.A, "east")
    toward(t, b, 2).play("pass")
    assert t.on(b) == (2, 2)
    t.call(Proc.MOVE_BLIP, b, 1, 1, 0)
    assert t.asked == (0, Choice.BLIP_REACTION)
    t.play("pass")
    assert t.on(b) == (3, 2)
    t.pool((0, 0, 0))
    assert toward(t, b, 1).done, "it cannot be paid"


def weld(t: Table, disabled: int = 0) -> None:
    """A welded door south of (2, 1), between the points (2, 2) and (3, 2)."""
    t.border(2, 1, "south", Border.DOOR)
    t.door(0, DoorState.WELDED)
    t.state["door_disabled"][0] = disabled


@pytest.mark.rule("ENO-WLD-04", "ENO-WLD-04-D", "ENO-PAT-07")
def test_a_blip_stops_next_to_a_weld(t: Table) -> None:
    weld(t)
    b = t.blip(0, 2, Face.A, "east")
    assert toward(t, b, 4).on(b) == (2, 2)
    assert toward(t, b, 2).on(b) == (4, 2), "it started next to it"
    t.b(b)["point"] = 2 * 31
    t.call(Proc.MOVE_BLIP, b, 4, 1, 0)
    assert t.on(b) == (2, 2), "in a patrol as well"


@pytest.mark.rule("ENO-WLD-04")
@pytest.mark.parametrize("state", [DoorState.CLOSED, DoorState.OPEN])
def test_other_doors_do_not_stop_it(t: Table, state: DoorState) -> None:
    weld(t)
    t.door(0, state)
    b = t.blip(0, 2, Face.A)
    assert toward(t, b, 4).on(b) == (4, 2)


@pytest.mark.rule("ENO-ALR-02")
def test_on_full_alert_noise_draws_blips_to_the_extraction_point(t: Table) -> None:
    t.exit_point([(0, 9)], PointState.INITIATED)
    t.state["initiated"] = 1
    b = t.blip(0, 5, Face.A)
    assert toward(t, b, 1).on(b) == (0, 4), "before the next Intruder Phase to the Spacer"
    t.state["alert"] = 1
    noise(t, {b: 2})
    t.call(Proc.EMPTY_NOISE)
    assert t.on(b) == (0, 6)


@pytest.mark.rule("ENO-BLP-11-D")
def test_a_displaced_blip_that_cannot_get_nearer_ends_the_chain() -> None:
    t = Table(seats=1)
    t.spacer(0, 9, 9)
    first, second = t.blip(3, 3), t.blip(3, 3)
    t.call(Proc.MOVE_BLIP, first, 1, 2, -1, e=cell(3, 3))
    assert t.done
    assert t.on(first) == t.on(second) == (3, 3)
