"""Checks that every game must pass, for its own tests and for those who write a game.

Each function plays whole games and raises `CheckFailed` with a message that names what differs and where (seed,
decision, seat, block of the observation). ``check_game`` runs them all.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from envs.core.engine import mix_seed
from envs.core.errors import CoreError, IllegalAction
from envs.core.game import Game, RewardMode, State
from envs.faces import kept
from envs.view import View

__all__ = [
    "CheckFailed",
    "by_sight",
    "check_clone",
    "check_determinism",
    "check_ends",
    "check_game",
    "check_leaks",
    "check_length",
    "check_masks",
    "check_pieces",
    "check_rewards",
]

SEEDS = (0, 1, 2)
TOLERANCE = 1e-5
"""Of sums of float32 rewards."""


class CheckFailed(AssertionError):
    """A game breaks a promise of the suite. The message names which, and where."""


@dataclass(frozen=True)
class _Place:
    """A decision of a game that is played by `_walk`."""

    game: Game
    seed: int
    decision: int

    def fail(self, what: str, seat: int | None = None) -> CheckFailed:
        who = "" if seat is None else f", seat {self.game.seats[seat]}"
        return CheckFailed(f"{self.game!r}: seed {self.seed}, decision {self.decision}{who}: {what}")


def _walk(game: Game, seeds: Iterable[int], most: int, every: int = 1) -> Iterator[tuple[_Place, State]]:
    """Random games: the place and the state at every `every`-th decision, and at the end of each game."""
    for seed in seeds:
        state = game.new(seed)
        word = mix_seed(seed)
        for decision in range(most):
            over = game.turn(state) is None
            if over or decision % every == 0:
                yield _Place(game, seed, decision), state
            if over:
                break
            legal = game.legal_actions(state)
            if not legal:
                raise _Place(game, seed, decision).fail("the mask of the seat that is asked is empty", game.turn(state))
            word = mix_seed(word)
            game.step(state, legal[word % len(legal)])


def by_sight(observation: NDArray[np.float32], mask: NDArray[np.bool_]) -> int:
    """A legal action that follows from the observation alone: the same policy through every face."""
    legal = np.flatnonzero(mask)
    return int(legal[mix_seed(int(observation.view(np.uint32).sum(dtype=np.uint64))) % len(legal)])


class _BySight:
    """A partner that plays `by_sight`."""

    def act(self, view: View) -> int:
        return by_sight(view.observation, view.mask)


# -- all -------------------------------------------------------------------------------------------------------


def check_game(game: Game, seeds: Sequence[int] = SEEDS, most: int = 5000, every: int = 10) -> None:
    """Run all checks.

    Args:
        game: the configured game.
        seeds: of the random games that are played.
        most: the longest game allowed, in decisions.
        every: the expensive comparisons are made at every so many decisions.
    """
    check_length(game, seeds, most)
    check_ends(game, seeds, most)
    check_pieces(game, seeds, most)
    check_masks(game, seeds, most, every)
    check_clone(game, seeds, most, every)
    check_leaks(game, seeds, most, every)
    check_determinism(game, seeds, most)
    for reward in get_args(RewardMode):
        check_rewards(game, reward, seeds[:2], most)


# -- single checks ---------------------------------------------------------------------------------------------


def check_length(game: Game, seeds: Sequence[int] = SEEDS, most: int = 5000) -> None:
    """No game takes more than `most` decisions."""
    for seed in seeds:
        *_, (place, state) = _walk(game, [seed], most + 1)
        if game.turn(state) is not None:
            raise place.fail(f"the game still goes on after {most} decisions")


def check_ends(game: Game, seeds: Sequence[int] = SEEDS, most: int = 5000) -> None:
    """A game that is over asks nobody, refuses actions, and has an outcome and rewards; before, it has neither.

    Through the PettingZoo face, all agents get one kind of flag, and the right one.
    """
    for place, state in _walk(game, seeds, most):
        outcome, rewards, over = game.outcome(state), game.rewards(state), game.is_over(state)
        if over != (game.turn(state) is None):
            raise place.fail(f"is_over is {over}, but the seat that is asked is {game.turn(state)}")
        if over == (outcome.reason == "running"):
            raise place.fail(f"is_over is {over}, but the outcome's reason is {outcome.reason!r}")
        if len(rewards) != game.num_seats:
            raise place.fail(f"{len(rewards)} rewards for {game.num_seats} seats")
        for seat, reward in enumerate(rewards):
            if not (-1.0 <= reward <= 1.0 if over else reward == 0.0):
                raise place.fail(f"reward {reward} {'outside [-1, 1]' if over else 'before the end'}", seat)
        if over:
            if game.legal(state).any():
                raise place.fail(f"the game is over, but {game.actions[game.legal_actions(state)[0]]!r} is legal")
            if outcome.truncated and outcome.won is not None:
                raise place.fail(f"the game was cut off ({outcome.reason}), but won is {outcome.won}")
            _expect_refusal(place, state, 0)
    _check_flags(game, seeds[0], 0)
    _check_flags(game, seeds[0], 3)


def _check_flags(game: Game, seed: int, max_cycles: int) -> None:
    from envs.aec import DerelictAEC

    env = DerelictAEC(game, max_cycles=max_cycles)
    env.reset(seed=seed)
    steps = 0
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        seen = env.observe(env.agent_selection)
        env.step(by_sight(seen["observation"], seen["action_mask"]))
        steps += 1
    place = _Place(game, seed, steps)
    assert env._state is not None
    cut = game.turn(env._state) is not None
    truncated = cut or game.outcome(env._state).truncated
    for agent in game.seats:
        flags = (env.terminations.get(agent), env.truncations.get(agent))
        if flags != (not truncated, truncated):
            raise place.fail(
                f"{agent} ends with (terminated, truncated) = {flags}, expected {(not truncated, truncated)}"
            )
        if "outcome" not in env.infos[agent]:
            raise place.fail(f"{agent} gets no outcome in its last info")


def _problems(game: Game, state: State) -> list[str]:
    """What the game's own ``check_pieces(state)`` finds; nothing of a game without that method."""
    problems: Callable[[State], Iterable[str]] | None = getattr(game, "check_pieces", None)
    return [] if problems is None else list(map(str, problems(state)))


