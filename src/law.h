/* SPDX-License-Identifier: MIT */
/*
 * law.h: what a contact law is. The one header a law includes.
 *
 * A law is a function of one time step. Its input is the relative motion of two particles during
 * the step and its own state; its output is force, moment, stored energy and dissipation. It
 * allocates nothing, has no static variables, prints nothing, and may be called any number of times
 * from a saved state. The host owns all memory, computes work and viscous dissipation itself, and
 * sums the energies.
 *
 * Axes: n points from particle A to particle B, s and t lie in the contact plane. Always in the
 * order n s t: translation, then rotation (twist about n, rolling about s and t). SI units,
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
 *     #define DERIVED(F)                            // what derive() computes from the parameters
 *     #define STATE(F)                              // memory from one step to the next
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
 * From the lists come the structs, input checking, help, recorded columns and documentation; from
 * step() the entry for one contact and the loop over a block of LT_LANES contacts, which the
 * compiler vectorises if step() is written with selects (c ? a : b on values already computed, &
 * instead of &&) and with + - * / sqrt only.
 */
#ifndef LAWTESTER_LAW_H
#define LAWTESTER_LAW_H

#include <math.h>
#include <stddef.h>

#include "num.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LT_ABI   6 /* raised when a struct below changes; a law with another one is refused */
#define LT_LANES 8 /* contacts in a block */
#define LT_ROW   8 /* the most contacts that step.h steps side by side */

/* ---- The motion of one step ---------------------------------------------------------------
 * u    displacement at the end of the step. un is the surface gap, reference gap taken off; the
 *      others count from the start of the run
 * du   the change of u in this step, exactly as realised. 0 when a state is only evaluated
 * v    the velocity on which the dashpots act
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

/* ---- The result ---------------------------------------------------------------------------
 * step() sets every field; lost_gap and cap may be left as they are.
 * fn .. mt     contact force and moment at the end of the step, viscous part included
 * vfn .. vmt   the viscous part of it, from which the host computes E_dashpot
 * strain       energy stored in the springs now, J
 * cross        J, lost (> 0) or gained (< 0) in this step because the contact opened, closed or
 *              reached a limit within it; else 0
 * defect       J, lost (> 0) or created (< 0) in this step by an elastic part without potential
 * lost_gap     m, un at which an active contact ends: above 0 where it lasts beyond touch. If it is
 *              not set it is 0
 * cap          N, the largest tangential force that the law allows now; INFINITY: any. It is used
 *              if the law sets .has_cap; else the limit is friction times the compressive force
 * active       1 if the contact is active now
 * branch       a number that identifies the smooth branch of the law (stick, slip, limited), so
 *              that the integrator 'exact' can locate the instants at which it changes. A state
 *              variable that an event watches changes with it. 0 if there is one branch only
 */
// clang-format off
#define LT_OUT_NUMBERS(F)                                                                          \
    F(fn, "N") F(fs, "N") F(ft, "N") F(mn, "N m") F(ms, "N m") F(mt, "N m")                        \
    F(vfn, "N") F(vfs, "N") F(vft, "N") F(vmn, "N m") F(vms, "N m") F(vmt, "N m")                  \
    F(strain, "J") F(cross, "J") F(defect, "J") F(lost_gap, "m") F(cap, "N")
#define LT_OUT(F) LT_OUT_NUMBERS(F) F(active, "1") F(branch, "1")
#define LT_FIELD_(name, ...) double name;
#define LT_NUM_(name, ...)   num name;
struct lt_move { LT_MOVE(LT_FIELD_) };
struct lt_out { LT_OUT(LT_FIELD_) };
// clang-format on

/* Motion and result of LT_N contacts side by side, for a law whose step() is written in nums
 * (num.h): conditions are masks, a branch is bits. stay: 1 if no contact is made or lost in this
 * step, and then active is true. It is a compile-time constant of each call, so that code for other
 * steps is removed. */
struct lt_move_n {
    LT_MOVE_NUMBERS(LT_NUM_) mask active;
    int stay;
};
struct lt_out_n {
    LT_OUT_NUMBERS(LT_NUM_) mask active;
    bits branch;
};

