/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fit_table.c: the results of a fit as text, as a JSON document, as tables. */
#include "base/arena.h"
#include "base/text.h"
#include "fit/fit.h"
#include "program/words.h"
#include "result/json.h"
#include "result/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- In words -------------------------------------------------------------------------------- */

/* Returns the unit of a parameter; "" if it is dimensionless. */
static const char *unit_or_none(const struct lt_vary *vary) {
    const char *unit = vary->target->unit;
    return strcmp(unit, "1") == 0 ? "" : unit;
}

/* Returns the width in characters of the column of names, the longest name or combination. */
static int name_width(const struct lt_fit *fit) {
    size_t width = 9;
    for (size_t j = 0; j < fit->n; j++)
        if (strlen(fit->estimates[j].vary->name) > width)
            width = strlen(fit->estimates[j].vary->name);
    for (size_t i = 0; i < fit->n_combinations; i++)
        if (strlen(fit->combinations[i].text) > width)
            width = strlen(fit->combinations[i].text);
    return (int)width;
}

/* Prints a line with name, value, standard error, interval and unit. */
static void print_estimate(FILE *out, int width, const char *name, double value, double error,
                           double lower, double upper, const char *unit) {
    fprintf(out, "  %-*s  %-13.8g %-11.3g %-12.6g %-12.6g %s\n", width, name, value, error, lower,
            upper, unit);
}

/* Prints each parameter with error and 95 % interval, or why it has none. */
static void print_estimates(FILE *out, const struct lt_fit *fit, int width) {
    fprintf(out, "  %-*s  %-13s %-11s %-25s\n", width, "", "value", "std. error", "95 % interval");
    for (size_t j = 0; j < fit->n; j++) {
        const struct lt_estimate *e = &fit->estimates[j];
        if (e->at_bound != 0)
            fprintf(out, "  %-*s  %-13.8g at its %s bound\n", width, e->vary->name, e->value,
                    e->at_bound < 0 ? "lower" : "upper");
        else if (!e->determined)
            fprintf(out, "  %-*s  not determined\n", width, e->vary->name);
        else if (!isfinite(e->error))
            fprintf(out, "  %-*s  %-13.8g no error estimate: as many parameters as points  %s\n",
                    width, e->vary->name, e->value, unit_or_none(e->vary));
        else
            print_estimate(out, width, e->vary->name, e->value, e->error, e->lower, e->upper,
                           unit_or_none(e->vary));
    }
}

/* Prints the parameters that the data do not determine, the combinations that they do, and what to
 * measure to determine the rest. */
static void print_unknown(FILE *out, const struct lt_fit *fit, int width) {
    if (!fit->unknown[0])
        return;
    fprintf(out, "\nThe data do not determine %s", fit->unknown);
    if (fit->n_combinations > 0)
        fprintf(out, "; they determine%s only\n",
                fit->combinations[0].exact ? "" : ", near this place,");
    else
        fputs(": the model does not change with it.\n", out);
    for (size_t i = 0; i < fit->n_combinations; i++) {
        const struct lt_combination *c = &fit->combinations[i];
        print_estimate(out, width, c->text, c->value, c->error, c->lower, c->upper, "(SI)");
    }
    if (fit->supply[0])
        fprintf(out, "To determine the rest, measure in the same runs: %s\n", fit->supply);
    else
        fputs("No result of these runs would determine the rest: it takes another experiment.\n",
              out);
}

/* Returns true if parameter J has a standard error above 0; false if it has none, or data that the
 * model meets exactly leave it 0, so that there is nothing to be correlated. */
static bool has_error(const struct lt_fit *fit, size_t j) {
    double variance = fit->covariance[j * fit->n + j];
    return isfinite(variance) && variance > 0;
}

