/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_distribution.c: normal(5 mm, 0.1 mm) and the like, samples in a list or in a table. */
#include "base/arena.h"
#include "base/choice.h"
#include "base/columns.h"
#include "base/units.h"
#include "program/parse.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SAMPLES = 1000000 };

/* A number between the parentheses, or in a list. */
struct argument {
    const char *text;
    struct lt_mark mark;
};

struct arguments {
    size_t count;
    struct argument *list;
};

/* The first character of TEXT that is no blank. */
static const char *skip_spaces(const char *text) {
    return text + strspn(text, " \t\r\n");
}

/* The length of the word before an opening parenthesis; 0: the text does not begin so. */
static size_t word_length(const char *text) {
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_')
        length++;
    return isalpha((unsigned char)*text) && *skip_spaces(text + length) == '(' ? length : 0;
}

/* The index in WORDS of the LENGTH characters of TEXT; -1: they are none of them. */
static int word_at(const char *const *words, const char *text, size_t length) {
    for (int i = 0; words[i]; i++)
        if (strlen(words[i]) == length && strncmp(words[i], text, length) == 0)
            return i;
    return -1;
}

/* True if a text such as "gauss(5 mm, 1 mm)" is meant as a distribution, even if unknown: nothing
 * follows the parentheses, and the word is no function of formulas. */
static bool looks_like(const char *text) {
    size_t length = word_length(text);
    const char *end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1]))
        end--;
    return length > 0 && (word_at(lt_distribution_words, text, length) >= 0 ||
                          (end[-1] == ')' && word_at(lt_formula_functions, text, length) < 0 &&
                           strncmp(text, "not", length) != 0));
}

/* True if a node is meant as a distribution: such a text, a list of samples, or a column of a
 * file. */
bool lt_parse_distribution_given(const struct lt_node *node) {
    if (node->kind == LT_SCALAR)
        return looks_like(skip_spaces(node->text));
    return node->kind == LT_LIST || lt_tree_child(node, "file") || lt_tree_child(node, "column");
}

/* ---- Arguments ------------------------------------------------------------------------- */

/* The place in the file of the character AT of a scalar's text. */
static struct lt_mark mark_in(const struct lt_node *node, const char *at) {
    struct lt_mark mark = node->mark;
    mark.column += node->quoted + (int)(at - node->text);
    return mark;
}

/* Splits the arguments in the parentheses that begin at OPEN, with their places; false if they are
 * not closed or text follows. */
static bool split_arguments(struct lt_reader *reader, const struct lt_node *node, const char *open,
                            struct arguments *arguments) {
    const char *close = strchr(open, ')'), *from = open + 1;
    if (!close || *skip_spaces(close + 1)) {
        lt_errors_add(
            reader->errors, mark_in(node, close ? skip_spaces(close + 1) : open),
            close ? "nothing may follow a distribution; define it as a let of its own, and use "
                    "that"
                  : "'(' is not closed");
        return false;
    }
    arguments->list = lt_arena_get(reader->program->arena, strlen(open) * sizeof *arguments->list);
    for (const char *end; from <= close; from = end + 1) {
        from = skip_spaces(from);
        end = from + strcspn(from, ",)");
        size_t length = (size_t)(end - from);
        while (length > 0 && isspace((unsigned char)from[length - 1]))
            length--;
        arguments->list[arguments->count++] = (struct argument){
            lt_arena_copy(reader->program->arena, from, length), mark_in(node, from)};
    }
    return true;
}

/* Takes the items of a list as arguments; false if one of them is no scalar. */
static bool gather_arguments(struct lt_reader *reader, const struct lt_node *list,
                             struct arguments *arguments) {
    arguments->list =
        lt_arena_get(reader->program->arena, (list->count + 1) * sizeof *arguments->list);
    for (const struct lt_node *item = list->first; item; item = item->next) {
        if (!lt_schema_is(reader, item, LT_SCALAR, "a number"))
            return false;
        arguments->list[arguments->count++] = (struct argument){item->text, item->mark};
    }
    return true;
}

/* The text after the number with which TEXT begins, its unit. */
static const char *unit_behind(const char *text) {
    char *end;
    strtod(text, &end);
    return skip_spaces(end);
}

/* For an error message: the words that are possible for a choice; "" for other quantities. */
static const char *choice_hint(const struct lt_range *range, struct lt_arena *arena) {
    char words[400];
    return !range->choice
               ? ""
               : lt_arena_print(arena, "; expected %s",
                                lt_choice_list(range->choice->choices, words, sizeof words));
}

/* Reads all arguments into VALUES, in SI units or as numbers of a choice's words. They have the
 * dimension of RANGE or, if it has none, that of the first argument. False after an error. */
