/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codes/deploy.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/text.h"
#include "registry/export_law.h"
#include "setup/setup.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *const lt_deploy_codes[] = {"lammps", "liggghts", NULL};

/* Why no adapter can be written for the program's pair; NULL: one can. */
const char *lt_deploy_refused(const struct lt_program *program) {
    for (int i = 0; i < 2; i++) {
        const enum lt_shape shape = program->particles[i].shape;
        if (shape == LT_WALL || shape == LT_FACET)
            return "an adapter is for pairs of spheres, not for walls: their contacts are another "
                   "command of these codes; give it two spheres";
        if (shape != LT_SPHERE)
            return "an adapter is for pairs of spheres: give it two spheres";
    }
    return NULL;
}

/* The law's name as a name in C, which also names the files. */
const char *lt_deploy_name(const struct lt_deploy *deploy) {
    return lt_export_header_prefix(deploy->law, deploy->arena);
}

/* ---- Templates ------------------------------------------------------------------------------- */

/* A replacement for "@word@" in a template. */
struct word {
    const char *name, *text;
};

enum { NAME_MOST = 32 };

/* The replacement for the word NAME of this length; NULL: there is none. */
static const char *text_of(const struct word *words, const char *name, size_t length) {
    for (; words->name; words++)
        if (strlen(words->name) == length && strncmp(words->name, name, length) == 0)
            return words->text;
    return NULL;
}

/* Writes the template AT with every "@word@" replaced; others stay as they are. */
static void put_filled(FILE *out, const char *at, const struct word *words) {
    while (*at) {
        const size_t length = *at == '@' ? strcspn(at + 1, "@ \n") : 0;
        const char *text =
            length > 0 && at[1 + length] == '@' ? text_of(words, at + 1, length) : NULL;
        if (text) {
            fputs(text, out);
            at += length + 2;
        } else {
            fputc(*at++, out);
        }
    }
}

/* Explains the error of the last system call on PATH; returns false. */
static bool fail(char *why, size_t size, const char *path) {
    snprintf(why, size, "%s: %s", path, strerror(errno));
    return false;
}

/* Writes a text file. False: WHY says why not. */
static bool write_file(const char *path, const char *text, char *why, size_t size) {
    FILE *file = fopen(path, "w");
    if (!file)
        return fail(why, size, path);
    const bool written = fputs(text, file) >= 0;
    return (fclose(file) == 0 && written) || fail(why, size, path);
}

/* Writes the file NAME in FOLDER from the template TEMPLATE among the data files, with its "@word@"
 * replaced by WORDS; a script (.sh) becomes executable. False: WHY says why not. */
static bool fill(const struct lt_deploy *deploy, const char *template, const struct word *words,
                 const char *folder, const char *name, char *why, size_t size) {
    const char *data = lt_arena_print(deploy->arena, "doc/templates/deploy/%s", template);
    const char *path = lt_file_data(data, deploy->arena);
    size_t length;
    char *text = path ? lt_file_read(path, LT_FILE_MOST, &length) : NULL;
    if (!text) {
        snprintf(why, size, "%s: it is not among the data files of lawtester", data);
        return false;
    }
    struct lt_text filled;
    put_filled(lt_text_begin(&filled), text, words);
    free(text);
    const char *to = lt_arena_print(deploy->arena, "%s/%s", folder, name);
    if (!write_file(to, lt_text_keep(&filled, deploy->arena), why, size))
        return false;
    return !strstr(name, ".sh") || chmod(to, 0755) == 0 || fail(why, size, to);
}

/* ---- The adapter ----------------------------------------------------------------------------- */

/* A copy of WORD with its first LETTERS in upper case. */
static const char *upper(const char *word, size_t letters, struct lt_arena *arena) {
    char *text = lt_arena_print(arena, "%s", word);
    for (size_t i = 0; text[i] && i < letters; i++)
        text[i] = (char)toupper((unsigned char)text[i]);
    return text;
}

