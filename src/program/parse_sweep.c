/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_sweep.c: the section sweep: factors, design, columns. */
#include "base/arena.h"
#include "base/memory.h"
#include "program/parse.h"
#include "program/vary.h"
#include "program/words.h"

#include <ctype.h>
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_POINTS = 1000000000,
    MOST_SHUFFLED = 10000000, /* numbers that lhs keeps, for each name */
    MOST_SOBOL = 40,
    MOST_BASE = 1 << 20
};

/* ---- Before the tree is read ---------------------------------------------------------------- */

/* The first number of an axis, which is a list, a range or a distribution; NULL: it has none. */
static const struct lt_node *first_value(const struct lt_node *axis, struct lt_arena *arena) {
    const struct lt_node *mean = lt_tree_child(axis, "mean");
    if (axis->kind != LT_SCALAR)
        return axis->kind == LT_LIST ? axis->first : mean ? mean : lt_tree_child(axis, "from");
    const char *text = strchr(axis->text, '(');
    struct lt_node *value = lt_arena_get(arena, sizeof *value);
    *value = *axis;
    value->text = text ? lt_arena_copy(arena, text + 1, strcspn(text + 1, ",)")) : "";
    return value;
}

/* Begins the sweep of a program, before it is read: adds numbers to the tree ROOT that the sweep
 * varies and the file does not give. */
void lt_parse_sweep_supply(struct lt_program *program, struct lt_node *root,
                           struct lt_errors *errors) {
    program->sweep = lt_arena_get(program->arena, sizeof *program->sweep);
    const struct lt_node *sweep = lt_tree_child(root, "sweep");
    const struct lt_node *over = sweep ? lt_tree_child(sweep, "over") : NULL;
    if (!sweep)
        lt_errors_add(errors, root->mark, "missing key 'sweep', which lists what to vary");
    for (const struct lt_node *axis = over && over->kind == LT_MAP ? over->first : NULL; axis;
         axis = axis->next)
        lt_vary_supply(program, root, axis->key, axis->key_mark, first_value(axis, program->arena),
                       errors);
}

/* ---- over ------------------------------------------------------------------------------ */

/* A factor being read. */
struct axis {
    struct lt_factor *factor;
    struct lt_range range;
    size_t n;
};

/* Reads a value of an axis, in SI units. */
static double read_axis_value(struct lt_reader *reader, const struct lt_node *node,
                              const struct axis *axis) {
    return lt_schema_quantity(reader, node, &axis->range).value;
}

/* Reads the first end of a range, or the mean of a normal distribution, in the unit of the
 * swept quantity. FIELD: the axis. */
static void read_lo(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct axis *axis = field;
    struct lt_distribution *spread = &axis->factor->spread;
    *(spread->kind == LT_NORMAL ? &spread->mean : &spread->lo) =
        read_axis_value(reader, node, axis);
}

/* Reads the second end of a range, in the unit of the swept quantity; it may be below the
 * first. FIELD: the axis. */
static void read_hi(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct axis *axis = field;
    axis->factor->spread.hi = read_axis_value(reader, node, axis);
}

/* Reads the standard deviation of a normal distribution, above 0, in the unit of the swept
 * quantity. FIELD: the axis. */
static void read_sd(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct axis *axis = field;
    struct lt_range range = LT_POSITIVE(axis->range.unit);
    axis->factor->spread.sd = lt_schema_quantity(reader, node, &range).value;
}

/* Reads the scale of a range, linear or logarithmic. FIELD: the axis. */
static void read_scale(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct axis *axis = field;
    if (lt_schema_word(reader, node, lt_words_scale) == 1)
        axis->factor->spread.kind = LT_LOG_UNIFORM;
}

static const struct lt_key list_keys[] = {
    {"[]", LT_VALUE_NUMBER, .range = LT_ANY(""), .doc = "a value, or a word of a choice"}, {0}};
static const struct lt_key range_keys[] = {
    {"from", LT_VALUE_NUMBER, .range = LT_ANY(""), .read = read_lo, .required = true,
     .doc = "lowest value"},
    {"to", LT_VALUE_NUMBER, .range = LT_ANY(""), .read = read_hi, .required = true,
     .doc = "highest value"},
    {"n", LT_VALUE_COUNT, LT_FIELD(struct axis, n), .range = LT_COUNT(1e6),
     .doc = "number of values, for the designs grid and list"},
    {"scale", LT_VALUE_WORD, .read = read_scale, .words = lt_words_scale,
     .doc = "log: equal ratios"},
    {0}};
