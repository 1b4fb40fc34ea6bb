"""The texts of cards as people read them, made from their data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from envs.core.effects import plural
from envs.enormity.cards import (
    Action,
    Cost,
    CostByLevel,
    Dice,
    GearCard,
    HalfCard,
    IntruderType,
    Noise,
    Objective,
    Page,
    Protocol,
    Scanner,
    Suit,
    Tokens,
)
from envs.enormity.vocabulary import noise_text

LEVELS = ("white", "red", "black")
TIMINGS = {
    "turn": "On your turn",
    "reaction": "Reaction",
    "roll": "When you attack",
    "damage": "When you take damage",
    "blip_moves": "When a Blip moves",
    "turn_start": "At the start of your turn",
    "turn_end": "At the end of your turn",
    "melee_from_adjacent": "When attacked from an adjacent space",
    "scouted": "May be scouted; on a success",
    "action": "Action",
    "gained": "When gained",
    "regained": "When gained again",
    "lingering": "Lingering",
    "round_end": "At the end of the round",
    "spacer_phase_end": "At the end of the Spacer Phase",
}


def listed(parts: Iterable[str]) -> str:
    """The parts that are not empty, with commas."""
    return ", ".join(part for part in parts if part)


def dice_text(dice: Dice) -> str:
    """``"2 red + 1 white"``, the best dice first."""
    given = dice.model_dump()
    return " + ".join(f"{given[c]} {c}" for c in ("black", "red", "white", "green", "orange") if given[c])


def tokens_text(tokens: Tokens) -> str:
    """``"1 Discipline, 2 Expertise"``."""
    return ", ".join(f"{n} {name.capitalize()}" for name, n in tokens.model_dump().items() if n)


def noise_box(noise: Noise | None) -> str:
    """The Noise box of a card."""
    return noise_text(noise.kind, noise.number, noise.colour) if noise else ""


def cost_text(cost: Cost | None, by_level: CostByLevel | None = None) -> str:
    """Cost of an ability; empty if it is free."""
    parts = []
    if by_level:
        parts.append(" / ".join(tokens_text(getattr(by_level, level)) or "free" for level in LEVELS) + " (by level)")
    if cost:
        for name in ("discipline", "confidence", "expertise", "stress", "adrenaline"):
            if getattr(cost, name):
                parts.append(f"{getattr(cost, name)} {name.capitalize()}")
        parts += [plural(cost.charges, "Charge")] if cost.charges else []
        parts += [f"{cost.ammo} Ammo"] if cost.ammo else []
        parts += ["exhaust"] if cost.exhaust else []
    return ", ".join(parts)


def action_text(action: Action, effects: str, need: str) -> str:
    """One action of a half card."""
    name = action.action.replace("_", " ").capitalize()
    cost = [f"{n} {what.capitalize()}" for what, n in action.cost.model_dump().items() if n]
    text = f"{name} {action.spaces}" if action.spaces else name
    details = listed(
        [
            "Adrenaline" if action.adrenaline else "",
            noise_box(action.noise),
            "cost " + ", ".join(cost) if cost else "",
            f"if {need}" if need else "",
        ]
    )
    return text + (f" ({details})" if details else "") + (f": {effects}" if effects else "")


def half_text(half: HalfCard, actions: Iterable[str]) -> str:
    """A half card."""
    return f"{half.colour.capitalize()}{' Walk' if half.walk else ''}. " + " or ".join(actions) + "."


def suit_text(suit: Suit) -> str:
    """The printed values of a Suit."""
    slots = [
        f"{n} {name}"
        for name, n in (("Support", suit.support), ("backpack", suit.backpack), ("armor", suit.armor))
        if n
    ]
    light = f"Light range {suit.light.range}, {suit.light.dice} {suit.light.colour}"
    return (
        f"Slots: {', '.join(slots)}. {light}. Red to {suit.bands.red}, orange to {suit.bands.orange}. "
        + rubicon_text(suit.rubicon)
    )


def rubicon_text(rubicon: Mapping[int, str]) -> str:
    """Rubicon bonuses of a card."""
    found = ", ".join(f"{token.capitalize()} at {at}" for at, token in sorted(rubicon.items()))
    return f"Rubicon: {found}." if found else ""


def gear_text(gear: GearCard) -> str:
    """The printed values of a Gear card."""
    weapon = gear.kind == "weapon"
    reach = {"melee": "melee", "ranged": f"range {gear.range}", "reach": f"Reach {gear.range}"}[gear.reach]
    more = gear.more_dice
    numbers = {
        "Burst": gear.burst,
        "Advance": gear.advance,
        "Fallback": gear.fallback,
        "Radiate": gear.radiate,
    }
    leaves = {name.capitalize(): n for name, n in gear.leaves.model_dump().items() if n}
    parts = [
        f"{gear.kind.capitalize()}" + (f", {plural(gear.hands, 'hand')}" if gear.hands else ""),
        dice_text(gear.dice),
        f"{dice_text(more.dice)} more at Adrenaline {more.adrenaline}" if more else "",
        f"Power {gear.power}" if gear.power else "",
        tokens_text(gear.modifiers),
        reach if weapon else "",
        f"Suppressing Power {gear.suppress}" if gear.suppress else "",
        plural(gear.quadrants, "quadrant") if gear.quadrants else "",
        f"Ammo {gear.ammo}" if gear.ammo else "",
        f"Charges {gear.charges}" if gear.charges else "",
        noise_box(gear.noise),
        ", ".join(word.replace("_", " ").capitalize() for word in gear.keywords),
        ", ".join(f"{name} {n}" for name, n in {**numbers, **leaves}.items() if n),
        f"Damage Reduction {gear.reduction}" if gear.reduction else "",
        plural(gear.rerolls, "armor re-roll") if gear.rerolls else "",
        f"Light {gear.light}" if gear.light else "",
    ]
    return listed(parts) + "."


def protocol_text(protocol: Protocol, hit: str, gated: str, after: str) -> str:
    """A Protocol."""
    need = protocol.requirement
    where = f"Target within {need.within}" if need.word == "within" else f"Target {need.word.replace('_', ' ')}"
    when = "otherwise" if need.word == "otherwise" else where
    levels = "" if len(protocol.levels) == len(LEVELS) else f", {' and '.join(protocol.levels)} level"
    parts = []
    if protocol.moves:
        window = "Window of Opportunity, " if "move" in protocol.windows else ""
        parts.append(
            f"{window}moves" + (" twice" if protocol.moves == 2 else " 3 times" if protocol.moves == 3 else "")
        )
    if protocol.attack:
        parts.append(_attack_text(protocol))
    parts += [f"on a hit: {hit}"] if hit else []
    parts += [gated] if gated else []
    parts += [f"After Action: {after}"] if after else []
    return f"{protocol.title} ({when}{levels}): {'; '.join(parts)}."


def _attack_text(protocol: Protocol) -> str:
    gate = protocol.gate
    return listed(
        [
            "Window of Opportunity" if "attack" in protocol.windows else "",
            f"{protocol.reach} attack with {dice_text(protocol.dice) or 'no dice'}",
            f"Power {protocol.power}" if protocol.power else "",
            "in a straight line" if protocol.linear else "",
            "Lethal" if protocol.lethal else "",
            "Stress instead of damage" if protocol.terrorize else "",
            f"{dice_text(gate.dice)} more from Stress {gate.stress}" if gate else "",
        ]
    )


def type_text(form: IntruderType) -> str:
    """The printed values of an Intruder Sheet."""

    def levels(name: str) -> str:
        value = getattr(form, name)
        return value if isinstance(value, str) else " / ".join(str(getattr(value, level)) for level in LEVELS)

    target = form.target.replace("_", " ")
    wounds = "" if form.wounds == 1 else f" Wounds {form.wounds}."
    reach = f" Range {form.range}." if form.range else ""
    return (
        f"Speed {levels('speed')}, AT {levels('at')}, Noise die {levels('noise')}. Target: {target}.{wounds}{reach}"
        + (" Crash." if form.crash else "")
    )


def scanner_text(form: Scanner) -> str:
    """A Scanner card."""
    north_west, north_east, south_west, south_east = form.quadrants
    where = f" Coordinate {form.coordinate}." if form.coordinate else ""
    number = f" {form.copies} copies." if form.copies > 1 else ""
    return (
        f"{form.level.capitalize()}. North-west {north_west}, north-east {north_east}, south-west {south_west}, "
        f"south-east {south_east}.{where}{number}"
    )


def page_text(form: Page) -> str:
    """What is printed on a page, in numbers."""
    spaces = sum(char != "#" for row in form.rows for char in row)
    number = [
        (spaces, "space"),
        (len(form.doors), "door"),
        (len(form.consoles), "Console"),
        (len(form.spawns), "spawn cluster"),
        (len(form.arrows), "Location arrow"),
        (len(form.exits), "Extraction Point"),
    ]
    return f"{len(form.rows[0])} x {len(form.rows)}: " + listed(plural(n, word) for n, word in number if n) + "."


def objective_text(form: Objective) -> str:
    """How an Objective token is picked up in passing."""
    return f"Picked up for {form.token.capitalize()} tokens." if form.token else "Picked up for tokens of any one type."
