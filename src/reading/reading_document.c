/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reading/reading_document.h"

#include "base/arena.h"
#include "base/text.h"
#include "config.h"
#include "result/record.h"
#include "result/summary.h"

#include <math.h>
#include <sha2.h>
#include <string.h>

/* ---- Columns --------------------------------------------------------------------------------- */

enum { SHEET_MOST = 3 * LT_DOFS + 4 * LT_DOFS + 8 };

/* Adds a column of values under the name, unit and meaning that every run has for SLOT. */
static void add_fixed(struct lt_listing_column *columns, size_t *n, const struct lt_names *names,
                      size_t slot, const double *values) {
    for (size_t i = 0; i < names->count; i++)
        if (names->list[i].slot == slot)
            columns[(*n)++] = (struct lt_listing_column){names->list[i].name, names->list[i].unit,
                                                         names->list[i].doc, values};
}

/* Lists the columns of the converted table, in COLUMNS with room for SHEET_MOST; returns their
 * number. Values are NULL for unknown energies. */
static size_t sheet_columns(const struct lt_reading *r, struct lt_listing_column *columns) {
    const struct lt_names *names = lt_names_new(NULL, NULL, 0, NULL, 0, r->arena);
    size_t n = 0;
    add_fixed(columns, &n, names, LT_T, r->t);
    double *const *const motion[] = {r->u, r->v, r->f};
    static const size_t slots[] = {LT_UN, LT_VN, LT_FN};
    for (size_t kind = 0; kind < 3; kind++)
        for (size_t i = 0; i < LT_DOFS; i++)
            if (motion[kind][i])
                add_fixed(columns, &n, names, slots[kind] + i, motion[kind][i]);
    add_fixed(columns, &n, names, LT_E_WORK, r->work);
    add_fixed(columns, &n, names, LT_E_KINETIC, r->kinetic);
    add_fixed(columns, &n, names, LT_E_STRAIN, r->strain);
    columns[n++] = (struct lt_listing_column){
        "E_contact", "J", "work of the contact's forces: what has gone into it", r->contact};
    for (size_t i = 0; i < r->n_losses; i++)
        columns[n++] = (struct lt_listing_column){r->losses[i]->name, "J", r->losses[i]->text,
                                                  r->losses[i]->values};
    add_fixed(columns, &n, names, LT_E_RESIDUAL, r->residual);
    return n;
}

/* Writes the converted table (READING is a struct lt_reading) as CSV, the content of a file. Always
 * true. */
bool lt_reading_document_csv(FILE *file, void *reading) {
    const struct lt_reading *r = reading;
    struct lt_listing_column columns[SHEET_MOST];
    struct lt_listing sheet = {sheet_columns(r, columns), r->rows, columns};
    return lt_record_put_columns(file, &sheet);
}

/* ---- The document ---------------------------------------------------------------------------- */

/* Returns the results of a reading (SI), and the last value of each column as NAME_end. */
static json_t *document_results(const struct lt_reading *r) {
    const struct lt_names *names = lt_names_new(NULL, NULL, 0, NULL, 0, r->arena);
    struct lt_listing_column columns[SHEET_MOST];
    const size_t n = sheet_columns(r, columns);
    json_t *object = json_object();
    for (size_t i = 0; i < names->count; i++)
        if (names->list[i].kind == LT_NAME_RESULT)
            json_object_set_new(object, names->list[i].name,
                                lt_document_number(r->values[names->list[i].slot]));
    json_object_set_new(object, "dissipated", lt_document_number(r->dissipated));
    for (size_t i = 0; i < n; i++)
        json_object_set_new(
            object, lt_arena_print(r->arena, "%s_end", columns[i].name),
            lt_document_number(columns[i].values ? columns[i].values[r->rows - 1] : NAN));
    json_object_set_new(object, "contact_end", lt_document_number(r->touching[r->rows - 1]));
    return object;
}

/* Returns the loops of a reading: of which displacement, from and to which time (s), and the work
 * dissipated (J). */
static json_t *document_loops(const struct lt_reading *r) {
    json_t *list = json_array();
    for (size_t i = 0; i < r->n_loops; i++) {
        const struct lt_reading_loop *loop = &r->loops[i];
        json_array_append_new(list, json_pack("{ss so so so}", "of", loop->of, "from",
                                              lt_document_number(r->t[loop->from]), "to",
                                              lt_document_number(r->t[loop->to]), "work",
                                              lt_document_number(loop->work)));
    }
    return list;
}

