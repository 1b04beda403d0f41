/* SPDX-License-Identifier: GPL-3.0-or-later */
/* audit_state.c: checks that the same input gives the same output, bit for bit. */
#include "registry/laws.h"
#include "verify/auditing.h"

#include <stdio.h>

enum { OUTS = sizeof(struct lt_out) / sizeof(double) };

/* Returns true if two numbers are equal or have the same bits, as NAN may; a zero may have any
 * sign. */
static bool same_number(double x, double y) {
    return x == y || memcmp(&x, &y, sizeof x) == 0;
}

/* Compares answers, state and dissipations of two runs bit for bit. Returns true if one differs,
 * and DETAIL, of SIZE bytes, says which, after the sentence ALIKE on why they should agree; false
 * if all agree. */
bool lt_audit_state_unlike(const struct lt_law *law, const struct lt_audit_trace *a,
                           const struct lt_audit_trace *b, const char *alike, char *detail,
                           size_t size) {
    for (size_t i = 0; i < a->count; i++) {
        const double *x = (const double *)&a->steps[i].out, *y = (const double *)&b->steps[i].out;
        for (size_t k = 0; k < OUTS; k++)
            if (!same_number(x[k], y[k])) {
                snprintf(detail, size, "%s; %s is once %.17g and once %.17g, step %zu", alike,
                         lt_drive_out_names[k], x[k], y[k], i + 1);
                return true;
            }
    }
    for (size_t k = 0; k < law->n_state; k++)
        if (!same_number(a->drive.state[k], b->drive.state[k])) {
            snprintf(detail, size, "%s; state '%s' is once %.17g and once %.17g", alike,
                     law->state[k].name, a->drive.state[k], b->drive.state[k]);
            return true;
        }
    for (size_t k = 0; k < law->n_losses; k++)
        if (!same_number(a->losses[k], b->losses[k])) {
            snprintf(detail, size, "%s; the loss '%s' is once %.17g J and once %.17g J", alike,
                     law->losses[k].name, a->losses[k], b->losses[k]);
            return true;
        }
    return false;
}

/* ---- One contact after the other ------------------------------------------------------------- */

/* Check "hidden-state": 1 if other contacts that are computed in between change the results, or the
 * law writes to its input; else 0. */
double lt_audit_state_hidden(struct lt_audit_bench *bench, char *detail, size_t size) {
    const struct lt_audit_trace *base = lt_audit_drive_base(bench);
    const struct lt_audit_trace *other =
        lt_audit_drive(bench, bench->now, &(struct lt_audit_variant){.disturbed = true});
    if (other->meddled) {
        snprintf(detail, size, "step() changes %s", other->meddled);
        return 1;
    }
    return lt_audit_state_unlike(bench->law, base, other,
                                 "a contact must not depend on other contacts computed in between: "
                                 "is there a static or a global variable?",
                                 detail, size);
}

/* Check "unset": 1 if the results depend on what was in memory before the law sets it, else 0. The
 * case is run twice more with other initial patterns. */
double lt_audit_state_unset(struct lt_audit_bench *bench, char *detail, size_t size) {
    static const unsigned char fills[] = {0xff, 0x3f};
    const struct lt_audit_trace *base = lt_audit_drive_base(bench);
    for (size_t i = 0; i < sizeof fills; i++) {
        const struct lt_audit_trace *other =
            lt_audit_drive(bench, bench->now, &(struct lt_audit_variant){.fill = fills[i]});
        const char *alike = "the response must not depend on earlier contents of memory: set every "
                            "field of the output, the losses, the derived numbers and every local "
                            "variable on each path";
        if (other->refused) {
            snprintf(detail, size, "%s; derive() refuses once: %s", alike, other->refused);
            return 1;
        }
        if (lt_audit_state_unlike(bench->law, base, other, alike, detail, size))
            return 1;
    }
    return 0;
}

/* ---- A block of contacts --------------------------------------------------------------------- */

/* Computes LT_LANES traces as one block, by the version for CPU, over the first STEPS. Returns true
 * if a number differs from that of a contact alone (DETAIL, of SIZE bytes, says which), false if
 * all agree. */
static bool block_difference(const struct lt_audit_bench *bench, enum lt_cpu cpu,
                             const struct lt_audit_trace *const *traces, size_t steps, char *detail,
                             size_t size) {
    struct lt_drive_block block;
    lt_drive_block(&block, bench->law, bench->arena);
    block.any_zero = true;
    for (int i = 0; i < LT_LANES; i++)
        lt_drive_block_put(&block, &traces[i]->drive, traces[i]->begun_state, i);
    for (size_t step = 0; step < steps; step++) {
        for (int i = 0; i < LT_LANES; i++)
            lt_drive_block_set_step(&block, &traces[i]->steps[step], i);
        lt_drive_block_evaluate(&block, lt_laws_block(bench->law, cpu));
        for (int i = 0; i < LT_LANES; i++) {
            double at, alone;
            if (bench->law->apart &&
                bench->law->apart(traces[i]->drive.params, traces[i]->drive.derived))
                continue;
            const char *name = lt_drive_block_difference(&block, &traces[i]->steps[step], NULL,
                                                         NULL, i, &at, &alone);
            if (!name)
                continue;
            snprintf(detail, size,
                     "%s of contact %d of a block is %.17g, but alone %.17g, step %zu", name, i, at,
                     alone, step + 1);
            return true;
        }
    }
    return false;
}

/* Check "block": 1 if a block of contacts, this case and those drawn after it, gives other results
 * than each alone, else 0. -1: the law has no block version, or it is not the turn of this case. */
double lt_audit_state_block(struct lt_audit_bench *bench, char *detail, size_t size) {
    if (bench->expr || !bench->law->block || bench->now->number % LT_LANES != 0)
        return -1;
    struct lt_audit_bench local = *bench;
    const struct lt_audit_trace *traces[LT_LANES];
    struct lt_audit_case *cases = lt_arena_get(bench->arena, LT_LANES * sizeof *cases);
    char why[256];
    bool drawn = true;
    local.arena = lt_arena_new();
    for (int i = 0; i < LT_LANES; i++)
        drawn &= lt_audit_case_draw(&local, bench->now->seed, bench->now->number + i, &cases[i],
                                    why, sizeof why);
    lt_arena_clear(local.arena);
    /* Each case alone; a block can be compared over the steps that all have. */
    size_t steps = SIZE_MAX;
    for (int i = 0; i < LT_LANES && drawn; i++) {
        traces[i] = lt_audit_drive(&local, &cases[i], &(struct lt_audit_variant){0});
        drawn = !traces[i]->refused;
        steps = steps < traces[i]->count ? steps : traces[i]->count;
    }
    /* The block in each vector width that this processor has. */
    bool wrong = false;
    for (enum lt_cpu cpu = LT_CPU_PLAIN; drawn && !wrong && cpu <= lt_laws_cpu(); cpu++)
        wrong = block_difference(&local, cpu, traces, steps, detail, size);
    lt_arena_free(local.arena);
    return wrong;
}
