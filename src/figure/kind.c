/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/kind.h"

#include "base/arena.h"
#include "program/figure_kind.h"

#include <math.h>
#include <string.h>

static const double SLIGHT = 1e-3; /* fraction of the largest value that is too small to see */

/* ---- Columns --------------------------------------------------------------------------------- */

/* Returns the index of the first column of that name; -1 if there is none. */
static long find_sheet_column(const struct lt_sheet *sheet, const char *name) {
    for (size_t i = 0; i < sheet->columns; i++)
        if (sheet->names[i] && strcmp(sheet->names[i], name) == 0)
            return (long)i;
    return -1;
}

/* Returns the number in a row and column of the table, in SI units. */
static double sheet_cell(const struct lt_sheet *sheet, size_t row, long column) {
    return sheet->cells[row * sheet->columns + (size_t)column];
}

/* Returns one value per row for the text of an axis: a column, its negative "-un", or the magnitude
 * "hypot(fs, ft)". NULL if a column is missing. */
const double *lt_kind_column(const struct lt_sheet *sheet, const char *text,
                             struct lt_arena *arena) {
    const struct lt_shown shown = lt_figure_shown(text);
    const long first = find_sheet_column(sheet, shown.columns[0]),
               second = shown.columns[1] ? find_sheet_column(sheet, shown.columns[1]) : first;
    if (first < 0 || second < 0)
        return NULL;
    double *values = lt_arena_get(arena, (sheet->rows + 1) * sizeof *values);
    for (size_t i = 0; i < sheet->rows; i++) {
        double value = sheet_cell(sheet, i, first);
        values[i] = shown.as == LT_SHOWN_SIZE       ? hypot(value, sheet_cell(sheet, i, second))
                    : shown.as == LT_SHOWN_NEGATIVE ? -value
                                                    : value;
    }
    return values;
}

/* Returns the largest finite |value| of a column, in its unit; the sign in "-un" is ignored. -1 if
 * the table lacks the column. */
static double largest_in(const struct lt_sheet *sheet, const char *text) {
    long column = find_sheet_column(sheet, text + (text[0] == '-'));
    double most = column < 0 ? -1 : 0;
    for (size_t i = 0; column >= 0 && i < sheet->rows; i++)
        if (isfinite(sheet_cell(sheet, i, column)))
            most = fmax(most, fabs(sheet_cell(sheet, i, column)));
    return most;
}

/* ---- Curves ---------------------------------------------------------------------------------- */

/* Returns true for the units of lengths, angles and times, which change evenly within a step and
 * may be interpolated; false for others, such as those of forces, which may jump. */
static bool is_even(const char *unit) {
    return strcmp(unit, "m") == 0 || strcmp(unit, "rad") == 0 || strcmp(unit, "s") == 0;
}

/* Returns the fraction (0 to 1) of the step between rows I and I + 1 at which the surfaces touch
 * (un = 0); UN and FN are column indices, and *apart gets the row without contact. NAN if un does
 * not change sign, or there is a force at a distance. */
static double find_touch(const struct lt_sheet *sheet, long un, long fn, size_t i, size_t *apart) {
    double from = sheet_cell(sheet, i, un), to = sheet_cell(sheet, i + 1, un);
    if (!(from * to < 0))
        return NAN;
    *apart = from > 0 ? i : i + 1;
    bool forced = sheet_cell(sheet, from > 0 ? i + 1 : i, fn) != 0;
    return forced && sheet_cell(sheet, *apart, fn) == 0 ? from / (from - to) : NAN;
}

/* Inserts a point where the surfaces touch between a row without contact and one with a force, so
 * that the curve drawn does not slope outside the contact. Other curves are returned unchanged. */
