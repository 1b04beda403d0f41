/* SPDX-License-Identifier: GPL-3.0-or-later */
/* script_names.c: labels of curves: inside areas, beside lines where there is room, else in a key:
 * inside the frame if it is small there and covers nothing, else below. */
#include "base/text.h"
#include "figure/place.h"
#include "figure/scripting.h"

#include <math.h>
#include <stdlib.h>

/* Returns true if the label of curve C goes beside the curve or into the key; false if it has none,
 * or one that stands inside its area. */
static bool has_label(const struct lt_script *script, size_t c) {
    return script->curves[c].label && !script->curves[c].named;
}

/* Returns the width of a text as a fraction of the frame. In a frame of default size (wide = 1) a
 * letter is 0.0155 wide, with 0.01 of margin. */
static double text_width(const struct lt_script *script, const char *text) {
    return (0.0155 * (double)lt_script_text_letters(text, false) + 0.01) / script->wide;
}
/* Returns the height of a line of text as a fraction of the frame: 0.06 in one of default size. */
static double text_height(const struct lt_script *script) {
    return 0.06 / script->high;
}
/* Returns the width of the line sample in a key as a fraction of the frame: 0.08 in one of default
 * size. */
static double key_line(const struct lt_script *script) {
    return 0.08 / script->wide;
}

/* Writes each curve's label in its colour beside the curve. PLACE knows what is occupied and is a
 * copy. Returns true; false if one label finds no room. */
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

/* ---- Key ------------------------------------------------------------------------------------- */

/* Sizes of a key in units of the drawing, with letters as elsewhere, of 8 pt, or small ones of 6: a
 * letter on average, and what gnuplot allows for one in a column; a sample; a row. */
static const struct key_sizes {
    double letter, allowed, sample, row;
    const char *font;
} usual_key = {10.4, 12.9, 50, 23.5, NULL},
  small_key = {7.8, 9.7, 40, 18,
               "small = sprintf(',%.3g', GPVAL_TERM eq 'svg' ? 12.75 : GPVAL_TERM eq 'pdfcairo' ? "
               "4.5 : 9)\nset key font small\n"};

enum { KEY_FOOT = 8, KEY_GAP = 62 }; /* below the key; between key and frame, without labels */

/* A key below the frame. */
struct key_below {
    const struct key_sizes *sizes;
    size_t names, in_line, lines, shown;
};

/* Returns the length in letters of the longest label for the key; 0 if there is none. */
static double longest_label(const struct lt_script *script) {
    size_t most = 0;
    for (size_t c = 0; c < script->figure->n_curves; c++) {
        const size_t letters =
            has_label(script, c) ? lt_script_text_letters(script->curves[c].label, false) : 0;
        most = letters > most ? letters : most;
    }
    return (double)most;
}

/* Returns true if the drawing is narrower than 75 mm (450 in 1/6 mm), where the key's line samples
 * are shorter; false if not. */
static bool is_narrow(const struct lt_script *script) {
    return lt_script_width(script) < 450;
}

/* Returns the width in 1/6 mm of a column of the key for labels of so many letters; in a narrow
 * figure samples are shorter. */
static double column_width(const struct lt_script *script, const struct key_sizes *sizes,
                           double letters) {
    static const double beside = 47; /* 1/6 mm: the sample of a line and margins */
    return sizes->allowed * (letters - (is_narrow(script) ? 0.8 : 0)) + beside;
}

/* Returns how many letters fit into a column that is alone in the width of the drawing. */
static double most_letters(const struct lt_script *script, const struct key_sizes *sizes) {
    return (lt_script_width(script) - 20 - sizes->sample) / sizes->letter;
}

/* Arranges NAMES labels of up to so many letters in as many columns as fit below the frame. The
 * last column ends in a blank, which may exceed the width. */
static struct key_below arrange_key(const struct lt_script *script, const struct key_sizes *sizes,
                                    size_t names, double letters) {
    static const double blank = 12; /* 1/6 mm: at the end of the last column, may stand out */
    const double each = column_width(script, sizes, letters);
    struct key_below key = {.sizes = sizes, .names = names, .shown = names};
    key.in_line = (size_t)fmax(1, floor((lt_script_width(script) + blank) / each));
    key.lines = (names + key.in_line - 1) / key.in_line;
    return key;
}

