"""The rules of Breakthrough on a page, to check certificates with. Plain and slow; nothing is imported.

Black begins on the top two rows and moves down, white on the bottom two and moves up. A pawn steps straight
ahead onto an empty square, or diagonally ahead onto an empty square or an enemy pawn, which is captured. A
pawn on the far row wins, and so does capturing every enemy pawn.
"""

PLAYERS = ("black", "white")
LETTERS = "bw"
OPTIONS = ()
HAS_COUNTER = False


def moves(board, position):
    """Return the moves of a game that is not over, as pairs of origin and target."""
    squares, own = position.squares, LETTERS[position.player]
    ahead = 1 if position.player == 0 else -1
    found = []
    for origin, letter in enumerate(squares):
        if letter != own:
            continue
        row, column = origin // board.columns + ahead, origin % board.columns
        for right in (-1, 0, 1):
            if not (0 <= row < board.rows and 0 <= column + right < board.columns):
                continue
            target = row * board.columns + column + right
            if squares[target] == "." or (right != 0 and squares[target] != own):
                found.append((origin, target))
    return found


def play(board, position, move):
    """Return the squares after a move, and the counter."""
    origin, target = move
    squares = list(position.squares)
    squares[origin], squares[target] = ".", LETTERS[position.player]
    return "".join(squares), 0


def has_won(board, squares, player):
    """Tell whether a player has a pawn on the far row, or the other one has none at all."""
    far_row = squares[-board.columns :] if player == 0 else squares[: board.columns]
    return LETTERS[player] in far_row or LETTERS[1 - player] not in squares


def margin(board, position):
    """Return 1 or -1 if the side to move has won or lost, or None while the game goes on."""
    if has_won(board, position.squares, 1 - position.player):
        return -1
    return 1 if has_won(board, position.squares, position.player) else None
