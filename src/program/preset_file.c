/* SPDX-License-Identifier: GPL-3.0-or-later */
/* preset_file.c: a file of presets, presets/CODE-VERSION.yaml or a user's own, by tables of its
 * keys. */
#include "base/arena.h"
#include "base/choice.h"
#include "base/text.h"
#include "base/units.h"
#include "program/parse.h"
#include "program/presets.h"
#include "program/words.h"
#include "registry/laws.h"
#include "registry/part_list.h"
#include "registry/parts.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* ---- Texts that have names ------------------------------------------------------------------- */

struct named {
    const char *name, *text;
};
struct named_list {
    struct named *list;
    size_t count;
};

/* The text with this name, of LENGTH characters; NULL: there is none. */
static const char *text_of(const struct named_list *texts, const char *name, size_t length) {
    for (size_t i = 0; i < texts->count; i++)
        if (strlen(texts->list[i].name) == length &&
            strncmp(texts->list[i].name, name, length) == 0)
            return texts->list[i].text;
    return NULL;
}

/* Stores a text under a name, in the place of an older one. */
static void put_text(struct named_list *texts, const char *name, const char *text,
                     struct lt_arena *arena) {
    struct named *list = lt_arena_get(arena, (texts->count + 1) * sizeof *list);
    size_t i = 0;
    if (texts->count > 0)
        memcpy(list, texts->list, texts->count * sizeof *list);
    while (i < texts->count && strcmp(list[i].name, name) != 0)
        i++;
    list[i] = (struct named){name, text};
    texts->count += i == texts->count;
    texts->list = list;
}

/* Joins names and texts: "normal: hertz; damping: tsuji". */
static const char *join_texts(const struct named_list *texts, struct lt_arena *arena) {
    const char *joined = "";
    for (size_t i = 0; i < texts->count; i++)
        joined = lt_arena_print(arena, "%s%s%s: %s", joined, i > 0 ? "; " : "", texts->list[i].name,
                                texts->list[i].text);
    return joined;
}

/* ---- The file while it is read --------------------------------------------------------------- */

struct row {
    struct lt_preset_input input;
    const struct lt_node *formula; /* of this preset itself; else NULL */
};

struct draft {
    const char *words; /* first: see lt_schema_item() */
    struct file *file;
    const struct lt_law *law;
    const char *source, *date, *motion, *input;
    int proof;
    struct named_list parts, notes;
    struct lt_preset_choice *choices;
    struct row *rows;
    size_t n_choices, n_rows;
};

struct file {
    const char *code, *version, *source, *date, *motion;
    int proof;
    struct named_list formulas, notes;
    const struct lt_law *const *laws;
    const char *only; /* see lt_preset_file_read() */
    struct draft *drafts;
    size_t n_drafts;
    const struct lt_law *named; /* the law whose names these are, and a number's */
    struct lt_names names;
};

/* The number of letters, digits and "_" from AT on. */
static size_t name_length(const char *at) {
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || at[length] == '_')
        length++;
    return length;
}

/* The text of NODE with the formulas of the file in the place of $NAME, in parentheses. NULL
 * and an error if it gets longer than LONGEST, since each formula may use earlier ones twice
 * and its length may double each time. */
static const char *write_out(struct lt_reader *reader, const struct named_list *formulas,
                             const struct lt_node *node) {
    enum { LONGEST = 2000 };
    struct lt_text written;
    size_t length = 0;
    FILE *file = lt_text_begin(&written);
    for (const char *at = node->text; *at && length <= LONGEST; length++) {
        const size_t name = *at == '$' ? name_length(at + 1) : 0;
        const char *of = name > 0 ? text_of(formulas, at + 1, name) : NULL;
        if (of)
            fprintf(file, "(%s)", of);
        else
            putc(*at, file);
        length += of ? strlen(of) : 0;
        at += of ? 1 + name : 1;
    }
    const char *text = lt_text_keep(&written, reader->program->arena);
    if (length <= LONGEST)
        return text;
    lt_errors_add(reader->errors, node->mark,
                  "written out, with the formulas that it uses, it has more than %d characters",
                  LONGEST);
    return NULL;
}

/* Reads the formulas of a file, which its presets may use as $NAME; each may use those above
 * it. */
