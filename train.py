"""Train an agent with MaskablePPO, compare it with random and scripted players, and write all to ``runs/<name>``.

    python train.py                                       the default experiment: 5 minutes on 2 cores
    python train.py --options.seats 3 --run trio          another one, by arguments
    python train.py --config runs/trio/config.yaml        the same again
    python train.py --run trio --resume                   go on with one that was interrupted

``runs/<name>`` gets ``policy.zip`` (the agent ``runs/<name>/policy.zip`` of ``python -m agents.evaluate``),
``config.yaml`` (every setting), ``curve.jsonl`` and ``curve.png`` (the learning curve), ``evaluation.jsonl`` (every
game of the evaluation) and ``tensorboard/``.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Sequence

from rich.console import Console

import envs
from agents.config import Command, parse_command, write_config
from agents.curves import read_curve
from agents.evaluate import evaluate
from agents.report import plot_learning_curve, results_table
from agents.results import write_results
from agents.seeds import evaluation_seeds
from envs.core.errors import DerelictError


def train(command: Command, console: Console) -> bool:
    """Train until the budget is spent; returns False if the user stopped it. The policy is saved either way."""
    from agents import training  # it imports torch, which takes seconds

    # The game, its players, the model. Whatever is wrong with the input shows here, before a file is touched.
    config, folder = command.config, command.folder
    policy, curve_file = folder / "policy.zip", folder / "curve.jsonl"
    game = envs.load(config.game, **config.options)
    training.line_ups(config, game, policy)
    venv = training.make_env(config, game)
    model = training.make_model(config, venv)
    seconds = training.restore(policy, model, venv, config) if command.resume and policy.exists() else 0.0

    # The folder of the run.
    if command.overwrite and folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=command.resume)
    write_config(folder / "config.yaml", config)
    curve = read_curve(curve_file, model.num_timesteps)
    curve_file.write_text("".join(json.dumps(line) + "\n" for line in curve), encoding="utf-8")
    training.log_to_tensorboard(model, folder / "tensorboard")
    console.print(
        f"{game!r}: {game.observation_size} floats, {game.num_actions} actions; {config.n_envs} games at a time on "
        f"{model.device}, to {folder}"
    )

    # The loop: play n_steps in every game, learn from them, note how it went, save now and then.
    budget = training.Budget(config.total_steps, config.time_limit_s, seconds)
    games = training.GameStatistics(curve[-1]["games"] if curve else 0)
    saved = budget.elapsed
    with (
        training.Interrupt().watched() as interrupt,
        training.Display(console).shown() as display,
        curve_file.open("a", encoding="utf-8") as log,
    ):
        while not budget.spent(model.num_timesteps) and not interrupt.requested:
            model.learn(config.n_envs * config.n_steps, callback=games, reset_num_timesteps=False)
            took = budget.note_update()
            line = {
                "steps": model.num_timesteps,
                "seconds": round(budget.elapsed, 3),
                "steps_per_s": round(config.n_envs * config.n_steps / took, 1),
                "games": games.games,
                **games.means(),
            }
            curve.append(line)
            log.write(json.dumps(line) + "\n")
            log.flush()
            display.update(budget, line)
            if budget.elapsed - saved > config.save_every_s:
                training.save(policy, model, config, game, budget.elapsed)
                saved = budget.elapsed
        training.save(policy, model, config, game, budget.elapsed)
    venv.close()
    plot_learning_curve(folder / "curve.png", curve, f"{game!r}, reward {config.reward}")
    if interrupt.requested:
        console.print(
            f"stopped at {model.num_timesteps:,} steps and saved {policy}. Go on with:\n"
            f"    python train.py --run {folder.name} --resume"
        )
        return False
    console.print(f"trained {model.num_timesteps:,} steps in {budget.elapsed:.0f} s, saved {policy}")
    return True


def compare(command: Command, console: Console) -> None:
    """Play the evaluation games, print their table and write every game down."""
    from agents import training

    config, folder = command.config, command.folder
    game = envs.load(config.game, **config.options)
    seeds = evaluation_seeds(game, config.evaluation.games, config.evaluation.first_seed)
    lines = training.line_ups(config, game, folder / "policy.zip")
    results = evaluate(game, lines, seeds, max_cycles=config.evaluation.max_cycles, console=console)
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
        if not train(command, console):
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
