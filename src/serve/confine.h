/* SPDX-License-Identifier: GPL-2.0-or-later */
/* confine.h: what a process that runs another code is kept from, where the kernel can do that. */
#ifndef LT_CONFINE_H
#define LT_CONFINE_H

/* From now on nothing outside the system's own folders, those of FILES (end with NULL), and the
 * present one can be read, nothing outside the latter be written. */
void confine_files(char *const *files);

/* No network, no further processes, no other programs but PROGRAM, by this very pointer (NULL:
 * none), nothing of others and of the system. */
void confine_calls(const char *program);

#endif
