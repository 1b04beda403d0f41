/* SPDX-License-Identifier: GPL-3.0-or-later */
/* setup.h: the numbers of one run: a program and its overrides, worked out. */
#ifndef LT_SETUP_H
#define LT_SETUP_H

#include "base/timing.h"
#include "bodies/bodies.h"
#include "bodies/motion.h"
#include "bodies/pair.h"

/* One contact of a law: parameters, derived constants and state, not its motion. */
struct lt_contact {
    const struct lt_law *law;
    const struct lt_names *names;
    const void *derived;
    double *loss;          /* n_losses + 1: what a step dissipated */
    double *lost_gap;      /* un at which the contact ends, by the last step that it was active */
    double reach;          /* un up to which the contact is made on approach, m */
    enum lt_levels levels; /* what of the step that makes a contact the law is shown */
    bool weighted_entry;   /* the viscous force that begins a contact acts for its share */
    bool served;           /* a code computes it: of its energies only E_contact is known */
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
    double *probe;                      /* copy of the law's state for stiffness queries */
    double *given_a, *given_b;          /* what the materials say of the parameters; NAN: nothing */
    bool *inherited;                    /* ... and the parameter follows from that */
    double *told;                       /* values last set by a stage; NAN: none */
    double mobility[LT_DOFS][LT_DOFS];
    struct lt_pairs mass;    /* of what moves freely */
    double gravity[LT_DOFS]; /* relative acceleration, axes n s t */
    double spin[2][2];       /* that A and B are given, about s and t */
    bool in_space;           /* frame bodies */
    struct lt_bodies bodies;
    struct lt_surface shapes[2];
    struct lt_solids solids;     /* frame bodies: of shapes that are neither balls nor flat */
    double attitude[2][3];       /* how the bodies are turned at the start, along n s t */
    double gravity_space[3];     /* frame bodies: the same at any attitude of n s t */
    const double *reference_gap; /* the law's reference gap; NULL: it has none */
    double phase, gap, smooth, damping;
    double at;            /* m, motion.places.at as a number of 32 bits */
    bool starts_at_phase; /* a discrete impact: begin one step before first touch */
    bool exact;
    double dt;
    double lasts; /* an impact, without damping: t_c, or less of a contact that stiffens */
    double stiffness[LT_DOFS], viscosity[LT_DOFS]; /* at first touch */
    double relaxation_time; /* that the law's state needs to follow; INFINITY: none */
    double contacts;        /* of a particle in a packing; NAN: t_crit is of the pair alone */
    double deepest;         /* overlap that t_crit is of, m, once that is known */
    double gravity_n;       /* gravity along n at the start */
    bool jumps;             /* fn is not 0 there: it jumps at touch */
    struct lt_expr *expr;
    struct lt_arena *arena; /* of the result: owns the arrays */
    struct lt_mark mark;    /* of what why is about */
    char why[512];
    char odd[256]; /* what the law does at first touch that few laws mean to do; "": nothing */
};

/* False if the numbers cannot be run: why says which and why not. */
bool lt_setup_make(struct lt_setup *setup, const struct lt_program *program,
                   const struct lt_override *overrides, size_t n_overrides, bool exact,
                   struct lt_expr *expr, struct lt_arena *arena);

/* Set-up shared by runs that override the same names; all other members change with the run. */
struct lt_common {
    const struct lt_override *overrides; /* of one of the runs */
    size_t n_overrides;
    double *values;                     /* before anything moves; parameters before derive */
    bool lets, pair, motion, *is_moved; /* by parameter */
    bool loading;                       /* of the first stage */
    bool starts_at_phase;
};

/* SETUP is one of the runs, just made with OVERRIDES, and is used up. */
struct lt_common lt_setup_common(struct lt_setup *setup, const struct lt_override *overrides,
                                 size_t n_overrides);

/* Make SETUP, of another of them, again for these values, with its numbers in VALUES; as
 * lt_setup_make does, to the bit, unless it fails. */
bool lt_setup_again(struct lt_setup *setup, const struct lt_common *common,
                    const struct lt_override *overrides, double *values);

