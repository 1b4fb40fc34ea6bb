from __future__ import annotations

import re

import pytest

import envs
from envs import docs
from envs.docs import DocsError, argument_docs, fill

ALL_GAMES = envs.GAMES + envs.EXAMPLES


def test_a_part_is_written_between_its_markers_and_the_rest_is_kept():
    page = "# By hand\n<!-- begin: a -->\nold\n<!-- end: a -->\nmore\n<!-- begin: b -->\n<!-- end: b -->\n"
    once = fill(page, {"a": "| new |", "b": "x"}, "page.md")
    assert once == (
        "# By hand\n<!-- begin: a -->\n| new |\n<!-- end: a -->\nmore\n<!-- begin: b -->\nx\n<!-- end: b -->\n"
    )
    assert fill(once, {"a": "| new |", "b": "x"}, "page.md") == once


@pytest.mark.parametrize(
    ("page", "message"),
    [
        ("<!-- begin: a -->\n", "expected one <!-- begin: a --> and then one <!-- end: a -->"),
        ("<!-- end: a -->\n<!-- begin: a -->\n", "expected one"),
        ("nothing\n", "expected one"),
        ("<!-- begin: a -->\n<!-- end: a -->\n<!-- begin: z -->\n<!-- end: z -->\n", "nothing is generated for .*z"),
    ],
)
def test_a_page_without_its_markers_is_refused(page, message):
    with pytest.raises(DocsError, match=f"page.md: {message}"):
        fill(page, {"a": "x"}, "page.md")


def test_arguments_are_read_from_a_docstring():
    assert argument_docs(
        """What it is.

        Args:
            one: the first,
                on two lines.
            two, three: the others.

        Raises:
            four: not an argument.
        """
    ) == {"one": "the first, on two lines.", "two": "the others.", "three": "the others."}


def test_strings_below_attributes_are_read():
    class Options:
        one: int = 1
        """The first, ``1``
        or more."""
        two: int = 2
        three: int = 3
        """The third."""

    assert docs.attribute_docs(Options) == {"one": "The first, `1` or more.", "three": "The third."}


def rows(table: str) -> list[list[str]]:
    """Cells of the rows of a Markdown table below its header."""
    lines = [line for line in table.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines[2:]]


@pytest.mark.parametrize("name", ALL_GAMES)
def test_tables_cover_the_game_without_gaps(name):
    game = docs.largest(name)
    for part, size in ((docs.observation(name), game.observation_size), (docs.actions(name), game.num_actions)):
        at = 0
        for first, *_, meaning in rows(part):
            low, _, high = first.partition(" to ")
            assert int(low) == at
            assert meaning
            at = int(high or low) + 1
        assert at == size


@pytest.mark.parametrize("name", ALL_GAMES)
def test_everything_has_a_meaning(name):
    found = {row[0].strip("`"): row for row in rows(docs.state(name))}
    assert {f.name for f in docs.game_class(name).record.fields} <= set(found)
    assert [field for field, row in found.items() if not row[-1]] == []
    assert [row[0] for row in rows(docs.options(name)) if not row[-1]] == []


@pytest.mark.parametrize("name", ALL_GAMES)
def test_the_end_reasons_are_those_that_random_games_show(name):
    listed = {row[0].strip("`") for row in rows(docs.reasons(name))}
    for seats in docs.seat_counts(name):
        game = envs.load(name, seats=seats)
        batch = game.batch(64, seed=seats, autoreset=False)
        words = batch.seeds.copy()
        running = ~batch.done
        while running.any():
            batch.step(batch.random_actions(words), running)
            running &= ~batch.done
        assert {game.outcome(state).reason for state in batch.states} <= listed


def test_fields_of_a_struct_are_listed_with_their_widths():
    sailors = next(row for row in rows(docs.observation("lifeboat")) if row[1] == "`sailors`")
    assert sailors[2] == "4x8"
    assert sailors[3].endswith("(health, cards, secret 3, hand 3)")


def test_a_version_without_history_is_refused(monkeypatch):
    monkeypatch.setattr(docs.game_class("lifeboat"), "version", 7)
    with pytest.raises(DocsError, match="HISTORY says nothing of it"):
        docs.history("lifeboat")


def test_check_finds_a_stale_page_and_writing_mends_it(tmp_path, monkeypatch, capsys):
    (tmp_path / "docs" / "games").mkdir(parents=True)
    (tmp_path / "README.md").write_text("<!-- begin: games -->\n<!-- end: games -->\n", encoding="utf-8")
    monkeypatch.setattr(envs, "GAMES", ())
    monkeypatch.setattr(docs, "ROOT", tmp_path)
    monkeypatch.setattr(docs, "pages", lambda pages=docs.pages: pages(tmp_path))
    page = tmp_path / "docs" / "games" / "lifeboat.md"
    assert docs.main(["--check"]) == 1
    assert "docs/games/lifeboat.md" in capsys.readouterr().err
    assert not page.exists()
    assert docs.main([]) == 0
    assert docs.main(["--check"]) == 0
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("| `bail` |", "| `bale` |") + "\nBy hand.\n", encoding="utf-8")
    assert docs.main(["--check"]) == 1
    assert docs.main([]) == 0
    assert page.read_text(encoding="utf-8") == text + "\nBy hand.\n"
