/* SPDX-License-Identifier: GPL-3.0-or-later */
/* setup.h: the numbers of one run: a program and its overrides, worked out. */
#ifndef LT_SETUP_H
#define LT_SETUP_H

#include "base/timing.h"
#include "bodies/bodies.h"
#include "bodies/motion.h"
#include "bodies/pair.h"

/* One contact of a law: what an evaluation of the law needs besides values[]. */
struct lt_contact {
    const struct lt_law *law;
    const struct lt_names *names;
    const void *derived;
    double *loss;     /* n_losses + 2 numbers: J, what a step dissipated, and *lost_gap */
    double *lost_gap; /* m, un at which the contact ends, by the last step in which it was active */
    double reach;     /* m, interaction range: un up to which the contact is made on approach */
    enum lt_levels levels;    /* which displacement the law gets in the step that makes a contact */
    bool weighted_entry;      /* motion.entry: weighted, see ledger.c */
    bool served;              /* a code computes it: of its energies only E_contact is known */
    struct lt_timing *timing; /* NULL: none */
};

struct lt_setup {
    const struct lt_program *program;
    struct lt_pair pair;
    struct lt_contact contact;
    double *values;                     /* names->slots numbers, parameters and lets filled in */
    double *derived;                    /* the law's own */
    struct lt_interpreter *interpreter; /* of a law that the program defines; else NULL */
    struct lt_served *served;           /* of a law that a code computes; else NULL */
    double *probe; /* n_state + 1 numbers: copy of the law's state for trial evaluations */
    double *given_a, *given_b; /* n_params + 1: values by the materials; NAN: none */
    bool *inherited;           /* n_params + 1: the parameter follows from the materials */
    double *told;              /* n_params + 1: values last set for the contact; NAN: none */
    double mobility[LT_DOFS][LT_DOFS]; /* 1/kg, 1/(kg m), 1/(kg m^2): inverse mass matrix */
    struct lt_pairs mass;              /* kg, kg m, kg m^2: mass matrix without constraints */
    double gravity[LT_DOFS];           /* m/s^2, relative acceleration along n s t */
    double spin[2][2];                 /* rad/s, spins of A and B in the file, about s and t */
    bool in_space;                     /* frame bodies */
    struct lt_bodies bodies;
    struct lt_surface shapes[2];
    struct lt_solids solids; /* frame bodies: of shapes that are neither balls nor flat */
    double attitude[2][3];   /* rad, rotation vectors of the bodies at the start, along n s t */
    double gravity_space[3]; /* frame bodies: m/s^2 along x y z, which does not turn with n s t */
    const double *reference_gap; /* m, the law's reference gap, in values[]; NULL: it has none */
    /* motion.phase (share of a step), gap at the start (m), smooth and damping (shares). */
    double phase, gap, smooth, damping;
    double at;            /* m, motion.places.at as a number of 32 bits */
    bool starts_at_phase; /* a discrete impact: begin one step before first touch */
    bool exact;           /* integrator exact */
    double dt;            /* s, the time step; of exact the distance of samples */
    double lasts; /* s, duration of an impact without damping: t_c, or less of a contact that
                     stiffens */
    /* At first touch: N/m and N m/rad; N s/m and N m s/rad. */
    double stiffness[LT_DOFS], viscosity[LT_DOFS];
    double relaxation_time; /* s, in which the law's state relaxes; INFINITY: none */
    double contacts;  /* contacts of a particle in a packing; NAN: t_crit is of the pair alone */
    double deepest;   /* m, overlap for which t_crit has been computed */
    double gravity_n; /* m/s^2, gravity along n at the start */
    bool jumps;       /* fn jumps at touch: it is not 0 there */
    struct lt_expr *expr;
    struct lt_arena *arena; /* of the result: owns the arrays */
    struct lt_mark mark;    /* the place in the file to which why refers */
    char why[512];          /* the reason of a function that has returned false */
    char odd[256];          /* a warning: the law does at first touch what is most likely a mistake;
                               "": none */
};

/* Prepares one run of PROGRAM with N_OVERRIDES numbers replaced; EXACT: for the integrator exact in
 * any case. False: setup->why has the reason. */
bool lt_setup_make(struct lt_setup *setup, const struct lt_program *program,
                   const struct lt_override *overrides, size_t n_overrides, bool exact,
                   struct lt_expr *expr, struct lt_arena *arena);

/* Set-up shared by runs that override the same names, and flags of what each run computes anew. */
struct lt_common {
    const struct lt_override *overrides; /* of one of the runs */
    size_t n_overrides;
    double *values; /* names->slots numbers before a run; parameters before derive() */
    bool lets, pair, motion, *is_moved; /* anew: lets, bodies, motion; parameters, by index */
    bool loading;                       /* anew: what the first stage imposes */
    bool starts_at_phase;
};

/* Finds what the runs have in common. SETUP is one of them, just made with OVERRIDES, and is used
 * up. */
struct lt_common lt_setup_common(struct lt_setup *setup, const struct lt_override *overrides,
                                 size_t n_overrides);

