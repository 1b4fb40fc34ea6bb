"""The record of Machina Arcana: every field of the state, of the content tables and of the computed view.

Cells: the playing area is at most 2 x 2 tiles, so a fixed window of 20 x 20 cells holds it. Cell ``y * 20 + x`` has
x growing to the east and y to the south. Slot ``2 * j + i`` of the window holds the tile with columns 10 i to 10 i + 9
and rows 10 j to 10 j + 9; when the area scrolls, the window moves with it.

Units: 0 to 3 are the explorers by seat, 4 + m is the monster with card number m.

Imported by the build (NumPy and the standard library only).
"""

from __future__ import annotations

import enum

from envs.core.head import HEAD
from envs.core.schema import Field, Record, See, Struct, pile
from envs.machina_arcana.actions import (
    ACTIONS,
    MAX_EXPLORER_CARDS,
    MAX_EXPLORERS,
    MAX_MONSTERS,
    MAX_QUESTS,
    MAX_TREASURES,
    WIDTH,
)

CELLS = WIDTH * WIDTH
BOARD_WORDS = (CELLS + 63) // 64  # a set of cells as bits
TILE = 10
MAX_UNITS = MAX_EXPLORERS + MAX_MONSTERS
MAX_EVENTS = 64
MAX_CHAPTERS = 48
MAX_FACES = 24
MAX_ABILITIES = 512
MAX_OPS = 3072
MAX_MODS = 256
MAX_LASTING = 64
MAX_COUNTERS = 4
MAX_SCENARIOS = 6
MAX_ENDGAMES = 6
CAP = 9  # MAC-ATR-01: every attribute lies in 0..9
MARKERS = 3  # MAC-MRK-01
# Places of a marker (`Explorer.marker`), after the place on its board, 0.
MARKER_GROUND = 1
MARKER_EXPLORER = MARKER_GROUND + CELLS
MARKER_MONSTER = MARKER_EXPLORER + MAX_EXPLORER_CARDS
MARKER_TREASURE = MARKER_MONSTER + MAX_MONSTERS
MARKER_END = MARKER_TREASURE + MAX_TREASURES


class Space(enum.IntEnum):
    """Kinds of space (Board model)."""

    VOID = 0
    PLAIN = 1
    TRAPPED = 2
    PIT = 3
    SPAWN = 4
    RUBBLE = 5
    TRAP = 6
    BARREL = 7
    RECHARGE = 8
    WORKBENCH = 9
    EVENT = 10
    TREASURE = 11
    CHAPTER = 12
    SPECIAL = 13


class Token(enum.IntEnum):
    """Tokens on a space."""

    NONE = 0
    EXPLORED = 1
    LIGHT = 2


class Border(enum.IntEnum):
    """State of a border between two cells; BARRIER is added to NONE."""

    NONE = 0
    WALL = 1
    OPEN = 2
    CLOSED = 3
    DESTROYED = 4
    BARRIER = 8


class Where(enum.IntEnum):
    """Where an explorer is."""

    CARD = 0  # not placed yet at set-up
    MAP = 1
    EXITED = 2
    BASE = 3
    WAITING = 4  # a new explorer after a death, to be placed at an entry token
    OUT = 5  # destroyed, and no card left for the player


class MonsterPlace(enum.IntEnum):
    """Where a monster card is."""

    ASIDE = 0
    DECK = 1
    MAP = 2
    DESTROYED = 3


class ItemPlace(enum.IntEnum):
    """Where a treasure card is. GROUND: on a drop pile (normal mode)."""

    ASIDE = 0
    DECK = 1
    DRAWN = 2
    INVENTORY = 3
    EQUIPPED = 4
    TOP = 5  # upgrade in the top slot of `host`
    BOTTOM = 6
    AUGMENT = 7
    GROUND = 8
    DESTROYED = 9


class ItemType(enum.IntEnum):
    """Treasure types."""

    NONE = 0
    APPAREL = 1
    WEAPON = 2
    ARTIFACT = 3
    CONSUMABLE = 4
    AUGMENT = 5


class Part(enum.IntEnum):
    """Part of the body of an apparel item."""

    NONE = 0
    TORSO = 1
    LEGS = 2
    HEAD = 3


class ExplorerClass(enum.IntEnum):
    """Classes of explorers (Reinforcements)."""

    NONE = 0
    MYSTIC = 1
    CRAFTER = 2
    BRUISER = 3
    GUNMAN = 4


class EventKind(enum.IntEnum):
    """Variants of event cards (MAC-EVT-07)."""

    DEFAULT = 0
    ONGOING = 1
    QUEST = 2


class QuestKind(enum.IntEnum):
    """Conditions of quests."""

    NONE = 0
    COLLECT_ESSENCE = 1
    COLLECT_HEALTH = 2
    USE_SPACE = 3


class QuestState(enum.IntEnum):
    """State of a quest."""

    CLOSED = 0
    OPEN = 1
    DONE = 2


class QuestSource(enum.IntEnum):
    """The card a quest is printed on."""

    CHAPTER = 0
    EVENT = 1
    ENDGAME = 2


class Trigger(enum.IntEnum):
    """When an ability resolves."""

    ACTIVE = 0  # played by paying its cost
    PASSIVE = 1  # its modifiers are always on
    ON_HIT = 2
    ON_KILL = 3
    WHEN_DESTROYED = 4
    TEXT = 5  # events, chapters, endgame set-up: when the card is played
    ROUND = 6  # at the end of every round while the card is active (chapter, ongoing event, endgame)


class Targeting(enum.IntEnum):
    """Target component of an ability (TAR). NONE: the effects name their units themselves."""

    NONE = 0
    SELF = 1
    MELEE = 2
    RANGED = 3  # type 1: no obstacle in the line of sight
    RANGED_OVER = 4  # type 2: obstacles are ignored
    TILE = 5  # any unit on the own tile
    REACH = 6  # itself or an adjacent unit
    SPACE = 7  # a passable space within range (for drop icons and placing)


