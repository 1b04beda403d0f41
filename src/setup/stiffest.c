/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/stiffest.h"
#include "registry/drive.h"

#include <math.h>
#include <string.h>

/* ---- A contact that is driven ---------------------------------------------------------------- */

struct drive {
    struct lt_setup *setup;
    struct lt_drive_step s;
};

/* Makes one step of the law along one DoF: displacement DU (m or rad), velocity V and duration
 * DT (s). Steps follow each other, as a law that can only be stepped forwards needs. */
static void drive_step(struct drive *d, size_t dof, double du, double v, double dt) {
    struct lt_setup *setup = d->setup;
    memset(d->s.du, 0, sizeof d->s.du);
    memset(d->s.v, 0, sizeof d->s.v);
    const double from = d->s.u[dof];
    d->s.u[dof] += du;
    d->s.du[dof] = d->s.u[dof] - from;
    d->s.v[dof] = v;
    d->s.dt = dt;
    setup->program->law->one(setup->values + setup->program->names->params, setup->derived,
                             &d->s.move, setup->probe, &d->s.out, setup->contact.loss);
    d->s.was = d->s.out.active;
}

/* ---- How far the energy leads ---------------------------------------------------------------- */

struct approach {
    double un, energy, speed; /* where the contact begins: displacement, kinetic energy, speed */
    double push;              /* force from outside along n, compression > 0 */
    bool held;                /* 's': the push is held in static balance */
    bool known;               /* before the run: nothing along n is imposed or varies */
    bool comes;               /* the run begins outside the contact */
};

/* The fastest approach in m/s that a stage begins with; 0: none. */
static double speed_of_stages(struct lt_setup *setup) {
    double first = lt_setup_times_impact(setup), most = first < 0 ? -first : 0, v;
    for (size_t i = 0; i < setup->program->n_stages; i++)
        if (setup->program->stages[i].whats[0] == 'i' && lt_setup_times_constant(setup, i, &v))
            most = fmax(most, -v);
    return most;
}

/* Finds where the approach begins (m), with which energy (J), and which constant force (N)
 * accelerates it. */
static struct approach find_approach(struct lt_setup *setup) {
    const char what = setup->program->stages[0].whats[0];
    const double m = setup->pair.m_eff, speed = speed_of_stages(setup);
    double force = 0;
    const bool constant = !strchr("fs", what) || lt_setup_times_constant(setup, 0, &force);
    return (struct approach){.un = fmin(setup->gap, setup->contact.reach),
                             .energy = 0.5 * m * speed * speed,
                             .speed = speed,
                             .push = (what == 's' ? 0 : 0 - m * setup->gravity_n) - force,
                             .held = what == 's',
                             .comes = setup->starts_at_phase || setup->gap > setup->contact.reach,
                             .known = constant && strchr(".ifs", what)};
}

/* True if the approach is known before the run, so that its largest overlap can be computed. */
bool lt_stiffest_is_foreseen(struct lt_setup *setup) {
    return find_approach(setup).known;
}

/* The elastic normal force in N, above 0 in tension. A code reports only the sum with its
 * dashpots. */
static double normal_force(const struct drive *d) {
    return d->setup->served ? d->s.f[0] : d->s.f[0] - d->s.viscous[0];
}

/* Makes a step inwards by WAY (m) from the kinetic ENERGY (J) and returns that after it: the
 * push from outside and the trapezoid of the contact force (below 0 in compression) do work. The
 * step lasts as long as the motion with ENERGY, since laws that relax depend on it; at a tenth
 * of the speed at touch at least, so that the turning point is reached in finite time. */
static double drive_inwards(struct drive *d, const struct approach *a, double way, double energy) {
    const double before = normal_force(d), now = sqrt(2 * fmax(energy, 0) / d->setup->pair.m_eff);
    const double speed = fmax(now, 0.1 * a->speed);
    drive_step(d, 0, -way, 0, speed > 0 ? way / speed : 1);
    return energy + (a->push + 0.5 * (before + normal_force(d))) * way;
}

enum { APART = 32, PARTS = 64 }; /* steps from the interaction range to touch; inside */

/* An overlap in m that stands for first touch: small against any overlap that matters, 1e-9 of
 * the radius; of a code 1e-5, large against the rounding errors of its coordinates. */
static double touch_of(const struct lt_setup *setup) {
    return (setup->served ? 1e-5 : 1e-9) * setup->pair.r_eff;
}

/* Drives D, a new contact, from the start to touch and returns the kinetic energy (J) there. The
 * steps shorten towards touch, where attractive forces grow. */
