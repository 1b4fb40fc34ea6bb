"""Text and picture of a state of Machina Arcana. Everything shown is open to every seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from envs.core.drawing import Drawing, Rgb
from envs.core.game import State
from envs.machina_arcana.actions import MAX_EXPLORERS, WIDTH
from envs.machina_arcana.state import (
    MARKER_EXPLORER,
    MARKER_GROUND,
    Border,
    Choice,
    ItemPlace,
    Phase,
    QuestKind,
    QuestSource,
    QuestState,
    Space,
    Token,
    Where,
)
from envs.machina_arcana.wording import (
    QUESTIONS,
    WHEREABOUTS,
    Wording,
    counters,
    drop_pile,
    edge_tokens,
    ground_markers,
    monster_letter,
    ongoing,
    place,
    token_cell,
)

if TYPE_CHECKING:
    from envs.machina_arcana.game import MachinaArcana

GLYPHS = {
    Space.VOID: " ",
    Space.PLAIN: ".",
    Space.TRAPPED: "^",
    Space.PIT: "o",
    Space.SPAWN: "S",
    Space.RUBBLE: "#",
    Space.TRAP: "L",
    Space.BARREL: "B",
    Space.RECHARGE: "R",
    Space.WORKBENCH: "W",
    Space.EVENT: "E",
    Space.TREASURE: "T",
    Space.CHAPTER: "C",
    Space.SPECIAL: "Q",
}
LEGEND = """Board: 0 to 3 explorers, letters a, b, ... monsters (as listed below the board)
  . floor   ^ trapped floor   o pit   # rubble   > entry   < exit   x explored, of no more use
  T treasure   E event   W workbench   R recharge   C chapter   * lit chapter   Q special space
  S monster spawn   L trap lever   B barrel
  | - wall   + closed door   ' open door   ! barrier
  behind a space: $ a marker over a dropped item   = an edge token, nobody explores from there again"""


def exit_cell(game: MachinaArcana, state: State) -> int:
    """Cell of the exit token, -1 if there is none."""
    slot = int(state["exit_slot"])
    return token_cell(game, state, slot, int(state["exit_side"])) if slot >= 0 else -1


def glyph(game: MachinaArcana, state: State, cell: int, way_out: int) -> str:
    """The character of a cell."""
    unit = int(state["unit"][cell]) - 1
    if unit >= MAX_EXPLORERS:
        return monster_letter(unit - MAX_EXPLORERS)
    if unit >= 0:
        return str(unit)
    if cell == way_out:
        return "<"
    if cell in state["entry_cell"]:
        return ">"
    kind, token = Space(int(state["kind"][cell])), Token(int(state["token"][cell]))
    if token == Token.EXPLORED:
        return "x"
    if kind == Space.CHAPTER and token == Token.LIGHT:
        return "*"
    return GLYPHS[kind]


def board_lines(game: MachinaArcana, state: State) -> list[str]:
    """The placed tiles as text, walls as ``|`` and ``-``, closed doors ``+``, open ones ``'``, barriers ``!``."""
    rows = [y for y in range(WIDTH) if state["kind"][y * WIDTH : (y + 1) * WIDTH].any()]
    kinds = state["kind"].reshape(WIDTH, WIDTH)
    cols = [x for x in range(WIDTH) if kinds[:, x].any()]
    if not rows:
        return ["(no map)"]
    vertical = {Border.NONE: " ", Border.WALL: "|", Border.OPEN: "'", Border.CLOSED: "+", Border.DESTROYED: " "}
    horizontal = {Border.NONE: " ", Border.WALL: "-", Border.OPEN: "'", Border.CLOSED: "+", Border.DESTROYED: " "}

    def mark(border: int, table: dict[Border, str]) -> str:
        return "!" if border >= Border.BARRIER else table[Border(border)]

    way_out, marked, edges = exit_cell(game, state), ground_markers(state), edge_tokens(game, state)
    lines = ["    " + "".join(f"{x:<3}" for x in cols)]
    for y in rows:
        above = "   "
        line = f"{y:>2} "
        for x in cols:
            cell = y * WIDTH + x
            inside = bool(state["kind"][cell])
            above += " " + (mark(int(state["border"][cell][0]), horizontal) * 2 if inside else "  ")
            left = int(state["border"][cell][3])
            line += (mark(left, vertical) if inside else " ") + glyph(game, state, cell, way_out)
            line += "$" if cell in marked else "=" if cell in edges else " "
        last = y * WIDTH + cols[-1]
        line += mark(int(state["border"][last][1]), vertical) if state["kind"][last] else ""
        if above.strip():
            lines.append(above.rstrip())
        lines.append(line.rstrip())
    return lines


