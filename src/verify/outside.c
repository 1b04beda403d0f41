/* SPDX-License-Identifier: GPL-3.0-or-later */
/* outside.c: audit of a law that an external code computes, from its forces alone. The law is
 * stepped forwards on a few paths, each with a new contact. */
#include "registry/drive.h"
#include "setup/setup.h"
#include "verify/verifying.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N, S, T, SIX = 6, NUMBERS = 8, MOST = 512, LEG = 100, WHY = 1024 };

/* Forces and moments along a path, then what is missing from momentum and angular momentum. */
struct trace {
    int count;
    double f[MOST][NUMBERS];
};

struct bench {
    struct lt_verify_trial *trial;
    const struct lt_verify_options *options;
    struct lt_program *program;
    const struct lt_style *style; /* NULL: of a program */
    struct lt_expr *expr;
    struct lt_arena *arena; /* of the path */
    struct lt_setup setup;
    struct lt_drive_step now;
    double *state, *losses, work, deep, radius; /* deep: a usual overlap */
    struct trace base, other, *kept;            /* kept: of the path; NULL: not recorded */
    double put_in[SIX];                         /* work of the first shear of a loop */
    double held;                                /* a shear that friction holds */
    char why[WHY];                              /* what the code died of; "": nothing */
};

/* ---- Paths ----------------------------------------------------------------------------------- */

/* Sets up the law with its numbers in b->setup, room for its state and losses, the radius of the
 * smaller body, m, and a usual overlap, 5e-3 of it. Returns NULL, or why that fails. */
static const char *make_outside(struct bench *b) {
    const struct lt_law *law = b->program->law;
    const struct lt_pair *pair = &b->setup.pair;
    lt_arena_clear(b->arena);
    if (!lt_setup_make(&b->setup, b->program, NULL, 0, false, b->expr, b->arena)) {
        b->setup.program = NULL;
        return b->setup.why;
    }
    b->radius = fmin(pair->a.flat > 0 ? INFINITY : pair->a.radius,
                     pair->b.flat > 0 ? INFINITY : pair->b.radius);
    b->deep = 5e-3 * b->radius;
    b->state = lt_arena_get(b->arena, (law->n_state + 1) * sizeof(double));
    b->losses = lt_arena_get(b->arena, (law->n_losses + 1) * sizeof(double));
    return NULL;
}

/* Prepares the law for a new path: a new set-up, or derive() with the present one. Returns NULL, or
 * why the code refuses its numbers. */
static const char *begin_law(struct bench *b) {
    const struct lt_setup *setup = &b->setup;
    if (setup->program != b->program)
        return make_outside(b);
    double *params = setup->values + b->program->names->params;
    return b->program->law->derive(&setup->pair, setup->given_a, setup->given_b, params,
                                   setup->derived);
}

/* Begins a path with a new contact, its surfaces just apart, in a POSE of the pair in space (NULL:
 * the plain one). KEPT: trace that records the path, NULL: it is not recorded. Returns false if the
 * code fails, or has failed before; b->why gives the reason. */
static bool begin_path(struct bench *b, const struct lt_codelaw_pose *pose, struct trace *kept) {
    static const struct lt_codelaw_pose plain = {0};
    if (b->why[0])
        return false;
    b->program->codelaw->pose = pose ? *pose : plain;
    b->program->codelaw->pose.at = b->options->at;
    b->program->codelaw->audited = true;
    const char *why = begin_law(b);
    if (why) {
        snprintf(b->why, sizeof b->why, "%s", why);
        return false;
    }
    b->now = (struct lt_drive_step){.u = {1e-3 * b->deep}};
    memset(b->state, 0, b->program->law->n_state * sizeof *b->state);
    b->work = 0;
    b->kept = kept;
    if (kept)
        kept->count = 0;
    return true;
}

/* Returns true if the forces and moments of a step are finite numbers; their sum is not if one of
 * them is infinite or NaN. */