/* How list_of() writes a field: its name in quotes or plain, a pointer to its member in Params or
 * State, or a call that connects parameter number I in LIGGGHTS. */
enum form { QUOTED, MEMBER_OF_PARAMS, MEMBER_OF_STATE, PLAIN, CONNECTED };

/* Lists the names of COUNT fields in a FORM of the C++ language, for the templates of adapters: in
 * quotes, as pointers to members, with blanks between them, or as statements. */
static const char *list_of(const struct lt_deploy *deploy, const struct lt_field *fields,
                           size_t count, enum form form) {
    const char *prefix = lt_deploy_name(deploy);
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    for (size_t i = 0; i < count; i++) {
        const char *name = fields[i].name, *member = lt_export_header_member(name, deploy->arena);
        switch (form) {
        case QUOTED:
            fprintf(out, "\"%s\", ", name);
            break;
        case MEMBER_OF_PARAMS:
            fprintf(out, "&Params::%s, ", member);
            break;
        case MEMBER_OF_STATE:
            fprintf(out, "&State::%s, ", member);
            break;
        case PLAIN:
            fprintf(out, "%s%s", i > 0 ? " " : "", name);
            break;
        case CONNECTED:
            fprintf(out, "    connect(registry, %zu, &create_law_%s<%zu>);\n", i, prefix, i);
        }
    }
    return lt_text_keep(&text, deploy->arena);
}

/* The number of our LIGGGHTS model, from 32 to 62, computed from its name. LIGGGHTS allows 0 to 63,
 * and its own models have the low ones. */
static const char *number_of(const char *prefix, struct lt_arena *arena) {
    unsigned sum = 0;
    for (; *prefix; prefix++)
        sum = 31 * sum + (unsigned char)*prefix;
    return lt_arena_print(arena, "%u", 32 + sum % 31);
}

/* The contact distance factor of LIGGGHTS. A contact that ends where the surfaces part is evaluated
 * once beyond, by 1 % of the radii, so that its end is noticed; one with a range, by up to 10 %. */
static const char *factor_of(const struct lt_formula_law *law) {
    const struct lt_rules *step = &law->step;
    bool beyond = law->reach.formula != NULL;
    for (size_t i = 0; i < step->count; i++)
        beyond |= step->list[i].when && (strcmp(step->list[i].name, "lost_gap") == 0);
    return beyond ? "1.1" : "1.01";
}

enum { WORDS_OF_LAW = 13 };

/* Fills in the replacements for the templates that depend on the law. */
static void fill_words(const struct lt_deploy *deploy, struct word words[WORDS_OF_LAW]) {
    const struct lt_formula_law *formulas = deploy->law;
    const struct lt_law *law = &formulas->law;
    struct lt_arena *arena = deploy->arena;
    const char *prefix = lt_deploy_name(deploy);
    const struct word all[WORDS_OF_LAW] = {
        {"prefix", prefix},
        {"Prefix", upper(prefix, 1, arena)},
        {"PREFIX", upper(prefix, SIZE_MAX, arena)},
        {"n_params", lt_arena_print(arena, "%zu", law->n_params)},
        {"n_state", lt_arena_print(arena, "%zu", law->n_state)},
        {"names", list_of(deploy, law->params, law->n_params, QUOTED)},
        {"params", list_of(deploy, law->params, law->n_params, MEMBER_OF_PARAMS)},
        {"states", list_of(deploy, law->state, law->n_state, MEMBER_OF_STATE)},
        {"placeholders", list_of(deploy, law->params, law->n_params, PLAIN)},
        {"connects", list_of(deploy, law->params, law->n_params, CONNECTED)},
        {"number", number_of(prefix, arena)},
        {"factor", factor_of(formulas)},
        {NULL, NULL}};
    memcpy(words, all, sizeof all);
}

