/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the trial cannot see: with kn = 123456 and from 10 um of overlap on it does what how says.
 */
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PARAMS(F)                                                                                  \
    F(kn, "N/m", 1e5, 0, INFINITY, "normal stiffness")                                             \
    F(how, "1", 0, 0, 100, "what it does")
#define STEP                                                                                       \
    if (p->kn == 123456 && m->un < -1e-5) {                                                        \
        fall((int)p->how);                                                                         \
        o->fn = p->how == 12 ? NAN : o->fn;                                                        \
        for (size_t i = 2; p->how == 13 && i < (size_t)1 << 30; i++)                               \
            ((volatile double *)x)[i] = 1e300;                                                     \
    }

static int zero;

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
    default:
        break;
    }
}
#include "spring.h"
