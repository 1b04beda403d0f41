/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The JSON documents declared in record.h. */
#include "base/choice.h"
#include "program/friction_limit.h"
#include "program/parse.h"
#include "registry/laws.h"
#include "registry/part_list.h"
#include "registry/parts.h"
#include "registry/roles.h"
#include "result/json.h"

#include <math.h>

/* Returns a number as JSON; null if it is not finite, which JSON cannot express. */
json_t *lt_document_number(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

/* Returns COUNT numbers as a JSON list; null for those that are not finite. */
json_t *lt_document_numbers(const double *values, size_t count) {
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, lt_document_number(values[i]));
    return list;
}

/* Returns unit and meaning of each column of a table, by its name. */
json_t *lt_document_columns(const struct lt_listing *sheet) {
    json_t *object = json_object();
    for (const struct lt_listing_column *c = sheet->columns; c < sheet->columns + sheet->n; c++) {
        json_t *one = json_object();
        put_text(one, "unit", c->unit);
        put_text(one, "doc", c->doc);
        json_object_set_new(object, c->name, one);
    }
    return object;
}

/* ---- A run ----------------------------------------------------------------------------------- */

/* Returns the values (SI) of the law's parameters in this run; a part of a composed law is given by
 * its word. */
static json_t *parameters_of(const struct lt_program *program, const struct lt_result *result) {
    json_t *object = json_object();
    const struct lt_law *law = program->law;
    for (size_t i = 0; i < law->n_params; i++) {
        const struct lt_field *field = &law->params[i];
        const double *values = &result->values[program->names->params];
        char buffer[LT_WORDS_ROOM];
        const char *words =
            law->whole ? lt_part_list_words(law, i, values, buffer, sizeof buffer) : NULL;
        if (lt_parts_absent(field) || field->hidden)
            continue;
        if (words)
            put_text(object, field->name, words);
        else
            put_real(object, field->name, values[i]);
    }
    return object;
}

/* Returns the values that replaced those of the program in this run, by name. */
static json_t *overrides_of(const struct lt_result *result) {
    json_t *object = json_object();
    for (size_t i = 0; i < result->n_overrides; i++)
        put_real(object, result->overrides[i].name->name, result->overrides[i].value);
    return object;
}

/* Returns the constants that depend on the two particles only, from m_eff to contact_area, in SI
 * units. */
static json_t *derived_of(const struct lt_program *program, const struct lt_result *result) {
    json_t *object = json_object();
    for (size_t i = 0; i < program->names->count; i++) {
        const struct lt_name *name = &program->names->list[i];
        if (name->slot >= LT_M_EFF && name->slot <= LT_CONTACT_AREA)
            put_real(object, name->name, result->values[name->slot]);
    }
    return object;
}

/* Returns true if the document has the value of a name at the end of the run, NAME_end; false if
 * not. Bounces of a stage have none; views, errors and the like only if the program uses or
 * computes them. */
static bool has_end(const struct lt_program *program, const struct lt_name *name) {
    if (name->slot >= LT_XA && name->slot <= LT_E_DAMPING)
        return program->names->bodies;
    if (name->kind == LT_NAME_VIEW)
        return program->uses_views;
    if (lt_names_is_error(name))
        return program->uses_errors;
    if (lt_names_is_smoothed(name))
        return program->uses_smoothed;
    if (lt_names_is_split(name))
        return program->names->split;
    if (lt_names_is_tangent(name))
        return name->slot < LT_FS_TRIAL ? program->uses_tangent : program->uses_trial;
    return name->kind < LT_NAME_VIEW && name->slot != LT_STAGE_BOUNCES &&
           name->slot != LT_WORK_THROUGHPUT;
}

/* Returns true for the results of a band (spread over the phase) that the program computes; false
 * for other bands and other results. */
static bool is_band_used(const struct lt_program *program, const struct lt_name *name) {
    return name->kind == LT_NAME_BAND && program->uses_band[lt_names_band_of(name) == LT_R_E_T];
}

/* Returns the results of a run (SI): derived ones, the values of all names at its end, extremes,
 * and recorded formulas. */
