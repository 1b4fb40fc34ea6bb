"""The round and its phases, the order of explorers, the group chooser (RND, GEN-03, GEN-04)."""

from __future__ import annotations

import pytest

import envs
from envs.machina_arcana.state import Choice, Phase, Proc, Reason, Space, Where
from tests.machina_arcana.story import chapter, entry, exit_token
from tests.machina_arcana.table import Table

M = 3


@pytest.fixture
def t() -> Table:
    """Two explorers on a plain tile, and nothing that could happen."""
    table = Table(seats=2)
    table.explorer(0, 4, 4)
    table.explorer(1, 7, 7)
    return table


@pytest.mark.rule("MAC-RND-01", "MAC-SPW-19", "MAC-EX-05")
def test_a_round_is_explorers_spawn_horror_monsters(t: Table) -> None:
    t.space(4, 2, Space.SPAWN)
    t.space(4, 6, Space.SPAWN)
    t.off_map(1, Where.EXITED)
    t.deck("monster_deck", M)
    t.card("monsters", M, [{"cost": {"stamina": 5}, "target": {"range": 9}, "effects": [{"lose_health": 1}]}])
    t.deck("horror_deck", 0)
    t.text(t.tables["horror_events"][0], [{"may": [{"threat": 1}]}], kind="horror_event")
    t.e(0)["essence"] = 1
    t.rolls(0, 0)
    t.call(Proc.ROUND)
    assert (t.asked, t.state["phase"]) == ((0, Choice.TURN), Phase.EXPLORERS)
    t.play("end_turn")
    assert (t.asked, t.state["phase"]) == ((0, Choice.SPAWN_TIE), Phase.SPAWN), "a 0 counts as 10"
    t.play("cell_4_2")
    assert (t.asked, t.state["phase"]) == ((0, Choice.MAY), Phase.HORROR)
    t.play("no")
    assert (t.asked, t.state["phase"]) == ((0, Choice.LOSS), Phase.MONSTERS), "the monster of this round acts"
    t.play("lose_essence")
    assert t.done


@pytest.mark.rule("MAC-RND-02", "MAC-RND-06", "MAC-GEN-04")
def test_the_group_chooses_the_order_each_round_anew(t: Table) -> None:
    for order in ((1, 0), (0, 1)):
        t.rolls(1)
        t.call(Proc.ROUND)
        assert t.asked == (0, Choice.NEXT_EXPLORER)
        assert t.legal == {"explorer_0", "explorer_1"}
        t.play(f"explorer_{order[0]}")
        assert t.asked == (order[0], Choice.TURN)
        t.play("end_turn")
        assert t.asked == (order[1], Choice.TURN)
        t.play("end_turn")
        assert t.done


@pytest.mark.rule("MAC-GEN-04", "MAC-RND-06")
def test_the_group_chooser_is_the_lowest_seat_with_an_explorer() -> None:
    t = Table(seats=3)
    t.explorer(1, 4, 4)
    t.explorer(2, 6, 6)
    t.e(0)["card"] = -1
    t.off_map(0, Where.OUT)
    t.call(Proc.EXPLORER_PHASE)
    assert t.asked == (1, Choice.NEXT_EXPLORER)


@pytest.mark.rule("MAC-GEN-04")
@pytest.mark.parametrize("ties", ["rules", "ask"])
def test_ties_of_the_group_are_asked_or_settled_by_the_fixed_order(ties: str) -> None:
    t = Table(seats=2, ties=ties)
    t.explorer(0, 1, 4)
    t.explorer(1, 7, 4)
    t.monster(M, 4, 4)
    t.card("monsters", M, [{"cost": {"stamina": 5}, "target": {"range": 9}, "effects": [{"lose_health": 1}]}])
    t.call(Proc.MONSTER_PHASE)
    if ties == "ask":
        assert t.asked == (0, Choice.EXPLORER_TIE)
        t.play("explorer_1")
        assert [int(t.e(s)["health"]) for s in (0, 1)] == [5, 4]
    else:
        assert [int(t.e(s)["health"]) for s in (0, 1)] == [4, 5], "seats ascending"


