"""Spawning and revealing (SPN, REV; GEN-06-D3, GEN-07; BRD-09-D2; ENO-EX-46, -48, -55)."""

from __future__ import annotations

import pytest

from envs.enormity.state import Border, Choice, Face, Op, Proc, Where, Who
from tests.enormity.table import Table, cell

ARROWS = ("north", "east", "south", "west")
FOUR_POWER = (4, 4)  # two red dice: 2 Power each


@pytest.fixture
def t() -> Table:
    table = Table(seats=2)
    table.spacer(0, 4, 4)
    table.state["contacted"][0] = 1
    return table


def blips(t: Table) -> list[tuple[int, int]]:
    """The intersections of the Blips."""
    return [t.on(b) for b in range(24) if t.b(b)["point"] >= 0]


def intruders(t: Table) -> list[int]:
    """Slots of the Intruders."""
    return [k for k in range(16) if t.k(k)["type"] >= 0]


def spaces(t: Table) -> list[tuple[int, int]]:
    """Spaces of the Intruders."""
    return [t.at(4 + k) for k in intruders(t)]


def spawn(t: Table, number: int = 1, spacer: int = -1) -> Table:
    """New Blips."""
    return t.call(Proc.SPAWN_BLIPS, number, spacer)


def reveal(t: Table, blip: int, spacer: int = 0, moved: int = 0, trigger: int = -1) -> Table:
    """Reveal a Blip."""
    return t.call(Proc.REVEAL_BLIP, blip, spacer, moved, 0, e=trigger + 1)


def place_all(t: Table) -> Table:
    """Take the first space for every Intruder, and the first order."""
    while t.asked:
        t.play(sorted(t.legal)[0])
    return t


def overwhelm(t: Table, *ops: tuple[int, ...], type: int = 0) -> None:
    """Print the Overwhelm effect of a type."""
    t.tables["types"][type]["overwhelm"], t.tables["types"][type]["overwhelm_end"] = t.ops(*ops)


# -- spawning of Blips -----------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-SPN-01", "ENO-SPN-02", "ENO-SPN-03-D")
def test_a_blip_takes_the_spawn_point_nearest_to_the_spacer_concerned(t: Table) -> None:
    t.spacer(1, 9, 9)
    t.state["marker"] = 1
    for at in ((0, 0), (5, 9), (10, 8)):
        t.spawn_point(*at)
    spawn(t, spacer=0)
    assert blips(t) == [(5, 9)], "4 to (4, 4); 8 to the north-west one"
    spawn(t)
    assert blips(t) == [(5, 9), (10, 8)], "nobody triggered it: the PT"


@pytest.mark.rule("ENO-SPN-02", "ENO-OTH-02-D")
def test_a_target_in_an_other_place_counts_where_it_stood_last(t: Table) -> None:
    t.spawn_point(0, 0)
    t.spawn_point(10, 10)
    t.spacer(1, 9, 9)
    t.state["marker"] = 1
    t.s(1)["where"], t.s(1)["cell"] = Where.OTHER, -1
    assert blips(spawn(t)) == [(10, 10)]


@pytest.mark.rule("ENO-SPN-01", "ENO-SPN-03-D", "ENO-SET-05")
@pytest.mark.parametrize(
    ("spacers", "marker", "points"),
    [
        (((4, 4), (1, 4), (2, 8)), 0, "west"),
        (((4, 4), (7, 4), (4, 8)), 2, "west"),
        (((4, 4), (7, 4), (4, 8)), 0, "north"),
        (((4, 4), (7, 4), (7, 7)), 2, "east"),
        (((7, 7), (7, 4), (4, 8)), 1, "east"),
        (((7, 7), (7, 4), (4, 8)), 2, "south"),
    ],
)
def test_it_faces_most_spacers_then_the_priority_target(
    spacers: tuple[tuple[int, int], ...], marker: int, points: str
) -> None:
    t = Table(seats=3)
    for seat, at in enumerate(spacers):
        t.spacer(seat, *at)
    t.state["marker"] = marker
    t.spawn_point(5, 6)
    spawn(t)
    assert ARROWS[int(t.b(0)["arrow"])] == points