static double drive_to_touch(struct drive *d, struct lt_setup *setup, const struct approach *a) {
    const double far = a->comes ? touch_of(setup) : 0;
    double energy = a->energy;
    *d = (struct drive){.setup = setup, .s = {.u = {a->un + far}}};
    memset(setup->probe, 0, (setup->program->law->n_state + 1) * sizeof *setup->probe);
    drive_step(d, 0, -far, 0, a->comes ? 1 : 0);
    for (int i = 1; i <= APART && a->un > 0; i++) {
        const double left = (double)(APART - i) / APART;
        energy = drive_inwards(d, a, d->s.u[0] - a->un * left * left, energy);
    }
    return energy;
}

/* A number that becomes 0 where the motion turns: its energy (J), or, where a force is held, the
 * sum of forces (N). */
static double remaining_energy(const struct drive *d, const struct approach *a, double energy) {
    return a->held ? a->push + normal_force(d) : energy;
}

/* The largest overlap in m of the impact without damping; that at the start if nothing drives
 * the pair together, or its motion is not known before the run. The first pass brackets it by
 * steps that double; the second resolves it by 1/PARTS of the bracket, its last steps being
 * those in which the present force would use up the energy. */
double lt_stiffest_overlap(struct lt_setup *setup) {
    const struct approach a = find_approach(setup);
    const double begin = fmin(a.un, 0), most = setup->pair.r_eff;
    struct drive d;
    if (!a.known || !(a.energy > 0 || a.push > 0))
        return -begin;
    double way = 1e-10 * most, energy = drive_to_touch(&d, setup, &a);
    do {
        energy = drive_inwards(&d, &a, way, energy);
        way *= 2;
    } while (remaining_energy(&d, &a, energy) > 0 && way < most);
    const double part = (begin - d.s.u[0]) / PARTS, far = fmin(2 * PARTS * part, most);
    energy = drive_to_touch(&d, setup, &a);
    do {
        const double force = 0 - normal_force(&d) - a.push;
        const double rest = force > 0 && !a.held ? fmax(energy / force, part / PARTS) : part;
        energy = drive_inwards(&d, &a, fmin(part, rest), energy);
    } while (remaining_energy(&d, &a, energy) > 0 && begin - d.s.u[0] < far);
    return -d.s.u[0];
}

/* ---- Modes ----------------------------------------------------------------------------------- */

/* Stiffness and viscosity: force of row i by displacement and by velocity of column j. */
struct tangent {
    double k[LT_DOFS][LT_DOFS], c[LT_DOFS][LT_DOFS];
};

/* Column DOF of stiffness and viscosity in T, by differences over three equal increments DU (m
 * or rad) in the times DT (s), the last at twice the velocity. A force that jumps with the
 * direction of motion jumps in the first one and does not count as stiffness. */
static void difference_column(struct drive *d, size_t dof, double du, double dt,
                              struct tangent *t) {
    double spring[3][LT_DOFS], drag[3][LT_DOFS];
    for (int n = 0; n < 3; n++) {
        drive_step(d, dof, du, (n < 2 ? 1 : 2) * du / dt, dt);
        for (size_t i = 0; i < LT_DOFS; i++) {
            drag[n][i] = d->setup->served ? 0 : d->s.viscous[i];
            spring[n][i] = d->s.f[i] - drag[n][i];
        }
    }
    for (size_t i = 0; i < LT_DOFS; i++) {
        /* From the second to the third increment the spring adds k du again; what exceeds that
         * is due to the velocity, which grew by du/dt. */
        const double once = spring[1][i] - spring[0][i], again = spring[2][i] - spring[1][i];
        t->k[i][dof] = once / du;
        t->c[i][dof] = (again - once + drag[2][i] - drag[1][i]) / (du / dt);
    }
}

/* Increments over the overlap: along n small enough for the curvature of Hertz' force (1e-4
 * relative), across n so small that friction holds however stiff the tangential spring is. A code's
 * coordinates have no finer increments than the last one. */
static const double probe_n = 1e-4, probe_t = 1e-9, probe_of_code = 1e-6;

/* T gets the tangent stiffness and viscosity at an overlap (m) that the impact reaches: along n
 * that of loading or unloading, whichever is stiffer. False: they are not finite. */
