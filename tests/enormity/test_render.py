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

SCENARIOS = ("solar_ring", "open_run", "revisit", "training", "ring_patrol")
ARROWS = "^>v<"


def cell(x: int, y: int) -> int:
    return y * WIDTH + x


def point(i: int, j: int) -> int:
    return j * POINT_WIDTH + i


def started(scenario: str = "solar_ring", seats: int = 2, seed: int = 1, **options: Any) -> tuple[Enormity, Any]:
    """A game and its first position with all Spacers on the board."""
    game = Enormity(scenario=scenario, seats=seats, **options)
    state, rng = game.new(seed), random.Random(seed)
    while state["phase"] != 2:
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
    signs = {*render.THINGS.values(), render.CONSOLE, render.ARROW, render.SEVERAL, *ARROWS, *"!#%XIox"}
    signs |= {mark.strip() for marks in (render.UPRIGHT, render.LEVEL_LINES) for mark in marks.values() if mark.strip()}
    assert signs <= words


def test_an_extraction_point_from_closed_to_open() -> None:
    game, state = started("training", seats=1)
    clear(state)
    state["intruders"]["type"] = -1
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


# -- beside the board --------------------------------------------------------------------------------------------------


def block(text: str, first: str) -> str:
    """The line that begins so, and the indented ones behind it."""
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith(first))
    end = next((i for i in range(at + 1, len(lines)) if not lines[i].startswith("  ")), len(lines))
    return "\n".join(lines[at:end])


def test_everything_about_a_spacer_is_told() -> None:
    game, state = started("training", seats=2)
    names, spacer = game.catalogue.names, state["spacers"][1]
    spacer["vitals"], spacer["stress"], spacer["adrenaline"] = 5, 3, 7
    spacer["card"] = CardSide.HAND, CardSide.A, CardSide.B
    spacer["exerts"], spacer["radiation"], spacer["infection"], spacer["antinomy"] = 2, 4, 1, 2
    spacer["knock"], spacer["breakdown"], spacer["flipped"] = Knock.FALLING, 1, 1
    spacer["conditions"][2] = 1
    spacer["devices"][1], spacer["resources"][0], spacer["objectives"][0] = 2, 1, 3
    spacer["gear"]["card"] = -1
    spacer["gear"]["place"] = 0
    osr = list(game.catalogue.ids["gear"]).index("osr_3")
    row = spacer["gear"][0]
    row["card"], row["place"], row["ammo"], row["exhausted"] = osr, GearPlace.HAND, 1, 1
    row["discharge"] = row["disabled"] = row["charges"] = 0
    state["active"], state["marker"] = 1, 1
    told = block(game.text(state), "1 ")
    who = names["characters"][int(spacer["character"])]
    half = [[names["halves"][int(h)] for h in sleeve] for sleeve in spacer["half"]]
    for words in (
        f"1 {who} in {names['suits'][int(spacer['suit'])]}, {Names(game, state).space(int(spacer['cell']))}: ",
        "Vitals 5 (orange), Stress 3, Adrenaline 7 <- turn",
        f"0 in hand, {half[0][0]} / {half[0][1]}; 1 played, {half[1][0]}; 2 played, {half[2][1]}",
        "Exert cards 2 of 3",
        "Radiation 4 of 5",
        "Infection 1 of 5",
        "Antinomy 2",
        "knocked down",
        f"Breakdown {names['breakdowns'][1]}, bonus side",
        f"Condition {names['conditions'][2]}",
        f"Gear: 0 {names['gear'][osr]} (in hand, Ammo 1 of 2, exhausted)",
        f"2 Engram {names['engrams'][1]} (device); 1 Engram {names['engrams'][0]} (resource)",
        f"3 {names['objectives'][0]}s",
    ):
        assert words in told
    assert f"Priority Target: 1 {who}" in game.text(state)
    spacer["where"], spacer["cell"] = Where.EXTRACTED, -1
    assert "extracted: " in block(game.text(state), "1 ")
    spacer["where"] = Where.DEAD
    assert "dead: " in block(game.text(state), "1 ")


