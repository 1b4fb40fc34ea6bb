"""Effects of cards as data: the general part of the vocabulary, its parser, compiler and texts.

Content names effects in YAML; each is a mapping with a single key, or a bare word when it needs no argument::

    - attack: {high: 1, low: 1}
    - push: 1
    - roll: {at_least: 6, then: [{lose_health: 1}], otherwise: [win]}

A game declares its own effects, selectors, conditions and statistics in a `Vocabulary`; the control effects
(`General`) are the same in every game. `Vocabulary.parse` checks a list against the vocabulary and gives `Step`
objects, from which `Assembler.add` makes flat operation rows ``(code, a, b, c, d, e)`` for a game's interpreter, and
`Vocabulary.describe` the text of the card. Nothing here is needed while a game runs.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from envs.core.errors import ContentError, near


class General(enum.IntEnum):
    """Operations that every game's interpreter knows under the same number. Program counters (pc) are absolute."""

    END = 0
    JUMP = 1
    """a: pc."""
    ROLL = 2
    """Roll the game's die. a: at least, else to pc b."""
    IF = 3
    """a: condition, b and c: its arguments, d: pc when it fails."""
    CHOOSE = 4
    """a: number of options; the next a operations are JUMPs to their bodies."""
    MAY = 5
    """Ask yes or no; a: pc when refused."""
    EACH = 6
    """The body runs once for each selected unit as target. a: selector, b: pc behind the body, c: range."""
    REPEAT = 7
    """The body runs a times; b: pc behind it."""
    LASTING = 8
    """a: modifier, d: selector."""
    COUNT = 9
    """a: counter, b: amount."""
    WIN = 10
    LOSE = 11


FIRST_OWN = 32  # numbers from here on belong to the games


@dataclass(frozen=True)
class Place:
    """Where in the content something stands, for messages.

    Args:
        file: name of the file.
        entry: kind and id of the card.
        path: fields and positions inside the entry.
    """

    file: str
    entry: str = ""
    path: tuple[str | int, ...] = ()

    def at(self, *path: str | int) -> Place:
        """A place further inside."""
        return dataclasses.replace(self, path=(*self.path, *path))

    def __str__(self) -> str:
        where = ""
        for step in self.path:
            where += f"[{step}]" if isinstance(step, int) else f".{step}" if where else step
        return ": ".join(part for part in (self.file, self.entry, where) if part)

    def error(self, message: str) -> ContentError:
        """The error with this place in front."""
        return ContentError(f"{self}: {message}")


def sentence(text: str) -> str:
    """The text with a capital letter and a full stop."""
    return text[:1].upper() + text[1:] + "." if text else ""


def plural(number: int, word: str) -> str:
    """``"1 space"``, ``"2 spaces"``."""
    return f"{number} {word}" if abs(number) == 1 else f"{number} {word}s"


@dataclass(frozen=True)
class Parameter:
    """One argument of an effect or of a condition.

    Args:
        name: its key in YAML.
        slot: where it goes in the operation, ``"a"`` to ``"e"``.
        low, high: range of a whole number.
        words: if given, the argument is one of these words, and stands for the number behind it.
        flag: the argument is true or false.
        named: the argument is a name of the scene's list of that title, for example a counter.
        first: the number of the first name of that list.
        default: ``None`` if the argument must be given.
    """

    name: str
    slot: str
    low: int = 0
    high: int = 9
    words: Mapping[str, int] | None = None
    flag: bool = False
    named: str | None = None
    first: int = 0
    default: int | None = None

    def read(self, value: Any, place: Place, scene: Scene) -> int:
        """The number for a value written in YAML.

        Raises:
            ContentError: a value of the wrong type, out of range, or an unknown word.
        """
        if self.flag:
            if not isinstance(value, bool):
                raise place.error(f"expected true or false, got {value!r}")
            return int(value)
        if self.named is not None:
            names = scene.names.get(self.named, ())
            if value not in names:
                raise place.error(f"unknown {self.named} {value!r}{near(str(value), names)}")
            return self.first + list(names).index(value)
        if isinstance(value, str) and self.words is not None:
            if value not in self.words:
                raise place.error(f"unknown word {value!r}{near(value, self.words)}")
            return self.words[value]
        if self.words is not None and self.low > self.high:
            raise place.error(f"expected one of: {', '.join(self.words)}; got {value!r}")
        if isinstance(value, bool) or not isinstance(value, int):
            raise place.error(f"expected a whole number from {self.low} to {self.high}, got {value!r}")
        if not self.low <= value <= self.high:
            raise place.error(f"expected a whole number from {self.low} to {self.high}, got {value}")
        return value

    def show(self, value: int, scene_names: Mapping[str, Sequence[str]]) -> str:
        """The value as the text of a card shows it."""
        if self.named is not None:
            return str(scene_names[self.named][value - self.first])
        for word, number in (self.words or {}).items():
            if number == value:
                return word.replace("_", " ")
        return str(value)


