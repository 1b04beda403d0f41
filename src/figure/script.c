/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/script.h"

#include "base/file.h"
#include "base/text.h"
#include "config.h"
#include "figure/bars.h"
#include "figure/curve.h"
#include "figure/map.h"
#include "figure/scripting.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_STYLE = 65536 };
enum { LINE = 20, BAR = 90 }; /* 1/6 mm: height of a line of text; of a colour bar with numbers */

/* ---- Preparing ------------------------------------------------------------------------------- */

/* Extends one of the ranges (SI, both of one unit) evenly so that x spans RATIO times as much as y,
 * which gives both axes the same scale. */
static void make_equal(double ratio, double x[2], double y[2]) {
    double wide = x[1] - x[0], high = y[1] - y[0], *narrow = wide < ratio * high ? x : y;
    double grow = 0.5 * fabs(ratio * high - wide) * (narrow == x ? 1 : 1 / ratio);
    narrow[0] -= grow;
    narrow[1] += grow;
}

/* Returns the text of plots/style.gp (the user's, the installed one or that of the source tree)
 * without its first paragraph, which is about the file itself. NULL if there is none. */
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

/* Makes the colour axis of a figure whose curves are coloured by a quantity; it is logarithmic if
 * requested and all values are positive. */
static void prepare_shades(struct lt_script *script) {
    const struct lt_figure *figure = script->figure;
    double z[2] = {INFINITY, -INFINITY};
    for (size_t c = 0; figure->shades && c < figure->n_curves; c++)
        lt_axis_widen(z, figure->shades[c]);
    if (!(z[0] < z[1]))
        return;
    bool z_log = figure->shade_log && z[0] > 0;
    script->z = lt_axis_new(figure->shade_text, figure->shade_unit, z[0], z[1], script->plain,
                            z_log, script->arena);
    lt_axis_fit(&script->z, z[0], z[1]);
}

/* Chooses ranges, units and tics of the axes, for a map, bars or curves, and prepares the curves.
 * Returns true; false if there is nothing to draw. */
static bool prepare_axes(struct lt_script *script) {
    const struct lt_figure *figure = script->figure;
    double x[2], y[2];
    if (figure->map)
        return lt_map_axes(figure, script->plain, &script->x, &script->y, &script->z,
                           script->arena);
    if (figure->bars)
        return lt_bars_axes(figure, script->plain, &script->x, &script->y, script->arena);
    if (!lt_curve_ranges(figure, x, y))
        return false;
    /* The frame is twice as wide as high before it is scaled. */
    if (figure->equal)
        make_equal(2 * script->wide / script->high, x, y);
    /* A logarithmic axis needs positive values; others are drawn on a linear one. */
    bool x_log = figure->x_log && 0 < x[0] && x[0] < x[1];
    bool y_log = figure->y_log && 0 < y[0] && y[0] < y[1];
    script->x = lt_axis_new(figure->x_text, figure->x_unit, x[0], x[1], script->plain, x_log,
                            script->arena);
    script->y = lt_axis_new(figure->y_text, figure->y_unit, y[0], y[1], script->plain, y_log,
                            script->arena);
    /* It ends at the data; y has 4 % of its length left free at the top. */
    if (x_log)
        lt_axis_fit(&script->x, x[0], x[1]);
    if (y_log)
        lt_axis_fit(&script->y, y[0], y[1] * pow(y[1] / y[0], 0.04));
    prepare_shades(script);
    lt_script_curves_prepare(script);
    return true;
}

/* Computes the size of the frame that margins and text leave, since these do not scale with the
 * figure, and the room for labels in letters. */
