/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/touch.h"

#include "base/arena.h"
#include "registry/drive.h"
#include "registry/laws.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Stiffness ------------------------------------------------------------------------------- */

/* Evaluates the law for one DoF, in one step from touch to OVERLAP (m) and the displacement U (m
 * or rad) at velocity V. A velocity as small as U leaves the elastic part of the force as it is. */
static struct lt_drive_step probe_one_step(struct lt_setup *setup, size_t dof, double overlap,
                                           double u, double v) {
    const struct lt_law *law = setup->program->law;
    struct lt_drive_step s = {.u = {-overlap}, .du = {-overlap}, .dt = 1, .was = 1};
    s.u[dof] = s.du[dof] = u;
    s.v[dof] = v;
    memset(setup->probe, 0, (law->n_state + 1) * sizeof *setup->probe);
    law->one(setup->values + setup->program->names->params, setup->derived, &s.move, setup->probe,
             &s.out, setup->contact.loss);
    return s;
}

/* Computes stiffness (N/m, N m/rad) and viscosity (N s/m, N m s/rad) of every DoF at first touch
 * from the law: at an overlap of 1e-9 of the radius, small against the particles, then a shear
 * small against the overlap. Of a normal force that jumps at touch (setup->jumps), the stiffness
 * is its growth from a smaller overlap. */
void lt_touch_tangent(struct lt_setup *setup) {
    const struct lt_law *law = setup->program->law;
    double touch = 1e-9 * setup->pair.r_eff, small = 1e-12 * touch, near = 1e-3 * touch;
    for (size_t i = 0; i < LT_DOFS; i++) {
        setup->stiffness[i] = setup->viscosity[i] = 0;
        if (!(law->acts >> i & 1))
            continue;
        double u = i > 0 ? small : -touch, v = i > 0 ? small : -small;
        struct lt_drive_step s = probe_one_step(setup, i, touch, u, v);
        double drag = s.viscous[i];
        setup->stiffness[i] = (s.f[i] - drag) / u;
        setup->viscosity[i] = drag / v;
    }
    /* A force at a thousandth of the overlap that is still more than half as large jumps at
     * touch. */
    double force = -setup->stiffness[0] * touch;
    struct lt_drive_step nearer = probe_one_step(setup, 0, near, -near, -small);
    double least = nearer.out.fn - nearer.out.vfn;
    setup->jumps = fabs(least) > 0.5 * fabs(force);
    if (setup->jumps)
        setup->stiffness[0] = (least - force) / (touch - near);
}

/* ---- How the contact answers to overlap ------------------------------------------------------ */

enum { DEPTHS = 10 }; /* decades of overlap, up to the effective radius */

/* The contact is pressed together at rest, a decade of overlap a step. */
struct press {
    double un[DEPTHS], fn[DEPTHS];
};

/* Presses a new contact to several overlaps, each ten times the previous one and the last the
 * effective radius, and notes un (m) and the elastic force (N; above 0 it attracts). */
static struct press press_together(struct lt_setup *setup) {
    const struct lt_law *law = setup->program->law;
    struct press p;
    double before = 0, active = 1;
    memset(setup->probe, 0, (law->n_state + 1) * sizeof *setup->probe);
    for (int i = 0; i < DEPTHS; i++) {
        double un = -setup->pair.r_eff * pow(10, 1 - DEPTHS + i);
        struct lt_move move = {.un = un, .dun = un - before, .dt = 1, .active = active};
        struct lt_out out;
        law->one(setup->values + setup->program->names->params, setup->derived, &move, setup->probe,
                 &out, setup->contact.loss);
        p.un[i] = before = un;
        p.fn[i] = out.fn - out.vfn;
        active = out.active;
    }
    return p;
}

/* True if the contact attracts at every overlap, and more the deeper: adhesion attracts, too,
 * but less the deeper. */
static bool is_pulling(const struct press *p) {
    bool all = p->fn[DEPTHS - 1] > p->fn[0];
    for (int i = 0; i < DEPTHS; i++)
        all &= p->fn[i] > 0;
    return all;
}

/* True if the contact has no normal force at all, neither elastic nor viscous. */
static bool is_yielding(const struct lt_setup *setup, const struct press *p) {
    bool none = setup->viscosity[0] == 0;
    for (int i = 0; i < DEPTHS; i++)
        none &= p->fn[i] == 0;
    return none;
}

