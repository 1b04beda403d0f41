/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "program/parse.h"

#include "base/arena.h"
#include "base/units.h"
#include "program/words.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- let: read first, for every other number may be a formula over it ------------------ */

/* True if all lets that the formula of LET uses are placed before it. */
static bool is_ready(const struct lt_names *names, const struct lt_number *let,
                     const bool *placed) {
    for (size_t i = 0; let->formula && i < let->formula->n_used; i++)
        if (!placed[let->formula->used[i]->slot - names->lets])
            return false;
    return true;
}

/* The index of the first let that the unresolved one LET uses and that is unresolved itself. */
static size_t waits_for(const struct lt_program *program, size_t let, const bool *placed) {
    const struct lt_name **used = program->lets[let].formula->used;
    while (placed[(*used)->slot - program->names->lets])
        used++;
    return (*used)->slot - program->names->lets;
}

/* Reports a cycle among the unresolved lets and marks its members as resolved, so that the next
 * cycle is found. Returns their number. */
static size_t report_circle(struct lt_reader *reader, const char *const *names, bool *placed) {
    const struct lt_program *program = reader->program;
    size_t at = 0;
    while (placed[at])
        at++;
    /* After as many steps as there are lets the walk is certainly inside the cycle. */
    for (size_t i = 0; i < program->n_lets; i++)
        at = waits_for(program, at, placed);

    /* Around the cycle once, to list its members. */
    size_t *members = lt_arena_get(program->arena, program->n_lets * sizeof *members);
    size_t count = 0;
    do {
        members[count++] = at;
        at = waits_for(program, at, placed);
    } while (at != members[0]);

    char text[300] = "";
    size_t length = 0;
    for (size_t i = 0; i < count; i++) {
        placed[members[i]] = true;
        if (length < sizeof text)
            length +=
                (size_t)snprintf(text + length, sizeof text - length, "%s -> ", names[members[i]]);
    }
    /* A list that is too long ends in dots. */
    if (length >= sizeof text)
        memcpy(text + sizeof text - 8, "... -> ", 8);
    lt_errors_add(reader->errors, program->lets[at].mark, "circular let: %s%s", text, names[at]);
    return count;
}

/* Orders lets so that each follows those that it uses, and reports cycles. */
static void order_lets(struct lt_reader *reader, const char *const *names) {
    struct lt_program *program = reader->program;
    bool *placed = lt_arena_get(program->arena, program->n_lets * sizeof *placed);
    size_t left = program->n_lets;
    while (left > 0) {
        size_t before = left;
        for (size_t i = 0; i < program->n_lets; i++)
            if (!placed[i] && is_ready(program->names, &program->lets[i], placed)) {
                placed[i] = true;
                program->let_order[program->n_lets - left--] = i;
            }
        if (left == before)
            left -= report_circle(reader, names, placed);
    }
}

/* Evaluates all lets in their order; stops at the first without a value, which is reported. */
static void evaluate_lets(struct lt_reader *reader) {
    const struct lt_program *program = reader->program;
    for (size_t i = 0; reader->lets_known && i < program->n_lets; i++) {
        size_t let = program->let_order[i];
        struct lt_number *number = &program->lets[let];
        reader->lets_known = !number->formula || lt_schema_evaluate(reader, number);
        reader->values[program->names->lets + let] = number->value;
    }
}

/* The first item of a list; NULL: it is missing, empty or no list. */
static const struct lt_node *first_of(const struct lt_node *list) {
    return list && list->kind == LT_LIST ? list->first : NULL;
}

/* Counts the actions {keep: {...}} of a list, and with MAPS not NULL stores their maps there. */
static size_t gather_keeps(const struct lt_node *actions, const struct lt_node **maps) {
    size_t count = 0;
    for (const struct lt_node *action = first_of(actions); action; action = action->next) {
        const struct lt_node *keep = lt_tree_child(action, "keep");
        if (!keep || keep->kind != LT_MAP)
            continue;
        if (maps)
            maps[count] = keep;
        count++;
    }
    return count;
}

/* Counts the 'keep' maps of these stages, at events and at the end, and of the stages they repeat;
 * with MAPS not NULL stores them there. */
static size_t gather_kept(const struct lt_node *stages, const struct lt_node **maps) {
    size_t count = 0;
    for (const struct lt_node *stage = first_of(stages); stage; stage = stage->next) {
        const struct lt_node *at = first_of(lt_tree_child(stage, "at"));
        count += gather_kept(lt_tree_child(stage, "stages"), maps ? maps + count : NULL);
        count += gather_keeps(lt_tree_child(stage, "done"), maps ? maps + count : NULL);
        for (; at; at = at->next)
            count += gather_keeps(lt_tree_child(at, "do"), maps ? maps + count : NULL);
    }
    return count;
}

