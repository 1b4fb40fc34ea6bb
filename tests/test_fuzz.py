from __future__ import annotations

import itertools
import json
import re
from concurrent.futures.process import BrokenProcessPool

import numpy as np
import pytest

import envs
from envs.core import _probe, head
from envs.core._fuzz import Player
from envs.core.errors import CoreError
from envs.machina_arcana.state import ItemPlace, Op
from tests import coverage, fuzz


def test_random_games_end_without_failure_and_cover_the_game(capsys):
    assert fuzz.main(["--game", "lifeboat", "--games", "800", "--coverage"]) == 0
    out = capsys.readouterr().out
    assert "800 games" in out
    assert re.search(r"bite +4 +4 +4 +0\n", out)
    assert "0 kinds of things never reached" in out
    assert "0 failures" in out


def test_what_is_never_reached_is_a_failure_on_demand(capsys):
    few = ["--game", "lifeboat", "--games", "1", "--options", '{"seats": 1, "monsters": "rules"}']
    assert fuzz.main(few) == 0
    assert fuzz.main([*few, "--coverage"]) == 1
    out = capsys.readouterr().out
    assert re.search(r"actions never legal: .*lurk, bite_sailor_0", out)
    assert "questions never asked: shark, parry" in out
    assert "0 failures" in out


def test_what_the_guide_excuses_is_listed_but_not_asked_for(monkeypatch):
    game = envs.load("lifeboat", seats=1, monsters="rules")
    report = fuzz.play(game, 1, 0, 5000)
    assert "questions never asked: shark, parry" in coverage.missing(game, report.coverage)
    told = coverage.Guide()
    told.unreachable = {("questions", "shark"): "no shark is hungry", ("endings", "adrift"): "land is near"}
    told.lucky = ("brace", "lurk")
    monkeypatch.setattr(coverage, "guide", lambda name: told)
    missing, seldom = coverage.missing(game, report.coverage), coverage.seldom(game, report.coverage)
    assert "questions never asked: parry" in missing
    assert "reached, although the guide says that nothing reaches it: endings adrift" in missing
    assert not any("brace" in line for line in missing)
    assert "questions never asked: shark (no shark is hungry)" in seldom
    assert "actions never legal, which need much luck: brace, lurk" in seldom
    assert not any("adrift" in line for line in seldom)


def test_configurations_cover_seats_and_monsters():
    found = fuzz.configurations("lifeboat")
    assert {(c["seats"], c["monsters"]) for c in found} == {(s, m) for s in (1, 2, 3, 4) for m in ("rules", "agent")}


def test_configurations_cover_modes_variants_and_scenarios():
    found = fuzz.configurations("machina_arcana")
    listed = {**fuzz.listed_values("machina_arcana"), **coverage.guide("machina_arcana").values}
    assert len(listed["scenario"]) == 4
    assert {o["seats"] for o in found} == {1, 2, 3, 4}
    for key in listed.keys() - {"seats", "monsters"}:
        default, *others = listed[key]
        others = [value for value in others if default is not None or value is False]  # True is what normal mode does
        met = {(o["seats"], o["monsters"], o.get(key, default)) for o in found}
        for seats in (1, 2, 3, 4) if key != "explorers_per_seat" else (1,):
            assert met >= set(itertools.product((seats,), ("rules", "agent"), others)), key


def test_a_game_depends_on_its_seed_alone():
    game = envs.load("lifeboat", seats=3, monsters="agent")
    many = fuzz.play(game, 300, 0, 5000)
    alone = [fuzz.play(game, 1, seed, 5000) for seed in range(300)]
    assert many.games == 300
    assert many.decisions == sum(report.decisions for report in alone)
    assert many.longest == max(report.longest for report in alone)


def test_processes_side_by_side_play_the_same_games():
    work = [fuzz.Work("lifeboat", {"seats": seats}, "games", 20, seats, 5000, False) for seats in (1, 2, 3)]
    one, two = ([report.decisions for report in fuzz.do_all(work, jobs)] for jobs in (1, 2))
    assert one == two


