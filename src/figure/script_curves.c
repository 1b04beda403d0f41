/* SPDX-License-Identifier: GPL-3.0-or-later */
/* script_curves.c: curves: which of their points are drawn, their line styles, and the drawing
 * order. */
#include "figure/scripting.h"

#include <math.h>
#include <string.h>

/* Points of a drawn curve, marks, and loops that are filled: more cannot be told apart in print. */
enum { MOST_POINTS = 4000, MOST_MARKS = 10000, MOST_LOOPS = 20 };
enum { FEW_MARKS = 100 }; /* up to so many marks of a reference are all drawn */

/* Alternately filled and empty: disc, circle, square ... for events; then those for data. */
static const int event_shapes[] = {7, 6, 5, 4, 9, 8, 11, 10, 13, 12};
static const int data_shapes[] = {6, 4, 8, 12, 10};
#define COUNT(list) (sizeof(list) / sizeof(list)[0])

/* ---- Preparing ------------------------------------------------------------------------------- */

/* Returns the positions of COUNT values (SI) along an axis, as fractions of the frame. */
static double *in_frame(const struct lt_axis *axis, const double *values, size_t count,
                        struct lt_arena *arena) {
    double *inside = lt_arena_get(arena, (count + 1) * sizeof *inside);
    for (size_t i = 0; i < count; i++)
        inside[i] = lt_axis_place(axis, values[i]);
    return inside;
}

/* Adds to the points kept those that the lower edge of an area needs, since both edges are drawn
 * from one list of points. */
static void keep_base(const struct lt_script *script, const struct lt_curve *given,
                      struct lt_drawn *curve) {
    size_t *base = lt_arena_get(script->arena, (given->count + 1) * sizeof *base), n = 0, a = 0,
           b = 0;
    size_t *both = lt_arena_get(script->arena, (given->count + 1) * sizeof *both);
    curve->base = in_frame(&script->y, given->base, given->count, script->arena);
    struct lt_path path = {curve->path.x, curve->base, given->count};
    size_t n_base = lt_path_thin(path, MOST_POINTS, base);
    while (a < curve->n_kept || b < n_base) {
        size_t next = b == n_base || (a < curve->n_kept && curve->kept[a] < base[b])
                          ? curve->kept[a]
                          : base[b];
        a += a < curve->n_kept && curve->kept[a] == next;
        b += b < n_base && base[b] == next;
        both[n++] = next;
    }
    curve->kept = both;
    curve->n_kept = n;
}

/* Returns true for curves drawn as single points, that is, references and data; false for lines,
 * areas and events. */
static bool is_marks(const struct lt_curve *given) {
    return given->role == LT_CURVE_REFERENCE || given->role == LT_CURVE_DATA;
}

/* Selects the points of a curve that are marked, and their colour and shape. NUMBER counts such
 * curves from 0; SEVERAL: each has a colour of its own. The label says so if points are left out.
 */
static void prepare_marks(struct lt_script *script, const struct lt_curve *given,
                          struct lt_drawn *curve, size_t number, bool several) {
    /* Marks of a long reference are 0.025 of the frame's width apart, so that they do not merge. */
    if (given->role == LT_CURVE_REFERENCE && given->count > FEW_MARKS)
        curve->n_kept = lt_path_space(curve->path, 0.025, curve->kept);
    else
        curve->n_kept = lt_path_scatter(curve->path, MOST_MARKS, curve->kept);
    curve->line = several ? (int)(1 + number % LT_LINE_COLOURS) : LT_LINE_REFERENCE;
    curve->shape = data_shapes[number % COUNT(data_shapes)];
    if (curve->n_kept == given->count || script->plain)
        return;
    bool named = given->label && *given->label;
    curve->label =
        lt_arena_print(script->arena, "%s%s%zu of %zu points%s", named ? given->label : "",
                       named ? " (" : "", curve->n_kept, given->count, named ? ")" : "");
}

