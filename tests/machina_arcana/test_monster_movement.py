"""How a monster that is played by the rules walks (MMV)."""

from __future__ import annotations

import numpy as np
import pytest

from envs.machina_arcana.state import Border, Choice, Stat, Where
from tests.machina_arcana.den import CLAWS, FREE, act, den, hurt, place, watch
from tests.machina_arcana.table import Table
from tests.machina_arcana.test_geometry import random_ground
from tests.naive import Board

ROUND = (".ab..0", ".###.#", ".##..#", "....##")  # MAC-EX-29


def walker(*rows, stamina=5, abilities=(), **options):
    t = den(*rows, **options)
    t.card("monsters", 0, list(abilities), stamina=stamina)
    return t


# -- the next space ----------------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-MMV-01", "MAC-MMV-02", "MAC-MON-05", "MAC-MOV-01")
def test_it_takes_a_shortest_path_and_pays_one_stamina_for_each_space():
    t = walker("a.....", "##.#.#", "0....#", stamina=9)
    assert watch(t) == [(0, 0), (1, 0), (2, 1), (1, 2)]


@pytest.mark.rule("MAC-EX-04", "MAC-MMV-02", "MAC-MMV-06")
def test_of_two_equal_ways_it_takes_the_one_with_fewer_units():
    t = walker("..b..", "a###0", ".....", stamina=1)
    act(t)
    assert place(t) == (1, 2)
    t = walker(".....", "a###0", "..b..", stamina=1)
    act(t)
    assert place(t) == (1, 0)


@pytest.mark.rule("MAC-EX-04", "MAC-MMV-06", "MAC-GEN-04")
def test_with_equal_counts_the_players_choose():
    t = walker("..b..", "a###0", "..c..", stamina=1, ties="ask")
    act(t)
    assert t.asked == (0, Choice.STEP_TIE)
    assert t.legal == {"move_north_east", "move_south_east"}
    t.play("move_south_east")
    assert place(t) == (1, 2)


@pytest.mark.rule("MAC-GEN-04")
def test_without_questions_the_first_direction_is_taken():
    t = walker(".....", "a###0", ".....", stamina=1)
    act(t)
    assert place(t) == (1, 0)


@pytest.mark.rule("MAC-MMV-06", "MAC-TGT-08")
def test_explorers_that_it_ignores_are_in_the_way_as_well():
    t = walker("..1..", "a###0", ".....", stamina=1)
    t.card("explorers", 1, [{"passive": [{"ethereal": True}]}])
    act(t)
    assert place(t) == (1, 2)


@pytest.mark.rule("MAC-MMV-06")
def test_fewer_units_go_before_a_free_sight_line():
    t = walker("..b..", "aTTT0", ".....", stamina=1)
    t.border(2, 2, "north")
    t.border(3, 2, "north")  # no sight from (1, 2) to the explorer
    act(t)
    assert place(t) == (1, 2)


@pytest.mark.rule("MAC-MMV-06")
def test_the_units_are_counted_along_the_whole_way():
    t = walker("..b.....", "a####.#0", "..cd....", stamina=1)
    t.explorer(0, 7, 1)
    act(t)
    assert place(t) == (1, 0)


@pytest.mark.rule("MAC-MMV-03", "MAC-MMV-04", "MAC-MMV-06")
def test_with_a_free_sight_line_the_straight_position_comes_first():
    t = walker("......", "a....0", "......", stamina=1, ties="ask")
    act(t)
    assert place(t) == (1, 1)


@pytest.mark.rule("MAC-MMV-03", "MAC-MMV-06")
def test_fewer_obstacles_in_the_sight_line_go_before_the_straight_position():
    t = walker(".....", "a.T.0", ".....", stamina=1, ties="ask")
    act(t)
    assert t.legal == {"move_north_east", "move_south_east"}


@pytest.mark.rule("MAC-MMV-03", "MAC-MMV-06")
def test_the_space_that_it_leaves_is_no_obstacle():
    # Both ways are 8 long. Over its own space and two action spaces it looks straight at the explorer from (1, 4); two
    # obstacles lie before (2, 3) as well.
    t = walker("##...#", "##.#..", "##.##.", "##.T#.", "..aTT0", ".####.", "......", stamina=1, ties="ask")
    act(t)
    assert (t.done, place(t)) == (True, (1, 4))


@pytest.mark.rule("MAC-MMV-06")
def test_no_sight_ranks_behind_any_number_of_obstacles():
    t = walker(".....", "a.#T0", ".....", stamina=1, ties="ask")
    act(t)
    assert t.legal == {"move_north_east", "move_south_east"}


@pytest.mark.rule("MAC-MMV-06", "MAC-MMV-08")
def test_first_steps_that_are_occupied_are_dropped():
    t = walker("......", "ab...0", "......", stamina=1, ties="ask")
    act(t)
    assert t.legal == {"move_north_east", "move_south_east"}


