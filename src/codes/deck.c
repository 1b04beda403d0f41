/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deck.c: which laws a code can express, and a law as plain coefficients. */
#include "codes/deck.h"

#include "base/arena.h"
#include "base/text.h"
#include "codes/deck_lines.h"
#include "laws/restitution.h"
#include "program/presets.h"
#include "program/words.h"
#include "registry/laws.h"
#include "registry/parts.h"
#include "registry/roles.h"
#include "setup/setup.h"

#include <string.h>

/* ---- What the writers share ------------------------------------------------------------------ */

/* Coefficient of friction for the code's input, where infinite friction becomes a large finite
 * number. */
double lt_deck_friction(const struct lt_deck *deck) {
    return fmin(deck->fric, lt_deck_friction_most);
}

/* Coefficient of restitution for RATIO, a fraction of critical damping, of a linear spring-dashpot
 * without tensile cut-off: the impact ends where the gap is zero. */
double lt_deck_textbook(double ratio) {
    return restitution_of(ratio, GAP_ZERO);
}

/* Coefficient of restitution for RATIO, a fraction of critical damping, of a linear spring-dashpot
 * with tensile cut-off: the impact ends where the force is zero. */
double lt_deck_capped(double ratio) {
    return restitution_of(ratio, FORCE_ZERO);
}

/* True if the law is the one that a single code has under this name. */
bool lt_deck_law_named(const struct lt_deck *deck, const char *name) {
    return deck->kind == LT_DECK_NAMED && strcmp(deck->name, name) == 0;
}

/* True if the calibration has a target restitution between 0 and 1. */
bool lt_deck_has_wanted(const struct lt_deck *deck) {
    return deck->wanted > 0 && deck->wanted < 1;
}

/* Fraction of critical damping that gives the target restitution without tensile cut-off. */
double lt_deck_textbook_ratio(const struct lt_deck *deck) {
    return restitution_damping(deck->wanted, GAP_ZERO);
}

/* ---- The codes ------------------------------------------------------------------------------- */

#define CODE_(name) &lt_deck_##name,
#define WORD_(name) #name,

const struct lt_deck_code *const lt_deck_codes[] = {LT_DECK_LIST(CODE_) NULL};
const char *const lt_deck_words[] = {LT_DECK_LIST(WORD_) NULL};

/* The code with this word; NULL: none. Both lists end with NULL at the same index. */
const struct lt_deck_code *lt_deck_find(const char *word) {
    size_t i = 0;
    while (lt_deck_words[i] && strcmp(lt_deck_words[i], word) != 0)
        i++;
    return lt_deck_codes[i];
}

/* ---- The law as a code has it ---------------------------------------------------------------- */

/* The kind of law, by which the lines are written, of a program. */
static enum lt_deck_kind kind_of(const struct lt_program *program) {
    enum lt_deck_kind kind;
    lt_deck_law_known(program, &kind);
    return kind;
}

struct choices {
    struct lt_preset_choice list[LT_PRESET_CHOICES + 1]; /* ends with NULL */
};

/* The choices of the law's parameters that a code has, with a bit for each value; the list ends
 * with a NULL name. */
static struct choices choices_of(const struct lt_deck_code *code, const struct lt_program *program,
                                 struct lt_arena *arena) {
    const enum lt_deck_kind kind = kind_of(program);
    struct choices choices = {0};
    size_t i = 0;
    if (kind == LT_DECK_PARTS || kind == LT_DECK_NAMED)
        lt_deck_parts_choices(code, program, choices.list, arena);
    while (lt_deck_codes[i] != code)
        i++;
    if (kind < LT_DECK_PARTS)
        lt_presets_choices(lt_deck_words[i], kind == LT_DECK_HERTZ, choices.list, arena);
    return choices;
}

/* Index of a parameter by its name; n_params if the law has none. */
static size_t param_index(const struct lt_law *law, const char *name) {
    size_t i = 0;
    while (i < law->n_params && strcmp(law->params[i].name, name) != 0)
        i++;
    return i;
}

/* The word number VALUE of a list of choices: of "full no-tension" 1 is "no-tension". */
static const char *word_of(const char *choices, unsigned value, struct lt_arena *arena) {
    while (value-- > 0 && (choices = strchr(choices, ' ')))
        choices++;
    return choices ? lt_arena_print(arena, "%.*s", (int)strcspn(choices, " "), choices) : "?";
}

/* Sets *VALUE to the value of parameter I, a choice: the number of its word, 0 if it has no
 * default. False: a formula gives it, so that it is not known before a run and *VALUE is not to be
 * used. */
static bool is_choice_known(const struct lt_program *program, size_t i, unsigned *value) {
    const struct lt_number *number = &program->params[i];
    double x = number->given ? number->value : program->law->params[i].preset;
    *value = isnan(x) ? 0 : (unsigned)x;
    return !(number->given && number->formula);
}

/* A law in which parameter I chooses part number WORD, and all other parameters with one possible
 * value keep it; INFINITY leaves a choice open. It is LAW itself if parameter I chooses no part. */
static const struct lt_law *law_with_part(const struct lt_law *law, size_t i, unsigned word,
                                          struct lt_arena *arena) {
    if (!law->whole || !lt_parts_is_kind(law, law->params[i].name))
        return law;
    double *numbers = lt_arena_get(arena, law->n_params * sizeof *numbers);
    for (size_t k = 0; k < law->n_params; k++) {
        const struct lt_field *field = &law->params[k];
        numbers[k] = field->min < field->max ? INFINITY : field->preset;
    }
    numbers[i] = word;
    return lt_parts_with(law->whole, numbers, arena);
}

/* Sets parameter I, a choice, to VALUE as if the user had given it, and with it the law's part. */
static void impose_choice(struct lt_program *program, size_t i, unsigned value,
                          struct lt_arena *arena) {
    program->law = law_with_part(program->law, i, value, arena);
    program->params[i] = (struct lt_number){.given = true,
                                            .value = value,
                                            .mark = program->law_mark,
                                            .path = program->law->params[i].name,
                                            .unit = "1",
                                            .min = -INFINITY,
                                            .max = INFINITY};
}

