"""Replays: exact, verified, never half written, never overwritten, and clear about what is wrong with them."""

from __future__ import annotations

import dataclasses
import json

import pytest

import envs
from envs.aec import make
from envs.core.errors import IllegalAction, ReplayError
from envs.replay import Recorder, Replay
from tests.faces.games import CONFIGS, config_id, play_random


def record(game, seed=7, decisions=60, **seeds):
    recorder = Recorder(game, seed, **seeds)
    for action in play_random(game, recorder.state, seed, decisions):
        recorder.step(action)
    return recorder


@pytest.fixture
def replay():
    return record(envs.load("lifeboat", seats=3), decisions=1000).replay()


@pytest.mark.parametrize("config", CONFIGS, ids=config_id)
def test_round_trip_through_a_file_gives_the_same_states(config, tmp_path):
    game = config.load()
    recorder = record(game)
    path = recorder.replay().save(tmp_path / "game.json")
    assert path.read_text().count("\n") == 1
    loaded = Replay.load(path)
    assert loaded == recorder.replay()
    assert loaded.verify().tobytes() == recorder.state.tobytes()
    state = game.new(7)
    for number, action in enumerate(recorder.actions):
        if number % 13 == 0:
            assert loaded.at(number).tobytes() == state.tobytes(), f"after {number} actions"
        game.step(state, action)


def test_points_count_from_both_ends_and_outside_is_refused(replay):
    n = len(replay.actions)
    assert replay.at(-1).tobytes() == replay.at(n).tobytes()
    assert replay.at(-1 - n).tobytes() == replay.at(0).tobytes()
    for point in (n + 1, -n - 2):
        with pytest.raises(ReplayError, match=f"no point {point}"):
            replay.at(point)


def test_two_seeds_are_kept(tmp_path):
    game = envs.load("lifeboat")
    recorder = record(game, 1, layout_seed=5, play_seed=9)
    replay = Replay.load(recorder.replay().save(tmp_path / "r"))
    assert replay.verify().tobytes() == recorder.state.tobytes()
    assert replay.at(0).tobytes() != game.new(1).tobytes()


def test_the_pettingzoo_face_gives_its_replay():
    env = make("lifeboat", seats=2, illegal="noop")
    env.reset(seed=4, options={"play_seed": 11})
    for _ in range(5):
        observation, *_ = env.last()
        env.step(12 if not observation["action_mask"][12] else 11)  # refused: not part of the game
        env.step(int(observation["action_mask"].argmax()))
    replay = env.unwrapped.replay()
    assert len(replay.actions) == 5
    assert replay.outcome == "running"
    replay.verify()


def test_recorder_records_nothing_that_is_refused():
    recorder = Recorder(envs.load("lifeboat"), 3)
    illegal = int((~recorder.game.legal(recorder.state)).argmax())
    with pytest.raises(IllegalAction):
        recorder.step(illegal)
    assert recorder.actions == []
    recorder.replay().verify()


def test_a_file_is_not_overwritten_unless_asked(replay, tmp_path):
    path = tmp_path / "kept"
    path.write_text("precious")
    with pytest.raises(ReplayError, match="exists"):
        replay.save(path)
    assert path.read_text() == "precious"
    replay.save(path, overwrite=True)
    assert Replay.load(path) == replay
    assert [p.name for p in tmp_path.iterdir()] == ["kept"]


def test_an_unwritable_place_is_named_and_nothing_is_left(replay, tmp_path):
    with pytest.raises(ReplayError, match="cannot be written"):
        replay.save(tmp_path / "missing" / "r")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("keep", [0.0, 0.3, 0.99])
def test_a_truncated_file_is_refused(replay, tmp_path, keep):
    line = replay.to_line()
    path = tmp_path / "cut"
    path.write_text(line[: int(len(line) * keep)])
    with pytest.raises(ReplayError, match=r"cut.*(empty|damaged)"):
        Replay.load(path)


def test_a_changed_file_is_refused(replay, tmp_path):
    line = replay.to_line()
    path = tmp_path / "changed"
    path.write_text(line.replace('"seed":7', '"seed":8'))
    with pytest.raises(ReplayError, match="check sum"):
        Replay.load(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ReplayError, match="not a text file"):
        Replay.load(path)
    path.write_text("[1, 2]")
    with pytest.raises(ReplayError, match="no replay"):
        Replay.load(path)
    with pytest.raises(ReplayError, match="cannot be read"):
        Replay.load(tmp_path / "nowhere")


def forged(replay, **changes):
    """The replay with other values and a check sum that fits."""
    return dataclasses.replace(replay, **changes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "liveboat"}, "liveboat.*lifeboat"),
        ({"version": 99}, "of version 99"),
        ({"content": "0"}, "with the content '0'"),
        ({"options": {"seats": 2, "sails": 1}}, "unknown option 'sails'"),
        ({"options": {"seats": 2}}, "with the options"),
        ({"outcome": "rescued by whales"}, "rescued by whales"),
        ({"state": "0" * 16}, "another state"),
        ({"seed": 8}, "refused|another state|ends with"),
        ({"actions": (999,)}, "action 0 of 1 is refused.*999"),
    ],
)
def test_a_replay_that_does_not_fit_is_refused(replay, changes, message):
    line = forged(replay, **changes).to_line()
    with pytest.raises(ReplayError, match=message):
        Replay.from_line(line).verify()


def test_another_format_is_refused(replay):
    data = json.loads(replay.to_line())
    data["format"] = 2
    with pytest.raises(ReplayError, match="format 2"):
        Replay.from_line(json.dumps(data))


def test_a_replay_of_another_configuration_is_refused_for_a_given_game(replay):
    with pytest.raises(ReplayError, match="with the options"):
        replay.verify(envs.load("lifeboat", seats=2))
