"""`plyground bench`, and the signature of the engine."""

from __future__ import annotations

from .running import json_of, output_of

# The nodes of all fixed searches. Whatever changes the tree changes this number: rules,
# evaluations, the order of moves, reductions. A commit that changes it says so.
SIGNATURE = 11_582_385


def test_the_signature() -> None:
    answer = json_of("bench")
    assert list(answer) == ["nodes", "seconds", "games"]
    assert [each["game"] for each in answer["games"]] == ["breakthrough", "duel", "konane", "othello"]
    assert answer["nodes"] == sum(each["nodes"] for each in answer["games"]) == SIGNATURE
    lines = output_of("bench").splitlines()
    assert [line.split()[0] for line in lines] == ["breakthrough", "duel", "konane", "othello", "signature"]
    assert f"{SIGNATURE:,} nodes" in lines[-1]
