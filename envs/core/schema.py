"""One declaration of a record, from which everything that depends on its layout is made.

A game declares the fields of its state (and of its content tables) once, as `Field` objects in a
`Record`. From that come the NumPy dtype, the C struct that the rules use (a generated ``.pxd``), the
plan of the observation encoder, the JSON view and the table in the docs.

This module is imported by the build, so it needs NumPy and the standard library only.
"""

from __future__ import annotations

import enum
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

__all__ = [
    "Field",
    "Instruction",
    "Record",
    "SchemaError",
    "See",
    "Struct",
    "enum_pxd",
    "field_rows",
    "layout_pyx",
    "observation_plan",
    "pile",
    "record_pxd",
    "to_json",
    "visible_mask",
]

_C_TYPES = {
    "u1": "unsigned char",
    "i1": "signed char",
    "u2": "unsigned short",
    "i2": "short",
    "u4": "unsigned int",
    "i4": "int",
    "u8": "unsigned long long",
    "i8": "long long",
    "f4": "float",
    "f8": "double",
}
_TYPE_CODES = {"u1": 0, "i1": 1, "u2": 2, "i2": 3, "u4": 4, "i4": 5, "f4": 6}
_READABLE = ("u1", "i1", "u2", "i2", "u4", "i4")


class SchemaError(ValueError):
    """A declaration that cannot be laid out. The message names the record and the field."""


class See(enum.IntEnum):
    """Who may know the value of a field."""

    ALL = 0
    OWNER = 1
    """Only the seat that indexes the first axis of the field."""
    MONSTER = 2
    """Only the monster seat."""
    NOBODY = 3
    """Hidden, or not a fact of the game at all (random words, caches, the stack)."""


@dataclass(frozen=True)
class Field:
    """One field of a record.

    Args:
        name: a Python and C identifier.
        type: ``"u1"``, ``"i2"``, ... or a `Struct`.
        shape: array shape; ``()`` for a scalar.
        low, high: the range of the values, for the observation and for the docs.
        see: who may know it.
        doc: what it means, in one sentence.
        obs: how it is written into the observation:
            ``None`` not at all, ``"scale"`` as value / high, ``"onehot"`` as high - low + 1 floats,
            ``"seat"`` as a one-hot over the seats counted from the viewer (values below 0: nobody),
            ``"copy"`` as it is (values already in [-1, 1]).
        seats: the first axis is indexed by seat; the viewer's row comes first in the observation.
        planes: (channels, height, width) of a map; ``obs="dict"`` offers the block in this shape.
        seldom: few decisions touch it, so that a batch does not have it brought from memory ahead of each.
    """

    name: str
    type: str | Struct
    shape: tuple[int, ...] | int = ()
    low: int = 0
    high: int | None = None
    see: See = See.ALL
    doc: str = ""
    obs: str | None = None
    seats: bool = False
    planes: tuple[int, int, int] | None = None
    seldom: bool = False

    def __post_init__(self) -> None:
        shape = (self.shape,) if isinstance(self.shape, int) else tuple(self.shape)
        object.__setattr__(self, "shape", shape)
        if not self.name.isidentifier():
            raise SchemaError(f"field {self.name!r}: a name must be an identifier")
        if isinstance(self.type, str) and self.type not in _C_TYPES:
            raise SchemaError(f"field {self.name!r}: unknown type {self.type!r}; expected one of {sorted(_C_TYPES)}")
        if self.obs not in (None, "scale", "onehot", "seat", "copy"):
            raise SchemaError(f"field {self.name!r}: unknown obs {self.obs!r}")
        if self.obs is not None:
            readable = ("f4",) if self.obs == "copy" else _READABLE
            if self.type not in readable:
                kind = self.type.name if isinstance(self.type, Struct) else self.type
                raise SchemaError(f"field {self.name!r}: obs={self.obs!r} cannot read {kind}; it reads {readable}")
        if self.obs in ("scale", "onehot") and self.high is None:
            raise SchemaError(f"field {self.name!r}: obs={self.obs!r} needs high")
        if any(size < 1 for size in shape):
            raise SchemaError(f"field {self.name!r}: shape {shape} has an empty axis")
        if self.seats and not shape:
            raise SchemaError(f"field {self.name!r}: seats=True needs an axis of seats, got a scalar")
        if self.planes and self.obs not in (None, "seat") and math.prod(self.planes) != self.count * self.width(0):
            raise SchemaError(
                f"field {self.name!r}: planes {self.planes} do not hold the {self.count * self.width(0)} floats of "
                "the block"
            )
        if isinstance(self.type, str) and self.type[0] in "iu" and self.high is not None:
            info = np.iinfo(self.type)
            if not info.min <= self.low <= self.high <= info.max:
                raise SchemaError(f"field {self.name!r}: range {self.low} to {self.high} does not fit {self.type}")

    @property
    def count(self) -> int:
        """Number of elements."""
        return math.prod(self.shape)  # type: ignore[arg-type]

    def width(self, max_seats: int) -> int:
        """Floats of the observation for each element, with one-hots over `max_seats` seats."""
        if self.obs == "onehot":
            assert self.high is not None
            return self.high - self.low + 1
        return max_seats if self.obs == "seat" else 1