static void prepare_frame(struct lt_script *script) {
    /* In 1/6 mm, for the font used: labels beside the frame, and above and below it; the least
     * frame; a colour bar; the width below which that goes below the frame. */
    static const double beside = 132, above = 144, least = 30, bar = 126, narrow = 450;
    /* A colour bar stands to the right of the frame, or below it in a narrow figure. */
    const struct lt_figure *figure = script->figure;
    script->colours = figure->map || figure->shades;
    script->below = script->colours && lt_script_width(script) < narrow;
    bool right = script->colours && !script->below;
    double width = fmax(lt_script_width(script) - beside - (right ? bar : 0), least);
    script->wide = width / LT_FRAME_WIDTH;
    /* Labels may be a little longer than the frame is wide, into the margins. */
    script->x_room = (width + (right ? 150 : 50)) / LT_LETTER;
    script->title_lines = figure->title && !script->untitled
                              ? lt_script_text_lines(figure->title, false, script->x_room)
                              : 0;
    /* The height loses margins, further lines of the title, a colour bar and a key below. */
    double height = lt_script_height(script) - above - LINE * ((double)script->title_lines - 1) -
                    (script->below ? BAR : 0) - script->key_high;
    script->high = fmax(height, least) / LT_FRAME_HEIGHT;
    script->y_room = (script->high * LT_FRAME_HEIGHT + 30) / LT_LETTER;
    script->z_room = script->below ? script->x_room : script->y_room;
}

/* Returns the number of lines that a label takes in ROOM letters each. If its words need more than
 * MOST lines, the label is reduced to symbol and unit. */
static size_t fit_label(struct lt_axis *axis, double room, size_t most) {
    size_t lines = axis->label ? lt_script_text_lines(axis->label, axis->enhanced, room) : 0;
    if (lines <= most || !axis->enhanced || !*axis->brief)
        return lines;
    axis->label = axis->brief;
    return lt_script_text_lines(axis->label, true, room);
}

/* Counts the lines of each axis label and makes the frame smaller by those beyond the first, but
 * not below a twentieth of the default size. */
static void prepare_labels(struct lt_script *script) {
    /* A colour bar below the frame leaves room for labels of one line. */
    size_t most = script->below ? 1 : 2;
    script->x_lines = fit_label(&script->x, script->x_room, most);
    script->y_lines = fit_label(&script->y, script->y_room, most);
    script->z_lines = fit_label(&script->z, script->z_room, most);
    bool right = script->z_lines > 1 && !script->below;
    if (script->y_lines > 1)
        script->wide -= LINE * (double)(script->y_lines - 1) / LT_FRAME_WIDTH;
    if (right)
        script->wide -= LINE * (double)(script->z_lines - 1) / LT_FRAME_WIDTH;
    if (script->x_lines > 1)
        script->high -= LINE * (double)(script->x_lines - 1) / LT_FRAME_HEIGHT;
    script->wide = fmax(script->wide, 0.05);
    script->high = fmax(script->high, 0.05);
}

/* Returns the next larger step of the form 1, 2 or 5 times a power of ten: after 2 comes 5, which
 * is 2.5 times it, after 1 and 5 the double. */
static double coarser_step(double step) {
    double digit = step / pow(10, floor(log10(step) + 1e-9));
    return step * (digit > 1.5 && digit < 3.5 ? 2.5 : 2);
}

/* Returns the width of the number at a tic (in drawn units), in letters. */
static double letters_of(double value) {
    char text[32];
    return (double)snprintf(text, sizeof text, "%.6g", value);
}

/* Enlarges the tic step until the numbers do not touch. FRAME is the length of the axis, LETTER the
 * width of a digit along it (0 if upright) and LEAST the smallest distance of tics, all in 1/6 mm.
 */
static void space_tics(struct lt_axis *axis, double frame, double letter, double least) {
    while (!axis->logarithmic && axis->step < axis->hi - axis->lo) {
        double first = axis->step * ceil(axis->lo / axis->step),
               last = axis->step * floor(axis->hi / axis->step);
        double wide =
            fmax(letters_of(first), fmax(letters_of(last), letters_of(last - axis->step)));
        double apart = frame * axis->step / (axis->hi - axis->lo);
        if (apart >= fmax(least, wide * letter + least / 2))
            break;
        axis->step = coarser_step(axis->step);
    }
}

