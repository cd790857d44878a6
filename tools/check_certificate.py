"""Check a certificate of Plyground without Plyground: Python's standard library and a page of rules a game.

    python tools/check_certificate.py FILE

The format is described in docs/reference/certificates.md, the rules are in tools/certificates. Nothing here
is shared with the program that wrote the file. A certificate lists positions in which the claimant is to
move, each with a move. The check is that after this move every reply ends the game as claimed or leads to
another position of the list. Replies are sorted in files and compared with the list, which is sorted
already, so that the memory needed does not grow with the list. Exit code 0 for a valid certificate, 1 for
any other file.
"""

from __future__ import annotations

import hashlib
import heapq
import importlib.util
import json
import re
import struct
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, NoReturn

GAMES = ("breakthrough", "duel", "konane", "othello")
DISTANCE = struct.Struct(">I")  # behind a position in the lists that are sorted
FARTHEST = (1 << 32) - 1
BLOCK = 1 << 16  # positions
HELD = 1 << 19  # positions that are sorted at a time
CHUNK = 1 << 20  # bytes


class NotValid(Exception):  # noqa: N818  # it is an answer
    """The certificate proves nothing."""


class Board(NamedTuple):
    """What never changes: the size, and the options of the game as texts."""

    rows: int
    columns: int
    options: dict[str, str]


class Position(NamedTuple):
    """A letter for every square, row by row from the top ('.' for none), who is to move, and a counter."""

    squares: str
    player: int
    counter: int


def refuse(problem: str) -> NoReturn:
    """Say why a certificate is not valid."""
    raise NotValid(problem)


