/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_code.c: law: {code: lammps, lines: [...]}, a law computed by an external code. */
#include "base/arena.h"
#include "base/units.h"
#include "program/parse.h"
#include "registry/own_part.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const parts[] = {"code",   "lines",   "types",  "name",
                                    "define", "inherit", "preset", NULL};

/* True if KEY belongs to the description of a law of a code, in contrast to a number for it. */
static bool is_code_part(const char *key) {
    size_t i = 0;
    while (parts[i] && strcmp(parts[i], key) != 0)
        i++;
    return parts[i];
}

/* The section law if it has the key code; NULL: the law is none of an external code. */
static const struct lt_node *code_node(const struct lt_node *root) {
    const struct lt_node *law = lt_tree_child(root, "law");
    return law && law->kind == LT_MAP && lt_tree_child(law, "code") ? law : NULL;
}

/* Makes parameters of the *count numbers that the file gives for a code's law; each has the
 * dimension in which it is written. */
static struct lt_field *read_code_fields(struct lt_arena *arena, const struct lt_node *node,
                                         size_t *count) {
    struct lt_field *fields = lt_arena_get(arena, (node->count + 1) * sizeof *fields);
    *count = 0;
    for (const struct lt_node *child = node->first; child; child = child->next) {
        if (!child->key || is_code_part(child->key))
            continue;
        char unit[64] = "1";
        if (child->kind == LT_SCALAR)
            lt_units_si(child->text, unit, sizeof unit);
        fields[(*count)++] = (struct lt_field){
            .name = child->key,
            .unit = lt_arena_copy(arena, *unit ? unit : "1", *unit ? strlen(unit) : 1),
            .preset = NAN,
            .min = -INFINITY,
            .max = INFINITY,
            .doc = "a number of the code's law"};
    }
    return fields;
}

/* A law with only the names of the parameters of a code's law, for callers that need them before
 * the law is read; NULL: no code. */
const struct lt_law *lt_parse_code_names(const struct lt_program *program,
                                         const struct lt_node *root) {
    const struct lt_node *node = code_node(root);
    if (!node)
        return NULL;
    struct lt_law *law = lt_arena_get(program->arena, sizeof *law);
    law->name = "";
    law->params = read_code_fields(program->arena, node, &law->n_params);
    return law;
}

/* Fills in the description of the law of the code TITLE, which computes all forces and moments,
 * and is stepped forwards only. */
static void describe_code(struct lt_codelaw *code, const char *title, struct lt_arena *arena) {
    struct lt_law *law = &code->law;
    law->abi = LT_ABI;
    law->size = LT_SIZES;
    law->lanes = LT_LANES;
    law->name = code->kind->name;
    law->summary = code->kind->own
                       ? "the law that a code of your own computes"
                       : lt_arena_print(arena, "%s's own law, by lines of its input", title);
    law->source = title;
    law->equations = "";
    law->acts = 0x3f;
    law->forward_only = 1;
    lt_codelaw_tables(code, arena);
}

/* Gives the law its functions if a host that runs this code is present; otherwise the program can
 * be read, but not run. */
static void attach_host(struct lt_program *program, struct lt_codelaw *code) {
    const struct lt_codelaw_host *host = lt_codelaw_heeded();
    if (!host || host->kind != code->kind)
        return;
    program->host = host;
    code->law.derive = host->derive;
    code->law.one = host->one;
    code->law.contact_time = host->contact_time;
}

/* Reports parameters of a code's law with an impossible name, and keys that only laws of lawtester
 * have. */
static void check_code_names(struct lt_reader *reader, const struct lt_node *node) {
    struct lt_program *program = reader->program;
    program->names = lt_names_new(NULL, NULL, 0, NULL, 0, program->arena);
    for (const struct lt_node *child = node->first; child; child = child->next)
        if (!is_code_part(child->key))
            lt_schema_new_name(reader, child);
        else if (strcmp(child->key, "name") == 0 || strcmp(child->key, "define") == 0)
            lt_errors_add(
                reader->errors, child->key_mark,
                "give either 'code' or '%s': a law comes from an external code or from lawtester",
                child->key);
}

