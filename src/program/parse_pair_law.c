/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_pair_law.c: the section law: which law, its parameters, what it takes from materials, and
 * the state it starts with. */
#include "base/arena.h"
#include "base/choice.h"
#include "program/parse.h"
#include "program/words.h"
#include "registry/laws.h"
#include "registry/part_list.h"
#include "registry/parts.h"

#include <math.h>
#include <string.h>

/* Room for the values of all parameters of the law, none of them given. */
struct lt_number *lt_parse_pair_law_numbers(const struct lt_program *program) {
    size_t count = program->law ? program->law->n_params : 0;
    return lt_arena_get(program->arena, (count + 1) * sizeof(struct lt_number));
}

/* A coefficient of friction in between is most likely an angle in degrees: adhesive rubber has 4,
 * and for no slip people write 10, 100 or more. */
static const double highest_friction = 10, right_angle = 90;

/* Reads the value of the parameter FIELD, in its unit; notes an unusual one, and a friction that
 * seems to be an angle in degrees. */
struct lt_number lt_parse_pair_law_number(struct lt_reader *reader, const struct lt_node *node,
                                          const struct lt_field *field) {
    struct lt_range range = lt_schema_range(field);
    struct lt_number number = lt_schema_parameter(reader, node, &range);
    if (field->advised > 0 && number.value > field->advised)
        lt_errors_note(reader->errors, number.mark, "%s is %.15g; unusual above %.15g", field->name,
                       number.value, field->advised);
    if (field->role == LT_FRICTION && !number.formula && number.value > highest_friction &&
        number.value < right_angle)
        lt_errors_note(
            reader->errors, number.mark,
            "%s is %.15g, a coefficient; for an angle of friction of %.15g degrees write "
            "'tan(rad(%.15g))'",
            field->name, number.value, number.value, number.value);
    return number;
}

/* Reads a value that an action sets during a run, a formula in the unit of FIELD; NULL after an
 * error. */
struct lt_formula *lt_parse_pair_law_setting(struct lt_reader *reader, const struct lt_node *node,
                                             const struct lt_field *field) {
    struct lt_range range = lt_schema_range(field);
    return lt_schema_value(reader, node, &range, LT_SCOPE_STEP);
}

/* Reports an unknown law, with the nearest known one or how to add one. */
static void refuse_law(struct lt_reader *reader, const struct lt_node *name) {
    const struct lt_program *program = reader->program;
    size_t count;
    const char **names = lt_laws_names(program->laws, &count, program->arena);
    lt_schema_unknown(reader, name->mark, "law", name->text, names, count);
    if (!lt_errors_nearest(name->text, names, count))
        lt_errors_note(reader->errors, name->mark,
                       "a law of your own is loaded with --plugin PATH.so, or written here under "
                       "'define'");
}

/* Reports a number of a part that is not chosen: "'k_roll' belongs to 'rolling: sds'". True if it
 * is one. */
static bool refuse_absent(struct lt_reader *reader, const struct lt_node *node) {
    const char *owner = lt_parts_owner(reader->program->law, node->key, reader->program->arena);
    if (owner)
        lt_errors_add(reader->errors, node->key_mark, "'%s' belongs to '%s'", node->key, owner);
    return owner;
}

/* Reports an unknown parameter of the law, with the nearest known one; for a coefficient of
 * restitution, how to calibrate it. */
