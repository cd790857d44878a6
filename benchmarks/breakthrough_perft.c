/* Perft of Breakthrough in plain C: what the compiled Python is measured against.
 *
 * Compile with -DROWS=6 -DCOLUMNS=6 (4 to 8 rows, 2 to 8 columns): masks and shifts are
 * constants then, as they are in the compiled Python. Run with a depth and, if wished, a
 * number of repeats. It prints the leaves and the seconds of the fastest repeat.
 *
 * Black, player 0, starts on the top two rows and moves down. Square number
 * row * COLUMNS + column is the bit of that number, rows counted from the top.
 */
#include <stdint.h>

#include "measure.h"

#define SQUARES (ROWS * COLUMNS)
#define BOARD (UINT64_MAX >> (64 - SQUARES))
#define TOP_ROW (UINT64_MAX >> (64 - COLUMNS))
#define BOTTOM_ROW (TOP_ROW << (SQUARES - COLUMNS))
#define LEFT_COLUMN (BOARD / TOP_ROW) /* 1 + 2^COLUMNS + 2^(2 * COLUMNS) + ... */
#define RIGHT_COLUMN (LEFT_COLUMN << (COLUMNS - 1))
#define MOST_MOVES (3 * 2 * COLUMNS)

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
    uint64_t left, ahead, right; /* the targets, shifted back onto the origins */
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
    uint64_t moved = (state.own ^ UINT64_C(1) << origin) | landing;
    return (State){state.opponent & ~landing, moved, state.player ^ 1};
}

/* Only the side that has just moved can have won: it broke through, or took the last pawn. */
static inline int is_over(State state) {
    return (state.opponent & (state.player == 0 ? TOP_ROW : BOTTOM_ROW)) || !state.own;
}

static int32_t moves_at[DEEPEST + 1][MOST_MOVES];

/* How a position is handed on. Plainly, as the struct that it is; gcc passes a struct of three
 * words through memory. With -DTUNED, as three arguments, which stay in registers. */
#ifdef TUNED
#define PARAMETERS uint64_t own, uint64_t opponent, uint64_t player
#define RECEIVED (State){own, opponent, player}
#define PASS_ON(state) (state).own, (state).opponent, (state).player
#else
#define PARAMETERS State received
#define RECEIVED received
#define PASS_ON(state) (state)
#endif

/* Never inlined: the call needs its position, so the last move of every line is really played. */
static __attribute__((noinline)) uint64_t perft(PARAMETERS, int depth) {
    State state = RECEIVED;
    if (depth == 0)
        return 1;
    if (is_over(state))
        return 1;
    int32_t *moves = moves_at[depth];
    int count = legal_moves(state, moves);
    uint64_t leaves = 0;
    for (int index = 0; index < count; index++) {
        State next = play(state, moves[index]);
        leaves += perft(PASS_ON(next), depth - 1);
    }
    return leaves;
}

static uint64_t perft_of_start(int depth) {
    uint64_t pawns = UINT64_MAX >> (64 - 2 * COLUMNS);
    State start = {pawns, pawns << (SQUARES - 2 * COLUMNS), 0};
    return perft(PASS_ON(start), depth);
}

int main(int argument_count, char **arguments) {
    return measure(perft_of_start, argument_count, arguments);
}
