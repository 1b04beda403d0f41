/* SPDX-License-Identifier: GPL-3.0-or-later */
/* setup_times.c: the contact time, the largest stable step, and the time step that follows. */
#include "registry/own_part.h"
#include "setup/setup.h"
#include "setup/stiffest.h"
#include "setup/touch.h"

#include <string.h>

/* True if all stages impose the motion of this DoF, so that neither force nor inertia moves it. */
bool lt_setup_times_imposed(const struct lt_program *program, size_t dof) {
    for (size_t i = 0; i < program->n_stages; i++)
        if (strchr(".if", program->stages[i].whats[dof]))
            return false;
    return true;
}

/* The critical time step in s of a degree of freedom at first touch, of leapfrog with viscous
 * damping: 2/omega (sqrt(1 + z^2) - z), omega^2 = k w with the inverse mass w, z the damping
 * ratio. The dashpot acts on the velocity half a step behind, which shortens the step. Infinite:
 * any is stable. */
static double critical_at_touch(const struct lt_setup *setup, size_t dof) {
    double k = setup->stiffness[dof], w = setup->mobility[dof][dof];
    if (!(k > 0) || !(w > 0) || lt_setup_times_imposed(setup->program, dof))
        return INFINITY;
    double omega = sqrt(k) * sqrt(w), z = setup->viscosity[dof] * w / (2 * omega);
    /* A large z would leave nothing of the difference. */
    return 2 * (z < 1 ? sqrt(1 + z * z) - z : 1 / (hypot(1, z) + z)) / omega;
}

/* The largest time step in s that is stable at first touch, each degree of freedom by itself;
 * infinite: any. */
double lt_setup_times_at_touch(const struct lt_setup *setup) {
    double least = INFINITY;
    for (size_t i = 0; i < LT_DOFS; i++)
        least = fmin(least, critical_at_touch(setup, i));
    return least;
}

/* *VALUE gets the number that stage number STAGE imposes along n, in the SI unit of its letter.
 * False: it varies with time, or has no value. */
bool lt_setup_times_constant(struct lt_setup *setup, size_t stage, double *value) {
    const struct lt_stage *of = &setup->program->stages[stage];
    const struct lt_formula *formula = of->formulas[0];
    char why[256];
    if (of->series[0] || (formula && !lt_setup_is_constant(setup, formula)))
        return false;
    return formula ? lt_setup_formula(setup, formula, value, why, sizeof why)
                   : lt_setup_number(setup, &of->numbers[0], value);
}

/* The relative normal velocity in m/s with which the particles start, below 0 on approach; 0 if
 * the file gives none. */
static double approach_velocity(struct lt_setup *setup) {
    const struct lt_particle *particles = setup->program->particles;
    double a, b;
    return lt_setup_optional(setup, &particles[0].velocity[0], 0, &a) &&
                   lt_setup_optional(setup, &particles[1].velocity[0], 0, &b)
               ? b - a
               : 0;
}

/* The first normal velocity in m/s that the particles have or a stage imposes; NaN: none. */
static double first_velocity(struct lt_setup *setup) {
    double v = approach_velocity(setup);
    if (v != 0 && strchr(".fs", setup->program->stages[0].whats[0]))
        return v;
    for (size_t i = 0; i < setup->program->n_stages; i++) {
        const struct lt_stage *stage = &setup->program->stages[i];
        char why[256];
        bool ok = true;
        v = 0;
        if (stage->series[0] && stage->whats[0] == 'v')
            v = lt_series_at(stage->series[0], 0);
        else if (stage->whats[0] == 'v')
            ok = lt_setup_formula(setup, stage->formulas[0], &v, why, sizeof why);
        else if (stage->whats[0] == 'i')
            ok = lt_setup_number(setup, &stage->numbers[0], &v);
        if (ok && v != 0)
            return v;
    }
    return NAN;
}

/* How the particles come near each other: their gap, velocity and acceleration along n. What falls
 * is faster at touch. */
struct fall {
    double gap, v, pull;
};

/* Finds the free fall before first touch: gap to the interaction range (m), velocity (m/s) and
 * acceleration (m/s^2), which is below 0 where it closes the gap. False: there is none. */
