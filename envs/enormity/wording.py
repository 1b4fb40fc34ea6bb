"""What happens in Enormity in words: what an action means, what is asked, what has changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from envs.core.game import State
from envs.enormity.actions import ACTIONS, DIRECTIONS, ENGRAM_TYPES, MAX_BLIPS, MAX_INTRUDERS, MAX_SPACERS, WIDTH
from envs.enormity.card_texts import LEVELS, listed
from envs.enormity.maps import OFFSETS, beside
from envs.enormity.state import (
    EXERTS,
    POINT_WIDTH,
    TRACK,
    Border,
    CardSide,
    Choice,
    DieMark,
    DoorState,
    Face,
    GearPlace,
    Knock,
    Mark,
    Op,
    PointState,
    Proc,
    Reach,
    Result,
    RollKind,
    Side,
    Thing,
    Timing,
    Where,
)

if TYPE_CHECKING:
    from envs.enormity.build_tables import Catalogue
    from envs.enormity.game import Enormity

NOBODY = 255
QUESTIONS = {
    Choice.CHARACTER: "which Character to play",
    Choice.SUIT: "which Suit to wear",
    Choice.PAIRING: "how the Yellow half cards are sleeved",
    Choice.LOADOUT_GEAR: "the next Gear card of the Loadout",
    Choice.STRATAGEM: "a Stratagem of the team",
    Choice.FIRST_MARKER: "who is the first Priority Target",
    Choice.START_SPACE: "where to start",
    Choice.SPAWN_POINT: "where a starting Blip lies",
    Choice.NEXT_SPACER: "whose turn is next",
    Choice.TURN: "a step of the turn",
    Choice.ACTION: "which action of the card",
    Choice.EXERT: "whether to exert",
    Choice.MOVE: "the next space of the movement",
    Choice.AOO_ORDER: "which attack of opportunity comes next",
    Choice.FAST_SCAVENGE: "what to take in passing",
    Choice.SCAVENGE: "what to take or use",
    Choice.LOOT: "where the new Gear card goes",
    Choice.REARM: "a Gear card to equip or to stow",
    Choice.SCOUT: "what to light up",
    Choice.SCOUT_REVEAL: "whether to reveal the Blip",
    Choice.SCOUT_SPAWN: "whether its Intruders appear",
    Choice.SCOUT_ATTACK: "whether to attack at once",
    Choice.SPAWN_SPACE: "where the Intruder appears",
    Choice.WEAPON: "the weapon of the Attack",
    Choice.ATTACK_TARGET: "a target of the Attack",
    Choice.ADVANCE: "a step toward the target",
    Choice.EMPTY_CLIP: "whether to empty the clip",
    Choice.BURST_ORDER: "which target is rolled for next",
    Choice.ROLL_BONUS: "an ability for the Attack Roll",
    Choice.EXTRA_DIE: "a die that adds another one",
    Choice.CONFIDENCE: "a die to re-roll for Confidence",
    Choice.STRESS: "a die to re-roll for Stress",
    Choice.NOISE_BONUS: "the die that gets the Noise of the card",
    Choice.DISCIPLINE: "a die whose Potential becomes Power",
    Choice.NOISE_DICE: "which Blip gets the die",
    Choice.BLIP_ORDER: "which Blip is next",
    Choice.BLIP_AXIS: "which way the Blip moves first",
    Choice.RESPONSE_ORDER: "which response comes next",
    Choice.FALLBACK: "a step away from the target",
    Choice.IGNORE_REPRISAL: "whether to ignore the Reprisal",
    Choice.RELOAD: "which weapon to reload",
    Choice.EFFECT_TARGET: "what the effect works on",
    Choice.REACTION: "a Reaction in the Window of Opportunity",
    Choice.MITIGATE: "Expertise against the damage",
    Choice.ARMOR_REROLL: "a die of the Intruder to re-roll",
    Choice.COVER: "which die the Cover lowers",
    Choice.BONUS_ATTACK: "whether to make the Bonus Attack",
    Choice.BONUS_ACTION: "which card gives the Bonus Action",
    Choice.STAND_UP: "whether to stand up first",
    Choice.KNOCKBACK: "which way the Knockback goes",
    Choice.DISPLACE: "where the displaced figure goes",
    Choice.ACTIVATION_ORDER: "which Intruder activates next",
    Choice.TARGET_TIE: "whom it goes for",
    Choice.INTRUDER_STEP: "which way the Intruder goes",
    Choice.EFFECT_ORDER: "which effect comes next",
    Choice.OVERSPAWN_TIE: "which Intruder activates for the missing one",
    Choice.SPAWN_TIE: "where the Blip appears",
    Choice.FACING_TIE: "which way the Blip faces",
    Choice.ALIGNMENT: "how the Scanner card lies",
    Choice.AMBUSH_ORDER: "which Intruder ambushes next",
    Choice.CODE: "whether to read the paragraph",
    Choice.TOKEN_TYPE: "a type of Spacer token",
    Choice.POOL_AREA: "an area of the Spacer Pool",
    Choice.PAY_CARD: "the Action card that pays for it",
    Choice.BLIP_TIE: "which of the Blips",
    Choice.DAMAGE_ABILITY: "an ability against the damage",
    Choice.MAY: "whether to do what the card offers",
    Choice.OPTION: "an option of the card",
    Choice.DOOR: "which door",
    Choice.BLIP_REACTION: "a Reaction to the movement of the Blip",
    Choice.DRAW_BLIP: "which of the drawn Blips",
    Choice.DISCARD_GEAR: "a Gear card",
    Choice.OBJECTIVE_TOKEN: "which type of token is paid",
    Choice.ENTRY: "which paragraph is decrypted",
    Choice.END_ORDER: "which effect comes next",
}
PHASES = ("the set-up", "the Countdown Phase", "the Spacer Phase", "the Intruder Phase")
COUNTDOWN_PHASE = 1
TOKENS = ("Discipline", "Confidence", "Expertise")
COLOURS = ("white", "red", "black", "green", "orange")
FACES = {Face.ECHO: "Echo", Face.A: "A", Face.B: "B", Face.U: "U"}
QUADRANTS = ("north-west", "north-east", "south-west", "south-east")
RESPONSES = ("Wound", "Fail", "Critical", "Instinct")
ROLLS = {
    RollKind.ATTACK: "Attack Roll",
    RollKind.SKILL: "Skill test",
    RollKind.SCOUT: "Scout roll",
    RollKind.NOISE: "Noise Roll",
    RollKind.ENORMITY: "Enormity die",
}
# Questions about a die of a roll that is still going on.
DICE_QUESTIONS = (
    Choice.EXTRA_DIE,
    Choice.CONFIDENCE,
    Choice.STRESS,
    Choice.NOISE_BONUS,
    Choice.DISCIPLINE,
    Choice.ARMOR_REROLL,
)
RESULTS = {Result.FAIL: "fails against", Result.WOUND: "wounds", Result.CRITICAL: "critically wounds"}
PAID_FOR = 3  # step of `Proc.SPACER_ROLL` at which the Stress for the die is paid
# What Fast Scavenging of an object is paid with.
PRICES = {Thing.CACHE: "Expertise", Thing.ENGRAM: "Discipline"}
SCAVENGE_CONSOLE = 3
SCAVENGE_EXTRACTION = 4
GEAR_PLACES = {
    GearPlace.HAND: "equipped",
    GearPlace.SUPPORT: "equipped",
    GearPlace.ARMOR: "worn",
    GearPlace.BACKPACK: "in the backpack",
    GearPlace.FIXED: "always equipped",
}
KNOCKS = {
    Knock.NONE: "stands up",
    Knock.FALLING: "is knocked down",
    Knock.STANDING: "gets up and stands from the next turn on",
}
DOORS = {DoorState.OPEN: "is open", DoorState.CLOSED: "is closed", DoorState.WELDED: "is welded shut"}
# Groups of actions behind which an ability stands.
ABILITIES = (
    "character_ability",
    "suit_ability",
    "gear_ability",
    "card_ability",
    "engram",
    "location_ability",
    "location_action",
    "use_stratagem",
)
# What an operation does to the unit that is chosen for it: {a} its number, {condition} the Condition that it names.
DEEDS = {
    Op.LOSE_VITALS: "loses {a} Vitals",
    Op.REGAIN_VITALS: "regains {a} Vitals",
    Op.GAIN_STRESS: "gains {a} Stress",
    Op.LOSE_STRESS: "loses {a} Stress",
    Op.GAIN_ADRENALINE: "gains {a} Adrenaline",
    Op.LOSE_ADRENALINE: "loses {a} Adrenaline",
    Op.CONDITION: "gets the Condition {condition}",
    Op.CURE: "is rid of the Condition {condition}",
    Op.KNOCKDOWN: "is knocked down",
    Op.STAND_UP: "stands up",
    Op.MOVE: "may move {a}",
    Op.MOVE_ACTION: "moves {a}",
    Op.KNOCKBACK: "is knocked back {a}",
    Op.DISPLACE: "is displaced",
    Op.NOISE: "makes Noise",
    Op.SUPPRESS: "gets Suppression {a}",
    Op.WOUND: "takes a Wound",
    Op.KILL: "is killed",
    Op.SURPRISE: "is surprised",
    Op.BONUS_ATTACK: "may make a Bonus Attack",
    Op.BONUS_ACTION: "may perform a Bonus Action",
    Op.LOSE_GEAR: "loses a Gear card",
    Op.MOVE_INTRUDER: "is driven away {a}",
    Op.TAKE_MARKER: "becomes the Priority Target",
}


def intruder_letter(slot: int) -> str:
    """The letter by which an Intruder is known on the board."""
    return chr(ord("a") + slot)


def level(state: State) -> int:
    """The level of the Countdown Track: 0 white, 1 red, 2 black."""
    return 0 if state["countdown"] >= 7 else 1 if state["countdown"] >= 4 else 2


def many(number: int, word: str) -> str:
    """``"1 Cache"``, ``"2 Caches"``, ``"3 Discoveries"``."""
    if number == 1:
        return f"1 {word}"
    return f"{number} {word[:-1]}ies" if word.endswith("y") else f"{number} {word}s"


def pile_cards(state: State, name: str) -> list[int]:
    """The cards of a pile, the top one last."""
    pile: Any = state[name]
    return [int(card) for card in pile["cards"][: int(pile["n"])]]


def describe(game: Enormity, state: State, action: int) -> str:
    """An action's name and what it means in this position."""
    return Wording(game, state).describe(action)


