"""The public checkers: our games pass, and each finds a planted fault and says where it is."""

from __future__ import annotations

import random
import time
from typing import ClassVar

import numpy as np
import pytest

from envs import testing
from envs.aec import DerelictAEC
from envs.core.errors import IllegalAction
from envs.core.game import Outcome
from envs.lifeboat.game import Lifeboat
from envs.testing import CheckFailed
from tests.faces.games import CONFIGS, config_id


@pytest.mark.parametrize("config", CONFIGS, ids=config_id)
def test_games_pass_all_checks(config):
    testing.check_game(config.load(brief=True), config.seeds, every=config.every)


def finds(check, game, message, *args, **kwargs):
    with pytest.raises(CheckFailed, match=message):
        check(game, *args, **kwargs)


# Each class below is Lifeboat with one fault.


class Endless(Lifeboat):
    def turn(self, state):
        seat = super().turn(state)
        return 0 if seat is None else seat

    def legal_actions(self, state):
        return super().legal_actions(state) or [0]

    def step(self, state, action):
        if super().turn(state) is not None:
            super().step(state, action)


def test_length_finds_a_game_that_does_not_end():
    finds(testing.check_length, Endless(), "still goes on after 300 decisions", (0,), 300)


class StillRunning(Lifeboat):
    def outcome(self, state):
        return Outcome("running", None, False, {})


class GreedyEnd(Lifeboat):
    def rewards(self, state):
        return [3 * reward for reward in super().rewards(state)]


class EarlyReward(Lifeboat):
    def rewards(self, state):
        return [0.5] * self.num_seats


class BitLeftOver(Lifeboat):
    def legal(self, state, seat=None):
        mask = super().legal(state, seat)
        if self.is_over(state) and not seat:
            mask[2] = True
        return mask


class WonThoughCut(Lifeboat):
    def outcome(self, state):
        outcome = super().outcome(state)
        return outcome if outcome.reason == "running" else outcome._replace(truncated=True, won=True)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (StillRunning, "the outcome's reason is 'running'"),
        (GreedyEnd, r"seat sailor_0: reward -?3.0 outside"),
        (EarlyReward, r"decision 0, seat sailor_0: reward 0.5 before the end"),
        (BitLeftOver, "the game is over, but 'search' is legal"),
        (WonThoughCut, "cut off"),
    ],
)
def test_ends_finds(game, message):
    finds(testing.check_ends, game(), message)


def test_ends_finds_agents_with_different_flags(monkeypatch):
    finish = DerelictAEC._finish

    def lopsided(self, terminated, info):
        finish(self, terminated, info)
        self.terminations["sailor_1"] = not terminated

    monkeypatch.setattr(DerelictAEC, "_finish", lopsided)
    finds(testing.check_ends, Lifeboat(), r"sailor_1 ends with .* expected")


def test_ends_finds_a_cut_that_is_called_an_end(monkeypatch):
    finish = DerelictAEC._finish
    monkeypatch.setattr(DerelictAEC, "_finish", lambda self, terminated, info: finish(self, True, info))
    finds(testing.check_ends, Lifeboat(), r"sailor_0 ends with .* = \(True, False\), expected \(False, True\)")


class LosesCards(Lifeboat):
    """Its own account is wrong from the tenth decision on."""

    def check_pieces(self, state):
        return ["deck: a card is missing"] if state["core"]["decisions"] >= 10 else []


def test_pieces_finds_a_lost_card():
    finds(testing.check_pieces, LosesCards(), "decision 10: deck: a card is missing")


class WideMask(Lifeboat):
    def legal(self, state, seat=None):
        mask = super().legal(state, seat)
        if mask.any():
            mask[~mask] |= np.arange(self.num_actions)[~mask] == self.actions.id("use_rum")
        return mask

    def legal_actions(self, state):
        return np.flatnonzero(super().legal(state)).tolist()


class NarrowMask(Lifeboat):
    def legal(self, state, seat=None):
        mask = super().legal(state, seat)
        mask[self.actions.id("bail")] = False
        return mask


