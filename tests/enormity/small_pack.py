"""A small pack in which every field of every kind of card is used, and tools to change it and to read its tables."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from envs.core.content import Entry
from envs.core.effects import Place
from envs.core.errors import ContentError
from envs.enormity.actions import WIDTH
from envs.enormity.content import MODELS, Catalogue, Pack
from envs.enormity.state import POINT_WIDTH

TEXT = """
pack:
  small:
    title: Small
    dice:
      white: ["-", W]
      red: [h, WW, Wq]
      black: [p, WWq, hq, WWWpq]
      green: [W, pp]
      orange: [hh, W]
    supply: {white: 5, red: 3, black: 2}
    blips:
      echo: {number: 2}
      a: {number: 3, intruders: {white: 1, red: 2, black: 2}}
      b: {number: 2, intruders: {white: 2, red: 2, black: 3}}
      u: {number: 1, intruders: 1}
    multitool: wrench
    dazed: dazed
    clues: [map_scrap, old_code]
    you_live: bonus_action
    awakening:
      - {title: Past Fear, passive: [{power: 2}]}
      - {title: Stride, timing: reaction, effects: [{move: 2}]}

characters:
  ada:
    title: Ada
    division: science
    skills: {intelligence: 1, dexterity: 2, strength: 3, willpower: 4, perception: 5}
    stress: 2
    rubicon: {2: expertise, 7: discipline}
    halves: [creep, stroll, ponder]
    abilities:
      - title: Sums
        timing: turn
        analysis: true
        cost: {stress: 1}
        need: {pool_area_empty: true}
        effects: [{place_tokens: {amount: 2, type: expertise, area: empty}}]
      - title: Watchful
        passive: [{light_range: 1, when: {band: green}}, {strength: -1}]
      - title: Calm Down
        timing: turn
        reaction: true
        unlimited: true
        cost: {discipline: 1, confidence: 2, expertise: 3, adrenaline: 4}
        need: {tokens: {type: any, at_least: 7}}
        effects: [{lose_stress: 1}]
  bo: &plain
    title: Bo
    division: ops
    skills: {intelligence: 1, dexterity: 1, strength: 1, willpower: 1, perception: 1}
    stress: 0
    halves: [creep, stroll, ponder]
  cy: {<<: *plain, title: Cy, division: medical}
  di: {<<: *plain, title: Di, division: engineering}

suits:
  deep_suit:
    title: Deep Suit
    rubicon: {4: confidence}
    bands: {red: 2, orange: 5}
    support: 2
    backpack: 3
    armor: 1
    light: {range: 4, dice: 2, colour: red}
    copies: 2
    halves: [crouch, march, strike]
    abilities:
      - {title: Coolant, timing: turn_start, need: {adrenaline: 6}, effects: [{lose_adrenaline: 1}]}
  work_suit:
    title: Work Suit
    bands: {red: 3, orange: 6}
    support: 1
    backpack: 2
    light: {range: 3}
    halves: [march, crouch, strike]

halves:
  creep:
    title: Creep
    colour: yellow
    actions:
      - {action: move, spaces: 1, cost: {stress: 1}}
      - {action: calm, cost: {expertise: 2}, need: {stress: 4}, effects: [{lose_stress: 1}]}
  stroll:
    title: Stroll
    colour: yellow
    walk: true
    actions:
      - {action: move, spaces: 3, noise: {kind: dice, number: 2, colour: red}}
      - {action: fast_reload, cost: {adrenaline: 1}}
  ponder:
    title: Ponder
    colour: blue
    actions:
      - {action: scout, adrenaline: true}
      - {action: scavenge, adrenaline: true}
      - {action: full_reload}
      - {action: rationalize}
      - {action: catch_breath}
      - {action: rearm}
  march:
    title: March
    colour: yellow
    walk: true
    actions:
      - {action: move, spaces: 4, noise: {kind: symbol, number: 1}, effects: [{may: [{gain_stress: 1}]}]}
  crouch: {title: Crouch, colour: yellow, actions: [{action: rearm}]}
  strike: {title: Strike, colour: red, actions: [{action: attack, adrenaline: true}]}

