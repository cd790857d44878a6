"""The contract of `plyground.core.rules`, checked for any game.

Every clause is an identity that must hold at every position. The tests
run these checks on all games; ``plyground verify`` runs them on a game of your own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from plyground.core.facts import gather_facts
from plyground.core.notation import Diagram
from plyground.core.position import Game, Move, Position
from plyground.core.rules import NO_SQUARE, ONGOING
from plyground.core.symmetry import images
from plyground.core.wide import WORD_BITS
from plyground.errors import PlygroundError, PositionError
from plyground.jit import is_compiling_enabled, plain_python

LONGEST_GAME = 20_000
_UNTOUCHED = -7  # no move has this code
_REFUSED_AT_MOST = 10  # positions in a row that cannot occur with the sides exchanged
_CODES_ASKED = 32  # of those that are no legal moves, at every position


class ConformanceError(PlygroundError):
    """A game violates the contract."""


class Conformance:
    """Checks the positions of one game, one after the other, and remembers their hashes."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._state_of_hash: dict[int, Any] = {}
        self._swaps = Counter[bool]()  # positions that can occur with the sides exchanged, and others

    def check(self, position: Position) -> None:
        """Check everything that can be said about one position.

        Raises:
            ConformanceError: a clause is violated; the message names it and the position.
        """
        _check_types(position)
        _check_moves(position)
        _check_outcome(position)
        _check_texts(position)
        _check_symmetries(position)
        _check_planes(position)
        _check_pass(position)
        self._check_side_swap(position)
        self._check_hash(position)
        if is_compiling_enabled():
            _check_plain_python(position)

    def check_move(self, position: Position, move: Move) -> Position:
        """Check that a move leaves its position alone; return the next position."""
        before = repr(position.state), repr(position.game.board)
        after = position.play(move)
        _demand((repr(position.state), repr(position.game.board)) == before, position, f"{move} changes it")
        _demand(after.player == 1 - position.player, position, f"after {move} it is not the other's turn")
        _demand(after == position.play(str(move)), position, f"{move} leads to two positions")
        return after

    def _check_hash(self, position: Position) -> None:
        known = self._state_of_hash.setdefault(position.hash, position.state)
        _demand(known == position.state, position, "it has the hash of another state")
        again = position.game.position_of(position.diagram)
        _demand(again.hash == position.hash, position, "equal states have different hashes")

    def _check_side_swap(self, position: Position) -> None:
        """With the sides exchanged, a position has the image of its moves and the same result.

        Some positions, such as a first move, can occur for one side only: what `set_up` refuses is left
        out, as long as it does not refuse everything.
        """
        rules, game = position.game.rules, position.game
        symmetry = None if rules.side_swap is None else rules.side_swap(game.board)
        if symmetry is None:
            return
        try:
            swapped = game.position_of(_with_sides_exchanged(position).transformed(symmetry))
        except PositionError as error:
            self._swaps[False] += 1
            is_rare = self._swaps[True] > 0 or self._swaps[False] < _REFUSED_AT_MOST
            _demand(is_rare, position, f"with the sides exchanged it cannot occur: {error}")
            return
        self._swaps[True] += 1
        onto, score = images(symmetry, game.rows, game.columns), position._facts.score
        expected = sorted((_image(move.origin, onto), _image(move.target, onto)) for move in position._moves)
        found = sorted((_image(move.origin, None), _image(move.target, None)) for move in swapped._moves)
        _demand(
            score != ONGOING or found == expected, position, "with the sides exchanged it has other moves"
        )
        _demand(swapped._facts.score == score, position, "with the sides exchanged it has another result")


def random_line(game: Game, choices: Iterable[int]) -> Iterator[tuple[Position, Move | None]]:
    """Play legal moves picked by `choices`; yield each position with the move made there.

    A finished game is yielded with None, and the next one begins.
    """
    position = game.start()
    plies = 0
    for choice in choices:
        moves = position.moves()
        if not moves:
            yield position, None
            position, plies = game.start(), 0
            continue
        move = moves[choice % len(moves)]
        yield position, move
        position = position.play(move)
        plies += 1
        _demand(plies < LONGEST_GAME, position, f"the game does not end in {LONGEST_GAME} plies")


def check_game(game: Game, choices: Iterable[int]) -> int:
    """Check a game along a line of moves; return how many positions were checked."""
    conformance = Conformance(game)
    count = 0
    for position, move in random_line(game, choices):
        conformance.check(position)
        if move is not None:
            conformance.check_move(position, move)
        count += 1
    return count


def _demand(holds: bool, position: Position, problem: str) -> None:
    if not holds:
        raise ConformanceError(f"{position.game.name}: {problem} ({position.text})")


