/* SPDX-License-Identifier: GPL-3.0-or-later */
/* atlas_cycle.c: figures of imposed motion: loaded and unloaded, pulled apart, sheared, twisted and
 * rolled at constant overlap, each at several speeds. */
#include "atlas/drawing.h"
#include "base/arena.h"
#include "base/text.h"
#include "result/summary.h"

#include <math.h>
#include <string.h>

enum { MOST_STAGES = 4, MOST_FORMS = 2 };

/* A motion that begins at a speed, and what is drawn of it. */
struct cycle {
    const char *name, *caption, *title;
    const char *x, *y;           /* formulas of what is drawn */
    const char *x_text, *y_text; /* of the axes */
    const char *x_unit, *y_unit;
    const char *rate; /* unit of the speed that tells curves apart */
    size_t first;     /* stage that is drawn first */
    struct {
        size_t stage; /* in which a closed form holds */
        enum lt_atlas_form form;
        const char *of, *label;
    } forms[MOST_FORMS];
    size_t n_forms;
};

static const struct cycle normal = {"normal",
                                    "Normal force: loaded, unloaded, loaded again",
                                    "loading and unloading",
                                    "-un",
                                    "-fn",
                                    "overlap",
                                    "normal force",
                                    "m",
                                    "N",
                                    "m/s",
                                    0,
                                    {{0, LT_ATLAS_LOAD, "-fn", "loading, closed form"},
                                     {1, LT_ATLAS_UNLOAD, "-fn", "unloading, closed form"}},
                                    2};
static const struct cycle pull = {"pull",
                                  "Pulled apart from touch",
                                  "pulled apart",
                                  "un",
                                  "fn",
                                  "gap",
                                  "tensile force",
                                  "m",
                                  "N",
                                  "m/s",
                                  0,
                                  {{0, LT_ATLAS_PULL, "fn", "closed form"}},
                                  1};
static const struct cycle shear = {"shear",
                                   "Sheared to and fro at constant overlap",
                                   "cyclic shear",
                                   "us",
                                   "fs",
                                   "shear displacement",
                                   "shear force",
                                   "m",
                                   "N",
                                   "m/s",
                                   1,
                                   {{1, LT_ATLAS_SHEAR, "fs", "closed form"}},
                                   1};
static const struct cycle twist = {"twist",
                                   "Twisted to and fro at constant overlap",
                                   "cyclic twist",
                                   "an",
                                   "mn",
                                   "angle of twist",
                                   "twisting moment",
                                   "rad",
                                   "N m",
                                   "rad/s",
                                   1,
                                   {{1, LT_ATLAS_TWIST, "mn", "closed form"}},
                                   1};
static const struct cycle roll = {"roll",
                                  "Rolled to and fro at constant overlap",
                                  "cyclic rolling",
                                  "at",
                                  "mt",
                                  "rolling angle",
                                  "rolling moment",
                                  "rad",
                                  "N m",
                                  "rad/s",
                                  1,
                                  {{1, LT_ATLAS_ROLL, "mt", "closed form"}},
                                  1};

/* ---- The program ----------------------------------------------------------------------------- */

static void put_stage(FILE *out, const char *name, int dof, double rate, const char *until,
                      double end) {
    fprintf(out, "  - {name: %s, whats: vvvvvv, values: [", name);
    for (int i = 0; i < LT_DOFS; i++)
        fprintf(out, "%s%.17g", i > 0 ? ", " : "", i == dof ? rate : 0);
    fprintf(out, "], until: %s %.17g}\n", until, end);
}

/* Loaded to OVERLAP, unloaded to GAP, twice; the second time farther. */
static void put_normal(FILE *out, const struct lt_drawing *drawing, double v) {
    static const double farther = 1.3, samples = 150; /* of the first loading */
    fprintf(out, "motion: {integrator: exact, dt: %.17g}\nstages:\n",
            drawing->overlap / v / samples);
    put_stage(out, "load", 0, -v, "un <=", -drawing->overlap);
    put_stage(out, "unload", 0, v, "un >=", drawing->gap);
    put_stage(out, "reload", 0, -v, "un <=", -farther * drawing->overlap);
    put_stage(out, "unload-again", 0, v, "un >=", drawing->gap);
}

