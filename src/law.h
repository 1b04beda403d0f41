/* SPDX-License-Identifier: MIT */
/*
 * law.h: what a contact law is. The one header a law includes.
 *
 * A law is a pure step on flat state. It is given the relative motion of two particles during one
 * time step and its own state; it answers with force, moment, stored energy and what it
 * dissipated. It allocates nothing, keeps no statics, prints nothing, and may be called any number
 * of times from a saved state. The host owns all memory, forms the work and the viscous
 * dissipation itself, and adds up the energies.
 *
 * Axes: n points from particle A to particle B, s and t lie in the contact plane. Always in the
 * order n s t: translation, then rotation (twist about n, bending about s and t). SI units,
 * radians.
 *
 * Signs: the displacement u is that of B relative to A at the contact point, un < 0 is overlap.
 * The force f is conjugate to u: f . v is the power put INTO the contact, so compression is
 * fn < 0 and a spring is f = +k u. The contact pushes A with +f and B with -f.
 *
 * A law file defines four lists and two functions, then names itself:
 *
 *     #include "law.h"
 *     #define PARAMS(F)  F(kn, "N/m", 1e5, 0, INFINITY, "normal stiffness")
 *     #define DERIVED(F)                            // what derive() makes of the parameters
 *     #define STATE(F)                              // what one step must tell the next
 *     #define LOSSES(F)                             // dissipations, viscous ones excepted
 *     LT_STRUCTS
 *     static const char *derive(const struct lt_pair *pair, const struct params *a,
 *                               const struct params *b, struct params *p, struct derived *d);
 *     static inline void step(const struct params *p, const struct derived *d,
 *                             const struct lt_move *m, struct state *x, struct lt_out *o,
 *                             struct losses *e);
 *     LT_LAW(mylaw, .name = "mylaw", .summary = "a spring", .source = "...", .equations = "...",
 *            .acts = 1)
 *     LT_PLUGIN(&lt_law_mylaw)                      // to be loaded with --plugin
 *
 * From the lists come the structs, input checking, help, recorded columns and documentation, so
 * they cannot drift apart. From step() come both the entry for one contact and the loop over a
 * block of LT_LANES contacts, which the compiler vectorises if step() is written with selects
 * (c ? a : b on values already computed, & instead of &&) and with + - * / sqrt only.
 */
#ifndef LAWTESTER_LAW_H
#define LAWTESTER_LAW_H

#include <math.h>
#include <stddef.h>

#include "num.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LT_ABI   5 /* raised when a struct below changes; a law with another one is refused */
#define LT_LANES 8 /* contacts in a block */
#define LT_ROW   8 /* contacts that are marched side by side, at most */

/* ---- The motion of one step ---------------------------------------------------------------
 * u    displacement at the end of the step. un is the surface gap, reference gap taken off; the
 *      others count from the start of the run
 * du   what u changed by in this step, exactly as realised. 0 when a state is only evaluated
 * v    the velocity the dashpots see
 * dt   length of the step, s
 * active   1 if the contact was active at the start of the step (lt_out.active of the last one)
 */
// clang-format off
#define LT_MOVE_NUMBERS(F)                                                                         \
    F(un, "m") F(us, "m") F(ut, "m") F(an, "rad") F(as, "rad") F(at, "rad")                        \
    F(dun, "m") F(dus, "m") F(dut, "m") F(dan, "rad") F(das, "rad") F(dat, "rad")                  \
    F(vn, "m/s") F(vs, "m/s") F(vt, "m/s") F(wn, "rad/s") F(ws, "rad/s") F(wt, "rad/s")            \
    F(dt, "s")
#define LT_MOVE(F) LT_MOVE_NUMBERS(F) F(active, "1")
// clang-format on

/* ---- The answer; step() sets every field but the last two numbers, lost_gap and cap, if it has
 * nothing to say there ------------------------------------------------------------------------
 * fn .. mt     contact force and moment at the end of the step, viscous part included
 * vfn .. vmt   the viscous part of it; the host turns it into E_dashpot
 * strain       energy stored in the springs now, J
 * cross        what this step gained (< 0) or lost (> 0) because the contact opened, closed or was
 *              capped inside it, J; 0 otherwise
 * defect       what this step's elastic part lost (> 0) or created (< 0) for want of a potential
 * lost_gap     un at which a contact that is active ends: 0 where nothing holds on beyond touch.
 *              A law that does not set it has 0
 * cap          N, the largest tangential force that the law allows now; INFINITY: any. It counts if
 *              the law says .has_cap; else friction times the force that presses is the limit
 * active       1 if the contact is active now
 * branch       any number that differs between smooth pieces of the law (stick, slip, capped);
 *              lets the event-located integrator find the instants between them. A state variable
 *              that an event watches changes with it. 0 is allowed where there is but one piece.
 */
