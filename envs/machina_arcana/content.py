"""Content packs of Machina Arcana: YAML -> checked cards -> the read-only tables of the rules.

`envs.content` has the command line for packs.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from envs.core.content import CardLine, Entry, Form, Library, PackBase
from envs.core.content_schema import file_schema
from envs.core.effects import Assembler, Place, Scene, Step, walk
from envs.core.errors import OptionError, near
from envs.machina_arcana import actions, state
from envs.machina_arcana.cards import (
    SPECIAL,
    Ability,
    Chapter,
    Explorer,
    ExplorerEvent,
    HorrorEvent,
    Monster,
    PackInfo,
    Quest,
    QuestCard,
    Scenario,
    Treasure,
    card_abilities,
    read_power,
    read_quest,
)
from envs.machina_arcana.map_tiles import Tile, compile_tile
from envs.machina_arcana.state import CAP, EventKind, ExplorerClass, ItemType, Op, Part, QuestSource, Space, Trigger
from envs.machina_arcana.vocabulary import SPACES, VOCABULARY

FOLDER = Path(__file__).parent / "content"
SHARED = ("explorers", "monsters", "treasures")  # kinds of card that are the same in all scenarios
MAX_POWERS = 4  # the actions that name an ability of one card
MAX_MONSTER_ABILITIES = 8  # the bits in which a turn notes what may not be played again (MAC-MON-12, MAC-MON-17)

MODELS: dict[str, type[Form]] = {
    "pack": PackInfo,
    "explorers": Explorer,
    "monsters": Monster,
    "treasures": Treasure,
    "tiles": Tile,
    "explorer_events": ExplorerEvent,
    "horror_events": HorrorEvent,
    "scenarios": Scenario,
    "chapters": Chapter,
}

# ------------------------------------------------------------------------------------------------ pack


class Chosen(Protocol):
    """What the content needs to know of the options of a game."""

    @property
    def scenario(self) -> str:
        """Id of the scenario."""
        ...

    @property
    def length(self) -> str:
        """``"full"``, ``"faster"`` or ``"extra_fast"`` (FAS)."""
        ...


@dataclass(frozen=True)
class CardText:
    """Name, text and story of a card."""

    name: str
    text: str
    story: str


@dataclass(frozen=True)
class Catalogue:
    """Cards of one scenario by their numbers in the tables.

    Attributes:
        ids, names, texts, stories: for each kind of card (``"explorers"``, ``"monsters"``, ``"treasures"``,
            ``"tiles"``, ``"explorer_events"``, ``"horror_events"``, ``"chapters"``, ``"quests"``) a list in the order
            of the tables.
        endgame: the endgame card, ``None`` without endgame.
        special: what a special space of the endgame tile is.
        powers: for each explorer, monster and treasure the texts of its active abilities in order.
        options: texts of the options of each choice, by the pc of its CHOOSE operation.
    """

    ids: Mapping[str, Sequence[str]]
    names: Mapping[str, Sequence[str]]
    texts: Mapping[str, Sequence[str]]
    stories: Mapping[str, Sequence[str]]
    endgame: CardText | None
    special: str
    powers: Mapping[str, Sequence[Sequence[str]]]
    options: Mapping[int, tuple[str, ...]]


class Pack(PackBase):
    """A checked content pack, see `PackBase`.

    Args:
        sections: its entries, as `read_pack` gives them.
        all_scenarios: check the cards of every scenario now; else those of a scenario when it is first played, which
            saves time with a pack that is known to be right.

    Attributes:
        names, texts: name and text of each card by number, for explorers, monsters and treasures, which are the same in
            all scenarios; for the others see `catalogue`.
    """

    def __init__(self, sections: Mapping[str, Mapping[str, Entry]], all_scenarios: bool = True):
        super().__init__(sections, MODELS)
        self._powers: dict[Place, list[Ability]] = {}
        self._built: dict[tuple[str, str], _Build] = {}
        for id_ in self.scenarios if all_scenarios else self.scenarios[:1]:
            self._build(id_, "full")
        first = self._built[self.scenarios[0], "full"].catalogue
        self.names = {kind: first.names[kind] for kind in SHARED}
        self.texts = {kind: first.texts[kind] for kind in SHARED}

    def powers(self, form: Any, place: Place, card: str) -> list[Ability]:
        """Abilities of an explorer, monster or treasure card, checked once for all scenarios.

        Args:
            form: the model of the card.
            place: where it stands.
            card: its kind, such as ``"monster"``.
        """
        if place not in self._powers:
            self._powers[place] = [
                read_power(power, place.at("abilities", i), card) for i, power in enumerate(form.abilities)
            ]
        return self._powers[place]

    def summary(self) -> Iterator[str]:
        """A line for each scenario: how many cards of each kind a game of it has."""
        for scenario in self.scenarios:
            counts = {kind.replace("_", " "): len(ids) for kind, ids in self.catalogue(scenario).ids.items()}
            yield f"{scenario}: " + ", ".join(f"{number} {kind}" for kind, number in counts.items())

    def cards(self) -> Iterator[CardLine]:
        """Every card of the pack once, kind by kind, with the text of its effects."""
        catalogues = {scenario: self.catalogue(scenario) for scenario in self.scenarios}
        for kind in MODELS:
            if kind == "scenarios":
                for scenario, catalogue in catalogues.items():
                    end = catalogue.endgame
                    text = f"Endgame: {end.name}. {end.text}" if end else "No endgame."
                    yield CardLine(kind, scenario, self.forms(kind)[scenario].title, text)
                continue
            listed: set[str] = set()
            for catalogue in catalogues.values():
                rows = zip(*(getattr(catalogue, part).get(kind, ()) for part in ("ids", "names", "texts")), strict=True)
                for id_, name, text in rows:
                    if id_ not in listed:
                        listed.add(id_)
                        yield CardLine(kind, id_, name, text)

    def catalogue(self, scenario: str, length: str = "full") -> Catalogue:
        """The cards of a scenario by number, as many as a game of that length has."""
        return self._build(scenario, length).catalogue

    def chapters(self, options: Chosen) -> list[CardText]:
        """The chapters of the scenario that is played."""
        catalogue = self.catalogue(options.scenario, options.length)
        return [
            CardText(*card)
            for card in zip(
                catalogue.names["chapters"], catalogue.texts["chapters"], catalogue.stories["chapters"], strict=True
            )
        ]

    def endgame_text(self, options: Chosen) -> str:
        """Name and text of the endgame card, empty without endgame."""
        endgame = self.catalogue(options.scenario, options.length).endgame
        return f"{endgame.name}. {endgame.text}" if endgame else ""

    def ability_texts(self, kind: str, number: int) -> Sequence[str]:
        """Texts of the active abilities of an explorer, monster or treasure card, in the order of its actions."""
        return self._built[self.scenarios[0], "full"].catalogue.powers[kind][number]

    def tables(self, options: Chosen) -> NDArray[np.void]:
        """The tables of the scenario that the options name, with the fields of the options themselves left at 0.

        Raises:
            OptionError: no such scenario in this pack, or the scenario has no game of that length.
        """
        return self._build(options.scenario, options.length).table.copy()

    def _build(self, scenario: str, length: str) -> _Build:
        self.check_scenario(scenario)
        if (scenario, length) not in self._built:
            form: Scenario = self.forms("scenarios")[scenario]
            if length != "full" and not (form.removable if length == "faster" else form.extra_fast):
                key = "removable" if length == "faster" else "extra_fast"
                raise OptionError(
                    f"length {length!r}: scenario {scenario!r} says nothing under {key!r}; expected length 'full'"
                )
            self._built[scenario, length] = _Build(self, scenario, length)
        return self._built[scenario, length]


class _Build:
    """Cross-checks, tables and catalogue of one scenario in one length."""

    def __init__(self, pack: Pack, scenario: str, length: str = "full"):
        self.pack = pack
        self.id = scenario
        self.length = length
        self.scenario: Scenario = pack.forms("scenarios")[scenario]
        if length == "extra_fast":  # it is over before the endgame (MAC-FAS-02)
            self.scenario = self.scenario.model_copy(update={"endgame": None})
        self.place = pack.place("scenarios", scenario)
        self.names_of = {"counter": tuple(self.scenario.counters)}
        self.assembler = Assembler(VOCABULARY, state.MAX_OPS, state.MAX_MODS)
        self.n_abilities = 0
        self.n_quests = 0
        self.table = np.zeros((), state.TABLES.dtype)
        self.ids: dict[str, list[str]] = {}
        self.names: dict[str, list[str]] = {}
        self.texts: dict[str, list[str]] = {}
        self.stories: dict[str, list[str]] = {}
        self.powers: dict[str, list[list[str]]] = {}
        self.quests: list[tuple[str, str]] = []
        self.endgame: CardText | None = None
        self.special = self.scenario.endgame.special if self.scenario.endgame else SPECIAL
        self._dice()
        self._explorers()
        self._monsters()
        self._treasures()
        self._tiles()
        self._chapters()
        self._events("explorer_events")
        self._events("horror_events")
        self._endgame()
        self._finish()
        self.catalogue = Catalogue(
            self.ids,
            self.names,
            self.texts,
            self.stories,
            self.endgame,
            self.special,
            self.powers,
            dict(self.assembler.options),
        )

    # -- parts --------------------------------------------------------------------------------------------

    def _dice(self) -> None:
        info = self.pack.info
        place = self.pack.place("pack", next(iter(self.pack.forms("pack"))))
        for name in ("high_die", "low_die"):
            faces = getattr(info, name)
            if any(not 0 <= face <= CAP for face in faces):
                raise place.at(name).error(f"expected six faces from 0 to {CAP}, got {faces}")
            self.table[name] = faces
        self.table["recharge_die"] = [("nothing", "health", "stamina").index(face) for face in info.recharge_die]

    def _cards(
        self, section: str, capacity: int, key: Callable[[Any], Any] = lambda form: 0
    ) -> list[tuple[str, Any, Place]]:
        """Entries of a section that belong to this scenario, in the order of the tables."""
        found = [
            (id_, form, self.pack.place(section, id_))
            for id_, form in self.pack.forms(section).items()
            if getattr(form, "scenario", None) in (None, self.id) and self._in_game(form)
        ]
        found.sort(key=lambda card: (key(card[1]), card[0]))
        titles = [form.title for _, form, _ in found]
        for _, form, place in found:
            if titles.count(form.title) > 1:
                raise place.at("title").error(f"two {section} have the title {form.title!r}")
        if len(found) > capacity:
            raise found[capacity][2].error(f"there are {len(found)} {section}; the tables hold at most {capacity}")
        self.ids[section] = [id_ for id_, _, _ in found]
        self.names[section] = titles
        self.stories[section] = [getattr(form, "story", "") for _, form, _ in found]
        self.texts[section] = []
        return found

    def _in_game(self, form: Form) -> bool:
        """Chapters are taken out before the deck is built (MAC-FAS-01, MAC-FAS-03, MAC-FAS-04)."""
        if not isinstance(form, Chapter) or self.length == "full":
            return True
        if self.length == "faster":
            return form.number not in self.scenario.removable
        return form.number in self.scenario.extra_fast

    def _add_abilities(self, row: Any, abilities: Iterable[Ability]) -> None:
        """Write abilities into the tables, and their range into the row of their card."""
        row["first_ability"] = self.n_abilities
        for ability in abilities:
            if self.n_abilities >= state.MAX_ABILITIES:
                raise ability.place.error(f"the pack needs more than {state.MAX_ABILITIES} abilities")
            to = self.table["abilities"][self.n_abilities]
            self.n_abilities += 1
            to["trigger"] = ability.trigger
            to["stamina"] = ability.cost.stamina
            to["essence"] = ability.cost.essence
            to["destroy"] = ability.cost.destroy
            to["drop"] = ability.cost.drop
            to["targeting"] = ability.targeting
            to["who"] = ability.who
            to["range"] = ability.range
            to["targets"] = ability.targets
            to["harmless"] = ability.harmless
            attacks = ability.attacks
            to["attacks"] = bool(attacks)
            to["arcane"] = bool(attacks) and attacks[0].slots["c"]
            to["first_op"], to["end_op"] = self.assembler.add(ability.steps, ability.place)
            to["first_mod"], to["end_mod"] = self.assembler.add_modifiers(ability.modifiers, ability.place)
        row["end_ability"] = self.n_abilities

    def _powers(self, section: str, card: str, form: Any, place: Place, row: Any) -> list[Ability]:
        abilities = self.pack.powers(form, place, card)
        active = [ability.text for ability in abilities if ability.trigger == Trigger.ACTIVE]
        if len(active) > MAX_POWERS:
            raise place.at("abilities").error(f"a card has at most {MAX_POWERS} active abilities, got {len(active)}")
        self._add_abilities(row, abilities)
        self.powers.setdefault(section, []).append(active)
        return abilities

    def _explorers(self) -> None:
        cards = self._cards("explorers", actions.MAX_EXPLORER_CARDS)
        _enough(cards, actions.MAX_EXPLORERS, "explorer cards", self.place)
        for n, (_, form, place) in enumerate(cards):
            row = self.table["explorers"][n]
            for name in ("armor", "will", "health", "stamina"):
                row[name] = getattr(form, name)
            row["class_"] = ExplorerClass[form.class_.upper()]
            abilities = self._powers("explorers", "explorer", form, place, row)
            if any(ability.trigger in (Trigger.ON_HIT, Trigger.ON_KILL) for ability in abilities) and not any(
                ability.attacks for ability in abilities
            ):
                raise place.at("abilities").error("an ability on hit or on kill needs an attack on the same card")
            self.texts["explorers"].append(
                f"{form.class_.capitalize()}; armor {form.armor}, will {form.will}, health {form.health}, "
                f"stamina {form.stamina}. " + " ".join(ability.text for ability in abilities)
            )
        self.table["n_explorers"] = len(cards)

    def _monsters(self) -> None:
        cards = self._cards("monsters", actions.MAX_MONSTERS, lambda form: form.level)
        _enough([card for card in cards if card[1].level == 1], 4, "monsters of level 1", self.place)
        for n, (_, form, place) in enumerate(cards):
            row = self.table["monsters"][n]
            for name in ("level", "armor", "will", "health", "stamina"):
                row[name] = getattr(form, name)
            abilities = self._powers("monsters", "monster", form, place, row)
            if len(abilities) > MAX_MONSTER_ABILITIES:
                raise place.at("abilities").error(
                    f"a monster has at most {MAX_MONSTER_ABILITIES} abilities, got {len(abilities)}; "
                    "join passive ones to one entry"
                )
            attacks = [step for a in abilities if a.trigger == Trigger.ACTIVE for step in a.attacks]
            row["attacks"] = bool(attacks)
            row["first_arcane"] = bool(attacks) and attacks[0].slots["c"]
            self.texts["monsters"].append(
                f"Level {form.level}; armor {form.armor}, will {form.will}, health {form.health}, "
                f"stamina {form.stamina}. " + " ".join(ability.text for ability in abilities)
            )
        self.table["n_monsters"] = len(cards)

    def _treasures(self) -> None:
        cards = self._cards("treasures", actions.MAX_TREASURES, lambda form: form.level)
        _enough([card for card in cards if card[1].level == 1], 4, "treasures of level 1", self.place)
        info = self.pack.info
        for n, (_, form, place) in enumerate(cards):
            _check_treasure(form, place, info)
            row = self.table["treasures"][n]
            row["level"] = form.level
            row["type"] = ItemType[form.type.upper()]
            row["part"] = Part[form.part.upper()] if form.part else 0
            row["one_hand"] = form.one_handed
            for name in ("top", "bottom"):
                symbol = getattr(form, name)
                row[name] = info.upgrade_symbols.index(symbol) + 1 if symbol else 0
            row["augment"] = info.augment_symbols.index(form.augment) + 1 if form.augment else 0
            row["armor"] = form.armor
            row["will"] = form.will
            abilities = self._powers("treasures", "treasure", form, place, row)
            self.texts["treasures"].append(_treasure_text(form, abilities))
        _check_symbols(cards)
        self.table["n_treasures"] = len(cards)

    def _tiles(self) -> None:
        scenario = self.scenario
        own = {name for name in (scenario.start_tile, scenario.endgame.tile if scenario.endgame else None) if name}
        for field, name, use in (
            (("start_tile",), scenario.start_tile, "start"),
            (("endgame", "tile"), scenario.endgame.tile if scenario.endgame else None, "endgame"),
        ):
            if name is None:
                continue
            tiles = self.pack.forms("tiles")
            if name not in tiles:
                raise self.place.at(*field).error(f"unknown tile {name!r}{near(name, tiles)}")
            if tiles[name].use != use:
                raise self.place.at(*field).error(f"{name!r} is a tile of use {tiles[name].use!r}, expected {use!r}")
        cards = [
            (id_, form, self.pack.place("tiles", id_))
            for id_, form in self.pack.forms("tiles").items()
            if form.use == "deck" or id_ in own
        ]
        cards.sort(key=lambda card: (("deck", "start", "endgame").index(card[1].use), card[1].tile, card[0]))
        if len(cards) > state.MAX_FACES:
            raise cards[-1][2].error(f"there are {len(cards)} tile faces; the tables hold at most {state.MAX_FACES}")
        _check_tile_set(cards, self.place)
        self.ids["tiles"] = [id_ for id_, _, _ in cards]
        self.names["tiles"] = [form.title for _, form, _ in cards]
        self.stories["tiles"] = [""] * len(cards)
        self.texts["tiles"] = []
        self.table["start_face"] = self.table["endgame_face"] = -1
        for n, (id_, form, place) in enumerate(cards):
            row = self.table["faces"][n]
            self.texts["tiles"].append(compile_tile(form, place, row))
            flips = [
                i for i, (_, other, _) in enumerate(cards) if i != n and other.use == "deck" and other.tile == form.tile
            ]
            row["flip"] = flips[0] if form.use == "deck" else -1
            if id_ == scenario.start_tile:
                self.table["start_face"] = n
            elif scenario.endgame and id_ == scenario.endgame.tile:
                self.table["endgame_face"] = n
        self.table["n_faces"] = len(cards)

    def _scene(self, card: str, own: str | None) -> Scene:
        return Scene(card, own=own, default="self" if own else None, names=self.names_of, self_text="you")

    def _add_quest(
        self, quest: Quest, place: Place, scene: Scene, source: QuestSource, card: int, name: str
    ) -> QuestCard:
        if self.n_quests >= actions.MAX_QUESTS:
            raise place.error(f"the pack needs more than {actions.MAX_QUESTS} quests")
        checked = read_quest(quest, place, scene, self.special)
        if checked.space and checked.space not in self._kinds(source):
            raise place.at("use_space").error(f"no tile that can be in play then has a {quest.use_space} space")
        row = self.table["quests"][self.n_quests]
        self.n_quests += 1
        row["kind"], row["times"], row["space"] = checked.kind, checked.times, checked.space
        row["source"], row["card"] = source, card
        row["first_op"], row["end_op"] = self.assembler.add(checked.reward, place)
        self.quests.append((name, checked.text))
        return checked

    def _kinds(self, source: QuestSource) -> set[int]:
        faces = self.table["faces"][: int(self.table["n_faces"])]
        wanted = (2,) if source == QuestSource.ENDGAME else (0, 1)
        return {int(kind) for face in faces if face["use"] in wanted for kind in face["kind"]}

    def _chapters(self) -> None:
        every = self.pack.forms("chapters")
        for id_, form in every.items():
            if form.scenario not in self.pack.forms("scenarios"):
                at = self.pack.place("chapters", id_).at("scenario")
                raise at.error(f"unknown scenario {form.scenario!r}{near(form.scenario, self.pack.forms('scenarios'))}")
        cards = self._cards("chapters", state.MAX_CHAPTERS, lambda form: form.number)
        _enough(cards, 1, "chapters", self.place)
        scene = self._scene("chapter", "explorers")
        facts = []
        for n, (_, form, place) in enumerate(cards):
            row = self.table["chapters"][n]
            if n and cards[n - 1][1].number == form.number:
                raise place.at("number").error(f"the scenario has two chapters {form.number}")
            abilities = card_abilities(place, "chapter", form.effects, form.ongoing, scene)
            row["number"] = form.number
            row["monster_rating"] = form.monster_rating
            row["horror_rating"] = form.horror_rating
            self._add_abilities(row, abilities)
            row["first_quest"] = self.n_quests
            quests = [
                self._add_quest(quest, place.at("quests", i), scene, QuestSource.CHAPTER, n, form.title)
                for i, quest in enumerate(form.quests)
            ]
            row["end_quest"] = self.n_quests
            self._check_added(place, [*(a.steps for a in abilities), *(q.reward for q in quests)])
            fact = ChapterFacts.of(form, place, abilities, [quest.reward for quest in quests])
            facts.append(fact)
            texts = [ability.text for ability in abilities] + [quest.text for quest in quests]
            if not (quests or fact.exit or fact.endgame):
                texts.append("Activate a chapter space to go on.")
            row["blocks"] = bool(form.quests) or fact.exit or fact.endgame
            row["leaves"] = fact.exit or fact.endgame
            row["has_entry"] = fact.entry
            self.texts["chapters"].append(
                f"Spawn {form.monster_rating}, horror {form.horror_rating}. " + " ".join(texts)
            )
        self.table["n_chapters"] = len(cards)
        self.table["chapters"][len(cards) - 1]["victory_on_exit"] = self.length == "extra_fast"
        self.table["scenario"] = self.pack.scenarios.index(self.id)
        if self.length == "full":
            _check_chapters(facts, self.scenario, self.place)

    def _check_added(self, place: Place, lists: Iterable[Sequence[Step]]) -> None:
        """A level that a chapter adds must have treasures (CHP-12)."""
        levels = set(self.table["treasures"]["level"][: int(self.table["n_treasures"])].tolist())
        for step in (step for steps in lists for step in walk(steps)):
            if step.code == Op.ADD_TREASURE and step.slots["a"] not in levels:
                raise place.error(f"'add_treasure' names level {step.slots['a']}, of which there is no treasure")

    def _events(self, section: Literal["explorer_events", "horror_events"]) -> None:
        for id_, form in self.pack.forms(section).items():
            if form.scenario is not None and form.scenario not in self.pack.forms("scenarios"):
                at = self.pack.place(section, id_).at("scenario")
                raise at.error(f"unknown scenario {form.scenario!r}{near(form.scenario, self.pack.forms('scenarios'))}")
        explorer = section == "explorer_events"
        scene = self._scene("explorer_event" if explorer else "horror_event", "explorers" if explorer else None)
        cards = self._cards(section, state.MAX_EVENTS)
        _enough(cards, 2, section.replace("_", " "), self.place)
        for n, (_, form, place) in enumerate(cards):
            row = self.table[section][n]
            abilities = card_abilities(place, scene.card, form.effects, form.ongoing, scene)
            texts = [ability.text for ability in abilities]
            quest = getattr(form, "quest", None)
            if quest is not None and abilities:
                raise place.at("quest").error("a quest card has neither 'effects' nor 'ongoing'")
            if quest is None and not abilities:
                raise place.error(
                    "the card does nothing; expected 'effects', 'ongoing'" + (" or 'quest'" if explorer else "")
                )
            row["kind"] = EventKind.ONGOING if form.ongoing else EventKind.QUEST if quest else EventKind.DEFAULT
            self._add_abilities(row, abilities)
            if explorer:
                row["quest"] = -1
                if quest is not None:
                    row["quest"] = self.n_quests
                    texts.append(
                        self._add_quest(quest, place.at("quest"), scene, QuestSource.EVENT, n, form.title).text
                    )
            else:
                told = [step for a in abilities if a.trigger == Trigger.TEXT for step in walk(a.steps)]
                row["shuffles"] = any(step.code == Op.RESHUFFLE and step.slots["a"] == 1 for step in told)
            self.texts[section].append(" ".join(texts))
        self.table[f"n_{section}"] = len(cards)

    def _endgame(self) -> None:
        row = self.table["endgame"]
        self.table["first_endgame_quest"] = self.n_quests
        endgame = self.scenario.endgame
        row["first_ability"] = row["end_ability"] = self.n_abilities
        if endgame is not None:
            place = self.place.at("endgame")
            scene = self._scene("endgame", "explorers")
            abilities = card_abilities(place, "endgame", endgame.set_up, endgame.ongoing, scene, "set_up")
            self._add_abilities(row, abilities)
            quests = [
                self._add_quest(quest, place.at("quests", i), scene, QuestSource.ENDGAME, 0, endgame.title)
                for i, quest in enumerate(endgame.quests)
            ]
            texts = [ability.text for ability in abilities] + [quest.text for quest in quests]
            ends = [*(ability.steps for ability in abilities), *(quest.reward for quest in quests)]
            codes = {step.code for steps in ends for step in walk(steps)}
            if Op.WIN not in codes:
                raise place.error(
                    "nothing wins the endgame; expected the effect 'win' in a quest's reward or in 'ongoing'"
                )
            if Op.LOSE not in codes:
                raise place.error("nothing loses the endgame; expected the effect 'lose', for example in 'ongoing'")
            self.endgame = CardText(endgame.title, " ".join(texts), endgame.story)
        self.table["has_endgame"] = endgame is not None
        self.table["end_endgame_quest"] = self.n_quests
        self.table["n_quests"] = self.n_quests
        self.ids["quests"] = [f"quest_{i}" for i in range(self.n_quests)]
        self.names["quests"] = [name for name, _ in self.quests]
        self.texts["quests"] = [text for _, text in self.quests]
        self.stories["quests"] = [""] * self.n_quests

    def _finish(self) -> None:
        for i, row in enumerate(self.assembler.ops):
            self.table["ops"][i] = tuple(row)
        for i, m in enumerate(self.assembler.modifiers):
            self.table["mods"][i] = (m.stat, m.amount, m.scope, m.condition, m.stack)


# ------------------------------------------------------------------------------------------------ checks


def _enough(cards: Collection[Any], least: int, what: str, place: Place) -> None:
    """A deck that is too small cannot serve the rules."""
    if len(cards) < least:
        raise place.error(f"the deck is too small: expected at least {least} {what}, got {len(cards)}")


def _check_treasure(form: Treasure, place: Place, info: PackInfo) -> None:
    """Fields that fit the treasure's type (ITM-01 to ITM-05, ITM-13)."""
    if (form.part is None) == (form.type == "apparel"):
        raise place.at("part").error(f"apparel has a part of the body and nothing else has, got type {form.type!r}")
    if form.type == "apparel" and not (form.armor or form.will):
        raise place.error("apparel raises 'armor' or 'will' (MAC-ITM-01)")
    if form.part == "torso" and form.augment is None:
        raise place.error("'augment' is missing: apparel for the torso has an augment symbol (MAC-ITM-01)")
    if form.one_handed and form.type != "weapon":
        raise place.at("one_handed").error(f"only a weapon is one-handed, got type {form.type!r}")
    if form.type == "augment" and form.augment is None:
        raise place.error("'augment' is missing: the symbol by which it is attached")
    if form.augment is not None and form.type not in ("apparel", "weapon", "augment"):
        raise place.at("augment").error(f"apparel, weapons and augments have augment symbols, got type {form.type!r}")
    if form.type in ("consumable", "augment") and (form.top or form.bottom):
        raise place.error(f"a treasure of type {form.type!r} has no upgrade slots")
    for name, known in (
        ("top", info.upgrade_symbols),
        ("bottom", info.upgrade_symbols),
        ("augment", info.augment_symbols),
    ):
        symbol = getattr(form, name)
        if symbol is not None and symbol not in known:
            raise place.at(name).error(f"unknown symbol {symbol!r}{near(symbol, known)}")
    if not form.abilities and not (form.armor or form.will):
        raise place.error("the treasure does nothing; expected 'abilities', 'armor' or 'will'")


