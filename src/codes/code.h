/* SPDX-License-Identifier: GPL-3.0-or-later */
/* code.h: how each external code is started and given its law; a file each. */
#ifndef LT_CODE_H
#define LT_CODE_H

#include "codes/session.h"
#include "law.h"
#include "registry/code_kind.h"

#include <stdio.h>

/* The pair as a code sees it, SI units: body B, never a wall, lies at +x of body A. */
struct lt_code_pair {
    bool wall;                    /* body A is one */
    double radius[2], density[2]; /* the radius of a wall is 0 */
    bool fixed[2]; /* held in place: its mass in the code is infinite against the other's */
    double mass[2], inertia[2]; /* INFINITY: of what is fixed, or cannot turn */
    int types, type[2];         /* of materials: how many, and that of each body */
    double at[3];               /* m, where body A is */
};

/* Contact laws of a code that differ in the words of their parts. PUT writes the law's lines, for a
 * pair or a wall, and returns the adhesion value. In them {fric} is replaced by the coefficient of
 * friction, {angle} by its angle, {en} by the target restitution, {pull} by the parameter of
 * adhesion. */
enum { LT_CODE_PARTS = 6 };
struct lt_code_family {
    const char *name; /* NULL ends a list */
    double (*put)(FILE *file, const char *const *words, bool wall);
    const char *const *parts[LT_CODE_PARTS]; /* the words of each, ending with NULL; NULL ends */
};

struct lt_code {
    const char *name;
    struct lt_session_start start;
    bool looks; /* it answers queries without a step */
    /* True if a law of these lines sees a slip that is larger than that of its bodies by the sum of
     * the radii over the distance of the centres. NULL: no law does. */
    bool (*own_arm)(const char *lines);
    /* Writes the input that makes the bodies, up to the law's lines, and the input after them. */
    void (*put_pair)(FILE *file, const struct lt_code_pair *pair);
    void (*put_end)(FILE *file, const struct lt_code_pair *pair);
    const struct lt_code_family *families;
};

extern const struct lt_code lt_code_lammps, lt_code_liggghts, lt_code_yade, lt_code_own;
extern const struct lt_code *const lt_code_all[]; /* ends with NULL */

/* Density that makes a fixed body's mass infinite against the other's, to the last digit. */
double lt_code_density(const struct lt_code_pair *pair, int body);

/* For LAMMPS and LIGGGHTS: writes the bodies, up to the law's lines, with the code's command for
 * the kind of atoms and for velocities beyond the box; then the input after these lines. */
void lt_code_put_atoms(FILE *file, const struct lt_code_pair *pair, const char *style,
                       const char *velocities);
void lt_code_put_begin(FILE *file, const struct lt_code_pair *pair);

#endif