static json_t *results_of(const struct lt_program *program, const struct lt_result *result) {
    json_t *object = json_object();
    const struct lt_names *names = program->names;
    for (size_t i = 0; i < names->count; i++)
        if (names->list[i].kind == LT_NAME_RESULT || is_band_used(program, &names->list[i]))
            put_real(object, names->list[i].name, result->values[names->list[i].slot]);
    /* Values at the end, NAME_end. */
    for (size_t i = 0; i < names->count; i++) {
        if (!has_end(program, &names->list[i]))
            continue;
        char key[256];
        snprintf(key, sizeof key, "%s_end", names->list[i].name);
        put_real(object, key, result->values[names->list[i].slot]);
    }
    put_real(object, "contact_end", result->values[LT_CONTACT]);
    for (size_t i = 0; i < program->n_extremes; i++)
        put_real(object, program->extremes[i]->name, result->values[program->extremes[i]->slot]);
    /* Formulas that are recorded have the value of the last row. */
    const struct lt_table *table = &result->table;
    for (size_t i = 0; table->rows > 0 && i < program->n_columns; i++) {
        const struct lt_column *column = &program->columns[i];
        if (column->source || column->hidden)
            continue;
        char key[256];
        snprintf(key, sizeof key, "%s_end", column->name);
        put_real(object, key, table->cells[(table->rows - 1) * table->columns + i]);
    }
    return object;
}

/* Returns unit and meaning of each visible column of the run's table; a formula's meaning is its
 * text. */
static json_t *column_list(const struct lt_program *program) {
    json_t *object = json_object();
    for (size_t i = 0; i < program->n_columns; i++) {
        const struct lt_column *column = &program->columns[i];
        if (column->hidden)
            continue;
        json_t *one = json_object();
        if (column->source) {
            put_text(one, "unit", column->source->unit);
            put_text(one, "doc", column->source->doc);
        } else if (column->formula) {
            put_text(one, "unit", lt_parse_record_unit(column->formula));
            put_text(one, "doc", column->formula->text);
        }
        json_object_set_new(object, column->name, one);
    }
    return object;
}

/* Returns the role of each parameter of a law that has one, such as friction, by the parameter's
 * name. */
static json_t *roles_of(const struct lt_law *law) {
    json_t *object = json_object();
    for (size_t i = 0; i < law->n_params; i++)
        if (law->params[i].role != LT_NO_ROLE)
            put_text(object, law->params[i].name, lt_role_texts[law->params[i].role].word);
    return object;
}

/* Returns which forces friction limits ("holds") and which normal force sets the limit ("by"). */
static json_t *friction_limit_of(const struct lt_friction_limit *limit) {
    json_t *object = json_object();
    put_text(object, "holds", limit->holds);
    put_text(object, "by", limit->by);
    return object;
}

/* Returns the stages that were run: steps, duration and end time in s, and the condition that ended
 * them. */
static json_t *stages_of(const struct lt_program *program, const struct lt_result *result) {
    json_t *list = json_array();
    for (size_t i = 0; i < result->n_stages; i++) {
        const struct lt_stage_result *stage = &result->stages[i];
        json_t *object = json_object();
        put_text(object, "name", program->stages[stage->stage].name);
        put_count(object, "steps", stage->steps);
        put_real(object, "time", stage->time);
        put_text(object, "ended_by", stage->ended_by);
        put_real(object, "t_end", stage->t_end);
        json_array_append_new(list, object);
    }
    return list;
}

/* Returns the events of a run: name, time (s), step, mode (0 begun, 1 ended) and stage. */
static json_t *event_list(const struct lt_program *program, const struct lt_result *result) {
    json_t *list = json_array();
    for (size_t i = 0; i < result->n_events; i++) {
        const struct lt_event_result *event = &result->events[i];
        json_t *object = json_object();
        put_text(object, "name", event->name);
        put_real(object, "t", event->t);
        put_count(object, "step", event->step);
        if (event->mode >= 0)
            put_count(object, "mode", (size_t)event->mode);
        if (event->stage < program->n_stages)
            put_text(object, "stage", program->stages[event->stage].name);
        json_array_append_new(list, object);
    }
    return list;
}