/* Reads the law of an external code. False: the file has none, and the law is one of lawtester. */
bool lt_parse_code(struct lt_reader *reader, const struct lt_node *root) {
    const struct lt_node *node = code_node(root), *code = node ? lt_tree_child(node, "code") : NULL;
    struct lt_program *program = reader->program;
    if (!code)
        return false;
    long which = lt_schema_word(reader, code, lt_code_kind_names);
    if (which < 0)
        return true;
    check_code_names(reader, node);
    struct lt_codelaw *law = lt_arena_get(program->arena, sizeof *law);
    law->kind = &lt_code_kinds[which];
    law->types = 1;
    law->law.params = read_code_fields(program->arena, node, &law->law.n_params);
    describe_code(law, law->kind->title, program->arena);
    attach_host(program, law);
    program->codelaw = law;
    program->law = &law->law;
    return true;
}

/* Reports a law that an external code of this KIND cannot replace: one with parts or rules of
 * mixing that this file defines, or in formulas. NODE: the section law. Returns true if it is
 * refused. */
static bool refuse_own_law(struct lt_reader *reader, const struct lt_code_kind *kind,
                           const struct lt_node *node) {
    const struct lt_program *program = reader->program;
    bool mixes = false;
    for (size_t i = 0; i < program->law->n_params; i++)
        mixes |= program->law->params[i].mix == LT_EACH;
    if (kind->own && (lt_composition_is_own(program->law) || (program->formula_law && mixes)))
        lt_errors_add(
            reader->errors, node->mark,
            "a law with parts or rules of mixing that this file defines cannot be replaced "
            "by your own code: give 'law: {code: own, NAME: NUMBER ...}', and compare the "
            "tables of two files");
    else if (!kind->own && !kind->takes_formulas && program->formula_law)
        lt_errors_add(
            reader->errors, node->mark,
            "%s has no law that this file defines by formulas; 'lawtester law export FILE --as "
            "header' writes it for a code of your own",
            kind->title);
    else if (!kind->own && lt_composition_is_own(program->law))
        lt_errors_add(reader->errors, node->mark,
                      "%s has no part that this file defines by formulas", kind->title);
    else
        return false;
    return true;
}

/* Makes the external code, if a host for one is set, compute the law that the file has, from its
 * parameters. Everything that is known of lawtester's own implementation is dropped: the code may
 * act differently. */
void lt_parse_code_own(struct lt_reader *reader, const struct lt_node *root) {
    struct lt_program *program = reader->program;
    const struct lt_codelaw_host *host = lt_codelaw_heeded();
    if (!host || program->codelaw || !program->law)
        return;
    if (refuse_own_law(reader, host->kind, lt_tree_child(root, "law")))
        return;
    struct lt_codelaw *law = lt_arena_get(program->arena, sizeof *law);
    law->kind = host->kind;
    law->types = 1;
    law->own = program->law;
    law->law = *program->law;
    /* Without these functions each step is made by the code, in all six directions (0x3f), and
     * never backwards. */
    law->law.n_derived = 0;
    law->law.block = NULL;
    law->law.march = NULL;
    law->law.cases = NULL;
    law->law.declares = NULL;
    law->law.jumps = NULL;
    law->law.reach = NULL;
    law->law.has_cap = 0;
    law->law.forward_only = 1;
    law->law.acts = 0x3f;
    lt_codelaw_tables(law, program->arena);
    attach_host(program, law);
    program->codelaw = law;
    program->formula_law = NULL;
    program->law = &law->law;
}

enum { WORDS_MOST = 200 };

/* ---- Lines ----------------------------------------------------------------------------------- */

/* The place in the file of the character AT of a scalar's text. It is approximate if the scalar
 * has escapes before it. */
static struct lt_mark place_of(const struct lt_node *node, const char *at) {
    struct lt_mark mark = node->mark;
    mark.column += (int)(at - node->text) + (node->quoted ? 1 : 0);
    return mark;
}

/* A character for an error message, by its code if it is not printable; returns BUFFER. */
static const char *show_character(char c, char *buffer, size_t size) {
    if ((unsigned char)c < 32 || (unsigned char)c > 126)
        snprintf(buffer, size, "character 0x%02X", (unsigned char)c);
    else
        snprintf(buffer, size, "'%c'", c);
    return buffer;
}