@pytest.mark.rule("ENO-SPN-03-D")
def test_tied_points_and_tied_arrows_are_asked_of_the_lead() -> None:
    t = Table(seats=2, ask_ties=1)
    t.spacer(0, 4, 4)
    t.spacer(1, 0, 0)
    t.state["marker"] = 1
    t.spawn_point(8, 4)
    t.spawn_point(1, 4)
    t.spawn_point(10, 4)
    spawn(t, spacer=0)
    assert t.asked == (1, Choice.SPAWN_TIE)
    assert t.candidates == [(1, 4), (8, 4)]
    t.choose(8, 4)
    assert t.done
    assert ARROWS[int(t.b(0)["arrow"])] == "west", "both Spacers are west of it"
    t = Table(seats=2, ask_ties=1)
    t.spacer(0, 4, 4)
    t.spawn_point(3, 5)  # east and north of it is the Spacer
    spawn(t)
    assert t.asked == (0, Choice.FACING_TIE)
    assert t.legal == {"step_north", "step_east"}
    t.play("step_east")
    assert ARROWS[int(t.b(0)["arrow"])] == "east"


@pytest.mark.rule("ENO-SPN-03-D")
def test_without_asking_the_first_point_of_equal_ones_is_taken(t: Table) -> None:
    t.spawn_point(8, 4)
    t.spawn_point(1, 4)
    assert blips(spawn(t)) == [(1, 4)]


@pytest.mark.rule("ENO-SPN-03-D", "ENO-REV-09", "ENO-BLP-01")
def test_a_blip_that_spawns_next_to_a_spacer_is_not_revealed(t: Table) -> None:
    t.state["contacted"][0] = 0
    t.spawn_point(4, 4)
    t.state["blip_pool"] = (0, 1, 0, 0)
    spawn(t)
    assert blips(t) == [(4, 4)]
    assert intruders(t) == []
    assert t.state["contacted"][0] == 0, "a Blip is no Intruder"


@pytest.mark.rule("ENO-SPN-03", "ENO-STT-02-D")
def test_occupied_disabled_and_unrevealed_spawn_points_are_not_used() -> None:
    t = Table(seats=1, pages=((0, 0, 10, 10), (10, 0, 10, 10)))
    t.spacer(0, 9, 4)
    t.spawn_point(9, 3)
    t.spawn_point(9, 2)
    t.spawn_point(11, 4, page=1)
    t.spawn_point(0, 0)
    t.blip(9, 3)
    t.state["spawn_disabled"][1] = 1
    t.state["revealed"] = 1
    assert (0, 0) in blips(spawn(t))


@pytest.mark.rule("ENO-EX-46", "ENO-SPN-03", "ENO-BLP-11")
def test_with_all_points_occupied_the_blip_there_makes_way(t: Table) -> None:
    t.spawn_point(9, 4)
    t.spawn_point(0, 0)
    near, far = t.blip(9, 4, Face.A), t.blip(0, 0, Face.A)
    spawn(t)
    assert t.on(2) == (9, 4)
    assert t.on(near) == (8, 4), "one intersection toward the Spacer"
    assert t.on(far) == (0, 0)


@pytest.mark.rule("ENO-SPN-03", "ENO-BLP-11-D")
def test_the_displaced_blip_moves_toward_the_spacer_who_triggered_the_spawn(t: Table) -> None:
    t.spacer(1, 9, 9)
    t.spawn_point(9, 4)
    b = t.blip(9, 4, Face.A)
    spawn(t, spacer=1)
    assert t.on(b) == (9, 5)


@pytest.mark.rule("ENO-SPN-03", "ENO-BLP-11-D")
@pytest.mark.parametrize(("level", "patrol", "to"), [(2, 1, (9, 5)), (2, 0, (8, 4)), (1, 1, (8, 4))])
def test_inside_a_patrol_on_the_black_level_it_moves_toward_the_closest_spacer(
    t: Table, level: int, patrol: int, to: tuple[int, int]
) -> None:
    t.spacer(1, 9, 6)
    t.level(level)
    t.state["scanner"] = patrol - 1
    t.spawn_point(9, 4)
    b = t.blip(9, 4, Face.A)
    spawn(t)
    assert t.on(b) == to