class MaskForAll(Lifeboat):
    def legal(self, state, seat=None):
        return super().legal(state)


class CostlyRefusal(Lifeboat):
    def step(self, state, action):
        try:
            super().step(state, action)
        except IllegalAction:
            state["water"] += 1
            raise


class AskingTells(Lifeboat):
    def legal(self, state, seat=None):
        state["core"]["rng"][0] += 1
        return super().legal(state, seat)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (WideMask, "legal action 'use_rum' is refused"),
        (NarrowMask, r"action 1 \(bail\) is not in the mask, but succeeds"),
        (MaskForAll, "seat sailor_1: has a mask, while sailor_0 is asked"),
        (CostlyRefusal, "refusing action .* changed water"),
        (AskingTells, "asking for the mask changed the state"),
    ],
)
def test_masks_finds(game, message):
    finds(testing.check_masks, game(), message)


class SharedClone(Lifeboat):
    def clone(self, state):
        return state


class ForgetfulClone(Lifeboat):
    def clone(self, state):
        copy = super().clone(state)
        copy["distance"] = 0
        return copy


class ForgetfulSave(Lifeboat):
    def restore(self, data):
        state = super().restore(data)
        state["core"]["rng"] = 1
        return state


class Moody(Lifeboat):
    """Goes on by the object that plays it, not by the state."""

    def __init__(self, **options):
        super().__init__(**options)
        self.steps = 0

    def step(self, state, action):
        super().step(state, action)
        self.steps += 1
        state["core"]["rng"][1] += self.steps


class OtherOptions(Lifeboat):
    def __reduce__(self):
        return Lifeboat, ()


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (SharedClone, "stepping the clone changed the original"),
        (ForgetfulClone, "the clone differs in distance"),
        (ForgetfulSave, "the restored state differs in core.rng"),
        (Moody, "went on differently"),
    ],
)
def test_clone_finds(game, message):
    finds(testing.check_clone, game(), message)


def test_clone_finds_a_pickle_with_other_options():
    finds(testing.check_clone, OtherOptions(seats=3), "other options")


class LeakyObservation(Lifeboat):
    """Shows the top of the deck where the water stands."""

    def observe(self, state, seat, out=None):
        out = super().observe(state, seat, out)
        deck = state["deck"]
        out[self.block("water").start] = deck["cards"][deck["n"] - 1] / 3 if deck["n"] else 0
        return out


class LeakyText(Lifeboat):
    def text(self, state, seat=None):
        return f"{super().text(state, seat)}\nnext card: {state['deck']['cards'][0]}"


class LeakyMask(Lifeboat):
    def legal(self, state, seat=None):
        mask = super().legal(state, seat)
        if mask.any() and state["deck"]["cards"][0] == 1:
            mask[self.actions.id("wait")] = False
        return mask


class LeakyJson(Lifeboat):
    def to_json(self, state, seat=None):
        return {**super().to_json(state, seat), "deck": {"cards": state["deck"]["cards"].tolist()}}


class KnownDice(Lifeboat):
    def resample(self, state, seat, seed):
        other = super().resample(state, seat, seed)
        other["core"]["rng"] = state["core"]["rng"]
        return other


class OrderMatters(Lifeboat):
    """Shuffles what is hidden as it lies, so that the sample hangs on how it lay."""

    def resample(self, state, seat, seed):
        other = super().resample(state, seat, seed)
        deck = state["deck"]
        n = int(deck["n"])
        other["deck"]["cards"][:n] = np.roll(deck["cards"][:n], seed % max(n, 1))
        return other


class DealsTwice(Lifeboat):
    """What is drawn anew has another number of cards of a kind."""

    def check_pieces(self, state):
        deck = state["deck"]
        drawn = sum(int(row["hand"].sum()) for row in state["sailors"]) + int(deck["n"])
        return ["one card too many"] if state["core"]["seed"] == 0 and drawn else []


class HandsKept(Lifeboat):
    """Shows every hand to all: hands that are redrawn differ from the true ones."""

    def text(self, state, seat=None):
        return super().text(state, None)


