/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_expect.c: what a run shall give: expect, calibrate. */
#include "base/arena.h"
#include "base/csv.h"
#include "model/goal.h"
#include "model/parse.h"
#include "model/parse_paths.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* ---- expect ---------------------------------------------------------------------------- */

static enum lt_scope scope_of(const struct lt_expect *expect) {
    return expect->kind == LT_EXPECT_ALWAYS ? LT_SCOPE_STEP : LT_SCOPE_END;
}

static void read_that(struct lt_reader *reader, const struct lt_node *node,
                      const struct lt_key *key, void *field) {
    (void)key;
    struct lt_expect *expect = field;
    expect->that = lt_schema_formula(reader, node, LT_FORMULA_EITHER, scope_of(expect));
}

static void read_is(struct lt_reader *reader, const struct lt_node *node, const struct lt_key *key,
                    void *field) {
    (void)key;
    struct lt_expect *expect = field;
    struct lt_range range = LT_ANY(lt_parse_record_unit(expect->that));
    expect->is = lt_schema_value(reader, node, &range, scope_of(expect));
}

/* Of what is compared; "" if it cannot be told. */
static const char *compared_unit(const struct lt_program *program, const struct lt_expect *expect) {
    if (!expect->curve)
        return lt_parse_record_unit(expect->that);
    const struct lt_column *column = &program->columns[expect->y_column];
    return column->source ? column->source->unit : lt_parse_record_unit(column->formula);
}

/* "1e-9" is relative, "1e-9 abs" and "5 um" are absolute. */
static void read_within(struct lt_reader *reader, const struct lt_node *node,
                        const struct lt_key *key, void *field) {
    (void)key;
    struct lt_expect *expect = field;
    if (!lt_schema_is(reader, node, LT_SCALAR, "a number"))
        return;
    struct lt_node number = *node;
    size_t length = strlen(node->text);
    bool abs = length > 4 && strcmp(node->text + length - 4, " abs") == 0;
    if (abs)
        number.text = lt_arena_copy(reader->program->arena, node->text, length - 4);
    const char *digits = number.text + strspn(number.text, "+-.0123456789");
    digits += (*digits == 'e' || *digits == 'E') ? 1 + strspn(digits + 1, "+-0123456789") : 0;
    bool has_unit = digits > number.text && isalpha((unsigned char)digits[strspn(digits, " ")]);
    struct lt_range range =
        LT_BETWEEN(has_unit ? compared_unit(reader->program, expect) : "1", 0, INFINITY);
    expect->within = lt_schema_quantity(reader, &number, &range).value;
    expect->absolute = abs || has_unit;
}

bool lt_parse_stages_find(struct lt_reader *reader, const struct lt_node *node, long *stage) {
    const struct lt_program *program = reader->program;
    if (!lt_schema_is(reader, node, LT_SCALAR, "the name of a stage"))
        return false;
    const char **names = lt_arena_get(program->arena, (program->n_stages + 1) * sizeof *names);
    for (size_t i = 0; i < program->n_stages; i++) {
        names[i] = program->stages[i].name;
        if (strcmp(names[i], node->text) == 0) {
            *stage = (long)i;
            return true;
        }
    }
    lt_schema_unknown(reader, node->mark, "stage", node->text, names, program->n_stages);
    return false;
}

static void read_expect_stage(struct lt_reader *reader, const struct lt_node *node,
                              const struct lt_key *key, void *field) {
    (void)key;
    struct lt_expect *expect = field;
    lt_parse_stages_find(reader, node, &expect->stage);
}

static void read_expect_curve(struct lt_reader *reader, const struct lt_node *node,
                              const struct lt_key *key, void *field) {
    (void)key;
    struct lt_expect *expect = field;
    if (lt_parse_record_column(reader, node, &expect->y_column))
        expect->curve = node->text;
}