/* Prints the correlations of the parameters that have standard errors, if there are two. */
static void print_correlation(FILE *out, const struct lt_fit *fit, int width) {
    size_t known = 0;
    for (size_t j = 0; j < fit->n; j++)
        known += has_error(fit, j);
    if (known < 2)
        return;
    fputs("\n  correlation\n", out);
    for (size_t i = 0; i < fit->n; i++) {
        double vi = fit->covariance[i * fit->n + i];
        if (!has_error(fit, i))
            continue;
        fprintf(out, "  %-*s ", width, fit->estimates[i].vary->name);
        for (size_t j = 0; j <= i; j++) {
            double vj = fit->covariance[j * fit->n + j];
            if (has_error(fit, j))
                fprintf(out, " %6.3f", fit->covariance[i * fit->n + j] / sqrt(vi * vj));
        }
        fputc('\n', out);
    }
}

/* Returns the results of a fit as malloc'd text. */
char *lt_fit_table_text(const struct lt_fit *fit) {
    struct lt_text text;
    size_t missing = 0;
    FILE *out = lt_text_begin(&text);
    const struct lt_program *program = fit->problem->program;
    int width = name_width(fit);
    fprintf(out, "%s\n\n", program->title[0] ? program->title : program->stem);
    /* Parameters, or the combinations that are known, and correlations. */
    print_estimates(out, fit, width);
    print_unknown(out, fit, width);
    print_correlation(out, fit, width);
    /* Points, and the statistics that apply. */
    for (size_t i = 0; i < fit->problem->n_sets; i++)
        missing += fit->problem->sets[i].missing;
    fprintf(out, "\n  %-*s  %zu", width, "points", fit->count);
    if (missing > 0)
        fprintf(out, " (%zu rows with gaps left out)", missing);
    if (fit->beyond > 0)
        fprintf(out, " (%zu beyond the end of the simulated curve)", fit->beyond);
    fprintf(out, "\n  %-*s  %.6g, %.0f degrees of freedom\n", width, "chi^2", fit->chi_square,
            fit->dof);
    if (isfinite(fit->p_value))
        fprintf(out, "  %-*s  %.3g\n", width, "p-value", fit->p_value);
    else if (isfinite(fit->runs_p))
        fprintf(out, "  %-*s  %.3g (runs test of the residuals)\n", width, "p-value", fit->runs_p);
    /* The scatter of data without sigma is in the unit of y, for a weight of 1. */
    const struct lt_measured *first = &fit->problem->sets[0];
    if (isfinite(fit->sd))
        fprintf(out, "  %-*s  %.4g %s\n", width, "scatter", fit->sd,
                first->absolute       ? "of sigma"
                : first->set->weights ? "(standard deviation of a point of weight 1)"
                                      : "(standard deviation of a point)");
    if (isfinite(fit->aicc))
        fprintf(out, "  %-*s  %.4f\n", width, "AICc", fit->aicc);
    fprintf(out, "  %-*s  %zu iterations, %zu evaluations\n", width, "effort", fit->iterations,
            fit->evaluations);
    if (fit->doubt[0])
        fprintf(out, "\nBUT %s.\n", fit->doubt);
    return lt_text_end(&text);
}

/* ---- As a document --------------------------------------------------------------------------- */

/* Returns the parameters by name, with errors and intervals in SI units. */
static json_t *estimates_of(const struct lt_fit *fit) {
    json_t *list = json_object();
    for (size_t j = 0; j < fit->n; j++) {
        const struct lt_estimate *e = &fit->estimates[j];
        json_t *object = json_object();
        put_real(object, "value", e->value);
        put_real(object, "standard_error", e->error);
        put_real(object, "lower", e->lower);
        put_real(object, "upper", e->upper);
        put_text(object, "unit", e->vary->target->unit);
        put_text(object, "scale", e->logarithmic ? "logarithmic" : "linear");
        put_bool(object, "determined", e->determined);
        json_object_set_new(object, "at_bound",
                            e->at_bound ? json_string(e->at_bound < 0 ? "lower" : "upper")
                                        : json_null());
        json_object_set_new(list, e->vary->name, object);
    }
    return list;
}

