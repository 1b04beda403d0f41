/* SPDX-License-Identifier: GPL-3.0-or-later */
/* formula_law_step.c: the step of a law in formulas for LT_N contacts. Compiled once for each
 * instruction set. */
#include "registry/formula_law.h"

#ifdef LT_ARCH
#define OF_ARCH__(name, arch) name##_##arch
#define OF_ARCH_(name, arch)  OF_ARCH__(name, arch)
#define OF_ARCH(name)         OF_ARCH_(name, LT_ARCH)
#define MACHINE               OF_ARCH(lt_machine)
#else
#define MACHINE lt_machine_one
#endif

/* A law and the frame of its lists, in which all is that does not move. */
struct stepping {
    const struct lt_formula_law *law;
    num *frame;
};

/* Evaluates the list of the case STEP in the frame and returns its first result, which says in
 * each lane whether the contact is active (not 0). */
static inline num work_out(const struct stepping *s, enum lt_formula_law_step step) {
    const struct lt_ops *ops = s->law->lists[step];
    MACHINE(ops, (double *)s->frame);
    return s->frame[ops->results[0]];
}

/* The fraction of the step with un <= 0, from the gap UN at its end and its change DUN, both in
 * m: below 1 where un changes sign. */
LT_INLINE num share_in_contact(num un, num dun) {
    const num before = un - dun;
    const mask touches = un <= 0, crosses = NOT(touches == (mask)(before <= 0));
    if (!ANY(crosses))
        return NUM(1.0);
    const num part = un / dun;
    return SEL(crosses, SEL(touches, part, 1 - part), NUM(1.0));
}

#define TELL(name, unit)                                                                           \
    if (moves & 1)                                                                                 \
        *to = m->name;                                                                             \
    to++, moves >>= 1;

/* Stores the motion M and the state X into the frame, where the formulas read them. */
LT_INLINE void store_inputs(const struct stepping *s, const struct lt_move_n *m, const num *x) {
    const struct lt_formula_law *law = s->law;
    uint32_t moves = law->moves;
    num *to = s->frame + law->move;
    LT_MOVE_NUMBERS(TELL)
    *to++ = lt_of_mask(m->active);
    *to = share_in_contact(m->un, m->dun);
    to = s->frame + law->state;
    for (size_t i = 0; i < law->law.n_state; i++)
        to[i] = x[i];
}

#define TAKE(name, unit) o->name = frame[*places++];

/* Takes the results of the list of formulas STEP into forces O (N, N m), losses E (J) and state
 * X; ACTIVE: the lanes with a contact. Every state must be a number; else the stored energy
 * becomes NaN, which stops the run. */
