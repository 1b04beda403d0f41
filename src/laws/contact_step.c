/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contact_step.c: the step of a contact made of parts; compiled once for each width of vectors.
 *
 * Parts make their steps in the order of their kinds: normal, cohesion, damping; then the contact
 * itself finds the normal force of the friction limits; then tangential, rolling, twisting, film,
 * bond. A bond that decides whether springs hold in tension has a function before() that runs ahead
 * of all of them. Parts exchange forces and stiffnesses through struct lt_touch.
 */
#include "contact_begin.h"
#include "contact_parts_list.h"

#define DECLARED(id) extern const struct lt_part_steps LT_STEPS(id);
#define ADDRESS(id)  &LT_STEPS(id),
LT_CONTACT_PARTS(DECLARED)
static const struct lt_part_steps *const steps_here[] = {LT_CONTACT_PARTS(ADDRESS) NULL};
#if defined LT_ARCH && !defined LT_POISON
#define WIDTH__(arch) LT_WIDTH_##arch
#define WIDTH_(arch)  WIDTH__(arch)
static const struct lt_part_steps none_here;
#endif

/* ---- Assembling a contact -------------------------------------------------------------------- */

/* Returns nonzero if the number in CELL is above LIMIT in any lane, else 0. */
static int any_above(const lt_cell *cell, double limit) {
    return ANY(lt_load(cell) > limit);
}

/* Bits that are set in the integer in CELL in all lanes or, if ANY is not 0, in at least one. */
static unsigned bits_of_all(const lt_cell *cell, int any) {
    const num all = lt_load(cell);
#if LT_N == 1
    (void)any;
    return (unsigned)all;
#else
    unsigned set = (unsigned)all[0];
    for (int i = 1; i < LT_N; i++)
        set = any ? set | (unsigned)all[i] : set & (unsigned)all[i];
    return set;
#endif
}

/* The number in the first lane of CELL: for numbers that all lanes of a march share. */
static double first_lane(const lt_cell *cell) {
#if LT_N == 1
    return *cell;
#else
    return cell->lane[0];
#endif
}

/* The steps of a part for this width of vectors. A part without any has those of a single contact.
 */
static const struct lt_part_steps *steps_of(const struct lt_part_entry *entry) {
    if (entry->built_in > 0)
        return steps_here[entry->built_in - 1];
#if defined LT_ARCH && !defined LT_POISON
    const struct lt_part_steps *wide = entry->wide ? entry->wide[WIDTH_(LT_ARCH)] : NULL;
    if (wide || LT_N > 1)
        return wide ? wide : &none_here;
#endif
    return entry->part->steps;
}

/* Appends the part of ENTRY, in slot SLOT of the law, to the contact C. ALONE: it has no vector
 * step; USUAL: its usual() suffices. */
static void add_part(struct contact *c, size_t slot, const struct lt_part_entry *entry, int alone,
                     int usual) {
    const struct lt_part *part = entry->part;
    const struct lt_slots *of = &c->of->slots[part->kind];
    struct instance *p = &c->at[c->n++];
    const struct lt_part_steps *steps = steps_of(entry);
    p->entry = entry;
    p->part = part;
    p->steps = (alone && LT_N > 1) || !steps->step ? NULL : steps;
    p->step = !p->steps ? NULL : usual && steps->usual ? steps->usual : steps->step;
    p->slot = slot - of->first;
    p->d = of->d + p->slot * of->n_d;
    p->x = c->n_x;
    p->e = c->n_e;
    /* The counts and flags of the contact that this part changes. */
    c->n_x += entry->n_x;
    c->n_e += entry->n_e;
    c->reads |= part->reads;
    c->sticks |= (part->writes & LT_HAS_ADHESION) != 0;
    c->bound |= part->steps->before != NULL;
    c->cohesions += part->kind == LT_COHESION_PART;
    c->damps |= part->kind == LT_DAMPING_PART;
    c->films |= part->kind == LT_FILM_PART;
    c->own |= entry->built_in == 0;
    c->n_bonds += part->kind == LT_BOND_PART;
    c->n_before_limits += part->kind < LT_TANGENTIAL_PART;
    if (part->kind == LT_TANGENTIAL_PART || part->kind == LT_ROLLING_PART ||
        part->kind == LT_TWISTING_PART) {
        c->none &= ~(1u << (part->kind - LT_TANGENTIAL_PART));
        c->branches_on_pull |= !(part->lacks && strstr(part->lacks, "press"));
    }
    for (size_t i = 0; i < entry->n_x; i++)
        if (part->kind == LT_TANGENTIAL_PART && part->state[i].role == LT_SPRING_S)
            c->shear = (long)(p->x + i), c->slip = p->e;
}

