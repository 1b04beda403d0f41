/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "program/vary.h"
#include "program/parse.h"
#include "program/presets.h"

#include "base/arena.h"
#include "base/errors.h"
#include "base/options.h"

#include <math.h>
#include <string.h>

static const char *const speeds[] = {"vn", "vs", "vt", "wn", "ws", "wt"};

/* The plain name of a path: "kn" of "law.kn", "v" of "let.v"; others are unchanged. */
static const char *plain_name(const char *text) {
    const bool is_path = strncmp(text, "law.", 4) == 0 || strncmp(text, "let.", 4) == 0;
    return is_path && !strpbrk(text + 4, ".[") ? text + 4 : text;
}

/* True if a path determines the structure of the program, such as "stages[0].repeat": then it
 * cannot be varied. */
static bool makes_program(const char *path) {
    const char *key = path;
    for (const char *end; strncmp(key, "stages[", 7) == 0 && (end = strchr(key, ']')) != NULL;)
        key = end + 1 + (end[1] == '.');
    return strcmp(key, "repeat") == 0 || strcmp(key, "record") == 0 ||
           strncmp(key, "record.", 7) == 0;
}

/* True if a path is in a section that is evaluated anew in each run; others cannot be varied. */
static bool may_vary(const char *path) {
    static const char *const begins[] = {"particles.", "materials.", "law.", "motion.", "stages["};
    size_t i = 0;
    while (i < 5 && strncmp(begins[i], path, strlen(begins[i])) != 0)
        i++;
    return i < 5 && !makes_program(path);
}

/* True if a path can be varied only if the tree has a value there: a path with several steps. */
static bool needs_supply(const char *path) {
    return strpbrk(plain_name(path), ".[") && may_vary(path);
}

/* ---- While the file is read ------------------------------------------------------------------ */

/* Adds a place whose number runs can override, with a slot of its own. */
static struct lt_place *new_place(struct lt_program *program, const char *name,
                                  const struct lt_range *range) {
    struct lt_place *place = lt_arena_get(program->arena, sizeof *place);
    *place =
        (struct lt_place){.name = {name, range->unit, "", LT_NAME_NUMBER, program->names->slots++},
                          .range = *range,
                          .next = program->places};
    program->places = place;
    return place;
}

/* Notes that the number at PATH is computed from the lets of a formula when the file is read, so
 * that these lets cannot be varied. */
static void fix_lets(const struct lt_program *program, const struct lt_formula *formula,
                     const char *path) {
    for (size_t i = 0; formula && i < formula->n_used; i++) {
        size_t let = formula->used[i]->slot - program->names->lets;
        if (program->fixed[let] == path)
            continue;
        program->fixed[let] = path;
        fix_lets(program, program->lets[let].formula, path);
    }
}

/* Notes the place of a number so that runs can override it; returns its slot, 0 if it cannot be
 * varied. Repeated stages are read from the same nodes and share it. */
size_t lt_vary_add(struct lt_reader *reader, const struct lt_node *node,
                   const struct lt_range *range, const struct lt_number *number) {
    if (makes_program(number->path))
        fix_lets(reader->program, number->formula, number->path);
    if (!node->place || !may_vary(number->path))
        return 0;
    if (!*node->place)
        *node->place = new_place(reader->program, number->path, range);
    struct lt_place *place = *node->place;
    place->own = *number;
    place->own.slot = place->name.slot;
    return place->name.slot;
}

/* Notes why the number at a node has no effect, so that it cannot be varied. */
void lt_vary_idle(const struct lt_node *node, const char *why) {
    if (node->place && *node->place)
        (*node->place)->idle = why;
}

/* The first stage that imposes a velocity on degree of freedom DOF; *slot: that of its value, 0 if
 * it follows a table. NULL: no stage does. */
static const struct lt_stage *find_imposing(const struct lt_program *program, size_t dof,
                                            size_t *slot) {
    for (size_t i = 0; i < program->n_stages; i++) {
        const struct lt_stage *stage = &program->stages[i];
        const struct lt_formula *formula = stage->formulas[dof];
        *slot = formula ? formula->slot : stage->numbers[dof].slot;
        if (stage->whats[dof] == 'i' || stage->whats[dof] == 'v')
            return stage;
    }
    return NULL;
}

/* Makes names (vn, ...) for the velocities that stages impose, so that they can be varied without
 * a path. */
void lt_vary_add_speeds(struct lt_reader *reader) {
    struct lt_program *program = reader->program;
    for (size_t i = 0; i < LT_DOFS; i++) {
        size_t slot = 0;
        const struct lt_place *place = program->places;
        if (!find_imposing(program, i, &slot) || slot == 0)
            continue;
        while (place->name.slot != slot)
            place = place->next;
        program->speeds[i] = new_place(program, speeds[i], &place->range);
        program->speeds[i]->own = place->own;
        program->speeds[i]->imposed = place;
    }
}

/* Adds the number at PATH, with the value of FIRST, to the tree if the file does not give it, so
 * that it can be varied. */
