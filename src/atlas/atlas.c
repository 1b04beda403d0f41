/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "atlas/atlas.h"

#include "atlas/drawing.h"
#include "base/arena.h"
#include "base/text.h"
#include "run/run.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

/* ---- Shared ---------------------------------------------------------------------------------- */

/* Reports a formatted remark about the law to the caller of the atlas. */
void lt_drawing_note(struct lt_drawing *drawing, const char *format, ...) {
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    va_list arguments;
    fprintf(out, "%s: ", drawing->law);
    va_start(arguments, format);
    vfprintf(out, format, arguments);
    va_end(arguments);
    drawing->job->note(lt_text_keep(&text, drawing->arena), drawing->job->data);
}

/* Hands a finished figure to the caller of the atlas; FORMS are its closed forms as text, or "". */
void lt_drawing_put(const struct lt_drawing *drawing, const char *name, const char *caption,
                    const char *forms, const struct lt_figure *figure) {
    const struct lt_atlas_plate plate = {name, caption, forms, figure};
    drawing->job->put(&plate, drawing->job->data);
}

/* The text of a closed form that the card gives; NULL: it gives none. */
const char *lt_drawing_form(const struct lt_drawing *drawing, enum lt_atlas_form form) {
    const struct lt_formula *formula = drawing->job->card->atlas.forms[form];
    return formula ? formula->text : NULL;
}

/* Reads into RUN the program made of the card's kept sections and TAIL, its motion and stages.
 * False: drawing->why has the reason. */
static bool read_program(struct lt_drawing *drawing, const char *tail, struct lt_drawn_run *run) {
    const struct lt_atlas_job *job = drawing->job;
    const char *text = lt_arena_print(drawing->arena, "%s%s", drawing->kept, tail);
    struct lt_errors *errors = lt_errors_new();
    *run = (struct lt_drawn_run){NULL, NULL};
    run->program = lt_read_with(job->laws, false, job->card->source->name, text, strlen(text), NULL,
                                0, errors);
    if (!run->program)
        drawing->why = lt_errors_first(errors, drawing->arena);
    lt_errors_free(errors);
    return run->program;
}

/* Reads and runs the card's pair and law with the motion and stages TAIL. False: drawing->why
 * has the reason, and no remark is made. */
bool lt_drawing_try(struct lt_drawing *drawing, const char *tail, struct lt_drawn_run *run) {
    if (!read_program(drawing, tail, run))
        return false;
    const struct lt_run_options options = {.record = true,
                                           .all_rows = true,
                                           .unadvised = true,
                                           .interrupted = drawing->job->interrupted};
    run->result = lt_run(run->program, NULL, 0, &options);
    if (run->result->status != LT_DONE)
        drawing->why = lt_arena_print(drawing->arena, "%s", run->result->message);
    return run->result->status == LT_DONE;
}

/* Reports that figure WHAT cannot be drawn and why; not after an interrupt. */
void lt_drawing_fail(struct lt_drawing *drawing, const char *what) {
    if (*drawing->job->interrupted)
        return;
    lt_drawing_note(drawing, "figure '%s': %s", what, drawing->why);
    drawing->worst = LT_ATLAS_FAILED;
}

/* Reads the program with the stages TAIL for figure WHAT. False: it is reported why not. */
bool lt_drawing_read(struct lt_drawing *drawing, const char *what, const char *tail,
                     struct lt_drawn_run *run) {
    const bool done = read_program(drawing, tail, run);
    if (!done)
        lt_drawing_fail(drawing, what);
    return done;
}

/* Reads and runs the program with the stages TAIL for figure WHAT. False: it is reported why
 * not. */
bool lt_drawing_run(struct lt_drawing *drawing, const char *what, const char *tail,
                    struct lt_drawn_run *run) {
    const bool done = lt_drawing_try(drawing, tail, run);
    if (!done)
        lt_drawing_fail(drawing, what);
    return done;
}

/* Frees a run and its program. */
void lt_drawing_end(struct lt_drawn_run *run) {
    lt_run_free(run->result);
    lt_program_free(run->program);
}

/* Reports each closed form that differs from the simulated curve by more than its tolerance. */
void lt_drawing_judge(struct lt_drawing *drawing, const char *what,
                      const struct lt_result *result) {
    for (size_t i = 0; i < result->n_verdicts; i++) {
        const struct lt_verdict *verdict = &result->verdicts[i];
        if (verdict->ok)
            continue;
        lt_drawing_note(drawing, "figure '%s': the closed form is off the curve by %.2g: %s%s%s",
                        what, verdict->error, verdict->text, verdict->where[0] ? ", " : "",
                        verdict->where);
        if (drawing->worst == LT_ATLAS_DRAWN)
            drawing->worst = LT_ATLAS_OFF;
    }
}

