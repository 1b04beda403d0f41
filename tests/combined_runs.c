/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "combined_runs.h"

#include "base/choice.h"
#include "base/text.h"
#include "base/units.h"
#include "registry/parts.h"
#include "run/block.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 9, LETS = 3 };

/* What numbers are drawn around: kg, m, s. */
static const double scales[] = {1e-3, 5e-3, 1e-4};

static double draw(gsl_rng *rng, double lo, double hi) {
    return lo + (hi - lo) * gsl_rng_uniform(rng);
}

/* NAN: it follows from others. */
static double draw_param(const struct lt_law *law, const struct lt_field *field, gsl_rng *rng) {
    int halves[3] = {0};
    if (field->choices)
        return floor(draw(rng, field->min, field->max + 1));
    for (size_t i = 0; i < law->n_params; i++)
        if (lt_laws_sets(&law->params[i], field->name))
            return NAN;
    lt_units_dimension(field->unit, halves); /* of m, kg, s */
    const int kg = halves[1], m = halves[0], s = halves[2];
    if (kg == 0 && m == 0 && s == 0)
        return draw(rng, fmax(field->min, 0), fmin(field->max, 1 + fmax(field->min, 0)));
    return pow(10, draw(rng, -1, 1)) * pow(scales[0], kg / 2.0) * pow(scales[1], m / 2.0) *
           pow(scales[2], s / 2.0);
}

static bool is_chosen(const struct lt_law *law, const char *kind, const char *part) {
    const long i = lt_laws_param(law, kind);
    return i >= 0 && lt_choice_number(law->params[i].choices, part) == (long)law->params[i].preset;
}

static const char *text_of(const struct lt_law *law, gsl_rng *rng, struct lt_arena *arena) {
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    double kn1 = 0;
    const bool hardens = gsl_rng_uniform(rng) < 0.5;
    fprintf(out, "lawtester: 1\nlet: {speed: 1, side: 1, spin: 1}\nparticles:\n");
    if (gsl_rng_uniform(rng) < 0.3)
        fprintf(out, "  a: {shape: wall}\n");
    else
        fprintf(out, "  a: {shape: sphere, radius: %.17g, density: 2500}\n", draw(rng, 3e-3, 9e-3));
    fprintf(out, "  b: {shape: sphere, radius: %.17g, density: 2500}\nlaw:\n  name: contact\n",
            draw(rng, 3e-3, 9e-3));
    for (size_t i = 0; i < law->n_params; i++) {
        const struct lt_field *field = &law->params[i];
        char word[64];
        if (lt_parts_absent(field) || field->hidden) /* of several parts the first */
            continue;
        if (lt_parts_is_kind(law, field->name)) {
            fprintf(out, "  %s: %s\n", field->name,
                    lt_choice_word(field->choices, field->preset, word, sizeof word));
            continue;
        }
        double number = draw_param(law, field, rng);
        if (strcmp(field->name, "kn1") == 0)
            kn1 = number;
        if (strcmp(field->name, "kn2") == 0)
            number = kn1 * draw(rng, 1, 6);
        if (is_chosen(law, "normal", "walton-braun") &&
            strcmp(field->name, hardens ? "kn2" : "hardening") == 0)
            continue; /* one of them */
        if (!isnan(number))
            fprintf(out, "  %s: %.17g\n", field->name, number);
    }
    fprintf(out,
            "motion: {dt: t_c/%.17g}\n"
            "stages:\n"
            "  - {name: impact, whats: iiiiii, values: [-speed, side, -side/2, spin, 2*spin, "
            "-spin], until: rebound or step >= 500}\n"
            "record: {columns: [un, E_kinetic, E_strain, E_residual]}\n",
            draw(rng, 20, 200));
    return lt_text_keep(&text, arena);
}

/* Overlaps around 1e-2 of the radius, and speeds of shear and rolling that slip or stick. */
static void draw_motions(const struct lt_program *program, gsl_rng *rng,
                         struct lt_override *overrides) {
    static const char *const names[LETS] = {"speed", "side", "spin"};
    const double speed = 1e-2 * scales[1] / scales[2],
                 around[LETS] = {speed, speed, speed / scales[1]};
    for (size_t k = 0; k < LETS; k++)
        for (size_t i = 0; i < program->names->count; i++)
            if (program->names->list[i].kind == LT_NAME_LET &&
                strcmp(program->names->list[i].name, names[k]) == 0)
                for (size_t run = 0; run < RUNS; run++)
                    overrides[run * LETS + k] = (struct lt_override){
                        &program->names->list[i], around[k] * pow(10, draw(rng, -1, 0.5))};
}

static double param_of(const struct lt_program *program, const struct lt_result *run,
                       const char *name) {
    const long i = lt_laws_param(program->law, name);
    return i < 0 ? 0 : run->values[program->names->params + (size_t)i];
}