/* Reduces oscillations that would merge to their upper and lower edges, and says so in the label.
 * Returns true if it did, false if the curve has none. */
static bool outline_swings(const struct lt_script *script, const struct lt_curve *given,
                           struct lt_drawn *curve) {
    size_t *edges = lt_arena_get(script->arena, (curve->n_kept + LT_PATH_EDGES) * sizeof *edges);
    size_t n = lt_path_outline(curve->path, curve->kept, curve->n_kept, edges);
    if (n == 0)
        return false;
    curve->kept = edges;
    curve->n_kept = n;
    bool named = given->label && *given->label;
    if (named && !script->plain)
        curve->label = lt_arena_print(script->arena, "%s (fast swings: their edges)", given->label);
    return true;
}

/* Selects the points of a line that are visible in print, and its colour and dashes. NUMBER counts
 * from 0 the lines that have no colour of their own. */
static void prepare_line(struct lt_script *script, const struct lt_curve *given,
                         struct lt_drawn *curve, int number) {
    const struct lt_figure *figure = script->figure;
    /* With a logarithmic axis all finite points are kept. */
    curve->n_kept = figure->y_log ? lt_path_space(curve->path, 0, curve->kept)
                                  : lt_path_thin(curve->path, MOST_POINTS, curve->kept);
    /* An area keeps the points of both edges. Of a line with too many points left, those that
     * retrace it are left out as well, unless its fast swings have been outlined. */
    if (given->role == LT_CURVE_AREA)
        keep_base(script, given, curve);
    else if (!figure->y_log &&
             !(given->role == LT_CURVE_RUN && outline_swings(script, given, curve)) &&
             curve->n_kept > MOST_POINTS)
        curve->n_kept = lt_path_uncover(curve->path, curve->kept, curve->n_kept);
    bool theory = given->role == LT_CURVE_THEORY;
    curve->line = theory              ? LT_LINE_THEORY
                  : given->colour > 0 ? given->colour
                                      : 1 + number % LT_LINE_COLOURS;
    curve->dashes = theory || given->colour > 0 ? 0 : number / LT_LINE_COLOURS;
}

/* ---- Curves that hide each other ------------------------------------------------------------- */

/* Returns the distance of a point from the nearest part of a curve, all in widths of the frame;
 * INFINITY if the curve has no line. */
static double distance_to_curve(const struct lt_drawn *curve, double x, double y) {
    double least = INFINITY;
    for (size_t k = 1; k < curve->n_kept; k++) {
        size_t a = curve->kept[k - 1], b = curve->kept[k];
        if (a == LT_PATH_LIFTED || b == LT_PATH_LIFTED)
            continue;
        double dx = curve->path.x[b] - curve->path.x[a], dy = curve->path.y[b] - curve->path.y[a];
        double square = dx * dx + dy * dy;
        double along =
            square > 0 ? ((x - curve->path.x[a]) * dx + (y - curve->path.y[a]) * dy) / square : 0;
        along = fmin(fmax(along, 0), 1);
        double d = hypot(curve->path.x[a] + along * dx - x, curve->path.y[a] + along * dy - y);
        least = d < least ? d : least;
    }
    return least;
}

/* Returns true if CURVE hides behind the OTHER one: at least half of the first 200 probes along it
 * lie within 0.004 of the frame's width from it. False if fewer do, or if CURVE has no line. */
static bool runs_on(const struct lt_drawn *curve, const struct lt_drawn *other) {
    static const double every = 0.02; /* distance of probes, of the frame's width */
    const struct lt_path *path = &curve->path;
    double left = every / 2;
    int probes = 0, on = 0;
    for (size_t k = 1; k < curve->n_kept; k++) {
        size_t a = curve->kept[k - 1], b = curve->kept[k];
        if (a == LT_PATH_LIFTED || b == LT_PATH_LIFTED)
            continue;
        double dx = path->x[b] - path->x[a], dy = path->y[b] - path->y[a], length = hypot(dx, dy);
        if (!isfinite(length)) /* a gap */
            continue;
        for (; left < length && probes < 200; left += every, probes++)
            on += distance_to_curve(other, path->x[a] + left / length * dx,
                                    path->y[a] + left / length * dy) < 0.004;
        left -= length;
    }
    return probes > 0 && 2 * on >= probes;
}

