"""`Batch` beside `Game`: equal seeds and actions give equal arrays, whatever the number of threads."""

from __future__ import annotations

import numpy as np
import pytest

import envs
from envs.core.engine import mix_seed
from envs.core.errors import CoreError, IllegalAction, OptionError
from envs.core.game import Batch, Game
from tests.core.pairs import boat

CONFIGS = [(1, "rules"), (2, "agent"), (3, "rules"), (4, "agent"), (1, "agent", True), (2, "rules", True)]
N = 7
ARRAYS = ("seat", "mask", "obs", "reward", "done", "truncated", "outcome", "length", "final_obs", "final_seat", "seeds")


@pytest.fixture(params=CONFIGS, ids=lambda c: f"{c[0]}-{c[1]}" + "-pairs" * (len(c) > 2))
def game(request) -> Game:
    return boat(*request.param, days=5)


@pytest.fixture
def trio() -> Game:
    return envs.load("lifeboat", seats=3, days=3)


class Twin:
    """What a row of a batch must show, told by `Game` alone."""

    def __init__(self, game: Game, seed: int, *, reward: str, gamma: float, max_cycles: int, autoreset: bool):
        self.game, self.reward_mode, self.gamma = game, reward, gamma
        self.max_cycles, self.autoreset = max_cycles, autoreset
        self.seed = seed
        self.state = game.new(seed)
        self.reward = [0.0] * game.num_seats
        self.done = self.truncated = False
        self.final: tuple[int, np.ndarray] | None = None
        self.outcome = self.length = 0

    def step(self, action: int) -> None:
        game, state = self.game, self.state
        player = game.turn(state)
        before = [game.potential(state, seat) for seat in range(game.num_seats)]
        game.step(state, action)
        over = game.is_over(state)
        self.reward = game.rewards(state)
        for seat in range(game.num_seats):
            after = game.potential(state, seat)
            if self.reward_mode == "shaped":
                self.reward[seat] += (0 if over else self.gamma * after) - before[seat]
            elif self.reward_mode == "progress":
                hero = seat < game.hero_seats
                self.reward[seat] = max(0, self.reward[seat]) if hero else min(0, self.reward[seat])
                self.reward[seat] += after - before[seat]
        decisions = int(state["core"]["decisions"])
        self.done = over or (self.max_cycles > 0 and decisions >= self.max_cycles)
        self.truncated = self.done and (not over or game.outcome(state).truncated)
        if self.done:
            self.final = (player, game.observe(state, player))
            self.outcome, self.length = int(state["core"]["outcome"]), decisions
            if self.autoreset:
                self.seed = mix_seed(self.seed)
                self.state = game.new(self.seed)


def same(batch: Batch, i: int, twin: Twin) -> None:
    game, seat = batch.game, twin.game.turn(twin.state)
    assert batch.states[i].tobytes() == twin.state.tobytes()
    assert batch.seat[i] == (-1 if seat is None else seat)
    assert (batch.mask[i] == game.legal(twin.state)).all()
    assert batch.reward[i] == pytest.approx(twin.reward, abs=1e-6)
    assert batch.done[i] == twin.done
    assert batch.truncated[i] == twin.truncated
    assert batch.seeds[i] == twin.seed
    if twin.done:
        assert batch.outcome[i] == twin.outcome
        assert batch.length[i] == twin.length
        assert batch.final_seat[i] == twin.final[0]
        assert (batch.final_obs[i] == twin.final[1]).all()
    viewer = twin.final[0] if seat is None else seat
    assert (batch.obs[i] == game.observe(twin.state, viewer)).all()


MODES = [
    {"reward": "outcome", "gamma": 1.0, "max_cycles": 0, "autoreset": True},
    {"reward": "shaped", "gamma": 0.9, "max_cycles": 6, "autoreset": True},
    {"reward": "progress", "gamma": 1.0, "max_cycles": 0, "autoreset": False},
    {"reward": "shaped", "gamma": 1.0, "max_cycles": 0, "autoreset": False},
]


