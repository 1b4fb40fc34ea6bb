"""Writes the parts of the docs that can drift, from the code: ``python -m envs.docs``.

A page of ``docs/games``, ``docs/content.md`` and the README hold, between ``<!-- begin: NAME -->`` and
``<!-- end: NAME -->``, what this module writes; everything else on them is written by hand and kept. A game without a
page gets one. ``--check`` writes nothing and exits with 1 if a page is out of date.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import inspect
import itertools
import re
import sys
import textwrap
import typing
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic_core import PydanticUndefined

import envs
from envs import aec, content
from envs.core.effects import Effect, Parameter, Place, Scene, Vocabulary
from envs.core.errors import DerelictError, OptionError
from envs.core.game import Game
from envs.core.schema import Record, Struct, field_rows
from envs.registration import gymnasium_id, pettingzoo_id

ROOT = Path(__file__).resolve().parent.parent

COMMON_OPTIONS = {
    "seats": "number of heroes, each an agent",
    "monsters": "who plays the monsters: the rules, or one more agent",
}
"""Meaning of the options that every game has, unless the game says more."""

SKELETON = """# {title}

{summary}

<!-- begin: table -->
<!-- end: table -->

## Options

<!-- begin: options -->
<!-- end: options -->

## Observation

<!-- begin: observation -->
<!-- end: observation -->

## Actions

<!-- begin: actions -->
<!-- end: actions -->

## Reward

<!-- begin: reward -->
<!-- end: reward -->

## End of a game

<!-- begin: reasons -->
<!-- end: reasons -->

## State

<!-- begin: state -->
<!-- end: state -->

## Version history

<!-- begin: history -->
<!-- end: history -->
"""


class DocsError(DerelictError):
    """A page or a game from which no docs can be written. The message says what to add."""


# -- Markdown --------------------------------------------------------------------------------------------------


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; bars in the cells are escaped."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)


def fill(text: str, parts: dict[str, str], page: str) -> str:
    """The page with each part between its markers.

    Raises:
        DocsError: a part without markers on the page, or markers without a part.
    """
    marked = re.findall(r"^<!-- begin: (\w+) -->$", text, re.M)
    for name in marked:
        if name not in parts:
            raise DocsError(f"{page}: nothing is generated for <!-- begin: {name} -->; parts: {', '.join(parts)}")
    for name, part in parts.items():
        begin, end = f"<!-- begin: {name} -->", f"<!-- end: {name} -->"
        if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
            raise DocsError(f"{page}: expected one {begin} and then one {end}, each on its own line; add them")
        before, _, rest = text.partition(begin)
        text = f"{before}{begin}\n{part}\n{end}{rest.partition(end)[2]}"
    return text


# -- what the code says ----------------------------------------------------------------------------------------


def game_class(name: str) -> type[Game]:
    """The class of a game."""
    cls: type[Game] = importlib.import_module(f"envs.{name}.game").GAME
    return cls


def seat_counts(name: str) -> list[int]:
    """The seat counts that a game accepts."""
    found = []
    for seats in range(1, 17):
        try:
            envs.load(name, seats=seats)
        except OptionError:
            continue
        found.append(seats)
    return found


def largest(name: str) -> Game:
    """The game with all its seats, the monsters' included."""
    seats = seat_counts(name)[-1]
    try:
        return envs.load(name, seats=seats, monsters="agent")
    except OptionError:
        return envs.load(name, seats=seats)


def summary(name: str) -> str:
    """The first paragraph of the docstring of the game's package, without the game's name."""
    text = (importlib.import_module(f"envs.{name}").__doc__ or "").strip().split("\n\n")[0]
    return " ".join(text.split())


def title(name: str) -> str:
    """The name of a game as people write it."""
    return name.replace("_", " ").title()


