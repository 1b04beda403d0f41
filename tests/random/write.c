/* SPDX-License-Identifier: GPL-3.0-or-later */
/* write.c: a program as the text that lawtester reads. */
#include "random.h"

#include <math.h>
#include <string.h>

/* The digits that read back to the same bits, the fewest of them that do. */
static const char *digits(double x, char *text, size_t size) {
    for (int precision = 3; precision <= 17; precision++) {
        double back = 0;
        snprintf(text, size, "%.*g", precision, x);
        if (sscanf(text, "%lf", &back) == 1 && back == x)
            break;
    }
    return text;
}

static void put(FILE *file, const char *before, double x) {
    char text[40];
    fprintf(file, "%s%s", before, digits(x, text, sizeof text));
}

static void put_vector(FILE *file, const char *before, const double *v) {
    for (int i = 0; i < 3; i++)
        put(file, i ? ", " : before, v[i]);
    fputs("]", file);
}

static void put_particle(FILE *file, const char *name, const struct particle *p, bool materials) {
    bool wall = strcmp(p->shape, "wall") == 0, facet = strcmp(p->shape, "facet") == 0;
    fprintf(file, "  %s: {shape: %s", name, p->shape);
    if (strcmp(p->shape, "ellipsoid") == 0)
        put_vector(file, ", semi_axes: [", p->axes);
    else if (!wall && !facet)
        put(file, ", radius: ", p->radius);
    if (strcmp(p->shape, "capsule") == 0)
        put(file, ", shaft: ", p->shaft);
    if (facet && p->half_thick > 0)
        put(file, ", half_thick: ", p->half_thick);
    if (!wall && !facet) {
        if (p->mass > 0)
            put(file, ", mass: ", p->mass);
        else
            put(file, ", density: ", p->density);
        fputs(p->fixed ? ", fixed: true" : "", file);
        fputs(p->rotates ? "" : ", rotates: false", file);
        const double *v = p->velocity, *w = p->spin;
        if (v[0] != 0 || v[1] != 0 || v[2] != 0)
            put_vector(file, ", velocity: [", v);
        if (w[0] != 0 || w[1] != 0 || w[2] != 0)
            put_vector(file, ", spin: [", w);
    }
    if (materials)
        fprintf(file, ", material: m%d", p->material);
    fputs("}\n", file);
}

/* What the law makes of the materials of two particles by a rule that does not care which is which.
 */
static bool of_materials(const struct program *program, const struct param *param) {
    static const char *const known[] = {
        "linear kn",         "linear ks",        "linear fric",     "hertz young",
        "hertz poisson",     "mindlin young",    "mindlin poisson", "idealelpl young",
        "idealelpl ktDivKn", "idealelpl tanPhi", "linel6 young",    "linel6 ktDivKn",
        "concrete young",    "concrete ktDivKn", "concrete tanPhi", "contact kn",
        "contact young",     "contact poisson",  "contact fric"};
    char text[2 * NAME + 1];
    snprintf(text, sizeof text, "%s %s", program->law->name, param->name);
    for (size_t i = 0; program->materials && i < sizeof known / sizeof *known; i++)
        if (strcmp(text, known[i]) == 0)
            return true;
    return false;
}

static void put_materials(FILE *file, const struct program *program) {
    fputs("materials:\n", file);
    for (int k = 0; k < 2; k++) {
        fprintf(file, "  m%d: {density: 1000", k);
        for (int i = 0; i < program->param_count; i++) {
            const struct param *param = &program->params[i];
            if (of_materials(program, param))
                fprintf(file, ", %s", param->name), put(file, ": ", param->number * (k ? 0.8 : 1));
        }
        fputs("}\n", file);
    }
}

static void put_law(FILE *file, const struct program *program) {
    const struct law_known *law = program->law;
    if (!*law->body)
        fprintf(file, "law:\n  name: %s\n", law->name);
    else
        fputs(law->body, file);
    for (int i = 0; i < program->param_count; i++) {
        const struct param *param = &program->params[i];
        if (of_materials(program, param))
            continue;
        fprintf(file, "  %s: ", param->name);
        if (*param->word)
            fprintf(file, "%s\n", param->word);
        else
            put(file, "", param->number), fputs("\n", file);
    }
}

static void put_word(FILE *file, const char *key, const char *word) {
    if (*word)
        fprintf(file, "  %s: %s\n", key, word);
}

static void put_number(FILE *file, const char *key, double number) {
    fprintf(file, "  %s", key);
    put(file, ": ", number);
    fputs("\n", file);
}

static void put_motion(FILE *file, const struct program *program) {
    fputs("motion:\n", file);
    put_word(file, "frame", strcmp(program->frame, "contact") == 0 ? "" : program->frame);
    put_word(file, "integrator", program->integrator);
    put_number(file, "dt", program->dt);
    put_word(file, "dashpot", program->dashpot);
    put_word(file, "entry", program->entry);
    put_word(file, "levels", program->levels);
    put_word(file, "lever", program->lever);
    if (program->has_gap)
        put_number(file, "gap", program->gap);
    if (program->has_phase && program->stages[0].whats[0] == 'i')
        put_number(file, "phase", program->phase);
    if (program->weight >= 0)
        put_number(file, "weight", program->weight);
    if (program->has_gravity)
        put_vector(file, "  gravity: [", program->gravity), fputs("\n", file);
}

