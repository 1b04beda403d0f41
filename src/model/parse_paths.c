/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_paths.c: before the tree is read, what a sweep, a calibration or a fit varies by its path
 * becomes a let. */
#include "model/parse_paths.h"
#include "base/arena.h"
#include "base/units.h"
#include "model/parse.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct lt_hiding lt_parse_paths_hiding(struct lt_program *program, struct lt_node *root,
                                       struct lt_errors *errors) {
    const struct lt_law *law = lt_parse_law_of(program, root);
    return (struct lt_hiding){
        program, root, errors,
        lt_names_in(lt_names_new(law, NULL, 0, NULL, 0, program->arena), LT_SCOPE_END)};
}

bool lt_parse_paths_is_path(const char *word) {
    return strpbrk(word, ".[") != NULL;
}

const char *lt_parse_paths_plain(const char *word) {
    return strncmp(word, "law.", 4) == 0 && !lt_parse_paths_is_path(word + 4) ? word + 4 : word;
}

/* ---- Lets ---------------------------------------------------------------------------------- */

struct lt_swept *lt_parse_paths_add_let(struct lt_hiding *h, const struct lt_node *first,
                                        struct lt_mark mark, const char *base) {
    struct lt_arena *arena = h->program->arena;
    const struct lt_node *lets = lt_tree_child(h->root, "let");
    const char *name = base;
    while (lt_names_find(&h->names, name) || (lets && lt_tree_child(lets, name)))
        name = lt_arena_print(arena, "%s_", name);
    struct lt_node *value = lt_arena_get(arena, sizeof *value);
    *value = (struct lt_node){.kind = first->kind,
                              .mark = first->mark.source ? first->mark : mark,
                              .text = first->text,
                              .quoted = first->quoted,
                              .first = first->first,
                              .count = first->count};
    if (!lt_tree_set(h->root, lt_arena_print(arena, "let.%s", name), value, mark, arena, h->errors))
        return NULL;
    struct lt_swept *swept = lt_arena_get(arena, sizeof *swept);
    swept->let = name;
    return swept;
}

/* "stages[0].values[0]" is called stages_0_values_0. */
static const char *name_of_path(const char *path, struct lt_arena *arena) {
    char *name = lt_arena_copy(arena, path, strlen(path)), *to = name;
    for (const char *from = path; *from; from++)
        if (isalnum((unsigned char)*from) || *from == '_')
            *to++ = *from;
        else if (to > name && to[-1] != '_' && from[1])
            *to++ = '_';
    *to = '\0';
    return name;
}

/* Only what each run works out anew can differ between runs. */
static bool may_vary(const char *path) {
    static const char *const begins[] = {"particles.", "materials.", "law.", "motion.", "stages["};
    size_t length = strlen(path), i = 0;
    bool repeat = length > 7 && strcmp(path + length - 7, ".repeat") == 0;
    while (i < 5 && strncmp(begins[i], path, strlen(begins[i])) != 0)
        i++;
    return i < 5 && !repeat && !strstr(path, ".record");
}

static bool is_refused(struct lt_hiding *h, const char *path, struct lt_mark mark) {
    bool refused = !may_vary(path);
    if (refused)
        lt_errors_add(h->errors, mark,
                      "'%s' cannot be varied: it belongs to no particle, material, law, motion or "
                      "stage, or is used when the file is read",
                      path);
    return refused;
}

struct lt_swept *lt_parse_paths_hide(struct lt_hiding *h, const char *path, struct lt_mark mark,
                                     const struct lt_node *first) {
    struct lt_arena *arena = h->program->arena;
    if (is_refused(h, path, mark))
        return NULL;
    struct lt_swept *swept = lt_parse_paths_add_let(h, first, mark, name_of_path(path, arena));
    struct lt_node *value = lt_arena_get(arena, sizeof *value);
    if (!swept)
        return NULL;
    *value = (struct lt_node){.kind = LT_SCALAR, .mark = mark, .text = swept->let, .swept = swept};
    return lt_tree_set(h->root, path, value, mark, arena, h->errors) ? swept : NULL;
}

/* ---- Constants ------------------------------------------------------------------------------- */

static bool is_let(const char *word, const struct lt_node *lets) {
    return lt_formula_is_function(word) || strcmp(word, "math") == 0 ||
           (lets && lt_tree_child(lets, word));
}

bool lt_parse_paths_is_constant(const char *text, const struct lt_node *lets,
                                struct lt_arena *arena) {
    while (*text) {
        char *end;
        size_t length = strcspn(text, " +-*/%^(),<>=~.");
        if (isdigit((unsigned char)*text) && (strtod(text, &end), true))
            length = (size_t)(end - text);
        else if (length > 0 && !is_let(lt_arena_copy(arena, text, length), lets))
            return false;
        text += length > 0 ? length : 1;
    }
    return true;
}

