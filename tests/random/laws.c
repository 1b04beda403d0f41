/* SPDX-License-Identifier: GPL-3.0-or-later */
/* laws.c: the laws, the words of their choices and what these allow, from 'laws --json' and from
 * programs that define one. */
#include "random.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static json_t *ask(const char *program, const char *plugin) {
    char command[3 * PATH];
    snprintf(command, sizeof command, "'%s' laws --json%s%s%s", program,
             *plugin ? " --plugin='" : "", plugin, *plugin ? "'" : "");
    FILE *pipe = popen(command, "r");
    json_t *document = pipe ? json_loadf(pipe, 0, NULL) : NULL;
    if (pipe)
        pclose(pipe);
    return document;
}

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static void fit(const char *law, size_t count, size_t most) {
    if (count <= most)
        return;
    fprintf(stderr, "random_programs: the law %s has more than random.h has room for\n", law);
    exit(2);
}

static void take_choices(struct law_known *law, const json_t *parameters) {
    for (size_t i = 0; i < json_array_size(parameters); i++) {
        const json_t *parameter = json_array_get(parameters, i);
        const json_t *words = json_object_get(parameter, "choices");
        if (!json_is_array(words))
            continue;
        fit(law->name, (size_t)law->choice_count + 1, sizeof law->choices / sizeof *law->choices);
        struct law_choice *choice = &law->choices[law->choice_count++];
        fit(law->name, json_array_size(words), sizeof choice->words / sizeof *choice->words);
        snprintf(choice->name, sizeof choice->name, "%s", text_of(parameter, "name"));
        const size_t least = (size_t)json_number_value(json_object_get(parameter, "min")),
                     most = (size_t)json_number_value(json_object_get(parameter, "max"));
        const double preset = json_number_value(json_object_get(parameter, "default"));
        choice->preset = (int)preset - (int)least;
        for (size_t k = least; k <= most && k < json_array_size(words); k++)
            snprintf(choice->words[choice->count++], NAME, "%s",
                     json_string_value(json_array_get(words, k)));
    }
}

static void take_owned(struct law_known *law, const json_t *parameters) {
    for (size_t i = 0; i < json_array_size(parameters); i++) {
        const json_t *parameter = json_array_get(parameters, i);
        if (!*text_of(parameter, "of"))
            continue;
        fit(law->name, (size_t)law->owned_count + 1, sizeof law->owned / sizeof *law->owned);
        struct law_owned *owned = &law->owned[law->owned_count++];
        snprintf(owned->name, sizeof owned->name, "%s", text_of(parameter, "name"));
        fit(law->name, strlen(text_of(parameter, "of")) + 1, sizeof owned->of);
        snprintf(owned->of, sizeof owned->of, "%s", text_of(parameter, "of"));
    }
}

static void join_words(const char *law, const json_t *words, char *text, size_t size) {
    for (size_t i = 0; i < json_array_size(words); i++) {
        const char *word = json_string_value(json_array_get(words, i));
        fit(law, strlen(text) + strlen(word) + 2, size);
        strcat(strcat(text, i ? " " : ""), word);
    }
}

static void take_clashes(struct law_known *law, const json_t *clashes) {
    fit(law->name, json_array_size(clashes), sizeof law->clashes / sizeof *law->clashes);
    for (size_t i = 0; i < json_array_size(clashes); i++) {
        const json_t *object = json_array_get(clashes, i);
        struct law_clash *clash = &law->clashes[law->clash_count++];
        snprintf(clash->kind, sizeof clash->kind, "%s", text_of(object, "kind"));
        snprintf(clash->other, sizeof clash->other, "%s", text_of(object, "other"));
        join_words(law->name, json_object_get(object, "words"), clash->words, sizeof clash->words);
        join_words(law->name, json_object_get(object, "others"), clash->others,
                   sizeof clash->others);
    }
}

static struct law_known *add_law(struct laws *laws, const char *name) {
    struct law_known *grown = realloc(laws->law, (size_t)(laws->count + 1) * sizeof *grown);
    if (!grown)
        abort();
    laws->law = grown;
    struct law_known *law = &laws->law[laws->count++];
    *law = (struct law_known){.choice_count = 0};
    snprintf(law->name, sizeof law->name, "%s", name);
    return law;
}

/* Section law of a file, without numbers of its own: those are drawn. */
static void take_file(struct laws *laws, const char *root, const char *path) {
    char whole[PATH], line[512], name[NAME] = "", body[4096] = "law:\n";
    snprintf(whole, sizeof whole, "%s/%s", root, path);
    FILE *file = fopen(whole, "r");
    bool inside = false;
    while (file && fgets(line, sizeof line, file)) {
        if (line[0] != ' ' && line[0] != '#')
            inside = strncmp(line, "law:", 4) == 0;
        else if (inside && sscanf(line, "  name: %63s", name) == 1)
            strncat(body, line, sizeof body - strlen(body) - 1);
        else if (inside && (strncmp(line, "    ", 4) == 0 || strncmp(line, "  define", 8) == 0))
            strncat(body, line, sizeof body - strlen(body) - 1);
    }
    if (file)
        fclose(file);
    if (*name)
        strcpy(add_law(laws, name)->body, body);
}

bool laws_read(struct laws *laws, const char *program, const char *plugin, const char *root) {
    static const char *const files[] = {
        "stages/formulas/coulomb.yaml", "stages/formulas/hertz.yaml",
        "stages/formulas/plastic.yaml", "doc/templates/my-law-formulas.yaml"};
    json_t *document = ask(program, plugin);
    const json_t *list = json_object_get(document, "laws");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *law = json_array_get(list, i);
        struct law_known *known = add_law(laws, text_of(law, "name"));
        known->of_parts = json_array_size(json_object_get(law, "parts")) > 0;
        take_choices(known, json_object_get(law, "parameters"));
        take_owned(known, json_object_get(law, "parameters"));
        take_clashes(known, json_object_get(law, "clashes"));
    }
    json_decref(document);
    /* A law of a plug-in with the same name would be refused in formulas. */
    for (size_t i = 0; i < sizeof files / sizeof *files - (*plugin ? 1 : 0); i++)
        take_file(laws, root, files[i]);
    return laws->count > 0;
}

void laws_free(struct laws *laws) {
    free(laws->law);
    laws->law = NULL;
}