static void put_pull(FILE *out, const struct lt_drawing *drawing, double v) {
    static const double samples = 300;
    fprintf(out, "motion: {integrator: exact, gap: 0, dt: %.17g}\nstages:\n",
            drawing->pull / v / samples);
    put_stage(out, "pull", 0, v, "un >=", drawing->pull);
}

/* Pressed to OVERLAP, then moved along DOF to the amplitude, back, and to it again. */
static void put_to_and_fro(FILE *out, const struct lt_drawing *drawing, const char *column, int dof,
                           double v, double rate, double amplitude) {
    static const double samples = 100; /* of the first quarter */
    fprintf(out, "motion: {integrator: exact, dt: %.17g}\nstages:\n", amplitude / rate / samples);
    put_stage(out, "press", 0, -v, "un <=", -drawing->overlap);
    const char *from = lt_arena_print(drawing->arena, "%s >=", column),
               *to = lt_arena_print(drawing->arena, "%s <=", column);
    put_stage(out, "forth", dof, rate, from, amplitude);
    put_stage(out, "back", dof, -rate, to, -amplitude);
    put_stage(out, "again", dof, rate, from, amplitude);
}

/* Of rotations it is such that the surfaces move at the speed that is asked for. */
static double rate_of(const struct lt_drawing *drawing, const struct cycle *cycle, double v) {
    const double amplitude = cycle == &twist ? drawing->twist : drawing->roll;
    return cycle == &twist || cycle == &roll ? v * amplitude / drawing->overlap : v;
}

static void put_stages(FILE *out, const struct lt_drawing *drawing, const struct cycle *cycle,
                       double v) {
    const double rate = rate_of(drawing, cycle, v);
    if (cycle == &normal)
        put_normal(out, drawing, v);
    else if (cycle == &pull)
        put_pull(out, drawing, v);
    else
        put_to_and_fro(out, drawing, cycle->x,
                       cycle == &shear   ? 1
                       : cycle == &twist ? 3
                                         : 5,
                       v, rate,
                       cycle == &shear   ? drawing->shear
                       : cycle == &twist ? drawing->twist
                                         : drawing->roll);
}

static const char *stage_name(const struct cycle *cycle, size_t stage) {
    static const char *const names[][2] = {{"load", "unload"}, {"press", "forth"}};
    return cycle == &pull ? "pull" : names[cycle->first][stage];
}

/* Columns: stage, time, x, y, closed forms; these are expected of the slowest motion. */
static const char *text_of_cycle(const struct lt_drawing *drawing, const struct cycle *cycle,
                                 double v, bool judged) {
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    put_stages(out, drawing, cycle, v);
    fprintf(out,
            "record:\n  columns:\n    - stage\n    - t\n    - {atlas_x: %s}\n    - {atlas_y: %s}\n",
            cycle->x, cycle->y);
    for (size_t i = 0; i < cycle->n_forms; i++) {
        const char *form = lt_drawing_form(drawing, cycle->forms[i].form);
        if (form)
            fprintf(out, "    - {atlas_form_%zu: \"select(stage == %zu, %s, 0)\"}\n", i,
                    cycle->forms[i].stage, form);
    }
    bool begun = false;
    for (size_t i = 0; i < cycle->n_forms && judged; i++) {
        const char *form = lt_drawing_form(drawing, cycle->forms[i].form);
        if (!form)
            continue;
        fprintf(out, "%s  - {always: %s, is: \"%s\", within: " LT_DRAWING_WITHIN ", stage: %s}\n",
                begun ? "" : "expect:\n", cycle->forms[i].of, form,
                stage_name(cycle, cycle->forms[i].stage));
        begun = true;
    }
    return lt_text_keep(&text, drawing->arena);
}

/* ---- The figure ------------------------------------------------------------------------------ */

enum { STAGE, TIME, X, Y, FORMS };

/* What is drawn of a run. */
struct sampled {
    size_t count;
    double *path, *x, *y; /* path: time times speed, the same at each */
    double peak;
};

static double cell_of(const struct lt_table *table, size_t row, size_t column) {
    return table->cells[row * table->columns + column];
}

