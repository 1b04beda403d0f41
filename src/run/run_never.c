/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_never.c: contacts that never separate.
 *
 * Needed is a normal motion that nothing else acts on, under loads that do not change, and a law
 * that is passive. M is the mobility, the inverse of the mass that moves; d = -un, w = vn.
 *
 * Damping. Let the contact push with k d^n and a dashpot hold with c d^q w, q <= (n - 1)/2. On the
 * curve w = lambda d^p, p = (n + 1)/2, the motion turns below the curve where
 * p lambda^2 - M c lambda + M k <= 0; then what opens slower than the curve never reaches touch.
 * Such a lambda exists if M c >= 2 sqrt(p M k). For a linear spring in steps of length h, which
 * make w1 = w + h M (k d - c w) and d1 = d - h w1, both eigenvalues are real and positive, if M c +
 * h M k >= 2 sqrt(M k) and h M c < 1. For n > 1 the steps need no term of their own: d^p is convex,
 * so they stay below the curve where the motion does.
 *
 * Energy. Whatever lies ahead, the pair passes this place again at most as fast as now. If a pair
 * that opens from here with this speed stops while the contact lasts, so does any slower one: where
 * the force depends on overlap and speed alone, paths in the plane of un and vn do not cross.
 *
 * Of laws with a memory for time, and of codes, which cannot be tried elsewhere, the energy that is
 * left is compared with the work against the loads up to where the contact ends. */
#include "run/running.h"
#include "step/balance.h"

#include <math.h>
#include <string.h>

/* An underdamped contact this close to critical parts with exp(-pi/sqrt(2e-9)) of its speed, which
 * is 0 in double precision. */
static const double tolerance = 1e-9;
/* Share of the impact's energy: with less the particles part at most at 1e-12 of its speed; of a
 * code, whose coordinates carry their rounding into the force, at most at 1e-9 of it, which is what
 * a calibration is accurate to. */
static const double spent = 1e-24, spent_in_code = 1e-18;
/* Share of the impact's energy: what still moves with less, a hundredth of its speed, sinks. */
static const double sinking = 1e-4;
/* Share by which every gain of energy on the way out is taken for larger. */
static const double margin = 0.01;

/* ---- What is waited for ---------------------------------------------------------------------- */

static bool waits_also(const struct lt_stage *stage, size_t slot) {
    for (size_t i = 0; i < stage->until->n_used; i++)
        if (stage->until->used[i]->slot == slot)
            return true;
    return false;
}

