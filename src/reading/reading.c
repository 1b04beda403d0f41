/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reading.c: the columns of a run: those of the table, those that follow from them, and which way
 * is positive. */
#include "reading/reading.h"

#include "base/arena.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

enum { NOTES_MOST = 32 };

static const char *const displacements[] = {"un", "us", "ut", "an", "as", "at"};
static const char *const velocities[] = {"vn", "vs", "vt", "wn", "ws", "wt"};
static const char *const forces[] = {"fn", "fs", "ft", "mn", "ms", "mt"};

/* Adds a note on what was found in the table and done to it; at most NOTES_MOST are kept. */
void lt_reading_note(struct lt_reading *r, const char *format, ...) {
    va_list args;
    if (r->n_notes == NOTES_MOST)
        return;
    va_start(args, format);
    r->notes[r->n_notes++] = lt_arena_vprint(r->arena, format, args);
    va_end(args);
}

/* Returns the mapping of a quantity; NULL if the table does not give it. */
static const struct lt_mapping *find_mapping(const struct lt_reading *r, const char *name) {
    for (size_t i = 0; i < r->n_mapped; i++)
        if (strcmp(r->mapped[i].name, name) == 0)
            return &r->mapped[i];
    return NULL;
}

/* Returns the values (SI) of a quantity, one for each row; NULL if the table does not give it. */
static double *mapped_values(const struct lt_reading *r, const char *name) {
    const struct lt_mapping *m = find_mapping(r, name);
    return m ? m->values : NULL;
}

/* ---- Time and path --------------------------------------------------------------------------- */

/* Returns the first quantity that has no number in a row; NULL if the row is complete. */
static const struct lt_mapping *missing_in_row(const struct lt_reading *r, size_t row) {
    for (size_t i = 0; i < r->n_mapped; i++)
        if (isnan(r->mapped[i].values[row]))
            return &r->mapped[i];
    return NULL;
}

/* Drops rows without a number at the beginning and the end, since many codes print nothing for a
 * contact that does not exist. Returns true; false, with errors, if a row in between is incomplete
 * or fewer than two are left. */
static bool trim_rows(struct lt_reading *r, const struct lt_columns *table,
                      struct lt_errors *errors) {
    size_t first = 0, last = r->rows;
    while (first < last && missing_in_row(r, first))
        first++;
    while (last > first && missing_in_row(r, last - 1))
        last--;
    /* A gap between complete rows would break the path. */
    for (size_t i = first; i < last; i++) {
        const struct lt_mapping *lack = missing_in_row(r, i);
        if (lack)
            lt_errors_add(errors, lt_columns_mark(table, i, errors),
                          "%s = %s: no number in this row", lack->name, lack->text);
    }
    if (last < first + 2)
        lt_errors_add(errors, lt_columns_head(table, 0, errors),
                      "fewer than two rows have numbers in all columns that are wanted; %s = %s "
                      "lacks some",
                      missing_in_row(r, 0) ? missing_in_row(r, 0)->name : "t",
                      missing_in_row(r, 0) ? missing_in_row(r, 0)->text : "t");
    else if (last - first < r->rows)
        lt_reading_note(
            r, "%zu rows at the beginning and %zu at the end lack a number and are left out", first,
            r->rows - last);
    /* All columns begin with the first complete row. */
    for (size_t i = 0; i < r->n_mapped; i++)
        r->mapped[i].values += first;
    r->first = first;
    r->rows = last - first;
    return errors->failures == 0;
}

/* Takes the time (s), which must increase, and shifts it so that it begins with 0; r->t_begin keeps
 * the table's own. Returns true; false, with an error, if it does not increase. */
static bool take_time(struct lt_reading *r, const struct lt_columns *table,
                      struct lt_errors *errors) {
    const struct lt_mapping *m = find_mapping(r, "t");
    r->t = m->values;
    r->t_begin = r->t[0];
    for (size_t i = 1; i < r->rows; i++) {
        if (r->t[i] > r->t[i - 1])
            continue;
        lt_errors_add(errors, lt_columns_mark(table, r->first + i, errors),
                      "t = %s must increase, is %.10g s after %.10g s", m->text, r->t[i],
                      r->t[i - 1]);
        return false;
    }
    for (size_t i = 0; i < r->rows; i++)
        r->t[i] -= r->t_begin;
    if (r->t_begin != 0)
        lt_reading_note(r, "t begins with 0, where the table has %.10g s", r->t_begin);
    return true;
}

/* Returns the sum of |differences| (m or rad) between the increments of the displacement U and
 * those of the integral of the velocity V: by the velocity of each step's end if OF_ENDS, else by
 * the mean of both ends (trapezoidal rule). */