static const struct lt_key normal_keys[] = {
    {"mean", LT_VALUE_NUMBER, .range = LT_ANY(""), .read = read_lo, .required = true,
     .doc = "of a normal distribution"},
    {"sd", LT_VALUE_NUMBER, .range = LT_POSITIVE(""), .read = read_sd, .required = true,
     .doc = "its standard deviation"},
    {0}};

/* Divides a range into N values, which include both ends. */
static void divide_range(struct lt_distribution *range, size_t n, struct lt_arena *arena) {
    double *values = lt_arena_get(arena, n * sizeof *values);
    for (size_t i = 0; i < n; i++)
        values[i] = lt_distribution_quantile(range, n > 1 ? (double)i / (double)(n - 1) : 0);
    if (n > 1)
        values[n - 1] = range->hi;
    range->values = values;
    range->n_values = n;
}

/* Divides a range into whole numbers; values within rounding of one, 1e-12 of it, are set to it.
 * Others are reported. */
static void divide_whole(struct lt_reader *reader, const struct lt_node *node, struct axis *axis) {
    struct lt_distribution *spread = &axis->factor->spread;
    divide_range(spread, axis->n, reader->program->arena);
    for (size_t i = 0; i < spread->n_values; i++) {
        double *value = &spread->values[i], whole = round(*value);
        if (fabs(*value - whole) <= 1e-12 * fabs(whole))
            *value = whole;
        if (!lt_schema_in_range(reader, node, &axis->range, *value))
            return;
    }
}

/* Reports that WHAT, such as a distribution, needs a design that draws its points. */
void lt_parse_sweep_refuse_design(struct lt_reader *reader, struct lt_mark mark, const char *what) {
    lt_errors_add(reader->errors, mark, "%s needs the design random, lhs, sobol or sensitivity",
                  what);
}

/* Reads an axis that is a range or a normal distribution; designs of listed points need the number
 * of values. */
static void read_range(struct lt_reader *reader, const struct lt_node *node, struct axis *axis,
                       enum lt_design_kind design) {
    struct lt_distribution *spread = &axis->factor->spread;
    bool counted = lt_design_kind_is_counted(design);
    size_t failures = reader->errors->failures;
    bool normal = lt_tree_child(node, "mean") || lt_tree_child(node, "sd");
    spread->kind = normal ? LT_NORMAL : LT_UNIFORM;
    lt_schema_map(reader, node, normal ? normal_keys : range_keys, axis);
    if (reader->errors->failures != failures)
        return;
    /* A whole number is drawn as such, except by a design that lists its values. */
    bool whole = axis->range.whole;
    spread->whole = whole && !counted;
    /* Choices are all words from lo to hi. */
    if (counted && axis->n == 0 && axis->range.choice)
        axis->n = (size_t)fabs(spread->hi - spread->lo) + 1;
    if (normal ? whole : spread->whole && spread->kind == LT_LOG_UNIFORM)
        lt_errors_add(reader->errors, node->mark, "%s",
                      lt_parse_distribution_not_whole(&axis->range, reader->program->arena));
    else if (normal && counted)
        lt_parse_sweep_refuse_design(reader, node->mark, "{mean, sd}");
    else if (counted && axis->n == 0)
        lt_errors_add(reader->errors, node->mark,
                      "missing key 'n', the number of values; write 'n: 11', say");
    else if (!normal && spread->lo == spread->hi)
        lt_errors_add(reader->errors, node->mark, "the range has no width");
    else if (spread->kind == LT_LOG_UNIFORM && !(spread->lo > 0 && spread->hi > 0))
        lt_errors_add(reader->errors, node->mark, "a range with 'scale: log' must be positive");
    else if (counted && !lt_memory_fits((double)(axis->n * sizeof *spread->values)))
        lt_errors_lack(reader->errors, node->mark, (double)(axis->n * sizeof *spread->values));
    else if (counted)
        whole ? divide_whole(reader, node, axis)
              : divide_range(spread, axis->n, reader->program->arena);
    else if (axis->n > 0)
        lt_errors_note(reader->errors, lt_tree_child(node, "n")->key_mark,
                       "'n' of a range has no effect on this design");
}

