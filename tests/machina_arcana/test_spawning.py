"""Monsters spawn and summoning (SPW)."""

from __future__ import annotations

import pytest

from envs.machina_arcana.state import MAX_EXPLORERS, Choice, MonsterPlace, Phase, Proc, Space, Token, Where
from tests.machina_arcana.den import den, place
from tests.machina_arcana.table import Table, cell

PLAIN = {"fill": "."}


def spawn_phase(t: Table, *rolls: int, value: int = 8, deck: tuple[int, ...] = (10, 11, 12)) -> Table:
    t.state["monster_rating"] = value
    t.deck("monster_deck", *deck)
    t.rolls(*rolls)
    return t.call(Proc.SPAWN_PHASE)


def queue(t: Table) -> list[int]:
    return t.pile("queue")[::-1]


@pytest.mark.rule("MAC-SPW-01", "MAC-SPW-02", "MAC-SPW-03", "MAC-SPW-12", "MAC-SPW-15", "MAC-SPW-16", "MAC-SPW-17")
def test_a_roll_at_the_value_brings_the_top_monster_to_the_spawn():
    t = den("0..S", **PLAIN)
    t.monster(3, 8, 8)
    t.tables["monsters"][10]["health"] = 4
    spawn_phase(t, 8)
    assert (queue(t), place(t, 10), int(t.m(10)["health"])) == ([3, 10], (3, 0), 4)
    assert t.pile("monster_deck") == [11, 12]
    assert t.m(10)["place"] == MonsterPlace.MAP
    assert t.state["unit"][cell(3, 0)] == 10 + MAX_EXPLORERS + 1
    assert t.state["phase"] == Phase.SPAWN


@pytest.mark.rule("MAC-SPW-02", "MAC-EX-17", "MAC-NRM-02", "MAC-SET-19")
def test_a_lower_roll_brings_none_and_moves_no_value():
    t = den("0.S1", **PLAIN)
    spawn_phase(t, 7, 7)
    assert (queue(t), int(t.state["monster_rating"])) == ([], 8)


@pytest.mark.rule("MAC-EX-05", "MAC-GEN-05", "MAC-SPW-02")
def test_a_zero_counts_as_ten():
    t = den("0..S", **PLAIN)
    spawn_phase(t, 0, value=10)
    assert queue(t) == [10]


@pytest.mark.rule("MAC-SPW-01", "MAC-SPW-10", "MAC-SPW-15")
def test_one_roll_for_each_explorer_in_seat_order():
    t = den("1.S0", **PLAIN)
    spawn_phase(t, 9, 1)
    assert queue(t) == [10]
    assert t.state["core"]["script_n"] == 0
    t = den("1.S0", **PLAIN)
    spawn_phase(t, 1, 9)
    assert queue(t) == [10]


@pytest.mark.rule("MAC-SPW-10")
def test_each_roll_is_resolved_before_the_next():
    t = den("0.S1", **PLAIN)
    spawn_phase(t, 9, 9)  # the first monster stands on the spawn when the second comes
    assert t.asked == (1, Choice.FREE_SPACE)
    assert queue(t) == [10]


@pytest.mark.rule("MAC-SPW-03", "MAC-SPW-04")
def test_the_nearest_spawn_is_found_directly_through_walls_and_rubble():
    t = den("0###S", ".....", ".....", ".....", ".....", "S....", **PLAIN)
    t.border(0, 0, "east")
    spawn_phase(t, 9)
    assert place(t, 10) == (4, 0)


@pytest.mark.rule("MAC-SPW-03")
def test_spawns_of_other_tiles_and_explored_ones_are_no_choice():
    t = den("S.......X0", **PLAIN)
    t.tile(1)
    t.space(10, 0, Space.SPAWN)
    t.space(18, 0, Space.SPAWN)  # as far away as the one that counts
    spawn_phase(t, 9)
    assert (t.asked, place(t, 10)) == (None, (0, 0))


@pytest.mark.rule("MAC-SPW-05")
def test_among_equally_near_spawns_the_explorer_of_the_roll_chooses():
    t = den("1........", ".........", "S...0...S", **PLAIN)
    spawn_phase(t, 9, 1)
    assert t.asked == (0, Choice.SPAWN_TIE)
    assert t.legal == {"cell_0_2", "cell_8_2"}
    t.play("cell_8_2")
    assert place(t, 10) == (8, 2)


@pytest.mark.rule("MAC-SPW-06")
def test_without_an_unexplored_spawn_on_its_tile_there_is_no_roll():
    t = den("0..X", **PLAIN)
    t.tile(1)
    t.space(12, 0, Space.SPAWN)
    spawn_phase(t, 9)
    assert (queue(t), int(t.state["core"]["script_n"])) == ([], 1)


@pytest.mark.rule("MAC-EX-22", "MAC-SPW-07")
def test_four_monsters_on_the_tile_raise_the_threat_instead():
    t = den("0..S", "abcd", **PLAIN)
    spawn_phase(t, 9)
    assert (queue(t), int(t.state["threat"])) == ([0, 1, 2, 3], 2)
    t = den("0..S", "abc.", **PLAIN)
    t.tile(1)
    t.monster(3, 12, 4)  # on another tile
    spawn_phase(t, 9)
    assert (len(queue(t)), int(t.state["threat"])) == (5, 1)


