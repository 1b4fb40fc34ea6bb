"""Text and picture of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from envs.lifeboat.state import MAX_HEALTH, SINKS_AT, Secret, Supply

if TYPE_CHECKING:
    from envs.core.game import State
    from envs.lifeboat.game import Lifeboat


def text(game: Lifeboat, state: State, seat: int | None) -> str:
    """The position in a few lines; with a `seat`, only what that seat knows."""
    lines = [
        f"Day {int(state['day'])} of {game.options.days}   {int(state['distance'])} of {int(state['goal'])} miles   "
        f"water {int(state['water'])} of {SINKS_AT}   locker {int(state['deck']['n'])}, "
        f"spent {int(state['discard']['n'])}"
    ]
    for i in range(game.heroes):
        sailor = state["sailors"][i]
        line = f"{game.hero_name(i)}: health {int(sailor['health'])}, cards {int(sailor['cards'])}"
        if seat in (None, i // game.heroes_per_seat):
            hand = [f"{s.name.lower()} x{int(sailor['hand'][s - 1])}" for s in Supply if sailor["hand"][s - 1]]
            line += f" ({', '.join(hand) or 'none'}), secret {Secret(int(sailor['secret'])).name.lower()}"
        lines.append(line)
    shark = f"shark: {int(state['attacks'])} attacks"
    if seat is None or seat >= game.hero_seats:
        shark += f", appetite for {int(state['appetite'])} more"
    lines.append(shark)
    asked = game.hero(state)
    if asked is None:
        lines.append(f"The game is over: {game.outcome(state).reason}.")
    else:
        lines.append(f"{game.hero_name(asked)} is asked: {game.choice_name(state)}")
    return "\n".join(lines)


def image(game: Lifeboat, state: State, seat: int | None, size: int) -> NDArray[np.uint8]:
    """Sea, boat with the water in it, the way to the coast, and the text below."""
    picture = Image.new("RGB", (size, size), (214, 232, 240))
    draw = ImageDraw.Draw(picture)
    unit = size / 100
    draw.rectangle((0, 45 * unit, size, 70 * unit), fill=(52, 110, 150))
    done = int(state["distance"]) / int(state["goal"])
    draw.rectangle((5 * unit, 5 * unit, 95 * unit, 9 * unit), outline=(40, 40, 40))
    draw.rectangle((5 * unit, 5 * unit, (5 + 90 * done) * unit, 9 * unit), fill=(60, 140, 70))
    hull = [(15, 42), (85, 42), (76, 58), (24, 58)]
    draw.polygon([(x * unit, y * unit) for x, y in hull], fill=(130, 82, 44))
    depth = 15 * int(state["water"]) / SINKS_AT
    draw.rectangle((26 * unit, (57 - depth) * unit, 74 * unit, 57 * unit), fill=(96, 160, 205))
    asked = game.hero(state)
    for i in range(game.heroes):
        x = 20 + 60 * (i + 0.5) / game.heroes
        health = int(state["sailors"][i]["health"])
        colour = (225, 180, 120) if health else (120, 120, 120)
        edge = (200, 30, 30) if asked == i else (40, 40, 40)
        draw.ellipse(((x - 4) * unit, 28 * unit, (x + 4) * unit, 36 * unit), fill=colour, outline=edge, width=3)
        draw.rectangle(((x - 3) * unit, 36 * unit, (x + 3) * unit, 44 * unit), fill=colour)
        for k in range(MAX_HEALTH):
            fill = (200, 40, 40) if k < health else (235, 235, 235)
            draw.ellipse(((x - 4 + 3 * k) * unit, 23 * unit, (x - 2 + 3 * k) * unit, 25 * unit), fill=fill)
        for k in range(int(state["sailors"][i]["cards"])):
            draw.rectangle(((x - 4 + 3 * k) * unit, 18 * unit, (x - 2 + 3 * k) * unit, 21 * unit), fill=(90, 70, 130))
    fin = [(44, 68), (50, 60), (54, 68)]
    draw.polygon([(x * unit, y * unit) for x, y in fin], fill=(200, 30, 30) if asked == game.heroes else (70, 75, 80))
    draw.multiline_text((5 * unit, 74 * unit), text(game, state, seat), fill=(20, 20, 20), font_size=2.2 * unit)
    return np.asarray(picture, np.uint8).copy()
