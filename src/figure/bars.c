/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/bars.h"

#include "figure/scripting.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Returns the half length of the error bar of bar I on one side (0 or 1), in the bars' unit; 0 if
 * that side has no error bars. */
static double error_of(const struct lt_bars *bars, int side, size_t i) {
    return bars->errors[side] ? bars->errors[side][i] : 0;
}

/* Makes the axes of a bar figure: x spans all ends with their error bars and the base; y numbers
 * the rows, row 1 at the bottom, and has no label. Returns true; false if all bars have no length,
 * or the base is not finite. */
bool lt_bars_axes(const struct lt_figure *figure, bool plain, struct lt_axis *x, struct lt_axis *y,
                  struct lt_arena *arena) {
    const struct lt_bars *bars = figure->bars;
    double lo = bars->base, hi = bars->base;
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < bars->count; i++) {
            lo = fmin(lo, bars->ends[side][i] - error_of(bars, side, i));
            hi = fmax(hi, bars->ends[side][i] + error_of(bars, side, i));
        }
    if (!(lo < hi) || !isfinite(bars->base))
        return false;
    *x = lt_axis_new(figure->x_text, figure->x_unit, lo, hi, plain, false, arena);
    *y = (struct lt_axis){
        .label = "", .scale = 1, .lo = 0.5, .hi = (double)bars->count + 0.5, .step = 1};
    return true;
}

/* Writes the data block of one side's bars: position, ends and edges of each bar, then the ends of
 * its error bar. Values are multiplied by SCALE, the x axis' scale; a row is 1 high and a bar 0.6,
 * or 0.34 where both sides stand apart. */
static void put_side(FILE *file, const struct lt_bars *bars, int side, double scale) {
    /* Edges of the bars relative to the middle of their row: the first side above the second. */
    static const double low[] = {0.03, -0.37}, high[] = {0.37, -0.03};
    fprintf(file, "$bars%d << EOD\n", side + 1);
    for (size_t i = 0; i < bars->count; i++) {
        double row = (double)(bars->count - i), end = bars->ends[side][i] * scale,
               error = error_of(bars, side, i) * scale,
               bottom = row + (bars->apart ? low[side] : -0.3),
               top = row + (bars->apart ? high[side] : 0.3), base = bars->base * scale;
        if (isfinite(end))
            fprintf(file, "%.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g\n", end, (bottom + top) / 2,
                    fmin(base, end), fmax(base, end), bottom, top, end - error, end + error);
    }
    fputs("EOD\n", file);
}

/* Writes the names of the bars as tics of the y axis, and a left margin wide enough for the
 * longest. */
static void put_names(FILE *file, const struct lt_bars *bars) {
    size_t longest = 0;
    fputs("set ytics noenhanced (", file);
    for (size_t i = 0; i < bars->count; i++) {
        fprintf(file, "%s'%s' %zu", i > 0 ? ", " : "", bars->names[i], bars->count - i);
        longest = strlen(bars->names[i]) > longest ? strlen(bars->names[i]) : longest;
    }
    fprintf(file, ")\nset lmargin %.1f\n", fmax(9.5, 3 + (double)longest));
}

/* Writes the plot command for a terminal, where each side is drawn as a line of characters. */
static void put_lines(FILE *file, const struct lt_bars *bars) {
    fputs("set key below\nplot ", file);
    for (int side = 0; side < 2; side++)
        fprintf(file, "%s$bars%d using 3:2:($4-$3):(0) with vectors nohead title '%s'",
                side > 0 ? ", \\\n     " : "", side + 1, bars->labels[side]);
    putc('\n', file);
}

/* Writes the data and the gnuplot commands of a bar figure: boxes, the line at their common base
 * and error bars; lines of characters on a terminal. */
void lt_bars_put(FILE *file, const struct lt_script *script) {
    const struct lt_bars *bars = script->figure->bars;
    const struct lt_axis *x = &script->x;
    for (int side = 0; side < 2; side++)
        put_side(file, bars, side, x->scale);
    put_names(file, bars);
    if (script->plain) {
        put_lines(file, bars);
        return;
    }
    /* Boxes of both sides, with a line at the base, then error bars upon them. */
    lt_script_names_put_bars(file, script);
    fprintf(file,
            "set grid noytics\nunset mytics\nset yzeroaxis linetype 0 linewidth 0\n"
            "set arrow from %.9g, graph 0 to %.9g, graph 1 nohead front linecolor rgb ink "
            "linewidth 1.2\nplot ",
            bars->base * x->scale, bars->base * x->scale);
    for (int side = 0; side < 2; side++)
        fprintf(file,
                "%s$bars%d using 1:2:3:4:5:6 with boxxyerror linetype %d fillstyle solid 0.8 "
                "noborder title '%s'",
                side > 0 ? ", \\\n     " : "", side + 1, side + 1, bars->labels[side]);
    for (int side = 0; side < 2; side++)
        if (bars->errors[side])
            fprintf(file,
                    ", \\\n     $bars%d using 1:2:7:8 with xerrorbars linecolor rgb ink linewidth "
                    "1.4 pointtype -1 notitle",
                    side + 1);
    putc('\n', file);
}
