/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contact.c: the law `contact`, which is composed of parts, and the set-up of one contact of such a
 * law. contact_make.c fills the tables, contact_step.c makes the steps, and choices.c has the laws
 * that are names for a choice of parts.
 */
#include "contact_make.h"

#define NAME__(name, arch) lt_contact_##name##_##arch
#define NAME_(name, arch)  NAME__(name, arch)

#ifndef LT_ARCH

#include "choices.h"

#include <stdlib.h>

/* ---- One contact when it is set up ----------------------------------------------------------- */

/* The entry of the part that NUMBER selects among those of KIND; NULL: none. */
static const struct lt_part_entry *chosen_entry(const struct lt_composition *of, int kind,
                                                double number) {
    for (size_t i = 0; i < of->n_entries; i++)
        if ((int)of->entries[i].part->kind == kind && (double)of->entries[i].word == number)
            return &of->entries[i];
    return NULL;
}

/* Returns the reason why two of the parts that the parameters P select exclude each other, or NULL.
 * The words of a clash are bit masks: bit k stands for the part with the number k. */
static const char *find_clash(const struct lt_clash *clashes, const double *p) {
    for (const struct lt_clash *c = clashes; c->why; c++)
        if (c->words >> (unsigned)p[c->kind] & c->others >> (unsigned)p[c->other] & 1u)
            return c->why;
    return NULL;
}

/* Returns true if two parts write the same state; ONE and OTHER may be NULL, which shares none. */
static bool share_states(const struct lt_part_entry *one, const struct lt_part_entry *other) {
    bool shared = false;
    for (size_t i = 0; one && other && i < one->n_x; i++)
        for (size_t k = 0; k < other->n_x; k++)
            shared |= one->x_at[i] == other->x_at[k];
    return shared;
}

/* Checks that slots of a kind are filled in order, that each part is selected once at most, and
 * that parts of a kind do not share states. Returns the error or NULL. P: the parameters. */
static const char *find_slot_error(const struct lt_composition *of, const double *p) {
    for (int kind = 0; kind < LT_KINDS; kind++)
        for (size_t slot = 1; slot < of->slots[kind].count; slot++) {
            const size_t *param = of->slots[kind].param;
            const double word = p[param[slot]];
            if (word > 0.5 && p[param[slot - 1]] < 0.5)
                return kind == LT_BOND_PART
                           ? "bond_2 needs a first bond: give bond, too"
                           : "cohesion_2 needs cohesion, and cohesion_3 needs cohesion_2";
            for (size_t i = 0; i < slot; i++) {
                if (word > 0.5 && p[param[i]] == word)
                    return kind == LT_BOND_PART
                               ? "bond and bond_2 are the same part"
                               : "two of cohesion, cohesion_2 and cohesion_3 are the same part";
                if (share_states(chosen_entry(of, kind, word), chosen_entry(of, kind, p[param[i]])))
                    return "these bonds cannot be combined: they use the same states";
            }
        }
    return NULL;
}

/* Has the part of ENTRY in SLOT of its kind derive its numbers, and enters them and what the part
 * says of itself into the law's derived numbers D. A, B: the materials' parameters; P: the law's,
 * of which the part may set its own. Returns the error or NULL. */
static const char *derive_part(const struct lt_composition *of, const struct lt_part_entry *entry,
                               size_t slot, struct lt_deal *deal, const double *a, const double *b,
                               double *p, double *d) {
    const struct lt_slots *kind = &of->slots[entry->part->kind];
    double own[LT_MOST_PARAMS], own_a[LT_MOST_PARAMS], own_b[LT_MOST_PARAMS];
    double *const numbers = d + kind->d + slot * kind->n_d;
    for (size_t i = 0; i < entry->n_p; i++) {
        own[i] = p[entry->p_at[i]];
        own_a[i] = a[entry->p_at[i]];
        own_b[i] = b[entry->p_at[i]];
    }
    deal->usual = 1; /* until the part says otherwise */
    deal->alone = 0;
    deal->reach = deal->tail = 0;
    const char *wrong = entry->part->derive(entry->part, deal, own_a, own_b, own, numbers);
    for (size_t i = 0; i < entry->n_p; i++)
        p[entry->p_at[i]] = own[i];
    for (size_t i = 0; i < entry->n_d && !wrong; i++)
        if (isnan(numbers[i]))
            wrong = entry->undefined[i];
    /* Note the part and its flags, a bit for each slot; gaps, m, from which and up to which it
     * acts. */
    const double bit = (double)(1u << (kind->first + slot));
    d[LT_H_PART + kind->first + slot] = (double)(entry - of->entries) + 1;
    d[LT_H_USUAL] += deal->usual ? bit : 0;
    d[LT_H_ALONE] += deal->alone ? bit : 0;
    if (entry->part->kind == LT_COHESION_PART) {
        d[LT_H_REACH + slot] = deal->reach;
        d[LT_H_TAIL + slot] = deal->tail;
    } else if (entry->part->kind == LT_FILM_PART) {
        d[LT_H_FILM] = fmax(d[LT_H_FILM], deal->tail);
    }
    d[LT_H_FAR] = fmax(d[LT_H_FAR], deal->reach);
    d[LT_H_LAST] = fmax(d[LT_H_LAST], deal->tail);
    return wrong;
}

