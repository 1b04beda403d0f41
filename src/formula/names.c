/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formula/names.h"

#include "base/arena.h"

#include <string.h>

#define COLUMN(ID, name, unit, doc)      {#name, unit, doc, LT_NAME_COLUMN, LT_##ID},
#define RESULT(ID, name, unit, doc, ...) {#name, unit, doc, LT_NAME_RESULT, LT_##ID},
#define BAND(ID, name, unit, doc, ...)   {#name, unit, doc, LT_NAME_BAND, LT_##ID},
#define CONSTANT(ID, name, unit, doc)    {#name, unit, doc, LT_NAME_CONSTANT, LT_##ID},
#define CONDITION(ID, name, unit, doc)   {#name, unit, doc, LT_NAME_CONDITION, LT_##ID},

static const struct lt_name fixed[] = {
    LT_CLOCK(COLUMN) LT_POINT(COLUMN) LT_ENERGIES(COLUMN) LT_CONDITIONS(CONDITION) LT_COUNTS(COLUMN)
        LT_SMOOTHED(COLUMN) LT_TANGENTS(COLUMN) LT_RESULTS(RESULT) LT_BANDS(BAND)
            LT_CONSTANTS(CONSTANT) LT_SPACE(COLUMN)};
enum { N_FIXED = sizeof fixed / sizeof fixed[0] };

/* Words of Lua, and words that have a meaning of their own in formulas. */
static const char *const words[] = {
    "and",  "break", "do",    "else",  "elseif", "end", "false", "for",    "function",
    "goto", "if",    "in",    "local", "nil",    "not", "or",    "repeat", "return",
    "then", "true",  "while", "until", "math",   "pi",  "huge",  "target", NULL};

/* True if a let or a state must not be called NAME: it is a word of the formula language or a
 * quantity that every run has. */
bool lt_names_reserved(const char *name) {
    for (size_t i = 0; i < N_FIXED; i++)
        if (strcmp(fixed[i].name, name) == 0)
            return true;
    for (size_t i = 0; words[i]; i++)
        if (strcmp(words[i], name) == 0)
            return true;
    return false;
}

/* Adds a name with the next slot for its value. An empty name takes a slot only: the law numbers
 * its quantities without gaps, but does not have this one. */
static void add_name(struct lt_names *names, const char *name, const char *unit, const char *doc,
                     enum lt_name_kind kind) {
    if (!*name) /* what a law without that part has not */
        names->slots++;
    else
        names->list[names->count++] = (struct lt_name){name, unit, doc, kind, names->slots++};
}

/* The number of derived quantities (views) that a law shows; 0 without a law. */
static size_t views_of(const struct lt_law *law) {
    size_t n = 0;
    while (law && law->views && law->views[n].name)
        n++;
    return n;
}

/* The number of events that a law declares; 0 without a law. */
static size_t count_law_events(const struct lt_law *law) {
    size_t n = 0;
    while (law && law->events && law->events[n].name)
        n++;
    return n;
}

/* True if NAME is that of a state of the law: an event of this name then gets no name of its
 * own. */
static bool is_state(const struct lt_law *law, const char *name) {
    for (size_t i = 0; i < law->n_state; i++)
        if (strcmp(law->state[i].name, name) == 0)
            return true;
    return false;
}

/* Joins a name and a suffix in a new string. It is called for every name of every program, where
 * snprintf() would take a quarter of the start-up time. */
static const char *add_suffix(struct lt_arena *arena, const char *first, const char *second) {
    const size_t n = strlen(first), rest = strlen(second) + 1;
    char *text = lt_arena_get(arena, n + rest);
    memcpy(text, first, n);
    memcpy(text + n, second, rest);
    return text;
}

/* The name of the mode at the last change of an event, such as "slip_change_mode". Empty if the
 * event only begins or only ends, or if another quantity of the law has that name. */
static const char *mode_name(const struct lt_law *law, const struct lt_event *event,
                             struct lt_arena *arena) {
    if (!event->rises || !event->falls)
        return "";
    const char *name = add_suffix(arena, event->name, "_mode");
    for (size_t i = 0; i < law->n_params; i++)
        if (strcmp(law->params[i].name, name) == 0)
            return "";
    for (const struct lt_event *other = law->events; other->name; other++)
        if (strcmp(other->name, name) == 0)
            return "";
    for (const struct lt_view *view = law->views; view && view->name; view++)
        if (strcmp(view->name, name) == 0)
            return "";
    return is_state(law, name) ? "" : name;
}