void lt_parse_pair_law_unknown(struct lt_reader *reader, const struct lt_node *node) {
    const struct lt_law *law = reader->program->law;
    const char **names = lt_arena_get(reader->program->arena, (law->n_params + 1) * sizeof *names);
    size_t count = 0;
    if (refuse_absent(reader, node) || lt_schema_decimal_comma(reader, node))
        return;
    for (size_t i = 0; i < law->n_params; i++)
        if (!lt_parts_absent(&law->params[i]) && !law->params[i].hidden)
            names[count++] = law->params[i].name;
    const char *hint = lt_errors_hint(reader->errors, node->key, names, count);
    const bool wanted = lt_choice_number("restitution en e_n e cor COR", node->key) >= 0;
    if (wanted && lt_laws_param(law, "en") < 0)
        hint = "; 'lawtester calibrate FILE --vary NAME=LO:HI --to e_n=0.5' finds what gives it";
    else if (!*hint && reader->program->formula_law)
        hint = "; it has those that its 'define' has under 'params'";
    else if (!*hint)
        hint =
            lt_arena_print(reader->program->arena, "; 'lawtester laws %s' lists them", law->name);
    lt_errors_add(reader->errors, node->key_mark, "law '%s' has no parameter '%s'%s", law->name,
                  node->key, hint);
}

/* The state of the law that a key names; NULL: none. An error is reported if it is only an
 * output. */
const struct lt_field *lt_parse_pair_law_state(struct lt_reader *reader,
                                               const struct lt_node *node) {
    const struct lt_law *law = reader->program->law;
    const long i = lt_laws_state(law, node->key);
    if (i >= 0 && law->state[i].told)
        lt_errors_add(reader->errors, node->key_mark,
                      "'%s' is an output of the law: it can be read, but not set", node->key);
    return i >= 0 ? &law->state[i] : NULL;
}

/* Reports parts that the law cannot combine. */
static void check_parts(struct lt_reader *reader, const struct lt_node *law) {
    const struct lt_program *program = reader->program;
    size_t param = 0;
    const char *clash = lt_parts_clash(program->law, &param, program->arena);
    const struct lt_node *at =
        clash ? lt_part_list_find(program->law, law, program->law->params[param].name) : NULL;
    if (clash)
        lt_errors_add(reader->errors, at ? at->mark : law->mark, "%s", clash);
}

/* Reads the initial value of the state FIELD, for a contact that exists at the start. */
static void read_start(struct lt_reader *reader, const struct lt_node *node,
                       const struct lt_field *field) {
    const struct lt_program *program = reader->program;
    struct lt_range range = {.unit = field->unit, .min = -INFINITY, .max = INFINITY};
    program->state[field - program->law->state] = lt_schema_quantity(reader, node, &range);
}

/* True, with an error, if a number is given both under the law and in the map of a part. */
static bool is_given_twice(struct lt_reader *reader, const struct lt_node *node,
                           const struct lt_number *number) {
    if (number->given)
        lt_errors_add(reader->errors, node->key_mark,
                      "'%s' is given twice, on line %d, too: leave out one of the two", node->key,
                      number->mark.line);
    return number->given;
}

/* Reads a parameter of the law, or an initial state. False: the key is neither. */
static bool read_number_of_law(struct lt_reader *reader, const struct lt_node *node) {
    const struct lt_program *program = reader->program;
    const long param = lt_laws_param(program->law, node->key);
    const struct lt_field *state = param < 0 ? lt_parse_pair_law_state(reader, node) : NULL;
    const struct lt_number *number = param >= 0 ? &program->params[param]
                                     : state    ? &program->state[state - program->law->state]
                                                : NULL;
    if (!number || is_given_twice(reader, node, number))
        return number;
    if (state)
        read_start(reader, node, state);
    else
        program->params[param] =
            lt_parse_pair_law_number(reader, node, &program->law->params[param]);
    return true;
}

/* ---- Parts ----------------------------------------------------------------------------------- */

/* Reports a misspelled key 'define' in {name: mine, defines: ...}: a map with an unknown name must
 * define that part. True if it did, so that the unknown name is not reported, too. */
