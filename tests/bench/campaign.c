/* SPDX-License-Identifier: GPL-3.0-or-later */
/* campaign.c FIRST SEEDS CASES [LAW | PATH.so | PROGRAM.yaml]...: the audit of laws, all built-in
 * ones if none is named, with so many seeds of so many cases each: for every check the largest
 * value ever seen, beside its bound, and every accusation. */
#include "program/program.h"
#include "registry/laws.h"
#include "registry/plugin.h"
#include "setup/read.h"
#include "verify/audit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 100 };

struct line {
    const char *name, *why; /* WHY of what is declared, else NULL */
    double value, bound;
    int cases, seed;
};

static void die(const char *why) {
    fprintf(stderr, "campaign: %s\n", why);
    exit(2);
}

/* The reason of a declaration, which outlives the audit. */
static const char *why_of(const struct lt_law *law, const struct lt_check *check) {
    for (const struct lt_shortfall *s = law->declares; check->declared && s->check; s++)
        if (strcmp(s->check, check->name) == 0 && strcmp(s->why, check->detail) == 0)
            return s->why;
    return NULL;
}

static struct line *line_of(struct line *lines, const struct lt_check *check, const char *why) {
    struct line *at = lines;
    while (at->name && (strcmp(at->name, check->name) != 0 || at->why != why))
        at++;
    if (at == lines + LINES - 1)
        die("too many lines");
    at->name = check->name;
    at->why = why;
    at->bound = check->bound;
    return at;
}

static void take_in(struct line *lines, const struct lt_law *law, int seed,
                    const struct lt_check *check) {
    struct line *line = line_of(lines, check, why_of(law, check));
    line->cases += check->cases;
    if (check->value > line->value) {
        line->value = check->value;
        line->seed = seed;
    }
    if (check->ok)
        return;
    printf("! %s, seed %d: %s: %.3g > %.3g: %s\n", law->name, seed, check->name, check->value,
           check->bound, check->detail);
    fflush(stdout);
}

static void print(const char *law, int seeds, const struct line *lines) {
    printf("%s, %d seeds\n  %9s %9s %9s %8s  %s\n", law, seeds, "largest", "may be", "cases",
           "seed", "check");
    for (; lines->name; lines++)
        printf("  %9.2g %9.2g %9d %8d  %s%s%s\n", lines->value, lines->bound, lines->cases,
               lines->seed, lines->name, lines->why ? ", declared: " : "",
               lines->why ? lines->why : "");
    fflush(stdout);
}

static void campaign(const struct lt_law *law, int first, int seeds, int cases) {
    struct line lines[LINES] = {{.name = NULL}};
    for (int seed = first; seed < first + seeds; seed++) {
        struct lt_audit audit;
        const struct lt_audit_options options = {.seed = (uint64_t)seed, .cases = cases};
        lt_audit_law(law, &options, &audit);
        for (size_t i = 0; i < audit.count; i++)
            take_in(lines, law, seed, &audit.checks[i]);
        lt_audit_free(&audit);
    }
    print(law->name, seeds, lines);
}

static bool ends(const char *name, const char *with) {
    const size_t size = strlen(name), tail = strlen(with);
    return size > tail && strcmp(name + size - tail, with) == 0;
}

static void of_program(const char *path, int first, int seeds, int cases) {
    static char text[1 << 20];
    FILE *file = fopen(path, "r");
    if (!file)
        die(path);
    const size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program = lt_read_program(path, text, size, NULL, 0, errors);
    if (!program)
        die(lt_errors_text(errors));
    lt_errors_free(errors);
    campaign(program->law, first, seeds, cases);
    lt_program_free(program);
}

static void of_plugin(const char *path, int first, int seeds, int cases) {
    char why[LT_PLUGIN_WHY];
    struct lt_plugins *plugins = lt_plugin_new();
    size_t known = 0;
    while (lt_laws_builtin[known])
        known++;
    if (lt_plugin_load(plugins, path, why, sizeof why) != LT_PLUGIN_LOADED)
        die(why);
    for (const struct lt_law *const *law = lt_plugin_laws(plugins) + known; *law; law++)
        campaign(*law, first, seeds, cases);
    lt_plugin_free(plugins);
}

int main(int argc, char **argv) {
    if (argc < 4)
        die("FIRST SEEDS CASES [LAW | PATH.so | PROGRAM.yaml]...");
    const int first = atoi(argv[1]), seeds = atoi(argv[2]), cases = atoi(argv[3]);
    for (size_t i = 0; argc == 4 && lt_laws_builtin[i]; i++)
        campaign(lt_laws_builtin[i], first, seeds, cases);
    for (int i = 4; i < argc; i++) {
        const struct lt_law *law = lt_laws_find(argv[i]);
        if (law)
            campaign(law, first, seeds, cases);
        else if (ends(argv[i], ".so"))
            of_plugin(argv[i], first, seeds, cases);
        else
            of_program(argv[i], first, seeds, cases);
    }
    return 0;
}