gear:
  wrench: {title: Wrench, kind: weapon, dice: {white: 1}, modifiers: {discipline: 1}}
  rifle:
    title: Rifle
    kind: weapon
    traits: [tool]
    hands: 2
    dice: {white: 1, red: 2, black: 3, green: 1, orange: 1}
    more_dice: {adrenaline: 5, dice: {red: 1}}
    power: 4
    modifiers: {discipline: 1, confidence: 2, expertise: 3}
    reach: reach
    range: 6
    suppress: 2
    quadrants: 1
    ammo: 3
    charges: 1
    noise: {kind: per_ammo, number: 1}
    keywords: [linear, heavy]
    burst: 2
    advance: 1
    fallback: 3
    radiate: 4
    leaves: {discipline: 3, confidence: 2, expertise: 1}
    wound: [{knockback: {spaces: 2, who: target}}]
    fail: [{condition: itch}]
    abilities:
      - {title: Aim, timing: roll, cost: {ammo: 1}, passive: [{confidence: 1}]}
    flavour: It pulls to the left.
  knife: {title: Knife, kind: weapon, hands: 1, power: 1, keywords: [noiseless]}
  lamp:
    title: Lamp
    kind: support
    light: red
    abilities:
      - {title: Flash, timing: turn, when_exhausted: true, cost: {exhaust: true}, effects: [ready_gear]}
  plate:
    title: Plate
    kind: armor
    reduction: 2
    rerolls: 1
    charges: 2
    abilities:
      - {title: Turn Aside, timing: damage, cost: {charges: 1}, effects: [{dodge: all}]}

types:
  crawler:
    title: Crawler
    level: 2
    minis: 6
    speed: {white: 2, red: 3, black: 4}
    at: {white: 3, red: 3, black: 5}
    noise: {white: white, red: red, black: black}
    wounds: 2
    target: lowest_vitals
    range: 5
    protocols:
      - id: bite
        title: Bite
        requirement: adjacent
        levels: [red, black]
        windows: [move, attack]
        moves: 1
        attack: true
        dice: {red: 2, white: 1}
        power: 3
        lethal: true
        gate: {stress: 4, dice: {black: 1}}
        hit: [{gain_stress: 1}]
        gated: {damage: 6, effects: [{condition: {condition: itch, who: target}}]}
        after: [{lure: 2}]
      - id: spit
        title: Spit
        requirement: {within: 5}
        attack: true
        reach: ranged
        linear: true
        terrorize: true
        dice: {red: 1}
      - {id: crawl, title: Crawl, moves: 2}
    responses:
      wound: [{spawn_blips: 1}]
      fail: [{reprisal: bite}]
      critical: [{bonus_attack: {who: target}}]
      instinct: [{protocol: {protocol: spit, who: self}}]
    first_contact: [{gain_stress: {amount: 1, who: all_spacers}}]
    overwhelm: [discard_blip]
    additional: bite
    traits:
      - {title: Shy, timing: scouted, effects: [{drive_off: {spaces: 4, who: self}}]}
      - {title: Packed, need: {blips: 4}, passive: [{at: 1}]}
    specimen_slots: 2
  hunter:
    title: Hunter
    adversary: true
    minis: 1
    speed: unlimited
    at: 4
    wounds: infinite
    crash: true
    protocols:
      - {id: charge, title: Charge, moves: 1, attack: true, power: 2}

specimens:
  elder:
    title: Elder
    type: crawler
    speed: -1
    at: 1
    wounds: 2
    dice: 3
    replaces: bite
    protocol: {id: maul, title: Maul, requirement: adjacent, attack: true, dice: {red: 3}}
    traits:
      - {title: Stench, timing: melee_from_adjacent, effects: [{gain_stress: 1}]}
  runt: {title: Runt, type: crawler, speed: 2}

