/* SPDX-License-Identifier: GPL-3.0-or-later */
/* program.h: a stage program as data. Read once, then never changed. */
#ifndef LT_PROGRAM_H
#define LT_PROGRAM_H

#include "base/columns.h"
#include "base/tree.h"
#include "formula/expr.h"
#include "formula/series.h"
#include "law.h"
#include "program/design_kind.h"
#include "program/distribution.h"
#include "program/figure_kind.h"
#include "program/integrator_kind.h"
#include "registry/codelaw.h"
#include "registry/formula_law.h"

enum { LT_UNKNOWNS = 8 }; /* most unknowns of a calibration, and most targets */

/* The preset of a program; cached, since it is searched only once. */
struct lt_preset;
struct lt_preset_known {
    const char *name;               /* NULL: none yet */
    const struct lt_preset *preset; /* NULL: there is none */
    const struct lt_source *file;   /* the user's own file that has it; NULL: built-in */
    const char *path;               /* of that, as it is among reads */
};

/* A number of the file: written out, or a formula over the let names. */
struct lt_number {
    bool given;
    double value;               /* in SI, if formula is NULL */
    struct lt_formula *formula; /* LT_SCOPE_LET */
    struct lt_mark mark;
    const char *path; /* "particles.a.radius" */
    const char *unit;
    double min, max; /* limits, also for overrides */
    bool above_min;  /* min itself is excluded */
    bool whole;
    const char *choices; /* words for 0, 1, ...; NULL: none */
    size_t slot; /* holds the number that a run overrides it with, NAN if none; 0: no slot */
    const struct lt_number *typed; /* what it follows from, in a preset's word; NULL: nothing */
};

enum lt_shape {
    LT_SPHERE,
    LT_DISC,
    LT_WALL,
    LT_FACET,
    LT_CAPSULE,
    LT_CYLINDER,
    LT_ELLIPSOID,
    LT_ROD,
    LT_CONE
};

struct lt_material {
    const char *name;
    struct lt_number density;
    struct lt_number *params; /* law->n_params */
    size_t n_unused;          /* properties that the law does not take, beside the density */
    const char **unused;
};

struct lt_particle {
    enum lt_shape shape;
    struct lt_number radius, half_thick, shaft, half_angle, semi_axes[3];
    struct lt_number attitude[3];   /* how it is turned at the start: axis and angle */
    bool corner;                    /* a thick facet that touches with its corner, which is round */
    struct lt_number density, mass; /* of the particle; density may come from the material */
    bool fixed, rotates;
    struct lt_number velocity[3], spin[3]; /* before the stages impose theirs; axes n s t */
    struct lt_mark mark;
    struct lt_number *material; /* n_params entries: what the material says of the law's
                                   parameters; not given where it says nothing */
    struct lt_number material_density;
    const struct lt_material *of; /* NULL: none is named */
};

/* True if a particle touches with a plane face: a wall or a facet, unless it touches with its
 * corner. */
static inline bool lt_program_is_flat(const struct lt_particle *particle) {
    return particle->shape == LT_WALL || (particle->shape == LT_FACET && !particle->corner);
}

enum lt_table_format { LT_TABLE_CSV, LT_TABLE_NPY };
enum lt_frame { LT_FRAME_CONTACT, LT_FRAME_BODIES };

/* Imitates how other codes treat the step that makes a contact, and how they label their rows. */
enum lt_levels { LT_LEVELS_OWN, LT_LEVELS_YADE, LT_LEVELS_WOO };

/* The instants at which the steps of a run end, from a table. */
struct lt_instants {
    const char *file, *column; /* NULL: none, the steps are of one length */
    struct lt_columns_how how; /* the file is read */
    size_t count;              /* at least 2 */
    double *at;                /* s; they increase from 0 */
};

/* Where two bodies slip and where the contact turns them: up to the middle of the overlap; at the
 * radius; slip at the radius and torque at the middle; the same, with the velocity across n of the
 * centres larger by (la + lb)/(la + lb + un), la and lb the radii. */
