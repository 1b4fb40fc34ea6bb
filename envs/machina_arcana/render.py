"""Text and picture of a state of Machina Arcana. Everything shown is open to every seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from envs.core.game import State
from envs.machina_arcana.actions import ACTIONS, MAX_EXPLORERS, WIDTH
from envs.machina_arcana.state import Border, Choice, ItemPlace, Phase, QuestKind, QuestState, Space, Token, Where

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
LEGEND = (
    "0-3 explorers  a-z monsters  . floor  ^ trapped  o pit  S spawn  # rubble  L trap lever  B barrel  R recharge  "
    "W workbench  E event  T treasure  C chapter (* lit)  Q quest space  lower case or x: explored  > entry  < exit"
)
SIDE_NAMES = ("north", "east", "south", "west")


def monster_letter(monster: int) -> str:
    """The letter by which a monster card stands on the text board."""
    return chr(ord("a") + monster) if monster < 26 else chr(ord("A") + monster - 26)


def exit_cell(game: MachinaArcana, state: State) -> int:
    """Cell of the exit token, -1 if there is none."""
    slot, side = int(state["exit_slot"]), int(state["exit_side"])
    if slot < 0:
        return -1
    face = game.tables["faces"][int(state["face"][slot])]
    turns = int(state["rotation"][slot])
    local = int(face["token_cell"][(side - turns) % 4])
    x, y = local % 10, local // 10
    for _ in range(turns):
        x, y = 9 - y, x
    return (slot // 2 * 10 + y) * WIDTH + slot % 2 * 10 + x


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

    way_out = exit_cell(game, state)
    lines = ["    " + "".join(f"{x:<3}" for x in cols)]
    for y in rows:
        above = "   "
        line = f"{y:>2} "
        for x in cols:
            cell = y * WIDTH + x
            inside = bool(state["kind"][cell])
            above += " " + (mark(int(state["border"][cell][0]), horizontal) * 2 if inside else "  ")
            left = int(state["border"][cell][3])
            line += (mark(left, vertical) if inside else " ") + glyph(game, state, cell, way_out) + " "
        last = y * WIDTH + cols[-1]
        line += mark(int(state["border"][last][1]), vertical) if state["kind"][last] else ""
        if above.strip():
            lines.append(above.rstrip())
        lines.append(line.rstrip())
    return lines


def place(cell: int) -> str:
    """Column and row of a cell."""
    return f"({cell % WIDTH},{cell // WIDTH})" if cell >= 0 else "off the map"


def explorer_line(game: MachinaArcana, state: State, seat: int) -> str:
    """One explorer: card, attributes, items."""
    e = state["explorers"][seat]
    if int(e["card"]) < 0:
        return f"{seat} (no explorer)"
    name = game.pack.names["explorers"][int(e["card"])]
    where = Where(int(e["where"]))
    at = place(int(e["cell"])) if where == Where.MAP else where.name.lower()
    worn, carried = [], []
    for i in range(int(game.tables["n_treasures"])):
        item = state["items"][i]
        if int(item["owner"]) != seat:
            continue
        (carried if int(item["place"]) == ItemPlace.INVENTORY else worn).append(game.pack.names["treasures"][i])
    turn = " <- turn" if int(state["active"]) == seat else ""
    text = (
        f"{seat} {name} at {at}: health {int(e['health'])}, stamina {int(e['stamina'])}, essence {int(e['essence'])}{turn}"
    )
    if worn:
        text += f"; wears {', '.join(worn)}"
    if carried:
        text += f"; carries {', '.join(carried)}"
    return text


def quest_lines(game: MachinaArcana, state: State) -> list[str]:
    """The open quests."""
    lines = []
    for q in range(int(game.tables["n_quests"])):
        if state["quest_state"][q] != QuestState.OPEN:
            continue
        quest = game.tables["quests"][q]
        holder = int(state["quest_holder"][q])
        what = {
            QuestKind.COLLECT_ESSENCE: "collect essence",
            QuestKind.COLLECT_HEALTH: "collect health",
            QuestKind.USE_SPACE: f"use {Space(int(quest['space'])).name.lower()} spaces",
        }[QuestKind(int(quest["kind"]))]
        who = "all" if holder < 0 else f"explorer_{holder}"
        lines.append(f"quest {q} ({who}): {what}, {int(state['quest_progress'][q])} of {int(quest['times'])}")
    return lines


def text(game: MachinaArcana, state: State, seat: int | None) -> str:
    """The whole open position."""
    phase = Phase(int(state["phase"])).name.lower()
    at = int(state["chapter_at"])
    lines = [
        f"round {int(state['round'])}, {phase} phase; threat {int(state['threat'])}, level {int(state['level'])}; "
        f"spawn {int(state['monster_rating'])}+, horror {int(state['horror_rating'])}+"
    ]
    if at >= 0:
        chapters = game.pack.chapters(game.options)
        lines.append(f"chapter {at + 1} of {len(chapters)}: {chapters[at].name} - {chapters[at].text}")
    if int(state["endgame"]) >= 0:
        lines.append("endgame: " + game.pack.endgame_text(game.options))
    lines += quest_lines(game, state)
    lines += board_lines(game, state)
    lines += [explorer_line(game, state, s) for s in range(int(state["seats"]))]
    for m in state["queue"]["cards"][: int(state["queue"]["n"])]:
        monster = state["monsters"][int(m)]
        lines.append(
            f"{monster_letter(int(m))} {game.pack.names['monsters'][int(m)]} at {place(int(monster['cell']))}: "
            f"health {int(monster['health'])}"
        )
    turn = game.turn(state)
    if turn is not None:
        choice = Choice(int(state["core"]["choice"])).name.lower().replace("_", " ")
        lines.append(f"asked: {game.seats[turn]} ({choice})")
    elif game.is_over(state):
        lines.append(f"over: {game.outcome(state).reason}")
    return "\n".join(lines)


def describe(game: MachinaArcana, state: State, action: int) -> str:
    """What an action means here."""
    name = ACTIONS[action]
    names = game.pack.names
    group = next(g for g, ids in ACTIONS.groups.items() if action in ids)
    number = action - ACTIONS.groups[group].start
    turn = game.turn(state)
    if group == "item" and number < len(names["treasures"]):
        return f"{name}: {names['treasures'][number]} - {game.pack.texts['treasures'][number]}"
    if group == "monster" and number < len(names["monsters"]):
        return f"{name}: {names['monsters'][number]}"
    if group == "explorer_card" and number < len(names["explorers"]):
        return f"{name}: {names['explorers'][number]} - {game.pack.texts['explorers'][number]}"
    if group == "explorer" and int(state["explorers"][number]["card"]) >= 0:
        return f"{name}: {names['explorers'][int(state['explorers'][number]['card'])]}"
    if group == "power" and turn is not None and turn < game.heroes:
        card = int(state["explorers"][turn]["card"])
        texts = game.pack.ability_texts("explorers", card)
        if number < len(texts):
            return f"{name}: {texts[number]}"
    if group in ("activate", "use", "seal") and turn is not None and turn < game.heroes:
        cell = int(state["explorers"][turn]["cell"])
        dx, dy = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))[number]
        x, y = cell % WIDTH + dx, cell // WIDTH + dy
        if cell >= 0 and 0 <= x < WIDTH and 0 <= y < WIDTH:
            kind = Space(int(state["kind"][y * WIDTH + x]))
            return f"{name} ({kind.name.lower()})"
    if group == "edge":
        return f"{name}: the edge to the {SIDE_NAMES[number % 4]} of the tile in slot {number // 4}"
    return name


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


def image(game: MachinaArcana, state: State, seat: int | None, size: int) -> NDArray[np.uint8]:
    """The board on the left, below it chapter and units; ``(size, size, 3)`` uint8."""
    picture = Image.new("RGB", (size, size), (24, 24, 30))
    draw = ImageDraw.Draw(picture)
    panel = round(size * 0.2)
    step = (size - panel) / WIDTH
    font = ImageFont.load_default(max(9, round(step * 0.55)))
    small = ImageFont.load_default(max(8, round(size * 0.0165)))
    left = (size - step * WIDTH) / 2
    way_out = exit_cell(game, state)
    for cell in range(WIDTH * WIDTH):
        draw_cell(game, state, draw, cell, left, step, font, way_out)
    for cell in range(WIDTH * WIDTH):
        draw_borders(state, draw, cell, left, step)
    for cell in range(WIDTH * WIDTH):
        draw_unit(state, draw, cell, left, step, font)
    draw_panel(game, state, draw, size - panel, size, small)
    return np.asarray(picture, np.uint8).copy()


def corner(cell: int, left: float, step: float) -> tuple[float, float]:
    """Upper left corner of a cell in the picture."""
    return left + cell % WIDTH * step, cell // WIDTH * step


def draw_cell(
    game: MachinaArcana,
    state: State,
    draw: ImageDraw.ImageDraw,
    cell: int,
    left: float,
    step: float,
    font: ImageFont.ImageFont | ImageFont.FreeTypeFont,
    way_out: int,
) -> None:
    """One space with its token."""
    kind, token = Space(int(state["kind"][cell])), Token(int(state["token"][cell]))
    if kind == Space.VOID:
        return
    x, y = corner(cell, left, step)
    r, g, b = COLOURS[kind]
    if token == Token.EXPLORED:
        r, g, b = (r + 60) // 3, (g + 60) // 3, (b + 60) // 3
    draw.rectangle((x, y, x + step - 1, y + step - 1), fill=(r, g, b))
    if cell == way_out:
        draw.rectangle((x + 2, y + 2, x + step - 3, y + step - 3), outline=(255, 255, 255), width=3)
        draw.text((x + step / 2, y + step / 2), "EX", font=font, fill=(255, 255, 255), anchor="mm")
    elif cell in state["entry_cell"]:
        draw.rectangle((x + 2, y + 2, x + step - 3, y + step - 3), outline=(150, 230, 160), width=2)
    elif kind not in (Space.PLAIN, Space.RUBBLE):
        mark = "x" if token == Token.EXPLORED else GLYPHS[kind]
        colour = (255, 240, 140) if token == Token.LIGHT else (235, 232, 224)
        draw.text((x + step / 2, y + step / 2), mark, font=font, fill=colour, anchor="mm")
        if token == Token.LIGHT:
            draw.ellipse((x + 2, y + 2, x + step - 3, y + step - 3), outline=(255, 230, 110), width=3)


def draw_borders(state: State, draw: ImageDraw.ImageDraw, cell: int, left: float, step: float) -> None:
    """Walls, doors and barriers on the north and west side (and on the outer sides) of a cell."""
    if not state["kind"][cell]:
        return
    x, y = corner(cell, left, step)
    ends = (
        (x, y, x + step, y),
        (x + step, y, x + step, y + step),
        (x, y + step, x + step, y + step),
        (x, y, x, y + step),
    )
    for side in range(4):
        border = int(state["border"][cell][side])
        if border >= Border.BARRIER:
            draw.line(ends[side], fill=(240, 150, 60), width=5)
        elif border == Border.WALL:
            draw.line(ends[side], fill=(8, 8, 10), width=4)
        elif border == Border.CLOSED:
            draw.line(ends[side], fill=(190, 120, 60), width=5)
        elif border == Border.OPEN:
            draw.line(ends[side], fill=(150, 110, 80), width=1)


def draw_unit(
    state: State,
    draw: ImageDraw.ImageDraw,
    cell: int,
    left: float,
    step: float,
    font: ImageFont.ImageFont | ImageFont.FreeTypeFont,
) -> None:
    """The figure on a cell, with its health as dots below."""
    unit = int(state["unit"][cell]) - 1
    if unit < 0:
        return
    x, y = corner(cell, left, step)
    if unit < MAX_EXPLORERS:
        colour, mark = EXPLORER_COLOURS[unit], str(unit)
        health = int(state["explorers"][unit]["health"])
        draw.ellipse((x + 2, y + 2, x + step - 3, y + step - 3), fill=colour, outline=(255, 255, 255), width=2)
        draw.text((x + step / 2, y + step / 2 - 1), mark, font=font, fill=(20, 20, 20), anchor="mm")
    else:
        mark = monster_letter(unit - MAX_EXPLORERS)
        health = int(state["monsters"][unit - MAX_EXPLORERS]["health"])
        points = [(x + step / 2, y + 1), (x + step - 2, y + step - 4), (x + 1, y + step - 4)]
        draw.polygon(points, fill=(150, 24, 40), outline=(255, 190, 190))
        draw.text((x + step / 2, y + step * 0.58), mark, font=font, fill=(255, 235, 235), anchor="mm")
    for i in range(health):
        at = x + 3 + i * step * 0.14
        draw.ellipse((at, y + step - 6, at + 3, y + step - 3), fill=(255, 80, 80))


def draw_panel(
    game: MachinaArcana,
    state: State,
    draw: ImageDraw.ImageDraw,
    top: int,
    size: int,
    font: ImageFont.ImageFont | ImageFont.FreeTypeFont,
) -> None:
    """Chapter, threat, explorers and monsters below the board."""
    at = int(state["chapter_at"])
    line = (
        f"Round {int(state['round'])}   {Phase(int(state['phase'])).name.title()}   threat {int(state['threat'])}   "
        f"level {int(state['level'])}   spawn {int(state['monster_rating'])}+   horror {int(state['horror_rating'])}+"
    )
    rows = [(line, (230, 228, 220))]
    if at >= 0:
        chapters = game.pack.chapters(game.options)
        title = "Endgame" if int(state["endgame"]) >= 0 else f"Chapter {at + 1}: {chapters[at].name}"
        rows.append((title, (150, 220, 160)))
    rows += [(q, (206, 176, 222)) for q in quest_lines(game, state)[:2]]
    for seat in range(int(state["seats"])):
        rows.append((explorer_line(game, state, seat)[:110], EXPLORER_COLOURS[seat]))
    monsters = [
        f"{monster_letter(int(m))} {game.pack.names['monsters'][int(m)]} {int(state['monsters'][int(m)]['health'])}"
        for m in state["queue"]["cards"][: int(state["queue"]["n"])]
    ]
    if monsters:
        rows.append(("Monsters: " + ", ".join(monsters)[:110], (240, 150, 150)))
    height = (size - top) / max(8, len(rows) + 1)
    for i, (string, colour) in enumerate(rows):
        draw.text((10, top + 4 + i * height), string, font=font, fill=colour)
