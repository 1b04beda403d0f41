/* SPDX-License-Identifier: GPL-3.0-or-later */
/* calibrated_text.c: the summary of a calibration. */
#include "base/text.h"
#include "base/units.h"
#include "calibrate/calibrated.h"

#include <math.h>

/* Prints each unknown with its value, unit and uncertainty, or that it was not found. */
static void print_head(FILE *out, const struct lt_calibration *found) {
    for (size_t j = 0; j < found->n; j++) {
        const struct lt_unknown *unknown = &found->unknowns[j];
        const char *unit = unknown->vary->target->unit;
        if (isnan(unknown->value)) {
            fprintf(out, "%s: not found\n", unknown->vary->name);
            continue;
        }
        fprintf(out, "%s = %.12g%s%s", unknown->vary->name, unknown->value,
                lt_units_is_bare(unit) ? "" : " ", lt_units_is_bare(unit) ? "" : unit);
        fprintf(out, unknown->uncertainty > 0 ? " +- %.2g\n" : "\n", unknown->uncertainty);
    }
}

/* Prints for each unknown the closed form's value, the interval of time steps that are right and
 * all roots, as far as there are any. */
static void print_closed_forms(FILE *out, const struct lt_calibration *found) {
    for (size_t j = 0; j < found->n; j++) {
        const struct lt_unknown *unknown = &found->unknowns[j];
        if (!isnan(unknown->closed_form))
            fprintf(out, "  %-12s %s = %.12g%s%s%s\n", "closed form", unknown->vary->name,
                    unknown->closed_form, unknown->convention ? ": " : "",
                    unknown->convention ? unknown->convention : "",
                    found->in_steps ? "; in the limit of short steps" : "");
        if (found->converged && !isnan(unknown->from))
            fprintf(out, "  %-12s so for every %s from %.6g on; a longer one may be right again\n",
                    "interval", unknown->vary->name, unknown->from);
        for (size_t k = 0; k < unknown->n_roots; k++)
            fprintf(out, "  %-12s %s = %.12g\n", "root", unknown->vary->name, unknown->roots[k]);
    }
}

/* Prints the value END of the unknown below or above (WHERE) which no run has the result; NAN:
 * there is no such end. A contact that never separates has no contact time and no tangential
 * restitution. */
static void print_end(FILE *out, const char *where, double end) {
    if (!isnan(end))
        fprintf(out, ", no value seen %s %.6g", where, end);
}

/* Prints the range of impact speeds, m/s, in which the contact sticks by the law's closed form;
 * nothing if it has none. */
static void print_sticking(FILE *out, const struct lt_calibration *found) {
    if (found->v_stick_from > 0)
        fprintf(out, ", sticks from %.6g to %.6g m/s", found->v_stick_from, found->v_stick);
    else if (found->v_stick > 0)
        fprintf(out, ", sticks below %.6g m/s", found->v_stick);
}

/* Prints a table of the targets: what was achieved, the error, and the range of results that can be
 * reached. */
static void print_aims(FILE *out, const struct lt_calibration *found) {
    fprintf(out, "\n  %-12s %-16s %-16s %-9s reachable\n", "result", "achieved", "target", "error");
    for (size_t i = 0; i < found->n; i++) {
        const struct lt_aim *aim = &found->aims[i];
        char wanted[64];
        int length = snprintf(wanted, sizeof wanted, "%.12g", aim->wanted);
        if (aim->uncertainty > 0)
            snprintf(wanted + length, sizeof wanted - (size_t)length, " +- %.2g", aim->uncertainty);
        if (isnan(aim->achieved))
            fprintf(out, "  %-12s %-16s %-16s %-9s", aim->target->name, "-", wanted, "-");
        else
            fprintf(out, "  %-12s %-16.12g %-16s %-9.2g", aim->target->name, aim->achieved, wanted,
                    aim->achieved - aim->wanted);
        if (isnan(aim->reachable[0]))
            fputs(" not searched", out);
        else if (!(aim->reachable[0] <= aim->reachable[1]))
            fputs(" nothing", out);
        else
            fprintf(out, " %.6g to %.6g", aim->reachable[0], aim->reachable[1]);
        if (strcmp(aim->target->name, "e_n") == 0)
            print_sticking(out, found);
        if (aim->by < found->n && !isnan(aim->reached_at[0]))
            fprintf(out, " (%s = %.6g to %.6g)", found->unknowns[aim->by].vary->name,
                    aim->reached_at[0], aim->reached_at[1]);
        print_end(out, "below", aim->ends[0]);
        print_end(out, "above", aim->ends[1]);
        fputc('\n', out);
    }
}

