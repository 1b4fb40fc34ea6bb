"""What the cards of Enormity can say, on top of the general effects of `envs.core.effects` (ABL, KEY, CND, DSC, WLD).

Content names lists of the pack or of a scenario by their ids: conditions, gear, protocols, types, paragraphs, entries,
terrains, objectives, clues, counters, flags, doors, consoles, spawn_points, extraction_points, other_places.
"""

from __future__ import annotations

from collections.abc import Mapping

from envs.core.effects import Condition, Effect, Parameter, Selector, Statistic, Vocabulary, plural, word
from envs.enormity.state import (
    Band,
    Colour,
    Division,
    DoorState,
    Level,
    Need,
    NoiseKind,
    Op,
    Skill,
    Stat,
    Token,
    Until,
    Who,
)

S, I = "spacers", "intruders"  # noqa: E741

SELECTORS = {
    "self": Selector(Who.SELF, "{self}", "own", actor=True),
    "target": Selector(Who.TARGET, "{target}", "target"),
    "all_spacers": Selector(Who.ALL_SPACERS, "all Spacers", S, each="each Spacer"),
    "other_spacers": Selector(Who.OTHER_SPACERS, "all other Spacers", S, actor=True, each="each other Spacer"),
    "chosen_spacer": Selector(Who.CHOSEN_SPACER, "a Spacer of your choice", S),
    "other_chosen": Selector(Who.OTHER_CHOSEN, "another Spacer of your choice", S, actor=True),
    "adjacent_chosen": Selector(Who.ADJACENT_CHOSEN, "an adjacent Spacer of your choice", S, actor=True),
    "priority_target": Selector(Who.PRIORITY, "the Priority Target", S),
    "location_spacers": Selector(
        Who.LOCATION_SPACERS, "all Spacers on the Location", S, actor=True, each="each Spacer on the Location"
    ),
    "zone_spacers": Selector(
        Who.ZONE_SPACERS, "all Spacers in the Zone", S, ranged=True, actor=True, each="each Spacer in the Zone"
    ),
    "knocked_down": Selector(Who.KNOCKED_CHOSEN, "another Spacer that is knocked down", S, actor=True),
    "all_intruders": Selector(Who.ALL_INTRUDERS, "all Intruders", I, each="each Intruder"),
    "chosen_intruder": Selector(Who.CHOSEN_INTRUDER, "an Intruder of your choice", I),
    "endangered_intruder": Selector(
        Who.CHOSEN_DANGEROUS, "an Intruder on a dangerous space or a Terrain tile, of your choice", I
    ),
    "nearest_intruder": Selector(Who.NEAREST_INTRUDER, "the nearest Intruder", I, actor=True),
    "adjacent_intruders": Selector(
        Who.ADJACENT_INTRUDERS, "all adjacent Intruders", I, actor=True, each="each adjacent Intruder"
    ),
    "sighted_intruder": Selector(Who.SIGHT_INTRUDER, "an Intruder in line of sight, of your choice", I, actor=True),
}

TOKENS = {token.name.lower(): int(token) for token in Token}
LEVELS = {level.name.lower(): int(level) for level in Level}
COLOURS = {colour.name.lower(): int(colour) for colour in Colour}
SKILLS = {skill.name.lower(): int(skill) for skill in Skill}
BANDS = {band.name.lower(): int(band) for band in Band}
DIVISIONS = {division.name.lower(): int(division) for division in Division if division}
NOISES = {kind.name.lower(): int(kind) for kind in NoiseKind if kind}
DOORS = {"open": int(DoorState.OPEN), "closed": int(DoorState.CLOSED), "welded": int(DoorState.WELDED), "weld": 3}
AREAS = {"incoming": 0, "active": 1, "chosen": 2, "empty": 3}
AREA_TEXTS = {0: "the Incoming Pool", 1: "the Active Pool", 2: "an area of the pool", 3: "the empty area of the pool"}
ANY_TOKEN = {**TOKENS, "any": 3}


def noise_text(kind: str, number: int, colour: str = "white") -> str:
    """How a card prints a Noise box (ENO-NOI-02, ENO-NOI-04, ENO-NOI-05)."""
    plus = f" +{number}" if number else ""
    return {
        "none": "no Noise",
        "symbol": f"Intruder-symbol Noise{plus}",
        "per_ammo": f"Intruder-symbol Noise +{number} per Ammo",
        "number": f"Noise {number}",
        "dice": f"Noise of {number} {colour} " + ("die" if number == 1 else "dice"),
        "dice_per_shot": f"Noise of {number} {colour} " + ("die" if number == 1 else "dice") + " per shot",
    }[kind.replace(" ", "_")]


