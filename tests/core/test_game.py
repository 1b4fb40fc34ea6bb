"""`Game` on the smallest game: refusals leave the state alone, copies are copies, hidden facts stay hidden."""

from __future__ import annotations

import pickle
import re

import numpy as np
import pytest

import envs
from envs.core.errors import CoreError, IllegalAction, OptionError
from envs.core.game import Game
from envs.core.head import Error
from envs.lifeboat.rules import table
from tests.core.common import random_game

CONFIGS = [(seats, monsters) for seats in (1, 2, 3, 4) for monsters in ("rules", "agent")]


@pytest.fixture(params=CONFIGS, ids=lambda c: f"{c[0]}-{c[1]}")
def game(request) -> Game:
    return envs.load("lifeboat", seats=request.param[0], monsters=request.param[1])


@pytest.fixture
def pair() -> Game:
    return envs.load("lifeboat", seats=2)


# -- facts -------------------------------------------------------------------------------------------------


def test_facts(game) -> None:
    heroes = game.options.seats
    shark = game.options.monsters == "agent"
    assert game.seats == (*(f"sailor_{i}" for i in range(heroes)), *(["shark_0"] if shark else []))
    assert game.num_seats == heroes + shark
    assert game.heroes == heroes
    assert game.num_actions == len(game.actions) == game.engine.num_actions
    assert game.observation_size == game.layout[-1].stop == sum(b.size for b in game.layout)
    assert game.block("water").size == 1
    with pytest.raises(OptionError, match="lifeboat: unknown block 'watr'; did you mean 'water'"):
        game.block("watr")


def test_no_hole_in_the_procedure_table() -> None:
    assert table.holes() == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seat": 2}, "lifeboat: unknown option 'seat'; did you mean 'seats'"),
        ({"wizards": 2}, "lifeboat: unknown option 'wizards'; expected one of: days, monsters, seats"),
        ({"seats": 5}, "lifeboat: option seats=5: Input should be less than or equal to 4"),
        ({"seats": 0}, "lifeboat: option seats=0: Input should be greater than or equal to 1"),
        ({"seats": "two"}, "lifeboat: option seats='two': Input should be a valid integer"),
        ({"seats": 2.5}, "lifeboat: option seats=2.5: Input should be a valid integer"),
        ({"monsters": "human"}, "lifeboat: option monsters='human': Input should be 'rules' or 'agent'"),
    ],
)
def test_bad_options(options, message) -> None:
    with pytest.raises(OptionError, match=message):
        envs.load("lifeboat", **options)


def test_unknown_game() -> None:
    with pytest.raises(OptionError, match="unknown game 'lifebaot'; did you mean 'lifeboat'"):
        envs.load("lifebaot")


def test_games_are_rebuilt_from_their_options() -> None:
    game = envs.load("lifeboat", seats=3, monsters="agent")
    assert repr(game) == "Lifeboat(seats=3, monsters='agent')"
    for twin in (pickle.loads(pickle.dumps(game)), envs.load(game.name, **game.config())):
        assert twin.config() == game.config()
        assert twin.content_hash == game.content_hash
        assert twin.new(4).tobytes() == game.new(4).tobytes()


@pytest.mark.parametrize("seed", [-1, 1.5, "7", None, True, float("nan")])
def test_bad_seeds(pair, seed) -> None:
    with pytest.raises(OptionError, match="seed must be a non-negative integer, got"):
        pair.new(seed)
    if seed is not None:
        with pytest.raises(OptionError, match="layout_seed must be a non-negative integer, got"):
            pair.new(0, layout_seed=seed)
        with pytest.raises(OptionError, match="play_seed must be a non-negative integer, got"):
            pair.new(0, play_seed=seed)


# -- stepping ----------------------------------------------------------------------------------------------


