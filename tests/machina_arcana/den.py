"""Monsters on a drawn map: set up in a few characters, played turn by turn or watched step by step."""

from __future__ import annotations

from typing import Any

from envs.machina_arcana.state import MAX_EXPLORERS, Choice, Proc, Space, Token
from tests.machina_arcana.table import Table

KINDS = {
    "#": (Space.RUBBLE, Token.NONE),
    "o": (Space.PIT, Token.NONE),
    "^": (Space.TRAPPED, Token.NONE),
    "S": (Space.SPAWN, Token.NONE),
    "X": (Space.SPAWN, Token.EXPLORED),
    "T": (Space.TREASURE, Token.NONE),
}
FREE = 39
"""A treasure with an ability that costs no stamina: its holder is asked in every window."""
CLAWS = {"cost": {"stamina": 2}, "target": "melee", "effects": [{"attack": {"high": 1}}]}


def den(*rows: str, seats: int | None = None, fill: str = "#", **options: Any) -> Table:
    """A table with a map in its upper left corner: digits are explorers, letters from a to m are monsters 0 to 12.

    Args:
        rows: one character for each space: ``.`` plain, ``#`` rubble, ``o`` pit, ``^`` trapped, ``S`` and ``X`` spawn
            without and with an explored token, ``T`` a treasure space.
        seats: explorers; those of the map if not given.
        fill: what the rest of the tile is.
        options: options of the game.
    """
    figures = {c: (x, y) for y, row in enumerate(rows) for x, c in enumerate(row) if c in "0123abcdefghijklm"}
    most = max([int(c) + 1 for c in figures if c.isdigit()], default=1)
    t = Table(seats=seats or most, **options)
    t.card("treasures", FREE, [{"cost": {"destroy": True}, "target": "self", "effects": [{"restore_essence": 1}]}])
    for y in range(10):
        for x in range(10):
            mark = rows[y][x] if y < len(rows) and x < len(rows[y]) else fill
            if mark in KINDS:
                t.space(x, y, *KINDS[mark])
    for mark, (x, y) in sorted(figures.items()):
        if mark.isdigit():
            t.explorer(int(mark), x, y)
        else:
            t.monster(ord(mark) - ord("a"), x, y)
    return t


def act(t: Table, card: int = 0) -> Table:
    """The turn of a monster, to its first question or its end."""
    return t.call(Proc.MONSTER_TURN, card)


def place(t: Table, card: int = 0) -> tuple[int, int]:
    """Column and row of a monster."""
    return t.at(MAX_EXPLORERS + card)


def watch(t: Table, card: int = 0, *answers: str) -> list[tuple[int, int]]:
    """Play the turn of a monster and write down its space at the start and after each of its actions.

    Seat 0 gets a card whose ability it could play in every window, and passes; `answers` are given to other questions.
    """
    left = list(answers)
    t.give(0, FREE)
    act(t, card)
    seen = []
    while t.asked:
        if t.asked[1] == Choice.WINDOW:
            seen.append(place(t, card))
            t.play("pass")
        else:
            t.play(left.pop(0))
    assert not left
    return seen


def hurt(t: Table) -> list[int]:
    """Health that each explorer has lost, of 5."""
    return [5 - int(t.e(seat)["health"]) for seat in range(int(t.state["seats"]))]
