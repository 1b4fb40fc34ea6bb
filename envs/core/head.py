"""The head of every game's record: randomness, the stack of procedures, the question asked, the outcome.

Imported by the build (NumPy and the standard library only).
"""

from __future__ import annotations

import enum

from envs.core.schema import Field, Record, See, Struct

MAX_ACTIONS = 1024
MASK_WORDS = MAX_ACTIONS // 64
STACK_DEPTH = 80
SCRIPT_LENGTH = 64

CONSTANTS = {
    "MAX_ACTIONS": MAX_ACTIONS,
    "MASK_WORDS": MASK_WORDS,
    "STACK_DEPTH": STACK_DEPTH,
    "SCRIPT_LENGTH": SCRIPT_LENGTH,
}


class Error(enum.IntEnum):
    """What the core refuses to do. A state with an error is stopped for good."""

    NONE = 0
    STACK_OVERFLOW = 1
    STACK_UNDERFLOW = 2
    NO_OPTION = 3
    PILE_OVERFLOW = 4
    PILE_EMPTY = 5
    ENDLESS = 6
    PROCEDURE = 7
    BAD_ROLL = 8
    CAPACITY = 9


ENUMS = (Error,)

ARGUMENTS = tuple("abcdefghijklmn")

FRAME = Struct(
    "Frame",
    (
        Field("proc", "i2", see=See.NOBODY, doc="number of the procedure"),
        Field("step", "i2", see=See.NOBODY, doc="where it continues"),
        *(Field(name, "i2", see=See.NOBODY, doc="argument or local value") for name in ARGUMENTS),
    ),
    module="envs.core.head",
)

HEAD = Record(
    "Head",
    (
        Field("rng", "u8", 2, see=See.NOBODY, doc="words of the layout and the play stream"),
        Field("seed", "u8", see=See.NOBODY, doc="the seed of this game"),
        Field("mask", "u8", MASK_WORDS, see=See.NOBODY, doc="bits of the legal actions of the seat that is asked"),
        Field("stack", FRAME, STACK_DEPTH, see=See.NOBODY, doc="the running procedures, outermost first"),
        Field("depth", "i2", see=See.NOBODY, doc="number of running procedures"),
        Field("turn", "i2", low=-1, high=15, doc="the hero that is asked, behind them the monsters; -1 if none"),
        Field("choice", "i2", doc="the kind of the question"),
        Field("subject", "i2", low=-1, doc="what the question is about, such as a card or a unit; -1 if nothing"),
        Field("answer", "i2", see=See.NOBODY, doc="the last action taken"),
        Field("result", "i2", see=See.NOBODY, doc="what the last finished procedure gave back"),
        Field("stream", "i2", see=See.NOBODY, doc="stream of `roll`: 0 layout, 1 play"),
        Field("over", "u1", high=2, doc="1 when the game has ended by its rules, 2 when a limit cut it off"),
        Field("outcome", "u1", doc="how it ended"),
        Field("error", "u1", see=See.NOBODY, doc="an error of the core, 0 if none"),
        Field("script_n", "u1", high=SCRIPT_LENGTH, see=See.NOBODY, doc="scripted rolls left"),
        Field("error_detail", "i4", see=See.NOBODY, doc="what the error is about"),
        Field("decisions", "i4", doc="questions answered so far"),
        Field("script", "u2", SCRIPT_LENGTH, see=See.NOBODY, doc="rolls to come, for tests; the last is the next"),
    ),
    module="envs.core.head",
)
