/* SPDX-License-Identifier: GPL-3.0-or-later */
/* audit_file.c: writes the worst case of a check as a stage program. */
#include "base/arena.h"
#include "registry/formula_law.h"
#include "registry/part_list.h"
#include "registry/parts.h"
#include "registry/roles.h"
#include "verify/auditing.h"

#include <stdlib.h>

/* Writes TEXT as comment lines of a stage program, at most 96 columns wide. */
static void put_comment(const char *text, FILE *out) {
    size_t column = 0;
    for (const char *at = text; *at;) {
        const size_t word = strcspn(at, " \n");
        if (column == 0 || column + word > 96) {
            fprintf(out, "%s#", column > 0 ? "\n" : "");
            column = 1;
        }
        fprintf(out, " %.*s", (int)word, at);
        column += word + 1;
        at += word + strspn(at + word, " \n");
    }
    fputc('\n', out);
}

/* Writes "a: 1, b: 2" of the parameters that are given, not NAN; SEPARATOR stands before the
 * first. */
static void put_given_numbers(const struct lt_law *law, const double *numbers,
                              const char *separator, FILE *out) {
    for (size_t i = 0; i < law->n_params; i++)
        if (isfinite(numbers[i]) && !lt_parts_absent(&law->params[i])) {
            fprintf(out, "%s%s: %.17g", separator, law->params[i].name, numbers[i]);
            separator = ", ";
        }
}

/* Position along n, m, of the centre of A (I = 0) or B (1), relative to that of A. */
static double centre_along_n(const struct lt_audit_case *c, int i) {
    return i ? c->radius[0] + c->radius[1] + c->gap : 0;
}

/* Writes particle A (I = 0) or B (1) of a case; FLIGHT adds its velocity and spin in a common
 * motion, NULL: none. */
static void put_particle(const struct lt_audit_case *c, int i, const struct lt_audit_flight *flight,
                         FILE *out) {
    const char name = i ? 'b' : 'a';
    fprintf(out, "  %c: ", name);
    if (!(c->radius[i] > 0)) {
        fprintf(out, "{shape: wall, material: of_%c}\n", name);
        return;
    }
    fprintf(out, "{shape: sphere, radius: %.17g, density: %.17g, material: of_%c", c->radius[i],
            c->density[i], name);
    /* A rotation of the pair about A moves B by the spin times its distance along n. */
    if (flight) {
        const double *v = flight->velocity, *w = flight->spin, along = centre_along_n(c, i);
        fprintf(out, ",\n      velocity: [%.17g, %.17g, %.17g], spin: [%.17g, %.17g, %.17g]", v[0],
                v[1] + w[2] * along, v[2] - w[1] * along, w[0], w[1], w[2]);
    }
    fprintf(out, "}\n");
}

/* Time of the shortest leg of a path, s. */
static double shortest_leg(const struct lt_audit_case *c) {
    double least = INFINITY;
    for (int k = 0; k < c->n_legs; k++)
        least = fmin(least, c->legs[k].time);
    return least;
}

/* Writes a leg as a stage with imposed velocities in whole steps of DT, s. */
static void put_stage(const struct lt_audit_leg *leg, double dt, FILE *out) {
    const double steps = fmax(floor(leg->time / dt + 0.5), 1), time = steps * dt;
    fprintf(out, "  - whats: vvvvvv\n    values:\n");
    for (int i = 0; i < LT_DOFS; i++)
        if (leg->du[i] != 0)
            fprintf(out, "      - %.17g*(1 - cos(2*pi*time/%.17g))\n", leg->du[i] / time, time);
        else
            fprintf(out, "      - 0\n");
    fprintf(out, "    until: step >= %.0f\n", steps);
}

/* Writes to OUT the expectation that a check makes of a run, with wider tolerances than those of
 * the check, since the program has longer steps. Returns false, and writes nothing, if no formula
 * over one run can express it. */
