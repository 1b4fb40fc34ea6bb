"""Short names of agents: what they build and how they fail."""

import pytest

import envs
from agents import scripted, spec
from agents.base import Agent
from agents.random import Random
from envs.core.errors import OptionError


@pytest.fixture(scope="module")
def game():
    return envs.load("lifeboat", seats=2)


class Careful(Agent):
    def __init__(self, style, seed=0):
        self.style = style

    def act(self, view):
        return view.legal[-1]


@pytest.fixture
def scripted_lifeboat(monkeypatch):
    """A scripted player of lifeboat, which has none of its own."""
    module = type("module", (), {"STYLES": {"plain": "the last legal action", "bold": "the same"}, "Scripted": Careful})
    load = scripted.importlib.import_module
    monkeypatch.setattr(scripted, "games", lambda: ["lifeboat"])
    monkeypatch.setattr(
        scripted.importlib, "import_module", lambda name: module if name == "agents.scripted.lifeboat" else load(name)
    )


def test_random(game):
    agent = spec.make("random", game)
    assert isinstance(agent, Random)
    assert agent.spec == "random"


@pytest.mark.parametrize(("name", "style"), [("scripted", "plain"), ("scripted:bold", "bold")])
def test_scripted_in_its_styles(game, scripted_lifeboat, name, style):
    agent = spec.make(name, game)
    assert (agent.style, agent.spec) == (style, name)


def test_unknown_style_names_the_nearest(game, scripted_lifeboat):
    with pytest.raises(OptionError, match=r"unknown style 'blod'.*did you mean 'bold'"):
        spec.make("scripted:blod", game)


def test_a_game_without_a_scripted_player(game):
    with pytest.raises(OptionError, match="no scripted player for 'lifeboat'"):
        spec.make("scripted", game)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("randm", r"unknown agent 'randm'; did you mean 'random'"),
        ("script", r"did you mean 'scripted'"),
        ("nobody at all", r"expected one of: partner, random, runs/<name>/policy.zip, scripted"),
        ("random:wild", r"has no styles; write 'random'"),
        ("runs/x/policy.zip:gredy", r"unknown way of play 'gredy'; did you mean 'greedy'"),
        ("runs/none/policy.zip", r"runs/none/policy.zip: there is no such policy file"),
        ("", r"named by a text"),
        (None, r"named by a text"),
    ],
)
def test_bad_specs(game, name, message):
    with pytest.raises(ValueError, match=message):
        spec.make(name, game)


@pytest.mark.parametrize(
    ("name", "path", "play"),
    [
        ("a/p.zip", "a/p.zip", "sampled"),
        ("a/p.zip:greedy", "a/p.zip", "greedy"),
        ("a/p.zip:sampled", "a/p.zip", "sampled"),
        (r"C:\a\p.zip", r"C:\a\p.zip", "sampled"),
        (r"C:\a\p.zip:greedy", r"C:\a\p.zip", "greedy"),
    ],
)
def test_policies_and_their_way_of_play(name, path, play):
    assert spec.is_policy(name)
    assert tuple(map(str, spec.split_policy(name))) == (path, play)
