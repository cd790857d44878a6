"""A protocol is one new file: nothing else has to know of it before a game can be played through it."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.core.position import game
from plyground.errors import PlayerGarbageError
from plyground.match.judging import Conditions
from plyground.match.live_game import LiveGame, play_game
from plyground.players import make_player
from plyground.players.making import runs_foreign_code
from plyground.protocol import known
from plyground.search.limit import Limit
from plyground.store.records import Termination

from .talking import Marked, ending_within

ON = game("breakthrough", size=4)

PROTOCOL = '''
"""A program hears the moves of a game in one line, and says a number for each node and then a move."""

from plyground.errors import PlayerGarbageError
from plyground.protocol.protocol import Answer, GameProtocol, SearchInfo


class BriefProtocol(GameProtocol):
    kind = "brief"
    answer = "move"

    async def new_game(self, start, seed):
        await self.engine.send(f"game {start.game.name} {start.line()[0].text}")
        assert await self.engine.read_line("ready") == "ready"

    async def go(self, question):
        await self.engine.send(" ".join(["moves", *question.position.history.moves]))

    def read(self, line):
        word, _, rest = line.partition(" ")
        if word == "move":
            return Answer(rest)
        if word != "nodes":
            raise PlayerGarbageError(f"{self.engine.name} says {line!r}")
        return SearchInfo(nodes=int(rest))
'''

BOT = """
import sys
import plyground as ply

for line in sys.stdin:
    word, *rest = line.split(None, 2)
    if word == "game":
        start = ply.game(rest[0], size=4).position(rest[1].strip())
        print("ready", flush=True)
    else:
        position = start.play_all(line.split()[1:])
        answer = "BAD" if "--bad" in sys.argv else f"move {position.moves()[-1]}"
        print("nodes 7", answer, sep="\\n", flush=True)
"""


@pytest.fixture(autouse=True)
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Add a file with a protocol, and write a program that speaks it."""
    folder = tmp_path / "protocols"
    folder.mkdir()
    (folder / "brief.py").write_text(PROTOCOL)
    (tmp_path / "bot.py").write_text(BOT)
    monkeypatch.setattr(known, "__path__", [*known.__path__, str(folder)])
    known.game_protocols.cache_clear()
    mark = Marked(monkeypatch)
    with ending_within(120):
        yield f"brief:{shlex.quote(sys.executable)} {shlex.quote(str(tmp_path / 'bot.py'))}"
    known.game_protocols.cache_clear()
    sys.modules.pop(f"{known.__name__}.brief", None)
    assert mark.processes() == []


def test_a_game_is_played_through_it(program: str) -> None:
    players = make_player(program, ON), make_player("first", ON)
    played = play_game(LiveGame(ON.start(), ("new", "first"), Conditions(seconds=60)), players, (1, 2))
    for player in players:
        player.close()
    assert played.termination is Termination.NORMAL
    position = ON.start()
    for number, move in enumerate(played.moves):
        assert move.text == str(position.moves()[0 if number % 2 else -1])
        assert move.nodes == (None if number % 2 else 7)
        position = position.play(move.text)


def test_what_it_cannot_read_is_an_error_of_the_program(program: str) -> None:
    player = make_player(f"{program} --bad", ON)
    player.begin(ON.start(), 0)
    with pytest.raises(PlayerGarbageError, match="says 'BAD'"):
        player.choose(ON.start(), Limit(seconds=60))


def test_it_names_programs_that_no_page_may_start(program: str) -> None:
    assert runs_foreign_code(program)
    assert not runs_foreign_code("engine:seconds=1")
