"""New pages and what comes with them (MAP, SET-03, SRP; ENO-EX-05)."""

from __future__ import annotations

import pytest

from envs.enormity.map_distances import fill_distances
from envs.enormity.state import (
    Border,
    Choice,
    Face,
    Mark,
    Op,
    PointState,
    Proc,
    Requirement,
    Stat,
    Thing,
    Tile,
    Timing,
    Who,
)
from tests.enormity.table import SIDES, Table, cell

INTRUDER = 10
TILE = 11


@pytest.fixture
def t() -> Table:
    return two_pages()


def two_pages(**options: int) -> Table:
    """Two pages side by side; the right one waits behind the Location arrow on (9, 4)."""
    t = Table(seats=2, pages=((0, 0, 10, 10), (10, 0, 10, 10)), **options)
    fill_distances(t.tables, [1, 3])
    t.state["revealed"] = 1
    t.state["map_view"] = t.tables["map_views"][1]
    t.mark(9, 4, Mark.ARROW)
    t.tables["leads"][cell(9, 4)] = 1
    t.spacer(0, 8, 4)
    return t


def placed(t: Table, x: int, y: int, kind: int, sub: int, page: int = 1) -> None:
    """Print something that is set up with a page."""
    n = int(t.tables["n_placed"])
    row = t.tables["placed"][n]
    row["cell"], row["kind"], row["sub"], row["page"] = cell(x, y), kind, sub, page
    t.tables["n_placed"] = n + 1