/* The message that the contact attracts where it should repel. */
static const char *pulling_text(const struct lt_setup *setup, const struct press *p) {
    int i = DEPTHS / 2;
    return lt_arena_print(setup->arena,
                          "fn = %.3g N at un = %.3g m: fn > 0 while un < 0, the contact pulls, and "
                          "more with larger overlap; compression is fn < 0, a spring fn = kn*un",
                          p->fn[i], p->un[i]);
}

/* The parameter, 0 or at a bound of its range, whose change by 1 (or to the middle of a narrow
 * range) gives the contact a finite stiffness > 0; NULL: none. It names the cause in a message.
 * Parameters and stiffness are restored. */
static const struct lt_name *missing_stiffness(struct lt_setup *setup) {
    const struct lt_law *law = setup->program->law;
    const struct lt_names *names = setup->program->names;
    for (size_t i = 0; i < names->count; i++) {
        const struct lt_name *name = &names->list[i];
        if (name->kind != LT_NAME_PARAM)
            continue;
        const struct lt_field *field = &law->params[name->slot - names->params];
        const double was = setup->values[name->slot];
        if (field->choices || !(was == 0 || was == field->min || was == field->max))
            continue;
        const double other = was + 1 <= field->max   ? was + 1
                             : was - 1 >= field->min ? was - 1
                                                     : 0.5 * (field->min + field->max);
        bool stiff = false;
        if (lt_setup_law_change(setup, &name, NULL, &other, 1)) {
            lt_touch_tangent(setup);
            stiff = setup->stiffness[0] > 0 && isfinite(setup->stiffness[0]);
        }
        lt_setup_law_change(setup, &name, NULL, &was, 1);
        lt_touch_tangent(setup);
        if (stiff)
            return name;
    }
    return NULL;
}

/* The message that the normal force is infinite or not a number, with the parameter by which the
 * law most likely divides. */
static const char *infinite_text(struct lt_setup *setup) {
    const struct lt_name *name = missing_stiffness(setup);
    const char *what = isnan(setup->stiffness[0]) ? "not a number" : "infinite";
    if (!name)
        return lt_arena_print(setup->arena, "at first touch the normal force of the law is %s",
                              what);
    const double value = setup->values[name->slot];
    const struct lt_field *field =
        &setup->program->law->params[name->slot - setup->program->names->params];
    return lt_arena_print(
        setup->arena, "%s is %g%s: at first touch the normal force of the law is %s", name->name,
        value, value == field->min || value == field->max ? ", a bound of its range" : "", what);
}

/* The message that the contact has no stiffness along n, with the parameter that is most likely
 * the cause. */
static const char *yielding_text(struct lt_setup *setup) {
    const struct lt_name *name = missing_stiffness(setup);
    return lt_arena_print(
        setup->arena, "%s: there is no stiffness along n, and the contact time t_c is not known",
        name ? lt_arena_print(setup->arena, "%s is %g", name->name, setup->values[name->slot])
             : "fn is 0 at any overlap");
}

/* ---- How long an impact lasts ---------------------------------------------------------------- */

/* The duration in s of an undamped impact at this SPEED in m/s, by the work of the force over
 * overlaps that grow by a quarter each; infinite: the force does not stop it within ten radii. */
double lt_touch_duration(struct lt_setup *setup, double speed) {
    static const double deeper = 1.25; /* than the overlap before: time to within some percent */
    const double energy = 0.5 * setup->pair.m_eff * speed * speed, deepest = 10 * setup->pair.r_eff;
    double before = 0, force = 0, stored = 0, v = speed, time = 0;
    struct lt_out out = {.active = 1};
    memset(setup->probe, 0, (setup->program->law->n_state + 1) * sizeof *setup->probe);
    for (double d = 1e-9 * setup->pair.r_eff; d < deepest; d *= deeper) {
        struct lt_move move = {.un = -d, .dun = before - d, .dt = 1, .active = out.active};
        setup->program->law->one(setup->values + setup->program->names->params, setup->derived,
                                 &move, setup->probe, &out, setup->contact.loss);
        const double push = out.vfn - out.fn, more = 0.5 * (force + push) * (d - before);
        if (isnan(more))
            break;
        /* Within the last interval the speed falls from v to 0 with constant force, in 2/v times
         * the remaining way; rebound takes as long as approach. */
        if (stored + more >= energy) /* it stops there, slowed down by much the same force */
            return 2 * (time + 2 * (d - before) * (energy - stored) / (more * v));
        stored += more;
        const double slower = sqrt(2 * (energy - stored) / setup->pair.m_eff);
        time += 2 * (d - before) / (v + slower);
        before = d, force = push, v = slower;
    }
    return INFINITY;
}

