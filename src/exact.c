/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exact.h"

#include "arena.h"
#include "balance.h"

#include <string.h>

enum { POINT = LT_E_DEFECT - LT_UN + 1 }; /* u v f viscous energies: contiguous in values[] */
enum outcome { SMOOTH, EVENT, UNRESOLVED };

static const double tolerance = 1e-13, rounding = 1e-11, noise = 1e-11;

static size_t extra(const struct lt_names *names) {
    return names->views - names->state; /* the law's state and losses */
}

static void gather(const struct lt_names *names, const double *values, double *y) {
    memcpy(y, values + LT_UN, POINT * sizeof *y);
    memcpy(y + POINT, values + names->state, extra(names) * sizeof *y);
}

static void scatter(const struct lt_names *names, const double *y, double *values) {
    memcpy(values + LT_UN, y, POINT * sizeof *y);
    memcpy(values + names->state, y + POINT, extra(names) * sizeof *y);
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
    exact->force = fmax(exact->force, fmax(norm3(f), norm3(f + 3) / lever));
    for (size_t i = LT_E_STRAIN; i <= LT_E_DEFECT; i++)
        exact->energy = fmax(exact->energy, fabs(setup->values[i]));
}

void lt_exact_begin(struct lt_exact *exact, struct lt_loading *loading, double branch) {
    struct lt_setup *setup = loading->setup;
    size_t n = POINT + extra(setup->contact.names);
    double *room = exact->room;
    if (!room)
        room = lt_arena_get(setup->arena, (4 * LT_EXACT_COLUMNS + 2) * n * sizeof *room);
    double t_c = setup->values[LT_T_C], unit = isfinite(t_c) && t_c > 0 ? t_c : 100 * setup->dt;
    *exact = (struct lt_exact){.loading = loading,
                               .n = n,
                               .branch = branch,
                               .h = setup->dt,
                               .event = INFINITY,
                               .unit = unit,
                               /* a stiff shear spring may be far faster than the impact */
                               .fastest = fmin(unit, setup->values[LT_T_CRIT]),
                               .energy = exact->energy,
                               .speed = exact->speed,
                               .force = exact->force,
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

/* Force that drives what is imposed, forced and balanced, apart from what an imposed DoF's own
 * acceleration takes. */
static void drive(const struct lt_loading *loading, const double *force, const double *applied,
                  double *out) {
    const struct lt_inertia *inertia = &loading->inertia;
    double a[LT_DOFS];
    for (size_t i = 0; i < LT_DOFS; i++) {
        a[i] = 0;
        for (size_t k = 0; k < LT_DOFS; k++)
            a[i] += inertia->p[i][k] * force[k];
    }
    for (size_t i = 0; i < LT_DOFS; i++) {
        out[i] = -force[i];
        for (size_t k = 0; k < LT_DOFS; k++)
            out[i] += inertia->m[i][k] * a[k];
        if (!inertia->imposed[i])
            out[i] = inertia->balanced[i] ? loading->setup->values[LT_FN + i] : applied[i];
    }
}

static double dragged(const struct lt_inertia *inertia, const double *v) {
    double sum = 0;
    for (size_t i = 0; i < LT_DOFS; i++)
        for (size_t k = 0; k < LT_DOFS; k++)
            sum += 0.5 * v[i] * inertia->schur[i][k] * v[k];
    return sum;
}

/* v_f + q v_i: what the forces alone change. */
static void momentum(const struct lt_inertia *inertia, const double *v, double *out) {
    for (size_t i = 0; i < LT_DOFS; i++) {
        double sum = 0;
        for (size_t k = 0; k < LT_DOFS; k++)
            sum += inertia->q[i][k] * v[k];
        out[i] = v[i] + sum;
    }
}

static enum outcome broken(struct lt_exact *exact) {
    exact->failed = true;
    return UNRESOLVED;
}

/* Cross h in n substeps of the modified midpoint rule, in place; unless smooth, whatever happens.
 */
static enum outcome midpoint(struct lt_exact *exact, double h, int n, bool smooth,
                             struct piece *end) {
    const struct lt_loading *loading = exact->loading;
    const struct lt_inertia *inertia = &loading->inertia;
    struct lt_setup *setup = loading->setup;
    double *values = setup->values, *u = values + LT_UN, *v = values + LT_VN;
    double s = h / n, time0 = values[LT_TIME];
    double start[LT_DOFS], d[LT_DOFS] = {0}, d_old[LT_DOFS] = {0}; /* way gone since the start */
    double y_old[LT_DOFS], y[LT_DOFS], force[LT_DOFS], applied[LT_DOFS], drive0[LT_DOFS];
    double fastest = fabs(v[0]), branch;
    struct piece piece = {exact->branch, values[LT_CONTACT], v[0] > 0, 0};
    int rising = exact->rising, change = 0;

    memcpy(start, u, sizeof start);
    momentum(inertia, v, y);
    memcpy(y_old, y, sizeof y_old);
    if (!lt_loading_force(loading, time0, force, applied))
        return broken(exact);
    drive(loading, force, applied, drive0);
    values[LT_E_WORK] -= dragged(inertia, v);
    for (int k = 1; k <= n; k++) {
        double reach = k == 1 ? s : 2 * s, fn = values[LT_FN];
        double du[LT_DOFS], drive1[LT_DOFS], time = time0 + k * s, place[LT_DOFS];
        if (!lt_loading_values(loading, 'u', time, place))
            return broken(exact);
        for (size_t i = 0; i < LT_DOFS; i++) {
            double d_next = d_old[i] + reach * v[i], y_next = y_old[i];
            if (loading->stage->whats[i] == 'u')
                d_next = place[i] - start[i];
            if (inertia->balanced[i])
                d_next = d[i];
            for (size_t j = 0; j < LT_DOFS; j++)
                y_next += reach * inertia->p[i][j] * force[j];
            d_old[i] = d[i];
            y_old[i] = y[i];
            du[i] = d_next - d[i];
            d[i] = d_next;
            u[i] = start[i] + d_next;
            y[i] = y_next;
        }
        memcpy(v, y, sizeof y);
        if (!lt_loading_velocity(loading, time, v))
            return broken(exact);
        double imposed[LT_DOFS];
        for (size_t i = 0; i < LT_DOFS; i++)
            imposed[i] = inertia->imposed[i] ? v[i] : 0;
        for (size_t i = 0; i < LT_DOFS; i++)
            for (size_t j = 0; j < LT_DOFS; j++)
                v[i] -= inertia->q[i][j] * imposed[j];
        momentum(inertia, v, y);

        if (!lt_balance_solve(loading, time, s, du))
            return broken(exact);
        for (size_t i = 0; i < LT_DOFS; i++)
            d[i] = inertia->balanced[i] ? d[i] + du[i] : d[i];

        lt_ledger_step(&setup->contact, values, du, s, &branch);
        if (!lt_loading_force(loading, time, force, applied))
            return broken(exact);
        drive(loading, force, applied, drive1);
        for (size_t i = 0; i < LT_DOFS; i++) {
            values[LT_E_WORK] += (0.5 * (drive0[i] + drive1[i]) + loading->weight[i]) * du[i];
            drive0[i] = drive1[i];
        }
        /* Turning points count where they are more than noise; a force that begins to change may
         * do so in either direction. */
        struct piece now = {branch, values[LT_CONTACT], v[0] > 0, 0};
        fastest = fmax(fastest, fabs(v[0]));
        if (fastest < noise * exact->speed)
            now.approach = piece.approach;
        double rise = fn - values[LT_FN];
        now.rising = fabs(rise) <= noise * exact->force ? 0 : rise > 0 ? 1 : -1;
        if (k == 1 && smooth)
            now.branch = piece.branch;
        if (smooth && (!same(&now, &piece) || now.rising * rising < 0))
            return EVENT;
        if (now.rising != 0)
            rising = change = now.rising;
        piece = now;
    }
    piece.rising = change;
    values[LT_E_WORK] += dragged(inertia, v);
    *end = piece;
    return SMOOTH;
}

/* Difference of a and b in units of the tolerance. */
static double distance(struct lt_exact *exact, const double *a, const double *b) {
    const struct lt_setup *setup = exact->loading->setup;
    double lever = fmax(setup->pair.a.radius, setup->pair.b.radius), worst = 0;
    const double *v = a + (LT_VN - LT_UN), *f = a + (LT_FN - LT_UN);
    /* Not from a itself, unless nothing is known yet: what diverges would be its own excuse. */
    double speed = exact->speed, push = exact->force;
    if (!(speed > 0))
        speed = fmax(norm3(v), lever * norm3(v + 3));
    if (!(push > 0))
        push = fmax(norm3(f), norm3(f + 3) / lever);
    double energy = fmax(exact->energy, setup->pair.m_eff * speed * speed);
    for (size_t i = 0; i < POINT; i++) {
        bool rotation = i % 6 >= 3;
        double scale;
        if (i < 6)
            scale = speed * exact->unit / (rotation ? lever : 1);
        else if (i < 12)
            scale = speed / (rotation ? lever : 1);
        else if (i < 24)
            scale = push * (rotation ? lever : 1);
        else
            scale = energy;
        double gap = fabs(a[i] - b[i]);
        if (gap > 0)
            worst = fmax(worst, gap / scale);
        if (isnan(gap))
            return INFINITY;
    }
    return worst / tolerance;
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

/* The limit itself must lie on the piece on which all substeps ended: they may all stop short of an
 * event that it is past. Looked at a moment later, since slip and clipping show only in motion.
 */
static bool still(struct lt_exact *exact, const double *y, double h, const struct piece *piece) {
    struct lt_setup *setup = exact->loading->setup;
    double du[LT_DOFS], branch, *values = setup->values, moment = 1e-6 * h;
    scatter(setup->contact.names, y, values);
    for (size_t i = 0; i < LT_DOFS; i++) {
        du[i] = moment * values[LT_VN + i];
        values[LT_UN + i] += du[i];
    }
    lt_ledger_step(&setup->contact, values, du, moment, &branch);
    bool approach = values[LT_VN] > 0;
    bool slow = fabs(values[LT_VN]) < noise * exact->speed;
    return branch == piece->branch && values[LT_CONTACT] == piece->active &&
           (slow || approach == piece->approach);
}

/* Cross h smoothly: values[] is advanced if SMOOTH, else left alone. columns gets the order used.
 */
static enum outcome extrapolate(struct lt_exact *exact, double h, int *columns) {
    struct lt_setup *setup = exact->loading->setup;
    const struct lt_names *names = setup->contact.names;
    size_t n = exact->n, tableau = LT_EXACT_COLUMNS * n;
    double *start = exact->room, *rows[2][2];
    for (int i = 0; i < 4; i++)
        rows[i / 2][i % 2] = exact->room + n + (size_t)i * tableau;
    double *values = setup->values, contact = values[LT_CONTACT], before = INFINITY;
    struct piece end;
    gather(names, values, start);
    enum outcome outcome = UNRESOLVED;
    for (int j = 0; j < LT_EXACT_COLUMNS; j++) {
        scatter(names, start, values);
        values[LT_CONTACT] = contact;
        outcome = midpoint(exact, h, 2 * (j + 1), true, &end);
        if (outcome != SMOOTH)
            break;
        double error[2] = {INFINITY, INFINITY};
        for (int p = 0; p < 2; p++) {
            double *row = rows[p][j % 2];
            gather(names, values, row);
            neville(row, rows[p][(j + 1) % 2], j, 2 - p, n);
            if (j > 0)
                error[p] = distance(exact, row + (size_t)j * n, row + (size_t)(j - 1) * n);
        }
        int best = error[1] < error[0];
        bool stalled = error[best] > 0.5 * before && error[best] < rounding / tolerance;
        /* From the third column on: two may agree by chance. */
        if (j > 1 && (error[best] <= 1 || (j == LT_EXACT_COLUMNS - 1 && stalled))) {
            const double *limit = rows[best][j % 2] + (size_t)j * n;
            if (!still(exact, limit, h, &end)) {
                outcome = EVENT;
                break;
            }
            scatter(names, limit, values);
            values[LT_CONTACT] = contact;
            exact->branch = end.branch;
            measure(exact);
            exact->rising = end.rising;
            measure(exact);
            *columns = j + 1;
            return SMOOTH;
        }
        before = error[best];
        outcome = UNRESOLVED;
    }
    scatter(names, start, values);
    values[LT_CONTACT] = contact;
    return outcome;
}

bool lt_exact_smooth(struct lt_exact *exact, double h) {
    int columns;
    if (extrapolate(exact, h, &columns) != SMOOTH)
        return false;
    exact->loading->setup->values[LT_TIME] += h;
    exact->loading->setup->values[LT_T] += h;
    return true;
}

static double cross(struct lt_exact *exact, double h) {
    double *values = exact->loading->setup->values;
    struct piece end;
    midpoint(exact, h, 2, false, &end);
    if (exact->failed)
        return 0;
    exact->branch = NAN;
    exact->rising = 0;
    values[LT_TIME] += h;
    values[LT_T] += h;
    exact->event = INFINITY;
    exact->crossings++;
    return h;
}

double lt_exact_advance(struct lt_exact *exact, double h_max) {
    /* A change that comes back at once is noise at a threshold: cross it with longer steps. */
    double least = 1e-14 * exact->fastest * pow(10, exact->crossings < 12 ? exact->crossings : 12);
    double h = fmin(exact->h, h_max);
    if (isfinite(exact->event))
        h = fmin(h, exact->event > 2 * least ? 0.5 * exact->event : exact->event);
    for (;;) {
        if (h <= least)
            return cross(exact, fmin(fmin(least, exact->event), h_max));
        int columns = 0;
        enum outcome outcome = extrapolate(exact, h, &columns);
        if (exact->failed)
            return 0;
        if (outcome == SMOOTH) {
            double *values = exact->loading->setup->values;
            values[LT_TIME] += h;
            values[LT_T] += h;
            if (!isfinite(exact->event))
                exact->crossings = 0;
            else if (exact->event <= h) /* the bracket is used up and nothing happened: noise */
                exact->crossings++;
            exact->event = exact->event > h ? exact->event - h : INFINITY;
            if (!isfinite(exact->event))
                exact->h = columns <= 5 ? fmax(exact->h, 2 * h) : fmax(h, 0.7 * exact->h);
            return h;
        }
        if (outcome == EVENT)
            exact->event = h;
        else if (!isfinite(exact->event))
            exact->h = 0.5 * h;
        h *= 0.5;
    }
}