def test_mask_is_exact(game) -> None:
    """Every action whose bit is set is played, every other is refused and changes no byte."""
    for seed in range(3):
        for state in random_game(game, seed):
            mask = game.legal(state)
            before = state.tobytes()
            for action in range(game.num_actions):
                copy = game.clone(state)
                if mask[action]:
                    game.step(copy, action)
                    assert copy.tobytes() != before
                else:
                    with pytest.raises(IllegalAction):
                        game.step(copy, action)
                    assert copy.tobytes() == before
            assert state.tobytes() == before


def test_masks_of_all_seats(game) -> None:
    for state in random_game(game, 5):
        turn = game.turn(state)
        for seat in range(game.num_seats):
            mask = game.legal(state, seat)
            assert mask.dtype == np.bool_
            assert mask.shape == (game.num_actions,)
            assert mask.any() == (seat == turn)
        assert game.legal_actions(state) == np.flatnonzero(game.legal(state)).tolist()
        assert not game.legal(state, -1).any() or turn is None
        assert not game.legal(state, 99).any()


REFUSED = [
    (5, r"cannot play 5 \(use_bucket\); legal now: row, bail, search, wait"),
    (13, r"cannot play 13 \(out of range\); legal now: row"),
    (-1, r"cannot play -1 \(out of range\)"),
    (2**70, r"cannot play 1180591620717411303424 \(out of range\)"),
    (np.int64(-5), r"cannot play -5 \(out of range\)"),
    (np.uint64(2**63), r"cannot play 9223372036854775808 \(out of range\)"),
    (0.0, r"cannot play 0.0 \(an action is an integer id\)"),
    (1.5, r"cannot play 1.5 \(an action is an integer id\)"),
    (float("nan"), r"cannot play nan \(an action is an integer id\)"),
    (np.float32(1), r"cannot play .*1.0.* \(an action is an integer id\)"),
    (True, r"cannot play True \(an action is an integer id\)"),
    (np.True_, r"cannot play .*True.* \(an action is an integer id\)"),
    ("row", r"cannot play 'row' \(an action is an integer id\)"),
    (None, r"cannot play None \(an action is an integer id\)"),
    (np.array([0]), r"cannot play array\(\[0\]\) \(an action is an integer id\)"),
]


@pytest.mark.parametrize(("action", "message"), REFUSED, ids=[repr(a) for a, _ in REFUSED])
def test_refused_actions_leave_the_state_alone(pair, action, message) -> None:
    state = pair.new(3)
    before = state.tobytes()
    with pytest.raises(IllegalAction, match=f"lifeboat: sailor_0 {message}") as info:
        pair.step(state, action)
    assert state.tobytes() == before
    assert info.value.seat == "sailor_0"
    assert info.value.action is action
    assert info.value.legal == ("row", "bail", "search", "wait")
    assert isinstance(info.value, ValueError)


@pytest.mark.parametrize("kind", [int, np.int8, np.int32, np.int64, np.uint8, np.uint64])
def test_integers_of_any_kind_are_taken(pair, kind) -> None:
    state = pair.new(3)
    pair.step(state, kind(3))
    assert state["core"]["decisions"] == 1


def test_step_after_the_end(game) -> None:
    *_, state = random_game(game, 1)
    assert game.turn(state) is None
    assert game.is_over(state)
    assert not game.legal(state).any()
    before = state.tobytes()
    for action in (0, -1, 99, 1.5):
        with pytest.raises(IllegalAction, match="the game is over and nobody is asked; start a new game") as info:
            game.step(state, action)
        assert info.value.seat is None
        assert info.value.legal == ()
    assert state.tobytes() == before


def test_play_by_name(pair) -> None:
    state, twin = pair.new(3), pair.new(3)
    pair.play(state, "wait", "bail")
    pair.step(twin, pair.actions.id("wait"))
    pair.step(twin, pair.actions.id("bail"))
    assert state.tobytes() == twin.tobytes()
    with pytest.raises(OptionError, match="unknown action 'rwo'; did you mean 'row'"):
        pair.play(state, "rwo")


