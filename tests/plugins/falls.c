/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the trial cannot see: with kn = 123456 and from 10 um of overlap on it does what how says,
 * and what how - 100 says where its parameters are looked at; what FALLS says, after many steps. */
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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
        fall((int)p->how);                                                                         \
        o->fn = p->how == 12 ? NAN : o->fn;                                                        \
        for (size_t i = 2; p->how == 13 && i < (size_t)1 << 30; i++)                               \
            ((volatile double *)x)[i] = 1e300;                                                     \
    }

static int zero;

static double recurse(double depth) {
    volatile double room[1024] = {depth};
    return depth < 0 ? 0 : room[0] + recurse(depth + 1) + room[1023];
}

/* The C library finds out sooner or later; so does the rescue. */
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
    case 9:
        zero = chdir("/");
        break;
    case 10:
        close(STDIN_FILENO);
        break;
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
    case 19:
        usleep(2000);
        break;
    default:
        break;
    }
}

static void fall_later(void) {
    static long steps;
    const char *told = ++steps == 200000 ? getenv("FALLS") : NULL;
    if (told)
        fall(atoi(told));
}
#include "spring.h"
