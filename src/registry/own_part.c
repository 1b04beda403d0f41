/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "registry/own_part.h"

#include "base/arena.h"
#include "base/options.h"

#include <string.h>

const char *const lt_own_part_kinds[] = {"normal",   "cohesion", "damping", "tangential", "rolling",
                                         "twisting", "film",     "bond",    NULL};

const char *lt_own_part_refuse_kind(const char *kind, struct lt_arena *arena) {
    size_t count = 0;
    for (; lt_own_part_kinds[count]; count++)
        if (strcmp(kind, lt_own_part_kinds[count]) == 0)
            return NULL;
    return lt_arena_print(arena, "'%s' is no kind of part%s", kind,
                          lt_options_choice(kind, lt_own_part_kinds, count, arena));
}

const char *lt_own_part_wrong(const struct lt_law *law) {
    (void)law;
    return NULL;
}

static void *get_of_arena(void *arena, size_t size) {
    return lt_arena_get(arena, size);
}

const struct lt_law *lt_own_part_join(const struct lt_law *law, const struct lt_own_part *parts,
                                      size_t count, struct lt_arena *arena, const char **wrong) {
    return lt_composition_with(law, parts, count, &(struct lt_room){get_of_arena, arena}, wrong);
}
