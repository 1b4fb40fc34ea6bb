"""Set-up (SET), with the shipped pack and with changed tables."""

from __future__ import annotations

from typing import Any

import pytest

import envs
from envs.core.errors import OptionError
from envs.core.game import Game
from envs.machina_arcana.state import Choice, ItemPlace, MonsterPlace, Phase, Proc, Space, Where
from tests.machina_arcana.table import Table

SOUTH = 2


@pytest.fixture
def game() -> Game:
    return envs.load("machina_arcana", seats=2)


def cards(state: Any, name: str) -> list[int]:
    """Cards of a pile, the bottom one first."""
    return [int(c) for c in state[name]["cards"][: state[name]["n"]]]


def choose_all(game: Game, state: Any) -> Any:
    """The first option of each question, to the first Explorer phase."""
    while state["phase"] == Phase.SETUP:
        game.step(state, game.legal_actions(state)[0])
    return state


@pytest.mark.rule("MAC-GEN-01", "MAC-GEN-02", "MAC-GEN-17")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_one_to_four_seats_with_an_explorer_each(seats: int) -> None:
    game = envs.load("machina_arcana", seats=seats)
    state = choose_all(game, game.new(0))
    assert game.num_seats == seats
    assert [int(e["where"]) for e in state["explorers"]] == [Where.MAP] * seats + [Where.OUT] * (4 - seats)
    with pytest.raises(OptionError):
        envs.load("machina_arcana", seats=5)


@pytest.mark.rule("MAC-SET-01", "MAC-SET-02")
def test_threat_and_level_start_at_one(game: Game) -> None:
    state = choose_all(game, game.new(1))
    assert (state["threat"], state["level"]) == (1, 1)


@pytest.mark.rule("MAC-SET-03")
def test_the_scenario_is_chosen_among_those_of_the_pack(game: Game) -> None:
    assert game.options.scenario in game.pack.scenarios
    with pytest.raises(OptionError, match="drowned"):
        envs.load("machina_arcana", scenario="drowned_foundrie")


@pytest.mark.rule("MAC-SET-04", "MAC-SET-14")
def test_the_tile_deck_holds_one_face_of_each_tile_that_belongs_to_no_scenario(game: Game) -> None:
    faces = game.tables["faces"]
    decks = [tuple(cards(game.new(seed), "tile_deck")) for seed in range(30)]
    tiles = {frozenset((f, int(faces[f]["flip"]))) for f in range(int(game.tables["n_faces"])) if faces[f]["use"] == 0}
    for deck in decks:
        assert {frozenset((f, int(faces[f]["flip"]))) for f in deck} == tiles
        assert len(deck) == len(tiles)
    assert len({tuple(min(f, int(faces[f]["flip"])) for f in deck) for deck in decks}) > 10, "shuffled"
    assert {deck[0] for deck in decks} == set().union(*tiles), "either face of any tile"


@pytest.mark.rule("MAC-SET-05")
@pytest.mark.parametrize("kind", ["explorer", "horror"])
def test_the_events_of_core_and_scenario_make_one_shuffled_deck(game: Game, kind: str) -> None:
    decks = {tuple(cards(game.new(seed), f"{kind}_deck")) for seed in range(10)}
    n = int(game.tables[f"n_{kind}_events"])
    assert n >= 20, "20 core events and those of the scenario"
    assert {tuple(sorted(deck)) for deck in decks} == {tuple(range(n))}
    assert len(decks) == 10


@pytest.mark.rule("MAC-SET-06", "MAC-SET-07")
def test_the_chapters_lie_in_ascending_order_and_the_first_is_current(game: Game) -> None:
    state = choose_all(game, game.new(0))
    numbers = [int(c["number"]) for c in game.tables["chapters"][: int(game.tables["n_chapters"])]]
    assert numbers == sorted(set(numbers))
    assert state["chapter_at"] == 0