def changes(game: Enormity, before: State, after: State) -> list[str]:
    """What has happened between two positions of a session, a sentence each. All of it is open to every seat."""
    return [] if before.tobytes() == after.tobytes() else list(Changes(game, before, after).all())


class Names:
    """Names of the things in a position.

    Args:
        game: the configured game.
        state: the position.
    """

    def __init__(self, game: Enormity, state: State):
        self.game = game
        self.state = state
        self.tables: Any = game.tables
        self.cards: Catalogue = game.catalogue
        self.names = self.cards.names
        self.spacers: Any = state["spacers"]
        self.intruders: Any = state["intruders"]
        self.blips: Any = state["blips"]

    # -- places ----------------------------------------------------------------------------------------------

    def page(self, number: int) -> str:
        """Title of a page, without that of its Location if the rest is enough."""

        def short(page: int) -> str:
            title = self.names["pages"][page]
            location = self.names["locations"][int(self.tables["pages"][page]["location"])]
            return title.removeprefix(location).lstrip(" ,") or title

        titles = [short(page) for page in range(int(self.tables["n_pages"]))]
        return titles[number] if titles.count(titles[number]) == 1 else self.names["pages"][number]

    def _on_page(self, number: int, text: str) -> str:
        return text if int(self.tables["n_pages"]) == 1 else f"{self.page(number)} {text}"

    def space(self, cell: int) -> str:
        """The printed coordinate of a space, with its page if there are several."""
        if cell < 0:
            return "off the board"
        x, y = cell % WIDTH, cell // WIDTH
        for number in range(int(self.tables["n_pages"])):
            left, top, width, height = (int(self.tables["pages"][number][name]) for name in "xywh")
            if left <= x < left + width and top <= y < top + height:
                return self._on_page(number, f"{chr(ord('A') + top + height - 1 - y)}{x - left + 1}")
        return f"column {x}, row {y}"

    def corner(self, point: int) -> str:
        """An intersection: columns and rows from the north-west corner of its page, a page on the table if it can."""
        if point < 0:
            return "off the board"
        i, j = point % POINT_WIDTH, point // POINT_WIDTH
        found = []
        for number in range(int(self.tables["n_pages"])):
            left, top, width, height = (int(self.tables["pages"][number][name]) for name in "xywh")
            if left <= i <= left + width and top <= j <= top + height:
                hidden = not int(self.state["revealed"]) >> number & 1
                found.append((hidden, number, self._on_page(number, f"{i - left},{j - top}")))
        return min(found)[2] if found else f"column {i}, row {j}"

    def location(self, cell: int) -> int:
        """The Location of a space, -1 none."""
        page = int(self.tables["page"][cell]) if cell >= 0 else NOBODY
        return int(self.tables["pages"][page]["location"]) if page != NOBODY else -1

    def door(self, number: int) -> str:
        """Name of a door, and a space beside it."""
        cells = np.flatnonzero((self.tables["border"] == Border.DOOR + number).any(axis=1))
        at = f" at {self.space(int(cells[0]))}" if len(cells) else ""
        return f"the door {self.names['doors'][number]}{at}"

    def thing(self, cell: int, kind: int, sub: int, face_up: bool) -> str:
        """An object on a space; of a facedown Discovery token nothing else."""
        if kind == Thing.CACHE:
            return "Cache"
        if kind == Thing.ENGRAM:
            return f"Engram {self.engram(self.location(cell), sub)}"
        if kind == Thing.OBJECTIVE:
            return f"Objective {self.names['objectives'][sub]}"
        return f"Discovery {sub + 1}" if face_up else "Discovery"

    def things(self, cell: int) -> list[str]:
        """What lies or is printed on a space that matters to those who come there."""
        objects, t = self.state["objects"], self.tables
        found = [
            self.thing(cell, int(o["kind"]), int(o["sub"]) if o["face_up"] else 0, bool(o["face_up"]))
            for o in objects[objects["cell"] == cell]
        ]
        console, point, tile = int(t["console_of"][cell]), int(t["point_of"][cell]), int(self.state["tile"][cell])
        found += [self.names["terrains"][tile - 1]] if tile else []
        found += ["dangerous"] if int(t["marks"][cell]) >> Mark.DANGEROUS & 1 else []
        found += [self.names["consoles"][console]] if console < int(t["n_consoles"]) else []
        found += [self.names["extraction_points"][point]] if point < int(t["n_points"]) else []
        page = int(t["leads"][cell])
        if int(t["marks"][cell]) >> Mark.ARROW & 1 and page != NOBODY and not int(self.state["revealed"]) >> page & 1:
            found.append(f"arrow to {self.page(page)}")
        return found

    # -- figures and tokens ----------------------------------------------------------------------------------

    def spacer(self, seat: int) -> str:
        """Name of the Spacer of a seat."""
        card = int(self.spacers[seat]["character"])
        return self.names["characters"][card] if card >= 0 else self.game.hero_name(seat)

    def intruder(self, slot: int) -> str:
        """Name of an Intruder, with its letter on the board."""
        kind = int(self.intruders[slot]["type"])
        return f"{self.names['types'][kind] if kind >= 0 else 'Intruder'} ({intruder_letter(slot)})"

    def unit(self, unit: int) -> str:
        """Name of a unit."""
        return self.spacer(unit) if unit < MAX_SPACERS else self.intruder(unit - MAX_SPACERS)

    def blip(self, slot: int) -> str:
        """A Blip by its number, with its face if that is known."""
        row = self.blips[slot]
        return f"Blip {slot}" + (f" ({FACES[Face(int(row['face']))]})" if row["known"] else "")

    def blip_at(self, slot: int) -> str:
        """A Blip and where it is."""
        return f"{self.blip(slot)} at {self.corner(int(self.blips[slot]['point']))}"

    def spacer_at(self, seat: int) -> str:
        """A Spacer, how it is and where."""
        row = self.spacers[seat]
        where = f" at {self.space(int(row['cell']))}" if int(row["where"]) == Where.BOARD else ""
        return f"{self.spacer(seat)} (Vitals {int(row['vitals'])}, Stress {int(row['stress'])}){where}"

    def intruder_at(self, slot: int) -> str:
        """An Intruder, what lies on it and where it is."""
        row = self.intruders[slot]
        marks = [f"{name.capitalize()} {int(row[name])}" for name in ("wounds", "suppression") if row[name]]
        marks += [self.names["specimens"][int(row["specimen"])]] if row["specimen"] >= 0 else []
        marks += ["surprised"] if row["surprised"] else []
        more = f" ({', '.join(marks)})" if marks else ""
        return f"{self.intruder(slot)} at {self.space(int(row['cell']))}{more}"

    def engram(self, location: int, type: int) -> str:
        """Name of an Engram of a type, which is that of the Location."""
        return self.names["engrams"][max(location, 0) * ENGRAM_TYPES + type]

    def carried(self, seat: int, type: int) -> str:
        """Name of an Engram of a type where the Spacer is."""
        row = self.spacers[seat]
        return self.engram(self.location(int(row["cell"] if row["cell"] >= 0 else row["last_cell"])), type)

    # -- Gear ------------------------------------------------------------------------------------------------

    def gear(self, seat: int, place: int) -> str:
        """Name of a Gear card of a Spacer; with the number of its place if the Spacer has several of it."""
        cards = self.spacers[seat]["gear"]["card"]
        card = int(cards[place])
        name = self.names["gear"][card] if card >= 0 else "a lost Gear card"
        return f"{name}, number {place}" if card >= 0 and int((cards == card).sum()) > 1 else name

    def weapon(self, seat: int, place: int) -> str:
        """A weapon with its dice and what is left in it."""
        row = self.spacers[seat]["gear"][place]
        card = self.tables["gear"][int(row["card"])]
        dice = " + ".join(f"{int(n)} {c}" for n, c in zip(card["dice"], COLOURS, strict=True) if n)
        reach = "melee" if card["reach"] == Reach.MELEE else f"range {int(card['range'])}"
        return f"{self.gear(seat, place)} ({listed([dice, reach, self.state_of(row)])})"

    def state_of(self, gear: Any) -> str:
        """Ammo, Charges and tokens of a Gear card."""
        card = self.tables["gear"][int(gear["card"])]
        return listed(
            [
                *(f"{n.capitalize()} {int(gear[n])} of {int(card[n])}" for n in ("ammo", "charges") if card[n]),
                *(word for field, word in (("exhausted", "exhausted"), ("disabled", "disabled")) if gear[field]),
            ]
        )

    # -- Action cards ----------------------------------------------------------------------------------------

    def half(self, seat: int, sleeve: int, side: int) -> str:
        """Name of a half card of a sleeve; `side` 0 or 1."""
        half = int(self.spacers[seat]["half"][sleeve][side])
        return self.names["halves"][half] if half >= 0 else "an empty sleeve"

    def actions(self, half: int) -> str:
        """The actions of a half card."""
        return " or ".join(self.cards.actions[half])

    # -- dice ------------------------------------------------------------------------------------------------

    def face(self, roll: Any, die: int) -> str:
        """A die of a roll: colour and face, such as ``"red Wp"``; ``W`` Power, ``h`` half Power, ``p`` Potential,
        ``q`` critical quadrant.
        """
        if roll["kind"] == RollKind.ENORMITY:
            return str(int(roll["face"][die]) + 1)
        colour = int(roll["colour"][die])
        face = self.tables["faces"][colour][int(roll["face"][die])]
        marks = zip("Whpq", ("power", "half", "potential", "quadrant"), strict=True)
        more = f" +{int(roll['bonus'][die])}p" if roll["bonus"][die] else ""
        return f"{COLOURS[colour]} {''.join(c * int(face[name]) for c, name in marks) or '-'}{more}"

    def die(self, roll: Any, die: int) -> str:
        """A die of a roll with its number."""
        if roll["kind"] == RollKind.ENORMITY:
            return f"the Enormity die ({self.face(roll, die)})"
        return f"die {die} ({self.face(roll, die)})"

    def potential(self, roll: Any, die: int) -> int:
        """Potentials left on a die; what is taken off a Noise Roll comes from its first dice."""

        def shown(i: int) -> int:
            face = self.tables["faces"][int(roll["colour"][i])][int(roll["face"][i])]
            turned = int(roll["marks"][i]) >> DieMark.DISCIPLINE & 1
            return int(face["potential"]) + int(roll["bonus"][i]) - turned

        quiet = max(-int(roll["power"]), 0) if roll["kind"] == RollKind.NOISE else 0
        before = sum(shown(i) for i in range(die))
        return max(shown(die) - max(quiet - before, 0), 0)

    def rolled(self, roll: Any) -> str:
        """What is rolled, by whom and with what result so far."""
        kind, who = RollKind(int(roll["kind"])), int(roll["roller"])
        power = int(roll["power"])
        more = "Power" if power > 0 else "Potential taken off" if kind == RollKind.NOISE else "Power less"
        dice = listed(
            [
                *(self.face(roll, die) for die in range(int(roll["n"]))),
                f"{abs(power)} {more}" if power else "",
                "Lethal" if roll["lethal"] else "",
            ]
        )
        name = self.spacer(who) if who >= 0 else "nobody"
        if kind == RollKind.INTRUDER:
            attack = self.state["assaults"][int(roll["assault"])]
            return f"{self.intruder(int(attack['actor']))} rolls against {name}: {dice or 'no dice'}"
        goal = int(roll["at"])
        word = "at least" if kind == RollKind.NOISE else "against"
        return f"{name}, {ROLLS[kind]}{f' {word} {goal}' if goal >= 0 else ''}: {dice or 'no dice'}"

    def waiting_die(self, roll: int) -> int:
        """The die of a roll that will be rolled again when what its Stress has caused is over; -1 none."""
        for frame in self.state["core"]["stack"][: int(self.state["core"]["depth"])]:
            if frame["proc"] == Proc.SPACER_ROLL and frame["a"] == roll and frame["step"] == PAID_FOR:
                return int(frame["b"])
        return -1

    # -- abilities -------------------------------------------------------------------------------------------

    def ability(self, number: int, card: str = "") -> str:
        """Title and text of an ability, with the card in front if that has another name."""
        ability = self.cards.abilities[number]
        head = f"{card}: " if card and card != ability.title else ""
        return f"{head}{ability.title} - {ability.text}"

    def _chosen(self, first: int, end: int) -> list[int]:
        """The abilities of first..end-1 that can be chosen."""
        timings = self.tables["abilities"]["timing"]
        return [a for a in range(first, end) if Timing.PASSIVE < timings[a] <= Timing.BLIP_MOVES]

    def _timed(self, timing: int, first: int, end: int) -> list[int]:
        """The abilities of first..end-1 of a timing."""
        return [a for a in range(first, end) if self.tables["abilities"][a]["timing"] == timing]

    def _spans(self, seat: int) -> Iterator[tuple[int, int]]:
        """First and end of the abilities of the cards of a Spacer that are no Gear."""
        t, row = self.tables, self.spacers[seat]
        for kind, field in (("characters", "character"), ("suits", "suit")):
            card = t[kind][int(row[field])]
            yield int(card["first_ability"]), int(card["end_ability"])
        if row["breakdown"] >= 0:
            yield self._breakdown(int(row["breakdown"]), bool(row["flipped"]))
        if row["awakened"]:
            yield int(t["awakening_first"]), int(t["awakening_end"])
        for i in np.flatnonzero(row["conditions"]).tolist():
            yield int(t["conditions"][i]["first_ability"]), int(t["conditions"][i]["end_ability"])

    def _breakdown(self, card: int, flipped: bool) -> tuple[int, int]:
        row, name = self.tables["breakdowns"][card], "bonus" if flipped else "ability"
        return int(row[f"first_{name}"]), int(row[f"end_{name}"])

    def own_effects(self, seat: int, timing: int) -> list[int]:
        """The abilities of a timing on a Spacer's cards, in the order of their numbers."""
        return [a for first, end in self._spans(seat) for a in self._timed(timing, first, end)]

    def phase_effects(self, timing: int) -> list[tuple[int, int]]:
        """(ability, Spacer or -1) of the effects at the end of a phase, in the order of their numbers."""
        t = self.tables
        spans = [(int(t["scenario_first"]), int(t["scenario_end"]))]
        for i, place in enumerate(t["locations"]):
            if int(self.state["location"]) >> i & 1:
                spans.append((int(place["first_ability"]), int(place["end_ability"])))
        found = [(a, -1) for first, end in spans for a in self._timed(timing, first, end)]
        for seat in range(int(self.state["seats"])):
            if int(self.spacers[seat]["where"]) in (Where.BOARD, Where.OTHER):
                found += [(a, seat) for a in self.own_effects(seat, timing)]
        return found

    def ability_of(self, seat: int, group: str, number: int) -> tuple[int, str]:
        """The ability behind an action of a group, -1 none, and the card that prints it."""
        t, row = self.tables, self.spacers[seat]
        found: Sequence[int] = ()
        card = ""
        if group in ("character_ability", "suit_ability"):
            kind = group.removesuffix("_ability")
            held = t[f"{kind}s"][int(row[kind])]
            found = self._chosen(int(held["first_ability"]), int(held["end_ability"]))
        elif group == "gear_ability":
            place, number = divmod(number, 2)
            if row["gear"][place]["card"] >= 0:
                held = t["gear"][int(row["gear"][place]["card"])]
                found, card = self._chosen(int(held["first_ability"]), int(held["end_ability"])), self.gear(seat, place)
        elif group == "card_ability":
            return self._won_ability(seat, number)
        elif group == "engram":
            place = self.location(int(row["cell"] if row["cell"] >= 0 else row["last_cell"]))
            return (int(t["locations"][place]["devices"][number]) if place >= 0 else -1), self.carried(seat, number)
        elif group == "use_stratagem":
            held = int(self.state["stratagems"][number]["card"])
            return (int(t["stratagems"][held]["ability"]) if held >= 0 else -1), self.names["stratagems"][held]
        else:
            place = self.location(int(row["cell"]))
            if place >= 0 and int(self.state["location"]) >> place & 1:
                span = int(t["locations"][place]["first_ability"]), int(t["locations"][place]["end_ability"])
                actions = group == "location_action"
                found = self._timed(Timing.ACTION, *span) if actions else self._chosen(*span)
            if group == "location_ability":
                found = [*found, *self._chosen(int(t["scenario_first"]), int(t["scenario_end"]))]
        return (found[number] if number < len(found) else -1), card

    def _won_ability(self, seat: int, number: int) -> tuple[int, str]:
        """Breakdown, Awakening, Conditions."""
        t, row = self.tables, self.spacers[seat]
        found: list[tuple[int, str]] = []
        if number < 2:
            if row["breakdown"] >= 0:
                card = int(row["breakdown"])
                name = self.names["breakdowns"][card]
                found = [(a, name) for a in self._chosen(*self._breakdown(card, bool(row["flipped"])))]
        elif number < 4:
            if row["awakened"]:
                span = int(t["awakening_first"]), int(t["awakening_end"])
                found = [(a, "Awakening") for a in self._chosen(*span)]
            number -= 2
        else:
            for i in np.flatnonzero(row["conditions"]).tolist():
                held = t["conditions"][i]
                abilities = self._chosen(int(held["first_ability"]), int(held["end_ability"]))
                found += [(a, self.names["conditions"][i]) for a in abilities]
            number -= 4
        return found[number] if number < len(found) else (-1, "")

    # -- where a text stands ---------------------------------------------------------------------------------

    def source(self, operation: int) -> str:
        """Name and text of the card that prints an operation."""
        t, cards = self.tables, self.cards

        def printing(kind: str, *fields: str) -> list[int]:
            rows = t[kind]
            held = np.zeros(len(rows), bool)
            for name in fields:
                inside = (rows[name] >= 0) & (rows[name] <= operation) & (operation < rows[f"{name}_end"])
                held |= inside.reshape(len(rows), -1).any(axis=1)
            return np.flatnonzero(held).tolist()

        for number in printing("abilities", "effect"):
            return self.ability(number)
        for kind, fields in (
            ("gear", ("wound", "fail")),
            ("types", ("response", "first_contact", "overwhelm")),
            ("protocols", ("hit", "gated", "after")),
            ("breakdowns", ("effect",)),
            ("entries", ("effect",)),
            ("paragraphs", ("effect",)),
            ("terrains", ("effect",)),
            ("consoles", ("effect",)),
        ):
            for number in printing(kind, *fields):
                if number < len(self.names[kind]):
                    return f"{self.names[kind][number]} - {cards.texts[kind][number]}"
        options = t["halves"]["options"]
        held = (options["effect"] >= 0) & (options["effect"] <= operation) & (operation < options["effect_end"])
        for half, option in np.argwhere(held).tolist():
            return f"{self.names['halves'][half]} - {cards.actions[half][option]}"
        return "the effect of the card"