// clang-format off
#define LT_OUT_NUMBERS(F)                                                                          \
    F(fn, "N") F(fs, "N") F(ft, "N") F(mn, "N m") F(ms, "N m") F(mt, "N m")                        \
    F(vfn, "N") F(vfs, "N") F(vft, "N") F(vmn, "N m") F(vms, "N m") F(vmt, "N m")                  \
    F(strain, "J") F(cross, "J") F(defect, "J") F(lost_gap, "m") F(cap, "N")
#define LT_OUT(F) LT_OUT_NUMBERS(F) F(active, "1") F(branch, "1")
// clang-format on

#define LT_FIELD_(name, ...) double name;
#define LT_LANE_(name, ...)  double name[LT_LANES];
#define LT_NUM_(name, ...)   num name;

struct lt_move {
    LT_MOVE(LT_FIELD_)
};
struct lt_out {
    LT_OUT(LT_FIELD_)
};
struct lt_move_lanes {
    LT_MOVE(LT_LANE_)
};
struct lt_out_lanes {
    LT_OUT(LT_LANE_)
};

/* The same of LT_N contacts side by side, for a law whose step is written for them: conditions are
 * masks, a branch is bits. stay: no contact is made or lost in this step, active is true; a
 * constant where the step is called, so that what belongs to other steps falls away. */
struct lt_move_n {
    LT_MOVE_NUMBERS(LT_NUM_) mask active;
    int stay;
};
struct lt_out_n {
    LT_OUT_NUMBERS(LT_NUM_) mask active;
    bits branch;
};

#include "step.h"

/* ---- The pair, for derive() ------------------------------------------------------------------
 * A wall or a fixed particle has infinite mass and radius INFINITY or its own.
 */
struct lt_body {
    double mass;       /* kg; INFINITY for a wall or a fixed particle */
    double own_mass;   /* kg, also of a fixed particle; INFINITY for a wall, NAN if not known */
    double inertia[3]; /* kg m^2, about n, s and t; INFINITY if it cannot turn */
    double radius;     /* m, undeformed lever arm; 0 for a flat particle */
    double curvature;  /* 1/m, mean curvature at the contact; 0 for a flat particle */
    double density;    /* kg/m^3; NAN if only the mass is known */
    double flat;       /* 1 for a wall or facet */
    double half_thick; /* m, of a facet; else 0 */
    double length;     /* m, effective length: how much of the body a contact deforms */
};

struct lt_pair {
    struct lt_body a, b;
    double m_eff;  /* kg, m_a m_b/(m_a + m_b), the mass of the free one at a wall */
    double m_both; /* kg, the same of the own masses, as if neither were fixed; NAN: not known */
    double r_eff;  /* m, 1/(sum of the curvatures): 1/(1/R_a + 1/R_b) of spheres */
    double area;   /* m^2, contact area: that of the lesser one of the two lengths */
    double dimensions; /* 3, or 2 for discs of unit thickness */
};

/* ---- Tables ---------------------------------------------------------------------------------- */

/* How a parameter that is not given for the contact comes from the two materials. */
enum lt_mix {
    LT_GIVEN = 0, /* it does not: given for the contact, or its default */
    LT_MIN,
    LT_MAX,
    LT_MEAN,
    LT_HARMONIC, /* 2/(1/a + 1/b) */
    LT_SERIES,   /* 1/(1/a + 1/b) */
    LT_GEOMETRIC,
    LT_EACH, /* derive() reads both materials' values itself */
};

/* What a parameter means to the host: it is found by its role, never by its name. Each role is that
 * of one parameter at most, in one of its units. */
// clang-format off
#define LT_ROLE_LIST(F)                                                                            \
    F(LT_STIFFNESS_N, "stiffness_n", "N/m", "slope of the normal force at first touch")            \
    F(LT_STIFFNESS_S, "stiffness_s", "N/m", "slope of the tangential force at first touch")        \
    F(LT_FRICTION, "friction", "1", "largest tangential force over the force that presses")        \
    F(LT_FRICTION_DYNAMIC, "friction_dynamic", "1", "the same while the contact slips")            \
    F(LT_ROLLING, "rolling", "1", "coefficient of the largest rolling moment")                     \
    F(LT_ROLLING_DYNAMIC, "rolling_dynamic", "1", "the same while it is at its limit")             \
    F(LT_TWISTING, "twisting", "1 m", "coefficient of the largest twisting moment")                  \
    F(LT_TWISTING_DYNAMIC, "twisting_dynamic", "1", "the same while it is at its limit")           \
    F(LT_COHESION, "cohesion", "Pa N N/m", "strength in shear where nothing presses")              \
    F(LT_REFERENCE_GAP, "reference_gap", "m", "distance of the surfaces at which un is 0")         \
    F(LT_BOND_GAP, "bond_gap", "m", "largest gap over which a bond is made")
// clang-format on

