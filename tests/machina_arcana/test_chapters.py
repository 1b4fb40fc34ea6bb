"""Chapters: effects, ongoing abilities, quests of chapters, the flip (CHP)."""

from __future__ import annotations

import pytest

from envs.core.errors import ContentError
from envs.machina_arcana.state import (
    MAX_EXPLORERS,
    Choice,
    ItemPlace,
    Proc,
    QuestKind,
    QuestState,
    Reason,
    Space,
    Token,
    Where,
)  # fmt: skip
from tests.machina_arcana.story import chapter, exit_token, quest
from tests.machina_arcana.table import Table, cell

ESSENCE, HEALTH, USE = QuestKind.COLLECT_ESSENCE, QuestKind.COLLECT_HEALTH, QuestKind.USE_SPACE
M = 3


@pytest.fixture
def t() -> Table:
    """Two explorers on a plain tile; the second chapter raises the threat by 4."""
    table = Table(seats=2)
    table.explorer(0, 4, 4)
    table.explorer(1, 7, 7)
    chapter(table, 1, [{"threat": 4}])
    return table


def pass_windows(t: Table) -> None:
    while t.asked and t.asked[1] == Choice.WINDOW:
        t.play("pass")


@pytest.mark.rule("MAC-CHP-01", "MAC-CHP-02")
def test_chapters_follow_one_another_with_their_effects(t: Table) -> None:
    chapter(t, 2, [{"threat": 2}])
    t.tables["chapters"]["monster_rating"][:3] = (10, 9, 8)
    t.tables["chapters"]["horror_rating"][:3] = (10, 8, 6)
    seen = []
    for _ in range(2):
        t.call(Proc.FLIP_CHAPTER, 0)
        seen.append([int(t.state[name]) for name in ("chapter_at", "threat", "monster_rating", "horror_rating")])
    assert seen == [[1, 5, 9, 8], [2, 7, 8, 6]]


@pytest.mark.rule("MAC-CHP-03", "MAC-CHP-16", "MAC-CHP-13")
def test_the_activating_explorer_decides(t: Table) -> None:
    chapter(t, 1, [{"may": [{"restore_essence": {"amount": 2, "who": "self"}}]}])
    t.space(7, 6, Space.CHAPTER, Token.LIGHT)
    t.turn(1)
    t.play("activate_north")
    assert t.asked == (1, Choice.MAY)
    t.play("yes")
    assert [int(t.e(s)["essence"]) for s in (0, 1)] == [0, 2]


@pytest.mark.rule("MAC-CHP-04")
def test_an_ongoing_ability_is_on_while_its_chapter_is_current_on_all_tiles() -> None:
    t = Table(seats=1, tiles=(0, 1))
    t.explorer(0, 14, 4)
    t.monster(M, 2, 2)
    chapter(t, 0, passive=[{"armor": 2, "scope": "all_monsters"}])
    t.high(3)
    attack = [{"attack": {"high": 1}}]
    t.resolve(attack, unit=0, target=MAX_EXPLORERS + M)
    assert t.m(M)["health"] == 2, "3 against 4"
    t.call(Proc.FLIP_CHAPTER, 0)
    t.high(3)
    t.resolve(attack, unit=0, target=MAX_EXPLORERS + M)
    assert t.m(M)["health"] == 1, "3 against 2"


@pytest.mark.rule("MAC-CHP-05", "MAC-CHP-09")
def test_meeting_the_condition_resolves_the_reward_then_flips(t: Table) -> None:
    quest(t, 0, ESSENCE, 2, [{"threat": 1}])
    chapter(t, 0, quests=(0, 1))
    t.e(1)["essence"] = 2
    t.turn(1)
    t.play("quest_0", "amount_2")
    assert t.state["threat"] == 6, "1 of the reward, 4 of the next chapter"
    assert t.state["chapter_at"] == 1
    assert t.state["quest_state"][0] == QuestState.CLOSED


@pytest.mark.rule("MAC-CHP-06", "MAC-QST-03")
def test_a_condition_to_be_met_several_times_counts_each_success(t: Table) -> None:
    quest(t, 0, USE, 2, [{"threat": 1}], Space.RECHARGE)
    chapter(t, 0, quests=(0, 1))
    t.space(5, 4, Space.RECHARGE)
    t.space(3, 4, Space.RECHARGE)
    t.turn(0)
    t.play("use_east")
    assert (t.state["quest_progress"][0], t.state["quest_state"][0]) == (1, QuestState.OPEN)
    assert t.state["threat"] == 1
    t.play("use_west")
    assert t.state["chapter_at"] == 1