class TargetWho(enum.IntEnum):
    """Which units may be the target."""

    ANY = 0
    MONSTERS = 1
    EXPLORERS = 2
    WOUNDED_EXPLORERS = 3  # explorers that have lost health


class Op(enum.IntEnum):
    """Operations of effects. Below 32: the general part, shared by all games (`envs.core.effects`)."""

    END = 0
    JUMP = 1  # a: pc
    ROLL = 2  # a: at least, b: pc otherwise
    IF = 3  # a: condition, b, c: its arguments, d: pc otherwise
    CHOOSE = 4  # a: number of options; the next a ops are JUMPs to them
    MAY = 5  # a: pc if refused
    EACH = 6  # a: selector, b: pc behind the body, c: range
    REPEAT = 7  # a: times, b: pc behind the body
    LASTING = 8  # a: modifier, d: selector
    COUNT = 9  # a: counter, b: amount
    WIN = 10
    LOSE = 11
    ATTACK = 32  # a: high dice, b: low dice, c: 1 arcane, d: selector, e: range
    LOSE_HEALTH = 33  # a: amount, d: selector
    RESTORE_HEALTH = 34
    LOSE_ESSENCE = 35
    RESTORE_ESSENCE = 36
    LOSE_STAMINA = 37
    RESTORE_STAMINA = 38  # a: amount, 0 = to the default value
    PUSH = 39  # a: spaces, d: selector
    PULL = 40
    TELEPORT = 41  # a: distance, b: kind of space (0: any space in the distance), d: selector
    SWITCH = 42
    MOVE = 43  # a: spaces, d: selector
    LIGHT_CHAPTER = 44
    PLACE_BARRIER = 45  # a: number
    REMOVE_BARRIERS = 46  # a: 0 own tile, 1 all tiles
    DOORS = 47  # a: Border state to set, b: 0 own tile, 1 all tiles
    TRIGGER_TRAPS = 48  # a: 0 own tile, 1 all tiles
    DESTROY_SPACE = 49  # a: kind, d: selector of the unit it is nearest to
    REFRESH_SPACE = 50
    SUMMON = 51  # a: number, b: 0 nearest spawn, 1 next to the unit, d: selector of the unit
    BANISH = 52
    DESTROY_MONSTER = 53
    THREAT = 54  # a: amount, may be negative
    GAIN_TREASURE = 55
    DESTROY_ITEM = 56  # a: number, b: 0 any item, 1 equipped, d: selector
    UNEQUIP_ITEM = 57
    DROP_ITEM = 58
    EXPLORER_EVENT = 59
    HORROR_EVENT = 60
    RESHUFFLE = 61  # a: 0 explorer events, 1 horror events
    ADD_TREASURE = 62  # a: level
    PLACE_ENTRY = 63
    PLACE_EXIT = 64
    ENTER_BASE = 65
    ENTER_ENDGAME = 66
    INVENTORY = 67  # d: selector; a free use of the inventory


class Who(enum.IntEnum):
    """Selectors: the units an operation works on."""

    TARGET = 0
    SELF = 1
    ALL_EXPLORERS = 2
    ALL_MONSTERS = 3
    TILE_EXPLORERS = 4  # of the acting unit's tile; without acting unit: of all tiles
    TILE_MONSTERS = 5
    ADJACENT_UNITS = 6
    ADJACENT_EXPLORERS = 7
    ADJACENT_MONSTERS = 8
    OTHER_EXPLORERS = 9  # of the tile, without the acting one
    NEAREST_EXPLORER = 10
    NEAREST_MONSTER = 11
    CHOSEN_EXPLORER = 12  # chosen by the decider, on the tile of the acting unit (else any)
    CHOSEN_MONSTER = 13
    SIGHT_EXPLORERS = 14  # in range and line of sight
    SIGHT_MONSTERS = 15
    OTHER_MONSTERS = 16  # of the tile, without the acting one


class Cond(enum.IntEnum):
    """Conditions of effects. b: argument, c: second argument."""

    HIT = 0  # the last attack of this ability hit
    KILLED = 1
    ADJACENT = 2  # the target is adjacent to the acting unit
    ESSENCE = 3  # the target, else the acting unit, has at least b essence
    HEALTH_AT_MOST = 4  # the target, else the acting unit, has at most b health
    WOUNDED = 5
    EQUIPPED = 6  # the target, else the acting unit, has an equipped item of type b (0: any)
    THREAT = 7  # threat is at least b
    LEVEL = 8
    COUNTER = 9  # counter b is at least c
    MONSTERS_ON_TILE = 10  # at least b monsters on the acting unit's tile
    MONSTERS = 11  # at least b monsters on the map
    EXPLORER_COUNT = 12  # MAC-GEN-17
    TARGET_IS_EXPLORER = 13
    UNLIT_CHAPTER = 14  # an unlit chapter space lies on the acting unit's tile
    ROUND = 15  # the round is at least b


class Stat(enum.IntEnum):
    """What a modifier changes."""

    ARMOR = 0
    WILL = 1
    ATTACK = 2  # outgoing attack rolls
    ARCANE = 3  # attacks count as arcane
    ETHEREAL = 4
    IMMOBILE = 5
    TRUE_SIGHT = 6  # may target ethereal units
    CONTROL = 7  # the monster is controlled by the explorer that played the effect
    MELEE_ATTACK = 8  # attack rolls against adjacent targets
    STAMINA = 9  # stamina at the start of the turn


