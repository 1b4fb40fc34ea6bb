"""Flow: the stack of procedures, questions, results, and the errors that stop a game."""

from __future__ import annotations

import numpy as np
import pytest

from envs.core import _probe, head, schema
from envs.core.engine import Engine
from envs.core.head import Error
from envs.core.schema import Field, Record
from tests.core.common import bare

PROC = _probe.PROCS


@pytest.fixture
def engine() -> Engine:
    """The probe's rules on a state that is a head and nothing else: two heroes."""
    view = Record("View", (Field("unused", "u1", high=1, obs="scale"),))
    plan, _ = schema.observation_plan((head.HEAD, view), 2)
    blank = np.zeros((), head.HEAD.dtype)
    return Engine(_probe.CAPSULE, np.zeros((), "u1"), blank, schema.plan_array(plan), 1, 1, 2, 2)


def start(engine: Engine, name: str, *args: int):
    """A game that runs the procedure `name` and ends with its result as the outcome."""
    state = bare()
    engine.call(state, PROC["last"], PROC[name], *args)
    engine.resume(state)
    return state


# -- the stack ---------------------------------------------------------------------------------------------


def test_call_pushes_a_clean_frame() -> None:
    state = bare()
    state["stack"][0]["n"] = 99
    _probe.call(state, 3, 1, -2, 3, 4)
    assert state["depth"] == 1
    assert state["stack"][0].item() == (3, 0, 1, -2, 3, 4, *[0] * 10)
    _probe.call(state, 5, 7)
    assert state["depth"] == 2
    assert state["stack"][1].item() == (5, 0, 7, *[0] * 13)


def test_give_pops_and_wipes() -> None:
    state = bare()
    _probe.call(state, 3, 1)
    _probe.call(state, 4, 2)
    _probe.give(state, -17)
    assert (state["depth"], state["result"]) == (1, -17)
    assert not any(state["stack"][1].item())
    _probe.done(state)
    assert (state["depth"], state["result"]) == (0, 0)
    assert not state["stack"].view("u1").any()


def test_stack_holds_its_depth_and_no_more() -> None:
    state = bare()
    for i in range(head.STACK_DEPTH):
        _probe.call(state, 1, i)
    assert state["error"] == Error.NONE
    before = state.copy()
    _probe.call(state, 2, 77)
    assert (state["error"], state["error_detail"]) == (Error.STACK_OVERFLOW, 2)
    state["error"] = state["error_detail"] = 0
    assert state.tobytes() == before.tobytes(), "nothing else was written"


def test_give_without_a_procedure() -> None:
    state = bare()
    before = state.copy()
    _probe.give(state, 5)
    assert state["error"] == Error.STACK_UNDERFLOW
    state["error"] = 0
    assert state.tobytes() == before.tobytes()


def test_the_first_error_is_kept() -> None:
    state = bare()
    _probe.fail(state, Error.PILE_EMPTY, 4)
    _probe.fail(state, Error.NO_OPTION, 5)
    assert (state["error"], state["error_detail"]) == (Error.PILE_EMPTY, 4)


# -- questions ---------------------------------------------------------------------------------------------


def test_options_set_bits() -> None:
    state = bare()
    _probe.begin(state, 1, 6, -1)
    chosen = [0, 63, 64, 500, head.MAX_ACTIONS - 1]
    for action in reversed(chosen):
        _probe.option(state, action)
    _probe.option(state, 63)
    assert [a for a in range(head.MAX_ACTIONS) if _probe.is_option(state, a)] == chosen
    assert _probe.count_options(state) == len(chosen)
    assert _probe.first_option(state) == 0
    _probe.ask(state)
    assert (state["turn"], state["choice"], state["subject"]) == (1, 6, -1)
    _probe.begin(state, 0, 0, 3)
    assert (_probe.count_options(state), _probe.first_option(state)) == (0, -1), "a new question starts empty"


@pytest.mark.parametrize("action", [-1, head.MAX_ACTIONS, 30000])
def test_option_outside_the_mask(action) -> None:
    state = bare()
    _probe.begin(state, 0, 0, -1)
    before = state.copy()
    _probe.option(state, action)
    assert (state["error"], state["error_detail"]) == (Error.CAPACITY, action)
    state["error"] = state["error_detail"] = 0
    assert state.tobytes() == before.tobytes()


def test_single_option_is_taken_without_asking() -> None:
    state = bare()
    _probe.begin(state, 1, 0, -1)
    _probe.option(state, 65)
    _probe.ask(state)
    assert (state["turn"], state["answer"]) == (-1, 65)
    assert _probe.count_options(state) == 0


def test_question_without_option_may_be_dropped() -> None:
    state = bare()
    _probe.begin(state, 1, 12, -1)
    assert not _probe.ask_any(state)
    assert (state["turn"], state["error"]) == (-1, Error.NONE)


@pytest.mark.parametrize("options", [(65,), (3, 65)])
def test_question_with_options_is_asked_as_any(options) -> None:
    state, other = bare(), bare()
    for s in (state, other):
        _probe.begin(s, 1, 12, -1)
        for action in options:
            _probe.option(s, action)
    assert _probe.ask_any(state)
    _probe.ask(other)
    assert state.tobytes() == other.tobytes()


def test_a_refusal_is_offered_only_beside_other_options() -> None:
    state = bare()
    _probe.begin(state, 1, 12, -1)
    assert not _probe.ask_or(state, 9)
    assert (state["turn"], state["error"]) == (-1, Error.NONE)
    _probe.begin(state, 1, 12, -1)
    _probe.option(state, 65)
    assert _probe.ask_or(state, 9)
    assert state["turn"] == 1
    assert _probe.is_option(state, 65)
    assert _probe.is_option(state, 9)


