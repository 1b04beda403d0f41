/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codes/past.h"

#include "base/arena.h"
#include "base/memory.h"

#include <string.h>

/* Steps in a block; blocks for which memory is tested at a time. */
enum { IN_PIECE = 1024, TOGETHER = 8 };

struct lt_past {
    struct lt_arena *arena;
    size_t count, room; /* blocks in use; blocks allocated */
    struct lt_past_step **pieces;
};

/* An empty history of steps. */
struct lt_past *lt_past_new(struct lt_arena *arena) {
    struct lt_past *past = lt_arena_get(arena, sizeof *past);
    past->arena = arena;
    return past;
}

/* Discards the steps; their memory is kept for the next ones. */
void lt_past_clear(struct lt_past *past) {
    past->count = 0;
}

/* Makes room for the next block of steps. False: there is not enough memory. */
static bool add_piece(struct lt_past *past) {
    size_t n = past->count / IN_PIECE;
    if (n % TOGETHER == 0 && !lt_memory_fits(TOGETHER * IN_PIECE * sizeof **past->pieces))
        return false;
    if (n == past->room) {
        size_t room = past->room ? 2 * past->room : 16;
        struct lt_past_step **pieces = lt_arena_get(past->arena, room * sizeof *pieces);
        if (n > 0)
            memcpy(pieces, past->pieces, n * sizeof *pieces);
        past->pieces = pieces;
        past->room = room;
    }
    if (!past->pieces[n])
        past->pieces[n] = lt_arena_get(past->arena, IN_PIECE * sizeof **past->pieces);
    return true;
}

/* Appends a step to the history. Returns its number, from 1 on; 0: there is not enough memory. */
size_t lt_past_add(struct lt_past *past, const struct lt_past_step *step) {
    if (past->count % IN_PIECE == 0 && !add_piece(past))
        return 0;
    past->pieces[past->count / IN_PIECE][past->count % IN_PIECE] = *step;
    return ++past->count;
}

/* Step NUMBER of the history, from 1 on. */
const struct lt_past_step *lt_past_step(const struct lt_past *past, size_t number) {
    size_t i = number - 1;
    return &past->pieces[i / IN_PIECE][i % IN_PIECE];
}

/* The numbers of the steps from the start to step NUMBER, in order; *COUNT is how many they are. */
const size_t *lt_past_way(const struct lt_past *past, size_t number, size_t *count,
                          struct lt_arena *arena) {
    *count = 0;
    for (size_t at = number; at > 0; at = lt_past_step(past, at)->before)
        ++*count;
    size_t *way = lt_arena_get(arena, (*count + 1) * sizeof *way), i = *count;
    for (size_t at = number; at > 0; at = lt_past_step(past, at)->before)
        way[--i] = at;
    return way;
}
