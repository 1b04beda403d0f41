/* SPDX-License-Identifier: GPL-3.0-or-later */
/* calibrate_document.c: the JSON document of a calibration. */
#include "calibrate/dependence.h"
#include "result/json.h"

static json_t *pair_list(const double pair[2]) {
    json_t *list = json_array();
    json_array_append_new(list, lt_document_number(pair[0]));
    json_array_append_new(list, lt_document_number(pair[1]));
    return list;
}

/* {name: member} over the unknowns, and likewise over the targets. */
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
        json_object_set_new(value, "range", pair_list(unknown->range));
        json_t *roots = json_array();
        for (size_t k = 0; k < unknown->n_roots; k++)
            json_array_append_new(roots, lt_document_number(unknown->roots[k]));
        json_object_set_new(value, "roots", roots);
        json_object_set_new(parameters, unknown->vary->name, value);
    }
    for (size_t i = 0; i < found->n; i++)
        if (found->aims[i].by < found->n)
            json_object_set_new(reached_at, found->unknowns[found->aims[i].by].vary->name,
                                pair_list(found->aims[i].reached_at));
    json_object_set_new(document, "parameters", parameters);
    json_object_set_new(document, "reached_at", reached_at);
}

static void put_aims(json_t *document, const struct lt_calibration *found) {
    json_t *achieved = json_object(), *target = json_object(), *reachable = json_object(),
           *ends = json_object(), *uncertainty = json_object();
    for (size_t i = 0; i < found->n; i++) {
        const struct lt_aim *aim = &found->aims[i];
        put_real(achieved, aim->target->name, aim->achieved);
        put_real(target, aim->target->name, aim->wanted);
        json_object_set_new(reachable, aim->target->name, pair_list(aim->reachable));
        json_object_set_new(ends, aim->target->name, pair_list(aim->ends));
        if (aim->uncertainty > 0)
            put_real(uncertainty, aim->target->name, aim->uncertainty);
    }
    json_object_set_new(document, "achieved", achieved);
    json_object_set_new(document, "target", target);
    json_object_set_new(document, "uncertainty", uncertainty);
    json_object_set_new(document, "reachable", reachable);
    json_object_set_new(document, "no_value_beyond", ends);
}

/* Each parameter's slope of the result it was found by; then all slopes. */
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

/* {"speed x 0.1": {"e_n": 0.4}, ...}, and warnings in words. */
static json_t *dependence_of(const struct lt_calibration *found,
                             const struct lt_dependence *dependence, json_t *warnings) {
    json_t *document = json_object();
    for (size_t k = 0; k < dependence->n_rows; k++) {
        json_t *row = json_object();
        for (size_t i = 0; i < found->n; i++)
            if (dependence->restitution[i])
                put_real(row, found->aims[i].target->name, dependence->rows[k].y[i]);
        json_object_set_new(document, dependence->rows[k].what, row);
    }
    for (size_t i = 0; i < found->n; i++)
        for (size_t k = 0; lt_dependence_on[k] && dependence->restitution[i]; k++) {
            double change = lt_dependence_change(dependence, i, lt_dependence_on[k]);
            if (lt_dependence_sticks(found, i, change))
                json_array_append_new(
                    warnings, json_sprintf("%s depends on %s: the contact may stick",
                                           found->aims[i].target->name, lt_dependence_on[k]));
            else if (change != 0)
                json_array_append_new(
                    warnings,
                    json_sprintf("%s depends on %s: it changes by a fraction of %.2g",
                                 found->aims[i].target->name, lt_dependence_on[k], change));
        }
    return document;
}

json_t *lt_calibrate_document(const struct lt_program *program, const struct lt_calibration *found,
                              const struct lt_dependence *dependence) {
    json_t *document = json_object();
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
    json_t *warnings = json_array();
    if (found->doubt[0])
        json_array_append_new(warnings, text_value(found->doubt));
    for (size_t i = 0; i < found->n_cautions; i++)
        json_array_append_new(warnings, text_value(found->cautions[i]));
    if (dependence)
        json_object_set_new(document, "dependence", dependence_of(found, dependence, warnings));
    json_object_set_new(document, "warnings", warnings);
    return document;
}