struct lt_curve lt_kind_touch(const struct lt_sheet *sheet, struct lt_curve curve,
                              const char *x_unit, const char *y_unit, struct lt_arena *arena) {
    long un = find_sheet_column(sheet, "un"), fn = find_sheet_column(sheet, "fn");
    if (un < 0 || fn < 0 || curve.role != LT_CURVE_RUN || curve.count != sheet->rows ||
        !is_even(x_unit) || !*y_unit)
        return curve;
    double *x = lt_arena_get(arena, (2 * curve.count + 1) * sizeof *x);
    double *y = lt_arena_get(arena, (2 * curve.count + 1) * sizeof *y);
    size_t n = 0, apart;
    for (size_t i = 0; i < curve.count; i++) {
        x[n] = curve.x[i];
        y[n++] = curve.y[i];
        double share = i + 1 < curve.count ? find_touch(sheet, un, fn, i, &apart) : NAN;
        if (isnan(share))
            continue;
        /* A force has at the touch the value that it has without contact, since it may jump there.
         */
        x[n] = curve.x[i] + share * (curve.x[i + 1] - curve.x[i]);
        y[n++] =
            is_even(y_unit) ? curve.y[i] + share * (curve.y[i + 1] - curve.y[i]) : curve.y[apart];
    }
    curve.x = x;
    curve.y = y;
    curve.count = n;
    return curve;
}

/* Appends a curve to the figure's list CURVES, which has room for it. */
static void append_curve(struct lt_figure *figure, struct lt_curve *curves, struct lt_curve curve) {
    curves[figure->n_curves++] = curve;
}

/* Returns the message that a figure of this kind needs a column that the table lacks. */
static const char *lacks_column(enum lt_kind_of_figure kind, const char *column,
                                struct lt_arena *arena) {
    return lt_arena_print(arena, "a figure '%s' needs the column '%s'",
                          lt_kind_words[kind - LT_KIND_NORMAL], column);
}

/* Returns the direction (n, s, t) whose ordinate is largest, of a list that ends with x NULL.
 * Returns NULL if the table has none of them. */
static const struct lt_axes *choose_axes(const struct lt_axes *axes, const struct lt_sheet *sheet) {
    const struct lt_axes *best = NULL;
    double most = -1;
    for (; axes->x; axes++) {
        double size = fmin(largest_in(sheet, axes->x), largest_in(sheet, axes->y));
        size = size < 0 ? size : largest_in(sheet, axes->y);
        best = size > most ? axes : best;
        most = fmax(most, size);
    }
    return best;
}

/* Adds the normal force and the shear forces over time, each shear force only if it exceeds SLIGHT
 * times the largest force. */
static void add_forces(const struct lt_sheet *sheet, struct lt_figure *figure,
                       struct lt_curve *curves, struct lt_arena *arena) {
    static const char *const labels[] = {"normal", "shear s", "shear t"};
    const struct lt_axes *force = lt_kinds[LT_KIND_TIME].axes;
    const double *time = lt_kind_column(sheet, "t", arena);
    double most = 0;
    for (int i = 0; i < 3; i++)
        most = fmax(most, largest_in(sheet, force[i].y));
    for (int i = 0; i < 3; i++) {
        if (i > 0 && !(largest_in(sheet, force[i].y) > SLIGHT * most))
            continue;
        append_curve(figure, curves,
                     (struct lt_curve){.label = labels[i],
                                       .x = time,
                                       .y = lt_kind_column(sheet, force[i].y, arena),
                                       .count = sheet->rows});
    }
    /* A single curve needs no label. */
    if (figure->n_curves > 1)
        figure->y_text = lt_kinds[LT_KIND_TIME].y_text;
    else
        curves[0].label = NULL;
}

/* Returns true for the energies that are stacked. False for the work supplied, which has a line of
 * its own, the residual, and E_strain_n and the like, which are contained in E_strain. */
static bool is_account(const char *name) {
    return name && strncmp(name, "E_", 2) == 0 && strcmp(name, "E_work") != 0 &&
           strcmp(name, "E_residual") != 0 && strncmp(name, "E_strain_", 9) != 0;
}

/* Returns the colour, 1 to 6, that an energy has in all figures; 0 for any other, which takes the
 * next free colour. */
static int colour_of(const char *name) {
    static const char *const names[] = {"E_plastic", "E_slip",    "E_strain",
                                        "E_roll",    "E_dashpot", "E_kinetic"};
    for (int i = 0; i < 6; i++)
        if (strcmp(name, names[i]) == 0)
            return i + 1;
    return 0;
}