def check_pieces(game: Game, seeds: Sequence[int] = SEEDS, most: int = 5000) -> None:
    """Cards, tokens and figures are neither made nor lost, by the game's own ``check_pieces(state)`` at each decision.

    A game without that method passes.
    """
    for place, state in _walk(game, seeds, most):
        found = _problems(game, state)
        if found:
            raise place.fail("; ".join(found))


def check_masks(game: Game, seeds: Sequence[int] = SEEDS, most: int = 5000, every: int = 10) -> None:
    """The mask is exact, by brute force: on a copy, each legal action succeeds, each other one is refused.

    Also: a refusal changes no byte, only the seat that is asked has a mask, and asking for masks changes nothing.
    """
    for place, state in _walk(game, seeds, most, every):
        asked = game.turn(state)
        before = state.tobytes()
        mask = game.legal(state)
        for seat in range(game.num_seats):
            has = bool(game.legal(state, seat).any())
            if has != (seat == asked):
                raise place.fail(f"has {'a' if has else 'no'} mask, while {_seat(game, asked)} is asked", seat)
        if state.tobytes() != before:
            raise place.fail("asking for the mask changed the state")
        for action in range(game.num_actions):
            if not mask[action]:
                _expect_refusal(place, state, action)
                continue
            copy = game.clone(state)
            try:
                game.step(copy, action)
            except (IllegalAction, CoreError) as error:
                raise place.fail(f"legal action {game.actions[action]!r} is refused: {error}", asked) from error
            if copy.tobytes() == before:
                raise place.fail(f"legal action {game.actions[action]!r} changes nothing", asked)
        for action in (-1, game.num_actions):
            _expect_refusal(place, state, action)


