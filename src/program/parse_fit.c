/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_fit.c: the section fit: measured data and the results compared with them. */
#include "base/arena.h"
#include "base/units.h"
#include "program/parse.h"
#include "program/vary.h"
#include "program/words.h"
#include "registry/laws.h"
#include "registry/parts.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* The name of the column of the data for an axis TEXT, if TEXT is a plain name, perhaps with a
 * minus; NULL: it is a formula, and the column must be given. */
static const char *data_column(const char *text) {
    for (const char *c = text + (*text == '-'); *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_')
            return NULL;
    return text;
}

/* ---- The run's side -------------------------------------------------------------------- */

/* Reads the abscissa of a curve to fit, a formula of recorded columns. FIELD: the data set. */
static void read_curve_x(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_fit_set *set = field;
    set->x_unit = lt_parse_record_unit(lt_parse_record_formula(reader, node, &set->x_column));
    set->x_text = node->text;
}

/* Reads the ordinate of a curve to fit, a formula of recorded columns. FIELD: the data set. */
static void read_curve_y(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_fit_set *set = field;
    set->y_unit = lt_parse_record_unit(lt_parse_record_formula(reader, node, &set->y_column));
    set->y_text = node->text;
}

/* Reads the stage to which a data set belongs, and records the column 'stage' to select its
 * rows. FIELD: the data set. */
static void read_set_stage(struct lt_reader *reader, const struct lt_node *node, void *field) {
    static const struct lt_node stage = {.kind = LT_SCALAR, .text = "stage"};
    struct lt_fit_set *set = field;
    if (lt_parse_stages_find(reader, node, &set->stage))
        lt_parse_record_formula(reader, &stage, &set->stage_column);
}

static const struct lt_key curve_keys[] = {
    {"x", LT_VALUE_FORMULA, .read = read_curve_x, .required = true,
     .doc = "abscissa of the run: a column or a formula"},
    {"y", LT_VALUE_FORMULA, .read = read_curve_y, .required = true, .doc = "ordinate: likewise"},
    {"stage", LT_VALUE_NAME, .read = read_set_stage, .preset = "all",
     .doc = "compare this stage only"},
    {0}};

/* Reads a data set that is compared with a curve of one run. FIELD: the data set. */
static void read_set_curve(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_fit_set *set = field;
    set->is_curve = true;
    set->stage = -1;
    lt_schema_map(reader, node, curve_keys, set);
}

/* Reads which parameter or let is x of a data set of results: each row is a run of its own.
 * FIELD: the data set. */
static void read_set_over(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_fit_set *set = field;
    if (!lt_schema_is(reader, node, LT_SCALAR, "the name of a parameter or let"))
        return;
    set->over = lt_parse_calibrate_unknown(reader, node->mark, node->text).name;
    set->x_text = node->text;
    set->x_unit = set->over ? set->over->unit : "";
}

/* Reads the result, a formula at the end of a run, that is y of a data set. FIELD: the data set. */
static void read_result_y(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_fit_set *set = field;
    set->result = lt_schema_formula(reader, node, LT_FORMULA_NUMBER, LT_SCOPE_END);
    set->y_text = node->text;
    set->y_unit = lt_parse_record_unit(set->result);
}

static const struct lt_key result_keys[] = {
    {"x", LT_VALUE_NAME, .read = read_set_over, .required = true,
     .doc = "a parameter, a let or a path: one run for each x of the data"},
    {"y", LT_VALUE_FORMULA, .read = read_result_y, .required = true,
     .doc = "a result, or a formula of results"},
    {0}};

/* Reads a data set in which each row is a result of one run. FIELD: the data set. */
static void read_set_result(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_fit_set *set = field;
    set->is_curve = false;
    lt_schema_map(reader, node, result_keys, set);
}

/* Reads {name: number}: parameters and lets that have other values in the runs for these data.
 * FIELD: the data set. */
static void read_with(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_fit_set *set = field;
    if (!lt_schema_is(reader, node, LT_MAP, "a map such as {speed: 0.5 m/s}"))
        return;
    set->n_with = 0;
    set->with = lt_arena_get(reader->program->arena, (node->count + 1) * sizeof *set->with);
    for (const struct lt_node *child = node->first; child; child = child->next) {
        struct lt_vary *with = &set->with[set->n_with++];
        with->name = child->key;
        with->mark = child->key_mark;
        struct lt_varied varied = lt_parse_calibrate_unknown(reader, child->key_mark, child->key);
        with->target = varied.name;
        if (with->target)
            with->lo = lt_schema_quantity(reader, child, &varied.range).value;
    }
}

/* ---- The data's side ------------------------------------------------------------------- */

/* Reads the standard deviation of the data: a number in the unit of y, or the name of a column.
 * FIELD: the data set. */
static void read_sigma(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_fit_set *set = field;
    double number;
    char why[400];
    if (!lt_schema_is(reader, node, LT_SCALAR, "a number or the name of a column"))
        return;
    set->sigma = NULL;
    set->sigma_all.given = false;
    if (lt_units_read(node->text, "", &number, why, sizeof why) == LT_QUANTITY_NOT_A_NUMBER) {
        set->sigma = node->text;
        return;
    }
    struct lt_range range = LT_POSITIVE(set->y_unit ? set->y_unit : "");
    set->sigma_all = lt_schema_quantity(reader, node, &range);
}

/* Reads the file of a data set. */
static void read_set_file(struct lt_reader *reader, const struct lt_node *node, void *field) {
    const char **path = field;
    if (lt_schema_is(reader, node, LT_SCALAR, "the name of a file"))
        *path = lt_schema_file(reader, node->text);
}

static const struct lt_key with_keys[] = {
    {"NAME", LT_VALUE_NUMBER, .range = LT_ANY(""), .doc = "its value in the runs of these data"},
    {0}};

/* Keys that all sets may share; each is read into the common set of the task. Sigma comes after
 * curve and result, which fix its unit. */
#define COMMON   LT_FIELD(struct lt_fit_task, common)
#define FIELD(f) LT_FIELD(struct lt_fit_task, common.f)
#define SET_KEYS                                                                                   \
    {"curve", COMMON, LT_FORMS(curve_keys), .read = read_set_curve,                                \
     .doc = "the data are points of this curve of one run"},                                       \
        {"result", COMMON, LT_FORMS(result_keys), .read = read_set_result,                         \
         .doc = "the data are a result over a parameter that varies from run to run"},             \
        {"x", LT_VALUE_NAME, FIELD(x), .preset = "as the run's side",                              \
         .doc = "column of the data; a leading minus changes its sign"},                           \
        {"y", LT_VALUE_NAME, FIELD(y), .preset = "as the run's side",                              \
         .doc = "column of the data; likewise"},                                                   \
        {"sigma",                                                                                  \
         LT_VALUE_NUMBER,                                                                          \
         COMMON,                                                                                   \
         .read = read_sigma,                                                                       \
         .range = LT_POSITIVE(""),                                                                 \
         .doc = "standard deviation of y: a number, or a column of the data"},                     \
        {"weights", LT_VALUE_NAME, FIELD(weights),                                                 \
         .doc = "column of weights, if only relative errors are known"},                           \
        {"with", COMMON, LT_FORMS(with_keys), .read = read_with,                                   \
         .doc = "numbers that differ in the runs for these data"},                                 \
        {"segments", LT_VALUE_TEXT, FIELD(segments), .preset = "turns if the run has them",        \
         .doc = "branches of a curve: turns of x, or a formula over columns of the data that "     \
                "changes where one begins"},                                                       \
        LT_TABLE_KEYS(struct lt_fit_task, common.how),

static const struct lt_key set_keys[] = {SET_KEYS{"file", LT_VALUE_FILE, FIELD(file),
                                                  .read = read_set_file, .required = true,
                                                  .doc = "table with the data"},
                                         {0}};
static const struct lt_key sets_keys[] = {
    {"[]", LT_FORMS(set_keys), .doc = "a data set; missing keys are taken from fit"}, {0}};

/* Completes a data set after its keys are read: columns of the data default to the names of the
 * run's, and missing or contradictory keys are reported. */
static void finish_set(struct lt_reader *reader, const struct lt_node *node,
                       struct lt_fit_set *set) {
    set->mark = node->mark;
    if (set->file)
        lt_parse_table_keep(reader, set->file, &set->how);
    if (!set->x_text || !set->y_text) {
        lt_errors_add(reader->errors, node->mark,
                      "expected curve: {x: ..., y: ...} or result: {x: ..., y: ...}");
        return;
    }
    if (!set->x)
        set->x = data_column(set->x_text);
    if (!set->y)
        set->y = data_column(set->y_text);
    if (!set->x || !set->y)
        lt_errors_add(reader->errors, node->mark,
                      "'%s' is a formula; name its column of the data: %c: ...",
                      set->x ? set->y_text : set->x_text, set->x ? 'y' : 'x');
    if (set->segments && !set->is_curve)
        lt_errors_add(reader->errors, node->mark, "segments are those of a curve");
    if (set->weights && (set->sigma || set->sigma_all.given))
        lt_errors_add(reader->errors, node->mark, "give either sigma or weights, not both");
}

/* Reads the data sets of a fit: one file, or a list, where each set inherits the common keys.
 * FIELD: the task of the fit. */
static void read_sets(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_fit_task *task = field;
    if (node->kind == LT_SCALAR) {
        read_set_file(reader, node, &task->common.file);
        return;
    }
    if (!lt_schema_is(reader, node, LT_LIST, "the name of a file, or a list of data sets"))
        return;
    task->sets = lt_arena_get(reader->program->arena, (node->count + 1) * sizeof *task->sets);
    for (const struct lt_node *child = node->first; child; child = child->next) {
        struct lt_fit_set *set = &task->sets[task->n_sets++];
        struct lt_fit_task own = {.common = task->common};
        bool read = lt_schema_map(reader, child, set_keys, &own);
        *set = own.common;
        if (!read)
            continue;
        finish_set(reader, child, set);
        /* The sum of squares of several sets has no meaning without their standard deviations. */
        if (node->count > 1 && !set->sigma && !set->sigma_all.given)
            lt_errors_add(
                reader->errors, child->mark,
                "with several data sets each needs sigma, which sets their relative weight");
    }
}

/* ---- Several laws ---------------------------------------------------------------------- */

/* The section law of an entry of fit.laws, which is a name, that section, or a map of law and
 * vary. */
static const struct lt_node *section_of(const struct lt_node *entry) {
    const struct lt_node *law = entry->kind == LT_MAP ? lt_tree_child(entry, "law") : NULL;
    return law ? law : entry;
}

/* The name of the law of an entry of fit.laws; NULL: it has none. */
static const char *substitute_name(const struct lt_node *entry) {
    const struct lt_node *law = section_of(entry);
    const struct lt_node *name = law->kind == LT_MAP ? lt_tree_child(law, "name") : law;
    return name && name->kind == LT_SCALAR && *name->text ? name->text : NULL;
}

/* Reports an unknown law in fit.laws, with the nearest known one. */
static void refuse_substitute(struct lt_reader *reader, struct lt_mark mark, const char *name) {
    const struct lt_program *program = reader->program;
    size_t count;
    const char **names = lt_laws_names(program->laws, &count, program->arena);
    lt_schema_unknown(reader, mark, "law", name, names, count);
}

/* Reads the list of laws that are fitted to the same data for comparison. FIELD: the task of
 * the fit. */
static void read_laws(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_fit_task *task = field;
    if (!lt_schema_is(reader, node, LT_LIST, "a list of laws such as [linear, hertz]"))
        return;
    task->laws = lt_arena_get(reader->program->arena, (node->count + 1) * sizeof *task->laws);
    for (const struct lt_node *child = node->first; child; child = child->next) {
        const char *name = substitute_name(child);
        if (!name)
            lt_errors_add(reader->errors, child->mark, "expected the name of a law, or its map");
        else if (!lt_laws_find_in(reader->program->laws, name))
            refuse_substitute(reader, child->mark, name);
        else
            task->laws[task->n_laws++] = name;
    }
}

/* The entry of a law in fit.laws that is a map; NULL: there is none. */
static const struct lt_node *entry_of(const struct lt_node *root, const char *law) {
    const struct lt_node *fit = lt_tree_child(root, "fit");
    const struct lt_node *laws = fit && fit->kind == LT_MAP ? lt_tree_child(fit, "laws") : NULL;
    for (const struct lt_node *entry = laws && laws->kind == LT_LIST ? laws->first : NULL; entry;
         entry = entry->next)
        if (entry->kind == LT_MAP && substitute_name(entry) &&
            strcmp(substitute_name(entry), law) == 0)
            return entry;
    return NULL;
}

/* Removes a child from a map. */
static void take_out(struct lt_node *map, const struct lt_node *child) {
    for (struct lt_node **at = &map->first; *at; at = &(*at)->next)
        if (*at == child) {
            *at = child->next;
            map->count--;
            return;
        }
}

/* Replaces the parameters to fit in the section FIT by those of a law's own entry, VARY; NULL: the
 * common ones stay. */
static void own_vary(struct lt_node *fit, const struct lt_node *vary, struct lt_arena *arena) {
    if (!vary)
        return;
    struct lt_node *common = lt_tree_child(fit, "vary");
    if (!common) {
        common = lt_arena_get(arena, sizeof *common);
        common->next = fit->first;
        fit->first = common;
        fit->count++;
    }
    struct lt_node *next = common->next;
    *common = *vary;
    common->next = next;
    common->parent = fit;
}

/* True if LAW has the parameter NAME with some choice of its parts. */
static bool can_have(const struct lt_law *law, const char *name, struct lt_arena *arena) {
    const long i = lt_laws_param(law, name);
    return i >= 0 && lt_parts_possible(law, &law->params[i], arena);
}

/* Copies numbers from PART, the map of a part that the law FOUND does not have, into the section
 * LAW if FOUND has parameters of these names. */
static void take_from_parts(struct lt_node *law, const struct lt_node *part,
                            const struct lt_law *found, struct lt_arena *arena) {
    for (const struct lt_node *child = part->first; child; child = child->next) {
        if (part->kind == LT_LIST)
            take_from_parts(law, child, found, arena);
        else if (strcmp(child->key, "name") != 0 && lt_laws_param(found, child->key) >= 0 &&
                 !lt_tree_child(law, child->key)) {
            struct lt_node *own = lt_arena_get(arena, sizeof *own);
            *own = *child;
            own->parent = law;
            own->next = law->first;
            law->first = own;
            law->count++;
        }
    }
}

/* Rewrites the tree of a program for another law of fit.laws, program->stand_in: replaces the
 * section law, and drops sections that would not fit it. The law has the parameters of its own
 * entry, or else those of the old section that it also has. */
void lt_parse_fit_stand_in(const struct lt_program *program, struct lt_node *root) {
    static const char *const dropped[] = {"expect", "plots", "calibrate", "sweep"};
    for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++)
        take_out(root, lt_tree_child(root, dropped[i]));
    struct lt_node *law = lt_tree_child(root, "law");
    const struct lt_node *entry = entry_of(root, program->stand_in);
    const struct lt_law *found = lt_laws_find_in(program->laws, program->stand_in);
    if (!law || law->kind != LT_MAP || !found)
        return;
    if (entry) {
        own_vary(lt_tree_child(root, "fit"), lt_tree_child(entry, "vary"), program->arena);
        law->first = section_of(entry)->first;
        law->count = section_of(entry)->count;
        return;
    }
    for (struct lt_node *child = law->first, *next; child; child = next) {
        next = child->next;
        if (strcmp(child->key, "name") == 0)
            child->text = program->stand_in;
        else if (!can_have(found, child->key, program->arena)) {
            take_out(law, child);
            if (child->kind != LT_SCALAR)
                take_from_parts(law, child, found, program->arena);
        }
    }
}

