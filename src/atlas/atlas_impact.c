/* SPDX-License-Identifier: GPL-3.0-or-later */
/* atlas_impact.c: an oblique impact, and restitution over the speed and the angle of impact. */
#include "atlas/drawing.h"
#include "base/arena.h"
#include "program/vary.h"
#include "run/run.h"

#include <math.h>
#include <string.h>

static const double OBLIQUE = M_PI / 6; /* the angle that is shown */

/* ---- One impact ------------------------------------------------------------------------------ */

struct view {
    const char *name, *caption, *title;
    enum lt_kind_of_figure kind;
    bool tangential; /* nothing to see without a tangential force */
};

static const struct view views[] = {
    {"impact", "Forces of an oblique impact, at 30° to the normal", "oblique impact", LT_KIND_TIME,
     false},
    {"cone", "Shear force over normal force of this impact", "oblique impact", LT_KIND_CONE, true},
    {"energy", "Energies of this impact", "energies", LT_KIND_ENERGY, false},
};
enum { VIEWS = sizeof views / sizeof *views };

/* The motion and stage of an impact at ANGLE (rad) between velocity and normal; VIEWED: with the
 * plots of its views. */
static const char *impact_text(const struct lt_drawing *drawing, double angle, bool viewed) {
    const double v = drawing->speed;
    const char *text = lt_arena_print(
        drawing->arena,
        "motion: {integrator: exact}\nstages: [{name: impact, whats: iiiiii, values: [%.17g, "
        "%.17g, %.17g, 0, 0, 0], until: rebound}]\n%s",
        -v * cos(angle), drawing->planar ? 0 : v * sin(angle), drawing->planar ? v * sin(angle) : 0,
        viewed ? "plots:\n" : "");
    for (size_t i = 0; i < VIEWS && viewed; i++)
        text = lt_arena_print(
            drawing->arena, "%s  - {kind: %s, theme: auto, title: \"%s: %s\", file: %zu.svg}\n",
            text, lt_kind_words[views[i].kind - LT_KIND_NORMAL], drawing->law, views[i].title, i);
    return text;
}

/* The value of the result NAME of a run; NaN: there is none of this name. */
static double value_of(const struct lt_drawn_run *run, const char *name,
                       const struct lt_result *result) {
    const struct lt_names names = lt_names_in(run->program->names, LT_SCOPE_END);
    const struct lt_name *found = lt_names_find(&names, name);
    return found ? result->values[found->slot] : NAN;
}

/* Draws the views of an impact; tangential ones only if there is a tangential force, above 1e-9
 * of the normal one. */
static void put_views(struct lt_drawing *drawing, const struct lt_drawn_run *run) {
    const bool tangential = lt_drawing_largest(run, lt_drawing_shear(drawing)) >
                            LT_DRAWING_NONE * lt_drawing_largest(run, "fn");
    for (size_t i = 0; i < VIEWS; i++) {
        if (views[i].tangential && !tangential)
            continue;
        struct lt_figure *figure =
            lt_plot_of_run(run->program, &run->program->plots[i], run->result);
        lt_drawing_put(drawing, views[i].name, views[i].caption, "", figure);
        lt_plot_free(figure);
    }
}

/* ---- Many ------------------------------------------------------------------------------------ */

enum { POINTS = 49 }; /* impacts of a curve; their cost is the limit */

struct scanned {
    double x[POINTS], e_n[POINTS], e_t[POINTS], form[POINTS];
    size_t failed;
    bool parts; /* one of them */
};

/* Runs POINTS impacts with velocities VN along n and VS along s (m/s; of discs along t). SCANNED
 * gets their coefficients of restitution and closed forms (NaN where a run fails), the number of
 * failures, and in parts if any separates. */
static void scan_impacts(struct lt_drawing *drawing, const struct lt_drawn_run *run,
                         const double *vn, const double *vs, struct scanned *scanned) {
    const char *const paths[] = {"stages[0].values[0]",
                                 drawing->planar ? "stages[0].values[2]" : "stages[0].values[1]"};
    struct lt_override overrides[2];
    const struct lt_run_options options = {.unsampled = true,
                                           .unturned = true,
                                           .unadvised = true,
                                           .interrupted = drawing->job->interrupted};
    for (int i = 0; i < 2; i++)
        overrides[i].name = lt_vary_find(run->program, paths[i], drawing->arena).name;
    for (size_t i = 0; i < POINTS && !*drawing->job->interrupted; i++) {
        overrides[0].value = vn[i];
        overrides[1].value = vs[i];
        struct lt_result *result = lt_run(run->program, overrides, 2, &options);
        const bool done = result->status == LT_DONE;
        scanned->failed += !done;
        scanned->e_n[i] = done ? value_of(run, "e_n", result) : NAN;
        scanned->e_t[i] = done ? value_of(run, "e_t", result) : NAN;
        scanned->form[i] = done && result->n_verdicts > 0 ? result->verdicts[0].expected : NAN;
        scanned->parts |= scanned->e_n[i] > 0;
        if (done)
            lt_drawing_judge(drawing, "speed", result);
        lt_run_free(result);
    }
}

/* Reports how many impacts of figure WHAT failed, if any. */
static void note_failed(struct lt_drawing *drawing, const char *what,
                        const struct scanned *scanned) {
    if (scanned->failed > 0)
        lt_drawing_note(drawing, "figure '%s': %zu of %d impacts failed and are left out", what,
                        scanned->failed, POINTS);
}

