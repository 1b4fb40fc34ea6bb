"""The styles of the scripted player: legal, apart from one another, none of them a clown, each as it is described."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

import envs
from agents import scripted
from agents.scripted._machina_arcana_monsters import FAR, PREY, Horde, apart, beyond, flood, ways_of
from agents.scripted._machina_arcana_styles import TEMPERS, TURN
from agents.scripted.machina_arcana import MONSTER_STYLES, STYLES, Mind, Scripted
from envs.core.errors import OptionError
from envs.machina_arcana.actions import MAX_EXPLORERS
from envs.machina_arcana.state import Border, Proc, Space, Token
from envs.view import View
from tests.machina_arcana.styles import answers, decisions, disagreement, profile
from tests.machina_arcana.table import Table, cell

LEAST = 0.08
"""Share of real choices that must part two styles. `noisy` parts from `steady` at 9 %, as an eighth of its actions is
drawn and some of the drawn ones are the steady ones: so no two styles are more alike than one style and itself with an
eighth of its actions drawn. Many choices leave no room for taste: there is one way, or one thing to hit."""


# -- the table ---------------------------------------------------------------------------------------------------


def test_every_style_is_described_and_has_parameters_of_its_own() -> None:
    assert list(STYLES) == list(TEMPERS) == list(scripted.styles("machina_arcana"))
    assert next(iter(STYLES)) == next(iter(MONSTER_STYLES)) == "steady"
    assert len(STYLES) >= 9
    assert {"steady", "hunter", "swarm", "guard"} == MONSTER_STYLES.keys() <= STYLES.keys()
    plain = {dataclasses.replace(temper, about="") for temper in TEMPERS.values()}
    assert len(plain) == len(set(STYLES.values())) == len(TEMPERS)
    for temper in TEMPERS.values():
        assert set(temper.order) == set(TURN)
        assert all(callable(getattr(Mind, part)) for part in temper.order)
        assert temper.prey in ("", *PREY)
        assert temper.foe in ("weakest", "nearest", "friend")


@pytest.mark.parametrize("build", [Scripted, lambda style: scripted.make("machina_arcana", style)])
def test_an_unknown_style_is_refused_with_the_nearest_name(build: Any) -> None:
    with pytest.raises(OptionError, match=r"unknown style 'huntr' of the scripted player.*hunter"):
        build("huntr")


# -- apart -------------------------------------------------------------------------------------------------------


def too_alike(styles: Any, found: np.ndarray) -> list[tuple[str, str]]:
    """Pairs of styles that part at fewer than `LEAST` of the choices."""
    names, shares = list(styles), disagreement(found)
    return [(a, b) for i, a in enumerate(names) for j, b in enumerate(names[:i]) if shares[i, j] < LEAST]


def test_styles_part_at_enough_real_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    game = envs.load("machina_arcana")
    found = answers(game, list(STYLES), range(2), (0, 1))
    assert len(found) > 1000
    assert not too_alike(STYLES, found)
    monkeypatch.setitem(TEMPERS, "bold", dataclasses.replace(TEMPERS["looter"], items=7))
    assert ("looter", "bold") in too_alike(STYLES, answers(game, list(STYLES), range(1), (0, 1))), "the test finds it"


def test_styles_part_on_the_monsters_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """With four explorers, so that there is somebody to choose."""
    game = envs.load("machina_arcana", seats=4, monsters="agent")
    found = answers(game, list(MONSTER_STYLES), range(2), (4,))
    assert len(found) > 500
    assert not too_alike(MONSTER_STYLES, found)
    monkeypatch.setitem(TEMPERS, "swarm", dataclasses.replace(TEMPERS["swarm"], prey="weakest"))
    assert ("swarm", "hunter") in too_alike(MONSTER_STYLES, answers(game, list(MONSTER_STYLES), range(1), (4,)))


@pytest.fixture(scope="module")
def profiles() -> dict[str, dict[str, float]]:
    game = envs.load("machina_arcana")
    return {style: profile(game, style, range(4)) for style in STYLES}


def test_each_style_does_what_it_is_named_for(profiles: dict[str, dict[str, float]]) -> None:
    def first(what: str) -> str:
        return max(STYLES, key=lambda style: profiles[style].get(what, 0.0))

    assert first("seals") == "warden"
    assert first("explore") == "scout"
    assert first("gap") == "swarm"
    assert min(STYLES, key=lambda style: profiles[style]["gap"]) == "guard"
    assert profiles["looter"]["activate"] > profiles["steady"]["activate"] + 1
    assert min(STYLES, key=lambda style: profiles[style]["move"]) in ("bold", "camper")


def test_no_style_is_a_clown(profiles: dict[str, dict[str, float]]) -> None:
    """Random explorers hardly ever finish a chapter."""
    for style, means in profiles.items():
        assert means["chapters"] >= 3, style
    assert np.mean([means["won"] for style, means in profiles.items() if style != "noisy"]) > 0.25


# -- whole games -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", STYLES)
def test_all_acts_are_legal_on_every_seat(style: str) -> None:
    options: list[dict[str, Any]] = [
        {"seats": 3, "monsters": "agent", "ties": "ask", "intricacy": True},
        {"seats": 1, "scenario": "black_oil", "mode": "easy"},
    ]
    for more in options:
        game = envs.load("machina_arcana", round_limit=15, **more)
        for _, view, action in decisions(game, [style] * game.num_seats, 3):
            assert view.mask[action]


@pytest.mark.parametrize("style", [style for style in STYLES if style != "noisy"])
def test_it_decides_from_what_its_seat_may_see(style: str) -> None:
    """In a position that the seat cannot tell from the true one it does the same."""
    game = envs.load("machina_arcana", seats=2, monsters="agent", round_limit=12)
    for n, (_, view, action) in enumerate(decisions(game, [style] * 3, 5)):
        if n % 5 == 0:
            assert Scripted(style).act(View.of(game, view.sample(n), view.seat)) == action


def test_noise_follows_from_the_game_and_the_seed() -> None:
    game = envs.load("machina_arcana")
    played = [[a for *_, a in decisions(game, ["noisy"] * 2, seed)] for seed in (1, 1, 2)]
    assert played[0] == played[1] != played[2]
    views = [view for _, view, _ in decisions(game, ["noisy"] * 2, 1) if view.mask.sum() > 1][:1]
    assert len({Scripted("noisy", seed).act(views[0]) for seed in range(200)}) > 1
    odd, n = 0, 0
    for _, view, action in decisions(game, ["noisy"] * 2, 3):
        odd += action != Scripted().act(view)
        n += view.mask.sum() > 1
    assert 0.05 < odd / n < 0.125


# -- explorers in planted positions ------------------------------------------------------------------------------


def table(seats: int = 2, **options: Any) -> Table:
    """Explorers with two cards each, so that the story may go on, on a plain tile."""
    t = Table(seats=seats, **options)
    for seat in range(seats):
        t.explorer(seat, 1 + seat, 4)
        t.give(seat, 2 * seat)
        t.give(seat, 2 * seat + 1)
    return t


def answer(t: Table, style: str) -> str:
    """What a style does in the running question."""
    return t.game.actions[Scripted(style).act(View.of(t.game, t.state))]


def turn(t: Table, style: str, seat: int = 0) -> str:
    """What a style does first in its turn."""
    t.turn(seat)
    return answer(t, style)


def test_the_guard_walks_to_others_and_no_one_else_does() -> None:
    t = table()
    t.space(4, 1, Space.TREASURE)
    t.explorer(0, 4, 4)
    t.explorer(1, 4, 9)
    assert "south" in turn(t, "guard")
    assert all("north" in turn(t, style) for style in ("steady", "swarm", "looter"))
    t.explorer(1, 4, 7)
    assert "north" in turn(t, "guard"), "near enough"


def test_the_swarm_leaves_to_others_what_they_are_nearer_to() -> None:
    t = table()
    t.explorer(0, 4, 4)
    t.explorer(1, 4, 2)
    t.space(4, 1, Space.TREASURE)
    t.space(4, 9, Space.EVENT)
    assert "north" in turn(t, "steady")
    assert "south" in turn(t, "swarm")


def test_the_hunter_walks_to_a_far_monster_while_it_is_well() -> None:
    t = table(seats=1)
    t.explorer(0, 4, 4)
    t.monster(3, 4, 9)
    t.space(4, 1, Space.TREASURE)
    assert "south" in turn(t, "hunter")
    assert "north" in turn(t, "steady")
    t.explorer(0, 4, 4, health=1)
    assert "north" in turn(t, "hunter"), "not when it is hurt"


def test_the_warden_seals_with_essence_that_others_keep() -> None:
    t = table(seats=1)
    t.explorer(0, 4, 4, essence=5)
    t.space(4, 3, Space.SPAWN)
    assert turn(t, "warden") == "seal_north"
    assert turn(t, "steady") != "seal_north"
    t.explorer(0, 4, 4, essence=3)
    assert turn(t, "warden") != "seal_north"


def test_the_looter_goes_on_looting_where_others_drive_the_story() -> None:
    t = table(seats=1)
    t.explorer(0, 4, 4)
    t.space(4, 3, Space.CHAPTER, Token.LIGHT)
    t.space(9, 9, Space.TREASURE)
    assert turn(t, "steady") == turn(t, "bold") == "activate_north"
    assert "south" in turn(t, "looter")
    t.state["round"] = 20
    assert turn(t, "looter") == "activate_north", "it is late"


def test_whoever_waits_stays_beside_a_space_for_which_it_is_too_tired() -> None:
    t = table(seats=1)
    t.explorer(0, 4, 4)
    t.space(4, 3, Space.TREASURE)
    t.space(9, 9, Space.EVENT)
    t.turn(0)
    t.e(0)["stamina"] = 2
    t.play("move_west")
    assert answer(t, "looter") == "end_turn"
    assert answer(t, "steady").startswith("move_"), "it goes for the other one"


def test_the_guard_gives_treasures_away() -> None:
    t = table()
    t.explorer(0, 4, 4)
    t.explorer(1, 5, 4)
    t.state["items"]["owner"][2:4] = -1
    t.state["items"]["place"][2:4] = 0
    t.deck("treasure_deck", 10, 11)
    t.call(Proc.GAIN_TREASURE, 0)
    while t.asked is not None and t.asked[1] != t.CHOICE.TREASURE_GIVE:
        t.play(answer(t, "steady"))
    assert (answer(t, "guard"), answer(t, "steady")) == ("explorer_1", "explorer_0")


# -- monsters in planted positions -------------------------------------------------------------------------------


def horror(t: Table, monster: int | None = None) -> Table:
    """Ask the monsters' seat which monster acts, or what that one does; a lone one is not asked for."""
    t.call(Proc.MONSTER_PHASE)
    if monster is not None and t.asked == (t.state["seats"], t.CHOICE.MONSTER_NEXT):
        t.play(f"monster_{monster}")
    return t