static bool read_numbers(struct lt_reader *reader, const struct arguments *arguments,
                         const struct lt_range *range, double *values) {
    const char *first = *range->unit ? "" : unit_behind(arguments->list[0].text);
    size_t failures = reader->errors->failures;
    for (size_t i = 0; i < arguments->count; i++) {
        const struct argument *argument = &arguments->list[i];
        long choice = range->choice ? lt_choice_number(range->choice->choices, argument->text) : -1;
        if (choice >= 0) {
            values[i] = (double)choice;
            continue;
        }
        char why[400];
        double in_first;
        if ((*first &&
             lt_units_read(argument->text, first, &in_first, why, sizeof why) != LT_QUANTITY_OK) ||
            lt_units_read(argument->text, range->unit, &values[i], why, sizeof why) !=
                LT_QUANTITY_OK)
            lt_errors_add(reader->errors, argument->mark, "%s%s", why,
                          choice_hint(range, reader->program->arena));
    }
    return reader->errors->failures == failures;
}

/* Replaces a standard deviation such as "5 %" by its product with the mean, in the unit of the
 * mean. */
static void resolve_share(struct arguments *arguments, struct lt_arena *arena) {
    if (arguments->count != 2)
        return;
    char *end;
    const char *mean = arguments->list[0].text, *sd = arguments->list[1].text;
    double share = strtod(sd, &end), of = strtod(mean, NULL);
    if (strcmp(skip_spaces(end), "%") == 0 && end > sd)
        arguments->list[1].text =
            lt_arena_print(arena, "%.17g %s", fabs(of) * share / 100, unit_behind(mean));
}

/* ---- A column of a table --------------------------------------------------------------- */

struct source {
    const char *file, *column;
    struct lt_columns_how how;
};

#define FIELD(f) LT_FIELD(struct source, f)
const struct lt_key lt_parse_distribution_keys[] = {
    {"file", LT_VALUE_FILE, FIELD(file), .required = true, .doc = "a table of samples"},
    {"column", LT_VALUE_NAME, FIELD(column), .required = true, .doc = "its column of values"},
    LT_TABLE_KEYS(struct source, how),
    {0}};
#undef FIELD

/* Takes a column of a file as samples, in UNIT; false, with an error, if it is missing or has an
 * empty cell. */
static bool take_column(struct lt_reader *reader, const struct lt_node *node, const char *unit,
                        const struct source *source, struct lt_columns *table,
                        struct lt_distribution *distribution) {
    long column = lt_columns_find(table, source->column);
    struct lt_mark mark = lt_tree_child(node, "column")->mark;
    if (column < 0) {
        lt_errors_add(reader->errors, mark, "'%s' has no column '%s'%s", source->file,
                      source->column, lt_columns_hint(table, source->column, reader->errors));
        return false;
    }
    double *values =
        lt_columns_values(table, source->column, unit, reader->program->arena, reader->errors);
    for (size_t row = 0; values && row < table->rows; row++) {
        if (isfinite(values[row]))
            continue;
        lt_errors_add(reader->errors, lt_columns_mark(table, row, reader->errors),
                      "no finite number for '%s'", source->column);
        return false;
    }
    const char *of_column = lt_columns_unit(table, (size_t)column);
    *distribution = (struct lt_distribution){LT_SAMPLES, .n_values = table->rows, .values = values};
    distribution->unit = lt_arena_copy(reader->program->arena, of_column, strlen(of_column));
    return values;
}

/* Reads samples from a column of a file; false after an error. */
static bool read_sample_file(struct lt_reader *reader, const struct lt_node *node, const char *unit,
                             struct lt_distribution *distribution) {
    struct source source = {.file = NULL};
    size_t failures = reader->errors->failures;
    lt_schema_map(reader, node, lt_parse_distribution_keys, &source);
    if (reader->errors->failures > failures)
        return false;
    struct lt_columns *table = lt_parse_table(reader, source.file, &source.how);
    bool good = table && take_column(reader, node, unit, &source, table, distribution);
    lt_columns_free(table);
    return good;
}

/* ---- The whole ------------------------------------------------------------------------- */

/* Reports an unknown distribution or function, with the nearest known one. */
static void refuse_distribution(struct lt_reader *reader, const struct lt_node *node,
                                const char *text) {
    struct lt_arena *arena = reader->program->arena;
    size_t count = 0, n = 0;
    while (lt_formula_functions[count])
        count++;
    const char **names = lt_arena_get(arena, (count + LT_LOGNORMAL + 1) * sizeof *names);
    for (; lt_distribution_words[n]; n++)
        names[n] = lt_distribution_words[n];
    memcpy(names + n, lt_formula_functions, count * sizeof *names);
    const char *word = lt_arena_copy(arena, text, word_length(text));
    const char *hint = lt_errors_hint(reader->errors, word, names, n + count);
    lt_errors_add(reader->errors, mark_in(node, text), "unknown distribution or function '%s'%s",
                  word,
                  *hint ? hint
                        : "; distributions are normal(mean, sd), lognormal(mean, sd), uniform(lo, "
                          "hi), loguniform(lo, hi) and samples(x1, x2, ...)");
}

/* For an error message: why a quantity in whole numbers or words cannot have this distribution. */
const char *lt_parse_distribution_not_whole(const struct lt_range *range, struct lt_arena *arena) {
    char words[400];
    if (!range->choice)
        return "only whole numbers are possible: a list, or evenly from one to another";
    return lt_arena_print(arena,
                          "only %s is possible: a list of them, or evenly from one to another",
                          lt_choice_list(range->choice->choices, words, sizeof words));
}

