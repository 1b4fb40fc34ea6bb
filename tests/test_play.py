"""The game at the terminal: what may be typed, what is shown, what is saved, and what is refused."""

from __future__ import annotations

import io
import re

import pytest

import envs
from envs import play
from envs.core.errors import OptionError
from envs.core.game import Game
from envs.replay import Replay
from tests.golden import configurations
from tests.golden import played as scripted_game


class Terminal:
    """A person at the terminal: answers from a list, then the end of the input."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.lines = []

    def read(self, prompt):
        if not self.answers:
            raise EOFError
        answer = self.answers.pop(0)
        return answer() if callable(answer) else answer

    def write(self, line):
        self.lines.append(line)

    @property
    def shown(self):
        return "\n".join(self.lines)


def session(game, human, *answers, seed=3, agents="random"):
    terminal = Terminal(*answers)
    players = play.agents_for(agents, game, human, seed)
    return play.Session(game, human, players, seed, terminal.read, terminal.write), terminal


def run(monkeypatch, capsys, *args, typed=""):
    """Status, output and errors of the command line."""
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    status = play.main(list(args))
    out, err = capsys.readouterr()
    return status, out, err


@pytest.fixture
def lifeboat():
    return envs.load("lifeboat", seats=2)


@pytest.fixture
def machina():
    return envs.load("machina_arcana", seats=2)


# -- picking an action -------------------------------------------------------------------------------------------


class TestPick:
    @pytest.fixture
    def legal(self, machina):
        names = ("end_turn", "move_north", "move_north_east", "activate_east", "item_1", "item_12")
        return [machina.actions.id(name) for name in names]

    @pytest.mark.parametrize(
        ("text", "name"),
        [
            ("0", "end_turn"),
            ("5", "item_12"),
            ("move_north", "move_north"),  # a whole name, though it is a part of another
            ("item_1", "item_1"),
            ("north_e", "move_north_east"),
            ("act", "activate_east"),
        ],
    )
    def test_by_number_by_name_and_by_a_part_that_fits_one_only(self, machina, legal, text, name):
        assert machina.actions[play.pick(text, machina, legal)] == name

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("move", "'move' fits move_north, move_north_east; type more of the name"),
            ("item", "fits item_1, item_12"),
            ("move_nroth", "'move_nroth' is not legal now; did you mean 'move_north'"),
            ("xyzzy", "'xyzzy' is not legal now; expected one of: activate_east, end_turn, .*move_north_east"),
            ("seal_west", "'seal_west' is not legal now"),
            ("6", "no action 6; expected a number from 0 to 5"),
            ("-1", "'-1' is not legal now"),
            ("²", "'²' is not legal now"),
        ],
    )
    def test_what_is_unclear_or_unknown_is_named_with_the_nearest(self, machina, legal, text, message):
        with pytest.raises(OptionError, match=message):
            play.pick(text, machina, legal)


# -- a session -----------------------------------------------------------------------------------------------------


def test_a_whole_game_by_numbers_and_names(lifeboat):
    its, terminal = session(lifeboat, {0, 1})

    def answer():
        legal = lifeboat.legal_actions(its.state)
        number = len(its.recorder.actions)
        wanted.append(legal[number % len(legal)])
        return str(number % len(legal)) if number % 2 else lifeboat.actions[wanted[-1]]

    wanted = []
    terminal.answers = [answer] * 500
    assert its.run()
    assert its.recorder.actions == wanted
    assert lifeboat.is_over(its.state)
    reason = lifeboat.outcome(its.state).reason
    assert terminal.lines[-1].startswith(f"The game is over: {reason}. days ")


def test_a_person_sees_the_position_as_its_seat_and_every_legal_action(lifeboat):
    its, terminal = session(lifeboat, {0, 1})
    assert not its.run()
    assert terminal.lines[0] == lifeboat.text(its.state, 0)
    legal = lifeboat.legal_actions(its.state)
    assert terminal.lines[2] == "\n".join(f"  {i:>3}  {lifeboat.describe(its.state, a)}" for i, a in enumerate(legal))
    assert re.search(r"^sailor_1: .*secret", lifeboat.text(its.state), re.M), "the other's secret is part of the game"
    assert not re.search(r"^sailor_1: .*secret", terminal.shown, re.M), "and it is not shown"


def test_others_play_their_seats_and_what_they_do_is_told(machina):
    its, terminal = session(machina, {0}, "explorer_card_4", "cell_3_7", agents="scripted")
    assert not its.run(quiet=True)
    assert "explorer_1: explorer_card_0: Bram Holt" in terminal.shown
    assert "    Bram Holt: enters at (4,7)" in terminal.shown
    assert "round 1 begins" in terminal.shown


def test_the_board_is_drawn_before_each_question_unless_quiet(machina):
    for quiet, boards in ((False, 3), (True, 1)):
        its, terminal = session(machina, {0}, "explorer_card_4", "cell_3_7", "board" if quiet else "")
        its.run(quiet=quiet)
        assert terminal.shown.count("asked: ") == boards


def test_mistakes_are_answered_and_change_nothing(machina):
    its, terminal = session(machina, {0, 1}, "", "  ", "fly", "explorer_card", "77", "explorer_card_4")
    first = its.state.tobytes()
    asked = []
    read = terminal.read

    def watching(prompt):
        asked.append((its.state.tobytes(), len(its.recorder.actions)))
        return read(prompt)

    its.read = watching
    assert not its.run()
    assert asked[:6] == [(first, 0)] * 6
    assert len(its.recorder.actions) == 1
    for message in ("'fly' is not legal now", "'explorer_card' fits explorer_card_0, ", "there is no action 77"):
        assert message in terminal.shown


def test_help_tells_the_commands_the_signs_of_the_board_and_the_actions(machina):
    its, terminal = session(machina, {0, 1}, "?", "help")
    its.run()
    for word in ("hint", "save FILE", "quit", "# rubble", "S monster spawn"):
        assert terminal.shown.count(word) == 2
    assert terminal.shown.count("explorer_card_8: Tomas Rook") == 3, "in the first question and in each help"


@pytest.mark.parametrize("word", ["quit", "q", None])
def test_quitting_and_the_end_of_the_input_stop_the_game(machina, word):
    its, _ = session(machina, {0, 1}, *(["explorer_card_1", word] if word else ["explorer_card_1"]))
    assert not its.run()
    assert len(its.recorder.actions) == 1


def test_a_hint_is_what_the_scripted_player_does(machina):
    seed = 3
    actions, _ = scripted_game(machina, seed, 12)
    its, terminal = session(machina, {0, 1}, seed=seed)
    terminal.answers = [word for action in actions for word in ("hint", machina.actions[action])]
    its.run(quiet=True)
    hints = [line.split(": ")[1] for line in terminal.lines if line.startswith("hint: ")]
    assert hints == [machina.actions[action] for action in actions]


def test_a_game_without_a_scripted_player_says_so(lifeboat):
    its, terminal = session(lifeboat, {0, 1}, "hint", "search")
    its.run()
    assert "there is no scripted player for 'lifeboat'" in terminal.shown
    assert len(its.recorder.actions) == 1


def test_an_action_that_is_called_like_a_command_can_be_played(lifeboat, monkeypatch):
    renamed = {"wait": "hint", "search": "save"}
    old = lifeboat.actions
    groups = [(g, [renamed.get(old[a], old[a]) for a in ids], old.meanings[g]) for g, ids in old.groups.items()]
    actions = type(old)(groups)
    monkeypatch.setattr(lifeboat, "actions", actions, raising=False)
    its, _ = session(lifeboat, {0, 1}, "hint", "save")
    its.run()
    assert [actions[a] for a in its.recorder.actions] == ["hint", "save"]


def test_saving_on_the_way(machina, tmp_path):
    path = tmp_path / "game.json"
    its, terminal = session(machina, {0, 1}, "save", "explorer_card_1", f"save {path}", f"save {path}")
    its.run()
    assert "name a file" in terminal.shown
    assert f"saved to {path}" in terminal.shown
    assert terminal.lines[-1].startswith(f"{path} exists")
    assert Replay.load(path).verify().tobytes() == its.state.tobytes()


# -- the command line ----------------------------------------------------------------------------------------------


def test_a_game_that_is_saved_is_stepped_through_again(monkeypatch, capsys, tmp_path):
    path = tmp_path / "game.json"
    status, out, _ = run(monkeypatch, capsys, "lifeboat", "--seed", "5", "--human", "none", "--save", str(path))
    assert status == 0
    assert f"saved to {path}" in out
    replay = Replay.load(path)
    assert f"The game is over: {replay.outcome}" in out
    status, again, _ = run(monkeypatch, capsys, "--replay", str(path))
    assert status == 0
    told = [line for line in out.splitlines() if re.match("sailor_0: (search|bail|row)", line)]
    assert told
    for line in told:
        assert line in again
    assert f"[{len(replay.actions)}/{len(replay.actions)}] " in again
    assert again.splitlines()[-1] == f"outcome: {replay.outcome}"


def test_machina_arcana_is_saved_when_the_person_quits_and_goes_on_from_there(monkeypatch, capsys, tmp_path):
    path = tmp_path / "game.json"
    typed = "explorer_card_4\ncell_3_7\nexplorer_0\nmove_north\nquit\n"
    args = ("machina_arcana", "--seats", "2", "--seed", "3", "--save", str(path))
    status, out, err = run(monkeypatch, capsys, *args, typed=typed)
    assert (status, err) == (0, "")
    assert out.startswith("MachinaArcana(), seed 3; you play explorer_0\n")
    replay = Replay.load(path)
    game = replay.open()
    names = [game.actions[action] for action in replay.actions]
    assert [name for name in names if name in typed.split()] == typed.split()[:-1]
    assert replay.verify()["explorers"][0]["cell"] == 6 * 20 + 3


def test_stepping_through_a_saved_game(tmp_path, machina):
    actions, state = scripted_game(machina, 1, 30)
    path = Replay.of(machina, state, actions, seed=1).save(tmp_path / "game.json")

    def shown(*answers):
        terminal = Terminal(*answers)
        play.show_replay(str(path), terminal.read, terminal.write)
        return terminal.lines

    assert len(shown("quit")) == 1
    assert len(shown()) == 1, "the end of the input"
    assert len(shown("", "", "q")) == 3
    assert len(shown("10", "quit")) == 11
    assert len(shown("10", "nonsense", "quit")) == 12
    everything = shown("end")
    assert len(everything) == 30 + 2
    assert everything[0] == machina.text(machina.new(1))
    assert everything[-2].endswith(machina.text(state))
    assert everything[-1] == "outcome: running"
    assert everything[1].startswith("[1/30] explorer_0: explorer_card_")
    assert "\n    explorer_0 plays " in everything[1]


def test_an_existing_file_is_refused_before_the_game_begins(monkeypatch, capsys, tmp_path):
    path = tmp_path / "precious"
    path.write_text("kept")
    status, out, err = run(monkeypatch, capsys, "lifeboat", "--human", "none", "--save", str(path))
    assert (status, out) == (2, "")
    assert "exists" in err
    assert path.read_text() == "kept"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "name a game: machina_arcana, "),
        (("machina_arcna",), "did you mean 'machina_arcana'"),
        (("lifeboat", "--seats", "9"), "seats=9"),
        (("lifeboat", "--seed", "-4"), "non-negative integer, got -4"),
        (("lifeboat", "--option", "monsters"), "expected NAME=VALUE"),
        (("lifeboat", "--option", "monster=agent"), "unknown option 'monster'; did you mean 'monsters'"),
        (("lifeboat", "--option", "monsters=maybe"), "monsters='maybe'"),
        (("lifeboat", "--option", "days=[1"), r"'days=\[1': .* is neither"),
        (("lifeboat", "--human", "2"), "--human '2': expected a seat from 0 to 1, one of sailor_0, sailor_1"),
        (("lifeboat", "--human", "captain"), "--human 'captain'"),
        (("lifeboat", "--human", ""), "--human ''"),
        (("lifeboat", "--agents", "scripted"), "no scripted player for 'lifeboat'"),
        (("machina_arcana", "--agents", "scriptd"), "did you mean 'scripted'"),
        (("lifeboat", "--replay", "no/such/file"), "cannot be read"),
    ],
)
def test_what_is_wrong_on_the_command_line_is_said_in_one_line(monkeypatch, capsys, args, message):
    status, out, err = run(monkeypatch, capsys, *args)
    assert (status, out) == (2, "")
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert re.search(message, err)


def test_options_reach_the_game(monkeypatch, capsys):
    args = ("lifeboat", "--option", "monsters=agent", "--option", "days=3", "--human", "shark_0,1")
    _, out, _ = run(monkeypatch, capsys, *args)
    assert out.startswith("Lifeboat(monsters='agent', days=3), seed ")
    assert "you play sailor_1, shark_0" in out.splitlines()[0]


def test_seats(lifeboat):
    assert play.human_seats("all", lifeboat) == {0, 1}
    assert play.human_seats("none", lifeboat) == set()
    assert play.human_seats("sailor_1, 0", lifeboat) == {0, 1}


def test_ctrl_c_saves_the_game(monkeypatch, capsys, tmp_path):
    path = tmp_path / "game.json"

    def interrupted(self, seat):
        if len(self.recorder.actions) >= 3:
            raise KeyboardInterrupt
        return self.game.legal_actions(self.state)[0]

    monkeypatch.setattr(play.Session, "_ask", interrupted)
    status, out, _ = run(monkeypatch, capsys, "lifeboat", "--human", "all", "--save", str(path))
    assert status == 0
    assert len(Replay.load(path).actions) == 3
    assert out.rstrip().endswith(f"saved to {path}")


# -- words -----------------------------------------------------------------------------------------------------------


MACHINA = [c for c in configurations() if c.game == "machina_arcana" and c.seats in (1, 3)]


@pytest.mark.parametrize("configuration", MACHINA, ids=str)
def test_every_action_is_described_and_every_change_is_told(configuration):
    game: Game = envs.load(configuration.game, **configuration.options, ties="ask")
    for seed in (1, 2):
        actions, _ = scripted_game(game, seed, 400)
        state = game.new(seed)
        for action in actions:
            for legal in game.legal_actions(state):
                name, _, meaning = game.describe(state, legal).partition(": ")
                assert name == game.actions[legal]
                assert meaning, game.choice_name(state)
                assert "\n" not in meaning
            before = game.clone(state)
            game.step(state, action)
            told = game.changes(before, state)
            assert all(line and "\n" not in line for line in told)
            assert not game.changes(state, state)
            for field, word in (("threat", "threat "), ("round", "round "), ("chapter_at", "chapter ")):
                changed = before[field] != state[field]
                assert any(line.startswith(word) for line in told) == bool(changed), (field, told)
            over = game.is_over(state)
            assert any(line.startswith("the game is over: ") for line in told) == over