static bool put_expect(const struct lt_law *law, const struct lt_check *check, FILE *out) {
    const char *name = check->name;
    if (strcmp(name, "ledger") == 0) {
        fprintf(out, "expect:\n  - {that: energy_residual_rel, is: 0, within: 1e-4 abs}\n");
    } else if (strcmp(name, "cycle") == 0 && !check->worst.turns) {
        fprintf(out,
                "expect:\n  - {that: 'min(E_work/work_throughput, 0)', is: 0, within: 1e-5 abs}\n");
    } else if (strcmp(name, "dissipation") == 0) {
        fprintf(out, "expect:\n  - {always: 'E_dashpot >= -1e-3*work_throughput'}\n");
        for (size_t i = 0; i < law->n_losses; i++)
            if (!lt_parts_absent(&law->losses[i]))
                fprintf(out, "  - {always: 'E_%s >= -1e-3*work_throughput'}\n",
                        law->losses[i].name);
    } else if (strcmp(name, "coulomb") == 0 && lt_roles_find(law, LT_FRICTION) >= 0) {
        fprintf(out, "expect:\n  - {always: 'hypot(fs, ft) <= 1.001*%s*math.max(0, -fn)'}\n",
                law->params[lt_roles_find(law, LT_FRICTION)].name);
    } else if (strcmp(name, "tension") == 0) {
        fprintf(out, "expect:\n  - {always: 'fn < 0 or hypot(fs, ft) == 0'}\n");
    } else {
        return false;
    }
    return true;
}

/* Writes the sections of a stage program, from materials to stages, that runs a case of the law
 * WHOLE: in frame bodies with the common motion FLIGHT, or in frame contact if it is NULL. */
void lt_audit_file_program(const struct lt_law *whole, const struct lt_audit_case *c,
                           const struct lt_audit_flight *flight, FILE *out) {
    struct lt_arena *arena = lt_arena_new();
    const struct lt_law *law = lt_parts_with(whole, c->given, arena);
    const double dt = shortest_leg(c) / c->steps;
    double *chosen = lt_arena_get(arena, (law->n_params + 1) * sizeof *chosen);
    for (size_t i = 0; i < law->n_params; i++)
        chosen[i] = law->params[i].preset;
    /* Materials and particles, the law with its parts and parameters, then motion and stages. */
    for (int i = 0; i < 2; i++) {
        fprintf(out, "%s  of_%c: {", i ? "" : "materials:\n", i ? 'b' : 'a');
        put_given_numbers(law, i ? c->of_b : c->of_a, "", out);
        fprintf(out, "}\n");
    }
    fprintf(out, "particles:\n");
    put_particle(c, 0, flight, out);
    put_particle(c, 1, flight, out);
    fprintf(out, "law:\n  name: %s\n", law->name);
    for (size_t i = 0; i < law->n_params; i++) {
        const struct lt_field *field = &law->params[i];
        char words[LT_WORDS_ROOM];
        if (law->whole && lt_parts_is_kind(law, field->name) &&
            lt_part_list_words(law, i, chosen, words, sizeof words))
            fprintf(out, strchr(words, ',') ? "  %s: [%s]\n" : "  %s: %s\n", field->name, words);
        else if (isfinite(c->given[i]) && !lt_parts_absent(field) && !field->hidden)
            fprintf(out, "  %s: %.17g\n", field->name, c->given[i]);
    }
    if (lt_formula_law_is(law))
        fputs(((const struct lt_formula_law *)law)->define, out);
    fprintf(out, "motion: {gap: %.17g, dt: %.17g", c->gap, dt);
    if (flight)
        fprintf(out,
                ", frame: bodies,\n  normal: [%.17g, %.17g, %.17g], tangent: [%.17g, %.17g, %.17g]",
                flight->normal[0], flight->normal[1], flight->normal[2], flight->tangent[0],
                flight->tangent[1], flight->tangent[2]);
    fprintf(out, "}\nstages:\n");
    for (int k = 0; k < c->n_legs; k++)
        put_stage(&c->legs[k], dt, out);
    lt_arena_free(arena);
}

/* Writes a stage program of the worst case of a failed CHECK. Returns true if its expectation shows
 * the failure; false: a comment in it says why it cannot. */
bool lt_audit_file_write(const struct lt_law *law, const struct lt_check *check, FILE *out) {
    const struct lt_audit_case *c = &check->worst;
    fprintf(out, "# The law %s fails a check that every law should pass: %s.\n#\n", law->name,
            check->name);
    put_comment(check->detail, out);
    if (c->n_legs == 0) {
        fprintf(out, "#\n# The check is not about a single motion, so no program can show it.\n");
        return false;
    }
    fprintf(out, "lawtester: 1\ntitle: %s of %s, seed %llu, case %d\n", check->name, law->name,
            (unsigned long long)c->seed, c->number);
    lt_audit_file_program(law, c, NULL, out);
    struct lt_arena *arena = lt_arena_new();
    const bool shown = put_expect(lt_parts_with(law, c->given, arena), check, out);
    lt_arena_free(arena);
    if (shown)
        return true;
    fprintf(
        out,
        "# The check compares two runs, or resolves more than one run does, so it cannot be an\n"
        "# expectation of this program, which runs the case.\n");
    return false;
}
