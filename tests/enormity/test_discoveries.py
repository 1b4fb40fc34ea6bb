"""Discoveries and Mythos paragraphs (DSC, SEC, CDN-03, EXT-04, EX-27, EX-30, EX-31)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from envs.enormity.state import Choice, GearPlace, Need, Op, Proc, Thing, Timing, Where, Who
from tests.enormity.table import Table, cell

LOCATION, PARSEC, INTRUDER = 1, 2, 3


def section(t: Table, number: int, n: int, first: int = 10) -> None:
    """A section of n entries; entry i (from 0) counts i + 1 in counter 0."""
    t.tables["section_first"][number], t.tables["section_end"][number] = first, first + n
    for i in range(n):
        entry(t, first + i, (Op.COUNT, 0, i + 1), section=number, number=i + 1)


def entry(t: Table, index: int, *operations: Sequence[int], **fields: Any) -> None:
    row = t.tables["entries"][index]
    row["effect"], row["effect_end"] = t.ops(*operations)
    for name, value in fields.items():
        row[name] = value


@pytest.fixture
def t() -> Table:
    """Random Discoveries: token 0 of the Location (entries 10 to 14), 1 of the Parsec, 2 of the Intruder."""
    table = Table(seats=2)
    table.spacer(0, 4, 4)
    table.spacer(1, 8, 8)
    table.tables["n_tokens"] = 3
    table.tables["tokens"]["section"][:3] = (LOCATION, PARSEC, INTRUDER)
    section(table, LOCATION, 5)
    return table


def discover(t: Table, die: int, token: int = 0, s: int = 0, track: int = 0) -> int:
    """Resolve a token with that number on the die; which entry of the section it was (from 1), 0 none."""
    t.state["counters"][0] = 0
    t.rolls(die - 1)
    t.call(Proc.DISCOVERY, s, token, track)
    while t.asked is not None and t.asked[1] == Choice.STRESS:
        t.play("done")
    return int(t.state["counters"][0])


# -- where and what they do to the table -------------------------------------------------------------------------


@pytest.mark.rule("ENO-DSC-01", "ENO-DSC-01-D")
def test_a_token_is_resolved_where_a_move_ends(t: Table) -> None:
    index = t.object(4, 2, Thing.DISCOVERY, 0)
    for steps, left in ((("step_north",), True), (("step_north", "step_north", "step_north"), True)):
        t.spacer(0, 4, 4)
        t.call(Proc.MOVE, 0, 3, 0, 0).play(*steps)
        if t.asked is not None:
            t.play("done")
        assert (t.state["objects"][index]["cell"] >= 0) == left, "not passing through"
    t.spacer(0, 4, 4)
    t.rolls(0)
    t.call(Proc.MOVE, 0, 2, 0, 0).play("step_north", "step_north")
    t.play("done")
    assert t.state["objects"][index]["cell"] == -1
    assert t.state["counters"][0] == 1


@pytest.mark.rule("ENO-DSC-02", "ENO-DSC-03", "ENO-EXT-04", "ENO-EX-31", "ENO-EXT-03")
def test_example_four_discoveries_make_extraction_available(t: Table) -> None:
    assert t.state["extraction"] == 4
    for made in range(1, 5):
        discover(t, 1)
        assert t.state["discards"] == made
        assert t.state["found"] == made
        assert t.state["extraction"] == 4 - made
    discover(t, 1)
    assert t.state["extraction"] == 0, "later ones do nothing to it"


@pytest.mark.rule("ENO-DSC-04", "ENO-SET-09")
def test_the_number_of_a_fixed_token_selects_its_card(t: Table) -> None:
    t.tables["fixed_discoveries"] = 1
    entry(t, 3, (Op.CLUE, 7))
    t.tables["tokens"][0]["number"] = 3
    t.call(Proc.DISCOVERY, 0, 0)
    assert t.done
    assert t.state["clues"][7] == 1, "nothing is rolled"
    assert (t.state["extraction"], t.state["discards"], t.state["marked"][3]) == (3, 1, 1)


@pytest.mark.rule("ENO-DSC-05", "ENO-SET-10")
def test_the_colour_of_a_random_token_selects_the_section(t: Table) -> None:
    section(t, PARSEC, 2, 30)
    entry(t, 31, (Op.COUNT, 0, 9))
    t.state["discards"] = 0
    assert discover(t, 2, token=1) == 9


@pytest.mark.rule("ENO-DSC-06", "ENO-DIC-08")
def test_the_number_is_a_d10_plus_the_tokens_discarded(t: Table) -> None:
    assert discover(t, 2) == 2
    assert discover(t, 3) == 4, "one token lies in the pile"


@pytest.mark.rule("ENO-EX-30", "ENO-DSC-06")
def test_example_five_discards_and_a_four_are_entry_nine(t: Table) -> None:
    section(t, LOCATION, 12)
    t.state["discards"] = 5
    assert discover(t, 4) == 9


@pytest.mark.rule("ENO-DSC-06-D")
def test_a_total_above_the_last_entry_is_the_last_entry(t: Table) -> None:
    assert discover(t, 10) == 5


@pytest.mark.rule("ENO-RUB-09-D")
def test_its_die_may_be_rolled_again_for_stress(t: Table) -> None:
    t.rolls(0, 3)
    t.call(Proc.DISCOVERY, 0, 0, 0)
    assert t.asked == (0, Choice.STRESS)
    t.play("die_0")
    assert t.state["counters"][0] == 4
    assert t.s(0)["stress"] == 1


# -- marks and chains --------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-DSC-07", "ENO-DSC-09-D")
def test_a_marked_entry_is_skipped_and_behind_the_last_comes_the_first(t: Table) -> None:
    assert discover(t, 5) == 5
    assert t.state["marked"][14] == 1
    t.state["discards"] = 0
    assert discover(t, 5) == 1


@pytest.mark.rule("ENO-DSC-08", "ENO-DSC-09")
def test_a_marked_entry_leads_along_its_chain_and_from_its_end_to_the_next(t: Table) -> None:
    t.tables["entries"][10]["chain"] = 13  # 1 leads to 4, the end of the chain
    t.tables["entries"][13]["chain_end"] = 1
    made = []
    for _ in range(3):
        t.state["discards"] = 0
        made.append(discover(t, 1))
    assert made == [1, 4, 5], "the end of the chain is marked: the entry behind it"


@pytest.mark.rule("ENO-DSC-09-D", "ENO-DSC-17")
def test_when_everything_is_marked_only_the_token_and_the_marker_move(t: Table) -> None:
    t.state["marked"][10:15] = 1
    t.tables["entries"][10]["chain"], t.tables["entries"][11]["chain"] = 11, 10
    assert discover(t, 1) == 0
    assert (t.state["discards"], t.state["extraction"]) == (1, 3)


@pytest.mark.rule("ENO-DSC-09-D")
def test_chains_that_lead_in_circles_hide_no_entry(t: Table) -> None:
    t.state["marked"][10:14] = 1
    t.tables["entries"][10]["chain"], t.tables["entries"][11]["chain"] = 11, 10
    assert discover(t, 1) == 5


@pytest.mark.rule("ENO-DSC-10")
def test_an_infinite_entry_is_never_marked(t: Table) -> None:
    t.tables["entries"][11]["infinite"] = 1
    for _ in range(2):
        t.state["discards"] = 0
        assert discover(t, 2) == 2
    assert t.state["marked"][11] == 0


@pytest.mark.rule("ENO-DSC-16")
def test_marks_of_an_earlier_session_count(t: Table) -> None:
    t.state["marked"][10] = 1
    assert discover(t, 1) == 2


@pytest.mark.rule("ENO-DSC-14", "ENO-DSC-15", "ENO-DSC-15-D")
def test_entries_with_an_unmet_condition_or_crossed_out_are_passed_over(t: Table) -> None:
    t.tables["entries"][10]["need"], t.tables["entries"][10]["need_b"] = Need.STRESS_AT_LEAST, 3
    t.state["crossed"][11] = 1
    assert discover(t, 1) == 3
    t.state["discards"] = 0
    t.s(0)["stress"] = 3
    assert discover(t, 1) == 1, "the condition is met now"


@pytest.mark.rule("ENO-DSC-15")
def test_an_entry_may_cross_out_another(t: Table) -> None:
    entry(t, 10, (Op.CROSS_OUT, 11))
    discover(t, 1)
    t.state["discards"] = 0
    assert discover(t, 2) == 3


# -- whom it concerns --------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-DSC-11")
def test_it_applies_to_the_one_who_made_it_alone(t: Table) -> None:
    entry(t, 10, (Op.GAIN_STRESS, 2, 0, 0, Who.SELF))
    discover(t, 1, s=1)
    assert [int(t.s(s)["stress"]) for s in range(2)] == [0, 2]


@pytest.mark.rule("ENO-DSC-11", "ENO-DSC-12")
def test_a_global_entry_concerns_everybody(t: Table) -> None:
    entry(t, 10, (Op.GAIN_STRESS, 2, 0, 0, Who.SELF), for_all=1)
    discover(t, 1, s=1)
    assert [int(t.s(s)["stress"]) for s in range(2)] == [2, 2]


@pytest.mark.rule("ENO-DSC-12", "ENO-CDN-03", "ENO-DSC-01")
def test_a_discovery_of_the_track_is_made_by_the_pt(t: Table) -> None:
    t.state["marker"] = 1
    entry(t, 10, (Op.GAIN_STRESS, 2, 0, 0, Who.SELF))
    discover(t, 1, s=-1, track=1)
    assert [int(t.s(s)["stress"]) for s in range(2)] == [0, 2]
    t.state["countdown"] = 8
    t.state["track_discovery"][8][0], t.state["track_discoveries"][8] = 0, 1
    t.rolls(0)
    t.call(Proc.TRACK_ITEMS)
    while t.asked is not None and t.asked[1] == Choice.STRESS:
        t.play("done")
    assert t.state["discards"] == 2
    assert t.state["extraction"] == 2


@pytest.mark.rule("ENO-DSC-13")
def test_clues_are_shared_and_noted_once(t: Table) -> None:
    entry(t, 10, (Op.CLUE, 4), infinite=1)
    discover(t, 1, s=1)
    t.state["discards"] = 0
    discover(t, 1, s=0)
    assert t.state["clues"][4] == 1
    t.tables["entries"][11]["need"], t.tables["entries"][11]["need_b"] = Need.CLUE, 4
    t.state["discards"] = 0
    assert discover(t, 2, s=0) == 2


def test_who_dies_by_an_entry_leaves_the_token_behind(t: Table) -> None:
    entry(t, 10, (Op.DIE, 0, 0, 0, Who.SELF), (Op.CLUE, 1), code=0)
    t.tables["n_paragraphs"] = 1
    discover(t, 1)
    assert t.s(0)["where"] == Where.DEAD
    assert t.done
    assert (t.state["discards"], t.state["extraction"], t.state["read"][0]) == (1, 3, 0)


# -- paragraphs --------------------------------------------------------------------------------------------------


def write(t: Table, number: int, *operations: Sequence[int], locked: int = 0) -> None:
    row = t.tables["paragraphs"][number]
    row["effect"], row["effect_end"] = t.ops(*operations)
    row["locked"] = locked
    t.tables["n_paragraphs"] = max(int(t.tables["n_paragraphs"]), number + 1)


@pytest.mark.rule("ENO-SEC-01", "ENO-DSC-04")
@pytest.mark.parametrize(("answer", "read"), [("yes", 1), ("no", 0)])
def test_a_code_lets_its_finder_read_the_paragraph(t: Table, answer: str, read: int) -> None:
    write(t, 2, (Op.GAIN_STRESS, 1, 0, 0, Who.SELF))
    entry(t, 10, (Op.CLUE, 0), code=2)
    discover(t, 1, s=1)
    assert t.asked == (1, Choice.CODE)
    assert t.state["clues"][0] == 1, "after its own text"
    t.play(answer)
    assert t.state["read"][2] == read
    assert t.s(1)["stress"] == read
    assert t.done


@pytest.mark.rule("ENO-SEC-01")
def test_a_paragraph_is_read_once(t: Table) -> None:
    write(t, 0, (Op.GAIN_STRESS, 1, 0, 0, Who.SELF))
    t.call(Proc.PARAGRAPH, 0, 0).play("yes")
    t.call(Proc.PARAGRAPH, 0, 0)
    assert t.done
    assert t.s(0)["stress"] == 1


@pytest.mark.rule("ENO-SEC-03", "ENO-SEC-03-D")
def test_locked_text_is_read_only_when_decrypted(t: Table) -> None:
    write(t, 0, (Op.CLUE, 0), locked=1)
    write(t, 1, (Op.CLUE, 1), locked=2)
    t.call(Proc.PARAGRAPH, 0, 0)
    assert t.done
    assert not t.state["read"].any()
    t.resolve(t.ops((Op.DECRYPT, 0)))
    assert list(t.state["clues"][:2]) == [1, 0]
    assert t.done
    t.resolve(t.ops((Op.DECRYPT, 0)))
    assert list(t.state["clues"][:2]) == [1, 0], "one entry, and it has been read"
    t.resolve(t.ops((Op.DECRYPT, 1)))
    assert list(t.state["clues"][:2]) == [1, 1]


@pytest.mark.rule("ENO-SEC-03-D")
def test_one_of_several_blocks_is_chosen(t: Table) -> None:
    for i in range(3):
        write(t, i, (Op.CLUE, i), locked=1)
    t.resolve(t.ops((Op.DECRYPT, 0)))
    assert t.asked == (0, Choice.ENTRY)
    assert t.legal == {"option_0", "option_1", "option_2"}
    t.play("option_1")
    assert list(t.state["clues"][:3]) == [0, 1, 0]
    t.resolve(t.ops((Op.DECRYPT, 0))).play("option_1")
    assert list(t.state["clues"][:3]) == [0, 1, 1]


@pytest.mark.rule("ENO-EX-27", "ENO-SEC-03")
def test_example_the_xenoarcheologist_datapad(t: Table) -> None:
    write(t, 0, (Op.CLUE, 0), locked=2)
    place = t.gear(0, 7, GearPlace.SUPPORT)
    t.ability(t.tables["gear"][7], timing=Timing.TURN, ops=((Op.COUNT, 1, 1), (Op.REMOVE_CARD,), (Op.DECRYPT, 1)))
    t.call(Proc.TURN, 0).play(f"gear_ability_{place}_0")
    assert t.state["counters"][1] == 1
    assert t.s(0)["gear"][place]["card"] == -1
    assert t.state["clues"][0] == 1


@pytest.mark.rule("ENO-SEC-01")
def test_a_paragraph_may_place_what_it_tells_of(t: Table) -> None:
    write(t, 0, (Op.PLACE_OBJECTIVE, 1, 1, 0, Who.SELF))
    t.call(Proc.PARAGRAPH, 0, 0).play("yes")
    assert [int(o["cell"]) for o in t.state["objects"] if o["kind"] == Thing.OBJECTIVE] == [cell(4, 4)]
