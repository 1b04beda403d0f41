/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/recorded.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/read_json.h"
#include "figure/curve.h"
#include "formula/rows.h"
#include "program/figure_kind.h"
#include "registry/roles.h"

#include <math.h>
#include <string.h>

/* Returns a copy of the text that a document has under KEY; "" if it has none. */
static const char *recorded_text(const json_t *document, const char *key, struct lt_arena *arena) {
    const char *text = json_string_value(json_object_get(document, key));
    return text ? lt_arena_copy(arena, text, strlen(text)) : "";
}

/* Returns the value of the law's parameter with this role, from a run's document; NULL if there is
 * none. */
static const json_t *with_role(json_t *document, enum lt_role role) {
    const char *name;
    json_t *word;
    json_object_foreach(
        json_object_get(document, "roles"), name,
        word) if (json_is_string(word) &&
                  strcmp(json_string_value(word), lt_role_texts[role].word) ==
                      0) return json_object_get(json_object_get(document, "parameters"), name);
    return NULL;
}

/* Returns the law's coefficient of friction, from a run's document; NAN if it has none, or if
 * cohesion carries shear too, so that the limit is not friction times normal force. */
static double recorded_friction(json_t *document) {
    const json_t *value =
        with_role(document, LT_COHESION) ? NULL : with_role(document, LT_FRICTION);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

/* Returns the forces that friction limits and is limited by, from a run's document; NULLs if it
 * does not say. */
static struct lt_friction_limit recorded_limit(json_t *document, struct lt_arena *arena) {
    json_t *limit = json_object_get(document, "friction_limit");
    const char *holds = recorded_text(limit, "holds", arena),
               *by = recorded_text(limit, "by", arena);
    return *holds && *by ? (struct lt_friction_limit){holds, by}
                         : (struct lt_friction_limit){NULL, NULL};
}

/* Combines a table with the JSON document of its run, if that lies beside the file at PATH. */
static struct lt_recorded *recorded_of(struct lt_columns *table, const char *path,
                                       struct lt_arena *arena) {
    size_t length = strlen(path);
    const char *ending = length > 4 ? path + length - 4 : "";
    length -= strcmp(ending, ".csv") == 0 || strcmp(ending, ".npy") == 0 ? 4 : 0;
    /* A link that leads out of the table's folder is not followed. */
    json_error_t error;
    const char *beside = lt_arena_print(arena, "%.*s.json", (int)length, path);
    json_t *document =
        lt_file_is_in(lt_file_folder(path, arena), beside) ? lt_read_json(beside, 0, &error) : NULL;
    struct lt_recorded *recorded = lt_arena_get(arena, sizeof *recorded);
    json_t *parameters = json_object_get(document, "parameters");
    *recorded = (struct lt_recorded){.table = table,
                                     .sheet = {.names = table->names,
                                               .cells = table->cells,
                                               .columns = table->columns,
                                               .rows = table->rows,
                                               .friction = recorded_friction(document),
                                               .limit = recorded_limit(document, arena)},
                                     .stem = lt_file_stem(path, arena),
                                     .title = recorded_text(document, "title", arena),
                                     .law = recorded_text(document, "law", arena),
                                     .parameters = json_incref(parameters)};
    json_decref(document);
    return recorded;
}

/* Reads a recorded table and the document beside it. Returns NULL, with errors, if there is no
 * readable table. */
struct lt_recorded *lt_recorded_read(const char *path, struct lt_arena *arena,
                                     struct lt_errors *errors) {
    struct lt_columns *table = lt_columns_read(path, NULL, false, errors);
    return table ? recorded_of(table, path, arena) : NULL;
}

/* Returns block I of a table as a table of its own, titled with its name. It shares the cells of
 * the whole; block 0 frees them. */
static struct lt_recorded *block_of(const struct lt_recorded *whole, size_t i,
                                    struct lt_arena *arena) {
    const struct lt_columns *table = whole->table;
    const struct lt_columns_block *block = &table->blocks[i];
    const size_t end = i + 1 < table->n_blocks ? block[1].row : table->rows;
    struct lt_recorded *part = lt_arena_get(arena, sizeof *part);
    *part = *whole;
    part->parameters = json_incref(whole->parameters);
    part->sheet.cells += block->row * table->columns;
    part->sheet.rows = end - block->row;
    part->title =
        *block->name ? block->name : lt_arena_print(arena, "%s, block %zu", whole->stem, i + 1);
    part->block = true;
    part->shares = i > 0;
    return part;
}

/* Reads a file whose table may have several blocks. Returns a list of *count, one for each block; 0
 * of them, with errors, if it cannot be read. */
struct lt_recorded **lt_recorded_blocks(const char *path, const struct lt_columns_how *how,
                                        size_t *count, struct lt_arena *arena,
                                        struct lt_errors *errors) {
    struct lt_columns *table = lt_rows_read(path, how, true, errors);
    *count = !table ? 0 : table->n_blocks > 1 ? table->n_blocks : 1;
    struct lt_recorded **blocks = lt_arena_get(arena, (*count + 1) * sizeof *blocks);
    struct lt_recorded *whole = table ? recorded_of(table, path, arena) : NULL;
    if (*count == 1)
        blocks[0] = whole;
    for (size_t i = 0; *count > 1 && i < *count; i++)
        blocks[i] = block_of(whole, i, arena);
    if (*count > 1)
        json_decref(whole->parameters);
    return blocks;
}

/* Frees the table and parameters of one recorded table; a block that shares another's table leaves
 * it alone. NULL is allowed. */
void lt_recorded_free(struct lt_recorded *recorded) {
    if (!recorded)
        return;
    if (!recorded->shares)
        lt_columns_free(recorded->table);
    json_decref(recorded->parameters);
}

/* ---- Labels ---------------------------------------------------------------------------------- */

/* Returns true if no two of the texts are equal and none is empty, so that they can label the
 * curves; false if they cannot. */
static bool all_differ(const char *const *texts, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!texts[i][0])
            return false;
        for (size_t k = 0; k < i; k++)
            if (strcmp(texts[i], texts[k]) == 0)
                return false;
    }
    return true;
}