def horde(t: Table, prey: str) -> Horde:
    return Horde(View.of(t.game, t.state), prey)


def puppets(seats: int = 2) -> Table:
    t = table(seats, monsters="agent")
    for seat in range(seats):
        t.explorer(seat, 9 * (seat % 2), 9 * (seat // 2))
    return t


def test_the_hunter_goes_for_the_weakest_in_reach() -> None:
    t = puppets()
    t.e(1)["health"] = 1
    t.monster(3, 4, 0)
    horror(t, 3)
    assert "east" in answer(t, "hunter")
    assert "west" in answer(t, "steady"), "the nearest"
    t.e(0)["health"], t.e(1)["health"] = 1, 2
    assert "west" in answer(t, "hunter")
    t.explorer(1, 9, 9, health=1)
    t.e(0)["health"] = 5
    t.tables["monsters"]["stamina"][3] = t.m(3)["stamina"] = 4
    assert "west" in answer(t, "hunter"), "the other one is out of reach"


def test_the_swarm_spreads() -> None:
    t = puppets()
    for n in range(4):
        t.monster(n, 1 + n, 1)
    horror(t)
    shares = horde(t, "apart").shares
    assert sorted(shares.values()) == [0, 0, 1, 1]
    assert shares[0] == 0
    assert shares[3] == 1
    t.play("monster_2")
    assert "east" in answer(t, "swarm")
    assert "west" in answer(t, "steady"), "the nearest"


def test_the_guard_stands_where_the_explorers_have_to_go() -> None:
    t = puppets()
    t.explorer(1, 9, 9)
    t.space(4, 9, Space.CHAPTER)
    t.monster(3, 4, 4)
    horror(t, 3)
    assert horde(t, "post").posts == [cell(4, 9)]
    assert "south" in answer(t, "guard")
    t.explorer(0, 4, 2)
    assert "north" in answer(t, "guard"), "an explorer has come near"
    t.explorer(0, 0, 0)
    t.state["exit_slot"], t.state["exit_side"] = 0, 1
    assert horde(t, "post").posts == [cell(9, 4), cell(9, 5)]
    assert "east" in answer(t, "guard")


def test_whoever_is_nearest_goes_first() -> None:
    t = puppets(1)
    t.monster(2, 5, 0)
    t.monster(5, 2, 0)
    horror(t)
    assert answer(t, "hunter") == "monster_5"
    assert answer(t, "steady") == "monster_2"


def test_monsters_break_doors_and_end_their_turn_beside_their_prey() -> None:
    t = puppets(1)
    t.monster(3, 1, 0)
    horror(t, 3)
    assert answer(t, "hunter") == "end_turn"
    t = puppets(1)
    for y in range(10):
        t.border(2, y, "east", Border.CLOSED if y == 0 else Border.WALL)
    t.monster(3, 3, 0)
    horror(t, 3)
    assert answer(t, "hunter") == "break_west"


def ways(t: Table) -> tuple[tuple[int, ...], ...]:
    return ways_of(*(t.state[name].tobytes() for name in ("kind", "token", "border")))


def test_ways_lead_around_walls_and_not_through_corners() -> None:
    t = Table()
    open_ = flood(ways(t), cell(0, 0), frozenset())
    assert (open_[cell(9, 9)], open_[cell(9, 0)], open_[cell(10, 0)]) == (9, 9, FAR)
    for y in range(9):
        t.border(4, y, "east")
    around = flood(ways(t), cell(0, 0), frozenset())
    assert around[cell(4, 0)] == 4
    assert around[cell(5, 0)] == 8 + 1 + 9, "down, diagonally around the end of the wall, up"
    t.border(4, 9, "east")
    assert flood(ways(t), cell(0, 0), frozenset())[cell(5, 0)] == FAR
    row = frozenset(cell(2, y) for y in range(10))
    taken = flood(ways(t), cell(0, 0), row)
    assert (taken[cell(2, 0)], taken[cell(3, 0)]) == (2, FAR), "reached, not passed"


def test_ways_are_the_steps_that_the_rules_allow() -> None:
    """On real tiles a monster may go exactly where the ways lead, but for doors it breaks and units in its way."""
    game = envs.load("machina_arcana", monsters="agent", seats=2)
    first, checked = game.actions.groups["move"].start, 0
    for state, view, _ in decisions(game, ["steady"] * 3, 2):
        moves = {a - first for a in view.legal if a in game.actions.groups["move"]}
        if view.choice != "monster_action" or not moves:
            continue
        here = int(state["monsters"]["cell"][int(state["acting"]) - MAX_EXPLORERS])
        known = ways_of(*(state[name].tobytes() for name in ("kind", "token", "border")))[here]
        for d in range(8):
            to = beyond(here, d)
            if d in moves:
                assert to in known
            elif to in known and d % 2 == 0:
                border = state["border"][here][d // 2]
                assert state["unit"][to] or border == Border.CLOSED or border >= Border.BARRIER
        checked += 1
    assert checked > 100


def test_distances_are_counted_directly() -> None:
    assert apart(cell(3, 4), cell(7, 2)) == 4