def _seat(game: Game, seat: int | None) -> str:
    return "nobody" if seat is None else game.seats[seat]


def _expect_refusal(place: _Place, state: State, action: int) -> None:
    game = place.game
    name = game.actions[action] if 0 <= action < game.num_actions else "out of range"
    copy = game.clone(state)
    try:
        game.step(copy, action)
    except IllegalAction:
        if copy.tobytes() != state.tobytes():
            raise place.fail(f"refusing action {action} ({name}) changed {_field(game, state, copy)}") from None
        return
    raise place.fail(f"action {action} ({name}) is not in the mask, but succeeds", game.turn(state))


def _field(game: Game, a: State, b: State) -> str:
    """Name of the first field in which two states differ."""
    for f in game.record.fields:
        if a[f.name].tobytes() != b[f.name].tobytes():
            if f.name == "core":
                names = a["core"].dtype.names or ()
                return next((f"core.{n}" for n in names if a["core"][n].tobytes() != b["core"][n].tobytes()), "core")
            return f.name
    return "nothing"


def check_clone(game: Game, seeds: Sequence[int] = SEEDS, most: int = 5000, every: int = 10) -> None:
    """A clone, a saved and restored state, and a pickled game go on exactly like the original, and apart from it."""
    again: Game = pickle.loads(pickle.dumps(game))
    if again.config() != game.config() or again.content_hash != game.content_hash:
        raise CheckFailed(f"{game!r}: pickled and loaded, it has other options or content: {again!r}")
    for place, state in _walk(game, seeds, most, every):
        before = state.tobytes()
        copies = {"clone": (game, game.clone(state)), "restored state": (game, game.restore(game.save(state)))}
        copies["pickled game"] = (again, again.restore(game.save(state)))
        for what, (_, copy) in copies.items():
            if copy.tobytes() != before:
                raise place.fail(f"the {what} differs in {_field(game, state, copy)}")
        ends: dict[str, State] = {}
        for what, (player, copy) in copies.items():
            for _ in range(20):
                seat = player.turn(copy)
                if seat is None:
                    break
                player.step(copy, by_sight(player.observe(copy, seat), player.legal(copy)))
            ends[what] = copy
            if state.tobytes() != before:
                raise place.fail(f"stepping the {what} changed the original")
        for what, copy in ends.items():
            if copy.tobytes() != ends["clone"].tobytes():
                raise place.fail(
                    f"the {what} went on differently from the clone, in {_field(game, ends['clone'], copy)}"
                )


def check_leaks(game: Game, seeds: Sequence[int] = SEEDS, most: int = 5000, every: int = 10, samples: int = 3) -> None:
    """No seat can tell the true state from one in which all that it cannot know is drawn anew.

    Compared for each seat: observation (by block), mask, text, JSON and visible record, the seat that is asked, and
    the own reward (that of another seat may hang on its secret). A resampled state must have new dice and must be
    playable, and drawing it must not change the true one. It must hang on the seed and on what the seat knows only:
    drawn again from itself with the same seed it stays as it is, or a search would play by hidden facts. It holds
    the same pieces (see `check_pieces`).
    """
    for place, state in _walk(game, seeds, most, every):
        before = state.tobytes()
        for seat in range(game.num_seats):
            truth = _sight(game, state, seat)
            for sample in range(samples):
                word = mix_seed(place.seed * 1000 + place.decision + sample)
                other = game.resample(state, seat, word)
                if state.tobytes() != before:
                    raise place.fail("resampling changed the true state", seat)
                if np.array_equal(other["core"]["rng"], state["core"]["rng"]):
                    raise place.fail("resample keeps the true random words, so the future dice are known", seat)
                _compare_sight(place, seat, truth, _sight(game, other, seat))
                lost = _problems(game, other)
                if lost:
                    raise place.fail(f"resampling makes or loses pieces: {'; '.join(lost)}", seat)
                again = game.resample(other, seat, word)
                if again.tobytes() != other.tobytes():
                    what = _field(game, again, other)
                    raise place.fail(
                        f"what resample draws hangs on the hidden facts before, not on the seed only: {what}", seat
                    )
                asked = game.turn(other)
                if asked is not None:
                    try:
                        game.step(other, by_sight(game.observe(other, asked), game.legal(other)))
                    except (IllegalAction, CoreError) as error:
                        raise place.fail(f"a resampled state cannot be played on: {error}", seat) from error


