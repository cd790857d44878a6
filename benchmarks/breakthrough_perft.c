/* Perft of Breakthrough in plain C: what the compiled Python is measured against.
 *
 * Compile with -DROWS=6 -DCOLUMNS=6 (4 to 8 rows, 2 to 8 columns), so that masks and shifts
 * are constants, as they are in the compiled Python. Run with a depth and, if wished, the
 * number of repeats; prints the leaves and the seconds of the fastest repeat.
 *
 * Black (player 0) starts on the top two rows and moves down. Square row * COLUMNS + column
 * is the bit of that number, rows counted from the top.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifndef ROWS
#define ROWS 6
#endif
#ifndef COLUMNS
#define COLUMNS 6
#endif

#define SQUARES (ROWS * COLUMNS)
#define BOARD (UINT64_MAX >> (64 - SQUARES))
#define TOP_ROW (UINT64_MAX >> (64 - COLUMNS))
#define BOTTOM_ROW (TOP_ROW << (SQUARES - COLUMNS))
#define LEFT_COLUMN (BOARD / TOP_ROW) /* 1 + 2^COLUMNS + 2^(2 COLUMNS) + ... */
#define RIGHT_COLUMN (LEFT_COLUMN << (COLUMNS - 1))
#define MOST_MOVES (3 * 2 * COLUMNS)
#define DEEPEST 64

typedef struct {
    uint64_t own, opponent, player;
} State;

/* A move is 4 * origin + direction. */
enum { LEFT, AHEAD, RIGHT };

static inline int write_moves(int32_t *moves, int count, uint64_t origins, int direction) {
    for (; origins; origins &= origins - 1)
        moves[count++] = 4 * __builtin_ctzll(origins) + direction;
    return count;
}

static inline int legal_moves(State state, int32_t *moves) {
    uint64_t free = BOARD & ~(state.own | state.opponent), open = BOARD & ~state.own;
    uint64_t left, ahead, right;
    if (state.player == 0) {
        left = open >> (COLUMNS - 1), ahead = free >> COLUMNS, right = open >> (COLUMNS + 1);
    } else {
        left = open << (COLUMNS + 1), ahead = free << COLUMNS, right = open << (COLUMNS - 1);
    }
    int count = write_moves(moves, 0, state.own & left & ~LEFT_COLUMN, LEFT);
    count = write_moves(moves, count, state.own & ahead, AHEAD);
    return write_moves(moves, count, state.own & right & ~RIGHT_COLUMN, RIGHT);
}

static inline State play(State state, int32_t move) {
    int origin = move >> 2;
    int target = origin + (state.player == 0 ? COLUMNS : -COLUMNS) + (move & 3) - AHEAD;
    uint64_t landing = UINT64_C(1) << target;
    uint64_t moved = (state.own ^ (UINT64_C(1) << origin)) | landing;
    return (State){state.opponent & ~landing, moved, state.player ^ 1};
}

/* Only the side that has just moved can have won: it broke through, or took the last pawn. */
static inline int is_over(State state) {
    return (state.opponent & (state.player == 0 ? TOP_ROW : BOTTOM_ROW)) || !state.own;
}

static int32_t moves_at[DEEPEST + 1][MOST_MOVES];

/* Not inlined, so that the last move of every line is really played: the call needs its position. */
static __attribute__((noinline)) uint64_t perft(State state, int depth) {
    if (depth == 0)
        return 1;
    if (is_over(state))
        return 1;
    int32_t *moves = moves_at[depth];
    int count = legal_moves(state, moves);
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
    uint64_t pawns = UINT64_MAX >> (64 - 2 * COLUMNS), leaves = 0;
    State start = {pawns, pawns << (SQUARES - 2 * COLUMNS), 0};
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