class Scope(enum.IntEnum):
    """Whom a modifier of a passive or ongoing ability changes. Lasting effects change their target."""

    SELF = 0
    ITEM = 1  # attacks of the item that it augments, or of the item itself
    TILE_MONSTERS = 2  # other monsters on the tile
    TILE_EXPLORERS = 3  # explorers on the tile, other ones if the source is an explorer
    ALL_MONSTERS = 4
    ALL_EXPLORERS = 5
    ADJACENT_EXPLORERS = 6


class ModCond(enum.IntEnum):
    """When a modifier is on."""

    ALWAYS = 0
    NO_ADJACENT_EXPLORER = 1
    ADJACENT_EXPLORER = 2
    WOUNDED = 3
    UNHURT = 4
    NO_ESSENCE = 5


class Phase(enum.IntEnum):
    """Where the game is."""

    SETUP = 0
    EXPLORERS = 1
    SPAWN = 2
    HORROR = 3
    MONSTERS = 4
    BASE = 5


class Reason(enum.IntEnum):
    """How the game ended."""

    RUNNING = 0
    ENDGAME_WON = 1
    LAST_CHAPTER = 2
    ESCAPED = 3  # extra fast game
    ENDGAME_LOST = 4
    NO_EXPLORERS = 5
    ROUND_LIMIT = 6


class Choice(enum.IntEnum):
    """Kinds of question; the numbers of the catalogue's decision table behind each."""

    NONE = 0
    EXPLORER_CARD = 1  # D-02
    NEXT_EXPLORER = 2  # D-03
    TURN = 3  # D-04
    ABILITY = 4  # D-04: which ability of the chosen item
    TARGET = 5  # D-05
    SECOND_TARGET = 6  # D-06
    RAISE = 7  # D-07
    LOSS = 8  # D-08
    WINDOW = 9  # D-09
    CONTRIBUTE = 10  # D-10
    TREASURE_TAKE = 11  # D-11
    TREASURE_GIVE = 12  # D-11
    TREASURE_REST = 13  # D-12
    SWAP_DRAWN = 14  # D-13
    SWAP_OWN = 15  # D-13
    BENCH_TAKE = 16  # D-14
    BENCH_GIVE = 17  # D-14
    BENCH_REST = 18  # D-15
    BENCH_ORDER = 19  # D-15
    INVENTORY = 20  # D-16
    MANNER = 21  # D-16
    HOST = 22  # D-16
    TRADE = 23  # D-17
    CONSENT = 24  # D-17, D-18
    EXIT_EDGE = 25  # D-20
    PLACEMENT = 26  # D-21
    SPAWN_TIE = 27  # D-22
    FREE_SPACE = 28  # D-23
    EXPLORER_TIE = 29  # D-24
    STEP_TIE = 30  # D-25
    ORDER = 31  # D-26
    GIVE_UP = 32  # D-27
    DEATH_ITEM = 33  # D-28
    COLLECT = 34  # D-29
    QUEST = 35  # D-30
    BASE = 36  # D-31
    CONTROL = 37  # D-32
    RECALL = 38  # D-33
    DROP = 39  # D-34
    BARRIER_CELL = 40  # D-35
    BARRIER_SIDE = 41  # D-35
    CARD_OPTION = 42  # D-36
    MAY = 43  # D-36
    PATH = 44  # D-37
    MONSTER_NEXT = 45  # D-38
    MONSTER_ACTION = 46  # D-39
    HORROR_CARD = 47  # D-40
    SPACE_TIE = 48  # D-42
    CHOSEN_UNIT = 49  # a unit that a card's text lets somebody choose
    DESTINATION = 50  # D-05: space of a teleport
    OFF_TURN = 51  # D-43


class Interrupt(enum.IntEnum):
    """Why the running round ends at once."""

    NONE = 0
    NEW_ROUND = 1
    BASE = 2


class Proc(enum.IntEnum):
    """The procedures: one per heading of the rules. Arguments and results are given where each is defined."""

    # setup.pyx, rounds.pyx, turns.pyx, chapters.pyx, tiles.pyx
    GAME = 0
    SETUP = 1
    CHOOSE_EXPLORER = 2
    ROUND = 3
    EXPLORER_PHASE = 4
    EXPLORER_TURN = 5
    WINDOW = 6
    ACTIVATE_SPACE = 7
    SEAL = 8
    CONTRIBUTE = 9
    EXPLORE = 10
    PARTY = 11
    PLACE_EXPLORERS = 12
    PLACE_EXPLORER = 13
    PLACE_EXIT = 14
    EXIT_MAP = 15
    FLIP_CHAPTER = 16
    PLAY_CHAPTER = 17
    ENTER_ENDGAME = 18
    BASE_VISIT = 19
    LEAVE_BASE = 20
    USE_SPACE = 21
    ADVANCE_QUEST = 22
    COLLECT = 23
    LIGHT_CHAPTER = 24
    ROUND_EFFECTS = 25
    PLACE_ENTRY = 26
    ENTER_BASE = 27
    REINFORCE = 28
    # items.pyx, trade.pyx, workbench.pyx, markers.pyx
    INVENTORY = 30
    TRADE = 31
    GAIN_TREASURE = 32
    WORKBENCH = 33
    GIVE_UP_ITEM = 34
    DEATH_ITEMS = 35
    DROP_ITEM = 36
    RECALL = 37
    # attacks.pyx, deaths.pyx, effects.pyx, abilities.pyx, special.pyx
    ATTACK = 40
    EXPLODE = 41
    TRAPS = 42
    LOSE_HEALTH = 43
    DEATHS = 44
    DESTROY_EXPLORER = 45
    DESTROY_MONSTER = 46
    RESOLVE = 47
    PLAY_ABILITY = 48
    TRIGGERS = 49
    PUSH = 50
    TELEPORT = 51
    FREE_SPACE = 52
    SWITCH = 53
    FREE_MOVE = 54
    PLACE_BARRIER = 55
    NEAREST_SPACE = 56
    CHOOSE_UNIT = 57
    PLAY_ITEM = 58
    AFTER_MOVE = 59
    # events.pyx
    EXPLORER_EVENT = 60
    HORROR_EVENT = 61
    RESOLVE_EVENT = 62
    # monsters.pyx, threat.pyx, spawning.pyx
    SPAWN_PHASE = 70
    SPAWN = 71
    HORROR_PHASE = 72
    RAISE_THREAT = 73
    MONSTER_PHASE = 74
    MONSTER_TURN = 75
    CONTROLLED_TURN = 76
    SUMMON = 77


