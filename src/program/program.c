/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "program/program.h"

#include "base/arena.h"
#include "base/options.h"
#include "program/keys.h"
#include "program/parse.h"
#include "program/presets.h"
#include "program/vary.h"
#include "registry/laws.h"
#include "registry/part_list.h"
#include "registry/parts.h"

#include <stdio.h>
#include <string.h>

/* Notes that the program uses a quantity, so that runs compute it: extremes, views and error
 * estimates are computed only if needed. */
void lt_program_use(struct lt_program *program, const struct lt_name *name,
                    struct lt_arena *arena) {
    if (name->kind == LT_NAME_EXTREME) {
        for (size_t i = 0; i < program->n_extremes; i++)
            if (program->extremes[i] == name)
                return;
        const struct lt_name **more = lt_arena_get(arena, (program->n_extremes + 1) * sizeof *more);
        if (program->n_extremes > 0)
            memcpy(more, program->extremes, program->n_extremes * sizeof *more);
        more[program->n_extremes++] = name;
        program->extremes = more;
        name = lt_names_column(program->names, name);
    }
    program->uses_views |= name->kind == LT_NAME_VIEW;
    program->uses_errors |= lt_names_is_error(name);
    program->uses_smoothed |= lt_names_is_smoothed(name);
    program->uses_tangent |= lt_names_is_tangent(name) && name->slot < LT_FS_TRIAL;
    if (lt_names_is_split(name) && !program->names->split) /* threads may share these */
        program->names->split = true;
    program->uses_trial |= lt_names_is_tangent(name) && name->slot >= LT_FS_TRIAL;
    program->uses_critical |= name->slot == LT_T_CRIT;
    if (name->kind == LT_NAME_BAND)
        program->uses_band[lt_names_band_of(name) == LT_R_E_T] = true;
}

/* ---- The file's name and its first lines -------------------------------------------------------
 */

/* Sets directory and stem of the file, from which the names of results are made. */
static void split_path(struct lt_program *program, const char *path) {
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    size_t length = dot && dot > name ? (size_t)(dot - name) : strlen(name);
    program->stem = lt_arena_copy(program->arena, name, length);
    program->directory = slash ? lt_arena_copy(program->arena, path, (size_t)(slash - path)) : ".";
}

/* Joins the first comment lines of a file up to an empty one, without licence lines: its
 * description. */
static const char *first_comment(const char *text, struct lt_arena *arena) {
    char *comment = lt_arena_get(arena, strlen(text) + 1), *to = comment;
    while (*text == '#' || *text == '\n' || *text == '\r') {
        const char *line = text + strspn(text, "# \t\r"), *end = text + strcspn(text, "\n");
        text = end + (*end != '\0');
        while (end > line && strchr(" \t\r", end[-1]))
            end--;
        if (end <= line && to > comment)
            break;
        if (end <= line || strncmp(line, "SPDX-", 5) == 0)
            continue;
        if (to > comment)
            *to++ = ' ';
        to = (char *)mempcpy(to, line, (size_t)(end - line));
    }
    return comment;
}

/* ---- -D -------------------------------------------------------------------------------- */

/* Keeps a copy of a source text with its name, for error messages. */
static struct lt_source *source_new(struct lt_arena *arena, const char *name, const char *text,
                                    size_t length) {
    struct lt_source *source = lt_arena_get(arena, sizeof *source);
    source->name = lt_arena_copy(arena, name, strlen(name));
    source->text = lt_arena_copy(arena, text, length);
    source->length = length;
    return source;
}

/* True if NAME is a parameter of the law that users may set. */
static bool is_settable(const struct lt_law *law, const char *name) {
    const long i = lt_laws_param(law, name);
    return i >= 0 && !law->params[i].hidden;
}

/* The path of a plain name of -D: a let, a parameter of the law, a preset's input, or a section
 * with a single value. NULL: unknown. */
static const char *path_of_name(const struct lt_program *program, const char *name,
                                const struct lt_node *root) {
    const struct lt_node *lets = lt_tree_child(root, "let");
    const struct lt_law *law = lt_parse_law_of(program, root);
    if (lets && lt_tree_child(lets, name))
        return lt_arena_print(program->arena, "let.%s", name);
    if (law && is_settable(law->whole ? law->whole : law, name))
        return lt_part_list_path(law, lt_tree_child(root, "law"), name, program->arena);
    if (lt_presets_has(lt_parse_preset_of(program, root), name))
        return lt_arena_print(program->arena, "law.%s", name);
    if (strcmp(name, "start") == 0 || strcmp(name, "title") == 0)
        return name;
    return NULL;
}