@pytest.mark.rule("MAC-SET-08", "MAC-SET-09")
def test_seats_choose_in_ascending_order_among_the_explorers_left(game: Game) -> None:
    state = game.new(0)
    assert game.turn(state) == 0
    assert {game.actions[a] for a in game.legal_actions(state)} == {f"explorer_card_{i}" for i in range(9)}
    game.play(state, "explorer_card_4")
    assert game.turn(state) == 1
    assert game.choice_name(state) == "explorer_card"
    assert {game.actions[a] for a in game.legal_actions(state)} == {f"explorer_card_{i}" for i in range(9) if i != 4}


@pytest.mark.rule("MAC-SET-09")
def test_the_configuration_may_fix_the_explorers() -> None:
    names = envs.load("machina_arcana").pack.names["explorers"]
    game = envs.load("machina_arcana", seats=3, explorers=(None, names[5], None))
    state = game.new(0)
    assert "explorer_card_5" not in {game.actions[a] for a in game.legal_actions(state)}, "it is promised to seat 1"
    game.play(state, "explorer_card_0")
    assert game.turn(state) == 2, "seat 1 has no choice"
    assert state["explorers"][1]["card"] == 5


@pytest.mark.rule("MAC-SET-09", "MAC-DTH-08", "MAC-DTH-12")
def test_a_death_in_set_up_is_followed_by_the_free_choice_of_another_explorer() -> None:
    names = envs.load("machina_arcana").pack.names["explorers"]
    t = Table(seats=2, explorers=(names[3], names[5]))
    t.text(t.tables["chapters"][0], ["place_entry", {"lose_health": {"amount": 5, "who": "all_explorers"}}])
    t.state["card_used"] = t.state["round"] = 0
    t.call(Proc.SETUP)
    while t.asked[1] == Choice.PLACEMENT:
        t.play(min(t.legal))
    for seat in (0, 1):
        assert t.asked == (seat, Choice.EXPLORER_CARD)
        assert t.legal == {f"explorer_card_{i}" for i in range(9) if i not in ((3, 5) if seat == 0 else (3, 5, 8))}
        t.play(f"explorer_card_{8 - seat}")
    assert t.done
    assert [(int(t.e(s)["where"]), int(t.e(s)["waits_until"])) for s in (0, 1)] == [(Where.WAITING, 1)] * 2


@pytest.mark.rule("MAC-SET-10", "MAC-SET-11")
def test_a_chosen_explorer_is_fresh_and_stands_on_its_card(game: Game) -> None:
    state = game.new(0)
    game.play(state, "explorer_card_3")
    card, row = game.tables["explorers"][3], state["explorers"][0]
    assert (row["health"], row["stamina"], row["essence"]) == (card["health"], card["stamina"], 0)
    assert (row["where"], row["cell"]) == (Where.CARD, -1)


@pytest.mark.rule("MAC-SET-12")
def test_the_treasure_deck_holds_level_one(game: Game) -> None:
    decks = {tuple(cards(game.new(seed), "treasure_deck")) for seed in range(10)}
    level = game.tables["treasures"]["level"]
    ones = [i for i in range(int(game.tables["n_treasures"])) if level[i] == 1]
    assert {tuple(sorted(deck)) for deck in decks} == {tuple(ones)}
    assert len(decks) == 10
    places = game.new(0)["items"]["place"]
    assert {int(places[i]) for i in range(int(game.tables["n_treasures"])) if level[i] > 1} == {ItemPlace.ASIDE}


@pytest.mark.rule("MAC-SET-13")
def test_the_monster_deck_holds_level_one(game: Game) -> None:
    decks = {tuple(cards(game.new(seed), "monster_deck")) for seed in range(10)}
    level = game.tables["monsters"]["level"]
    ones = [i for i in range(int(game.tables["n_monsters"])) if level[i] == 1]
    assert {tuple(sorted(deck)) for deck in decks} == {tuple(ones)}
    assert len(decks) == 10
    places = game.new(0)["monsters"]["place"]
    assert {int(places[i]) for i in range(int(game.tables["n_monsters"])) if level[i] > 1} == {MonsterPlace.ASIDE}


@pytest.mark.rule("MAC-SET-15", "MAC-SET-18")
def test_the_starting_tile_lies_first_with_its_symbol_to_the_south(game: Game) -> None:
    state = choose_all(game, game.new(0))
    assert list(state["face"]) == [int(game.tables["start_face"]), -1, -1, -1]
    assert (game.tables["faces"][state["face"][0]]["symbol"] + state["rotation"][0]) % 4 == SOUTH


