/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/exact.h"

#include "base/arena.h"
#include "march.h"
#include "run/balance.h"

#include <string.h>

enum { POINT = LT_E_DEFECT - LT_UN + 1 }; /* u v f viscous energies: contiguous in values[] */
enum outcome { SMOOTH, EVENT, UNRESOLVED };

/* Rounding may leave so much of a difference (noise_most: where shorter stretches do not help). */
static const double finest = 1e-13, rounding = 1e-11, noise_most = 1e-9, noise = 1e-11;
/* How closely turning points of fn and un are located, as a share of the contact's times: what they
 * are taken for depends on its square. */
static const double peaks = 1e-6, turns = 1e-10;
static const double moment = 1e-4; /* a share of a stretch, to look ahead by */

static size_t extra(const struct lt_names *names) {
    return names->views - names->state; /* the law's state and losses */
}

static void gather(const struct lt_names *names, const double *values, double *y) {
    memcpy(y, values + LT_UN, POINT * sizeof *y);
    memcpy(y + POINT, values + names->state, extra(names) * sizeof *y);
    if (names->bodies)
        memcpy(y + POINT + extra(names), values + LT_XA, LT_SPACE_NUMBERS * sizeof *y);
}

static void scatter(const struct lt_names *names, const double *y, double *values) {
    memcpy(values + LT_UN, y, POINT * sizeof *y);
    memcpy(values + names->state, y + POINT, extra(names) * sizeof *y);
    if (names->bodies)
        memcpy(values + LT_XA, y + POINT + extra(names), LT_SPACE_NUMBERS * sizeof *y);
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

static double norm3(const double *x) {
    return fmax(fabs(x[0]), fmax(fabs(x[1]), fabs(x[2])));
}

/* Take in a state that has been accepted. */
static void measure(struct lt_exact *exact) {
    const struct lt_setup *setup = exact->loading->setup;
    const double *v = setup->values + LT_VN, *f = setup->values + LT_FN;
    double lever = fmax(setup->pair.a.radius, setup->pair.b.radius);
    exact->speed = fmax(exact->speed, fmax(norm3(v), lever * norm3(v + 3)));
    /* Bodies that turn together have the rounding errors of their own velocities. */
    for (size_t i = 0; i < LT_VELOCITIES && setup->in_space; i += 6) {
        const double *own = setup->values + LT_VXA + i;
        exact->speed = fmax(exact->speed, fmax(norm3(own), lever * norm3(own + 3)));
    }
    exact->force = fmax(exact->force, fmax(norm3(f), norm3(f + 3) / lever));
    for (size_t i = LT_E_STRAIN; i <= LT_E_DEFECT; i++)
        exact->energy = fmax(exact->energy, fabs(setup->values[i]));
}

/* Longest stretch: an oscillation must not fit between two substeps. What is overdamped has none.
 */
static double longest(const struct lt_loading *loading, double unit) {
    const struct lt_setup *setup = loading->setup;
    double most = unit / 8;
    if (!strpbrk(loading->stage->whats, ".if"))
        return INFINITY;
    for (size_t i = 0; i < LT_DOFS; i++) {
        double k = setup->stiffness[i], w = setup->mobility[i][i];
        bool is_free = !loading->inertia.imposed[i] && !loading->inertia.balanced[i];
        if (k > 0 && w > 0 && is_free && setup->viscosity[i] * sqrt(w) < 2 * sqrt(k))
            most = fmin(most, 2 / (3 * sqrt(k) * sqrt(w)));
    }
    return most;
}

void lt_exact_begin(struct lt_exact *exact, struct lt_loading *loading) {
    struct lt_setup *setup = loading->setup;
    size_t n = POINT + extra(setup->contact.names) + (setup->in_space ? LT_SPACE_NUMBERS : 0);
    double *room = exact->room;
    if (!room)
        room = lt_arena_get(setup->arena, (5 * LT_EXACT_COLUMNS + 2) * n * sizeof *room);
    double t_c = setup->values[LT_T_C], unit = 100 * setup->dt;
    if (t_c > 0 && t_c < unit) /* heavy bodies that pass by have no time for an impact */
        unit = t_c;
    double period = isfinite(t_c) ? t_c : unit;
    double stiffness = setup->pair.m_eff / (period * period); /* of the impact, by its order */
    *exact = (struct lt_exact){.loading = loading,
                               .n = n,
                               .branch = NAN,
                               .left = NAN,
                               .h = setup->dt,
                               .longest = longest(loading, unit),
                               .event = INFINITY,
                               .guess = NAN,
                               .reach = 1,
                               .unit = unit,
                               .stiffness = isfinite(stiffness) ? stiffness : 0,
                               /* a stiff shear spring may be far faster than the impact */
                               .fastest = fmin(unit, setup->values[LT_T_CRIT]),
                               .energy = exact->energy,
                               .speed = exact->speed,
                               .force = exact->force,
                               .plain = exact->plain,
                               .tolerance = exact->tolerance > 0 ? exact->tolerance : finest,
                               .unpeaked = exact->unpeaked,
                               .unturned = exact->unturned,
                               .room = room};
    measure(exact);
}

/* What must not change within a smooth stretch. */
struct piece {
    double branch, active;
    int approach, rising; /* signs of vn, and of the change of -fn: 0 where it is noise */
};

static bool same(const struct piece *a, const struct piece *b) {
    return (isnan(b->branch) || a->branch == b->branch) && a->active == b->active &&
           a->approach == b->approach;
}

static enum outcome broken(struct lt_exact *exact) {
    exact->failed = true;
    return UNRESOLVED;
}

/* ---- The motion of frame contact ------------------------------------------------------------- */

/* Row i of a matrix of the pair times x: shear and bending go together, s with t and t with s; n
 * and twist alone. */
static inline double row(const double a[LT_DOFS][LT_DOFS], size_t i, const double *x) {
    size_t k = lt_march_other(i);
    return a[i][i] * x[i] + (k == i ? 0 : a[i][k] * x[k]);
}

/* Force that drives what is imposed, forced and balanced, apart from what an imposed DoF's own
 * acceleration takes. */
static void drive(const struct lt_loading *loading, const double *force, const double *applied,
                  double *out) {
    const struct lt_inertia *inertia = &loading->inertia;
    double a[LT_DOFS];
    memcpy(out, applied, LT_DOFS * sizeof *out);
    if (!inertia->constrained)
        return;
    for (size_t i = 0; i < LT_DOFS; i++)
        a[i] = row(inertia->p, i, force);
    for (size_t i = 0; i < LT_DOFS; i++) {
        if (inertia->imposed[i])
            out[i] = row(inertia->m, i, a) - force[i];
        else if (inertia->balanced[i])
            out[i] = loading->setup->values[LT_FN + i];
    }
}

static double dragged(const struct lt_inertia *inertia, const double *v) {
    double sum = 0;
    for (size_t i = 0; i < LT_DOFS && inertia->constrained; i++)
        sum += 0.5 * v[i] * row(inertia->schur, i, v);
    return sum;
}

/* v_f + q v_i: what the forces alone change. */
static void momentum(const struct lt_inertia *inertia, const double *v, double *out) {
    memcpy(out, v, LT_DOFS * sizeof *out);
    for (size_t i = 0; i < LT_DOFS && inertia->constrained; i++)
        out[i] += row(inertia->q, i, v);
}

static bool impose(const struct lt_loading *loading, double time, const double *y, double *v) {
    const struct lt_inertia *inertia = &loading->inertia;
    double imposed[LT_DOFS];
    memcpy(v, y, LT_DOFS * sizeof *v);
    if (!inertia->constrained)
        return true;
    if (!lt_loading_velocity(loading, time, v))
        return false;
    for (size_t i = 0; i < LT_DOFS; i++)
        imposed[i] = inertia->imposed[i] ? v[i] : 0;
    for (size_t i = 0; i < LT_DOFS; i++)
        v[i] -= row(inertia->q, i, imposed);
    return true;
}

/* ---- The motion of frame bodies -------------------------------------------------------------- */

/* Rates of the state in space, and what of the accelerations the contact does not make. */
static void space_rates(const struct lt_loading *loading, const double *force, double *rates,
                        double *outside) {
    const struct lt_setup *setup = loading->setup;
    const struct lt_inertia *inertia = &loading->inertia;
    const double *space = setup->values + LT_XA;
    double gap = lt_setup_gap(setup, setup->values[LT_UN]), a[LT_DOFS], push[LT_DOFS];
    for (size_t i = 0; i < LT_DOFS; i++)
        a[i] = row(inertia->p, i, force);
    for (size_t i = 0; i < LT_DOFS; i++)
        push[i] = row(inertia->m, i, a);
    lt_bodies_rates(&setup->bodies, space, gap, push, rates);
    memcpy(outside, rates + (LT_VXA - LT_XA), LT_VELOCITIES * sizeof *outside);
    lt_bodies_push(&setup->bodies, space, gap, setup->values + LT_FN, outside);
}

bool lt_exact_impose(struct lt_loading *loading, double time, double *change) {
    struct lt_setup *setup = loading->setup;
    const struct lt_inertia *inertia = &loading->inertia;
    double *values = setup->values, *velocities = values + LT_VXA, have[LT_DOFS], r[LT_DOFS];
    double gap = lt_setup_gap(setup, values[LT_UN]);
    lt_loading_turn(loading);
    lt_bodies_relative(&setup->bodies, values + LT_XA, gap, velocities, have);
    memcpy(values + LT_VN, have, sizeof have);
    memcpy(change, velocities, LT_VELOCITIES * sizeof *change);
    if (!lt_loading_velocity(loading, time, values + LT_VN))
        return false;
    for (size_t i = 0; i < LT_DOFS; i++)
        r[i] = inertia->imposed[i] ? values[LT_VN + i] - have[i] : 0;
    for (size_t i = 0; i < LT_DOFS; i++)
        for (size_t k = 0; k < LT_DOFS && !inertia->imposed[i]; k++)
            r[i] -= inertia->q[i][k] * r[k];
    lt_bodies_share(&setup->bodies, values + LT_XA, gap, r, velocities);
    for (size_t i = 0; i < LT_DOFS; i++)
        values[LT_VN + i] = have[i] + r[i];
    for (size_t i = 0; i < LT_VELOCITIES; i++)
        change[i] = velocities[i] - change[i];
    return true;
}

/* ---- Both ------------------------------------------------------------------------------------ */

/* A stretch under way: the motion now and a substep before, the way gone since its start. */
struct stretch {
    double start[LT_DOFS], d[LT_DOFS], d_old[LT_DOFS];
    double y[LT_SPACE_NUMBERS], y_old[LT_SPACE_NUMBERS];
    double force[LT_DOFS], drive[LT_DOFS];
    double work, work_old; /* frame bodies */
};

/* Forces at the state in values[]. */
static bool look(struct lt_exact *exact, double time, double *force, double *driving) {
    double applied[LT_DOFS];
    if (!lt_loading_force(exact->loading, time, force, applied))
        return false;
    drive(exact->loading, force, applied, driving);
    return true;
}

static bool begin(struct lt_exact *exact, double time, struct stretch *w) {
    struct lt_setup *setup = exact->loading->setup;
    double *values = setup->values;
    size_t n = setup->in_space ? LT_SPACE_NUMBERS : LT_DOFS;
    memset(w->d, 0, sizeof w->d);
    memset(w->d_old, 0, sizeof w->d_old);
    memcpy(w->start, values + LT_UN, sizeof w->start);
    lt_loading_turn(exact->loading);
    if (setup->in_space)
        memcpy(w->y, values + LT_XA, sizeof w->y);
    else
        momentum(&exact->loading->inertia, values + LT_VN, w->y);
    memcpy(w->y_old, w->y, n * sizeof *w->y);
    w->work = w->work_old = values[LT_E_WORK];
    if (!setup->in_space)
        values[LT_E_WORK] -= dragged(&exact->loading->inertia, values + LT_VN);
    return look(exact, time, w->force, w->drive);
}

/* The velocities in frame contact after the reach of a substep. */
static bool advance_contact(struct lt_exact *exact, double reach, double time, struct stretch *w) {
    const struct lt_inertia *inertia = &exact->loading->inertia;
    double *v = exact->loading->setup->values + LT_VN;
    for (size_t i = 0; i < LT_DOFS; i++) {
        double next = w->y_old[i] + reach * row(inertia->p, i, w->force);
        w->y_old[i] = w->y[i];
        w->y[i] = next;
    }
    if (!impose(exact->loading, time, w->y, v))
        return false;
    momentum(inertia, v, w->y);
    return true;
}

/* Places and velocities of the bodies, and the work on them. GAP: un before this substep. */
static bool advance_bodies(struct lt_exact *exact, double reach, double time, double un,
                           struct stretch *w) {
    struct lt_setup *setup = exact->loading->setup;
    double *values = setup->values, next = values[LT_UN];
    double rates[LT_SPACE_NUMBERS], outside[LT_VELOCITIES], change[LT_VELOCITIES];
    double velocities[LT_VELOCITIES];
    values[LT_UN] = un;
    space_rates(exact->loading, w->force, rates, outside);
    values[LT_UN] = next;
    memcpy(velocities, values + LT_VXA, sizeof velocities);
    for (size_t i = 0; i < LT_SPACE_NUMBERS; i++) {
        values[LT_XA + i] = w->y_old[i] + reach * rates[i];
        w->y_old[i] = w->y[i];
    }
    if (!lt_exact_impose(exact->loading, time, change))
        return false;
    memcpy(w->y, values + LT_XA, sizeof w->y);
    for (size_t i = 0; i < LT_VELOCITIES; i++)
        change[i] += reach * outside[i];
    double work = w->work_old + lt_bodies_power(&setup->bodies, change, velocities);
    w->work_old = w->work;
    w->work = work;
    return true;
}

/* The displacements after the reach of a substep, into values[]; du gets what they change by. */
static bool displace(struct lt_exact *exact, double reach, double time, struct stretch *w,
                     double *du) {
    const struct lt_loading *loading = exact->loading;
    double *values = loading->setup->values, place[LT_DOFS];
    if (loading->placed && !lt_loading_values(loading, 'u', time, place))
        return false;
    for (size_t i = 0; i < LT_DOFS; i++) {
        double next = w->d_old[i] + reach * values[LT_VN + i];
        if (loading->placed && loading->stage->whats[i] == 'u')
            next = place[i] - w->start[i];
        if (loading->inertia.balanced[i])
            next = w->d[i];
        w->d_old[i] = w->d[i];
        du[i] = next - w->d[i];
        w->d[i] = next;
        values[LT_UN + i] = w->start[i] + next;
    }
    return true;
}

static bool substep(struct lt_exact *exact, double s, double reach, double time, struct stretch *w,
                    double *branch) {
    struct lt_loading *loading = exact->loading;
    struct lt_setup *setup = loading->setup;
    double *values = setup->values, du[LT_DOFS], driving[LT_DOFS], un = values[LT_UN];
    if (!displace(exact, reach, time, w, du) ||
        !(setup->in_space ? advance_bodies(exact, reach, time, un, w)
                          : advance_contact(exact, reach, time, w)) ||
        !lt_balance_solve(loading, time, s, du))
        return false;
    for (size_t i = 0; i < LT_DOFS; i++)
        w->d[i] = loading->inertia.balanced[i] ? w->d[i] + du[i] : w->d[i];
    lt_ledger_step(&setup->contact, values, du, s, branch);
    if (!look(exact, time, w->force, driving))
        return false;
    for (size_t i = 0; i < LT_DOFS && !setup->in_space; i++)
        values[LT_E_WORK] += (0.5 * (w->drive[i] + driving[i]) + loading->weight[i]) * du[i];
    memcpy(w->drive, driving, sizeof driving);
    return true;
}

/* Frame bodies: how far the normal velocity of a pair in rotation is off in substeps of length s;
 * below, its sign says nothing. */
static double blur(const struct lt_setup *setup, double s) {
    const double *values = setup->values;
    double way[3], along = 0,
                   distance = setup->bodies.radius[0] + setup->bodies.radius[1] +
                              lt_setup_gap(setup, values[LT_UN]);
    if (!setup->in_space || setup->bodies.flat)
        return 0;
    for (int i = 0; i < 3; i++) {
        way[i] = values[LT_VXB + i] - values[LT_VXA + i];
        along += way[i] * values[LT_NX + i];
    }
    double across =
        sqrt(fmax(0, way[0] * way[0] + way[1] * way[1] + way[2] * way[2] - along * along));
    double turn = across * s / distance;
    return across * turn * turn;
}

/* What of a substep's end tells where the next event is. */
struct glance {
    double un, vn, fn, rise; /* rise: of -fn in the substep */
    double steep[2];         /* ft/fn, elastic and with dashpots */
};

static double steepness(const double *f) {
    return f[0] != 0 ? sqrt(f[1] * f[1] + f[2] * f[2]) / fabs(f[0]) : 0;
}

static struct glance glance(const double *values, double fn_before) {
    const double *f = values + LT_FN, *viscous = values + LT_VFN;
    const double elastic[3] = {f[0] - viscous[0], f[1] - viscous[1], f[2] - viscous[2]};
    return (struct glance){
        values[LT_UN], values[LT_VN], f[0], fn_before - f[0], {steepness(elastic), steepness(f)}};
}

/* When y is 0, in substeps from that of y0 on, by the line through y0 and y1. */
static double zero(double y0, double y1) {
    return y0 / (y0 - y1);
}

/* When it happened, in substeps since the second last of three glances; NAN: no way to tell. Slip
 * begins where the force, with or without dashpots, reaches the ratio that slip shows. */
static double when(const struct glance *g, bool turned, bool risen, bool third) {
    if (turned)
        return zero(g[1].vn, g[2].vn);
    if (risen) /* the first substep of two is an Euler step: it has the slope alone */
        return third ? 2 * zero(g[1].rise, g[2].rise) - 1 : NAN;
    if ((g[1].un > 0) != (g[2].un > 0))
        return zero(g[1].un, g[2].un);
    if (third && g[2].fn == 0)
        return g[1].fn / (g[0].fn - g[1].fn);
    for (int k = 0; k < 2 && third; k++) {
        double way = (g[2].steep[k] - g[1].steep[k]) / (g[1].steep[k] - g[0].steep[k]);
        if (way > 0 && way <= 1)
            return way;
    }
    return NAN;
}

/* Cross h in n substeps of the modified midpoint rule, in place; unless smooth, whatever happens.
 */
static enum outcome midpoint(struct lt_exact *exact, double h, int n, bool smooth,
                             struct piece *end) {
    struct lt_setup *setup = exact->loading->setup;
    double *values = setup->values, *v = values + LT_VN;
    double s = h / n, time = values[LT_TIME], fastest = fabs(v[0]), branch;
    struct piece piece = {exact->branch, values[LT_CONTACT], v[0] > 0, 0};
    struct glance seen[3] = {[2] = glance(values, values[LT_FN])};
    int rising = exact->rising, change = 0;
    bool at_once = false; /* the first substep ends beyond an event, which shows in the second */
    double unknown = blur(setup, s);
    struct stretch w;
    if (!begin(exact, time, &w))
        return broken(exact);
    for (int k = 1; k <= n; k++) {
        double fn = values[LT_FN];
        if (!substep(exact, s, k == 1 ? s : 2 * s, time + k * s, &w, &branch))
            return broken(exact);
        seen[0] = seen[1], seen[1] = seen[2], seen[2] = glance(values, fn);
        /* Turning points count where they are more than noise; a force that begins to change may
         * do so in either direction. */
        struct piece now = {branch, values[LT_CONTACT], v[0] > 0, 0};
        fastest = larger(fastest, fabs(v[0]));
        bool turning = fabs(v[0]) < unknown;
        if (fastest < noise * exact->speed || turning || exact->unturned)
            now.approach = piece.approach;
        double rise = seen[2].rise;
        now.rising = turning || fabs(rise) <= noise * exact->force ? 0 : rise > 0 ? 1 : -1;
        if (k == 1 && smooth) {
            at_once = branch != piece.branch;
            now.branch = piece.branch;
        }
        bool risen = now.rising * rising < 0 && !exact->unpeaked;
        if (smooth && (!same(&now, &piece) || risen)) {
            bool kink =
                (now.branch != piece.branch && !isnan(piece.branch)) || now.active != piece.active;
            /* what is balanced moves by steps as rough as its balance */
            bool rough = memchr(exact->loading->stage->whats, 's', LT_DOFS);
            exact->mild = kink || rough ? 0 : now.approach != piece.approach ? turns : peaks;
            exact->guess = s * (k - 1 + when(seen, now.approach != piece.approach, risen, k > 1));
            if (kink && k == 2 && at_once)
                exact->guess = 0;
            return EVENT;
        }
        if (now.rising != 0)
            rising = change = now.rising;
        piece = now;
    }
    piece.rising = change;
    if (setup->in_space)
        values[LT_E_WORK] = w.work;
    else
        values[LT_E_WORK] += dragged(&exact->loading->inertia, v);
    *end = piece;
    return SMOOTH;
}

/* Largest difference of n numbers; INFINITY if one is none. */
static double farthest(const double *a, const double *b, size_t n) {
    double worst = 0, sum = 0;
    for (size_t i = 0; i < n; i++) {
        double gap = fabs(a[i] - b[i]);
        worst = gap > worst ? gap : worst;
        sum += gap;
    }
    return isnan(sum) ? INFINITY : worst;
}

static double share(double gap, double scale) {
    return gap > 0 ? gap / scale : 0;
}

/* Difference of three numbers; those of balanced degrees of freedom are left out. */
static double apart(const double *a, const double *b, const bool *balanced) {
    double gap[3];
    for (int i = 0; i < 3; i++)
        gap[i] = balanced[i] ? 0 : a[i] - b[i];
    return farthest(gap, (const double[3]){0}, 3);
}

/* Difference of a and b, the ends of a stretch h, in units of the tolerance. A displacement that is
 * balanced has a velocity by differences alone, which nothing follows from. */
static double distance(struct lt_exact *exact, const double *a, const double *b, double h) {
    const struct lt_setup *setup = exact->loading->setup;
    const bool *balanced = exact->loading->inertia.balanced;
    static const bool none[LT_DOFS] = {false};
    double lever = fmax(setup->pair.a.radius, setup->pair.b.radius), worst = 0;
    const double *v = a + (LT_VN - LT_UN), *f = a + (LT_FN - LT_UN);
    /* Not from a itself, unless nothing is known yet: what diverges would be its own excuse. */
    double speed = exact->speed, push = exact->force;
    if (!(speed > 0))
        speed = fmax(norm3(v), lever * norm3(v + 3));
    push = larger(push, exact->stiffness * speed * exact->unit);
    if (!(push > 0))
        push = fmax(norm3(f), norm3(f + 3) / lever);
    double energy = larger(exact->energy, setup->pair.m_eff * speed * speed);
    /* What moves little in a long time, or far in a short one, is off by rounding at best. */
    double gone = larger(norm3(a), lever * norm3(a + 3));
    double way = larger(speed * fmin(exact->unit, 100 * h), 0.1 * gone);
    const double scales[] = {way, speed, push, push};
    for (size_t k = 0; k < 4; k++, a += 6, b += 6) {
        const bool *but = k == 1 ? balanced : none;
        double turned = k < 2 ? scales[k] / lever : scales[k] * lever;
        worst = larger(worst, share(apart(a, b, but), scales[k]));
        worst = larger(worst, share(apart(a + 3, b + 3, but + 3), turned));
    }
    return larger(worst, share(farthest(a, b, POINT - 24), energy)) / exact->tolerance;
}

/* One row of Neville's scheme: row[0] holds the new value, row and previous are columns apart by
 * n numbers; power 2 for an error in h^2, 1 for all powers. */
static void neville(double *row, const double *previous, int j, int power, size_t n) {
    for (int k = 1; k <= j; k++) {
        double ratio = (double)(j + 1) / (double)(j + 1 - k);
        double weight = 1 / ((power == 2 ? ratio * ratio : ratio) - 1);
        const double *a = row + (size_t)(k - 1) * n, *b = previous + (size_t)(k - 1) * n;
        double *out = row + (size_t)k * n;
        for (size_t i = 0; i < n; i++)
            out[i] = a[i] + (a[i] - b[i]) * weight;
    }
}

/* True if what follows y at TIME is on this piece, looked at a moment later, since slip and
 * clipping show only in motion. A law whose friction lags by a step tells with the second one, and
 * with the first where it comes from; memory that has changed may look the same later. */
static bool goes_on(struct lt_exact *exact, const double *y, double contact, double time,
                    double later, const struct piece *piece, struct piece *now) {
    struct lt_setup *setup = exact->loading->setup;
    double *values = setup->values, before = values[LT_TIME];
    for (int n = 1; n <= 2; n++) {
        scatter(setup->contact.names, y, values);
        values[LT_CONTACT] = contact;
        values[LT_TIME] = time;
        bool made = midpoint(exact, n * later, n, false, now) == SMOOTH;
        values[LT_TIME] = before;
        if (!made)
            return false;
        if (now->branch == piece->branch && now->active == piece->active)
            return true;
        if (now->branch != exact->left)
            return false;
    }
    return false;
}

/* The limit itself must lie on the piece on which all substeps ended: they may all stop short of an
 * event that it is past. The velocity moves on as well, since a dashpot may set the limit of slip.
 */
static bool still(struct lt_exact *exact, const double *y, double h, const struct piece *piece) {
    const double *values = exact->loading->setup->values;
    struct piece now;
    return goes_on(exact, y, piece->active, values[LT_TIME] + h, moment * h, piece, &now) &&
           (fabs(values[LT_VN]) < noise * exact->speed || exact->unturned ||
            now.approach == piece->approach);
}

/* Where an event has been crossed the branch is not known, and the first substep may pass the next
 * event: a moment after the start the branch must be that of the end. */
static bool begun(struct lt_exact *exact, const double *y, double contact, double h,
                  const struct piece *piece) {
    struct piece now;
    return !isnan(exact->branch) ||
           goes_on(exact, y, contact, exact->loading->setup->values[LT_TIME], 1e-6 * h, piece,
                   &now);
}

/* One attempt to cross a stretch. */
struct attempt {
    double trusted; /* an error that stalls is taken for rounding if it is at most this */
    double stall;   /* and the one that did */
    double beyond;  /* EVENT: how far past the end of the stretch it may be */
    int columns;    /* used */
    double error;   /* of the last column */
    double shrink;  /* UNRESOLVED: the share of the stretch that may do */
};

/* Take the last column but for the rows into tableau p, up to row j. */
static double *extend(struct lt_exact *exact, int p, int j) {
    size_t n = exact->n, tableau = LT_EXACT_COLUMNS * n;
    double *columns = exact->room + n, *rows = columns + tableau + (size_t)(2 * p) * tableau;
    double *row = rows + (size_t)(j % 2) * tableau;
    memcpy(row, columns + (size_t)j * n, n * sizeof *row);
    neville(row, rows + (size_t)((j + 1) % 2) * tableau, j, 2 - p, n);
    return row;
}

/* Errors that fall from before to now: will they be small enough by the last column? */
static bool hopeless(double before, double now, int j, double enough) {
    double ratio = now < before ? now / before : 1;
    for (int left = LT_EXACT_COLUMNS - 1 - j; left > 0; left--)
        now *= ratio * ratio;
    return now > enough;
}

static void accept(struct lt_exact *exact, const double *y, double contact,
                   const struct piece *end) {
    struct lt_setup *setup = exact->loading->setup;
    scatter(setup->contact.names, y, setup->values);
    setup->values[LT_CONTACT] = contact;
    if (setup->in_space)
        lt_bodies_tidy(setup->values + LT_XA);
    exact->branch = end->branch;
    exact->rising = end->rising;
    measure(exact);
}

/* Cross h smoothly: values[] is advanced if SMOOTH, else left alone. The second extrapolation is
 * tried where the first does not soon converge. */
static enum outcome extrapolate(struct lt_exact *exact, double h, struct attempt *attempt) {
    enum { SOON = 3 };
    struct lt_setup *setup = exact->loading->setup;
    const struct lt_names *names = setup->contact.names;
    size_t n = exact->n;
    double *start = exact->room, *columns = exact->room + n;
    double *values = setup->values, contact = values[LT_CONTACT], before = INFINITY;
    double enough = fmax(1, rounding / exact->tolerance);
    struct piece end;
    double branch = NAN;
    int tried = 0;
    gather(names, values, start);
    enum outcome outcome = UNRESOLVED;
    attempt->stall = attempt->beyond = 0;
    attempt->shrink = 0.5;
    for (int j = 0; j < LT_EXACT_COLUMNS; j++) {
        if (j > 0)
            scatter(names, start, values);
        values[LT_CONTACT] = contact;
        outcome = midpoint(exact, h, 2 * (j + 1), true, &end);
        if (outcome != SMOOTH)
            break;
        /* After an event each number of substeps may find another branch, and memory on one is no
         * row of a scheme for that on another. */
        if (j > 0 && end.branch != branch) {
            outcome = EVENT;
            exact->guess = NAN;
            exact->mild = 0;
            break;
        }
        branch = end.branch;
        gather(names, values, columns + (size_t)j * n);
        double *row = extend(exact, 0, j), *limit = row + (size_t)j * n, error = INFINITY;
        if (j > 0)
            error = distance(exact, limit, limit - n, h);
        if (j >= SOON && error > 1) {
            while (tried <= j)
                row = extend(exact, 1, tried++);
            row += (size_t)j * n;
            double other = distance(exact, row, row - n, h);
            if (other < error)
                limit = row, error = other;
        }
        attempt->error = error;
        bool stalled = j == LT_EXACT_COLUMNS - 1 && error > 0.5 * before &&
                       error < fmax(1, noise_most / exact->tolerance);
        if (stalled)
            attempt->stall = error;
        attempt->columns = j + 1;
        /* From the third column on: two may agree by chance. */
        if (j > 1 && (error <= 1 || (stalled && error <= attempt->trusted))) {
            bool known = begun(exact, start, contact, h, &end);
            if (known && still(exact, limit, h, &end)) {
                accept(exact, limit, contact, &end);
                return SMOOTH;
            }
            outcome = EVENT;
            exact->guess = known ? h : 0;
            exact->mild = 0;
            attempt->beyond = known ? moment * h : 0;
            break;
        }
        outcome = UNRESOLVED;
        if (j >= SOON && hopeless(before, error, j, enough)) {
            attempt->shrink = fmax(1.0 / 16, fmin(0.5, pow(error, -1.0 / (2 * j + 1))));
            break;
        }
        before = error;
    }
    scatter(names, start, values);
    values[LT_CONTACT] = contact;
    return outcome;
}

static void forget_event(struct lt_exact *exact) {
    exact->event = INFINITY;
    exact->guess = NAN;
    exact->beside = false;
    exact->misses = 0;
    exact->reach = 1;
}

/* A plain step of length h has been made, whatever happened in it. */
static double crossed(struct lt_exact *exact, double h) {
    double *values = exact->loading->setup->values;
    if (exact->loading->setup->in_space)
        lt_bodies_tidy(values + LT_XA);
    if (!isnan(exact->branch))
        exact->left = exact->branch;
    exact->branch = NAN;
    exact->rising = 0;
    exact->was_plain = true;
    measure(exact);
    values[LT_TIME] += h;
    values[LT_T] += h;
    forget_event(exact);
    return h;
}

double lt_exact_plain(struct lt_exact *exact, double h) {
    struct piece end;
    midpoint(exact, h, 2, false, &end);
    return exact->failed ? 0 : crossed(exact, h);
}

static double cross(struct lt_exact *exact, double h) {
    struct piece end;
    midpoint(exact, h, 2, false, &end);
    if (exact->failed)
        return 0;
    exact->crossings++;
    exact->plain += h > 1e-9 * exact->unit ? h : 0;
    return crossed(exact, h);
}

/* A turning point is no kink by itself: a plain step across it may be longer, if nothing else
 * happens there. */
static bool skim(struct lt_exact *exact) {
    const struct lt_setup *setup = exact->loading->setup;
    double *values = setup->values, contact = values[LT_CONTACT], h = exact->event;
    struct piece end;
    if (!(h <= exact->mild * exact->fastest))
        return false;
    gather(setup->contact.names, values, exact->room);
    if (midpoint(exact, h, 2, false, &end) == SMOOTH && end.active == contact &&
        (isnan(exact->branch) || end.branch == exact->branch)) {
        double branch = exact->branch;
        crossed(exact, h);
        exact->branch = branch;
        return true;
    }
    scatter(setup->contact.names, exact->room, values);
    values[LT_CONTACT] = contact;
    exact->mild = 0;
    return false;
}

/* How far to go towards the event that lies within exact->event: just short of where it seems to
 * be, then on to the other side of it, from where the next guess is far better. Guesses that do not
 * keep their promise are followed by halving; a guess of 0 says that it is at the beginning. */
static double towards(struct lt_exact *exact, double least) {
    double within = exact->event, guess = exact->guess;
    if (within <= 2 * least)
        return within;
    double limit = fmax(2 * least, exact->mild * exact->fastest);
    bool promising = guess > 0 && guess <= within && exact->misses < 2;
    if (!promising)
        return (guess == 0 ? 0.25 : 0.5) * within;
    if (exact->beside)
        return fmin(within, 2 * guess);
    double margin = fmax(guess * within / exact->fastest, 0.25 * limit);
    double h = fmin(guess - margin, exact->reach * guess);
    return h > limit ? h : 0.5 * within;
}

/* A smooth stretch has been crossed. */
static double advanced(struct lt_exact *exact, double h, int columns) {
    static const double growth[] = {4, 4, 4, 4, 3, 2, 1.2, 1};
    double *values = exact->loading->setup->values;
    exact->was_plain = false;
    values[LT_TIME] += h;
    values[LT_T] += h;
    if (!isfinite(exact->event)) {
        exact->crossings = 0;
    } else if (exact->event <= h) { /* the bracket is used up and nothing happened: noise */
        exact->crossings++;
        forget_event(exact);
    } else {
        exact->reach = columns <= 5 ? fmin(1, 1.5 * exact->reach) : exact->reach;
        exact->guess = exact->beside ? 4 * h : exact->guess - h;
        exact->beside = exact->guess > 0;
        exact->misses = 0;
        exact->event -= h;
    }
    if (!isfinite(exact->event))
        exact->h = columns < LT_EXACT_COLUMNS ? fmax(exact->h, growth[columns] * h)
                                              : fmax(h, 0.7 * exact->h);
    return h;
}

/* Extrapolation does not raise the order of what a singularity close by leaves, where force grows
 * with a root of the overlap, say: two failures show that order, and how short the stretch must be.
 */
static double singular(const struct attempt *attempt, double h, double error, double failed) {
    double order = log(error / attempt->error) / log(failed / h);
    if (!(order > 0.3 && order < 3 && attempt->error > 1))
        return attempt->shrink;
    return fmin(attempt->shrink, fmax(1e-4, 0.5 * pow(attempt->error, -1 / order)));
}

double lt_exact_advance(struct lt_exact *exact, double h_max) {
    /* A change that comes back at once is noise at a threshold: cross it with longer steps. */
    double least = 1e-14 * exact->fastest * pow(10, exact->crossings < 12 ? exact->crossings : 12);
    double h = fmin(fmin(fmax(exact->h, 4 * least), exact->longest), h_max), stalled = INFINITY;
    double error = NAN, failed = NAN; /* of the last stretch that did not converge, its length */
    struct attempt attempt = {0};
    if (isfinite(exact->event))
        h = fmin(h, towards(exact, least));
    for (;;) {
        double event = exact->event;
        if (event <= h_max && skim(exact))
            return event;
        if (exact->failed)
            return 0;
        if (h <= least || exact->event <= 2 * least)
            return cross(exact, fmin(exact->event <= 2 * least ? exact->event : least, h_max));
        enum outcome outcome = extrapolate(exact, h, &attempt);
        if (exact->failed)
            return 0;
        /* Rounding does not shrink with h; the error of a singularity close by does. */
        bool no_better = outcome == UNRESOLVED && attempt.stall > 0.7 * stalled;
        stalled = outcome == UNRESOLVED && attempt.stall > 0 ? attempt.stall : INFINITY;
        if (no_better) {
            h = fmin(2 * h, h_max);
            attempt.trusted = INFINITY;
            continue;
        }
        if (outcome == SMOOTH)
            return advanced(exact, h, attempt.columns);
        if (outcome == EVENT) {
            exact->misses += exact->event < INFINITY && !exact->beside;
            exact->beside = false;
            exact->event = h + attempt.beyond;
            h = fmin(towards(exact, least), (1 - 10 * moment) * h);
            continue;
        }
        double share = singular(&attempt, h, error, failed);
        error = attempt.error, failed = h;
        h *= share;
        if (!isfinite(exact->event))
            exact->h = h;
        else if (exact->guess > 0)
            exact->reach = fmax(0.1, fmin(exact->reach, h / exact->guess));
    }
}
