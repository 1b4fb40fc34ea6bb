"""What the build does before Cython: write each record's C declarations beside the code that uses them.

Run by ``setup.py``; ``python -m envs.core.build`` does the same by hand.
"""

from __future__ import annotations

import importlib
from dataclasses import replace
from pathlib import Path

from envs.core import head
from envs.core.schema import Record, Struct, enum_pxd, layout_pyx, record_pxd, write_if_changed

PACKAGE = Path(__file__).resolve().parent.parent


def games() -> list[str]:
    """Names of the packages below ``envs`` that declare a state."""
    return sorted(path.parent.name for path in PACKAGE.glob("*/state.py"))


def write_declarations() -> list[Path]:
    """Write every generated ``.pxd`` and ``.pyx``; returns those that changed."""
    changed = []

    def write(path: Path, text: str) -> None:
        if write_if_changed(path, text):
            changed.append(path)

    core = enum_pxd(head.ENUMS, head.CONSTANTS) + record_pxd(_local(head.FRAME), _local(head.HEAD))
    write(PACKAGE / "core" / "head.pxd", core)
    for game in games():
        state = importlib.import_module(f"envs.{game}.state")
        rules = PACKAGE / game / "rules"
        text = record_pxd(*state.RECORDS) + enum_pxd(state.ENUMS, state.CONSTANTS)
        write(rules / "state.pxd", text)
        write(rules / "_layout.pyx", layout_pyx(f"envs.{game}.rules.state", state.RECORDS))
    return changed


def _local(struct: Struct) -> Record:
    """The same struct, to be declared here rather than imported."""
    fields = [replace(f, type=_local(f.type)) if f.type is head.FRAME else f for f in struct.fields]
    return Record(struct.name, tuple(fields))


if __name__ == "__main__":
    for path in write_declarations():
        print(path)
