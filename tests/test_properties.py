"""Properties that hold in every configuration: the public checkers over mixtures of all modes, variants and seats.

Any two values of two options meet in one of the configurations of a game. Random games seldom get far, so the checks
are made again from positions that a scripted team has reached: of Machina Arcana the second half of the story, the base
and the endgame, of Enormity the attacks, other pages and the way out.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

import envs
from envs import testing
from envs.enormity.game import Enormity
from envs.machina_arcana.game import MachinaArcana
from tests import fuzz
from tests.golden import played as scripted_game


@dataclass(frozen=True, eq=False)
class Subject:
    """A game and how its configurations are made.

    Args:
        name: of the game.
        more: values of options that have no listed values, the default first.
        brief: options with which it ends soon.
        far: how far a position of it is.
        longest: decisions that no random game exceeds.
        most: the largest number of configurations.
    """

    name: str
    more: Mapping[str, list[Any]]
    brief: Mapping[str, Any]
    far: Callable[[Any], int]
    longest: Callable[[Mapping[str, Any]], int]
    most: int

    @property
    def listed(self) -> dict[str, list[Any]]:
        return {**fuzz.listed_values(self.name), **self.more}


SUBJECTS = (
    Subject(
        "machina_arcana",
        {},
        {"round_limit": 5},
        lambda state: int(state["chapter_at"]),
        lambda options: 10000 if options["intricacy"] else 5000,
        24,
    ),
    Subject(
        "enormity",
        {"scenario": list(envs.load("enormity").pack.scenarios)},
        {"round_cap": 4},
        lambda state: int(state["core"]["decisions"]),
        lambda options: 5000,
        30,
    ),
)
EVERY = [(subject, options) for subject in SUBJECTS for options in fuzz.mixtures(subject.listed)]
FEW = [
    next((s, options) for s, options in EVERY if s is subject and options["seats"] == seats)
    for subject in SUBJECTS
    for seats in subject.listed["seats"]
]
"""Every number of seats, for the checks that start other processes."""


def case_id(case):
    """The game, seats, monsters, and what differs from the defaults."""
    if isinstance(case, Subject):
        return case.name
    first = {**SUBJECTS[0].listed, **SUBJECTS[1].listed}
    return "-".join(
        f"{key}={value}"
        for key, value in case.items()
        if key in ("seats", "monsters", "scenario") or value != first[key][0]
    )


def load(subject, options, **more):
    return envs.load(subject.name, **options, **more)


all_options = pytest.mark.parametrize(("subject", "options"), EVERY, ids=case_id)


@pytest.mark.parametrize("subject", SUBJECTS, ids=case_id)
def test_the_mixtures_hold_every_pair_of_values(subject):
    every = [options for s, options in EVERY if s is subject]
    for one, other in itertools.combinations(subject.listed, 2):
        pairs = {(options[one], options[other]) for options in every}
        assert pairs == set(itertools.product(subject.listed[one], subject.listed[other]))
    assert len(every) < subject.most


@all_options
def test_no_game_is_longer_than_it_may_be(subject, options):
    testing.check_length(load(subject, options), range(20, 24), most=subject.longest(options))


@all_options
def test_the_end_is_an_end_for_all(subject, options):
    testing.check_ends(load(subject, options, **subject.brief), (20,))


@all_options
def test_the_mask_is_what_the_rules_allow(subject, options):
    testing.check_masks(load(subject, options), (21,), most=150, every=29)


@all_options
def test_clones_and_saved_games_go_on_alike(subject, options):
    testing.check_clone(load(subject, options), (22,), most=200, every=19)


@all_options
def test_no_seat_sees_what_is_hidden(subject, options):
    testing.check_leaks(load(subject, options), (23,), most=150, every=43, samples=2)


@all_options
def test_cards_tokens_and_figures_are_neither_made_nor_lost(subject, options):
    testing.check_pieces(load(subject, options), (24,), most=150)


@pytest.mark.parametrize(("subject", "options"), FEW, ids=case_id)
def test_equal_seeds_give_equal_games_in_every_process(subject, options):
    testing.check_determinism(load(subject, options), (25,), most=200 if options["seats"] == 1 else 25)


# -- later in the story ------------------------------------------------------------------------------------------------


STORIES = 6


class Later:
    """A game that begins where a scripted team has got to: after 40, 70 or 97 hundredths of the one among `STORIES`
    games that got farthest."""

    def new(self, seed=0, **kwargs):
        story, actions = told(self.name, json.dumps(self.config(), sort_keys=True))
        state = super().new(story)
        for action in actions[: len(actions) * (40, 70, 97)[seed] // 100]:
            self.step(state, action)
        return state


class LaterMachinaArcana(Later, MachinaArcana):
    pass


class LaterEnormity(Later, Enormity):
    pass


LATER = {game.name: game for game in (LaterMachinaArcana, LaterEnormity)}


@cache
def told(name, options):
    """Seed and actions of the game of a scripted team that got farthest."""
    game, best = envs.load(name, **json.loads(options)), (-1, 0, [])
    (subject,) = (subject for subject in SUBJECTS if subject.name == name)
    for seed in range(STORIES):
        actions, state = scripted_game(game, seed, 5000)
        if subject.far(state) > best[0]:
            best = subject.far(state), seed, actions
    return best[1:]


@all_options
def test_all_of_it_holds_later_in_the_story(subject, options):
    game = LATER[subject.name](**options)
    assert subject.far(game.new(2)) > 0, "the story goes on"
    testing.check_pieces(game, (0, 1, 2), most=40)
    testing.check_masks(game, (0, 1, 2), most=40, every=27)
    testing.check_clone(game, (0, 1, 2), most=40, every=13)
    testing.check_leaks(game, (1, 2), most=40, every=23, samples=2)
