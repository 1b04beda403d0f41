/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contact_step.h: a contact put together of parts, whatever the width of vectors. Doubles alone. */
#ifndef LT_CONTACT_STEP_H
#define LT_CONTACT_STEP_H

#include <stddef.h>

struct lt_own_part;

/* The derived numbers begin with those of the contact itself: what of the law it is made of, the
 * parts, 1 + their numbers; which of them take the usual step and which are asked contact by
 * contact, as bits; and what follows from all of them. */
enum { LT_COHESIONS = 3, LT_BONDS = 2, LT_SLOTS = 6 + LT_COHESIONS + LT_BONDS };
enum {
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

enum { LT_MOST_NUMBERS = 320, LT_MOST_STATES = 160, LT_MOST_LOSSES = 8, LT_OWN_LOSSES = 24 };

/* A part as the law has it: where its numbers lie in those of the law. */
struct lt_seat {
    const struct lt_own_part *part;
    size_t n_p, n_d, n_x, n_e, d; /* d: its first derived number in slot 0 of its kind */
    const unsigned short *p_at, *x_at, *e_at; /* of each of its own, the law's */
};

extern struct lt_seat lt_contact_seats[]; /* in the order of the list in meson.build */
extern size_t lt_contact_states, lt_contact_losses;
extern unsigned short lt_contact_own[LT_X_STATES]; /* the contact's own states among the law's */

/* Where the kind's slots begin, and how many derived numbers each of them has. */
struct lt_slots {
    size_t first, count, d, n_d;
};
extern struct lt_slots lt_contact_slots[];

/* What the scalar build does for a lane of several contacts. */
struct lt_lane {
    double move[19], numbers[32], out[17], inside[2];
    int move_active, move_stay, active, span[2][4], bound, sticks, freed, cut;
    unsigned reads;
    long long branch;
};
void lt_contact_lane(const struct lt_own_part *part, const double *d, double *x, double *e,
                     struct lt_lane *lane);

#endif