def standard_table(name: str) -> str:
    """The table that every page of PettingZoo's docs begins with."""
    game, counts = largest(name), seat_counts(name)
    size = game.observation_size
    module = f"{name}_v{game.version}"
    return table(
        ("", ""),
        [
            ("Import", f"`from envs import {module}`"),
            ("Creation", f'`{module}.env()`, or after `import envs` `pettingzoo.make("aec", "{pettingzoo_id(name)}")`'),
            ("Gymnasium", f'`gymnasium.make("{gymnasium_id(name)}")` after `import envs`'),
            ("Actions", "Discrete"),
            ("Parallel API", "No"),
            ("Manual Control", f"`python -m envs.play {name}`"),
            ("Agents", ", ".join(f"`{seat}`" for seat in game.seats)),
            ("Agents (count)", f"{counts[0]} to {counts[-1]}" + _monster_count(game)),
            ("Action Shape", "()"),
            ("Action Values", f"Discrete({game.num_actions})"),
            ("Observation Shape", f"({size},)"),
            ("Observation Values", "[-1, 1]"),
            ("State Shape", f"(number of agents x {size},)"),
            ("State Values", "[-1, 1]"),
        ],
    )


def _monster_count(game: Game) -> str:
    monsters = game.num_seats - game.hero_seats
    return f', and {monsters} more with `monsters="agent"`' if monsters else ""


def show_type(annotation: Any) -> str:
    """A type as the docs show it: the values of a literal, else the name."""
    if typing.get_origin(annotation) is typing.Literal:
        return ", ".join(f"`{value!r}`" for value in typing.get_args(annotation))
    if typing.get_args(annotation):
        return f"`{str(annotation).replace('typing.', '')}`"
    return f"`{getattr(annotation, '__name__', annotation)}`"


def attribute_docs(cls: type) -> dict[str, str]:
    """The strings below the annotated attributes of a class: name -> text in Markdown."""
    (body,) = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
    assert isinstance(body, ast.ClassDef)
    found = {}
    for field, below in itertools.pairwise(body.body):
        if not isinstance(field, ast.AnnAssign) or not isinstance(field.target, ast.Name):
            continue
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            found[field.target.id] = " ".join(str(below.value.value).split()).replace("``", "`")
    return found


def option_rows(name: str) -> Iterator[tuple[str, str, str, str]]:
    """Name, values, default and meaning of each option of the game."""
    model = game_class(name).Options
    written = attribute_docs(model)
    for key, info in model.model_fields.items():
        limits = {k: getattr(m, k) for m in info.metadata for k in ("ge", "gt", "le", "lt") if hasattr(m, k)}
        values = show_type(info.annotation)
        if "ge" in limits and "le" in limits:
            values += f" {limits['ge']} to {limits['le']}"
        default = info.get_default(call_default_factory=True)
        shown = "required" if default is PydanticUndefined else f"`{default!r}`"
        yield f"`{key}`", values, shown, info.description or written.get(key) or COMMON_OPTIONS.get(key, "")


def argument_docs(docstring: str) -> dict[str, str]:
    """The ``Args`` section of a Google-style docstring: name -> text."""
    section = re.search(r"^Args:\n((?:[ ]+.*\n|\n)*)", inspect.cleandoc(docstring) + "\n", re.M)
    found: dict[str, str] = {}
    names: list[str] = []
    for line in section.group(1).splitlines() if section else ():
        if match := re.match(r"    (\w+(?:, \w+)*): (.*)", line):
            names = match[1].split(", ")
            found.update(dict.fromkeys(names, match[2]))
        else:
            found.update({name: f"{found[name]} {line.strip()}".strip() for name in names})
    return found


def options(name: str) -> str:
    """The options of the game and those of the PettingZoo face."""
    docs = argument_docs(aec.DerelictAEC.__doc__ or "")
    parameters = inspect.signature(aec.DerelictAEC).parameters
    face = [(f"`{key}`", f"`{parameters[key].default!r}`", docs[key].replace("``", "`")) for key in aec.OPTIONS]
    return "\n".join(
        [
            f'Options of the game, for `envs.load("{name}", ...)` and all faces:',
            "",
            table(("option", "values", "default", "meaning"), option_rows(name)),
            "",
            "Options of the PettingZoo face:",
            "",
            table(("option", "default", "meaning"), face),
        ]
    )


