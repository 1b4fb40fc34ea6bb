"""`Game`, the narrow waist of the suite: rules below it, everything else above it. `Batch` plays many games at once."""

from __future__ import annotations

import enum
import itertools
import os
import string
from abc import ABC, abstractmethod
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, ValidationError

from envs.core import schema
from envs.core.actions import ActionTable
from envs.core.engine import BatchCore, Engine, game_words
from envs.core.errors import CoreError, IllegalAction, OptionError, near
from envs.core.head import Error
from envs.core.schema import Block, Record

State = NDArray[np.void]
RewardMode = Literal["outcome", "shaped", "progress"]
OF_PROCEDURES = (Error.STACK_OVERFLOW, Error.ENDLESS, Error.PROCEDURE)
REWARDS: dict[str, int] = {"outcome": 0, "shaped": 1, "progress": 2}
USUAL_DEPTH = 16
"""Procedures on the stack that are rarely exceeded."""


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class GameOptions(BaseModel):
    """Options that every game has."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    seats: int = 2
    monsters: Literal["rules", "agent"] = "rules"

    @property
    def heroes_per_seat(self) -> int:
        """How many heroes each agent runs; a game that lets it be chosen overrides this."""
        return 1


class Outcome(NamedTuple):
    """How a game ended.

    Attributes:
        reason: a code such as ``"victory"``; ``"running"`` while the game goes on.
        won: True, False, or None if it was cut off.
        truncated: the game was cut off by a limit rather than ended by its rules.
        detail: further facts, such as chapters finished and rounds played.
    """

    reason: str
    won: bool | None
    truncated: bool
    detail: dict[str, Any]


def parse_options(model: type[BaseModel], game: str, given: dict[str, Any]) -> Any:
    """Validate options; raises `OptionError` that names the option, the value and what was expected."""
    unknown = [key for key in given if key not in model.model_fields]
    if unknown:
        key = unknown[0]
        raise OptionError(f"{game}: unknown option {key!r}{near(key, model.model_fields)}")
    try:
        return model(**given)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "options"
        raise OptionError(f"{game}: option {where}={first.get('input')!r}: {first['msg']}") from None


class Game(ABC):
    """One configured game. It holds no state: states are NumPy records that its methods take.

    A state is a structured array of zero dimensions without Python objects: a copy is a clone, its bytes are the
    saved game, equal bytes are equal states.

    Rules and records count heroes; agents are counted in seats. Seat s runs ``heroes_per_seat`` heroes from
    ``s * heroes_per_seat`` on, and the seat of the monsters, if there is one, comes last.

    Args:
        options: see the ``Options`` model of the game; unknown ones raise `OptionError`.

    Attributes:
        options: the checked options.
        seats: names of the agents in the order of seats.
        hero_seats: number of seats that run heroes.
        heroes: number of heroes.
        heroes_per_seat: heroes that each of those seats runs.
    """

    name: ClassVar[str]
    version: ClassVar[int]
    record: ClassVar[Record]
    view_record: ClassVar[Record]
    actions: ClassVar[ActionTable]
    Options: ClassVar[type[GameOptions]]
    max_seats: ClassVar[int]
    Choice: ClassVar[type[enum.IntEnum]]
    """Kinds of questions."""
    Proc: ClassVar[type[enum.IntEnum] | None] = None
    """Procedures, for messages about errors of the rules."""

    def __init__(self, **options: Any):
        self.options: Any = parse_options(self.Options, self.name, options)
        self.hero_seats: int = self.options.seats
        self.heroes_per_seat: int = self.options.heroes_per_seat
        self.heroes: int = self.hero_seats * self.heroes_per_seat
        tables, capsule, self.content_hash = self._load()
        names = self._seat_names()
        self.seats: tuple[str, ...] = tuple(names)
        self._instructions, self.layout = schema.observation_plan((self.record, self.view_record), self.max_seats)
        self._observation_size = self.layout[-1].stop
        self._visible: dict[int, NDArray[np.uint8]] = {}
        self._hidden_piles = [
            f.name
            for f in self.record.fields
            if isinstance(f.type, schema.Struct)
            and f.type.name.startswith("Pile")
            and f.type["cards"].see == schema.See.NOBODY
        ]
        blank = np.zeros((), self.record.dtype)
        for f in self.record.fields:
            if isinstance(f.type, schema.Struct) and f.type.name.startswith("Pile"):
                blank[f.name]["capacity"] = f.high
                blank[f.name]["identity"] = f.low
        self.tables: NDArray[np.void] = tables
        self.engine = Engine(
            capsule,
            tables,
            blank,
            schema.plan_array(self._instructions),
            self.view_record.dtype.itemsize,
            self.observation_size,
            len(names),
            self.heroes,
            self.heroes_per_seat,
            self._bytes_in_use(),
        )

    def _bytes_in_use(self) -> NDArray[np.bool_]:
        """The bytes of a state that games with these options use often: not the rows of seats that are not there, the
        fields that are used seldom, the deep end of the stack and the scripted rolls.
        """
        used = np.ones(self.record.dtype.itemsize, np.bool_)

        def idle(dtype: np.dtype[Any], name: str, first: int, start: int = 0) -> None:
            fields = dtype.fields
            assert fields is not None
            array, offset = fields[name][:2]
            used[start + offset + array.itemsize // array.shape[0] * first : start + offset + array.itemsize] = False

        for f in self.record.fields:
            if f.seats or f.seldom:
                idle(self.record.dtype, f.name, 0 if f.seldom else self.heroes)
        core = self.record.dtype.fields["core"]  # type: ignore[index]
        idle(core[0], "stack", USUAL_DEPTH, core[1])
        idle(core[0], "script", 0, core[1])
        return used

    # -- to be given by each game ---------------------------------------------------------------------------

    @abstractmethod
    def _load(self) -> tuple[NDArray[np.void], object, str]:
        """Content tables, the capsule of the compiled rules, and the hash of the content."""

    @abstractmethod
    def _seat_names(self) -> Sequence[str]:
        """Agent ids in seat order, the monster seat last."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome:
        """How the game ended, or ``reason="running"``."""

    @abstractmethod
    def text(self, state: State, seat: int | None = None) -> str:
        """The position as text; with a `seat`, as that seat knows it."""

    @abstractmethod
    def image(self, state: State, seat: int | None = None, size: int = 800) -> NDArray[np.uint8]:
        """The position as an RGB picture, ``(size, size, 3)`` uint8."""

    def describe(self, state: State, action: int) -> str:
        """What an action means in this position, for people."""
        return self.actions[action]

    def choice_name(self, state: State) -> str:
        """Name of the kind of question that is asked, such as ``"turn"``."""
        return self.Choice(int(state["core"]["choice"])).name.lower()

    # -- facts -----------------------------------------------------------------------------------------------

    @property
    def num_seats(self) -> int:
        """Number of seats, the monster seat included."""
        return len(self.seats)

    @property
    def num_actions(self) -> int:
        """N of the flat `Discrete(N)` action space, the same for all seats."""
        return len(self.actions)

    @property
    def observation_size(self) -> int:
        """Length of the observation vector, the same for all seats."""
        return self._observation_size

    def block(self, name: str) -> Block:
        """A named block of the observation."""
        for block in self.layout:
            if block.name == name:
                return block
        raise OptionError(f"{self.name}: unknown block {name!r}{near(name, [b.name for b in self.layout])}")

    def config(self) -> dict[str, Any]:
        """The options as plain data; ``envs.load(game.name, **game.config())`` builds the same game."""
        return self.options.model_dump(mode="json")

    def __repr__(self) -> str:
        given = ", ".join(f"{k}={v!r}" for k, v in self.options.model_dump(exclude_defaults=True).items())
        return f"{type(self).__name__}({given})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.options.model_dump(exclude_unset=True))

    # -- playing ---------------------------------------------------------------------------------------------

    def new(self, seed: int = 0, *, layout_seed: int | None = None, play_seed: int | None = None) -> State:
        """A new game, run to its first question.

        Args:
            seed: any non-negative integer; 0 is a seed like any other.
            layout_seed: seed of the set-up (maps, decks) in place of `seed`.
            play_seed: seed of everything after the set-up in place of `seed`.
        """
        for label, value in (("seed", seed), ("layout_seed", layout_seed), ("play_seed", play_seed)):
            if value is None and label != "seed":
                continue
            if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 0:
                raise OptionError(f"{label} must be a non-negative integer, got {value!r}")
        state = np.zeros((), self.record.dtype)
        layout = game_words(_word(seed if layout_seed is None else layout_seed))[0]
        play = game_words(_word(seed if play_seed is None else play_seed))[1]
        self.engine.new(state, _word(seed), layout, play)
        self._check(state)
        return state

    def turn(self, state: State) -> int | None:
        """The seat that is asked, ``None`` when the game is over."""
        hero = int(state["core"]["turn"])
        return hero // self.heroes_per_seat if hero >= 0 else None

    def hero(self, state: State, seat: int | None = None) -> int | None:
        """The hero whose decision is asked, or from whom a seat sees the game.

        Args:
            state: the state.
            seat: a seat sees the game from its hero that is asked, else from its first hero.

        Returns:
            Number of the hero, ``heroes`` for the monsters; ``None`` if nobody is asked and no seat is given.
        """
        asked = int(state["core"]["turn"])
        if seat is None:
            return asked if asked >= 0 else None
        own = asked >= 0 and asked // self.heroes_per_seat == seat
        return asked if own else seat * self.heroes_per_seat

    def hero_name(self, hero: int) -> str:
        """The name of a hero: that of its seat, with a letter if the seat runs several, as in ``"pilot_0b"``."""
        seat, number = divmod(hero, self.heroes_per_seat)
        one = self.heroes_per_seat == 1 or hero >= self.heroes
        return self.seats[seat] if one else self.seats[seat] + string.ascii_lowercase[number]

    def is_over(self, state: State) -> bool:
        """Whether the game has ended."""
        return bool(state["core"]["over"])

    def legal(self, state: State, seat: int | None = None) -> NDArray[np.bool_]:
        """The mask of legal actions, ``(num_actions,)`` bool. For a `seat` that is not asked it is all False."""
        mask = np.zeros(self.num_actions, np.bool_)
        if seat is None or seat == self.turn(state):
            self.engine.mask(state, mask)
        return mask

    def legal_actions(self, state: State) -> list[int]:
        """Ids of the legal actions."""
        return np.flatnonzero(self.legal(state)).tolist()

    def observe(self, state: State, seat: int, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """What `seat` sees, ``(observation_size,)`` float32 in [-1, 1]; written into `out` if given."""
        self._check_seat(seat)
        if out is None:
            out = np.empty(self.observation_size, np.float32)
        else:
            _check_array("out", out, np.float32, (self.observation_size,))
        self.engine.observe(state, seat, out)
        return out

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.num_seats:
            raise OptionError(f"{self.name}: seat {seat!r} is not one of 0..{self.num_seats - 1}")

    def blocks(self, observation: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
        """The named blocks of an observation, as views on it."""
        return {b.name: observation[b.start : b.stop].reshape(b.shape) for b in self.layout}

    def step(self, state: State, action: int) -> None:
        """Play an action in place.

        Raises:
            IllegalAction: with the seat, the action and the legal names; the state is untouched.
            CoreError: the rules asked for more than the record holds.
        """
        if isinstance(action, bool) or not isinstance(action, (int, np.integer)):
            raise self._refusal(state, action)
        code = self.engine.step(state, action) if 0 <= action < self.num_actions else 1
        if code:
            raise self._refusal(state, action)
        if state["core"]["error"]:
            self._check(state)

    def play(self, state: State, *names: str) -> None:
        """Play actions by their names."""
        for name in names:
            self.step(state, self.actions.id(name))

    def _refusal(self, state: State, action: object) -> IllegalAction:
        seat = self.turn(state)
        legal = [self.actions[a] for a in self.legal_actions(state)]
        shown = repr(action)
        if isinstance(action, (int, np.integer)) and not isinstance(action, bool):
            inside = 0 <= action < self.num_actions
            shown = f"{int(action)} ({self.actions[int(action)]})" if inside else f"{int(action)} (out of range)"
        if seat is None:
            return IllegalAction(
                f"{self.name}: got action {shown}, but the game is over and nobody is asked; start a new game",
                action=action,
            )
        listed = ", ".join(legal[:40]) + (", ..." if len(legal) > 40 else "")
        if not isinstance(action, (int, np.integer)) or isinstance(action, bool):
            shown += " (an action is an integer id)"
        return IllegalAction(
            f"{self.name}: {self.seats[seat]} cannot play {shown}; legal now: {listed}",
            seat=self.seats[seat],
            action=action,
            legal=legal,
        )

    def _check(self, state: State) -> None:
        error = int(state["core"]["error"])
        if not error:
            return
        detail = int(state["core"]["error_detail"])
        what = Error(error).name.lower().replace("_", " ")
        if error in (Error.PILE_OVERFLOW, Error.PILE_EMPTY):
            piles = [f.name for f in self.record.fields if isinstance(f.type, schema.Struct) and f.low == detail
                     and f.type.name.startswith("Pile")]  # fmt: skip
            what += f" of {piles[0] if piles else detail}"
        else:
            what += f" ({self._error_detail(error, detail)})"
        raise CoreError(
            f"{self.name}: the rules stopped with {what} after {int(state['core']['decisions'])} decisions of the game "
            f"with seed {int(state['core']['seed'])}; this is a bug of the rules or content that is too large, "
            "please report it with the replay"
        )

    def _error_detail(self, error: int, detail: int) -> str:
        """What the number beside an error is: a procedure, a question, or a number."""
        kind = self.Proc if error in OF_PROCEDURES else self.Choice if error == Error.NO_OPTION else None
        return kind(detail).name.lower() if kind and detail in set(kind) else str(detail)

    def rewards(self, state: State) -> list[float]:
        """The reward ``"outcome"`` of each seat: in [-1, 1] when the game is over, 0 before."""
        return self.engine.rewards(state)

    def potential(self, state: State, seat: int) -> float:
        """The potential of the shaped reward for `seat`, in [0, 1] for heroes."""
        return self.engine.potential(state, seat)

    # -- copies ----------------------------------------------------------------------------------------------

    def clone(self, state: State) -> State:
        """An independent copy."""
        return self.engine.clone(state)

    def resample(self, state: State, seat: int, seed: int) -> State:
        """A state that `seat` cannot tell from `state`: all that it cannot know is drawn anew, future dice included."""
        self._check_seat(seat)
        out = self.engine.clone(state)
        self.engine.resample(out, seat, _word(seed))
        return out

    def to_json(self, state: State, seat: int | None = None) -> dict[str, Any]:
        """The state as plain data; with a `seat`, only what that seat may know."""
        monster = seat is not None and seat >= self.hero_seats
        return schema.to_json(self.record, state[()], seat=seat, monster=monster, heroes_per_seat=self.heroes_per_seat)

    def visible(self, state: State, seat: int) -> State:
        """A copy of the record in which everything that `seat` may not know is zero.

        The cards on top of a hidden pile that everybody has seen stay visible.
        """
        mask = self._visible.get(seat)
        if mask is None:
            mask = schema.visible_mask(
                self.record, seat=seat, monster=seat >= self.hero_seats, heroes_per_seat=self.heroes_per_seat
            )
            self._visible[seat] = mask
        out = self.engine.clone(state)
        out.reshape(1).view(np.uint8)[:] &= mask
        for name in self._hidden_piles:
            n, known = int(state[name]["n"]), int(state[name]["known"])
            if known:
                out[name]["cards"][n - known : n] = state[name]["cards"][n - known : n]
        return out

    def save(self, state: State) -> bytes:
        """The bytes of a state; `restore` reads them."""
        return state.tobytes()

    def restore(self, data: bytes) -> State:
        """The state that `save` wrote; raises `OptionError` if the size is not this game's."""
        if len(data) != self.record.dtype.itemsize:
            raise OptionError(
                f"{self.name}: a saved state has {self.record.dtype.itemsize} bytes, got {len(data)}; "
                "it is damaged or comes from another version"
            )
        return np.frombuffer(data, self.record.dtype).reshape(()).copy()

    def batch(self, n: int, seed: int = 0, **kwargs: Any) -> Batch:
        """`n` games that are stepped together; see `Batch`."""
        return Batch(self, n, seed, **kwargs)


def _rebuild(cls: type[Game], options: dict[str, Any]) -> Game:
    return cls(**options)


def _check_array(label: str, array: NDArray[Any], dtype: Any, shape: tuple[int, ...]) -> None:
    """Compiled code writes into such arrays without looking."""
    if array.dtype != dtype or array.shape != shape or not array.flags.c_contiguous:
        raise OptionError(
            f"{label} must be a contiguous {np.dtype(dtype)} array of shape {shape}, got {array.dtype} of {array.shape}"
        )


def _word(seed: int) -> int:
    """A seed as an unsigned 64-bit word."""
    return int(seed) & 0xFFFFFFFFFFFFFFFF


class Batch:
    """`n` games stepped together in compiled code, their arrays written in place.

    Attributes (arrays that every step overwrites; copy what you keep):
        seat: (n,) int32, the seat that is asked.
        mask: (n, num_actions) bool.
        obs: (n, observation_size) float32, as the asked seat sees it.
        reward: (n, seats) float32, what the last step gave each seat.
        done: (n,) bool, the last step ended the game; with `autoreset` the row already shows the next game.
        truncated: (n,) bool, the end was a cut-off (round limit, `max_cycles`) and not a result.
        outcome: (n,) int32, reason code of the game that ended.
        length: (n,) int32, decisions of the game that ended.
        final_obs: (n, observation_size) float32, last view of the seat that played the last action (`final_seat`).
        states: (n,) the records.

    Args:
        game: the configured game.
        n: number of games.
        seed: game i starts from ``seed + i``; later games of a row follow from its seed.
        reward: ``"outcome"``, ``"shaped"`` (potential-based, invariant for discount `gamma`), or ``"progress"``
            (the rise of the potential, which is not taken back at the end, and the outcome of a victory; a defeat costs
            nothing, or hiding would pay; on the monster seat its own potential, and a victory costs).
        gamma: discount of the shaped reward.
        max_cycles: a game is cut off after so many decisions; 0 means never.
        autoreset: start the next game in the same step.
        threads: number of threads; 0 means all cores.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        seed: int = 0,
        *,
        reward: RewardMode = "outcome",
        gamma: float = 1.0,
        max_cycles: int = 0,
        autoreset: bool = True,
        threads: int = 1,
    ):
        if isinstance(n, bool) or not isinstance(n, (int, np.integer)) or n < 1:
            raise OptionError(f"a batch needs at least one game, got n={n!r}")
        if reward not in REWARDS:
            raise OptionError(f"unknown reward {reward!r}{near(reward, REWARDS)}")
        if not 0.0 < gamma <= 1.0:
            raise OptionError(f"gamma must be in (0, 1], got {gamma!r}")
        if max_cycles < 0:
            raise OptionError(f"max_cycles must be 0 (no limit) or positive, got {max_cycles!r}")
        if threads < 0:
            raise OptionError(f"threads must be 0 (all cores) or positive, got {threads!r}")
        self.game = game
        self.n = int(n)
        self.threads = min(threads or cores(), self.n)
        self.states = np.zeros(self.n, game.record.dtype)
        self._core = BatchCore(game.engine, self.states, REWARDS[reward], gamma, max_cycles, autoreset)
        self._all = np.ones(self.n, np.bool_)
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        bounds = np.linspace(0, self.n, self.threads + 1).astype(int)
        self._ranges = [(int(a), int(b)) for a, b in itertools.pairwise(bounds)]
        for name in ("seat", "mask", "obs", "reward", "done", "truncated", "outcome", "length", "final_obs",
                     "final_seat", "seeds"):  # fmt: skip
            setattr(self, name, getattr(self._core, name))
        self.reset(seed)

    seat: NDArray[np.int32]
    mask: NDArray[np.bool_]
    obs: NDArray[np.float32]
    reward: NDArray[np.float32]
    done: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    outcome: NDArray[np.int32]
    length: NDArray[np.int32]
    final_obs: NDArray[np.float32]
    final_seat: NDArray[np.int32]
    seeds: NDArray[np.uint64]

    def _spread(self, work: Any, *args: Any) -> None:
        if self._pool is None:
            work(0, self.n, *args)
        else:
            for future in [self._pool.submit(work, low, high, *args) for low, high in self._ranges]:
                future.result()
        self._check_errors()

    def _check_errors(self) -> None:
        if self._core.errors.any():
            self.game._check(self.states[int(np.flatnonzero(self._core.errors)[0])])

    def reset(
        self, seed: int | Sequence[int] | NDArray[Any] | None = None, where: NDArray[np.bool_] | None = None
    ) -> None:
        """Start new games in all rows, or in those where `where` is set.

        Args:
            seed: row i starts from ``seed + i``; an array gives each row's; ``None`` goes on from the rows' seeds.
            where: (n,) bool.
        """
        rows = self._where(where)
        if seed is None:
            seeds = self.seeds.copy()
            for i in np.flatnonzero(rows):
                seeds[i] = game_words(int(seeds[i]))[0]
        elif isinstance(seed, (int, np.integer)):
            seeds = np.array([_word(int(seed) + i) for i in range(self.n)], np.uint64)
        else:
            given = np.asarray(seed)
            if given.shape != (self.n,) or not np.issubdtype(given.dtype, np.integer):
                raise OptionError(f"expected {self.n} integer seeds, got {given.dtype} of shape {given.shape}")
            seeds = np.ascontiguousarray(given.astype(np.uint64))
        self._spread(self._core.reset_range, seeds, rows)

    def load(self, states: NDArray[np.void]) -> None:
        """Go on from given states: copy them into the rows and write seat, mask and observation.

        Args:
            states: (n,) states of this game, such as `View.samples` gives; of games that are over nobody is asked.

        Raises:
            OptionError: another number of states, or states of another game; the rows are untouched.
        """
        if getattr(states, "dtype", None) != self.game.record.dtype or states.shape != (self.n,):
            raise OptionError(
                f"{self.game.name}: expected {self.n} states of this game, got "
                f"{getattr(states, 'dtype', type(states))!s:.60} of shape {getattr(states, 'shape', ())}"
            )
        self.states[:] = states
        for i in range(self.n):
            state = self.states[i : i + 1].reshape(())
            seat = self.game.turn(state)
            self.seat[i] = -1 if seat is None else seat
            self.game.engine.mask(state, self.mask[i])
        self.reward[:] = 0.0
        self.done[:] = self.truncated[:] = False
        self.observe(self.seat, self.obs)

    def _where(self, where: NDArray[np.bool_] | None) -> NDArray[np.bool_]:
        if where is None:
            return self._all
        where = np.ascontiguousarray(where, np.bool_)
        if where.shape != (self.n,):
            raise OptionError(f"where must have shape ({self.n},), got {where.shape}")
        return where

    def step(self, actions: NDArray[Any] | Sequence[int], where: NDArray[np.bool_] | None = None) -> None:
        """Play one action in every row (or in those where `where` is set) and rewrite the arrays.

        Raises:
            IllegalAction: names the first such row; no game was stepped.
        """
        given = np.asarray(actions)
        if given.shape != (self.n,) or not np.issubdtype(given.dtype, np.integer):
            raise OptionError(f"expected {self.n} integer actions, got {given.dtype} of shape {given.shape}")
        played = np.ascontiguousarray(given, np.int64)
        rows = self._where(where)
        bad = self._core.illegal(played, rows)
        if bad >= 0:
            error = self.game._refusal(self.states[bad : bad + 1].reshape(()), int(played[bad]))
            raise IllegalAction(f"row {bad}: {error}", seat=error.seat, action=error.action, legal=error.legal)
        if self._pool is None:
            self._core.step_range(0, self.n, played, rows)
        else:
            self._core.share()
            others = [self._pool.submit(self._core.step_shared, played, rows) for _ in range(self.threads - 1)]
            self._core.step_shared(played, rows)
            for other in others:
                other.result()
        self._check_errors()

    def random_actions(self, words: NDArray[np.uint64], out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """Uniformly random legal actions; `words` is one uint64 of random state per row, advanced in place."""
        if out is None:
            out = np.empty(self.n, np.int64)
        _check_array("words", words, np.uint64, (self.n,))
        _check_array("out", out, np.int64, (self.n,))
        self._core.random_actions(out, words)
        return out

    def observe(self, seats: NDArray[np.int32] | int, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """(n, observation_size) float32: row i as `seats[i]` sees it; rows with a negative seat are left alone."""
        if out is None:
            out = np.zeros((self.n, self.game.observation_size), np.float32)
        _check_array("out", out, np.float32, (self.n, self.game.observation_size))
        seats = np.ascontiguousarray(np.broadcast_to(np.asarray(seats, np.int32), (self.n,)))
        if (seats >= self.game.num_seats).any():
            raise OptionError(f"{self.game.name}: seat {seats.max()} is not one of 0..{self.game.num_seats - 1}")
        self._core.observe_rows(seats, out)
        return out

    def close(self) -> None:
        """Stop the threads; may be called again."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
            self.threads = 1
