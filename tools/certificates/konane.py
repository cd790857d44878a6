"""The rules of Konane on a page, to check certificates with. Plain and slow; nothing is imported.

The board begins full, colours alternating, black on the top left square. Black removes one of its stones in
a corner or in the centre (with the option `any` wherever it likes), white one of its own next to the hole.
Then every move is a jump over enemy stones, one or more in a straight line, each landing on an empty
square. Who cannot move loses.
"""

PLAYERS = ("black", "white")
LETTERS = "bw"
OPTIONS = ("opening",)
HAS_COUNTER = False
DIRECTIONS = ((-1, 0), (0, -1), (0, 1), (1, 0))


def is_opening_square(board, square):
    """Tell whether black may open by removing the stone on a square."""
    if {"any": True, "corners": False}[board.options["opening"]]:
        return True
    row, column = divmod(square, board.columns)
    is_corner = row in (0, board.rows - 1) and column in (0, board.columns - 1)
    middle_rows = ((board.rows - 1) // 2, board.rows // 2)
    middle_columns = ((board.columns - 1) // 2, board.columns // 2)
    return is_corner or (row in middle_rows and column in middle_columns)


def removals(board, squares, player):
    """Return the stones that may be removed in the opening."""
    own = [square for square, letter in enumerate(squares) if letter == LETTERS[player]]
    if "." not in squares:
        return [square for square in own if is_opening_square(board, square)]
    row, column = divmod(squares.index("."), board.columns)
    return [
        square
        for square in own
        if abs(square // board.columns - row) + abs(square % board.columns - column) == 1
    ]


def jumps(board, squares, player):
    """Go through all jumps: for each stone and direction, one landing after the other."""
    enemy = LETTERS[1 - player]
    for origin, letter in enumerate(squares):
        if letter != LETTERS[player]:
            continue
        for down, right in DIRECTIONS:
            row, column = origin // board.columns + 2 * down, origin % board.columns + 2 * right
            while 0 <= row < board.rows and 0 <= column < board.columns:
                over, target = (row - down) * board.columns + column - right, row * board.columns + column
                if squares[over] != enemy or squares[target] != ".":
                    break
                yield origin, target
                row, column = row + 2 * down, column + 2 * right


def all_moves(board, position):
    """Go through the moves, as pairs of origin and target: -1 for the origin of a removed stone."""
    if position.squares.count(".") < 2:
        return ((-1, square) for square in removals(board, position.squares, position.player))
    return jumps(board, position.squares, position.player)


def moves(board, position):
    """Return the moves of a game that is not over."""
    return list(all_moves(board, position))


def play(board, position, move):
    """Return the squares after a move, and the counter."""
    origin, target = move
    squares = list(position.squares)
    if origin < 0:
        squares[target] = "."
        return "".join(squares), 0
    is_in_row = origin // board.columns == target // board.columns
    step = (1 if is_in_row else board.columns) * (1 if target > origin else -1)
    for square in range(origin, target, step):
        squares[square] = "."
    squares[target] = LETTERS[position.player]
    return "".join(squares), 0


def margin(board, position):
    """Return -1 if the side to move has lost, or None while the game goes on."""
    return None if any(True for _ in all_moves(board, position)) else -1
