/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * parts_next.c [FIRST COUNT [PART...]]: the law contact-next beside the law contact: combinations
 * of parts drawn at random, a path drawn at random through touch, shear, rolling and twist for each
 * seed from FIRST on. PART, "rolling:sds", or "dp_mode:full", fixes a choice. Forces must agree
 * within 1e-13 of the peak, losses of the balance, and contacts be made and lost at the same steps.
 * A line of TAP for each. With SHOW=1 in the environment it says what was compared.
 */
#include "base/choice.h"
#include "model/laws.h"

#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1000, STEPS = 20000, OUTS = 17 };
static const char *const out_names[OUTS] = {"fn",     "fs",    "ft",     "mn",       "ms",  "mt",
                                            "vfn",    "vfs",   "vft",    "vmn",      "vms", "vmt",
                                            "strain", "cross", "defect", "lost_gap", "cap"};

/* A number for each parameter: near what a contact of these bodies has. 0, MOST: as is. */
static const struct {
    const char *name;
    double least, most;
} ranges[] = {{"kn", 5e4, 2e5},
              {"ks", 2e4, 8e4},
              {"cn", 0, 5},
              {"ct", 0, 1},
              {"fric", 0.05, 0.8},
              {"young", 5e7, 5e8},
              {"poisson", 0, 0.45},
              {"kn1", 5e4, 1e5},
              {"kn2", 1e5, 4e5},
              {"kc", 0, 1e5},
              {"phi_f", 0.001, 0.05},
              {"pull_off", 0, 0.05},
              {"k_load", 1e7, 1e8},
              {"plas_ratio", 0, 0.8},
              {"surf_adh", 0, 100},
              {"lu_exp", 1, 2},
              {"adh_exp", 1, 5},
              {"work_adhesion", 0, 2},
              {"schwarz", 0, 1},
              {"pull_range", 0, 4e-6},
              {"alpha", 0, 1},
              {"phi", 0, 0.5},
              {"fric_roll", 0, 0.3},
              {"k_roll", 1e4, 1e5},
              {"c_roll", 0, 1},
              {"k_twist", 0.05, 1},
              {"c_twist", 0, 1e-5},
              {"fric_twist", 0, 1e-3},
              {"tangential_ratio", 0, 1},
              {"bond_gap", 0, 1e-5},
              {"pb_rmul", 0.1, 1},
              {"pb_kn", 1e8, 1e10},
              {"pb_ks", 1e8, 1e10},
              {"pb_mcf", 0, 1},
              {"pb_ten", 1e3, 1e5},
              {"pb_coh", 1e3, 1e5},
              {"pb_fa", 0, 0.8},
              {"cohesion_density", 0, 1e7},
              {"adh_force", 0, 0.5},
              {"adh_stiffness", 1e4, 1e6},
              {"yield_pressure", 1e6, 1e7},
              {"yield_stress", 1e6, 1e7},
              {"en", 0.1, 1},
              {"dp_nratio", 0, 0.8},
              {"roll_stiffness", 0.01, 1},
              {"roll_viscosity", 0, 1e-4},
              {"roll_damping", 0, 0.5}};

/* Two spheres of 5 mm. */
static struct lt_pair pair_of(void) {
    const double r = 5e-3, m = 2500 * 4.0 / 3 * M_PI * r * r * r, i = 0.4 * m * r * r;
    const struct lt_body b = {.mass = m,
                              .own_mass = m,
                              .inertia = {i, i, i},
                              .radius = r,
                              .curvature = 1 / r,
                              .density = 2500,
                              .length = r};
    return (struct lt_pair){.a = b,
                            .b = b,
                            .m_eff = m / 2,
                            .m_both = m / 2,
                            .r_eff = r / 2,
                            .area = M_PI * r * r,
                            .dimensions = 3};
}

static const struct lt_field *field_of(const struct lt_law *law, const char *name) {
    const long i = lt_laws_param(law, name);
    return i < 0 ? NULL : &law->params[i];
}

static double draw_number(const struct lt_field *f, gsl_rng *rng) {
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (strcmp(ranges[i].name, f->name) == 0)
            return ranges[i].least + gsl_rng_uniform(rng) * (ranges[i].most - ranges[i].least);
    return f->preset;
}

/* What is fixed on the command line: "kind:word". */
static const char *fixed_word(const char *name, int n, char **fixed) {
    const size_t length = strlen(name);
    for (int i = 0; i < n; i++)
        if (strncmp(fixed[i], name, length) == 0 && fixed[i][length] == ':')
            return fixed[i] + length + 1;
    return NULL;
}