ENUMS = (
    Space, Token, Border, Where, MonsterPlace, ItemPlace, ItemType, Part, ExplorerClass, EventKind, QuestKind,
    QuestState, QuestSource, Trigger, Targeting, TargetWho, Op, Who, Cond, Stat, Scope, ModCond, Phase, Reason, Choice,
    Interrupt, Proc,
)  # fmt: skip

# Identities of the piles, by which an overflow is named.
PILES = ("tile_deck", "treasure_deck", "monster_deck", "monster_destroyed", "explorer_deck", "explorer_destroyed",
         "horror_deck", "horror_destroyed", "queue", "drawn")  # fmt: skip

CONSTANTS = {
    "WIDTH": WIDTH,
    "TILE": TILE,
    "CELLS": CELLS,
    "BOARD_WORDS": BOARD_WORDS,
    "MAX_EXPLORERS": MAX_EXPLORERS,
    "MAX_EXPLORER_CARDS": MAX_EXPLORER_CARDS,
    "MAX_MONSTERS": MAX_MONSTERS,
    "MAX_UNITS": MAX_UNITS,
    "MAX_TREASURES": MAX_TREASURES,
    "MAX_QUESTS": MAX_QUESTS,
    "MAX_EVENTS": MAX_EVENTS,
    "MAX_CHAPTERS": MAX_CHAPTERS,
    "MAX_FACES": MAX_FACES,
    "MAX_ABILITIES": MAX_ABILITIES,
    "MAX_OPS": MAX_OPS,
    "MAX_MODS": MAX_MODS,
    "MAX_LASTING": MAX_LASTING,
    "MAX_COUNTERS": MAX_COUNTERS,
    "CAP": CAP,
    "MARKERS": MARKERS,
    "MARKER_GROUND": MARKER_GROUND,
    "MARKER_EXPLORER": MARKER_EXPLORER,
    "MARKER_MONSTER": MARKER_MONSTER,
    "MARKER_TREASURE": MARKER_TREASURE,
    **ACTIONS.constants(),
}


def _pile(name: str, capacity: int, high: int, see: See = See.NOBODY, doc: str = "") -> Field:
    return pile(name, capacity, identity=PILES.index(name) + 1, high=high, see=see, doc=doc)


EXPLORER = Struct(
    "Explorer",
    (
        Field(
            "card", "i1", low=-1, high=MAX_EXPLORER_CARDS - 1, obs="onehot", doc="explorer card, -1 before the choice"
        ),
        Field("where", "u1", high=max(Where), obs="onehot", doc="where the explorer is (`Where`)"),
        Field("health", "u1", high=CAP, obs="scale", doc="remaining health"),
        Field("stamina", "u1", high=CAP, obs="scale", doc="stamina left"),
        Field("essence", "u1", high=CAP, obs="scale", doc="essence"),
        Field("acted", "u1", high=1, obs="scale", doc="has played its turn this round"),
        Field("cell", "i2", low=-1, high=CELLS - 1, doc="cell on the map, -1 off the map"),
        Field("waits_until", "i2", doc="first round in which a new explorer may be placed (MAC-DTH-12)"),
        Field(
            "given_up",
            "i2",
            8,
            low=-1,
            high=CELLS - 1,
            doc="spaces whose activation was cancelled since it spent stamina last, -1 if none (MAC-CSP-16)",
        ),
        Field(
            "marker",
            "u2",
            MARKERS,
            high=MARKER_END - 1,
            doc="where each explorer marker is: 0 on the player board, then 1 + cell on the ground, on the explorer "
            "cards, the monster cards and the treasure cards (normal mode)",
        ),
        Field(
            "marker_play",
            "u2",
            MARKERS,
            see=See.NOBODY,
            doc="`Lasting.token` of the play that each marker on a card stands for, 0 on the board and on the ground",
        ),
        Field(
            "dropped",
            "u1",
            MARKERS,
            high=MAX_TREASURES,
            doc="drop pile, the bottom card first: treasure card + 1, 0 behind the top one (MAC-MRK-15)",
        ),
    ),
)

MONSTER = Struct(
    "Monster",
    (
        Field("place", "u1", high=max(MonsterPlace), see=See.ALL, doc="where the card is (`MonsterPlace`)"),
        Field("health", "u1", high=CAP, doc="remaining health"),
        Field("stamina", "u1", high=CAP, doc="stamina left in its turn"),
        Field(
            "played", "u1", doc="bits of the abilities that may not be played again this turn (MAC-MON-12, MAC-MON-17)"
        ),
        Field("cell", "i2", low=-1, high=CELLS - 1, doc="cell on the map; the last one after its destruction"),
        Field("goal", "i2", low=-1, high=CELLS - 1, doc="cell of a detour, -1 if none (MAC-MMV-08)"),
        Field("prey", "i1", low=-1, high=MAX_EXPLORERS - 1, doc="nearest explorer when the detour began"),
        Field("acted", "u1", high=1, doc="has acted this round"),
    ),
)

