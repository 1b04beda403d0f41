/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read.h: stage programs read and tried: what a run can begin with. See lt_program_read. */
#ifndef LT_READ_H
#define LT_READ_H

#include "program/program.h"

/* Reads a program with the built-in laws; NULL if there are errors. */
struct lt_program *lt_read_program(const char *path, const char *text, size_t length,
                                   const struct lt_define *defines, size_t n_defines,
                                   struct lt_errors *errors);
/* As above for a sweep, which is program->sweep. */
struct lt_program *lt_read_sweep(const char *path, const char *text, size_t length,
                                 const struct lt_define *defines, size_t n_defines,
                                 struct lt_errors *errors);
/* Either, with the laws that it may name; LAWS ends with NULL and must outlive the program. */
struct lt_program *lt_read_with(const struct lt_law *const *laws, bool sweeping, const char *path,
                                const char *text, size_t length, const struct lt_define *defines,
                                size_t n_defines, struct lt_errors *errors);
/* As above with another law in place of the file's. */
struct lt_program *lt_read_as(const struct lt_law *const *laws, const char *law, const char *path,
                              const char *text, size_t length, const struct lt_define *defines,
                              size_t n_defines, struct lt_errors *errors);

#endif
