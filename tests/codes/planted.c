/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planted.c: a code whose law, springs with friction, is in order, or has the one fault whose
 * number is the second one of its line 'pair_coeff * * hooke KN FAULT'. */
#include "as_lammps.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    NONE,
    MOMENTUM,
    ANGULAR,
    REPEAT,
    SWAP,
    PLACE,
    ISOTROPY,
    TILT,
    SPIN,
    HOLD,
    RECONTACT,
    GAIN,
    STEP,
    CYCLE,
    CYCLE_BACK
};
const char *const head_line = "a planted code\n";

static double radius[2], slip[3], dt;
static int fault;
static long steps; /* since it was started */

static double dot(const double *a, const double *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double *a, const double *b, double *c) {
    for (int i = 0; i < 3; i++)
        c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* What slipped in this step, turned with the pair. */
static void slide(const double *v, const double *n, double spin, double overlap) {
    const double share = fault == CYCLE_BACK ? sqrt(overlap / 2e-5) : 1;
    double turned[3];
    cross(n, slip, turned);
    for (int i = 0; i < 3; i++)
        slip[i] +=
            share * (v[i] - dot(v, n) * n[i]) * dt + (fault == SPIN ? 0 : spin * dt * turned[i]);
    const double along = fault == TILT ? 0 : dot(slip, n);
    for (int i = 0; i < 3; i++)
        slip[i] = (slip[i] - along * n[i]) * (fault == HOLD ? 0.999 : 1);
}

/* The force on B, and what is held of the slip by friction. */
static void press(const double *v, const double *n, double overlap, double *f) {
    const double kn = fault == REPEAT ? 1e5 * (1 + 1e-6 * (double)steps)
                      : fault == SWAP ? 1e5 * radius[0] / radius[1]
                                      : 1e5;
    const double kt = fault == CYCLE ? 5e4 * sqrt(overlap / 2e-5) : 5e4;
    const double c = fault == GAIN ? -0.5 : fault == STEP ? 1e5 * dt : 0.5;
    const double pressed = kn * overlap - c * dot(v, n), size = kt * sqrt(dot(slip, slip));
    const double most = 0.3 * fabs(pressed);
    for (int i = 0; i < 3; i++) {
        slip[i] *= size > most ? most / size : 1;
        f[i] = pressed * n[i] - kt * slip[i] * (fault == ISOTROPY && i == 1 ? 1.01 : 1);
        f[i] *= fault == PLACE && i == 2 ? 1.01 : 1;
    }
}

/* Slip is where the torques are: at the middle of the overlap. */
static void compute(int moves) {
    double n[3], v[3], arm[2], sum[3], turn[3], f[3], q[3], kept[3];
    for (int i = 0; i < 3; i++)
        n[i] = numbers[X][1][i] - numbers[X][0][i];
    const double distance = sqrt(dot(n, n)), overlap = radius[0] + radius[1] - distance;
    memset(numbers[F], 0, sizeof numbers[F]);
    memset(numbers[Q], 0, sizeof numbers[Q]);
    if (overlap <= 0) {
        if (fault != RECONTACT)
            memset(slip, 0, sizeof slip);
        return;
    }
    for (int i = 0; i < 2; i++)
        arm[i] = radius[i] - (fault == TILT ? 0 : overlap / 2);
    for (int i = 0; i < 3; i++) {
        n[i] /= distance;
        sum[i] = arm[1] * numbers[W][1][i] + arm[0] * numbers[W][0][i];
    }
    cross(sum, n, turn);
    for (int i = 0; i < 3; i++)
        v[i] = numbers[V][1][i] - numbers[V][0][i] - turn[i];
    memcpy(kept, slip, sizeof kept);
    if (moves)
        slide(v, n, 0.5 * (dot(numbers[W][1], n) + dot(numbers[W][0], n)), overlap);
    press(v, n, overlap, f);
    cross(f, n, q);
    for (int i = 0; i < 3; i++) {
        numbers[F][1][i] = f[i];
        numbers[F][0][i] = (fault == MOMENTUM ? -1.01 : -1) * f[i];
        numbers[Q][1][i] = (fault == ANGULAR ? 1.01 : 1) * arm[1] * q[i];
        numbers[Q][0][i] = arm[0] * q[i];
    }
    if (!moves)
        memcpy(slip, kept, sizeof kept);
}

char *lammps_command(void *instance, const char *text) {
    int atom;
    double number;
    (void)instance;
    if (strncmp(text, "region", 6) == 0) {
        memset(slip, 0, sizeof slip);
    } else if (sscanf(text, "set atom %d diameter %lf", &atom, &number) == 2) {
        radius[atom - 1] = number / 2;
    } else if (sscanf(text, "pair_coeff * * hooke %*s %d", &atom) == 1) {
        fault = atom;
    } else if (sscanf(text, "timestep %lf", &number) == 1) {
        dt = number;
    } else if (strncmp(text, "run ", 4) == 0) {
        steps += text[4] == '1';
        compute(text[4] == '1');
    }
    return NULL;
}