def span(start: int, stop: int) -> str:
    """A range of indices as the docs show it, its end included."""
    return f"{start} to {stop - 1}" if stop > start + 1 else str(start)


def inside(struct: Struct, max_seats: int) -> str:
    """The observed fields of a struct in their order, each with its number of floats if it is not one."""
    parts = []
    for f in struct.fields:
        if isinstance(f.type, Struct):
            parts.append(f"{f.name}: {f.count} x ({inside(f.type, max_seats)})")
        elif f.obs:
            width = {"onehot": (f.high or 0) - f.low + 1, "seat": max_seats}.get(f.obs, 1) * f.count
            parts.append(f.name if width == 1 else f"{f.name} {width}")
    return ", ".join(parts)


def observation(name: str) -> str:
    """The observation by blocks."""
    game = largest(name)
    fields = {f.name: f for record in (game.record, game.view_record) for f in record.fields}
    rows = []
    for b in game.layout:
        kind = fields[b.name].type
        each = f" ({inside(kind, game.max_seats)})" if isinstance(kind, Struct) else ""
        rows.append((span(b.start, b.stop), f"`{b.name}`", "x".join(map(str, b.shape)), b.doc + each))
    return "\n".join(
        [
            f"{game.observation_size} floats, seen from the viewing seat: its own rows come first, the others follow",
            'in seat order. `game.blocks(observation)` gives the blocks by name, as views; `obs="dict"` gives them as',
            "a dictionary.",
            "",
            table(("index", "block", "shape", "meaning"), rows),
        ]
    )


def actions(name: str) -> str:
    """The action table by groups."""
    actions_ = game_class(name).actions
    rows = []
    for group, ids in actions_.groups.items():
        names = [f"`{actions_[i]}`" for i in ids]
        shown = ", ".join(names) if len(names) <= 8 else f"{names[0]}, {names[1]}, ..., {names[-1]}"
        rows.append((span(ids.start, ids.stop), shown, actions_.meanings[group]))
    return table(("id", "names", "meaning"), rows)


def reward(name: str) -> str:
    """The reward modes, which all games share."""
    return "\n".join(
        [
            "A reward is given to every seat at every step, and summed up between a seat's own decisions.",
            "",
            table(
                ("`reward=`", "what a seat gets"),
                [
                    ('`"outcome"` (default)', "at the end its result, in [-1, 1]; 0 before"),
                    (
                        '`"shaped"`',
                        "the same, and in every step the discounted rise of a potential (of heroes in [0, 1]) that "
                        "counts as 0 at the end; which play is best does not change",
                    ),
                    (
                        '`"progress"`',
                        "the rise of the potential, kept at the end, and the outcome of a victory; a defeat costs "
                        "nothing: easiest to learn from",
                    ),
                ],
            ),
        ]
    )


def reasons(name: str) -> str:
    """The reason codes of the outcome."""
    cls = game_class(name)
    codes: dict[str, str] | None = getattr(cls, "REASONS", None)
    if not codes:
        raise DocsError(f"{cls.__name__}: expected REASONS, a dictionary from each code of an outcome to its meaning")
    rows = [(f"`{code}`", meaning) for code, meaning in codes.items()]
    rows.append(("`max_cycles`", "the face cut the game off after `max_cycles` steps (truncated)"))
    return "\n".join(
        [
            '`info["outcome"]` at the end, and `game.outcome(state).reason`. All agents end together, with one kind of',
            "flag.",
            "",
            table(("code", "meaning"), rows),
        ]
    )


def state_rows(record: Record) -> Iterator[tuple[str, str, str, str, str]]:
    """Rows of `field_rows` without the shared head and without the insides of piles."""
    hidden = ["core."]
    for row in field_rows(record):
        if any(row[0].startswith(prefix) for prefix in hidden):
            continue
        if row[1].startswith("Pile"):
            hidden.append(f"{row[0]}.")
            row = (row[0], f"pile of {row[1].removeprefix('Pile')}", *row[2:])
        yield row