ITEMS = Struct(
    "Items",  # an array per fact rather than a record per card: looking for a seat's cards reads few bytes
    (
        Field("place", "u1", MAX_TREASURES, high=max(ItemPlace), doc="where each card is (`ItemPlace`)"),
        Field("owner", "i1", MAX_TREASURES, low=-1, high=MAX_EXPLORERS - 1, doc="seat that holds it, -1 if none"),
        Field(
            "touched",
            "u1",
            MAX_TREASURES,
            high=15,
            doc="bits of the running inventory use, trade, swap or base visit (MAC-ITM-18, MAC-BAS-16)",
        ),
        Field(
            "host",
            "i2",
            MAX_TREASURES,
            low=-1,
            high=MAX_TREASURES - 1,
            doc="card that it upgrades or augments, -1 if none",
        ),
    ),
)

LASTING = Struct(
    "Lasting",
    (
        Field("mod", "u2", high=MAX_MODS, doc="modifier"),
        Field("target", "u1", high=MAX_UNITS, doc="unit that it changes"),
        Field("source", "u1", high=MAX_UNITS, doc="unit that played it"),
        Field(
            "token",
            "u2",
            see=See.NOBODY,
            doc="number of the play, so that one marker serves all effects of one ability",
        ),
    ),
)

OPENINGS = Struct(
    "Openings",
    (
        Field(
            "ways", "u8", (8, BOARD_WORDS), see=See.NOBODY, doc="for each direction the cells whose way there is open"
        ),
        Field(
            "stand", "u8", BOARD_WORDS, see=See.NOBODY, doc="cells that an explorer can walk over: standable, no pit"
        ),
        Field("marked", "u8", BOARD_WORDS, see=See.NOBODY, doc="cells of a kind that can be interacted with"),
        Field(
            "shut",
            "u1",
            CELLS,
            see=See.NOBODY,
            doc="bits of the closed sides of each cell; shifted by 4, of those that can be broken",
        ),
    ),
)