/* True if a parameter belongs to another law of the list, so that it is skipped for this law. */
static bool is_of_another(const struct lt_reader *reader, const struct lt_fit_task *task,
                          const char *name) {
    const struct lt_program *program = reader->program;
    struct lt_names names = lt_names_in(program->names, LT_SCOPE_PARAM);
    if (!program->law || lt_names_find(&names, name))
        return false;
    if (program->stand_in) /* errors were reported when the file was read with its own law */
        return true;
    for (size_t i = 0; i < task->n_laws; i++)
        if (lt_laws_param(lt_laws_find_in(program->laws, task->laws[i]), name) >= 0)
            return true;
    return false;
}

/* Reads the parameters to fit, without those that only other laws of the list have. FIELD: the
 * task of the fit. */
static void read_fit_vary(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_fit_task *task = field;
    /* own_vary put the map of an entry of laws here: the parameter belongs to this law only. */
    const bool own_of_law = node->first && node->first->parent != node;
    lt_parse_calibrate_some(reader, node);
    struct lt_node own = *node;
    struct lt_node **end = &own.first;
    own.first = NULL;
    for (const struct lt_node *child = node->first; child; child = child->next) {
        const char *name = node->kind == LT_MAP ? child->key : child->text;
        if (name && !own_of_law && is_of_another(reader, task, name))
            continue;
        *end = lt_arena_get(reader->program->arena, sizeof **end);
        **end = *child;
        (*end)->next = NULL;
        end = &(*end)->next;
    }
    task->vary = lt_parse_calibrate_vary(reader, &own, &task->n_vary);
}