/* Says why it cannot be run; false. */
bool lt_setup_fail(struct lt_setup *setup, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* True if the program's pair and law, and if it RUNS its time step, can be worked out as they are;
 * else WHY says what is wrong at MARK. */
bool lt_setup_check(const struct lt_program *program, bool runs, struct lt_mark *mark, char *why,
                    size_t size);

/* The run begins in contact: within the law's reach by more than rounding, or as another run has
 * left it. Of the program as it is; false where it cannot be set up. */
bool lt_setup_inside(const struct lt_setup *setup);
bool lt_setup_begins_inside(const struct lt_program *program);

/* First normal velocity that the particles bring or a stage imposes, at touch where they fall from
 * a gap; NAN if there is none. */
double lt_setup_times_impact(struct lt_setup *setup);

/* How long the particles fall through the gap that they start with, s; 0: they do not. */
double lt_setup_times_fall(struct lt_setup *setup);

/* The velocity that a stage imposes along n if it does not vary. */
bool lt_setup_times_constant(struct lt_setup *setup, size_t stage, double *value);

/* Do all stages impose the DoF, so that none leaves it to inertia? */
bool lt_setup_times_imposed(const struct lt_program *program, size_t dof);

/* The law's parameters, then what the law derives from them, with its reach; one parameter alone;
 * what is derived alone. */
bool lt_setup_law_parameters(struct lt_setup *setup, const struct lt_override *overrides, size_t n);
bool lt_setup_law_parameter(struct lt_setup *setup, size_t i, const struct lt_override *override);
bool lt_setup_law_derive(struct lt_setup *setup);

/* While TRYING, a law in formulas that has no value records no reason. */
void lt_setup_law_try(const struct lt_setup *setup, bool trying);

/* Change parameters or state of a run: COUNT new values for NAMES; what depends on them is worked
 * out again. */
bool lt_setup_law_change(struct lt_setup *setup, const struct lt_name *const *names,
                         const unsigned char *of, const double *numbers, size_t count);

/* Distance of the surfaces at a normal displacement, from which the law's reference gap is taken
 * off. */
double lt_setup_gap(const struct lt_setup *setup, double un);

/* More than coordinates of the pair round. */
double lt_setup_unseen(const struct lt_setup *setup);

/* The next question to an external code is about the bodies as they are, if it moves them. */
static inline void lt_setup_show(const struct lt_setup *setup) {
    if (setup->program->host_moves)
        setup->program->host->place(setup->served, setup->values + LT_XA);
}

/* Put the pair where the run starts, with the velocities that the particles bring: un must be set.
 * Frame contact takes their relative velocities only. */
bool lt_setup_place(struct lt_setup *setup);

/* t_c and the time step, and t_crit if a formula names it, once the pair, the law and the motion
 * are there. */
bool lt_setup_times(struct lt_setup *setup);

/* t_crit, unless it is known. */
void lt_setup_times_critical(struct lt_setup *setup);

/* The largest time step that is stable at first touch, each DoF by itself; INFINITY: any. */
double lt_setup_times_at_touch(const struct lt_setup *setup);

/* A formula of parameters and lets alone, or one that has a number instead: it does not vary. */
bool lt_setup_is_constant(const struct lt_setup *setup, const struct lt_formula *formula);

/* A number of the program, its formula evaluated, its range checked; or what the run has instead.
 */
bool lt_setup_number(struct lt_setup *setup, const struct lt_number *number, double *value);
/* As above for a formula. */
bool lt_setup_formula(struct lt_setup *setup, const struct lt_formula *formula, double *value,
                      char *why, size_t size);
/* FALLBACK if the file does not give it. */
bool lt_setup_optional(struct lt_setup *setup, const struct lt_number *number, double fallback,
                       double *value);
/* The run has a number instead of what the file has for this slot. */
bool lt_setup_is_given(const struct lt_setup *setup, size_t slot);

/* False and why: it is neither a whole number nor one of the CHOICES. */
bool lt_setup_is_whole(struct lt_setup *setup, const char *path, const char *choices, double value);

/* The value that the file gives to NAME, the target of an override. */
bool lt_setup_own(struct lt_setup *setup, const struct lt_name *name, double *value);

#endif
