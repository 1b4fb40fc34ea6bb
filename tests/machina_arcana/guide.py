"""What Machina Arcana tells the coverage of random games: its cards, and how to get far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from envs.core._probe import pile_remove
from envs.core.effects import General
from envs.machina_arcana.content import load_pack
from envs.machina_arcana.game import MachinaArcana
from envs.machina_arcana.state import (
    Choice,
    Cond,
    ItemPlace,
    ItemType,
    ModCond,
    MonsterPlace,
    Op,
    Proc,
    QuestKind,
    QuestSource,
    QuestState,
    Scope,
    Stat,
    Targeting,
    TargetWho,
    Trigger,
    Where,
    Who,
)
from envs.machina_arcana.vocabulary import VOCABULARY
from tests.coverage import NEVER, SEEN, USED, Card, Guide, Notes

WORN = (ItemPlace.EQUIPPED, ItemPlace.TOP, ItemPlace.BOTTOM, ItemPlace.AUGMENT)
HELD = (ItemPlace.INVENTORY, *WORN, ItemPlace.GROUND, ItemPlace.DESTROYED)
KINDS = ("explorers", "monsters", "treasures", "tiles", "chapters", "explorer_events", "horror_events")
BETWEEN_ACTIONS = 3
"""Step of `Proc.EXPLORER_TURN` while an action of the turn is carried out."""
MOST_GIFTS = 12
"""Treasures up to which an explorer is given more."""
HIDDEN = (Op.END, Op.JUMP)
"""Operations that are on no card: the compiler adds them."""
WHO_SLOT = {effect.code: effect.who for effect in VOCABULARY.effects.values() if effect.who}
WHO_SLOT |= {General.EACH: "a", General.LASTING: "d"}


def _bits(places: np.ndarray) -> np.ndarray:
    """(n, cards) places -> (cards,) bits of the places that were seen."""
    return np.bitwise_or.reduce(np.int64(1) << places.astype(np.int64), axis=0)


def _any(bits: int, members: Sequence[int]) -> bool:
    return any(bits >> int(member) & 1 for member in members)


class CardNotes(Notes):
    """See `Notes`. A card is used when one of its abilities was, when one of its quests was done, or when it was worn
    and raises an attribute."""

    def __init__(self, game: MachinaArcana):
        self.tables = game.tables
        self.scenario: str = game.options.scenario
        self.ids = game.pack.catalogue(game.options.scenario, game.options.length).ids
        self.items = np.zeros(self.tables["treasures"].shape, np.int64)
        self.monsters = np.zeros(self.tables["monsters"].shape, np.int64)
        self.quests = np.zeros(self.tables["quests"].shape, np.int64)
        self.seen: dict[str, set[int]] = {kind: set() for kind in KINDS}
        self.in_force: dict[str, set[int]] = {"explorer_events": set(), "horror_events": set()}
        self.endgame = False

    def look(self, states: Any) -> None:
        """Look at positions of games, in play or over."""
        self.items |= _bits(states["items"]["place"])
        self.monsters |= _bits(states["monsters"]["place"])
        self.quests |= _bits(states["quest_state"])
        self.seen["explorers"].update(np.unique(states["explorers"]["card"]).tolist())
        self.seen["tiles"].update(np.unique(states["face"]).tolist())
        self.seen["chapters"].update(np.unique(states["chapter_at"]).tolist())
        self.endgame |= bool((states["endgame"] >= 0).any())
        for kind in ("explorer", "horror"):
            pile = states[f"{kind}_destroyed"]
            cards, n = pile["cards"], pile["n"]
            self.seen[f"{kind}_events"].update(np.unique(cards[np.arange(cards.shape[1]) < n[:, None]]).tolist())
            top = cards[np.arange(len(cards)), np.maximum(n, 1) - 1]
            self.in_force[f"{kind}_events"].update(np.unique(top[n > 0]).tolist())

    def found(self, ops: np.ndarray) -> dict[Card, int]:
        """How far each card, its abilities, quests and effects, and the words of the vocabulary got."""
        cards: dict[Card, int] = {}
        words = self._words()
        done: set[Card] = set()  # cards with a quest that was done
        for q in range(int(self.tables["n_quests"])):
            quest = self.tables["quests"][q]
            first, end = int(quest["first_op"]), int(quest["end_op"])
            kind, name, number = self._quest_card(q)
            label = f"{name} quest {number}"
            if ops[first:end].any():
                done.add((kind, name))
                cards["quests", label] = USED
            else:
                cards["quests", label] = SEEN if self.quests[q] >> int(QuestState.OPEN) & 1 else NEVER
            self._operations(cards, words, label, first, end, ops)
        for kind, name, row, seen, in_force in self._cards():
            used = (kind, name) in done or (kind == "treasures" and in_force and bool(row["armor"] or row["will"]))
            for i in range(int(row["first_ability"]), int(row["end_ability"])):
                ability = self.tables["abilities"][i]
                first, end = int(ability["first_op"]), int(ability["end_op"])
                played = in_force if ability["trigger"] == Trigger.PASSIVE else bool(ops[first:end].any())
                label = f"{name}[{i - int(row['first_ability'])}] {Trigger(int(ability['trigger'])).name.lower()}"
                cards["abilities", label] = USED if played else NEVER
                if played:
                    used = True
                    self._ability_words(words, ability)
                self._operations(cards, words, label, first, end, ops)
            cards[kind, name] = USED if seen and used else SEEN if seen else NEVER
        return cards | words

    def _cards(self) -> Iterator[tuple[str, str, Any, bool, bool]]:
        """Kind, name and row of each card with abilities, whether it came into play and whether it is in force."""
        for kind in ("explorers", "chapters"):
            for i, name in enumerate(self.ids[kind]):
                seen = i in self.seen[kind]
                yield kind, name, self.tables[kind][i], seen, seen
        for i, name in enumerate(self.ids["monsters"]):
            seen = _any(int(self.monsters[i]), (MonsterPlace.MAP, MonsterPlace.DESTROYED))
            yield "monsters", name, self.tables["monsters"][i], seen, seen
        for i, name in enumerate(self.ids["treasures"]):
            bits = int(self.items[i])
            yield "treasures", name, self.tables["treasures"][i], _any(bits, HELD), _any(bits, WORN)
        for kind, in_force in self.in_force.items():
            for i, name in enumerate(self.ids[kind]):
                row = self.tables[kind][i]
                taken = kind == "explorer_events" and row["quest"] >= 0 and self.quests[row["quest"]] > 1
                seen = i in self.seen[kind] or taken
                yield kind, name, row, seen, taken or i in in_force
        if self.tables["has_endgame"]:
            yield "endgames", self.scenario, self.tables["endgame"], self.endgame, self.endgame

    def _quest_card(self, number: int) -> tuple[str, str, int]:
        """Kind and name of the card that a quest stands on, and which of its quests it is."""
        quests = self.tables["quests"]
        source, card = QuestSource(int(quests[number]["source"])), int(quests[number]["card"])
        same = int(((quests["source"] == source) & (quests["card"] == card))[:number].sum())
        if source == QuestSource.ENDGAME:
            return "endgames", self.scenario, same
        kind = "chapters" if source == QuestSource.CHAPTER else "explorer_events"
        return kind, self.ids[kind][card], same

    def _operations(
        self, cards: dict[Card, int], words: dict[Card, int], label: str, first: int, end: int, ops: np.ndarray
    ) -> None:
        """Note the operations of an ability or a reward, and the words in them."""
        for i in range(first, end):
            op = self.tables["ops"][i]
            code = Op(int(op["code"]))
            if code in HIDDEN:
                continue
            resolved = bool(ops[i])
            cards["effects of cards", f"{label}: {code.name.lower()} at {i - first}"] = USED if resolved else NEVER
            if resolved:
                words["effects", code.name.lower()] = USED
                if code in WHO_SLOT:
                    words["selectors", Who(int(op[WHO_SLOT[code]])).name.lower()] = USED
                if code == Op.IF:
                    words["conditions", Cond(int(op["a"])).name.lower()] = USED
                if code == Op.LASTING:
                    words["statistics", Stat(int(self.tables["mods"][int(op["a"])]["stat"])).name.lower()] = USED

    def _words(self) -> dict[Card, int]:
        """All words of the vocabulary, never used."""
        lists: Mapping[str, Any] = {
            "effects": [op for op in Op if op not in HIDDEN], "selectors": Who, "conditions": Cond, "statistics": Stat,
            "scopes": Scope, "conditions of modifiers": ModCond, "triggers": Trigger, "targetings": Targeting,
            "targets": TargetWho,
        }  # fmt: skip
        return {(kind, member.name.lower()): NEVER for kind, members in lists.items() for member in members}

    def _ability_words(self, words: dict[Card, int], ability: Any) -> None:
        """The words of an ability that was used, without its effects."""
        words["triggers", Trigger(int(ability["trigger"])).name.lower()] = USED
        if ability["trigger"] == Trigger.ACTIVE:
            words["targetings", Targeting(int(ability["targeting"])).name.lower()] = USED
            words["targets", TargetWho(int(ability["who"])).name.lower()] = USED
        for mod in self.tables["mods"][int(ability["first_mod"]) : int(ability["end_mod"])]:
            words["statistics", Stat(int(mod["stat"])).name.lower()] = USED
            words["scopes", Scope(int(mod["scope"])).name.lower()] = USED
            words["conditions of modifiers", ModCond(int(mod["cond"])).name.lower()] = USED


class MachinaGuide(Guide):
    """See `Guide`."""

    interpreter = int(Proc.RESOLVE)
    weights = {
        "pass": 2, "end_turn": 1, "move": 12, "activate": 24, "use": 24, "exit": 24, "inventory": 4, "close_door": 2,
        "yes": 4, "no": 2, "power": 6, "item": 12, "seal": 8,
    }  # fmt: skip

    def __init__(self) -> None:
        self.values = {
            "scenario": load_pack().scenarios,
            "explorers_per_seat": [1, 2, 3, 4],
            "trap_dice": [3, 9],
            "camp_price": [2, 0],
            "round_limit": [100, 3],
        }

    def help(self, game: MachinaArcana, state: Any, word: int) -> None:
        """Strengthen the explorers, and do one thing more for the one whose turn it is, as if it had played an ability:
        the story goes on to the next chapter, until the one that `word` says; a treasure is found; the inventory is
        used; the way to the space of a quest is short."""
        core = state["core"]
        if core["choice"] != Choice.TURN or core["turn"] < 0:
            return
        self._strengthen(game, state, word)
        seat, turn = int(core["turn"]), (word + int(core["decisions"])) % 2**32
        exited = (state["explorers"]["where"] == Where.EXITED).any()
        quests = self._spaces(game, state, seat)
        if state["chapter_at"] < word // 16 % int(game.tables["n_chapters"]) and not exited:
            self._interrupt(game, state, Proc.FLIP_CHAPTER, seat)
        elif core["decisions"] % 3 == 0:
            self._interrupt(game, state, Proc.INVENTORY, seat)
        elif core["decisions"] % 3 == 1 and quests:
            self._interrupt(game, state, Proc.TELEPORT, seat, 0, quests[turn % len(quests)], seat)
        else:
            self._find(game, state, seat, turn)

    def _strengthen(self, game: MachinaArcana, state: Any, word: int) -> None:
        """All health, stamina and some essence for the explorers on the map; for some games 1 health less."""
        explorers = state["explorers"][: game.heroes]
        playing = explorers["where"] == Where.MAP
        cards = game.tables["explorers"][np.maximum(explorers["card"], 0)]
        for name, least in (("health", cards["health"] - word % 2), ("stamina", cards["stamina"]),
                            ("essence", word // 2 % 8)):  # fmt: skip
            explorers[name] = np.where(playing, np.maximum(explorers[name], least), explorers[name])

    def _spaces(self, game: MachinaArcana, state: Any, seat: int) -> list[int]:
        """Kinds of space that open quests of an explorer want."""
        n = int(game.tables["n_quests"])
        quests, holder = game.tables["quests"][:n], state["quest_holder"][:n]
        wanted = (state["quest_state"][:n] == QuestState.OPEN) & (quests["kind"] == QuestKind.USE_SPACE)
        return quests["space"][wanted & ((holder < 0) | (holder == seat))].tolist()

    def _find(self, game: MachinaArcana, state: Any, seat: int, turn: int) -> None:
        """Give the explorer a treasure that nobody has."""
        items = state["items"]
        places = items["place"][: int(game.tables["n_treasures"])]
        free = np.flatnonzero((places == ItemPlace.ASIDE) | (places == ItemPlace.DECK))
        if not free.size or (items["owner"] == seat).sum() >= MOST_GIFTS:
            return
        card = int(free[turn % free.size])
        if places[card] == ItemPlace.DECK:
            pile_remove(state["treasure_deck"], card)
        items["place"][card] = ItemPlace.INVENTORY
        items["owner"][card] = seat

    def _interrupt(self, game: MachinaArcana, state: Any, proc: Proc, *arguments: int) -> None:
        """Put a procedure between two actions of the turn that is being asked for."""
        core = state["core"]
        core["stack"][int(core["depth"]) - 1]["step"] = BETWEEN_ACTIONS
        core["mask"] = 0
        core["turn"] = -1
        game.engine.call(state, int(proc), *arguments)

    def notes(self, game: MachinaArcana) -> CardNotes:
        """Where the cards of this configuration are noted."""
        return CardNotes(game)

    def unused(self, game: MachinaArcana) -> dict[str, list[str]]:
        """Actions that cannot be legal in this configuration, by the reason why: the table of actions is for packs as
        large as the tables, and for four explorers."""
        t = game.tables
        found: dict[str, list[str]] = {}

        def rest(used: int, reason: str, *groups: str) -> None:
            names = [game.actions[i] for group in groups for i in game.actions.groups[group][used:]]
            found.setdefault(reason, []).extend(names)

        rest(game.heroes, "no such explorer", "explorer", "trade")
        for kind, group in (("explorers", "explorer_card"), ("monsters", "monster"), ("treasures", "item"),
                            ("quests", "quest")):  # fmt: skip
            rest(int(t[f"n_{kind}"]), f"no such {group.replace('_', ' ')}", group)
        cards = [*t["explorers"][: int(t["n_explorers"])], *t["monsters"][: int(t["n_monsters"])]]
        rest(max(_count(t, card, Trigger.ACTIVE) for card in cards), "no card has so many active abilities", "power")
        treasures = t["treasures"][: int(t["n_treasures"])]
        most = max(_count(t, card, Trigger.ACTIVE) for card in treasures)
        rest(most if most > 1 else 0, "no treasure has so many active abilities", "ability")
        rest(self._options(t), "no card offers so many options", "option")
        return found

    def _options(self, t: Any) -> int:
        """Most options of a question: of a card's text, of the two horror events of the Puppeteer, or of the abilities
        that are triggered together, which are put in order (MAC-GEN-14)."""
        ops = t["ops"]
        most = max(2, int(ops["a"][ops["code"] == Op.CHOOSE].max(initial=0)))
        treasures = t["treasures"][: int(t["n_treasures"])]
        augments = [card for card in treasures if card["type"] == ItemType.AUGMENT]
        explorers = t["explorers"][: int(t["n_explorers"])]
        for trigger in (Trigger.ON_HIT, Trigger.ON_KILL):
            together = [max((_count(t, c, trigger) for c in cards), default=0)
                        for cards in (explorers, treasures, augments)]  # fmt: skip
            most = max(most, sum(together))
        worn = sum(_count(t, card, Trigger.WHEN_DESTROYED) for card in treasures)
        return max(most, worn + max(_count(t, card, Trigger.WHEN_DESTROYED) for card in explorers))


def _count(t: Any, card: Any, trigger: Trigger) -> int:
    """How many abilities with a trigger a card has."""
    return int((t["abilities"]["trigger"][int(card["first_ability"]) : int(card["end_ability"])] == trigger).sum())


GUIDE = MachinaGuide()
