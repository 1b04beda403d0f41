/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_record.c: the section record: columns of the table. */
#include "base/arena.h"
#include "program/parse.h"
#include "program/words.h"

#include <ctype.h>
#include <string.h>

/* Adds a column to those recorded; returns its index. */
static size_t add_recorded(struct lt_reader *reader, struct lt_column column) {
    struct lt_program *program = reader->program;
    size_t count = program->n_columns;
    if ((count & (count - 1)) == 0) { /* full: room is the next power of two */
        struct lt_column *old = program->columns;
        program->columns = lt_arena_get(program->arena, (2 * count + 1) * sizeof *old);
        if (count > 0)
            memcpy(program->columns, old, count * sizeof *old);
    }
    if (column.source)
        lt_program_use(program, column.source, program->arena);
    program->columns[count] = column;
    return program->n_columns++;
}

/* Adds the column of the quantity TEXT, which must be known. */
static void add_named_column(struct lt_reader *reader, const char *text) {
    const struct lt_name *name = lt_names_find(reader->program->names, text);
    add_recorded(reader, (struct lt_column){.name = name->name, .source = name});
}

/* Sets which columns are recorded by default: those of the directions in which the law acts, the
 * energies, and with DAMPED the energy of the global damping. */
void lt_parse_record_default(struct lt_reader *reader, bool damped) {
    static const char *const motion[][LT_DOFS] = {{"un", "us", "ut", "an", "as", "at"},
                                                  {"vn", "vs", "vt", "wn", "ws", "wt"},
                                                  {"fn", "fs", "ft", "mn", "ms", "mt"}};
    static const char *const before[] = {"E_kinetic", "E_work", "E_strain"};
    struct lt_program *program = reader->program;
    const struct lt_law *law = program->law;
    lt_schema_preset(lt_parse_record_keys, program);
    if (!law)
        return;
    /* Times; motion and forces along the directions of the law; its states; the energies in the
     * order of the accounts. */
    add_named_column(reader, "t");
    add_named_column(reader, "stage");
    for (size_t i = 0; i < 3; i++)
        for (size_t dof = 0; dof < LT_DOFS; dof++)
            if (law->acts >> dof & 1)
                add_named_column(reader, motion[i][dof]);
    for (size_t i = 0; i < law->n_state; i++)
        if (!law->state[i].hidden)
            add_named_column(reader, law->state[i].name);
    for (size_t i = 0; i < sizeof before / sizeof before[0]; i++)
        add_named_column(reader, before[i]);
    for (size_t i = 0; i < law->n_losses; i++)
        if (!law->losses[i].hidden)
            add_named_column(reader, lt_arena_print(program->arena, "E_%s", law->losses[i].name));
    for (size_t slot = LT_E_DASHPOT; slot < LT_E_SET; slot++)
        add_named_column(reader, program->names->list[slot].name);
    if (damped && lt_names_find(program->names, "E_damping"))
        add_named_column(reader, "E_damping");
    add_named_column(reader, "E_residual");
}

/* Adds a column given in the file, unless it is there already, which is reported. */
static void add_new(struct lt_reader *reader, struct lt_mark mark, struct lt_column column) {
    const struct lt_program *program = reader->program;
    for (size_t i = 0; i < program->n_columns; i++)
        if (strcmp(program->columns[i].name, column.name) == 0) {
            lt_errors_add(reader->errors, mark, "duplicate column '%s': leave out one of the two",
                          column.name);
            return;
        }
    add_recorded(reader, column);
}

/* Reads a recorded column: a name, or {name: formula}. */
static void read_recorded(struct lt_reader *reader, const struct lt_node *node) {
    if (node->kind == LT_MAP) {
        if (!node->first)
            lt_errors_add(reader->errors, node->mark, "expected a name or {name: formula}");
        for (const struct lt_node *child = node->first; child; child = child->next)
            if (lt_schema_new_name(reader, child))
                add_new(reader, child->key_mark,
                        (struct lt_column){.name = child->key,
                                           .formula = lt_schema_formula(
                                               reader, child, LT_FORMULA_NUMBER, LT_SCOPE_STEP)});
        return;
    }
    if (!lt_schema_is(reader, node, LT_SCALAR, "a name or {name: formula}"))
        return;
    struct lt_names names = lt_names_in(reader->program->names, LT_SCOPE_STEP);
    const struct lt_name *name = lt_names_find(&names, node->text);
    if (name)
        add_new(reader, node->mark, (struct lt_column){.name = name->name, .source = name});
    else if (reader->program->law)
        lt_schema_unknown_name(reader, node->mark, "column", node->text, LT_SCOPE_STEP);
}

/* Reads the list of columns, which replaces the default one. FIELD: the program. */
static void read_record_columns(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_program *program = field;
    if (!lt_schema_is(reader, node, LT_LIST, "a list of columns"))
        return;
    if (!node->first)
        lt_errors_add(reader->errors, node->mark, "expected at least one column");
    program->columns_given = true;
    program->n_columns = 0;
    for (const struct lt_node *child = node->first; child; child = child->next)
        read_recorded(reader, child);
}

/* Reads the results that are computed only if they are listed here. */
static void read_record_results(struct lt_reader *reader, const struct lt_node *node, void *field) {
    (void)field;
    if (!lt_schema_is(reader, node, LT_LIST, "a list of results"))
        return;
    const struct lt_names names = lt_names_in(reader->program->names, LT_SCOPE_END);
    for (const struct lt_node *item = node->first; item; item = item->next) {
        if (!lt_schema_is(reader, item, LT_SCALAR, "the name of a result"))
            continue;
        const struct lt_name *name = lt_names_find(&names, item->text);
        if (name)
            lt_program_use(reader->program, name, reader->program->arena);
        else if (reader->program->law)
            lt_schema_unknown_name(reader, item->mark, "result", item->text, LT_SCOPE_END);
    }
}