/* Draws e_n over the speed of a head-on impact, from 0.02 to 5 times that of the atlas at equal
 * ratios, with its closed form if the card gives one. Nothing is drawn if no impact separates. */
static void draw_speeds(struct lt_drawing *drawing) {
    static const double slowest = 0.02, fastest = 5; /* of the speed of the impact that is shown */
    const char *form = lt_drawing_form(drawing, LT_ATLAS_E_N),
               *text = impact_text(drawing, 0, false);
    double vn[POINTS], vs[POINTS] = {0};
    struct scanned scanned = {.failed = 0};
    struct lt_drawn_run run;
    if (form)
        text = lt_arena_print(
            drawing->arena, "%sexpect: [{that: e_n, is: \"%s\", within: " LT_DRAWING_WITHIN "}]\n",
            text, form);
    for (size_t i = 0; i < POINTS; i++) {
        scanned.x[i] = drawing->speed * slowest * pow(fastest / slowest, (double)i / (POINTS - 1));
        vn[i] = -scanned.x[i];
    }
    /* All impacts are runs of one program with other initial velocities. */
    if (lt_drawing_read(drawing, "speed", text, &run))
        scan_impacts(drawing, &run, vn, vs, &scanned);
    note_failed(drawing, "speed", &scanned);
    const struct lt_curve curves[] = {
        {.label = form ? "simulated" : NULL, .x = scanned.x, .y = scanned.e_n, .count = POINTS},
        {.label = "closed form",
         .x = scanned.x,
         .y = scanned.form,
         .count = POINTS,
         .role = LT_CURVE_THEORY}};
    const struct lt_figure figure = {
        .title = lt_arena_print(drawing->arena, "%s: head-on impact", drawing->law),
        .x_text = "speed of impact",
        .y_text = "coefficient of restitution",
        .x_unit = "m/s",
        .y_unit = "",
        .y_has = {0, 1},
        .x_log = true,
        .theme = LT_THEME_AUTO,
        .curves = curves,
        .n_curves = form ? 2 : 1};
    if (scanned.parts)
        lt_drawing_put(drawing, "speed", "Coefficient of restitution over the speed of impact",
                       form ? lt_arena_print(drawing->arena, "e_n = %s", form) : "", &figure);
    lt_drawing_end(&run);
}

/* Draws e_n and e_t over the angle between the velocity and the normal, 2 to 86 degrees, at the
 * speed of the atlas. Nothing is drawn if no impact separates. */
static void draw_angles(struct lt_drawing *drawing) {
    static const double least = 2, most = 86; /* degrees */
    double vn[POINTS], vs[POINTS];
    struct scanned scanned = {.failed = 0};
    struct lt_drawn_run run;
    for (size_t i = 0; i < POINTS; i++) {
        scanned.x[i] = (least + (most - least) * (double)i / (POINTS - 1)) * M_PI / 180;
        vn[i] = -drawing->speed * cos(scanned.x[i]);
        vs[i] = drawing->speed * sin(scanned.x[i]);
    }
    if (lt_drawing_read(drawing, "angle", impact_text(drawing, OBLIQUE, false), &run))
        scan_impacts(drawing, &run, vn, vs, &scanned);
    note_failed(drawing, "angle", &scanned);
    const struct lt_curve curves[] = {
        {.label = "normal", .x = scanned.x, .y = scanned.e_n, .count = POINTS},
        {.label = "tangential", .x = scanned.x, .y = scanned.e_t, .count = POINTS}};
    const struct lt_figure figure = {
        .title = lt_arena_print(drawing->arena, "%s: oblique impacts", drawing->law),
        .x_text = "angle of impact (°)",
        .y_text = "coefficient of restitution",
        .x_unit = "rad",
        .y_unit = "",
        .y_has = {0, 1},
        .theme = LT_THEME_AUTO,
        .curves = curves,
        .n_curves = 2};
    if (scanned.parts)
        lt_drawing_put(drawing, "angle",
                       "Normal and tangential coefficient of restitution over the angle of impact",
                       "", &figure);
    lt_drawing_end(&run);
}

/* Draws an oblique impact and e_n and e_t over speed and angle. False: the particles do not
 * separate, since they stick or pass through each other, and nothing is drawn. True: drawn, or
 * the run failed, which is reported. */
bool lt_drawing_impacts(struct lt_drawing *drawing) {
    struct lt_drawn_run run;
    const char *text = impact_text(drawing, OBLIQUE, true);
    const bool ran = lt_drawing_try(drawing, text, &run);
    const bool parts = ran && value_of(&run, "e_n", run.result) > 0;
    const bool tangential = parts && lt_drawing_largest(&run, lt_drawing_shear(drawing)) >
                                         LT_DRAWING_NONE * lt_drawing_largest(&run, "fn");
    const bool endless = run.result && run.result->unfinished;
    if (!ran && !endless)
        lt_drawing_fail(drawing, "impact");
    if (parts)
        put_views(drawing, &run);
    lt_drawing_end(&run);
    if (parts)
        draw_speeds(drawing);
    if (tangential)
        draw_angles(drawing);
    return parts || !(ran || endless);
}
