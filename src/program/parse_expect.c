/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_expect.c: the section expect: conditions that a run must meet. */
#include "base/arena.h"
#include "base/columns.h"
#include "program/parse.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* Which names an expectation may use: 'always' has those of a step, the others also those at the
 * end of the run. */
static enum lt_scope scope_of(const struct lt_expect *expect) {
    return expect->kind == LT_EXPECT_ALWAYS ? LT_SCOPE_STEP : LT_SCOPE_END;
}

/* Reads the formula of an expectation. FIELD: the expectation. */
static void read_that(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_expect *expect = field;
    expect->that = lt_schema_formula(reader, node, LT_FORMULA_EITHER, scope_of(expect));
}

/* Reads the value that is expected of the formula, in its unit. FIELD: the expectation. */
static void read_is(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_expect *expect = field;
    struct lt_range range = LT_ANY(lt_parse_record_unit(expect->that));
    expect->is = lt_schema_value(reader, node, &range, scope_of(expect));
}

/* The SI unit of a recorded column. */
static const char *column_unit(const struct lt_program *program, size_t index) {
    const struct lt_column *column = &program->columns[index];
    return column->source ? column->source->unit : lt_parse_record_unit(column->formula);
}

/* The unit of what is compared; "" if it is not known. */
static const char *compared_unit(const struct lt_program *program, const struct lt_expect *expect) {
    return expect->curve ? column_unit(program, expect->y_column)
                         : lt_parse_record_unit(expect->that);
}

/* Reads a tolerance: "1e-9" and "5 %" are relative, "1e-9 abs" and "5 um" are absolute. FIELD:
 * the expectation. */
static void read_within(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_expect *expect = field;
    if (!lt_schema_is(reader, node, LT_SCALAR, "a number"))
        return;
    struct lt_node number = *node;
    size_t length = strlen(node->text);
    bool abs = length > 4 && strcmp(node->text + length - 4, " abs") == 0;
    if (abs)
        number.text = lt_arena_copy(reader->program->arena, node->text, length - 4);
    const bool percent = length > 0 && node->text[length - 1] == '%';
    if (percent)
        number.text =
            lt_arena_print(reader->program->arena, "%.*s/100", (int)length - 1, node->text);
    const char *digits = number.text + strspn(number.text, "+-.0123456789");
    digits += (*digits == 'e' || *digits == 'E') ? 1 + strspn(digits + 1, "+-0123456789") : 0;
    bool has_unit = digits > number.text && isalpha((unsigned char)digits[strspn(digits, " ")]);
    struct lt_range range =
        LT_BETWEEN(has_unit ? compared_unit(reader->program, expect) : "1", 0, INFINITY);
    expect->within = lt_schema_quantity(reader, &number, &range).value;
    expect->absolute = abs || has_unit;
}

/* Reads the stage at whose end an expectation is checked. FIELD: the expectation. */
static void read_expect_stage(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_expect *expect = field;
    lt_parse_stages_find(reader, node, &expect->stage);
}

/* Reads which recorded column is compared with a reference curve. FIELD: the expectation. */
static void read_expect_curve(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_expect *expect = field;
    if (lt_parse_record_column(reader, node, &expect->y_column))
        expect->curve = node->text;
}

/* Reads over which recorded column (the abscissa) a curve is compared. FIELD: the expectation. */
static void read_expect_over(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_expect *expect = field;
    if (lt_parse_record_column(reader, node, &expect->x_column))
        expect->over = node->text;
}

#define SIDES                                                                                      \
    {"is", LT_VALUE_QUANTITY, .read = read_is, .range = LT_ANY(""), .doc = "the expected value"},  \
        {"within", LT_VALUE_NUMBER, .read = read_within, .range = LT_BETWEEN("", 0, INFINITY),     \
         .doc = "tolerance: relative (with always: to the peak), or absolute with a unit or abs"}, \
        {"stage", LT_VALUE_NAME, .read = read_expect_stage, .preset = "all",                       \
         .doc = "check this stage only"},
static const struct lt_key that_keys[] = {{"that", LT_VALUE_FORMULA, .read = read_that,
                                           .required = true,
                                           .doc = "a number or a condition at the end"},
                                          SIDES{0}};
static const struct lt_key always_keys[] = {{"always", LT_VALUE_FORMULA, .read = read_that,
                                             .required = true,
                                             .doc = "a number or a condition at every step"},
                                            SIDES{0}};
static const struct lt_key curve_keys[] = {
    {"curve", LT_VALUE_NAME, .read = read_expect_curve, .required = true,
     .doc = "a column of the run and of the file"},
    {"over", LT_VALUE_NAME, .read = read_expect_over, .required = true,
     .doc = "the column that it is compared over"},
    {"file", LT_VALUE_FILE, LT_FIELD(struct lt_expect, file), .required = true,
     .doc = "table with the reference"},
    LT_TABLE_KEYS(struct lt_expect, how),
    {"within", LT_VALUE_NUMBER, .read = read_within, .required = true,
     .range = LT_BETWEEN("", 0, INFINITY),
     .doc = "tolerance: relative to the peak, or absolute with a unit or abs"},
    {0}};