def explorer_line(game: MachinaArcana, state: State, seat: int) -> str:
    """One explorer: card, attributes, items."""
    e = state["explorers"][seat]
    card, where = int(e["card"]), Where(int(e["where"]))
    if card < 0 or where == Where.OUT:
        return f"{seat} no explorer"
    at = place(int(e["cell"])) if where == Where.MAP else WHEREABOUTS[where]
    printed = game.tables["explorers"][card]
    text = (
        f"{seat} {game.pack.names['explorers'][card]}, {at}: health {int(e['health'])}/{int(printed['health'])}, "
        f"stamina {int(e['stamina'])}/{int(printed['stamina'])}, essence {int(e['essence'])}"
    )
    if where == Where.MAP:
        row = (seat - int(game.hero(state, 0) or 0)) % game.heroes  # the viewer's row comes first
        armor, will = np.rint(9 * _block(game, state, "others")[row, 4:6]).astype(int)
        text += f", armor {armor}, will {will}"
    for verb, places in (("wears", _WORN), ("carries", (ItemPlace.INVENTORY,))):
        names = [
            game.pack.names["treasures"][i]
            for i in range(int(game.tables["n_treasures"]))
            if int(state["items"]["owner"][i]) == seat and int(state["items"]["place"][i]) in places
        ]
        text += f"; {verb} {', '.join(names)}" if names else ""
    return text + (" <- turn" if int(state["active"]) == seat else "")


def marker_line(game: MachinaArcana, state: State, seat: int) -> str:
    """Where the markers of a seat are, and its drop pile; empty if all markers lie on its board."""
    markers, words = [int(at) for at in state["explorers"][seat]["marker"]], Wording(game, state)
    if not any(markers):
        return ""
    parts = [f"{seat} markers: {markers.count(0)} free"]
    for at in markers:
        if at >= MARKER_EXPLORER:
            parts.append(f"on the card of {words.marked_card(at)}")
        elif at:
            parts.append(f"at {place(at - MARKER_GROUND)}")
    pile = drop_pile(state, seat)[::-1]
    names = ", ".join(words.item(card) for card in pile)
    return ", ".join(parts) + (f"; drop pile from the top: {names}" if pile else "")


_WORN = (ItemPlace.EQUIPPED, ItemPlace.TOP, ItemPlace.BOTTOM, ItemPlace.AUGMENT)


def _block(game: MachinaArcana, state: State, name: str) -> NDArray[np.float32]:
    """A block of the observation of the first seat, which has the values in force of all units."""
    return game.blocks(game.observe(state, 0))[name]


def monster_lines(game: MachinaArcana, state: State) -> list[str]:
    """The monsters on the map, in the order in which they act."""
    features = _block(game, state, "monsters")
    lines = []
    for m in state["queue"]["cards"][: int(state["queue"]["n"])].tolist():
        monster = state["monsters"][m]
        armor, will = np.rint(9 * features[m, 6:8]).astype(int)
        abilities = game.pack.texts["monsters"][m].split(". ", 1)[1]
        lines.append(
            f"{monster_letter(m)} {game.pack.names['monsters'][m]}, {place(int(monster['cell']))}: "
            f"health {int(monster['health'])}, armor {armor}, will {will}. {abilities}"
        )
    return lines


