"""The rules of the Wumpus duel on a page, to check certificates with. Plain and slow; nothing is imported.

Capitals are the adversary's pieces, small letters the agent's; `*` is a pit. A piece moves one square in
any of the eight directions, but not onto a piece of its own side. Meeting an enemy is a battle: hero kills
wumpus, mage kills hero, wumpus eats mage, whoever attacks, and two of a kind destroy each other. A pit
destroys what moves into it. A side without pieces has lost; if both are without, it is a draw. The counter
is the plies since a piece was destroyed; `quiet` moves of each side make a draw, 0 for never. Draws by
repetition are not here: certificates say for themselves how they take repetition.
"""

PLAYERS = ("adversary", "agent")
LETTERS = "WHMwhm*"
OPTIONS = ("seed", "quiet", "repetitions")
HAS_COUNTER = True
PIECES = ("WHM", "whm")
KILLS = {"h": "w", "m": "h", "w": "m"}
DIRECTIONS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


def moves(board, position):
    """Return the moves of a game that is not over, as pairs of origin and target."""
    squares, own = position.squares, PIECES[position.player]
    found = []
    for origin, letter in enumerate(squares):
        if letter not in own:
            continue
        for down, right in DIRECTIONS:
            row, column = origin // board.columns + down, origin % board.columns + right
            if 0 <= row < board.rows and 0 <= column < board.columns:
                target = row * board.columns + column
                if squares[target] not in own:
                    found.append((origin, target))
    return found


def play(board, position, move):
    """Return the squares after a move, and the counter."""
    origin, target = move
    squares = list(position.squares)
    piece, met = squares[origin], squares[target]
    squares[origin] = "."
    if met == ".":
        squares[target] = piece
        return "".join(squares), position.counter + 1
    if met != "*":
        squares[target] = survivor(piece, met)
    return "".join(squares), 0


def survivor(piece, met):
    """Return who stands on the square after a battle; two of a kind destroy each other."""
    if KILLS[piece.lower()] == met.lower():
        return piece
    return met if KILLS[met.lower()] == piece.lower() else "."


def margin(board, position):
    """Return 1, 0 or -1 for the side to move, or None while the game goes on."""
    has_own, has_enemy = (
        any(piece in position.squares for piece in PIECES[player])
        for player in (position.player, 1 - position.player)
    )
    if has_own and has_enemy:
        quiet = int(board.options["quiet"])
        return 0 if quiet and position.counter >= 2 * quiet else None
    return int(has_own) - int(has_enemy)
