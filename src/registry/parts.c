/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "registry/parts.h"

#include "base/arena.h"
#include "base/choice.h"
#include "base/tree.h"
#include "laws/contact_make.h"
#include "registry/laws.h"
#include "registry/part_list.h"
#include "registry/roles.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What belongs to what -------------------------------------------------------------------- */

/* True if a parameter that chooses a part of LAW varies; such contacts cannot be evaluated side
 * by side. */
bool lt_parts_vary(const struct lt_law *law) {
    bool vary = false;
    for (size_t i = 0; law->whole && i < law->n_params; i++)
        vary |= law->params[i].choices && law->params[i].min < law->params[i].max &&
                lt_parts_is_kind(law, law->params[i].name);
    return vary;
}

/* True if the parameter is a kind of part, so that it chooses one. */
bool lt_parts_is_kind(const struct lt_law *law, const char *param) {
    for (const struct lt_part_word *part = law->parts; part && part->kind; part++)
        if (strcmp(part->kind, param) == 0)
            return true;
    return false;
}

/* True if the parameter chooses a part, of KIND if that is not NULL. */
static bool chooses_part(const struct lt_law *law, const char *param, const char *kind) {
    const char *own;
    return lt_part_list_slot(law, param, &own) >= 0 && (!kind || strcmp(own, kind) == 0);
}

/* True if WORD is among those from AT to END, which blanks separate. */
static bool has_part_word(const char *at, const char *end, const char *word) {
    const size_t length = strlen(word);
    while (at < end) {
        at += strspn(at, " ");
        const size_t size = strcspn(at, " ;");
        if (size == length && at < end && memcmp(at, word, length) == 0)
            return true;
        at += size;
    }
    return false;
}

/* True if the words up to END, "sds arm" or "all but viscous", include the part CHOSEN. "none"
 * is no part. */
static bool has_part(const char *words, const char *end, const char *chosen) {
    static const char but[] = "all but ";
    words += strspn(words, " ");
    if (strncmp(words, but, sizeof but - 1) != 0)
        return has_part_word(words, end, chosen);
    return strcmp(chosen, "none") != 0 && !has_part_word(words + sizeof but - 1, end, chosen);
}

/* True if the WORDS up to END include one of the parts that a parameter can still choose, since
 * it varies; WORDS NULL: any part. */
static bool has_open(const struct lt_field *field, const char *words, const char *end) {
    char word[64];
    for (double i = field->min; words && i <= field->max; i++)
        if (lt_choice_word(field->choices, i, word, sizeof word) && has_part(words + 1, end, word))
            return true;
    return !words;
}

/* True if LAW has, by its parameter I, a part of TERM, "rolling: sds", which ends at END. A term
 * without words means the built-in parts; an OPTION of all parts of a kind also holds for parts
 * from outside. */
static bool has_chosen_by(const struct lt_law *law, size_t i, const char *term, const char *end,
                          bool option) {
    const char *words = memchr(term, ':', (size_t)(end - term));
    const struct lt_field *field = &law->params[i];
    if (law->whole && field->choices && field->min < field->max)
        return has_open(field, words, end);
    char word[64] = "";
    const char *chosen =
        field->choices ? lt_choice_word(field->choices, field->preset, word, sizeof word) : NULL;
    if (!chosen) /* or a part has a name that is no word */
        return false;
    const struct lt_part *part = lt_composition_own_part(law, i, field->preset);
    const bool own = part && !(part->writes & LT_HAS_VISCOSITY);
    if (words)
        return has_part(words + 1, end, chosen) && !(own && strncmp(words + 1, " all ", 5) == 0);
    return strcmp(chosen, "none") != 0 && (option || !own);
}

/* True if LAW has a part of TERM, which ends at END, by any of the parameters that choose parts
 * of its kind. OPTION as of has_chosen_by(). */
static bool has_chosen(const struct lt_law *law, const char *term, const char *end, bool option) {
    char kind[32] = "";
    term += strspn(term, " ");
    const char *words = memchr(term, ':', (size_t)(end - term));
    snprintf(kind, sizeof kind, "%.*s", (int)((words ? words : end) - term), term);
    kind[strcspn(kind, " ")] = '\0';
    for (size_t i = 0; i < law->n_params; i++)
        if (law->params[i].choices &&
            strncmp(law->params[i].name, kind, strlen(kind)) == 0 && /* most are not: quick */
            chooses_part(law, law->params[i].name, kind) &&
            has_chosen_by(law, i, term, end, option))
            return true;
    return false;
}

