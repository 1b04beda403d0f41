/* SPDX-License-Identifier: GPL-3.0-or-later */
/* calibrated_document.c: what is reported of a calibration; its JSON document. */
#include "calibrate/calibrated.h"
#include "result/json.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

/* Calibrates and adds what a report shows besides: for --as-run the limit of short steps and the
 * scatter of single impacts, else the change of restitutions under other conditions. */
void lt_calibrated_find(struct lt_calibrated *c, const struct lt_program *program,
                        const struct lt_vary *vary, const struct lt_target *targets, size_t n,
                        const volatile int *interrupted) {
    *c = (struct lt_calibrated){.found = lt_calibrate(program, vary, targets, n, interrupted)};
    c->has_as_run =
        program->as_run && !program->host && c->found.converged && !(interrupted && *interrupted);
    if (c->has_as_run)
        c->as_run = lt_as_run_look(program, vary, targets, &c->found, interrupted);
    else if (!program->as_run && !program->host)
        c->dependence = lt_dependence_of(program, &c->found, interrupted);
}

/* Writes the unknowns into DOCUMENT: "parameters", {name: {value, closed_form, range ...}}, and
 * "reached_at", the values at which the results have their extremes. */
static void put_unknowns(json_t *document, const struct lt_calibration *found) {
    json_t *parameters = json_object(), *reached_at = json_object();
    for (size_t j = 0; j < found->n; j++) {
        const struct lt_unknown *unknown = &found->unknowns[j];
        json_t *value = json_object();
        put_real(value, "value", unknown->value);
        put_real(value, "closed_form", unknown->closed_form);
        json_object_set_new(value, "convention",
                            unknown->convention ? text_value(unknown->convention) : json_null());
        put_real(value, "uncertainty", unknown->uncertainty);
        if (!isnan(unknown->from))
            put_real(value, "from", unknown->from);
        json_object_set_new(value, "range", lt_document_numbers(unknown->range, 2));
        json_object_set_new(value, "roots", lt_document_numbers(unknown->roots, unknown->n_roots));
        json_object_set_new(parameters, unknown->vary->name, value);
    }
    for (size_t i = 0; i < found->n; i++)
        if (found->aims[i].by < found->n)
            json_object_set_new(reached_at, found->unknowns[found->aims[i].by].vary->name,
                                lt_document_numbers(found->aims[i].reached_at, 2));
    json_object_set_new(document, "parameters", parameters);
    json_object_set_new(document, "reached_at", reached_at);
}

/* Writes the targets into DOCUMENT, as one object {name: number} each of what was achieved, the
 * target, its uncertainty, the reachable range and the ends of the range with results. */
static void put_aims(json_t *document, const struct lt_calibration *found) {
    json_t *achieved = json_object(), *target = json_object(), *reachable = json_object(),
           *ends = json_object(), *uncertainty = json_object();
    for (size_t i = 0; i < found->n; i++) {
        const struct lt_aim *aim = &found->aims[i];
        put_real(achieved, aim->target->name, aim->achieved);
        put_real(target, aim->target->name, aim->wanted);
        json_object_set_new(reachable, aim->target->name, lt_document_numbers(aim->reachable, 2));
        json_object_set_new(ends, aim->target->name, lt_document_numbers(aim->ends, 2));
        if (aim->uncertainty > 0)
            put_real(uncertainty, aim->target->name, aim->uncertainty);
    }
    json_object_set_new(document, "achieved", achieved);
    json_object_set_new(document, "target", target);
    json_object_set_new(document, "uncertainty", uncertainty);
    json_object_set_new(document, "reachable", reachable);
    json_object_set_new(document, "no_value_beyond", ends);
}

/* Writes the slopes d result / d parameter into DOCUMENT: "sensitivity" has each parameter's slope
 * of the result it was found by, "jacobian" all of them. */
static void put_slopes(json_t *document, const struct lt_calibration *found) {
    json_t *own = json_object(), *all = json_object();
    for (size_t i = 0; i < found->n; i++) {
        json_t *row = json_object();
        for (size_t j = 0; j < found->n; j++)
            put_real(row, found->unknowns[j].vary->name, found->sensitivity[i][j]);
        json_object_set_new(all, found->aims[i].target->name, row);
        if (found->aims[i].by < found->n)
            put_real(own, found->unknowns[found->aims[i].by].vary->name,
                     found->sensitivity[i][found->aims[i].by]);
    }
    json_object_set_new(document, "sensitivity", own);
    json_object_set_new(document, "jacobian", all);
}