@pytest.mark.parametrize("mode", MODES, ids=lambda m: "-".join(map(str, m.values())))
@pytest.mark.parametrize("threads", [1, 2])
def test_batch_is_game_row_by_row(game, mode, threads) -> None:
    batch = game.batch(N, seed=20, threads=threads, **mode)
    twins = [Twin(game, 20 + i, **mode) for i in range(N)]
    rng = np.random.default_rng(3)
    ends = 0
    for i, twin in enumerate(twins):
        same(batch, i, twin)
    for _ in range(120):
        running = batch.seat >= 0
        if not running.any():
            break
        actions = np.array([rng.choice(np.flatnonzero(m)) if m.any() else -1 for m in batch.mask])
        batch.step(actions, where=running)
        for i, twin in enumerate(twins):
            if running[i]:
                twin.step(int(actions[i]))
                same(batch, i, twin)
                ends += twin.done
            else:
                assert not batch.done[i]
                assert not batch.reward[i].any()
    assert ends >= N
    batch.close()


def test_threads_make_no_difference(game) -> None:
    batches = [game.batch(33, seed=5, threads=threads) for threads in (1, 2, 5)]
    words = [np.arange(33, dtype=np.uint64) for _ in batches]
    for _ in range(150):
        for batch, word in zip(batches, words, strict=True):
            batch.step(batch.random_actions(word))
        for batch in batches[1:]:
            for name in ARRAYS:
                assert (getattr(batch, name) == getattr(batches[0], name)).all(), name
            assert batch.states.tobytes() == batches[0].states.tobytes()
    for batch in batches:
        batch.close()
        batch.close()


def test_a_closed_batch_still_works(trio) -> None:
    batch = trio.batch(4, threads=2)
    batch.close()
    batch.step(batch.mask.argmax(1))
    assert (batch.states["core"]["decisions"] == 1).all()


def test_all_cores_are_offered() -> None:
    game = envs.load("lifeboat")
    batch = game.batch(64, threads=0)
    assert 1 <= batch.threads <= 64
    assert game.batch(2, threads=16).threads == 2
    batch.close()


# -- ends --------------------------------------------------------------------------------------------------


def play_out(batch: Batch, steps: int, seed: int = 0) -> dict[str, list]:
    """Random play; what each game that ended left behind."""
    words = np.arange(batch.n, dtype=np.uint64) + np.uint64(seed)
    found: dict[str, list] = {"outcome": [], "length": [], "truncated": [], "reward": [], "seed": []}
    for _ in range(steps):
        seeds = batch.seeds.copy()
        batch.step(batch.random_actions(words))
        for i in np.flatnonzero(batch.done):
            found["outcome"].append(int(batch.outcome[i]))
            found["length"].append(int(batch.length[i]))
            found["truncated"].append(bool(batch.truncated[i]))
            found["reward"].append(batch.reward[i].copy())
            found["seed"].append(int(seeds[i]))
    return found


def test_autoreset_goes_on_with_new_games(game) -> None:
    batch = game.batch(5, seed=1)
    found = play_out(batch, 300)
    assert len(found["seed"]) > 20
    assert len(set(found["seed"])) == len(found["seed"]), "no game is played twice"
    assert (batch.seat >= 0).all()
    assert batch.mask.any(1).all()


def test_without_autoreset_a_finished_row_waits(trio) -> None:
    batch = trio.batch(3, seed=2, autoreset=False)
    words = np.arange(3, dtype=np.uint64)
    while (batch.seat >= 0).all():
        batch.step(batch.random_actions(words))
    row = int(np.flatnonzero(batch.seat < 0)[0])
    assert batch.done[row]
    assert not batch.mask[row].any()
    assert (batch.obs[row] == batch.final_obs[row]).all()
    assert batch.random_actions(words)[row] == -1
    before = batch.states.tobytes()
    with pytest.raises(IllegalAction, match=rf"row {row}: lifeboat: got action 0 \(row\), but the game is over"):
        batch.step(np.where(np.arange(3) == row, 0, batch.random_actions(words)))
    assert batch.states.tobytes() == before
    others = batch.states["core"]["decisions"].copy()
    batch.reset(77, where=np.arange(3) == row)
    assert batch.seat[row] >= 0
    assert not batch.done[row]
    assert batch.seeds[row] == 77 + row
    assert batch.states[row].tobytes() == trio.new(77 + row).tobytes()
    others[row] = 0
    assert (batch.states["core"]["decisions"] == others).all()