/* True if LAW has a part of each of the terms up to END, with "and" between. OPTION as of
 * has_chosen_by(). */
static bool has_all_chosen(const struct lt_law *law, const char *term, const char *end,
                           bool option) {
    static const char link[] = " and ";
    const char *next = strstr(term, link);
    for (; next && next < end; next = strstr(term, link)) {
        if (!has_chosen(law, term, next, option))
            return false;
        term = next + sizeof link - 1;
    }
    return has_chosen(law, term, end, option);
}

/* True if the choices of LAW, the defaults of its parameters, include a part to which FIELD
 * belongs. */
static bool belongs_to_chosen(const struct lt_law *law, const struct lt_field *field) {
    for (const char *at = field->of; at && *at; at += *at == ';') {
        const char *end = at + strcspn(at, ";");
        if (has_all_chosen(law, at, end, field->choices))
            return true;
        at = end;
    }
    return !field->of;
}

/* The part that NAME, "rolling:sds", means in LAWS, which end with NULL, and in *LAW its law;
 * NULL: none. */
const struct lt_part_word *lt_parts_find(const struct lt_law *const *laws, const char *name,
                                         const struct lt_law **law) {
    const char *colon = strchr(name, ':');
    const size_t length = colon ? (size_t)(colon - name) : 0;
    for (; colon && *laws; laws++)
        for (const struct lt_part_word *part = (*laws)->parts; part && part->kind; part++)
            if (strlen(part->kind) == length && strncmp(part->kind, name, length) == 0 &&
                strcmp(part->word, colon + 1 + strspn(colon + 1, " ")) == 0) {
                *law = *laws;
                return part;
            }
    return NULL;
}

/* True if FIELD belongs to PART: the parameter exists with the part chosen alone, all other
 * kinds being none. */
bool lt_parts_owns(const struct lt_law *law, const struct lt_part_word *part,
                   const struct lt_field *field, struct lt_arena *arena) {
    struct lt_law choice = *law;
    struct lt_field *params = lt_arena_get(arena, (law->n_params + 1) * sizeof *params);
    memcpy(params, law->params, (law->n_params + 1) * sizeof *params);
    choice.params = params;
    choice.whole = law->whole ? law->whole : law;
    for (size_t i = 0; i < law->n_params; i++)
        if (params[i].choices && chooses_part(law, params[i].name, NULL))
            params[i].min = params[i].max = params[i].preset =
                strcmp(params[i].name, part->kind) == 0
                    ? (double)lt_choice_number(params[i].choices, part->word)
                    : -1;
    return field->of && belongs_to_chosen(&choice, field);
}

/* The place of WORD in TEXT as a whole word; NULL: none. */
static const char *find_mention(const char *text, const char *word) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    const size_t length = strlen(word);
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
        if ((at == text || !strchr(letters, at[-1])) &&
            (!at[length] || !strchr(letters, at[length])))
            return at;
    return NULL;
}

/* True if PART declares the shortfall: its condition names the part first, "rolling == 7", or
 * every part of the kind by "not (rolling == 0)", or else a parameter that the part owns. False:
 * another part is named first, or none of these. */
bool lt_parts_declares(const struct lt_law *law, const struct lt_part_word *part,
                       const struct lt_shortfall *shortfall, struct lt_arena *arena) {
    const char *first = NULL;
    const char *any = lt_arena_print(arena, "not (%s == 0)", part->kind);
    bool ours = false, owns = strncmp(shortfall->when, any, strlen(any)) == 0;
    for (const struct lt_part_word *other = law->parts; other->kind; other++) {
        const long kind = lt_laws_param(law, other->kind);
        const char *chosen =
            lt_arena_print(arena, "%s == %ld", other->kind,
                           lt_choice_number(law->params[kind].choices, other->word));
        const char *at = find_mention(shortfall->when, chosen);
        if (!at || (first && at >= first))
            continue;
        first = at;
        ours = other == part;
    }
    for (size_t i = 0; i < law->n_params && !first && !owns; i++)
        owns = find_mention(shortfall->when, law->params[i].name) &&
               lt_parts_owns(law, part, &law->params[i], arena);
    return first ? ours : owns;
}

/* True if the part with the number WORD of a kind (index KIND of its parameter) does not clash
 * with the parts that the law fixes. */
