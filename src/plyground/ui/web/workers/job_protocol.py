"""How the server talks to a worker process: jobs one way, news the other, a line of JSON each."""

from __future__ import annotations

import msgspec

from plyground.errors import PlayerGarbageError
from plyground.protocol.protocol import Answer, Protocol
from plyground.ui.web.workers.jobs import Begin, Ending, Forget, News, StopJob, WorkerMessage


class JobProtocol(Protocol[Begin, News, Ending]):
    """A question is a job with its number, which tells the news about it from those about earlier ones."""

    def __init__(self) -> None:
        self._number = 0
        self._decoder = msgspec.json.Decoder(WorkerMessage)

    async def go(self, question: Begin) -> None:
        """Begin a job."""
        self._number = question.number
        await self.engine.send(msgspec.json.encode(question).decode())

    def read(self, line: str) -> News | Answer[Ending] | None:
        """Read news of the job, or how it ended."""
        try:
            message = self._decoder.decode(line)
        except msgspec.MsgspecError as error:  # such as half a line, if it died in the middle of a word
            raise PlayerGarbageError(f"{self.engine.name} wrote what nobody can read: {error}") from error
        if message.number != self._number:
            return None
        return Answer(message.news) if isinstance(message.news, Ending) else message.news

    def stop(self) -> None:
        """End the job with the best so far."""
        self._write(StopJob(self._number))

    def forget(self, session: str) -> None:
        """Let go of what is kept for a session."""
        self._write(Forget(session))

    def _write(self, order: StopJob | Forget) -> None:
        self.engine.write(msgspec.json.encode(order).decode())
