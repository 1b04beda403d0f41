/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "program/figure_kind.h"

#include <string.h>

const char *const lt_kind_words[] = {"normal", "shear",     "moment",   "time", "energy",
                                     "cone",   "hodograph", "residual", NULL};

#define SHEAR_SIZE "hypot(fs, ft)"

/* Which column an axis shows for TEXT: itself, its negative ("-un"), or the size of the shear
 * force, hypot(fs, ft). */
struct lt_shown lt_figure_shown(const char *text) {
    if (strcmp(text, SHEAR_SIZE) == 0)
        return (struct lt_shown){LT_SHOWN_SIZE, {"fs", "ft"}};
    return *text == '-' ? (struct lt_shown){LT_SHOWN_NEGATIVE, {text + 1, NULL}}
                        : (struct lt_shown){LT_SHOWN_PLAIN, {text, NULL}};
}

const char *const lt_kind_titles[] = {"Normal force over overlap",
                                      "Shear force over displacement",
                                      "Moment over rotation",
                                      "Forces over time",
                                      "Energies: kinetic, stored, dissipated",
                                      "Tangential over normal force, with Coulomb's limit",
                                      "The path of the shear force",
                                      "Error of the energy balance"};

static const struct lt_axes normal[] = {{"-un", "-fn", "m", "N"}, {0}};
static const struct lt_axes shear[] = {{"us", "fs", "m", "N"}, {"ut", "ft", "m", "N"}, {0}};
static const struct lt_axes moment[] = {
    {"as", "ms", "rad", "N m"}, {"at", "mt", "rad", "N m"}, {"an", "mn", "rad", "N m"}, {0}};
static const struct lt_axes force[] = {
    {"t", "-fn", "s", "N"}, {"t", "fs", "s", "N"}, {"t", "ft", "s", "N"}, {0}};
static const struct lt_axes energy[] = {{"t", "E_work", "s", "J"}, {0}};
static const struct lt_axes cone[] = {{"-fn", SHEAR_SIZE, "N", "N"}, {0}};
static const struct lt_axes hodograph[] = {{"fs", "ft", "N", "N"}, {0}};
static const struct lt_axes residual[] = {{"t", "E_residual", "s", "J"}, {0}};

const struct lt_figure_kind lt_kinds[] = {
    [LT_KIND_NONE] = {"", "", NULL, 0, {NULL}},
    [LT_KIND_NORMAL] = {"-un", "-fn", normal, 2, {"un", "fn"}},
    [LT_KIND_SHEAR] = {"us", "fs", shear, 0, {"us", "fs", "ut", "ft"}},
    [LT_KIND_MOMENT] = {"as", "ms", moment, 0, {"as", "ms", "at", "mt", "an", "mn"}},
    [LT_KIND_TIME] = {"t", "contact force", force, 2, {"t", "fn", "fs", "ft"}},
    [LT_KIND_ENERGY] = {"t",
                        "energy",
                        energy,
                        4,
                        {"t", "E_work", "E_kinetic", "E_strain", "E_dashpot", "E_cross", "E_defect",
                         "E_set", "E_damping"}},
    [LT_KIND_CONE] = {"-fn", SHEAR_SIZE, cone, 3, {"fn", "fs", "ft", "vfn", "vfs", "vft"}},
    [LT_KIND_HODOGRAPH] = {"fs", "ft", hodograph, 2, {"fs", "ft", "fn", "vfn", "vfs", "vft"}},
    [LT_KIND_RESIDUAL] = {"t", "E_residual", residual, 2, {"t", "E_residual"}},
};

const char *const lt_theme_words[] = {"light", "dark", "auto", NULL};
