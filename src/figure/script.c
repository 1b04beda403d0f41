/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/script.h"

#include "base/arena.h"
#include "base/file.h"
#include "config.h"
#include "figure/axis.h"
#include "figure/bars.h"
#include "figure/map.h"
#include "figure/place.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 2000, COLOURS = 6, THEORY_LINE = 7, REFERENCE_LINE = 8, EVENT_LINE = 9 };
enum { LONGEST_STYLE = 65536 };

/* A figure with all that must be known before a line of it is written. */
struct lt_script {
    const struct lt_figure *figure;
    bool plain; /* for a terminal: ASCII, no style */
    const char *style;
    struct lt_axis x, y, z; /* z: the colours of a map */
    double wide, high;      /* the frame, beside that of a figure of usual size */
    struct curve {
        struct lt_path path; /* in coordinates of the frame */
        size_t *kept, n_kept;
        int line;           /* gnuplot's linetype */
        bool named;         /* its label stands in it */
        const double *base; /* of an area, in coordinates of the frame */
    } * curves;
    struct lt_arena *arena;
};

/* ---- Preparing ------------------------------------------------------------------------------- */

static void widen(double range[2], double value) {
    range[0] = fmin(range[0], value);
    range[1] = fmax(range[1], value);
}

/* Least and greatest of what is drawn; false if nothing is. */
static bool find_ranges(const struct lt_figure *figure, double x[2], double y[2]) {
    x[0] = y[0] = INFINITY;
    x[1] = y[1] = -INFINITY;
    for (size_t c = 0; c < figure->n_curves; c++) {
        const struct lt_curve *curve = &figure->curves[c];
        for (size_t i = 0; i < curve->count; i++) {
            double low = curve->base ? curve->base[i] : curve->y[i];
            if (!isfinite(curve->x[i]) || !isfinite(curve->y[i]) || !isfinite(low) ||
                (figure->x_log && curve->x[i] <= 0) || (figure->y_log && curve->y[i] <= 0))
                continue;
            widen(x, curve->x[i]);
            widen(y, curve->y[i]);
            widen(y, low);
        }
    }
    return x[0] <= x[1];
}

/* Widen what is too narrow for a frame that is RATIO times as wide as high. */
static void make_equal(double ratio, double x[2], double y[2]) {
    double wide = x[1] - x[0], high = y[1] - y[0], *narrow = wide < ratio * high ? x : y;
    double grow = 0.5 * fabs(ratio * high - wide) * (narrow == x ? 1 : 1 / ratio);
    narrow[0] -= grow;
    narrow[1] += grow;
}

static double *in_frame(const struct lt_axis *axis, const double *values, size_t count,
                        struct lt_arena *arena) {
    double *inside = lt_arena_get(arena, (count + 1) * sizeof *inside);
    for (size_t i = 0; i < count; i++)
        inside[i] = lt_axis_place(axis, values[i]);
    return inside;
}

