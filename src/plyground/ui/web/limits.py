"""Every bound of the web app in one place: what a page may send, hold, and ask for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """How much there may be of everything; whoever asks for more is told so."""

    # What comes in
    message_bytes: int = 16 * 1024
    upload_bytes: int = 1024 * 1024
    messages_a_second: float = 40.0
    messages_at_once: int = 80

    # Connections: of all kinds, and those that stay open (WebSockets); how long a request may take to come
    open_connections: int = 2000
    connections: int = 512
    request_seconds: float = 10.0
    body_seconds: float = 60.0

    # What is held
    games: int = 400
    idle_seconds: float = 300.0
    listed_games: int = 20
    messages_waiting: int = 200

    # Players: how many think at once, and how many more may wait for that
    thinkers: int = 4
    thinkers_waiting: int = 1000

    # Moves of a game that is read, shown or played, and of all games of a file together
    record_moves: int = 2000
    file_moves: int = 100_000

    # What is asked of a search
    seconds: float = 60.0
    depth: int = 60
    nodes: int = 1_000_000_000
    megabytes: int = 256
    threads: int = 8
    lines: int = 64

    # Analyses: how many at once, how many more may wait, and how much a review takes
    searches: int = 4
    searches_waiting: int = 16
    reviewed_moves: int = 500
    review_seconds: float = 2.0
    review_nodes: int = 10_000_000

    # Exact values: seconds for a position and its moves, or for a line, and how many requests may wait
    proof_seconds: float = 1.0
    proof_line_seconds: float = 2.0
    proof_megabytes: int = 64
    proofs_waiting: int = 64

    # The library and its contests
    exported_games: int = 1000
    exported_characters: int = 20_000_000
    listed_contests: int = 100
    contests: int = 2
    contestants: int = 24
    contest_games: int = 5000
    clock_seconds: float = 3600.0

    # The record of a person and the explorer: games among the last so many of the store, plies of each that
    # are followed, plies that one request plays, boards that are remembered, and what is listed
    followed_games: int = 20_000
    opening_plies: int = 30
    explored_plies: int = 3000
    explored_boards: int = 6
    named_games: int = 8
    listed_openings: int = 8

    # Evaluations in files, FILE.py:NAME, that whoever started the server allowed
    evaluations: tuple[str, ...] = ()


LIMITS = Limits()
