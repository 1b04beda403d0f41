/* SPDX-License-Identifier: GPL-3.0-or-later */
/* names.h: the names that formulas of a program may use, and where their values are stored.
 *
 * Everything that changes in a run is one flat array of doubles, values[]; a name is an index into
 * it. */
#ifndef LT_NAMES_H
#define LT_NAMES_H

#include "law.h"
#include <stdbool.h>
#include <stddef.h>

enum { LT_DOFS = 6 }; /* degrees of freedom of the pair: n s t, then rotations about them */

struct lt_arena;

/* The fixed part, in the order of values[]: F(ID, name, unit, doc). */
#define LT_CLOCK(F)                                                                                \
    F(T, t, "s", "time since the run began")                                                       \
    F(TIME, time, "s", "time since the stage began")                                               \
    F(STEP, step, "1", "steps since the stage began")                                              \
    F(STAGE, stage, "1", "number of the stage, from 0")

/* Quantities that the exact integrator integrates, together with the law's state and losses. */
#define LT_POINT(F)                                                                                \
    F(UN, un, "m", "normal displacement: < 0 overlap, > 0 surface gap")                            \
    F(US, us, "m", "shear displacement, s")                                                        \
    F(UT, ut, "m", "shear displacement, t")                                                        \
    F(AN, an, "rad", "twist")                                                                      \
    F(AS, as, "rad", "rolling about s")                                                            \
    F(AT, at, "rad", "rolling about t")                                                            \
    F(VN, vn, "m/s", "normal velocity: < 0 closing")                                               \
    F(VS, vs, "m/s", "shear velocity, s")                                                          \
    F(VT, vt, "m/s", "shear velocity, t")                                                          \
    F(WN, wn, "rad/s", "twist rate")                                                               \
    F(WS, ws, "rad/s", "rolling rate about s")                                                     \
    F(WT, wt, "rad/s", "rolling rate about t")                                                     \
    F(FN, fn, "N", "normal force: < 0 compression")                                                \
    F(FS, fs, "N", "shear force, s")                                                               \
    F(FT, ft, "N", "shear force, t")                                                               \
    F(MN, mn, "N m", "twisting moment")                                                            \
    F(MS, ms, "N m", "rolling moment about s")                                                     \
    F(MT, mt, "N m", "rolling moment about t")                                                     \
    F(VFN, vfn, "N", "viscous part of fn")                                                         \
    F(VFS, vfs, "N", "viscous part of fs")                                                         \
    F(VFT, vft, "N", "viscous part of ft")                                                         \
    F(VMN, vmn, "N m", "viscous part of mn")                                                       \
    F(VMS, vms, "N m", "viscous part of ms")                                                       \
    F(VMT, vmt, "N m", "viscous part of mt")                                                       \
    LT_ACCOUNTS(F)

#define LT_ENERGIES(F)                                                                             \
    F(WORK_THROUGHPUT, work_throughput, "J", "sum of |dE_work|")                                   \
    F(E_KINETIC, E_kinetic, "J", "kinetic energy of the relative motion")                          \
    F(E_RESIDUAL, E_residual, "J", "error of the energy balance")

#define LT_CONDITIONS(F)                                                                           \
    F(CONTACT, contact, "", "the law is active now")                                               \
    F(BROKEN, broken, "", "a contact existed in this stage and is lost")                           \
    F(REBOUND, rebound, "", "broken, or two reversals of vn in contact")

#define LT_COUNTS(F)                                                                               \
    F(STAGE_BOUNCES, bounces, "1", "reversals of vn while in contact, in this stage")              \
    F(C_TIME, c_time, "s", "time since the last contact was made")                                 \
    F(FN_ERR, fn_err, "1", "unsteadiness of fn: relative distance from its smoothed value")        \
    F(FS_ERR, fs_err, "1", "unsteadiness of fs")                                                   \
    F(FT_ERR, ft_err, "1", "unsteadiness of ft")                                                   \
    F(MN_ERR, mn_err, "1", "unsteadiness of mn")                                                   \
    F(MS_ERR, ms_err, "1", "unsteadiness of ms")                                                   \
    F(MT_ERR, mt_err, "1", "unsteadiness of mt")

/* Smoothed values of what moves and acts, in the order of LT_POINT, and the unsteadiness of what
 * moves: worked out only if used. */