static bool catch_misspelled_define(struct lt_reader *reader, const struct lt_node *item,
                                    const struct lt_node *word, const struct lt_field *field) {
    static const char *const define = "define";
    if (word->kind != LT_SCALAR || lt_choice_number(field->choices, word->text) >= 0)
        return false;
    for (const struct lt_node *child = item->first; child; child = child->next)
        if (child->key && strcmp(child->key, define) != 0 &&
            lt_errors_nearest(child->key, &define, 1)) {
            lt_errors_add(reader->errors, child->key_mark,
                          "unknown key '%s'; did you mean 'define'?", child->key);
            return true;
        }
    return false;
}

/* Reads the word, or its number, that chooses a part of this KIND, into parameter PARAM: a formula
 * cannot choose one. Errors of parts that the file defines have been reported before. */
static void read_part_word(struct lt_reader *reader, const struct lt_node *item, const char *kind,
                           size_t param) {
    const struct lt_program *program = reader->program;
    const struct lt_law *law = program->law->whole ? program->law->whole : program->law;
    const struct lt_node *word = lt_part_list_word(item);
    struct lt_field *field = lt_arena_get(program->arena, sizeof *field);
    *field = law->params[param];
    field->name = kind;
    if (!word) {
        lt_errors_add(reader->errors, item->mark,
                      "missing key 'name', the part; write 'name: %s', say",
                      lt_choice_words(field->choices, &(size_t){0}, program->arena)[1]);
        return;
    }
    if (catch_misspelled_define(reader, item, word, field))
        return;
    if (!lt_schema_is(reader, word, LT_SCALAR, "the name of a part") ||
        (lt_tree_child(item, "define") && lt_choice_number(field->choices, word->text) < 0))
        return;
    struct lt_number *number = &program->params[param];
    *number = lt_parse_pair_law_number(reader, word, field);
    lt_vary_idle(word, "it chooses a part");
    const struct lt_field *made = &program->law->params[param];
    if (number->formula && made->min == made->max)
        lt_errors_add(reader->errors, word->mark, "'%s' chooses a part: write one of its words",
                      kind);
}

/* The parameters of a part as text, "work_adhesion, pull_range", and as *count further NAMES. */
static const char *numbers_of_part(const struct lt_law *whole, const struct lt_part_word *part,
                                   const char **names, size_t *count, struct lt_arena *arena) {
    const char *all = "";
    for (size_t i = 0; i < whole->n_params; i++)
        if (!whole->params[i].hidden && lt_parts_owns(whole, part, &whole->params[i], arena)) {
            all = lt_arena_print(arena, "%s%s%s", all, *all ? ", " : "", whole->params[i].name);
            names[(*count)++] = whole->params[i].name;
        }
    return all;
}

/* True if the parameter or state NAME belongs to the part. One that two parts share, "tangential
 * and damping", may be in the map of either; a user's own part may have a number with the same
 * name as one of another part. */
static bool is_of_part(const struct lt_law *law, const struct lt_part_word *part, const char *name,
                       struct lt_arena *arena) {
    const struct lt_law *whole = law->whole ? law->whole : law;
    for (size_t i = 0; i < whole->n_params + whole->n_state; i++) {
        const struct lt_field *field =
            i < whole->n_params ? &whole->params[i] : &whole->state[i - whole->n_params];
        if (strcmp(field->name, name) != 0)
            continue;
        const bool of_two = field->of && strstr(field->of, " and ") &&
                            strstr(field->of, part->kind) && lt_laws_param(law, name) >= 0;
        if (of_two || lt_parts_owns(whole, part, field, arena))
            return true;
    }
    return false;
}