/* Returns the combinations of parameters that the data determine. */
static json_t *combinations_of(const struct lt_fit *fit) {
    json_t *list = json_array();
    for (size_t i = 0; i < fit->n_combinations; i++) {
        const struct lt_combination *c = &fit->combinations[i];
        json_t *object = json_object();
        put_text(object, "combination", c->text);
        put_real(object, "value", c->value);
        put_real(object, "standard_error", c->error);
        put_real(object, "lower", c->lower);
        put_real(object, "upper", c->upper);
        put_bool(object, "everywhere", c->exact);
        json_array_append_new(list, object);
    }
    return list;
}

/* Returns correlations if CORRELATION, else covariances (SI), as {NAME: {NAME: number}}; null where
 * the data do not determine a parameter. */
static json_t *matrix_of(const struct lt_fit *fit, bool correlation) {
    json_t *rows = json_object();
    for (size_t i = 0; i < fit->n; i++) {
        json_t *row = json_object();
        double vi = fit->covariance[i * fit->n + i];
        for (size_t j = 0; j < fit->n; j++) {
            double vj = fit->covariance[j * fit->n + j], c = fit->covariance[i * fit->n + j];
            put_real(row, fit->estimates[j].vary->name, correlation ? c / sqrt(vi * vj) : c);
        }
        json_object_set_new(rows, fit->estimates[i].vary->name, row);
    }
    return rows;
}

/* Returns the table of data set SET with model, residuals and band; FIRST is the index of its first
 * point among those of all sets. */
static struct lt_listing sheet_of(const struct lt_fit *fit, size_t set, size_t first,
                                  struct lt_arena *arena) {
    const struct lt_measured *m = &fit->problem->sets[set];
    const char *x = m->set->x_unit, *y = m->set->y_unit;
    double *calculated[3];
    for (int k = 0; k < 3; k++)
        calculated[k] = lt_arena_get(arena, (m->count + 1) * sizeof **calculated);
    for (size_t i = 0; i < m->count; i++) {
        const double model = fit->model[first + i], band = fit->band[first + i];
        calculated[0][i] = m->y[i] - model;
        calculated[1][i] = model - band;
        calculated[2][i] = model + band;
    }
    /* The standard deviation is a column only if it is known in the unit of y. */
    const struct lt_listing_column columns[] = {
        {"x", x, "abscissa of the data", m->x},
        {"data", y, "what was measured", m->y},
        {"sigma", y, "standard deviation of the data, if known", m->absolute ? m->sigma : NULL},
        {"model", y, "the fitted curve", fit->model + first},
        {"residual", y, "data - model", calculated[0]},
        {"band_lower", y, "lower end of the 95 % band of the curve", calculated[1]},
        {"band_upper", y, "upper end of the 95 % band of the curve", calculated[2]}};
    struct lt_listing sheet = {sizeof columns / sizeof *columns, m->count,
                               lt_arena_get(arena, sizeof columns)};
    memcpy(sheet.columns, columns, sizeof columns);
    return sheet;
}

/* Returns the data sets: columns, file, number of points and rms residual of each. */
static json_t *sets_of(const struct lt_fit *fit) {
    json_t *list = json_array();
    size_t at = 0;
    for (size_t i = 0; i < fit->problem->n_sets; i++) {
        const struct lt_measured *m = &fit->problem->sets[i];
        json_t *object = json_object();
        double squares = 0;
        for (size_t k = 0; k < m->count; k++)
            squares += pow(fit->model[at + k] - m->y[k], 2);
        const struct lt_listing sheet = sheet_of(fit, i, at, fit->arena);
        json_object_set_new(object, "columns", lt_document_columns(&sheet));
        put_text(object, "file", m->name);
        put_count(object, "points", m->count);
        put_count(object, "missing", m->missing);
        put_real(object, "rms_residual", sqrt(squares / (double)m->count));
        json_array_append_new(list, object);
        at += m->count;
    }
    return list;
}