#define LT_SMOOTHED(F)                                                                             \
    F(UN_SMOOTH, un_smooth, "m", "smoothed value of un (motion.smooth)")                           \
    F(US_SMOOTH, us_smooth, "m", "smoothed value of us (motion.smooth)")                           \
    F(UT_SMOOTH, ut_smooth, "m", "smoothed value of ut (motion.smooth)")                           \
    F(AN_SMOOTH, an_smooth, "rad", "smoothed value of an (motion.smooth)")                         \
    F(AS_SMOOTH, as_smooth, "rad", "smoothed value of as (motion.smooth)")                         \
    F(AT_SMOOTH, at_smooth, "rad", "smoothed value of at (motion.smooth)")                         \
    F(VN_SMOOTH, vn_smooth, "m/s", "smoothed value of vn (motion.smooth)")                         \
    F(VS_SMOOTH, vs_smooth, "m/s", "smoothed value of vs (motion.smooth)")                         \
    F(VT_SMOOTH, vt_smooth, "m/s", "smoothed value of vt (motion.smooth)")                         \
    F(WN_SMOOTH, wn_smooth, "rad/s", "smoothed value of wn (motion.smooth)")                       \
    F(WS_SMOOTH, ws_smooth, "rad/s", "smoothed value of ws (motion.smooth)")                       \
    F(WT_SMOOTH, wt_smooth, "rad/s", "smoothed value of wt (motion.smooth)")                       \
    F(FN_SMOOTH, fn_smooth, "N", "smoothed value of fn (motion.smooth)")                           \
    F(FS_SMOOTH, fs_smooth, "N", "smoothed value of fs (motion.smooth)")                           \
    F(FT_SMOOTH, ft_smooth, "N", "smoothed value of ft (motion.smooth)")                           \
    F(MN_SMOOTH, mn_smooth, "N m", "smoothed value of mn (motion.smooth)")                         \
    F(MS_SMOOTH, ms_smooth, "N m", "smoothed value of ms (motion.smooth)")                         \
    F(MT_SMOOTH, mt_smooth, "N m", "smoothed value of mt (motion.smooth)")                         \
    F(UN_ERR, un_err, "1", "unsteadiness of un")                                                   \
    F(US_ERR, us_err, "1", "unsteadiness of us")                                                   \
    F(UT_ERR, ut_err, "1", "unsteadiness of ut")                                                   \
    F(AN_ERR, an_err, "1", "unsteadiness of an")                                                   \
    F(AS_ERR, as_err, "1", "unsteadiness of as")                                                   \
    F(AT_ERR, at_err, "1", "unsteadiness of at")                                                   \
    F(VN_ERR, vn_err, "1", "unsteadiness of vn")                                                   \
    F(VS_ERR, vs_err, "1", "unsteadiness of vs")                                                   \
    F(VT_ERR, vt_err, "1", "unsteadiness of vt")                                                   \
    F(WN_ERR, wn_err, "1", "unsteadiness of wn")                                                   \
    F(WS_ERR, ws_err, "1", "unsteadiness of ws")                                                   \
    F(WT_ERR, wt_err, "1", "unsteadiness of wt")

/* Tangent stiffnesses of the law, in the order of the DoFs: computed only if used. */
#define LT_TANGENTS(F)                                                                             \
    F(DFN_DUN, dfn_dun, "N/m", "stiffness of the contact now: change of fn with un")               \
    F(DFS_DUS, dfs_dus, "N/m", "stiffness now: change of fs with us; 0 where it slips")            \
    F(DFT_DUT, dft_dut, "N/m", "stiffness now: change of ft with ut; 0 where it slips")            \
    F(DMN_DAN, dmn_dan, "N m", "stiffness now: change of mn with an")                              \
    F(DMS_DAS, dms_das, "N m", "stiffness now: change of ms with as")                              \
    F(DMT_DAT, dmt_dat, "N m", "stiffness now: change of mt with at")                              \
    F(FS_TRIAL, fs_trial, "N", "fs as it would be if this step had no friction limit")             \
    F(FT_TRIAL, ft_trial, "N", "ft as it would be if this step had no friction limit")             \
    F(E_DASHPOT_N, E_dashpot_n, "J", "part of E_dashpot: of the viscous normal force")             \
    F(E_DASHPOT_T, E_dashpot_t, "J", "part of E_dashpot: of the viscous shear force")

