/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/propose.h"

#include "base/choice.h"
#include "base/csv.h"
#include "base/errors.h"
#include "base/file.h"
#include "base/tree.h"
#include "base/units.h"
#include "command/command.h"
#include "formula/names.h"
#include "model/laws.h"
#include "run/read.h"

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool begins_with(const char *word, const char *typed) {
    return strncmp(word, typed, strlen(typed)) == 0;
}

void lt_propose_word(const struct lt_proposals *proposals, const char *word, const char *format,
                     ...) {
    va_list args;
    if (!begins_with(word, proposals->typed))
        return;
    printf("%s%s\t", proposals->before, word);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
}

void lt_propose_words(const struct lt_proposals *proposals, const char *const *words) {
    for (; *words; words++)
        lt_propose_word(proposals, *words, "%s", "");
}

/* ---- Files: words without a tab -------------------------------------------------------------- */

static bool has_ending(const char *name, const char *const *endings) {
    size_t length = strlen(name);
    for (; *endings; endings++) {
        size_t n = strlen(*endings);
        if (length > n && strcmp(name + length - n, *endings) == 0)
            return true;
    }
    return false;
}

/* "~/" is the home of whoever types. */
static const char *real_path(const char *path, struct lt_arena *arena) {
    const char *home = getenv("HOME");
    return home && strncmp(path, "~/", 2) == 0 ? lt_arena_print(arena, "%s%s", home, path + 1)
                                               : path;
}

