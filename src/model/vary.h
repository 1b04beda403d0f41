/* SPDX-License-Identifier: GPL-3.0-or-later */
/* vary.h: what a run may have another value of: the lets, the parameters of the law, the numbers of
 * the file by their paths, and the velocities that a stage imposes by their names. */
#ifndef LT_VARY_H
#define LT_VARY_H

#include "model/schema.h"

/* A number of the file. A run that has another keeps it in values[name.slot], where others have
 * NAN. */
struct lt_place {
    struct lt_name name; /* its path; comes first: a name of this kind is the place itself */
    struct lt_range range;
    struct lt_number own;           /* as the file has it */
    const char *idle;               /* why it has no effect; NULL: it has one */
    const struct lt_place *imposed; /* of a speed, "vn": the velocity that it gives a value */
    struct lt_place *next;
};

/* The number that a name stands for; NULL: it is a let or a parameter. */
static inline const struct lt_place *lt_vary_place(const struct lt_name *name) {
    return name->kind == LT_NAME_NUMBER ? (const struct lt_place *)name : NULL;
}

struct lt_varied {
    const struct lt_name *name; /* for an override; NULL: nothing of that name can be varied, */
    const char *why;            /* and this is why; NULL: the program has no law */
    bool unread;                /* the path leads nowhere, which may have been told before */
    struct lt_range range;
};

/* "kn", "law.kn", "speed", "motion.dt", "vn". Texts are kept in ARENA. */
struct lt_varied lt_vary_find(const struct lt_program *program, const char *text,
                              struct lt_arena *arena);

/* The same for an unknown, which has a value to begin with. */
struct lt_varied lt_vary_find_unknown(const struct lt_program *program, const char *text,
                                      struct lt_arena *arena);

/* Two names for one number. */
bool lt_vary_is_same(const struct lt_name *a, const struct lt_name *b);

/* ---- While the file is read ------------------------------------------------------------------ */

/* A number was read from NODE: the slot for another one; 0: it cannot have one. */
size_t lt_vary_add(struct lt_reader *reader, const struct lt_node *node,
                   const struct lt_range *range, const struct lt_number *number);

/* The number read from NODE has no effect. */
void lt_vary_idle(const struct lt_node *node, const char *why);

/* Once the stages are read: the velocities that they impose. */
void lt_vary_add_speeds(struct lt_reader *reader);

/* Before the tree is read: what is varied at PATH and the file does not give is FIRST. */
void lt_vary_supply(struct lt_program *program, struct lt_node *root, const char *path,
                    struct lt_mark mark, const struct lt_node *first, struct lt_errors *errors);

#endif