/* Returns the place of an energy in the stack: 0 for dissipated energies at the bottom, 1 for
 * stored, 2 for kinetic energy on top. */
static int order_of_account(const char *name) {
    return strcmp(name, "E_kinetic") == 0 ? 2 : strcmp(name, "E_strain") == 0;
}

/* Returns an array of a zero for each row of the table, in ARENA. */
static double *zeros_of(const struct lt_sheet *sheet, struct lt_arena *arena) {
    double *values = lt_arena_get(arena, (sheet->rows + 1) * sizeof *values);
    memset(values, 0, (sheet->rows + 1) * sizeof *values);
    return values;
}

/* Stacks an energy, given by its column, on those below it: UP and DOWN are the edges (J) reached
 * so far above and below zero. A negative value goes below zero. */
static void stack_account(const struct lt_sheet *sheet, long column, double *up, double *down,
                          struct lt_curve *curve, struct lt_arena *arena) {
    double *low = zeros_of(sheet, arena), *high = zeros_of(sheet, arena);
    for (size_t i = 0; i < sheet->rows; i++) {
        double value = sheet_cell(sheet, i, column), *edge = value < 0 ? down : up;
        low[i] = fmin(edge[i], edge[i] + value);
        high[i] = fmax(edge[i], edge[i] + value);
        edge[i] += value;
    }
    curve->base = low;
    curve->y = high;
}

/* Adds the energies (J) over time as stacked areas: dissipated, stored, kinetic. Their sum should
 * follow the line "supplied", the initial energy plus the work of external forces. */
static void add_energies(const struct lt_sheet *sheet, struct lt_figure *figure,
                         struct lt_curve *curves, struct lt_arena *arena) {
    const double *time = lt_kind_column(sheet, "t", arena);
    long work = find_sheet_column(sheet, "E_work"), kinetic = find_sheet_column(sheet, "E_kinetic"),
         strain = find_sheet_column(sheet, "E_strain");
    double *up = zeros_of(sheet, arena), *down = zeros_of(sheet, arena),
           *in = zeros_of(sheet, arena);
    double most = 0;
    /* The supplied energy: kinetic and stored energy of the first row, plus the work since. */
    for (size_t i = 0; i < sheet->rows; i++) {
        in[i] = sheet_cell(sheet, 0, kinetic) + sheet_cell(sheet, 0, strain) +
                sheet_cell(sheet, i, work);
        most = fmax(most, fabs(in[i]));
    }
    /* From the bottom of the stack: dissipated (0), stored (1) and kinetic energy (2). Those below
     * SLIGHT of the largest supplied energy would not be visible. */
    for (int order = 0; order < 3; order++)
        for (size_t c = 0; c < sheet->columns; c++) {
            const char *name = sheet->names[c];
            if (!is_account(name) || order_of_account(name) != order ||
                (long)c != find_sheet_column(sheet, name) ||
                !(largest_in(sheet, name) > SLIGHT * most))
                continue;
            struct lt_curve curve = {.label = order == 1 ? "stored" : name + 2,
                                     .x = time,
                                     .count = sheet->rows,
                                     .role = LT_CURVE_AREA,
                                     .colour = colour_of(name)};
            stack_account(sheet, (long)c, up, down, &curve, arena);
            append_curve(figure, curves, curve);
        }
    figure->y_text = lt_kinds[LT_KIND_ENERGY].y_text;
    append_curve(figure, curves,
                 (struct lt_curve){.label = "supplied",
                                   .x = time,
                                   .y = in,
                                   .count = sheet->rows,
                                   .role = LT_CURVE_THEORY});
}

/* Returns true if the law says that its friction limit is set by the normal force BY: "total",
 * "elastic" (without the dashpot's) or "absolute" (its magnitude). False if it says another one, or
 * nothing. */
static bool is_limited_by(const struct lt_sheet *sheet, const char *by) {
    return sheet->limit.by && strcmp(sheet->limit.by, by) == 0;
}

