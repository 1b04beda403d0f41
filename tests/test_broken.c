/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws of tests/broken, each spoiled in one line: the right ones pass the audit, and every other
 * one is accused by the checks named here. */
#include "rig.h"
#include "verify/audit.h"
#include "verify/verify.h"

#include <gsl/gsl_errno.h>

/* F(the right law it differs from, its name, the checks that must accuse it) */
#define BROKEN(F)                                                                                  \
    F(sound, anisotropic, "isotropy")                                                              \
    F(sound, block_differs, "block")                                                               \
    F(sound, cap_on_spring, "coulomb")                                                             \
    F(sound, cap_per_component, "coulomb isotropy")                                                \
    F(sound, damping_by_dt, "units step-length")                                                   \
    F(sound, damping_of_step, "units")                                                             \
    F(sound, damping_sign, "dissipation")                                                          \
    F(sound, friction_in_tension, "tension")                                                       \
    F(sound, hidden_static, "hidden-state")                                                        \
    F(sound, jump_at_separation, "continuity zero-response")                                       \
    F(sound, jump_at_slip, "continuity")                                                           \
    F(sound, lagging, "ledger")                                                                    \
    F(sound, mass_of_a, "swap")                                                                    \
    F(sound, modulus_linear, "closed-form")                                                        \
    F(sound, modulus_precedence, "closed-form")                                                    \
    F(sound, no_cap_on_twist, "mirror")                                                            \
    F(sound, no_reset, "recontact")                                                                \
    F(sound, not_finite_at_touch, "zero-response")                                                 \
    F(sound, not_finite_frictionless, "zero-response")                                             \
    F(sound, number_ignored, "unused")                                                             \
    F(sound, one_direction, "isotropy")                                                            \
    F(sound, own_directions, "offset")                                                             \
    F(sound, preset_outside, "table")                                                              \
    F(sound, radius_of_a, "swap")                                                                  \
    F(sound, radius_at_wall, "wall closed-form")                                                   \
    F(sound, reach_without_arm, "units")                                                           \
    F(sound, roll_total, "offset")                                                                 \
    F(sound, rolls_by_sign, "slow")                                                                \
    F(sound, saw_tooth, "ledger")                                                                  \
    F(sound, secant, "ledger")                                                                     \
    F(sound, secant_booked, "cycle")                                                               \
    F(sound, slip_at_limit, "ledger")                                                              \
    F(sound, slip_by_drop, "ledger")                                                               \
    F(sound, slip_by_rate, "continuity")                                                           \
    F(sound, slip_not_booked, "ledger")                                                            \
    F(sound, spin_of_step, "units")                                                                \
    F(sound, static_of_first, "units")                                                             \
    F(sound, static_of_thread, "threads")                                                          \
    F(sound, static_derived, "threads block")                                                      \
    F(sound, stiffness_said, "contact-time")                                                       \
    F(sound, strain_is_force, "units ledger")                                                      \
    F(sound, strain_of_normal, "ledger")                                                           \
    F(sound, strain_of_trial, "ledger")                                                            \
    F(sound, strain_without_half, "ledger")                                                        \
    F(sound, tangent, "ledger")                                                                    \
    F(sound, threshold_overlap, "units")                                                           \
    F(sound, threshold_velocity, "units")                                                          \
    F(sound, torque_doubles, "hold")                                                               \
    F(sound, torque_vanishes, "step-length")                                                       \
    F(sound, torque_without_arm, "units")                                                          \
    F(sound, turns_with_b, "swap")                                                                 \
    F(sound, unset_derived, "unset")                                                               \
    F(sound, unset_loss, "unset")                                                                  \
    F(sound, unset_moment, "unset")                                                                \
    F(sound, unused_parameter, "coulomb")                                                          \
    F(sound, viscous_summed, "ledger")                                                             \
    F(sound, wall_arm, "wall")                                                                     \
    F(sound, wrong_unit, "units")                                                                  \
    F(impact, damping_negative, "dissipation closed-form")                                         \
    F(impact, damping_searched, "closed-form")                                                     \
    F(impact, log_of_zero, "zero-response")                                                        \
    F(impact, mass_at_wall, "closed-form")                                                         \
    F(impact, mass_of_particle, "closed-form")                                                     \
    F(impact, mass_squared, "units closed-form")                                                   \
    F(impact, order_lower, "convergence")                                                          \
    F(impact, rate_by_hand, "zero-response")                                                       \
    F(impact, stub, "unused")                                                                      \
    F(impact, unclipped_formula, "closed-form")                                                    \
    F(plastic, plastic_not_finite, "zero-response")                                                \
    F(plastic, plastic_strain, "ledger")                                                           \
    F(plastic, plastic_twice, "ledger")                                                            \
    F(bond, damage_not_booked, "ledger")                                                           \
    F(bond, heals, "dissipation")                                                                  \
    F(bridge, bridge_dry, "ledger")                                                                \
    F(bridge, bridge_from_afar, "cross")                                                           \
    F(bridge, bridge_not_booked, "ledger")                                                         \
    F(bridge, bridge_unit, "units")                                                                \
    F(neck, neck_beyond_cap, "coulomb friction tension")                                           \
    F(neck, neck_ends_farther, "zero-response")                                                    \
    F(neck, neck_forms_farther, "zero-response")                                                   \
    F(neck, neck_lets_go, "jumps")                                                                 \
    F(neck, neck_said_less, "jumps")                                                               \
    F(neck, neck_unsaid, "continuity")                                                             \
    F(hunt, drag_pulls, "tension dissipation")                                                     \
    F(hunt, limit_precedence, "coulomb dissipation")

