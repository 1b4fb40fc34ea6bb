"""The actions of Enormity. An id always means the same thing, whichever seat is asked."""

from __future__ import annotations

from envs.core.actions import ActionTable

DIRECTIONS = ("north", "east", "south", "west")
WIDTH = 30
HEIGHT = 20
MAX_SPACERS = 4
MAX_INTRUDERS = 16
MAX_BLIPS = 24
MAX_GEAR = 12
MAX_GEAR_CARDS = 48
MAX_DICE = 16
MAX_DOORS = 24
MAX_CANDIDATES = 16
SLEEVES = 3
ENGRAM_TYPES = 4

ACTIONS = ActionTable(
    [
        ("pass", ("pass",), "use nothing now"),
        ("done", ("done",), "finish a choice of several steps, such as a movement or a set of dice"),
        ("yes", ("yes",), "agree"),
        ("no", ("no",), "refuse"),
        ("end_turn", ("end_turn",), "end the turn, or begin with one's end-of-turn effects"),
        ("step", [f"step_{d}" for d in DIRECTIONS], "step, turn or be moved in that direction"),
        (
            "card",
            [f"card_{i}_{side}" for i in range(SLEEVES) for side in "ab"],
            "play the Action card of that sleeve with that side up",
        ),
        (
            "act",
            [
                f"act_{kind}"
                for kind in (
                    "move",
                    "attack",
                    "fast_reload",
                    "full_reload",
                    "scout",
                    "scavenge",
                    "rationalize",
                    "catch_breath",
                    "rearm",
                    "calm",
                )
            ],
            "perform that action of the Action card",
        ),
        ("exert", ("exert",), "exert: flip the Action card and perform an action of its other side"),
        ("character_ability", [f"character_ability_{i}" for i in range(4)], "use that ability of the Character card"),
        ("suit_ability", [f"suit_ability_{i}" for i in range(3)], "use that ability of the Suit card"),
        (
            "gear_ability",
            [f"gear_ability_{i}_{k}" for i in range(MAX_GEAR) for k in range(2)],
            "use that ability of the Gear card in that place",
        ),
        ("card_ability", [f"card_ability_{i}" for i in range(6)], "use the ability of that card won or suffered"),
        ("engram", [f"engram_{i}" for i in range(ENGRAM_TYPES)], "use the device of an Engram of that type"),
        ("location_ability", [f"location_ability_{i}" for i in range(4)], "use that ability of the Location"),
        ("location_action", [f"location_action_{i}" for i in range(4)], "perform that action of the Location"),
        ("use_stratagem", [f"use_stratagem_{i}" for i in range(2)], "use that Stratagem"),
        ("pay_stratagem", [f"pay_stratagem_{i}" for i in range(2)], "move one token from the Active Pool to it"),
        ("antinomy", ("antinomy",), "discard an Antinomy token to stand up"),
        ("gear", [f"gear_{i}" for i in range(MAX_GEAR)], "choose the Gear card in that place of the Spacer's board"),
        ("place", ("equip", "stow", "discard"), "where the Gear card goes"),
        ("spacer", [f"spacer_{i}" for i in range(MAX_SPACERS)], "choose the Spacer of that seat"),
        ("intruder", [f"intruder_{i}" for i in range(MAX_INTRUDERS)], "choose that Intruder"),
        ("blip", [f"blip_{i}" for i in range(MAX_BLIPS)], "choose that Blip"),
        ("die", [f"die_{i}" for i in range(MAX_DICE)], "choose that die of the roll"),
        ("token", ("token_discipline", "token_confidence", "token_expertise"), "choose that type of Spacer token"),
        ("pool", ("pool_active", "pool_incoming"), "choose that area of the Spacer Pool"),
        ("amount", [f"amount_{i}" for i in range(13)], "choose that number"),
        (
            "candidate",
            [f"candidate_{i}" for i in range(MAX_CANDIDATES)],
            "choose that place of those that the observation lists",
        ),
        ("axis", ("axis_horizontal", "axis_vertical"), "choose that axis or alignment"),
        ("door", [f"door_{i}" for i in range(MAX_DOORS)], "choose that door"),
        (
            "scavenge",
            ("scavenge_cache", "scavenge_engram", "scavenge_objective", "scavenge_console", "scavenge_extraction"),
            "pick up or use that object",
        ),
        ("option", [f"option_{i}" for i in range(8)], "choose that option of the text, or the next effect to resolve"),
        ("character", [f"character_{i}" for i in range(8)], "choose that Character"),
        ("suit", [f"suit_{i}" for i in range(4)], "choose that Suit"),
        ("pairing", ("pairing_straight", "pairing_crossed"), "how the Yellow cards are sleeved"),
        ("stratagem", [f"stratagem_{i}" for i in range(8)], "choose that Stratagem card"),
        ("stash", [f"stash_{i}" for i in range(MAX_GEAR_CARDS)], "take that Gear card along"),
        ("colour", ("colour_white", "colour_red", "colour_black"), "choose a die of that colour"),
    ]
)
