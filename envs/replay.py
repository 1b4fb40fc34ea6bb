"""Replays: a game as the options, seeds and actions that make it again, exactly. One line of JSON."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import envs
from envs.core.errors import DerelictError, IllegalAction, OptionError, ReplayError

if TYPE_CHECKING:
    from envs.core.game import Game, State

__all__ = ["Recorder", "Replay"]

FORMAT = 1


@dataclass(frozen=True)
class Replay:
    """A recorded game, finished or not.

    Args:
        game: name of the game.
        version: version of its environment.
        options: its options.
        content: hash of its content.
        seed: seed of the game.
        actions: ids, in order.
        outcome: reason code after the last action; ``"running"`` if the game was not finished.
        state: hash of the state after the last action.
        layout_seed, play_seed: in place of `seed`, see `envs.core.game.Game.new`.
    """

    game: str
    version: int
    options: dict[str, Any]
    content: str
    seed: int
    actions: tuple[int, ...]
    outcome: str
    state: str
    layout_seed: int | None = None
    play_seed: int | None = None

    @classmethod
    def of(
        cls,
        game: Game,
        state: State,
        actions: Sequence[int],
        *,
        seed: int,
        layout_seed: int | None = None,
        play_seed: int | None = None,
    ) -> Replay:
        """The replay of a game that was played with `actions` from its seeds to `state`."""
        return cls(
            game.name, game.version, game.config(), game.content_hash, int(seed), tuple(map(int, actions)),
            game.outcome(state).reason, _digest(state), layout_seed, play_seed,
        )  # fmt: skip

    # -- files -----------------------------------------------------------------------------------------------

    def to_line(self) -> str:
        """The replay as one line of JSON, without the line break."""
        data = {"format": FORMAT, **asdict(self), "actions": list(self.actions)}
        return json.dumps({**data, "check": _check(data)}, separators=(",", ":"))

    @classmethod
    def from_line(cls, line: str, where: str = "replay") -> Replay:
        """Read a line of `to_line`; raises `ReplayError` if it is damaged. `where` names it in the message."""
        try:
            data = json.loads(line)
        except json.JSONDecodeError as error:
            raise ReplayError(
                f"{where} is damaged: not a whole line of JSON ({error}); the file was cut off or changed"
            ) from None
        if not isinstance(data, dict) or "format" not in data:
            raise ReplayError(f"{where} is no replay: expected one JSON object with the key 'format'")
        if data["format"] != FORMAT:
            raise ReplayError(
                f"{where} has the replay format {data['format']!r}, this version of Derelict reads format {FORMAT}"
            )
        check = data.pop("check", None)
        if check != _check(data):
            raise ReplayError(
                f"{where} is damaged: its check sum does not fit; the file was changed after it was saved"
            )
        del data["format"]
        try:
            return cls(**{**data, "actions": tuple(data["actions"])})
        except (TypeError, KeyError) as error:
            raise ReplayError(f"{where} is damaged: {error}") from None

    def save(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> Path:
        """Write the replay to a file, whole or not at all.

        Raises:
            ReplayError: the file exists and `overwrite` is not given, or it cannot be written.
        """
        target = Path(path)
        if target.exists() and not overwrite:
            raise ReplayError(f"{target} exists and is left as it is; choose another name or allow overwriting it")
        part = target.with_name(f"{target.name}.{os.getpid()}.part")
        try:
            with part.open("w", encoding="utf-8") as file:
                file.write(self.to_line() + "\n")
                file.flush()
                os.fsync(file.fileno())
            part.replace(target)
        except OSError as error:
            part.unlink(missing_ok=True)
            raise ReplayError(f"{target} cannot be written: {error.strerror}") from error
        return target

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Replay:
        """Read a file of `save`; raises `ReplayError` if there is none or it is damaged."""
        source = Path(path)
        try:
            text = source.read_text(encoding="utf-8")
        except OSError as error:
            raise ReplayError(f"{source} cannot be read: {error.strerror}") from error
        except UnicodeDecodeError:
            raise ReplayError(f"{source} is no replay: it is not a text file") from None
        if not text.strip():
            raise ReplayError(f"{source} is empty; expected one line of JSON")
        return cls.from_line(text, str(source))

    # -- playing it again ------------------------------------------------------------------------------------

    def open(self, game: Game | None = None) -> Game:
        """The game that was played.

        Args:
            game: take this configured game instead of loading it by name.

        Raises:
            ReplayError: the game here has another version, other options or other content.
        """
        if game is None:
            try:
                game = envs.load(self.game, **self.options)
            except OptionError as error:
                raise ReplayError(
                    f"the replay of {self.game} v{self.version} does not fit this installation: {error}"
                ) from error
        for what, mine, other in (
            ("of the game", self.game, game.name),
            ("of version", self.version, game.version),
            ("with the options", self.options, game.config()),
            ("with the content", self.content, game.content_hash),
        ):
            if mine != other:
                raise ReplayError(
                    f"the replay is {what} {mine!r}, but the game here is {what} {other!r}; "
                    "play it with the installation that made it"
                )
        return game

    def states(self, game: Game | None = None) -> Iterator[State]:
        """The state before each action, then the last one: ``len(actions) + 1`` in all.

        It is one state, stepped in place: clone what you keep.
        """
        game = self.open(game)
        state = game.new(self.seed, layout_seed=self.layout_seed, play_seed=self.play_seed)
        yield state
        for number, action in enumerate(self.actions):
            try:
                game.step(state, action)
            except (IllegalAction, DerelictError) as error:
                raise ReplayError(
                    f"the replay of {self.game} cannot be played on: action {number} of {len(self.actions)} is refused "
                    f"({error})"
                ) from error
            yield state

    def at(self, actions: int, game: Game | None = None) -> State:
        """The state after so many actions; negative numbers count from the end (-1: after the last one)."""
        wanted = actions if actions >= 0 else len(self.actions) + 1 + actions
        if not 0 <= wanted <= len(self.actions):
            raise ReplayError(f"the replay has {len(self.actions)} actions, so it has no point {actions}")
        for number, state in enumerate(self.states(game)):
            if number == wanted:
                return state
        raise AssertionError("states() gives one state more than there are actions")

    def verify(self, game: Game | None = None) -> State:
        """Play the whole replay and return the last state.

        Raises:
            ReplayError: it does not fit this game, an action is refused, or the end is not the recorded one.
        """
        game = self.open(game)
        state = self.at(-1, game)
        reason = game.outcome(state).reason
        if reason != self.outcome:
            raise ReplayError(f"the replay ends with {reason!r} here, but was recorded with {self.outcome!r}")
        if _digest(state) != self.state:
            raise ReplayError(
                "the replay ends in another state here than it was recorded with; the rules have changed without a new "
                "version of the game"
            )
        return state


class Recorder:
    """Plays a game and keeps what a replay needs.

    Args:
        game: the configured game.
        seed, layout_seed, play_seed: see `envs.core.game.Game.new`.

    Attributes:
        state: the state now. Step it through the recorder only.
    """

    def __init__(
        self, game: Game, seed: int = 0, *, layout_seed: int | None = None, play_seed: int | None = None
    ) -> None:
        self.game = game
        self._seeds = {"seed": seed, "layout_seed": layout_seed, "play_seed": play_seed}
        self.state = game.new(seed, layout_seed=layout_seed, play_seed=play_seed)
        self.actions: list[int] = []

    def step(self, action: int) -> None:
        """Play an action; raises `IllegalAction` and records nothing if it is not legal."""
        self.game.step(self.state, action)
        self.actions.append(int(action))

    def replay(self) -> Replay:
        """The game so far."""
        return Replay.of(self.game, self.state, self.actions, **self._seeds)  # type: ignore[arg-type]


def _digest(state: State) -> str:
    return hashlib.sha256(state.tobytes()).hexdigest()[:16]


def _check(data: dict[str, Any]) -> str:
    """Check sum of the content of a line, independent of the order of its keys."""
    return hashlib.sha256(json.dumps(data, separators=(",", ":"), sort_keys=True).encode()).hexdigest()[:16]
