"""What the faces share: options, seeds, rewards, partners, and the batch as its learners see it. Knows no library."""

from __future__ import annotations

import copy
import importlib
import secrets
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

import envs
from envs.core.engine import mix_seed
from envs.core.errors import OptionError, near
from envs.core.game import REWARDS, Batch, Game, State
from envs.view import View, decision_words

if TYPE_CHECKING:
    from envs.core.game import RewardMode

IllegalMode = Literal["raise", "noop", "terminate"]
ObsMode = Literal["flat", "dict"]
ILLEGAL_MODES = ("raise", "noop", "terminate")
OBS_MODES = ("flat", "dict")
ILLEGAL_REWARD = -1.0
"""What the seat that plays an illegal action gets under ``illegal="terminate"``; all others get 0."""

MOST_SKIPPED = 1000
"""Games in a row that may end before the learner is asked."""

_ALONE, _NOBODY = -1, -2
"""In place of a partner that answers for many rows: one that is asked row by row; the learner."""

_WORD = 0xFFFFFFFFFFFFFFFF
_SEAT = 0x5EA7_5EA7_5EA7_5EA7
"""Keeps the draw of the learner's seat apart from all else that follows from a game's seed."""


# -- options ---------------------------------------------------------------------------------------------------


def open_game(game: str | Game, options: Mapping[str, Any], own: Iterable[str]) -> Game:
    """The configured game of a face.

    Args:
        game: a name for `envs.load`, or a configured game (then `options` must be empty).
        options: options of the game.
        own: names of the face's own options, which are looked through for the nearest name too.
    """
    if isinstance(game, Game):
        if options:
            given = ", ".join(options)
            raise OptionError(f"{game.name} is configured already; give {given} to envs.load instead")
        return game
    if game in (*envs.GAMES, *envs.EXAMPLES):
        known = set(importlib.import_module(f"envs.{game}.game").GAME.Options.model_fields)
        for key in options:
            if key not in known:
                raise OptionError(f"{game}: unknown option {key!r}{near(key, known | set(own))}")
    return envs.load(game, **options)


def check_choice(option: str, value: object, known: Iterable[str]) -> None:
    """Raise `OptionError` unless `value` is one of `known`."""
    known = tuple(known)
    if value not in known:
        raise OptionError(f"unknown {option}={value!r}{near(str(value), known)}")


def render_modes(game: Game) -> list[str]:
    """The render modes that a game supports."""
    return ["human", "ansi"] + (["rgb_array"] if type(game).image is not Game.image else [])


def show(game: Game, state: State, mode: str | None) -> Any:
    """What ``render()`` of one game returns: a text (``ansi``), an RGB array, or nothing (``human``: it is printed)."""
    if mode is None:
        warnings.warn("render() does nothing without a render_mode; give one to the constructor", stacklevel=3)
        return None
    if mode == "rgb_array":
        return game.image(state)
    text = game.text(state)
    if mode == "ansi":
        return text
    print(text, flush=True)
    return None


def max_cycles_of(game: Game, given: int | None) -> int:
    """The limit of decisions: as given, else the game's ``default_max_cycles``; 0 means none."""
    if given is None:
        return getattr(game, "default_max_cycles", 5000)
    if isinstance(given, bool) or not isinstance(given, (int, np.integer)) or given < 0:
        raise OptionError(f"max_cycles must be 0 (no limit) or a positive integer, got {given!r}")
    return int(given)


def check_face(game: Game, render_mode: str | None, reward: str, gamma: float, illegal: str, obs: str) -> None:
    """Validate the options that all faces have."""
    if render_mode is not None:
        check_choice("render_mode", render_mode, render_modes(game))
    check_choice("reward", reward, REWARDS)
    check_choice("illegal", illegal, ILLEGAL_MODES)
    check_choice("obs", obs, OBS_MODES)
    if not 0.0 < gamma <= 1.0:
        raise OptionError(f"gamma must be in (0, 1], got {gamma!r}")


def as_action(action: Any) -> Any:
    """A policy's answer as a plain id: the one integer of an integer array of zero dimensions, else as it is."""
    if isinstance(action, np.ndarray) and action.shape == () and np.issubdtype(action.dtype, np.integer):
        return action.item()
    return action