/* Adds for each quantity of a step the names of its highest and lowest value in the run, such as
 * "fn_highest", each with a slot of its own. */
static void add_extremes(struct lt_names *names, struct lt_arena *arena) {
    static const char *const ends[] = {"_highest", "_lowest"};
    static const char *const docs[] = {"highest value of ", "lowest value of "};
    names->extremes = lt_arena_get(arena, 2 * names->count * sizeof *names->extremes);
    for (size_t i = 0; i < 2 * names->count; i++) {
        const struct lt_name *of = &names->list[i / 2];
        if (of->kind <= LT_NAME_VIEW)
            names->extremes[i] = (struct lt_name){
                add_suffix(arena, of->name, ends[i % 2]), of->unit,
                add_suffix(arena, docs[i % 2], of->name), LT_NAME_EXTREME, names->slots++};
    }
}

/* The name of the column of a loss, "E_" and the name of the loss; empty if the law has not that
 * loss. */
static const char *loss_name(const struct lt_field *loss, struct lt_arena *arena) {
    return *loss->name ? lt_arena_print(arena, "E_%s", loss->name) : "";
}

/* Numbers all quantities of a run, each with a slot in values[]: the fixed ones, those of the
 * law (NULL: none yet), N_LETS lets and N_KEPT kept values, by their names. The order of the
 * slots is that of the fields of struct lt_names, which get the first slot of each group.
 * Returns the list in ARENA. */
struct lt_names *lt_names_new(const struct lt_law *law, const char *const *lets, size_t n_lets,
                              const char *const *kept, size_t n_kept, struct lt_arena *arena) {
    struct lt_names *names = lt_arena_get(arena, sizeof *names);
    size_t n_views = views_of(law), n_events = count_law_events(law);
    size_t n_law = law ? law->n_state + law->n_losses + law->n_params : 0;
    names->list = lt_arena_get(arena, (N_FIXED + n_law + n_views + 2 * n_events + n_lets + n_kept) *
                                          sizeof *names->list);
    memcpy(names->list, fixed, sizeof fixed);
    names->count = N_FIXED;
    names->slots = LT_FIXED_SLOTS;
    names->scope = LT_SCOPE_STEP;

    names->state = names->slots;
    for (size_t i = 0; law && i < law->n_state; i++)
        add_name(names, law->state[i].name, law->state[i].unit, law->state[i].doc, LT_NAME_STATE);
    names->slots++; /* a hidden last member of the law's struct */
    names->losses = names->slots;
    for (size_t i = 0; law && i < law->n_losses; i++)
        add_name(names, loss_name(&law->losses[i], arena), "J",
                 lt_arena_print(arena, "dissipated by %s", law->losses[i].doc), LT_NAME_LOSS);
    names->views = names->slots;
    for (size_t i = 0; i < n_views; i++)
        add_name(names, law->views[i].name, law->views[i].unit, law->views[i].doc, LT_NAME_VIEW);
    /* Each event of the law has a condition, a mode and a flag FRESH, in three groups of the
     * same order. */
    names->events = names->slots;
    for (size_t i = 0; i < n_events; i++)
        add_name(names, is_state(law, law->events[i].name) ? "" : law->events[i].name, "",
                 "has happened in this stage", LT_NAME_CONDITION);
    names->modes = names->slots;
    for (size_t i = 0; i < n_events; i++)
        add_name(names, mode_name(law, &law->events[i], arena), "1",
                 "the last change of this stage: 0 begun, 1 ended; -1: none yet", LT_NAME_KEPT);
    names->fresh = names->slots;
    names->slots += n_events;
    /* Parameters of the law; the slot behind them has no name. */
    names->params = names->slots;
    for (size_t i = 0; law && i < law->n_params; i++)
        add_name(names, law->params[i].name, law->params[i].unit, law->params[i].doc,
                 LT_NAME_PARAM);
    names->slots++;
    /* Names of the file, and extremes of columns. */
    names->lets = names->slots;
    for (size_t i = 0; i < n_lets; i++)
        add_name(names, lets[i], "", "let", LT_NAME_LET);
    names->kept = names->slots;
    for (size_t i = 0; i < n_kept; i++)
        add_name(names, kept[i], "", "kept when a stage ended", LT_NAME_KEPT);
    names->seen = names->slots;
    add_extremes(names, arena);
    return names;
}

/* The first name of the list that is a let. */
struct lt_name *lt_names_lets(const struct lt_names *names) {
    return names->list + names->count - (names->seen - names->lets);
}