#define RIGHT(F)                                                                                   \
    F(sound) F(secant) F(impact) F(plastic) F(bond) F(bridge) F(hunt) F(neck) F(forward)

#define DECLARE_RIGHT(base)      extern const struct lt_law lt_law_right_##base;
#define DECLARE(base, named, by) extern const struct lt_law lt_law_##named;
RIGHT(DECLARE_RIGHT)
BROKEN(DECLARE)

struct row {
    const struct lt_law *right, *law;
    const char *name, *by;
};
#define ROW(base, named, by) {&lt_law_right_##base, &lt_law_##named, #named, by},
#define ROW_RIGHT(base)      {&lt_law_right_##base, &lt_law_right_##base, "right_" #base, ""},
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
    b->drive.pair.m_eff = 0.1 * (i + 1);
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
    b->drive.pair.a.mass = 0.5, b->drive.pair.b.mass = 0.75;
    if (variant & 1) {
        b->drive.pair.a = (struct lt_body){.mass = INFINITY, .flat = 1};
        b->drive.pair.m_eff = b->drive.pair.b.mass, b->drive.pair.r_eff = b->drive.pair.b.radius;
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
    memset(&b.drive.fill, fill, sizeof b.drive.fill);
    memset(b.drive.derived, fill, law->n_derived * sizeof(double));
    a->taken = !rig_derive(&b);
    memcpy(a->derived, b.drive.derived, law->n_derived * sizeof(double));
    const void *p = b.values + b.contact.names->params;
    a->time = law->contact_time ? law->contact_time(&b.drive.pair, p, b.drive.derived, 1) : 0;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    const double rate = variant & 8 ? 0.1 : 1e7;
    struct lt_drive_step s = {0};
    for (int n = 0; n < STEPS && a->taken; n++) {
        double v[6], *to = a->step[n];
        for (int k = 0; k < 6; k++) {
            v[k] = n ? gsl_ran_gaussian(rng, 1e-6) * rate : 0;
            v[k] -= k == 0 ? 0.02 * s.u[0] * rate : 0;
        }
        s = lt_drive_next(&s, v, 1 / rate);
        lt_drive_evaluate(&b.drive, &s, b.drive.state, b.drive.losses);
        memcpy(to, &s.out, sizeof s.out);
        memcpy(to + OUTS, b.drive.state, law->n_state * sizeof(double));
        memcpy(to + OUTS + RIG_FIELDS, b.drive.losses, law->n_losses * sizeof(double));
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
        same = strcmp(a->params[i].unit, b->params[i].unit) == 0 &&
               a->params[i].min == b->params[i].min && a->params[i].max == b->params[i].max;
    for (size_t i = 0; a->jumps && same && (a->jumps[i].force || b->jumps[i].force); i++)
        same = a->jumps[i].force && b->jumps[i].force &&
               strcmp(a->jumps[i].force, b->jumps[i].force) == 0 &&
               strcmp(a->jumps[i].change, b->jumps[i].change) == 0;
    const struct lt_pair pair = {.m_eff = 1};
    const double params[RIG_FIELDS] = {1, 2, 3, 4, 5, 6, 7};
    return same && (!a->reach || a->reach(&pair, params, NULL) == b->reach(&pair, params, NULL));
}

static void block_of(const struct lt_law *law, struct lt_out_lanes *o) {
    const struct lt_drive_step s = {.u = {-1e-4}, .du = {0, 1e-7}, .dt = 1e-4, .was = 1};
    struct lt_drive_block block;
    struct rig b;
    set_up(&b, law, 0);
    rig_derive(&b);
    lt_drive_block(&block, law, b.arena);
    for (int i = 0; i < LT_LANES; i++) {
        lt_drive_block_put(&block, &b.drive, b.drive.state, i);
        lt_drive_block_set_step(&block, &s, i);
    }
    lt_drive_block_evaluate(&block, law->block);
    memcpy(o, block.out, sizeof *o);
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
    if (row->law == &lt_law_static_derived)
        return; /* beside no other contact nothing is wrong */
    ck_assert_msg(differs(row->law, row->right), "%s is as the right law", row->name);
    ck_assert(!differs(row->right, row->right));
}
END_TEST

/* ---- Who accuses them ------------------------------------------------------------------------ */

enum { CASES = 24 };

/* Whether the law's own cases hold. */
static bool closed_forms_hold(const struct lt_law *law) {
    static volatile sig_atomic_t interrupted;
    const struct lt_law *const laws[] = {law, NULL};
    struct lt_arena *arena = lt_arena_new();
    const struct lt_verify_options options = {
        .laws = laws, .seed = 1, .interrupted = &interrupted, .arena = arena};
    struct lt_subject subject;
    gsl_set_error_handler_off();
    lt_verify_laws(laws, 1, &options, &subject);
    lt_arena_free(arena);
    return subject.ok;
}

START_TEST(right_pass) {
    const struct row *row = &right_rows[_i];
    struct lt_audit audit;
    lt_audit_law(row->law, &(struct lt_audit_options){.seed = 1, .cases = CASES}, &audit);
    for (size_t i = 0; i < audit.count; i++)
        ck_assert_msg(audit.checks[i].ok, "%s: %s: %s", row->name, audit.checks[i].name,
                      audit.checks[i].detail);
    lt_audit_free(&audit);
    ck_assert(closed_forms_hold(row->law));
}
END_TEST

static bool accused(const struct lt_audit *audit, const char *by) {
    for (size_t i = 0; i < audit->count; i++)
        if (strcmp(audit->checks[i].name, by) == 0)
            return !audit->checks[i].ok && audit->checks[i].detail[0];
    return false;
}

START_TEST(broken_is_accused) {
    const struct row *row = &rows[_i];
    const struct lt_audit_options options = {
        .seed = 1, .cases = CASES, .only = row->by, .as_drawn = true};
    struct lt_audit audit;
    lt_audit_law(row->law, &options, &audit);
    ck_assert(row->by[0]);
    for (const char *at = row->by; *at; at += strcspn(at, " "), at += *at == ' ') {
        char by[32] = "";
        memcpy(by, at, strcspn(at, " "));
        const bool is =
            strcmp(by, "closed-form") == 0 ? !closed_forms_hold(row->law) : accused(&audit, by);
        ck_assert_msg(is, "%s is not accused by %s", row->name, by);
    }
    lt_audit_free(&audit);
}
END_TEST

/* A block holds no contact of which derive() makes a NaN. */
START_TEST(not_derived) {
    const struct lt_audit_options options = {.seed = 1, .cases = 1, .only = "block threads"};
    struct lt_audit audit;
    lt_audit_law(&lt_law_not_finite_frictionless, &options, &audit);
    for (size_t i = 0; i < audit.count; i++)
        ck_assert_msg(audit.checks[i].ok, "%s", audit.checks[i].detail);
    lt_audit_free(&audit);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, right_tables, 0, RIGHTS);
    tcase_add_loop_test(t, right_balance, 0, RIGHTS);
    tcase_add_loop_test(t, right_block, 0, RIGHTS);
    tcase_add_loop_test(t, right_pass, 0, RIGHTS);
    tcase_add_loop_test(t, broken_differs, 0, ROWS);
    tcase_add_loop_test(t, broken_is_accused, 0, ROWS);
    tcase_add_test(t, not_derived);
}

LT_TESTS("broken", add)
