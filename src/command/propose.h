/* SPDX-License-Identifier: GPL-3.0-or-later */
/* propose.h: candidates for shell completion: files, laws, names of a program. */
#ifndef LT_PROPOSE_H
#define LT_PROPOSE_H

#include "base/options.h"

struct call;

/* The word to complete, and the words before it. */
struct lt_proposals {
    const struct call *call; /* their options and operands, as far as they can be parsed */
    const char *before;      /* the part of the word before the argument: "--plot=" */
    const char *typed;       /* the argument so far */
};

/* Print WORD with a description if it begins with what is typed. */
__attribute__((format(printf, 3, 4))) void
lt_propose_word(const struct lt_proposals *proposals, const char *word, const char *format, ...);
void lt_propose_words(const struct lt_proposals *proposals, const char *const *words);

/* True if WORD begins with what is typed. */
bool lt_propose_begins(const char *word, const char *typed);
/* True if there is a regular file of this name, which can be read without blocking. */
bool lt_propose_readable(const char *path);

/* For rows of options and for operands. */
void lt_propose_folders(struct lt_proposals *proposals);
void lt_propose_programs(struct lt_proposals *proposals);
void lt_propose_tables(struct lt_proposals *proposals);
void lt_propose_runs(struct lt_proposals *proposals); /* tables and programs */
void lt_propose_plugins(struct lt_proposals *proposals);
void lt_propose_pictures(struct lt_proposals *proposals);
void lt_propose_pages(struct lt_proposals *proposals);
void lt_propose_in(struct lt_proposals *proposals); /* codes for --in */
void lt_propose_laws(struct lt_proposals *proposals);
void lt_propose_subjects(struct lt_proposals *proposals); /* laws and programs */

/* Proposals from the program that is the first operand: lets and parameters, only numbers, and
 * results. */
void lt_propose_program_definition(struct lt_proposals *proposals);
void lt_propose_program_unknown(struct lt_proposals *proposals);
void lt_propose_program_target(struct lt_proposals *proposals);

#endif