/* Spaces the tics of all linear axes for the size of the frame, with lengths in 1/6 mm; a digit is
 * 1.14 times as wide as an average letter. Along y numbers are upright, so that only the distance
 * counts. Bars have names instead of numbers along y. */
static void space_axes(struct lt_script *script) {
    space_tics(&script->x, LT_FRAME_WIDTH * script->wide, 1.14 * LT_LETTER, 30);
    if (!script->figure->bars)
        space_tics(&script->y, LT_FRAME_HEIGHT * script->high, 0, 24);
    if (script->below)
        space_tics(&script->z, LT_FRAME_WIDTH * script->wide, 1.14 * LT_LETTER, 30);
    else if (script->colours)
        space_tics(&script->z, LT_FRAME_HEIGHT * script->high, 0, 30);
}

/* Sizes frame, axes, labels and key, in passes until they agree: a key below makes the frame
 * smaller, and fewer names fit beside the curves in a smaller one. Returns true; false if there is
 * nothing to draw. */
static bool prepare_parts(struct lt_script *script) {
    enum { PASSES = 10 }; /* the key's height depends on the frame's, which converges in a few */
    for (int pass = 0; pass < PASSES; pass++) {
        const double assumed = script->key_high;
        const bool untitled = script->untitled;
        prepare_frame(script);
        /* Only axes of equal scale depend on the size of the frame. */
        if ((pass == 0 || script->figure->equal) && !prepare_axes(script))
            return false;
        prepare_labels(script);
        if (script->curves)
            lt_script_names_prepare(script);
        if (script->key_high <= assumed && script->untitled == untitled)
            break;
    }
    return true;
}

/* Works out everything that the script needs before its first line is written. Returns true; false,
 * with the reason in WHY (SIZE bytes), if the figure cannot be drawn. */
static bool prepare_script(struct lt_script *script, char *why, size_t size) {
    const char *wrong = script->figure->wrong;
    if (!wrong && !prepare_parts(script))
        wrong = "there is no finite point to draw";
    if (wrong) {
        snprintf(why, size, "%s", wrong);
        return false;
    }
    if (!script->plain)
        space_axes(script);
    script->style = find_style(script->arena);
    if (script->style)
        return true;
    snprintf(why, size,
             "plots/style.gp was not found in " LT_DATA_INSTALLED
             "; LAWTESTER_DATADIR may name the folder that holds plots");
    return false;
}

/* Prepares the gnuplot script of a figure. PLAIN: in ASCII and without style, for a terminal. NULL,
 * with the reason in WHY (SIZE bytes), if it cannot be drawn. */
struct lt_script *lt_script_new(const struct lt_figure *figure, bool plain, char *why,
                                size_t size) {
    struct lt_arena *arena = lt_arena_new();
    struct lt_script *script = lt_arena_get(arena, sizeof *script);
    *script = (struct lt_script){.arena = arena, .figure = figure, .plain = plain};
    if (prepare_script(script, why, size))
        return script;
    lt_script_free(script);
    return NULL;
}

