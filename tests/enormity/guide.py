"""What Enormity tells the coverage of random games: its cards, and how to get far."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from envs.core._probe import pile_remove
from envs.core.effects import Effect, General, Parameter
from envs.enormity.actions import ENGRAM_TYPES
from envs.enormity.build_tables import RESPONSES
from envs.enormity.content import Pack, load_pack
from envs.enormity.game import Enormity
from envs.enormity.state import (
    COLOURS,
    LEVELS,
    MAX_BLIPS,
    MAX_GEAR,
    MAX_OBJECTS,
    MAX_SPACERS,
    MAX_SUPPRESSION,
    POINT_WIDTH,
    TOP,
    TRACK,
    WIDTH,
    ActionKind,
    AssaultMark,
    Choice,
    Colour,
    DoorState,
    GearKind,
    GearPlace,
    Keyword,
    Knock,
    Level,
    Mark,
    NoiseKind,
    Op,
    PointState,
    Proc,
    Reach,
    Requirement,
    Side,
    Stat,
    TargetRule,
    Thing,
    Tile,
    Timing,
    Where,
)
from envs.enormity.vocabulary import UNTILS, VOCABULARY
from tests.coverage import NEVER, SEEN, USED, Card, Guide, Notes

HIDDEN = (Op.END, Op.JUMP)
"""Operations that are on no card: the compiler adds them."""
SELECTOR = {effect.code: effect.who for effect in VOCABULARY.effects.values() if effect.who}
SELECTOR |= {General.EACH: "a", General.LASTING: "d"}
CHOSEN = range(Timing.TURN, Timing.BLIP_MOVES + 1)
"""Timings of abilities that the Spacer chooses to use."""
OUT_OF_PLAY = (Timing.LINGERING,)
"""Timings that no ability has, as Terrain tiles have effects; and that a `RunSeries` resolves, after the session."""
OF_PHASES = (Timing.ROUND_END, Timing.SPACER_PHASE_END)
OF_TURNS = (Timing.TURN_START, Timing.TURN_END)
EQUIPPED = (GearPlace.HAND, GearPlace.SUPPORT, GearPlace.ARMOR, GearPlace.FIXED)
NOWHERE = 255
INFINITE = 255
BETWEEN_STEPS = 1
"""Step of `Proc.TURN` when something that a turn consists of is over."""
HANDS = 2
NEAR = 3
OWN_THEME = 0.7
"""How often something of a game's own theme happens."""


class Ability(NamedTuple):
    """An ability that stands on a card.

    Attributes:
        kind, card: the card; `kind` is empty for what is no card, such as the rules of a scenario.
        label: the card and the number of the ability on it.
        number: of the ability in the tables.
        there: the card has come into play, so that it is in force if it is passive.
    """

    kind: str
    card: str
    label: str
    number: int
    there: bool


def accepts(parameter: Parameter, value: int) -> bool:
    """Whether a parameter can have that value."""
    if parameter.flag:
        return value in (0, 1)
    if parameter.named is not None:
        return value >= parameter.first
    return value in (parameter.words or {}).values() or parameter.low <= value <= parameter.high


def word_of(op: Any) -> str:
    """The word of the vocabulary that an operation comes from."""

    def fits(effect: Effect) -> bool:
        return (
            effect.code == op["code"]
            and all(op[slot] == value for slot, value in effect.fixed.items())
            and all(accepts(parameter, int(op[parameter.slot])) for parameter in effect.parameters)
        )

    return next((name for name, effect in VOCABULARY.effects.items() if fits(effect)), Op(int(op["code"])).name.lower())


def named(words: Mapping[str, Any], code: int, arg: int = 0) -> str:
    """The word of the vocabulary with a number."""
    return next(name for name, word in words.items() if word.code == code and getattr(word, "arg", 0) == arg)


def members(enumeration: Iterable[Any]) -> list[str]:
    """The names of an enumeration, as content writes them."""
    return [member.name.lower() for member in enumeration]


# What content can say, kind by kind.
WORDS: dict[str, list[str]] = {
    "effects": [*VOCABULARY.effects, *(code.name.lower() for code in General if Op(code) not in HIDDEN)],
    "selectors": [*VOCABULARY.selectors],
    "needs": [*VOCABULARY.conditions],
    "statistics": [*VOCABULARY.statistics],
    "terms": [*UNTILS],
    "timings": members(timing for timing in Timing if timing not in OUT_OF_PLAY),
    "requirements": members(Requirement),
    "target boxes": members(TargetRule),
    "keywords": members(Keyword),
    "reaches": members(Reach),
    "noise boxes": members(kind for kind in NoiseKind if kind),
    "words of terrain": members(Tile),
    "responses": [*RESPONSES],
}
NO_CARD = "no card of the pack says it"
UNSAID: dict[str, tuple[str, ...]] = {
    "effects": ("displace", "wound", "protocol", "gain_gear", "disable_door", "disable_console", "disable_spawn_point",
                "disable_cache", "chain_break", "open_card", "antinomy", "discard_exert", "die", "repeat", "win",
                "lose"),
    "selectors": ("other_spacers", "location_spacers", "zone_spacers", "chosen_intruder"),
    "needs": ("division", "alive", "distance", "engrams"),
    "statistics": ("white_dice", "black_dice", "light_tier", "wounds", "attack_dice", "no_move", "no_opportunity",
                   "intelligence"),
}  # fmt: skip
"""Words of the vocabulary that no card of a scenario has."""
UNREACHABLE: dict[Card, str] = {
    **{(kind, word): NO_CARD for kind, words in UNSAID.items() for word in words},
    ("endings", "objective_missed"): "no scenario of the pack needs its goal",
}


