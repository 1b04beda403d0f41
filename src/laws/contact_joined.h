/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contact_joined.h: the step of the law `contact` with parts from outside. */
#ifndef LT_CONTACT_JOINED_H
#define LT_CONTACT_JOINED_H

struct lt_move;
struct lt_out;

struct lt_joining {
    /* Adds to what presses and what the normal dashpot has, N; overlap is set. */
    void (*push)(struct lt_joining *joining, double *spring, double *drag);
    double overlap, press; /* m; N, the pressure by which limits go, set when the step returns */
};

/* As the law's step, for a contact whose other parts JOINING asks; D: what its derive() made. */
void lt_contact_joined(struct lt_joining *joining, const void *d, const struct lt_move *m, void *x,
                       struct lt_out *o, void *e);

#endif
