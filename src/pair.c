/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pair.h"

#include <string.h>

static bool flat(enum lt_shape shape) {
    return shape == LT_WALL || shape == LT_FACET;
}

static double mass_of(const struct lt_particle *particle, const struct lt_particle_numbers *n) {
    if (particle->fixed || flat(particle->shape))
        return INFINITY;
    if (!isnan(n->mass))
        return n->mass;
    double r = n->radius;
    return particle->shape == LT_DISC ? M_PI * r * r * n->density
                                      : 4.0 / 3.0 * M_PI * r * r * r * n->density;
}

struct lt_body lt_pair_body(const struct lt_particle *particle,
                            const struct lt_particle_numbers *n) {
    bool is_flat = flat(particle->shape);
    double mass = mass_of(particle, n);
    double inertia = (particle->shape == LT_DISC ? 0.5 : 0.4) * mass * n->radius * n->radius;
    double about = particle->rotates && isfinite(mass) ? inertia : INFINITY;
    return (struct lt_body){
        .mass = mass,
        .inertia = {about, about, about},
        .radius = is_flat ? 0 : n->radius,
        .curvature = is_flat ? 0 : 1 / n->radius,
        .density = n->density,
        .flat = is_flat,
        .half_thick = n->half_thick,
        .length = n->radius,
    };
}

void lt_pair_combine(struct lt_pair *pair) {
    pair->m_eff = 1 / (1 / pair->a.mass + 1 / pair->b.mass);
    pair->r_eff = 1 / (pair->a.curvature + pair->b.curvature);
    /* A flat particle has no length of its own: the other's stands for its deformation too. */
    pair->a.length = fmax(pair->a.length, pair->a.flat > 0 ? pair->b.length : 0);
    pair->b.length = fmax(pair->b.length, pair->b.flat > 0 ? pair->a.length : 0);
    double r = fmin(pair->a.length, pair->b.length);
    pair->area = pair->dimensions < 3 ? 2 * r : M_PI * r * r;
}

/*
 * With n = e1, s = e2, t = e3 the surface of A stands at +Ra n from its centre, that of B at
 * -Rb n, so  vs = .. - Rb wBt - Ra wAt,  vt = .. + Rb wBs + Ra wAs,  w = wB - wA.
 */
void lt_pair_mobility(const struct lt_pair *pair, double w[LT_DOFS][LT_DOFS]) {
    enum { N, S, T, TWIST, BEND_S, BEND_T };
    double ma = 1 / pair->a.mass, mb = 1 / pair->b.mass;
    const double *a = pair->a.inertia, *b = pair->b.inertia;
    double ra = pair->a.radius, rb = pair->b.radius;
    memset(w, 0, LT_DOFS * sizeof w[0]);
    w[N][N] = ma + mb;
    w[S][S] = ma + mb + ra * ra / a[2] + rb * rb / b[2];
    w[T][T] = ma + mb + ra * ra / a[1] + rb * rb / b[1];
    for (int i = 0; i < 3; i++)
        w[TWIST + i][TWIST + i] = 1 / a[i] + 1 / b[i];
    w[S][BEND_T] = w[BEND_T][S] = ra / a[2] - rb / b[2];
    w[T][BEND_S] = w[BEND_S][T] = rb / b[1] - ra / a[1];
    if (pair->dimensions < 3)
        w[S][S] = w[TWIST][TWIST] = w[BEND_T][BEND_T] = w[S][BEND_T] = w[BEND_T][S] = 0;
}
