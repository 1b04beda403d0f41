/* SPDX-License-Identifier: GPL-3.0-or-later */
/* codes.h: the option --in: starts the external code that computes the law. */
#ifndef LAWTESTER_CODES_H
#define LAWTESTER_CODES_H

#include "codes/deck.h"
#include "command/command.h"

/* Start the code that --in names, for programs read from now on; returns the exit code. */
int lt_codes_begin(const struct call *call);
int lt_codes_start(const struct call *call, const char *name); /* one of several */
void lt_codes_end(void);

/* True if a law in formulas was not compiled for the code because headers or a compiler are
 * missing. */
bool lt_codes_lack(void);

/* Not DONE, and a message, if the program's law needs a code that has not been started. */
int lt_codes_check(const struct call *call, const char *file, const struct lt_program *program);

/* --in: let a program whose law a code computes move as it does there, and print a note on it. */
void lt_codes_move(const char *file, struct lt_program *program);

/* --for: give the program the law and the motion of that code, and print a note on choices that
 * change. Not DONE and a message: that code has no such law. */
int lt_codes_follow(const struct call *call, struct lt_program *program);

/* Reports that lines for another code are refused for a run that begins in contact; returns the
 * exit code. */
int lt_codes_refuse_start(const struct lt_program *program);

/* The code that --for names; NULL: none. */
const struct lt_deck_code *lt_codes_followed(const struct call *call);
void lt_codes_propose(struct lt_proposals *proposals);

#endif