def test_everything_about_an_intruder_is_told() -> None:
    game, state = started("training", seats=1)
    slot = lay_intruder(state, 1, 6, 0, facing=3, suppression=2, wounds=1, surprised=1, acted=1)
    state["intruders"][slot]["specimen"] = 0
    names = game.catalogue.names
    told = block(game.text(state), f"{intruder_letter(slot)} ")
    for words in ("B2 facing west", "Suppression 2", "Wounds 1", "surprised", "has acted", names["specimens"][0]):
        assert words in told
    sheet = block(game.text(state), f"{names['types'][0]}: AT {int(game.tables['types'][0]['at'][0])} on this level")
    first, end = (int(game.tables["types"][0][f"{name}_protocol"]) for name in ("first", "end"))
    for protocol in range(first, end):
        assert game.catalogue.texts["protocols"][protocol] in sheet


def test_round_track_and_pool() -> None:
    game, state = started(seats=1)
    for name in ("track_blips", "track_intruders", "track_discoveries"):
        state[name] = 0
    state["round"], state["phase"], state["countdown"], state["extraction"] = 4, 3, 6, 4
    state["track_blips"][7], state["track_intruders"][5] = 2, 1
    state["track_discoveries"][3], state["track_discovery"][3], state["track_open"][3] = 2, (8, 9), (1, 0)
    state["incoming"], state["pool"] = (1, 0, 2), (0, 3, 0)
    state["alert"] = state["initiated"] = 1
    lines = game.text(state).splitlines()
    assert lines[0] == "round 4, Intruder Phase; Countdown 6, red level; Extraction is initiated; Full Alert"
    assert lines[1] == (
        "Countdown Track: 9 | 8 | 7 Blip, Blip | [6] | 5 Intruder | 4 Extraction Marker | 3 Discovery 9, Discovery | "
        "2 | 1 | 0"
    )
    assert lines[2].startswith("Spacer Pool: Incoming 1 Discipline, 2 Expertise; Active 3 Confidence")
    state["extraction"] = 0
    text = game.text(state)
    assert "Extraction is available" in text
    assert "Extraction Marker" not in text


def test_what_is_going_on_is_told() -> None:
    seen = set()
    for seed in range(6):
        for game, state in moments("solar_ring", 2, seed, every=1):
            text = game.text(state)
            if game.is_over(state):
                assert text.splitlines()[-1] == f"over: {game.outcome(state).reason}"
                seen.add("over")
                continue
            assert text.splitlines()[-1].startswith(f"asked: {game.seats[game.turn(state)]}, ")
            for name, count, line in (
                ("roll", state["n_rolls"], r"^(\w+ roll|Enormity die)( of \d .*)?: .*; step \w+$"),
                ("attack", state["n_assaults"], r"^attack of "),
                ("noise", state["n_noises"], r"^Noise at .*: "),
                ("scanner", state["scanner"] >= 0, r"^Scanner: north-west \d"),
            ):
                assert len(re.findall(line, text, re.M)) == int(count), name
                seen |= {name} if count else set()
            if state["n_rolls"]:
                roll = state["rolls"][int(state["n_rolls"]) - 1]
                told = next(line for line in text.splitlines() if re.match(r"\w+ (roll|die)\b", line))
                assert len(re.findall(r"\b(?:white|red|black) [Whpq-]", told)) == int(roll["n"]) * (roll["kind"] != 6)
    assert seen >= {"over", "roll", "attack", "noise"}


def test_the_set_up_has_the_stash_and_no_board_before_the_pages_lie() -> None:
    game = Enormity(scenario="open_run", seats=2)
    state, rng = game.new(2), random.Random(2)
    seen = set()
    while state["phase"] == 0:
        text = game.text(state)
        seen |= {"stash"} if re.search(r"^stash: .*2 Warden Sidearm", text, re.M) else set()
        seen |= {"choice"} if re.search(r"^1 spacer_1, to be chosen$", text, re.M) else set()
        assert game.image(state, size=100).shape == (100, 100, 3)
        game.step(state, rng.choice(game.legal_actions(state)))
    assert seen == {"stash", "choice"}
    assert "stash:" not in game.text(state)
    state["revealed"] = 0
    clear(state)
    assert "(no map)" in game.text(state)
    assert game.image(state, size=100).any()


