"""The record of a game of Lifeboat, its tables and its view. Imported by the build: NumPy and `envs.core` only."""

from __future__ import annotations

import enum

from envs.core import head
from envs.core.schema import Field, Record, See, Struct, pile
from envs.lifeboat.actions import ACTIONS, MAX_SAILORS


class Proc(enum.IntEnum):
    """Numbers of the procedures."""

    VOYAGE = 0
    DAY = 1
    TURN = 2
    ROW = 3
    SHARK = 4
    ATTACK = 5


class Choice(enum.IntEnum):
    """Kinds of questions."""

    TURN = 0
    SHARK = 1
    PARRY = 2


class Supply(enum.IntEnum):
    """Supply cards. 0 is no card."""

    FLARE = 1
    BUCKET = 2
    RUM = 3


class Secret(enum.IntEnum):
    """Secret cards. 0 is no card."""

    CREW = 1
    SMUGGLER = 2


class Ending(enum.IntEnum):
    """Reason codes of the outcome."""

    RUNNING = 0
    RESCUED = 1
    SUNK = 2
    LOST = 3
    ADRIFT = 4


class Pile(enum.IntEnum):
    """Identities of the piles in error messages."""

    DECK = 1
    DISCARD = 2
    SECRETS = 3


COPIES = {Supply.FLARE: 5, Supply.BUCKET: 5, Supply.RUM: 5}
N_SUPPLIES = len(Supply)
DECK_SIZE = sum(COPIES.values())
MAX_DAYS = 30
MAX_HEALTH = 3
HAND_LIMIT = 3
SINKS_AT = 12
MILES_PER_SAILOR = 3
LEAST_APPETITE = 2
MOST_APPETITE = 7

ENUMS = (Proc, Choice, Supply, Secret, Ending, Pile)
CONSTANTS = {
    **ACTIONS.constants(),
    "MAX_SAILORS": MAX_SAILORS,
    "N_SUPPLIES": N_SUPPLIES,
    "DECK_SIZE": DECK_SIZE,
    "MAX_HEALTH": MAX_HEALTH,
    "HAND_LIMIT": HAND_LIMIT,
    "SINKS_AT": SINKS_AT,
    "MILES_PER_SAILOR": MILES_PER_SAILOR,
    "LEAST_APPETITE": LEAST_APPETITE,
    "MOST_APPETITE": MOST_APPETITE,
}

SAILOR = Struct(
    "Sailor",
    (
        Field("health", "u1", high=MAX_HEALTH, obs="scale", doc="wounds it can still take; 0: dead"),
        Field("cards", "u1", high=HAND_LIMIT, obs="scale", doc="number of supply cards in its hand"),
        Field("secret", "u1", high=max(Secret), see=See.OWNER, obs="onehot", doc="its secret card"),
        Field("hand", "u1", N_SUPPLIES, high=HAND_LIMIT, see=See.OWNER, obs="scale", doc="cards of each kind"),
    ),
)

GAME = Record(
    "Game",
    (
        Field("core", head.HEAD, see=See.NOBODY, doc="randomness, stack, question, outcome"),
        Field("sailors", SAILOR, MAX_SAILORS, seats=True, doc="the sailors"),
        Field("distance", "u1", high=MILES_PER_SAILOR * MAX_SAILORS, obs="scale", doc="miles rowed"),
        Field("goal", "u1", high=MILES_PER_SAILOR * MAX_SAILORS, obs="scale", doc="miles to the coast"),
        Field("water", "u1", high=SINKS_AT, obs="scale", doc="measures of water in the boat"),
        Field("day", "u1", high=MAX_DAYS, obs="scale", doc="the day, from 1"),
        Field("attacks", "u1", high=MOST_APPETITE, obs="scale", doc="attacks that the shark has made at night"),
        Field("appetite", "u1", high=MOST_APPETITE, see=See.MONSTER, obs="scale", doc="attacks it will still make"),
        pile("deck", DECK_SIZE, identity=Pile.DECK, high=N_SUPPLIES, doc="supply cards to draw"),
        pile("discard", DECK_SIZE, identity=Pile.DISCARD, high=N_SUPPLIES, see=See.ALL, doc="spent supply cards"),
        pile("secrets", MAX_SAILORS + 1, identity=Pile.SECRETS, high=max(Secret), doc="secret cards not dealt"),
    ),
)

TABLES = Record(
    "Tables",
    (
        Field("heroes", "u1", high=MAX_SAILORS, doc="number of sailors"),
        Field("shark_seat", "u1", high=1, doc="1: the shark is a seat"),
        Field("days", "u1", high=MAX_DAYS, doc="the last day"),
        Field("copies", "u1", N_SUPPLIES + 1, high=DECK_SIZE, doc="cards of each supply in the deck"),
    ),
)

VIEW = Record(
    "View",
    (
        Field("choice", "i2", high=max(Choice), obs="onehot", doc="the kind of the question"),
        Field("asked", "i2", low=-1, obs="seat", doc="the seat that is asked"),
        Field("shark", "u1", high=1, obs="scale", doc="1: the viewer is the shark"),
        Field("heroes", "u1", high=MAX_SAILORS, obs="scale", doc="number of sailors"),
        Field("days_left", "u1", high=MAX_DAYS, obs="scale", doc="days after this one"),
        Field("discards", "u1", N_SUPPLIES, high=DECK_SIZE, obs="scale", doc="spent cards of each kind"),
    ),
)

RECORDS = (GAME, TABLES, VIEW)
