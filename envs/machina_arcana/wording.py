"""What happens in Machina Arcana in words: what an action means, what is asked, what has changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from envs.core.game import State
from envs.machina_arcana.actions import ACTIONS, MAX_EXPLORERS, SIDES, WIDTH
from envs.machina_arcana.state import (
    MARKER_EXPLORER,
    MARKER_GROUND,
    MARKER_MONSTER,
    MARKER_TREASURE,
    Border,
    Choice,
    EventKind,
    ItemPlace,
    MonsterPlace,
    Phase,
    QuestKind,
    QuestSource,
    QuestState,
    Space,
    Token,
    Trigger,
    Where,
)

if TYPE_CHECKING:
    from envs.machina_arcana.content import Catalogue
    from envs.machina_arcana.game import MachinaArcana

STEPS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
QUESTIONS = {
    Choice.EXPLORER_CARD: "which explorer to play",
    Choice.NEXT_EXPLORER: "which explorer acts next",
    Choice.TURN: "an action of the turn",
    Choice.ABILITY: "which ability of the card",
    Choice.TARGET: "the target of the ability",
    Choice.SECOND_TARGET: "the second target of the ability",
    Choice.RAISE: "essence to raise the attack roll",
    Choice.LOSS: "what to lose for this point of health",
    Choice.WINDOW: "something to play between the actions of another",
    Choice.CONTRIBUTE: "essence for what another explorer pays",
    Choice.TREASURE_TAKE: "one of the drawn treasures",
    Choice.TREASURE_GIVE: "who gets it",
    Choice.TREASURE_REST: "what becomes of the other treasure",
    Choice.SWAP_DRAWN: "a drawn treasure to swap for one that is held",
    Choice.SWAP_OWN: "the treasure that is given for it",
    Choice.BENCH_TAKE: "one of the drawn treasures to keep",
    Choice.BENCH_GIVE: "who gets it",
    Choice.BENCH_REST: "what becomes of this treasure",
    Choice.BENCH_ORDER: "what goes on the deck next, the last one on top",
    Choice.INVENTORY: "an item to put on or take off",
    Choice.MANNER: "how to use the item",
    Choice.HOST: "the item that it is joined to",
    Choice.TRADE: "what changes hands",
    Choice.CONSENT: "whether to give the item away",
    Choice.EXIT_EDGE: "where the exit lies",
    Choice.PLACEMENT: "where to enter",
    Choice.SPAWN_TIE: "where the monster spawns",
    Choice.FREE_SPACE: "which of the nearest free spaces",
    Choice.EXPLORER_TIE: "whom the monster goes for",
    Choice.STEP_TIE: "which way the monster goes",
    Choice.ORDER: "which effect comes next",
    Choice.GIVE_UP: "which item to give up",
    Choice.DEATH_ITEM: "which item is lost with the explorer",
    Choice.COLLECT: "how much to pay toward the quest",
    Choice.QUEST: "the quest that this counts for",
    Choice.BASE: "an action at the base",
    Choice.CONTROL: "an action of the controlled monster",
    Choice.RECALL: "which markers to take back",
    Choice.DROP: "which item to drop, and where",
    Choice.BARRIER_CELL: "a space beside the new barrier",
    Choice.BARRIER_SIDE: "the side on which the barrier stands",
    Choice.CARD_OPTION: "an option of the card",
    Choice.MAY: "whether to do what the card offers",
    Choice.PATH: "a step of a free movement",
    Choice.MONSTER_NEXT: "which monster acts next",
    Choice.MONSTER_ACTION: "an action of the monster",
    Choice.HORROR_CARD: "which of two horror events is played",
    Choice.SPACE_TIE: "which of the nearest spaces",
    Choice.CHOSEN_UNIT: "whom the card means",
    Choice.DESTINATION: "where the teleport ends",
    Choice.OFF_TURN: "an action in the turn of another",
}
SPACE_NAMES = {
    Space.PLAIN: "floor",
    Space.TRAPPED: "trapped floor",
    Space.SPAWN: "monster spawn",
    Space.TRAP: "trap lever",
    Space.RECHARGE: "recharge space",
    Space.EVENT: "event space",
    Space.TREASURE: "treasure space",
    Space.CHAPTER: "chapter space",
}
ACTIVATIONS = {
    Space.TRAP: "2 stamina: all traps of the tile go off",
    Space.RECHARGE: "1 stamina: roll for health or stamina",
    Space.WORKBENCH: "3 stamina: draw treasures, swap and take one, rearrange the inventory",
    Space.EVENT: "3 stamina: 1 essence and an explorer event",
    Space.TREASURE: "3 stamina: 1 essence and one of two treasures",
    Space.CHAPTER: "3 stamina, and 3 essence of yours and of those who stand near: the story goes on",
}
WHEREABOUTS = {
    Where.CARD: "not placed yet",
    Where.EXITED: "left by the exit",
    Where.BASE: "at the base",
    Where.WAITING: "waits to enter",
    Where.OUT: "out of the game",
}
WORN = (ItemPlace.EQUIPPED, ItemPlace.TOP, ItemPlace.BOTTOM, ItemPlace.AUGMENT)


def place(cell: int) -> str:
    """Column and row of a cell."""
    return f"({cell % WIDTH},{cell // WIDTH})" if cell >= 0 else "off the map"


def monster_letter(monster: int) -> str:
    """The letter by which a monster card stands on the board."""
    return chr(ord("a") + monster) if monster < 26 else chr(ord("A") + monster - 26)


def space_name(state: State, cell: int) -> str:
    """The kind of a space, and whether it is explored or lit."""
    kind, token = Space(int(state["kind"][cell])), int(state["token"][cell])
    name = SPACE_NAMES.get(kind, kind.name.lower())
    return {Token.EXPLORED: f"explored {name}", Token.LIGHT: f"lit {name}"}.get(Token(token), name)


def ground_markers(state: State) -> dict[int, int]:
    """Cell -> seat of the owner of the explorer marker there."""
    return {
        int(at) - MARKER_GROUND: seat
        for seat in range(int(state["seats"]))
        for at in state["explorers"][seat]["marker"]
        if MARKER_GROUND <= at < MARKER_EXPLORER
    }


def token_cell(game: MachinaArcana, state: State, slot: int, side: int) -> int:
    """The cell that carries an entry, exit or edge token of an edge."""
    turns = int(state["rotation"][slot])
    local = int(game.tables["faces"][int(state["face"][slot])]["token_cell"][(side - turns) % 4])
    x, y = local % 10, local // 10
    for _ in range(turns):
        x, y = 9 - y, x
    return (slot // 2 * 10 + y) * WIDTH + slot % 2 * 10 + x


def edge_tokens(game: MachinaArcana, state: State) -> dict[int, int]:
    """Cell -> side of the edge token there; empty in easy mode."""
    return {token_cell(game, state, slot, side): side for slot, side in np.argwhere(state["edge_token"]).tolist()}


def drop_pile(state: State, seat: int) -> list[int]:
    """Treasure cards of a drop pile, the bottom one first."""
    return [int(card) - 1 for card in state["explorers"][seat]["dropped"] if card]


def describe(game: MachinaArcana, state: State, action: int) -> str:
    """An action's name and what it means in this position."""
    return Wording(game, state).describe(action)