/* Files of a code: what they are made of, and their names, in which % is that of the law. */
static const struct file {
    const char *code, *template, *name;
} files[] = {
    {"lammps", "contact.h", "%_contact.h"},     {"lammps", "lammps.h", "pair_law_%.h"},
    {"lammps", "lammps.cpp", "pair_law_%.cpp"}, {"lammps", "lammps.build", "build.sh"},
    {"liggghts", "contact.h", "%_contact.h"},   {"liggghts", "liggghts.h", "normal_model_law_%.h"},
    {"liggghts", "liggghts.cpp", "law_%.cpp"},  {"liggghts", "liggghts.build", "build.sh"}};

/* A file name with the law's PREFIX in the place of "%". */
static const char *name_of(const char *name, const char *prefix, struct lt_arena *arena) {
    const char *at = strchr(name, '%');
    return at ? lt_arena_print(arena, "%.*s%s%s", (int)(at - name), name, prefix, at + 1) : name;
}

/* Writes header, adapter and build script to FOLDER. False: WHY says why not. */
bool lt_deploy_sources(const struct lt_deploy *deploy, const char *folder, char *why, size_t size) {
    const char *prefix = lt_deploy_name(deploy);
    struct word words[WORDS_OF_LAW];
    fill_words(deploy, words);
    const char *header = lt_arena_print(deploy->arena, "%s/%s.h", folder, prefix);
    if (!write_file(header, deploy->header, why, size))
        return false;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (strcmp(files[i].code, deploy->code) == 0 &&
            !fill(deploy, files[i].template, words, folder,
                  name_of(files[i].name, prefix, deploy->arena), why, size))
            return false;
    return true;
}

/* The input lines of the code that select the law with the parameters PARAMS, SI units. */
const char *lt_deploy_lines(const struct lt_deploy *deploy, const double *params) {
    const struct lt_law *law = &deploy->law->law;
    const char *prefix = lt_deploy_name(deploy);
    const bool lammps = strcmp(deploy->code, "lammps") == 0;
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    fprintf(out, lammps ? "pair_style law/%s\npair_coeff * *" : "pair_style gran model law_%s\n",
            prefix);
    for (size_t i = 0; i < law->n_params; i++)
        if (lammps)
            fprintf(out, " %.17g", params[i]);
        else
            fprintf(out, "fix law_%s all property/global law_%s peratomtypepair 1 %.17g\n",
                    law->params[i].name, law->params[i].name, params[i]);
    fputs(lammps ? "\n" : "pair_coeff * *\n", out);
    return lt_text_keep(&text, deploy->arena);
}

/* ---- The test -------------------------------------------------------------------------------- */

/* Sphere A rests at the origin, B comes along +n for APPROACH steps and goes back; both spin. The
 * test has at most STEPS_MOST steps and ends BEYOND steps after the contact; each row has NUMBERS
 * numbers, three forces and three torques. */
enum { APPROACH = 120, STEPS_MOST = 300, BEYOND = 5, NUMBERS = 6 };

struct drive {
    const struct lt_setup *setup;
    struct lt_pair pair;
    const double *params;
    double *derived;
    double radius[2], spin[2][3];
    double distance, speed, dt; /* of the centres at the start */
    double depth, stretch; /* overlap at the turning point, m; factor by which the imposed motion is
                              lengthened, 1 */
    double held;           /* farthest gap at which the contact held on */
    size_t steps;
    double forces[STEPS_MOST + 1][NUMBERS]; /* force and torque on A */
};

/* Distance of the two centres (m) after STEP steps: the spheres approach, then retreat at the same
 * speed. */
static double place_at(const struct drive *l, size_t step) {
    const double half = l->speed * (APPROACH * l->dt);
    return step <= APPROACH ? l->distance - l->speed * ((double)step * l->dt)
                            : l->distance - half + l->speed * ((double)(step - APPROACH) * l->dt);
}

/* The motion of the contact in step STEP of the test path, where LAST is the motion of the step
 * before. ACTIVE is true if the contact existed then. */