def objects(t: Table) -> dict[tuple[int, int], tuple[int, int, int]]:
    """Kind, sub and whether face up of the object on each cell."""
    return {
        (int(o["cell"]) % 30, int(o["cell"]) // 30): (int(o["kind"]), int(o["sub"]), int(o["face_up"]))
        for o in t.state["objects"]
        if o["cell"] >= 0
    }


def blips(t: Table) -> set[tuple[int, int]]:
    """The intersections with Blips."""
    return {t.on(b) for b in range(len(t.state["blips"])) if t.b(b)["point"] >= 0}


# -- revealing ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-MAP-01", "ENO-MAP-03", "ENO-MAP-03-D", "ENO-MOV-09")
def test_the_spacer_stops_at_the_arrow_the_page_comes_and_the_movement_goes_on(t: Table) -> None:
    t.call(Proc.MOVE, 0, 3, 1).play("step_east")
    assert t.state["revealed"] == 3
    assert t.state["map_view"] == t.tables["map_views"][3]
    assert t.asked == (0, Choice.MOVE)
    assert t.at(0) == (9, 4)
    assert t.state["core"]["subject"] == 2, "the steps left"
    assert "step_east" in t.legal, "the new page is joined to the old one"
    t.play("step_east", "step_east")
    assert t.done
    assert t.at(0) == (11, 4)


@pytest.mark.rule("ENO-MAP-01")
def test_a_page_that_is_not_on_the_table_cannot_be_entered(t: Table) -> None:
    t.spacer(0, 9, 5)
    t.call(Proc.MOVE, 0, 1, 1)
    assert "step_east" not in t.legal


@pytest.mark.rule("ENO-MAP-03-D")
def test_a_revealed_page_comes_only_once(t: Table) -> None:
    placed(t, 12, 4, Thing.CACHE, 0)
    t.call(Proc.MOVE, 0, 1, 1).play("step_east")
    assert len(objects(t)) == 1
    t.spacer(0, 8, 4)
    t.call(Proc.MOVE, 0, 1, 1).play("step_east")
    assert len(objects(t)) == 1


@pytest.mark.rule("ENO-MOV-09", "ENO-MOV-10-D")
def test_move_like_moves_reveal_and_forced_ones_do_not(t: Table) -> None:
    t.call(Proc.KNOCKBACK, 0, 1, cell(7, 4), -1)
    assert t.at(0) == (9, 4)
    assert t.state["revealed"] == 1
    t.spacer(0, 8, 4)
    t.call(Proc.MOVE, 0, 1, 0).play("step_east")
    assert t.state["revealed"] == 3


# -- populating --------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-MAP-02")
def test_the_page_is_populated_as_marked(t: Table) -> None:
    placed(t, 12, 4, Thing.CACHE, 0)
    placed(t, 13, 4, Thing.ENGRAM, 2)
    placed(t, 14, 4, Thing.OBJECTIVE, 1)
    placed(t, 15, 4, Thing.DISCOVERY, 3)
    placed(t, 16, 4, INTRUDER, 1)
    placed(t, 17, 4, TILE, 2)
    t.tables["terrains"][2]["number"] = 1
    placed(t, 1, 1, Thing.CACHE, 0, page=0)
    t.tables["n_points"] = 3
    t.tables["point_page"][:3] = (0, 1, 1)
    t.tables["point_hidden"][2] = 1
    t.tables["fixed_discoveries"] = 1
    t.state["contacted"] = 1
    t.call(Proc.REVEAL_PAGE, 1, 0)
    assert objects(t) == {
        (12, 4): (Thing.CACHE, 0, 1),
        (13, 4): (Thing.ENGRAM, 2, 1),
        (14, 4): (Thing.OBJECTIVE, 1, 1),
        (15, 4): (Thing.DISCOVERY, 3, 1),
    }
    assert t.at(4) == (16, 4)
    assert t.k(0)["type"] == 1
    assert t.k(0)["facing"] == 3, "it faces the closest Spacer (ENO-BRD-09-D2)"
    assert t.state["tile"][cell(17, 4)] == 3
    assert t.state["points"]["state"][:3].tolist() == [PointState.HIDDEN, PointState.CLOSED, PointState.HIDDEN]


@pytest.mark.rule("ENO-MAP-02", "ENO-SET-08")
def test_engrams_of_the_page_are_drawn_from_the_pool(t: Table) -> None:
    t.state["engram_pool"] = (0, 1, 0, 2)
    for x in (12, 13, 14, 15):
        placed(t, x, 4, Thing.ENGRAM, -1)
    t.rolls(1, 0, 0)
    t.call(Proc.REVEAL_PAGE, 1, 0)
    assert objects(t) == {(12, 4): (Thing.ENGRAM, 3, 1), (13, 4): (Thing.ENGRAM, 1, 1), (14, 4): (Thing.ENGRAM, 3, 1)}
    assert not t.state["engram_pool"].any()


@pytest.mark.rule("ENO-SET-09")
def test_with_fixed_discoveries_only_the_named_tokens_are_set_up_face_up(t: Table) -> None:
    t.tables["fixed_discoveries"] = 1
    pile = t.state["discoveries"]
    pile["n"], pile["cards"][:3] = 3, (5, 3, 1)
    placed(t, 12, 4, Thing.DISCOVERY, 3)
    placed(t, 13, 4, Thing.DISCOVERY, -1)
    t.call(Proc.REVEAL_PAGE, 1, 0)
    assert objects(t) == {(12, 4): (Thing.DISCOVERY, 3, 1)}
    assert t.state["discoveries"]["cards"][:2].tolist() == [5, 1]
    assert t.state["discoveries"]["n"] == 2


@pytest.mark.rule("ENO-SET-10", "ENO-SET-10-D")
def test_random_discoveries_lie_face_down_in_cell_order_while_there_are_tokens(t: Table) -> None:
    pile = t.state["discoveries"]
    pile["n"], pile["cards"][:2] = 2, (5, 3)
    placed(t, 12, 6, Thing.DISCOVERY, -1)
    placed(t, 14, 4, Thing.DISCOVERY, -1)
    placed(t, 12, 4, Thing.DISCOVERY, -1)
    t.call(Proc.REVEAL_PAGE, 1, 0)
    assert objects(t) == {(12, 4): (Thing.DISCOVERY, 3, 0), (14, 4): (Thing.DISCOVERY, 5, 0)}


@pytest.mark.rule("ENO-MAP-02", "ENO-SET-03", "ENO-EX-05")
def test_example_five_spawn_points_in_three_clusters_give_three_blips(t: Table) -> None:
    for i, cluster in enumerate((0, 0, 1, 2, 2)):
        t.spawn_point(12 + i, 2, cluster, page=1)
    t.spawn_point(2, 2, 0, page=0)
    t.rolls(1, 0, 0, 0, 8)  # point of cluster 0, a face for each, point of cluster 2
    t.call(Proc.REVEAL_PAGE, 1, 0)
    assert blips(t) == {(13, 2), (14, 2), (15, 2)}
    assert t.b(0)["face"] == Face.ECHO
    assert t.b(2)["face"] == Face.A
    assert t.state["blip_pool"].tolist() == [5, 5, 5, 2]


@pytest.mark.rule("ENO-MAP-02", "ENO-SET-04")
def test_explicit_starting_blips_stand_where_the_page_shows_them(t: Table) -> None:
    for i, shown in enumerate((1, 0, 1)):
        t.spawn_point(12 + i, 2, 0, page=1)
        t.tables["start_blip"][i] = shown
    t.tables["explicit_blips"] = 2
    t.call(Proc.REVEAL_PAGE, 1, 0)
    assert blips(t) == {(12, 2), (14, 2)}


@pytest.mark.rule("ENO-SET-03-D", "ENO-SET-05")
def test_the_lead_picks_the_point_and_a_tied_arrow() -> None:
    t = two_pages(ask_ties=1)
    t.spawn_point(12, 4, 0, page=1)
    t.spawn_point(12, 6, 0, page=1)
    t.spacer(0, 12, 5)
    t.state["revealed"] = 3
    t.call(Proc.REVEAL_PAGE, 1, 0)
    assert t.asked == (0, Choice.SPAWN_POINT)
    assert t.candidates == [(12, 4), (12, 6)]
    t.choose(12, 4)
    assert t.asked == (0, Choice.FACING_TIE)
    assert t.legal == {"step_east", "step_south"}
    t.play("step_south")
    assert t.done
    assert t.b(0)["arrow"] == 2


@pytest.mark.rule("ENO-SET-03-D", "ENO-SET-05")
def test_by_default_the_point_is_drawn_and_the_arrow_points_toward_most_spacers(t: Table) -> None:
    t.spawn_point(12, 4, 0, page=1)
    t.spawn_point(12, 6, 0, page=1)
    t.spacer(1, 9, 9)
    t.rolls(1, 0)
    t.call(Proc.REVEAL_PAGE, 1, 0)
    assert blips(t) == {(12, 6)}
    assert t.b(0)["arrow"] == 3


@pytest.mark.rule("ENO-MAP-02")
def test_without_blips_in_the_pool_overwhelm_is_triggered(t: Table) -> None:
    t.state["blip_pool"] = 0
    t.spawn_point(12, 4, 0, page=1)
    row = t.tables["types"][0]
    row["overwhelm"], row["overwhelm_end"] = t.ops((Op.GAIN_STRESS, 1, 0, 0, Who.PRIORITY))
    t.call(Proc.REVEAL_PAGE, 1, 0)
    assert t.s(0)["stress"] == 1
    assert not blips(t)


@pytest.mark.rule("ENO-MAP-04", "ENO-SRP-01", "ENO-SRP-02")
def test_intruders_in_the_light_field_of_the_revealing_spacer_are_surprised(t: Table) -> None:
    placed(t, 11, 4, INTRUDER, 0)
    placed(t, 12, 4, INTRUDER, 0)
    placed(t, 10, 5, INTRUDER, 0)
    t.border(10, 5, "north", Border.WALL)
    t.border(10, 5, "west", Border.WALL)
    fill_distances(t.tables, [1, 3])
    t.state["contacted"] = 1
    t.call(Proc.MOVE, 0, 1, 1).play("step_east")
    assert [int(t.k(i)["surprised"]) for i in range(3)] == [1, 1, 0], "distance 2, 3, and 5 around the walls"
    t.s(0)["stress"] = 0
    t.call(Proc.ACTIVATE, 0, 0, -1)
    assert t.done
    assert t.at(4) == (11, 4)
    assert t.k(0)["surprised"] == 0, "it only loses the token"


@pytest.mark.rule("ENO-MAP-04")
def test_only_the_revealing_spacers_light_surprises(t: Table) -> None:
    placed(t, 19, 9, INTRUDER, 0)
    t.spacer(1, 9, 9)
    t.state["contacted"] = 1
    t.call(Proc.REVEAL_PAGE, 1, 0)
    assert t.k(0)["surprised"] == 0


@pytest.mark.rule("ENO-MAP-02", "ENO-REV-09-D")
def test_the_first_intruder_of_a_type_makes_first_contact(t: Table) -> None:
    placed(t, 19, 9, INTRUDER, 2)
    placed(t, 18, 9, INTRUDER, 2)
    row = t.tables["types"][2]
    row["first_contact"], row["first_contact_end"] = t.ops((Op.GAIN_STRESS, 1, 0, 0, Who.ALL_SPACERS))
    t.call(Proc.REVEAL_PAGE, 1, 0)
    assert t.s(0)["stress"] == 1
    assert t.state["contacted"][2] == 1
    assert t.at(5) == (18, 9)


@pytest.mark.rule("ENO-MAP-02", "ENO-SPN-06")
def test_a_missing_miniature_means_overspawn(t: Table) -> None:
    placed(t, 19, 9, INTRUDER, 0)
    t.tables["types"][0]["minis"] = 1
    t.protocol(0, replace=True, requirement=0, moves=1)
    k = t.intruder(2, 4)
    t.call(Proc.REVEAL_PAGE, 1, 0)
    while t.asked:
        t.play(sorted(t.legal)[0])
    assert t.at(4 + k) != (2, 4), "the Intruder of that type has activated"
    assert t.k(1)["type"] == -1


# -- Locations ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-MAP-05", "ENO-MAP-05-D")
def test_a_new_location_comes_into_force_for_the_spacers_on_it(t: Table) -> None:
    t.tables["pages"][1]["location"] = 1
    t.ability(t.tables["locations"][1], timing=Timing.PASSIVE, mods=[(Stat.LIGHT_RANGE, -3)])
    t.blip(10, 4)
    t.call(Proc.REVEAL_PAGE, 1, 0)
    assert t.state["location"] == 3
    t.spacer(0, 9, 1)
    t.call(Proc.SCOUT, 0)
    assert t.asked is not None, "on the old page the Light reaches 3 spaces"
    t.spacer(0, 10, 1)
    t.call(Proc.SCOUT, 0)
    assert t.done, "on the new page it does not"


@pytest.mark.rule("ENO-MAP-05-D")
def test_intruders_of_a_page_are_those_of_its_location(t: Table) -> None:
    t.tables["pages"][1]["location"] = 1
    t.tables["locations"][1]["ecology"] = 2
    placed(t, 19, 9, INTRUDER, -1)
    t.call(Proc.REVEAL_PAGE, 1, 0)
    assert t.k(0)["type"] == 2


@pytest.mark.rule("ENO-BRD-14-D", "ENO-MAP-02")
def test_an_intruder_of_a_new_page_whose_space_is_taken_stands_next_to_it(t: Table) -> None:
    placed(t, 15, 5, INTRUDER, 0)
    placed(t, 15, 5, INTRUDER, 1)
    t.state["contacted"][:2] = 1
    t.call(Proc.REVEAL_PAGE, 1, 0)
    while t.asked:
        t.play(min(t.legal))
    spaces = [t.at(4 + k) for k in range(2)]
    assert spaces[0] == (15, 5)
    assert abs(spaces[1][0] - 15) + abs(spaces[1][1] - 5) == 1


@pytest.mark.rule("ENO-BRD-14-D", "ENO-MAP-04")
def test_an_intruder_on_whose_space_a_spacer_stands_is_surprised_where_it_comes_to_stand(t: Table) -> None:
    for side in ("north", "east", "south"):
        t.border(13, 4, side)
    fill_distances(t.tables, [1, 3])
    placed(t, 13, 4, INTRUDER, 0)
    t.state["contacted"][0] = 1
    t.tables["suits"]["light_range"] = 2
    t.spacer(0, 10, 4)
    t.spacer(1, 13, 4)
    t.call(Proc.REVEAL_PAGE, 1, 0)
    assert t.at(4) == (12, 4), "the only space next to the Spacer without a wall between"
    assert t.k(0)["surprised"] == 1, "2 spaces from the light; (13, 4) is 3"


@pytest.mark.rule("ENO-BRD-14-D", "ENO-BRD-09-D2")
def test_an_intruder_that_comes_to_stand_elsewhere_faces_the_spacer_closest_to_that_space(t: Table) -> None:
    t.spacer(0, 13, 1)
    t.spacer(1, 13, 6)
    t.state["contacted"][0] = 1
    placed(t, 13, 4, INTRUDER, 0)
    placed(t, 13, 4, INTRUDER, 0)
    t.call(Proc.REVEAL_PAGE, 1, 0)
    assert [t.at(4 + k) for k in range(2)] == [(13, 4), (13, 3)]
    assert [int(t.k(k)["facing"]) for k in range(2)] == [SIDES.index("south"), SIDES.index("north")]


@pytest.mark.rule("ENO-GEN-07-D", "ENO-SPN-06")
@pytest.mark.parametrize("minis", [9, 1])
def test_an_intruder_for_which_there_is_no_space_does_not_come_and_is_no_missing_miniature(
    t: Table, minis: int
) -> None:
    t.spacer(0, 8, 4)
    k = t.intruder(8, 5)
    t.protocol(0, replace=True, requirement=Requirement.OTHERWISE, attack=1, power=3)
    t.tables["types"][0]["minis"] = minis
    t.spacer(1, 15, 5)
    placed(t, 15, 5, INTRUDER, 0)
    t.tile(0, 0, 0, Tile.OBSTACLE)
    for x in range(20):
        for y in range(10):
            if (x, y) not in ((8, 4), (8, 5), (15, 5)):
                t.state["tile"][cell(x, y)] = 1
    t.call(Proc.REVEAL_PAGE, 1, 0)
    while t.asked:
        t.play(next(n for n in ("done", "pass", "no", "amount_0", *sorted(t.legal)) if n in t.legal))
    assert [int(t.k(i)["type"]) for i in range(3)] == [0, -1, -1]
    assert k == 0
    attacked = t.s(0)["vitals"] < 9
    assert attacked == (minis == 1), "Overspawn is for a missing miniature only"


@pytest.mark.rule("ENO-TER-03", "ENO-MAP-02")
def test_tiles_of_a_new_page_that_the_box_lacks_are_taken_from_the_board(t: Table) -> None:
    t.tile(1, 1, 0)
    t.tile(3, 3, 0)
    t.tables["terrains"][0]["number"] = 2
    t.intruder(2, 1)
    placed(t, 15, 5, TILE, 0)
    t.call(Proc.REVEAL_PAGE, 1, 0)
    laid = {(int(c) % 30, int(c) // 30) for c in t.state["tile"].nonzero()[0]}
    assert laid == {(1, 1), (15, 5)}, "the one further from the Intruders is moved"


@pytest.mark.rule("ENO-GEN-07-D", "ENO-MAP-02")
def test_a_tile_of_a_new_page_of_which_there_is_none_is_not_laid(t: Table) -> None:
    t.tile(1, 1, 0)
    t.tile(3, 3, 1)
    t.tables["terrains"][1]["number"] = 0
    t.state["tile"][cell(3, 3)] = 0
    placed(t, 15, 5, TILE, 1)
    placed(t, 15, 6, TILE, 0)
    t.call(Proc.REVEAL_PAGE, 1, 0)
    laid = {(int(c) % 30, int(c) // 30) for c in t.state["tile"].nonzero()[0]}
    assert laid == {(1, 1), (15, 6)}