/* Reports an unknown name of -D, with the nearest known one. */
static void refuse_define(const struct lt_program *program, const char *name,
                          const struct lt_source *source, const struct lt_node *root,
                          struct lt_errors *errors) {
    const struct lt_node *lets = lt_tree_child(root, "let");
    const struct lt_law *law = lt_parse_law_of(program, root);
    const struct lt_preset *preset = lt_parse_preset_of(program, root);
    size_t count = 0, room = (lets ? lets->count : 0) + (law ? law->n_params : 0);
    for (size_t i = 0; preset && preset->inputs[i].name; i++)
        room++;
    const char **names = lt_arena_get(program->arena, (room + 1) * sizeof *names);
    for (const struct lt_node *let = lets ? lets->first : NULL; let; let = let->next)
        names[count++] = let->key ? let->key : "";
    for (size_t i = 0; law && i < law->n_params; i++)
        if (!lt_parts_absent(&law->params[i]) && !law->params[i].hidden)
            names[count++] = law->params[i].name;
    for (size_t i = 0; preset && preset->inputs[i].name; i++)
        names[count++] = preset->inputs[i].name;
    const char *hint = lt_errors_hint(errors, name, names, count);
    const char *place = *hint ? NULL : lt_keys_place(name, program->arena);
    if (place)
        hint = lt_arena_print(program->arena, "; other keys need their path, such as %s", place);
    lt_errors_add(errors, (struct lt_mark){source, 1, 1}, "unknown let or parameter '%s'%s", name,
                  *hint ? hint : "; other keys need their path, such as motion.dt");
}

/* True unless a path such as "let.x" or "materials.x.young" belongs to no let or material of the
 * file, which is reported. */
static bool leads_to_known(const struct lt_program *program, const char *path,
                           const struct lt_source *source, const struct lt_node *root,
                           struct lt_errors *errors) {
    struct lt_arena *arena = program->arena;
    const size_t length = strcspn(path, ".["), begin = length + (path[length] == '.');
    const char *section = lt_arena_copy(arena, path, length);
    const char *name = lt_arena_copy(arena, path + begin, strcspn(path + begin, ".["));
    const char *what = strcmp(section, "let") == 0         ? "let"
                       : strcmp(section, "materials") == 0 ? "material"
                                                           : NULL;
    const struct lt_node *map = lt_tree_child(root, section);
    size_t count = 0;
    if (!what || !*name || (map && lt_tree_child(map, name)))
        return true;
    const char **names = lt_arena_get(arena, (map ? map->count + 1 : 1) * sizeof *names);
    for (const struct lt_node *child = map ? map->first : NULL; child; child = child->next)
        names[count++] = child->key ? child->key : "";
    lt_errors_add(errors, lt_mark_at(source, begin), "unknown %s '%s'%s", what, name,
                  lt_options_choice(name, names, count, arena));
    return false;
}

/* The full path of "law.young", which may be in the map of a part; other paths are unchanged. */
static const char *path_in_law(const struct lt_program *program, const char *path,
                               const struct lt_node *root) {
    if (strncmp(path, "law.", 4) != 0 || strpbrk(path + 4, ".["))
        return path;
    return lt_part_list_path(lt_parse_law_of(program, root), lt_tree_child(root, "law"), path + 4,
                             program->arena);
}

/* Order in which definitions are applied: one argument may define the number that another one
 * replaces a part of. */
enum pass { PATHS, NAMES, IN_PARTS, PASSES };

/* Applies one -D, "NAME=VALUE" in SOURCE, to the tree ROOT in the PASS in which its path is
 * known: paths first, then plain names, then those in maps of parts. *put: it was applied or
 * refused already. */
