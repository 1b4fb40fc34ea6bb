"""The record of Enormity: every field of the state, of the content tables and of the computed view.

Cells: all pages of a scenario lie in one fixed grid of 30 columns and 20 rows; cell ``y * 30 + x``, x growing to the
east and y to the south. Points (intersections): ``j * 31 + i`` with ``0 <= i <= 30`` and ``0 <= j <= 20``; the point
(i, j) is the north-west corner of the cell (i, j). Directions: 0 north, 1 east, 2 south, 3 west.

Units: 0 to 3 are the Spacers by seat, 4 + k is the Intruder in slot k.

Dice colours: 0 white, 1 red, 2 black, 3 green, 4 orange. Token types: 0 Discipline, 1 Confidence, 2 Expertise.
Levels of the Countdown Track: 0 white, 1 red, 2 black.

Imported by the build (NumPy and the standard library only).
"""

from __future__ import annotations

import enum

from envs.core.head import HEAD
from envs.core.schema import Field, Record, See, Struct, pile
from envs.enormity.actions import (
    ACTIONS,
    ENGRAM_TYPES,
    HEIGHT,
    MAX_BLIPS,
    MAX_CANDIDATES,
    MAX_DICE,
    MAX_DOORS,
    MAX_GEAR,
    MAX_GEAR_CARDS,
    MAX_INTRUDERS,
    MAX_SPACERS,
    SLEEVES,
    WIDTH,
)

CELLS = WIDTH * HEIGHT
POINT_WIDTH = WIDTH + 1
POINTS = POINT_WIDTH * (HEIGHT + 1)
MAX_UNITS = MAX_SPACERS + MAX_INTRUDERS
MAX_PAGES = 6
MAX_INSIDE = 440  # in-bounds cells of a scenario
MAX_VIEWS_OF_MAP = 8  # sets of revealed pages for which open distances are kept
MAX_SPAWNS = 40
MAX_EXTRACTIONS = 6
MAX_EXIT_CELLS = 54
MAX_ARROWS = 48
MAX_CONSOLES = 16
MAX_OBJECTS = 64
MAX_TYPES = 8
MAX_PROTOCOLS = 64
MAX_SPECIMENS = 24
MAX_CHARACTERS = 8
MAX_SUITS = 4
MAX_HALVES = 32
MAX_ABILITIES = 192
MAX_MODS = 128
MAX_OPS = 2048
MAX_CONDITIONS = 12
MAX_BREAKDOWNS = 12
MAX_STRATAGEMS = 8
MAX_SCANNERS = 16
MAX_DISCOVERIES = 96
MAX_DISCOVERY_TOKENS = 48
MAX_PARAGRAPHS = 32
MAX_TERRAINS = 12
MAX_LOCATIONS = 4
MAX_FACES = 8
MAX_ROLLS = 6
MAX_ASSAULTS = 12
MAX_NOISES = 8
MAX_LASTING = 24
MAX_FLAGS = 8
MAX_COUNTERS = 4
MAX_OBJECTIVES = 4
MAX_TRACK = 8
MAX_CLUES = 16
TRACK = 10  # spaces 0 to 9 of the Countdown Track
TOP = 9  # ENO-RUB-01
COLOURS = 5
LEVELS = 3
SKILLS = 5
SPECIMEN_SLOTS = 5
ROUND_CAP = 60  # ENO-RND-02-D
EXERTS = 3  # ENO-EXR-04
LETHAL_TOKENS = 5  # ENO-DTH-01
MAX_SUPPRESSION = 9
MOVE_DEPTH = 3  # movements of a Spacer inside each other
MOVE_CELLS = 24  # spaces of a movement


class Where(enum.IntEnum):
    """Where a Spacer is."""

    ABSENT = 0  # not placed yet
    BOARD = 1
    OTHER = 2  # an Other Place
    EXTRACTED = 3
    DEAD = 4


class Token(enum.IntEnum):
    """Types of Spacer tokens."""

    DISCIPLINE = 0
    CONFIDENCE = 1
    EXPERTISE = 2


class Level(enum.IntEnum):
    """Levels of the Countdown Track."""

    WHITE = 0
    RED = 1
    BLACK = 2


class Colour(enum.IntEnum):
    """Colours of Power dice."""

    WHITE = 0
    RED = 1
    BLACK = 2
    GREEN = 3
    ORANGE = 4


class Skill(enum.IntEnum):
    """Skills of a Character."""

    INTELLIGENCE = 0
    DEXTERITY = 1
    STRENGTH = 2
    WILLPOWER = 3
    PERCEPTION = 4


class Division(enum.IntEnum):
    """Classes of Characters."""

    NONE = 0
    OPS = 1
    SCIENCE = 2
    SECURITY = 3
    MEDICAL = 4
    ENGINEERING = 5


class Band(enum.IntEnum):
    """Vitality levels (ENO-SPC-06)."""

    RED = 0
    ORANGE = 1
    GREEN = 2


class CardSide(enum.IntEnum):
    """State of an Action card: in hand, or played with a side up."""

    HAND = 0
    A = 1
    B = 2


class HalfColour(enum.IntEnum):
    """Colours of partial Action cards (ENO-LOD-02)."""

    YELLOW = 0
    BLUE = 1
    RED = 2


class ActionKind(enum.IntEnum):
    """Kinds of actions of Action cards, in the order of the actions ``act_*`` (ENO-ACT-01)."""

    MOVE = 0
    ATTACK = 1
    FAST_RELOAD = 2
    FULL_RELOAD = 3
    SCOUT = 4
    SCAVENGE = 5
    RATIONALIZE = 6
    CATCH_BREATH = 7
    REARM = 8
    CALM = 9  # a printed effect without a name of its own: pay the cost, resolve the effect


class NoiseKind(enum.IntEnum):
    """What a Noise box prints (ENO-NOI-02, -04, -05, ENO-BUR-09)."""

    NONE = 0
    SYMBOL = 1  # Intruder symbol, plus `noise` to one die
    PER_AMMO = 2  # Intruder symbol, plus `noise` for each Ammo spent
    NUMBER = 3  # at least `noise`
    DICE = 4  # `noise` dice of colour `noise_colour`
    DICE_PER_SHOT = 5  # that many for each target


class GearKind(enum.IntEnum):
    """Kinds of Gear cards."""

    WEAPON = 0
    SUPPORT = 1
    ARMOR = 2


class GearPlace(enum.IntEnum):
    """Where a Gear card of a Spacer is."""

    NONE = 0
    HAND = 1
    SUPPORT = 2
    ARMOR = 3
    BACKPACK = 4
    FIXED = 5  # the Standard Multitool: always equipped, in no slot (ENO-GEA-05)


class Reach(enum.IntEnum):
    """How a weapon or an Intruder attack reaches its target."""

    MELEE = 0
    RANGED = 1
    REACH = 2


class Keyword(enum.IntEnum):
    """Keywords of weapons without a number, as bits of `GearCard.keywords`."""

    LINEAR = 0
    DEADZONE = 1
    HEAVY = 2
    NOISELESS = 3
    DISCHARGE = 4
    EMPTY_CLIP = 5
    DEVASTATING = 6
    EXHAUST = 7  # exhausted to be used


class Tile(enum.IntEnum):
    """Keywords of Terrain tiles, as bits of `Terrain.keywords`."""

    OBSTACLE = 0
    OBSCURING = 1
    COVER = 2
    DESTRUCTIBLE = 3
    INDESTRUCTIBLE = 4


class Mark(enum.IntEnum):
    """Printed marks of a cell, as bits of `Tables.marks`."""

    DANGEROUS = 0
    DISCOVERY = 1
    ARROW = 2  # Location arrow: reveals the page `Tables.leads`
    START = 3
    CACHE = 4
    ENGRAM = 5
    EXTRACTION = 6  # cell of an Extraction Point


class Border(enum.IntEnum):
    """Borders between two neighbouring cells; DOOR + d is the door d."""

    OPEN = 0
    RED = 1
    WALL = 2
    DOOR = 16


class DoorState(enum.IntEnum):
    """States of a door."""

    OPEN = 0
    CLOSED = 1
    WELDED = 2


class Thing(enum.IntEnum):
    """Kinds of objects on cells."""

    NONE = 0
    CACHE = 1
    ENGRAM = 2  # sub: type
    OBJECTIVE = 3  # sub: type
    DISCOVERY = 4  # sub: Discovery token


class Face(enum.IntEnum):
    """Faces of Blip tokens."""

    ECHO = 0
    A = 1
    B = 2
    U = 3


class PointState(enum.IntEnum):
    """States of an Extraction Point."""

    HIDDEN = 0  # not on the map yet, or its page is not revealed
    CLOSED = 1
    INITIATED = 2
    OPEN = 3
    INSERTION = 4  # the run started from it (ENO-INS-03)


class TargetRule(enum.IntEnum):
    """Target boxes of Intruder Sheets and Adversary cards (ENO-ACV-02, ENO-TGT-07 to -12)."""

    CLOSEST = 0
    FURTHEST = 1
    PRIORITY = 2
    LOWEST_VITALS = 3
    HIGHEST_STRESS = 4


class Requirement(enum.IntEnum):
    """Bolded requirements of Protocols (ENO-ACV-04-D)."""

    OTHERWISE = 0
    ADJACENT = 1
    MOVEMENT_RANGE = 2
    IN_FRONT = 3  # in front and in line of sight
    IN_SIGHT = 4
    WITHIN = 5  # Dopen at most `within`


class Knock(enum.IntEnum):
    """Sides of the Knockdown Condition."""

    NONE = 0
    FALLING = 1
    STANDING = 2


class Result(enum.IntEnum):
    """Result of one Attack Roll."""

    NONE = 0
    FAIL = 1
    WOUND = 2
    CRITICAL = 3


class RollKind(enum.IntEnum):
    """What is rolled."""

    NONE = 0
    ATTACK = 1
    SKILL = 2
    SCOUT = 3
    NOISE = 4
    INTRUDER = 5
    ENORMITY = 6  # the d10; `face` 0 to 9 shows 1 to 10


class DieMark(enum.IntEnum):
    """What was done to a die, as bits of `Roll.marks`."""

    DECLARED = 0
    CONFIDENCE = 1
    STRESS = 2
    DISCIPLINE = 3
    EXTRA = 4  # added by Devastating
    ARMOR = 5


class Stage(enum.IntEnum):
    """Steps of a Spacer's roll."""

    EXTRA = 0
    CONFIDENCE = 1
    STRESS = 2
    BONUS = 3
    DISCIPLINE = 4
    OVER = 5


class Side(enum.IntEnum):
    """Whose attack it is."""

    SPACER = 0
    INTRUDER = 1


