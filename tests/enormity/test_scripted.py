"""The scripted player: legal answers to every kind of question, and what it does in planted positions."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from agents import scripted
from agents.scripted._enormity_goals import LOOK, SEARCH
from agents.scripted._enormity_knowledge import NEVER, Board, Foe, between, knowledge
from agents.scripted._enormity_styles import BROODS, TEMPERS
from agents.scripted.enormity import MONSTER_STYLES, STYLES, Mind, Scripted
from envs.core.errors import OptionError
from envs.enormity.actions import ACTIONS
from envs.enormity.game import Enormity
from envs.enormity.state import Choice, DoorState, PointState, Proc, Thing, Where
from envs.view import View
from tests.enormity import style_profiles
from tests.enormity.table import cell
from tests.procedures import Procedures

SCENARIOS = ("solar_ring", "open_run", "revisit", "training", "ring_patrol")
MOST = 6000
# Kinds of questions that the games below put to it, with several answers each.
USUAL = {
    Choice.CHARACTER, Choice.SUIT, Choice.PAIRING, Choice.LOADOUT_GEAR, Choice.STRATAGEM, Choice.FIRST_MARKER,
    Choice.START_SPACE, Choice.NEXT_SPACER, Choice.TURN, Choice.ACTION, Choice.EXERT, Choice.MOVE,
    Choice.FAST_SCAVENGE, Choice.SPAWN_SPACE, Choice.WEAPON, Choice.ATTACK_TARGET, Choice.CONFIDENCE, Choice.STRESS,
    Choice.DISCIPLINE, Choice.NOISE_BONUS, Choice.NOISE_DICE, Choice.REACTION, Choice.MITIGATE, Choice.DAMAGE_ABILITY,
    Choice.EFFECT_TARGET, Choice.RESPONSE_ORDER, Choice.LOOT, Choice.OPTION, Choice.MAY, Choice.CODE,
}  # fmt: skip


def decisions(game: Enormity, agent: Any, seed: int) -> Iterator[tuple[Any, View, int]]:
    """Positions, views and answers of a session."""
    state = game.new(seed)
    agent.reset(seed)
    for _ in range(MOST):
        if game.turn(state) is None:
            return
        view = View.of(game, state)
        action = agent.act(view)
        yield state, view, action
        game.step(state, action)
    raise AssertionError("the session does not end")


class Scene(Procedures):
    """A position of the training spoke without Blips, Intruders and Discoveries, all Spacers far from the way out."""

    CHOICE = Choice
    actions = ACTIONS

    def __init__(self, style: str = "steady", seats: int = 1, scenario: str = "training"):
        self.game = Enormity(scenario=scenario, seats=seats)
        self.agent = Scripted(style)
        self.engine = self.game.engine
        self.state = self.game.new(1)
        while self.state["phase"] != 2:
            self.game.step(self.state, self.agent.act(View.of(self.game, self.state)))
        self.state["blips"]["point"] = -1
        self.state["intruders"]["type"] = self.state["intruders"]["cell"] = -1
        self.state["objects"]["cell"] = -1
        self.state["pool"] = self.state["incoming"] = 0

    def s(self, seat: int = 0) -> Any:
        return self.state["spacers"][seat]

    def put(self, x: int, y: int, seat: int = 0, **fields: int) -> None:
        """Move a Spacer."""
        self.s(seat)["cell"] = self.s(seat)["last_cell"] = cell(x, y)
        for name, value in fields.items():
            self.s(seat)[name] = value

    def intruder(self, x: int, y: int, slot: int = 0, **fields: int) -> None:
        """Put a Grin on a space."""
        row = self.state["intruders"][slot]
        row["cell"], row["type"] = cell(x, y), self.game.catalogue.ids["types"].index("grin")
        self.state["contacted"] = 1
        for name, value in fields.items():
            row[name] = value

    def exit(self, state: PointState, tokens: int = 0) -> None:
        """Extraction is available, and the hatch is in that state."""
        self.state["extraction"] = 0
        self.state["points"][0] = (state, tokens)

    def answer(self) -> str:
        """The action that the player picks now."""
        return self.actions[self.agent.act(View.of(self.game, self.state))]

    def until(self, choice: Choice) -> str:
        """Play on to a question of that kind; its answer."""
        while self.asked is not None and self.asked[1] != choice:
            self.play(self.answer())
        assert self.asked is not None, f"{choice.name} has not been asked"
        return self.answer()

    def turn(self, seat: int = 0) -> list[str]:
        """Play a whole turn; the actions."""
        played = []
        self.call(Proc.TURN, seat)
        while not self.done and self.asked is not None:
            played.append(self.answer())
            self.play(played[-1])
        return played


# -- whole games -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_all_acts_are_legal_in_every_scenario_team_and_style(scenario: str):
    styles = itertools.cycle(STYLES)
    for seats in (1, 2, 3, 4):
        game = Enormity(scenario=scenario, seats=seats)
        for seed in range(2):
            agent = scripted.make("enormity", next(styles))
            assert all(view.mask[action] for _, view, action in decisions(game, agent, seed))


@pytest.mark.parametrize("style", STYLES)
def test_all_acts_are_legal_with_an_intruders_seat_and_ties(style: str):
    scenario = SCENARIOS[list(STYLES).index(style) % len(SCENARIOS)]
    game = Enormity(scenario=scenario, seats=2, monsters="agent", freedom="full", ties="ask", adversary=True)
    hunted = 0
    for _, view, action in decisions(game, scripted.make("enormity", style), 3):
        assert view.mask[action]
        hunted += view.seat == 2
    assert hunted


def test_it_meets_the_usual_questions():
    met = set()
    for scenario in SCENARIOS:
        game = Enormity(scenario=scenario, seats=3)
        for seed in range(3):
            for state, view, _ in decisions(game, scripted.make("enormity"), seed):
                if view.mask.sum() > 1:
                    met.add(Choice(int(state["core"]["choice"])))
    assert met >= USUAL, USUAL - met


def test_it_plays_alike_every_time():
    game = Enormity(scenario="open_run", seats=2)
    agent = scripted.make("enormity")
    runs = [[action for *_, action in decisions(game, agent, seed)] for seed in (0, 1, 0)]
    assert runs[0] == runs[2] != runs[1]
    assert [action for *_, action in decisions(game, scripted.make("enormity"), 1)] == runs[1]


def test_it_decides_from_what_its_seat_may_see():
    """In a position that the seat cannot tell from the true one it does the same."""
    for scenario in ("solar_ring", "ring_patrol"):
        game = Enormity(scenario=scenario, seats=2)
        for n, (_, view, _) in enumerate(decisions(game, scripted.make("enormity"), 5)):
            if n % 7 == 0:
                other = View.of(game, view.sample(n), view.seat)
                assert Scripted().act(view) == Scripted().act(other)


def wins(game: Enormity, agent: Any, games: int) -> int:
    """Successes of a player, of random acts if there is none."""
    won = 0
    for seed in range(games):
        state, rng = game.new(seed), np.random.default_rng(seed)
        while game.turn(state) is not None:
            legal = game.legal_actions(state)
            game.step(state, agent.act(View.of(game, state)) if agent is not None else int(rng.choice(legal)))
        won += bool(game.outcome(state).won)
    return won


def test_it_beats_random_acts_in_training():
    game = Enormity(scenario="training", seats=2)
    assert wins(game, None, 20) <= 2
    assert wins(game, scripted.make("enormity"), 20) >= 5


def test_styles():
    assert list(STYLES) == list(TEMPERS) == list(scripted.styles("enormity"))
    assert list(MONSTER_STYLES) == list(BROODS) == list(scripted.monster_styles("enormity"))
    assert len(set(TEMPERS.values())) == len(TEMPERS) >= 9
    assert len(set(BROODS.values())) == len(BROODS) == 4
    assert scripted.games() == sorted({*scripted.games(), "enormity"})


def test_a_style_has_to_exist():
    for make in (Scripted, lambda style: scripted.make("enormity", style)):
        with pytest.raises(OptionError, match=r"unknown style 'hunted'.*'hunter'"):
            make("hunted")
    with pytest.raises(OptionError, match="no scripted player for 'chess'"):
        scripted.monster_styles("chess")
    assert scripted.make("enormity", "swarm").spec == "scripted:swarm"


def test_a_style_without_a_part_on_a_side_plays_the_default_there():
    game = Enormity(scenario="solar_ring", seats=2, monsters="agent", freedom="full")
    default = [action for *_, action in decisions(game, Scripted(), 1)]
    assert [action for *_, action in decisions(game, Scripted("swarm"), 1)] != default
    for seat, other in ((0, "swarm"), (2, "silent")):
        views = (view for _, view, _ in decisions(game, Scripted(), 1) if (view.seat == 2) == (seat == 2))
        asked, plain = Scripted(other), Scripted()
        assert all(asked.act(view) == plain.act(view) for view in views)


# -- how far styles are apart ------------------------------------------------------------------------------------

APART = 0.08
"""Least share of real choices at which two styles part. A Spacer of two has 70 to 150 real choices in a game, so that a
partner of another style is seen to do otherwise at least half a dozen times; the same style in the same positions never
is."""


@pytest.fixture(scope="module")
def chosen() -> style_profiles.Choices:
    """What all styles do in the same positions."""
    training, ring = Enormity(scenario="training", seats=2), Enormity(scenario="solar_ring", seats=2)
    games = [(training, seed) for seed in range(3)] + [(ring, seed) for seed in range(2)]
    return style_profiles.choices(games, list(STYLES))


def test_any_two_styles_part(chosen: style_profiles.Choices):
    share, a, b = chosen.closest()
    assert share >= APART, (a, b)


def test_two_styles_that_are_one_are_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(TEMPERS, "silent", TEMPERS["bold"])
    found = style_profiles.choices([(Enormity(scenario="training", seats=2), 0)], ["bold", "silent", "careful"])
    assert found.closest() == (0.0, "bold", "silent")
    assert found.share("careful", "bold") > 0


def test_styles_part_over_more_than_one_kind_of_question(chosen: style_profiles.Choices):
    for i, name in enumerate(chosen.names[1:], 1):
        differ = chosen.actions[:, 0] != chosen.actions[:, i]
        assert len(set(chosen.kinds[differ])) >= 3, name


def test_noisy_slips_one_time_in_five(chosen: style_profiles.Choices):
    # One slip in about four falls on what it would have done anyway.
    assert 0.1 < chosen.share("steady", "noisy") < 0.2
    game = Enormity(scenario="training", seats=2)
    runs = [[action for *_, action in decisions(game, Scripted("noisy"), seed)] for seed in (0, 0, 1)]
    assert runs[0] == runs[1] != runs[2]


def test_any_two_styles_of_the_intruders_seat_part():
    game = Enormity(scenario="solar_ring", seats=2, monsters="agent", freedom="full")
    found = style_profiles.choices([(game, seed) for seed in range(5)], list(MONSTER_STYLES), monsters=True)
    share, a, b = found.closest()
    assert share >= 0.1, (a, b)


def test_profiles_are_those_of_the_styles():
    """The names promise something: less Noise, more Scouting, more space between Spacers, and so on."""
    game = Enormity(scenario="training", seats=2)
    names = ("steady", "bold", "scout", "silent")
    seen = {name: style_profiles.profile(game, name, range(8)) for name in names}
    assert seen["silent"]["noise"] < 0.9 * seen["steady"]["noise"]
    assert seen["scout"]["scouts"] > 1 > seen["steady"]["scouts"]
    assert seen["bold"]["calms"] < seen["steady"]["calms"]
    assert seen["bold"]["exerts"] > seen["steady"]["exerts"]
    assert seen["steady"]["won"] > 0
    assert all(2 < row["rounds"] < 20 and 0 <= row["discoveries"] <= 5 for row in seen.values())


def test_the_tool_prints_both_tables(capsys: pytest.CaptureFixture[str]):
    style_profiles.main(["--games", "1", "--styles", "steady", "silent"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" | ")[0] for line in lines if "---" not in line] == [
        "| style", "| steady", "| silent", "|", "| steady", "| silent"
    ]  # fmt: skip


# -- planted positions -------------------------------------------------------------------------------------------


def test_it_initiates_extraction_beside_the_point():
    scene = Scene()
    scene.exit(PointState.CLOSED)
    scene.put(6, 2)
    scene.turn()
    assert scene.state["points"][0]["state"] == PointState.INITIATED


def test_it_keeps_the_card_with_the_scavenge_action_for_that():
    scene = Scene()
    scene.exit(PointState.CLOSED)
    scene.put(7, 5, stress=4)
    played = scene.turn()
    assert "act_rationalize" not in played
    assert scene.state["points"][0]["state"] == PointState.INITIATED


def test_it_walks_out_when_the_point_is_open():
    scene = Scene()
    scene.exit(PointState.OPEN)
    scene.put(6, 3)
    scene.turn()
    assert scene.s()["where"] == Where.EXTRACTED
    assert scene.s()["exerts"] == 0


def test_it_waits_within_reach_until_the_point_opens():
    scene = Scene()
    scene.exit(PointState.INITIATED, 3)
    scene.put(3, 6)
    for _ in range(2):
        scene.turn()
    field = Board(knowledge(scene.game), scene.state).field(tuple(knowledge(scene.game).exits[0]))
    assert field[int(scene.s()["cell"])] <= 5
    scene.turn()
    assert scene.s()["where"] == Where.EXTRACTED


def test_it_exerts_to_leave_a_turn_sooner_only():
    known = knowledge(Scene().game)
    field = Board(known, Scene().state).field(tuple(known.exits[0]))
    for steps, exerts in ((5, 0), (7, 1), (12, 0)):
        at = next(c for c, way in enumerate(field) if way == steps)
        scene = Scene()
        scene.state["points"][0] = (PointState.OPEN, 0)
        scene.state["extraction"] = 0
        scene.put(at % 30, at // 30)
        scene.turn()
        assert (scene.s()["where"] == Where.EXTRACTED) == (steps <= 7), steps
        assert scene.s()["exerts"] == exerts, steps


def test_it_opens_a_door_in_the_way():
    scene = Scene(scenario="solar_ring")
    scene.exit(PointState.CLOSED)
    scene.put(3, 5)
    door = scene.game.catalogue.ids["doors"].index("sr1_start")
    assert scene.state["doors"][door] == DoorState.CLOSED
    assert "location_action_0" in scene.turn()
    assert scene.state["doors"][door] == DoorState.OPEN


def test_it_makes_a_discovery_near_by():
    scene = Scene()
    scene.state["objects"][0] = (cell(3, 7), Thing.DISCOVERY, 0, 0, 1)
    scene.state["extraction"] = 1
    scene.put(1, 7)
    scene.turn()
    assert scene.state["found"] == 1


def test_it_strikes_what_stands_beside_it_before_it_walks():
    scene = Scene(seats=2)
    scene.exit(PointState.CLOSED)
    scene.put(2, 6, seat=1)
    scene.intruder(3, 6)
    scene.call(Proc.TURN, 1)
    played = scene.until(Choice.WEAPON) if scene.asked != (1, Choice.WEAPON) else scene.answer()
    assert played.startswith("gear_")
    assert int(scene.s(1)["cell"]) == cell(2, 6)


def struck(style: str, vitals: int = 9) -> tuple[int, int]:
    """Vitals and Expertise left after an attack with 8 damage and 3 Expertise in the Active Pool."""
    scene = Scene(style)
    scene.put(1, 6, vitals=vitals)
    scene.intruder(2, 6)
    scene.state["phase"] = 3
    scene.state["pool"][2] = 3
    scene.rolls(5, 5, 5)
    scene.call(Proc.ACTIVATE, 0, 0, -1)
    assert scene.until(Choice.MITIGATE).startswith("amount_")
    while scene.asked is not None:
        scene.play(scene.answer())
    return int(scene.s()["vitals"]), int(scene.state["pool"][2])


def test_it_spends_expertise_against_damage():
    assert struck("steady") == (4, 0)
    assert struck("supporter") == (3, 1), "one is left to others"


@pytest.mark.parametrize(("faces", "again"), [((0, 0), True), ((5, 5), False)])
def test_it_rolls_a_failing_attack_again_but_not_a_won_one(faces: tuple[int, int], again: bool):
    scene = Scene()
    scene.put(1, 6)
    scene.intruder(3, 6)
    scene.state["pool"][1] = 2
    scene.rolls(*faces)
    scene.call(Proc.SPACER_ATTACK, 0)
    assert scene.until(Choice.CONFIDENCE).startswith("die_") == again


def test_it_leaves_tokens_for_the_next_spacer():
    scene = Scene(seats=2)
    scene.put(1, 6, adrenaline=4, stress=3)
    scene.turn()
    assert scene.s()["adrenaline"] > 4
    assert scene.state["pool"].sum() >= 2


def test_the_looter_fetches_what_others_pass_by():
    for style, taken in (("steady", False), ("looter", True)):
        scene = Scene(style)
        scene.exit(PointState.CLOSED)
        scene.state["objects"][0] = (cell(3, 6), Thing.ENGRAM, 0, 0, 1)
        scene.put(4, 6)
        for _ in range(2):
            scene.turn()
        assert (scene.s()["devices"].sum() > 0) == taken, style


def beside(style: str) -> int:
    """Columns and rows between a Spacer and another one, whom an Intruder threatens, after its turn; six before."""
    scene = Scene(style, seats=2)
    scene.exit(PointState.CLOSED)
    scene.put(1, 7)
    scene.put(4, 4, seat=1)
    scene.intruder(4, 3)
    scene.turn()
    return between(int(scene.s()["cell"]), int(scene.s(1)["cell"]))


def test_the_bodyguard_comes_to_whom_intruders_threaten():
    assert beside("bodyguard") < beside("loner")


def test_the_loner_plans_for_itself():
    """Two Discoveries side by side: others leave the second to whoever stands beside it."""
    taken = {}
    for style in ("steady", "loner"):
        scene = Scene(style, seats=2)
        scene.state["extraction"] = 2
        scene.state["objects"][0] = (cell(1, 5), Thing.DISCOVERY, 0, 0, 1)
        scene.put(2, 7)
        scene.put(1, 6, seat=1)
        mind = Mind(View.of(scene.game, scene.call(Proc.TURN, 0).state), scene.agent.temper, {})
        taken[style] = mind.aim.kind
    assert taken["loner"] == SEARCH != taken["steady"]


def test_the_scout_lights_up_a_blip():
    for style, played in (("steady", False), ("scout", True)):
        scene = Scene(style)
        scene.exit(PointState.INITIATED, 4)
        scene.put(5, 3)
        scene.state["blips"][0]["point"] = 3 * 31 + 6
        assert ("act_scout" in scene.turn()) == played, style


def test_the_scout_walks_to_a_page_that_nobody_has_seen():
    for style, goes in (("steady", False), ("scout", True)):
        scene = Scene(style, scenario="solar_ring")
        scene.call(Proc.TURN, 0)
        mind = Mind(View.of(scene.game, scene.state), TEMPERS[style], {})
        assert any(task.kind == LOOK for task in mind.tasks()) == goes, style


# -- the map -----------------------------------------------------------------------------------------------------


def test_a_board_goes_around_intruders_and_over_doors_that_can_be_opened():
    scene = Scene(scenario="solar_ring")
    known = knowledge(scene.game)
    board = Board(known, scene.state)
    inside, outside = cell(3, 5), cell(4, 5)
    door = scene.game.catalogue.ids["doors"].index("sr1_start")
    assert board.field((outside,))[inside] == 1 + 4
    assert board.blocked(inside, board.field((outside,))) == (door, inside)
    assert outside not in board.reach(inside, 5)
    scene.state["doors"][door] = DoorState.OPEN
    board = Board(known, scene.state)
    assert board.field((outside,))[inside] == 1
    assert board.blocked(inside, board.field((outside,))) == (-1, -1)
    assert board.reach(inside, 1)[outside][1] == 1
    foe = Foe(0, 0, outside, 0, 0, -1, True, False)
    live = Board(known, scene.state, (foe,))
    assert live.watched[inside] == 1
    assert outside not in live.reach(inside, 3)
    assert live.field((cell(6, 5),))[inside] > board.field((cell(6, 5),))[inside]
    assert live.field((cell(0, 0),))[inside] == NEVER, "out of bounds"