/* Prints the table of d result / d unknown, which only a calibration that converged has. */
static void print_slopes(FILE *out, const struct lt_calibration *found) {
    if (!found->converged)
        return;
    fputs("\n  sensitivity ", out);
    for (size_t j = 0; j < found->n; j++)
        fprintf(out, " d/d %-12s", found->unknowns[j].vary->name);
    for (size_t i = 0; i < found->n; i++) {
        fprintf(out, "\n  %-12s", found->aims[i].target->name);
        for (size_t j = 0; j < found->n; j++)
            fprintf(out, " %-16.6g", found->sensitivity[i][j]);
    }
    fputc('\n', out);
}

/* Prints the warnings with indices from FIRST up to, but not including, END. */
static void print_warnings(FILE *out, const json_t *warnings, size_t first, size_t end) {
    for (size_t i = first; i < end; i++)
        fprintf(out, "  %-12s %s\n", "warning", json_string_value(json_array_get(warnings, i)));
}

/* Prints the restitutions under other conditions, such as speed or size, and their relative changes
 * in %. */
static void print_dependence(FILE *out, const struct lt_calibration *found,
                             const struct lt_dependence *dependence) {
    fputs("\n  conditions      ", out);
    for (size_t i = 0; i < found->n; i++)
        if (dependence->restitution[i])
            fprintf(out, "%-12s change    ", found->aims[i].target->name);
    fputc('\n', out);
    for (size_t k = 0; k < dependence->n_rows; k++) {
        const struct lt_dependence_row *row = &dependence->rows[k];
        fprintf(out, "  %-15s", row->what);
        for (size_t i = 0; i < found->n; i++) {
            double change = (row->y[i] - dependence->base[i]) /
                            fmax(fabs(dependence->base[i]), LT_DEPENDENCE_LEAST);
            if (dependence->restitution[i] && isnan(row->y[i]))
                fprintf(out, " %-12s no value ", "-");
            else if (dependence->restitution[i] && lt_dependence_sticks(found, i, change))
                fprintf(out, " %-12.6g sticks   ", row->y[i]);
            else if (dependence->restitution[i])
                fprintf(out, fabs(change) < 1e-7 ? " %-12.6g none     " : " %-12.6g %+-7.2g %%",
                        row->y[i], 100 * change);
        }
        fputc('\n', out);
    }
}

/* Prints the integrator and time step of runs in discrete steps, and the band in which the results
 * of single impacts lie. */
static void print_as_run(FILE *out, const struct lt_as_run *seen) {
    const struct lt_calibration *exact = &seen->exact;
    if (seen->averaged)
        fprintf(out, "  %-12s %s, dt = %.6g s, %.4g steps per t_c: averaged over the entry phase\n",
                "as run", seen->integrator, seen->dt, seen->steps);
    else
        fprintf(out, "  %-12s %s: no contact is made on the way, nothing to average\n", "as run",
                seen->integrator);
    for (size_t i = 0; i < exact->n && seen->averaged; i++)
        fprintf(out, "  %-12s %.10g .. %.10g: %s%s\n", "band", seen->bands[i].low,
                seen->bands[i].high,
                exact->n > 1 ? exact->aims[i].target->name
                             : "single impacts, depending on where in the step ",
                exact->n > 1 ? " of single impacts" : "they first touch");
}

/* The summary of a calibration as text, malloc'd. Warnings about single impacts follow the band
 * that they refer to. */
char *lt_calibrated_text(const struct lt_calibrated *c) {
    const struct lt_calibration *found = &c->found;
    struct lt_text text;
    json_t *warnings = lt_calibrated_warnings(c);
    const size_t all = json_array_size(warnings), own = c->has_as_run ? found->n_cautions : all;
    FILE *out = lt_text_begin(&text);
    print_head(out, found);
    print_aims(out, found);
    print_slopes(out, found);
    if (c->dependence.n_rows > 0)
        print_dependence(out, found, &c->dependence);
    fputc('\n', out);
    print_closed_forms(out, found);
    print_warnings(out, warnings, 0, own);
    if (found->doubt[0])
        fprintf(out, "  %-12s %s\n", "accuracy", found->doubt);
    fprintf(out, "  %-12s %d iterations, %d runs\n", "effort", found->iterations,
            found->evaluations);
    if (c->has_as_run)
        print_as_run(out, &c->as_run);
    print_warnings(out, warnings, own, all);
    if (c->has_as_run && c->as_run.exact.converged)
        fprintf(out, "  %-12s %s in the limit of small steps\n", "exact", c->as_run.exact.message);
    json_decref(warnings);
    return lt_text_end(&text);
}