@pytest.mark.rule("MAC-CHP-07", "MAC-CHP-11", "MAC-QST-03")
def test_collect_takes_any_amount_of_any_explorer_at_any_time(t: Table) -> None:
    quest(t, 0, HEALTH, 6)
    chapter(t, 0, quests=(0, 1))
    t.turn(0)
    pass_windows(t)
    t.play("quest_0")
    assert t.asked == (0, Choice.COLLECT)
    assert t.legal == {f"amount_{n}" for n in range(1, 6)}
    t.play("amount_2")
    assert t.e(0)["health"] == 3
    assert t.asked == (1, Choice.WINDOW), "after the action the other one may pay too"
    t.play("quest_0", "amount_3")
    assert t.e(1)["health"] == 2
    assert t.state["quest_progress"][0] == 5
    pass_windows(t)
    t.play("quest_0")
    assert t.asked != (0, Choice.COLLECT), "only 1 is wanted"
    assert t.state["chapter_at"] == 1
    assert t.e(0)["health"] == 2


@pytest.mark.rule("MAC-CHP-11", "MAC-ATR-12")
def test_the_exchange_does_not_cover_payments_and_the_last_health_destroys(t: Table) -> None:
    quest(t, 0, HEALTH, 9)
    chapter(t, 0, quests=(0, 1))
    t.e(0)["essence"] = 5
    t.e(0)["health"] = 2
    t.turn(0)
    pass_windows(t)
    t.play("quest_0", "amount_2")
    assert t.asked == (0, Choice.EXPLORER_CARD)
    assert t.state["deaths"] == 1
    t.play("explorer_card_5")
    assert t.state["quest_progress"][0] == 2, "what was paid counts"


@pytest.mark.rule("MAC-CHP-11", "MAC-BAS-06")
@pytest.mark.parametrize(("where", "may"), [(Where.EXITED, False), (Where.WAITING, False), (Where.BASE, True)])
def test_only_explorers_on_the_map_or_at_the_base_collect(t: Table, where: Where, may: bool) -> None:
    quest(t, 0, ESSENCE, 3)
    chapter(t, 0, quests=(0, 1))
    t.off_map(1, where)
    t.e(1)["essence"] = 2
    t.off_map(0, Where.BASE)
    if where == Where.BASE:
        t.state["at_base"] = 1
        t.call(Proc.BASE_VISIT)
        t.play("pass")
        assert t.asked == (1, Choice.BASE)
        assert "quest_0" in t.legal
        t.play("quest_0", "amount_1")
        assert (t.e(1)["essence"], t.state["quest_progress"][0]) == (1, 1)
    else:
        t.explorer(0, 4, 4)
        t.turn(0)
        t.play("move_north")
        assert t.asked == (0, Choice.TURN)


@pytest.mark.rule("MAC-CHP-08", "MAC-EXP-14")
@pytest.mark.parametrize(("kind", "left"), [(Space.TREASURE, Token.EXPLORED), (Space.SPECIAL, Token.NONE)])
def test_a_used_standard_space_is_explored_an_endgame_space_is_not(t: Table, kind: Space, left: Token) -> None:
    quest(t, 0, USE, 3, (), kind)
    chapter(t, 0, quests=(0, 1))
    t.space(5, 4, kind)
    t.turn(0)
    t.play("use_east")
    assert t.e(0)["stamina"] == 3
    assert t.state["token"][cell(5, 4)] == left
    assert ("use_east" in t.legal) == (kind == Space.SPECIAL)


@pytest.mark.rule("MAC-CHP-10")
def test_a_used_space_must_be_unexplored_and_has_no_effect_of_its_own(t: Table) -> None:
    quest(t, 0, USE, 2, (), Space.TREASURE)
    chapter(t, 0, quests=(0, 1))
    t.space(5, 4, Space.TREASURE)
    t.space(3, 4, Space.TREASURE, Token.EXPLORED)
    t.deck("treasure_deck", 0, 1)
    t.turn(0)
    assert "use_west" not in t.legal
    t.play("use_east")
    assert t.asked == (0, Choice.TURN)
    assert t.e(0)["essence"] == 0
    assert t.pile("treasure_deck") == [0, 1]


@pytest.mark.rule("MAC-CHP-09")
def test_with_several_quests_each_reward_comes_at_once_and_the_flip_after_the_last(t: Table) -> None:
    quest(t, 0, ESSENCE, 1, [{"threat": 1}])
    quest(t, 1, HEALTH, 1, [{"threat": 2}])
    chapter(t, 0, quests=(0, 2))
    t.e(0)["essence"] = 1
    t.turn(0)
    pass_windows(t)
    t.play("quest_0")
    assert (t.state["threat"], t.state["chapter_at"]) == (2, 0)
    assert list(t.state["quest_state"][:2]) == [QuestState.DONE, QuestState.OPEN]
    pass_windows(t)
    t.play("quest_1")
    assert (t.state["threat"], t.state["chapter_at"]) == (8, 1)


