"""Chapter spaces: activation, contributions, light (CSP)."""

from __future__ import annotations

import pytest

from envs.machina_arcana.state import Choice, Proc, QuestKind, Reason, Space, Token
from tests.machina_arcana.story import chapter, quest
from tests.machina_arcana.table import Table, cell


def table(seats: int = 1, essence: int = 3) -> Table:
    """Explorer 0 beside the chapter space (5, 4); the current chapter is the first of three."""
    t = Table(seats=seats)
    t.explorer(0, 4, 4, essence=essence)
    t.space(5, 4, Space.CHAPTER)
    chapter(t, 1, [{"threat": 4}])
    return t


def token(t: Table, x: int = 5, y: int = 4) -> int:
    return int(t.state["token"][cell(x, y)])


@pytest.mark.rule("MAC-CSP-01", "MAC-CSP-02", "MAC-CSP-04", "MAC-CSP-05", "MAC-EXP-11", "MAC-CHP-01", "MAC-CHP-02")
def test_an_unlit_space_costs_essence_and_flips_the_chapter() -> None:
    t = table(essence=4)
    t.turn(0)
    t.play("activate_east")
    assert (t.e(0)["stamina"], t.e(0)["essence"]) == (3, 1)
    assert token(t) == Token.EXPLORED
    assert t.state["chapter_at"] == 1
    assert t.state["threat"] == 5, "the next chapter's effects resolve"


@pytest.mark.rule("MAC-CSP-01", "MAC-CSP-03", "MAC-CSP-04", "MAC-EXP-11")
def test_a_lit_space_costs_no_essence_and_its_light_is_flipped() -> None:
    t = table(essence=1)
    t.space(5, 4, Space.CHAPTER, Token.LIGHT)
    t.turn(0)
    t.play("activate_east")
    assert (t.e(0)["stamina"], t.e(0)["essence"]) == (3, 1)
    assert token(t) == Token.EXPLORED
    assert t.state["chapter_at"] == 1


@pytest.mark.rule("MAC-CSP-02", "MAC-CSP-03", "MAC-EXP-11")
@pytest.mark.parametrize(
    ("light", "stamina", "essence", "legal"),
    [(Token.NONE, 3, 3, True), (Token.NONE, 2, 3, False), (Token.NONE, 3, 2, False), (Token.LIGHT, 3, 0, True),
     (Token.LIGHT, 2, 9, False)],
)  # fmt: skip
def test_what_an_activation_needs(light: Token, stamina: int, essence: int, legal: bool) -> None:
    t = table(essence=essence)
    t.card("explorers", 0, stamina=stamina)
    t.space(5, 4, Space.CHAPTER, light)
    t.turn(0)
    assert ("activate_east" in t.legal) == legal


@pytest.mark.rule("MAC-CSP-06", "MAC-CSP-07", "MAC-CHP-05")
@pytest.mark.parametrize("what", ["quest", "place_exit", "enter_endgame"])
def test_a_quest_an_exit_or_an_endgame_blocks_the_space(what: str) -> None:
    t = table()
    if what == "quest":
        quest(t, 0, QuestKind.COLLECT_HEALTH, times=2)
    chapter(t, 0, [] if what == "quest" else [what], quests=(0, 1) if what == "quest" else (0, 0))
    t.space(4, 5, Space.CHAPTER, Token.LIGHT)
    t.turn(0)
    assert not {name for name in t.legal if name.startswith("activate")}


@pytest.mark.rule("MAC-CSP-08")
def test_an_explored_chapter_space_is_neither_activated_nor_lit() -> None:
    t = table()
    t.space(5, 4, Space.CHAPTER, Token.EXPLORED)
    t.turn(0)
    assert "activate_east" not in t.legal
    t.call(Proc.LIGHT_CHAPTER, 0, 0)
    assert token(t) == Token.EXPLORED


