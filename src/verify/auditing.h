/* SPDX-License-Identifier: GPL-3.0-or-later */
/* auditing.h: shared by the files of the audit: cases, and driving a law through them. */
#ifndef LT_AUDITING_H
#define LT_AUDITING_H

#include "base/arena.h"
#include "registry/checks.h"
#include "registry/drive.h"
#include "verify/audit.h"

#include <math.h>
#include <string.h>

enum { LT_AUDIT_FINE = 16 }; /* how many times shorter the short steps are */

/* Variants of a case. All zero: the case itself. */
struct lt_audit_variant {
    int refine; /* each step is split in so many; 0: in one */
    size_t split_at;
    int split_into; /* end at this step, from 1, divided into so many parts; 0: do not */
    int split_end;  /* ... and at this part of it, from 1; 0: the last */
    int first;      /* begin with this leg, at the end of the one before */
    bool swap;      /* A is B */
    bool turn;      /* s, t are rotated by the angle with this cosine and sine */
    double cosine, sine;
    bool mirror[2];     /* s, t are reversed */
    double offset;      /* earlier motion added to us, ut, an, as, at */
    double jitter;      /* relative error of each step */
    int units[3];       /* m, kg and s are smaller by these powers of two */
    bool disturbed;     /* other contacts are computed in between */
    unsigned char fill; /* initial content of memory that the law must set */
};

/* A case driven to its end: COUNT steps, and sums over them. */
struct lt_audit_trace {
    const char *refused; /* why derive() refuses these numbers; NULL: it does not */
    bool undefined;      /* derive() accepts them but gives NaN */
    size_t count;
    struct lt_drive_step *steps;
    struct lt_drive_step begun; /* output and state at the start */
    double *begun_state;
    struct lt_drive drive;  /* as derived; the state at the end */
    double *losses, *other; /* totals; a state for others */
    bool finite;
    bool broken, healed; /* a bond was; one that was holds again */
    const char *meddled; /* what the law has changed without permission; NULL: nothing */
    double peak[LT_DOFS], viscous_peak[LT_DOFS]; /* largest force of each component */
    double force, moment;                        /* largest overall */
    double spring, spring_moment;                /* largest without viscous part */
    struct lt_point at;                          /* the accounts, E_residual at the end */
    double throughput, aside;                    /* sum of |work| of each DoF; of each but n */
    double turnover;        /* sum of |work|, |dashpots| and |dissipations|: the energy exchanged */
    double residual;        /* largest |E_residual| on the path */
    double stored;          /* E_strain at the start */
    double restless;        /* sum of the sizes of the changes of E_residual */
    double crossed;         /* sum of |cross| */
    double jumped;          /* as much of it as declared jumps make */
    double taken_back;      /* sum of negative dissipations */
    const char *taken_from; /* the loss that contributes most to it */
};

/* The scale of a component of force or moment; index LT_DOFS: of an energy. */
static inline double lt_audit_scale(const struct lt_audit_trace *t, int component) {
    return component < 3 ? t->force : component < LT_DOFS ? t->moment : t->throughput;
}

/* The audit of a law: traces of the current case. */
struct lt_audit_bench {
    const struct lt_law *law;
    struct lt_expr *expr;   /* of a law in formulas; else NULL */
    struct lt_arena *arena; /* cleared with each case */
    struct lt_arena *kept;
    const struct lt_audit_case *now;
    const struct lt_audit_trace *base, *fine,
        *jittered[2];                 /* of the current case; NULL: not computed yet */
    struct lt_audit_jumps *jumps;     /* that the law declares; NULL: none */
    double shake;                     /* relative lengthening of every path, in all runs */
    int (*dimension)[3];              /* n_params: exponents of m, kg, s in halves */
    void (*begins)(const char *what); /* see lt_audit_options */
};

/* Calls begins for a case of a check. */
void lt_audit_announce(const struct lt_audit_bench *bench, const char *check);

/* Draws case NUMBER of SEED into OUT. False: the law accepts no numbers, WHY gives its reason. */
bool lt_audit_case_draw(struct lt_audit_bench *bench, uint64_t seed, int number,
                        struct lt_audit_case *out, char *why, size_t size);

/* The typical magnitude, SI, of a number with this DIMENSION, exponents of m, kg and s in halves.
 */
double lt_audit_case_size(const struct lt_audit_case *c, const int *dimension);

/* Two parts of a law, by the parameters that choose them; all zero at first, but that of so many
 * pairs one is taken, which depends on the seed. */
struct lt_audit_pair {
    unsigned every, number;
    size_t one, other;
    double words[2];
    bool begun;
    int left, count; /* cases of these two that are left; so far, of all */
};

