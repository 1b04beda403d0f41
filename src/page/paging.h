/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paging.h: shared by page.c and page_files.c. */
#ifndef LT_PAGING_H
#define LT_PAGING_H

#include "page/page.h"

/* Puts the tables that the program reads, as objects with path and text, and the program's text,
 * with names for those from outside its folder; *why if one cannot go along. */
void lt_page_files_put(json_t *document, const struct lt_program *program,
                       const struct lt_page_files *files, struct lt_arena *arena, const char **why);

#endif