static void read_formulas(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct named_list *formulas = field;
    if (!lt_schema_is(reader, node, LT_MAP, "a map of formulas"))
        return;
    for (const struct lt_node *child = node->first; child; child = child->next) {
        const bool good = lt_schema_is(reader, child, LT_SCALAR, "a formula");
        const char *text = good ? write_out(reader, formulas, child) : NULL;
        if (text)
            put_text(formulas, child->key, text, reader->program->arena);
    }
}

/* Reads a map of notes into NOTES; "$NAME" stands for the note NAME of the list KNOWN (NULL: no
 * such list). */
static void read_notes(struct lt_reader *reader, const struct lt_node *node,
                       const struct named_list *known, struct named_list *notes) {
    if (!lt_schema_is(reader, node, LT_MAP, "a map of texts"))
        return;
    for (const struct lt_node *child = node->first; child; child = child->next) {
        if (!lt_schema_is(reader, child, LT_SCALAR, "a text"))
            continue;
        const char *text = child->text, *name = *text == '$' && known ? text + 1 : NULL;
        if (name)
            text = text_of(known, name, strlen(name));
        if (text)
            put_text(notes, child->key, text, reader->program->arena);
        else
            lt_errors_add(reader->errors, child->mark, "the file has no note '%s'", name);
    }
}

/* Reads the notes of a file, which its presets may use. */
static void read_file_notes(struct lt_reader *reader, const struct lt_node *node, void *field) {
    read_notes(reader, node, NULL, field);
}

/* Reads the notes of a preset. TARGET: the preset being read. */
static void read_own_notes(struct lt_reader *reader, const struct lt_node *node, void *target) {
    struct draft *draft = target;
    read_notes(reader, node, &draft->file->notes, &draft->notes);
}