@pytest.mark.rule("MAC-SPW-09")
def test_more_than_four_block_as_well():
    t = den("0..S", "abcde", **PLAIN)
    spawn_phase(t, 9)
    assert (len(queue(t)), int(t.state["threat"])) == (5, 2)


@pytest.mark.rule("MAC-SPW-07")
def test_a_failed_roll_raises_nothing():
    t = den("0..S", "abcd", **PLAIN)
    spawn_phase(t, 1)
    assert t.state["threat"] == 1


@pytest.mark.rule("MAC-SPW-11", "MAC-EXI-04")
@pytest.mark.parametrize("where", [Where.EXITED, Where.WAITING, Where.OUT])
def test_explorers_off_the_map_make_no_roll(where):
    t = den("0.S1", **PLAIN)
    t.off_map(0, where)
    spawn_phase(t, 9)
    assert (queue(t), int(t.state["core"]["script_n"])) == ([10], 0)


@pytest.mark.rule("MAC-SPW-10", "MAC-EXI-07", "MAC-EXI-08")
def test_a_round_that_a_spawn_ends_has_no_further_rolls():
    t = den("0..S", "abcd", seats=2, **PLAIN)
    t.off_map(1, Where.EXITED)
    t.state["level"], t.state["chapter_at"] = 5, 0
    t.text(t.tables["chapters"][1], ["place_entry"], kind="chapter")
    t.tables["faces"][8]["kind"][99] = Space.SPAWN
    t.deck("tile_deck", 8)
    spawn_phase(t, 9).play("explorer_card_5")  # it has nothing to give up: the other one is out, the chapter flips
    t.rolls(9)
    while not t.done:
        t.play(min(t.legal))
    assert t.on_map(1)
    assert Space.SPAWN in t.state["kind"]
    assert (queue(t), int(t.state["core"]["script_n"])) == ([], 1)


@pytest.mark.rule("MAC-SPW-13")
def test_an_empty_deck_is_made_of_the_destroyed_monsters():
    t = den("0..S", **PLAIN)
    t.deck("monster_destroyed", 5, 6)
    spawn_phase(t, 9, 1, deck=())
    assert sorted([*queue(t), *t.pile("monster_deck")]) == [5, 6]
    assert (len(queue(t)), t.pile("monster_destroyed")) == (1, [])
    assert {int(t.m(c)["place"]) for c in t.pile("monster_deck")} == {MonsterPlace.DECK}


@pytest.mark.rule("MAC-SPW-13")
def test_the_deck_made_of_the_destroyed_monsters_is_shuffled():
    orders = set()
    for seed in range(20):
        t = den("0..S", **PLAIN)
        t.state["core"]["rng"] = (seed, seed)
        t.deck("monster_destroyed", 5, 6, 7, 8, 9)
        spawn_phase(t, 9, deck=())
        orders.add((*queue(t), *t.pile("monster_deck")))
    assert len(orders) > 10


@pytest.mark.rule("MAC-SPW-14")
def test_without_any_card_the_threat_rises():
    t = den("0..S", **PLAIN)
    spawn_phase(t, 9, deck=())
    assert (queue(t), int(t.state["threat"])) == ([], 2)


@pytest.mark.rule("MAC-SPW-17", "MAC-GEN-11", "MAC-GEN-25")
def test_with_a_unit_on_the_spawn_the_explorer_picks_the_closest_free_space():
    t = den("#0#", "#o.", ".X.", seats=2, **PLAIN)
    t.space(1, 0, Space.SPAWN)
    t.explorer(1, 9, 9)
    spawn_phase(t, 9, 1)
    assert t.asked is None  # only (2, 1) is next to it: a pit and rubble do not count
    assert place(t, 10) == (2, 1)
    t = den("#0#", "...", "...", **PLAIN)
    t.space(1, 0, Space.SPAWN)
    spawn_phase(t, 9)
    assert t.asked == (0, Choice.FREE_SPACE)
    assert t.legal == {"cell_0_1", "cell_1_1", "cell_2_1"}
    t.play("cell_2_1")
    assert (place(t, 10), queue(t)) == ((2, 1), [10])


@pytest.mark.rule("MAC-SPW-18")
def test_without_a_free_space_the_card_returns_on_top_and_the_threat_rises():
    t = den("0o##")
    t.space(0, 0, Space.SPAWN)
    spawn_phase(t, 9)
    assert (queue(t), t.pile("monster_deck"), int(t.state["threat"])) == ([], [10, 11, 12], 2)
    assert t.m(10)["place"] == MonsterPlace.DECK
    assert t.state["monster_deck"]["known"] == 1  # everybody has seen it


@pytest.mark.rule("MAC-SPW-19", "MAC-MON-01")
def test_a_spawned_monster_acts_in_the_same_round():
    t = den("S..0", **PLAIN)
    spawn_phase(t, 9)
    t.tables["monsters"][10]["stamina"] = 1
    t.call(Proc.MONSTER_PHASE)
    assert place(t, 10) == (1, 0)


