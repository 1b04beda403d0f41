/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_never.c: contacts that never separate.
 *
 * The rules need a normal motion that nothing else acts on, constant loads, and a passive law. M is
 * the mobility, the inverse of the mass that moves; d = -un, w = vn.
 *
 * Damping. Let the contact push with k d^n and a dashpot resist with c d^q w, q <= (n - 1)/2. On
 * the curve w = lambda d^p, p = (n + 1)/2, the motion turns below the curve where p lambda^2 - M c
 * lambda + M k <= 0; then a motion below the curve never reaches touch. Such a lambda exists if M c
 * >= 2 sqrt(p M k). For a linear spring in steps of length h, which make w1 = w + h M (k d - c w)
 * and d1 = d - h w1, both eigenvalues are real and positive, if M c + h M k >= 2 sqrt(M k) and h M
 * c < 1. For n > 1 the steps need no term of their own: d^p is convex, so they stay below the curve
 * where the motion does.
 *
 * Energy. The pair passes this place again at most as fast as now, since a passive law adds no
 * energy. If a pair that opens from here with this speed stops while the contact lasts, so does any
 * slower one: where the force depends on overlap and speed alone, paths in the plane of un and vn
 * do not cross.
 *
 * Laws with a memory for time, and codes, cannot be evaluated at other states. For them the energy
 * that is left is compared with the work against the loads up to the gap at which the contact ends.
 */
#include "run/running.h"
#include "step/balance.h"

#include <math.h>
#include <string.h>

/* Relative. An underdamped contact this close to critical damping separates with
 * exp(-pi/sqrt(2e-9)) of its speed, which is 0 in double precision. */
static const double tolerance = 1e-9;
/* Fraction of the impact's energy that does not count: with less the particles separate at most at
 * 1e-12 of the impact speed. With a code, whose coordinates carry their rounding into the force, at
 * most at 1e-9 of it, the accuracy of a calibration. */
static const double negligible = 1e-24, negligible_in_code = 1e-18;
/* Fraction of the impact's energy below which a pair under its weight sinks through a viscous
 * layer: a hundredth of the impact speed. */
static const double slow_share = 1e-4;
/* Relative: gains of energy on the way out are overestimated by it, to cover the finite steps. */
static const double margin = 0.01;

/* ---- The condition until --------------------------------------------------------------------- */

/* True if a name occurs in until of the stage. */
static bool until_names(const struct lt_stage *stage, size_t slot) {
    for (size_t i = 0; i < stage->until->n_used; i++)
        if (stage->until->used[i]->slot == slot)
            return true;
    return false;
}

/* True if until depends on the end of the contact alone, and no stage or restart follows. */
static bool waits_for_separation(const struct lt_running *run) {
    const struct lt_stage *stage = lt_run_stage(run);
    for (size_t i = 0; i < stage->until->n_used; i++) {
        size_t slot = stage->until->used[i]->slot;
        if (slot != LT_BROKEN && slot != LT_REBOUND && slot != LT_CONTACT)
            return false;
    }
    for (size_t i = 0; i < stage->n_done; i++)
        if (stage->done[i].kind == LT_RESTART)
            return false;
    return stage->until->n_used > 0 && stage->n_at == 0 &&
           run->stage + 1 == run->setup.program->n_stages;
}

/* Returns true if the stage waits for the contact to separate, and for nothing else, under
 * loads and a law that lt_run_never_separates can judge. */
bool lt_run_never_applies(const struct lt_running *run) {
    const char *whats = lt_run_stage(run)->whats;
    for (size_t i = 0; i < LT_DOFS; i++)
        if (run->loading.varies[i] || strchr("us", whats[i]))
            return false;
    return waits_for_separation(run) && whats[0] != 'v' && run->loading.inertia.p.own[0] > 0 &&
           run->setup.contact.law->n_state <= LT_BALANCE_STATE;
}

/* ---- The law at other states ----------------------------------------------------------------- */

