"""Blip patrols and Full Alert (PAT, ALR; ENO-EX-06, -34, -56)."""

from __future__ import annotations

import pytest

from envs.enormity.state import Border, Choice, DoorState, Face, PointState, Proc, Where
from tests.enormity.table import Table

ARROWS = ("north", "east", "south", "west")
FOUR_POWER = (4, 4)  # two red dice: 2 Power each
DECKS = ("white", "red", "black")
CORNERS = ((2, 2), (8, 2), (2, 8), (8, 8))  # one intersection in each quadrant around (5, 5)


def table(*quadrants: int, level: int = 0, **options: int) -> Table:
    """Spacer 0 is the PT on (5, 5); the only Scanner card of the level reads these symbols (NW, NE, SW, SE)."""
    t = Table(seats=2, **options)
    t.spacer(0, 5, 5)
    t.spawn_point(10, 10)
    t.state["contacted"][0] = 1
    t.level(level)
    t.tables["n_scanners"][level] = 1
    t.tables["scanners"][level][0]["quadrants"] = quadrants or (1, 1, 1, 1)
    deck(t, f"scanner_{DECKS[level]}", 0)
    return t


def deck(t: Table, name: str, *cards: int) -> None:
    """Lay the cards of a deck, the top one last."""
    t.state[name]["n"] = len(cards)
    t.state[name]["cards"][: len(cards)] = cards


def cards(t: Table, name: str) -> list[int]:
    """The cards of a deck."""
    return [int(c) for c in t.state[name]["cards"][: t.state[name]["n"]]]


def arrow(t: Table, blip: int) -> str:
    """The side to which a Blip's arrow points."""
    return ARROWS[int(t.b(blip)["arrow"])]


# -- the Scanner -----------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-EX-06", "ENO-PAT-02", "ENO-PAT-02-D", "ENO-PAT-04")
def test_the_reading_of_its_quadrant_says_how_far_a_blip_moves() -> None:
    t = table(3, 0, 2, 1)
    blips = [t.blip(*at, Face.A, "east") for at in CORNERS]
    t.call(Proc.PATROL)
    assert [t.on(b) for b in blips] == [(5, 2), (8, 2), (4, 8), (9, 8)]
    t = table(3, 0, 0, 0)
    edge, other = t.blip(5, 3, Face.A, "west"), t.blip(6, 3, Face.A, "east")
    t.call(Proc.PATROL)
    assert t.on(edge) == (2, 3), "i = 5 lies west of the space in column 5"
    assert t.on(other) == (6, 3), "and i = 6 east of it"


@pytest.mark.rule("ENO-PAT-01", "ENO-PAT-01-D", "ENO-CDN-11")
@pytest.mark.parametrize("level", [0, 1, 2])
def test_the_card_comes_from_the_deck_of_the_level_and_goes_to_its_discard_pile(level: int) -> None:
    t = table(level=level)
    name = DECKS[level]
    deck(t, f"scanner_{name}", 3, 7)
    t.tables["scanners"][level][7]["quadrants"] = (2, 0, 0, 0)
    b = t.blip(2, 2, Face.A, "west")
    t.call(Proc.PATROL)
    assert t.on(b) != (2, 2)
    assert cards(t, f"scanner_{name}") == [3]
    assert cards(t, f"discard_{name}") == [7]
    assert t.state["scanner"] == -1


@pytest.mark.rule("ENO-PAT-01-D")
def test_an_empty_deck_is_reshuffled() -> None:
    t = table(1, 1, 1, 1)
    deck(t, "scanner_white")
    deck(t, "discard_white", 0)
    b = t.blip(2, 2, Face.A, "west")
    t.call(Proc.PATROL)
    assert t.on(b) == (1, 2)
    assert cards(t, "discard_white") == [0]
    deck(t, "discard_white")
    t.call(Proc.PATROL)
    assert t.done
    assert t.on(b) == (1, 2), "without cards nothing moves"


