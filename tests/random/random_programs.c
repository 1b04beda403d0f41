/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random_programs.c: stage programs drawn at random, and what must hold of any of them.
 *
 *     random_programs LAWTESTER ROOT SEED COUNT [--plugin=PATH.so] [-o DIR]
 *             [--only=CHECK] [--freely] [--as-drawn] [--write]
 *
 * Programs SEED to SEED + COUNT - 1; each seed is a program, on every machine. One that is at fault
 * is made as simple as still fails (not --as-drawn) and written to DIR (random-faults), with what
 * is wrong in its first line. --write: they are written to DIR and nothing is run. Nothing is used
 * of lawtester but its command line. */
#include "random.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* ---- making a failing program simple ---- */

static void drop_stage(struct program *program, int i) {
    if (program->stage_count < 2 || i >= program->stage_count)
        return;
    program->stage_count--;
    for (int k = i; k < program->stage_count; k++)
        program->stages[k] = program->stages[k + 1];
}

static void drop_param(struct program *program, int i) {
    if (i >= program->param_count)
        return;
    program->param_count--;
    for (int k = i; k < program->param_count; k++)
        program->params[k] = program->params[k + 1];
}

static void drop_load(struct program *program, int stage, int dof) {
    if (stage >= program->stage_count)
        return;
    program->stages[stage].whats[dof] = '.';
    program->stages[stage].values[dof] = (struct value){.amount = 0};
}

static void make_constant(struct program *program, int stage, int dof) {
    if (stage < program->stage_count)
        program->stages[stage].values[dof].wave = CONSTANT;
}

static void make_sphere(struct program *program, int k) {
    struct particle *p = &program->particles[k];
    if (strcmp(p->shape, "ellipsoid") == 0 || strcmp(p->shape, "capsule") == 0)
        strcpy(p->shape, "sphere");
    p->mass = 0;
    p->rotates = true;
}

static void drop_velocities(struct program *program, int k) {
    for (int i = 0; i < 3; i++)
        program->particles[k].velocity[i] = program->particles[k].spin[i] = 0;
}

static void drop_motion(struct program *program, int which) {
    switch (which) {
    case 0:
        program->has_gravity = false;
        break;
    case 1:
        program->has_phase = false;
        break;
    case 2:
        program->has_gap = false;
        break;
    case 3:
        *program->levels = *program->entry = *program->dashpot = '\0';
        break;
    case 4:
        strcpy(program->integrator, "leapfrog");
        break;
    case 5:
        strcpy(program->frame, "contact"), *program->lever = '\0', program->weight = -1;
        break;
    case 6:
        program->materials = false;
        break;
    case 7:
        program->repeat = 1;
        break;
    default:
        program->every = 1;
    }
}

/* Simplification number I; false: there are no more. */
static bool simplify(struct program *program, int i) {
    static const int counts[] = {STAGES, STAGES, PARAMS, 9, 2, 2, STAGES * DOFS, STAGES * DOFS};
    int kind = 0;
    while (kind < 8 && i >= counts[kind])
        i -= counts[kind++];
    switch (kind) {
    case 0:
        drop_stage(program, i);
        break;
    case 1:
        program->stages[i].action_count = 0;
        *program->stages[i].event = '\0';
        break;
    case 2:
        drop_param(program, i);
        break;
    case 3:
        drop_motion(program, i);
        break;
    case 4:
        make_sphere(program, i);
        break;
    case 5:
        drop_velocities(program, i);
        break;
    case 6:
        make_constant(program, i / DOFS, i % DOFS);
        break;
    case 7:
        drop_load(program, i / DOFS, i % DOFS);
        break;
    default:
        return false;
    }
    return true;
}

static void shrink(struct tester *tester, struct program *program, struct finding *finding) {
    struct program simpler = *program;
    if (tester->as_drawn || strncmp(finding->why, "exit 3", 6) == 0)
        return;
    for (int i = 0; simplify(&simpler, i); i++, simpler = *program) {
        struct finding found;
        struct tester quiet = *tester;
        quiet.only = finding->check;
        if (memcmp(&simpler, program, sizeof simpler) == 0 ||
            program_check(&quiet, &simpler, &found) || strcmp(found.check, finding->check) != 0 ||
            strncmp(found.why, "exit 3", 6) == 0) /* refused, as what it needs was dropped */
            continue;
        *program = simpler;
        *finding = found;
        i -= i > 0; /* what took its place may go too */
    }
}