static double miss_of(const struct lt_reading *r, const double *u, const double *v, bool of_ends) {
    double sum = 0;
    for (size_t i = 1; i < r->rows; i++)
        sum += fabs(u[i] - u[i - 1] -
                    (r->t[i] - r->t[i - 1]) * (of_ends ? v[i] : 0.5 * (v[i] + v[i - 1])));
    return sum;
}

/* Returns true if the velocities belong to half a step before their rows, as in leapfrog: u(i) -
 * u(i-1) = v(i) dt fits better than the trapezoidal rule, in the first direction that has both.
 * False if they do not, or if no direction has both. */
static bool lags_half(const struct lt_reading *r) {
    for (size_t i = 0; i < LT_DOFS; i++)
        if (r->u[i] && r->v[i])
            return miss_of(r, r->u[i], r->v[i], true) < miss_of(r, r->u[i], r->v[i], false);
    return false;
}

/* Computes a missing displacement by integrating its velocity from 0. LAGS: a row's velocity is
 * that of the step that ends there; else the trapezoidal rule is used. */
static void integrate_velocity(struct lt_reading *r, size_t dof, bool lags) {
    double *u = r->u[dof] = lt_arena_get(r->arena, r->rows * sizeof *u), *v = r->v[dof];
    for (size_t i = 1; i < r->rows; i++)
        u[i] = u[i - 1] + (r->t[i] - r->t[i - 1]) * (lags ? v[i] : 0.5 * (v[i] + v[i - 1]));
    lt_reading_note(r, "%s is %s integrated, 0 in the first row%s", displacements[dof],
                    velocities[dof],
                    lags ? "; it is the velocity of the step that ends there" : "");
}

/* Takes displacements, velocities and forces of all degrees of freedom; a missing displacement is
 * integrated from its velocity. */
static void take_path(struct lt_reading *r) {
    for (size_t i = 0; i < LT_DOFS; i++) {
        r->u[i] = mapped_values(r, displacements[i]);
        r->v[i] = mapped_values(r, velocities[i]);
        r->f[i] = mapped_values(r, forces[i]);
    }
    const bool lags = lags_half(r);
    for (size_t i = 0; i < LT_DOFS; i++) {
        if (!r->u[i] && r->v[i])
            integrate_velocity(r, i, lags);
        if (r->f[i] && !r->u[i])
            lt_reading_note(r, "the work of %s is not counted: neither %s nor %s is given",
                            forces[i], displacements[i], velocities[i]);
    }
}

/* ---- Which way is positive ------------------------------------------------------------------- */

/* Returns the largest |x| of all rows; 0 if the table does not give the quantity. */
static double highest_of(const struct lt_reading *r, const double *x) {
    double peak = 0;
    for (size_t i = 0; x && i < r->rows; i++)
        peak = fmax(peak, fabs(x[i]));
    return peak;
}

/* Finds the sign of un that is overlap: a force acts ten times deeper on that side than on the
 * other, which it reaches only by a short adhesive tension. Returns 1 for un < 0, -1 for un > 0, 0
 * if the table does not show it. Forces up to ZERO (N) count as none, and so do those below 1e-9 of
 * the largest one, such as rounding errors. */
static int side_of_overlap(const struct lt_reading *r, double zero) {
    const double *u = r->u[0], *f = r->f[0], none = fmax(zero, 1e-9 * highest_of(r, f));
    double deep[2] = {0};
    bool idle[2] = {false};
    for (size_t i = 0; i < r->rows; i++) {
        /* Side 0 is un < 0, side 1 un > 0. DEEP: how far a force acts there (m); IDLE: there is a
         * row without one. */
        const int side = u[i] > 0;
        if (fabs(f[i]) > none)
            deep[side] = fmax(deep[side], fabs(u[i]));
        else
            idle[side] |= u[i] != 0;
    }
    return deep[0] > 10 * deep[1] && idle[1] ? 1 : deep[1] > 10 * deep[0] && idle[0] ? -1 : 0;
}

/* Tests whether fn, with its sign as read, resists un: by its work up to the largest overlap (at
 * least a tenth of the sum of |increments|), and by its correlation with un in the deeper half (at
 * least 0.5). In a run both are negative in compression. Returns 1 if both tests say that fn and un
 * have equal signs, -1 if both say that they are opposite, and 0 if they disagree (adhesion, a
 * dashpot). SIDE is the side of the overlap as side_of_overlap() returns it; 0: the side of the
 * largest |un|. */