/* Of what is pulled apart only as much as there is a force; nothing, if that is at touch alone. */
static size_t rows_drawn(const struct cycle *cycle, const struct lt_table *table) {
    static const double more = 1.1;
    size_t last = table->rows;
    while (cycle == &pull && last > 1 && cell_of(table, last - 1, Y) == 0)
        last--;
    const double end = last > 0 ? more * cell_of(table, last - 1, X) : 0;
    if (cycle == &pull && !(end > 0))
        return 0;
    while (last < table->rows && cell_of(table, last, X) <= end)
        last++;
    return last;
}

static struct sampled sample_run(const struct cycle *cycle, const struct lt_table *table, double v,
                                 struct lt_arena *arena) {
    struct sampled s = {.count = 0};
    const size_t rows = rows_drawn(cycle, table);
    s.path = lt_arena_get(arena, (rows + 1) * sizeof *s.path);
    s.x = lt_arena_get(arena, (rows + 1) * sizeof *s.x);
    s.y = lt_arena_get(arena, (rows + 1) * sizeof *s.y);
    for (size_t i = 0; i < rows; i++) {
        const size_t next = i + 1 < rows ? i + 1 : i; /* it starts where the stage before ended */
        if (cell_of(table, next, STAGE) < (double)cycle->first)
            continue;
        s.path[s.count] = v * cell_of(table, i, TIME);
        s.x[s.count] = cell_of(table, i, X);
        s.y[s.count] = cell_of(table, i, Y);
        s.peak = fmax(s.peak, fabs(s.y[s.count++]));
    }
    return s;
}

/* Is A nowhere farther from B than a hundredth of the peak, about a line's width? Both go along the
 * same path, but have their points elsewhere: where B jumps, all between is B. */
static bool is_same_curve(const struct sampled *a, const struct sampled *b) {
    static const double line = 1e-2;
    for (size_t i = 0, k = 0; i < a->count; i++) {
        while (k + 1 < b->count && b->path[k + 1] < a->path[i])
            k++;
        const size_t from = k > 0 ? k - 1 : 0, to = k + 2 < b->count ? k + 2 : b->count - 1;
        double least = INFINITY, most = -INFINITY;
        for (size_t j = from; j <= to; j++) {
            least = fmin(least, b->y[j]);
            most = fmax(most, b->y[j]);
        }
        const double wide = line * fmax(a->peak, b->peak);
        if (!(a->y[i] >= least - wide && a->y[i] <= most + wide))
            return false;
    }
    return a->count > 0 && b->count > 0;
}

/* The closed forms of a run as curves. */
static void add_forms(const struct lt_drawing *drawing, const struct cycle *cycle,
                      const struct lt_table *table, struct lt_figure *figure,
                      struct lt_curve *curves) {
    size_t column = FORMS;
    for (size_t i = 0; i < cycle->n_forms; i++) {
        if (!lt_drawing_form(drawing, cycle->forms[i].form))
            continue;
        double *x = lt_arena_get(drawing->arena, (table->rows + 1) * sizeof *x),
               *y = lt_arena_get(drawing->arena, (table->rows + 1) * sizeof *y);
        size_t n = 0;
        for (size_t row = 0; row < rows_drawn(cycle, table); row++)
            if (cell_of(table, row, STAGE) == (double)cycle->forms[i].stage) {
                x[n] = cell_of(table, row, X);
                y[n++] = cell_of(table, row, column);
            }
        curves[figure->n_curves++] = (struct lt_curve){
            .label = cycle->forms[i].label, .x = x, .y = y, .count = n, .role = LT_CURVE_THEORY};
        column++;
    }
}

/* "-fn = kn*max(-un, 0)"; one that holds for several stages once. */
static const char *forms_text(const struct lt_drawing *drawing, const struct cycle *cycle) {
    const char *text = "", *last = "";
    for (size_t i = 0; i < cycle->n_forms; i++) {
        const char *form = lt_drawing_form(drawing, cycle->forms[i].form);
        if (!form || strcmp(form, last) == 0)
            continue;
        text = lt_arena_print(drawing->arena, "%s%s%s = %s", text, *text ? "; " : "",
                              cycle->forms[i].of, form);
        last = form;
    }
    return text;
}