#define LT_ROLE_ID_(id, ...) id,
/* The last three are those of states: the force of the one tangential spring, which is all of fs
 * and ft but what is viscous; 1 while there is a bond. */
enum lt_role {
    LT_NO_ROLE = 0,
    LT_ROLE_LIST(LT_ROLE_ID_) LT_ROLES,
    LT_SPRING_S,
    LT_SPRING_T,
    LT_BONDED
};

/* One named number of a law. */
struct lt_field {
    const char *name;
    const char *unit; /* "N/m", "Pa", "1" */
    double preset;    /* default; NAN: none, derive() supplies it or it must be given */
    double min, max;  /* outside is an error */
    const char *doc;
    const char *choices; /* "full no-tension": words for 0, 1, ...; NULL: a real number */
    double advised;      /* above this a note is printed; 0: no such bound */
    enum lt_mix mix;
    const char *sets;  /* "kn ks": parameters derive() fills in if given; of a state: its limit */
    int once;          /* an order, not a property: obeyed when it is given, and then no more */
    const char *with;  /* "kratio": an order that is obeyed again where this one is set alone */
    int hidden;        /* a state nobody wants to see: listed and recorded only if asked for; a
                          parameter that is not listed */
    int told;          /* a state that no step reads: it can be read, but not be set */
    enum lt_role role; /* of a parameter or a state */
    /* Which parts it belongs to: "rolling: sds; twisting: marshall", "tangential: all but viscous",
     * "rolling", of all but none, or "tangential and damping", of both; known only where they are
     * chosen. NULL: always. */
    const char *of;
};

/* A part that a law can be made of: the parameter KIND chooses it by its WORD. */
struct lt_part_word {
    const char *kind, *word, *doc;
};

/* Parts that do not go together. KIND and OTHER are numbers of parameters, of which bit i of WORDS
 * and OTHERS is the choice i. */
struct lt_clash {
    unsigned kind, words, other, others;
    const char *why; /* the first does not go with the other */
};

/* A change of a state variable (or of "active") that users may want to see. */
struct lt_event {
    const char *name;  /* "slip_change" */
    const char *watch; /* name of the 0/1 state variable, or "active" */
    int rises, falls;  /* report the change 0 -> 1 (mode 0) and 1 -> 0 (mode 1) */
};

/* A column computed from other columns: a formula. */
struct lt_view {
    const char *name, *unit, *formula, *doc;
};

/* A closed form: what a head-on impact at zero gap, without gravity, must give. */
struct lt_case {
    const char *result;     /* "e_n" */
    const char *when;       /* condition over the parameters */
    const char *formula;    /* over the parameters and m_eff */
    const char *convention; /* in words: when does the contact end? */
};

/* Where the elastic force jumps, and by how much: `verify` holds it to that. */
struct lt_jump {
    const char *force; /* "fn" .. "mt": the component */
    const char *at;    /* "made" or "lost", of the contact; or the state variable that changes */
    const char *when;  /* condition, a formula over the parameters */
    /* A formula: the force just after less that just before, without viscous parts; over
     * parameters, the pair, and motion, forces and state just before. */
    const char *change;
    const char *why; /* in words */
};

/* What a check of two components together, relative to the largest one, can be at most: a law that
 * declares it has no such limit. */
#define LT_TWO_COMPONENTS 1.4142135623730952

/* The order of a law whose step makes no error at all where no branch changes. */
#define LT_NO_ERROR INFINITY

/* Where the law falls short of what `verify` asks of every law, knowingly. */
struct lt_shortfall {
    const char *check; /* its name: "cycle" */
    const char *when;  /* condition over the parameters */
    double most;       /* largest value of the check then; INFINITY: any */
    const char *why;   /* what is so and why, for those who read the verdict */
};

/* The step of LT_LANES contacts: every field becomes an array of LT_LANES. */
typedef void lt_law_block(const void *p, const void *d, const struct lt_move_lanes *m, void *x,
                          struct lt_out_lanes *o, void *e);