/* ---- Unknowns -------------------------------------------------------------------------------- */

/* What may stand for a let: a number, with its unit, or a formula over lets. */
static bool is_own(const struct lt_hiding *h, const struct lt_node *node) {
    double value;
    char why[256];
    if (!node || node->kind != LT_SCALAR || !*node->text)
        return false;
    return lt_units_read(node->text, "", &value, why, sizeof why) != LT_QUANTITY_NOT_A_NUMBER ||
           lt_parse_paths_is_constant(node->text, lt_tree_child(h->root, "let"), h->program->arena);
}

const struct lt_swept *lt_parse_paths_find(const struct lt_program *program, const char *path) {
    for (const struct lt_hidden *hidden = program->hidden; hidden; hidden = hidden->next)
        if (strcmp(hidden->path, path) == 0)
            return hidden->swept;
    return NULL;
}

/* An unknown keeps the value that the program has, or begins with OTHERWISE; NULL: it must have
 * one. */
static void hide_unknown(struct lt_hiding *h, const char *path, struct lt_mark mark,
                         const struct lt_node *otherwise) {
    struct lt_arena *arena = h->program->arena;
    if (!lt_parse_paths_is_path(lt_parse_paths_plain(path)) ||
        lt_parse_paths_find(h->program, path) || is_refused(h, path, mark))
        return;
    const struct lt_node *own = lt_tree_find(h->root, path, arena);
    bool good = is_own(h, own);
    if (own && own->swept) {
        lt_errors_add(h->errors, mark, "'%s' is swept: it cannot be an unknown besides", path);
        return;
    }
    if (!good && (!otherwise || (own && own->kind != LT_SCALAR))) {
        lt_errors_add(h->errors, mark,
                      own ? "'%s' is no number here, nor a formula over let names: it cannot be an "
                            "unknown"
                          : "'%s' is not there: an unknown needs a value to begin with",
                      path);
        return;
    }
    struct lt_swept *swept = lt_parse_paths_hide(h, path, mark, good ? own : otherwise);
    if (!swept)
        return;
    swept->own = good ? own : NULL;
    struct lt_hidden *hidden = lt_arena_get(arena, sizeof *hidden);
    *hidden = (struct lt_hidden){path, swept, h->program->hidden};
    h->program->hidden = hidden;
}

/* {motion.gap: [LO, HI]} or [motion.gap] */
static void hide_all(struct lt_hiding *h, const struct lt_node *section, const char *name) {
    const struct lt_node *vary = section ? lt_tree_child(section, name) : NULL;
    for (struct lt_node *child = vary ? vary->first : NULL; child; child = child->next)
        if (vary->kind == LT_MAP)
            hide_unknown(h, child->key, child->key_mark, NULL);
        else if (child->kind == LT_SCALAR)
            hide_unknown(h, child->text, child->mark, NULL);
}

/* {result: {x: PATH, ...}, with: {PATH: ...}, vary: ...} of a fit or of one of its data sets. */
static void hide_fit(struct lt_hiding *h, const struct lt_node *set) {
    if (!set || set->kind != LT_MAP)
        return;
    const struct lt_node *result = lt_tree_child(set, "result");
    const struct lt_node *x = result ? lt_tree_child(result, "x") : NULL;
    if (x && x->kind == LT_SCALAR)
        hide_unknown(h, x->text, x->mark, NULL);
    hide_all(h, set, "with");
    hide_all(h, set, "vary");
}

/* "motion.dt=1e-7:1e-6" */
static void hide_argument(struct lt_hiding *h, const struct lt_source *source) {
    struct lt_arena *arena = h->program->arena;
    size_t length = strcspn(source->text, "=");
    const char *bounds = source->text + length + (source->text[length] == '=');
    const struct lt_node low = {.kind = LT_SCALAR,
                                .mark = lt_mark_at(source, length + 1),
                                .text = lt_arena_copy(arena, bounds, strcspn(bounds, ":"))};
    hide_unknown(h, lt_arena_copy(arena, source->text, length), (struct lt_mark){source, 1, 1},
                 *bounds ? &low : NULL);
}

void lt_parse_paths_unknowns(struct lt_program *program, struct lt_node *root,
                             struct lt_source *const *arguments, size_t n_arguments,
                             struct lt_errors *errors) {
    struct lt_hiding h = lt_parse_paths_hiding(program, root, errors);
    const struct lt_node *fit = lt_tree_child(root, "fit");
    const struct lt_node *data = fit && fit->kind == LT_MAP ? lt_tree_child(fit, "data") : NULL;
    for (size_t i = 0; i < n_arguments; i++)
        hide_argument(&h, arguments[i]);
    hide_all(&h, lt_tree_child(root, "calibrate"), "vary");
    hide_fit(&h, fit);
    for (const struct lt_node *set = data ? data->first : NULL; set; set = set->next)
        hide_fit(&h, set);
}
