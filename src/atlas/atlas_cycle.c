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

enum motion { NORMAL, PULL, SHEAR, TWIST, ROLL, CYCLES };

/* A motion, and what is drawn of it. Of discs, which move in the plane of n and t, the second one
 * of two. */
struct cycle {
    enum motion motion;
    const char *name, *caption, *title;
    const char *x[2], *y[2]; /* formulas of what is drawn; NULL: there is no such motion */
    int dof[2];
    const char *x_text, *y_text; /* of the axes */
    const char *x_unit, *y_unit;
    size_t first, n_forms; /* first: the stage that is drawn first */
    enum lt_atlas_form forms[MOST_FORMS];
    size_t stages[MOST_FORMS]; /* in which they hold */
};

// clang-format off
static const struct cycle cycles[CYCLES] = {
    {NORMAL, "normal", "Normal force: loaded, unloaded, loaded again", "loading and unloading",
     {"-un", "-un"}, {"-fn", "-fn"}, {0, 0}, "overlap", "normal force", "m", "N",
     0, 2, {LT_ATLAS_LOAD, LT_ATLAS_UNLOAD}, {0, 1}},
    {PULL, "pull", "Pulled apart from touch", "pulled apart",
     {"un", "un"}, {"fn", "fn"}, {0, 0}, "gap", "tensile force", "m", "N",
     0, 1, {LT_ATLAS_PULL}, {0}},
    {SHEAR, "shear", "Sheared to and fro at constant overlap", "cyclic shear",
     {"us", "ut"}, {"fs", "ft"}, {1, 2}, "shear displacement", "shear force", "m", "N",
     1, 1, {LT_ATLAS_SHEAR}, {1}},
    {TWIST, "twist", "Twisted to and fro at constant overlap", "cyclic twist",
     {"an", NULL}, {"mn", NULL}, {3, 3}, "angle of twist", "twisting moment", "rad", "N m",
     1, 1, {LT_ATLAS_TWIST}, {1}},
    {ROLL, "roll", "Rolled to and fro at constant overlap", "cyclic rolling",
     {"at", "as"}, {"mt", "ms"}, {5, 4}, "rolling angle", "rolling moment", "rad", "N m",
     1, 1, {LT_ATLAS_ROLL}, {1}},
};
// clang-format on

/* True if the cycle is a rotation, in rad, and no displacement. */
static bool turns(const struct cycle *cycle) {
    return cycle->motion == TWIST || cycle->motion == ROLL;
}

/* ---- The program ----------------------------------------------------------------------------- */

enum { SHARES = 20 }; /* steps from one row to the next */

/* Writes the motion with rows every DT (s). A law that can only be stepped forwards cannot be
 * integrated exactly: it runs in SHARES steps per row. MORE: further keys. */
static void put_motion(FILE *out, const struct lt_drawing *drawing, double dt, const char *more) {
    fprintf(out, "motion: {integrator: %s, dt: %.17g%s}\nstages:\n",
            drawing->in_steps ? "leapfrog" : "exact", drawing->in_steps ? dt / SHARES : dt, more);
}

/* Writes a stage that moves one DoF at a constant RATE (m/s or rad/s) until the condition UNTIL
 * holds at END. */
static void put_stage(FILE *out, const char *name, int dof, double rate, const char *until,
                      double end) {
    fprintf(out, "  - {name: %s, whats: vvvvvv, values: [", name);
    for (int i = 0; i < LT_DOFS; i++)
        fprintf(out, "%s%.17g", i > 0 ? ", " : "", i == dof ? rate : 0);
    fprintf(out, "], until: %s %.17g}\n", until, end);
}

/* Writes stages that load to OVERLAP and unload to GAP, m, at the speed V (m/s), twice. The
 * second loading is 1.3 times deeper, so that reloading and new loading both show. */
