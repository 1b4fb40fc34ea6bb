"""The check of pieces finds planted faults, and nothing in games as they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import envs
from envs import testing
from envs.core.game import Game
from envs.machina_arcana.state import (
    MARKER_EXPLORER,
    MARKER_GROUND,
    Border,
    ItemPlace,
    MonsterPlace,
    Phase,
    QuestState,
    Space,
    Token,
    Where,
)


@pytest.fixture(scope="module")
def game() -> Game:
    return envs.load("machina_arcana", seats=2)


@pytest.fixture
def state(game: Game) -> Any:
    """A position with explorers on the map, a monster and an item."""
    state = game.new(4)
    while state["phase"] == Phase.SETUP:
        game.step(state, game.legal_actions(state)[0])
    while not state["queue"]["n"]:
        game.step(state, game.legal_actions(state)[0] if state["core"]["choice"] != 3 else game.actions.id("end_turn"))
    assert game.check_pieces(state) == []
    return state


def free(state: Any) -> int:
    """A plain cell without unit."""
    return next(c for c in range(400) if state["kind"][c] == Space.PLAIN and not state["unit"][c])


def wall(state: Any) -> int:
    return next(c for c in range(400) if state["kind"][c] and state["border"][c][1] == Border.NONE)


def second_monster(state: Any) -> None:
    state["queue"]["cards"][1] = state["queue"]["cards"][0]
    state["queue"]["n"] = 2


def lost_treasure(state: Any) -> None:
    state["treasure_deck"]["n"] -= 1


def stray_treasure(state: Any) -> None:
    state["items"]["owner"][0] = 1


def unknown_place(state: Any) -> None:
    m = int(state["queue"]["cards"][0])
    state["monsters"]["place"][m] = MonsterPlace.DECK


def ghost(state: Any) -> None:
    state["unit"][free(state)] = 2


def lost_event(state: Any) -> None:
    state["horror_deck"]["n"] -= 1


def second_event(state: Any) -> None:
    state["explorer_deck"]["cards"][0] = state["explorer_deck"]["cards"][1]


def lost_tile(state: Any) -> None:
    state["tile_deck"]["n"] -= 1


def one_sided_border(state: Any) -> None:
    state["border"][wall(state)][1] = Border.WALL


def open_rim(state: Any) -> None:
    state["border"][0][0] = Border.NONE


def stray_token(state: Any) -> None:
    state["token"][free(state)] = Token.EXPLORED


def other_space(state: Any) -> None:
    state["kind"][free(state)] = Space.RUBBLE


def too_much_essence(state: Any) -> None:
    state["explorers"]["essence"][0] = 10


def two_of_a_card(state: Any) -> None:
    state["explorers"]["card"][1] = state["explorers"]["card"][0]


def unused_card(state: Any) -> None:
    state["card_used"][state["explorers"]["card"][0]] = 0


def left_figure(state: Any) -> None:
    state["explorers"]["where"][0] = Where.EXITED


def quest_without_holder(state: Any) -> None:
    state["quest_state"][0] = QuestState.OPEN


def progress_of_nothing(state: Any) -> None:
    state["quest_progress"][0] = 1


def low_threat(state: Any) -> None:
    state["threat"] = 0


def drifting_upgrade(state: Any) -> None:
    card = int(state["treasure_deck"]["cards"][state["treasure_deck"]["n"] - 1])
    state["treasure_deck"]["n"] -= 1
    state["items"]["place"][card], state["items"]["owner"][card] = ItemPlace.TOP, 0


def entry_elsewhere(state: Any) -> None:
    state["entry_cell"][3] = 0


def card(state: Any) -> int:
    """A treasure card, taken from the top of its deck."""
    deck = state["treasure_deck"]
    deck["n"] -= 1
    return int(deck["cards"][deck["n"]])


def marker_over_nothing(state: Any) -> None:
    state["explorers"]["marker"][0][1] = MARKER_GROUND + free(state)


def dropped_without_marker(state: Any) -> None:
    item = card(state)
    state["items"]["place"][item], state["items"]["owner"][item] = ItemPlace.GROUND, 0
    state["explorers"]["dropped"][0][0] = item + 1


def dropped_on_no_pile(state: Any) -> None:
    item = card(state)
    state["items"]["place"][item], state["items"]["owner"][item] = ItemPlace.GROUND, 0


def two_markers_on_a_space(state: Any) -> None:
    for i in range(2):
        dropped_on_no_pile(state)
        item = int(state["treasure_deck"]["cards"][state["treasure_deck"]["n"]])
        state["explorers"]["dropped"][0][i] = item + 1
        state["explorers"]["marker"][0][i] = MARKER_GROUND + free(state)


def marker_without_play(state: Any) -> None:
    state["explorers"]["marker"][0][0] = MARKER_EXPLORER


def lasting_without_marker(state: Any) -> None:
    state["n_lasting"] = 1
    state["lasting"][0]["target"], state["lasting"][0]["source"], state["lasting"][0]["token"] = 1, 0, 7


FAULTS = [
    second_monster,
    lost_treasure,
    stray_treasure,
    unknown_place,
    ghost,
    lost_event,
    second_event,
    lost_tile,
    one_sided_border,
    open_rim,
    stray_token,
    other_space,
    too_much_essence,
    two_of_a_card,
    unused_card,
    left_figure,
    quest_without_holder,
    progress_of_nothing,
    low_threat,
    drifting_upgrade,
    entry_elsewhere,
    marker_over_nothing,
    dropped_without_marker,
    dropped_on_no_pile,
    two_markers_on_a_space,
    marker_without_play,
    lasting_without_marker,
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda f: f.__name__)
def test_a_planted_fault_is_found(game: Game, state: Any, fault: Callable[[Any], None]) -> None:
    fault(state)
    assert game.check_pieces(state)


@pytest.mark.parametrize("monsters", ["rules", "agent"])
def test_random_games_lose_and_double_nothing(monsters: str) -> None:
    testing.check_pieces(envs.load("machina_arcana", seats=2, monsters=monsters), seeds=(0,), most=400)
