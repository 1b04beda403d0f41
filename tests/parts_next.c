/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * parts_next.c [FIRST COUNT [PART...]]: the law contact-next beside the law contact: combinations
 * of parts drawn at random, a path drawn at random through touch, shear, rolling and twist for each
 * seed from FIRST on. PART, "rolling:sds", or "dp_mode:full", fixes a choice. Forces must agree
 * within 1e-13 of the peak, losses of the balance, and contacts be made and lost at the same steps.
 * A line of TAP for each. With SHOW=1 in the environment it says what was compared.
 */
#include "parts_drawn.h"

enum { STEPS = 20000, OUTS = 17 };
static const char *const out_names[OUTS] = {"fn",     "fs",    "ft",     "mn",       "ms",  "mt",
                                            "vfn",    "vfs",   "vft",    "vmn",      "vms", "vmt",
                                            "strain", "cross", "defect", "lost_gap", "cap"};

/* FROM: where on it the path begins, apart or in touch. */
static void path(size_t i, double from, gsl_rng *rng, double *u) {
    const double t = from + (double)i * 3e-3;
    u[0] = 1.6e-5 * (0.3 - 0.9 * sin(2.1 * t) * (1 + 0.3 * sin(0.37 * t))) +
           1e-9 * gsl_rng_uniform(rng);
    u[1] = 3e-5 * sin(3.3 * t + 0.4), u[2] = 2e-5 * sin(2.7 * t);
    u[3] = 3e-3 * sin(1.9 * t), u[4] = 4e-3 * sin(2.9 * t), u[5] = 3e-3 * cos(2.2 * t);
}

struct compared {
    double largest[OUTS], worst[OUTS], loss, loss_next;
    size_t touching, made_elsewhere, changes, changes_elsewhere, state_elsewhere;
    const char *state;
    bool parallel; /* that bond is chosen */
};

/* The value of a state; NULL: there is none. */
static double *state_of(const struct lt_law *law, const char *name, double *x) {
    const long i = lt_laws_state(law, name);
    return i < 0 ? NULL : &x[i];
}

/* States of one name must be the same to 1e-9 of their size; `contact` has those of the parallel
 * bond for all bonds. */
static void compare_states(const struct lt_law *now, const struct lt_law *next, const double *x,
                           const double *y, struct compared *c) {
    for (size_t k = 0; k < next->n_state; k++) {
        const long i = lt_laws_state(now, next->state[k].name);
        if (i < 0 || strcmp(next->state[k].name, "touches") == 0 ||
            (!c->parallel && strncmp(next->state[k].name, "pb_", 3) == 0))
            continue;
        if (fabs(x[i] - y[k]) > 1e-9 * fmax(fabs(x[i]), 1e-6)) {
            c->state_elsewhere++;
            c->state = next->state[k].name;
        }
    }
}

static struct compared run(const struct lt_law *now, const struct lt_law *next, const double *p,
                           const double *q, const double *d, const double *f, const char *said,
                           gsl_rng *rng) {
    static double x[MOST], y[MOST];
    struct compared c = {.parallel = strstr(said, "bond:parallel") != NULL};
    double u[6], before[6], e[64], g[64], branch = 0, branch_next = 0;
    struct lt_out a = {0}, b = {0};
    memset(x, 0, sizeof x);
    memset(y, 0, sizeof y);
    const double from = gsl_rng_uniform(rng) < 0.7 ? 0 : 2 * gsl_rng_uniform(rng);
    const size_t set_at = gsl_rng_uniform(rng) < 0.3   ? 1
                          : gsl_rng_uniform(rng) < 0.3 ? (size_t)(gsl_rng_uniform(rng) * STEPS)
                                                       : 0;
    const double set_to = gsl_rng_uniform(rng) < 0.6;
    path(0, from, rng, before);
    for (size_t i = 1; i < STEPS; i++) {
        struct lt_move m = {.dt = 1e-5}, n;
        path(i, from, rng, u);
        if (i == set_at && state_of(now, "bonded", x) && state_of(next, "bonded", y))
            *state_of(now, "bonded", x) = *state_of(next, "bonded", y) = set_to;
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
    static double p[MOST], q[MOST], d[MOST], f[MOST];
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    int bad = 0;
    char why[400], said[1000];
    if (!lt_laws_check(next, why, sizeof why)) {
        printf("not ok 1 - %s\n", why);
        return 1;
    }
    printf("1..%d\n", count);
    for (int i = 0; i < count; i++) {
        gsl_rng_set(rng, (unsigned long)(first + i));
        const bool taken = draw_taken(now, next, &pair, rng, argc > 3 ? argc - 3 : 0, argv + 3, p,
                                      q, d, f, said, sizeof said);
        const struct compared c =
            taken ? run(now, next, p, q, d, f, said, rng) : (struct compared){.loss = 0};
        const bool ok = taken && judge(&c, said);
        bad += !ok;
        printf("%s %d - seed %d%s\n", ok ? "ok" : "not ok", i + 1, first + i,
               taken ? "" : ", never taken");
    }
    gsl_rng_free(rng);
    return bad > 0;
}
