/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "verify/kit.h"

#include "base/arena.h"
#include "base/digits.h"
#include "config.h"
#include "kit_files.h" /* kit_check[], kit_adapter[], kit_world[]: doc/templates by lines */
#include "result/json.h"
#include "setup/setup.h"

#include <math.h>
#include <string.h>

enum { SIX = 6, STEP = 0, DT = 1, U = 2, V = 8, F = 14, LOCAL = 20 };
enum { BODY = 9, PLACE = 0, SPEED = 3, SPIN = 6, ANSWER = 2 + 2 * BODY, WORLD = 32 };

#define MOTION_NAMES "un, us, ut, an, as, at, vn, vs, vt, wn, ws, wt"
#define FORCE_NAMES  "fn, fs, ft, mn, ms, mt"
static const char local_given[] = "step, dt, " MOTION_NAMES, local_answer[] = FORCE_NAMES;
static const char world_given[] = "step, dt, xa, ya, za, vxa, vya, vza, wxa, wya, wza, "
                                  "xb, yb, zb, vxb, vyb, vzb, wxb, wyb, wzb";
static const char world_answer[] = "fxa, fya, fza, txa, tya, tza, fxb, fyb, fzb, txb, tyb, tzb";

const char *const lt_kit_defines[] = {
    "record.every=1", "record.columns=[dt, " MOTION_NAMES ", " FORCE_NAMES "]", NULL};

/* ---- The rows -------------------------------------------------------------------------------- */

/* Copies the rows of the run to c->local, SI units; its visible columns are those of lt_kit_defines
 * in their order. Sets the largest force c->force, N, and moment c->moment, N m. The first row is
 * the start, with dt = 0. */
static void take_rows(struct lt_kit_case *c, struct lt_arena *arena) {
    const struct lt_table *table = &c->result->table;
    c->rows = table->rows;
    c->local = lt_arena_get(arena, c->rows * sizeof *c->local);
    for (size_t i = 0; i < c->rows; i++) {
        double *row = c->local[i];
        row[STEP] = (double)i;
        for (size_t k = 0, at = DT; k < table->columns && at < LOCAL; k++)
            if (!c->program->columns[k].hidden)
                row[at++] = table->cells[i * table->columns + k];
        for (int k = F; k < LOCAL; k++) {
            double *peak = k < F + 3 ? &c->force : &c->moment;
            *peak = fmax(*peak, fabs(row[k]));
        }
        row[DT] *= i > 0;
    }
}

/* ---- Away from conditions -------------------------------------------------------------------- */

/* One contact of the law, which follows the rows. */
struct contact {
    const struct lt_law *law;
    struct lt_setup setup;
    double *state, *losses;
};

/* Prepares a new contact AT of a program, with state and losses in ARENA. Returns false if it
 * cannot be set up; at->setup.why gives the reason. */
static bool begin_contact(struct contact *at, const struct lt_program *program,
                          struct lt_expr *expr, struct lt_arena *arena) {
    at->law = program->law;
    at->state = lt_arena_get(arena, (at->law->n_state + 1) * sizeof *at->state);
    at->losses = lt_arena_get(arena, (at->law->n_losses + 1) * sizeof *at->losses);
    return lt_setup_make(&at->setup, program, NULL, 0, false, expr, arena);
}

/* Fills OUT with the answer of the law to each row, for a contact AT and a path that is slightly
 * moved: from the first step on the displacement along n is larger by SHIFT, m; the others, with
 * their velocities, are larger by the factor SCALE. */
static void drive_kit_contact(struct contact *at, const struct lt_kit_case *c, double shift,
                              double scale, struct lt_out *out) {
    const double *params = at->setup.values + c->program->names->params;
    double u[SIX] = {0}, before[SIX];
    for (size_t i = 0; i < c->rows; i++) {
        const double *row = c->local[i];
        struct lt_move move = {.dt = row[DT], .active = i > 0 ? out[i - 1].active : 0};
        double *to = &move.un;
        memcpy(before, u, sizeof before);
        for (int k = 0; k < SIX; k++) {
            u[k] = k == 0 ? row[U] + (i > 0 ? shift : 0) : row[U + k] * scale;
            to[k] = u[k];
            to[SIX + k] = i > 0 ? u[k] - before[k] : 0;
            to[2 * SIX + k] = row[V + k] * (k == 0 ? 1 : scale);
        }
        out[i] = (struct lt_out){.fn = 0};
        at->law->one(params, at->setup.derived, &move, at->state, &out[i], at->losses);
    }
}