# -- doors, barriers, pits ------------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-MMV-05", "MAC-MMV-10", "MAC-DOR-05", "MAC-DOR-13", "MAC-EX-31", "MAC-EXP-12")
def test_it_destroys_the_closed_door_in_its_way():
    t = walker("a.", "#0", stamina=6, abilities=[CLAWS])
    t.border(0, 0, "east", Border.CLOSED)
    t.high(3)
    act(t)
    assert [int(t.state["border"][c][side]) for c, side in ((0, 1), (1, 3))] == [Border.DESTROYED] * 2
    assert (place(t), hurt(t)) == ((0, 0), [1])  # the other 2 stamina went into its claws


@pytest.mark.rule("MAC-MMV-10", "MAC-DOR-10", "MAC-DOR-12")
def test_it_destroys_the_barrier_in_its_way_and_walks_on():
    t = walker("a..0", "####", stamina=6)
    t.border(0, 0, "east", Border.BARRIER)
    assert watch(t) == [(0, 0), (0, 0), (1, 0), (2, 0)]
    assert t.state["border"][0][1] == Border.NONE


@pytest.mark.rule("MAC-MMV-11", "MAC-MON-09", "MAC-ABL-02", "MAC-EXP-15")
def test_with_less_than_four_stamina_it_stops_before_the_door():
    t = walker("a...0", "#####", stamina=5)
    t.border(2, 0, "east", Border.CLOSED)
    act(t)
    assert (place(t), int(t.state["border"][2][1])) == ((2, 0), Border.CLOSED)


@pytest.mark.rule("MAC-MMV-11")
def test_a_card_with_less_than_four_stamina_is_stuck_behind_a_door():
    t = walker("a..0", "####", stamina=3)
    t.border(0, 0, "east", Border.CLOSED)
    for _ in range(3):
        act(t)
    assert (place(t), int(t.state["border"][0][1])) == ((0, 0), Border.CLOSED)


@pytest.mark.rule("MAC-MMV-09", "MAC-MMV-17")
def test_it_never_walks_into_a_pit_nor_round_its_corner():
    t = walker("ao0", "###")
    act(t)
    assert (place(t), t.on_map(4)) == ((0, 0), True)
    t = walker("ao", "#.", "#0")
    act(t)
    assert place(t) == (0, 0)


@pytest.mark.rule("MAC-MMV-14")
def test_it_does_not_avoid_trapped_spaces():
    t = walker("a^^0", "####")
    act(t)
    assert place(t) == (2, 0)


# -- when it does not walk -----------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-MMV-12")
def test_next_to_its_explorer_it_stays():
    t = walker("..0", ".a.", "...")
    act(t)
    assert place(t) == (1, 1)


@pytest.mark.rule("MAC-MMV-13", "MAC-TAR-02")
def test_behind_a_wall_it_is_not_adjacent_and_follows_its_path():
    t = walker("a0", "..", stamina=9)
    t.border(0, 0, "east")
    act(t)
    assert place(t) == (1, 1)


@pytest.mark.rule("MAC-MMV-16")
def test_an_immobile_monster_never_walks():
    t = walker("a..0", abilities=[{"passive": [{"immobile": True}]}])
    act(t)
    assert place(t) == (0, 0)


# -- round other units -------------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-EX-29", "MAC-MMV-07", "MAC-MMV-08")
def test_a_blocked_monster_keeps_the_goal_of_its_detour():
    t = walker(*ROUND, stamina=6, abilities=[CLAWS])
    assert watch(t) == [(1, 0), (0, 1), (0, 2), (1, 3), (2, 3), (3, 2), (4, 1)]


@pytest.mark.rule("MAC-MMV-08", "MAC-MON-07")
def test_a_detour_that_leads_no_nearer_is_not_begun():
    t = walker(*ROUND, stamina=3)  # the first cell of the way that is nearer lies four steps away
    act(t)
    assert place(t) == (1, 0)
    t = walker("ab.0", "####")
    act(t)
    assert place(t) == (0, 0)


@pytest.mark.rule("MAC-MMV-08")
def test_both_linked_spaces_taken_block_a_diagonal_step():
    t = walker("ab#", "c.#", "#.0", stamina=3)
    act(t)
    assert place(t) == (0, 0)
    t = walker("ab#", "..#", "#.0", stamina=1)
    act(t)
    assert place(t) == (1, 1)


@pytest.mark.rule("MAC-MMV-08")
def test_of_equally_near_cells_the_one_with_the_fewest_steps_is_the_goal():
    # (3, 1) is three steps away and (3, 5) two; both have path 3 and are blocked again by d and e.
    t = walker("#######", "#...d.#", "#.###.#", "#.ab..0", "##.##.#", "##..e.#", stamina=5)
    act(t)
    assert place(t) == (3, 5)
    # Now the upper one is nearer, and only the lower one sees the explorer.
    t = walker("#######", "##..d.#", "##.##.#", "#.ab..0", "#.##T.#", "#...e.#", stamina=5)
    act(t)
    assert place(t) == (3, 1)