def _check_types(position: Position) -> None:
    def is_word(value: object) -> bool:
        if type(value) is tuple:
            return all(map(is_word, value))
        return isinstance(value, np.uint64)

    for name, value in zip(position.state._fields, position.state, strict=True):
        _demand(is_word(value), position, f"the field {name!r} of its state is not a np.uint64")
    _demand(position.player in (0, 1), position, "its player is neither 0 nor 1")


def _check_moves(position: Position) -> None:
    rules, board = position.game.rules, position.game.board
    buffer = np.full(rules.move_codes(board) + 1, _UNTOUCHED, np.int32)
    count = rules.legal_moves(board, position.state, buffer)
    codes = buffer[:count].tolist()
    _demand(set(buffer[count:].tolist()) <= {_UNTOUCHED}, position, "moves are written after the last")
    _demand(len(set(codes)) == count, position, "a move is listed twice")
    _demand(all(0 <= code < rules.move_codes(board) for code in codes), position, "a code is too large")
    if rules.has_move is not None and position.outcome is None:
        _demand(
            rules.has_move(board, position.state) == (count > 0),
            position,
            "has_move and legal_moves disagree",
        )
    _check_is_legal(position, codes)
    _check_noisy_moves(position, codes)
    moves = position.moves()
    texts = [str(move) for move in moves]
    _demand(len(set(texts)) == len(texts), position, "two moves are written alike")
    for move in moves:
        _demand(position.find_move(str(move)) == move, position, f"{move} is read as another move")