/* F(ID, name, unit, doc, when it has no value); all are null if the run failed. */
#define LT_RESULTS(F)                                                                              \
    F(R_E_N, e_n, "1",                                                                             \
      "normal coefficient of restitution, -vn after / vn before the first contact; 0 if the "      \
      "particles never separate",                                                                  \
      "no contact, or its normal motion was imposed")                                              \
    F(R_E_T, e_t, "1",                                                                             \
      "tangential coefficient of restitution of the contact point, -(v'.v)/|v|^2 of its "          \
      "velocities: 1 if reversed, -1 if unchanged",                                                \
      "no tangential velocity, or an imposed one; the contact has not separated")                  \
    F(R_E_T_CENTRE, e_t_centre, "1",                                                               \
      "tangential velocity of the centres, after / before, as Kharaz et al. define it: 1 without " \
      "a tangential force",                                                                        \
      "as for e_t")                                                                                \
    F(R_T_CONTACT, t_contact, "s", "contact time, from the start of the first contact to its end", \
      "no contact, or it has not separated")                                                       \
    F(R_T_FORCE, t_force, "s",                                                                     \
      "time from the start of the first contact until its force, once compressive, is zero or "    \
      "tensile",                                                                                   \
      "the force was never compressive, or still is")                                              \
    F(R_OVERLAP_MAX, overlap_max, "m", "largest overlap of the first contact", "no contact")       \
    F(R_FN_MAX, fn_max, "N", "largest compressive force of the first contact, positive",           \
      "no contact")                                                                                \
    F(R_FT_MAX, ft_max, "N", "largest tangential force of the first contact", "no contact")        \
    F(R_PULL_MAX, pull_max, "N",                                                                   \
      "largest tensile force of the whole run, dashpot included; 0: none", "no contact")           \
    F(R_BOUNCES, bounces, "1", "reversals of vn in contact, in the whole run", "the run failed")   \
    F(R_STEPS, steps, "1", "steps, of the whole run", "the run failed")                            \
    F(R_RESIDUAL, energy_residual_rel, "1",                                                        \
      "largest |E_residual| relative to the energy at the start, supplied or released",            \
      "the run failed")

/* Statistics of a result over the phase, the place within a time step at which the contact begins.
 * Computed only if used. Three for each result, in this order. */
#define LT_BANDS(F)                                                                                \
    F(R_E_N_LOW, e_n_low, "1",                                                                     \
      "lowest e_n over the phase within a time step at which the contact begins", LT_BAND_LACKS)   \
    F(R_E_N_HIGH, e_n_high, "1",                                                                   \
      "highest e_n over the phase within a time step at which the contact begins", LT_BAND_LACKS)  \
    F(R_E_N_MEAN, e_n_mean, "1",                                                                   \
      "mean of e_n over the phase within a time step at which the contact begins", LT_BAND_LACKS)  \
    F(R_E_T_LOW, e_t_low, "1",                                                                     \
      "lowest e_t over the phase within a time step at which the contact begins", LT_BAND_LACKS)   \
    F(R_E_T_HIGH, e_t_high, "1",                                                                   \
      "highest e_t over the phase within a time step at which the contact begins", LT_BAND_LACKS)  \
    F(R_E_T_MEAN, e_t_mean, "1",                                                                   \
      "mean of e_t over the phase within a time step at which the contact begins", LT_BAND_LACKS)
#define LT_BAND_LACKS                                                                              \
    "not requested; 'integrator: exact', which has no time step; the contact does not begin by "   \
    "motion in steps"
enum lt_band { LT_BAND_LOW, LT_BAND_HIGH, LT_BAND_MEAN, LT_BAND_EACH };

#define LT_CONSTANTS(F)                                                                            \
    F(M_EFF, m_eff, "kg", "effective mass of the pair")                                            \
    F(M_T, m_t, "kg", "effective mass at the contact point, along t")                              \
    F(R_EFF, r_eff, "m", "effective radius")                                                       \
    F(LENGTH_A, length_a, "m", "effective length of A")                                            \
    F(LENGTH_B, length_b, "m", "effective length of B")                                            \
    F(CONTACT_AREA, contact_area, "m^2", "contact area")                                           \
    F(T_C, t_c, "s", "undamped contact time")                                                      \
    F(T_CRIT, t_crit, "s", "critical time step of leapfrog, at the stiffest state of the run")     \
    F(DT, dt, "s", "time step")

/* Frame bodies only: the two bodies and the contact's axes in space. All velocities are adjacent.
 * Then what the bodies lose by themselves. */