static const struct lt_key law_keys[] = {
    {"law", .required = true, LT_FORMS(lt_parse_pair_law_other_keys), .doc = "its section law"},
    {"vary", .forms = lt_parse_calibrate_vary_forms, .doc = "the unknowns of this law"},
    {0}};
static const struct lt_key laws_keys[] = {{"[]", LT_VALUE_NAME,
                                           LT_FORMS(law_keys, lt_parse_pair_law_other_keys),
                                           .doc = "a name, a section law, or both law and vary"},
                                          {0}};

/* Data last, since sets inherit the other keys; laws before vary. */
const struct lt_key lt_parse_fit_keys[] = {
    SET_KEYS{"laws", LT_FORMS(laws_keys), .read = read_laws, .doc = "laws to be compared"},
    {"vary", .forms = lt_parse_calibrate_vary_forms, .read = read_fit_vary,
     .doc = "parameters and lets to be fitted"},
    {"loss", LT_VALUE_WORD, LT_FIELD(struct lt_fit_task, loss), .words = lt_words_loss,
     .doc = "loss function; huber and cauchy give outliers less weight"},
    {"data", LT_VALUE_FILE, LT_FORMS(sets_keys), .read = read_sets, .preset = "that of --data",
     .doc = "a table, or a list of data sets"},
    {0}};

