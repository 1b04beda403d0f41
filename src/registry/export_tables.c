/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "registry/export.h"
#include "registry/roles.h"

#include <math.h>
#include <string.h>

/* ---- Fields ---------------------------------------------------------------------------------- */

/* Writes the begin of a field's row in a table: its identifier in C and its unit. */
static void put_field_head(const struct lt_export *e, const struct lt_field *field) {
    fprintf(e->out, " \\\n    F(%s, ", lt_export_words_name(field->name, e->arena));
    lt_export_words_quote(e->out, field->unit);
}

/* Writes the description of a field and, if C needs another identifier, its own name. */
static void put_doc(const struct lt_export *e, const struct lt_field *field) {
    fputs(", ", e->out);
    lt_export_words_quote(e->out, *field->doc ? field->doc : field->name);
    if (strcmp(lt_export_words_name(field->name, e->arena), field->name) != 0)
        fprintf(e->out, ", .name = \"%s\"", field->name);
}

/* Writes the row of parameter number I. A default that a mixing rule may replace is written as
 * NaN: derive() sets it. */
static void put_param(const struct lt_export *e, size_t i) {
    static const char *const mixes[] = {
        [LT_MIN] = "LT_MIN",           [LT_MAX] = "LT_MAX",       [LT_MEAN] = "LT_MEAN",
        [LT_HARMONIC] = "LT_HARMONIC", [LT_SERIES] = "LT_SERIES", [LT_GEOMETRIC] = "LT_GEOMETRIC",
        [LT_EACH] = "LT_EACH"};
    const struct lt_field *field = &e->law->law.params[i];
    const double numbers[] = {e->law->mixes[i].formula ? NAN : field->preset, field->min,
                              field->max};
    put_field_head(e, field);
    for (size_t k = 0; k < 3; k++) {
        fputs(", ", e->out);
        lt_export_words_number(e->out, numbers[k]);
    }
    put_doc(e, field);
    if (field->mix != LT_GIVEN)
        fprintf(e->out, ", .mix = %s", mixes[field->mix]);
    if (field->role != LT_NO_ROLE)
        fprintf(e->out, ", .role = %s", lt_role_texts[field->role].id);
    fputc(')', e->out);
}

/* Writes the row of a field that is no parameter. */
static void put_field(const struct lt_export *e, const struct lt_field *field) {
    put_field_head(e, field);
    put_doc(e, field);
    fputc(')', e->out);
}

/* True if one of COUNT fields needs another name in C. */
static bool differs(const struct lt_export *e, const struct lt_field *fields, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(lt_export_words_name(fields[i].name, e->arena), fields[i].name) != 0)
            return true;
    return false;
}

/* Writes a pragma where a field has another name in C: its row sets the name twice, of which gcc
 * would warn. */
static void put_pragma(const struct lt_export *e) {
    const struct lt_law *law = &e->law->law;
    bool needed = differs(e, law->params, law->n_params) || differs(e, law->state, law->n_state) ||
                  differs(e, law->losses, law->n_losses);
    for (size_t i = 0; i < e->law->constants.count; i++)
        needed |= differs(e, &(struct lt_field){.name = e->law->constants.list[i].name}, 1);
    if (needed)
        fputs("#ifdef __GNUC__\n#pragma GCC diagnostic ignored \"-Woverride-init\"\n#endif\n",
              e->out);
}

/* Writes the tables of parameters, derived numbers, state and losses, from which LT_STRUCTS
 * makes the structs. */
void lt_export_tables_fields(const struct lt_export *e) {
    const struct lt_law *law = &e->law->law;
    put_pragma(e);
    fputs("#define PARAMS(F)", e->out);
    for (size_t i = 0; i < law->n_params; i++)
        put_param(e, i);
    fputs("\n#define DERIVED(F)", e->out);
    for (size_t i = 0; i < LT_FORMULA_LAW_PAIR_NUMBERS; i++)
        put_field(e, &lt_export_pair[i]);
    for (size_t i = 0; i < e->law->constants.count; i++) {
        const struct lt_rule *rule = &e->law->constants.list[i];
        put_field(e,
                  &(struct lt_field){.name = rule->name, .unit = "1", .doc = rule->formula->text});
    }
    fputs("\n#define STATE(F)", e->out);
    for (size_t i = 0; i < law->n_state; i++)
        put_field(e, &law->state[i]);
    fputs("\n#define LOSSES(F)", e->out);
    for (size_t i = 0; i < law->n_losses; i++)
        put_field(e, &law->losses[i]);
    fputs("\n\nLT_STRUCTS\n\n", e->out);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

/* Writes the begin of a row with COUNT quoted texts. */
static void put_words(const struct lt_export *e, const char *const *words, size_t count) {
    fputs("    {", e->out);
    for (size_t i = 0; i < count; i++) {
        fputs(i > 0 ? ", " : "", e->out);
        lt_export_words_quote(e->out, words[i]);
    }
}

#define WORDS(...)                                                                                 \
    (const char *const[]){__VA_ARGS__},                                                            \
        sizeof(const char *const[]){__VA_ARGS__} / sizeof(const char *)

/* Writes the begin of the array NAME of struct lt_TYPE. */
static void begin_list(const struct lt_export *e, const char *type, const char *name) {
    fprintf(e->out, "static const struct lt_%s %s[] = {\n", type, name);
}

/* Writes the lists of events, views, jumps and declared shortfalls as arrays in C, each with an
 * empty row at its end. */
void lt_export_tables_lists(const struct lt_export *e) {
    const struct lt_law *law = &e->law->law;
    /* Each list is written even if it is empty, since the table of the law names it. */
    begin_list(e, "event", "events");
    for (const struct lt_event *event = law->events; event && event->name; event++) {
        put_words(e, WORDS(event->name, event->watch));
        fprintf(e->out, ", %d, %d},\n", event->rises, event->falls);
    }
    fputs("    {.name = NULL}};\n", e->out);
    begin_list(e, "view", "views");
    for (const struct lt_view *view = law->views; view && view->name; view++) {
        put_words(e, WORDS(view->name, view->unit, view->formula, view->doc));
        fputs("},\n", e->out);
    }
    fputs("    {.name = NULL}};\n", e->out);
    begin_list(e, "jump", "jumps");
    for (const struct lt_jump *jump = law->jumps; jump && jump->force; jump++) {
        put_words(e, WORDS(jump->force, jump->at, jump->when, jump->change, jump->why));
        fputs("},\n", e->out);
    }
    fputs("    {.force = NULL}};\n", e->out);
    begin_list(e, "shortfall", "declares");
    for (const struct lt_shortfall *s = law->declares; s && s->check; s++) {
        put_words(e, WORDS(s->check, s->when));
        fputs(", ", e->out);
        lt_export_words_number(e->out, s->most);
        fputs(", ", e->out);
        lt_export_words_quote(e->out, s->why);
        fputs("},\n", e->out);
    }
    fputs("    {.check = NULL}};\n\n", e->out);
}
