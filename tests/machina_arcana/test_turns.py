"""The explorer's turn: stamina, costs, end of the turn, recharge, event and treasure spaces (EXP, ACT)."""

from __future__ import annotations

import pytest

from envs.machina_arcana.state import (
    Border,
    Choice,
    ItemPlace,
    ItemType,
    Op,
    Phase,
    Proc,
    QuestKind,
    Space,
    Token,
    Where,
)
from tests.machina_arcana.story import chapter, exit_token, quest
from tests.machina_arcana.table import Table, cell


@pytest.fixture
def t() -> Table:
    table = Table(seats=1)
    table.explorer(0, 4, 4, stamina=0)
    table.deck("explorer_deck", 0, 1)
    table.deck("treasure_deck", 0, 1, 2, 3)
    return table


def left(t: Table, *actions: str) -> int:
    """Stamina after playing these actions from the start of a turn with 6."""
    t.turn(0)
    t.play(*actions)
    return int(t.e(0)["stamina"])


@pytest.mark.rule("MAC-EXP-01")
@pytest.mark.parametrize("before", [0, 9])
def test_stamina_is_reset_at_the_start_of_the_turn(t: Table, before: int) -> None:
    t.e(0)["stamina"] = before
    t.turn(0)
    assert t.asked == (0, Choice.TURN)
    assert t.e(0)["stamina"] == 6


@pytest.mark.rule("MAC-EXP-01", "MAC-EFF-05")
def test_lasting_effects_end_before_the_stamina_is_reset(t: Table) -> None:
    t.resolve([{"lasting": {"stamina": -3}}], unit=0, target=0)
    assert t.state["n_lasting"] == 1
    t.turn(0)
    assert t.state["n_lasting"] == 0
    assert t.e(0)["stamina"] == 6


@pytest.mark.rule("MAC-EXP-02", "MAC-EXP-03")
def test_actions_come_in_any_order_and_number(t: Table) -> None:
    t.space(4, 2, Space.RECHARGE)
    t.rolls(0)
    assert left(t, "move_north", "activate_north", "move_east", "move_west") == 2
    assert t.asked == (0, Choice.TURN)


@pytest.mark.parametrize(
    ("kind", "cost"),
    [
        pytest.param(Space.RECHARGE, 1, marks=pytest.mark.rule("MAC-EXP-06")),
        pytest.param(Space.TRAP, 2, marks=pytest.mark.rule("MAC-EXP-07")),
        pytest.param(Space.WORKBENCH, 3, marks=pytest.mark.rule("MAC-EXP-09")),
        pytest.param(Space.EVENT, 3, marks=pytest.mark.rule("MAC-EXP-09")),
        pytest.param(Space.TREASURE, 3, marks=pytest.mark.rule("MAC-EXP-09")),
    ],
)
@pytest.mark.rule("MAC-SPC-07", "MAC-SPC-08", "MAC-EXP-16")
def test_spaces_cost_stamina_and_are_explored(t: Table, kind: Space, cost: int) -> None:
    t.space(5, 4, kind)
    t.card("explorers", 0, stamina=cost - 1)
    t.turn(0)
    assert "activate_east" not in t.legal, "the whole cost must be paid"
    t.card("explorers", 0, stamina=cost + 2)
    t.deck("treasure_deck")
    t.rolls(0)
    t.turn(0)
    t.play("activate_east")
    assert t.asked == (0, Choice.TURN)
    assert t.e(0)["stamina"] == 2
    assert t.state["token"][cell(5, 4)] == Token.EXPLORED
    assert "activate_east" not in t.legal


@pytest.mark.rule("MAC-EXP-08", "MAC-EXP-12")
@pytest.mark.parametrize(
    ("state", "action", "cost"),
    [(Border.OPEN, "close_door_east", 2), (Border.CLOSED, "open_door_east", 2), (Border.CLOSED, "break_east", 4),
     (Border.BARRIER, "break_east", 4)],
)  # fmt: skip
def test_doors_and_barriers_cost_stamina(t: Table, state: Border, action: str, cost: int) -> None:
    t.border(4, 4, "east", state)
    t.card("explorers", 0, stamina=cost - 1)
    t.turn(0)
    assert action not in t.legal
    t.card("explorers", 0, stamina=6)
    assert left(t, action) == 6 - cost