static bool is_finite_step(const struct lt_drive_step *step) {
    double sum = 0;
    for (int i = 0; i < SIX; i++)
        sum += step->f[i];
    return isfinite(sum);
}

/* Records the forces of a step, and by how much momentum and angular momentum are not balanced, the
 * last two numbers of the state of such a law. */
static void keep_row(struct bench *b, const struct lt_drive_step *step) {
    const double *off = b->state + b->program->law->n_state - 2;
    if (!b->kept || b->kept->count == MOST)
        return;
    double *row = b->kept->f[b->kept->count++];
    memcpy(row, step->f, SIX * sizeof *row);
    memcpy(row + SIX, off, 2 * sizeof *row);
}

/* Makes a step of DT, s, with the six velocities V, m/s and rad/s, records it, and adds its work,
 * J, to b->work by the trapezoid rule. Returns false if the code has failed; b->why gives the
 * reason. */
static bool step_path(struct bench *b, const double *v, double dt) {
    const struct lt_codelaw_host *host = b->program->host;
    const double *params = b->setup.values + b->program->names->params;
    struct lt_drive_step step = lt_drive_next(&b->now, v, dt);
    if (b->why[0])
        return false;
    b->program->law->one(params, b->setup.derived, &step.move, b->state, &step.out, b->losses);
    if (!is_finite_step(&step)) {
        const char *why = host->wrong(b->setup.served, NULL);
        snprintf(b->why, sizeof b->why, "%s", *why ? why : "a force that is no number");
        return false;
    }
    for (int i = 0; i < SIX; i++)
        b->work += 0.5 * (b->now.f[i] + step.f[i]) * step.du[i];
    keep_row(b, &step);
    b->now = step;
    return true;
}

/* Moves straight by the six lengths, m, and angles, rad, of WAY in LEG steps of DT, s. Returns
 * false if the code has failed; b->why gives the reason. */
static bool move_straight(struct bench *b, const double *way, double dt) {
    double v[SIX];
    for (int i = 0; i < SIX; i++)
        v[i] = way[i] / (LEG * dt);
    bool ok = true;
    for (int i = 0; ok && i < LEG; i++)
        ok = step_path(b, v, dt);
    return ok;
}

/* Motion along one DoF, so slow that dashpots have no effect. */
static const double slow = 1e4; /* s */
/* Moves along one degree of freedom, DOF 0 to 5, by WAY, m or rad, in steps so long that dashpots
 * have no effect. Returns false if the code has failed; b->why gives the reason. */
static bool go_slowly(struct bench *b, int dof, double way) {
    double all[SIX] = {0};
    all[dof] = way;
    return move_straight(b, all, slow);
}

/* Moves slowly along n to the OVERLAP, m; negative: a gap. Returns false if the code has failed;
 * b->why gives the reason. */
static bool press_to(struct bench *b, double overlap) {
    return go_slowly(b, N, -overlap - b->now.u[N]);
}

/* Shears, rolls and twists the contact while it is pressed, until it slips, then separates it, at a
 * speed at which dashpots have an effect. TURN: cosine and sine by which the motion is rotated
 * about n; POSE and KEPT as in begin_path(). Returns false if the code has failed; b->why gives the
 * reason. */
static bool move_obliquely(struct bench *b, const struct lt_codelaw_pose *pose, const double *turn,
                           struct trace *kept) {
    static const double legs[][SIX] = {{-1, 0.6, 0.2, 0, 0, 0},
                                       {-0.4, -0.2, 0.6, 6e-4, 8e-4, -4e-4},
                                       {0.6, 0.4, -0.4, -4e-4, -2e-4, 6e-4},
                                       {1, 0.1, 0.2, 0, 0, 0}};
    /* legs[]: displacements in units of the usual overlap, angles in rad. */
    bool ok = begin_path(b, pose, kept);
    for (int k = 0; ok && k < 4; k++) {
        double way[SIX];
        for (int i = 0; i < SIX; i++)
            way[i] = legs[k][i] * (i < 3 ? b->deep : 1);
        for (int i = S; i < SIX; i += 3) {
            double s = way[i], t = way[i + 1];
            way[i] = turn[0] * s - turn[1] * t;
            way[i + 1] = turn[1] * s + turn[0] * t;
        }
        ok = move_straight(b, way, 2e-2 * b->deep);
    }
    return ok;
}

