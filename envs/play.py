"""Play in the terminal: ``python -m envs.play GAME``.

A person picks named legal actions for one or more seats, agents play the rest. ``--replay FILE`` steps through a saved
game, ``--save FILE`` saves the one that is played.
"""

from __future__ import annotations

import argparse
import importlib
import secrets
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import yaml

import envs
from envs.core.errors import DerelictError, OptionError, near
from envs.core.game import Game, State
from envs.replay import Recorder, Replay
from envs.view import View

HELP = """Type an action's name or number. A part of a name is enough if it fits one action only.
  ?            this help and the legal actions
  board        draw the position again
  hint         what the scripted player would do
  save FILE    save the game so far
  quit         stop"""
COMMANDS = ("?", "help", "board", "hint", "save", "quit", "q")


def parser() -> argparse.ArgumentParser:
    """The command line."""
    p = argparse.ArgumentParser(prog="python -m envs.play", description=(__doc__ or "").split("\n\n")[0])
    p.add_argument("game", nargs="?", help=f"one of: {', '.join(envs.GAMES + envs.EXAMPLES)}")
    p.add_argument("--seats", type=int, help="number of hero seats")
    p.add_argument("--human", default="0", help="your seats, such as 0 or 0,1, or 'all' or 'none' (default: 0)")
    p.add_argument("--agents", help="who plays the other seats: an agent's name (default: scripted, else random)")
    p.add_argument("--content", metavar="PACK", help="play the cards of this content pack, a folder")
    p.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option; may be repeated")
    p.add_argument("--seed", type=int, help="seed of the game (default: a fresh one)")
    p.add_argument("--save", metavar="FILE", help="save the game there when it ends or you quit")
    p.add_argument("--replay", metavar="FILE", help="step through a saved game")
    p.add_argument("--quiet", action="store_true", help="draw the board only when you type 'board'")
    return p


def options_of(args: argparse.Namespace) -> dict[str, Any]:
    """Options of the game from the command line; values are read as YAML."""
    given: dict[str, Any] = {"seats": args.seats, "content": args.content}
    options = {name: value for name, value in given.items() if value is not None}
    for text in args.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"--option {text!r}: expected NAME=VALUE, such as --option monsters=agent")
        try:
            options[name] = yaml.safe_load(value)
        except yaml.YAMLError:
            raise OptionError(f"--option {text!r}: {value!r} is neither a word nor a number nor a [list]") from None
    return options


def human_seats(text: str, game: Game) -> set[int]:
    """The seats that a person plays."""
    if text in ("all", "none"):
        return set(range(game.num_seats)) if text == "all" else set()
    seats = set()
    for part in text.split(","):
        word = part.strip()
        if word in game.seats:
            seats.add(game.seats.index(word))
        elif word.isdigit() and int(word) < game.num_seats:
            seats.add(int(word))
        else:
            known = f"a seat from 0 to {game.num_seats - 1}, one of {', '.join(game.seats)}, 'all' or 'none'"
            raise OptionError(f"--human {word!r}: expected {known}")
    return seats


def agents_for(spec: str | None, game: Game, human: set[int], seed: int) -> dict[int, Any]:
    """The agents of the seats that no person plays; without a spec scripted ones, or random ones if there are none.

    `agents` stands above this package, so it is looked up by name and only here, where a player was asked for.
    """
    make: Callable[[str, Game], Any] = importlib.import_module("agents.spec").make
    if spec is None:
        spec = "scripted" if game.name in importlib.import_module("agents.scripted").games() else "random"
    found = {}
    for seat in range(game.num_seats):
        if seat not in human:
            agent = make(spec, game)
            agent.reset(seed + seat)
            found[seat] = agent
    return found


def pick(text: str, game: Game, legal: list[int]) -> int:
    """The legal action that a person means by a number, a name, or a part of one.

    Raises:
        OptionError: nothing fits, or more than one action does.
    """
    names = [game.actions[a] for a in legal]
    if text.isdecimal():
        if int(text) < len(legal):
            return legal[int(text)]
        raise OptionError(f"there is no action {text}; expected a number from 0 to {len(legal) - 1}, or a name")
    if text in names:
        return legal[names.index(text)]
    fitting = [a for a, name in zip(legal, names, strict=True) if text in name]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise OptionError(f"{text!r} fits {', '.join(game.actions[a] for a in fitting)}; type more of the name")
    raise OptionError(f"{text!r} is not legal now{near(text, names)}")


def menu(game: Game, state: State, legal: list[int]) -> str:
    """The legal actions, numbered, with what they mean."""
    return "\n".join(f"  {i:>3}  {game.describe(state, a)}" for i, a in enumerate(legal))


def asked_name(game: Game, state: State) -> str:
    """The name of the hero that is asked."""
    hero = game.hero(state)
    return "nobody" if hero is None else game.hero_name(hero)


def happened(game: Game, before: State, after: State) -> list[str]:
    """What everybody sees happen between two positions, if the game has words for it (``changes(before, after)``)."""
    tell: Callable[[State, State], list[str]] | None = getattr(game, "changes", None)
    return [] if tell is None else tell(before, after)


