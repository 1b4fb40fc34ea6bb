"""The actions of Lifeboat."""

from __future__ import annotations

from envs.core.actions import ActionTable

MAX_SAILORS = 4

ACTIONS = ActionTable(
    [
        ("row", ["row"], "move the boat one mile; one time in six this provokes an attack"),
        ("bail", ["bail"], "take two measures of water out of the boat"),
        ("search", ["search"], "draw a supply card"),
        ("wait", ["wait"], "do nothing"),
        ("use", ["use_flare", "use_bucket", "use_rum"], "spend a supply card"),
        ("brace", ["brace"], "take the bite"),
        ("lurk", ["lurk"], "the shark does not attack"),
        ("bite", [f"bite_sailor_{i}" for i in range(MAX_SAILORS)], "the shark attacks this sailor"),
    ]
)
