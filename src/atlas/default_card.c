/* SPDX-License-Identifier: GPL-3.0-or-later */
/* default_card.c: a stage program for a law that has no hand-written one. */
#include "atlas/atlas.h"
#include "base/arena.h"
#include "base/text.h"
#include "registry/laws.h"
#include "registry/parts.h"

#include <math.h>
#include <string.h>

/* True if another parameter of the law sets this one. */
static bool is_set_by_another(const struct lt_law *law, const struct lt_field *param) {
    for (size_t i = 0; i < law->n_params; i++)
        if (lt_laws_sets(&law->params[i], param->name))
            return true;
    return false;
}

/* True if a card must give the parameter: it has no default and nothing that sets it, or is a
 * stiffness (N/m, Pa) that is 0 by default, without which the law has no force. */
static bool must_be_given(const struct lt_law *law, const struct lt_field *param) {
    if (param->choices || param->hidden || lt_parts_absent(param))
        return false;
    if (isnan(param->preset))
        return param->mix != LT_GIVEN || (!param->sets && !is_set_by_another(law, param));
    return param->preset == 0 &&
           (strcmp(param->unit, "N/m") == 0 || strcmp(param->unit, "Pa") == 0);
}

/* A typical value in SI for a parameter, by its unit: glass beads that are softened as in most
 * simulations. */
static double usual_size(const struct lt_field *param) {
    static const struct {
        const char *unit;
        double value;
    } usual[] = {{"N/m", 1e5},   {"Pa", 5e7},   {"Pa/m", 1e11}, {"N s/m", 1},
                 {"J/m^2", 0.1}, {"N", 1},      {"N m", 1e-2},  {"m", 1e-5},
                 {"m^3", 1e-11}, {"Pa s", 0.1}, {"1", 0.3},     {"rad", 0.3}};
    double value = 1;
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (strcmp(param->unit, usual[i].unit) == 0)
            value = usual[i].value;
    if (param->advised > 0)
        value = fmin(value, param->advised);
    return fmin(fmax(value, param->min), param->max);
}

/* The text of a stage program for a law without a card: two glass beads, an impact, and typical
 * values for the parameters that the law requires. */
const char *lt_atlas_default_card(const struct lt_law *law, struct lt_arena *arena) {
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    law = lt_parts_chosen(law, NULL, arena);
    fprintf(out,
            "# Two glass beads; the parameters that %s requires have typical values.\n"
            "lawtester: 1\n"
            "particles:\n"
            "  a: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}\n"
            "  b: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}\n"
            "law:\n"
            "  name: %s\n",
            law->name, law->name);
    for (size_t i = 0; i < law->n_params; i++) {
        const struct lt_field *param = &law->params[i];
        if (must_be_given(law, param))
            fprintf(out, "  %s: %g%s%s\n", param->name, usual_size(param),
                    strcmp(param->unit, "1") == 0 ? "" : " ",
                    strcmp(param->unit, "1") == 0 ? "" : param->unit);
    }
    fputs("stages: [{name: impact, whats: i....., values: [-0.5 m/s, 0, 0, 0, 0, 0], until: "
          "rebound}]\n",
          out);
    return lt_text_keep(&text, arena);
}