static bool tangent_at(struct lt_setup *setup, double overlap, struct tangent *t) {
    const struct approach a = find_approach(setup);
    const double t_c = setup->values[LT_T_C], dt = isfinite(t_c) ? 0.5 * t_c : 1;
    struct tangent back = {{{0}}, {{0}}};
    struct drive d;
    double energy = drive_to_touch(&d, setup, &a);
    /* Press to the overlap, then probe loading, unloading and each other DoF. */
    const double way = (overlap + d.s.u[0]) / PARTS;
    for (int i = 0; i < PARTS && way > 0; i++)
        energy = drive_inwards(&d, &a, way, energy);
    const double across = (setup->served ? probe_of_code : probe_t) * overlap;
    *t = back;
    difference_column(&d, 0, -probe_n * overlap, dt, t);
    difference_column(&d, 0, probe_n * overlap, dt, &back);
    for (size_t i = 0; i < LT_DOFS && back.k[0][0] > t->k[0][0]; i++)
        t->k[i][0] = back.k[i][0], t->c[i][0] = back.c[i][0];
    for (size_t i = 1; i < LT_DOFS; i++)
        if (setup->program->law->acts >> i & 1)
            difference_column(&d, i, across / (i < 3 ? 1 : setup->pair.r_eff), dt, t);
    for (size_t i = 0; i < LT_DOFS * LT_DOFS; i++)
        if (!isfinite((&t->k[0][0])[i]) || !isfinite((&t->c[0][0])[i]))
            return false;
    return true;
}

/* P C and P K of two DoFs that inertia couples, P the inverse inertia, C viscosity, K stiffness. */
struct mode {
    double c[2][2], k[2][2];
};

/* A leapfrog, whose dashpots see the velocity half a step behind, has a mode that grows by -1 in
 * each step where 4 v = 2 dt P C v + dt^2 P K v for some v. With x = 2/dt that is det(x^2 - x P
 * C - P K) = 0. Returns the determinant at x (1/s) and in *SLOPE its derivative. */
static double mode_at(const struct mode *m, double x, double *slope) {
    double a[2][2], b[2][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            a[i][j] = (i == j ? x * x : 0) - x * m->c[i][j] - m->k[i][j];
            b[i][j] = (i == j ? 2 * x : 0) - m->c[i][j];
        }
    *slope = b[0][0] * a[1][1] + a[0][0] * b[1][1] - b[0][1] * a[1][0] - a[0][1] * b[1][0];
    return a[0][0] * a[1][1] - a[0][1] * a[1][0];
}

/* The largest root x > 0 of x^2 - C x - K = 0, that is 2/dt of the critical step of one DoF with
 * viscosity C (1/s) and stiffness K (1/s^2) over mass; 0: none. */
static double fastest_alone(double c, double k) {
    const double square = c * c + 4 * k;
    return square >= 0 ? fmax(0, 0.5 * (c + sqrt(square))) : 0;
}

/* The largest root x (1/s) of mode_at(), by Newton's method from an upper bound; 0: none.
 * Springs and dashpots have four real roots, beyond which the determinant is convex, so that it
 * converges monotonically. */
static double fastest_of(const struct mode *m) {
    enum { NEWTON = 200 }; /* converges from above in some ten steps; linearly at a double root */
    double c = 0, k = 0, slope;
    for (int i = 0; i < 2; i++) {
        c = fmax(c, fabs(m->c[i][0]) + fabs(m->c[i][1]));
        k = fmax(k, fabs(m->k[i][0]) + fabs(m->k[i][1]));
    }
    double x = c + sqrt(k);
    for (int i = 0; i < NEWTON && x > 0; i++) {
        const double miss = mode_at(m, x, &slope), next = x - miss / slope;
        if (!(next > 0 && next < x))
            break;
        x = next;
    }
    return fabs(mode_at(m, x, &slope)) < 1e-6 * x * x * x * x ? x : 0;
}

/* The largest root x (1/s) of the modes of the DoFs that a stage with these letters WHATS leaves
 * free, for the tangent T and only in columns whose bits DOFS are set; 2/x is its critical time
 * step. 0: none. */
static double fastest_free(struct lt_setup *setup, const char *whats, const struct tangent *t,
                           unsigned dofs) {
    struct lt_inertia inertia;
    double most = 0;
    lt_motion_inertia(setup->mobility, whats, &inertia);
    for (size_t i = 0; i < LT_DOFS; i++) {
        const size_t other = lt_march_other(i), of[] = {i, other};
        const double both[2][2] = {{inertia.p.own[i], inertia.p.other[i]},
                                   {inertia.p.other[other], inertia.p.own[other]}};
        struct mode m = {{{0}}, {{0}}};
        for (int j = 0; j < 2; j++)
            for (int r = 0; r < 2; r++)
                for (int s = 0; s < 2 && dofs >> of[j] & 1; s++) {
                    m.c[r][j] += both[r][s] * t->c[of[s]][of[j]];
                    m.k[r][j] += both[r][s] * t->k[of[s]][of[j]];
                }
        if (other == i || (m.c[0][1] == 0 && m.k[0][1] == 0 && m.c[1][1] == 0 && m.k[1][1] == 0))
            most = fmax(most, fastest_alone(m.c[0][0], m.k[0][0]));
        else if (i < other)
            most = fmax(most, fastest_of(&m));
    }
    return most;
}