/* Reads an axis that is a list of values. */
static void read_axis_list(struct lt_reader *reader, const struct lt_node *node,
                           struct axis *axis) {
    struct lt_distribution *spread = &axis->factor->spread;
    spread->values = lt_arena_get(reader->program->arena, (node->count + 1) * sizeof(double));
    for (const struct lt_node *item = node->first; item; item = item->next)
        spread->values[spread->n_values++] = read_axis_value(reader, item, axis);
    if (!node->first)
        lt_errors_add(reader->errors, node->mark, "expected at least one value");
}

/* The distribution of the let that a factor is; NULL: it has none. */
static const struct lt_distribution *let_spread(const struct lt_program *program,
                                                const struct lt_factor *factor) {
    bool let = factor->target->kind == LT_NAME_LET;
    return let ? program->spreads[factor->target->slot - program->names->lets] : NULL;
}

/* Reads the values or the distribution of an axis; an empty one stands for the let's own
 * distribution. */
static void read_spread(struct lt_reader *reader, const struct lt_node *node, struct axis *axis,
                        enum lt_design_kind design) {
    bool own = node->kind == LT_SCALAR && !*node->text;
    const struct lt_distribution *let = let_spread(reader->program, axis->factor), *spread = NULL;
    if (own && !let)
        lt_errors_add(reader->errors, node->key_mark, "'%s' has no distribution of its own",
                      node->key);
    else if (own)
        spread = let;
    else if (!lt_parse_distribution_given(node))
        lt_errors_add(reader->errors, node->mark,
                      "expected a list of values, {from, to, n}, or a distribution such as "
                      "normal(5 mm, 0.1 mm), found '%s'",
                      node->text);
    else
        spread = lt_parse_distribution(reader, node, &axis->range);
    if (spread)
        axis->factor->spread = *spread;
    if (spread && spread->kind != LT_SAMPLES && lt_design_kind_is_counted(design))
        lt_parse_sweep_refuse_design(reader, own ? node->key_mark : node->mark,
                                     lt_distribution_words[spread->kind]);
}

/* The name of a swept number in formulas and in the table: "stages[0].values[0]" becomes
 * stages_0_values_0, vn becomes swept_vn, with "_" added while that is taken. */
static const char *name_factor(struct lt_reader *reader, const struct lt_place *place) {
    struct lt_arena *arena = reader->program->arena;
    struct lt_names *names = reader->program->names, all = lt_names_in(names, LT_SCOPE_END);
    const char *path =
        lt_arena_print(arena, "%s%s", place->imposed ? "swept_" : "", place->name.name);
    char *name = lt_arena_copy(arena, path, strlen(path)), *to = name;
    for (const char *from = path; *from; from++)
        if (isalnum((unsigned char)*from) || *from == '_')
            *to++ = *from;
        else if (to > name && to[-1] != '_' && from[1])
            *to++ = '_';
    *to = '\0';
    while (lt_names_find(&all, name))
        name = lt_arena_print(arena, "%s_", name);
    names->swept[names->n_swept] = place->name;
    names->swept[names->n_swept++].name = name;
    return name;
}

/* The path of an earlier factor that varies the same number; NULL: there is none. */
static const char *swept_as(const struct lt_sweep *sweep, const struct lt_name *name) {
    for (size_t i = 0; i < sweep->n_factors; i++)
        if (lt_vary_is_same(sweep->factors[i].target, name))
            return sweep->factors[i].path;
    return NULL;
}

/* Finds the number that a factor varies, with its range, and fills axis->factor. Returns false
 * if there is none, or it is swept already, which has been reported. */
static bool aim_axis(struct lt_reader *reader, const struct lt_node *node, struct axis *axis) {
    const struct lt_sweep *sweep = reader->program->sweep;
    struct lt_varied varied = lt_vary_find(reader->program, node->key, reader->program->arena);
    if (varied.why && !(varied.unread && reader->errors->failures > 0))
        lt_errors_add(reader->errors, node->key_mark, "%s", varied.why);
    if (!varied.name)
        return false;
    if (swept_as(sweep, varied.name)) {
        lt_errors_add(reader->errors, node->key_mark, "'%s' is already swept as '%s'", node->key,
                      swept_as(sweep, varied.name));
        return false;
    }
    const struct lt_place *place = lt_vary_place(varied.name);
    const char *name = place ? name_factor(reader, place) : varied.name->name;
    axis->range = varied.range;
    *axis->factor =
        (struct lt_factor){.name = place && place->imposed ? place->name.name : name,
                           .path = node->key,
                           .unit = axis->range.unit,
                           .target = varied.name,
                           .choices = axis->range.choice ? axis->range.choice->choices : NULL,
                           .mark = node->key_mark};
    if (lt_vary_is_defined(reader->program, varied.name))
        lt_errors_note(reader->errors, node->key_mark, "-D %s is ignored: the sweep varies it",
                       node->key);
    return true;
}