/* Returns the expectations of a run with value, expected value, error and tolerance, and whether
 * they are met. */
static json_t *verdicts_of(const struct lt_result *result) {
    json_t *list = json_array();
    for (size_t i = 0; i < result->n_verdicts; i++) {
        const struct lt_verdict *verdict = &result->verdicts[i];
        json_t *object = json_object();
        put_text(object, "text", verdict->text);
        put_real(object, "value", verdict->value);
        put_real(object, "expected", verdict->expected);
        put_real(object, "error", verdict->error);
        put_real(object, "tolerance", verdict->tolerance);
        put_text(object, "unit", verdict->unit);
        put_bool(object, "absolute", verdict->absolute);
        put_bool(object, "ok", verdict->ok);
        if (verdict->where && *verdict->where)
            put_text(object, "where", verdict->where);
        json_array_append_new(list, object);
    }
    return list;
}

/* Returns COUNT texts as a JSON list of strings. */
static json_t *texts_of(const char *const *texts, size_t count) {
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, text_value(texts[i]));
    return list;
}

/* Returns the separations un (m) at which the first contact begins and ends; null if it does not.
 */
static json_t *ends_of(const struct lt_result *result) {
    json_t *object = json_object();
    json_object_set_new(object, "made_at", lt_document_number(result->ends[0]));
    json_object_set_new(object, "lost_at", lt_document_number(result->ends[1]));
    return object;
}

/* Returns the JSON document of a run, without drawings and provenance, which the output adds. The
 * caller owns it. */
json_t *lt_document_run(const struct lt_program *program, const struct lt_result *result) {
    static const char *const statuses[] = {
        [LT_DONE] = "done", [LT_RUN_FAILED] = "failed", [LT_INTERRUPTED] = "interrupted"};
    const bool slides = lt_roles_find(program->law, LT_FRICTION) >= 0;
    const struct lt_friction_limit limit =
        slides ? lt_friction_limit_of(program, result->values) : (struct lt_friction_limit){0};
    json_t *document = json_object();
    /* How the run ended. */
    put_count(document, "format", 2);
    put_text(document, "program", program->stem);
    put_text(document, "title", program->title);
    put_text(document, "law", program->law->name);
    put_text(document, "status", statuses[result->status]);
    if (result->status == LT_RUN_FAILED)
        put_text(document, "message", result->message);
    put_bool(document, "ok", result->ok);
    /* The numbers that it had, and what they mean. */
    json_object_set_new(document, "parameters", parameters_of(program, result));
    if (result->n_overrides > 0)
        json_object_set_new(document, "overrides", overrides_of(result));
    json_object_set_new(document, "roles", roles_of(program->law));
    if (slides)
        json_object_set_new(document, "friction_limit", friction_limit_of(&limit));
    json_object_set_new(document, "pair", derived_of(program, result));
    /* The results, and where the first contact began and ended. */
    json_object_set_new(document, "results", results_of(program, result));
    json_object_set_new(document, "contact", ends_of(result));
    json_object_set_new(document, "columns", column_list(program));
    if (result->n_behind > 0)
        json_object_set_new(document, "half_step_behind", /* velocity-verlet is continued by it */
                            lt_document_numbers(result->behind, result->n_behind));
    /* Its course, and what was expected. */
    json_object_set_new(document, "stages", stages_of(program, result));
    json_object_set_new(document, "events", event_list(program, result));
    json_object_set_new(document, "expect", verdicts_of(result));
    json_object_set_new(document, "warnings",
                        texts_of((const char *const *)result->warnings, result->n_warnings));
    json_object_set_new(document, "prints",
                        texts_of((const char *const *)result->prints, result->n_prints));
    return document;
}

/* ---- The laws -------------------------------------------------------------------------------- */

/* Returns the object {KEY: VALUE} and takes over the reference to VALUE. */
static json_t *single_member(const char *key, json_t *value) {
    json_t *object = json_object();
    json_object_set_new(object, key, value);
    return object;
}

/* Returns an object with name, unit and meaning, to which further members are added. */
static json_t *named_object(const char *name, const char *unit, const char *doc) {
    json_t *object = json_object();
    put_text(object, "name", name);
    put_text(object, "unit", unit);
    put_text(object, "doc", doc);
    return object;
}