def test_queries_change_nothing(game) -> None:
    for state in random_game(game, 2):
        before = state.tobytes()
        game.turn(state)
        game.is_over(state)
        game.legal(state)
        game.rewards(state)
        game.outcome(state)
        game.choice_name(state)
        game.save(state)
        game.image(state, size=64)
        for seat in range(game.num_seats):
            game.observe(state, seat)
            game.potential(state, seat)
            game.text(state, seat)
            game.to_json(state, seat)
            game.resample(state, seat, 1)
        for action in range(game.num_actions):
            game.describe(state, action)
        assert state.tobytes() == before


def test_equal_seeds_and_actions_give_equal_bytes(game) -> None:
    for a, b in zip(random_game(game, 6), random_game(game, 6), strict=True):
        assert a.tobytes() == b.tobytes()


@pytest.mark.parametrize(
    ("error", "detail", "message"),
    [
        (Error.STACK_OVERFLOW, 5, "stack overflow (attack)"),
        (Error.ENDLESS, 5, "endless (attack)"),
        (Error.PROCEDURE, 99, "procedure (99)"),
        (Error.NO_OPTION, 2, "no option (parry)"),
        (Error.BAD_ROLL, 2, "bad roll (2)"),
        (Error.CAPACITY, 2, "capacity (2)"),
    ],
)
def test_what_stopped_the_rules_is_named_if_it_has_a_name(error, detail, message) -> None:
    game = envs.load("lifeboat")
    state = game.new(1)
    state["core"]["error"], state["core"]["error_detail"] = error, detail
    with pytest.raises(CoreError, match=re.escape(message)):
        game._check(state)


def test_rules_that_fail_say_so(pair) -> None:
    state = pair.new(3)
    state["core"]["script"][0] = 9
    state["core"]["script_n"] = 1
    with pytest.raises(
        CoreError, match=r"stopped with bad roll \(9\) after 1 decisions of the game with seed 3; .*report"
    ):
        pair.play(state, "row")
    before = state.tobytes()
    with pytest.raises(IllegalAction):
        pair.play(state, "row")
    assert state.tobytes() == before


# -- rewards -----------------------------------------------------------------------------------------------


def test_rewards_come_at_the_end_only(game) -> None:
    for seed in range(20):
        for state in random_game(game, seed):
            rewards = game.rewards(state)
            assert len(rewards) == game.num_seats
            if not game.is_over(state):
                assert not any(rewards)
                assert game.outcome(state).reason == "running"
        outcome = game.outcome(state)
        assert all(-1 <= r <= 1 for r in rewards)
        if game.num_seats > game.heroes:
            assert rewards[-1] == pytest.approx(-np.mean(rewards[:-1]))
        assert outcome.truncated == (outcome.reason == "adrift") == (state["core"]["over"] == 2)
        assert outcome.won == {"rescued": True, "adrift": None}.get(outcome.reason, False)
        assert {"rescued": min(rewards[: game.heroes]) >= 0, "adrift": not any(rewards)}.get(
            outcome.reason, rewards[: game.heroes] == [-1] * game.heroes
        )


# -- observations ------------------------------------------------------------------------------------------


def test_observation(game) -> None:
    for state in random_game(game, 3):
        for seat in range(game.num_seats):
            observation = game.observe(state, seat)
            assert observation.dtype == np.float32
            assert observation.shape == (game.observation_size,)
            assert (np.abs(observation) <= 1).all()
            out = np.full(game.observation_size, 9, np.float32)
            assert game.observe(state, seat, out) is out
            assert (out == observation).all()
            blocks = game.blocks(observation)
            assert list(blocks) == [b.name for b in game.layout]
            assert blocks["water"].item() == pytest.approx(state["water"] / 12)
            assert np.shares_memory(blocks["water"], observation)


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_observation_of_no_seat(pair, seat) -> None:
    state = pair.new(0)
    with pytest.raises(OptionError, match=rf"lifeboat: seat {seat} is not one of 0\.\.1"):
        pair.observe(state, seat)
    with pytest.raises(OptionError, match=rf"lifeboat: seat {seat} is not one of 0\.\.1"):
        pair.resample(state, seat, 0)