/* ---- Whether it matters ---------------------------------------------------------------------- */

/* True if the condition UNTIL can become true without a force, since it uses time, steps or
 * displacements. */
static bool ends_without_force(const struct lt_formula *until) {
    for (size_t i = 0; i < until->n_used; i++) {
        size_t slot = until->used[i]->slot;
        if (slot <= LT_STEP || (slot >= LT_UN && slot <= LT_AT) || slot == LT_C_TIME)
            return true;
    }
    return false;
}

/* True if a stage or an earlier run may change the law's parameters or state, so that first
 * touch need not be as found now. */
static bool may_change(const struct lt_program *program) {
    for (size_t i = 0; i < program->n_stages; i++)
        for (size_t k = 0; k < program->stages[i].n_done; k++)
            if (program->stages[i].done[k].kind == LT_SET)
                return true;
    return program->start;
}

/* True if the first stage lets the particles approach without end unless a force stops them: it
 * moves or falls along n, and its end does not come by time or motion. */
static bool stage_closes(struct lt_setup *setup) {
    const struct lt_stage *first = &setup->program->stages[0];
    bool free = strchr(".i", first->whats[0]);
    return free && (lt_setup_times_impact(setup) < 0 || setup->gravity[0] < 0) &&
           !ends_without_force(first->until);
}

/* Notes a tangential or rotational stiffness of the wrong sign, as a warning in setup->odd. */
static void note_shear(struct lt_setup *setup) {
    static const char *const dof[LT_DOFS][2] = {{"fn", "un"}, {"fs", "us"}, {"ft", "ut"},
                                                {"mn", "an"}, {"ms", "as"}, {"mt", "at"}};
    for (size_t i = 1; i < LT_DOFS && !setup->odd[0]; i++)
        if (setup->stiffness[i] < 0)
            snprintf(
                setup->odd, sizeof setup->odd,
                "%s < 0 while %s > 0 just after first touch: the contact drives the motion on; "
                "a spring is %s = k*%s",
                dof[i][0], dof[i][1], dof[i][0], dof[i][1]);
}

/* The reason why the contact cannot be run with its stiffness at first touch, as a message;
 * NULL: none. Mere oddities become a warning. */
const char *lt_touch_wrong(struct lt_setup *setup) {
    note_shear(setup);
    if (may_change(setup->program))
        return NULL;
    if (!isfinite(setup->stiffness[0]))
        return infinite_text(setup);
    if (!(setup->stiffness[0] <= 0))
        return NULL;
    struct press p = press_together(setup);
    if (is_pulling(&p) && !lt_setup_times_imposed(setup->program, 0))
        return pulling_text(setup, &p);
    if (is_pulling(&p))
        snprintf(setup->odd, sizeof setup->odd, "%s", pulling_text(setup, &p));
    if (is_yielding(setup, &p) && stage_closes(setup))
        return yielding_text(setup);
    return NULL;
}

/* The reason why the contact time t_c is not known, as a message. */
const char *lt_touch_no_time(struct lt_setup *setup) {
    struct press p = press_together(setup);
    if (setup->program->law->contact_time && isnan(lt_setup_times_impact(setup)))
        return "the contact time t_c of this law depends on the speed of the impact, and neither a "
               "stage nor particles.*.velocity gives one along n";
    if (is_pulling(&p))
        return pulling_text(setup, &p);
    if (is_yielding(setup, &p))
        return yielding_text(setup);
    return lt_arena_print(setup->arena,
                          "the contact time t_c is not known: at first touch fn = %.3g N at un = "
                          "%.3g m, which gives no stiffness",
                          p.fn[0], p.un[0]);
}
