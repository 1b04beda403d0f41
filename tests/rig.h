/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rig.h: a contact of any law, driven by hand, and what every law must withstand. */
#ifndef LT_TEST_RIG_H
#define LT_TEST_RIG_H

#include "base/arena.h"
#include "base/choice.h"
#include "lt_check.h"
#include "registry/drive.h"
#include "registry/laws.h"
#include "step/ledger.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <string.h>

enum { RIG_FIELDS = 64 };

struct rig {
    struct lt_arena *arena;
    struct lt_contact contact;
    struct lt_drive drive; /* its parameters are among the values */
    double *values, lost_gap;
};

static inline double *rig_param(struct rig *b, const char *name) {
    long i = lt_laws_param(b->contact.law, name);
    ck_assert_msg(i >= 0, "no parameter %s", name);
    return &b->values[b->contact.names->params + (size_t)i];
}

/* Sets a choice to its WORD. */
static inline void rig_choose(struct rig *b, const char *name, const char *word) {
    double *number = rig_param(b, name);
    const size_t i = (size_t)(number - b->values) - b->contact.names->params;
    *number = (double)lt_choice_number(b->contact.law->params[i].choices, word);
    ck_assert_msg(*number >= 0, "no %s %s", name, word);
}

static inline double rig_value(const struct rig *b, const char *name) {
    const struct lt_name *found = lt_names_find(b->contact.names, name);
    ck_assert_msg(found != NULL, "no value %s", name);
    return b->values[found->slot];
}

/* Two spheres of radius 2 m and 3 m. */
static inline void rig_begin_law(struct rig *b, const struct lt_law *law) {
    ck_assert_ptr_nonnull(law);
    memset(b, 0, sizeof *b);
    b->arena = lt_arena_new();
    struct lt_names *names = lt_names_new(law, NULL, 0, NULL, 0, b->arena);
    names->scope = LT_SCOPE_STEP;
    b->values = lt_arena_get(b->arena, names->slots * sizeof(double));
    lt_drive_begin(&b->drive, law, 0, b->arena);
    b->contact = (struct lt_contact){.law = law,
                                     .names = names,
                                     .derived = b->drive.derived,
                                     .loss = b->drive.losses,
                                     .lost_gap = &b->lost_gap};
    b->drive.pair = (struct lt_pair){.a = {.radius = 2, .length = 2, .curvature = 0.5},
                                     .b = {.radius = 3, .length = 3, .curvature = 1.0 / 3},
                                     .m_eff = 0.3,
                                     .r_eff = 1.2,
                                     .area = 4 * M_PI,
                                     .dimensions = 3};
    memcpy(b->values + names->params, b->drive.params, law->n_params * sizeof(double));
}

static inline void rig_begin(struct rig *b, const char *name) {
    rig_begin_law(b, lt_laws_find(name));
}

/* What is wrong with the parameters, or NULL. */
static inline const char *rig_derive(struct rig *b) {
    double *params = b->values + b->contact.names->params;
    const size_t size = b->contact.law->n_params * sizeof *params;
    memcpy(b->drive.params, params, size);
    const char *wrong = lt_drive_derive(&b->drive);
    memcpy(params, b->drive.params, size);
    return wrong;
}

/* Move by DU in DT, as exactly as the displacement can be told. */
static inline void rig_move(struct rig *b, const double du[6], double dt) {
    double branch, *u = b->values + LT_UN, *v = b->values + LT_VN, real[6];
    for (int i = 0; i < 6; i++) {
        double next = u[i] + du[i];
        real[i] = next - u[i];
        u[i] = next;
        v[i] = real[i] / dt;
    }
    lt_ledger_step(&b->contact, b->values, real, dt, &branch);
}

static inline double rig_lost(const struct rig *b) {
    double sum = 0;
    for (size_t i = 0; i < b->contact.law->n_losses; i++)
        sum += b->values[b->contact.names->losses + i];
    return sum;
}