static bool find_fall(struct lt_setup *setup, struct fall *fall) {
    const char what = setup->program->stages[0].whats[0];
    double force = 0, v = approach_velocity(setup);
    if (what == 'i' && !lt_setup_times_constant(setup, 0, &v))
        v = 0;
    *fall = (struct fall){setup->gap - setup->contact.reach, v, setup->gravity_n};
    if (!strchr(".if", what) || (what == 'f' && !lt_setup_times_constant(setup, 0, &force)))
        return false;
    fall->pull += force / setup->pair.m_eff;
    return fall->gap > 0 && fall->pull < 0;
}

/* The normal velocity in m/s at first touch, below 0 on approach: after the fall through the
 * gap, v^2 - 2 a gap with a < 0, or as given; NaN: none. */
double lt_setup_times_impact(struct lt_setup *setup) {
    struct fall f;
    return find_fall(setup, &f) ? -sqrt(f.v * f.v - 2 * f.pull * f.gap) : first_velocity(setup);
}

/* The time in s that the particles fall through the initial gap; 0: they do not. */
double lt_setup_times_fall(struct lt_setup *setup) {
    struct fall f;
    return find_fall(setup, &f) ? (f.v + sqrt(f.v * f.v - 2 * f.pull * f.gap)) / -f.pull : 0;
}

/* Refuses stages that leave motion to inertia where the file gives the instants of steps:
 * leapfrog needs steps of equal length. True: all motion is imposed; false: refused, setup->why
 * has the reason. */
static bool refuse_inertia(struct lt_setup *setup) {
    for (size_t i = 0; i < setup->program->n_stages; i++) {
        const struct lt_stage *stage = &setup->program->stages[i];
        if (strspn(stage->whats, "uvs") == LT_DOFS)
            continue;
        setup->mark = stage->mark;
        return lt_setup_fail(
            setup,
            "stage '%s' leaves motion to inertia ('%s'): with motion.instants all of "
            "it is imposed, by u, v or s",
            stage->name, stage->whats);
    }
    return true;
}

/* Seconds that a step may have, so that those of a run can be added up. */
static const double longest = 1e100;

/* Sets the time step in s: motion.dt, or by default a hundredth of the impact's duration, at
 * most the law's relaxation time. False: it is not positive, or not finite over a run;
 * setup->why has the reason. */
static bool time_step(struct lt_setup *setup) {
    const struct lt_formula *formula = setup->program->motion.dt;
    double *values = setup->values;
    char why[256] = "";
    if (setup->program->motion.instants.at) {
        values[LT_DT] = setup->dt = setup->program->motion.instants.at[1];
        return refuse_inertia(setup);
    }
    setup->dt = setup->lasts / 100;
    if (!setup->exact) /* which has no steps, but samples */
        setup->dt = fmin(setup->dt, setup->relaxation_time);
    bool ok = !formula || lt_setup_formula(setup, formula, &setup->dt, why, sizeof why);
    values[LT_DT] = setup->dt;
    if (ok && setup->dt > 0 && setup->dt <= longest)
        return true;
    if (formula)
        setup->mark = formula->mark;
    /* The reason of a bad step: t_c or t_crit that the formula uses is infinite, the formula
     * itself, or its value. */
    if (!isfinite(values[LT_T_C]) && (!formula || lt_formula_uses(formula, LT_T_C)))
        return lt_setup_fail(setup, "%s%s; give motion.dt in seconds", formula ? "motion.dt: " : "",
                             lt_touch_no_time(setup));
    if (formula && !isfinite(values[LT_T_CRIT]) && lt_formula_uses(formula, LT_T_CRIT))
        return lt_setup_fail(setup,
                             "motion.dt: t_crit is infinite: no DoF that is free has a stiffness");
    if (!ok)
        return lt_setup_fail(setup, "motion.dt: %s", why);
    return lt_setup_fail(setup,
                         isfinite(setup->dt) && setup->dt > 0
                             ? "motion.dt is %g s: the time of a run is to stay finite"
                             : "motion.dt is %g s: the time step must be positive and finite",
                         setup->dt);
}

/* A law whose state relaxes within a time that falls with the root of the speed of an impact
 * derives a number of this name, the square of that time times the speed. */
static const char relaxation[] = "relaxation";