@pytest.mark.rule("MAC-RND-03", "MAC-RND-04")
def test_a_turn_is_played_to_its_end_and_once(t: Table) -> None:
    t.rolls(1)
    t.call(Proc.ROUND)
    t.play("explorer_1", "move_north", "move_north")
    assert t.asked == (1, Choice.TURN)
    assert t.e(1)["acted"] == 0
    t.play("end_turn")
    assert t.e(1)["acted"] == 1
    assert t.asked == (0, Choice.TURN), "only the other one is left"


@pytest.mark.rule("MAC-RND-05")
def test_a_new_round_takes_off_all_marks_at_once(t: Table) -> None:
    t.state["explorers"]["acted"][:2] = 1
    t.call(Proc.ROUND)
    assert t.asked == (0, Choice.NEXT_EXPLORER)
    assert not t.state["explorers"]["acted"].any()
    assert t.state["round"] == 2


@pytest.mark.rule("MAC-RND-07", "MAC-EXI-04")
def test_an_exited_explorer_takes_no_turn(t: Table) -> None:
    t.off_map(1, Where.EXITED)
    t.rolls(1)
    t.call(Proc.ROUND)
    assert t.asked == (0, Choice.TURN)
    t.play("end_turn")
    assert t.done


@pytest.mark.rule("MAC-DTH-12", "MAC-DTH-14", "MAC-RND-07")
def test_a_new_explorer_is_placed_at_an_entry_token_from_the_next_round_on(t: Table) -> None:
    entry(t, 0, 0, 5)
    t.off_map(1, Where.WAITING)
    t.e(1)["waits_until"] = 2
    t.call(Proc.EXPLORER_PHASE)
    assert t.asked == (0, Choice.TURN), "in the round of the death it must wait"
    t.state["round"] = 2
    t.call(Proc.EXPLORER_PHASE)
    t.play("explorer_1")
    assert t.asked == (1, Choice.PLACEMENT)
    assert t.legal == {"pass", "cell_0_4", "cell_0_5", "cell_0_6", "cell_1_4", "cell_1_5", "cell_1_6"}
    t.play("cell_1_6")
    assert t.asked == (1, Choice.TURN), "free, and the turn goes on"
    assert t.e(1)["stamina"] == 6


@pytest.mark.rule("MAC-DTH-14")
def test_a_new_explorer_may_wait_and_must_without_an_entry_token(t: Table) -> None:
    t.off_map(1, Where.WAITING)
    t.call(Proc.EXPLORER_PHASE)
    assert t.asked == (0, Choice.TURN)
    entry(t, 0, 0, 5)
    t.call(Proc.EXPLORER_PHASE)
    t.play("explorer_1", "pass")
    assert t.e(1)["acted"] == 1
    assert not t.on_map(1)
    assert t.asked == (0, Choice.TURN)


@pytest.mark.rule("MAC-DTH-12", "MAC-DTH-14", "MAC-ENT-07")
def test_all_entry_tokens_are_offered_but_no_pit_and_no_space_behind_a_wall() -> None:
    t = Table(seats=2, tiles=(0, 1))
    t.explorer(0, 5, 5)
    t.off_map(1, Where.WAITING)
    entry(t, 0, 0, 0)
    entry(t, 1, 19, 9)
    t.space(1, 0, Space.PIT)
    t.border(0, 0, "south")
    t.space(18, 9, Space.RUBBLE)
    t.call(Proc.PLACE_EXPLORER, 1, 1)
    assert t.legal == {"pass", "cell_0_0", "cell_1_1", "cell_19_9", "cell_19_8", "cell_18_8"}


