"""To the base and back (BAS-01 to BAS-05, BAS-14, BAS-15, BAS-17 to BAS-20)."""

from __future__ import annotations

import pytest

from envs.machina_arcana.state import (
    Choice,
    Interrupt,
    ItemPlace,
    MonsterPlace,
    Phase,
    Proc,
    QuestKind,
    QuestSource,
    QuestState,
    Space,
    Token,
    Where,
)  # fmt: skip
from tests.machina_arcana.story import chapter, endgame, exit_token, quest
from tests.machina_arcana.table import Table

NEW = 8
M = 3


@pytest.fixture
def t() -> Table:
    """Explorers on the map, exited, waiting; monsters on the map and destroyed; the second chapter calls the base."""
    table = Table(seats=3, tiles=(0, 1, 2))
    table.explorer(0, 4, 4)
    table.off_map(1, Where.EXITED)
    table.off_map(2, Where.WAITING)
    table.monster(M, 2, 2)
    table.monster(5, 12, 2)
    table.deck("monster_destroyed", 7)
    table.deck("monster_deck", 6)
    table.deck("tile_deck", 10, NEW)
    table.tables["faces"]["flip"][10] = -1
    table.tables["n_faces"] = 11
    chapter(table, 1, ["enter_base"])
    return table


def arrive(t: Table) -> Table:
    return t.call(Proc.FLIP_CHAPTER, 0)


def back(t: Table) -> Table:
    """Return, each explorer on the first space offered."""
    t.call(Proc.LEAVE_BASE)
    while t.asked and t.asked[1] == Choice.PLACEMENT:
        t.play(min(t.legal))
    return t


@pytest.mark.rule("MAC-BAS-01", "MAC-BAS-03", "MAC-BAS-20")
def test_all_surviving_explorers_come_to_the_base(t: Table) -> None:
    arrive(t)
    assert [int(t.e(s)["where"]) for s in range(3)] == [Where.BASE] * 3
    assert not t.state["unit"].any()
    assert t.state["at_base"] == 1


@pytest.mark.rule("MAC-BAS-01")
def test_a_seat_that_is_out_stays_out(t: Table) -> None:
    t.off_map(2, Where.OUT)
    t.e(2)["card"] = -1
    arrive(t)
    assert [int(t.e(s)["where"]) for s in range(3)] == [Where.BASE, Where.BASE, Where.OUT]


@pytest.mark.rule("MAC-BAS-02")
def test_all_monsters_are_banished_and_shuffled_into_the_deck(t: Table) -> None:
    t.card("monsters", M, [{"when_destroyed": [{"threat": 3}]}])
    t.state["monster_deck"]["known"] = 1
    t.state["active"] = 0
    arrive(t)
    assert sorted(t.pile("monster_deck")) == [M, 5, 6, 7]
    assert t.pile("monster_destroyed") == t.pile("queue") == []
    assert {int(t.m(m)["place"]) for m in (M, 5, 6, 7)} == {MonsterPlace.DECK}
    assert t.state["monster_deck"]["known"] == 0
    assert t.state["threat"] == 1
    assert t.e(0)["essence"] == 0


@pytest.mark.rule("MAC-BAS-04", "MAC-BAS-14")
def test_all_tiles_go_onto_the_deck_in_slot_order_without_tokens(t: Table) -> None:
    t.space(3, 3, Space.TREASURE, Token.EXPLORED)
    exit_token(t, 0, "north")
    arrive(t)
    assert t.pile("tile_deck") == [5, 3, 1, 10, NEW]
    assert (t.state["face"] == -1).all()
    assert not t.state["token"].any()
    assert t.state["exit_slot"] == -1


@pytest.mark.rule("MAC-BAS-05", "MAC-BAS-15", "MAC-RND-01")
def test_the_round_stops_for_the_visit_and_a_new_one_follows_the_return(t: Table) -> None:
    t.off_map(1, Where.OUT)
    t.off_map(2, Where.OUT)
    t.state["explorers"]["card"][1:] = -1
    t.space(4, 3, Space.CHAPTER, Token.LIGHT)
    t.state["round"] = 6
    t.call(Proc.ROUND)
    t.play("activate_north")
    assert t.asked == (0, Choice.BASE)
    assert (t.state["phase"], t.state["round"]) == (Phase.BASE, 7)
    t.play("pass")
    assert t.asked == (0, Choice.PLACEMENT)
    assert list(t.state["face"]) == [NEW, -1, -1, -1]
    assert t.state["at_base"] == 0
    t.play("cell_5_9")
    assert t.done, "no spawn, horror or monsters"
    t.call(Proc.ROUND)
    assert t.asked == (0, Choice.TURN)
    assert t.state["round"] == 8


@pytest.mark.rule("MAC-BAS-17")
def test_lasting_effects_end_and_all_else_stays(t: Table) -> None:
    t.resolve([{"lasting": {"armor": 2}}], unit=0, target=0)
    t.e(0)["essence"] = 4
    t.give(0, 5, ItemPlace.EQUIPPED)
    quest(t, 3, QuestKind.COLLECT_ESSENCE, 5, source=QuestSource.EVENT, card=2, holder=0)
    t.state["quest_progress"][3] = 2
    arrive(t)
    assert t.state["n_lasting"] == 0
    assert t.e(0)["essence"] == 4
    assert t.state["items"]["place"][5] == ItemPlace.EQUIPPED
    assert (t.state["quest_state"][3], t.state["quest_progress"][3], t.state["quest_holder"][3]) == (
        QuestState.OPEN,
        2,
        0,
    )
    assert t.state["chapter_at"] == 1


