"""Learning curves of several runs in one picture."""

from __future__ import annotations

import json

import numpy as np
import pytest
from PIL import Image

from agents import curves
from agents.config import Config, write_config
from envs.core.errors import OptionError


def make_run(folder, seed=0, returns=(0.1, 0.2), **config):
    folder.mkdir()
    write_config(folder / "config.yaml", Config(game="lifeboat", seed=seed, **config))
    lines = [{"steps": 1000 * i, "return": r, "won": r} for i, r in enumerate((None, *returns))]
    (folder / "curve.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return folder


def test_seeds_of_a_config_share_a_panel(tmp_path):
    folders = [
        make_run(tmp_path / "boat-s0"),
        make_run(tmp_path / "boat-s1", 1, (0.3,), total_steps=7, threads=1),
        make_run(tmp_path / "slow-s0", learning_rate=1e-5),
    ]
    found = curves.panels([curves.read_run(folder) for folder in folders])
    assert {title: list(lines) for title, lines in found.items()} == {"boat": ["seed 0", "seed 1"], "slow": ["seed 0"]}
    assert [u["return"] for u in found["boat"]["seed 1"]] == [None, 0.3]


def test_no_run_is_lost_by_its_name(tmp_path):
    for part in "ab":
        (tmp_path / part).mkdir()
    folders = [
        make_run(tmp_path / "a" / "x-s0"), make_run(tmp_path / "y"),
        make_run(tmp_path / "b" / "x-s0", gamma=0.5), make_run(tmp_path / "b" / "x", gamma=0.6),
    ]  # fmt: skip
    found = curves.panels([curves.read_run(folder) for folder in folders])
    assert {title: list(lines) for title, lines in found.items()} == {
        "x": ["seed 0", "seed 0 (2)"], "x (2)": ["seed 0"], "x (3)": ["seed 0"],
    }  # fmt: skip


def test_both_sides_of_an_alternating_run_have_a_panel(tmp_path):
    folders = [
        make_run(tmp_path / f"duel-s{seed}", seed, mode="alternating", alternate={"steps": 9}, pool={"every": 9})
        for seed in (0, 1)
    ]
    with pytest.raises(OptionError, match=r"there is no .*duel-s0.monsters-curve\.jsonl"):
        curves.read_runs(folders[0])
    for folder in folders:
        lines = [{"steps": 1000 * i, "return": -r, "won": r} for i, r in enumerate((0.1, 0.2))]
        (folder / "monsters-curve.jsonl").write_text(
            "".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8"
        )
    found = curves.panels([run for folder in folders for run in curves.read_runs(folder)])
    assert {title: list(lines) for title, lines in found.items()} == {
        "duel": ["seed 0", "seed 1"], "duel, monsters": ["seed 0", "seed 1"],
    }  # fmt: skip
    assert [u["return"] for u in found["duel"]["seed 0"]] == [None, 0.1, 0.2]
    assert [u["return"] for u in found["duel, monsters"]["seed 1"]] == [-0.1, -0.2]


def test_the_picture_shows_every_run(tmp_path, capsys):
    rising, falling = (make_run(tmp_path / f"a-s{i}", i, r) for i, r in enumerate([(0.1, 0.9), (0.9, 0.1)]))
    other = make_run(tmp_path / "b", gamma=0.9)
    pictures = []
    for runs in ([rising], [rising, falling], [rising, falling, other]):
        output = tmp_path / f"{len(runs)}.png"
        assert curves.main(["--runs", *map(str, runs), "--output", str(output)]) == 0
        pictures.append(np.asarray(Image.open(output).convert("RGB")))
    assert pictures[0].shape == pictures[1].shape
    assert (pictures[0] != pictures[1]).any()
    assert pictures[2].shape[1] == 2 * pictures[1].shape[1]
    assert "3.png: 3 runs" in capsys.readouterr().out


def test_what_a_crash_cut_off_is_left_out(tmp_path):
    folder = make_run(tmp_path / "cut")
    with (folder / "curve.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"steps": 3000, "ret')
    assert [u["steps"] for u in curves.read_run(folder).curve] == [0, 1000, 2000]
    assert [u["steps"] for u in curves.read_curve(folder / "curve.jsonl", 1000)] == [0, 1000]


def test_bad_input_names_the_file(tmp_path, capsys):
    good = make_run(tmp_path / "good")
    (tmp_path / "empty").mkdir()
    torn = make_run(tmp_path / "torn")
    (torn / "curve.jsonl").write_text('{"steps": 1, "return"', encoding="utf-8")
    lost = make_run(tmp_path / "lost")
    (lost / "config.yaml").unlink()
    output = tmp_path / "out.png"
    for folder, message in (
        (tmp_path / "empty", "empty is no run of train.py: there is no"),
        (torn, "curve.jsonl: expected lines of a learning curve, found none"),
        (lost, "there is no config"),
    ):
        assert curves.main(["--runs", str(good), str(folder), "--output", str(output)]) == 2
        assert message in capsys.readouterr().err
        assert not output.exists()
    assert curves.main(["--runs", str(good), "--output", str(tmp_path / "no" / "out.png")]) == 2
    assert "does not exist" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        curves.main(["--output", str(output)])