/* Evaluates the law in a step to UN (m), opening with speed W (m/s), within DT (s); values[]
 * and STATE follow. ASIDE: with the tangential and rotational velocities of the pair, otherwise
 * without. Returns the forces. */
static struct lt_out drive_to(const struct lt_running *run, double *state, double un, double w,
                              double dt, bool aside) {
    double *values = run->setup.values, du[LT_DOFS] = {un - values[LT_UN]};
    for (size_t i = 1; i < LT_DOFS; i++) {
        du[i] = aside ? dt * values[LT_VN + i] : 0;
        values[LT_VN + i] = aside ? values[LT_VN + i] : 0;
        values[LT_UN + i] += du[i];
    }
    values[LT_UN] = un;
    values[LT_VN] = w;
    return lt_ledger_try(&run->setup.contact, values, du, dt, state);
}

/* How the law is driven to a state: a law without memory gives the same force on each path.
 * SIDEWAYS adds the tangential motion, SLOW takes 1000 steps' time, TWO_STEPS stops half-way. */
enum path { DIRECT, SIDEWAYS, SLOW, TWO_STEPS };

/* Returns the law's forces at UN, m, opening with speed W, m/s, on a given path; the state of the
 * run is restored. */
static struct lt_out evaluate_at(const struct lt_running *run, double un, double w,
                                 enum path path) {
    double *values = run->setup.values, kept[2 * LT_DOFS], state[LT_BALANCE_STATE];
    const double h = run->setup.dt, before = un - w * h;
    memcpy(kept, values + LT_UN, sizeof kept);
    memcpy(state, values + run->setup.contact.names->state,
           run->setup.contact.law->n_state * sizeof *state);
    if (path == TWO_STEPS)
        drive_to(run, state, 0.5 * (before + values[LT_UN]), w, h, false);
    drive_to(run, state, before, w, path == SLOW ? 1000 * h : h, path == SIDEWAYS);
    struct lt_out out = drive_to(run, state, un, w, h, path == SIDEWAYS);
    memcpy(values + LT_UN, kept, sizeof kept);
    return out;
}

/* Returns true if the normal force at UN (m) and W (m/s) depends on overlap and speed alone: it
 * is the same on all paths. */
static bool is_memoryless(const struct lt_running *run, double un, double w) {
    double f = evaluate_at(run, un, w, DIRECT).fn;
    if (f == 0) /* says nothing */
        return false;
    for (enum path path = SIDEWAYS; path <= TWO_STEPS; path++)
        if (!(fabs(evaluate_at(run, un, w, path).fn - f) <= tolerance * fabs(f)))
            return false;
    return true;
}

/* True if nothing else drives the normal motion. In space, spin and slip draw the particles apart,
 * unless a ball is on a flat body. A contact that holds beyond touch may also be torn by slip. */
static bool is_unperturbed(const struct lt_running *run, double lost_gap) {
    const double *values = run->setup.values;
    const struct lt_bodies *bodies = &run->setup.bodies;
    const bool apart = run->setup.in_space && (!bodies->flat || bodies->solids);
    bool slides = false, spins = false;
    for (size_t i = 1; i < LT_DOFS; i++)
        slides |= values[LT_VN + i] != 0 || run->loading.weight[i] != 0;
    for (size_t i = 0; i < 3; i++)
        spins |= values[LT_WXA + i] != 0 || values[LT_WXB + i] != 0;
    return !(apart && (slides || spins)) && !(slides && lost_gap > 0);
}

/* ---- The rules ------------------------------------------------------------------------------- */

/* The normal motion, in SI units. */
struct motion {
    const struct lt_running *run;
    double un, w;    /* gap; the speed at which it opens, or would open, m/s */
    double mobility; /* M, 1/kg */
    double push;     /* force of the loads, N: > 0 pulls apart */
    double impact;   /* energy of the impact, J */
    double distance; /* up to the gap at which the contact ends, as the law has it now, m */
};