/* Explains that the code lacks this damping and lists those that it HAS, a bit for each value.
 * Damping by another mechanism is a property of the law, not a choice of the code. */
static const char *other_damping(const struct lt_deck_code *code, const struct lt_field *field,
                                 unsigned value, unsigned has, struct lt_arena *arena) {
    const char *list = NULL;
    for (unsigned k = 0; k < 9; k++)
        if (has >> k & 1)
            list = lt_arena_print(arena, "%s%s%s", list ? list : "", list ? ", " : "",
                                  word_of(field->choices, k, arena));
    return lt_arena_print(arena,
                          "lawtester writes no %s lines for Hertz' contact with 'damping: %s'; it "
                          "does for %s",
                          code->title, word_of(field->choices, value, arena), list);
}

/* The code's nearest value of a choice. Numbers as in .choices of linear.c and of the tangential
 * parts. */
enum { FULL, NO_TENSION, SLIP_CUT, NO_TENSION_SLIP_CUT };
enum {
    RESCALE = LT_DECK_RESCALE,
    SECANT = LT_DECK_SECANT,
    SECANT_INITIAL = LT_DECK_SECANT_INITIAL,
    TANGENT = LT_DECK_TANGENT,
    PARTIAL_SLIP = LT_DECK_PARTIAL_SLIP,
    NUMBERS
};
static const struct stand_in {
    const char *param;
    bool refused;                 /* nothing does */
    unsigned char by[NUMBERS][4]; /* for each number the others, the best first */
} stand_ins[] = {
    {.param = "damping", .refused = true},
    {.param = "dp_mode", /* what agrees on tension, then on slip */
     .by = {[FULL] = {SLIP_CUT, NO_TENSION, NO_TENSION_SLIP_CUT},
            [NO_TENSION] = {NO_TENSION_SLIP_CUT, FULL, SLIP_CUT},
            [SLIP_CUT] = {FULL, NO_TENSION_SLIP_CUT, NO_TENSION},
            [NO_TENSION_SLIP_CUT] = {NO_TENSION, SLIP_CUT, FULL}}},
    {.param = "tangential",
     .by = {[RESCALE] = {SECANT_INITIAL, SECANT, TANGENT, PARTIAL_SLIP},
            [SECANT] = {TANGENT, RESCALE, SECANT_INITIAL, PARTIAL_SLIP},
            [SECANT_INITIAL] = {RESCALE, TANGENT, SECANT, PARTIAL_SLIP},
            [TANGENT] = {SECANT, SECANT_INITIAL, RESCALE, PARTIAL_SLIP},
            [PARTIAL_SLIP] = {RESCALE, SECANT, SECANT_INITIAL, TANGENT}}},
    {.param = NULL},
};

/* Sets CHOICE->param in PROGRAM to its own value if the code has that, else to the best replacement
 * among the values CHOICE->has, a bit for each. NULL, or why there is none. */
static const char *nearest_choice(const struct lt_deck_code *code,
                                  const struct lt_preset_choice *choice, struct lt_program *program,
                                  struct lt_arena *arena) {
    const struct lt_law *law = program->law;
    const size_t i = param_index(law, choice->param);
    const struct stand_in *row = stand_ins;
    unsigned value, k = 0;
    const struct lt_law *whole = law->whole ? law->whole : law;
    if (i == law->n_params || whole->params[i].min == whole->params[i].max)
        return NULL; /* or the law has but one */
    if (!is_choice_known(program, i, &value))
        return lt_arena_print(arena, "%s is a formula; give a word instead", choice->param);
    while (row->param && strcmp(row->param, choice->param) != 0)
        row++;
    /* Parameters without a row in stand_ins take the first value that the code has. */
    const bool has = choice->has >> value & 1;
    if (!has && row->refused)
        return other_damping(code, &law->params[i], value, choice->has, arena);
    while (!has && !(choice->has >> (row->param ? row->by[value][k] : k) & 1))
        k++;
    impose_choice(program, i, has ? value : row->param ? row->by[value][k] : k, arena);
    return NULL;
}

/* Copies PROGRAM to *OUT with the choices of its law as the code has them. NULL, or why the code
 * has no such law. */
const char *lt_deck_prepare(const struct lt_deck_code *code, const struct lt_program *program,
                            struct lt_program *out, struct lt_arena *arena) {
    const struct lt_law *law = program->law;
    enum lt_deck_kind kind;
    const struct lt_law *known = lt_deck_law_known(program, &kind);
    const struct choices choices = choices_of(code, program, arena);
    const struct lt_preset_choice *choice = choices.list;
    /* A composed law needs words for its parts, a named one its name in the code's list, a linear
     * or Hertz law any of the code's choices. */
    const bool written = !known                  ? false
                         : kind == LT_DECK_PARTS ? code->parts != NULL
                         : kind == LT_DECK_NAMED
                             ? code->laws && lt_deck_parts_has(code->laws, known->name)
                             : choice->param != NULL;
    if (!written)
        return lt_arena_print(arena, "lawtester writes no %s lines for the law '%s'%s%s",
                              code->title, law->name,
                              kind == LT_DECK_LINEAR && code->linear ? "; " : "",
                              kind == LT_DECK_LINEAR && code->linear ? code->linear : "");
    const char *refused =
        kind == LT_DECK_PARTS ? lt_deck_parts_refused(code, program, arena) : NULL;
    if (refused)
        return refused;
    /* Only the parameters are copied, as only choices among them change. */
    *out = *program;
    out->params = lt_arena_get(arena, law->n_params * sizeof *out->params);
    memcpy(out->params, program->params, law->n_params * sizeof *out->params);
    for (; choice->param; choice++) {
        const char *why = nearest_choice(code, choice, out, arena);
        if (why)
            return why;
    }
    return NULL;
}

/* ---- The motion as a code has it ------------------------------------------------------------- */

/* True if a number is zero or not given; false also if a formula gives it, as it is not known yet.
 */
static bool is_nothing(const struct lt_number *number) {
    return !number->formula && (!number->given || number->value == 0);
}

