"""The schema: layout, declarations for Cython, errors, views and docs. The observation plan is in test_encoder.py."""

from __future__ import annotations

import ctypes
import enum

import numpy as np
import pytest

import envs
from envs.core import head, schema
from envs.core.schema import Field, Record, SchemaError, See, Struct
from envs.lifeboat import state as lifeboat
from envs.lifeboat.rules import _layout

C = {
    "u1": ctypes.c_uint8,
    "i1": ctypes.c_int8,
    "u2": ctypes.c_uint16,
    "i2": ctypes.c_int16,
    "u4": ctypes.c_uint32,
    "i4": ctypes.c_int32,
    "u8": ctypes.c_uint64,
    "i8": ctypes.c_int64,
    "f4": ctypes.c_float,
    "f8": ctypes.c_double,
}


def c_struct(struct: Struct) -> type[ctypes.Structure]:
    """The same struct as ctypes lays it out: an oracle that knows the platform's alignment rules."""
    fields = []
    for f in struct.fields:
        c = c_struct(f.type) if isinstance(f.type, Struct) else C[f.type]
        for size in reversed(f.shape):
            c = c * size
        fields.append((f.name, c))
    return type(struct.name, (ctypes.Structure,), {"_fields_": fields})


def random_struct(rng: np.random.Generator, depth: int, name: str) -> Struct:
    fields = []
    for i in range(rng.integers(1, 7)):
        if depth and rng.random() < 0.3:
            kind: str | Struct = random_struct(rng, depth - 1, f"{name}_{i}")
        else:
            kind = str(rng.choice(sorted(C)))
        shape = tuple(int(n) for n in rng.integers(1, 4, rng.integers(0, 3)))
        fields.append(Field(f"f{i}", kind, shape))
    return Struct(name, tuple(fields))


def padding_is_named(struct: Struct) -> bool:
    """Every byte of the dtype belongs to exactly one named field."""
    fields = struct.dtype.fields
    spans = sorted((offset, offset + dtype.itemsize) for dtype, offset in fields.values())
    ends = [0, *(stop for _, stop in spans)]
    starts = [*(start for start, _ in spans), struct.dtype.itemsize]
    return ends == starts


def test_layout_is_what_c_does() -> None:
    rng = np.random.default_rng(5)
    for _ in range(300):
        struct = random_struct(rng, 2, "S")
        c = c_struct(struct)
        assert struct.dtype.itemsize == ctypes.sizeof(c)
        for f in struct.fields:
            assert struct.dtype.fields[f.name][1] == getattr(c, f.name).offset
        assert padding_is_named(struct)


def test_layout_of_the_compiled_records() -> None:
    schema.check_layout(lifeboat.RECORDS, _layout.sizes())
    for record in (head.HEAD, *lifeboat.RECORDS):
        assert padding_is_named(record)
        assert not record.dtype.hasobject


