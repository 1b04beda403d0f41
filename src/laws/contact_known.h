/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contact_known.h: the march of a contact whose parts are known at compile time, so that their
 * steps are inlined into one.
 *
 * The file that includes it defines NAME; struct numbers, states and account: derived numbers,
 * states and losses of the contact and of its parts, in their order; step_before_limits() and
 * step_after_limits(), which call the parts; LOSSES, the count of nums in account; and NONE, the
 * kinds that are missing (struct contact).
 */
#undef step
#undef usual
#undef step_of
#undef derived
#undef state
#undef losses

enum { STATES = sizeof(struct states) / sizeof(num) };

/* Makes the step of all parts. STAY is a compile-time constant: no contact is made or lost in
 * it. */
LT_INLINE void step_with_span(const struct numbers *d, const struct lt_move_n *m, struct states *x,
                              struct lt_out_n *o, struct account *e, int stay) {
    const struct contact c = {.none = NONE, .damps = 1, .branches_on_pull = NONE < 7};
    const struct lt_shear_span span = stay ? lt_shear_stay() : touch_span(d->contact, m);
    struct lt_touch t;
    poison(&t, o);
    t.m = m;
    t.o = o;
    t.reads = ~0u;
    t.bound = 0;
    t.shear = t.slip = NULL;
    t.surfaces = t.contact = &span;
    prepare_touch(&c, m, o, &t, stay);
    step_before_limits(d, &t);
    apply_limits(&c, d->contact, &t, stay);
    step_after_limits(d, x, e, &t);
    x->contact[LT_X_TOUCHES] = stay ? NUM(1.0) : SEL(span.active, NUM(1.0), NUM(0.0));
    o->lost_gap = stay ? d->contact[LT_H_NECK] : SEL(o->active, d->contact[LT_H_NECK], NUM(0.0));
}

/* Copies COUNT nums one by one, unrolled: memcpy() would force them out of the registers. */
LT_INLINE void copy_all(void *to, const void *from, size_t count) {
    LT_UNROLL
    for (size_t i = 0; i < count; i++)
        ((num *)to)[i] = ((const num *)from)[i];
}

/* A step in which a contact is made or lost, or in which there is none: rare, and kept out of line
 * so that the others stay short. */
static __attribute__((noinline)) void step_transition(const struct numbers *d,
                                                      const struct lt_move_n *m, struct states *x,
                                                      struct lt_out_n *o, struct account *e) {
    step_with_span(d, m, x, o, e, 0);
}

/* The step as lt_step_march() calls it; VC, the contact, is not used because its parts are known.
 */
LT_INLINE void known_step(const void *vc, const void *d, const struct lt_move_n *m, void *x,
                          struct lt_out_n *o, void *e) {
    (void)vc;
    if (m->stay) {
        step_with_span(d, m, x, o, e, 1);
    } else { /* on copies: the address of the originals is not taken, so they stay in registers */
        const struct lt_move_n move = *m;
        struct states next;
        struct lt_out_n out;
        struct account lost;
        copy_all(&next, x, STATES);
        step_transition(d, &move, &next, &out, &lost);
        copy_all(x, &next, STATES);
        copy_all(e, &lost, LOSSES);
        *o = out;
    }
}

#define KNOWN_KIND(kind)                                                                           \
    case kind:                                                                                     \
        made = lt_step_march(known_step, 0, NULL, &d, (num *)&x, 0, (num *)&e, (num *)&total,      \
                             LOSSES, m, kind, steps);                                              \
        break;

/* The march itself: it copies numbers, states and losses into the structs above, steps, and copies
 * states and losses back. */
lt_known_march LT_KNOWN_MARCH(NAME);
size_t LT_KNOWN_MARCH(NAME)(const struct contact *found, const num *numbers, lt_cell *xc,
                            lt_cell *ec, lt_cells *m, enum lt_march_kind kind, size_t steps) {
    struct numbers d;
    struct states x;
    struct account e, total;
    num all[LT_MOST_STATES], *own = d.contact + LT_H_NUMBERS;
    size_t made = 0;
    memcpy(d.contact, numbers, sizeof d.contact);
    for (size_t i = 0; i < found->n; own += found->at[i++].entry->n_d)
        memcpy(own, numbers + found->at[i].d, found->at[i].entry->n_d * sizeof(num));
    gather_states(found, all, xc);
    copy_all(&x, all, STATES);
    for (size_t i = 0; i < found->n_losses; i++)
        all[i] = lt_load(&ec[found->loss[i]]);
    copy_all(&total, all, LOSSES);
    OF_ALL_KINDS(KNOWN_KIND)
    copy_all(all, &total, LOSSES);
    for (size_t i = 0; i < found->n_losses; i++)
        lt_store(&ec[found->loss[i]], all[i]);
    copy_all(all, &x, STATES);
    scatter_states(found, all, xc);
    return made;
}
