"""Explorer events, horror events, quests taken from events (EVT, HOR-03 to HOR-06, QST-01 to QST-03, GEN-22, PUP)."""

from __future__ import annotations

from typing import Any

import pytest

from envs.machina_arcana.state import (
    Border,
    Choice,
    EventKind,
    Proc,
    QuestKind,
    QuestSource,
    QuestState,
    Space,
    Token,
)
from tests.machina_arcana.table import Table, cell

M = 3


@pytest.fixture
def t() -> Table:
    table = Table(seats=2, tiles=(0, 1))
    table.explorer(0, 4, 4)
    table.explorer(1, 15, 4)
    table.deck("explorer_deck", 0, 1, 2)
    table.deck("horror_deck", 0, 1, 2)
    return table


def event(
    t: Table, card: int, effects: list[Any] = (), horror: bool = False, kind: int = EventKind.DEFAULT, **more: Any
) -> None:
    row = t.tables["horror_events" if horror else "explorer_events"][card]
    row["kind"] = kind
    t.text(row, effects, kind="horror_event" if horror else "explorer_event", **more)


@pytest.mark.rule("MAC-EVT-01", "MAC-EVT-02", "MAC-EVT-03", "MAC-ACT-11")
def test_an_event_space_gives_essence_a_token_and_then_an_event(t: Table) -> None:
    t.space(5, 4, Space.EVENT)
    event(t, 0, [{"if": {"essence": 1, "then": [{"may": [{"lose_essence": 1}]}]}}])
    t.turn(0).play("activate_east")
    assert t.asked == (0, Choice.MAY), "the essence comes first"
    assert t.state["token"][cell(5, 4)] == Token.EXPLORED
    assert t.pile("explorer_destroyed") == [], "destroyed after it was resolved"
    t.play("yes")
    assert t.e(0)["essence"] == 0
    assert t.e(0)["stamina"] == 3
    assert t.pile("explorer_destroyed") == [0]
    assert t.pile("explorer_deck") == [1, 2]


@pytest.mark.rule("MAC-EVT-04", "MAC-EVT-09")
def test_its_effects_are_for_the_tile_of_the_activating_explorer_which_decides(t: Table) -> None:
    t.monster(M, 1, 1)
    t.monster(5, 12, 1)
    event(t, 0, [{"lose_stamina": {"amount": 1, "who": "tile_monsters"}}, {"may": [{"threat": 1}]}])
    t.call(Proc.EXPLORER_EVENT, 1)
    assert [t.m(M)["stamina"], t.m(5)["stamina"]] == [5, 4]
    assert t.asked == (1, Choice.MAY)


@pytest.mark.rule("MAC-EVT-04", "MAC-ABL-03", "MAC-GEN-09")
@pytest.mark.parametrize("gone", [False, True])
def test_an_event_whose_explorer_was_destroyed_reaches_no_tile_any_more(t: Table, gone: bool) -> None:
    t.space(4, 5, Space.PIT)
    t.monster(M, 1, 1)
    t.monster(5, 12, 8)
    t.border(1, 1, "east", Border.BARRIER)
    t.border(12, 1, "east", Border.BARRIER)
    t.border(1, 2, "east", Border.OPEN)
    t.border(12, 2, "east", Border.OPEN)
    event(t, 0, [{"teleport": 1}, {"remove_barriers": "own_tile"}, {"doors": "closed"},
                 {"lose_stamina": {"amount": 1, "who": "tile_monsters"}}, {"banish": {"who": "nearest_monster"}},
                 {"place_barrier": 1}, {"lose_stamina": {"amount": 2, "who": "all_monsters"}}])  # fmt: skip
    t.call(Proc.EXPLORER_EVENT, 0).play("cell_4_5" if gone else "cell_4_3")
    if gone:
        t.play("explorer_card_5")
    else:
        t.play("cell_3_3", "side_east")
    borders = [int(t.state["border"][cell(x, y)][1]) for x, y in ((1, 1), (12, 1), (1, 2), (12, 2))]
    assert t.done, "a destroyed explorer places no barrier"
    if gone:
        assert borders == [Border.BARRIER, Border.BARRIER, Border.OPEN, Border.OPEN]
        assert t.pile("queue") == [5, M]
    else:
        assert borders == [Border.NONE, Border.BARRIER, Border.CLOSED, Border.OPEN]
        assert t.pile("queue") == [5], "the other tile's monster is none"
    assert [t.m(m)["stamina"] for m in (M, 5)] == [3 if gone else 4, 3], "what names all monsters reaches them"