/* Lists the *count names under which stages keep values, and reports those that are taken by lets;
 * several stages may keep the same one. */
static const char **name_kept(struct lt_reader *reader, const struct lt_node *root,
                              const char *const *lets, size_t *count) {
    struct lt_arena *arena = reader->program->arena;
    const struct lt_node *stages = lt_tree_child(root, "stages");
    size_t n_maps = gather_kept(stages, NULL), room = 0;
    const struct lt_node **maps = lt_arena_get(arena, (n_maps + 1) * sizeof *maps);
    gather_kept(stages, maps);
    for (size_t i = 0; i < n_maps; i++)
        room += maps[i]->count;
    const char **names = lt_arena_get(arena, (room + 1) * sizeof *names);
    for (size_t i = 0; i < n_maps; i++)
        for (const struct lt_node *node = maps[i]->first; node; node = node->next) {
            bool known = false;
            for (size_t k = 0; k < *count; k++)
                known |= strcmp(names[k], node->key) == 0;
            if (known || !lt_schema_new_name(reader, node))
                continue;
            for (size_t k = 0; k < reader->program->n_lets; k++)
                if (strcmp(lets[k], node->key) == 0)
                    lt_errors_add(reader->errors, node->key_mark, "'%s' is already a let name",
                                  node->key);
            names[(*count)++] = node->key;
        }
    return names;
}

/* Adds the names of the file's own results to the N_KEPT that stages keep; *count is the number
 * added. Names that are taken are reported. */
static const char **name_results(struct lt_reader *reader, const struct lt_node *root,
                                 const char *const *lets, const char *const *kept, size_t n_kept,
                                 size_t *count) {
    const struct lt_node *results = lt_tree_child(root, "results");
    const size_t room = results && results->kind == LT_MAP ? results->count : 0;
    const char **names = lt_arena_get(reader->program->arena, (n_kept + room + 1) * sizeof *names);
    memcpy(names, kept, n_kept * sizeof *names);
    for (const struct lt_node *node = room > 0 ? results->first : NULL; node; node = node->next) {
        if (!lt_schema_new_name(reader, node))
            continue;
        const char *what = NULL;
        for (size_t i = 0; i < n_kept; i++)
            what = strcmp(kept[i], node->key) == 0 ? "kept by a stage" : what;
        for (size_t i = 0; i < reader->program->n_lets; i++)
            what = strcmp(lets[i], node->key) == 0 ? "a let name" : what;
        if (what)
            lt_errors_add(reader->errors, node->key_mark, "'%s' is already %s", node->key, what);
        names[n_kept + (*count)++] = node->key;
    }
    return names;
}

/* True if the bodies move in space (frame: bodies): only then have positions and axes names. */
static bool in_space(const struct lt_node *root) {
    const struct lt_node *motion = lt_tree_child(root, "motion");
    const struct lt_node *frame = motion ? lt_tree_child(motion, "frame") : NULL;
    return frame && frame->kind == LT_SCALAR &&
           strcmp(frame->text, lt_words_frame[LT_FRAME_BODIES]) == 0;
}

/* Defines the names of all lets, kept values and results before anything is read, since
 * formulas use them, and makes room for the numbers of the lets. SECTION: the section let.
 * Returns the names of the lets. */
static const char **name_lets(struct lt_reader *reader, const struct lt_node *root,
                              const struct lt_node *section) {
    struct lt_program *program = reader->program;
    struct lt_arena *arena = program->arena;
    const char **names = lt_arena_get(arena, (section->count + 1) * sizeof *names);
    program->names = lt_names_new(program->law, NULL, 0, NULL, 0, arena);
    for (const struct lt_node *node = section->first; node; node = node->next) {
        lt_schema_new_name(reader, node);
        names[program->n_lets++] = node->key;
    }
    size_t n_kept = 0, n_results = 0;
    const char **kept = name_kept(reader, root, names, &n_kept);
    kept = name_results(reader, root, names, kept, n_kept, &n_results);
    program->names =
        lt_names_new(program->law, names, program->n_lets, kept, n_kept + n_results, arena);
    for (size_t i = 0; i < n_results; i++)
        program->names->list[program->names->count - 1 - i].kind = LT_NAME_RESULT;
    program->names->bodies = in_space(root);
    program->lets = lt_arena_get(arena, program->n_lets * sizeof *program->lets);
    program->fixed = lt_arena_get(arena, program->n_lets * sizeof *program->fixed);
    program->spreads = lt_arena_get(arena, program->n_lets * sizeof *program->spreads);
    program->let_order = lt_arena_get(arena, program->n_lets * sizeof *program->let_order);
    reader->values = lt_arena_get(arena, program->names->slots * sizeof *reader->values);
    return names;
}

