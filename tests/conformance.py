"""Which tests show which rules: writes ``docs/conformance.md`` from the catalogues and the tests' markers.

A catalogue is a file of ``docs/rules`` whose tables have the id of a rule (``MAC-MOV-08``) or of a worked example
(``MAC-EX-01``) in their first column. A test names what it shows: ``@pytest.mark.rule("MAC-MOV-08", "MAC-EX-20")``.

    python -m tests.conformance            write the table
    python -m tests.conformance --check    exit with 1 if the table is out of date, a marker names an unknown id, or
                                           an id has neither a test nor a reason why not
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "conformance.md"

_INCURSION = "Incursions against a Boss are not built yet"
_PRINCIPLE = "a principle of reading, settled when the rules were written down"
_CAMPAIGN = "the campaign and the full game are not built yet"

REASONS: dict[str, str] = {
    **{f"ENO-{system}": _INCURSION for system in ("INC", "BOS", "TGT", "CMD", "WND", "ESC")},
    **{f"ENO-EX-{number}": _INCURSION for number in ("24", "25", "26", "41", "42", "57", "59")},
    **{f"ENO-KEY-{number}": _INCURSION for number in ("25", "25-D")},
    **{f"ENO-GEN-{number}": _PRINCIPLE for number in ("01", "02-D")},
    "ENO-GEN-05": _INCURSION,
    "ENO-AOO-01-D2": _INCURSION,
    "ENO-CDN-11-D": _INCURSION,
    "ENO-CHB-04": _INCURSION,
    "ENO-OPT-02": _INCURSION,
    "ENO-CMP": _CAMPAIGN,
    "ENO-CMP-06": _INCURSION,
    "ENO-LOT-04": _CAMPAIGN,
    "ENO-INT-03": _CAMPAIGN,
    **{f"ENO-DIF-{number}": _INCURSION for number in ("04", "06", "08", "08-D")},
    "ENO-DIF-07": _CAMPAIGN,
}
"""Why an id, or every id of a system that no test names, is not covered."""

_ID = re.compile(r"^\|\s*`?([A-Z]{3}-[A-Z0-9]{2,3}-\d+[A-Z0-9-]*)`?\s*\|")
_SHORT_EXAMPLE = re.compile(r"^\|\s*E(\d+)\s*\|")


class ConformanceError(ValueError):
    """A catalogue or a marker that cannot be used. The message names the file and the line."""


@dataclass
class Catalogue:
    """The ids of one file of rules.

    Attributes:
        name: name of the game's package.
        title: first heading of the file.
        systems: code of the system (``MOV``) -> ids in the order of the file.
        headings: code of the system -> the heading it stands under.
    """

    name: str
    title: str
    systems: dict[str, list[str]] = field(default_factory=dict)
    headings: dict[str, str] = field(default_factory=dict)

    @property
    def ids(self) -> list[str]:
        """All ids, system by system."""
        return [rule for rules in self.systems.values() for rule in rules]


def parse_catalogue(path: Path) -> Catalogue:
    """Read the ids of a file of rules; raises `ConformanceError` for an id that stands there twice."""
    lines = path.read_text(encoding="utf-8").splitlines()
    catalogue = Catalogue(path.stem, next((line[2:].strip() for line in lines if line.startswith("# ")), path.stem))
    prefix = next((m.group(1)[:3] for line in lines if (m := _ID.match(line))), "")
    heading, seen = "", set()
    for number, line in enumerate(lines, 1):
        if line.startswith("#"):
            heading = line.lstrip("# ").strip()
            continue
        if match := _ID.match(line):
            rule = match.group(1)
        elif heading.startswith("Worked examples") and (match := _SHORT_EXAMPLE.match(line)):
            rule = f"{prefix}-EX-{match.group(1)}"
        else:
            continue
        if rule in seen:
            raise ConformanceError(f"{path}:{number}: {rule} stands in the catalogue twice")
        seen.add(rule)
        system = rule.split("-")[1]
        catalogue.systems.setdefault(system, []).append(rule)
        catalogue.headings.setdefault(system, heading)
    return catalogue


@dataclass(frozen=True)
class Mark:
    """One id in one marker: the test's file (relative to the root), its name, the id and the line of the marker."""

    path: str
    test: str
    rule: str
    line: int