/* Reads the axes of a sweep, each of which becomes a factor. FIELD: the sweep. */
static void read_axes(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_sweep *sweep = field;
    if (!lt_schema_is(reader, node, LT_MAP, "a map such as {kn: [1e4, 1e5]}"))
        return;
    if (!node->first)
        lt_errors_add(reader->errors, node->mark, "expected at least one name to vary");
    sweep->factors =
        lt_arena_get(reader->program->arena, (node->count + 1) * sizeof(struct lt_factor));
    reader->program->names->swept =
        lt_arena_get(reader->program->arena, node->count * sizeof(struct lt_name));
    for (const struct lt_node *child = node->first; child; child = child->next) {
        struct axis axis = {.factor = &sweep->factors[sweep->n_factors]};
        if (!aim_axis(reader, child, &axis))
            continue;
        sweep->n_factors++;
        if (child->kind == LT_LIST)
            read_axis_list(reader, child, &axis);
        else if (child->kind == LT_MAP && !lt_parse_distribution_given(child))
            read_range(reader, child, &axis, sweep->design);
        else
            read_spread(reader, child, &axis, sweep->design);
    }
}

/* Makes factors of all lets with a distribution, if there is no 'over'. */
static void take_lets(struct lt_reader *reader, const struct lt_node *node,
                      struct lt_sweep *sweep) {
    const struct lt_program *program = reader->program;
    const struct lt_name *names = lt_names_lets(program->names);
    sweep->factors = lt_arena_get(program->arena, (program->n_lets + 1) * sizeof *sweep->factors);
    for (size_t i = 0; i < program->n_lets; i++) {
        if (!program->spreads[i])
            continue;
        sweep->factors[sweep->n_factors++] = (struct lt_factor){.name = names[i].name,
                                                                .path = names[i].name,
                                                                .unit = names[i].unit,
                                                                .target = &names[i],
                                                                .spread = *program->spreads[i],
                                                                .mark = program->lets[i].mark};
        if (program->spreads[i]->kind != LT_SAMPLES && lt_design_kind_is_counted(sweep->design))
            lt_parse_sweep_refuse_design(reader, program->lets[i].mark,
                                         lt_distribution_words[program->spreads[i]->kind]);
    }
    if (!sweep->n_factors)
        lt_errors_add(reader->errors, node->mark,
                      "missing key 'over': it may be left out only where a let has a distribution, "
                      "such as normal(5 mm, 0.1 mm)");
}

/* ---- How many points ------------------------------------------------------------------- */

/* Sets the number of points of a grid: the product of the numbers of values. */
static void count_grid(struct lt_reader *reader, const struct lt_node *node,
                       struct lt_sweep *sweep) {
    double points = 1;
    for (size_t i = 0; i < sweep->n_factors; i++)
        points *= (double)sweep->factors[i].spread.n_values;
    if (points > MOST_POINTS)
        lt_errors_add(reader->errors, node->mark, "a grid of %.4g points; at most %d are possible",
                      points, MOST_POINTS);
    else
        sweep->points = (size_t)points;
}

/* Sets the number of points of a list, whose factors must have as many values each. */
static void count_list(struct lt_reader *reader, struct lt_sweep *sweep) {
    const struct lt_factor *first = &sweep->factors[0];
    for (size_t i = 1; i < sweep->n_factors; i++)
        if (sweep->factors[i].spread.n_values != first->spread.n_values)
            lt_errors_add(reader->errors, sweep->factors[i].mark,
                          "'design: list' walks all values together: %s has %zu values, %s %zu",
                          sweep->factors[i].path, sweep->factors[i].spread.n_values, first->path,
                          first->spread.n_values);
    sweep->points = first->spread.n_values;
}

/* Sorts the values of each factor, so that an index is a quantile. */
static void sort_values(struct lt_sweep *sweep) {
    for (size_t i = 0; i < sweep->n_factors; i++)
        if (sweep->factors[i].spread.n_values > 0)
            gsl_sort(sweep->factors[i].spread.values, 1, sweep->factors[i].spread.n_values);
}