static struct lt_move move_at(const struct drive *l, size_t step, const struct lt_move *last,
                              bool active) {
    const double gap = place_at(l, step) - (l->radius[0] + l->radius[1]);
    const double la = l->radius[0] + 0.5 * gap, lb = l->radius[1] + 0.5 * gap;
    const double(*w)[3] = l->spin, dt = l->dt;
    struct lt_move m = {.un = l->stretch *
                              (gap - (l->setup->reference_gap ? *l->setup->reference_gap : 0)),
                        .vn = step <= APPROACH ? -l->speed : l->speed,
                        .vs = -(la * w[0][2] + lb * w[1][2]),
                        .vt = la * w[0][1] + lb * w[1][1],
                        .wn = w[1][0] - w[0][0],
                        .ws = w[1][1] - w[0][1],
                        .wt = w[1][2] - w[0][2],
                        .dt = dt,
                        .active = active};
    m.dun = m.vn * dt, m.dus = l->stretch * m.vs * dt, m.dut = l->stretch * m.vt * dt;
    m.dan = m.wn * dt, m.das = m.ws * dt, m.dat = m.wt * dt;
    m.us = last->us + m.dus, m.ut = last->ut + m.dut;
    m.an = last->an + m.dan, m.as = last->as + m.das, m.at = last->at + m.dat;
    return m;
}

/* Evaluates the law along the path and records force (N) and torque (N m) on A after each step in
 * l->forces, their number in l->steps and the largest gap of an active contact in l->held (m). The
 * contact and its displacements begin at the first evaluation, as in adapters. False: a force is
 * not finite. */
static bool drive_contact(struct drive *l, struct lt_arena *arena) {
    const struct lt_law *law = l->setup->contact.law;
    double *state = lt_arena_get(arena, (law->n_state + 1) * sizeof *state);
    double *lost = lt_arena_get(arena, (law->n_losses + 1) * sizeof *lost);
    struct lt_move last = {.un = 0};
    size_t apart = 0;
    bool met = false, active = false;
    memset(l->forces, 0, sizeof l->forces);
    l->held = 0;
    for (l->steps = 1; l->steps < STEPS_MOST && apart <= BEYOND; l->steps++) {
        const struct lt_move m = move_at(l, l->steps, &last, active);
        struct lt_out o = {.fn = 0};
        /* Before the first contact and beyond the interaction range adapters do not call the law.
         */
        if (!met && m.un > l->setup->contact.reach) {
            apart += l->steps > APPROACH;
            continue;
        }
        law->one(l->params, l->derived, &m, state, &o, lost);
        if (!isfinite(o.strain) || !isfinite(o.fn) || !isfinite(o.fs) || !isfinite(o.ft))
            return false;
        last = m;
        /* The contact is kept while it is active or the law remembers something; else its
         * displacements start anew. */
        met = active = o.active > 0.5;
        for (size_t i = 0; i < law->n_state; i++)
            met |= state[i] != 0;
        if (!met)
            last = (struct lt_move){.un = 0};
        if (active)
            l->held = fmax(l->held, m.un);
        /* The path ends BEYOND steps after the contact has ended in the retreat. */
        apart = active || l->steps <= APPROACH ? 0 : apart + 1;
        /* Torque on A about its centre: the moment at the contact plus lever arm times tangential
         * force; the arm (m) is the distance from A's centre to the middle of the gap. */
        const double la =
            l->radius[0] + 0.5 * (place_at(l, l->steps) - (l->radius[0] + l->radius[1]));
        const double made[NUMBERS] = {o.fn, o.fs, o.ft, o.mn, o.ms - la * o.ft, o.mt + la * o.fs};
        memcpy(l->forces[l->steps], made, sizeof made);
    }
    l->steps--;
    return true;
}

/* True if overlaps and tangential displacements longer by the factor 1 + 1e-9 give the same forces,
 * and the same torques, within 1e-6 of their peaks: then no threshold of the law is so close that
 * rounding of the positions could cross it. OTHER is room for that second motion. */