@dataclass(frozen=True)
class Struct:
    """A group of fields that repeats, such as one unit or one card. ``module`` is the ``.pxd`` that declares it."""

    name: str
    fields: tuple[Field, ...]
    module: str | None = None
    dtype: np.dtype = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "fields", tuple(self.fields))
        names = [f.name for f in self.fields]
        if len(set(names)) != len(names):
            twice = sorted({n for n in names if names.count(n) > 1})
            raise SchemaError(f"{self.name}: field declared twice: {', '.join(twice)}")
        object.__setattr__(self, "dtype", _layout(self))

    def __getitem__(self, name: str) -> Field:
        for f in self.fields:
            if f.name == name:
                return f
        raise KeyError(f"{self.name} has no field {name!r}")


class Record(Struct):
    """The outermost struct: a whole state, the content tables, or a view."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_owners(self.name, self, False)


def _check_owners(path: str, struct: Struct, owned: bool) -> None:
    """A field of its owner alone must lie below an axis of seats, or it would have no owner."""
    for f in struct.fields:
        inside = owned or f.seats
        if f.see is See.OWNER and not inside:
            raise SchemaError(f"{path}.{f.name}: see=OWNER needs an axis of seats (seats=True here or around it)")
        if isinstance(f.type, Struct):
            _check_owners(f"{path}.{f.name}", f.type, inside)


def _alignment(type_: str | Struct) -> int:
    if isinstance(type_, Struct):
        return max(_alignment(f.type) for f in type_.fields)
    return np.dtype(type_).itemsize


def _layout(struct: Struct) -> np.dtype:
    """The dtype with C's natural alignment, every byte of padding being a named field."""
    names: list[str] = []
    formats: list[Any] = []
    offsets: list[int] = []
    at = 0

    def pad_to(multiple: int) -> None:
        nonlocal at
        gap = -at % multiple
        if gap:
            names.append(f"_pad{at}")
            formats.append(("u1", (gap,)))
            offsets.append(at)
            at += gap

    for f in struct.fields:
        base = f.type.dtype if isinstance(f.type, Struct) else np.dtype(f.type)
        pad_to(_alignment(f.type))
        names.append(f.name)
        formats.append((base, f.shape) if f.shape else base)
        offsets.append(at)
        at += base.itemsize * f.count
    pad_to(max(_alignment(f.type) for f in struct.fields))
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": at})


def pile(name: str, capacity: int, *, identity: int, high: int = 255, see: See = See.NOBODY, doc: str = "") -> Field:
    """A deck, bag, queue, hand or discard pile of at most `capacity` cards, the last one being the top.

    ``n`` cards lie in ``cards``; the top ``known`` of them have been seen by all. ``identity`` is the number
    by which an overflow error names the pile.
    """
    struct = Struct(
        f"Pile{capacity}",
        (
            Field("n", "u2", high=capacity, obs="scale", doc="number of cards"),
            Field("capacity", "u2", see=See.NOBODY, doc="largest number of cards"),
            Field("identity", "u2", see=See.NOBODY, doc="number of the pile in error messages"),
            Field("known", "u2", high=capacity, doc="cards on top that everybody has seen"),
            Field("cards", "u2", capacity, high=high, see=see, doc="card numbers, bottom first"),
        ),
    )
    return Field(name, struct, see=See.ALL, low=identity, high=capacity, doc=doc)


# -------------------------------------------------------------------------------------------------- pxd


def _structs(struct: Struct) -> Iterator[Struct]:
    """All structs below `struct` and itself, the inner ones first."""
    for f in struct.fields:
        if isinstance(f.type, Struct):
            yield from _structs(f.type)
    yield struct


