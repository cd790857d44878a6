"""The tutorial *Your own game*, followed word by word, and the game that comes out of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .blocks import blocks_of, read_page
from .follow import Reader

PAGE = read_page("docs/tutorials/your-own-game.md")
LONGEST_FILE = 150

Cells = tuple[tuple[str, ...], ...]


@pytest.fixture
def reader(tmp_path: Path) -> Reader:
    """Somebody with an empty folder and nothing compiled yet."""
    work, cache = tmp_path / "work", tmp_path / "cache"
    work.mkdir()
    return Reader(work, PLYGROUND_CACHE_DIR=str(cache))


@pytest.fixture
def game(reader: Reader) -> Reader:
    """The same with the finished file, without the mistake that the page makes on purpose."""
    for block in blocks_of(PAGE):
        if block.language == "python":
            reader.write_file(block)
    return reader


def test_the_page_is_followed_word_by_word(reader: Reader) -> None:
    reader.follow(PAGE)
    assert reader.commands >= 10
    assert [file.name for file in sorted(reader.folder.glob("*.py"))] == ["clobber.py"]
    finished = (reader.folder / "clobber.py").read_text(encoding="utf-8")
    assert len(finished.splitlines()) < LONGEST_FILE


def test_the_finished_game_is_learned(game: Reader) -> None:
    game.follow(read_page("docs/tutorials/learn-your-game.md"))
    assert game.commands >= 4


def test_the_finished_game_is_compiled_and_right(game: Reader) -> None:
    (game.folder / "probe.py").write_text(PROBE, encoding="utf-8")
    code, output = game.run("python probe.py")
    assert code == 0, output
    found = json.loads(output)
    assert found["checked"] == [300, 100, 100]
    assert [kind for kind, _ in found["kernels"]] == ["Kernel"] * 3
    assert min(signatures for _, signatures in found["kernels"]) > 0
    assert found["leaves"] == {
        "2x3": [count(full_board(2, 3), "b", depth) for depth in range(1, 7)],
        "3x3": [count(full_board(3, 3), "b", depth) for depth in range(1, 7)],
        "5x4": [count(full_board(5, 4), "b", depth) for depth in range(1, 4)],
    }
    kept = list((game.folder.parent / "cache").glob("*.kernel"))
    assert len(kept) > 5  # the next process finds them there


PROBE = """
import json
import random

import numpy as np

import plyground as ply
from plyground.core.conformance import check_game
from plyground.core.perft import LeafCounter

chance = random.Random(11)
checked = [
    check_game(ply.game("clobber.py", size=size), [chance.randrange(1 << 16) for _ in range(plies)])
    for size, plies in (("5x4", 300), ("2x3", 100), ("4x4", 100))
]
leaves = {}
for size, deepest in (("2x3", 6), ("3x3", 6), ("5x4", 3)):
    game = ply.game("clobber.py", size=size)
    counter = LeafCounter(game)
    leaves[size] = [counter.count(game.start(), depth) for depth in range(1, deepest + 1)]

rules, board, state = game.rules, game.board, game.start().state
moves = np.zeros(rules.most_moves(board), np.int32)
rules.result(board, state, rules.legal_moves(board, state, moves))
rules.play(board, state, int(moves[0]))
kernels = [
    (type(kernel).__name__, len(kernel.dispatcher.nopython_signatures))
    for kernel in (rules.legal_moves, rules.play, rules.result)
]
print(json.dumps({"checked": checked, "leaves": leaves, "kernels": kernels}))
"""


def test_nobody_else_knows_the_game(game: Reader) -> None:
    code, output = game.run("plyground show clobber")
    assert code == 2
    assert "there is no game 'clobber'" in output


def full_board(rows: int, columns: int) -> Cells:
    return tuple(tuple("bw"[(row + column) % 2] for column in range(columns)) for row in range(rows))


def count(cells: Cells, player: str, depth: int) -> int:
    """Count leaves by the rules as the page tells them, in lists of letters."""
    following = after_each_move(cells, player)
    if depth == 0 or not following:
        return 1
    other = "w" if player == "b" else "b"
    return sum(count(each, other, depth - 1) for each in following)


def after_each_move(cells: Cells, player: str) -> list[Cells]:
    other = "w" if player == "b" else "b"
    found = []
    for row, line in enumerate(cells):
        for column, stone in enumerate(line):
            for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
                to_row, to_column = row + down, column + right
                is_on_board = 0 <= to_row < len(cells) and 0 <= to_column < len(line)
                if stone == player and is_on_board and cells[to_row][to_column] == other:
                    after = [list(each) for each in cells]
                    after[row][column], after[to_row][to_column] = ".", player
                    found.append(tuple(map(tuple, after)))
    return found
