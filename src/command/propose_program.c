/* SPDX-License-Identifier: GPL-3.0-or-later */
/* propose_program.c: completion of names and values of the stage program on the command line. */
#include "base/choice.h"
#include "base/errors.h"
#include "base/file.h"
#include "base/tree.h"
#include "base/units.h"
#include "command/command.h"
#include "formula/names.h"
#include "model/keys.h"
#include "model/laws.h"
#include "model/vary.h"
#include "run/read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The program that is the first operand, as far as it can be read. */
struct subject {
    struct opened opened; /* program NULL: it has mistakes */
    struct lt_errors *errors;
    struct lt_source source;
    struct lt_node *root;     /* NULL: it is not even YAML */
    const struct lt_law *law; /* NULL: not known */
};

/* The text at a path of the file; "" if nothing, or not a single value. */
static const char *file_text(const struct subject *subject, const char *path,
                             struct lt_arena *arena) {
    const struct lt_node *node = subject->root ? lt_tree_find(subject->root, path, arena) : NULL;
    return node && node->text ? node->text : "";
}

/* Given by the command line or by the file? */
static const char *law_name(const struct call *call, const struct subject *subject) {
    for (size_t i = call->defines.count; i > 0; i--)
        if (lt_propose_begins(call->defines.list[i - 1], "law.name="))
            return call->defines.list[i - 1] + strlen("law.name=");
    return file_text(subject, "law.name", call->arena);
}

static void open_subject(const struct call *call, struct subject *subject) {
    size_t length = 0, n;
    *subject = (struct subject){.errors = lt_errors_new()};
    const char *file = call->n_files > 0 ? call->files[0] : "";
    char *text = lt_propose_readable(file) ? lt_file_read(file, 1 << 20, &length) : NULL;
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

/* Can it be varied, that is, is it a number as far as known? */
static bool is_number_key(const struct lt_key *key, const char *path) {
    return !key || key->value == LT_VALUE_NUMBER || key->value == LT_VALUE_UNCERTAIN ||
           key->value == LT_VALUE_QUANTITY || (key->value == LT_VALUE_VECTOR && strchr(path, '['));
}

/* "NAME=", and "N/m, here 1e5 N/m: normal stiffness". */
static void propose_name(const struct lt_proposals *proposals, const char *name, const char *unit,
                         const char *doc, const char *here) {
    struct lt_arena *arena = proposals->call->arena;
    const char *lead = lt_units_is_bare(unit) ? "" : unit;
    if (*here)
        lead = lt_arena_print(arena, "%s%shere %s", lead, *lead ? ", " : "", here);
    lt_propose_word(proposals, lt_arena_print(arena, "%s=", name), "%s%s%s", lead,
                    *lead && *doc ? ": " : "", doc);
}

static void propose_lets(const struct lt_proposals *proposals, const struct subject *subject) {
    const struct lt_node *lets = subject->root ? lt_tree_child(subject->root, "let") : NULL;
    for (const struct lt_node *let = lets ? lets->first : NULL; let; let = let->next)
        if (let->key)
            propose_name(proposals, let->key, "", "let", let->text ? let->text : "");
}

static void propose_params(const struct lt_proposals *proposals, const struct subject *subject) {
    struct lt_arena *arena = proposals->call->arena;
    for (size_t i = 0; subject->law && i < subject->law->n_params; i++) {
        const struct lt_field *field = &subject->law->params[i];
        if (*field->name && (!proposals->varies || !field->choices))
            propose_name(proposals, field->name, field->unit, field->doc,
                         file_text(subject, lt_arena_print(arena, "law.%s", field->name), arena));
    }
}

/* Can values in this section of the file be overridden? */
static bool is_section(const struct lt_proposals *proposals, const char *key) {
    static const char *const varied[] = {"particles", "materials", "law", "motion", "stages", NULL};
    size_t i = 0;
    while (varied[i] && strcmp(varied[i], key) != 0)
        i++;
    return proposals->varies ? varied[i] != NULL
                             : strcmp(key, "let") != 0 && strcmp(key, "lawtester") != 0;
}

static void propose_path(const struct lt_proposals *proposals, const char *path,
                         const struct lt_key *key, const char *here) {
    if (!proposals->varies || is_number_key(key, path))
        propose_name(proposals, path, key && key->range.unit ? key->range.unit : "",
                     key && key->doc ? key->doc : "", here);
}

/* "motion.", to be continued. */
static void propose_section(const struct lt_proposals *proposals, const char *path,
                            const struct lt_key *key) {
    lt_propose_word(proposals, lt_arena_print(proposals->call->arena, "%s.", path), "%s",
                    key && key->doc ? key->doc : "");
}

/* Keys allowed in the map PATH that the file does not give. */
static void propose_absent(const struct lt_proposals *proposals, const struct lt_node *node,
                           const char *path) {
    const struct lt_key *above = lt_keys_find(path);
    const struct lt_key *const *form = above ? above->forms : NULL;
    for (; form && *form; form++)
        for (const struct lt_key *key = *form; key->name; key++) {
            const char *to = lt_arena_print(proposals->call->arena, "%s.%s", path, key->name);
            if (lt_keys_is_any(key) || lt_tree_child(node, key->name))
                continue;
            if (key->value != LT_VALUE_PARTS)
                propose_path(proposals, to, key, "");
            else if (key->forms[0]->name[0] != '[' && !proposals->varies)
                propose_section(proposals, to, key);
        }
}

/* Paths up to their next dot: "motion.", then "motion.dt=". */
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
        if (strlen(to) <= typed ? !lt_propose_begins(proposals->typed, to)
                                : !lt_propose_begins(to, proposals->typed))
            continue;
        if (child->kind == LT_SCALAR)
            propose_path(proposals, to, lt_keys_find(to), child->text);
        else if (child->kind == LT_MAP && strlen(to) >= typed)
            propose_section(proposals, to, lt_keys_find(to));
        else
            propose_paths(proposals, child, to);
    }
    if (node->kind == LT_MAP && *path)
        propose_absent(proposals, node, path);
}

