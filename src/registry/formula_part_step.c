/* SPDX-License-Identifier: GPL-3.0-or-later */
/* formula_part_step.c: the step of a part in formulas for LT_N contacts. Compiled once for each
 * instruction set. */
#include "registry/formula_part.h"

#ifdef LT_ARCH
#define OF_ARCH__(name, arch) name##_##arch
#define OF_ARCH_(name, arch)  OF_ARCH__(name, arch)
#define OF_ARCH(name)         OF_ARCH_(name, LT_ARCH)
#define MACHINE               OF_ARCH(lt_machine)
#else
#define MACHINE lt_machine_one
#endif

/* A part in a step: what it reads. */
struct reading {
    const struct lt_formula_part *part;
    const num *move, *reads, *x, *d;
    num *frame;
};

/* Copies the inputs of a list into the frame and evaluates its formulas; returns the places of
 * the results in the frame. */
static const unsigned short *work_out_list(const struct reading *r,
                                           enum lt_formula_part_step step) {
    const struct lt_formula_part_list *list = &r->part->lists[step];
    const struct lt_formula_part_input *in = list->inputs, *end = in + list->n_move;
    const struct lt_ops *ops = list->ops;
    num *const frame = r->frame, *to = frame + ops->first;
    for (; in < end; in++)
        frame[in->to] = r->move[in->from];
    for (end += list->n_reads; in < end; in++)
        frame[in->to] = r->reads[in->from];
    for (end += list->n_state; in < end; in++)
        frame[in->to] = r->x[in->from];
    for (end += list->n_fixed; in < end; in++)
        frame[in->to] = r->d[in->from];
    for (size_t i = 0; i < ops->n_numbers; i++)
        to[i] = NUM(ops->numbers[i]);
    MACHINE(ops, (double *)frame);
    return ops->results;
}

/* Copies into READS the quantities of the contact T that parts of this kind may read: those that
 * parts before it have computed. */
static void read_contact(const struct lt_formula_part *part, const struct lt_touch *t, num *reads) {
    const enum lt_kind kind = part->part.kind;
    const unsigned uses = part->part.reads;
    reads[LT_READS_overlap] = t->d;
    if (kind >= LT_COHESION_PART)
        reads[LT_READS_spring] = t->spring;
    if (uses & LT_HAS_CIRCLE)
        reads[LT_READS_contact_radius] = t->a;
    if (uses & LT_HAS_STIFFNESS)
        reads[LT_READS_stiffness] = t->k;
    if (kind >= LT_DAMPING_PART)
        reads[LT_READS_pull] = t->pull;
    if (kind >= LT_TANGENTIAL_PART) {
        reads[LT_READS_viscosity] = t->c;
        reads[LT_READS_dashpot] = NUM(0.0) - t->o->vfn;
        reads[LT_READS_press] = t->press;
    }
}

/* The contacts in which a part acts in this step. */
struct acting {
    mask on, was, known; /* known: that it does, or does not, has a value */
    num inside;
};

/* The lanes in which a film or a bond acts in this step M: it is made and lost at gaps of its
 * own (m), or by its own condition. The share of the step in which it acts is that on its side
 * of the gap which un crosses. */
static struct acting acting_alone(const struct reading *r, num *reads, const struct lt_move_n *m) {
    const struct lt_formula_part *part = r->part;
    const num reach = r->d[part->reach], tail = r->d[part->tail], one = NUM(1.0);
    const mask was = IS(r->x[part->on]), moved = m->dun != 0;
    mask on = (m->un <= reach) | (was & (m->un <= tail)), known = LT_EVERY;
    if (part->lists[LT_FORMULA_PART_TRY].ops) {
        reads[LT_READS_WAS] = lt_of_mask(was);
        reads[LT_READS_INSIDE] = one;
        const num decides = r->frame[work_out_list(r, LT_FORMULA_PART_TRY)[0]];
        on = NOT(decides == 0);
        known = (mask)(decides == decides);
    }
    const mask entering = on & NOT(was), changes = entering | (was & NOT(on));
    const num past = (m->un - SEL(entering, reach, tail)) / SEL(moved, m->dun, one);
    const mask crosses = changes & moved & (past >= 0) & (past <= 1);
    return (struct acting){on, was, known, SEL(crosses, SEL(entering, past, 1 - past), one)};
}

/* Where a part acts that has the same interval as the contact of the surfaces: it was active
 * before unless it enters now, or it is just left. */
static struct acting acting_within(const struct lt_shear_span *s) {
    return (struct acting){s->active, (s->active & NOT(s->entering)) | s->leaving, LT_EVERY,
                           s->inside};
}