@pytest.mark.rule("ENO-PAT-01", "ENO-PAT-01-D", "ENO-OPT-05")
@pytest.mark.parametrize(("axis", "moves"), [("horizontal", (0, 1, 2, 3)), ("vertical", (2, 0, 3, 1))])
def test_the_alignment_is_asked_of_the_target_before_the_card_is_drawn(axis: str, moves: tuple[int, ...]) -> None:
    t = table(0, 1, 2, 3, scanner_asked=1)
    starts = ((4, 1), (6, 1), (4, 9), (6, 9))
    blips = [t.blip(*at, Face.A, side) for at, side in zip(starts, ("west", "east") * 2, strict=True)]
    t.call(Proc.PATROL)
    assert t.asked == (0, Choice.ALIGNMENT)
    assert t.legal == {"axis_horizontal", "axis_vertical"}
    assert t.state["scanner"] == -1
    assert cards(t, "scanner_white") == [0]
    t.play(f"axis_{axis}")
    assert tuple(abs(t.on(b)[0] - at[0]) for b, at in zip(blips, starts, strict=True)) == moves


@pytest.mark.rule("ENO-PAT-01-D", "ENO-OPT-05", "ENO-OPT-06")
def test_by_default_nobody_is_asked_and_the_intruders_choose_where_they_may() -> None:
    t = table(3, 0, 0, 0)
    b = t.blip(4, 1, Face.A, "west")
    assert t.call(Proc.PATROL).done
    assert t.on(b) == (1, 1)
    t = table(3, 0, 0, 0, scanner_asked=1, agent_monsters=1, freedom=1)
    assert t.call(Proc.PATROL).asked == (2, Choice.ALIGNMENT)


@pytest.mark.rule("ENO-PAT-02-D")
def test_a_blip_that_leaves_its_quadrant_keeps_its_number() -> None:
    t = table(3, 1, 0, 0)
    b = t.blip(5, 2, Face.A, "east")
    t.call(Proc.PATROL)
    assert t.on(b) == (8, 2)


# -- the order -------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-PAT-03", "ENO-PAT-03-D")
def test_the_closest_to_the_target_moves_first() -> None:
    t = table(1, 1, 1, 1)
    far, near = t.blip(1, 2, Face.A, "east"), t.blip(2, 2, Face.A, "east")
    t.call(Proc.PATROL)
    assert t.on(near) == (3, 2)
    assert t.on(far) == (2, 2), "the near one had left"
    t = table(1, 1, 1, 1)
    far, near = t.blip(3, 2, Face.A, "west"), t.blip(4, 2, Face.A, "west")
    t.call(Proc.PATROL)
    assert t.on(far) == (3, 2), "pushed to (4, 2) first, then it moved itself"
    assert t.on(near) == (4, 2), "and pushed the near one back"


@pytest.mark.rule("ENO-PAT-03-D")
def test_equally_close_blips_are_ordered_by_the_lead() -> None:
    t = table(1, 1, 1, 1, ask_ties=1)
    t.spacer(1, 0, 0)
    a, b, c = t.blip(2, 4, Face.A, "north"), t.blip(9, 4, Face.A, "north"), t.blip(10, 9, Face.A, "north")
    t.call(Proc.PATROL)
    assert t.asked == (0, Choice.BLIP_ORDER)
    assert t.legal == {f"blip_{a}", f"blip_{b}"}
    assert t.on(a) == (2, 4)
    assert t.on(b) == (9, 4), "the order is fixed before the first one moves"
    t.play(f"blip_{b}")
    assert t.done
    assert [t.on(n) for n in (a, b, c)] == [(2, 3), (9, 3), (10, 8)]


@pytest.mark.rule("ENO-PAT-03-D", "ENO-SPN-02-D")
def test_a_blip_that_spawns_in_the_patrol_does_not_move_in_it() -> None:
    t = table(1, 1, 1, 1)
    t.state["blip_pool"] = (1, 3, 0, 0)
    echo, other = t.blip(5, 4, Face.ECHO, "south"), t.blip(0, 9, Face.A, "north")
    t.state["blip_pool"] = (0, 1, 0, 0)
    t.call(Proc.PATROL)
    assert t.state["echoes_gone"] == 1
    assert t.on(echo) == (10, 10), "the new Blip took the slot"
    assert t.on(other) == (0, 8), "each Blip patrols once"


