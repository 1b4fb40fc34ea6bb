"""Noise Rolls and the assignment of their dice (NOI, BLP-04)."""

from __future__ import annotations

import pytest

from envs.enormity.state import Choice, Colour, Face, NoiseKind, Proc, Stat, Timing, Token, Until, Where
from tests.enormity.table import Table, cell

D, C = Token.DISCIPLINE, Token.CONFIDENCE
BLANK, P, HP, W, WH, WWQ = range(6)  # white
PP, WHP, WWP, B_WWQ = range(4)  # black: 2, 1, 1 and no Potentials


@pytest.fixture
def t() -> Table:
    """A Spacer without Stress re-rolls to decide (Stress 9), another with the marker; no Blips."""
    table = Table(seats=2)
    table.spacer(1, 8, 8, broke_down=1)
    table.spacer(0, 4, 4, broke_down=1, stress=9)
    return table


def blips(t: Table, number: int) -> list[int]:
    """Blips on the northern rim."""
    return [t.blip(i, 0) for i in range(number)]


def noise(
    t: Table, kind: NoiseKind = NoiseKind.SYMBOL, n: int = 0, colour: int = 0, spacer: int = 0, **more: int
) -> Table:
    """Make Noise."""
    return t.call(Proc.NOISE, spacer, kind, n, colour, **more)


def dice(t: Table) -> list[int]:
    """Colours of the dice of the roll."""
    r = t.state["rolls"][0]
    return [int(c) for c in r["colour"][: int(r["n"])]]


def queue(t: Table, *, n: int = 0) -> list[int]:
    """Dice of the Blips in an entry of the Noise queue."""
    return [int(v) for v, row in zip(t.state["noises"][n]["dice"], t.state["blips"], strict=True) if row["point"] >= 0]


# -- dice ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-NOI-01", "ENO-DIC-03")
def test_potentials_are_noise_and_nothing_else(t: Table) -> None:
    blips(t, 3)
    t.rolls(W, P, WWQ)
    noise(t).play("blip_1")
    assert t.done
    assert t.result == 1
    assert queue(t) == [0, 1, 0]
    t.rolls(PP, W)
    noise(t, NoiseKind.DICE, 1, Colour.BLACK).play("blip_0")
    assert t.result == 2
    assert queue(t, n=1) == [2, 0, 0]


@pytest.mark.rule("ENO-NOI-02", "ENO-NOI-02-D", "ENO-CDN-11")
def test_as_many_dice_as_blips_on_the_board(t: Table) -> None:
    t.s(0)["stress"] = 0
    t.state["track_blips"][5], t.state["track_blip"][5][0] = 1, Face.A
    blips(t, 3)
    t.rolls(BLANK, BLANK, BLANK)
    noise(t)
    assert t.asked == (0, Choice.STRESS)
    assert dice(t) == [Colour.WHITE] * 3, "not the one on the track"


@pytest.mark.rule("ENO-NOI-03", "ENO-NOI-03-D", "ENO-CES-01", "ENO-CDN-09")
def test_the_colour_is_the_noise_awareness_of_the_ecology_on_the_level(t: Table) -> None:
    t.s(0)["stress"] = 0
    t.tables["types"][2]["noise"] = (Colour.RED, Colour.WHITE, Colour.BLACK)
    t.tables["locations"]["ecology"][0] = 2
    t.intruder(9, 9, type=1)
    blips(t, 1)
    seen = []
    for level in range(3):
        t.level(level)
        t.rolls(0)
        noise(t)
        seen += dice(t)
        t.state["n_rolls"] = 0
    assert seen == [Colour.RED, Colour.WHITE, Colour.BLACK]


@pytest.mark.rule("ENO-NOI-04")
def test_number_and_colour_given_override_the_symbol(t: Table) -> None:
    t.s(0)["stress"] = 0
    blips(t, 5)
    t.rolls(0, 0)
    noise(t, NoiseKind.DICE, 2, Colour.BLACK)
    assert dice(t) == [Colour.BLACK] * 2


