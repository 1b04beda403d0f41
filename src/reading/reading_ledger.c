/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reading_ledger.c: energies, loops, events and results of a recorded path. */
#include "base/arena.h"
#include "reading/reading.h"
#include "run/outcome.h"

#include <math.h>
#include <string.h>

enum { LOOPS_MOST = 1000, EVENTS_MOST = 10000 }; /* kept for the document, the first ones */

static const double closed = 0.01; /* how far the ends of a loop may be apart, of the whole range */

/* ---- Contact --------------------------------------------------------------------------------- */

/* Returns true if there is a contact in a row: the surfaces touch or overlap (un <= 0), or a force
 * acts. If forces up to ZERO (N) do not count, only larger forces decide. False if there is none.
 */
static bool touches_at(const struct lt_reading *r, size_t row, double zero) {
    bool acts = r->u[0] && zero == 0 && r->u[0][row] <= 0;
    /* ZERO is a force, which says nothing of moments: these count only where it is 0. */
    for (size_t i = 0; i < LT_DOFS; i++)
        acts |= r->f[i] && fabs(r->f[i][row]) > (i < 3 ? zero : 0) && (i < 3 || zero == 0);
    return acts;
}

/* Marks the rows with a contact, and records where it is made and lost; forces up to ZERO (N) count
 * as none. */
static void find_contacts(struct lt_reading *r, double zero) {
    r->touching = lt_arena_get(r->arena, r->rows * sizeof *r->touching);
    r->events = lt_arena_get(r->arena, EVENTS_MOST * sizeof *r->events);
    for (size_t i = 0; i < r->rows; i++) {
        r->touching[i] = touches_at(r, i, zero);
        if (r->touching[i] != (i > 0 && r->touching[i - 1]) && r->n_events < EVENTS_MOST)
            r->events[r->n_events++] =
                (struct lt_reading_event){r->touching[i] ? "contact_made" : "contact_lost", i};
    }
}

/* ---- Energies -------------------------------------------------------------------------------- */

/* Sums the work (J) of all forces on the contact by the trapezoidal rule, and its sum of
 * |increments|. The supplied work also includes the change of kinetic energy. */
static void sum_work(struct lt_reading *r) {
    r->contact = lt_arena_get(r->arena, r->rows * sizeof *r->contact);
    r->work = lt_arena_get(r->arena, r->rows * sizeof *r->work);
    for (size_t i = 1; i < r->rows; i++) {
        double sum = 0;
        for (size_t k = 0; k < LT_DOFS; k++)
            if (r->f[k] && r->u[k])
                sum += 0.5 * (r->f[k][i] + r->f[k][i - 1]) * (r->u[k][i] - r->u[k][i - 1]);
        r->contact[i] = r->contact[i - 1] + sum;
        r->values[LT_WORK_THROUGHPUT] += fabs(sum);
    }
    for (size_t i = 0; i < r->rows; i++)
        r->work[i] = r->contact[i] + (r->kinetic ? r->kinetic[i] - r->kinetic[0] : 0);
}

/* Computes the energy residual (J) of each row, and the largest relative to the energy that went
 * through; only where the table has the stored energy and losses, else NAN. */
static void close_balance(struct lt_reading *r) {
    double worst = 0;
    r->values[LT_R_RESIDUAL] = NAN;
    if (!r->strain || r->n_losses == 0)
        return;
    r->residual = lt_arena_get(r->arena, r->rows * sizeof *r->residual);
    for (size_t i = 0; i < r->rows; i++) {
        double lost = 0;
        for (size_t k = 0; k < r->n_losses; k++)
            lost += r->losses[k]->values[i] - r->losses[k]->values[0];
        r->residual[i] = r->strain[0] + r->contact[i] - r->strain[i] - lost;
        worst = fmax(worst, fabs(r->residual[i]));
    }
    /* Energy at hand at the beginning, if positive, and the sum of |increments| of work. */
    const double all = fmax(0, r->strain[0]) + r->values[LT_WORK_THROUGHPUT];
    r->values[LT_R_RESIDUAL] = all > 0 ? worst / all : 0;
}

/* Computes the dissipated energy (J) at the end; it is known if the stored energy is given, or if
 * nothing touches at either end. Else NAN. */
static void find_dissipated(struct lt_reading *r) {
    const size_t last = r->rows - 1;
    r->dissipated = r->strain ? r->contact[last] + r->strain[0] - r->strain[last]
                    : !r->touching[0] && !r->touching[last] ? r->contact[last]
                                                            : NAN;
}

/* ---- Loops ----------------------------------------------------------------------------------- */