def quest_lines(game: MachinaArcana, state: State) -> list[str]:
    """The open quests."""
    lines = []
    words = Wording(game, state)
    for q in range(int(game.tables["n_quests"])):
        if state["quest_state"][q] != QuestState.OPEN:
            continue
        quest = game.tables["quests"][q]
        holder = int(state["quest_holder"][q])
        who = "all" if holder < 0 else words.explorer(holder)
        if quest["source"] == QuestSource.EVENT:
            lines.append(f"quest {q} ({who}): {words.quest(q)}")
            continue
        what = {
            QuestKind.COLLECT_ESSENCE: "collect essence",
            QuestKind.COLLECT_HEALTH: "collect health",
            QuestKind.USE_SPACE: f"use {Space(int(quest['space'])).name.lower()} spaces",
        }[QuestKind(int(quest["kind"]))]
        lines.append(f"quest {q} ({who}): {what}, {int(state['quest_progress'][q])} of {int(quest['times'])}")
    return lines


def round_line(state: State) -> str:
    """Round, phase, threat and the values of the spawn and horror rolls."""
    phase = Phase(int(state["phase"])).name.lower()
    return (
        f"round {int(state['round'])}, {phase} phase; threat {int(state['threat'])} of 10, "
        f"level {int(state['level'])}; a monster spawns on {int(state['monster_rating'])}+, "
        f"horror on {int(state['horror_rating'])}+"
    )


def text(game: MachinaArcana, state: State, seat: int | None) -> str:
    """The whole open position."""
    at = int(state["chapter_at"])
    lines = [round_line(state)]
    if at >= 0:
        chapters = game.pack.chapters(game.options)
        lines.append(f"chapter {at + 1} of {len(chapters)}: {chapters[at].name} - {chapters[at].text}")
    if int(state["endgame"]) >= 0:
        lines.append("endgame: " + game.pack.endgame_text(game.options))
    lines += ongoing(game, state)
    lines += [f"{name} {count}" for name, count in counters(game, state).items() if count]
    lines += quest_lines(game, state)
    lines += board_lines(game, state)
    lines += [explorer_line(game, state, s) for s in range(int(state["seats"]))]
    lines += filter(None, (marker_line(game, state, s) for s in range(int(state["seats"]))))
    lines += monster_lines(game, state)
    asked = game.hero(state)
    if asked is not None:
        lines.append(f"asked: {game.hero_name(asked)}, {QUESTIONS[Choice(int(state['core']['choice']))]}")
    elif game.is_over(state):
        lines.append(f"over: {game.outcome(state).reason}")
    return "\n".join(lines)


# ------------------------------------------------------------------------------------------------ picture

COLOURS = {
    Space.VOID: (16, 16, 20),
    Space.PLAIN: (92, 90, 86),
    Space.TRAPPED: (120, 92, 70),
    Space.PIT: (24, 20, 24),
    Space.SPAWN: (86, 52, 104),
    Space.RUBBLE: (52, 48, 44),
    Space.TRAP: (150, 104, 52),
    Space.BARREL: (160, 60, 44),
    Space.RECHARGE: (64, 128, 148),
    Space.WORKBENCH: (140, 116, 72),
    Space.EVENT: (92, 108, 168),
    Space.TREASURE: (196, 160, 64),
    Space.CHAPTER: (72, 140, 92),
    Space.SPECIAL: (168, 88, 148),
}
EXPLORER_COLOURS = ((236, 112, 84), (98, 170, 240), (122, 206, 118), (238, 206, 92))
PAPER = (24, 24, 30)
INK = (230, 228, 220)
FAINT = (164, 162, 156)
GRID = (74, 72, 69)
SHARE = 0.75  # of the picture, in both directions, that the board takes
KEY = (
    (Space.CHAPTER, "chapter"),
    (Space.TREASURE, "treasure"),
    (Space.EVENT, "event"),
    (Space.WORKBENCH, "workbench"),
    (Space.RECHARGE, "recharge"),
    (Space.SPECIAL, "special space"),
    (Space.SPAWN, "monster spawn"),
    (Space.TRAP, "trap lever"),
    (Space.BARREL, "barrel"),
    (Space.TRAPPED, "trapped floor"),
    (Space.PIT, "pit"),
    (Space.RUBBLE, "rubble"),
)
LINES = (
    ((8, 8, 10), "wall"),
    ((214, 140, 70), "closed door"),
    ((170, 200, 160), "open door"),
    ((250, 90, 190), "barrier"),
)
WALL, CLOSED, OPEN, BARRIER = (colour for colour, _ in LINES)
EDGE = (120, 220, 240)


