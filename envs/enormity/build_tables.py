"""The tables of a scenario: every card checked, numbered and compiled (see `envs.enormity.content`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from envs.core.effects import Assembler, Place, Scene, Step, sentence, walk
from envs.core.errors import near
from envs.enormity import card_texts, state
from envs.enormity.actions import MAX_GEAR_CARDS, MAX_SPACERS
from envs.enormity.cards import (
    Action,
    Dice,
    Entry,
    GearCard,
    IntruderType,
    Noise,
    Power,
    Protocol,
    Scenario,
    Specimen,
    Tokens,
)
from envs.enormity.maps import Map, MapBuilder, Names
from envs.enormity.state import (
    ActionKind,
    Colour,
    Division,
    Face,
    GearKind,
    HalfColour,
    Keyword,
    NoiseKind,
    Op,
    Reach,
    Requirement,
    Skill,
    TargetRule,
    Thing,
    Tile,
    Timing,
    Token,
    Who,
)
from envs.enormity.vocabulary import VOCABULARY

if TYPE_CHECKING:
    from envs.enormity.content import Pack

INFINITE = UNLIMITED = NEVER = 255
WEAPON_ONLY = ("dice", "more_dice", "power", "modifiers", "range", "suppress", "quadrants", "ammo", "noise", "keywords",
               "burst", "advance", "fallback", "radiate", "wound", "fail")  # fmt: skip
PRESET = 4  # Gear cards of a preset Loadout
ON_TRACK = 2  # Blips, and Discovery tokens, on one space of the Countdown Track
MOST_ACTIONS = 4  # of a Location
SECTIONS = ("fixed", "location", "parsec", "intruder")
RESPONSES = ("wound", "fail", "critical", "instinct")
# Slots of operations with a colour of dice.
DICE_COLOURS: Mapping[int, str] = {Op.NOISE: "c", Op.MOVE_ACTION: "e", Op.STRESS_ROLL: "b"}
# Fields of the tables that hold -1 when they hold nothing.
NOTHING = ("fixed_character", "fixed_suit", "fixed_stratagems", "insertion", "spawns", "starts", "loot",
           "objective_type", "inside", "dazed")  # fmt: skip
NOTHING_INSIDE: dict[str, tuple[str, ...]] = {
    "gear": ("wound", "fail"),
    "abilities": ("effect",),
    "types": ("response", "first_contact", "overwhelm", "additional"),
    "protocols": ("hit", "gated", "after"),
    "specimens": ("replaces", "protocol"),
    "breakdowns": ("effect",),
    "stratagems": ("ability",),
    "entries": ("chain", "code", "effect"),
    "tokens": ("number",),
    "paragraphs": ("effect",),
    "terrains": ("effect",),
    "locations": ("devices",),
    "consoles": ("cell", "effect"),
    "placed": ("cell",),
    "scanners": ("row",),
    "characters": ("gear", "halves"),
    "suits": ("halves",),
}
# Abilities of one card that can be chosen, as many as there are actions for them.
MOST_CHOSEN = {"character": 4, "suit": 3, "gear": 2, "breakdown": 2, "awakening": 2, "condition": 2, "location": 4}
CHOSEN = ("turn", "reaction", "roll", "damage", "blip_moves")
SPACERS, INTRUDERS = "spacers", "intruders"
LINGERING = frozenset({Op.GAIN_STRESS, Op.RADIATION, Op.INFECTION, Op.CONDITION})
"""What a Lingering effect may do to its Spacer; it shows at the start of the Character's next session (ENO-CND-04)."""
# Where abilities of a timing belong.
TIMINGS: dict[str, tuple[str, ...]] = {
    "character": (*CHOSEN, "turn_start", "turn_end", "round_end", "spacer_phase_end"),
    "suit": (*CHOSEN, "turn_start", "turn_end", "round_end", "spacer_phase_end"),
    "gear": CHOSEN,
    "breakdown": (*CHOSEN, "turn_start", "turn_end", "round_end", "spacer_phase_end"),
    "awakening": (*CHOSEN, "turn_start", "turn_end", "round_end", "spacer_phase_end"),
    "condition": (
        *CHOSEN,
        "turn_start",
        "turn_end",
        "round_end",
        "spacer_phase_end",
        "gained",
        "regained",
        "lingering",
    ),
    "stratagem": ("turn", "reaction", "damage", "blip_moves"),
    "engram": ("turn", "reaction", "damage", "blip_moves"),
    "location": ("turn", "reaction", "action", "round_end", "spacer_phase_end"),
    "scenario": ("turn", "reaction", "round_end", "spacer_phase_end"),
    "type": ("melee_from_adjacent", "scouted"),
}


@dataclass(frozen=True)
class AbilityText:
    """Title and text of an ability."""

    title: str
    text: str


@dataclass(frozen=True)
class Catalogue:
    """Cards of one scenario by their numbers in the tables.

    Attributes:
        ids, names, texts: for each kind of card, in the order of the tables: ``"characters"``, ``"suits"``,
            ``"halves"``, ``"gear"``, ``"types"``, ``"specimens"``, ``"conditions"``, ``"breakdowns"``,
            ``"stratagems"``, ``"terrains"``, ``"objectives"``, ``"other_places"``, ``"locations"``, ``"pages"``,
            ``"entries"``, ``"paragraphs"``, ``"protocols"``, ``"consoles"``, ``"doors"``, ``"extraction_points"``,
            ``"clues"``, ``"flags"``, ``"counters"``; for ``"engrams"`` type by type, Location after Location.
        abilities: title and text of every ability by its number.
        actions: for each half card the texts of its actions in order.
        options: texts of the options of each choice, by the pc of its CHOOSE operation.
    """

    ids: Mapping[str, Sequence[str]]
    names: Mapping[str, Sequence[str]]
    texts: Mapping[str, Sequence[str]]
    abilities: Sequence[AbilityText]
    actions: Sequence[Sequence[str]]
    options: Mapping[int, tuple[str, ...]]


@dataclass
class _Kind:
    """Cards of a kind in the order of the tables."""

    ids: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)


