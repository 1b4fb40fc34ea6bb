"""Golden replays: what the games do is what was written down; ``python -m tests.golden --write`` writes anew."""

from __future__ import annotations

import pytest

import envs
from tests.golden import FOLDER, configurations, difference, read, short, transcript

ALL = configurations()


@pytest.mark.parametrize("configuration", ALL, ids=str)
def test_the_game_is_played_as_it_was_written(configuration):
    assert configuration.path.exists(), f"{configuration} has no transcript; run: python -m tests.golden --write"
    assert read(configuration.path)[:2] == (configuration.game, configuration.options)
    assert not difference(configuration.path)


def test_every_game_is_registered_with_every_number_of_seats_each_mode_and_both_kinds_of_monsters():
    names = {str(configuration) for configuration in ALL}
    assert {f"machina_arcana-seats-{n}-monsters-{m}" for n in (1, 2, 3, 4) for m in ("rules", "agent")} <= names
    assert {f"machina_arcana-seats-{n}-monsters-rules-mode-easy" for n in (1, 2, 3, 4)} <= names
    assert "machina_arcana-seats-3-monsters-agent-intricacy" in names
    scenarios = envs.load("enormity").pack.scenarios
    assert {f"enormity-seats-{n}-monsters-{m}" for n in (1, 2, 3, 4) for m in ("rules", "agent")} <= names
    assert {f"enormity-seats-{n}-monsters-rules-scenario-{s}" for n in (1, 2, 3, 4) for s in scenarios[1:]} <= names
    assert {configuration.game for configuration in ALL} == {*envs.GAMES, *envs.EXAMPLES}
    assert set(FOLDER.rglob("*.txt")) == {configuration.path for configuration in ALL}


def test_a_victory_and_a_defeat_are_told_from_beginning_to_end():
    ends = set()
    for configuration in ALL:
        if configuration.game in envs.GAMES:
            name, options, seed, actions, lines = read(configuration.path)
            game = envs.load(name, **options)
            state = game.new(seed)
            for action in actions:
                game.step(state, action)
            outcome = game.outcome(state)
            assert lines[-1].startswith(f"end: {outcome.reason}, ")
            ends.add(outcome.won)
    assert {True, False} <= ends


def test_the_transcripts_are_small():
    for game in envs.GAMES + envs.EXAMPLES:
        sizes = [path.stat().st_size for path in (FOLDER / game).rglob("*.txt")]
        assert max(sizes) < 60_000
        assert sum(sizes) < 20_000 * len(sizes)  # each scenario and each number of seats has one


@pytest.fixture
def copy(tmp_path):
    """A transcript that may be spoilt."""
    path = tmp_path / "copy.txt"
    path.write_text((FOLDER / "lifeboat" / "seats-2-monsters-rules.txt").read_text(encoding="utf-8"), encoding="utf-8")
    assert not difference(path)
    return path


def test_another_action_is_found_where_it_begins_to_matter(copy):
    lines = copy.read_text(encoding="utf-8").splitlines()
    name, options, seed, actions, _ = read(copy)
    game = envs.load(name, **options)
    state = game.new(seed)
    for action in actions[:4]:
        game.step(state, action)
    other = next(a for a in game.legal_actions(state) if a != actions[4])
    changed = transcript(name, options, seed, [*actions[:4], other])
    at = next(i for i, (a, b) in enumerate(zip(lines, changed, strict=False)) if a != b and not a.startswith("actions"))
    assert game.actions[other] in changed[at]


def test_a_changed_line_is_named(copy):
    lines = copy.read_text(encoding="utf-8").splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("-- "))
    lines[at] = lines[at].replace("decisions, ", "decisions, f")
    copy.write_text("\n".join(lines), encoding="utf-8")
    assert difference(copy).startswith(f"line {at + 1}\n")


def test_a_lost_end_is_found(copy):
    lines = copy.read_text(encoding="utf-8").splitlines()
    copy.write_text("\n".join(lines[:-1]), encoding="utf-8")
    assert "lines" in difference(copy)


def test_a_refused_action_and_a_game_that_is_over_end_the_transcript():
    game = envs.load("lifeboat")
    illegal = int((~game.legal(game.new(0))).argmax())
    assert transcript("lifeboat", {}, 0, [illegal])[-1].startswith("0 decisions: sailor_0 cannot play ")
    state, actions = game.new(0), []
    while game.turn(state) is not None:
        actions.append(game.legal_actions(state)[0])
        game.step(state, actions[-1])
    assert "is over" in transcript("lifeboat", {}, 0, [*actions, 0])[-1]


def test_long_lines_are_cut():
    assert len(short("x" * 500)) < 120
    assert short("as it is") == "as it is"
