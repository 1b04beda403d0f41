/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_paths.h: numbers of the tree that differ from run to run, named by their path: lets take
 * their place before the tree is read. */
#ifndef LT_PARSE_PATHS_H
#define LT_PARSE_PATHS_H

#include "model/schema.h"

struct lt_hiding {
    struct lt_program *program;
    struct lt_node *root;
    struct lt_errors *errors;
    struct lt_names names; /* that a let may not have */
};

/* Unknowns of calibrate and fit, and of --vary: ARGUMENTS, "PATH=LO:HI". */
void lt_parse_paths_unknowns(struct lt_program *program, struct lt_node *root,
                             struct lt_source *const *arguments, size_t n_arguments,
                             struct lt_errors *errors);

/* What an unknown's path has become; NULL: nothing. */
const struct lt_swept *lt_parse_paths_find(const struct lt_program *program, const char *path);

struct lt_hiding lt_parse_paths_hiding(struct lt_program *program, struct lt_node *root,
                                       struct lt_errors *errors);
bool lt_parse_paths_is_path(const char *word);
const char *lt_parse_paths_plain(const char *word); /* "law.kn" is the parameter kn */

/* Does a formula use nothing but lets? */
bool lt_parse_paths_is_constant(const char *text, const struct lt_node *lets,
                                struct lt_arena *arena);

/* A let with the value FIRST, called like BASE or near that. NULL: an error at MARK. */
struct lt_swept *lt_parse_paths_add_let(struct lt_hiding *h, const struct lt_node *first,
                                        struct lt_mark mark, const char *base);

/* A let in the place of the number at PATH. NULL: an error at MARK. */
struct lt_swept *lt_parse_paths_hide(struct lt_hiding *h, const char *path, struct lt_mark mark,
                                     const struct lt_node *first);

#endif