static bool suits_fixed_parts(const struct lt_law *law, unsigned kind, unsigned word) {
    for (const struct lt_clash *c = law->clashes; c && c->why; c++) {
        const struct lt_field *one = &law->params[c->kind], *other = &law->params[c->other];
        const bool is_one = c->kind == kind && c->words >> word & 1u,
                   is_other = c->other == kind && c->others >> word & 1u;
        if ((is_one && other->min == other->max && c->others >> (unsigned)other->min & 1u) ||
            (is_other && one->min == one->max && c->words >> (unsigned)one->min & 1u))
            return false;
    }
    return true;
}

/* True if one of the kinds that share the field is fixed to none, so that the field does not
 * exist. */
static bool lacks_kind(const struct lt_law *law, const struct lt_field *field) {
    for (size_t i = 0; i < law->n_params; i++) {
        const struct lt_field *kind = &law->params[i];
        if (kind->min == kind->max && kind->choices && chooses_part(law, kind->name, NULL) &&
            lt_choice_number(kind->choices, "none") == (long)kind->min &&
            find_mention(field->of, kind->name))
            return true;
    }
    return false;
}

/* True if a choice of parts of LAW, some of which LAW may fix, can have FIELD. A field that two
 * kinds share is possible if both may be chosen. */
bool lt_parts_possible(const struct lt_law *law, const struct lt_field *field,
                       struct lt_arena *arena) {
    bool possible =
             !field->of || law->whole || (strstr(field->of, " and ") && !lacks_kind(law, field)),
         open = true;
    for (size_t i = 0; i < law->n_params; i++)
        open &=
            law->params[i].min < law->params[i].max || !lt_parts_is_kind(law, law->params[i].name);
    possible |= open; /* no part is chosen */
    /* A part that the law permits, without a clash with fixed ones, and that owns the field. */
    for (const struct lt_part_word *part = law->parts; part && part->kind && !possible; part++) {
        const size_t k = (size_t)lt_laws_param(law, part->kind);
        const struct lt_field *kind = &law->params[k];
        const double word = (double)lt_choice_number(kind->choices, part->word);
        possible = word >= kind->min && word <= kind->max &&
                   suits_fixed_parts(law, (unsigned)k, (unsigned)word) &&
                   lt_parts_owns(law, part, field, arena);
    }
    return possible;
}

/* The field with this name; NULL: none. */
static const struct lt_field *find_field(const struct lt_field *fields, size_t count,
                                         const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(fields[i].name, name) == 0)
            return &fields[i];
    return NULL;
}

/* The parts to which a parameter or state belongs that the chosen ones lack, in words for a
 * message; NULL: it is of no part. */
const char *lt_parts_owner(const struct lt_law *law, const char *name, struct lt_arena *arena) {
    const struct lt_law *whole = law->whole;
    if (!whole || !*name)
        return NULL;
    const struct lt_field *field = find_field(whole->params, whole->n_params, name);
    field = field ? field : find_field(whole->state, whole->n_state, name);
    if (!field || !field->of || !*field->of)
        return NULL;
    const char *of = lt_arena_copy(arena, field->of, strlen(field->of));
    return strchr(of, ':')       ? of
           : strstr(of, " and ") ? lt_arena_print(arena, "%s, one of which is none", of)
                                 : lt_arena_print(arena, "%s, which is none", of);
}

/* ---- Parts that do not go together ----------------------------------------------------------- */

/* The choice of a part by parameter number PARAM, as "kind: word". */
static const char *chosen_word(const struct lt_law *law, unsigned param, struct lt_arena *arena) {
    const struct lt_field *field = &law->params[param];
    const char *kind = field->name;
    char word[64];
    lt_choice_word(field->choices, field->preset, word, sizeof word);
    lt_part_list_slot(law, field->name, &kind);
    return lt_arena_print(arena, "%s: %s", kind, word);
}

/* A name that two of COUNT fields have; NULL: none. */
static const char *find_twice(const struct lt_field *fields, size_t count) {
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i && *fields[i].name; k++)
            if (strcmp(fields[i].name, fields[k].name) == 0)
                return fields[i].name;
    return NULL;
}

/* A name that occurs twice in the tables of a law; NULL: none. */
static const char *name_twice(const struct lt_law *law) {
    const char *name = find_twice(law->params, law->n_params);
    name = name ? name : find_twice(law->state, law->n_state);
    return name ? name : find_twice(law->losses, law->n_losses);
}

/* The reason why the chosen parts cannot be combined, and in *PARAM the parameter that chooses
 * one of them; NULL: they can. */