/* Returns the height in 1/6 mm of the key below the frame, its title included. */
static double height_of_key(const struct lt_script *script, const struct key_below *key) {
    return key->sizes->row * (double)(key->lines + (script->key_title != NULL));
}

/* Cuts labels that are wider than the drawing and ends them in an ellipsis. */
static void cut_labels(struct lt_script *script, const struct key_sizes *sizes) {
    const double room = most_letters(script, sizes);
    for (size_t c = 0; c < script->figure->n_curves; c++) {
        const char *label = script->curves[c].label;
        if (has_label(script, c) && (double)lt_script_text_letters(label, false) > room)
            script->curves[c].label =
                lt_arena_print(script->arena, "%.*s…",
                               (int)lt_script_text_bytes(label, (size_t)fmax(room - 1, 1)), label);
    }
}

/* Arranges the key below the frame so that the frame keeps half of its height, since gnuplot gives
 * a key no more rows than that. If need be letters become small, the title is left out, and names
 * too. */
static struct key_below plan_key(struct lt_script *script, size_t names) {
    static const double title = 12; /* how much higher than elsewhere the title is in an SVG */
    const double most = 0.5 * (script->high * LT_FRAME_HEIGHT + script->key_high) - title;
    struct key_below key = arrange_key(script, &usual_key, names, longest_label(script));
    /* Small letters if the key is too high or a label too wide. */
    if (height_of_key(script, &key) > most ||
        longest_label(script) > most_letters(script, &usual_key))
        key = arrange_key(script, &small_key, names, longest_label(script));
    cut_labels(script, key.sizes);
    /* Lines that the key may have; if they do not suffice, the title is left out. */
    const size_t lines =
        (size_t)fmax(1, floor(most / key.sizes->row) - (script->key_title != NULL));
    script->untitled |= key.lines > lines;
    /* Names too many for the lines; the last place says how many more there are. */
    if (key.lines > lines) {
        static const double and_more = sizeof "and 99 more";
        key = arrange_key(script, key.sizes, names, fmax(longest_label(script), and_more));
        key.lines = lines;
        key.shown = lines * key.in_line - 1;
    }
    return key;
}

/* Writes the title of the key at PLACE, a position in gnuplot's terms, as a label numbered after
 * those of the curves; nothing if it has none. */
static void put_key_title(FILE *file, const struct lt_script *script, const char *place) {
    if (!script->key_title)
        return;
    fprintf(file, "set label %zu ", script->figure->n_curves + 1);
    lt_script_text_put_quoted(file, script->key_title);
    fprintf(file, " at %s center noenhanced front textcolor rgb ink\n", place);
}

/* Removes from the key the labels after the first SHOWN of NAMES (marking their curves as named),
 * and sets script->left_out to "and 5 more", which counts them; NULL if none is left out. */
static void leave_out(struct lt_script *script, size_t shown, size_t names) {
    size_t n = 0;
    for (size_t c = 0; c < script->figure->n_curves; c++)
        if (has_label(script, c) && n++ >= shown)
            script->curves[c].named = true;
    script->left_out =
        shown < names ? lt_arena_print(script->arena, "and %zu more", names - shown) : NULL;
}

/* Writes the position of the key below the axis label, and a margin with exactly the room it needs.
 * WIDE is its width in 1/6 mm: a narrow key is centred on the frame, a wide one on the drawing. */
static void put_key_below(FILE *file, const struct lt_script *script, const struct key_below *key,
                          double wide) {
    const double high = lt_script_height(script), tall = height_of_key(script, key);
    const char *across = wide < LT_FRAME_WIDTH * script->wide ? "graph" : "screen";
    char place[64];
    snprintf(place, sizeof place, "%s 0.5,screen %.4g", across,
             (KEY_FOOT + tall - key->sizes->row / 2) / high);
    put_key_title(file, script, place);
    fprintf(file, "set key at %s 0.5,screen %.4g center bottom vertical maxrows %zu%s\n", across,
            KEY_FOOT / high, key->lines, is_narrow(script) ? " samplen 1.4" : "");
    if (key->sizes->font)
        fputs(key->sizes->font, file);
    if (!script->below)
        fprintf(file, "set bmargin at screen %.4g\n",
                (KEY_FOOT + KEY_GAP + tall + 22 * (double)script->x_lines) / high);
}