/* True if a stage imposes motion, or a force, in another direction than n. */
static bool moves_transversely(const struct lt_stage *stage) {
    bool aside = false;
    for (size_t k = 1; k < LT_DOFS; k++)
        aside |= stage->formulas[k] || stage->series[k] || stage->numbers[k].formula ||
                 stage->numbers[k].value != 0;
    return aside;
}

/* True if the particles spin, or move or are pulled by gravity along another axis than n. */
static bool moves_off_normal(const struct lt_program *program) {
    bool oblique = false;
    for (size_t k = 0; k < 3; k++)
        for (int i = 0; i < 2; i++)
            oblique |= !is_nothing(&program->particles[i].spin[k]) ||
                       (k > 0 && !is_nothing(&program->particles[i].velocity[k])) ||
                       (k > 0 && !is_nothing(&program->motion.gravity[k]));
    return oblique;
}

/* True if anything, by the start or by a stage, moves along another axis than n. */
static bool is_oblique(const struct lt_program *program) {
    bool oblique = moves_off_normal(program);
    for (size_t i = 0; i < program->n_stages; i++)
        oblique |= moves_transversely(&program->stages[i]);
    return oblique;
}

/* True if one of the particles is a wall or a facet. */
static bool has_wall(const struct lt_program *program) {
    bool wall = false;
    for (int i = 0; i < 2; i++)
        wall |= program->particles[i].shape == LT_WALL || program->particles[i].shape == LT_FACET;
    return wall;
}

/* The arm at which the code evaluates slip and torque for this pair. */
static enum lt_lever lever_of(const struct lt_deck_code *code, const struct lt_program *program) {
    return has_wall(program) ? code->lever_wall : code->lever;
}

/* True if the program runs in discrete steps: motion.integrator is not exact, and as_run is set.
 * Calibrations run in the limit of small steps without as_run. */
static bool makes_steps(const struct lt_program *program) {
    return program->as_run && program->motion.integrator != LT_EXACT;
}

/* True if the pair can be put into the frame 'bodies': spheres, discs, walls or thin facets,
 * without motion.instants. Static balance (s in a stage) in that frame is solved in discrete steps
 * only. */
static bool fits_bodies(const struct lt_program *program) {
    bool fits = !program->motion.instants.at;
    for (int i = 0; i < 2; i++)
        fits &= program->particles[i].shape <= LT_FACET && !program->particles[i].corner;
    for (size_t i = 0; i < program->n_stages && !makes_steps(program); i++)
        fits &= !strchr(program->stages[i].whats, 's');
    return fits;
}

/* Sets the program's frame to 'bodies', in a copy of the names, which it shares with others. */
static void put_in_bodies(struct lt_program *program, struct lt_arena *arena) {
    struct lt_names *names = lt_arena_get(arena, sizeof *names);
    *names = *program->names;
    names->bodies = true;
    program->names = names;
    program->motion.frame = LT_FRAME_BODIES;
}

/* Lets a program move as the code does: frame, lever and, where it has steps, axes. It is left
 * alone if the motion is along n or the pair does not fit the frame 'bodies'. */
void lt_deck_move(const struct lt_deck_code *code, struct lt_program *program,
                  struct lt_arena *arena) {
    struct lt_motion *motion = &program->motion;
    if (code->lever_unknown || !is_oblique(program) || program->host || !fits_bodies(program))
        return;
    const enum lt_lever lever = lever_of(code, program);
    put_in_bodies(program, arena);
    motion->axes = makes_steps(program) ? code->axes : LT_AXES_MIDDLE;
    motion->lever = lever <= LT_LEVER_RADIUS || makes_steps(program) ? lever : LT_LEVER_OVERLAP;
}

/* True if a stage has tangential or rotational motion, imposed or left from the start, and leaves
 * at least one of these five directions free: neither v, u nor s. Only then does the result depend
 * on frame and arm. */
static bool has_free_transverse(const struct lt_program *program) {
    bool aside = moves_off_normal(program), free = false;
    for (size_t i = 0; i < program->n_stages; i++) {
        const char *whats = program->stages[i].whats;
        aside |= moves_transversely(&program->stages[i]);
        free |= aside && strspn(whats + 1, "vus") < LT_DOFS - 1;
    }
    return free;
}

/* The arm at which a law of the code's own evaluates slip, by words of its lines: some laws differ
 * from the code's other laws. */
static enum lt_lever lever_of_lines(const struct lt_deck_code *code,
                                    const struct lt_program *program) {
    static const struct {
        const char *word;
        enum lt_lever lever;
    } others[] = {{"gran/hooke", LT_LEVER_RADIUS}, /* LAMMPS' older pair styles */
                  {"gran/hertz", LT_LEVER_RADIUS},
                  {"ViscElPhys", LT_LEVER_OVERLAP}, /* YADE's laws with velocities at the contact */
                  {"LudingPhys", LT_LEVER_OVERLAP}};
    const struct lt_codelaw *law = program->codelaw;
    for (size_t i = 0; i < law->n_lines; i++)
        for (size_t k = 0; k < law->lines[i].count; k++)
            for (size_t w = 0; w < sizeof others / sizeof *others; w++)
                if (strstr(law->lines[i].parts[k].text, others[w].word))
                    return others[w].lever;
    return lever_of(code, program);
}

/* Lets a program whose law the code computes move as in that code, and returns whether its motion
 * is changed. CODE NULL means a code of the user's own. */
enum lt_deck_served lt_deck_serve(const struct lt_deck_code *code, struct lt_program *program,
                                  struct lt_arena *arena) {
    struct lt_motion *motion = &program->motion;
    bool balanced = false;
    for (size_t i = 0; i < program->n_stages; i++)
        balanced |= strchr(program->stages[i].whats, 's') != NULL;
    if (motion->integrator == LT_EXACT || !has_free_transverse(program))
        return LT_DECK_SERVED_ALIKE;
    if (motion->moves_given || !fits_bodies(program) || balanced || motion->follows ||
        motion->full_step)
        return LT_DECK_SERVED_AS_GIVEN;
    put_in_bodies(program, arena);
    program->host_moves = true;
    if (!code)
        return LT_DECK_SERVED_BODIES;
    motion->axes = code->axes;
    motion->lever = lever_of_lines(code, program);
    motion->touch = has_wall(program) ? code->touch_wall : code->touch;
    return LT_DECK_SERVED_BODIES;
}