const char *lt_parts_clash(const struct lt_law *law, size_t *param, struct lt_arena *arena) {
    for (const struct lt_clash *c = law->clashes; law->whole && c && c->why; c++) {
        if (law->params[c->kind].min < law->params[c->kind].max ||
            law->params[c->other].min < law->params[c->other].max)
            continue; /* one of them varies */
        const unsigned a = (unsigned)law->params[c->kind].preset,
                       b = (unsigned)law->params[c->other].preset;
        *param = c->kind;
        if (c->words >> a & c->others >> b & 1u)
            return lt_arena_print(arena, "'%s' does not go with '%s': %s",
                                  chosen_word(law, c->kind, arena),
                                  chosen_word(law, c->other, arena), c->why);
    }
    const char *twice = lt_composition_is_own(law) ? name_twice(law) : NULL;
    *param = 0;
    return twice ? lt_arena_print(arena, "two of the parts have something called '%s'", twice)
                 : NULL;
}

/* ---- A choice -------------------------------------------------------------------------------- */

/* True if KIND is set somewhere below NODE, as by "set: {tangential: secant}". */
static bool is_set(const struct lt_node *node, const char *kind) {
    if (node->kind == LT_MAP && node->key && strcmp(node->key, "set") == 0 &&
        lt_tree_child(node, kind))
        return true;
    bool found = false;
    for (const struct lt_node *child = node->kind == LT_SCALAR ? NULL : node->first;
         child && !found; child = child->next)
        found = is_set(child, kind);
    return found;
}

/* True if the part of a kind varies in the program: a stage sets it, a sweep varies it, or a let
 * gives it. LAW is the node of the section law. */
static bool is_varied(const struct lt_node *law, const char *kind, struct lt_arena *arena) {
    const struct lt_node *node = lt_tree_child(law, kind), *root = law->parent;
    const struct lt_node *let = root ? lt_tree_child(root, "let") : NULL;
    const struct lt_node *sweep = root ? lt_tree_child(root, "sweep") : NULL;
    const struct lt_node *over =
        sweep && sweep->kind == LT_MAP ? lt_tree_child(sweep, "over") : NULL;
    if (node && node->kind == LT_SCALAR && let && let->kind == LT_MAP &&
        lt_tree_child(let, node->text))
        return true;
    const struct lt_node *stages = root ? lt_tree_child(root, "stages") : NULL;
    if (stages && is_set(stages, kind))
        return true;
    return over && over->kind == LT_MAP &&
           (lt_tree_child(over, kind) ||
            lt_tree_child(over, lt_arena_print(arena, "law.%s", kind)));
}

/* The number of the choice that NODE of the section law gives for FIELD, by its word or as a
 * number; the default if NODE is NULL or gives none that is permitted. */
static double choice_in_map(const struct lt_field *field, const struct lt_node *node) {
    if (!node || node->kind != LT_SCALAR || !field->choices)
        return field->preset;
    char *end;
    const long word = lt_choice_number(field->choices, node->text);
    const double number = strtod(node->text, &end);
    if (word >= 0 && (double)word >= field->min && (double)word <= field->max)
        return (double)word;
    return *node->text && !*end && number == floor(number) && number >= field->min &&
                   number <= field->max
               ? number
               : field->preset;
}

/* Copies COUNT rows of a table and the empty one at its end, so that they can be changed. */
static struct lt_field *copy_fields(const struct lt_field *fields, size_t count,
                                    struct lt_arena *arena) {
    struct lt_field *copy = lt_arena_get(arena, (count + 1) * sizeof *copy);
    if (fields)
        memcpy(copy, fields, (count + 1) * sizeof *copy);
    return copy;
}

/* Clears the name of each field whose part is not chosen, and fixes its value, which nothing
 * reads: indices of the other fields stay. */
static void drop_others(const struct lt_law *law, struct lt_field *fields, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const double preset = isnan(fields[i].preset) ? 0 : fields[i].preset;
        if (!belongs_to_chosen(law, &fields[i]))
            fields[i] = (struct lt_field){.name = "",
                                          .unit = fields[i].unit,
                                          .doc = "",
                                          .preset = preset,
                                          .min = preset,
                                          .max = preset,
                                          .hidden = 1};
    }
}

/* The name of entry I (parameters first, then states) of the whole law if LAW with its chosen
 * parts lacks it; else NULL. */
static const char *absent_name(const struct lt_law *law, size_t i) {
    const size_t k = i - law->n_params;
    const bool is_param = i < law->n_params;
    if (!lt_parts_absent(is_param ? &law->params[i] : &law->state[k]))
        return NULL;
    return is_param ? law->whole->params[i].name : law->whole->state[k].name;
}

