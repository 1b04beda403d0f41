/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stage programs: a key of a section is set, which it may not have had. Words that are exchanged
 * and numbers that are changed leave nearly all choices of a law and of the motion as they are. */
#include "fuzz/mutate.h"
#include "model/laws.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct setting {
    const char *key, *value;
};

static const struct setting motions[] = {{"integrator", "leapfrog"},
                                         {"integrator", "symplectic-euler"},
                                         {"integrator", "velocity-verlet"},
                                         {"integrator", "exact"},
                                         {"frame", "bodies"},
                                         {"frame", "contact"},
                                         {"phase", "0"},
                                         {"phase", "0.5"},
                                         {"gap", "0"},
                                         {"gap", "1e-6"},
                                         {"gap", "-1e-6"},
                                         {"gravity", "[-9.81, 0.3, 0]"},
                                         {"damping", "0.2"},
                                         {"smooth", "0.5"},
                                         {"dashpot", "full-step"},
                                         {"initial", "half-step"},
                                         {"entry", "weighted"},
                                         {"levels", "yade"},
                                         {"levels", "woo"},
                                         {"weight", "0.2"},
                                         {"weight", "1"},
                                         {"lever", "radius"},
                                         {"lever", "slip-radius"},
                                         {"lever", "scaled"},
                                         {"axes", "end"},
                                         {"axes", "projected"},
                                         {"history", "projected"},
                                         {"history", "rescaled"},
                                         {"history", "first-order"},
                                         {"steps", "stiffness"},
                                         {"dt", "t_c/3"},
                                         {"dt", "t_crit"},
                                         {"dt", "1 ns"},
                                         {"dt", "1e-3"},
                                         {"normal", "[0, 0, 1]"},
                                         {"tangent", "[0, 1, 1]"}};

#define OWN "{name: own, define: "
static const struct setting parts[] = {
    {"normal", OWN "{params: {k_o: {default: 1e5 N/m, min: 0}}, force: {fn: -k_o*overlap}, "
                   "strain: k_o*overlap^2/2}}"},
    {"damping", OWN "{params: {c_o: {default: 10 N s^2/m^2, min: 0}}, "
                    "viscous: {vfn: \"vn < 0 and -c_o*vn^2 or c_o*vn^2\"}}}"},
    {"tangential", OWN "{params: {c_o: {default: 2 N s/m, min: 0}}, "
                       "viscous: {vfs: c_o*vs, vft: c_o*vt}}}"},
    {"rolling", OWN "{params: {c_o: {default: 1e-6 N m s, min: 0}}, "
                    "viscous: {vms: c_o*ws, vmt: c_o*wt}}}"},
    {"twisting", OWN "{params: {k_o: {default: 0.1 N m, min: 0}}, state: {o_n: N m}, "
                     "force: {mn: o_n + k_o*dan}, next: {o_n: mn}}}"}};

static const struct setting first_sweep = {
    "over", "{motion.dt: {from: 1e-7, to: 1e-5, n: 3}}, results: [e_n, steps]"};
static const struct setting sweeps[] = {
    {"over", "{motion.dt: {from: 1e-7, to: 1e-5, n: 3}}"},
    {"over", "{\"stages[0].values[0]\": [-0.1, 0.2]}"},
    {"over", "{particles.b.radius: {from: 1 mm, to: 1 cm, n: 2}}"},
    {"over", "{particles.b.radius: {mean: 5 mm, sd: 0.1 mm}}"},
    {"design", "list"},
    {"design", "lhs"},
    {"design", "sobol"},
    {"design", "random"},
    {"design", "sensitivity"},
    {"n", "4"},
    {"results", "[e_n, steps, {x: E_residual_end}]"},
    {"results", "[t_contact, un_lowest]"}};

#define SOME_OF(settings, state) settings[fuzz_draw(state, sizeof settings / sizeof *settings)]

/* From "NAME:" at the beginning of a line to the next line that begins so; empty: none. */
static struct fuzz_piece find_section(const struct fuzz_input *input, const char *name) {
    const size_t length = strlen(name);
    const uint8_t *data = input->data;
    struct fuzz_piece section = {0, 0};
    for (size_t at = 0; at + length < input->size; at++) {
        if (at > 0 && data[at - 1] != '\n')
            continue;
        if (section.size > 0 && !strchr(" #\n\r", data[at])) {
            section.size = at - section.at;
            return section;
        }
        if (section.size == 0 && memcmp(data + at, name, length) == 0 && data[at + length] == ':')
            section = (struct fuzz_piece){at, input->size - at};
    }
    return section;
}