static const double not_turned[] = {1, 0};

/* ---- Comparing them -------------------------------------------------------------------------- */

/* The length of the vector of the numbers FROM to TO - 1 of a row, indices of the forces (0 to 2),
 * moments (3 to 5) and imbalances (6, 7). */
static double size_of_row(const double *row, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++)
        sum += row[i] * row[i];
    return sqrt(sum);
}

/* The largest length along a path of the vector of the numbers FROM to TO - 1 of its rows. */
static double peak_in(const struct trace *trace, int from, int to) {
    double peak = 0;
    for (int i = 0; i < trace->count; i++)
        peak = fmax(peak, size_of_row(trace->f[i], from, to));
    return peak;
}

/* The largest difference between base and other, relative to the peak of the force and of the
 * moment. A moment is the torque beyond force times arm, and torques have rounding errors; its
 * scale is therefore at least 1e-3 of force times radius, or 0.1 in single precision. */
static double share_difference(const struct bench *b) {
    double share = 0, force = peak_in(&b->base, 0, 3), least = b->options->single ? 0.1 : 1e-3;
    double moment = fmax(peak_in(&b->base, 3, 6), least * force * b->radius);
    for (int i = 0; i < b->base.count; i++)
        for (int k = 0; k < SIX; k++)
            share =
                fmax(share, fabs(b->base.f[i][k] - b->other.f[i][k]) / (k < 3 ? force : moment));
    return share;
}

/* The relative difference of the response on the oblique path in another POSE of the pair; NAN: the
 * code has failed. */
static double of_oblique(struct bench *b, const struct lt_codelaw_pose *pose) {
    return move_obliquely(b, pose, not_turned, &b->other) ? share_difference(b) : NAN;
}

/* Probe "momentum": the largest sum of the forces on both bodies, relative to the largest force. */
static double measure_momentum(struct bench *b) {
    return peak_in(&b->base, SIX, SIX + 1) / peak_in(&b->base, 0, 3);
}

/* Probe "angular-momentum": the largest imbalance of angular momentum, relative to tangential force
 * times size; NAN: there is no such force. */
static double measure_angular(struct bench *b) {
    const struct lt_pair *pair = &b->setup.pair;
    double scale = peak_in(&b->base, 1, 3) * (pair->a.radius + pair->b.radius);
    return scale > 0 ? peak_in(&b->base, SIX + 1, NUMBERS) / scale : NAN;
}

/* Probe "repeat": the relative difference between two runs along the same path; 0 only if all bits
 * agree, NAN: the code has failed. */
static double measure_repeat(struct bench *b) {
    if (!move_obliquely(b, NULL, not_turned, &b->other))
        return NAN;
    return memcmp(&b->base, &b->other, sizeof b->base) == 0 ? 0 : fmax(share_difference(b), 1e-300);
}

/* Probe "swap": the relative difference of the response if A and B are exchanged. */
static double measure_swap(struct bench *b) {
    return of_oblique(b, &(struct lt_codelaw_pose){.swapped = true});
}

/* Probe "place": the relative difference of the response if the pair is oriented otherwise in
 * space. */
static double measure_place(struct bench *b) {
    return of_oblique(b, &(struct lt_codelaw_pose){.turn = {0.3, -0.7, 1.1}});
}

/* Probe "isotropy": the relative difference between the response to a motion rotated about n and
 * the rotated response; NAN: the code has failed. */