/* The first letters of the names that LAW lacks, one for each entry, for a quick search; a blank
 * for those it has. */
static const char *absent_initials(const struct lt_law *law, struct lt_arena *arena) {
    const size_t count = law->n_params + law->n_state;
    char *initials = lt_arena_get(arena, count + 1);
    for (size_t i = 0; i < count; i++) {
        const char *name = absent_name(law, i);
        initials[i] = name ? *name : ' ';
    }
    initials[count] = '\0';
    return initials;
}

/* True if TEXT, a condition or a name, mentions a name that LAW lacks; INITIALS are the first
 * letters of these names, so that few words are compared. */
static bool mentions_absent(const struct lt_law *law, const char *initials, const char *text) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789.";
    for (const char *at = text; *at; at += *at != '\0') {
        const size_t length = strspn(at, letters);
        for (const char *found = initials; length > 0 && (found = strchr(found, *at)); found++) {
            const char *name = absent_name(law, (size_t)(found - initials));
            if (strncmp(at, name, length) == 0 && !name[length])
                return true;
        }
        at += length;
    }
    return false;
}

/* Defines keep_LIST(), which copies the entries of a list of the law except those that mention a
 * name which LAW lacks, in the members MENTIONED or ALSO. The copy ends with an entry of zeros. */
#define KEEP(type, list, mentioned, also)                                                          \
    static const type *keep_##list(const struct lt_law *law, const char *initials,                 \
                                   struct lt_arena *arena) {                                       \
        size_t count = 0, kept = 0;                                                                \
        while (law->list && law->list[count].mentioned)                                            \
            count++;                                                                               \
        type *copy = lt_arena_get(arena, (count + 1) * sizeof *copy);                              \
        for (size_t i = 0; i < count; i++)                                                         \
            if (!mentions_absent(law, initials, law->list[i].mentioned) &&                         \
                !mentions_absent(law, initials, law->list[i].also))                                \
                copy[kept++] = law->list[i];                                                       \
        memset(&copy[kept], 0, sizeof *copy);                                                      \
        return copy;                                                                               \
    }
KEEP(struct lt_event, events, watch, watch)
KEEP(struct lt_view, views, formula, formula)
KEEP(struct lt_case, cases, when, formula)
KEEP(struct lt_shortfall, declares, when, when)
KEEP(struct lt_jump, jumps, when, change)

/* The views of the chosen parts; of several with one name only the first is kept. */
static const struct lt_view *keep_first_views(const struct lt_law *law, const char *initials,
                                              struct lt_arena *arena) {
    struct lt_view *views = (struct lt_view *)(uintptr_t)keep_views(law, initials, arena);
    size_t n = 0;
    for (size_t i = 0; views[i].name; i++) {
        bool known = false;
        for (size_t k = 0; k < n; k++)
            known |= strcmp(views[k].name, views[i].name) == 0;
        if (!known)
            views[n++] = views[i];
    }
    views[n].name = NULL;
    return views;
}

/* The components of force that only parts of this kind resist, as bits from fn (1) to mt (32);
 * 0: none. */
unsigned lt_parts_acts(const char *kind) {
    return strcmp(kind, "tangential") == 0 ? 0x6
           : strcmp(kind, "twisting") == 0 ? 0x8
           : strcmp(kind, "rolling") == 0  ? 0x30
                                           : 0;
}

/* The components of force, as bits, that choice NUMBER of parameter PARAM resists if it is a
 * film or bond; 0 for other kinds, which have fixed ones. */
static unsigned acts_of_part(const struct lt_law *law, size_t param, double number) {
    const char *kind = law->params[param].name;
    const struct lt_part *part = lt_composition_part(law, param, number);
    return strncmp(kind, "bond", 4) != 0 && strcmp(kind, "film") != 0 ? 0
           : part && part->acts                                       ? part->acts
                                                                      : 0x3f;
}

/* Fixes the choices of parts in PARAMS, those of MADE, to NUMBERS (NaN: the default, infinite:
 * it varies), and removes from made->acts the forces that no chosen part has. */
