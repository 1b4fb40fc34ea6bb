"""Rating sliders through the course of a game (RAT); the single rolls are in test_spawning."""

from __future__ import annotations

import pytest

from envs.machina_arcana import wording
from envs.machina_arcana.state import Choice, Phase, Proc, Space
from tests.machina_arcana.story import chapter, endgame
from tests.machina_arcana.table import Table, cell

PRINTED = ((8, 7), (6, 9), (4, 4))


def table(ratings: bool = True, seats: int = 1) -> Table:
    """Explorer 0 beside a lit chapter space, in the first of three chapters; its tile has a monster spawn."""
    t = Table(seats=seats, ratings=ratings)
    t.tables["chapters"]["monster_rating"][:3], t.tables["chapters"]["horror_rating"][:3] = zip(*PRINTED, strict=True)
    t.state["chapter_at"] = 0
    t.state["monster_rating"], t.state["horror_rating"] = PRINTED[0]
    t.explorer(0, 4, 4)
    t.space(1, 8, Space.SPAWN)
    t.deck("monster_deck", 5, 6, 7)
    return t


def sliders(t: Table) -> tuple[int, int]:
    return int(t.state["monster_rating"]), int(t.state["horror_rating"])


def fail(t: Table) -> None:
    """A spawn roll and a horror roll of 1."""
    for proc in (Proc.SPAWN_PHASE, Proc.HORROR_PHASE):
        t.rolls(1)
        t.call(proc)


@pytest.mark.rule("MAC-RAT-01")
def test_a_flipped_chapter_sets_both_sliders_to_its_values() -> None:
    t = table()
    t.call(Proc.PLAY_CHAPTER, 0)
    assert sliders(t) == PRINTED[0]
    fail(t)
    fail(t)
    assert sliders(t) == (6, 5)
    t.call(Proc.FLIP_CHAPTER, 0)
    assert (int(t.state["chapter_at"]), sliders(t)) == (1, PRINTED[1])
    fail(t)
    t.call(Proc.FLIP_CHAPTER, 0)
    assert sliders(t) == PRINTED[2]


@pytest.mark.rule("MAC-RAT-01", "MAC-RAT-03", "MAC-RAT-05")
def test_a_success_after_a_flip_goes_back_to_the_new_chapter_s_values() -> None:
    t = table()
    t.call(Proc.FLIP_CHAPTER, 0)
    fail(t)
    assert sliders(t) == (5, 8)
    for proc, roll in ((Proc.SPAWN_PHASE, 5), (Proc.HORROR_PHASE, 8)):
        t.rolls(roll)
        t.call(proc)
    assert sliders(t) == PRINTED[1]


@pytest.mark.rule("MAC-RAT-02", "MAC-RAT-04", "MAC-NRM-02")
@pytest.mark.parametrize("ratings", [True, False])
def test_the_rolls_are_compared_with_the_sliders_and_in_easy_mode_with_the_chapter(ratings: bool) -> None:
    t = table(ratings)
    fail(t)
    assert sliders(t) == ((7, 6) if ratings else PRINTED[0])
    t.rolls(7)
    t.call(Proc.SPAWN_PHASE)
    assert t.pile("queue") == ([5] if ratings else [])
    t.rolls(6)
    t.call(Proc.HORROR_PHASE)
    assert t.state["threat"] == (2 if ratings else 1)


@pytest.mark.rule("MAC-RAT-03", "MAC-RAT-05")
def test_each_slider_follows_its_own_rolls() -> None:
    t = table()
    t.rolls(1)
    t.call(Proc.SPAWN_PHASE)
    assert sliders(t) == (7, 7)
    t.rolls(1)
    t.call(Proc.HORROR_PHASE)
    assert sliders(t) == (7, 6)
    t.rolls(0)
    t.call(Proc.SPAWN_PHASE)
    assert sliders(t) == (8, 6)


@pytest.mark.rule("MAC-RAT-06", "MAC-SPW-10")
def test_the_slider_sinks_within_a_phase_for_the_explorers_that_follow() -> None:
    t = table(seats=3)
    t.explorer(1, 5, 4)
    t.explorer(2, 6, 4)
    t.rolls(6, 6, 6)
    t.call(Proc.SPAWN_PHASE)
    assert (t.pile("queue"), sliders(t)[0]) == ([5], 8), "6 against 8, 7 and 6"


@pytest.mark.rule("MAC-END-10")
def test_in_the_endgame_the_sliders_go_on() -> None:
    t = table()
    fail(t)
    endgame(t)
    t.call(Proc.ENTER_ENDGAME, 0)
    t.play(min(t.legal))
    assert (int(t.state["chapter_at"]), int(t.state["endgame"]), sliders(t)) == (0, 0, (7, 6))
    t.rolls(5)
    t.call(Proc.HORROR_PHASE)
    assert sliders(t)[1] == 5
    t.rolls(5)
    t.call(Proc.HORROR_PHASE)
    assert sliders(t)[1] == PRINTED[0][1], "back to the value of the chapter that called it"


@pytest.mark.rule("MAC-RAT-01", "MAC-CHP-02")
def test_the_values_count_from_the_flip_on_within_the_running_round() -> None:
    t = table()
    chapter(t, 1, [])
    t.space(5, 4, Space.CHAPTER)
    t.state["token"][cell(5, 4)] = 2
    t.state["monster_rating"] = 1
    t.call(Proc.ROUND)
    while t.asked and t.asked[1] != Choice.TURN:
        t.play(min(t.legal))
    t.play("activate_east")
    assert sliders(t) == PRINTED[1]
    t.rolls(5, 8)
    t.play("end_turn")
    assert t.pile("queue") == [], "5 against 6"
    assert sliders(t) == (5, 8), "8 against 9 too"
    assert t.state["phase"] == Phase.MONSTERS


@pytest.mark.rule("MAC-RAT-03")
def test_moves_of_the_sliders_are_told_and_shown() -> None:
    t = table()
    before = t.game.clone(t.state)
    fail(t)
    told = wording.changes(t.game, before, t.state)
    assert {"a monster spawns on 7+", "horror comes on 6+"} <= set(told)
    assert "a monster spawns on 7+, horror on 6+" in t.game.text(t.state)
    blocks = t.game.blocks(t.game.observe(t.state, 0))
    assert [round(10 * float(blocks[name][0])) for name in ("monster_rating", "horror_rating")] == [7, 6]