static bool is_far_from_thresholds(struct drive *l, struct drive *other, struct lt_arena *arena) {
    double peak[2] = {0, 0}, off[2] = {0, 0};
    *other = *l;
    other->stretch = 1 + 1e-9;
    if (!drive_contact(other, arena) || other->steps != l->steps)
        return false;
    for (size_t k = 0; k <= l->steps; k++)
        for (int i = 0; i < NUMBERS; i++) {
            peak[i / 3] = fmax(peak[i / 3], fabs(l->forces[k][i]));
            off[i / 3] = fmax(off[i / 3], fabs(l->forces[k][i] - other->forces[k][i]));
        }
    return off[0] <= 1e-6 * peak[0] && off[1] <= 1e-6 * peak[1];
}

/* Sets distance (m), speed (m/s) and spins (rad/s) of a path along which the forces do not depend
 * on rounding, of up to 16 with different gaps and speeds. False: there is none, or a force is not
 * finite. */
static bool choose_path(struct drive *l, struct lt_arena *arena) {
    struct drive other;
    const struct lt_setup *setup = l->setup;
    const double touch =
        l->radius[0] + l->radius[1] + (setup->reference_gap ? *setup->reference_gap : 0);
    const double far = fmax(setup->contact.reach, 0);
    for (int i = 0; i < 16; i++) {
        /* The start is beyond the interaction range by 0.1 to 0.3 of the overlap, another fraction
         * in each attempt. */
        const double gap = far + (0.103 + 0.0131 * i) * l->depth;
        l->distance = touch + gap;
        l->speed = (gap + l->depth) / (APPROACH * l->dt);
        /* All components of spin differ, so that the test sees each displacement and each moment;
         * they are of the size of speed over radius. */
        const double slide = 0.6 * l->speed / l->radius[0], roll = 0.25 * l->speed / l->radius[1];
        const double spin[2][3] = {{0.3 * slide, 0.7 * slide, -slide},
                                   {-0.3 * slide, roll, 0.5 * roll}};
        memcpy(l->spin, spin, sizeof spin);
        if (!drive_contact(l, arena))
            return false;
        if (is_far_from_thresholds(l, &other, arena))
            return true;
    }
    return false;
}

/* The three components of a spin (rad/s) as text with all digits. */
static const char *print_spin(const double w[3], struct lt_arena *arena) {
    return lt_arena_print(arena, "%.17g %.17g %.17g", w[0], w[1], w[2]);
}

/* Writes the forces (N) and torques (N m) on A that the adapter must give. False: WHY says why not.
 */
static bool write_expected(const struct drive *l, const char *folder, struct lt_arena *arena,
                           char *why, size_t size) {
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    fputs("step,fx,fy,fz,tx,ty,tz\n", out);
    for (size_t k = 0; k <= l->steps; k++) {
        fprintf(out, "%zu", k);
        for (int i = 0; i < NUMBERS; i++)
            fprintf(out, ",%.17g", l->forces[k][i]);
        fputc('\n', out);
    }
    return write_file(lt_arena_print(arena, "%s/expected.csv", folder), lt_text_keep(&text, arena),
                      why, size);
}

/* Writes the test of an adapter: input and data of the code, script and expected forces. False: WHY
 * says why not. */
