/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws of tests/broken, each spoiled in one line: the right ones keep their contract, and every
 * other one answers otherwise than the right one it comes from. */
#include "rig.h"

/* F(the right law it differs from, its name) */
#define BROKEN(F)                                                                                  \
    F(sound, anisotropic)                                                                          \
    F(sound, block_differs)                                                                        \
    F(sound, cap_on_spring)                                                                        \
    F(sound, cap_per_component)                                                                    \
    F(sound, damping_by_dt)                                                                        \
    F(sound, damping_of_step)                                                                      \
    F(sound, damping_sign)                                                                         \
    F(sound, friction_in_tension)                                                                  \
    F(sound, hidden_static)                                                                        \
    F(sound, jump_at_separation)                                                                   \
    F(sound, jump_at_slip)                                                                         \
    F(sound, lagging)                                                                              \
    F(sound, mass_of_a)                                                                            \
    F(sound, modulus_linear)                                                                       \
    F(sound, modulus_precedence)                                                                   \
    F(sound, no_cap_on_twist)                                                                      \
    F(sound, no_reset)                                                                             \
    F(sound, not_finite_at_touch)                                                                  \
    F(sound, not_finite_frictionless)                                                              \
    F(sound, one_direction)                                                                        \
    F(sound, own_directions)                                                                       \
    F(sound, preset_outside)                                                                       \
    F(sound, radius_of_a)                                                                          \
    F(sound, reach_without_arm)                                                                    \
    F(sound, roll_total)                                                                           \
    F(sound, rolls_by_sign)                                                                        \
    F(sound, saw_tooth)                                                                            \
    F(sound, secant)                                                                               \
    F(sound, secant_booked)                                                                        \
    F(sound, slip_at_limit)                                                                        \
    F(sound, slip_by_drop)                                                                         \
    F(sound, slip_by_rate)                                                                         \
    F(sound, slip_not_booked)                                                                      \
    F(sound, spin_of_step)                                                                         \
    F(sound, static_of_first)                                                                      \
    F(sound, stiffness_said)                                                                       \
    F(sound, strain_is_force)                                                                      \
    F(sound, strain_of_normal)                                                                     \
    F(sound, strain_of_trial)                                                                      \
    F(sound, strain_without_half)                                                                  \
    F(sound, tangent)                                                                              \
    F(sound, threshold_overlap)                                                                    \
    F(sound, threshold_velocity)                                                                   \
    F(sound, torque_doubles)                                                                       \
    F(sound, torque_vanishes)                                                                      \
    F(sound, torque_without_arm)                                                                   \
    F(sound, turns_with_b)                                                                         \
    F(sound, unset_derived)                                                                        \
    F(sound, unset_loss)                                                                           \
    F(sound, unset_moment)                                                                         \
    F(sound, unused_parameter)                                                                     \
    F(sound, viscous_summed)                                                                       \
    F(sound, wrong_unit)                                                                           \
    F(impact, damping_negative)                                                                    \
    F(impact, mass_at_wall)                                                                        \
    F(impact, mass_of_particle)                                                                    \
    F(impact, mass_squared)                                                                        \
    F(impact, stub)                                                                                \
    F(impact, unclipped_formula)                                                                   \
    F(plastic, plastic_not_finite)                                                                 \
    F(plastic, plastic_strain)                                                                     \
    F(plastic, plastic_twice)                                                                      \
    F(bond, damage_not_booked)                                                                     \
    F(bond, heals)

#define RIGHT(F) F(sound) F(secant) F(impact) F(plastic) F(bond)

#define DECLARE_RIGHT(base)  extern const struct lt_law lt_law_right_##base;
#define DECLARE(base, named) extern const struct lt_law lt_law_##named;
RIGHT(DECLARE_RIGHT)
BROKEN(DECLARE)

struct row {
    const struct lt_law *right, *law;
    const char *name;
};
#define ROW(base, named) {&lt_law_right_##base, &lt_law_##named, #named},
#define ROW_RIGHT(base)  {&lt_law_right_##base, &lt_law_right_##base, "right_" #base},
static const struct row rows[] = {BROKEN(ROW)}, right_rows[] = {RIGHT(ROW_RIGHT)};
enum { ROWS = sizeof rows / sizeof rows[0], RIGHTS = sizeof right_rows / sizeof right_rows[0] };

/* ---- The right ones -------------------------------------------------------------------------- */

START_TEST(right_tables) {
    char why[256] = "";
    ck_assert_msg(lt_laws_check(right_rows[_i].law, why, sizeof why), "%s", why);
}
END_TEST

START_TEST(right_balance) {
    struct rig b;
    rig_begin_law(&b, right_rows[_i].law);
    ck_assert_ptr_null(rig_derive(&b));
    ck_assert_int_gt(rig_walk(&b, 20000, 2e-6, 1e-6, 1), 10);
    lt_arena_free(b.arena);
}
END_TEST

static void as_they_are(struct rig *b, int i) {
    b->pair.m_eff = 0.1 * (i + 1);
}

START_TEST(right_block) {
    rig_block_law(right_rows[_i].law, as_they_are, 2e-6, 1e-6);
}
END_TEST

/* ---- The broken ones ------------------------------------------------------------------------- */

enum { STEPS = 300, OUTS = sizeof(struct lt_out) / sizeof(double) };

/* What a law answers along a path: out, state and losses of each step. */
struct answers {
    double step[STEPS][OUTS + 2 * RIG_FIELDS];
    double derived[RIG_FIELDS], time;
    bool taken;
};