/* Assembles C from the derived numbers D. C is filled in place, because a copy of it takes longer
 * than a step. */
static void assemble_contact(struct contact *c, const lt_cell *d) {
    memset(c, 0, offsetof(struct contact, at));
    c->of = lt_composition_at(first_lane(&d[LT_H_OF]));
    c->none = 7; /* all three kinds are missing until one is added */
    c->n_x = LT_X_STATES;
    c->shear = -1;
    c->stays = lt_shear_stay();
    const unsigned usual = bits_of_all(&d[LT_H_USUAL], 0), alone = bits_of_all(&d[LT_H_ALONE], 1);
    for (size_t slot = 0; slot < LT_SLOTS; slot++) {
        const size_t number = (size_t)(int)first_lane(&d[LT_H_PART + slot]);
        if (number > 0)
            add_part(c, slot, &c->of->entries[number - 1], alone >> slot & 1, usual >> slot & 1);
    }
    for (size_t i = 0; c->bound && i < c->n; i++) /* usual() assumes that friction has a limit */
        c->at[i].step = c->at[i].steps ? c->at[i].steps->step : NULL;
    /* Branches of the step that are needed only with certain parts, decided once for all steps. */
    c->pulls = c->cohesions > 0;
    c->choice = any_above(&d[LT_H_CUT], 0.5) || any_above(&d[LT_H_CAP_BY], 0.5);
    if (c->choice && any_above(&d[LT_H_CAP_BY], LT_CAP_BACK - 0.5))
        c->reads |= LT_HAS_ADHESION;
    c->separate_spans = any_above(&d[LT_H_LAST], 0) || c->n_bonds > 0 || c->cohesions > 1 ||
                        (c->pulls && any_above(&d[LT_H_NECK], 0));
    c->remembers =
        c->pulls && (c->cohesions > 1 || c->n_bonds > 0 || c->films || any_above(&d[LT_H_NECK], 0));
}

/* Chooses which losses a march accumulates in EC, and lists their indices in c->loss: those of the
 * parts directly (losses_by_part), if they come in the order of the law, occur once and no other
 * loss has a value yet; else all losses of the law. */
static void map_losses(struct contact *c, const lt_cell *ec) {
    c->losses_by_part = c->n_e <= LT_MOST_LOSSES;
    c->n_losses = 0;
    for (size_t i = 0; i < c->n && c->losses_by_part; i++)
        for (size_t k = 0; k < c->at[i].entry->n_e; k++) {
            const unsigned short at = c->at[i].entry->e_at[k];
            c->losses_by_part &= c->n_losses == 0 || c->loss[c->n_losses - 1] < at;
            c->loss[c->n_losses++] = at;
        }
    for (size_t i = 0, k = 0; i < c->of->law.n_losses && c->losses_by_part; i++)
        if (k < c->n_losses && c->loss[k] == i)
            k++;
        else
            c->losses_by_part = !ANY(lt_load(&ec[i]) != 0);
    if (c->losses_by_part)
        return;
    c->n_losses = c->of->law.n_losses;
    for (size_t i = 0; i < c->n_losses; i++)
        c->loss[i] = (unsigned short)i;
}