/* Derives the numbers of all selected parts, in the order of their kinds, because later parts use
 * what earlier ones say (struct lt_deal). Returns the error or NULL. */
static const char *derive_parts(const struct lt_composition *of, const struct lt_pair *pair,
                                const double *a, const double *b, double *p, double *d) {
    struct lt_deal deal = {.pair = pair, .young = NAN, .shear = NAN};
    const char *wrong = find_clash(of->law.clashes, p);
    wrong = wrong ? wrong : find_slot_error(of, p);
    for (int kind = 0; kind < LT_KINDS && !wrong; kind++)
        for (size_t slot = 0; slot < of->slots[kind].count && !wrong; slot++) {
            const struct lt_part_entry *entry =
                chosen_entry(of, kind, p[of->slots[kind].param[slot]]);
            if (entry)
                wrong = derive_part(of, entry, slot, &deal, a, b, p, d);
        }
    d[LT_H_NECK] = deal.neck;
    d[LT_H_CUT] = p[of->dp_mode];
    d[LT_H_CAP_BY] = p[of->cap_by];
    d[LT_H_PULL_OFF] = deal.pull_off;
    return wrong;
}

/* derive() of every law made of parts: parameters P and derived numbers VD from those given and the
 * materials A and B. Returns the error or NULL. */
const char *lt_composition_derive(const struct lt_composition *of, const struct lt_pair *pair,
                                  const void *a, const void *b, void *vp, void *vd) {
    double *p = vp, *d = vd;
    memset(d, 0, of->law.n_derived * sizeof *d);
    d[LT_H_OF] = (double)(uintptr_t)of;
    const char *wrong = of->before ? of->before(of, pair, a, b, p) : NULL;
    wrong = wrong ? wrong : derive_parts(of, pair, a, b, p, d);
    if (!wrong && of->after)
        of->after(of, p, d);
    for (size_t i = 0; i < of->law.n_params && !wrong; i++)
        p[i] = isnan(p[i]) ? 0 : p[i]; /* not given, and no selected part uses it */
    return wrong;
}

/* Contact time, s, of the springs of all parts together: for springs in parallel the squares of the
 * frequencies add up, 1/t^2 = sum 1/t_i^2. INFINITY if they have no stiffness, NAN if no part gives
 * a time. */
static double time_of_springs(const struct lt_composition *of, const struct lt_pair *pair,
                              const double *d, double speed) {
    double sum = 0;
    int known = 0;
    for (int kind = 0; kind < LT_KINDS; kind++) {
        const struct lt_slots *slots = &of->slots[kind];
        for (size_t slot = 0; slot < slots->count; slot++) {
            const size_t number = (size_t)d[LT_H_PART + slots->first + slot];
            const struct lt_part *part = number > 0 ? of->entries[number - 1].part : NULL;
            const double *own = d + slots->d + slot * slots->n_d;
            const double t =
                part && part->contact_time ? part->contact_time(part, pair, own, speed) : INFINITY;
            known |= part && part->contact_time;
            if (isfinite(t) && sum == 0)
                sum = t; /* the time of a single spring stays as it is, to the bit */
            else if (isfinite(t))
                sum = 1 / sqrt(1 / (sum * sum) + 1 / (t * t));
        }
    }
    return sum > 0 ? sum : known ? INFINITY : NAN;
}

/* Returns true if time_of_springs() is the duration of an impact with the parts that the derived
 * numbers D select: if one elastic spring acts alone, or several of constant stiffness in parallel.
 * With a user's part it is the best estimate there is. */