void lt_vary_supply(struct lt_program *program, struct lt_node *root, const char *path,
                    struct lt_mark mark, const struct lt_node *first, struct lt_errors *errors) {
    struct lt_arena *arena = program->arena;
    if (!needs_supply(path) || lt_tree_find(root, path, arena))
        return;
    if (!first || first->kind != LT_SCALAR || !*first->text) {
        lt_errors_add(errors, mark, "the file has no '%s': give it a value there first", path);
        return;
    }
    if (strstr(path, "[]")) {
        lt_errors_add(errors, mark, "'%s' is a new item of a list, which cannot be varied", path);
        return;
    }
    struct lt_node *node = lt_arena_get(arena, sizeof *node);
    *node = (struct lt_node){.kind = LT_SCALAR,
                             .mark = first->mark.source ? first->mark : mark,
                             .text = first->text,
                             .quoted = first->quoted,
                             .supplied = true,
                             .place = lt_arena_get(arena, sizeof *node->place)};
    lt_tree_set(root, path, node, mark, arena, errors);
}

/* ---- By name --------------------------------------------------------------------------------- */

/* True if two names stand for the same number, such as vn and the value of a stage. */
bool lt_vary_is_same(const struct lt_name *a, const struct lt_name *b) {
    const struct lt_place *of_a = lt_vary_place(a), *of_b = lt_vary_place(b);
    return (of_a && of_a->imposed ? of_a->imposed->name.slot : a->slot) ==
           (of_b && of_b->imposed ? of_b->imposed->name.slot : b->slot);
}

/* True if one of COUNT parameters to vary is the same number as NAME. */
bool lt_vary_has(const struct lt_vary *list, size_t count, const struct lt_name *name) {
    for (size_t i = 0; i < count; i++)
        if (list[i].target && lt_vary_is_same(list[i].target, name))
            return true;
    return false;
}

/* The answer for a name that cannot be varied, with the reason. */
static struct lt_varied refuse(const char *why) {
    return (struct lt_varied){.why = why};
}

/* For error messages: the path of a number below PATH, or else the nearest path that can be
 * varied; NULL: none. */
static const char *other_path(const struct lt_program *program, const char *path,
                              struct lt_arena *arena) {
    size_t count = 0, length = strlen(path);
    const char *inside = NULL;
    for (const struct lt_place *place = program->places; place; place = place->next)
        count++;
    const char **paths = lt_arena_get(arena, (count + 1) * sizeof *paths);
    count = 0;
    for (const struct lt_place *place = program->places; place; place = place->next) {
        if (place->idle)
            continue;
        bool begins = strncmp(place->name.name, path, length) == 0;
        paths[count++] = place->name.name;
        inside = begins ? place->name.name : inside;
    }
    return inside ? inside : lt_errors_nearest(path, paths, count);
}

/* The reason why a place of the file cannot be varied, to follow its path in a message. */
static const char *why_not(const struct lt_program *program, const char *path,
                           const struct lt_node *node, struct lt_arena *arena) {
    const char *other = other_path(program, path, arena);
    if (lt_presets_has(program->preset, plain_name(path)))
        return "is a number in the preset's words: vary a let that it is";
    if (!may_vary(path))
        return "cannot be varied: it belongs to no particle, material, law, motion or stage, or is "
               "used when the file is read";
    if (!node)
        return lt_arena_print(arena, "is not in the file: give it a value there first%s",
                              other ? lt_arena_print(arena, ", as for '%s'", other) : "");
    if (node->place && *node->place)
        return lt_arena_print(arena, "cannot be varied: %s", (*node->place)->idle);
    if (node->kind != LT_SCALAR && other)
        return lt_arena_print(arena, "cannot be varied: it is not a number, but '%s' is", other);
    return "cannot be varied: it is not a number, or is used when the file is read";
}

/* The number at a path, if it can be varied; otherwise the reason why not. */
static struct lt_varied find_path(const struct lt_program *program, const char *path,
                                  struct lt_arena *arena) {
    const struct lt_node *node = lt_tree_find(program->root, path, arena);
    const struct lt_place *place = node && node->place ? *node->place : NULL;
    if (place && !place->idle)
        return (struct lt_varied){.name = &place->name, .range = place->range};
    return (struct lt_varied){
        .why = lt_arena_print(arena, "'%s' %s", path, why_not(program, path, node, arena)),
        .unread = node ? node->supplied : needs_supply(path)};
}

/* The velocity along degree of freedom DOF, if it can be varied: a constant that the first stage
 * to impose it gives. */
static struct lt_varied find_speed(const struct lt_program *program, size_t dof,
                                   struct lt_arena *arena) {
    const struct lt_place *speed = program->speeds[dof];
    size_t slot;
    const struct lt_stage *stage = find_imposing(program, dof, &slot);
    if (speed && lt_formula_is_of_lets(speed->own.formula))
        return (struct lt_varied){.name = &speed->name, .range = speed->range};
    if (!stage)
        return refuse(lt_arena_print(arena, "no stage imposes %s", speeds[dof]));
    if (!speed)
        return refuse(lt_arena_print(arena, "%s follows a table (line %d), which is not varied",
                                     speeds[dof], stage->mark.line));
    return refuse(lt_arena_print(arena,
                                 "%s changes within its stage (line %d); vary a let that it uses",
                                 speeds[dof], speed->own.mark.line));
}