def _check_symbols(cards: Sequence[tuple[str, Treasure, Place]]) -> None:
    """Every slot must have a card that fits it (ITM-10, ITM-11, ITM-15)."""
    for id_, form, place in cards:
        for name, counterpart in (("top", "bottom"), ("bottom", "top")):
            symbol = getattr(form, name)
            if symbol and not any(
                other_id != id_
                and other.type == form.type
                and getattr(other, counterpart) == symbol
                and not (form.type == "apparel" and form.augment and other.augment)
                for other_id, other, _ in cards
            ):
                raise place.at(name).error(f"no other {form.type} has the symbol {symbol!r} at its {counterpart}")
        if form.augment:
            fits = [
                o
                for _, o, _ in cards
                if o.augment == form.augment and (o.type == "augment") != (form.type == "augment")
            ]
            if not fits:
                raise place.at("augment").error(f"no card matches the symbol {form.augment!r}")


def _treasure_text(form: Treasure, abilities: Sequence[Ability]) -> str:
    head = [f"Level {form.level} {form.type}"]
    head += [form.part] if form.part else []
    head += ["one-handed"] if form.one_handed else []
    head += [f"{getattr(form, name):+d} {name}" for name in ("armor", "will") if getattr(form, name)]
    head += [f"{name} {getattr(form, name)}" for name in ("top", "bottom", "augment") if getattr(form, name)]
    return ", ".join(head) + "." + "".join(f" {ability.text}" for ability in abilities)