static void add_warning(json_t *list, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Appends a formatted text, cut at 511 bytes, to a JSON list. */
static void add_warning(json_t *list, const char *format, ...) {
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    json_array_append_new(list, text_value(text));
}

/* All warnings as a JSON list, which the caller owns: closed forms that disagree first, then
 * restitutions that depend on other conditions, last the scatter of single impacts. */
json_t *lt_calibrated_warnings(const struct lt_calibrated *c) {
    const struct lt_calibration *found = &c->found;
    const struct lt_dependence *dependence = &c->dependence;
    json_t *list = json_array();
    char caution[256];
    for (size_t i = 0; i < found->n_cautions; i++)
        add_warning(list, "%s", found->cautions[i]);
    for (size_t i = 0; i < found->n; i++)
        for (size_t k = 0; lt_dependence_on[k] && dependence->restitution[i]; k++) {
            const char *name = found->aims[i].target->name, *on = lt_dependence_on[k];
            const double change = lt_dependence_change(dependence, i, on);
            if (lt_dependence_sticks(found, i, change))
                add_warning(list, "%s depends on %s: the contact may stick", name, on);
            else if (change != 0)
                add_warning(list, "%s depends on %s: it changes by %.2g %%", name, on,
                            100 * change);
        }
    for (size_t i = 0; c->has_as_run && i < found->n; i++)
        if (lt_as_run_caution(&c->as_run, i, caution, sizeof caution))
            add_warning(list, "%s", caution);
    return list;
}

/* Restitutions under other conditions as an object, {"speed x 0.1": {"e_n": 0.4}, ...}. */
static json_t *dependence_of(const struct lt_calibration *found,
                             const struct lt_dependence *dependence) {
    json_t *document = json_object();
    for (size_t k = 0; k < dependence->n_rows; k++) {
        json_t *row = json_object();
        for (size_t i = 0; i < found->n; i++)
            if (dependence->restitution[i])
                put_real(row, found->aims[i].target->name, dependence->rows[k].y[i]);
        json_object_set_new(document, dependence->rows[k].what, row);
    }
    return document;
}

/* The comparison of runs in discrete steps with the limit of short steps as an object: bands of
 * single impacts, and the parameters and results of the exact integrator. */
static json_t *as_run_of(const struct lt_as_run *seen) {
    const struct lt_calibration *exact = &seen->exact;
    json_t *bands = json_object(), *values = json_object(), *achieved = json_object(),
           *limit = json_object(), *document = json_object();
    for (size_t i = 0; i < exact->n; i++) {
        const char *name = exact->aims[i].target->name;
        json_object_set_new(
            bands, name,
            lt_document_numbers((const double[2]){seen->bands[i].low, seen->bands[i].high}, 2));
        put_real(values, exact->unknowns[i].vary->name, exact->unknowns[i].value);
        put_real(achieved, name, exact->aims[i].achieved);
    }
    put_bool(limit, "converged", exact->converged);
    json_object_set_new(limit, "parameters", values);
    json_object_set_new(limit, "achieved", achieved);
    put_text(document, "integrator", seen->integrator);
    put_real(document, "dt", seen->dt);
    put_bool(document, "averaged", seen->averaged);
    json_object_set_new(document, "band", bands);
    json_object_set_new(document, "exact", limit);
    return document;
}

/* The whole calibration as a JSON document, which the caller owns. */
json_t *lt_calibrated_document(const struct lt_program *program, const struct lt_calibrated *c) {
    const struct lt_calibration *found = &c->found;
    json_t *document = json_object(), *warnings = lt_calibrated_warnings(c);
    put_text(document, "program", program->stem);
    put_text(document, "law", program->law->name);
    put_bool(document, "converged", found->converged);
    put_text(document, "message", found->message);
    put_bool(document, "averaged", found->averaged);
    put_unknowns(document, found);
    put_aims(document, found);
    put_real(document, "residual", found->residual);
    if (found->v_stick > 0)
        put_real(document, "v_stick", found->v_stick);
    if (found->v_stick_from > 0)
        put_real(document, "v_stick_from", found->v_stick_from);
    put_count(document, "iterations", (size_t)found->iterations);
    put_count(document, "evaluations", (size_t)found->evaluations);
    put_slopes(document, found);
    if (found->doubt[0])
        json_array_insert_new(warnings, 0, text_value(found->doubt));
    json_object_set_new(document, "dependence", dependence_of(found, &c->dependence));
    if (c->has_as_run)
        json_object_set_new(document, "as_run", as_run_of(&c->as_run));
    json_object_set_new(document, "warnings", warnings);
    return document;
}