/* Reads a number in the map of a part; one of another part or an unknown one is reported. */
static void read_part_number(struct lt_reader *reader, const struct lt_node *node,
                             const struct lt_part_word *part) {
    const struct lt_program *program = reader->program;
    struct lt_arena *arena = program->arena;
    const struct lt_law *whole = program->law->whole ? program->law->whole : program->law;
    if (is_of_part(program->law, part, node->key, arena)) {
        read_number_of_law(reader, node);
        return;
    }
    if (lt_schema_decimal_comma(reader, node))
        return;
    size_t count = 0;
    const char **names = lt_arena_get(arena, (whole->n_params + 1) * sizeof *names);
    const char *all = numbers_of_part(whole, part, names, &count, arena);
    const char *hint = lt_errors_hint(reader->errors, node->key, names, count);
    if (!*hint)
        hint = *all ? lt_arena_print(arena, "; it has %s", all) : "; it has no numbers";
    lt_errors_add(reader->errors, node->key_mark, "'%s: %s' has no '%s'%s", part->kind, part->word,
                  node->key, hint);
}

/* The part of this KIND whose word has this NUMBER among the choices; NULL: the law has none. */
static const struct lt_part_word *find_part_word(const struct lt_law *law, const char *kind,
                                                 double number) {
    const long param = lt_part_list_param(law, kind, 0);
    for (const struct lt_part_word *part = law->parts; part->kind; part++)
        if (strcmp(part->kind, kind) == 0 && param >= 0 &&
            (double)lt_choice_number(law->params[param].choices, part->word) == number)
            return part;
    return NULL;
}

/* Reads one of the parts of a kind, the one of index SLOT; BESIDE: it is in a list with others. */
static void read_part_item(struct lt_reader *reader, const struct lt_node *item, const char *kind,
                           size_t slot, bool beside) {
    const struct lt_program *program = reader->program;
    const long param = lt_part_list_param(program->law, kind, slot);
    const struct lt_part_word *part;
    if (item->kind == LT_LIST || (item->kind == LT_SCALAR && !*item->text)) {
        lt_errors_add(
            reader->errors, item->mark,
            "expected a part: its word, or a map such as {name: %s}, found %s",
            lt_choice_words(program->law->params[lt_part_list_param(program->law, kind, 0)].choices,
                            &(size_t){0}, program->arena)[1],
            item->kind == LT_LIST ? "a list" : "nothing");
        return;
    }
    read_part_word(reader, item, kind, (size_t)param);
    const struct lt_number *number = &program->params[param];
    part = number->given && !number->formula ? find_part_word(program->law, kind, number->value)
                                             : NULL;
    for (const struct lt_node *child = item->first; child && part; child = child->next)
        if (strcmp(child->key, "name") != 0 && strcmp(child->key, "define") != 0)
            read_part_number(reader, child, part);
    /* A list of parts has neither an empty one nor one twice. */
    if (beside && number->given && !number->formula && number->value == 0)
        lt_errors_add(reader->errors, item->mark, "'none' is no part beside others: leave it out");
    for (size_t i = 0; part && i < slot; i++)
        if (program->params[lt_part_list_param(program->law, kind, i)].value == number->value)
            lt_errors_add(reader->errors, lt_part_list_word(item)->mark,
                          "'%s: %s' stands there twice; each part is there once", kind, part->word);
}

/* Reads the value of a kind: a part, or a list of parts if the law can have several. */
static void read_kind(struct lt_reader *reader, const struct lt_node *node) {
    const struct lt_law *law = reader->program->law;
    const struct lt_node *item;
    size_t most = 0;
    while (lt_part_list_param(law, node->key, most) >= 0)
        most++;
    if (node->kind == LT_LIST && (most == 1 || !node->first)) {
        lt_errors_add(reader->errors, node->mark,
                      most == 1 ? "'%s' is one part: its word, or a map with its name"
                                : "expected a part of '%s', or a list of some, found an empty "
                                  "list; write 'none' where there is none",
                      node->key);
        return;
    }
    for (size_t i = 0; (item = lt_part_list_item(node, i)); i++)
        if (i < most)
            read_part_item(reader, item, node->key, i, node->kind == LT_LIST && node->count > 1);
        else if (i == most)
            lt_errors_add(reader->errors, item->mark, "at most %zu parts of '%s' can be combined",
                          most, node->key);
}

