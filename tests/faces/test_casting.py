"""Who plays in each game: a seat and partners that are drawn from the game's seed, batched answers, saved games."""

from collections import Counter

import numpy as np
import pytest

import envs
from agents.population import Population
from agents.random import Random
from envs.core.engine import mix_seed
from envs.core.errors import OptionError
from envs.faces import LearnerBatch, next_seed
from envs.gym import DerelictEnv
from envs.testing import by_sight
from envs.vector import DerelictVecEnv


class Nth:
    """Answers for many games: the legal action with this number, counted around."""

    def __init__(self, number):
        self.number = number
        self.asked = []

    def act_batch(self, observations, masks, words):
        self.asked.append(len(masks))
        return np.array([np.flatnonzero(mask)[self.number % mask.sum()] for mask in masks])

    def act(self, view):
        return int(view.legal[self.number % len(view.legal)])


class Counting(Nth):
    """The same for one game at a time, with a memory: it begins at a number that follows from the game's seed."""

    act_batch = None

    def __init__(self):
        super().__init__(0)
        del self.asked

    def __getattribute__(self, name):
        if name == "act_batch":
            raise AttributeError(name)
        return super().__getattribute__(name)

    def reset(self, seed):
        self.number = seed % 7

    def act(self, view):
        self.number += 1
        return super().act(view)


def load(**options):
    return envs.load("lifeboat", **{"seats": 3, **options})


def trace(game, n, seeds, steps, **options):
    """By row and game: the game's seed, the learner's seat, who the partners are, and what the learner saw and got."""
    batch = LearnerBatch(game, n, **options)
    batch.restart(seeds)
    out = [[] for _ in range(n)]
    for _ in range(steps):
        for i in range(n):
            seating = batch._seatings[i]
            who = tuple(getattr(agent, "number", None) for agent in seating.partners.values())
            out[i].append((int(batch.batch.seeds[i]), seating.seat, who, batch.batch.obs[i].tobytes()))
        actions = np.array([by_sight(o, m) for o, m in zip(batch.batch.obs, batch.batch.mask, strict=True)])
        batch.step(actions)
        for i in range(n):
            out[i].append(float(batch.reward[i]))
        if batch.ended.any():
            batch.restart(None, batch.ended.copy())
    return out


def mixed():
    return Population([Nth(0), Nth(1), Nth(2), Random()])


@pytest.mark.parametrize("options", [{}, {"monsters": "agent"}], ids=["heroes", "with monsters"])
def test_what_is_drawn_for_a_game_does_not_hang_on_other_rows(options):
    game = load(**options)
    kwargs = {"seat": "any", "partners": mixed(), "reward": "progress"}
    many = trace(game, 8, range(50, 58), 60, **kwargs)
    for row in (0, 3, 7):
        assert trace(game, 1, [50 + row], 60, **kwargs)[0] == many[row]


def test_the_single_game_and_the_batch_draw_alike():
    game = load()
    kwargs = {"seat": "any", "partners": [mixed(), Counting()], "reward": "progress", "max_cycles": 25}
    one, many = DerelictEnv(game, **kwargs), DerelictVecEnv(game, 1, **kwargs)
    many.seed(7)
    a, _ = one.reset(seed=7)
    b = many.reset()
    seats = set()
    for _ in range(400):
        assert np.array_equal(a, b[0])
        seats.add(one._seating.seat)
        action = by_sight(a, one.action_masks())
        a, reward, terminated, truncated, _ = one.step(action)
        b, rewards, dones, infos = many.step(np.array([action]))
        assert rewards[0] == np.float32(reward)
        assert dones[0] == (terminated or truncated)
        if dones[0]:
            assert np.array_equal(a, infos[0]["terminal_observation"])
            a, _ = one.reset()
    assert seats == {0, 1, 2}


def test_seats_and_partners_are_drawn_equally_often():
    game = load()
    batch = LearnerBatch(game, 4, seat="any", partners=mixed())
    seats, partners, pairs = Counter(), Counter(), Counter()
    seed = 1
    for _ in range(3000):
        seed = next_seed(seed)
        seating = batch.cast.begin(seed)
        numbers = [getattr(agent, "number", 3) for agent in seating.partners.values()]
        seats[seating.seat] += 1
        partners.update(numbers)
        pairs[tuple(numbers)] += 1
    assert set(seats) == {0, 1, 2}
    assert max(seats.values()) < 1.15 * min(seats.values())
    assert max(partners.values()) < 1.1 * min(partners.values())
    assert len(pairs) == 16  # the seats of one game are drawn apart from one another
    assert max(pairs.values()) < 1.7 * min(pairs.values())


def test_a_partner_of_several_games_answers_for_all_of_them_at_once():
    game = load()
    partner = Nth(0)
    batch = LearnerBatch(game, 32, seat=0, partners=partner)
    batch.restart(range(32))
    partner.asked.clear()
    for _ in range(30):
        batch.step(np.array([by_sight(o, m) for o, m in zip(batch.batch.obs, batch.batch.mask, strict=True)]))
        batch.restart(None, batch.ended.copy()) if batch.ended.any() else None
    assert np.mean(partner.asked) > 8