@pytest.mark.rule("MAC-CSP-09", "MAC-CSP-10", "MAC-CSP-12")
def test_light_chapter_lights_a_space_of_the_explorers_tile() -> None:
    t = Table(seats=1, tiles=(0, 1))
    t.explorer(0, 14, 4)
    t.space(1, 1, Space.CHAPTER)
    t.space(19, 9, Space.CHAPTER)
    t.resolve(["light_chapter"], unit=0)
    assert token(t, 19, 9) == Token.LIGHT, "however far away"
    assert token(t, 1, 1) == Token.NONE


@pytest.mark.rule("MAC-CSP-13", "MAC-GEN-10")
def test_the_nearest_unlit_space_is_lit_and_ties_are_asked() -> None:
    t = Table(seats=2)
    t.explorer(1, 4, 4)
    t.space(8, 4, Space.CHAPTER)
    t.space(4, 7, Space.CHAPTER)
    t.space(4, 2, Space.CHAPTER, Token.LIGHT)
    t.call(Proc.LIGHT_CHAPTER, 1, 0)
    assert token(t, 4, 7) == Token.LIGHT
    t.space(4, 8, Space.CHAPTER)
    t.call(Proc.LIGHT_CHAPTER, 1, 0)
    assert t.asked == (1, Choice.SPACE_TIE)
    assert t.legal == {"cell_8_4", "cell_4_8"}
    t.play("cell_4_8")
    assert [token(t, 4, 8), token(t, 8, 4)] == [Token.LIGHT, Token.NONE]


@pytest.mark.rule("MAC-CSP-13")
def test_without_an_unlit_space_nothing_happens() -> None:
    t = table()
    t.space(5, 4, Space.CHAPTER, Token.LIGHT)
    t.call(Proc.LIGHT_CHAPTER, 0, 0)
    assert t.done
    assert token(t) == Token.LIGHT


# -- contributions -------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-EX-06", "MAC-CSP-02", "MAC-CSP-05", "MAC-CSP-14", "MAC-CSP-15")
def test_a_second_explorer_contributes() -> None:
    t = table(seats=2, essence=1)
    t.card("explorers", 0, stamina=3)
    t.explorer(1, 3, 4, essence=2)
    t.turn(0)
    t.play("activate_east")
    assert t.asked == (1, Choice.CONTRIBUTE)
    assert t.legal == {"amount_0", "amount_1", "amount_2"}
    t.play("amount_2")
    assert [int(t.e(s)["essence"]) for s in (0, 1)] == [0, 0]
    assert t.e(0)["stamina"] == 0
    assert token(t) == Token.EXPLORED
    assert t.state["chapter_at"] == 1


@pytest.mark.rule("MAC-CSP-15")
@pytest.mark.parametrize(
    ("where", "eligible"), [((6, 4), True), ((3, 4), True), ((6, 5), True), ((2, 4), False), ((7, 4), False)]
)
def test_a_contributor_is_adjacent_to_space_or_activator(where: tuple[int, int], eligible: bool) -> None:
    t = table(seats=2, essence=1)
    t.explorer(1, *where, essence=9)
    t.turn(0)
    assert ("activate_east" in t.legal) == eligible


@pytest.mark.rule("MAC-CSP-15", "MAC-TAR-02")
def test_a_contributor_behind_a_wall_is_not_adjacent() -> None:
    t = table(seats=2, essence=1)
    t.explorer(1, 3, 4, essence=9)
    t.border(3, 4, "east")
    t.turn(0)
    assert "activate_east" not in t.legal


@pytest.mark.rule("MAC-CSP-15", "MAC-CSP-16")
def test_a_chain_goes_on_over_contributors_who_give_something() -> None:
    t = table(seats=4, essence=0)
    t.explorer(3, 3, 4, essence=1)
    t.explorer(1, 2, 4, essence=1)
    t.explorer(2, 1, 4, essence=1)
    t.turn(0)
    t.play("activate_east")
    assert t.asked == (3, Choice.CONTRIBUTE), "the only one that is adjacent to the activator"
    t.play("amount_1")
    assert t.asked == (1, Choice.CONTRIBUTE), "now it is adjacent to a contributor"
    t.play("amount_1")
    assert t.asked == (2, Choice.CONTRIBUTE)
    t.play("amount_1")
    assert t.state["chapter_at"] == 1
    assert t.state["explorers"]["essence"].sum() == 0