/* Describes, for a note, frame, arm and axes of a program whose law an external code computes, as
 * far as lt_deck_serve() has taken them from that code. */
const char *lt_deck_served_motion(const struct lt_program *program, struct lt_arena *arena) {
    const struct lt_motion *motion = &program->motion;
    const char *title = program->codelaw->kind->title;
    if (!program->host_moves)
        return lt_arena_print(arena, "frame: %s", lt_words_frame[motion->frame]);
    if (program->codelaw->kind->own)
        return "frame: bodies; slip, history and the first step are those of your own code";
    return lt_arena_print(arena,
                          "frame: bodies, lever: %s, axes: %s, as in %s; slip, history and the "
                          "first step are %s's own",
                          lt_words_lever[motion->lever], lt_words_axes[motion->axes], title, title);
}

/* True if motion.history applies to the law: two of its states are declared as the tangential
 * spring along s and t, it can be evaluated from any state, it is no composition but
 * linear-elastic, and no stage solves for balance (s). */
static bool exposes_spring(const struct lt_program *program) {
    const struct lt_law *law = program->law;
    bool tells = lt_roles_state(law, LT_SPRING_S) >= 0 && lt_roles_state(law, LT_SPRING_T) >= 0 &&
                 !law->forward_only && (!law->parts || strcmp(law->name, "linear-elastic") == 0);
    for (size_t i = 0; i < program->n_stages; i++)
        tells &= !strchr(program->stages[i].whats, 's');
    return tells;
}

/* Lets a program take the code's discrete steps, too: levels, first step and history. */
void lt_deck_follow(const struct lt_deck_code *code, struct lt_program *program,
                    struct lt_arena *arena) {
    struct lt_motion *motion = &program->motion;
    program->as_run = true;
    program->follows = code->title;
    lt_deck_move(code, program, arena);
    if (!makes_steps(program))
        return;
    if (code->levels != LT_LEVELS_OWN)
        motion->levels = code->levels;
    motion->touch = has_wall(program) ? code->touch_wall : code->touch;
    if (motion->frame == LT_FRAME_BODIES && !has_wall(program) && exposes_spring(program))
        motion->history = code->history;
}

/* Writes as a comment how the pair moved, if anything moves in another direction than n, and where
 * that differs from the code's own way. STEPS adds the rules of discrete steps. */
static void put_motion(FILE *file, const struct lt_deck_code *code,
                       const struct lt_program *program, bool steps) {
    const struct lt_motion *motion = &program->motion;
    const enum lt_lever lever = lever_of(code, program);
    const bool bodies = motion->frame == LT_FRAME_BODIES;
    if (!is_oblique(program))
        return;
    /* The frame and arm of this run, and the code's own if they differ. */
    fprintf(file, "%s moved with frame: %s%s%s", code->comment, lt_words_frame[motion->frame],
            bodies ? ", lever: " : "", bodies ? lt_words_lever[motion->lever] : "");
    if (code->lever_unknown)
        fputs("; where that code has its contact point, its manual does not say", file);
    else if (!bodies)
        fprintf(
            file,
            "; not as that code, which has lever: %s of frame: bodies: of spheres, discs, walls "
            "and thin facets, without motion.instants, with exact without static balance (s)",
            lt_words_lever[lever]);
    else if (motion->lever != lever)
        fprintf(file, "; that code has lever: %s, which is of discrete steps%s",
                lt_words_lever[lever], program->as_run ? "" : ": --as-run has it");
    else
        fputs(", as that code", file);
    /* Axes, history and levels matter only to discrete steps. */
    if (steps)
        fprintf(file, "\n%s its steps: axes: %s, history: %s, levels: %s%s", code->comment,
                lt_words_axes[motion->axes], lt_words_history[motion->history],
                lt_words_levels[motion->levels],
                has_wall(program) || motion->history == code->history
                    ? ""
                    : "; that code's history needs a law whose tangential spring is a declared "
                      "state, such "
                      "as mindlin or linear-elastic");
    fputc('\n', file);
}

/* Writes as a comment the settings for the same run that are not part of the law: sizes (m) and
 * time step (s). */
static void put_other_settings(FILE *file, const struct lt_deck_code *code,
                               const struct lt_deck *d) {
    fprintf(file, "%s besides, for the same run: ", code->comment);
    if (d->wall)
        fprintf(file, "a sphere of radius %.10g m at a wall that does not move", d->radius);
    else
        fprintf(file, "spheres of radius %.10g and %.10g m", d->radius, d->radius_b);
    if (d->steps)
        fprintf(file, "; a time step of %.10g s", d->dt);
    fputs("; densities, gravity, velocities and spins of the program\n", file);
}

/* Density of a sphere, kg/m^3: as given, else from its mass. */
static double density_of(const struct lt_body *body) {
    return isnan(body->density) ? body->mass / (4.0 / 3 * M_PI * pow(body->radius, 3))
                                : body->density;
}

/* Writes, for bodies of two materials, a comment which effective values of the contact the single
 * type in the lines represents. */
static void put_pair(FILE *file, const struct lt_deck_code *code, const struct lt_program *program,
                     const struct lt_deck *d) {
    const struct lt_material *a = program->particles[0].of, *b = program->particles[1].of;
    const struct {
        const char *text, *unit;
        double value;
        /* Stiffnesses kn, ks are written only if the law has no moduli; a value of 0 is left out.
         */
    } effective[] = {{"E*", " Pa", d->effective_young},
                     {"G*", " Pa", d->has_shear ? d->shear : 0},
                     {"kn", " N/m", d->effective_young > 0 ? 0 : d->kn},
                     {"ks", " N/m", d->effective_young > 0 ? 0 : d->ks},
                     {"friction", "", d->fric}};
    if (!a || !b || a == b)
        return;
    fprintf(file,
            "%s one type represents '%s' on '%s'. It is neither material, but has the effective "
            "values of this pair:",
            code->comment, a->name, b->name);
    const char *between = " ";
    for (size_t i = 0; i < sizeof effective / sizeof *effective; i++)
        if (effective[i].value > 0) {
            fprintf(file, "%s%s = %.10g%s", between, effective[i].text, effective[i].value,
                    effective[i].unit);
            between = ", ";
        }
    fprintf(file,
            "\n%s contacts of '%s' with itself, or of '%s' with itself, need lines of their own\n",
            code->comment, a->name, b->name);
}

