"""A bot that speaks UGI with one defect, which its argument names."""

from __future__ import annotations

import sys
import time

import plyground as ply

DEFECT = sys.argv[1]
OFFERS = {
    "picky": "option name Hash type spin default 64 min 1 max 32",
    "other-game": "option name Game type combo default chess var chess",
}
GAME = ply.game("breakthrough")
games = readies = 0
position = GAME.start()


def has(defect: str) -> bool:
    return defect == DEFECT


def introduce() -> None:
    print("" if has("nameless") else "id name Defective")
    print(OFFERS.get(DEFECT, "option name Size type string default 6x6"))
    print("ugiok")


def set_position(text: str) -> ply.Position:
    start, _, moves = text.partition(" moves ")
    if start == "startpos":
        if has("no-startpos"):
            sys.exit(1)
        found = ply.game("breakthrough", size=4).start()
    else:
        found = GAME.position(start.removeprefix("fen "))
    for move in moves.split():
        found = found.play(move)
    return found


def go(text: str) -> None:
    limited = "infinite" not in text
    late = {"slow": "movetime", "depthless": "nodes", "clockless": "p1time"}.get(DEFECT, "nothing")
    if late in text:
        time.sleep(1.2 if has("slow") else 1000)
    if has("unstoppable") and not limited:
        time.sleep(1000)
    print("bestmove", "d9-d8" if has("illegal") and position.previous else position.moves()[-1])


def answer(what: str) -> str:
    outcome = position.outcome
    winner = GAME.players.index(outcome.winner) + 1 if outcome and outcome.winner else 0
    result = f"p{winner}win" if winner else "none"
    answers = {"p1turn": position.player == (1 if has("mistaken") else 0), "gameover": outcome is not None}
    return str({**answers, "result": result}.get(what)).lower()


def obey(command: str, rest: str) -> None:
    global position, games, readies
    if command == "ugi":
        introduce()
    elif command == "isready":
        readies += 1
        if has("slowly-ready") and readies > 20:
            time.sleep(1000)
        print("readyok")
    elif command == "uginewgame":
        games += 1
        if has("once") and games > 1:
            raise AssertionError("one game is enough")
    elif command == "position":
        position = set_position(rest)
    elif command == "go":
        go(rest)
    elif command == "query":
        print("response", answer(rest))
    elif command not in ("setoption", "stop") and has("touchy"):
        raise ValueError("what?")


for line in sys.stdin:
    word, _, behind = line.strip().partition(" ")
    if word == "quit" and not has("immortal"):
        break
    try:
        obey(word, behind)
    except ply.PlygroundError as error:
        print("info string", error)
    sys.stdout.flush()
else:
    while has("orphan"):
        time.sleep(1000)
