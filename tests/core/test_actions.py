"""The table of actions."""

from __future__ import annotations

import pytest

import envs
from envs.core.actions import ActionTable
from envs.core.errors import OptionError

TABLE = ActionTable(
    [
        ("move", ["move_north", "move_south"], "one space"),
        ("end", ["pass"], "end the turn"),
        ("target", [f"target_{i}" for i in range(3)], "the unit"),
    ]
)


@pytest.mark.parametrize("table", [TABLE, envs.load("lifeboat").actions], ids=["small", "lifeboat"])
def test_names_round_trip(table) -> None:
    assert [table.id(name) for name in table] == list(range(len(table)))
    assert [table[table.id(name)] for name in table.names] == list(table.names)


def test_groups() -> None:
    assert len(TABLE) == 6
    assert TABLE.groups == {"move": range(2), "end": range(2, 3), "target": range(3, 6)}
    assert TABLE.meanings["end"] == "end the turn"
    assert TABLE.constants() == {
        "ACT_MOVE": 0,
        "N_ACT_MOVE": 2,
        "ACT_END": 2,
        "N_ACT_END": 1,
        "ACT_TARGET": 3,
        "N_ACT_TARGET": 3,
        "N_ACTIONS": 6,
    }


def test_misspelt_name() -> None:
    with pytest.raises(OptionError, match="unknown action 'move_nort'; did you mean 'move_north'"):
        TABLE.id("move_nort")
    with pytest.raises(OptionError, match="unknown action 'xyzzy'; expected one of: move_north, move_south, pass"):
        TABLE.id("xyzzy")


def test_two_actions_of_one_name() -> None:
    with pytest.raises(OptionError, match="named twice: a, b"):
        ActionTable([("x", ["b", "a", "c"], ""), ("y", ["a", "b"], "")])


def test_two_groups_of_one_name() -> None:
    with pytest.raises(OptionError, match="group 'x' is declared twice"):
        ActionTable([("x", ["a"], ""), ("x", ["b"], "")])


def test_too_many_actions() -> None:
    with pytest.raises(OptionError, match="1025 actions, but a mask holds 1024"):
        ActionTable([("x", [f"a{i}" for i in range(1025)], "")])