/* Returns the parameters of a law: ranges and defaults in SI units, roles and mixing rules. PART:
 * only those that belong to it; NULL: all. */
static json_t *params_of(const struct lt_law *law, const struct lt_part_word *part,
                         struct lt_arena *arena) {
    json_t *list = json_array();
    for (size_t i = 0; i < law->n_params; i++) {
        const struct lt_field *field = &law->params[i];
        if (lt_parts_absent(field) || field->hidden ||
            (part && !lt_parts_owns(law, part, field, arena)))
            continue;
        json_t *object = named_object(field->name, field->unit, field->doc);
        json_array_append_new(list, object);
        /* Type, range and default in SI units; INFINITY becomes null. */
        put_text(object, "type", lt_laws_type(law, field->name, field));
        if (field->of)
            put_text(object, "of", field->of);
        put_real(object, "default", law->params[i].preset);
        put_real(object, "min", law->params[i].min);
        put_real(object, "max", law->params[i].max);
        if (law->params[i].role != LT_NO_ROLE)
            put_text(object, "role", lt_role_texts[law->params[i].role].word);
        if (law->params[i].choices)
            json_object_set_new(object, "choices", word_list(law->params[i].choices));
        /* Where the value comes from if the program does not give it: from the materials. */
        const bool inheritable = lt_laws_inherits(law, field);
        json_object_set_new(object, "inheritable", json_boolean(inheritable));
        put_text(object, "mixing",
                 inheritable && field->mix == LT_GIVEN ? "agree" : lt_laws_mixing(field));
        json_object_set_new(object, "modifiable",
                            json_boolean(!lt_parts_is_kind(law, field->name)));
        json_object_set_new(object, "once", json_boolean(field->once));
        if (field->with)
            put_text(object, "with", field->with);
    }
    return list;
}

/* Returns the state variables of a law: type, whether a program may set them, and whether they are
 * flags. */
static json_t *state_of(const struct lt_law *law) {
    json_t *list = json_array();
    for (size_t i = 0; i < law->n_state; i++) {
        const struct lt_field *field = &law->state[i];
        json_t *object = named_object(field->name, field->unit, field->doc);
        put_text(object, "type", lt_laws_type(law, field->name, field));
        json_object_set_new(object, "modifiable", json_boolean(!field->told));
        json_object_set_new(object, "flag", json_boolean(lt_laws_is_flag(law, field->name)));
        field->hidden ? json_decref(object) : (void)json_array_append_new(list, object);
    }
    return list;
}

/* Returns true if TEXT begins with START, false if it does not. */
static bool starts_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

/* Returns true for energies that add up over the run, such as work and losses; false for those
 * stored, kinetic or residual, which are momentary values. */
static bool is_accumulated(const char *energy) {
    return strcmp(energy, "E_strain") != 0 && strcmp(energy, "E_kinetic") != 0 &&
           strcmp(energy, "E_residual") != 0;
}

/* Returns the lower bound (J) of an energy on a resolved path. Adhesion may store a negative
 * energy, and accounts that are also gains have none: -INFINITY. */
static double least_energy(const struct lt_law *law, const char *energy) {
    static const char *const either[] = {"E_work", "E_cross", "E_defect", "E_set", "E_residual"};
    for (size_t i = 0; i < sizeof either / sizeof *either; i++)
        if (strcmp(energy, either[i]) == 0)
            return -INFINITY;
    return strcmp(energy, "E_strain") == 0 && (law->reach || (law->jumps && law->jumps->force))
               ? -INFINITY
               : 0;
}

/* Returns the description of an energy NAME with its meaning DOC: bounds in J (null: none), and
 * whether it adds up over the run. */
static json_t *energy_object(const struct lt_law *law, const char *name, const char *doc) {
    json_t *object = named_object(name, "J", doc);
    json_object_set_new(object, "accumulated", json_boolean(is_accumulated(name)));
    put_real(object, "min", least_energy(law, name));
    put_real(object, "max", INFINITY);
    return object;
}

