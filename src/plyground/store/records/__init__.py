"""Games that were played, as values and as text."""

from plyground.store.records.record import GameRecord, PlayedMove, Termination, record_of_json, record_to_json
from plyground.store.records.replay import replay, result_of
from plyground.store.records.scanning import GameText, lines_of, split_games
from plyground.store.records.text_reading import read_game, read_games
from plyground.store.records.text_writing import write_game, write_games
from plyground.store.records.transcript import read_moves

__all__ = [
    "GameRecord",
    "GameText",
    "PlayedMove",
    "Termination",
    "lines_of",
    "read_game",
    "read_games",
    "read_moves",
    "record_of_json",
    "record_to_json",
    "replay",
    "result_of",
    "split_games",
    "write_game",
    "write_games",
]