/* Make SETUP, of another of them, again for these values, with its numbers in VALUES; as
 * lt_setup_make does, to the bit, unless it fails. */
bool lt_setup_again(struct lt_setup *setup, const struct lt_common *common,
                    const struct lt_override *overrides, double *values);

/* Writes a formatted reason into setup->why; always false. */
bool lt_setup_fail(struct lt_setup *setup, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* True if the program's pair and law, and if it RUNS its time step, can be worked out as they are;
 * else WHY says what is wrong at MARK. */
bool lt_setup_check(const struct lt_program *program, bool runs, struct lt_mark *mark, char *why,
                    size_t size);

/* True if the run begins in contact: within the law's interaction range by more than rounding, or
 * as another run has left it. The second function sets the program up as it is; it is false also
 * where that fails. */
bool lt_setup_inside(const struct lt_setup *setup);
bool lt_setup_begins_inside(const struct lt_program *program);

/* The first normal velocity, m/s, that the particles bring or a stage imposes, < 0 on approach; at
 * touch where they fall from a gap; NAN if there is none. */
double lt_setup_times_impact(struct lt_setup *setup);

/* How long the particles fall through the gap that they start with, s; 0: they do not. */
double lt_setup_times_fall(struct lt_setup *setup);

/* *VALUE gets what a stage imposes along n (SI). False: it varies with time, or has no value. */
bool lt_setup_times_constant(struct lt_setup *setup, size_t stage, double *value);

/* True if all stages impose the DoF, so that none leaves it to inertia. */
bool lt_setup_times_imposed(const struct lt_program *program, size_t dof);

/* Determine the law's parameters of this run and derive from them; one parameter alone; the derived
 * numbers and the interaction range alone. False: setup->why has the reason. */
bool lt_setup_law_parameters(struct lt_setup *setup, const struct lt_override *overrides, size_t n);
bool lt_setup_law_parameter(struct lt_setup *setup, size_t i, const struct lt_override *override);
bool lt_setup_law_derive(struct lt_setup *setup);

/* While TRYING, a law in formulas that has no value records no reason. */
void lt_setup_law_try(const struct lt_setup *setup, bool trying);

/* Change parameters or state of a run: COUNT new values for NAMES; what depends on them is computed
 * again. OF: by name the materials that are meant (1 A, 2 B, 3 both, 0 the contact); NULL: a trial.
 * False: setup->why has the reason. */
bool lt_setup_law_change(struct lt_setup *setup, const struct lt_name *const *names,
                         const unsigned char *of, const double *numbers, size_t count);

/* Distance of the surfaces, m, at the normal displacement UN, m: UN and the law's reference gap. */
double lt_setup_gap(const struct lt_setup *setup, double un);

/* A distance, m, above the rounding errors of the pair's coordinates. */
double lt_setup_unseen(const struct lt_setup *setup);

/* Put the present bodies into an external code that keeps positions, before it evaluates the law.
 */
static inline void lt_setup_show(const struct lt_setup *setup) {
    if (setup->program->host_moves)
        setup->program->host->place(setup->served, setup->values + LT_XA);
}

/* Put the pair where the run starts, with the velocities that the particles bring: un must be set.
 * Frame contact takes their relative velocities only. False: setup->why has the reason. */
bool lt_setup_place(struct lt_setup *setup);

/* Compute t_c, the time step and, if a formula uses it, t_crit, all in s, once the pair, the law
 * and the motion are there. False: setup->why has the reason. */
bool lt_setup_times(struct lt_setup *setup);

/* Compute t_crit, s, unless it is known. */
void lt_setup_times_critical(struct lt_setup *setup);

/* The largest time step, s, that is stable at first touch, each DoF by itself; INFINITY: any. */
double lt_setup_times_at_touch(const struct lt_setup *setup);

/* True if a formula does not vary in a run: it uses parameters and lets alone, or this run has a
 * number instead. */
bool lt_setup_is_constant(const struct lt_setup *setup, const struct lt_formula *formula);

/* *VALUE gets a number of the program in SI: its formula is evaluated and its range checked; or the
 * number that this run has instead. False: setup->why has the reason. */
bool lt_setup_number(struct lt_setup *setup, const struct lt_number *number, double *value);
/* As above for a formula; the reason is in WHY. */
bool lt_setup_formula(struct lt_setup *setup, const struct lt_formula *formula, double *value,
                      char *why, size_t size);
/* As lt_setup_number, but FALLBACK if the file does not give the number. */
bool lt_setup_optional(struct lt_setup *setup, const struct lt_number *number, double fallback,
                       double *value);
/* True if the run has a number of its own instead of the file's for this slot. */
bool lt_setup_is_given(const struct lt_setup *setup, size_t slot);

/* True if VALUE is a whole number, as counts and the CHOICES (NULL: none) are. False: setup->why
 * has the reason; PATH names the number there. */
bool lt_setup_is_whole(struct lt_setup *setup, const char *path, const char *choices, double value);

/* *VALUE gets the value that the file gives to NAME, the target of an override. False: setup->why
 * has the reason. */
bool lt_setup_own(struct lt_setup *setup, const struct lt_name *name, double *value);

#endif