/* A copy of the names, as they are visible in formulas of another scope. */
struct lt_names lt_names_in(const struct lt_names *names, enum lt_scope scope) {
    struct lt_names view = *names;
    view.scope = scope;
    return view;
}

/* The result of which a name is the band (scatter over phases); any other name itself. */
const struct lt_name *lt_names_result(const struct lt_names *names, const struct lt_name *name) {
    size_t i = 0;
    while (name->kind == LT_NAME_BAND && names->list[i].slot != lt_names_band_of(name))
        i++;
    return name->kind == LT_NAME_BAND ? &names->list[i] : name;
}

/* True if a name may be used in a formula of the scope that NAMES has now. */
static bool is_visible(const struct lt_name *name, const struct lt_names *names) {
    if (name->kind == LT_NAME_LET)
        return true;
    if (!names->bodies && name->slot >= LT_XA && name->slot <= LT_E_DAMPING)
        return false;
    switch (names->scope) {
    case LT_SCOPE_LET:
        return false;
    case LT_SCOPE_LAW:
        return name->kind == LT_NAME_PARAM ||
               (name->slot >= LT_M_EFF && name->slot <= LT_CONTACT_AREA);
    case LT_SCOPE_PARAM:
        return name->kind == LT_NAME_PARAM ||
               (name->kind == LT_NAME_CONSTANT && name->slot != LT_DT);
    case LT_SCOPE_STEP: /* an integral is known at the end only */
        return name->slot != LT_R_BOUNCES && name->kind != LT_NAME_BAND &&
               !(name->kind == LT_NAME_RESULT && name->slot >= LT_FIXED_SLOTS);
    case LT_SCOPE_END:
        return name->slot != LT_STAGE_BOUNCES;
    }
    return false;
}

/* True if NAME is called as the first LENGTH characters of TEXT. The first character is compared
 * first, for speed. */
static bool is_called(const struct lt_name *name, const char *text, size_t length) {
    return name->name[0] == text[0] && strncmp(name->name, text, length) == 0 &&
           name->name[length] == '\0';
}

/* Finds a visible name, or at the end of a run a swept one, by the first LENGTH characters of
 * TEXT; NULL: none. */
static const struct lt_name *find_name(const struct lt_names *names, const char *text,
                                       size_t length) {
    for (size_t i = 0; i < names->count; i++)
        if (is_called(&names->list[i], text, length) && is_visible(&names->list[i], names))
            return &names->list[i];
    for (size_t i = 0; names->scope == LT_SCOPE_END && i < names->n_swept; i++)
        if (is_called(&names->swept[i], text, length))
            return &names->swept[i];
    return NULL;
}

/* Finds what a formula may call NAME in its scope. At the end of a run "fn_end", "fn_highest" and
 * "fn_lowest" are names, too. NULL: unknown. */
const struct lt_name *lt_names_find(const struct lt_names *names, const char *name) {
    size_t length = strlen(name);
    const struct lt_name *found = find_name(names, name, length);
    const char *end = strrchr(name, '_');
    if (found || names->scope != LT_SCOPE_END || !end)
        return found;
    found = find_name(names, name, (size_t)(end - name));
    if (!found || found->kind > LT_NAME_CONDITION ||
        (found->kind == LT_NAME_CONDITION && found->slot != LT_CONTACT))
        return NULL;
    if (strcmp(end, "_end") == 0)
        return found;
    if (found->kind > LT_NAME_VIEW || !names->extremes)
        return NULL;
    const struct lt_name *extremes = &names->extremes[2 * (found - names->list)];
    return strcmp(end, "_highest") == 0  ? &extremes[0]
           : strcmp(end, "_lowest") == 0 ? &extremes[1]
                                         : NULL;
}

/* Lists all *count names that are visible in the scope, for suggestions in error messages. */
const char *const *lt_names_all(const struct lt_names *names, size_t *count,
                                struct lt_arena *arena) {
    const char **all = lt_arena_get(arena, (names->count + names->n_swept + 1) * sizeof *all);
    *count = 0;
    for (size_t i = 0; i < names->count; i++)
        if (is_visible(&names->list[i], names))
            all[(*count)++] = names->list[i].name;
    for (size_t i = 0; names->scope == LT_SCOPE_END && i < names->n_swept; i++)
        all[(*count)++] = names->swept[i].name;
    return all;
}

/* True if TEXT can be a name in formulas: letters, digits and "_", and no digit at the start. */
bool lt_names_possible(const char *text) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    return *text && !(*text >= '0' && *text <= '9') && !text[strspn(text, letters)];
}