class Session:
    """One game at the terminal.

    Args:
        game: the configured game.
        human: seats that a person plays.
        agents: players of the other seats.
        seed: seed of the game.
        read: asks for a line of input.
        write: shows a line of output.
    """

    def __init__(
        self,
        game: Game,
        human: set[int],
        agents: dict[int, Any],
        seed: int,
        read: Callable[[str], str] = input,
        write: Callable[[str], None] = print,
    ):
        self.game, self.human, self.agents, self.read, self.write = game, human, agents, read, write
        self.recorder = Recorder(game, seed)
        self._hinter: Any = None

    @property
    def state(self) -> State:
        """The position now."""
        return self.recorder.state

    def run(self, quiet: bool = False) -> bool:
        """Play to the end; False if the person quits."""
        game = self.game
        while (seat := game.turn(self.state)) is not None:
            if seat in self.human:
                if not quiet:
                    self.write(game.text(self.state, seat))
                action = self._ask(seat)
                if action is None:
                    return False
            else:
                action = int(self.agents[seat].act(View.of(game, self.state, seat)))
            self.write(f"{asked_name(game, self.state)}: {game.describe(self.state, action)}")
            before = game.clone(self.state)
            self.recorder.step(action)
            for line in happened(game, before, self.state):
                self.write(f"    {line}")
        self.write(game.text(self.state))
        outcome = game.outcome(self.state)
        facts = ", ".join(f"{name} {value}" for name, value in outcome.detail.items())
        self.write(f"The game is over: {outcome.reason}. {facts}")
        return True

    def _ask(self, seat: int) -> int | None:
        """An action of the person at a seat, None to quit."""
        game = self.game
        legal = game.legal_actions(self.state)
        self.write(f"{asked_name(game, self.state)}, {game.choice_name(self.state).replace('_', ' ')} (? for help):")
        self.write(menu(game, self.state, legal))
        while True:
            try:
                text = self.read("> ").strip()
            except EOFError:
                return None
            word, _, rest = text.partition(" ")
            if word not in COMMANDS or text in game.actions:
                if text:
                    try:
                        return pick(text, game, legal)
                    except OptionError as error:
                        self.write(str(error))
            elif word in ("quit", "q"):
                return None
            elif word == "board":
                self.write(game.text(self.state, seat))
            elif word == "hint":
                self._hint(seat)
            elif word == "save":
                self._save(rest.strip())
            else:
                self.write(HELP)
                if legend := getattr(game, "LEGEND", ""):
                    self.write(legend)
                self.write(menu(game, self.state, legal))

    def _hint(self, seat: int) -> None:
        try:
            if self._hinter is None:
                self._hinter = importlib.import_module("agents.spec").make("scripted", self.game)
            action = int(self._hinter.act(View.of(self.game, self.state, seat)))
        except DerelictError as error:
            self.write(str(error))
        else:
            self.write(f"hint: {self.game.describe(self.state, action)}")

    def _save(self, name: str) -> None:
        if not name:
            self.write("save: name a file, such as: save game.json")
            return
        try:
            self.write(f"saved to {self.recorder.replay().save(name)}")
        except (DerelictError, OSError) as error:
            self.write(str(error))


def steps(replay: Replay, game: Game) -> Iterator[str]:
    """A saved game as text: the first position, then for each action what it was and did, and the position."""
    last: State | None = None
    for i, state in enumerate(replay.states(game)):
        lines = []
        if last is not None:
            action = replay.actions[i - 1]
            lines.append(f"[{i}/{len(replay.actions)}] {asked_name(game, last)}: {game.describe(last, action)}")
            lines += [f"    {line}" for line in happened(game, last, state)]
        yield "\n".join([*lines, game.text(state)])
        last = game.clone(state)


def show_replay(path: str, read: Callable[[str], str] | None = None, write: Callable[[str], None] = print) -> None:
    """Step through a saved game: Enter for the next action, a number for so many, ``end`` for the rest.

    Args:
        path: the file.
        read: asks for a line of input; ``None`` asks at a terminal and shows everything at once elsewhere.
        write: shows a line of output.
    """
    replay = Replay.load(path)
    game = replay.open()
    if read is None and sys.stdin.isatty():
        read = input
    left = 0 if read is not None else len(replay.actions) + 1
    for text in steps(replay, game):
        write(text)
        if left > 0 or read is None:
            left -= 1
            continue
        try:
            word = read("[Enter: next, number: so many, end: the rest, quit] ").strip()
        except EOFError:
            return
        if word in ("quit", "q"):
            return
        left = len(replay.actions) + 1 if word == "end" else int(word) - 1 if word.isdecimal() else 0
    write(f"outcome: {replay.outcome}")


def main(argv: list[str] | None = None) -> int:
    """The command line; returns the exit status."""
    args = parser().parse_args(argv)
    try:
        if args.replay:
            try:
                show_replay(args.replay)
            except KeyboardInterrupt:
                print()
            return 0
        if args.game is None:
            raise OptionError(f"name a game: {', '.join(envs.GAMES + envs.EXAMPLES)}")
        if args.save and Path(args.save).exists():
            raise OptionError(f"--save {args.save}: the file exists; name another one")
        game = envs.load(args.game, **options_of(args))
        human = human_seats(args.human, game)
        seed = secrets.randbits(32) if args.seed is None else args.seed
        session = Session(game, human, agents_for(args.agents, game, human, seed), seed)
        print(f"{game!r}, seed {seed}; you play {', '.join(game.seats[s] for s in sorted(human)) or 'no seat'}")
        try:
            session.run(args.quiet)
        except KeyboardInterrupt:
            print()
        if args.save:
            print(f"saved to {session.recorder.replay().save(args.save)}")
        return 0
    except (DerelictError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