static int way_of_force(const struct lt_reading *r, int side) {
    const double *u = r->u[0], *f = r->f[0];
    size_t last = 0, n = 0;
    double peak = 0, work = 0, all = 0, mean[2] = {0}, uu = 0, uf = 0, ff = 0;
    /* The row LAST of the largest overlap on that side. */
    for (size_t i = 0; i < r->rows; i++)
        if (side == 0 || (u[i] > 0) == (side < 0))
            peak = fmax(peak, fabs(u[i]));
    while (last < r->rows && (fabs(u[last]) < peak || (side != 0 && (u[last] > 0) != (side < 0))))
        last++;
    /* Work of fn along un (J) up to that row, and its sum of |increments|. */
    for (size_t i = 1; i <= last && i < r->rows; i++) {
        const double part = 0.5 * (f[i] + f[i - 1]) * (u[i] - u[i - 1]);
        work += part;
        all += fabs(part);
    }
    /* Covariances where |un| is at least half of the largest: means first, then sums. */
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < r->rows; i++) {
            if (fabs(u[i]) < 0.5 * peak || (u[i] > 0) != (u[last] > 0))
                continue;
            const double x = u[i] - mean[0] / (double)n, y = f[i] - mean[1] / (double)n;
            if (pass == 0)
                mean[0] += u[i], mean[1] += f[i], n++;
            else
                uu += x * x, uf += x * y, ff += y * y;
        }
    if (n < 3 || !(fabs(work) > 0.1 * all) || !(fabs(uf) > 0.5 * sqrt(uu * ff)))
        return 0;
    return (work > 0) == (uf > 0) ? (work > 0 ? 1 : -1) : 0;
}

/* Tests whether a tangential force has the sign that resists its displacement: its work since the
 * beginning stays positive, or nearly, as noise may make it negative by a tenth of its largest
 * value. Returns 1 if it does, -1 if it is reversed, 0 if undecided. */
static int way_of_shear(const struct lt_reading *r, const double *u, const double *f) {
    double work = 0, most = 0, least = 0;
    for (size_t i = 1; i < r->rows; i++) {
        work += 0.5 * (f[i] + f[i - 1]) * (u[i] - u[i - 1]);
        most = fmax(most, work);
        least = fmin(least, work);
    }
    /* Positive work exceeds the negative one ten times, or the reverse. */
    return most > -10 * least ? 1 : -least > 10 * most ? -1 : 0;
}

/* Changes the sign of all values of a quantity; nothing if the table does not give it. */
static void turn_values(const struct lt_reading *r, double *x) {
    for (size_t i = 0; x && i < r->rows; i++)
        x[i] = -x[i];
}

/* Returns true if the sign of a column must be changed, that is, if WAY is negative and the user
 * gave no sign; false if it stays. A note states the reason WHY, also if the user's sign is kept
 * against it. */
static bool is_turned(struct lt_reading *r, const struct lt_mapping *m, int way, const char *why) {
    if (m->signs && way < 0)
        lt_reading_note(r, "%s = %s is taken as it stands, though %s", m->name, m->text, why);
    if (m->signs || way >= 0)
        return false;
    lt_reading_note(r, "%s = %s is turned: %s", m->name, m->text, why);
    return true;
}

/* Adds the error that the sign of a column must be stated in the options, as the table does not
 * show it. WHY says what is undecided. Always returns false, for use in a return statement. */
static bool require_sign(const struct lt_mapping *m, const char *why, struct lt_errors *errors) {
    lt_errors_add(errors, m->mark, "%s: %s; write %s=+%s, or %s=-(%s) to turn it", m->name, why,
                  m->name, m->text, m->name, m->text);
    return false;
}

/* Returns the column that a displacement was read or integrated from; NULL if there is none. */
static const struct lt_mapping *path_mapping(const struct lt_reading *r, size_t dof) {
    const struct lt_mapping *m = find_mapping(r, displacements[dof]);
    return m ? m : find_mapping(r, velocities[dof]);
}

/* Changes the signs of un, vn and fn where needed so that overlap and compression are negative, as
 * in a run. Forces up to ZERO (N) count as none. Returns true, also if un or fn is missing; false,
 * with an error, if the table does not show the sign and the user does not state it. */
static bool turn_normal(struct lt_reading *r, double zero, struct lt_errors *errors) {
    if (!r->u[0] || !r->f[0])
        return true;
    const struct lt_mapping *path = path_mapping(r, 0), *force = find_mapping(r, "fn");
    const int side = side_of_overlap(r, zero), way = way_of_force(r, side);
    /* If the user states the sign of fn, that of un follows from their relation. */
    int turned = side;
    if (!path->signs && side == 0 && force->signs)
        turned = way;
    /* A column with lawtester's own name is taken as it stands if the table does not contradict. */
    if (!path->signs && turned == 0 && !path->named)
        return require_sign(path,
                            "the table does not show whether an overlap is positive or negative "
                            "(there is no row without a force on the other side)",
                            errors);
    const bool over = is_turned(r, path, turned, "an overlap is negative in a run");
    if (over)
        turn_values(r, r->u[0]);
    /* Turning un reverses its relation to fn. */
    const int against = over ? -way : way;
    if (!force->signs && against == 0 && !force->named)
        return require_sign(
            force, "the table does not show whether a compression is positive or negative", errors);
    if (is_turned(r, force, against, "a compression is negative in a run"))
        turn_values(r, r->f[0]);
    /* A displacement integrated from vn was turned: turn its velocity, too. */
    if (over && path == find_mapping(r, "vn"))
        turn_values(r, r->v[0]);
    return true;
}