static void put_normal(FILE *out, const struct lt_drawing *drawing, double v) {
    static const double farther = 1.3, samples = 150; /* of the first loading */
    put_motion(out, drawing, drawing->overlap / v / samples, "");
    put_stage(out, "load", 0, -v, "un <=", -drawing->overlap);
    put_stage(out, "unload", 0, v, "un >=", drawing->gap);
    put_stage(out, "reload", 0, -v, "un <=", -farther * drawing->overlap);
    put_stage(out, "unload-again", 0, v, "un >=", drawing->gap);
}

/* Writes the motion and the stage of a test in which the contact is pulled apart at the speed V
 * (m/s). */
static void put_pull(FILE *out, const struct lt_drawing *drawing, double v) {
    static const double samples = 300; /* rows of the curve: smooth in a figure of a page's width */
    put_motion(out, drawing, drawing->pull / v / samples, ", gap: 0");
    put_stage(out, "pull", 0, v, "un >=", drawing->pull);
}

/* The amplitude of a tangential or rotational cycle, m or rad. */
static double amplitude_of(const struct lt_drawing *drawing, const struct cycle *cycle) {
    return cycle->motion == SHEAR   ? drawing->shear
           : cycle->motion == TWIST ? drawing->twist
                                    : drawing->roll;
}

/* The speed of a cycle in m/s or rad/s: a rotation takes as long as pressing to OVERLAP at the
 * speed V (m/s). */
static double rate_of(const struct lt_drawing *drawing, const struct cycle *cycle, double v) {
    return turns(cycle) ? v * amplitude_of(drawing, cycle) / drawing->overlap : v;
}

/* Writes stages that press to OVERLAP, m, at the speed V (m/s), then move to the amplitude, back
 * to its negative, and to it again. */
static void put_to_and_fro(FILE *out, const struct lt_drawing *drawing, const struct cycle *cycle,
                           double v) {
    static const double samples = 100; /* of the first quarter */
    const double amplitude = amplitude_of(drawing, cycle), rate = rate_of(drawing, cycle, v);
    const char *x = cycle->x[drawing->planar];
    const int dof = cycle->dof[drawing->planar];
    const char *above = lt_arena_print(drawing->arena, "%s >=", x),
               *below = lt_arena_print(drawing->arena, "%s <=", x);
    put_motion(out, drawing, amplitude / rate / samples, "");
    put_stage(out, "press", 0, -v, "un <=", -drawing->overlap);
    put_stage(out, "forth", dof, rate, above, amplitude);
    put_stage(out, "back", dof, -rate, below, -amplitude);
    put_stage(out, "again", dof, rate, above, amplitude);
}

/* Writes motion and stages of a cycle at the speed V (m/s). */
static void put_stages(FILE *out, const struct lt_drawing *drawing, const struct cycle *cycle,
                       double v) {
    if (cycle->motion == NORMAL)
        put_normal(out, drawing, v);
    else if (cycle->motion == PULL)
        put_pull(out, drawing, v);
    else
        put_to_and_fro(out, drawing, cycle, v);
}

/* The name of a stage of a cycle, counted from 0. */
static const char *stage_name(const struct cycle *cycle, size_t stage) {
    static const char *const names[][2] = {{"load", "unload"}, {"press", "forth"}};
    return cycle->motion == PULL ? "pull" : names[cycle->first][stage];
}

/* The motion, stages and recorded columns (stage, time, x, y, closed forms) of a cycle at the
 * speed V (m/s). JUDGED: the closed forms are expected results. */