static void put_define(const struct lt_program *program, struct lt_node *root,
                       const struct lt_source *source, enum pass pass, bool *put,
                       struct lt_errors *errors) {
    size_t length = strcspn(source->text, "=");
    const char *path = lt_arena_copy(program->arena, source->text, length);
    const bool named = !strpbrk(path, ".[");
    if (*put || named > (pass > PATHS))
        return;
    if (!source->text[length] || length == 0) {
        const size_t name = strcspn(source->text, "=: ");
        const char *value = source->text + name + strspn(source->text + name, "=: ");
        lt_errors_add(errors, (struct lt_mark){source, 1, 1},
                      "expected NAME=VALUE; write '%.*s=%s'", name > 0 ? (int)name : 4,
                      name > 0 ? source->text : "NAME", *value ? value : "VALUE");
        *put = true;
        return;
    }
    const char *at = named ? path_of_name(program, path, root) : path_in_law(program, path, root);
    if (at && pass < IN_PARTS && strncmp(at, "law.", 4) == 0 &&
        (named ? strpbrk(at + 4, ".[") != NULL : strcmp(at, path) != 0))
        return;
    *put = true;
    if (!at)
        refuse_define(program, path, source, root, errors);
    else if (named || leads_to_known(program, at, source, root, errors))
        lt_tree_put(root, at, source, lt_mark_at(source, length + 1).column, program->arena,
                    errors);
}

/* Applies all -D. Paths come first: one may change the law, and with it the meaning of plain
 * names. */
static void put_defines(const struct lt_program *program, struct lt_node *root,
                        struct lt_source *const *sources, size_t count, struct lt_errors *errors) {
    bool *put = lt_arena_get(program->arena, count + 1);
    for (enum pass pass = PATHS; pass < PASSES; pass++)
        for (size_t i = 0; i < count; i++)
            put_define(program, root, sources[i], pass, &put[i], errors);
}

/* The text of an option -D or --vary as a source, for error messages. */
static struct lt_source *source_of_define(struct lt_arena *arena, const struct lt_define *define) {
    const char *option = define->vary ? "--vary" : "-D";
    struct lt_source *source =
        source_new(arena, lt_arena_print(arena, "%s %s", option, define->text), define->text,
                   strlen(define->text));
    source->argument = true;
    return source;
}

/* Applies definitions of the command line to a tree that is read outside of a program. */
void lt_program_define(const struct lt_law *const *laws, struct lt_node *root,
                       const struct lt_define *defines, size_t count, struct lt_arena *arena,
                       struct lt_errors *errors) {
    const struct lt_program program = {.arena = arena,
                                       .laws = laws,
                                       .known_preset =
                                           lt_arena_get(arena, sizeof(struct lt_preset_known))};
    struct lt_source **sources = lt_arena_get(arena, (count + 1) * sizeof *sources);
    for (size_t i = 0; i < count; i++)
        sources[i] = source_of_define(arena, &defines[i]);
    put_defines(&program, root, sources, count, errors);
}

/* ---- The whole ------------------------------------------------------------------------- */

/* Gives errors their own copy of a source, since they may outlive the program. */
static void keep_source(struct lt_errors *errors, const struct lt_source *source) {
    struct lt_source *kept = NULL;
    for (size_t i = 0; i < errors->count; i++) {
        if (errors->list[i].mark.source != source)
            continue;
        if (!kept) {
            kept = source_new(errors->arena, source->name, source->text, source->length);
            kept->argument = source->argument;
        }
        errors->list[i].mark.source = kept;
    }
}

/* Sources of command-line arguments: -D and --vary. */
struct arguments {
    struct lt_source **defines, **unknowns;
    size_t n_defines, n_unknowns;
};

/* Adds a number that a search varies and the file does not give, such as motion.gap, with the
 * lower bound as its value. */
static void supply_unknown(struct lt_program *program, struct lt_node *root,
                           const struct lt_source *source, struct lt_errors *errors) {
    struct lt_arena *arena = program->arena;
    size_t length = strcspn(source->text, "=");
    const char *bounds = source->text + length + (source->text[length] == '=');
    const struct lt_node low = {.kind = LT_SCALAR,
                                .mark = lt_mark_at(source, length + 1),
                                .text = lt_arena_copy(arena, bounds, strcspn(bounds, ":"))};
    lt_vary_supply(program, root, lt_arena_copy(arena, source->text, length),
                   (struct lt_mark){source, 1, 1}, &low, errors);
}

/* Reads the tree of the program's source into the program, applies the definitions of the
 * command line, and calls TRY to check that it can be set up for a run; SWEEPING: with its
 * sweep. Returns false after an error, which is in ERRORS. */
