/* SPDX-License-Identifier: GPL-3.0-or-later */
/* laws.c: the laws and the words of their choices, from 'laws --json' and from programs that define
 * one. */
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

static void take_choices(struct law_known *law, const json_t *parameters) {
    for (size_t i = 0; i < json_array_size(parameters) && law->choice_count < 16; i++) {
        const json_t *parameter = json_array_get(parameters, i);
        const json_t *words = json_object_get(parameter, "choices");
        if (!json_is_array(words))
            continue;
        struct law_choice *choice = &law->choices[law->choice_count++];
        snprintf(choice->name, sizeof choice->name, "%s",
                 json_string_value(json_object_get(parameter, "name")));
        for (size_t k = 0; k < json_array_size(words) && k < 8; k++)
            snprintf(choice->words[choice->count++], NAME, "%s",
                     json_string_value(json_array_get(words, k)));
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
        take_choices(add_law(laws, json_string_value(json_object_get(law, "name"))),
                     json_object_get(law, "parameters"));
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
