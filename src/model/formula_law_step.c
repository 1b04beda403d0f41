/* SPDX-License-Identifier: GPL-3.0-or-later */
/* formula_law_step.c: the step of a law in formulas for LT_N contacts. Compiled once for each
 * instruction set. */
#include "model/formula_law.h"

#ifdef LT_ARCH
#define OF_ARCH__(name, arch) name##_##arch
#define OF_ARCH_(name, arch)  OF_ARCH__(name, arch)
#define OF_ARCH(name)         OF_ARCH_(name, LT_ARCH)
#define MACHINE               OF_ARCH(lt_machine)
#else
#define MACHINE lt_machine_one
#endif

/* A law with a frame for each of its lists, in which all is that does not move. */
struct stepping {
    const struct lt_formula_law *law;
    num *frames[LT_FORMULA_LAW_LISTS];
};

/* The motion of a step: what the host tells, and what it leaves to be made of that. */
struct motion {
    const num *told;
    num made[2];
};

enum { TOLD = LT_FORMULA_LAW_MOTION - 2 };

static inline num work_out(const struct stepping *s, enum lt_formula_law_step step,
                           const struct motion *motion, const num *state) {
    const struct lt_formula_law_list *list = &s->law->lists[step];
    num *frame = s->frames[step];
    for (size_t i = 0; i < list->n_motion; i++) {
        const size_t number = list->motion[i].number;
        frame[list->motion[i].place] =
            number < TOLD ? motion->told[number] : motion->made[number - TOLD];
    }
    for (size_t i = 0; i < list->n_state; i++)
        frame[list->state[i].place] = state[list->state[i].number];
    MACHINE(list->ops, (double *)frame);
    return frame[list->ops->results[0]];
}

/* The fraction of the step with un <= 0: below 1 where un changes sign. */
static inline num share_in_contact(num un, num dun) {
    const num before = un - dun;
    const mask touches = un <= 0, crosses = NOT(touches == (mask)(before <= 0));
    if (!ANY(crosses))
        return NUM(1.0);
    const num part = un / dun;
    return SEL(crosses, SEL(touches, part, 1 - part), NUM(1.0));
}

/* Takes the results of a list; what the state becomes must be a number. */
static inline void take_answer(const struct stepping *s, enum lt_formula_law_step step, mask active,
                               num *x, struct lt_out_n *o, num *e) {
    const struct lt_formula_law *law = s->law;
    const struct lt_formula_law_list *list = &law->lists[step];
    const num *frame = s->frames[step];
    const unsigned short *places = list->ops->results;
    const num decides = frame[*places];
    num *made = &o->fn;
    mask known = (mask)(decides == decides);
    bits branch = BITS(active, 1);
    places += 1 + LT_FORMULA_LAW_RESULTS;
    for (size_t i = 0; i < LT_FORMULA_LAW_RESULTS; i++)
        made[i] = NUM(0.0);
    for (size_t i = 0; i < list->n_made; i++)
        made[list->made[i].number] = frame[list->made[i].place];
    for (size_t i = 0; i < law->law.n_losses; i++)
        e[i] = frame[*places++];
    for (size_t i = 0; i < law->law.n_state; i++) {
        x[i] = frame[*places++];
        known &= (mask)(x[i] == x[i]);
    }
    for (size_t i = 0; i < law->n_conditions; i++) {
        const num condition = frame[*places++];
        known &= (mask)(condition == condition);
        branch |= BITS(active & (mask)(condition != 0), INT64_C(2) << i);
    }
    o->strain = SEL(known, o->strain, NUM(NAN));
    o->active = active;
    o->branch = branch;
}

/* Where no contact is active and none was: no force, no state but what stays. */
static inline void rest_apart(const struct lt_formula_law *law, num *x, struct lt_out_n *o,
                              num *e) {
    memset(o, 0, sizeof *o);
    for (size_t i = 0; i < law->law.n_losses; i++)
        e[i] = NUM(0.0);
    for (size_t i = 0; i < law->law.n_state; i++)
        x[i] = law->stays[i] ? x[i] : NUM(0.0);
}

