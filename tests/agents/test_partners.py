"""The held-out partners: that they are what was frozen, and how that fails."""

import json
import shutil
import warnings

import numpy as np
import pytest
import yaml

import envs
from agents import crossplay, learner, partners, scripted, spec
from agents.config import validate
from agents.learned import Learned, PolicyError
from agents.partners import PartnerError
from agents.partners.__main__ import main
from envs.core.errors import OptionError
from tests.agents.common import save_policy

SHIPPED = partners.FOLDER


@pytest.fixture(scope="module")
def game():
    return envs.load("lifeboat", seats=2)


@pytest.fixture(scope="module")
def policy(tmp_path_factory):
    return save_policy(tmp_path_factory.mktemp("policy"))


@pytest.fixture
def folder(game, tmp_path, monkeypatch):
    """A set of its own for Lifeboat, whose only style is random play."""
    monkeypatch.setattr(partners, "FOLDER", tmp_path / "set")
    (tmp_path / "set").mkdir()
    partners.write_manifest(
        partners.Manifest(game="lifeboat", env_version=game.version, content_hash=game.content_hash,
                          options={"seats": 2}, partners=[])
    )  # fmt: skip
    return tmp_path / "set" / "lifeboat"


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# -- the set of the suite ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", envs.GAMES)
def test_the_set_is_what_was_frozen(name):
    """After a change of the scripted players: python -m agents.partners freeze GAME."""
    assert partners.check(name) == []


@pytest.mark.parametrize("name", envs.GAMES)
def test_the_held_out_styles_and_two_policies_are_in_the_set(name):
    manifest = partners.read_manifest(name)
    assert [p.spec for p in manifest.partners if p.kind == "scripted"] == [
        f"scripted:{s}" for s in scripted.held_out(name)
    ]
    assert sum(p.kind == "learned" for p in manifest.partners) >= 2
    shipped = {p.name for p in (SHIPPED / name).glob("*.zip")}
    assert shipped == {p.file for p in manifest.partners if p.file}, "no file that nobody names"


def test_the_policies_are_small():
    sizes = [path.stat().st_size for path in SHIPPED.rglob("*.zip")]
    assert max(sizes) <= partners.LARGEST
    assert sum(sizes) < 1_000_000


@pytest.mark.parametrize("name", envs.GAMES)
def test_each_partner_plays(name):
    game = envs.load(name, **partners.read_manifest(name).options)
    for given in partners.specs_of(name):
        agent = spec.make(given, game)
        assert agent.spec == given


# -- hashes --------------------------------------------------------------------------------------------------------


def test_a_changed_file_is_refused(game, folder, policy):
    partners.add(policy, "net", "by a test")
    path = folder / "net.zip"
    spec.make("partner:net", game)
    path.write_bytes(path.read_bytes() + b"x")
    with pytest.raises(PartnerError, match=r"net\.zip: partner 'net' has the hash .* the manifest froze .*restore"):
        spec.make("partner:net", game)
    path.unlink()
    with pytest.raises(PartnerError, match=r"net\.zip: the policy of partner 'net' is missing"):
        spec.make("partner:net", game)


def test_a_changed_behaviour_is_found(monkeypatch, tmp_path):
    """Another style under a frozen name."""
    shutil.copytree(SHIPPED / "enormity", tmp_path / "enormity")
    monkeypatch.setattr(partners, "FOLDER", tmp_path)
    path = tmp_path / "enormity" / "manifest.yaml"
    values = yaml.safe_load(path.read_text())
    values["partners"] = [p for p in values["partners"] if p.get("spec") in ("scripted:loner", "scripted:hunter")]
    values["partners"][1]["spec"] = "scripted:silent"
    path.write_text(yaml.safe_dump(values))
    (wrong,) = partners.check("enormity")
    assert wrong.startswith("enormity: hunter plays otherwise than when it was frozen")


def test_another_version_of_the_game_is_found(game, folder, monkeypatch):
    monkeypatch.setattr(type(game), "version", 7)
    (wrong,) = partners.check("lifeboat")
    assert wrong == f"lifeboat: the set was frozen for version {game.version - 7}, this is 7; train and freeze it anew"


# -- adding --------------------------------------------------------------------------------------------------------