/* The step of LT_LANES contacts: every field becomes an array of LT_LANES. */
struct lt_move_lanes;
struct lt_out_lanes;
typedef void lt_law_block(const void *p, const void *d, const struct lt_move_lanes *m, void *x,
                          struct lt_out_lanes *o, void *e);
#include "step.h"

/* ---- The pair, for derive() ------------------------------------------------------------------ */

struct lt_body {
    double mass;       /* kg; INFINITY for a wall or a fixed particle */
    double own_mass;   /* kg, as if it were not fixed; INFINITY for a wall, NAN if not known */
    double inertia[3]; /* kg m^2, about n, s and t; INFINITY if it cannot turn */
    double radius;     /* m, lever arm without overlap; 0 for a flat particle */
    double curvature;  /* 1/m, mean curvature at the contact; 0 for a flat particle */
    double density;    /* kg/m^3; NAN if only the mass is known */
    double flat;       /* 1 for a wall or facet */
    double half_thick; /* m, half the thickness of a facet; else 0 */
    double length;     /* m, effective length: the part of the body that the contact deforms */
};

struct lt_pair {
    struct lt_body a, b;
    double m_eff;      /* kg, m_a m_b/(m_a + m_b), the mass of the free one at a wall */
    double m_both;     /* kg, the same from own_mass, as if neither were fixed; NAN: not known */
    double r_eff;      /* m, 1/(sum of the curvatures): 1/(1/R_a + 1/R_b) of spheres */
    double area;       /* m^2, contact area: of a circle with the smaller of both lengths */
    double dimensions; /* 3, or 2 for discs of unit thickness */
};

/* ---- Tables ---------------------------------------------------------------------------------- */

/* How a parameter is mixed from the values of two materials. */
enum lt_mix {
    LT_GIVEN = 0, /* not at all: both materials must have the same value */
    LT_MIN,
    LT_MAX,
    LT_MEAN,
    LT_HARMONIC, /* 2/(1/a + 1/b) */
    LT_SERIES,   /* 1/(1/a + 1/b) */
    LT_GEOMETRIC,
    LT_EACH, /* by derive(), which reads both values itself */
};

/* The meaning of a parameter to the host. At most one parameter has a given role. */
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
/* The last three are roles of state variables: the elastic parts of fs and ft, N; 1 while
 * bonded. */
enum lt_role {
    LT_NO_ROLE = 0,
    LT_ROLE_LIST(LT_ROLE_ID_) LT_ROLES,
    LT_SPRING_S,
    LT_SPRING_T,
    LT_BONDED
};

/* One named number of a law: a parameter, a derived number, a state variable or a loss. */
struct lt_field {
    const char *name;
    const char *unit; /* "N/m", "Pa", "1" */
    double preset;    /* default; NAN: none, it is computed by derive() or must be given */
    double min, max;  /* values outside are an error; a state with min > 0 spans many powers of ten,
                         and exact keeps its relative error small */
    const char *doc;
    const char *choices; /* "full no-tension": the words for 0, 1 ...; NULL: a real number */
    double advised;      /* larger values print a note; 0: none do */
    enum lt_mix mix;
    const char *sets; /* "kn ks": parameters derive() computes from it; of a state: its limit */
    int once;         /* 1: an instruction, not a property: applied when given, then dropped */
    const char *with; /* "kratio": an instruction that is applied again when this is set alone */
    int hidden; /* 1: a state that is listed and recorded only if it is named; a parameter that is
                   not listed */
    int told;   /* 1: an output: no step reads this state, so that users cannot set it */
    enum lt_role role; /* of a parameter or a state */
    /* The parts it belongs to: "rolling: sds; twisting: marshall", any of these; "rolling", any
     * part of that kind; "tangential and damping", both at once. NULL: it always exists. */
    const char *of;
};

/* A change of a state variable, or of "active", that is reported as an event. */
struct lt_event {
    const char *name;  /* "slip_change" */
    const char *watch; /* name of the 0/1 state variable, or "active" */
    int rises, falls;  /* report the change 0 -> 1 (mode 0) and 1 -> 0 (mode 1) */
};

/* A column computed from other columns: a formula. */
struct lt_view {
    const char *name, *unit, *formula, *doc;
};

