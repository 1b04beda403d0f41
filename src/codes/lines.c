/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines.c: the input of an external code: the pair, and the law's lines with their values. */
#include "base/text.h"
#include "codes/deck.h"
#include "codes/serving.h"
#include "registry/parts.h"
#include "setup/setup.h"

#include <stdlib.h>
#include <string.h>

/* The pair as the code sees it, SI units; s->six.mirrored, which exchanges the bodies, must be set.
 * A held body has its own mass in the density, a wall the radius 0. */
struct lt_code_pair lt_lines_pair(const struct lt_served *s, const struct lt_pair *pair) {
    const struct lt_particle *particles = s->program->particles;
    const bool mirrored = s->six.mirrored;
    const struct lt_body *bodies[] = {mirrored ? &pair->b : &pair->a,
                                      mirrored ? &pair->a : &pair->b};
    struct lt_code_pair out = {.wall = bodies[0]->flat > 0, .types = s->program->codelaw->types};
    for (int k = out.wall ? 1 : 0; k < 3; k++)
        out.at[k] = s->program->codelaw->pose.at;
    for (int i = 0; i < 2; i++) {
        const struct lt_body *body = bodies[i];
        double volume = 4.0 / 3 * M_PI * pow(body->radius, 3);
        double mass = isfinite(body->mass) ? body->mass : body->own_mass;
        out.radius[i] = body->flat > 0 ? 0 : body->radius;
        out.density[i] = isnan(body->density) ? mass / volume : body->density;
        out.fixed[i] = particles[mirrored ? 1 - i : i].fixed;
        out.mass[i] = body->mass;
        out.inertia[i] = body->inertia[0];
        /* Our A has type 1 and our B the last type; a ball at a wall has the last one. */
        out.type[i] = (i == 1) != (mirrored && !out.wall) ? out.types : 1;
    }
    return out;
}

/* Writes a line of the law with the values of its numbers, with all digits. */
static void put_code_line(FILE *file, const struct lt_code_line *line, const double *values) {
    for (size_t i = 0; i < line->count; i++)
        if (line->parts[i].name)
            fprintf(file, "%.17g", values[line->parts[i].name->slot]);
        else
            fputs(line->parts[i].text, file);
    fputc('\n', file);
}

/* Number of line ends in the text. */
static int count_lines(const char *text) {
    int n = 0;
    while (*text)
        n += *text++ == '\n';
    return n;
}

/* True if the line of a LAMMPS or LIGGGHTS deck defines the law. Only these lines are sent, as the
 * bodies are made otherwise. */
static bool is_law_line(const char *line) {
    static const char *const heads[] = {"pair_", "hard_particles", "soft_particles", NULL};
    for (size_t i = 0; heads[i]; i++)
        if (strncmp(line, heads[i], strlen(heads[i])) == 0)
            return true;
    size_t length = strcspn(line, "\n");
    return strncmp(line, "fix ", 4) == 0 && (memmem(line, length, " wall/gran ", 11) ||
                                             memmem(line, length, " property/global ", 17));
}

/* Writes those lines of a deck that define the law. */
static void keep_law_lines(FILE *file, const char *text) {
    for (; *text; text += strcspn(text, "\n") + (text[strcspn(text, "\n")] == '\n'))
        if (is_law_line(text))
            fprintf(file, "%.*s\n", (int)strcspn(text, "\n"), text);
}

/* Writes Class(name=number, ...) of a Python script as a line, without its texts in quotes; NAME
 * has LENGTH letters, and AT is behind the bracket. Returns the place of the closing bracket. */
static const char *put_class(FILE *file, const char *name, size_t length, const char *at) {
    fprintf(file, "%.*s", (int)length, name);
    while (*at && *at != ')') {
        at += strspn(at, ", \n");
        size_t word = strcspn(at, ",)");
        if (!memchr(at, '\'', word))
            fprintf(file, " %.*s", (int)word, at);
        at += word;
    }
    fputc('\n', file);
    return at;
}

/* Writes the classes of a YADE script that define the law for a pair or a WALL: materials and
 * functors of contacts, a line each. */
static void keep_classes(FILE *file, const char *text, bool wall) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    fprintf(file, "Ig2_%s_Sphere_ScGeom%s\n", wall ? "Wall" : "Sphere",
            strstr(text, "Law2_ScGeom6D_") ? "6D" : "");
    while (*text) {
        size_t length = strspn(text, letters);
        bool material = length > 3 && strncmp(text + length - 3, "Mat", 3) == 0;
        bool functor = strncmp(text, "Ip2_", 4) == 0 || strncmp(text, "Law2_", 5) == 0;
        bool call = text[length] == '(' && (material || functor);
        text = *text == '#' ? text + strcspn(text, "\n")
               : call       ? put_class(file, text, length, text + length + 1)
                            : text + (length > 0 ? length : 1);
    }
}

/* Writes the lines of one of lawtester's own laws for the code, with the values VALUES (SI).
 * Returns what is wrong, or NULL. */
static const char *put_own_law(struct lt_served *s, FILE *file, const struct lt_pair *pair,
                               double *values) {
    if (s->deployed) {
        const struct lt_deploy deploy = {(const struct lt_formula_law *)s->program->codelaw->own,
                                         s->codes->code->name, NULL, s->arena};
        fputs(lt_deploy_lines(&deploy, values + s->program->names->params), file);
        return NULL;
    }
    struct lt_setup setup = {
        .program = s->program, .pair = *pair, .derived = s->own_derived, .values = values};
    struct lt_text text;
    const char *why =
        lt_deck_lines(lt_deck_find(s->codes->code->name), &setup, lt_text_begin(&text), s->arena);
    char *all = lt_text_end(&text);
    /* Codes that run as a program (YADE) get classes, libraries (LAMMPS, LIGGGHTS) the lines of the
     * law. */
    if (!why && s->codes->code->start.arguments[0][0] == 'p')
        keep_classes(file, all, s->six.pair.wall);
    else if (!why)
        keep_law_lines(file, all);
    free(all);
    return why;
}

/* Writes the parameters that the user's code receives, NAME=VALUE in SI units: numbers only, as
 * choices name lawtester's own parts. */
static void put_numbers(FILE *file, const struct lt_law *law, const double *params) {
    for (size_t i = 0; i < law->n_params; i++)
        if (!isnan(params[i]) && !law->params[i].choices && !lt_parts_absent(&law->params[i]))
            fprintf(file, "%s=%.17g\n", law->params[i].name, params[i]);
}

/* Writes the whole input of the code with the values of this run to s->text. Returns what is wrong,
 * or NULL. */
const char *lt_lines_write(struct lt_served *s, const struct lt_pair *pair, double *values) {
    const struct lt_codelaw *law = s->program->codelaw;
    const struct lt_code *code = s->codes->code;
    struct lt_text text;
    FILE *file = lt_text_begin(&text);
    if (s->deployed)
        fprintf(file, LT_SERVE_LOAD "%s %s\n", s->deployed->function, s->deployed->library);
    code->put_pair(file, &s->six.pair);
    s->first_line = count_lines(lt_text_now(&text)) + 1;
    for (size_t i = 0; i < law->n_lines; i++)
        put_code_line(file, &law->lines[i], values);
    if (s->codes->title)
        put_numbers(file, &law->law, values + s->program->names->params);
    const char *why = law->own && !s->codes->title ? put_own_law(s, file, pair, values) : NULL;
    code->put_end(file, &s->six.pair);
    s->text = lt_text_keep(&text, s->arena);
    return why;
}