/* ---- A part without vector step: lane by lane ------------------------------------------------ */

#if LT_N == 1 && !defined LT_ARCH
/* Makes the step of PART for one lane L, in doubles: numbers D, states X and losses E of the part;
 * L holds the step, the touch and the answer, and gets the new answer. */
void lt_contact_lane(const struct lt_part *part, const double *d, double *x, double *e,
                     struct lt_lane *l) {
    struct lt_move_n m;
    struct lt_touch t = {.m = &m, .reads = l->reads, .bound = l->bound};
    struct lt_out_n o;
    struct lt_shear_span span[2];
    memcpy(&m, l->move, sizeof l->move);
    m.active = l->move_active;
    m.stay = l->move_stay;
    for (int i = 0; i < 2; i++)
        span[i] = (struct lt_shear_span){l->span[i][0], l->span[i][1], l->span[i][2], l->inside[i],
                                         l->span[i][3]};
    t.o = &o;
    t.contact = &span[0];
    t.surfaces = &span[1];
    t.sticks = l->sticks;
    t.freed = l->freed;
    t.cut = l->cut;
    memcpy(&t.d, l->numbers, TOUCH_NUMBERS * sizeof(double));
    memcpy(&o, l->out, sizeof l->out);
    o.active = l->active;
    o.branch = l->branch;
    part->steps->step(part, d, x, e, &t);
    memcpy(l->numbers, &t.d, TOUCH_NUMBERS * sizeof(double));
    memcpy(l->out, &o, sizeof l->out);
    l->active = o.active;
    l->branch = o.branch;
}
#endif

#if LT_N > 1
/* The step of the part P for each lane in turn, through the scalar build: for parts with exp(),
 * log() or pow(), of which vectors have none that give the same bits. */
static void step_by_lane(const struct instance *p, const num *d, num *x, num *e,
                         struct lt_touch *t) {
    const struct lt_part_entry *entry = p->entry;
    double dl[LT_MOST_NUMBERS], xl[LT_MOST_STATES], el[LT_OWN_LOSSES];
    const num *const move = &t->m->un;
    num *const numbers = &t->d, *const out = &t->o->fn;
    const struct lt_shear_span *span[] = {t->contact, t->surfaces};
    for (int i = 0; i < LT_N; i++) {
        /* Gather the numbers of lane i, make its step, and scatter the results. */
        struct lt_lane l = {.reads = t->reads,
                            .branch = t->o->branch[i],
                            .move_active = t->m->active[i] != 0,
                            .move_stay = t->m->stay,
                            .active = t->o->active[i] != 0,
                            .bound = t->bound,
                            .sticks = t->bound && t->sticks[i] != 0,
                            .freed = t->bound && t->freed[i] != 0,
                            .cut = t->cut[i] != 0};
        for (int k = 0; k < 19; k++)
            l.move[k] = move[k][i];
        for (int k = 0; k < (int)TOUCH_NUMBERS; k++)
            l.numbers[k] = numbers[k][i];
        for (int k = 0; k < 17; k++)
            l.out[k] = out[k][i];
        for (int k = 0; k < 2; k++) {
            l.span[k][0] = span[k]->active[i] != 0, l.span[k][1] = span[k]->entering[i] != 0;
            l.span[k][2] = span[k]->leaving[i] != 0, l.span[k][3] = span[k]->stay;
            l.inside[k] = span[k]->inside[i];
        }
        for (size_t k = 0; k < entry->n_d; k++)
            dl[k] = d[k][i];
        for (size_t k = 0; k < entry->n_x; k++)
            xl[k] = x[k][i];
        lt_contact_lane(entry->part, dl, xl, el, &l);
        for (size_t k = 0; k < entry->n_x; k++)
            x[k][i] = xl[k];
        for (size_t k = 0; k < entry->n_e; k++)
            e[k][i] = el[k];
        for (int k = 0; k < (int)TOUCH_NUMBERS; k++)
            numbers[k][i] = l.numbers[k];
        for (int k = 0; k < 17; k++)
            out[k][i] = l.out[k];
        t->o->active[i] = l.active ? -1 : 0;
        t->o->branch[i] = l.branch;
    }
}
#endif