/* Adds a loop of OF, "contact" or a displacement, between the rows FROM and TO, with the work (J)
 * in between, which is dissipated; at most LOOPS_MOST are kept. */
static void add_loop(struct lt_reading *r, const char *of, size_t from, size_t to) {
    if (r->n_loops < LOOPS_MOST)
        r->loops[r->n_loops++] =
            (struct lt_reading_loop){of, from, to, r->contact[to] - r->contact[from]};
}

/* Adds a loop for each contact, from the row before it is made to the row in which it is lost. */
static void add_contacts(struct lt_reading *r) {
    for (size_t i = 0; i + 1 < r->n_events; i++) {
        const struct lt_reading_event *made = &r->events[i], *lost = &r->events[i + 1];
        if (r->touching[made->row] && made->row > 0)
            add_loop(r, "contact", made->row - 1, lost->row);
    }
}

/* Returns the difference between the largest and the smallest value of X, in its unit. */
static double width_of(const struct lt_reading *r, const double *x) {
    double least = x[0], most = x[0];
    for (size_t i = 1; i < r->rows; i++) {
        least = fmin(least, x[i]);
        most = fmax(most, x[i]);
    }
    return most - least;
}

/* Finds the rows at which a displacement reverses by more than a thousandth of its range, to ignore
 * noise, and last the farthest row behind them. Returns their number, at most ROOM. */
static size_t find_turns(const struct lt_reading *r, const double *u, size_t *turn, size_t room) {
    const double least = 1e-3 * width_of(r, u);
    size_t n = 0, extreme = 0;
    int way = 0;
    for (size_t i = 1; i < r->rows && n < room; i++) {
        /* A reversal counts once u has gone back by LEAST from the extreme so far. */
        const double step = u[i] - u[extreme];
        if (way == 0 && fabs(step) > least)
            way = step > 0 ? 1 : -1;
        if (step * way < -least) {
            turn[n++] = extreme;
            way = -way;
        }
        if (way != 0 && (u[i] - u[extreme]) * way >= 0)
            extreme = i;
    }
    if (n > 0 && n < room)
        turn[n++] = extreme;
    return n;
}

/* Returns the first of the successive rows up to ROW at which the displacement U is where it is in
 * ROW, within NOISE (m or rad), to leave out a rest at the end of a cycle. */
static size_t find_arrival(const double *u, size_t row, double noise) {
    size_t first = row;
    while (first > 0 && fabs(u[first - 1] - u[row]) <= noise)
        first--;
    return first;
}

/* Returns true if, between two rows, every displacement along which a force does work comes back to
 * within a hundredth of its range (RANGES), false if one does not. Motion below NOISE (m or rad)
 * counts as rest. */
static bool closes(const struct lt_reading *r, const double *ranges, double noise, size_t from,
                   size_t to) {
    for (size_t k = 0; k < LT_DOFS; k++)
        if (r->u[k] && r->f[k] &&
            fabs(r->u[k][to] - r->u[k][from]) > fmax(closed * ranges[k], noise))
            return false;
    return true;
}

/* Adds the loops between turns to the same side of one displacement: of those with three turns, the
 * one along which most work is done. A cycle goes from one turn to the second next. */
static void add_cycles(struct lt_reading *r) {
    static const char *const names[] = {"un", "us", "ut", "an", "as", "at"};
    size_t *turn = lt_arena_get(r->arena, LOOPS_MOST * sizeof *turn), dof = LT_DOFS, n;
    double most = 0, ranges[LT_DOFS] = {0};
    /* ALL is twice the sum of |work| along a direction (J), to compare directions. */
    for (size_t k = 0; k < LT_DOFS; k++) {
        double all = 0;
        ranges[k] = r->u[k] ? width_of(r, r->u[k]) : 0;
        if (!r->u[k] || !r->f[k] || find_turns(r, r->u[k], turn, LOOPS_MOST) < 3)
            continue;
        for (size_t i = 1; i < r->rows; i++)
            all += fabs((r->f[k][i] + r->f[k][i - 1]) * (r->u[k][i] - r->u[k][i - 1]));
        dof = all > most ? k : dof;
        most = fmax(most, all);
    }
    if (dof == LT_DOFS)
        return;
    /* 1e-9 of the range is rounding of a displacement at rest. */
    const double *u = r->u[dof], noise = 1e-9 * ranges[dof];
    n = find_turns(r, u, turn, LOOPS_MOST);
    for (size_t i = 0; i + 2 < n; i++) {
        const size_t to = find_arrival(u, turn[i + 2], noise);
        if (closes(r, ranges, noise, turn[i], to))
            add_loop(r, names[dof], turn[i], to);
    }
}