static double measure_isotropy(struct bench *b) {
    const double turn[] = {0.28, 0.96};
    if (!move_obliquely(b, NULL, turn, &b->other))
        return NAN;
    for (int i = 0; i < b->other.count; i++)
        for (int k = S; k < SIX; k += 3) {
            double *f = &b->other.f[i][k], s = f[0], t = f[1];
            f[0] = turn[0] * s + turn[1] * t;
            f[1] = -turn[1] * s + turn[0] * t;
        }
    return share_difference(b);
}

/* Probe "coulomb": the largest tangential force beyond friction, relative to the largest normal
 * force; NAN: no coefficient of friction is known, or the law is adhesive. */
static double measure_coulomb(struct bench *b) {
    double most = 0, fric = b->style ? b->style->fric : NAN;
    if (isnan(fric) || b->style->adheres)
        return NAN;
    for (int i = 0; i < b->base.count; i++)
        most = fmax(most, size_of_row(b->base.f[i], 1, 3) - fric * fabs(b->base.f[i][N]));
    return most / peak_in(&b->base, 0, 1);
}

/* ---- Turned as a whole, held, parted --------------------------------------------------------- */

/* A shear, m, that friction holds at the usual overlap, from a trial shear of 1e-3 of it: at
 * most 0.2 of the overlap, with a force of at most a tenth of the normal one. NAN: the code has
 * failed. */
static double held_shear(struct bench *b) {
    double way = 1e-3 * b->deep;
    if (!begin_path(b, NULL, NULL) || !press_to(b, 2 * b->deep) || !press_to(b, b->deep) ||
        !go_slowly(b, S, way))
        return NAN;
    /* share/way is the ratio of shear to normal force per metre: the way at which it is 0.1. */
    double share = fabs(b->now.f[S] / b->now.f[N]);
    return share > 0 ? fmin(0.1 * way / share, 0.2 * b->deep) : 0.2 * b->deep;
}

/* Presses, shears and rolls the contact, then holds it for two legs, and records the path in KEPT
 * (POSE and KEPT as in begin_path()); row HELD is the last one. Returns false if the code has
 * failed; b->why gives the reason. */
static bool record_held_path(struct bench *b, const struct lt_codelaw_pose *pose,
                             struct trace *kept) {
    const double shear[SIX] = {0, b->held, 0.5 * b->held, 2e-5, 1e-4, -1e-4}, rest[SIX] = {0};
    return begin_path(b, pose, kept) && press_to(b, b->deep) && move_straight(b, shear, slow) &&
           move_straight(b, rest, slow) && move_straight(b, rest, slow);
}

enum { HELD = 4 * LEG - 1, REST = 2 * LEG };

/* The larger of the relative differences of tangential force and of moment between the rows ONE and
 * OTHER; moments below 0.01 of shear force times radius count relative to that. NAN: there is no
 * shear force to speak of, 1e-6 of the normal one. */
static double held_difference(const struct bench *b, const double *one, const double *other) {
    double diff[SIX], shear = size_of_row(one, 1, 3), moment = size_of_row(one, 3, 6);
    for (int i = 0; i < SIX; i++)
        diff[i] = other[i] - one[i];
    if (!(shear > 1e-6 * fabs(one[N])))
        return NAN;
    return fmax(size_of_row(diff, 1, 3) / shear,
                size_of_row(diff, 3, 6) / fmax(moment, 0.01 * shear * b->radius));
}

/* Rotation, rad, of the loaded pair as a whole: so small that its steps cause no error. */
static const double turned = 0.05;
/* Relative change, per rad, of the held force if the whole pair spins slowly about an AXIS (0 to 2:
 * n, s, t) once it is loaded; NAN: not applicable. */