/* The step of part I, in vectors if it has such a step. */
LT_INLINE void step_part(const struct contact *c, size_t i, const num *d, num *x, num *e,
                         struct lt_touch *t) {
    const struct instance *p = &c->at[i];
#if LT_N > 1
    if (LT_UNLIKELY(!p->steps)) {
        step_by_lane(p, d + p->d, x + p->x, e + p->e, t);
        return;
    }
#endif
    p->step(p->part, d + p->d, x + p->x, e + p->e, t);
}

/* ---- The step -------------------------------------------------------------------------------- */

/* The step relative to the touch of the surfaces, to each cohesion and to the contact as a whole.
 */
struct spans {
    struct lt_shear_span surfaces, pull[LT_COHESIONS], contact;
};

/* Fills S with the parts of the step in which the surfaces touch, each cohesion pulls and the
 * contact lasts, and sets the states of the cohesions in X. Where nothing acts over a gap (not
 * separate_spans) all spans are that of the surfaces. */
static void set_spans(const struct contact *c, const num *d, const struct lt_move_n *m, num *x,
                      const struct lt_touch *t, struct spans *s) {
    const num zero = NUM(0.0), neck = d[LT_H_NECK], before = m->un - m->dun;
    if (!c->separate_spans) {
        s->surfaces = touch_span(d, m);
        s->pull[0] = s->contact = s->surfaces;
        if (c->pulls)
            x[LT_X_PULLS] = SEL(s->surfaces.active, NUM(1.0), zero);
        return;
    }
    /* Surfaces: they touch until the gap 0 or, with a neck, until its end. */
    mask was = m->active & (((neck > 0) & IS(x[LT_X_TOUCHES])) | (NOT(neck > 0) & (before <= 0)));
    mask on = (m->un <= 0) | (was & (m->un <= neck));
    if (c->bound) {
        was |= t->held;
        on |= t->holds;
    }
    mask all = on;
    /* Each cohesion begins at the gap reach and ends at the gap end, m. */
    for (size_t i = 0; i < c->cohesions; i++) {
        const num reach = d[LT_H_REACH + i], end = d[LT_H_TAIL + i];
        const mask held = c->remembers ? IS(x[LT_X_PULLS + i]) : m->active;
        const mask pulls = (m->un <= reach) | (held & (m->un <= end));
        s->pull[i] = lt_shear_span_between(m->un, m->dun, held, pulls, reach, end);
        x[LT_X_PULLS + i] = SEL(pulls, NUM(1.0), zero);
        all |= pulls;
    }
    const num far = d[LT_H_FAR], last = d[LT_H_LAST];
    all |= (d[LT_H_FILM] > 0) & (m->un <= d[LT_H_FILM]);
    s->surfaces = lt_shear_span_between(m->un, m->dun, was, on, zero, neck);
    if (c->bound) { /* springs that a bond had act over a gap end with it */
        const mask ends = t->freed & (m->un > 0) & NOT(s->surfaces.leaving);
        s->surfaces.leaving |= ends;
        s->surfaces.inside = SEL(ends, NUM(1.0), s->surfaces.inside);
    }
    s->contact = lt_shear_span_between(m->un, m->dun, m->active, all, far, lt_larger(last, neck));
}

/* The step of the contact C: all parts in their order, between them the friction limits. STAY is a
 * compile-time constant: no contact is made or lost in this step. */