/* The stage waits for the contact to end and for nothing else, and no stage follows. */
static bool is_last_wait(const struct lt_running *run) {
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

bool lt_run_never_applies(const struct lt_running *run) {
    const char *whats = lt_run_stage(run)->whats;
    for (size_t i = 0; i < LT_DOFS; i++)
        if (run->loading.varies[i] || strchr("us", whats[i]))
            return false;
    return is_last_wait(run) && whats[0] != 'v' && run->loading.inertia.p.own[0] > 0 &&
           run->setup.contact.law->n_state <= LT_BALANCE_STATE;
}

/* ---- The law tried elsewhere ----------------------------------------------------------------- */

/* Lead the law to UN, opening with speed W, within DT; values[] and the state follow. */
static struct lt_out lead_to(const struct lt_running *run, double *state, double un, double w,
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

enum way { STRAIGHT, ASIDE, SLOWLY, IN_TWO }; /* how it is led there */

/* The law's answer at UN, opening with speed W; the run stays where it is. */
static struct lt_out try_at(const struct lt_running *run, double un, double w, enum way way) {
    double *values = run->setup.values, kept[2 * LT_DOFS], state[LT_BALANCE_STATE];
    const double h = run->setup.dt, before = un - w * h;
    memcpy(kept, values + LT_UN, sizeof kept);
    memcpy(state, values + run->setup.contact.names->state,
           run->setup.contact.law->n_state * sizeof *state);
    if (way == IN_TWO)
        lead_to(run, state, 0.5 * (before + values[LT_UN]), w, h, false);
    lead_to(run, state, before, w, way == SLOWLY ? 1000 * h : h, way == ASIDE);
    struct lt_out out = lead_to(run, state, un, w, h, way == ASIDE);
    memcpy(values + LT_UN, kept, sizeof kept);
    return out;
}

/* The normal force depends on overlap and speed alone, as far as trying tells. */
static bool is_simple(const struct lt_running *run, double un, double w) {
    double f = try_at(run, un, w, STRAIGHT).fn;
    if (f == 0) /* says nothing */
        return false;
    for (enum way way = ASIDE; way <= IN_TWO; way++)
        if (!(fabs(try_at(run, un, w, way).fn - f) <= tolerance * fabs(f)))
            return false;
    return true;
}

/* In space whatever turns or slides draws the particles apart, unless a ball is on what is flat;
 * and what holds on beyond touch may be torn off by it. */
static bool is_alone(const struct lt_running *run, double lost_gap) {
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

struct motion {
    const struct lt_running *run;
    double un, w;    /* opening, or what it would open with */
    double mobility; /* M */
    double push;     /* force beside the contact's: > 0 pulls apart */
    double impact;   /* energy of the impact */
    double way;      /* up to where the contact ends, as the law has it now */
};

/* The dashpot alone keeps it from touch. */
static bool is_overdamped(const struct motion *m) {
    const struct lt_setup *setup = &m->run->setup;
    const double finer = 1024, d = -m->un,
                 h = setup->exact || setup->program->motion.full_step ? 0 : setup->dt;
    double k[3], c[3]; /* over the depth, over the speed */
    if (!(d > 0 && m->w > 0) || m->push != 0)
        return false;
    for (int i = 0; i < 3; i++) {
        const double share = pow(finer, -i), still = try_at(m->run, -share * d, 0, STRAIGHT).fn;
        const struct lt_out out = try_at(m->run, -share * d, share * m->w, STRAIGHT);
        k[i] = m->mobility * -still / (share * d);
        c[i] = m->mobility * (out.fn - still) / (share * m->w);
        if (!(out.active > 0 && k[i] > 0 && c[i] > 0))
            return false;
    }
    const double half =
        2 * (try_at(m->run, m->un, 0.5 * m->w, STRAIGHT).fn + k[0] * d / m->mobility);
    const double n = 1 + log(k[0] / k[1]) / log(finer), q = log(c[0] / c[1]) / log(finer);
    const bool powers = fabs(k[0] * k[2] / (k[1] * k[1]) - 1) < tolerance &&
                        fabs(c[0] * c[2] / (c[1] * c[1]) - 1) < tolerance &&
                        fabs(half * m->mobility / (c[0] * m->w) - 1) < tolerance;
    const bool linear = fabs(n - 1) < tolerance;
    const double p = 0.5 * (n + 1), kh = linear ? h * k[0] : 0;
    if (!powers || n < 1 - tolerance || q > 0.5 * (n - 1) + tolerance || !(h * c[0] < 1) ||
        !((1 + tolerance) * (c[0] + kh) >= 2 * sqrt(p * k[0])))
        return false;
    const double root = sqrt(fmax(0, (c[0] + kh) * (c[0] + kh) - 4 * p * k[0]));
    return m->w <= (c[0] - kh + root) / (2 * p * (linear ? 1 - h * c[0] : 1)) * d;
}

/* On the way out the motion stops, even if it were to begin outwards now: of each piece of the way
 * the least resistance counts, at the least speed. */
static bool stops_on_the_way(const struct motion *m) {
    enum { MOST = 4000 };
    const struct lt_setup *setup = &m->run->setup;
    const double kick = m->mobility * fabs(m->push - setup->values[LT_FN]) * setup->dt;
    const double w0 = m->w + (setup->exact ? 0 : 0.5 * kick); /* steps show it half a step ago */
    double energy = (1 + margin) * 0.5 * w0 * w0 / m->mobility, most = energy;
    double un = m->un, step = w0 * setup->dt,
           resists = try_at(m->run, un, w0, STRAIGHT).fn - m->push;
    for (int i = 0; i < MOST; i++) {
        const double left = fmax(0, energy - fmax(0, resists) * step);
        const struct lt_out out = try_at(m->run, un + step, sqrt(2 * m->mobility * left), STRAIGHT);
        const double next = out.fn - m->push, least = fmin(resists, next);
        if (!(out.active > 0) || !(out.vfn >= 0) || !isfinite(next))
            return false;
        if (fmax(-least, resists) * step > 0.05 * energy) {
            step *= 0.5;
            continue;
        }
        energy -= (least < 0 ? 1 + margin : 1) * least * step;
        most = fmax(most, energy);
        un += step;
        resists = next;
        step *= 1.2;
        if (energy < 1e-6 * most) /* with the margin that is nothing, where nothing pushes on */
            return is_simple(m->run, un, sqrt(2 * m->mobility * left)) &&
                   try_at(m->run, un, 0, STRAIGHT).fn >= m->push;
    }
    return false;
}

/* What is left could part the pair at no speed that counts. A code does not tell what is stored: as
 * much as the force there is would give, were it to last all the way out. */
static bool is_spent(const struct motion *m) {
    const double *values = m->run->setup.values;
    const double kinetic = 0.5 * m->w * m->w / m->mobility;
    if (m->run->setup.served)
        return fmax(kinetic, values[LT_E_KINETIC]) + fabs((m->push - values[LT_FN]) * m->way) <
               spent_in_code * m->impact;
    return kinetic + values[LT_E_STRAIN] + m->push * m->way < spent * m->impact;
}

bool lt_run_never_separates(const struct lt_running *run) {
    const struct lt_loading *loading = &run->loading;
    const double *values = run->setup.values, v0 = run->outcome.v_before[0];
    struct motion m = {
        .run = run,
        .un = values[LT_UN],
        .w = fmax(fabs(values[LT_VN]), run->setup.exact ? 0 : fabs(run->leap.before[0])),
        .mobility = loading->inertia.p.own[0],
        .push = loading->weight[0] + (loading->stage->whats[0] == 'f' ? loading->numbers[0] : 0)};
    const bool tries = !run->setup.contact.law->forward_only;
    if (!(values[LT_CONTACT] > 0))
        return false;
    const struct lt_out answer = tries ? try_at(run, m.un, 0, STRAIGHT) : (struct lt_out){.fn = 0};
    const double lost_gap = tries ? answer.lost_gap : *run->setup.contact.lost_gap;
    m.impact = fmax(run->energy, 0.5 * v0 * v0 / m.mobility);
    m.way = lost_gap - m.un;
    if (!is_alone(run, lost_gap) || !tries)
        return !tries && is_spent(&m);
    const double kinetic = 0.5 * m.w * m.w / m.mobility;
    const bool rests = kinetic < spent * m.impact;
    /* Or it sinks under its weight in what only drags, before it touches. */
    const bool slow =
        rests || (m.push < 0 && m.un > 0 && kinetic < sinking * m.impact && answer.fn == 0);
    /* What comes of the impact, as the largest overlap, has come. */
    if (!slow && !(values[LT_STAGE_BOUNCES] > 0))
        return false;
    m.w = fmax(m.w, 1e-20 * sqrt(2 * m.impact * m.mobility));
    if (!is_simple(run, 0.5 * m.un, 0.5 * m.w))
        return rests && is_spent(&m);
    /* A rebound that is waited for comes by itself where the motion turns twice. */
    const bool held = slow || !waits_also(lt_run_stage(run), LT_REBOUND);
    return is_overdamped(&m) || (held && stops_on_the_way(&m));
}