def _check_tile_set(cards: Sequence[tuple[str, Any, Place]], place: Place) -> None:
    """The tile deck as a whole: two faces per tile, enough tiles, every kind of space."""
    deck: dict[str, list[Place]] = {}
    kinds: set[Space] = set()
    for _, form, at in cards:
        if form.use == "deck":
            deck.setdefault(form.tile, []).append(at)
            kinds |= form.kinds
    for name, faces in deck.items():
        if not name:
            raise faces[0].error("'tile' is missing: the name of the double-sided tile that this is a face of")
        if len(faces) != 2:
            raise faces[0].at("tile").error(f"a tile of the deck has two faces; tile {name!r} has {len(faces)}")
    _enough(deck, 4, "double-sided tiles", place)
    for name, kind in SPACES.items():
        if kind not in kinds and kind != Space.SPECIAL:
            raise place.error(f"no tile of the deck has a {name} space")


@dataclass(frozen=True)
class ChapterFacts:
    """What the order of chapters depends on."""

    number: int
    place: Place
    quests: bool
    entry: bool
    exit: bool
    base: bool
    endgame: bool

    @staticmethod
    def of(
        form: Chapter, place: Place, abilities: Sequence[Ability], rewards: Sequence[Sequence[Step]]
    ) -> ChapterFacts:
        """Facts of a checked chapter.

        Raises:
            ContentError: effects in an order or place that the rules do not allow.
        """
        printed = [
            step.code for ability in abilities if ability.trigger == Trigger.TEXT for step in walk(ability.steps)
        ]
        lists = [[step.code for step in walk(reward)] for reward in rewards]
        rewarded = [code for codes in lists for code in codes]
        waiting = [i for i, code in enumerate(printed) if code in (Op.PLACE_ENTRY, Op.PLACE_EXIT, Op.ENTER_ENDGAME)]
        if Op.ENTER_BASE in printed and waiting and waiting[0] < printed.index(Op.ENTER_BASE):
            raise place.at("effects").error(
                "'enter_base' must stand before place_entry, place_exit and enter_endgame, which wait (MAC-BAS-19)"
            )
        if form.quests and Op.PLACE_EXIT in printed:
            raise place.at("effects").error("with a quest, 'place_exit' belongs in the quest's reward (MAC-EXI-10)")
        leaving = (Op.PLACE_ENTRY, Op.ENTER_BASE)
        for i, before in enumerate([printed, *lists]):
            if Op.PLACE_EXIT not in before:
                continue
            after = before[before.index(Op.PLACE_EXIT) :]
            other_quests = [code for k, codes in enumerate(lists, 1) if i and k != i for code in codes]
            if any(code in leaving for code in (*after, *other_quests)):
                raise place.error(
                    "'place_entry' and 'enter_base' take the tiles away, and the exit token with them, so they must "
                    "stand before 'place_exit' and not in the reward of another quest beside it (MAC-ENT-05, "
                    "MAC-BAS-04)"
                )
        codes = {*printed, *rewarded}
        return ChapterFacts(
            form.number,
            place,
            bool(form.quests),
            Op.PLACE_ENTRY in printed,
            Op.PLACE_EXIT in codes,
            Op.ENTER_BASE in printed,
            Op.ENTER_ENDGAME in codes,
        )