#define AS_MOTION(name, list)                                                                      \
    { #name, LT_VALUE_WORD, .words = list, .preset = "not known", .doc = "as motion." #name }
static const struct lt_key motion_keys[] = {AS_MOTION(integrator, lt_integrator_words),
                                            AS_MOTION(lever, lt_words_lever),
                                            AS_MOTION(axes, lt_words_axes),
                                            AS_MOTION(history, lt_words_history),
                                            AS_MOTION(levels, lt_words_levels),
                                            {0}};

/* Reads how the code moves particles, as text "frame: bodies, lever: overlap". */
static void read_motion(struct lt_reader *reader, const struct lt_node *node, void *field) {
    const char **text = field;
    if (!lt_schema_map(reader, node, motion_keys, NULL))
        return;
    *text = "";
    for (const struct lt_key *key = motion_keys; key->name; key++) {
        const struct lt_node *child = lt_tree_child(node, key->name);
        if (child && lt_schema_word(reader, child, key->words) >= 0)
            *text = lt_arena_print(reader->program->arena, "%s%s%s: %s", *text, **text ? ", " : "",
                                   key->name, child->text);
    }
}

/* ---- A preset's law and choices -------------------------------------------------------------- */

/* Reads the key like: copies an earlier preset of the file, whose formulas have been checked
 * there and are not checked again. TARGET: the preset being read. */
static void read_like(struct lt_reader *reader, const struct lt_node *node, void *target) {
    struct draft *draft = target;
    struct file *file = draft->file;
    const long i = lt_schema_item(reader, node, "preset (only those above this one can be named)",
                                  file->drafts, file->n_drafts, sizeof *file->drafts);
    if (i < 0)
        return;
    const char *words = draft->words;
    *draft = file->drafts[i];
    draft->words = words;
    for (size_t k = 0; k < draft->n_rows; k++)
        draft->rows[k].formula = NULL;
}

/* Reads the name of the law of a preset; one that is like another has its law. TARGET: the
 * preset being read. */
static void read_law(struct lt_reader *reader, const struct lt_node *node, void *target) {
    struct draft *draft = target;
    size_t count;
    const char **names = lt_laws_names(draft->file->laws, &count, reader->program->arena);
    if (lt_tree_child(node->parent, "like"))
        lt_errors_add(reader->errors, node->key_mark, "the preset that it is like has the law");
    else if (lt_schema_is(reader, node, LT_SCALAR, "the name of a law") &&
             !(draft->law = lt_laws_find_in(draft->file->laws, node->text)))
        lt_schema_unknown(reader, node->mark, "law", node->text, names, count);
}

/* The parameter of the law with the name of the key NODE; with ANY, a choice of any other law,
 * too. NULL and an error: there is none, or it is no choice although CHOICE is set. */
static const struct lt_field *find_param(struct lt_reader *reader, const struct lt_node *node,
                                         const struct draft *draft, bool choice, bool any) {
    const struct lt_law *law = draft->law;
    const long i = lt_laws_param(law, node->key);
    if (i >= 0 && (law->params[i].choices || !choice))
        return &law->params[i];
    for (size_t k = 0; draft->file->laws[k] && any; k++) {
        const struct lt_law *other = draft->file->laws[k];
        const long of = lt_laws_param(other, node->key);
        if (of >= 0 && other->params[of].choices)
            return &other->params[of];
    }
    const char **names = lt_arena_get(reader->program->arena, (law->n_params + 1) * sizeof *names);
    size_t count = 0;
    for (size_t k = 0; k < law->n_params; k++)
        if ((law->params[k].choices || !choice) && !lt_parts_is_kind(law, law->params[k].name))
            names[count++] = law->params[k].name;
    lt_schema_unknown(reader, node->key_mark,
                      lt_arena_print(reader->program->arena, "%s of the law '%s',",
                                     choice ? "choice" : "parameter", law->name),
                      node->key, names, count);
    return NULL;
}

/* The number of a word of a choice; -1 and an error if it is unknown. */
static long read_choice_word(struct lt_reader *reader, const struct lt_node *node,
                             const struct lt_field *field) {
    size_t count;
    struct lt_node word = *node;
    word.key = field->name;
    return lt_schema_word(reader, &word,
                          lt_choice_words(field->choices, &count, reader->program->arena));
}

/* Reads the parts of the law that a preset fixes, each of one kind: a word or a list of words.
 * TARGET: the preset being read. */
static void read_parts(struct lt_reader *reader, const struct lt_node *node, void *target) {
    struct draft *draft = target;
    if (!draft->law || !lt_schema_is(reader, node, LT_MAP, "a map such as {normal: hertz}"))
        return;
    for (const struct lt_node *child = node->first; child; child = child->next) {
        if (!lt_parts_is_kind(draft->law, child->key)) {
            lt_errors_add(reader->errors, child->key_mark, "the law '%s' has no parts '%s'",
                          draft->law->name, child->key);
            continue;
        }
        const struct lt_node *item;
        const char *words = "";
        for (size_t i = 0; (item = lt_part_list_item(child, i)); i++) {
            const long first = lt_laws_param(draft->law, child->key);
            if (lt_part_list_param(draft->law, child->key, i) < 0)
                lt_errors_add(reader->errors, item->mark,
                              i == 1 ? "'%s' is one part"
                                     : "so many parts of '%s' cannot be combined",
                              child->key);
            else if (read_choice_word(reader, item, &draft->law->params[first]) >= 0)
                words = lt_arena_print(reader->program->arena, "%s%s%s", words, *words ? ", " : "",
                                       item->text);
        }
        if (*words)
            put_text(&draft->parts, child->key, words, reader->program->arena);
    }
}

/* Stores which words, by the bits of HAS, the choice PARAM may have, in the place of an older
 * entry. */
static void put_choice(struct draft *draft, const char *param, unsigned has,
                       struct lt_arena *arena) {
    struct lt_preset_choice *list = lt_arena_get(arena, (draft->n_choices + 2) * sizeof *list);
    size_t i = 0;
    if (draft->n_choices > 0)
        memcpy(list, draft->choices, draft->n_choices * sizeof *list);
    while (i < draft->n_choices && strcmp(list[i].param, param) != 0)
        i++;
    list[i] = (struct lt_preset_choice){param, has};
    draft->n_choices += i == draft->n_choices;
    draft->choices = list;
}

/* Reads the choices of the law that a code has, each with one or more of their words. TARGET:
 * the preset being read. */
static void read_choices(struct lt_reader *reader, const struct lt_node *node, void *target) {
    struct draft *draft = target;
    const bool any = strcmp(node->key, "lines") == 0;
    if (!draft->law ||
        !lt_schema_is(reader, node, LT_MAP, "a map such as {dp_mode: [full, no-tension]}"))
        return;
    for (const struct lt_node *child = node->first; child; child = child->next) {
        const struct lt_field *field = find_param(reader, child, draft, true, any);
        unsigned has = 0;
        const struct lt_node *word = child->kind == LT_LIST ? child->first : child;
        for (; field && word; word = child->kind == LT_LIST ? word->next : NULL) {
            const long number = read_choice_word(reader, word, field);
            has |= number >= 0 ? 1u << number : 0;
        }
        if (field && child->kind == LT_LIST && !child->first)
            lt_errors_add(reader->errors, child->mark, "expected a word of %s, or a list of them",
                          child->key);
        if (has)
            put_choice(draft, child->key, has, reader->program->arena);
    }
}

/* ---- Its numbers ----------------------------------------------------------------------------- */

struct word {
    struct draft *draft;
    struct lt_preset_input input;
    const struct lt_node *sets;
    const struct lt_field *same; /* the parameter that is the number itself; NULL: none */
};

/* True if an input is a parameter of the law itself, "$", whose unit it then has. */
static bool is_itself(const struct lt_node *formula) {
    return formula->kind == LT_SCALAR && strcmp(formula->text, "$") == 0;
}

/* Reads which parameters of the law follow from an input, and by which formulas. TARGET: the
 * input being read. */
static void read_sets(struct lt_reader *reader, const struct lt_node *node, void *target) {
    struct word *word = target;
    if (!lt_schema_is(reader, node, LT_MAP, "a map such as {fric: tan($)}"))
        return;
    for (const struct lt_node *child = node->first; child; child = child->next) {
        const struct lt_field *field = find_param(reader, child, word->draft, false, false);
        if (field && lt_schema_is(reader, child, LT_SCALAR, "a formula") && is_itself(child))
            word->same = field;
    }
    if (word->same)
        word->input.unit = word->same->unit;
    word->sets = node;
}

/* True if two units have the same dimension, as J/m^3 and Pa. */
static bool is_same_unit(const char *a, const char *b) {
    int of_a[3], of_b[3];
    return lt_units_dimension(a, of_a) && lt_units_dimension(b, of_b) &&
           memcmp(of_a, of_b, sizeof of_a) == 0;
}

/* Reads the SI unit of an input, which must be that of the parameter it is, if any. TARGET: the
 * input being read. */
static void read_unit(struct lt_reader *reader, const struct lt_node *node, void *target) {
    struct word *word = target;
    if (!lt_schema_is(reader, node, LT_SCALAR, "a unit"))
        return;
    if (!lt_units_known(node->text))
        lt_errors_add(reader->errors, node->mark,
                      "'%s' is not an SI unit without a prefix; write it like 'N/m'", node->text);
    else if (word->same && !is_same_unit(word->same->unit, node->text))
        lt_errors_add(reader->errors, node->mark,
                      "'%s' is the parameter %s, whose unit is '%s'; leave out unit",
                      word->input.name, word->same->name, word->same->unit);
    word->input.unit = node->text;
}

/* Reads a limit of an input, in its unit. */
static double read_limit(struct lt_reader *reader, const struct lt_node *node, struct word *word) {
    const struct lt_range range = LT_ANY(word->input.unit);
    word->input.limited = true;
    return lt_schema_quantity(reader, node, &range).value;
}

/* Reads the least number of an input: min, which is allowed, or above, which is not. TARGET:
 * the input being read. */
static void read_min(struct lt_reader *reader, const struct lt_node *node, void *target) {
    struct word *word = target;
    if (isfinite(word->input.min))
        lt_errors_add(reader->errors, node->key_mark, "give either min or above");
    word->input.min = read_limit(reader, node, word);
    word->input.above_min = strcmp(node->key, "above") == 0;
}

/* Reads the greatest number of an input, in its unit; it must not be below the least. TARGET:
 * the input being read. */
static void read_max(struct lt_reader *reader, const struct lt_node *node, void *target) {
    struct word *word = target;
    word->input.max = read_limit(reader, node, word);
    if (word->input.max < word->input.min ||
        (word->input.above_min && word->input.max == word->input.min))
        lt_errors_add(reader->errors, node->mark,
                      "no number is at most this and not below the least");
}

static const struct lt_key sets_keys[] = {
    {"PARAMETER", LT_VALUE_FORMULA,
     .doc = "what this parameter of the law is: $ is the number, $NAME another one of the preset "
            "or one of formulas; constants of the pair and parameters have their names"},
    {0}};
static const struct lt_key word_keys[] = {
    {"sets", LT_FORMS(sets_keys), .read = read_sets, .preset = "nothing: others are made with it",
     .doc = "the parameters of the law that follow from it"},
    {"unit", LT_VALUE_TEXT, .read = read_unit,
     .preset = "that of the parameter that is the same number, else 1", .doc = "its SI unit"},
    {"min", LT_VALUE_NUMBER, .read = read_min, .range = LT_ANY(""),
     .preset = "that of the parameter that is the same number", .doc = "the least it may be"},
    {"above", LT_VALUE_NUMBER, .read = read_min, .range = LT_ANY(""),
     .doc = "in place of min: what it must be above"},
    {"max", LT_VALUE_NUMBER, .read = read_max, .range = LT_ANY(""),
     .preset = "that of the parameter that is the same number", .doc = "the most it may be"},
    {0}};

/* Removes the rows of an input, which another definition replaces. */
static void drop_rows(struct draft *draft, const char *name) {
    size_t n = 0;
    for (size_t i = 0; i < draft->n_rows; i++)
        if (strcmp(draft->rows[i].input.name, name) != 0)
            draft->rows[n++] = draft->rows[i];
    draft->n_rows = n;
}

/* Adds a row: an input of a preset and the parameter PARAM that follows from it by FORMULA. */
static void put_row(struct draft *draft, const struct lt_preset_input *input, const char *param,
                    const char *formula, const struct lt_node *node) {
    struct row *row = &draft->rows[draft->n_rows++];
    *row = (struct row){*input, node};
    row->input.param = param;
    row->input.formula = formula;
}

/* Reads one input of a preset, a number in the code's words: "coefficientFriction: fric", which is
 * a parameter of the law, or a map with unit, limits and formulas. Adds a row for each parameter
 * that follows from it. */
static void read_number(struct lt_reader *reader, const struct lt_node *node, struct draft *draft) {
    struct word word = {.draft = draft,
                        .input = {.name = node->key, .min = -INFINITY, .max = INFINITY}};
    word.input.unit = "1";
    /* The name must be free: no key of the section law, no formula of this file. */
    const bool is_key = lt_schema_key(lt_parse_pair_law_keys, node->key);
    if (is_key || !lt_names_possible(node->key)) {
        lt_errors_add(reader->errors, node->key_mark, "'%s' %s", node->key,
                      is_key ? "is a key of the section law"
                             : "is not a valid name: letters, digits and '_' are");
        return;
    }
    if (text_of(&draft->file->formulas, node->key, strlen(node->key))) {
        lt_errors_add(reader->errors, node->key_mark,
                      "'%s' is also one of formulas; rename one of them", node->key);
        return;
    }
    /* A scalar names the one parameter that has this number. */
    if (node->kind == LT_SCALAR && *node->text) {
        struct lt_node same = *node;
        same.key = node->text;
        same.key_mark = node->mark;
        const struct lt_field *field = find_param(reader, &same, draft, false, false);
        word.input.unit = field ? field->unit : "1";
        put_row(draft, &word.input, node->text, "$", NULL);
        return;
    }
    if (!lt_schema_map(reader, node, word_keys, &word))
        return;
    /* A map sets any number of parameters; without a formula ("$") a parameter is the number
     * itself. */
    if (!word.sets)
        put_row(draft, &word.input, "", "$", NULL);
    for (const struct lt_node *set = word.sets ? word.sets->first : NULL; set; set = set->next)
        if (set->kind == LT_SCALAR) {
            const char *formula = write_out(reader, &draft->file->formulas, set);
            put_row(draft, &word.input, set->key, formula ? formula : "$", formula ? set : NULL);
        }
}

/* The number of nodes of a tree, an upper bound for the number of rows. */
static size_t count_leaves(const struct lt_node *node) {
    size_t count = 1;
    for (const struct lt_node *child = node->first; child; child = child->next)
        count += count_leaves(child);
    return count;
}

/* Reads the inputs of a preset; one that a preset copied by 'like' has is replaced. TARGET: the
 * preset being read. */
static void read_numbers(struct lt_reader *reader, const struct lt_node *node, void *target) {
    struct draft *draft = target;
    if (!draft->law || !lt_schema_is(reader, node, LT_MAP, "a map such as {friction: fric}"))
        return;
    struct row *rows =
        lt_arena_get(reader->program->arena, (draft->n_rows + count_leaves(node)) * sizeof *rows);
    if (draft->n_rows > 0)
        memcpy(rows, draft->rows, draft->n_rows * sizeof *rows);
    draft->rows = rows;
    for (const struct lt_node *child = node->first; child; child = child->next) {
        drop_rows(draft, child->key);
        read_number(reader, child, draft);
    }
}

/* Copies TEXT to MASKED with a let of the same length in the place of each $NAME, so that it can
 * be checked as a formula. False and an error if a name is not known. */
static bool mask_numbers(struct lt_reader *reader, const struct draft *draft, const char *text,
                         const struct lt_node *node, char *masked) {
    for (strcpy(masked, text); (masked = strchr(masked, '$'));) {
        const size_t length = name_length(masked + 1);
        bool known = length == 0 || text_of(&draft->file->formulas, masked + 1, length);
        for (size_t i = 0; i < draft->n_rows; i++)
            known |= strlen(draft->rows[i].input.name) == length &&
                     strncmp(draft->rows[i].input.name, masked + 1, length) == 0;
        if (!known) {
            lt_errors_add(reader->errors, node->mark,
                          "'%.*s' is no number of this preset and none of the file's formulas",
                          (int)length + 1, masked);
            return false;
        }
        *masked = '_';
        memset(masked + 1, ' ', length);
    }
    return true;
}

/* Checks a formula first as typed, so that columns of errors are right, then with the formulas of
 * the file substituted. */
static void check_formula(struct lt_reader *reader, const struct draft *draft,
                          const struct row *row, const struct lt_names *names) {
    struct lt_arena *arena = reader->program->arena;
    const struct lt_node *node = row->formula;
    const char *typed = node->text, *written = row->input.formula, *param = row->input.param;
    struct lt_mark mark = node->mark;
    mark.column += node->quoted;
    char *masked = lt_arena_get(arena, strlen(typed) + strlen(written) + 1);
    if (!mask_numbers(reader, draft, typed, node, masked) ||
        !lt_formula_read(masked, mark, param, LT_FORMULA_NUMBER, names, arena, reader->errors) ||
        !mask_numbers(reader, draft, written, node, masked))
        return;
    struct lt_errors *errors = lt_errors_new();
    lt_formula_read(masked, mark, param, LT_FORMULA_NUMBER, names, arena, errors);
    if (errors->failures > 0)
        lt_errors_add(reader->errors, mark, "%s: %s", written, errors->list[0].text);
    lt_errors_free(errors);
}

/* The names that a formula of LAW may use, and "_" for a number in the code's word. */
static const struct lt_names *names_of(struct file *file, const struct lt_law *law,
                                       struct lt_arena *arena) {
    static const char *const number[] = {"_"};
    if (file->named != law)
        file->names = lt_names_in(lt_names_new(law, number, 1, NULL, 0, arena), LT_SCOPE_LAW);
    file->named = law;
    return &file->names;
}

/* Checks the formulas of all inputs of a preset. */
static void check_formulas(struct lt_reader *reader, const struct draft *draft) {
    for (size_t i = 0; i < draft->n_rows; i++)
        if (draft->rows[i].formula && !is_itself(draft->rows[i].formula))
            check_formula(reader, draft, &draft->rows[i],
                          names_of(draft->file, draft->law, reader->program->arena));
}

/* ---- The whole ------------------------------------------------------------------------------- */

static const struct lt_key words_keys[] = {{"[]", LT_VALUE_NAME, .doc = "a word of the choice"},
                                           {0}};
static const struct lt_key parts_keys[] = {
    {"KIND", LT_VALUE_NAME, LT_FORMS(words_keys),
     .doc = "the part of this kind: normal, damping, ...; of cohesion and bond also a list"},
    {0}};
static const struct lt_key choices_keys[] = {
    {"PARAMETER", LT_VALUE_NAME, LT_FORMS(words_keys),
     .doc = "the word that the code has, or a list of those that it leaves open"},
    {0}};
static const struct lt_key numbers_keys[] = {
    {"WORD", LT_VALUE_NAME, LT_FORMS(word_keys),
     .doc = "a number in the code's word: the parameter that is the same number, or a map"},
    {0}};
static const struct lt_key formulas_keys[] = {
    {"NAME", LT_VALUE_FORMULA, .doc = "a formula that numbers use as $NAME"}, {0}};
static const struct lt_key notes_keys[] = {
    {"NAME", LT_VALUE_TEXT, .doc = "what the code does; in a preset $NAME is a note of the file"},
    {0}};
static const char *const proofs[] = {"none", "rows", "code", NULL};
#define KNOWN_BY(type)                                                                             \
    {"source", LT_VALUE_TEXT, LT_FIELD(type, source),                                              \
     .doc = "how it is known: version run, "                                                       \
            "page read"},                                                                          \
        {"date", LT_VALUE_TEXT, LT_FIELD(type, date), .doc = "when that was"},                     \
        {"proof",                                                                                  \
         LT_VALUE_WORD,                                                                            \
         LT_FIELD(type, proof),                                                                    \
         .words = proofs,                                                                          \
         .preset = "none",                                                                         \
         .doc = "what it was compared with: the code itself, rows that the "                       \
                "code or its tests recorded, or nothing"},                                         \
    {                                                                                              \
        "motion", LT_FORMS(motion_keys), LT_FIELD(type, motion),                                   \
            .read = read_motion, .doc = "how the code moves a pair of spheres, in frame bodies"    \
    }
static const struct lt_key preset_keys[] = {
    {"like", LT_VALUE_NAME, .read = read_like,
     .doc = "a preset above in the file: everything that is not given here is taken from it"},
    {"law", LT_VALUE_NAME, .read = read_law, .doc = "the law of which it is a choice"},
    KNOWN_BY(struct draft),
    {"parts", LT_FORMS(parts_keys), .read = read_parts, .doc = "of a law that is made of parts"},
    {"choices", LT_FORMS(choices_keys), .read = read_choices,
     .doc = "what the code has of the law's choices"},
    {"lines", LT_FORMS(choices_keys), .read = read_choices,
     .doc = "the same of other laws, for the lines that are written for the code"},
    {"numbers", LT_FORMS(numbers_keys), .read = read_numbers,
     .doc = "numbers in the code's own words"},
    {"input", LT_VALUE_TEXT, LT_FIELD(struct draft, input),
     .doc = "words of the code's input by which it is found, beside those of its name"},
    {"notes", LT_FORMS(notes_keys), .read = read_own_notes,
     .doc = "known peculiarities of the code, and which of them are not reproduced"},
    {0}};

/* Reads a preset of the file as the next draft; notes and defaults are those of the file. */
static void read_preset(struct lt_reader *reader, const struct lt_node *node, struct file *file) {
    struct draft *draft = &file->drafts[file->n_drafts];
    *draft = (struct draft){.file = file,
                            .words = node->key,
                            .source = file->source,
                            .proof = file->proof,
                            .input = "",
                            .date = file->date,
                            .motion = file->motion};
    if (!lt_schema_map(reader, node, preset_keys, draft))
        return;
    if (!lt_tree_child(node, "law") && !lt_tree_child(node, "like"))
        lt_errors_add(reader->errors, node->mark, "missing key 'law'; write 'law: mindlin', say");
    if (draft->law && !file->only)
        check_formulas(reader, draft);
    file->n_drafts++;
}

/* True if NODE is the preset ONLY, or one that this preset is based on; an empty ONLY stands for
 * all. */
static bool is_wanted(const struct lt_node *presets, const struct lt_node *node, const char *only) {
    const struct lt_node *wanted = only && *only ? lt_tree_child(presets, only) : node;
    while (wanted && wanted != node) {
        const struct lt_node *like = lt_tree_child(wanted, "like");
        wanted = like ? lt_tree_child(presets, like->text) : NULL;
    }
    return wanted;
}

/* Reads those presets of a file that are needed. TARGET: the file of presets. */
static void read_presets(struct lt_reader *reader, const struct lt_node *node, void *target) {
    struct file *file = target;
    if (!lt_schema_is(reader, node, LT_MAP, "a map of presets"))
        return;
    if (!node->first)
        lt_errors_add(reader->errors, node->mark,
                      "missing a preset; write {basic: {law: linear}}, for example");
    file->drafts = lt_arena_get(reader->program->arena, (node->count + 1) * sizeof *file->drafts);
    for (const struct lt_node *child = node->first; child; child = child->next)
        if (is_wanted(node, child, file->only))
            read_preset(reader, child, file);
}

static const struct lt_key presets_keys[] = {
    {"NAME", LT_FORMS(preset_keys), .doc = "a law of the code, by its name there"}, {0}};
const struct lt_key lt_preset_file_keys[] = {
    {"code", LT_VALUE_TEXT, LT_FIELD(struct file, code), .required = true, .example = "my-code",
     .doc = "the code whose laws these are"},
    {"version", LT_VALUE_TEXT, LT_FIELD(struct file, version), .preset = "none: it was not run",
     .doc = "of the code"},
    KNOWN_BY(struct file),
    {"formulas", LT_FORMS(formulas_keys), LT_FIELD(struct file, formulas), .read = read_formulas,
     .doc = "formulas that several numbers use, each of those above it, too"},
    {"notes", LT_FORMS(notes_keys), LT_FIELD(struct file, notes), .read = read_file_notes,
     .doc = "notes that several presets have"},
    {"presets", LT_FORMS(presets_keys), .read = read_presets, .required = true,
     .example = "{basic: {law: linear}}", .doc = "the presets"},
    {0}};

/* Makes the preset from its draft, with texts joined and lists ended. */
static struct lt_preset finish(const struct draft *draft, struct lt_arena *arena) {
    struct lt_preset_input *inputs = lt_arena_get(arena, (draft->n_rows + 1) * sizeof *inputs);
    static const struct lt_preset_choice none[] = {{NULL, 0}};
    for (size_t i = 0; i < draft->n_rows; i++)
        inputs[i] = draft->rows[i].input;
    return (struct lt_preset){.code = draft->file->code,
                              .version = draft->file->version,
                              .words = draft->words,
                              .law = draft->law->name,
                              .choices = draft->choices ? draft->choices : none,
                              .inputs = inputs,
                              .notes = join_texts(&draft->notes, arena),
                              .parts =
                                  draft->parts.count > 0 ? join_texts(&draft->parts, arena) : NULL,
                              .motion = draft->motion,
                              .source = draft->source,
                              .proof = proofs[draft->proof],
                              .input = draft->input,
                              .date = draft->date};
}

/* Reads a preset file; ONLY: the only preset that is needed, with those on which it is based, NULL
 * or "" for all. Returns a list that ends with an empty entry; NULL after an error. */
const struct lt_preset *lt_preset_file_read(const struct lt_source *source,
                                            const struct lt_law *const *laws, const char *only,
                                            struct lt_arena *arena, struct lt_errors *errors) {
    const size_t failures = errors->failures;
    struct lt_program program = {.arena = arena,
                                 .source = source,
                                 .laws = laws,
                                 .defines = "",
                                 .names = lt_names_new(NULL, NULL, 0, NULL, 0, arena)};
    struct lt_reader reader = {
        .program = &program, .errors = errors, .expr = lt_expr_new(), .lets_known = true};
    struct file file = {.version = "", .source = "", .date = "", .laws = laws, .only = only};
    const struct lt_node *root = lt_tree_read(source, arena, errors);
    const struct lt_node *other = root ? lt_tree_child(root, "lawtester") : NULL;
    if (other)
        lt_errors_add(errors, other->key_mark,
                      "this is a stage program, where a file of presets is expected");
    else if (root)
        lt_schema_map(&reader, root, lt_preset_file_keys, &file);
    lt_expr_free(reader.expr);
    if (errors->failures > failures)
        return NULL;
    struct lt_preset *list = lt_arena_get(arena, (file.n_drafts + 1) * sizeof *list);
    for (size_t i = 0; i < file.n_drafts; i++)
        list[i] = finish(&file.drafts[i], arena);
    return list;
}