@pytest.mark.rule("MAC-DTH-13")
def test_the_new_explorer_is_chosen_at_the_death(t: Table) -> None:
    entry(t, 0, 0, 5)
    t.call(Proc.DESTROY_EXPLORER, 1)
    assert t.asked == (1, Choice.EXPLORER_CARD)
    assert t.legal == {f"explorer_card_{i}" for i in range(2, 9)}
    t.play("explorer_card_7")
    assert (t.e(1)["card"], t.e(1)["where"], t.e(1)["waits_until"]) == (7, Where.WAITING, 2)


@pytest.mark.rule("MAC-RND-08", "MAC-EXI-05", "MAC-CHP-15")
def test_victory_ends_the_game_in_the_middle_of_a_phase(t: Table) -> None:
    chapter(t, 2, ["place_exit"])
    t.state["chapter_at"] = 2
    t.off_map(1, Where.EXITED)
    t.explorer(0, 9, 4)
    t.tables["faces"]["token_cell"] = (5, 49, 94, 40)
    exit_token(t, 0, "east")
    t.call(Proc.ROUND)
    t.play("exit")
    assert t.state["core"]["over"] == 1
    assert t.state["core"]["outcome"] == Reason.LAST_CHAPTER
    assert t.asked is None
    assert t.state["phase"] == Phase.EXPLORERS


@pytest.mark.rule("MAC-RND-09")
@pytest.mark.parametrize("limit", [1, 3])
def test_the_game_is_cut_off_after_the_round_limit(limit: int) -> None:
    game = envs.load("machina_arcana", seats=1, round_limit=limit)
    state = game.new(3)
    while game.turn(state) is not None:
        names = {game.actions[a] for a in game.legal_actions(state)}
        game.play(state, "end_turn" if "end_turn" in names else min(names))
    outcome = game.outcome(state)
    assert (outcome.reason, outcome.won, outcome.detail["rounds"]) == ("round_limit", None, limit)
    assert state["core"]["over"] == 2


@pytest.mark.rule("MAC-RND-09")
def test_the_limit_is_a_hundred_rounds_if_nothing_else_is_said() -> None:
    assert envs.load("machina_arcana").options.round_limit == 100


@pytest.mark.rule("MAC-GEN-03", "MAC-END-05")
@pytest.mark.parametrize(
    ("reason", "result"), [(Reason.LAST_CHAPTER, 1), (Reason.NO_EXPLORERS, -1), (Reason.ROUND_LIMIT, 0)]
)
def test_explorers_win_and_lose_together(reason: Reason, result: int) -> None:
    t = Table(seats=3)
    t.explorer(0, 4, 4)
    t.state["core"]["over"], t.state["core"]["outcome"] = 1, reason
    assert t.game.rewards(t.state) == [result] * 3, "the dead ones too"


@pytest.mark.rule("MAC-CHP-04", "MAC-EVT-05")
def test_effects_of_each_round_belong_to_the_current_chapter_and_the_topmost_events(t: Table) -> None:
    t.text(t.tables["chapters"][0], each_round=[{"threat": 1}])
    t.text(t.tables["chapters"][1], each_round=[{"threat": 5}])
    t.tables["explorer_events"]["kind"][:2] = t.tables["horror_events"]["kind"][:2] = 1
    t.text(t.tables["explorer_events"][0], each_round=[{"restore_essence": {"amount": 1, "who": "all_explorers"}}],
           kind="explorer_event")  # fmt: skip
    t.text(t.tables["explorer_events"][1], each_round=[{"threat": 5}], kind="explorer_event")
    t.text(t.tables["horror_events"][1], each_round=[{"restore_essence": {"amount": 2, "who": "all_explorers"}}],
           kind="horror_event")  # fmt: skip
    t.deck("explorer_destroyed", 0, 1)
    t.deck("horror_destroyed", 1, 0)
    t.call(Proc.ROUND_EFFECTS)
    assert t.state["threat"] == 2
    assert [int(t.e(s)["essence"]) for s in (0, 1)] == [3, 3]