/* Fills a distribution of known kind with its arguments, in SI units by RANGE, and checks them.
 * Returns false after an error, which has been reported at MARK. */
static bool fill_distribution(struct lt_reader *reader, struct lt_mark mark,
                              struct arguments *arguments, const struct lt_range *range,
                              struct lt_distribution *distribution) {
    static const char *const wanted[] = {[LT_UNIFORM] = "lo, hi",
                                         [LT_LOG_UNIFORM] = "lo, hi",
                                         [LT_NORMAL] = "mean, sd",
                                         [LT_LOGNORMAL] = "mean, sd"};
    enum lt_distribution_kind kind = distribution->kind;
    struct lt_arena *arena = reader->program->arena;
    bool normal = kind == LT_NORMAL || kind == LT_LOGNORMAL;
    if (kind != LT_SAMPLES && arguments->count != 2) {
        lt_errors_add(reader->errors, mark, "expected %s(%s), found %zu number%s",
                      lt_distribution_words[kind], wanted[kind], arguments->count,
                      arguments->count == 1 ? "" : "s");
        return false;
    }
    if (normal)
        resolve_share(arguments, arena);
    double *values = lt_arena_get(arena, (arguments->count + 1) * sizeof *values);
    if (!read_numbers(reader, arguments, range, values))
        return false;
    if (kind == LT_SAMPLES) {
        distribution->values = values;
        distribution->n_values = arguments->count;
        return true;
    }
    /* Two arguments are mean and sd, or lo and hi. */
    *(normal ? &distribution->mean : &distribution->lo) = values[0];
    *(normal ? &distribution->sd : &distribution->hi) = values[1];
    distribution->whole = range->whole;
    const char *wrong = lt_distribution_wrong(distribution);
    if (!wrong && range->whole && kind != LT_UNIFORM)
        wrong = lt_parse_distribution_not_whole(range, arena);
    if (wrong)
        lt_errors_add(reader->errors, mark, "%s: %s", lt_distribution_words[kind], wrong);
    return !wrong;
}

/* Reads a list of samples; false after an error. */
static bool read_sample(struct lt_reader *reader, const struct lt_node *node,
                        const struct lt_range *range, struct lt_distribution *distribution) {
    struct arguments arguments = {0};
    if (!node->first) {
        lt_errors_add(reader->errors, node->mark, "expected at least one value");
        return false;
    }
    return gather_arguments(reader, node, &arguments) &&
           fill_distribution(reader, node->mark, &arguments, range, distribution);
}

/* Reads a distribution in words such as "normal(1 mm, 5 %)"; false after an error. */
static bool read_text(struct lt_reader *reader, const struct lt_node *node,
                      const struct lt_range *range, struct lt_distribution *distribution) {
    struct arguments arguments = {0};
    const char *text = skip_spaces(node->text);
    size_t length = word_length(text);
    int kind = word_at(lt_distribution_words, text, length);
    if (kind < 0) {
        refuse_distribution(reader, node, text);
        return false;
    }
    distribution->kind = (enum lt_distribution_kind)kind;
    return split_arguments(reader, node, skip_spaces(text + length), &arguments) &&
           fill_distribution(reader, mark_in(node, text), &arguments, range, distribution);
}

/* Reports a number of a distribution outside the range of its quantity, once. */
static void check_numbers(struct lt_reader *reader, const struct lt_node *node,
                          const struct lt_range *range, const struct lt_distribution *d) {
    const double uniform[] = {d->lo, d->hi};
    bool ends = d->kind == LT_UNIFORM || d->kind == LT_LOG_UNIFORM;
    const double *numbers = d->n_values > 0 ? d->values : ends ? uniform : &d->mean;
    size_t count = d->n_values > 0 ? d->n_values : ends ? 2 : 1;
    for (size_t i = 0; i < count; i++)
        if (!lt_schema_in_range(reader, node, range, numbers[i]))
            return;
}

/* Reads a distribution of a quantity with this RANGE; NULL after an error. */
const struct lt_distribution *lt_parse_distribution(struct lt_reader *reader,
                                                    const struct lt_node *node,
                                                    const struct lt_range *range) {
    struct lt_distribution *distribution =
        lt_arena_get(reader->program->arena, sizeof *distribution);
    size_t failures = reader->errors->failures;
    bool read = node->kind == LT_MAP    ? read_sample_file(reader, node, range->unit, distribution)
                : node->kind == LT_LIST ? read_sample(reader, node, range, distribution)
                                        : read_text(reader, node, range, distribution);
    if (!read)
        return NULL;
    if (distribution->n_values > MOST_SAMPLES)
        lt_errors_add(reader->errors, node->mark, "%zu samples; at most %d are possible",
                      distribution->n_values, MOST_SAMPLES);
    else if (distribution->kind == LT_SAMPLES && distribution->n_values == 0)
        lt_errors_add(reader->errors, node->mark, "expected at least one value");
    else
        check_numbers(reader, node, range, distribution);
    return reader->errors->failures == failures ? distribution : NULL;
}