static const struct lt_key column_keys[] = {
    {"NAME", LT_VALUE_FORMULA, .scope = LT_SCOPE_STEP, .doc = "a column of your own: its value"},
    {0}};
static const struct lt_key columns_keys[] = {
    {"[]", LT_VALUE_NAME, LT_FORMS(column_keys),
     .doc = "a name, or {name: formula}; 'lawtester laws NAME' lists those of a law"},
    {0}};
static const struct lt_key results_keys[] = {
    {"[]", LT_VALUE_NAME, .doc = "a result that is computed only on request"}, {0}};
const struct lt_key lt_parse_record_keys[] = {
    {"every", LT_VALUE_COUNT, LT_FIELD(struct lt_program, every), .range = LT_COUNT(1e15),
     .preset = "1", .doc = "a row every N steps"},
    {"format", LT_VALUE_WORD, LT_FIELD(struct lt_program, table_format), .words = lt_words_format,
     .doc = "of the table: text, or an array of NumPy, which is written and read much faster"},
    {"columns", LT_FORMS(columns_keys), .read = read_record_columns, .example = "[t, un, fn]",
     .preset = "time, motion, forces, state, energies", .doc = "columns of the table"},
    {"results", LT_FORMS(results_keys), .read = read_record_results, .preset = "none",
     .doc = "results beside the usual ones: e_n_low, e_t_mean ..., un_highest, fn_lowest ..."},
    {0}};

/* Reads the section record. */
void lt_parse_record(struct lt_reader *reader, const struct lt_node *node, void *program) {
    lt_schema_map(reader, node, lt_parse_record_keys, program);
}

/* ---- Columns kept for plots and expectations ------------------------------------------- */

/* The index of a column by its name in the table; -1: it is not in the table. */
static long index_of_column(const struct lt_program *program, const char *name) {
    for (size_t i = 0; i < program->n_columns; i++)
        if (!program->columns[i].hidden && strcmp(program->columns[i].name, name) == 0)
            return (long)i;
    return -1;
}

/* The index of the column with this SOURCE, or if that is NULL with this FORMULA; adds a hidden
 * one, which is not in the table, if there is none. */
size_t lt_parse_record_keep(struct lt_reader *reader, const struct lt_name *source,
                            struct lt_formula *formula) {
    const struct lt_program *program = reader->program;
    for (size_t i = 0; i < program->n_columns; i++) {
        const struct lt_column *column = &program->columns[i];
        if (source ? column->source == source
                   : column->formula && strcmp(column->formula->text, formula->text) == 0)
            return i;
    }
    return add_recorded(reader, (struct lt_column){.name = source ? source->name : formula->text,
                                                   .source = source,
                                                   .formula = source ? NULL : formula,
                                                   .hidden = true});
}

/* Reads a formula of a step and makes sure that it is recorded; *index is its column. NULL after
 * an error. */
struct lt_formula *lt_parse_record_formula(struct lt_reader *reader, const struct lt_node *node,
                                           size_t *index) {
    const struct lt_program *program = reader->program;
    long named = node->kind == LT_SCALAR ? index_of_column(program, node->text) : -1;
    if (named >= 0 && program->columns[named].formula) {
        *index = (size_t)named;
        return program->columns[named].formula;
    }
    struct lt_formula *formula = lt_schema_formula(reader, node, LT_FORMULA_NUMBER, LT_SCOPE_STEP);
    if (!formula)
        return NULL;
    bool plain = formula->n_used == 1 && strcmp(formula->used[0]->name, formula->text) == 0;
    *index = lt_parse_record_keep(reader, plain ? formula->used[0] : NULL, formula);
    return formula;
}

/* Finds the column that a node names, or adds it hidden; *index is its column. False after an
 * error. */
bool lt_parse_record_column(struct lt_reader *reader, const struct lt_node *node, size_t *index) {
    if (!lt_schema_is(reader, node, LT_SCALAR, "the name of a column"))
        return false;
    long named = index_of_column(reader->program, node->text);
    if (named >= 0) {
        *index = (size_t)named;
        return true;
    }
    struct lt_names names = lt_names_in(reader->program->names, LT_SCOPE_STEP);
    const struct lt_name *source = lt_names_find(&names, node->text);
    if (source)
        *index = lt_parse_record_keep(reader, source, NULL);
    else if (reader->program->law)
        lt_schema_unknown_name(reader, node->mark, "column", node->text, LT_SCOPE_STEP);
    return source;
}

/* The unit of a formula if it is simple enough to have one for certain: a sum of quantities of one
 * unit, perhaps with a number as a factor. "": not known. */
const char *lt_parse_record_unit(const struct lt_formula *formula) {
    if (!formula || formula->n_used == 0)
        return "";
    size_t names = 0;
    bool product = false;
    for (const char *c = formula->text; *c; c++) {
        bool inside = c > formula->text && (isalnum((unsigned char)c[-1]) || strchr("_.", c[-1]));
        names += (isalpha((unsigned char)*c) || *c == '_') && !inside;
        product |= *c == '*';
        if (!isalnum((unsigned char)*c) && !strchr("_.+-* ", *c))
            return "";
    }
    for (size_t i = 0; i < formula->n_used; i++)
        if (strcmp(formula->used[i]->unit, formula->used[0]->unit) != 0)
            return "";
    return product && names > 1 ? "" : formula->used[0]->unit;
}