static void read_expect_over(struct lt_reader *reader, const struct lt_node *node,
                             const struct lt_key *key, void *field) {
    (void)key;
    struct lt_expect *expect = field;
    if (lt_parse_record_column(reader, node, &expect->x_column))
        expect->over = node->text;
}

static const struct lt_key that_keys[] = {{.name = "that", .read = read_that},
                                          {.name = "is", .read = read_is},
                                          {.name = "within", .read = read_within},
                                          {.name = "stage", .read = read_expect_stage},
                                          {.name = NULL}};
static const struct lt_key always_keys[] = {{.name = "always", .read = read_that},
                                            {.name = "is", .read = read_is},
                                            {.name = "within", .read = read_within},
                                            {.name = "stage", .read = read_expect_stage},
                                            {.name = NULL}};
static const struct lt_key curve_keys[] = {
    {.name = "curve", .read = read_expect_curve},
    {.name = "over", .read = read_expect_over, .required = true},
    {.name = "file",
     .read = lt_schema_path,
     .offset = offsetof(struct lt_expect, file),
     .required = true},
    {.name = "within", .read = read_within, .required = true},
    {.name = NULL}};
static const struct lt_key fails_keys[] = {
    {.name = "fails", .read = lt_schema_text, .offset = offsetof(struct lt_expect, text)},
    {.name = NULL}};

/* The first key of its table tells what an expectation is. */
static const struct lt_key *const expect_forms[] = {
    [LT_EXPECT_THAT] = that_keys,
    [LT_EXPECT_ALWAYS] = always_keys,
    [LT_EXPECT_CURVE] = curve_keys,
    [LT_EXPECT_FAILS] = fails_keys,
};
enum { N_FORMS = sizeof expect_forms / sizeof expect_forms[0] };

static void check_sides(struct lt_reader *reader, const struct lt_expect *expect,
                        const struct lt_node *is, const struct lt_node *within) {
    bool condition = expect->that->kind == LT_FORMULA_CONDITION;
    if (!condition && !is)
        lt_errors_add(reader->errors, expect->mark,
                      "'%s' is a number: write 'is' and 'within' beside it", expect->that->text);
    else if (!condition && !within)
        lt_errors_add(reader->errors, expect->mark, "missing key 'within': it has no default");
    else if (condition && (is || within))
        lt_errors_add(reader->errors, is ? is->key_mark : within->key_mark,
                      "'%s' is a condition: it has no '%s'", expect->that->text,
                      is ? "is" : "within");
}

/* The reference of a curve must be there before a run has taken its time. */
static void check_reference(struct lt_reader *reader, const struct lt_node *node,
                            const struct lt_expect *expect) {
    const char *const columns[] = {expect->over, expect->curve};
    struct lt_mark mark = lt_tree_child(node, "file")->mark;
    struct lt_csv *csv = lt_parse_series_table(reader, expect->file, mark);
    for (int i = 0; csv && i < 2; i++)
        if (lt_csv_column(csv, columns[i]) < 0)
            lt_errors_add(reader->errors, mark, "'%s' has no column '%s'", expect->file,
                          columns[i]);
    lt_csv_free(csv);
}

/* "" if it cannot be told, for want of a part that is wrong. */
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

static void read_expect(struct lt_reader *reader, const struct lt_node *node,
                        struct lt_expect *expect) {
    if (!lt_schema_is(reader, node, LT_MAP, "a map"))
        return;
    size_t form = 0;
    while (form < N_FORMS && !lt_tree_child(node, expect_forms[form]->name))
        form++;
    if (form == N_FORMS) {
        lt_errors_add(reader->errors, node->mark,
                      "expected a key 'that', 'always', 'curve' or 'fails'");
        return;
    }
    expect->kind = (enum lt_expect_kind)form;
    expect->mark = node->mark;
    expect->stage = -1;
    size_t failures = reader->errors->failures;
    lt_schema_map(reader, node, expect_forms[form], expect);
    bool known = expect->curve && expect->over; /* not without a law */
    if (known && reader->errors->failures == failures)
        check_reference(reader, node, expect);
    if (expect->that)
        check_sides(reader, expect, lt_tree_child(node, "is"), lt_tree_child(node, "within"));
    if (expect->kind != LT_EXPECT_FAILS)
        expect->text = expect_text(reader, node, expect);
    expect->unit = expect->that || expect->curve ? compared_unit(reader->program, expect) : "";
}