def _check_chapters(facts: Sequence[ChapterFacts], scenario: Scenario, place: Place) -> None:
    """The chapter deck of each length of the game (SET-17, EXI-10, FAS)."""
    numbers = [fact.number for fact in facts]
    for name in ("removable", "extra_fast"):
        for number in getattr(scenario, name):
            if number not in numbers:
                raise place.at(name).error(f"there is no chapter {number}")
    last = _check_deck(facts, place, "")
    if (scenario.endgame is not None) != last.endgame:
        wanted = "must" if scenario.endgame else "cannot"
        raise last.place.error(f"the last chapter {wanted} have 'enter_endgame': see the scenario's 'endgame'")
    if scenario.removable:
        without = f" (without chapters {', '.join(map(str, scenario.removable))})"
        end = _check_deck([fact for fact in facts if fact.number not in scenario.removable], place, without)
        if end.endgame != last.endgame:
            raise place.at("removable").error("the last chapter, with the endgame, cannot be left out (MAC-FAS-03)")
    if scenario.extra_fast:
        only = f" (of chapters {', '.join(map(str, scenario.extra_fast))} alone)"
        end = _check_deck([fact for fact in facts if fact.number in scenario.extra_fast], place, only)
        if not end.exit or end.endgame:
            raise place.at("extra_fast").error(
                f"the game is won at the exit of its last chapter, so chapter {end.number} needs 'place_exit' "
                "(MAC-FAS-02)"
            )


def _check_deck(deck: Sequence[ChapterFacts], place: Place, what: str) -> ChapterFacts:
    """The order of the chapters of one length, `what` in words; returns the last one."""
    if not deck or not deck[0].entry or deck[0].base:
        raise (deck[0].place if deck else place).error(
            f"the first chapter{what} must place the explorers by 'place_entry' (MAC-SET-17)"
        )
    for before, after in itertools.pairwise(deck):
        if before.exit and not (after.base or after.entry or after.endgame):
            raise after.place.error(
                f"it follows an exit{what}, so it needs enter_base, place_entry or enter_endgame (MAC-EXI-10)"
            )
        if before.endgame:
            raise before.place.error("'enter_endgame' belongs on the last chapter")
    return deck[-1]


# ------------------------------------------------------------------------------------------------ loading


load_pack = Library(Pack, MODELS, FOLDER).load
"""See `envs.core.content.Library.load`."""


def schema() -> dict[str, Any]:
    """The JSON schema of a file of a pack, for editors."""
    return file_schema("Content of Machina Arcana", MODELS, VOCABULARY)