static const struct lt_key fails_keys[] = {
    {"fails", LT_VALUE_TEXT, LT_FIELD(struct lt_expect, text), .required = true,
     .doc = "the run must fail with this text in its message"},
    {0}};
#undef SIDES
const struct lt_key lt_parse_expect_keys[] = {
    {"[]", LT_FORMS(that_keys, always_keys, curve_keys, fails_keys), .doc = "one expectation"},
    {0}};

/* Checks that a number has 'is' and 'within', and a condition neither; IS and WITHIN are NULL if
 * missing. */
static void check_sides(struct lt_reader *reader, const struct lt_expect *expect,
                        const struct lt_node *is, const struct lt_node *within) {
    bool condition = expect->that->kind == LT_FORMULA_CONDITION;
    if (!condition && !is)
        lt_errors_add(reader->errors, expect->mark,
                      "'%s' is a number: write 'is' and 'within' beside it", expect->that->text);
    else if (!condition && !within)
        lt_errors_add(reader->errors, expect->mark,
                      "missing key 'within': it has no default; write 'within: 1 %%', say");
    else if (condition && (is || within))
        lt_errors_add(reader->errors, is ? is->key_mark : within->key_mark,
                      "'%s' is a condition: it has no '%s'", expect->that->text,
                      is ? "is" : "within");
}

/* Reads the reference of a curve already here, so that errors in its file appear before a long
 * run. */
static void read_reference_curve(struct lt_reader *reader, const struct lt_node *node,
                                 struct lt_expect *expect) {
    const struct lt_program *program = reader->program;
    struct lt_mark mark = lt_tree_child(node, "file")->mark;
    const char *const names[] = {expect->over, expect->curve};
    double *values[2] = {NULL, NULL};
    const char *const units[] = {column_unit(program, expect->x_column),
                                 column_unit(program, expect->y_column)};
    struct lt_columns *table = lt_parse_table(reader, expect->file, &expect->how);
    for (int i = 0; table && i < 2; i++)
        if (lt_columns_find(table, names[i]) < 0)
            lt_errors_add(reader->errors, mark, "'%s' has no column '%s'%s", expect->file, names[i],
                          lt_columns_hint(table, names[i], reader->errors));
        else
            values[i] =
                lt_columns_values(table, names[i], units[i], program->arena, reader->errors);
    expect->reference =
        (struct lt_series){.count = table ? table->rows : 0, .x = values[0], .y = values[1]};
    lt_columns_free(table);
}

/* The expectation as text for reports; "" if an element of it is wrong. */
static const char *expect_text(struct lt_reader *reader, const struct lt_node *node,
                               const struct lt_expect *expect) {
    struct lt_arena *arena = reader->program->arena;
    if (expect->curve && expect->over && expect->file)
        return lt_arena_print(arena, "%s over %s as in %s", expect->curve, expect->over,
                              expect->file);
    if (!expect->that)
        return "";
    const char *always = expect->kind == LT_EXPECT_ALWAYS ? "always " : "";
    const char *is = expect->is ? lt_tree_child(node, "is")->text : "";
    const char *stage = expect->stage >= 0 ? reader->program->stages[expect->stage].name : "";
    return lt_arena_print(arena, "%s%s%s%s%s%s", always, expect->that->text, *is ? " = " : "", is,
                          *stage ? ", stage " : "", stage);
}

/* Reads one expectation, whose first key says its kind. */
static void read_expect(struct lt_reader *reader, const struct lt_node *node,
                        struct lt_expect *expect) {
    if (!lt_schema_is(reader, node, LT_MAP, "a map such as {that: e_n, is: 0.5, within: 1 %}"))
        return;
    /* The first key of the table identifies the kind of expectation. */
    const struct lt_key *const *forms = lt_parse_expect_keys->forms, *const *form = forms;
    while (*form && !lt_tree_child(node, (*form)->name))
        form++;
    if (!*form) {
        lt_errors_add(reader->errors, node->mark,
                      "expected a key 'that', 'always', 'curve' or 'fails'");
        return;
    }
    expect->kind = (enum lt_expect_kind)(form - forms);
    expect->mark = node->mark;
    expect->stage = -1;
    size_t failures = reader->errors->failures;
    lt_schema_map(reader, node, *form, expect);
    bool known = expect->curve && expect->over; /* unknown without a law */
    if (known && reader->errors->failures == failures)
        read_reference_curve(reader, node, expect);
    if (expect->that)
        check_sides(reader, expect, lt_tree_child(node, "is"), lt_tree_child(node, "within"));
    if (expect->kind != LT_EXPECT_FAILS)
        expect->text = expect_text(reader, node, expect);
    expect->unit = expect->that || expect->curve ? compared_unit(reader->program, expect) : "";
}

/* Reads the section expect, a list of expectations. FIELD: the program. */
void lt_parse_expect(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_program *program = field;
    if (!lt_schema_is(reader, node, LT_LIST, "a list of expectations"))
        return;
    program->expects = lt_arena_get(program->arena, (node->count + 1) * sizeof *program->expects);
    for (const struct lt_node *child = node->first; child; child = child->next)
        read_expect(reader, child, &program->expects[program->n_expects++]);
}