struct lt_law {
    unsigned abi, size, lanes; /* LT_LAW fills these; those of another law.h differ */
    const char *name, *summary;
    const char *source;    /* where the law comes from: paper or manual, with equations */
    const char *equations; /* what is computed, in plain text */
    const struct lt_field *params, *derived, *state, *losses;
    size_t n_params, n_derived, n_state, n_losses;
    unsigned acts; /* bit i: force component i (n s t, rotation n s t) may be non-zero */
    const struct lt_event *events; /* end with a NULL name, like the three lists below */
    const struct lt_view *views;
    const struct lt_case *cases;
    /* Fill what depends on others; NULL, or what is wrong. a and b hold what the materials of
     * the two particles say (NAN: nothing). */
    const char *(*derive)(const struct lt_pair *pair, const void *a, const void *b, void *p,
                          void *d);
    void (*one)(const void *p, const void *d, const struct lt_move *m, void *x, struct lt_out *o,
                void *e);
    lt_law_block *block;
    lt_law_march *march; /* many steps of one contact */
    /* Of n_rows contacts side by side. NULL: they go as wide says, else block makes their steps if
     * n_rows is LT_LANES, else they go one by one. */
    lt_law_march_rows *march_rows;
    unsigned n_rows;
    const struct lt_law *wide; /* the law compiled with LT_WIDE; NULL: it is not */
    /* Whether a contact with such parameters does not go side by side with others; NULL: all do. */
    int (*apart)(const void *p, const void *d);
    /* Undamped contact time at an impact speed, s. NULL: from the stiffness at first touch. */
    double (*contact_time)(const struct lt_pair *pair, const void *p, const void *d, double speed);
    const struct lt_shortfall *declares; /* ends with a NULL check, like the lists above */
    const struct lt_jump *jumps;         /* ends with a NULL force */
    /* Surface gap up to which a contact is made on approach, m; NULL: at touch, 0. */
    double (*reach)(const struct lt_pair *pair, const void *p, const void *d);
    int has_cap; /* 1: step() sets o->cap */
    /* 1: step() is asked for the steps of a contact once, in their order, from a state of zeros on;
     * never again from a state that it was asked from before. */
    int forward_only;
    /* Where no branch changes, the error of force and moment goes with this power of dt, given
     * exact displacements and velocities; LT_NO_ERROR: none. 0: not claimed, taken for 1. */
    double order;
    const struct lt_part_word *parts; /* ends with a NULL kind; NULL: it is not made of parts */
    const struct lt_clash *clashes;   /* ends with a NULL why */
    const struct lt_law *whole;       /* of a choice of parts: the law; NULL: this is the law */
};

/* Of all structs that the host and a law share. */
#define LT_SIZES                                                                                   \
    (unsigned)(sizeof(struct lt_law) + 3 * sizeof(struct lt_field) + 5 * sizeof(struct lt_pair) +  \
               7 * sizeof(struct lt_move) + 11 * sizeof(struct lt_out) +                           \
               13 * sizeof(struct lt_march) + 5 * sizeof(struct lt_march_rows) +                   \
               17 * sizeof(struct lt_event) + 19 * sizeof(struct lt_view) +                        \
               23 * sizeof(struct lt_case) + 29 * sizeof(struct lt_shortfall) +                    \
               37 * sizeof(struct lt_part_word) + 41 * sizeof(struct lt_clash) +                   \
               31 * sizeof(struct lt_jump))

/* ---- What a law file uses --------------------------------------------------------------------
 * Each list names its fields: F(name, unit, default, min, max, doc [, .choices = ..., ...]) for
 * PARAMS, F(name, unit, doc) for the others. ISO C has no empty struct, hence the last member.
 */
#if LT_N == 1 /* one number is all there is */
#define LT_STRUCTS_N_
#define params_n      params
#define derived_n     derived
#define state_n       state
#define losses_n      losses
#define params_cells  params
#define derived_cells derived
#define state_cells   state
#define losses_cells  losses
#else
#define LT_CELL_(name, ...) lt_cell name;
#define LT_STRUCTS_N_                                                                              \
    struct params_n {                                                                              \
        PARAMS(LT_NUM_) num end_;                                                                  \
    };                                                                                             \
    struct derived_n {                                                                             \
        DERIVED(LT_NUM_) num end_;                                                                 \
    };                                                                                             \
    struct state_n {                                                                               \
        STATE(LT_NUM_) num end_;                                                                   \
    };                                                                                             \
    struct losses_n {                                                                              \
        LOSSES(LT_NUM_) num end_;                                                                  \
    };                                                                                             \
    struct params_cells {                                                                          \
        PARAMS(LT_CELL_) lt_cell end_;                                                             \
    };                                                                                             \
    struct derived_cells {                                                                         \
        DERIVED(LT_CELL_) lt_cell end_;                                                            \
    };                                                                                             \
    struct state_cells {                                                                           \
        STATE(LT_CELL_) lt_cell end_;                                                              \
    };                                                                                             \
    struct losses_cells {                                                                          \
        LOSSES(LT_CELL_) lt_cell end_;                                                             \
    };
#endif

#define LT_STRUCTS                                                                                 \
    struct params {                                                                                \
        PARAMS(LT_FIELD_) double end_;                                                             \
    };                                                                                             \
    struct derived {                                                                               \
        DERIVED(LT_FIELD_) double end_;                                                            \
    };                                                                                             \
    struct state {                                                                                 \
        STATE(LT_FIELD_) double end_;                                                              \
    };                                                                                             \
    struct losses {                                                                                \
        LOSSES(LT_FIELD_) double end_;                                                             \
    };                                                                                             \
    LT_STRUCTS_N_                                                                                  \
    struct params_lanes {                                                                          \
        PARAMS(LT_LANE_) double end_;                                                              \
    };                                                                                             \
    struct derived_lanes {                                                                         \
        DERIVED(LT_LANE_) double end_;                                                             \
    };                                                                                             \
    struct state_lanes {                                                                           \
        STATE(LT_LANE_) double end_;                                                               \
    };                                                                                             \
    struct losses_lanes {                                                                          \
        LOSSES(LT_LANE_) double end_;                                                              \
    };