/* The SI unit of the dimension in which a let is written: that of a number, of the first number of
 * a distribution, or of the column of its SAMPLES. "": none. */
static const char *let_unit(const struct lt_node *node, const struct lt_distribution *samples,
                            struct lt_arena *arena) {
    char unit[64];
    if (samples && samples->unit)
        return samples->unit;
    if (node->kind == LT_LIST)
        node = node->first;
    if (!node || node->kind != LT_SCALAR)
        return "";
    const char *inside = isalpha((unsigned char)*node->text) ? strchr(node->text, '(') : NULL;
    const char *text = inside ? inside + 1 : node->text;
    lt_units_si(lt_arena_copy(arena, text, strcspn(text, ",)")), unit, sizeof unit);
    return lt_arena_copy(arena, unit, strlen(unit));
}

/* Reads the let with index LET. In a single run one with a distribution has its mean value. */
static void read_let(struct lt_reader *reader, const struct lt_node *node, size_t let) {
    static const struct lt_range any = LT_ANY("");
    struct lt_program *program = reader->program;
    if (!lt_parse_distribution_given(node)) {
        program->lets[let] = lt_schema_quantity(reader, node, &any);
        return;
    }
    program->spreads[let] = lt_parse_distribution(reader, node, &any);
    double mean = program->spreads[let] ? lt_distribution_mean(program->spreads[let]) : 0;
    program->lets[let] = lt_schema_known(reader, node, &any, mean);
}

/* Reads the section let, which formulas of all other sections may use, and evaluates it. */
static void read_program_lets(struct lt_reader *reader, const struct lt_node *root) {
    static const struct lt_node none = {.kind = LT_MAP};
    const struct lt_node *section = lt_tree_child(root, "let");
    if (!section || !lt_schema_is(reader, section, LT_MAP, "a map"))
        section = &none;
    size_t failures = reader->errors->failures;
    const char **names = name_lets(reader, root, section);
    size_t i = 0;
    for (const struct lt_node *node = section->first; node; node = node->next, i++) {
        read_let(reader, node, i);
        const char **unit = &lt_names_lets(reader->program->names)[i].unit;
        struct lt_range range;
        *unit = let_unit(node, reader->program->spreads[i], reader->program->arena);
        if (!**unit && lt_parse_preset_word(lt_parse_preset_of(reader->program, root), node->key,
                                            reader->program->law, &range))
            *unit = range.unit;
    }
    order_lets(reader, names);
    reader->lets_known = reader->errors->failures == failures;
    evaluate_lets(reader);
}

/* ---- The whole ------------------------------------------------------------------------- */

/* Checks the version of the format, the key lawtester. */
static void read_version(struct lt_reader *reader, const struct lt_node *node, void *program) {
    (void)program;
    if (lt_schema_is(reader, node, LT_SCALAR, "1, the version of the format") &&
        strcmp(node->text, *lt_words_version) != 0)
        lt_errors_add(reader->errors, node->mark,
                      "format '%s' is not known; this program reads 'lawtester: 1'", node->text);
}

static const struct lt_key samples_keys[] = {
    {"[]", LT_VALUE_NUMBER, .range = LT_ANY(""), .doc = "a sample, with equal chance"}, {0}};
static const struct lt_key let_keys[] = {
    {"NAME", LT_VALUE_UNCERTAIN, .range = LT_ANY(""),
     LT_FORMS(samples_keys, lt_parse_distribution_keys),
     .doc = "a number, a formula over other let names, or a distribution such as "
            "normal(5 mm, 0.1 mm)"},
    {0}};