def test_layout_that_differs_is_refused() -> None:
    sizes = _layout.sizes()
    size, offsets = sizes["Sailor"]
    with pytest.raises(SchemaError, match=r"Sailor: the compiled struct has 8 bytes, the dtype 6; rebuild"):
        schema.check_layout(lifeboat.RECORDS, {**sizes, "Sailor": (size + 2, offsets)})
    with pytest.raises(SchemaError, match=r"Sailor\.hand: compiled offset 4, dtype offset 3; rebuild"):
        schema.check_layout(lifeboat.RECORDS, {**sizes, "Sailor": (size, {**offsets, "hand": 4})})
    with pytest.raises(SchemaError, match=r"Sailor: compiled and declared fields differ: boots"):
        schema.check_layout(lifeboat.RECORDS, {**sizes, "Sailor": (size, {**offsets, "boots": 6})})
    del sizes["View"]
    with pytest.raises(SchemaError, match="View: not among the compiled structs"):
        schema.check_layout(lifeboat.RECORDS, sizes)


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (lambda: Field("two words", "u1"), "'two words': a name must be an identifier"),
        (lambda: Field("x", "u3"), "'x': unknown type 'u3'; expected one of"),
        (lambda: Field("x", "u1", obs="hot"), "'x': unknown obs 'hot'"),
        (lambda: Field("x", "u1", obs="scale"), "'x': obs='scale' needs high"),
        (lambda: Field("x", "u1", obs="onehot"), "'x': obs='onehot' needs high"),
        (lambda: Field("x", "f4", high=1, obs="scale"), "'x': obs='scale' cannot read f4"),
        (lambda: Field("x", "u8", high=1, obs="onehot"), "'x': obs='onehot' cannot read u8"),
        (lambda: Field("x", "i2", obs="copy"), "'x': obs='copy' cannot read i2"),
        (lambda: Field("x", Struct("S", (Field("y", "u1"),)), obs="copy"), "'x': obs='copy' cannot read S"),
        (lambda: Field("x", "u1", (2, 0)), r"'x': shape \(2, 0\) has an empty axis"),
        (lambda: Field("x", "u1", seats=True), "'x': seats=True needs an axis of seats"),
        (lambda: Field("x", "u1", high=256), "'x': range 0 to 256 does not fit u1"),
        (lambda: Field("x", "u1", low=-1, high=3), "'x': range -1 to 3 does not fit u1"),
        (lambda: Field("x", "i1", low=4, high=3), "'x': range 4 to 3 does not fit i1"),
        (lambda: Field("x", "u1", (3, 3), high=1, obs="scale", planes=(2, 3, 3)), "'x': planes .* do not hold the 9"),
        (lambda: Struct("S", (Field("x", "u1"), Field("y", "u1"), Field("x", "i2"))), "S: field declared twice: x"),
        (lambda: Record("R", (Field("x", "u1", 2, see=See.OWNER),)), r"R\.x: see=OWNER needs an axis of seats"),
        (
            lambda: Record("R", (Field("s", Struct("S", (Field("x", "u1", see=See.OWNER),)), 2),)),
            r"R\.s\.x: see=OWNER needs an axis of seats",
        ),
        (
            lambda: schema.record_pxd(
                Record("A", (Field("s", Struct("S", (Field("x", "u1"),))),)),
                Record("B", (Field("s", Struct("S", (Field("x", "u2"),))),)),
            ),
            "S: two different structs have this name",
        ),
        (
            lambda: schema.enum_pxd([enum.IntEnum("Door", ["OPEN"])], {"DOOR_OPEN": 3}),
            "constants declared twice: DOOR_OPEN",
        ),
    ],
)
def test_bad_declarations(declare, message) -> None:
    with pytest.raises(SchemaError, match=message):
        declare()


def test_struct_looks_up_fields() -> None:
    assert lifeboat.SAILOR["hand"].shape == (3,)
    with pytest.raises(KeyError, match="Sailor has no field 'boots'"):
        lifeboat.SAILOR["boots"]


def test_pxd_text() -> None:
    inner = Struct("Part", (Field("a", "u1"), Field("b", "i4", (2, 3))))
    borrowed = Struct("Far", (Field("c", "u1"),), module="some.where")
    record = Record("Whole", (Field("part", inner, 2), Field("far", borrowed), Field("w", "f8")))
    assert schema.record_pxd(record) == (
        "# Generated by the build from state.py. Do not edit.\n"
        "from some.where cimport Far\n"
        "\n"
        "cdef struct Part:\n"
        "    unsigned char a\n"
        "    unsigned char _pad1[3]\n"
        "    int b[2][3]\n"
        "\n"
        "cdef struct Whole:\n"
        "    Part part[2]\n"
        "    Far far\n"
        "    unsigned char _pad57[7]\n"
        "    double w\n"
    )


def test_enum_pxd_text() -> None:
    space = enum.IntEnum("MapSpace", {"FREE": 0, "PIT": 5})
    op = enum.IntEnum("Op", {"ADD": 0, "COUNT": 1, "SUB": 2})
    assert schema.enum_pxd([space, op], {"MAX_UNITS": 7}) == (
        "cdef enum:\n"
        "    MAX_UNITS = 7\n"
        "\n"
        "cdef enum:\n"
        "    MAP_SPACE_FREE = 0\n"
        "    MAP_SPACE_PIT = 5\n"
        "    MAP_SPACE_COUNT = 6\n"
        "\n"
        "cdef enum:\n"
        "    OP_ADD = 0\n"
        "    OP_COUNT = 1\n"
        "    OP_SUB = 2\n"
    )


