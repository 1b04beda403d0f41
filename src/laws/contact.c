/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contact: a contact put together of parts, and one of them when it is set up. Its tables:
 * contact_make.c; its step: contact_step.c; laws that are names for a choice of parts: choices.c.
 */
#include "contact_make.h"

#define NAME__(name, arch) lt_contact_##name##_##arch
#define NAME_(name, arch)  NAME__(name, arch)

#ifndef LT_ARCH

#include "choices.h"

#include <stdlib.h>

/* ---- One contact when it is set up ----------------------------------------------------------- */

/* The part that a number of a kind means; NULL: none. */
static const struct lt_seat *chosen_seat(const struct lt_composition *of, int kind, double number) {
    for (size_t i = 0; i < of->n_seats; i++)
        if ((int)of->seats[i].part->kind == kind && (double)of->seats[i].word == number)
            return &of->seats[i];
    return NULL;
}

static const char *clash_among(const struct lt_clash *clashes, const double *p) {
    for (const struct lt_clash *c = clashes; c->why; c++)
        if (c->words >> (unsigned)p[c->kind] & c->others >> (unsigned)p[c->other] & 1u)
            return c->why;
    return NULL;
}

static bool share_states(const struct lt_seat *one, const struct lt_seat *other) {
    bool shared = false;
    for (size_t i = 0; one && other && i < one->n_x; i++)
        for (size_t k = 0; k < other->n_x; k++)
            shared |= one->x_at[i] == other->x_at[k];
    return shared;
}

/* What stands together begins with the first slot, and each word is there once. */
static const char *wrong_slots(const struct lt_composition *of, const double *p) {
    for (int kind = 0; kind < LT_KINDS; kind++)
        for (size_t slot = 1; slot < of->slots[kind].count; slot++) {
            const size_t *param = of->slots[kind].param;
            const double word = p[param[slot]];
            if (word > 0.5 && p[param[slot - 1]] < 0.5)
                return kind == LT_BOND_PART ? "bond_2 stands beside another bond"
                                            : "cohesion_2 and cohesion_3 stand beside the pulls "
                                              "before them";
            for (size_t i = 0; i < slot; i++) {
                if (word > 0.5 && p[param[i]] == word)
                    return kind == LT_BOND_PART ? "a bond stands once in a contact"
                                                : "a pull stands once in a contact";
                if (share_states(chosen_seat(of, kind, word), chosen_seat(of, kind, p[param[i]])))
                    return "these bonds do not stand beside each other: their states are the same";
            }
        }
    return NULL;
}

static const char *derive_part(const struct lt_composition *of, const struct lt_seat *seat,
                               size_t slot, struct lt_deal *deal, const double *a, const double *b,
                               double *p, double *d) {
    const struct lt_slots *kind = &of->slots[seat->part->kind];
    double own[LT_MOST_PARAMS], own_a[LT_MOST_PARAMS], own_b[LT_MOST_PARAMS];
    double *const numbers = d + kind->d + slot * kind->n_d;
    for (size_t i = 0; i < seat->n_p; i++) {
        own[i] = p[seat->p_at[i]];
        own_a[i] = a[seat->p_at[i]];
        own_b[i] = b[seat->p_at[i]];
    }
    deal->usual = 1;
    deal->alone = 0;
    deal->reach = deal->tail = 0;
    const char *wrong = seat->part->derive(seat->part, deal, own_a, own_b, own, numbers);
    for (size_t i = 0; i < seat->n_p; i++)
        p[seat->p_at[i]] = own[i];
    for (size_t i = 0; i < seat->n_d && !wrong; i++)
        if (isnan(numbers[i]))
            wrong = seat->undefined[i];
    const double bit = (double)(1u << (kind->first + slot));
    d[LT_H_SEAT + kind->first + slot] = (double)(seat - of->seats) + 1;
    d[LT_H_USUAL] += deal->usual ? bit : 0;
    d[LT_H_ALONE] += deal->alone ? bit : 0;
    if (seat->part->kind == LT_COHESION_PART) {
        d[LT_H_REACH + slot] = deal->reach;
        d[LT_H_TAIL + slot] = deal->tail;
    } else if (seat->part->kind == LT_FILM_PART) {
        d[LT_H_FILM] = fmax(d[LT_H_FILM], deal->tail);
    }
    d[LT_H_FAR] = fmax(d[LT_H_FAR], deal->reach);
    d[LT_H_LAST] = fmax(d[LT_H_LAST], deal->tail);
    return wrong;
}