def ending(game: Game, state: State, cut: bool) -> dict[str, Any]:
    """The info at the end of a game.

    Args:
        game: the game.
        state: its last state.
        cut: it was cut off by ``max_cycles``.

    Returns:
        ``outcome`` (reason code), ``won`` (True, False or None) and ``detail`` (facts such as rounds played).
    """
    outcome = game.outcome(state)
    if cut:
        return {"outcome": "max_cycles", "won": None, "detail": outcome.detail}
    return {"outcome": outcome.reason, "won": outcome.won, "detail": outcome.detail}


# -- seeds -----------------------------------------------------------------------------------------------------


def fresh_seed() -> int:
    """A seed from the operating system."""
    return secrets.randbits(63)


def next_seed(seed: int) -> int:
    """The seed of the game that follows a game of `seed` in the same row of a batch, or in the same environment."""
    return mix_seed(seed & _WORD)


class Seeds:
    """The seeds of one environment's games: given once, the stream continues from there."""

    def __init__(self) -> None:
        self.last: int | None = None

    def draw(self, seed: int | None) -> int:
        """The seed of the next game: `seed` if given (0 is a seed), else the next of the stream."""
        if seed is not None:
            if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
                raise OptionError(f"seed must be a non-negative integer or None, got {seed!r}")
            self.last = int(seed) & _WORD
        else:
            self.last = fresh_seed() if self.last is None else next_seed(self.last)
        return self.last


# -- rewards ---------------------------------------------------------------------------------------------------


def kept(game: Game, outcome: Sequence[float]) -> list[float]:
    """What ``reward="progress"`` keeps of the outcome's rewards: a victory of the heroes."""
    return [max(r, 0.0) if seat < game.hero_seats else min(r, 0.0) for seat, r in enumerate(outcome)]


class RewardMeter:
    """The reward of each step of one game, equal to the last bit to what `Batch` writes.

    Args:
        game: the game.
        mode: ``"outcome"``, ``"shaped"`` or ``"progress"``, see `Batch`.
        gamma: discount of the shaped reward.
    """

    def __init__(self, game: Game, mode: RewardMode, gamma: float) -> None:
        self.game = game
        self.mode = mode
        self.gamma = float(np.float32(gamma))
        self.nothing = [0.0] * game.num_seats
        self._before = self.nothing

    def _potentials(self, state: State) -> list[float]:
        return [self.game.potential(state, seat) for seat in range(self.game.num_seats)]

    def start(self, state: State) -> None:
        """A new game begins."""
        if self.mode != "outcome":
            self._before = self._potentials(state)

    def step(self, state: State, over: bool) -> list[float]:
        """What the step to `state` gave each seat; `over` says whether the rules ended the game with it."""
        outcome = self.game.rewards(state) if over else self.nothing
        if self.mode == "outcome":
            return outcome
        if self.mode == "progress":
            outcome = kept(self.game, outcome)
        after = self.nothing if over and self.mode == "shaped" else self._potentials(state)
        weight = self.gamma if self.mode == "shaped" else 1.0
        before, self._before = self._before, after
        return [
            float(np.float32(o) + np.float32(a * weight - b)) for o, a, b in zip(outcome, after, before, strict=True)
        ]


# -- seats and partners ----------------------------------------------------------------------------------------


def seat_index(game: Game, seat: int | str) -> int:
    """Index of a seat given by index or name."""
    if isinstance(seat, str):
        if seat not in game.seats:
            raise OptionError(f"{game.name}: unknown seat {seat!r}{near(seat, [*game.seats, 'team'])}")
        return game.seats.index(seat)
    if isinstance(seat, bool) or not isinstance(seat, (int, np.integer)) or not 0 <= seat < game.num_seats:
        raise OptionError(f'{game.name}: seat must be "team", a seat name or 0..{game.num_seats - 1}, got {seat!r}')
    return int(seat)


@dataclass(slots=True)
class Seating:
    """Who plays one game.

    Attributes:
        seat: the learner's seat; of a team the first.
        is_learner: of each seat, whether the learner plays it.
        partners: the agents of the other seats.
    """

    seat: int
    is_learner: list[bool]
    partners: dict[int, Any]


