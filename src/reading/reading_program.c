/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reading/reading_program.h"

#include "base/arena.h"
#include "base/text.h"
#include "base/tree.h"
#include "program/parse.h"
#include "result/record.h"
#include "result/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const displacements[] = {"un", "us", "ut", "an", "as", "at"};
static const char *const forces[] = {"fn", "fs", "ft", "mn", "ms", "mt"};

/* Returns the text as a quoted scalar of YAML, in ARENA. */
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

/* Writes the motion and the stage that impose the path of the table, one step for each row.
 * Displacements that the table lacks stay at rest. */
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

/* Writes a figure for each force over its displacement, with the table as the reference. */
static void put_figures(FILE *file, const struct lt_reading *r, const char *table) {
    static const char *const texts[][2] = {{"-un", "-fn"}, {"us", "fs"}, {"ut", "ft"},
                                           {"an", "mn"},   {"as", "ms"}, {"at", "mt"}};
    fputs("plots:\n", file);
    for (size_t i = 0; i < LT_DOFS; i++)
        if (r->u[i] && r->f[i])
            fprintf(file, "  - {x: %s, y: %s, reference: %s}\n", texts[i][0], texts[i][1], table);
}

/* Returns the parsed program that imposes the path and compares the forces, still without its law.
 * WITHIN is the relative tolerance of the forces; NAN: nothing is expected. */
static struct lt_node *read_frame(const struct lt_reading *r, const char *law, const char *table,
                                  double within, struct lt_errors *errors) {
    struct lt_text text;
    struct lt_source *source = lt_arena_get(r->arena, sizeof *source);
    const char *named = in_quotes(table, r->arena);
    FILE *file = lt_text_begin(&text);
    fprintf(file, "lawtester: 1\ntitle: %s\n",
            in_quotes(lt_arena_print(r->arena, "The law of %s on the path of %s", law, table),
                      r->arena));
    put_path(file, r, named);
    /* Each force of the table is expected as a curve over time. */
    for (size_t i = 0, n = 0; i < LT_DOFS && !isnan(within); i++)
        if (r->f[i]) {
            fprintf(file, "%s  - {curve: %s, over: t, file: %s, within: ", n++ ? "" : "expect:\n",
                    forces[i], named);
            lt_record_put(file, within);
            fputs("}\n", file);
        }
    put_figures(file, r, named);
    *source = (struct lt_source){.name = table, .text = lt_text_keep(&text, r->arena)};
    source->length = strlen(source->text);
    return lt_tree_read(source, r->arena, errors);
}

/* Returns true for the sections of a program that define the law and the particles, false for
 * others. */