@pytest.mark.rule("ENO-EX-55", "ENO-SPN-03-D", "ENO-SPN-05", "ENO-GEN-06-D3")
def test_a_chain_of_echoes_ends_with_the_pool(t: Table) -> None:
    t.spawn_point(5, 4)
    t.blip(5, 4, Face.ECHO)
    t.state["blip_pool"] = (6, 0, 0, 0)
    overwhelm(t, (Op.DISCARD_BLIP,), (Op.GAIN_STRESS, 1, 0, 0, Who.ALL_SPACERS))
    spawn(t)
    assert t.done
    assert t.state["echoes_gone"] == 6, "the last one that spawned displaces nothing more"
    assert blips(t) == [(5, 4)], "Overwhelm did not discard it"
    assert t.s(0)["stress"] == 1, "one missing Blip, one trigger"


@pytest.mark.rule("ENO-SPN-04")
@pytest.mark.parametrize(("roll", "face"), [(0, Face.ECHO), (1, Face.A), (3, Face.B), (5, Face.U)])
def test_blips_are_drawn_at_random_from_the_pool(t: Table, roll: int, face: Face) -> None:
    t.spawn_point(0, 0)
    t.state["blip_pool"] = (1, 2, 2, 1)
    t.rolls(roll)
    spawn(t)
    assert t.b(0)["face"] == face
    assert not t.b(0)["known"]
    assert t.state["blip_pool"].sum() == 5
    assert t.state["blip_pool"][face] == (0, 1, 1, 0)[face]


@pytest.mark.rule("ENO-SPN-04", "ENO-OPT-06")
def test_with_full_freedom_the_intruders_pick_one_of_three() -> None:
    t = Table(seats=1, agent_monsters=1, freedom=2)
    t.spacer(0, 4, 4)
    t.spawn_point(0, 4)
    t.state["blip_pool"] = (1, 2, 2, 1)
    t.rolls(0, 1, 0)  # Echo; of A A B B U a second A and the first A
    spawn(t)
    assert t.asked == (1, Choice.DRAW_BLIP)
    assert t.legal == {"option_0", "option_1"}
    t.play("option_1", "step_east")
    assert t.b(0)["face"] == Face.A
    assert list(t.state["blip_pool"]) == [1, 1, 2, 1]


@pytest.mark.rule("ENO-SPN-05", "ENO-GEN-07")
def test_each_missing_blip_triggers_overwhelm_without_blip_removal(t: Table) -> None:
    t.spawn_point(0, 0)
    t.state["blip_pool"] = (0, 1, 0, 0)
    overwhelm(t, (Op.DISCARD_BLIP,), (Op.GAIN_STRESS, 1, 0, 0, Who.PRIORITY))
    spawn(t, number=3)
    assert blips(t) == [(0, 0)]
    assert t.s(0)["stress"] == 2


@pytest.mark.rule("ENO-GEN-06-D3", "ENO-SPN-05")
def test_an_overwhelm_inside_itself_is_dropped(t: Table) -> None:
    t.state["blip_pool"] = 0
    overwhelm(t, (Op.GAIN_STRESS, 1, 0, 0, Who.PRIORITY), (Op.SPAWN_BLIP, 1))
    spawn(t)
    assert t.done
    assert t.s(0)["stress"] == 1
    assert t.state["busy"][0] == 0
    spawn(t)
    assert t.s(0)["stress"] == 2, "later it works again"


@pytest.mark.rule("ENO-NOI-07-D2", "ENO-NOI-07-D")
def test_the_priority_target_places_the_intruder_of_an_overwhelm(t: Table) -> None:
    t.spacer(1, 8, 8)
    overwhelm(t, (Op.SPAWN_INTRUDER, 1))
    t.call(Proc.OVERWHELM, 0, 0)
    assert t.asked == (0, Choice.SPAWN_SPACE)
    t.choose(4, 5)
    assert spaces(t) == [(4, 5)]
    t.call(Proc.OVERWHELM, 1, 0)
    assert t.done, "a type without Overwhelm does nothing"


# -- reveal ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-REV-01", "ENO-REV-01-D")
def test_an_echo_leaves_the_session_and_a_new_blip_spawns(t: Table) -> None:
    t.spawn_point(0, 0)
    b = t.blip(6, 4, Face.ECHO)
    t.state["blip_pool"] = (3, 1, 0, 0)
    t.rolls(3)
    reveal(t, b)
    assert blips(t) == [(0, 0)]
    assert t.b(0)["face"] == Face.A
    assert list(t.state["blip_pool"]) == [3, 0, 0, 0]
    assert t.state["echoes_gone"] == 1