#define LT_PARAM_ROW_(name_, unit_, preset_, min_, max_, ...)                                      \
    {.name = #name_,                                                                               \
     .unit = unit_,                                                                                \
     .preset = preset_,                                                                            \
     .min = min_,                                                                                  \
     .max = max_,                                                                                  \
     .doc = __VA_ARGS__},
#define LT_ROW_(name_, unit_, ...) {.name = #name_, .unit = unit_, .doc = __VA_ARGS__},

#define LT_COUNT_(type) (sizeof(type) / sizeof(double) - 1)

/* A condition that few steps meet: one contact then need not wait for both sides of a select. */
#define LT_RARE(condition) LT_UNLIKELY(condition)

/* A law's name for the linker; one compiled for another instruction set has its own. */
#if defined LT_WIDE && !defined LT_ARCH
#define LT_ARCH wide
#endif
#ifdef LT_ARCH
#define LT_LAW_NAME__(id, arch) lt_law_##id##_##arch
#define LT_LAW_NAME_(id, arch)  LT_LAW_NAME__(id, arch)
#define LT_LAW_NAME(id)         LT_LAW_NAME_(id, LT_ARCH)
#else
#define LT_LAW_NAME(id) lt_law_##id
#endif

/* ---- A step in doubles ----------------------------------------------------------------------- */

#define LT_GET_P_(name, ...) pi.name = p->name[i];
#define LT_GET_D_(name, ...) di.name = d->name[i];
#define LT_GET_M_(name, ...) mi.name = m->name[i];
#define LT_GET_X_(name, ...) xi.name = x->name[i];
#define LT_PUT_X_(name, ...) x->name[i] = xi.name;
#define LT_PUT_O_(name, ...) o->name[i] = oi.name;
#define LT_PUT_E_(name, ...) e->name[i] = ei.name;

/* The loop over a block of it. */
#define LT_BLOCK(block, step, STATE)                                                               \
    static void block(const void *restrict vp, const void *restrict vd,                            \
                      const struct lt_move_lanes *restrict m, void *restrict vx,                   \
                      struct lt_out_lanes *restrict o, void *restrict ve) {                        \
        const struct params_lanes *p = vp;                                                         \
        const struct derived_lanes *d = vd;                                                        \
        struct state_lanes *x = vx;                                                                \
        struct losses_lanes *e = ve;                                                               \
        (void)p, (void)d, (void)x, (void)e;                                                        \
        for (int i = 0; i < LT_LANES; i++) {                                                       \
            struct params pi;                                                                      \
            struct derived di;                                                                     \
            struct lt_move mi;                                                                     \
            struct state xi;                                                                       \
            struct lt_out oi;                                                                      \
            struct losses ei;                                                                      \
            PARAMS(LT_GET_P_)                                                                      \
            DERIVED(LT_GET_D_)                                                                     \
            oi.lost_gap = oi.cap = 0;                                                              \
            LT_MOVE(LT_GET_M_)                                                                     \
            STATE(LT_GET_X_)                                                                       \
            step(&pi, &di, &mi, &xi, &oi, &ei);                                                    \
            STATE(LT_PUT_X_)                                                                       \
            LT_OUT(LT_PUT_O_)                                                                      \
            LOSSES(LT_PUT_E_)                                                                      \
        }                                                                                          \
    }

/* ---- A step in nums ---------------------------------------------------------------------------
 */

/* What a march keeps of a law, a number each or a row of them. */
#define LT_LOAD_P_(name, ...) pn.name = lt_load(&p->name);
#define LT_LOAD_D_(name, ...) dn.name = lt_load(&d->name);
#define LT_LOAD_X_(name, ...) xn.name = lt_load(&x->name);
#define LT_LOAD_E_(name, ...) total.name = lt_load(&e->name);
#define LT_SAVE_X_(name, ...) lt_store(&x->name, xn.name);
#define LT_SAVE_E_(name, ...) lt_store(&e->name, total.name);

