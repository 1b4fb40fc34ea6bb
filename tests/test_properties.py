"""Properties that hold in every configuration: the public checkers over mixtures of all modes, variants and seats.

Any two values of two options meet in one of the configurations. Random games seldom leave the first chapters, so the
checks are made again from positions that a scripted team has reached: the second half of the story, the base and the
endgame.
"""

from __future__ import annotations

import itertools
import json
from functools import cache

import pytest

import envs
from envs import testing
from envs.machina_arcana.game import MachinaArcana
from tests import fuzz
from tests.golden import played as scripted_game

LISTED = fuzz.listed_values("machina_arcana")
EVERY = fuzz.mixtures(LISTED)
FEW = [next(options for options in EVERY if options["seats"] == seats) for seats in LISTED["seats"]]
"""Every number of seats, for the checks that start other processes."""


def options_id(options):
    """Seats, monsters, and what differs from the defaults."""
    return "-".join(
        f"{key}={value}" for key, value in options.items() if key in ("seats", "monsters") or value != LISTED[key][0]
    )


def load(options, **more):
    return envs.load("machina_arcana", **options, **more)


all_options = pytest.mark.parametrize("options", EVERY, ids=options_id)


def test_the_mixtures_hold_every_pair_of_values():
    for one, other in itertools.combinations(LISTED, 2):
        pairs = {(options[one], options[other]) for options in EVERY}
        assert pairs == set(itertools.product(LISTED[one], LISTED[other]))
    assert len(EVERY) < 24


@all_options
def test_no_game_is_longer_than_5000_decisions_or_twice_that_with_intricacy(options):
    testing.check_length(load(options), range(20, 24), most=10000 if options["intricacy"] else 5000)


@all_options
def test_the_end_is_an_end_for_all(options):
    testing.check_ends(load(options, round_limit=5), (20,))


@all_options
def test_the_mask_is_what_the_rules_allow(options):
    testing.check_masks(load(options), (21,), most=150, every=29)


@all_options
def test_clones_and_saved_games_go_on_alike(options):
    testing.check_clone(load(options), (22,), most=200, every=19)


@all_options
def test_no_seat_sees_what_is_hidden(options):
    testing.check_leaks(load(options), (23,), most=150, every=43, samples=2)


@all_options
def test_cards_tokens_and_figures_are_neither_made_nor_lost(options):
    testing.check_pieces(load(options), (24,), most=150)


@pytest.mark.parametrize("options", FEW, ids=options_id)
def test_equal_seeds_give_equal_games_in_every_process(options):
    testing.check_determinism(load(options), (25,), most=200 if options["seats"] == 1 else 25)


# -- later in the story ------------------------------------------------------------------------------------------------


STORIES = 6


class Later(MachinaArcana):
    """A game that begins where a scripted team has got to: after 40, 70 or 97 hundredths of the one among `STORIES`
    games that got farthest."""

    def new(self, seed=0, **kwargs):
        story, actions = told(json.dumps(self.config(), sort_keys=True))
        state = super().new(story)
        for action in actions[: len(actions) * (40, 70, 97)[seed] // 100]:
            self.step(state, action)
        return state


@cache
def told(options):
    """Seed and actions of the game of a scripted team that got farthest."""
    game, best = MachinaArcana(**json.loads(options)), (-1, 0, [])
    for seed in range(STORIES):
        actions, state = scripted_game(game, seed, 5000)
        chapter = int(state["chapter_at"])
        if chapter > best[0]:
            best = chapter, seed, actions
    return best[1:]


@all_options
def test_all_of_it_holds_later_in_the_story(options):
    game = Later(**options)
    assert game.new(2)["chapter_at"] > 0, "the story goes on"
    testing.check_pieces(game, (0, 1, 2), most=40)
    testing.check_masks(game, (0, 1, 2), most=40, every=27)
    testing.check_clone(game, (0, 1, 2), most=40, every=13)
    testing.check_leaks(game, (1, 2), most=40, every=23, samples=2)
