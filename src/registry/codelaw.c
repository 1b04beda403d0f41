/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "registry/codelaw.h"

#include "base/arena.h"

#include <string.h>

static const struct lt_codelaw_host *heeded;
/* initial-exec: read in every step, where a look-up would cost a call. */
static _Thread_local const struct lt_codelaw_host *heeded_here
    __attribute__((tls_model("initial-exec")));

/* Sets the host that runs external codes for programs read from now on; NULL: none, so that no
 * code is started. */
void lt_codelaw_heed(const struct lt_codelaw_host *host) {
    heeded = host;
}

/* Sets the host for programs that this thread reads, in place of that of all threads; NULL:
 * none. */
void lt_codelaw_heed_here(const struct lt_codelaw_host *host) {
    heeded_here = host;
}

/* The host that runs external codes for programs read in this thread: the thread's own one, else
 * that of all threads; NULL: none. */
const struct lt_codelaw_host *lt_codelaw_heeded(void) {
    return heeded_here ? heeded_here : heeded;
}

#define KEPT(name_, unit_, doc_)                                                                   \
    { .name = name_, .unit = unit_, .doc = doc_, .hidden = 1, .told = 1 }
static const struct lt_field kept[LT_CODELAW_STATES] = {
    KEPT("code_step", "1", "steps made by the code"),
    KEPT("code_fn", "N", "fn of the step before"),
    KEPT("code_fs", "N", "fs of the step before"),
    KEPT("code_ft", "N", "ft of the step before"),
    KEPT("code_mn", "N m", "mn of the step before"),
    KEPT("code_ms", "N m", "ms of the step before"),
    KEPT("code_mt", "N m", "mt of the step before"),
    KEPT("momentum_off", "N", "of a pair: the sum of the forces on both, 0 if momentum is kept"),
    KEPT("angular_off", "N m",
         "of a pair: the sum of the torques on both and of the forces' moment, 0 if angular "
         "momentum is "
         "kept")};

static const struct lt_field contact[] = {
    {.name = "contact", .unit = "J", .doc = "the contact, or stored in it"}};

/* A table in the arena with N_FIRST rows of FIRST and then N_MORE rows of MORE. */
static const struct lt_field *join_fields(const struct lt_field *first, size_t n_first,
                                          const struct lt_field *more, size_t n_more,
                                          struct lt_arena *arena) {
    struct lt_field *all = lt_arena_get(arena, (n_first + n_more) * sizeof *all);
    if (n_first > 0)
        memcpy(all, first, n_first * sizeof *all);
    memcpy(all + n_first, more, n_more * sizeof *all);
    return all;
}

/* Appends the states and the loss that the coupling to an external code needs to those of the
 * law that runs in it, if there is one. */
void lt_codelaw_tables(struct lt_codelaw *law, struct lt_arena *arena) {
    static const struct lt_law none = {.name = NULL};
    const struct lt_law *own = law->own ? law->own : &none;
    law->law.state = join_fields(own->state, own->n_state, kept, LT_CODELAW_STATES, arena);
    law->law.n_state = own->n_state + LT_CODELAW_STATES;
    law->law.losses = join_fields(own->losses, own->n_losses, contact, 1, arena);
    law->law.n_losses = own->n_losses + 1;
}