# -- the movement ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-PAT-04", "ENO-CDN-07", "ENO-CDN-08")
@pytest.mark.parametrize("level", [0, 1])
def test_on_white_and_red_a_blip_follows_its_arrow(level: int) -> None:
    t = table(2, 2, 2, 2, level=level)
    b = t.blip(2, 4, Face.A, "north")
    t.call(Proc.PATROL)
    assert t.on(b) == (2, 2)
    assert arrow(t, b) == "north"
    t = table(2, 2, 2, 2, level=level)
    b = t.blip(4, 2, Face.A, "west")
    t.call(Proc.PATROL)
    assert t.on(b) == (2, 2)
    assert arrow(t, b) == "west"


@pytest.mark.rule("ENO-PAT-05", "ENO-PAT-05-D", "ENO-CDN-09")
def test_on_black_a_blip_goes_to_the_closest_spacer_and_its_arrow_with_it() -> None:
    t = table(2, 2, 2, 2, level=2)
    t.spacer(1, 0, 5)
    b = t.blip(2, 1, Face.A, "north")
    t.call(Proc.PATROL)
    assert t.on(b) == (1, 2), "Spacer 1 is closer: gaps 1 and 4, so west, then aligned: south"
    assert arrow(t, b) == "south"


@pytest.mark.rule("ENO-PAT-05-D")
def test_of_equally_close_spacers_the_target_then_the_choice_of_the_lead() -> None:
    t = table(1, 1, 1, 1, level=2)
    t.spacer(1, 0, 5)
    b = t.blip(3, 5, Face.A)
    t.state["marker"] = 1
    t.call(Proc.MOVE_BLIP, b, 1, 3, -2)
    assert t.on(b) == (2, 5)
    t = Table(seats=3, ask_ties=1)
    for seat, at in enumerate(((9, 0), (6, 5), (0, 5))):
        t.spacer(seat, *at)
    t.level(2)
    b = t.blip(3, 5, Face.A)
    t.b(b)["point"] = 5 * 31 + 3
    t.s(1)["cell"] = 5 * 30 + 5
    t.call(Proc.MOVE_BLIP, b, 1, 3, -2)
    assert t.asked == (0, Choice.TARGET_TIE)
    assert t.legal == {"spacer_1", "spacer_2"}
    t.play("spacer_2")
    assert t.on(b) == (2, 5)


@pytest.mark.rule("ENO-EX-34", "ENO-PAT-06", "ENO-PAT-06-D")
def test_at_a_board_edge_a_blip_turns_and_moves_once_more() -> None:
    t = table(3, 3, 3, 3)
    b = t.blip(1, 3, Face.A, "west")
    t.call(Proc.PATROL)
    assert t.on(b) == (3, 3)
    assert arrow(t, b) == "east"
    t = table(1, 1, 1, 1)
    b = t.blip(1, 3, Face.A, "west")
    t.call(Proc.PATROL)
    assert t.on(b) == (1, 3)
    assert arrow(t, b) == "east", "the last step counts as well"


@pytest.mark.rule("ENO-EX-56", "ENO-PAT-06-D")
def test_along_a_rim_there_is_no_turn_before_its_end() -> None:
    t = table(2, 2, 2, 2)
    b = t.blip(0, 2, Face.A, "south")
    t.call(Proc.PATROL)
    assert t.on(b) == (0, 4)
    assert arrow(t, b) == "south"


@pytest.mark.rule("ENO-PAT-06-D")
def test_a_blip_that_starts_facing_out_turns_without_an_extra_step() -> None:
    t = table(2, 2, 2, 2)
    b = t.blip(0, 3, Face.A, "west")
    t.call(Proc.PATROL)
    assert t.on(b) == (2, 3)
    assert arrow(t, b) == "east"


