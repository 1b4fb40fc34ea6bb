"""Chapters, quests, tiles and the endgame on the bare table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from envs.machina_arcana.state import Op, QuestKind, QuestSource, QuestState, Space
from tests.machina_arcana.table import Table, cell

LEAVING = ("place_exit", "enter_endgame")


def chapter(t: Table, at: int, effects: Sequence[Any] = (), quests: tuple[int, int] = (0, 0), **text: Any) -> None:
    """Print chapter `at` (from 0): its effects, and the quests from the first to behind the last.

    Quests are printed before with `quest`.
    """
    row = t.tables["chapters"][at]
    t.text(row, effects, **text)
    row["first_quest"], row["end_quest"] = quests
    rewards = [int(op["code"]) for q in range(*quests) for op in t.tables["ops"][_span(t, q)]]
    printed = [next(iter(e)) if isinstance(e, dict) else e for e in effects]
    row["leaves"] = any(e in LEAVING for e in printed) or any(c in (Op.PLACE_EXIT, Op.ENTER_ENDGAME) for c in rewards)
    row["blocks"] = bool(row["leaves"]) or quests[0] < quests[1]


def _span(t: Table, q: int) -> slice:
    row = t.tables["quests"][q]
    return slice(int(row["first_op"]), int(row["end_op"]))


def quest(
    t: Table,
    q: int,
    kind: QuestKind,
    times: int = 1,
    reward: Sequence[Any] = (),
    space: Space = Space.VOID,
    source: QuestSource = QuestSource.CHAPTER,
    card: int = 0,
    open_: bool = True,
    holder: int = -1,
) -> None:
    """Print quest `q` and open it; that of an event is held by seat `holder`."""
    row = t.tables["quests"][q]
    row["kind"], row["times"], row["space"], row["source"], row["card"] = kind, times, space, source, card
    row["first_op"], row["end_op"] = t.effects(reward, kind="chapter", target=None) if reward else (0, 0)
    t.tables["n_quests"] = max(int(t.tables["n_quests"]), q + 1)
    if source == QuestSource.EVENT:
        t.tables["explorer_events"][card]["quest"], t.tables["explorer_events"][card]["kind"] = q, 2
    t.state["quest_state"][q] = QuestState.OPEN if open_ else QuestState.CLOSED
    t.state["quest_holder"][q] = holder


def entry(t: Table, slot: int, x: int, y: int, side: int = -1) -> None:
    """Lay an entry token."""
    t.state["entry_cell"][slot], t.state["entry_side"][slot] = cell(x, y), side


def exit_token(t: Table, slot: int, side: str) -> None:
    """Lay the exit token."""
    t.state["exit_slot"], t.state["exit_side"] = slot, ("north", "east", "south", "west").index(side)


def endgame(t: Table, effects: Sequence[Any] = (), face: int = 10, at: tuple[int, int] = (4, 4), **text: Any) -> None:
    """An endgame tile with a printed entry token, without edges, and its card."""
    row = t.tables["faces"][face]
    row["use"], row["edge"], row["flip"], row["entry"] = 2, 0, -1, 10 * at[1] + at[0]
    t.tables["endgame_face"], t.tables["has_endgame"] = face, 1
    t.tables["n_faces"] = max(int(t.tables["n_faces"]), face + 1)
    t.text(t.tables["endgame"], effects, **text)
