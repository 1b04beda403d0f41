/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "registry/laws.h"

#include "base/arena.h"
#include "base/choice.h"
#include "base/units.h"
#include "config.h"
#include "formula/formula.h"
#include "formula/names.h"
#include "registry/checks.h"
#include "registry/parts.h"
#include "registry/roles.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define DECLARE(id) extern const struct lt_law lt_law_##id;
#define ADDRESS(id) &lt_law_##id,
LT_LAW_LIST(DECLARE)

const char *const lt_laws_mix[] = {"min", "max", "mean", "harmonic", "series", "geometric", NULL};

const struct lt_law *const lt_laws_builtin[] = {LT_LAW_LIST(ADDRESS) NULL};

/* Laws compiled by themselves, by instruction set: for one contact, and for as many side by side as
 * the vectors hold. */
#if LT_ROWS
#define ROWS_DECLARED(id) extern const struct lt_law lt_law_##id##_sse2_2;
#define SSE2_2(id)        &lt_law_##id##_sse2_2,
LT_LAW_FILES(ROWS_DECLARED)
#else
#define SSE2_2(id) ADDRESS(id)
#endif
#if LT_X86
#define X86_DECLARED(id)                                                                           \
    extern const struct lt_law lt_law_##id##_avx2_4;                                               \
    extern const struct lt_law lt_law_##id##_avx512_1, lt_law_##id##_avx512_8;
#define AVX2_4(id)   &lt_law_##id##_avx2_4,
#define AVX512_1(id) &lt_law_##id##_avx512_1,
#define AVX512_8(id) &lt_law_##id##_avx512_8,
LT_LAW_FILES(X86_DECLARED)
#endif
static const struct lt_law *const plain[] = {LT_LAW_FILES(ADDRESS) NULL};
enum { FILES_AND_END = sizeof plain / sizeof *plain };
static const struct lt_law *const compiled[][2][FILES_AND_END] = {
    [LT_CPU_PLAIN] = {{LT_LAW_FILES(ADDRESS) NULL}, {LT_LAW_FILES(SSE2_2) NULL}},
#if LT_X86
    [LT_CPU_AVX2] = {{LT_LAW_FILES(ADDRESS) NULL}, {LT_LAW_FILES(AVX2_4) NULL}},
    [LT_CPU_AVX512] = {{LT_LAW_FILES(AVX512_1) NULL}, {LT_LAW_FILES(AVX512_8) NULL}},
#endif
};

/* The best instruction set of this machine for which laws are compiled. */
enum lt_cpu lt_laws_cpu(void) {
    return lt_cpu_best();
}

/* The index of the built-in source file whose step function a law has; the number of all files:
 * it has none of them. */
static size_t file_number(const struct lt_law *law) {
    size_t i = 0;
    while (plain[i] && plain[i]->one != law->one)
        i++;
    return i;
}

/* True if LAW, or the whole law of whose parts it is a choice, is built in. */
bool lt_laws_is_builtin(const struct lt_law *law) {
    const struct lt_law *whole = law->whole ? law->whole : law;
    size_t i = 0;
    while (lt_laws_builtin[i] && lt_laws_builtin[i] != whole)
        i++;
    return lt_laws_builtin[i];
}

/* The variant of a law that is compiled for an instruction set; ROWS: for several contacts side
 * by side. */
static const struct lt_law *compiled_for(const struct lt_law *law, enum lt_cpu cpu, bool rows) {
    if (plain[file_number(law)])
        return compiled[cpu][rows][file_number(law)];
    return rows && law->wide ? law->wide : law;
}

/* The function that evaluates LT_LANES contacts at once, compiled for this instruction set;
 * NULL: none. */
lt_law_block *lt_laws_block(const struct lt_law *law, enum lt_cpu cpu) {
    return compiled_for(law, cpu, true)->block;
}

/* How a law steps contacts side by side through its block function with the instruction set CPU:
 * their number and the function. n is 0, none, with vectors of two numbers, where the idle half
 * of a block costs what they gain. */