/* Expectations and plots come after record, to whose columns they add. */
const struct lt_key lt_parse_keys[] = {
    {"lawtester", LT_VALUE_WORD, .example = "1", .read = read_version, .words = lt_words_version,
     .required = true, .doc = "version of the format"},
    {"title", LT_VALUE_TEXT, LT_FIELD(struct lt_program, title), .preset = "none",
     .doc = "title of the program and its figures"},
    {"let", LT_FORMS(let_keys), .doc = "names for numbers, for formulas everywhere"},
    {"law", LT_FORMS(lt_parse_pair_law_keys), .example = "{name: linear, kn: 1e5 N/m}",
     .read = lt_parse_pair_law, .required = true, .doc = "the contact law and its parameters"},
    {"materials", LT_FORMS(lt_parse_pair_materials_keys), .read = lt_parse_pair_materials,
     .doc = "properties of particles, which laws combine"},
    {"particles", LT_FORMS(lt_parse_pair_particles_keys), .read = lt_parse_pair_particles,
     .required = true, .doc = "the two particles in contact",
     .example = "{a: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}, b: {shape: wall}}"},
    {"pairs", LT_FORMS(lt_parse_pair_couples_keys), .read = lt_parse_pair_couples,
     .doc = "parameters by pairs of materials"},
    {"motion", LT_FORMS(lt_parse_motion_keys), .read = lt_parse_motion,
     .doc = "how the particles move in time"},
    {"stages", LT_FORMS(lt_parse_stages_keys),
     .example = "[{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}]",
     .read = lt_parse_stages, .required = true, .doc = "what is imposed, one stage after another"},
    {"start", LT_VALUE_FILE, .read = lt_parse_start,
     .doc = "JSON document of an earlier run of the same law; this run continues from its end"},
    {"record", LT_FORMS(lt_parse_record_keys), .read = lt_parse_record, .doc = "the table"},
    {"results", LT_FORMS(lt_parse_results_keys), .read = lt_parse_results,
     .doc = "results of your own: integrals over the time of the run"},
    {"expect", LT_FORMS(lt_parse_expect_keys), .read = lt_parse_expect,
     .doc = "expectations; exit status 1 if one fails"},
    {"plots", LT_FORMS(lt_parse_plots_keys), .read = lt_parse_plots, .doc = "figures"},
    {"calibrate", LT_FORMS(lt_parse_calibrate_keys), .read = lt_parse_calibrate,
     .doc = "parameters from results, for 'lawtester calibrate'"},
    {"fit", LT_FORMS(lt_parse_fit_keys), .read = lt_parse_fit,
     .doc = "parameters from measured data, for 'lawtester fit'"},
    {"sweep", LT_FORMS(lt_parse_sweep_keys), .read = lt_parse_sweep,
     .doc = "many runs, for 'lawtester sweep'"},
    {"atlas", LT_FORMS(lt_parse_atlas_keys), .read = lt_parse_atlas,
     .doc = "figures of the law, for 'lawtester atlas' and 'laws --plot'"},
    {0}};

/* Compiles the formulas of the law's derived quantities (views). */
static void read_views(struct lt_reader *reader) {
    struct lt_program *program = reader->program;
    const struct lt_view *views = program->law ? program->law->views : NULL;
    size_t count = 0;
    while (views && views[count].name)
        count++;
    program->views = lt_arena_get(program->arena, (count + 1) * sizeof *program->views);
    struct lt_names names = lt_names_in(program->names, LT_SCOPE_STEP);
    for (size_t i = 0; i < count; i++)
        program->views[i] =
            lt_formula_read(views[i].formula, (struct lt_mark){.source = NULL}, views[i].name,
                            LT_FORMULA_NUMBER, &names, program->arena, reader->errors);
}

/* True if the section motion has a damping other than 0; it is needed before that section is
 * read. */
static bool is_damped(const struct lt_node *root, struct lt_arena *arena) {
    const struct lt_node *damping = lt_tree_find(root, "motion.damping", arena);
    return damping && !(damping->kind == LT_SCALAR && strcmp(damping->text, "0") == 0);
}

/* Reads a whole program from its YAML tree; errors are reported. The law comes first, because all
 * names depend on it. */
void lt_parse_program(struct lt_program *program, const struct lt_node *root,
                      struct lt_errors *errors) {
    struct lt_reader reader = {.program = program, .errors = errors, .expr = lt_expr_new()};
    program->title = "";
    if (!lt_parse_law_define(&reader, root) && !lt_parse_code(&reader, root)) {
        lt_parse_law_join(&reader, root);
        program->law = lt_parse_law_of(program, root);
    }
    /* Names depend on the law, formulas on the lets, and columns of tables on both. */
    lt_parse_code_own(&reader, root);
    read_program_lets(&reader, root);
    read_views(&reader);
    lt_parse_motion_default(program);
    lt_schema_preset(lt_parse_atlas_keys, &program->atlas);
    lt_parse_record_default(&reader, is_damped(root, program->arena));
    const struct lt_node *advise = lt_tree_child(root, "advise");
    if (advise)
        lt_errors_add(
            errors, advise->key_mark,
            "a file with the section 'advise' is no stage program: it is for a part of the "
            "Python module; type 'python3 -m lawtester advise FILE', with --check to read "
            "it only");
    else
        lt_schema_map(&reader, root, lt_parse_keys, program);
    lt_parse_pair_attitude(&reader);
    lt_parse_code_limits(&reader);
    lt_expr_free(reader.expr);
}