def image(game: MachinaArcana, state: State, seat: int | None, size: int) -> NDArray[np.uint8]:
    """The board, its key and the monsters beside it, chapter and explorers below; ``(size, size, 3)`` uint8."""
    picture = Image.new("RGB", (size, size), PAPER)
    Board(game, state, ImageDraw.Draw(picture), size).draw()
    return np.asarray(picture, np.uint8).copy()


def _corner(x: float, y: float, side: float) -> list[tuple[float, float]]:
    """The triangle in the upper left corner of a square."""
    return [(x, y), (x + side, y), (x, y + side)]


class Board(Drawing):
    """A picture of a position; the tiles that are laid fill the space of the board.

    Args:
        game: the configured game.
        state: the position.
        draw: where to draw.
        size: width and height of the picture in pixels.
    """

    def __init__(self, game: MachinaArcana, state: State, draw: ImageDraw.ImageDraw, size: int):
        super().__init__(draw, size)
        self.game, self.state = game, state
        self.cells = np.flatnonzero(state["kind"]).tolist()
        rows, columns = [cell // WIDTH for cell in self.cells] or [0], [cell % WIDTH for cell in self.cells] or [0]
        self.x0, self.y0 = min(columns) // 10 * 10, min(rows) // 10 * 10
        across, down = max(columns) // 10 * 10 + 10 - self.x0, max(rows) // 10 * 10 + 10 - self.y0
        span = SHARE * size - 8
        self.step = span / max(across, down)
        self.left, self.top = 4 + (span - self.step * across) / 2, 4 + (span - self.step * down) / 2
        self.font = ImageFont.load_default(max(8, round(self.step * 0.55)))
        self.badge = ImageFont.load_default(max(7, round(self.step * 0.36)))
        self.way_out = exit_cell(game, state)

    def draw(self) -> None:
        """All of it."""
        for cell in self.cells:
            self.space(cell)
        for cell in self.cells:
            self.borders(cell)
        for cell in self.cells:
            self.figure(cell)
        for cell, owner in ground_markers(self.state).items():
            self.marker(cell, owner)
        for cell, side in edge_tokens(self.game, self.state).items():
            self.edge(cell, side)
        self.key()
        self.panel()

    def box(self, cell: int, inset: float = 0) -> tuple[float, float, float, float]:
        """The pixels of a cell."""
        x = self.left + (cell % WIDTH - self.x0) * self.step
        y = self.top + (cell // WIDTH - self.y0) * self.step
        return x + inset, y + inset, x + self.step - 1 - inset, y + self.step - 1 - inset

    def space(self, cell: int) -> None:
        """One space with its token."""
        kind, token = Space(int(self.state["kind"][cell])), Token(int(self.state["token"][cell]))
        box = self.box(cell)
        explored = token == Token.EXPLORED
        r, g, b = COLOURS[kind]
        if explored:  # it stands back, near the colour of the floor
            r, g, b = (r + 2 * 92) // 3, (g + 2 * 90) // 3, (b + 2 * 86) // 3
        self.canvas.rectangle(box, fill=(r, g, b), outline=GRID)
        if cell == self.way_out:
            self.canvas.rectangle(self.box(cell, 2), outline=(255, 255, 255), width=3)
            self.mark(box, "<", (255, 255, 255), self.font)
        elif cell in self.state["entry_cell"]:
            self.canvas.rectangle(self.box(cell, 2), outline=(150, 230, 160), width=2)
            self.mark(box, ">", (150, 230, 160), self.font)
        elif explored:
            self.mark(box, "x", (52, 50, 48), self.font)
        elif kind not in (Space.PLAIN, Space.RUBBLE):
            self.mark(box, GLYPHS[kind], (255, 240, 140) if token == Token.LIGHT else (240, 238, 230), self.font)
            if token == Token.LIGHT:
                self.canvas.ellipse(self.box(cell, 2), outline=(255, 230, 110), width=3)

    def borders(self, cell: int) -> None:
        """Walls, doors and barriers on the four sides of a cell."""
        x0, y0, x1, y1 = self.box(cell)
        x1, y1 = x1 + 1, y1 + 1
        ends = ((x0, y0, x1, y0), (x1, y0, x1, y1), (x0, y1, x1, y1), (x0, y0, x0, y1))
        for side in range(4):
            border = int(self.state["border"][cell][side])
            if border >= Border.BARRIER:
                self.canvas.line(ends[side], fill=BARRIER, width=5)
            elif border in (Border.WALL, Border.CLOSED):
                self.canvas.line(ends[side], fill=WALL if border == Border.WALL else CLOSED, width=5)
            elif border == Border.OPEN:
                self.canvas.line(ends[side], fill=OPEN, width=2)

    def figure(self, cell: int) -> None:
        """The figure on a cell, with its health in the corner."""
        unit = int(self.state["unit"][cell]) - 1
        if unit < 0:
            return
        box = self.box(cell, 2)
        aside = 0.16 * self.step
        beside = (box[0], box[1], box[2] - aside, box[3] - aside)
        if unit < MAX_EXPLORERS:
            active = int(self.state["active"]) == unit
            outline, width = ((255, 255, 255), 4) if active else ((20, 20, 20), 1)
            self.canvas.ellipse(box, fill=EXPLORER_COLOURS[unit], outline=outline, width=width)
            self.mark(beside, str(unit), (20, 20, 20), self.font)
            health = int(self.state["explorers"][unit]["health"])
        else:
            x0, y0, x1, y1 = box
            self.canvas.polygon(
                [((x0 + x1) / 2, y0), (x1, (y0 + y1) / 2), ((x0 + x1) / 2, y1), (x0, (y0 + y1) / 2)],
                fill=(150, 24, 40),
                outline=(255, 190, 190),
            )
            self.mark(beside, monster_letter(unit - MAX_EXPLORERS), (255, 240, 240), self.font)
            health = int(self.state["monsters"][unit - MAX_EXPLORERS]["health"])
        side = self.step * 0.4
        corner = (box[2] - side + 2, box[3] - side + 2, box[2] + 2, box[3] + 2)
        self.canvas.rectangle(corner, fill=(16, 16, 20), outline=(210, 90, 90))
        self.mark(corner, str(health), (255, 255, 255), self.badge)

    def marker(self, cell: int, owner: int) -> None:
        """An explorer marker in the upper left corner of a space, in the colour of its owner."""
        x, y, _, _ = self.box(cell, 1)
        self.canvas.polygon(_corner(x, y, self.step * 0.4), fill=EXPLORER_COLOURS[owner], outline=(255, 255, 255))

    def edge(self, cell: int, side: int) -> None:
        """An edge token: a bar inside the edge of a space."""
        x0, y0, x1, y1 = self.box(cell, self.step * 0.14)
        ends = ((x0, y0, x1, y0), (x1, y0, x1, y1), (x0, y1, x1, y1), (x0, y0, x0, y1))
        self.canvas.line(ends[side], fill=EDGE, width=3)

    def key(self) -> None:
        """What the spaces and lines mean, and below it the monsters in the order in which they act."""
        x, y, line = self.size * SHARE + 8, 6.0, self.line
        side = line - 4
        for kind, name in KEY:
            self.canvas.rectangle((x, y, x + side, y + side), fill=COLOURS[kind])
            if kind != Space.RUBBLE:
                self.mark((x, y, x + side, y + side), GLYPHS[kind], (240, 238, 230), self.small)
            self.write(x + side + 8, y, name, FAINT, self.size - x - side - 12)
            y += line
        for colour, name in LINES:
            self.canvas.line((x, y + side / 2, x + side, y + side / 2), fill=colour, width=4)
            self.write(x + side + 8, y, name, FAINT, self.size - x - side - 12)
            y += line
        for mark, name in (("x", "explored"), (">", "entry"), ("<", "exit")):
            self.mark((x, y, x + side, y + side), mark, INK, self.small)
            self.write(x + side + 8, y, name, FAINT, self.size - x - side - 12)
            y += line
        if self.game.tables["edges"]:
            self.canvas.line((x, y + side / 2, x + side, y + side / 2), fill=EDGE, width=3)
            self.write(x + side + 8, y, "edge token", FAINT, self.size - x - side - 12)
            y += line
        if self.game.tables["markers"]:
            self.canvas.polygon(_corner(x, y, side), fill=EXPLORER_COLOURS[0], outline=(255, 255, 255))
            self.write(x + side + 8, y, "dropped item", FAINT, self.size - x - side - 12)
            y += line
        queue = self.state["queue"]["cards"][: int(self.state["queue"]["n"])].tolist()
        y += line / 2
        room = max(0, int((self.size * SHARE - y) / line))
        for m in queue[: room if len(queue) <= room else room - 1]:
            name, health = self.game.pack.names["monsters"][m], int(self.state["monsters"][m]["health"])
            self.write(x, y, f"{monster_letter(m)}  {name}, {health}", (246, 160, 160), self.size - x - 4)
            y += line
        if len(queue) > room:
            self.write(x, y, f"and {len(queue) - room + 1} more", (246, 160, 160), self.size - x - 4)

    def panel(self) -> None:
        """Round, chapter, quests and explorers below the board."""
        state = self.state
        rows: list[tuple[str, Rgb]] = [(round_line(state), INK)]
        at = int(state["chapter_at"])
        if int(state["endgame"]) >= 0:
            rows += self.wrap("Endgame: " + self.game.pack.endgame_text(self.game.options), (150, 220, 160), 3)
        elif at >= 0:
            chapter = self.game.pack.chapters(self.game.options)[at]
            rows += self.wrap(f"Chapter {at + 1}: {chapter.name}. {chapter.text}", (150, 220, 160), 2)
        rows += [(line, (206, 176, 222)) for line in quest_lines(self.game, state)[:3]]
        rows += [(explorer_line(self.game, state, s), EXPLORER_COLOURS[s]) for s in range(int(state["seats"]))]
        if self.game.is_over(state):
            rows.append((f"The game is over: {self.game.outcome(state).reason}", INK))
        y = self.size * SHARE + 4
        line = min(self.line * 1.15, (self.size - y) / len(rows))
        for string, colour in rows:
            self.write(8, y, string, colour, self.size - 16)
            y += line

    def wrap(self, string: str, colour: Rgb, most: int) -> list[tuple[str, Rgb]]:
        """The text in at most so many lines."""
        lines = [""]
        for word in string.split():
            longer = f"{lines[-1]} {word}".strip()
            if len(lines) < most and self.canvas.textlength(longer, font=self.small) > self.size - 16:
                lines.append(word)
            else:
                lines[-1] = longer
        return [(line, colour) for line in lines]