def state(name: str) -> str:
    """The fields of the record."""
    record = game_class(name).record
    rows = ((f"`{field}`", *rest) for field, *rest in state_rows(record))
    return "\n".join(
        [
            f"One record of {record.dtype.itemsize} bytes is the whole state. `core`, the same in all games, holds",
            "random words, the stack of procedures and the question asked (`envs.core.head`). Who may know a field:",
            "`all`, its `owner` seat, the `monster` seat, or `nobody`.",
            "",
            table(("field", "type", "range", "seen by", "meaning"), rows),
        ]
    )


def history(name: str) -> str:
    """The versions of the environment and what changed with each."""
    cls = game_class(name)
    versions: dict[int, str] = getattr(cls, "HISTORY", {0: "First version."})
    if cls.version not in versions:
        raise DocsError(f"{cls.__name__}: version is {cls.version}, but HISTORY says nothing of it; say what changed")
    return "\n".join(f"- v{number}: {versions[number]}" for number in sorted(versions, reverse=True))


PARTS = {
    "table": standard_table,
    "options": options,
    "observation": observation,
    "actions": actions,
    "reward": reward,
    "reasons": reasons,
    "state": state,
    "history": history,
}


def games_table() -> str:
    """The table of games in the README."""
    rows = []
    for name in envs.GAMES:
        game, counts = largest(name), seat_counts(name)
        seats = f"{counts[0]} to {counts[-1]} {game.seats[0].rpartition('_')[0]}s" + _monster_count(game)
        rows.append(
            (f"[`{name}`](docs/games/{name}.md)", summary(name), seats, game.num_actions, game.observation_size)
        )
    return table(("game", "what it is", "agents", "actions", "observation"), rows)


# -- what the cards of a game can say --------------------------------------------------------------------------


def argument(parameter: Parameter) -> str:
    """An argument of an effect or a condition: its name, its values and its default."""
    p = parameter
    values = list(p.words or ())
    if p.flag:
        values = ["true", "false"]
    elif p.named is not None:
        kind = p.named.replace("_", " ")
        values = [f"one of the {kind}" if kind.endswith("s") else f"name of a {kind}"]
    elif p.low <= p.high:
        values.append(f"{p.low} to {p.high}")
    default = ""
    if p.default is not None and not p.flag:
        there = p.default in (p.words or {}).values() or p.low <= p.default <= p.high
        default = f" ({p.show(p.default, {}).replace(' ', '_')})" if there else " (none)"
    return f"`{p.name}`: {', '.join(values)}{default}"


def least(parameter: Parameter) -> Any:
    """The least that an argument may be, and a name where it takes one."""
    p = parameter
    if p.named is not None:
        return p.name.upper()
    if p.flag:
        return True
    return next(iter(p.words)) if p.low > p.high and p.words else min(max(p.low, 1), p.high)


def example(vocabulary: Vocabulary, effect: Effect) -> str:
    """What a card says with the effect on its target, with the least of each argument that must be given."""
    names = {p.named: [p.name.upper()] for p in effect.parameters if p.named is not None}
    scene = Scene(
        min(effect.cards, default=""), target="any", own=effect.actor or "", default=vocabulary.target, names=names
    )
    given: dict[str, Any] = {}
    for p in effect.parameters:
        if p.default is None or p.name == effect.short:
            given[p.name] = least(p)
    if effect.check is not None and not given:
        given[effect.parameters[0].name] = 1
    if effect.branch:
        given["then"] = [next(e.name for e in vocabulary.effects.values() if not e.parameters and not e.cards)]
    return vocabulary.describe(vocabulary.parse([{effect.name: given}], Place("example"), scene))