class Build:
    """Cross-checks, tables and catalogue of one scenario.

    Args:
        pack: the pack.
        scenario: id of the scenario.

    Attributes:
        table: the tables, with the fields of the options left at 0.
        catalogue: the cards by number.

    Raises:
        ContentError: the first thing that is wrong, by file, entry and field.
    """

    def __init__(self, pack: Pack, scenario: str):
        self.pack = pack
        self.id = scenario
        self.scenario: Scenario = pack.forms("scenarios")[scenario]
        self.place = pack.place("scenarios", scenario)
        self.table = np.zeros((), state.TABLES.dtype)
        self.assembler = Assembler(VOCABULARY, state.MAX_OPS, state.MAX_MODS)
        self.kinds: dict[str, _Kind] = {}
        self.abilities: list[AbilityText] = []
        self.titles: list[str] = []
        self.actions: list[list[str]] = []
        for name in NOTHING:
            self.table[name] = -1
        for section, fields in NOTHING_INSIDE.items():
            for name in fields:
                self.table[section][name] = -1
        self.table["halves"]["options"]["effect"] = -1
        self._number()
        self._map()
        self._names()
        self._info()
        self._halves()
        self._crew()
        self._gear()
        self._types()
        self._cards()
        self._locations()
        self._signals()
        self._discoveries()
        self._run()
        self._finish()
        self.catalogue = Catalogue(
            {kind: tuple(cards.ids) for kind, cards in self.kinds.items()},
            {kind: tuple(cards.names) for kind, cards in self.kinds.items()},
            {kind: tuple(cards.texts) for kind, cards in self.kinds.items()},
            tuple(self.abilities),
            tuple(tuple(texts) for texts in self.actions),
            dict(self.assembler.options),
        )

    # -- numbers ------------------------------------------------------------------------------------------

    def _kind(self, kind: str, ids: Iterable[str], most: int, names: Iterable[str] | None = None) -> None:
        found = list(ids)
        if len(found) > most:
            place = self.pack.place(kind, found[most]) if kind in self.pack.sections else self.place
            raise place.error(f"there are {len(found)} {kind.replace('_', ' ')}; the tables hold at most {most}")
        titles = list(names) if names is not None else [self.pack.forms(kind)[id_].title for id_ in found]
        self.kinds[kind] = _Kind(found, titles, [])

    def _number(self) -> None:
        """Numbers of all cards that do not depend on the map."""
        forms = self.pack.forms
        for kind, most in (
            ("characters", state.MAX_CHARACTERS),
            ("suits", state.MAX_SUITS),
            ("halves", state.MAX_HALVES),
            ("gear", MAX_GEAR_CARDS),
            ("conditions", state.MAX_CONDITIONS),
            ("breakdowns", state.MAX_BREAKDOWNS),
            ("stratagems", state.MAX_STRATAGEMS),
            ("terrains", state.MAX_TERRAINS),
            ("objectives", state.MAX_OBJECTIVES),
            ("other_places", 2),
        ):
            self._kind(kind, forms(kind), most)
        types = forms("types")
        self._kind("types", sorted(types, key=lambda i: (types[i].adversary, i)), state.MAX_TYPES)
        for id_, form in forms("specimens").items():
            if form.type not in types:
                at = self.pack.place("specimens", id_).at("type")
                raise at.error(f"unknown Intruder type {form.type!r}{near(form.type, types)}")
        order = self.kinds["types"].ids
        specimens = sorted(forms("specimens"), key=lambda i: (order.index(forms("specimens")[i].type), i))
        self._kind("specimens", specimens, state.MAX_SPECIMENS)
        self._kind("clues", self.pack.info.clues, state.MAX_CLUES, _spaced(self.pack.info.clues))
        protocols: dict[str, tuple[str, Place]] = {}
        for place, protocol in self._all_protocols():
            if protocol.id in protocols:
                raise place.error(f"another Protocol has the id {protocol.id!r}: {protocols[protocol.id][1]}")
            protocols[protocol.id] = protocol.title, place
        self._kind("protocols", protocols, state.MAX_PROTOCOLS, [title for title, _ in protocols.values()])
        pages, found = forms("pages"), []
        for i, laid in enumerate(self.scenario.pages):
            if laid.page not in pages:
                raise self.place.at("pages", i, "page").error(f"unknown page {laid.page!r}{near(laid.page, pages)}")
            if pages[laid.page].location not in found:
                found.append(pages[laid.page].location)
        for location in found:
            if location not in forms("locations"):
                page = next(page for page in self.scenario.pages if pages[page.page].location == location).page
                at = self.pack.place("pages", page).at("location")
                raise at.error(f"unknown Location {location!r}{near(location, forms('locations'))}")
        self._kind("locations", found, state.MAX_LOCATIONS)
        for location in found:
            _once(forms("locations")[location].flags, self.pack.place("locations", location).at("flags"))
        flags = [flag for location in found for flag in forms("locations")[location].flags]
        self._kind("flags", dict.fromkeys(flags), state.MAX_FLAGS, _spaced(dict.fromkeys(flags)))
        _once(self.scenario.counters, self.place.at("counters"))
        self._kind("counters", self.scenario.counters, state.MAX_COUNTERS, _spaced(self.scenario.counters))
        used = [p for p, form in forms("paragraphs").items() if not form.scenarios or self.id in form.scenarios]
        codes: set[str] = set()
        for id_, form in forms("paragraphs").items():
            if form.code in codes:
                raise self.pack.place("paragraphs", id_).at("code").error(f"the code {form.code} is given twice")
            codes.add(form.code)
            for name in form.scenarios:
                if name not in self.pack.scenarios:
                    at = self.pack.place("paragraphs", id_).at("scenarios")
                    raise at.error(f"unknown scenario {name!r}{near(name, self.pack.scenarios)}")
        self._kind("paragraphs", used, state.MAX_PARAGRAPHS)

    def _all_protocols(self) -> Iterable[tuple[Place, Protocol]]:
        """All Protocols in the order of the tables: those of the types, then those of the Unique Specimens."""
        for id_ in self.kinds["types"].ids:
            for i, protocol in enumerate(self.pack.forms("types")[id_].protocols):
                yield self.pack.place("types", id_).at("protocols", i), protocol
        for id_ in self.kinds["specimens"].ids:
            protocol = self.pack.forms("specimens")[id_].protocol
            if protocol is not None:
                yield self.pack.place("specimens", id_).at("protocol"), protocol

    def _map(self) -> None:
        ids = {kind: self.kinds[kind].ids for kind in ("types", "terrains", "objectives", "locations")}
        ids["types"] = [id_ for id_ in ids["types"] if not self.pack.forms("types")[id_].adversary]
        pages = self.pack.forms("pages")
        places = {id_: self.pack.place("pages", id_) for id_ in pages}
        at = self.place.at("pages")
        self.builder = MapBuilder(pages, places, self.scenario.pages, at, Names(**ids), self.table)
        self.builder.measure()
        self.map: Map = self.builder.map
        self._kind("pages", self.map.pages, state.MAX_PAGES)
        self._kind("doors", self.map.doors, len(self.map.doors), _spaced(self.map.doors))
        for kind, found in (("consoles", self.map.consoles), ("extraction_points", self.map.exits)):
            self._kind(kind, found, len(found), [self.map.titles[id_] for id_ in found])

    def _names(self) -> None:
        """The names that effects may use."""
        self.known: dict[str, Sequence[str]] = {
            kind: self.kinds[kind].ids
            for kind in ("conditions", "gear", "protocols", "types", "paragraphs", "terrains", "objectives", "clues",
                         "flags", "doors", "consoles", "extraction_points", "other_places")
        }  # fmt: skip
        self.known["counter"] = self.kinds["counters"].ids
        self.shown = {kind: self.kinds[kind].names for kind in self.known if kind in self.kinds}
        counts: dict[str, int] = {}
        points = []
        for i in range(self.map.n_spawns):
            page = self.map.pages[int(self.table["spawn_page"][i])]
            points.append(f"{page}_{counts.setdefault(page, 0)}")
            counts[page] += 1
        self.known["spawn_points"] = points
        self._entries()
        self.known["entries"] = self.kinds["entries"].ids
        self.shown["entries"] = self.kinds["entries"].names
        self.shown["counter"] = self.kinds["counters"].names

    def _index(self, kind: str, name: str, place: Place, what: str) -> int:
        ids = self.kinds[kind].ids
        if name not in ids:
            raise place.error(f"unknown {what} {name!r}{near(name, ids)}")
        return ids.index(name)

    # -- effects and abilities ----------------------------------------------------------------------------

    def _spacer_scene(self, card: str, target: str | None = None, self_text: str = "you") -> Scene:
        return Scene(
            card,
            own=SPACERS,
            target=target,
            default="self",
            names=self.known,
            titles=self.shown,
            self_text=self_text,
            target_text="the Intruder",
        )

    def _intruder_scene(self) -> Scene:
        return Scene(
            "type",
            own=INTRUDERS,
            target=SPACERS,
            default="target",
            names=self.known,
            titles=self.shown,
            self_text="the Intruder",
            target_text="the Target",
        )

    def _parse(self, effects: Any, place: Place, scene: Scene) -> tuple[Step, ...]:
        """Check a list of effects, that its dice are in the box, and that its Adversaries are some."""
        steps = VOCABULARY.parse(effects, place, scene)
        for step in walk(steps):
            if step.code in (Op.FLASH_ATTACK, Op.ZERO_HOUR):
                type_ = self.kinds["types"].ids[step.slots["a"]]
                if not self.pack.forms("types")[type_].adversary:
                    raise place.error(f"{step.name!r} needs an Adversary, {type_!r} is none")
            if step.code in DICE_COLOURS:
                self._check_die(Colour(step.slots[DICE_COLOURS[step.code]]).name.lower(), place)
        return steps

    def _effects(self, effects: Any, place: Place, scene: Scene, row: Any, name: str, end: str | None = None) -> str:
        """Compile effects into the fields `name` and `name`_end of a row; returns their text."""
        if not effects:
            return ""
        steps = self._parse(effects, place, scene)
        row[name], row[end or f"{name}_end"] = self.assembler.add(steps, place)
        return VOCABULARY.describe(steps)

    def _need(self, need: Any, place: Place, scene: Scene, row: Any) -> str:
        if need is None:
            return ""
        slots, text = VOCABULARY.condition(need, place, scene)
        row["need"], row["need_b"] = slots["a"], slots["b"]
        if "need_c" in row.dtype.names:
            row["need_c"] = slots["c"]
        elif slots["c"]:
            raise place.error("this condition has two arguments, for which there is no room here")
        return text

    def _number_of(self, title: str) -> int:
        """Abilities of the same name have the same number (ENO-WOP-02)."""
        if title not in self.titles:
            self.titles.append(title)
        return self.titles.index(title) + 1

    def _power(self, power: Power, place: Place, card: str) -> int:
        """Compile an ability; its number."""
        number = len(self.abilities)
        if number >= state.MAX_ABILITIES:
            raise place.error(f"the pack needs more than {state.MAX_ABILITIES} abilities")
        timing = Timing[power.timing.upper()] if power.timing else Timing.PASSIVE
        if power.timing is None and card in ("stratagem", "engram"):
            raise place.error("'timing' is missing: this card is used, a passive ability would never hold")
        if power.timing and power.timing not in TIMINGS[card]:
            raise place.at("timing").error(
                f"an ability of this card cannot have {power.timing!r}; expected one of: {', '.join(TIMINGS[card])}"
            )
        row = self.table["abilities"][number]
        row["timing"], row["name"] = timing, self._number_of(power.title)
        for name in ("reaction", "analysis", "unlimited", "when_exhausted"):
            row[name] = getattr(power, name)
        scene = self._scene_of(card, power)
        self._cost(power, place, card, row)
        need = self._need(power.need, place.at("need"), scene, row)
        changes = []
        modifiers: list[Any] = []
        for i, change in enumerate(power.passive or []):
            modifiers += VOCABULARY.modifiers(change, place.at("passive", i), scene)
            changes.append(VOCABULARY.describe_modifier(change, place.at("passive", i), scene))
        row["first_mod"], row["end_mod"] = self.assembler.add_modifiers(modifiers, place)
        if timing == Timing.PASSIVE:
            row["stats"] = sum({1 << int(modifier.stat) for modifier in modifiers})
        effects = self._effects(power.effects, place.at("effects"), scene, row, "effect")
        if power.timing == "lingering":
            _check_lingering(VOCABULARY.parse(power.effects, place.at("effects"), scene), place.at("effects"))
        cost = card_texts.cost_text(power.cost, power.cost_by_level)
        head = [card_texts.TIMINGS[power.timing]] if power.timing else []
        head += ["also as a Reaction"] if power.reaction else []
        head += ["Analysis"] if power.analysis else []
        head += ["also when exhausted"] if power.when_exhausted else []
        head += [f"if {need}"] if need else []
        head += [cost] if cost else []
        body = "; ".join([*changes, *([effects] if effects else [])])
        text = sentence(f"{', '.join(head)}: {body}" if head else body)
        self.abilities.append(AbilityText(power.title, text))
        return number

    def _scene_of(self, card: str, power: Power) -> Scene:
        if card == "type":
            return self._intruder_scene()
        targeted = power.timing in ("reaction", "roll", "damage") or power.reaction
        return self._spacer_scene(card, INTRUDERS if targeted else None)

    def _cost(self, power: Power, place: Place, card: str, row: Any) -> None:
        cost = power.cost
        if cost is not None:
            if card != "gear" and (cost.charges or cost.ammo or cost.exhaust):
                raise place.at("cost").error("charges, ammo and exhaust belong to Gear cards")
            row["cost"] = [getattr(cost, token.name.lower()) for token in Token]
            row["stress"], row["adrenaline"] = cost.stress, cost.adrenaline
            row["charges"], row["ammo"], row["exhausts"] = cost.charges, cost.ammo, cost.exhaust
        if power.cost_by_level is not None:
            row["by_level"] = True
            row["cost_level"] = [_tokens(getattr(power.cost_by_level, level)) for level in card_texts.LEVELS]

    def _powers(
        self,
        powers: Sequence[Power],
        place: Place,
        card: str,
        row: Any,
        first: str = "first_ability",
        end: str = "end_ability",
    ) -> str:
        """Compile the abilities of a card, which stand in a row of the tables; returns their texts."""
        chosen = [power for power in powers if power.timing in CHOSEN]
        most = MOST_CHOSEN.get(card, len(chosen))
        if len(chosen) > most:
            raise place.error(f"the card has {len(chosen)} abilities to choose; at most {most} are possible")
        row[first] = len(self.abilities)
        for i, power in enumerate(powers):
            self._power(power, place.at(i), card)
        row[end] = len(self.abilities)
        return " ".join(f"{a.title}: {a.text}" for a in self.abilities[int(row[first]) :])

    # -- the box ------------------------------------------------------------------------------------------

    def _info(self) -> None:
        t, info = self.table, self.pack.info
        place = self.pack.place("pack", next(iter(self.pack.forms("pack"))))
        for colour in Colour:
            faces = getattr(info.dice, colour.name.lower())
            t["n_faces"][colour] = len(faces)
            for i, face in enumerate(faces):
                t["faces"][colour][i] = tuple(face.count(symbol) for symbol in "Whpq")
        t["supply"] = [info.supply.white, info.supply.red, info.supply.black]
        for face in Face:
            form = getattr(info.blips, face.name.lower())
            numbers = [getattr(form.intruders, level) for level in card_texts.LEVELS]
            t["blip_faces"][face] = form.number
            # Symbols are counted up to the level of the run.
            t["blip_symbols"][face] = np.diff([0, *numbers])
            if sorted(numbers) != numbers:
                raise place.at("blips", face.name.lower()).error("the numbers must not fall from level to level")
            if any(numbers) if face == Face.ECHO else not all(numbers):
                raise place.at("blips", face.name.lower()).error(
                    f"Echoes spawn no Intruder, all other faces one or more on each level; got {numbers} (ENO-REV-05-D)"
                )
        t["multitool"] = self._index("gear", info.multitool, place.at("multitool"), "Gear card")
        if info.dazed is not None:
            t["dazed"] = self._index("conditions", info.dazed, place.at("dazed"), "Condition")
        t["live_bonus_action"] = info.you_live == "bonus_action"
        _once(info.clues, place.at("clues"))
        self.kinds["clues"].texts = [""] * len(info.clues)
        self._powers(info.awakening, place.at("awakening"), "awakening", t, "awakening_first", "awakening_end")

    def _dice(self, dice: Dice, place: Place) -> list[int]:
        """Numbers of dice by colour."""
        numbers = {colour.name.lower(): getattr(dice, colour.name.lower()) for colour in Colour}
        for colour, number in numbers.items():
            if number:
                self._check_die(colour, place.at(colour))
        return list(numbers.values())

    def _check_die(self, colour: str, place: Place) -> None:
        """Not every box has green and orange dice (ENO-DIC-07-D)."""
        if not getattr(self.pack.info.dice, colour):
            raise place.error(f"the pack has no {colour} die; its faces are missing in 'dice' of section 'pack'")

    def _noise(self, noise: Noise | None, place: Place, row: Any) -> None:
        if noise is not None:
            self._check_die(noise.colour, place.at("colour"))
            row["noise_kind"] = NoiseKind[noise.kind.upper()]
            row["noise"], row["noise_colour"] = noise.number, Colour[noise.colour.upper()]

    def _halves(self) -> None:
        for n, (_, form, place) in enumerate(self._forms("halves")):
            row = self.table["halves"][n]
            row["colour"], row["walk"] = HalfColour[form.colour.upper()], form.walk
            row["n_options"] = len(form.actions)
            kinds = [action.action for action in form.actions]
            texts = []
            for i, action in enumerate(form.actions):
                at = place.at("actions", i)
                if kinds.count(action.action) > 1:
                    raise at.at("action").error(f"the card has two actions {action.action!r}; each kind can stand once")
                texts.append(self._action(action, at, row["options"][i]))
            self.actions.append(texts)
            self.kinds["halves"].texts.append(card_texts.half_text(form, texts))

    def _action(self, action: Action, place: Place, row: Any) -> str:
        scene = self._spacer_scene("half")
        row["kind"], row["value"] = ActionKind[action.action.upper()], action.spaces
        row["adrenaline"] = action.adrenaline
        self._noise(action.noise, place.at("noise"), row)
        row["stress"], row["adrenaline_cost"], row["expertise"] = (
            action.cost.stress, action.cost.adrenaline, action.cost.expertise,
        )  # fmt: skip
        need = self._need(action.need, place.at("need"), scene, row)
        effects = self._effects(action.effects, place.at("effects"), scene, row, "effect")
        return card_texts.action_text(action, effects, need)

    def _forms(self, kind: str) -> list[tuple[str, Any, Place]]:
        """Id, model and place of the cards of a kind, by number."""
        return [(id_, self.pack.forms(kind)[id_], self.pack.place(kind, id_)) for id_ in self.kinds[kind].ids]

    def _item(self, name: str, place: Place) -> int:
        """A Gear card that can be carried."""
        number = self._index("gear", name, place, "Gear card")
        if number == self.table["multitool"]:
            raise place.error("every Spacer has the Standard Multitool, which is in no deck (ENO-GEA-05-D)")
        return number

    def _sleeved(self, names: Sequence[str], place: Place, colours: Sequence[str]) -> list[int]:
        """Half cards of the right colours (ENO-LOD-02, ENO-LOD-03)."""
        found = []
        for i, (name, colour) in enumerate(zip(names, colours, strict=True)):
            at = place.at("halves", i)
            number = self._index("halves", name, at, "half card")
            given = self.pack.forms("halves")[name].colour
            if given != colour:
                raise at.error(f"{name!r} is {given}; expected a {colour} half card here")
            found.append(number)
        return found

    def _crew(self) -> None:
        t = self.table
        for n, (id_, form, place) in enumerate(self._forms("characters")):
            row = t["characters"][n]
            row["division"], row["stress"] = Division[form.division.upper()], form.stress
            row["skills"] = [getattr(form.skills, skill.name.lower()) for skill in Skill]
            _rubicon(form.rubicon, row)
            row["halves"] = self._sleeved(form.halves, place, ("yellow", "yellow", "blue"))
            text = self._powers(form.abilities, place.at("abilities"), "character", row)
            skills = ", ".join(f"{skill.name.capitalize()} {value}" for skill, value in zip(Skill, row["skills"],
                                                                                          strict=True))  # fmt: skip
            self.kinds["characters"].texts.append(
                f"{form.division.capitalize()}. {skills}. Stress {form.stress}. "
                f"{card_texts.rubicon_text(form.rubicon)} {text}".strip()
            )
            gear = self.scenario.loadouts.get(id_, [])
            at = self.place.at("loadouts", id_)
            if self.scenario.preset and id_ not in self.scenario.loadouts:
                raise self.place.at("loadouts").error(f"the Loadout of {id_!r} is missing")
            if len(gear) > PRESET:
                raise at.error(f"a preset Loadout has at most {PRESET} Gear cards, got {len(gear)}")
            for i, name in enumerate(gear):
                row["gear"][i] = self._item(name, at.at(i))
        for name in self.scenario.loadouts:
            self._index("characters", name, self.place.at("loadouts", name), "Character")
        t["n_characters"] = len(self.kinds["characters"].ids)
        if t["n_characters"] < MAX_SPACERS:
            raise self.place.error(f"section 'characters': expected at least {MAX_SPACERS}, got {t['n_characters']}")
        for n, (_, form, place) in enumerate(self._forms("suits")):
            row = t["suits"][n]
            _rubicon(form.rubicon, row)
            row["red_max"], row["orange_max"] = form.bands.red, form.bands.orange
            row["support"], row["backpack"], row["armor"] = form.support, form.backpack, form.armor
            row["light_range"], row["light_dice"] = form.light.range, form.light.dice
            row["light_colour"], row["copies"] = Colour[form.light.colour.upper()], form.copies
            row["halves"] = self._sleeved(form.halves, place, ("yellow", "yellow", "red"))
            text = self._powers(form.abilities, place.at("abilities"), "suit", row)
            self.kinds["suits"].texts.append(f"{card_texts.suit_text(form)} {text}".strip())
        t["n_suits"] = len(self.kinds["suits"].ids)
        copies = sum(form.copies for _, form, _ in self._forms("suits"))
        if copies < MAX_SPACERS:
            raise self.place.error(f"section 'suits': expected at least {MAX_SPACERS} copies of Suits, got {copies}")

    def _gear(self) -> None:
        for n, (_, form, place) in enumerate(self._forms("gear")):
            row = self.table["gear"][n]
            _check_gear(form, place, n == self.table["multitool"])
            row["kind"], row["hands"] = GearKind[form.kind.upper()], form.hands
            row["dice"] = self._dice(form.dice, place.at("dice"))
            if form.more_dice:
                row["more_at"] = form.more_dice.adrenaline
                row["more_dice"] = self._dice(form.more_dice.dice, place.at("more_dice", "dice"))
            row["modifiers"], row["leaves"] = _tokens(form.modifiers), _tokens(form.leaves)
            row["reach"] = Reach[form.reach.upper()]
            for name in ("power", "range", "suppress", "quadrants", "ammo", "charges", "burst", "advance", "fallback",
                         "radiate", "reduction", "rerolls"):  # fmt: skip
                row[name] = getattr(form, name)
            self._noise(form.noise, place.at("noise"), row)
            row["keywords"] = sum(1 << Keyword[word.upper()] for word in set(form.keywords))
            row["light"] = Colour[form.light.upper()] + 1 if form.light else 0
            scene = self._spacer_scene("gear", INTRUDERS)
            effects = [
                f"{name.capitalize()}: {text}."
                for name in ("wound", "fail")
                if (text := self._effects(getattr(form, name), place.at(name), scene, row, name))
            ]
            text = self._powers(form.abilities, place.at("abilities"), "gear", row)
            self.kinds["gear"].texts.append(" ".join([card_texts.gear_text(form), *effects, *([text] if text else [])]))
        self.table["n_gear"] = len(self.kinds["gear"].ids)

    # -- Intruders ----------------------------------------------------------------------------------------

    def _types(self) -> None:
        t, number = self.table, 0
        specimens = self.pack.forms("specimens")
        for n, (id_, form, place) in enumerate(self._forms("types")):
            row = t["types"][n]
            row["first_protocol"], row["end_protocol"] = number, number + len(form.protocols)
            number += len(form.protocols)
            self._sheet(form, place, row)
            own = [i for i, name in enumerate(self.kinds["specimens"].ids) if specimens[name].type == id_]
            row["first_specimen"], row["end_specimen"] = (own[0], own[-1] + 1) if own else (0, 0)
            if own and not form.specimen_slots:
                raise place.at("specimen_slots").error("the type has Unique Specimens, but no space for their cards")
        t["n_types"] = len(self.kinds["types"].ids)
        if not any(not form.adversary for _, form, _ in self._forms("types")):
            raise self.place.error("section 'types': expected at least one Intruder that is no Adversary")
        self.kinds["protocols"].texts = []
        for i, (place, protocol) in enumerate(self._all_protocols()):
            self.kinds["protocols"].texts.append(self._protocol(protocol, place, t["protocols"][i]))
        for _, form, place in self._forms("types"):
            _check_protocols(form, place)
        for n, (_, form, place) in enumerate(self._forms("specimens")):
            self._specimen(form, place, t["specimens"][n])

    def _sheet(self, form: IntruderType, place: Place, row: Any) -> None:
        levels = card_texts.LEVELS
        row["adversary"], row["minis"] = form.adversary, form.minis
        row["speed"] = UNLIMITED if isinstance(form.speed, str) else [getattr(form.speed, level) for level in levels]
        row["at"] = [getattr(form.at, level) for level in levels]
        row["noise"] = [Colour[getattr(form.noise, level).upper()] for level in levels]
        row["wounds"] = INFINITE if isinstance(form.wounds, str) else form.wounds
        row["target"] = TargetRule[form.target.upper()]
        row["range"], row["specimen_slots"], row["crash"] = form.range, form.specimen_slots, form.crash
        parts = [card_texts.type_text(form)]
        for i, name in enumerate(RESPONSES):
            effects = getattr(form.responses, name)
            if effects:
                at = place.at("responses", name)
                steps = self._parse(effects, at, self._intruder_scene())
                row["response"][i], row["response_end"][i] = self.assembler.add(steps, at)
                parts.append(f"{name.capitalize()}: {VOCABULARY.describe(steps)}.")
        scene = self._spacer_scene("type", self_text="the Priority Target")
        for name in ("first_contact", "overwhelm"):
            text = self._effects(getattr(form, name), place.at(name), scene, row, name)
            parts += [f"{name.replace('_', ' ').title()}: {text}."] if text else []
        if form.additional is not None:
            row["additional"] = self._own_protocol(form, form.additional, place.at("additional"))
            parts.append(f"Additional attack: {form.additional.replace('_', ' ')}.")
        text = self._powers(form.traits, place.at("traits"), "type", row)
        self.kinds["types"].texts.append(" ".join([*parts, *([text] if text else [])]))

    def _own_protocol(self, form: IntruderType, name: str, place: Place) -> int:
        own = [protocol.id for protocol in form.protocols]
        if name not in own:
            raise place.error(f"unknown Protocol {name!r} of this Intruder{near(name, own)}")
        return self.kinds["protocols"].ids.index(name)

    def _protocol(self, form: Protocol, place: Place, row: Any) -> str:
        row["requirement"], row["within"] = Requirement[form.requirement.word.upper()], form.requirement.within
        row["levels"] = sum(1 << card_texts.LEVELS.index(level) for level in set(form.levels))
        row["window_move"], row["window_attack"] = "move" in form.windows, "attack" in form.windows
        row["moves"], row["attack"], row["reach"] = form.moves, form.attack, Reach[form.reach.upper()]
        row["linear"], row["power"] = form.linear, form.power
        row["dice"] = self._dice(form.dice, place.at("dice"))
        row["lethal"], row["terrorize"], row["gate_stress"] = form.lethal, form.terrorize, NEVER
        if form.gate:
            row["gate_stress"] = form.gate.stress
            row["gate_dice"] = self._dice(form.gate.dice, place.at("gate", "dice"))
        scene = self._intruder_scene()
        hit = self._effects(form.hit, place.at("hit"), scene, row, "hit")
        after = self._effects(form.after, place.at("after"), scene, row, "after")
        gated = ""
        if form.gated:
            row["gate_damage"] = form.gated.damage
            text = self._effects(form.gated.effects, place.at("gated", "effects"), scene, row, "gated")
            gated = f"with {form.gated.damage} damage or more: {text}"
        if "move" in form.windows and not form.moves:
            raise place.at("windows").error("a Window of Opportunity before the move needs 'moves'")
        if "attack" in form.windows and not form.attack:
            raise place.at("windows").error("a Window of Opportunity before the attack needs 'attack'")
        return card_texts.protocol_text(form, hit, gated, after)

    def _specimen(self, form: Specimen, place: Place, row: Any) -> None:
        host: IntruderType = self.pack.forms("types")[form.type]
        row["speed"], row["at"], row["wounds"], row["dice"] = form.speed, form.at, form.wounds, form.dice
        parts = [
            f"{name} {getattr(form, name):+d}" for name in ("speed", "at", "wounds", "dice") if getattr(form, name)
        ]
        text = [f"{host.title}: {', '.join(parts)}." if parts else f"{host.title}."]
        if form.replaces is not None:
            if form.protocol is None:
                raise place.at("replaces").error("'protocol' is missing: what replaces it")
            row["replaces"] = self._own_protocol(host, form.replaces, place.at("replaces"))
        if form.protocol is not None:
            _check_specimen(form, form.protocol, host, place)
            row["protocol"] = number = self.kinds["protocols"].ids.index(form.protocol.id)
            text.append(self.kinds["protocols"].texts[number])
        traits = self._powers(form.traits, place.at("traits"), "type", row)
        self.kinds["specimens"].texts.append(" ".join([*text, *([traits] if traits else [])]))
        if not parts and form.protocol is None and not form.traits:
            raise place.error("the Unique Specimen changes nothing")

    # -- other cards --------------------------------------------------------------------------------------

    def _cards(self) -> None:
        t = self.table
        for n, (_, form, place) in enumerate(self._forms("conditions")):
            text = self._powers(form.abilities, place.at("abilities"), "condition", t["conditions"][n])
            self.kinds["conditions"].texts.append(text)
        t["n_conditions"] = len(self.kinds["conditions"].ids)
        for n, (_, form, place) in enumerate(self._forms("breakdowns")):
            row = t["breakdowns"][n]
            scene = self._spacer_scene("breakdown")
            effects = self._effects(form.effects, place.at("effects"), scene, row, "effect")
            text = self._powers(form.abilities, place.at("abilities"), "breakdown", row)
            bonus = self._powers(form.bonus, place.at("bonus"), "breakdown", row, "first_bonus", "end_bonus")
            row["flips_at_turn"] = form.flips == "next_turn"
            front = " ".join(part for part in (sentence(effects), text) if part)
            bonus = bonus.removeprefix(f"{form.bonus_title}: ")
            self.kinds["breakdowns"].texts.append(f"{front} {form.bonus_title}: {bonus}")
            if not front:
                raise place.error("the front side does nothing; expected 'effects' or 'abilities'")
        t["n_breakdowns"] = len(self.kinds["breakdowns"].ids)
        if t["n_breakdowns"] < MAX_SPACERS:
            raise self.place.error(f"section 'breakdowns': expected at least {MAX_SPACERS}, got {t['n_breakdowns']}")
        for n, (_, form, place) in enumerate(self._forms("stratagems")):
            row = t["stratagems"][n]
            row["division"] = Division[form.division.upper()] if form.division else 0
            row["tokens"], row["charges"] = _tokens(form.tokens), form.charges
            need = self._need(form.need, place.at("need"), self._spacer_scene("stratagem"), row)
            row["ability"] = self._power(form.ability, place.at("ability"), "stratagem")
            head = card_texts.listed([card_texts.tokens_text(form.tokens), f"if {need}" if need else ""])
            who = f"{form.division.capitalize()}. " if form.division else ""
            self.kinds["stratagems"].texts.append(
                f"{who}Requires {head}. Charges {form.charges}. {self.abilities[int(row['ability'])].text}"
            )
        t["n_stratagems"] = len(self.kinds["stratagems"].ids)
        free = [id_ for id_, form, _ in self._forms("stratagems") if form.division is None]
        if len(free) < len(t["fixed_stratagems"]) and len(self.scenario.stratagems) < len(t["fixed_stratagems"]):
            raise self.place.error("section 'stratagems': expected at least 2 without a division, for any team")

    def _locations(self) -> None:
        t = self.table
        engrams = self.kinds["engrams"] = _Kind()
        for n, (_, form, place) in enumerate(self._forms("locations")):
            row = t["locations"][n]
            ecology, at = form.ecology, place.at("ecology")
            if self.scenario.ecology is not None:
                ecology, at = self.scenario.ecology, self.place.at("ecology")
            row["ecology"] = self._index("types", ecology, at, "Intruder type")
            if self.pack.forms("types")[ecology].adversary:
                raise at.error(f"{ecology!r} is an Adversary; expected a baseline Intruder")
            chosen = [power for power in form.abilities if power.timing in CHOSEN]
            rules = [power for power in self.scenario.rules if power.timing in CHOSEN]
            if len(chosen) + len(rules) > MOST_CHOSEN["location"]:
                raise place.at("abilities").error(
                    f"Location and scenario have {len(chosen) + len(rules)} abilities to choose; at most "
                    f"{MOST_CHOSEN['location']} are possible"
                )
            actions = sum(power.timing == "action" for power in form.abilities)
            if actions > MOST_ACTIONS:
                raise place.at("abilities").error(
                    f"the Location has {actions} actions; at most {MOST_ACTIONS} are possible"
                )
            text = self._powers(form.abilities, place.at("abilities"), "location", row)
            for i, engram in enumerate(form.engrams):
                at = place.at("engrams", i, "device")
                row["devices"][i] = self._power(engram.device, at, "engram")
                row["resources"][i] = engram.resource
                engrams.ids.append(f"{self.kinds['locations'].ids[n]}_{i}")
                engrams.names.append(engram.title)
                engrams.texts.append(self.abilities[-1].text)
            self.kinds["locations"].texts.append(f"{form.designation}. {text}".strip())
        for i, (console, place) in enumerate(self.map.console_places):
            row = t["consoles"][i]
            row["once"] = console.once
            if console.lock:
                row["skill"], row["at"] = Skill[console.lock.skill.upper()], console.lock.at
            scene = self._spacer_scene("console")
            text = sentence(self._effects(console.effects, place.at("effects"), scene, row, "effect"))
            lock = f"Locked: {console.lock.skill.capitalize()} test against {console.lock.at}. " if console.lock else ""
            self.kinds["consoles"].texts.append(f"{lock}{text}{' Once.' if console.once else ''}")
        for kind in ("doors", "extraction_points", "flags", "counters"):
            self.kinds[kind].texts = [""] * len(self.kinds[kind].ids)
        self.kinds["pages"].texts = [card_texts.page_text(form) for _, form, _ in self._forms("pages")]
        self.kinds["objectives"].texts = [card_texts.objective_text(form) for _, form, _ in self._forms("objectives")]
        self.kinds["other_places"].texts = [form.text for _, form, _ in self._forms("other_places")]

    def _signals(self) -> None:
        """Scanner decks and Terrain tiles."""
        t = self.table
        decks = self.pack.forms("scanners")
        self.kinds["scanners"] = _Kind(list(decks), list(decks), [card_texts.scanner_text(f) for f in decks.values()])
        for form, place in (
            (form, self.pack.place("scanners", id_)) for id_, form in self.pack.forms("scanners").items()
        ):
            level = card_texts.LEVELS.index(form.level)
            for _ in range(form.copies):
                n = int(t["n_scanners"][level])
                if n >= state.MAX_SCANNERS:
                    raise place.error(f"the {form.level} deck has more than {state.MAX_SCANNERS} Scanner cards")
                row = t["scanners"][level][n]
                row["quadrants"] = form.quadrants
                if form.coordinate:
                    row["row"], row["column"] = ord(form.coordinate[0]) - ord("A"), int(form.coordinate[1:]) - 1
                t["n_scanners"][level] = n + 1
        for level, name in enumerate(card_texts.LEVELS):
            if not t["n_scanners"][level]:
                raise self.place.error(f"section 'scanners': the {name} deck is empty")
        first = t["scanners"][0][: int(t["n_scanners"][0])]
        if (first["row"] < 0).any():
            raise self.place.error("section 'scanners': every white Scanner card shows a 'coordinate' (ENO-COO-01)")
        for n, (_, form, place) in enumerate(self._forms("terrains")):
            row = t["terrains"][n]
            row["keywords"] = sum(1 << Tile[word.upper()] for word in set(form.keywords))
            row["number"] = form.number
            text = self._effects(form.enter, place.at("enter"), self._spacer_scene("terrain"), row, "effect")
            words = ", ".join(word.capitalize() for word in form.keywords)
            self.kinds["terrains"].texts.append(
                " ".join(f"{part}." for part in (words, f"When entered: {text}" if text else "") if part)
            )
        t["n_terrains"] = len(self.kinds["terrains"].ids)

    # -- Discoveries --------------------------------------------------------------------------------------

    def _entries(self) -> None:
        """Numbers of the Discovery entries: fixed ones, then section by section."""
        t, forms = self.table, self.pack.forms("entries")
        found: list[str] = []
        books: Mapping[Any, str] = self.scenario.discoveries.books if self.scenario.discoveries else {}
        for section, name in enumerate(SECTIONS):
            t["section_first"][section] = len(found)
            if section == 0:
                own = []
                for i, id_ in enumerate(self.scenario.fixed_discoveries):
                    at = self.place.at("fixed_discoveries", i)
                    if id_ not in forms:
                        raise at.error(f"unknown Discovery {id_!r}{near(id_, forms)}")
                    if forms[id_].section != "fixed":
                        raise at.error(f"{id_!r} is an entry of section {forms[id_].section!r}; expected a fixed one")
                    if forms[id_].chain is not None:
                        where = self.pack.place("entries", id_).at("chain")
                        raise where.error("only entries of a random section are chained")
                    if id_ not in own:
                        own.append(id_)
            else:
                own = self._section(name, books.get(name), self.place.at("discoveries", "books"))
            found += own
            t["section_end"][section] = len(found)
        self._kind("entries", found, state.MAX_DISCOVERIES)

    def _section(self, section: str, book: str | None, place: Place) -> list[str]:
        forms: Mapping[str, Entry] = self.pack.forms("entries")
        number = getattr(self.scenario.discoveries, section) if self.scenario.discoveries else 0
        if book is None:
            if number:
                raise place.error(f"{section!r} is missing: the set of entries of its {number} tokens")
            return []
        own = sorted(
            (id_ for id_, form in forms.items() if form.section == section and form.book == book),
            key=lambda id_: forms[id_].number,
        )
        if not own:
            known = sorted({form.book for form in forms.values() if form.section == section})
            raise place.at(section).error(f"no entry of section {section!r} is in the book {book!r}{near(book, known)}")
        for i, id_ in enumerate(own):
            if forms[id_].number != i + 1:
                raise (
                    self.pack.place("entries", id_)
                    .at("number")
                    .error(f"expected {i + 1}: the entries of a section count from 1 without gaps")
                )
        self._check_chains(own, forms)
        return own

    def _check_chains(self, own: Sequence[str], forms: Mapping[str, Entry]) -> None:
        """A chain leads from entry to entry of its section to one with the end symbol (ENO-DSC-08, ENO-DSC-09)."""
        for id_ in own:
            seen, at = [id_], id_
            while (chain := forms[at].chain) is not None:
                place = self.pack.place("entries", at).at("chain")
                if chain not in own:
                    raise place.error(f"unknown entry {chain!r} of the same section and book{near(chain, own)}")
                if chain in seen:
                    raise place.error(f"the chain never ends: {' -> '.join([*seen, chain])}")
                if forms[at].chain_end:
                    raise place.error("the last entry of a chain leads nowhere; leave out 'chain' or 'chain_end'")
                seen.append(chain)
                at = chain
            if len(seen) > 1 and not forms[at].chain_end:
                raise self.pack.place("entries", at).error("the chain does not end: 'chain_end: true' is missing")

    def _discoveries(self) -> None:
        t = self.table
        for n, (_, form, place) in enumerate(self._forms("entries")):
            row = t["entries"][n]
            row["section"], row["number"] = SECTIONS.index(form.section), form.number
            row["infinite"], row["chain_end"], row["for_all"] = form.infinite, form.chain_end, form.for_all
            if form.chain is not None and form.section != "fixed":
                row["chain"] = self.kinds["entries"].ids.index(form.chain)
            scene = self._spacer_scene("entry")
            need = self._need(form.need, place.at("need"), scene, row)
            if form.code is not None:
                row["code"] = self._index("paragraphs", form.code, place.at("code"), "paragraph")
            effects = self._effects(form.effects, place.at("effects"), scene, row, "effect")
            code = f"Paragraph {self.pack.forms('paragraphs')[form.code].code}." if form.code is not None else ""
            head = f"If {need}:" if need else ""
            self.kinds["entries"].texts.append(
                " ".join(part for part in (head, sentence(effects), code, "For all." * form.for_all) if part)
            )
        for n, (_, form, place) in enumerate(self._forms("paragraphs")):
            row = t["paragraphs"][n]
            row["locked"] = ("no", "encrypted", "quantum").index(form.locked)
            scene = self._spacer_scene("paragraph")
            text = sentence(self._effects(form.effects, place.at("effects"), scene, row, "effect"))
            lock = {"no": "", "encrypted": "Encrypted. ", "quantum": "Quantum encrypted. "}[form.locked]
            self.kinds["paragraphs"].texts.append(f"{form.code}. {lock}{text}".strip())
        t["n_paragraphs"] = len(self.kinds["paragraphs"].ids)
        self._tokens()

    def _tokens(self) -> None:
        """The Discovery tokens: enough of them, and each at one place (ENO-EXT-04-D2)."""
        t, scenario = self.table, self.scenario
        if scenario.discoveries is None:
            sections = [0] * len(scenario.fixed_discoveries)
            t["fixed_discoveries"] = 1
            numbers = [self.kinds["entries"].ids.index(id_) for id_ in scenario.fixed_discoveries]
        else:
            sections = [i for i, name in enumerate(SECTIONS) if i for _ in range(getattr(scenario.discoveries, name))]
            numbers = [-1] * len(sections)
        if len(sections) > state.MAX_DISCOVERY_TOKENS:
            raise self.place.error(
                f"there are {len(sections)} Discovery tokens; the tables hold at most {state.MAX_DISCOVERY_TOKENS}"
            )
        for i, (section, number) in enumerate(zip(sections, numbers, strict=True)):
            t["tokens"][i]["number"], t["tokens"][i]["section"] = number, section
        t["n_tokens"] = len(sections)
        track = [
            (item.token - 1 if item.token else -1, self.place.at("track", i))
            for i, item in enumerate(scenario.track)
            if item.item == "discovery"
        ]
        seen: set[int] = set()
        for token, place in [*self.map.tokens, *track]:
            if (token >= 0) != bool(t["fixed_discoveries"]):
                kind = "fixed" if t["fixed_discoveries"] else "random"
                raise place.error(f"the scenario has {kind} Discoveries; expected " + (
                    "the number of a token" if t["fixed_discoveries"] else "'random'"))  # fmt: skip
            if token >= len(sections):
                raise place.error(f"there is no Discovery token {token + 1}; the scenario has {len(sections)}")
            if token >= 0 and token in seen:
                raise place.error(f"the Discovery token {token + 1} lies at two places")
            seen.add(token)
        offered = min(len(sections), len(self.map.tokens) + len(track))
        if offered < scenario.extraction_start:
            raise self.place.at("extraction_start").error(
                f"Extraction needs {scenario.extraction_start} Discoveries, and the run offers {offered} "
                "(ENO-EXT-04-D2)"
            )

    # -- the run ------------------------------------------------------------------------------------------

    def _run(self) -> None:
        t, scenario = self.table, self.scenario
        t["preset"], t["choose_start"] = scenario.preset, scenario.choose_start
        t["extraction_start"] = scenario.extraction_start
        for i, name in enumerate(scenario.characters):
            t["fixed_character"][i] = self._index("characters", name, self.place.at("characters", i), "Character")
        if len(set(scenario.characters)) != len(scenario.characters):
            raise self.place.at("characters").error("each Character can play once")
        for i, name in enumerate(scenario.suits):
            t["fixed_suit"][i] = self._index("suits", name, self.place.at("suits", i), "Suit")
        for name in sorted(set(scenario.suits)):
            given, copies = scenario.suits.count(name), self.pack.forms("suits")[name].copies
            if given > copies:
                raise self.place.at("suits").error(f"{name!r} is given {given} times, and there are {copies}")
        _once(scenario.stratagems, self.place.at("stratagems"))
        for i, name in enumerate(scenario.stratagems):
            t["fixed_stratagems"][i] = self._index("stratagems", name, self.place.at("stratagems", i), "Stratagem")
        for name, copies in scenario.stash.items():
            t["stash"][self._item(name, self.place.at("stash", name))] = copies
        if not scenario.preset and not scenario.stash:
            raise self.place.error("'stash' is missing: Gear to choose Loadouts from")
        cards = [
            self._item(name, self.place.at("loot", name))
            for name, copies in sorted(scenario.loot.items())
            for _ in range(copies)
        ]
        if len(cards) > len(t["loot"]):
            raise self.place.at("loot").error(f"the Loot Deck has {len(cards)} cards; at most {len(t['loot'])} fit")
        t["loot"][: len(cards)] = cards
        for card, copies in zip(*np.unique(cards, return_counts=True), strict=True):
            t["gear"][card]["copies"] = copies
        t["engrams"] = scenario.engrams
        for n, (_, form, _) in enumerate(self._forms("objectives")):
            t["objective_token"][n] = Token[form.token.upper()] + 1 if form.token else 0
        if scenario.goal is not None:
            at = self.place.at("goal", "type")
            t["objective_type"] = self._index("objectives", scenario.goal.type, at, "Objective token")
            t["objective_number"], t["objective_needed"] = scenario.goal.number, scenario.goal.needed
        if scenario.insertion is not None:
            at = self.place.at("insertion")
            number = self._index("extraction_points", scenario.insertion, at, "Extraction Point")
            if not t["pages"][t["point_page"][number]]["start"]:
                raise at.error(f"{scenario.insertion!r} is not on a page of the start")
            if len(self.map.exits) == 1:
                raise at.error("it is no way out in this run (ENO-INS-03); expected another Extraction Point")
            t["insertion"] = number
        kinds = ("blip", "intruder", "discovery")
        for i, item in enumerate(scenario.track):
            before = [other for other in scenario.track[:i] if (other.space, other.item) == (item.space, item.item)]
            if len(before) >= ON_TRACK and item.item != "intruder":
                raise self.place.at("track", i).error(f"a space of the track has room for {ON_TRACK} of a kind")
            t["track"][i] = (item.space, kinds.index(item.item) + 1, item.token - 1 if item.token else -1)
        t["n_track"] = len(scenario.track)
        self._powers(scenario.rules, self.place.at("rules"), "scenario", t, "scenario_first", "scenario_end")
        if scenario.insertion is None and (t["starts"] >= 0).sum() < MAX_SPACERS:
            raise self.place.at("pages").error(
                f"the pages of the start have {(t['starts'] >= 0).sum()} start spaces; expected {MAX_SPACERS}"
            )

    def _finish(self) -> None:
        for i, row in enumerate(self.assembler.ops):
            self.table["ops"][i] = tuple(row)
        self._check_goals()
        for i, m in enumerate(self.assembler.modifiers):
            self.table["mods"][i] = (m.stat, m.amount, m.arg, m.condition, m.argument)
        fill_stats(self.table)

    def _check_goals(self) -> None:
        """What a run needs can be found in it: its hidden Extraction Points and its Objective tokens."""
        t = self.table
        done = {(code, a) for code, a, *_ in self.assembler.ops}
        for number, id_ in enumerate(self.map.exits):
            if t["point_hidden"][number] and t["insertion"] != number and (Op.REVEAL_POINT, number) not in done:
                page = self.map.pages[int(t["point_page"][number])]
                raise (
                    self.pack.place("pages", page)
                    .at("exits", id_)
                    .error(f"it is hidden, and nothing in the scenario {self.id!r} reveals it")
                )
        type_, things = int(t["objective_type"]), t["placed"][: int(t["n_placed"])]
        found = int(((things["kind"] == Thing.OBJECTIVE) & (things["sub"] == type_)).sum())
        if type_ >= 0 and found < t["objective_number"] and (Op.PLACE_OBJECTIVE, type_) not in done:
            raise self.place.at("goal", "number").error(
                f"{int(t['objective_number'])} Objective tokens are wanted, and the run has {found}"
            )