@pytest.mark.rule("ENO-SPN-02-D")
@pytest.mark.parametrize(("way", "to"), [(0, (10, 10)), (1, (0, 0))])
def test_the_new_blip_comes_to_the_roller_after_noise_to_the_target_after_a_patrol(
    way: int, to: tuple[int, int]
) -> None:
    t = Table(seats=2)
    t.spacer(0, 1, 4)
    t.spacer(1, 8, 8)
    t.spawn_point(0, 0)
    t.spawn_point(10, 10)
    t.state["marker"] = 0
    b = t.blip(8, 10, Face.ECHO, "north")
    t.call(Proc.MOVE_BLIP, b, 1, way, 1 if way == 0 else 0)
    assert blips(t) == [to]


@pytest.mark.rule("ENO-SPN-02-D")
def test_a_patrol_toward_another_spacer_is_still_triggered_by_nobody() -> None:
    t = Table(seats=2)
    t.spacer(0, 1, 1)
    t.spacer(1, 8, 8)
    t.spawn_point(0, 0)
    t.spawn_point(10, 10)
    t.level(2)
    b = t.blip(8, 10, Face.ECHO)
    t.call(Proc.MOVE_BLIP, b, 1, 3, -2)
    assert blips(t) == [(0, 0)]


@pytest.mark.rule("ENO-REV-02", "ENO-REV-02-D", "ENO-BRD-03-D")
def test_intruders_appear_on_free_adjacent_spaces_that_the_spacer_chooses(t: Table) -> None:
    t.border(4, 4, "east", Border.WALL)
    t.spacer(1, 4, 5)
    t.state["marker"] = 1
    b = t.blip(5, 4, Face.A)
    reveal(t, b)
    assert t.asked == (0, Choice.SPAWN_SPACE)
    assert t.candidates == [(4, 3), (3, 4)], "not behind the wall, not on a Spacer"
    t.choose(3, 4)
    assert spaces(t) == [(3, 4)]


@pytest.mark.rule("ENO-REV-02")
def test_without_an_adjacent_space_the_nearest_empty_one_is_used(t: Table) -> None:
    for x, y in ((4, 3), (5, 4), (3, 4)):
        t.tile(x, y, 0, 0)
    t.intruder(4, 5)
    reveal(t, t.blip(5, 4, Face.A))
    assert t.asked == (0, Choice.SPAWN_SPACE)
    near = {(4, 2), (3, 3), (5, 3), (2, 4), (6, 4), (3, 5), (5, 5), (4, 6)}
    assert set(t.candidates) == near
    t.choose(6, 4)
    assert (6, 4) in spaces(t)


@pytest.mark.rule("ENO-REV-02-D")
@pytest.mark.parametrize(("sought", "marker", "asked"), [(2, 1, 2), (0, 1, 1), (0, 2, 2), (0, 0, 1)])
def test_of_several_adjacent_spacers_the_sought_one_then_the_target_is_concerned(
    sought: int, marker: int, asked: int
) -> None:
    t = Table(seats=3)
    t.state["contacted"][0] = 1
    t.spacer(0, 9, 9)
    t.spacer(1, 4, 4)
    t.spacer(2, 5, 5)
    t.state["marker"] = marker
    b = t.blip(5, 5, Face.A)
    t.call(Proc.MOVE_BLIP, b, 1, 0, sought)
    assert t.asked == (asked, Choice.SPAWN_SPACE)


@pytest.mark.rule("ENO-REV-02", "ENO-OPT-06")
def test_intruders_that_may_choose_pick_the_space() -> None:
    t = Table(seats=1, agent_monsters=1, freedom=1)
    t.spacer(0, 4, 4)
    t.state["contacted"][0] = 1
    reveal(t, t.blip(5, 4, Face.A))
    assert t.asked == (1, Choice.SPAWN_SPACE)


@pytest.mark.rule("ENO-REV-03", "ENO-REV-03-D")
def test_a_blip_with_intruders_goes_back_to_the_pool(t: Table) -> None:
    t.spawn_point(0, 0)
    b = t.blip(6, 4, Face.B)
    t.b(b)["known"] = 1
    before = t.state["blip_pool"].copy()
    place_all(reveal(t, b))
    assert blips(t) == []
    assert t.state["echoes_gone"] == 0
    before[Face.B] += 1
    assert list(t.state["blip_pool"]) == list(before)