def test_max_cycles_cuts_off(game) -> None:
    batch = game.batch(16, seed=3, max_cycles=4)
    found = play_out(batch, 60)
    assert max(found["length"]) == 4
    for outcome, truncated, reward in zip(found["outcome"], found["truncated"], found["reward"], strict=True):
        assert truncated == (outcome in (0, 4))
        assert outcome or not reward.any()
    assert 0 in found["outcome"]


def test_day_limit_counts_as_truncated(trio) -> None:
    found = play_out(trio.batch(32, seed=3), 40)
    assert {t for o, t in zip(found["outcome"], found["truncated"], strict=True) if o == 4} == {True}
    assert {t for o, t in zip(found["outcome"], found["truncated"], strict=True) if o != 4} == {False}


# -- rewards -----------------------------------------------------------------------------------------------


def returns(game: Game, mode: str, gamma: float = 1.0) -> np.ndarray:
    """The sum of the rewards of 40 games, one row each."""
    batch = game.batch(40, seed=9, reward=mode, gamma=gamma, autoreset=False)
    words = np.arange(40, dtype=np.uint64)
    total = np.zeros_like(batch.reward)
    while (batch.seat >= 0).any():
        batch.step(batch.random_actions(words), where=batch.seat >= 0)
        total += batch.reward
    return total


def test_reward_modes_add_up(game) -> None:
    """Shaped returns are the outcome's less the first potential; progress adds the last potential to a victory."""
    outcome, shaped, progress = (returns(game, mode) for mode in ("outcome", "shaped", "progress"))
    assert outcome.any()
    assert shaped == pytest.approx(outcome, abs=1e-5), "the first potential is 0"
    heroes = game.hero_seats
    victory = np.concatenate([outcome[:, :heroes].clip(min=0), outcome[:, heroes:].clip(max=0)], axis=1)
    gained = progress - victory
    assert (gained[:, :heroes] >= -1e-6).all()
    assert (gained[:, :heroes] <= 1 + 1e-6).all()
    assert (gained > 0.01).any()
    if game.num_seats > heroes:
        assert gained[:, -1] == pytest.approx(-gained[:, 0], abs=1e-5)


# -- reset -------------------------------------------------------------------------------------------------


def test_reset_by_number(trio) -> None:
    batch = trio.batch(4, seed=0)
    assert batch.seeds.tolist() == [0, 1, 2, 3]
    batch.reset(2**64 - 2)
    assert batch.seeds.tolist() == [2**64 - 2, 2**64 - 1, 0, 1]
    batch.reset(np.int32(0))
    for i in range(4):
        assert batch.states[i].tobytes() == trio.new(i).tobytes()


def test_reset_by_array(trio) -> None:
    batch = trio.batch(3)
    for seeds in ([5, 0, 5], (5, 0, 5), np.array([5, 0, 5], np.uint64), np.array([5, 0, 5], np.int16)):
        batch.reset(1)
        batch.reset(seeds)
        assert batch.seeds.tolist() == [5, 0, 5]
        assert batch.states[0].tobytes() == batch.states[2].tobytes() == trio.new(5).tobytes()


def test_reset_without_a_seed_goes_on(trio) -> None:
    """The next games are those that autoreset would have started."""
    batch, twin = trio.batch(3, seed=4), trio.batch(3, seed=4)
    batch.reset(None)
    assert batch.seeds.tolist() == [mix_seed(4 + i) for i in range(3)]
    twin.reset(None)
    assert batch.states.tobytes() == twin.states.tobytes()
    batch.reset(None)
    assert batch.seeds.tolist() == [mix_seed(mix_seed(4 + i)) for i in range(3)]