void lt_parse_expect(struct lt_reader *reader, const struct lt_node *node, const struct lt_key *key,
                     void *field) {
    (void)key;
    struct lt_program *program = field;
    if (!lt_schema_is(reader, node, LT_LIST, "a list of expectations"))
        return;
    program->expects = lt_arena_get(program->arena, (node->count + 1) * sizeof *program->expects);
    for (const struct lt_node *child = node->first; child; child = child->next)
        read_expect(reader, child, &program->expects[program->n_expects++]);
}

/* ---- calibrate ------------------------------------------------------------------------- */

struct lt_range lt_parse_calibrate_range(const struct lt_program *program,
                                         const struct lt_name *target) {
    for (const struct lt_hidden *hidden = program->hidden; hidden; hidden = hidden->next)
        if (strcmp(hidden->swept->let, target->name) == 0)
            return hidden->swept->range;
    if (target->kind == LT_NAME_LET)
        return (struct lt_range)LT_ANY("");
    const struct lt_field *field = &program->law->params[target->slot - program->names->params];
    return (struct lt_range)LT_BETWEEN(field->unit, field->min, field->max);
}

static void read_vary_bounds(struct lt_reader *reader, const struct lt_node *node,
                             struct lt_vary *vary) {
    struct lt_range range = lt_parse_calibrate_range(reader->program, vary->target);
    size_t failures = reader->errors->failures;
    if (!lt_schema_list(reader, node, 2))
        return;
    vary->bounded = true;
    vary->lo = lt_schema_quantity(reader, lt_tree_item(node, 0), &range).value;
    vary->hi = lt_schema_quantity(reader, lt_tree_item(node, 1), &range).value;
    if (reader->lets_known && reader->errors->failures == failures && !(vary->lo < vary->hi))
        lt_errors_add(reader->errors, node->mark, "the lower bound must be below the upper one");
}

const struct lt_name *lt_parse_calibrate_varied(struct lt_reader *reader, struct lt_mark mark,
                                                const char *text) {
    const struct lt_program *program = reader->program;
    struct lt_names names = lt_names_in(program->names, LT_SCOPE_PARAM);
    const struct lt_swept *swept = lt_parse_paths_find(program, text);
    const struct lt_name *name =
        lt_names_find(&names, swept ? swept->let : lt_parse_paths_plain(text));
    bool param = name && name->kind == LT_NAME_PARAM;
    if ((!program->law && !name) || (!name && lt_parse_paths_is_path(lt_parse_paths_plain(text))))
        return NULL; /* told before */
    if (swept && !swept->range.unit) {
        if (reader->errors->failures == 0)
            lt_errors_add(reader->errors, mark, "'%s' is no number that can be varied", text);
        return NULL;
    }
    if (!param && !(name && name->kind == LT_NAME_LET))
        lt_schema_unknown_name(reader, mark, "parameter or let", text, LT_SCOPE_PARAM);
    else if (param && program->law->params[name->slot - program->names->params].choices)
        lt_errors_add(reader->errors, mark, "'%s' is a choice and cannot be varied", text);
    else if (lt_program_decides(program, name))
        lt_errors_add(reader->errors, mark, LT_PROGRAM_DECIDED, text,
                      lt_program_decides(program, name));
    else
        return name;
    return NULL;
}