/* Returns the results of a fit as a JSON document; the caller owns it. */
json_t *lt_fit_table_document(const struct lt_fit *fit) {
    const struct lt_program *program = fit->problem->program;
    json_t *document = json_object();
    put_text(document, "program", program->stem);
    put_text(document, "title", program->title);
    put_text(document, "law", program->law->name);
    put_bool(document, "converged", fit->converged);
    put_text(document, "message", fit->message);
    /* A fit that failed has no more than this. */
    json_object_set_new(document, "parameters",
                        fit->run_failed ? json_object() : estimates_of(fit));
    if (fit->run_failed)
        return document;
    /* Parameters and what is known of them. */
    json_object_set_new(document, "covariance", matrix_of(fit, false));
    json_object_set_new(document, "correlation", matrix_of(fit, true));
    json_object_set_new(document, "undetermined", word_list(fit->unknown));
    json_object_set_new(document, "determined_combinations", combinations_of(fit));
    json_object_set_new(document, "would_determine", word_list(fit->supply));
    json_object_set_new(document, "singular_values",
                        lt_document_numbers(fit->singular, fit->n_active));
    put_count(document, "rank", fit->rank);
    /* Statistics of the residuals. */
    put_text(document, "loss", lt_words_loss[fit->problem->loss]);
    put_count(document, "points", fit->count);
    put_count(document, "beyond", fit->beyond);
    put_real(document, "chi_square", fit->chi_square);
    put_real(document, "degrees_of_freedom", fit->dof);
    put_real(document, "p_value", fit->p_value);
    put_real(document, "runs_p_value", fit->runs_p);
    put_bool(document, "refuted", fit->refuted);
    put_bool(document, "pattern", fit->patterned);
    put_text(document, "doubt", fit->doubt);
    put_real(document, "scatter", fit->sd);
    put_real(document, "aic", fit->aic);
    put_real(document, "aicc", fit->aicc);
    put_count(document, "iterations", fit->iterations);
    put_count(document, "evaluations", fit->evaluations);
    json_object_set_new(document, "sets", sets_of(fit));
    return document;
}

/* ---- Several laws ---------------------------------------------------------------------------- */

/* A fit in a comparison of laws. */
struct rank {
    const struct lt_fit *fit;
    double delta, weight; /* AICc above the lowest; Akaike weight, from exp(-delta/2) */
};

/* Orders fits by increasing AICc; those without one come last. */
static int by_aicc(const void *a, const void *b) {
    double x = ((const struct rank *)a)->fit->aicc, y = ((const struct rank *)b)->fit->aicc;
    return isnan(x) - isnan(y) ? isnan(x) - isnan(y) : (x > y) - (x < y);
}

/* Returns the fits of several laws by increasing AICc, with Akaike weights that add up to 1;
 * malloc'd. */
static struct rank *rank_laws(const struct lt_fit *const *fits, size_t count) {
    struct rank *ranks = lt_memory_get(count * sizeof *ranks);
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        ranks[i] = (struct rank){.fit = fits[i]};
    qsort(ranks, count, sizeof *ranks, by_aicc);
    for (size_t i = 0; i < count; i++) {
        ranks[i].delta = ranks[i].fit->aicc - ranks[0].fit->aicc;
        sum += isnan(ranks[i].delta) ? 0 : exp(-ranks[i].delta / 2);
    }
    for (size_t i = 0; i < count; i++)
        ranks[i].weight = exp(-ranks[i].delta / 2) / sum;
    return ranks;
}

/* Prints a number with so many digits in a column of WIDTH characters; "-" for NAN. */
static void print_cell(FILE *out, int width, int digits, double value) {
    if (isnan(value))
        fprintf(out, " %-*s", width, "-");
    else
        fprintf(out, " %-*.*g", width, digits, value);
}

/* Prints why a fit has no AICc, if it has none. The scatter counts as a parameter where sigma is
 * not given. */
static void print_without_aicc(FILE *out, const struct lt_fit *fit) {
    double parameters = (double)fit->count - fit->dof + !fit->problem->sets[0].absolute;
    const char *law = fit->problem->program->law->name;
    if (fit->problem->loss != LT_LOSS_SQUARES)
        fprintf(out, "  no AICc of %s: it needs least squares\n", law);
    else if (isnan(fit->aicc))
        fprintf(out, "  no AICc of %s: it needs at least %.0f points\n", law, parameters + 2);
}