def test_a_compact_policy_plays_as_before(game, folder, policy):
    partners.add(policy, "net", "by a test")
    path = folder / "net.zip"
    assert path.stat().st_size < policy.stat().st_size / 4
    old, new = Learned(policy, game), Learned(path, game)
    observations = np.random.default_rng(0).normal(size=(200, game.observation_size)).astype(np.float32)
    assert np.abs(old.logits(observations) - new.logits(observations)).max() < 0.01
    assert partners.compact(policy) == path.read_bytes(), "equal weights give equal bytes"
    assert partners.compact(path) == path.read_bytes()


def test_what_cannot_be_added_leaves_the_set_alone(game, folder, policy, tmp_path, monkeypatch):
    partners.add(policy, "net", "by a test")
    before = files(folder)
    damaged = tmp_path / "d.zip"
    damaged.write_bytes(policy.read_bytes()[:500])
    for path, name, error, message in (
        (policy, "net", OptionError, "there is a partner 'net' already"),
        (policy, "Not a name", OptionError, "of small letters, digits, _ and -, got 'Not a name'"),
        (damaged, "other", PolicyError, "d.zip"),
        (tmp_path / "no.zip", "other", PolicyError, "no such policy file"),
    ):
        with pytest.raises(error, match=message):
            partners.add(path, name, "by a test")
    monkeypatch.setattr(partners, "LARGEST", 100)
    with pytest.raises(OptionError, match=r"takes [\d,]+ bytes, 100 are allowed; train a smaller one"):
        partners.add(policy, "large", "by a test")
    assert files(folder) == before


def test_a_policy_for_another_version_is_not_added(game, folder, policy, monkeypatch):
    monkeypatch.setattr(type(game), "version", 7)
    with pytest.raises(PolicyError, match="version of the environment"):
        partners.add(policy, "net", "by a test")


# -- best responses ------------------------------------------------------------------------------------------------


def test_best_responses_are_kept_for_their_options_and_score(game, folder, policy):
    partners.add(policy, "net", "by a test")
    assert partners.record_best(game, "won", {"partner:net": (0.5, "a"), "random": (0.9, "b")},
                                {"partner:net": 10, "random": 10}) == 1  # fmt: skip
    assert partners.best_responses(game, "won") == {"partner:net": (0.5, "a")}
    assert partners.record_best(game, "won", {"partner:net": (0.4, "worse")}, {"partner:net": 10}) == 0
    assert partners.record_best(game, "won", {"partner:net": (0.6, "c")}, {"partner:net": 20}) == 1
    assert partners.best_responses(game, "won") == {"partner:net": (0.6, "c")}
    assert partners.best_responses(game, "return") == {}
    assert partners.best_responses(envs.load("lifeboat", seats=3), "won") == {}


def test_an_ego_among_held_out_partners(game, folder, policy, tmp_path, capsys):
    partners.add(policy, "net", "by a test")
    output = tmp_path / "r.jsonl"
    command = ["--game=lifeboat", "--ego", "random", f"{policy}:greedy", "--partners", "held-out", "--games=20"]
    assert crossplay.main([*command, f"--output={output}", "--format=json"]) == 0
    found = json.loads(capsys.readouterr().out)["egos"]
    scores = {ego: values["partners"]["partner:net"] for ego, values in found.items()}
    best = max(scores, key=lambda ego: scores[ego]["value"])
    value = scores[best]["value"]
    for ego, values in found.items():
        assert scores[ego]["best_response"] == best, "the best that is known is one of these"
        assert scores[ego]["share"] == pytest.approx(scores[ego]["value"] / value)
        assert values["iqm"]["value"] == pytest.approx(scores[ego]["share"])
    lines = [json.loads(line) for line in output.read_text().splitlines()]
    assert lines[0]["policies"] == {"partner:net": partners.read_manifest("lifeboat").partners[0].sha256[:16]}
    assert len(lines) == 2 * 2 * 20
    assert main(["best", str(output)]) == 0
    assert partners.best_responses(game, "won")["partner:net"] == (pytest.approx(value), best)
    other = next(ego for ego in scores if ego != best)
    capsys.readouterr()
    assert crossplay.main(["--game=lifeboat", "--ego", other, "--partners", "held-out", "--games=20",
                           "--format=markdown"]) == 0  # fmt: skip
    assert f"| {value:.3f} | {best} | {scores[other]['share']:.3f} |" in capsys.readouterr().out