def test_single_option_may_be_asked() -> None:
    state = bare()
    _probe.begin(state, 1, 0, -1)
    _probe.option(state, 65)
    _probe.ask_always(state)
    assert state["turn"] == 1
    assert _probe.count_options(state) == 1


@pytest.mark.parametrize("ask", [_probe.ask, _probe.ask_always])
def test_no_option_is_an_error(ask) -> None:
    state = bare()
    _probe.begin(state, 1, 12, -1)
    ask(state)
    assert (state["error"], state["error_detail"]) == (Error.NO_OPTION, 12)


@pytest.mark.parametrize(("end", "over"), [(_probe.finish, 1), (_probe.cut_off, 2)])
def test_the_end(end, over) -> None:
    state = bare()
    _probe.begin(state, 1, 12, -1)
    _probe.option(state, 3)
    end(state, 9)
    assert (state["over"], state["outcome"], state["turn"]) == (over, 9, -1)
    assert _probe.count_options(state) == 0


# -- the driver --------------------------------------------------------------------------------------------


def test_single_option_runs_on(engine) -> None:
    state = start(engine, "single", 42)
    assert (state["over"], state["outcome"], state["decisions"]) == (1, 42, 0)


def test_question_waits_for_the_answer(engine) -> None:
    state = start(engine, "question", 4, 1)
    assert (state["turn"], state["depth"], state["over"]) == (1, 2, 0)
    mask = np.zeros(engine.num_actions, np.bool_)
    engine.mask(state, mask)
    assert np.flatnonzero(mask).tolist() == [0, 1, 2, 3, 4]
    assert engine.step(state, 5) == 1, "not an option"
    assert engine.step(state, 3) == 0
    assert (state["over"], state["outcome"], state["decisions"]) == (1, 3, 1)
    assert engine.step(state, 3) == 2, "nobody is asked any more"


def test_mask_beyond_the_first_word(engine) -> None:
    state = start(engine, "question", 69, 0)
    mask = np.zeros(engine.num_actions, np.bool_)
    engine.mask(state, mask)
    assert mask.all()
    assert mask.shape == (70,)
    assert engine.step(state, 69) == 0
    assert state["outcome"] == 69


@pytest.mark.parametrize("depth", [0, 1, 5, 30])
def test_questions_at_any_depth_and_results_through_all_of_them(engine, depth) -> None:
    state = start(engine, "nest", depth)
    total = 0
    for i in range(depth + 1):
        assert state["turn"] == (depth - i) % 2
        assert state["depth"] == i + 3
        answer = (7 * i + 1) % 6
        assert engine.step(state, answer) == 0
        total += answer
    assert (state["over"], state["outcome"], state["depth"]) == (1, total, 1)


def test_a_state_can_be_copied_in_the_middle_of_everything(engine) -> None:
    state = start(engine, "nest", 4)
    engine.step(state, 2)
    engine.step(state, 5)
    other = engine.clone(state)
    for answer in (1, 1, 1):
        engine.step(state, answer)
    for answer in (2, 3, 4):
        engine.step(other, answer)
    assert (state["outcome"], other["outcome"]) == (10, 16)


@pytest.mark.parametrize(
    ("name", "error", "detail"),
    [
        ("recurse", Error.STACK_OVERFLOW, PROC["recurse"]),
        ("give_twice", Error.STACK_UNDERFLOW, 0),
        ("mute", Error.NO_OPTION, 23),
        ("idle", Error.ENDLESS, PROC["idle"]),
        ("hole", Error.PROCEDURE, PROC["hole"]),
    ],
)
def test_faults_of_rules_stop_the_game(engine, name, error, detail) -> None:
    state = bare()
    engine.call(state, PROC[name], 23)
    engine.resume(state)
    assert (state["error"], state["error_detail"], state["over"]) == (error, detail, 0)


@pytest.mark.parametrize("proc", [-1, len(PROC), 1000])
def test_unknown_procedure(engine, proc) -> None:
    state = bare()
    engine.call(state, proc)
    engine.resume(state)
    assert (state["error"], state["error_detail"]) == (Error.PROCEDURE, proc)


def test_a_stopped_game_stays_stopped(engine) -> None:
    state = bare()
    engine.call(state, PROC["recurse"])
    engine.resume(state)
    before = state.tobytes()
    engine.resume(state)
    assert engine.step(state, 0) != 0
    assert state.tobytes() == before


def test_new_game_starts_from_the_first_procedure(engine) -> None:
    """The probe's first procedure calls procedure 0, which calls itself for ever."""
    state = np.zeros((), head.HEAD.dtype)
    engine.new(state, 3, 4, 5)
    assert (state["seed"], state["rng"].tolist()) == (3, [4, 5])
    assert state["stack"][0]["proc"] == PROC["last"]
    assert state["error"] == Error.STACK_OVERFLOW


def test_engine_refuses_a_record_of_another_size(engine) -> None:
    state = np.zeros((), "u1")
    calls = [
        lambda: engine.new(state, 0, 0, 0),
        lambda: engine.step(state, 0),
        lambda: engine.resume(state),
        lambda: engine.call(state, 0),
        lambda: engine.mask(state, np.zeros(70, np.bool_)),
        lambda: engine.observe(state, 0, np.zeros(1, np.float32)),
        lambda: engine.clone(state),
        lambda: engine.copy_loop(state, 1),
        lambda: engine.rewards(state),
        lambda: engine.potential(state, 0),
        lambda: engine.resample(state, 0, 1),
    ]
    for call in calls:
        with pytest.raises(TypeError, match=f"expected a state of this game with {head.HEAD.dtype.itemsize} bytes"):
            call()
