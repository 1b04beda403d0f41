/* SPDX-License-Identifier: GPL-3.0-or-later */
/* own.c: a code of one's own that does what HOW says: it answers as a spring along the normal, with
 * a dashpot; or refuses, fails, crashes, hangs, ends, lies, prints. */
#include "code.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    SPRING,
    REFUSES,
    SAYS_NOTHING,
    FAILS,
    CRASH,
    SEGMENT,
    HANG,
    END,
    NAN_FORCE,
    ONE_SIDED,
    SLOW,
    WRITES
};

static int steps;
static const char *file; /* what it leaves when it is closed */

void *code_open(const char *text, char *error, size_t size) {
    const char *kn = strstr(text, "kn=");
    static double stiffness;
    steps = 0;
    if (HOW == REFUSES)
        snprintf(error, size, "a stiffness of %g N/m is none", kn ? strtod(kn + 3, NULL) : 0);
    if (HOW == REFUSES || HOW == SAYS_NOTHING)
        return NULL;
    stiffness = kn ? strtod(kn + 3, NULL) : 1e5;
    file = getenv("OWN_CLOSED");
    return &stiffness;
}

static void misbehave(void) {
    static void *volatile nowhere;
    switch (HOW) {
    case CRASH:
        fputs("own: what it says before it aborts\n", stderr);
        abort();
    case SEGMENT:
        memset(nowhere, 1, 1000);
        return;
    case HANG:
        for (;;)
            pause();
    case END:
        exit(0);
    case SLOW:
        usleep(50000);
        return;
    default:
        return;
    }
}

int code_step(void *code, double dt, const struct code_body body[2], double force[2][3],
              double torque[2][3]) {
    const double *kn = code;
    (void)dt, (void)torque;
    if (++steps > 20)
        misbehave();
    if (HOW == FAILS && steps > 20)
        return 7;
    if (HOW == WRITES)
        printf("step %d\n", steps);
    double d =
        body[0].radius + body[1].radius -
        hypot(body[1].place[0] - body[0].place[0], hypot(body[1].place[1], body[1].place[2]));
    double n = d > 0 ? *kn * d : 0;
    force[1][0] = HOW == NAN_FORCE && steps > 20 ? NAN : n;
    force[0][0] = HOW == ONE_SIDED && steps > 20 ? -0.9 * n : -n;
    return 0;
}

void code_close(void *code) {
    FILE *closed = file ? fopen(file, "a") : NULL;
    (void)code;
    if (closed) {
        fputs("closed\n", closed);
        fclose(closed);
    }
}