def _n(low: int, high: int, slot: str = "a", name: str = "amount", default: int | None = None) -> Parameter:
    return Parameter(name, slot, low, high, default=default)


def _points(name: str, code: Op) -> Effect:
    """An effect that changes a statistic of Spacers."""
    verb, statistic = name.split("_")
    sign = "+" if verb in ("gain", "regain") else "-"
    return Effect(name, code, (_n(1, 9),), short="amount", who="d", units=S,
                  text=f"{{who}}: {sign}{{amount}} {statistic.capitalize()}")  # fmt: skip


def _counted(name: str, code: Op, noun: str, sign: int) -> Effect:
    """Radiation or Infection tokens gained or removed."""

    def text(shown: Mapping[str, str], values: Mapping[str, int]) -> str:
        return f"{shown['who']}: {values['amount']:+d} {noun}"

    low, high = (1, 4) if sign > 0 else (-4, -1)
    return Effect(name, code, (_n(low, high),), short="amount", who="d", units=S, text=text)


def _plain(name: str, code: Op, text: str, units: str = S) -> Effect:
    """An effect on units without arguments."""
    return Effect(name, code, who="d", units=units, text=text)


def _spaces(name: str, code: Op, text: str, units: str = S, most: int = 6) -> Effect:
    """An effect on units with a number of spaces."""
    return Effect(name, code, (_n(1, most, name="spaces"),), short="spaces", who="d", units=units, text=text)


def _tokens(amount: int, kind: str) -> str:
    """``"2 Discipline tokens"``, ``"1 token of one type"``; 0 stands for all."""
    number = "all" if amount == 0 else str(amount)
    noun = "token" if amount == 1 else "tokens"
    if kind == "any":
        return f"{number} {noun}" + (" of one type" if amount > 1 else "")
    return f"{number} {kind.capitalize()} {noun}"


def _place_tokens(shown: Mapping[str, str], values: Mapping[str, int]) -> str:
    return f"put {_tokens(values['amount'], shown['type'])} into {AREA_TEXTS[values['area']]}"


def _discard_tokens(shown: Mapping[str, str], values: Mapping[str, int]) -> str:
    number = _tokens(values["amount"], shown["type"])
    return f"discard {number} of {'both areas of the pool' if values['area'] == 2 else AREA_TEXTS[values['area']]}"


def _move_action(shown: Mapping[str, str], values: Mapping[str, int]) -> str:
    noise = noise_text(shown["noise"], values["number"], shown["colour"])
    return f"{shown['who']}: a Move action of {values['spaces']} with {noise}"


def _noise(shown: Mapping[str, str], values: Mapping[str, int]) -> str:
    return f"{shown['each']}: make {noise_text(shown['kind'], values['number'], shown['colour'])}"


def _noise_needs_number(slots: Mapping[str, int]) -> str | None:
    kind, number = slots["a"], slots["b"]
    if kind in (NoiseKind.PER_AMMO, NoiseKind.DICE_PER_SHOT):
        return "this kind of Noise belongs to weapons"
    return "'number' is missing" if kind in (NoiseKind.NUMBER, NoiseKind.DICE) and number == 0 else None


def _move_needs_number(slots: Mapping[str, int]) -> str | None:
    return _noise_needs_number({"a": slots["b"], "b": slots["c"]})


def _spawn_intruder(shown: Mapping[str, str], values: Mapping[str, int]) -> str:
    kind = "Unique Specimen" if values["unique"] else "Intruder"
    where = "you" if values["near"] else "the Priority Target"
    return f"spawn {plural(values['number'], kind)} adjacent to {where}" + (" with an ambush" * values["ambush"])


def _door(shown: Mapping[str, str], values: Mapping[str, int]) -> str:
    verb = {0: "open", 1: "close", 2: "weld", 3: "weld or break the weld of"}[values["set"]]
    return f"{verb} {'an adjacent door' if values['which'] == 0 else 'any one door'}"