/* A random walk in all six DoFs that makes and ends the contact by the hundred: what was put in is
 * stored, dissipated or lost at crossings, to rounding, at every step. Translation has the size
 * SIZE, rotation ANGLE. How often the contact was made. */
static inline int rig_walk(struct rig *b, int steps, double size, double angle,
                           unsigned long seed) {
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    gsl_rng_set(rng, seed);
    double *values = b->values, work = 0, throughput = 0, worst = 0;
    int made = 0;
    values[LT_UN] = size;
    for (int i = 0; i < steps; i++) {
        double f0[6], u0[6], du[6], active = values[LT_CONTACT];
        memcpy(f0, values + LT_FN, sizeof f0);
        memcpy(u0, values + LT_UN, sizeof u0);
        for (int k = 0; k < 6; k++)
            du[k] = gsl_ran_gaussian(rng, k < 3 ? size : angle);
        du[0] -= 0.02 * u0[0];
        rig_move(b, du, 1e-4);
        double step = 0;
        for (int k = 0; k < 6; k++)
            step += 0.5 * (f0[k] + values[LT_FN + k]) * (values[LT_UN + k] - u0[k]);
        work += step;
        throughput += fabs(step);
        double spent = values[LT_E_STRAIN] + values[LT_E_DASHPOT] + values[LT_E_CROSS] +
                       values[LT_E_DEFECT] + rig_lost(b);
        worst = fmax(worst, fabs(work - spent));
        made += active < 0.5 && values[LT_CONTACT] > 0.5;
    }
    gsl_rng_free(rng);
    ck_assert_msg(worst <= 1e-12 * throughput, "balance off by %.3g of what went through",
                  worst / throughput);
    return made;
}

/* A block of contacts gives the same bits as one contact at a time. PREPARE sets the parameters of
 * contact i. */
static inline void rig_block_law(const struct lt_law *law, void (*prepare)(struct rig *b, int i),
                                 double size, double angle) {
    static struct rig b[LT_LANES];
    struct lt_drive_block block;
    struct lt_drive_step s[LT_LANES] = {0};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    for (int i = 0; i < LT_LANES; i++) {
        rig_begin_law(&b[i], law);
        prepare(&b[i], i);
        ck_assert_ptr_null(rig_derive(&b[i]));
        if (i == 0)
            lt_drive_block(&block, law, b[0].arena);
        lt_drive_block_put(&block, &b[i].drive, b[i].drive.state, i);
    }
    for (int n = 0; n < 2000; n++) {
        for (int i = 0; i < LT_LANES; i++) {
            double v[6];
            for (int k = 0; k < 6; k++) {
                v[k] = gsl_ran_gaussian(rng, k < 3 ? size : angle) / 1e-4;
                v[k] -= k == 0 ? 0.1 / 1e-4 * s[i].u[0] : 0;
            }
            s[i] = lt_drive_next(&s[i], v, 1e-4);
            lt_drive_block_set_step(&block, &s[i], i);
            lt_drive_evaluate(&b[i].drive, &s[i], b[i].drive.state, b[i].drive.losses);
        }
        ck_assert(lt_drive_block_evaluate(&block, law->block));
        for (int i = 0; i < LT_LANES; i++) {
            double at, alone;
            const char *unlike = lt_drive_block_difference(&block, &s[i], b[i].drive.state,
                                                           b[i].drive.losses, i, &at, &alone);
            ck_assert_msg(!unlike, "%s is %.17g, alone %.17g", unlike, at, alone);
        }
    }
    for (int i = 0; i < LT_LANES; i++)
        lt_arena_free(b[i].arena);
    gsl_rng_free(rng);
}

static inline void rig_block(const char *name, void (*prepare)(struct rig *b, int i), double size,
                             double angle) {
    rig_block_law(lt_laws_find(name), prepare, size, angle);
}

#endif