# -- command line --------------------------------------------------------------------------------------------------


def test_the_command_line(folder, policy, capsys):
    assert main(["add", str(policy), "net", "--made", "by a test"]) == 0
    assert main(["list"]) == 0
    assert "partner:net" in capsys.readouterr().out
    assert main(["check"]) == 0
    (folder / "net.zip").write_bytes(b"")
    assert main(["check"]) == 1
    assert "lifeboat: net: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["freeze", "lifebot"], "no held-out partners for 'lifebot'"),
        (["freeze", "enormity", "seats"], "expected KEY=VALUE, got 'seats'"),
        (["freeze", "enormity", "seets=2"], "unknown option 'seets'; did you mean 'seats'"),
        (["best", "no.jsonl"], "there is no results file no.jsonl"),
        (["add", "no.zip", "x", "--made", "y"], "there is no such policy file"),
    ],
)
def test_bad_input(arguments, message, capsys):
    assert main(arguments) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("partner:lonner", "enormity: unknown partner 'lonner'; did you mean 'loner'"),
        ("partner", "enormity: unknown partner ''"),
    ],
)
def test_unknown_partners(name, message):
    with pytest.raises(OptionError, match=message):
        spec.make(name, envs.load("enormity"))


def test_a_game_without_partners(game):
    with pytest.raises(OptionError, match="no held-out partners for 'lifeboat'; games with some: enormity, machina"):
        spec.make("partner:x", game)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "is not YAML"),
        ("game: lifeboat", "env_version: Field required"),
        ("{game: lifeboat, env_version: 0, content_hash: a, options: {}, partners: [{name: a, kind: learned, made: x, "
         "sha256: " + 64 * "a" + "}]}", "a learned one has a file"),
    ],
)  # fmt: skip
def test_a_damaged_manifest(folder, text, message):
    (folder / "manifest.yaml").write_text(text)
    with pytest.raises(PartnerError, match=message):
        partners.read_manifest("lifeboat")


def test_training_keeps_apart_from_the_set():
    game = envs.load("enormity", seats=2)
    with pytest.raises(OptionError, match="partner:learned-ada is held out for evaluation"):
        partners.check_training_partner("partner:learned-ada", game)
    with pytest.warns(UserWarning, match="scripted:loner is held out"):
        partners.check_training_partner("scripted:loner", game)
    for spec_ in ("scripted", "scripted:bold", "random", "runs/x/policy.zip"):
        partners.check_training_partner(spec_, game)
    config = validate({"game": "enormity", "mode": "seat", "partners": ["partner:learned-ada"]}, "test")
    with pytest.raises(OptionError, match="held out"):
        learner.check(config, game, partners.FOLDER)


@pytest.mark.parametrize(
    ("mode", "entries", "population", "warns"),
    [
        ("team", ["scripted:hunter"], [], False),
        ("monsters", ["scripted:hunter"], [], True),
        ("seat", ["scripted", "scripted:hunter"], [], False),
        ("seat", ["scripted:hunter", "scripted"], [], True),
        ("seat", ["population", "scripted:hunter"], ["scripted:bold"], False),
        ("seat", ["population", "scripted"], ["scripted:hunter"], True),
        ("seat", ["scripted", "population"], ["scripted:hunter"], False),
    ],
)
def test_only_heroes_are_held_out(mode, entries, population, warns, tmp_path):
    options = {"seats": 2, "monsters": "agent"}
    game = envs.load("enormity", **options)
    config = validate(
        {"game": "enormity", "options": options, "mode": mode, "partners": entries, "population": population}, "test"
    )
    with pytest.warns(UserWarning, match="is held out") if warns else warnings.catch_warnings():
        if not warns:
            warnings.simplefilter("error")
        learner.check(config, game, tmp_path)


def test_held_out_styles_leave_styles_to_train_with():
    for name in envs.GAMES:
        assert 6 <= len(scripted.held_out(name)) < len(scripted.styles(name)) - 3
        assert next(iter(scripted.styles(name))) not in scripted.held_out(name), "the default is for training"