@pytest.mark.rule("ENO-PAT-06-D")
def test_the_allowance_rises_once_in_a_movement() -> None:
    t = Table(seats=1, pages=((0, 0, 2, 10),))
    t.spacer(0, 0, 9)
    b = t.blip(1, 1, Face.A, "west")
    t.call(Proc.MOVE_BLIP, b, 4, 1, 0)  # (0, 1), turn and one more; (1, 1), (2, 1), turn; (1, 1), (0, 1)
    assert t.on(b) == (0, 1)
    assert arrow(t, b) == "east"


@pytest.mark.rule("ENO-PAT-06-D")
def test_a_rim_shared_by_two_pages_is_no_edge() -> None:
    t = Table(seats=1, pages=((0, 0, 10, 10), (10, 0, 10, 10)))
    t.spacer(0, 15, 9)
    b = t.blip(9, 2, Face.A, "east")
    t.call(Proc.MOVE_BLIP, b, 3, 1, 0)
    assert t.on(b) == (12, 2)


@pytest.mark.rule("ENO-PAT-06-D")
def test_moves_toward_a_target_do_not_turn_at_the_edge() -> None:
    t = table(3, 3, 3, 3, level=2)
    t.spacer(0, 0, 8)
    b = t.blip(1, 3, Face.A, "west")
    t.call(Proc.PATROL)
    assert t.on(b) == (1, 6)
    t.spacer(0, 0, 0)
    t.call(Proc.MOVE_BLIP, b, 20, 0, 0)
    assert t.b(b)["point"] < 0, "revealed next to the Spacer in the corner"


@pytest.mark.rule("ENO-PAT-07", "ENO-REV-06")
def test_a_patrolling_blip_reveals_itself_pushes_and_stops_at_welds() -> None:
    t = table(3, 3, 3, 3)
    b = t.blip(2, 5, Face.A, "east")
    t.rolls(*FOUR_POWER)
    t.call(Proc.PATROL)
    assert t.asked == (0, Choice.SPAWN_SPACE)
    t.choose(4, 5)
    assert t.done
    assert t.b(b)["point"] < 0
    assert t.s(0)["vitals"] == 5
    t = table(3, 0, 0, 0)
    t.border(2, 1, "south", Border.DOOR)
    t.door(0, DoorState.WELDED)
    b = t.blip(1, 2, Face.A, "east")
    t.call(Proc.PATROL)
    assert t.on(b) == (2, 2)
    t = table(2, 0, 0, 0)
    b, other = t.blip(0, 2, Face.A, "east"), t.blip(2, 2, Face.A, "north")
    t.tables["scanners"][0][0]["quadrants"] = (2, 0, 0, 0)
    t.b(other)["point"] = 2 * 31 + 2
    t.call(Proc.MOVE_BLIP, b, 2, 1, 0)
    assert t.on(b) == (2, 2)
    assert t.on(other) != (2, 2)


@pytest.mark.rule("ENO-PAT-02", "ENO-OTH-02-D")
def test_a_patrol_is_centred_on_the_last_space_of_a_target_in_an_other_place() -> None:
    t = table(1, 0, 0, 0)
    t.s(0)["where"], t.s(0)["cell"] = Where.OTHER, -1
    b, other = t.blip(2, 2, Face.A, "west"), t.blip(8, 2, Face.A, "east")
    t.call(Proc.PATROL)
    assert t.on(b) == (1, 2)
    assert t.on(other) == (8, 2)


# -- Full Alert ------------------------------------------------------------------------------------------------


def alert(level: int = 0, **options: int) -> Table:
    """An initiated Extraction Point on (0, 0), readings of 2, the Spacer on (5, 5)."""
    t = table(2, 2, 2, 2, level=level, **options)
    t.exit_point([(0, 0)], PointState.INITIATED)
    t.state["initiated"] = 1
    return t