/* Reports characters by which a line could do more in the code than define a contact law. True if
 * it has some. */
static bool refuse_characters(struct lt_reader *reader, const struct lt_node *node) {
    const char *bad = lt_code_kind_refused(node->text);
    char text[32];
    if (!bad)
        return false;
    lt_errors_add(
        reader->errors, place_of(node, bad), "%s is not allowed in a line for a code: %s",
        strncmp(bad, "v_", 2) == 0 ? "'v_'" : show_character(*bad, text, sizeof text),
        "a line holds a contact law and numbers, not variables, quotes or further commands");
    return true;
}

/* Splits TEXT at blanks into at most MOST words, each a copy, with their positions in STARTS.
 * Returns their number. */
static size_t split_words(const char *text, const char **words, size_t *starts, size_t most,
                          struct lt_arena *arena) {
    size_t count = 0;
    const char *at = text;
    while (*(at += strspn(at, " ")) && count < most) {
        size_t length = strcspn(at, " ");
        starts[count] = (size_t)(at - text);
        words[count++] = lt_arena_copy(arena, at, length);
        at += length;
    }
    return count;
}

/* The words of a list that ends with NULL, with commas between them; "" for none. */
static const char *join_words(const char *const *words, struct lt_arena *arena) {
    const char *text = words && *words ? *words : "";
    for (size_t i = 1; words && *words && words[i]; i++)
        text = lt_arena_print(arena, "%s, %s", text, words[i]);
    return text;
}

/* Reports a word that a line for a code must not have, with the words that are possible. WHAT:
 * why the word is refused, which says where in the line it stands: its head, its style, or any
 * other place. */
static void refuse_word(struct lt_reader *reader, struct lt_mark mark, enum lt_code_word what,
                        const char *word) {
    const struct lt_code_kind *kind = reader->program->codelaw->kind;
    struct lt_arena *arena = reader->program->arena;
    /* The words that are possible at this place of the line. */
    const char *const *list = what == LT_CODE_WORD_HEAD    ? kind->heads
                              : what == LT_CODE_WORD_STYLE ? kind->styles
                                                           : kind->words;
    size_t count = 0;
    while (list && list[count])
        count++;
    const char *hint = lt_errors_hint(reader->errors, word, list, count);
    if (!kind->heads)
        lt_errors_add(reader->errors, mark,
                      "'%s': a line for %s is the name of a class and NAME=NUMBER "
                      "for its attributes, as in FrictMat young=1e7 poisson=0.3",
                      word, kind->title);
    else if (what == LT_CODE_WORD_HEAD)
        lt_errors_add(
            reader->errors, mark,
            "a line for %s must begin with one of %s, followed by its arguments; '%s' does not%s",
            kind->title, join_words(list, arena), word, hint);
    else if (what == LT_CODE_WORD_STYLE)
        lt_errors_add(reader->errors, mark,
                      "the style '%s' of %s is not one of %s%s; any other, such as one of your "
                      "own, runs only with --allow-style %s on the command line",
                      word, kind->title, join_words(list, arena), hint, word);
    else
        lt_errors_add(reader->errors, mark,
                      "'%s' is neither a number nor a {parameter} nor a known word of a contact "
                      "law of %s%s; --allow-style %s permits it",
                      word, kind->title, hint, word);
}

/* The parameter or let that a line names in braces; an unknown one is reported, and NULL
 * returned. */
static const struct lt_name *find_number(struct lt_reader *reader, struct lt_mark mark,
                                         const char *text) {
    struct lt_names names = lt_names_in(reader->program->names, LT_SCOPE_LAW);
    const struct lt_name *name = lt_names_find(&names, text);
    if (!name)
        lt_schema_unknown_name(reader, mark, "parameter or let", text, LT_SCOPE_LAW);
    return name;
}

/* Reports a word with more than one {name}, with an unclosed one, or with text after it. True if
 * it is refused. */