/* Writes a comment if the bodies differ in density: the lines have that of B, or of the ball at a
 * wall. */
static void put_densities(FILE *file, const struct lt_deck_code *code, const struct lt_deck *d) {
    const double other = density_of(&d->made.setup->pair.a);
    if (!d->wall && isfinite(other) && fabs(other - d->density) > 1e-9 * d->density)
        fprintf(file,
                "%s the density of a is %.10g kg/m^3, that of b %.10g; a density below is that of "
                "b\n",
                code->comment, other, d->density);
}

/* Advice for a property of a material that the law does not use, to follow a message; "": there is
 * none. */
static const char *unused_advice(const struct lt_program *program, const char *property,
                                 struct lt_arena *arena) {
    const struct lt_law *law = program->law;
    const long friction = lt_roles_find(law, LT_FRICTION);
    if (strcmp(property, "fric") != 0)
        return "";
    if (friction >= 0)
        return lt_arena_print(arena, ": its friction is %s", law->params[friction].name);
    if (kind_of(program) == LT_DECK_HERTZ)
        return ": it has no friction; 'mindlin' is this law with friction";
    return lt_laws_param(law, "tangential") < 0 ? ": it has no friction"
                                                : ": it has no friction without a tangential part";
}

/* Writes a comment on properties of the materials that the law does not use. */
static void put_unused(FILE *file, const struct lt_deck_code *code,
                       const struct lt_program *program, struct lt_arena *arena) {
    const struct lt_material *a = program->particles[0].of, *b = program->particles[1].of;
    const struct lt_material *of[] = {a, b == a ? NULL : b};
    for (int i = 0; i < 2; i++) {
        const char *list = NULL, *advice = "";
        for (size_t k = 0; of[i] && k < of[i]->n_unused; k++) {
            const char *name = of[i]->unused[k], *more = unused_advice(program, name, arena);
            list = lt_arena_print(arena, "%s%s%s", list ? list : "", list ? ", " : "", name);
            advice = *more ? more : advice;
        }
        if (list)
            fprintf(file, "%s %sthe law does not use %s of '%s'%s\n", code->comment,
                    *advice ? "warning: " : "", list, of[i]->name, advice);
    }
}

/* ---- The law in plain coefficients ----------------------------------------------------------- */

/* A parameter of the law, SI units, or OTHERWISE if the law has none of this name. */
static double param_or(const struct lt_setup *setup, const char *name, double otherwise) {
    const struct lt_program *program = setup->program;
    size_t i = param_index(program->law, name);
    return i < program->law->n_params ? setup->values[program->names->params + i] : otherwise;
}

/* The parameter of the law with this role, SI units, or OTHERWISE if it has none. */
static double get_role(const struct lt_setup *setup, enum lt_role role, double otherwise) {
    const long i = lt_roles_find(setup->program->law, role);
    return i < 0 ? otherwise : setup->values[setup->program->names->params + (size_t)i];
}

/* Takes the numbers of a linear law, SI units, from which all codes write their lines. Ratios are
 * fractions of critical damping by the effective mass, also where the law uses both masses
 * (dp_mass). */
static void gather_linear(const struct lt_setup *setup, struct lt_deck *d) {
    /* dp_mass chooses the mass by which the law's ratios count: the effective one, or that of both
     * own masses. */
    double mass = param_or(setup, "dp_mass", 0) > 0.5 ? d->m_both : d->m_eff;
    d->kn = get_role(setup, LT_STIFFNESS_N, 0);
    d->ks = get_role(setup, LT_STIFFNESS_S, 0);
    double root_n = 2 * sqrt(mass * d->kn);
    d->cn = param_or(setup, "cn", root_n * param_or(setup, "dp_nratio", 0));
    double root_s = 2 * sqrt(mass * d->ks), share = sqrt(mass / d->m_eff);
    d->cs = param_or(setup, "ct", root_s * param_or(setup, "dp_sratio", 0));
    /* Ratios go with the root of the mass, so SHARE converts them to the effective mass. */
    d->ratio = share * d->cn / root_n;
    d->sratio = root_s > 0 ? share * d->cs / root_s : 0;
    d->has_shear = d->ks > 0;
    d->incremental = param_or(setup, "lin_mode", 0) > 0;
    d->slip_cut = (int)param_or(setup, "dp_mode", 0) & 2 || param_or(setup, "slip_dashpot", 1) == 0;
}

/* Sets d->young (Pa) and d->poisson to those of equal bodies that have E* and G* of the contact:
 * the parameters of the law if G* fits them within 1e-12, else solved for. */
static void gather_moduli(const struct lt_setup *setup, struct lt_deck *d) {
    const double e = d->effective_young, g = param_or(setup, "shear_eff", 0);
    d->young = param_or(setup, "young", 0);
    d->poisson = param_or(setup, "poisson", 0);
    const double like = e * (1 - d->poisson) / (2 * (2 - d->poisson));
    if (g > 0 && !(fabs(g - like) <= 1e-12 * g))
        lt_deck_parts_moduli(d, &d->young, &d->poisson);
}

/* Why equal bodies cannot have E* and G* of the contact; NULL: they can. */
const char *lt_deck_refuse_moduli(const struct lt_deck *d) {
    return d->poisson >= 0 && d->poisson <= 0.5
               ? NULL
               : lt_arena_print(d->arena,
                                "no material has E* and G* of this contact: with like bodies G*/E* "
                                "is between 1/6 and 1/4, here %.6g",
                                d->shear / d->effective_young);
}

/* Takes the numbers of a Hertz law, SI units, from which all codes write their lines. The ratio of
 * a Tsuji dashpot is alpha/sqrt(5), as its restitution is that of a linear dashpot of this fraction
 * of critical damping. */
