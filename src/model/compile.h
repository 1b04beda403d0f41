/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compile.h: a law in formulas as machine code: written as C, compiled by the compiler of this
 * machine, and kept for the next time. */
#ifndef LT_COMPILE_H
#define LT_COMPILE_H

#include <stdbool.h>
#include <stddef.h>

struct lt_program;

enum { LT_COMPILE_WHY = 2048 }; /* room for what is wrong */

enum lt_compile_status {
    LT_COMPILE_DONE,     /* the program's law takes compiled steps */
    LT_COMPILE_DAMAGED,  /* the same; what was kept was damaged, and was compiled again */
    LT_COMPILE_NEEDLESS, /* its law is in C already */
    LT_COMPILE_FAILED    /* no compiler, no place, or told to stop */
};

/* Have the steps of the program's law, if it is in formulas, made by compiled code; WHY: what is
 * wrong. */
enum lt_compile_status lt_compile_law(struct lt_program *program, char *why, size_t size);

#endif
