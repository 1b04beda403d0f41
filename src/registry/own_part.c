/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "registry/own_part.h"

#include "base/arena.h"
#include "base/options.h"

#include <string.h>

const char *const lt_own_part_kinds[] = {"normal",   "cohesion", "damping", "tangential", "rolling",
                                         "twisting", "film",     "bond",    NULL};

/* The message that KIND is no kind of part, with the kinds there are; NULL: it is one. */
const char *lt_own_part_refuse_kind(const char *kind, struct lt_arena *arena) {
    size_t count = 0;
    for (; lt_own_part_kinds[count]; count++)
        if (strcmp(kind, lt_own_part_kinds[count]) == 0)
            return NULL;
    return lt_arena_print(arena, "'%s' is no kind of part%s", kind,
                          lt_options_choice(kind, lt_own_part_kinds, count, arena));
}

/* The message of the first part in formulas of LAW that failed in this thread; NULL: none. */
const char *lt_own_part_wrong(const struct lt_law *law) {
    const struct lt_composition *of = lt_composition_is_own(law) ? lt_composition_of(law) : NULL;
    for (size_t i = 0; of && i < of->n_entries; i++)
        if (of->entries[i].built_in == 0 && lt_formula_part_wrong(of->entries[i].part))
            return lt_formula_part_wrong(of->entries[i].part);
    return NULL;
}

/* Allocates SIZE bytes in the arena, with the signature that struct lt_allocator needs. */
static void *get_of_arena(void *arena, size_t size) {
    return lt_arena_get(arena, size);
}

/* True if one of the first COUNT OTHERS has the kind and name of PART, so that it replaces the
 * part. */
static bool is_among_parts(const struct lt_part *part, const struct lt_own_part *others,
                           size_t count) {
    while (count > 0 && (others[count - 1].part->kind != part->kind ||
                         strcmp(others[count - 1].part->name, part->name) != 0))
        count--;
    return count > 0;
}

/* The law with COUNT PARTS from outside added; they replace earlier ones of their kind and name.
 * *WRONG: the reason why they cannot be joined, else NULL. */
const struct lt_law *lt_own_part_join(const struct lt_law *law, const struct lt_own_part *parts,
                                      size_t count, struct lt_arena *arena, const char **wrong) {
    const struct lt_composition *before = lt_composition_of(law);
    struct lt_own_part *all = lt_arena_get(arena, (before->n_entries + count) * sizeof *all);
    size_t n = 0;
    for (size_t i = 0; i < before->n_entries; i++)
        if (before->entries[i].built_in == 0 &&
            !is_among_parts(before->entries[i].part, parts, count))
            all[n++] = (struct lt_own_part){before->entries[i].part, before->entries[i].wide};
    memcpy(all + n, parts, count * sizeof *all);
    return lt_composition_with(law, all, n + count, &(struct lt_allocator){get_of_arena, arena},
                               wrong);
}