conditions:
  dazed: {title: Dazed, abilities: [{title: Ringing, passive: [{move: -1}]}]}
  itch:
    title: Itch
    abilities:
      - {title: Worse, timing: regained, effects: [{lose_vitals: 1}]}
      - {title: Home, timing: lingering, effects: [{gain_infection: 2}]}

breakdowns:
  freeze:
    title: Freeze
    bonus_title: Thaw
    effects: [knockdown]
    abilities:
      - {title: Numb, passive: [{no_reaction: true}]}
    bonus:
      - {title: Thaw, timing: turn_end, effects: [{lose_stress: 1}]}
    flips: next_turn
  sob: &sob
    title: Sob
    bonus_title: Dry Eyes
    effects: [{gain_adrenaline: 1}]
    bonus: [{title: Dry Eyes, passive: [{willpower: 1}]}]
  rant: {<<: *sob, title: Rant}
  shake: {<<: *sob, title: Shake}

stratagems:
  hush:
    title: Hush
    tokens: {discipline: 1, expertise: 2}
    charges: 3
    ability: {title: Hush, timing: turn, effects: [{lasting: {until: noise, silent: true, who: all_spacers}}]}
  order:
    title: Order
    division: ops
    need: {tokens: {type: confidence, at_least: 4}}
    ability: {title: Order, timing: reaction, effects: [{move: 1}]}
  sprint:
    title: Sprint
    need: {vitals_at_most: 3}
    ability: {title: Sprint, timing: turn, effects: [{move_action: {spaces: 3, noise: symbol}}]}

scanners:
  w1: {level: white, quadrants: [0, 1, 2, 3], coordinate: B3, copies: 2}
  r1: {level: red, quadrants: [1, 1, 1, 1]}
  k1: {level: black, quadrants: [4, 3, 2, 1]}

terrains:
  crate: {title: Crate, keywords: [cover, destructible], number: 3}
  slick: {title: Slick, number: 2, enter: [{lose_vitals: 1}]}

objectives:
  box: {title: Box}
  sample: {title: Sample, token: expertise}

other_places:
  duct: {title: Duct, text: It is warm.}

locations:
  dock:
    title: Dock
    designation: DK
    ecology: crawler
    flags: [dark]
    abilities:
      - {title: Dark, need: {flag: dark}, passive: [{light_range: -1}]}
      - title: Winch
        timing: turn
        cost_by_level: {white: {discipline: 1}, red: {confidence: 2}, black: {expertise: 3}}
        effects: [{door: open}]
      - {title: Haul, timing: action, effects: [{flag: dark}]}
    engrams:
      - {title: Can, device: {title: Can, timing: turn, effects: [{regain_vitals: 1}]}, resource: 0}
      - {title: Key, device: {title: Key, timing: reaction, effects: [{door: open}]}}
      - {title: Sack, device: {title: Sack, timing: damage, effects: [{dodge: 1}]}, resource: 2}
      - {title: Star, device: {title: Star, timing: blip_moves, effects: [{shorter_blip: 1}]}, resource: 9}

pages:
  bay:
    title: Bay
    location: dock
    rows:
      - "#....."
      - "......"
      - "..!..."
      - "......"
      - "......"
      - "......"
    walls: [E1-E2 south, E6 east, B6 east]
    red_lines: [B4 east]
    doors:
      hatch: {at: [C6 east], state: welded}
      gate: {at: [F4-F5 south]}
    arrows: {D6: annex}
    forced: {A6: north}
    consoles:
      panel:
        title: Panel
        at: B6
        once: true
        lock: {skill: dexterity, at: 2}
        effects: [{set_door: {set: open, door: gate}}]
    exits:
      lift: {title: Lift, cells: [A1]}
    spawns: [["0,0"], ["6,0", "6,1"]]
    starts: [B2, B3, C2, C3]
    setup:
      discoveries: {D4: 1, F6: 2}
      caches: [E6]
      engrams: {F2: random, F3: 2}
      objectives: {F4: sample}
      intruders: {F5: ecology, E1: crawler}
      terrains: {D5: slick}
      start_blips: ["0,0"]
  annex:
    title: Annex
    location: dock
    rows: ["...", "...", ".#.", "..."]
    consoles:
      desk: {title: Desk, at: D1, effects: [{reveal_point: chute}]}
    exits:
      chute: {title: Chute, cells: [A2, A3], hidden: true}
    spawns: [["3,0"]]