struct lt_vary *lt_parse_calibrate_vary(struct lt_reader *reader, const struct lt_node *node,
                                        size_t *count) {
    bool list = node->kind == LT_LIST;
    *count = 0;
    if (!list && !lt_schema_is(reader, node, LT_MAP, "a map such as {kn: [1e4, 1e6]}"))
        return NULL;
    struct lt_vary *all = lt_arena_get(reader->program->arena, (node->count + 1) * sizeof *all);
    for (const struct lt_node *child = node->first; child; child = child->next) {
        if (list && !lt_schema_is(reader, child, LT_SCALAR, "a name"))
            continue;
        struct lt_vary *vary = &all[(*count)++];
        vary->name = list ? child->text : child->key;
        vary->mark = list ? child->mark : child->key_mark;
        vary->target = lt_parse_calibrate_varied(reader, vary->mark, vary->name);
        const struct lt_swept *swept = lt_parse_paths_find(reader->program, vary->name);
        vary->unit = swept ? swept->range.unit : NULL;
        bool empty = child->kind == LT_SCALAR && !*child->text;
        if (vary->target && !list && !empty)
            read_vary_bounds(reader, child, vary);
        else if (vary->target && lt_parse_paths_is_path(lt_parse_paths_plain(vary->name)) && !list)
            lt_errors_add(reader->errors, child->mark, "'%s' needs a range: {%s: [LO, HI]}",
                          vary->name, vary->name);
    }
    return all;
}

/* Without bounds they are looked for. */
static void read_calibrate_vary(struct lt_reader *reader, const struct lt_node *node,
                                const struct lt_key *key, void *field) {
    (void)key;
    struct lt_program *program = field;
    program->vary = lt_parse_calibrate_vary(reader, node, &program->n_vary);
}

/* {e_n: 0.80 +- 0.02} is a number and how far it may be off. */
static struct lt_number read_wanted(struct lt_reader *reader, const struct lt_node *node,
                                    const struct lt_range *range, double *uncertainty) {
    struct lt_node alone = *node;
    if (node->kind == LT_SCALAR) {
        const char *why = lt_goal_uncertain(node->text, range->unit[0] ? range->unit : "1",
                                            &alone.text, uncertainty, reader->program->arena);
        if (why)
            lt_errors_add(reader->errors, node->mark, "%s", why);
    }
    return lt_schema_quantity(reader, *uncertainty > 0 ? &alone : node, range);
}

static void read_to(struct lt_reader *reader, const struct lt_node *node, const struct lt_key *key,
                    void *field) {
    (void)key;
    struct lt_program *program = field;
    if (!lt_schema_is(reader, node, LT_MAP, "a map such as {e_n: 0.5}"))
        return;
    struct lt_names names = lt_names_in(program->names, LT_SCOPE_END);
    program->targets = lt_arena_get(program->arena, (node->count + 1) * sizeof *program->targets);
    for (const struct lt_node *child = node->first; child; child = child->next) {
        struct lt_target *target = &program->targets[program->n_targets++];
        const struct lt_name *name = lt_names_find(&names, child->key);
        bool result = name && (name->kind <= LT_NAME_VIEW || name->kind == LT_NAME_RESULT ||
                               name->kind == LT_NAME_EXTREME);
        struct lt_range range = LT_ANY(result ? name->unit : "");
        target->name = child->key;
        target->mark = child->key_mark;
        target->result = name;
        target->value = read_wanted(reader, child, &range, &target->uncertainty);
        if (!result && program->law)
            lt_schema_unknown_name(reader, child->key_mark, "result", child->key, LT_SCOPE_END);
        if (!result)
            continue;
        lt_program_use(program, name, program->arena);
    }
}

static const struct lt_key calibrate_keys[] = {
    {.name = "vary", .read = read_calibrate_vary, .required = true},
    {.name = "to", .read = read_to, .required = true},
    {.name = "as_run", .read = lt_schema_flag, .offset = offsetof(struct lt_program, as_run)},
    {.name = NULL}};

void lt_parse_calibrate(struct lt_reader *reader, const struct lt_node *node,
                        const struct lt_key *key, void *program) {
    (void)key;
    lt_schema_map(reader, node, calibrate_keys, program);
}
