/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deploy.h: a law in formulas as source of another code: header, adapter, build, a test with the
 * forces that it must give. The templates are data files, deploy/. */
#ifndef LT_DEPLOY_H
#define LT_DEPLOY_H

#include "program/program.h"

/* The codes for which there are adapters; ends with NULL. */
extern const char *const lt_deploy_codes[];

/* A law for CODE. */
struct lt_deploy {
    const struct lt_formula_law *law;
    const char *code;   /* of lt_deploy_codes */
    const char *header; /* the text of the portable header */
    struct lt_arena *arena;
};

/* NULL, or why this pair cannot be that of an adapter. */
const char *lt_deploy_refused(const struct lt_program *program);

/* File name of the law; the input lines that select the law with these values of its parameters. */
const char *lt_deploy_name(const struct lt_deploy *deploy);
const char *lt_deploy_lines(const struct lt_deploy *deploy, const double *params);

/* Write header, adapter and build.sh to FOLDER, which exists; and test.sh with its data, for the
 * pair of the program that defines the law. False: WHY says why not. */
bool lt_deploy_sources(const struct lt_deploy *deploy, const char *folder, char *why, size_t size);
bool lt_deploy_test(const struct lt_deploy *deploy, const struct lt_program *program,
                    const char *folder, char *why, size_t size);

#endif