def changes(game: MachinaArcana, before: State, after: State) -> list[str]:
    """What has happened between two positions of a game, a sentence each. All of it is open to every seat."""
    return list(Changes(game, before, after).all())


class Wording:
    """Names of things in a position, and what the actions of the seat that is asked mean.

    Args:
        game: the configured game.
        state: the position.
    """

    def __init__(self, game: MachinaArcana, state: State):
        self.game = game
        self.state = state
        self.tables = game.tables
        self.cards: Catalogue = game.pack.catalogue(game.options.scenario, game.options.length)
        self.choice = Choice(int(state["core"]["choice"]))
        self.subject = int(state["core"]["subject"])
        asked = game.hero(state)
        self.seat = -1 if asked is None else asked

    # -- names -----------------------------------------------------------------------------------------------

    def explorer(self, seat: int) -> str:
        """Name of the explorer of a seat."""
        card = int(self.state["explorers"][seat]["card"])
        return self.cards.names["explorers"][card] if card >= 0 else self.game.hero_name(seat)

    def monster(self, number: int) -> str:
        """Name of a monster card, with its letter on the board."""
        return f"{self.cards.names['monsters'][number]} ({monster_letter(number)})"

    def unit(self, unit: int) -> str:
        """Name of a unit."""
        return self.explorer(unit) if unit < MAX_EXPLORERS else self.monster(unit - MAX_EXPLORERS)

    def cell_of(self, unit: int) -> int:
        """Cell of a unit, -1 off the map."""
        row = self.state["explorers"][unit] if unit < MAX_EXPLORERS else self.state["monsters"][unit - MAX_EXPLORERS]
        return int(row["cell"])

    def space(self, cell: int) -> str:
        """The kind of a space, and whether it is explored or lit; a special space by what the endgame card calls it."""
        special = int(self.state["kind"][cell]) == Space.SPECIAL
        return self.cards.special if special else space_name(self.state, cell)

    def item(self, number: int) -> str:
        """Name of a treasure card."""
        return self.cards.names["treasures"][number]

    def marked_card(self, at: int) -> str:
        """Name of the card on which an explorer marker lies, by the place of the marker."""
        if at >= MARKER_TREASURE:
            return self.item(at - MARKER_TREASURE)
        if at >= MARKER_MONSTER:
            return self.monster(at - MARKER_MONSTER)
        return self.cards.names["explorers"][at - MARKER_EXPLORER]

    def quest(self, number: int) -> str:
        """Name and text of a quest, and how far it is."""
        text = self.cards.texts["quests"][number].removeprefix("Quest: ")
        done, all_ = int(self.state["quest_progress"][number]), int(self.tables["quests"][number]["times"])
        return f"{self.cards.names['quests'][number]}, {done} of {all_} - {text}"

    def source(self, operation: int) -> str:
        """Name and text of the card that prints an operation."""
        for number, row in enumerate(self.tables["quests"][: int(self.tables["n_quests"])]):
            if row["first_op"] <= operation < row["end_op"]:
                return self.quest(number)
        holds = (self.tables["abilities"]["first_op"] <= operation) & (operation < self.tables["abilities"]["end_op"])
        return self.ability(int(np.flatnonzero(holds)[0])) if holds.any() else "the card"

    def ability(self, number: int) -> str:
        """The card that prints an ability, and its text; of several active ones only this one's."""
        for kind in ("explorers", "monsters", "treasures", "chapters", "explorer_events", "horror_events"):
            rows = self.tables[kind][: len(self.cards.names[kind])]
            held = np.flatnonzero((rows["first_ability"] <= number) & (number < rows["end_ability"]))
            if len(held):
                card = int(held[0])
                text = self.cards.texts[kind][card]
                first = int(rows[card]["first_ability"])
                triggers = self.tables["abilities"]["trigger"][first : number + 1]
                if triggers[-1] == Trigger.ACTIVE:
                    text = self.cards.powers[kind][card][int((triggers == Trigger.ACTIVE).sum()) - 1]
                return f"{self.cards.names[kind][card]} - {text}"
        return self.game.pack.endgame_text(self.game.options)

    def neighbour(self, direction: int) -> int:
        """The cell in a direction from the unit that acts, -1 outside."""
        cell = self.cell_of(self.mover())
        if cell < 0:
            return -1
        x, y = cell % WIDTH + STEPS[direction][0], cell // WIDTH + STEPS[direction][1]
        return y * WIDTH + x if 0 <= x < WIDTH and 0 <= y < WIDTH else -1

    def mover(self) -> int:
        """The unit that an action moves: the subject of the question, or the explorer that is asked."""
        if self.choice in (Choice.PATH, Choice.STEP_TIE, Choice.CONTROL, Choice.MONSTER_ACTION):
            return self.subject
        return min(self.seat, MAX_EXPLORERS - 1)

    def price(self, stamina: int) -> str:
        """What an action costs; nothing at the base."""
        return "" if self.choice == Choice.BASE else f"{stamina} stamina: "

    # -- actions ---------------------------------------------------------------------------------------------

    def describe(self, action: int) -> str:
        """An action's name and what it means."""
        group = next(name for name, ids in ACTIONS.groups.items() if action in ids)
        tell = getattr(self, f"_{group}", None)
        meaning = tell(action - ACTIONS.groups[group].start) if tell is not None else ACTIONS.meanings[group]
        return f"{ACTIONS[action]}: {meaning}" if meaning else ACTIONS[action]

    def _pass(self, _: int) -> str:
        if self.choice == Choice.PLACEMENT:
            return "wait, and enter in a later round"
        return "nothing more at the base" if self.choice == Choice.BASE else "play nothing now"

    def _end_turn(self, _: int) -> str:
        if self.choice in (Choice.CONTROL, Choice.MONSTER_ACTION):
            return f"the turn of {self.unit(self.subject)} is over"
        return f"the turn is over ({int(self.state['explorers'][self.seat]['stamina'])} stamina left)"

    def _done(self, _: int) -> str:
        return {
            Choice.SWAP_DRAWN: "no more swaps",
            Choice.RECALL: "the markers that lie on the ground stay there",
            Choice.TRADE: "the trade is over",
            Choice.PATH: f"{self.unit(self.subject)} stays here" if self.choice == Choice.PATH else "",
        }.get(self.choice, "the inventory is in order")

    def _yes(self, _: int) -> str:
        if self.choice == Choice.CONSENT:
            return f"give {self.item(self.subject)} away"
        return self.source(self.subject)

    def _no(self, _: int) -> str:
        return f"keep {self.item(self.subject)}" if self.choice == Choice.CONSENT else "refuse"

    def _move(self, direction: int) -> str:
        cell = self.neighbour(direction)
        if cell < 0:
            return ""
        kind = Space(int(self.state["kind"][cell]))
        floor = "" if kind == Space.PLAIN else f" ({self.space(cell)})"
        if self.choice in (Choice.TURN, Choice.OFF_TURN):
            return f"1 stamina: to {place(cell)}{floor}"
        return f"{self.unit(self.mover())} to {place(cell)}{floor}"

    def _activate(self, direction: int) -> str:
        cell = self.neighbour(direction)
        if cell < 0:
            return ""
        kind = Space(int(self.state["kind"][cell]))
        costs = ACTIVATIONS.get(kind, "")
        if kind == Space.CHAPTER and self.state["token"][cell] == Token.LIGHT:
            costs = "3 stamina: the story goes on"
        return f"{self.space(cell)} - {costs}"

    def _seal(self, _: int) -> str:
        return "3 stamina, and 4 essence of yours and of those who stand near: nothing spawns there any more, threat -1"

    def _use(self, direction: int) -> str:
        cell = self.neighbour(direction)
        return f"3 stamina: use the {self.space(cell)} for a quest" if cell >= 0 else ""

    def _open_door(self, _: int) -> str:
        return "2 stamina"

    def _close_door(self, _: int) -> str:
        return "2 stamina"

    def _break(self, side: int) -> str:
        cell = self.cell_of(self.mover())
        barrier = cell >= 0 and int(self.state["border"][cell][side]) >= Border.BARRIER
        return f"4 stamina: destroy the {'barrier' if barrier else 'closed door'}"

    def _explore(self, _: int) -> str:
        return "2 stamina: lay a new tile beyond this edge"

    def _exit(self, _: int) -> str:
        return "2 stamina: leave the map by the exit"

    def _inventory(self, _: int) -> str:
        return f"{self.price(3)}put items on, join them, take them off"

    def _drop(self, _: int) -> str:
        return "1 stamina: drop an item, under a marker or for good"

    def _pick_up(self, number: int) -> str:
        cell = self.cell_of(self.seat) if number == 0 else self.neighbour(number - 1)
        owner = ground_markers(self.state)[cell]
        card = drop_pile(self.state, owner)[-1]
        whose = "your" if owner == self.seat else f"{self.explorer(owner)}'s"
        text = f"{self.item(card)} - {self.cards.texts['treasures'][card]}"
        return f"1 stamina: at {place(cell)}, from the top of {whose} drop pile: {text}"

    def _trade(self, seat: int) -> str:
        return f"{self.price(2)}trade with {self.explorer(seat)}"

    def _power(self, number: int) -> str:
        if self.choice in (Choice.CONTROL, Choice.MONSTER_ACTION):
            return self.cards.powers["monsters"][self.subject - MAX_EXPLORERS][number]
        card = int(self.state["explorers"][self.seat]["card"])
        return self.cards.powers["explorers"][card][number]

    def _item(self, number: int) -> str:
        name, text = self.item(number), self.cards.texts["treasures"][number]
        owner, at = int(self.state["items"]["owner"][number]), int(self.state["items"]["place"][number])
        if self.choice in (Choice.TURN, Choice.WINDOW, Choice.OFF_TURN):
            return f"play {name} - " + " or ".join(self.cards.powers["treasures"][number])
        if self.choice == Choice.INVENTORY:
            return f"{name} ({'put it on or join it' if at == ItemPlace.INVENTORY else 'take it off'}) - {text}"
        if self.choice == Choice.HOST:
            return f"join {self.item(self.subject)} to {name} - {text}"
        if self.choice == Choice.TRADE:
            other = self.explorer(self.subject)
            return f"{f'give {other}' if owner == self.seat else f'ask {other} for'} {name} - {text}"
        if self.choice == Choice.SWAP_OWN:
            whose = "" if owner == self.seat else f" of {self.explorer(owner)}"
            return f"give {name}{whose} for {self.item(self.subject)} - {text}"
        return f"{name} - {text}"

    def _ability(self, number: int) -> str:
        return self.cards.powers["treasures"][self.subject][number]

    def _explorer(self, seat: int) -> str:
        row = self.state["explorers"][seat]
        name, health = self.explorer(seat), f"health {int(row['health'])} at {place(int(row['cell']))}"
        if self.choice in (Choice.TREASURE_GIVE, Choice.BENCH_GIVE):
            whose = "keep" if seat == self.seat else f"{name} gets"
            return f"{whose} {self.item(self.subject)}"
        if self.choice == Choice.NEXT_EXPLORER:
            return f"{name} acts next"
        if self.choice == Choice.EXPLORER_TIE:
            return f"{self.unit(self.subject)} goes for {name}, {health}"
        return f"{name}, {health}"

    def _monster(self, number: int) -> str:
        row = self.state["monsters"][number]
        text = f"{self.monster(number)}, health {int(row['health'])} at {place(int(row['cell']))}"
        if self.choice in (Choice.TARGET, Choice.SECOND_TARGET):
            card = self.tables["monsters"][number]
            text += f"; its card: armor {int(card['armor'])}, will {int(card['will'])}"
        return text

    def _cell(self, cell: int) -> str:
        name = self.space(cell)
        if self.choice == Choice.PLACEMENT:
            return f"enter at {place(cell)} ({name})"
        if self.choice == Choice.SPAWN_TIE:
            return f"spawn at {place(cell)}"
        if self.choice == Choice.BARRIER_CELL:
            return f"the barrier stands beside {place(cell)}"
        if self.choice == Choice.RECALL:
            return f"the marker from {place(cell)}; {self.item(drop_pile(self.state, self.seat)[0])} leaves the game"
        if self.choice == Choice.DROP:
            return f"{self.item(self.subject)} under a marker at {place(cell)} ({name})"
        if self.choice == Choice.DESTINATION:
            return f"{self.unit(self.subject)} to {place(cell)} ({name})"
        return f"{name} at {place(cell)}"

    def _amount(self, number: int) -> str:
        if self.choice == Choice.RAISE:
            roll, need = int(self.state["attack_roll"]) + number, int(self.state["attack_need"])
            paid = f"pay {number} essence" if number else "pay nothing"
            return f"{paid}: a roll of {roll} against {need} {'hits' if roll >= need else 'misses'}"
        if self.choice == Choice.CONTRIBUTE:
            return f"pay {number} of the {self.subject} essence that are missing"
        kind = self.tables["quests"][self.subject]["kind"]
        return f"pay {number} {'health' if kind == QuestKind.COLLECT_HEALTH else 'essence'}"

    def _edge(self, number: int) -> str:
        slot, side = number // 4, number % 4
        x, y = slot % 2 * 10, slot // 2 * 10
        return f"the {SIDES[side]} edge of the tile in columns {x} to {x + 9}, rows {y} to {y + 9}"

    def _side(self, side: int) -> str:
        return f"to the {SIDES[side]} of {place(self.subject)}"

    def _manner(self, number: int) -> str:
        name = self.item(self.subject)
        return (
            f"use {name} by itself",
            f"join {name} to the top of another item",
            f"join {name} to the bottom of another item",
        )[number]

    def _card(self, number: int) -> str:
        name = self.item(self.subject)
        return f"{name} goes back on top of the deck" if number else f"{name} leaves the game"

    def _explorer_card(self, number: int) -> str:
        return f"{self.cards.names['explorers'][number]} - {self.cards.texts['explorers'][number]}"

    def _quest(self, number: int) -> str:
        return f"{'' if self.choice == Choice.QUEST else 'pay toward '}{self.quest(number)}"

    def _lose(self, essence: int) -> str:
        row = self.state["explorers"][self.seat]
        name = "essence" if essence else "health"
        return f"1 of {int(row[name])} {name}"

    def _place(self, armory: int) -> str:
        if armory:
            return "like a workbench, for the whole group, once in a visit"
        return f"{int(self.tables['camp_price'])} essence: threat -1"

    def _option(self, number: int) -> str:
        if self.choice == Choice.CARD_OPTION:
            return self.cards.options[self.subject][number]
        if self.choice == Choice.ORDER:
            frame = self.state["core"]["stack"][int(self.state["core"]["depth"]) - 1]
            return self.ability(int(frame["efghijkl"[number]]))
        names, texts = self.cards.names["horror_events"], self.cards.texts["horror_events"]
        gone, played = (int(self.state["horror_offer"][n]) for n in (number, 1 - number))
        return f"play {names[played]} - {texts[played]} {names[gone]} is destroyed"