static bool impact_time_is_known(const struct lt_composition *of, const double *d) {
    bool elastic = true, own = false, pulls = false, bond = false, constant = true;
    for (size_t slot = 0; slot < LT_SLOTS; slot++) {
        const size_t number = (size_t)d[LT_H_PART + slot];
        const struct lt_part_entry *entry = number > 0 ? &of->entries[number - 1] : NULL;
        if (!entry)
            continue;
        own |= entry->built_in == 0;
        pulls |= entry->part->kind == LT_COHESION_PART ||
                 (entry->part->kind == LT_FILM_PART && (entry->part->writes & LT_HAS_PULL));
        bond |= entry->part->kind == LT_BOND_PART;
        if (entry->part->kind == LT_NORMAL_PART)
            elastic = (entry->part->writes & LT_HAS_ELASTIC) != 0;
        if (entry->part->kind == LT_NORMAL_PART || entry->part->kind == LT_BOND_PART)
            constant &= (entry->part->writes & LT_HAS_CONSTANT) != 0;
    }
    return own || (elastic && !pulls && (!bond || constant));
}

/* Duration, s, of an undamped impact of the mass MASS, kg, at SPEED, m/s, with the derived numbers
 * D, by leapfrog with steps of DT, s: until the gap is zero again or, if the surfaces stick, until
 * the velocity changes sign a second time. Makes MOST steps at most; *STEPS: the number made. */
static double simulate_impact(const struct lt_composition *of, double mass, const double *d,
                              double speed, double dt, int most, int *steps) {
    double x[LT_MOST_STATES] = {0}, e[LT_MOST_LOSSES], v = -speed;
    double share = 0.5; /* the first kick is half a step: leapfrog's velocities are at midpoints */
    struct lt_move m = {.dt = dt};
    struct lt_out o;
    int turns = 0;
    for (size_t i = 0; i < of->law.n_state; i++)
        x[i] = of->law.state[i].role == LT_BONDED;
    for (*steps = 0; *steps < most && turns < 2; ++*steps) {
        lt_contact_one(NULL, d, &m, x, &o, e);
        const double kick = share * (o.fn - o.vfn) / mass * dt;
        m.active = o.active;
        turns += (v < 0) != (v - kick < 0);
        v -= kick;
        share = 1;
        m.dun = v * dt;
        if (m.un + m.dun >= 0 && *steps > 0)
            return (*steps - m.un / m.dun) * dt;
        m.un += m.dun;
    }
    return *steps * dt;
}

/* Undamped contact time at SPEED, s: of the springs where that is the duration of an impact, else
 * of simulated impacts whose step is halved until two durations agree to 1e-3. That suffices: the
 * time only scales step sizes and limits of runs. */
double lt_contact_time(const struct lt_pair *pair, const void *p, const void *vd, double speed) {
    enum { FEW = 64, MANY = 64 * FEW }; /* fewest and most steps of a simulated impact */
    const double *d = vd;
    const struct lt_composition *of = lt_composition_at(d[LT_H_OF]);
    const double first = time_of_springs(of, pair, d, speed);
    double dt = first / (1.5 * FEW), last = NAN; /* 1.5: more than FEW steps at the first try */
    int steps;
    (void)p;
    if (!(speed > 0) || !isfinite(first) || !isfinite(pair->m_eff) || impact_time_is_known(of, d))
        return first;
    for (int tries = 0; tries < 16; tries++) { /* a bound: an impact needs three or four */
        const double time = simulate_impact(of, pair->m_eff, d, speed, dt, MANY, &steps);
        /* Too many steps after a duration is known: keep that. */
        if (steps == MANY && !isnan(last))
            break;
        /* Next step size: for more than FEW steps; 16 times longer if MANY did not suffice; else
         * half, to compare. */
        dt *= steps < FEW ? (steps + 1) / (1.5 * FEW) : steps == MANY ? 16 : 0.5;
        if (steps < FEW || steps == MANY)
            continue;
        const bool same = fabs(time - last) < 1e-3 * time;
        last = time;
        if (same)
            break;
    }
    return isfinite(last) ? last : first;
}

/* Gap, m, up to which a contact is made on approach. */
double lt_contact_reach(const struct lt_pair *pair, const void *p, const void *d) {
    (void)pair, (void)p;
    return ((const double *)d)[LT_H_FAR];
}