static double of_spinning(struct bench *b, int axis) {
    struct lt_codelaw_pose pose = {.since = 2 * LEG * slow};
    pose.spin[axis] = turned / pose.since;
    double held[SIX];
    if (!record_held_path(b, NULL, &b->other))
        return NAN;
    memcpy(held, b->other.f[HELD], sizeof held);
    return record_held_path(b, &pose, &b->other)
               ? held_difference(b, held, b->other.f[HELD]) / turned
               : NAN;
}

/* Probe "tilt": relative error of the shear force and moments that should turn with a pair that
 * tilts about t, per rad. */
static double measure_tilt(struct bench *b) {
    return of_spinning(b, T);
}

/* Probe "spin": the relative error for a pair that spins about n, per rad. */
static double measure_spin(struct bench *b) {
    return of_spinning(b, N);
}

/* Probe "hold": relative change of force and moment (over the radius) while nothing moves, from the
 * beginning to the end of the time at rest; NAN: the code has failed. */
static double measure_hold(struct bench *b) {
    double diff[SIX], peak;
    if (!record_held_path(b, NULL, &b->other))
        return NAN;
    const double *first = b->other.f[REST], *last = b->other.f[HELD];
    for (int i = 0; i < SIX; i++)
        diff[i] = last[i] - first[i];
    peak = size_of_row(first, 0, 3);
    return fmax(size_of_row(diff, 0, 3), size_of_row(diff, 3, 6) / b->radius) / peak;
}

/* Probe "recontact": the shear force of a contact that has separated and is pressed again, relative
 * to that of before; NAN: there was none. */
static double measure_recontact(struct bench *b) {
    if (!begin_path(b, NULL, NULL) || !press_to(b, b->deep) || !go_slowly(b, S, 0.01 * b->deep))
        return NAN;
    double before = b->now.f[S], normal = b->now.f[N];
    if (!press_to(b, -b->deep) || !press_to(b, b->deep))
        return NAN;
    return fabs(before) > 1e-6 * fabs(normal) ? fabs(b->now.f[S] / before) : NAN;
}

/* ---- Closed loops ---------------------------------------------------------------------------- */

/* Work supplied on a closed loop of press and shear along DOF, divided by that of the first shear;
 * below 0 energy is created, NAN: not applicable. Both shears are at an overlap reached by
 * unloading. BACK: the normal load is increased before the shear, not after; call it without BACK
 * first. */
static double work_of_loop(struct bench *b, int dof, bool back) {
    double way = dof < 3 ? 0.1 * b->held : 1e-4, arm = dof < 3 ? 1 : b->radius;
    if (!begin_path(b, NULL, NULL) || !press_to(b, 2 * b->deep))
        return NAN;
    double pressed = fabs(b->now.f[N]);
    if (!press_to(b, b->deep))
        return NAN;
    bool touches = fabs(b->now.f[N]) > 1e-3 * pressed;
    double before = b->work;
    if ((back && !press_to(b, 2 * b->deep)) || !go_slowly(b, dof, way))
        return NAN;
    if (!back)
        b->put_in[dof] = b->work - before;
    /* The loop says nothing if the contact was lost on unloading or has no force along DOF. */
    bool acts = touches && fabs(b->now.f[dof]) > 1e-6 * pressed * arm;
    if (!press_to(b, back ? b->deep : 2 * b->deep) || !go_slowly(b, dof, -way) ||
        !press_to(b, b->deep) || !acts)
        return NAN;
    return (b->work - before) / b->put_in[dof];
}

/* Probe "cycle": energy created on a closed loop of shear, with a higher normal load in between,
 * relative to the work of the shear. */
static double measure_cycle(struct bench *b) {
    return -work_of_loop(b, S, false);
}

/* Probe "cycle-back": energy created on that loop with a lower normal load in between. */
static double measure_cycle_back(struct bench *b) {
    return -work_of_loop(b, S, true);
}