def fill_stats(tables: Any) -> None:
    """Fill in which statistics the passive abilities of each card and place change, and lasting modifiers, which are
    all others.

    Args:
        tables: record of the tables, with `abilities`, `mods` and the numbers of each card's abilities.
    """

    def changed(row: Any, first: str = "first_ability", end: str = "end_ability") -> int:
        return int(np.bitwise_or.reduce(tables["abilities"]["stats"][int(row[first]) : int(row[end])]))

    for kind in ("characters", "suits", "gear", "types", "specimens", "conditions", "breakdowns", "locations"):
        tables[kind]["stats"] = [changed(row) for row in tables[kind]]
    tables["breakdowns"]["bonus_stats"] = [changed(row, "first_bonus", "end_bonus") for row in tables["breakdowns"]]
    tables["awakening_stats"] = changed(tables, "awakening_first", "awakening_end")
    tables["scenario_stats"] = changed(tables, "scenario_first", "scenario_end")
    passive = np.zeros(len(tables["mods"]), np.bool_)
    for row in tables["abilities"][tables["abilities"]["timing"] == Timing.PASSIVE]:
        passive[int(row["first_mod"]) : int(row["end_mod"])] = True
    others = tables["mods"]["stat"][~passive & (tables["mods"]["amount"] != 0)]
    tables["lasting_stats"] = sum({1 << int(stat) for stat in others})
    for kind, name in (("gear", "gear_stats"), ("conditions", "condition_stats")):
        tables[name] = np.bitwise_or.reduce(tables[kind]["stats"])