GAME = Record(
    "Game",
    (
        Field("core", HEAD, doc="random words, stack, question, outcome"),
        # -- round
        Field("phase", "u1", high=max(Phase), obs="onehot", doc="phase of the round"),
        Field(
            "seats", "u1", high=MAX_EXPLORERS, obs="onehot", low=1, doc="explorers that started the game (MAC-GEN-17)"
        ),
        Field("threat", "u1", high=10, obs="scale", doc="monster threat, 1 to 10"),
        Field("level", "u1", high=5, obs="scale", doc="monster level, 1 to 5"),
        Field("monster_rating", "u1", high=10, obs="scale", doc="spawn value in force"),
        Field("horror_rating", "u1", high=10, obs="scale", doc="horror value in force"),
        Field("interrupt", "u1", high=max(Interrupt), doc="the round ends at once (`Interrupt`)"),
        Field("at_base", "u1", high=1, obs="scale", doc="the group is at the base"),
        Field("round", "i2", high=100, obs="scale", doc="round, counted from 1"),
        Field("active", "i1", low=-1, high=MAX_EXPLORERS, obs="seat", doc="explorer whose turn it is, -1 if none"),
        Field("acting", "i1", low=-1, high=MAX_UNITS, doc="unit whose turn it is, -1 if none"),
        Field("attack_roll", "i1", low=-1, high=30, obs="scale", doc="attack roll that may be raised, -1 if none"),
        Field(
            "attack_need",
            "i1",
            low=-1,
            high=CAP,
            obs="scale",
            doc="least blocking attribute among its blockers, -1 if none",
        ),
        Field(
            "horror_offer",
            "i1",
            2,
            low=-1,
            high=MAX_EVENTS,
            see=See.MONSTER,
            obs="scale",
            doc="horror events of which the Puppeteer destroys one, -1 if none (MAC-PUP-04)",
        ),
        Field("armory_used", "u1", high=1, doc="the Armory was used in this visit"),
        Field(
            "wait_exit",
            "u1",
            high=MAX_EXPLORERS,
            doc="seat + 1 that places an exit token after the return from the base, 0 if none does",
        ),
        Field(
            "wait_endgame",
            "u1",
            high=MAX_EXPLORERS,
            doc="seat + 1 that enters the endgame at the return from the base, 0 if none does",
        ),
        Field("last_exit", "i1", low=-1, high=MAX_EXPLORERS - 1, doc="seat that exited last, -1 if none has"),
        # -- chapters
        Field("scenario", "u1", high=MAX_SCENARIOS, doc="scenario played"),
        Field("chapter_at", "i1", low=-1, high=20, obs="scale", doc="index of the current chapter in the scenario"),
        Field("endgame", "i1", low=-1, high=MAX_ENDGAMES, doc="endgame that was entered, -1 if none"),
        Field("quest_state", "u1", MAX_QUESTS, high=2, obs="scale", doc="state of each quest (`QuestState`)"),
        Field("quest_progress", "u1", MAX_QUESTS, high=9, obs="scale", doc="successes of each quest"),
        Field(
            "quest_holder", "i1", MAX_QUESTS, low=-1, high=MAX_EXPLORERS, doc="seat that holds an event quest, -1 all"
        ),
        Field("counters", "i2", MAX_COUNTERS, low=-9, high=20, obs="scale", doc="counters of card texts"),
        # -- tiles
        Field("face", "i1", 4, low=-1, high=MAX_FACES - 1, doc="tile face in each slot, -1 if empty"),
        Field("rotation", "u1", 4, high=3, doc="quarter turns to the right of each tile"),
        Field("entry_side", "i1", 4, low=-1, high=3, doc="side with an entry token, -1 if none"),
        Field("entry_cell", "i2", 4, low=-1, high=CELLS - 1, doc="cell of the entry token of each slot, -1 if none"),
        Field("exit_slot", "i1", low=-1, high=3, doc="slot with the exit token, -1 if none"),
        Field("exit_side", "i1", low=-1, high=3, doc="side of that tile"),
        Field("edge_token", "u1", (4, 4), high=1, obs="scale", doc="edge tokens by slot and side (normal mode)"),
        Field("kind", "u1", CELLS, high=max(Space), doc="kind of each cell (`Space`)"),
        Field("token", "u1", CELLS, high=2, doc="token on each cell (`Token`)"),
        Field("border", "u1", (CELLS, 4), high=8, doc="borders of each cell to north, east, south, west (`Border`)"),
        Field("unit", "u1", CELLS, high=MAX_UNITS, doc="unit on each cell plus 1, 0 if none"),
        _pile("tile_deck", MAX_FACES, MAX_FACES, doc="faces of the tile deck; draws take the bottom one"),
        # -- units
        Field("explorers", EXPLORER, MAX_EXPLORERS, seats=True, doc="the explorers by seat"),
        Field("monsters", MONSTER, MAX_MONSTERS, doc="the monsters by card"),
        Field("card_used", "u1", MAX_EXPLORER_CARDS, high=1, doc="explorer cards that are in use or destroyed"),
        Field("lasting", LASTING, MAX_LASTING, doc="lasting effects"),
        Field("n_lasting", "u2", high=MAX_LASTING, doc="number of lasting effects"),
        Field("play_number", "u2", see=See.NOBODY, doc="counts plays with lasting effects, for `Lasting.token`"),
        _pile("queue", MAX_MONSTERS, MAX_MONSTERS, See.ALL, "monster queue, the first to act at the bottom"),
        _pile("monster_deck", MAX_MONSTERS, MAX_MONSTERS, doc="monster deck"),
        _pile("monster_destroyed", MAX_MONSTERS, MAX_MONSTERS, See.ALL, "destroyed monsters"),
        # -- cards
        Field("items", ITEMS, doc="the treasure cards"),
        _pile("treasure_deck", MAX_TREASURES, MAX_TREASURES, doc="treasure deck"),
        _pile("drawn", 4, MAX_TREASURES, See.ALL, "treasure cards drawn and not yet taken"),
        _pile("explorer_deck", MAX_EVENTS, MAX_EVENTS, doc="explorer events"),
        _pile(
            "explorer_destroyed",
            MAX_EVENTS,
            MAX_EVENTS,
            See.ALL,
            "destroyed explorer events, the top one may be ongoing",
        ),
        _pile("horror_deck", MAX_EVENTS, MAX_EVENTS, doc="horror events"),
        _pile(
            "horror_destroyed", MAX_EVENTS, MAX_EVENTS, See.ALL, "destroyed horror events, the top one may be ongoing"
        ),
        Field("treasure_level", "u1", high=3, obs="scale", doc="highest treasure level in play"),
        Field("camp_uses", "u1", high=9, doc="uses of the Derelict camp in this visit"),
        # -- counts for the outcome
        Field("kills", "u2", doc="monsters destroyed"),
        Field("deaths", "u2", doc="explorers destroyed"),
        Field("seals", "u2", doc="monster spawns sealed"),
        # -- caches, derived from the fields above
        Field(
            "steps",
            "u1",
            CELLS,
            see=See.NOBODY,
            seldom=True,
            doc="bits of the directions of the steps of path(m, e) at each cell",
        ),
        Field(
            "passes",
            "u1",
            CELLS,
            see=See.NOBODY,
            seldom=True,
            doc="the same for steps(m, e), which ignores closed doors and barriers",
        ),
        Field(
            "floor",
            "u1",
            CELLS,
            see=See.NOBODY,
            seldom=True,
            doc="1: a monster may walk there; of the units only immobile ones block",
        ),
        Field(
            "steps_version",
            "u2",
            see=See.NOBODY,
            doc="board version + 1 that the three fields above belong to, 0: none",
        ),
        Field("openings", OPENINGS, see=See.NOBODY, doc="the board as sets of cells"),
        Field("open_version", "u2", see=See.NOBODY, doc="board version that `openings` belongs to"),
        Field("board_version", "u2", see=See.NOBODY, doc="changes with every change of the board"),
        Field(
            "walk",
            "u1",
            (MAX_EXPLORERS, CELLS),
            see=See.NOBODY,
            seldom=True,
            seats=True,
            doc="path(cell, explorer); 255 if there is none",
        ),
        Field(
            "count",
            "u1",
            (MAX_EXPLORERS, CELLS),
            see=See.NOBODY,
            seldom=True,
            seats=True,
            doc="steps(cell, explorer); 255 if there is none",
        ),
        Field("walk_whole", "u1", MAX_EXPLORERS, high=1, see=See.NOBODY, doc="no cell was left out of the fields"),
        Field("walk_cell", "i2", MAX_EXPLORERS, see=See.NOBODY, doc="cell of the explorer that the fields belong to"),
        Field(
            "walk_version",
            "u2",
            MAX_EXPLORERS,
            see=See.NOBODY,
            doc="board version + 1 that the fields belong to, 0: none",
        ),
    ),
)

# ------------------------------------------------------------------------------------------------- tables

ABILITY = Struct(
    "Ability",
    (
        Field("trigger", "u1", doc="`Trigger`"),
        Field("stamina", "u1", doc="stamina cost"),
        Field("essence", "u1", doc="essence cost"),
        Field("destroy", "u1", doc="1: the item is destroyed afterwards"),
        Field("drop", "u1", doc="1: the item is dropped on the target space afterwards"),
        Field("targeting", "u1", doc="`Targeting`"),
        Field("who", "u1", doc="`TargetWho`"),
        Field("range", "u1", doc="range of ranged targets and of spaces"),
        Field("targets", "u1", doc="number of targets, 1 or 2"),
        Field("harmless", "u1", doc="1: it neither targets nor affects an explorer (MAC-MON-17a)"),
        Field("attacks", "u1", doc="1: it contains an attack"),
        Field("arcane", "u1", doc="1: its first attack is arcane"),
        Field("first_op", "u2", doc="first operation"),
        Field("end_op", "u2", doc="behind the last operation"),
        Field("first_mod", "u2", doc="first modifier of a passive ability"),
        Field("end_mod", "u2", doc="behind the last one"),
    ),
)