/* Returns a table that compares the fits of several laws, the best first, as malloc'd text. */
char *lt_fit_table_comparison_text(const struct lt_fit *const *fits, size_t count) {
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    struct rank *ranks = rank_laws(fits, count);
    fprintf(out, "\n  %-24s %-11s %-13s %-13s %-11s %s\n", "law", "parameters", "chi^2", "AICc",
            "delta AICc", "weight");
    for (size_t i = 0; i < count; i++) {
        const struct lt_fit *fit = ranks[i].fit;
        fprintf(out, "  %-24s %-11.0f", fit->problem->program->law->name,
                (double)fit->count - fit->dof);
        print_cell(out, 13, 6, fit->chi_square);
        print_cell(out, 13, 6, fit->aicc);
        print_cell(out, 11, 4, ranks[i].delta);
        print_cell(out, 0, 3, ranks[i].weight);
        putc('\n', out);
    }
    for (size_t i = 0; i < count; i++)
        print_without_aicc(out, ranks[i].fit);
    free(ranks);
    return lt_text_end(&text);
}

/* Returns the comparison of the fits of several laws as a JSON document; the caller owns it. */
json_t *lt_fit_table_comparison(const struct lt_fit *const *fits, size_t count) {
    struct rank *ranks = rank_laws(fits, count);
    json_t *document = json_object(), *list = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *object = json_object();
        put_text(object, "law", ranks[i].fit->problem->program->law->name);
        put_real(object, "chi_square", ranks[i].fit->chi_square);
        put_real(object, "aic", ranks[i].fit->aic);
        put_real(object, "aicc", ranks[i].fit->aicc);
        put_real(object, "above_least", ranks[i].delta);
        put_real(object, "weight", ranks[i].weight);
        json_array_append_new(list, object);
    }
    json_object_set_new(document, "comparison", list);
    json_object_set_new(document, "best",
                        isnan(ranks[0].fit->aicc)
                            ? json_null()
                            : json_string(ranks[0].fit->problem->program->law->name));
    free(ranks);
    return document;
}

/* ---- As tables ------------------------------------------------------------------------------- */

/* Writes the tables of all data sets and the document of the fit, all or none, and notes the files
 * in output. */
void lt_fit_table_write(const struct lt_fit *fit, const json_t *document,
                        struct lt_output *output) {
    char why[512];
    size_t n = fit->problem->n_sets, first = 0;
    struct lt_listing *sheets = lt_arena_get(output->arena, (n + 1) * sizeof *sheets);
    struct lt_put *files = lt_arena_get(output->arena, (n + 1) * sizeof *files);
    /* A table for each data set, then the document with its provenance. */
    for (size_t i = 0; i < n; i++) {
        sheets[i] = sheet_of(fit, i, first, output->arena);
        files[i] = (struct lt_put){
            lt_arena_print(output->arena, "%s.csv", lt_fit_plot_base(fit, i, output)),
            lt_record_put_columns, &sheets[i], NULL};
        first += sheets[i].rows;
    }
    json_t *full = json_deep_copy(document);
    json_object_set_new(full, "provenance", lt_provenance(fit->problem->program));
    files[n] =
        (struct lt_put){lt_arena_print(output->arena, "%s.json", lt_fit_plot_base(fit, 0, output)),
                        lt_record_put_text, lt_json_text_in(output->arena, full), NULL};
    /* Files of another program of the same name are moved aside first. */
    lt_output_begin(output);
    lt_fit_plot_make_room(fit, output);
    bool ok = lt_record_all(files, n + 1, why, sizeof why);
    for (size_t i = 0; i <= n && ok; i++)
        output->written = lt_arena_print(output->arena, "%s %s", output->written, files[i].path);
    if (!ok)
        output->failed = lt_arena_print(output->arena, "%s\n", why);
}