/* Reports "cohesion_2", the internal name of the second part of a list; true if it is one. */
static bool refuse_slot(struct lt_reader *reader, const struct lt_node *node) {
    const char *kind;
    const bool second = lt_part_list_slot(reader->program->law, node->key, &kind) > 0;
    if (second)
        lt_errors_add(reader->errors, node->key_mark,
                      "several parts stand in a list: write '%s: [WORD, WORD]'", kind);
    return second;
}

/* ---- From materials -------------------------------------------------------------------------- */

/* Reads the rule of mixing of parameter PARAM: a word, or a formula of a and b. A text of letters
 * only is taken as a word, so that an unknown one is reported as such. */
static void read_rule(struct lt_reader *reader, const struct lt_node *node, size_t param) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const struct lt_program *program = reader->program;
    const bool is_word = node->kind != LT_SCALAR || (node->text[0] && node->text[1] &&
                                                     !node->text[strspn(node->text, letters)]);
    if (is_word) {
        const long word = lt_schema_word(reader, node, lt_laws_mix);
        if (word >= 0)
            program->mixing[param] = (enum lt_mix)(LT_MIN + (int)word);
        return;
    }
    const char *what =
        lt_arena_print(program->arena, "mixing of %s", program->law->params[param].name);
    program->mixes[param] = lt_parse_law_mix(reader, node, what, 0, program->arena);
}

/* Reads {mixing: {kn: mean}}, by which rule a parameter follows from the materials (HOW true),
 * or {inherit: {kn: false}}, whether it may come from them (HOW false). */
static void read_of_materials(struct lt_reader *reader, const struct lt_node *node, bool how) {
    const struct lt_program *program = reader->program;
    if (!program->law || !lt_schema_is(reader, node, LT_MAP,
                                       how ? "a map of rules such as {kn: mean}"
                                           : "a map of flags such as {kn: false}"))
        return;
    for (const struct lt_node *child = node->first; child; child = child->next) {
        const long param = lt_laws_param(program->law, child->key);
        const struct lt_field *field = param < 0 ? NULL : &program->law->params[param];
        if (!field)
            lt_parse_pair_law_unknown(reader, child);
        else if (!lt_laws_inherits(program->law, field))
            lt_errors_add(reader->errors, child->key_mark, "'%s' does not come from materials",
                          child->key);
        else if (!how)
            lt_schema_flag(reader, child, &program->inherits[param]);
        else if (field->choices)
            lt_errors_add(reader->errors, child->key_mark,
                          "'%s' is a choice among words, which no rule can mix", child->key);
        else if (field->mix == LT_EACH)
            lt_errors_add(reader->errors, child->key_mark,
                          "law '%s' has a rule of its own for '%s', which no other can replace",
                          program->law->name, child->key);
        else
            read_rule(reader, child, (size_t)param);
    }
}

/* Reports two given parameters of which one follows from the other. */
void lt_parse_pair_law_check(struct lt_reader *reader, const struct lt_number *params) {
    const struct lt_law *law = reader->program->law;
    for (size_t i = 0; i < law->n_params; i++)
        for (size_t k = 0; k < law->n_params; k++)
            if (params[i].given && params[k].given &&
                lt_laws_sets(&law->params[i], law->params[k].name))
                lt_errors_add(reader->errors, params[k].mark,
                              "'%s' follows from '%s'; give one of them", law->params[k].name,
                              law->params[i].name);
}

/* True if the formula of NUMBER uses a parameter that is not yet placed. Parameters are ordered so
 * that a formula comes after the parameters it uses. */
static bool depends_on_unplaced(const struct lt_program *program, const struct lt_number *number,
                                const bool *placed) {
    const struct lt_formula *formula = number->formula;
    for (size_t i = 0; formula && i < formula->n_used; i++)
        if (formula->used[i]->kind == LT_NAME_PARAM &&
            !placed[formula->used[i]->slot - program->names->params])
            return true;
    return false;
}