@pytest.mark.rule("MAC-EVT-10")
def test_an_event_that_an_effect_resolves_gives_no_essence(t: Table) -> None:
    event(t, 0, [{"threat": 1}])
    t.resolve(["explorer_event"], unit=0)
    assert t.state["threat"] == 2
    assert t.e(0)["essence"] == 0


@pytest.mark.rule("MAC-EVT-05", "MAC-EVT-06", "MAC-EVT-07", "MAC-EVT-08")
@pytest.mark.parametrize("horror", [False, True])
def test_an_ongoing_event_is_active_on_all_tiles_while_it_lies_on_top(t: Table, horror: bool) -> None:
    pile = "horror_destroyed" if horror else "explorer_destroyed"
    own = {} if horror else {"unit": 1}
    event(t, 0, [{"attack": {"high": 1, "who": "all_explorers"}}], horror, EventKind.ONGOING,
          passive=[{"armor": 2, "scope": "all_explorers"}])  # fmt: skip
    t.high(1)
    t.call(Proc.RESOLVE_EVENT, 0, int(horror), own.get("unit", -1), 0)
    assert [t.e(0)["health"], t.e(1)["health"]] == [4, 4], "its text comes before it is active"
    assert t.pile(pile) == [0]
    t.high(2)
    t.resolve([{"attack": {"high": 1, "who": "all_explorers"}}], unit=-1)
    assert [t.e(0)["health"], t.e(1)["health"]] == [4, 4], "armor 3 on both tiles"
    other = "explorer_destroyed" if horror else "horror_destroyed"
    t.deck(other, 5)
    t.high(2)
    t.resolve([{"attack": {"high": 1, "who": "all_explorers"}}], unit=-1)
    assert t.e(0)["health"] == 4, "the piles are separate"
    t.call(Proc.RESOLVE_EVENT, 1, int(horror), -1, 0)
    t.high(2)
    t.resolve([{"attack": {"high": 1, "who": "all_explorers"}}], unit=-1)
    assert t.e(0)["health"] == 3, "another destroyed event lies on it"


@pytest.mark.rule("MAC-EVT-06", "MAC-GEN-16")
def test_a_reshuffle_ends_an_ongoing_event(t: Table) -> None:
    event(t, 3, (), True, EventKind.ONGOING, passive=[{"armor": 2, "scope": "all_explorers"}])
    t.deck("horror_destroyed", 3)
    t.resolve([{"reshuffle": "horror_events"}], unit=0)
    assert sorted(t.pile("horror_deck")) == [0, 1, 2, 3]
    t.high(1)
    t.resolve([{"attack": {"high": 1, "who": "all_explorers"}}], unit=-1)
    assert t.e(0)["health"] == 4


@pytest.mark.rule("MAC-GEN-22", "MAC-EVT-06")
def test_an_empty_deck_is_made_of_the_destroyed_events(t: Table) -> None:
    t.deck("explorer_deck")
    t.deck("explorer_destroyed", 4)
    event(t, 4, [{"threat": 1}])
    t.call(Proc.EXPLORER_EVENT, 0)
    assert t.state["threat"] == 2
    assert t.pile("explorer_destroyed") == [4]


@pytest.mark.rule("MAC-GEN-22")
def test_without_any_card_nothing_is_drawn(t: Table) -> None:
    t.deck("explorer_deck")
    t.call(Proc.EXPLORER_EVENT, 0)
    assert t.done
    t.deck("horror_deck")
    t.call(Proc.HORROR_EVENT)
    assert t.done
    assert t.state["threat"] == 2, "the threat rises all the same"


@pytest.fixture
def quest(t: Table) -> Table:
    """Event 1 is a quest: use a treasure space twice; the reward is 3 essence."""
    event(t, 1, kind=EventKind.QUEST)
    t.tables["explorer_events"][1]["quest"] = 0
    t.tables["n_quests"] = 1
    q = t.tables["quests"][0]
    q["kind"], q["times"], q["space"] = QuestKind.USE_SPACE, 2, Space.TREASURE
    q["source"], q["card"] = QuestSource.EVENT, 1
    q["first_op"], q["end_op"] = t.effects([{"restore_essence": {"amount": 3, "who": "self"}}])
    t.deck("explorer_deck", 1, 2)
    return t