OP = Struct(
    "Operation",
    (
        Field("code", "u2", doc="`Op`"),
        Field("a", "i2"),
        Field("b", "i2"),
        Field("c", "i2"),
        Field("d", "i2"),
        Field("e", "i2"),
    ),
)

MOD = Struct(
    "Modifier",
    (
        Field("stat", "u1", doc="`Stat`"),
        Field("amount", "i1"),
        Field("scope", "u1", doc="`Scope`"),
        Field("cond", "u1", doc="`ModCond`"),
        Field("stack", "u1", doc="most copies on one target; 0: no printed number"),
    ),
)

CARD = (
    Field("first_ability", "u2", doc="first ability"),
    Field("end_ability", "u2", doc="behind the last ability"),
    Field(
        "quiet", "u2", doc="bit s: its passive modifiers leave the statistic s of other units alone; 0 is always right"
    ),
    Field("plain", "u2", doc="bit s: they leave the statistic s of its own unit alone; 0 is always right"),
)

FACE = Struct(
    "Face",
    (
        Field("kind", "u1", 100, doc="`Space` of each cell"),
        Field("border", "u1", (100, 4), doc="`Border` to north, east, south, west; the outer ring is wall"),
        Field("token_cell", "u1", 4, doc="cell of an entry, exit or edge token on each side"),
        Field("edge", "u1", 4, doc="1: the side has an edge"),
        Field("symbol", "u1", doc="side with the direction symbol"),
        Field("flip", "i1", doc="the other face, -1 if none"),
        Field("entry", "i1", doc="cell of a printed entry token, -1 if none"),
        Field("use", "u1", doc="0 tile deck, 1 scenario starting tile, 2 endgame tile"),
    ),
)

TABLES = Record(
    "Tables",
    (
        # -- options
        Field("seats", "u1", doc="explorers"),
        Field("agent_monsters", "u1", doc="1: a Puppeteer seat"),
        Field("markers", "u1", doc="1: explorer markers (MRK)"),
        Field("edges", "u1", doc="1: edge tokens (EDG)"),
        Field("ratings", "u1", doc="1: rating sliders (RAT)"),
        Field("zero_is_zero", "u1", doc="1: a 0 on the game die counts as 0 (DIF)"),
        Field("reinforcements", "u1", doc="1: a bonus for each explorer at the start (RNF)"),
        Field("intricacy", "u1", doc="1: stamina may be spent in the turns of other explorers (INT)"),
        Field(
            "ask_ties", "u1", doc="1: the group is asked about ties, 0: they are settled by a fixed order (MAC-GEN-04)"
        ),
        Field("fixed_explorers", "i1", MAX_EXPLORERS, doc="explorer card of each seat, -1: the seat chooses"),
        Field("weakest_in_range", "u1", doc="MAC-TGT-07"),
        Field("one_location", "u1", doc="MAC-BAS-11"),
        Field("trap_dice", "u1", doc="high dice of traps and barrels (MAC-TRP-04)"),
        Field("camp_price", "u1", doc="essence per use of the Derelict camp (MAC-BAS-09)"),
        Field("round_limit", "i2", doc="MAC-RND-09"),
        Field("scenario", "u1", doc="scenario played"),
        # -- short cuts: bit s is set if no card of that kind changes the statistic s in that way; 0 is always right
        Field("no_aura", "u2", doc="no explorer, treasure or monster card changes other units"),
        Field("no_item_aura", "u2", doc="no treasure card changes other units"),
        Field("no_item", "u2", doc="no treasure card changes its owner"),
        Field("no_explorer", "u2", doc="no explorer card changes its own unit"),
        Field("no_monster", "u2", doc="no monster card changes its own unit"),
        Field("no_ongoing", "u2", doc="no chapter, event or endgame card changes units"),
        # -- dice
        Field("high_die", "u1", 6, doc="faces of the high attack die"),
        Field("low_die", "u1", 6, doc="faces of the low attack die"),
        Field("recharge_die", "u1", 6, doc="faces: 0 nothing, 1 health, 2 stamina"),
        # -- content
        Field("n_explorers", "u1"),
        Field("n_monsters", "u1"),
        Field("n_treasures", "u1"),
        Field("n_faces", "u1"),
        Field("n_explorer_events", "u1"),
        Field("n_horror_events", "u1"),
        Field("n_quests", "u1"),
        Field("n_chapters", "u1", doc="chapters of the scenario played"),
        Field("start_face", "i1", doc="scenario's starting tile, -1 if none"),
        Field("endgame_face", "i1", doc="scenario's endgame tile, -1 if none"),
        Field("endgame", Struct("Endgame", CARD), doc="the endgame card of the scenario"),
        Field("has_endgame", "u1"),
        Field("faces", FACE, MAX_FACES),
        Field(
            "explorers",
            Struct(
                "ExplorerCard", (*(Field(n, "u1") for n in ("armor", "will", "health", "stamina", "class_")), *CARD)
            ),
            MAX_EXPLORER_CARDS,
        ),
        Field(
            "monsters",
            Struct(
                "MonsterCard",
                (
                    *(
                        Field(n, "u1")
                        for n in ("level", "armor", "will", "health", "stamina", "first_arcane", "attacks")
                    ),
                    *CARD,
                ),
            ),
            MAX_MONSTERS,
        ),
        Field(
            "treasures",
            Struct(
                "TreasureCard",
                (
                    Field("level", "u1"),
                    Field("type", "u1", doc="`ItemType`"),
                    Field("part", "u1", doc="`Part`"),
                    Field("one_hand", "u1"),
                    Field("top", "u1", doc="symbol of the top upgrade slot, 0 if none"),
                    Field("bottom", "u1"),
                    Field("augment", "u1", doc="augment symbol, 0 if none"),
                    Field("armor", "i1"),
                    Field("will", "i1"),
                    *CARD,
                ),
            ),
            MAX_TREASURES,
        ),
        Field(
            "explorer_events",
            Struct("ExplorerEvent", (Field("kind", "u1", doc="`EventKind`"), Field("quest", "i1"), *CARD)),
            MAX_EVENTS,
        ),
        Field(
            "horror_events", Struct("HorrorEvent", (Field("kind", "u1"), Field("shuffles", "u1"), *CARD)), MAX_EVENTS
        ),
        Field(
            "chapters",
            Struct(
                "Chapter",
                (
                    Field("number", "u1"),
                    Field("monster_rating", "u1"),
                    Field("horror_rating", "u1"),
                    Field(
                        "blocks", "u1", doc="1: quest, exit or endgame: a chapter space does not advance (MAC-CSP-06)"
                    ),
                    Field("leaves", "u1", doc="1: holds an exit or endgame, rewards included (MAC-CHP-09)"),
                    Field("has_entry", "u1", doc="1: places an entry token"),
                    Field("victory_on_exit", "u1", doc="1: the last exit wins (MAC-FAS-02)"),
                    Field("first_quest", "i1"),
                    Field("end_quest", "i1"),
                    *CARD,
                ),
            ),
            MAX_CHAPTERS,
            doc="chapters of the scenario, in order",
        ),
        Field(
            "quests",
            Struct(
                "Quest",
                (
                    Field("kind", "u1", doc="`QuestKind`"),
                    Field("times", "u1", doc="successes, or health or essence, that it takes"),
                    Field("space", "u1", doc="`Space` to use"),
                    Field("source", "u1", doc="`QuestSource`"),
                    Field("card", "u1", doc="number of that card"),
                    Field("first_op", "u2", doc="reward"),
                    Field("end_op", "u2"),
                ),
            ),
            MAX_QUESTS,
        ),
        Field("first_endgame_quest", "i1"),
        Field("end_endgame_quest", "i1"),
        Field("abilities", ABILITY, MAX_ABILITIES),
        Field("ops", OP, MAX_OPS),
        Field("mods", MOD, MAX_MODS),
    ),
)