def _sight(game: Game, state: State, seat: int) -> dict[str, Any]:
    sight = {
        "observation": game.observe(state, seat),
        "mask": game.legal(state, seat),
        "text": game.text(state, seat),
        "JSON": game.to_json(state, seat),
        "seat that is asked": game.turn(state),
        "reward": game.rewards(state)[seat],
    }
    if game.turn(state) == seat:
        sight["choice"] = game.choice_name(state)
        sight["descriptions"] = [game.describe(state, a) for a in game.legal_actions(state)]
    if hasattr(game, "visible"):
        record = game.visible(state, seat)
        sight["visible record"] = {name: record[name].tobytes().hex() for name in record.dtype.names or ()}
    return sight


def _compare_sight(place: _Place, seat: int, truth: dict[str, Any], other: dict[str, Any]) -> None:
    for what, value in truth.items():
        if what == "observation":
            if not np.array_equal(value, other[what]):
                raise place.fail(f"hidden facts change the observation: {_block(place.game, value, other[what])}", seat)
        elif what == "mask":
            if not np.array_equal(value, other[what]):
                action = int(np.flatnonzero(value != other[what])[0])
                raise place.fail(f"hidden facts change the mask: action {place.game.actions[action]!r}", seat)
        elif value != other.get(what):
            raise place.fail(f"hidden facts change the {what}: {_difference(value, other.get(what))}", seat)


def _block(game: Game, a: NDArray[np.float32], b: NDArray[np.float32]) -> str:
    at = int(np.flatnonzero(a != b)[0])
    block = next(block for block in game.layout if block.start <= at < block.stop)
    where = tuple(int(i) for i in np.unravel_index(at - block.start, block.shape))
    return f"block {block.name!r} at {where} is {a[at]} or {b[at]}"


