"""Certificates that were changed are refused: by their digests, and with right digests by the rules."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import plyground as ply
from plyground.core.position import Position
from plyground.errors import CertificateError
from plyground.solving.certificates import CertificateWriter, ValuesProver, check_certificate, claims_of

from .backwards import values_from
from .late import late_positions
from .proofs import Content, Line, certify, is_proof, read_content, tool_refuses, write_content

GAMES = ("othello", "konane", "breakthrough", "duel")
Lines = tuple[Line, ...]


def refuses(path: Path) -> bool:
    """Tell whether both checkers refuse a file; they have to agree."""
    try:
        check_certificate(path)
    except CertificateError:
        assert tool_refuses(path)
        return True
    assert not tool_refuses(path)
    return False


def written(name: str, seed: int, path: Path) -> Position:
    """Write the certificate of a position with some twenty positions behind it or more."""
    if name == "duel":
        texts = ("w2/3/2W adversary", "M2/3/1wH agent", "1hw/1H1/3 adversary", "3/wM1/2* adversary")
        position = ply.game("duel").position(texts[seed % len(texts)])
        values = values_from(position)
        margin = values[position.repetition_key][0]
        prover = ValuesProver(position.game, values.get)
        list(CertificateWriter(prover, position, claims_of(position, margin, margin), path).run())
        return position
    size, plies = {"othello": ("4", 8), "konane": ("5x6", 11), "breakthrough": ("4x4", 8)}[name]
    for position in late_positions(ply.game(name, size=size), 100, plies, seed):
        if position.outcome is None:
            certify(position, path)
            if sum(map(len, read_content(path).lines)) >= 6:
                return position
    raise AssertionError("no position is large enough")


def flip_bit(content: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(content))
    return content[:place] + bytes([content[place] ^ 1 << chance.randrange(8)]) + content[place + 1 :]


def cut_short(content: bytes, chance: random.Random) -> bytes:
    return content[: chance.randrange(len(content))]


def append(content: bytes, chance: random.Random) -> bytes:
    return content + chance.randbytes(chance.randrange(1, 9))


def swap_bytes(content: bytes, chance: random.Random) -> bytes:
    first, second = sorted(chance.sample(range(len(content)), 2))
    if content[first] == content[second]:
        return append(content, chance)
    swapped = bytearray(content)
    swapped[first], swapped[second] = swapped[second], swapped[first]
    return bytes(swapped)


DAMAGES: tuple[Callable[[bytes, random.Random], bytes], ...] = (flip_bit, cut_short, append, swap_bytes)


def drop(lines: Lines, chance: random.Random) -> Lines:
    place = chance.randrange(len(lines))
    return lines[:place] + lines[place + 1 :]


def _changed(lines: Lines, place: int, line: Line) -> Lines:
    return (*lines[:place], line, *lines[place + 1 :])


def change_move(lines: Lines, chance: random.Random) -> Lines:
    place = chance.randrange(len(lines))
    move = (lines[place].move + chance.randrange(1, 6)) % 256
    return _changed(lines, place, lines[place]._replace(move=move))


def change_distance(lines: Lines, chance: random.Random) -> Lines:
    place = chance.randrange(len(lines))
    distance = chance.choice([0, 1, lines[place].distance + 1, 255])
    return _changed(lines, place, lines[place]._replace(distance=distance))


def change_square(lines: Lines, chance: random.Random) -> Lines:
    place = chance.randrange(len(lines))
    packed = flip_bit(lines[place].packed, chance)
    return tuple(sorted(_changed(lines, place, lines[place]._replace(packed=packed))))


def repeat(lines: Lines, chance: random.Random) -> Lines:
    place = chance.randrange(len(lines))
    return (*lines[: place + 1], *lines[place:])


def reverse(lines: Lines, chance: random.Random) -> Lines:
    return lines[::-1]


CHANGES: tuple[Callable[[Lines, random.Random], Lines], ...] = (
    drop,
    change_move,
    change_distance,
    change_square,
    repeat,
    reverse,
)


def changed(content: Content, chance: random.Random) -> Content | None:
    """Return a certificate with one proof changed; None if the change makes no difference."""
    places = [place for place, lines in enumerate(content.lines) if lines]
    place = chance.choice(places)
    lines, change = content.lines[place], chance.choice(CHANGES)
    if change is change_distance and content.header.proofs[place].record.distance == 0:
        change = change_move
    new = change(lines, chance)
    if new == lines:
        return None
    return content._replace(lines=(*content.lines[:place], new, *content.lines[place + 1 :]))


def damage_many(name: str, count: int, path: Path) -> None:
    chance = random.Random(name)
    written(name, 5, path)
    original = path.read_bytes()
    assert not refuses(path)
    for number in range(count):
        damaged = DAMAGES[number % len(DAMAGES)](original, chance)
        path.write_bytes(damaged)
        assert refuses(path), (number, name)


def change_many(name: str, count: int, path: Path) -> None:
    """Change what a certificate says, and seal it again; what is still a proof has to be taken for one."""
    chance = random.Random(name)
    refused = taken = seed = 0
    while refused < count:
        position = written(name, seed, path)
        original, seed = read_content(path), seed + 1
        for _ in range(25):
            content = changed(original, chance)
            if content is None:
                continue
            write_content(path, content)
            is_ordered = all(
                list(lines) == sorted({line.packed: line for line in lines}.values())
                for lines in content.lines
            )
            expected = is_ordered and is_proof(content, position.game)
            assert refuses(path) != expected, content
            refused, taken = refused + (not expected), taken + expected
    assert taken < refused


@pytest.mark.parametrize("name", GAMES)
def test_damaged_files_are_refused(name: str, tmp_path: Path) -> None:
    damage_many(name, 100, tmp_path / "proof")


@pytest.mark.parametrize("name", GAMES)
def test_changed_proofs_are_refused(name: str, tmp_path: Path) -> None:
    change_many(name, 25, tmp_path / "proof")


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_thousand_changed_certificates_are_refused(name: str, tmp_path: Path) -> None:
    damage_many(name, 1000, tmp_path / "damaged")
    change_many(name, 1000, tmp_path / "changed")


def test_every_single_byte_matters(tmp_path: Path) -> None:
    path = tmp_path / "proof"
    written("konane", 1, path)
    original = path.read_bytes()
    for place in range(len(original)):
        path.write_bytes(original[:place] + bytes([original[place] ^ 0x20]) + original[place + 1 :])
        assert refuses(path), place


@pytest.mark.parametrize("name", GAMES)
def test_other_claims_are_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / "proof"
    written(name, 2, path)
    content = read_content(path)
    players = ply.game(name).players
    for place, proof in enumerate(content.header.proofs):
        other = players[1 - players.index(proof.player)]
        for changed_proof in (
            replace(proof, at_least=proof.at_least + 1),
            replace(proof, player=other),
            replace(proof, player="nobody"),
        ):
            proofs = list(content.header.proofs)
            proofs[place] = changed_proof
            write_content(path, content._replace(header=replace(content.header, proofs=tuple(proofs))))
            assert refuses(path)


def test_another_game_board_or_position_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "proof"
    certify(ply.game("konane", size=5).start(), path)
    content = read_content(path)
    for change in (
        {"game": "othello"},
        {"game": "breakthrough", "options": {"size": "5x5"}},
        {"game": "checkers"},
        {"options": {"size": "6x6", "opening": "corners"}},
        {"options": {"size": "5x5"}},
        {"options": {"size": "5x5", "opening": "nowhere"}},
        {"position": "bwbwb/wbwbw/bwbwb/wbwbw/1wbwb white"},
        {"position": "1wbwb/wbwbw/bwbwb/wbwbw/bwbwb white"},
        {"position": "nonsense"},
        {"letters": "wb"},
        {"repetition": True},
        {"proofs": ()},
    ):
        header = replace(content.header, **change)
        write_content(path, Content(header, content.lines if header.proofs else ()))
        assert refuses(path), change


def test_a_win_without_distances_and_an_undeclared_repetition_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "proof"
    written("duel", 3, path)
    content = read_content(path)
    (proof,) = content.header.proofs
    without = replace(proof, record=replace(proof.record, distance=0))
    lines = tuple(line._replace(distance=0) for line in content.lines[0])
    write_content(path, Content(replace(content.header, proofs=(without,)), (lines,)))
    assert refuses(path)
    write_content(path, content._replace(header=replace(content.header, repetition=False)))
    assert refuses(path)


def test_headers_that_are_no_headers_are_refused(tmp_path: Path) -> None:
    from plyground.solving.certificates.layout import digest_of

    path = tmp_path / "proof"
    written("othello", 1, path)
    first, _, body = path.read_bytes().split(b"\n", 2)
    for line in (
        b"",
        b"{}",
        b"[1]",
        b"{" * 5000,
        first.replace(b'"version": 1', b'"version": 2'),
        first.replace(b"plyground certificate", b"another certificate"),
        first.replace(b'"repetition": false', b'"repetition": "no"'),
        first.replace(b'"at_least": ', b'"at_least": 0.5, "more": '),
        first.replace(b'"positions": ', b'"positions": -'),
        first.replace(b'"move": 1', b'"move": 0'),
        first.replace(b'"move": 1', b'"move": 100000'),
        first.replace(b'"squares": 4', b'"squares": 3'),
    ):
        path.write_bytes(line + b"\n" + digest_of(line) + b"\n" + body)
        assert refuses(path), line