@pytest.mark.rule("MAC-MMV-08")
def test_then_the_outlook_and_then_the_order_of_rows_decide():
    upper = ("#######", "##..d.#", "##.##.#", "#.ab..0")
    t = walker(*upper, "##.##.#", "##..e.#", stamina=5, ties="ask")
    act(t)
    assert (place(t), t.done) == ((3, 1), True)  # no question
    t = walker(*upper, "##.#T.#", "##..e.#", stamina=5)  # from below it sees the explorer
    act(t)
    assert place(t) == (3, 5)


@pytest.mark.rule("MAC-MMV-08")
def test_a_changed_nearest_explorer_ends_the_detour():
    t = walker(".ab..0", ".###.#", ".##..#", "....##", "###.##", "###1##", stamina=6, ties="ask")
    # On (0, 1) both are equally near and equally weak: it keeps to the first, and nobody is asked.
    assert watch(t) == [(1, 0), (0, 1), (0, 2), (1, 3), (2, 3), (3, 4)]


@pytest.mark.rule("MAC-MMV-08")
def test_a_detour_that_was_cut_off_is_given_up():
    t = walker(*ROUND, stamina=6)
    t.card("treasures", FREE, [{"cost": {"destroy": True}, "effects": [{"place_barrier": 1}]}])
    t.give(0, FREE)
    act(t)
    t.play("pass")
    assert place(t) == (0, 1)
    t.play(f"item_{FREE}")
    t.play("cell_0_1", "side_south")
    assert (place(t), t.done) == ((1, 0), True)  # back, blocked again, and no way round within 4 stamina


@pytest.mark.rule("MAC-MMV-08")
def test_a_detour_to_a_space_that_somebody_has_taken_is_given_up():
    t = walker(*ROUND, stamina=6)
    t.give(0, FREE)
    act(t).play("pass")
    assert place(t) == (0, 1)
    t.monster(2, 4, 1)  # the goal
    seen = []
    while t.asked:
        t.play("pass")
        seen.append(place(t))
    # Back on the shortest path and blocked again; the goal within 4 stamina is (2, 3).
    assert seen[:5] == [(1, 0), (0, 1), (0, 2), (1, 3), (2, 3)]


@pytest.mark.rule("MAC-MMV-08", "MAC-MON-06")
def test_it_tries_its_abilities_on_every_space_of_a_detour():
    shot = {"cost": {"stamina": 2}, "target": {"range": 9}, "effects": [{"attack": {"high": 1}}]}
    t = walker(".ab..0", "......", stamina=9, abilities=[shot])
    t.high(3, 3, 3, 3)
    seen = watch(t)
    assert seen[:2] == [(1, 0), (2, 1)]  # a step on a shortest path; from there nobody stands in the line
    assert hurt(t) == [4]


@pytest.mark.rule("MAC-MON-05", "MAC-MOV-15")
def test_it_follows_onto_another_tile():
    t = den("....", fill=".", seats=1)
    t.tile(1)
    t.explorer(0, 14, 4)
    t.monster(0, 7, 4)
    t.card("monsters", 0, stamina=5)
    act(t)
    assert place(t) == (12, 4)


# -- against the naive twin --------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.rule("MAC-MMV-01", "MAC-MMV-02", "MAC-MMV-06", "MAC-MMV-08", "MAC-MMV-10", "MAC-MMV-11", "MAC-MMV-12")
def test_it_walks_like_the_naive_twin(seed):
    rng = np.random.default_rng(seed)
    t = Table()
    t.tables["mods"][0] = (Stat.IMMOBILE, 1, 0, 0, 0)
    bare, played = t.state.copy(), 0
    while played < 60:
        ground = random_ground(rng, 7)
        if not ground.units or ground.state["explorers"][0]["cell"] < 0:
            continue
        t.state[...] = bare
        for name in ("kind", "token", "border", "unit", "queue", "lasting", "n_lasting"):
            t.state[name] = ground.state[name]
        for name in ("cell", "place"):
            t.state["monsters"][name] = ground.state["monsters"][name]
        t.state["explorers"][0]["cell"], t.state["explorers"][0]["where"] = (
            ground.state["explorers"][0]["cell"],
            Where.MAP,
        )
        t.state["board_version"] += 1
        stamina = int(rng.integers(1, 10))
        t.card("monsters", 0, stamina=stamina)
        at, goal = place(t), t.at(0)
        if at in ground.immobile:
            continue
        seen, broken = Board.read(t.state, ground.immobile).walk(at, goal, stamina)
        before = t.state["border"].copy()
        act(t)
        assert place(t) == seen[-1]
        changed = {i for i in range(400) for side in range(4) if t.state["border"][i][side] != before[i][side]}
        assert changed == {x + 20 * y for pair in broken for x, y in pair}
        played += len(seen) > 1
