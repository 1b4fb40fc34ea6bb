"""The text and the picture of a position: what they show, and what they must not show."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pytest

from envs.enormity import render
from envs.enormity.game import Enormity
from envs.enormity.state import (
    HEIGHT,
    MAX_SPACERS,
    POINT_WIDTH,
    WIDTH,
    Border,
    CardSide,
    DoorState,
    Face,
    GearPlace,
    Knock,
    Mark,
    PointState,
    Thing,
    Where,
)
from envs.enormity.wording import Names, intruder_letter

SCENARIOS = ("solar_ring", "open_run", "revisit", "training")
ARROWS = "^>v<"


def cell(x: int, y: int) -> int:
    return y * WIDTH + x


def point(i: int, j: int) -> int:
    return j * POINT_WIDTH + i


def started(scenario: str = "solar_ring", seats: int = 2, seed: int = 1, **options: Any) -> tuple[Enormity, Any]:
    """A game and its first position with all Spacers on the board."""
    game = Enormity(scenario=scenario, seats=seats, **options)
    state, rng = game.new(seed), random.Random(seed)
    while not state["phase"] == 2:
        game.step(state, rng.choice(game.legal_actions(state)))
    return game, state


def moments(scenario: str, seats: int, seed: int, every: int = 9) -> Any:
    """A game and positions of a random session of it, the last one over."""
    game = Enormity(scenario=scenario, seats=seats)
    state, rng = game.new(seed), random.Random(seed)
    for n in range(4000):
        if n % every == 0 or game.is_over(state):
            yield game, game.clone(state)
        if game.is_over(state):
            return
        game.step(state, rng.choice(game.legal_actions(state)))


class Grid:
    """The board of a text, read by columns and rows of the grid."""

    def __init__(self, text: str, left: int = 0, top: int = 0):
        lines = text.splitlines()
        self.at = next(i for i, line in enumerate(lines) if re.match(r" [A-T] ", line))
        self.lines, self.left, self.top = lines, left, top

    def _char(self, column: int, line: int, n: int) -> str:
        return self.lines[line].ljust(column + n)[column : column + n]

    def cell(self, x: int, y: int) -> str:
        return self._char(4 + 4 * (x - self.left), self.at + 2 * (y - self.top), 3)

    def west(self, x: int, y: int) -> str:
        return self._char(3 + 4 * (x - self.left), self.at + 2 * (y - self.top), 1)

    def north(self, x: int, y: int) -> str:
        return self._char(4 + 4 * (x - self.left), self.at + 2 * (y - self.top) - 1, 3)

    def knot(self, i: int, j: int) -> str:
        return self._char(3 + 4 * (i - self.left), self.at + 2 * (j - self.top) - 1, 2)


def picture(game: Enormity, state: Any, size: int = 800) -> tuple[np.ndarray, render.Picture]:
    """The picture, and an object that knows where things are in it."""
    from PIL import Image, ImageDraw

    blank = ImageDraw.Draw(Image.new("RGB", (size, size)))
    return game.image(state, size=size), render.Picture(render.Position(game, state), blank, size)


def has(area: np.ndarray, colour: tuple[int, int, int]) -> int:
    """How many pixels have exactly the colour."""
    return int((area == colour).all(axis=-1).sum())


def around(image: np.ndarray, middle: tuple[float, float], reach: float) -> np.ndarray:
    x, y = middle
    return image[max(0, round(y - reach)) : round(y + reach) + 1, max(0, round(x - reach)) : round(x + reach) + 1]


def clear(state: Any) -> None:
    """Take the Blips off the board."""
    state["blips"]["point"] = -1
    state["blips"]["known"] = 0


def lay_blip(state: Any, i: int, j: int, face: Face, arrow: int, known: bool = False) -> int:
    slot = int(np.flatnonzero(state["blips"]["point"] < 0)[0])
    blip = state["blips"][slot]
    blip["point"], blip["face"], blip["arrow"], blip["known"] = point(i, j), face, arrow, known
    return slot


def lay_intruder(state: Any, x: int, y: int, type: int = 0, **fields: int) -> int:
    slot = int(np.flatnonzero(state["intruders"]["type"] < 0)[0])
    intruder = state["intruders"][slot]
    intruder["cell"], intruder["type"], intruder["specimen"] = cell(x, y), type, -1
    for name, value in fields.items():
        intruder[name] = value
    return slot


def put(game: Enormity, state: Any, seat: int, x: int, y: int) -> None:
    state["spacers"][seat]["cell"], state["spacers"][seat]["where"] = cell(x, y), Where.BOARD


# -- nothing hidden ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", list(Face))
def test_the_face_of_a_blip_shows_only_once_it_has_been_seen(face: Face) -> None:
    game, state = started()
    clear(state)
    slot = lay_blip(state, 6, 6, Face.ECHO, 1)
    before, drawn = game.text(state), game.image(state)
    state["blips"][slot]["face"] = face
    assert game.text(state) == before
    assert (game.image(state) == drawn).all()
    assert Grid(before).knot(6, 6) == "> "
    state["blips"][slot]["known"] = 1
    after = game.text(state)
    assert Grid(after).knot(6, 6) == ">" + {Face.ECHO: "E", Face.A: "A", Face.B: "B", Face.U: "U"}[face]
    assert f"Blip {slot} ({'Echo' if face == Face.ECHO else face.name}) at " in after
    assert (game.image(state) != drawn).any()


def test_facedown_tokens_and_the_order_of_decks_do_not_show() -> None:
    rng = np.random.default_rng(3)
    for scenario in SCENARIOS:
        for game, state in moments(scenario, 2, 4, every=29):
            state["track_blips"][3], state["track_blip"][3] = 1, (Face.ECHO, -1)
            state["track_discoveries"][2], state["track_discovery"][2], state["track_open"][2] = 1, (5, -1), 0
            before, drawn = game.text(state), game.image(state, size=200)
            hidden = (state["blips"]["point"] >= 0) & (state["blips"]["known"] == 0)
            state["blips"]["face"][hidden] = rng.integers(0, 4, hidden.sum())
            state["blip_pool"] = state["blip_pool"][rng.permutation(4)]
            state["track_blip"][3], state["track_discovery"][2] = (Face.U, -1), (17, -1)
            down = (state["objects"]["kind"] == Thing.DISCOVERY) & (state["objects"]["face_up"] == 0)
            state["objects"]["sub"][down] = rng.integers(0, 40, down.sum())
            state["engram_pool"] = rng.integers(0, 9, 4)
            for name in ("loot", "scanner_white", "scanner_red", "scanner_black", "breakdowns", "adversaries",
                         "discoveries"):  # fmt: skip
                n = int(state[name]["n"])
                state[name]["cards"][:n] = rng.permutation(state[name]["cards"][:n])
            assert game.text(state) == before
            assert (game.image(state, size=200) == drawn).all()


def test_all_seats_read_the_same_and_nothing_that_they_cannot_know() -> None:
    game = Enormity(scenario="revisit", seats=3, monsters="agent", freedom="full")
    for seed in range(2):
        state, rng = game.new(seed), random.Random(seed)
        while not game.is_over(state):
            if rng.random() < 0.05:
                text = game.text(state)
                for seat in range(game.num_seats):
                    assert game.text(state, seat) == text
                    assert game.text(game.resample(state, seat, rng.randrange(1 << 30)), seat) == text
            game.step(state, rng.choice(game.legal_actions(state)))


def test_pages_and_extraction_points_that_have_not_been_found_are_not_there() -> None:
    game, state = started(seats=1)
    collar = game.catalogue.names["extraction_points"][0]
    text = game.text(state)
    assert int(state["revealed"]) == 1
    assert "Ring desk" not in text
    assert collar not in text
    assert not re.search(r"^ +SR1 +SR2", text, re.M)
    state["revealed"] = 3
    text = game.text(state)
    assert "Ring desk" in text
    assert collar not in text
    assert re.search(r"^ +SR1 +SR2", text, re.M)
    assert Grid(text).cell(14, 0) == "   "
    state["points"][0]["state"] = PointState.CLOSED
    text = game.text(state)
    assert f"{collar} (closed) at SR2 J4 and SR2 J5 and SR2 J6" in text
    assert Grid(text).cell(14, 0) == " X "


def test_rendering_leaves_the_position_alone() -> None:
    for game, state in moments("open_run", 2, 2, every=60):
        before = state.tobytes()
        game.text(state)
        game.image(state, size=64)
        assert state.tobytes() == before


# -- the board ---------------------------------------------------------------------------------------------------------


def test_lines_stand_between_the_cells() -> None:
    game, state = started(seats=1)
    clear(state)
    kinds = {
        (6, 2): (Border.WALL, "|"),
        (6, 3): (Border.RED, ":"),
        (8, 2): (Border.DOOR, "H"),
        (8, 3): (Border.DOOR + 1, "'"),
        (8, 5): (Border.DOOR + 2, "W"),
        (7, 2): (Border.OPEN, " "),
    }
    for (x, y), (kind, _) in kinds.items():
        game.tables["border"][cell(x, y)][3] = game.tables["border"][cell(x - 1, y)][1] = kind
    game.tables["border"][cell(7, 6)][0] = game.tables["border"][cell(7, 5)][2] = Border.DOOR
    state["doors"][:3] = DoorState.CLOSED, DoorState.OPEN, DoorState.WELDED
    grid = Grid(game.text(state))
    assert {at: grid.west(*at) for at in kinds} == {at: mark for at, (_, mark) in kinds.items()}
    assert grid.north(7, 6) == "==="
    image, at = picture(game, state)
    colours = {
        (6, 2): render.Line.WALL,
        (6, 3): render.Line.RED,
        (8, 2): render.Line.CLOSED,
        (8, 3): render.Line.OPEN,
        (8, 5): render.Line.WELDED,
    }
    for (x, y), line in colours.items():
        assert has(around(image, at.point(x, y + 0.5), 2), render.LINE_COLOURS[line]), line
    for line in colours.values():
        assert not has(around(image, at.point(7, 2.5), 2), render.LINE_COLOURS[line])


def test_the_rim_of_the_pages_is_a_wall_until_the_next_page_is_there() -> None:
    game, state = started(seats=1)
    east = Grid(game.text(state)).west(10, 5)
    assert east == "|"
    state["revealed"] = 3
    assert Grid(game.text(state)).west(10, 5) == " "


def test_the_rulers_name_the_spaces_as_the_actions_do() -> None:
    for game, state in moments("open_run", 2, 3, every=40):
        state["revealed"] = (1 << int(game.tables["n_pages"])) - 1
        text = game.text(state)
        at = render.Position(game, state)
        grid = Grid(text, at.columns.start, at.rows.start)
        names = Names(game, state)
        numbers = grid.lines[grid.at - 2]
        for x in at.columns:
            y = next((y for y in at.rows if at.shown[cell(x, y)]), None)
            printed = numbers[3 + 4 * (x - at.columns.start) :][:4].strip()
            if y is not None and printed and at.rims(int(game.tables["page"][cell(x, y)]))[0]:
                assert names.space(cell(x, y)).rstrip("0123456789")[-1] + printed == names.space(cell(x, y)).split()[-1]
        for y in at.rows:
            page = min((n for n in at.pages if y in at.down[n]), key=lambda n: at.across[n].start, default=None)
            inside = [x for x in at.columns if page is not None and int(game.tables["page"][cell(x, y)]) == page]
            if inside:
                letter = grid.lines[grid.at + 2 * (y - at.rows.start)][1]
                assert names.space(cell(inside[0], y)).split()[-1][0] == letter


def test_every_figure_stands_where_it_is() -> None:
    seen = 0
    for scenario in SCENARIOS:
        for seed in range(3):
            for game, state in moments(scenario, 3, seed, every=23):
                at, text = render.Position(game, state), game.text(state)
                if not at.columns:
                    continue
                grid = Grid(text, at.columns.start, at.rows.start)
                for seat in range(3):
                    spacer = state["spacers"][seat]
                    if spacer["where"] == Where.BOARD:
                        seen += 1
                        assert str(seat) in grid.cell(spacer["cell"] % WIDTH, spacer["cell"] // WIDTH)
                    assert re.search(rf"^{seat} ", text, re.M)
                for slot, e in enumerate(state["intruders"]):
                    if e["type"] >= 0:
                        seen += 1
                        assert intruder_letter(slot) in grid.cell(e["cell"] % WIDTH, e["cell"] // WIDTH)
                        name = game.catalogue.names["types"][int(e["type"])]
                        assert re.search(rf"^{intruder_letter(slot)} {name}, ", text, re.M)
                for slot, blip in enumerate(state["blips"]):
                    if blip["point"] >= 0:
                        seen += 1
                        i, j = blip["point"] % POINT_WIDTH, blip["point"] // POINT_WIDTH
                        assert grid.knot(i, j)[0] == ARROWS[int(blip["arrow"])]
                        assert re.search(rf"^Blip {slot}\b", text, re.M)
    assert seen > 300


def test_what_lies_on_the_spaces() -> None:
    game, state = started(seats=1)
    tables, kinds = game.tables, list(game.catalogue.ids["terrains"])
    clear(state)
    state["objects"]["cell"] = -1
    marks = {}
    for n, (x, kind, mark) in enumerate(
        ((1, Thing.CACHE, "$"), (2, Thing.ENGRAM, "*"), (3, Thing.OBJECTIVE, "@"), (4, Thing.DISCOVERY, "?"))
    ):
        state["objects"][n] = (cell(x, 6), kind, 0, 0, 1)
        marks[x, 6] = f" .{mark}"
    tables["marks"][cell(6, 6)] |= 1 << Mark.DANGEROUS
    tables["forced"][cell(7, 6)] = 2
    tables["leads"][cell(8, 6)] = 1
    state["tile"][cell(4, 2)], state["tile"][cell(5, 2)] = kinds.index("barricade") + 1, kinds.index("live_cable") + 1
    put(game, state, 0, 5, 6)
    marks |= {(5, 6): " 0=", (6, 6): "!. ", (7, 6): ">. ", (8, 6): " ./", (4, 2): "#. ", (5, 2): "%. "}
    grid = Grid(game.text(state))
    assert {at: grid.cell(*at) for at in marks} == marks
    state["objects"][4] = (cell(5, 6), Thing.CACHE, 0, 0, 1)
    assert Grid(game.text(state)).cell(5, 6) == " 0&"


def test_every_sign_of_the_board_is_in_the_legend() -> None:
    words = set(render.LEGEND.split())
    signs = {*render.THINGS.values(), render.CONSOLE, render.ARROW, render.SEVERAL, *ARROWS, "!", "#", "%", "X", "I", "o", "x"}
    signs |= {mark.strip() for marks in (render.UPRIGHT, render.LEVEL_LINES) for mark in marks.values() if mark.strip()}
    assert signs <= words


def test_an_extraction_point_from_closed_to_open() -> None:
    game, state = started("training", seats=1)
    assert {Grid(game.text(state)).cell(x, 0) for x in (6, 7)} == {" X "}
    assert Grid(game.text(state)).north(6, 1) == "---"
    state["points"][0] = (PointState.INITIATED, 3)
    assert Grid(game.text(state)).cell(6, 0) == "3X "
    assert "(initiated, 3 Exfiltration tokens)" in game.text(state)
    state["points"][0] = (PointState.OPEN, 0)
    grid = Grid(game.text(state))
    assert grid.cell(6, 0) == "[ ]"
    assert (grid.north(6, 1), grid.west(7, 0)) == ("   ", " ")
    lay_intruder(state, 6, 0)
    assert Grid(game.text(state)).cell(6, 0) == "[a]"


def test_spawn_points_and_blips_on_them() -> None:
    game, state = started("training", seats=1)
    clear(state)
    number = int(game.tables["spawns"][0])
    i, j = number % POINT_WIDTH, number // POINT_WIDTH
    assert Grid(game.text(state)).knot(i, j)[0] == "o"
    state["spawn_disabled"][0] = 1
    assert Grid(game.text(state)).knot(i, j)[0] == "x"
    lay_blip(state, i, j, Face.A, 2)
    assert Grid(game.text(state)).knot(i, j)[0] == "v"