def _check_is_legal(position: Position, codes: list[int]) -> None:
    """Ask about all legal moves, and about some others, which are others at the next position."""
    rules, board = position.game.rules, position.game.board
    if rules.is_legal is None or position.outcome is not None:
        return
    step = -(-rules.move_codes(board) // _CODES_ASKED)
    for code in {*codes, *range(sum(codes) % step, rules.move_codes(board), step)}:
        is_right = rules.is_legal(board, position.state, code) == (code in codes)
        _demand(is_right, position, f"is_legal and legal_moves disagree about the code {code}")


def _check_noisy_moves(position: Position, codes: list[int]) -> None:
    rules, board, state = position.game.rules, position.game.board, position.state
    if rules.is_noisy is None or rules.noisy_moves is None:
        return
    buffer = np.zeros(rules.most_moves(board), np.int32)
    listed = buffer[: rules.noisy_moves(board, state, buffer)].tolist()
    noisy = [code for code in codes if rules.is_noisy(board, state, code)]
    _demand(sorted(listed) == sorted(noisy), position, "noisy_moves and is_noisy disagree")


def _check_outcome(position: Position) -> None:
    if position.outcome is None:
        _demand(bool(position.moves()), position, "the game is not over, and there is no legal move")
        _check_guesses(position)
    else:
        _demand(
            position.outcome.winner in (None, *position.game.players),
            position,
            "its winner is neither player",
        )
        _demand(position.moves() == [], position, "the game is over, and there are legal moves")
        may_be_drawn = position.game.rules.has_draws or position.outcome.winner is not None
        _demand(may_be_drawn, position, "it is a draw in a game without draws")
        _check_margin(position)


def _check_guesses(position: Position) -> None:
    """Check what a game may guess about proofs."""
    rules, board = position.game.rules, position.game.board
    if rules.loss_distance is not None and _is_lost(position):
        distance = rules.loss_distance(board, position.state)
        _demand(distance >= 0, position, f"its loss is {distance} plies away")
    if rules.leaf_numbers is not None:
        numbers = rules.leaf_numbers(board, position.state, len(position.moves()))
        _demand(min(numbers) > 0, position, f"its leaf numbers {numbers} are not both positive")


def _is_lost(position: Position) -> bool:
    """Tell whether the game says that the side to move loses."""
    rules = position.game.rules
    return rules.decided is not None and ONGOING < rules.decided(position.game.board, position.state) < 0


def _check_margin(position: Position) -> None:
    """Where margins count, none is beyond the largest; elsewhere the sign of a result is all that counts."""
    largest, score = position.game.rules.largest_margin(position.game.board), position._facts.score
    if largest > 1 and score != ONGOING:
        problem = f"its result is {score}, beyond the largest margin {largest}"
        _demand(abs(score) <= largest, position, problem)


def _check_texts(position: Position) -> None:
    again = position.game.position(position.text)
    _check_types(again)
    _demand(again == position, position, "its text is read as another position")
    _demand(again.text == position.text, position, f"its text is written again as {again.text!r}")
    again = Position.from_json(position.to_json())
    _demand(again == position, position, "its JSON is read as another position")
    _demand(again.outcome == position.outcome, position, "its JSON is read with another outcome")


def _check_symmetries(position: Position) -> None:
    game = position.game

    def mapped(square: int | None) -> int | None:
        return None if square is None else onto[square]

    score = position._facts.score
    for symmetry in position.symmetries():
        image, onto = position.transformed(symmetry), images(symmetry, game.rows, game.columns)
        expected = {(mapped(move.origin), mapped(move.target)) for move in position._moves}
        found = {(move.origin, move.target) for move in image._moves}
        _demand(score != ONGOING or found == expected, position, f"its {symmetry.value} has other moves")
        _demand(image._facts.score == score, position, f"its {symmetry.value} has another result")
    _check_canonical(position)


def _image(square: int | None, onto: tuple[int, ...] | None) -> int:
    if square is None:
        return NO_SQUARE
    return square if onto is None else onto[square]


def _with_sides_exchanged(position: Position) -> Diagram:
    letters = [piece.letters for piece in position.game.rules.pieces]
    other = {mine: yours for pair in letters for mine, yours in (pair, pair[::-1])}
    diagram = position.diagram
    squares = "".join(other.get(letter, letter) for letter in diagram.squares)
    return replace(diagram, squares=squares, player=1 - diagram.player)


def _check_planes(position: Position) -> None:
    rules, board, state = position.game.rules, position.game.board, position.state
    if rules.planes is None:
        return
    planes = rules.planes(board, state)
    words = -(-position.game.rows * position.game.columns // WORD_BITS)
    _demand(all(len(plane) == words for plane in planes), position, f"a plane is not {words} words")
    for word in range(words):
        total = sum(int(plane[word]) for plane in planes)
        together = np.bitwise_or.reduce([plane[word] for plane in planes])
        _demand(total == int(together), position, "its planes overlap")
    if is_compiling_enabled():
        with plain_python():
            _demand(rules.planes(board, state) == planes, position, "plain Python finds other planes")


def _check_pass(position: Position) -> None:
    game, rules = position.game, position.game.rules
    if rules.pass_turn is None or position.outcome is not None:
        return
    after = rules.pass_turn(game.board, position.state)
    board = game.board
    squares = [(row, column) for row in range(board.rows) for column in range(board.columns)]
    letters = [rules.letter_of[int(state.player)] for state in (position.state, after)]
    seen, passed = (
        [each[rules.cell(board, state, *square)] for square in squares]
        for each, state in zip(letters, (position.state, after), strict=True)
    )
    _demand(int(after.player) == 1 - position.player, position, "after a pass the same side is to move")
    _demand(seen == passed, position, "a pass changes the board")


def _check_canonical(position: Position) -> None:
    rules, board = position.game.rules, position.game.board
    if rules.canonical is None:
        return
    found = rules.canonical(board, position.state)
    images_of_it = [position.transformed(symmetry).state for symmetry in position.symmetries()]
    _demand(found in images_of_it, position, "its canonical state is none of its images")
    _demand(rules.canonical(board, found) == found, position, "its canonical state has another one itself")


def _check_plain_python(position: Position) -> None:
    """The same functions give the same answers when they are not compiled."""
    rules, board, state = position.game.rules, position.game.board, position.state
    codes = [code for code, _, _ in position._facts.moves]
    after = [rules.play(board, state, code) for code in codes]
    for_the_solver = _told_to_the_solver(position)
    with plain_python():
        plain = gather_facts(rules, board, state)
        _demand(plain.moves == position._facts.moves, position, "plain Python finds other moves")
        _demand(plain.score == position._facts.score, position, "plain Python scores it differently")
        is_told = _told_to_the_solver(position) == for_the_solver
        _demand(is_told, position, "plain Python gives the solver different answers")
        _demand(plain.cells == position._facts.cells, position, "plain Python finds other pieces")
        for code, expected in zip(codes, after, strict=True):
            is_equal = rules.play(board, state, code) == expected
            _demand(is_equal, position, f"plain Python plays move {code} differently")


def _told_to_the_solver(position: Position) -> tuple[object, ...]:
    """Return what the optional functions for the solver say about a position."""
    rules, board, state = position.game.rules, position.game.board, position.state
    told: list[object] = [
        function(board, state) for function in (rules.decided, rules.canonical) if function is not None
    ]
    if rules.loss_distance is not None and _is_lost(position):
        told.append(rules.loss_distance(board, state))
    if rules.leaf_numbers is not None:
        told.append(rules.leaf_numbers(board, state, len(position._facts.moves)))
    return tuple(told)
