"""Files of tables: what they hold, and what is refused."""

from __future__ import annotations

import dataclasses
import random
import shutil
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import plyground as ply
from plyground.core.discovery import find_rules
from plyground.core.position import Game, Position
from plyground.jit import kernel
from plyground.solving.retrograde.table_building import build_table, table_path
from plyground.solving.retrograde.table_checking import check_all, check_sample
from plyground.solving.retrograde.table_packing import find_layout, list_kinds, pack_entries, pack_numbers
from plyground.solving.retrograde.thread_crew import Crew
from plyground.solving.textbook import solve_all
from plyground.tables import Table, find_table
from plyground.tables.format import BLOCK, Header, write_table
from plyground.tables.table import fingerprint_of
from tests.solving.boards import FLIPS

NOUGHTS = str(Path(__file__).parents[1] / "solving" / "noughts.py")
BOARDS = [
    ("konane", "3x3"),
    ("konane", "4x4"),
    ("breakthrough", "4x2"),
    (NOUGHTS, "3x3"),
    (str(FLIPS), "1x6"),
]


def built(root: Position) -> Table:
    for _ in build_table(root):
        pass
    return Table(table_path(root), root.game)


@pytest.mark.parametrize(("name", "size"), BOARDS, ids=lambda part: Path(part).stem)
def test_every_position_is_found_and_no_other(name: str, size: str) -> None:
    root = ply.game(name, size=size).start()
    book = solve_all(root)
    table = built(root)
    assert len(table) == len(book) == table.header.wins + table.header.draws + table.header.losses
    for key, solved in book.items():
        assert table.look_up(key) == (solved.margin, solved.distance), Position(root.game, key).text
    numbers = [number for block in range(table.blocks) for number in table.numbers_of(block)]
    assert numbers == sorted(set(numbers))
    assert {table.state_of(number) for number in numbers} == set(book)
    chance = random.Random(1)
    for _ in range(300):
        number = chance.randrange(1 << len(table.header.layout))
        assert (table.look_up(table.state_of(number)) is not None) == (number in set(numbers))


def test_moves_have_exact_values_for_the_side_that_plays_them() -> None:
    root = ply.game("konane", size=4).start().play("a1").play("b1")
    table = built(root)
    values = table.moves(root)
    assert [move for move, _ in values] == root.moves()
    exact = table.probe(root)
    assert exact is not None
    best = max(each.rank for _, each in values if each is not None)
    assert best == exact.rank
    assert table.best_move(root) in [move for move, each in values if each and each.rank == best]


def test_a_table_of_a_duel_says_what_the_analysis_says(folder: Path) -> None:
    root = ply.game("duel").position("w1m/1*1/1H1 agent")
    table, book = built(root), solve_all(root)
    assert table.has_counters
    assert {key: table.look_up(key) for key in book} == {key: tuple(solved) for key, solved in book.items()}
    with_counter = root.game.position("w1m/1*1/1H1 agent 99")
    assert table.probe(with_counter) is None
    assert table.probe_without_counters(with_counter) == table.probe(root)


def test_there_is_none_until_it_is_built() -> None:
    game = ply.game("konane", size=3)
    assert ply.open_table(game) is None
    assert find_table(game) is None
    built(game.start())
    table = ply.open_table(game)
    assert table is not None
    exact = table.probe(game.start())
    assert exact == ply.Exact("loss", None, 4)
    assert ply.open_table(ply.game("konane", size=3, opening="any")) is None


def test_the_table_from_the_start_comes_first() -> None:
    game = ply.game("konane", size=3)
    later = game.start().play("a1").play("b1")
    assert len(built(later)) < len(built(game.start()))
    table = ply.open_table(game)
    assert table is not None
    assert table.header.is_start


def test_the_solver_probes_the_table() -> None:
    root = ply.game("konane", size=4).start()
    built(root)
    solution = ply.solve(root)
    assert (solution.method, solution.value, solution.distance, solution.nodes) == ("table", "loss", 6, 0)
    assert len(solution.line) == 6
    assert ply.solve(root, method="dfpn").method == "dfpn"