static bool refuse_braces(struct lt_reader *reader, const char *word, struct lt_mark mark) {
    const char *open = strchr(word, '{'), *end = strpbrk(open ? open + 1 : word, "{}");
    if (!open && !end)
        return false;
    if (open && end && *end == '}' && end > open + 1 && !end[1])
        return false;
    const char *bad = !end ? open : *end == '}' && open && end > open + 1 ? end + 1 : end;
    mark.column += (int)(bad - word);
    lt_errors_add(reader->errors, mark,
                  "'%s': a word of a line has one {parameter} and ends with it; what is made of "
                  "several is a let",
                  word);
    return true;
}

/* Reports word I of a line if it begins a part of a law, or an attribute, for the second time.
 * True if it is refused. */
static bool refuse_twice(struct lt_reader *reader, const char *const *words, size_t i,
                         struct lt_mark mark) {
    static const char *const begins[] = {"tangential",       "rolling",    "twisting",
                                         "damping",          "cohesion",   "rolling_friction",
                                         "limit_damping",    "limitForce", "tangential_damping",
                                         "absolute_damping", NULL};
    const bool of_class = !reader->program->codelaw->kind->heads;
    const size_t length = of_class ? strcspn(words[i], "=") : strlen(words[i]);
    size_t k = 0;
    while (begins[k] && strcmp(begins[k], words[i]) != 0)
        k++;
    for (size_t n = 1; n < i && (of_class || begins[k]); n++)
        if (strncmp(words[n], words[i], length) == 0 &&
            (words[n][length] == (of_class ? '=' : '\0'))) {
            lt_errors_add(reader->errors, mark, "'%.*s' is there twice in this line: leave out one",
                          (int)length, words[i]);
            return true;
        }
    return false;
}

/* Reports a line that replaces an earlier one in the code: the same pair_style, fix ID or pair
 * of types. WORDS: the COUNT words of the line. Returns true if it is refused. */
static bool refuse_replaced(struct lt_reader *reader, const struct lt_node *node,
                            const char *const *words, size_t count) {
    static const struct {
        const char *head;
        size_t words;
    } heads[] = {{"pair_style", 1}, {"fix", 2}, {"pair_coeff", 3}};
    size_t same = 0, starts[WORDS_MOST];
    /* SAME: how many words identify such a line; 0: lines of this kind may be repeated. */
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (strcmp(words[0], heads[i].head) == 0)
            same = heads[i].words;
    for (const struct lt_node *line = node->parent->first; same && line != node;
         line = line->next) {
        const char *others[WORDS_MOST];
        const size_t n = line->kind == LT_SCALAR ? split_words(line->text, others, starts,
                                                               WORDS_MOST, reader->program->arena)
                                                 : 0;
        size_t i = 0;
        while (i < same && i < n && i < count && strcmp(words[i], others[i]) == 0)
            i++;
        if (i < same)
            continue;
        lt_errors_add(reader->errors, node->mark,
                      "this line takes the place of line %d, which begins alike: leave out one",
                      line->mark.line);
        return true;
    }
    return false;
}

/* Adds a word to a line: its literal text, and the number of its {name}. */
static void add_word(struct lt_reader *reader, struct lt_code_line *line, const char *word,
                     struct lt_mark mark) {
    struct lt_arena *arena = reader->program->arena;
    const char *open = strchr(word, '{'), *end = open ? strchr(open, '}') : NULL;
    const char *blank = line->count > 0 ? " " : "";
    if (!end) {
        line->parts[line->count++] =
            (struct lt_code_part){.text = lt_arena_print(arena, "%s%s", blank, word)};
        return;
    }
    line->parts[line->count++] = (struct lt_code_part){
        .text = lt_arena_print(arena, "%s%.*s", blank, (int)(open - word), word)};
    const char *name = lt_arena_copy(arena, open + 1, (size_t)(end - open - 1));
    line->parts[line->count++] =
        (struct lt_code_part){.text = "", .name = find_number(reader, mark, name)};
}

/* Reads a line of a code's input, literal text with {name} for numbers, into LINE; lines that
 * could do more than define a law, or that the code's kind does not allow, are reported. */