static void gather_hertz(const struct lt_setup *setup, struct lt_deck *d) {
    gather_moduli(setup, d);
    d->k = 4.0 / 3 * param_or(setup, "young_eff", 0) * sqrt(d->r_eff);
    d->shear = param_or(setup, "shear_eff", 0);
    d->damping = (enum lt_deck_damping)param_or(setup, "damping", LT_DECK_TSUJI);
    d->alpha = d->damping == LT_DECK_TSUJI ? param_or(setup, "alpha", 0) : 0;
    d->c_0 = d->damping == LT_DECK_CONSTANT ? param_or(setup, "cn", 0) : 0;
    d->c_half = d->damping == LT_DECK_VISCOELASTIC ? 1.5 * d->k * param_or(setup, "A", 0) : 0;
    d->phi = param_or(setup, "phi", 0);
    d->ratio = d->alpha / sqrt(5);
    d->sratio = d->phi / 2;
    d->has_shear = d->shear > 0;
    d->spring = (enum lt_deck_spring)param_or(setup, "tangential", LT_DECK_SECANT_INITIAL);
    if (d->spring == LT_DECK_NO_SPRING) /* `hertz`: without friction any will do */
        d->spring = LT_DECK_SECANT_INITIAL;
    d->slip_cut = !(param_or(setup, "slip_dashpot", 0) > 0);
}

/* Takes the numbers of a contact, SI units, from which the lines of a code are written. Radius and
 * density are those of sphere B, or of the ball if B is a wall; dt (s) counts only if the program
 * runs in discrete steps, d.steps. */