/* Sets the number of points of a sensitivity analysis: k + 2 for each of n base points, with k
 * factors. */
static void count_base(struct lt_reader *reader, const struct lt_node *n, struct lt_sweep *sweep) {
    sweep->base = sweep->points;
    sweep->points *= sweep->n_factors + 2;
    if (n && sweep->base > MOST_BASE)
        lt_errors_add(reader->errors, n->mark,
                      "'n' of the design sensitivity must be at most %d, is %zu", MOST_BASE,
                      sweep->base);
    else if (n && (sweep->base & (sweep->base - 1)) != 0)
        lt_errors_note(reader->errors, n->mark,
                       "Sobol's sequence is balanced only for a power of two; 'n' is %zu",
                       sweep->base);
}

/* Sets the number of points of a design, and reports n or a seed that is missing or has no
 * effect. */
static void count_points(struct lt_reader *reader, const struct lt_node *node,
                         struct lt_sweep *sweep) {
    const struct lt_node *n = lt_tree_child(node, "n"), *seed = lt_tree_child(node, "seed"),
                         *over = lt_tree_child(node, "over");
    bool sampled = sweep->design >= LT_DESIGN_RANDOM,
         drawn = lt_design_kind_is_seeded(sweep->design),
         indices = sweep->design == LT_DESIGN_SENSITIVITY;
    /* Sensitivity needs two of Sobol's dimensions for each factor, one for A and one for B. */
    size_t most = indices ? MOST_SOBOL / 2 : MOST_SOBOL;
    if (sampled && !n)
        lt_errors_add(reader->errors, node->mark, "missing key 'n': the number of points");
    if (!sampled && n)
        lt_errors_note(reader->errors, n->key_mark,
                       "'n' has an effect only on the designs random, lhs, sobol and sensitivity");
    if (!drawn && seed)
        lt_errors_note(reader->errors, seed->key_mark,
                       "'seed' has an effect only on the designs random, lhs and sensitivity");
    if ((sweep->design == LT_DESIGN_SOBOL || indices) && sweep->n_factors > most)
        lt_errors_add(reader->errors, (over ? over : node)->mark,
                      "the design %s has %zu names, but Sobol's sequence allows at most %zu",
                      lt_design_words[sweep->design], sweep->n_factors, most);
    if (indices)
        count_base(reader, n, sweep);
    if (n && sweep->design == LT_DESIGN_LHS && sweep->points > MOST_SHUFFLED &&
        sweep->points <= MOST_POINTS)
        lt_errors_add(reader->errors, n->mark,
                      "'n' of the design lhs must be at most %d, which it shuffles, is %zu; random "
                      "and sobol may have more",
                      MOST_SHUFFLED, sweep->points);
    if (sweep->design == LT_DESIGN_GRID)
        count_grid(reader, over ? over : node, sweep);
    else if (sweep->design == LT_DESIGN_LIST)
        count_list(reader, sweep);
    else
        sort_values(sweep);
}

/* ---- The columns ----------------------------------------------------------------------- */

/* The index of a column of a sweep's table; -1: there is none. */
static long cell_named(const struct lt_sweep *sweep, const char *name) {
    for (size_t i = 0; i < sweep->n_cells; i++)
        if (strcmp(sweep->cells[i].name, name) == 0)
            return (long)i;
    return -1;
}

/* Adds a column to the table, and reports a second one of the same name. */
static void add_cell(struct lt_reader *reader, struct lt_mark mark, struct lt_cell cell) {
    struct lt_sweep *sweep = reader->program->sweep;
    if (cell_named(sweep, cell.name) >= 0)
        lt_errors_add(reader->errors, mark, "column '%s' is there twice", cell.name);
    else
        sweep->cells[sweep->n_cells++] = cell;
}

/* Adds the last value of a recorded formula as a result: "push_end" of {push: formula}. False if
 * TEXT is no such name. */
static bool add_end_of_column(struct lt_reader *reader, struct lt_mark mark, const char *text) {
    const struct lt_program *program = reader->program;
    size_t length = strlen(text);
    for (size_t i = 0; i < program->n_columns; i++) {
        const struct lt_column *column = &program->columns[i];
        size_t own = strlen(column->name);
        if (!column->formula || column->hidden || length != own + 4 ||
            strncmp(text, column->name, own) != 0 || strcmp(text + own, "_end") != 0)
            continue;
        add_cell(reader, mark,
                 (struct lt_cell){.name = text,
                                  .unit = lt_parse_record_unit(column->formula),
                                  .kind = LT_CELL_RESULT,
                                  .formula = column->formula});
        return true;
    }
    return false;
}

