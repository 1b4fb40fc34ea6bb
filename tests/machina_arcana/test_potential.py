"""The potential of the shaped rewards, as the game's page tells it: the explorers' progress, and their losses."""

from __future__ import annotations

import pytest

from envs.machina_arcana.state import QuestKind, Space, Token, Where
from tests.machina_arcana.story import chapter, exit_token, quest
from tests.machina_arcana.table import Table

PARTS = 3
"""Chapters of the bare table; it has no endgame."""


def table() -> Table:
    """Two explorers, one of them five spaces west of the other, against the Puppeteer."""
    t = Table(seats=2, monsters="agent")
    t.explorer(0, 4, 4)
    t.explorer(1, 9, 4)
    return t


def potentials(t: Table) -> list[float]:
    return [t.game.potential(t.state, seat) for seat in range(3)]


def progress(t: Table) -> float:
    ours, too, _ = potentials(t)
    assert ours == too, "explorers share it"
    return ours


def test_a_plain_chapter_counts_the_way_to_a_chapter_space_and_the_essence():
    t = table()
    assert progress(t) == 0
    t.e(0)["essence"] = t.e(1)["essence"] = 1
    assert progress(t) == pytest.approx(0.9 * (0.5 * 2 / 3) / PARTS)
    t.space(4, 8, Space.CHAPTER)
    assert progress(t) == pytest.approx(0.9 * (0.5 * (1 - 4 / 20) + 0.5 * 2 / 3) / PARTS)
    t.space(4, 8, Space.CHAPTER, Token.LIGHT)
    assert progress(t) == pytest.approx(0.9 * (0.5 * (1 - 4 / 20) + 0.5) / PARTS), "the essence is spent"
    t.state["chapter_at"] = 1
    assert progress(t) == pytest.approx((1 + 0.9 * (0.5 * (1 - 4 / 20) + 0.5)) / PARTS)


def test_a_quest_chapter_counts_successes_and_the_way_to_the_next_one():
    t = table()
    quest(t, 0, QuestKind.USE_SPACE, times=2, space=Space.BARREL)
    quest(t, 1, QuestKind.USE_SPACE, space=Space.BARREL)
    chapter(t, 0, quests=(0, 2))
    assert progress(t) == 0
    t.space(4, 8, Space.BARREL)
    near = 0.8 * (1 - 4 / 20)
    assert progress(t) == pytest.approx(0.9 * (near / 2 + near) / 2 / PARTS)
    t.state["quest_progress"][0] = 1
    assert progress(t) == pytest.approx(0.9 * ((1 + near) / 2 + near) / 2 / PARTS)


def test_an_exit_chapter_counts_those_who_left_and_the_way_of_the_others():
    t = table()
    exit_token(t, 0, "west")
    far = [4, 9]  # spaces from (0, 5), where the token lies
    assert progress(t) == pytest.approx(0.9 * sum(0.8 * (1 - d / 20) for d in far) / 2 / PARTS)
    t.off_map(1, Where.EXITED)
    assert progress(t) == pytest.approx(0.9 * (0.8 * (1 - 4 / 20) + 1) / 2 / PARTS)


def test_the_puppeteer_counts_what_the_explorers_lose():
    t = table()
    t.space(4, 8, Space.CHAPTER)
    ours = progress(t)
    assert potentials(t)[2] == pytest.approx(-ours)
    t.e(0)["health"] = 3
    t.e(1)["health"] = 1
    assert potentials(t) == pytest.approx([ours, ours, (2 / 5 + 4 / 5) / 9 - ours]), "out of nine explorer cards"
    t.state["deaths"] = 2
    t.off_map(1, Where.WAITING)
    t.e(1)["health"] = 0
    assert potentials(t)[2] == pytest.approx((2 + 2 / 5) / 9 - ours), "whoever waits to come in has no wounds"
    t.e(0)["health"] = 7
    assert potentials(t)[2] == pytest.approx(2 / 9 - ours), "more health than printed is no gain of the explorers'"
