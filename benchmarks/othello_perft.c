/* Perft of Othello in plain C: what the compiled Python is measured against.
 *
 * Compile with -DROWS=8 -DCOLUMNS=8 (4, 6 or 8, both the same), so that masks and shifts are
 * constants, as they are in the compiled Python. Run with a depth and, if wished, the number
 * of repeats; prints the leaves and the seconds of the fastest repeat.
 *
 * A pass is a ply, and a finished game stays one leaf at every greater depth. Square
 * row * COLUMNS + column is the bit of that number, rows counted from the top.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifndef ROWS
#define ROWS 8
#endif
#ifndef COLUMNS
#define COLUMNS 8
#endif

#define SQUARES (ROWS * COLUMNS)
#define BOARD (UINT64_MAX >> (64 - SQUARES))
#define LEFT_COLUMN (BOARD / (UINT64_MAX >> (64 - COLUMNS))) /* 1 + 2^COLUMNS + ... */
#define INNER_COLUMNS (BOARD & ~(LEFT_COLUMN | LEFT_COLUMN << (COLUMNS - 1)))
#define PASS SQUARES
#define MOST_MOVES (SQUARES - 4)
#define DEEPEST 64

typedef struct {
    uint64_t own, opponent;
} State;

/* The squares behind lines of `between` that begin next to `own`, both ways along one axis.
 * The fills double the length they cover: three are enough for the six discs that fit. */
static inline uint64_t beyond(uint64_t own, uint64_t between, int step) {
    uint64_t up = between & (own << step), down = between & (own >> step);
    uint64_t up_path = between & (between << step), down_path = between & (between >> step);
    up |= between & (up << step), down |= between & (down >> step);
    up |= up_path & (up << 2 * step), down |= down_path & (down >> 2 * step);
    up |= up_path & (up << 2 * step), down |= down_path & (down >> 2 * step);
    return up << step | down >> step;
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

#ifdef FILL
static inline uint64_t turned(uint64_t disc, uint64_t own, uint64_t between, int step) {
    uint64_t up_path = between & (between << step), down_path = between & (between >> step);
    uint64_t up = between & (disc << step), down = between & (disc >> step);
    up |= between & (up << step), down |= between & (down >> step);
    up |= up_path & (up << 2 * step), down |= down_path & (down >> 2 * step);
    up |= up_path & (up << 2 * step), down |= down_path & (down >> 2 * step);
    return (up << step & own ? up : 0) | (down >> step & own ? down : 0);
}
#else
/* The discs of `between` on one axis between `disc` and a disc of `own`. */
static inline uint64_t turned(uint64_t disc, uint64_t own, uint64_t between, int step) {
    uint64_t up = 0, down = 0, next;
    for (next = disc << step; next & between; next <<= step)
        up |= next;
    uint64_t all = next & own ? up : 0;
    for (next = disc >> step; next & between; next >>= step)
        down |= next;
    return next & own ? all | down : all;
}
#endif

static inline State play(State state, int32_t move) {
    if (move == PASS)
        return (State){state.opponent, state.own};
    uint64_t disc = UINT64_C(1) << move, inner = state.opponent & INNER_COLUMNS;
    uint64_t flips = turned(disc, state.own, inner, 1) | turned(disc, state.own, state.opponent, COLUMNS) |
                     turned(disc, state.own, inner, COLUMNS - 1) |
                     turned(disc, state.own, inner, COLUMNS + 1);
    return (State){state.opponent ^ flips, state.own | flips | disc};
}

static int32_t moves_at[DEEPEST + 1][MOST_MOVES];

/* Not inlined, so that the last move of every line is really played: the call needs its position. */
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

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int count, char **arguments) {
    int depth = count > 1 ? atoi(arguments[1]) : 5, repeats = count > 2 ? atoi(arguments[2]) : 1;
    if (depth < 0 || depth > DEEPEST || repeats < 1) {
        fprintf(stderr, "usage: %s DEPTH [REPEATS], depth from 0 to %d\n", arguments[0], DEEPEST);
        return 2;
    }
    int first = (ROWS / 2 - 1) * COLUMNS + COLUMNS / 2 - 1;
    State start = {UINT64_C(1) << (first + 1) | UINT64_C(1) << (first + COLUMNS),
                   UINT64_C(1) << first | UINT64_C(1) << (first + COLUMNS + 1)};
    uint64_t leaves = 0;
    double best = 0;
    for (int repeat = 0; repeat < repeats; repeat++) {
        double began = seconds();
        leaves = perft(start, depth);
        double taken = seconds() - began;
        if (repeat == 0 || taken < best)
            best = taken;
    }
    printf("%llu %.6f\n", (unsigned long long)leaves, best);
    return 0;
}
