/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_limits.c: friction coefficients without effect, since the law has no force for them to limit.
 */
#include "run/running.h"

#include "base/arena.h"
#include "registry/drive.h"
#include "registry/roles.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The coefficients that limit a force or moment, and its degrees of freedom, as bits. */
static const struct {
    enum lt_role role;
    unsigned dofs;
    const char *what;
} limits[] = {{LT_FRICTION, 0x6, "tangential force"},
              {LT_ROLLING, 0x30, "rolling moment"},
              {LT_TWISTING, 0x8, "twisting moment"}};

/* True if degree of freedom DOF is among DOFS. */
static bool has_dof(unsigned dofs, size_t dof) {
    return dofs >> dof & 1u;
}

/* True if the file, the command line or both materials give parameter I, a coefficient of
 * friction, of the law: a default needs no warning. */
static bool is_limit_given(const struct lt_setup *setup, size_t i) {
    return !setup->inherited[i] || lt_program_is_agreed(setup->program, i) ||
           (!isnan(setup->given_a[i]) && !isnan(setup->given_b[i]));
}

/* True if the pair is displaced in one of the degrees of freedom DOFS (bits), by more than a
 * millionth of the largest overlap: less is rounding. A rotation counts as its arc on the
 * effective radius. */
static bool is_displaced(const double *values, unsigned dofs) {
    const double least = 1e-6 * values[LT_R_OVERLAP_MAX]; /* m */
    bool any = false;
    for (size_t i = 0; i < LT_DOFS; i++)
        any |= has_dof(dofs, i) && fabs(values[LT_UN + i]) * (i < 3 ? 1 : values[LT_R_EFF]) > least;
    return any;
}

/* True if the law resists in one of the degrees of freedom DOFS (bits): a new contact is
 * pressed to the largest overlap of the run, then displaced by a millionth of it. A rotation is
 * that distance over the effective radius. */
static bool is_resisted(struct lt_setup *setup, unsigned dofs) {
    const struct lt_law *law = setup->program->law;
    const double *params = setup->values + setup->program->names->params;
    const double deep = setup->values[LT_R_OVERLAP_MAX];
    bool any = false;
    for (size_t i = 0; i < LT_DOFS && !any; i++) {
        if (!has_dof(dofs, i))
            continue;
        memset(setup->probe, 0, (law->n_state + 1) * sizeof *setup->probe);
        struct lt_drive_step s = {.u = {-deep}, .du = {-deep}, .dt = setup->dt};
        law->one(params, setup->derived, &s.move, setup->probe, &s.out, setup->contact.loss);
        s.was = s.active;
        s.du[0] = 0;
        s.u[i] = s.du[i] = 1e-6 * deep / (i < 3 ? 1 : setup->values[LT_R_EFF]);
        s.v[i] = s.du[i] / setup->dt;
        law->one(params, setup->derived, &s.move, setup->probe, &s.out, setup->contact.loss);
        any = s.f[i] != 0 || s.viscous[i] != 0;
    }
    return any;
}

/* Lists in TEXT of SIZE bytes the parameters that are 0 and of which each, set to 1 by itself,
 * would make the law resist in DOFS (bits), as "ks or ct"; empty: none. */
static void name_missing(struct lt_setup *setup, unsigned dofs, char *text, size_t size) {
    const struct lt_names *names = setup->program->names;
    const size_t n_params = setup->program->law->n_params;
    double *params = setup->values + names->params;
    double *kept = lt_arena_get(setup->arena, (n_params + 1) * sizeof *kept);
    memcpy(kept, params, n_params * sizeof *kept);
    *text = '\0';
    for (size_t k = 0; k < names->count; k++) {
        const struct lt_name *name = &names->list[k];
        if (name->kind != LT_NAME_PARAM || setup->values[name->slot] != 0 ||
            setup->program->law->params[name->slot - names->params].choices)
            continue;
        const double one = 1;
        const size_t used = strlen(text);
        if (lt_setup_law_change(setup, &name, NULL, &one, 1) && is_resisted(setup, dofs))
            snprintf(text + used, size - used, "%s%s", used > 0 ? " or " : "", name->name);
        memcpy(params, kept, n_params * sizeof *kept);
    }
    lt_setup_law_derive(setup);
    memcpy(params, kept, n_params * sizeof *kept);
}

/* Warns, after a run, of each friction coefficient that limits a force which the law does not
 * have, though the pair was displaced in that direction. Such a coefficient is probably a
 * mistake: a stiffness or dashpot is missing. */
void lt_run_limits(struct lt_running *run) {
    struct lt_setup *setup = &run->setup;
    const struct lt_law *law = setup->program->law;
    const double *params = setup->values + setup->program->names->params;
    if (setup->served || law->forward_only || !(setup->values[LT_R_OVERLAP_MAX] > 0))
        return;
    for (size_t k = 0; k < sizeof limits / sizeof *limits; k++) {
        const long i = lt_roles_find(law, limits[k].role);
        const unsigned dofs = limits[k].dofs;
        if (i < 0 || !(params[i] > 0) || !is_limit_given(setup, (size_t)i) ||
            !is_displaced(setup->values, dofs) || is_resisted(setup, dofs))
            continue;
        char missing[256];
        name_missing(setup, dofs, missing, sizeof missing);
        if (*missing) /* else a choice of the law has excluded this force */
            lt_run_record_warn(run,
                               "%s = %g has no effect: the law has no %s; that needs %s above 0",
                               law->params[i].name, params[i], limits[k].what, missing);
    }
}