/* The largest difference between an answer and the six forces F, relative to the largest force or
 * moment of the case. */
static double answer_difference(const struct lt_kit_case *c, const struct lt_out *out,
                                const double *f) {
    const double *have = &out->fn;
    double off = 0;
    for (int k = 0; k < SIX; k++)
        off = fmax(off, fabs(have[k] - f[k]) / (k < 3 ? c->force : c->moment));
    return off;
}

/* Runs drive_kit_contact() with a new contact, on the path shifted along n by SHIFT, m, and
 * multiplied by SCALE; OUT gets an answer for each row. Returns false if it cannot be set up; WHY,
 * of SIZE bytes, gives the reason. */
static bool drive_anew(const struct lt_kit_case *c, double shift, double scale, struct lt_out *out,
                       struct lt_arena *arena, char *why, size_t size) {
    struct lt_expr *expr = lt_expr_new();
    struct contact at = {.law = NULL};
    const bool ok = begin_contact(&at, c->program, expr, arena);
    if (ok)
        drive_kit_contact(&at, c, shift, scale, out);
    else
        snprintf(why, size, "%s", at.setup.why);
    lt_expr_free(expr);
    return ok;
}

/* Rounding makes errors that grow with the number of steps. */
static const double same = 1e-12;
/* A force that changes by so much more than the motion has jumped. */
static const double jump = 1e-4;

/* Returns true if the law can repeat the case from its rows alone, and no step lies so near to
 * where the law changes its branch, or its force jumps, that rounding decides about it. False: WHY,
 * of SIZE bytes, says in which step. */
