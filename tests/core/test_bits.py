"""Sets of bits and loops over long arrays, against plain Python: every length, alignment and variant."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from envs.core import _probe

GUARD = 3  # words or floats behind an array that must stay as they are
LENGTHS = (*range(70), 127, 128, 129, 200, 400, 401, 1000)
VARIANTS = ("chosen", "plain", "wide") if _probe.has_avx2() else ("chosen", "plain")


def byte_arrays(seed: int) -> Iterator[np.ndarray]:
    """Random bytes of each length at each of 16 alignments, of all values or of few."""
    rng = np.random.default_rng(seed)
    for n in LENGTHS:
        for at in range(16):
            most = rng.choice([2, 16, 256])
            yield rng.integers(0, most, n + at + 1).astype(np.uint8)[at : at + n]


def as_bits(places: Iterator[bool]) -> int:
    return sum(1 << i for i, is_in in enumerate(places) if is_in)


def words(n: int) -> np.ndarray:
    """Room for `n` bits, filled with other ones, and some words behind it."""
    return np.full((n + 63) // 64 + GUARD, 0xA5A5A5A5A5A5A5A5, np.uint64)


def read(out: np.ndarray) -> int:
    """The words as one number. What lies behind them must be untouched."""
    assert (out[-GUARD:] == words(0)).all()
    return int.from_bytes(out[:-GUARD].tobytes(), "little")


def numbers() -> Iterator[int]:
    """Each single bit, each run of bits to either end, random words of few, half and most bits."""
    rng = np.random.default_rng(0)
    for i in range(64):
        yield from (1 << i, (1 << i + 1) - 1, (1 << 64) - (1 << i))
    for _ in range(300):
        a, b, c = (int(word) for word in rng.integers(0, 2**64, 3, dtype=np.uint64))
        yield from (a, a & b & c, a | b | c)


def test_low_bit_is_the_lowest_that_is_set():
    for word in filter(None, numbers()):
        assert _probe.low_bit(word) == f"{word:064b}"[::-1].index("1")


def test_count_bits_counts_all_that_are_set():
    for word in (0, *numbers()):
        assert _probe.count_bits(word) == f"{word:b}".count("1")


def test_between_is_that_of_plain_python():
    rng = np.random.default_rng(1)
    for items in byte_arrays(2):
        most = max(items.tolist(), default=0)
        low, high = sorted(rng.integers(0, most + 1, 2).tolist())
        for first, last in ((low, high), (low, low), (0, high), (low, 255), (0, 255)):
            out = words(len(items))
            _probe.between(items, first, last, out)
            assert read(out) == as_bits(first <= x <= last for x in items.tolist()), (len(items), first, last)


def test_between_knows_every_byte_and_bound():
    items = np.arange(256, dtype=np.uint8)
    for low in (0, 1, 100, 127, 128, 254, 255):
        for high in (x for x in (0, 1, 100, 127, 128, 129, 254, 255) if x >= low):
            out = words(256)
            _probe.between(items, low, high, out)
            assert read(out) == as_bits(low <= x <= high for x in range(256)), (low, high)


def test_with_bit_is_that_of_plain_python():
    for items in byte_arrays(3):
        for bit in range(8):
            out = words(len(items))
            _probe.with_bit(items, bit, out)
            assert read(out) == as_bits(bool(x & (1 << bit)) for x in items.tolist()), (len(items), bit)


@pytest.mark.parametrize("variant", VARIANTS)
def test_scale_bytes_multiplies_each_byte(variant):
    rng = np.random.default_rng(4)
    for k, items in enumerate(byte_arrays(5)):
        scale = np.float32(rng.choice([1, -1, 1 / 13, 1 / 255, rng.random()]))
        n, at = len(items), k % 8
        out = np.full(at + n + GUARD, 7, np.float32)
        _probe.scale_bytes(items, scale, out[at:], variant)
        assert out[at : at + n].tolist() == [float(np.float32(x) * scale) for x in items.tolist()], (n, at)
        assert out[:at].tolist() + out[at + n :].tolist() == [7] * (at + GUARD)


@pytest.mark.parametrize("variant", VARIANTS)
def test_scale_runs_multiplies_each_byte_up_to_one(variant):
    rng = np.random.default_rng(7)
    for k, items in enumerate(byte_arrays(8)):
        n, at = len(items), k % 8
        scales = rng.choice([1, 1 / 13, 1 / 255, rng.random()], n).astype(np.float32)
        out = np.full(at + n + GUARD, 7, np.float32)
        _probe.scale_run(items, scales, out[at:], variant)
        assert out[at : at + n].tolist() == np.minimum(items.astype(np.float32) * scales, 1).tolist(), (n, at)
        assert out[:at].tolist() + out[at + n :].tolist() == [7] * (at + GUARD)


@pytest.mark.parametrize("variant", VARIANTS)
def test_stream_copies_all_and_nothing_else(variant):
    rng = np.random.default_rng(6)
    for n in LENGTHS:
        for at in range(16):
            begin = int(rng.integers(16))
            items = rng.standard_normal(begin + n + 1).astype(np.float32)[begin : begin + n]
            out = np.full(at + n + GUARD, 7, np.float32)
            _probe.stream(items, out[at:], variant)
            assert out[at : at + n].tolist() == items.tolist(), (n, at, begin)
            assert out[:at].tolist() + out[at + n :].tolist() == [7] * (at + GUARD)