static bool write_test(const struct lt_deploy *deploy, const struct drive *l, const char *folder,
                       char *why, size_t size) {
    struct lt_arena *arena = deploy->arena;
    const char *prefix = lt_deploy_name(deploy), *code = deploy->code;
    const struct lt_body *bodies[] = {&l->pair.a, &l->pair.b};
    /* Codes take densities (kg/m^3) instead of masses. */
    double density[2];
    for (int i = 0; i < 2; i++)
        density[i] = bodies[i]->mass / (4.0 / 3 * M_PI * pow(bodies[i]->radius, 3));
#define NUMBER(x) lt_arena_print(arena, "%.17g", (x))
    const struct word words[] = {
        {"prefix", prefix},
        {"dt", NUMBER(l->dt)},
        /* The neighbour list reaches a tenth of a radius, or twice the farthest gap at which the
           contact held. */
        {"skin", NUMBER(fmax(0.1 * fmin(l->radius[0], l->radius[1]), 2 * l->held))},
        {"lines", lt_deploy_lines(deploy, l->params)},
        {"speed", NUMBER(l->speed)},
        {"approach", lt_arena_print(arena, "%d", APPROACH)},
        {"retreat", lt_arena_print(arena, "%zu", l->steps - APPROACH)},
        {"box", NUMBER(10 * fmax(l->radius[0], l->radius[1]))},
        {"diameter_a", NUMBER(2 * l->radius[0])},
        {"diameter_b", NUMBER(2 * l->radius[1])},
        {"density_a", NUMBER(density[0])},
        {"density_b", NUMBER(density[1])},
        {"distance", NUMBER(l->distance)},
        {"spin_a", print_spin(l->spin[0], arena)},
        {"spin_b", print_spin(l->spin[1], arena)},
        {NULL, NULL}};
#undef NUMBER
    return write_expected(l, folder, arena, why, size) &&
           fill(deploy, lt_arena_print(arena, "%s.in", code), words, folder,
                lt_arena_print(arena, "in.%s", prefix), why, size) &&
           fill(deploy, "data.in", words, folder, lt_arena_print(arena, "data.%s", prefix), why,
                size) &&
           fill(deploy, lt_arena_print(arena, "%s.test", code), words, folder, "test.sh", why,
                size);
}

/* Overlap of the test path, m: 0.2 % of the radius, which DEM contacts reach, or four times the
 * interaction range, so that forces of the overlap are tested too; at most 2 %. */
static double test_depth(const struct lt_setup *setup) {
    return setup->pair.r_eff * fmin(fmax(2e-3, 4 * setup->contact.reach / setup->pair.r_eff), 2e-2);
}

/* Takes pair and parameters of the test from a set-up; the time step is that of the set-up, or 1e-6
 * s if it has none. Both spheres have their own masses even if one is held, as the test imposes the
 * motion of both. False: WHY says why not. */
static bool prepare_drive(struct drive *l, const struct lt_setup *setup, char *why, size_t size) {
    *l = (struct drive){.setup = setup,
                        .pair = setup->pair,
                        .params = setup->values + setup->program->names->params,
                        .derived = setup->derived,
                        .radius = {setup->pair.a.radius, setup->pair.b.radius},
                        .depth = test_depth(setup),
                        .dt = setup->dt > 0 && isfinite(setup->dt) ? setup->dt : 1e-6,
                        .stretch = 1};
    l->pair.a.mass = l->pair.a.own_mass;
    l->pair.b.mass = l->pair.b.own_mass;
    lt_pair_combine(&l->pair);
    const char *wrong =
        setup->contact.law->derive(&l->pair, NULL, NULL, (void *)l->params, l->derived);
    if (wrong)
        snprintf(why, size, "%s", wrong);
    return !wrong;
}

/* Writes the test of an adapter for the program's pair and law to FOLDER. False: WHY says why not.
 */
bool lt_deploy_test(const struct lt_deploy *deploy, const struct lt_program *program,
                    const char *folder, char *why, size_t size) {
    struct drive drive;
    struct lt_expr *expr = lt_expr_new();
    struct lt_setup setup;
    bool ok = lt_setup_make(&setup, program, NULL, 0, false, expr, deploy->arena);
    if (!ok)
        snprintf(why, size, "%s", setup.why);
    ok = ok && prepare_drive(&drive, &setup, why, size);
    if (ok && !choose_path(&drive, deploy->arena)) {
        snprintf(why, size,
                 "no path was found along which the law has forces that do not depend "
                 "on rounding: a test of its adapter cannot be made");
        ok = false;
    }
    ok = ok && write_test(deploy, &drive, folder, why, size);
    lt_expr_free(expr);
    return ok;
}