/* ---- Modes of a packing ---------------------------------------------------------------------- */

/* The fastest modes of a lattice in which every contact has the springs kn, kt, those of rolling kb
 * and of twisting kw: omega^2 over the number of contacts is
 *     Wn (n kn + t kt) + Wr r kt + Wb b kb + Ww w kw,
 * W of the pair's inverse inertia: of n, of the part of s and t that is rotation, of rolling, of
 * twisting. Gamma, X, L, M and K are the points of the Brillouin zone where the fastest modes are,
 * but for some with rolling springs: omega^2 is up to 6 % larger between them where kb = kt R^2.
 */
struct lattice_mode {
    double n, t, r, b, w;
};

/* Spheres, face-centred cubic. */
static const struct lattice_mode fcc[] = {
    {1.0 / 3, 1.0 / 3, 0, 0, 0},       /* X, along the wave vector */
    {0, 0, 2.0 / 3, 0, 0},             /* Gamma: all particles roll alike */
    {0, 0, 1.0 / 3, 1.0 / 3, 1.0 / 3}, /* X, rotation about the wave vector */
    {0, 0, 1.0 / 6, 1.0 / 2, 1.0 / 6}, /* X, across it */
    {0, 0, 1.0 / 2, 1.0 / 6, 1.0 / 3}, /* L, about it */
    {0, 0, 0, 0, 0}};

/* Discs, triangular. */
static const struct lattice_mode triangular[] = {
    {1.0 / 2, 1.0 / 6, 0, 0, 0}, /* M, along the wave vector */
    {0, 0, 1, 0, 0},             /* Gamma: all particles roll alike */
    {0, 0, 1.0 / 3, 2.0 / 3, 0}, /* M, rotation */
    {0, 0, 1.0 / 4, 3.0 / 4, 0}, /* K, rotation */
    {0, 0, 0, 0, 0}};

/* omega^2 over the number of contacts of one MODE of the lattice: its weights times mobility and
 * K, the stiffness; with the viscosity for K its damping rate. Across n the stiffer of two
 * directions counts. */
static double lattice_sum(const struct lt_setup *setup, const struct lattice_mode *mode,
                          double k[LT_DOFS][LT_DOFS]) {
    double w[LT_DOFS], shear = 0, roll = 0, bend = 0;
    for (size_t i = 0; i < LT_DOFS; i++)
        w[i] = setup->mobility[i][i];
    for (size_t i = 1; i < 3; i++) {
        shear = fmax(shear, w[i] > 0 ? w[0] * k[i][i] : 0);
        roll = fmax(roll, fmax(w[i] - w[0], 0) * k[i][i]);
        bend = fmax(bend, w[i + 3] * k[i + 3][i + 3]);
    }
    return mode->n * w[0] * k[0][0] + mode->t * shear + mode->r * roll + mode->b * bend +
           mode->w * w[3] * k[3][3];
}

/* The critical time step in s of a regular packing in which each contact has this overlap (m),
 * or first touch if that is stiffer; infinite: any. */
double lt_stiffest_packing(struct lt_setup *setup, double overlap) {
    const struct lt_particle *particles = setup->program->particles;
    const bool plane = particles[0].shape == LT_DISC || particles[1].shape == LT_DISC;
    const double first = touch_of(setup), overlaps[] = {first, overlap};
    double most = 0;
    for (int i = 0; i < (overlap > first ? 2 : 1); i++) {
        struct tangent t;
        if (!tangent_at(setup, overlaps[i], &t))
            continue;
        for (const struct lattice_mode *m = plane ? triangular : fcc; m->n + m->r > 0; m++)
            most = fmax(most, fastest_alone(setup->contacts * lattice_sum(setup, m, t.c),
                                            setup->contacts * lattice_sum(setup, m, t.k)));
    }
    return most > 0 ? 2 / most : INFINITY;
}

/* ---- The critical step ----------------------------------------------------------------------- */

/* The critical time step in s of the pair at touch or at this overlap (m), whichever is smaller,
 * over the DoFs in the bits DOFS; infinite: any. */
double lt_stiffest_step(struct lt_setup *setup, double overlap, unsigned dofs) {
    const struct lt_program *program = setup->program;
    const double first = touch_of(setup), overlaps[] = {first, overlap};
    double most = 0;
    for (int k = 0; k < (overlap > first ? 2 : 1); k++) {
        struct tangent t;
        if (!tangent_at(setup, overlaps[k], &t))
            continue;
        for (size_t i = 0; i < program->n_stages; i++)
            most = fmax(most, fastest_free(setup, program->stages[i].whats, &t, dofs));
    }
    return most > 0 ? 2 / most : INFINITY;
}