/* Draws a run's curve wider for each later curve that covers it, so that it shows on both sides. A
 * curve is 2.4/6 mm wide, and 3/6 mm more for each one above it. */
static void widen_hidden(struct lt_script *script) {
    enum { MOST = 20, WIDEST = 4 }; /* curves that are compared in pairs; steps of width */
    const struct lt_figure *figure = script->figure;
    if (figure->n_curves > MOST || script->plain)
        return;
    for (size_t i = 0; i < figure->n_curves; i++) {
        int above = 0;
        for (size_t k = i + 1; k < figure->n_curves && above < WIDEST; k++)
            above += figure->curves[i].role == LT_CURVE_RUN &&
                     figure->curves[k].role == LT_CURVE_RUN &&
                     runs_on(&script->curves[i], &script->curves[k]);
        if (above > 0)
            script->curves[i].width = 2.4 + 3 * above;
    }
}

/* Moves the common beginning of many labels such as "dp_nratio = 0.1" into the title of the key, so
 * that the name is written once. */
static void share_name(struct lt_script *script) {
    enum { FEW = 6 }; /* labels that are readable with the name in each */
    size_t length = 0, labels = 0;
    const char *first = NULL;
    /* All labels must begin like the first one that has " = ". */
    for (size_t c = 0; c < script->figure->n_curves; c++) {
        const char *label = script->curves[c].label;
        const char *end = label ? strstr(label, " = ") : NULL;
        if (!label)
            continue;
        if (!first && end) {
            first = label;
            length = (size_t)(end + 3 - label);
        }
        if (!first || strncmp(first, label, length) != 0)
            return;
        labels++;
    }
    if (labels <= FEW || script->plain)
        return;
    script->key_title = lt_arena_copy(script->arena, first, length - 3);
    for (size_t c = 0; c < script->figure->n_curves; c++)
        if (script->curves[c].label)
            script->curves[c].label += length;
}

/* Prepares all curves of a figure: positions in the frame, points that are drawn, line styles and
 * labels. */