/* Tables stand beside the program: columns p and n, of the two signs. */
static void put_table(const struct program *program, const char *path, const struct value *value,
                      const char *ending, char *name, size_t size) {
    char place[PATH + 32];
    const char *base = strrchr(path, '/');
    snprintf(name, size, "%s.%s.csv", base ? base + 1 : path, ending);
    snprintf(place, sizeof place, "%.*s%s", base ? (int)(base + 1 - path) : 0, path, name);
    FILE *file = fopen(place, "w");
    if (!file)
        return;
    fputs("time,x\n", file);
    const double shape[] = {0, 0.8, 1, -0.3, 0.5};
    for (int i = 0; i < 5; i++) {
        put(file, "", i * value->period / 4);
        put(file, ",", value->offset + value->amount * shape[i]);
        fputs("\n", file);
    }
    fclose(file);
    (void)program;
}

static void put_value(FILE *file, const struct program *program, const char *path,
                      const struct value *value, int stage, int dof) {
    char amount[40], period[40], offset[40], name[PATH], ending[16];
    const char *time = program->absolute ? "t" : "time";
    digits(value->amount, amount, sizeof amount);
    digits(value->period, period, sizeof period);
    digits(value->offset, offset, sizeof offset);
    if (value->wave == TABLE) {
        snprintf(ending, sizeof ending, "%d%d", stage, dof);
        put_table(program, path, value, ending, name, sizeof name);
        fprintf(file, "{file: %s, column: x}", name);
        return;
    }
    if (value->wave == CONSTANT) {
        fputs(value->amount == 0 ? offset : amount, file);
        return;
    }
    fputs("\"", file);
    if (value->offset != 0)
        fprintf(file, "%s + ", offset);
    switch (value->wave) {
    case SINE:
        fprintf(file, "%s*sin(2*pi*%s/%s)", amount, time, period);
        break;
    case RAMP:
        fprintf(file, "%s*ramp(%s, 0, %s)", amount, time, period);
        break;
    case TRIANGLE:
        fprintf(file, "%s*triangle(2*pi*%s/%s)", amount, time, period);
        break;
    case SQUARE:
        fprintf(file, "%s*square(2*pi*%s/%s)", amount, time, period);
        break;
    case DECAY:
        fprintf(file, "%s*exp(-%s/%s)", amount, time, period);
        break;
    default:
        fprintf(file, "%s*(1 + fn/%.6g)", amount, program->force * 10);
        break;
    }
    fputs("\"", file);
}

static void put_stage(FILE *file, const struct program *program, const char *path, int number) {
    const struct stage *stage = &program->stages[number];
    const char *in = program->repeat > 1 ? "    " : "";
    fprintf(file, "%s  - name: stage%d\n%s    whats: \"%s\"\n%s    values: [", in, number, in,
            stage->whats, in);
    for (int dof = 0; dof < DOFS; dof++) {
        fputs(dof ? ", " : "", file);
        put_value(file, program, path, &stage->values[dof], number, dof);
    }
    fputs("]\n", file);
    if (stage->until == UNTIL_STEP)
        fprintf(file, "%s    until: step >= %d\n", in, stage->steps);
    else if (stage->until == UNTIL_TIME)
        fputs(in, file), put(file, "    until: time >= ", stage->time), fputs("\n", file);
    else
        fprintf(file, "%s    until: \"%s\"\n", in, stage->formula);
    if (*stage->event)
        fprintf(file, "%s    at: [{%s}]\n", in, stage->event);
    if (stage->action_count > 0)
        fprintf(file, "%s    done:\n", in);
    for (int i = 0; i < stage->action_count; i++)
        fprintf(file, "%s      - %s\n", in, stage->actions[i]);
}

bool program_write(const struct program *program, const char *path, const char *comment) {
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    fprintf(file, "# Drawn from seed %llu.%s%s\nlawtester: 1\n", (unsigned long long)program->seed,
            *comment ? " " : "", comment);
    if (program->materials)
        put_materials(file, program);
    fputs("particles:\n", file);
    put_particle(file, "a", &program->particles[0], program->materials);
    put_particle(file, "b", &program->particles[1], program->materials);
    put_law(file, program);
    put_motion(file, program);
    if (*program->start)
        fprintf(file, "start: %s\n", program->start);
    fputs("stages:\n", file);
    if (program->repeat > 1)
        fprintf(file, "  - repeat: %d\n    stages:\n", program->repeat);
    for (int i = 0; i < program->stage_count; i++)
        put_stage(file, program, path, i);
    if (program->every > 1)
        fprintf(file, "record: {every: %d}\n", program->every);
    if (*program->sweep)
        fprintf(file, "%s", program->sweep);
    return fclose(file) == 0;
}