@pytest.mark.rule("ENO-ALR-01", "ENO-ALR-02-D", "ENO-EXT-15")
def test_at_the_start_of_the_intruder_phase_all_blips_turn_to_the_extraction_point() -> None:
    t = alert()
    far, low = t.blip(8, 3, Face.A, "south"), t.blip(3, 9, Face.A, "east")
    t.state["initiated"] = 0
    t.call(Proc.FULL_ALERT)
    assert not t.state["alert"]
    assert arrow(t, far) == "south", "not before it is initiated"
    t.state["initiated"] = 1
    t.call(Proc.FULL_ALERT)
    assert t.state["alert"]
    assert arrow(t, far) == "west"
    assert arrow(t, low) == "north"


@pytest.mark.rule("ENO-ALR-02", "ENO-ALR-02-D")
@pytest.mark.parametrize("level", [0, 2])
def test_on_full_alert_patrols_zigzag_toward_the_extraction_point(level: int) -> None:
    t = alert(level)
    t.call(Proc.FULL_ALERT)
    b = t.blip(5, 3, Face.A, "east")
    t.call(Proc.PATROL)
    assert t.on(b) == (4, 2), "gaps 4 and 2: north, then west; the speed is that of the quadrant"


@pytest.mark.rule("ENO-ALR-02-D")
def test_with_two_initiated_points_each_blip_goes_to_the_closest() -> None:
    t = alert()
    t.exit_point([(9, 9)], PointState.OPEN)
    t.exit_point([(9, 0)], PointState.CLOSED)
    t.call(Proc.FULL_ALERT)
    a, b = t.blip(1, 4, Face.A), t.blip(9, 4, Face.A)
    t.call(Proc.PATROL)
    assert t.on(a) == (1, 2)
    assert t.on(b) == (9, 6)


@pytest.mark.rule("ENO-ALR-03", "ENO-ALR-03-D", "ENO-REV-04")
def test_next_to_the_extraction_point_it_is_revealed_and_its_intruders_ambush() -> None:
    t = alert()
    t.state["alert"] = 1
    b = t.blip(1, 3, Face.A)
    t.call(Proc.PATROL)
    assert t.done
    assert t.b(b)["point"] < 0
    k = next(k for k in range(16) if t.k(k)["type"] >= 0)
    # It appeared on (1, 0), the first empty space at (1, 1), and came nearer to the Spacer with Speed 3.
    assert t.at(4 + k) != (1, 0)
    assert t.k(k)["type"] == 0


@pytest.mark.rule("ENO-ALR-03-D")
def test_the_lead_chooses_among_the_nearest_empty_spaces() -> None:
    t = alert(ask_ties=1)
    t.spacer(1, 9, 9)
    t.state["marker"] = 1
    t.state["alert"] = 1
    b = t.blip(1, 1, Face.A)
    t.call(Proc.MOVE_BLIP, b, 1, 0, 0)
    assert t.asked == (1, Choice.SPAWN_SPACE)
    assert t.candidates == [(1, 0), (0, 1), (1, 1)]


@pytest.mark.rule("ENO-ALR-03-D")
def test_a_blip_already_next_to_the_point_is_revealed_when_it_is_due_to_move() -> None:
    t = alert()
    b = t.blip(1, 1, Face.ECHO)
    t.call(Proc.MOVE_BLIP, b, 1, 1, 0)
    assert t.state["echoes_gone"] == 0, "no Full Alert yet"
    t.b(b)["point"] = 31 + 1
    t.state["alert"] = 1
    t.call(Proc.MOVE_BLIP, b, 0, 3, -2)
    assert t.on(b) == (1, 1)
    t.call(Proc.MOVE_BLIP, b, 1, 3, -2)
    assert t.state["echoes_gone"] == 1


@pytest.mark.rule("ENO-ALR-03-D")
def test_next_to_a_spacer_it_is_revealed_as_usual() -> None:
    t = alert()
    t.state["alert"] = 1
    t.spacer(1, 3, 1)
    b = t.blip(5, 1, Face.A)
    t.call(Proc.PATROL)
    assert t.asked == (1, Choice.SPAWN_SPACE)
    assert t.b(b)["point"] < 0