entries:
  shelf: {title: Shelf, section: fixed, book: cards, number: 1, effects: [{lose_stress: 1}]}
  bunk:
    title: Bunk
    section: fixed
    book: cards
    number: 3
    for_all: true
    need: {objectives: {type: sample, at_least: 2}}
    code: note
    text: Somebody slept here.
  crack: {title: Crack, section: location, book: dock, number: 1, chain: gap, effects: [{clue: old_code}]}
  gap: {title: Gap, section: location, book: dock, number: 2, chain_end: true, effects: [gain_loot]}
  hum: {title: Hum, section: parsec, book: near, number: 1, infinite: true, effects: [{cross_out: gap}]}
  trail: {title: Trail, section: intruder, book: crawler, number: 1, effects: [{paragraph: page}]}

paragraphs:
  note: {title: Note, code: "0202", effects: [{gain_stress: 1}], text: Do not sleep here.}
  page: {title: Page, code: "0101", locked: quantum, scenarios: [drift], effects: [win]}

scenarios:
  run:
    title: Run
    number: 1
    story: You are late.
    pages:
      - {page: bay, x: 1, y: 2, start: true}
      - {page: annex, x: 7, y: 3}
    preset: true
    loadouts: {ada: [rifle, lamp], bo: [knife], cy: [], di: [plate]}
    characters: [bo]
    suits: [work_suit, deep_suit]
    stratagems: [sprint]
    choose_start: true
    fixed_discoveries: [bunk, shelf, bunk]
    track:
      - {space: 8, item: blip}
      - {space: 6, item: intruder}
      - {space: 5, item: discovery, token: 3}
    extraction_start: 3
    loot: {knife: 2, plate: 1}
    engrams: [1, 2, 3, 4]
    goal: {type: sample, number: 1, needed: true}
    counters: [alarm, tide]
    rules:
      - {title: Alarm, timing: round_end, need: {counter: {counter: alarm, at_least: 3}}, effects: [{count: tide}]}
  drift:
    title: Drift
    number: 2
    ecology: crawler
    pages:
      - page: bay
        x: 0
        y: 0
        start: true
        setup: {discoveries: {D4: random, F6: random, C4: random}, objectives: {}}
      - {page: annex, x: 6, y: 1}
    stash: {knife: 4, rifle: 1}
    insertion: lift
    discoveries: {location: 2, parsec: 1, intruder: 1, books: {location: dock, parsec: near, intruder: crawler}}
    track: [{space: 4, item: discovery}]
    extraction_start: 2
    loot: {lamp: 1}
    engrams: [4, 0, 0, 0]
