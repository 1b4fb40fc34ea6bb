"""The observation: plan and encoder together, every kind, seen from every seat."""

from __future__ import annotations

import numpy as np
import pytest

from envs.core import _probe, schema
from envs.core.schema import Field, Record, See, Struct

SEATS = 4  # the widest one-hot over seats: three heroes and the monster


def observe(record: Record, state, *, view: Record | None = None, facts=None, seat=0, heroes=3, seats=4, each=1):
    """{block: array} of the observation of `seat`."""
    view = view or Record("View", (Field("unused", "u1"),))
    facts = np.zeros((), view.dtype) if facts is None else facts
    instructions, blocks = schema.observation_plan((record, view), SEATS)
    out = np.full(blocks[-1].stop, 7, np.float32)
    _probe.encode(schema.plan_array(instructions), state, facts, seat, heroes, seats, out, each)
    assert blocks[0].start == 0
    assert [b.start for b in blocks[1:]] == [b.stop for b in blocks[:-1]]
    assert (np.abs(out) <= 1).all()
    return {b.name: out[b.start : b.stop].reshape(b.shape) for b in blocks}


def one(field: Field, value, **kwargs):
    """The block of a record of one field."""
    record = Record("R", (Field("before", "u1"), field))
    state = np.zeros((), record.dtype)
    state[field.name] = value
    return observe(record, state, **kwargs)[field.name]


@pytest.mark.parametrize("kind", ["u1", "i1", "u2", "i2", "u4", "i4"])
def test_scale_of_every_type(kind) -> None:
    assert one(Field("x", kind, 3, high=8, obs="scale"), [0, 2, 8]).tolist() == [0, 0.25, 1]
    if kind[0] == "i":
        assert one(Field("x", kind, 2, low=-4, high=2, obs="scale"), [-4, 2]).tolist() == [-1, 0.5]


def test_scale_is_clipped() -> None:
    assert one(Field("x", "i2", 3, low=-1, high=4, obs="scale"), [5, -300, 300]).tolist() == [1, -1, 1]


def test_scale_of_a_scalar_and_of_a_map() -> None:
    assert one(Field("x", "u2", high=10, obs="scale"), 5).tolist() == [0.5]
    board = np.arange(6).reshape(2, 3)
    assert one(Field("x", "u1", (2, 3), high=5, obs="scale"), board) == pytest.approx(board / 5)


@pytest.mark.parametrize("kind", ["u1", "i1", "u2", "i2", "u4", "i4"])
def test_onehot_of_every_type(kind) -> None:
    block = one(Field("x", kind, 3, low=1, high=3, obs="onehot"), [1, 3, 2])
    assert block.tolist() == [[1, 0, 0], [0, 0, 1], [0, 1, 0]]


def test_onehot_outside_its_range_is_zero() -> None:
    block = one(Field("x", "i1", 3, low=-1, high=1, obs="onehot"), [-2, -1, 2])
    assert block.tolist() == [[0, 0, 0], [1, 0, 0], [0, 0, 0]]


def test_copy() -> None:
    assert one(Field("x", "f4", 3, obs="copy"), [-1, 0.25, 1]).tolist() == [-1, 0.25, 1]


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        (0, [[1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 0, 0]]),
        (1, [[0, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 1], [0, 0, 0, 0]]),
        (2, [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 0]]),
        (3, [[1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 0, 0]]),  # the monster counts from seat 0
    ],
)
def test_seat_is_counted_from_the_viewer(seat, expected) -> None:
    """Of the values 0, 2, 3 (the monster) and -1 (nobody), with three heroes."""
    assert one(Field("x", "i1", 4, low=-1, obs="seat"), [0, 2, 3, -1], seat=seat).tolist() == expected


def test_seat_without_a_monster_seat_knows_no_fourth() -> None:
    assert one(Field("x", "i1", 2, low=-1, obs="seat"), [3, 2], seats=3).tolist() == [[0, 0, 0, 0], [0, 0, 1, 0]]


@pytest.mark.parametrize(("seat", "order"), [(0, [0, 1, 2]), (1, [1, 2, 0]), (2, [2, 0, 1]), (3, [0, 1, 2])])
def test_rows_start_with_the_viewer(seat, order) -> None:
    rows = np.array([[1, 2], [3, 4], [5, 6]])
    block = one(Field("x", "u1", (3, 2), high=10, obs="scale", seats=True), rows, seat=seat)
    assert block == pytest.approx(rows[order] / 10)