class CardNotes(Notes):
    """See `Notes`. A card is used when what is written on it was done: one of its abilities or effects, the attack of a
    weapon, one of the Protocols of an Intruder. Passive abilities are used while their card is in force.
    """

    def __init__(self, game: Enormity):
        self.tables = game.tables
        self.ids = game.catalogue.ids
        self.scenario: str = game.options.scenario
        self.seen: dict[str, set[int]] = {}
        self.used: dict[str, set[int]] = {}
        self.bits = np.zeros(self.tables["abilities"].shape, np.bool_)  # abilities with a mark of their use
        decks = {level.name.lower(): list[int]() for level in Level}
        for number, (name, form) in enumerate(game.pack.forms("scanners").items()):
            assert name == self.ids["scanners"][number]
            decks[form.level] += [number] * form.copies
        self.scanners = {level: np.array(numbers) for level, numbers in decks.items()}  # by number in their deck

    # -- looking -------------------------------------------------------------------------------------------

    def _note(self, to: dict[str, set[int]], kind: str, numbers: Any) -> None:
        found = np.unique(numbers)
        to.setdefault(kind, set()).update(found[found >= 0].tolist())

    def look(self, states: Any) -> None:
        """Look at positions of games, in play or over."""
        self._look_at_spacers(states["spacers"])
        self._look_at_gear(states)
        self._look_at_board(states)
        self._look_at_world(states)
        stack = states["core"]["stack"]
        for kind, proc, slot in (("protocols", Proc.PERFORM, "b"), ("halves", Proc.ACTIONS, "b")):
            self._note(self.used, kind, stack[slot][stack["proc"] == proc])
        self._note(self.seen, "entries", stack["e"][(stack["proc"] == Proc.DISCOVERY) & (stack["step"] > 1)])

    def _look_at_spacers(self, spacers: Any) -> None:
        for kind, name in (("characters", "character"), ("suits", "suit"), ("halves", "half")):
            self._note(self.seen, kind, spacers[name])
        self._note(self.used, "halves", spacers["last_half"])
        flipped = spacers["flipped"] == 1
        self._note(self.seen, "breakdowns", spacers["breakdown"][~flipped])
        self._note(self.used, "breakdowns", spacers["breakdown"][flipped])
        self._note(self.seen, "awakening", spacers["awakened"].astype(int) - 1)
        self._note(self.used, "other_places", spacers["place"][spacers["where"] == Where.OTHER])
        for kind, name in (("conditions", "conditions"), ("engrams", "devices")):
            self._note(self.seen, kind, np.nonzero(spacers[name])[-1])
        self._note(self.used, "objectives", np.nonzero(spacers["objectives"])[-1])
        marks = np.bitwise_or.reduce(spacers["used"].reshape(-1, spacers["used"].shape[-1]))
        self.bits |= np.unpackbits(marks, bitorder="little")[: len(self.bits)].astype(bool)

    def _look_at_gear(self, states: Any) -> None:
        gear = states["spacers"]["gear"]
        self._note(self.seen, "gear", gear["card"])
        self._note(self.seen, "equipped", gear["card"][np.isin(gear["place"], EQUIPPED) & (gear["disabled"] == 0)])
        for row in np.argwhere(gear["used"]):
            chosen = self._chosen("gear", int(gear["card"][tuple(row)]))
            for i, number in enumerate(chosen):
                self.bits[number] |= bool(gear["used"][tuple(row)] >> i & 1)
        attacks = states["assaults"]
        rolled = attacks["marks"] >> AssaultMark.ROLLED & 1
        for i, n in np.argwhere((attacks["side"] == Side.SPACER) & (attacks["actor"] >= 0) & (rolled == 1)):
            fired = gear["card"][i, attacks["actor"][i, n], attacks["weapon"][i, n]]
            self._note(self.used, "gear", fired)

    def _look_at_board(self, states: Any) -> None:
        intruders = states["intruders"]
        self._note(self.seen, "types", intruders["type"])
        self._note(self.seen, "specimens", intruders["specimen"][intruders["type"] >= 0])
        self._note(self.seen, "terrains", states["tile"].astype(int) - 1)
        self._note(self.seen, "objectives", states["objects"]["sub"][states["objects"]["kind"] == Thing.OBJECTIVE])
        state = states["points"]["state"]
        self._note(self.seen, "extraction_points", np.nonzero(state)[-1])
        self._note(self.used, "extraction_points", np.nonzero(state == PointState.OPEN)[-1])
        self._note(self.used, "doors", np.nonzero(states["doors"] != self.tables["door_closed"])[-1])

    def _look_at_world(self, states: Any) -> None:
        for kind, name in (("pages", "revealed"), ("locations", "location")):
            bits = int(np.bitwise_or.reduce(states[name]))
            self._note(self.used, kind, [i for i in range(8) if bits >> i & 1])
        for kind, name in (("clues", "clues"), ("flags", "flags"), ("counters", "counters"), ("paragraphs", "read")):
            self._note(self.used, kind, np.nonzero(states[name])[-1])
        self._note(self.seen, "entries", np.nonzero(states["marked"])[-1])
        self._note(self.seen, "stratagems", states["stratagems"]["card"])
        for level, numbers in self.scanners.items():
            pile = states[f"discard_{level}"]
            lying = np.arange(pile["cards"].shape[-1]) < pile["n"][:, None]
            self._note(self.used, "scanners", numbers[pile["cards"][lying]])

    # -- what it comes to ----------------------------------------------------------------------------------

    def found(self, ops: np.ndarray) -> dict[Card, int]:
        """How far each card, its abilities and effects, and the words of the vocabulary got."""
        cards: dict[Card, int] = {}
        words = {(kind, word): NEVER for kind, words in WORDS.items() for word in words}
        played: set[Card] = set()
        for ability in self._abilities():
            row = self.tables["abilities"][ability.number]
            timing = Timing(int(row["timing"]))
            if timing in OUT_OF_PLAY:
                continue
            span = int(row["effect"]), int(row["effect_end"])
            used = ability.there and timing == Timing.PASSIVE
            used |= bool(self.bits[ability.number]) or (span[0] >= 0 and bool(ops[slice(*span)].any()))
            label = f"{ability.label} {timing.name.lower()}"
            cards["abilities", label] = USED if used else NEVER
            self._operations(cards, words, label, span, ops)
            if used:
                played.add((ability.kind, ability.card))
                self._ability_words(words, row, timing)
        for kind, card, label, (first, end) in self._effects():
            used = bool(ops[first:end].any())
            cards[f"effects of {kind}", label] = USED if used else NEVER
            self._operations(cards, words, label, (first, end), ops)
            if used:
                played.add((kind, card))
                word = label.rpartition(" ")[2]
                if kind == "types" and word in RESPONSES:
                    words["responses", word] = USED
        for kind, number, name in self._cards():
            at = number % ENGRAM_TYPES if kind == "engrams" else number
            seen = at in self.seen.get(kind, ()) or number in self.used.get(kind, ())
            done = (kind, name) in played or self._plain(kind, number)
            cards[kind, name] = USED if done else SEEN if seen else NEVER
            if done:
                self._card_words(words, kind, number)
        return cards | words

    def _cards(self) -> Iterator[tuple[str, int, str]]:
        """Kind, number and name of each card, and of each thing of the map that has a name."""
        for kind, ids in self.ids.items():
            for number, name in enumerate(ids):
                yield kind, number, name

    def _plain(self, kind: str, number: int) -> bool:
        """Whether a card was used that has no ability or effect, or beside them."""
        t = self.tables
        if kind == "gear":
            equipped = number in self.seen.get("equipped", ())
            plain = t["gear"][number]["kind"] != GearKind.WEAPON and not self._chosen("gear", number)
            return number in self.used.get(kind, ()) or (equipped and plain)
        if kind == "specimens":
            protocol = int(t["specimens"][number]["protocol"])
            return number in self.seen.get(kind, ()) if protocol < 0 else protocol in self.used.get("protocols", ())
        if kind == "types":
            own = range(int(t["types"][number]["first_protocol"]), int(t["types"][number]["end_protocol"]))
            return not self.used.get("protocols", set()).isdisjoint(own)
        if kind == "terrains":
            return number in self.seen.get(kind, ()) and t["terrains"][number]["effect"] < 0
        if kind == "entries":  # what it leads to is a paragraph's
            return number in self.seen.get(kind, ()) and t["entries"][number]["effect"] < 0
        return number in self.used.get(kind, ())

    def _abilities(self) -> Iterator[Ability]:
        """All abilities."""
        t = self.tables
        pairs = ("first_ability", "end_ability"), ("first_bonus", "end_bonus")
        for kind, row_of in (("characters", "characters"), ("suits", "suits"), ("gear", "equipped"),
                             ("conditions", "conditions"), ("breakdowns", "breakdowns"), ("types", "types"),
                             ("specimens", "specimens"), ("locations", "")):  # fmt: skip
            for i, name in enumerate(self.ids[kind]):
                there = i in (self.seen.get(row_of, ()) if row_of else self.used.get(kind, ()))
                yield from self._of(kind, name, name, (t[kind][i][key] for key in pairs[0]), there)
        for i, name in enumerate(self.ids["breakdowns"]):
            there, span = i in self.used.get("breakdowns", ()), (t["breakdowns"][i][key] for key in pairs[1])
            yield from self._of("breakdowns", name, f"{name} bonus", span, there)
        awakened = 0 in self.seen.get("awakening", ())
        yield from self._of("", "", "awakening", (t["awakening_first"], t["awakening_end"]), awakened)
        yield from self._of("", "", self.scenario, (t["scenario_first"], t["scenario_end"]), True)
        for i, name in enumerate(self.ids["stratagems"]):
            yield Ability("stratagems", name, name, int(t["stratagems"][i]["ability"]), False)
        for i, name in enumerate(self.ids["engrams"]):
            device = int(t["locations"][i // ENGRAM_TYPES]["devices"][i % ENGRAM_TYPES])
            yield Ability("engrams", name, name, device, False)

    def _of(self, kind: str, card: str, label: str, span: Iterable[Any], there: bool) -> Iterator[Ability]:
        first, end = map(int, span)
        for number in range(first, end):
            yield Ability(kind, card, f"{label}[{number - first}]", number, there)

    def _chosen(self, kind: str, card: int) -> list[int]:
        """The abilities of a card that are chosen, in their order."""
        return chosen(self.tables, self.tables[kind][card])

    def _effects(self) -> Iterator[tuple[str, str, str, tuple[int, int]]]:
        """Kind and name of each card with effects that are no abilities, a label, and the operations."""
        t = self.tables
        for kind, names in (("breakdowns", ("effect",)), ("terrains", ("effect",)), ("entries", ("effect",)),
                            ("paragraphs", ("effect",)), ("consoles", ("effect",)), ("gear", ("wound", "fail")),
                            ("types", ("first_contact", "overwhelm")),
                            ("protocols", ("hit", "gated", "after"))):  # fmt: skip
            for i, card in enumerate(self.ids[kind]):
                for name in names:
                    if t[kind][i][name] >= 0:
                        label = card if name == "effect" else f"{card} {name}"
                        yield kind, card, label, (int(t[kind][i][name]), int(t[kind][i][f"{name}_end"]))
        for i, card in enumerate(self.ids["types"]):
            row = t["types"][i]
            for n, name in enumerate(RESPONSES):
                if row["response"][n] >= 0:
                    yield "types", card, f"{card} {name}", (int(row["response"][n]), int(row["response_end"][n]))
        for i, card in enumerate(self.ids["halves"]):
            row = t["halves"][i]
            for option in row["options"][: int(row["n_options"])]:
                if option["effect"] >= 0:
                    label = f"{card} {ActionKind(int(option['kind'])).name.lower()}"
                    yield "halves", card, label, (int(option["effect"]), int(option["effect_end"]))

    def _operations(
        self, cards: dict[Card, int], words: dict[Card, int], label: str, span: tuple[int, int], ops: np.ndarray
    ) -> None:
        """Note the operations of an ability or an effect, and the words in them."""
        for i in range(*span) if span[0] >= 0 else ():
            op = self.tables["ops"][i]
            code = Op(int(op["code"]))
            if code in HIDDEN:
                continue
            resolved = bool(ops[i])
            word = word_of(op)
            cards["effects of cards", f"{label}: {word} at {i - span[0]}"] = USED if resolved else NEVER
            if not resolved:
                continue
            words["effects", word] = USED
            if code in SELECTOR:
                words["selectors", named(VOCABULARY.selectors, int(op[SELECTOR[code]]))] = USED
            if code == Op.IF:
                words["needs", named(VOCABULARY.conditions, int(op["a"]))] = USED
            if code == Op.LASTING:
                self._modifier_words(words, self.tables["mods"][int(op["a"])])
                words["terms", next(name for name, (number, _) in UNTILS.items() if number == op["b"])] = USED

    def _need_words(self, words: dict[Card, int], row: Any) -> None:
        if row["need"]:
            words["needs", named(VOCABULARY.conditions, int(row["need"]))] = USED

    def _modifier_words(self, words: dict[Card, int], mod: Any) -> None:
        words["statistics", named(VOCABULARY.statistics, int(mod["stat"]), int(mod["arg"]))] = USED
        self._need_words(words, mod)

    def _ability_words(self, words: dict[Card, int], row: Any, timing: Timing) -> None:
        """The words of an ability that was used, without its effects."""
        words["timings", timing.name.lower()] = USED
        self._need_words(words, row)
        for mod in self.tables["mods"][int(row["first_mod"]) : int(row["end_mod"])]:
            self._modifier_words(words, mod)

    def _card_words(self, words: dict[Card, int], kind: str, number: int) -> None:
        """The words of a card that was used, without its abilities and effects."""
        t = self.tables
        if kind in ("entries", "stratagems"):
            self._need_words(words, t[kind][number])
        elif kind == "halves":
            for option in t["halves"][number]["options"][: int(t["halves"][number]["n_options"])]:
                self._noise_words(words, option)
                self._need_words(words, option)
        elif kind == "protocols":
            words["requirements", Requirement(int(t["protocols"][number]["requirement"])).name.lower()] = USED
        elif kind == "types":
            words["target boxes", TargetRule(int(t["types"][number]["target"])).name.lower()] = USED
        elif kind == "terrains":
            for word in Tile:
                if t["terrains"][number]["keywords"] >> word & 1:
                    words["words of terrain", word.name.lower()] = USED
        elif kind == "gear" and number in self.used.get("gear", ()):
            row = t["gear"][number]
            self._noise_words(words, row)
            words["reaches", Reach(int(row["reach"])).name.lower()] = USED
            for keyword in Keyword:
                if row["keywords"] >> keyword & 1:
                    words["keywords", keyword.name.lower()] = USED

    def _noise_words(self, words: dict[Card, int], row: Any) -> None:
        if row["noise_kind"]:
            words["noise boxes", NoiseKind(int(row["noise_kind"])).name.lower()] = USED


def chosen(t: Any, card: Any, first: str = "first_ability", end: str = "end_ability") -> list[int]:
    """The abilities of a card that are chosen, in their order."""
    return [i for i in range(int(card[first]), int(card[end])) if t["abilities"]["timing"][i] in CHOSEN]


def of_timing(t: Any, card: Any, timing: Timing, first: str = "first_ability", end: str = "end_ability") -> int:
    """How many abilities with a timing a card has."""
    return int((t["abilities"]["timing"][int(card[first]) : int(card[end])] == timing).sum())


def passive(t: Any, card: Any, stat: Stat) -> int:
    """What the passive abilities of a card add to a statistic at most."""
    mods = [t["mods"][i] for a in t["abilities"][int(card["first_ability"]) : int(card["end_ability"])]
            if a["timing"] == Timing.PASSIVE for i in range(int(a["first_mod"]), int(a["end_mod"]))]  # fmt: skip
    return sum(max(int(mod["amount"]), 0) for mod in mods if mod["stat"] == stat)


@functools.cache
def clues_of(pack: Pack) -> list[int]:
    """The Clues that some scenario of a pack has to be found."""
    found = set()
    for scenario in pack.scenarios:
        ops = pack.tables(scenario)["ops"]
        found |= set(ops["a"][ops["code"] == Op.CLUE].tolist())
    return sorted(found)


def strengthen(state: Any, word: int) -> None:
    """Keep the Spacers from what kills them, in half of the games the Intruders too; `word` says how much."""
    spacers = state["spacers"]
    playing = np.isin(spacers["where"], (Where.BOARD, Where.OTHER)) & (spacers["due"] == 0)
    least = {"vitals": (TOP, 8, 6, 3)[word % 4]}
    most = {
        "stress": (1, 4, 6, 8)[word // 4 % 4],
        "adrenaline": (2, 4, 6, 8)[word // 16 % 4],
        "exerts": 1,
        "radiation": 2,
        "infection": 2,
    }
    for name, bound in least.items():
        spacers[name] = np.where(playing, np.maximum(spacers[name], bound), spacers[name])
    for name, bound in most.items():
        spacers[name] = np.where(playing, np.minimum(spacers[name], bound), spacers[name])
    if word // 64 % 2:
        intruders = state["intruders"]
        intruders["surprised"] |= (intruders["type"] >= 0) & (intruders["activating"] == 0)


class Gifts:
    """What may happen between two steps of a turn. Everything stays where it belongs (`envs.enormity.pieces`).

    Args:
        game: the game.
        state: a position at `Choice.TURN`; the question is put again afterwards.
        chance: what happens.
    """

    def __init__(self, game: Enormity, state: Any, chance: random.Random):
        core = state["core"]
        self.game, self.state, self.chance, self.t = game, state, chance, game.tables
        self.s = int(core["turn"])
        core["stack"][int(core["depth"]) - 1]["step"] = BETWEEN_STEPS
        core["mask"] = 0
        core["turn"] = -1

    def give(self, word: int) -> None:
        """Some changes of the position, and perhaps procedures; mostly those of the theme of the game. What is under
        another procedure must not mind what that one does to the Spacer.
        """
        changes, procedures = THEMES[word // 128 % len(THEMES)]
        for _ in range(self.chance.randrange(3, 9)):
            self._one_of(changes if self.chance.random() < OWN_THEME else CHANGES)
        if self.chance.random() < 0.5:
            self._one_of((Gifts.spawn, Gifts.tile))
        if self._hidden() and self.chance.random() < 0.3:
            self.page()
        elif self.state["adversary"] >= 0 and self.chance.random() < 0.3:
            self.hunt()
        elif self.chance.random() < OWN_THEME:
            self._one_of(procedures if self.chance.random() < OWN_THEME else PROCEDURES)

    def _one_of(self, gifts: Sequence[Callable[[Gifts], None]]) -> None:
        self.chance.choice(gifts)(self)

    # -- what is where -------------------------------------------------------------------------------------

    def _call(self, proc: Proc, *arguments: int, **more: int) -> None:
        """Put a procedure on the stack, with its further arguments by name."""
        core = self.state["core"]
        self.game.engine.call(self.state, int(proc), *arguments)
        for name, value in more.items():
            core["stack"][int(core["depth"]) - 1][name] = value

    def _playing(self) -> list[int]:
        """Spacers on the board."""
        return np.flatnonzero(self.state["spacers"]["where"] == Where.BOARD).tolist()

    def _row(self) -> Any:
        """Some Spacer on the board, else the one whose turn it is."""
        return self.state["spacers"][self.chance.choice(self._playing() or [self.s])]

    def _on_table(self) -> np.ndarray:
        """Cells of the pages on the table."""
        page = self.t["page"].astype(int)
        found: np.ndarray = (page != NOWHERE) & (int(self.state["revealed"]) >> np.minimum(page, 7) & 1 == 1)
        return found

    def _empty(self) -> set[int]:
        """Spaces on which a figure may be put."""
        t, state = self.t, self.state
        words = np.concatenate(([0], t["terrains"]["keywords"]))[state["tile"]]
        good = self._on_table() & (t["point_of"] == NOWHERE) & (words >> Tile.OBSTACLE & 1 == 0)
        taken = {*state["spacers"]["cell"].tolist(), *state["intruders"]["cell"].tolist()}
        return set(np.flatnonzero(good).tolist()) - taken

    def _beside(self, cell: int) -> list[int]:
        """Empty spaces next to a cell, whatever the border."""
        empty = self._empty()
        return [c for c in (cell - WIDTH, cell + 1, cell + WIDTH, cell - 1) if c in empty]

    def _hidden(self) -> list[int]:
        """Pages that are not on the table."""
        return [p for p in range(int(self.t["n_pages"])) if not self.state["revealed"] >> p & 1]

    def _intruders(self) -> list[int]:
        return np.flatnonzero(self.state["intruders"]["type"] >= 0).tolist()

    def _put(self, row: Any, cell: int) -> None:
        """Put a Spacer on a space."""
        if row["where"] == Where.BOARD:
            row["cell"] = row["last_cell"] = cell

    # -- the Spacers ---------------------------------------------------------------------------------------

    def tokens(self) -> None:
        """Tokens come into the pool."""
        for area in ("pool", "incoming"):
            for i in range(3):
                self.state[area][i] = max(int(self.state[area][i]), self.chance.choice((0, 1, 2, 4, 8)))

    def no_tokens(self) -> None:
        """An area of the pool becomes empty, or both."""
        for area in self.chance.choice((("pool",), ("incoming",), ("pool", "incoming"))):
            self.state[area] = 0

    def gear(self) -> None:
        """A Spacer gets a Gear card, if it has a slot for it, rather one with abilities to choose or quadrants."""
        row, cards = self._row(), self._cards_left()
        if cards:
            card = max(self.chance.choice(cards), self.chance.choice(cards), key=self._worth)
            if self.t["gear"][card]["kind"] == GearKind.WEAPON and self.chance.random() < 0.5:
                self._drop(row["gear"], GearPlace.HAND)
            self._equip(row, card)

    def _worth(self, card: int) -> int:
        """How much a Gear card is wanted."""
        row = self.t["gear"][card]
        return len(chosen(self.t, row)) + int(row["quadrants"])

    def heavy(self) -> None:
        """A Spacer gets a weapon for more hands than it has, and what it holds it with."""
        row, gear = self._row(), self.t["gear"]
        weapons = [card for card in self._cards_left() if gear[card]["hands"] > HANDS]
        holders = [card for card in self._cards_left() if passive(self.t, gear[card], Stat.HANDS)]
        if weapons and holders:
            for place in (GearPlace.HAND, GearPlace.SUPPORT):
                self._drop(row["gear"], place)
            self._equip(row, holders[0])
            self._equip(row, weapons[0])

    def _cards_left(self) -> list[int]:
        """Gear cards of the Loot Deck and of the stash."""
        loot = self.state["loot"]
        return [*loot["cards"][: int(loot["n"])].tolist(), *np.flatnonzero(self.state["stash"]).tolist()]

    def _equip(self, row: Any, card: int) -> None:
        """A Spacer gets a card of the Loot Deck or the stash, in any free place; nothing without a slot for it."""
        loot = self.state["loot"]
        free = np.flatnonzero(row["gear"]["card"] < 0).tolist()
        places = [place for place in (GearPlace.HAND, GearPlace.SUPPORT, GearPlace.ARMOR, GearPlace.BACKPACK)
                  if self._fits(row, card, place)]  # fmt: skip
        if not free or not places:
            return
        if card in loot["cards"][: int(loot["n"])]:
            pile_remove(loot, card)
        else:
            self.state["stash"][card] -= 1
        entry, printed = row["gear"][self.chance.choice(free)], self.t["gear"][card]
        entry["card"], entry["place"] = card, places[0]
        entry["ammo"], entry["charges"] = printed["ammo"], printed["charges"]

    def _drop(self, gear: Any, place: GearPlace) -> None:
        """The Gear of a Spacer in a place is lost."""
        for entry in np.flatnonzero(gear["place"] == place):
            gear[entry] = np.zeros((), gear.dtype)
            gear[entry]["card"] = -1

    def _fits(self, row: Any, card: int, place: GearPlace) -> bool:
        t, suit = self.t, self.t["suits"][int(row["suit"])]
        kind = GearKind(int(t["gear"][card]["kind"]))
        there = row["gear"]["card"][row["gear"]["place"] == place]
        homes = {GearKind.WEAPON: GearPlace.HAND, GearKind.SUPPORT: GearPlace.SUPPORT,
                 GearKind.ARMOR: GearPlace.ARMOR if suit["armor"] else GearPlace.SUPPORT}  # fmt: skip
        if place not in (homes[kind], GearPlace.BACKPACK):
            return False
        if place == GearPlace.HAND:
            taken = int(t["gear"]["hands"][there].sum() + t["gear"][card]["hands"])
            return taken <= HANDS + self._added_hands(row["gear"])
        return len(there) < int(suit[place.name.lower()])

    def _added_hands(self, gear: Any) -> int:
        """Hand slots that the equipped Gear of a Spacer adds."""
        cards = gear["card"][np.isin(gear["place"], EQUIPPED) & (gear["disabled"] == 0)]
        return sum(passive(self.t, self.t["gear"][card], Stat.HANDS) for card in cards.tolist())

    def loss(self) -> None:
        """A Spacer loses all its Ammo, or the weapons in its hands."""
        row = self._row()
        if self.chance.random() < 0.5:
            row["gear"]["ammo"] = 0
        else:
            self._drop(row["gear"], GearPlace.HAND)

    def engram(self) -> None:
        """A Spacer gets an Engram of the pool."""
        types = np.flatnonzero(self.state["engram_pool"]).tolist()
        row = self._row()
        if types:
            type_ = self.chance.choice(types)
            if row["devices"][type_] < TOP:
                self.state["engram_pool"][type_] -= 1
                row["devices"][type_] += 1

    def strain(self) -> None:
        """A Spacer is near its Stress Breakdown, its death or the top of its Adrenaline."""
        row = self._row()
        row["vitals"] = self.chance.randrange(1, TOP + 1)
        row["stress"] = self.chance.choice((int(row["vitals"]) - 1, int(row["stress"])))
        row["adrenaline"] = self.chance.randrange(TOP)

    def fall(self) -> None:
        """A Spacer is knocked down, or stands up."""
        row = self._row()
        row["knock"], row["knock_turn"] = self.chance.choice(
            ((Knock.NONE, 0), (Knock.FALLING, 0), (Knock.FALLING, 1), (Knock.STANDING, 0))
        )

    def again(self) -> None:
        """The Spacer may play its Action cards again."""
        row = self.state["spacers"][self.s]
        row["card"], row["played"], row["exerted"], row["breath"] = 0, 0, 0, 0

    def ready(self) -> None:
        """A Stratagem is ready, or nearly paid."""
        row = self.state["stratagems"][self.chance.randrange(2)]
        if row["card"] < 0 or row["ready"]:
            return
        card = self.t["stratagems"][int(row["card"])]
        if self.chance.random() < 0.5:
            row["ready"], row["paid"], row["charges"] = 1, 0, card["charges"]
        elif card["tokens"].sum():
            row["paid"] = card["tokens"].sum() - 1

    def clues(self) -> None:
        """The team has Clues, perhaps of an earlier run, a flag is set, Objective tokens are found."""
        for clue in self.chance.sample(clues_of(self.game.pack), 2):
            self.state["clues"][clue] = 1
        flags = self.game.catalogue.ids["flags"]
        self.state["flags"][self.chance.randrange(len(flags))] = self.chance.randrange(2)
        self._row()["objectives"][self.chance.randrange(len(self.game.catalogue.ids["objectives"]))] = 1

    # -- the board -----------------------------------------------------------------------------------------

    def travel(self) -> None:
        """The Spacer comes to where something can be done: an object, a Console, a way out, another page, a Spacer, an
        Intruder. If a way out is open it is often that.
        """
        t, state, empty = self.t, self.state, self._empty()
        objects = [cell for cell in state["objects"]["cell"].tolist() if cell >= 0]
        on_table = self._on_table()
        consoles = [cell for cell in t["consoles"]["cell"][: int(t["n_consoles"])].tolist() if on_table[cell]]
        exits = np.flatnonzero((t["point_of"] != NOWHERE) & on_table).tolist()
        arrows = np.flatnonzero(t["marks"] >> Mark.ARROW & 1).tolist()
        units = [cell for name in ("spacers", "intruders") for cell in state[name]["cell"].tolist() if cell >= 0]
        groups = [group for group in (objects, consoles, exits, arrows, units) if group]
        way_out = exits and (state["points"]["state"] == PointState.OPEN).any() and self.chance.random() < 0.5
        at = self.chance.choice(exits if way_out else self.chance.choice(groups))
        spaces = [at] if at in empty and self.chance.random() < 0.5 else self._beside(at)
        if spaces:
            self._put(state["spacers"][self.s], self.chance.choice(spaces))

    def gather(self) -> None:
        """The Spacers stand together."""
        state = self.state
        for s in self._playing():
            spaces = self._beside(int(state["spacers"][self.s]["last_cell"]))
            if s != self.s and spaces:
                self._put(state["spacers"][s], self.chance.choice(spaces))

    def objective(self) -> None:
        """An Objective token lies on the space of a Spacer, or next to it."""
        cell, objects = int(self._row()["cell"]), self.state["objects"]
        free = np.flatnonzero(objects["kind"] == Thing.NONE).tolist()
        if cell >= 0 and len(free) > MAX_OBJECTS // 2:
            type_ = self.chance.randrange(len(self.game.catalogue.ids["objectives"]))
            objects[free[0]] = (self.chance.choice([cell, *self._beside(cell)]), Thing.OBJECTIVE, type_, 0, 1)

    def doors(self) -> None:
        """Some doors open, close or are welded."""
        for door in range(int(self.t["n_doors"])):
            if self.chance.random() < 0.5:
                self.state["doors"][door] = self.chance.choice((DoorState.OPEN, *DoorState))

    def blips(self) -> None:
        """Blips of the pool lie on the board."""
        state, t = self.state, self.t
        pages = [page for p, page in enumerate(t["pages"][: int(t["n_pages"])].tolist()) if state["revealed"] >> p & 1]
        for _ in range(self.chance.choice((1, 2, 4, MAX_BLIPS))):
            faces = np.flatnonzero(state["blip_pool"]).tolist()
            free = np.flatnonzero(state["blips"]["point"] < 0).tolist()
            x, y, width, height = self.chance.choice(pages)[:4]
            point = (y + self.chance.randint(0, height)) * POINT_WIDTH + x + self.chance.randint(0, width)
            if faces and free and point not in state["blips"]["point"]:
                face = self.chance.choice(faces)
                state["blip_pool"][face] -= 1
                row = state["blips"][free[0]]
                row["point"], row["face"], row["arrow"] = point, face, self.chance.randrange(4)

    def intruders(self) -> None:
        """Intruders are surprised, suppressed or wounded, come near a Spacer or into its row or column, and have other
        slots, as if there had been others before them.
        """
        rows = self.state["intruders"]
        for k in self._intruders():
            row = rows[k]
            row["surprised"] = self.chance.random() < 0.2
            row["suppression"] = self.chance.choice((0, 0, 1, 3, MAX_SUPPRESSION))
            row["facing"] = self.chance.randrange(4)
            needed = int(self.t["types"][int(row["type"])]["wounds"])
            if needed != INFINITE:
                row["wounds"] = self.chance.randrange(needed)
            cell, near = int(self._row()["last_cell"]), self.chance.random() < 0.5
            spaces = self._beside(cell) if near else [c for c in self._empty() if self._in_line(cell, c)]
            if spaces and self.chance.random() < (0.9 if k == self.state["adversary"] else 0.5):
                row["cell"] = self.chance.choice(spaces)
            free = np.flatnonzero(rows["type"] < 0).tolist()
            if free and self.chance.random() < 0.3:
                self._change_slot(k, self.chance.choice(free))

    def _in_line(self, a: int, b: int, most: int = 2 * NEAR) -> bool:
        """Whether two cells lie in one row or column, not far from each other."""
        across, down = abs(a % WIDTH - b % WIDTH), abs(a // WIDTH - b // WIDTH)
        return min(across, down) == 0 and 2 <= max(across, down) <= most

    def _change_slot(self, k: int, to: int) -> None:
        """Move an Intruder to a free slot."""
        rows, lasting = self.state["intruders"], self.state["lasting"]
        rows[[k, to]] = rows[[to, k]]
        lasting["unit"][lasting["unit"] == MAX_SPACERS + k] = MAX_SPACERS + to
        if self.state["adversary"] == k:
            self.state["adversary"] = to

    # -- the way out and the clock -------------------------------------------------------------------------

    def marker(self) -> None:
        """The Extraction Marker moves on, perhaps to the end."""
        left = int(self.state["extraction"])
        self.state["extraction"] = self.chance.choice((0, max(left - 1, 0)))

    def ways_out(self) -> None:
        """An Extraction Point is found, initiated or open."""
        state, t = self.state, self.t
        for i in range(int(t["n_points"])):
            row = state["points"][i]
            if not state["revealed"] >> t["point_page"][i] & 1 or row["state"] == PointState.INSERTION:
                continue
            if row["state"] == PointState.HIDDEN:
                row["state"] = PointState.CLOSED
            elif state["extraction"] == 0 and self.chance.random() < 0.3:
                row["state"] = self.chance.choice((PointState.INITIATED, PointState.OPEN))
                row["tokens"] = row["state"] == PointState.INITIATED
                state["initiated"] = 1

    def clock(self) -> None:
        """Rounds go by, until something lies on the Countdown Track or the last one begins."""
        state = self.state
        lying = [
            space
            for space in range(TRACK)
            if any(state[name][space] for name in ("track_blips", "track_intruders", "track_discoveries"))
        ]
        first = max(lying, default=-1) + 1  # the marker passes nothing
        target = first if self.t["adversary"] else self.chance.randint(first, TRACK - 1)
        if target < state["countdown"] and TRACK - target < self.t["round_cap"]:
            state["countdown"], state["round"] = target, TRACK - target

    # -- procedures ----------------------------------------------------------------------------------------

    def page(self) -> None:
        """Another page comes into play."""
        if self._hidden():
            self._call(Proc.REVEAL_PAGE, self.chance.choice(self._hidden()), self.s)

    def spawn(self) -> None:
        """Intruders of a Location appear next to the Spacer, perhaps with an ambush or as Unique Specimens."""
        type_ = int(self.t["locations"]["ecology"][self.chance.randrange(len(self.game.catalogue.ids["locations"]))])
        number = self.chance.choice((1, 1, 2, 4, 9))
        self._call(Proc.SPAWN_INTRUDERS, number, self.s, self.chance.randrange(4), type_, e=-1)

    def discovery(self) -> None:
        """The Spacer makes a Discovery that lies on the board, or a random one."""
        objects, supply = self.state["objects"], self.state["discoveries"]
        lying = np.flatnonzero(objects["kind"] == Thing.DISCOVERY).tolist()
        if lying and self.chance.random() < 0.5:
            at = self.chance.choice(lying)
            token = int(objects[at]["sub"])
            objects[at] = np.zeros((), objects.dtype)
            objects[at]["cell"] = -1
        elif supply["n"] and not self.t["fixed_discoveries"]:
            token = int(self.chance.choice(supply["cards"][: int(supply["n"])].tolist()))
            pile_remove(supply, token)
        else:
            return
        self._call(Proc.DISCOVERY, self.s, token)

    def condition(self) -> None:
        """The Spacer gains a Condition."""
        self._call(Proc.GAIN_CONDITION, self.s, self.chance.randrange(int(self.t["n_conditions"])))

    def conditions(self) -> None:
        """All Spacers have the same Condition, without its first effect."""
        condition = self.chance.randrange(int(self.t["n_conditions"]))
        for s in self._playing():
            self.state["spacers"][s]["conditions"][condition] = 1

    def flatline(self) -> None:
        """The Spacer flatlines, or awakens."""
        row = self.state["spacers"][self.s]
        row["vitals"] = 0
        if self.chance.random() < 0.5:
            self._call(Proc.AWAKENING, self.s)
        else:
            self._call(Proc.FLATLINE, self.s)

    def breakdown(self) -> None:
        """The Spacer has its Stress Breakdown."""
        if not self.state["spacers"][self.s]["broke_down"]:
            self._call(Proc.BREAKDOWN, self.s)

    def tile(self) -> None:
        """A Terrain tile is placed near a Spacer, or on random coordinates."""
        cell = int(self._row()["last_cell"])
        on_table = np.flatnonzero(self._on_table() & (self.t["point_of"] == NOWHERE)).tolist()
        near = [c for c in on_table if abs(c % WIDTH - cell % WIDTH) + abs(c // WIDTH - cell // WIDTH) <= NEAR]
        at = self.chance.choice([-1, *near])
        self._call(Proc.PLACE_TILE, self.chance.randrange(int(self.t["n_terrains"])), at, cell)

    def zero_hour(self) -> None:
        """The Adversary joins the hunt."""
        if self.t["adversary"] and not self.state["zero_hour"]:
            self._call(Proc.ADVERSARY)
        else:
            self.flash()

    def hunt(self) -> None:
        """The Spacer meets the Adversary, if it is on the board, at its weakest, and may attack it with the sharpest
        weapon left.
        """
        k, row, gear = int(self.state["adversary"]), self.state["spacers"][self.s], self.t["gear"]
        spaces = [c for c in self._empty() if self._in_line(int(row["last_cell"]), c, NEAR)]
        if k < 0 or not spaces:
            return
        foe = self.state["intruders"][k]
        foe["cell"], foe["suppression"] = self.chance.choice(spaces), MAX_SUPPRESSION
        row["adrenaline"] = max(int(row["adrenaline"]), 5)
        sharp = [card for card in self._cards_left() if gear[card]["quadrants"] and gear[card]["hands"] <= HANDS
                 and gear[card]["reach"] == Reach.RANGED]  # fmt: skip
        if sharp:
            self._drop(row["gear"], GearPlace.HAND)
            self._equip(row, max(sharp, key=lambda card: int(gear[card]["quadrants"])))
        row["gear"]["ammo"] = gear["ammo"][row["gear"]["card"]] * (row["gear"]["card"] >= 0)
        self._call(Proc.BONUS_ATTACK, self.s)

    def push(self) -> None:
        """The Spacer is knocked back, pushed or lured by an Intruder, or knocks it back."""
        row = self.state["spacers"][self.s]
        if not self._intruders() or row["cell"] < 0:
            return
        k = self.chance.choice(self._intruders())
        cell = int(self.state["intruders"]["cell"][k])
        proc = self.chance.choice((Proc.KNOCKBACK, Proc.PUSHBACK, Proc.LURE))
        if proc == Proc.KNOCKBACK:
            unit = self.chance.choice((self.s, MAX_SPACERS + k))
            self._call(proc, unit, 2, cell if unit == self.s else int(row["cell"]), -1)
        elif proc == Proc.PUSHBACK:
            self._call(proc, k, self.s, 3)
        else:
            self._call(proc, self.s, 2, cell)

    def flash(self) -> None:
        """A Flash Attack on the Spacer."""
        adversaries = np.flatnonzero(self.t["types"]["adversary"]).tolist()
        self._call(Proc.FLASH, self.chance.choice(adversaries), self.s)

    def noise(self) -> None:
        """The Spacer makes Noise."""
        kind = self.chance.choice((NoiseKind.SYMBOL, NoiseKind.NUMBER))
        cell = int(self.state["spacers"][self.s]["last_cell"])
        self._call(Proc.NOISE, self.s, kind, self.chance.randrange(1, 4), 0, e=cell)

    def bonus(self) -> None:
        """The Spacer has a Bonus Attack or a Bonus Action."""
        self._call(self.chance.choice((Proc.BONUS_ATTACK, Proc.BONUS_ACTION)), self.s)

    def scavenge(self) -> None:
        """The Spacer scavenges where it stands."""
        self._call(Proc.SCAVENGE, self.s)

    def console(self) -> None:
        """The Spacer uses a Console."""
        t, on_table = self.t, self._on_table()
        cells = t["consoles"]["cell"][: int(t["n_consoles"])].tolist()
        consoles = [i for i, cell in enumerate(cells) if on_table[cell] and not self.state["console_disabled"][i]]
        row = self.state["spacers"][self.s]
        if consoles and row["where"] == Where.BOARD:
            number = self.chance.choice(consoles)
            if cells[number] in self._empty():
                self._put(row, cells[number])
                self._call(Proc.CONSOLE, self.s, number)

    def rearm(self) -> None:
        """The Spacer rearms."""
        self._call(Proc.REARM, self.s)


CHANGES: tuple[Callable[[Gifts], None], ...] = (
    Gifts.tokens, Gifts.no_tokens, Gifts.gear, Gifts.loss, Gifts.engram, Gifts.strain, Gifts.fall, Gifts.again,
    Gifts.ready, Gifts.clues, Gifts.travel, Gifts.gather, Gifts.objective, Gifts.doors, Gifts.blips, Gifts.intruders,
    Gifts.marker, Gifts.ways_out, Gifts.clock, Gifts.conditions, Gifts.heavy,
)  # fmt: skip
PROCEDURES: tuple[Callable[[Gifts], None], ...] = (
    Gifts.page, Gifts.spawn, Gifts.discovery, Gifts.condition, Gifts.flatline, Gifts.breakdown, Gifts.tile, Gifts.push,
    Gifts.flash, Gifts.noise, Gifts.bonus, Gifts.rearm, Gifts.scavenge, Gifts.console, Gifts.zero_hour,
    Gifts.hunt,
)  # fmt: skip
THEMES: tuple[tuple[tuple[Callable[[Gifts], None], ...], tuple[Callable[[Gifts], None], ...]], ...] = (
    (CHANGES, PROCEDURES),
    ((Gifts.tokens, Gifts.gather, Gifts.intruders, Gifts.again), (Gifts.spawn, Gifts.bonus)),
    ((Gifts.blips, Gifts.tokens, Gifts.travel), (Gifts.noise, Gifts.spawn)),
    ((Gifts.gear, Gifts.heavy, Gifts.tokens, Gifts.again, Gifts.intruders), (Gifts.rearm, Gifts.bonus, Gifts.spawn)),
    ((Gifts.conditions, Gifts.strain, Gifts.tokens, Gifts.fall), (Gifts.condition, Gifts.flatline, Gifts.breakdown)),
    ((Gifts.marker, Gifts.ways_out, Gifts.travel, Gifts.again), (Gifts.page, Gifts.console, Gifts.scavenge)),
    ((Gifts.clock, Gifts.intruders, Gifts.gear, Gifts.clues), (Gifts.discovery, Gifts.zero_hour, Gifts.hunt)),
    ((Gifts.travel, Gifts.objective, Gifts.doors, Gifts.engram), (Gifts.console, Gifts.push, Gifts.discovery)),
)  # fmt: skip
"""What happens in a helped game more than other things: changes of the position, and procedures."""


class EnormityGuide(Guide):
    """See `Guide`."""

    interpreter = int(Proc.EFFECT)
    unreachable = UNREACHABLE
    lucky = (*(f"amount_{i}" for i in range(7, 13)), *(f"candidate_{i}" for i in range(9, 16)))
    weights = {
        "pass": 6, "done": 16, "yes": 6, "no": 4, "end_turn": 2, "step": 24, "card": 16, "act": 8, "exert": 1,
        "character_ability": 6, "suit_ability": 6, "gear_ability": 8, "card_ability": 8, "engram": 6,
        "location_ability": 8, "location_action": 3, "use_stratagem": 12, "pay_stratagem": 8, "antinomy": 12,
        "gear": 8, "die": 2, "scavenge": 32, "stash": 64, "blip": 8, "intruder": 12, "amount": 8, "option": 8,
    }  # fmt: skip

    def __init__(self) -> None:
        self.values = {
            "scenario": load_pack().scenarios,
            "round_cap": [60, 3],
            "characters": [None, ("isaac_bohm",), ("noor_castellan", None), (None, "isaac_bohm", "papa_renko")],
            "suits": [None, ("prospector_hardsuit",), (None, "prospector_hardsuit")],
        }

    def help(self, game: Enormity, state: Any, word: int) -> None:
        """Strengthen the Spacers at any question, and between two steps of a turn let things happen, as if by a card.
        `word` says what happens most in this game.
        """
        core = state["core"]
        if core["turn"] < 0 or not state["phase"]:
            return
        strengthen(state, word)
        if core["choice"] == Choice.TURN:
            Gifts(game, state, random.Random(word ^ int(core["decisions"]))).give(word)

    def notes(self, game: Enormity) -> CardNotes:
        """Where the cards of this configuration are noted."""
        return CardNotes(game)

    def unused(self, game: Enormity) -> dict[str, list[str]]:
        """Actions that cannot be legal in this configuration, by the reason why: the table of actions is for packs as
        large as the tables, and for four Spacers.
        """
        return Unused(game).found


class Unused:
    """Actions that cannot be legal in a configuration.

    Attributes:
        found: their names by the reason why.
    """

    def __init__(self, game: Enormity):
        self.game = game
        self.t = game.tables
        self.found: dict[str, list[str]] = {}
        t = self.t
        self._rest("spacer", game.heroes, "no such Spacer")
        for kind, group in (("characters", "character"), ("suits", "suit"), ("stratagems", "stratagem"),
                            ("doors", "door")):  # fmt: skip
            self._rest(group, int(t[f"n_{kind}"]), f"no such {group}")
        stash = game.actions.groups["stash"]
        self._add("not in the stash", *(game.actions[stash.start + i] for i in np.flatnonzero(t["stash"] == 0)))
        self._rest("blip", int(t["blip_faces"].sum()), "there are not so many Blips")
        self._rest("amount", self._most_damage(), "no attack deals so much damage")
        self._rest("option", self._options(), "no question has so many options")
        self._rest("die", self._dice(), "no roll has so many dice")
        self._abilities()
        self._add("a white die cannot be lowered", "colour_white")

    def _add(self, reason: str, *names: str) -> None:
        self.found.setdefault(reason, []).extend(names)

    def _rest(self, group: str, used: int, reason: str) -> None:
        """All actions of a group behind the first `used`."""
        self._add(reason, *(self.game.actions[i] for i in self.game.actions.groups[group][used:]))

    def _cards(self, kind: str) -> list[Any]:
        return list(self.t[kind][: len(self.game.catalogue.ids[kind])])

    def _abilities(self) -> None:
        """Abilities that cards, Locations and the scenario do not have."""
        t, reason = self.t, "no card has so many abilities to choose"
        for kind, group in (("characters", "character_ability"), ("suits", "suit_ability")):
            self._rest(group, max(len(chosen(t, card)) for card in self._cards(kind)), reason)
        per_gear = max(len(chosen(t, card)) for card in self._cards("gear"))
        self._add(reason, *(f"gear_ability_{i}_{k}" for i in range(MAX_GEAR) for k in range(per_gear, 2)))
        self._add("the Multitool has no ability", *(f"gear_ability_0_{k}" for k in range(per_gear)))
        breakdowns = max(max(len(chosen(t, card)), len(chosen(t, card, "first_bonus", "end_bonus")))
                         for card in self._cards("breakdowns"))  # fmt: skip
        awakening = len(chosen(t, t, "awakening_first", "awakening_end"))
        conditions = sum(len(chosen(t, card)) for card in self._cards("conditions"))
        slots = [*range(breakdowns, 2), *range(2 + awakening, 4), *range(4 + conditions, 6)]
        self._add(reason, *(f"card_ability_{i}" for i in slots))
        own = len(chosen(t, t, "scenario_first", "scenario_end"))
        locations = self._cards("locations")
        self._rest("location_ability", own + max(len(chosen(t, card)) for card in locations), reason)
        self._rest("location_action", max(of_timing(t, card, Timing.ACTION) for card in locations),
                   "no Location has so many actions")  # fmt: skip

    def _options(self) -> int:
        """Most options of a question: of a card's text, of the effects at the start or end of a turn or at the end of a
        phase, of what can be decrypted, of the responses of an Intruder and of the faces of Blips.
        """
        t = self.t
        locked = t["paragraphs"]["locked"][: int(t["n_paragraphs"])]
        most = [len(RESPONSES), int((locked == 1).sum()), int((locked == 2).sum())]
        most.append(int(t["ops"]["a"][t["ops"]["code"] == Op.CHOOSE].max(initial=0)))
        for timing in (*OF_TURNS, *OF_PHASES):
            spacer = max(of_timing(t, card, timing) for card in self._cards("characters"))
            spacer += max(of_timing(t, card, timing) for card in self._cards("suits"))
            spacer += max(max(of_timing(t, card, timing), of_timing(t, card, timing, "first_bonus", "end_bonus"))
                          for card in self._cards("breakdowns"))  # fmt: skip
            spacer += of_timing(t, t, timing, "awakening_first", "awakening_end")
            spacer += sum(of_timing(t, card, timing) for card in self._cards("conditions"))
            if timing in OF_PHASES:
                spacer = spacer * self.game.heroes + of_timing(t, t, timing, "scenario_first", "scenario_end")
                spacer += sum(of_timing(t, card, timing) for card in self._cards("locations"))
            most.append(spacer)
        return max(most)

    def _dice(self) -> int:
        """Most dice of a roll: of Noise, or of an Attack whose weapon may double them."""
        t = self.t
        colours = [Stat.WHITE_DICE + colour for colour in range(LEVELS)]
        more = int(t["mods"]["amount"][np.isin(t["mods"]["stat"], colours)].clip(0).sum())
        most = [int(t["supply"].sum())]
        for card in self._cards("gear"):
            dice = int(card["dice"].sum() + card["more_dice"].sum()) + more
            most.append(dice * (2 if card["keywords"] >> Keyword.DEVASTATING & 1 else 1))
        return max(most)

    def _most_damage(self) -> int:
        """Most damage of an attack of an Intruder: all dice with their highest face, and what its cards add."""
        protocols, most = self._cards("protocols"), 0
        for type_ in self._cards("types"):
            own = protocols[int(type_["first_protocol"]) : int(type_["end_protocol"])]
            specimens = self._cards("specimens")[int(type_["first_specimen"]) : int(type_["end_specimen"])]
            base = passive(self.t, type_, Stat.DAMAGE), passive(self.t, type_, Stat.ATTACK_DICE)
            for protocol in own:
                most = max(most, self._power(protocol, *base))
            for card in specimens:
                damage, dice = (
                    base[0] + passive(self.t, card, Stat.DAMAGE),
                    base[1] + passive(self.t, card, Stat.ATTACK_DICE),
                )
                more = [protocols[int(card["protocol"])]] if card["protocol"] >= 0 else []
                for protocol in [*own, *more]:
                    most = max(most, self._power(protocol, damage, dice + max(int(card["dice"]), 0)))
        return most

    def _power(self, protocol: Any, damage: int, red: int) -> int:
        """Most damage of a Protocol, with so much more, and so many more red dice."""
        if protocol["terrorize"]:
            return 0
        faces = self.t["faces"]
        potential = faces["potential"] * (2 if protocol["lethal"] else int(self.t["potential_pairs"]))
        best = (2 * faces["power"] + faces["half"] + potential).max(1)
        dice = [int(protocol["dice"][c] + protocol["gate_dice"][c]) + red * (c == Colour.RED) for c in range(COLOURS)]
        return int(protocol["power"]) + sum(n * int(best[c]) for c, n in enumerate(dice)) // 2 + damage


GUIDE = EnormityGuide()