static struct lt_side side_by_block(const struct lt_law *law, enum lt_cpu cpu) {
    const struct lt_side none = {.n = 0};
#if LT_X86
    if (cpu == LT_CPU_AVX512)
        return (struct lt_side){8, law, lt_by_block_avx512_8};
    if (cpu == LT_CPU_AVX2)
        return (struct lt_side){4, law, lt_by_block_avx2_4};
#endif
    (void)law, (void)cpu;
    return none;
}

/* How many contacts a law marches side by side with this instruction set, and by which function;
 * n is 0 if it cannot. */
struct lt_side lt_laws_side(const struct lt_law *law, enum lt_cpu cpu) {
    const struct lt_law *of = compiled_for(law, cpu, true);
    if (of->march_rows)
        return (struct lt_side){of->n_rows, of, NULL};
    if (of->n_rows == LT_LANES && of->n_losses <= LT_BY_BLOCK_LOSSES)
        return side_by_block(of, cpu);
    return (struct lt_side){.n = 0};
}

/* The function that marches one contact through many steps, compiled for this instruction set;
 * NULL: none. */
lt_law_march *lt_laws_march(const struct lt_law *law, enum lt_cpu cpu) {
    return compiled_for(law, cpu, false)->march;
}

/* The law with this name in LAWS, which end with NULL; NULL: none. */
const struct lt_law *lt_laws_find_in(const struct lt_law *const *laws, const char *name) {
    while (*laws && strcmp((*laws)->name, name) != 0)
        laws++;
    return *laws;
}

/* The names of LAWS, which end with NULL; *COUNT: how many. */
const char **lt_laws_names(const struct lt_law *const *laws, size_t *count,
                           struct lt_arena *arena) {
    *count = 0;
    while (laws[*count])
        ++*count;
    const char **names = lt_arena_get(arena, (*count + 1) * sizeof *names);
    for (size_t i = 0; i < *count; i++)
        names[i] = laws[i]->name;
    return names;
}

/* The built-in law with this name; NULL: none. */
const struct lt_law *lt_laws_find(const char *name) {
    return lt_laws_find_in(lt_laws_builtin, name);
}

/* The index of the parameter with this name; -1: none. */
long lt_laws_param(const struct lt_law *law, const char *name) {
    for (size_t i = 0; *name && i < law->n_params; i++)
        if (strcmp(law->params[i].name, name) == 0)
            return (long)i;
    return -1;
}

/* The index of the state with this name; -1: none. */
long lt_laws_state(const struct lt_law *law, const char *name) {
    for (size_t i = 0; *name && i < law->n_state; i++)
        if (strcmp(law->state[i].name, name) == 0)
            return (long)i;
    return -1;
}

