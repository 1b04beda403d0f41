/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contact_step.h: data of a contact composed of parts, shared by all vector widths: doubles only.
 */
#ifndef LT_CONTACT_STEP_H
#define LT_CONTACT_STEP_H

#include "law.h"

#include <stdint.h>

/* The derived numbers begin with those of the contact itself (the header, LT_H_...), then come
 * those of its parts. A slot is a place for one part: one for each kind, but several cohesions and
 * bonds may act together. */
enum { LT_COHESIONS = 3, LT_BONDS = 2, LT_SLOTS = 6 + LT_COHESIONS + LT_BONDS };
enum {
    LT_H_OF,                               /* address of the composition */
    LT_H_PART,                             /* by slot: 1 + index of the part's entry; 0: none */
    LT_H_USUAL = LT_H_PART + LT_SLOTS,     /* bits by slot: the part's usual() step suffices */
    LT_H_ALONE,                            /* bits by slot: no vector step, one contact at a time */
    LT_H_NECK,                             /* m, gap up to which a contact that was made holds */
    LT_H_REACH,                            /* m, by cohesion: gap at which it begins to act */
    LT_H_TAIL = LT_H_REACH + LT_COHESIONS, /* m, by cohesion: gap at which it ends */
    LT_H_FAR = LT_H_TAIL + LT_COHESIONS,   /* m, largest reach of all parts */
    LT_H_LAST,                             /* m, largest tail of all parts */
    LT_H_FILM,                             /* m, largest gap that a film spans */
    LT_H_CUT,                              /* dp_mode: LT_CUT_... */
    LT_H_CAP_BY,                           /* cap_by: LT_CAP_... */
    LT_H_PULL_OFF,                         /* N, largest attraction of all parts */
    LT_H_NUMBERS
};
/* Words of dp_mode: the total normal force is cut off at no tension, or at the tension of the
 * surfaces' spring alone. */
enum { LT_CUT_NONE, LT_CUT_SUM, LT_CUT_SURFACES };
/* Words of cap_by: the normal force that enters the friction limit. */
enum { LT_CAP_TOTAL, LT_CAP_ELASTIC, LT_CAP_ABSOLUTE, LT_CAP_PULL, LT_CAP_PULL_ONCE, LT_CAP_BACK };

/* The state begins with these of the contact: whether the surfaces touch; whether each cohesion
 * acts, which equals `active` if there is one cohesion and no bond. */
enum { LT_X_TOUCHES, LT_X_PULLS, LT_X_STATES = LT_X_PULLS + LT_COHESIONS };

/* Sizes of arrays on the stack, with room for all built-in parts and about as many of a user.
 * lt_contact_make() reports an error where one does not suffice. */
enum {
    LT_MOST_PARAMS = 64,   /* parameters of one part */
    LT_MOST_NUMBERS = 640, /* derived numbers of a law */
    LT_MOST_STATES = 160,  /* states of a law */
    LT_MOST_LOSSES = 8,    /* losses of a contact that a march accumulates part by part */
    LT_ALL_LOSSES = 80,    /* losses of a law, also with parts of a user */
    LT_OWN_LOSSES = 100    /* losses of all parts of one contact, before those of one name add up */
};

/* A row of a law's table of parts: the part, and where its numbers lie among those of the law. */
struct lt_part_entry {
    const struct lt_part *part;
    const void *const *wide; /* its steps by width (enum lt_width), struct lt_part_steps; or NULL */
    size_t built_in;         /* 1 + its index in the list of meson.build; 0: a user's part */
    int word;                /* index among the parts of its kind, the value that selects it */
    size_t n_p, n_d, n_x, n_e; /* counts of parameters, derived numbers, states and losses */
    const unsigned short *p_at, *x_at, *e_at; /* for each of the part's own: index in the law's */
    const char *const *undefined;             /* for each derived number: the error if it is NaN */
};

/* The slots of a kind: so many parts of it can act together. */
struct lt_slots {
    size_t first, count, d, n_d; /* d: first derived number of slot 0; n_d: count for each slot */
    size_t param[LT_COHESIONS];  /* by slot: index of the parameter that selects the part */
};

/* The parts that a contact can be composed of, and the law that they form. */
struct lt_composition {
    struct lt_law law; /* first member: a pointer to the law is one to the composition */
    struct lt_part_entry *entries;
    size_t n_entries;
    struct lt_slots *slots;          /* by kind */
    size_t dp_mode, cap_by;          /* indices of these parameters */
    unsigned short own[LT_X_STATES]; /* indices of the contact's own states among the law's */
    /* For a law that is a name for a choice of parts: functions that change parameters before, and
     * derived numbers after, the parts derive theirs. */
    const struct lt_choice *choice;
    const char *(*before)(const struct lt_composition *of, const struct lt_pair *pair,
                          const double *a, const double *b, double *p);
    void (*after)(const struct lt_composition *of, const double *p, double *d);
};

/* The composition that ADDRESS, the derived number LT_H_OF, points to: addresses have at most 53
 * significant bits, so that a double holds them exactly. */
static inline const struct lt_composition *lt_composition_at(double address) {
    return (const struct lt_composition *)(uintptr_t)address;
}

/* The instruction sets and lane counts for which steps are compiled besides the portable one. */
enum lt_width { LT_WIDTH_sse2_2, LT_WIDTH_avx2_4, LT_WIDTH_avx512_1, LT_WIDTH_avx512_8, LT_WIDTHS };

/* One lane of struct lt_touch and its arguments in plain doubles, through which a vector build has
 * the scalar build make the step of a part without vector step: move[] holds the 19 numbers of
 * LT_MOVE_NUMBERS, out[] the 17 of LT_OUT_NUMBERS. */
struct lt_lane {
    double move[19], numbers[32], out[17], inside[2];
    int move_active, move_stay, active, span[2][4], bound, sticks, freed, cut;
    unsigned reads;
    long long branch;
};
void lt_contact_lane(const struct lt_part *part, const double *d, double *x, double *e,
                     struct lt_lane *lane);

#endif
