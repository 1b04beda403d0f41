/* SPDX-License-Identifier: GPL-3.0-or-later */
/* vary.h: what a run can override: lets, parameters of the law, numbers of the file by their paths,
 * and velocities imposed by a stage by their names. */
#ifndef LT_VARY_H
#define LT_VARY_H

#include "program/schema.h"

/* A number of the file. A run that overrides it has the new value in values[name.slot]; other runs
 * have NAN there. */
struct lt_place {
    struct lt_name
        name; /* its path; first member, so that a name of this kind can be cast to its place */
    struct lt_range range;
    struct lt_number own;           /* as the file has it */
    const char *idle;               /* why it has no effect; NULL: it has one */
    const struct lt_place *imposed; /* of a speed, "vn": the place of the imposed velocity */
    struct lt_place *next;
};

/* The place of a name; NULL: it is a let or a parameter. */
static inline const struct lt_place *lt_vary_place(const struct lt_name *name) {
    return name->kind == LT_NAME_NUMBER ? (const struct lt_place *)name : NULL;
}

struct lt_varied {
    const struct lt_name *name; /* for an override; NULL: it cannot be varied, */
    const char *why;            /* for this reason; NULL: the program has no law */
    bool unread;                /* no such path, which may have been reported already */
    struct lt_range range;
};

/* True if this number is given by -D. */
bool lt_vary_is_defined(const struct lt_program *program, const struct lt_name *name);

/* Finds the number that TEXT stands for, such as "kn", "law.kn", "speed", "motion.dt" or "vn",
 * or why it cannot be varied. Texts are kept in ARENA. */
struct lt_varied lt_vary_find(const struct lt_program *program, const char *text,
                              struct lt_arena *arena);

/* As above, for an unknown, which needs an initial value. */
struct lt_varied lt_vary_find_unknown(const struct lt_program *program, const char *text,
                                      struct lt_arena *arena);

/* True if both names mean the same number. */
bool lt_vary_is_same(const struct lt_name *a, const struct lt_name *b);

/* True if the number NAME is among the COUNT of LIST. */
bool lt_vary_has(const struct lt_vary *list, size_t count, const struct lt_name *name);

/* ---- While the file is read ------------------------------------------------------------------ */

/* Registers a number read from NODE; returns the slot for its override, 0: it cannot be overridden.
 */
size_t lt_vary_add(struct lt_reader *reader, const struct lt_node *node,
                   const struct lt_range *range, const struct lt_number *number);

/* Records why the number read from NODE has no effect. */
void lt_vary_idle(const struct lt_node *node, const char *why);

/* Registers the velocities that the stages impose; after reading them. */
void lt_vary_add_speeds(struct lt_reader *reader);

/* Before reading: if the file does not give the number at PATH, add it with the value FIRST. */
void lt_vary_supply(struct lt_program *program, struct lt_node *root, const char *path,
                    struct lt_mark mark, const struct lt_node *first, struct lt_errors *errors);

#endif
