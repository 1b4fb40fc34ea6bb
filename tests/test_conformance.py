from __future__ import annotations

from pathlib import Path

import pytest

from tests import conformance
from tests.conformance import ConformanceError, Mark, page, parse_catalogue, parse_marks, problems

CATALOGUE = """# Tiny: rules catalogue

## Rules

### MOV: movement

| id | rule | source section |
|---|---|---|
| TIN-MOV-01 | A unit moves. See TIN-MOV-02. | p. 1 |
| TIN-MOV-01-D | DECISION: by one space. | - |
| `TIN-MOV-02` | Units do not fly. | p. 1 |

## Worked examples

| no. | given | when | then | rules |
|---|---|---|---|---|
| E01 | a unit | it moves | it has moved | TIN-MOV-01 |

## Decisions

| id | decision |
|---|---|
| E02 | not an example |
"""


@pytest.fixture
def catalogue(tmp_path):
    path = tmp_path / "tiny.md"
    path.write_text(CATALOGUE, encoding="utf-8")
    return parse_catalogue(path)


def marks_of(tmp_path: Path, text: str) -> list[tuple[str, str]]:
    path = tmp_path / "test_tiny.py"
    path.write_text(text, encoding="utf-8")
    return [(mark.test, mark.rule) for mark in parse_marks(path, tmp_path)]


def test_ids_come_from_first_columns_with_their_system(catalogue):
    assert catalogue.systems == {"MOV": ["TIN-MOV-01", "TIN-MOV-01-D", "TIN-MOV-02"], "EX": ["TIN-EX-01"]}
    assert catalogue.title == "Tiny: rules catalogue"
    assert catalogue.headings == {"MOV": "MOV: movement", "EX": "Worked examples"}


def test_an_id_that_stands_twice_is_named_with_its_line(tmp_path):
    path = tmp_path / "twice.md"
    path.write_text("| TIN-MOV-01 | a |\n| TIN-MOV-01 | b |\n", encoding="utf-8")
    with pytest.raises(ConformanceError, match=r"twice\.md:2: TIN-MOV-01"):
        parse_catalogue(path)


def test_markers_of_functions_classes_parameters_modules_and_aliases(tmp_path):
    found = marks_of(
        tmp_path,
        """
import pytest
from pytest import mark
pytestmark = pytest.mark.rule("TIN-MOV-02")
shows = pytest.mark.rule

@pytest.mark.rule("TIN-MOV-01", "TIN-EX-01")
def test_one(): ...

@pytest.mark.parametrize("n", [1, pytest.param(2, marks=mark.rule("TIN-MOV-01-D"))])
def test_two(n): ...

@shows("TIN-MOV-01")
class TestThree:
    @shows("TIN-EX-01")
    def test_four(self): ...
""",
    )
    assert found == [
        ("", "TIN-MOV-02"),
        ("test_one", "TIN-MOV-01"),
        ("test_one", "TIN-EX-01"),
        ("test_two", "TIN-MOV-01-D"),
        ("TestThree", "TIN-MOV-01"),
        ("TestThree::test_four", "TIN-EX-01"),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("@pytest.mark.rule(RULE)\ndef test_a(): ...", "must be plain strings"),
        ('@pytest.mark.rule("TIN-MOV-01")\ndef helper(): ...', "helper, which is not a test"),
    ],
)
def test_markers_that_could_hide_something_are_refused(tmp_path, text, message):
    with pytest.raises(ConformanceError, match=message):
        marks_of(tmp_path, text)


def test_every_kind_of_problem_is_found(catalogue):
    marks = [Mark("tests/test_a.py", "test_a", "TIN-MOV-01", 3), Mark("tests/test_a.py", "test_b", "TIN-MOV-99", 7)]
    reasons = {"TIN-MOV-01": "too hard", "TIN-EX": "later", "TIN-FLY": "gone"}
    assert list(problems([catalogue], marks, reasons)) == [
        "tests/test_a.py:7: test_b names TIN-MOV-99, which no catalogue has",
        "REASONS says why TIN-MOV-01 is not covered, but a test names it; take the reason out",
        "REASONS names TIN-FLY, which no catalogue has",
        "TIN-MOV-01-D has no test; mark one with it or give a reason in REASONS",
        "TIN-MOV-02 has no test; mark one with it or give a reason in REASONS",
    ]


def test_the_page_lists_each_id_with_its_tests_or_the_reason(catalogue):
    marks = [
        Mark("tests/test_a.py", "test_a", "TIN-MOV-01", 3),
        Mark("tests/test_a.py", "test_b", "TIN-MOV-01", 9),
        Mark("tests/b/test_b.py", "", "TIN-MOV-01", 1),
    ]
    text = page([catalogue], marks, {"TIN-MOV": "later", "TIN-EX-01": "needs a unit"})
    assert "| [tiny](rules/tiny.md) | 4 | 1 | 3 |" in text
    assert "### MOV: movement (1 of 3)" in text
    assert (
        "| TIN-MOV-01 | [test_b.py](../tests/b/test_b.py): `all tests`; "
        "[test_a.py](../tests/test_a.py): `test_a`, `test_b` |" in text
    )
    assert "| TIN-MOV-01-D | not covered: later |" in text
    assert "| TIN-EX-01 | not covered: needs a unit |" in text


def test_check_fails_on_a_stale_page_and_writing_mends_it(tmp_path, monkeypatch, capsys):
    (tmp_path / "docs" / "rules").mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    (tmp_path / "docs" / "rules" / "tiny.md").write_text("# Tiny\n| TIN-MOV-01 | a |\n", encoding="utf-8")
    test = tmp_path / "tests" / "test_a.py"
    test.write_text('@pytest.mark.rule("TIN-MOV-01")\ndef test_a(): ...\n', encoding="utf-8")
    monkeypatch.setattr(conformance, "ROOT", tmp_path)
    monkeypatch.setattr(conformance, "PAGE", tmp_path / "docs" / "conformance.md")
    monkeypatch.setattr(conformance, "REASONS", {})
    monkeypatch.setattr(conformance, "collect", lambda collect=conformance.collect: collect(tmp_path))
    assert conformance.main(["--check"]) == 1
    assert "out of date" in capsys.readouterr().err
    assert not conformance.PAGE.exists()
    assert conformance.main([]) == 0
    assert conformance.main(["--check"]) == 0
    test.write_text(test.read_text(encoding="utf-8").replace("test_a", "test_b"), encoding="utf-8")
    assert conformance.main(["--check"]) == 1


def test_the_catalogues_of_the_project_can_be_read():
    catalogues, _ = conformance.collect()
    machina = next(c for c in catalogues if c.name == "machina_arcana")
    assert len(machina.ids) == 604
    assert machina.systems["MOV"][0] == "MAC-MOV-01"
    assert len(machina.systems["EX"]) == 30
