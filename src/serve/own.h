/* SPDX-License-Identifier: GPL-2.0-or-later */
/* own.h: a code of the user's own as a contact law: a shared object with the functions of code.h,
 * or a program that speaks the same in text (doc/own-code.md). */
#ifndef LT_OWN_H
#define LT_OWN_H

/* Serves the code at PATH until the line is closed; returns the exit status. */
int own_serve(const char *path);

#endif