def other_rules() -> Game:
    """Return noughts and crosses in which the full board is a loss."""

    @kernel
    def result(board: Any, state: Any, count: int) -> int:
        return -1 if count == 0 else original(board, state, count)

    rules = find_rules(NOUGHTS)
    original = rules.result
    return Game.of(dataclasses.replace(rules, result=result), {})


def test_a_table_of_other_rules_of_the_same_name_is_refused() -> None:
    game, other = ply.game(NOUGHTS), other_rules()
    built(game.start())
    assert other == game, "the name and the board are the same"
    with pytest.raises(ply.TableError, match="was built with other rules"):
        ply.open_table(other)
    with pytest.warns(ply.TableWarning, match="was built with other rules"):
        assert find_table(other) is None
    table = built(other.start())
    assert table.header.draws == 0


def test_fingerprints_tell_rules_and_boards_apart() -> None:
    games = [ply.game(NOUGHTS), other_rules(), ply.game("konane", size=3), ply.game("konane", size=4)]
    games += [ply.game("konane", size=4, opening="any"), ply.game("duel", size=3), ply.game("duel", quiet=2)]
    assert len({fingerprint_of(game) for game in games}) == len(games)
    assert fingerprint_of(ply.game("konane", size=4)) == fingerprint_of(games[3])


def test_a_moved_game_file_keeps_its_tables(tmp_path: Path) -> None:
    copy = tmp_path / "copied.py"
    shutil.copy(NOUGHTS, copy)
    assert fingerprint_of(ply.game(str(copy))) == fingerprint_of(ply.game(NOUGHTS))


def test_the_table_of_another_game_is_refused() -> None:
    table = built(ply.game("konane", size=3).start())
    with pytest.raises(ply.TableError, match="is a table of konane, and not of othello"):
        Table(table.path, ply.game("othello", size=4))


def test_every_changed_byte_is_found() -> None:
    game = ply.game("breakthrough", size="4x2")
    path = built(game.start()).path
    content = bytearray(path.read_bytes())
    chance = random.Random(2)
    for place in range(len(content)):
        # Every byte of the sections, and every tenth of the header, which has one digest.
        if place < 4096 and place % 10:
            continue
        bit = 1 << chance.randrange(8)
        content[place] ^= bit
        path.write_bytes(content)
        with pytest.raises(ply.TableError):
            Table(path, game).verify()
        content[place] ^= bit


def test_a_probe_of_a_damaged_page_is_an_error_and_no_value() -> None:
    game = ply.game("konane", size=4)
    table = built(game.start())
    content = bytearray(table.path.read_bytes())
    begin = len(content) - sum(size + -size % 8 for size in list(table.header.sizes.values())[2:])
    content[begin + 5000] ^= 1
    damaged = table.path.with_name("damaged.table")
    damaged.write_bytes(content)
    opened, problems = Table(damaged, game), set()
    for key in solve_all(game.start()):
        try:
            found = opened.look_up(key)
        except ply.TableError as error:
            problems.add(str(error))
        else:
            assert found == table.look_up(key)
    assert problems == {f"{damaged} is damaged; build the table again"}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda content: b"", "is not a table"),
        (lambda content: b"SQLite format 3\0" + content, "is not a table"),
        (lambda content: content[:-1], "is damaged"),
        (lambda content: content + b"\0", "is damaged"),
        (lambda content: content[:1000], "is damaged"),
    ],
)
def test_what_is_no_whole_table_is_refused(change: Any, problem: str) -> None:
    game = ply.game("konane", size=3)
    path = built(game.start()).path
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(ply.TableError, match=problem):
        ply.open_table(game)


