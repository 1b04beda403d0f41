/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names that a program defines. */
#include "library.h"

#include "base/arena.h"
#include "base/choice.h"
#include "base/units.h"
#include "program/parse.h"
#include "program/rewrite.h"
#include "program/vary.h"
#include "registry/parts.h"

#include <stdio.h>
#include <string.h>

/* True if the quantity is evaluated in each step. Errors, smoothed, tangent and split quantities
 * are so only if the program uses such quantities. */
bool lt_library_follows(const struct lt_program *program, const struct lt_name *name) {
    return !(lt_names_is_error(name) && !program->uses_errors) &&
           !(lt_names_is_smoothed(name) && !program->uses_smoothed) &&
           !(lt_names_is_tangent(name) && !program->uses_tangent && !program->uses_trial) &&
           !(lt_names_is_split(name) && !program->names->split);
}

/* The kind (enum lawtester_kind) under which a name is reported; -1: it is not reported. */
static int reported_kind(const struct lt_program *program, const struct lt_name *name) {
    const struct lt_field *field;
    switch (name->kind) {
    case LT_NAME_RESULT:
    case LT_NAME_BAND:
        return LAWTESTER_RESULT;
    case LT_NAME_PARAM:
        field = lt_program_field(program, name);
        return lt_parts_absent(field) || field->hidden ? -1 : LAWTESTER_PARAMETER;
    case LT_NAME_LET:
        return LAWTESTER_LET;
    case LT_NAME_CONSTANT:
        return LAWTESTER_CONSTANT;
    case LT_NAME_STATE:
        field = &program->law->state[name->slot - program->names->state];
        return field->hidden ? -1 : LAWTESTER_STATE;
    /* Quantities of a step: only if they are evaluated, and of several of one name only the one
     * that the program means. */
    case LT_NAME_COLUMN:
    case LT_NAME_LOSS:
    case LT_NAME_VIEW:
    case LT_NAME_CONDITION: /* where the motion is in space there are more of them */
        return lt_names_find(program->names, name->name) == name &&
                       lt_library_follows(program, name)
                   ? LAWTESTER_QUANTITY
                   : -1;
    default:
        return -1;
    }
}

/* Name, unit, description and choices of a name, in the caller's form. */
static struct lawtester_name describe_name(const struct lt_program *program,
                                           const struct lt_name *name) {
    const struct lt_field *field =
        name->kind == LT_NAME_PARAM ? lt_program_field(program, name) : NULL;
    return (struct lawtester_name){.name = name->name,
                                   .unit = name->unit ? name->unit : "",
                                   .doc = name->doc ? name->doc : "",
                                   .words = field && field->choices ? field->choices : ""};
}

/* Name, unit and description of a recorded column; a formula is its own description. */
static struct lawtester_name describe_column(const struct lt_column *column) {
    const struct lt_name *source = column->source;
    return (struct lawtester_name){.name = column->name,
                                   .unit = source ? source->unit
                                                  : lt_parse_record_unit(column->formula),
                                   .doc = source ? source->doc : column->formula->text,
                                   .words = ""};
}

/* Gets visible column I of the program, from 0. Returns 0 if there is none, else 1. */
static int find_shown(const struct lt_program *program, size_t i, struct lawtester_name *name) {
    for (size_t at = 0; at < program->n_columns; at++)
        if (!program->columns[at].hidden && i-- == 0) {
            *name = describe_column(&program->columns[at]);
            return 1;
        }
    return 0;
}

/* Gets name I of a kind, from 0. Returns 0 if there is none, else 1. */
int lawtester_program_name(const struct lawtester_program *program, enum lawtester_kind kind,
                           size_t i, struct lawtester_name *name) {
    const struct lt_program *of = program->program;
    if (!of || kind == LAWTESTER_COLUMN)
        return of ? find_shown(of, i, name) : 0;
    for (size_t at = 0; at < of->names->count; at++)
        if (reported_kind(of, &of->names->list[at]) == (int)kind && i-- == 0) {
            *name = describe_name(of, &of->names->list[at]);
            return 1;
        }
    return 0;
}

/* Gets the number of a WORD of the parameter NAME, a choice. Returns 1, or 0 and why not. */
int lawtester_program_choice(const struct lawtester_program *program, const char *name,
                             const char *word, double *number, char *why, size_t size) {
    struct lawtester_name found;
    for (size_t i = 0; lawtester_program_name(program, LAWTESTER_PARAMETER, i, &found); i++) {
        if (strcmp(found.name, name) != 0)
            continue;
        const long choice = *found.words ? lt_choice_number(found.words, word) : -1;
        char list[512];
        *number = (double)choice;
        if (choice < 0 && *found.words)
            snprintf(why, size, "%s is '%s': it must be %s", name, word,
                     lt_choice_list(found.words, list, sizeof list));
        else if (choice < 0)
            snprintf(why, size, "%s is '%s': it must be a number", name, word);
        return choice >= 0;
    }
    snprintf(why, size, "'%s' is no parameter of the program's law, so that '%s' is no choice",
             name, word);
    return 0;
}