/* Returns true if friction limits the whole shear force, dashpot included; false if only its part
 * without the dashpot, or if the law does not say. */
static bool is_held_whole(const struct lt_sheet *sheet) {
    return sheet->limit.holds && strcmp(sheet->limit.holds, "total") == 0;
}

/* Returns true if the limit is the coefficient of friction times the normal force, with or without
 * its dashpot. False if adhesion adds to it. A law that says nothing is taken to have such a limit.
 */
static bool has_straight_limit(const struct lt_sheet *sheet) {
    return !sheet->limit.by || is_limited_by(sheet, "total") || is_limited_by(sheet, "elastic") ||
           is_limited_by(sheet, "absolute");
}

/* Returns true if the forces that enter the friction limit can be computed from the table: their
 * viscous parts are recorded, not needed, or zero. False if they are needed but not recorded. */
static bool shows_limited(const struct lt_sheet *sheet) {
    const bool whole =
        !sheet->limit.by || (is_held_whole(sheet) && !is_limited_by(sheet, "elastic"));
    const bool parts = find_sheet_column(sheet, "vfn") >= 0 &&
                       find_sheet_column(sheet, "vfs") >= 0 && find_sheet_column(sheet, "vft") >= 0;
    return whole || parts || largest_in(sheet, "E_dashpot") == 0;
}

/* Computes, for a row, the force (N) in the Coulomb condition: f[1], f[2] is the shear force that
 * friction limits and f[0] the normal force that sets the limit, tension positive. */
static void limited_force(const struct lt_sheet *sheet, size_t row, double f[3]) {
    static const char *const forces[] = {"fn", "fs", "ft"}, *const viscous[] = {"vfn", "vfs",
                                                                                "vft"};
    const bool whole = is_held_whole(sheet);
    const bool pressed = is_limited_by(sheet, "total") || is_limited_by(sheet, "absolute");
    for (int i = 0; i < 3; i++) {
        const long total = find_sheet_column(sheet, forces[i]),
                   part = find_sheet_column(sheet, viscous[i]);
        /* Subtract the viscous part unless it is limited, or sets the limit, as well. */
        f[i] = sheet_cell(sheet, row, total) -
               ((i == 0 ? pressed : whole) || part < 0 ? 0 : sheet_cell(sheet, row, part));
    }
}

/* Adds the forces (N) that the friction limit compares, see limited_force(), if viscous parts make
 * them visibly different from the contact force in curves[0], which then is labelled, too. PLANE:
 * the two shear components; else the magnitude of the shear force over the normal force,
 * compression positive. */
static void add_limited(const struct lt_sheet *sheet, bool plane, struct lt_figure *figure,
                        struct lt_curve *curves, struct lt_arena *arena) {
    const bool whole = is_held_whole(sheet);
    const bool pressed = is_limited_by(sheet, "total") || is_limited_by(sheet, "absolute");
    double most = 0;
    if (find_sheet_column(sheet, "vfn") < 0 || find_sheet_column(sheet, "vfs") < 0 ||
        find_sheet_column(sheet, "vft") < 0)
        return;
    /* The points to be drawn, how far they are from those of curves[0], and the largest force. */
    double *x = zeros_of(sheet, arena), *y = zeros_of(sheet, arena), f[3], apart = 0;
    for (size_t row = 0; row < sheet->rows; row++) {
        limited_force(sheet, row, f);
        x[row] = plane ? f[1] : -f[0];
        y[row] = plane ? f[2] : hypot(f[1], f[2]);
        apart = fmax(apart, fmax(fabs(x[row] - curves[0].x[row]), fabs(y[row] - curves[0].y[row])));
        most = fmax(most, fmax(fabs(curves[0].x[row]), plane ? fabs(curves[0].y[row]) : 0));
    }
    if (!has_straight_limit(sheet) || !(apart > SLIGHT * most))
        return;
    curves[0].label = "contact force";
    append_curve(figure, curves,
                 (struct lt_curve){.label = plane     ? "without dashpot"
                                            : whole   ? "over fn without dashpot"
                                            : pressed ? "shear without dashpot"
                                                      : "without dashpots",
                                   .x = x,
                                   .y = y,
                                   .count = sheet->rows});
}