enum lt_lever { LT_LEVER_OVERLAP, LT_LEVER_RADIUS, LT_LEVER_SLIP_RADIUS, LT_LEVER_SCALED };

/* The axes on which the motion of a step is projected: those half-way through it; at its end; the
 * same, which do not turn about n with the spins. */
enum lt_axes_at { LT_AXES_MIDDLE, LT_AXES_END, LT_AXES_PROJECTED };

/* How the tangential spring that a law stores is transported when n tilts. It is rotated; projected
 * on the new plane, which shortens it; projected and rescaled to its length; or rotated to first
 * order in the angle, which lengthens it. */
enum lt_history {
    LT_HISTORY_TURNED,
    LT_HISTORY_PROJECTED,
    LT_HISTORY_RESCALED,
    LT_HISTORY_FIRST_ORDER
};

/* An impact from phase 0: one step before touch; or, as codes whose velocities belong to the start
 * have it, at touch, which for some is a contact, for some not yet. */
enum lt_touch_rule { LT_TOUCH_AFTER_STEP, LT_TOUCH_AT_START, LT_TOUCH_OPEN };

/* How the coordinates of the bodies are kept. */
struct lt_places {
    bool single;         /* rounded to float in each step */
    struct lt_number at; /* m, of A's centre at the start, in x, y and z */
};

struct lt_motion {
    enum lt_frame frame;
    enum lt_integrator integrator;
    enum lt_levels levels;
    bool weighted_entry; /* the first dashpot force counts by the fraction of the step in contact */
    bool half_before;    /* initial velocities belong to half a step before the start */
    bool full_step;      /* the dashpots of velocity-verlet see v(n), not v(n - 1/2) */
    enum lt_lever lever;
    enum lt_axes_at axes;
    enum lt_history history;
    struct lt_number normal[3]; /* where n and s point in space at the start; bodies only */
    struct lt_number tangent[3];
    struct lt_formula *dt; /* LT_SCOPE_PARAM with t_c and t_crit; NULL: t_c/100 */
    struct lt_number phase, gap, weight, gravity[3];
    struct lt_number damping; /* share of its acceleration that a body loses; bodies only */
    struct lt_number smooth;  /* weight of the current force in the smoothed one */
    struct lt_number
        contacts; /* of a particle in a packing, whose modes bound t_crit; or not given */
    struct lt_instants instants;
    struct lt_places places; /* bodies only */
    double gap_shift; /* m, added to gap; not from the file but for averages over the entry phase */
    bool follows;     /* steps shorten as the contact stiffens */
    bool phase_given, gap_given, gravity_given;
    bool moves_given;         /* the file says frame: contact, or lever, axes, history or levels */
    enum lt_touch_rule touch; /* not from the file */
    struct lt_mark mark;
};

enum lt_action_kind { LT_PRINT, LT_MARK, LT_SET, LT_RESET, LT_KEEP, LT_RESTART };
struct lt_action {
    enum lt_action_kind kind;
    const char *text;             /* MARK: the name */
    size_t count;                 /* SET, RESET: how many; PRINT: 1 */
    const struct lt_name **names; /* SET: parameters or state; RESET: energies; KEEP: kept names */
    unsigned char *of; /* SET: 1 of A's material, 2 of B's, 3 of both; 0: of the contact */
    struct lt_formula **formulas; /* PRINT, SET, KEEP */
    struct lt_mark mark;
    size_t at; /* the stage's at[] that it belongs to, from 1; 0: done when the stage ends */
};

/* An event inside a stage, and how often its actions are taken at most. */
struct lt_at {
    struct lt_formula *when;
    size_t times;
};

struct lt_stage {
    const char *name;
    struct lt_mark mark;
    char whats[LT_DOFS + 1];
    struct lt_number numbers[LT_DOFS];       /* values written out, with units */
    struct lt_formula *formulas[LT_DOFS];    /* or formulas, LT_SCOPE_STEP; NULL: the number */
    const struct lt_series *series[LT_DOFS]; /* or a table over time; NULL: none */
    struct lt_formula *until;
    struct lt_number until_every, max_steps;
    bool every_given;
    size_t every; /* record every so many steps; 0: only the end of this stage */
    size_t n_done, n_at;
    struct lt_action *done; /* in order, when it ends or at an event */
    struct lt_at *at;
};

