"""Extraction and Insertion (EXT, INS; ENO-EX-21, ENO-EX-31)."""

from __future__ import annotations

import pytest

from envs.enormity.state import Border, Choice, NoiseKind, Op, PointState, Proc, Reason, Where
from tests.enormity.table import Table, cell


@pytest.fixture
def t() -> Table:
    return with_exit(2)


def with_exit(seats: int, state: PointState = PointState.CLOSED, tokens: int = 0) -> Table:
    """A 2 x 1 Extraction Point on (4, 2) and (5, 2), walled in; Extraction is available."""
    t = Table(seats=seats)
    for x in (4, 5):
        t.border(x, 2, "north", Border.WALL)
        t.border(x, 2, "south", Border.WALL)
    t.border(4, 2, "west", Border.RED)
    t.border(5, 2, "east", Border.WALL)
    t.exit_point([(4, 2), (5, 2)], state, tokens)
    t.state["extraction"] = 0
    for seat in range(seats):
        t.spacer(seat, 4 + seat, 3)
    return t


def opened(t: Table) -> Table:
    """The point is a board space."""
    t.state["points"][0] = (PointState.OPEN, 0)
    t.state["initiated"] = 1
    return t


def move(t: Table, spaces: int, *names: str, **more: int) -> Table:
    """Begin a Move action of Spacer 0 and give these answers."""
    return t.call(Proc.MOVE, 0, spaces, 1, more.pop("d", 0), **more).play(*names)


def discovery(t: Table, number: int = 1) -> None:
    """Make so many Discoveries."""
    t.tables["n_tokens"], t.tables["fixed_discoveries"] = 4, 1
    for _ in range(number):
        t.call(Proc.DISCOVERY, 0, 0, 0)
        assert t.done


# -- making it available -----------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-EXT-03", "ENO-EXT-06", "ENO-EXT-08")
def test_at_the_start_nothing_can_be_initiated(t: Table) -> None:
    t.state["extraction"] = 3
    t.call(Proc.SCAVENGE, 0)
    assert t.done
    assert t.state["points"][0]["state"] == PointState.CLOSED
    t.state["extraction"] = 0
    assert t.state["points"][0]["state"] == PointState.CLOSED, "availability alone opens nothing"
    t.call(Proc.SCAVENGE, 0)
    assert t.state["points"][0]["state"] == PointState.INITIATED


@pytest.mark.rule("ENO-EXT-04", "ENO-EXT-04-D", "ENO-EX-31", "ENO-DSC-03", "ENO-EXT-07")
def test_example_a_marker_on_4_needs_4_discoveries(t: Table) -> None:
    t.state["extraction"] = 4
    discovery(t, 3)
    assert t.state["extraction"] == 1
    t.call(Proc.SCAVENGE, 0)
    assert t.state["points"][0]["state"] == PointState.CLOSED
    discovery(t)
    assert t.state["extraction"] == 0
    discovery(t)
    assert t.state["extraction"] == 0, "later Discoveries do nothing to it"
    t.call(Proc.SCAVENGE, 0)
    assert t.state["points"][0]["state"] == PointState.INITIATED


@pytest.mark.rule("ENO-EXT-01", "ENO-EXT-02", "ENO-EXT-05")
def test_a_point_found_after_extraction_became_available_is_usable_at_once(t: Table) -> None:
    t.state["points"][0]["state"] = PointState.HIDDEN
    t.call(Proc.SCAVENGE, 0)
    assert t.done
    assert t.state["points"][0]["state"] == PointState.HIDDEN, "it has to be found first"
    t.resolve(t.ops((Op.REVEAL_POINT, 0)))
    assert t.state["points"][0]["state"] == PointState.CLOSED
    t.call(Proc.SCAVENGE, 0)
    assert t.state["points"][0]["state"] == PointState.INITIATED


# -- initiating --------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-EXT-08", "ENO-EXT-09-D")
def test_it_is_initiated_from_a_space_beside_it_and_once(t: Table) -> None:
    t.spacer(0, 3, 3)
    t.call(Proc.SCAVENGE, 0)
    assert t.done
    assert t.state["points"][0]["state"] == PointState.CLOSED, "a diagonal space is not adjacent"
    t.spacer(0, 3, 2)
    t.call(Proc.SCAVENGE, 0)
    assert t.state["points"][0]["state"] == PointState.INITIATED
    assert t.state["initiated"]
    t.state["points"][0]["tokens"] = 1
    t.call(Proc.SCAVENGE, 0)
    assert t.done
    assert t.state["points"][0]["tokens"] == 1