def test_a_process_that_dies_is_a_failure(monkeypatch, capsys):
    def die(work, jobs):
        raise BrokenProcessPool("died")
        yield

    monkeypatch.setattr(fuzz, "do_all", die)
    assert fuzz.main(["--game", "lifeboat", "--games", "1"]) == 1
    assert "FAILED lifeboat: died" in capsys.readouterr().out


def test_a_game_that_is_too_long_is_found_and_its_command_repeats_it(capsys):
    assert fuzz.main(["--game", "lifeboat", "--games", "40", "--longest", "20"]) == 1
    options, seed = re.search(r"--game lifeboat --options '(.*)' --seed (\d+)", capsys.readouterr().out).groups()
    command = ["--game", "lifeboat", "--options", options, "--seed", seed, "--games", "1"]
    assert fuzz.main([*command, "--longest", "20"]) == 1
    assert f"--seed {seed} --games 1: not over after 32 decisions" in capsys.readouterr().out
    assert fuzz.main(command) == 0


def test_a_lost_piece_is_found():
    game = envs.load("lifeboat", seats=4)
    report = fuzz.play(game, 60, 5, 5000, check=lambda state: ["the sea is missing"] if state["water"] >= 10 else [])
    assert report.failures
    assert all("the sea is missing" in failure for failure in report.failures)
    ended = [seed for seed in range(5, 65) if seed % 16 < 4]  # the others are counted only now and then
    assert len(report.failures) >= sum(fuzz.play(game, 1, seed, 5000).endings.get("sunk", 0) for seed in ended) > 0


def test_the_pieces_of_a_game_that_is_played_alone_are_counted_at_every_look():
    def count(state):
        counted.append(int(state["core"]["decisions"]))
        return []

    game, counted = envs.load("machina_arcana", seats=1), []
    report = fuzz.play(game, 1, 6, 5000, check=count)
    end = report.decisions
    assert counted == [*range(16, end, 16), end, end]  # a look at the last move, and the end


def test_a_card_that_the_game_misses_is_found(monkeypatch):
    game = envs.load("machina_arcana", seats=1)
    new = game.new

    def lose(seed):
        state = new(seed)
        state["items"]["place"][5] = ItemPlace.DRAWN
        return state

    monkeypatch.setattr(game, "new", lose)
    report = fuzz.play(game, 4, 0, 5000)
    assert any("--seed 0 --games 1: decision" in failure for failure in report.failures)
    assert any("treasure 5 is DRAWN" in failure for failure in report.failures)


def test_an_error_of_the_core_is_found_and_the_other_games_go_on(monkeypatch):
    game = envs.load("lifeboat", seats=2)
    new = game.new

    def broken(seed):
        state = new(seed)
        if seed == 3:
            state["core"]["script_n"] = 1
            state["core"]["script"] = 60000  # no die has so many faces
        if seed == 280:
            raise CoreError("no such game")
        return state

    monkeypatch.setattr(game, "new", broken)
    report = fuzz.play(game, 300, 0, 5000)
    assert report.games == 300
    assert sum(report.endings.values()) == 298
    assert len(report.failures) == 2
    assert all(json.dumps({"seats": 2}) in failure for failure in report.failures)
    assert "--seed 3 --games 1: lifeboat: the rules stopped with bad roll" in report.failures[0]
    assert "--seed 280 --games 1: no such game" in report.failures[1]


def test_the_sanitizer_build_is_asked_for(monkeypatch, capsys):
    monkeypatch.setattr(fuzz, "sanitized", lambda: False)
    assert fuzz.main(["--game", "lifeboat", "--games", "1", "--sanitized"]) == 1
    assert "DERELICT_SANITIZE=1" in capsys.readouterr().err


# -- the random player ---------------------------------------------------------------------------------------------


def question(actions):
    """A state that asks for one of these actions, and a player whose groups are 0 to 1, 2, and 3 to 5."""
    state = np.zeros((), head.HEAD.dtype)
    _probe.begin(state, 0, 7, -1)
    for action in actions:
        _probe.option(state, action)
    return state, Player(_probe.CAPSULE, np.zeros((), "u1"), [0, 2, 3, 6])


