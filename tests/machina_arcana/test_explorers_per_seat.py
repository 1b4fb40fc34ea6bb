"""Agents that play several explorers each, the rulebook's habit for one person: same game, other seats (GEN-17)."""

from __future__ import annotations

import numpy as np
import pytest

import envs
from agents import scripted
from envs import testing
from envs.core.engine import mix_seed
from envs.core.errors import OptionError
from envs.core.game import Game
from envs.machina_arcana.state import Choice, Where
from envs.view import View

# Seats, explorers of each, who plays the monsters.
SPLITS = [(1, 2, "rules"), (1, 3, "agent"), (2, 2, "rules"), (2, 2, "agent")]
splits = pytest.mark.parametrize("split", SPLITS, ids=lambda s: f"{s[0]}x{s[1]}-{s[2]}")


def load(split, **more) -> Game:
    seats, each, monsters = split
    return envs.load("machina_arcana", seats=seats, explorers_per_seat=each, monsters=monsters, **more)


def alone(split, **more) -> Game:
    """The game with an agent for each explorer."""
    seats, each, monsters = split
    return envs.load("machina_arcana", seats=seats * each, monsters=monsters, **more)


@pytest.mark.rule("MAC-GEN-01")
@splits
def test_seats_are_agents_and_the_record_counts_explorers(split):
    seats, each, monsters = split
    game = load(split)
    assert game.seats == (*(f"explorer_{i}" for i in range(seats)), *(["horror_0"] if monsters == "agent" else []))
    assert (game.hero_seats, game.heroes, game.heroes_per_seat) == (seats, seats * each, each)
    state = game.new(0)
    assert int(state["seats"]) == seats * each
    assert game.config()["explorers_per_seat"] == each


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seats": 2, "explorers_per_seat": 3}, "at most 4 explorers, got 2 seats with 3 each"),
        ({"seats": 5}, "seats=5: Input should be less than or equal to 4"),
        ({"explorers_per_seat": 0}, "explorers_per_seat=0: Input should be greater than or equal to 1"),
        ({"seats": 1, "explorers_per_seat": 2, "explorers": (None,)}, "explorers names 1 cards for 2 explorers"),
    ],
)
def test_a_table_has_room_for_four_explorers(options, message):
    with pytest.raises(OptionError, match=message):
        envs.load("machina_arcana", **options)


def test_cards_are_given_explorer_by_explorer():
    known = envs.load("machina_arcana").pack.names["explorers"]
    cards = (known[3], None, known[1], known[0])
    game = envs.load("machina_arcana", seats=2, explorers_per_seat=2, explorers=cards)
    state = game.new(0)
    assert game.turn(state) == 0
    assert game.hero(state) == 1, "the second explorer of the first seat is the only one that is chosen"
    game.step(state, game.legal_actions(state)[0])
    assert [int(state["explorers"][i]["card"]) for i in (0, 2, 3)] == [3, 1, 0]


def word_of(game: Game, text: str) -> str:
    """A text with the names of an agent for each explorer."""
    for hero in range(game.heroes):
        text = text.replace(game.hero_name(hero), f"hero {hero}")
    return text


@pytest.mark.rule("MAC-GEN-01")
@splits
@pytest.mark.parametrize("seed", [3, 4])
def test_the_same_actions_make_the_same_game(split, seed):
    """States are equal to the last byte; what people read differs in the names of the agents alone."""
    game, single = load(split, ties="ask"), alone(split, ties="ask")
    state, same = game.new(seed), single.new(seed)
    word = seed
    for decision in range(400):
        assert state.tobytes() == same.tobytes()
        hero = game.hero(state)
        assert hero == single.turn(same)
        if hero is None:
            break
        assert game.turn(state) == hero // game.heroes_per_seat
        legal = game.legal_actions(state)
        assert legal == single.legal_actions(same)
        before = game.clone(state)
        word = mix_seed(word)
        action = legal[word % len(legal)]
        if decision % 20 == 0:
            assert word_of(game, game.text(state)) == word_of(single, single.text(same))
            meaning, other = (g.describe(s, action).partition(": ")[2] for g, s in ((game, state), (single, same)))
            assert word_of(game, meaning) == word_of(single, other)
        game.step(state, action)
        single.step(same, action)
        told = [word_of(game, line) for line in game.changes(before, state)]
        assert told == [word_of(single, line) for line in single.changes(before, same)]
    assert int(state["round"]) > 0