def word(name: str, slot: str, words: Mapping[str, int], default: int | None = None) -> Parameter:
    """A parameter that takes words only."""
    return Parameter(name, slot, low=1, high=0, words=words, default=default)


@dataclass(frozen=True)
class Selector:
    """Units that an effect can work on.

    Args:
        code: its number in the game's enum.
        text: how a card names them; ``{self}`` is the acting unit, ``{target}`` the target.
        group: ``"explorers"``, ``"monsters"``, ...: which kind of unit it holds; ``"any"``, ``"own"`` (that of the
            acting unit) or ``"target"`` (that of the target).
        ranged: it needs a range.
        actor: it starts from an acting unit.
        each: how a card names every single one of them; empty if as in `text`.
    """

    code: int
    text: str
    group: str = "any"
    ranged: bool = False
    actor: bool = False
    each: str = ""


@dataclass(frozen=True)
class Effect:
    """One effect of a vocabulary.

    Args:
        name: its key in YAML.
        code: its operation.
        parameters: its arguments.
        short: the parameter that a bare value stands for.
        who: slot of the selector, ``None`` if the effect works on no unit.
        reach: slot of the range of ranged selectors, ``None`` if there is none.
        units: the group of units that the effect makes sense for, ``"any"`` if for all.
        actor: the group that the acting unit must belong to, ``None`` if there need be none.
        touches: groups of units that it may hurt or help besides those of its selector.
        cards: kinds of card on which it may stand; empty if on all.
        check: says what is wrong with the slots, if anything.
        fixed: slots that always hold the same.
        branch: slot of the pc at which the effect goes on when it fails; it then has ``then`` and ``otherwise``.
        text: template with the parameters' names, ``{who}`` for the units, ``{each}`` for every single one of them;
            or a function of the step's values. Before ``then`` it reads as the condition.
    """

    name: str
    code: int
    parameters: tuple[Parameter, ...] = ()
    short: str | None = None
    who: str | None = None
    reach: str | None = None
    units: str = "any"
    actor: str | None = None
    touches: frozenset[str] = frozenset()
    cards: frozenset[str] = frozenset()
    check: Callable[[Mapping[str, int]], str | None] | None = None
    fixed: Mapping[str, int] = field(default_factory=dict)
    branch: str | None = None
    text: str | Callable[[Mapping[str, str], Mapping[str, int]], str] = ""


@dataclass(frozen=True)
class Condition:
    """A condition of `if`: its number, up to two arguments (slots ``"b"`` and ``"c"``) and its text.

    The text is a template with the arguments' names, or a function of the arguments as shown. ``{has}`` and ``{is}``
    stand for the target, without one the acting unit, and the verb; a condition with ``about`` needs such a unit. One
    about `units` of a group is about the acting unit if the target is of another group.
    """

    code: int
    parameters: tuple[Parameter, ...] = ()
    text: str | Callable[[Mapping[str, str]], str] = ""
    about: bool = False
    units: str = "any"


@dataclass(frozen=True)
class Statistic:
    """Something that a modifier changes.

    Args:
        code: its number in the game's enum.
        text: template with ``{amount}`` (signed).
        flag: it is a state that is on or off.
        steady: it must not depend on a condition or on where units stand.
        passive: it may stand in a passive ability; else in lasting effects only.
        arg: tells statistics of one number apart.
    """

    code: int
    text: str
    flag: bool = False
    steady: bool = False
    passive: bool = True
    arg: int = 0


@dataclass(frozen=True)
class Modifier:
    """A change of one statistic: amount, scope, condition with its argument and the most copies on one target (0: no
    number); `arg` tells statistics of one number apart.
    """

    stat: int
    amount: int
    scope: int = 0
    condition: int = 0
    stack: int = 0
    argument: int = 0
    arg: int = 0