def parse_marks(path: Path, root: Path = ROOT) -> list[Mark]:
    """The ``rule`` markers of a test file, on tests, classes, parameters or (``pytestmark``) the whole module.

    Raises:
        ConformanceError: an id that is not a string constant, or a marker on a function that is no test.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    where = path.relative_to(root).as_posix()
    aliases = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign) and _is_mark(node.value, set())
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    marks: list[Mark] = []

    def visit(node: ast.AST, owner: str) -> None:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            owner = f"{owner}::{node.name}" if owner else node.name
        if isinstance(node, ast.Call) and _is_mark(node.func, aliases):
            name = owner.rpartition("::")[2]
            if owner and not name.lower().startswith("test"):
                raise ConformanceError(f"{where}:{node.lineno}: a rule marker on {owner}, which is not a test")
            for argument in node.args:
                if not isinstance(argument, ast.Constant) or not isinstance(argument.value, str):
                    raise ConformanceError(f"{where}:{node.lineno}: the ids of a rule marker must be plain strings")
                marks.append(Mark(where, owner, argument.value, node.lineno))
        for child in ast.iter_child_nodes(node):
            visit(child, owner)

    visit(tree, "")
    return sorted(marks, key=lambda mark: mark.line)


def _is_mark(node: ast.AST, aliases: set[str]) -> bool:
    """Whether an expression is ``pytest.mark.rule``, ``mark.rule`` or a module's own name for it."""
    if isinstance(node, ast.Name):
        return node.id in aliases
    if not isinstance(node, ast.Attribute) or node.attr != "rule":
        return False
    return "mark" in (getattr(node.value, "attr", None), getattr(node.value, "id", None))


def reason(rule: str, reasons: Mapping[str, str]) -> str | None:
    """Why `rule` is not covered: the reason of its own id, else that of its system."""
    return reasons.get(rule) or reasons.get("-".join(rule.split("-")[:2]))


def problems(catalogues: Sequence[Catalogue], marks: Sequence[Mark], reasons: Mapping[str, str]) -> Iterator[str]:
    """What is wrong: unknown ids in markers or reasons, reasons that no longer hold, ids without test and reason."""
    known = {rule for catalogue in catalogues for rule in catalogue.ids}
    tested = {mark.rule for mark in marks}
    for mark in marks:
        if mark.rule not in known:
            yield f"{mark.path}:{mark.line}: {mark.test or 'the module'} names {mark.rule}, which no catalogue has"
    for key in reasons:
        if key in known and key in tested:
            yield f"REASONS says why {key} is not covered, but a test names it; take the reason out"
        elif key not in known and not any(rule.startswith(key + "-") for rule in known):
            yield f"REASONS names {key}, which no catalogue has"
    for catalogue in catalogues:
        for rule in catalogue.ids:
            if rule not in tested and reason(rule, reasons) is None:
                yield f"{rule} has no test; mark one with it or give a reason in REASONS"


def page(catalogues: Sequence[Catalogue], marks: Sequence[Mark], reasons: Mapping[str, str]) -> str:
    """The text of ``docs/conformance.md``."""
    tests: dict[str, dict[str, list[str]]] = {}
    for mark in marks:
        files = tests.setdefault(mark.rule, {}).setdefault(mark.path, [])
        name = mark.test or "all tests"
        if name not in files:
            files.append(name)
    lines = [
        "# Conformance",
        "",
        "Which tests show which rules. Written by `python -m tests.conformance`; do not edit.",
        "",
        "| catalogue | ids | tested | not covered |",
        "|---|---|---|---|",
    ]
    for c in catalogues:
        done = sum(rule in tests for rule in c.ids)
        lines.append(f"| [{c.name}](rules/{c.name}.md) | {len(c.ids)} | {done} | {len(c.ids) - done} |")
    for c in catalogues:
        lines += ["", f"## {c.title}"]
        for system, rules in c.systems.items():
            done = sum(rule in tests for rule in rules)
            heading = c.headings[system]
            title = heading if heading.startswith(system) else f"{system}: {heading}"
            lines += ["", f"### {title} ({done} of {len(rules)})", "", "| id | tests |", "|---|---|"]
            for rule in rules:
                shown = "; ".join(
                    f"[{Path(path).name}](../{path}): {', '.join(f'`{name}`' for name in names)}"
                    for path, names in sorted(tests.get(rule, {}).items())
                )
                lines.append(f"| {rule} | {shown or 'not covered: ' + (reason(rule, reasons) or 'no reason given')} |")
    return "\n".join(lines) + "\n"


def collect(root: Path = ROOT) -> tuple[list[Catalogue], list[Mark]]:
    """All catalogues and all markers of the project."""
    catalogues = [parse_catalogue(path) for path in sorted((root / "docs" / "rules").glob("*.md"))]
    files = sorted((root / "tests").rglob("test_*.py"))
    return [c for c in catalogues if c.ids], [mark for path in files for mark in parse_marks(path, root)]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if anything is wrong")
    given = parser.parse_args(arguments)
    catalogues, marks = collect()
    text = page(catalogues, marks, REASONS)
    found = list(problems(catalogues, marks, REASONS))
    if not given.check:
        PAGE.write_text(text, encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        found.append(f"{PAGE.relative_to(ROOT)} is out of date; run python -m tests.conformance")
    for problem in found:
        print(problem, file=sys.stderr)
    tested = {mark.rule for mark in marks}
    for c in catalogues:
        print(f"{c.name}: {sum(rule in tested for rule in c.ids)} of {len(c.ids)} ids tested")
    return 1 if found and given.check else 0


if __name__ == "__main__":
    sys.exit(main())