/* Adds a result by its name as a column of the table. */
static void add_named_cell(struct lt_reader *reader, struct lt_mark mark, const char *text) {
    struct lt_names names = lt_names_in(reader->program->names, LT_SCOPE_END);
    const struct lt_name *name = lt_names_find(&names, text);
    if (!name && add_end_of_column(reader, mark, text))
        return;
    if (!name && strpbrk(text, "+-*/^(<>= "))
        lt_errors_add(reader->errors, mark, "a formula needs a name for its column: {name: %s}",
                      text);
    else if (!name && reader->program->law)
        lt_schema_unknown_name(reader, mark, "result", text, LT_SCOPE_END);
    if (!name)
        return;
    lt_program_use(reader->program, name, reader->program->arena);
    add_cell(
        reader, mark,
        (struct lt_cell){.name = text, .unit = name->unit, .kind = LT_CELL_RESULT, .source = name});
}

/* Reads a column of the table: a name, or {name: formula}. */
static void read_sweep_result(struct lt_reader *reader, const struct lt_node *node) {
    if (node->kind != LT_MAP) {
        if (lt_schema_is(reader, node, LT_SCALAR, "the name of a result or {name: formula}"))
            add_named_cell(reader, node->mark, node->text);
        return;
    }
    for (const struct lt_node *child = node->first; child; child = child->next) {
        struct lt_formula *formula =
            lt_schema_formula(reader, child, LT_FORMULA_NUMBER, LT_SCOPE_END);
        if (lt_schema_new_name(reader, child))
            add_cell(reader, child->key_mark,
                     (struct lt_cell){.name = child->key,
                                      .unit = lt_parse_record_unit(formula),
                                      .kind = LT_CELL_RESULT,
                                      .formula = formula});
    }
}

/* The number of columns that the list of results has; maps have several. */
static size_t count_results(const struct lt_node *results) {
    size_t count = 0;
    for (const struct lt_node *item = results ? results->first : NULL; item; item = item->next)
        count += item->kind == LT_MAP ? item->count : 1;
    return count;
}

/* Adds the columns of a calibration at each point: the parameters found and the targets
 * achieved. */
static void add_calibration(struct lt_reader *reader, const struct lt_node *flag) {
    const struct lt_program *program = reader->program;
    struct lt_arena *arena = program->arena;
    size_t n = program->n_vary;
    /* As many equations as unknowns. */
    if (n == 0 || n != program->n_targets || n > LT_UNKNOWNS) {
        lt_errors_add(reader->errors, flag->mark,
                      "'calibrate: true' needs a section calibrate with a target for each "
                      "parameter, at most %d; it has %zu parameter%s and %zu target%s",
                      LT_UNKNOWNS, n, n == 1 ? "" : "s", program->n_targets,
                      program->n_targets == 1 ? "" : "s");
        return;
    }
    for (size_t k = 0; k < n; k++) {
        const struct lt_vary *vary = &program->vary[k];
        const char *unit = vary->target ? vary->target->unit : "";
        const char *swept = vary->target ? swept_as(program->sweep, vary->target) : NULL;
        if (swept) {
            lt_errors_add(reader->errors, vary->mark,
                          "'%s' is swept as '%s' and cannot be an unknown as well", vary->name,
                          swept);
            continue;
        }
        add_cell(
            reader, flag->key_mark,
            (struct lt_cell){.name = vary->name, .unit = unit, .kind = LT_CELL_FOUND, .index = k});
    }
    for (size_t k = 0; k < n; k++) {
        const struct lt_target *target = &program->targets[k];
        const char *unit = target->result ? target->result->unit : "";
        add_cell(reader, flag->key_mark,
                 (struct lt_cell){.name = lt_arena_print(arena, "%s_achieved", target->name),
                                  .unit = unit,
                                  .kind = LT_CELL_ACHIEVED,
                                  .index = k});
    }
}

/* Makes the columns of the table: factors, calibrated parameters, results, and last the flag of a
 * failure. */