/* The value of parameter PARAM, from the law, or else the pair, or else a material, whose formula
 * uses parameters that are not yet placed; NULL: none. */
static const struct lt_number *waiting(const struct lt_program *program, size_t param,
                                       const bool *placed) {
    const struct lt_number *own = &program->params[param], *of_pair = &program->of_pair[param];
    if (own->given || of_pair->given) {
        const struct lt_number *number = own->given ? own : of_pair;
        return depends_on_unplaced(program, number, placed) ? number : NULL;
    }
    for (int k = 0; k < 2; k++) {
        const struct lt_number *said = program->particles[k].material;
        if (said && program->inherits[param] && depends_on_unplaced(program, &said[param], placed))
            return &said[param];
    }
    return NULL;
}

/* Orders the parameters so that each comes after those that its formula uses; reports a cycle. */
void lt_parse_pair_law_order(struct lt_reader *reader) {
    struct lt_program *program = reader->program;
    size_t n = program->law->n_params, count = 0, before;
    bool *placed = lt_arena_get(program->arena, n + 1);
    program->param_order = lt_arena_get(program->arena, (n + 1) * sizeof *program->param_order);
    do {
        before = count;
        for (size_t i = 0; i < n; i++)
            if (!placed[i] && !waiting(program, i, placed)) {
                placed[i] = true;
                program->param_order[count++] = i;
            }
    } while (count > before);
    const struct lt_node *lets = lt_tree_child(program->root, "let");
    for (size_t i = 0; i < n; i++)
        /* A let of its name has been refused, and is what the formula means. */
        if (!placed[i] && !(lets && lt_tree_child(lets, program->law->params[i].name))) {
            lt_errors_add(reader->errors, waiting(program, i, placed)->mark,
                          "'%s' is a formula that depends on itself", program->law->params[i].name);
            program->param_order[count++] = i;
        }
}

static const struct lt_key inherit_keys[] = {
    {"PARAMETER", LT_VALUE_FLAG, .preset = "true", .doc = "may it come from the materials?"}, {0}};

static const struct lt_key mixing_keys[] = {
    {"PARAMETER", LT_VALUE_FORMULA, .words = lt_laws_mix,
     .preset = "the law's own, or none: both must agree",
     .doc = "what two materials make of it: a word, or a formula of their values a and b"},
    {0}};

static const struct lt_key line_keys[] = {
    {"[]", LT_VALUE_TEXT, .doc = "a contact law and its numbers; {NAME} is a parameter or a let"},
    {0}};

#define LAW_KEYS                                                                                   \
    {"name", LT_VALUE_NAME, .doc = "a law listed by 'lawtester laws', or with define a new name"}, \
        {"inherit", LT_FORMS(inherit_keys),                                                        \
         .doc = "parameters not to be taken from the materials: {kn: false}"},                     \
        {"mixing", LT_FORMS(mixing_keys),                                                          \
         .doc = "what the contact makes of two materials, where not by the law's own rule: "       \
                "{kn: mean}"},                                                                     \
        {"PARAMETER",                                                                              \
         LT_VALUE_NUMBER,                                                                          \
         .range = LT_ANY(""),                                                                      \
         LT_FORMS(lt_parse_part_keys, lt_parse_part_list_keys),                                    \
         .preset = "from pairs, then materials, then the law's own",                               \
         .doc = "a parameter of the law ('lawtester laws NAME' lists them) or a state that the "   \
                "contact begins with; may be a formula over let, other parameters and the pair; "  \
                "in the place of a part's word a map of it and its parameters, of cohesion and "   \
                "bond a "                                                                          \
                "list of such"},
