/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reading/reading_program.h"

#include "base/arena.h"
#include "base/text.h"
#include "base/tree.h"
#include "result/record.h"

#include <math.h>
#include <string.h>

static const char *const displacements[] = {"un", "us", "ut", "an", "as", "at"};
static const char *const forces[] = {"fn", "fs", "ft", "mn", "ms", "mt"};

/* As a scalar of YAML. */
static const char *in_quotes(const char *text, struct lt_arena *arena) {
    char *quoted = lt_arena_get(arena, 2 * strlen(text) + 3), *to = quoted;
    for (*to++ = '\''; *text; text++) {
        if (*text == '\'')
            *to++ = '\'';
        *to++ = *text;
    }
    *to = '\'';
    return quoted;
}

/* ---- The program ----------------------------------------------------------------------------- */

/* The text of a section as it stands: up to the line of the next one. */
static void put_section(FILE *file, const struct lt_source *source, const struct lt_node *section) {
    const char *from = source->text, *to;
    for (int line = 1; line < section->key_mark.line; line++)
        from = strchr(from, '\n') + 1;
    to = from;
    for (int line = section->key_mark.line;
         to && (!section->next || line < section->next->key_mark.line); line++) {
        to = strchr(to, '\n');
        to = to ? to + 1 : NULL;
    }
    const size_t length = to ? (size_t)(to - from) : strlen(from);
    fprintf(file, "%.*s%s", (int)length, from, length > 0 && from[length - 1] == '\n' ? "" : "\n");
}

/* Sections that stand in lines of their own, without which there is no law. */
static bool put_sections(FILE *file, const struct lt_source *source, const struct lt_node *root,
                         struct lt_errors *errors) {
    static const char *const kept[] = {"let", "materials", "pairs", "particles", "law"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        const struct lt_node *section = lt_tree_child(root, kept[i]);
        if (section && (section->key_mark.column != 1 ||
                        (section != root->first && section->key_mark.line == 1))) {
            lt_errors_add(errors, section->key_mark,
                          "sections of a program whose law is taken stand in lines of their own");
            return false;
        }
        if (section)
            put_section(file, source, section);
    }
    for (const char *const *need = (const char *const[]){"particles", "law", NULL}; *need; need++)
        if (!lt_tree_child(root, *need))
            lt_errors_add(errors, root->mark, "missing key '%s': its law is wanted", *need);
    return true;
}

static void put_path(FILE *file, const struct lt_reading *r, const char *table) {
    const double gap = r->u[0] ? r->u[0][0] : 0;
    fputs("motion: {gap: ", file);
    lt_record_put(file, gap);
    fprintf(file,
            ", instants: {file: %s, column: t}}\nstages:\n  - name: recorded\n    whats: ", table);
    for (size_t i = 0; i < LT_DOFS; i++)
        putc(r->u[i] ? 'u' : 'v', file);
    fputs("\n    values:\n", file);
    for (size_t i = 0; i < LT_DOFS; i++)
        if (r->u[i])
            fprintf(file, "      - {file: %s, column: %s, over: t}\n", table, displacements[i]);
        else
            fputs("      - 0\n", file);
    fprintf(file, "    until: step >= %zu\n", r->rows - 1);
    if (r->rows > 1000000)
        fprintf(file, "    max_steps: %zu\n", r->rows);
}

static void put_figures(FILE *file, const struct lt_reading *r, const char *table) {
    static const char *const texts[][2] = {{"-un", "-fn"}, {"us", "fs"}, {"ut", "ft"},
                                           {"an", "mn"},   {"as", "ms"}, {"at", "mt"}};
    fputs("plots:\n", file);
    for (size_t i = 0; i < LT_DOFS; i++)
        if (r->u[i] && r->f[i])
            fprintf(file, "  - {x: %s, y: %s, reference: %s}\n", texts[i][0], texts[i][1], table);
}

const char *lt_reading_program(const struct lt_reading *r, const struct lt_source *source,
                               const char *table, double within, struct lt_errors *errors) {
    struct lt_text text;
    const struct lt_node *root = lt_tree_read(source, r->arena, errors);
    if (!root)
        return NULL;
    const char *named = in_quotes(table, r->arena);
    FILE *file = lt_text_begin(&text);
    fprintf(
        file,
        "# A path as it was recorded, through the law of another program; made by 'lawtester "
        "read'.\nlawtester: 1\ntitle: %s\n",
        in_quotes(lt_arena_print(r->arena, "The law of %s on the path of %s", source->name, table),
                  r->arena));
    const bool good = put_sections(file, source, root, errors) && errors->failures == 0;
    put_path(file, r, named);
    for (size_t i = 0, n = 0; i < LT_DOFS && !isnan(within); i++)
        if (r->f[i]) {
            fprintf(file, "%s  - {curve: %s, over: t, file: %s, within: ", n++ ? "" : "expect:\n",
                    forces[i], named);
            lt_record_put(file, within);
            fputs("}\n", file);
        }
    put_figures(file, r, named);
    if (good)
        return lt_text_keep(&text, r->arena);
    lt_text_drop(&text);
    return NULL;
}

/* ---- Against the table ----------------------------------------------------------------------- */

static long find_run_column(const struct lt_program *program, const char *name) {
    for (size_t i = 0; i < program->n_columns; i++)
        if (program->columns[i].source && strcmp(program->columns[i].name, name) == 0)
            return (long)i;
    return -1;
}

static struct lt_reading_distance measure_column(const struct lt_reading *r, const char *name,
                                                 const double *recorded,
                                                 const struct lt_program *program,
                                                 const struct lt_result *result) {
    const struct lt_table *table = &result->table;
    const long column = find_run_column(program, strcmp(name, "E_contact") == 0 ? "E_work" : name);
    struct lt_reading_distance d = {.name = name};
    double squares = 0;
    size_t n = 0;
    for (; n < r->rows && n < table->rows; n++) {
        /* What is not in the table of the run is zero under this law. */
        const double x = column < 0 ? 0 : table->cells[n * table->columns + (size_t)column];
        const double miss = fabs(x - recorded[n]);
        squares += miss * miss;
        d.peak = fmax(d.peak, fabs(recorded[n]));
        d.at = miss > d.largest ? r->t[n] : d.at;
        d.largest = fmax(d.largest, miss);
    }
    const double unit = d.peak > 0 ? d.peak : 1;
    d.rms = n > 0 ? sqrt(squares / (double)n) / unit : NAN;
    d.largest = n > 0 ? d.largest / unit : NAN;
    return d;
}

struct lt_reading_distance *lt_reading_program_against(const struct lt_reading *r,
                                                       const struct lt_program *program,
                                                       const struct lt_result *result,
                                                       size_t *count) {
    struct lt_reading_distance *list = lt_arena_get(r->arena, (LT_DOFS + 1) * sizeof *list);
    *count = 0;
    for (size_t i = 0; i < LT_DOFS; i++)
        if (r->f[i])
            list[(*count)++] = measure_column(r, forces[i], r->f[i], program, result);
    list[(*count)++] = measure_column(r, "E_contact", r->contact, program, result);
    return list;
}

json_t *lt_reading_program_document(const struct lt_reading_distance *distances, size_t count) {
    json_t *object = json_object();
    for (size_t i = 0; i < count; i++)
        json_object_set_new(object, distances[i].name,
                            json_pack("{so so so so}", "largest",
                                      lt_document_number(distances[i].largest), "rms",
                                      lt_document_number(distances[i].rms), "at",
                                      lt_document_number(distances[i].at), "peak",
                                      lt_document_number(distances[i].peak)));
    return object;
}