@pytest.mark.rule("ENO-NOI-06", "ENO-EX-01", "ENO-DIC-06")
def test_missing_red_dice_are_promoted_to_black(t: Table) -> None:
    t.s(0)["stress"] = 0
    t.tables["types"][0]["noise"] = Colour.RED
    blips(t, 5)
    t.rolls(*[2] * 5)
    noise(t)
    assert dice(t) == [Colour.RED] * 4 + [Colour.BLACK]
    assert t.state["rolls"][0]["missing"] == 0


@pytest.mark.rule("ENO-NOI-06", "ENO-NOI-07", "ENO-DIC-06-D")
def test_promotion_goes_from_white_over_red_to_black(t: Table) -> None:
    t.s(0)["stress"] = 0
    t.state["blip_pool"][Face.ECHO] = 15
    blips(t, 15)
    t.rolls(*[0] * 13)
    noise(t)
    assert dice(t) == [Colour.WHITE] * 6 + [Colour.RED] * 4 + [Colour.BLACK] * 3
    assert t.state["rolls"][0]["missing"] == 2


@pytest.mark.rule("ENO-NOI-07", "ENO-NOI-07-D", "ENO-EX-02")
def test_each_die_that_lacks_triggers_overwhelm_also_if_the_roll_stays_quiet(t: Table) -> None:
    t.tables["types"][1]["noise"] = Colour.BLACK
    t.tables["locations"]["ecology"][0] = 1
    blips(t, 5)
    t.rolls(B_WWQ, B_WWQ, B_WWQ)
    noise(t)
    assert t.done
    assert t.state["n_noises"] == 1
    row = t.state["noises"][0]
    assert (row["overwhelms"], row["type"], row["cell"], row["source"]) == (2, 1, cell(4, 4), 0)
    assert queue(t) == [0] * 5
    assert t.state["marker"] == 1, "it was silent"


@pytest.mark.rule("ENO-NOI-07", "ENO-NOI-07-D", "ENO-GEN-07")
def test_overwhelm_comes_before_the_blips_move_and_takes_their_dice(t: Table) -> None:
    t.tables["types"][0]["noise"] = Colour.BLACK
    t.tables["types"][0]["overwhelm"], t.tables["types"][0]["overwhelm_end"] = t.ops((55, 0), (34, 1, 0, 0, 2))
    t.spacer(0, 4, 4, stress=2)
    t.spacer(1, 8, 8)
    near = [t.blip(0, j) for j in range(3)]
    far = t.blip(0, 10)
    t.rolls(B_WWQ, B_WWQ, B_WWQ)
    noise(t).play("done")
    assert t.s(0)["stress"] == 2, "it waits"
    t.state["noises"][0]["dice"][far] = 2
    t.call(Proc.EMPTY_NOISE)
    assert t.done
    assert [int(t.s(i)["stress"]) for i in range(2)] == [3, 1], "one die lacked"
    gone = [b for b in (*near, far) if t.b(b)["point"] < 0]
    assert len(gone) == 1
    assert t.state["n_noises"] == 0


@pytest.mark.rule("ENO-NOI-07-D2")
def test_the_furthest_blip_goes_back_into_the_pool_facedown(t: Table) -> None:
    near, far = t.blip(4, 0, face=Face.A), t.blip(0, 9, face=Face.ECHO, known=True)
    t.s(1)["where"] = Where.DEAD
    pool = list(t.state["blip_pool"])
    t.resolve(t.ops((55, 0)))
    assert t.b(far)["point"] == -1
    assert t.b(near)["point"] >= 0
    pool[Face.ECHO] += 1
    assert list(t.state["blip_pool"]) == pool, "also an Echo"
    assert t.state["echoes_gone"] == 0