static struct lt_deck gather_deck(const struct lt_setup *setup, const struct lt_program *program,
                                  struct lt_arena *arena) {
    const struct lt_body *a = &setup->pair.a, *b = &setup->pair.b;
    const struct lt_body *ball = b->flat > 0 ? a : b;
    struct lt_deck d = {.kind = kind_of(program),
                        .digits = 10,
                        .no_tension = (int)param_or(setup, "dp_mode", 0) & 1,
                        .wall = a->flat > 0 || b->flat > 0,
                        .gap = get_role(setup, LT_REFERENCE_GAP, 0),
                        .effective_young = param_or(setup, "young_eff", 0),
                        .steps = program->motion.integrator != LT_EXACT && program->as_run,
                        .fric = get_role(setup, LT_FRICTION, 0),
                        .m_eff = setup->pair.m_eff,
                        .m_both = setup->pair.m_both,
                        .r_eff = setup->pair.r_eff,
                        .radius = ball->radius,
                        .radius_b = ball == a ? b->radius : a->radius,
                        .density = density_of(ball),
                        .dt = setup->dt,
                        .damping_of_bodies = setup->damping,
                        .arena = arena};
    /* The numbers of the law itself, by its kind; only Hertz laws have the parameter young_eff. */
    d.name = lt_deck_law_known(program, &d.kind)->name;
    lt_deck_parts_names(&d, setup);
    if (d.kind == LT_DECK_PARTS)
        lt_deck_parts_gather(&d, setup, arena);
    else
        (lt_laws_param(program->law, "young_eff") < 0 ? gather_linear : gather_hertz)(setup, &d);
    return d;
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Writes as a comment the law with the parts and choices that the code has. */
static void put_law_name(FILE *file, const struct lt_deck_code *code,
                         const struct lt_program *program, const struct lt_deck *deck,
                         struct lt_arena *arena) {
    const struct lt_law *law = program->law, *free_law = law->whole ? law->whole : law;
    fprintf(file, "%s the law of that code: %s", code->comment, law->name);
    for (int i = 0; i < LT_DECK_KINDS && deck->kind == LT_DECK_PARTS; i++)
        if (strcmp(deck->made.part[i], "none") != 0)
            fprintf(file, ", %s: %s", lt_deck_kinds[i], deck->made.part[i]);
    const struct choices choices = choices_of(code, program, arena);
    for (const struct lt_preset_choice *c = choices.list; c->param; c++) {
        size_t i = param_index(law, c->param);
        unsigned value;
        const size_t at = param_index(free_law, c->param); /* a named law may have chosen it */
        if (i < law->n_params && free_law->params[at].min < free_law->params[at].max &&
            is_choice_known(program, i, &value))
            fprintf(file, ", %s: %s", c->param, word_of(law->params[i].choices, value, arena));
    }
    fputc('\n', file);
}

/* Writes the comments above the lines: law, motion and, for a RUN instead of a calibration, what
 * else the code needs. */
static void put_deck_head(FILE *file, const struct lt_deck_code *code,
                          const struct lt_program *program, const struct lt_deck *deck, bool run,
                          struct lt_arena *arena) {
    static const char *const kinds[] = {"linear contact", "Hertz contact", "composed contact"};
    fprintf(file, "%s %s, %s%s%s\n", code->comment, code->title,
            deck->kind == LT_DECK_NAMED ? deck->name : kinds[deck->kind],
            deck->wall ? " with a wall" : "",
            !deck->steps ? "; in the limit of small steps"
            : run        ? "; for this time step"
                         : "; for this time step, averaged over the entry phase");
    put_law_name(file, code, program, deck, arena);
    put_motion(file, code, program,
               run && deck->steps && program->motion.frame == LT_FRAME_BODIES &&
                   code->levels != LT_LEVELS_OWN);
    if (run)
        put_other_settings(file, code, deck);
    put_pair(file, code, program, deck);
    put_densities(file, code, deck);
    put_unused(file, code, program, arena);
    if (deck->damping_of_bodies > 0 && !code->damps)
        fprintf(file, "%s warning: motion.damping is given, but not in these lines\n",
                code->comment);
}

/* Writes the lines of the law alone, without comments above, for a target restitution WANTED (NAN:
 * none). NULL: there are none, for the reason *WHY. */
static const char *law_lines(const struct lt_deck_code *code, const struct lt_program *program,
                             const struct lt_override *overrides, size_t n_overrides, double wanted,
                             struct lt_expr *expr, const char **why, struct lt_arena *arena) {
    struct lt_setup setup;
    struct lt_text text;
    *why = NULL;
    if (!lt_setup_make(&setup, program, overrides, n_overrides,
                       program->motion.integrator == LT_EXACT, expr, arena)) {
        *why = lt_arena_print(arena, "%s", setup.why);
        return NULL;
    }
    struct lt_deck deck = gather_deck(&setup, program, arena);
    deck.wanted = wanted;
    deck.why = why;
    FILE *file = lt_text_begin(&text);
    code->put(file, &deck);
    const char *lines = lt_text_keep(&text, arena);
    return *why ? NULL : lines;
}

/* True if one of N overrides sets the value in this slot. */
static bool is_overridden(const struct lt_override *overrides, size_t n, size_t slot) {
    for (size_t i = 0; i < n; i++)
        if (overrides[i].name->slot == slot)
            return true;
    return false;
}

/* Lists the given parameters of the law that do not affect these LINES: each is reduced by 1 % and
 * the lines are written again, for the same target restitution WANTED (NAN: none). */
static void put_lost(FILE *file, const struct lt_deck_code *code, const struct lt_setup *setup,
                     const struct lt_override *overrides, size_t n_overrides, double wanted,
                     const char *lines, struct lt_arena *arena) {
    const struct lt_program *program = setup->program;
    const struct lt_law *law = program->law;
    for (size_t i = 0; i < law->n_params; i++) {
        const struct lt_number *number = &program->params[i];
        const size_t slot = program->names->params + i;
        const double value = setup->values[slot], other = 0.99 * value;
        /* Parameters without effect by their nature are left out: words, zero and infinity, values
         * at a bound, friction that is written as its largest number, and unknowns of a
         * calibration. */
        if (!number->given || number->choices || law->params[i].choices || value == 0 ||
            !isfinite(value) || other < number->min || other > number->max ||
            law->params[i].role == LT_FRICTION_DYNAMIC ||
            (law->params[i].role == LT_FRICTION && other > lt_deck_friction_most) ||
            lt_parts_absent(&law->params[i]) || is_overridden(overrides, n_overrides, slot))
            continue;
        /* A parameter that appears in the lines changes them, however it is converted. */
        struct lt_program changed = *program;
        struct lt_number *params = lt_arena_get(arena, law->n_params * sizeof *params);
        memcpy(params, program->params, law->n_params * sizeof *params);
        params[i].formula = NULL;
        params[i].value = other;
        changed.params = params;
        const char *why, *again = law_lines(code, &changed, overrides, n_overrides, wanted,
                                            setup->expr, &why, arena);
        if (again && strcmp(again, lines) == 0)
            fprintf(file, "%s warning: %s is given, but not in these lines\n", code->comment,
                    law->params[i].name);
    }
}

/* Why the law with these values does not exist in the code; NULL: it does. */
static const char *find_unsupported(const struct lt_deck_code *code, const struct lt_setup *setup,
                                    const struct lt_override *overrides, size_t n_overrides,
                                    struct lt_arena *arena) {
    enum lt_deck_kind kind;
    const struct lt_law *law = setup->program->law;
    const struct lt_law *known = lt_deck_law_known(setup->program, &kind);
    if (!lt_deck_law_is(setup, overrides, n_overrides, known))
        return lt_arena_print(arena,
                              "law '%s' has the parameters of '%s', but not its forces: %s has no "
                              "law for it that this tool knows of",
                              law->name, known->name, code->title);
    if (get_role(setup, LT_REFERENCE_GAP, 0) != 0 && !code->has_gap)
        return lt_arena_print(arena, "%s counts overlap from touch: it has no reference gap",
                              code->title);
    if (get_role(setup, LT_FRICTION_DYNAMIC, INFINITY) < get_role(setup, LT_FRICTION, 0))
        return lt_arena_print(
            arena, "%s's friction has one coefficient: fric_dynamic below fric cannot be expressed",
            code->title);
    return NULL;
}

/* A copy of the set-up's values, SI units, in which the parameters of the list CHOICE have the
 * values of the PREPARED program: the choices as the code has them. */
static double *chosen_values(const struct lt_setup *setup, const struct lt_preset_choice *choice,
                             const struct lt_program *prepared, struct lt_arena *arena) {
    const struct lt_names *names = prepared->names;
    double *values = lt_arena_get(arena, names->slots * sizeof *values);
    memcpy(values, setup->values, names->slots * sizeof *values);
    for (; choice->param; choice++) {
        size_t i = param_index(prepared->law, choice->param);
        if (i < prepared->law->n_params && prepared->params[i].given)
            values[names->params + i] = prepared->params[i].value;
    }
    return values;
}

/* Writes the law of a set-up with all digits, for the code to run it. NULL, or why that is
 * impossible. */
const char *lt_deck_lines(const struct lt_deck_code *code, const struct lt_setup *setup, FILE *file,
                          struct lt_arena *arena) {
    struct lt_program prepared;
    const char *why = lt_deck_prepare(code, setup->program, &prepared, arena);
    if (why)
        return why;
    if (get_role(setup, LT_FRICTION_DYNAMIC, INFINITY) < get_role(setup, LT_FRICTION, 0))
        return lt_arena_print(arena, "%s's friction has one coefficient: no fric_dynamic below it",
                              code->title);
    if (get_role(setup, LT_REFERENCE_GAP, 0) != 0 && !code->has_gap)
        return lt_arena_print(arena, "%s counts overlap from touch: it has no reference gap",
                              code->title);
    /* The law with the choices of the code, and 17 digits, which give back the same double. */
    struct lt_setup own = *setup;
    const struct choices choices = choices_of(code, &prepared, arena);
    own.values = chosen_values(setup, choices.list, &prepared, arena);
    struct lt_deck deck = gather_deck(&own, &prepared, arena);
    deck.digits = 17;
    deck.wanted = NAN;
    deck.why = &why;
    code->put(file, &deck);
    return why;
}

/* The choices in which the code differs from the program, with the code's values, such as "dp_mode:
 * full". NULL: there are none, or the code has no such law. */
const char *lt_deck_changed(const struct lt_deck_code *code, const struct lt_program *program,
                            struct lt_arena *arena) {
    struct lt_program prepared;
    const struct lt_law *law = program->law;
    const char *text = NULL;
    if (lt_deck_prepare(code, program, &prepared, arena))
        return NULL;
    const struct choices choices = choices_of(code, &prepared, arena);
    for (const struct lt_preset_choice *choice = choices.list; choice->param; choice++) {
        size_t i = param_index(law, choice->param);
        unsigned before, after;
        if (i == law->n_params || !is_choice_known(program, i, &before) ||
            !is_choice_known(&prepared, i, &after) || before == after)
            continue;
        text = lt_arena_print(arena, "%s%s%s: %s", text ? text : "", text ? ", " : "",
                              choice->param, word_of(law->params[i].choices, after, arena));
    }
    return text;
}

/* Writes the law with overrides applied, for a target restitution WANTED (NAN: none); without
 * overrides it also writes what the code needs besides for the same run. NULL, or why the code
 * cannot express it. */
const char *lt_deck_write(const struct lt_deck_code *code, const struct lt_program *program,
                          const struct lt_override *overrides, size_t n_overrides, double wanted,
                          FILE *file, struct lt_arena *arena) {
    struct lt_setup setup;
    struct lt_expr *expr = lt_expr_new();
    bool ok = lt_setup_make(&setup, program, overrides, n_overrides,
                            program->motion.integrator == LT_EXACT, expr, arena);
    const char *why = ok ? find_unsupported(code, &setup, overrides, n_overrides, arena)
                         : lt_arena_print(arena, "%s", setup.why);
    const char *lines =
        why ? NULL : law_lines(code, program, overrides, n_overrides, wanted, expr, &why, arena);
    if (lines) {
        const struct lt_deck deck = gather_deck(&setup, program, arena);
        put_deck_head(file, code, program, &deck, n_overrides == 0, arena);
        put_lost(file, code, &setup, overrides, n_overrides, wanted, lines, arena);
        fputs(lines, file);
    }
    lt_expr_free(expr);
    return why;
}

/* ---- Several types --------------------------------------------------------------------------- */

/* A property of the material of particle A or, if SECOND, B, SI units; NAN: the law or the material
 * has none of this name. */
static double material_has(const struct lt_setup *setup, const char *name, bool second) {
    const size_t i = param_index(setup->program->law, name);
    return i == setup->program->law->n_params ? NAN
           : second                           ? setup->given_b[i]
                                              : setup->given_a[i];
}

/* Describes the pair with its LINES, moduli (Pa) and densities (kg/m^3), a ball before a wall, and
 * sets NAMES to the names of its materials. */
static struct lt_deck_typed describe_typed(const struct lt_setup *setup, const char *lines,
                                           const char *names[2]) {
    const struct lt_body *bodies[] = {&setup->pair.a, &setup->pair.b};
    const struct lt_particle *particles = setup->program->particles;
    const int first = bodies[0]->flat > 0;
    struct lt_deck_typed typed = {.wall = bodies[0]->flat > 0 || bodies[1]->flat > 0,
                                  .lines = lines};
    for (int k = 0; k < 2; k++) {
        const int at = first ^ k;
        names[k] = particles[at].of->name;
        typed.young[k] = material_has(setup, "young", at);
        typed.poisson[k] = material_has(setup, "poisson", at);
        typed.density[k] = density_of(bodies[at]);
    }
    return typed;
}

/* Writes the laws of N pairs of materials as one input with a type for each material. NULL, or why
 * that is impossible. */
const char *lt_deck_write_types(const struct lt_deck_code *code, const struct lt_deck_pair *pairs,
                                size_t n, FILE *file, struct lt_arena *arena) {
    struct lt_deck_types types = {.n_pairs = n, .comment = code->comment, .arena = arena};
    struct lt_deck_typed *typed = lt_arena_get(arena, n * sizeof *typed);
    const char *(*names)[2] = lt_arena_get(arena, n * sizeof *names), *why = NULL;
    struct lt_expr *expr = lt_expr_new();
    if (!code->put_types)
        why = lt_arena_print(arena, "lawtester writes %s lines of one pair of materials at a time",
                             code->title);
    /* Each pair is written as a law of one type first; its lines are then merged by the code. */
    for (size_t k = 0; k < n && !why; k++) {
        const struct lt_program *program = pairs[k].program;
        const struct lt_particle *particles = program->particles;
        struct lt_setup setup;
        if (!particles[0].of || !particles[1].of)
            why = lt_arena_print(arena,
                                 "%s: types are named by their materials: give both particles one",
                                 program->source->name);
        else if (!lt_setup_make(&setup, program, pairs[k].overrides, pairs[k].n_overrides,
                                program->motion.integrator == LT_EXACT, expr, arena))
            why = lt_arena_print(arena, "%s", setup.why);
        else
            why = find_unsupported(code, &setup, pairs[k].overrides, pairs[k].n_overrides, arena);
        const char *lines = why ? NULL
                                : law_lines(code, program, pairs[k].overrides, pairs[k].n_overrides,
                                            pairs[k].wanted, expr, &why, arena);
        if (lines)
            typed[k] = describe_typed(&setup, lines, names[k]);
        /* The head of the first pair stands for all; warnings about lost parameters are of each. */
        if (lines && k == 0) {
            const struct lt_deck deck = gather_deck(&setup, program, arena);
            put_law_name(file, code, program, &deck, arena);
        }
        if (lines)
            put_lost(file, code, &setup, pairs[k].overrides, pairs[k].n_overrides, pairs[k].wanted,
                     lines, arena);
    }
    lt_expr_free(expr);
    if (!why)
        why = lt_deck_types_order(&types, typed, names);
    /* A comment assigns the numbers of the types, from 1, to the materials. */
    if (!why) {
        fprintf(file, "%s types:", code->comment);
        for (size_t i = 0; i < types.n; i++)
            fprintf(file, "%s %zu '%s'%s", i ? "," : "", i + 1, types.name[i],
                    types.is_ball[i] ? "" : ", a wall");
        fputc('\n', file);
        why = code->put_types(file, &types);
    }
    return why;
}
