"""The notebook of the examples is run by a kernel, and its outputs are looked at."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import nbformat
import pandas
import pytest
from nbclient import NotebookClient

from tests.core.picture.reading import Seen

FILE = Path(__file__).parents[2] / "examples" / "notebook.ipynb"
LONGEST_CELL = 300  # seconds: the first run compiles the rules and two searches
COMPILING = "plyground: compiling "

Outputs = dict[str, Any]
"""By the name of a cell: its outputs by their types, and what it printed under `print`."""


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> Outputs:
    notebook = nbformat.read(FILE, as_version=4)
    folder = str(tmp_path_factory.mktemp("notebook"))
    client = NotebookClient(notebook, timeout=LONGEST_CELL, resources={"metadata": {"path": folder}})
    with pytest.MonkeyPatch.context() as patch:
        for place in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
            patch.setenv(place, folder)  # nothing of the user's own is read or written
        client.execute()
    return {cell.id: outputs_of(cell) for cell in notebook.cells if cell.cell_type == "code"}


def outputs_of(cell: Any) -> dict[str, str]:
    found: dict[str, str] = {}
    for output in cell.outputs:
        if output.output_type == "stream":
            lines = [line for line in output.text.splitlines() if not line.startswith(COMPILING)]
            assert output.name == "stdout" or not lines, f"{cell.id} warns: {output.text}"
            found["print"] = "\n".join([found.get("print", ""), *lines]).strip()
        else:
            found |= output.data
    return found


def frame_of(output: dict[str, str]) -> pandas.DataFrame:
    """Read the table that a notebook shows of a dataframe, without its index."""
    rows = re.findall(r"<tr.*?>(.*?)</tr>", output["text/html"], re.DOTALL)
    head, *body = [re.findall(r"<t[hd].*?>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
    return pandas.DataFrame([row[1:] for row in body], columns=head[1:])


def test_it_is_kept_without_outputs() -> None:
    """What a run adds would change with every machine, and hide what a person has changed."""
    notebook = nbformat.read(FILE, as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert len(code) > 10
    assert [cell.id for cell in code if cell.outputs or cell.execution_count is not None] == []
    assert FILE.read_text(encoding="utf-8").count("\n") < 1000


def test_boards_are_shown_with_all_their_pieces(outputs: Outputs) -> None:
    start, moved = (Seen(outputs[name]["image/svg+xml"]) for name in ("start", "moves"))
    assert start.counts() == Counter(b=10, w=10)
    assert start.caption == ["black to move"]
    assert moved.counts() == Counter(b=9, w=10)
    assert moved.marked("last") == {"c2", "b3"}
    flipped = Seen(outputs["outlined"]["image/svg+xml"])
    assert flipped.counts() == moved.counts()
    assert flipped.places()["a1"] > moved.places()["a1"]
    assert flipped.marked("outlined") == {"a3", "b3", "b4", "c3", "d3", "e3"}
    assert outputs["illegal"]["print"].startswith("a4-a2 is not legal: from a4 there is ")


def test_the_analysis_has_a_row_for_every_depth(outputs: Outputs) -> None:
    depths = frame_of(outputs["analysis"])
    assert list(depths.columns) == ["depth", "nodes", "move", "score", "line"]
    assert depths["depth"].tolist() == ["1", "2", "3", "4", "5", "6"]
    assert depths["line"][5].startswith(depths["move"][5])
    lines = frame_of(outputs["lines"])
    assert lines["rank"].tolist() == ["1", "2", "3"]
    assert len(set(lines["move"])) == 3
    assert Seen(outputs["line"]["image/svg+xml"]).counts().total() < 20


def test_the_heuristic_plays(outputs: Outputs) -> None:
    assert outputs["heuristic"]["text/plain"] == "(-1.0, -3.0)"
    match = frame_of(outputs["match"])
    assert match[["first", "second", "games"]].values.tolist() == [["greedy:middle", "random", "40"]]
    assert int(match["wins"][0]) + int(match["losses"][0]) == 40
    assert f"{match['wins'][0]} wins, {match['losses'][0]} losses; Elo " in outputs["match"]["print"]
    table = frame_of(outputs["tournament"])
    assert sorted(table["name"]) == ["greedy:middle", "killer", "random", "reckless"]
    assert table["games"].tolist() == ["18"] * 4
    assert sum(map(float, table["points"])) == 36


def test_the_study_counts_what_the_command_counts(outputs: Outputs) -> None:
    study = frame_of(outputs["study"])
    assert study["depth"].tolist() == ["1", "2", "3", "4", "5"]
    assert study["minimax_nodes"].tolist()[:4] == ["18", "55", "93", "192"]
    assert study["alphabeta_nodes"].tolist()[:4] == ["18", "39", "69", "103"]
    assert set(study["same_value"]) == {"True"}
    assert frame_of(outputs["ratio"])["saved"].tolist()[:4] == ["0.00", "0.29", "0.26", "0.46"]
    assert "data:image/svg+xml;base64," in outputs["plot"]["text/html"]
    assert 'alt="Positions of a game over depth"' in outputs["plot"]["text/html"]