/* Frees a script; NULL is allowed. The figure is not freed. */
void lt_script_free(struct lt_script *script) {
    if (script)
        lt_arena_free(script->arena);
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* Returns true if the numbers of a logarithmic axis are short enough to be written without powers
 * of ten: from 1e-4 to 1e5, over fewer than four decades. False if they are written as 10^n. */
static bool is_short(const struct lt_axis *axis) {
    return axis->hi / axis->lo < 1e4 && axis->lo >= 1e-4 && axis->hi <= 1e5;
}

/* Adds tics at 2 and 5 times the powers of ten of a logarithmic axis if these are at most two, and
 * far apart. NAME is "x", "y" or "cb", ROOM the length of the axis in letters. */
static void put_more_tics(FILE *file, const char *name, const struct lt_axis *axis, double room) {
    int from = (int)ceil(log10(axis->lo) - 1e-9), to = (int)floor(log10(axis->hi) + 1e-9);
    const double apart = room * LT_LETTER / log10(axis->hi / axis->lo);
    /* Powers of ten must be 200 apart along x, 80 along y, in 1/6 mm, for numbers between them. */
    if (to - from > 1 || (to > from && apart < (*name == 'x' ? 200 : 80)))
        return;
    const char *before = "";
    fprintf(file, "set %stics add (", name);
    for (int power = from - 1; power <= to; power++)
        for (int digit = 2; digit <= 5; digit += 3) {
            double value = digit * pow(10, power);
            if (value < axis->lo || value > axis->hi)
                continue;
            fprintf(file, "%s%.6g", before, value);
            before = ", ";
        }
    fputs(")\n", file);
}

/* Writes label, range, scale and tics of the axis NAME ("x", "y" or "cb"). The label is wrapped at
 * ROOM letters. */
static void put_axis(FILE *file, const char *name, const struct lt_axis *axis, double room) {
    fprintf(file, "set %slabel ", name);
    lt_script_text_put_wrapped(file, axis->label, axis->enhanced, room);
    fprintf(file, "%s\nset %srange [%.10g:%.10g]\n", axis->enhanced ? "" : " noenhanced", name,
            axis->lo, axis->hi);
    if (axis->logarithmic)
        fprintf(file, "set logscale %s\nset m%stics 10\nset format %s '%s'\n", name, name, name,
                is_short(axis) ? "%h" : "10^{%L}");
    if (axis->logarithmic && is_short(axis))
        put_more_tics(file, name, axis, room);
    else if (!axis->logarithmic)
        fprintf(file, "set %stics %.10g\n", name, axis->step);
}

/* Writes a centred text at a ROW of characters from the lower edge of a terminal's figure. */
static void put_bottom_label(FILE *file, const char *text, int row) {
    fputs("set label 2 ", file);
    lt_script_text_put_quoted(file, text);
    fprintf(file, " at graph 0.5,character %d center\n", row);
}

/* Writes labels and margins for a terminal, which cannot rotate text: the label of y stands above
 * the axis, that of the colours below it. */
static void put_axes_plain(FILE *file, const struct lt_script *script) {
    const struct lt_figure *figure = script->figure;
    fprintf(file, "set tmargin %d\nset title offset 0,1\nunset ylabel\nset label 1 ",
            script->title_lines > 0 ? 3 : 2);
    lt_script_text_put_quoted(file, script->y.label);
    fputs(" at character 2,graph 1 offset 0,character 1\n", file);
    if (figure->map)
        put_bottom_label(file, script->z.label, 1);
    if (!figure->shades)
        return;
    fputs("set bmargin 6\n", file); /* below the label of x, above the key */
    put_bottom_label(file,
                     lt_arena_print(script->arena, "a curve for each %s from %.4g to %.4g",
                                    script->z.label, script->z.lo, script->z.hi),
                     2);
}

/* Adapts the margins, since the style has room for one line of title and of label; each line of the
 * title is 22 high, in 1/6 mm. */
static void put_margins(FILE *file, const struct lt_script *script) {
    if (script->title_lines == 0)
        fputs("set tmargin 0.8\n", file);
    else if (script->title_lines > 1)
        fprintf(file, "set tmargin at screen %.4g\n",
                1 - (28 + 22 * (double)script->title_lines) / lt_script_height(script));
    if (script->y_lines > 1 && !script->figure->bars)
        fprintf(file, "set lmargin %.3g\n", 7.8 + 1.7 * (double)script->y_lines);
}

/* Writes the colour axis and places its bar: beside the frame, or below it in a narrow figure.
 * Lengths are in 1/6 mm; gnuplot takes them as fractions of the drawing. */
static void put_colours(FILE *file, const struct lt_script *script) {
    double width = lt_script_width(script), height = lt_script_height(script);
    /* Below, the bar stands above its numbers, its label, and a key. */
    double labels = LINE * (double)script->z_lines,
           bar = labels + 40 + script->key_high + (script->key_high > 0 ? 10 : 0);
    put_axis(file, "cb", &script->z, script->z_room);
    fputs("set style fill solid 1 noborder\n", file);
    if (script->below)
        fprintf(file,
                "set bmargin at screen %.4g\nset xlabel offset 0,0.9\nset cblabel offset "
                "0,0.9\nset cbtics offset 0,0.3\n"
                "set colorbox horizontal user origin graph 0,screen %.4g size graph 1,screen %.4g "
                "noborder\n",
                (bar + LINE * (double)script->x_lines + 62) / height, bar / height, 10 / height);
    else
        fprintf(file, "set cblabel offset 1.2,0\nset rmargin screen %.4g\n",
                1 - (160 + LINE * (double)(script->z_lines - 1)) / width);
}

/* Writes the axes of a figure with their margins and colour bar. On a terminal labels are not
 * wrapped. */
static void put_axes(FILE *file, const struct lt_script *script) {
    double everywhere = INFINITY;
    put_axis(file, "x", &script->x, script->plain ? everywhere : script->x_room);
    put_axis(file, "y", &script->y, script->plain ? everywhere : script->y_room);
    if (script->plain)
        put_axes_plain(file, script);
    else
        put_margins(file, script);
    if (script->colours && !script->plain)
        put_colours(file, script);
}

/* Returns a description of the figure for screen readers, "y over x: labels of the curves", in the
 * script's arena. */
const char *lt_script_description(const struct lt_script *script) {
    const struct lt_figure *figure = script->figure;
    double lo = script->y.lo / script->y.scale, hi = script->y.hi / script->y.scale;
    /* Axes are made anew in ASCII, without gnuplot's mark-up. */
    struct lt_axis y =
        lt_axis_new(figure->y_text, figure->y_unit, lo, hi, true, false, script->arena);
    lo = script->x.lo / script->x.scale;
    hi = script->x.hi / script->x.scale;
    struct lt_axis x =
        lt_axis_new(figure->x_text, figure->x_unit, lo, hi, true, false, script->arena);
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

/* Returns the script as malloc'd text of *size bytes: terminal, style, title, axes and data. OUTPUT
 * is the file that it draws; NULL for standard output. */
char *lt_script_text(const struct lt_script *script, const char *terminal, bool dark,
                     const char *output, size_t *size) {
    struct lt_text text;
    FILE *file = lt_text_begin(&text);
    fprintf(file, "# Made by lawtester " LT_VERSION ".\nset terminal %s", terminal);
    /* The style of plots/style.gp has colours for a light and a dark background. */
    if (!script->plain)
        fprintf(file, " background rgb '%s'", dark ? "#16181d" : "white");
    fputs(dark ? "\ndark = 1\n" : "\n", file);
    if (output) {
        fputs("set output ", file);
        lt_script_text_put_quoted(file, output);
        putc('\n', file);
    }
    fputs(script->plain ? "" : script->style, file);
    if (script->title_lines > 0) {
        fputs("\nset title ", file);
        lt_script_text_put_wrapped(file, script->figure->title, false,
                                   script->plain ? INFINITY : script->x_room);
        fputs(" noenhanced", file);
    }
    putc('\n', file);
    /* gnuplot computes the contours of a map before its axes are set. */
    if (script->figure->map && !script->plain)
        lt_map_put_data(file, script->figure, &script->x, &script->y, &script->z);
    put_axes(file, script);
    /* Both axes have the same length for a unit. */
    if (script->figure->equal)
        fputs("set size ratio -1\n", file);
    if (script->figure->map && script->plain) {
        lt_map_put_plain(file, script->figure, &script->x, &script->y, &script->z);
    } else if (script->figure->map) {
        lt_map_put(file, script->figure, &script->x, &script->y, &script->z);
    } else if (script->figure->bars) {
        lt_bars_put(file, script);
    } else {
        lt_script_curves_put(file, script);
    }
    fputs("unset output\n", file);
    char *bytes = lt_text_end(&text);
    *size = text.size;
    return bytes;
}
