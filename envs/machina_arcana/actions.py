"""The actions of Machina Arcana. An id always means the same thing, whichever seat is asked."""

from __future__ import annotations

from envs.core.actions import ActionTable

DIRECTIONS = ("north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west")
SIDES = ("north", "east", "south", "west")
WIDTH = 20
MAX_EXPLORERS = 4
MAX_EXPLORER_CARDS = 12
MAX_MONSTERS = 32
MAX_TREASURES = 96
MAX_QUESTS = 32

ACTIONS = ActionTable(
    [
        ("pass", ("pass",), "play nothing now"),
        ("end_turn", ("end_turn",), "end the turn of the explorer, or of a controlled monster"),
        ("done", ("done",), "finish an inventory use, swaps, a trade, or a free movement"),
        ("yes", ("yes",), "agree"),
        ("no", ("no",), "refuse"),
        ("move", [f"move_{d}" for d in DIRECTIONS], "step to the neighbouring space"),
        ("activate", [f"activate_{d}" for d in DIRECTIONS], "activate the space in that direction"),
        ("seal", [f"seal_{d}" for d in DIRECTIONS], "seal the monster spawn in that direction"),
        ("use", [f"use_{d}" for d in DIRECTIONS], "use the space in that direction for a quest"),
        ("open_door", [f"open_door_{s}" for s in SIDES], "open the closed door on that side"),
        ("close_door", [f"close_door_{s}" for s in SIDES], "close the open door on that side"),
        ("break", [f"break_{s}" for s in SIDES], "destroy the closed door or barrier on that side"),
        ("explore", [f"explore_{s}" for s in SIDES], "explore beyond the edge on that side"),
        ("exit", ("exit",), "leave by the exit token"),
        ("inventory", ("inventory",), "use the inventory"),
        ("trade", [f"trade_{i}" for i in range(MAX_EXPLORERS)], "trade with the explorer of that seat"),
        ("power", [f"power_{i}" for i in range(4)], "play that active ability of the explorer or monster card"),
        ("item", [f"item_{i}" for i in range(MAX_TREASURES)], "choose that treasure card"),
        ("ability", [f"ability_{i}" for i in range(4)], "choose that ability of the treasure card"),
        ("explorer", [f"explorer_{i}" for i in range(MAX_EXPLORERS)], "choose the explorer of that seat"),
        ("monster", [f"monster_{i}" for i in range(MAX_MONSTERS)], "choose that monster"),
        ("cell", [f"cell_{x}_{y}" for y in range(WIDTH) for x in range(WIDTH)], "choose the space in column x, row y"),
        ("amount", [f"amount_{i}" for i in range(10)], "choose that number"),
        ("edge", [f"edge_{slot}_{s}" for slot in range(4) for s in SIDES], "choose that edge of the tile in that slot"),
        ("side", [f"side_{s}" for s in SIDES], "choose the border on that side of the space chosen before"),
        ("manner", ("equip", "attach_top", "attach_bottom"), "how to place an item that can be placed in several ways"),
        ("card", ("destroy_card", "put_back"), "what happens to a drawn card"),
        ("explorer_card", [f"explorer_card_{i}" for i in range(MAX_EXPLORER_CARDS)], "choose that explorer card"),
        ("quest", [f"quest_{i}" for i in range(MAX_QUESTS)], "choose that quest"),
        ("lose", ("lose_health", "lose_essence"), "what is lost or paid"),
        ("place", ("derelict_camp", "armory"), "use that location of the base"),
        ("option", [f"option_{i}" for i in range(8)], "choose that option of the card, or the next effect to resolve"),
        ("drop", ("drop_item",), "drop an item"),
        ("pick_up", ("pick_up_here", *(f"pick_up_{d}" for d in DIRECTIONS)), "take the item of the marker there"),
    ]
)