/* The larger of the relative energies that the two loops along DOF create; NAN: neither applies. */
static double worse_of_loops(struct bench *b, int dof) {
    double one = work_of_loop(b, dof, false), other = work_of_loop(b, dof, true);
    return -fmin(one, other);
}

/* Probe "rolling": relative energy created on closed loops of rolling about s. */
static double measure_rolling(struct bench *b) {
    return worse_of_loops(b, 4);
}

/* Probe "twisting": relative energy created on closed loops of twisting about n. */
static double measure_twisting(struct bench *b) {
    return worse_of_loops(b, 3);
}

/* ---- Impacts --------------------------------------------------------------------------------- */

/* Coefficient of restitution of a head-on impact at 0.5 m/s by leapfrog with dt = t_c/SHARE; NAN:
 * the surfaces have not separated after 20 t_c, or the code has failed. */
static double restitution_of(struct bench *b, double share) {
    double v[SIX] = {-0.5}, dt, mass;
    if (!begin_path(b, NULL, NULL))
        return NAN;
    dt = b->setup.values[LT_T_C] / share;
    mass = b->setup.pair.m_eff;
    b->now.u[N] = 1e-10;
    for (int i = 0; dt > 0 && i < 20 * share; i++) {
        if (!step_path(b, v, dt))
            return NAN;
        if (v[N] > 0 && b->now.u[N] > 0 && b->now.f[N] == 0)
            return v[N] / 0.5;
        v[N] -= b->now.f[N] / mass * dt;
    }
    return NAN;
}

/* Probe "gain": kinetic energy gained in an impact, relative to the initial one, e^2 - 1, or 0;
 * NAN: the surfaces stick, or the code has failed. */
static double measure_gain(struct bench *b) {
    double e = restitution_of(b, 500);
    return isnan(e) ? NAN : fmax(e * e - 1, 0);
}

/* Probe "restitution": difference of the coefficient of restitution from its target; NAN: there is
 * no target. */
static double measure_restitution(struct bench *b) {
    bool has_target = b->style && !isnan(b->style->en);
    return has_target ? fabs(restitution_of(b, 500) - b->style->en) : NAN;
}

/* Probe "step-length": scatter of the coefficient of restitution over steps of t_c/70 to t_c/560;
 * NAN: the surfaces stick, or the code has failed. */
static double measure_step(struct bench *b) {
    double least = INFINITY, most = 0;
    for (int i = 0; i < 4; i++) {
        double e = restitution_of(b, 70 * (1 << i));
        if (isnan(e))
            return NAN;
        least = fmin(least, e);
        most = fmax(most, e);
    }
    return most - least;
}

/* ---- At a wall ------------------------------------------------------------------------------- */

/* A stage program with the sections LAW and the particle A against a sphere of 4 mm, whose motion
 * the probes replace. */
static const char *text_of(const struct bench *b, const char *law, const char *a) {
    return lt_arena_print(b->trial->arena,
                          "lawtester: 1\n"
                          "particles:\n"
                          "  a: {%s}\n"
                          "  b: {shape: sphere, radius: 4 mm, density: 2500 kg/m^3}\n"
                          "%s"
                          "motion: {dt: 1 us}\n"
                          "stages:\n"
                          "  - {name: impact, whats: i....., values: [-0.5 m/s, 0, 0, 0, 0, 0], "
                          "until: step >= 1}\n",
                          a, law);
}

/* Reads the program of text_of() with the sections LAW and A; the caller frees it. Returns NULL if
 * that fails; b->why gives the reason. */
static struct lt_program *read_law(struct bench *b, const char *law, const char *a) {
    const char *why = "";
    struct lt_program *program =
        lt_verify_read(b->trial, b->options, b->style->name, text_of(b, law, a), false, &why);
    if (!program)
        snprintf(b->why, sizeof b->why, "%s", why);
    return program;
}

/* Presses to the usual overlap and shears by a hundredth of it, slowly; FORCE gets the normal and
 * the shear force, N. Returns false if the code has failed; b->why gives the reason. */