# -- bonuses -------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-NOI-05", "ENO-NOI-05-D", "ENO-EX-04")
def test_a_bonus_goes_to_one_chosen_die_before_discipline(t: Table) -> None:
    blips(t, 2)
    t.pool(active=(1, 0, 0))
    t.rolls(W, W)
    noise(t, n=1)
    assert t.asked == (0, Choice.NOISE_BONUS)
    assert t.legal == {"die_0", "die_1"}, "it has to be placed"
    t.play("die_1")
    assert t.asked == (0, Choice.DISCIPLINE)
    assert t.legal == {"die_1", "done"}
    t.play("done", "blip_0")
    assert (t.result, queue(t), t.state["marker"]) == (1, [1, 0], 0)


@pytest.mark.rule("ENO-NOI-05", "ENO-NOI-08", "ENO-EX-04", "ENO-NOI-09-D")
def test_discipline_may_mitigate_the_bonus(t: Table) -> None:
    blips(t, 2)
    t.pool(active=(1, 0, 0))
    t.rolls(W, W)
    noise(t, n=1).play("die_1", "die_1")
    assert t.done
    assert (t.result, t.state["n_noises"], t.state["marker"]) == (0, 0, 1)


@pytest.mark.rule("ENO-NOI-05-D")
def test_the_whole_bonus_goes_to_one_die_after_the_rerolls(t: Table) -> None:
    t.s(0)["stress"] = 0
    blips(t, 2)
    t.rolls(P, W, P)
    noise(t, n=2)
    assert t.asked == (0, Choice.STRESS)
    t.play("die_1", "done", "die_1", "blip_0")
    assert t.done
    assert queue(t) == [1, 3]


@pytest.mark.rule("ENO-NOI-05", "ENO-NOI-05-D")
@pytest.mark.parametrize(("faces", "asked", "total"), [((W, W), True, 3), ((P, W), True, 3), ((P, P), True, 3)])
def test_a_bare_number_adds_what_lacks(t: Table, faces: tuple[int, int], asked: bool, total: int) -> None:
    blips(t, 2)
    t.rolls(*faces)
    noise(t, NoiseKind.NUMBER, 3)
    assert (t.asked == (0, Choice.NOISE_BONUS)) is asked
    t.play("die_0", "blip_0")
    assert t.done
    assert t.result == total


@pytest.mark.rule("ENO-NOI-05", "ENO-NOI-05-D")
def test_a_bare_number_that_is_reached_adds_nothing(t: Table) -> None:
    blips(t, 2)
    t.rolls(P, P)
    noise(t, NoiseKind.NUMBER, 2)
    assert t.done
    assert queue(t) == [1, 1]
    t.pool(active=(1, 0, 0))
    t.rolls(P, P)
    noise(t, NoiseKind.NUMBER, 2).play("die_0")
    assert t.asked == (0, Choice.NOISE_DICE)
    assert t.legal == {"blip_0", "blip_1"}
    t.play("blip_1")
    assert t.result == 1, "mitigated below the number"


@pytest.mark.rule("ENO-NOI-05-D", "ENO-BUR-09-D", "ENO-EX-49")
def test_a_bonus_per_ammo_counts_the_ammo_spent(t: Table) -> None:
    blips(t, 3)
    t.rolls(W, W, W)
    noise(t, NoiseKind.PER_AMMO, 1, f=2, g=2)
    assert dice(t) == [Colour.WHITE] * 3
    t.play("die_2", "blip_0")
    assert queue(t) == [2, 0, 0]
    t.rolls(W, W, W)
    noise(t, NoiseKind.PER_AMMO, 2, f=3, g=1).play("die_0", "blip_1")
    assert queue(t, n=1) == [0, 6, 0], "also against a single target"