@pytest.mark.rule("MAC-QST-01", "MAC-QST-07", "MAC-QST-08", "MAC-EVT-07")
def test_a_quest_is_laid_beside_the_card_of_the_activating_explorer(quest: Table) -> None:
    t = quest
    t.call(Proc.EXPLORER_EVENT, 1)
    assert (t.state["quest_state"][0], t.state["quest_holder"][0]) == (QuestState.OPEN, 1)
    assert t.pile("explorer_deck") == [2]
    assert t.pile("explorer_destroyed") == [], "it is on no pile"


@pytest.mark.rule("MAC-QST-02", "MAC-QST-03", "MAC-QST-08")
def test_the_last_success_gives_the_reward_and_destroys_the_quest(quest: Table) -> None:
    t = quest
    t.call(Proc.EXPLORER_EVENT, 1)
    t.call(Proc.ADVANCE_QUEST, 0, 1, 1)
    assert t.e(1)["essence"] == 0
    t.call(Proc.ADVANCE_QUEST, 0, 1, 1)
    assert t.e(1)["essence"] == 3
    assert t.pile("explorer_destroyed") == [1]
    assert t.state["quest_holder"][0] == -1
    t.deck("explorer_deck", 1)
    t.deck("explorer_destroyed")
    t.call(Proc.EXPLORER_EVENT, 0)
    assert t.state["quest_progress"][0] == 0, "drawn again it begins anew"


@pytest.mark.rule("MAC-HOR-03", "MAC-HOR-04", "MAC-HOR-05")
def test_a_horror_event_raises_the_threat_draws_resolves_and_lies_face_up(t: Table) -> None:
    t.deck("horror_destroyed", 5)
    event(t, 0, [{"if": {"threat": 2, "then": [{"restore_essence": {"amount": 1, "who": "all_explorers"}}]}}], True)
    t.call(Proc.HORROR_EVENT)
    assert t.state["threat"] == 2
    assert [t.e(0)["essence"], t.e(1)["essence"]] == [1, 1], "the threat rose first"
    assert t.pile("horror_destroyed") == [0, 5]
    assert t.pile("horror_deck") == [1, 2]


@pytest.mark.rule("MAC-HOR-06")
def test_choices_of_a_horror_event_are_the_group_s(t: Table) -> None:
    event(t, 0, [{"may": [{"threat": 1}]}], True)
    t.call(Proc.HORROR_EVENT)
    assert t.asked == (0, Choice.MAY)


@pytest.mark.rule("MAC-PUP-04", "MAC-PUP-10", "MAC-PUP-07")
def test_the_puppeteer_destroys_one_of_two_cards_and_resolves_the_other() -> None:
    t = Table(seats=2, monsters="agent")
    t.explorer(0, 4, 4)
    t.deck("horror_deck", 0, 1, 2)
    event(t, 0, [{"threat": 3}], True)
    event(t, 1, [{"may": [{"restore_essence": {"amount": 1, "who": "all_explorers"}}]}], True)
    t.call(Proc.HORROR_EVENT)
    assert t.state["threat"] == 2, "once, before the cards"
    assert t.asked == (2, Choice.HORROR_CARD)
    t.play("option_0")
    assert t.asked == (2, Choice.MAY), "the group's choices are its own"
    assert t.pile("horror_destroyed") == [0]
    t.play("yes")
    assert t.pile("horror_destroyed") == [1, 0]
    assert (t.state["threat"], t.e(0)["essence"]) == (2, 1)


@pytest.mark.rule("MAC-PUP-05", "MAC-PUP-08")
def test_a_card_that_shuffles_the_deck_must_be_resolved() -> None:
    t = Table(seats=1, monsters="agent")
    t.explorer(0, 4, 4)
    event(t, 0, [{"threat": 3}], True)
    event(t, 1, [{"reshuffle": "horror_events"}], True)
    t.tables["horror_events"]["shuffles"][1] = 1
    t.deck("horror_deck", 0, 1)
    t.call(Proc.HORROR_EVENT)
    assert t.done
    assert t.pile("horror_destroyed") == [1]
    assert t.pile("horror_deck") == [0]
    t.deck("horror_destroyed")
    t.deck("horror_deck", 1, 0)
    t.call(Proc.HORROR_EVENT)
    assert t.pile("horror_destroyed") == [1], "in whichever order they come"
    t.tables["horror_events"]["shuffles"][0] = 1
    t.deck("horror_destroyed")
    t.deck("horror_deck", 0, 1)
    t.call(Proc.HORROR_EVENT)
    assert t.legal == {"option_0", "option_1"}, "both shuffle it"
    t.deck("horror_destroyed")
    t.deck("horror_deck", 0)
    t.call(Proc.HORROR_EVENT)
    assert t.done, "a single card is resolved"