/* Adds the shear force before the friction limit is applied, if it is recorded and differs visibly
 * from the force in curves[0]. */
static void add_trial(const struct lt_sheet *sheet, struct lt_figure *figure,
                      struct lt_curve *curves, struct lt_arena *arena) {
    const double *s = lt_kind_column(sheet, "fs_trial", arena),
                 *t = lt_kind_column(sheet, "ft_trial", arena);
    double most = 0, apart = 0;
    for (size_t i = 0; s && t && i < sheet->rows; i++) {
        most = fmax(most, hypot(s[i], t[i]));
        apart = fmax(apart, hypot(s[i] - curves[0].x[i], t[i] - curves[0].y[i]));
    }
    if (!(apart > SLIGHT * most))
        return;
    curves[0].label = curves[0].label ? curves[0].label : "contact force";
    append_curve(figure, curves,
                 (struct lt_curve){.label = "trial force", .x = s, .y = t, .count = sheet->rows});
}

/* Adds the circle of the friction limit at the normal force that acts where the shear force is
 * largest; no other force is outside of it. It is left out if the shear force stays below a fifth
 * of it, as the force would be drawn too small. */
static void add_circle(const struct lt_sheet *sheet, struct lt_figure *figure,
                       struct lt_curve *curves, struct lt_arena *arena) {
    enum { POINTS = 361 };                /* one each degree */
    static const double far_within = 0.2; /* of the limit: smaller forces need no circle */
    double limit = 0, most = 0, f[3];
    if (find_sheet_column(sheet, "fn") < 0 || !has_straight_limit(sheet) || !shows_limited(sheet))
        return;
    /* The limit is mu |fn| or -mu fn (compression is negative) in the row of the largest shear
     * force. */
    for (size_t row = 0; row < sheet->rows; row++) {
        limited_force(sheet, row, f);
        const double size = hypot(f[1], f[2]);
        if (!(size > most))
            continue;
        most = size;
        limit = sheet->friction * (is_limited_by(sheet, "absolute") ? fabs(f[0]) : -f[0]);
    }
    if (!(limit > 0) || !isfinite(limit) || most < far_within * limit)
        return;
    double *x = lt_arena_get(arena, POINTS * sizeof *x),
           *y = lt_arena_get(arena, POINTS * sizeof *y);
    for (int i = 0; i < POINTS; i++) {
        x[i] = limit * cos(2 * M_PI * i / (POINTS - 1));
        y[i] = limit * sin(2 * M_PI * i / (POINTS - 1));
    }
    curves[0].label = curves[0].label ? curves[0].label : "contact force";
    append_curve(
        figure, curves,
        (struct lt_curve){
            .label = "Coulomb limit", .x = x, .y = y, .count = POINTS, .role = LT_CURVE_THEORY});
}

/* Adds the line from the origin to the friction limit at the largest normal force. Where the limit
 * depends on the normal force's magnitude, it extends to the largest tension. */
static void add_limit(const struct lt_sheet *sheet, struct lt_figure *figure,
                      struct lt_curve *curves, struct lt_arena *arena) {
    double most = 0, least = 0, *x = lt_arena_get(arena, 3 * sizeof *x),
           *y = lt_arena_get(arena, 3 * sizeof *y);
    /* Largest and least normal force (N, compression positive) of the curves drawn. */
    for (size_t c = 0; c < figure->n_curves; c++)
        for (size_t i = 0; i < sheet->rows; i++) {
            most = fmax(most, curves[c].x[i]);
            least = fmin(least, curves[c].x[i]);
        }
    if (!(sheet->friction > 0) || !(most > 0) || !has_straight_limit(sheet) ||
        !shows_limited(sheet))
        return;
    size_t n = 0;
    if (is_limited_by(sheet, "absolute") && least < 0)
        x[n++] = least;
    x[n++] = 0;
    x[n++] = most;
    for (size_t i = 0; i < n; i++)
        y[i] = sheet->friction * fabs(x[i]);
    curves[0].label = curves[0].label ? curves[0].label : "path";
    append_curve(
        figure, curves,
        (struct lt_curve){
            .label = "Coulomb limit", .x = x, .y = y, .count = n, .role = LT_CURVE_THEORY});
}