static const char *derive_parts(const struct lt_composition *of, const struct lt_pair *pair,
                                const double *a, const double *b, double *p, double *d) {
    struct lt_deal deal = {.pair = pair, .young = NAN, .shear = NAN};
    const char *wrong = clash_among(of->law.clashes, p);
    wrong = wrong ? wrong : wrong_slots(of, p);
    for (int kind = 0; kind < LT_KINDS && !wrong; kind++)
        for (size_t slot = 0; slot < of->slots[kind].count && !wrong; slot++) {
            const struct lt_seat *seat = chosen_seat(of, kind, p[of->slots[kind].param[slot]]);
            if (seat)
                wrong = derive_part(of, seat, slot, &deal, a, b, p, d);
        }
    d[LT_H_NECK] = deal.neck;
    d[LT_H_CUT] = p[of->dp_mode];
    d[LT_H_CAP_BY] = p[of->cap_by];
    d[LT_H_PULL_OFF] = deal.pull_off;
    return wrong;
}

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
        p[i] = isnan(p[i]) ? 0 : p[i]; /* not known, and nobody asked for it */
    return wrong;
}

/* Springs side by side: squares of frequencies add up. */
static double time_of_springs(const struct lt_composition *of, const struct lt_pair *pair,
                              const double *d, double speed) {
    double sum = 0;
    int known = 0;
    for (int kind = 0; kind < LT_KINDS; kind++) {
        const struct lt_slots *slots = &of->slots[kind];
        for (size_t slot = 0; slot < slots->count; slot++) {
            const size_t number = (size_t)d[LT_H_SEAT + slots->first + slot];
            const struct lt_part *part = number > 0 ? of->seats[number - 1].part : NULL;
            const double *own = d + slots->d + slot * slots->n_d;
            const double t =
                part && part->contact_time ? part->contact_time(part, pair, own, speed) : INFINITY;
            known |= part && part->contact_time;
            if (isfinite(t) && sum == 0)
                sum = t; /* alone it is itself, to the bit */
            else if (isfinite(t))
                sum = 1 / sqrt(1 / (sum * sum) + 1 / (t * t));
        }
    }
    return sum > 0 ? sum : known ? INFINITY : NAN;
}

/* Is that the time of an impact: of an elastic spring alone, or of constant ones side by side? Of
 * parts of one's own it is what is known. */
static bool springs_tell(const struct lt_composition *of, const double *d) {
    bool all = true, own = false, pulls = false, bond = false, constant = true;
    for (size_t slot = 0; slot < LT_SLOTS; slot++) {
        const size_t number = (size_t)d[LT_H_SEAT + slot];
        const struct lt_seat *seat = number > 0 ? &of->seats[number - 1] : NULL;
        if (!seat)
            continue;
        own |= seat->built_in == 0;
        pulls |= seat->part->kind == LT_COHESION_PART ||
                 (seat->part->kind == LT_FILM_PART && (seat->part->writes & LT_HAS_PULL));
        bond |= seat->part->kind == LT_BOND_PART;
        if (seat->part->kind == LT_NORMAL_PART)
            all = (seat->part->writes & LT_HAS_ELASTIC) != 0;
        if (seat->part->kind == LT_NORMAL_PART || seat->part->kind == LT_BOND_PART)
            constant &= (seat->part->writes & LT_HAS_CONSTANT) != 0;
    }
    return own || (all && !pulls && (!bond || constant));
}

/* An impact without dashpots in steps of DT, leapfrog: until the surfaces are as far apart as they
 * were at touch, or stick and turn again. */
