"""Content packs of Enormity: YAML -> checked cards -> the read-only tables of the rules.

`envs.content` has the command line for packs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from envs.core.content import CardLine, Entry, Library, PackBase
from envs.core.content_schema import file_schema
from envs.enormity.build_tables import Build, Catalogue
from envs.enormity.cards import MODELS, Scenario
from envs.enormity.vocabulary import VOCABULARY

__all__ = ["FOLDER", "MODELS", "Catalogue", "Pack", "load_pack", "schema"]

FOLDER = Path(__file__).parent / "content"


class Pack(PackBase):
    """A checked content pack, see `PackBase`.

    Args:
        sections: its entries, as `read_pack` gives them.
        all_scenarios: check the cards of every scenario now; else those of a scenario when it is first played, which
            saves time with a pack that is known to be right.

    Attributes:
        sections: names of the sections.
    """

    def __init__(self, sections: Mapping[str, Mapping[str, Entry]], all_scenarios: bool = True):
        super().__init__(sections, MODELS)
        self.sections: Sequence[str] = tuple(sections)
        self._built: dict[str, Build] = {}
        for id_ in self.scenarios if all_scenarios else ():
            self._build(id_)

    def summary(self) -> Iterator[str]:
        """A line for each scenario: how many cards of each kind a run of it has."""
        for scenario in self.scenarios:
            counts = {kind.replace("_", " "): len(ids) for kind, ids in self.catalogue(scenario).ids.items() if ids}
            yield f"{scenario}: " + ", ".join(f"{number} {kind}" for kind, number in counts.items())

    def cards(self) -> Iterator[CardLine]:
        """Every card of the pack once, kind by kind, with the text of its effects."""
        catalogues = {scenario: self.catalogue(scenario) for scenario in self.scenarios}
        for kind in MODELS:
            if kind == "scenarios":
                for scenario in self.scenarios:
                    run: Scenario = self.forms(kind)[scenario]
                    yield CardLine(kind, scenario, run.title, run.story.strip())
                continue
            listed: set[str] = set()
            for catalogue in catalogues.values():
                rows = zip(*(getattr(catalogue, part).get(kind, ()) for part in ("ids", "names", "texts")), strict=True)
                for id_, name, text in rows:
                    if id_ not in listed:
                        listed.add(id_)
                        yield CardLine(kind, id_, name, text)
            for id_, form in self.forms(kind).items():
                if kind != "pack" and id_ not in listed:
                    yield CardLine(kind, id_, form.title, "In none of the scenarios.")

    def catalogue(self, scenario: str) -> Catalogue:
        """The cards of a scenario by number."""
        return self._build(scenario).catalogue

    def tables(self, scenario: str) -> NDArray[np.void]:
        """The tables of a scenario, with the fields of the options left at 0.

        Raises:
            OptionError: no such scenario in this pack.
        """
        return self._build(scenario).table.copy()

    def _build(self, scenario: str) -> Build:
        self.check_scenario(scenario)
        if scenario not in self._built:
            self._built[scenario] = Build(self, scenario)
        return self._built[scenario]


load_pack = Library(Pack, MODELS, FOLDER).load
"""See `envs.core.content.Library.load`."""


def schema() -> dict[str, Any]:
    """The JSON schema of a file of a pack, for editors."""
    return file_schema("Content of Enormity", MODELS, VOCABULARY)