static const char *text_of_cycle(const struct lt_drawing *drawing, const struct cycle *cycle,
                                 double v, bool judged) {
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    put_stages(out, drawing, cycle, v);
    fprintf(out,
            "record:\n  every: %d\n  columns:\n    - stage\n    - t\n    - {atlas_x: %s}\n    - "
            "{atlas_y: %s}\n",
            drawing->in_steps ? SHARES : 1, cycle->x[drawing->planar], cycle->y[drawing->planar]);
    for (size_t i = 0; i < cycle->n_forms; i++) {
        const char *form = lt_drawing_form(drawing, cycle->forms[i]);
        if (form)
            fprintf(out, "    - {atlas_form_%zu: \"select(stage == %zu, %s, 0)\"}\n", i,
                    cycle->stages[i], form);
    }
    bool begun = false;
    for (size_t i = 0; i < cycle->n_forms && judged; i++) {
        const char *form = lt_drawing_form(drawing, cycle->forms[i]);
        if (!form)
            continue;
        fprintf(out, "%s  - {always: %s, is: \"%s\", within: %s, stage: %s}\n",
                begun ? "" : "expect:\n", cycle->y[drawing->planar], form,
                drawing->in_steps ? LT_DRAWING_WITHIN_STEPS : LT_DRAWING_WITHIN,
                stage_name(cycle, cycle->stages[i]));
        begun = true;
    }
    return lt_text_keep(&text, drawing->arena);
}

/* ---- The figure ------------------------------------------------------------------------------ */

enum { STAGE, TIME, X, Y, FORMS };

/* The results and curves that a figure takes from one run. */
struct sampled {
    size_t count;
    double *path, *x, *y; /* path: time times speed, the same at each */
    double peak;
};

/* The number of a table in this row and column, both from 0. */
static double cell_of(const struct lt_table *table, size_t row, size_t column) {
    return table->cells[row * table->columns + column];
}

/* The number of rows to draw: of a pull those up to a tenth beyond the last force, so that it
 * leaves no long line at zero, and 0 if the force vanishes at touch; else all. */
static size_t rows_drawn(const struct cycle *cycle, const struct lt_table *table) {
    static const double more = 1.1;
    size_t last = table->rows;
    while (cycle->motion == PULL && last > 1 && cell_of(table, last - 1, Y) == 0)
        last--;
    const double end = last > 0 ? more * cell_of(table, last - 1, X) : 0;
    if (cycle->motion == PULL && !(end > 0))
        return 0;
    while (last < table->rows && cell_of(table, last, X) <= end)
        last++;
    return last;
}

/* The curve of the drawn stages of a run at the speed V (m/s): x and y in SI, PATH in m, PEAK
 * the largest |y|. A normal cycle of a law that acts over a gap begins at that gap. */
static struct sampled sample_run(const struct lt_drawing *drawing, const struct cycle *cycle,
                                 const struct lt_table *table, double v) {
    struct lt_arena *arena = drawing->arena;
    struct sampled s = {.count = 0};
    const size_t rows = rows_drawn(cycle, table);
    s.path = lt_arena_get(arena, (rows + 1) * sizeof *s.path);
    s.x = lt_arena_get(arena, (rows + 1) * sizeof *s.x);
    s.y = lt_arena_get(arena, (rows + 1) * sizeof *s.y);
    for (size_t i = 0; i < rows; i++) {
        const size_t next = i + 1 < rows ? i + 1 : i; /* it starts where the stage before ended */
        if (cell_of(table, next, STAGE) < (double)cycle->first ||
            (cycle->motion == NORMAL && cell_of(table, next, X) < -drawing->gap))
            continue;
        s.path[s.count] = v * cell_of(table, i, TIME);
        s.x[s.count] = cell_of(table, i, X);
        s.y[s.count] = cell_of(table, i, Y);
        s.peak = fmax(s.peak, fabs(s.y[s.count++]));
    }
    return s;
}

/* True if A is nowhere farther from B than a hundredth of the peak, about the width of a line.
 * Points differ along the same path: between two points where B jumps, all values count as B. */