/* A result of the file's own: the integral of a formula over the time of the run. */
struct lt_integral {
    struct lt_formula *formula; /* LT_SCOPE_STEP */
    size_t slot;                /* of the integral so far */
};

struct lt_column {
    const char *name;
    const struct lt_name *source; /* a plain name, or */
    struct lt_formula *formula;   /* a formula, LT_SCOPE_STEP */
    bool hidden;                  /* kept for plots and expectations only, not written */
};

enum lt_expect_kind { LT_EXPECT_THAT, LT_EXPECT_ALWAYS, LT_EXPECT_CURVE, LT_EXPECT_FAILS };
struct lt_expect {
    enum lt_expect_kind kind;
    struct lt_mark mark;
    struct lt_formula *that, *is; /* ALWAYS: is may be NULL, then that is a condition */
    double within;
    bool absolute;
    const char *unit;           /* of both sides; "" if not known */
    long stage;                 /* index, or -1 */
    const char *text;           /* as written: "e_n = exp(...)", or FAILS: the text to be found */
    const char *file;           /* CURVE: resolved path of the reference */
    struct lt_columns_how how;  /* CURVE: it is read */
    const char *over;           /* CURVE: name of the abscissa column in the file */
    const char *curve;          /* CURVE: name of the ordinate column in the file */
    size_t x_column, y_column;  /* CURVE: indices into columns[] */
    struct lt_series reference; /* CURVE: NAN where a number is missing */
};

/* Size of a figure in print, m; 0: the default. */
struct lt_size {
    double width, height;
};
#define LT_FIGURE_LEAST 0.05 /* m: the frame would be gone */
#define LT_FIGURE_MOST  0.5  /* m */

/* One of several ordinates of a figure. */
struct lt_ordinate {
    struct lt_formula *formula;
    const char *text;
    size_t column; /* index into columns[] */
};

struct lt_plot {
    enum lt_kind_of_figure kind;
    enum lt_theme theme;
    struct lt_size size;
    struct lt_formula *x, *y, *theory; /* theory may be NULL */
    const char *x_text, *y_text, *theory_text;
    const char *x_unit, *y_unit; /* of the result, where one name decides it; else "" */
    struct lt_ordinate *more;    /* further y, in the same unit */
    size_t n_more, n_labels;
    const char **labels; /* of y and more; NULL: their texts, if there are several */
    const char *title, *file, *reference;     /* NULL: none; reference is a resolved path */
    const char *label;                        /* of theory; NULL: "closed form" */
    const char *reference_label;              /* NULL: the file's name */
    const char *x_label, *y_label;            /* of the axes; NULL: what is drawn */
    size_t x_column, y_column, theory_column; /* indices into columns[] */
    const char *stage;                        /* draw only this stage; NULL: the whole run */
    long stage_index;
    size_t stage_column;
    size_t n_events;
    const char **events; /* names of events to be marked on the curve */
    struct lt_mark mark;
};

/* A value that a run overrides: of a let, a parameter of the law, a number of the file, or an
 * imposed velocity. See vary.h. */
struct lt_override {
    const struct lt_name *name;
    double value;
};

struct lt_vary {
    const char *name;
    const struct lt_name *target; /* as of an override */
    double lo, hi;
    bool bounded; /* false: find a bracket in the parameter's own range */
    struct lt_mark mark;
};

struct lt_target {
    const char *name; /* as written: "e_n", "un_end" */
    const struct lt_name *result;
    struct lt_number value;
    double uncertainty; /* standard error of the value; 0: not given */
    struct lt_mark mark;
};

/* A factor: a number that a sweep varies from point to point. */
struct lt_factor {
    const char *name; /* of its column */
    const char *path; /* as written: "vn", "motion.dt" */
    const char *unit;
    const struct lt_name *target;  /* as in an override */
    struct lt_distribution spread; /* a grid or a list has values */
    const char *choices;           /* words for 0, 1, ...; NULL: none */
    struct lt_mark mark;
};