class Cast:
    """Who plays which seat: the learner or a partner.

    A partner is an object with ``act(view)`` (see `envs.view`), or one with ``draw(seed)``, which names such an agent
    for each game; the seed follows from the game's.

    Args:
        game: the game.
        seat: ``"team"`` (the learner answers for whichever hero seat is asked), one seat by name or index, or ``"any"``
            (a hero seat that is drawn for each game from its seed).
        partners: an agent for all other seats, a mapping from seat (name or index) to agent, or a sequence with an
            agent for each of the other seats in their order. With ``"any"``, an agent for all or a sequence.
    """

    def __init__(self, game: Game, seat: int | str, partners: Any) -> None:
        self.game = game
        self.team = seat == "team"
        if seat == "any":
            choices = [[s] for s in range(game.hero_seats)]
        else:
            choices = [list(range(game.hero_seats)) if self.team else [seat_index(game, seat)]]
        self._seatings = [self._seating(own, partners, seat == "any") for own in choices]
        self.share = choices[0]

    def _seating(self, own: list[int], partners: Any, anywhere: bool) -> Seating:
        """Everybody's place if the learner plays the seats `own`."""
        game = self.game
        others = [s for s in range(game.num_seats) if s not in own]
        if isinstance(partners, Mapping):
            if anywhere:
                raise OptionError(
                    f"{game.name}: with seat='any' every seat may be the learner's, so partners cannot be named by "
                    "their seats; give one for all, or a list with one for each of the other seats in their order"
                )
            given = {seat_index(game, s): agent for s, agent in partners.items()}
        elif isinstance(partners, (list, tuple)):
            if len(partners) != len(others):
                raise OptionError(
                    f"{game.name}: {len(partners)} partners for {len(others)} seats; give one for all, or one for each "
                    "seat that the learner leaves free"
                )
            given = dict(zip(others, partners, strict=True))
        else:
            given = dict.fromkeys(others, partners) if partners is not None else {}
        for s in given:
            if s in own:
                raise OptionError(f"{game.name}: {game.seats[s]} is played by the learner and can have no partner")
        missing = [game.seats[s] for s in others if s not in given]
        if missing:
            raise OptionError(
                f"{game.name}: no partner plays {', '.join(missing)}; give partners=agent (an object with act(view)), "
                'or partners={"seat": agent}'
            )
        for s, agent in given.items():
            if not callable(getattr(agent, "act", None)) and not callable(getattr(agent, "draw", None)):
                raise OptionError(f"{game.name}: the partner of {game.seats[s]} has no act(view): {agent!r}")
        return Seating(own[0], [s in own for s in range(game.num_seats)], given)

    def reward(self, rewards: Sequence[float], seat: int) -> float:
        """The learner's part: the reward of its `seat`, or the mean of the heroes' for the team."""
        if not self.team:
            return rewards[seat]
        total = 0.0
        for s in self.share:
            total += rewards[s]
        return total / len(self.share)

    def rewards(self, rewards: NDArray[np.float32], seats: NDArray[np.intp]) -> NDArray[np.float64]:
        """`reward` of each row of an (n, seats) array; `seats` is (n,)."""
        if not self.team:
            return rewards[np.arange(len(rewards)), seats].astype(np.float64)
        total = np.zeros(len(rewards))
        for s in self.share:  # one by one, so that the sum rounds as that of `reward`
            total += rewards[:, s]
        return total / len(self.share)

    def begin(self, seed: int) -> Seating:
        """Who plays a new game, drawn from its seed: own copies of partners that remember, made anew from it."""
        seating = self._seatings[mix_seed((seed ^ _SEAT) & _WORD) % len(self._seatings)]
        ready: dict[int, Any] = {}
        for s, agent in seating.partners.items():
            word = mix_seed((seed ^ mix_seed(s)) & _WORD)
            if hasattr(agent, "draw"):
                agent = agent.draw(mix_seed(word))
            if hasattr(agent, "reset") and not hasattr(agent, "act_batch"):
                agent = copy.copy(agent)
                agent.reset(word)
            ready[s] = agent
        return Seating(seating.seat, seating.is_learner, ready)


def partner_action(agent: Any, view: View) -> int:
    """What a partner plays; equal to what it plays for the same position in a batch."""
    if hasattr(agent, "act_batch"):
        words = np.array([view.seed], np.uint64)
        return int(agent.act_batch(view.observation[None], view.mask[None], words)[0])
    return agent.act(view)


# -- the batch as its learners see it --------------------------------------------------------------------------