class AssaultMark(enum.IntEnum):
    """Facts about an attack in progress, as bits of `Assault.marks`."""

    BROKEN = 0  # Chain Break
    ROLLED = 1
    BONUS = 2  # Bonus Attack: Reprisals may be ignored
    FREE = 3  # the free attack of a Scout: no Adrenaline
    EMPTIED = 4  # Empty Clip
    LEFT = 5  # tokens have been left (step 5)
    ATTACKS = 6  # the Protocol has an attack instruction, so the activation is an Intruder Attack (ENO-CHB-02-D)
    EXTRA = 7  # an Intruder attack outside the Intruder Phase's own activation: AoO, ambush, Reprisal, Overspawn, Flash


class Timing(enum.IntEnum):
    """When an ability may be used or resolves."""

    PASSIVE = 0  # its modifiers are always on
    TURN = 1  # at any point of the own turn between steps
    REACTION = 2  # in a Window of Opportunity, and in the own turn
    ROLL = 3  # optional, while the pool of an own Attack is gathered (ENO-ATK-06)
    DAMAGE = 4  # optional, when attacked, before the damage is applied
    BLIP_MOVES = 5  # Reaction to the movement of a Blip
    TURN_START = 6
    TURN_END = 7
    MELEE_FROM_ADJACENT = 8  # Intruder trait: whenever it is attacked from adjacency
    SCOUTED = 9  # Intruder trait: it may be scouted; resolved on success
    ACTION = 10  # Location action: paid with an Action card
    GAINED = 11  # Condition: when it is gained
    REGAINED = 12  # Condition: when it would be gained again
    LINGERING = 13  # Condition: at the end of the session
    ROUND_END = 14
    SPACER_PHASE_END = 15


class Need(enum.IntEnum):
    """Conditions of abilities (`Ability.need`) and of effects (IF). b, c: arguments."""

    NONE = 0
    POOL_EMPTY = 1  # IP or AP is empty
    BAND = 2  # Vitals in band b
    VITALS_AT_MOST = 3
    STRESS_AT_LEAST = 4
    ADRENALINE_AT_LEAST = 5
    LEVEL = 6  # Countdown level at least b
    ADJACENT_INTRUDER = 7
    INTRUDER_DANGEROUS = 8  # some Intruder stands on a dangerous space or a tile
    KNOCKED_DOWN = 9  # some Spacer is
    WALKED = 10  # the card played before in this turn was a Walk (half card b = 1)
    FLAG = 11  # location flag b is set
    COUNTER = 12  # counter b at least c
    CLUE = 13
    HAS_CONDITION = 14
    FEW_BLIPS = 15  # fewer than b Blips, or fewer than b Intruders of the type, on the board
    DAMAGE = 16  # the attack in progress dealt at least b damage
    DIVISION = 17
    TOKENS = 18  # AP holds at least c tokens of type b
    POOL_WAS_EMPTY = 19  # both areas of the pool are empty
    BLIPS = 20  # at least b Blips on the board
    WOUNDED = 21  # Vitals below 9
    ALIVE = 22  # the target is still there
    DISTANCE = 23  # Dopen from the actor to the target is at most b
    OBJECTIVES = 24  # the team holds at least c Objective tokens of type b
    PLAYERS = 25  # at least b Spacers
    ENGRAMS = 26  # the actor carries at least b Engrams


class Stat(enum.IntEnum):
    """What a modifier changes."""

    WHITE_DICE = 0  # of the own Attacks
    RED_DICE = 1
    BLACK_DICE = 2
    POWER = 3  # of the own Attacks
    FREE_DISCIPLINE = 4  # Attack Modifiers of the own Attacks
    FREE_CONFIDENCE = 5
    DAMAGE_REDUCTION = 6
    ARMOR_REROLLS = 7
    LIGHT_RANGE = 8
    LIGHT_DICE = 9
    LIGHT_COLOUR = 10
    MOVE = 11
    QUIET = 12  # Noise of Move actions has that many Potentials less
    SKILL = 13  # b: the skill
    HANDS = 14
    BACKPACK = 15
    SPEED = 16  # of Intruders
    AT = 17
    WOUNDS = 18
    ATTACK_DICE = 19  # red dice of an Intruder's attacks
    DAMAGE = 20  # of an Intruder's attacks that deal damage
    NO_ABILITIES = 21  # no active abilities
    NO_ANALYSIS = 22
    NO_MOVE = 23
    NO_ATTACK = 24
    NO_REACTION = 25
    SILENT = 26  # the next Noise Roll is not made
    NO_AOO = 27  # the Spacer's steps provoke nothing
    MELEE_DISCIPLINE = 28  # Attack Modifier of melee Attacks
    SCAVENGE_PRICE = 29  # of Fast Scavenging
    CRITICAL = 30  # quadrants of the own Attacks


class Until(enum.IntEnum):
    """How long a lasting modifier holds."""

    TURN = 0  # to the end of the present (or next) turn of the Spacer
    ROUND = 1
    ATTACK = 2  # to the end of the next own Attack
    SESSION = 3
    NOISE = 4  # the next Noise Roll


class Who(enum.IntEnum):
    """Selectors: whom an operation works on."""

    SELF = 0  # the Spacer whose effect it is; for an Intruder's effect the Intruder
    TARGET = 1  # the target of the effect: the attacked or attacking Spacer, or the Intruder
    ALL_SPACERS = 2
    OTHER_SPACERS = 3
    CHOSEN_SPACER = 4
    OTHER_CHOSEN = 5  # another Spacer
    ADJACENT_CHOSEN = 6  # an adjacent Spacer
    PRIORITY = 7
    LOCATION_SPACERS = 8  # all Spacers on the Location
    ALL_INTRUDERS = 9
    CHOSEN_INTRUDER = 10
    CHOSEN_DANGEROUS = 11  # an Intruder on a dangerous space or a tile
    NEAREST_INTRUDER = 12
    ADJACENT_INTRUDERS = 13
    SIGHT_INTRUDER = 14  # one in line of sight, chosen
    ZONE_SPACERS = 15  # all Spacers in a Zone (argument e) around the source
    KNOCKED_CHOSEN = 16  # another Spacer that is knocked down


class Op(enum.IntEnum):
    """Operations of effects. Below 32: the general part, shared by all games (`envs.core.effects`). d: selector."""

    END = 0
    JUMP = 1
    ROLL = 2  # roll the Enormity die: at least a, else to pc b
    IF = 3  # a: Need, b, c: its arguments, d: pc when it fails
    CHOOSE = 4
    MAY = 5
    EACH = 6
    REPEAT = 7
    LASTING = 8  # a: modifier, b: Until, d: selector
    COUNT = 9
    WIN = 10  # the scenario's objective is met; the run goes on
    LOSE = 11  # the session is lost
    LOSE_VITALS = 32  # a: amount
    REGAIN_VITALS = 33
    GAIN_STRESS = 34
    LOSE_STRESS = 35
    GAIN_ADRENALINE = 36
    LOSE_ADRENALINE = 37
    PLACE_TOKENS = 38  # a: amount, b: type (3: chosen), c: 0 IP, 1 AP, 2 chosen, 3 the empty area
    DISCARD_TOKENS = 39  # a: amount (0: all), b: type (3: any), c: 0 IP, 1 AP, 2 both
    KEEP_TOKENS = 40  # a: amount, moved from AP to IP
    RADIATION = 41  # a: tokens; negative: so many are removed
    INFECTION = 42  # the same
    CONDITION = 43  # a: condition
    CURE = 44  # a: condition
    KNOCKDOWN = 45
    STAND_UP = 46
    MOVE = 47  # a: spaces; Move-like
    MOVE_ACTION = 48  # a: spaces, b: NoiseKind, c: noise, e: colour of its dice
    KNOCKBACK = 49  # a: spaces
    PUSHBACK = 50
    LURE = 51
    DISPLACE = 52
    NOISE = 53  # a: NoiseKind, b: noise, c: colour
    SPAWN_BLIP = 54  # a: number
    DISCARD_BLIP = 55  # the furthest from the Spacers
    SPAWN_INTRUDER = 56  # a: number, b: 1 with ambush, c: 1 Unique Specimen; adjacent to the PT, e: 1 to the Spacer
    MOVE_INTRUDER = 57  # a: spaces away from the Spacer, d: selector
    SUPPRESS = 58  # a: tokens
    WOUND = 59  # one Wound to an Intruder
    KILL = 60
    SURPRISE = 61
    BONUS_ATTACK = 62
    BONUS_ACTION = 63
    REPRISAL = 64  # a: protocol, after the attack
    PROTOCOL = 65  # a: protocol, performed at once by the Intruder (d) against the target
    SKILL_TEST = 66  # a: skill, b: AT, c: pc when it fails, d: SELF or TARGET
    GAIN_LOOT = 67  # draw from the Loot Deck
    GAIN_GEAR = 68  # a: Gear card
    LOSE_GEAR = 69  # the Spacer chooses
    REMOVE_CARD = 70  # the Gear card whose effect it is leaves the game
    RELOAD = 71  # a: Ammo for an equipped weapon, 0: full
    UNEXHAUST = 72  # all own cards
    DOOR = 73  # a: DoorState to set (3: weld or break a weld), b: door + 1 (0: chosen, adjacent; 255: any chosen)
    # a: 0 door, 1 Console, 2 spawn point (b: number), 3 a Gear card of its choice, 4 the Cache on its space
    DISABLE = 74
    TERRAIN = 75  # a: kind, b: 0 random coordinates, 1 adjacent to the target, 2 on the source's cell
    REVEAL_POINT = 76  # a: Extraction Point
    PLACE_ENGRAM = 77  # a: 0 gained by the Spacer, 1 placed on its space
    PLACE_OBJECTIVE = 78  # a: type, b: 0 gained, 1 placed on its space, 2 on random coordinates
    CLUE = 79  # a: clue
    MARKER = 80  # a: spaces that the Extraction Marker moves
    PARAGRAPH = 81  # a: Mythos paragraph
    DECRYPT = 82  # a: 1 quantum; reveal and resolve one locked entry
    CROSS_OUT = 83  # a: Discovery entry
    FLAG = 84  # a: flag, b: value
    OTHER_PLACE = 85  # a: 1 enter, 0 leave, b: number of the Other Place
    FLASH_ATTACK = 86  # a: Adversary card
    ZERO_HOUR = 87  # a: Adversary card; its miniature waits on the zero hour space
    TAKE_MARKER = 88  # the Priority Target marker
    CHAIN_BREAK = 89
    SHORTER = 90  # the Blip's movement is a shorter, b shorter in the red band
    DODGE = 91  # the damage of the attack is a lower (0: no damage)
    SEE_BLIP = 92  # look at a Blip in the Light field
    OPEN_CARD = 93  # take an own played Action card back in hand
    ANTINOMY = 94  # a: tokens
    CATCH_BREATH = 95  # discard an Exert card
    DIE = 96
    MOVE_BLIP = 97  # a: intersections toward the Spacer; the closest Blip
    LOSE_POWER = 98  # Intruder effect inside an attack: the Spacer discards a tokens of AP of its choice
    TURN_BLIPS = 99  # all Blips face the Spacer
    STRESS_ROLL = 100  # Stress equal to the Power of a dice of colour b (ENO-SEC-02: 2 black)