static void read_code_line(struct lt_reader *reader, const struct lt_node *node,
                           struct lt_code_line *line) {
    const struct lt_codelaw_host *host = lt_codelaw_heeded();
    const struct lt_code_kind *kind = reader->program->codelaw->kind;
    const char *words[WORDS_MOST];
    size_t starts[WORDS_MOST];
    line->mark = node->mark;
    if (!lt_schema_is(reader, node, LT_SCALAR, "a line of the code's input") ||
        refuse_characters(reader, node))
        return;
    /* A line is judged as words, of which WORDS_MOST - 1 are possible. */
    size_t count = split_words(node->text, words, starts, WORDS_MOST, reader->program->arena);
    if (count == 0 || count == WORDS_MOST) {
        lt_errors_add(reader->errors, node->mark, "expected 1 to %d words", WORDS_MOST - 1);
        return;
    }
    if (refuse_replaced(reader, node, words, count))
        return;
    line->parts = lt_arena_get(reader->program->arena, 2 * count * sizeof *line->parts);
    for (size_t i = 0; i < count; i++) {
        struct lt_mark mark = place_of(node, node->text + starts[i]);
        /* The kind of the code decides whether the word may stand here. */
        enum lt_code_word what =
            lt_code_kind_judge(kind, words, count, i, host ? host->allowed : NULL);
        if (refuse_braces(reader, words[i], mark) || refuse_twice(reader, words, i, mark))
            return;
        if (what != LT_CODE_WORD_OK) {
            refuse_word(reader, mark, what, words[i]);
            return;
        }
        add_word(reader, line, words[i], mark);
    }
}

/* True if a line for the code uses the number NAME, as {NAME}. */
static bool is_in_lines(const struct lt_codelaw *law, const char *name) {
    for (size_t i = 0; i < law->n_lines; i++)
        for (size_t k = 0; k < law->lines[i].count; k++)
            if (law->lines[i].parts[k].name && strcmp(law->lines[i].parts[k].name->name, name) == 0)
                return true;
    return false;
}

/* True if a number was added on the command line (-D), not in the file. */
static bool is_added(const struct lt_node *node) {
    return node->key_mark.source && node->key_mark.source->argument;
}

/* Lists the *count keys of a code's law and the numbers that the file gives, for suggestions. */
static const char **known_words(const struct lt_reader *reader, const struct lt_node *node,
                                size_t *count) {
    const char **list = lt_arena_get(reader->program->arena,
                                     (sizeof parts / sizeof parts[0] + node->count) * sizeof *list);
    for (*count = 0; parts[*count]; ++*count)
        list[*count] = parts[*count];
    for (const struct lt_node *child = node->first; child; child = child->next)
        if (child->key && !is_code_part(child->key) && !is_added(child))
            list[(*count)++] = child->key;
    return list;
}

/* Reports a number that no line uses, if its name resembles a key, or if the command line gives
 * it: both are probably typing errors. */
static void refuse_misspelt(struct lt_reader *reader, const struct lt_node *node) {
    for (const struct lt_node *child = node->first; child; child = child->next) {
        if (!child->key || is_code_part(child->key) ||
            is_in_lines(reader->program->codelaw, child->key))
            continue;
        const bool added = is_added(child);
        size_t count = sizeof parts / sizeof parts[0] - 1;
        const char *const *words = added ? known_words(reader, node, &count) : parts;
        const char *hint = lt_errors_hint(reader->errors, child->key, words, count);
        if (*hint || added)
            lt_errors_add(reader->errors, child->key_mark,
                          "no line has a number {%s}, and there is no such key%s", child->key,
                          hint);
    }
}

/* Reports lines and types for a code of the user's own, which gets all numbers directly, and
 * numbers that its file does not have. */
static void refuse_lines(struct lt_reader *reader, const struct lt_node *node) {
    for (const struct lt_node *child = node->first; child; child = child->next)
        if (child->key && (strcmp(child->key, "lines") == 0 || strcmp(child->key, "types") == 0))
            lt_errors_add(reader->errors, child->key_mark,
                          "'%s' is for a code that has an input language; your own code is given "
                          "the numbers of this section: NAME: NUMBER",
                          child->key);
        else if (child->key && is_added(child)) {
            size_t count;
            const char *const *words = known_words(reader, node, &count);
            lt_errors_add(reader->errors, child->key_mark,
                          "the file gives your code no number '%s'%s", child->key,
                          lt_errors_hint(reader->errors, child->key, words, count));
        }
}