@pytest.mark.rule("MAC-CSP-16")
def test_who_gives_nothing_extends_no_chain_and_the_action_is_cancelled_at_no_cost() -> None:
    t = table(seats=3, essence=1)
    t.explorer(1, 3, 4, essence=1)
    t.explorer(2, 2, 4, essence=1)
    t.turn(0)
    t.play("activate_east", "amount_0")
    assert t.asked == (0, Choice.TURN), "seat 2 is not asked"
    assert [int(t.e(s)["essence"]) for s in range(3)] == [1, 1, 1]
    assert t.e(0)["stamina"] == 6
    assert token(t) == Token.NONE
    assert t.state["chapter_at"] == 0
    assert "activate_east" not in t.legal, "not again before stamina was spent"
    t.play("move_south")
    assert "activate_north_east" in t.legal


@pytest.mark.rule("MAC-CSP-16")
def test_a_cancelled_announcement_is_open_again_in_the_next_turn() -> None:
    t = table(seats=2, essence=1)
    t.explorer(1, 3, 4, essence=2)
    t.turn(0)
    t.play("activate_east", "amount_0", "end_turn")
    t.turn(0)
    assert "activate_east" in t.legal


@pytest.mark.rule("MAC-CSP-16", "MAC-EXP-14")
def test_using_a_space_for_a_quest_spends_stamina_too() -> None:
    t = table(seats=2, essence=1)
    t.explorer(1, 3, 4, essence=3)
    t.space(4, 3, Space.SPAWN)
    t.space(4, 5, Space.RECHARGE)
    quest(t, 0, QuestKind.USE_SPACE, times=2, space=Space.RECHARGE)
    t.turn(0)
    t.play("seal_north", "amount_0")
    assert "seal_north" not in t.legal
    t.play("use_south")
    assert "seal_north" in t.legal


@pytest.mark.rule("MAC-CSP-16")
def test_the_activator_fills_the_rest_exactly() -> None:
    t = table(seats=3, essence=9)
    t.explorer(1, 3, 4, essence=9)
    t.explorer(2, 6, 4, essence=9)
    t.turn(0)
    t.play("activate_east")
    assert t.asked == (1, Choice.CONTRIBUTE)
    assert t.legal == {f"amount_{n}" for n in range(4)}
    t.play("amount_1")
    assert t.asked == (2, Choice.CONTRIBUTE), "in seat order"
    assert t.legal == {f"amount_{n}" for n in range(3)}
    t.play("amount_0")
    assert [int(t.e(s)["essence"]) for s in range(3)] == [7, 8, 9]


@pytest.mark.rule("MAC-CSP-16")
def test_the_announcement_needs_enough_essence_in_reach() -> None:
    t = table(seats=3, essence=1)
    t.explorer(1, 3, 4, essence=1)
    t.turn(0)
    assert "activate_east" not in t.legal
    t.explorer(2, 2, 4, essence=1)
    t.turn(0)
    assert "activate_east" in t.legal
    t.e(1)["essence"] = 0
    t.e(0)["essence"] = 2
    t.turn(0)
    assert "activate_east" not in t.legal, "who has nothing is no link"


@pytest.mark.rule("MAC-CHP-15", "MAC-CSP-05")
def test_the_last_chapter_of_a_scenario_without_endgame_wins() -> None:
    t = table()
    t.state["chapter_at"] = 2
    t.turn(0)
    t.play("activate_east")
    assert t.state["core"]["over"] == 1
    assert t.state["core"]["outcome"] == Reason.LAST_CHAPTER
    assert t.game.outcome(t.state).won is True