@pytest.mark.rule("ENO-EX-48", "ENO-REV-05", "ENO-REV-05-D", "ENO-CDN-07", "ENO-CDN-08", "ENO-CDN-09")
@pytest.mark.parametrize(("face", "numbers"), [(Face.A, (1, 2, 2)), (Face.B, (2, 2, 3)), (Face.U, (1, 1, 1))])
def test_the_level_says_how_many_intruders_a_blip_spawns(face: Face, numbers: tuple[int, ...]) -> None:
    for level, number in enumerate(numbers):
        t = Table(seats=1)
        t.spacer(0, 4, 4)
        t.state["contacted"][0] = 1
        t.tables["types"][0]["end_specimen"] = 3
        t.level(level)
        place_all(reveal(t, t.blip(6, 4, face)))
        assert len(intruders(t)) == number
        assert [t.k(k)["specimen"] >= 0 for k in intruders(t)] == [face == Face.U] * number


@pytest.mark.rule("ENO-REV-06", "ENO-REV-06-D", "ENO-ACV-01-D")
def test_an_ambush_is_ordered_by_the_spacer_and_starts_when_all_are_placed(t: Table) -> None:
    t.spacer(1, 8, 8)
    t.state["marker"] = 1
    t.state["phase"] = 3
    b = t.blip(5, 4, Face.B)
    t.rolls(*FOUR_POWER, *FOUR_POWER)
    reveal(t, b, moved=1)
    t.choose(4, 3)
    t.choose(4, 5)
    assert t.asked == (0, Choice.AMBUSH_ORDER)
    assert t.legal == {"intruder_0", "intruder_1"}
    assert t.s(0)["vitals"] == 9
    t.play("intruder_1")
    assert t.done
    assert t.s(0)["vitals"] == 1, "the other one acts without asking"
    assert t.k(0)["acted"] == t.k(1)["acted"] == 1, "they do not activate in this Intruder Phase"


@pytest.mark.rule("ENO-REV-06-D")
def test_an_intruder_that_is_gone_does_not_ambush(t: Table) -> None:
    wound = t.ops((Op.KILL, 0, 0, 0, Who.ALL_INTRUDERS))
    t.tables["protocols"][0]["hit"], t.tables["protocols"][0]["hit_end"] = wound
    b = t.blip(5, 4, Face.B)
    t.rolls(*FOUR_POWER)
    place_all(reveal(t, b, moved=1))
    assert intruders(t) == []
    assert t.s(0)["vitals"] == 5


@pytest.mark.rule("ENO-REV-06-D")
def test_one_that_appears_meanwhile_in_the_place_of_another_has_no_part_in_the_ambush(t: Table) -> None:
    again = t.ops((Op.KILL, 0, 0, 0, Who.ALL_INTRUDERS), (Op.SPAWN_INTRUDER, 2))
    t.tables["protocols"][0]["hit"], t.tables["protocols"][0]["hit_end"] = again
    t.rolls(*FOUR_POWER)
    place_all(reveal(t, t.blip(5, 4, Face.B), moved=1))
    assert intruders(t) == [0, 1]
    assert t.s(0)["vitals"] == 5


@pytest.mark.rule("ENO-REV-06-D")
def test_after_an_ambush_in_a_turn_it_acts_again_in_the_next_phase(t: Table) -> None:
    t.rolls(*FOUR_POWER)
    place_all(reveal(t, t.blip(5, 4, Face.A), moved=1))
    assert t.s(0)["vitals"] == 5
    assert t.k(0)["acted"] == 0


@pytest.mark.rule("ENO-REV-07", "ENO-CDN-05")
def test_no_ambush_without_a_movement(t: Table) -> None:
    place_all(reveal(t, t.blip(5, 4, Face.A)))
    assert len(intruders(t)) == 1
    assert t.s(0)["vitals"] == 9
    t.call(Proc.SPAWN_INTRUDERS, 1, 0, 4, 0, e=-1)
    place_all(t)
    assert len(intruders(t)) == 2
    assert t.s(0)["vitals"] == 9