@dataclass(frozen=True)
class Scene:
    """The card that a list of effects stands on.

    Args:
        card: kind of card.
        target: group of the target, ``"any"`` if it may be of any group, ``None`` if there is no target.
        own: group of the acting unit, ``None`` if no unit acts.
        default: name of the selector that is meant when none is written; ``None`` if one must be written.
        names: lists of names by title, such as counters.
        titles: how the card shows the names of such a list, if not as they are.
        self_text, target_text: how the card names the acting unit and the target.
    """

    card: str
    target: str | None = None
    own: str | None = None
    default: str | None = None
    names: Mapping[str, Sequence[str]] = field(default_factory=dict)
    titles: Mapping[str, Sequence[str]] = field(default_factory=dict)
    self_text: str = "itself"
    target_text: str = "the target"


@dataclass(frozen=True)
class Step:
    """A checked effect.

    Attributes:
        name, code: the effect and its operation.
        slots: arguments of the operation.
        bodies: lists of effects inside it.
        modifiers: of a lasting effect.
        text: its part of the card's text.
        touches: groups of units that it may affect, those of inner effects aside; ``"any"`` for all.
    """

    name: str
    code: int
    slots: Mapping[str, int]
    bodies: tuple[tuple[Step, ...], ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    text: str = ""
    touches: frozenset[str] = frozenset()
    branch: str | None = None


@dataclass(frozen=True)
class Vocabulary:
    """What content may say.

    Args:
        effects, selectors, conditions, statistics: by name.
        scopes, whens: words of modifiers by name, with (number, text).
        target: name of the selector of the target.
        options: most options of a choice.
        die: highest number of the game's die.
        untils: how long a lasting effect may hold, by name, with (number, text); one of them must be written.
            Without any, lasting effects hold for the round and may have a number (``stack``).
        conditional: the ``when`` of a modifier is a condition with at most the argument ``b`` instead of a word.
    """

    effects: Mapping[str, Effect]
    selectors: Mapping[str, Selector]
    conditions: Mapping[str, Condition]
    statistics: Mapping[str, Statistic]
    scopes: Mapping[str, tuple[int, str]]
    whens: Mapping[str, tuple[int, str]]
    target: str = "target"
    options: int = 8
    die: int = 10
    untils: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    conditional: bool = False

    # -- parsing ------------------------------------------------------------------------------------------

    def parse(self, effects: Any, place: Place, scene: Scene) -> tuple[Step, ...]:
        """Check a list of effects.

        Args:
            effects: what YAML gave.
            place: where it stands.
            scene: the card that it stands on.

        Returns:
            The steps, in order.

        Raises:
            ContentError: an unknown effect, argument, word or selector, a value out of range, a missing argument.
        """
        if not isinstance(effects, list):
            raise place.error(f"expected a list of effects, got {effects!r}")
        return tuple(self._step(entry, place.at(i), scene) for i, entry in enumerate(effects))

    def _step(self, entry: Any, place: Place, scene: Scene) -> Step:
        if isinstance(entry, str):
            name, value = entry, None
        elif isinstance(entry, dict) and len(entry) == 1:
            name, value = next(iter(entry.items()))
        else:
            raise place.error(f"expected an effect as a word or as a mapping with one key, got {entry!r}")
        control = _CONTROL.get(name)
        if control is not None:
            return control(self, value, place.at(name), scene)
        effect = self.effects.get(name)
        if effect is None:
            raise place.error(f"unknown effect {name!r}{near(str(name), [*self.effects, *_CONTROL])}")
        return self._plain(effect, value, place.at(name), scene)

    def _plain(self, effect: Effect, value: Any, place: Place, scene: Scene) -> Step:
        if effect.cards and scene.card not in effect.cards:
            raise place.error(f"this effect stands on {', '.join(sorted(effect.cards))} cards only, got {scene.card!r}")
        if effect.actor and scene.own != effect.actor:
            raise place.error(f"this effect needs a card on which one of the {effect.actor} acts, got {scene.card!r}")
        given = _mapping(value, effect.short, place)
        known = (
            [p.name for p in effect.parameters] + (["who"] if effect.who else []) + (["range"] if effect.reach else [])
            + (["then", "otherwise"] if effect.branch else [])
        )  # fmt: skip
        _no_unknown(given, known, place)
        slots = {**_arguments(effect.parameters, given, place, scene), **effect.fixed}
        who = None
        if effect.who:
            who = self._selector(given.get("who"), place, scene, effect.units)
            slots[effect.who] = self.selectors[who].code
        if effect.reach:
            slots[effect.reach] = self._range(given, who, place)
        elif who is not None and self.selectors[who].ranged:
            raise place.at("who").error(f"{who!r} needs a range, which {effect.name!r} does not take; use 'each'")
        wrong = effect.check(slots) if effect.check else None
        if wrong:
            raise place.error(wrong)
        shown = {p.name: p.show(slots[p.slot], {**scene.names, **scene.titles}) for p in effect.parameters}
        touches = effect.touches
        if who is not None:
            reach = slots.get(effect.reach or "", 0)
            shown["who"], shown["each"] = (self._phrase(who, reach, scene, each) for each in (False, True))
            touches = touches | {self._group(who, scene)}
        numbers = {p.name: slots[p.slot] for p in effect.parameters}
        text = effect.text.format(**shown) if isinstance(effect.text, str) else effect.text(shown, numbers)
        bodies = self._branches(given, place, scene) if effect.branch else ()
        return Step(effect.name, effect.code, slots, bodies, text=text, touches=touches, branch=effect.branch)

    def _selector(self, value: Any, place: Place, scene: Scene, units: str = "any") -> str:
        at = place.at("who")
        if value is None:
            value = scene.default
            if value is None:
                raise place.error("'who' is missing: this card has no target and no acting unit")
        if not isinstance(value, str) or value not in self.selectors:
            raise at.error(f"unknown selector {value!r}{near(str(value), self.selectors)}")
        if value == self.target and scene.target is None:
            raise at.error(f"there is no target here; expected one of the other selectors, got {value!r}")
        if self.selectors[value].actor and scene.own is None:
            raise at.error(f"{value!r} needs an acting unit, and this card has none")
        group = self._group(value, scene)
        if "any" not in (group, units) and group != units:
            raise at.error(f"the effect works on {units}, but {value!r} selects {group}")
        return value

    def _range(self, given: Mapping[str, Any], who: str | None, place: Place) -> int:
        needs = who is not None and self.selectors[who].ranged
        if "range" in given:
            if not needs:
                raise place.at("range").error(f"{who!r} takes no range")
            value = given["range"]
            if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 19:
                raise place.at("range").error(f"expected a whole number from 1 to 19, got {value!r}")
            return value
        if needs:
            raise place.error(f"'range' is missing: {who!r} needs one")
        return 0

    def _group(self, who: str, scene: Scene) -> str:
        group = self.selectors[who].group
        return str({"own": scene.own, "target": scene.target}.get(group, group))

    def _phrase(self, who: str, reach: int, scene: Scene, each: bool = False) -> str:
        selector = self.selectors[who]
        text = (selector.each if each and selector.each else selector.text).format(
            self=scene.self_text, target=scene.target_text
        )
        return f"{text} within {reach}" if reach else text

    # -- control effects ----------------------------------------------------------------------------------

    def _roll(self, value: Any, place: Place, scene: Scene) -> Step:
        given = _mapping(value, None, place)
        _no_unknown(given, ("at_least", "then", "otherwise"), place)
        bar = _number(given, "at_least", 1, self.die, place)
        then, otherwise = self._branches(given, place, scene)
        return Step("roll", General.ROLL, {"a": bar}, (then, otherwise), text=f"on a roll of {bar} or more")

    def _if(self, value: Any, place: Place, scene: Scene) -> Step:
        given = _mapping(value, None, place)
        asked = {key: given[key] for key in given if key not in ("then", "otherwise")}
        slots, text = self.condition(asked, place, scene, beside=" beside 'then' and 'otherwise'")
        then, otherwise = self._branches(given, place, scene)
        return Step("if", General.IF, slots, (then, otherwise), text=f"if {text}")

    def condition(self, value: Any, place: Place, scene: Scene, beside: str = "") -> tuple[dict[str, int], str]:
        """Check a condition such as ``{wounded: true}``.

        Args:
            value: what YAML gave.
            place: where it stands.
            scene: the card that it stands on.
            beside: what else may stand in the mapping, for the message.

        Returns:
            The slots ``a`` (its number), ``b`` and ``c`` (its arguments, else 0), and its text.

        Raises:
            ContentError: not exactly one known condition, or wrong arguments.
        """
        asked = _mapping(value, None, place)
        if len(asked) != 1:
            raise place.error(f"expected exactly one condition{beside}, got {list(asked)}")
        name, given = next(iter(asked.items()))
        condition = self.conditions.get(name)
        if condition is None:
            raise place.error(f"unknown condition {name!r}{near(str(name), self.conditions)}")
        at = place.at(name)
        if condition.about and scene.target is None and scene.own is None:
            raise at.error("there is no unit that the condition could be about; use it inside 'each'")
        slots = {"a": condition.code, "b": 0, "c": 0}
        shown = _subject(scene, condition.units)
        if condition.parameters:
            short = condition.parameters[0].name if len(condition.parameters) == 1 else None
            arguments = _mapping(given, short, at)
            _no_unknown(arguments, [p.name for p in condition.parameters], at)
            values = _arguments(condition.parameters, arguments, at, scene)
            slots.update(
                {slot: values[slot] for slot in ("b", "c") if any(p.slot == slot for p in condition.parameters)}
            )
            titles = {**scene.names, **scene.titles}
            shown.update({p.name: p.show(values[p.slot], titles) for p in condition.parameters})
        elif given is not True:
            raise at.error(f"expected true, got {given!r}; for the contrary use 'otherwise'")
        return slots, condition.text.format(**shown) if isinstance(condition.text, str) else condition.text(shown)

    def _branches(
        self, given: Mapping[str, Any], place: Place, scene: Scene
    ) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
        if not given.get("then") and not given.get("otherwise"):
            raise place.error("'then' is missing: a list of effects")
        return (
            self.parse(given.get("then") or [], place.at("then"), scene),
            self.parse(given.get("otherwise") or [], place.at("otherwise"), scene),
        )

    def _choose(self, value: Any, place: Place, scene: Scene) -> Step:
        if not isinstance(value, list) or not 2 <= len(value) <= self.options:
            raise place.error(f"expected a list of 2 to {self.options} options, each a list of effects, got {value!r}")
        bodies = tuple(
            self.parse(option if isinstance(option, list) else [option], place.at(i), scene)
            for i, option in enumerate(value)
        )
        return Step("choose", General.CHOOSE, {"a": len(bodies)}, bodies)

    def _may(self, value: Any, place: Place, scene: Scene) -> Step:
        return Step("may", General.MAY, {}, (self._body(value, place, scene),))

    def _each(self, value: Any, place: Place, scene: Scene) -> Step:
        given = _mapping(value, None, place)
        _no_unknown(given, ("who", "range", "do"), place)
        who = self._selector(given.get("who"), place, scene)
        slots = {"a": self.selectors[who].code, "c": self._range(given, who, place)}
        inside = dataclasses.replace(scene, target=self._group(who, scene), default=self.target, target_text="it")
        body = self._body(given.get("do"), place.at("do"), inside)
        return Step("each", General.EACH, slots, (body,), text=f"for {self._phrase(who, slots['c'], scene, each=True)}")

    def _repeat(self, value: Any, place: Place, scene: Scene) -> Step:
        given = _mapping(value, None, place)
        _no_unknown(given, ("times", "do"), place)
        times = _number(given, "times", 2, 9, place)
        return Step("repeat", General.REPEAT, {"a": times}, (self._body(given.get("do"), place.at("do"), scene),),
                    text="twice" if times == 2 else f"{times} times")  # fmt: skip

    def _body(self, value: Any, place: Place, scene: Scene) -> tuple[Step, ...]:
        body = self.parse(value, place, scene)
        if not body:
            raise place.error("expected at least one effect")
        return body

    def _lasting(self, value: Any, place: Place, scene: Scene) -> Step:
        if scene.own is None:
            raise place.error("a lasting effect needs an acting unit, whose next turn ends it; use an ongoing card")
        given = dict(_mapping(value, None, place))
        who = self._selector(given.pop("who", None), place, scene)
        if self.selectors[who].ranged:
            raise place.at("who").error(f"{who!r} needs a range, which 'lasting' does not take; use 'each'")
        slots, how_long = {"d": self.selectors[who].code}, "this round"
        if self.untils:
            until = given.pop("until", None)
            if not isinstance(until, str) or until not in self.untils:
                raise place.at("until").error(f"expected one of: {', '.join(self.untils)}; got {until!r}")
            slots["b"], how_long = self.untils[until]
        modifiers = self.modifiers(given, place, lasting=True)
        changes = " and ".join(self._changes(given))
        limit = f" (at most {modifiers[0].stack})" if modifiers[0].stack else ""
        return Step("lasting", General.LASTING, slots, modifiers=modifiers,
                    text=f"{how_long} {self._phrase(who, 0, scene)}: {changes}{limit}",
                    touches=frozenset({self._group(who, scene)}))  # fmt: skip

    def _count(self, value: Any, place: Place, scene: Scene) -> Step:
        given = _mapping(value, "counter", place)
        _no_unknown(given, ("counter", "by"), place)
        parameters = (Parameter("counter", "a", named="counter"), Parameter("by", "b", low=-9, high=9, default=1))
        slots = _arguments(parameters, given, place, scene)
        name = scene.names["counter"][slots["a"]]
        return Step("count", General.COUNT, slots, text=f"{name} {slots['b']:+d}")

    def _bare(self, value: Any, place: Place, code: General, text: str) -> Step:
        if value is not None and value is not True:
            raise place.error(f"expected no argument, got {value!r}")
        return Step(code.name.lower(), code, {}, text=text)

    def _win(self, value: Any, place: Place, scene: Scene) -> Step:
        return self._bare(value, place, General.WIN, "the game is won")

    def _lose(self, value: Any, place: Place, scene: Scene) -> Step:
        return self._bare(value, place, General.LOSE, "the game is lost")

    # -- modifiers ----------------------------------------------------------------------------------------

    def modifiers(
        self, value: Any, place: Place, scene: Scene | None = None, lasting: bool = False
    ) -> tuple[Modifier, ...]:
        """Check a modifier such as ``{armor: 1, scope: self, when: wounded}``; one for each statistic in it.

        Args:
            value: what YAML gave.
            place: where it stands.
            scene: the card that it stands on, for conditions with names.
            lasting: it belongs to a lasting effect, which has a number (``stack``) but neither scope nor condition.

        Raises:
            ContentError: an unknown statistic, scope or condition, an amount out of range, or a condition on a
                statistic that must be steady.
        """
        if not isinstance(value, dict):
            raise place.error(f"expected a mapping such as {{{next(iter(self.statistics))}: 1}}, got {value!r}")
        extra = ([] if self.untils else ["stack"]) if lasting else (["scope"] if self.scopes else []) + ["when"]
        _no_unknown(value, [*self.statistics, *extra], place)
        scope = self._word(value.get("scope"), self.scopes, place.at("scope"))
        when, argument = self._when(value.get("when"), place.at("when"), scene)
        stack = _number(value, "stack", 1, 9, place) if "stack" in value else 0
        found = []
        for name, statistic in self.statistics.items():
            if name not in value:
                continue
            at = place.at(name)
            if statistic.flag:
                if value[name] is not True:
                    raise at.error(f"expected true, got {value[name]!r}")
                amount = 1
            else:
                amount = _number(value, name, -9, 9, place)
                if amount == 0:
                    raise at.error("a change by 0 does nothing; expected another number")
            if not lasting and not statistic.passive:
                raise at.error(f"{name!r} may stand in a lasting effect only")
            if not lasting and statistic.steady and (scope or when):
                raise at.error(f"{name!r} must hold for the card's own unit at all times, without 'scope' and 'when'")
            found.append(Modifier(statistic.code, amount, scope, when, stack, argument, statistic.arg))
        if not found:
            raise place.error(f"expected at least one of: {', '.join(self.statistics)}")
        return tuple(found)

    def _when(self, value: Any, place: Place, scene: Scene | None) -> tuple[int, int]:
        if not self.conditional or value is None:
            return self._word(value, self.whens, place), 0
        slots, _ = self.condition(value, place, scene or Scene("", own=""))
        if slots["c"]:
            raise place.error("a condition with two arguments cannot stand here; use the 'need' of the ability")
        return slots["a"], slots["b"]

    def _word(self, value: Any, words: Mapping[str, tuple[int, str]], place: Place) -> int:
        if value is None:
            return 0
        if not isinstance(value, str) or value not in words:
            raise place.error(f"unknown word {value!r}{near(str(value), words)}")
        return words[value][0]

    def _changes(self, value: Mapping[str, Any]) -> Iterator[str]:
        for name, statistic in self.statistics.items():
            if name in value:
                yield statistic.text.format(amount=f"{int(value[name]):+d}")

    def describe_modifier(
        self, value: Mapping[str, Any], place: Place | None = None, scene: Scene | None = None
    ) -> str:
        """The text of a passive modifier; `place` and `scene` as for `modifiers`."""
        text = " and ".join(self._changes(value))
        if "scope" in value:
            scope = self.scopes[value["scope"]][1]
            text = f"{scope}: {text}" if scope else text
        if "when" in value and self.conditional:
            text = f"{text} while {self.condition(value['when'], place or Place(''), scene or Scene('', own=''))[1]}"
        elif "when" in value:
            text = f"{text} {self.whens[value['when']][1]}"
        return text

    # -- texts --------------------------------------------------------------------------------------------

    def describe(self, steps: Sequence[Step]) -> str:
        """The steps as a sentence without a full stop; what follows a list inside it is set off by "then"."""
        text = ""
        for i, step in enumerate(steps):
            text += ("; then " if steps[i - 1].bodies else ", ") if i else ""
            text += self._describe(step)
        return text

    def _describe_body(self, steps: Sequence[Step]) -> str:
        """As `describe`, in brackets where a reader could take its end for that of a list inside it."""
        text = self.describe(steps)
        return f"({text})" if any(step.bodies for step in steps[:-1]) else text

    def _describe(self, step: Step) -> str:
        if step.code in (General.ROLL, General.IF) or step.branch:
            then, otherwise = (self._describe_body(body) for body in step.bodies)
            if otherwise and step.bodies[0] and step.bodies[0][-1].bodies:
                then = f"({self.describe(step.bodies[0])})"
            if not then:
                return f"unless {step.text.removeprefix('if ').removeprefix('on ')}: {otherwise}"
            return f"{step.text}: {then}" + (f"; otherwise: {otherwise}" if otherwise else "")
        if step.code == General.CHOOSE:
            return "choose: " + " or ".join(f"({letter}) {self._describe_body(body)}" for letter, body in
                                            zip("abcdefgh", step.bodies, strict=False))  # fmt: skip
        if step.code == General.MAY:
            return f"you may: {self._describe_body(step.bodies[0])}"
        if step.code in (General.EACH, General.REPEAT):
            return f"{step.text}: {self._describe_body(step.bodies[0])}"
        return step.text

    # -- questions about lists of effects -----------------------------------------------------------------

    def touches(self, steps: Sequence[Step], group: str) -> bool:
        """Can the steps affect a unit of a group?"""
        return any(group in step.touches or "any" in step.touches for step in walk(steps))


def walk(steps: Sequence[Step]) -> Iterator[Step]:
    """All steps, those inside others after them."""
    for step in steps:
        yield step
        for body in step.bodies:
            yield from walk(body)


Reader = Callable[[Vocabulary, Any, Place, Scene], Step]
_CONTROL: dict[str, Reader] = {
    "roll": Vocabulary._roll,
    "if": Vocabulary._if,
    "choose": Vocabulary._choose,
    "may": Vocabulary._may,
    "each": Vocabulary._each,
    "repeat": Vocabulary._repeat,
    "lasting": Vocabulary._lasting,
    "count": Vocabulary._count,
    "win": Vocabulary._win,
    "lose": Vocabulary._lose,
}


def _subject(scene: Scene, units: str) -> dict[str, str]:
    """The unit that a condition on `units` is about, with its verb: the target, without a fitting one the acting
    unit.
    """
    own = scene.target is None or (units not in ("any", scene.target) and scene.own == units)
    unit = scene.self_text if own else scene.target_text
    if unit == "you":
        return {"has": "you have", "is": "you are"}
    unit = unit.replace("itself", "it")
    return {"has": f"{unit} has", "is": f"{unit} is"}


def _mapping(value: Any, short: str | None, place: Place) -> Mapping[str, Any]:
    if value is None:
        return {}
    if isinstance(value, dict):
        return value
    if short is None:
        raise place.error(f"expected a mapping of arguments, got {value!r}")
    return {short: value}


def _no_unknown(given: Mapping[str, Any], known: Sequence[str], place: Place) -> None:
    for key in given:
        if key not in known:
            raise place.error(f"unknown key {key!r}{near(str(key), known) or '; expected no argument'}")


def _number(given: Mapping[str, Any], key: str, low: int, high: int, place: Place) -> int:
    if key not in given:
        raise place.error(f"{key!r} is missing: a whole number from {low} to {high}")
    value = given[key]
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise place.at(key).error(f"expected a whole number from {low} to {high}, got {value!r}")
    return value


def _arguments(parameters: Sequence[Parameter], given: Mapping[str, Any], place: Place, scene: Scene) -> dict[str, int]:
    slots = {}
    for p in parameters:
        if p.name in given:
            slots[p.slot] = p.read(given[p.name], place.at(p.name), scene)
        elif p.default is None:
            raise place.error(f"{p.name!r} is missing")
        else:
            slots[p.slot] = p.default
    return slots


class Assembler:
    """Collects operation and modifier rows of a whole pack.

    Args:
        max_ops, max_modifiers: what the game's tables hold.

    Attributes:
        ops: rows ``[code, a, b, c, d, e]``.
        modifiers: the modifiers.
        options: texts of the options of each choice, by the pc of its CHOOSE operation.
    """

    def __init__(self, vocabulary: Vocabulary, max_ops: int, max_modifiers: int):
        self.vocabulary = vocabulary
        self.max_ops = max_ops
        self.max_modifiers = max_modifiers
        self.ops: list[list[int]] = []
        self.modifiers: list[Modifier] = []
        self.options: dict[int, tuple[str, ...]] = {}

    def add(self, steps: Sequence[Step], place: Place) -> tuple[int, int]:
        """Append a list of effects; an END closes it.

        Returns:
            The pc of the first operation and the pc behind the END; equal for an empty list.

        Raises:
            ContentError: more operations or modifiers than the tables hold.
        """
        first = len(self.ops)
        if steps:
            self._emit_all(steps)
            self._emit(General.END)
        if len(self.ops) > self.max_ops:
            raise place.error(f"the pack needs more than {self.max_ops} operations; shorten its effects")
        self._check_modifiers(place)
        return first, len(self.ops)

    def add_modifiers(self, modifiers: Sequence[Modifier], place: Place) -> tuple[int, int]:
        """Append the modifiers of a passive ability; returns the first and the one behind the last."""
        first = len(self.modifiers)
        self.modifiers.extend(modifiers)
        self._check_modifiers(place)
        return first, len(self.modifiers)

    def _check_modifiers(self, place: Place) -> None:
        if len(self.modifiers) > self.max_modifiers:
            raise place.error(f"the pack needs more than {self.max_modifiers} modifiers; shorten its effects")

    def _emit(self, code: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> list[int]:
        row = [int(code), a, b, c, d, e]
        self.ops.append(row)
        return row

    def _emit_all(self, steps: Sequence[Step]) -> None:
        for step in steps:
            self._emit_step(step)

    def _emit_step(self, step: Step) -> None:
        if step.code in (General.ROLL, General.IF) or step.branch:
            self._emit_branches(step)
        elif step.code == General.CHOOSE:
            self._emit_choice(step)
        elif step.code in (General.MAY, General.EACH, General.REPEAT):
            row = self._emit(step.code, **step.slots)
            self._emit_all(step.bodies[0])
            row[1 if step.code == General.MAY else 2] = len(self.ops)
        elif step.code == General.LASTING:
            for modifier in step.modifiers:
                self._emit(step.code, a=len(self.modifiers), **step.slots)
                self.modifiers.append(modifier)
        else:
            self._emit(step.code, **step.slots)

    def _emit_branches(self, step: Step) -> None:
        """ROLL, IF and effects with a branch: the body, and behind it the other one."""
        row = self._emit(step.code, **step.slots)
        failed = " abcde".index(step.branch or ("b" if step.code == General.ROLL else "d"))
        then, otherwise = step.bodies
        self._emit_all(then)
        if otherwise:
            leap = self._emit(General.JUMP)
            row[failed] = len(self.ops)
            self._emit_all(otherwise)
            leap[1] = len(self.ops)
        else:
            row[failed] = len(self.ops)

    def _emit_choice(self, step: Step) -> None:
        self.options[len(self.ops)] = tuple(self.vocabulary.describe(body) for body in step.bodies)
        self._emit(step.code, **step.slots)
        entries = [self._emit(General.JUMP) for _ in step.bodies]
        leaps = []
        for entry, body in zip(entries, step.bodies, strict=True):
            entry[1] = len(self.ops)
            self._emit_all(body)
            leaps.append(self._emit(General.JUMP))
        for leap in leaps:
            leap[1] = len(self.ops)