LT_INLINE void step_all_parts(const struct contact *c, const num *d, const struct lt_move_n *m,
                              num *x, struct lt_out_n *o, num *e, int stay) {
    struct spans s;
    struct lt_touch t;
    struct lt_move_n shifted;
    const struct lt_move_n *at = m;
    size_t i = 0;
    poison(&t, o);
    t.m = m;
    t.o = o;
    t.reads = c->reads;
    t.bound = c->bound;
    t.shear = c->shear < 0 ? NULL : x + c->shear;
    t.slip = c->shear < 0 ? NULL : e + c->slip;
    /* Where in the step the surfaces touch and the contact lasts. A bond may first decide whether
     * it holds, and shift the place of touch by t.shift, m. */
    if (stay) {
        t.surfaces = t.contact = &c->stays;
        if (c->pulls)
            x[LT_X_PULLS] = NUM(1.0);
    } else {
        if (c->bound) {
            t.held = t.holds = t.sticks = t.freed = NOT(LT_EVERY);
            t.shift = NUM(0.0);
            for (i = c->n - c->n_bonds; i < c->n; i++)
                if (c->at[i].steps && c->at[i].steps->before)
                    c->at[i].steps->before(c->at[i].part, d + c->at[i].d, x + c->at[i].x,
                                           e + c->at[i].e, &t);
            shifted = *m;
            shifted.un -= t.shift;
            shifted.stay = 0;
            t.m = at = &shifted;
        }
        set_spans(c, d, at, x, &t, &s);
        t.surfaces = &s.surfaces;
        t.contact = &s.contact;
    }
    prepare_touch(c, at, o, &t, stay);
    for (i = 0; !stay && c->remembers && i < c->cohesions;
         i++) /* each may end at a gap of its own */
        o->branch |= BITS(IS(x[LT_X_PULLS + i]), LT_BRANCH(LT_COHESION_PART, i));
    /* Normal, cohesion and damping parts, the limits of friction, then the parts that these
     * limit. */
    for (i = 0; i < c->n_before_limits; i++) {
        if (!stay)
            t.contact =
                c->at[i].part->kind == LT_COHESION_PART ? &s.pull[c->at[i].slot] : &s.contact;
        step_part(c, i, d, x, e, &t);
    }
    apply_limits(c, d, &t, stay);
    if (!stay)
        t.contact = &s.contact;
    if (!stay && c->bound) { /* the bond that breaks has used up the displacement of the step */
        const mask broke = t.freed | (t.sticks & NOT(t.holds));
        shifted.dus = SEL(broke, NUM(0.0), m->dus);
        shifted.dut = SEL(broke, NUM(0.0), m->dut);
    }
    for (; i < c->n - c->n_bonds; i++)
        step_part(c, i, d, x, e, &t);
    /* Bonds act on the step as it was made. Then the states and the gap, m, at which the contact
     * ends. */
    t.m = m;
    for (; i < c->n; i++)
        step_part(c, i, d, x, e, &t);
    x[LT_X_TOUCHES] = stay ? NUM(1.0) : SEL(t.surfaces->active, NUM(1.0), NUM(0.0));
    if (c->separate_spans) {
        const num gap = lt_larger(d[LT_H_NECK], d[LT_H_LAST]);
        o->lost_gap = SEL(t.contact->active, c->bound && !stay ? gap + t.shift : gap, NUM(0.0));
    } else
        o->lost_gap = stay ? d[LT_H_NECK] : SEL(o->active, d[LT_H_NECK], NUM(0.0));
}

/* The step of the contact VC with the states X in the order of its parts. VE receives the losses of
 * the parts or, unless losses_by_part, those of the law and behind them those of the parts, because
 * losses of one name add up. */