static bool belongs_to_law(const struct lt_node *section) {
    static const char *const kept[] = {"let", "materials", "pairs", "particles", "law"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (strcmp(section->key, kept[i]) == 0)
            return true;
    return false;
}

/* Moves the sections that define the law from the program OF into ROOT, behind the title; the
 * others are dropped. Adds an error if particles or law are missing. */
static void put_sections(struct lt_node *root, struct lt_node *of, struct lt_errors *errors) {
    struct lt_node *title = lt_tree_child(root, "title"), **link = &of->first;
    for (const char *const *need = (const char *const[]){"particles", "law", NULL}; *need; need++)
        if (!lt_tree_child(of, *need))
            lt_errors_add(errors, of->mark, "missing key '%s': its law is wanted", *need);
    while (*link)
        if (belongs_to_law(*link)) {
            (*link)->parent = root;
            link = &(*link)->next;
        } else {
            *link = (*link)->next;
        }
    *link = title->next;
    title->next = of->first;
}

/* Makes the paths of files that a let or a preset names absolute, from the folder of the program
 * LAW, so that they are found from any folder. */
static void resolve_file_paths(const struct lt_node *root, const char *law,
                               struct lt_arena *arena) {
    const struct lt_node *lets = lt_tree_child(root, "let");
    const char *slash = strrchr(law, '/');
    const char *folder = slash ? lt_arena_copy(arena, law, (size_t)(slash + 1 - law)) : ".";
    char *whole = realpath(folder, NULL);
    if (whole)
        lt_arena_keep(arena, whole, free);
    const struct lt_node *of = lt_tree_child(root, "law");
    struct lt_node *preset = of && of->kind == LT_MAP ? lt_tree_child(of, "preset") : NULL;
    if (preset && preset->kind == LT_SCALAR && *preset->text != '/' &&
        lt_parse_preset_path(preset->text) > 0)
        preset->text = lt_arena_print(arena, "%s/%s", whole ? whole : folder, preset->text);
    for (const struct lt_node *let = lets ? lets->first : NULL; let; let = let->next) {
        struct lt_node *file = lt_tree_child(let, "file");
        if (file && file->kind == LT_SCALAR && *file->text && *file->text != '/')
            file->text = lt_arena_print(arena, "%s/%s", whole ? whole : folder, file->text);
    }
}

/* Returns the text of a stage program that runs the law of another program on the path of TABLE.
 * WITHIN: relative tolerance of its forces, NAN for none. NULL, with errors, if that program is
 * wrong. */
const char *lt_reading_program(const struct lt_reading *r, const struct lt_reading_law *law,
                               const char *table, double within, struct lt_errors *errors) {
    struct lt_text text;
    struct lt_node *of = lt_tree_read(law->source, r->arena, errors);
    struct lt_node *root = of ? read_frame(r, law->source->name, table, within, errors) : NULL;
    if (!root)
        return NULL;
    put_sections(root, of, errors);
    resolve_file_paths(root, law->source->name, r->arena);
    /* Definitions may name further files, hence the paths are made absolute once more. */
    lt_program_define(law->laws, root, law->defines, law->n_defines, r->arena, errors);
    resolve_file_paths(root, law->source->name, r->arena);
    if (errors->failures > 0)
        return NULL;
    fputs("# A path as it was recorded, through the law of another program; made by 'lawtester "
          "read'.\n",
          lt_text_begin(&text));
    for (const struct lt_node *section = root->first; section; section = section->next)
        fputs(lt_tree_text(section, 0, r->arena), text.stream);
    return lt_text_keep(&text, r->arena);
}

/* ---- Against the table ----------------------------------------------------------------------- */

/* Returns the index of a run's column by its name; -1 if it is not recorded. */
static long find_run_column(const struct lt_program *program, const char *name) {
    for (size_t i = 0; i < program->n_columns; i++)
        if (program->columns[i].source && strcmp(program->columns[i].name, name) == 0)
            return (long)i;
    return -1;
}

/* Returns the name that a run has for a quantity of the reading: the work on the contact is E_work,
 * as the path is imposed. */
static const char *name_in_run(const char *name) {
    return strcmp(name, "E_contact") == 0 ? "E_work" : name;
}

/* Adds a hidden column to those that the run records, so that it can be compared; nothing if it is
 * recorded or unknown. */
static void keep_column(struct lt_program *program, const char *name) {
    const struct lt_name *source = lt_names_find(program->names, name);
    if (!source || find_run_column(program, name) >= 0)
        return;
    const size_t count = program->n_columns;
    struct lt_column *columns = lt_arena_get(program->arena, (count + 1) * sizeof *columns);
    if (count > 0)
        memcpy(columns, program->columns, count * sizeof *columns);
    columns[count] = (struct lt_column){.name = source->name, .source = source, .hidden = true};
    lt_program_use(program, source, program->arena);
    program->columns = columns;
    program->n_columns++;
}

/* Makes the run record the forces and the work to be compared. Returns NULL, or why it cannot: each
 * row of the table needs a recorded step. */
const char *lt_reading_program_keep(const struct lt_reading *r, struct lt_program *program) {
    for (size_t i = 0; i < program->n_stages; i++)
        if ((program->stages[i].every_given ? program->stages[i].every : program->every) != 1)
            return "record.every must be 1 with --law: each row of the table is compared with the "
                   "step of the law that ends there";
    for (size_t i = 0; i < LT_DOFS; i++)
        if (r->f[i])
            keep_column(program, forces[i]);
    keep_column(program, name_in_run("E_contact"));
    return NULL;
}

/* Returns the largest and rms distance of a run's column from the RECORDED one, relative to the
 * recorded peak, and the time (s) of the largest. */
static struct lt_reading_distance measure_column(const struct lt_reading *r, const char *name,
                                                 const double *recorded,
                                                 const struct lt_program *program,
                                                 const struct lt_result *result) {
    const struct lt_table *table = &result->table;
    const long column = find_run_column(program, name_in_run(name));
    struct lt_reading_distance d = {.name = name};
    double squares = 0;
    size_t n = 0;
    /* Distances and peak in SI units; those of the result are relative to the peak. */
    for (; n < r->rows && n < table->rows; n++) {
        /* A column that the run does not have is zero under this law. */
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

/* Returns the distances of the run from the table, *count of them: one for each force, then the
 * work on the contact. */
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

/* Returns the distances as a table in malloc'd text. */
char *lt_reading_program_text(const struct lt_reading_distance *distances, size_t count,
                              const char *law) {
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    fprintf(out, "\n  %-12s %-12s %-12s %-12s %s\n", "", "largest", "rms", "at t", "peak");
    for (const struct lt_reading_distance *d = distances; d < distances + count; d++) {
        char at[64], peak[64];
        const char *unit = d->name[0] == 'E' ? "J" : d->name[0] == 'm' ? "N m" : "N";
        fprintf(out, "  %-12s %-12.4g %-12.4g %-12s %s\n", d->name, d->largest, d->rms,
                lt_summary_quantity(d->at, "s", at, sizeof at),
                lt_summary_quantity(d->peak, unit, peak, sizeof peak));
    }
    fprintf(out, "  distance of law '%s' from the table, relative to the table's peak\n", law);
    return lt_text_end(&text);
}

/* Returns the distances as a JSON object by column; the caller owns it. */
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