static bool fill_program(struct lt_program *program, const struct arguments *arguments,
                         bool sweeping, lt_program_try *try, struct lt_errors *errors) {
    size_t failures = errors->failures;
    struct lt_node *root = lt_tree_read(program->source, program->arena, errors);
    const struct lt_node *presets = root ? lt_tree_child(root, "presets") : NULL;
    if (presets && !lt_tree_child(root, "lawtester"))
        lt_errors_add(errors, presets->key_mark,
                      "this is a file of presets, which a stage program names: 'law: {preset: "
                      "./%s.yaml}'; 'lawtester laws --presets' reads it",
                      program->stem);
    else if (root) {
        /* First the tree is completed, by -D, another law, and numbers that a sweep or search
         * varies; then it is read. */
        put_defines(program, root, arguments->defines, arguments->n_defines, errors);
        program->sweeps = lt_tree_child(root, "sweep") != NULL;
        if (program->stand_in)
            lt_parse_fit_stand_in(program, root);
        if (sweeping)
            lt_parse_sweep_supply(program, root, errors);
        for (size_t i = 0; i < arguments->n_unknowns; i++)
            supply_unknown(program, root, arguments->unknowns[i], errors);
        lt_parse_preset_lets(program, root);
        program->root = root;
        lt_parse_program(program, root, errors);
    }
    char why[512];
    struct lt_mark mark;
    /* Only a program without errors can be tried. */
    if (errors->failures == failures && !try(program, &mark, why, sizeof why))
        lt_errors_add(errors, mark, "%s", why);
    return errors->failures == failures;
}

/* Checks the section sweep of a program that is not read for sweeping, in a copy; false after an
 * error. */
static bool check_sweep(const struct lt_program *program, const struct arguments *arguments,
                        lt_program_try *try, struct lt_errors *errors) {
    struct lt_program trial = {.arena = lt_arena_new(),
                               .source = program->source,
                               .laws = program->laws,
                               .stem = program->stem,
                               .directory = program->directory,
                               .defines = ""};
    trial.known_preset = lt_arena_get(trial.arena, sizeof *trial.known_preset);
    bool ok = fill_program(&trial, arguments, true, try, errors);
    lt_arena_free(trial.arena);
    return ok;
}

/* Reads a program from TEXT of LENGTH bytes, with N_DEFINES definitions of the command line;
 * returns NULL after an error, which is in ERRORS. LAWS: the laws that exist; PATH: the file,
 * for messages; STAND_IN: the law of fit.laws that replaces its own, or NULL; SWEEPING: the
 * section sweep is read, too; TRY: checks that the program can be set up for a run. */
struct lt_program *lt_program_read(const struct lt_law *const *laws, const char *stand_in,
                                   bool sweeping, const char *path, const char *text, size_t length,
                                   const struct lt_define *defines, size_t n_defines,
                                   lt_program_try *try, struct lt_errors *errors) {
    struct lt_arena *arena = lt_arena_new();
    struct lt_program *program = lt_arena_get(arena, sizeof *program);
    program->arena = arena;
    program->laws = laws;
    program->stand_in = stand_in;
    program->known_preset = lt_arena_get(arena, sizeof *program->known_preset);
    program->source = source_new(arena, path, text, length);
    split_path(program, program->source->name);
    program->comment = first_comment(program->source->text, arena);

    /* Each definition becomes a source of its own, so that a message can show its place; those
     * of --vary name unknowns without a value. */
    struct arguments arguments = {lt_arena_get(arena, (n_defines + 1) * sizeof(struct lt_source *)),
                                  lt_arena_get(arena, (n_defines + 1) * sizeof(struct lt_source *)),
                                  0, 0};
    program->defines = "";
    for (size_t i = 0; i < n_defines; i++) {
        struct lt_source *source = source_of_define(arena, &defines[i]);
        if (defines[i].vary) {
            arguments.unknowns[arguments.n_unknowns++] = source;
            continue;
        }
        program->defines = lt_arena_print(arena, "%s%s\n", program->defines, source->text);
        arguments.defines[arguments.n_defines++] = source;
    }
    bool ok = fill_program(program, &arguments, sweeping, try, errors);
    /* A section sweep is checked also where it is not used. */
    if (ok && program->sweeps && !sweeping)
        ok = check_sweep(program, &arguments, try, errors);

    /* Messages that are printed later quote these sources. */
    keep_source(errors, program->source);
    if (program->known_preset->file)
        keep_source(errors, program->known_preset->file);
    for (size_t i = 0; i < arguments.n_defines; i++)
        keep_source(errors, arguments.defines[i]);
    for (size_t i = 0; i < arguments.n_unknowns; i++)
        keep_source(errors, arguments.unknowns[i]);
    if (ok)
        return program;
    lt_program_free(program);
    return NULL;
}