static __attribute__((noinline)) void contact_step(const void *vc, const void *d,
                                                   const struct lt_move_n *m, void *x,
                                                   struct lt_out_n *o, void *ve) {
    const struct contact *c = vc;
    num *e = ve, *own = c->losses_by_part ? e : e + LT_ALL_LOSSES;
    if (m->stay && !c->separate_spans)
        step_all_parts(c, d, m, x, o, own, 1);
    else
        step_all_parts(c, d, m, x, o, own, 0);
    if (c->losses_by_part)
        return;
    for (size_t k = 0; k < c->of->law.n_losses; k++)
        e[k] = NUM(0.0);
    for (size_t i = 0; i < c->n; i++)
        for (size_t k = 0; k < c->at[i].entry->n_e; k++)
            e[c->at[i].entry->e_at[k]] += own[c->at[i].e + k];
}

/* ---- Marches: one for each kind of motion, for all contacts ---------------------------------- */

#if LT_N == 1
/* The step on states in the order of the law, in which they are recorded in a ring. */
static void step_in_place(const void *vc, const void *d, const struct lt_move_n *m, void *vx,
                          struct lt_out_n *o, void *e) {
    const struct contact *c = vc;
    num x[LT_MOST_STATES];
    gather_states(c, x, vx);
    contact_step(c, d, m, x, o, e);
    scatter_states(c, x, vx);
}
#endif

/* Cases of OF_ALL_KINDS: the march on states of the parts, and the one that records in a ring. */
#define OF_KIND(kind)                                                                              \
    case kind:                                                                                     \
        made = lt_step_march(contact_step, 0, &c, d, x, 0, e, total, c.n_losses, m, kind, steps);  \
        break;
#define RINGED(kind)                                                                               \
    case kind:                                                                                     \
        return lt_step_march(step_in_place, 0, &c, d, xc, c.of->law.n_state, e, ec,                \
                             c.of->law.n_losses, m, kind, steps);

/* Compositions whose steps are compiled as one (contact_known.h), for the parameters of which
 * usual() suffices. */
#ifdef LT_SANITIZED /* a compiler would take minutes for each */
#define LT_KNOWN_CONTACTS(F)
#else
#define LT_KNOWN_CONTACTS(F)                                                                       \
    F(hertz, &LT_STEPS(normal_hertz), &LT_STEPS(damping_tsuji))                                    \
    F(mindlin, &LT_STEPS(normal_hertz), &LT_STEPS(damping_tsuji),                                  \
      &LT_STEPS(tangential_tangent_rescale))                                                       \
    F(mindlin_turning, &LT_STEPS(normal_hertz), &LT_STEPS(damping_tsuji),                          \
      &LT_STEPS(tangential_tangent_rescale), &LT_STEPS(rolling_arm), &LT_STEPS(twisting_arm))
#endif
#define KNOWN_DECLARED(id, ...) lt_known_march LT_KNOWN_MARCH(id);
#define KNOWN_ROW(id, ...)      {&LT_KNOWN_MARCH(id), {__VA_ARGS__}},
LT_KNOWN_CONTACTS(KNOWN_DECLARED)
static const struct known {
    lt_known_march *march;
    const struct lt_part_steps *parts[LT_SLOTS + 1];
} known[] = {LT_KNOWN_CONTACTS(KNOWN_ROW){NULL, {NULL}}};

/* Returns the march compiled for exactly these parts in this order, without limit choices and with
 * losses by part; NULL: there is none, and parts are called one by one. */
static lt_known_march *known_march(const struct contact *c) {
    for (const struct known *k = known;
         k->march && c->losses_by_part && !c->separate_spans && !c->choice; k++) {
        size_t i = 0;
        while (i < c->n && k->parts[i] && c->at[i].steps == k->parts[i] &&
               (!k->parts[i]->usual || c->at[i].step == k->parts[i]->usual))
            i++;
        if (i == c->n && !k->parts[i])
            return k->march;
    }
    return NULL;
}

/* Makes STEPS steps of the motion M, with derived numbers DC, states XC and summed losses EC in the
 * order of the law. Returns the number of steps made: fewer if something happens that the caller
 * evaluates. */