/* Returns true if the dashpot alone keeps the pair from reaching touch: the rule of damping
 * above. The powers n and q are measured at three depths, with depth and speed in a constant
 * ratio. */
static bool is_overdamped(const struct motion *m) {
    const struct lt_setup *setup = &m->run->setup;
    const double ratio = 1024, d = -m->un,
                 h = setup->exact || setup->program->motion.full_step ? 0 : setup->dt;
    double k[3], c[3]; /* force times M, per depth, 1/s^2, and per speed, 1/s */
    if (!(d > 0 && m->w > 0) || m->push != 0)
        return false;
    for (int i = 0; i < 3; i++) {
        const double share = pow(ratio, -i),
                     at_rest = evaluate_at(m->run, -share * d, 0, DIRECT).fn;
        const struct lt_out out = evaluate_at(m->run, -share * d, share * m->w, DIRECT);
        k[i] = m->mobility * -at_rest / (share * d);
        c[i] = m->mobility * (out.fn - at_rest) / (share * m->w);
        if (!(out.active > 0 && k[i] > 0 && c[i] > 0))
            return false;
    }
    /* The force of the dashpot, twice that at half the speed: equal to it if it is linear in
     * speed. */
    const double half =
        2 * (evaluate_at(m->run, m->un, 0.5 * m->w, DIRECT).fn + k[0] * d / m->mobility);
    const double n = 1 + log(k[0] / k[1]) / log(ratio), q = log(c[0] / c[1]) / log(ratio);
    const bool powers = fabs(k[0] * k[2] / (k[1] * k[1]) - 1) < tolerance &&
                        fabs(c[0] * c[2] / (c[1] * c[1]) - 1) < tolerance &&
                        fabs(half * m->mobility / (c[0] * m->w) - 1) < tolerance;
    /* The rule: powers hold, n >= 1, q <= (n - 1)/2, and the damping exceeds the critical one. */
    const bool linear = fabs(n - 1) < tolerance;
    const double p = 0.5 * (n + 1), kh = linear ? h * k[0] : 0;
    if (!powers || n < 1 - tolerance || q > 0.5 * (n - 1) + tolerance || !(h * c[0] < 1) ||
        !((1 + tolerance) * (c[0] + kh) >= 2 * sqrt(p * k[0])))
        return false;
    /* w <= lambda d with the larger root lambda of p (1 - h c) lambda^2 - (c - h k) lambda + k
     * = 0; the terms in h are those of a linear law in finite steps. */
    const double root = sqrt(fmax(0, (c[0] + kh) * (c[0] + kh) - 4 * p * k[0]));
    return m->w <= (c[0] - kh + root) / (2 * p * (linear ? 1 - h * c[0] : 1)) * d;
}

/* Returns true if the motion would stop on the way out, even if it began outwards now with its
 * speed: the rule of energy above. It steps outwards in un (m); in each step the least
 * resistance (N) counts, at the least speed (m/s). */
static bool stops_before_separation(const struct motion *m) {
    enum { MOST = 4000 }; /* steps; far more than a smooth force needs */
    const struct lt_setup *setup = &m->run->setup;
    const double kick = m->mobility * fabs(m->push - setup->values[LT_FN]) * setup->dt;
    const double w0 =
        m->w + (setup->exact ? 0 : 0.5 * kick); /* leapfrog has it half a step before */
    double energy = (1 + margin) * 0.5 * w0 * w0 / m->mobility, most = energy;
    double un = m->un, step = w0 * setup->dt,
           resists = evaluate_at(m->run, un, w0, DIRECT).fn - m->push;
    for (int i = 0; i < MOST; i++) {
        /* Least energy, J, at the end of the step, and the force there; a viscous force must
         * resist. */
        const double left = fmax(0, energy - fmax(0, resists) * step);
        const struct lt_out out =
            evaluate_at(m->run, un + step, sqrt(2 * m->mobility * left), DIRECT);
        const double next = out.fn - m->push, least = fmin(resists, next);
        if (!(out.active > 0) || !(out.vfn >= 0) || !isfinite(next))
            return false;
        /* A step changes the energy by at most 5 %. */
        if (fmax(-least, resists) * step > 0.05 * energy) {
            step *= 0.5;
            continue;
        }
        /* A force that drives the pair out is overestimated by the margin. */
        energy -= (least < 0 ? 1 + margin : 1) * least * step;
        most = fmax(most, energy);
        un += step;
        resists = next;
        step *= 1.2;
        if (energy < 1e-6 * most) /* the margin covers this, unless a load pulls on */
            return is_memoryless(m->run, un, sqrt(2 * m->mobility * left)) &&
                   evaluate_at(m->run, un, 0, DIRECT).fn >= m->push;
    }
    return false;
}

