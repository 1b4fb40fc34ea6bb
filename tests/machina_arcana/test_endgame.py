"""The endgame, victory and defeat (END)."""

from __future__ import annotations

import pytest

from envs.machina_arcana.state import (
    MAX_EXPLORERS,
    Choice,
    Interrupt,
    Proc,
    QuestKind,
    QuestSource,
    QuestState,
    Reason,
    Space,
    Where,
)  # fmt: skip
from tests.machina_arcana.story import chapter, endgame, entry, quest
from tests.machina_arcana.table import Table, cell

FACE = 10
M = 3


@pytest.fixture
def t() -> Table:
    """Explorers 0 and 1; the second chapter enters the endgame; its tile has no edges, its entry token is on (4, 4)."""
    table = Table(seats=2, tiles=(0, 1))
    table.explorer(0, 4, 4)
    table.explorer(1, 14, 4)
    table.monster(M, 2, 2)
    table.deck("tile_deck", 8)
    endgame(table, [{"threat": 2}], face=FACE)
    chapter(table, 1, ["enter_endgame"])
    return table


def enter(t: Table) -> Table:
    """Into the endgame and into the new round that follows."""
    t.call(Proc.FLIP_CHAPTER, 0)
    while t.asked and t.asked[1] == Choice.PLACEMENT:
        t.play(min(t.legal))
    t.state["interrupt"] = Interrupt.NONE
    return t


@pytest.mark.rule("MAC-END-01", "MAC-END-07", "MAC-ENT-05")
def test_the_endgame_tile_takes_the_place_of_all_others(t: Table) -> None:
    enter(t)
    assert list(t.state["face"]) == [FACE, -1, -1, -1]
    assert t.pile("tile_deck") == [3, 1, 8]
    assert t.pile("monster_destroyed") == [M]
    assert t.pile("queue") == []


@pytest.mark.rule("MAC-END-02", "MAC-ENT-04", "MAC-ENT-09")
def test_the_explorers_are_placed_on_the_printed_entry_token_or_next_to_it(t: Table) -> None:
    t.off_map(1, Where.WAITING)
    t.call(Proc.FLIP_CHAPTER, 0)
    assert t.asked == (0, Choice.PLACEMENT)
    around = {f"cell_{x}_{y}" for x in (3, 4, 5) for y in (3, 4, 5)}
    assert t.legal == around
    t.play("cell_4_4")
    assert t.asked == (1, Choice.PLACEMENT)
    assert t.legal == around - {"cell_4_4"}
    assert t.state["entry_cell"][0] == cell(4, 4)


@pytest.mark.rule("MAC-END-03", "MAC-CHP-16")
def test_the_set_up_resolves_after_the_placement(t: Table) -> None:
    t.text(t.tables["endgame"], [{"may": [{"threat": 2}]}])
    t.call(Proc.FLIP_CHAPTER, 1)
    assert t.asked == (0, Choice.PLACEMENT)
    t.play("cell_4_4", "cell_3_3")
    assert t.asked == (1, Choice.MAY), "the activating explorer decides"
    t.play("yes")
    assert t.state["threat"] == 3


@pytest.mark.rule("MAC-END-04", "MAC-CHP-04")
def test_the_card_s_quests_and_ongoing_effects_begin_with_the_endgame(t: Table) -> None:
    t.text(t.tables["endgame"], passive=[{"armor": 3, "scope": "all_monsters"}], each_round=[{"threat": 1}])
    quest(t, 0, QuestKind.USE_SPACE, 1, ["win"], Space.SPECIAL, QuestSource.ENDGAME, open_=False)
    t.tables["first_endgame_quest"], t.tables["end_endgame_quest"] = 0, 1
    t.call(Proc.ROUND_EFFECTS)
    assert t.state["threat"] == 1, "not before"
    enter(t)
    assert t.state["quest_state"][0] == QuestState.OPEN
    t.call(Proc.ROUND_EFFECTS)
    assert t.state["threat"] == 2
    t.monster(M, 8, 8)
    t.high(3)
    t.resolve([{"attack": {"high": 1}}], unit=0, target=MAX_EXPLORERS + M)
    assert t.m(M)["health"] == 2, "armor 5"