/* A column of a sweep's table. */
struct lt_cell {
    const char *name, *unit;
    enum { LT_CELL_FACTOR, LT_CELL_FOUND, LT_CELL_ACHIEVED, LT_CELL_RESULT, LT_CELL_FAILED } kind;
    size_t index;                 /* FOUND: index of the unknown; ACHIEVED: of the target */
    const struct lt_name *source; /* RESULT: a plain name, or */
    struct lt_formula *formula;   /* a formula, LT_SCOPE_END */
};

/* A map of z over two factors, or a curve (z < 0) over one; x, y, z, theory are columns. */
struct lt_sweep_plot {
    long x, y, z, theory;          /* -1: none */
    const char *x_label, *y_label; /* of the axes; NULL: the names of the columns */
    const char *z_label, *label;   /* of the colours, of theory; likewise */
    size_t n_labels;
    const char *
        *labels;   /* of y and the further columns; missing ones default to the column names */
    size_t n_more; /* number of further columns drawn as curves */
    long *more;
    bool order;   /* logarithmic axes, and the slope of each curve */
    bool tornado; /* bars of the factors of y: their indices, or */
    bool range;   /* y at each one's 5 % and 95 %, the others at their medians */
    size_t n_contours;
    double *contours;
    enum lt_theme theme;
    struct lt_size size;
    const char *title, *file; /* NULL: none */
    struct lt_mark mark;
};

struct lt_sweep {
    enum lt_design_kind design;
    size_t n_factors, points;
    bool ranges; /* some plot needs them */
    size_t base; /* SENSITIVITY: the number n of base points */
    struct lt_factor *factors;
    size_t seed;
    bool calibrate; /* at each point, before its run */
    size_t n_cells; /* the factors first */
    struct lt_cell *cells;
    size_t n_plots;
    struct lt_sweep_plot *plots;
};

/* Measured data and what they are compared with: a curve of one run, or a result over a parameter.
 */
struct lt_fit_set {
    const char *file;            /* resolved; NULL: the command line names it */
    struct lt_columns_how how;   /* it is read */
    const char *x, *y;           /* columns of the data */
    const char *sigma, *weights; /* columns; NULL: none */
    const char *segments;        /* CURVE: "turns", or a formula over columns that changes where a
                                    branch begins; NULL: turns, if the run has them */
    struct lt_number sigma_all;  /* instead of a column */
    bool is_curve;
    const char *x_text, *y_text, *x_unit, *y_unit; /* of the run's side */
    size_t x_column, y_column, stage_column;       /* CURVE: indices into columns[] */
    long stage;                                    /* the curve's; -1: of the whole run */
    const struct lt_name *over;                    /* else: a parameter or a let, and */
    struct lt_formula *result;                     /* LT_SCOPE_END */
    size_t n_with;                                 /* overrides for this set's runs */
    struct lt_vary *with;                          /* the number is lo */
    struct lt_mark mark;
};

enum lt_loss { LT_LOSS_SQUARES, LT_LOSS_HUBER, LT_LOSS_CAUCHY };

struct lt_fit_task {
    struct lt_fit_set common; /* defaults for all sets */
    size_t n_sets, n_vary;
    struct lt_fit_set *sets;
    struct lt_vary *vary;
    enum lt_loss loss;
    size_t n_laws; /* laws to compare; 0: only the program's own */
    const char **laws;
};

/* The closed forms of a law that its canonical figures show. */
enum lt_atlas_form {
    LT_ATLAS_LOAD,
    LT_ATLAS_UNLOAD,
    LT_ATLAS_PULL,
    LT_ATLAS_SHEAR,
    LT_ATLAS_TWIST,
    LT_ATLAS_ROLL,
    LT_ATLAS_E_N,
    LT_ATLAS_FORMS
};
enum { LT_ATLAS_SPEEDS = 4 };