def rewritten(table: Table, **changes: Any) -> Table:
    """Write a table again with another header, or other sections, and checksums that are right."""
    sections = {name: table.bytes_of(name) for name in ("firsts", "places", "gaps", "entries")}
    sections |= {name: changes.pop(name) for name in list(changes) if name in sections}
    header: Header = msgspec.structs.replace(table.header, **changes)
    path = table.path.with_name("rewritten.table")
    with path.open("wb") as file:
        write_table(file, header, sections)
    return Table(path, table.game)


def test_a_table_of_another_format_is_refused() -> None:
    table = built(ply.game("konane", size=3).start())
    with pytest.raises(ply.TableError, match="a table of format 99; this version reads 1"):
        rewritten(table, format=99)


@pytest.mark.parametrize(("name", "size"), BOARDS, ids=lambda part: Path(part).stem)
def test_a_right_table_passes_both_checks(name: str, size: str) -> None:
    table = built(ply.game(name, size=size).start())
    assert check_sample(table, 100) == min(100, len(table))
    *_, done = check_all(table)
    assert done == len(table)


def test_wrong_entries_are_found_though_the_checksums_are_right() -> None:
    table = built(ply.game("konane", size=4).start())
    entries = table.bytes_of("entries").copy()
    entries[len(entries) // 2] ^= 1
    wrong = rewritten(table, entries=entries)
    with pytest.raises(ply.TableError, match="is wrong about"):
        list(check_all(wrong))
    with pytest.raises(ply.TableError, match="is wrong about"):
        check_sample(wrong, len(wrong))


def test_wrong_distances_and_missing_positions_are_found() -> None:
    table = built(ply.game("konane", size=4).start())
    longer = [(margin, distance and distance + 2) for margin, distance in table.header.kinds]
    with pytest.raises(ply.TableError, match="is wrong about"):
        list(check_all(rewritten(table, kinds=longer)))
    numbers = [number for block in range(table.blocks) for number in table.numbers_of(block)]
    fewer = np.array(numbers[: len(numbers) // 2], np.uint64)
    entries = table.bytes_of("entries")[: (len(fewer) * table.header.entry_bits + 7) // 8]
    cut = rewritten(table, **pack_numbers(fewer), entries=entries, positions=len(fewer))
    with pytest.raises(ply.TableError, match=r"has not the position|is missing"):
        list(check_all(cut))


@pytest.mark.parametrize(
    "changes",
    [{"positions": 10**9}, {"positions": 0}, {"kinds": []}, {"layout": [(7, 1)]}, {"base": [1 << 64, 0, 0]}],
)
def test_a_header_that_does_not_fit_its_sections_is_refused(changes: dict[str, Any]) -> None:
    table = built(ply.game("konane", size=4).start())
    with pytest.raises(ply.TableError, match="is damaged"):
        rewritten(table, **changes)


@pytest.mark.parametrize("count", [1, 2, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 7])
def test_numbers_are_packed_in_blocks(count: int) -> None:
    chance = random.Random(count)
    numbers = sorted({chance.randrange(1 << chance.randrange(1, 64)) for _ in range(4 * count)})[:count]
    sections = pack_numbers(np.array(numbers, np.uint64))
    assert sections["firsts"].tolist() == numbers[::BLOCK]
    assert len(sections["places"]) == -(-len(numbers) // BLOCK)


def test_kinds_are_the_pairs_that_occur() -> None:
    margins, distances = np.array([1, -1, 0, 1], np.int16), np.array([3, 2, 0, 3], np.int32)
    kinds, places = list_kinds(margins, distances)
    assert kinds == [(-1, 2), (0, 0), (1, 3)]
    assert places.tolist() == [2, 0, 1, 2]
    assert pack_entries(places, 2, Crew(1)).tolist() == [0b10_01_00_10]


def test_more_than_64_bits_have_no_room() -> None:
    states = np.array([[0, 0, 0], [2**64 - 1, 1, 1]], np.uint64)
    form = ply.game("konane", size=3).start().state
    with pytest.raises(ply.TableError, match="differ in 66 bits, and a table has room for 64"):
        find_layout(states, form, Crew(1))
