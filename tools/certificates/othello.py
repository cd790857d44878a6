"""The rules of Othello on a page, to check certificates with. Plain and slow; nothing is imported.

n x n squares, n even. A disc is placed where it encloses enemy discs in a straight line, which are turned.
A side without a move passes if the other one has a move; the game ends when neither has. The margin is the
difference in discs.
"""

PLAYERS = ("black", "white")
LETTERS = "bw"
OPTIONS = ()
HAS_COUNTER = False
PASS = (-1, -1)
DIRECTIONS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


def turned(board, squares, player, square):
    """Return the enemy discs that a disc placed on a square turns."""
    own, enemy, found = LETTERS[player], LETTERS[1 - player], []
    for down, right in DIRECTIONS:
        row, column = square // board.columns + down, square % board.columns + right
        line = []
        while 0 <= row < board.rows and 0 <= column < board.columns:
            here = row * board.columns + column
            if squares[here] == enemy:
                line.append(here)
            else:
                if squares[here] == own:
                    found += line
                break
            row, column = row + down, column + right
    return found


def placements(board, squares, player):
    """Return the squares on which a player can place a disc."""
    return [
        square
        for square, letter in enumerate(squares)
        if letter == "." and turned(board, squares, player, square)
    ]


def moves(board, position):
    """Return the moves of a game that is not over, as pairs of origin and target: -1 for none."""
    found = placements(board, position.squares, position.player)
    return [(-1, square) for square in found] or [PASS]


def play(board, position, move):
    """Return the squares after a move, and the counter."""
    if move == PASS:
        return position.squares, 0
    squares = list(position.squares)
    for square in (move[1], *turned(board, position.squares, position.player, move[1])):
        squares[square] = LETTERS[position.player]
    return "".join(squares), 0


def margin(board, position):
    """Return the margin of the side to move, or None while the game goes on."""
    squares, player = position.squares, position.player
    if placements(board, squares, player) or placements(board, squares, 1 - player):
        return None
    return squares.count(LETTERS[player]) - squares.count(LETTERS[1 - player])