def vocabulary(name: str) -> str:
    """The words that the cards of a game are made of."""
    v: Vocabulary = importlib.import_module(f"envs.{name}.content").VOCABULARY
    effects = []
    for effect in v.effects.values():
        arguments = [argument(p) for p in effect.parameters]
        arguments += ["`who`"] if effect.who else []
        arguments += ["`range` of a `who` in sight"] if effect.reach else []
        arguments += ["`then`", "`otherwise`"] if effect.branch else []
        effects.append((f"`{effect.name}`", f"`{effect.short}`" if effect.short else "", "; ".join(arguments),
                        example(v, effect)))  # fmt: skip
    selectors = [
        (f"`{word}`", s.text.format(self="the acting unit", target="the target"), "yes" if s.ranged else "")
        for word, s in v.selectors.items()
    ]
    conditions = []
    for word, condition in v.conditions.items():
        counted = () if isinstance(condition.text, str) else [p for p in condition.parameters if p.words is None]
        names = {p.name: str(least(p)) if p in counted else p.name.upper() for p in condition.parameters}
        words = {"has": "it has", "is": "it is", **names}
        text = condition.text.format(**words) if isinstance(condition.text, str) else condition.text(words)
        conditions.append((f"`{word}`", "; ".join(map(argument, condition.parameters)) or "true", f"if {text}"))
    statistics = [
        (f"`{word}`", "true" if s.flag else "-9 to 9", s.text.format(amount="+1"), "" if s.passive else "lasting only")
        for word, s in v.statistics.items()
    ]
    short = min((e for e in v.effects.values() if e.short), key=lambda e: e.short != "spaces")
    alone = f"`{short.name}: 1` is `{short.name}: {{{short.short}: 1}}`"
    parts = [
        f"Effects. The short argument may stand alone: {alone}; defaults are in brackets.",
        table(("effect", "short", "arguments", "a card says, for example"), effects),
        "Words for `who`. Those in sight need a `range`.",
        table(("who", "units", "needs a range"), selectors),
        "Conditions of `if`.",
        table(("condition", "arguments", "a card says"), conditions),
        "What `passive` and `lasting` change.",
        table(("statistic", "value", "a card says", ""), statistics),
    ]
    if v.scopes:
        places = [(f"`{word}`", text or "the bearer") for word, (_, text) in v.scopes.items()]
        whens = [(f"`{word}`", text or "always") for word, (_, text) in v.whens.items()]
        parts += ["Whose statistic a `passive` changes (`scope`), and `when`."]
        parts += [table(("scope", "units"), places), table(("when", "a card says"), whens)]
    if v.conditional:
        parts += ["The `when` of a `passive` is a condition of the table above, with one argument at most."]
    if v.untils:
        terms = [(f"`{word}`", text.rstrip(",")) for word, (_, text) in v.untils.items()]
        parts += ["How long a `lasting` holds (`until`).", table(("until", "a card says"), terms)]
    return "\n\n".join(parts)


def pages(root: Path = ROOT) -> Iterator[tuple[Path, str]]:
    """Every page with generated parts, and the text that it should have."""
    for name in (*envs.GAMES, *envs.EXAMPLES):
        path = root / "docs" / "games" / f"{name}.md"
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        text = text or SKELETON.format(title=title(name), summary=summary(name))
        yield path, fill(text, {part: write(name) for part, write in PARTS.items()}, path.name)
    if content.games():
        page = root / "docs" / "content.md"
        words = {name: vocabulary(name) for name in content.games()}
        yield page, fill(page.read_text(encoding="utf-8"), words, page.name)
    readme = root / "README.md"
    yield readme, fill(readme.read_text(encoding="utf-8"), {"games": games_table()}, readme.name)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m envs.docs", description="Write the generated parts of the docs.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if a page is out of date")
    given = parser.parse_args(arguments)
    stale = []
    try:
        for path, text in pages():
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                stale.append(path.relative_to(ROOT).as_posix())
                if not given.check:
                    path.write_text(text, encoding="utf-8")
    except DocsError as error:
        print(f"envs.docs: error: {error}", file=sys.stderr)
        return 2
    if given.check and stale:
        print(f"out of date: {', '.join(stale)}; run python -m envs.docs", file=sys.stderr)
        return 1
    print(f"{'written' if stale else 'nothing to write'}{': ' if stale else ''}{', '.join(stale)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