/* True if the energy that is left could separate the pair only at a speed that does not count. A
 * code does not report its stored energy: it is bounded by the present force, if that lasted all
 * the way out. */
static bool is_spent(const struct motion *m) {
    const double *values = m->run->setup.values;
    const double kinetic = 0.5 * m->w * m->w / m->mobility;
    if (m->run->setup.served)
        return fmax(kinetic, values[LT_E_KINETIC]) + fabs((m->push - values[LT_FN]) * m->distance) <
               negligible_in_code * m->impact;
    return kinetic + values[LT_E_STRAIN] + m->push * m->distance < negligible * m->impact;
}

/* Returns true if the contact, from the state in values[] and the velocities half a step
 * before, can no longer separate by the rules above: it is at rest, overdamped, or stops before
 * the gap at which the contact ends. False: it separates, or that is not known. */
bool lt_run_never_separates(const struct lt_running *run) {
    const struct lt_loading *loading = &run->loading;
    const double *values = run->setup.values, v0 = run->outcome.v_before[0];
    struct motion m = {
        .run = run,
        .un = values[LT_UN],
        .w = fmax(fabs(values[LT_VN]), run->setup.exact ? 0 : fabs(run->leap.before[0])),
        .mobility = loading->inertia.p.own[0],
        .push = loading->weight[0] + (loading->stage->whats[0] == 'f' ? loading->numbers[0] : 0)};
    /* TRIES: the law can be evaluated at other states. */
    const bool tries = !run->setup.contact.law->forward_only;
    if (!(values[LT_CONTACT] > 0))
        return false;
    const struct lt_out answer =
        tries ? evaluate_at(run, m.un, 0, DIRECT) : (struct lt_out){.fn = 0};
    const double lost_gap = tries ? answer.lost_gap : *run->setup.contact.lost_gap;
    /* Energy of the impact, J, and the way, m, to the gap at which the contact ends. */
    m.impact = fmax(run->energy, 0.5 * v0 * v0 / m.mobility);
    m.distance = lost_gap - m.un;
    if (!is_unperturbed(run, lost_gap) || !tries)
        return !tries && is_spent(&m);
    const double kinetic = 0.5 * m.w * m.w / m.mobility;
    const bool rests = kinetic < negligible * m.impact;
    /* Or it sinks under its weight through a viscous layer, before the surfaces touch. */
    const bool slow =
        rests || (m.push < 0 && m.un > 0 && kinetic < slow_share * m.impact && answer.fn == 0);
    /* Results such as the largest overlap are final only after the motion has turned. */
    if (!slow && !(values[LT_STAGE_BOUNCES] > 0))
        return false;
    /* A speed of 0 would make the rules divide by it. */
    m.w = fmax(m.w, 1e-20 * sqrt(2 * m.impact * m.mobility));
    if (!is_memoryless(run, 0.5 * m.un, 0.5 * m.w))
        return rests && is_spent(&m);
    /* A rebound that until waits for is also true where the motion turns twice. */
    const bool held = slow || !until_names(lt_run_stage(run), LT_REBOUND);
    return is_overdamped(&m) || (held && stops_before_separation(&m));
}