const struct lt_key lt_parse_pair_law_keys[] = {
    LAW_KEYS{"define", LT_FORMS(lt_parse_law_define_keys), .doc = "a law of formulas"},
    {"code", LT_VALUE_NAME, .words = lt_code_kind_names,
     .doc =
         "instead of a name: an external code, started by --in, computes the law from the lines"},
    {"preset", LT_VALUE_NAME,
     .doc =
         "instead of a name: the law of another code, one that 'lawtester laws --presets' lists, "
         "or of a file, './my-code.yaml'; its numbers may have that code's words"},
    {"lines", LT_FORMS(line_keys), .doc = "the law in the code's input language"},
    {"types", LT_VALUE_COUNT, .range = LT_COUNT(2), .preset = "1",
     .doc = "number of materials in the lines: 2 if the particles differ in material"},
    {0}};
const struct lt_key lt_parse_pair_law_other_keys[] = {LAW_KEYS{0}};
#undef LAW_KEYS

/* Reads the section law: the law's name or preset, its parts, its parameters and initial
 * states, and the rules for the materials. FIELD: the program. Mistakes are reported at their
 * place; without a law that is known nothing else is read. */
void lt_parse_pair_law(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_program *program = field;
    if (node->kind == LT_SCALAR && *node->text) {
        lt_errors_add(reader->errors, node->mark,
                      "expected a map, found '%s'; write 'law: {name: %s}' with the parameters "
                      "behind the name",
                      node->text, node->text);
        return;
    }
    if (!lt_schema_is(reader, node, LT_MAP,
                      "a map with one law, such as {name: linear, kn: 1e5 N/m}"))
        return;
    program->law_mark = node->mark;
    const struct lt_node *name = lt_tree_child(node, "name");
    const bool code = lt_tree_child(node, "code"), preset = lt_tree_child(node, "preset");
    if (preset)
        lt_parse_preset_begin(reader, node);
    else if (!name && !code)
        lt_errors_add(reader->errors, node->mark,
                      "missing key 'name', the law; write 'name: linear', say");
    else if (!code && lt_schema_is(reader, name, LT_SCALAR, "the name of a law") && !program->law &&
             !lt_tree_child(node, "define"))
        refuse_law(reader, name);
    if (!program->law)
        return;

    /* Arrays with a place for each parameter or state of the law. */
    program->params = lt_parse_pair_law_numbers(program);
    program->of_pair = lt_parse_pair_law_numbers(program);
    program->state =
        lt_arena_get(program->arena, (program->law->n_state + 1) * sizeof *program->state);
    program->inherits = lt_arena_get(program->arena, program->law->n_params + 1);
    memset(program->inherits, true, program->law->n_params);
    program->mixing =
        lt_arena_get(program->arena, (program->law->n_params + 1) * sizeof *program->mixing);
    program->mixes =
        lt_arena_get(program->arena, (program->law->n_params + 1) * sizeof *program->mixes);
    for (const struct lt_node *child = node->first; child; child = child->next)
        if (lt_parse_preset_input(reader, child) || refuse_slot(reader, child))
            continue;
        else if (lt_parts_is_kind(program->law, child->key))
            read_kind(reader, child);
        else if (!read_number_of_law(reader, child) && !code &&
                 !lt_schema_key(lt_parse_pair_law_keys, child->key))
            lt_parse_pair_law_unknown(reader, child);
    for (size_t i = 0; i < program->law->n_params; i++)
        program->mixing[i] = program->law->params[i].mix;
    /* inherit: which parameters come from the materials; mixing: by which rule. */
    for (int how = 0; how < 2; how++) {
        const struct lt_node *rules = lt_tree_child(node, how ? "mixing" : "inherit");
        if (rules)
            read_of_materials(reader, rules, how);
    }
    /* What needs all numbers of the section: lines of a code, choices of a preset, rules
     * between numbers. */
    if (program->codelaw && code)
        lt_parse_code_lines(reader, node);
    lt_parse_preset_choices(reader);
    lt_parse_pair_law_check(reader, program->params);
    check_parts(reader, node);
}
