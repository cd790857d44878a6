/* Perft of Othello in plain C: what the compiled Python is measured against.
 *
 * Compile with -DROWS=8 -DCOLUMNS=8 (4, 6 or 8, both the same): masks and shifts are
 * constants then, as they are in the compiled Python. Run with a depth and, if wished, a
 * number of repeats. It prints the leaves and the seconds of the fastest repeat.
 *
 * A pass is a ply, and a finished game stays one leaf at every greater depth. Square number
 * row * COLUMNS + column is the bit of that number, rows counted from the top.
 */
#include <stdint.h>

#include "measure.h"

#define SQUARES (ROWS * COLUMNS)
#define BOARD (UINT64_MAX >> (64 - SQUARES))
#define LEFT_COLUMN (BOARD / (UINT64_MAX >> (64 - COLUMNS))) /* 1 + 2^COLUMNS + ... */
#define INNER_COLUMNS (BOARD & ~(LEFT_COLUMN | LEFT_COLUMN << (COLUMNS - 1)))
#define MOST_MOVES (SQUARES - 4)
#define PASS SQUARES

typedef struct {
    uint64_t own, opponent;
} State;

/* The discs of `between` in unbroken lines that begin next to `from`. Each fill doubles the
 * length of what it has covered: three are enough for the six discs between two edges. */
static inline uint64_t fill_up(uint64_t from, uint64_t between, int step) {
    uint64_t path = between & between << step, filled = between & from << step;
    filled |= between & filled << step;
    filled |= path & filled << 2 * step;
    return filled | (path & filled << 2 * step);
}

static inline uint64_t fill_down(uint64_t from, uint64_t between, int step) {
    uint64_t path = between & between >> step, filled = between & from >> step;
    filled |= between & filled >> step;
    filled |= path & filled >> 2 * step;
    return filled | (path & filled >> 2 * step);
}

/* The squares behind such lines, both ways along one axis. */
static inline uint64_t beyond(uint64_t own, uint64_t between, int step) {
    return fill_up(own, between, step) << step | fill_down(own, between, step) >> step;
}

static inline uint64_t placements(uint64_t own, uint64_t opponent) {
    uint64_t inner = opponent & INNER_COLUMNS;
    uint64_t reached = beyond(own, inner, 1) | beyond(own, opponent, COLUMNS) |
                       beyond(own, inner, COLUMNS - 1) | beyond(own, inner, COLUMNS + 1);
    return reached & BOARD & ~(own | opponent);
}

static inline int legal_moves(State state, int32_t *moves) {
    uint64_t targets = placements(state.own, state.opponent);
    if (!targets) {
        if (!placements(state.opponent, state.own))
            return 0;
        moves[0] = PASS;
        return 1;
    }
    int count = 0;
    for (; targets; targets &= targets - 1)
        moves[count++] = __builtin_ctzll(targets);
    return count;
}

/* The discs of `between` on one axis that lie between `disc` and a disc of `own`. */
static inline uint64_t turned(uint64_t disc, uint64_t own, uint64_t between, int step) {
    uint64_t up = fill_up(disc, between, step), down = fill_down(disc, between, step);
    return (up << step & own ? up : 0) | (down >> step & own ? down : 0);
}

static inline State play(State state, int32_t move) {
    if (move == PASS)
        return (State){state.opponent, state.own};
    uint64_t own = state.own, disc = UINT64_C(1) << move, inner = state.opponent & INNER_COLUMNS;
    uint64_t flips = turned(disc, own, inner, 1) | turned(disc, own, state.opponent, COLUMNS) |
                     turned(disc, own, inner, COLUMNS - 1) | turned(disc, own, inner, COLUMNS + 1);
    return (State){state.opponent ^ flips, own | flips | disc};
}

static int32_t moves_at[DEEPEST + 1][MOST_MOVES];

/* Never inlined: the call needs its position, so the last move of every line is really played. */
static __attribute__((noinline)) uint64_t perft(State state, int depth) {
    if (depth == 0)
        return 1;
    int32_t *moves = moves_at[depth];
    int count = legal_moves(state, moves);
    if (count == 0)
        return 1;
    uint64_t leaves = 0;
    for (int index = 0; index < count; index++)
        leaves += perft(play(state, moves[index]), depth - 1);
    return leaves;
}

static uint64_t perft_of_start(int depth) {
    int first = (ROWS / 2 - 1) * COLUMNS + COLUMNS / 2 - 1, below = first + COLUMNS;
    State start = {UINT64_C(1) << (first + 1) | UINT64_C(1) << below,
                   UINT64_C(1) << first | UINT64_C(1) << (below + 1)};
    return perft(start, depth);
}

int main(int argument_count, char **arguments) {
    return measure(perft_of_start, argument_count, arguments);
}