def _set_door(shown: Mapping[str, str], values: Mapping[str, int]) -> str:
    verb = {0: "opens", 1: "closes", 2: "is welded", 3: "is welded, or its weld breaks"}[values["set"]]
    return f"the door {shown['door']} {verb}"


def _reload(shown: Mapping[str, str], values: Mapping[str, int]) -> str:
    return f"{shown['who']}: reload a weapon " + (f"by {values['ammo']}" if values["ammo"] else "in full")


def _dodge(shown: Mapping[str, str], values: Mapping[str, int]) -> str:
    return f"{shown['who']}: the attack deals {values['amount']} less damage" if values["amount"] else "no damage"


def _shorter(shown: Mapping[str, str], values: Mapping[str, int]) -> str:
    more = f" ({values['red_band']} shorter while your Vitals are in the red band)" if values["red_band"] else ""
    return f"the Blip moves {values['amount']} less{more}"


def _terrain(shown: Mapping[str, str], values: Mapping[str, int]) -> str:
    where = {0: "on random coordinates", 1: "adjacent to the target", 2: "here"}[values["where"]]
    return f"place the Terrain tile {shown['kind']} {where}"


def _engram(shown: Mapping[str, str], values: Mapping[str, int]) -> str:
    return f"{shown['who']}: " + ("an Engram on the space" if values["lies"] else "gain an Engram")


def _objective(shown: Mapping[str, str], values: Mapping[str, int]) -> str:
    where = {0: "gain {}", 1: "place {} on the space", 2: "place {} on random coordinates"}[values["where"]]
    return f"{shown['who']}: " + where.format(f"an Objective token ({shown['type']})")


def _marker(shown: Mapping[str, str], values: Mapping[str, int]) -> str:
    return f"the Extraction Marker moves {plural(values['spaces'], 'space')}"


def _protocol(shown: Mapping[str, str], values: Mapping[str, int]) -> str:
    return f"{shown['who']}: perform {shown['protocol']}"


def _bonus_attack(shown: Mapping[str, str], values: Mapping[str, int]) -> str:
    stand = " (first standing up)" if values["stand"] else ""
    return f"{shown['who']}: a Bonus Attack{stand}"


def _skill_test(shown: Mapping[str, str], values: Mapping[str, int]) -> str:
    return f"on a test of {shown['skill'].capitalize()} against {values['at']}"


COLOUR_E = word("colour", "e", COLOURS, default=0)

