/* SPDX-License-Identifier: GPL-3.0-or-later */
/* script_names.c: labels of curves: inside areas, beside lines where there is room, else in a key.
 */
#include "base/text.h"
#include "figure/place.h"
#include "figure/scripting.h"

#include <math.h>
#include <stdlib.h>

static bool has_label(const struct lt_script *script, size_t c) {
    return script->curves[c].label && !script->curves[c].named;
}

/* Lengths in the frame, for the font of the terminals above. */
static double text_width(const struct lt_script *script, const char *text) {
    return (0.0155 * (double)lt_script_text_letters(text, false) + 0.01) / script->wide;
}
static double text_height(const struct lt_script *script) {
    return 0.06 / script->high;
}
static double key_line(const struct lt_script *script) {
    return 0.08 / script->wide;
}

/* Places a label in the curve's colour beside each curve; false if one finds no room. */
static bool put_labels(FILE *file, const struct lt_script *script, struct lt_place place) {
    for (size_t c = 0; c < script->figure->n_curves; c++) {
        const struct lt_drawn *curve = &script->curves[c];
        if (!has_label(script, c))
            continue;
        struct lt_box box = {.width = text_width(script, curve->label),
                             .height = text_height(script)};
        if (!lt_place_beside(&place, c, &box))
            return false;
        fprintf(file, "set label %zu ", c + 1);
        lt_script_text_put_quoted(file, curve->label);
        fprintf(file, " at graph %.4f,%.4f center noenhanced front textcolor linetype %d\n",
                box.x + box.width / 2, box.y + box.height / 2, curve->line);
    }
    return true;
}

/* Above the key. */
static void put_key_title(FILE *file, const struct lt_script *script, const char *place) {
    if (!script->key_title)
        return;
    fprintf(file, "set label %zu ", script->figure->n_curves + 1);
    lt_script_text_put_quoted(file, script->key_title);
    fprintf(file, " at %s center noenhanced front textcolor rgb ink\n", place);
}

/* Puts the key below the axis label, with exactly the room it needs. */
static void put_key_below(FILE *file, const struct lt_script *script, size_t count, double width) {
    size_t in_line = (size_t)fmax(1, floor(1.05 / (width + 0.03))),
           lines = (count + in_line - 1) / in_line + (script->key_title != NULL);
    double high =
        6000 * (script->figure->size.height > 0 ? script->figure->size.height : LT_FIGURE_HEIGHT);
    const char *across = script->wide < 0.4 ? "screen" : "graph";
    char place[64];
    snprintf(place, sizeof place, "%s 0.5,screen %.4g", across,
             (14 + 22 * ((double)lines - 0.5)) / high);
    put_key_title(file, script, place);
    fprintf(file,
            "set key at %s 0.5,screen %.4g center bottom horizontal maxcols %zu%s\n"
            "set bmargin at screen %.4g\n",
            across, 8 / high, in_line, script->wide < 0.4 ? " samplen 1.4" : "",
            fmin(0.65, (78 + 22 * (double)(lines + script->x_lines)) / high));
}

static void put_key_inside(FILE *file, const struct lt_script *script, struct lt_box box) {
    char place[64];
    double top = box.y + box.height, title = script->key_title ? text_height(script) : 0;
    snprintf(place, sizeof place, "graph %.4f,%.4f", box.x + box.width / 2, top - title / 2);
    put_key_title(file, script, place);
    fprintf(file, "set key at graph %.4f,%.4f left top\n", box.x, top - title);
}

static void put_key(FILE *file, const struct lt_script *script, struct lt_place place) {
    struct lt_box box = {0};
    size_t n = 0;
    bool below = false; /* areas and points would be confused with samples of the key */
    for (size_t c = 0; c < script->figure->n_curves; c++) {
        below |= script->figure->curves[c].role == LT_CURVE_AREA ||
                 script->figure->curves[c].role == LT_CURVE_DATA;
        if (!has_label(script, c))
            continue;
        box.width = fmax(box.width, text_width(script, script->curves[c].label) + key_line(script));
        box.height += text_height(script);
        n++;
    }
    if (script->key_title) {
        box.width = fmax(box.width, text_width(script, script->key_title));
        box.height += text_height(script);
    }
    if (box.height == 0)
        fputs("unset key\n", file);
    else if (script->plain)
        fputs("set key below\n", file);
    else if ((!below || script->below) && lt_place_free(&place, &box))
        put_key_inside(file, script, box);
    else
        put_key_below(file, script, n, box.width);
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

/* Puts the name of an area where it is thickest, if it fits. */
static void put_name_inside(FILE *file, const struct lt_script *script, size_t c,
                            struct lt_place *place) {
    enum { PLACES = 60, PROBES = 8 };
    const struct lt_curve *given = &script->figure->curves[c];
    const struct lt_path *top = &script->curves[c].path;
    if (given->count < 2 || !has_label(script, c))
        return;
    double from = top->x[0], room = top->x[given->count - 1] - from;
    struct lt_box box = {.width = text_width(script, script->curves[c].label),
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
    lt_script_text_put_quoted(file, script->curves[c].label);
    fprintf(file, " at graph %.4f,%.4f center noenhanced front textcolor rgb ink\n",
            best.x + best.width / 2, best.y + best.height / 2);
}

/* Marks points, which are not joined by lines. */
static void take_curve(struct lt_place *place, const struct lt_script *script, size_t c) {
    unsigned role = script->figure->curves[c].role;
    const struct lt_path *path = &script->curves[c].path;
    bool line = role == LT_CURVE_RUN || role == LT_CURVE_THEORY || role == LT_CURVE_AREA;
    for (size_t i = 0; !line && i < path->count; i++)
        lt_place_curve(place, (struct lt_path){path->x + i, path->y + i, 1}, c);
    if (line)
        lt_place_curve(place, *path, c);
}

static bool has_data(const struct lt_figure *figure) {
    bool found = false;
    for (size_t c = 0; c < figure->n_curves; c++)
        found |= figure->curves[c].role == LT_CURVE_DATA;
    return found;
}

/* Labels beside the curves if there are several and all find room, else a key. */
void lt_script_names_put(FILE *file, const struct lt_script *script) {
    struct lt_place place = {0};
    lt_place_axes(&place, -script->x.lo / (script->x.hi - script->x.lo),
                  -script->y.lo / (script->y.hi - script->y.lo));
    for (size_t c = 0; c < script->figure->n_curves; c++)
        script->curves[c].named = false;
    for (size_t c = 0; c < script->figure->n_curves; c++)
        take_curve(&place, script, c);
    for (size_t c = 0; c < script->figure->n_curves; c++)
        if (script->figure->curves[c].role == LT_CURVE_AREA && !script->plain)
            put_name_inside(file, script, c, &place);
    struct lt_text labels;
    bool key =
        script->plain || script->key_title || script->figure->shades || has_data(script->figure);
    FILE *beside = lt_text_begin(&labels);
    bool all = !key && put_labels(beside, script, place);
    if (all && *lt_text_now(&labels))
        fprintf(file, "unset key\n%s", labels.bytes);
    else
        put_key(file, script, place);
    lt_text_drop(&labels);
}
