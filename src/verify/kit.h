/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kit.h: a conformance kit: runs of stage programs as data with which the contact law of another
 * code is compared, step by step.
 *
 * A case has two forms. Local: the six displacements and velocities of each step, and the forces
 * and moments that the law answers with. World: places, velocities and spins of two spheres, or of
 * a sphere and a wall, that make this motion, and the forces and torques on them. The normal does
 * not turn. */
#ifndef LT_KIT_H
#define LT_KIT_H

#include "run/result.h"

#include <jansson.h>

enum { LT_KIT_STEPS = 300 }; /* at most, so that the file of a case stays small */

/* How many numbers of its size a case keeps away from conditions of the law. */
#define LT_KIT_APART 1e-9

struct lt_kit_case {
    const struct lt_program *program;
    const struct lt_result *result;
    size_t rows;
    double (*local)[20]; /* step, dt, u, v, f of each row; the first row is the start */
    double (*world)[32]; /* step, dt, place, velocity, spin of A and of B, force and torque on both;
                          * NULL: it has no such form */
    const char *no_world;         /* why not */
    double force, moment, torque; /* the largest ones; what is 0: force times a radius */
    const char *numbers;          /* parameters and the pair, NAME=NUMBER in a line each */
};

/* The case of a program that was read with the settings of lt_kit_defines, and of its result.
 * False: why it cannot be one. */
extern const char *const lt_kit_defines[]; /* "record.every=1" ..., NULL */
bool lt_kit_case(const struct lt_program *program, const struct lt_result *result,
                 struct lt_kit_case *made, struct lt_arena *arena, char *why, size_t size);

/* The tables (put functions of result/record.h; DATA: the case), and the document of all cases. */
bool lt_kit_put_local(FILE *file, void *data);
bool lt_kit_put_world(FILE *file, void *data);
json_t *lt_kit_document(const struct lt_kit_case *cases, size_t n);

/* The files that go along, each as lines that end with NULL. */
extern const char *const *const lt_kit_files[]; /* check.py, adapter.h, world.h */

#endif