#define LT_MARCH_OF_(vp, vd, vx, ve, m, kind, steps, step, raw, STATE)                             \
    const struct params_cells *p = vp;                                                             \
    const struct derived_cells *d = vd;                                                            \
    struct state_cells *x = vx;                                                                    \
    struct losses_cells *e = ve;                                                                   \
    struct params_n pn;                                                                            \
    struct derived_n dn;                                                                           \
    struct state_n xn;                                                                             \
    struct losses_n en, total;                                                                     \
    (void)p, (void)d, (void)x, (void)e;                                                            \
    PARAMS(LT_LOAD_P_)                                                                             \
    DERIVED(LT_LOAD_D_)                                                                            \
    STATE(LT_LOAD_X_)                                                                              \
    LOSSES(LT_LOAD_E_)                                                                             \
    const size_t made = lt_step_march(                                                             \
        step, raw, &pn, &dn, (num *)&xn, offsetof(struct state_n, end_) / sizeof(num), (num *)&en, \
        (num *)&total, offsetof(struct losses_n, end_) / sizeof(num), m, kind, steps);             \
    STATE(LT_SAVE_X_)                                                                              \
    LOSSES(LT_SAVE_E_)                                                                             \
    return made;

#define LT_MARCH_KIND_(name, kind, step, raw, STATE)                                               \
    static size_t name(const void *vp, const void *vd, void *vx, void *ve, lt_cells *m,            \
                       size_t steps) {                                                             \
        LT_MARCH_OF_(vp, vd, vx, ve, m, kind, steps, step, raw, STATE)                             \
    }

/* With LT_SMALL one function does for all kinds: the same numbers, a sixth of the code. */
#ifdef LT_SMALL
#define LT_MARCH_(name, step, raw, STATE)                                                          \
    static size_t name(const void *vp, const void *vd, void *vx, void *ve, lt_cells *m,            \
                       enum lt_march_kind kind, size_t steps) {                                    \
        LT_MARCH_OF_(vp, vd, vx, ve, m, kind, steps, step, raw, STATE)                             \
    }