class Choice(enum.IntEnum):
    """Kinds of questions."""

    NONE = 0
    CHARACTER = 1
    SUIT = 2
    PAIRING = 3
    LOADOUT_GEAR = 4
    STRATAGEM = 5
    FIRST_MARKER = 6
    START_SPACE = 7
    SPAWN_POINT = 8
    NEXT_SPACER = 9
    TURN = 10
    ACTION = 11
    EXERT = 12
    MOVE = 13
    AOO_ORDER = 14
    FAST_SCAVENGE = 15
    SCAVENGE = 16
    LOOT = 17
    REARM = 18
    SCOUT = 19
    SCOUT_REVEAL = 20
    SCOUT_SPAWN = 21
    SCOUT_ATTACK = 22
    SPAWN_SPACE = 23
    WEAPON = 24
    ATTACK_TARGET = 25
    ADVANCE = 26
    EMPTY_CLIP = 27
    BURST_ORDER = 28
    ROLL_BONUS = 29
    EXTRA_DIE = 30
    CONFIDENCE = 31
    STRESS = 32
    NOISE_BONUS = 33
    DISCIPLINE = 34
    NOISE_DICE = 35
    BLIP_ORDER = 36
    BLIP_AXIS = 37
    RESPONSE_ORDER = 38
    FALLBACK = 39
    IGNORE_REPRISAL = 40
    RELOAD = 41
    EFFECT_TARGET = 42
    REACTION = 43
    MITIGATE = 44
    ARMOR_REROLL = 45
    COVER = 46
    BONUS_ATTACK = 47
    BONUS_ACTION = 48
    STAND_UP = 49
    KNOCKBACK = 50
    DISPLACE = 51
    ACTIVATION_ORDER = 52
    TARGET_TIE = 53
    INTRUDER_STEP = 54
    EFFECT_ORDER = 55
    OVERSPAWN_TIE = 56
    SPAWN_TIE = 57
    FACING_TIE = 58
    ALIGNMENT = 59
    AMBUSH_ORDER = 60
    CODE = 61
    TOKEN_TYPE = 62
    POOL_AREA = 63
    PAY_CARD = 64
    BLIP_TIE = 65
    DAMAGE_ABILITY = 66
    MAY = 67
    OPTION = 68
    DOOR = 69
    BLIP_REACTION = 71
    DRAW_BLIP = 72  # M9
    DISCARD_GEAR = 73
    OBJECTIVE_TOKEN = 74  # type paid for an Objective token
    ENTRY = 75  # which locked entry is decrypted
    END_ORDER = 76


class Reason(enum.IntEnum):
    """How a session ended."""

    RUNNING = 0
    EXTRACTED = 1  # everybody has left the board, at least one by Extraction
    LOST = 2  # nobody extracted
    ROUND_CAP = 3  # the cap was reached (ENO-RND-02-D); `Game.extracted` says who had left


class Proc(enum.IntEnum):
    """Numbers of the procedures. Arguments are the frame's a, b, c, ...; `-> x` is what it gives to its caller."""

    GAME = 0
    LOADOUT = 1
    SETUP = 2
    ROUND = 3
    COUNTDOWN = 4
    SPACER_PHASE = 5
    TURN = 6  # a: Spacer
    TURN_START = 7  # a: Spacer
    TURN_END = 8  # a: Spacer
    PLAY_CARD = 9  # a: Spacer, b: sleeve, c: CardSide
    ACTIONS = 10  # a: Spacer, b: half card, c: 1 extra action of exerting, d: 1 Bonus Action -> 1 if one was done
    # a: Spacer, b: spaces, c: 1 Move action, 0 Move-like, 2 Warn, d: NoiseKind, e: noise, f: its colour -> spaces made
    MOVE = 11
    STEP = 12  # a: Spacer, b: direction, c: 1 voluntary -> 1 if the Spacer made it and can go on
    # a: Spacer, b: 1 the movement ends here, c: 1 voluntary: tile, arrow; at a voluntary end Discovery, Extraction
    ENTER = 13
    REVEAL_PAGE = 14  # a: page, b: Spacer
    SCOUT = 15  # a: Spacer, b: 1 from an Action card, c: sleeve
    SCAVENGE = 16  # a: Spacer
    FAST_SCAVENGE = 17  # a: Spacer
    COLLECT = 18  # a: Spacer, b: which of `scavenge_*` (0 cache ... 4 extraction), c: object, Console or point
    LOOT = 19  # a: Spacer, b: Gear card
    REARM = 20  # a: Spacer
    RELOAD = 21  # a: Spacer, b: 1 fast, 0 full
    EXTRACT = 22  # a: Spacer
    SPACER_ATTACK = 23  # a: Spacer, b: 0 action, 1 Bonus Attack, 2 free attack of a Scout (c: first, d: bits of slots)
    ATTACK_ROLLS = 24  # a: assault
    ATTACK_ROLL = 25  # a: assault, b: index of the target -> Result
    RESPONSES = 26  # a: assault, b: index of the target
    RESPONSE = 27  # a: assault, b: index, c: 0 Wound, 1 Fail, 2 Critical, 3 Instinct
    LEAVE = 28  # a: assault: tokens, Suppression, Fallback (step 5)
    AFTER_ATTACK = 29  # a: assault: Reprisals and Follow-ups (step 7)
    BONUS_ATTACK = 30  # a: Spacer, b: 1 may stand up first
    BONUS_ACTION = 31  # a: Spacer
    SPACER_ROLL = 32  # a: roll: steps 2 to 6 of "Any roll of a Spacer"
    SKILL_TEST = 33  # a: Spacer, b: skill, c: AT -> Power rolled, or -1 when the Spacer died
    NOISE = 34  # a: Spacer (-1: none), b: NoiseKind, c: noise, d: colour, e: cell, f: Ammo spent, g: targets
    ASSIGN_NOISE = 35  # a: noise queue index being filled, b: roll
    EMPTY_NOISE = 36  # resolve the Noise queue (ENO-BLP-05-D2)
    # c: 0 Noise, 1 patrol by arrow, 2 displaced, 3 free patrol; d: Spacer sought (-1: the cell e, -2: the closest one);
    # f: who triggered it, + 1, unless by Noise
    MOVE_BLIP = 37  # a: Blip, b: intersections, c, d, e: cell, f
    REVEAL_BLIP = 38  # a: Blip, b: Spacer concerned (-1), c: 1 it moved (ambush), e: who triggered its movement, + 1
    SPAWN_BLIPS = 39  # a: number, b: triggering Spacer (-1: PT)
    # a: number, b: Spacer concerned (-1), c: bits 1 ambush 2 Unique 4 chosen by the PT, d: type, e: point (-1)
    SPAWN_INTRUDERS = 40
    OVERWHELM = 41  # a: type, b: 1 ignore Blip removal
    OVERSPAWN = 42  # a: type, b: Spacer concerned
    PATROL = 43
    FULL_ALERT = 44
    INTRUDER_PHASE = 45
    ACTIVATE = 46  # a: Intruder, b: 0 phase, 1 AoO, 2 ambush, 3 Overspawn, c: specific Target (-1)
    PERFORM = 47  # a: Intruder, b: protocol, c: Target, d: as ACTIVATE's b, 4 Reprisal, 5 Flash -> 1 if it attacked
    # a: Intruder, b: Target, c: spaces, d: Protocol whose attack it comes to make (-1) -> spaces used
    INTRUDER_MOVE = 48
    INTRUDER_ATTACK = 49  # a: assault, b: cell + 1 on which the Target counts as in range (0) -> 1 if it was rolled
    DAMAGE = 50  # a: Spacer, b: amount, c: assault (-1: none): mitigation, then Vitals -> damage dealt
    WINDOW = 51  # a: Target, b: assault: a Window of Opportunity
    AOO = 52  # a: Spacer, b: MOVE's depth + 1 (0: a single step): all attacks of opportunity against its next step
    FIRST_CONTACT = 53  # a: type
    ADVERSARY = 54
    FLASH = 55  # a: Adversary type, b: Spacer
    SETTLE = 56  # a: Spacer: Flatline Check, Breakdown, death, as `Spacer.due` says
    FLATLINE = 57  # a: Spacer
    AWAKENING = 58  # a: Spacer
    BREAKDOWN = 59  # a: Spacer
    DIE = 60  # a: Spacer
    # a: pc, b: end, c: Spacer, d: Intruder (-1), e: target Spacer (-1), f: source: gear place, cell or entry, h:
    # decider
    EFFECT = 61
    USE_ABILITY = 62  # a: Spacer, b: ability, c: gear place (-1), d: Intruder or Blip concerned (-1), e: assault (-1)
    DISCOVERY = 63  # a: Spacer (-1), b: Discovery token, c: 1 from the track
    PARAGRAPH = 64  # a: Spacer, b: paragraph, c: 1 decrypted
    CONSOLE = 65  # a: Spacer, b: Console
    KNOCKBACK = 66  # a: unit, b: spaces, c: source cell, d: direction (-1: away from the source)
    PUSHBACK = 67  # a: Intruder, b: Spacer, c: spaces
    LURE = 68  # a: Spacer, b: spaces, c: cell
    DISPLACE = 69  # a: unit
    # a: kind (-1 - i: an Objective token of type i), b: cell (-1: random coordinates), c: cell of the source
    PLACE_TILE = 70
    GAIN_CONDITION = 71  # a: Spacer, b: condition
    # Reflex, Warn, Fallback and the like. a: Spacer, b: spaces, c: who grants it, then the cells to get away from and
    # to come to, -1 none
    FREE_STEPS = 72
    PHASE_END = 73  # a: Timing: effects at the end of a phase, in the order that the Lead picks
    END_SESSION = 74
    DRAW_GEAR = 75  # a: Spacer: choose and discard a Gear card; b: 1 only what the slots do not hold
    TRACK_ITEMS = 76  # Discovery tokens, Blips and Intruders on the marker's space
    PLACE_SPACER = 77  # a: Spacer: at the start


PILES = (
    "loot",
    "scanner_white",
    "scanner_red",
    "scanner_black",
    "discard_white",
    "discard_red",
    "discard_black",
    "breakdowns",
    "adversaries",
    "discoveries",
)


def _pile(name: str, capacity: int, high: int, see: See = See.NOBODY, doc: str = "") -> Field:
    return pile(name, capacity, identity=PILES.index(name) + 1, high=high, see=see, doc=doc)


