/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/read.h"

#include "registry/laws.h"
#include "setup/setup.h"

/* Checks that the pair and the law of a program can be set up, so that reading a file reports
 * errors of physics too. False: WHY, of SIZE characters, says what is wrong at MARK. */
static bool try_pair_and_law(const struct lt_program *program, struct lt_mark *mark, char *why,
                             size_t size) {
    return lt_setup_check(program, false, mark, why, size);
}

/* Reads a stage program with LAWS to choose from; SWEEPING: it may have a sweep. DEFINES are
 * values that replace those of the file. NULL: ERRORS has the reasons. */
struct lt_program *lt_read_with(const struct lt_law *const *laws, bool sweeping, const char *path,
                                const char *text, size_t length, const struct lt_define *defines,
                                size_t n_defines, struct lt_errors *errors) {
    return lt_program_read(laws, NULL, sweeping, path, text, length, defines, n_defines,
                           try_pair_and_law, errors);
}

/* Reads a stage program in which LAW replaces the name of the law; NULL: ERRORS has the reasons. */
struct lt_program *lt_read_as(const struct lt_law *const *laws, const char *law, const char *path,
                              const char *text, size_t length, const struct lt_define *defines,
                              size_t n_defines, struct lt_errors *errors) {
    return lt_program_read(laws, law, false, path, text, length, defines, n_defines,
                           try_pair_and_law, errors);
}

/* Reads a stage program with the built-in laws; NULL: ERRORS has the reasons. */
struct lt_program *lt_read_program(const char *path, const char *text, size_t length,
                                   const struct lt_define *defines, size_t n_defines,
                                   struct lt_errors *errors) {
    return lt_read_with(lt_laws_builtin, false, path, text, length, defines, n_defines, errors);
}

/* Reads a stage program that may have a sweep, with the built-in laws; NULL: ERRORS has the
 * reasons. */
struct lt_program *lt_read_sweep(const char *path, const char *text, size_t length,
                                 const struct lt_define *defines, size_t n_defines,
                                 struct lt_errors *errors) {
    return lt_read_with(lt_laws_builtin, true, path, text, length, defines, n_defines, errors);
}
