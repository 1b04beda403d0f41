/* SPDX-License-Identifier: GPL-3.0-or-later */
/* code.h: how each external code is started and given its law; a file each. */
#ifndef LT_CODE_H
#define LT_CODE_H

#include "codes/session.h"
#include "law.h"
#include "model/code_kind.h"

#include <stdio.h>

/* The pair as a code sees it: body B, never a wall, lies at +x of body A. */
struct lt_code_pair {
    bool wall;                    /* body A is one */
    double radius[2], density[2]; /* INFINITY, NAN: of a wall */
    bool fixed[2];
    int types;
};

struct lt_code {
    const char *name;
    struct lt_session_start start;
    bool looks;   /* it can be queried without changing its state */
    bool own_arm; /* the slip it sees is larger by (radii)/(distance) than that of its bodies */
    /* What makes the bodies, up to the law's lines, and what follows them. */
    void (*put_pair)(FILE *file, const struct lt_code_pair *pair);
    void (*put_end)(FILE *file, const struct lt_code_pair *pair);
};

extern const struct lt_code lt_code_lammps, lt_code_liggghts, lt_code_yade;
extern const struct lt_code *const lt_code_all[]; /* ends with NULL */

/* Density that makes a fixed body's mass infinite against the other's, to the last digit. */
double lt_code_density(const struct lt_code_pair *pair, int body);

/* What LAMMPS and LIGGGHTS have in common. */
void lt_code_put_box(FILE *file, const struct lt_code_pair *pair);
void lt_code_put_atoms(FILE *file, const struct lt_code_pair *pair);

#endif