LT_INLINE void take_answer(const struct stepping *s, enum lt_formula_law_step step, mask active,
                           num *x, struct lt_out_n *o, num *e) {
    const struct lt_formula_law *law = s->law;
    const num *frame = s->frame;
    const unsigned short *places = law->lists[step]->results;
    const num decides = frame[*places++];
    mask known = (mask)(decides == decides);
    bits branch = BITS(active, 1);
    LT_OUT_NUMBERS(TAKE)
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

/* Sets the results where no contact is active and none was: no force; only states that persist
 * remain. */
LT_INLINE void clear_inactive(const struct lt_formula_law *law, num *x, struct lt_out_n *o,
                              num *e) {
    memset(o, 0, sizeof *o);
    for (size_t i = 0; i < law->law.n_losses; i++)
        e[i] = NUM(0.0);
    for (size_t i = 0; i < law->law.n_state; i++)
        x[i] = law->stays[i] ? x[i] : NUM(0.0);
}

#if LT_N > 1
/* Takes the results X1, O1 and E1 in the lanes where C holds; in the others X, O and E stay. */
static void blend_answers(const struct lt_formula_law *law, mask c, const num *x1,
                          const struct lt_out_n *o1, const num *e1, num *x, struct lt_out_n *o,
                          num *e) {
#define BLEND(name, unit) o->name = SEL(c, o1->name, o->name);
    LT_OUT_NUMBERS(BLEND)
    o->active = (c & o1->active) | (~c & o->active);
    o->branch = (c & o1->branch) | (~c & o->branch);
    for (size_t i = 0; i < law->law.n_losses; i++)
        e[i] = SEL(c, e1[i], e[i]);
    for (size_t i = 0; i < law->law.n_state; i++)
        x[i] = SEL(c, x1[i], x[i]);
}
#endif

/* The step for lanes that differ: some contacts are active (ON), others are not, or were active
 * before (WAS). Both lists of formulas are evaluated for all lanes, and each lane takes the
 * result that applies into state X, forces O and losses E. */
__attribute__((noinline)) static void step_mixed(const struct stepping *s, mask on, mask was,
                                                 num *x, struct lt_out_n *o, num *e) {
    work_out(s, LT_FORMULA_LAW_OFF);
#if LT_N == 1
    (void)was;
    take_answer(s, LT_FORMULA_LAW_OFF, on, x, o, e);
#else
    const struct lt_formula_law *law = s->law;
    num x1[LT_FORMULA_LAW_MOST], e1[LT_FORMULA_LAW_MOST];
    struct lt_out_n o1;
    clear_inactive(law, x, o, e);
    take_answer(s, LT_FORMULA_LAW_OFF, (mask){0}, x1, &o1, e1);
    blend_answers(law, was, x1, &o1, e1, x, o, e);
    take_answer(s, LT_FORMULA_LAW_ON, on, x1, &o1, e1);
    blend_answers(law, on, x1, &o1, e1, x, o, e);
#endif
}

/* The step of a law in formulas, in the form of step(): P unused, D a struct stepping, M the
 * motion, X the state, O and E get forces and losses. The condition alone is evaluated first
 * where no contact was active. */
LT_INLINE void step_formulas(const void *p, const void *d, const struct lt_move_n *m, void *x,
                             struct lt_out_n *o, void *e) {
    const struct stepping *s = d;
    const mask was = m->active;
    (void)p;
    store_inputs(s, m, x);
    if (!m->stay && !ANY(was) && !ANY(NOT(work_out(s, LT_FORMULA_LAW_TRY) == 0))) {
        clear_inactive(s->law, x, o, e);
        return;
    }
    const mask on = NOT(work_out(s, LT_FORMULA_LAW_ON) == 0);
    if (lt_all(on)) {
        take_answer(s, LT_FORMULA_LAW_ON, on, x, o, e);
        return;
    }
    struct lt_out_n mixed; /* O itself is never in memory */
    step_mixed(s, on, was, x, &mixed, e);
    *o = mixed;
}

/* ---- A march --------------------------------------------------------------------------------- */

#define MARCH(kind)                                                                                \
    case kind:                                                                                     \
        made = lt_step_march(step_formulas, 0, NULL, s, xn, law->n_state, en, total,               \
                             law->n_losses, m, kind, steps);                                       \
        break;

/* Marches a law in formulas through at most STEPS steps of leapfrog. Adds the dissipated
 * energies in J to LOSSES; returns the number of steps made. */
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

/* Prepares a step of one contact: the frame is the interpreter's, into which the parameters P
 * are copied. */
static struct stepping begin_one(const void *p, const void *d) {
    struct lt_interpreter *in = lt_formula_law_bound(d);
    const struct stepping s = {lt_formula_law_of(in), lt_formula_law_frame(in)};
    memcpy(s.frame + s.law->params, p, s.law->law.n_params * sizeof(double));
    return s;
}

#define KNOW(name, ...) known &= o->name == o->name;
#define GIVE(name, ...) out->name = known ? o->name : NAN;

/* True if all forces O and losses E of the result are numbers; false: one is NaN, since a
 * formula has no value. */
static bool is_known(const struct lt_law *law, const struct lt_out_n *o, const num *e) {
    bool known = true;
    LT_OUT_NUMBERS(KNOW)
    for (size_t i = 0; i < law->n_losses; i++)
        known &= e[i] == e[i];
    return known;
}

/* The step of one contact. A result that is not a number makes ACTIVE NaN, and the rule that
 * failed is found. */
void lt_formula_law_step_one(const void *p, const void *d, const struct lt_move *m, void *x,
                             struct lt_out *out, void *e) {
    const struct stepping s = begin_one(p, d);
    struct lt_move_n move = {.active = m->active > 0};
    struct lt_out_n answer, *const o = &answer;
    memcpy(&move, m, offsetof(struct lt_move, active));
    step_formulas(p, &s, &move, x, o, e);
    const bool known = is_known(&s.law->law, o, e);
    LT_OUT_NUMBERS(GIVE)
    out->active = known ? (double)o->active : NAN;
    out->branch = known ? (double)o->branch : NAN;
    lt_formula_law_inquire(lt_formula_law_bound(d), known);
}

/* The march of one contact, at most STEPS steps; returns the number made. After a result that is
 * not finite the rule that failed is found. */
size_t lt_formula_law_step_march(const void *p, const void *d, void *x, void *losses,
                                 struct lt_march *m, enum lt_march_kind kind, size_t steps) {
    const struct stepping s = begin_one(p, d);
    const size_t made = march_formulas(&s, x, losses, m, kind, steps);
    lt_formula_law_inquire(lt_formula_law_bound(d), !(m->happened & LT_MARCH_NOT_FINITE));
    return made;
}

#else

/* The constant of a contact in a slot: a parameter, or a number that its interpreter computed
 * before the run. */
static double fixed_of(const struct lt_formula_law *law, size_t slot, const struct lt_row *p,
                       const struct lt_row *d, size_t lane) {
    if (slot >= law->params && slot < law->params + law->law.n_params)
        return p[slot - law->params].lane[lane];
    return lt_formula_law_frame(lt_formula_law_bound(&d->lane[lane]))[slot];
}

/* The march of LT_N contacts side by side, for one instruction set. Their frames share the
 * operations, so all contacts must have the same law. Returns the number of steps made. */
size_t OF_ARCH(lt_formula_law_step_march)(const struct lt_row *p, const struct lt_row *d,
                                          struct lt_row *x, struct lt_row *losses,
                                          struct lt_march_rows *m, enum lt_march_kind kind,
                                          size_t steps) {
    num frame[LT_FRAME_MOST];
    const struct stepping s = {lt_formula_law_of(lt_formula_law_bound(d)), frame};
    for (size_t k = 0; k < LT_FORMULA_LAW_LISTS; k++)
        lt_work_fill(s.law->lists[k], LT_N, (double *)frame);
    for (size_t i = 0; i < s.law->n_fixed; i++)
        for (size_t k = 0; k < LT_N; k++)
            frame[s.law->fixed[i]][k] = fixed_of(s.law, s.law->fixed[i], p, d, k);
    return march_formulas(&s, x, losses, m, kind, steps);
}

#endif