class Wording(Names):
    """What the actions of the seat that is asked mean.

    Args:
        game: the configured game.
        state: the position.
    """

    def __init__(self, game: Enormity, state: State):
        super().__init__(game, state)
        core: Any = state["core"]
        self.choice = Choice(int(core["choice"]))
        self.subject = int(core["subject"])
        self.seat = int(core["turn"])
        self.frame: Any = core["stack"][max(int(core["depth"]) - 1, 0)]
        self.proc = Proc(int(self.frame["proc"]))
        self.roll: Any = state["rolls"][max(int(state["n_rolls"]) - 1, 0)]

    def _legal(self, action: int) -> bool:
        return self.seat >= 0 and bool(int(self.state["core"]["mask"][action >> 6]) >> (action & 63) & 1)

    def _offered(self, name: str) -> bool:
        return self._legal(ACTIONS.id(name))

    def describe(self, action: int) -> str:
        """An action's name and what it means; of one that is not legal now only what its kind means."""
        group = next(name for name, ids in ACTIONS.groups.items() if action in ids)
        if not self._legal(action):
            return f"{ACTIONS[action]}: {ACTIONS.meanings[group]}"
        number = action - ACTIONS.groups[group].start
        meaning = self._use(group, number) if group in ABILITIES else getattr(self, f"_{group}")(number)
        return f"{ACTIONS[action]}: {meaning}"

    # -- yes and no, the end of a choice -----------------------------------------------------------------------

    def _pass(self, _: int) -> str:
        match self.choice:
            case Choice.DAMAGE_ABILITY:
                return f"no ability: the damage is {self.subject} now"
            case Choice.FAST_SCAVENGE:
                return "take nothing here"
            case Choice.COVER:
                return "no die is lowered"
            case Choice.BLIP_REACTION:
                return f"no Reaction: {self.blip(self.subject)} moves"
            case Choice.BONUS_ACTION:
                return "no Bonus Action"
            case _:
                return "no Reaction"

    def _done(self, _: int) -> str:
        match self.choice:
            case Choice.MOVE | Choice.ADVANCE | Choice.FALLBACK:
                return f"stop at {self.space(int(self.spacers[self.seat]['cell']))}"
            case Choice.CONFIDENCE:
                marks = self.roll["marks"][: int(self.roll["n"])]
                number = int((marks >> DieMark.DECLARED & 1).sum())
                dice = "die" if number == 1 else "dice"
                return f"re-roll the {number} declared {dice} now" if number else "re-roll nothing for Confidence"
            case Choice.LOADOUT_GEAR:
                return "the Loadout is complete"
            case Choice.ATTACK_TARGET:
                return "no further target"
            case Choice.ROLL_BONUS:
                return "roll the dice"
            case Choice.EXTRA_DIE:
                return "no further die"
            case Choice.REARM:
                return "the Rearm is over; moved cards without a free slot go back"
            case _:
                return "leave the dice as they are"

    def _yes(self, _: int) -> str:
        match self.choice:
            case Choice.SCOUT_REVEAL:
                return f"look at {self.blip_at(self.subject)}"
            case Choice.SCOUT_SPAWN:
                face = Face(int(self.blips[self.subject]["face"]))
                number = int(self.tables["blip_symbols"][face][: level(self.state) + 1].sum())
                return f"reveal {self.blip(self.subject)}: {many(number, 'Intruder')} beside you, without an ambush"
            case Choice.SCOUT_ATTACK:
                flip = ", the Action card is flipped" if self.frame["b"] else ""
                return f"a free Attack on one of the new Intruders{flip}"
            case Choice.EMPTY_CLIP:
                ammo = int(self.spacers[self.seat]["gear"][self.subject]["ammo"])
                return f"spend all Ammo ({ammo}) for 1 Power more"
            case Choice.IGNORE_REPRISAL:
                return f"ignore the Reprisal of {self.intruder(self.subject)}"
            case Choice.BONUS_ATTACK:
                return "make the Bonus Attack"
            case Choice.STAND_UP:
                return "stand up before the Bonus Attack"
            case Choice.CODE:
                return f"read {self._paragraph(self.subject)} now"
            case _:
                return self.source(self.subject)

    def _no(self, _: int) -> str:
        match self.choice:
            case Choice.EXERT:
                return "do not exert"
            case Choice.SCOUT_REVEAL:
                return f"leave {self.blip(self.subject)} face down"
            case Choice.SCOUT_SPAWN:
                return f"turn {self.blip(self.subject)} face down again; all know it from now on"
            case Choice.SCOUT_ATTACK:
                return "no free Attack"
            case Choice.EMPTY_CLIP:
                return "spend 1 Ammo"
            case Choice.IGNORE_REPRISAL:
                return f"suffer the Reprisal: {self._reprisal()}"
            case Choice.BONUS_ATTACK:
                return "no Bonus Attack"
            case Choice.STAND_UP:
                return "stay on the floor"
            case Choice.CODE:
                return "leave it unread"
            case _:
                return "leave it"

    def _reprisal(self) -> str:
        """The Reprisal that may be ignored."""
        attack = self.state["assaults"][int(self.frame["a"])]
        protocol = int(attack["reprisal"][attack["targets"].tolist().index(self.subject)])
        return f"{self.intruder(self.subject)}, {self.names['protocols'][protocol]}"

    def _paragraph(self, number: int) -> str:
        """Title and code of a Mythos paragraph."""
        return f"{self.names['paragraphs'][number]} ({self.cards.texts['paragraphs'][number].partition('.')[0]})"

    def _end_turn(self, _: int) -> str:
        breath = "Catch Breath, then " if self.spacers[self.seat]["breath"] else ""
        return f"the turn is over: {breath}the Incoming Pool becomes the Active Pool"

    # -- movement ----------------------------------------------------------------------------------------------

    def _step(self, direction: int) -> str:
        way = DIRECTIONS[direction]
        if self.choice == Choice.FACING_TIE:
            if self.subject >= 0:
                return f"{self.blip_at(self.subject)} faces {way}"
            return f"the new Blip at {self.corner(int(self.frame['d']))} faces {way}"
        if self.choice == Choice.INTRUDER_STEP:
            return f"{self.intruder_at(self.subject)} goes {way}"
        if self.choice == Choice.KNOCKBACK:
            unit = int(self.frame["b"] if self.proc == Proc.PUSHBACK else self.frame["a"])
            return f"{self.unit(unit)} is pushed {way}"
        if self.choice == Choice.DISPLACE:
            unit = self.subject
            row = self.spacers[unit] if unit < MAX_SPACERS else self.intruders[unit - MAX_SPACERS]
            return f"{self.unit(unit)} to {self.space(beside(int(row['cell']), direction))}"
        cell = beside(int(self.spacers[self.seat]["cell"]), direction)
        things = f" ({listed(self.things(cell))})" if self.things(cell) else ""
        return f"to {self.space(cell)}{things}"

    # -- cards ---------------------------------------------------------------------------------------------------

    def _card(self, number: int) -> str:
        sleeve, side = divmod(number, 2)
        name, other = self.half(self.seat, sleeve, side), self.half(self.seat, sleeve, 1 - side)
        if self.choice == Choice.PAY_CARD:
            return f"play {name} (back: {other}) for the Location's action"
        if self.choice == Choice.EFFECT_TARGET:
            return f"take {name} (back: {other}) back in hand"
        actions = self.actions(int(self.spacers[self.seat]["half"][sleeve][side]))
        return f"{name} (back: {other}): {actions}"

    def _act(self, kind: int) -> str:
        kinds = self.tables["halves"][self.subject]["options"]["kind"][: len(self.cards.actions[self.subject])]
        return self.cards.actions[self.subject][kinds.tolist().index(kind)]

    def _exert(self, _: int) -> str:
        row = self.spacers[self.seat]
        side = int(row["card"][self.subject]) - CardSide.A
        price = "2 Stress" if self.tables["exert_stress"] else "2 Adrenaline"
        number = int(row["exerts"]) + 1
        last = ", after which the Spacer dies" if number >= EXERTS else ""
        actions = self.actions(int(row["half"][self.subject][1 - side]))
        name = self.half(self.seat, self.subject, 1 - side)
        return f"{price}, Exert card {number} of {EXERTS}{last}: flip the card to {name}: {actions}"

    def _character(self, number: int) -> str:
        return f"{self.names['characters'][number]} - {self.cards.texts['characters'][number]}"

    def _suit(self, number: int) -> str:
        return f"{self.names['suits'][number]} - {self.cards.texts['suits'][number]}"

    def _pairing(self, crossed: int) -> str:
        row, halves = self.spacers[self.seat], self.names["halves"]
        suit = self.tables["suits"][int(row["suit"])]["halves"]
        character = self.tables["characters"][int(row["character"])]["halves"]
        return ", ".join(f"{halves[int(suit[i])]} with {halves[int(character[i ^ crossed])]}" for i in range(2))

    def _stratagem(self, number: int) -> str:
        return f"{self.names['stratagems'][number]} - {self.cards.texts['stratagems'][number]}"

    def _stash(self, number: int) -> str:
        return f"take {self.names['gear'][number]} - {self.cards.texts['gear'][number]}"

    # -- abilities -----------------------------------------------------------------------------------------------

    def _use(self, group: str, number: int) -> str:
        """An ability of a card of that group of actions."""
        ability, card = self.ability_of(self.seat, group, number)
        text = self.ability(ability, card) if ability >= 0 else ACTIONS.meanings[group]
        if group == "use_stratagem":
            return f"{text} ({many(int(self.state['stratagems'][number]['charges']), 'use')} left)"
        return text

    def _pay_stratagem(self, number: int) -> str:
        row = self.state["stratagems"][number]
        price, paid = self.tables["stratagems"][int(row["card"])]["tokens"], int(row["paid"])
        token = next(name for i, name in enumerate(TOKENS) if paid < int(price[: i + 1].sum()))
        name = self.names["stratagems"][int(row["card"])]
        return f"1 {token} of the Active Pool for {name} ({paid} of {int(price.sum())} so far)"

    def _antinomy(self, _: int) -> str:
        return f"1 of {int(self.spacers[self.seat]['antinomy'])} Antinomy tokens: stand up"

    # -- Gear ----------------------------------------------------------------------------------------------------

    def _gear(self, place: int) -> str:
        row = self.spacers[self.seat]["gear"][place]
        name, state = self.gear(self.seat, place), self.state_of(row)
        match self.choice:
            case Choice.WEAPON:
                return f"attack with {self.weapon(self.seat, place)}"
            case Choice.RELOAD:
                ammo = int(self.frame["b"]) if self.proc == Proc.RELOAD else int(self.operation["a"])
                return f"{f'{ammo} Ammo' if ammo else 'full Ammo'} for {name} ({state})"
            case Choice.REARM:
                return f"{name}: {'equip it' if row['place'] == GearPlace.BACKPACK else 'into the backpack'}"
            case Choice.LOOT:
                return f"make room for {self.names['gear'][self.subject]}: {self._moved_for_loot(place)}"
            case _:
                where = GEAR_PLACES[GearPlace(int(row["place"]))]
                verb = "lose" if self.proc == Proc.DRAW_GEAR else "disable"
                return f"{verb} {name} ({listed([where, state])})"

    def _moved_for_loot(self, place: int) -> str:
        """Where a card goes that makes room for a new one (ENO-LOT-02-D)."""
        row, name = self.spacers[self.seat]["gear"][place], self.gear(self.seat, place)
        if row["place"] == GearPlace.BACKPACK:
            return f"{name} is lost"
        if self._offered("stow"):
            return f"{name} goes to the backpack"
        return f"{name} goes to the backpack, or is lost if that is full"

    def _place(self, number: int) -> str:
        name = self.names["gear"][self.subject]
        return (f"equip {name}", f"{name} into the backpack", f"{name} is lost", f"leave {name}")[number]

    # -- figures and Blips ---------------------------------------------------------------------------------------

    @property
    def operation(self) -> Any:
        """The operation of the effect that asks."""
        return self.tables["ops"][int(self.frame["a"])]

    def _deed(self) -> str:
        """What the operation does to the unit that is chosen for it."""
        op = self.operation
        text = DEEDS.get(Op(int(op["code"])), "is chosen")
        condition = self.names["conditions"][int(op["a"])] if "{condition}" in text else ""
        return text.format(a=int(op["a"]), condition=condition)

    def _spacer(self, seat: int) -> str:
        match self.choice:
            case Choice.FIRST_MARKER:
                return f"{self.spacer(seat)} becomes the Priority Target"
            case Choice.NEXT_SPACER:
                return f"{self.spacer(seat)} takes the next turn"
            case Choice.TARGET_TIE:
                hunter = self.intruder(self.subject) if self.subject >= 0 else self.blip(int(self.frame["a"]))
                return f"{hunter} goes for {self.spacer_at(seat)}"
            case _:
                return f"{self.spacer_at(seat)} {self._deed()}"

    def _intruder(self, slot: int) -> str:
        who = self.intruder_at(slot)
        match self.choice:
            case Choice.SCOUT:
                return f"scout {who}"
            case Choice.ATTACK_TARGET:
                return f"{'a further target' if self._offered('done') else 'attack'}: {who}"
            case Choice.BURST_ORDER:
                return f"roll against {who} next"
            case Choice.AOO_ORDER:
                return f"{who} makes its attack of opportunity next"
            case Choice.ACTIVATION_ORDER:
                return f"{who} activates next"
            case Choice.AMBUSH_ORDER:
                return f"{who} ambushes next"
            case Choice.OVERSPAWN_TIE:
                return f"{who} activates for the missing Intruder"
            case _:
                return f"{who} {self._deed()}"

    def _blip(self, slot: int) -> str:
        who = self.blip_at(slot)
        match self.choice:
            case Choice.SCOUT:
                return f"scout {who}"
            case Choice.NOISE_DICE:
                noise = self.state["noises"][int(self.frame["a"])]
                more = self.potential(self.roll, self.subject)
                return f"{self.die(self.roll, self.subject)} to {who}: it moves {int(noise['dice'][slot]) + more}"
            case Choice.BLIP_ORDER if self.proc == Proc.PATROL:
                return f"{who} is next in the order of the patrol"
            case Choice.BLIP_ORDER:
                return f"{who} moves {int(self.state['noises'][0]['dice'][slot])} now"
            case Choice.BLIP_TIE if self.operation["code"] == Op.DISCARD_BLIP:
                return f"{who} goes back to the pool unrevealed"
            case Choice.BLIP_TIE:
                return f"{who} moves {int(self.operation['a'])} toward {self.spacer(int(self.frame['k']))}"
            case _:
                return f"look at {who}"

    # -- dice and tokens -----------------------------------------------------------------------------------------

    def _die(self, number: int) -> str:
        die = self.die(self.roll, number)
        match self.choice:
            case Choice.EXTRA_DIE:
                return f"{die} adds a {COLOURS[int(self.roll['colour'][number])]} die"
            case Choice.CONFIDENCE:
                return f"1 Confidence: re-roll {die}"
            case Choice.STRESS:
                return f"1 Stress: re-roll {die}"
            case Choice.NOISE_BONUS:
                return f"{die} gets {many(int(self.roll['noise']), 'Potential')}"
            case Choice.DISCIPLINE:
                return f"1 Discipline: a Potential of {die} becomes Power"
            case _:
                return f"re-roll {die}"

    def _token(self, type: int) -> str:
        token = TOKENS[type]
        if self.choice == Choice.OBJECTIVE_TOKEN:
            return f"pay with {token}"
        op, area = self.operation, "Active" if self.frame["n"] == 1 else "Incoming"
        match Op(int(op["code"])):
            case Op.PLACE_TOKENS:
                return f"{int(op['a'])} {token} into the {area} Pool"
            case Op.KEEP_TOKENS:
                return f"1 {token} from the Active to the Incoming Pool"
            case Op.LOSE_POWER:
                return f"discard 1 {token} of the Active Pool"
            case _:
                return f"discard 1 {token} of the {area} Pool"

    def _pool(self, incoming: int) -> str:
        op, area = self.operation, ("Active", "Incoming")[incoming]
        if op["code"] == Op.PLACE_TOKENS:
            token = TOKENS[int(op["b"])] if op["b"] < len(TOKENS) else "Spacer"
            return f"{many(int(op['a']), f'{token} token')} into the {area} Pool"
        return f"discard from the {area} Pool"

    def _amount(self, number: int) -> str:
        left = self.subject - number
        return f"{number} Expertise: {left} damage" if number else f"no Expertise: {left} damage"

    def _colour(self, number: int) -> str:
        return f"a {COLOURS[number]} die becomes {COLOURS[number - 1]}"

    # -- places --------------------------------------------------------------------------------------------------

    def _candidate(self, number: int) -> str:
        at = int(self.state["candidates"][number])
        place = self.corner(at) if self.state["candidate_points"] else self.space(at)
        match self.choice:
            case Choice.START_SPACE:
                return f"start at {place}"
            case Choice.SPAWN_POINT:
                return f"a Blip starts at {place}"
            case Choice.SPAWN_TIE:
                return f"the new Blip appears at {place}"
            case Choice.SPAWN_SPACE:
                return f"{self.names['types'][self.subject]} appears at {place}"
            case Choice.INTRUDER_STEP:
                return f"{self.intruder_at(self.subject)} goes to {place}"
            case Choice.DISPLACE:
                return f"{self.intruder(self.subject)} makes way to {place}"
            case _:
                return self._effect_place(place)

    def _effect_place(self, place: str) -> str:
        """A place for an effect: of an Intruder that is driven off, of a tile, of the way back from an Other Place."""
        match Op(int(self.operation["code"])):
            case Op.MOVE_INTRUDER:
                return f"{self.intruder(self.subject - MAX_SPACERS)} is driven to {place}"
            case Op.TERRAIN:
                return f"{self.names['terrains'][self.subject]} at {place}"
            case _:
                return f"{self.spacer(self.subject)} comes back at {place}"

    def _axis(self, vertical: int) -> str:
        if self.choice == Choice.ALIGNMENT:
            turned = "the Scanner card is turned right: its north-west part lies in the north-east"
            return turned if vertical else "the Scanner card lies with its north side to the north"
        return f"{self.blip_at(self.subject)} moves {'north or south' if vertical else 'east or west'} first"

    def _door(self, number: int) -> str:
        wanted, now = int(self.operation["a"]), int(self.state["doors"][number])
        if now == DoorState.WELDED:
            verb = "break the weld of"
        elif wanted in (DoorState.OPEN, DoorState.CLOSED):
            verb = "open" if wanted == DoorState.OPEN else "close"
        else:
            verb = "weld"
        return f"{verb} {self.door(number)}"

    def _scavenge(self, number: int) -> str:
        cell = int(self.spacers[self.seat]["cell"])
        if number == SCAVENGE_CONSOLE:
            console = int(self.tables["console_of"][cell])
            what = f"use {self.names['consoles'][console]} - {self.cards.texts['consoles'][console]}"
            token = "Confidence"
        elif number == SCAVENGE_EXTRACTION:
            what = f"initiate Extraction at {self.names['extraction_points'][self._closed_point(cell)]}"
            token = "Confidence"
        else:
            kind = Thing(number + 1)
            found = next(
                o for o in self.state["objects"] if o["cell"] == cell and o["kind"] == kind and not o["disabled"]
            )
            sub = int(found["sub"])
            what = f"take the {self.thing(cell, kind, sub, True)}"
            wanted = int(self.tables["objective_token"][sub]) if kind == Thing.OBJECTIVE else 0
            token = TOKENS[wanted - 1] if wanted else PRICES.get(kind, "tokens of one type")
        return f"pay {token}: {what}" if self.choice == Choice.FAST_SCAVENGE else what

    def _closed_point(self, cell: int) -> int:
        """The first closed Extraction Point beside a space."""
        around = (beside(cell, direction) for direction in range(len(OFFSETS)))
        points = [int(self.tables["point_of"][other]) for other in around if other >= 0]
        return next(p for p in points if p != NOBODY and self.state["points"][p]["state"] == PointState.CLOSED)

    # -- options -------------------------------------------------------------------------------------------------

    def _option(self, number: int) -> str:
        match self.choice:
            case Choice.RESPONSE_ORDER:
                return f"the {RESPONSES[number]} response of {self.intruder(self.subject)}"
            case Choice.END_ORDER:
                return self.ability(self.own_effects(self.seat, self.subject)[number])
            case Choice.EFFECT_ORDER:
                ability, seat = self.phase_effects(int(self.frame["a"]))[number]
                return self.ability(ability, self.spacer(seat) if seat >= 0 else "")
            case Choice.DRAW_BLIP:
                symbols = int(self.tables["blip_symbols"][number][: level(self.state) + 1].sum())
                return f"the Blip with face {FACES[Face(number)]} ({many(symbols, 'Intruder')} at this level)"
            case Choice.ENTRY:
                locked = self.tables["paragraphs"]["locked"] == (2 if self.operation["a"] else 1)
                unread = np.flatnonzero(locked & (self.state["read"] == 0))
                return f"decrypt {self._paragraph(int(unread[number]))}"
            case _:
                return self.cards.options[self.subject][number]


