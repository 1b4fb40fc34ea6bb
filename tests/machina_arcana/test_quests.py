"""Quests from events (QST); those of chapters are in test_chapters."""

from __future__ import annotations

import pytest

from envs.machina_arcana.state import Choice, Proc, QuestKind, QuestSource, QuestState, Space, Token, Where
from tests.machina_arcana.story import chapter, quest
from tests.machina_arcana.table import Table, cell

ESSENCE, HEALTH, USE = QuestKind.COLLECT_ESSENCE, QuestKind.COLLECT_HEALTH, QuestKind.USE_SPACE
EVENT = QuestSource.EVENT
CARD = 4


@pytest.fixture
def t() -> Table:
    table = Table(seats=2)
    table.explorer(0, 4, 4)
    table.explorer(1, 7, 7)
    return table


@pytest.mark.rule("MAC-QST-02", "MAC-QST-03", "MAC-QST-08")
def test_the_last_success_gives_the_reward_and_destroys_the_card(t: Table) -> None:
    quest(t, 0, ESSENCE, 3, [{"threat": 2}], source=EVENT, card=CARD, holder=0)
    t.deck("explorer_destroyed", 1)
    t.e(0)["essence"] = 4
    t.turn(0)
    t.play("quest_0", "amount_2")
    assert (t.state["quest_progress"][0], t.state["threat"]) == (2, 1)
    assert t.pile("explorer_destroyed") == [1]
    t.play("quest_0")
    assert t.e(0)["essence"] == 1, "only what is wanted can be paid"
    assert t.state["threat"] == 3
    assert t.pile("explorer_destroyed") == [CARD, 1], "on top"
    assert (t.state["quest_state"][0], t.state["quest_progress"][0], t.state["quest_holder"][0]) == (
        QuestState.CLOSED,
        0,
        -1,
    )
    assert "quest_0" not in t.legal


@pytest.mark.rule("MAC-QST-08", "MAC-EVT-06")
def test_a_finished_quest_ends_an_ongoing_event(t: Table) -> None:
    t.tables["explorer_events"]["kind"][1] = 1
    t.text(t.tables["explorer_events"][1], each_round=[{"threat": 1}], kind="explorer_event")
    t.deck("explorer_destroyed", 1)
    quest(t, 0, ESSENCE, 1, source=EVENT, card=CARD, holder=0)
    t.e(0)["essence"] = 1
    t.call(Proc.ROUND_EFFECTS)
    assert t.state["threat"] == 2, "an open quest card lies elsewhere"
    t.turn(0)
    t.play("quest_0")
    t.call(Proc.ROUND_EFFECTS)
    assert t.state["threat"] == 2


@pytest.mark.rule("MAC-QST-04", "MAC-CHP-11")
def test_collect_in_the_turn_of_another(t: Table) -> None:
    quest(t, 0, HEALTH, 2, source=EVENT, card=CARD, holder=1)
    t.turn(0)
    assert t.asked == (1, Choice.WINDOW)
    assert t.legal == {"pass", "quest_0"}
    t.play("quest_0", "amount_1")
    assert t.e(1)["health"] == 4
    assert t.state["quest_progress"][0] == 1


@pytest.mark.rule("MAC-QST-05", "MAC-EXP-14")
def test_use_a_specific_space(t: Table) -> None:
    quest(t, 0, USE, 2, (), Space.WORKBENCH, source=EVENT, card=CARD, holder=0)
    t.space(5, 4, Space.WORKBENCH)
    t.space(3, 4, Space.EVENT)
    t.turn(0)
    assert "use_west" not in t.legal, "another kind of space"
    t.play("use_east")
    assert t.e(0)["stamina"] == 3
    assert t.state["token"][cell(5, 4)] == Token.EXPLORED
    assert t.state["quest_progress"][0] == 1