static bool press_and_shear(struct bench *b, double *force) {
    bool ok = begin_path(b, NULL, NULL) && press_to(b, b->deep) && go_slowly(b, S, 0.01 * b->deep);
    memcpy(force, b->now.f, 2 * sizeof *force);
    return ok;
}

/* Probe "wall": relative difference of the forces at a wall from those at a sphere of 40 m, which
 * is nearly a plane; NAN: not applicable. */
static double measure_wall(struct bench *b) {
    double wall[2], sphere[2];
    if (!b->style || !b->style->wall || !press_and_shear(b, wall))
        return NAN;
    struct lt_program *kept = b->program;
    b->program = read_law(b, b->style->pair, "shape: sphere, radius: 40 m, density: 2500 kg/m^3");
    bool ok = b->program && press_and_shear(b, sphere);
    lt_program_free(b->program);
    b->program = kept;
    b->why[0] = '\0';
    if (!ok)
        return NAN;
    double normal = fabs(wall[0] / sphere[0] - 1), shear = fabs(wall[1] / sphere[1] - 1);
    return fabs(wall[1]) > 1e-6 * fabs(wall[0]) ? fmax(normal, shear) : normal;
}

/* ---- All of it ------------------------------------------------------------------------------- */

static const struct {
    const char *name, *about;
    double bound;
    bool of_pair; /* not at a wall */
    double (*measure)(struct bench *b);
} probes[] = {
    {"momentum", "sum of the forces on both", 1e-9, true, measure_momentum},
    {"angular-momentum", "sum of the torques on both and of the forces' moment", 1e-9, true,
     measure_angular},
    {"repeat", "identical results, begun anew", 0, false, measure_repeat},
    {"swap", "same response with A and B exchanged", 1e-9, true, measure_swap},
    {"isotropy", "rotated response to motion rotated about n", 1e-9, false, measure_isotropy},
    {"place", "same response however the pair lies in space", 1e-9, true, measure_place},
    {"tilt", "error of shear and moments that should turn with a tilted pair, per rad", 5e-2, true,
     measure_tilt},
    {"spin", "the same of a pair that spins about n", 5e-2, true, measure_spin},
    {"coulomb", "tangential force beyond friction", 1e-9, false, measure_coulomb},
    {"cycle", "energy created on a closed loop of shear, pressed on in between", 1e-3, false,
     measure_cycle},
    {"cycle-back", "energy created on that loop, unloaded in between", 1e-3, false,
     measure_cycle_back},
    {"rolling", "energy created on such loops of rolling", 1e-3, false, measure_rolling},
    {"twisting", "energy created on such loops of twist", 1e-3, false, measure_twisting},
    {"hold", "change while nothing moves", 1e-9, false, measure_hold},
    {"recontact", "shear force of before in a contact made again", 1e-9, false, measure_recontact},
    {"gain", "energy gained in an impact", 1e-3, false, measure_gain},
    {"restitution", "coefficient of restitution, difference from its target", 1e-2, false,
     measure_restitution},
    {"step-length", "scatter of restitution over steps of t_c/70 to t_c/560", 1e-2, false,
     measure_step},
    {"wall", "force at a wall, off that at a sphere of 40 m", 1e-3, false, measure_wall},
};
enum { PROBES = sizeof probes / sizeof probes[0] };

/* A probe's BOUND, enlarged from 1e-9, for the rounding of doubles, to 1e-5 for a code in single
 * precision. */
static double bound_of(const struct bench *b, double bound) {
    return b->options->single && bound == 1e-9 ? 1e-5 : bound;
}

/* A finding without a bound: the distance of two neighbouring coordinates in single precision,
 * relative to the usual overlap. No code can resolve an overlap better than that; it is no fault of
 * the code's. */
