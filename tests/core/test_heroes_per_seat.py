"""Agents that run several heroes: seats and heroes are told apart, and nothing of the game changes by it."""

from __future__ import annotations

import numpy as np
import pytest

from envs import testing
from envs.core.engine import Engine
from envs.core.game import Game
from envs.lifeboat.game import Lifeboat
from envs.lifeboat.rules.rules import CAPSULE
from envs.view import View
from tests.core.common import random_game
from tests.core.pairs import Pairs

CONFIGS = [(1, "rules"), (1, "agent"), (2, "rules"), (2, "agent")]


@pytest.fixture(params=CONFIGS, ids=lambda c: f"{c[0]}-{c[1]}")
def pairs(request) -> Game:
    return Pairs(seats=request.param[0], monsters=request.param[1])


def twin(game: Game) -> Game:
    """The same boat with an agent for each sailor."""
    return Lifeboat(seats=game.heroes, monsters=game.options.monsters)


@pytest.mark.parametrize("heroes", [16, 17])
def test_more_heroes_than_the_engine_has_room_for_are_refused(heroes: int) -> None:
    def engine() -> Engine:
        nothing = np.zeros(8, np.uint8)
        return Engine(CAPSULE, nothing, nothing, np.zeros((0, 13), np.int32), 0, 0, heroes, heroes)

    if heroes == 16:
        assert engine().heroes == 16
    else:
        with pytest.raises(ValueError, match="at most 16"):
            engine()


def test_the_names_and_numbers_of_seats_and_heroes() -> None:
    game = Pairs(seats=2, monsters="agent")
    assert game.seats == ("sailor_0", "sailor_1", "shark_0")
    assert (game.num_seats, game.hero_seats, game.heroes, game.heroes_per_seat) == (3, 2, 4, 2)
    names = ["sailor_0a", "sailor_0b", "sailor_1a", "sailor_1b", "shark_0"]
    assert [game.hero_name(hero) for hero in range(5)] == names
    alone = Lifeboat(seats=3, monsters="agent")
    assert (alone.num_seats, alone.hero_seats, alone.heroes, alone.heroes_per_seat) == (4, 3, 3, 1)
    assert [alone.hero_name(hero) for hero in range(4)] == list(alone.seats)


def test_the_seat_that_is_asked_is_that_of_the_hero(pairs) -> None:
    asked = set()
    for seed in range(5):
        for state in random_game(pairs, seed):
            hero, seat = pairs.hero(state), pairs.turn(state)
            if hero is None:
                assert seat is None
                assert pairs.is_over(state)
                continue
            asked.add((seat, hero))
            assert hero == state["core"]["turn"]
            for s in range(pairs.num_seats):
                assert pairs.hero(state, s) == (hero if s == seat else 2 * s)
                assert pairs.legal(state, s).any() == (s == seat)
            view = View.of(pairs, state)
            assert (view.seat, view.hero) == (seat, hero)
            assert pairs.hero_name(hero) + " is asked" in view.text
    sharks = {(pairs.hero_seats, pairs.heroes)} if pairs.num_seats > pairs.hero_seats else set()
    assert asked == {(hero // 2, hero) for hero in range(pairs.heroes)} | sharks


def test_the_same_actions_make_the_same_game(pairs) -> None:
    """As with an agent for each hero, to the last byte; what an agent sees is what its hero sees, and its secrets."""
    single = twin(pairs)
    own, other = pairs.block("sailors"), single.block("sailors")
    assert (own.start, own.shape) == (other.start, other.shape)
    learned = False
    for seed in range(4):
        rng = np.random.default_rng(seed)
        state, same = pairs.new(seed), single.new(seed)
        while True:
            assert state.tobytes() == same.tobytes()
            assert (pairs.legal(state) == single.legal(same)).all()
            for seat in range(pairs.num_seats):
                hero = pairs.hero(state, seat)
                seen, plain = pairs.observe(state, seat), single.observe(same, hero)
                mates = [m for m in range(2 * seat, 2 * seat + 2) if seat < pairs.hero_seats]
                for m in mates:  # each sailor of the agent, as it sees itself: its own row is the first one
                    row = pairs.blocks(seen)["sailors"][(m - hero) % pairs.heroes]
                    assert (row == single.blocks(single.observe(same, m))["sailors"][0]).all()
                    hidden = single.blocks(plain)["sailors"][(m - hero) % pairs.heroes]
                    learned |= m != hero and bool((row != hidden).any())
                    single.blocks(plain)["sailors"][(m - hero) % pairs.heroes] = row
                assert (seen == plain).all()
            if pairs.turn(state) is None:
                break
            action = int(rng.choice(pairs.legal_actions(state)))
            pairs.step(state, action)
            single.step(same, action)
    assert learned, "an agent knows the secrets of both of its sailors"


def test_the_hero_that_is_asked_is_the_first_in_the_observation(pairs) -> None:
    asked = pairs.block("asked")
    for state in random_game(pairs, 2):
        seat, hero = pairs.turn(state), pairs.hero(state)
        if seat is None or seat >= pairs.hero_seats:
            continue
        seen = pairs.observe(state, seat)
        assert seen[asked.start : asked.stop].argmax() == 0
        sailor = state["sailors"][hero]
        assert pairs.blocks(seen)["sailors"][0][:2] == pytest.approx([sailor["health"] / 3, sailor["cards"] / 3])


def test_a_seat_gets_the_mean_of_its_heroes(pairs) -> None:
    single = twin(pairs)
    apart = False
    for seed in range(30):
        for state in random_game(pairs, seed):
            for measure in (Game.rewards, lambda g, s: [g.potential(s, seat) for seat in range(g.num_seats)]):
                of_seats, of_heroes = measure(pairs, state), measure(single, state)
                for seat in range(pairs.hero_seats):
                    assert of_seats[seat] == pytest.approx(np.mean(of_heroes[2 * seat : 2 * seat + 2]))
                    apart |= of_heroes[2 * seat] != of_heroes[2 * seat + 1]
                assert of_seats[pairs.hero_seats :] == of_heroes[pairs.heroes :]
    assert apart, "some heroes of one seat get different rewards"


def test_secrets_of_the_own_heroes_are_known_and_no_others() -> None:
    game = Pairs(seats=2, monsters="agent")
    state = next(s for s in random_game(game, 0) if (s["sailors"]["cards"] > 0).all())
    for seat, known in ((0, {0, 1}), (1, {2, 3}), (2, set())):
        shown = {i for i in range(4) if game.visible(state, seat)["sailors"][i]["secret"]}
        told = {i for i, sailor in enumerate(game.to_json(state, seat)["sailors"]) if "secret" in sailor}
        read = {i for i, line in enumerate(game.text(state, seat).splitlines()[1:5]) if "secret" in line}
        assert shown == told == read == known
        assert ("appetite" in game.to_json(state, seat)) == (seat == 2)
    for seat, known in ((0, {0, 1}), (1, {2, 3}), (2, set())):
        changed = set()
        for seed in range(40):
            other = game.resample(state, seat, seed)
            changed |= {i for i in range(4) if other["sailors"][i].tobytes() != state["sailors"][i].tobytes()}
        assert changed == {0, 1, 2, 3} - known


def test_the_public_checks_hold(pairs) -> None:
    testing.check_game(pairs, seeds=(0, 1), most=500, every=3)