@pytest.mark.rule("ENO-EXT-09", "ENO-EXT-09-D")
def test_as_many_tokens_as_there_are_living_spacers_who_have_not_left() -> None:
    t = with_exit(4)
    t.s(1)["where"], t.s(1)["cell"] = Where.DEAD, -1
    t.s(2)["where"], t.s(2)["cell"] = Where.EXTRACTED, -1
    t.s(3)["where"], t.s(3)["cell"] = Where.OTHER, -1
    t.call(Proc.SCAVENGE, 0)
    assert t.state["points"][0]["tokens"] == 2, "the one in an Other Place survives too"


@pytest.mark.rule("ENO-EX-21", "ENO-EXT-10", "ENO-EXT-11")
def test_example_three_spacers() -> None:
    t = with_exit(3)
    t.call(Proc.SCAVENGE, 0)
    assert t.state["points"][0]["tokens"] == 3
    t.spacer(0, 4, 3)
    for seat, left in ((1, 2), (2, 1)):
        t.call(Proc.TURN_START, seat)
        assert t.state["points"][0]["tokens"] == left
        assert t.state["points"][0]["state"] == PointState.INITIATED
        move(t, 1)
        assert "step_north" not in t.legal, "not yet a board space"
    t.call(Proc.TURN_START, 0)
    assert t.state["points"][0]["state"] == PointState.OPEN
    move(t, 1)
    assert "step_north" in t.legal


@pytest.mark.rule("ENO-EXT-10-D")
def test_every_initiated_point_loses_a_token_and_deaths_take_none(t: Table) -> None:
    t.exit_point([(0, 0)], PointState.INITIATED, 2)
    t.exit_point([(9, 0)])
    t.state["points"][0] = (PointState.INITIATED, 2)
    t.call(Proc.TURN_START, 0)
    assert t.state["points"]["tokens"][:3].tolist() == [1, 1, 0]
    assert t.state["points"]["state"][2] == PointState.CLOSED
    t.call(Proc.DIE, 1)
    assert t.state["points"]["tokens"][:2].tolist() == [1, 1]


# -- leaving -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-EXT-11", "ENO-EXT-11-D")
def test_an_open_point_is_one_space_entered_from_every_side(t: Table) -> None:
    opened(t)
    t.state["spacers"][1]["cell"] = cell(9, 9)
    for x, y, step in ((3, 2, "step_east"), (4, 3, "step_north"), (5, 1, "step_south"), (6, 2, "step_west")):
        t.spacer(0, x, y)
        move(t, 1)
        assert step in t.legal
    t.spacer(0, 4, 3)
    move(t, 2, "step_north")
    assert t.s(0)["where"] == Where.BOARD
    assert t.legal == {"step_north", "step_east", "step_west", "done"}, "not back to the start"
    t.play("step_east")
    assert t.at(0) == (5, 2)
    assert t.state["core"]["subject"] == 1, "its cells are one space: no step is used up"
    assert t.legal == {"step_north", "step_east", "step_south", "done"}
    t.play("step_east")
    assert t.done
    assert t.at(0) == (6, 2), "through it in two steps"
    move(t, 1, "step_west")
    assert t.s(0)["where"] == Where.EXTRACTED


@pytest.mark.rule("ENO-EXT-11-D")
def test_intruders_pass_an_open_point_but_never_stop_on_it(t: Table) -> None:
    opened(t)
    t.s(1)["where"], t.s(1)["cell"] = Where.EXTRACTED, -1
    for y in range(10):
        if y != 2:
            t.border(4, y, "west", Border.WALL)
    t.spacer(0, 9, 2)
    for speed, to in ((1, (3, 2)), (2, (6, 2)), (3, (7, 2))):
        t.tables["types"][0]["speed"] = speed
        t.protocol(0, replace=True, requirement=0, moves=1)
        t.state["intruders"]["type"] = -1
        k = t.intruder(3, 2)
        t.call(Proc.ACTIVATE, k, 0, -1)
        assert t.done
        assert t.at(4 + k) == to


@pytest.mark.rule("ENO-EXT-12", "ENO-EXT-12-D", "ENO-EXT-01")
def test_who_ends_a_movement_there_is_safe_without_noise(t: Table) -> None:
    opened(t)
    t.blip(9, 9)
    t.spacer(1, 8, 8)
    t.state["marker"] = 0
    move(t, 2, "step_north", d=NoiseKind.DICE, e=1)
    assert t.s(0)["where"] == Where.BOARD, "not in passing"
    t.play("done")
    assert t.done
    assert t.s(0)["where"] == Where.EXTRACTED
    assert t.s(0)["cell"] == -1
    assert t.state["extracted"] == 1
    assert t.state["n_noises"] == 0
    assert t.state["marker"] == 1, "the marker passes on"