@pytest.mark.rule("ENO-BUR-09", "ENO-NOI-05-D")
@pytest.mark.parametrize("targets", [1, 2])
def test_dice_per_shot_are_that_many_for_each_target(t: Table, targets: int) -> None:
    t.s(0)["stress"] = 0
    blips(t, 2)
    t.rolls(*[0] * 2 * targets)
    noise(t, NoiseKind.DICE_PER_SHOT, 2, Colour.RED, g=targets)
    assert dice(t) == [Colour.RED] * 2 * targets


# -- re-rolls and mitigation ---------------------------------------------------------------------------------


@pytest.mark.rule("ENO-NOI-08", "ENO-TOK-05", "ENO-TOK-06", "ENO-RUB-09")
def test_confidence_and_stress_reroll_noise_dice_and_discipline_lowers_them(t: Table) -> None:
    t.s(0)["stress"] = 7
    t.pool(active=(1, 1, 0))
    blips(t, 3)
    t.rolls(P, P, P, W, W)
    noise(t).play("die_0")
    assert t.asked == (0, Choice.STRESS)
    t.play("die_1", "done", "die_2")
    assert t.done
    assert (t.result, t.s(0)["stress"], list(t.state["pool"])) == (0, 8, [0, 0, 0])


@pytest.mark.rule("ENO-NOI-08", "ENO-TOK-09")
def test_one_discipline_takes_one_potential_of_a_die(t: Table) -> None:
    t.pool(active=(3, 0, 0))
    blips(t, 1)
    t.rolls(PP)
    noise(t, NoiseKind.DICE, 1, Colour.BLACK).play("die_0")
    assert t.done
    assert (t.result, t.state["pool"][D], queue(t)) == (1, 2, [1])


# -- the marker ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-NOI-09", "ENO-NOI-09-D")
def test_making_noise_takes_the_marker_at_once_a_silent_roll_does_not(t: Table) -> None:
    blips(t, 2)
    t.rolls(W, WWQ)
    noise(t)
    assert (t.result, t.state["marker"], t.state["n_noises"]) == (0, 1, 0)
    t.rolls(W, P)
    noise(t)
    assert t.asked == (0, Choice.NOISE_DICE)
    assert t.state["marker"] == 0, "before the dice are assigned"


@pytest.mark.rule("ENO-NOI-12", "ENO-AWK-03")
def test_an_awakened_spacer_keeps_the_marker(t: Table) -> None:
    t.s(1)["awakened"] = 1
    blips(t, 1)
    t.rolls(P)
    noise(t)
    assert (t.result, t.state["marker"]) == (1, 1)


@pytest.mark.rule("ENO-NOI-11", "ENO-NOI-11-D")
@pytest.mark.parametrize(
    ("kind", "n", "ammo", "total"),
    [
        (NoiseKind.SYMBOL, 0, 0, 0),
        (NoiseKind.SYMBOL, 2, 0, 2),
        (NoiseKind.NUMBER, 3, 0, 3),
        (NoiseKind.PER_AMMO, 1, 2, 2),
    ],
)
def test_without_blips_only_bonuses_and_numbers_make_noise(
    t: Table, kind: NoiseKind, n: int, ammo: int, total: int
) -> None:
    noise(t, kind, n, f=ammo, g=1)
    assert t.done
    assert (t.result, t.state["marker"], t.state["n_noises"]) == (total, 0 if total else 1, 0)


@pytest.mark.rule("ENO-NOI-11-D", "ENO-NOI-04")
def test_fixed_dice_without_blips_take_the_marker_only(t: Table) -> None:
    t.rolls(P, P)
    noise(t, NoiseKind.DICE, 2)
    assert (t.result, t.state["marker"], t.state["n_noises"]) == (2, 0, 0)


