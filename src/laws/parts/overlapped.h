/* SPDX-License-Identifier: MIT */
/* overlapped.h: an attraction that grows with the overlap from 0 at touch. */
#ifndef LT_OVERLAPPED_H
#define LT_OVERLAPPED_H

#include "../restitution.h"
#include "range.h"

/* The step relative to the overlap of the surfaces, also if a neck holds the contact over a gap. */
LT_INLINE struct lt_shear_span lt_overlapped(const struct lt_touch *t) {
    const struct lt_shear_span *s = t->contact;
    const num un = t->m->un, before = un - t->m->dun;
    const mask was = ((s->active & NOT(s->entering)) | s->leaving) & (before <= 0);
    return s->stay ? *s : lt_shear_span(un, t->m->dun, was, s->active & (un <= 0));
}

#ifdef LT_TABLES
#define LT_OVERLAPPED_DECLARES                                                                     \
    { "stiffness", "", INFINITY, "a pull that grows with the overlap takes from kn" }
#define LT_DENSITY_ROW                                                                             \
    { "cohesion_density", "Pa", 0, 0, INFINITY, .doc = "pull over the area" }
#endif

#endif