_EFFECTS = (
    _points("lose_vitals", Op.LOSE_VITALS),
    _points("regain_vitals", Op.REGAIN_VITALS),
    _points("gain_stress", Op.GAIN_STRESS),
    _points("lose_stress", Op.LOSE_STRESS),
    _points("gain_adrenaline", Op.GAIN_ADRENALINE),
    _points("lose_adrenaline", Op.LOSE_ADRENALINE),
    Effect(
        "place_tokens",
        Op.PLACE_TOKENS,
        (_n(1, 9), word("type", "b", ANY_TOKEN), word("area", "c", AREAS, default=0)),
        text=_place_tokens,
    ),
    Effect(
        "discard_tokens",
        Op.DISCARD_TOKENS,
        (
            Parameter("amount", "a", 1, 9, words={"all": 0}),
            word("type", "b", ANY_TOKEN, default=3),
            word("area", "c", {"incoming": 0, "active": 1, "both": 2}, default=1),
        ),
        short="amount",
        text=_discard_tokens,
    ),
    Effect("keep_tokens", Op.KEEP_TOKENS, (_n(1, 9),), short="amount",
           text=lambda shown, values: f"move {plural(values['amount'], 'token')} from the Active to the Incoming Pool"),
    _counted("gain_radiation", Op.RADIATION, "Radiation", 1),
    _counted("lose_radiation", Op.RADIATION, "Radiation", -1),
    _counted("gain_infection", Op.INFECTION, "Infection", 1),
    _counted("lose_infection", Op.INFECTION, "Infection", -1),
    Effect("condition", Op.CONDITION, (Parameter("condition", "a", named="conditions"),), short="condition", who="d",
           units=S, text="{who}: gain the Condition {condition}"),
    Effect("cure", Op.CURE, (Parameter("condition", "a", named="conditions"),), short="condition", who="d", units=S,
           text="{who}: discard the Condition {condition}"),
    _plain("knockdown", Op.KNOCKDOWN, "{who}: Knockdown"),
    _plain("stand_up", Op.STAND_UP, "{who}: stand up"),
    _spaces("move", Op.MOVE, "{who}: move up to {spaces}"),
    Effect(
        "move_action",
        Op.MOVE_ACTION,
        (
            _n(1, 6, name="spaces"),
            word("noise", "b", {"none": 0, **NOISES}, default=0),
            _n(0, 6, "c", "number", 0),
            COLOUR_E,
        ),
        who="d",
        units=S,
        check=_move_needs_number,
        text=_move_action,
    ),
    _spaces("knockback", Op.KNOCKBACK, "{who}: Knockback {spaces}", "any"),
    _spaces("pushback", Op.PUSHBACK, "{who}: Pushback {spaces}"),
    _spaces("lure", Op.LURE, "{who}: Lure {spaces}"),
    _plain("displace", Op.DISPLACE, "displace {who}", "any"),
    Effect(
        "noise",
        Op.NOISE,
        (word("kind", "a", NOISES), _n(0, 6, "b", "number", 0), word("colour", "c", COLOURS, default=0)),
        short="kind",
        who="d",
        check=_noise_needs_number,
        text=_noise,
    ),
    Effect("spawn_blips", Op.SPAWN_BLIP, (_n(1, 4, name="number", default=1),), short="number",
           text=lambda shown, values: f"spawn {plural(values['number'], 'Blip')}"),
    Effect("discard_blip", Op.DISCARD_BLIP, text="discard the Blip furthest from the Spacers"),
    Effect(
        "spawn_intruders",
        Op.SPAWN_INTRUDER,
        (
            _n(1, 4, name="number", default=1),
            Parameter("ambush", "b", flag=True, default=0),
            Parameter("unique", "c", flag=True, default=0),
            Parameter("near", "e", flag=True, default=0),
        ),
        short="number",
        text=_spawn_intruder,
    ),
    _spaces("drive_off", Op.MOVE_INTRUDER, "{who}: move up to {spaces} away", I),
    Effect("suppress", Op.SUPPRESS, (_n(1, 9),), short="amount", who="d", units=I,
           text="{who}: Suppress Fire {amount}"),
    _plain("wound", Op.WOUND, "{who}: 1 Wound", I),
    _plain("kill", Op.KILL, "kill {who}", I),
    _plain("surprise", Op.SURPRISE, "{who}: surprised", I),
    Effect("bonus_attack", Op.BONUS_ATTACK, (Parameter("stand", "a", flag=True, default=0),), short="stand", who="d",
           units=S, text=_bonus_attack),
    _plain("bonus_action", Op.BONUS_ACTION, "{who}: a Bonus Action"),
    Effect("reprisal", Op.REPRISAL, (Parameter("protocol", "a", named="protocols"),), short="protocol",
           cards=frozenset({"type"}), text="Reprisal: {protocol}"),
    Effect("protocol", Op.PROTOCOL, (Parameter("protocol", "a", named="protocols"),), short="protocol", who="d",
           units=I, cards=frozenset({"type"}), text=_protocol),
    Effect(
        "skill_test",
        Op.SKILL_TEST,
        (
            word("skill", "a", SKILLS),
            _n(1, 9, "b", "at"),
            word("who", "d", {"self": int(Who.SELF), "target": int(Who.TARGET)}, default=int(Who.SELF)),
        ),
        branch="c",
        text=_skill_test,
    ),
    _plain("gain_loot", Op.GAIN_LOOT, "{who}: draw from the Loot Deck"),
    Effect("gain_gear", Op.GAIN_GEAR, (Parameter("gear", "a", named="gear"),), short="gear", who="d", units=S,
           text="{who}: gain {gear}"),
    _plain("lose_gear", Op.LOSE_GEAR, "{who}: discard a Gear card"),
    Effect("remove_card", Op.REMOVE_CARD, cards=frozenset({"gear"}), text="remove this card from the game"),
    Effect("reload", Op.RELOAD, (Parameter("ammo", "a", 1, 9, words={"full": 0}, default=1),), short="ammo", who="d",
           units=S, text=_reload),
    _plain("ready_gear", Op.UNEXHAUST, "{who}: all Gear is ready again"),
    Effect("door", Op.DOOR, (word("set", "a", DOORS), word("which", "b", {"adjacent": 0, "any": 255}, default=0)),
           short="set", text=_door),
    Effect("set_door", Op.DOOR, (word("set", "a", DOORS), Parameter("door", "b", named="doors", first=1)),
           text=_set_door),
    Effect("disable_door", Op.DISABLE, (Parameter("door", "b", named="doors"),), short="door", fixed={"a": 0},
           text="disable the door {door}"),
    Effect("disable_console", Op.DISABLE, (Parameter("console", "b", named="consoles"),), short="console",
           fixed={"a": 1}, text="disable the Console {console}"),
    Effect("disable_spawn_point", Op.DISABLE, (Parameter("spawn_point", "b", named="spawn_points"),),
           short="spawn_point", fixed={"a": 2}, text="disable the spawn point {spawn_point}"),
    Effect("disable_gear", Op.DISABLE, who="d", units=S, fixed={"a": 3}, text="{who}: disable a Gear card"),
    Effect("disable_cache", Op.DISABLE, fixed={"a": 4}, text="disable the Loot Cache on the space"),
    Effect(
        "terrain",
        Op.TERRAIN,
        (
            Parameter("kind", "a", named="terrains"),
            word("where", "b", {"random": 0, "adjacent": 1, "here": 2}, default=0),
        ),
        short="kind",
        text=_terrain,
    ),
    Effect("reveal_point", Op.REVEAL_POINT, (Parameter("point", "a", named="extraction_points"),), short="point",
           text="reveal the Extraction Point {point}"),
    Effect("engram", Op.PLACE_ENGRAM, (word("lies", "a", {"gained": 0, "here": 1}, default=0),), short="lies", who="d",
           units=S, text=_engram),
    Effect(
        "objective",
        Op.PLACE_OBJECTIVE,
        (
            Parameter("type", "a", named="objectives"),
            word("where", "b", {"gained": 0, "here": 1, "random": 2}, default=0),
        ),
        short="type",
        who="d",
        units=S,
        text=_objective,
    ),
    Effect("clue", Op.CLUE, (Parameter("clue", "a", named="clues"),), short="clue", text="gain the Clue {clue}"),
    Effect("extraction_marker", Op.MARKER, (_n(1, 3, name="spaces", default=1),), short="spaces", text=_marker),
    Effect("paragraph", Op.PARAGRAPH, (Parameter("paragraph", "a", named="paragraphs"),), short="paragraph",
           text="read paragraph {paragraph}"),
    Effect("decrypt", Op.DECRYPT, (Parameter("quantum", "a", flag=True, default=0),), short="quantum",
           text=lambda shown, values: f"decrypt one {'quantum-' * values['quantum']}encrypted block"),
    Effect("cross_out", Op.CROSS_OUT, (Parameter("entry", "a", named="entries"),), short="entry",
           text="cross out the Discovery {entry}"),
    Effect("flag", Op.FLAG, (Parameter("flag", "a", named="flags"), Parameter("on", "b", flag=True, default=1)),
           short="flag", text=lambda shown, values: f"{shown['flag']} {'on' if values['on'] else 'off'}"),
    Effect("enter_place", Op.OTHER_PLACE, (Parameter("place", "b", named="other_places"),), short="place", who="d",
           units=S, fixed={"a": 1}, text="{who}: enter {place}"),
    Effect("leave_place", Op.OTHER_PLACE, who="d", units=S, fixed={"a": 0, "b": 0},
           text="{who}: go back to the last space"),
    Effect("flash_attack", Op.FLASH_ATTACK, (Parameter("type", "a", named="types"),), short="type", who="d", units=S,
           text="Flash Attack of {type} on {who}"),
    Effect("await_adversary", Op.ZERO_HOUR, (Parameter("type", "a", named="types"),), short="type",
           text="{type} waits on the zero hour space"),
    _plain("take_marker", Op.TAKE_MARKER, "{who}: become the Priority Target"),
    Effect("chain_break", Op.CHAIN_BREAK, text="Chain Break"),
    Effect("shorter_blip", Op.SHORTER, (_n(1, 6), _n(0, 6, "b", "red_band", 0)), short="amount", text=_shorter),
    Effect("dodge", Op.DODGE, (Parameter("amount", "a", 1, 9, words={"all": 0}),), short="amount", who="d", units=S,
           text=_dodge),
    _plain("see_blip", Op.SEE_BLIP, "{who}: look at a Blip in the Light"),
    _plain("open_card", Op.OPEN_CARD, "{who}: take a played Action card back in hand"),
    Effect("antinomy", Op.ANTINOMY, (_n(1, 4, default=1),), short="amount", who="d", units=S,
           text="{who}: +{amount} Antinomy"),
    _plain("discard_exert", Op.CATCH_BREATH, "{who}: discard an Exert card"),
    _plain("die", Op.DIE, "{who}: die"),
    _spaces("lure_blip", Op.MOVE_BLIP, "the Blip closest to {each} moves {spaces} toward it"),
    Effect("lose_power", Op.LOSE_POWER, (_n(1, 9),), short="amount", who="d", units=S,
           text=lambda shown, values: f"{shown['each']}: discard {plural(values['amount'], 'Active Pool token')}"),
    _plain("turn_blips", Op.TURN_BLIPS, "all Blips face {who}"),
    Effect("stress_roll", Op.STRESS_ROLL, (_n(1, 4, name="dice"), word("colour", "b", COLOURS)), who="d", units=S,
           text="{who}: Stress equal to the Power of {dice} {colour} dice"),
)  # fmt: skip