"""

Data = dict[str, dict[str, Any]]
Change = Callable[[Data], object]


def data() -> Data:
    """The entries of the pack by section and id, to be changed at will."""
    return copy.deepcopy(_DATA)


_DATA: Data = yaml.safe_load(TEXT)


def write(entries: Data, folder: Path) -> Path:
    """Write a pack, each section into a file of its name."""
    for section, cards in entries.items():
        (folder / f"{section}.yaml").write_text(yaml.safe_dump({section: cards}))
    return folder


def changed(*changes: Change, all_scenarios: bool = True) -> Pack:
    """The pack after changes of its entries; each section is taken to stand in a file of its name."""
    entries = data()
    for change in changes:
        change(entries)
    return Pack(
        {
            section: {
                id_: Entry(Place(f"{section}.yaml", f"{section} {id_!r}"), card)
                for id_, card in sorted(entries.get(section, {}).items())
            }
            for section in MODELS
        },
        all_scenarios,
    )


def broken(change: Change, message: str) -> None:
    """The change makes the pack refused, with a message that begins like this."""
    with pytest.raises(ContentError) as caught:
        changed(change)
    assert str(caught.value)[: len(message)] == message


def card(section: str, id_: str, **fields: Any) -> Change:
    """Give fields of an entry other values."""
    return lambda entries: entries[section][id_].update(fields)


def put(section: str, *path: Any, value: Any) -> Change:
    """Give something inside an entry another value."""

    def change(entries: Data) -> None:
        at: Any = entries[section]
        for step in path[:-1]:
            at = at[step]
        at[path[-1]] = value

    return change


def drop(section: str, *path: Any) -> Change:
    """Take something away."""

    def change(entries: Data) -> None:
        at: Any = entries[section]
        for step in path[:-1]:
            at = at[step]
        del at[path[-1]]

    return change


class Reader:
    """The tables of a scenario, read by the ids of the cards."""

    def __init__(self, pack: Pack, scenario: str = "run"):
        self.pack = pack
        self.table = pack.tables(scenario)
        self.catalogue: Catalogue = pack.catalogue(scenario)

    def number(self, kind: str, id_: str) -> int:
        return list(self.catalogue.ids[kind]).index(id_)

    def text(self, kind: str, id_: str) -> str:
        return self.catalogue.texts[kind][self.number(kind, id_)]

    def row(self, kind: str, id_: str) -> Any:
        return self.table[kind][self.number(kind, id_)]

    def ops(self, row: Any, name: str, end: str = "", at: int | None = None) -> list[tuple[int, ...]]:
        """Operations of a list of effects up to its END; those behind a field of several lists by `at`."""
        first, last = row[name], row[end or f"{name}_end"]
        first, last = (int(first), int(last)) if at is None else (int(first[at]), int(last[at]))
        if first < 0:
            assert last == 0
            return []
        found = [tuple(int(v) for v in op) for op in self.table["ops"][first:last].tolist()]
        assert found[-1] == (0,) * 6
        return found[:-1]

    def mods(self, row: Any) -> list[tuple[int, ...]]:
        """Modifiers of an ability: statistic, amount, argument, condition and its argument."""
        return [tuple(m) for m in self.table["mods"][int(row["first_mod"]) : int(row["end_mod"])].tolist()]

    def titles(self, row: Any, first: str = "first_ability", end: str = "end_ability") -> list[str]:
        """Titles of the abilities of a card."""
        return [a.title for a in self.catalogue.abilities[int(row[first]) : int(row[end])]]

    def ability(self, title: str) -> Any:
        """The row of the first ability of a title."""
        return self.table["abilities"][[a.title for a in self.catalogue.abilities].index(title)]

    def ability_text(self, title: str) -> str:
        return next(a.text for a in self.catalogue.abilities if a.title == title)


def fields(row: Any, *without: str) -> dict[str, Any]:
    """The fields of a row as plain values, those aside that hold 0 or sum up the abilities."""
    found = {name: row[name].tolist() for name in row.dtype.names if name not in (*without, "stats", "bonus_stats")}
    return {name: value for name, value in found.items() if not _zero(value)}


def _zero(value: Any) -> bool:
    return all(map(_zero, value)) if isinstance(value, list) else value == 0


def cell(text: str, x: int = 1, y: int = 2, h: int = 6) -> int:
    """The cell of a printed coordinate of a page; those of the bay in the scenario ``run``."""
    return (y + h - 1 - (ord(text[0]) - ord("A"))) * WIDTH + x + int(text[1:]) - 1


def point(i: int, j: int) -> int:
    return j * POINT_WIDTH + i