static double try_impact(const struct lt_composition *of, double mass, const double *d,
                         double speed, double dt, int most, int *steps) {
    double x[LT_MOST_STATES] = {0}, e[LT_MOST_LOSSES], v = -speed, share = 0.5;
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

/* To 1e-3: in steps half as long as before until they tell the same. */
double lt_contact_time(const struct lt_pair *pair, const void *p, const void *vd, double speed) {
    enum { FEW = 64, MANY = 64 * FEW };
    const double *d = vd;
    const struct lt_composition *of = lt_composition_at(d[LT_H_OF]);
    const double first = time_of_springs(of, pair, d, speed);
    double dt = first / (1.5 * FEW), last = NAN;
    int steps;
    (void)p;
    if (!(speed > 0) || !isfinite(first) || !isfinite(pair->m_eff) || springs_tell(of, d))
        return first;
    for (int tries = 0; tries < 16; tries++) {
        const double time = try_impact(of, pair->m_eff, d, speed, dt, MANY, &steps);
        if (steps == MANY && !isnan(last))
            break;
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

double lt_contact_reach(const struct lt_pair *pair, const void *p, const void *d) {
    (void)pair, (void)p;
    return ((const double *)d)[LT_H_FAR];
}

/* What partial slip remembers gets a knot with each step: such a contact is stepped by itself. */
int lt_contact_apart(const void *p, const void *vd) {
    const double *d = vd;
    const struct lt_composition *of = lt_composition_at(d[LT_H_OF]);
    (void)p;
    return (unsigned)d[LT_H_ALONE] >> of->slots[LT_TANGENTIAL_PART].first & 1;
}

/* ---- A block: contact by contact ------------------------------------------------------------- */

#define TO_MOVE(name, ...)  move.name = m->name[i];
#define FROM_OUT(name, ...) o->name[i] = out.name;
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

static const char *derive_contact(const struct lt_pair *pair, const void *a, const void *b, void *p,
                                  void *d) {
    return lt_composition_derive(&contact, pair, a, b, p, d);
}

extern const struct lt_composition lt_law_contact __attribute__((alias("contact")));

/* As long as the program: each knows the one before. */
struct kept {
    struct kept *before;
    max_align_t room[];
};

static void *get_for_good(void *from, size_t size) {
    struct kept **last = from, *got = calloc(1, sizeof *got + size);
    if (!got)
        abort(); /* before main(): there is no memory at all */
    got->before = *last;
    *last = got;
    return got->room;
}

/* Before main(): its tables and those of the choices. */
static __attribute__((constructor)) void make(void) {
    static struct kept *kept;
    const struct lt_room room = {get_for_good, &kept};
    if (lt_contact_make(&contact, NULL, 0, &room) || lt_choices_make(&contact, &room))
        abort(); /* before main(): a test makes the tables, so nobody sees this */
}

/* ---- With parts of one's own ----------------------------------------------------------------- */

static const char *derive_bound(const struct lt_pair *pair, const void *a, const void *b, void *p,
                                void *d) {
    return lt_composition_derive(lt_composition_at(*(double *)d), pair, a, b, p, d);
}

const struct lt_composition *lt_composition_of(const struct lt_law *law) {
    const struct lt_law *whole = law->whole ? law->whole : law;
    return whole->one == lt_contact_one ? (const struct lt_composition *)whole : NULL;
}

static const struct lt_seat *seat_at(const struct lt_law *law, size_t param, double number) {
    const struct lt_composition *of = lt_composition_of(law);
    for (int kind = 0; of && kind < LT_KINDS; kind++)
        for (size_t slot = 0; slot < of->slots[kind].count; slot++)
            if (of->slots[kind].param[slot] == param)
                return chosen_seat(of, kind, number);
    return NULL;
}

const struct lt_part *lt_composition_part(const struct lt_law *law, size_t param, double number) {
    const struct lt_seat *seat = seat_at(law, param, number);
    return seat ? seat->part : NULL;
}

const struct lt_part *lt_composition_own_part(const struct lt_law *law, size_t param,
                                              double number) {
    const struct lt_seat *seat = seat_at(law, param, number);
    return seat && seat->built_in == 0 ? seat->part : NULL;
}

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
                                         size_t count, const struct lt_room *room,
                                         const char **wrong) {
    const struct lt_composition *before = lt_composition_of(law);
    struct lt_composition *made = room->get(room->from, sizeof *made);
    *made = *before;
    made->law.name = contact.law.name;
    *wrong = lt_contact_make(made, own, count, room);
    if (!*wrong && before->choice)
        *wrong = lt_choices_remake(before, made, room);
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