@pytest.mark.rule("ENO-REV-08", "ENO-REV-08-D")
def test_a_unique_specimen_draws_a_random_card_that_is_free(t: Table) -> None:
    t.tables["types"][0]["first_specimen"], t.tables["types"][0]["end_specimen"] = 2, 6
    t.state["specimen_free"][3] = 0
    t.rolls(1)
    place_all(reveal(t, t.blip(6, 4, Face.U)))
    assert t.k(0)["specimen"] == 4, "the second of 2, 4, 5"
    assert t.state["specimen_free"][4] == 0
    t.rolls(1)
    place_all(reveal(t, t.blip(6, 4, Face.U)))
    assert t.k(1)["specimen"] == 5
    t.resolve(t.ops((Op.KILL, 0, 0, 0, Who.ALL_INTRUDERS)))
    assert list(t.state["specimen_free"][2:6]) == [1, 0, 1, 1], "the cards go back"


@pytest.mark.rule("ENO-REV-08-D")
@pytest.mark.parametrize(("slots", "cards"), [(1, 3), (5, 1)])
def test_without_a_card_or_a_numbered_space_it_is_a_normal_intruder(t: Table, slots: int, cards: int) -> None:
    t.tables["types"][0]["end_specimen"], t.tables["types"][0]["specimen_slots"] = cards, slots
    place_all(t.call(Proc.SPAWN_INTRUDERS, 2, 0, 2, 0, e=-1))
    assert sorted(int(t.k(k)["specimen"]) >= 0 for k in intruders(t)) == [False, True]


@pytest.mark.rule("ENO-REV-09", "ENO-REV-09-D", "ENO-REV-08-D")
def test_first_contact_once_for_a_type_before_the_ambush(t: Table) -> None:
    t.state["contacted"][:] = 0
    for number in (0, 1):
        row = t.tables["types"][number]
        row["first_contact"], row["first_contact_end"] = t.ops((Op.GAIN_STRESS, 1 + number, 0, 0, Who.ALL_SPACERS))
    t.tables["protocols"][0]["gate_stress"], t.tables["protocols"][0]["gate_dice"] = 1, (0, 1, 0, 0, 0)
    t.rolls(*FOUR_POWER, 4)
    place_all(reveal(t, t.blip(5, 4, Face.A), moved=1))
    assert t.s(0)["stress"] == 1
    assert t.s(0)["vitals"] == 3, "the gate of the ambush sees the Stress: a third die"
    place_all(reveal(t, t.blip(5, 4, Face.A)))
    assert t.s(0)["stress"] == 1
    place_all(t.call(Proc.SPAWN_INTRUDERS, 1, 0, 0, 1, e=-1))
    assert t.s(0)["stress"] == 3, "another type"


@pytest.mark.rule("ENO-GEN-06-D3", "ENO-REV-09-D")
def test_a_first_contact_that_spawns_its_own_type_does_not_repeat(t: Table) -> None:
    t.state["contacted"][0] = 0
    row = t.tables["types"][0]
    row["first_contact"], row["first_contact_end"] = t.ops(
        (Op.GAIN_STRESS, 1, 0, 0, Who.PRIORITY), (Op.SPAWN_INTRUDER, 1)
    )
    place_all(t.call(Proc.SPAWN_INTRUDERS, 1, 0, 0, 0, e=-1))
    assert t.s(0)["stress"] == 1
    assert len(intruders(t)) == 2


@pytest.mark.rule("ENO-MAP-05-D", "ENO-SET-02")
def test_a_blip_spawns_the_type_of_the_map_where_its_intruders_appear() -> None:
    t = Table(seats=1, pages=((0, 0, 10, 10), (10, 0, 10, 10)))
    t.tables["pages"][1]["location"] = 1
    t.tables["locations"][1]["ecology"] = 2
    t.state["contacted"][:] = 1
    t.spacer(0, 10, 4)
    place_all(reveal(t, t.blip(10, 4, Face.A)))
    assert t.k(0)["type"] == 2


@pytest.mark.rule("ENO-BRD-09-D2", "ENO-BRD-08")
@pytest.mark.parametrize(("at", "points"), [((4, 3), "south"), ((5, 4), "west"), ((4, 5), "north"), ((3, 4), "east")])
def test_a_new_intruder_faces_the_spacer_next_to_whom_it_appears(t: Table, at: tuple[int, int], points: str) -> None:
    t.spacer(1, 4, 8)
    reveal(t, t.blip(5, 4, Face.A)).choose(*at)
    assert ARROWS[int(t.k(0)["facing"])] == points


@pytest.mark.rule("ENO-BRD-09-D2")
def test_it_faces_the_spacer_concerned_even_when_another_is_as_close(t: Table) -> None:
    t.spacer(1, 4, 4)
    t.spacer(0, 5, 3)
    reveal(t, t.blip(5, 5, Face.A), spacer=1).choose(5, 4)
    assert ARROWS[int(t.k(0)["facing"])] == "west"


