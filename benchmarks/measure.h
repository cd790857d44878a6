/* The command line of the C twins: count leaves some times over, print what the best time was. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define DEEPEST 60

/* Processor time: it does not pass while another program has the processor. */
static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Prints the leaves and the seconds of the fastest of all repeats. */
static int measure(uint64_t count_leaves(int depth), int argument_count, char **arguments) {
    int depth = argument_count > 1 ? atoi(arguments[1]) : -1;
    int repeats = argument_count > 2 ? atoi(arguments[2]) : 1;
    if (depth < 0 || depth > DEEPEST || repeats < 1) {
        fprintf(stderr, "usage: %s DEPTH [REPEATS], with a depth of at most %d\n", arguments[0], DEEPEST);
        return 2;
    }
    uint64_t leaves = 0;
    double best = 0;
    for (int repeat = 0; repeat < repeats; repeat++) {
        double start = now();
        leaves = count_leaves(depth);
        double seconds = now() - start;
        if (repeat == 0 || seconds < best)
            best = seconds;
    }
    printf("%llu %.9f\n", (unsigned long long)leaves, best);
    return 0;
}
