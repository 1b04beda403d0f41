/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check.c: a program and its variants are run by the command line, and held against each other. */
#include "random.h"
#include "table.h"

#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FILES = 16, SECONDS = 60 };

/* ---- running ---- */

static void path_of(const struct tester *tester, const char *name, const char *ending, char *path) {
    snprintf(path, PATH, "%s/%s%s", tester->folder, name, ending);
}

static void forget(const struct tester *tester, const char *name) {
    static const char *const endings[] = {".csv", ".json", ".partial.csv", ".sweep.csv",
                                          ".sweep.json"};
    char path[PATH];
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        path_of(tester, name, endings[i], path);
        unlink(path);
    }
}

static void become(const struct tester *tester, const char *const *arguments) {
    char path[PATH];
    struct rlimit limit = {SECONDS, SECONDS + 1};
    setrlimit(RLIMIT_CPU, &limit);
    path_of(tester, "stderr", ".txt", path);
    if (!freopen("/dev/null", "w", stdout) || !freopen(path, "w", stderr) ||
        !freopen("/dev/null", "r", stdin))
        _exit(126);
    execv(tester->program, (char *const *)(uintptr_t)arguments);
    _exit(127);
}

/* Exit code, or 128 and the signal. */
static int run(struct tester *tester, const struct program *program, const char *command,
               const char *define, const char *const *names, int count) {
    const char *arguments[FILES + 12] = {tester->program, command};
    char paths[FILES][PATH];
    int n = 2, status;
    for (int i = 0; i < count; i++) {
        forget(tester, names[i]);
        path_of(tester, names[i], ".yaml", paths[i]);
        arguments[n++] = paths[i];
    }
    if (strcmp(command, "check") != 0) {
        arguments[n++] = "-o";
        arguments[n++] = tester->folder;
        arguments[n++] = "--plot=none";
        arguments[n++] = "-q";
    }
    if (*define)
        arguments[n++] = "-D", arguments[n++] = define;
    if (strcmp(command, "sweep") == 0)
        arguments[n++] = "--jobs=2";
    if (*tester->plugin && !*program->law->body && strcmp(program->law->name, "my-law") == 0)
        arguments[n++] = "--plugin", arguments[n++] = tester->plugin;
    tester->runs++;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        become(tester, arguments);
    if (child < 0 || waitpid(child, &status, 0) < 0)
        abort();
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int run_one(struct tester *tester, const struct program *program, const char *name,
                   const char *define) {
    return run(tester, program, "run", define, &name, 1);
}

static bool write_as(struct tester *tester, const struct program *program, const char *name) {
    char path[PATH];
    path_of(tester, name, ".yaml", path);
    return program_write(program, path, "");
}

static bool read_table(const struct tester *tester, const char *name, struct table *table) {
    char path[PATH];
    path_of(tester, name, ".csv", path);
    return table_read(table, path);
}

static json_t *read_document(const struct tester *tester, const char *name) {
    char path[PATH];
    path_of(tester, name, ".json", path);
    return json_load_file(path, JSON_DECODE_INT_AS_REAL, NULL);
}

static char *read_stderr(const struct tester *tester) {
    char path[PATH];
    static char text[4096];
    path_of(tester, "stderr", ".txt", path);
    FILE *file = fopen(path, "r");
    size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        fclose(file);
    text[size] = '\0';
    return text;
}

/* ---- verdicts ---- */

static struct tally *tally_of(struct tester *tester, const char *check) {
    for (int i = 0; i < tester->tallies; i++)
        if (strcmp(tester->tally[i].name, check) == 0)
            return &tester->tally[i];
    struct tally *new = &tester->tally[tester->tallies++];
    *new = (struct tally){.held = 0};
    snprintf(new->name, sizeof new->name, "%s", check);
    return new;
}

static bool holds(struct tester *tester, const char *check) {
    tally_of(tester, check)->held++;
    return true;
}

static bool skipped(struct tester *tester, const char *check) {
    tally_of(tester, check)->skipped++;
    return true;
}

__attribute__((format(printf, 4, 5))) static bool
fails(struct tester *tester, struct finding *finding, const char *check, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    snprintf(finding->check, sizeof finding->check, "%s", check);
    vsnprintf(finding->why, sizeof finding->why, format, arguments);
    va_end(arguments);
    tally_of(tester, check)->failed++;
    return false;
}

/* ---- comparing ---- */

static bool counts_all(const char *name) {
    (void)name;
    return true;
}

/* What is not of the first body alone. */
static bool counts_of_both(const char *name) {
    return strcmp(name, "rim_radius") != 0 && strcmp(name, "radius_grown") != 0;
}

/* What a stage more does not change; the accounts of slip in other formulas go by the step. */
static bool counts_at_cut(const char *name) {
    return strcmp(name, "stage") != 0 && strncmp(name, "slip_", 5) != 0;
}

/* What goes over to a run that begins with the end of another: motion and state, no accounts. */
static bool counts_at_start(const char *name) {
    return strncmp(name, "E_", 2) != 0 && strcmp(name, "t") != 0 && strcmp(name, "stage") != 0;
}

static bool counts_as_place(const char *name) {
    bool place = strlen(name) == 2 && strchr("ua", name[0]) && component_of(name).kind != SCALAR;
    return place || strcmp(name, "E_strain") == 0 || strcmp(name, "E_kinetic") == 0;
}

/* A row where the pair turns in between: 'exact' has it where the turn is more than noise. */
static bool turns_at(const struct table *table, int row) {
    const int vn = table_column(table, "vn");
    return vn >= 0 && row > 0 &&
           fabs(table_at(table, row, vn)) < 1e-6 * fabs(table_at(table, row - 1, vn));
}

/* A row of an event that 'exact' finds once more right behind it: where slip ends the spring leaves
 * its limit with the square of the time, and rounding decides whether it is still there. */
static bool repeats_at(const struct table *table, int row) {
    const int t = table_column(table, "t");
    return t >= 0 && row > 1 &&
           table_at(table, row, t) - table_at(table, row - 1, t) <
               0.01 * (table_at(table, row - 1, t) - table_at(table, row - 2, t));
}

static bool may_be_one_more(const struct table *table, int row) {
    return turns_at(table, row) || repeats_at(table, row);
}

/* All rows; infinite if one has more of them, but where it turns or repeats an event. */
static double rows_apart(const struct table *a, const struct table *b, const struct turn *turn,
                         bool (*counts)(const char *name), char *where, size_t size) {
    double worst = 0;
    char place[256];
    int i = 0, k = 0;
    while (i < a->rows && k < b->rows) {
        const int more = (a->rows - i) - (b->rows - k);
        if (more > 0 && may_be_one_more(a, i) && !may_be_one_more(b, k)) {
            i++;
            continue;
        }
        if (more < 0 && may_be_one_more(b, k) && !may_be_one_more(a, i)) {
            k++;
            continue;
        }
        double off = table_difference(a, b, turn, i++, k++, counts, place, sizeof place);
        if (off > worst) {
            worst = off;
            snprintf(where, size, "%s", place);
        }
    }
    if (i == a->rows && k == b->rows)
        return worst;
    snprintf(where, size, "%d rows, %d rows", a->rows, b->rows);
    return INFINITY;
}

/* What a component has in a contact of this size; a thousandth of it is no rounding error. */
static double natural_size(const struct program *program, const char *name) {
    const struct particle *p = program->particles;
    double radius = fmax(p[0].radius, p[1].radius);
    struct component c = component_of(name);
    bool force = strpbrk(name, "fm") || strstr(name, "torque") || strstr(name, "spring");
    if (c.kind == ENERGY)
        return program->force * program->length;
    if (c.kind == SCALAR || (strlen(name) > 3 && !force))
        return 0;
    double size = force ? program->force : strpbrk(name, "vw") ? program->speed : program->length;
    return c.kind == POLAR ? size : force ? size * radius : size / radius;
}

static void find_scales(const struct program *program, struct table *table) {
    table_find_peaks(table);
    for (int i = 0; i < table->columns; i++)
        table->peaks[i] = fmax(table->peaks[i], 1e-3 * natural_size(program, table->names[i]));
}

/* The same program with loads that differ by SHARE. */
static void perturb(struct program *program, double share) {
    double factor = 1 + share;
    for (int i = 0; i < program->stage_count; i++)
        for (int dof = 0; dof < DOFS; dof++) {
            program->stages[i].values[dof].amount *= factor;
            factor = 2 - factor;
        }
    for (int i = 0; i < 3; i++) {
        program->gravity[i] *= factor;
        for (int k = 0; k < 2; k++)
            program->particles[k].velocity[i] *= factor, program->particles[k].spin[i] *= factor;
    }
    program->gap *= factor;
}

/* How far a change of the loads by SHARE leads; infinite if it changes the number of rows. */
static double sensitivity(struct tester *tester, const struct program *program,
                          const struct table *base, double share) {
    double worst = 0;
    for (int sign = -1; sign <= 1; sign += 2) {
        struct program other = *program;
        struct table table;
        char where[256];
        perturb(&other, sign * share);
        write_as(tester, &other, "perturbed");
        if (run_one(tester, &other, "perturbed", "") != 0 ||
            !read_table(tester, "perturbed", &table))
            return INFINITY;
        worst = fmax(worst, rows_apart(base, &table, &no_turn, counts_all, where, sizeof where));
        table_free(&table);
    }
    return worst;
}

/* Rounding leaves some 1e-16 a step, in a thousand steps; loads that differ by 1e-13 stand for a
 * thousand such errors, and say how the motion makes them grow. */
static bool within_rounding(struct tester *tester, const struct program *program,
                            const struct table *base, double off) {
    return off <= 1e-11 || off <= 10 * sensitivity(tester, program, base, 1e-13);
}

/* ---- mirror images ---- */

/* A step in units of the shortest period, over 2. */
static double step_of(const struct program *program) {
    return program->dt * 3.14 / program->scale_time;
}

/* Loads whose velocity jumps within a stage: exact meets that jump at its next sample. */
static bool has_kinks(const struct program *program) {
    for (int i = 0; i < program->stage_count; i++)
        for (int dof = 0; dof < DOFS; dof++) {
            enum wave wave = program->stages[i].values[dof].wave;
            if (wave == RAMP || wave == TRIANGLE || wave == SQUARE || wave == TABLE)
                return true;
        }
    return false;
}

static void turn_vector(double *v, const struct turn *turn, bool axial) {
    double old[3] = {v[0], v[1], v[2]};
    for (int i = 0; i < 3; i++)
        v[turn->to[i]] = turn->sign[i + (axial ? 3 : 0)] * old[i];
}

static void turn_stage(struct stage *stage, const struct turn *turn) {
    const struct stage old = *stage;
    for (int dof = 0; dof < DOFS; dof++) {
        int to = turn->to[dof % 3] + dof / 3 * 3;
        stage->whats[to] = old.whats[dof];
        stage->values[to] = old.values[dof];
        stage->values[to].amount *= turn->sign[dof];
        stage->values[to].offset *= turn->sign[dof];
    }
    char *us = strstr(stage->formula, "(us)");
    if (us)
        us[2] = "nst"[turn->to[1]];
}

static void turn_program(struct program *program, const struct turn *turn) {
    for (int i = 0; i < program->stage_count; i++)
        turn_stage(&program->stages[i], turn);
    for (int k = 0; k < 2; k++) {
        struct particle *p = &program->particles[k];
        const double axes[3] = {p->axes[0], p->axes[1], p->axes[2]};
        turn_vector(p->velocity, turn, false);
        turn_vector(p->spin, turn, true);
        for (int i = 0; i < 3; i++)
            p->axes[turn->to[i]] = axes[i];
    }
    turn_vector(program->gravity, turn, false);
}

/* A and B change places, and the pair is turned round s: relative motion changes sign with the
 * particles, and its n and t once more with the axes. */
static void swap_particles(struct program *program, struct turn *turn) {
    static const struct turn relative = {{0, 1, 2}, {1, -1, 1, 1, -1, 1}};
    static const struct turn own = {{0, 1, 2}, {-1, 1, -1, -1, 1, -1}};
    struct particle a = program->particles[0];
    program->particles[0] = program->particles[1];
    program->particles[1] = a;
    for (int i = 0; i < program->stage_count; i++)
        turn_stage(&program->stages[i], &relative);
    for (int k = 0; k < 2; k++) {
        turn_vector(program->particles[k].velocity, &own, false);
        turn_vector(program->particles[k].spin, &own, true);
    }
    turn_vector(program->gravity, &relative, false);
    if (program->weight >= 0)
        program->weight = 1 - program->weight;
    *turn = relative;
}

static const struct image {
    const char *name;
    struct turn turn;
} images[] = {
    {"mirror-s", {{0, 1, 2}, {1, -1, 1, -1, 1, -1}}},
    {"mirror-t", {{0, 1, 2}, {1, 1, -1, -1, -1, 1}}},
    {"exchange-st", {{0, 2, 1}, {1, 1, 1, -1, -1, -1}}},
    {"swap-ab", {{0, 1, 2}, {1, 1, 1, 1, 1, 1}}},
};

/* An axis along t, of discs and capsules, cannot lie along s; et goes by the mass along t. */
static bool has_axis(const struct program *program) {
    bool knows_t = false;
    for (int i = 0; i < program->param_count; i++)
        knows_t |= strcmp(program->params[i].name, "et") == 0;
    for (int k = 0; k < 2; k++)
        if (strcmp(program->particles[k].shape, "disc") == 0 ||
            strcmp(program->particles[k].shape, "capsule") == 0 ||
            (knows_t && strcmp(program->particles[k].shape, "ellipsoid") == 0))
            return true;
    return false;
}

static bool check_image(struct tester *tester, const struct program *program,
                        const struct table *base, const struct image *image,
                        struct finding *finding) {
    struct program other = *program;
    struct turn turn = image->turn;
    char where[256] = "";
    struct table table;
    if (strcmp(image->name, "exchange-st") == 0 && has_axis(program))
        return skipped(tester, image->name);
    const bool swaps = strcmp(image->name, "swap-ab") == 0;
    if (swaps)
        swap_particles(&other, &turn);
    else
        turn_program(&other, &turn);
    write_as(tester, &other, image->name);
    int code = run_one(tester, &other, image->name, "");
    if (code != 0 || !read_table(tester, image->name, &table)) {
        fails(tester, finding, image->name, "exit %d: %s", code, read_stderr(tester));
        return false;
    }
    double off =
        rows_apart(base, &table, &turn, swaps ? counts_of_both : counts_all, where, sizeof where);
    table_free(&table);
    bool exact = strcmp(program->integrator, "exact") == 0;
    double jump = exact && has_kinks(program) ? step_of(program) : 0;
    if (off > jump && !within_rounding(tester, program, base, off))
        return fails(tester, finding, image->name, "off by %.3g: %s", off, where);
    return holds(tester, image->name);
}

/* ---- the same in another way ---- */

static bool same_bits(const struct tester *tester, const char *a, const char *b) {
    char command[3 * PATH];
    snprintf(command, sizeof command, "cmp -s '%s/%s.csv' '%s/%s.csv'", tester->folder, a,
             tester->folder, b);
    return system(command) == 0;
}

static bool check_twice(struct tester *tester, const struct program *program,
                        struct finding *finding) {
    write_as(tester, program, "again");
    int code = run_one(tester, program, "again", "");
    if (code != 0 || !same_bits(tester, "base", "again"))
        return fails(tester, finding, "twice", "exit %d, the tables differ", code);
    return holds(tester, "twice");
}

static bool same_row(const struct table *a, const struct table *b, int row_a, int row_b) {
    for (int i = 0; i < a->columns; i++)
        if (table_at(a, row_a, i) != table_at(b, row_b, i))
            return false;
    return true;
}

/* Each row of every n-th step is one of all steps, in order, and none of these is left out. */
static bool check_thinned(struct tester *tester, const struct program *program,
                          const struct table *base, struct finding *finding) {
    struct program other = *program;
    struct table thin;
    other.every = program->every * 3;
    write_as(tester, &other, "thinned");
    int code = run_one(tester, &other, "thinned", "");
    if (code != 0 || !read_table(tester, "thinned", &thin))
        return fails(tester, finding, "thinned", "exit %d", code);
    int found = 0;
    for (int row = 0; row < base->rows && found < thin.rows; row++)
        found += same_row(base, &thin, row, found);
    int rows = thin.rows, least = base->rows / 3 - 1;
    table_free(&thin);
    if (found < rows || rows < least)
        return fails(tester, finding, "thinned", "%d of %d rows found among %d", found, rows,
                     base->rows);
    return holds(tester, "thinned");
}

/* ---- cut in two ---- */

static bool runs_over_time_of_stage(const struct program *program, const struct stage *stage) {
    for (int dof = 0; dof < DOFS; dof++) {
        enum wave wave = stage->values[dof].wave;
        if (stage->whats[dof] != '.' &&
            (wave == TABLE || (wave != CONSTANT && wave != SPRING && !program->absolute)))
            return true;
    }
    return false;
}

static bool restarts(const struct program *program) {
    const struct stage *last = &program->stages[program->stage_count - 1];
    const char *action = last->action_count > 0 ? last->actions[last->action_count - 1] : "";
    return program->repeat > 1 || strstr(action, "restart");
}

static bool has_word(const struct program *program, const char *word) {
    for (int i = 0; i < program->param_count; i++)
        if (strcmp(program->params[i].word, word) == 0)
            return true;
    return false;
}

/* With a force that jumps each step decides: there is no limit of short steps. */
static bool first_step_decides(const struct program *program) {
    static const char *const words[] = {"kept", "lagging", "partial-slip", "slip-cut",
                                        "no-tension-slip-cut"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (has_word(program, words[i]))
            return true;
    return false;
}

/* The first part of a stage ends early, the second goes on without new initial velocities. */
static void cut_stage(const struct stage *whole, struct stage *first, struct stage *second) {
    *first = *second = *whole;
    first->action_count = 0;
    first->steps = whole->steps / 2;
    second->steps = whole->steps - first->steps;
    first->time = 0.5 * whole->time;
    second->time = whole->time - first->time;
    for (int dof = 0; dof < DOFS; dof++)
        if (whole->whats[dof] == 'i') {
            second->whats[dof] = '.';
            second->values[dof] = (struct value){.amount = 0};
        }
}

static bool check_last_row(struct tester *tester, const struct program *program,
                           const struct table *base, const char *check,
                           bool (*counts)(const char *), struct finding *finding) {
    struct table table;
    char where[256];
    if (!read_table(tester, check, &table))
        return fails(tester, finding, check, "no table: %s", read_stderr(tester));
    double off = table_difference(base, &table, &no_turn, base->rows - 1, table.rows - 1, counts,
                                  where, sizeof where);
    table_free(&table);
    /* What exact makes of a stretch depends on where it begins, by some 1e-13 of its own. */
    bool exact = strcmp(program->integrator, "exact") == 0;
    if (!within_rounding(tester, program, base, exact ? 1e-3 * off : off))
        return fails(tester, finding, check, "off by %.3g: %s", off, where);
    return holds(tester, check);
}

/* The last stage in two; false: it cannot be cut. */
static bool cut_last(const struct program *program, struct program *other) {
    int i = program->stage_count - 1;
    const struct stage *whole = &program->stages[i];
    bool exact = strcmp(program->integrator, "exact") == 0;
    if (restarts(program) || program->stage_count == STAGES || *whole->event ||
        whole->until != (exact ? UNTIL_TIME : UNTIL_STEP) ||
        runs_over_time_of_stage(program, whole) ||
        (exact && (has_kinks(program) || first_step_decides(program))))
        return false;
    cut_stage(whole, &other->stages[i], &other->stages[i + 1]);
    other->stage_count++;
    return true;
}

static bool check_cut(struct tester *tester, const struct program *program,
                      const struct table *base, struct finding *finding) {
    struct program other = *program;
    if (!cut_last(program, &other))
        return skipped(tester, "cut");
    write_as(tester, &other, "cut");
    run_one(tester, &other, "cut", "");
    return check_last_row(tester, program, base, "cut", counts_at_cut, finding);
}

/* Where a number of the law is set to what it is, nothing changes. */
static bool check_idle(struct tester *tester, const struct program *program,
                       const struct table *base, struct finding *finding) {
    struct program other = *program;
    const char *numbers[PARAMS];
    size_t count = 0;
    for (int i = 0; i < program->param_count; i++)
        if (!*program->params[i].word)
            numbers[count++] = program->params[i].name;
    /* of two bodies that are not alike the law reads one number */
    if (count == 0 || program->materials || !cut_last(program, &other))
        return skipped(tester, "idle");
    const char *name = numbers[program->seed % count];
    struct stage *first = &other.stages[other.stage_count - 2];
    snprintf(first->actions[0], sizeof first->actions[0], "{set: {%s: %s}}", name, name);
    first->action_count = 1;
    write_as(tester, &other, "idle");
    if (run_one(tester, &other, "idle", "") == 3)
        return skipped(tester, "idle");
    return check_last_row(tester, program, base, "idle", counts_at_cut, finding);
}

static bool only_constant(const struct stage *stage) {
    for (int dof = 0; dof < DOFS; dof++)
        if (stage->values[dof].wave != CONSTANT)
            return false;
    return true;
}

static bool check_start(struct tester *tester, const struct program *program,
                        const struct table *base, struct finding *finding) {
    struct program first = *program, second = *program;
    const struct stage *whole = &program->stages[0];
    bool exact = strcmp(program->integrator, "exact") == 0;
    if (program->stage_count > 1 || restarts(program) ||
        whole->until != (exact ? UNTIL_TIME : UNTIL_STEP) || !only_constant(whole) ||
        *whole->event || (exact && first_step_decides(program)))
        return skipped(tester, "start");
    cut_stage(whole, &first.stages[0], &second.stages[0]);
    strcpy(second.start, "first.json");
    second.has_phase = false;
    write_as(tester, &first, "first");
    write_as(tester, &second, "start");
    if (run_one(tester, &first, "first", "") != 0)
        return fails(tester, finding, "start", "the first half: %s", read_stderr(tester));
    run_one(tester, &second, "start", "");
    return check_last_row(tester, program, base, "start", counts_at_start, finding);
}

/* ---- energy, convergence ---- */

static bool uses(const struct program *program, const char *letters) {
    for (int i = 0; i < program->stage_count; i++)
        if (strpbrk(program->stages[i].whats, letters))
            return true;
    return false;
}

/* Springs whose stiffness does not change: the trapezoid rule has their work exactly. */
static bool is_linear(const struct program *program) {
    static const char *const laws[] = {"linear",         "idealelpl", "linel6",
                                       "linear-elastic", "my-law",    "formula-coulomb"};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
        if (strcmp(program->law->name, laws[i]) == 0)
            return true;
    return false;
}

/* What the integrator leaves of the energies: rounding for leapfrog in frame contact; with the
 * length of the step, relative to the shortest period, to the first or the second power for the
 * others. */
static double ledger_bound(const struct program *program, double step) {
    bool bodies = strcmp(program->frame, "bodies") == 0;
    if (strcmp(program->integrator, "exact") == 0)
        return has_kinks(program) ? 0.1 * step : 1e-8;
    if (strcmp(program->integrator, "leapfrog") == 0 && !bodies)
        return is_linear(program) ? 1e-10 : 20 * step * step;
    return strcmp(program->integrator, "symplectic-euler") == 0 ? 5 * step : 20 * step * step;
}

static double number_in(const json_t *document, const char *group, const char *name) {
    const json_t *value = json_object_get(json_object_get(document, group), name);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

static bool check_ledger(struct tester *tester, const struct program *program,
                         struct finding *finding) {
    json_t *document = read_document(tester, "base");
    double off = number_in(document, "results", "energy_residual_rel");
    bool warned = json_array_size(json_object_get(document, "warnings")) > 0;
    json_decref(document);
    double bound = ledger_bound(program, step_of(program));
    bool without_limit = strcmp(program->integrator, "exact") == 0 &&
                         (uses(program, "s") || first_step_decides(program));
    if (warned || without_limit)
        return skipped(tester, "ledger");
    if (!(off <= bound))
        return fails(tester, finding, "ledger", "energy_residual_rel is %.3g, may be %.3g", off,
                     bound);
    return holds(tester, "ledger");
}

/* The limit of short steps is one that stages, loads and levels leave. */
static bool has_limit(const struct program *program) {
    if (first_step_decides(program))
        return false;
    for (int i = 0; i < program->stage_count; i++)
        if (program->stages[i].until == UNTIL_FORMULA)
            return false;
    return !*program->levels && !*program->entry && !program->has_phase && !uses(program, "s") &&
           !restarts(program);
}

static void as_limit(struct program *program, const char *integrator, double dt) {
    strcpy(program->integrator, integrator);
    program->dt = dt;
    *program->dashpot = '\0';
    program->every = 1;
    for (int i = 0; i < program->stage_count; i++) {
        struct stage *stage = &program->stages[i];
        stage->until = UNTIL_TIME;
        stage->time = 0.02 * program->scale_time *
                      ceil(stage->time / (0.02 * program->scale_time)) * (1 - 1e-9);
    }
}

/* The end of the run, of one integrator against the limit. */
static double end_apart(struct tester *tester, const struct program *program,
                        const char *integrator, double dt, const struct table *limit, char *where,
                        size_t size) {
    struct program other = *program;
    struct table table;
    as_limit(&other, integrator, dt);
    write_as(tester, &other, "steps");
    if (run_one(tester, &other, "steps", "") != 0 || !read_table(tester, "steps", &table))
        return INFINITY;
    double off = table_difference(limit, &table, &no_turn, limit->rows - 1, table.rows - 1,
                                  counts_as_place, where, size);
    table_free(&table);
    return off;
}

static bool check_convergence(struct tester *tester, const struct program *program,
                              struct finding *finding) {
    struct program limit = *program;
    struct table table;
    char where[256] = "";
    double dt = 0.01 * program->scale_time;
    as_limit(&limit, "exact", dt);
    write_as(tester, &limit, "limit");
    if (!has_limit(program) || run_one(tester, &limit, "limit", "") != 0 ||
        !read_table(tester, "limit", &table))
        return skipped(tester, "converges");
    find_scales(program, &table);
    double coarse = end_apart(tester, program, "leapfrog", dt, &table, where, sizeof where);
    double fine = end_apart(tester, program, "leapfrog", dt / 10, &table, where, sizeof where);
    double grows = fine <= 0.01 ? 0 : sensitivity(tester, &limit, &table, 1e-3);
    table_free(&table);
    if (isinf(grows) || isinf(coarse))
        return skipped(tester, "converges");
    if (!(fine <= 0.01 + 0.3 * coarse || fine <= 0.01 + 10 * grows))
        return fails(tester, finding, "converges", "off by %.3g with T/100, %.3g with T/1000: %s",
                     coarse, fine, where);
    return holds(tester, "converges");
}

/* ---- sweeps ---- */

static bool same_number(double a, double b) {
    return a == b || (isnan(a) && isnan(b));
}

static bool check_sweep_row(struct tester *tester, const struct program *program,
                            const struct table *sweep, int row, const char *name,
                            struct finding *finding) {
    char define[2 * NAME];
    snprintf(define, sizeof define, "%s=%.17g", name, table_at(sweep, row, 0));
    write_as(tester, program, "row");
    int code = run_one(tester, program, "row", define);
    int failed = table_column(sweep, "failed");
    if (code != 0 || (failed >= 0 && table_at(sweep, row, failed) > 0)) {
        if (failed >= 0 && (table_at(sweep, row, failed) > 0) == (code != 0))
            return true;
        return fails(tester, finding, "sweep", "-D %s: exit %d, in the sweep it is otherwise",
                     define, code);
    }
    json_t *document = read_document(tester, "row");
    bool same = document;
    for (int i = 1; same && i < sweep->columns; i++) {
        if (i == failed)
            continue;
        double alone = number_in(document, "results", sweep->names[i]);
        same = same_number(alone, table_at(sweep, row, i));
        if (!same)
            fails(tester, finding, "sweep", "-D %s: %s is %.17g, in the sweep %.17g", define,
                  sweep->names[i], alone, table_at(sweep, row, i));
    }
    json_decref(document);
    return same;
}

struct swept {
    const char *name;
    double value;
};

/* What is varied: a parameter of the law, the gap or what a particle is made of. */
static struct swept draw_swept(const struct program *program) {
    struct swept found[PARAMS + 8];
    const struct particle *a = &program->particles[0], *b = &program->particles[1];
    size_t count = 0;
    for (int i = 0; i < program->param_count; i++)
        if (!*program->params[i].word)
            found[count++] = (struct swept){program->params[i].name, program->params[i].number};
    if (program->has_gap)
        found[count++] = (struct swept){"motion.gap", program->gap};
    if (strcmp(a->shape, "sphere") == 0)
        found[count++] = (struct swept){"particles.a.radius", a->radius};
    if (strcmp(b->shape, "sphere") == 0)
        found[count++] = (struct swept){"particles.b.radius", b->radius};
    if (a->density > 0)
        found[count++] = (struct swept){"particles.a.density", a->density};
    if (b->density > 0)
        found[count++] = (struct swept){"particles.b.density", b->density};
    return count > 0 ? found[program->seed / 2 % count] : (struct swept){0};
}

/* More points than contacts go side by side. */
enum { SWEPT = 20, LOOKED_AT = 6 };

static bool check_sweep(struct tester *tester, const struct program *program,
                        struct finding *finding) {
    struct program other = *program;
    const struct swept swept = draw_swept(program);
    const char *names[] = {"swept"};
    char path[PATH];
    if (!(swept.value != 0) || program->seed % 2)
        return skipped(tester, "sweep");
    snprintf(other.sweep, sizeof other.sweep,
             "sweep:\n  over: {%s: {from: %.17g, to: %.17g, n: %d}}\n", swept.name, swept.value,
             swept.value * 0.96, SWEPT);
    write_as(tester, &other, "swept");
    int code = run(tester, &other, "sweep", "", names, 1);
    struct table table;
    path_of(tester, "swept.sweep", ".csv", path);
    if ((code != 0 && code != 4) || !table_read(&table, path))
        return code == 3
                   ? skipped(tester, "sweep")
                   : fails(tester, finding, "sweep", "exit %d: %s", code, read_stderr(tester));
    bool same = table.rows == SWEPT || fails(tester, finding, "sweep", "%d rows", table.rows);
    for (int row = 0; same && row < SWEPT; row += LOOKED_AT)
        same = check_sweep_row(tester, program, &table, row, swept.name, finding);
    table_free(&table);
    return same && holds(tester, "sweep");
}

/* ---- bad input ---- */

/* Each error stands behind a file, a line and a column. */
static bool errors_have_places(const char *text) {
    for (const char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        const char *error = memmem(line, length, ": error: ", 9);
        int digits = 0;
        for (const char *c = error; c && c > line && digits < 2; c--)
            if (*c == ':' && c[1] >= '0' && c[1] <= '9')
                digits++;
        if (error && digits < 2)
            return false;
        line += length + (line[length] == '\n');
    }
    return strstr(text, ": error: ");
}

static bool check_bad(struct tester *tester, const struct program *program,
                      struct finding *finding) {
    static char text[1 << 16];
    static const char bytes[] = "{}[]:,-#'\"*&!|>%@`\n 0.eE+xyzui";
    const char *name = "bad";
    char path[PATH];
    struct draws d = {program->seed ^ 0x5bd1e995u};
    path_of(tester, "base", ".yaml", path);
    FILE *file = fopen(path, "r");
    size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        fclose(file);
    for (int i = 1 + draw_below(&d, 3); i > 0 && size > 20; i--) {
        size_t at = (size_t)draw_below(&d, (int)size - 10), length = (size_t)draw_below(&d, 8);
        if (draw_chance(&d, 0.5)) {
            memmove(text + at, text + at + length, size - at - length);
            size -= length;
        } else
            text[at] = bytes[draw_below(&d, (int)sizeof bytes - 1)];
    }
    path_of(tester, name, ".yaml", path);
    file = fopen(path, "w");
    if (!file || fwrite(text, 1, size, file) != size || fclose(file) != 0)
        abort();
    int code = run(tester, program, "check", "", &name, 1);
    const char *said = read_stderr(tester);
    if (code != 0 && (code != 3 || !errors_have_places(said)))
        return fails(tester, finding, "bad input", "exit %d: %s", code, said);
    return holds(tester, "bad input");
}

/* ---- all of them ---- */

/* A run may fail for a reason that the manual names, at a place; where any number is set, for what
 * the law says of it. */
static bool failed_with_reason(const struct tester *tester, const char *said) {
    static const char *const reasons[] = {
        "no static balance",   "max_steps",           "not a finite number",
        "is not finite",       "the law is unstable", "steps",
        "changes without end", "half a turn",         "too"};
    bool known = tester->freely;
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        known |= strstr(said, reasons[i]) != NULL;
    return known && strstr(said, "stage '") && strstr(said, "step");
}

/* What belongs to a contact has no meaning without one; every column has an end. */
static bool may_be_missing(const char *name) {
    static const char *const always[] = {"steps", "bounces", "energy_residual_rel"};
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        if (strcmp(name, always[i]) == 0)
            return false;
    size_t length = strlen(name);
    return length < 4 || strcmp(name + length - 4, "_end") != 0;
}

static bool check_finite(struct tester *tester, const struct table *base, struct finding *finding) {
    for (int row = 0; row < base->rows; row++)
        for (int i = 0; i < base->columns; i++)
            if (!isfinite(table_at(base, row, i)))
                return fails(tester, finding, "finite", "%s in row %d", base->names[i], row);
    json_t *document = read_document(tester, "base"), *value;
    const char *name;
    char infinite[NAME] = "";
    if (json_array_size(json_object_get(document, "stages")) == 0)
        return fails(tester, finding, "finite", "the document has no stages");
    json_object_foreach(json_object_get(document, "results"), name, value) {
        if (!json_is_number(value) && !may_be_missing(name))
            snprintf(infinite, sizeof infinite, "%s", name);
    }
    json_decref(document);
    if (*infinite)
        return fails(tester, finding, "finite", "result %s is no number", infinite);
    return holds(tester, "finite");
}

static bool wanted(const struct tester *tester, const char *check) {
    return !tester->only || strcmp(tester->only, check) == 0;
}

static bool check_all(struct tester *tester, const struct program *program, struct table *base,
                      struct finding *finding) {
    find_scales(program, base);
    if ((wanted(tester, "finite") && !check_finite(tester, base, finding)) ||
        (wanted(tester, "twice") && !check_twice(tester, program, finding)) ||
        (wanted(tester, "ledger") && !check_ledger(tester, program, finding)))
        return false;
    for (size_t i = 0; i < sizeof images / sizeof *images; i++)
        if (wanted(tester, images[i].name) &&
            !check_image(tester, program, base, &images[i], finding))
            return false;
    return (!wanted(tester, "thinned") || check_thinned(tester, program, base, finding)) &&
           (!wanted(tester, "cut") || check_cut(tester, program, base, finding)) &&
           (!wanted(tester, "idle") || check_idle(tester, program, base, finding)) &&
           (!wanted(tester, "start") || check_start(tester, program, base, finding)) &&
           (!wanted(tester, "sweep") || check_sweep(tester, program, finding)) &&
           (!wanted(tester, "converges") || check_convergence(tester, program, finding)) &&
           (!wanted(tester, "bad input") || check_bad(tester, program, finding));
}

bool program_check(struct tester *tester, const struct program *program, struct finding *finding) {
    struct table base;
    *finding = (struct finding){.check = ""};
    write_as(tester, program, "base");
    int code = run_one(tester, program, "base", "");
    if (code == 4) {
        tester->failed_runs++;
        if (!failed_with_reason(tester, read_stderr(tester)))
            return fails(tester, finding, "exit", "exit 4: %s", read_stderr(tester));
        return skipped(tester, "exit");
    }
    /* Not every et has a dashpot: numbers decide, no rule of what goes together. */
    if (code == 3 &&
        strstr(read_stderr(tester), "no ct makes a sticking contact rebound with this et"))
        return skipped(tester, "exit");
    if (code != 0)
        return fails(tester, finding, "exit", "exit %d: %s", code, read_stderr(tester));
    holds(tester, "exit");
    if (!read_table(tester, "base", &base))
        return fails(tester, finding, "exit", "exit 0 without a table");
    bool ok = check_all(tester, program, &base, finding);
    table_free(&base);
    return ok;
}