def _difference(a: Any, b: Any, path: str = "") -> str:
    """Where two pieces of plain data differ first."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in a:
            if a[key] != b.get(key):
                return _difference(a[key], b.get(key), f"{path}.{key}" if path else str(key))
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for i, (x, y) in enumerate(zip(a, b, strict=True)):
            if x != y:
                return _difference(x, y, f"{path}[{i}]")
    if isinstance(a, str) and isinstance(b, str) and "\n" in a + b:
        for number, (x, y) in enumerate(zip(a.splitlines(), b.splitlines(), strict=False)):
            if x != y:
                return f"line {number}: {x!r} or {y!r}"
    return f"{path + ': ' if path else ''}{a!r} or {b!r}"


# -- determinism -----------------------------------------------------------------------------------------------

_PARTS = ("state", "observation", "mask", "text", "JSON", "reward")


def _trace(game: Game, seed: int, most: int) -> list[tuple[bytes, ...]]:
    """A digest of each of `_PARTS` at each decision of a random game."""
    trace = []
    for _, state in _walk(game, [seed], most):
        seat = game.turn(state)
        parts = (
            state.tobytes(),
            b"".join(game.observe(state, s).tobytes() for s in range(game.num_seats)),
            game.legal(state).tobytes(),
            game.text(state, seat).encode(),
            repr(game.to_json(state, seat)).encode(),
            repr(game.rewards(state)).encode(),
        )
        trace.append(tuple(hashlib.blake2b(part, digest_size=8).digest() for part in parts))
    return trace


def check_determinism(game: Game, seeds: Sequence[int] = SEEDS, most: int = 5000) -> None:
    """Equal seeds give equal games, from the first decision to the last, here and in other processes.

    The other processes have other hash seeds and other global random states. Different seeds must give different games.
    """
    here = {seed: _trace(game, seed, most) for seed in seeds}
    _compare_traces(game, here, {seed: _trace(game, seed, most) for seed in seeds}, "when played twice")
    if len(seeds) > 1 and len({_course(game, seed, most) for seed in seeds}) == 1:
        raise CheckFailed(f"{game!r}: the seeds {', '.join(map(str, seeds))} all give the same game")
    for number, hash_seed in enumerate(("1", "77")):
        there = _trace_elsewhere(game, seeds, most, number, hash_seed)
        _compare_traces(game, here, there, f"in another process with PYTHONHASHSEED={hash_seed}")


def _course(game: Game, seed: int, most: int) -> str:
    """A digest of what the seats see in a game played `by_sight`, so that only the seed can make a difference."""
    digest = hashlib.sha256()
    state = game.new(seed)
    for _ in range(most):
        seat = game.turn(state)
        if seat is None:
            break
        seen = game.observe(state, seat)
        digest.update(seen.tobytes())
        game.step(state, by_sight(seen, game.legal(state)))
    return digest.hexdigest()


def _trace_elsewhere(
    game: Game, seeds: Sequence[int], most: int, number: int, hash_seed: str
) -> dict[int, list[tuple[bytes, ...]]]:
    job = pickle.dumps((list(sys.path), number, pickle.dumps(game), list(seeds), most))
    root = str(Path(__file__).resolve().parents[1])
    result = subprocess.run(
        [sys.executable, "-c", "from envs.testing import _answer; _answer()"],
        input=job,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": root},
    )
    if result.returncode:
        raise CheckFailed(f"{game!r}: cannot be played in another process:\n{result.stderr.decode()[-2000:]}")
    return pickle.loads(result.stdout)


def _answer() -> None:
    """The other process of `check_determinism`: reads a job from standard input, writes the traces."""
    sys.path[:], number, packed, seeds, most = pickle.loads(sys.stdin.buffer.read())
    random.seed(number)
    np.random.seed(number)  # noqa: NPY002 - the global state is what must have no effect
    game = pickle.loads(packed)
    sys.stdout.buffer.write(pickle.dumps({seed: _trace(game, seed, most) for seed in seeds}))


def _compare_traces(
    game: Game, a: Mapping[int, list[tuple[bytes, ...]]], b: Mapping[int, list[tuple[bytes, ...]]], when: str
) -> None:
    for seed in a:
        for decision, (x, y) in enumerate(zip(a[seed], b[seed], strict=False)):
            for part, one, two in zip(_PARTS, x, y, strict=True):
                if one != two:
                    raise _Place(game, seed, decision).fail(f"the {part} differs {when}")
        if len(a[seed]) != len(b[seed]):
            place = _Place(game, seed, min(len(a[seed]), len(b[seed])))
            raise place.fail(f"the game ends earlier or later {when}")


# -- rewards through the faces ---------------------------------------------------------------------------------

Face = Callable[[Game, int, RewardMode, int], dict[str, float]]


def check_rewards(
    game: Game,
    reward: RewardMode = "outcome",
    seeds: Sequence[int] = SEEDS,
    most: int = 5000,
    faces: Mapping[str, Face] | None = None,
) -> None:
    """No reward is lost or invented: through each face, what a learner gets in a game sums up to what the game gives.

    One policy plays the same games through all faces. The truth is computed without stepping: the outcome's reward,
    plus the difference of the potentials of the last and the first state for ``"shaped"`` (where the last is 0) and
    ``"progress"`` (which keeps only a victory of the outcome).

    Args:
        game: the configured game.
        reward: mode of the reward.
        seeds: of the games.
        most: ``max_cycles`` of the faces.
        faces: functions ``(game, seed, reward, max_cycles) -> {seat name or "team": total}``; default: all of ours.
    """
    for seed in seeds:
        first = game.new(seed)
        last, decisions = game.clone(first), 0
        while (seat := game.turn(last)) is not None and decisions < most:
            game.step(last, by_sight(game.observe(last, seat), game.legal(last)))
            decisions += 1
        truth: dict[str, float] = {}
        results = kept(game, game.rewards(last)) if reward == "progress" else game.rewards(last)
        for s, (name, outcome) in enumerate(zip(game.seats, results, strict=True)):
            gone = game.turn(last) is None
            after = 0.0 if gone and reward == "shaped" else game.potential(last, s)
            truth[name] = outcome + (after - game.potential(first, s) if reward != "outcome" else 0.0)
        truth["team"] = sum(truth[name] for name in game.seats[: game.hero_seats]) / game.hero_seats
        for face, totals in (faces or FACES).items():
            for who, total in totals(game, seed, reward, most).items():
                if abs(total - truth[who]) > TOLERANCE * max(1, decisions) ** 0.5:
                    raise _Place(game, seed, decisions).fail(
                        f"reward {reward!r} through the {face} face: {who} got {total:+.6f} in all, "
                        f"the game gives {truth[who]:+.6f}"
                    )


def aec_rewards(game: Game, seed: int, reward: RewardMode, max_cycles: int) -> dict[str, float]:
    """What ``last()`` gives to each agent of the PettingZoo face."""
    from envs.aec import make

    env = make(game, reward=reward, max_cycles=max_cycles)
    env.reset(seed=seed)
    return sum_last(env)


def sum_last(env: Any) -> dict[str, float]:
    """Play an AEC environment `by_sight` to its end and sum up what each agent gets from ``last()``."""
    totals = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        env.step(None if terminated or truncated else by_sight(seen["observation"], seen["action_mask"]))
    return totals


def _learners(game: Game) -> Iterator[tuple[str, Any]]:
    """The team and each seat, with partners for the others."""
    for who in ("team", *game.seats):
        yield who, None if who != "team" and game.num_seats == 1 else _BySight()


def gym_rewards(game: Game, seed: int, reward: RewardMode, max_cycles: int) -> dict[str, float]:
    """What the Gymnasium face gives to the team and to each seat."""
    from envs.gym import DerelictEnv

    totals = {}
    for who, partners in _learners(game):
        env = DerelictEnv(game, seat=who, partners=partners, reward=reward, max_cycles=max_cycles)
        seen, _ = env.reset(seed=seed)
        if env._seeds.last != seed:  # the game ended before this seat was asked
            continue
        total, over = 0.0, False
        while not over:
            seen, gain, terminated, truncated, _ = env.step(by_sight(seen, env.action_masks()))
            total += gain
            over = terminated or truncated
        totals[who] = total
    return totals


def vector_rewards(game: Game, seed: int, reward: RewardMode, max_cycles: int) -> dict[str, float]:
    """What the batch gives to the team and to each seat, as the vector faces use it."""
    from envs.faces import LearnerBatch

    totals = {}
    for who, partners in _learners(game):
        batch = LearnerBatch(game, 1, seat=who, partners=partners, reward=reward, max_cycles=max_cycles)
        batch.restart([seed])
        if int(batch.batch.seeds[0]) != seed:
            continue
        total = 0.0
        while not batch.ended[0]:
            batch.step(np.array([by_sight(batch.batch.obs[0], batch.batch.mask[0])]))
            total += float(batch.reward[0])
        totals[who] = total
    return totals


def game_rewards(game: Game, seed: int, reward: RewardMode, max_cycles: int) -> dict[str, float]:
    """What `Batch` writes for each seat."""
    batch = game.batch(1, seed=seed, reward=reward, max_cycles=max_cycles, autoreset=False)
    totals = np.zeros(game.num_seats)
    while not batch.done[0]:
        batch.step(np.array([by_sight(batch.obs[0], batch.mask[0])]))
        totals += batch.reward[0]
    return dict(zip(game.seats, totals.tolist(), strict=True))


FACES: dict[str, Face] = {
    "Batch": game_rewards,
    "PettingZoo": aec_rewards,
    "Gymnasium": gym_rewards,
    "vector": vector_rewards,
}