/* Returns 1 if the contact is stepped by itself and not in a vector with others: with partial slip,
 * whose number of knots changes from step to step and differs between contacts. Else 0. */
int lt_contact_apart(const void *p, const void *vd) {
    const double *d = vd;
    const struct lt_composition *of = lt_composition_at(d[LT_H_OF]);
    (void)p;
    return (unsigned)d[LT_H_ALONE] >> of->slots[LT_TANGENTIAL_PART].first & 1;
}

/* ---- A block of contacts --------------------------------------------------------------------- */

/* The step of a block of LT_LANES contacts, which are made one by one: the contacts of a block may
 * differ in their parts. */
#define TO_MOVE(name, ...)  move.name = m->name[i];
#define FROM_OUT(name, ...) o->name[i] = out.name;
/* Makes a step of LT_LANES contacts one by one: copies the numbers, motion and states of each out
 * of the block (number k of contact i is at k LT_LANES + i), and its answer, states and losses
 * back. */
void lt_contact_block(const void *vp, const void *vd, const struct lt_move_lanes *m, void *vx,
                      struct lt_out_lanes *o, void *ve) {
    const double *d = vd;
    const struct lt_law *law = &lt_composition_at(d[LT_H_OF * LT_LANES])->law;
    double *x = vx, *e = ve;
    (void)vp;
    for (size_t i = 0; i < LT_LANES; i++) {
        double own_d[LT_MOST_NUMBERS], own_x[LT_MOST_STATES], own_e[LT_ALL_LOSSES];
        struct lt_move move;
        struct lt_out out;
        LT_MOVE(TO_MOVE)
        for (size_t k = 0; k < law->n_derived; k++)
            own_d[k] = d[k * LT_LANES + i];
        for (size_t k = 0; k < law->n_state; k++)
            own_x[k] = x[k * LT_LANES + i];
        lt_contact_one(NULL, own_d, &move, own_x, &out, own_e);
        for (size_t k = 0; k < law->n_state; k++)
            x[k * LT_LANES + i] = own_x[k];
        for (size_t k = 0; k < law->n_losses; k++)
            e[k * LT_LANES + i] = own_e[k];
        LT_OUT(FROM_OUT)
    }
}

/* ---- The law --------------------------------------------------------------------------------- */

static const char *derive_contact(const struct lt_pair *pair, const void *a, const void *b, void *p,
                                  void *d);

static struct lt_composition contact = {
    .law = {.abi = LT_ABI,
            .size = LT_SIZES,
            .lanes = LT_LANES,
            .name = "contact",
            .summary = "a contact made of parts: normal, cohesion, damping, tangential, rolling, "
                       "twisting, film, bond",
            .source = "The sources of its parts: doc/contact.md.",
            .equations =
                "d = -un; active while un <= 0, or as far as a pull, a film or a bond holds\n"
                "fn: the normal part's and cohesion's, with a dashpot D vn; dp_mode no-tension: "
                "it does not pull\n"
                "the limits of the other parts depend on the pressure N: the total if it presses,\n"
                "the spring's alone, or the total's size (cap_by)\n"
                "(fs, ft): tangential, at most fric N; (ms, mt): rolling; mn: twisting\n"
                "a bond adds to all six, or has the springs hold, until it breaks",
            .acts = 0x3f,
            .has_cap = 1,
            .order = 1,
            .derive = derive_contact,
            .one = lt_contact_one,
            .block = lt_contact_block,
            .march = lt_contact_march,
            .apart = lt_contact_apart,
            .contact_time = lt_contact_time,
            .reach = lt_contact_reach}};

/* derive() of the law `contact`; a wrapper because a law's derive() has no pointer to its
 * composition. */
static const char *derive_contact(const struct lt_pair *pair, const void *a, const void *b, void *p,
                                  void *d) {
    return lt_composition_derive(&contact, pair, a, b, p, d);
}

extern const struct lt_composition lt_law_contact __attribute__((alias("contact")));

/* A block of memory that lasts as long as the program. The blocks form a list, so that leak
 * checkers find all of them reachable. */
struct permanent_block {
    struct permanent_block *before;
    max_align_t content[];
};

/* Returns zeroed memory of SIZE bytes that is never freed; LIST: address of the pointer to the last
 * block, to which the new one is linked. */