def test_reset_clears_what_the_last_game_left(trio) -> None:
    batch = trio.batch(2, seed=4, autoreset=False)
    words = np.arange(2, dtype=np.uint64)
    while not batch.done.any():
        batch.step(batch.random_actions(words))
    batch.reset(4)
    for name in ("done", "truncated", "outcome", "length", "reward"):
        assert not getattr(batch, name).any(), name


def test_where_leaves_the_other_rows_alone(trio) -> None:
    batch = trio.batch(4, seed=4)
    before = batch.states.copy()
    seats, masks, observations = batch.seat.copy(), batch.mask.copy(), batch.obs.copy()
    where = np.array([True, False, False, True])
    batch.step(np.where(where, batch.mask.argmax(1), 999), where=where)
    assert (batch.states["core"]["decisions"] == where).all()
    for i in (1, 2):
        assert batch.states[i].tobytes() == before[i].tobytes()
        assert batch.seat[i] == seats[i]
        assert (batch.mask[i] == masks[i]).all()
        assert (batch.obs[i] == observations[i]).all()
    batch.reset(50, where=~where)
    assert batch.seeds.tolist() == [4, 51, 52, 7]
    assert (batch.states["core"]["decisions"] == where).all()


# -- further arrays ----------------------------------------------------------------------------------------


def test_random_actions_are_legal_and_uniform(trio) -> None:
    batch = trio.batch(3000, seed=0)
    batch.reset(np.zeros(3000, np.int64))
    words = np.arange(3000, dtype=np.uint64)
    out = np.empty(3000, np.int64)
    assert batch.random_actions(words, out) is out
    counts = np.bincount(out, minlength=trio.num_actions)
    legal = batch.mask[0]
    assert not counts[~legal].any()
    assert counts[legal] == pytest.approx(np.full(legal.sum(), 3000 / legal.sum()), abs=150)
    assert (batch.random_actions(words) != out).any()


def test_observe_as_any_seat() -> None:
    game = envs.load("lifeboat", seats=2, monsters="agent")
    batch = game.batch(4, seed=1)
    for seat in range(3):
        assert (batch.observe(seat) == [game.observe(game.new(1 + i), seat) for i in range(4)]).all()
    out = np.full((4, game.observation_size), 5, np.float32)
    assert batch.observe(np.array([0, -1, 2, 1]), out) is out
    assert (out[1] == 5).all()
    for i, seat in ((0, 0), (2, 2), (3, 1)):
        assert (out[i] == game.observe(game.new(1 + i), seat)).all()


# -- bad input ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "options", "message"),
    [
        (0, {}, "a batch needs at least one game, got n=0"),
        (-2, {}, "got n=-2"),
        (2.0, {}, "got n=2.0"),
        (True, {}, "got n=True"),
        (2, {"reward": "shape"}, "unknown reward 'shape'; did you mean 'shaped'"),
        (2, {"gamma": 0.0}, r"gamma must be in \(0, 1\], got 0.0"),
        (2, {"gamma": 1.5}, r"gamma must be in \(0, 1\], got 1.5"),
        (2, {"gamma": float("nan")}, r"gamma must be in \(0, 1\], got nan"),
        (2, {"max_cycles": -1}, r"max_cycles must be 0 \(no limit\) or positive, got -1"),
        (2, {"threads": -1}, r"threads must be 0 \(all cores\) or positive, got -1"),
    ],
)
def test_bad_batches(trio, n, options, message) -> None:
    with pytest.raises(OptionError, match=message):
        trio.batch(n, **options)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda b: b.step([0]), r"expected 3 integer actions, got int64 of shape \(1,\)"),
        (lambda b: b.step([[0, 0, 0]]), r"expected 3 integer actions, got int64 of shape \(1, 3\)"),
        (lambda b: b.step([0.0, 0.0, 0.0]), "expected 3 integer actions, got float64"),
        (lambda b: b.step([0, 0, float("nan")]), "expected 3 integer actions, got float64"),
        (lambda b: b.step([True, True, True]), "expected 3 integer actions, got bool"),
        (lambda b: b.step([0, 0, None]), "expected 3 integer actions, got object"),
        (lambda b: b.step([0, 0, 0], where=[True]), r"where must have shape \(3,\), got \(1,\)"),
        (lambda b: b.reset([1, 2]), r"expected 3 integer seeds, got int64 of shape \(2,\)"),
        (lambda b: b.reset([1.5, 2, 3]), "expected 3 integer seeds, got float64"),
        (lambda b: b.reset("abc"), "expected 3 integer seeds, got <U3"),
        (lambda b: b.reset(1, where=[True]), r"where must have shape \(3,\), got \(1,\)"),
        (lambda b: b.random_actions(np.zeros(2, np.uint64)), "words must be a contiguous uint64 array"),
        (lambda b: b.random_actions(np.zeros(3, np.int32)), "words must be a contiguous uint64 array"),
        (lambda b: b.random_actions(np.zeros(3, "u8"), np.zeros(3, "i4")), "out must be a contiguous int64 array"),
        (lambda b: b.observe(3), r"lifeboat: seat 3 is not one of 0\.\.2"),
        (lambda b: b.observe(0, np.zeros((3, 1), np.float32)), "out must be a contiguous float32 array"),
    ],
)
def test_bad_calls_leave_the_batch_alone(trio, call, message) -> None:
    batch = trio.batch(3, seed=1)
    before = [getattr(batch, name).tobytes() for name in (*ARRAYS, "states")]
    with pytest.raises(OptionError, match=message):
        call(batch)
    assert [getattr(batch, name).tobytes() for name in (*ARRAYS, "states")] == before


