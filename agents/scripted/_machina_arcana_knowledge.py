"""What the scripted player of Machina Arcana reads once for a game: its cards as plain Python values.

Everything here comes from the tables of the configured game, which lie open to everybody.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from envs.core.game import Game
from envs.machina_arcana.state import ItemType, Op, Scope, Trigger, Who

# What it knows of an ability.
ABILITY = ("trigger", "stamina", "essence", "destroy", "drop", "targeting", "range", "attacks", "first_op", "end_op")
A_KILL = 3.5  # the roll that as good as kills
# Rows of the block "nearest".
(
    TRAP, RECHARGE, WORKBENCH, EVENT, TREASURE, UNLIT, LIT, SPAWN, BARREL, QUEST, EDGE, EXIT, MONSTER, EXPLORER, MARKER
) = range(15)  # fmt: skip


class Knowledge:
    """What the cards of a game say, as plain Python values: read once, used at every decision."""

    def __init__(self, game: Game):
        t = game.tables
        self.near = game.block("nearest")
        self.monsters = game.block("monsters")
        self.abilities: list[dict[str, Any]] = []
        for a in t["abilities"]:
            known: dict[str, Any] = {name: int(a[name]) for name in ABILITY}
            ops = t["ops"][known["first_op"] : known["end_op"]]
            attacks = [op for op in ops if op["code"] == Op.ATTACK]
            dice = max((1.5 * int(op["a"]) + 1.17 * int(op["b"]) for op in attacks), default=0.0)
            dice *= max((int(op["a"]) for op in ops if op["code"] == Op.REPEAT), default=1)
            if (ops["code"] == Op.DESTROY_MONSTER).any():
                dice = max(dice, A_KILL)
            known["area"] = next(((int(op["d"]), int(op["e"])) for op in attacks if op["d"] != Who.TARGET), None)
            known["heals"] = bool((ops["code"] == Op.RESTORE_HEALTH).any())
            mods = t["mods"][int(a["first_mod"]) : int(a["end_mod"])]
            # What lowers somebody else's values is as good as what raises one's own; conditions hold half of the time.
            worths = (mod["amount"] if mod["scope"] == Scope.SELF else abs(mod["amount"]) for mod in mods)
            known["mods"] = sum(int(w) / (2 if mod["cond"] else 1) for w, mod in zip(worths, mods, strict=True))
            known["value"] = dice / max(1.0, known["stamina"] + known["essence"] + 2.0 * known["destroy"])
            self.abilities.append(known)
        self.explorers = [self._active(card) for card in t["explorers"]]
        self.treasures = [self._active(card) for card in t["treasures"]]
        self.kinds: list[int] = t["treasures"]["type"].tolist()
        self.symbols: list[tuple[int, ...]] = [tuple(map(int, c)) for c in t["treasures"][["top", "bottom", "augment"]]]
        self.ops: list[tuple[int, ...]] = t["ops"].tolist()
        self.mods: list[tuple[int, int]] = [(int(mod["stat"]), int(mod["amount"])) for mod in t["mods"]]
        self.scores = [self._score(card, active) for card, active in zip(t["treasures"], self.treasures, strict=True)]
        self.n_treasures = int(t["n_treasures"])
        self.n_quests = int(t["n_quests"])
        self.blocks: list[int] = t["chapters"]["blocks"].tolist()
        self.health: list[int] = t["explorers"]["health"].tolist()

    def _active(self, card: Any) -> list[int]:
        first, end = int(card["first_ability"]), int(card["end_ability"])
        return [a for a in range(first, end) if self.abilities[a]["trigger"] == Trigger.ACTIVE]

    def _score(self, card: Any, active: list[int]) -> float:
        """How good a treasure is to have, whoever has it."""
        score = 2.0 * int(card["armor"]) + 1.5 * int(card["will"]) + 0.5 * int(card["level"])
        best = max((self.abilities[a]["value"] for a in active if self.abilities[a]["attacks"]), default=0.0)
        for a in range(int(card["first_ability"]), int(card["end_ability"])):
            score += 0.5 * self.abilities[a]["mods"]
        if card["type"] == ItemType.WEAPON:
            return score + 2.0 + 2.0 * best
        return score + 1.5 * best + 2.0 * (card["type"] == ItemType.CONSUMABLE)


@cache
def knowledge(game: Game) -> Knowledge:
    """The `Knowledge` of a game, made once."""
    return Knowledge(game)
