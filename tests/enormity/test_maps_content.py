"""Map pages in YAML: what they become in the tables, and the errors of broken pages and of scenarios laid wrongly."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from envs.enormity import state
from envs.enormity.actions import DIRECTIONS, HEIGHT, MAX_DOORS, WIDTH
from envs.enormity.content import Pack
from envs.enormity.map_distances import NOBODY
from envs.enormity.maps import PLACED_INTRUDER, PLACED_TERRAIN
from envs.enormity.state import Border, DoorState, Mark, Skill, Thing
from tests.enormity.small_pack import (
    Change,
    Data,
    Reader,
    broken,
    card,
    cell,
    changed,
    drop,
    fields,
    point,
    put,
)


@pytest.fixture(scope="module")
def pack() -> Pack:
    return changed()


@pytest.fixture(scope="module")
def run(pack: Pack) -> Reader:
    return Reader(pack)


def annex(text: str) -> int:
    """The cell of a printed coordinate of the annex in the scenario ``run``."""
    return cell(text, 7, 3, 4)


def border(run: Reader, at: int, direction: str) -> int:
    """The border of a cell; that of the cell beyond must be the same."""
    side = DIRECTIONS.index(direction)
    x, y = at % WIDTH + (0, 1, 0, -1)[side], at // WIDTH + (-1, 0, 1, 0)[side]
    here = int(run.table["border"][at][side])
    if 0 <= x < WIDTH and 0 <= y < HEIGHT and run.table["page"][y * WIDTH + x] != NOBODY:
        assert here == run.table["border"][y * WIDTH + x][(side + 2) % 4]
    return here


def marked(run: Reader, mark: Mark) -> set[int]:
    return set(np.flatnonzero(run.table["marks"] >> mark & 1).tolist())


# -- the ground --------------------------------------------------------------------------------------------------


def test_pages_lie_where_the_scenario_puts_them(run: Reader):
    t = run.table
    assert int(t["n_pages"]) == 2
    assert fields(t["pages"][0]) == {"x": 1, "y": 2, "w": 6, "h": 6, "start": 1}
    assert fields(t["pages"][1]) == {"x": 7, "y": 3, "w": 3, "h": 4}
    assert run.catalogue.names["pages"] == ("Bay", "Annex")


@pytest.mark.rule("ENO-COO-01", "ENO-COO-01-D")
def test_rows_are_letters_from_the_bottom_and_columns_numbers_from_the_left(run: Reader):
    page = run.table["page"]
    assert page[3 * WIDTH + 1] == 0
    assert cell("E1") == 3 * WIDTH + 1
    assert cell("A6") == 7 * WIDTH + 6
    assert page[cell("F1")] == NOBODY, "printed out of bounds"
    assert page[annex("B2")] == NOBODY
    assert int((page == 0).sum()) == 35
    assert int((page == 1).sum()) == 11
    assert set(np.flatnonzero(page == 1).tolist()) == {
        annex(f"{row}{column}") for row in "ABCD" for column in (1, 2, 3)
    } - {annex("B2")}


@pytest.mark.rule("ENO-MAP-01")
def test_marks_of_the_cells(run: Reader):
    assert marked(run, Mark.DANGEROUS) == {cell("D3")}
    assert marked(run, Mark.DISCOVERY) == {cell("D4"), cell("F6")}
    assert marked(run, Mark.ARROW) == {cell("D6")}
    assert marked(run, Mark.START) == {cell(text) for text in ("B2", "B3", "C2", "C3")}
    assert marked(run, Mark.CACHE) == {cell("E6")}
    assert marked(run, Mark.ENGRAM) == {cell("F2"), cell("F3")}
    assert marked(run, Mark.EXTRACTION) == {cell("A1"), annex("A2"), annex("A3")}
    t = run.table
    assert {c: int(t["leads"][c]) for c in np.flatnonzero(t["leads"] != NOBODY).tolist()} == {cell("D6"): 1}
    assert {c: int(t["forced"][c]) for c in np.flatnonzero(t["forced"]).tolist()} == {cell("A6"): 1}, "north + 1"
    assert t["starts"].tolist() == [cell(text) for text in ("B2", "B3", "C2", "C3")] + [-1] * 12


def test_borders(run: Reader):
    assert border(run, cell("E2"), "south") == border(run, cell("E1"), "south") == Border.WALL
    assert border(run, cell("E3"), "south") == Border.OPEN
    assert border(run, cell("B4"), "east") == Border.RED
    assert border(run, cell("F2"), "west") == Border.WALL, "to out of bounds"
    assert border(run, cell("F2"), "north") == Border.WALL, "the rim of the map"
    assert border(run, cell("E6"), "east") == border(run, cell("B6"), "east") == Border.WALL
    assert border(run, cell("D6"), "east") == Border.OPEN, "two pages side by side are joined"
    assert border(run, annex("C2"), "south") == Border.WALL


@pytest.mark.rule("ENO-BRD-12-D")
def test_doors_are_numbered_sets_of_borders(run: Reader):
    gate, hatch = (run.catalogue.ids["doors"].index(name) for name in ("gate", "hatch"))
    assert border(run, cell("C6"), "east") == Border.DOOR + hatch
    assert border(run, cell("F4"), "south") == border(run, cell("F5"), "south") == Border.DOOR + gate
    assert int((run.table["border"] >= Border.DOOR).sum()) == 6
    assert int(run.table["n_doors"]) == 2
    assert [int(run.table["door_closed"][n]) for n in (gate, hatch)] == [DoorState.CLOSED, DoorState.WELDED]
    other = Reader(changed(put("pages", "bay", "doors", "gate", "state", value="open")))
    assert int(other.table["door_closed"][gate]) == DoorState.OPEN


def test_a_scenario_sets_the_states_of_doors():
    def set_(**states: str) -> Change:
        return put("scenarios", "run", "pages", 0, "setup", value={"doors": states})

    run = Reader(changed(set_(hatch="open")))
    states = dict(zip(run.catalogue.ids["doors"], run.table["door_closed"].tolist(), strict=False))
    assert states == {"hatch": DoorState.OPEN, "gate": DoorState.CLOSED}
    broken(set_(htch="open"), RUN + "pages[0].setup.doors: unknown door 'htch'; did you mean 'hatch'?")
    broken(set_(hatch="ajar"), RUN + "pages[0].setup.doors.hatch: input should be 'open', 'closed' or 'welded'")
    broken(
        put("pages", "bay", "setup", "doors", value={"gat": "open"}),
        BAY + "setup.doors: unknown door 'gat'; did you mean 'gate'?",
    )


def test_a_door_to_a_page_that_is_not_there_is_a_wall():
    def alone(entries: Data) -> None:
        scenario = entries["scenarios"]["run"]
        scenario["pages"] = scenario["pages"][:1]
        entries["pages"]["bay"]["walls"] = ["E1-E2 south"]

    run = Reader(changed(alone))
    assert border(run, cell("C6"), "east") == Border.WALL
    assert not marked(run, Mark.ARROW), "nor does an arrow lead there"
    assert int(run.table["n_doors"]) == 2
    assert int(run.table["n_points"]) == 1


def test_distances_are_those_of_all_sets_of_pages(run: Reader):
    t = run.table
    assert int(t["n_inside"]) == 46 - 3, "Extraction Points are no spaces"
    one, both = (int(t["map_views"][bits]) for bits in (0b01, 0b11))
    assert sorted((one, both)) == [0, 1]
    assert int(t["map_views"][0b10]) == NOBODY
    inside = [int(t["inside"][c]) for c in (cell("D6"), annex("C1"), cell("A1"))]
    assert inside[2] == -1
    assert int(t["open_distance"][both][inside[0]][inside[1]]) == 1
    assert int(t["open_distance"][one][inside[0]][inside[1]]) == NOBODY


# -- what is printed and placed ----------------------------------------------------------------------------------


def test_extraction_points(run: Reader):
    t, ids = run.table, run.catalogue.ids["extraction_points"]
    lift, chute = ids.index("lift"), ids.index("chute")
    assert int(t["n_points"]) == 2
    assert [int(t["point_page"][n]) for n in (lift, chute)] == [0, 1]
    assert [int(t["point_hidden"][n]) for n in (lift, chute)] == [0, 1]
    assert {c: int(t["point_of"][c]) for c in np.flatnonzero(t["point_of"] != NOBODY).tolist()} == {
        cell("A1"): lift,
        annex("A2"): chute,
        annex("A3"): chute,
    }
    assert run.catalogue.names["extraction_points"][chute] == "Chute"


def test_consoles(run: Reader):
    t = run.table
    panel, desk = run.row("consoles", "panel"), run.row("consoles", "desk")
    lists = ("effect", "effect_end")
    assert fields(panel, *lists) == {"cell": cell("B6"), "once": 1, "skill": Skill.DEXTERITY, "at": 2}
    assert fields(desk, *lists) == {"cell": annex("D1")}
    ids = run.catalogue.ids
    gate = ids["doors"].index("gate")
    assert run.ops(panel, "effect") == [(state.Op.DOOR, DoorState.OPEN, gate + 1, 0, 0, 0)]
    assert run.ops(desk, "effect") == [(state.Op.REVEAL_POINT, ids["extraction_points"].index("chute"), 0, 0, 0, 0)]
    assert int(t["n_consoles"]) == 2
    assert {c: int(t["console_of"][c]) for c in np.flatnonzero(t["console_of"] != NOBODY).tolist()} == {
        cell("B6"): run.number("consoles", "panel"),
        annex("D1"): run.number("consoles", "desk"),
    }
    assert run.text("consoles", "panel").startswith("Locked: Dexterity test against 2. ")
    assert run.text("consoles", "panel").endswith(" Once.")


@pytest.mark.rule("ENO-SET-03")
def test_spawn_points_and_starting_blips(run: Reader):
    t = run.table
    assert int(t["n_spawns"]) == 4
    assert t["spawns"][:5].tolist() == [point(1, 2), point(7, 2), point(7, 3), point(10, 3), -1]
    assert t["spawn_page"][:4].tolist() == [0, 0, 0, 1]
    assert t["spawn_cluster"][:4].tolist() == [0, 1, 1, 2], "clusters count through all pages"
    assert int(t["explicit_blips"]) == 1, "the bay says where; the annex leaves it to the rules"
    assert t["start_blip"][:4].tolist() == [1, 0, 0, 0]


def placed(run: Reader) -> set[tuple[int, ...]]:
    """Cell, kind, sub and page of everything that is set up."""
    rows = run.table["placed"][: int(run.table["n_placed"])]
    return {tuple(int(row[name]) for name in ("cell", "kind", "sub", "page")) for row in rows}


def test_what_is_placed_with_a_page(run: Reader):
    crawler, slick, sample = (
        run.number("types", "crawler"),
        run.number("terrains", "slick"),
        run.number("objectives", "sample"),
    )
    assert placed(run) == {
        (cell("D4"), Thing.DISCOVERY, 0, 0),
        (cell("F6"), Thing.DISCOVERY, 1, 0),
        (cell("E6"), Thing.CACHE, -1, 0),
        (cell("F2"), Thing.ENGRAM, -1, 0),
        (cell("F3"), Thing.ENGRAM, 1, 0),
        (cell("F4"), Thing.OBJECTIVE, sample, 0),
        (cell("F5"), PLACED_INTRUDER, -1, 0),
        (cell("E1"), PLACED_INTRUDER, crawler, 0),
        (cell("D5"), PLACED_TERRAIN, slick, 0),
    }


def test_a_scenario_replaces_parts_of_the_setup_of_a_page(pack: Pack):
    drift = Reader(pack, "drift")
    by_kind: dict[int, list[tuple[int, int]]] = {}
    for at, kind, sub, _ in sorted(placed(drift)):
        by_kind.setdefault(kind, []).append((at, sub))
    assert by_kind[Thing.DISCOVERY] == [(at, -1) for at in sorted(cell(t, 0, 0) for t in ("D4", "F6", "C4"))]
    assert Thing.OBJECTIVE not in by_kind, "an empty list takes away"
    assert by_kind[Thing.ENGRAM] == [(cell("F2", 0, 0), -1), (cell("F3", 0, 0), 1)], "what is not given stays"


# -- broken pages ------------------------------------------------------------------------------------------------

BAY = "pages.yaml: pages 'bay': "
RUN = "scenarios.yaml: scenarios 'run': "


def bay(*path: Any, value: Any) -> Change:
    return put("pages", "bay", *path, value=value)


def pages(*laid: dict[str, Any]) -> Change:
    """The pages of the first run."""
    return card("scenarios", "run", pages=list(laid))


FIRST = {"page": "bay", "x": 1, "y": 2, "start": True}
SECOND = {"page": "annex", "x": 7, "y": 3}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (bay("rows", 1, value="....."), BAY + "rows[1]: expected 6 characters as in the first row, got 5"),
        (bay("rows", 0, value=""), BAY + "rows[1]: expected 0 characters as in the first row, got 6"),
        (bay("rows", 2, value="..x..."),
         BAY + "rows[2]: unknown symbol 'x'; expected '.' a space, '!' a dangerous one, '#' out of bounds"),
        (bay("rows", value=["......"]), BAY + "rows: list should have at least 2 items"),
        (bay("rows", value=["."] * 6), BAY + "rows: expected at least 2 columns, got 1"),
        (bay("rows", value=["######"] * 6), BAY + "rows: the page has no space, all of it is out of bounds"),
        (pages({**FIRST, "x": 25}),
         RUN + "pages[0]: the page of 6 x 6 at column 25, row 2 does not fit into the grid of 30 x 20"),
        (pages({**FIRST, "y": 15}),
         RUN + "pages[0]: the page of 6 x 6 at column 1, row 15 does not fit into the grid of 30 x 20"),
        (pages(FIRST, {**SECOND, "x": 6}), RUN + "pages[1]: the page overlaps 'bay'"),
        (pages(FIRST, SECOND, {**SECOND, "x": 20}), RUN + "pages[2].page: the page 'annex' lies in the scenario twice"),
        (pages(FIRST, {**SECOND, "page": "anex"}),
         RUN + "pages[1].page: unknown page 'anex'; did you mean 'annex'?"),
        (bay("location", value="dok"), BAY + "location: unknown Location 'dok'; did you mean 'dock'?"),
        (pages({**FIRST, "start": False}, SECOND),
         RUN + "pages: no page is on the table from the start; expected 'start: true' on at least one"),
    ],
)  # fmt: skip
def test_pages_that_do_not_fit(change: Change, message: str):
    broken(change, message)


def test_more_spaces_than_the_tables_hold():
    broken(
        lambda d: (
            d["pages"]["bay"].update(rows=["." * 22] * 20, doors={}, walls=[], red_lines=[]),
            d["scenarios"]["run"].update(pages=[{**FIRST, "x": 0, "y": 0}, {**SECOND, "x": 22}]),
        ),
        RUN + f"pages: the pages have 451 spaces; at most {state.MAX_INSIDE} are possible",
    )


def test_spaces_too_far_apart_for_the_tables():
    winding = [text for i in range(10) for text in ("." * 30, "#" * 29 + "." if i % 2 == 0 else "." + "#" * 29)][:-1]

    def snake(entries: Data) -> None:
        entries["pages"]["bay"].update(
            rows=winding, doors={}, walls=[], red_lines=[], arrows={}, forced={}, consoles={}, spawns=[], setup={}
        )
        entries["pages"]["bay"].update(starts=["A1", "A2", "A3", "A4"], exits={"lift": {"title": "L", "cells": ["S1"]}})
        entries["scenarios"]["run"]["pages"] = [{**FIRST, "x": 0, "y": 0}]

    broken(snake, RUN + "pages: two spaces of the map are 255 or more steps apart")


def test_a_page_to_which_no_arrow_leads():
    broken(
        drop("pages", "bay", "arrows", "D6"),
        RUN + "pages[1]: no Location arrow leads to the page 'annex', so it never comes into play",
    )
    changed(
        drop("pages", "bay", "arrows", "D6"),
        put("scenarios", "run", "pages", 1, "start", value=True),
        put("scenarios", "drift", "pages", 1, "start", value=True),
    )


def test_an_arrow_of_a_page_that_never_comes_leads_nowhere():
    def round_about(entries: Data) -> None:
        entries["pages"]["bay"]["arrows"] = {}
        entries["pages"]["annex"]["arrows"] = {"D2": "annex"}

    broken(round_about, RUN + "pages[1]: no Location arrow leads to the page 'annex'")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (bay("walls", value=["B1-B2 south", "A3 west"]),
         BAY + "2 spaces of the scenario cannot be walked to (through doors, but around Extraction Points), for "
         "example A1"),
        (bay("red_lines", value=["F2 south", "F2 east"]), BAY + "1 space of the scenario cannot be walked to"),
        (put("pages", "annex", "rows", value=["...", "..#", "###", "..."]),
         "pages.yaml: pages 'annex': 3 spaces of the scenario cannot be walked to (through doors, but around "
         "Extraction Points), for example A1"),
        (lambda d: (bay("exits", "lift", "cells", value=["A3", "B3", "C3", "D3", "E3", "F3"])(d),
                    bay("starts", value=["B1", "B2", "C1", "C2"])(d),
                    bay("walls", value=[])(d),
                    bay("setup", value={})(d)),
         BAY + "29 spaces of the scenario cannot be walked to (through doors, but around Extraction Points), for "
         "example F4"),
    ],
)  # fmt: skip
def test_spaces_that_cannot_be_walked_to(change: Change, message: str):
    broken(change, message)


def test_doors_let_through():
    changed(bay("doors", "gate", "at", value=["F2 south", "F2 east"]))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (bay("walls", 0, value="E1-E2 up"), BAY + "walls[0]: "),
        (bay("walls", 0, value="E7 south"), BAY + "walls[0]: E7 is not on the page, whose spaces are A1 to F6"),
        (bay("walls", 0, value="E1-G1 south"), BAY + "walls[0]: G1 is not on the page, whose spaces are A1 to F6"),
        (bay("walls", 0, value="E0 south"), BAY + "walls[0]: E0 is not on the page, whose spaces are A1 to F6"),
        (bay("red_lines", 0, value="F1 south"), BAY + "red_lines[0]: this border needs a space on both sides"),
        (bay("red_lines", 0, value="F2 north"), BAY + "red_lines[0]: this border needs a space on both sides"),
        (bay("doors", "gate", "at", 0, value="F1 south"),
         BAY + "doors.gate.at[0]: this border needs a space on both sides"),
        (bay("doors", "gate", "at", 0, value="F2 west"),
         BAY + "doors.gate.at[0]: this border needs a space on both sides"),
        (bay("doors", "gate", "at", 0, value="C6 east"), BAY + "doors.hatch.at[0]: another door stands on this border"),
        (put("pages", "annex", "doors", value={"gate": {"at": ["D1 east"]}}),
         "pages.yaml: pages 'annex': doors.gate: another page has a door of this id"),
        (lambda d: d["pages"]["bay"]["doors"].update(
            {f"z{i}": {"at": [f"{'ABCD'[i // 5]}{i % 5 + 1} north"]} for i in range(MAX_DOORS - 4)}
            | {f"zz{i}": {"at": [f"E{i + 1} east"]} for i in range(3)}),
         BAY + f"doors.zz2: the scenario needs more than {MAX_DOORS} doors"),
    ],
)  # fmt: skip
def test_borders_that_cannot_be(change: Change, message: str):
    broken(change, message)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (bay("arrows", value={"D6": "anex"}), BAY + "arrows.D6: unknown page 'anex'; did you mean 'annex'?"),
        (bay("arrows", value={"F1": "annex"}), BAY + "arrows.F1: F1 is out of bounds; expected a space"),
        (bay("forced", value={"F1": "north"}), BAY + "forced.F1: F1 is out of bounds; expected a space"),
        (bay("forced", value={"A7": "north"}), BAY + "forced.A7: A7 is not on the page, whose spaces are A1 to F6"),
        (bay("forced", value={"A6": "up"}), BAY + "forced.A6: input should be 'north', 'east', 'south' or 'west'"),
        (bay("starts", 0, value="F1"), BAY + "starts[0]: F1 is out of bounds; expected a space"),
        (bay("starts", 0, value="Z1"), BAY + "starts[0]: string should match pattern"),
        (bay("starts", 0, value="B3"), BAY + "starts[1]: the start space B3 is given twice"),
        (bay("starts", 0, value="A1"),
         BAY + "starts[0]: A1 belongs to an Extraction Point, on which nobody can start"),
        (bay("starts", value=["B2", "B3", "C2"]),
         RUN + "pages: the pages of the start have 3 start spaces; expected 4"),
        (lambda d: (bay("starts", value=[f"{row}{n}" for row in "BCD" for n in (1, 2, 3, 4)])(d),
                    put("pages", "annex", "starts", value=["D1", "D2", "D3", "C1", "C2"])(d),
                    put("scenarios", "run", "pages", 1, "start", value=True)(d)),
         RUN + "pages: the pages have 17 start spaces; at most 16 count"),
    ],
)  # fmt: skip
def test_broken_arrows_and_start_spaces(change: Change, message: str):
    broken(change, message)


# -- broken contents of pages ------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-EXT-01")
def test_a_run_needs_an_extraction_point():
    def none(entries: Data) -> None:
        for page in entries["pages"].values():
            page["exits"] = {}
        entries["pages"]["annex"]["consoles"] = {}
        del entries["scenarios"]["drift"]

    def drop_page(entries: Data) -> None:
        entries["paragraphs"]["page"]["scenarios"] = []
        none(entries)

    broken(drop_page, RUN + "pages: no page has an Extraction Point; expected 'exits' on at least one (ENO-EXT-01)")


@pytest.mark.rule("ENO-INS-04")
def test_a_page_has_one_extraction_point_at_most():
    broken(
        bay("exits", "hole", value={"title": "Hole", "cells": ["A3"]}),
        BAY + "exits: the page has 2 Extraction Points; expected one at most (ENO-INS-04)",
    )


def insertion(name: str) -> Change:
    return card("scenarios", "drift", insertion=name)


@pytest.mark.rule("ENO-INS-03", "ENO-INS-04")
def test_the_insertion_point_lies_where_the_run_starts_and_is_no_way_out():
    at = "scenarios.yaml: scenarios 'drift': insertion: "
    broken(insertion("lft"), at + "unknown Extraction Point 'lft'; did you mean 'lift'?")
    broken(insertion("chute"), at + "'chute' is not on a page of the start")

    def alone(entries: Data) -> None:
        entries["scenarios"]["drift"]["pages"].pop()
        entries["pages"]["bay"]["setup"]["discoveries"] = {"D4": 1, "F6": 2}

    broken(alone, at + "it is no way out in this run (ENO-INS-03); expected another Extraction Point")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (bay("exits", "lift", "cells", value=["A9"]),
         BAY + "exits.lift.cells[0]: A9 is not on the page, whose spaces are A1 to F6"),
        (bay("exits", "lift", "cells", value=["A1", "F1"]),
         BAY + "exits.lift.cells[1]: F1 is out of bounds; expected a space"),
        (bay("exits", "lift", "cells", value=["A1", "A1"]),
         BAY + "exits.lift.cells[1]: A1 belongs to an Extraction Point already"),
        (bay("exits", "lift", "cells", value=[]), BAY + "exits.lift.cells: list should have at least 1 item"),
        (put("pages", "annex", "exits", value={"lift": {"title": "Lift", "cells": ["A2"]}}),
         "pages.yaml: pages 'annex': exits.lift: another page has an Extraction Point of this id"),
        (bay("spawns", 1, value=[]),
         BAY + "spawns[1]: the spawn cluster is empty; expected at least one intersection such as '0,3'"),
        (bay("spawns", 0, 0, value="7,0"),
         BAY + "spawns[0][0]: 7,0 is not an intersection of the page, whose last one is 6,6"),
        (bay("spawns", 0, 0, value="0,7"),
         BAY + "spawns[0][0]: 0,7 is not an intersection of the page, whose last one is 6,6"),
        (bay("spawns", 0, 0, value="A1"), BAY + "spawns[0][0]: string should match pattern"),
        (bay("spawns", 1, 1, value="0,0"), BAY + "spawns[1][1]: the spawn point 0,0 is given twice"),
        (bay("spawns", 1, value=[f"{i},{j}" for i in range(7) for j in range(1, 7)]),
         BAY + f"spawns[1][39]: the scenario needs more than {state.MAX_SPAWNS} spawn points"),
        (bay("setup", "start_blips", value=["0,0", "1,1"]),
         BAY + "setup.start_blips: 1,1 is no spawn point of the page (or is given twice); expected some of 0,0, 6,0, "
         "6,1"),
        (bay("setup", "start_blips", value=["0,0", "0,0"]),
         BAY + "setup.start_blips: 0,0 is no spawn point of the page (or is given twice)"),
        (put("scenarios", "run", "pages", 0, "setup", value={"start_blips": ["1,1"]}),
         RUN + "pages[0].setup.start_blips: 1,1 is no spawn point of the page"),
    ],
)  # fmt: skip
def test_broken_extraction_and_spawn_points(change: Change, message: str):
    broken(change, message)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put("pages", "annex", "consoles", "desk", "at", value="B2"),
         "pages.yaml: pages 'annex': consoles.desk.at: B2 is out of bounds; expected a space"),
        (put("pages", "annex", "consoles", "desk", "at", value="A2"),
         "pages.yaml: pages 'annex': consoles.desk.at: A2 belongs to an Extraction Point, on which nobody can stand"),
        (bay("consoles", "tap", value={"title": "Tap", "at": "B6", "effects": ["gain_loot"]}),
         BAY + "consoles.tap.at: there is a Console on B6 already"),
        (put("pages", "annex", "consoles", value={"panel": {"title": "P", "at": "D1", "effects": ["gain_loot"]}}),
         "pages.yaml: pages 'annex': consoles.panel: another page has a Console of this id"),
        (lambda d: d["pages"]["bay"]["consoles"].update(
            {f"z{i}": {"title": "Z", "at": f"{'CDE'[i // 6]}{i % 6 + 1}", "effects": ["die"]} for i in range(16)}),
         BAY + f"consoles.z9: the scenario needs more than {state.MAX_CONSOLES} Consoles"),
        (bay("consoles", "panel", "effects", value=["gain_lot"]),
         BAY + "consoles.panel.effects[0]: unknown effect 'gain_lot'; did you mean 'gain_loot'?"),
        (bay("consoles", "panel", "effects", value=[]), BAY + "consoles.panel.effects: list should have at least 1"),
        (bay("consoles", "panel", "lock", "skill", value="luck"), BAY + "consoles.panel.lock.skill: input should be "),
    ],
)  # fmt: skip
def test_broken_consoles(change: Change, message: str):
    broken(change, message)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (bay("setup", "discoveries", value={"F1": 1}), BAY + "setup.discoveries.F1: F1 is out of bounds"),
        (bay("setup", "discoveries", value={"A1": 1}),
         BAY + "setup.discoveries.A1: A1 belongs to an Extraction Point, on which nothing can lie"),
        (bay("setup", "discoveries", value={"D4": 0}), BAY + "setup.discoveries.D4"),
        (bay("setup", "caches", value=["E6", "F1"]), BAY + "setup.caches[1]: F1 is out of bounds; expected a space"),
        (bay("setup", "engrams", value={"F2": 5}), BAY + "setup.engrams.F2"),
        (bay("setup", "engrams", value={"A1": 1}), BAY + "setup.engrams.A1: A1 belongs to an Extraction Point"),
        (bay("setup", "objectives", value={"F4": "smple"}),
         BAY + "setup.objectives.F4: unknown name 'smple'; did you mean 'sample'?"),
        (bay("setup", "intruders", value={"F5": "crawlr"}),
         BAY + "setup.intruders.F5: unknown name 'crawlr'; did you mean 'crawler'?"),
        (bay("setup", "terrains", value={"D5": "slik"}),
         BAY + "setup.terrains.D5: unknown name 'slik'; did you mean 'slick'?"),
        (bay("setup", "terrains", value={"D5": "ecology"}), BAY + "setup.terrains.D5: unknown name 'ecology'"),
        (put("scenarios", "run", "pages", 0, "setup", value={"terrains": {"D5": "slik"}}),
         RUN + "pages[0].setup.terrains.D5: unknown name 'slik'; did you mean 'slick'?"),
        (put("scenarios", "run", "pages", 0, "setup", value={"terrain": {}}),
         RUN + "pages[0].setup: unknown key 'terrain'; did you mean 'terrains'?"),
        (lambda d: (bay("setup", value={kind: {f"{row}{n}": name for row in "BCDEF" for n in (2, 3, 4, 5, 6)}
                                        for kind, name in (("objectives", "box"), ("terrains", "slick"),
                                                           ("intruders", "ecology"))})(d)),
         BAY + f"setup.terrains.D6: the scenario places more than {state.MAX_OBJECTS} things"),
    ],
)  # fmt: skip
def test_things_that_cannot_be_placed(change: Change, message: str):
    broken(change, message)