def _all_structs(records: Sequence[Record]) -> list[Struct]:
    """All structs of `records`, the inner ones first, each name once."""
    structs: dict[str, Struct] = {}
    for record in records:
        for s in _structs(record):
            if structs.setdefault(s.name, s).dtype != s.dtype:
                raise SchemaError(f"{s.name}: two different structs have this name")
    return list(structs.values())


def record_pxd(*records: Record) -> str:
    """The Cython declarations of `records` and of all structs inside them."""
    lines = ["# Generated by the build from state.py. Do not edit."]
    imports: dict[str, set[str]] = {}
    body: list[str] = []
    for s in _all_structs(records):
        if s.module:
            imports.setdefault(s.module, set()).add(s.name)
            continue
        body.append(f"cdef struct {s.name}:")
        assert s.dtype.names is not None
        by_name = {f.name: f for f in s.fields}
        for name in s.dtype.names:
            if name not in by_name:
                body.append(f"    unsigned char {name}[{s.dtype[name].shape[0]}]")
                continue
            f = by_name[name]
            c_type = f.type.name if isinstance(f.type, Struct) else _C_TYPES[f.type]
            dims = "".join(f"[{size}]" for size in f.shape)  # type: ignore[union-attr]
            body.append(f"    {c_type} {name}{dims}")
        body.append("")
    for module, names in sorted(imports.items()):
        lines.append(f"from {module} cimport {', '.join(sorted(names))}")
    return "\n".join([*lines, "", *body])


def enum_pxd(enums: Sequence[type[enum.IntEnum]], constants: Mapping[str, int]) -> str:
    """Anonymous C enums: ``Space.PIT`` becomes ``SPACE_PIT``; constants keep their names.

    ``SPACE_COUNT`` is the highest value + 1, unless the enum has a member ``COUNT`` of its own.

    Raises:
        SchemaError: a name is declared twice.
    """
    groups = [dict(constants)]
    for e in enums:
        prefix = _snake(e.__name__)
        group = {f"{prefix}_{m.name}": int(m) for m in e}
        group.setdefault(f"{prefix}_COUNT", max(group.values()) + 1)
        groups.append(group)
    seen: set[str] = set()
    lines = []
    for group in groups:
        twice = sorted(seen & group.keys())
        if twice:
            raise SchemaError(f"constants declared twice: {', '.join(twice)}")
        seen |= group.keys()
        if group:
            lines += ["cdef enum:", *(f"    {name} = {value}" for name, value in group.items()), ""]
    return "\n".join(lines[:-1]) + "\n" if lines else ""


def _snake(name: str) -> str:
    out = "".join("_" + c if c.isupper() else c for c in name)
    return out.lstrip("_").upper()


def layout_pyx(module: str, records: Sequence[Record]) -> str:
    """A module with ``sizes()``: the C compiler's size of each struct and the offset of each field."""
    structs = _all_structs(records)
    lines = ["# Generated by the build from state.py. Do not edit."]
    lines += [f"from {s.module or module} cimport {s.name}" for s in structs]
    lines += ["", *(f"cdef {s.name} _{s.name.lower()}" for s in structs)]
    lines += ["", "", "def sizes():", '    """{struct: (size, {field: offset})} as the C compiler laid them out."""']
    lines.append("    return {")
    for s in structs:
        at = f"_{s.name.lower()}"
        lines.append(f'        "{s.name}": (sizeof({s.name}), {{')
        lines += [f'            "{f.name}": <size_t>&{at}.{f.name} - <size_t>&{at},' for f in s.fields]
        lines.append("        }),")
    lines.append("    }")
    return "\n".join(lines) + "\n"


def check_layout(records: Sequence[Record], sizes: Mapping[str, tuple[int, Mapping[str, int]]]) -> None:
    """Raise `SchemaError` unless the C compiler's layout is the dtype's, struct by struct and field by field."""
    rebuild = "rebuild the package (pip install -e .)"
    for struct in _all_structs(records):
        if struct.name not in sizes:
            raise SchemaError(f"{struct.name}: not among the compiled structs; {rebuild}")
        size, offsets = sizes[struct.name]
        assert struct.dtype.fields is not None
        declared = {f.name: struct.dtype.fields[f.name][1] for f in struct.fields}
        if offsets.keys() != declared.keys():
            differ = ", ".join(sorted(offsets.keys() ^ declared.keys()))
            raise SchemaError(f"{struct.name}: compiled and declared fields differ: {differ}; {rebuild}")
        for name, offset in offsets.items():
            if offset != declared[name]:
                raise SchemaError(
                    f"{struct.name}.{name}: compiled offset {offset}, dtype offset {declared[name]}; {rebuild}"
                )
        if size != struct.dtype.itemsize:
            raise SchemaError(
                f"{struct.name}: the compiled struct has {size} bytes, the dtype {struct.dtype.itemsize}; {rebuild}"
            )