class Changes:
    """What is different between two positions."""

    def __init__(self, game: MachinaArcana, before: State, after: State):
        self.game = game
        self.before = before
        self.after = after
        self.old = Wording(game, before)
        self.new = Wording(game, after)

    def all(self) -> Iterator[str]:
        """Sentences, from the course of the game down to single cards."""
        yield from self._course()
        yield from self._events()
        yield from self._tiles()
        yield from self._explorers()
        yield from self._monsters()
        yield from self._items()
        yield from self._markers()
        yield from self._spaces()
        yield from self._quests()
        if self.game.is_over(self.after) and not self.game.is_over(self.before):
            yield f"the game is over: {self.game.outcome(self.after).reason}"

    def _differ(self, name: str) -> bool:
        return bool((self.before[name] != self.after[name]).any())

    def _course(self) -> Iterator[str]:
        b, a = self.before, self.after
        if b["round"] != a["round"]:
            yield f"round {int(a['round'])} begins"
        if b["at_base"] != a["at_base"]:
            yield "the group is at the base" if a["at_base"] else "the group leaves the base"
        if b["chapter_at"] != a["chapter_at"]:
            at = int(a["chapter_at"])
            names, texts = self.new.cards.names["chapters"], self.new.cards.texts["chapters"]
            yield f"chapter {at + 1}: {names[at]} - {texts[at]}"
        if b["endgame"] != a["endgame"]:
            yield f"the endgame begins: {self.game.pack.endgame_text(self.game.options)}"
        old, new = counters(self.game, b), counters(self.game, a)
        for name, count in new.items():
            if count != old[name]:
                yield f"{name} {old[name]} -> {count}"
        if b["level"] != a["level"]:
            yield f"the monster level is {int(a['level'])}"
        if b["threat"] != a["threat"]:
            yield f"threat {int(b['threat'])} -> {int(a['threat'])}"
        if self.game.tables["ratings"]:
            for name, what in (("monster_rating", "a monster spawns"), ("horror_rating", "horror comes")):
                if b[name] != a[name]:
                    yield f"{what} on {int(a[name])}+"

    def _events(self) -> Iterator[str]:
        for kind in ("explorer", "horror"):
            names, texts = (getattr(self.new.cards, part)[f"{kind}_events"] for part in ("names", "texts"))
            piles = [state[f"{kind}_destroyed"] for state in (self.before, self.after)]
            old, new = ([int(c) for c in pile["cards"][: int(pile["n"])]] for pile in piles)
            for card in new:
                if card not in old:
                    yield f"{kind} event {names[card]}: {texts[card]}"

    def _tiles(self) -> Iterator[str]:
        names = self.new.cards.names["tiles"]
        faces = [sorted(int(f) for f in state["face"] if f >= 0) for state in (self.before, self.after)]
        for face in faces[1]:
            if face not in faces[0]:
                yield f"the tile {names[face]} is laid"
        if self.before["exit_slot"] != self.after["exit_slot"]:
            yield "the exit is open" if self.after["exit_slot"] >= 0 else "the exit is gone"

    def _explorers(self) -> Iterator[str]:
        for seat in range(self.game.heroes):
            b, a = self.before["explorers"][seat], self.after["explorers"][seat]
            if b["card"] != a["card"]:
                if int(b["card"]) >= 0:
                    yield f"{self.old.explorer(seat)} is dead"
                if int(a["card"]) >= 0:
                    yield f"{self.game.hero_name(seat)} plays {self.new.explorer(seat)}"
                continue
            name = self.new.explorer(seat)
            if b["where"] != a["where"]:
                where = Where(int(a["where"]))
                at = place(int(a["cell"]))
                yield f"{name}: enters at {at}" if where == Where.MAP else f"{name}: {WHEREABOUTS[where]}"
            elif b["cell"] != a["cell"] and self.old.seat != seat:
                yield f"{name} is moved to {place(int(a['cell']))}"
            for what in ("health", "essence"):
                if b[what] != a[what]:
                    yield f"{name}: {what} {int(b[what])} -> {int(a[what])}"

    def _monsters(self) -> Iterator[str]:
        for m in np.flatnonzero(self.before["monsters"] != self.after["monsters"]).tolist():
            b, a = self.before["monsters"][m], self.after["monsters"][m]
            on, was = int(a["place"]) == MonsterPlace.MAP, int(b["place"]) == MonsterPlace.MAP
            name = self.new.monster(m)
            if on and not was:
                yield f"{name} spawns at {place(int(a['cell']))}"
            elif was and not on:
                yield f"{name} is {'destroyed' if int(a['place']) == MonsterPlace.DESTROYED else 'gone'}"
            elif on and b["cell"] != a["cell"]:
                yield f"{name} goes to {place(int(a['cell']))}"
            if on and was and b["health"] != a["health"]:
                yield f"{name}: health {int(b['health'])} -> {int(a['health'])}"

    def _items(self) -> Iterator[str]:
        before, after = self.before["items"], self.after["items"]
        moved, taken = before["place"] != after["place"], before["owner"] != after["owner"]
        for i in np.flatnonzero(moved | taken).tolist():
            name, owner, place = self.new.item(i), int(after["owner"][i]), int(after["place"][i])
            if place == ItemPlace.DESTROYED and moved[i]:
                yield f"{name} is destroyed"
            elif place == ItemPlace.GROUND and moved[i]:
                yield f"{self.new.explorer(owner)} drops {name}"
            elif owner >= 0 and int(before["place"][i]) == ItemPlace.GROUND and moved[i]:
                yield f"{self.new.explorer(owner)} picks up {name}"
            elif taken[i] and owner >= 0:
                yield f"{self.new.explorer(owner)} has {name}"
            elif owner >= 0 and moved[i]:
                verb = "puts on" if place in WORN else "takes off"
                yield f"{self.new.explorer(owner)} {verb} {name}"

    def _markers(self) -> Iterator[str]:
        for seat in range(self.game.heroes):
            whose = f"a marker of {self.new.explorer(seat)}"
            before, after = (state["explorers"][seat]["marker"].tolist() for state in (self.before, self.after))
            for was, now in zip(before, after, strict=True):
                if was and not now:
                    yield f"{whose} is free again"
                elif now >= MARKER_EXPLORER:
                    if now != was:
                        yield f"{whose} lies on the card of {self.new.marked_card(now)}"
                elif now and not MARKER_GROUND <= was < MARKER_EXPLORER:  # else the map has scrolled
                    yield f"{whose} lies at {place(now - MARKER_GROUND)}"

    def _spaces(self) -> Iterator[str]:
        if self._differ("face") or int(self.before["phase"]) == Phase.SETUP:
            return  # a new map, of which the board says more
        for cell in np.flatnonzero(self.before["token"] != self.after["token"]).tolist():
            yield f"{place(cell)} is now {space_name(self.after, cell)}"
        changed = self.before["border"] != self.after["border"]
        for cell, side in np.argwhere(changed).tolist():
            x, y = cell % WIDTH + (0, 1, 0, -1)[side], cell // WIDTH + (-1, 0, 1, 0)[side]
            inside = 0 <= x < WIDTH and 0 <= y < WIDTH
            if side in (0, 3) and inside and changed[y * WIDTH + x][(side + 2) % 4]:
                continue  # the same border, told of the other space
            yield f"{self._border(int(self.after['border'][cell][side]))} {SIDES[side]} of {place(cell)}"

    def _border(self, border: int) -> str:
        if border >= Border.BARRIER:
            return "a barrier stands to the"
        return {
            Border.OPEN: "a door is open to the",
            Border.CLOSED: "a door is closed to the",
            Border.DESTROYED: "a door is destroyed to the",
        }.get(Border(border), "nothing stands any more to the")

    def _quests(self) -> Iterator[str]:
        for q in range(int(self.game.tables["n_quests"])):
            old, new = QuestState(int(self.before["quest_state"][q])), QuestState(int(self.after["quest_state"][q]))
            if new == QuestState.OPEN and old != new:
                if self.game.tables["quests"][q]["source"] != QuestSource.CHAPTER:
                    yield f"a quest: {self.new.quest(q)}"
            elif old == QuestState.OPEN and new == QuestState.DONE:
                yield f"quest done: {self.new.cards.names['quests'][q]}"
            elif old == new == QuestState.OPEN and self.before["quest_progress"][q] != self.after["quest_progress"][q]:
                yield f"quest {self.new.quest(q)}"


def counters(game: MachinaArcana, state: State) -> dict[str, int]:
    """The counters of the scenario by name."""
    names = game.pack.forms("scenarios")[game.options.scenario].counters
    return dict(zip(names, state["counters"].tolist(), strict=False))


def ongoing(game: MachinaArcana, state: State) -> list[str]:
    """The ongoing events in force."""
    cards = game.pack.catalogue(game.options.scenario, game.options.length)
    lines = []
    for kind in ("explorer_events", "horror_events"):
        pile: Any = state[f"{kind.removesuffix('_events')}_destroyed"]
        if pile["n"]:
            top = int(pile["cards"][int(pile["n"]) - 1])
            if game.tables[kind][top]["kind"] == EventKind.ONGOING:
                lines.append(f"ongoing: {cards.names[kind][top]} - {cards.texts[kind][top]}")
    return lines