/* How far the canonical figures of the law go. */
struct lt_atlas {
    struct lt_number overlap, gap, pull, shear, twist, roll, speed;
    size_t n_speeds; /* 0: not given */
    double speeds[LT_ATLAS_SPEEDS];
    struct lt_formula *forms[LT_ATLAS_FORMS]; /* NULL: none */
};

/* The end of another run: motion, law state, whether the contact was active. */
struct lt_start {
    double u[LT_DOFS], v[LT_DOFS], contact, strain; /* E_strain */
    double space[LT_TZ - LT_XA + 1];                /* frame bodies: places, velocities, axes */
    double before[LT_DOFS];             /* velocities half a step earlier: relative ones, */
    double behind[LT_WZB - LT_VXA + 1]; /* and in frame bodies those of both */
    double *state;                      /* law->n_state */
    double force[2 * LT_DOFS];          /* total and viscous */
    double *params;                     /* law->n_params: under which they were found */
};

struct lt_read {
    const char *path;                 /* resolved */
    const struct lt_columns_how *how; /* it is read; NULL: no table, or as it is */
    char sha256[65]; /* of its content, if the program was read to be swept; else "" */
    struct lt_read *next;
};

struct lt_program {
    struct lt_arena *arena; /* owns all of this */
    const struct lt_source *source;
    const char *stem;      /* file name without directory and ending */
    const char *directory; /* paths in the file are relative to it; "." or ends without a slash */
    const struct lt_node *root; /* the file as read, with the changes of -D */
    const char *defines;        /* the -D arguments, a line each */
    struct lt_read *reads;      /* tables and documents that it reads */
    const char *title;          /* "" if none */
    const char *comment;        /* the file's first comment paragraph, "" if none */

    const struct lt_law *const *laws; /* laws that it may use; ends with NULL */
    const struct lt_preset *preset;   /* that the file names for its law; NULL: none */
    struct lt_preset_known *known_preset;
    const char *stand_in; /* a law that replaces the file's; NULL: none */
    const struct lt_law *law;
    const struct lt_law *joined; /* a law made of parts with those that the file defines, or NULL */
    struct lt_formula_law *formula_law; /* the same, if the file defines it; else NULL */
    struct lt_codelaw *codelaw;         /* the same, if an external code computes it; else NULL */
    const struct lt_codelaw_host *host; /* runs that code; NULL: none, so it cannot be run */
    bool host_moves; /* frame bodies: the code is given both bodies as they move in space */
    struct lt_mark law_mark;
    struct lt_names *names;
    struct lt_place *places;          /* the numbers that runs may override; vary.h */
    struct lt_place *speeds[LT_DOFS]; /* of the first stage that imposes them; NULL: none does */
    size_t n_settled;                 /* overrides that apply to every run, before its own */
    const struct lt_override *settled;

    size_t n_lets;
    struct lt_number *lets;
    size_t *let_order;  /* evaluation order: each let after those it uses */
    const char **fixed; /* of each let: the path of what was made of it for good; NULL: nothing */
    const struct lt_distribution **spreads; /* of each let; NULL: it is known exactly */

    struct lt_particle particles[2];    /* A, B */
    bool reduced_lengths, reduced_area; /* by the overlap the contact is created with */
    struct lt_number *params;           /* law->n_params; not given: pair, material, then preset */
    struct lt_number *state; /* law->n_state: initial state of a contact that exists at the start */
    size_t *param_order;     /* evaluation order: each after those it uses */
    struct lt_number *of_pair; /* law->n_params: values from the table of pairs */
    bool *inherits;            /* law->n_params: may it come from the materials? */
    enum lt_mix *mixing;       /* ... and how; LT_GIVEN: by no rule, both must agree */
    struct lt_formula **mixes; /* ... or a formula of both, in place of that; NULL: none */
    struct lt_motion motion;

    size_t n_stages;
    struct lt_stage *stages;

    struct lt_start *start; /* the end of an earlier run, from which this one continues; or NULL */