@pytest.mark.parametrize("wrong", ["size", "dtype", "stride"])
def test_observation_into_a_wrong_array(pair, wrong) -> None:
    size = pair.observation_size
    out = {
        "size": np.zeros(size - 1, np.float32),
        "dtype": np.zeros(size, np.float64),
        "stride": np.zeros(2 * size, np.float32)[::2],
    }[wrong]
    with pytest.raises(OptionError, match=rf"out must be a contiguous float32 array of shape \({size},\), got"):
        pair.observe(pair.new(0), 0, out)
    assert not out.any()


# -- copies ------------------------------------------------------------------------------------------------


def test_clones_are_independent(game) -> None:
    for state in random_game(game, 4):
        if game.turn(state) is None:
            break
        clone = game.clone(state)
        before = state.tobytes()
        assert clone.tobytes() == before
        assert (clone.dtype, clone.shape) == (state.dtype, ())
        assert not np.shares_memory(clone, state)
        game.step(clone, game.legal_actions(clone)[0])
        assert state.tobytes() == before
        assert clone.tobytes() != before


def test_clone_outlives_its_source(pair) -> None:
    state = pair.new(0)
    expected = state.tobytes()
    clone = pair.clone(pair.clone(state))
    del state
    rubbish = [np.full(len(expected), 255, np.uint8) for _ in range(50)]
    assert clone.tobytes() == expected
    assert clone.flags.writeable
    assert clone.flags.aligned
    assert len(rubbish) == 50


def test_save_and_restore(game) -> None:
    for i, state in enumerate(random_game(game, 8)):
        data = game.save(state)
        assert isinstance(data, bytes)
        restored = game.restore(data)
        assert restored.tobytes() == state.tobytes()
        if i == 3:
            middle = restored
    rng = np.random.default_rng(0)
    while game.turn(middle) is not None:
        game.step(middle, int(rng.choice(game.legal_actions(middle))))
    assert game.outcome(middle).reason != "running"


@pytest.mark.parametrize("cut", [slice(0, -1), slice(0, 0), slice(1, None), slice(0, 100)])
def test_restore_of_truncated_bytes(pair, cut) -> None:
    data = pair.save(pair.new(0))
    with pytest.raises(OptionError, match=rf"a saved state has {len(data)} bytes, got {len(data[cut])}; it is damaged"):
        pair.restore(data[cut])
    with pytest.raises(OptionError, match="it is damaged or comes from another version"):
        pair.restore(data + b"\0")


# -- hidden information ------------------------------------------------------------------------------------


def test_resample_keeps_all_that_the_seat_knows(game) -> None:
    changed = set()
    for seed in range(8):
        for i, state in enumerate(random_game(game, seed)):
            for seat in range(game.num_seats):
                other = game.resample(state, seat, 1000 * seed + i)
                assert (game.observe(other, seat) == game.observe(state, seat)).all()
                assert (game.legal(other, seat) == game.legal(state, seat)).all()
                assert game.text(other, seat) == game.text(state, seat)
                assert game.to_json(other, seat) == game.to_json(state, seat)
                assert game.turn(other) == game.turn(state)
                assert other["core"]["seed"] == 0
                assert (other["core"]["rng"] != state["core"]["rng"]).all()
                for name in ("deck", "secrets", "appetite"):
                    if other[name].tobytes() != state[name].tobytes():
                        changed.add(name)
                for mate in range(game.heroes):
                    if (
                        mate != seat
                        and other["sailors"][mate]["hand"].tolist() != state["sailors"][mate]["hand"].tolist()
                    ):
                        changed.add("hand")
                    if mate != seat and other["sailors"][mate]["secret"] != state["sailors"][mate]["secret"]:
                        changed.add("secret")
    assert changed >= {"deck", "appetite"}
    if game.heroes > 1:
        assert changed == {"deck", "secrets", "appetite", "hand", "secret"}