/* Arguments and result of lawtester_program_varies(). */
struct question {
    const struct lt_program *program;
    const char *name;
    char *why;
    size_t size;
    int varies;
};

/* Sets q->varies to 1 if a run can have another value of the name q->name, else to 0 with the
 * reason; work of lawtester_program_varies(). */
static void fill_varied(void *data) {
    struct question *q = data;
    struct lt_arena *arena = lt_arena_new();
    struct lt_override override;
    const char *why = lt_library_run_overrides(
        q->program, &(struct lawtester_options){.names = &q->name, .count = 1}, &override, arena);
    q->varies = why == NULL;
    if (q->size > 0)
        snprintf(q->why, q->size, "%s", why ? why : "");
    lt_arena_free(arena);
}

/* Returns 1 if a run can have another value of NAME, else 0 and why not. */
int lawtester_program_varies(const struct lawtester_program *program, const char *name, char *why,
                             size_t size) {
    struct question q = {program->program, name, why, size, 0};
    lt_library_work(fill_varied, &q);
    return q.varies;
}

/* Arguments and result of lawtester_program_factor(). */
struct factoring {
    const struct lt_program *program;
    const char *name, *unit;
    char *why;
    size_t size;
    double factor;
};

/* The unit of a number that can be varied, or of a result, "" if it has none. NULL: there is no
 * such name, and f->why says so. */
static const char *find_unit(const struct factoring *f, struct lt_arena *arena) {
    const struct lt_varied varied = lt_vary_find(f->program, f->name, arena);
    const struct lt_name *name =
        varied.name ? varied.name : lt_names_find(f->program->names, f->name);
    if (!name)
        snprintf(f->why, f->size, "%s", varied.why ? varied.why : "the program has no law");
    return name ? (name->unit ? name->unit : "") : NULL;
}

/* Sets f->factor to the factor from the unit f->unit to that of the number f->name, 0 with a reason
 * if they do not agree; work of lawtester_program_factor(). */
static void find_factor(void *data) {
    struct factoring *f = data;
    struct lt_arena *arena = lt_arena_new();
    const char *own = f->program ? find_unit(f, arena) : NULL;
    if (!f->program)
        snprintf(f->why, f->size, "the program has errors");
    /* A pure number is accepted for a number without unit, and for an angle in rad. */
    if (own && lt_units_is_bare(f->unit)) {
        f->factor = lt_units_is_bare(own) || strcmp(own, "rad") == 0;
        if (f->factor == 0)
            snprintf(f->why, f->size, "a pure number, expected its unit (%s)", own);
    } else if (own && lt_units_read(lt_arena_print(arena, "1 %s", f->unit), own, &f->factor, f->why,
                                    f->size) != LT_QUANTITY_OK)
        f->factor = 0;
    lt_arena_free(arena);
}

/* Factor from UNIT to the SI unit of the number NAME; 0, and why, if they do not agree. */
double lawtester_program_factor(const struct lawtester_program *program, const char *name,
                                const char *unit, char *why, size_t size) {
    struct factoring f = {program->program, name, unit, why, size, 0};
    lt_library_work_alone(find_factor, &f);
    return f.factor;
}

/* Path of file I, from 0, that the program reads; NULL: there is none. */
const char *lawtester_program_reads(const struct lawtester_program *program, size_t i) {
    const struct lt_read *read = program->program ? program->program->reads : NULL;
    while (read && i-- > 0)
        read = read->next;
    return read ? read->path : NULL;
}

/* Arguments and result of lawtester_program_text(). */
struct writing {
    const struct lt_program *program;
    const char *const *names;
    const double *values;
    size_t count, size;
    char *why, *text;
};

/* Writes the program's text with other numbers, or the reason why that is impossible; work of
 * lawtester_program_text(). */
static void write_text(void *data) {
    struct writing *w = data;
    struct lt_arena *arena = lt_arena_new();
    const char *why = "the program has errors";
    if (w->program)
        w->text = lt_rewrite_text(w->program, w->names, w->values, w->count, &why, arena);
    if (!w->text && w->size > 0)
        snprintf(w->why, w->size, "%s", why);
    lt_arena_free(arena);
}

/* The program's text with COUNT numbers at other values (SI), to be freed. NULL, and why not. */
char *lawtester_program_text(const struct lawtester_program *program, const char *const *names,
                             const double *values, size_t count, char *why, size_t size) {
    struct writing w = {program->program, names, values, count, size, why, NULL};
    lt_library_work(write_text, &w);
    return w.text;
}