@pytest.mark.rule("ENO-NOI-13", "ENO-NOI-13-D")
def test_noise_of_something_else_is_rolled_by_the_lead_and_nobody_takes_the_marker(t: Table) -> None:
    t.spacer(1, 8, 8, stress=0)
    t.pool(active=(0, 1, 0))
    b = t.blip(0, 0)
    t.rolls(P, P)
    t.call(Proc.NOISE, -1, NoiseKind.DICE, 1, 0, e=cell(2, 0))
    assert t.asked == (1, Choice.CONFIDENCE)
    t.play("die_0", "done")
    assert t.done
    row = t.state["noises"][0]
    assert (row["cell"], row["source"], t.state["marker"]) == (cell(2, 0), -1, 1)
    t.call(Proc.EMPTY_NOISE)
    assert t.on(b) == (1, 0), "toward the source"


# -- dice to Blips -------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-BLP-04", "ENO-BLP-04-D", "ENO-NOI-10")
def test_each_blip_gets_one_die_before_any_gets_a_second(t: Table) -> None:
    blips(t, 3)
    t.rolls(P, WHP, PP)
    t.tables["supply"] = (1, 0, 3)
    t.state["countdown"] = 9
    noise(t)
    assert (dice(t), t.asked) == ([Colour.WHITE, Colour.BLACK, Colour.BLACK], (0, Choice.NOISE_DICE))
    assert (t.legal, t.state["core"]["subject"]) == ({"blip_0", "blip_1", "blip_2"}, 0)
    t.play("blip_1")
    assert (t.legal, t.state["core"]["subject"]) == ({"blip_0", "blip_2"}, 1)
    t.play("blip_2")
    assert t.done, "the last one is clear"
    assert queue(t) == [2, 1, 1]


@pytest.mark.rule("ENO-BLP-04-D")
def test_with_fewer_dice_than_blips_the_roller_chooses_who_gets_none(t: Table) -> None:
    blips(t, 4)
    t.rolls(PP, B_WWQ)
    noise(t, NoiseKind.DICE, 2, Colour.BLACK)
    assert t.legal == {"blip_0", "blip_1", "blip_2", "blip_3"}
    t.play("blip_3")
    assert t.done, "a quiet die moves nobody"
    assert queue(t) == [0, 0, 0, 2]


@pytest.mark.rule("ENO-BLP-04-D", "ENO-EX-50")
def test_second_dice_add_up(t: Table) -> None:
    blips(t, 1)
    t.rolls(WHP, PP)
    noise(t, NoiseKind.DICE, 2, Colour.BLACK)
    assert t.done
    assert queue(t) == [3]


@pytest.mark.rule("ENO-BLP-04-D")
def test_a_quiet_die_may_be_the_first_of_a_blip_and_a_loud_one_the_second_of_another(t: Table) -> None:
    blips(t, 2)
    t.rolls(PP, WHP, B_WWQ)
    noise(t, NoiseKind.DICE, 3, Colour.BLACK).play("blip_0")
    assert t.legal == {"blip_0", "blip_1"}, "the quiet die can be the other Blip's"
    t.play("blip_0")
    assert queue(t) == [3, 0]
    t.rolls(PP, WHP, WHP)
    noise(t, NoiseKind.DICE, 3, Colour.BLACK).play("blip_0", "blip_0")
    assert t.done, "the other Blip gets the third die"
    assert queue(t, n=1) == [3, 1]


@pytest.mark.rule("ENO-BLP-04")
def test_nothing_is_asked_where_all_dice_are_alike(t: Table) -> None:
    blips(t, 3)
    t.rolls(P, HP, P)
    noise(t)
    assert t.done
    assert queue(t) == [1, 1, 1]


@pytest.mark.rule("ENO-BLP-04", "ENO-OPT-06")
@pytest.mark.parametrize(("freedom", "seat"), [(0, 0), (1, 0), (2, 2)])
def test_m8_with_full_freedom_the_intruders_assign(freedom: int, seat: int) -> None:
    t = Table(seats=2, agent_monsters=1, freedom=freedom)
    t.spacer(0, 4, 4, stress=9, broke_down=1)
    t.spacer(1, 8, 8)
    blips(t, 2)
    t.rolls(P, W)
    noise(t)
    assert t.asked == (seat, Choice.NOISE_DICE)