static void one_line(char *text) {
    for (; *text; text++)
        if (*text == '\n')
            *text = ' ';
}

static bool write_to(const char *folder, const struct program *program, const char *comment,
                     char path[2 * PATH]) {
    mkdir(folder, 0777);
    snprintf(path, 2 * PATH, "%s/%llu.yaml", folder, (unsigned long long)program->seed);
    return program_write(program, path, comment);
}

static void keep(struct tester *tester, struct program *program, struct finding *finding) {
    char path[2 * PATH], comment[1200];
    one_line(finding->why);
    snprintf(comment, sizeof comment, "%s: %s", finding->check, finding->why);
    write_to(tester->keep, program, comment, path);
    printf("seed %llu: %s: %s\n  %s\n", (unsigned long long)program->seed, finding->check,
           finding->why, path);
}

static void summarise(const struct tester *tester, double seconds) {
    printf("%-12s %8s %8s %8s\n", "check", "held", "skipped", "failed");
    for (int i = 0; i < tester->tallies; i++)
        printf("%-12s %8ld %8ld %8ld\n", tester->tally[i].name, tester->tally[i].held,
               tester->tally[i].skipped, tester->tally[i].failed);
    printf("%ld programs, %ld of which fail with a reason, %ld runs, %.0f s\n", tester->programs,
           tester->failed_runs, tester->runs, seconds);
}

static bool take_options(struct tester *tester, int count, char **arguments) {
    for (int i = 5; i < count; i++)
        if (strncmp(arguments[i], "--plugin=", 9) == 0)
            tester->plugin = arguments[i] + 9;
        else if (strcmp(arguments[i], "-o") == 0 && i + 1 < count)
            tester->keep = arguments[++i];
        else if (strncmp(arguments[i], "--only=", 7) == 0)
            tester->only = arguments[i] + 7;
        else if (strcmp(arguments[i], "--freely") == 0)
            tester->freely = true;
        else if (strcmp(arguments[i], "--as-drawn") == 0)
            tester->as_drawn = true;
        else if (strcmp(arguments[i], "--write") == 0)
            tester->write = true;
        else
            return false;
    return count >= 5;
}

int main(int count, char **arguments) {
    struct tester tester = {.plugin = "", .keep = "random-faults"};
    char folder[] = "/tmp/random-programs.XXXXXX";
    if (!take_options(&tester, count, arguments)) {
        fputs("usage: random_programs LAWTESTER ROOT SEED COUNT [--plugin=PATH.so] [-o DIR] "
              "[--only=CHECK] [--freely] [--as-drawn] [--write]\n",
              stderr);
        return 2;
    }
    tester.program = arguments[1];
    tester.folder = mkdtemp(folder);
    if (!tester.folder || !laws_read(&tester.laws, tester.program, tester.plugin, arguments[2])) {
        fprintf(stderr, "random_programs: no laws of %s: %s\n", tester.program, strerror(errno));
        return 2;
    }
    time_t begin = time(NULL);
    uint64_t seed = strtoull(arguments[3], NULL, 10);
    long programs = strtol(arguments[4], NULL, 10), faults = 0;
    for (; tester.programs < programs; tester.programs++, seed++) {
        struct program program;
        struct finding finding;
        program_draw(&program, &tester.laws, seed, tester.freely);
        if (tester.write) {
            char path[2 * PATH];
            faults += !write_to(tester.keep, &program, "", path);
            continue;
        }
        if (program_check(&tester, &program, &finding))
            continue;
        faults++;
        shrink(&tester, &program, &finding);
        keep(&tester, &program, &finding);
    }
    if (!tester.write)
        summarise(&tester, difftime(time(NULL), begin));
    laws_free(&tester.laws);
    char command[PATH];
    snprintf(command, sizeof command, "rm -rf '%s'", tester.folder);
    return system(command) != 0 || faults > 0;
}