#if LT_N > 1
/* Those of the contacts where C holds take the other answer. */
static void blend_answers(const struct lt_formula_law *law, mask c, const num *x1,
                          const struct lt_out_n *o1, const num *e1, num *x, struct lt_out_n *o,
                          num *e) {
    const num *from = &o1->fn;
    num *to = &o->fn;
    for (size_t i = 0; i < LT_FORMULA_LAW_RESULTS; i++)
        to[i] = SEL(c, from[i], to[i]);
    o->active = (c & o1->active) | (~c & o->active);
    o->branch = (c & o1->branch) | (~c & o->branch);
    for (size_t i = 0; i < law->law.n_losses; i++)
        e[i] = SEL(c, e1[i], e[i]);
    for (size_t i = 0; i < law->law.n_state; i++)
        x[i] = SEL(c, x1[i], x[i]);
}
#endif

/* Some contact is lost in this step, or some are active and some are not. */
static void step_mixed(const struct stepping *s, const struct motion *motion, mask on, mask was,
                       num *x, struct lt_out_n *o, num *e) {
    work_out(s, LT_FORMULA_LAW_OFF, motion, x);
#if LT_N == 1
    (void)was;
    take_answer(s, LT_FORMULA_LAW_OFF, on, x, o, e);
#else
    const struct lt_formula_law *law = s->law;
    num x1[LT_FORMULA_LAW_MOST], e1[LT_FORMULA_LAW_MOST];
    struct lt_out_n o1;
    rest_apart(law, x, o, e);
    take_answer(s, LT_FORMULA_LAW_OFF, (mask){0}, x1, &o1, e1);
    blend_answers(law, was, x1, &o1, e1, x, o, e);
    take_answer(s, LT_FORMULA_LAW_ON, on, x1, &o1, e1);
    blend_answers(law, on, x1, &o1, e1, x, o, e);
#endif
}

static void step_formulas(const void *p, const void *d, const struct lt_move_n *m, void *x,
                          struct lt_out_n *o, void *e) {
    const struct stepping *s = d;
    const struct motion motion = {&m->un, {lt_of_mask(m->active), share_in_contact(m->un, m->dun)}};
    (void)p;
    const mask was = m->active;
    if (!ANY(was) && !ANY(NOT(work_out(s, LT_FORMULA_LAW_TRY, &motion, x) == 0))) {
        rest_apart(s->law, x, o, e);
        return;
    }
    const mask on = NOT(work_out(s, LT_FORMULA_LAW_ON, &motion, x) == 0);
    if (ANY(NOT(on)))
        step_mixed(s, &motion, on, was, x, o, e);
    else
        take_answer(s, LT_FORMULA_LAW_ON, on, x, o, e);
}

/* ---- A march --------------------------------------------------------------------------------- */

static inline void step_any(const void *p, const void *d, const struct lt_move_n *m, void *x,
                            struct lt_out_n *o, void *e) {
    step_formulas(p, d, m, x, o, e);
}

#define MARCH(kind)                                                                                \
    case kind:                                                                                     \
        made = lt_step_march(step_any, 0, NULL, s, xn, law->n_state, en, total, law->n_losses, m,  \
                             kind, steps);                                                         \
        break;

static size_t march_formulas(const struct stepping *s, lt_cell *x, lt_cell *losses, lt_cells *m,
                             enum lt_march_kind kind, size_t steps) {
    const struct lt_law *law = &s->law->law;
    num xn[LT_FORMULA_LAW_MOST], en[LT_FORMULA_LAW_MOST], total[LT_FORMULA_LAW_MOST];
    size_t made = 0;
    lt_load_all(xn, x, law->n_state);
    lt_load_all(total, losses, law->n_losses);
    switch (kind) {
        MARCH(LT_MARCH_DRIVEN)
        MARCH(LT_MARCH_IMPOSED)
        MARCH(LT_MARCH_SHEARED)
        MARCH(LT_MARCH_FREE)
        MARCH(LT_MARCH_TURNING)
        MARCH(LT_MARCH_PLAIN)
    }
    lt_store_all(x, xn, law->n_state);
    lt_store_all(losses, total, law->n_losses);
    return made;
}