def test_rows_of_empty_seats_are_zero() -> None:
    block = one(Field("x", "u1", 4, high=4, obs="scale", seats=True), [1, 2, 3, 4], heroes=2, seats=2, seat=1)
    assert block.tolist() == [0.5, 0.25, 0, 0]


def test_owner_sees_its_row_only() -> None:
    field = Field("x", "u1", 3, high=4, obs="scale", seats=True, see=See.OWNER)
    assert one(field, [1, 2, 3], seat=0).tolist() == [0.25, 0, 0]
    assert one(field, [1, 2, 3], seat=2).tolist() == [0.75, 0, 0]
    assert one(field, [1, 2, 3], seat=3).tolist() == [0, 0, 0]  # the monster owns nothing


def test_an_agent_with_several_heroes_sees_the_rows_of_them_all() -> None:
    field = Field("x", "u1", 4, high=4, obs="scale", seats=True, see=See.OWNER)
    seen = [one(field, [1, 2, 3, 4], seat=seat, heroes=4, seats=5, each=2).tolist() for seat in range(5)]
    assert seen == [[0.25, 0.5, 0, 0], [0.5, 0, 0, 0.25], [0.75, 1, 0, 0], [1, 0, 0, 0.75], [0, 0, 0, 0]]


def test_monster_and_nobody() -> None:
    monster = Field("x", "u1", high=4, obs="scale", see=See.MONSTER)
    assert [one(monster, 2, seat=seat).item() for seat in range(4)] == [0, 0, 0, 0.5]
    nobody = Field("x", "u1", high=4, obs="scale", see=See.NOBODY)
    assert [one(nobody, 2, seat=seat).item() for seat in range(4)] == [0, 0, 0, 0]


def test_structs() -> None:
    """Fields of a struct per seat, with an inner array of structs, under the visibility of both."""
    item = Struct("Item", (Field("kind", "u1", high=2, obs="onehot"), Field("charge", "u2", high=4, obs="scale")))
    hero = Struct(
        "Hero",
        (
            Field("health", "u1", high=10, obs="scale"),
            Field("items", item, 2, see=See.OWNER),
            Field("note", "u1"),
        ),
    )
    record = Record("R", (Field("heroes", hero, 3, seats=True), Field("chest", item, 2)))
    state = np.zeros((), record.dtype)
    for i in range(3):
        state["heroes"][i]["health"] = i + 1
        state["heroes"][i]["items"]["kind"] = (i, 1)
        state["heroes"][i]["items"]["charge"] = (i, 4)
    state["chest"]["kind"] = (2, 0)
    state["chest"]["charge"] = (1, 2)
    blocks = observe(record, state, seat=1)
    assert blocks["heroes"].shape == (3, 9)
    own = [0.2, 0, 1, 0, 0.25, 0, 1, 0, 1]
    assert blocks["heroes"] == pytest.approx(np.array([own, [0.3] + [0] * 8, [0.1] + [0] * 8]))
    assert blocks["chest"].tolist() == [[0, 0, 1, 0.25], [1, 0, 0, 0.5]]


def test_hidden_container_hides_its_fields() -> None:
    part = Struct("Part", (Field("x", "u1", high=2, obs="scale"),))
    for see, shown in ((See.ALL, 1), (See.MONSTER, 0), (See.NOBODY, 0)):
        assert one(Field("p", part, see=see), (2,)).item() == shown


def test_view_is_the_second_record() -> None:
    view = Record("View", (Field("pad", "u1", 3), Field("fact", "i2", 2, high=4, obs="scale")))
    facts = np.zeros((), view.dtype)
    facts["fact"] = (1, 2)
    record = Record("R", (Field("x", "u1", high=1, obs="scale"), Field("y", "u1", 8)))
    state = np.zeros((), record.dtype)
    state["y"] = 255
    blocks = observe(record, state, view=view, facts=facts)
    assert list(blocks) == ["x", "fact"]
    assert blocks["fact"].tolist() == [0.25, 0.5]


def test_planes_give_the_block_their_shape() -> None:
    field = Field("x", "u1", (6,), high=5, obs="scale", planes=(1, 2, 3))
    assert one(field, range(6)).shape == (1, 2, 3)


def test_block_knows_its_place_and_meaning() -> None:
    record = Record("R", (Field("x", "u1", 3, high=1, obs="onehot", doc="three switches"),))
    (block,) = schema.observation_plan((record,), SEATS)[1]
    assert (block.name, block.start, block.shape, block.size, block.stop) == ("x", 0, (3, 2), 6, 6)
    assert block.doc == "three switches"