/* Is the work of all springs but Hertz' what they store, in steps of any length? The normal force
 * is that of a linear or of Hertz' spring alone, and no spring slips in part; what a neck that
 * sinters pulls with ends somewhere. */
static bool is_plain(const struct lt_law *law) {
    return (is_chosen(law, "normal", "linear") || is_chosen(law, "normal", "hertz")) &&
           (lt_laws_param(law, "cohesion") < 0 || is_chosen(law, "cohesion", "none")) &&
           !is_chosen(law, "tangential", "partial-slip") && !is_chosen(law, "film", "sintering");
}

/* The largest |E_residual|, over the energy there is, beyond what the trapezoidal work of Hertz'
 * spring differs by from what it stores. */
static double unbalanced(const struct lt_program *program, const struct lt_result *run) {
    enum { UN, KINETIC, STRAIN, RESIDUAL };
    const struct lt_table *table = &run->table;
    const double young = param_of(program, run, "young_eff");
    const double k = young > 0 ? 4.0 / 3 * young * sqrt(run->values[LT_R_EFF]) : 0;
    double most = 0, work = 0, d0 = 0, f0 = 0, energy = 0;
    for (size_t i = 0; i < table->rows; i++) {
        const double *row = table->cells + i * table->columns;
        const double d = fmax(-row[UN], 0), f = k * d * sqrt(d);
        work += i > 0 ? 0.5 * (f0 + f) * (d - d0) : 0;
        most = fmax(most, fabs(row[RESIDUAL] - (work - 0.4 * f * d)));
        energy = fmax(energy, row[KINETIC] + row[STRAIN]);
        d0 = d;
        f0 = f;
    }
    return most / energy;
}

/* The same bits, but for the sign of a zero. */
static bool same(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b)) || (a == 0 && b == 0);
}

/* One of the runs, and what it had in the block. */
static void look_at(const struct lt_program *program, const struct lt_override *own,
                    const double *values, const struct lt_block_result *beside,
                    struct combined *sums) {
    struct lt_result *alone = lt_run(program, own, LETS, &(struct lt_run_options){.record = true});
    bool alike = beside->status == alone->status;
    if (!alike)
        snprintf(sums->why, sizeof sums->why, "side by side: '%.100s', alone: '%.100s'",
                 beside->message, alone->message);
    for (size_t i = 0; i < program->names->count && alike; i++) {
        const struct lt_name *name = &program->names->list[i];
        alike = same(values[name->slot], alone->values[name->slot]);
        if (!alike)
            snprintf(sums->why, sizeof sums->why, "side by side %s is %.17g, alone %.17g",
                     name->name, values[name->slot], alone->values[name->slot]);
    }
    sums->differ += !alike;
    sums->done += alone->status == LT_DONE;
    if (alone->status == LT_DONE && is_plain(program->law) &&
        param_of(program, alone, "bb_smooth") < 0.5) /* whose force is no straight line */
        sums->residual = fmax(sums->residual, unbalanced(program, alone));
    if (alone->status != LT_DONE && alike)
        snprintf(sums->why, sizeof sums->why, "%s", alone->message);
    lt_run_free(alone);
}

struct combined combined_runs(const struct lt_law *law, gsl_rng *rng, struct lt_arena *arena) {
    struct combined sums = {.plain = is_plain(law)};
    struct lt_errors *errors = lt_errors_new();
    const char *text = text_of(law, rng, arena);
    struct lt_program *program =
        lt_read_program("combination", text, strlen(text), NULL, 0, errors);
    if (!program)
        snprintf(sums.why, sizeof sums.why, "%s", errors->list[0].text);
    lt_errors_free(errors);
    if (!program)
        return sums;
    program->uses_critical = true; /* which a block leaves out otherwise */
    const struct lt_run_options options = {0};
    const size_t slots = program->names->slots;
    struct lt_override overrides[RUNS * LETS];
    struct lt_block_result results[RUNS];
    double *values = lt_arena_get(arena, RUNS * slots * sizeof *values);
    draw_motions(program, rng, overrides);
    sums.fits = lt_block_fits(program, &options);
    lt_block_run(program, overrides, LETS, RUNS, &options, values, results);
    for (size_t i = 0; i < RUNS; i++)
        look_at(program, overrides + i * LETS, values + i * slots, &results[i], &sums);
    lt_program_free(program);
    return sums;
}

const struct lt_law *combined_draw(const struct lt_law *law, gsl_rng *rng, struct lt_arena *arena) {
    double *numbers = lt_arena_get(arena, law->n_params * sizeof *numbers);
    const struct lt_law *made;
    size_t clashing;
    do {
        for (size_t i = 0; i < law->n_params; i++)
            numbers[i] =
                lt_parts_is_kind(law, law->params[i].name)
                    ? (double)gsl_rng_uniform_int(rng, (unsigned long)law->params[i].max + 1)
                    : NAN;
        made = lt_parts_with(law, numbers, arena);
    } while (lt_parts_clash(made, &clashing, arena));
    return made;
}