/* Returns the name of the one parameter whose value is not the same in all tables; NULL if there
 * are none or several. */
static const char *differing_parameter(struct lt_recorded *const *recorded, size_t count) {
    const char *found = NULL, *key;
    json_t *value;
    json_object_foreach(recorded[0]->parameters, key, value) {
        bool same = true;
        for (size_t i = 1; i < count; i++)
            same &= json_equal(value, json_object_get(recorded[i]->parameters, key)) == 1;
        if (!same && found)
            return NULL;
        found = same ? found : key;
    }
    return found;
}

/* Returns the shortest label that distinguishes table I of COUNT: its title, its law, the only
 * parameter in which they differ, or the file's name. */
const char *lt_recorded_label(struct lt_recorded *const *recorded, size_t count, size_t i,
                              struct lt_arena *arena) {
    const char **texts = lt_arena_get(arena, (count + 1) * sizeof *texts);
    for (size_t k = 0; k < count; k++)
        texts[k] = recorded[k]->title;
    if (recorded[i]->block || all_differ(texts, count))
        return texts[i];
    for (size_t k = 0; k < count; k++)
        texts[k] = recorded[k]->law;
    if (all_differ(texts, count))
        return texts[i];
    const char *odd = differing_parameter(recorded, count);
    const json_t *value = odd ? json_object_get(recorded[i]->parameters, odd) : NULL;
    return json_is_number(value) ? lt_arena_print(arena, "%s = %.4g", odd, json_number_value(value))
                                 : recorded[i]->stem;
}

/* ---- Figures --------------------------------------------------------------------------------- */

/* Returns the message that a table lacks the column of an axis, with the nearest name that it has.
 */
static const char *no_column(const struct lt_recorded *recorded, const char *text,
                             struct lt_arena *arena) {
    const char *word = lt_curve_name(text);
    return lt_arena_print(
        arena, "%s: no column '%s'%s", recorded->stem, word,
        lt_options_choice(word, recorded->sheet.names, recorded->sheet.columns, arena));
}

/* Returns true if the values both rise and fall: such an abscissa makes scattered points rather
 * than a curve, unless time orders them. False if they are monotone. */
static bool goes_to_and_fro(const double *values, size_t count) {
    bool up = false, down = false;
    for (size_t i = 1; i < count; i++) {
        up |= values[i] > values[i - 1];
        down |= values[i] < values[i - 1];
    }
    return up && down;
}

/* Returns the text of an axis with the name that the table's header has for it, so that "-c2"
 * becomes "-Load". */
static const char *name_in_table(const struct lt_columns *table, const char *text,
                                 struct lt_arena *arena) {
    const long column = lt_columns_find(table, lt_curve_name(text));
    return column < 0
               ? text
               : lt_arena_print(arena, "%s%s", *text == '-' ? "-" : "", table->names[column]);
}

/* Checks that the columns of an axis are numbers in a unit that converts to *unit, that of the
 * first table; sets *unit if it is "". Otherwise adds errors. */
static void check_axis(struct lt_recorded *recorded, const char *text, const char **unit,
                       struct lt_arena *arena, struct lt_errors *errors) {
    const struct lt_shown shown = lt_figure_shown(text);
    for (size_t i = 0; i < 2 && shown.columns[i]; i++)
        lt_curve_agrees(recorded->table, shown.columns[i], unit, arena, errors);
}

/* Makes a curve of the columns X and Y for each of COUNT tables, with labels if there are several.
 * Returns NULL, or what is wrong; bad numbers or units are in ERRORS. */