def _b(low: int, high: int, name: str = "number", slot: str = "b") -> tuple[Parameter, ...]:
    return (Parameter(name, slot, low, high),)


CONDITIONS = {
    "pool_area_empty": Condition(Need.POOL_EMPTY, text="the Incoming or the Active Pool is empty"),
    "pool_empty": Condition(Need.POOL_WAS_EMPTY, text="the Spacer Pool is empty"),
    "band": Condition(Need.BAND, (word("band", "b", BANDS),), "{has} Vitals in the {band} band", about=True, units=S),
    "vitals_at_most": Condition(Need.VITALS_AT_MOST, _b(0, 9), "{has} {number} Vitals or less", about=True, units=S),
    "stress": Condition(Need.STRESS_AT_LEAST, _b(1, 9), "{has} {number} Stress or more", about=True, units=S),
    "adrenaline": Condition(
        Need.ADRENALINE_AT_LEAST, _b(1, 9), "{has} {number} Adrenaline or more", about=True, units=S
    ),
    "level": Condition(Need.LEVEL, (word("level", "b", LEVELS),), "the Countdown level is {level} or later"),
    "beside_intruder": Condition(Need.ADJACENT_INTRUDER, text="{is} adjacent to an Intruder", about=True, units=S),
    "intruder_in_danger": Condition(
        Need.INTRUDER_DANGEROUS, text="an Intruder stands on a dangerous space or a Terrain tile"
    ),
    "someone_knocked_down": Condition(Need.KNOCKED_DOWN, text="a Spacer is knocked down"),
    "walked": Condition(Need.WALKED, text="the card played before was a Walk", about=True, units=S),
    "flag": Condition(Need.FLAG, (Parameter("flag", "b", named="flags"),), "{flag} is on"),
    "counter": Condition(
        Need.COUNTER,
        (Parameter("counter", "b", named="counter"), Parameter("at_least", "c", 1, 99)),
        "{counter} is {at_least} or more",
    ),
    "clue": Condition(Need.CLUE, (Parameter("clue", "b", named="clues"),), "the team has the Clue {clue}"),
    "condition": Condition(
        Need.HAS_CONDITION, (Parameter("condition", "b", named="conditions"),), "{has} {condition}", about=True, units=S
    ),
    "few_signals": Condition(
        Need.FEW_BLIPS, _b(1, 24), "fewer than {number} Blips or Intruders of the type are on the board"
    ),
    "blips": Condition(Need.BLIPS, _b(1, 24), "{number} or more Blips are on the board"),
    "damage": Condition(Need.DAMAGE, _b(1, 20), "the attack dealt {number} damage or more"),
    "division": Condition(
        Need.DIVISION, (word("division", "b", DIVISIONS),), "{is} of {division}", about=True, units=S
    ),
    "tokens": Condition(
        Need.TOKENS,
        (word("type", "b", ANY_TOKEN), Parameter("at_least", "c", 1, 20)),
        lambda shown: f"the Active Pool holds {_tokens(int(shown['at_least']), shown['type'])} or more",
    ),
    "wounded": Condition(Need.WOUNDED, text="{has} less than 9 Vitals", about=True, units=S),
    "alive": Condition(Need.ALIVE, text="{is} still there", about=True),
    "distance": Condition(Need.DISTANCE, _b(0, 30), "{is} within {number}", about=True),
    "objectives": Condition(
        Need.OBJECTIVES,
        (Parameter("type", "b", named="objectives"), Parameter("at_least", "c", 1, 20)),
        "the team holds {at_least} {type} or more",
    ),
    "players": Condition(Need.PLAYERS, _b(2, 4), "there are {number} or more Spacers"),
    "engrams": Condition(Need.ENGRAMS, _b(1, 9), "{has} {number} Engrams or more", about=True, units=S),
}

