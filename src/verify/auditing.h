/* SPDX-License-Identifier: GPL-3.0-or-later */
/* auditing.h: what the files of the audit share: a law led by hand through a case. */
#ifndef LT_AUDITING_H
#define LT_AUDITING_H

#include "base/arena.h"
#include "model/checks.h"
#include "model/lead.h"
#include "verify/audit.h"

#include <math.h>
#include <string.h>

enum { LT_AUDIT_FINE = 16 }; /* how many times shorter the short steps are */

/* How a case is led otherwise than it says. All zero: as it says. */
struct lt_audit_variant {
    int refine; /* each step is split in so many; 0: in one */
    size_t split_at;
    int split_into; /* end with this step, from 1, in so many parts; 0: do not */
    int split_end;  /* and with this part, from 1; 0: with the last */
    int first;      /* begin with this leg, where the one before it ends */
    bool swap;      /* A is B */
    bool turn;      /* s, t are turned by the angle with this cosine and sine */
    double cosine, sine;
    bool mirror[2];     /* s, t point the other way */
    double offset;      /* of what the contact has moved before: us, ut, an, as, at */
    double jitter;      /* relative error of each step */
    int units[3];       /* m, kg and s are so many powers of two shorter */
    bool disturbed;     /* other contacts are asked in between */
    unsigned char fill; /* what is in memory that the law has to fill */
};

/* A case, led to its end: COUNT steps, and sums over them. */
struct lt_audit_trace {
    const char *refused; /* derive() does not take these numbers; NULL: it does */
    bool undefined;      /* it does, but what it derives is not a number */
    size_t count;
    struct lt_lead_step *steps;
    struct lt_lead_step begun; /* what was answered at the start, and the state then */
    double *begun_state;
    struct lt_lead lead;    /* as derived; the state at the end */
    double *losses, *other; /* totals; a state for others */
    bool finite;
    const char *meddled; /* what the law has changed that is not its own; NULL: nothing */
    double peak[LT_DOFS], viscous_peak[LT_DOFS]; /* largest force of each component */
    double force, moment;                        /* largest of all */
    double spring, spring_moment;                /* largest without viscous part */
    double work, throughput, aside;              /* trapezoid; sum of |work| of each DoF, but n */
    double turnover;       /* of every account: work, dashpots, dissipations, each by its size */
    double residual;       /* largest |E_residual| on the way */
    double stored;         /* E_strain at the start */
    double left, restless; /* E_residual at the end; sum of the sizes of its changes */
    double dashpot, cross, defect; /* totals */
    double crossed;                /* sum of |cross| */
    double taken_back;             /* sum of what dissipations were negative */
    const char *taken_from;        /* the name of the one that is most of it */
};

/* What a component of force or moment is large or small against; the next one is an energy. */
static inline double lt_audit_scale(const struct lt_audit_trace *t, int component) {
    return component < 3 ? t->force : component < LT_DOFS ? t->moment : t->throughput;
}

/* Where a law is audited: what is worked out of one case. */
struct lt_audit_bench {
    const struct lt_law *law;
    struct lt_expr *expr;   /* of a Lua law; else NULL */
    struct lt_arena *arena; /* cleared with each case */
    struct lt_arena *kept;
    const struct lt_audit_case *now;
    const struct lt_audit_trace *base, *fine, *jittered[2]; /* of NOW; NULL: not yet */
    double shake;        /* every way is longer by this share, in all runs */
    int (*dimension)[3]; /* n_params: exponents of m, kg, s in halves */
};

/* A case drawn of SEED; false: no numbers were found that the law takes, WHY says what it said. */
bool lt_audit_case_draw(struct lt_audit_bench *bench, uint64_t seed, int number,
                        struct lt_audit_case *out, char *why, size_t size);

const struct lt_audit_trace *lt_audit_lead(struct lt_audit_bench *bench,
                                           const struct lt_audit_case *audited,
                                           const struct lt_audit_variant *variant);

/* The bench works on this case from now on; what was led before is gone. */
void lt_audit_begin(struct lt_audit_bench *bench, const struct lt_audit_case *now);

/* As it is; with short steps. Kept for the case. */
const struct lt_audit_trace *lt_audit_lead_base(struct lt_audit_bench *bench);
const struct lt_audit_trace *lt_audit_lead_fine(struct lt_audit_bench *bench);

/* A vector of all six components as the variant shows it to the law. */
void lt_audit_lead_transform(const struct lt_audit_variant *variant, double *x);

/* The first number of two runs that has not the same bits, after a sentence that says why it
 * should; false: there is none. */
bool lt_audit_state_unlike(const struct lt_law *law, const struct lt_audit_trace *a,
                           const struct lt_audit_trace *b, const char *alike, char *detail,
                           size_t size);

/* Where a pair is in space at the start of a program, and how it moves as a whole: velocity of A
 * and spin of both, along n, s, t. */
struct lt_audit_flight {
    double normal[3], tangent[3], velocity[3], spin[3];
};

/* The case as the sections of a stage program from materials to stages; in frame contact if FLIGHT
 * is NULL, else in frame bodies. */
void lt_audit_file_program(const struct lt_law *law, const struct lt_audit_case *audited,
                           const struct lt_audit_flight *flight, FILE *out);

/* A check: by how much the law falls short in the bench's case; NAN: the case cannot tell. */
typedef double lt_audit_measure(struct lt_audit_bench *bench, char *detail, size_t size);

struct lt_audit_kind {
    const char *about;
    double bound;
    lt_audit_measure *measure;
    enum {
        LT_AUDIT_SHOWN,
        LT_AUDIT_COMPARED,
        LT_AUDIT_WHOLE
    } shown; /* by a program alone; by two that are compared; only by the law itself */
};

/* If parameters lack the roles that this check needs of the law, it is not told. */
void lt_audit_role_untold(const struct lt_law *law, enum lt_check_kind kind,
                          struct lt_check *check);

/* Is there a parameter that changes nothing, a component of force that never acts? */
void lt_audit_idle(struct lt_audit_bench *bench, uint64_t seed, struct lt_check *check);

lt_audit_measure lt_audit_force_finite, lt_audit_force_acts, lt_audit_symmetry_units,
    lt_audit_energy_ledger, lt_audit_energy_cross, lt_audit_energy_dissipation,
    lt_audit_energy_cycle, lt_audit_force_coulomb, lt_audit_force_friction_of_springs,
    lt_audit_force_tension, lt_audit_force_continuity, lt_audit_symmetry_swap,
    lt_audit_symmetry_mirror, lt_audit_symmetry_isotropy, lt_audit_symmetry_offset,
    lt_audit_symmetry_again, lt_audit_force_hold, lt_audit_state_hidden, lt_audit_state_unset,
    lt_audit_state_block, lt_audit_force_contact_time, lt_audit_step_slow, lt_audit_step_order,
    lt_audit_smooth_convergence, lt_audit_step_length, lt_audit_force_stiffness, lt_audit_threads,
    lt_audit_bodies_objectivity;

#endif