#else
#define LT_MARCH_(name, step, raw, STATE)                                                          \
    LT_MARCH_KIND_(name##_driven, LT_MARCH_DRIVEN, step, raw, STATE)                               \
    LT_MARCH_KIND_(name##_imposed, LT_MARCH_IMPOSED, step, raw, STATE)                             \
    LT_MARCH_KIND_(name##_sheared, LT_MARCH_SHEARED, step, raw, STATE)                             \
    LT_MARCH_KIND_(name##_free, LT_MARCH_FREE, step, raw, STATE)                                   \
    LT_MARCH_KIND_(name##_turning, LT_MARCH_TURNING, step, raw, STATE)                             \
    LT_MARCH_KIND_(name##_plain, LT_MARCH_PLAIN, step, raw, STATE)                                 \
    static size_t name(const void *p, const void *d, void *x, void *losses, lt_cells *m,           \
                       enum lt_march_kind kind, size_t steps) {                                    \
        static size_t (*const of[])(const void *, const void *, void *, void *, lt_cells *,        \
                                    size_t) = {name##_driven, name##_imposed, name##_sheared,      \
                                               name##_free,   name##_turning, name##_plain};       \
        return of[kind](p, d, x, losses, m, steps);                                                \
    }
#endif

/* The march NAME of a law, or of those of its contacts that take STEP and know of so much STATE. */
#define LT_MARCH(name, step, STATE)                                                                \
    LT_INLINE void name##_any(const void *p, const void *d, const struct lt_move_n *m, void *x,    \
                              struct lt_out_n *o, void *e) {                                       \
        step(p, d, m, x, o, e);                                                                    \
    }                                                                                              \
    LT_MARCH_(name, name##_any, 0, STATE)

/* The same of a step in doubles. */
#define LT_TO_MOVE_(name, ...) move.name = m->name;
#define LT_TO_OUT_(name, ...)  o->name = out.name;
#define LT_MARCH_DOUBLES(name_, step)                                                              \
    LT_INLINE void name_##_any(const void *p, const void *d, const struct lt_move_n *m, void *x,   \
                               struct lt_out_n *o, void *e) {                                      \
        struct lt_move move;                                                                       \
        struct lt_out out;                                                                         \
        LT_MOVE_NUMBERS(LT_TO_MOVE_)                                                               \
        move.active = m->active;                                                                   \
        out.lost_gap = out.cap = 0;                                                                \
        step(p, d, &move, x, &out, e);                                                             \
        LT_OUT_NUMBERS(LT_TO_OUT_)                                                                 \
        o->active = out.active > 0;                                                                \
        memcpy(&o->branch, &out.branch, sizeof o->branch);                                         \
    }                                                                                              \
    LT_MARCH_(name_, name_##_any, 1, STATE)

/* One contact by a step in nums, and a block of them, LT_N at a time. */
#define LT_OUT_OF_(name, ...) out->name = o.name;
#define LT_ONE_(one, step)                                                                         \
    static void one(const void *p, const void *d, const struct lt_move *move, void *x,             \
                    struct lt_out *out, void *e) {                                                 \
        struct lt_move_n n, *const mn = &n;                                                        \
        struct lt_out_n o;                                                                         \
        const struct lt_move *m = move;                                                            \
        LT_MOVE_NUMBERS(LT_MOVE_OF_)                                                               \
        n.active = m->active > 0.5;                                                                \
        n.stay = 0;                                                                                \
        o.lost_gap = o.cap = NUM(0.0);                                                             \
        if (n.active && n.un <= 0) {                                                               \
            n.active = n.stay = 1;                                                                 \
            step(p, d, mn, x, &o, e);                                                              \
        } else {                                                                                   \
            step(p, d, mn, x, &o, e);                                                              \
        }                                                                                          \
        LT_OUT_NUMBERS(LT_OUT_OF_)                                                                 \
        out->active = o.active ? 1.0 : 0.0;                                                        \
        out->branch = (double)o.branch;                                                            \
    }
#define LT_MOVE_OF_(name, ...) mn->name = m->name;

#define LT_TAKE_(to, from)    memcpy(&(to), &(from)[i], sizeof(num))
#define LT_TAKE_P_(name, ...) LT_TAKE_(pn.name, p->name);
#define LT_TAKE_D_(name, ...) LT_TAKE_(dn.name, d->name);
#define LT_TAKE_M_(name, ...) LT_TAKE_(mn.name, m->name);
#define LT_TAKE_X_(name, ...) LT_TAKE_(xn.name, x->name);
#define LT_GIVE_(to, from)    memcpy(&(to)[i], &(from), sizeof(num))
#define LT_GIVE_X_(name, ...) LT_GIVE_(x->name, xn.name);
#define LT_GIVE_O_(name, ...) LT_GIVE_(o->name, on.name);
#define LT_GIVE_E_(name, ...) LT_GIVE_(e->name, en.name);
#define LT_BLOCK_N_(block, step)                                                                   \
    static void block(const void *restrict vp, const void *restrict vd,                            \
                      const struct lt_move_lanes *restrict m, void *restrict vx,                   \
                      struct lt_out_lanes *restrict o, void *restrict ve) {                        \
        const struct params_lanes *p = vp;                                                         \
        const struct derived_lanes *d = vd;                                                        \
        struct state_lanes *x = vx;                                                                \
        struct losses_lanes *e = ve;                                                               \
        (void)p, (void)d, (void)x, (void)e;                                                        \
        for (int i = 0; i < LT_LANES; i += LT_N) {                                                 \
            struct params_n pn;                                                                    \
            struct derived_n dn;                                                                   \
            struct lt_move_n mn;                                                                   \
            struct state_n xn;                                                                     \
            struct lt_out_n on;                                                                    \
            struct losses_n en;                                                                    \
            num active, branch;                                                                    \
            PARAMS(LT_TAKE_P_)                                                                     \
            DERIVED(LT_TAKE_D_)                                                                    \
            LT_MOVE_NUMBERS(LT_TAKE_M_)                                                            \
            STATE(LT_TAKE_X_)                                                                      \
            LT_TAKE_(active, m->active);                                                           \
            mn.active = IS(active);                                                                \
            mn.stay = 0;                                                                           \
            on.lost_gap = on.cap = NUM(0.0);                                                       \
            step(&pn, &dn, &mn, &xn, &on, &en);                                                    \
            STATE(LT_GIVE_X_)                                                                      \
            LT_OUT_NUMBERS(LT_GIVE_O_)                                                             \
            active = lt_of_mask(on.active);                                                        \
            branch = lt_of_bits(on.branch);                                                        \
            LT_GIVE_(o->active, active);                                                           \
            LT_GIVE_(o->branch, branch);                                                           \
            LOSSES(LT_GIVE_E_)                                                                     \
        }                                                                                          \
    }

/* The same law compiled with LT_WIDE, if it is linked. */
#if defined __GNUC__ && !defined LT_BUILTIN && !defined LT_ARCH
#define LT_WIDE_DECLARED_(id)                                                                      \
    extern const struct lt_law lt_law_##id##_wide __attribute__((weak, visibility("hidden")));
#define LT_WIDE_(id) .wide = &lt_law_##id##_wide,
#else
#define LT_WIDE_DECLARED_(id)
#define LT_WIDE_(id)
#endif

/* ---- The law itself ---------------------------------------------------------------------------
 */

/* LT_BARE: of a built-in law compiled once more, for some machines, the host asks steps alone: of
 * one contact if it is 1, else of several side by side. */
#ifdef LT_BARE
#define LT_BARE_                                                                                   \
    , .params = NULL, .derived = NULL, .state = NULL, .losses = NULL, .events = NULL,              \
      .views = NULL, .cases = NULL, .derive = NULL, .one = NULL, .apart = NULL,                    \
      .contact_time = NULL, .declares = NULL, .jumps = NULL, .reach = NULL, .parts = NULL,         \
      .clashes = NULL LT_BARE_STEPS_
#if LT_BARE == 1
#define LT_BARE_STEPS_ , .block = NULL
#else
#define LT_BARE_STEPS_ , .march = NULL
#endif
#else
#define LT_BARE_
#endif

#define LT_TABLES_(id, ...)                                                                        \
    static const struct lt_field params_table[] = {PARAMS(LT_PARAM_ROW_){.name = NULL}};           \
    static const struct lt_field derived_table[] = {DERIVED(LT_ROW_){.name = NULL}};               \
    static const struct lt_field state_table[] = {STATE(LT_ROW_){.name = NULL}};                   \
    static const struct lt_field losses_table[] = {LOSSES(LT_ROW_){.name = NULL}};                 \
    static const char *derive_any(const struct lt_pair *pair, const void *a, const void *b,        \
                                  void *p, void *d) {                                              \
        return derive(pair, a, b, p, d);                                                           \
    }                                                                                              \
    const struct lt_law LT_LAW_NAME(id) = {.abi = LT_ABI,                                          \
                                           .size = LT_SIZES,                                       \
                                           .lanes = LT_LANES,                                      \
                                           .params = params_table,                                 \
                                           .derived = derived_table,                               \
                                           .state = state_table,                                   \
                                           .losses = losses_table,                                 \
                                           .n_params = LT_COUNT_(struct params),                   \
                                           .n_derived = LT_COUNT_(struct derived),                 \
                                           .n_state = LT_COUNT_(struct state),                     \
                                           .n_losses = LT_COUNT_(struct losses),                   \
                                           .derive = derive_any,                                   \
                                           .block = block,                                         \
                                           __VA_ARGS__ LT_BARE_};

/* A law whose step() is in doubles: several go side by side if the compiler makes vectors of the
 * loop over them. Or one that does not. */
#if defined __GNUC__ && !defined __clang__
#define LT_BLOCK_ROWS_ LT_LANES
#else
#define LT_BLOCK_ROWS_ 0
#endif
#define LT_LAW(id, ...)                                                                            \
    LT_BLOCK(block, step, STATE)                                                                   \
    LT_LAW_OF(id, .n_rows = LT_BLOCK_ROWS_, __VA_ARGS__)
#define LT_LAW_ALONE(id, ...)                                                                      \
    LT_BLOCK(block, step, STATE)                                                                   \
    LT_LAW_OF(id, __VA_ARGS__)
#define LT_LAW_OF(id, ...)                                                                         \
    LT_MARCH_DOUBLES(march, step)                                                                  \
    static void one(const void *p, const void *d, const struct lt_move *m, void *x,                \
                    struct lt_out *o, void *e) {                                                   \
        o->lost_gap = o->cap = 0;                                                                  \
        step(p, d, m, x, o, e);                                                                    \
    }                                                                                              \
    LT_TABLES_(id, .one = one, .march = march, __VA_ARGS__)

/* A law whose step() is in nums: it runs side by side with others. */
#define LT_LAW_N(id, ...)                                                                          \
    LT_MARCH(march, step, STATE)                                                                   \
    LT_LAW_N_OF(id, __VA_ARGS__)

/* The same with a march() of its own. */
#if LT_N == 1
#define LT_LAW_N_OF(id, ...)                                                                       \
    LT_ONE_(one, step)                                                                             \
    LT_BLOCK_N_(block, step)                                                                       \
    LT_WIDE_DECLARED_(id)                                                                          \
    LT_TABLES_(id, .one = one, .march = march, LT_WIDE_(id) __VA_ARGS__)
#else
#define LT_LAW_N_OF(id, ...)                                                                       \
    LT_BLOCK_N_(block, step)                                                                       \
    static size_t march_rows(const struct lt_row *p, const struct lt_row *d, struct lt_row *x,     \
                             struct lt_row *losses, struct lt_march_rows *m,                       \
                             enum lt_march_kind kind, size_t steps) {                              \
        return march(p, d, x, losses, m, kind, steps);                                             \
    }                                                                                              \
    LT_TABLES_(id, .march_rows = march_rows, .n_rows = LT_N, __VA_ARGS__)
#endif

/* The last line of a law that is loaded from a shared object: LT_PLUGIN(&lt_law_mylaw), where mylaw
 * is what LT_LAW was told; or several, of which those from other files are declared before. A law
 * that is built in may keep the line. */
#if defined LT_BUILTIN || defined LT_WIDE
#define LT_PLUGIN(...)
#else
#define LT_PLUGIN(...)                                                                             \
    LT_EXPORTED_ const struct lt_law *const lawtester_laws[] = {__VA_ARGS__, NULL};
#endif

#if defined __GNUC__
#define LT_EXPORTED_ __attribute__((visibility("default")))
#else
#define LT_EXPORTED_
#endif

#ifdef __cplusplus
}
#endif
#endif