static size_t contact_march(const lt_cell *dc, lt_cell *xc, lt_cell *ec, lt_cells *m,
                            enum lt_march_kind kind, size_t steps) {
    struct contact c;
    assemble_contact(&c, dc);
    num x[LT_MOST_STATES], e[LT_ALL_LOSSES + LT_OWN_LOSSES], total[LT_ALL_LOSSES];
    size_t made = 0;
#if LT_N == 1
    const num *d = dc;
#else
    num d[LT_MOST_NUMBERS];
    for (size_t i = 0; i < LT_H_NUMBERS; i++)
        d[i] = lt_load(&dc[i]);
    for (size_t i = 0; i < c.n; i++)
        for (size_t k = 0; k < c.at[i].entry->n_d; k++)
            d[c.at[i].d + k] = lt_load(&dc[c.at[i].d + k]);
#endif
#if LT_N == 1
    if (m->ring && !m->few)
        OF_ALL_KINDS(RINGED)
#endif
    /* A march compiled for these parts, if there is one; else by parts, with states and losses in
     * local copies. */
    map_losses(&c, ec);
    lt_known_march *const of_known = known_march(&c);
    if (of_known)
        return of_known(&c, d, xc, ec, m, kind, steps);
    for (size_t i = 0; i < c.n_losses; i++)
        total[i] = lt_load(&ec[c.loss[i]]);
    gather_states(&c, x, xc);
    OF_ALL_KINDS(OF_KIND)
    scatter_states(&c, x, xc);
    for (size_t i = 0; i < c.n_losses; i++)
        lt_store(&ec[c.loss[i]], total[i]);
    return made;
}

/* ---- Entries of struct lt_law ---------------------------------------------------------------- */

#define NAME__(name, arch) lt_contact_##name##_##arch
#define NAME_(name, arch)  NAME__(name, arch)
#ifdef LT_ARCH
#define NAME(name) NAME_(name, LT_ARCH)
#else
#define NAME(name) lt_contact_##name
#endif

#if LT_N == 1
size_t NAME(march)(const void *p, const void *d, void *x, void *losses, struct lt_march *m,
                   enum lt_march_kind kind, size_t steps);
size_t NAME(march)(const void *p, const void *d, void *x, void *losses, struct lt_march *m,
                   enum lt_march_kind kind, size_t steps) {
    (void)p;
    return contact_march(d, x, losses, m, kind, steps);
}
#else
lt_law_march_rows NAME(march);
size_t NAME(march)(const struct lt_row *p, const struct lt_row *d, struct lt_row *x,
                   struct lt_row *losses, struct lt_march_rows *m, enum lt_march_kind kind,
                   size_t steps) {
    (void)p;
    return contact_march(d, x, losses, m, kind, steps);
}
#endif

#ifndef LT_ARCH
void lt_contact_one(const void *p, const void *d, const struct lt_move *m, void *x,
                    struct lt_out *out, void *e);
#define MOVE_OF(name, ...) n.name = m->name;
#define OUT_OF(name, ...)  out->name = o.name;
void lt_contact_one(const void *p, const void *d, const struct lt_move *m, void *x,
                    struct lt_out *out, void *e) {
    struct contact c;
    struct lt_move_n n;
    struct lt_out_n o;
    num all[LT_ALL_LOSSES + LT_OWN_LOSSES];
    (void)p;
    assemble_contact(&c, d);
    LT_MOVE_NUMBERS(MOVE_OF)
    n.active = m->active > 0.5;
    n.stay = n.active && n.un <= 0;
    step_in_place(&c, d, &n, x, &o, all);
    memcpy(e, all, c.of->law.n_losses * sizeof *all);
    LT_OUT_NUMBERS(OUT_OF)
    out->active = o.active ? 1.0 : 0.0;
    out->branch = (double)o.branch;
}
#endif