def main() -> int:
    """Check the file named on the command line."""
    if len(sys.argv) != 2:
        print("usage: check_certificate.py FILE", file=sys.stderr)
        return 2
    try:
        with Path(sys.argv[1]).open("rb") as file:
            for line in check(file):
                print(line)
    except NotValid as problem:
        print(f"{sys.argv[1]}: not valid: {problem}", file=sys.stderr)
        return 1
    except OSError as problem:
        print(f"{sys.argv[1]}: {problem.strerror}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    return 0


def check(file: BinaryIO) -> list[str]:
    """Check everything; return what is proved, as lines to print."""
    header = read_header(file)
    try:
        rules = load_rules(header["game"])
        board, root = read_position(header, rules)
        proved = [f"valid: {header['game']} {board.rows}x{board.columns}, {header['position']}"]
        if header["repetition"]:
            proved.append("without the rules on repetition and progress: a game that never ends is a draw")
        if not header["proofs"]:
            refuse("it claims nothing")
        for proof in header["proofs"]:
            ProofCheck(file, header, proof, rules, board).run(root)
            claim = f"{proof['player']} gets at least {proof['at_least']:+}"
            proved.append(f"{claim}: {proof['positions']:,} positions")
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as problem:
        refuse(f"its header makes no sense ({type(problem).__name__}: {problem})")
    if file.read(1):
        refuse("something follows the last proof")
    return proved


def read_header(file: BinaryIO) -> dict[str, Any]:
    """Return the first line. It holds the digest of the body, and the second line holds its own."""
    line, second = file.readline(CHUNK), file.readline(65)
    if second != hashlib.sha256(line[:-1]).hexdigest().encode() + b"\n" or line[-1:] != b"\n":
        refuse("it is damaged, or not a certificate")
    try:
        header: dict[str, Any] = json.loads(line)
        is_known = (header["format"], header["version"]) == ("plyground certificate", 1)
        digest = header["sha256"]
    except (ValueError, TypeError, KeyError):
        refuse("its first line is not a header")
    if not is_known:
        refuse("it has another format or version")
    body, found = file.tell(), hashlib.sha256()
    while chunk := file.read(CHUNK):
        found.update(chunk)
    if found.hexdigest() != digest:
        refuse("it is damaged: the digest of its body is another one")
    file.seek(body)
    return header


def load_rules(game: str) -> Any:
    """Return the page with the rules of a game."""
    if game not in GAMES:
        refuse(f"there are no rules of {game!r} here (there are: {', '.join(GAMES)})")
    path = Path(__file__).resolve().parent / "certificates" / f"{game}.py"
    spec = importlib.util.spec_from_file_location(f"rules_of_{game}", path)
    assert spec is not None  # noqa: S101
    assert spec.loader is not None  # noqa: S101
    rules = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(rules)
    return rules


def read_position(header: dict[str, Any], rules: Any) -> tuple[Board, Position]:
    """Read a position as the notation has it: rows from the top, who is to move, perhaps a counter."""
    text, options = header["position"], header["options"]
    match = re.fullmatch(r"(\S+) ([a-z]+)(?: ([0-9]{1,6}))?", text)
    if match is None or match[2] not in rules.PLAYERS or (match[3] is not None and not rules.HAS_COUNTER):
        refuse("its position cannot be read")
    rows = [re.sub(r"[0-9]{1,2}", lambda run: "." * int(run[0]), row) for row in match[1].split("/")]
    if len({len(row) for row in rows}) != 1 or set("".join(rows)) - set("." + rules.LETTERS):
        refuse("its position cannot be read")
    size = [int(number) for number in options["size"].split("x")]
    if [len(rows), len(rows[0])] != [size[0], size[-1]]:
        refuse("its position has another size than it says")
    is_right = header["letters"] == rules.LETTERS and isinstance(header["repetition"], bool)
    if not is_right or set(options) != {"size", *rules.OPTIONS}:
        refuse("its header is about another game")
    if header["repetition"] and not rules.HAS_COUNTER:
        refuse("positions of this game do not repeat, and it says that they do")
    if not header["repetition"] and options.get("repetitions", "0") != "0":
        refuse("it says nothing about repeated positions, which are draws in this game")
    board = Board(len(rows), len(rows[0]), options)
    return board, Position("".join(rows), rules.PLAYERS.index(match[2]), int(match[3] or 0))


class ProofCheck:
    """One claim: that a player gets at least some margin, however the other one plays."""

    def __init__(
        self, file: BinaryIO, header: dict[str, Any], proof: dict[str, Any], rules: Any, board: Board
    ):
        self.file, self.proof, self.rules, self.board = file, proof, rules, board
        self.player, self.at_least = rules.PLAYERS.index(proof["player"]), proof["at_least"]
        self.count, self.record = proof["positions"], proof["record"]
        numbers = [self.at_least, self.count, *self.record.values()]
        if any(type(number) is not int for number in numbers) or min(numbers[1:]) < 0:
            refuse("its header has a wrong number")
        self.repetition = header["repetition"]
        self.size = board.rows * board.columns
        self.letters = "." + rules.LETTERS
        self.bits = len(rules.LETTERS).bit_length()
        self.has_counter = rules.HAS_COUNTER and not self.repetition
        # Positions are compared by the codes of their letters: in this order the list is sorted.
        self.codes = bytes(max(self.letters.find(chr(byte)), 0) for byte in range(256))
        self.body = file.tell()
        widths = self.record["squares"], self.record["counter"]
        is_right = widths == (-(-self.size * self.bits // 8), 3 if self.has_counter else 0)
        if (
            not is_right
            or len(self.record) != 4
            or not 0 < self.record["move"] <= 4
            or self.record["distance"] > 4
        ):
            refuse("its records are not laid out for this game")
        # To stay among the positions of the list for ever is a draw where positions can repeat.
        self.has_distance = self.record["distance"] > 0
        if not self.has_distance and not (self.repetition and self.at_least <= 0):
            refuse("it has no distances, and its claim needs them")

    def run(self, root: Position) -> None:
        """Check the claim about a position."""
        root = self.without_counter(root)
        self.needed: set[bytes] = set()
        self.runs: list[Any] = []
        if root.player == self.player:
            self.need(root, FARTHEST)
        else:
            self.check_replies(root, FARTHEST)
        began = shown = time.monotonic()
        for number, (key, move, distance) in enumerate(self.records()):
            self.check_listed(key, move, distance)
            if time.monotonic() - shown > 1 and sys.stderr.isatty():
                shown = time.monotonic()
                left = (shown - began) / (number + 1) * (self.count - number)
                message = f"{number:,} of {self.count:,} positions checked; about {left:.0f} s left"
                print(f"\r{message:<78}", end="\r", file=sys.stderr)
        end = self.file.tell()
        self.check_needed()
        self.file.seek(end)

    def check_listed(self, key: bytes, move: int, distance: int) -> None:
        """A position of the list: its move has to be legal, and no reply may break the claim."""
        position = self.position_of(key)
        if self.rules.margin(self.board, position) is not None:
            refuse("it lists a position in which the game is over")
        moves = sorted(self.rules.moves(self.board, position))
        if move >= len(moves):
            refuse("a move is not legal")
        if self.has_distance and distance == 0:
            refuse("a distance is 0")
        after = self.play(position, moves[move])
        self.check_replies(after, distance - 1 if self.has_distance else FARTHEST)

    def check_replies(self, position: Position, farthest: int) -> None:
        """The other side is to move, or the game is over."""
        margin = self.rules.margin(self.board, position)
        if margin is not None:
            self.check_margin(-margin)
            return
        for move in self.rules.moves(self.board, position):
            self.need(self.play(position, move), farthest)

    def need(self, position: Position, farthest: int) -> None:
        """The claimant is to move: the game is over as claimed, or the position is in the list."""
        margin = self.rules.margin(self.board, position)
        if margin is not None:
            self.check_margin(margin)
            return
        self.needed.add(self.key_of(position) + DISTANCE.pack(farthest))
        if len(self.needed) >= HELD:
            run = tempfile.TemporaryFile()  # noqa: SIM115  # it is read at the end
            run.write(b"".join(sorted(self.needed)))
            self.runs.append(run)
            self.needed.clear()

    def check_margin(self, margin: int) -> None:
        """The game is over."""
        if margin < self.at_least:
            refuse(f"the game can end with {margin:+} for {self.proof['player']}")

    def check_needed(self) -> None:
        """Compare what is needed, sorted, with the list: it has to be there, and nearer to the end."""
        self.file.seek(self.body)
        listed = self.records()
        key, distance = b"", 0
        for each in heapq.merge(*map(self.read_run, self.runs), sorted(self.needed)):
            while key is not None and key < each[: -DISTANCE.size]:
                key, _, distance = next(listed, (None, 0, 0))
            if key != each[: -DISTANCE.size]:
                refuse("a position that can be reached is not in the list")
            if distance > DISTANCE.unpack(each[-DISTANCE.size :])[0]:
                refuse("a distance does not shrink")
        for run in self.runs:
            run.close()

    def read_run(self, run: Any) -> Iterator[bytes]:
        """Read sorted positions back."""
        width = self.size + (3 if self.has_counter else 0) + DISTANCE.size
        run.seek(0)
        while chunk := run.read(4096 * width):
            yield from (chunk[start : start + width] for start in range(0, len(chunk), width))

    def records(self) -> Iterator[tuple[bytes, int, int]]:
        """Read the list: positions by their keys, the numbers of the moves, distances."""
        record, left, last = self.record, self.count, b""
        position, width = record["squares"] + record["counter"], sum(record.values())
        while left > 0:
            head = self.file.read(8)
            count, length = struct.unpack(">II", head) if len(head) == 8 else (0, 0)
            if not 0 < count <= min(left, BLOCK) or length > 2 * BLOCK * width + CHUNK:
                refuse("a block has a wrong size")
            left -= count
            columns = inflate(self.file.read(length), count * width)
            starts = range(0, len(columns), count)
            for content in zip(*(columns[start : start + count] for start in starts), strict=True):
                key = self.unpack(bytes(content[:position]))
                if key <= last:
                    refuse("its positions are not in order")
                last = key
                move = int.from_bytes(content[position : position + record["move"]], "big")
                yield key, move, int.from_bytes(content[position + record["move"] :], "big")

    def unpack(self, packed: bytes) -> bytes:
        """Return the codes of the squares, a byte each, and behind them the counter."""
        width, mask = self.record["squares"], (1 << self.bits) - 1
        number, rest = int.from_bytes(packed[:width], "big"), 8 * width - self.size * self.bits
        shifts = range(rest + (self.size - 1) * self.bits, rest - 1, -self.bits)
        codes = bytes([number >> shift & mask for shift in shifts])
        if number & ((1 << rest) - 1) or max(codes) >= len(self.letters):
            refuse("a position has squares that do not exist")
        return codes + packed[width:]

    def position_of(self, key: bytes) -> Position:
        """Return the position of the claimant that has some key."""
        squares = "".join([self.letters[code] for code in key[: self.size]])
        return Position(squares, self.player, int.from_bytes(key[self.size :], "big"))

    def key_of(self, position: Position) -> bytes:
        """Return what tells a position of the claimant from all others."""
        counter = position.counter.to_bytes(3, "big") if self.has_counter else b""
        return position.squares.encode().translate(self.codes) + counter

    def play(self, position: Position, move: tuple[int, int]) -> Position:
        """Return the position after a move."""
        squares, counter = self.rules.play(self.board, position, move)
        return self.without_counter(Position(squares, 1 - position.player, counter))

    def without_counter(self, position: Position) -> Position:
        """Return a position as it is compared: where positions can repeat, without its counter."""
        return position._replace(counter=0) if not self.has_counter else position


def inflate(packed: bytes, length: int) -> bytes:
    """Decompress a block that is known to have some length, and never more than that."""
    inflater = zlib.decompressobj()
    try:
        columns = inflater.decompress(packed, length + 1)
    except zlib.error:
        refuse("a block cannot be decompressed")
    if len(columns) != length or not inflater.eof or inflater.unused_data:
        refuse("a block has a wrong size")
    return columns


if __name__ == "__main__":
    sys.exit(main())
