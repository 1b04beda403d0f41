/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cache.h: files that were made once and are kept, below $XDG_CACHE_HOME or ~/.cache.
 *
 * What is kept is code that will be run. So the folder and each file must belong to the user, and
 * nobody else may be able to change them; and a file ends with its own SHA-256, so that one that
 * was cut off or changed by accident is noticed. Files appear by renaming: whoever looks finds a
 * whole one or none. */
#ifndef LT_CACHE_H
#define LT_CACHE_H

#include <stdbool.h>
#include <stddef.h>

struct lt_arena;

enum lt_cache_state {
    LT_CACHE_ABSENT,
    LT_CACHE_WHOLE,
    LT_CACHE_DAMAGED,
    LT_CACHE_REFUSED /* it cannot be read, or is not safe */
};

/* The folder, made if need be. NULL: WHY says why there is none that is safe. */
const char *lt_cache_folder(struct lt_arena *arena, char *why, size_t size);

/* Is there a file that may be used? It counts as used from now on. REFUSED: WHY says why. */
enum lt_cache_state lt_cache_look(const char *path, char *why, size_t size);

/* A new folder in FOLDER to make a file in; it is removed with lt_file_remove(). NULL: WHY. */
const char *lt_cache_draft(const char *folder, struct lt_arena *arena, char *why, size_t size);

/* Take the finished file DRAFT into FOLDER as PATH. What nobody has used for a month is removed. */
bool lt_cache_take(const char *draft, const char *folder, const char *path, struct lt_arena *arena,
                   char *why, size_t size);

#endif
