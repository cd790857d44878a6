"""Two people on two devices: each plays one side, and both have to agree to an undo."""

from __future__ import annotations

from pathlib import Path

from plyground.store.records import Termination
from plyground.ui.web.play.play_messages import (
    AskHint,
    Fork,
    LinkMessage,
    PlayedMessage,
    PlayMove,
    Resign,
    SeatsMessage,
    Share,
    Undo,
)
from plyground.ui.web.transport.seat_keys import Seat, SeatKeys

from .seated import TOKEN, Page, Room, in_room


def seats(page: Page) -> SeatsMessage:
    """Return what a page was told last about where it sits."""
    return [each for each in page.heard if isinstance(each, SeatsMessage)][-1]


async def both(room: Room) -> tuple[Page, Page]:
    """Sit down at two devices: the owner plays black, the guest white."""
    event = await room.begin("breakthrough", "human", "human")
    owner = await room.sit(event)
    await owner.say(Share(1))
    [link] = await owner.wait(LinkMessage)
    path, _, key = link.path.partition("?seat=")
    assert path == f"/play/{event}"
    assert SeatKeys(TOKEN).seat(key) == Seat(event, 1)
    return owner, await room.sit(event, 1)


def test_each_moves_its_own_side(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        owner, guest = await both(room)
        assert (seats(owner).own, seats(guest).own) == ([0], [1])
        assert (seats(owner).is_guest, seats(guest).is_guest) == (False, True)
        black = owner.status.moves[0].move
        assert "not your turn" in await guest.refusal(PlayMove(0, black))
        await owner.move()
        [played] = await guest.wait(PlayedMessage)
        assert played.ply.move == black
        white = owner.status.moves[0].move
        assert "not your turn" in await owner.refusal(PlayMove(1, white))
        await guest.move()
        assert owner.status.ply == guest.status.ply == 2
        assert "no hints" in await owner.refusal(AskHint())

    in_room(tmp_path, work)


def test_one_device_plays_both_sides_until_one_is_given_away(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        page = await room.begin_and_sit("breakthrough", "human", "human")
        assert (seats(page).own, seats(page).can_share, seats(page).is_shared) == ([0, 1], True, False)
        await page.move()
        await page.move()
        await page.say(Share(0))
        assert seats(page).own == [1]
        assert seats(page).present == (False, True)
        assert "already" in await page.refusal(Share(1))

    in_room(tmp_path, work)


def test_a_game_against_a_program_has_no_other_seat(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        page = await room.begin_and_sit("breakthrough", "human", "first")
        assert not any(isinstance(each, SeatsMessage) for each in page.heard)
        assert "two people" in await page.refusal(Share(1))

    in_room(tmp_path, work)


def test_everybody_sees_who_is_there(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        owner, guest = await both(room)
        assert seats(owner).present == seats(guest).present == (True, True)
        await room.leave(guest)
        assert seats(owner).present == (True, False)
        assert seats(owner).own == [0]  # the seat stays the other one's
        assert "already" in await guest.refusal(Share(0))

    in_room(tmp_path, work)


def test_who_resigns_loses_also_when_the_other_one_is_to_move(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        owner, guest = await both(room)
        await guest.say(Resign())
        outcome = owner.status.outcome
        assert outcome is not None
        assert (outcome.winner, outcome.termination) == (0, Termination.RESIGNATION)

    in_room(tmp_path, work)


def test_an_undo_needs_both(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        owner, guest = await both(room)
        await owner.move()
        await guest.move()
        await owner.say(Undo())
        await owner.say(Undo())  # asking twice is no consent
        assert owner.status.ply == 2
        assert seats(guest).undo_asked_by == 0
        await guest.say(Undo())
        assert (owner.status.ply, owner.status.to_move) == (0, 0)  # back to the turn of the one who asked
        assert seats(owner).undo_asked_by is None

    in_room(tmp_path, work)


def test_who_moves_has_not_agreed(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        owner, guest = await both(room)
        await owner.move()
        await owner.say(Undo())
        await guest.move()
        await guest.say(Undo())  # of another move, and asked for by somebody else
        assert owner.status.ply == 2
        assert seats(owner).undo_asked_by == 1

    in_room(tmp_path, work)


def test_a_key_opens_what_it_was_made_for() -> None:
    keys = SeatKeys("secret")
    key = keys.key(Seat("abcd", 1))
    assert keys.seat(key) == Seat("abcd", 1)
    for forged in (
        key.replace(".1.", ".0."),
        key.replace("abcd", "abce"),
        key[:-1],
        "",
        "abcd.1",
        "abcd.2.x",
    ):
        assert keys.seat(forged) is None
    assert SeatKeys("another").seat(key) is None
    assert SeatKeys(None).seat(key) is None


def test_a_guest_is_invited_to_the_rematch(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        _, guest = await both(room)
        assert guest.session is not None
        again = (await room.desk.fork_game(guest.session.id, Fork(0, is_swapped=True))).id
        [link] = await guest.wait(LinkMessage)
        key = link.path.partition("?seat=")[2]
        assert SeatKeys(TOKEN).seat(key) == Seat(again, 0)
        await room.desk.fork_game(guest.session.id, Fork(0))  # for the owner alone
        assert len(await guest.wait(LinkMessage)) == 1

    in_room(tmp_path, work)