@splits
def test_an_agent_sees_the_game_from_the_explorer_that_is_asked(split):
    game, single = load(split), alone(split)
    asked, explorers = game.block("asked"), game.block("explorers")
    seen_as = set()
    for seed in (5, 6):
        state = game.new(seed)
        word = seed
        for _ in range(250):
            hero, seat = game.hero(state), game.turn(state)
            if hero is None:
                break
            for s in range(game.num_seats):
                viewer = hero if s == seat else s * game.heroes_per_seat
                seen = game.observe(state, s)
                assert (seen == single.observe(state, viewer)).all()
                turn = seen[asked.start : asked.stop]
                if s < game.hero_seats and hero < game.heroes:
                    assert turn.argmax() == (hero - viewer) % game.heroes
                if s == seat < game.hero_seats:
                    seen_as.add(hero)
                    row = seen[explorers.start : explorers.stop].reshape(explorers.shape)[0]
                    of_hero = single.observe(state, hero)[explorers.start : explorers.stop].reshape(explorers.shape)[0]
                    assert (row == of_hero).all()
            word = mix_seed(word)
            legal = game.legal_actions(state)
            game.step(state, legal[word % len(legal)])
    assert seen_as == set(range(game.heroes))


def test_the_view_tells_an_agent_which_of_its_explorers_is_asked():
    """With one agent for all, what it sees says whose turn it is: its own row comes first, with the card's stamina."""
    game = envs.load("machina_arcana", seats=1, explorers_per_seat=2, ties="ask")
    state = game.new(1)
    rows = game.block("explorers")
    shown = {}
    word = 1
    while len(shown) < 2:
        hero = game.hero(state)
        assert hero is not None
        explorer = state["explorers"][hero]
        if game.choice_name(state) == "turn" and Where(int(explorer["where"])) == Where.MAP:
            view = View.of(game, state)
            assert (view.seat, view.hero) == (0, hero)
            shown[hero] = view.observation[rows.start : rows.stop].reshape(rows.shape)[0].copy()
        word = mix_seed(word)
        legal = game.legal_actions(state)
        game.step(state, legal[word % len(legal)])
    assert (shown[0] != shown[1]).any()


@splits
def test_the_scripted_player_plays_each_of_its_explorers(split):
    game, single = load(split), alone(split)
    player, players = scripted.make("machina_arcana"), scripted.make("machina_arcana")
    state = game.new(7)
    chosen = set()
    for decision in range(300):
        if game.turn(state) is None:
            break
        action = player.act(View.of(game, state))
        assert action == players.act(View.of(single, state)), (decision, Choice(int(state["core"]["choice"])))
        chosen.add(game.hero(state))
        game.step(state, action)
    assert chosen >= set(range(game.heroes))


@splits
@pytest.mark.parametrize("reward", ["outcome", "shaped", "progress"])
def test_a_batch_plays_as_the_single_game(split, reward):
    game = load(split, round_limit=2)
    batch = game.batch(3, seed=11, reward=reward, gamma=0.9, max_cycles=90)
    words = np.arange(3, dtype=np.uint64)
    singles = [game.new(11 + i) for i in range(3)]
    ended = 0
    for _ in range(150):
        for i, state in enumerate(singles):
            assert batch.states[i].tobytes() == state.tobytes()
            assert batch.seat[i] == game.turn(state)
            assert (batch.obs[i] == game.observe(state, int(batch.seat[i]))).all()
            assert (batch.mask[i] == game.legal(state)).all()
        actions = batch.random_actions(words)
        asked = batch.seat.copy()
        before = [[game.potential(state, s) for s in range(game.num_seats)] for state in singles]
        batch.step(actions)
        for i, state in enumerate(singles):
            game.step(state, int(actions[i]))
            over = game.is_over(state)
            for s, value in enumerate(game.rewards(state)):
                if reward == "progress":
                    value = max(value, 0) if s < game.hero_seats else min(value, 0)
                if reward != "outcome":
                    after = 0 if over and reward == "shaped" else game.potential(state, s)
                    value += after * (0.9 if reward == "shaped" else 1) - before[i][s]
                assert batch.reward[i, s] == pytest.approx(value, abs=1e-6)
            if batch.done[i]:
                ended += 1
                assert batch.final_seat[i] == asked[i]
                assert (batch.final_obs[i] == game.observe(state, int(asked[i]))).all()
                singles[i] = game.new(int(batch.seeds[i]))
    assert ended
    batch.close()


@splits
def test_the_public_checks_hold(split):
    game = load(split, ties="ask", round_limit=4)
    testing.check_ends(game, (30,))
    testing.check_masks(game, (31,), most=80, every=29)
    testing.check_clone(game, (32,), most=80, every=19)
    testing.check_leaks(game, (33,), most=80, every=31, samples=1)
    testing.check_rewards(game, "progress", (34,), 60)