def test_resampled_games_can_be_played_to_the_end(game) -> None:
    rng = np.random.default_rng(1)
    for seed in range(5):
        for i, state in enumerate(random_game(game, seed)):
            other = game.resample(state, i % game.num_seats, seed)
            while game.turn(other) is not None:
                mask = game.legal(other)
                for action in np.flatnonzero(mask):
                    game.step(game.clone(other), int(action))
                game.step(other, int(rng.choice(np.flatnonzero(mask))))
            cards = other["deck"]["n"] + other["discard"]["n"] + other["sailors"]["cards"].sum()
            assert cards == 15
            assert (other["sailors"]["hand"].sum(1) == other["sailors"]["cards"]).all()


def test_resample_draws_dice_anew_and_drops_the_script(pair) -> None:
    state = pair.new(3)
    state["core"]["script"][:2] = 1
    state["core"]["script_n"] = 2
    other = pair.resample(state, 0, 5)
    assert other["core"]["script_n"] == 0
    assert other.tobytes() == pair.resample(pair.new(3), 0, 5).tobytes(), "no scripted value was used"
    assert not other["core"]["script"].any()
    assert pair.resample(state, 0, 5).tobytes() == other.tobytes()
    assert pair.resample(state, 0, 6).tobytes() != other.tobytes()
    assert pair.resample(state, 0, 0).tobytes() != pair.resample(state, 0, 1).tobytes()
    assert other["core"]["stream"] == state["core"]["stream"]


def test_resample_reaches_every_deal(pair) -> None:
    """The other's secret card and the top of the deck take all their values, in the right proportions."""
    state = pair.new(3)
    own = int(state["sailors"][0]["secret"])
    pool = [1, 1, 2]
    pool.remove(own)
    draws = [pair.resample(state, 0, seed) for seed in range(3000)]
    secrets = np.bincount([int(s["sailors"][1]["secret"]) for s in draws], minlength=3)
    assert secrets == pytest.approx(np.bincount(pool, minlength=3) * 1500, abs=200)
    tops = np.bincount([int(s["deck"]["cards"][14]) for s in draws], minlength=4)
    assert tops[1:] == pytest.approx(np.full(3, 1000), abs=150)


def test_json_shows_own_secrets_only() -> None:
    game = envs.load("lifeboat", seats=2, monsters="agent")
    state = game.new(0)
    everything, first, shark = game.to_json(state), game.to_json(state, 0), game.to_json(state, 2)
    assert {"core", "appetite"} <= everything.keys()
    assert not {"core", "appetite"} & first.keys()
    assert "appetite" in shark
    assert "secret" in first["sailors"][0]
    assert "secret" not in first["sailors"][1]
    assert all("secret" not in sailor for sailor in shark["sailors"])
    assert "cards" not in first["deck"]
    assert "cards" in first["discard"]


def test_bytes_in_use_leave_out_seats_that_are_not_there_and_fields_used_seldom():
    game = envs.load("machina_arcana", seats=2)
    used = game._bytes_in_use()
    fields = game.record.dtype.fields
    at = fields["explorers"][1]
    row = fields["explorers"][0].itemsize // 4
    assert used[at : at + 2 * row].all()
    assert not used[at + 2 * row : at + 4 * row].any()
    core = game.record.dtype["core"].fields
    stack = fields["core"][1] + core["stack"][1]
    assert used[stack : stack + 16 * 32].all()
    assert not used[stack + 16 * 32 : stack + 80 * 32].any()
    assert used[fields["queue"][1] : fields["queue"][1] + fields["queue"][0].itemsize].all()
    for name in ("walk", "steps"):  # of the seats, and of nobody
        assert not used[fields[name][1] : fields[name][1] + fields[name][0].itemsize].any()
    full = envs.load("machina_arcana", seats=4)._bytes_in_use()
    assert full[at : at + 4 * row].all()
