"""Properties that hold in every configuration: the public checkers over all numbers of seats, monsters and ties.

Random games seldom leave the first chapters, so the checks are made again from positions that a scripted team has
reached: the second half of the story, the base and the endgame.
"""

from __future__ import annotations

from functools import cache

import pytest

import envs
from envs import testing
from envs.machina_arcana.game import MachinaArcana
from tests.golden import played as scripted_game

EVERY = [
    {"seats": seats, "monsters": monsters, "ties": ties}
    for seats in (1, 2, 3, 4)
    for monsters in ("rules", "agent")
    for ties in ("rules", "ask")
]
# Every number of seats, and monsters with ties in every way, for the checks that start other processes.
FEW = [EVERY[1], EVERY[6], EVERY[11], EVERY[12]]
TEAMS = [options for options in EVERY if (options["ties"] == "ask") == (options["monsters"] == "agent")]


def options_id(options):
    return "-".join(f"{key}={value}" for key, value in options.items())


def load(options, **more):
    return envs.load("machina_arcana", **options, **more)


all_options = pytest.mark.parametrize("options", EVERY, ids=options_id)


@all_options
def test_no_game_is_longer_than_5000_decisions(options):
    testing.check_length(load(options), range(20, 24))


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


class Later(MachinaArcana):
    """A game that begins where a scripted team has got to: after 40, 70 or 97 hundredths of its game."""

    def new(self, seed=0, **kwargs):
        actions = story(self.options.seats, self.options.monsters, self.options.ties)
        state = super().new(STORY)
        for action in actions[: len(actions) * (40, 70, 97)[seed] // 100]:
            self.step(state, action)
        return state


STORY = 6


@cache
def story(seats, monsters, ties):
    """The actions of a scripted team in one game."""
    return scripted_game(MachinaArcana(seats=seats, monsters=monsters, ties=ties), STORY, 5000)[0]


@pytest.mark.parametrize("options", TEAMS, ids=options_id)
def test_all_of_it_holds_later_in_the_story(options):
    game = Later(**options)
    assert any(int(game.new(at)["chapter_at"]) > 0 for at in (0, 1, 2)), "the story goes on"
    testing.check_pieces(game, (0, 1, 2), most=40)
    testing.check_masks(game, (0, 1, 2), most=40, every=27)
    testing.check_clone(game, (0, 1, 2), most=40, every=13)
    testing.check_leaks(game, (1, 2), most=40, every=23, samples=2)