/* Reads the lines that define the law in the input language of an external code, and the number of
 * types in them. */
void lt_parse_code_lines(struct lt_reader *reader, const struct lt_node *node) {
    static const struct lt_range range = LT_COUNT(2);
    struct lt_codelaw *law = reader->program->codelaw;
    const struct lt_node *lines = lt_tree_child(node, "lines"),
                         *types = lt_tree_child(node, "types");
    /* A code of the user's own has no lines. */
    if (law->kind->own) {
        refuse_lines(reader, node);
        return;
    }
    if (types)
        law->types = (int)lt_schema_quantity(reader, types, &range).value;
    if (types && law->types > law->kind->types)
        lt_errors_add(reader->errors, types->mark, "%s distinguishes materials in its lines",
                      law->kind->title);
    if (!lines) {
        lt_errors_add(reader->errors, node->mark,
                      "missing key 'lines': the law in the input language of %s", law->kind->title);
        return;
    }
    if (!lt_schema_is(reader, lines, LT_LIST, "a list of lines"))
        return;
    /* Lines beyond WORDS_MOST are reported and not read. */
    if (lines->count == 0 || lines->count > WORDS_MOST)
        lt_errors_add(reader->errors, lines->mark, "expected 1 to %d lines", WORDS_MOST);
    law->lines = lt_arena_get(reader->program->arena, (lines->count + 1) * sizeof *law->lines);
    for (const struct lt_node *line = lines->first; line && law->n_lines < WORDS_MOST;
         line = line->next)
        read_code_line(reader, line, &law->lines[law->n_lines++]);
    refuse_misspelt(reader, node);
}

/* ---- What no code can do --------------------------------------------------------------------- */

/* Reports that WHAT is not possible with the external code, and WHY. MARK: its place, or if
 * unknown that of the law. */
static void refuse_of_code(struct lt_reader *reader, struct lt_mark mark, const char *what,
                           const char *why) {
    lt_errors_add(reader->errors, mark.source ? mark : reader->program->law_mark,
                  "%s: not possible with %s: %s", what, reader->program->host->kind->title, why);
}

/* Reports actions of a stage that change parameters, which an external code cannot do during a
 * run. */
static void check_code_stage(struct lt_reader *reader, const struct lt_stage *stage) {
    for (size_t i = 0; i < stage->n_done; i++)
        for (size_t k = 0; stage->done[i].kind == LT_SET && k < stage->done[i].count; k++)
            refuse_of_code(reader, stage->done[i].mark, "{set: ...}",
                           "its law cannot change during a run");
}

/* True if a particle is a sphere or a plane wall. */
static bool is_round_particle(const struct lt_particle *particle) {
    return particle->shape == LT_SPHERE || particle->shape == LT_WALL;
}

/* Reports everything in the program that an external code cannot do. */
void lt_parse_code_limits(struct lt_reader *reader) {
    const struct lt_program *program = reader->program;
    const struct lt_motion *motion = &program->motion;
    if (!program->host)
        return;
    if (motion->integrator == LT_EXACT)
        refuse_of_code(reader, motion->mark, "integrator: exact",
                       "it computes its force after steps of dt, not at any instant; as in -D "
                       "motion.integrator=leapfrog");
    if (motion->weighted_entry)
        refuse_of_code(reader, motion->mark, "entry: weighted",
                       "the viscous part of its force is not known");
    if (motion->levels != LT_LEVELS_OWN)
        refuse_of_code(reader, motion->mark, "levels", "it has its own step");
    if (motion->full_step)
        refuse_of_code(reader, motion->mark, "dashpot: full-step",
                       "it is given the velocity of the step itself");
    if (program->start)
        refuse_of_code(reader, program->law_mark, "start",
                       "its contact history cannot be restored");
    for (int i = 0; i < 2; i++)
        if (!is_round_particle(&program->particles[i]))
            refuse_of_code(reader, program->particles[i].mark, "shape",
                           "only two spheres, or a sphere and a wall, are possible");
    for (size_t i = 0; i < program->n_stages; i++)
        check_code_stage(reader, &program->stages[i]);
}