/* A speed that a stage imposes can be varied by its name. */
static void propose_speeds(const struct lt_proposals *proposals, const struct lt_program *program) {
    for (size_t i = 0; program && proposals->varies && i < LT_DOFS; i++) {
        const struct lt_place *speed = program->speeds[i];
        if (speed)
            propose_name(proposals, speed->name.name, speed->range.unit, "speed that is imposed",
                         "");
    }
}

static void propose_names(const struct lt_proposals *proposals, const struct subject *subject) {
    propose_lets(proposals, subject);
    propose_params(proposals, subject);
    propose_speeds(proposals, subject->opened.program);
    if (subject->root)
        propose_paths(proposals, subject->root, "");
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* The rest of the argument after LENGTH characters. */
static struct lt_proposals rest_of(const struct lt_proposals *proposals, size_t length) {
    struct lt_proposals rest = *proposals;
    rest.before = lt_arena_print(rest.call->arena, "%s%.*s", rest.before, (int)length, rest.typed);
    rest.typed += length;
    return rest;
}

/* Units of UNIT's dimension for the number typed. */
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

/* The law's parameter that "NAME=...", "law.NAME" or "materials.glass.NAME" sets, or NULL. */
static const struct lt_field *field_of(const struct subject *subject, const char *name) {
    const char *dot = strrchr(name, '.');
    if (dot && !lt_propose_begins(name, "law.") && !lt_propose_begins(name, "materials."))
        return NULL;
    long param = subject->law ? lt_laws_param(subject->law, dot ? dot + 1 : name) : -1;
    return param >= 0 ? &subject->law->params[param] : NULL;
}

/* The path of NAME in the file. */
static const char *path_of(const struct subject *subject, const char *name,
                           struct lt_arena *arena) {
    if (strpbrk(name, ".["))
        return name;
    return lt_arena_print(arena, "%s.%s", field_of(subject, name) ? "law" : "let", name);
}

/* The SI unit of a name or path, from the tables or the file; "" if unknown. */
static const char *unit_of_name(const struct subject *subject, const char *name,
                                struct lt_arena *arena) {
    const struct lt_field *field = field_of(subject, name);
    const char *path = path_of(subject, name, arena);
    const struct lt_key *key = lt_keys_find(path);
    char unit[64] = "";
    if (field)
        return field->unit;
    for (size_t i = 0; subject->opened.program && i < LT_DOFS; i++) {
        const struct lt_place *speed = subject->opened.program->speeds[i];
        if (speed && strcmp(speed->name.name, name) == 0)
            return speed->range.unit;
    }
    if (key && key->range.unit && *key->range.unit)
        return key->range.unit;
    lt_units_si(file_text(subject, path, arena), unit, sizeof unit);
    return lt_arena_print(arena, "%s", unit);
}

/* Candidates for a value of NAME with the right dimension. */
static void propose_number(const struct lt_proposals *proposals, const struct subject *subject,
                           const char *name) {
    const char *unit = unit_of_name(subject, name, proposals->call->arena);
    if (!lt_units_is_bare(unit))
        propose_units(proposals, unit);
}

/* All values of NAME; false: too many to list. */
static bool propose_choices(struct lt_proposals *proposals, const struct subject *subject,
                            const char *name) {
    static const char *const truths[] = {"true", "false", NULL};
    const struct lt_field *field = field_of(subject, name);
    const struct lt_key *key = lt_keys_find(name);
    size_t count;
    if (strcmp(name, "law.name") == 0)
        lt_propose_laws(proposals);
    else if (field && field->choices)
        lt_propose_words(proposals,
                         lt_choice_words(field->choices, &count, proposals->call->arena));
    else if (key && key->value == LT_VALUE_WORD)
        lt_propose_words(proposals, key->words);
    else if (key && key->value == LT_VALUE_FLAG)
        lt_propose_words(proposals, truths);
    else
        return false;
    return true;
}

static void propose_value(struct lt_proposals *proposals, const struct subject *subject,
                          const char *name) {
    struct lt_arena *arena = proposals->call->arena;
    if (propose_choices(proposals, subject, name))
        return;
    propose_number(proposals, subject, name);
    const char *here = file_text(subject, path_of(subject, name, arena), arena);
    if (*here && !*proposals->typed)
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

/* Names followed by '='; after that, VALUES of the name. */
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
        values(&rest, &subject, name);
    } else {
        propose_names(proposals, &subject);
    }
    close_subject(&subject);
}

void lt_propose_program_definition(struct lt_proposals *proposals) {
    propose_pairs(proposals, propose_value);
}

void lt_propose_program_unknown(struct lt_proposals *proposals) {
    proposals->varies = true;
    propose_pairs(proposals, propose_range);
}

#define RESULT_(ID, name, unit, doc, null) {#name, unit, doc},

void lt_propose_program_target(struct lt_proposals *proposals) {
    static const struct {
        const char *name, *unit, *doc;
    } results[] = {LT_RESULTS(RESULT_) LT_BANDS(RESULT_)};
    size_t length = strcspn(proposals->typed, "=");
    struct lt_proposals rest = rest_of(proposals, length + (proposals->typed[length] == '='));
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        if (!proposals->typed[length])
            propose_name(proposals, results[i].name, results[i].unit, results[i].doc, "");
        else if (strlen(results[i].name) == length &&
                 lt_propose_begins(proposals->typed, results[i].name) &&
                 !lt_units_is_bare(results[i].unit))
            propose_units(&rest, results[i].unit);
    }
}