#define LT_SPACE(F)                                                                                \
    F(XA, xa, "m", "centre of A, x")                                                               \
    F(YA, ya, "m", "centre of A, y")                                                               \
    F(ZA, za, "m", "centre of A, z")                                                               \
    F(XB, xb, "m", "centre of B, x")                                                               \
    F(YB, yb, "m", "centre of B, y")                                                               \
    F(ZB, zb, "m", "centre of B, z")                                                               \
    F(QWA, qwa, "1", "orientation of A, quaternion w")                                             \
    F(QXA, qxa, "1", "orientation of A, quaternion x")                                             \
    F(QYA, qya, "1", "orientation of A, quaternion y")                                             \
    F(QZA, qza, "1", "orientation of A, quaternion z")                                             \
    F(QWB, qwb, "1", "orientation of B, quaternion w")                                             \
    F(QXB, qxb, "1", "orientation of B, quaternion x")                                             \
    F(QYB, qyb, "1", "orientation of B, quaternion y")                                             \
    F(QZB, qzb, "1", "orientation of B, quaternion z")                                             \
    F(VXA, vxa, "m/s", "velocity of A, x")                                                         \
    F(VYA, vya, "m/s", "velocity of A, y")                                                         \
    F(VZA, vza, "m/s", "velocity of A, z")                                                         \
    F(WXA, wxa, "rad/s", "angular velocity of A, x")                                               \
    F(WYA, wya, "rad/s", "angular velocity of A, y")                                               \
    F(WZA, wza, "rad/s", "angular velocity of A, z")                                               \
    F(VXB, vxb, "m/s", "velocity of B, x")                                                         \
    F(VYB, vyb, "m/s", "velocity of B, y")                                                         \
    F(VZB, vzb, "m/s", "velocity of B, z")                                                         \
    F(WXB, wxb, "rad/s", "angular velocity of B, x")                                               \
    F(WYB, wyb, "rad/s", "angular velocity of B, y")                                               \
    F(WZB, wzb, "rad/s", "angular velocity of B, z")                                               \
    F(NX, nx, "1", "contact normal, x")                                                            \
    F(NY, ny, "1", "contact normal, y")                                                            \
    F(NZ, nz, "1", "contact normal, z")                                                            \
    F(SX, sx, "1", "shear axis s, x")                                                              \
    F(SY, sy, "1", "shear axis s, y")                                                              \
    F(SZ, sz, "1", "shear axis s, z")                                                              \
    F(TX, tx, "1", "shear axis t, x")                                                              \
    F(TY, ty, "1", "shear axis t, y")                                                              \
    F(TZ, tz, "1", "shear axis t, z")                                                              \
    F(E_DAMPING, E_damping, "J", "dissipated by motion.damping")

#define LT_SLOT_(ID, ...) LT_##ID,
enum lt_slot {
    LT_CLOCK(LT_SLOT_) LT_POINT(LT_SLOT_) LT_ENERGIES(LT_SLOT_) LT_CONDITIONS(LT_SLOT_)
        LT_COUNTS(LT_SLOT_) LT_SMOOTHED(LT_SLOT_) LT_TANGENTS(LT_SLOT_) LT_RESULTS(LT_SLOT_)
            LT_BANDS(LT_SLOT_) LT_CONSTANTS(LT_SLOT_) LT_SPACE(LT_SLOT_) LT_FIXED_SLOTS
};

enum lt_name_kind {
    LT_NAME_COLUMN,    /* clock, motion, forces, energies */
    LT_NAME_STATE,     /* the law's */
    LT_NAME_LOSS,      /* "E_slip" for a law's loss "slip" */
    LT_NAME_VIEW,      /* a law's computed column */
    LT_NAME_CONDITION, /* true or false */
    LT_NAME_RESULT,
    LT_NAME_BAND, /* "e_n_high": of a result, over the phase, worked out if it is used */
    LT_NAME_CONSTANT,
    LT_NAME_PARAM,
    LT_NAME_LET,
    LT_NAME_KEPT,    /* set by {keep: ...} when a stage ends; NAN before */
    LT_NAME_EXTREME, /* "un_lowest": extreme of a column over the whole run, kept if it is used */
    LT_NAME_NUMBER   /* a number of the file that a run overrides by its path; NAN: it does not */
};

struct lt_name {
    const char *name, *unit, *doc;
    enum lt_name_kind kind;
    size_t slot;
};

/* The place of a formula decides which names it may use and which "bounces" it means. */
enum lt_scope {
    LT_SCOPE_LET,   /* other let names only: the numbers of the file */
    LT_SCOPE_LAW,   /* let names, the law's parameters, constants of the pair: the law's numbers */
    LT_SCOPE_PARAM, /* let names and the law's parameters: -D, dt (with t_c, t_crit), calibrate */
    LT_SCOPE_STEP,  /* everything; bounces is the stage's */
    LT_SCOPE_END    /* everything, NAME_end too; bounces is the run's */
};