/* The same choices and numbers for both laws; a word counts by its name. */
static void draw(const struct lt_law *now, const struct lt_law *next, gsl_rng *rng, int n_fixed,
                 char **fixed, double *p, double *q, char *said, size_t size) {
    for (size_t i = 0; i < now->n_params; i++)
        p[i] = now->params[i].preset;
    *said = '\0';
    for (size_t k = 0; k < next->n_params; k++) {
        const struct lt_field *f = &next->params[k], *old = field_of(now, f->name);
        q[k] = f->preset;
        if (!old)
            continue;
        double *value = &p[old - now->params];
        char word[64];
        if (f->choices) {
            const unsigned long count = (unsigned long)fmin(f->max, 40) + 1;
            const char *given = fixed_word(f->name, n_fixed, fixed);
            const bool kind = !old->of;
            do {
                const bool usual = !kind && gsl_rng_uniform(rng) < 0.5;
                q[k] = usual ? f->preset : (double)gsl_rng_uniform_int(rng, count);
                if (given)
                    q[k] = (double)lt_choice_number(f->choices, given);
                lt_choice_word(f->choices, q[k], word, sizeof word);
                *value = (double)lt_choice_number(old->choices, word);
            } while (*value < 0 && !given);
            snprintf(said + strlen(said), size - strlen(said), "%s%s:%s", *said ? " " : "", f->name,
                     word);
        } else {
            *value = q[k] = draw_number(f, rng);
        }
    }
    /* Friction while slipping, and no viscosity beside the part's own: now and then. */
    const struct lt_field *dynamic = field_of(next, "fric_dynamic"), *fric = field_of(next, "fric"),
                          *ratio = field_of(next, "tangential_ratio");
    if (dynamic && gsl_rng_uniform(rng) < 0.3)
        p[field_of(now, "fric_dynamic") - now->params] = q[dynamic - next->params] =
            0.7 * q[fric - next->params];
    if (ratio && gsl_rng_uniform(rng) < 0.7)
        p[field_of(now, "tangential_ratio") - now->params] = q[ratio - next->params] = NAN;
}

static void path(size_t i, gsl_rng *rng, double *u) {
    const double t = (double)i * 3e-3;
    u[0] = 1.6e-5 * (0.3 - 0.9 * sin(2.1 * t) * (1 + 0.3 * sin(0.37 * t))) +
           1e-9 * gsl_rng_uniform(rng);
    u[1] = 3e-5 * sin(3.3 * t + 0.4), u[2] = 2e-5 * sin(2.7 * t);
    u[3] = 3e-3 * sin(1.9 * t), u[4] = 4e-3 * sin(2.9 * t), u[5] = 3e-3 * cos(2.2 * t);
}

struct compared {
    double largest[OUTS], worst[OUTS], loss, loss_next;
    size_t touching, made_elsewhere, changes, changes_elsewhere, state_elsewhere;
    const char *state;
};

/* States of one name must be the same to 1e-9 of their size. */
static void compare_states(const struct lt_law *now, const struct lt_law *next, const double *x,
                           const double *y, struct compared *c) {
    for (size_t k = 0; k < next->n_state; k++) {
        const long i = lt_laws_state(now, next->state[k].name);
        if (i < 0 || strcmp(next->state[k].name, "touches") == 0)
            continue;
        if (fabs(x[i] - y[k]) > 1e-9 * fmax(fabs(x[i]), 1e-6)) {
            c->state_elsewhere++;
            c->state = next->state[k].name;
        }
    }
}