static struct lt_finding finding_of_spacing(const struct bench *b) {
    const struct lt_pair *pair = &b->setup.pair;
    const float most = (float)(fabs(b->options->at) + pair->a.radius + pair->b.radius);
    const double spacing = (double)nextafterf(most, INFINITY) - most;
    return (struct lt_finding){
        .name = lt_arena_print(b->trial->arena,
                               "spacing: of coordinates in single precision at %.10g m, %.3g m, "
                               "over the overlap of %.3g m",
                               b->options->at, spacing, b->deep),
        .value = spacing / b->deep,
        .bound = NAN,
        .ok = true};
}

/* The finding of probe I, an index of probes[], with this VALUE. */
static struct lt_finding finding_of(const struct bench *b, size_t i, double value) {
    const double bound = bound_of(b, probes[i].bound);
    return (struct lt_finding){
        .name = lt_arena_print(b->trial->arena, "%s: %s", probes[i].name, probes[i].about),
        .value = value,
        .bound = bound,
        .ok = !(value > bound),
    };
}

/* Runs all probes that apply and lists their findings in the trial's checks. If the code crashes
 * (b->why), that is a failed finding, and the next probe restarts the code. */
static void probe_law(struct bench *b) {
    struct lt_verify_trial *trial = b->trial;
    bool wall =
        b->program->particles[0].shape == LT_WALL || b->program->particles[1].shape == LT_WALL;
    trial->checks = lt_arena_get(trial->arena, (PROBES + 1) * sizeof *trial->checks);
    for (size_t i = 0; i < PROBES && !*b->options->interrupted; i++) {
        double value = probes[i].of_pair && wall ? NAN : probes[i].measure(b);
        struct lt_finding finding = finding_of(b, i, value);
        if (b->why[0]) {
            finding.ok = false;
            finding.detail = lt_arena_print(trial->arena, "%s", b->why);
            b->why[0] = '\0';
        }
        if (!isnan(value) || !finding.ok)
            trial->checks[trial->n_checks++] = finding;
    }
    if (b->options->single)
        trial->checks[trial->n_checks++] = finding_of_spacing(b);
}

/* Reports that the code refuses the law, as not run, or that it fails on the first path, as a
 * failed check. */
static void give_up_law(struct bench *b) {
    struct lt_verify_trial *trial = b->trial;
    const char *why = lt_arena_print(trial->arena, "%s", b->why);
    if (!b->setup.program) {
        trial->skipped = lt_arena_print(trial->arena, "not run: %s", why);
        return;
    }
    trial->n_checks = 1;
    trial->checks = lt_arena_get(trial->arena, sizeof *trial->checks);
    trial->checks[0] = (struct lt_finding){
        .name = "finite: a force that is a number", .value = NAN, .bound = NAN, .detail = why};
}

/* Audits a law that an external code computes, a style of the code or the law of a program, from
 * its forces alone, and fills in the checks of the trial. */
void lt_outside_audit(struct lt_verify_trial *trial, const struct lt_verify_options *options) {
    struct bench *b = lt_arena_get(trial->arena, sizeof *b);
    *b = (struct bench){.trial = trial, .options = options, .style = trial->style};
    b->arena = lt_arena_new();
    b->expr = lt_expr_new();
    const char *a = trial->style && trial->style->wall
                        ? "shape: wall"
                        : "shape: sphere, radius: 5 mm, density: 2500 kg/m^3";
    b->program =
        trial->style ? read_law(b, trial->style->law, a) : (struct lt_program *)trial->program;
    /* The oblique path is the base of all comparisons; without it no probe can run. */
    bool runs = b->program && move_obliquely(b, NULL, not_turned, &b->base);
    b->held = runs ? held_shear(b) : NAN;
    if (!isnan(b->held))
        probe_law(b);
    else
        give_up_law(b);
    if (trial->style)
        lt_program_free(b->program);
    lt_expr_free(b->expr);
    lt_arena_free(b->arena);
}