@pytest.mark.rule("MAC-EXP-13", "MAC-EXI-03")
def test_exploring_and_exiting_cost_two(t: Table) -> None:
    t.deck("tile_deck", 4)
    t.explorer(0, 9, 4)
    assert left(t, "explore_east") == 4
    t.card("explorers", 0, stamina=1)
    exit_token(t, 0, "north")
    t.explorer(0, 4, 0)
    t.turn(0)
    assert "exit" not in t.legal
    t.card("explorers", 0, stamina=2)
    t.turn(0)
    assert "exit" in t.legal


@pytest.mark.rule("MAC-EXP-14")
def test_the_use_of_a_space_for_a_quest_costs_three(t: Table) -> None:
    quest(t, 0, QuestKind.USE_SPACE, times=2, space=Space.RECHARGE)
    t.space(5, 4, Space.RECHARGE)
    t.card("explorers", 0, stamina=2)
    t.turn(0)
    assert "use_east" not in t.legal
    t.card("explorers", 0, stamina=6)
    assert left(t, "use_east") == 3


@pytest.mark.rule("MAC-EXP-04", "MAC-EXP-05")
def test_inventory_and_trade_cost_stamina() -> None:
    t = Table(seats=2)
    t.explorer(0, 4, 4)
    t.explorer(1, 5, 4)
    t.tables["treasures"][7]["type"] = ItemType.ARTIFACT
    t.give(0, 7)
    assert left(t, "inventory") == 3
    t.play("done")
    assert left(t, "trade_1") == 4
    for stamina, action in ((2, "inventory"), (1, "trade_1")):
        t.card("explorers", 0, stamina=stamina)
        t.turn(0)
        assert action not in t.legal


@pytest.mark.rule("MAC-EXP-17")
def test_an_ability_may_be_repeated(t: Table) -> None:
    t.card("explorers", 0, [{"cost": {"stamina": 2}, "target": "self", "effects": [{"restore_essence": 1}]}])
    assert left(t, "power_0", "power_0", "power_0") == 0
    assert t.e(0)["essence"] == 3
    assert "power_0" not in t.legal


@pytest.mark.rule("MAC-EXP-18")
def test_the_turn_may_end_at_any_time_and_stamina_stays(t: Table) -> None:
    t.turn(0)
    assert "end_turn" in t.legal
    t.play("move_north")
    assert "end_turn" in t.legal
    t.play("end_turn")
    assert t.done
    assert t.e(0)["stamina"] == 5
    assert t.e(0)["acted"] == 1
    assert t.state["active"] == -1


@pytest.mark.rule("MAC-EXP-18", "MAC-ABL-07")
def test_stamina_cannot_be_spent_in_the_turn_of_another() -> None:
    t = Table(seats=2)
    t.explorer(0, 4, 4)
    t.explorer(1, 6, 6)
    t.card("explorers", 1, [{"cost": {"stamina": 1}, "target": "self", "effects": [{"restore_essence": 1}]}])
    t.turn(0)
    t.play("move_north")
    assert t.asked == (0, Choice.TURN), "no window for seat 1"


@pytest.mark.rule("MAC-EXP-19", "MAC-MOV-11", "MAC-MOV-12")
def test_the_turn_ends_with_the_explorer(t: Table) -> None:
    t.space(4, 3, Space.PIT)
    t.turn(0)
    assert "move_north" in t.legal, "on purpose"
    t.play("move_north")
    assert t.asked == (0, Choice.EXPLORER_CARD)
    t.play("explorer_card_5")
    assert t.state["core"]["over"] == 1 or t.done
    assert t.e(0)["where"] == Where.WAITING


