"""Break the program on purpose, one small change at a time, and see whether a test notices: `make mutants`.

Cosmic Ray makes the changes, in a copy of the package that the tests import in place of the installed one.
A random sample of them is tried, uncompiled, with the tests of the area. An interrupted run resumes where it
stopped.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import random
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cosmic_ray.commands import init
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import TestOutcome, WorkItem

Range = tuple[tuple[int, int], tuple[int, int]]
"""Lines and columns, from the first to behind the last."""

SOURCE = Path("src/plyground")
COPY = Path(".venv/mutants/package/plyground")
SESSIONS = Path(".venv/mutants")
SECONDS = 600
"""What a mutant may take; one that loops is noticed by that."""


class Area(NamedTuple):
    """What is changed, and what has to notice it: files below the package, and tests."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]


AREAS = {
    "search": Area(
        ("search/*.py", "search/*/*.py"),
        (
            "tests/search/test_limit.py",
            "tests/search/test_textbook.py",
            "tests/search/test_tt.py",
            "tests/search/test_repetition.py",
            "tests/search/test_time_management.py",
            "tests/search/test_movepick.py",
            "tests/search/test_proof.py",
            "tests/search/test_features.py",
            "tests/search/test_uct.py",
            "tests/plain/test_search.py",
            "tests/plain/test_mcts.py",
        ),
    ),
    "solving": Area(
        ("solving/*.py", "solving/*/*.py"),
        ("tests/plain/test_solving.py", "tests/plain/test_proofs.py", "tests/solving/test_textbook.py"),
    ),
    "learning": Area(
        ("learning/*.py",),
        tuple(f"tests/learning/test_{name}.py" for name in ("labels", "fitting", "texel", "spsa")),
    ),
    "statistics": Area(
        tuple(f"tournament/{name}.py" for name in ("counts", "estimates", "ratings", "sprt")),
        tuple(f"tests/tournament/test_{name}.py" for name in ("counts", "estimates", "ratings", "sprt")),
    ),
    "store": Area(("store/*.py",), ("tests/store/test_store.py", "tests/store/records", "tests/store")),
    "rules": Area(
        ("games/*.py", "games/*/*.py"),
        (
            "tests/plain/test_golden.py",
            "tests/solving/test_stability.py",
            "tests/plain/test_solving.py",
            "tests/plain/test_rules.py",
        ),
    ),
}

LEFT_OUT = ("core/RemoveDecorator", "core/NoOp")
"""Uncompiled, the decorators of kernels do nothing."""

PYTEST = (".venv/bin/pytest", "-q", "--no-header", "-o", "cache_dir=.venv/mutants/cache", "-m", "not long")
FAILED_BEFORE = SESSIONS / "cache/v/cache/lastfailed"


def main() -> None:
    """Try the sample, or the rest of it, and list who survived."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sample", type=int, default=20, help="mutants of each area")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--area", choices=AREAS, action="append", help="only this one; may be repeated")
    given = parser.parse_args()
    survivors = 0
    for name in given.area or AREAS:
        copy_package()
        with use_db(str(SESSIONS / f"{name}-{given.sample}-{given.seed}-{digest()}.sqlite")) as session:
            if session.num_work_items == 0:
                choose(session, AREAS[name], given.sample, given.seed)
            try_all(session, name, AREAS[name])
            survivors += report(session, name)
    sys.exit(1 if survivors else 0)


def copy_package() -> None:
    """Make the package anew: a run that was killed may have left a mutant in it."""
    shutil.rmtree(COPY, ignore_errors=True)
    shutil.copytree(SOURCE, COPY, ignore=shutil.ignore_patterns("__pycache__"))


def digest() -> str:
    """Name the version of the package: a sample of another one is another session."""
    content = hashlib.blake2b(digest_size=4)
    for file in sorted(SOURCE.rglob("*.py")):
        content.update(file.read_bytes())
    return content.hexdigest()


def choose(session: WorkDB, area: Area, sample: int, seed: int) -> None:
    """Plan the mutants of an area that chance chooses among all there could be."""
    modules = sorted(file for pattern in area.modules for file in COPY.glob(pattern))
    types = {module: list(annotations(ast.parse(module.read_text("utf-8")))) for module in modules}
    with use_db(":memory:") as possible:
        init(modules, possible, {})
        items = sorted((each for each in possible.work_items if not _is_left_out(each, types)), key=_where)
    session.add_work_items(random.Random(seed).sample(items, min(sample, len(items))))


def annotations(tree: ast.AST) -> Iterator[Range]:
    """Return where types stand, which nothing reads while the program runs."""
    for node in ast.walk(tree):
        for field in ("annotation", "returns"):
            kind = getattr(node, field, None)
            if isinstance(kind, ast.expr):
                end = (kind.end_lineno or 0, kind.end_col_offset or 0)
                yield (kind.lineno, kind.col_offset), end


def _is_left_out(item: WorkItem, types: dict[Path, list[Range]]) -> bool:
    mutation = item.mutations[0]
    return mutation.operator_name in LEFT_OUT or any(
        begin <= mutation.start_pos < end for begin, end in types[mutation.module_path]
    )


def _where(item: WorkItem) -> tuple[str, str, int, str]:
    mutation = item.mutations[0]
    arguments = repr(mutation.operator_args)
    return str(mutation.module_path), mutation.operator_name, mutation.occurrence, arguments


def try_all(session: WorkDB, name: str, area: Area) -> None:
    """Run the tests with every mutant that has no result yet."""
    os.environ |= {
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": str(COPY.parent.resolve()),
        "PYTHONDONTWRITEBYTECODE": "1",  # a mutant may be as long and as old as the original
    }
    pending = list(session.pending_work_items)
    if not pending:
        return
    command = shlex.join([*PYTEST, "-x", *area.tests, *failing_anyway(area)])
    for number, item in enumerate(pending, 1):
        result = mutate_and_test(item.mutations, command, SECONDS)
        session.set_result(item.job_id, result)
        print(f"{name} {number}/{len(pending)}: {told(item)}: {result.test_outcome.value}", file=sys.stderr)


def failing_anyway(area: Area) -> list[str]:
    """Leave out the tests that fail without a mutant: they are about compiled code."""
    FAILED_BEFORE.unlink(missing_ok=True)
    subprocess.run([*PYTEST, "--tb=no", *area.tests], check=False, stdout=sys.stderr)
    failed = json.loads(FAILED_BEFORE.read_text("utf-8")) if FAILED_BEFORE.exists() else {}
    return [f"--deselect={test}" for test in failed]


def told(item: WorkItem) -> str:
    """Say which mutant it is."""
    mutation = item.mutations[0]
    place = mutation.module_path.relative_to(COPY)
    return f"{place}:{mutation.start_pos[0]} {mutation.operator_name.removeprefix('core/')}"


def report(session: WorkDB, name: str) -> int:
    """Write the figures and the changes that no test noticed; return how many those are."""
    results = [result for _, result in session.results]
    survivors = [result for result in results if result.test_outcome == TestOutcome.SURVIVED]
    print(f"{name}: {len(results) - len(survivors)} of {len(results)} noticed")
    for result in survivors:
        print(result.diff)
    return len(survivors)


if __name__ == "__main__":
    main()