# --------------------------------------------------------------------------------------------------- view

LOCAL = 9  # side of the map cut-out around the viewer
LOCAL_PLANES = 8
NEAREST = 15
NEAREST_WIDTH = 12
MONSTER_FEATURES = 12
EXPLORER_FEATURES = 8
MARKER_FEATURES = 3

VIEW = Record(
    "View",
    (
        Field("choice", "u1", high=max(Choice), obs="onehot", doc="kind of the question asked (`Choice`)"),
        Field("asked", "i1", low=-1, high=MAX_EXPLORERS, obs="seat", doc="seat that is asked"),
        Field("subject", "f4", 8, obs="copy",
              doc="number of what the question is about: present, three hexadecimal digits, number / 96; last: the "
              "Puppeteer looks"),
        Field("chapter", "f4", 12, obs="copy",
              doc="current chapter: number, values, quest, exit, endgame, open quests"),
        Field("own", "f4", 16, obs="copy",
              doc="the viewer: on the map, position (2), tile slot (4), it is a monster, its stamina / 9, immobile, "
              "attack bonus, on the exit token, may explore, items / 10, own turn, camp uses / 9. The Puppeteer views "
              "from the monster that acts, else from seat 0's explorer; items and own turn are always that explorer's"),
        Field("others", "f4", (MAX_EXPLORERS, EXPLORER_FEATURES), obs="copy",
              doc="each explorer from the viewer on: on the map, offset (2), walking distance, armor, will, ethereal, "
              "adjacent"),
        Field("monsters", "f4", (MAX_MONSTERS, MONSTER_FEATURES), obs="copy",
              doc="each monster card: on the map, queue place, offset (2), walking distance, health, armor, will, in "
              "sight, adjacent, ethereal, destroyed"),
        Field("nearest", "f4", (NEAREST, NEAREST_WIDTH), obs="copy",
              doc="nearest thing of each kind that matters: found, offset, walking distance, first step "
              "(8 directions); from a monster, which breaks doors and barriers on its way, the first four rows are the "
              "explorers by seat"),
        Field("items_own", "f4", MAX_TREASURES, obs="copy",
              doc="treasures of the viewer: 0.3 carried, 0.6 attached, 1 equipped; on its drop pile -0.2 the top one, "
              "-0.4 and -0.6 below it"),
        Field("items_else", "f4", MAX_TREASURES, obs="copy",
              doc="treasures elsewhere: 0.3 carried, 0.6 attached, 1 equipped by others, 0.1 drawn, -1 destroyed; on "
              "drop piles of others as above"),
        Field("markers", "f4", (MAX_EXPLORERS, MARKER_FEATURES), obs="copy",
              doc="each explorer from the viewer on: markers on its player board, markers on cards, card on top of the "
              "drop pile"),
        Field("around", "f4", (LOCAL_PLANES, LOCAL, LOCAL), obs="copy", planes=(LOCAL_PLANES, LOCAL, LOCAL),
              doc="the map around the viewer, 9 x 9 cells: floor, walls, units, kinds of space, tokens and markers"),
        Field("board", "f4", (2, WIDTH, WIDTH), obs="copy", planes=(2, WIDTH, WIDTH),
              doc="the whole window, 20 x 20 cells: kind and token of each space, lower by 0.5 under a marker; borders "
              "and units"),
    ),
)  # fmt: skip

RECORDS = (GAME, TABLES, VIEW)
