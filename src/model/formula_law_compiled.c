/* SPDX-License-Identifier: GPL-3.0-or-later */
/* formula_law_compiled.c: the steps of a law in formulas by compiled code, of which its numbers and
 * those of its lists are the same. What is made once stays with the formulas; and a step without a
 * value is made by them once more, since they know which of them is to blame. */
#include "model/formula_law.h"

#include <string.h>

enum { CONSTANTS_MOST = 128 }; /* of contacts side by side */

static const double *numbers_of(const struct lt_formula_law *law, struct lt_interpreter *in) {
    return lt_formula_law_frame(in) + law->pair;
}

#define KNOW(name, ...) known &= o->name == o->name;

static bool has_values(const struct lt_law *law, const struct lt_out *o, const double *e) {
    bool known = true;
    LT_OUT_NUMBERS(KNOW)
    for (size_t i = 0; i < law->n_losses; i++)
        known &= e[i] == e[i];
    return known;
}

static void step_compiled(const void *p, const void *d, const struct lt_move *m, void *x,
                          struct lt_out *o, void *e) {
    struct lt_interpreter *in = lt_formula_law_bound(d);
    const struct lt_formula_law *law = lt_formula_law_of(in);
    double before[LT_FORMULA_LAW_MOST];
    memcpy(before, x, law->law.n_state * sizeof *before);
    law->compiled->one(p, numbers_of(law, in), m, x, o, e);
    if (has_values(&law->law, o, e)) {
        lt_formula_law_inquire(in, true);
        return;
    }
    memcpy(x, before, law->law.n_state * sizeof *before);
    lt_formula_law_step_one(p, d, m, x, o, e);
}

static size_t march_compiled(const void *p, const void *d, void *x, void *losses,
                             struct lt_march *m, enum lt_march_kind kind, size_t steps) {
    struct lt_interpreter *in = lt_formula_law_bound(d);
    const struct lt_formula_law *law = lt_formula_law_of(in);
    const size_t n_state = law->law.n_state, n_losses = law->law.n_losses;
    double state[LT_FORMULA_LAW_MOST], total[LT_FORMULA_LAW_MOST];
    const struct lt_march begun = *m;
    memcpy(state, x, n_state * sizeof *state);
    memcpy(total, losses, n_losses * sizeof *total);
    const size_t made = law->compiled->march(p, numbers_of(law, in), x, losses, m, kind, steps);
    lt_formula_law_inquire(in, true);
    if (!(m->happened & LT_MARCH_LOST_COUNT))
        return made;
    *m = begun;
    memcpy(x, state, n_state * sizeof *state);
    memcpy(losses, total, n_losses * sizeof *total);
    return lt_formula_law_step_march(p, d, x, losses, m, kind, steps);
}

static size_t march_side_by_side(const struct lt_row *p, const struct lt_row *d, struct lt_row *x,
                                 struct lt_row *losses, struct lt_march_rows *m,
                                 enum lt_march_kind kind, size_t steps) {
    struct lt_row numbers[CONSTANTS_MOST];
    const struct lt_formula_law *law = lt_formula_law_of(lt_formula_law_bound(d));
    const struct lt_law *wide = law->compiled->wide;
    for (size_t k = 0; k < wide->n_rows; k++)
        for (size_t i = 0; i < wide->n_derived; i++)
            numbers[i].lane[k] = numbers_of(law, lt_formula_law_bound(&d->lane[k]))[i];
    return wide->march_rows(p, numbers, x, losses, m, kind, steps);
}

void lt_formula_law_compiled_use(struct lt_formula_law *law, const struct lt_law *compiled) {
    law->compiled = compiled;
    law->law.one = step_compiled;
    law->law.march = march_compiled;
    if (!compiled->wide->march_rows || compiled->n_derived > CONSTANTS_MOST)
        return;
    law->law.march_rows = march_side_by_side;
    law->law.n_rows = compiled->wide->n_rows;
}