/* The index of a component of force or moment, "fn" 0 to "mt" 5; -1: it is none. */
long lt_laws_component(const char *name) {
    static const char *const names[] = {"fn", "fs", "ft", "mn", "ms", "mt"};
    for (long i = 0; i < 6; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

/* The order of convergence in dt that the law claims; 1 if it claims none. */
double lt_laws_order(const struct lt_law *law) {
    return law->order > 0 ? law->order : 1;
}

/* True if NAME is one of the parameters that PARAM sets, so that it determines their values. */
bool lt_laws_sets(const struct lt_field *param, const char *name) {
    size_t length = strlen(name);
    for (const char *at = param->sets; at && *at; at += strcspn(at, " "), at += *at == ' ')
        if (strcspn(at, " ") == length && memcmp(at, name, length) == 0)
            return true;
    return false;
}

/* The index of the state that holds the limit for short steps of state I, which accounts for
 * finite ones; -1: it has none. */
long lt_laws_limit(const struct lt_law *law, size_t i) {
    for (size_t k = 0; k < law->n_state && law->state[i].sets; k++)
        if (k != i && strcmp(law->state[i].sets, law->state[k].name) == 0)
            return (long)k;
    return -1;
}

/* ---- A law keeps its contract, or says where it does not ------------------------------------- */

static bool fail_in_law(char *why, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Writes a formatted message about a law into WHY, of SIZE characters; always false. */
static bool fail_in_law(char *why, size_t size, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(why, size, format, args);
    va_end(args);
    return false;
}

/* A name of the law as formulas see it: losses get the prefix "E_". */
struct seen {
    const char *prefix, *name, *unit, *doc, *what;
};

/* The entry of a field in the list of all names of a law: PREFIX is put before its name, WHAT is
 * its kind in words. */
static struct seen of_field(const char *prefix, const struct lt_field *field, const char *what) {
    return (struct seen){prefix, field->name, field->unit, field->doc, what};
}

/* Entry I, from 0, of all names of a law: parameters, states, losses, views, events; .name is
 * NULL if there are no more. */
static struct seen name_number(const struct lt_law *law, size_t i) {
    if (i < law->n_params)
        return of_field("", &law->params[i], "parameter");
    i -= law->n_params;
    if (i < law->n_state)
        return of_field("", &law->state[i], "state");
    i -= law->n_state;
    if (i < law->n_losses)
        return of_field("E_", &law->losses[i], "loss");
    i -= law->n_losses;
    const struct lt_view *view = law->views;
    for (; view && view->name; view++)
        if (i-- == 0)
            return (struct seen){"", view->name, view->unit, view->doc, "view"};
    const struct lt_event *event = law->events;
    for (; event && event->name; event++)
        if (i-- == 0)
            return (struct seen){"", event->name, "1", "an event", "event"};
    return (struct seen){.name = NULL};
}

/* Checks that a name has valid characters and is not reserved, and that its unit and description
 * exist. False: WHY, of SIZE characters, says what is wrong. */
static bool check_name(const struct seen *s, char *why, size_t size) {
    char seen[128];
    if (!s->name || !lt_names_possible(s->name) ||
        (size_t)snprintf(seen, sizeof seen, "%s%s", s->prefix, s->name) >= sizeof seen)
        return fail_in_law(why, size, "%s '%.100s' is not a name", s->what, s->name);
    if (lt_names_reserved(seen) || lt_formula_is_function(seen))
        return fail_in_law(why, size,
                           "%s '%s' is already the name of a column, a result or a function",
                           s->what, seen);
    if (!s->unit || !lt_units_known(s->unit))
        return fail_in_law(why, size, "%s '%s' has no known unit%s%.40s", s->what, s->name,
                           s->unit ? ": " : "", s->unit ? s->unit : "");
    if (!s->doc || !*s->doc)
        return fail_in_law(why, size, "%s '%s' has no description", s->what, s->name);
    return true;
}

/* True if an event has the name of the state that it watches, which is permitted. */
static bool watches_itself(const struct lt_law *law, const char *name) {
    for (const struct lt_event *event = law->events; event && event->name; event++)
        if (strcmp(event->name, name) == 0)
            return event->watch && strcmp(event->watch, name) == 0;
    return false;
}

/* Checks that all names of a law differ and may be used. False: WHY says which does not. */
static bool check_names(const struct lt_law *law, char *why, size_t size) {
    struct seen s, other;
    for (size_t i = 0; (s = name_number(law, i)).name; i++) {
        if (!check_name(&s, why, size))
            return false;
        for (size_t k = 0; k < i; k++) {
            other = name_number(law, k);
            /* Parts may each have a column of one name: the first that is chosen counts. */
            const bool of_parts =
                law->parts && strcmp(s.what, "view") == 0 && strcmp(other.what, "view") == 0;
            if (strcmp(s.name, other.name) == 0 && strcmp(s.prefix, other.prefix) == 0 &&
                !of_parts && !(strcmp(s.what, "event") == 0 && watches_itself(law, s.name)))
                return fail_in_law(why, size, "'%s' is defined twice: as %s and as %s", s.name,
                                   other.what, s.what);
        }
    }
    return true;
}

/* Checks that a table has the COUNT rows that the law states and ends with one without a name;
 * WHAT is its kind in words. False: WHY says what is wrong. */
static bool check_table(const struct lt_field *fields, size_t count, const char *what, char *why,
                        size_t size) {
    if (!fields)
        return count == 0 || fail_in_law(why, size, "the table of %ss is missing", what);
    for (size_t i = 0; i < count; i++)
        if (!fields[i].name)
            return fail_in_law(why, size, "the table of %ss has %zu rows, not %zu", what, i, count);
    return !fields[count].name ||
           fail_in_law(why, size, "the table of %ss is not terminated", what);
}

/* Checks the lengths of all tables of a law. False: WHY says which is wrong. */
static bool check_tables(const struct lt_law *law, char *why, size_t size) {
    return check_table(law->params, law->n_params, "parameter", why, size) &&
           check_table(law->derived, law->n_derived, "derived value", why, size) &&
           check_table(law->state, law->n_state, "state", why, size) &&
           check_table(law->losses, law->n_losses, "loss", why, size);
}

enum { MOST = 1000 }; /* entries of a list that ends */

/* Checks that the lists of a law (events, views, cases, declared shortfalls, jumps) are
 * terminated and their rows complete. False: WHY, of SIZE characters, says what is wrong. */
static bool check_lists(const struct lt_law *law, char *why, size_t size) {
    size_t events = 0, views = 0, cases = 0, declares = 0, jumps = 0;
    while (law->events && events < MOST && law->events[events].name)
        events++;
    while (law->views && views < MOST && law->views[views].name)
        views++;
    while (law->cases && cases < MOST && law->cases[cases].result)
        cases++;
    while (law->declares && declares < MOST && law->declares[declares].check)
        declares++;
    while (law->jumps && jumps < MOST && law->jumps[jumps].force)
        jumps++;
    /* A list of MOST rows has most likely no end. */
    if (events == MOST || views == MOST || cases == MOST || declares == MOST || jumps == MOST)
        return fail_in_law(why, size, "the list of %s is not terminated",
                           events == MOST  ? "events"
                           : views == MOST ? "views"
                           : cases == MOST ? "cases"
                           : jumps == MOST ? "jumps"
                                           : "declarations");
    /* Each row has the members that its readers need. */
    for (size_t i = 0; i < views; i++)
        if (!law->views[i].formula)
            return fail_in_law(why, size, "view '%s' has no formula", law->views[i].name);
    for (size_t i = 0; i < cases; i++)
        if (!law->cases[i].when || !law->cases[i].formula || !law->cases[i].convention)
            return fail_in_law(why, size,
                               "a case of '%s' lacks its condition, formula or convention",
                               law->cases[i].result);
    for (size_t i = 0; i < declares; i++) {
        size_t known = 0;
        while (known < LT_CHECKS && strcmp(law->declares[i].check, lt_check_words[known]) != 0)
            known++;
        if (known == LT_CHECKS)
            return fail_in_law(why, size, "'%s' is declared, but is not a check",
                               law->declares[i].check);
        if (!law->declares[i].when || !law->declares[i].why || !(law->declares[i].most > 0))
            return fail_in_law(why, size,
                               "the declaration of '%s' lacks its condition, most or reason",
                               law->declares[i].check);
    }
    return true;
}

/* Checks that each event watches a state of the law, or whether the contact is active. False:
 * WHY says which does not. */
static bool check_events(const struct lt_law *law, char *why, size_t size) {
    for (const struct lt_event *event = law->events; event && event->name; event++) {
        bool known = event->watch && strcmp(event->watch, "active") == 0;
        known = known || (event->watch && lt_laws_state(law, event->watch) >= 0);
        if (!known)
            return fail_in_law(why, size, "event '%s' watches '%s', which is not a state",
                               event->name, event->watch ? event->watch : "");
    }
    return true;
}

/* Checks that each declared jump of a force has a component, an event and its formulas. False:
 * WHY says which lacks them. */
static bool check_jumps(const struct lt_law *law, char *why, size_t size) {
    for (const struct lt_jump *jump = law->jumps; jump && jump->force; jump++) {
        const long component = lt_laws_component(jump->force);
        const char *at = jump->at ? jump->at : "";
        if (component < 0 || !(law->acts >> component & 1))
            return fail_in_law(why, size, "'%s' jumps, but is no component of its force",
                               jump->force);
        if (strcmp(at, "made") != 0 && strcmp(at, "lost") != 0 && lt_laws_state(law, at) < 0)
            return fail_in_law(why, size,
                               "%s jumps at '%s', which is neither 'made' nor 'lost' nor a state",
                               jump->force, at);
        if (!jump->when || !jump->change || !jump->why)
            return fail_in_law(why, size, "the jump of %s lacks its condition, change or reason",
                               jump->force);
    }
    return true;
}

/* Checks that defaults are within their ranges, and choices have a word for each value. False:
 * WHY says which are not. */
static bool check_presets(const struct lt_law *law, char *why, size_t size) {
    for (size_t i = 0; i < law->n_params; i++) {
        const struct lt_field *f = &law->params[i];
        if (f->preset < f->min || f->preset > f->max || !(f->min <= f->max))
            return fail_in_law(why, size, "the default of '%s' is outside its own range", f->name);
        char word[64];
        if (f->choices && !lt_choice_word(f->choices, f->max, word, sizeof word))
            return fail_in_law(why, size, "'%s' has fewer words than choices", f->name);
    }
    return true;
}

/* Checks that none of COUNT fields has a role, which only parameters may have. False: WHY says
 * which has. */
static bool without_roles(const struct lt_field *fields, size_t count, char *why, size_t size) {
    for (size_t i = 0; i < count; i++)
        if (fields[i].role != LT_NO_ROLE)
            return fail_in_law(why, size, "'%s' has a role, but is not a parameter",
                               fields[i].name);
    return true;
}

/* Checks that each role of a parameter exists, fits its unit and occurs once; parameters that
 * belong to different parts may share one. False: WHY, of SIZE characters, says which does not. */
static bool check_roles(const struct lt_law *law, char *why, size_t size) {
    for (size_t i = 0; i < law->n_params; i++) {
        const struct lt_field *f = &law->params[i];
        if (f->role == LT_NO_ROLE)
            continue;
        if (f->role >= LT_ROLES)
            return fail_in_law(why, size, "the role of '%s' is %d, which does not exist", f->name,
                               (int)f->role);
        const struct lt_role_text *text = &lt_role_texts[f->role];
        if (f->choices || !lt_roles_fits(f->role, f->unit))
            return fail_in_law(why, size,
                               "'%s' is %s%s and cannot have the role %s, whose unit is %s",
                               f->name, f->choices ? "a choice" : "in ", f->choices ? "" : f->unit,
                               text->word, text->units);
        const struct lt_field *first = &law->params[lt_roles_find(law, f->role)];
        const bool apart = f->of && first->of && strcmp(f->of, first->of) != 0; /* other parts */
        if (first != f && !apart)
            return fail_in_law(why, size, "'%s' and '%s' both have the role %s", first->name,
                               f->name, text->word);
    }
    /* States have roles of their own, above LT_ROLES, and limits that are other states. */
    for (size_t i = 0; i < law->n_state; i++)
        if (law->state[i].role != LT_NO_ROLE && law->state[i].role <= LT_ROLES)
            return fail_in_law(why, size, "'%s' has a role of parameters", law->state[i].name);
    for (size_t i = 0; i < law->n_state; i++)
        if (law->state[i].sets && lt_laws_limit(law, i) < 0)
            return fail_in_law(why, size, "the limit of '%s', '%s', is no other state",
                               law->state[i].name, law->state[i].sets);
    return without_roles(law->derived, law->n_derived, why, size) &&
           without_roles(law->losses, law->n_losses, why, size);
}

/* True if the variant of the law that is compiled with LT_WIDE has the same interface and
 * tables, or if there is none; false: they differ. */
static bool check_wide(const struct lt_law *law) {
    const struct lt_law *wide = law->wide;
    return !wide || (wide->abi == LT_ABI && wide->size == LT_SIZES && wide->lanes == LT_LANES &&
                     wide->name && strcmp(wide->name, law->name) == 0 && wide->block &&
                     (!wide->march_rows || wide->n_rows <= LT_ROW) &&
                     wide->n_params == law->n_params && wide->n_derived == law->n_derived &&
                     wide->n_state == law->n_state && wide->n_losses == law->n_losses);
}

/* Checks all that a law declares: interface version, struct sizes, functions, tables, lists,
 * names and roles. True: it keeps the contract of law.h; false: WHY, of SIZE characters, says
 * what is wrong. */
bool lt_laws_check(const struct lt_law *law, char *why, size_t size) {
    law = law->whole ? law->whole : law;
    /* Version and sizes first: other members may be elsewhere if they differ. */
    if (law->abi != LT_ABI)
        return fail_in_law(
            why, size,
            "compiled for version %u of the law.h interface; this program has version %d", law->abi,
            LT_ABI);
    if (law->size != LT_SIZES)
        return fail_in_law(why, size, "compiled with a different law.h (struct sizes differ)");
    if (law->lanes != LT_LANES)
        return fail_in_law(why, size, "compiled for blocks of %u contacts; this program uses %d",
                           law->lanes, LT_LANES);
    if (!law->name || !*law->name || !law->summary || !law->source || !law->equations)
        return fail_in_law(why, size, "a law needs a name, a summary, a source and its equations");
    if (!law->derive || !law->one || (!law->block && (law->march || law->n_rows)))
        return fail_in_law(why, size, "a law needs derive() and step()");
    if (!check_wide(law))
        return fail_in_law(why, size,
                           "what LT_WIDE made is of other tables; compile the same source");
    if (law->acts >> 6)
        return fail_in_law(why, size, "acts is 0x%x, but there are only six components of force",
                           law->acts);
    if (!(law->order >= 0))
        return fail_in_law(why, size, "order is %g; it must be above 0", law->order);
    return check_tables(law, why, size) && check_lists(law, why, size) &&
           check_names(law, why, size) && check_events(law, why, size) &&
           check_jumps(law, why, size) && check_presets(law, why, size) &&
           check_roles(law, why, size);
}

/* True if the material of a particle may give this parameter: all that users see may be given,
 * except those that choose a part of the law. */
bool lt_laws_inherits(const struct lt_law *law, const struct lt_field *param) {
    return param->mix != LT_GIVEN || (!param->hidden && !lt_parts_is_kind(law, param->name));
}

/* The rule by which a parameter follows from two materials: "min", "series" ...; "law": the
 * law's own; "": it has none. */
const char *lt_laws_mixing(const struct lt_field *param) {
    return param->mix == LT_GIVEN  ? ""
           : param->mix == LT_EACH ? "law"
                                   : lt_laws_mix[param->mix - LT_MIN];
}

/* True if an event watches this state: then it is either 0 or 1. */
bool lt_laws_is_flag(const struct lt_law *law, const char *state) {
    for (const struct lt_event *event = law->events; event && event->name; event++)
        if (strcmp(event->watch, state) == 0)
            return true;
    return false;
}

/* True if the law has a state or view whose name is the first LENGTH characters of STEM and then
 * AXIS. */
static bool has_column(const struct lt_law *law, const char *stem, size_t length, char axis) {
    const struct lt_view *view = law->views;
    for (size_t i = 0; i < law->n_state || (view && view->name); i++) {
        const char *name = i < law->n_state ? law->state[i].name : (view++)->name;
        if (strncmp(name, stem, length) == 0 && name[length] == axis && !name[length + 1])
            return true;
    }
    return false;
}

/* The type of a column or parameter NAME in words of PFC: "BOOL" of a flag, "INT" of a choice
 * among words, "VEC" of a component of a vector whose s and t components both exist, else "FLT".
 * FIELD: NULL of a column. */
const char *lt_laws_type(const struct lt_law *law, const char *name, const struct lt_field *field) {
    const size_t length = strlen(name);
    if (field && field->choices)
        return strcmp(field->choices, "false true") == 0 ? "BOOL" : "INT";
    if (lt_laws_is_flag(law, name))
        return "BOOL";
    const bool axis = length > 2 && name[length - 2] == '_' && strchr("nst", name[length - 1]);
    return axis && has_column(law, name, length - 1, 's') && has_column(law, name, length - 1, 't')
               ? "VEC"
               : "FLT";
}
