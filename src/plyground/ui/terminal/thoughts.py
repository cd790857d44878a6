"""What an engine thinks, in a line or in a few rows."""

from __future__ import annotations

from plyground.search.report import Line, Report


def told_thought(side: str, report: Report | None, width: int) -> str:
    """Write in one line what a side thinks of: depth, score, and as much of its line as has room."""
    if report is None or report.depth == 0 or not report.lines[0].codes:
        return f"{side} thinks"[:width]
    best = report.lines[0]
    return _with_moves(f"{side} thinks: depth {report.depth}  {best.told_score}  ", best, width)


def analysis_rows(report: Report, width: int, *, with_effort: bool) -> list[str]:
    """Write the best moves one below the other; what they took depends on the machine."""
    effort = f"  {report.nodes:,} nodes  {report.seconds:.1f} s" if with_effort else ""
    scores = [line.told_score for line in report.lines]
    longest = max(map(len, scores))
    rows = [
        _with_moves(f"{rank:>2}  {score:>{longest}}  ", line, width)
        for rank, (score, line) in enumerate(zip(scores, report.lines, strict=True), start=1)
    ]
    return [f"depth {report.depth}{effort}"[:width], *rows]


def _with_moves(start: str, line: Line, width: int) -> str:
    """Add as many moves as there is room for, one at least."""
    first, *others = map(str, line.moves)
    row = start + first
    for move in others:
        if len(row) + 1 + len(move) > width:
            break
        row += f" {move}"
    return row