/* Returns how many numbers (doubles) each row of the table needs in memory to draw a figure of this
 * kind: ten for each curve it may have. */
size_t lt_kind_numbers(enum lt_kind_of_figure kind, const struct lt_sheet *sheet) {
    size_t curves = kind == LT_KIND_TIME ? 3 : kind >= LT_KIND_ENERGY ? 4 : 1;
    for (size_t c = 0; kind == LT_KIND_ENERGY && c < sheet->columns; c++)
        curves += is_account(sheet->names[c]);
    return 10 * curves;
}

/* Fills in axis texts, units and curves of a figure of this kind from a recorded table. Returns
 * NULL, or why the table has no such figure. */
const char *lt_kind_figure(enum lt_kind_of_figure kind, const struct lt_sheet *sheet,
                           struct lt_figure *figure, struct lt_arena *arena) {
    /* The table must have the columns of the kind, or those of one of its directions. */
    const char *const *columns = lt_kinds[kind].columns;
    for (size_t i = 0; i < lt_kinds[kind].needed; i++)
        if (find_sheet_column(sheet, columns[i]) < 0)
            return lacks_column(kind, columns[i], arena);
    const struct lt_axes *axes = lt_kinds[kind].axes;
    if (lt_kinds[kind].needed == 0)
        axes = choose_axes(axes, sheet);
    if (!axes)
        return lacks_column(kind, columns[0], arena);
    /* Room for a curve of each energy, and for limits and the supplied energy. */
    struct lt_curve *curves = lt_arena_get(arena, (sheet->columns + 4) * sizeof *curves);
    figure->x_text = axes->x;
    figure->y_text = axes->y;
    figure->x_unit = axes->x_unit;
    figure->y_unit = axes->y_unit;
    figure->equal = kind == LT_KIND_HODOGRAPH;
    figure->curves = curves;
    figure->n_curves = 0;
    if (kind == LT_KIND_TIME)
        add_forces(sheet, figure, curves, arena);
    else if (kind == LT_KIND_ENERGY)
        add_energies(sheet, figure, curves, arena);
    else
        append_curve(figure, curves,
                     (struct lt_curve){.x = lt_kind_column(sheet, axes->x, arena),
                                       .y = lt_kind_column(sheet, axes->y, arena),
                                       .count = sheet->rows});
    /* The friction limit, and the forces that it compares. */
    if (kind == LT_KIND_CONE) {
        add_limited(sheet, false, figure, curves, arena);
        add_limit(sheet, figure, curves, arena);
    }
    if (kind == LT_KIND_HODOGRAPH) {
        add_limited(sheet, true, figure, curves, arena);
        add_trial(sheet, figure, curves, arena);
        add_circle(sheet, figure, curves, arena);
    }
    return NULL;
}

/* Returns the most informative kind of figure for a run: normal force, shear or moment over the
 * first displacement that changes. LT_KIND_NONE if none does. */
enum lt_kind_of_figure lt_kind_choose(const struct lt_sheet *sheet) {
    static const enum lt_kind_of_figure order[] = {LT_KIND_NORMAL, LT_KIND_SHEAR, LT_KIND_MOMENT};
    for (int i = 0; i < 3; i++) {
        const struct lt_axes *axes = choose_axes(lt_kinds[order[i]].axes, sheet);
        long x = axes ? find_sheet_column(sheet, axes->x + (axes->x[0] == '-')) : -1;
        /* Something must act, and the displacement must change. */
        for (size_t row = 1; x >= 0 && row < sheet->rows; row++)
            if (largest_in(sheet, axes->y) > 0 &&
                sheet_cell(sheet, row, x) != sheet_cell(sheet, 0, x))
                return order[i];
    }
    return LT_KIND_NONE;
}