/* Also the points that the lower edge of an area needs. */
static void keep_base(const struct lt_script *script, const struct lt_curve *given,
                      struct curve *curve) {
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

static void prepare_curves(struct lt_script *script) {
    const struct lt_figure *figure = script->figure;
    int runs = 0;
    script->curves = lt_arena_get(script->arena, (figure->n_curves + 1) * sizeof *script->curves);
    for (size_t c = 0; c < figure->n_curves; c++) {
        const struct lt_curve *given = &figure->curves[c];
        struct curve *curve = &script->curves[c];
        curve->path = (struct lt_path){in_frame(&script->x, given->x, given->count, script->arena),
                                       in_frame(&script->y, given->y, given->count, script->arena),
                                       given->count};
        curve->kept = lt_arena_get(script->arena, (given->count + 1) * sizeof *curve->kept);
        if (given->role == LT_CURVE_EVENT) {
            for (size_t i = 0; i < given->count; i++)
                curve->kept[curve->n_kept++] = i;
            curve->line = EVENT_LINE;
        } else if (given->role == LT_CURVE_REFERENCE || given->role == LT_CURVE_DATA) {
            double apart = given->role == LT_CURVE_DATA ? 0.002 : 0.025;
            curve->n_kept = lt_path_space(curve->path, apart, curve->kept);
            curve->line = REFERENCE_LINE;
        } else {
            curve->n_kept = script->figure->y_log
                                ? lt_path_space(curve->path, 0, curve->kept)
                                : lt_path_thin(curve->path, MOST_POINTS, curve->kept);
            if (given->role == LT_CURVE_AREA)
                keep_base(script, given, curve);
            curve->line = given->role == LT_CURVE_THEORY ? THEORY_LINE
                          : given->colour > 0            ? given->colour
                                                         : 1 + runs++ % COLOURS;
        }
    }
}

/* plots/style.gp, without its first paragraph, which speaks of that file: the user's, the installed
 * one or that of the source tree. */
static const char *find_style(struct lt_arena *arena) {
    size_t length;
    const char *path = lt_file_data("plots/style.gp", arena);
    char *text = path ? lt_file_read(path, LONGEST_STYLE, &length) : NULL;
    if (!text)
        return NULL;
    const char *style = lt_arena_copy(arena, text, length), *rest = strstr(style, "\n\n");
    free(text);
    return rest ? rest + 1 : style;
}

static bool prepare_axes(struct lt_script *script) {
    const struct lt_figure *figure = script->figure;
    double x[2], y[2];
    if (figure->map)
        return lt_map_axes(figure, script->plain, &script->x, &script->y, &script->z);
    if (figure->bars)
        return lt_bars_axes(figure, script->plain, &script->x, &script->y);
    if (!find_ranges(figure, x, y))
        return false;
    if (figure->equal)
        make_equal(2 * script->wide / script->high, x, y);
    bool x_log = figure->x_log && 0 < x[0] && x[0] < x[1];
    bool y_log = figure->y_log && 0 < y[0] && y[0] < y[1];
    script->x = lt_axis_new(figure->x_text, figure->x_unit, x[0], x[1], script->plain, x_log);
    script->y = lt_axis_new(figure->y_text, figure->y_unit, y[0], y[1], script->plain, y_log);
    if (x_log)
        lt_axis_fit(&script->x, x[0], x[1]);
    if (y_log)
        lt_axis_fit(&script->y, y[0], y[1] * pow(y[1] / y[0], 0.04));
    prepare_curves(script);
    return true;
}

/* What margins and letters, which do not shrink with the figure, leave for the frame. */
static void prepare_frame(struct lt_script *script) {
    static const double beside = 0.022, above = 0.024; /* m */
    struct lt_size size = script->figure->size;
    script->wide = script->high = 1;
    if (size.width > 0)
        script->wide = (size.width - beside) / (LT_FIGURE_WIDTH - beside);
    if (size.height > 0)
        script->high = (size.height - above) / (LT_FIGURE_HEIGHT - above);
}

/* On a short axis every other tic has room. */
static void space_tics(struct lt_script *script) {
    if (script->wide < 0.45)
        script->x.step *= 2;
    if (script->high < 0.5 && !script->figure->bars)
        script->y.step *= 2;
}

static bool prepare(struct lt_script *script, char *why, size_t size) {
    const struct lt_figure *figure = script->figure;
    const char *wrong = figure->wrong;
    prepare_frame(script);
    if (!wrong && !prepare_axes(script))
        wrong = "there is no finite point to draw";
    if (wrong) {
        snprintf(why, size, "%s", wrong);
        return false;
    }
    space_tics(script);
    script->style = find_style(script->arena);
    if (script->style)
        return true;
    snprintf(why, size,
             "plots/style.gp was not found in " LT_DATA_INSTALLED
             "; LAWTESTER_DATADIR may name the folder that holds plots");
    return false;
}

struct lt_script *lt_script_new(const struct lt_figure *figure, bool plain, char *why,
                                size_t size) {
    struct lt_arena *arena = lt_arena_new();
    struct lt_script *script = lt_arena_get(arena, sizeof *script);
    *script = (struct lt_script){.arena = arena, .figure = figure, .plain = plain};
    if (prepare(script, why, size))
        return script;
    lt_script_free(script);
    return NULL;
}

void lt_script_free(struct lt_script *script) {
    if (script)
        lt_arena_free(script->arena);
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* In single quotes gnuplot runs and replaces nothing, but it loses count of doubled ones (three at
 * the start end the string), so each quote is a string of its own. Invalid UTF-8 would spoil an
 * SVG. */
static void put_quoted(FILE *file, const char *text) {
    json_t *valid = json_string(text);
    putc('\'', file);
    for (const char *c = text; *c; c++) {
        unsigned char byte = (unsigned char)*c;
        if (byte < 0x20 || byte == 0x7f)
            continue;
        if (byte == '\'')
            fputs("'.\"'\".'", file);
        else
            putc(byte >= 0x80 && !valid ? '?' : *c, file);
    }
    putc('\'', file);
    json_decref(valid);
}

/* Numbers on a logarithmic axis that read well as they are. */
static bool is_short(const struct lt_axis *axis) {
    return axis->hi / axis->lo < 1e4 && axis->lo >= 1e-4 && axis->hi <= 1e5;
}

static void put_axis(FILE *file, const char *name, const struct lt_axis *axis) {
    fprintf(file, "set %slabel ", name);
    put_quoted(file, axis->label);
    fprintf(file, "%s\nset %srange [%.10g:%.10g]\n", axis->enhanced ? "" : " noenhanced", name,
            axis->lo, axis->hi);
    if (axis->logarithmic)
        fprintf(file, "set logscale %s\nset m%stics 10\nset format %s '%s'\n", name, name, name,
                is_short(axis) ? "%h" : "10^{%L}");
    else
        fprintf(file, "set %stics %.10g\n", name, axis->step);
}

/* A terminal turns no text: what the vertical axis shows stands above it. */
static void put_axes(FILE *file, const struct lt_script *script) {
    put_axis(file, "x", &script->x);
    put_axis(file, "y", &script->y);
    if (!script->plain)
        return;
    fputs("set tmargin 3\nset title offset 0,1\nunset ylabel\nset label 1 ", file);
    put_quoted(file, script->y.label);
    fputs(" at character 2,graph 1 offset 0,character 1\n", file);
    if (!script->figure->map)
        return;
    fputs("set label 2 ", file);
    put_quoted(file, script->z.label);
    fputs(" at graph 0.5,character 1 center\n", file);
}

static void put_data(FILE *file, const struct lt_script *script, size_t c) {
    const struct lt_curve *given = &script->figure->curves[c];
    const struct curve *curve = &script->curves[c];
    fprintf(file, "$curve%zu << EOD\n", c + 1);
    for (size_t k = 0; k < curve->n_kept; k++) {
        double x = given->x[curve->kept[k]] * script->x.scale,
               y = given->y[curve->kept[k]] * script->y.scale;
        if (isfinite(x) && isfinite(y) && given->base)
            fprintf(file, "%.9g %.9g %.9g\n", x, given->base[curve->kept[k]] * script->y.scale, y);
        else if (isfinite(x) && isfinite(y))
            fprintf(file, "%.9g %.9g\n", x, y);
        else
            putc('\n', file); /* a gap */
    }
    fputs("EOD\n", file);
}

static bool has_label(const struct lt_script *script, size_t c) {
    const char *label = script->figure->curves[c].label;
    return label && *label && !script->curves[c].named;
}

/* Lengths in the frame, for the font of the terminals above. */
static double text_width(const struct lt_script *script, const char *text) {
    return (0.0155 * (double)strlen(text) + 0.01) / script->wide;
}
static double text_height(const struct lt_script *script) {
    return 0.06 / script->high;
}
static double key_line(const struct lt_script *script) {
    return 0.08 / script->wide;
}

/* A text of its own colour beside each curve; false if some curve has no room for it. */
static bool put_labels(FILE *file, const struct lt_script *script, struct lt_place place) {
    for (size_t c = 0; c < script->figure->n_curves; c++) {
        const struct lt_curve *curve = &script->figure->curves[c];
        if (!has_label(script, c))
            continue;
        struct lt_box box = {.width = text_width(script, curve->label),
                             .height = text_height(script)};
        if (!lt_place_beside(&place, c, &box))
            return false;
        fprintf(file, "set label %zu ", c + 1);
        put_quoted(file, curve->label);
        fprintf(file, " at graph %.4f,%.4f center noenhanced front textcolor linetype %d\n",
                box.x + box.width / 2, box.y + box.height / 2, script->curves[c].line);
    }
    return true;
}

/* Below the axis' label, with room for all its lines. */
static void put_key_below(FILE *file, size_t count, double width) {
    size_t in_line = (size_t)fmax(1, floor(1.05 / (width + 0.03)));
    fprintf(file, "set key bmargin center horizontal\nset bmargin %.1f\n",
            4.2 + 1.25 * (double)((count + in_line - 1) / in_line));
}

static void put_key(FILE *file, const struct lt_script *script, struct lt_place place) {
    struct lt_box box = {0};
    size_t n = 0;
    bool areas = false;
    for (size_t c = 0; c < script->figure->n_curves; c++) {
        areas |= script->figure->curves[c].role == LT_CURVE_AREA;
        if (!has_label(script, c))
            continue;
        box.width =
            fmax(box.width, text_width(script, script->figure->curves[c].label) + key_line(script));
        box.height += text_height(script);
        n++;
    }
    if (box.height == 0)
        fputs("unset key\n", file);
    else if (script->plain)
        fputs("set key below\n", file);
    else if (!areas && lt_place_free(&place, &box))
        fprintf(file, "set key at graph %.4f,%.4f left top\n", box.x, box.y + box.height);
    else
        put_key_below(file, n, box.width);
}

/* Height of an edge of an area at x; the path increases. */
static double height_at(const struct lt_path *path, const double *y, double x) {
    size_t low = 0, high = path->count - 1;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        *(path->x[middle] <= x ? &low : &high) = middle;
    }
    double width = path->x[high] - path->x[low];
    double share = width > 0 ? (x - path->x[low]) / width : 0;
    return y[low] + fmin(fmax(share, 0), 1) * (y[high] - y[low]);
}

/* The name of an area where it is thickest, if it has room for it. */
static void put_name_inside(FILE *file, const struct lt_script *script, size_t c,
                            struct lt_place *place) {
    enum { PLACES = 60, PROBES = 8 };
    const struct lt_curve *given = &script->figure->curves[c];
    const struct lt_path *top = &script->curves[c].path;
    if (given->count < 2 || !has_label(script, c))
        return;
    double from = top->x[0], room = top->x[given->count - 1] - from;
    struct lt_box box = {.width = text_width(script, given->label),
                         .height = 0.9 * text_height(script)},
                  best = {0};
    for (int i = 1; i < PLACES; i++) {
        box.x = from + 0.01 + (room - box.width - 0.02) * i / PLACES;
        double low = -INFINITY, high = INFINITY;
        for (int k = 0; k <= PROBES; k++) {
            double x = box.x + box.width * k / PROBES;
            high = fmin(high, height_at(top, top->y, x));
            low = fmax(low, height_at(top, script->curves[c].base, x));
        }
        box.y = (low + high - box.height) / 2;
        if (high - low > fmax(box.height, best.height)) {
            best = box;
            best.height = high - low;
        }
    }
    if (best.height == 0)
        return;
    script->curves[c].named = true;
    best.height = box.height;
    lt_place_take(place, best);
    fprintf(file, "set label %zu ", c + 1);
    put_quoted(file, given->label);
    fprintf(file, " at graph %.4f,%.4f center noenhanced front textcolor rgb ink\n",
            best.x + best.width / 2, best.y + best.height / 2);
}

/* Labels beside the curves if there are several and all find room, else a key. */
static void put_names(FILE *file, const struct lt_script *script) {
    struct lt_place place = {0};
    lt_place_axes(&place, -script->x.lo / (script->x.hi - script->x.lo),
                  -script->y.lo / (script->y.hi - script->y.lo));
    for (size_t c = 0; c < script->figure->n_curves; c++)
        script->curves[c].named = false;
    for (size_t c = 0; c < script->figure->n_curves; c++)
        lt_place_curve(&place, script->curves[c].path, c);
    for (size_t c = 0; c < script->figure->n_curves; c++)
        if (script->figure->curves[c].role == LT_CURVE_AREA && !script->plain)
            put_name_inside(file, script, c, &place);
    char *labels = NULL;
    size_t size = 0;
    FILE *beside = script->plain ? NULL : open_memstream(&labels, &size);
    bool all = beside && put_labels(beside, script, place);
    if (beside)
        fclose(beside);
    if (all && size > 0)
        fprintf(file, "unset key\n%s", labels);
    else
        put_key(file, script, place);
    free(labels);
}

static bool is_force_over_displacement(const struct lt_figure *figure) {
    return (strcmp(figure->x_unit, "m") == 0 && strcmp(figure->y_unit, "N") == 0) ||
           (strcmp(figure->x_unit, "rad") == 0 && strcmp(figure->y_unit, "N m") == 0);
}

/* The area of a single run's loop, as a range of the points that are kept. */
static bool put_area(FILE *file, const struct lt_script *script) {
    const struct lt_figure *figure = script->figure;
    size_t run = 0, runs = 0, first, last, from = 0, to = 0;
    for (size_t c = 0; c < figure->n_curves; c++) {
        if (figure->curves[c].role != LT_CURVE_RUN)
            continue;
        run = c;
        runs++;
    }
    double zero = -script->y.lo / (script->y.hi - script->y.lo);
    if (script->plain || runs != 1 || !is_force_over_displacement(figure) ||
        !lt_path_loop(script->curves[run].path, zero, &first, &last))
        return false;
    const struct curve *curve = &script->curves[run];
    while (from + 1 < curve->n_kept && curve->kept[from + 1] <= first)
        from++;
    while (to + 1 < curve->n_kept && curve->kept[to] < last)
        to++;
    fprintf(file, "$curve%zu every ::%zu::%zu with filledcurves closed linetype %d notitle",
            run + 1, from, to, curve->line);
    return true;
}

static void put_curves(FILE *file, const struct lt_script *script) {
    static const char *const styles[] = {
        [LT_CURVE_RUN] = "with lines",        [LT_CURVE_THEORY] = "with lines",
        [LT_CURVE_REFERENCE] = "with points", [LT_CURVE_DATA] = "with points",
        [LT_CURVE_EVENT] = "with points",     [LT_CURVE_AREA] = "with filledcurves"};
    static const int order[] = {LT_CURVE_AREA, LT_CURVE_RUN,    LT_CURVE_REFERENCE,
                                LT_CURVE_DATA, LT_CURVE_THEORY, LT_CURVE_EVENT};
    fputs("plot ", file);
    /* Events are told apart by shape: discs and circles, squares, triangles. */
    static const int shapes[] = {7, 6, 5, 4, 9, 8, 11, 10, 13, 12};
    size_t events = 0;
    bool more = put_area(file, script);
    for (size_t role = 0; role < sizeof order / sizeof *order; role++) {
        for (size_t c = 0; c < script->figure->n_curves; c++) {
            const struct lt_curve *curve = &script->figure->curves[c];
            if ((int)curve->role != order[role])
                continue;
            bool dot = curve->role == LT_CURVE_RUN && script->curves[c].n_kept == 1;
            bool dotted = curve->role == LT_CURVE_RUN && script->figure->y_log;
            bool area = curve->role == LT_CURVE_AREA;
            fprintf(file, "%s$curve%zu %s linetype %d", more ? ", \\\n     " : "", c + 1,
                    dot                     ? "with points pointtype 7"
                    : dotted                ? "with linespoints pointtype 7 pointsize 0.7"
                    : area && script->plain ? "using 1:3 with lines" /* its upper edge */
                                            : styles[curve->role],
                    script->curves[c].line);
            if (area && !script->plain)
                fputs(" fillstyle transparent solid 0.55", file);
            if (curve->role == LT_CURVE_EVENT)
                fprintf(file, " pointtype %d", shapes[events++ % (sizeof shapes / sizeof *shapes)]);
            if (has_label(script, c)) {
                fputs(" title ", file);
                put_quoted(file, curve->label);
            } else {
                fputs(" notitle", file);
            }
            more = true;
        }
    }
    putc('\n', file);
}

static void put_all_curves(FILE *file, const struct lt_script *script) {
    for (size_t c = 0; c < script->figure->n_curves; c++)
        put_data(file, script, c);
    put_names(file, script);
    put_curves(file, script);
}

const char *lt_script_description(const struct lt_script *script) {
    const struct lt_figure *figure = script->figure;
    double lo = script->y.lo / script->y.scale, hi = script->y.hi / script->y.scale;
    struct lt_axis y = lt_axis_new(figure->y_text, figure->y_unit, lo, hi, true, false);
    lo = script->x.lo / script->x.scale;
    hi = script->x.hi / script->x.scale;
    struct lt_axis x = lt_axis_new(figure->x_text, figure->x_unit, lo, hi, true, false);
    const char *text = figure->bars ? lt_arena_print(script->arena, "%s of %zu factors as bars",
                                                     x.label, figure->bars->count)
                                    : lt_arena_print(script->arena, "%s over %s", y.label, x.label);
    const char *before = ": ";
    for (size_t c = 0; c < figure->n_curves; c++) {
        const char *label = figure->curves[c].label;
        if (!label || !*label)
            continue;
        text = lt_arena_print(script->arena, "%s%s%s", text, before, label);
        before = ", ";
    }
    return text;
}

char *lt_script_text(const struct lt_script *script, const char *terminal, bool dark,
                     const char *output, size_t *size) {
    char *text = NULL;
    FILE *file = open_memstream(&text, size);
    if (!file)
        return NULL;
    fprintf(file, "# Made by lawtester " LT_VERSION ".\nset terminal %s", terminal);
    if (!script->plain)
        fprintf(file, " background rgb '%s'", dark ? "#16181d" : "white");
    fputs(dark ? "\ndark = 1\n" : "\n", file);
    if (output) {
        fputs("set output ", file);
        put_quoted(file, output);
        putc('\n', file);
    }
    fputs(script->plain ? "" : script->style, file);
    if (script->figure->title && *script->figure->title) {
        fputs("\nset title ", file);
        put_quoted(file, script->figure->title);
        fputs(" noenhanced", file);
    }
    putc('\n', file);
    put_axes(file, script);
    if (script->figure->equal)
        fputs("set size ratio -1\n", file);
    if (script->figure->map && script->plain) {
        lt_map_put_plain(file, script->figure, &script->x, &script->y, &script->z);
    } else if (script->figure->map) {
        put_axis(file, "cb", &script->z);
        lt_map_put(file, script->figure, &script->x, &script->y, &script->z);
    } else if (script->figure->bars) {
        lt_bars_put(file, script->figure->bars, script->plain, &script->x);
    } else {
        put_all_curves(file, script);
    }
    fputs("unset output\n", file);
    if (fclose(file) == 0)
        return text;
    free(text);
    return NULL;
}
