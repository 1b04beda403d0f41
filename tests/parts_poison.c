/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * parts_poison.c [FIRST COUNT [PART...]]: impacts of contacts made of parts drawn at random, with
 * all that parts have not set before it is read being no number, one by one and side by side: the
 * same bits as without. COUNT with PART, "normal:hertz", in them, or some with each part that there
 * is. A line of TAP for each.
 */
#include "parts_drawn.h"

enum { STEPS = 4000, LANES = 4 };
lt_law_march lt_contact_march, lt_contact_march_poison_1;
lt_law_march_rows lt_contact_march_poison_4;

static void set_march(struct lt_march *m, const struct lt_pair *pair, double un, int lane) {
    const double mass = pair->m_eff, inertia = pair->a.inertia[0] / 2, dt = 3e-7;
    const double v[] = {-0.2 - 0.1 * lane, 0.1 * lane, 0.3, 5, 20, -10};
    memset(m, 0, sizeof *m);
    m->dt = dt;
    m->at.u[0] = un;
    for (int i = 0; i < 6; i++) {
        const double of = i < 3 ? mass : inertia;
        m->kick[i] = dt / of;
        m->mass[i] = of;
        m->after[i] = m->at.v[i] = v[i];
        m->start += 0.5 * of * v[i] * v[i];
    }
    m->sign = -1;
    m->peaks = 1;
}

static void put(struct lt_row *to, int lane, const double *from, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i].lane[lane] = from[i];
}

static bool same(const struct lt_row *rows, int lane, const double *one, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (rows[i].lane[lane] != one[i] && !(isnan(rows[i].lane[lane]) && isnan(one[i])))
            return false;
    return true;
}

static bool impact(const struct lt_law *law, const struct lt_pair *pair, const double *d) {
    static struct lt_row rows_d[MOST], rows_x[MOST], rows_e[32];
    static double x[MOST], e[32], px[MOST], pe[32];
    static struct lt_march_rows rows;
    struct lt_march one[LANES], poisoned;
    bool ok = true;
    memset(rows_x, 0, sizeof rows_x);
    memset(rows_e, 0, sizeof rows_e);
    memset(&rows, 0, sizeof rows);
    for (int lane = 0; lane < LANES; lane++) {
        set_march(&one[lane], pair, 3e-6, lane);
        put(rows_d, lane, d, law->n_derived);
        put((struct lt_row *)&rows, lane, (const double *)&one[lane],
            sizeof rows / sizeof(struct lt_row));
    }
    lt_contact_march_poison_4(NULL, rows_d, rows_x, rows_e, &rows, LT_MARCH_FREE, STEPS);
    for (int lane = 0; lane < LANES; lane++) {
        memset(x, 0, sizeof x), memset(e, 0, sizeof e);
        memset(px, 0, sizeof px), memset(pe, 0, sizeof pe);
        poisoned = one[lane];
        lt_contact_march(NULL, d, x, e, &one[lane], LT_MARCH_FREE, STEPS);
        lt_contact_march_poison_1(NULL, d, px, pe, &poisoned, LT_MARCH_FREE, STEPS);
        ok &= memcmp(&poisoned, &one[lane], sizeof poisoned) == 0;
        ok &= memcmp(x, px, law->n_state * sizeof *x) == 0 && memcmp(e, pe, sizeof e) == 0;
        ok &= isfinite(one[lane].at.residual) && (one[lane].fn_max > 0 || one[lane].pull_max > 0);
        ok &= same((const struct lt_row *)&rows.at, lane, (const double *)&one[lane].at,
                   LT_POINT_NUMBERS);
        ok &= same(rows_x, lane, x, law->n_state) && same(rows_e, lane, e, law->n_losses);
    }
    return ok;
}

/* What was drawn, with more beside it. */
static bool impact_beside(const struct lt_law *law, const struct lt_pair *pair, gsl_rng *rng,
                          const double *drawn, char *said, size_t size) {
    static double q[MOST], f[MOST], none[MOST];
    double words[BESIDE];
    for (size_t i = 0; i < MOST; i++)
        none[i] = NAN;
    do {
        draw_beside(law, rng, words);
        memcpy(q, drawn, sizeof q);
        put_beside(law, words, q);
    } while (law->derive(pair, none, none, q, f) != NULL);
    const bool ok = impact(law, pair, f);
    for (int k = 0; k < BESIDE; k++)
        snprintf(said + strlen(said), size - strlen(said), ", %s %g", beside[k], words[k]);
    return ok;
}

static bool judge(const struct lt_law *law, gsl_rng *rng, unsigned long seed, int n_fixed,
                  char **fixed, int number) {
    static double q[MOST], f[MOST];
    char said[1000];
    const struct lt_pair pair = pair_of();
    gsl_rng_set(rng, seed);
    const bool ok = draw_taken(law, &pair, rng, n_fixed, fixed, q, f, said, sizeof said) &&
                    impact(law, &pair, f) && impact_beside(law, &pair, rng, q, said, sizeof said);
    printf("%s %d - %s\n", ok ? "ok" : "not ok", number, said);
    return ok;
}

int main(int argc, char **argv) {
    enum { EACH = 2 };
    const struct lt_law *law = lt_laws_find("contact");
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    int bad = 0, n = 0, count = argc > 2 ? atoi(argv[2]) : 0;
    for (const struct lt_part_word *part = law->parts; argc <= 2 && part->kind; part++)
        count += EACH;
    printf("1..%d\n", count);
    for (int i = 0; argc > 2 && i < count; i++)
        bad += !judge(law, rng, (unsigned long)(atoi(argv[1]) + i), argc - 3, argv + 3, ++n);
    for (const struct lt_part_word *part = law->parts; argc <= 2 && part->kind; part++)
        for (int i = 0; i < EACH; i++) {
            char word[64], *const fixed[] = {word};
            snprintf(word, sizeof word, "%s:%s", part->kind, part->word);
            bad += !judge(law, rng, (unsigned long)n + 1, 1, (char **)fixed, n + 1);
            n++;
        }
    gsl_rng_free(rng);
    return bad > 0;
}
