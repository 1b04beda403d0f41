/* SPDX-License-Identifier: GPL-3.0-or-later */
/* styles.h: the contact laws that an external code offers, made of the words of their parts. */
#ifndef LT_STYLES_H
#define LT_STYLES_H

#include "codes/code.h"

struct lt_arena;

struct lt_style {
    const char *name; /* "granular hertz/material tsuji mindlin none none" */
    const char *law;  /* a stage program's section law */
    bool wall;        /* it acts between a sphere and a wall */
    bool adheres;     /* friction may count more than the force that presses */
    const char *pair; /* of a wall: the law of a pair with the same words; else NULL */
    double fric, en;  /* values given to the code; NAN: not given */
};

const struct lt_code *lt_styles_code(const char *name); /* of a code that there is */
size_t lt_styles_count(const struct lt_code *code);
struct lt_style lt_styles_get(const struct lt_code *code, size_t index, struct lt_arena *arena);

#endif