/* Returns the times (s) and rows at which contacts are made and lost. */
static json_t *document_events(const struct lt_reading *r) {
    json_t *list = json_array();
    for (size_t i = 0; i < r->n_events; i++)
        json_array_append_new(list, json_pack("{ss so sI ss}", "name", r->events[i].name, "t",
                                              lt_document_number(r->t[r->events[i].row]), "step",
                                              (json_int_t)r->events[i].row, "stage", "recorded"));
    return list;
}

/* Returns the origin of a reading: version, the table's path and hash, and the formula of each
 * column. */
static json_t *document_origin(const struct lt_reading *r, const struct lt_source *source) {
    char sha256[SHA256_DIGEST_STRING_LENGTH], place[SHA256_DIGEST_STRING_LENGTH];
    SHA256Data((const uint8_t *)source->text, source->length, sha256);
    lt_provenance_place(source, place);
    json_t *columns = json_object();
    for (size_t i = 0; i < r->n_mapped; i++)
        json_object_set_new(columns, r->mapped[i].name, json_string(r->mapped[i].text));
    return json_pack("{ss ss ss ss so so}", "version", LT_VERSION, "file", source->name, "sha256",
                     sha256, "place", place, "columns", columns, "t_begin",
                     lt_document_number(r->t_begin));
}

/* Returns a reading as a JSON document like that of a run, whose only stage is "recorded". Takes
 * over the reference to PLOTS; the caller owns the result. */
json_t *lt_reading_document(const struct lt_reading *r, const struct lt_source *source,
                            const char *stem, json_t *plots) {
    const double end = r->t[r->rows - 1];
    struct lt_listing_column columns[SHEET_MOST];
    const struct lt_listing sheet = {sheet_columns(r, columns), r->rows, columns};
    json_t *warnings = json_array();
    for (size_t i = 0; i < r->n_notes; i++)
        json_array_append_new(warnings, json_string(r->notes[i]));
    json_t *stage = json_pack("{ss sI so ss so}", "name", "recorded", "steps",
                              (json_int_t)(r->rows - 1), "time", lt_document_number(end),
                              "ended_by", "the end of the table", "t_end", lt_document_number(end));
    return json_pack(
        "{si ss ss ss ss sb s{} s{} so so so so so s[o] so s[] so s[] so}", "format", 2, "program",
        stem, "title", stem, "law", "recorded", "status", "done", "ok", 1, "parameters", "roles",
        "pair", json_pack("{so}", "m_eff", lt_document_number(r->m_eff)), "results",
        document_results(r), "columns", lt_document_columns(&sheet), "loops", document_loops(r),
        "events", document_events(r), "stages", stage, "warnings", warnings, "expect", "plots",
        plots, "prints", "provenance", document_origin(r, source));
}

/* ---- Words ----------------------------------------------------------------------------------- */

/* Prints a result (SI) with a suitable prefix; nothing for NAN. */
static void put_result(FILE *file, const char *name, double value, const char *unit) {
    char buffer[64];
    if (!isnan(value))
        fprintf(file, "  %-20s %s\n", name,
                lt_summary_quantity(value, unit, buffer, sizeof buffer));
}

/* Returns the summary of a reading as malloc'd text: columns, results and the first loops. */
char *lt_reading_document_summary(const struct lt_reading *r, const char *title) {
    struct lt_text text;
    FILE *file = lt_text_begin(&text);
    const struct lt_names *names = lt_names_new(NULL, NULL, 0, NULL, 0, r->arena);
    fprintf(file, "%s\n\n", title);
    for (size_t i = 0; i < r->n_mapped; i++)
        fprintf(file, "  %-4s = %s\n", r->mapped[i].name, r->mapped[i].text);
    putc('\n', file);
    /* Results, then energies, then the first loops. */
    for (size_t i = 0; i < names->count; i++)
        if (names->list[i].kind == LT_NAME_RESULT)
            put_result(file, names->list[i].name, r->values[names->list[i].slot],
                       names->list[i].unit);
    put_result(file, "m_eff", r->m_eff, "kg");
    put_result(file, "E_contact_end", r->contact[r->rows - 1], "J");
    put_result(file, "dissipated", r->dissipated, "J");
    enum { SHOWN = 10 };
    for (size_t i = 0; i < r->n_loops && i < SHOWN; i++) {
        const struct lt_reading_loop *loop = &r->loops[i];
        char from[64], to[64], work[64];
        fprintf(file, "%s  loop of %-12s %s  (%s to %s)\n", i ? "" : "\n", loop->of,
                lt_summary_quantity(loop->work, "J", work, sizeof work),
                lt_summary_quantity(r->t[loop->from], "s", from, sizeof from),
                lt_summary_quantity(r->t[loop->to], "s", to, sizeof to));
    }
    if (r->n_loops > SHOWN)
        fprintf(file, "  ... %zu loops\n", r->n_loops);
    return lt_text_end(&text);
}
