"""Search that looks ahead with a policy: what it computes, what it may know, and that it is better than the policy."""

import shutil

import numpy as np
import pytest

import envs
from agents import scripted, spec
from agents.base import Agent
from agents.config import validate
from agents.imitation import imitate
from agents.learned import Learned
from agents.match import play
from agents.policy_file import PolicyError
from agents.rollouts import Rollouts
from agents.search import Search, SearchOptions
from envs.core.errors import OptionError
from envs.view import View
from tests.agents.common import positions

CONFIG = {"game": "lifeboat", "options": {"seats": 3}, "net_arch": [16, 16], "threads": 1, "device": "cpu",
          "reward": "outcome", "gamma": 0.9}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A policy that plays much as the random player does, and knows a little what positions are worth."""
    folder = tmp_path_factory.mktemp("runs") / "pupil"
    imitate(validate(CONFIG, "test"), folder, teacher="random", games=60, rounds=1, epochs=3)
    return folder


@pytest.fixture
def policy(folder):
    return folder / "policy.zip"


@pytest.fixture
def game():
    return envs.load("lifeboat", seats=3)


@pytest.mark.parametrize("depth", [1, 4, 400])
def test_the_values_are_those_of_simulations_one_by_one(game, policy, depth):
    rollouts, learned = Rollouts(game, policy, width=3, depth=depth), Learned(policy, game)
    ended = 0
    for state in positions(game, 5, 3, 30):
        view = View.of(game, state)
        candidates = rollouts.candidates(view)
        states = view.samples([7, 8])
        found = rollouts.look(view, candidates, states)
        for action in candidates:
            values = []
            for i in range(len(states)):
                one = game.clone(states[i : i + 1].reshape(()))
                game.step(one, action)
                steps = 1
                while steps < depth and not game.is_over(one):
                    game.step(one, learned.act(View.of(game, one)))
                    steps += 1
                if game.is_over(one):
                    worth = float(np.mean(game.rewards(one))) * 0.9 ** (steps - 1)
                    ended += 1
                else:
                    worth = 0.9**steps * float(learned.values(game.observe(one, game.turn(one))[None])[0])
                values.append(worth)
            assert found[0, action] == 2
            assert found[1, action] == pytest.approx(sum(values), abs=1e-5)
            assert found[2, action] == pytest.approx(sum(v * v for v in values), abs=1e-5)
        assert found[0].sum() == 2 * len(candidates)
    assert ended > 0 or depth < 400


@pytest.mark.parametrize("depth", [1, 5, 400])
def test_on_the_monsters_seat_the_policy_plays_the_monsters(folder, depth):
    """The other side is played by `against`, rewards are those of the seat, and only its decisions are discounted."""
    game = envs.load("lifeboat", seats=3, monsters="agent")
    pupil = folder.parent / "sharks"
    if not pupil.exists():
        config = validate({**CONFIG, "options": {"seats": 3, "monsters": "agent"}, "mode": "monsters",
                           "partners": ["random"]}, "test")  # fmt: skip
        imitate(config, pupil, teacher="random", games=60, rounds=1, epochs=3)
    policy = pupil / "policy.zip"
    heroes, learned = Learned(folder / "policy.zip", game), Learned(policy, game)
    rollouts = Rollouts(game, policy, width=3, depth=depth, against=heroes)
    asked = [state for state in positions(game, 60, 3, 40) if game.turn(state) == 3]
    assert len(asked) >= 5
    for state in asked[:5]:
        view = View.of(game, state)
        candidates = rollouts.candidates(view)
        states = view.samples([7, 8])
        found = rollouts.look(view, candidates, states)
        for first in candidates:
            total = 0.0
            for i in range(len(states)):
                one, weight, own = game.clone(states[i : i + 1].reshape(())), 1.0, 0
                for step in range(depth):
                    mine = game.turn(one) == 3
                    weight, own = 0.9**own, own + mine
                    action = first if step == 0 else (learned if mine else heroes).act(View.of(game, one))
                    game.step(one, action)
                    if game.is_over(one):
                        total += weight * game.rewards(one)[3]
                        break
                else:
                    total += 0.9**own * float(learned.values(game.observe(one, 3)[None])[0])
            assert found[1, first] == pytest.approx(total, abs=1e-5)


@pytest.fixture(scope="module")
def training():
    return envs.load("enormity", seats=2, scenario="training")


def test_with_a_scripted_player_it_tries_what_its_styles_would_do(training):
    rollouts = Rollouts(training, scripted.make("enormity", "bold"), width=4, depth=1).fresh(0)
    several = 0
    for state in positions(training, 60, 3, 60):
        view = View.of(training, state)
        found = rollouts.candidates(view)
        proposed = {style: scripted.make("enormity", style).act(view) for style in scripted.styles("enormity")}
        assert found[0] == proposed["bold"]
        assert set(found) <= set(proposed.values())
        assert len(found) == len(set(found)) == min(4, len(set(proposed.values())))
        votes = [sum(a == b for s, b in proposed.items() if s != "bold") for a in found[1:]]
        assert votes == sorted(votes, reverse=True)
        several += len(set(votes)) > 1
    assert several > 1, several


class Cycler(Agent):
    """Remembers how often it was asked, and takes the legal actions in turn."""

    def __init__(self):
        self.asked = [0]

    def reset(self, seed):
        self.asked = [0]

    def act(self, view):
        self.asked[0] += 1
        return view.legal[self.asked[0] % len(view.legal)]


@pytest.mark.parametrize(
    ("name", "options", "make"),
    [
        ("enormity", {"seats": 2, "scenario": "training"}, lambda: scripted.make("enormity", "bold")),
        ("lifeboat", {"seats": 3}, Cycler),
    ],
    ids=["bold", "cycler"],
)
def test_a_player_without_a_policy_plays_on_for_the_progress_it_makes(name, options, make):
    game = envs.load(name, **options)
    rollouts = Rollouts(game, make(), width=3, depth=6)
    seen = set()
    for state in positions(game, 6, 3, 20):
        view = View.of(game, state)
        states, first = view.samples([7, 8]), int(view.legal[-1])
        values = []
        for i in range(2):
            one = game.clone(states[i : i + 1].reshape(()))
            begin = game.potential(one, 0)
            players = [make() for _ in range(game.num_seats)]
            game.step(one, first)
            for _ in range(5):
                game.step(one, players[game.turn(one)].act(View.of(game, one)))
            assert not game.is_over(one)
            values.append(game.potential(one, 0) - begin)
        found = rollouts.look(view, [first], states)
        assert found[1, first] == pytest.approx(sum(values), abs=1e-5)
        seen |= set(values)
    assert len(seen) > 1


def assert_blind(agent, game, number, most, others):
    """It plays the same in positions that its seat cannot tell apart, and again in the same one."""
    for state in positions(game, number, 3, most):
        seat = game.turn(state)
        agent.reset(5)
        action = agent.act(View.of(game, state))
        for hidden in range(others):
            agent.reset(5)
            assert agent.act(View.of(game, game.resample(state, seat, 100 + hidden))) == action


def test_with_a_scripted_player_it_does_not_hang_on_hidden_facts():
    game = envs.load("machina_arcana", seats=2, monsters="agent")
    assert_blind(spec.make("search:policy=scripted:bold,sims=16,depth=3,margin=0", game), game, 4, 60, 2)


def test_bad_players_of_simulations_are_refused(training, game):
    with pytest.raises(OptionError, match=r"unknown style 'bald'.*bold"):
        spec.make("search:policy=scripted:bald", training)
    with pytest.raises(OptionError, match="there is no scripted player for 'lifeboat'"):
        spec.make("search:policy=scripted", game)
    with pytest.raises(OptionError, match="'against' is for simulations with 'policy'"):
        spec.make("search:against=random", training)
    with pytest.raises(OptionError, match="unknown agent 'randon'"):
        spec.make("search:policy=scripted,against=randon", training)


def test_candidates_are_the_likeliest_legal_actions(game, policy):
    learned = Learned(policy, game)
    for state in positions(game, 8, 3, 30):
        view = View.of(game, state)
        logits = learned.logits(view.observation[None])[0]
        order = sorted(view.legal, key=lambda a: -logits[a])
        found = Rollouts(game, policy, width=2, depth=1).candidates(view)
        assert found == [a for a in order[:2] if np.exp(logits[a] - logits[order[0]]) >= 0.02]


def test_what_it_plays_does_not_hang_on_hidden_facts(policy):
    game = envs.load("lifeboat", seats=3, monsters="agent")
    assert_blind(Search(game, SearchOptions(policy=str(policy), sims=24, depth=6, margin=0)), game, 6, 30, 3)


def test_looking_ahead_is_better_than_the_policy(game, policy):
    search = f"search:policy={policy},sims=60,depth=40,margin=0.5"
    won = {one: sum(r.won is True for r in play(game, [one] * 3, range(40))) for one in (str(policy), search)}
    assert won[search] > 30 > 22 > won[str(policy)]


def test_a_spec_with_a_policy_is_a_search(game, policy, tmp_path):
    text = f"search:policy={policy},sims=8"
    assert not spec.is_policy(text)
    assert spec.files_of(text, game) == [policy], "results name its hash"
    assert spec.files_of("search:sims=8", game) == []
    agent = spec.make(text, game)
    assert isinstance(agent, Search)
    assert agent.spec == f"search:sims=8,policy={policy}"
    assert spec.files_of(agent.spec, game) == [policy]
    other = shutil.copy(policy, tmp_path / "other.zip")
    assert spec.files_of(f"{text},against={other}", game) == [policy, other]
    assert spec.files_of("search:policy=scripted:bold", game) == []
    with pytest.raises(OptionError, match="'bias' is for the tree, which 'policy' replaces"):
        spec.make(f"search:policy={policy},bias=2", game)
    with pytest.raises(OptionError, match="width"):
        spec.make(f"search:policy={policy},width=1", game)
    with pytest.raises(PolicyError, match="there is no such policy file"):
        spec.make(f"search:policy={tmp_path / 'none.zip'}", game)
    with pytest.raises(PolicyError, match="trained for game lifeboat"):
        spec.make(text, envs.load("enormity", seats=2))


def test_search_beats_the_scripted_team_at_equal_seats():
    """The smallest scenario of a large game; the policy is a small one that comes with the suite."""
    training = envs.load("enormity", seats=2, scenario="training")
    (path,) = spec.files_of("partner:learned-cleo", training)
    search = f"search:policy={path},sims=32,depth=16,margin=1"
    won = {one: sum(r.won is True for r in play(training, [one] * 2, range(16))) for one in ("scripted", search)}
    assert won[search] >= won["scripted"] + 4, won