@pytest.mark.rule("MAC-EX-33", "MAC-CHP-09", "MAC-EXI-01", "MAC-EXI-05")
def test_an_exit_as_a_reward_keeps_the_chapter_until_the_last_one_exits(t: Table) -> None:
    quest(t, 0, ESSENCE, 1, ["place_exit"])
    chapter(t, 0, quests=(0, 1))
    t.e(0)["essence"] = 1
    t.turn(0)
    t.play("quest_0")
    assert t.asked == (0, Choice.EXIT_EDGE)
    t.play("edge_0_west")
    assert t.state["chapter_at"] == 0
    t.explorer(0, 0, 5)
    t.off_map(1, Where.EXITED)
    t.turn(0)
    t.play("exit")
    assert t.state["chapter_at"] == 1


@pytest.mark.rule("MAC-CHP-12", "MAC-GEN-15")
def test_a_treasure_level_is_shuffled_into_the_deck_without_the_destroyed_cards(t: Table) -> None:
    t.tables["treasures"]["level"][:8] = (1, 1, 1, 2, 2, 2, 3, 3)
    t.tables["treasures"]["level"][8:] = 9
    t.deck("treasure_deck", 0)
    t.state["treasure_deck"]["known"] = 1
    t.state["items"]["place"][1] = t.state["items"]["place"][5] = ItemPlace.DESTROYED
    t.give(0, 2)
    chapter(t, 1, [{"add_treasure": 2}])
    t.call(Proc.FLIP_CHAPTER, 0)
    assert sorted(t.pile("treasure_deck")) == [0, 3, 4]
    assert {int(t.state["items"]["place"][i]) for i in (0, 3, 4)} == {ItemPlace.DECK}
    assert {int(t.state["items"]["place"][i]) for i in (6, 7)} == {ItemPlace.ASIDE}
    assert t.state["treasure_deck"]["known"] == 0, "shuffled"


@pytest.mark.rule("MAC-CHP-14")
def test_the_explorer_goes_on_with_its_turn_after_the_flip(t: Table) -> None:
    chapter(t, 1, ["place_entry"])
    t.space(5, 4, Space.CHAPTER, Token.LIGHT)
    t.deck("tile_deck", 8)
    t.turn(0)
    t.play("activate_east")
    assert t.asked == (0, Choice.PLACEMENT)
    t.play("cell_4_9")
    t.play(min(t.legal))
    assert t.asked == (0, Choice.TURN), "placed anew, but its turn goes on"
    assert t.e(0)["stamina"] == 3


@pytest.mark.rule("MAC-CHP-02", "MAC-EXI-08")
def test_a_chapter_that_brings_the_next_one_is_over_and_that_one_resolves_once(t: Table) -> None:
    t.off_map(1, Where.EXITED)
    chapter(t, 1, [{"lose_health": {"amount": 9, "who": "all_explorers"}}])
    chapter(t, 2, [{"threat": 1}])
    t.call(Proc.FLIP_CHAPTER, 0)
    t.play("explorer_card_5")
    assert t.done
    assert (t.state["chapter_at"], t.state["threat"]) == (2, 2)


@pytest.mark.rule("MAC-CHP-13", "MAC-EXI-05")
def test_who_exits_last_is_the_activating_explorer(t: Table) -> None:
    chapter(t, 0, ["place_exit"])
    chapter(t, 1, [{"may": [{"threat": 1}]}])
    exit_token(t, 0, "north")
    t.off_map(0, Where.EXITED)
    t.explorer(1, 4, 0)
    t.turn(1)
    t.play("exit")
    assert t.asked == (1, Choice.MAY)


@pytest.mark.rule("MAC-CHP-15")
def test_the_end_of_the_last_chapter_by_its_quest_is_victory(t: Table) -> None:
    t.state["chapter_at"] = 2
    quest(t, 0, ESSENCE, 1)
    chapter(t, 2, quests=(0, 1))
    t.e(0)["essence"] = 1
    t.turn(0)
    t.play("quest_0")
    assert (t.state["core"]["over"], t.state["core"]["outcome"]) == (1, Reason.LAST_CHAPTER)


@pytest.mark.rule("MAC-CHP-17")
@pytest.mark.parametrize("effect", ["place_entry", "place_exit", "enter_base", {"add_treasure": 2}, "enter_endgame"])
def test_only_chapters_carry_these_abilities(t: Table, effect: object) -> None:
    t.effects([effect], kind="chapter", target=None)
    for kind in ("treasure", "horror_event", "explorer_event", "monster"):
        with pytest.raises(ContentError):
            t.effects([effect], kind=kind)
