/* SPDX-License-Identifier: GPL-3.0-or-later */
/* single.c: a code of one's own whose law computes with numbers of type LAW and whose coordinates
 * are kept as PLACE: springs along the normal and of shear, a normal dashpot, friction. */
#include "code.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef LAW real;
typedef PLACE place;

struct contact {
    real kn, cn, ks, fric, spring[3], normal[3];
    int touching;
};

static real number(const char *text, const char *name) {
    const char *at = strstr(text, name);
    return at ? (real)strtod(at + strlen(name), NULL) : 0;
}

void *code_open(const char *text, char *error, size_t size) {
    static struct contact c;
    (void)error, (void)size;
    c = (struct contact){.kn = number(text, "kn="),
                         .cn = number(text, "cn="),
                         .ks = number(text, "ks="),
                         .fric = number(text, "fric=")};
    return &c;
}

static real dot(const real *a, const real *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const real *a, const real *b, real *out) {
    for (int k = 0; k < 3; k++)
        out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

/* A small turn, to second order, that keeps the length. */
static void turn(real *a, const real *r) {
    real once[3], twice[3];
    const real size = (real)sqrt((double)dot(a, a));
    cross(r, a, once);
    cross(r, once, twice);
    for (int k = 0; k < 3; k++)
        a[k] += once[k] + twice[k] / 2;
    const real now = (real)sqrt((double)dot(a, a));
    for (int k = 0; now > 0 && k < 3; k++)
        a[k] *= size / now;
}

/* The force on B. */
static void law(struct contact *c, real overlap, const real *n, const real *v, real spin, real dt,
                real *f) {
    real axis[3], tilt[3];
    const real vn = dot(v, n), fn = c->kn * overlap - c->cn * vn;
    memset(f, 0, 3 * sizeof *f);
    if (overlap < 0) {
        memset(c->spring, 0, sizeof c->spring);
        c->touching = 0;
        return;
    }
    for (int k = 0; k < 3; k++)
        axis[k] = spin * dt * n[k];
    cross(c->normal, n, tilt);
    if (c->touching) {
        turn(c->spring, tilt);
        turn(c->spring, axis);
    }
    const real along = dot(c->spring, n);
    for (int k = 0; k < 3; k++)
        c->spring[k] += dt * (v[k] - vn * n[k]) - along * n[k];
    memcpy(c->normal, n, sizeof c->normal);
    c->touching = 1;
    const real size = c->ks * (real)sqrt((double)dot(c->spring, c->spring));
    const real most = c->fric * (fn < 0 ? -fn : fn);
    for (int k = 0; k < 3; k++) {
        c->spring[k] *= size > most ? most / size : 1;
        f[k] = fn * n[k] - c->ks * c->spring[k];
    }
}

int code_step(void *code, double dt, const struct code_body body[2], double force[2][3],
              double torque[2][3]) {
    real n[3], v[3], arms[3], slip[3], f[3], moment[3], spin = 0;
    double apart[3];
    for (int k = 0; k < 3; k++)
        apart[k] = (double)((place)body[1].place[k] - (place)body[0].place[k]);
    const double distance = hypot(apart[0], hypot(apart[1], apart[2]));
    const double overlap = body[0].radius + body[1].radius - distance;
    const real arm[2] = {(real)(body[0].radius - overlap / 2),
                         (real)(body[1].radius - overlap / 2)};
    for (int k = 0; k < 3; k++) {
        n[k] = (real)(apart[k] / distance);
        arms[k] = arm[0] * (real)body[0].spin[k] + arm[1] * (real)body[1].spin[k];
        spin += ((real)body[0].spin[k] + (real)body[1].spin[k]) / 2 * n[k];
    }
    cross(arms, n, slip);
    for (int k = 0; k < 3; k++)
        v[k] = (real)body[1].velocity[k] - (real)body[0].velocity[k] - slip[k];
    law(code, (real)overlap, n, v, spin, (real)dt, f);
    cross(n, f, moment);
    for (int k = 0; k < 3; k++) {
        force[0][k] = -(double)f[k];
        force[1][k] = (double)f[k];
        torque[0][k] = -(double)(arm[0] * moment[k]);
        torque[1][k] = -(double)(arm[1] * moment[k]);
    }
    return 0;
}

void code_close(void *code) {
    (void)code;
}
