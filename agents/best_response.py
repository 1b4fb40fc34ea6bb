"""How near an ego comes to the best that is known with each partner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.match import score_of
from agents.results import check_world, load_results
from agents.statistics import Interval, bootstrap_mean, interquartile_mean, stratified_bootstrap
from envs.core.errors import OptionError
from envs.core.game import Game

__all__ = ["Response", "best_of_results", "response"]


class Response(NamedTuple):
    """An ego among held-out partners.

    Attributes:
        scores: partner -> mean score of the ego with it over seeds and the ego's seats, with its interval.
        best: partner -> the best score that is known with it, and whose it is.
        shares: partner -> score as a share of the best; `None` where the best is not above 0.
        iqm: interquartile mean of the shares over partners and the ego's seats, with its interval over the seeds.
    """

    scores: dict[str, Interval]
    best: dict[str, tuple[float, str]]
    shares: dict[str, float | None]
    iqm: Interval | None


def response(
    results: Mapping[str, NDArray[np.float64]], best: Mapping[str, tuple[float, str]], resamples: int = 2000
) -> Response:
    """Best-response-normalised scores of one ego.

    The interquartile mean is over the partners, as one is over tasks: the runs that the bootstrap draws are the seeds.

    Args:
        results: partner -> (games,) score of the ego on each seed, its seats averaged.
        best: partner -> best score that is known with it, and whose it is.
        resamples: number of bootstrap samples.

    Raises:
        OptionError: a partner without a known best response.
    """
    missing = [name for name in results if name not in best]
    if missing:
        raise OptionError(
            f"no best response is known for {', '.join(missing)}; give results with it as --responses FILE"
        )
    means = {name: bootstrap_mean(values) for name, values in results.items()}
    shares = {name: m.value / best[name][0] if best[name][0] > 0 else None for name, m in means.items()}
    useful = [name for name, share in shares.items() if share is not None]
    iqm = None
    if useful:
        table = np.stack([results[name] / best[name][0] for name in useful], 1)
        iqm = stratified_bootstrap(lambda t: interquartile_mean(t.mean(0)), table, resamples=resamples)
    return Response(means, {name: best[name] for name in results}, shares, iqm)


def best_of_results(
    game: Game, files: Sequence[Path], score: str
) -> tuple[dict[str, tuple[float, str]], dict[str, int]]:
    """By partner the best mean score in results of cross-play and whose it is, and the number of games behind it.

    A game counts for the pair (ego, partner) if all hero seats but at most one have the partner; the ego's seats are
    averaged.

    Raises:
        OptionError: the files are not of this game with these options, or of another version, see `check_world`.
    """
    played = load_results(files)
    check_world(played, game)
    values: dict[tuple[str, str], list[float]] = {}
    for one in played:
        heroes = one.heroes
        for partner in dict.fromkeys(heroes):
            if heroes.count(partner) >= len(heroes) - 1:
                ego = next((spec for spec in heroes if spec != partner), partner)
                values.setdefault((ego, partner), []).append(score_of(one.result, score, len(heroes)))
    best: dict[str, tuple[float, str]] = {}
    games = {}
    for (ego, partner), some in values.items():
        mean = float(np.mean(some))
        if mean > best.get(partner, (-np.inf, ""))[0]:
            best[partner], games[partner] = (mean, ego), len(some)
    return best, games