static const char *speed_text(double speed, const char *unit, struct lt_arena *arena) {
    char buffer[64];
    return lt_arena_print(arena, "%s", lt_summary_printed(speed, unit, buffer, sizeof buffer));
}

/* Runs at each speed; curves that lie on each other are drawn once. */
static void draw_cycle(struct lt_drawing *drawing, const struct cycle *cycle) {
    struct lt_arena *arena = drawing->arena;
    struct lt_curve *curves = lt_arena_get(arena, (LT_ATLAS_SPEEDS + MOST_FORMS) * sizeof *curves);
    struct sampled kept[LT_ATLAS_SPEEDS];
    struct lt_figure figure = {.title = lt_arena_print(arena, "%s: %s", drawing->law, cycle->title),
                               .x_text = cycle->x_text,
                               .y_text = cycle->y_text,
                               .x_unit = cycle->x_unit,
                               .y_unit = cycle->y_unit,
                               .theme = LT_THEME_AUTO,
                               .curves = curves};
    struct lt_drawn_run first;
    double peak = 0;
    for (size_t i = 0; i < drawing->n_speeds; i++) {
        struct lt_drawn_run run;
        const char *text = text_of_cycle(drawing, cycle, drawing->speeds[i], i == 0);
        const bool ran = lt_drawing_run(drawing, cycle->name, text, &run);
        if (i == 0)
            first = run;
        if (!ran) {
            if (i > 0)
                lt_drawing_end(&run);
            break;
        }
        struct sampled *s = &kept[figure.n_curves];
        *s = sample_run(cycle, &run.result->table, drawing->speeds[i], arena);
        bool known = s->count == 0;
        for (size_t k = 0; k < figure.n_curves; k++)
            known |= is_same_curve(s, &kept[k]);
        peak = fmax(peak, s->peak);
        if (!known)
            curves[figure.n_curves++] =
                (struct lt_curve){.label = speed_text(rate_of(drawing, cycle, drawing->speeds[i]),
                                                      cycle->rate, arena),
                                  .x = s->x,
                                  .y = s->y,
                                  .count = s->count};
        if (i > 0)
            lt_drawing_end(&run);
    }
    if (cycle == &normal)
        drawing->force = peak;
    if (figure.n_curves > 0 && peak > LT_DRAWING_NONE * drawing->force) {
        const bool alone = figure.n_curves == 1;
        lt_drawing_judge(drawing, cycle->name, first.result);
        add_forms(drawing, cycle, &first.result->table, &figure, curves);
        if (alone)
            curves[0].label = figure.n_curves > 1 ? "simulated" : NULL;
        lt_drawing_put(drawing, cycle->name,
                       alone && drawing->n_speeds > 1
                           ? lt_arena_print(arena, "%s; the same at all speeds", cycle->caption)
                           : cycle->caption,
                       forms_text(drawing, cycle), &figure);
    }
    lt_drawing_end(&first);
}

void lt_drawing_cycles(struct lt_drawing *drawing) {
    static const struct cycle *const cycles[] = {&normal, &pull, &shear, &twist, &roll};
    for (size_t i = 0; i < sizeof cycles / sizeof *cycles && !*drawing->job->interrupted; i++)
        draw_cycle(drawing, cycles[i]);
}

void lt_drawing_pull_energy(struct lt_drawing *drawing) {
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    put_pull(out, drawing, drawing->speeds[0]);
    fprintf(out,
            "plots: [{kind: energy, theme: auto, title: \"%s: energies while pulled apart\"}]\n",
            drawing->law);
    struct lt_drawn_run run;
    if (lt_drawing_run(drawing, "energy", lt_text_keep(&text, drawing->arena), &run) &&
        lt_drawing_largest(&run, "fn") > LT_DRAWING_NONE * drawing->force) {
        struct lt_figure *figure = lt_plot_of_run(run.program, &run.program->plots[0], run.result);
        lt_drawing_put(drawing, "energy", "Energies while it is pulled apart", "", figure);
        lt_plot_free(figure);
    }
    lt_drawing_end(&run);
}