GEAR = Struct(
    "Gear",
    (
        Field("card", "i1", low=-1, high=MAX_GEAR_CARDS - 1, doc="Gear card; -1 no card"),
        Field("place", "u1", high=max(GearPlace), doc="`GearPlace`"),
        Field("exhausted", "u1", high=1, doc="1: exhausted"),
        Field("ammo", "u1", high=TOP, doc="Ammo tokens"),
        Field("charges", "u1", high=TOP, doc="Charge tokens"),
        Field("discharge", "u1", high=1, doc="1: a Discharge token lies on it"),
        Field("moved", "u1", high=1, see=See.NOBODY, doc="1: has changed its place in this Rearm"),
        Field("disabled", "u1", high=1, doc="1: a Disable token lies on it"),
        Field("used", "u1", high=3, see=See.NOBODY, doc="bits: its abilities used in this round (ENO-ABL-06-D)"),
    ),
)

SPACER = Struct(
    "Spacer",
    (
        Field("cell", "i2", low=-1, high=CELLS - 1, doc="its space; -1 when not on the board"),
        Field("last_cell", "i2", low=-1, high=CELLS - 1, doc="its last space on the board"),
        Field("where", "u1", high=max(Where), obs="onehot", doc="`Where`"),
        Field("character", "i1", low=-1, high=MAX_CHARACTERS - 1, obs="onehot", doc="Character card"),
        Field("suit", "i1", low=-1, high=MAX_SUITS - 1, obs="onehot", doc="Suit card"),
        Field("vitals", "u1", high=TOP, obs="scale", doc="Vitals; 0 after a survived flatline"),
        Field("stress", "u1", high=TOP, obs="scale", doc="Stress"),
        Field("adrenaline", "u1", high=TOP, obs="scale", doc="Adrenaline"),
        Field("half", "i1", (SLEEVES, 2), low=-1, high=MAX_HALVES - 1, doc="half cards of each sleeve, sides A and B"),
        Field("card", "u1", SLEEVES, high=max(CardSide), obs="scale", doc="state of each Action card (`CardSide`)"),
        Field("played", "u1", high=SLEEVES, obs="scale", doc="Action cards played in this turn"),
        Field("last_half", "i1", low=-1, high=MAX_HALVES - 1, doc="half card played last in this turn; -1 none"),
        Field("exerts", "u1", high=EXERTS, obs="scale", doc="Exert cards in play"),
        Field("exerted", "u1", high=1, obs="scale", doc="1: has exerted in this turn"),
        Field("breath", "u1", high=1, obs="scale", doc="1: Catch Breath waits for the end of this turn"),
        Field("took_turn", "u1", high=1, obs="scale", doc="1: has had its turn in this round"),
        Field("radiation", "u1", high=LETHAL_TOKENS, obs="scale", doc="Radiation tokens"),
        Field("infection", "u1", high=LETHAL_TOKENS, obs="scale", doc="Infection tokens"),
        Field("knock", "u1", high=max(Knock), obs="onehot", doc="side of the Knockdown Condition (`Knock`)"),
        Field("knock_turn", "u1", high=1, see=See.NOBODY, doc="1: a turn has started since the Knockdown"),
        Field("conditions", "u1", MAX_CONDITIONS, high=1, obs="scale", doc="Conditions held"),
        Field("breakdown", "i1", low=-1, high=MAX_BREAKDOWNS - 1, doc="Stress Breakdown card; -1 none yet"),
        Field("flipped", "u1", high=1, obs="scale", doc="1: the Breakdown card shows its bonus side"),
        Field("awakened", "u1", high=1, obs="scale", doc="1: holds the Awakening card"),
        Field("antinomy", "u1", high=TOP, obs="scale", doc="Antinomy tokens"),
        Field("gear", GEAR, MAX_GEAR, doc="Gear cards"),
        Field("devices", "u1", ENGRAM_TYPES, high=TOP, obs="scale", doc="Engrams of each type on the device side"),
        Field("resources", "u1", ENGRAM_TYPES, high=TOP, obs="scale", doc="Engrams of each type on the resource side"),
        Field("objectives", "u1", MAX_OBJECTIVES, high=TOP, obs="scale", doc="Objective tokens of each type"),
        Field("used", "u1", (MAX_ABILITIES + 7) // 8, see=See.NOBODY, doc="bits: abilities used in this round"),
        Field(
            "due",
            "u1",
            high=15,
            see=See.NOBODY,
            doc="bits of what SETTLE must resolve: 1 death, 2 flatline, 4 Breakdown",
        ),
        Field("broke_down", "u1", high=1, obs="scale", doc="1: has had its Stress Breakdown"),
        Field("place", "u1", high=1, doc="number of the Other Place"),
        Field(
            "visited",
            "i2",
            (MOVE_DEPTH, MOVE_CELLS),
            see=See.NOBODY,
            doc="spaces entered in the present movement; in those nested in it",
        ),
        Field("displaced", "u1", high=1, see=See.NOBODY, doc="1: Displaced during the present movement"),
        Field(
            "provoked",
            "u2",
            MOVE_DEPTH,
            see=See.NOBODY,
            doc="bits: Intruders that have made their attack of opportunity for the space being left, in each movement",
        ),
        Field("facing", "u1", high=3, doc="direction of its last step"),
        Field(
            "dodge",
            "u1",
            high=15,
            see=See.NOBODY,
            doc="lowering of the damage of the attack in progress; 15: all of it",
        ),
    ),
)

INTRUDER = Struct(
    "Intruder",
    (
        Field("cell", "i2", low=-1, high=CELLS - 1, doc="its space; -1 when not on the board"),
        Field("type", "i1", low=-1, high=MAX_TYPES - 1, doc="Intruder type; -1: the slot is free"),
        Field("facing", "u1", high=3, doc="direction"),
        Field("suppression", "u1", high=MAX_SUPPRESSION, doc="Suppression tokens"),
        Field("wounds", "u1", high=TOP, doc="Wounded tokens"),
        Field("surprised", "u1", high=1, doc="1: a Surprise token"),
        Field("specimen", "i1", low=-1, high=MAX_SPECIMENS - 1, doc="Unique Specimen card; -1 none"),
        Field("acted", "u1", high=1, doc="1: has activated in this Intruder Phase"),
        Field("fresh_suppression", "u1", high=1, see=See.NOBODY, doc="1: suppressed during its present activation"),
        Field("activating", "u1", high=1, see=See.NOBODY, doc="1: is activating now"),
    ),
)

BLIP = Struct(
    "Blip",
    (
        Field("point", "i2", low=-1, high=POINTS - 1, doc="its intersection; -1: the slot is free"),
        Field("face", "u1", high=max(Face), see=See.NOBODY, doc="hidden face (`Face`), unless it is known"),
        Field("known", "u1", high=1, doc="1: all have seen the face"),
        Field("arrow", "u1", high=3, doc="patrol arrow"),
        Field("order", "u1", see=See.NOBODY, doc="place in the order of the patrol"),
    ),
)

OBJECT = Struct(
    "Object",
    (
        Field("cell", "i2", low=-1, high=CELLS - 1, doc="its space; -1: none"),
        Field("kind", "u1", high=max(Thing), doc="`Thing`"),
        Field(
            "sub",
            "u1",
            see=See.NOBODY,
            doc="type of Engram or Objective token; Discovery token (hidden unless face up)",
        ),
        Field("disabled", "u1", high=1, doc="1: disabled"),
        Field("face_up", "u1", high=1, doc="1: what it is lies open"),
    ),
)

ROLL = Struct(
    "Roll",
    (
        Field("kind", "u1", high=max(RollKind), doc="`RollKind`"),
        Field("roller", "i1", low=-1, high=MAX_SPACERS - 1, doc="the Spacer for whom it is rolled; -1 none"),
        Field("n", "u1", high=MAX_DICE, doc="number of dice"),
        Field("stage", "u1", high=max(Stage), doc="`Stage`"),
        Field("colour", "u1", MAX_DICE, high=COLOURS - 1, doc="colour of each die"),
        Field("face", "u1", MAX_DICE, high=9, doc="face of each die"),
        Field("marks", "u1", MAX_DICE, high=63, doc="bits of `DieMark`"),
        Field("bonus", "u1", MAX_DICE, high=TOP, doc="Potentials added to the die"),
        Field("power", "i1", low=-20, high=40, doc="raw Power; of a Noise Roll the Potentials taken off, negative"),
        Field("quadrants", "u1", high=TOP, doc="critical quadrants beside those of the dice"),
        Field("noise", "u1", high=TOP, doc="Noise bonus still to be put on a die"),
        Field(
            "assault",
            "i1",
            low=-1,
            high=MAX_ASSAULTS - 1,
            doc="the attack it belongs to; its modifiers are used; -1 none",
        ),
        Field("lethal", "u1", high=1, doc="1: Potentials count as Power"),
        Field("at", "i1", low=-1, high=40, doc="AT to reach, of a Noise Roll the least Noise; -1 none"),
        Field("ammo", "u1", high=TOP, doc="Ammo spent (Noise)"),
        Field("missing", "u1", high=MAX_BLIPS, doc="Noise dice that the supply lacked: Overwhelm triggers"),
    ),
)

ASSAULT = Struct(
    "Assault",
    (
        Field("side", "u1", high=1, doc="`Side`"),
        Field("actor", "i1", low=-1, doc="attacking Spacer, or slot of the Intruder"),
        Field("weapon", "i1", low=-1, doc="place of the weapon; Protocol of an Intruder"),
        Field("target", "i1", low=-1, doc="Spacer attacked by an Intruder; target that a Spacer is rolling against"),
        Field("targets", "i1", 4, low=-1, doc="Intruder slots that a Spacer attacks; -1 none"),
        Field("results", "u1", 4, high=max(Result), doc="`Result` of each roll"),
        Field("n_targets", "u1", high=4, doc="number of targets"),
        Field("marks", "u2", doc="bits of `AssaultMark`"),
        Field("ammo", "u1", high=TOP, doc="Ammo spent"),
        Field("discipline", "u1", high=TOP, doc="Discipline of the weapon's modifiers left"),
        Field("confidence", "u1", high=TOP, doc="Confidence of the weapon's modifiers left"),
        Field("damage", "u1", high=40, doc="damage dealt by an Intruder"),
        Field("follow_ups", "u1", high=TOP, doc="Bonus Attacks that follow"),
        Field("reprisal", "i1", 4, low=-1, doc="Protocol of the Reprisal of each target; -1 none"),
        Field("speed", "u1", doc="Speed of the Intruder that is left"),
        Field("cell", "i2", low=-1, doc="space of the attacker when the attack was declared"),
        Field("manner", "u1", doc="how it came about: `SPACER_ATTACK`'s b, `PERFORM`'s d"),
    ),
)

NOISE = Struct(
    "Noise",
    (
        Field("cell", "i2", low=-1, high=CELLS - 1, doc="the space where it was made"),
        Field("source", "i1", low=-1, high=MAX_SPACERS - 1, doc="the Spacer who made it; -1 none"),
        Field("type", "i1", low=-1, high=MAX_TYPES - 1, doc="the Intruder type whose Overwhelm it triggers"),
        Field("overwhelms", "u1", high=MAX_BLIPS, doc="Overwhelm triggers"),
        Field("dice", "u1", MAX_BLIPS, high=30, doc="intersections that each Blip will move"),
        Field("given", "u1", MAX_BLIPS, high=MAX_DICE, see=See.NOBODY, doc="dice that each Blip has got"),
    ),
)

LASTING = Struct(
    "Lasting",
    (
        Field("mod", "u1", high=MAX_MODS - 1, doc="modifier"),
        Field("unit", "i1", low=-1, high=MAX_UNITS - 1, doc="whom it changes; -1: nobody, the entry is free"),
        Field("until", "u1", high=max(Until), doc="`Until`"),
    ),
)

POINT = Struct(
    "Point",
    (
        Field("state", "u1", high=max(PointState), obs="scale", doc="`PointState`"),
        Field("tokens", "u1", high=MAX_SPACERS, obs="scale", doc="Exfiltration tokens"),
    ),
)

STRATAGEM_STATE = Struct(
    "StratagemState",
    (
        Field("card", "i1", low=-1, high=MAX_STRATAGEMS - 1, doc="the card; -1 none"),
        Field("ready", "u1", high=1, obs="scale", doc="1: the Ability side is up"),
        Field("paid", "u1", high=20, obs="scale", doc="tokens on it"),
        Field("charges", "u1", high=TOP, obs="scale", doc="uses left"),
    ),
)

GAME = Record(
    "Game",
    (
        Field("core", HEAD, see=See.NOBODY, doc="randomness, stack, question, outcome"),
        Field("seats", "u1", high=MAX_SPACERS, obs="scale", doc="number of Spacers"),
        Field("round", "u1", high=255, obs="scale", doc="round, from 1"),
        Field("phase", "u1", high=3, obs="onehot", doc="0 set-up, 1 Countdown, 2 Spacer, 3 Intruder Phase"),
        Field("active", "i1", low=-1, high=MAX_SPACERS - 1, obs="seat", doc="the Spacer whose turn it is; -1 none"),
        Field("countdown", "u1", high=TRACK - 1, obs="scale", doc="space of the Countdown Marker"),
        Field(
            "extraction",
            "u1",
            high=TRACK - 1,
            obs="scale",
            doc="space of the Extraction Marker; 0: Extraction is available",
        ),
        Field(
            "marker",
            "i1",
            low=-1,
            high=MAX_SPACERS - 1,
            obs="seat",
            doc="holder of the Priority Target/Last to Noise marker",
        ),
        Field("incoming", "u1", 3, high=60, obs="scale", doc="tokens of each type in the Incoming Pool"),
        Field("pool", "u1", 3, high=60, obs="scale", doc="tokens of each type in the Active Pool"),
        Field("alert", "u1", high=1, obs="scale", doc="1: Full Alert"),
        Field("initiated", "u1", high=1, obs="scale", doc="1: Extraction has been initiated somewhere"),
        Field("revealed", "u1", high=63, doc="bits: pages on the table"),
        Field(
            "map_view",
            "u1",
            high=MAX_VIEWS_OF_MAP,
            see=See.NOBODY,
            doc="number of the set of revealed pages; `MAX_VIEWS_OF_MAP`: its open distances are not kept",
        ),
        Field("location", "u1", high=15, doc="bits: Locations whose rules are in force"),
        Field("spacers", SPACER, MAX_SPACERS, seats=True, doc="the Spacers"),
        Field("intruders", INTRUDER, MAX_INTRUDERS, doc="the Intruders on the board"),
        Field("blips", BLIP, MAX_BLIPS, doc="the Blips on the board"),
        Field("blip_pool", "u1", len(Face), high=40, see=See.NOBODY, doc="tokens of each face in the Blip Pool"),
        Field("echoes_gone", "u1", high=40, obs="scale", doc="Echoes that have left the session"),
        Field(
            "track_blip", "i1", (TRACK, 2), low=-1, high=max(Face), see=See.NOBODY, doc="faces of Blips on track spaces"
        ),
        Field("track_blips", "u1", TRACK, high=2, obs="scale", doc="Blips on each track space"),
        Field("track_intruders", "u1", TRACK, high=TOP, obs="scale", doc="Intruders on each track space"),
        Field("track_discovery", "i1", (TRACK, 2), low=-1, see=See.NOBODY, doc="Discovery tokens on track spaces"),
        Field("track_open", "u1", (TRACK, 2), high=1, doc="1: the Discovery token on the track space lies face up"),
        Field("track_discoveries", "u1", TRACK, high=2, obs="scale", doc="Discovery tokens on each track space"),
        Field("objects", OBJECT, MAX_OBJECTS, doc="objects on cells"),
        Field("doors", "u1", MAX_DOORS, high=max(DoorState), obs="scale", doc="`DoorState` of each door"),
        Field("door_disabled", "u1", MAX_DOORS, high=1, obs="scale", doc="1: disabled"),
        Field("console_disabled", "u1", MAX_CONSOLES, high=1, obs="scale", doc="1: disabled, or used up"),
        Field("tile", "u1", CELLS, high=MAX_TERRAINS, doc="Terrain tile of each cell, 0 none, k + 1: kind k"),
        Field("points", POINT, MAX_EXTRACTIONS, doc="Extraction Points"),
        Field("spawn_disabled", "u1", MAX_SPAWNS, high=1, doc="1: a disabled spawn point"),
        Field("marked", "u1", MAX_DISCOVERIES, high=1, obs="scale", doc="1: the Discovery entry is marked"),
        Field("crossed", "u1", MAX_DISCOVERIES, high=1, doc="1: the Discovery entry is crossed out"),
        Field("read", "u1", MAX_PARAGRAPHS, high=1, obs="scale", doc="1: the Mythos paragraph has been resolved"),
        Field("clues", "u1", MAX_CLUES, high=1, obs="scale", doc="Clues found"),
        Field("flags", "u1", MAX_FLAGS, high=1, obs="scale", doc="flags of the Location, such as oxygen"),
        Field("counters", "u1", MAX_COUNTERS, high=255, obs="scale", doc="counters of the scenario"),
        Field("discards", "u1", high=MAX_DISCOVERY_TOKENS, obs="scale", doc="tokens in the Discovery discard pile"),
        Field("engram_pool", "u1", ENGRAM_TYPES, high=20, see=See.NOBODY, doc="Engrams left of each type"),
        Field("specimen_free", "u1", MAX_SPECIMENS, high=1, doc="1: the Unique Specimen card is in its deck"),
        Field("contacted", "u1", MAX_TYPES, high=1, obs="scale", doc="1: First Contact has been performed"),
        Field(
            "busy",
            "u1",
            MAX_TYPES,
            high=15,
            see=See.NOBODY,
            doc="bits: Overwhelm 1, First Contact 2, Overspawn 4 in progress",
        ),
        Field("adversary", "i1", low=-1, high=MAX_INTRUDERS - 1, doc="slot of the Adversary; -1 none"),
        Field("waiting_adversary", "i1", low=-1, high=MAX_TYPES - 1, doc="Adversary on the zero hour space; -1 none"),
        Field("zero_hour", "u1", high=1, obs="scale", doc="1: zero hour has been resolved"),
        Field("stratagems", STRATAGEM_STATE, 2, doc="the team's Stratagems"),
        Field("lasting", LASTING, MAX_LASTING, doc="lasting modifiers"),
        Field("noises", NOISE, MAX_NOISES, doc="the Noise queue, oldest first"),
        Field("n_noises", "u1", high=MAX_NOISES, obs="scale", doc="Noises in the queue"),
        Field("emptying", "u1", high=1, see=See.NOBODY, doc="1: the Noise queue is being emptied"),
        Field("rolls", ROLL, MAX_ROLLS, doc="rolls in progress, innermost last"),
        Field("n_rolls", "u1", high=MAX_ROLLS, obs="scale", doc="rolls in progress"),
        Field("assaults", ASSAULT, MAX_ASSAULTS, doc="attacks in progress, innermost last"),
        Field("n_assaults", "u1", high=MAX_ASSAULTS, obs="scale", doc="attacks in progress"),
        Field("shorter", "u1", high=TOP, see=See.NOBODY, doc="lowering of the Blip movement that is about to begin"),
        Field("candidates", "i2", MAX_CANDIDATES, low=-1, doc="places to choose from, cells or points; -1 none"),
        Field("candidate_points", "u1", high=1, doc="1: the candidates are points"),
        Field("scanner", "i1", low=-1, high=MAX_SCANNERS - 1, doc="Scanner card of the present patrol; -1 none"),
        Field("scanner_turned", "u1", high=1, doc="1: read with the vertical alignment"),
        Field("window", "u1", see=See.NOBODY, doc="number of the open Windows of Opportunity"),
        Field("extracted", "u1", high=MAX_SPACERS, obs="scale", doc="Spacers that have extracted"),
        Field("deaths", "u1", high=MAX_SPACERS, obs="scale", doc="Spacers that have died"),
        Field("kills", "u2", doc="Intruders killed"),
        Field("found", "u1", doc="Discoveries made"),
        Field("stash", "u1", MAX_GEAR_CARDS, high=9, doc="Gear cards left to choose Loadouts from"),
        Field("objective_done", "u1", high=1, obs="scale", doc="1: the scenario's objective is met"),
        _pile("loot", 40, MAX_GEAR_CARDS, doc="Loot Deck; draws take the bottom one"),
        _pile("scanner_white", MAX_SCANNERS, MAX_SCANNERS, doc="white Scanner deck"),
        _pile("scanner_red", MAX_SCANNERS, MAX_SCANNERS, doc="red Scanner deck"),
        _pile("scanner_black", MAX_SCANNERS, MAX_SCANNERS, doc="black Scanner deck"),
        _pile("discard_white", MAX_SCANNERS, MAX_SCANNERS, See.ALL, doc="used white Scanner cards"),
        _pile("discard_red", MAX_SCANNERS, MAX_SCANNERS, See.ALL, doc="used red Scanner cards"),
        _pile("discard_black", MAX_SCANNERS, MAX_SCANNERS, See.ALL, doc="used black Scanner cards"),
        _pile("breakdowns", MAX_BREAKDOWNS, MAX_BREAKDOWNS, doc="Stress Breakdown deck"),
        _pile("adversaries", MAX_TYPES, MAX_TYPES, doc="Adversary Deck"),
        _pile("discoveries", MAX_DISCOVERY_TOKENS, MAX_DISCOVERY_TOKENS, doc="facedown Discovery tokens not set up"),
    ),
)

FACE = Struct(
    "DieFace",
    (
        Field("power", "u1", doc="Power symbols"),
        Field("half", "u1", doc="half-Power symbols"),
        Field("potential", "u1", doc="Potentials"),
        Field("quadrant", "u1", doc="critical quadrants"),
    ),
)

CHARACTER = Struct(
    "Character",
    (
        Field("division", "u1", doc="`Division`"),
        Field("stress", "u1", doc="starting Stress"),
        Field("skills", "u1", SKILLS, doc="skills"),
        Field("rubicon", "u1", TRACK, doc="token type + 1 of the bonus at each position, 0 none"),
        Field("halves", "i1", 3, doc="half cards"),
        Field("first_ability", "i2", doc="its abilities"),
        Field("end_ability", "i2", doc="behind its abilities"),
        Field("stats", "u4", doc="bits of the statistics that its passive abilities change"),
        Field("gear", "i1", 4, doc="preset Gear of the scenario's loadout; -1 none"),
    ),
)

SUIT = Struct(
    "Suit",
    (
        Field("rubicon", "u1", TRACK, doc="token type + 1 of the bonus at each position, 0 none"),
        Field("red_max", "u1", doc="highest Vitals of the red band"),
        Field("orange_max", "u1", doc="highest Vitals of the orange band"),
        Field("support", "u1", doc="Support slots"),
        Field("backpack", "u1", doc="backpack slots"),
        Field("armor", "u1", doc="armor slots"),
        Field("light_range", "u1", doc="range of the Light"),
        Field("light_dice", "u1", doc="intensity of the Light"),
        Field("light_colour", "u1", doc="die of the Light"),
        Field("copies", "u1", doc="physical copies"),
        Field("halves", "i1", 3, doc="half cards"),
        Field("first_ability", "i2", doc="its abilities"),
        Field("end_ability", "i2", doc="behind its abilities"),
        Field("stats", "u4", doc="bits of the statistics that its passive abilities change"),
    ),
)

ACTION_OPTION = Struct(
    "ActionOption",
    (
        Field("kind", "u1", doc="`ActionKind`"),
        Field("value", "u1", doc="spaces of a Move"),
        Field("adrenaline", "u1", doc="1: an Adrenaline action"),
        Field("noise_kind", "u1", doc="`NoiseKind`"),
        Field("noise", "u1", doc="number of the Noise box"),
        Field("noise_colour", "u1", doc="colour of its dice"),
        Field("stress", "u1", doc="Stress paid"),
        Field("adrenaline_cost", "u1", doc="Adrenaline paid"),
        Field("expertise", "u1", doc="Expertise paid"),
        Field("need", "u1", doc="`Need`"),
        Field("need_b", "u1", doc="its argument"),
        Field("effect", "i2", doc="first operation; -1 none"),
        Field("effect_end", "i2", doc="behind its operations"),
    ),
)

HALF = Struct(
    "Half",
    (
        Field("colour", "u1", doc="`HalfColour`"),
        Field("walk", "u1", doc="1: counts as a Walk"),
        Field("n_options", "u1", doc="number of actions"),
        Field("options", ACTION_OPTION, 8, doc="its actions, each kind once"),
    ),
)

GEAR_CARD = Struct(
    "GearCard",
    (
        Field("kind", "u1", doc="`GearKind`"),
        Field("hands", "u1", doc="hand slots; 0: the Multitool"),
        Field("dice", "u1", COLOURS, doc="Attack Dice of each colour"),
        Field("more_at", "u1", doc="Adrenaline from which it has more dice; 0 never"),
        Field("more_dice", "u1", COLOURS, doc="these dice"),
        Field("power", "u1", doc="raw Power"),
        Field("modifiers", "u1", 3, doc="Attack Modifiers: Discipline, Confidence, Expertise"),
        Field("reach", "u1", doc="`Reach`"),
        Field("range", "u1", doc="range"),
        Field("suppress", "u1", doc="Suppressing Power"),
        Field("quadrants", "u1", doc="Critical Threshold"),
        Field("ammo", "u1", doc="Ammo capacity; 0: uses none"),
        Field("charges", "u1", doc="Charges; 0: uses none"),
        Field("noise_kind", "u1", doc="`NoiseKind`"),
        Field("noise", "u1", doc="number of the Noise box"),
        Field("noise_colour", "u1", doc="colour of its dice"),
        Field("keywords", "u2", doc="bits of `Keyword`"),
        Field("burst", "u1", doc="Burst X; 0 none"),
        Field("advance", "u1", doc="Advance X"),
        Field("fallback", "u1", doc="Fallback X"),
        Field("radiate", "u1", doc="Radiate X"),
        Field("leaves", "u1", 3, doc="Discipline X, Confidence X, Expertise X"),
        Field("reduction", "u1", doc="Damage Reduction"),
        Field("rerolls", "u1", doc="armor re-rolls"),
        Field("light", "u1", doc="colour + 1 of the Light keyword; 0 none"),
        Field("wound", "i2", doc="first operation of its Wound effect; -1 none"),
        Field("wound_end", "i2", doc="behind it"),
        Field("fail", "i2", doc="first operation of its Fail effect; -1 none"),
        Field("fail_end", "i2", doc="behind it"),
        Field("first_ability", "i2", doc="its abilities"),
        Field("end_ability", "i2", doc="behind its abilities"),
        Field("stats", "u4", doc="bits of the statistics that its passive abilities change"),
        Field("copies", "u1", doc="cards in the Loot Deck"),
    ),
)

ABILITY = Struct(
    "Ability",
    (
        Field("timing", "u1", doc="`Timing`"),
        Field("reaction", "u1", doc="1: usable in a Window of Opportunity"),
        Field("analysis", "u1", doc="1: an Analysis"),
        Field("unlimited", "u1", doc="1: not limited to once per round"),
        Field("cost", "u1", 3, doc="tokens paid from the Active Pool, by type"),
        Field("cost_level", "u1", (3, 3), doc="the same for [level][type], when it depends on the Countdown level"),
        Field("by_level", "u1", doc="1: the cost depends on the Countdown level"),
        Field("stress", "u1", doc="Stress paid"),
        Field("adrenaline", "u1", doc="Adrenaline paid"),
        Field("charges", "u1", doc="Charges paid"),
        Field("ammo", "u1", doc="Ammo paid"),
        Field("exhausts", "u1", doc="1: exhausts its card"),
        Field("when_exhausted", "u1", doc="1: usable while its card is exhausted"),
        Field("need", "u1", doc="`Need`"),
        Field("need_b", "u1", doc="its argument"),
        Field("need_c", "u1", doc="its second argument"),
        Field("name", "u2", doc="abilities of the same name have the same number (ENO-WOP-02)"),
        Field("first_mod", "i2", doc="modifiers of a passive ability, or of the bonus to a roll"),
        Field("end_mod", "i2", doc="behind its modifiers"),
        Field("stats", "u4", doc="of a passive ability: bits of the statistics (`Stat`) that its modifiers change"),
        Field("effect", "i2", doc="first operation; -1 none"),
        Field("effect_end", "i2", doc="behind its operations"),
    ),
)

MOD = Struct(
    "Mod",
    (
        Field("stat", "u1", doc="`Stat`"),
        Field("amount", "i1", low=-20, high=20, doc="change, or value of a switch"),
        Field("arg", "u1", doc="argument of the statistic"),
        Field("need", "u1", doc="`Need`"),
        Field("need_b", "u1", doc="its argument"),
    ),
)

OPERATION = Struct(
    "Operation",
    (
        Field("code", "i2", doc="`Op`"),
        Field("a", "i2", low=-1, doc="argument"),
        Field("b", "i2", low=-1, doc="argument"),
        Field("c", "i2", low=-1, doc="argument"),
        Field("d", "i2", low=-1, doc="argument"),
        Field("e", "i2", low=-1, doc="argument"),
    ),
)

INTRUDER_TYPE = Struct(
    "IntruderType",
    (
        Field("adversary", "u1", doc="1: an Adversary card"),
        Field("minis", "u1", doc="number of miniatures"),
        Field("speed", "u1", LEVELS, doc="Speed per level; 255 unlimited"),
        Field("at", "u1", LEVELS, doc="AT per level"),
        Field("noise", "u1", LEVELS, doc="Noise Awareness die per level"),
        Field("wounds", "u1", doc="Wound stat; 255 infinite"),
        Field("target", "u1", doc="`TargetRule`"),
        Field("range", "u1", doc="attack range of ranged attacks"),
        Field("first_protocol", "i2", doc="its Protocols, in order"),
        Field("end_protocol", "i2", doc="behind its Protocols"),
        Field("response", "i2", 4, doc="first operation of the Wound, Fail, Critical and Instinct response; -1 none"),
        Field("response_end", "i2", 4, doc="behind it"),
        Field("first_contact", "i2", doc="first operation; -1 none"),
        Field("first_contact_end", "i2", doc="behind it"),
        Field("overwhelm", "i2", doc="first operation; -1 none"),
        Field("overwhelm_end", "i2", doc="behind it"),
        Field("additional", "i2", doc="Protocol of step C; -1 none"),
        Field("first_ability", "i2", doc="traits"),
        Field("end_ability", "i2", doc="behind its traits"),
        Field("stats", "u4", doc="bits of the statistics that its passive abilities change"),
        Field("first_specimen", "i2", doc="Unique Specimen cards"),
        Field("end_specimen", "i2", doc="behind them"),
        Field("specimen_slots", "u1", doc="numbered spaces of the sheet"),
        Field("crash", "u1", doc="1: has Crash"),
    ),
)

PROTOCOL = Struct(
    "Protocol",
    (
        Field("requirement", "u1", doc="`Requirement`"),
        Field("within", "u1", doc="its argument"),
        Field("levels", "u1", doc="bits of the Countdown levels on which it holds; 7 all"),
        Field("window_move", "u1", doc="1: a Window of Opportunity before the movement"),
        Field("window_attack", "u1", doc="1: a Window of Opportunity before the attack"),
        Field("moves", "u1", doc="number of standard movements"),
        Field("attack", "u1", doc="1: attacks"),
        Field("reach", "u1", doc="`Reach`: MELEE or RANGED (with the type's range)"),
        Field("linear", "u1", doc="1: Shoot: in a straight line"),
        Field("dice", "u1", COLOURS, doc="attack dice"),
        Field("power", "u1", doc="raw Power"),
        Field("lethal", "u1", doc="1: Lethal"),
        Field("terrorize", "u1", doc="1: Stress instead of damage"),
        Field("gate_stress", "u1", doc="Stress from which `gate_dice` are added; 255 never"),
        Field("gate_dice", "u1", COLOURS, doc="dice of the gate"),
        Field("hit", "i2", doc="first operation of the Attack effects; -1 none"),
        Field("hit_end", "i2", doc="behind them"),
        Field("gate_damage", "u1", doc="damage from which `gated` is resolved; 0 none"),
        Field("gated", "i2", doc="first operation of the effect gated by damage; -1 none"),
        Field("gated_end", "i2", doc="behind it"),
        Field("after", "i2", doc="first operation of the After Action effects; -1 none"),
        Field("after_end", "i2", doc="behind them"),
    ),
)

SPECIMEN = Struct(
    "Specimen",
    (
        Field("speed", "i1", doc="added to the Speed"),
        Field("at", "i1", doc="added to the AT"),
        Field("wounds", "i1", doc="added to the Wound stat"),
        Field("dice", "i1", doc="red dice added to its attacks"),
        Field("replaces", "i2", doc="Protocol that is replaced; -1 none"),
        Field("protocol", "i2", doc="the Protocol instead, or in front of all; -1 none"),
        Field("first_ability", "i2", doc="traits"),
        Field("end_ability", "i2", doc="behind them"),
        Field("stats", "u4", doc="bits of the statistics that its passive abilities change"),
    ),
)

CONDITION = Struct(
    "ConditionCard",
    (
        Field("first_ability", "i2", doc="its abilities"),
        Field("end_ability", "i2", doc="behind them"),
        Field("stats", "u4", doc="bits of the statistics that its passive abilities change"),
    ),
)

BREAKDOWN = Struct(
    "BreakdownCard",
    (
        Field("effect", "i2", doc="first operation of the breakdown; -1 none"),
        Field("effect_end", "i2", doc="behind it"),
        Field("first_ability", "i2", doc="abilities of the breakdown side"),
        Field("end_ability", "i2", doc="behind them"),
        Field("stats", "u4", doc="bits of the statistics that its passive abilities change"),
        Field("first_bonus", "i2", doc="abilities of the bonus side"),
        Field("end_bonus", "i2", doc="behind them"),
        Field("bonus_stats", "u4", doc="bits of the statistics that the passive ones among them change"),
        Field("flips_at_turn", "u1", doc="1: flipped at the start of the next turn, 0 at once"),
    ),
)

STRATAGEM = Struct(
    "StratagemCard",
    (
        Field("division", "u1", doc="class that unlocks it; 0 any"),
        Field("tokens", "u1", 3, doc="tokens required, by type"),
        Field("need", "u1", doc="other requirement (`Need`)"),
        Field("need_b", "u1", doc="its argument"),
        Field("need_c", "u1", doc="its second argument"),
        Field("charges", "u1", doc="uses"),
        Field("ability", "i2", doc="its ability"),
    ),
)

SCANNER = Struct(
    "ScannerCard",
    (
        Field("quadrants", "u1", 4, doc="symbols in the north-west, north-east, south-west, south-east quadrant"),
        Field("row", "i1", low=-1, doc="row of the coordinate, 0 = A from the bottom; -1 none"),
        Field("column", "i1", low=-1, doc="column of the coordinate, 0 = 1"),
    ),
)

DISCOVERY = Struct(
    "DiscoveryEntry",
    (
        Field("section", "u1", doc="section; 0 fixed cards, else 1 Location, 2 Parsec, 3 Intruder"),
        Field("number", "u1", doc="number inside the section, from 1"),
        Field("infinite", "u1", doc="1: never marked"),
        Field("chain", "i2", low=-1, doc="next entry of its chain; -1 none"),
        Field("chain_end", "u1", doc="1: last entry of a chain"),
        Field("for_all", "u1", doc="1: concerns all Spacers"),
        Field("need", "u1", doc="special condition (`Need`)"),
        Field("need_b", "u1", doc="its argument"),
        Field("need_c", "u1", doc="its second argument"),
        Field("code", "i2", low=-1, doc="Mythos paragraph that it leads to; -1 none"),
        Field("effect", "i2", doc="first operation; -1 none"),
        Field("effect_end", "i2", doc="behind its operations"),
    ),
)

DISCOVERY_TOKEN = Struct(
    "DiscoveryToken",
    (
        Field("number", "i2", doc="fixed Discovery entry; -1 none"),
        Field("section", "u1", doc="colour: 1 Location, 2 Parsec, 3 Intruder"),
    ),
)

PARAGRAPH = Struct(
    "Paragraph",
    (
        Field("locked", "u1", doc="1: encrypted, 2: quantum encrypted, 0: plain"),
        Field("effect", "i2", doc="first operation; -1 none"),
        Field("effect_end", "i2", doc="behind its operations"),
    ),
)

TERRAIN = Struct(
    "Terrain",
    (
        Field("keywords", "u1", doc="bits of `Tile`"),
        Field("number", "u1", doc="tiles in the box"),
        Field("effect", "i2", doc="first operation when entered; -1 none"),
        Field("effect_end", "i2", doc="behind its operations"),
    ),
)

LOCATION = Struct(
    "Location",
    (
        Field("ecology", "i1", doc="Intruder type"),
        Field("first_ability", "i2", doc="rules, abilities and actions"),
        Field("end_ability", "i2", doc="behind them"),
        Field("stats", "u4", doc="bits of the statistics that its passive abilities change"),
        Field("devices", "i2", ENGRAM_TYPES, doc="ability of the device of each Engram type; -1 none"),
        Field("resources", "u1", ENGRAM_TYPES, doc="resource points of each Engram type"),
    ),
)

CONSOLE = Struct(
    "Console",
    (
        Field("cell", "i2", low=-1, doc="its space"),
        Field("once", "u1", doc="1: used once"),
        Field("skill", "u1", doc="skill of its lock"),
        Field("at", "u1", doc="AT of its lock; 0: not locked"),
        Field("effect", "i2", doc="first operation; -1 none"),
        Field("effect_end", "i2", doc="behind its operations"),
    ),
)

PAGE = Struct(
    "Page",
    (
        Field("x", "u1", doc="first column in the grid"),
        Field("y", "u1", doc="first row in the grid"),
        Field("w", "u1", doc="columns"),
        Field("h", "u1", doc="rows"),
        Field("location", "u1", doc="Location"),
        Field("start", "u1", doc="1: on the table from the start"),
    ),
)

TRACK_ITEM = Struct(
    "TrackItem",
    (
        Field("space", "u1", doc="space of the Countdown Track"),
        Field("kind", "u1", doc="1 Blip, 2 Intruder, 3 Discovery"),
        Field("sub", "i2", doc="token of a fixed Discovery; -1 random"),
    ),
)

PLACED = Struct(
    "Placed",
    (
        Field("cell", "i2", low=-1, doc="space"),
        Field("kind", "u1", doc="`Thing`, or 10 Intruder, 11 Terrain tile"),
        Field("sub", "i2", doc="type, tile or token; -1 random"),
        Field("page", "u1", doc="page that it comes with"),
    ),
)

TABLES = Record(
    "Tables",
    (
        Field("seats", "u1", doc="number of Spacers"),
        Field("agent_monsters", "u1", doc="1: the Intruders are a seat"),
        Field("freedom", "u1", doc="0 off, 1 ties, 2 full (Monster-side decisions)"),
        Field("ask_ties", "u1", doc="1: ties are asked of the Lead"),
        Field("adversary", "u1", doc="ENO-OPT-01"),
        Field("exert_stress", "u1", doc="ENO-OPT-03: 1 exerting costs Stress"),
        Field("potential_pairs", "u1", doc="ENO-OPT-04"),
        Field("scanner_asked", "u1", doc="ENO-OPT-05"),
        Field("round_cap", "u1", doc="rounds after which the session ends"),
        Field("preset", "u1", doc="1: Loadouts are preset"),
        Field("choose_start", "u1", doc="1: start spaces are chosen"),
        Field("supply", "u1", LEVELS, doc="Noise dice in the supply: white, red, black"),
        Field("faces", FACE, (COLOURS, MAX_FACES), doc="faces of the dice"),
        Field("n_faces", "u1", COLOURS, doc="faces of each die"),
        Field("characters", CHARACTER, MAX_CHARACTERS, doc="Character cards"),
        Field("n_characters", "u1", doc="how many"),
        Field("suits", SUIT, MAX_SUITS, doc="Suit cards"),
        Field("n_suits", "u1", doc="how many"),
        Field("fixed_character", "i1", MAX_SPACERS, low=-1, doc="Character of each Spacer; -1: chosen"),
        Field("fixed_suit", "i1", MAX_SPACERS, low=-1, doc="Suit of each Spacer; -1: chosen"),
        Field("halves", HALF, MAX_HALVES, doc="half cards"),
        Field("gear", GEAR_CARD, MAX_GEAR_CARDS, doc="Gear cards"),
        Field("n_gear", "u1", doc="how many"),
        Field("multitool", "i1", doc="the Standard Multitool"),
        Field("stash", "u1", MAX_GEAR_CARDS, doc="copies of each Gear card to choose Loadouts from"),
        Field("abilities", ABILITY, MAX_ABILITIES, doc="abilities"),
        Field("mods", MOD, MAX_MODS, doc="modifiers"),
        Field("ops", OPERATION, MAX_OPS, doc="operations"),
        Field("types", INTRUDER_TYPE, MAX_TYPES, doc="Intruder types"),
        Field("n_types", "u1", doc="how many"),
        Field("protocols", PROTOCOL, MAX_PROTOCOLS, doc="Protocols"),
        Field("specimens", SPECIMEN, MAX_SPECIMENS, doc="Unique Specimen cards"),
        Field("conditions", CONDITION, MAX_CONDITIONS, doc="Condition cards"),
        Field("n_conditions", "u1", doc="how many"),
        Field("dazed", "i1", low=-1, doc="the Dazed Condition"),
        Field("breakdowns", BREAKDOWN, MAX_BREAKDOWNS, doc="Stress Breakdown cards"),
        Field("n_breakdowns", "u1", doc="how many"),
        Field("awakening_first", "i2", doc="abilities of the Awakening card"),
        Field("awakening_end", "i2", doc="behind them"),
        Field("awakening_stats", "u4", doc="bits of the statistics that the passive ones among them change"),
        Field("live_bonus_action", "u1", doc="1: the You Live card grants a Bonus Action instead of a Bonus Attack"),
        Field("stratagems", STRATAGEM, MAX_STRATAGEMS, doc="Stratagem cards"),
        Field("n_stratagems", "u1", doc="how many"),
        Field("fixed_stratagems", "i1", 2, low=-1, doc="Stratagems of the scenario; -1: chosen"),
        Field("scanners", SCANNER, (LEVELS, MAX_SCANNERS), doc="Scanner cards of each deck"),
        Field("n_scanners", "u1", LEVELS, doc="how many"),
        Field("blip_faces", "u1", len(Face), doc="Blip tokens of each face"),
        Field("blip_symbols", "u1", (len(Face), LEVELS), doc="Intruders of a face on each level"),
        Field("entries", DISCOVERY, MAX_DISCOVERIES, doc="Discovery entries, section by section"),
        Field("section_first", "i2", 4, doc="first entry of each section"),
        Field("section_end", "i2", 4, doc="behind its entries"),
        Field("tokens", DISCOVERY_TOKEN, MAX_DISCOVERY_TOKENS, doc="Discovery tokens"),
        Field("n_tokens", "u1", doc="how many"),
        Field("fixed_discoveries", "u1", doc="1: fixed Discoveries"),
        Field("paragraphs", PARAGRAPH, MAX_PARAGRAPHS, doc="Mythos paragraphs"),
        Field("n_paragraphs", "u1", doc="how many"),
        Field("terrains", TERRAIN, MAX_TERRAINS, doc="kinds of Terrain tiles"),
        Field("n_terrains", "u1", doc="how many"),
        Field("locations", LOCATION, MAX_LOCATIONS, doc="Locations"),
        Field("consoles", CONSOLE, MAX_CONSOLES, doc="Consoles"),
        Field("n_consoles", "u1", doc="how many"),
        Field("pages", PAGE, MAX_PAGES, doc="pages"),
        Field("n_pages", "u1", doc="how many"),
        Field("page", "u1", CELLS, doc="page of each cell; 255 out of bounds"),
        Field("border", "u1", (CELLS, 4), doc="`Border` of each cell, by direction"),
        Field("marks", "u2", CELLS, doc="bits of `Mark`"),
        Field("forced", "u1", CELLS, doc="forced direction + 1; 0 none"),
        Field("leads", "u1", CELLS, doc="page that a Location arrow reveals; 255 none"),
        Field("point_of", "u1", CELLS, doc="Extraction Point of the cell; 255 none"),
        Field("console_of", "u1", CELLS, doc="Console of the cell; 255 none"),
        Field("n_points", "u1", doc="number of Extraction Points"),
        Field("point_page", "u1", MAX_EXTRACTIONS, doc="page of each Extraction Point"),
        Field("point_hidden", "u1", MAX_EXTRACTIONS, doc="1: must be found"),
        Field("insertion", "i1", low=-1, doc="Insertion Point; -1 none"),
        Field("n_doors", "u1", doc="number of doors"),
        Field("door_closed", "u1", MAX_DOORS, doc="`DoorState` at the start"),
        Field("spawns", "i2", MAX_SPAWNS, low=-1, doc="spawn points"),
        Field("spawn_page", "u1", MAX_SPAWNS, doc="page of each spawn point"),
        Field("spawn_cluster", "u1", MAX_SPAWNS, doc="cluster of each spawn point"),
        Field("n_spawns", "u1", doc="how many"),
        Field("explicit_blips", "u1", doc="bits of the pages with explicit starting Blips"),
        Field("start_blip", "u1", MAX_SPAWNS, doc="1: a starting Blip is shown on the spawn point"),
        Field("starts", "i2", 16, low=-1, doc="start spaces; -1 none"),
        Field("placed", PLACED, MAX_OBJECTS, doc="what is set up with a page"),
        Field("n_placed", "u1", doc="how many"),
        Field("track", TRACK_ITEM, MAX_TRACK, doc="what starts on the Countdown Track"),
        Field("n_track", "u1", doc="how many"),
        Field("extraction_start", "u1", doc="start space of the Extraction Marker"),
        Field("loot", "i1", 40, low=-1, doc="cards of the Loot Deck; -1 none"),
        Field("engrams", "u1", ENGRAM_TYPES, doc="Engrams of each type"),
        Field("objective_token", "u1", MAX_OBJECTIVES, doc="token type + 1 paid for each Objective type; 0 any"),
        Field("objective_type", "i1", low=-1, doc="Objective tokens wanted; -1 none"),
        Field("objective_number", "u1", doc="how many of them"),
        Field("objective_needed", "u1", doc="1: without it the run does not succeed"),
        Field("scenario_first", "i2", doc="abilities of the scenario"),
        Field("scenario_end", "i2", doc="behind them"),
        Field("scenario_stats", "u4", doc="bits of the statistics that the passive ones among them change"),
        Field("lasting_stats", "u4", doc="bits of the statistics that lasting modifiers change"),
        Field("gear_stats", "u4", doc="bits of the statistics that passive abilities of some Gear card change"),
        Field("condition_stats", "u4", doc="bits of the statistics that passive abilities of some Condition change"),
        Field(
            "way",
            "i2",
            (CELLS, 4),
            low=-1,
            doc="cell behind an open border between two cells of pages that belong to no Extraction Point; else -1",
        ),
        Field("look", "u1", CELLS, doc="bits of the directions in which there is a door or an Extraction Point"),
        Field(
            "planes",
            "u2",
            CELLS,
            doc="bits of the planes of the view's map that show what is printed on the cell; bit 15 stands for the "
            "space and its borders where doors or Extraction Points may open them",
        ),
        Field(
            "floor",
            "u4",
            (HEIGHT, MAX_PAGES),
            doc="bits of the columns in which each row of the grid has cells of the page",
        ),
        Field("exits", "i2", MAX_EXIT_CELLS, low=-1, doc="cells of Extraction Points; -1 none"),
        Field("arrows", "i2", MAX_ARROWS, low=-1, doc="cells with a Location arrow; -1 none"),
        Field("inside", "i2", CELLS, low=-1, doc="number of each in-bounds cell; -1 out of bounds"),
        Field("n_inside", "u2", doc="in-bounds cells"),
        Field("map_views", "u1", 64, doc="number of the set of revealed pages, by their bits; 255 unknown"),
        Field(
            "open_distance",
            "u1",
            (MAX_VIEWS_OF_MAP, MAX_INSIDE, MAX_INSIDE),
            doc="A4: steps between in-bounds cells crossing all but black lines; 255 unreachable",
        ),
    ),
)

WINDOW = 9  # cells of the map around the viewer, 4 to each side
PLANES = 17
GEAR_FEATURES = 20
OTHER_GEAR = 6
SPACER_FEATURES = 8
INTRUDER_FEATURES = 20
BLIP_FEATURES = 14
DIE_FEATURES = 7
GOALS = 8
GOAL_FEATURES = 8

VIEW = Record(
    "View",
    (
        Field("choice", "u1", high=max(Choice), obs="onehot", doc="the kind of the question (`Choice`)"),
        Field("asked", "i1", low=-1, high=MAX_SPACERS, obs="seat", doc="seat that is asked"),
        Field(
            "subject",
            "f4",
            12,
            obs="copy",
            doc="what the question is about: actions of the half card (bits of 10 kinds), how many, its number",
        ),
        Field(
            "positions",
            "f4",
            (MAX_SPACERS, SPACER_FEATURES),
            obs="copy",
            doc="Spacers from the viewer on: on the board, columns east, rows south, open distance, Light range, hand "
            "slots free, red band, orange band",
        ),
        Field(
            "gear",
            "f4",
            (MAX_GEAR, GEAR_FEATURES),
            obs="copy",
            doc="own Gear: weapon, hand, support, armor, backpack, fixed, exhausted, Ammo, Charges, discharged, "
            "white, red and black dice, range, Reach or ranged, Suppressing Power, Burst, Damage Reduction, loud, "
            "Intruders in reach",
        ),
        Field(
            "other_gear",
            "f4",
            (MAX_SPACERS - 1, MAX_GEAR, OTHER_GEAR),
            obs="copy",
            doc="Gear of the other Spacers: card, equipped, backpack, exhausted, Ammo, Charges",
        ),
        Field(
            "intruders",
            "f4",
            (MAX_INTRUDERS, INTRUDER_FEATURES),
            obs="copy",
            doc="Intruders: on the board, columns east, rows south, open distance, type (8), facing (2), Suppression, "
            "Wounded tokens, surprised, Unique Specimen, has acted, Speed",
        ),
        Field(
            "blips",
            "f4",
            (MAX_BLIPS, BLIP_FEATURES),
            obs="copy",
            doc="Blips: on the board, columns east, rows south, distance, in the Light, arrow (4), known face (4), "
            "Noise that waits for it",
        ),
        Field(
            "dice",
            "f4",
            (MAX_DICE, DIE_FEATURES),
            obs="copy",
            doc="dice of the roll in progress: there, colour, Power, half Power, Potential, quadrants, re-rolled",
        ),
        Field(
            "roll", "f4", 12, obs="copy", doc="the roll in progress: kind (7), own, AT, Power, quadrants, Noise bonus"
        ),
        Field(
            "assault",
            "f4",
            8,
            obs="copy",
            doc="the attack in progress: there, by a Spacer, the viewer attacks, the viewer is attacked, targets, "
            "columns and rows to the attacker, damage",
        ),
        Field(
            "candidates",
            "f4",
            (MAX_CANDIDATES, 3),
            obs="copy",
            doc="places to choose from: there, columns east, rows south",
        ),
        Field(
            "goals",
            "f4",
            (GOALS, GOAL_FEATURES),
            obs="copy",
            doc="nearest Discovery, cache, Engram, Objective, Console, Extraction Point, Location arrow, Intruder: "
            "reachable, steps, first step (4), columns east, rows south",
        ),
        Field(
            "sheet",
            "f4",
            8,
            obs="copy",
            doc="of the viewer's Location: AT and Speed of its Intruders, Noise die, Blips on the board, Blips left, "
            "Loot cards left, fixed Discoveries, scanner level",
        ),
        Field(
            "map",
            "f4",
            (PLANES, WINDOW, WINDOW),
            obs="copy",
            planes=(PLANES, WINDOW, WINDOW),
            doc="cells around the viewer: in bounds; border north, east, south, west (1 wall or red line, 0.5 closed "
            "or welded door); Obstacle; other tile; dangerous; Discovery; cache; Engram; Objective; Console; "
            "Extraction Point; Location arrow or forced arrow; Spacer 1, Intruder -1; Blip on the north-west corner",
        ),
    ),
)

RECORDS = (GAME, TABLES, VIEW)
ENUMS = (
    Where,
    Token,
    Level,
    Colour,
    Skill,
    Division,
    Band,
    CardSide,
    HalfColour,
    ActionKind,
    NoiseKind,
    GearKind,
    GearPlace,
    Reach,
    Keyword,
    Tile,
    Mark,
    Border,
    DoorState,
    Thing,
    Face,
    PointState,
    TargetRule,
    Requirement,
    Knock,
    Result,
    RollKind,
    DieMark,
    Stage,
    Side,
    AssaultMark,
    Timing,
    Need,
    Stat,
    Until,
    Who,
    Op,
    Choice,
    Reason,
    Proc,
)
CONSTANTS = {
    **ACTIONS.constants(),
    **{
        name: value
        for name, value in list(globals().items())
        if name.isupper() and isinstance(value, int) and not name.startswith("_")
    },
}