/* The value of a key in a section; empty: none. */
static struct fuzz_piece find_key(const struct fuzz_input *input, struct fuzz_piece section,
                                  const char *key) {
    const size_t length = strlen(key), end = section.at + section.size;
    for (size_t at = section.at + 1; at + length < end; at++)
        if (memcmp(input->data + at, key, length) == 0 && strchr(" {", input->data[at - 1])) {
            const struct fuzz_piece value =
                fuzz_find_value(input->data, end, (struct fuzz_piece){at, length});
            if (value.size > 0)
                return value;
        }
    return (struct fuzz_piece){0, 0};
}

static void set_key(struct fuzz_input *input, const char *name, const char *key,
                    const char *value) {
    char text[512];
    const struct fuzz_piece section = find_section(input, name),
                            old = find_key(input, section, key);
    size_t at = section.at + strlen(name) + 1;
    if (old.size > 0) {
        fuzz_replace(input, old, value, strlen(value));
        return;
    }
    while (section.size > 0 && at < input->size && input->data[at] == ' ')
        at++;
    const bool inside = section.size > 0 && at < input->size;
    if (!inside)
        snprintf(text, sizeof text, "\n%s: {%s: %s}\n", name, key, value);
    else if (input->data[at] == '{')
        snprintf(text, sizeof text, "{%s: %s, ", key, value);
    else
        snprintf(text, sizeof text, "\n  %s: %s\n", key, value);
    fuzz_replace(input, (struct fuzz_piece){inside ? at : input->size, inside}, text, strlen(text));
}

static const struct lt_law *law_of(const struct fuzz_input *input) {
    char name[64];
    const struct fuzz_piece value = find_key(input, find_section(input, "law"), "name");
    snprintf(name, sizeof name, "%.*s", (int)value.size, (const char *)input->data + value.at);
    return value.size > 0 ? lt_laws_find(name) : NULL;
}

static void set_parameter(struct fuzz_input *input, uint64_t *state) {
    static const char *const numbers[] = {"0",    "-1",   "1",   "0.3", "1e-9",
                                          "1e-6", "1e-3", "1e3", "1e5", "1e7",
                                          "1e9",  "1e12", "10",  "0.9", "1e308"};
    char value[256];
    const struct lt_law *law = law_of(input);
    if (!law)
        return;
    const struct lt_field *param = &law->params[fuzz_draw(state, law->n_params)];
    if (!param->choices) {
        set_key(input, "law", param->name, SOME_OF(numbers, state));
        return;
    }
    snprintf(value, sizeof value, "%s", param->choices);
    size_t words = 1;
    for (const char *at = value; *at; at++)
        words += *at == ' ';
    char *word = strtok(value, " ");
    for (size_t skip = fuzz_draw(state, words); skip > 0 && word; skip--)
        word = strtok(NULL, " ");
    if (word)
        set_key(input, "law", param->name, word);
}

/* Another letter in a word of six behind "whats:". */
static void change_load(struct fuzz_input *input, uint64_t *state) {
    static const char key[] = "whats:";
    enum { LETTERS = 6 };
    size_t at = fuzz_draw(state, input->size);
    while (at + sizeof key < input->size && memcmp(input->data + at, key, sizeof key - 1) != 0)
        at++;
    at += sizeof key - 1;
    while (at < input->size && strchr(" \"", input->data[at]))
        at++;
    if (at + LETTERS < input->size)
        input->data[at + fuzz_draw(state, LETTERS)] = (uint8_t) ".vifsu"[fuzz_draw(state, LETTERS)];
}

bool fuzz_mutate_program(struct fuzz_input *input, uint64_t *state) {
    struct setting set;
    if (find_section(input, "law").size == 0 || find_section(input, "stages").size == 0)
        return false;
    switch (fuzz_draw(state, 8)) {
    case 0:
    case 1:
        set = SOME_OF(motions, state);
        set_key(input, "motion", set.key, set.value);
        break;
    case 2:
        set = SOME_OF(parts, state);
        set_key(input, "law", set.key, set.value);
        break;
    case 3:
        set = find_section(input, "sweep").size > 0 ? SOME_OF(sweeps, state) : first_sweep;
        set_key(input, "sweep", set.key, set.value);
        break;
    case 4:
        change_load(input, state);
        break;
    default:
        set_parameter(input, state);
    }
    return true;
}
