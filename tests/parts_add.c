/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * parts_add.c [FIRST COUNT]: normal parts of the law contact with several pulls, a film and a bond
 * beside each other, drawn at random for each seed from FIRST on, along a path to and fro:
 * normal force, energies and losses are the sums of what each adds by itself. A line of TAP for
 * each.
 */
#include "parts_drawn.h"

enum { STEPS = 8000, ELASTIC = 0, VISCOUS, STRAIN, CROSS, DEFECT, LOST, KEPT };
static const char *const kept_names[KEPT] = {"fn", "vfn", "strain", "cross", "defect", "losses"};
typedef double answers[STEPS][KEPT];

static double gap_at(size_t i) {
    const double t = (double)i * 7.3e-3;
    return 1.6e-5 * (0.3 - 0.9 * sin(2.1 * t) * (1 + 0.3 * sin(0.37 * t)));
}

/* False: the law refuses it. */
static bool answer(const struct lt_law *law, const struct lt_pair *pair, const double *base,
                   const double *words, answers out) {
    static double x[MOST], q[MOST], f[MOST], none[MOST];
    struct lt_out o = {0};
    double e[64];
    for (size_t i = 0; i < MOST; i++)
        none[i] = NAN;
    memcpy(q, base, sizeof q);
    memset(x, 0, sizeof x);
    memset(out, 0, sizeof(answers));
    put_beside(law, words, q);
    if (law->derive(pair, none, none, q, f))
        return false;
    for (size_t i = 1; i < STEPS; i++) {
        struct lt_move m = {.dt = 1e-5, .un = gap_at(i), .active = o.active};
        m.dun = m.un - gap_at(i - 1);
        m.vn = m.dun / m.dt;
        law->one(q, f, &m, x, &o, e);
        const double now[] = {o.fn - o.vfn, o.vfn, o.strain, o.cross, o.defect};
        memcpy(out[i], now, sizeof now);
        for (size_t k = 0; k < law->n_losses; k++)
            out[i][LOST] += e[k];
    }
    return true;
}

/* Sums what each of WORDS adds to the normal part alone. */
static bool add_up(const struct lt_law *law, const struct lt_pair *pair, const double *base,
                   const double *words, answers sum) {
    static answers none, one;
    if (!answer(law, pair, base, (double[BESIDE]){0}, none))
        return false;
    memcpy(sum, none, sizeof none);
    for (int k = 0; k < BESIDE; k++) {
        double own[BESIDE] = {0};
        own[k < 3 ? 0 : k] = words[k];
        if (words[k] > 0 && !answer(law, pair, base, own, one))
            return false;
        for (size_t i = 0; words[k] > 0 && i < STEPS; i++)
            for (int j = 0; j < KEPT; j++)
                sum[i][j] += one[i][j] - none[i][j];
    }
    return true;
}

static bool judge(answers all, answers sum) {
    double largest[KEPT] = {0}, worst[KEPT] = {0};
    bool ok = true;
    for (size_t i = 0; i < STEPS; i++)
        for (int k = 0; k < KEPT; k++) {
            const double off = fabs(all[i][k] - sum[i][k]);
            largest[k] = fmax(largest[k], fabs(all[i][k]));
            worst[k] = isnan(off) ? INFINITY : fmax(worst[k], off);
        }
    for (int k = 0; k < KEPT; k++) {
        const double peak = k < STRAIN ? fmax(largest[ELASTIC], largest[VISCOUS]) : largest[STRAIN];
        if (worst[k] <= 1e-12 * peak)
            continue;
        printf("# %s: off by %.2g of %.2g\n", kept_names[k], worst[k], peak);
        ok = false;
    }
    return ok && largest[ELASTIC] > 0;
}

int main(int argc, char **argv) {
    const int first = argc > 2 ? atoi(argv[1]) : 1, count = argc > 2 ? atoi(argv[2]) : 200;
    const struct lt_law *law = lt_laws_find("contact");
    const struct lt_pair pair = pair_of();
    static answers all, sum;
    static double base[MOST];
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    int bad = 0;
    printf("1..%d\n", count);
    for (int i = 0; i < count; i++) {
        double words[BESIDE];
        gsl_rng_set(rng, (unsigned long)(first + i));
        do {
            for (size_t k = 0; k < law->n_params; k++)
                base[k] = draw_number(&law->params[k], rng);
            base[lt_laws_param(law, "normal")] =
                (double)gsl_rng_uniform_int(rng, (unsigned long)field_of(law, "normal")->max + 1);
            base[lt_laws_param(law, "bridge_model")] = (double)gsl_rng_uniform_int(rng, 6);
            base[lt_laws_param(law, "bridge_made")] = (double)gsl_rng_uniform_int(rng, 2);
            base[lt_laws_param(law, "bridge_inside")] = (double)gsl_rng_uniform_int(rng, 2);
            draw_beside(law, rng, words);
        } while (!answer(law, &pair, base, words, all) || !add_up(law, &pair, base, words, sum));
        const bool ok = judge(all, sum);
        bad += !ok;
        printf("%s %d - normal %g", ok ? "ok" : "not ok", i + 1,
               base[lt_laws_param(law, "normal")]);
        for (int k = 0; k < BESIDE; k++)
            printf(", %s %g", beside[k], words[k]);
        printf("\n");
    }
    gsl_rng_free(rng);
    return bad > 0;
}
