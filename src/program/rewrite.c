/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "program/rewrite.h"

#include "base/arena.h"
#include "base/choice.h"
#include "base/digits.h"
#include "base/text.h"
#include "base/units.h"
#include "program/vary.h"
#include "registry/part_list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of the text, from FROM up to TO, that become TEXT. */
struct edit {
    size_t from, to, order;
    const char *text;
};

struct rewrite {
    const struct lt_program *program;
    struct edit *edits;
    size_t count;
    size_t closing; /* where a law that is but a name ends, when it becomes a map; else 0 */
    struct lt_arena *arena;
    const char *why;
};

/* The position of a mark in the program's text, in bytes. */
static size_t byte_at(const struct rewrite *r, struct lt_mark mark) {
    return (size_t)(lt_mark_text(mark) - r->program->source->text);
}

/* Notes that the text from FROM to TO, in bytes, is to be replaced by TEXT. */
static void add_edit(struct rewrite *r, size_t from, size_t to, const char *text) {
    r->edits[r->count] = (struct edit){from, to, r->count, text};
    r->count++;
}

/* True if C is a blank, a tab or an end of a line. */
static bool is_break(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The position after the second quote of a quoted scalar that begins at AT; 0: it is not
 * closed. */
static size_t end_of_quoted(const char *text, size_t at) {
    const char quote = text[at++];
    for (; text[at]; at++) {
        if (quote == '"' && text[at] == '\\' && text[at + 1])
            at++;
        else if (text[at] == quote && (quote == '"' || text[at + 1] != quote))
            return at + 1;
        else if (text[at] == quote)
            at++;
    }
    return 0;
}

/* The position after a plain scalar that begins at AT, which may continue on other lines; 0 if the
 * text there is not what the tree has. */
static size_t end_of_plain(const char *text, size_t at, const char *scalar) {
    for (; *scalar; scalar++) {
        if (*scalar == ' ' && is_break(text[at])) {
            while (is_break(text[at]))
                at++;
            while (scalar[1] == ' ')
                scalar++;
        } else if (text[at++] != *scalar) {
            return 0;
        }
    }
    return at;
}

/* Finds the range *from to *to, in bytes, of a scalar in the text. False, with a reason in r->why,
 * if its end is not clear. */
static bool find_scalar(struct rewrite *r, const struct lt_node *node, size_t *from, size_t *to) {
    const char *text = r->program->source->text;
    *from = byte_at(r, node->mark);
    const bool quotes = text[*from] == '"' || text[*from] == '\'';
    *to = quotes ? end_of_quoted(text, *from) : end_of_plain(text, *from, node->text);
    if (*to == 0)
        r->why = lt_arena_print(
            r->arena, "line %d: the end of '%s' is not clear; write it as one plain number",
            node->mark.line, node->key ? node->key : node->text);
    return *to > 0;
}

/* Adds a key with a number to the law as its first one; a law that is only a name becomes a
 * map. */
static void add_key(struct rewrite *r, const struct lt_node *law, const char *name,
                    const char *number) {
    const char *text = r->program->source->text;
    size_t at = byte_at(r, law->mark), end;
    if (law->kind == LT_SCALAR) {
        if (!r->closing && find_scalar(r, law, &at, &end)) {
            add_edit(r, at, at, "{name: ");
            r->closing = end;
        }
        add_edit(r, r->closing, r->closing, lt_arena_print(r->arena, ", %s: %s", name, number));
    } else if (text[at] == '{') {
        const char *comma = law->first ? ", " : "";
        add_edit(r, at + 1, at + 1, lt_arena_print(r->arena, "%s: %s%s", name, number, comma));
    } else {
        const size_t key = byte_at(r, law->first->key_mark);
        add_edit(r, key, key,
                 lt_arena_print(r->arena, "%s: %s\n%*s", name, number,
                                law->first->key_mark.column - 1, ""));
    }
}

/* A number as written to the file: in SI with its unit if the text that it replaces had one, or as
 * the word of a choice. */
static const char *write_number(const struct rewrite *r, const struct lt_node *node,
                                const struct lt_range *range, double value) {
    char digits[LT_DIGITS_ROOM], unit[128] = "", word[128];
    if (range->choice && lt_choice_word(range->choice->choices, value, word, sizeof word))
        return lt_arena_print(r->arena, "%s", word);
    lt_digits(value, digits);
    if (node && node->kind == LT_SCALAR)
        lt_units_si(node->text, unit, sizeof unit);
    return lt_arena_print(r->arena, *unit ? "%s %s" : "%s", digits, unit);
}

/* The value of a velocity that is varied by its name (vn, ...), as a speed: it takes the sign that
 * the stage has. */
static double signed_as(const struct lt_place *speed, double value) {
    return speed->own.value < 0 ? -fabs(value) : value;
}

/* Notes the edit that gives a name another value, in SI units; a reason why that is not possible
 * is in r->why. */
static void write_value(struct rewrite *r, const char *name, double value) {
    const struct lt_program *program = r->program;
    const struct lt_varied varied = lt_vary_find(program, name, r->arena);
    if (varied.why || !varied.name) {
        r->why = varied.why ? varied.why : "the program has no law";
        return;
    }
    /* PATH: where the number stands in the file. A velocity by name is the load of the stage
     * that imposes it, perhaps with the other sign. */
    const struct lt_place *place = lt_vary_place(varied.name);
    const char *path = varied.name->name;
    if (place && place->imposed) {
        value = signed_as(place, value);
        path = place->imposed->name.name;
    }
    if (!place && varied.name->kind == LT_NAME_LET)
        path = lt_arena_print(r->arena, "let.%s", varied.name->name);
    else if (!place)
        path = lt_part_list_path(program->law, lt_tree_child(program->root, "law"),
                                 varied.name->name, r->arena);
    /* An existing scalar is replaced; a parameter that the file does not give is added to the
     * section law. */
    const struct lt_node *node = lt_tree_find(program->root, path, r->arena);
    const struct lt_node *at = node ? node : lt_tree_child(program->root, "law");
    size_t from, to;
    const char *number = write_number(r, node, &varied.range, value);
    if (!isfinite(value))
        r->why = lt_arena_print(r->arena, "'%s' is to be no number", name);
    else if (!at || at->mark.source != program->source || (!node && place))
        r->why = lt_arena_print(r->arena, "'%s' is not in the file itself", name);
    else if (!node)
        add_key(r, at, varied.name->name, number);
    else if (node->kind != LT_SCALAR)
        r->why = lt_arena_print(r->arena, "'%s' is not written as one number", name);
    else if (find_scalar(r, node, &from, &to))
        add_edit(r, from, to, number);
}

/* Sorts edits by position, those at the same position in the order in which they were noted. */
static int compare_edits(const void *a, const void *b) {
    const struct edit *one = a, *other = b;
    if (one->from != other->from)
        return one->from < other->from ? -1 : 1;
    return one->order < other->order ? -1 : 1;
}

/* The text of the program with all edits, malloc'd. */
static char *apply_edits(struct rewrite *r) {
    const struct lt_source *source = r->program->source;
    struct lt_text text;
    size_t at = 0;
    FILE *file = lt_text_begin(&text);
    qsort(r->edits, r->count, sizeof *r->edits, compare_edits);
    for (size_t i = 0; i < r->count; i++) {
        const struct edit *edit = &r->edits[i];
        if (edit->from < at) /* the same number by another name: the first one counts */
            continue;
        fwrite(source->text + at, 1, edit->from - at, file);
        fputs(edit->text, file);
        at = edit->to;
    }
    fwrite(source->text + at, 1, source->length - at, file);
    return lt_text_end(&text);
}

/* The text of the program with other VALUES of COUNT names, malloc'd, where comments and layout
 * stay. NULL: not possible, and *why has the reason. */
char *lt_rewrite_text(const struct lt_program *program, const char *const *names,
                      const double *values, size_t count, const char **why,
                      struct lt_arena *arena) {
    struct rewrite r = {.program = program,
                        .edits = lt_arena_get(arena, (count + 3) * sizeof(struct edit)),
                        .arena = arena};
    for (size_t i = 0; i < count && !r.why; i++)
        write_value(&r, names[i], values[i]);
    if (r.closing)
        add_edit(&r, r.closing, r.closing, "}");
    *why = r.why;
    return r.why ? NULL : apply_edits(&r);
}

/* The word in single quotes, with its own quotes doubled as in YAML. */
static const char *quote_word(const char *word, struct lt_arena *arena) {
    char *quoted = lt_arena_get(arena, 2 * strlen(word) + 3), *to = quoted;
    *to++ = '\'';
    for (; *word; *to++ = *word++)
        if (*word == '\'')
            *to++ = '\'';
    *to++ = '\'';
    *to = '\0';
    return quoted;
}

/* Notes edits that replace each scalar at or below NODE that is one of WORDS by the one of
 * OTHERS. */
static void replace_words(struct rewrite *r, const struct lt_node *node, const char *const *words,
                          const char *const *others, size_t count) {
    size_t from, to;
    for (const struct lt_node *child = node->first; child; child = child->next)
        replace_words(r, child, words, others, count);
    for (size_t i = 0; i < count && node->kind == LT_SCALAR; i++)
        if (strcmp(node->text, words[i]) == 0 && node->mark.source == r->program->source &&
            find_scalar(r, node, &from, &to))
            add_edit(r, from, to, quote_word(others[i], r->arena));
}

/* The number of nodes of a tree. */
static size_t count_nodes(const struct lt_node *node) {
    size_t count = 1;
    for (const struct lt_node *child = node->first; child; child = child->next)
        count += count_nodes(child);
    return count;
}

/* The text of the program with COUNT scalars WORDS replaced by OTHERS, malloc'd. NULL: not
 * possible, and *why has the reason. */
char *lt_rewrite_words(const struct lt_program *program, const char *const *words,
                       const char *const *others, size_t count, const char **why,
                       struct lt_arena *arena) {
    const size_t room = count_nodes(program->root);
    struct rewrite r = {.program = program,
                        .edits = lt_arena_get(arena, room * sizeof(struct edit)),
                        .arena = arena};
    replace_words(&r, program->root, words, others, count);
    *why = r.why;
    return r.why ? NULL : apply_edits(&r);
}