# -- the picture -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [64, 200, 400, 800])
def test_a_picture_is_a_square_of_rgb_bytes(size: int) -> None:
    for scenario in SCENARIOS:
        for game, state in moments(scenario, 4, 1, every=150):
            image = game.image(state, size=size)
            assert image.shape == (size, size, 3)
            assert image.dtype == np.uint8
            assert image.flags.writeable
            assert (image == game.image(state, 1, size)).all()


def test_the_picture_shows_the_figures_and_blips_where_they_are() -> None:
    seen = 0
    for scenario in SCENARIOS:
        for game, state in moments(scenario, 4, 2, every=41):
            image, at = picture(game, state)
            if not at.at.columns:
                continue
            for where, units in at.at.units.items():
                x0, y0, x1, y1 = at.box(where)
                area = image[round(y0) : round(y1), round(x0) : round(x1)]
                for unit in units:
                    seen += 1
                    spacer = unit < MAX_SPACERS
                    colour = render.SPACER_COLOURS[unit] if spacer else render.INTRUDER
                    assert has(area, colour) > 0.1 * (at.step / len(units)) ** 2
            for number in at.at.blips:
                seen += 1
                middle = at.point(number % POINT_WIDTH, number // POINT_WIDTH)
                assert has(around(image, middle, 0.25 * at.step), render.BLIP) > 0.05 * at.step**2
    assert seen > 60


def test_floor_danger_and_what_is_out_of_bounds_look_different() -> None:
    game, state = started(seats=1)
    clear(state)
    put(game, state, 0, 1, 4)
    image, at = picture(game, state)

    def colours(x: int, y: int) -> set[tuple[int, ...]]:
        return {tuple(map(int, c)) for c in around(image, at.point(x + 0.5, y + 0.5), 0.3 * at.step).reshape(-1, 3)}

    assert colours(5, 1) == {render.FLOOR}
    assert {render.DANGER, render.HATCH} <= colours(7, 1)
    assert colours(1, 7) == {render.VOID}
    for things in (at.at.things[cell(9, 1)], at.at.things[cell(5, 6)]):
        assert len(things) == 1
    assert render.THING_COLOURS["$"] in colours(9, 1)
    assert render.THING_COLOURS["="] in colours(5, 6)


def test_the_panels_follow_the_statistics_the_track_and_the_pool() -> None:
    game, state = started("training", seats=2)
    before = game.image(state)
    for name, value in (("vitals", 2), ("stress", 8), ("adrenaline", 6), ("exerts", 2), ("radiation", 3)):
        other = game.clone(state)
        other["spacers"][1][name] = value
        below = slice(round(render.DOWN * 800), None)
        assert (game.image(other)[below] != before[below]).any(), name
    changes = {"countdown": 3, "extraction": 1, "pool": (0, 5, 0), "incoming": (2, 2, 2), "round": 9}
    for name, value in changes.items():
        other = game.clone(state)
        other[name] = value
        assert (game.image(other) != before).any(), name
    state["spacers"][1]["vitals"] = 2
    red = has(game.image(state)[600:], render.BANDS[render.Band.RED])
    state["spacers"][1]["vitals"] = 3
    assert has(game.image(state)[600:], render.BANDS[render.Band.RED]) > 1.3 * red


def test_the_board_of_a_picture_stays_in_its_place() -> None:
    game, state = started("revisit", seats=2)
    state["revealed"] = (1 << int(game.tables["n_pages"])) - 1
    for size in (200, 400, 800):
        _, at = picture(game, state, size)
        (x0, y0), (x1, y1) = (
            at.point(at.at.columns.start, at.at.rows.start),
            at.point(at.at.columns.stop, at.at.rows.stop),
        )
        assert 0 < x0 < x1 < render.ACROSS * size
        assert 0 < y0 < y1 < render.DOWN * size
        assert len(at.at.columns) == WIDTH