static void propose_files(const struct lt_proposals *proposals, const char *const *endings) {
    struct lt_arena *arena = proposals->call->arena;
    const char *typed = proposals->typed, *slash = strrchr(typed, '/');
    size_t length = slash ? (size_t)(slash - typed) + 1 : 0;
    const char *folder = lt_arena_copy(arena, typed, length);
    struct dirent **entries;
    int count = scandir(length > 0 ? real_path(folder, arena) : ".", &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        const char *path = lt_arena_print(arena, "%s%s", folder, name);
        struct stat status;
        bool there = stat(real_path(path, arena), &status) == 0;
        bool is_folder = there && S_ISDIR(status.st_mode);
        bool hidden = name[0] == '.' && typed[length] != '.';
        if (begins_with(path, typed) && !hidden &&
            (is_folder || (there && has_ending(name, endings))))
            printf("%s%s%s\n", proposals->before, path, is_folder ? "/" : "");
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

#define FILES_(name, ...)                                                                          \
    void lt_propose_##name(struct lt_proposals *proposals) {                                       \
        propose_files(proposals, (const char *const[]){__VA_ARGS__});                              \
    }
FILES_(folders, NULL)
FILES_(programs, ".yaml", ".yml", NULL)
FILES_(tables, ".csv", NULL)
FILES_(plugins, ".so", NULL)
FILES_(pictures, ".svg", ".png", ".pdf", NULL)
FILES_(pages, ".html", NULL)

/* What can be read without waiting. */
static bool is_file(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* "N/m: " before a description. */
static const char *unit_prefix(const char *unit, struct lt_arena *arena) {
    return lt_units_is_bare(unit) ? "" : lt_arena_print(arena, "%s: ", unit);
}

/* ---- Laws, columns --------------------------------------------------------------------------- */

void lt_propose_laws(struct lt_proposals *proposals) {
    for (const struct lt_law *const *law = proposals->call->laws; *law; law++)
        lt_propose_word(proposals, (*law)->name, "%s", (*law)->summary);
}

void lt_propose_subjects(struct lt_proposals *proposals) {
    lt_propose_laws(proposals);
    lt_propose_programs(proposals);
}

void lt_propose_columns(struct lt_proposals *proposals) {
    const struct call *call = proposals->call;
    char why[256];
    struct lt_csv *csv = NULL;
    if (call->n_files > 0 && is_file(call->files[0]))
        csv = lt_csv_head(call->files[0], why, sizeof why);
    const struct lt_names *names = lt_names_new(NULL, NULL, 0, NULL, 0, call->arena);
    const char *sign = proposals->typed[0] == '-' ? "-" : "";
    for (size_t i = 0; csv && i < csv->columns; i++) {
        const struct lt_name *name = lt_names_find(names, csv->names[i]);
        lt_propose_word(proposals, lt_arena_print(call->arena, "%s%s", sign, csv->names[i]), "%s%s",
                        name ? unit_prefix(name->unit, call->arena) : "", name ? name->doc : "");
    }
    lt_csv_free(csv);
}

/* ---- What the program is --------------------------------------------------------------------- */

/* The first operand, as far as it can be read. */
struct subject {
    struct opened opened; /* program NULL: it has mistakes */
    struct lt_errors *errors;
    struct lt_source source;
    struct lt_node *root;     /* NULL: it is not even YAML */
    const struct lt_law *law; /* NULL: not known */
};

/* What stands at a path of the file; "" if nothing, or no single value. */
static const char *file_text(const struct subject *subject, const char *path,
                             struct lt_arena *arena) {
    const struct lt_node *node = subject->root ? lt_tree_find(subject->root, path, arena) : NULL;
    return node && node->text ? node->text : "";
}

/* By the command line, or by the file. */
static const char *law_name(const struct call *call, const struct subject *subject) {
    for (size_t i = call->defines.count; i > 0; i--)
        if (begins_with(call->defines.list[i - 1], "law.name="))
            return call->defines.list[i - 1] + strlen("law.name=");
    return file_text(subject, "law.name", call->arena);
}

static void open_subject(const struct call *call, struct subject *subject) {
    size_t length = 0, n;
    *subject = (struct subject){.errors = lt_errors_new()};
    const char *file = call->n_files > 0 ? call->files[0] : "";
    char *text = is_file(file) ? lt_file_read(file, 1 << 20, &length) : NULL;
    if (!text)
        return;
    subject->opened.text = text;
    subject->source = (struct lt_source){.name = file, .text = text, .length = length};
    subject->root = lt_tree_read(&subject->source, call->arena, subject->errors);
    const struct lt_define *defines = lt_command_defines(call, &n);
    subject->opened.program =
        lt_read_with(call->laws, false, file, text, length, defines, n, subject->errors);
    subject->law = subject->opened.program ? subject->opened.program->law
                                           : lt_laws_find_in(call->laws, law_name(call, subject));
}

static void close_subject(struct subject *subject) {
    lt_errors_free(subject->errors);
    lt_command_close(&subject->opened);
}

/* ---- Names of a program ---------------------------------------------------------------------- */

static void propose_lets(const struct lt_proposals *proposals, const struct subject *subject) {
    const struct lt_node *lets = subject->root ? lt_tree_child(subject->root, "let") : NULL;
    for (const struct lt_node *let = lets ? lets->first : NULL; let; let = let->next)
        if (let->key)
            lt_propose_word(proposals, lt_arena_print(proposals->call->arena, "%s=", let->key),
                            "let%s%s", let->text ? ", here " : "", let->text ? let->text : "");
}

static void propose_params(const struct lt_proposals *proposals, const struct subject *subject) {
    struct lt_arena *arena = proposals->call->arena;
    for (size_t i = 0; subject->law && i < subject->law->n_params; i++) {
        const struct lt_field *field = &subject->law->params[i];
        const char *here = file_text(subject, lt_arena_print(arena, "law.%s", field->name), arena);
        if (proposals->varies && field->choices)
            continue;
        lt_propose_word(proposals, lt_arena_print(arena, "%s=", field->name), "%s%s%s%s",
                        unit_prefix(field->unit, arena), field->doc, *here ? ", here " : "", here);
    }
}

/* Whether what stands in this section of the file may be another. */
static bool is_section(const struct lt_proposals *proposals, const char *key) {
    static const char *const varied[] = {"particles", "materials", "law", "motion", "stages", NULL};
    size_t i = 0;
    while (varied[i] && strcmp(varied[i], key) != 0)
        i++;
    return proposals->varies ? varied[i] != NULL
                             : strcmp(key, "let") != 0 && strcmp(key, "lawtester") != 0;
}

/* Paths as far as their next dot: "motion.", then "motion.dt=". */
static void propose_paths(const struct lt_proposals *proposals, const struct lt_node *node,
                          const char *path) {
    struct lt_arena *arena = proposals->call->arena;
    size_t typed = strlen(proposals->typed), i = 0;
    for (const struct lt_node *child = node->first; child; child = child->next, i++) {
        if (!*path && !is_section(proposals, child->key))
            continue;
        const char *to = child->key
                             ? lt_arena_print(arena, "%s%s%s", path, *path ? "." : "", child->key)
                             : lt_arena_print(arena, "%s[%zu]", path, i);
        if (strlen(to) <= typed ? !begins_with(proposals->typed, to)
                                : !begins_with(to, proposals->typed))
            continue;
        if (child->kind == LT_SCALAR)
            lt_propose_word(proposals, lt_arena_print(arena, "%s=", to), "here %s", child->text);
        else if (child->kind == LT_MAP && strlen(to) >= typed)
            lt_propose_word(proposals, lt_arena_print(arena, "%s.", to), "%s", "");
        else
            propose_paths(proposals, child, to);
    }
}

static void propose_names(const struct lt_proposals *proposals, const struct subject *subject) {
    propose_lets(proposals, subject);
    propose_params(proposals, subject);
    if (subject->root)
        propose_paths(proposals, subject->root, "");
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* What is left when LENGTH more of the argument is no longer to be chosen. */
static struct lt_proposals rest_of(const struct lt_proposals *proposals, size_t length) {
    struct lt_proposals rest = *proposals;
    rest.before = lt_arena_print(rest.call->arena, "%s%.*s", rest.before, (int)length, rest.typed);
    rest.typed += length;
    return rest;
}

/* A number that is typed, in units of the dimension that UNIT has. */
static void propose_units(const struct lt_proposals *proposals, const char *unit) {
    static const char *const units[] = {
        "m",   "mm",    "um",    "nm",     "s",      "ms",    "us",     "ns",   "kg",   "g",
        "mg",  "N",     "kN",    "mN",     "uN",     "Pa",    "kPa",    "MPa",  "GPa",  "N/m",
        "J",   "mJ",    "uJ",    "N/mm",   "kN/m",   "MN/m",  "m/s",    "mm/s", "km/h", "rad",
        "deg", "rad/s", "deg/s", "kg/m^3", "g/cm^3", "m/s^2", "mJ/m^2", "kg/s"};
    char *end, why[160];
    double value;
    strtod(proposals->typed, &end);
    struct lt_proposals rest = rest_of(proposals, (size_t)(end - proposals->typed));
    if (end > proposals->typed)
        lt_propose_word(&rest, unit, "%s", "");
    for (size_t i = 0; end > proposals->typed && i < sizeof units / sizeof *units; i++) {
        const char *text = lt_arena_print(rest.call->arena, "1 %s", units[i]);
        if (strcmp(units[i], unit) != 0 &&
            lt_units_read(text, unit, &value, why, sizeof why) == LT_QUANTITY_OK)
            lt_propose_word(&rest, units[i], "%s", "");
    }
}

/* Whose value "NAME=..." would be: the law's parameter, or NULL. */
static const struct lt_field *field_of(const struct subject *subject, const char *name) {
    long param = subject->law ? lt_laws_param(subject->law, name) : -1;
    return param >= 0 ? &subject->law->params[param] : NULL;
}

/* The SI unit of a name or a path, by the law's table or by what stands there; "" if unknown. */
static const char *unit_of_name(const struct subject *subject, const char *name,
                                struct lt_arena *arena) {
    const struct lt_field *field = field_of(subject, name);
    char unit[64] = "";
    if (field)
        return field->unit;
    if (!strpbrk(name, ".["))
        name = lt_arena_print(arena, "let.%s", name);
    lt_units_si(file_text(subject, name, arena), unit, sizeof unit);
    return lt_arena_print(arena, "%s", unit);
}

/* One value of NAME, of the right dimension. */
static void propose_number(const struct lt_proposals *proposals, const struct subject *subject,
                           const char *name) {
    const char *unit = unit_of_name(subject, name, proposals->call->arena);
    if (!lt_units_is_bare(unit))
        propose_units(proposals, unit);
}

static void propose_value(struct lt_proposals *proposals, const struct subject *subject,
                          const char *name) {
    struct lt_arena *arena = proposals->call->arena;
    const struct lt_field *field = field_of(subject, name);
    size_t count;
    if (strcmp(name, "law.name") == 0)
        lt_propose_laws(proposals);
    if (field && field->choices) {
        lt_propose_words(proposals, lt_choice_words(field->choices, &count, arena));
        return;
    }
    propose_number(proposals, subject, name);
    if (*proposals->typed)
        return;
    const char *path =
        strpbrk(name, ".[") ? name : lt_arena_print(arena, "%s.%s", field ? "law" : "let", name);
    const char *here = file_text(subject, path, arena);
    if (*here)
        lt_propose_word(proposals, here, "%s", "as the file has it");
}

/* "1:2" as the file has it, or the whole range of a parameter; then units of either bound. */
static void propose_range(struct lt_proposals *proposals, const struct subject *subject,
                          const char *name) {
    struct lt_arena *arena = proposals->call->arena;
    const struct lt_node *bounds = NULL;
    if (subject->root)
        bounds =
            lt_tree_find(subject->root, lt_arena_print(arena, "calibrate.vary.%s", name), arena);
    const struct lt_field *field = field_of(subject, name);
    if (bounds && bounds->count == 2 && bounds->first->text && bounds->first->next->text)
        lt_propose_word(
            proposals,
            lt_arena_print(arena, "%s:%s", bounds->first->text, bounds->first->next->text), "%s",
            "as the file has it");
    else if (field && isfinite(field->min) && isfinite(field->max))
        lt_propose_word(proposals, lt_arena_print(arena, "%.10g:%.10g", field->min, field->max),
                        "%s", "its whole range");
    const char *colon = strrchr(proposals->typed, ':');
    struct lt_proposals rest =
        rest_of(proposals, colon ? (size_t)(colon - proposals->typed) + 1 : 0);
    propose_number(&rest, subject, name);
}

/* Names that end with '='; behind it, VALUES of that name. */
static void propose_pairs(const struct lt_proposals *proposals,
                          void (*values)(struct lt_proposals *, const struct subject *,
                                         const char *name)) {
    struct lt_arena *arena = proposals->call->arena;
    struct subject subject;
    size_t length = strcspn(proposals->typed, "=");
    const char *name = lt_arena_copy(arena, proposals->typed, length);
    open_subject(proposals->call, &subject);
    if (proposals->typed[length]) {
        struct lt_proposals rest = rest_of(proposals, length + 1);
        values(&rest, &subject,
               strncmp(name, "law.", 4) == 0 && field_of(&subject, name + 4) ? name + 4 : name);
    } else {
        propose_names(proposals, &subject);
    }
    close_subject(&subject);
}

void lt_propose_definition(struct lt_proposals *proposals) {
    propose_pairs(proposals, propose_value);
}

void lt_propose_unknown(struct lt_proposals *proposals) {
    proposals->varies = true;
    propose_pairs(proposals, propose_range);
}

#define RESULT_(ID, name, unit, doc, null) {#name, unit, doc},

void lt_propose_target(struct lt_proposals *proposals) {
    static const struct { const char *name, *unit, *doc; } results[] = {LT_RESULTS(RESULT_)};
    size_t length = strcspn(proposals->typed, "=");
    struct lt_proposals rest = rest_of(proposals, length + (proposals->typed[length] == '='));
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        const char *name = lt_arena_print(rest.call->arena, "%s=", results[i].name);
        if (!proposals->typed[length])
            lt_propose_word(proposals, name, "%s%s", unit_prefix(results[i].unit, rest.call->arena),
                            results[i].doc);
        else if (strncmp(name, proposals->typed, length + 1) == 0 &&
                 !lt_units_is_bare(results[i].unit))
            propose_units(&rest, results[i].unit);
    }
}