def _spaced(names: Iterable[str]) -> list[str]:
    """Ids as people read them."""
    return [name.replace("_", " ") for name in names]


def _once(names: Sequence[str], place: Place) -> None:
    """No name stands in a list twice."""
    for i, name in enumerate(names):
        if name in names[:i]:
            raise place.at(i).error(f"{name!r} is given twice")


def _tokens(tokens: Tokens) -> list[int]:
    return [getattr(tokens, token.name.lower()) for token in Token]


def _rubicon(rubicon: Mapping[int, str], row: Any) -> None:
    for at, token in rubicon.items():
        row["rubicon"][at] = Token[token.upper()] + 1


def _check_lingering(steps: Sequence[Step], place: Place) -> None:
    """A Lingering effect is a mark that the Character bears, not something that is played."""
    for i, step in enumerate(steps):
        if step.code not in LINGERING or step.slots["d"] != Who.SELF or step.slots["a"] < 0:
            known = "gain_stress, gain_radiation, gain_infection and condition"
            raise place.at(i).error(f"after the session a Lingering effect can be {known}, on 'self' only")


def _check_gear(form: GearCard, place: Place, multitool: bool) -> None:
    """Fields that fit the kind of Gear (ENO-GEA-01-D, ENO-ATK, ENO-KEY)."""
    weapon = form.kind == "weapon"
    if multitool and (not weapon or form.hands or form.ammo):
        raise place.error("the Standard Multitool is a weapon in no slot that uses no Ammo (ENO-GEA-05)")
    if weapon and not multitool and not form.hands:
        raise place.at("hands").error("a weapon takes 1 to 3 hand slots; only the Multitool takes none")
    if not weapon and form.hands:
        raise place.at("hands").error("only weapons take hand slots")
    if weapon and not (any(form.dice.model_dump().values()) or form.power):
        raise place.at("dice").error("a weapon has Attack Dice or raw Power")
    for name in WEAPON_ONLY if not weapon else ():
        value = getattr(form, name)
        if any(value.model_dump().values()) if isinstance(value, Dice | Tokens) else value:
            raise place.at(name).error(f"only a weapon has it, this is {form.kind}")
    if (form.reach == "melee") != (form.range == 0):
        raise place.at("range").error(f"a weapon of reach {form.reach!r} " + (
            "has no range" if form.reach == "melee" else "needs a range"))  # fmt: skip
    if form.noise and form.noise.kind == "per_ammo" and not form.ammo:
        raise place.at("noise").error("Noise per Ammo needs 'ammo'")
    if form.burst and form.ammo == 0:
        raise place.at("burst").error("Burst needs 'ammo'")