@pytest.mark.rule("MAC-EXP-19", "MAC-ENT-09", "MAC-CHP-14", "MAC-DTH-14")
@pytest.mark.parametrize("intricacy", [False, True])
def test_the_turn_of_a_destroyed_explorer_is_over_also_if_its_successor_is_placed_at_once(intricacy: bool) -> None:
    """The last payment of explorer 0 meets the condition of the chapter, and the next one places all explorers."""
    t = Table(seats=2, intricacy=intricacy)
    t.explorer(0, 4, 4, health=1)
    t.explorer(1, 7, 7, stamina=0)
    quest(t, 0, QuestKind.COLLECT_HEALTH, 1)
    chapter(t, 0, quests=(0, 1))
    chapter(t, 1, ["place_entry"])
    t.deck("tile_deck", 8)
    t.call(Proc.EXPLORER_PHASE)
    t.play("explorer_0")
    while t.asked[1] in (Choice.WINDOW, Choice.OFF_TURN):
        t.play("pass")
    t.play("quest_0", "explorer_card_7", "cell_4_9")
    t.play(min(t.legal))
    assert t.on_map(0)
    assert t.on_map(1)
    if intricacy:
        assert t.asked == (0, Choice.OFF_TURN), "the new explorer looks on in the turn of explorer 1"
        t.play("pass")
    assert t.asked == (1, Choice.TURN)
    assert t.state["active"] == 1
    t.play("end_turn")
    assert t.done, "the new explorer takes its first turn in the next round"


@pytest.mark.rule("MAC-EXP-19", "MAC-INT-04")
def test_no_window_goes_on_for_a_successor_that_is_placed_at_once() -> None:
    t = Table(seats=3, intricacy=True)
    for seat in range(3):
        t.explorer(seat, 1 + 2 * seat, 4)
    t.card("explorers", 1, [{"cost": {"stamina": 1}, "target": "self", "effects": [{"restore_essence": 1}]}])
    ops = t.effects(
        [{"lose_health": {"amount": 9, "who": "chosen_explorer"}}, "place_entry"], kind="chapter", target=None
    )
    t.tables["abilities"][0]["first_op"], t.tables["abilities"][0]["end_op"] = ops
    t.deck("tile_deck", 8)
    t.turn(0)
    assert t.asked == (1, Choice.OFF_TURN)
    t.play("power_0", "explorer_0", "explorer_card_7")
    while t.asked and t.asked[1] == Choice.PLACEMENT:
        t.play(min(t.legal))
    assert t.done, "nobody is asked in a turn that is over"
    assert t.on_map(0)


@pytest.mark.rule("MAC-EXP-19", "MAC-EXI-03", "MAC-EXI-04")
def test_the_turn_ends_with_the_exit() -> None:
    t = Table(seats=2)
    t.explorer(0, 4, 0)
    t.explorer(1, 6, 6)
    exit_token(t, 0, "north")
    t.turn(0)
    t.play("exit")
    assert t.done
    assert (t.e(0)["where"], t.e(0)["cell"], t.e(0)["acted"]) == (Where.EXITED, -1, 1)
    assert t.state["unit"][cell(4, 0)] == 0


@pytest.mark.rule("MAC-ACT-01", "MAC-ACT-02")
@pytest.mark.parametrize(
    ("face", "health", "stamina"), [(0, 3, 4), (1, 3, 4), (2, 4, 4), (3, 4, 4), (4, 3, 6), (5, 3, 6)]
)
def test_the_recharge_die(t: Table, face: int, health: int, stamina: int) -> None:
    t.space(4, 2, Space.RECHARGE)
    t.e(0)["health"] = 3
    t.rolls(face)
    t.turn(0)
    t.play("move_north", "activate_north")
    assert (t.e(0)["health"], t.e(0)["stamina"]) == (health, stamina)
    assert t.state["token"][cell(4, 2)] == Token.EXPLORED


@pytest.mark.rule("MAC-ACT-02", "MAC-ATR-06", "MAC-ATR-08")
def test_recharging_never_exceeds_the_card_and_never_lowers(t: Table) -> None:
    t.space(5, 4, Space.RECHARGE)
    t.space(3, 4, Space.RECHARGE)
    t.rolls(2, 4)
    t.turn(0)
    t.e(0)["stamina"] = 9
    t.play("activate_east", "activate_west")
    assert (t.e(0)["health"], t.e(0)["stamina"]) == (5, 7)