/* The answer for an unknown name, with the nearest known ones. */
static struct lt_varied refuse_unknown(const struct lt_program *program, const char *word,
                                       struct lt_arena *arena) {
    const struct lt_names *names = program->names;
    const char **known = lt_arena_get(arena, (names->count + LT_DOFS) * sizeof *known);
    size_t count = 0;
    if (lt_presets_has(program->preset, word))
        return refuse(lt_arena_print(
            arena, "'%s' is a number in the preset's words: vary a let that it is, as in '%s: x'",
            word, word));
    for (size_t i = 0; i < names->count; i++)
        if ((names->list[i].kind == LT_NAME_PARAM &&
             !lt_program_field(program, &names->list[i])->hidden) ||
            names->list[i].kind == LT_NAME_LET)
            known[count++] = names->list[i].name;
    for (size_t i = 0; i < LT_DOFS; i++)
        if (program->speeds[i])
            known[count++] = speeds[i];
    return refuse(lt_arena_print(arena, "unknown parameter, let or velocity '%s'%s", word,
                                 lt_options_choice(word, known, count, arena)));
}

/* True if the number of a name was given on the command line (-D). */
bool lt_vary_is_defined(const struct lt_program *program, const struct lt_name *name) {
    const struct lt_place *place = lt_vary_place(name);
    const struct lt_number *number = place ? &place->own
                                     : name->kind == LT_NAME_LET
                                         ? &program->lets[name->slot - program->names->lets]
                                         : &program->params[name->slot - program->names->params];
    return number->mark.source && number->mark.source->argument;
}

/* The unit of a let. A plain number without a unit is dimensionless, "1", unless -D left the unit
 * out; "" (any unit) for a let that is made of others. */
static const char *unit_of_let(const struct lt_program *program, const struct lt_name *let) {
    const struct lt_formula *formula = program->lets[let->slot - program->names->lets].formula;
    bool plain =
        !*let->unit && !(formula && formula->n_used > 0) && !lt_vary_is_defined(program, let);
    return plain ? "1" : let->unit;
}

/* Finds the number that TEXT, a name or path, stands for, with its range in SI units; or the
 * reason (why) that it cannot be varied. Without a law an unknown name has no reason yet. */
struct lt_varied lt_vary_find(const struct lt_program *program, const char *text,
                              struct lt_arena *arena) {
    const char *word = plain_name(text);
    struct lt_names names = lt_names_in(program->names, LT_SCOPE_PARAM);
    const struct lt_name *name = lt_names_find(&names, word);
    const char *fixed = name && name->kind == LT_NAME_LET
                            ? program->fixed[name->slot - program->names->lets]
                            : NULL;
    if (fixed)
        return refuse(lt_arena_print(
            arena, "'%s' cannot be varied: '%s' is worked out from it when the file is read", word,
            fixed));
    /* A name may be a let, a parameter, a path to a number, or the velocity that a stage
     * imposes. */
    if (name && name->kind == LT_NAME_LET) {
        struct lt_range range = LT_ANY(unit_of_let(program, name));
        lt_parse_preset_word(program->preset, word, program->law, &range);
        return (struct lt_varied){.name = name, .range = range};
    }
    if (name && name->kind == LT_NAME_PARAM) {
        char why[256];
        if (lt_program_refuses(program, name, why, sizeof why))
            return refuse(lt_arena_print(arena, "%s", why));
        return (struct lt_varied){.name = name,
                                  .range = lt_schema_range(lt_program_field(program, name))};
    }
    if (strpbrk(text, ".["))
        return find_path(program, text, arena);
    for (size_t i = 0; i < LT_DOFS; i++)
        if (strcmp(speeds[i], word) == 0)
            return find_speed(program, i, arena);
    return program->law ? refuse_unknown(program, word, arena) : refuse(NULL);
}

/* Finds a number to search for, like lt_vary_find(): choices and numbers that change within a run
 * are refused. */
struct lt_varied lt_vary_find_unknown(const struct lt_program *program, const char *text,
                                      struct lt_arena *arena) {
    struct lt_varied varied = lt_vary_find(program, text, arena);
    const struct lt_place *place = varied.name ? lt_vary_place(varied.name) : NULL;
    const struct lt_formula *dt = program->motion.dt; /* known once the pair is: "t_c/50" */
    const bool is_dt = place && dt && dt->slot == place->name.slot;
    if (varied.name && varied.range.choice)
        varied.why =
            lt_arena_print(arena,
                           "'%s' is a choice, which no range holds: set it by -D %s=WORD, or "
                           "sweep over its words",
                           text, text);
    else if (place && !is_dt && !lt_formula_is_of_lets(place->own.formula))
        varied.why = lt_arena_print(arena,
                                    "'%s' is neither a number here nor a formula over let names, "
                                    "so it cannot be an unknown",
                                    text);
    return varied;
}