/* Frees the program and all that was read into it; NULL is allowed. */
void lt_program_free(struct lt_program *program) {
    if (program)
        lt_arena_free(program->arena);
}

/* The name of a given parameter from which PARAM follows; NULL: none does. */
const char *lt_program_decides(const struct lt_program *program, const struct lt_name *param) {
    const struct lt_law *law = program->law;
    for (size_t i = 0; param->kind == LT_NAME_PARAM && i < law->n_params; i++)
        if ((program->params[i].given || program->of_pair[i].given ||
             lt_program_is_agreed(program, i)) &&
            lt_laws_sets(&law->params[i], param->name))
            return law->params[i].name;
    return NULL;
}

/* True if the contact takes parameter I from the materials without a rule of mixing, so that both
 * must agree. */
bool lt_program_is_agreed(const struct lt_program *program, size_t i) {
    bool said = false;
    for (int k = 0; k < 2; k++)
        said |= program->particles[k].material && program->particles[k].material[i].given;
    return said && program->law->params[i].mix == LT_GIVEN && program->inherits[i] &&
           !program->params[i].given && !program->of_pair[i].given;
}

/* True if the section law or a pair of materials gives the parameter. */
static bool is_given(const struct lt_program *program, size_t param) {
    return program->params[param].given || program->of_pair[param].given;
}

/* True if the contact ignores PROPERTY of its materials (both are indices of parameters), since
 * PARAM is given for it. */
static bool is_param_overridden(const struct lt_program *program, size_t property, size_t param) {
    const struct lt_field *fields = program->law->params;
    bool made = false;
    if (property == param || lt_laws_sets(&fields[param], fields[property].name))
        return true;
    for (size_t i = 0; i < program->law->n_params; i++) {
        const bool makes = lt_laws_sets(&fields[property], fields[i].name);
        if (makes && i != param && !is_given(program, i))
            return false;
        made |= makes && i == param;
    }
    return made;
}

/* The property of a material that a stage sets, and that would have no effect if the contact had
 * PARAM of its own; NULL: there is none. */
static const char *silences(const struct lt_program *program, const struct lt_name *param) {
    const size_t first = program->names->params;
    for (size_t s = 0; param->kind == LT_NAME_PARAM && s < program->n_stages; s++)
        for (size_t d = 0; d < program->stages[s].n_done; d++) {
            const struct lt_action *action = &program->stages[s].done[d];
            for (size_t k = 0; action->kind == LT_SET && k < action->count; k++)
                if (action->of[k] && is_param_overridden(program, action->names[k]->slot - first,
                                                         param->slot - first))
                    return action->names[k]->name;
        }
    return NULL;
}

/* True, with the reason in WHY, if a name cannot be varied since its value has no effect, or would
 * suspend that of another. */
bool lt_program_refuses(const struct lt_program *program, const struct lt_name *name, char *why,
                        size_t size) {
    const char *by = lt_program_decides(program, name), *idle = silences(program, name);
    if (by)
        snprintf(why, size, "'%s' follows from '%s', which is given; vary that one", name->name,
                 by);
    else if (idle)
        snprintf(why, size,
                 "a contact with '%s' of its own does not follow '%s' of a material, which a stage "
                 "sets; vary that of the materials",
                 name->name, idle);
    return by || idle;
}

/* The value that replaces the file's in SLOT: of the N overrides of a run, or of those of all
 * runs; the last one counts. NULL: none. */
const struct lt_override *lt_program_override(const struct lt_program *program, size_t slot,
                                              const struct lt_override *overrides, size_t n) {
    while (n-- > 0)
        if (overrides[n].name->slot == slot)
            return &overrides[n];
    for (size_t i = 0; i < program->n_settled; i++)
        if (program->settled[i].name->slot == slot)
            return &program->settled[i];
    return NULL;
}

/* The description of a parameter of the law; NULL: the name is no parameter. */
const struct lt_field *lt_program_field(const struct lt_program *program,
                                        const struct lt_name *name) {
    return name->kind == LT_NAME_PARAM ? &program->law->params[name->slot - program->names->params]
                                       : NULL;
}