/* VARIANT: bit 0 a wall, bit 1 no friction, bit 2 no stiffer on unloading; bit 3 slow. */
static void set_up(struct rig *b, const struct lt_law *law, int variant) {
    rig_begin_law(b, law);
    b->pair.a.mass = 0.5, b->pair.b.mass = 0.75;
    if (variant & 1) {
        b->pair.a = (struct lt_body){.mass = INFINITY, .flat = 1};
        b->pair.m_eff = b->pair.b.mass, b->pair.r_eff = b->pair.b.radius;
    }
    if (lt_laws_param(law, "damping") >= 0)
        *rig_param(b, "damping") = 1;
    for (size_t i = 0; i < law->n_params && (variant & 2); i++)
        if (strncmp(law->params[i].name, "fric", 4) == 0)
            b->values[b->contact.names->params + i] = 0;
    if ((variant & 4) && lt_laws_param(law, "k2") >= 0)
        *rig_param(b, "k2") = *rig_param(b, "k1");
}

static void answer(const struct lt_law *law, int variant, unsigned char fill, struct answers *a) {
    struct rig b;
    memset(a, 0, sizeof *a);
    set_up(&b, law, variant);
    memset(b.derived, fill, sizeof b.derived);
    a->taken = !rig_derive(&b);
    memcpy(a->derived, b.derived, law->n_derived * sizeof(double));
    const void *p = b.values + b.contact.names->params;
    a->time = law->contact_time ? law->contact_time(&b.pair, p, b.derived, 1) : 0;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    double u[6] = {0}, state[RIG_FIELDS] = {0}, active = 0;
    for (int n = 0; n < STEPS && a->taken; n++) {
        double du[6], *to = a->step[n];
        for (int k = 0; k < 6; k++) {
            du[k] = n ? gsl_ran_gaussian(rng, 1e-6) : 0;
            du[k] -= k == 0 ? 0.02 * u[0] : 0;
            u[k] += du[k];
        }
        const double v = variant & 8 ? 0.1 : 1e7;
        const struct lt_move m = {u[0],      u[1],      u[2],      u[3],      u[4],
                                  u[5],      du[0],     du[1],     du[2],     du[3],
                                  du[4],     du[5],     du[0] * v, du[1] * v, du[2] * v,
                                  du[3] * v, du[4] * v, du[5] * v, 1 / v,     active};
        memset(to, fill, sizeof a->step[n]);
        law->one(p, b.derived, &m, state, (struct lt_out *)to, to + OUTS + RIG_FIELDS);
        memcpy(to + OUTS, state, law->n_state * sizeof(double));
        active = ((struct lt_out *)to)->active;
    }
    gsl_rng_free(rng);
    lt_arena_free(b.arena);
}

static bool same_tables(const struct lt_law *a, const struct lt_law *b) {
    bool same = a->n_params == b->n_params && a->acts == b->acts;
    for (size_t i = 0; i < a->n_params && same; i++)
        same = a->params[i].preset == b->params[i].preset ||
               (isnan(a->params[i].preset) && isnan(b->params[i].preset));
    for (size_t i = 0; i < a->n_params && same; i++)
        same = strcmp(a->params[i].unit, b->params[i].unit) == 0;
    return same;
}

static void block_of(const struct lt_law *law, struct lt_out_lanes *o) {
    static struct lt_move_lanes m;
    double p[RIG_FIELDS][LT_LANES], d[RIG_FIELDS][LT_LANES], x[RIG_FIELDS][LT_LANES] = {{0}},
                                                             e[RIG_FIELDS][LT_LANES];
    struct rig b;
    set_up(&b, law, 0);
    rig_derive(&b);
    for (int i = 0; i < LT_LANES; i++) {
        for (size_t k = 0; k < law->n_params; k++)
            p[k][i] = b.values[b.contact.names->params + k];
        for (size_t k = 0; k < law->n_derived; k++)
            d[k][i] = b.derived[k];
        m.un[i] = -1e-4, m.dus[i] = 1e-7, m.dt[i] = 1e-4, m.active[i] = 1;
    }
    law->block(p, d, &m, x, o, e);
    lt_arena_free(b.arena);
}

/* Other answers, other tables, or other answers in a block. */
static bool differs(const struct lt_law *law, const struct lt_law *right) {
    struct answers *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    struct lt_out_lanes one, other;
    ck_assert(a && b);
    bool same = same_tables(law, right);
    for (int variant = 0; variant < 16 && same; variant++)
        for (int fill = 0x7f; fill >= 0x3f && same; fill -= 0x40) {
            answer(right, variant, (unsigned char)fill, a);
            answer(law, variant, (unsigned char)(fill ^ 0x55), b);
            same = memcmp(a->derived, b->derived, sizeof a->derived) == 0 && a->time == b->time;
            for (int n = 0; n < STEPS && same; n++)
                same = memcmp(a->step[n], b->step[n], OUTS * sizeof(double)) == 0 &&
                       memcmp(a->step[n] + OUTS, b->step[n] + OUTS,
                              law->n_state * sizeof(double)) == 0 &&
                       memcmp(a->step[n] + OUTS + RIG_FIELDS, b->step[n] + OUTS + RIG_FIELDS,
                              law->n_losses * sizeof(double)) == 0;
        }
    block_of(right, &one);
    block_of(law, &other);
    same = same && memcmp(&one, &other, sizeof one) == 0;
    free(a);
    free(b);
    return !same;
}

START_TEST(broken_differs) {
    const struct row *row = &rows[_i];
    ck_assert_msg(differs(row->law, row->right), "%s is as the right law", row->name);
    ck_assert(!differs(row->right, row->right));
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, right_tables, 0, RIGHTS);
    tcase_add_loop_test(t, right_balance, 0, RIGHTS);
    tcase_add_loop_test(t, right_block, 0, RIGHTS);
    tcase_add_loop_test(t, broken_differs, 0, ROWS);
}

LT_TESTS("broken", add)