/* Changes the sign of tangential forces and moments whose work on the contact would be negative.
 * Returns true; false, with an error, if a sign is undecided and not stated. */
static bool turn_others(struct lt_reading *r, struct lt_errors *errors) {
    bool ok = true;
    for (size_t i = 1; i < LT_DOFS; i++) {
        if (!r->u[i] || !r->f[i] || highest_of(r, r->f[i]) == 0)
            continue;
        const struct lt_mapping *m = find_mapping(r, forces[i]);
        const int way = way_of_shear(r, r->u[i], r->f[i]);
        if (way == 0 && !m->signs && !m->named)
            ok = require_sign(m, "the table does not show which way is positive", errors);
        else if (is_turned(r, m, way, "its work on the contact would be less than nothing"))
            turn_values(r, r->f[i]);
    }
    return ok;
}

/* Changes the sign of velocities that run against their displacements. */
static void turn_velocities(struct lt_reading *r) {
    for (size_t dof = 0; dof < LT_DOFS; dof++) {
        const struct lt_mapping *m = find_mapping(r, velocities[dof]);
        const double *u = r->u[dof], *v = r->v[dof];
        double along = 0;
        if (!m || path_mapping(r, dof) == m)
            continue;
        for (size_t i = 1; i < r->rows; i++)
            along += v[i] * (u[i] - u[i - 1]);
        if (is_turned(r, m, along < 0 ? -1 : 1, "it goes against the displacement"))
            turn_values(r, r->v[dof]);
    }
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Checks that the table gives time, a displacement or velocity, and a force, in at least two rows.
 * Returns true; false, with an error, if not. */
static bool check_given(const struct lt_reading *r, const struct lt_columns *table,
                        struct lt_errors *errors) {
    bool path = false, force = false;
    for (size_t i = 0; i < LT_DOFS; i++) {
        path |= find_mapping(r, displacements[i]) || find_mapping(r, velocities[i]);
        force |= find_mapping(r, forces[i]) != NULL;
    }
    const char *lacks = !find_mapping(r, "t") ? "t: --columns t=...; rows at equal intervals have "
                                                "t=row*1e-6"
                        : !path               ? "a displacement: --columns un=..."
                        : !force              ? "a force: --columns fn=..."
                                              : NULL;
    if (lacks)
        lt_errors_add(errors, lt_columns_head(table, 0, errors), "no column for %s", lacks);
    else if (table->rows < 2)
        lt_errors_add(errors, lt_columns_head(table, 0, errors), "fewer than two rows");
    return !lacks && table->rows >= 2;
}

/* Takes the stored and kinetic energy, and all other energies as losses, from the table (J). */
static void take_energies(struct lt_reading *r) {
    r->strain = mapped_values(r, "E_strain");
    r->kinetic = mapped_values(r, "E_kinetic");
    const size_t room = sizeof r->losses / sizeof *r->losses;
    for (size_t i = 0; i < r->n_mapped && r->n_losses < room; i++) {
        const struct lt_mapping *m = &r->mapped[i];
        if (strncmp(m->name, "E_", 2) == 0 && m->values != r->strain && m->values != r->kinetic)
            r->losses[r->n_losses++] = m;
    }
}

/* Numbers per row: displacement, velocity, force and work of six DoFs, time, energies. */
enum { NUMBERS = 4 * LT_DOFS + 16 };

/* Reads a recorded table as a run: maps its columns by the options, fixes signs, and computes
 * energies and results. Forces up to ZERO (N) count as none. NULL, with errors, if it cannot. */
struct lt_reading *lt_reading_take(struct lt_columns *table, const char *const *options,
                                   size_t n_options, double zero, struct lt_arena *arena,
                                   struct lt_errors *errors) {
    struct lt_reading *r = lt_arena_get(arena, sizeof *r);
    *r = (struct lt_reading){.arena = arena, .rows = table->rows};
    r->notes = lt_arena_get(arena, NOTES_MOST * sizeof *r->notes);
    r->mapped = lt_mapping_read(table, options, n_options, &r->n_mapped, arena, errors);
    if (!r->mapped || !check_given(r, table, errors) || !lt_columns_fits(table, NUMBERS, errors) ||
        !trim_rows(r, table, errors) || !take_time(r, table, errors))
        return NULL;
    take_path(r);
    take_energies(r);
    const bool normal = turn_normal(r, zero, errors);
    if (!turn_others(r, errors) || !normal)
        return NULL;
    turn_velocities(r);
    lt_reading_ledger(r, zero);
    return r;
}