/* Sets the results where the part does not act: no force; only states that persist remain. */
static void clear_when_inactive(const struct reading *r, num *to) {
    const struct lt_formula_law *law = r->part->law;
    num *next = to + r->part->n_results - law->n_conditions - law->law.n_state;
    for (size_t i = 0; i < r->part->n_results; i++)
        to[i] = NUM(0.0);
    for (size_t i = 0; i < law->law.n_state; i++)
        next[i] = law->stays[i] ? r->x[i] : NUM(0.0);
}

/* Evaluates the case STEP and takes its results in the lanes WHERE it applies. */
static void blend(const struct reading *r, enum lt_formula_part_step step, mask where, num *to) {
    const unsigned short *places = work_out_list(r, step);
    for (size_t i = 0; i < r->part->n_results; i++)
        to[i] = SEL(where, r->frame[places[i]], to[i]);
}

/* TO gets the results of the part in all lanes; the cases that occur in some lane are evaluated,
 * so that the results of each lane are of its own case. */
static void work_out_all(const struct reading *r, const struct acting *a, num *to) {
    const mask left = a->was & NOT(a->on);
    if (lt_all(a->on)) {
        const unsigned short *places = work_out_list(r, LT_FORMULA_PART_ON);
        for (size_t i = 0; i < r->part->n_results; i++)
            to[i] = r->frame[places[i]];
        return;
    }
    clear_when_inactive(r, to);
    if (ANY(left))
        blend(r, LT_FORMULA_PART_OFF, left, to);
    if (ANY(a->on))
        blend(r, LT_FORMULA_PART_ON, a->on, to);
}

/* Stores contact radius (m) and stiffness (N/m) of a normal part in T, at the end of the step
 * and, as a0 and k0, at its start. Without formulas the circle is Hertz', sqrt(r_eff overlap),
 * and the stiffness 0. READS is left with the overlap of the start. */
static void store_gauge(const struct reading *r, num *reads, struct lt_touch *t) {
    const struct lt_formula_part *part = r->part;
    const num root = r->d[part->root_r];
    t->k = t->k0 = NUM(0.0);
    if (!(t->reads & (LT_HAS_RADIUS | LT_HAS_CIRCLE | LT_HAS_STIFFNESS)))
        return;
    t->a = root * lt_sqrt(t->d);
    t->a0 = root * lt_sqrt(t->d0);
    if (!part->lists[LT_FORMULA_PART_GAUGE].ops)
        return;
    const unsigned short *places = work_out_list(r, LT_FORMULA_PART_GAUGE);
    const int round = part->law->contact_radius.formula != NULL;
    t->a = round ? r->frame[places[0]] : t->a;
    t->k = r->frame[places[1]];
    reads[LT_READS_overlap] = t->d0;
    places = work_out_list(r, LT_FORMULA_PART_GAUGE);
    t->a0 = round ? r->frame[places[0]] : t->a0;
    t->k0 = r->frame[places[1]];
}

/* Adds a force and its viscous part where several parts may make them (films and bonds), else
 * sets them. */
static void put_components(const struct lt_formula_part *part, const num *from,
                           struct lt_out_n *o) {
    num *force = &o->fn, *viscous = &o->vfn;
    const int adds = part->on >= 0;
    for (size_t k = 0; k < 6; k++)
        if (part->acts >> k & 1) {
            const num all = from[0] + from[1];
            force[k] = adds ? force[k] + all : all;
            viscous[k] = adds ? viscous[k] + from[1] : from[1];
            from += 2;
        }
}

/* Stores the friction coefficient and limit CAP (N) of a tangential part. Without a formula the
 * limit is Coulomb's, and infinite without friction. */
static void put_friction(const struct lt_formula_part *part, const num *d, num cap,
                         struct lt_touch *t) {
    const num zero = NUM(0.0);
    t->kt = t->kt0 = t->ct = zero;
    t->fric = part->friction >= 0 ? d[part->friction] : zero;
    t->o->cap = part->law->law.has_cap ? cap
                : part->friction >= 0  ? t->fric * t->press
                                       : NUM(INFINITY);
}

/* Stores the part's results in T, where the kinds of part that follow read them. D: derived
 * numbers; FROM: forces in pairs, elastic and viscous (N, N m); MADE: strain and the results
 * after it (J); ON: the lanes in which the part acts. */