@pytest.mark.rule("MAC-ACT-11", "MAC-EVT-03")
def test_an_event_space_gives_essence_and_a_token_before_its_event(t: Table) -> None:
    t.space(5, 4, Space.EVENT)
    t.text(t.tables["explorer_events"][0], [{"may": [{"threat": 1}]}], kind="explorer_event")
    t.turn(0)
    t.play("activate_east")
    assert t.asked == (0, Choice.MAY)
    assert t.e(0)["essence"] == 1
    assert t.state["token"][cell(5, 4)] == Token.EXPLORED
    assert t.pile("explorer_destroyed") == []
    t.play("no")
    assert t.pile("explorer_destroyed") == [0]
    assert t.pile("explorer_deck") == [1]


@pytest.mark.rule("MAC-ACT-12", "MAC-ACT-13", "MAC-TRS-04")
def test_a_treasure_space_gives_one_essence_then_the_treasure_then_the_token(t: Table) -> None:
    t.space(5, 4, Space.TREASURE)
    t.turn(0)
    t.play("activate_east")
    assert t.asked == (0, Choice.TREASURE_TAKE)
    assert t.e(0)["essence"] == 1
    assert t.state["token"][cell(5, 4)] == Token.NONE
    t.play("item_0", "put_back")
    assert t.state["items"]["place"][0] == ItemPlace.INVENTORY
    assert t.e(0)["essence"] == 1, "once, not twice"
    assert t.state["token"][cell(5, 4)] == Token.EXPLORED


@pytest.mark.rule("MAC-GEN-26", "MAC-CSP-16")
def test_two_cancelled_announcements_do_not_take_turns_for_ever() -> None:
    t = Table(seats=2)
    t.explorer(0, 4, 4)
    t.explorer(1, 5, 5, essence=9)
    t.space(5, 4, Space.CHAPTER)
    t.space(4, 5, Space.SPAWN)
    t.turn(0)
    t.play("activate_east", "amount_0")
    assert "activate_east" not in t.legal
    t.play("seal_south", "amount_0")
    assert not {"activate_east", "seal_south"} & t.legal
    t.play("move_north", "move_south")
    assert {"activate_east", "seal_south"} <= t.legal, "stamina was spent on something else"


@pytest.mark.rule("MAC-RND-08")
def test_an_interrupted_round_ends_the_turn(t: Table) -> None:
    t.card("explorers", 0, [{"cost": {"stamina": 1}, "target": "self", "effects": [{"restore_essence": 1}]}])
    first, end = t.effects(["enter_base"], kind="chapter", target=None)
    t.tables["abilities"][0]["first_op"], t.tables["abilities"][0]["end_op"] = first, end
    assert t.tables["ops"][first]["code"] == Op.ENTER_BASE
    t.turn(0)
    t.play("power_0")
    assert t.done
    assert t.state["phase"] == Phase.EXPLORERS
    assert t.e(0)["where"] == Where.BASE


@pytest.mark.rule("MAC-TRP-02")
def test_a_trap_space_over_a_join_triggers_the_traps_of_the_own_tile() -> None:
    t = Table(seats=1, tiles=(0, 1))
    t.explorer(0, 9, 4)
    t.space(10, 4, Space.TRAP)
    t.space(2, 2, Space.TRAPPED)
    t.space(12, 2, Space.TRAPPED)
    t.monster(3, 2, 2)
    t.monster(4, 12, 2)
    t.high(3, 3, 3)
    t.turn(0)
    t.play("activate_east")
    assert (t.m(3)["health"], t.m(4)["health"]) == (1, 2)
    assert t.state["token"][cell(10, 4)] == Token.EXPLORED


@pytest.mark.rule("MAC-EXP-15")
def test_monsters_under_control_have_no_spaces_doors_or_trade() -> None:
    t = Table(seats=1)
    t.explorer(0, 1, 1)
    t.monster(3, 4, 4)
    for x, y, kind in ((5, 4, Space.RECHARGE), (3, 4, Space.TRAP), (4, 3, Space.TREASURE), (4, 5, Space.SPAWN)):
        t.space(x, y, kind)
    t.border(5, 5, "west", Border.OPEN)
    t.call(Proc.CONTROLLED_TURN, 3, 0)
    assert all(name.startswith(("move_", "break_", "power_", "end_turn")) for name in t.legal)