/* A closed form of a head-on impact at zero gap, without gravity. */
struct lt_case {
    const char *result;     /* "e_n" */
    const char *when;       /* condition over the parameters */
    const char *formula;    /* over the parameters and m_eff */
    const char *convention; /* in words: the instant at which the contact ends */
};

/* A jump of the elastic force. `verify` compares its size with CHANGE; other jumps are failures. */
struct lt_jump {
    const char *force; /* "fn" .. "mt": the component */
    const char *at;    /* "made" or "lost", of the contact; or the state variable that changes */
    const char *when;  /* condition, a formula over the parameters */
    /* A formula: the elastic force just after less that just before, over the parameters, the pair,
     * and motion, forces and state just before. */
    const char *change;
    const char *why;
};

/* sqrt(2): the largest value of a check of two components together, relative to the larger one; for
 * lt_shortfall.most. */
#define LT_TWO_COMPONENTS 1.4142135623730952

/* For lt_law.order: the step makes no error where no branch changes. */
#define LT_NO_ERROR INFINITY

/* A known exception to a check of `verify`. */
struct lt_shortfall {
    const char *check; /* its name: "cycle" */
    const char *when;  /* condition over the parameters */
    double most;       /* largest value of the check then; INFINITY: any */
    const char *why;   /* the reason, as the verdict prints it */
};

struct lt_law {
    unsigned abi, size, lanes; /* filled by LT_LAW, to detect a law compiled with another law.h */
    const char *name, *summary;
    const char *source;    /* paper or manual, with numbers of equations */
    const char *equations; /* the force, in plain text */
    const struct lt_field *params, *derived, *state, *losses;
    size_t n_params, n_derived, n_state, n_losses;
    unsigned acts; /* bit i: force component i (n s t, rotation n s t) may be non-zero */
    const struct lt_event *events; /* end with a NULL name, like the three lists below */
    const struct lt_view *views;
    const struct lt_case *cases;
    /* Compute parameters P that depend on others, and derived numbers D. A and B are the values of
     * both materials (NAN: not given). Returns NULL, or an error message. */
    const char *(*derive)(const struct lt_pair *pair, const void *a, const void *b, void *p,
                          void *d);
    /* The step of one contact, and of LT_LANES. */
    void (*one)(const void *p, const void *d, const struct lt_move *m, void *x, struct lt_out *o,
                void *e);
    lt_law_block *block;
    lt_law_march *march; /* many steps of one contact */
    /* Many steps of n_rows contacts side by side. NULL: by WIDE, if there is one; else by BLOCK, if
     * n_rows is LT_LANES; else contact by contact. */
    lt_law_march_rows *march_rows;
    unsigned n_rows;
    const struct lt_law *wide; /* the same law compiled with LT_WIDE; NULL: none */
    /* 1 if a contact with these parameters must not be stepped side by side with others; NULL:
     * never. */
    int (*apart)(const void *p, const void *d);
    /* Undamped contact time, s, at an impact speed in m/s. NULL: from the stiffness at first
     * touch. */
    double (*contact_time)(const struct lt_pair *pair, const void *p, const void *d, double speed);
    const struct lt_shortfall *declares; /* ends with a NULL check, like the lists above */
    const struct lt_jump *jumps;         /* ends with a NULL force */
    /* Surface gap, m, at which a contact is made on approach; NULL: 0, at touch. */
    double (*reach)(const struct lt_pair *pair, const void *p, const void *d);
    int has_cap; /* 1: step() sets o->cap */
    /* 1: the law cannot be evaluated again from an earlier state. step() is called once for each
     * step, in order, from a state of zeros. */
    int forward_only;
    /* The power of dt that the error of the force is proportional to where no branch changes, with
     * exact displacements and velocities. LT_NO_ERROR: no error. 0 means 1. */
    double order;
    const struct lt_part_word *parts; /* ends with a NULL kind; NULL: it has no parts */
    const struct lt_clash *clashes;   /* ends with a NULL why */
    const struct lt_law *whole;       /* of a choice of parts: the law with all; NULL: this is it */
};

#include "law_lists.h" /* LT_STRUCTS, LT_LAW, LT_PLUGIN */
#ifdef __cplusplus
}
#endif
#endif