static void choose_kinds(struct lt_law *made, struct lt_field *params, const double *numbers) {
    unsigned more = 0;
    for (size_t i = 0; i < made->n_params; i++) {
        struct lt_field *field = &params[i];
        char word[64];
        if (!field->choices || !chooses_part(made, field->name, NULL))
            continue;
        if (isinf(numbers[i])) { /* it varies */
            more |= acts_of_part(made, i, NAN);
            continue;
        }
        field->preset = isnan(numbers[i]) ? field->preset : numbers[i];
        field->min = field->max = field->preset;
        const char *chosen = lt_choice_word(field->choices, field->preset, word, sizeof word);
        const bool none = chosen && strcmp(chosen, "none") == 0;
        made->acts &= none ? ~lt_parts_acts(field->name) : ~0u;
        more |= none ? 0 : acts_of_part(made, i, field->preset);
    }
    made->acts |= more & made->whole->acts;
}

/* Parameters whose unit has another one as its exponent. */
static const struct {
    const char *param, *exponent, *unit;
} powers[] = {{"k_load", "lu_exp", "N/m^"}};

/* Sets the units of parameters that depend on an exponent which the file gives, such as Pa/m^n. */
static void settle_units(const struct lt_law *law, const struct lt_node *map,
                         struct lt_arena *arena) {
    const struct lt_field *fields = law->params;
    for (size_t k = 0; map && map->kind == LT_MAP && k < sizeof powers / sizeof *powers; k++) {
        const struct lt_node *node = lt_part_list_find(law, map, powers[k].exponent);
        char *end = NULL;
        const double number = node && node->kind == LT_SCALAR ? strtod(node->text, &end) : NAN;
        for (size_t i = 0; end && !*end && isfinite(number) && i < law->n_params; i++)
            if (strcmp(fields[i].name, powers[k].param) == 0)
                ((struct lt_field *)(uintptr_t)&fields[i])->unit =
                    lt_arena_print(arena, "%s%g", powers[k].unit, number);
    }
}

/* LAW with the parts that MAP, the section law of a file, chooses; MAP NULL: those by default.
 * LAW itself if it has no parts. */
const struct lt_law *lt_parts_chosen(const struct lt_law *law, const struct lt_node *map,
                                     struct lt_arena *arena) {
    if (!law || !law->parts)
        return law;
    double *numbers = lt_arena_get(arena, (law->n_params + 1) * sizeof *numbers);
    const bool given = map && map->kind == LT_MAP;
    for (size_t i = 0; i < law->n_params; i++) {
        const char *name = law->params[i].name;
        const bool varied = given && law->params[i].choices && chooses_part(law, name, NULL) &&
                            is_varied(map, name, arena);
        numbers[i] =
            varied ? INFINITY
                   : choice_in_map(&law->params[i], map ? lt_part_list_find(law, map, name) : NULL);
    }
    const struct lt_law *made = lt_parts_with(law, numbers, arena);
    if (made != law)
        settle_units(made, map, arena);
    return made;
}

/* LAW with the parts that NUMBERS, the values of its parameters, choose; NaN: the default,
 * infinite: it varies. Fields of other parts keep their index but lose their name. LAW itself if
 * it has no parts, or has been chosen before. */
const struct lt_law *lt_parts_with(const struct lt_law *law, const double *numbers,
                                   struct lt_arena *arena) {
    if (!law->parts || law->whole)
        return law;
    struct lt_law *made = lt_arena_get(arena, sizeof *made);
    *made = *law;
    made->whole = law;
    struct lt_field *params = copy_fields(law->params, law->n_params, arena),
                    *state = copy_fields(law->state, law->n_state, arena),
                    *losses = copy_fields(law->losses, law->n_losses, arena);
    made->params = params;
    /* Tables: choices are fixed, then fields of other parts dropped; parameters last, since the
     * test reads the choices. */
    choose_kinds(made, params, numbers);
    drop_others(made, state, law->n_state);
    drop_others(made, losses, law->n_losses);
    drop_others(made, params, law->n_params);
    made->state = state;
    made->losses = losses;
    const long normal = lt_laws_param(law, "normal");
    const struct lt_part *own =
        normal < 0 ? NULL : lt_composition_own_part(made, (size_t)normal, params[normal].preset);
    if (own && !own->contact_time) /* that of the stiffness at first touch */
        made->contact_time = NULL;
    /* Lists: entries that mention a dropped name go. With a bond there are no closed forms. */
    const char *initials = absent_initials(made, arena);
    made->events = keep_events(made, initials, arena);
    made->views = keep_first_views(made, initials, arena);
    static const struct lt_case none = {.result = NULL};
    made->cases = lt_roles_state(made, LT_BONDED) < 0 ? keep_cases(made, initials, arena) : &none;
    made->declares = keep_declares(made, initials, arena);
    made->jumps = keep_jumps(made, initials, arena);
    return made;
}