const char *lt_recorded_columns(struct lt_recorded *const *recorded, size_t count, const char *x,
                                const char *y, struct lt_figure *figure, struct lt_arena *arena,
                                struct lt_errors *errors) {
    struct lt_curve *curves = lt_arena_get(arena, (count + 1) * sizeof *curves);
    figure->x_unit = figure->y_unit = "";
    for (size_t i = 0; i < count; i++) {
        const struct lt_sheet *sheet = &recorded[i]->sheet;
        if (!lt_columns_fits(recorded[i]->table, lt_kind_numbers(LT_KIND_NORMAL, sheet), errors))
            return LT_MEMORY_LACKS;
        /* A position such as "c2" stands for another name in each table. */
        const char *own_x = name_in_table(recorded[i]->table, x, arena),
                   *own_y = name_in_table(recorded[i]->table, y, arena);
        curves[i] = (struct lt_curve){
            .label = count > 1 ? lt_recorded_label(recorded, count, i, arena) : NULL,
            .x = lt_kind_column(sheet, own_x, arena),
            .y = lt_kind_column(sheet, own_y, arena),
            .count = sheet->rows};
        if (!curves[i].x || !curves[i].y)
            return no_column(recorded[i], curves[i].x ? y : x, arena);
        check_axis(recorded[i], x, &figure->x_unit, arena, errors);
        check_axis(recorded[i], y, &figure->y_unit, arena, errors);
        /* Without time, an abscissa that goes back and forth has no order: points. */
        if (lt_columns_find(recorded[i]->table, "t") < 0 &&
            goes_to_and_fro(curves[i].x, sheet->rows))
            curves[i].role = LT_CURVE_DATA;
    }
    figure->curves = curves;
    figure->n_curves = count;
    figure->x_text = lt_curve_words(x, arena);
    figure->y_text = lt_curve_words(y, arena);
    for (size_t i = 0; i < count; i++)
        curves[i] =
            lt_kind_touch(&recorded[i]->sheet, curves[i], figure->x_unit, figure->y_unit, arena);
    return NULL;
}

/* Checks that each column with a name known from runs holds numbers in the unit of that name;
 * otherwise adds errors. */
static void check_columns(struct lt_recorded *recorded, struct lt_arena *arena,
                          struct lt_errors *errors) {
    struct lt_columns *table = recorded->table;
    for (size_t i = 0; i < table->columns; i++) {
        const char *unit = lt_curve_unit(table->names[i], arena);
        if (*unit)
            lt_columns_usable(table, i, unit, errors);
    }
}

/* Makes the named figure of one table, or compares its first curve over COUNT tables. Returns NULL,
 * or what is wrong; bad numbers are in ERRORS. */
const char *lt_recorded_kind(struct lt_recorded *const *recorded, size_t count,
                             enum lt_kind_of_figure kind, struct lt_figure *figure,
                             struct lt_arena *arena, struct lt_errors *errors) {
    for (size_t i = 0; i < count; i++) {
        check_columns(recorded[i], arena, errors);
        if (!lt_columns_fits(recorded[i]->table, lt_kind_numbers(kind, &recorded[i]->sheet),
                             errors))
            return LT_MEMORY_LACKS;
    }
    const char *wrong = lt_kind_figure(kind, &recorded[0]->sheet, figure, arena);
    if (wrong)
        return wrong;
    /* All curves of a single table, with points where the surfaces touch. */
    if (count == 1) {
        struct lt_curve *curves = lt_arena_get(arena, (figure->n_curves + 1) * sizeof *curves);
        for (size_t i = 0; i < figure->n_curves; i++)
            curves[i] = lt_kind_touch(&recorded[0]->sheet, figure->curves[i], figure->x_unit,
                                      figure->y_unit, arena);
        figure->curves = curves;
        return NULL;
    }
    if (kind == LT_KIND_TIME || kind == LT_KIND_ENERGY)
        return "figures 'time' and 'energy' draw one table at a time";
    return lt_recorded_columns(recorded, count, figure->x_text, figure->y_text, figure, arena,
                               errors);
}

/* Returns true if a column's value differs from its first one within the first ROWS rows, false if
 * it is constant there. */
static bool column_changes(const struct lt_columns *table, size_t column, size_t rows) {
    for (size_t row = 1; row < rows; row++)
        if (table->cells[row * table->columns + column] != table->cells[column])
            return true;
    return false;
}

/* Chooses the axes of a table that is not of a run: x is the first column that changes from row 0
 * to row 1; y is e_n if it follows, else the next column that is not constant. */
void lt_recorded_axes(const struct lt_recorded *recorded, const char **x, const char **y) {
    const struct lt_columns *table = recorded->table;
    size_t last = table->columns - 1, first = 0;
    while (first < last && !column_changes(table, first, table->rows < 2 ? table->rows : 2))
        first++;
    size_t second = first < last ? first + 1 : last;
    while (second < last && !column_changes(table, second, table->rows))
        second++;
    *x = table->names[first];
    *y = lt_columns_find(table, "e_n") > (long)first ? "e_n" : table->names[second];
}