@pytest.mark.rule("ENO-BLP-05", "ENO-EX-03", "ENO-NOI-10")
def test_a_blip_moves_as_many_intersections_as_its_die_shows(t: Table) -> None:
    b = t.blip(0, 4)
    t.rolls(PP)
    noise(t, NoiseKind.DICE, 1, Colour.BLACK)
    assert t.on(b) == (0, 4), "it waits in the queue"
    t.call(Proc.EMPTY_NOISE)
    assert t.on(b) == (2, 4)


# -- what stops or lowers Noise ------------------------------------------------------------------------------


def test_none_and_the_dead_make_no_noise(t: Table) -> None:
    blips(t, 2)
    noise(t, NoiseKind.NONE, 3)
    assert t.done
    t.s(0)["where"] = Where.EXTRACTED
    noise(t, NoiseKind.DICE, 3)
    assert t.done
    assert (t.state["n_noises"], t.state["marker"]) == (0, 1)


def test_the_next_noise_roll_is_not_made_while_silent(t: Table) -> None:
    blips(t, 1)
    t.ability(t.tables["suits"][1], mods=[(Stat.SILENT, 1)], timing=Timing.TURN)
    t.state["lasting"][0] = (0, 0, Until.NOISE)
    noise(t)
    assert t.done
    assert t.state["lasting"][0]["unit"] == -1, "used up"
    t.rolls(P)
    noise(t)
    assert t.result == 1


@pytest.mark.parametrize(("quiet", "total"), [(1, 2), (2, 1), (5, 0)])
def test_a_quiet_spacer_makes_less_noise_with_move_actions_only(t: Table, quiet: int, total: int) -> None:
    t.ability(t.tables["characters"][0], mods=[(Stat.QUIET, quiet)], timing=Timing.PASSIVE)
    blips(t, 3)
    t.rolls(P, P, P)
    t.call(Proc.MOVE, 0, 1, 1, NoiseKind.SYMBOL).play("step_east")
    while t.asked:
        t.play(sorted(t.legal)[0])
    assert sum(queue(t)) == total
    assert t.state["n_noises"] == (total > 0)
    t.state["n_noises"] = 0
    t.rolls(P, P, P)
    noise(t)
    assert sum(queue(t)) == 3


@pytest.mark.rule("ENO-NOI-07-D", "ENO-ATK-10")
def test_who_dies_in_the_roll_makes_no_noise_but_the_lacking_dice_count(t: Table) -> None:
    t.tables["breakdowns"][0]["effect"], t.tables["breakdowns"][0]["effect_end"] = t.ops((34, 2, 0, 0, 0))
    t.state["breakdowns"]["n"] = 1
    t.tables["types"][0]["noise"] = Colour.BLACK
    t.spacer(0, 4, 4, stress=8, broke_down=0)
    blips(t, 4)
    t.rolls(PP, PP, PP)
    noise(t).play("die_0")
    assert t.done
    assert t.s(0)["where"] == Where.DEAD
    assert (t.result, t.state["n_rolls"], t.state["n_noises"]) == (0, 0, 1)
    assert (t.state["noises"][0]["overwhelms"], queue(t)) == (1, [0] * 4)


@pytest.mark.rule("ENO-NOI-10", "ENO-BLP-05-D2", "ENO-MOV-08-D")
def test_noises_queue_up_in_their_order(t: Table) -> None:
    blips(t, 2)
    t.rolls(P, W)
    noise(t).play("blip_1")
    t.s(1)["stress"] = 9
    t.rolls(P, W)
    noise(t, spacer=1).play("blip_0")
    assert t.state["n_noises"] == 2
    assert [int(row["source"]) for row in t.state["noises"][:2]] == [0, 1]
    assert [int(row["cell"]) for row in t.state["noises"][:2]] == [cell(4, 4), cell(8, 8)]
    assert (queue(t), queue(t, n=1)) == ([0, 1], [1, 0])