/* Arranges and writes a key of NAMES labels below the frame, and records its height in
 * script->key_high (1/6 mm). */
static void plan_key_below(FILE *file, struct lt_script *script, size_t names) {
    const struct key_below key = plan_key(script, names);
    const size_t columns = (key.shown + (key.shown < names) + key.lines - 1) / key.lines;
    put_key_below(file, script, &key,
                  (double)columns * column_width(script, key.sizes, longest_label(script)));
    leave_out(script, key.shown, names);
    script->key_high = height_of_key(script, &key) + KEY_FOOT;
}

/* Writes the key of a bar figure, two labels below the frame, beside each other if they fit. */
void lt_script_names_put_bars(FILE *file, const struct lt_script *script) {
    const char *const *labels = script->figure->bars->labels;
    const double letters = fmax((double)lt_script_text_letters(labels[0], false),
                                (double)lt_script_text_letters(labels[1], false)),
                 each = column_width(script, &usual_key, letters);
    const bool beside = 2 * each < lt_script_width(script);
    const struct key_below key = {.sizes = &usual_key, .names = 2, .lines = beside ? 1 : 2};
    put_key_below(file, script, &key, beside ? 2 * each : each);
}

/* Writes the key into the box found for it inside the frame, under its title. */
static void put_key_inside(FILE *file, const struct lt_script *script, struct lt_box box) {
    char place[64];
    double top = box.y + box.height, title = script->key_title ? text_height(script) : 0;
    snprintf(place, sizeof place, "graph %.4f,%.4f", box.x + box.width / 2, top - title / 2);
    put_key_title(file, script, place);
    fprintf(file, "set key at graph %.4f,%.4f left top\n", box.x, top - title);
}

/* Finds a place inside the frame for a key of the size of *box (fractions of the frame): it covers
 * at most a quarter of the frame, and no curve. Returns true with the place in *box; false if there
 * is none. */
static bool fits_inside(const struct lt_script *script, struct lt_place *place,
                        struct lt_box *box) {
    static const double most = 0.25;
    for (size_t c = 0; c < script->figure->n_curves; c++) {
        const unsigned role = script->figure->curves[c].role;
        /* areas and points would be confused with samples of the key */
        if (role == LT_CURVE_AREA || role == LT_CURVE_DATA)
            return false;
    }
    return box->width * box->height <= most && lt_place_free(place, box);
}

/* Writes the key: inside the frame if it hides no curve, otherwise below. A key once below stays
 * there, so that the passes of sizing the frame converge. */