class LearnerBatch:
    """`n` games in which the learner is asked in every row: partners play in between, rewards are summed up.

    A row whose game has ended waits for `restart`; its observation is the learner's last, its mask empty.

    Args:
        game: the game.
        n: number of games.
        seat, partners: see `Cast`.
        reward, gamma, max_cycles, threads: see `Batch`.

    Attributes:
        batch: the games. ``batch.obs``, ``batch.mask`` and ``batch.seat`` are what the learner is asked.
        reward: (n,) float64, what the learner got since its last decision.
        ended, cut: (n,) bool, the game is over; it was cut off by ``max_cycles``.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        *,
        seat: int | str = "team",
        partners: Any = None,
        reward: RewardMode = "outcome",
        gamma: float = 1.0,
        max_cycles: int | None = None,
        threads: int = 1,
    ) -> None:
        self.game = game
        self.cast = Cast(game, seat, partners)
        limit = max_cycles_of(game, max_cycles)
        self.batch = Batch(game, n, reward=reward, gamma=gamma, max_cycles=limit, autoreset=False, threads=threads)
        self.n = self.batch.n
        self.reward = np.zeros(self.n)
        self.ended = np.ones(self.n, np.bool_)
        self.cut = np.zeros(self.n, np.bool_)
        self._early = np.zeros(self.n)
        self._viewer = np.zeros(self.n, np.int32)
        self._seeded = np.zeros(self.n, np.bool_)
        self._actions = np.zeros(self.n, np.int64)
        self._rows = np.arange(self.n)
        # (n, seats + 1) by row and seat; the last column answers for seat -1, nobody.
        self._learner = np.zeros((self.n, game.num_seats + 1), np.bool_)
        self._who = np.full((self.n, game.num_seats + 1), _NOBODY, np.int32)
        self._agents: list[Any] = []
        self._seatings: list[Seating] = [Seating(0, [], {})] * self.n
        self._own = np.zeros(self.n, np.intp)

    def restart(self, seeds: Sequence[int | None] | None = None, where: NDArray[np.bool_] | None = None) -> None:
        """Start new games and play them to the learner's first decision.

        A game that ends before is skipped for the next of its row. What the learner gets before its first decision
        is added to the reward of its first step.

        Args:
            seeds: of each row; ``None`` continues the stream of the row.
            where: (n,) bool, the rows to start; default all.
        """
        rows = np.ones(self.n, np.bool_) if where is None else where.copy()
        given = [None] * self.n if seeds is None else seeds
        for skipped in range(MOST_SKIPPED):
            words = self.batch.seeds.copy()
            for i in np.flatnonzero(rows).tolist():
                seed = given[i] if not skipped else None
                if seed is not None:
                    words[i] = seed & _WORD
                else:
                    words[i] = next_seed(int(words[i])) if self._seeded[i] else fresh_seed()
                self._seat(i, self.cast.begin(int(words[i])))
            self._seeded |= rows
            self.batch.reset(words, rows)
            self.ended[rows] = False
            self.cut[rows] = False
            self.reward[rows] = 0.0
            self._viewer[rows] = self._own[rows]
            self._play_partners()
            self._early[rows] = self.reward[rows]
            self.reward[rows] = 0.0
            rows &= self.ended
            if not rows.any():
                return
        raise OptionError(
            f"{self.game.name}: {MOST_SKIPPED} games in a row ended before "
            f"{self.game.seats[int(self._own[rows.argmax()])]} was asked"
        )

    def _seat(self, i: int, seating: Seating) -> None:
        """Seat the players of row `i`'s new game."""
        self._seatings[i] = seating
        self._own[i] = seating.seat
        self._learner[i, :-1] = seating.is_learner
        self._who[i] = _NOBODY
        for s, agent in seating.partners.items():
            self._who[i, s] = self._slot(agent) if hasattr(agent, "act_batch") else _ALONE

    def _slot(self, agent: Any) -> int:
        """The place of a partner in `_agents`; places that no game needs any more are taken again."""
        for slot, other in enumerate(self._agents):
            if other is agent:
                return slot
        free = set(range(len(self._agents))).difference(np.unique(self._who).tolist())
        if free:
            slot = min(free)
            self._agents[slot] = agent
            return slot
        self._agents.append(agent)
        return len(self._agents) - 1

    def step(self, actions: NDArray[Any], where: NDArray[np.bool_] | None = None) -> None:
        """Play the learner's actions and go on to its next decision or the end of the game, in all rows or `where`.

        Raises:
            IllegalAction: names the first such row; no game was stepped.
        """
        rows = np.ones(self.n, np.bool_) if where is None else where
        asked = self.batch.seat.copy()
        self.batch.step(actions, rows)
        self._viewer[rows] = asked[rows]
        self.reward[:] = 0.0
        self.reward[rows] = self._early[rows]
        self._early[rows] = 0.0
        self._collect()
        self._play_partners()
        over = rows & self.ended
        if over.any():
            seat = self.batch.seat
            still = over & self._learner[self._rows, seat]  # cut off while the learner is asked
            viewer = np.where(over, np.where(still, seat, self._viewer), -1)
            self.batch.observe(viewer, self.batch.obs)
            self.batch.mask[over] = False
            self.batch.seat[over] = -1

    def _collect(self) -> None:
        """Take up what the last step of the batch gave."""
        self.reward += self.cast.rewards(self.batch.reward, self._own)
        done = self.batch.done
        self.ended |= done
        self.cut |= done & (self.batch.states["core"]["over"] == 0)

    def _play_partners(self) -> None:
        batch = self.batch
        while True:
            waiting = ~self.ended & ~self._learner[self._rows, batch.seat]
            if not waiting.any():
                return
            asked = np.where(waiting, self._who[self._rows, batch.seat], _NOBODY)
            for slot in np.unique(asked[waiting]).tolist():
                rows = np.flatnonzero(asked == slot)
                if slot == _ALONE:
                    for i in rows.tolist():
                        self._actions[i] = self._ask(i)
                else:
                    words = decision_words(batch.states, rows)
                    self._actions[rows] = self._agents[slot].act_batch(batch.obs[rows], batch.mask[rows], words)
            batch.step(self._actions, waiting)
            self._collect()

    def _ask(self, i: int) -> int:
        """What the partner that is asked in row `i` plays."""
        batch = self.batch
        seat = int(batch.seat[i])
        view = View(self.game, batch.states[i : i + 1].reshape(()), seat, batch.obs[i].copy(), batch.mask[i].copy())
        return self._seatings[i].partners[seat].act(view)

    # -- saving and going on ---------------------------------------------------------------------------------

    def save(self, name: Callable[[Any], str]) -> dict[str, NDArray[Any]] | None:
        """The running games as plain arrays, from which `restore` goes on.

        Args:
            name: the name of a partner, by which `restore` finds it again.

        Returns:
            ``None`` if a partner remembers something of its game (it has no ``act_batch``): what it remembers is an
            object of Python, which no array holds.
        """
        if (self._who == _ALONE).any() or self.ended.any():
            return None
        partners = [
            [name(seating.partners[s]) if s in seating.partners else "" for s in range(self.game.num_seats)]
            for seating in self._seatings
        ]
        return {
            "states": self.batch.states.view(np.uint8).reshape(self.n, -1).copy(),
            "seeds": self.batch.seeds.copy(),
            "early": self._early.copy(),
            "partners": np.array(partners),
        }

    def restore(self, saved: Mapping[str, NDArray[Any]], partner: Callable[[str], Any]) -> None:
        """Go on with the games that `save` wrote.

        Args:
            saved: what `save` returned for as many games of the same game, options and seats.
            partner: the agent of a name.

        Raises:
            OptionError: the arrays do not fit these games.
        """
        rows = self.batch.states.view(np.uint8).reshape(self.n, -1)
        names, seats = saved["partners"], self.game.num_seats
        for key, shape in (("states", rows.shape), ("seeds", (self.n,)), ("early", (self.n,)),
                           ("partners", (self.n, seats))):  # fmt: skip
            if saved[key].shape != shape:
                raise OptionError(
                    f"{self.game.name}: saved games have {key} of shape {saved[key].shape}, expected {shape}; they are "
                    "damaged or of another configuration"
                )
        seatings = []
        for seed, row in zip(saved["seeds"].tolist(), names.tolist(), strict=True):
            seating = self.cast.begin(seed)
            seating.partners = {s: partner(row[s]) for s in seating.partners}
            seatings.append(seating)
        self.batch.load(np.ascontiguousarray(saved["states"]).view(self.game.record.dtype).reshape(self.n))
        self.batch.seeds[:] = saved["seeds"]
        for i, seating in enumerate(seatings):
            self._seat(i, seating)
        self._early[:] = saved["early"]
        self._viewer[:] = self._own
        self._seeded[:] = True
        self.reward[:] = 0.0
        self.ended[:] = self.cut[:] = False

    def ending(self, i: int) -> dict[str, Any]:
        """The info of row `i`, whose game has ended; see `ending`."""
        return ending(self.game, self.batch.states[i : i + 1].reshape(()), bool(self.cut[i]))

    def truncated(self, i: int) -> bool:
        """Whether the game of row `i` was cut off, by ``max_cycles`` or by a limit of its own."""
        return bool(self.cut[i]) or self.game.outcome(self.batch.states[i : i + 1].reshape(())).truncated