    enum lt_table_format table_format;
    size_t every;
    bool columns_given;
    size_t n_columns;
    struct lt_column *columns;
    struct lt_formula **views; /* one for each of the law's computed columns; LT_SCOPE_STEP */
    bool uses_views;           /* some formula or column needs them */
    bool uses_errors;          /* ... or fn_err and so on, the unsteadiness of forces */
    bool uses_smoothed;        /* ... or fn_smooth, un_err and so on */
    bool uses_tangent;         /* ... or dfn_dun and so on */
    bool uses_trial;           /* ... or fs_trial, ft_trial */
    bool uses_critical;        /* ... or t_crit */
    bool uses_band[2];         /* ... or e_n_low and so on, e_t_low and so on */
    size_t n_extremes;         /* ... or extremes of columns */
    const struct lt_name **extremes;

    size_t n_integrals;
    struct lt_integral *integrals;
    size_t n_expects;
    struct lt_expect *expects;
    size_t n_plots;
    struct lt_plot *plots;
    size_t n_vary, n_targets;
    struct lt_vary *vary;
    struct lt_target *targets;
    bool start_in_contact;   /* calibrate to e_n ... also if the run begins in contact */
    bool as_run;             /* calibrate with the integrator and time step of motion */
    const char *follows;     /* the code that it moves like, by --for; NULL: none */
    struct lt_fit_task *fit; /* NULL: no such section */
    struct lt_atlas atlas;
    bool sweeps;            /* there is such a section */
    struct lt_sweep *sweep; /* only of a program that was read to be swept */
};

/* A definition "-D name=value" of the command line; with "--vary path=lo:hi", the path of an
 * unknown. */
struct lt_define {
    const char *text;
    bool vary;
};

/* Marks a name as used: some values are computed only if used. Memory comes from ARENA. */
void lt_program_use(struct lt_program *program, const struct lt_name *name, struct lt_arena *arena);

/* The law's field of a parameter; NULL for a let. */
const struct lt_field *lt_program_field(const struct lt_program *program,
                                        const struct lt_name *name);

/* The given parameter that determines another one; NULL: none. */
const char *lt_program_decides(const struct lt_program *program, const struct lt_name *param);

/* True if parameter I comes from the materials although the law has no rule of mixing for it, so
 * that both must agree. */
bool lt_program_is_agreed(const struct lt_program *program, size_t i);

/* True if a number of one's own for this parameter has no effect, or makes others lose theirs; WHY,
 * of SIZE bytes, then says which. */
bool lt_program_refuses(const struct lt_program *program, const struct lt_name *name, char *why,
                        size_t size);

/* The value that OVERRIDES give to a slot of values[], the last one counting; NULL: none does. */
const struct lt_override *lt_program_override(const struct lt_program *program, size_t slot,
                                              const struct lt_override *overrides, size_t n);

/* Returns true if the program can be set up for a run; otherwise WHY, of SIZE bytes, says what is
 * wrong, and *mark where. */
typedef bool lt_program_try(const struct lt_program *program, struct lt_mark *mark, char *why,
                            size_t size);

/* Read and check a stage program; setup/read.h has it for those who run it. TEXT may hold anything.
 * NULL if there are errors. Never touches files other than reference curves, tables of values
 * (which must exist) and a user's own presets. LAWS are those that it may use; they end with NULL
 * and must outlive it. LAW, if not NULL, replaces the file's law and keeps the parameters that both
 * have; the sections expect, plots, calibrate and sweep are then ignored. SWEEPING: the section
 * sweep becomes program->sweep, and numbers that it varies are added where the file does not give
 * them. */
struct lt_program *lt_program_read(const struct lt_law *const *laws, const char *law, bool sweeping,
                                   const char *path, const char *text, size_t length,
                                   const struct lt_define *defines, size_t n_defines,
                                   lt_program_try *try, struct lt_errors *errors);
void lt_program_free(struct lt_program *program);

/* Puts the -D arguments into the tree of a program, as reading it does. */
void lt_program_define(const struct lt_law *const *laws, struct lt_node *root,
                       const struct lt_define *defines, size_t count, struct lt_arena *arena,
                       struct lt_errors *errors);

#endif
