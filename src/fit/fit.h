/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fit.h: parameters from measured data by least squares, with a report of what the data do not
 * determine. */
#ifndef LT_FIT_H
#define LT_FIT_H

#include "base/columns.h"
#include "figure/output.h"
#include "run/run.h"

#include <jansson.h>

/* One data set in SI units, without incomplete rows. */
struct lt_measured {
    const struct lt_fit_set *set;
    const char *name; /* of the file */
    size_t count, missing;
    double *x, *y, *sigma;
    double *segment; /* number of the segment of each point, from 0; NULL: not known */
    bool absolute;   /* sigma is the standard deviation of y; else only relative errors are known */
};

/* Extract the data of SET from a table into MEASURED, in SI units. True: it has at least one point
 * and no error; false: errors were added. */
bool lt_fit_data(struct lt_measured *measured, const struct lt_fit_set *set,
                 struct lt_columns *data, struct lt_arena *arena, struct lt_errors *errors);

/* True: a result over positive values that span a factor of 30 or more, to be drawn over their
 * logarithm. */
bool lt_fit_between_is_wide(const struct lt_measured *measured);

/* p-value below which the data refute the model. */
#define LT_FIT_REFUTED 1e-6

/* Data sets, the program that is to describe them, and the N_VARY parameters to be found. */
struct lt_fit_problem {
    const struct lt_program *program;
    size_t n_sets, n_vary;
    const struct lt_measured *sets;
    const struct lt_vary *vary;
    enum lt_loss loss;
    bool draw; /* compute the curve between the points as well */
    const volatile int *interrupted;
};

/* The fitted curve of one data set between its points, and half the width of its confidence band.
 */
struct lt_fit_between {
    size_t count; /* 0: it is not known */
    double *x, *model, *band;
};

/* The estimate of one parameter in SI units, with its standard error and the ends of its 95 %
 * confidence interval. */
struct lt_estimate {
    const struct lt_vary *vary;
    bool logarithmic; /* fitted as ln: the interval is not symmetric */
    bool determined;  /* by the data; else its numbers are NAN */
    int at_bound;     /* -1 the lower, 1 the upper: no error is known */
    double value, error, lower, upper;
};

/* A combination of parameters that the data determine: a product of powers, or a sum. */
struct lt_combination {
    const char *text; /* "A young^0.4" */
    bool exact;       /* else valid near the solution only */
    double value, error, lower, upper;
};

/* The result of a fit. A robust loss has neither p-value nor AIC. */
struct lt_fit {
    struct lt_arena *arena;
    const struct lt_fit_problem *problem;
    bool converged, run_failed;
    bool ill_posed;      /* the problem is ill-posed: nothing was run */
    const char *message; /* why it failed or did not converge; else "" */
    size_t n, count;     /* parameters, points */
    struct lt_estimate *estimates;
    double *covariance; /* n x n, of the values; NAN where nothing is known */
    size_t rank;
    double *singular;    /* of the Jacobian of y/sigma by the scaled parameters */
    size_t n_active;     /* parameters not at a bound; number of singular values */
    const char *unknown; /* "A, young": parameters not determined; "": none */
    size_t n_combinations;
    struct lt_combination *combinations;
    const char *supply;      /* results that would determine the rest: "t_contact, fn_max"; "" */
    bool refuted, patterned; /* by chi^2; by a pattern in the residuals, without sigma */
    const char *doubt;       /* a sentence about that; "" */
    double runs_p;           /* p-value of the runs test; NAN: not applicable */
    double chi_square, dof, p_value, sd, aic, aicc; /* sd: of a point with sigma 1; NAN: unknown */
    double *model, *band; /* at each point; half the width of the band there */
    struct lt_fit_between
        *between;  /* curves between the points of each data set; NULL: not requested */
    size_t beyond; /* points beyond the end of the run's curve */
    size_t iterations, evaluations;
};

/* The problem that section fit of the program defines for these data sets, one for each of its own.
 * */
struct lt_fit_problem lt_fit_problem_of(const struct lt_program *program,
                                        const struct lt_measured *sets);

struct lt_fit *lt_fit(const struct lt_fit_problem *problem);
void lt_fit_free(struct lt_fit *fit);

/* The results as text, malloc'd; as a JSON document; as tables, one for each data set, and
 * drawings. */
char *lt_fit_table_text(const struct lt_fit *fit);
json_t *lt_fit_table_document(const struct lt_fit *fit);
/* Fits of several laws to the same data, the best first. */
char *lt_fit_table_comparison_text(const struct lt_fit *const *fits, size_t count);
json_t *lt_fit_table_comparison(const struct lt_fit *const *fits, size_t count);
void lt_fit_table_write(const struct lt_fit *fit, const json_t *document, struct lt_output *output);
void lt_fit_plot_draw(const struct lt_fit *fit, struct lt_output *output);
/* Move aside the files of an earlier fit; those of another program of the same name. */
void lt_fit_plot_set_aside(const struct lt_fit *fit, struct lt_output *output);
void lt_fit_plot_make_room(const struct lt_fit *fit, struct lt_output *output);

/* The path of a data set's files: DIR/NAME.fit, DIR/NAME.fit-2 ... */
const char *lt_fit_plot_base(const struct lt_fit *fit, size_t set, const struct lt_output *output);

#endif
