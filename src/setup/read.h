/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read.h: reads stage programs and checks that their pair and law can be set up. See
 * lt_program_read for the arguments. */
#ifndef LT_READ_H
#define LT_READ_H

#include "program/program.h"

/* Reads a program with the built-in laws; DEFINES replace values of the file. NULL: ERRORS has the
 * reasons. */
struct lt_program *lt_read_program(const char *path, const char *text, size_t length,
                                   const struct lt_define *defines, size_t n_defines,
                                   struct lt_errors *errors);
/* As above, but the program may have a sweep, which is program->sweep. */
struct lt_program *lt_read_sweep(const char *path, const char *text, size_t length,
                                 const struct lt_define *defines, size_t n_defines,
                                 struct lt_errors *errors);
/* Either (SWEEPING: it may have a sweep), with the laws that it may name; LAWS ends with NULL and
 * must outlive the program. */
struct lt_program *lt_read_with(const struct lt_law *const *laws, bool sweeping, const char *path,
                                const char *text, size_t length, const struct lt_define *defines,
                                size_t n_defines, struct lt_errors *errors);
/* As above with the law named LAW in place of the file's, without a sweep. */
struct lt_program *lt_read_as(const struct lt_law *const *laws, const char *law, const char *path,
                              const char *text, size_t length, const struct lt_define *defines,
                              size_t n_defines, struct lt_errors *errors);

#endif