static void put_key(FILE *file, struct lt_script *script, struct lt_place place) {
    struct lt_box box = {0};
    size_t n = 0;
    /* Size of the key as fractions of the frame, and the number N of its lines. */
    for (size_t c = 0; c < script->figure->n_curves; c++) {
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
    script->key_high = n == 0 ? 0 : script->key_high;
    if (n == 0)
        fputs("unset key\n", file);
    else if (script->plain)
        fputs("set key below\n", file);
    else if (script->key_high == 0 && fits_inside(script, &place, &box))
        put_key_inside(file, script, box);
    else
        plan_key_below(file, script, n);
}

/* ---- Names at the curves --------------------------------------------------------------------- */

/* Returns the ordinate at X of an edge Y of an area, interpolated, in coordinates of the frame; the
 * path's x increases. */
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

/* Writes the name of area C where the area is thickest, if it fits and no line or point is there
 * (LINES); reserves the spot in PLACE. Otherwise the name goes elsewhere. All lengths are fractions
 * of the frame. */
static void put_name_inside(FILE *file, const struct lt_script *script, size_t c,
                            const struct lt_place *lines, struct lt_place *place) {
    enum { PLACES = 60, PROBES = 8 }; /* places tried along the curve; points probed in each */
    const struct lt_curve *given = &script->figure->curves[c];
    const struct lt_path *top = &script->curves[c].path;
    if (given->count < 2 || !has_label(script, c))
        return;
    double from = top->x[0], room = top->x[given->count - 1] - from;
    struct lt_box box = {.width = text_width(script, script->curves[c].label),
                         .height = 0.9 * text_height(script)},
                  best = {0};
    /* Try places from left to right: the free height between both edges along the name's width. */
    for (int i = 1; i < PLACES; i++) {
        box.x = from + 0.01 + (room - box.width - 0.02) * i / PLACES;
        double low = -INFINITY, high = INFINITY;
        for (int k = 0; k <= PROBES; k++) {
            double x = box.x + box.width * k / PROBES;
            high = fmin(high, height_at(top, top->y, x));
            low = fmax(low, height_at(top, script->curves[c].base, x));
        }
        box.y = (low + high - box.height) / 2;
        /* best.height holds the free height of the best place so far. */
        if (high - low > fmax(box.height, best.height) && lt_place_is_free(lines, box)) {
            best = box;
            best.height = high - low;
        }
    }
    if (best.height == 0)
        return;
    /* The curve is then left out of the key. */
    script->curves[c].named = true;
    best.height = box.height;
    lt_place_take(place, best);
    fprintf(file, "set label %zu ", c + 1);
    lt_script_text_put_quoted(file, script->curves[c].label);
    fprintf(file, " at graph %.4f,%.4f center noenhanced front textcolor rgb ink\n",
            best.x + best.width / 2, best.y + best.height / 2);
}

/* Marks the cells of curve C as occupied; curves of points are marked point by point, since no line
 * joins them. */
static void take_curve(struct lt_place *place, const struct lt_script *script, size_t c) {
    unsigned role = script->figure->curves[c].role;
    const struct lt_path *path = &script->curves[c].path;
    bool line = role == LT_CURVE_RUN || role == LT_CURVE_THEORY || role == LT_CURVE_AREA;
    for (size_t i = 0; !line && i < path->count; i++)
        lt_place_curve(place, (struct lt_path){path->x + i, path->y + i, 1}, c);
    if (line)
        lt_place_curve(place, *path, c);
}

/* Returns true if any curve consists of data points, whose labels need a key; false if none does.
 */
static bool has_data(const struct lt_figure *figure) {
    bool found = false;
    for (size_t c = 0; c < figure->n_curves; c++)
        found |= figure->curves[c].role == LT_CURVE_DATA;
    return found;
}

/* Writes the commands that label the curves: names inside areas, beside the curves if all find
 * room, else in a key. */
static void plan_names(FILE *file, struct lt_script *script) {
    struct lt_place place = {0}, lines = {0};
    lt_place_axes(&place, -script->x.lo / (script->x.hi - script->x.lo),
                  -script->y.lo / (script->y.hi - script->y.lo));
    for (size_t c = 0; c < script->figure->n_curves; c++)
        script->curves[c].named = false;
    for (size_t c = 0; c < script->figure->n_curves; c++) {
        /* PLACE holds everything, LINES what is not an area, so that names may stand inside areas.
         */
        take_curve(&place, script, c);
        if (script->figure->curves[c].role != LT_CURVE_AREA)
            take_curve(&lines, script, c);
    }
    for (size_t c = 0; c < script->figure->n_curves; c++)
        if (script->figure->curves[c].role == LT_CURVE_AREA && !script->plain)
            put_name_inside(file, script, c, &lines, &place);
    /* Names stand beside the curves only if all of them find room; otherwise the key has them. */
    struct lt_text labels;
    bool key =
        script->plain || script->key_title || script->figure->shades || has_data(script->figure);
    FILE *beside = lt_text_begin(&labels);
    bool all = !key && put_labels(beside, script, place);
    if (all && *lt_text_now(&labels))
        fprintf(file, "unset key\n%s", labels.bytes);
    else
        put_key(file, script, place);
    script->key_high = all && *lt_text_now(&labels) ? 0 : script->key_high;
    lt_text_drop(&labels);
}

/* Prepares the commands that label the curves, in script->names, and the height of a key below the
 * frame. */
void lt_script_names_prepare(struct lt_script *script) {
    struct lt_text text;
    plan_names(lt_text_begin(&text), script);
    script->names = lt_arena_print(script->arena, "%s", lt_text_now(&text));
    lt_text_drop(&text);
}