/* The law's relaxation time in s in this impact, sqrt(derived number / speed); infinite: it has
 * none, or the speed is 0. */
static double relaxation_time(struct lt_setup *setup) {
    const struct lt_law *law = setup->program->law;
    for (size_t i = 0; i < law->n_derived; i++)
        if (strcmp(law->derived[i].name, relaxation) == 0 && setup->derived[i] > 0) {
            const double speed = fabs(lt_setup_times_impact(setup));
            return speed > 0 ? sqrt(setup->derived[i] / speed) : INFINITY;
        }
    return INFINITY;
}

/* Computes the critical time step t_crit in s, unless it is known, at the largest overlap of the
 * impact. The law is evaluated on trial. */
void lt_setup_times_critical(struct lt_setup *setup) {
    double *t_crit = &setup->values[LT_T_CRIT];
    if (!isnan(*t_crit))
        return;
    lt_setup_law_try(setup, true);
    setup->deepest = lt_stiffest_overlap(setup);
    *t_crit = fmin(lt_stiffest_step(setup, setup->deepest, ~0U), setup->relaxation_time);
    if (setup->contacts > 0)
        *t_crit = fmin(*t_crit, lt_stiffest_packing(setup, setup->deepest));
    lt_setup_law_try(setup, false);
}

/* The duration of the impact in s, from which `exact` spaces its samples: t_c, or less for a
 * contact that stiffens, whose stiffness at touch is next to none. A duration of more than half
 * of t_c counts as t_c. */
static double impact_lasts(struct lt_setup *setup) {
    const double t_c = setup->values[LT_T_C];
    if (!setup->exact || setup->program->law->contact_time ||
        lt_setup_times_imposed(setup->program, 0))
        return t_c;
    lt_setup_law_try(setup, true);
    const double time = lt_touch_duration(setup, fabs(lt_setup_times_impact(setup)));
    lt_setup_law_try(setup, false);
    return time < 0.5 * t_c ? time : t_c;
}

/* Fails with a reason found at first touch; always false. */
static bool fail_at_touch(struct lt_setup *setup, const char *why) {
    return lt_setup_fail(setup, "at first touch: %s%s", why,
                         strstr(why, ", where ")
                             ? "; the law is tried there along one axis at a time, at rest along "
                               "the others"
                             : "");
}

/* Computes t_c, the time step and, if a formula uses it, t_crit, all in s. False: the law has no
 * usable stiffness at touch, or the step is wrong; setup->why has the reason. */
bool lt_setup_times(struct lt_setup *setup) {
    const struct lt_program *program = setup->program;
    const struct lt_law *law = program->law;
    double *values = setup->values;
    setup->gravity_n = setup->gravity[0];
    lt_touch_tangent(setup);
    if (setup->interpreter && *lt_formula_law_wrong(setup->interpreter))
        return fail_at_touch(setup, lt_formula_law_wrong(setup->interpreter));
    if (lt_own_part_wrong(law))
        return fail_at_touch(setup, lt_own_part_wrong(law));
    /* t_c by the law, or half a period of a spring with the stiffness at first touch. */
    if (law->contact_time) {
        values[LT_T_C] = law->contact_time(&setup->pair, values + setup->program->names->params,
                                           setup->derived, fabs(lt_setup_times_impact(setup)));
    } else {
        values[LT_T_C] = M_PI * sqrt(setup->pair.m_eff / setup->stiffness[0]);
    }
    setup->lasts = impact_lasts(setup);
    setup->relaxation_time = relaxation_time(setup);
    values[LT_T_CRIT] = NAN;
    if (program->uses_critical)
        lt_setup_times_critical(setup);
    if (setup->served && *program->host->wrong(setup->served, &setup->mark))
        return lt_setup_fail(setup, "%s", program->host->wrong(setup->served, NULL));
    const char *wrong = lt_touch_wrong(setup);
    if (wrong || !time_step(setup))
        return !wrong ? false : lt_setup_fail(setup, "%s", wrong);
    setup->mark = program->motion.follows ? program->motion.mark : setup->mark;
    return !program->motion.follows || isfinite(values[LT_T_C]) ||
           lt_setup_fail(setup, "motion.steps: stiffness compares with t_c: %s",
                         lt_touch_no_time(setup));
}