@pytest.mark.rule("ENO-EXT-12-D")
def test_the_turn_of_the_extracted_ends_and_the_pool_is_milled(t: Table) -> None:
    opened(t)
    t.pool((1, 0, 0), incoming=(0, 2, 0))
    t.spacer(1, 8, 8)
    t.call(Proc.TURN, 0).play("card_0_a")
    if t.asked and t.asked[1] == Choice.ACTION:
        t.play("act_move")
    t.play("step_north", "done")
    assert t.done
    assert t.s(0)["where"] == Where.EXTRACTED
    assert t.state["pool"].tolist() == [0, 2, 0]
    assert t.state["incoming"].tolist() == [0, 0, 0]


@pytest.mark.rule("ENO-EXT-12-D")
def test_forced_movement_extracts_nobody(t: Table) -> None:
    opened(t)
    t.call(Proc.KNOCKBACK, 0, 1, cell(4, 5), -1)
    assert t.s(0)["where"] == Where.BOARD
    t.spacer(0, 4, 3)
    t.call(Proc.MOVE, 0, 1, 0).play("step_north")
    assert t.s(0)["where"] == Where.EXTRACTED, "a Move-like move is voluntary"


@pytest.mark.rule("ENO-EXT-13", "ENO-EXT-14")
def test_the_run_ends_when_everybody_has_left_or_died() -> None:
    t = opened(with_exit(2))
    t.call(Proc.GAME)
    t.state["core"]["stack"][0]["step"] = 1
    for seat, where in ((0, Where.EXTRACTED), (1, Where.DEAD)):
        t.s(seat)["where"] = where
    t.state["extracted"] = 1
    t.call(Proc.END_SESSION)
    assert t.state["core"]["over"] == 1
    assert t.state["core"]["outcome"] == Reason.EXTRACTED


@pytest.mark.rule("ENO-EXT-14")
def test_without_anybody_extracted_the_run_is_lost() -> None:
    t = with_exit(2)
    for seat in (0, 1):
        t.s(seat)["where"] = Where.DEAD
    t.call(Proc.END_SESSION)
    assert t.state["core"]["over"] == 1
    assert t.state["core"]["outcome"] == Reason.LOST


@pytest.mark.rule("ENO-EXT-15")
def test_from_the_next_intruder_phase_on_blips_are_on_full_alert(t: Table) -> None:
    b = t.blip(9, 9)
    t.call(Proc.SCAVENGE, 0)
    assert t.state["initiated"]
    assert not t.state["alert"]
    t.call(Proc.FULL_ALERT)
    assert t.state["alert"]
    assert t.b(b)["arrow"] == 0, "toward the point: the larger gap is to the north"


# -- Insertion ---------------------------------------------------------------------------------------------------


def insertion(seats: int = 2) -> Table:
    """A run that starts from the point."""
    t = with_exit(seats, PointState.INSERTION)
    t.tables["insertion"] = 0
    for seat in range(seats):
        t.s(seat)["where"], t.s(seat)["cell"] = Where.ABSENT, -1
    return t


@pytest.mark.rule("ENO-INS-02", "ENO-INS-02-D", "ENO-INS-01")
def test_spacers_start_beside_the_insertion_point_or_beside_others() -> None:
    t = insertion()
    t.intruder(3, 2)
    t.call(Proc.PLACE_SPACER, 0)
    assert t.asked == (0, Choice.START_SPACE)
    assert set(t.candidates) == {(4, 1), (5, 1), (6, 2), (4, 3), (5, 3)}, "empty spaces beside it"
    t.choose(4, 1)
    assert t.at(0) == (4, 1)
    assert t.s(0)["where"] == Where.BOARD
    t.call(Proc.PLACE_SPACER, 1)
    assert t.asked == (1, Choice.START_SPACE), "each player chooses, in seat order"
    assert set(t.candidates) == {(5, 1), (6, 2), (4, 3), (5, 3), (3, 1), (4, 0)}


@pytest.mark.rule("ENO-INS-03", "ENO-INS-04")
def test_the_insertion_point_is_no_way_out() -> None:
    t = insertion(1)
    t.spacer(0, 4, 3)
    t.call(Proc.SCAVENGE, 0)
    assert t.done
    assert t.state["points"][0]["state"] == PointState.INSERTION
    move(t, 1)
    assert "step_north" not in t.legal
    t.tables["n_points"] = 1
    t.tables["point_page"][0] = 0
    t.call(Proc.REVEAL_PAGE, 0, -1)
    assert t.state["points"][0]["state"] == PointState.INSERTION, "its page does not turn it back"