def test_files_are_only_written_when_they_change(tmp_path) -> None:
    path = tmp_path / "x.pxd"
    assert schema.write_if_changed(path, "one")
    before = path.stat().st_mtime_ns
    assert not schema.write_if_changed(path, "one")
    assert path.stat().st_mtime_ns == before
    assert schema.write_if_changed(path, "two")
    assert path.read_text() == "two"


# -- the JSON view -----------------------------------------------------------------------------------------

UNIT = Struct("Unit", (Field("open", "u1"), Field("own", "u1", see=See.OWNER), Field("beast", "i1", see=See.MONSTER)))
VIEWED = Record(
    "Viewed",
    (
        Field("plain", "i2"),
        Field("none", "u1", 2, see=See.NOBODY),
        Field("beast", "u1", (2, 2), see=See.MONSTER),
        Field("own", "u1", (3, 2), see=See.OWNER, seats=True),
        Field("units", UNIT, 3, seats=True),
        Field("f", "f4"),
    ),
)


def viewed() -> np.void:
    value = np.zeros((), VIEWED.dtype)
    value["plain"] = -3
    value["none"] = 9
    value["beast"] = [[1, 2], [3, 4]]
    value["own"] = [[10, 11], [20, 21], [30, 31]]
    for i in range(3):
        value["units"][i] = (i, 40 + i, -i)
    value["f"] = 0.5
    return value[()]


def test_json_of_everything() -> None:
    view = schema.to_json(VIEWED, viewed(), seat=None)
    assert view == {
        "plain": -3,
        "none": [9, 9],
        "beast": [[1, 2], [3, 4]],
        "own": [[10, 11], [20, 21], [30, 31]],
        "units": [
            {"open": 0, "own": 40, "beast": 0},
            {"open": 1, "own": 41, "beast": -1},
            {"open": 2, "own": 42, "beast": -2},
        ],
        "f": 0.5,
    }
    assert all(type(x) is int for x in view["none"])


def test_json_of_a_seat() -> None:
    assert schema.to_json(VIEWED, viewed(), seat=1) == {
        "plain": -3,
        "own": [None, [20, 21], None],
        "units": [{"open": 0}, {"open": 1, "own": 41}, {"open": 2}],
        "f": 0.5,
    }


def test_json_of_the_monster() -> None:
    """It sits behind two heroes, so that the last row is that of an empty seat."""
    assert schema.to_json(VIEWED, viewed(), seat=2, monster=True) == {
        "plain": -3,
        "beast": [[1, 2], [3, 4]],
        "own": [None, None, None],
        "units": [{"open": 0, "beast": 0}, {"open": 1, "beast": -1}, {"open": 2, "beast": -2}],
        "f": 0.5,
    }


def test_dumps_is_stable() -> None:
    assert schema.dumps({"b": [1, None], "a": 0.5}) == '{"a":0.5,"b":[1,null]}'


def test_docs_rows() -> None:
    rows = list(schema.field_rows(lifeboat.GAME))
    assert ("water", "u1", "0 to 12", "all", "measures of water in the boat") in rows
    assert ("sailors", "Sailor 4", "", "all", "the sailors") in rows
    assert ("sailors.hand", "u1 3", "0 to 3", "owner", "cards of each kind") in rows
    assert ("appetite", "u1", "0 to 7", "monster", "attacks it will still make") in rows
    assert all(doc for *_, doc in rows), "every field says what it means"


def test_piles_know_their_identity_and_capacity() -> None:
    state = envs.load("lifeboat").new(0)
    for name, identity in (("deck", lifeboat.Pile.DECK), ("discard", lifeboat.Pile.DISCARD)):
        assert state[name]["identity"] == identity
        assert state[name]["capacity"] == lifeboat.DECK_SIZE == len(state[name]["cards"])
