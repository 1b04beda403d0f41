/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_document.c: the JSON document of a sweep. */
#include "base/choice.h"
#include "result/record.h"
#include "sweep/design.h"
#include "sweep/sweep.h"

#include <math.h>

/* Describes a factor in JSON: its column, unit and distribution, and for a choice the words of the
 * numbers 0, 1, ... */
static json_t *factor_object(const struct lt_factor *factor, struct lt_arena *arena) {
    json_t *object = json_pack("{ss ss}", "column", factor->name, "unit", factor->unit);
    json_object_update_new(object, lt_provenance_distribution(&factor->spread));
    if (!factor->choices)
        return object;
    size_t count;
    const char *const *words = lt_choice_words(factor->choices, &count, arena);
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_string(words[i]));
    json_object_set_new(object, "choices", list);
    return object;
}

/* Describes the design of a sweep in JSON: kind, number of points, factors, generator and seed. */
static json_t *sweep_of(const struct lt_sweep *sweep, struct lt_arena *arena) {
    json_t *over = json_object();
    for (size_t i = 0; i < sweep->n_factors; i++)
        json_object_set_new(over, sweep->factors[i].path, factor_object(&sweep->factors[i], arena));
    json_t *object = json_pack("{ss sI so}", "design", lt_design_words[sweep->design], "points",
                               (json_int_t)sweep->points, "over", over);
    const char *generator = lt_design_kind_generator(sweep->design);
    if (generator[0])
        json_object_set_new(object, "generator", json_string(generator));
    if (lt_design_kind_is_seeded(sweep->design))
        json_object_set_new(object, "seed", json_integer((json_int_t)sweep->seed));
    if (sweep->calibrate)
        json_object_set_new(object, "calibrate", json_true());
    return object;
}

/* The percentiles of a column as a JSON object, with the percents as keys; null where there is
 * none. */
static json_t *percentiles_of(const struct lt_extent *extent) {
    json_t *object = json_object();
    for (size_t i = 0; i < LT_PERCENTILES; i++) {
        char key[16];
        snprintf(key, sizeof key, "%g", lt_extent_percents[i]);
        json_object_set_new(object, key, lt_document_number(extent->percentiles[i]));
    }
    return object;
}

/* The statistics of each column as a JSON object, in SI units; null where the column has no finite
 * number. */
static json_t *sweep_columns(const struct lt_sweep *sweep, const struct lt_sweep_outcome *outcome) {
    json_t *object = json_object();
    for (size_t c = 0; c < sweep->n_cells; c++) {
        const struct lt_extent *extent = &outcome->extents[c];
        json_t *column =
            json_pack("{ss sI}", "unit", sweep->cells[c].unit, "finite", (json_int_t)extent->count);
        bool some = extent->count > 0;
        json_object_set_new(column, "min", lt_document_number(some ? extent->least : NAN));
        json_object_set_new(column, "max", lt_document_number(some ? extent->greatest : NAN));
        json_object_set_new(column, "mean", lt_document_number(some ? extent->mean : NAN));
        json_object_set_new(column, "sd", lt_document_number(lt_extent_deviation(extent)));
        /* Percentiles are given only for designs with a distribution, not for grids and lists. */
        if (!lt_design_kind_is_counted(sweep->design) && sweep->cells[c].kind != LT_CELL_FAILED)
            json_object_set_new(column, "percentiles", percentiles_of(extent));
        if (sweep->cells[c].formula)
            json_object_set_new(column, "formula", json_string(sweep->cells[c].formula->text));
        json_object_set_new(object, sweep->cells[c].name, column);
    }
    return object;
}

/* Sobol's indices of one factor, with their standard errors, as a JSON object. */
static json_t *index_object(const struct lt_index *index) {
    return json_pack("{so so so so}", "S1", lt_document_number(index->first), "S1_error",
                     lt_document_number(index->first_error), "ST", lt_document_number(index->total),
                     "ST_error", lt_document_number(index->total_error));
}

/* Sobol's indices of all results for all factors as a JSON object, with the estimators that were
 * used. */
static json_t *sensitivity_of(const struct lt_sweep *sweep,
                              const struct lt_sweep_outcome *outcome) {
    json_t *results = json_object();
    for (size_t c = sweep->n_factors; c + 1 < sweep->n_cells; c++) {
        const struct lt_sensitivity *found = &outcome->indices[c];
        json_t *factors = json_object();
        for (size_t f = 0; f < sweep->n_factors; f++)
            json_object_set_new(factors, sweep->factors[f].path, index_object(&found->indices[f]));
        json_object_set_new(results, sweep->cells[c].name,
                            json_pack("{sI so so}", "used", (json_int_t)found->used, "variance",
                                      lt_document_number(found->variance), "over", factors));
    }
    return json_pack("{sI ss ss sI so}", "base", (json_int_t)sweep->base, "first_order",
                     "Saltelli et al. 2010, table 2 (b)", "total", "Jansen 1999", "bootstraps",
                     (json_int_t)LT_BOOTSTRAPS, "results", results);
}

/* Each result with all factors at their medians, and at both ends of each factor's range, as a
 * JSON object. */
static json_t *ranges_of(const struct lt_sweep *sweep, const struct lt_sweep_outcome *outcome) {
    json_t *results = json_object();
    for (size_t c = sweep->n_factors; c + 1 < sweep->n_cells; c++) {
        json_t *factors = json_object();
        for (size_t f = 0; f < sweep->n_factors; f++) {
            const double *rows = outcome->ranges + (1 + 2 * f) * sweep->n_cells + c;
            json_object_set_new(factors, sweep->factors[f].path,
                                json_pack("[o, o]", lt_document_number(rows[0]),
                                          lt_document_number(rows[sweep->n_cells])));
        }
        json_object_set_new(results, sweep->cells[c].name,
                            json_pack("{so so}", "at_medians",
                                      lt_document_number(outcome->ranges[c]), "over", factors));
    }
    return results;
}

/* The JSON document of a sweep, beside its table: design, statistics, indices, failures and
 * provenance. */
json_t *lt_sweep_document(const struct lt_sweep_job *job, const struct lt_sweep_outcome *outcome) {
    const struct lt_program *program = job->program;
    json_t *document = json_object(), *failures = json_array();
    for (size_t i = 0; i < outcome->n_messages; i++) {
        json_t *text = json_string(outcome->messages[i].text);
        json_array_append_new(failures,
                              json_pack("{sI so}", "point", (json_int_t)outcome->messages[i].point,
                                        "message", text ? text : json_string("")));
    }
    json_object_set_new(document, "program", json_string(program->stem));
    json_object_set_new(document, "title", json_string(program->title));
    json_object_set_new(document, "law", json_string(program->law->name));
    json_object_set_new(document, "sweep", sweep_of(program->sweep, job->arena));
    json_object_set_new(document, "columns", sweep_columns(program->sweep, outcome));
    if (outcome->indices)
        json_object_set_new(document, "sensitivity", sensitivity_of(program->sweep, outcome));
    if (outcome->ranges)
        json_object_set_new(document, "ranges_5_95", ranges_of(program->sweep, outcome));
    json_object_set_new(document, "failed", json_integer((json_int_t)outcome->failed));
    json_object_set_new(document, "failures", failures);
    json_t *provenance = lt_provenance(program);
    json_object_set_new(provenance, "sweep",
                        json_string(lt_sweep_table_identity(program, job->arena)));
    json_object_set_new(provenance, "table", json_string(outcome->sha256));
    json_object_set_new(document, "provenance", provenance);
    return document;
}