def write_if_changed(path: Path, text: str) -> bool:
    """Write `text` unless the file already holds it, so that time stamps trigger no needless compilation."""
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return False
    path.write_text(text, encoding="utf-8")
    return True


# ------------------------------------------------------------------------------------------ observation


@dataclass(frozen=True)
class Instruction:
    """One step of the encoder; a row of the integer plan (see `observation_plan`)."""

    kind: int
    base: int
    type: int
    offset: int
    count: int
    stride: int
    low: int
    width: int
    see: int
    seat_stride: int
    seat_index: int
    out: int
    scale: float


KIND_SCALE, KIND_ONEHOT, KIND_SEAT, KIND_COPY = 0, 1, 2, 3
_KINDS = {"scale": KIND_SCALE, "onehot": KIND_ONEHOT, "seat": KIND_SEAT, "copy": KIND_COPY}


@dataclass(frozen=True)
class Block:
    """A named piece of the observation vector."""

    name: str
    start: int
    shape: tuple[int, ...]
    doc: str

    @property
    def size(self) -> int:
        """Number of floats."""
        return math.prod(self.shape)

    @property
    def stop(self) -> int:
        """Index behind the last float."""
        return self.start + self.size


def observation_plan(records: Sequence[Record], max_seats: int) -> tuple[list[Instruction], list[Block]]:
    """The encoder's instructions and the named blocks, in the order of declaration.

    Args:
        records: the state (base pointer 0) and the view (base pointer 1).
        max_seats: width of one-hots over seats.
    """
    instructions: list[Instruction] = []
    blocks: list[Block] = []
    out = 0

    def leaf(f: Field, base: int, offset: int, see: See, seat_stride: int, seat_index: int) -> int:
        """Append the instructions of a field of plain type; returns how many floats it writes."""
        nonlocal out
        if f.obs is None:
            return 0
        assert isinstance(f.type, str)
        item = np.dtype(f.type).itemsize
        see = max(see, f.see)
        start = out
        count = f.count
        own = [(offset, count, seat_stride, seat_index)]
        if f.seats:
            per = count // f.shape[0]  # type: ignore[index]
            own = [(offset, per, per * item, i) for i in range(f.shape[0])]  # type: ignore[index]
        width = f.width(max_seats)
        largest = max(abs(f.low), abs(f.high or 1))
        for where, n, stride, index in own:
            instructions.append(
                Instruction(
                    _KINDS[f.obs], base, _TYPE_CODES[f.type], where, n, item, f.low, width, int(see), stride, index,
                    out, 1.0 / largest,
                )
            )  # fmt: skip
            out += n * width
        return out - start

    def fields_of(struct: Struct, base: int, offset: int, see: See, seat_stride: int, seat_index: int) -> None:
        for f in struct.fields:
            assert struct.dtype.fields is not None
            at = offset + struct.dtype.fields[f.name][1]
            if isinstance(f.type, Struct):
                size = f.type.dtype.itemsize
                for i in range(f.count):
                    if f.seats:
                        fields_of(f.type, base, at, max(see, f.see), size, i)
                    else:
                        fields_of(f.type, base, at + i * size, max(see, f.see), seat_stride, seat_index)
            else:
                leaf(f, base, at, see, seat_stride, seat_index)

    for base, record in enumerate(records):
        assert record.dtype.fields is not None
        for f in record.fields:
            at = record.dtype.fields[f.name][1]
            start = out
            if isinstance(f.type, Struct):
                size = f.type.dtype.itemsize
                for i in range(f.count):
                    if f.seats:
                        fields_of(f.type, base, at, f.see, size, i)
                    else:
                        fields_of(f.type, base, at + i * size, f.see, 0, 0)
                shape: tuple[int, ...] = (f.count, (out - start) // f.count) if f.count > 1 else (out - start,)
            else:
                leaf(f, base, at, See.ALL, 0, 0)
                width = (out - start) // f.count
                shape = (*f.shape, width) if width > 1 else (f.shape or (1,))  # type: ignore[assignment, misc]
                if f.planes:
                    shape = f.planes
            if out > start:
                blocks.append(Block(f.name, start, shape, f.doc))
    return instructions, blocks


def plan_array(instructions: Sequence[Instruction]) -> np.ndarray:
    """The plan as the C encoder reads it: rows of 12 int32, the scale's bits in the last column."""
    rows = np.zeros((len(instructions), 13), np.int32)
    for row, i in zip(rows, instructions, strict=True):
        row[:12] = (i.kind, i.base, i.type, i.offset, i.count, i.stride, i.low, i.width, i.see, i.seat_stride,
                    i.seat_index, i.out)  # fmt: skip
        row[12] = np.float32(i.scale).view(np.int32)
    return rows


# ------------------------------------------------------------------------------------------ views, docs


def to_json(
    record: Struct, value: Any, *, seat: int | None, monster: bool = False, heroes_per_seat: int = 1
) -> dict[str, Any]:
    """A state as plain Python data; with a `seat`, only what that seat may know.

    Args:
        record: the declaration of `value`.
        value: a structured array element.
        seat: the viewer; ``None`` shows everything.
        monster: the viewer is the monster seat.
        heroes_per_seat: rows of an axis of seats that belong to one viewer.
    """

    def visible(see: See, index: int | None) -> bool:
        if seat is None or see == See.ALL:
            return True
        if see == See.OWNER:
            return _owns(seat, index, heroes_per_seat) and not monster  # rows behind the heroes' belong to nobody
        return see == See.MONSTER and monster

    def show(f: Field, v: Any, owner: int | None) -> Any:
        if f.shape:
            rows = [v[i] for i in range(f.shape[0])]  # type: ignore[index]
            inner = Field(f.name, f.type, f.shape[1:], see=f.see)  # type: ignore[index]
            return [
                show(inner, row, i if f.seats else owner) if visible(f.see, i if f.seats else owner) else None
                for i, row in enumerate(rows)
            ]
        if isinstance(f.type, Struct):
            return struct_view(f.type, v, owner)
        return v.item() if hasattr(v, "item") else v

    def struct_view(s: Struct, v: Any, owner: int | None) -> dict[str, Any]:
        view = {}
        for f in s.fields:
            if f.shape and f.seats:
                view[f.name] = show(f, v[f.name], owner)
            elif visible(f.see, owner):
                view[f.name] = show(f, v[f.name], owner)
        return view

    return struct_view(record, value, None)


def _owns(seat: int, index: int | None, heroes_per_seat: int) -> bool:
    return index is not None and index // heroes_per_seat == seat


def visible_mask(record: Struct, *, seat: int, monster: bool, heroes_per_seat: int = 1) -> np.ndarray:
    """A byte mask of a record: 255 where the seat may know the value, 0 elsewhere (padding included).

    Args:
        record: the declaration.
        seat: the viewer.
        monster: the viewer is the monster seat.
        heroes_per_seat: rows of an axis of seats that belong to one viewer.
    """
    mask = np.zeros(record.dtype.itemsize, np.uint8)

    def shown(see: See, index: int | None) -> bool:
        if see == See.OWNER:
            return _owns(seat, index, heroes_per_seat) and not monster
        return see == See.ALL or (see == See.MONSTER and monster)

    def walk(struct: Struct, offset: int, owner: int | None) -> None:
        assert struct.dtype.fields is not None
        for f in struct.fields:
            base = f.type.dtype if isinstance(f.type, Struct) else np.dtype(f.type)
            at = offset + struct.dtype.fields[f.name][1]
            per_seat = f.count // f.shape[0] if f.seats and f.shape else f.count  # type: ignore[index]
            for i in range(f.count):
                index = i // per_seat if f.seats else owner
                if not shown(f.see, index):
                    continue
                if isinstance(f.type, Struct):
                    walk(f.type, at + i * base.itemsize, index)
                else:
                    mask[at + i * base.itemsize : at + (i + 1) * base.itemsize] = 255

    walk(record, 0, None)
    return mask


def field_rows(record: Struct, prefix: str = "") -> Iterator[tuple[str, str, str, str, str]]:
    """Rows of the docs table: name, type and shape, range, who sees it, meaning."""
    for f in record.fields:
        kind = f.type.name if isinstance(f.type, Struct) else f.type
        shape = "x".join(map(str, f.shape))  # type: ignore[arg-type]
        span = "" if f.high is None or isinstance(f.type, Struct) else f"{f.low} to {f.high}"
        yield prefix + f.name, f"{kind} {shape}".strip(), span, f.see.name.lower(), f.doc
        if isinstance(f.type, Struct):
            yield from field_rows(f.type, f"{prefix}{f.name}.")


def dumps(data: Any) -> str:
    """Stable JSON on one line."""
    return json.dumps(data, separators=(",", ":"), sort_keys=True)
