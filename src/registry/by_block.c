/* SPDX-License-Identifier: GPL-3.0-or-later */
/* by_block.c is compiled once for each instruction set, for as many contacts as its vectors have
 * numbers. Lanes beyond the end of a block repeat its last contact. */
#include "registry/by_block.h"
#if LT_N == 8 && defined LT_NATIVE
#include <immintrin.h>
#endif

_Static_assert(LT_LANES == LT_ROW, "a row of a march is a field of a block");

/* Input and output of the law's block. */
struct block_call {
    const struct lt_law *law;
    const struct lt_row *p, *d;
    struct lt_row *x;
    struct lt_row loss[LT_BY_BLOCK_LOSSES + 1];
    struct lt_move_lanes move;
    struct lt_out_lanes out;
};

/* Loads a vector in two halves: a block may have stored it so, and a load that spans two stores is
 * slow. */
LT_INLINE num take_lanes(const double *from) {
    num to;
#if LT_N == 8 && defined LT_NATIVE
    to = (num)_mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_loadu_pd(from)),
                                 _mm256_loadu_pd(from + 4), 1);
#else
    memcpy(&to, from, sizeof to);
#endif
    return to;
}

/* Stores a vector of LT_N numbers into all lanes of a row: a block has LT_LANES of them, and the
 * surplus ones get copies. */
LT_INLINE void put_lanes(double *to, num from) {
    for (size_t i = 0; i < LT_LANES; i += LT_N)
        memcpy(to + i, &from, sizeof from);
}

#define PUT_MOVE(name, ...) put_lanes(a->move.name, m->name);
#define TAKE_OUT(name, ...) o->name = take_lanes(a->out.name);

/* Evaluates a law's block function in the form of a step for LT_N contacts: P, D unused, M the
 * motion, X the struct block_call with parameters and state, O and E get forces and losses. */
LT_INLINE void call_block(const void *p, const void *d, const struct lt_move_n *m, void *x,
                          struct lt_out_n *o, void *e) {
    struct block_call *a = x;
    (void)p, (void)d;
    LT_MOVE_NUMBERS(PUT_MOVE)
    put_lanes(a->move.active, lt_of_mask(m->active));
    a->law->block(a->p, a->d, &a->move, a->x, &a->out, a->loss);
    LT_OUT_NUMBERS(TAKE_OUT)
    o->active = take_lanes(a->out.active) > 0;
    const num branch = take_lanes(a->out.branch);
    memcpy(&o->branch, &branch, sizeof branch);
    for (size_t i = 0; i < LT_BY_BLOCK_LOSSES; i++)
        ((num *)e)[i] = take_lanes(a->loss[i].lane);
}

#define BY_BLOCK__(arch) lt_by_block_##arch
#define BY_BLOCK_(arch)  BY_BLOCK__(arch)
/* Marches LT_N contacts side by side by the law's block function, at most STEPS steps. Adds the
 * dissipated energies in J to LOSSES and returns the number of steps made. */
size_t BY_BLOCK_(LT_ARCH)(const struct lt_law *law, const struct lt_row *p, const struct lt_row *d,
                          struct lt_row *x, struct lt_row *losses, struct lt_march_rows *march,
                          enum lt_march_kind kind, size_t steps) {
    struct block_call a = {.law = law, .p = p, .d = d, .x = x};
    num loss[LT_BY_BLOCK_LOSSES], total[LT_BY_BLOCK_LOSSES] = {0};
    size_t made = 0;
    for (size_t i = 0; i < law->n_losses; i++)
        total[i] = lt_load(&losses[i]);
#define OF_KIND(kind)                                                                              \
    case kind:                                                                                     \
        made = lt_step_march(call_block, 1, NULL, NULL, (num *)(void *)&a, 0, loss, total,         \
                             LT_BY_BLOCK_LOSSES, march, kind, steps);                              \
        break;
    switch (kind) {
        OF_KIND(LT_MARCH_DRIVEN)
        OF_KIND(LT_MARCH_IMPOSED)
        OF_KIND(LT_MARCH_SHEARED)
        OF_KIND(LT_MARCH_FREE)
        OF_KIND(LT_MARCH_TURNING)
        OF_KIND(LT_MARCH_PLAIN)
    }
    for (size_t i = 0; i < law->n_losses; i++)
        lt_store(&losses[i], total[i]);
    return made;
}