static void put_answer(const struct lt_formula_part *part, const num *d, const num *from,
                       const num *made, mask on, struct lt_touch *t) {
    struct lt_out_n *o = t->o;
    const num zero = NUM(0.0);
    /* Along n parts hand on repulsion > 0, while fn < 0 is compression: hence the signs. */
    switch (part->part.kind) {
    case LT_NORMAL_PART:
        t->spring = zero - from[0];
        break;
    case LT_COHESION_PART:
        t->pull += from[0];
        t->pull_drag += from[1];
        break;
    case LT_DAMPING_PART:
        t->dashpot = zero - from[1];
        t->c = made[LT_PART_MORE];
        break;
    case LT_TANGENTIAL_PART:
        put_friction(part, d, made[LT_PART_MORE], t);
        put_components(part, from, o);
        break;
    case LT_FILM_PART:
        put_components(part, from, o);
        /* The tangential force of a film adds to the limit of friction; a bond has no limit. */
        o->cap += lt_sqrt(from[3] * from[3] + from[5] * from[5]);
        o->active |= on;
        break;
    case LT_BOND_PART:
        put_components(part, from, o);
        if (part->law->law.acts & 0x6)
            o->cap = SEL(on, NUM(INFINITY), o->cap);
        o->active |= on;
        break;
    case LT_ROLLING_PART:
    case LT_TWISTING_PART:
    case LT_KINDS:
        put_components(part, from, o);
    }
    /* Energies of all parts add up. */
    o->strain += made[LT_PART_STRAIN];
    o->cross += made[LT_PART_CROSS];
    o->defect += made[LT_PART_DEFECT];
}

/* Adds the part's conditions to *BRANCH, six bits for each kind of part, so that a change of one
 * changes the branch; more than six share bits. The first bit of parts that come and go by
 * themselves is if they act. */
static void put_conditions(const struct lt_formula_part *part, const num *conditions, mask on,
                           bits *branch) {
    const int kind = (int)part->part.kind, own = part->on >= 0 || kind == LT_COHESION_PART;
    if (own)
        *branch ^= BITS(on, LT_BRANCH(kind, 0));
    for (int i = 0; i < (int)part->law->n_conditions; i++)
        *branch ^= BITS(on & (mask)(conditions[i] != 0), LT_BRANCH(kind, own + i % (6 - own)));
}

/* The lanes in which each of N results is a number. */
static mask all_known(const num *results, size_t n) {
    mask known = LT_EVERY;
    for (size_t i = 0; i < n; i++)
        known &= (mask)(results[i] == results[i]);
    return known;
}

/* The step of a part that is defined by formulas, in the form of part.h, for LT_N contacts: VD
 * derived numbers, VX state (updated), VE losses (J, set), T the contact, whose forces and
 * energies get the results. */
static void step_of_part(const struct lt_part *self, const void *vd, void *vx, void *ve,
                         struct lt_touch *t) {
    const struct lt_formula_part *part = self->more;
    const struct lt_formula_law *law = part->law;
    const num *d = vd;
    num *x = vx, *e = ve, reads[LT_READS_ALL], results[LT_FORMULA_PART_MOST], frame[part->frame];
    const struct reading r = {part, &t->m->un, reads, x, d, frame};
    /* Inputs, and the lanes in which the part acts. */
    read_contact(part, t, reads);
    const struct acting a =
        part->on >= 0 ? acting_alone(&r, reads, t->m)
                      : acting_within(self->kind == LT_COHESION_PART ? t->contact : t->surfaces);
    reads[LT_READS_WAS] = lt_of_mask(a.was);
    reads[LT_READS_INSIDE] = a.inside;
    /* Results stand in the order of add_results_of(): forces, energies, losses, states,
     * conditions. */
    work_out_all(&r, &a, results);
    const mask known = all_known(results, part->n_results) & a.known;
    num *conditions = results + part->n_results - law->n_conditions,
        *next = conditions - law->law.n_state, *losses = next - law->law.n_losses,
        *made = losses - LT_PART_MADE;
    made[LT_PART_STRAIN] = SEL(known, made[LT_PART_STRAIN], NUM(NAN));
#if LT_N == 1
    if (!known || lt_formula_part_failed(part))
        lt_formula_part_inquire(part, known, a.on, d, x, r.move, reads);
#endif
    if (self->kind == LT_NORMAL_PART)
        store_gauge(&r, reads, t);
    put_answer(part, d, results, made, a.on, t);
    put_conditions(part, conditions, a.on, &t->o->branch);
    for (size_t i = 0; i < law->law.n_losses; i++)
        e[i] = losses[i];
    for (size_t i = 0; i < law->law.n_state; i++)
        x[i] = next[i];
    if (part->on >= 0)
        x[part->on] = SEL(a.on, NUM(1.0), NUM(0.0));
}

#ifdef LT_ARCH
const struct lt_part_steps OF_ARCH(lt_formula_part_steps) = {.step = step_of_part};
#else
const struct lt_part_steps lt_formula_part_steps = {.step = step_of_part};
#endif
