/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contact_step.h: a contact put together of parts, whatever the width of vectors. Doubles alone. */
#ifndef LT_CONTACT_STEP_H
#define LT_CONTACT_STEP_H

#include "law.h"

#include <stdint.h>

/* The derived numbers begin with those of the contact itself: what it is made of, the
 * parts, 1 + their numbers; which of them take the usual step and which are asked contact by
 * contact, as bits; and what follows from all of them. */
enum { LT_COHESIONS = 3, LT_BONDS = 2, LT_SLOTS = 6 + LT_COHESIONS + LT_BONDS };
enum {
    LT_H_OF, /* the composition */
    LT_H_SEAT,
    LT_H_USUAL = LT_H_SEAT + LT_SLOTS,
    LT_H_ALONE,
    LT_H_NECK,
    LT_H_REACH,
    LT_H_TAIL = LT_H_REACH + LT_COHESIONS,
    LT_H_FAR = LT_H_TAIL + LT_COHESIONS, /* largest reach and tail of all */
    LT_H_LAST,
    LT_H_FILM, /* that of films */
    LT_H_CUT,  /* dp_mode */
    LT_H_CAP_BY,
    LT_H_PULL_OFF,
    LT_H_NUMBERS
};
enum { LT_CUT_NONE, LT_CUT_SUM, LT_CUT_SURFACES };
enum { LT_CAP_TOTAL, LT_CAP_ELASTIC, LT_CAP_ABSOLUTE, LT_CAP_PULL, LT_CAP_PULL_ONCE, LT_CAP_BACK };

/* The state begins with these of the contact: whether the surfaces touch; whether each cohesion
 * pulls, which is `active` where there is but one and no bond. */
enum { LT_X_TOUCHES, LT_X_PULLS, LT_X_STATES = LT_X_PULLS + LT_COHESIONS };

/* LOSSES: of a contact that is marched fast; ALL: of a law with parts of one's own; OWN: of all
 * parts of a contact. */
enum {
    LT_MOST_PARAMS = 64, /* of a part */
    LT_MOST_NUMBERS = 640,
    LT_MOST_STATES = 160,
    LT_MOST_LOSSES = 8,
    LT_ALL_LOSSES = 80,
    LT_OWN_LOSSES = 100
};

/* A part as the law has it: where its numbers lie in those of the law. */
struct lt_seat {
    const struct lt_part *part;
    const void *const *wide; /* its steps by width (enum lt_width), struct lt_part_steps; or NULL */
    size_t built_in;         /* 1 + its number in the list of meson.build; 0: it is not there */
    int word;                /* its number among those of its kind, as it is chosen */
    size_t n_p, n_d, n_x, n_e;
    const unsigned short *p_at, *x_at, *e_at; /* of each of its own, the law's */
    const char *const *undefined; /* what is said where a derived number of it is none */
};

/* The slots of a kind: parts of it can stand together in so many. */
struct lt_slots {
    size_t first, count, d, n_d; /* d: the first derived number of slot 0; n_d: of each slot */
    size_t param[LT_COHESIONS];  /* which parameter chooses the part */
};

/* What a contact can be put together of, and the law that it makes. */
struct lt_composition {
    struct lt_law law; /* first: what the host sees */
    struct lt_seat *seats;
    size_t n_seats;
    struct lt_slots *slots;          /* by kind */
    size_t dp_mode, cap_by;          /* parameters */
    unsigned short own[LT_X_STATES]; /* the contact's own states among the law's */
    /* Of a law that is a name for a choice of parts: what it does to parameters before, and to
     * derived numbers after the parts have derived theirs. */
    const struct lt_choice *choice;
    const char *(*before)(const struct lt_composition *of, const struct lt_pair *pair,
                          const double *a, const double *b, double *p);
    void (*after)(const struct lt_composition *of, const double *p, double *d);
};

/* The composition that derived numbers are of: its address is one of them, exactly. */
static inline const struct lt_composition *lt_composition_at(double address) {
    return (const struct lt_composition *)(uintptr_t)address;
}

/* The instruction sets for which steps are compiled besides. */
enum lt_width { LT_WIDTH_sse2_2, LT_WIDTH_avx2_4, LT_WIDTH_avx512_1, LT_WIDTH_avx512_8, LT_WIDTHS };

/* What the scalar build does for a lane of several contacts. */
struct lt_lane {
    double move[19], numbers[32], out[17], inside[2];
    int move_active, move_stay, active, span[2][4], bound, sticks, freed, cut;
    unsigned reads;
    long long branch;
};
void lt_contact_lane(const struct lt_part *part, const double *d, double *x, double *e,
                     struct lt_lane *lane);

#endif