@pytest.mark.rule("MAC-SET-15", "MAC-MAP-17")
@pytest.mark.parametrize("seed", range(5))
def test_without_a_starting_tile_the_bottom_tile_of_the_deck_lies_first(game: Game, seed: int) -> None:
    deck = cards(game.new(seed), "tile_deck")
    game.tables["start_face"] = -1
    state = choose_all(game, game.new(seed))
    assert state["face"][0] == deck[0]
    assert cards(state, "tile_deck") == deck[1:]
    assert (game.tables["faces"][deck[0]]["symbol"] + state["rotation"][0]) % 4 == SOUTH


@pytest.mark.rule("MAC-SET-16", "MAC-SET-17", "MAC-ENT-01", "MAC-ENT-03")
def test_the_first_chapter_places_the_explorers_on_the_tile_that_lies_there(game: Game) -> None:
    state = game.new(0)
    game.play(state, "explorer_card_0", "explorer_card_1")
    assert game.choice_name(state) == "placement"
    state = choose_all(game, state)
    assert {int(e["where"]) for e in state["explorers"][:2]} == {Where.MAP}
    assert (state["face"] >= 0).sum() == 1
    assert (state["phase"], state["round"]) == (Phase.EXPLORERS, 1)


@pytest.mark.rule("MAC-SET-16", "MAC-CHP-02")
def test_a_new_chapter_resolves_all_its_effects() -> None:
    t = Table(seats=1)
    t.text(t.tables["chapters"][0], [{"threat": 2}, {"restore_essence": {"amount": 3, "who": "all_explorers"}}])
    t.explorer(0, 4, 4)
    t.state["chapter_at"] = 0
    t.call(Proc.PLAY_CHAPTER, 0)
    assert t.state["threat"] == 3
    assert t.e(0)["essence"] == 3


@pytest.mark.rule("MAC-SET-19", "MAC-NRM-02")
def test_in_easy_mode_the_values_of_the_chapter_stand() -> None:
    t = Table(seats=1)
    t.tables["chapters"][0]["monster_rating"], t.tables["chapters"][0]["horror_rating"] = 7, 6
    t.explorer(0, 4, 4)
    t.space(1, 1, Space.SPAWN)
    t.call(Proc.PLAY_CHAPTER, 0)
    assert (t.state["monster_rating"], t.state["horror_rating"]) == (7, 6)
    t.rolls(6)
    t.call(Proc.SPAWN_PHASE)
    t.rolls(5)
    t.call(Proc.HORROR_PHASE)
    assert (t.state["monster_rating"], t.state["horror_rating"]) == (7, 6), "failed rolls change nothing"


@pytest.mark.rule("MAC-GEN-24")
def test_one_seed_is_one_game(game: Game) -> None:
    a, b, c = game.new(5), game.new(5), game.new(6)
    assert a.tobytes() == b.tobytes()
    assert cards(a, "explorer_deck") != cards(c, "explorer_deck")


@pytest.mark.rule("MAC-GEN-24", "MAC-SET-14")
def test_tile_faces_come_first_then_the_decks() -> None:
    t = Table(seats=1)
    n_tiles = 5
    t.tables["n_explorer_events"], t.tables["n_horror_events"] = 3, 2
    t.tables["treasures"]["level"], t.tables["monsters"]["level"] = 2, 2
    # Five faces; a shuffle of n cards then draws below n, n - 1, ..., 2 from the top card down.
    t.rolls(1, 0, 1, 0, 1, 0, 0, 1, 4, 3, 2, 1)
    t.call(Proc.SETUP)
    assert t.asked == (0, Choice.EXPLORER_CARD)
    assert t.state["core"]["script_n"] == 0
    assert t.pile("tile_deck")[::-1] == [1, 2, 5, 6, 9]
    assert len(t.pile("tile_deck")) == n_tiles
    assert t.pile("explorer_deck")[::-1] == [1, 2, 0]
    assert t.pile("horror_deck")[::-1] == [0, 1]