/* Reports parameters that are both fitted and given in 'with': a fitted one has one value in all
 * runs, which would override the other. */
static void refuse_varied(struct lt_reader *reader, const struct lt_fit_task *task,
                          const struct lt_fit_set *set) {
    for (size_t i = 0; i < set->n_with; i++) {
        const struct lt_vary *with = &set->with[i];
        if (with->target && lt_vary_has(task->vary, task->n_vary, with->target))
            lt_errors_add(reader->errors, with->mark,
                          "'%s' is varied and also given in 'with'; give it once", with->name);
    }
}

/* True if WITH gives a number for the x of a data set of results. */
static bool is_own_x(const struct lt_fit_set *set, const struct lt_vary *with) {
    return !set->is_curve && set->over && with->target && lt_vary_is_same(with->target, set->over);
}

/* Reports numbers of 'with' for the x of data set NUMBER, which each run takes from its row. A
 * mistake that several sets inherit is reported once. */
static void refuse_own_x(struct lt_reader *reader, const struct lt_fit_task *task, size_t number) {
    const struct lt_fit_set *set = &task->sets[number];
    for (size_t i = 0; i < set->n_with; i++) {
        const struct lt_vary *with = &set->with[i];
        bool told = !is_own_x(set, with);
        for (size_t k = 0; k < number && !told; k++)
            told = task->sets[k].with == set->with && is_own_x(&task->sets[k], with);
        if (!told)
            lt_errors_add(reader->errors, with->mark,
                          "'%s' is x of these data, which each run takes from its row; leave it "
                          "out of with",
                          with->name);
    }
}

/* Reads the section fit: the data, the parameters to vary and the laws to compare. One data set
 * without a list has the common keys. FIELD: the program. */
void lt_parse_fit(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_program *program = field;
    struct lt_fit_task *task = lt_arena_get(program->arena, sizeof *task);
    if (!lt_schema_map(reader, node, lt_parse_fit_keys, task))
        return;
    program->fit = task;
    refuse_varied(reader, task, &task->common);
    for (size_t i = 0; i < task->n_sets; i++)
        if (task->sets[i].with != task->common.with)
            refuse_varied(reader, task, &task->sets[i]);
    const struct lt_node *data = lt_tree_child(node, "data");
    if (!data || data->kind == LT_SCALAR) {
        task->sets = &task->common;
        task->n_sets = 1;
        finish_set(reader, node, &task->common);
    }
    for (size_t i = 0; i < task->n_sets; i++)
        refuse_own_x(reader, task, i);
}