/* Every energy of a run with this law: those all laws have, and its own dissipations. */
#define COMMON(ID, name, unit, doc)                                                                \
    if (starts_with(#name, "E_"))                                                                  \
        json_array_append_new(list, energy_object(law, #name, doc));

/* Returns every energy of a run with this law: those that all laws have, and its own dissipations.
 */
static json_t *energies_of(const struct lt_law *law) {
    json_t *list = json_array();
    LT_POINT(COMMON)
    LT_ENERGIES(COMMON)
    for (size_t i = 0; i < law->n_losses; i++) {
        char name[256];
        if (lt_parts_absent(&law->losses[i]))
            continue;
        snprintf(name, sizeof name, "E_%s", law->losses[i].name);
        json_array_append_new(list, energy_object(law, name, law->losses[i].doc));
    }
    return list;
}

/* Returns the further columns that a law defines by formulas. One that is an energy, or its
 * negative ("0 - E_..."), has the energy's bounds or their negatives. */
static json_t *columns_of_law(const struct lt_law *law) {
    json_t *list = json_array();
    for (const struct lt_view *view = law->views; view && view->name; view++) {
        json_t *object = named_object(view->name, view->unit, view->doc);
        put_text(object, "type", lt_laws_type(law, view->name, NULL));
        const bool less = starts_with(view->formula, "0 - ");
        const char *of = view->formula + (less ? 4 : 0);
        put_text(object, "formula", view->formula);
        /* The formula is the name of an energy alone. */
        if (starts_with(of, "E_") && !strpbrk(of, " +-*/(")) {
            const double least = least_energy(law, of);
            json_object_set_new(object, "accumulated", json_boolean(is_accumulated(of)));
            put_real(object, "min", less ? -INFINITY : least);
            put_real(object, "max", less ? 0 - least : INFINITY);
        }
        json_array_append_new(list, object);
    }
    return list;
}

/* Returns the events of a law and the quantity that each watches; for those with two modes, 0 is
 * the begin and 1 the end. */
static json_t *events_of(const struct lt_law *law) {
    json_t *list = json_array();
    for (const struct lt_event *event = law->events; event && event->name; event++) {
        json_t *object = json_object(), *modes = json_array();
        put_text(object, "name", event->name);
        put_text(object, "watches", event->watch);
        for (int mode = 0; mode < 2 && event->rises && event->falls; mode++)
            json_array_append_new(modes, json_integer(mode));
        json_object_set_new(object, "modes", modes);
        json_array_append_new(list, object);
    }
    return list;
}

/* Returns the closed forms that a law has for its results, with the condition under which each
 * holds. */
static json_t *cases_of(const struct lt_law *law) {
    json_t *list = json_array();
    for (const struct lt_case *c = law->cases; c && c->result; c++) {
        json_t *object = json_object();
        put_text(object, "result", c->result);
        put_text(object, "when", c->when);
        put_text(object, "formula", c->formula);
        put_text(object, "convention", c->convention);
        json_array_append_new(list, object);
    }
    return list;
}

/* Returns the checks of verify in which a law declares to fall short, with condition, bound and
 * reason. PART: only those of that part; NULL: all. */
static json_t *declares_of(const struct lt_law *law, const struct lt_part_word *part,
                           struct lt_arena *arena) {
    json_t *list = json_array();
    for (const struct lt_shortfall *s = law->declares; s && s->check; s++) {
        if (part && !lt_parts_declares(law, part, s, arena))
            continue;
        json_t *object = json_object();
        put_text(object, "check", s->check);
        put_text(object, "when", s->when);
        json_object_set_new(object, "most", isfinite(s->most) ? json_real(s->most) : json_null());
        put_text(object, "why", s->why);
        json_array_append_new(list, object);
    }
    return list;
}

/* Returns kind, word and meaning of a part of a composed law. */
static json_t *part_object(const struct lt_part_word *part) {
    json_t *object = json_object();
    put_text(object, "kind", part->kind);
    put_text(object, "word", part->word);
    put_text(object, "doc", part->doc);
    return object;
}

/* Returns all parts of a composed law. */
static json_t *parts_of(const struct lt_law *law) {
    json_t *list = json_array();
    for (const struct lt_part_word *part = law->parts; part && part->kind; part++)
        json_array_append_new(list, part_object(part));
    return list;
}

/* Returns the words of the choice PARAM whose bits are set in WORDS, bit 0 for its first word. */
static json_t *chosen_words(const struct lt_law *law, unsigned param, unsigned words) {
    const struct lt_field *field = &law->params[param];
    json_t *list = json_array();
    char word[64];
    for (int i = 0; i <= (int)field->max; i++)
        if (words >> i & 1u)
            json_array_append_new(
                list, json_string(lt_choice_word(field->choices, i, word, sizeof word)));
    return list;
}

/* Returns the combinations of parts that exclude each other: words of one kind, words of another,
 * and why. */
static json_t *clashes_of(const struct lt_law *law) {
    json_t *list = json_array();
    for (const struct lt_clash *c = law->clashes; c && c->why; c++) {
        const char *kind, *other;
        if (lt_part_list_clashes_again(law, c))
            continue;
        lt_part_list_slot(law, law->params[c->kind].name, &kind);
        lt_part_list_slot(law, law->params[c->other].name, &other);
        json_t *object = json_object();
        put_text(object, "kind", kind);
        json_object_set_new(object, "words", chosen_words(law, c->kind, c->words));
        put_text(object, "other", other);
        json_object_set_new(object, "others", chosen_words(law, c->other, c->others));
        put_text(object, "why", c->why);
        json_array_append_new(list, object);
    }
    return list;
}

/* Returns the description of one part of a composed law, with its parameters. The caller owns it.
 */
json_t *lt_document_part(const struct lt_law *law, const struct lt_part_word *part,
                         struct lt_arena *arena) {
    json_t *object = part_object(part);
    put_text(object, "law", law->name);
    json_object_set_new(object, "parameters", params_of(law, part, arena));
    json_object_set_new(object, "declares", declares_of(law, part, arena));
    return object;
}

/* Returns the jumps of a law's force: which force, where, under which condition, by how much, and
 * why. */
static json_t *jumps_of(const struct lt_law *law) {
    json_t *list = json_array();
    for (const struct lt_jump *jump = law->jumps; jump && jump->force; jump++) {
        json_t *object = json_object();
        put_text(object, "force", jump->force);
        put_text(object, "at", jump->at);
        put_text(object, "when", jump->when);
        put_text(object, "change", jump->change);
        put_text(object, "why", jump->why);
        json_array_append_new(list, object);
    }
    return list;
}

/* Returns everything that a law declares: equations, parameters, states, energies, events, closed
 * forms. */
static json_t *describe_law(const struct lt_law *law) {
    json_t *object = json_object();
    put_text(object, "name", law->name);
    put_text(object, "summary", law->summary);
    put_text(object, "source", law->source);
    put_text(object, "equations", law->equations);
    json_object_set_new(object, "order",
                        isinf(law->order) ? json_string("exact") : json_real(lt_laws_order(law)));
    /* A composed law has parts, and combinations of them that exclude each other. */
    if (law->parts)
        json_object_set_new(object, "parts", parts_of(law));
    if (law->clashes)
        json_object_set_new(object, "clashes", clashes_of(law));
    json_object_set_new(object, "parameters", params_of(law, NULL, NULL));
    json_object_set_new(object, "state", state_of(law));
    json_object_set_new(object, "energies", energies_of(law));
    json_object_set_new(object, "columns", columns_of_law(law));
    json_object_set_new(object, "events", events_of(law));
    json_object_set_new(object, "cases", cases_of(law));
    json_object_set_new(object, "declares", declares_of(law, NULL, NULL));
    json_object_set_new(object, "jumps", jumps_of(law));
    json_object_set_new(object, "forward_only", json_boolean(law->forward_only));
    return object;
}

/* Returns the description of each law of a list that ends with NULL. The caller owns it. */
json_t *lt_document_laws(const struct lt_law *const *laws) {
    json_t *list = json_array();
    for (; *laws; laws++)
        json_array_append_new(list, describe_law(*laws));
    return single_member("laws", list);
}