static bool is_same_curve(const struct sampled *a, const struct sampled *b) {
    static const double line = 1e-2; /* of the frame: the width of a line */
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

/* Appends the closed forms of a run, in its own stages, to the CURVES of a figure; the table has
 * one column for each form that the card gives. */
static void add_forms(const struct lt_drawing *drawing, const struct cycle *cycle,
                      const struct lt_table *table, struct lt_figure *figure,
                      struct lt_curve *curves) {
    size_t column = FORMS;
    for (size_t i = 0; i < cycle->n_forms; i++) {
        if (!lt_drawing_form(drawing, cycle->forms[i]))
            continue;
        double *x = lt_arena_get(drawing->arena, (table->rows + 1) * sizeof *x),
               *y = lt_arena_get(drawing->arena, (table->rows + 1) * sizeof *y);
        size_t n = 0;
        for (size_t row = 0; row < rows_drawn(cycle, table); row++)
            if (cell_of(table, row, STAGE) == (double)cycle->stages[i]) {
                x[n] = cell_of(table, row, X);
                y[n++] = cell_of(table, row, column);
            }
        curves[figure->n_curves++] =
            (struct lt_curve){.label = column == FORMS ? "closed form" : NULL,
                              .x = x,
                              .y = y,
                              .count = n,
                              .role = LT_CURVE_THEORY};
        column++;
    }
}

/* The closed forms of a figure as text, "-fn = kn*max(-un, 0)"; one that holds for several
 * stages occurs once. */
static const char *forms_text(const struct lt_drawing *drawing, const struct cycle *cycle) {
    const char *text = "", *last = "";
    for (size_t i = 0; i < cycle->n_forms; i++) {
        const char *form = lt_drawing_form(drawing, cycle->forms[i]);
        if (!form || strcmp(form, last) == 0)
            continue;
        text = lt_arena_print(drawing->arena, "%s%s%s = %s", text, *text ? "; " : "",
                              cycle->y[drawing->planar], form);
        last = form;
    }
    return text;
}

/* A speed in UNIT as the label of a curve. */
static const char *speed_text(double speed, const char *unit, struct lt_arena *arena) {
    char buffer[64];
    return lt_arena_print(arena, "%s", lt_summary_printed(speed, unit, buffer, sizeof buffer));
}

/* Appends the run at one speed V (m/s) to the CURVES of a figure, unless it coincides with that
 * of another speed in KNOWN, to which it is added. */
static void add_speed(const struct lt_drawing *drawing, const struct cycle *cycle,
                      const struct lt_table *table, double v, struct sampled *known,
                      struct lt_figure *figure, struct lt_curve *curves) {
    const struct sampled s = sample_run(drawing, cycle, table, v);
    for (size_t k = 0; k < figure->n_curves; k++)
        if (is_same_curve(&s, &known[k]))
            return;
    if (s.count == 0)
        return;
    known[figure->n_curves] = s;
    curves[figure->n_curves++] =
        (struct lt_curve){.label = speed_text(rate_of(drawing, cycle, v),
                                              turns(cycle) ? "rad/s" : "m/s", drawing->arena),
                          .x = s.x,
                          .y = s.y,
                          .count = s.count};
}

/* The largest absolute force or moment of COUNT curves, in SI. */
static double highest_peak(const struct sampled *known, size_t count) {
    double peak = 0;
    for (size_t i = 0; i < count; i++)
        peak = fmax(peak, known[i].peak);
    return peak;
}

/* Runs a cycle at the speed V (m/s), exactly if the law permits, else in steps; JUDGED: with its
 * closed forms as expected results. False: both fail, which is reported. */
static bool run_cycle(struct lt_drawing *drawing, const struct cycle *cycle, double v, bool judged,
                      struct lt_drawn_run *run) {
    drawing->in_steps = drawing->planar; /* there exact takes as long as it is slow */
    if (lt_drawing_try(drawing, text_of_cycle(drawing, cycle, v, judged), run))
        return true;
    lt_drawing_end(run);
    drawing->in_steps = true;
    return lt_drawing_run(drawing, cycle->name, text_of_cycle(drawing, cycle, v, judged), run);
}

/* Runs a loading cycle at each speed of the atlas and draws force over displacement, with the
 * closed forms at the first speed. Nothing is drawn if the first run fails or the force is next
 * to none. */
static void draw_cycle(struct lt_drawing *drawing, const struct cycle *cycle) {
    struct lt_curve curves[LT_ATLAS_SPEEDS + MOST_FORMS];
    struct sampled known[LT_ATLAS_SPEEDS];
    struct lt_drawn_run runs[LT_ATLAS_SPEEDS] = {{NULL, NULL}};
    struct lt_figure figure = {
        .title = lt_arena_print(drawing->arena, "%s: %s", drawing->law, cycle->title),
        .x_text = cycle->x_text,
        .y_text = cycle->y_text,
        .x_unit = cycle->x_unit,
        .y_unit = cycle->y_unit,
        .theme = LT_THEME_AUTO,
        .curves = curves};
    /* One run and at most one curve for each speed; the closed forms are tested at the first. */
    for (size_t i = 0; i < drawing->n_speeds; i++) {
        const double v = drawing->speeds[i];
        if (!run_cycle(drawing, cycle, v, i == 0, &runs[i]))
            break;
        add_speed(drawing, cycle, &runs[i].result->table, v, known, &figure, curves);
    }
    /* The normal cycle comes first; its largest force is the measure below which others are
     * noise. */
    const double peak = highest_peak(known, figure.n_curves);
    if (cycle->motion == NORMAL)
        drawing->force = peak;
    if (figure.n_curves > 0 && peak > LT_DRAWING_NONE * drawing->force) {
        const bool alone = figure.n_curves == 1;
        lt_drawing_judge(drawing, cycle->name, runs[0].result);
        add_forms(drawing, cycle, &runs[0].result->table, &figure, curves);
        if (alone)
            curves[0].label = figure.n_curves > 1 ? "simulated" : NULL;
        lt_drawing_put(
            drawing, cycle->name,
            alone && drawing->n_speeds > 1
                ? lt_arena_print(drawing->arena, "%s; the same at all speeds", cycle->caption)
                : cycle->caption,
            forms_text(drawing, cycle), &figure);
    }
    for (size_t i = 0; i < LT_ATLAS_SPEEDS; i++)
        lt_drawing_end(&runs[i]);
}

/* Draws all loading cycles that exist for the shape of the particles. */
void lt_drawing_cycles(struct lt_drawing *drawing) {
    for (size_t i = 0; i < CYCLES && !*drawing->job->interrupted; i++)
        if (cycles[i].x[drawing->planar])
            draw_cycle(drawing, &cycles[i]);
}

/* The motion, stages and plot of a test in which the contact is pulled apart at the first of the
 * speeds. */
static const char *text_of_pull(const struct lt_drawing *drawing) {
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    put_pull(out, drawing, drawing->speeds[0]);
    fprintf(out, "plots: [{kind: energy, theme: auto, title: \"%s: energies\"}]\n", drawing->law);
    return lt_text_keep(&text, drawing->arena);
}

/* Draws the energies while the contact is pulled apart, if it attracts noticeably. */
void lt_drawing_pull_energy(struct lt_drawing *drawing) {
    struct lt_drawn_run run;
    drawing->in_steps = drawing->planar; /* there exact takes as long as it is slow */
    bool ran = lt_drawing_try(drawing, text_of_pull(drawing), &run);
    if (!ran) {
        lt_drawing_end(&run);
        drawing->in_steps = true;
        ran = lt_drawing_run(drawing, "energy", text_of_pull(drawing), &run);
    }
    if (ran && lt_drawing_largest(&run, "fn") > LT_DRAWING_NONE * drawing->force) {
        struct lt_figure *figure = lt_plot_of_run(run.program, &run.program->plots[0], run.result);
        lt_drawing_put(drawing, "energy", "Energies while it is pulled apart", "", figure);
        lt_plot_free(figure);
    }
    lt_drawing_end(&run);
}