/* ---- Results --------------------------------------------------------------------------------- */

/* Copies a row into the values of a run; its velocities come from VELOCITY_ROW. Missing quantities
 * are 0, but for vn, which is NAN. */
static void put_row(const struct lt_reading *r, size_t row, size_t velocity_row) {
    r->values[LT_T] = r->t[row];
    r->values[LT_CONTACT] = r->touching[row];
    for (size_t k = 0; k < LT_DOFS; k++) {
        r->values[LT_UN + k] = r->u[k] ? r->u[k][row] : 0;
        r->values[LT_VN + k] = r->v[k] ? r->v[k][velocity_row] : k == 0 ? NAN : 0;
        r->values[LT_FN + k] = r->f[k] ? r->f[k][row] : 0;
    }
}

/* Computes the effective mass (kg) of the normal motion from impulse and change of velocity in the
 * first contact. NAN if vn does not follow from fn by one mass within 10 % of the change, as in an
 * imposed motion. */
static void find_mass(struct lt_reading *r) {
    r->m_eff = NAN;
    if (!r->v[0] || !r->f[0] || r->n_events < 2 || r->events[0].row == 0)
        return;
    /* From the row before the first contact to the row after it. */
    const size_t first = r->events[0].row - 1, last = r->events[1].row;
    const double *v = r->v[0], *f = r->f[0], *t = r->t;
    double impulse = 0, worst = 0;
    for (size_t i = first + 1; i <= last; i++)
        impulse += 0.5 * (f[i] + f[i - 1]) * (t[i] - t[i - 1]);
    /* m dv = -impulse, since fn is negative in compression and drives the surfaces apart. */
    const double change = v[last] - v[first], m = -impulse / change;
    /* Each velocity within the contact must follow from the impulse until then. */
    impulse = 0;
    for (size_t i = first + 1; i <= last; i++) {
        impulse += 0.5 * (f[i] + f[i - 1]) * (t[i] - t[i - 1]);
        worst = fmax(worst, fabs(v[first] - impulse / m - v[i]));
    }
    if (m > 0 && worst < 0.1 * fabs(change))
        r->m_eff = m;
}

/* Computes the results of a run from the rows. The row that makes a contact uses the velocity of
 * the row before, since restitution compares velocities without contact. */
static void find_results(struct lt_reading *r) {
    struct lt_setup setup = {.values = r->values, .pair.m_eff = NAN};
    struct lt_outcome outcome;
    lt_outcome_begin(&outcome, &setup);
    for (size_t i = 0; i < r->rows; i++) {
        const bool made = i > 0 && r->touching[i] && !r->touching[i - 1];
        put_row(r, i, made ? i - 1 : i);
        outcome.driven = isnan(r->m_eff);
        lt_outcome_sample(&outcome, &setup);
    }
    /* The last row is the end of the run, with its own velocity. */
    put_row(r, r->rows - 1, r->rows - 1);
    lt_outcome_settle(&outcome, &setup);
    r->values[LT_R_STEPS] = (double)(r->rows - 1);
    if (r->v[0] && isnan(r->m_eff) && r->n_events > 1 && r->events[0].row > 0)
        lt_reading_note(r, "vn does not follow from fn by one mass: the normal motion was imposed, "
                           "and there is no e_n");
    /* Results of quantities that the table lacks are unknown. */
    if (!r->v[0])
        r->values[LT_R_BOUNCES] = NAN;
    if (!r->u[0])
        r->values[LT_R_OVERLAP_MAX] = NAN;
    if (!r->f[0])
        r->values[LT_R_FN_MAX] = r->values[LT_R_PULL_MAX] = NAN;
    if (!r->f[1] && !r->f[2])
        r->values[LT_R_FT_MAX] = NAN;
}

/* Computes energies, loops, events and results of a recorded path; forces up to ZERO (N) count as
 * none. */
void lt_reading_ledger(struct lt_reading *r, double zero) {
    r->values = lt_arena_get(r->arena, LT_FIXED_SLOTS * sizeof *r->values);
    r->loops = lt_arena_get(r->arena, LOOPS_MOST * sizeof *r->loops);
    find_contacts(r, zero);
    sum_work(r);
    close_balance(r);
    find_dissipated(r);
    add_contacts(r);
    add_cycles(r);
    find_mass(r);
    /* Computing the results overwrites the residual: that of the table is kept. */
    const double residual = r->values[LT_R_RESIDUAL];
    find_results(r);
    r->values[LT_R_RESIDUAL] = residual;
}
