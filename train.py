"""Train an agent with MaskablePPO, compare it with random and scripted players, and write all to ``runs/<name>``.

    python train.py                                       the default experiment: 5 minutes on 2 cores
    python train.py --options.seats 3 --run trio          another one, by arguments
    python train.py --config runs/trio/config.yaml        the same again
    python train.py --run trio --resume                   go on with one that was interrupted
    python train.py --config configs/selfplay.yaml        one seat beside its own past selves
    python train.py --config configs/fictitious.yaml      a best response to teams that are trained before
    python train.py --config configs/alternating.yaml     team and monsters in turns

``runs/<name>`` gets ``policy.zip`` (the agent ``runs/<name>/policy.zip`` of ``python -m agents.evaluate``),
``config.yaml`` (every setting), ``curve.jsonl`` and ``curve.png`` (the learning curve), ``evaluation.jsonl`` (every
game of the evaluation) and ``tensorboard/``; with a pool of past selves ``pool/``, with fictitious co-play a run in
``partners/`` for each team. In mode ``alternating`` the team is ``policy.zip`` and the monsters are ``monsters.zip``,
and their other files begin with ``monsters-``.
"""

from __future__ import annotations

import itertools
import shutil
import sys
from collections.abc import Callable, Sequence

from rich.console import Console

import envs
from agents.config import Command, Config, parse_command, write_config
from agents.evaluate import evaluate
from agents.report import results_table
from agents.results import write_results
from agents.seeds import evaluation_seeds
from envs.core.errors import DerelictError


def run(command: Command, console: Console) -> bool:
    """Train what the command asks for; returns False if the user stopped it."""
    from agents import learner as learning  # it imports torch, which takes seconds

    # Whatever is wrong with the input shows here, before a file is touched or a process is started.
    config, folder = command.config, command.folder
    game = envs.load(config.game, **config.options)
    train = engine(config)
    learning.check(config, game, folder, resume=command.resume, overwrite=command.overwrite)

    # Fictitious co-play trains some teams before, in folders of their own; then comes the run itself.
    stages = learning.stages(command, game)
    if len(stages) > 1 and not command.resume:
        open_folder(command)
    for number, stage in enumerate(stages[:-1], 1):
        console.print(f"training partner {number} of {len(stages) - 1}, to {stage.folder}")
        if not train(stage, console):
            return False
    return train(stages[-1], console)


def train_here(command: Command, console: Console) -> bool:
    """Train by the engine ``sb3`` until the budget is spent; returns False if the user stopped it.

    The policy is saved either way.
    """
    from agents import learner as learning
    from agents import training

    # The game, its players, the model. A damaged policy from which to go on shows here.
    config, folder = command.config, command.folder
    game = envs.load(config.game, **config.options)
    learners = learning.make_learners(config, game, folder)
    seconds = learning.begin(learners, resume=command.resume)
    open_folder(command)
    for learner in learners:
        learner.open()
    console.print(
        f"{game!r}: {game.observation_size} floats, {game.num_actions} actions; {config.n_envs} games at a time on "
        f"{learners[0].model.device}, to {folder}"
    )

    # The loop: whose turn it is plays n_steps in every game and learns from them; now and then all is saved.
    budget = training.Budget(config.total_steps, config.time_limit_s, seconds)
    saved = budget.elapsed
    with training.Interrupt().watched() as interrupt, training.Display(console).shown() as display:
        while not budget.spent(learning.total_steps(learners)) and not interrupt.requested:
            learner = learning.whose_turn(config, learners)
            line = learner.learn(budget)
            learner.snapshot(now=learning.whose_turn(config, learners) is not learner)
            display.update(budget, learning.total_steps(learners), line)
            if budget.elapsed - saved > config.save_every_s:
                learning.save(learners, budget.elapsed)
                saved = budget.elapsed
        learning.save(learners, budget.elapsed)

    for learner in learners:
        learner.venv.close()
        learner.plot()
    what = "stopped at" if interrupt.requested else "trained"
    console.print(
        f"{what} {learning.total_steps(learners):,} steps after {budget.elapsed:.0f} s, saved "
        + ", ".join(str(learner.policy) for learner in learners)
    )
    return not interrupt.requested


def open_folder(command: Command) -> None:
    """Make the folder of a run, or go on with it, and write its config."""
    folder = command.folder
    if command.overwrite and folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=command.resume)
    write_config(folder / "config.yaml", command.config)


def engine(config: Config) -> Callable[[Command, Console], bool]:
    """The function that trains; raises `OptionError` for a config that its engine cannot run."""
    if config.engine == "rllib":
        from agents import rllib  # it imports Ray, which takes seconds

        rllib.check(config)
        return rllib.train
    return train_here


def compare(command: Command, console: Console) -> None:
    """Play the evaluation games, print their table and write every game down."""
    from agents import population

    config, folder = command.config, command.folder
    game = envs.load(config.game, **config.options)
    seeds = evaluation_seeds(game, config.evaluation.games, config.evaluation.first_seed)
    bar = console if console.is_terminal else None
    results = {}
    for name, lines in population.line_ups(config, game, folder).items():
        # The seeds are dealt to the line-ups in turn, so that all agents meet the same partners in the same games.
        dealt = [(line, seeds[number :: len(lines)]) for number, line in enumerate(lines[: len(seeds)])]
        games = [
            evaluate(game, {name: line}, some, max_cycles=config.evaluation.max_cycles, console=bar)[name]
            for line, some in dealt
        ]
        results[name] = population.in_order(itertools.chain.from_iterable(games))
    learner = config.learner_seats(game.hero_seats)
    rows = {name: (games, learner) for name, games in results.items()}
    console.print(results_table(f"{game!r}, seeds {seeds[0]} to {seeds[-1]}", rows))
    write_results(folder / "evaluation.jsonl", game, [r for games in results.values() for r in games])
    console.print(f"learning curve: {folder / 'curve.png'}; every game: {folder / 'evaluation.jsonl'}")


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code: 0 done, 2 a mistake in the input, 130 stopped by the user."""
    console = Console()
    try:
        command = parse_command(arguments)
        if not run(command, console):
            console.print(f"go on with:\n    python train.py --run {command.folder.name} --resume")
            return 130
        if command.config.evaluation.games:
            compare(command, console)
    except DerelictError as error:
        print(f"train.py: error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped; --resume goes on from the last saved policy", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
