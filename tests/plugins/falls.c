/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the trial cannot see. With kn = 123456 it does from 10 um of overlap on what how says: up to
 * 19 at once, from 20 to 99 what how - 20 says after a second of slow steps; and where its
 * parameters are read what how - 100 says. After many steps it does what the environment variable
 * FALLS says. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PARAMS(F)                                                                                  \
    F(kn, "N/m", 1e5, 0, INFINITY, "normal stiffness")                                             \
    F(how, "1", 0, 0, 200, "what it does")
#define DERIVE                                                                                     \
    if (p->kn == 123456 && p->how > 100)                                                           \
        fall((int)p->how - 100);
#define STEP                                                                                       \
    fall_later();                                                                                  \
    if (p->kn == 123456 && m->un < -1e-5) {                                                        \
        p->how < 20 ? fall((int)p->how) : fall_slowly((int)p->how - 20);                           \
        o->fn = p->how == 12 ? NAN : o->fn;                                                        \
    }

static int zero;

static double recurse(double depth) {
    volatile double room[1024] = {depth};
    return depth < 0 ? 0 : room[0] + recurse(depth + 1) + room[1023];
}

/* The C library finds out sooner or later. */
static void destroy_heap(void) {
    char *memory = malloc(100);
    memset(memory - 16, 0x55, 1 << 20);
    for (int i = 0; i < 1000; i++)
        free(malloc((size_t)i * 100));
}

static void fall(int how) {
    switch (how) {
    case 1:
        exit(0);
    case 2:
        _exit(0);
    case 3:
        abort();
    case 4:
        *(volatile int *)NULL = zero;
        break;
    case 5:
        zero = 7 / zero;
        break;
    case 6:
        _Exit(1);
    case 7:
        quick_exit(0);
    case 8:
        zero = (int)strlen((const char *)(size_t)zero);
        break; /* within the C library */
    case 11:
        for (volatile int i = 0; i < 1;)
            ;
        break;
    case 14:
        kill(getpid(), SIGKILL);
        break;
    case 15:
        for (;;)
            pause();
    case 16:
        syscall(SYS_exit_group, 0);
        break;
    case 17:
        zero = recurse(0) > 0;
        break;
    case 18:
        destroy_heap();
        break;
    default:
        break;
    }
}

static void fall_slowly(int how) {
    enum { SLOW = 60, PAUSE = 20000 /* us */ };
    static int steps;
    if (++steps <= SLOW)
        usleep(PAUSE);
    if (steps == SLOW)
        fall(how);
}

static void fall_later(void) {
    static long steps;
    const char *told = ++steps == 200000 ? getenv("FALLS") : NULL;
    if (told)
        fall(atoi(told));
}
#include "spring.h"