class Changes:
    """What is different between two positions."""

    def __init__(self, game: Enormity, before: State, after: State):
        self.game = game
        self.before: Any = before
        self.after: Any = after
        self.old = Wording(game, before)
        self.new = Wording(game, after)
        self.seats = int(after["seats"])

    def all(self) -> Iterator[str]:
        """Sentences, as far as can be told in their order: what was going on, what came of it, what goes on now."""
        yield from self._turn_over()
        yield from self._attacks(new=False)
        yield from self._rolls(new=False)
        for seat in range(self.seats):
            yield from self._spacer(seat)
        yield from self._team()
        yield from self._noise()
        yield from self._scanners()
        yield from self._pages()
        yield from self._blips()
        yield from self._intruders()
        yield from self._map()
        yield from self._objects()
        yield from self._story()
        yield from self._course()
        yield from self._attacks(new=True)
        yield from self._rolls(new=True)
        if self.game.is_over(self.after) and not self.game.is_over(self.before):
            yield f"the session is over: {self.game.outcome(self.after).reason}"

    def _number(self, name: str) -> str:
        """``"2 -> 3"`` for a number of the position, empty when it is the same."""
        b, a = int(self.before[name]), int(self.after[name])
        return f"{b} -> {a}" if b != a else ""

    # -- the course of the session -------------------------------------------------------------------------------

    def _turn_over(self) -> Iterator[str]:
        b, a = self.before, self.after
        if b["active"] >= 0 and (b["round"] != a["round"] or b["active"] != a["active"]):
            yield f"the turn of {self.old.spacer(int(b['active']))} is over"

    def _course(self) -> Iterator[str]:
        b, a = self.before, self.after
        new_round = b["round"] != a["round"]
        phase = int(a["phase"]) if new_round or b["phase"] != a["phase"] else 0
        begins = f"{PHASES[phase]} begins" if phase and not self.game.is_over(a) else ""
        if new_round:
            yield f"round {int(a['round'])} begins"
        if begins and phase == COUNTDOWN_PHASE:
            yield begins
        if move := self._number("countdown"):
            yield f"Countdown Marker {move}, {LEVELS[level(a)]} level"
        yield from self._track()
        if a["zero_hour"] and not b["zero_hour"]:
            yield "zero hour"
        if a["waiting_adversary"] >= 0 and b["waiting_adversary"] != a["waiting_adversary"]:
            yield f"{self.new.names['types'][int(a['waiting_adversary'])]} waits on the zero hour space"
        if begins and phase != COUNTDOWN_PHASE:
            yield begins
        if a["alert"] and not b["alert"]:
            yield "Full Alert: all Blips hunt for the Extraction Point"
        if a["active"] >= 0 and (new_round or b["active"] != a["active"]):
            yield f"the turn of {self.new.spacer(int(a['active']))} begins"

    def _track(self) -> Iterator[str]:
        """What lay on the Countdown Track and comes into play."""
        for space in range(TRACK):
            for name, word in (("discoveries", "Discovery"), ("blips", "Blip"), ("intruders", "Intruder")):
                gone = int(self.before[f"track_{name}"][space]) - int(self.after[f"track_{name}"][space])
                if gone > 0:
                    yield f"space {space} of the Countdown Track: {many(gone, word)}"

    # -- the Spacers ---------------------------------------------------------------------------------------------

    def _spacer(self, seat: int) -> Iterator[str]:
        b, a = self.before["spacers"][seat], self.after["spacers"][seat]
        if b.tobytes() == a.tobytes():
            return
        name = self.new.spacer(seat)
        if a["where"] == Where.DEAD:
            if b["where"] != Where.DEAD:
                yield f"{name} is dead; Gear and Engrams are lost"
            return
        if b["character"] != a["character"]:
            yield f"{self.game.hero_name(seat)} plays {name}"
        if b["suit"] != a["suit"]:
            yield f"{name} wears the {self.new.names['suits'][int(a['suit'])]}"
        if b["half"][0][0] < 0 <= a["half"][0][0]:
            pairs = [(self.new.half(seat, i, 0), self.new.half(seat, i, 1)) for i in range(len(a["half"]))]
            cards = ", ".join(" with ".join(pair) for pair in pairs)
            yield f"{name} sleeves {cards}; Vitals {int(a['vitals'])}, Stress {int(a['stress'])}"
        else:
            yield from self._play(seat, b, a)
            yield from self._body(seat, b, a)
        yield from self._place(seat, b, a)
        for place in range(len(a["gear"])):
            yield from self._gear(seat, place)
        yield from self._carried(seat, b, a)

    def _play(self, seat: int, b: Any, a: Any) -> Iterator[str]:
        """Action cards."""
        name = self.new.spacer(seat)
        back = np.flatnonzero((b["card"] != CardSide.HAND) & (a["card"] == CardSide.HAND)).tolist()
        if len(back) > 1:
            yield f"{name} takes the Action cards back in hand"
        elif back:
            yield f"{name} takes {self.old.half(seat, back[0], int(b['card'][back[0]]) - CardSide.A)} back in hand"
        for sleeve in np.flatnonzero((b["card"] != a["card"]) & (a["card"] != CardSide.HAND)).tolist():
            side = int(a["card"][sleeve]) - CardSide.A
            verb = "plays" if b["card"][sleeve] == CardSide.HAND else "flips the card to"
            yield f"{name} {verb} {self.new.half(seat, sleeve, side)}"
        if b["exerts"] != a["exerts"]:
            yield f"{name}: Exert cards {int(b['exerts'])} -> {int(a['exerts'])}"
        if a["breath"] and not b["breath"]:
            yield f"{name} catches breath at the end of the turn"

    def _body(self, seat: int, b: Any, a: Any) -> Iterator[str]:
        """Statistics, Conditions and other cards suffered."""
        name, names = self.new.spacer(seat), self.new.names
        for what in ("vitals", "stress", "adrenaline", "radiation", "infection", "antinomy"):
            if b[what] != a[what]:
                yield f"{name}: {what.capitalize()} {int(b[what])} -> {int(a[what])}"
        for i in np.flatnonzero(b["conditions"] != a["conditions"]).tolist():
            verb = "has" if a["conditions"][i] else "is rid of"
            yield f"{name} {verb} the Condition {names['conditions'][i]}"
        if b["knock"] != a["knock"]:
            yield f"{name} {KNOCKS[Knock(int(a['knock']))]}"
        if b["breakdown"] != a["breakdown"]:
            card = int(a["breakdown"])
            yield f"{name} breaks down: {names['breakdowns'][card]} - {self.new.cards.texts['breakdowns'][card]}"
        if a["flipped"] and not b["flipped"] and a["breakdown"] >= 0:
            yield f"{name} turns {names['breakdowns'][int(a['breakdown'])]} to its bonus side"
        if b["awakened"] != a["awakened"]:
            yield f"{name} {'awakens' if a['awakened'] else 'loses the Awakening card'}"

    def _place(self, seat: int, b: Any, a: Any) -> Iterator[str]:
        """Where the Spacer is."""
        name, now = self.new.spacer(seat), Where(int(a["where"]))
        here = self.new.space(int(a["cell"]))
        if b["where"] != a["where"]:
            if now == Where.EXTRACTED:
                yield f"{name} extracts"
            elif now == Where.OTHER:
                yield f"{name} is in {self.new.names['other_places'][int(a['place'])]}"
            else:
                yield f"{name} {'starts' if b['where'] == Where.ABSENT else 'is back'} at {here}"
        elif b["cell"] != a["cell"]:
            yield f"{name}: {self.new.space(int(b['cell']))} -> {here}"

    def _gear(self, seat: int, place: int) -> Iterator[str]:
        """One place for a Gear card on a Spacer's board."""
        b, a = self.before["spacers"][seat]["gear"][place], self.after["spacers"][seat]["gear"][place]
        if b["card"] < 0 and a["card"] < 0:
            return
        name = self.new.spacer(seat)
        if b["card"] != a["card"]:
            if b["card"] >= 0:
                yield f"{name} loses {self.old.gear(seat, place)}"
            if a["card"] >= 0:
                where = GEAR_PLACES[GearPlace(int(a["place"]))]
                yield f"{name} has {self.new.gear(seat, place)}, {listed([where, self.new.state_of(a)])}"
            return
        card = self.new.gear(seat, place)
        if b["place"] != a["place"]:
            yield f"{name} {'stows' if a['place'] == GearPlace.BACKPACK else 'equips'} {card}"
        for what in ("ammo", "charges"):
            if b[what] != a[what]:
                yield f"{card} of {name}: {what.capitalize()} {int(b[what])} -> {int(a[what])}"
        for what, on, off in (
            ("exhausted", "is exhausted", "is ready again"),
            ("discharge", "is discharged", "is no longer discharged"),
            ("disabled", "is disabled", "is no longer disabled"),
        ):
            if b[what] != a[what]:
                yield f"{card} of {name} {on if a[what] else off}"

    def _carried(self, seat: int, b: Any, a: Any) -> Iterator[str]:
        """Engrams and Objective tokens."""
        name = self.new.spacer(seat)
        for kind in range(ENGRAM_TYPES):
            more = [int(a[field][kind]) - int(b[field][kind]) for field in ("devices", "resources")]
            engram = self.new.carried(seat, kind)
            if sum(more):
                yield f"{name} {'gains' if sum(more) > 0 else 'loses'} {many(abs(sum(more)), 'Engram')}: {engram}"
            elif more[0] < 0:
                yield f"{name} uses up the Engram {engram}, which remains as a resource"
        for kind in np.flatnonzero(b["objectives"] != a["objectives"]).tolist():
            what = self.new.names["objectives"][kind]
            yield f"{name}: Objective {what} {int(b['objectives'][kind])} -> {int(a['objectives'][kind])}"

    def _team(self) -> Iterator[str]:
        """The Spacer Pool, the marker and the Stratagems."""
        for field, area in (("pool", "Active"), ("incoming", "Incoming")):
            moves = [
                f"{token} {int(self.before[field][i])} -> {int(self.after[field][i])}"
                for i, token in enumerate(TOKENS)
                if self.before[field][i] != self.after[field][i]
            ]
            if moves:
                yield f"{area} Pool: {', '.join(moves)}"
        if self.after["marker"] >= 0 and self.before["marker"] != self.after["marker"]:
            yield f"{self.new.spacer(int(self.after['marker']))} is the Priority Target"
        for b, a in zip(self.before["stratagems"], self.after["stratagems"], strict=True):
            if a["card"] < 0:
                continue
            name = self.new.names["stratagems"][int(a["card"])]
            if b["card"] != a["card"]:
                yield f"the team takes the Stratagem {name}"
            elif b["ready"] != a["ready"]:
                yield f"{name} " + (f"is ready, {many(int(a['charges']), 'use')}" if a["ready"] else "is used up")
            elif b["paid"] != a["paid"]:
                needed = int(self.game.tables["stratagems"][int(a["card"])]["tokens"].sum())
                yield f"{name}: {int(a['paid'])} of {many(needed, 'token')} paid"
            elif b["charges"] != a["charges"]:
                yield f"{name}: {many(int(a['charges']), 'use')} left"

    # -- attacks, rolls, Noise -----------------------------------------------------------------------------------

    def _attacks(self, new: bool) -> Iterator[str]:
        """Attacks in progress: those that are new, or those that go on."""
        for i in range(int(self.after["n_assaults"])):
            a = self.after["assaults"][i]
            b = self.before["assaults"][i] if i < int(self.before["n_assaults"]) else None
            by_intruder = a["side"] == Side.INTRUDER
            what = ("side", "actor", "weapon", "cell", "manner", *(("target",) if by_intruder else ()))
            same = b is not None and all(b[name] == a[name] for name in what)
            if same == new:
                continue
            if not by_intruder:
                who = self.new.spacer(int(a["actor"]))
                if new:
                    yield f"{who} attacks with {self.new.gear(int(a['actor']), int(a['weapon']))}"
                yield from self._results(who, b if same else None, a)
            elif new:
                protocol, target = self.new.names["protocols"][int(a["weapon"])], self.new.spacer(int(a["target"]))
                yield f"{self.new.intruder(int(a['actor']))} performs {protocol} against {target}"

    def _results(self, who: str, b: Any, a: Any) -> Iterator[str]:
        """Targets of a Spacer's attack, and what its rolls have done to them."""
        n = int(a["n_targets"])
        known = {int(k): int(r) for k, r in zip(b["targets"], b["results"], strict=True)} if b is not None else {}
        for slot, result in zip(a["targets"][:n].tolist(), a["results"][:n].tolist(), strict=True):
            # The slot of a killed target is empty, so its name is that before the decision.
            names = self.old if self.before["intruders"][slot]["type"] >= 0 else self.new
            if slot not in known:
                yield f"{who} aims at {names.intruder(slot)}"
            if result in RESULTS and known.get(slot) != result:
                yield f"{who} {RESULTS[Result(result)]} {names.intruder(slot)}"

    def _rolls(self, new: bool) -> Iterator[str]:
        """Rolls in progress: those that are new, or what has become of the dice of those that go on."""
        for i in range(int(self.after["n_rolls"])):
            goes_on = i < int(self.before["n_rolls"]) and self._goes_on(i)
            a = self.after["rolls"][i]
            if new and not goes_on and not self._gathered(self.new, i):
                yield self.new.rolled(a)
            elif goes_on and not new:
                yield from self._dice(i)

    def _dice(self, i: int) -> Iterator[str]:
        b, a = self.before["rolls"][i], self.after["rolls"][i]
        rolled_again = self._rolled_again(i)
        for die in range(int(b["n"])):
            if b["face"][die] != a["face"][die] or b["bonus"][die] != a["bonus"][die]:
                yield f"{self.old.die(b, die)} -> {self.new.face(a, die)}"
            elif die in rolled_again:
                yield f"{self.old.die(b, die)} shows the same again"
        for die in range(int(b["n"]), int(a["n"])):
            yield f"{self.new.die(a, die)} is added"

    def _gathered(self, position: Wording, i: int) -> bool:
        """The dice of the roll lie ready, and Cover is asked about before they are thrown."""
        return position.choice == Choice.COVER and position.seat >= 0 and i == int(position.state["n_rolls"]) - 1

    def _rolled_again(self, i: int) -> list[int]:
        """The dice of a roll that have been rolled again. One for which Stress is paid waits for what that causes."""
        b, a = self.before["rolls"][i], self.after["rolls"][i]
        rolled = 1 << DieMark.CONFIDENCE | 1 << DieMark.STRESS | 1 << DieMark.ARMOR
        dice = np.flatnonzero(a["marks"] & ~b["marks"] & rolled).tolist()
        waited, waits = self.old.waiting_die(i), self.new.waiting_die(i)
        return [die for die in range(int(b["n"])) if (die in dice and die != waits) or die == waited != waits]

    def _goes_on(self, i: int) -> bool:
        """The roll is the one that was there before, and not another one of the same kind behind it."""
        b, a = self.before["rolls"][i], self.after["rolls"][i]
        n = int(b["n"])
        if self._gathered(self.old, i):
            return False
        if any(b[name] != a[name] for name in ("kind", "roller", "assault", "at")) or a["n"] < n:
            return False
        rolled_again = self._rolled_again(i)
        for die in range(n):
            kept = int(b["marks"][die]) & ~(1 << DieMark.DECLARED) & ~int(a["marks"][die])
            changed = b["face"][die] != a["face"][die] and die not in rolled_again
            if kept or changed or b["colour"][die] != a["colour"][die]:
                return False
        core = self.before["core"]
        asked = Choice(int(core["choice"])) in DICE_QUESTIONS and int(core["subject"]) == i
        moved = any((b[name] != a[name]).any() for name in ("marks", "bonus")) or b["n"] != a["n"]
        return not asked or a["stage"] > b["stage"] or (a["stage"] == b["stage"] and moved)

    def _noise(self) -> Iterator[str]:
        """Noise that has joined the queue."""
        for i in range(int(self.before["n_noises"]), int(self.after["n_noises"])):
            noise = self.after["noises"][i]
            maker = f" of {self.new.spacer(int(noise['source']))}" if noise["source"] >= 0 else ""
            yield f"Noise{maker} at {self.new.space(int(noise['cell']))}"

    def _scanners(self) -> Iterator[str]:
        """Scanner cards that have been drawn and lie in the discard piles now."""
        for number, name in enumerate(LEVELS):
            before, after = (pile_cards(state, f"discard_{name}") for state in (self.before, self.after))
            for card in after[len(before) :] if after[: len(before)] == before else after:
                row = self.game.tables["scanners"][number][card]
                parts = ", ".join(f"{int(n)} {where}" for n, where in zip(row["quadrants"], QUADRANTS, strict=True))
                coordinate = f"; {chr(ord('A') + int(row['row']))}{int(row['column']) + 1}" if row["row"] >= 0 else ""
                yield f"{name} Scanner card: {parts}{coordinate}"

    # -- Blips and Intruders -------------------------------------------------------------------------------------

    def _blips(self) -> Iterator[str]:
        echoes = int(self.after["echoes_gone"]) - int(self.before["echoes_gone"])
        if echoes > 0:
            yield "an Echo is revealed" if echoes == 1 else f"{echoes} Echoes are revealed"
        for slot in range(MAX_BLIPS):
            b, a = self.before["blips"][slot], self.after["blips"][slot]
            was, now = int(b["point"]) >= 0, int(a["point"]) >= 0
            replaced = was and now and b["known"] and not a["known"]
            if was and (not now or replaced):
                yield f"{self.old.blip_at(slot)} is gone"
            if now and (not was or replaced):
                yield f"{self.new.blip_at(slot)} appears, facing {DIRECTIONS[int(a['arrow'])]}"
            elif now:
                yield from self._blip(slot, b, a)

    def _blip(self, slot: int, b: Any, a: Any) -> Iterator[str]:
        if a["known"] and not b["known"]:
            yield f"Blip {slot} is seen by all: {FACES[Face(int(a['face']))]}"
        turned = f", facing {DIRECTIONS[int(a['arrow'])]}" if b["arrow"] != a["arrow"] else ""
        if b["point"] != a["point"]:
            way = " -> ".join(self.new.corner(int(row["point"])) for row in (b, a))
            yield f"{self.old.blip(slot)}: {way}{turned}"
        elif turned:
            yield f"{self.old.blip(slot)} at {self.new.corner(int(a['point']))} turns{turned}"

    def _intruders(self) -> Iterator[str]:
        before, after = self.before["intruders"], self.after["intruders"]
        left = [k for k in range(MAX_INTRUDERS) if before[k]["type"] >= 0 and before[k]["type"] != after[k]["type"]]
        kills = int(self.after["kills"]) - int(self.before["kills"])
        for k in left:
            what = "is killed" if kills == len(left) else "is gone" if kills else "leaves the board"
            yield f"{self.old.intruder(k)} at {self.old.space(int(before[k]['cell']))} {what}"
        if kills > 0 and kills != len(left):
            yield f"Intruders killed: {kills}"
        for k in range(MAX_INTRUDERS):
            if after[k]["type"] >= 0 and before[k]["type"] != after[k]["type"]:
                specimen = int(after[k]["specimen"])
                what = f", a Unique Specimen: {self.new.names['specimens'][specimen]}" if specimen >= 0 else ""
                surprised = ", surprised" if after[k]["surprised"] else ""
                yield f"{self.new.intruder(k)} appears at {self.new.space(int(after[k]['cell']))}{what}{surprised}"
            elif after[k]["type"] >= 0:
                yield from self._intruder(k, before[k], after[k])
        for number in self._set("contacted"):
            yield f"First Contact with {self.new.names['types'][number]}"

    def _intruder(self, slot: int, b: Any, a: Any) -> Iterator[str]:
        name = self.new.intruder(slot)
        if b["cell"] != a["cell"]:
            yield f"{name}: {self.new.space(int(b['cell']))} -> {self.new.space(int(a['cell']))}"
        for what in ("wounds", "suppression"):
            if b[what] != a[what]:
                yield f"{name}: {what.capitalize()} {int(b[what])} -> {int(a[what])}"
        if b["surprised"] != a["surprised"]:
            yield f"{name} is {'surprised' if a['surprised'] else 'no longer surprised'}"
        if a["specimen"] >= 0 and b["specimen"] != a["specimen"]:
            yield f"{name} is a Unique Specimen: {self.new.names['specimens'][int(a['specimen'])]}"

    # -- the map -------------------------------------------------------------------------------------------------

    def _new_pages(self) -> list[int]:
        """Pages that have come on the table."""
        bits = int(self.after["revealed"]) & ~int(self.before["revealed"])
        return [page for page in range(int(self.game.tables["n_pages"])) if bits >> page & 1]

    def _is_new(self, cell: int) -> bool:
        """The cell lies on a page that has come on the table, of which `_pages` says more."""
        return int(self.game.tables["page"][cell]) in self._new_pages()

    def _pages(self) -> Iterator[str]:
        for page in self._new_pages():
            objects = self.after["objects"][self.after["objects"]["cell"] >= 0]
            kinds = objects["kind"][self.game.tables["page"][objects["cell"]] == page].tolist()
            found = listed(many(kinds.count(k), k.name.capitalize()) for k in Thing if k in kinds)
            yield f"the page {self.new.page(page)} is revealed" + (f": {found}" if found else "")

    def _map(self) -> Iterator[str]:
        names = self.new.names
        for number in np.flatnonzero(self.before["doors"] != self.after["doors"]).tolist():
            yield f"{self.new.door(number)} {DOORS[DoorState(int(self.after['doors'][number]))]}"
        for number in np.flatnonzero(self.before["door_disabled"] != self.after["door_disabled"]).tolist():
            yield f"{self.new.door(number)} is disabled"
        for number in np.flatnonzero(self.before["console_disabled"] != self.after["console_disabled"]).tolist():
            yield f"the {names['consoles'][number]} cannot be used any more"
        for number in np.flatnonzero(self.before["spawn_disabled"] != self.after["spawn_disabled"]).tolist():
            yield f"the spawn point {self.new.corner(int(self.game.tables['spawns'][number]))} is disabled"
        for cell in np.flatnonzero(self.before["tile"] != self.after["tile"]).tolist():
            if self._is_new(cell):
                continue
            was, now = int(self.before["tile"][cell]), int(self.after["tile"][cell])
            if was:
                yield f"the tile {names['terrains'][was - 1]} at {self.new.space(cell)} is gone"
            if now:
                yield f"the tile {names['terrains'][now - 1]} is laid at {self.new.space(cell)}"
        yield from self._points()

    def _points(self) -> Iterator[str]:
        """Extraction Points and the Extraction Marker."""
        if move := self._number("extraction"):
            yield f"Extraction Marker {move}" + ("" if self.after["extraction"] else ": Extraction is available")
        for number in range(int(self.game.tables["n_points"])):
            b, a = self.before["points"][number], self.after["points"][number]
            name, tokens = self.new.names["extraction_points"][number], int(a["tokens"])
            if b["state"] != a["state"]:
                match PointState(int(a["state"])):
                    case PointState.CLOSED:
                        yield f"the Extraction Point {name} is on the map"
                    case PointState.INITIATED:
                        yield f"Extraction is initiated at {name}: {many(tokens, 'Exfiltration token')}"
                    case PointState.OPEN:
                        yield f"the Extraction Point {name} is open"
            elif b["tokens"] != a["tokens"]:
                yield f"Exfiltration tokens at {name} {int(b['tokens'])} -> {tokens}"

    def _lying(self, state: Any) -> Counter[tuple[int, int, int, bool]]:
        """What lies on the board: (cell, kind, type, face up), of a facedown token without its type."""
        found: Counter[tuple[int, int, int, bool]] = Counter()
        for o in state["objects"][state["objects"]["cell"] >= 0]:
            face_up = bool(o["face_up"])
            found[int(o["cell"]), int(o["kind"]), int(o["sub"]) if face_up else 0, face_up] += 1
        return found

    def _objects(self) -> Iterator[str]:
        old, new = self._lying(self.before), self._lying(self.after)
        for key in old - new:
            yield f"the {self.new.thing(*key)} at {self.new.space(key[0])} is taken"
        for key in new - old:
            if not self._is_new(key[0]):
                yield f"{self.new.thing(*key)} at {self.new.space(key[0])}"
        before, after = self.before["objects"], self.after["objects"]
        for i in np.flatnonzero(after["disabled"] & ~before["disabled"]).tolist():
            kind, cell = Thing(int(after[i]["kind"])), int(after[i]["cell"])
            yield f"the {kind.name.capitalize()} at {self.new.space(cell)} is disabled"

    # -- the story -----------------------------------------------------------------------------------------------

    def _story(self) -> Iterator[str]:
        names, texts = self.new.names, self.new.cards.texts
        for field, kind, word in (("marked", "entries", "Discovery"), ("read", "paragraphs", "paragraph")):
            for number in self._set(field):
                yield f"{word} {names[kind][number]} - {texts[kind][number]}"
        for number in self._set("crossed"):
            yield f"the Discovery {names['entries'][number]} is crossed out"
        if move := self._number("found"):
            yield f"Discoveries made {move}"
        for number in self._set("clues"):
            yield f"a Clue: {names['clues'][number].replace('_', ' ')}"
        for number in np.flatnonzero(self.before["flags"] != self.after["flags"]).tolist():
            yield f"{names['flags'][number].replace('_', ' ')}: {'on' if self.after['flags'][number] else 'off'}"
        for number in np.flatnonzero(self.before["counters"] != self.after["counters"]).tolist():
            b, a = int(self.before["counters"][number]), int(self.after["counters"][number])
            yield f"{names['counters'][number].replace('_', ' ')} {b} -> {a}"
        if self.after["objective_done"] and not self.before["objective_done"]:
            yield "the objective is met"

    def _set(self, field: str) -> list[int]:
        """Numbers of the marks of a field that have been set."""
        return np.flatnonzero((self.after[field] != 0) & (self.before[field] == 0)).tolist()