/* The next case for a pair of parts of the law: the path moves one to and fro beside the other.
 * False: there are no more. */
bool lt_audit_case_pair(struct lt_audit_bench *bench, uint64_t seed, struct lt_audit_pair *pair,
                        struct lt_audit_case *out);

const struct lt_audit_trace *lt_audit_drive(struct lt_audit_bench *bench,
                                            const struct lt_audit_case *audited,
                                            const struct lt_audit_variant *variant);

/* Makes this the bench's current case and discards earlier traces. */
void lt_audit_begin(struct lt_audit_bench *bench, const struct lt_audit_case *now);

/* The trace of the current case with its own steps; with steps LT_AUDIT_FINE times shorter. Each is
 * computed once per case. */
const struct lt_audit_trace *lt_audit_drive_base(struct lt_audit_bench *bench);
const struct lt_audit_trace *lt_audit_drive_fine(struct lt_audit_bench *bench);

/* Transforms six components as the variant shows them to the law. */
void lt_audit_drive_transform(const struct lt_audit_variant *variant, double *x);

/* Reports the first number whose bits differ between two runs, after a sentence on why they should
 * agree; false: none differs. */
bool lt_audit_state_unlike(const struct lt_law *law, const struct lt_audit_trace *a,
                           const struct lt_audit_trace *b, const char *alike, char *detail,
                           size_t size);

/* The initial orientation of the pair in space and its motion as a whole: velocity of A and spin of
 * both, along n, s, t. */
struct lt_audit_flight {
    double normal[3], tangent[3], velocity[3], spin[3];
};

/* The case as the sections of a stage program from materials to stages; in frame contact if FLIGHT
 * is NULL, else in frame bodies. */
void lt_audit_file_program(const struct lt_law *law, const struct lt_audit_case *audited,
                           const struct lt_audit_flight *flight, FILE *out);

/* A check: returns its value for the bench's case, which its bound limits. Negative: not
 * applicable; NAN: a failure. DETAIL, of SIZE bytes, describes the worst error. */
typedef double lt_audit_measure(struct lt_audit_bench *bench, char *detail, size_t size);

struct lt_audit_kind {
    const char *about;
    double bound;
    lt_audit_measure *measure;
    enum {
        LT_AUDIT_SHOWN,
        LT_AUDIT_COMPARED,
        LT_AUDIT_WHOLE
    } shown;      /* how a program can show it: by itself; in comparison with another; not at all */
    bool returns; /* restarts the law from an earlier state */
};

/* Index of the parameter with the role in the bench's current case; -1: none. */
long lt_audit_role_find(const struct lt_audit_bench *bench, enum lt_role role);

/* Mark the check as untested if no parameters have the roles that it needs. */
void lt_audit_role_untold(const struct lt_law *law, enum lt_check_kind kind,
                          struct lt_check *check);

/* The jumps that the law declares; NULL: none. Not for two threads at once. */
struct lt_audit_jumps *lt_audit_jump_read(const struct lt_law *law, struct lt_arena *arena);

/* Sets in NOW the jumps of the forces that the law declares for the step from BEFORE, with the
 * states of both. */
void lt_audit_jump_expect(const struct lt_audit_jumps *jumps, const struct lt_drive *drive,
                          const struct lt_drive_step *before, const double *state,
                          struct lt_drive_step *now, const double *state_now);

/* The check for parameters without effect and force components that never act. */
void lt_audit_idle(struct lt_audit_bench *bench, uint64_t seed, struct lt_check *check);

lt_audit_measure lt_audit_force_finite, lt_audit_force_acts, lt_audit_symmetry_units,
    lt_audit_energy_ledger, lt_audit_energy_cross, lt_audit_energy_dissipation,
    lt_audit_energy_cycle, lt_audit_force_coulomb, lt_audit_force_friction_of_springs,
    lt_audit_force_tension, lt_audit_force_continuity, lt_audit_jump_size, lt_audit_symmetry_swap,
    lt_audit_symmetry_wall, lt_audit_symmetry_mirror, lt_audit_symmetry_isotropy,
    lt_audit_symmetry_offset, lt_audit_symmetry_again, lt_audit_force_hold, lt_audit_state_hidden,
    lt_audit_state_unset, lt_audit_state_block, lt_audit_force_contact_time, lt_audit_step_slow,
    lt_audit_step_order, lt_audit_smooth_convergence, lt_audit_step_length,
    lt_audit_force_stiffness, lt_audit_threads, lt_audit_bodies_objectivity;

#endif