@pytest.mark.rule("MAC-BAS-15", "MAC-BAS-18", "MAC-ENT-09")
@pytest.mark.parametrize("effects", [["enter_base"], ["enter_base", "place_entry"]])
def test_the_return_lays_one_tile_with_one_entry_token(t: Table, effects: list[str]) -> None:
    chapter(t, 1, effects)
    arrive(t)
    assert (t.state["face"] == -1).all(), "the entry waits for the return"
    back(t)
    assert list(t.state["face"]) == [NEW, -1, -1, -1]
    assert t.pile("tile_deck") == [5, 3, 1, 10]
    assert (t.state["entry_cell"] >= 0).sum() == 1
    assert all(t.on_map(s) for s in range(3))
    assert t.state["chapter_at"] == 1, "the chapter that called the base is still the current one"


@pytest.mark.rule("MAC-BAS-18", "MAC-CHP-09")
def test_a_base_called_by_a_reward_flips_the_next_chapter_on_arrival(t: Table) -> None:
    quest(t, 0, QuestKind.COLLECT_ESSENCE, 1, ["enter_base"])
    chapter(t, 0, quests=(0, 1))
    chapter(t, 1, [{"threat": 3}, "place_entry"])
    t.e(0)["essence"] = 1
    t.turn(0)
    t.play("quest_0")
    assert t.done
    assert t.state["at_base"] == 1
    assert (t.state["chapter_at"], t.state["threat"]) == (1, 4), "its effects resolve on arrival"
    assert t.state["interrupt"] == Interrupt.BASE
    back(t)
    assert list(t.state["face"]) == [NEW, -1, -1, -1]


@pytest.mark.rule("MAC-BAS-19", "MAC-CHP-16", "MAC-EXI-01")
def test_the_exit_token_waits_and_is_placed_by_the_activating_explorer(t: Table) -> None:
    t.tables["treasures"]["level"][9] = 2
    chapter(
        t,
        1,
        ["enter_base", "place_exit", {"add_treasure": 2}, {"restore_essence": {"amount": 1, "who": "all_explorers"}}],
    )
    t.call(Proc.FLIP_CHAPTER, 1)
    assert t.done, "no edge is asked for at the base"
    assert t.state["items"]["place"][9] == ItemPlace.DECK
    assert [int(t.e(s)["essence"]) for s in range(3)] == [1, 1, 1]
    back(t)
    assert t.asked == (1, Choice.EXIT_EDGE)
    assert "edge_0_south" not in t.legal, "there lies the entry token"
    t.play("edge_0_north")
    assert (t.state["exit_slot"], t.state["exit_side"], t.state["wait_exit"]) == (0, 0, 0)


@pytest.mark.rule("MAC-BAS-19", "MAC-END-01")
def test_a_waiting_endgame_tile_takes_the_place_of_the_new_tile(t: Table) -> None:
    endgame(t, [{"may": [{"threat": 1}]}], face=11)
    chapter(t, 1, ["enter_base", "enter_endgame"])
    t.call(Proc.FLIP_CHAPTER, 2)
    assert t.state["endgame"] == -1
    back(t)
    assert list(t.state["face"]) == [11, -1, -1, -1]
    assert NEW in t.pile("tile_deck")
    assert t.state["endgame"] == 0
    assert t.asked == (2, Choice.MAY), "its set-up is decided by the activating explorer"
    t.play("no")
    assert t.done
    assert t.state["wait_endgame"] == 0


@pytest.mark.rule("MAC-BAS-19")
def test_an_exit_token_that_waits_too_is_placed_on_the_endgame_tile(t: Table) -> None:
    endgame(t, face=11)
    t.tables["faces"][11]["edge"] = 1
    chapter(t, 1, ["enter_base", "place_exit", "enter_endgame"])
    arrive(t)
    back(t)
    assert list(t.state["face"]) == [11, -1, -1, -1]
    assert t.asked == (0, Choice.EXIT_EDGE)
    t.play("edge_0_west")
    assert t.done
    assert (t.state["exit_slot"], t.state["exit_side"]) == (0, 3)


@pytest.mark.rule("MAC-BAS-20", "MAC-DTH-13")
def test_a_new_explorer_that_waits_takes_part_in_the_visit(t: Table) -> None:
    t.e(2)["health"] = 1
    arrive(t)
    t.call(Proc.BASE_VISIT)
    assert t.e(2)["health"] == 5
    t.play("pass", "pass")
    assert t.asked == (2, Choice.BASE)


@pytest.mark.rule("MAC-BAS-18")
def test_a_second_call_while_at_the_base_changes_nothing(t: Table) -> None:
    chapter(t, 1, ["enter_base", "place_exit"])
    arrive(t)
    t.call(Proc.ENTER_BASE, 0)
    assert t.state["wait_exit"] == 1, "seat 0 still has an exit token to place"