#if LT_N == 1

/* The frames are the interpreter's. */
static struct stepping begin_one(const void *p, const void *d) {
    struct lt_interpreter *in = lt_formula_law_bound(d);
    struct stepping s = {.law = lt_formula_law_fix(in, p)};
    for (enum lt_formula_law_step k = 0; k < LT_FORMULA_LAW_LISTS; k++)
        s.frames[k] = lt_formula_law_frame(in, k);
    return s;
}

#define KNOW(name, ...) known &= o->name == o->name;
#define GIVE(name, ...) out->name = known ? o->name : NAN;

static bool is_known(const struct lt_law *law, const struct lt_out_n *o, const num *e) {
    bool known = true;
    LT_OUT_NUMBERS(KNOW)
    for (size_t i = 0; i < law->n_losses; i++)
        known &= e[i] == e[i];
    return known;
}

void lt_formula_law_step_one(const void *p, const void *d, const struct lt_move *m, void *x,
                             struct lt_out *out, void *e) {
    const struct stepping s = begin_one(p, d);
    struct lt_move_n move = {.active = m->active > 0};
    struct lt_out_n answer, *const o = &answer;
    memcpy(&move, m, TOLD * sizeof(double));
    step_formulas(p, &s, &move, x, o, e);
    const bool known = is_known(&s.law->law, o, e);
    LT_OUT_NUMBERS(GIVE)
    out->active = known ? (double)o->active : NAN;
    out->branch = known ? (double)o->branch : NAN;
    lt_formula_law_inquire(lt_formula_law_bound(d), known, m->active > 0);
}

size_t lt_formula_law_step_march(const void *p, const void *d, void *x, void *losses,
                                 struct lt_march *m, enum lt_march_kind kind, size_t steps) {
    const struct stepping s = begin_one(p, d);
    const size_t made = march_formulas(&s, x, losses, m, kind, steps);
    lt_formula_law_inquire(lt_formula_law_bound(d), !(m->happened & LT_MARCH_LOST_COUNT),
                           m->was > 0);
    return made;
}

#else

/* What does not move of a contact; of one that is not there, as of another. */
static double fixed_of(const struct lt_formula_law *law, size_t slot, const struct lt_row *p,
                       const struct lt_row *d, size_t lane, const struct lt_interpreter *any) {
    if (slot >= law->params && slot < law->params + law->law.n_params)
        return p[slot - law->params].lane[lane];
    const struct lt_interpreter *in = lt_formula_law_bound(&d->lane[lane]);
    return lt_formula_law_values(in ? in : any)[slot];
}

static void fill_frame(const struct lt_formula_law *law, const struct lt_formula_law_list *list,
                       const struct lt_row *p, const struct lt_row *d,
                       const struct lt_interpreter *any, num *frame) {
    lt_work_fill(list->ops, LT_N, (double *)frame);
    for (size_t i = 0; i < list->n_fixed; i++)
        for (size_t k = 0; k < LT_N; k++)
            frame[list->fixed[i]][k] =
                fixed_of(law, list->ops->slots[list->fixed[i]], p, d, k, any);
}

size_t OF_ARCH(lt_formula_law_step_march)(const struct lt_row *p, const struct lt_row *d,
                                          struct lt_row *x, struct lt_row *losses,
                                          struct lt_march_rows *m, enum lt_march_kind kind,
                                          size_t steps) {
    num room[LT_FRAME_MOST], *frame = room;
    const struct lt_interpreter *any = NULL;
    for (size_t k = 0; k < LT_N; k++)
        any = any ? any : lt_formula_law_bound(&d->lane[k]);
    struct stepping s = {.law = lt_formula_law_of(any)};
    for (enum lt_formula_law_step k = 0; k < LT_FORMULA_LAW_LISTS; k++) {
        s.frames[k] = frame;
        fill_frame(s.law, &s.law->lists[k], p, d, any, frame);
        frame += s.law->lists[k].ops->n_frame;
    }
    return march_formulas(&s, x, losses, m, kind, steps);
}

#endif
