/* SPDX-License-Identifier: GPL-3.0-or-later */
/* propose.h: what a shell may offer for a word that is not finished: files, laws, names of a
 * program, columns of a table, values with their units. */
#ifndef LT_PROPOSE_H
#define LT_PROPOSE_H

#include "base/options.h"

struct call;

/* One word of a command line, and what the words before it say. */
struct lt_proposals {
    const struct call *call; /* with their options and operands, as far as they can be read */
    const char *before;      /* of the word, what is no part of the argument: "--plot=" */
    const char *typed;       /* of the argument */
    bool varies;             /* only of what may be an unknown */
};

/* Offer WORD with a description if it begins with what is typed. */
__attribute__((format(printf, 3, 4))) void
lt_propose_word(const struct lt_proposals *proposals, const char *word, const char *format, ...);
void lt_propose_words(const struct lt_proposals *proposals, const char *const *words);

/* Whether a word may still become WORD. */
bool lt_propose_begins(const char *word, const char *typed);
/* Whether a file can be read without waiting. */
bool lt_propose_readable(const char *path);

/* For rows of options and for operands. */
void lt_propose_folders(struct lt_proposals *proposals);
void lt_propose_programs(struct lt_proposals *proposals);
void lt_propose_tables(struct lt_proposals *proposals);
void lt_propose_plugins(struct lt_proposals *proposals);
void lt_propose_pictures(struct lt_proposals *proposals);
void lt_propose_pages(struct lt_proposals *proposals);
void lt_propose_in(struct lt_proposals *proposals); /* codes for --in */
void lt_propose_laws(struct lt_proposals *proposals);
void lt_propose_subjects(struct lt_proposals *proposals); /* laws and programs */
void lt_propose_columns(struct lt_proposals *proposals);

/* Of the program that is the first operand: NAME=VALUE, NAME[=LO:HI], RESULT=VALUE. */
void lt_propose_program_definition(struct lt_proposals *proposals);
void lt_propose_program_unknown(struct lt_proposals *proposals);
void lt_propose_program_target(struct lt_proposals *proposals);

#endif