STATISTICS = {
    "white_dice": Statistic(Stat.WHITE_DICE, "{amount} white attack dice"),
    "red_dice": Statistic(Stat.RED_DICE, "{amount} red attack dice"),
    "black_dice": Statistic(Stat.BLACK_DICE, "{amount} black attack dice"),
    "power": Statistic(Stat.POWER, "{amount} Power of Attacks"),
    "discipline": Statistic(Stat.FREE_DISCIPLINE, "{amount} Discipline for Attacks"),
    "confidence": Statistic(Stat.FREE_CONFIDENCE, "{amount} Confidence for Attacks"),
    "melee_discipline": Statistic(Stat.MELEE_DISCIPLINE, "{amount} Discipline for melee Attacks"),
    "quadrants": Statistic(Stat.CRITICAL, "{amount} critical quadrants"),
    "damage_reduction": Statistic(Stat.DAMAGE_REDUCTION, "{amount} Damage Reduction"),
    "armor_rerolls": Statistic(Stat.ARMOR_REROLLS, "{amount} armor re-rolls"),
    "light_range": Statistic(Stat.LIGHT_RANGE, "{amount} Light range"),
    "light_dice": Statistic(Stat.LIGHT_DICE, "{amount} Light dice"),
    "light_tier": Statistic(Stat.LIGHT_COLOUR, "{amount} tier of the Light dice"),
    "move": Statistic(Stat.MOVE, "{amount} to Move actions"),
    "quiet": Statistic(Stat.QUIET, "{amount} Potentials taken off the Noise of Move actions"),
    "hands": Statistic(Stat.HANDS, "{amount} hand slots"),
    "backpack": Statistic(Stat.BACKPACK, "{amount} backpack slots"),
    "speed": Statistic(Stat.SPEED, "{amount} Speed"),
    "at": Statistic(Stat.AT, "{amount} AT"),
    "wounds": Statistic(Stat.WOUNDS, "{amount} Wounds"),
    "attack_dice": Statistic(Stat.ATTACK_DICE, "{amount} red dice of its attacks"),
    "damage": Statistic(Stat.DAMAGE, "{amount} damage of its attacks"),
    "scavenge_price": Statistic(Stat.SCAVENGE_PRICE, "{amount} tokens for Fast Scavenging"),
    "no_abilities": Statistic(Stat.NO_ABILITIES, "no active abilities", flag=True),
    "no_analysis": Statistic(Stat.NO_ANALYSIS, "no Analysis", flag=True),
    "no_move": Statistic(Stat.NO_MOVE, "no movement", flag=True),
    "no_attack": Statistic(Stat.NO_ATTACK, "no Attacks", flag=True),
    "no_reaction": Statistic(Stat.NO_REACTION, "no Reactions", flag=True),
    "silent": Statistic(Stat.SILENT, "the next Noise Roll is not made", flag=True),
    "no_opportunity": Statistic(Stat.NO_AOO, "provokes no attacks of opportunity", flag=True),
    **{name: Statistic(Stat.SKILL, f"{{amount}} {name.capitalize()}", arg=skill) for name, skill in SKILLS.items()},
}

UNTILS = {
    "turn": (int(Until.TURN), "to the end of the turn,"),
    "round": (int(Until.ROUND), "to the end of the round,"),
    "attack": (int(Until.ATTACK), "to the end of the next Attack,"),
    "session": (int(Until.SESSION), "to the end of the session,"),
    "noise": (int(Until.NOISE), "for the next Noise Roll,"),
}

VOCABULARY = Vocabulary(
    {effect.name: effect for effect in _EFFECTS},
    SELECTORS,
    CONDITIONS,
    STATISTICS,
    scopes={},
    whens={},
    options=8,
    die=10,
    untils=UNTILS,
    conditional=True,
)
