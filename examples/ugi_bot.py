"""A bot that speaks UGI: it captures if it can, and moves at random if not."""

import random
import sys

import plyground as ply  # for the rules; the rest is here

game = ply.game(sys.argv[1] if len(sys.argv) > 1 else "breakthrough")
position = game.start()
position.play(position.moves()[0])  # the rules are compiled when first used: not on the clock

for line in sys.stdin:
    command, _, rest = line.strip().partition(" ")
    try:
        if command == "ugi":
            print("id name Grabber\nid author you\nugiok")
        elif command == "isready":
            print("readyok")
        elif command == "position":  # startpos, or fen and a text; then perhaps the moves from there
            first, _, moves = rest.partition(" moves ")
            position = game.start() if first == "startpos" else game.position(first.removeprefix("fen "))
            for move in moves.split():
                position = position.play(move)
        elif command == "go":  # how long it may think does not matter to this bot
            captures = [move for move in position.moves() if "x" in str(move)]
            print("bestmove", random.choice(captures or position.moves()))
        elif command == "query":
            winner = position.outcome.winner if position.outcome else None
            result = f"p{game.players.index(winner) + 1}win" if winner else "draw"
            answers = {"p1turn": position.player == 0, "gameover": position.outcome is not None}
            answers["result"] = result if position.outcome else "none"
            print("response", str(answers[rest]).lower())
        elif command == "quit":
            break
    except (ply.PlygroundError, LookupError) as error:
        print("info string", error)
    sys.stdout.flush()  # a line that waits in a buffer is not heard by anybody
