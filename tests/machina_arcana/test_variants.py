"""Variants: shortened games (FAS), reinforcements (RNF), intricacy (INT), what the Puppeteer does not take (PUP)."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

import envs
from envs.core.errors import ContentError, OptionError
from envs.core.game import Game
from envs.machina_arcana.content import FOLDER
from envs.machina_arcana.state import (
    Border,
    Choice,
    ExplorerClass,
    ItemPlace,
    Phase,
    Proc,
    Reason,
    Space,
    Token,
    Where,
)
from tests.machina_arcana.story import exit_token
from tests.machina_arcana.table import Table, cell, unit

SCENARIO = "drowned_foundry"
M = 3

# -- shortened games ---------------------------------------------------------------------------------------------


def load(length: str, **options: Any) -> Game:
    return envs.load("machina_arcana", scenario=SCENARIO, length=length, **options)


def numbers(game: Game) -> list[int]:
    """Printed numbers of the chapters in the deck, in order."""
    return [int(number) for number in game.tables["chapters"]["number"][: int(game.tables["n_chapters"])]]


def started(game: Game) -> Any:
    """A state in the first Explorer phase."""
    state = game.new(0)
    while state["phase"] == Phase.SETUP:
        game.step(state, game.legal_actions(state)[0])
    return state


def run(game: Game, state: Any, proc: Proc, *args: int) -> None:
    """Run a procedure to its first question or its end."""
    core = state["core"]
    core["depth"], core["turn"], core["mask"] = 0, -1, 0
    game.engine.call(state, int(proc), *args)
    game.engine.settle(state)
    assert core["error"] == 0


def edited(folder: Path, change: Callable[[dict[str, Any]], None]) -> str:
    """A copy of the pack of the suite with a change of the file of Scenario I."""
    shutil.copytree(FOLDER / "core", folder)
    path = folder / f"{SCENARIO}.yaml"
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    change(data)
    path.write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    return str(folder)


def set_scenario(**fields: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data["scenarios"][SCENARIO].update(fields)


def set_chapter(number: int, **fields: Any) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        (chapter,) = (c for c in data["chapters"].values() if c["number"] == number)
        chapter.update(fields)

    return change


@pytest.mark.rule("MAC-FAS-03")
def test_the_faster_game_is_scenario_one_without_chapters_2_and_7() -> None:
    full, faster = numbers(load("full")), numbers(load("faster"))
    assert {2, 7} <= set(full)
    assert faster == [number for number in full if number not in (2, 7)]


@pytest.mark.rule("MAC-FAS-03")
def test_the_faster_game_is_won_by_its_endgame() -> None:
    full, faster = load("full"), load("faster")
    assert faster.tables["has_endgame"]
    assert not faster.tables["chapters"]["victory_on_exit"].any()
    texts = [game.pack.endgame_text(game.options) for game in (full, faster)]
    assert texts[0] == texts[1] != ""
    state = started(faster)
    state["chapter_at"] = faster.tables["n_chapters"] - 1
    run(faster, state, Proc.ENTER_ENDGAME, 0)
    assert state["endgame"] == 0


@pytest.mark.rule("MAC-FAS-01")
def test_the_extra_fast_game_is_scenario_one_with_chapters_1_2_and_4_alone() -> None:
    game = load("extra_fast")
    assert numbers(game) == [1, 2, 4]
    assert not game.tables["has_endgame"]
    assert game.pack.endgame_text(game.options) == ""


@pytest.mark.rule("MAC-FAS-02", "MAC-EX-07")
def test_in_the_extra_fast_game_the_last_exit_of_chapter_4_wins() -> None:
    game = load("extra_fast", seats=3)
    state = started(game)
    run(game, state, Proc.FLIP_CHAPTER, 0)
    run(game, state, Proc.FLIP_CHAPTER, 0)
    assert game.tables["chapters"][state["chapter_at"]]["number"] == 4
    assert game.choice_name(state) == "exit_edge"
    game.engine.settle(state, game.legal_actions(state)[0])
    for seat in (1, 2):
        run(game, state, Proc.EXIT_MAP, seat)
        assert not game.is_over(state), "one is still on the map"
    run(game, state, Proc.EXIT_MAP, 0)
    outcome = game.outcome(state)
    assert (outcome.reason, outcome.won, outcome.detail["chapters"]) == ("victory_escaped", True, 3)
    assert state["core"]["outcome"] == Reason.ESCAPED
    assert list(game.rewards(state)) == [1.0, 1.0, 1.0]


@pytest.mark.rule("MAC-FAS-02")
def test_the_same_exit_only_turns_the_chapter_in_the_full_game() -> None:
    game = load("full", seats=1)
    state = started(game)
    state["chapter_at"] = numbers(game).index(4)
    run(game, state, Proc.EXIT_MAP, 0)
    assert not game.is_over(state)
    assert game.tables["chapters"][state["chapter_at"]]["number"] == 5


@pytest.mark.rule("MAC-FAS-04")
def test_the_next_chapter_is_the_next_one_left_and_removed_ones_have_no_effect(tmp_path: Path) -> None:
    content = edited(tmp_path / "pack", set_chapter(2, effects=[{"threat": 4}]))
    for length, number, threat in (("full", 2, 5), ("faster", 3, 1)):
        game = load(length, seats=1, content=content)
        state = started(game)
        run(game, state, Proc.FLIP_CHAPTER, 0)
        chapter = game.tables["chapters"][state["chapter_at"]]
        assert (int(chapter["number"]), int(state["threat"])) == (number, threat)
        assert game.text(state).splitlines()[1].startswith(f"chapter 2 of {len(numbers(game))}: ")


@pytest.mark.rule("MAC-FAS-01", "MAC-FAS-03")
@pytest.mark.parametrize(("length", "key"), [("faster", "removable"), ("extra_fast", "extra_fast")])
def test_a_scenario_without_shortened_game_is_played_in_full(tmp_path: Path, length: str, key: str) -> None:
    content = edited(tmp_path / "pack", set_scenario(**{key: []}))
    with pytest.raises(OptionError, match=f"'{SCENARIO}' says nothing under '{key}'; expected length 'full'"):
        load(length, content=content)
    assert numbers(load("full", content=content)) == numbers(load("full"))
    with pytest.raises(OptionError, match="length"):
        load("short")


@pytest.mark.rule("MAC-FAS-02", "MAC-FAS-04")
@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"removable": [2, 70]}, "removable: there is no chapter 70"),
        ({"extra_fast": [1, 2, 40]}, "extra_fast: there is no chapter 40"),
        ({"extra_fast": [1, 2]}, "extra_fast: .* so chapter 2 needs 'place_exit'"),
        ({"extra_fast": [2, 4]}, r"the first chapter \(of chapters 2, 4 alone\) must place the explorers"),
        ({"extra_fast": [1, 8]}, "extra_fast: .* so chapter 8 needs 'place_exit'"),
        ({"removable": [7, 8]}, "removable: the last chapter, with the endgame, cannot be left out"),
        ({"removable": [5]}, r"follows an exit \(without chapters 5\)"),
    ],
)
def test_shortened_games_that_cannot_be_played_are_mistakes_of_the_pack(
    tmp_path: Path, fields: dict[str, Any], message: str
) -> None:
    with pytest.raises(ContentError, match=message):
        load("full", content=edited(tmp_path / "pack", set_scenario(**fields)))


# -- reinforcements ----------------------------------------------------------------------------------------------

MYSTIC, CRAFTER = ExplorerClass.MYSTIC, ExplorerClass.CRAFTER
BRUISER, GUNMAN = ExplorerClass.BRUISER, ExplorerClass.GUNMAN


def reinforced(*classes: ExplorerClass, event: Any = "gain_treasure", **options: Any) -> Table:
    """Set-up with explorers of these classes, to the first question after their placement."""
    t = Table(seats=len(classes), **{"reinforcements": True, **options})
    t.tables["explorers"]["class_"][: len(classes)] = classes
    t.text(t.tables["chapters"][0], ["place_entry"])
    for card in range(6):
        t.text(t.tables["explorer_events"][card], [event], kind="explorer_event")
    t.state["card_used"] = t.state["round"] = 0
    t.call(Proc.SETUP)
    for seat in range(len(classes)):
        t.play(f"explorer_card_{seat}")
    while t.asked and t.asked[1] == Choice.PLACEMENT:
        t.play(min(t.legal))
    return t


@pytest.mark.rule("MAC-RNF-01", "MAC-RNF-06")
def test_bonuses_come_in_seat_order_after_all_were_placed() -> None:
    t = reinforced(BRUISER, GUNMAN, CRAFTER, BRUISER)
    assert [t.on_map(seat) for seat in range(4)] == [True] * 4
    assert t.asked == (0, Choice.PATH)
    t.play("done")
    assert t.asked == (1, Choice.TREASURE_TAKE)
    t.play(min(t.legal))
    while t.asked and t.asked[0] == 1:
        t.play(min(t.legal))
    assert t.asked == (2, Choice.CHOSEN_UNIT)
    t.play("explorer_2")
    assert t.asked == (3, Choice.PATH)
    t.play("done")
    assert t.done
    assert (int(t.state["round"]), [int(t.e(seat)["stamina"]) for seat in range(4)]) == (0, [6] * 4)


@pytest.mark.rule("MAC-RNF-01")
def test_without_the_variant_nobody_gets_one() -> None:
    t = reinforced(BRUISER, GUNMAN, CRAFTER, MYSTIC, reinforcements=False)
    assert t.done
    assert [int(t.e(seat)["essence"]) for seat in range(4)] == [0] * 4


@pytest.mark.rule("MAC-RNF-02", "MAC-RNF-06", "MAC-EVT-10")
def test_a_mystic_resolves_an_explorer_event_as_its_activating_explorer() -> None:
    t = reinforced(CRAFTER, MYSTIC, event={"restore_essence": {"amount": 3, "who": "self"}})
    t.play("explorer_0")
    assert t.done
    assert [int(t.e(seat)["essence"]) for seat in (0, 1)] == [1, 3], "and no essence of an event space"
    assert len(t.pile("explorer_destroyed")) == 1
    assert not t.state["token"].any()


@pytest.mark.rule("MAC-RNF-02", "MAC-EVT-09")
def test_the_mystic_decides_what_its_event_leaves_open() -> None:
    t = reinforced(BRUISER, MYSTIC, event={"may": [{"restore_essence": {"amount": 2, "who": "self"}}]})
    t.play("done")
    assert t.asked == (1, Choice.MAY)


@pytest.mark.rule("MAC-RNF-03")
@pytest.mark.parametrize("receiver", [0, 1, 2])
def test_a_crafter_gives_one_essence_to_any_explorer(receiver: int) -> None:
    t = reinforced(GUNMAN, CRAFTER, BRUISER)
    while t.asked and t.asked[0] == 0:
        t.play(min(t.legal))
    assert t.asked == (1, Choice.CHOSEN_UNIT)
    assert t.legal == {"explorer_0", "explorer_1", "explorer_2"}
    t.play(f"explorer_{receiver}")
    assert [int(t.e(seat)["essence"]) for seat in range(3)] == [int(seat == receiver) for seat in range(3)]


@pytest.mark.rule("MAC-RNF-04", "MAC-RNF-06")
def test_a_bruiser_moves_up_to_three_spaces_without_stamina() -> None:
    t = reinforced(BRUISER)
    x, y = t.at(0)
    t.play("move_north", "move_north", "move_north")
    assert t.done, "three at most"
    assert (t.at(0), int(t.e(0)["stamina"])) == ((x, y - 3), 6)
    t = reinforced(BRUISER)
    t.play("move_north", "done")
    assert (t.done, t.at(0)) == (True, (x, y - 1))


@pytest.mark.rule("MAC-RNF-05", "MAC-RNF-06")
def test_a_gunman_gains_a_treasure_and_no_essence() -> None:
    t = reinforced(GUNMAN)
    assert t.asked == (0, Choice.TREASURE_TAKE)
    assert len(t.legal) == 2
    taken = min(t.legal)
    t.play(taken)
    while t.asked:
        t.play(max(t.legal))
    assert int(t.state["items"]["owner"][int(taken.removeprefix("item_"))]) == 0
    assert (int(t.e(0)["essence"]), int(t.e(0)["stamina"])) == (0, 6)


@pytest.mark.rule("MAC-RNF-06")
def test_a_replacement_gets_no_bonus() -> None:
    t = reinforced(MYSTIC, GUNMAN, event={"lose_health": {"amount": 5, "who": "other_explorers"}})
    assert t.asked == (1, Choice.EXPLORER_CARD), "the event has destroyed explorer 1"
    t.tables["explorers"]["class_"] = GUNMAN
    t.play("explorer_card_5")
    while t.asked and t.asked[1] == Choice.INVENTORY:
        t.play("done")
    assert t.done
    assert (t.state["items"]["owner"] < 0).all()
    t.call(Proc.ROUND)
    t.play("explorer_1")
    assert t.asked == (1, Choice.PLACEMENT)
    t.play(max(t.legal - {"pass"}))
    assert t.asked == (1, Choice.TURN)


@pytest.mark.rule("MAC-RNF-01", "MAC-DTH-12")
def test_a_bruiser_that_walks_into_a_pit_waits_like_any_other() -> None:
    t = reinforced(BRUISER, BRUISER)
    x, y = t.at(0)
    t.space(x, y - 1, Space.PIT)
    t.play("move_north", "explorer_card_6")
    while t.asked and t.asked[1] == Choice.INVENTORY:
        t.play("done")
    assert t.asked == (1, Choice.PATH)
    t.play("done")
    assert (t.done, int(t.e(0)["where"]), int(t.e(0)["waits_until"])) == (True, Where.WAITING, 1)


@pytest.mark.rule("MAC-RNF-06")
def test_the_class_is_a_field_of_the_explorer_card() -> None:
    game = envs.load("machina_arcana", seats=1, reinforcements=True)
    kinds = {}
    for card in range(int(game.tables["n_explorers"])):
        state = game.new(3)
        game.play(state, f"explorer_card_{card}")
        while game.choice_name(state) == "placement":
            game.step(state, game.legal_actions(state)[0])
        kinds.setdefault(ExplorerClass(int(game.tables["explorers"]["class_"][card])), set()).add(
            game.choice_name(state)
        )
    assert kinds[BRUISER] == {"path"}
    assert kinds[GUNMAN] == {"treasure_take"}
    assert kinds[CRAFTER] == {"turn"}, "alone it has no choice"


# -- intricacy ---------------------------------------------------------------------------------------------------

PAID = {"cost": {"stamina": 2}, "target": "self", "effects": [{"restore_health": 1}]}
FREE = {"cost": {"essence": 1}, "target": "self", "effects": [{"restore_health": 1}]}
BLOW = {"cost": {"stamina": 2}, "target": "melee", "effects": [{"attack": {"high": 2}}]}


def table(seats: int = 2, **options: Any) -> Table:
    """Explorers in a row, three spaces from one another; seat 0 begins its turn."""
    t = Table(seats=seats, **{"intricacy": True, **options})
    for seat in range(seats):
        t.explorer(seat, 3 * seat, 5)
    return t


@pytest.mark.rule("MAC-INT-01", "MAC-INT-02", "MAC-RND-03")
def test_others_spend_their_stamina_in_an_explorer_s_turn() -> None:
    t = table()
    t.turn(0)
    assert t.asked == (1, Choice.OFF_TURN), "at the start of the turn"
    assert "end_turn" not in t.legal
    assert {"pass", "move_north", "move_south_west"} <= t.legal
    t.play("move_north")
    assert (t.at(1), int(t.e(1)["stamina"])) == ((3, 4), 5)
    t.play("pass")
    assert t.asked == (0, Choice.TURN)
    t.play("move_north")
    assert t.asked == (1, Choice.OFF_TURN), "and after each action"
    t.play("pass", "end_turn")
    assert t.done


@pytest.mark.rule("MAC-INT-01", "MAC-RND-03", "MAC-EXP-18", "MAC-ABL-07")
def test_without_the_variant_stamina_is_spent_in_the_own_turn_alone() -> None:
    t = table(intricacy=False)
    t.card("explorers", 1, [PAID])
    t.turn(0)
    assert t.asked == (0, Choice.TURN)


@pytest.mark.rule("MAC-INT-01", "MAC-ABL-07")
def test_abilities_of_cards_and_items_that_cost_stamina_are_open() -> None:
    t = table()
    t.card("explorers", 1, [PAID])
    t.card("treasures", 9, [PAID | {"cost": {"stamina": 3, "destroy": True}}])
    t.give(1, 9)
    t.e(1)["health"] = 1
    t.turn(0)
    assert {"power_0", "item_9"} <= t.legal
    t.play("power_0", "item_9")
    assert (int(t.e(1)["health"]), int(t.e(1)["stamina"])) == (3, 1)
    assert t.state["items"]["place"][9] == ItemPlace.DESTROYED
    t.play("move_west")
    assert t.asked == (0, Choice.TURN), "with nothing left to do it is not asked any more"


@pytest.mark.rule("MAC-INT-01")
def test_spaces_doors_trade_and_inventory_are_open() -> None:
    t = table(3)
    t.explorer(2, 4, 5)
    t.space(3, 4, Space.RECHARGE)
    t.space(2, 5, Space.SPAWN)
    t.border(3, 5, "south", Border.CLOSED)
    t.e(1)["essence"] = 4
    for seat in (1, 2):
        t.give(seat, 8 + seat)
    t.tables["treasures"]["type"][9] = 2
    t.turn(0)
    assert t.asked == (1, Choice.OFF_TURN)
    wanted = {"activate_north", "seal_west", "open_door_south", "break_south", "trade_2", "inventory"}
    assert wanted <= t.legal
    t.play("open_door_south")
    assert t.state["border"][cell(3, 5)][2] == Border.OPEN
    assert int(t.e(1)["stamina"]) == 4
    t.play("pass")
    t.rolls(0)
    t.play("activate_north")
    assert t.state["token"][cell(3, 4)] == Token.EXPLORED
    assert int(t.e(1)["stamina"]) == 3


@pytest.mark.rule("MAC-INT-01", "MAC-MRK-04")
def test_in_normal_mode_items_are_dropped_and_picked_up_too() -> None:
    t = table(mode="normal")
    t.give(1, 9)
    t.turn(0)
    assert t.asked == (1, Choice.OFF_TURN)
    t.play("drop_item", "cell_3_4")
    assert (int(t.state["items"]["place"][9]), int(t.e(1)["stamina"])) == (ItemPlace.GROUND, 5)
    t.play("pick_up_north")
    assert (int(t.state["items"]["place"][9]), int(t.e(1)["stamina"])) == (ItemPlace.INVENTORY, 4)


@pytest.mark.rule("MAC-INT-02")
def test_the_slider_is_what_was_left_and_is_reset_at_the_own_turn_alone() -> None:
    t = table()
    t.e(1)["stamina"] = 2
    t.turn(0)
    t.play("move_north", "move_north")
    assert t.asked == (0, Choice.TURN)
    t.play("move_north")
    assert (t.asked, int(t.e(1)["stamina"])) == ((0, Choice.TURN), 0)
    t.play("end_turn")
    t.turn(1)
    assert (t.asked, int(t.e(1)["stamina"])) == ((0, Choice.OFF_TURN), 6)
    assert t.e(0)["stamina"] == 5, "what its own turn has left"


@pytest.mark.rule("MAC-INT-02", "MAC-PUP-09")
@pytest.mark.parametrize("monsters", ["rules", "agent"])
def test_in_the_turns_of_monsters_only_abilities_without_stamina_are_played(monsters: str) -> None:
    t = table(monsters=monsters)
    t.monster(M, 8, 8)
    t.card("explorers", 1, [PAID, FREE])
    t.e(1)["essence"] = 1
    t.e(1)["health"] = 1
    t.call(Proc.MONSTER_TURN, M)
    assert t.asked == (1, Choice.WINDOW)
    assert t.legal == {"pass", "power_1"}


@pytest.mark.rule("MAC-INT-02")
def test_between_the_turns_of_explorers_nobody_spends_stamina() -> None:
    t = table(3)
    t.call(Proc.EXPLORER_PHASE)
    assert t.asked == (0, Choice.NEXT_EXPLORER)
    t.play("explorer_0")
    assert t.asked == (1, Choice.OFF_TURN)
    t.play("pass", "pass", "end_turn")
    assert t.asked == (0, Choice.NEXT_EXPLORER)


@pytest.mark.rule("MAC-INT-02")
def test_in_a_round_stamina_is_spent_in_the_explorer_phase_alone() -> None:
    t = table()
    t.card("explorers", 1, [FREE])
    t.e(1)["essence"] = 2
    t.e(1)["health"] = 1
    t.monster(M, 9, 9)
    t.call(Proc.ROUND)
    asked = set()
    while t.asked:
        asked.add((Phase(int(t.state["phase"])), t.asked[1]))
        t.play(next(name for name in ("pass", "end_turn", min(t.legal)) if name in t.legal))
    assert {choice for phase, choice in asked if phase == Phase.EXPLORERS} == {
        Choice.NEXT_EXPLORER, Choice.OFF_TURN, Choice.TURN,
    }  # fmt: skip
    assert {choice for phase, choice in asked if phase != Phase.EXPLORERS} == {Choice.WINDOW}


@pytest.mark.rule("MAC-INT-02", "MAC-ABL-12")
def test_all_are_asked_in_order_until_all_pass_in_a_row() -> None:
    t = table(4)
    t.turn(1)
    seats = []
    for action in ("pass", "move_north", "pass", "pass", "pass"):
        seats.append(t.asked)
        t.play(action)
    assert seats == [(seat, Choice.OFF_TURN) for seat in (2, 3, 0, 2, 3)]
    assert t.asked == (1, Choice.TURN)


@pytest.mark.rule("MAC-INT-03", "MAC-DTH-03")
def test_essence_for_a_kill_goes_to_the_explorer_whose_turn_it_is() -> None:
    t = table()
    t.card("explorers", 1, [BLOW])
    t.monster(M, 4, 5, health=1)
    t.high(3, 3)
    t.turn(0)
    t.play("power_0")
    assert not t.on_map(unit(M))
    assert [int(t.e(seat)["essence"]) for seat in (0, 1)] == [1, 0]


@pytest.mark.rule("MAC-INT-03", "MAC-ATR-13")
def test_after_the_attacker_the_explorer_whose_turn_it_is_raises_the_roll() -> None:
    t = table(3)
    t.state["explorers"]["essence"][:3] = 2
    t.card("explorers", 1, [BLOW])
    t.monster(M, 4, 5)
    t.high(1, 0)
    t.turn(0)
    t.play("power_0")
    assert t.asked == (1, Choice.RAISE)
    t.play("amount_0")
    assert t.asked == (0, Choice.RAISE)
    t.play("amount_1")
    assert (int(t.m(M)["health"]), int(t.e(0)["essence"])) == (1, 1)
    assert t.asked == (2, Choice.OFF_TURN), "explorer 2 had no say in the roll"


@pytest.mark.rule("MAC-INT-04", "MAC-RND-07")
def test_an_exit_in_another_s_turn_does_not_end_that_turn() -> None:
    t = table()
    exit_token(t, 0, "north")
    t.explorer(1, 4, 0)
    t.call(Proc.EXPLORER_PHASE)
    t.play("explorer_0", "exit")
    assert (int(t.e(1)["where"]), int(t.e(1)["stamina"])) == (Where.EXITED, 4)
    assert t.asked == (0, Choice.TURN)
    t.play("move_north", "end_turn")
    assert t.done, "the one that left takes no turn"


@pytest.mark.rule("MAC-INT-04", "MAC-EXI-05", "MAC-EXI-07")
def test_the_last_exit_ends_the_round_in_whosever_turn_it_comes() -> None:
    t = table(3)
    t.text(t.tables["chapters"][1], [{"threat": 1}])
    t.state["chapter_at"] = 0
    t.off_map(2, Where.EXITED)
    exit_token(t, 0, "north")
    t.explorer(1, 4, 0)
    t.space(0, 4, Space.PIT)
    t.call(Proc.EXPLORER_PHASE)
    t.play("explorer_0", "pass")
    t.tables["n_explorers"] = 3
    t.play("move_north")
    assert t.e(0)["where"] == Where.OUT
    assert t.asked == (1, Choice.TURN), "its own turn begins"
    t.play("exit")
    assert (int(t.state["chapter_at"]), t.done) == (1, True)


@pytest.mark.rule("MAC-INT-04", "MAC-MAP-04")
def test_exploring_in_another_s_turn_does_not_end_that_turn() -> None:
    t = table()
    t.explorer(1, 9, 4)
    t.deck("tile_deck", 6)
    t.turn(0)
    t.play("explore_east")
    assert [int(face) for face in t.state["face"]] == [0, 6, -1, -1]
    assert t.asked == (1, Choice.OFF_TURN)
    t.play("pass")
    assert t.asked == (0, Choice.TURN)


@pytest.mark.rule("MAC-INT-04", "MAC-EXP-19")
def test_an_explorer_destroyed_in_its_own_turn_ends_it_with_the_window() -> None:
    t = table(3)
    t.explorer(1, 1, 5)
    t.card("explorers", 1, [BLOW])
    t.e(0)["health"] = 1
    t.high(3, 3)
    t.turn(0)
    t.play("power_0", "explorer_card_7")
    while t.asked and t.asked[1] == Choice.INVENTORY:
        t.play("done")
    assert t.done, "explorer 2 is not asked in a turn that is over"
    assert t.state["active"] == -1


@pytest.mark.rule("MAC-INT-04", "MAC-MOV-11")
def test_an_explorer_destroyed_in_another_s_turn_takes_no_turn_any_more() -> None:
    t = table()
    t.space(3, 4, Space.PIT)
    t.call(Proc.EXPLORER_PHASE)
    t.play("explorer_0", "move_north", "explorer_card_7")
    while t.asked and t.asked[1] == Choice.INVENTORY:
        t.play("done")
    assert t.asked == (0, Choice.TURN)
    t.play("end_turn")
    assert (t.done, int(t.e(1)["acted"])) == (True, 1)


@pytest.mark.rule("MAC-INT-01", "MAC-CSP-16")
def test_an_announcement_cancelled_in_another_s_turn_is_not_offered_again() -> None:
    t = table(3)
    t.explorer(1, 4, 5)
    t.explorer(2, 5, 5)
    for x in (4, 5):
        t.space(x, 4, Space.CHAPTER)
    t.state["explorers"]["essence"][:3] = (0, 1, 2)
    t.state["chapter_at"] = 0
    t.turn(0)
    assert {"activate_north", "activate_north_east"} <= t.legal
    t.play("activate_north", "amount_0")
    assert t.asked == (2, Choice.OFF_TURN)
    t.play("pass")
    assert t.asked == (1, Choice.OFF_TURN)
    assert "activate_north" not in t.legal
    assert "activate_north_east" in t.legal, "the other space may still be announced"
    t.play("activate_north_east", "amount_0", "pass")
    assert not {"activate_north", "activate_north_east"} & t.legal
    t.play("move_south", "pass", "move_north", "pass")
    assert t.asked == (1, Choice.OFF_TURN)
    assert {"activate_north", "activate_north_east"} <= t.legal, "stamina was spent"


@pytest.mark.rule("MAC-INT-04", "MAC-CSP-16", "MAC-MAP-09")
def test_a_cancelled_announcement_goes_with_its_space_when_the_area_scrolls() -> None:
    t = Table(seats=3, tiles=(0, 1), intricacy=True)
    t.explorer(0, 19, 4)
    t.explorer(1, 13, 5)
    t.explorer(2, 14, 5)
    for x in (13, 14):
        t.space(x, 4, Space.CHAPTER)
    t.state["explorers"]["essence"][:3] = (0, 1, 2)
    t.state["chapter_at"] = 0
    t.deck("tile_deck", 8)
    t.turn(0)
    assert t.asked == (1, Choice.OFF_TURN)
    t.play("activate_north", "amount_0", "pass", "pass")
    assert t.asked == (0, Choice.TURN)
    t.play("explore_east")
    assert (t.asked, t.at(1)) == ((1, Choice.OFF_TURN), (3, 5))
    assert "activate_north" not in t.legal, "it has not spent stamina"
    assert "activate_north_east" in t.legal


@pytest.mark.rule("MAC-INT-02", "MAC-CSP-16")
def test_a_cancelled_announcement_of_the_own_turn_ends_with_it() -> None:
    t = table()
    t.explorer(1, 1, 5)
    t.space(0, 4, Space.CHAPTER)
    t.state["explorers"]["essence"][:2] = (1, 2)
    t.state["chapter_at"] = 0
    t.turn(0)
    t.play("pass", "activate_north", "amount_0", "pass")
    assert "activate_north" not in t.legal
    t.play("end_turn")
    t.turn(1)
    assert t.asked == (0, Choice.OFF_TURN)
    assert "activate_north" in t.legal


@pytest.mark.rule("MAC-INT-01")
def test_random_games_with_intricacy_end() -> None:
    for seats in (2, 4):
        game = envs.load("machina_arcana", seats=seats, intricacy=True, reinforcements=True)
        for seed in range(3):
            state, count = game.new(seed), 0
            while game.turn(state) is not None:
                legal = game.legal_actions(state)
                game.step(state, legal[(seed + 7 * count) % len(legal)])
                count += 1
                assert count < 6000


# -- the Puppeteer -----------------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-PUP-07", "MAC-SPW-05")
def test_the_puppeteer_does_not_choose_where_a_monster_spawns() -> None:
    t = Table(seats=2, monsters="agent", ties="ask")
    t.explorer(0, 4, 4)
    t.explorer(1, 4, 5)
    t.space(1, 4, Space.SPAWN)
    t.space(7, 4, Space.SPAWN)
    t.deck("monster_deck", 5, 6)
    t.rolls(0, 1)
    t.call(Proc.SPAWN_PHASE)
    assert t.asked == (0, Choice.SPAWN_TIE), "the explorer of the roll does"


@pytest.mark.rule("MAC-PUP-07", "MAC-EFF-13")
@pytest.mark.parametrize("ties", ["rules", "ask"])
def test_the_puppeteer_does_not_order_what_the_cards_of_explorers_do(ties: str) -> None:
    t = Table(seats=2, monsters="agent", ties=ties)
    t.explorer(0, 0, 0)
    t.explorer(1, 8, 8)
    t.monster(M, 7, 8)
    on_hit = [{"on_hit": [{name: {"amount": 1, "who": "self"}}]} for name in ("restore_health", "lose_health")]
    for section, number, by, target in (("explorers", 1, 1, unit(M)), ("monsters", M, unit(M), 1)):
        t.card(section, number, on_hit)
        t.high(3)
        t.resolve([{"attack": {"high": 1}}], unit=by, target=target)
        if by == 1:
            assert t.asked == ((0, Choice.ORDER) if ties == "ask" else None), "the group, or the fixed order"
        else:
            assert t.asked == (2, Choice.ORDER), "of its own monsters it does"


@pytest.mark.rule("MAC-PUP-02", "MAC-PUP-07", "MAC-GEN-12")
def test_the_puppeteer_decides_what_the_abilities_of_monsters_leave_open() -> None:
    t = Table(seats=1, monsters="agent")
    t.explorer(0, 4, 4)
    t.monster(M, 5, 4)
    t.space(3, 8, Space.SPAWN)
    t.space(7, 8, Space.SPAWN)
    t.deck("monster_deck", 5)
    t.card("monsters", M, [{"cost": {"stamina": 1}, "effects": [{"summon": 1}]}])
    t.call(Proc.MONSTER_TURN, M)
    t.m(M)["cell"] = cell(5, 4)
    t.play("power_0")
    assert t.asked == (1, Choice.SPACE_TIE)
    assert t.legal == {"cell_3_8", "cell_7_8"}


@pytest.mark.rule("MAC-PUP-01")
def test_the_explorers_loss_is_the_puppeteer_s_win() -> None:
    game = envs.load("machina_arcana", seats=2, monsters="agent")
    assert game.seats == ("explorer_0", "explorer_1", "horror_0")
    state = started(game)
    for seat in range(2):
        state["explorers"][seat]["where"] = Where.OUT
    run(game, state, Proc.PARTY, 0)
    assert game.outcome(state).reason == "defeat_no_explorers"
    assert list(game.rewards(state)) == [-1.0, -1.0, 1.0]