@pytest.mark.parametrize("action", [-1, 5, 12, 13, 10**12, -(2**63)])
def test_one_illegal_action_stops_all(trio, action) -> None:
    batch = trio.batch(3, seed=1)
    before = [getattr(batch, name).tobytes() for name in (*ARRAYS, "states")]
    with pytest.raises(
        IllegalAction, match=rf"row 1: lifeboat: sailor_0 cannot play {action}.*; legal now: row, "
    ) as info:
        batch.step([0, action, 0])
    assert info.value.seat == "sailor_0"
    assert info.value.action == action
    assert "row" in info.value.legal
    assert [getattr(batch, name).tobytes() for name in (*ARRAYS, "states")] == before


def test_failing_rules_are_named(trio) -> None:
    batch = trio.batch(3, seed=1)
    batch.states["core"]["script"][2][0] = 9
    batch.states["core"]["script_n"][2] = 1
    with pytest.raises(CoreError, match=r"stopped with bad roll \(9\) after 1 decisions of the game with seed 3"):
        batch.step([0, 0, 0])


def test_loaded_states_go_on_as_they_would_have(game) -> None:
    source, other = Batch(game, N, seed=5, autoreset=False), Batch(game, N, seed=900, autoreset=False)
    words = np.arange(N, dtype=np.uint64)
    alive = np.ones(N, np.bool_)
    for step in range(60):
        if step == 4:
            other.load(source.states)
        if step >= 4:
            for name in ("seat", "mask", "obs"):
                rows = alive if name == "obs" else slice(None)
                assert np.array_equal(getattr(source, name)[rows], getattr(other, name)[rows]), name
        if not alive.any():
            break
        actions = source.random_actions(words)
        source.step(actions, alive)
        if step >= 4:
            other.step(actions, alive)
            assert np.array_equal(source.reward[alive], other.reward[alive])
            assert np.array_equal(source.states, other.states)
        alive &= ~source.done
    assert step >= 6


def test_what_is_no_state_of_the_game_is_not_loaded(trio) -> None:
    batch = Batch(trio, 3, seed=1)
    before = batch.states.copy(), batch.obs.copy()
    other = Batch(envs.load("machina_arcana", seats=2), 3)
    for states in (batch.states[:2], other.states, np.zeros(3), None):
        with pytest.raises(OptionError, match="lifeboat: expected 3 states of this game, got"):
            batch.load(states)  # type: ignore[arg-type]
    assert np.array_equal(batch.states, before[0])
    assert np.array_equal(batch.obs, before[1])
