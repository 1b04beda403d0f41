/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contact_known.h: a contact whose parts are known where it is compiled, so that their steps become
 * one. Included by a file that has said which: NAME; struct numbers, states, account: the contact's
 * own and those of its parts, in their order; before_limits(), behind_limits(); the count of LOSSES
 * and NONE, of struct contact.
 */
#undef step
#undef usual
#undef step_of
#undef derived
#undef state
#undef losses

enum { STATES = sizeof(struct states) / sizeof(num) };

LT_INLINE void ask_all(const struct numbers *d, const struct lt_move_n *m, struct states *x,
                       struct lt_out_n *o, struct account *e, int stay) {
    const struct contact c = {.none = NONE, .damps = 1, .minds_pull = NONE < 7};
    const struct lt_shear_span span = stay ? lt_shear_stay() : touch_span(d->contact, m);
    struct lt_touch t;
    poison(&t, o);
    t.m = m;
    t.o = o;
    t.reads = ~0u;
    t.bound = 0;
    t.shear = t.slip = NULL;
    t.surfaces = t.contact = &span;
    begin(&c, m, o, &t, stay);
    before_limits(d, &t);
    limits(&c, d->contact, &t, stay);
    behind_limits(d, x, e, &t);
    x->contact[LT_X_TOUCHES] = stay ? NUM(1.0) : SEL(span.active, NUM(1.0), NUM(0.0));
    o->lost_gap = stay ? d->contact[LT_H_NECK] : SEL(o->active, d->contact[LT_H_NECK], NUM(0.0));
}

LT_INLINE void copy_all(void *to, const void *from, size_t count) {
    LT_DISSOLVED
    for (size_t i = 0; i < count; i++)
        ((num *)to)[i] = ((const num *)from)[i];
}

/* A step in which a contact is made or lost, or is not there. */
static __attribute__((noinline)) void ask_rare(const struct numbers *d, const struct lt_move_n *m,
                                               struct states *x, struct lt_out_n *o,
                                               struct account *e) {
    ask_all(d, m, x, o, e, 0);
}

LT_INLINE void known_step(const void *vc, const void *d, const struct lt_move_n *m, void *x,
                          struct lt_out_n *o, void *e) {
    (void)vc;
    if (m->stay) {
        ask_all(d, m, x, o, e, 1);
    } else { /* copies, so that those of most steps may stay in registers */
        const struct lt_move_n move = *m;
        struct states next;
        struct lt_out_n out;
        struct account lost;
        copy_all(&next, x, STATES);
        ask_rare(d, &move, &next, &out, &lost);
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

lt_known_march LT_KNOWN_MARCH(NAME);
size_t LT_KNOWN_MARCH(NAME)(const struct contact *found, const num *numbers, lt_cell *xc,
                            lt_cell *ec, lt_cells *m, enum lt_march_kind kind, size_t steps) {
    struct numbers d;
    struct states x;
    struct account e, total;
    num all[LT_MOST_STATES], *own = d.contact + LT_H_NUMBERS;
    size_t made = 0;
    memcpy(d.contact, numbers, sizeof d.contact);
    for (size_t i = 0; i < found->n; own += found->at[i++].seat->n_d)
        memcpy(own, numbers + found->at[i].d, found->at[i].seat->n_d * sizeof(num));
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