@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        ((0, 0, 0), {0: 1000, 3: 1000, 4: 1000, 5: 1000}),
        ((1, 1, 1), {0: 2000, 3: 667, 4: 667, 5: 667}),
        ((3, 9, 1), {0: 3000, 3: 333, 4: 333, 5: 333}),
        ((0, 9, 1), {3: 1333, 4: 1333, 5: 1333}),
        ((0, 9, 0), {0: 1000, 3: 1000, 4: 1000, 5: 1000}),
    ],
    ids=str,
)
def test_picks_are_legal_and_follow_the_weights_of_the_groups(weights, expected):
    state, player = question([0, 3, 4, 5])
    words = np.array([fuzz.action_word(1)], np.uint64)
    counts = np.bincount([player.choose(state, words, np.array(weights, np.uint8)) for _ in range(4000)], minlength=6)
    assert set(np.flatnonzero(counts)) == set(expected)
    assert all(abs(counts[action] - n) < 150 for action, n in expected.items())


def test_the_player_plays_as_the_engine_does_and_notes_what_it_sees():
    game = envs.load("machina_arcana", seats=2, explorers=("Orla Finch", "Bram Holt"))
    seen, taken = np.zeros(game.num_actions, bool), np.zeros(game.num_actions, bool)
    choices = set()
    player, weights = fuzz.player(game), fuzz.weights_of(game, "eager")[None]
    alone, words = game.new(5), np.array([9], np.uint64)
    while alone["core"]["decisions"] < 96:
        seen |= game.legal(alone)
        choices.add(int(alone["core"]["choice"]))
        action = player.choose(alone, words, weights[0])
        taken[action] = True
        game.step(alone, action)
    batch, words = np.array([game.new(5)]), np.array([9], np.uint64)
    player.wander(batch, words, weights, 32)
    assert batch["core"]["decisions"][0] == 32
    for _ in range(2):
        player.wander(batch, words, weights, 32)
    assert batch[0].tobytes() == alone.tobytes()
    assert player.decisions == 96
    assert (player.legal == seen).all()
    assert ((player.played != 0) == taken).all()
    assert set(np.flatnonzero(player.choices)) == choices
    state = game.new(5)
    by_hand = fuzz.player(game)
    for action in np.flatnonzero(game.legal(state))[:1]:
        by_hand.step(state, int(action))
    assert by_hand.played.sum() == by_hand.decisions == state["core"]["decisions"] == 1
    with pytest.raises(ValueError, match="is not legal"):
        by_hand.step(state, int(np.flatnonzero(~game.legal(state))[0]))


def test_resolved_effects_are_noted():
    game = envs.load("machina_arcana", seats=1, explorers=("Silas Pike",))
    state = game.new(2)
    state["explorers"]["essence"][0] = 1
    game.step(state, game.legal_actions(state)[0])  # where it enters
    assert game.choice_name(state) == "turn"
    player = fuzz.player(game)
    player.step(state, game.actions.id("power_1"))
    resolved = np.flatnonzero(player.ops)
    assert [Op(int(game.tables["ops"][i]["code"])) for i in resolved] == [Op.LASTING, Op.END]


@pytest.mark.parametrize("name", envs.GAMES)
def test_every_game_plays_some_random_games(name, capsys):
    failed = fuzz.main(["--game", name, "--games", "16", "--scripted", "2"])
    out = capsys.readouterr().out
    assert not failed, out
    assert "18 games" in out


def test_a_scripted_game_depends_on_its_seed_and_its_failure_names_the_command():
    game = envs.load("machina_arcana", seats=1)
    reports = [fuzz.play_scripted(game, 1, seed, 60) for seed in (3, 3, 4)]
    assert reports[0].failures == reports[1].failures
    assert "--seed 3 --games 0 --scripted 1: not over after 60 decisions" in reports[0].failures[0]
    assert reports[0].decisions == 60
    legal = [report.coverage.legal for report in reports]
    assert (legal[0] == legal[1]).all()
    assert (legal[0] != legal[2]).any()