void lt_script_curves_prepare(struct lt_script *script) {
    const struct lt_figure *figure = script->figure;
    int runs = 0, events = 0;
    size_t marks = 0, number = 0;
    script->curves = lt_arena_get(script->arena, (figure->n_curves + 1) * sizeof *script->curves);
    for (size_t c = 0; c < figure->n_curves; c++)
        marks += is_marks(&figure->curves[c]);
    for (size_t c = 0; c < figure->n_curves; c++) {
        const struct lt_curve *given = &figure->curves[c];
        struct lt_drawn *curve = &script->curves[c];
        curve->label = given->label && *given->label ? given->label : NULL;
        if (curve->label && script->plain)
            curve->label = lt_script_text_in_ascii(curve->label, script->arena);
        curve->path = (struct lt_path){in_frame(&script->x, given->x, given->count, script->arena),
                                       in_frame(&script->y, given->y, given->count, script->arena),
                                       given->count};
        curve->kept = lt_arena_get(script->arena, (given->count + 1) * sizeof *curve->kept);
        /* Events are all marked, data in part, and lines thinned. Only lines without a colour of
         * their own count for the sequence of colours. */
        if (given->role == LT_CURVE_EVENT) {
            for (size_t i = 0; i < given->count; i++)
                curve->kept[curve->n_kept++] = i;
            curve->line = LT_LINE_EVENT;
            curve->shape = event_shapes[(size_t)events++ % COUNT(event_shapes)];
        } else if (is_marks(given)) {
            prepare_marks(script, given, curve, number++, marks > 1);
        } else {
            prepare_line(script, given, curve, runs);
            runs += given->role != LT_CURVE_THEORY && given->colour == 0;
        }
    }
    share_name(script);
    if (!figure->shades)
        widen_hidden(script);
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* Writes a data line for point I: x, the lower edge of an area, y, in drawn units. A blank line for
 * a gap. */
static void put_point(FILE *file, const struct lt_script *script, const struct lt_curve *given,
                      size_t i) {
    double x = given->x[i] * script->x.scale, y = given->y[i] * script->y.scale;
    if (isfinite(x) && isfinite(y) && given->base)
        fprintf(file, "%.9g %.9g %.9g\n", x, given->base[i] * script->y.scale, y);
    else if (isfinite(x) && isfinite(y))
        fprintf(file, "%.9g %.9g\n", x, y);
    else
        putc('\n', file); /* a gap */
}

/* Writes the points of curve C as gnuplot's data block; a blank line lifts the pen. */
static void put_data(FILE *file, const struct lt_script *script, size_t c) {
    const struct lt_drawn *curve = &script->curves[c];
    fprintf(file, "$curve%zu << EOD\n", c + 1);
    for (size_t k = 0; k < curve->n_kept; k++)
        if (curve->kept[k] == LT_PATH_LIFTED)
            putc('\n', file);
        else
            put_point(file, script, &script->figure->curves[c], curve->kept[k]);
    fputs("EOD\n", file);
}

/* Returns true if areas in the figure are energies, that is, for force over displacement or moment
 * over angle; false for all other units. */
static bool is_force_over_displacement(const struct lt_figure *figure) {
    return (strcmp(figure->x_unit, "m") == 0 && strcmp(figure->y_unit, "N") == 0) ||
           (strcmp(figure->x_unit, "rad") == 0 && strcmp(figure->y_unit, "N m") == 0);
}

/* Returns the number, from 1, of the only curve of a run; 0 if there is none or several, whose
 * loops would overlap. */
static size_t only_run(const struct lt_figure *figure) {
    size_t run = 0, runs = 0;
    for (size_t c = 0; c < figure->n_curves; c++) {
        if (figure->curves[c].role != LT_CURVE_RUN)
            continue;
        run = c + 1;
        runs++;
    }
    return runs == 1 ? run : 0;
}

/* Writes the loops of the only run of a force-displacement figure, a data block each, whose areas
 * are shaded as dissipated energy. Returns their number. */
static size_t put_loops(FILE *file, const struct lt_script *script) {
    const struct lt_figure *figure = script->figure;
    size_t run = only_run(figure), left = 0;
    struct lt_loop loops[MOST_LOOPS];
    if (script->plain || run == 0 || !is_force_over_displacement(figure))
        return 0;
    struct lt_path path = script->curves[run - 1].path;
    /* The ordinate of zero force, as a fraction of the frame. */
    double zero = -script->y.lo / (script->y.hi - script->y.lo);
    size_t n = lt_path_loops(path, zero, MOST_LOOPS, loops);
    for (size_t i = 0; i < n; i++) {
        size_t first = loops[i].first, count = loops[i].last - first + 1;
        size_t *kept = lt_arena_get(script->arena, (count + 1) * sizeof *kept);
        struct lt_path part = {path.x + first, path.y + first, count};
        size_t n_kept = lt_path_thin(part, MOST_POINTS, kept);
        /* A loop that needs more points than a curve may have is left unshaded. */
        if (n_kept > MOST_POINTS)
            continue;
        fprintf(file, "$loop%zu << EOD\n", ++left);
        for (size_t k = 0; k < n_kept; k++)
            put_point(file, script, &figure->curves[run - 1], first + kept[k]);
        fputs("EOD\n", file);
    }
    return left;
}

/* Writes how curve C is drawn: lines, points or area, with colour, width, dashes and shape. */
static void put_curve_style(FILE *file, const struct lt_script *script, size_t c) {
    static const char *const styles[] = {
        [LT_CURVE_RUN] = "with lines",        [LT_CURVE_THEORY] = "with lines",
        [LT_CURVE_REFERENCE] = "with points", [LT_CURVE_DATA] = "with points",
        [LT_CURVE_EVENT] = "with points",     [LT_CURVE_AREA] = "with filledcurves"};
    const struct lt_curve *given = &script->figure->curves[c];
    const struct lt_drawn *curve = &script->curves[c];
    bool run = given->role == LT_CURVE_RUN, area = given->role == LT_CURVE_AREA;
    /* A curve coloured by a quantity takes its colour from the palette; dashes tell groups apart.
     */
    if (run && script->figure->shades && !script->plain) {
        fprintf(file, " using 1:2:(%.10g) with lines linetype 1 linewidth 1.8%s linecolor palette",
                script->figure->shades[c] * script->z.scale,
                given->colour > 2   ? " dashtype (4,5)"
                : given->colour > 1 ? " dashtype (14,6)"
                                    : "");
        return;
    }
    /* A curve of a single point is drawn as a mark; on a logarithmic axis points show as well. */
    fprintf(file, " %s linetype %d",
            run && curve->n_kept == 1      ? "with points pointtype 7"
            : run && script->figure->y_log ? "with linespoints pointtype 7 pointsize 0.7"
            : area && script->plain        ? "using 1:3 with lines" /* its upper edge */
                                           : styles[given->role],
            curve->line);
    if (area && !script->plain)
        fputs(" fillstyle transparent solid 0.55", file);
    if (curve->width > 0)
        fprintf(file, " linewidth %.3g", curve->width);
    if (curve->dashes > 0 && !area && !script->plain)
        fprintf(file, " dashtype (%d,5)", 10 / curve->dashes);
    if (curve->shape > 0)
        fprintf(file, " pointtype %d", curve->shape);
    /* Many marks are drawn smaller. */
    if (is_marks(given) && !script->plain && curve->n_kept > 200)
        fprintf(file, " pointsize %.2g", curve->n_kept > 1000 ? 0.35 : 0.5);
}

/* Writes the plot command: LOOPS shaded loops, then areas first and events last, so that none is
 * hidden. */
static void put_plots(FILE *file, const struct lt_script *script, size_t loops) {
    static const unsigned order[] = {LT_CURVE_AREA, LT_CURVE_RUN,    LT_CURVE_REFERENCE,
                                     LT_CURVE_DATA, LT_CURVE_THEORY, LT_CURVE_EVENT};
    const char *before = "plot ";
    for (size_t i = 1; i <= loops; i++) {
        fprintf(file, "%s$loop%zu with filledcurves closed linetype %d notitle", before, i,
                script->curves[only_run(script->figure) - 1].line);
        before = ", \\\n     ";
    }
    for (size_t role = 0; role < COUNT(order); role++)
        for (size_t c = 0; c < script->figure->n_curves; c++) {
            if (script->figure->curves[c].role != order[role])
                continue;
            fprintf(file, "%s$curve%zu", before, c + 1);
            before = ", \\\n     ";
            put_curve_style(file, script, c);
            if (script->curves[c].label && !script->curves[c].named) {
                fputs(" title ", file);
                lt_script_text_put_quoted(file, script->curves[c].label);
            } else {
                fputs(" notitle", file);
            }
        }
    /* A line that draws nothing adds its text to the key. */
    if (script->left_out)
        fprintf(file, "%sNaN with lines linetype nodraw title '%s'", before, script->left_out);
    putc('\n', file);
}

/* Writes data, labels and plot command of all curves. */
void lt_script_curves_put(FILE *file, const struct lt_script *script) {
    for (size_t c = 0; c < script->figure->n_curves; c++)
        put_data(file, script, c);
    fputs(script->names, file);
    put_plots(file, script, put_loops(file, script));
}