# -- summoning -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-SPW-08", "MAC-SPW-20")
def test_a_summoned_monster_needs_no_roll_and_no_room():
    t = den("0..S", "abcde", **PLAIN)
    t.deck("monster_deck", 10)
    t.resolve([{"summon": {"number": 1, "who": "self"}}], unit=0)
    assert (queue(t), place(t, 10)) == ([0, 1, 2, 3, 4, 10], (3, 0))


@pytest.mark.rule("MAC-SPW-20", "MAC-GEN-10")
def test_it_comes_at_the_spawn_nearest_to_the_unit_concerned():
    t = den("S..a....S", "0........", **PLAIN)
    t.deck("monster_deck", 10)
    t.call(Proc.SUMMON, MAX_EXPLORERS, 0, -1)
    assert place(t, 10) == (0, 0)


@pytest.mark.rule("MAC-SPW-20")
def test_without_a_spawn_on_the_tile_nothing_is_summoned_or_drawn():
    t = den("0.aX", **PLAIN)
    t.deck("monster_deck", 10)
    t.call(Proc.SUMMON, MAX_EXPLORERS, 0, -1)
    assert (queue(t), t.pile("monster_deck"), int(t.state["threat"])) == ([0], [10], 1)


@pytest.mark.rule("MAC-SPW-20")
def test_a_text_may_put_it_next_to_the_unit():
    t = den("##0#", "#a.#", "####")
    t.deck("monster_deck", 10)
    t.call(Proc.SUMMON, MAX_EXPLORERS, 1, 0)
    assert place(t, 10) == (2, 1)


@pytest.mark.rule("MAC-SPW-20", "MAC-SPW-14")
def test_summoning_without_any_card_raises_the_threat():
    t = den("0.aS", **PLAIN)
    t.call(Proc.SUMMON, MAX_EXPLORERS, 0, -1)
    assert t.state["threat"] == 2


@pytest.mark.rule("MAC-SPW-03", "MAC-SEA-04")
def test_a_sealed_spawn_brings_nothing():
    t = den("0..S", **PLAIN)
    t.space(3, 0, Space.SPAWN, Token.EXPLORED)
    spawn_phase(t, 9)
    assert queue(t) == []


# -- options ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-DIF-01")
def test_in_the_easier_game_a_zero_is_a_zero():
    t = den("0..S", **PLAIN)
    t.tables["zero_is_zero"] = 1
    spawn_phase(t, 0, value=1)
    assert queue(t) == []


def sliders(*rows: str, value: int = 8) -> Table:
    """Rating sliders are in play; the chapter's values are `value`."""
    t = den(*rows, **PLAIN)
    t.tables["ratings"] = 1
    t.state["chapter_at"] = 0
    t.tables["chapters"][0]["monster_rating"] = t.tables["chapters"][0]["horror_rating"] = value
    return t


@pytest.mark.rule("MAC-EX-16", "MAC-RAT-02", "MAC-RAT-03", "MAC-RAT-06")
def test_the_spawn_slider_sinks_with_each_failed_roll_and_returns_with_a_success():
    t = sliders("0.S1")
    spawn_phase(t, 7, 7)
    assert (queue(t), int(t.state["monster_rating"])) == ([10], 8)
    t = sliders("0.S1")
    spawn_phase(t, 7, 6)
    assert (queue(t), int(t.state["monster_rating"])) == ([], 6)


@pytest.mark.rule("MAC-EX-22", "MAC-RAT-07")
def test_a_success_that_only_raises_the_threat_resets_the_slider_too():
    t = sliders("0..S", "abcd")
    spawn_phase(t, 6, value=5)
    assert (int(t.state["threat"]), int(t.state["monster_rating"])) == (2, 8)


@pytest.mark.rule("MAC-RAT-08", "MAC-DIF-02")
def test_a_slider_never_sinks_below_one():
    t = sliders("0..S")
    t.tables["zero_is_zero"] = 1
    spawn_phase(t, 0, value=1)
    assert t.state["monster_rating"] == 1


@pytest.mark.rule("MAC-SPW-06")
def test_without_a_spawn_the_slider_stays():
    t = sliders("0..X")
    spawn_phase(t, 1)
    assert t.state["monster_rating"] == 8


@pytest.mark.rule("MAC-RAT-04", "MAC-RAT-05", "MAC-RAT-08")
def test_the_horror_slider_sinks_and_returns():
    for roll, value, after in ((6, 7, 6), (7, 7, 8), (10, 7, 8), (1, 2, 1)):
        t = sliders("0")
        t.state["horror_rating"] = value
        t.rolls(roll % 10)
        t.call(Proc.HORROR_PHASE)
        assert t.state["horror_rating"] == after
    t = sliders("0")
    t.tables["zero_is_zero"] = 1
    t.state["horror_rating"] = 1
    t.rolls(0)
    t.call(Proc.HORROR_PHASE)
    assert t.state["horror_rating"] == 1