static void read_cells(struct lt_reader *reader, const struct lt_node *node,
                       struct lt_sweep *sweep) {
    const struct lt_node *results = lt_tree_child(node, "results");
    const struct lt_names *names = reader->program->names;
    if (results && !lt_schema_is(reader, results, LT_LIST, "a list of results"))
        return;
    size_t room =
        sweep->n_factors + 2 * LT_UNKNOWNS + 1 + (results ? count_results(results) : names->count);
    sweep->cells = lt_arena_get(reader->program->arena, room * sizeof *sweep->cells);
    for (size_t i = 0; i < sweep->n_factors; i++)
        add_cell(reader, sweep->factors[i].mark,
                 (struct lt_cell){.name = sweep->factors[i].name, .unit = sweep->factors[i].unit});
    if (sweep->calibrate)
        add_calibration(reader, lt_tree_child(node, "calibrate"));
    for (const struct lt_node *item = results ? results->first : NULL; item; item = item->next)
        read_sweep_result(reader, item);
    for (size_t i = 0; !results && i < names->count; i++)
        if (names->list[i].kind == LT_NAME_RESULT)
            add_named_cell(reader, node->mark, names->list[i].name);
    add_cell(reader, node->mark,
             (struct lt_cell){.name = "failed", .unit = "1", .kind = LT_CELL_FAILED});
}

/* ---- The whole ------------------------------------------------------------------------- */

static const struct lt_key over_keys[] = {
    {"NAME", LT_VALUE_SPREAD,
     LT_FORMS(list_keys, range_keys, normal_keys, lt_parse_distribution_keys),
     .doc = "a parameter, a let, a velocity (vn ... wt) or a path (motion.dt): a list, a range, a "
            "distribution; empty: the let's own distribution"},
    {0}};
static const struct lt_key result_keys[] = {
    {"NAME", LT_VALUE_FORMULA, .scope = LT_SCOPE_END, .doc = "a column of your own: its value"},
    {0}};
static const struct lt_key results_keys[] = {
    {"[]", LT_VALUE_NAME, LT_FORMS(result_keys),
     .doc = "a result, constant, parameter, column's end or extreme; or {name: formula}"},
    {0}};

/* Results and plots come last: they name the columns. */
#define FIELD(name) LT_FIELD(struct lt_sweep, name)
const struct lt_key lt_parse_sweep_keys[] = {
    {"design", LT_VALUE_WORD, FIELD(design), .words = lt_design_words,
     .preset = "grid; without over lhs", .doc = "which points are run"},
    {"n", LT_VALUE_COUNT, FIELD(points), .range = LT_COUNT(MOST_POINTS),
     .doc = "number of points of random, lhs (at most 1e7) and sobol; sensitivity makes k + 2 of "
            "each, for k names"},
    {"seed", LT_VALUE_COUNT, FIELD(seed), .range = LT_COUNT(4294967295.0), .preset = "1",
     .doc = "seed of random, lhs and sensitivity"},
    {"over", LT_FORMS(over_keys), .read = read_axes, .preset = "every let with a distribution",
     .doc = "what is varied"},
    {"calibrate", LT_VALUE_FLAG, FIELD(calibrate), .preset = "false",
     .doc = "solve the section calibrate at each point and run with its solution"},
    {"results", LT_FORMS(results_keys), .preset = "every result", .doc = "columns of the table"},
    {"plots", LT_FORMS(lt_parse_sweep_plots_keys), .doc = "figures of the table"},
    {0}};
#undef FIELD

/* Reads the section sweep. Without 'over' all lets with a distribution are varied, by default on a
 * Latin hypercube. */
void lt_parse_sweep(struct lt_reader *reader, const struct lt_node *node, void *program) {
    (void)program;
    struct lt_sweep *sweep = reader->program->sweep;
    size_t failures = reader->errors->failures;
    if (!sweep)
        return;
    lt_schema_preset(lt_parse_sweep_keys, sweep);
    bool over = lt_tree_child(node, "over");
    sweep->design = over ? LT_DESIGN_GRID : LT_DESIGN_LHS;
    if (!lt_schema_map(reader, node, lt_parse_sweep_keys, sweep))
        return;
    if (!over)
        take_lets(reader, node, sweep);
    if (!sweep->n_factors)
        return;
    if (reader->errors->failures == failures)
        count_points(reader, node, sweep);
    read_cells(reader, node, sweep);
    const struct lt_node *plots = lt_tree_child(node, "plots");
    if (plots)
        lt_parse_sweep_plots(reader, plots, sweep);
}