static void *allocate_permanently(void *list, size_t size) {
    struct permanent_block **last = list, *got = calloc(1, sizeof *got + size);
    if (!got)
        abort(); /* before main(): no error can be reported */
    got->before = *last;
    *last = got;
    return got->content;
}

/* Fills the tables of the law `contact` and of the choices before main(): laws are constants to the
 * rest of the program. */
static __attribute__((constructor)) void make_tables(void) {
    static struct permanent_block *blocks;
    const struct lt_allocator allocator = {allocate_permanently, &blocks};
    if (lt_contact_make(&contact, NULL, 0, &allocator) || lt_choices_make(&contact, &allocator))
        abort(); /* before main(): the built-in tables contradict each other, as every test shows */
}

/* ---- With parts of a user -------------------------------------------------------------------- */

/* derive() of a law with parts of a user: there are many such laws, so the composition is found
 * through D, where lt_composition_bind() has stored it. */
static const char *derive_bound(const struct lt_pair *pair, const void *a, const void *b, void *p,
                                void *d) {
    return lt_composition_derive(lt_composition_at(*(double *)d), pair, a, b, p, d);
}

/* Returns the composition of LAW or of the whole law that it is a choice of; NULL if it is not made
 * of parts. */
const struct lt_composition *lt_composition_of(const struct lt_law *law) {
    const struct lt_law *whole = law->whole ? law->whole : law;
    return whole->one == lt_contact_one ? (const struct lt_composition *)whole : NULL;
}

/* The entry that parameter PARAM of LAW selects by NUMBER; NULL if PARAM selects no part. */
static const struct lt_part_entry *entry_at(const struct lt_law *law, size_t param, double number) {
    const struct lt_composition *of = lt_composition_of(law);
    for (int kind = 0; of && kind < LT_KINDS; kind++)
        for (size_t slot = 0; slot < of->slots[kind].count; slot++)
            if (of->slots[kind].param[slot] == param)
                return chosen_entry(of, kind, number);
    return NULL;
}

/* Returns the part that parameter PARAM of LAW, an index, selects by NUMBER; NULL if PARAM selects
 * no part. */
const struct lt_part *lt_composition_part(const struct lt_law *law, size_t param, double number) {
    const struct lt_part_entry *entry = entry_at(law, param, number);
    return entry ? entry->part : NULL;
}

const struct lt_part *lt_composition_own_part(const struct lt_law *law, size_t param,
                                              double number) {
    const struct lt_part_entry *entry = entry_at(law, param, number);
    return entry && entry->built_in == 0 ? entry->part : NULL;
}

/* Returns true if the defaults of LAW select at least one part of a user. */
bool lt_composition_is_own(const struct lt_law *law) {
    for (size_t i = 0; law->derive == derive_bound && i < law->n_params; i++)
        if (lt_composition_own_part(law, i, law->params[i].preset))
            return true;
    return false;
}

void lt_composition_bind(const struct lt_law *law, double *derived) {
    if (law->derive == derive_bound)
        derived[LT_H_OF] = (double)(uintptr_t)lt_composition_of(law);
}

const struct lt_law *lt_composition_with(const struct lt_law *law, const struct lt_own_part *own,
                                         size_t count, const struct lt_allocator *allocator,
                                         const char **wrong) {
    const struct lt_composition *before = lt_composition_of(law);
    struct lt_composition *made = allocator->allocate(allocator->context, sizeof *made);
    *made = *before;
    made->law.name = contact.law.name;
    *wrong = lt_contact_make(made, own, count, allocator);
    if (!*wrong && before->choice)
        *wrong = lt_choices_remake(before, made, allocator);
    made->law.name = before->law.name;
    made->law.derive = derive_bound;
    return &made->law;
}

#elif LT_N == 1
lt_law_march NAME_(march, LT_ARCH);
const struct lt_law LT_LAW_NAME(contact) = {.abi = LT_ABI,
                                            .size = LT_SIZES,
                                            .lanes = LT_LANES,
                                            .name = "contact",
                                            .march = NAME_(march, LT_ARCH)};
#else
lt_law_march_rows NAME_(march, LT_ARCH);
const struct lt_law LT_LAW_NAME(contact) = {.abi = LT_ABI,
                                            .size = LT_SIZES,
                                            .lanes = LT_LANES,
                                            .name = "contact",
                                            .block = lt_contact_block,
                                            .march_rows = NAME_(march, LT_ARCH),
                                            .n_rows = LT_N};
#endif