/* values[] = fixed slots | state | losses | views | events | modes | fresh events | params | lets |
 * kept | extremes | numbers of the file. The law's state and losses follow the fixed slots, so
 * LT_UN .. LT_WORK_THROUGHPUT and these two are what a step changes. */
struct lt_names {
    struct lt_name *list;
    size_t count; /* names; two of them share no slot, "NAME_end" is not in the list */
    size_t state, losses, views, events, params, lets, kept; /* first slot of each group */
    size_t modes; /* first slot of the modes of the events: begun, ended */
    size_t fresh; /* and of those events that have occurred since actions were last considered */
    size_t seen;  /* first slot of the extremes */
    size_t slots; /* length of values[] */
    struct lt_name *extremes; /* of list[i]: the highest 2i, the lowest 2i + 1; not in the list */
    enum lt_scope scope;      /* from which this view sees the list */
    bool bodies;              /* frame bodies: the names of LT_SPACE are known */
    bool split;               /* E_dashpot_n, E_dashpot_t are requested */
    size_t n_swept;           /* numbers that a sweep varies, under their names in LT_SCOPE_END: */
    struct lt_name *swept;    /* "motion_dt", "swept_vn"; not in the list */
};

/* The names of a law (NULL: none yet), of N_LETS let names and N_KEPT kept ones. */
struct lt_names *lt_names_new(const struct lt_law *law, const char *const *lets, size_t n_lets,
                              const char *const *kept, size_t n_kept, struct lt_arena *arena);

/* The let names, in the order of the file. */
struct lt_name *lt_names_lets(const struct lt_names *names);

/* A view of the same list from another scope. */
struct lt_names lt_names_in(const struct lt_names *names, enum lt_scope scope);

/* fn_err ... mt_err */
static inline bool lt_names_is_error(const struct lt_name *name) {
    return name->slot >= LT_FN_ERR && name->slot <= LT_MT_ERR;
}

/* un_smooth ... wt_err */
static inline bool lt_names_is_smoothed(const struct lt_name *name) {
    return name->slot >= LT_UN_SMOOTH && name->slot <= LT_WT_ERR;
}

/* dfn_dun ... ft_trial */
static inline bool lt_names_is_tangent(const struct lt_name *name) {
    return name->slot >= LT_DFN_DUN && name->slot <= LT_FT_TRIAL;
}

/* E_dashpot_n, E_dashpot_t */
static inline bool lt_names_is_split(const struct lt_name *name) {
    return name->slot == LT_E_DASHPOT_N || name->slot == LT_E_DASHPOT_T;
}

/* The result that a name of LT_NAME_BAND is of, and which number of its band. */
static inline size_t lt_names_band_of(const struct lt_name *name) {
    return name->slot < LT_R_E_T_LOW ? LT_R_E_N : LT_R_E_T;
}
static inline enum lt_band lt_names_band(const struct lt_name *name) {
    return (enum lt_band)((name->slot - LT_R_E_N_LOW) % LT_BAND_EACH);
}

/* The result that a name of LT_NAME_BAND is of; any other name itself. */
const struct lt_name *lt_names_result(const struct lt_names *names, const struct lt_name *name);

/* The column that an extreme is of. */
static inline const struct lt_name *lt_names_column(const struct lt_names *names,
                                                    const struct lt_name *extreme) {
    return &names->list[(extreme - names->extremes) / 2];
}

/* True: the highest value; false: the lowest. */
static inline bool lt_names_is_highest(const struct lt_names *names,
                                       const struct lt_name *extreme) {
    return (extreme - names->extremes) % 2 == 0;
}

/* NULL if there is no such name in this scope. In LT_SCOPE_END "un_end" finds un, and "un_highest",
 * "un_lowest" its extremes. */
const struct lt_name *lt_names_find(const struct lt_names *names, const char *name);

/* All names of this scope, for suggestions; *count of them. In the arena. */
const char *const *lt_names_all(const struct lt_names *names, size_t *count,
                                struct lt_arena *arena);

/* True for a column, condition, result or constant name of the fixed part, a stage-file keyword of
 * formulas, or a Lua word: neither a law nor a let may use it. */
bool lt_names_reserved(const char *name);

/* Letters, digits and '_', not beginning with a digit. */
bool lt_names_possible(const char *text);

#endif