def _is_fallback(protocol: Protocol) -> bool:
    """It can always be performed."""
    return protocol.requirement.word == "otherwise" and len(protocol.levels) == len(card_texts.LEVELS)


def _check_specimen(form: Specimen, protocol: Protocol, host: IntruderType, place: Place) -> None:
    """The Protocol of a Unique Specimen fits into the list of its type."""
    if protocol.attack and protocol.reach == "ranged" and not host.range:
        raise place.at("protocol", "reach").error(f"the Protocol attacks at range, and {host.title} has no 'range'")
    if form.replaces == host.protocols[-1].id and not _is_fallback(protocol):
        raise place.at("protocol").error(
            f"it replaces the fallback {form.replaces!r}; expected requirement 'otherwise' on all levels (ENO-ACV-04)"
        )


def _check_protocols(form: IntruderType, place: Place) -> None:
    """The list of Protocols leads somewhere on every level (ENO-ACV-04)."""
    if not _is_fallback(form.protocols[-1]):
        raise place.at("protocols", len(form.protocols) - 1).error(
            "the last Protocol must be the fallback: requirement 'otherwise' on all levels"
        )
    for i, protocol in enumerate(form.protocols):
        if protocol.attack and protocol.reach == "ranged" and not form.range:
            raise place.at("range").error(
                f"the Protocol {protocol.id!r} attacks at range, and the sheet has no 'range'"
            )
        if i < len(form.protocols) - 1 and _is_fallback(protocol):
            raise place.at("protocols", i).error("the Protocols behind a fallback on all levels are never performed")


__all__ = ["AbilityText", "Build", "Catalogue"]