/* The largest absolute value in a recorded column of a run, in SI; 0: there is no such column. */
double lt_drawing_largest(const struct lt_drawn_run *run, const char *column) {
    const struct lt_table *table = &run->result->table;
    double most = 0;
    for (size_t c = 0; c < table->columns; c++)
        for (size_t i = 0; strcmp(run->program->columns[c].name, column) == 0 && i < table->rows;
             i++)
            most = fmax(most, fabs(table->cells[i * table->columns + c]));
    return most;
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Removes velocities and spins from the particles of the card: each figure has motions of its
 * own. */
static void drop_motion(struct lt_node *particles) {
    for (struct lt_node *each = particles->first; each; each = each->next)
        for (struct lt_node **at = &each->first; *at;)
            if (strcmp((*at)->key, "velocity") == 0 || strcmp((*at)->key, "spin") == 0) {
                *at = (*at)->next;
                each->count--;
            } else {
                at = &(*at)->next;
            }
}

/* The text of the sections that define pair and law; the figures have motion and stages of their
 * own. */
static const char *kept_sections(const struct lt_atlas_job *job) {
    static const char *const kept[] = {"lawtester", "let",       "law",
                                       "materials", "particles", "pairs"};
    struct lt_errors *errors = lt_errors_new(); /* there are none: it has been read before */
    struct lt_node *root = lt_tree_read(job->card->source, job->arena, errors);
    lt_program_define(job->laws, root, job->defines, job->n_defines, job->arena, errors);
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    drop_motion(lt_tree_child(root, "particles"));
    for (const struct lt_node *node = root->first; node; node = node->next)
        for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
            if (strcmp(node->key, kept[i]) == 0)
                fputs(lt_tree_text(node, 0, job->arena), out);
    lt_errors_free(errors);
    return lt_text_keep(&text, job->arena);
}

/* The largest overlap in m of a head-on impact at the speed of the atlas; NaN: the run failed. */
static double overlap_of_impact(struct lt_drawing *drawing) {
    struct lt_drawn_run run;
    const char *tail = lt_arena_print(
        drawing->arena,
        "motion: {integrator: exact}\n"
        "stages: [{whats: i....., values: [%.17g, 0, 0, 0, 0, 0], until: vn >= 0}]\n",
        -drawing->speed);
    double overlap = NAN;
    if (lt_drawing_run(drawing, "normal", tail, &run))
        overlap = lt_drawing_largest(&run, "un");
    lt_drawing_end(&run);
    return overlap;
}

/* The value of a number of the card, or OTHERWISE if it does not give it. */
static double given_or(const struct lt_number *number, double otherwise) {
    return number->given ? number->value : otherwise;
}

/* Chooses amplitudes (m, rad) and speeds (m/s) of the figures from section atlas, else from the
 * overlap of an impact. False: the overlap is not known, which is reported. */
static bool choose_extent(struct lt_drawing *drawing) {
    const struct lt_atlas *atlas = &drawing->job->card->atlas;
    drawing->speed = atlas->speed.value;
    drawing->overlap = atlas->overlap.given ? atlas->overlap.value : overlap_of_impact(drawing);
    if (!(drawing->overlap > 0)) {
        if (*drawing->job->interrupted)
            return false;
        lt_drawing_note(drawing, "say how far it is to be loaded: 'atlas: {overlap: 20 um}', or -D "
                                 "atlas.overlap=20e-6");
        return false;
    }
    drawing->gap = given_or(&atlas->gap, drawing->overlap / 4);
    drawing->pull = given_or(&atlas->pull, drawing->overlap);
    drawing->shear = given_or(&atlas->shear, 2 * drawing->overlap);
    drawing->twist = atlas->twist.value;
    drawing->roll = atlas->roll.value;
    const double usual[] = {1e-6, drawing->speed / 10, drawing->speed};
    drawing->n_speeds = atlas->n_speeds > 0 ? atlas->n_speeds : sizeof usual / sizeof *usual;
    memcpy(drawing->speeds, atlas->n_speeds > 0 ? atlas->speeds : usual,
           drawing->n_speeds * sizeof *drawing->speeds);
    return true;
}

/* Draws all figures of a law: loading cycles, then impacts, or the energies of a pull if
 * particles stick. Returns the worst status. */
enum lt_atlas_status lt_atlas_draw(const struct lt_atlas_job *job) {
    struct lt_drawing drawing = {.job = job,
                                 .arena = job->arena,
                                 .law = job->card->law->name,
                                 .kept = kept_sections(job),
                                 .planar = job->card->particles[0].shape == LT_DISC ||
                                           job->card->particles[1].shape == LT_DISC};
    if (!choose_extent(&drawing))
        return LT_ATLAS_FAILED;
    lt_drawing_cycles(&drawing);
    if (!lt_drawing_impacts(&drawing))
        lt_drawing_pull_energy(&drawing);
    return drawing.worst;
}