@pytest.mark.rule("MAC-END-04", "MAC-END-05", "MAC-RND-08")
def test_the_victory_condition_wins_for_all_also_for_the_dead(t: Table) -> None:
    quest(t, 0, QuestKind.USE_SPACE, 2, ["win"], Space.SPECIAL, QuestSource.ENDGAME, open_=False)
    t.tables["first_endgame_quest"], t.tables["end_endgame_quest"] = 0, 1
    enter(t)
    t.off_map(1, Where.OUT)
    t.explorer(0, 8, 8)
    t.space(9, 8, Space.SPECIAL)
    t.turn(0)
    t.play("use_east")
    assert t.state["core"]["over"] == 0
    t.play("use_east")
    assert (t.state["core"]["over"], t.state["core"]["outcome"]) == (1, Reason.ENDGAME_WON)
    assert t.game.rewards(t.state) == [1, 1]


@pytest.mark.rule("MAC-END-06", "MAC-RND-08")
def test_the_defeat_condition_loses_at_once(t: Table) -> None:
    t.text(t.tables["endgame"], each_round=["lose"])
    enter(t)
    t.call(Proc.ROUND_EFFECTS)
    assert (t.state["core"]["over"], t.state["core"]["outcome"]) == (1, Reason.ENDGAME_LOST)
    assert t.game.rewards(t.state) == [-1, -1]


@pytest.mark.rule("MAC-END-07")
def test_a_new_round_begins_after_the_set_up(t: Table) -> None:
    t.space(5, 4, Space.CHAPTER, token=2)
    t.call(Proc.ROUND)
    t.play("explorer_0", "activate_east", "cell_4_4", "cell_3_3")
    assert t.done
    assert t.state["interrupt"] == Interrupt.NEW_ROUND
    t.call(Proc.ROUND)
    assert t.asked == (0, Choice.NEXT_EXPLORER)


@pytest.mark.rule("MAC-END-08")
@pytest.mark.parametrize("edges", [0, 1])
def test_the_endgame_tile_is_explored_only_from_edges_in_its_data(t: Table, edges: int) -> None:
    t.tables["faces"][FACE]["edge"] = edges
    enter(t)
    t.explorer(0, 9, 4)
    t.turn(0)
    assert ("explore_east" in t.legal) == bool(edges)
    if edges:
        t.play("explore_east")
        assert list(t.state["face"]) == [FACE, 8, -1, -1], "one slot of the area like any other"


@pytest.mark.rule("MAC-END-10")
def test_the_chapter_that_called_it_stays_current(t: Table) -> None:
    t.tables["chapters"]["monster_rating"][1], t.tables["chapters"]["horror_rating"][1] = 7, 6
    chapter(t, 1, ["enter_endgame"], each_round=[{"threat": 1}])
    enter(t)
    assert t.state["chapter_at"] == 1
    assert (t.state["monster_rating"], t.state["horror_rating"]) == (7, 6)
    t.call(Proc.ROUND_EFFECTS)
    assert t.state["threat"] == 4, "2 of the set-up and 1 of the chapter"


# -- nobody can go on ------------------------------------------------------------------------------------------------


def kill(t: Table, seat: int) -> Table:
    t.call(Proc.DESTROY_EXPLORER, seat)
    while t.asked and t.asked[1] == Choice.EXPLORER_CARD:
        t.play(min(t.legal))
    return t


@pytest.mark.rule("MAC-END-09", "MAC-DTH-09")
@pytest.mark.parametrize("cards", [True, False])
@pytest.mark.parametrize("token", [True, False])
def test_the_game_is_lost_when_nobody_is_there_and_nobody_can_come(cards: bool, token: bool) -> None:
    t = Table(seats=1)
    t.explorer(0, 4, 4)
    if token:
        entry(t, 0, 5, 9)
    if not cards:
        t.state["card_used"][:] = 1
    kill(t, 0)
    assert (t.state["core"]["over"] == 1) == (not (cards and token))
    if not (cards and token):
        assert t.state["core"]["outcome"] == Reason.NO_EXPLORERS


@pytest.mark.rule("MAC-END-09")
@pytest.mark.parametrize("where", [Where.MAP, Where.BASE])
def test_it_goes_on_while_another_explorer_is_there(where: Where) -> None:
    t = Table(seats=2)
    t.explorer(0, 4, 4)
    if where == Where.MAP:
        t.explorer(1, 7, 7)
    else:
        t.off_map(0, where)
        t.off_map(1, where)
    kill(t, 0)
    assert t.state["core"]["over"] == 0