static bool is_apart(const struct lt_kit_case *c, struct lt_arena *arena, char *why, size_t size) {
    static const double signs[][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    struct lt_out *plain = lt_arena_get(arena, c->rows * sizeof *plain);
    struct lt_out *moved = lt_arena_get(arena, c->rows * sizeof *moved);
    double deepest = 0;
    /* First the law on the path itself: its answers must be those of the run. */
    if (!drive_anew(c, 0, 1, plain, arena, why, size))
        return false;
    for (size_t i = 0; i < c->rows; i++) {
        deepest = fmax(deepest, fabs(c->local[i][U]));
        if (answer_difference(c, &plain[i], c->local[i] + F) > same) {
            snprintf(
                why, size,
                "step %zu: the law alone, led along the motion of the run, answers with another "
                "force: an action of a stage (done, at), or what 'motion' does to the step, "
                "has changed it; a case has none of that",
                i);
            return false;
        }
    }
    /* Then on paths that are shifted along n by LT_KIT_APART of the deepest displacement, and
     * longer or shorter by this share: the same branches and nearly the same forces. */
    for (size_t k = 0; k < 4; k++) {
        if (!drive_anew(c, signs[k][0] * LT_KIT_APART * deepest, 1 + signs[k][1] * LT_KIT_APART,
                        moved, arena, why, size))
            return false;
        for (size_t i = 1; i < c->rows; i++) {
            const bool other = moved[i].active != plain[i].active ||
                               memcmp(&moved[i].branch, &plain[i].branch, sizeof(double)) != 0;
            if (!other && answer_difference(c, &moved[i], c->local[i] + F) <= jump)
                continue;
            snprintf(
                why, size,
                "step %zu lies within %g of a threshold of the law (touch, slip, break ...), so "
                "that codes would decide about it by their last digit: move the path a "
                "little, as by -D motion.phase=0.4 or another motion.gap",
                i, LT_KIT_APART);
            return false;
        }
    }
    return true;
}

/* ---- The world form -------------------------------------------------------------------------- */

/* Why the kit cannot give positions of bodies, which must be a sphere B, and a sphere or wall A;
 * NULL: it can. */
static const char *why_no_world(const struct lt_program *program) {
    const struct lt_particle *p = program->particles;
    return p[1].shape == LT_WALL     ? "particle b is the wall"
           : p[1].shape != LT_SPHERE ? "particle b is no sphere"
           : p[0].shape != LT_SPHERE && p[0].shape != LT_WALL
               ? "particle a is no sphere and no wall"
               : NULL;
}

/* Computes the motion of two bodies that makes that of the rows, m, m/s and rad/s, and the forces,
 * N, and torques, N m, on their centres. A stays at the origin, B on the axis x; a rotation is
 * divided between them so that it brings no slip. The contact point is in the middle of the
 * overlap. Sets c->world and the largest torque c->torque. */
static void make_world(struct lt_kit_case *c, const struct lt_pair *pair, struct lt_arena *arena) {
    const bool wall = pair->a.flat > 0;
    c->world = lt_arena_get(arena, c->rows * sizeof *c->world);
    for (size_t i = 0; i < c->rows; i++) {
        const double *row = c->local[i], *v = row + V, *f = row + F, *m = row + F + 3, un = row[U];
        double *w = c->world[i], *a = w + 2, *b = a + BODY, *on_a = w + ANSWER, *on_b = on_a + SIX;
        /* Distances, m, of the contact point from the centres; a wall does not deform. */
        const double arm_a = wall ? 0 : pair->a.radius + un / 2;
        const double arm_b = pair->b.radius + (wall ? un : un / 2);
        const double turn[] = {0, 0 - f[2], f[1]}; /* n x f */
        memset(w, 0, sizeof *c->world);
        memcpy(w, row, 2 * sizeof *w);
        b[PLACE] = (wall ? 0 : pair->a.radius) + pair->b.radius + un;
        memcpy(b + SPEED, v, 3 * sizeof *v);
        for (int k = 0; k < 3; k++) {
            /* Relative spins about s and t are divided in the ratio of the arms, so that both
             * surfaces move alike at the contact point; about n each body takes half. */
            const double share = wall ? 1 : k == 0 ? 0.5 : arm_a / (arm_a + arm_b);
            b[SPIN + k] = share * v[3 + k];
            a[SPIN + k] = wall ? 0 : 0 - (1 - share) * v[3 + k];
            on_a[k] = f[k];
            on_b[k] = 0 - f[k];
            on_a[3 + k] = arm_a * turn[k] + m[k];
            on_b[3 + k] = arm_b * turn[k] - m[k];
        }
        for (int k = 3; k < SIX; k++)
            c->torque = fmax(c->torque, fmax(fabs(on_a[k]), fabs(on_b[k])));
        /* A wall cannot turn: the surface velocity that the spin of B causes, is taken back by the
         * velocity of B. */
        if (wall) {
            b[SPEED + 1] += arm_b * v[5];
            b[SPEED + 2] -= arm_b * v[4];
            memset(on_a, 0, SIX * sizeof *on_a);
        }
    }
}

/* ---- The numbers ----------------------------------------------------------------------------- */

/* Returns TEXT with a line NAME=VALUE added. */
static const char *with_number(const char *text, const char *name, double value,
                               struct lt_arena *arena) {
    char digits[LT_DIGITS_ROOM];
    lt_digits(value, digits);
    return lt_arena_print(arena, "%s%s=%s\n", text, name, isinf(value) ? "inf" : digits);
}

/* Lines NAME=VALUE, in SI, with the parameters of the law, except choices, which are words, and the
 * numbers of the pair. */
static const char *numbers_of(const struct lt_kit_case *c, const struct lt_pair *pair,
                              struct lt_arena *arena) {
    const struct lt_law *law = c->program->law;
    const double *values = c->result->values + c->program->names->params;
    const struct lt_body *bodies[] = {&pair->a, &pair->b};
    const char *text = "";
    for (size_t i = 0; i < law->n_params; i++)
        if (!law->params[i].choices && !isnan(values[i]) && !law->params[i].hidden)
            text = with_number(text, law->params[i].name, values[i], arena);
    text = with_number(text, "m_eff", pair->m_eff, arena);
    text = with_number(text, "r_eff", pair->r_eff, arena);
    for (int i = 0; i < 2; i++) {
        const char *of = i == 0 ? "a" : "b";
        const struct lt_body *body = bodies[i];
        text = with_number(text, lt_arena_print(arena, "radius_%s", of),
                           body->flat > 0 ? INFINITY : body->radius, arena);
        text = with_number(text, lt_arena_print(arena, "mass_%s", of), body->mass, arena);
        text = with_number(text, lt_arena_print(arena, "inertia_%s", of), body->inertia[0], arena);
    }
    return text;
}

/* ---- A case ---------------------------------------------------------------------------------- */

/* Returns true if a run can become a case of a kit, as it has few steps, all recorded, and fixed
 * axes. False: WHY, of SIZE bytes, gives the reason and the setting to change. */
static bool is_suited(const struct lt_kit_case *c, char *why, size_t size) {
    const struct lt_program *program = c->program;
    const struct lt_motion *motion = &program->motion;
    const size_t steps = (size_t)c->result->values[LT_R_STEPS];
    if (motion->frame != LT_FRAME_CONTACT)
        snprintf(why, size,
                 "its normal turns; a case is led along axes that do not: "
                 "-D motion.frame=contact");
    else if (motion->integrator != LT_LEAPFROG && motion->integrator != LT_SYMPLECTIC_EULER)
        snprintf(why, size,
                 "a case is made of the steps of a leapfrog: "
                 "-D motion.integrator=leapfrog");
    else if (program->start)
        snprintf(why, size, "it continues another run; a case begins with a new contact");
    else if (steps > LT_KIT_STEPS)
        snprintf(why, size,
                 "%zu steps; a case has at most %d: a longer motion.dt (-D motion.dt=t_c/50), or "
                 "a shorter path",
                 steps, LT_KIT_STEPS);
    else if (c->result->table.rows != steps + 1)
        snprintf(why, size, "a stage records only some of its steps (stages[].record.every)");
    else
        return true;
    return false;
}

/* Makes a case MADE of a kit from a program, read with the settings of lt_kit_defines, and its
 * result. Returns false if it cannot be one; WHY, of SIZE bytes, gives the reason. */
bool lt_kit_case(const struct lt_program *program, const struct lt_result *result,
                 struct lt_kit_case *made, struct lt_arena *arena, char *why, size_t size) {
    *made = (struct lt_kit_case){.program = program, .result = result};
    if (!is_suited(made, why, size))
        return false;
    take_rows(made, arena);
    if (!(made->force > 0)) {
        snprintf(why, size, "there is no force in it");
        return false;
    }
    for (int k = F; k < LOCAL; k++)
        if (made->local[0][k] != 0) {
            snprintf(why, size, "it begins with a force; a case begins without one");
            return false;
        }
    struct lt_setup setup;
    struct lt_expr *expr = lt_expr_new();
    const bool ok = lt_setup_make(&setup, program, NULL, 0, false, expr, arena);
    snprintf(why, size, "%s", ok ? "" : setup.why);
    lt_expr_free(expr);
    /* Without moments or torques their scale is force times radius, so that errors can be relative
     * to it. */
    const double least = isfinite(setup.pair.r_eff) ? setup.pair.r_eff : 1;
    made->moment = made->moment > 0 ? made->moment : made->force * least;
    if (!ok || !is_apart(made, arena, why, size))
        return false;
    made->no_world = why_no_world(program);
    if (!made->no_world)
        make_world(made, &setup.pair, arena);
    made->torque = made->torque > 0 ? made->torque : made->force * least;
    made->numbers = numbers_of(made, &setup.pair, arena);
    return true;
}

/* ---- Files ----------------------------------------------------------------------------------- */

const char *const *const lt_kit_files[] = {kit_check, kit_adapter, kit_world};

/* Writes the two lists of names "a, b" as the header of a CSV table, "a,b". */
static void put_names(FILE *file, const char *given, const char *answer) {
    for (const char *at = given; *at; at++)
        if (*at != ' ')
            fputc(*at, file);
    fputc(',', file);
    for (const char *at = answer; *at; at++)
        if (*at != ' ')
            fputc(*at, file);
    fputc('\n', file);
}

/* Writes the cells of a table, row by row, as CSV. */
static void put_rows(FILE *file, const double *cells, size_t rows, size_t columns) {
    for (size_t i = 0; i < rows * columns; i++) {
        lt_record_put(file, cells[i]);
        fputc((i + 1) % columns == 0 ? '\n' : ',', file);
    }
}

/* Writes the local form of a case (DATA) as CSV: motion along and about the contact's axes, and the
 * forces. Always true. */
bool lt_kit_put_local(FILE *file, void *data) {
    const struct lt_kit_case *c = data;
    put_names(file, local_given, local_answer);
    put_rows(file, c->local[0], c->rows, LOCAL);
    return true;
}

/* Writes the world form of a case (DATA) as CSV: motion of both bodies, and the forces and torques
 * on them. Always true. */
bool lt_kit_put_world(FILE *file, void *data) {
    const struct lt_kit_case *c = data;
    put_names(file, world_given, world_answer);
    put_rows(file, c->world[0], c->rows, WORLD);
    return true;
}

/* A case as an object: its law with choices and parameters, the pair of bodies, the names of its
 * tables, results and closed forms. */
static json_t *case_object(const struct lt_kit_case *c) {
    json_t *run = lt_document_run(c->program, c->result), *source = lt_provenance(c->program);
    json_t *forms = json_object(), *peaks = json_object(), *from = json_object(),
           *object = json_object();
    put_text(object, "name", c->program->stem);
    put_text(object, "title", c->program->title);
    put_text(object, "about", c->program->comment);
    put_count(object, "steps", c->rows - 1);
    put_text(forms, "local", lt_arena_print(c->program->arena, "%s.csv", c->program->stem));
    if (c->world)
        put_text(forms, "world",
                 lt_arena_print(c->program->arena, "%s.world.csv", c->program->stem));
    json_object_set_new(object, "forms", forms);
    put_real(peaks, "force", c->force);
    put_real(peaks, "moment", c->moment);
    put_real(peaks, "torque", c->torque);
    json_object_set_new(object, "peaks", peaks);
    json_object_set(object, "law", json_object_get(run, "law"));
    json_object_set(object, "parameters", json_object_get(run, "parameters"));
    json_object_set(object, "pair", json_object_get(run, "pair"));
    json_object_set(object, "particles",
                    json_object_get(json_object_get(source, "input"), "particles"));
    json_object_set(object, "results", json_object_get(run, "results"));
    json_object_set(object, "closed_forms", json_object_get(run, "expect"));
    const char *slash = strrchr(c->program->source->name, '/');
    put_text(from, "file", slash ? slash + 1 : c->program->source->name);
    json_object_set(from, "sha256", json_object_get(source, "sha256"));
    json_object_set_new(object, "from", from);
    json_decref(run);
    json_decref(source);
    return object;
}

/* The names of the columns of a table that are GIVEN to the other code, and of those that it should
 * ANSWER. */
static json_t *columns_object(const char *given, const char *answer) {
    json_t *object = json_object();
    json_object_set_new(object, "given", word_list(given));
    json_object_set_new(object, "answer", word_list(answer));
    return object;
}

/* The relative tolerances for codes in double (PRECISE) and in SINGLE precision. */
static json_t *within_object(double precise, double single) {
    json_t *object = json_object();
    put_real(object, "double", precise);
    put_real(object, "single", single);
    return object;
}

/* The document of N cases, which the caller owns. Tolerances: rounding of the places of spheres of
 * radius R is 1e-16 R, over overlaps of some 1e-3 R; in single precision 6e-8 R. */
json_t *lt_kit_document(const struct lt_kit_case *cases, size_t n) {
    json_t *document = json_object(), *columns = json_object(), *within = json_object(),
           *list = json_array();
    put_count(document, "kit", 1);
    put_text(document, "version", LT_VERSION);
    put_text(document, "units", "SI, rad");
    put_text(
        document, "local",
        "axes n s t of the contact, n from A to B; un < 0 is an overlap; rotations and moments "
        "behind displacements and forces; the force is that on A (on B its opposite), fn < 0 "
        "presses; row 0 is the start, where no step is made");
    put_text(document, "world",
             "axes x y z that do not turn, A at the origin, B at +x; places at the end of a step, "
             "velocities and spins during it; forces on the centres, torques about them; a wall is "
             "A, the plane x = 0");
    json_object_set_new(columns, "local", columns_object(local_given, local_answer));
    json_object_set_new(columns, "world", columns_object(world_given, world_answer));
    json_object_set_new(document, "columns", columns);
    json_object_set_new(within, "local", within_object(1e-12, 1e-3));
    json_object_set_new(within, "world", within_object(1e-9, 1e-3));
    json_object_set_new(document, "within", within);
    for (size_t i = 0; i < n; i++)
        json_array_append_new(list, case_object(&cases[i]));
    json_object_set_new(document, "cases", list);
    return document;
}