@pytest.mark.rule("ENO-BRD-09-D2")
def test_without_a_spacer_concerned_it_faces_the_closest_one(t: Table) -> None:
    t.spacer(1, 9, 0)
    t.call(Proc.SPAWN_INTRUDERS, 1, -1, 0, 0, e=8 * 31 + 4)
    assert spaces(t) == [(3, 7)]
    assert ARROWS[int(t.k(0)["facing"])] == "north", "(4, 4) is 1 column and 3 rows away"


# -- Overspawn -------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-SPN-06", "ENO-SPN-06-D", "ENO-GEN-07")
def test_for_each_missing_intruder_the_farthest_one_activates(t: Table) -> None:
    t.tables["types"][0]["minis"] = 3
    far = t.intruder(9, 4)
    near = t.intruder(5, 4)
    t.rolls(*FOUR_POWER)
    t.call(Proc.SPAWN_INTRUDERS, 2, 0, 0, 0, e=-1)
    place_all(t)
    assert len(intruders(t)) == 3, "one could be placed"
    assert t.at(4 + far) != (9, 4)
    assert t.at(4 + near) == (5, 4)
    assert t.k(far)["acted"] == 0, "it acts in the Intruder Phase as well"


@pytest.mark.rule("ENO-SPN-06-D")
def test_equally_far_intruders_are_chosen_by_the_lead() -> None:
    t = Table(seats=2, ask_ties=1)
    t.spacer(0, 4, 4)
    t.spacer(1, 9, 9)
    t.state["marker"] = 1
    a, b = t.intruder(0, 4), t.intruder(8, 4)
    t.intruder(4, 6)
    t.call(Proc.OVERSPAWN, 0, 0)
    assert t.asked == (1, Choice.OVERSPAWN_TIE)
    assert t.legal == {f"intruder_{a}", f"intruder_{b}"}


@pytest.mark.rule("ENO-SPN-06-D", "ENO-GEN-06-D3")
def test_no_overspawn_inside_another_or_without_intruders(t: Table) -> None:
    t.call(Proc.OVERSPAWN, 0, 0)
    assert t.done
    assert t.state["busy"][0] == 0
    k = t.intruder(9, 4)
    t.state["busy"][0] = 4
    t.call(Proc.OVERSPAWN, 0, 0)
    assert t.done
    assert t.at(4 + k) == (9, 4)


@pytest.mark.rule("ENO-SPN-06-D", "ENO-GEN-06-D3", "ENO-GEN-06-D2")
def test_an_overspawn_caused_by_its_own_activation_is_dropped(t: Table) -> None:
    t.tables["types"][0]["minis"] = 1
    t.tables["protocols"][0]["hit"], t.tables["protocols"][0]["hit_end"] = t.ops((Op.SPAWN_INTRUDER, 1))
    t.intruder(5, 4)
    t.rolls(*FOUR_POWER)
    t.call(Proc.SPAWN_INTRUDERS, 1, 0, 0, 0, e=-1)
    assert t.done
    assert t.s(0)["vitals"] == 5
    t.rolls(0, 0)
    t.call(Proc.SPAWN_INTRUDERS, 1, 0, 0, 0, e=-1)
    assert t.state["core"]["script_n"] == 0, "a later one works again"


@pytest.mark.rule("ENO-SPN-06-D")
def test_a_surprised_intruder_only_loses_its_token_in_an_overspawn(t: Table) -> None:
    k = t.intruder(9, 4, surprised=1)
    t.call(Proc.OVERSPAWN, 0, 0)
    assert t.k(k)["surprised"] == 0
    assert t.at(4 + k) == (9, 4)


@pytest.mark.rule("ENO-GEN-07-D")
def test_an_intruder_that_finds_no_space_does_not_appear() -> None:
    t = Table(seats=1, pages=((0, 0, 2, 2),))
    t.spacer(0, 0, 0)
    for x, y in ((1, 0), (0, 1), (1, 1)):
        t.tile(x, y, 0, 0)
    t.call(Proc.SPAWN_INTRUDERS, 1, 0, 1, 0, e=-1)
    assert t.done
    assert intruders(t) == []
    assert t.s(0)["cell"] == cell(0, 0)