def test_partners_that_no_game_needs_any_more_are_forgotten():
    class Fresh:
        def draw(self, seed):
            return Nth(0)

    batch = LearnerBatch(load(), 4, seat=0, partners=Fresh(), max_cycles=6)
    batch.restart(range(4))
    for _ in range(50):
        batch.step(np.array([by_sight(o, m) for o, m in zip(batch.batch.obs, batch.batch.mask, strict=True)]))
        if batch.ended.any():
            batch.restart(None, batch.ended.copy())
    assert len(batch._agents) <= 4 * 2 + 1


def test_an_agent_that_remembers_and_is_drawn_is_made_anew_for_each_game():
    game = load(seats=2)
    agent = Counting()
    batch = LearnerBatch(game, 2, seat=0, partners=Population([agent]))
    batch.restart([5, 6])
    playing = [seating.partners[1] for seating in batch._seatings]
    assert playing[0] is not playing[1]
    assert agent.number == 0
    assert batch.cast.begin(5).partners[1].number == mix_seed(5 ^ mix_seed(1)) % 7


# -- saved games -----------------------------------------------------------------------------------------------


def test_restored_games_go_on_as_the_saved_ones_do():
    game = load()
    population = mixed()
    kwargs = {"seat": "any", "partners": population, "reward": "progress", "max_cycles": 30}

    def name(agent):
        return str(population.agents.index(agent))

    def agent(name):
        return population.agents[int(name)]

    def steps(env, observations, count):
        out = []
        for _ in range(count):
            actions = [by_sight(o, m) for o, m in zip(observations, env.action_masks(), strict=True)]
            observations, rewards, dones, infos = env.step(np.array(actions))
            ends = [(info["episode"]["r"], info["episode"]["l"], info["outcome"]) for info in infos if info]
            out.append((observations.tobytes(), rewards.tolist(), dones.tolist(), ends))
        return observations, out

    first, second = DerelictVecEnv(game, 5, **kwargs), DerelictVecEnv(game, 5, **kwargs)
    first.seed(3)
    observations = first.reset()
    observations, _ = steps(first, observations, 37)
    saved = first.save(name)
    again = second.restore(saved, agent)
    assert np.array_equal(again, observations)
    _, expected = steps(first, observations, 60)
    _, got = steps(second, again, 60)
    assert got == expected
    assert any(ends for *_, ends in expected)


def test_early_rewards_survive_saving():
    """A row that has just begun owes the learner what the game gave before its first decision."""
    game = load(seats=2)
    kwargs = {"seat": 1, "partners": Random(), "reward": "progress"}
    first, second = LearnerBatch(game, 64, **kwargs), LearnerBatch(game, 64, **kwargs)
    first.restart(range(64))
    assert first._early.any()
    second.restore(first.save(lambda agent: "random"), lambda name: kwargs["partners"])
    actions = np.array([by_sight(o, m) for o, m in zip(first.batch.obs, first.batch.mask, strict=True)])
    first.step(actions)
    second.step(actions)
    assert np.array_equal(first.reward, second.reward)


def test_games_with_a_partner_that_remembers_cannot_be_saved():
    batch = LearnerBatch(load(), 3, seat=0, partners=Counting())
    batch.restart(range(3))
    assert batch.save(str) is None


@pytest.mark.parametrize("key", ["states", "seeds", "early", "partners"])
def test_saved_games_of_another_shape_are_refused_and_change_nothing(key):
    batch = LearnerBatch(load(), 3, seat=0, partners=Random())
    batch.restart(range(3))
    saved = batch.save(lambda agent: "random")
    before = batch.batch.states.tobytes()
    saved["states"][:] = 0
    saved[key] = saved[key][:2]
    with pytest.raises(OptionError, match=f"saved games have {key} of shape"):
        batch.restore(saved, lambda name: Random())
    assert batch.batch.states.tobytes() == before


# -- mistakes --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kwargs", "message"),
    [
        ({"seat": "any", "partners": {1: Random()}}, "seat='any' every seat may be the learner's"),
        ({"seat": "any", "partners": [Random()]}, "1 partners for 2 seats"),
        ({"seat": 0, "partners": [Random()] * 3}, "3 partners for 2 seats"),
        ({"seat": "any"}, "no partner plays sailor_1, sailor_2"),
        ({"seat": "any", "partners": object()}, r"has no act\(view\)"),
        ({"seat": "anny", "partners": Random()}, "unknown seat 'anny'"),
    ],
)
def test_seats_without_a_player_are_refused(kwargs, message):
    for make in (lambda: LearnerBatch(load(), 2, **kwargs), lambda: DerelictEnv(load(), **kwargs)):
        with pytest.raises(OptionError, match=message):
            make()


def test_a_list_seats_the_partners_in_order_around_the_learner():
    game = load(monsters="agent")
    first, second, monsters = Nth(0), Nth(1), Nth(2)
    batch = LearnerBatch(game, 1, seat="any", partners=[first, second, monsters])
    for seed in range(20):
        seating = batch.cast.begin(seed)
        others = [s for s in range(4) if s != seating.seat]
        assert [seating.partners[s] for s in others] == [first, second, monsters]
        assert not seating.is_learner[3]
