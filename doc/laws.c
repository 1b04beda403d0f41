/* SPDX-License-Identifier: GPL-3.0-or-later */
/* laws.c: the manual page of the laws, for scdoc, out of the tables that the program itself reads.
 */
#include "registry/laws.h"
#include "base/arena.h"
#include "base/choice.h"
#include "registry/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Text without the signs that scdoc reads as marks. */
static void put(const char *text) {
    for (; *text; text++) {
        if (strchr("\\*_#`~+[]|<>", *text))
            putchar('\\');
        putchar(*text);
    }
}

static void put_literal(const char *text) {
    printf("```\n%s\n```\n\n", text);
}

static void put_range(const struct lt_field *field) {
    if (!isnan(field->preset))
        printf("; default %.6g", field->preset);
    if (field->choices)
        return;
    if (field->min > -INFINITY && field->max < INFINITY)
        printf("; %.6g to %.6g", field->min, field->max);
    else if (field->min > -INFINITY)
        printf("; at least %.6g", field->min);
}

static void put_choices(const struct lt_field *field) {
    char buffer[64];
    const char *word;
    for (int n = 0;
         field->choices && (word = lt_choice_word(field->choices, n, buffer, sizeof buffer)); n++) {
        fputs(n == 0 ? ": " : ", ", stdout);
        put(word);
    }
}

/* PREFIX: of their names; RANGED: those that a user gives. */
static void put_fields(const struct lt_law *law, const char *heading, const char *prefix,
                       bool ranged, const struct lt_field *fields, size_t count) {
    if (count > 0)
        printf("## %s\n\n", heading);
    for (size_t i = 0; i < count; i++) {
        if (fields[i].hidden)
            continue;
        putchar('*');
        put(prefix);
        put(fields[i].name);
        putchar('*');
        if (strcmp(fields[i].unit, "1") != 0) {
            fputs(", ", stdout);
            put(fields[i].unit);
        }
        printf(", %s", lt_laws_type(law, fields[i].name, &fields[i]));
        if (ranged)
            put_range(&fields[i]);
        fputs("\n\t", stdout);
        put(fields[i].doc);
        put_choices(&fields[i]);
        if (fields[i].of) {
            fputs(". Of ", stdout);
            put(fields[i].of);
        }
        fputs("\n\n", stdout);
    }
}

/* The words of a kind that a clash is about. */
static void put_words(const struct lt_field *kind, unsigned words) {
    char buffer[64];
    put(kind->name);
    putchar(':');
    for (int i = 0; i <= (int)kind->max; i++)
        if (words >> i & 1u) {
            putchar(' ');
            put(lt_choice_word(kind->choices, i, buffer, sizeof buffer));
        }
    if (words >> ((int)kind->max + 1) & 1u)
        fputs(" (one of your own)", stdout);
}

static void put_parts(const struct lt_law *law) {
    struct lt_arena *arena = lt_arena_new();
    if (law->parts)
        puts("## Parts\n");
    for (const struct lt_part_word *part = law->parts; part && part->kind; part++) {
        fputs("*", stdout);
        put(part->kind);
        fputs(": ", stdout);
        put(part->word);
        fputs("*\n\t", stdout);
        put(part->doc);
        bool first = true;
        for (size_t i = 0; i < law->n_params; i++)
            if (lt_parts_owns(law, part, &law->params[i], arena)) {
                fputs(first ? ". Parameters: _" : ", _", stdout);
                put(law->params[i].name);
                fputs("_", stdout);
                first = false;
            }
        fputs("\n", stdout);
        for (const struct lt_shortfall *s = law->declares; s && s->check; s++)
            if (lt_parts_declares(law, part, s, arena)) {
                fputs("\n\tDeclares ", stdout);
                put(s->check);
                fputs(": ", stdout);
                put(s->why);
                putchar('\n');
            }
        putchar('\n');
    }
    if (law->clashes)
        puts("## Parts that do not go together\n");
    for (const struct lt_clash *c = law->clashes; c && c->why; c++) {
        put_words(&law->params[c->kind], c->words);
        fputs(" with ", stdout);
        put_words(&law->params[c->other], c->others);
        fputs("\n\t", stdout);
        put(c->why);
        fputs("\n\n", stdout);
    }
    lt_arena_free(arena);
}

static void put_law(const struct lt_law *law) {
    printf("# %s\n\n", law->name);
    put(law->summary);
    fputs(".\n\n", stdout);
    put_literal(law->equations);
    put_parts(law);
    put_fields(law, "Parameters", "", true, law->params, law->n_params);
    put_fields(law, "State", "", false, law->state, law->n_state);
    put_fields(law, "Dissipated energies", "E_", false, law->losses, law->n_losses);
    fputs("## Source\n\n", stdout);
    put(law->source);
    fputs("\n\n", stdout);
}

int main(void) {
    puts("lawtester-laws(7) \"\" \"lawtester\"\n\n"
         "# NAME\n\nlawtester-laws - the contact laws of lawtester\n\n"
         "# DESCRIPTION\n\n"
         "Each law with its equations, its parameters, its state and where its energy goes. A "
         "stage\n"
         "program names it by *law: {name: ...}*; *lawtester laws* _NAME_ shows the same.\n");
    for (const struct lt_law *const *law = lt_laws_builtin; *law; law++)
        put_law(*law);
    puts("# SEE ALSO\n\n*lawtester*(1)");
    return ferror(stdout) != 0;
}