static struct compared run(const struct lt_law *now, const struct lt_law *next, const double *p,
                           const double *q, const double *d, const double *f, gsl_rng *rng) {
    static double x[MOST], y[MOST];
    struct compared c = {.loss = 0};
    double u[6], before[6], e[64], g[64], branch = 0, branch_next = 0;
    struct lt_out a = {0}, b = {0};
    memset(x, 0, sizeof x);
    memset(y, 0, sizeof y);
    path(0, rng, before);
    for (size_t i = 1; i < STEPS; i++) {
        struct lt_move m = {.dt = 1e-5}, n;
        path(i, rng, u);
        for (int k = 0; k < 6; k++) {
            (&m.un)[k] = u[k];
            (&m.dun)[k] = u[k] - before[k];
            (&m.vn)[k] = (u[k] - before[k]) / m.dt;
        }
        memcpy(before, u, sizeof u);
        n = m;
        m.active = a.active;
        n.active = b.active;
        now->one(p, d, &m, x, &a, e);
        next->one(q, f, &n, y, &b, g);
        c.touching += a.active > 0;
        c.made_elsewhere += (a.active > 0) != (b.active > 0);
        for (int k = 0; k < OUTS; k++) {
            const double one = (&a.fn)[k], other = (&b.fn)[k];
            if (isinf(one) && isinf(other))
                continue;
            c.largest[k] = fmax(c.largest[k], fabs(one));
            c.worst[k] = isnan(one - other) ? INFINITY : fmax(c.worst[k], fabs(one - other));
        }
        for (size_t k = 0; k < now->n_losses; k++)
            c.loss += e[k];
        for (size_t k = 0; k < next->n_losses; k++)
            c.loss_next += g[k];
        c.changes += a.branch != branch;
        c.changes_elsewhere += (a.branch != branch) != (b.branch != branch_next);
        branch = a.branch;
        branch_next = b.branch;
        compare_states(now, next, x, y, &c);
    }
    return c;
}

static bool judge(const struct compared *c, const char *said) {
    const bool show = getenv("SHOW") != NULL;
    double force = 0, moment = 0, energy = 0, worst = 0;
    int which = 0;
    for (int k = 0; k < OUTS; k++) {
        double *peak = k < 12 ? (k % 6 < 3 ? &force : &moment) : &energy;
        if (k < 15)
            *peak = fmax(*peak, c->largest[k]);
    }
    for (int k = 0; k < OUTS; k++) {
        const double peak = k < 12 ? (k % 6 < 3 ? force : moment) : k < 15 ? energy : c->largest[k];
        const double off = c->worst[k] / (peak > 0 ? peak : 1) / (k < 12 ? 1 : 10);
        if (off > worst) {
            worst = off;
            which = k;
        }
    }
    const double lost = fabs(c->loss_next - c->loss) / fmax(fabs(c->loss), 1e-3 * energy + 1e-300);
    const bool ok = worst <= 1e-13 && lost <= 1e-10 && c->made_elsewhere == 0 &&
                    c->changes_elsewhere == 0 && c->state_elsewhere == 0 && c->touching > 0;
    if (!ok || show)
        printf("# %s: %s off by %.2g of the peak; losses by %.2g; %zu steps in touch, %zu other; "
               "%zu changes, %zu other; %zu states (%s)\n",
               said, out_names[which], worst, lost, c->touching, c->made_elsewhere, c->changes,
               c->changes_elsewhere, c->state_elsewhere, c->state ? c->state : "-");
    return ok;
}

int main(int argc, char **argv) {
    const int first = argc > 2 ? atoi(argv[1]) : 1, count = argc > 2 ? atoi(argv[2]) : 200;
    const struct lt_law *now = lt_laws_find("contact"), *next = lt_laws_find("contact-next");
    const struct lt_pair pair = pair_of();
    static double p[MOST], q[MOST], none[MOST], d[MOST], f[MOST];
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    int bad = 0, refused = 0;
    char why[400], said[1000];
    if (!lt_laws_check(next, why, sizeof why)) {
        printf("not ok 0 - %s\n", why);
        return 1;
    }
    for (size_t i = 0; i < MOST; i++)
        none[i] = NAN;
    printf("1..%d\n", count);
    for (int i = 0; i < count; i++) {
        gsl_rng_set(rng, (unsigned long)(first + i));
        draw(now, next, rng, argc > 3 ? argc - 3 : 0, argv + 3, p, q, said, sizeof said);
        const char *one = now->derive(&pair, none, none, p, d),
                   *other = next->derive(&pair, none, none, q, f);
        bool ok = true;
        if (one || other) {
            refused++;
            if (getenv("SHOW") && (one == NULL) != (other == NULL))
                printf("# %s: contact %s; contact-next %s\n", said, one ? one : "takes it",
                       other ? other : "takes it");
        } else {
            const struct compared c = run(now, next, p, q, d, f, rng);
            ok = judge(&c, said);
        }
        bad += !ok;
        printf("%s %d - seed %d%s\n", ok ? "ok" : "not ok", i + 1, first + i,
               one || other ? " # SKIP refused" : "");
    }
    fprintf(stderr, "%d of %d differ, %d were refused\n", bad, count, refused);
    gsl_rng_free(rng);
    return bad > 0;
}