@pytest.mark.rule("MAC-QST-05", "MAC-TAR-02")
def test_the_space_must_be_adjacent(t: Table) -> None:
    quest(t, 0, USE, 2, (), Space.WORKBENCH, source=EVENT, card=CARD, holder=0)
    t.space(5, 4, Space.WORKBENCH)
    t.border(4, 4, "east")
    t.space(4, 6, Space.WORKBENCH)
    t.turn(0)
    assert not {name for name in t.legal if name.startswith("use")}


@pytest.mark.rule("MAC-QST-06")
@pytest.mark.parametrize("source", [QuestSource.CHAPTER, EVENT])
def test_event_quests_are_the_holder_s_chapter_quests_everyone_s(t: Table, source: QuestSource) -> None:
    quest(t, 0, ESSENCE, 2, source=source, card=CARD, holder=1 if source == EVENT else -1)
    quest(t, 1, USE, 2, (), Space.RECHARGE, source=source, card=CARD + 1, holder=1 if source == EVENT else -1)
    t.state["explorers"]["essence"][:2] = 1
    t.space(4, 3, Space.RECHARGE)
    t.space(7, 6, Space.RECHARGE)
    for seat in (0, 1):
        t.turn(seat)
        while t.asked[1] == Choice.WINDOW:
            t.play("pass")
        mine = source == QuestSource.CHAPTER or seat == 1
        assert ("quest_0" in t.legal) == mine
        assert ("use_north" in t.legal) == mine


@pytest.mark.rule("MAC-QST-07")
def test_an_explorer_holds_any_number_of_quests_without_penalty(t: Table) -> None:
    t.deck("explorer_deck", 0, 1, 2)
    for q in range(3):
        quest(t, q, ESSENCE, 2, source=EVENT, card=q, open_=False)
        t.call(Proc.EXPLORER_EVENT, 0, 0)
    assert list(t.state["quest_holder"][:3]) == [0, 0, 0]
    assert list(t.state["quest_state"][:3]) == [QuestState.OPEN] * 3
    before = t.state["explorers"].copy()
    t.call(Proc.ROUND_EFFECTS)
    assert (t.state["explorers"] == before).all()


@pytest.mark.rule("MAC-QST-08", "MAC-QST-01")
def test_an_open_quest_is_in_no_pile(t: Table) -> None:
    t.deck("explorer_deck", CARD)
    quest(t, 0, ESSENCE, 2, source=EVENT, card=CARD, open_=False)
    t.call(Proc.EXPLORER_EVENT, 1, 0)
    assert t.pile("explorer_deck") == t.pile("explorer_destroyed") == []
    assert t.state["quest_holder"][0] == 1
    t.call(Proc.EXPLORER_EVENT, 1, 0)
    assert t.pile("explorer_deck") == [], "an open quest is not shuffled in"


@pytest.mark.rule("MAC-QST-09")
def test_one_use_advances_the_quest_that_is_named(t: Table) -> None:
    quest(t, 0, USE, 2, (), Space.RECHARGE, source=EVENT, card=CARD, holder=0)
    quest(t, 1, USE, 2, (), Space.RECHARGE)
    chapter(t, 0, quests=(1, 2))
    t.space(5, 4, Space.RECHARGE)
    t.turn(0)
    t.play("use_east")
    assert t.asked == (0, Choice.QUEST)
    assert t.legal == {"quest_0", "quest_1"}
    t.play("quest_1")
    assert list(t.state["quest_progress"][:2]) == [0, 1]
    assert t.e(0)["stamina"] == 3


@pytest.mark.rule("MAC-DTH-15", "MAC-QST-04")
def test_the_last_payment_of_a_dying_holder_still_counts(t: Table) -> None:
    quest(t, 0, HEALTH, 3, source=EVENT, card=CARD, holder=0)
    t.e(0)["health"] = 2
    t.turn(0)
    t.play("quest_0", "amount_2", "explorer_card_6")
    assert (t.state["quest_progress"][0], t.state["quest_holder"][0]) == (2, 0)
    assert t.e(0)["where"] == Where.WAITING