class RuinsTheTruth(Lifeboat):
    def resample(self, state, seat, seed):
        self.engine.resample(state, seat, seed)
        return self.clone(state)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (LeakyObservation, r"seat sailor_0: hidden facts change the observation: block 'water' at \(0,\)"),
        (LeakyText, "hidden facts change the text: line .*next card"),
        (LeakyMask, "hidden facts change the mask: action 'wait'"),
        (LeakyJson, r"hidden facts change the JSON: deck.cards\[\d+\]"),
        (KnownDice, "future dice"),
        (HandsKept, "hidden facts change the text"),
        (DealsTwice, "resampling makes or loses pieces: one card too many"),
        (OrderMatters, "hangs on the hidden facts before, not on the seed only: deck"),
        (RuinsTheTruth, "resampling changed the true state"),
    ],
)
def test_leaks_finds(game, message):
    finds(testing.check_leaks, game(seats=3), message, every=1)


class GlobalDice(Lifeboat):
    def step(self, state, action):
        super().step(state, action)
        state["core"]["rng"][1] ^= np.uint64(random.getrandbits(8))


class HashOrder(Lifeboat):
    """Its text lists a set: equal within one process, not between two."""

    def text(self, state, seat=None):
        return ", ".join({"flare", "bucket", "rum", "oar", "sail"})


class ProcessClock(Lifeboat):
    STARTED: ClassVar[int] = time.time_ns()

    def observe(self, state, seat, out=None):
        out = super().observe(state, seat, out)
        out[0] = self.STARTED % 1000 / 1000
        return out


class SameGame(Lifeboat):
    def new(self, seed=0, **kwargs):
        return super().new(0, **kwargs)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (GlobalDice, r"decision [1-9]\d*: the state differs when played twice"),
        (HashOrder, "decision 0: the text differs in another process with PYTHONHASHSEED"),
        (ProcessClock, "decision 0: the observation differs in another process"),
        (SameGame, "all give the same game"),
    ],
)
def test_determinism_finds(game, message):
    finds(testing.check_determinism, game(), message)


def lossy_aec(game, seed, reward, max_cycles):
    """A learner that reads the rewards of the moment and so misses what it gets on others' turns (Tianshou #900)."""
    env = DerelictAEC(game, reward=reward, max_cycles=max_cycles)
    env.reset(seed=seed)
    totals = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        over = terminated or truncated
        env.step(None if over else testing.by_sight(seen["observation"], seen["action_mask"]))
        totals[agent] += env.rewards.get(agent, 0.0)
    return totals


def test_rewards_finds_a_face_that_loses_rewards_of_other_turns():
    finds(testing.check_rewards, Lifeboat(), "through the lossy face: sailor_.* got", faces={"lossy": lossy_aec})


class PaysTwice(Lifeboat):
    """Its reward at the end is given again whenever it is asked for a second time."""

    def __init__(self, **options):
        super().__init__(**options)
        self.asked = 0

    def rewards(self, state):
        rewards = super().rewards(state)
        self.asked += any(rewards)
        return [reward * self.asked for reward in rewards]


def test_rewards_finds_a_face_that_pays_more_than_the_game():
    finds(testing.check_rewards, PaysTwice(), "through the PettingZoo face", faces={"PettingZoo": testing.aec_rewards})


@pytest.mark.parametrize("reward", ["shaped", "progress"])
def test_rewards_finds_a_potential_that_is_not_taken_back(monkeypatch, reward):
    from envs.faces import RewardMeter

    start = RewardMeter.start

    def forgetful(self, state):
        start(self, state)
        self._before = self.nothing

    monkeypatch.setattr(RewardMeter, "start", forgetful)
    game = HeadStart()
    finds(testing.check_rewards, game, "through the (PettingZoo|Gymnasium) face", reward, faces=SCALAR_FACES)


class HeadStart(Lifeboat):
    """Its first potential is not 0."""

    def potential(self, state, seat):
        return 0.25 + 0.5 * super().potential(state, seat)


SCALAR_FACES = {"PettingZoo": testing.aec_rewards, "Gymnasium": testing.gym_rewards}
