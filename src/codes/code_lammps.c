/* SPDX-License-Identifier: GPL-3.0-or-later */
/* code_lammps.c: LAMMPS, through its library. Checked with 29 Sep 2021, update 2, and
 * 22 Jul 2025, update 4. */
#include "codes/code.h"

#include <string.h>

/* Writes the particles, with velocities communicated as LAMMPS's laws need them. */
static void put_lammps_pair(FILE *file, const struct lt_code_pair *pair) {
    lt_code_put_atoms(file, pair, "atom_style sphere", "comm_modify vel yes");
}

/* ---- Its laws --------------------------------------------------------------------------------
 */

/* True if the word chosen for a part of the law is OTHER. */
static bool is_choice(const char *word, const char *other) {
    return strcmp(word, other) == 0;
}

/* A damping coefficient for an audit, in the units of the kind of damping: N s/m, 1/s, 1/(m s); for
 * other kinds the placeholder {en} of the target restitution. */
static const char *damping_number(const char *damping) {
    return is_choice(damping, "velocity")        ? "2"
           : is_choice(damping, "mass_velocity") ? "5e3"
           : is_choice(damping, "viscoelastic")  ? "2.5e7"
                                                 : "{en}";
}

/* Writes the normal part of a granular law for an audit; NUMBER is its damping coefficient. Returns
 * the adhesion value: 2 J/m^2 for dmt and jkr, else 0. */
static double put_granular_normal(FILE *file, const char *normal, const char *number) {
    bool dmt = is_choice(normal, "dmt"), jkr = is_choice(normal, "jkr");
    if (is_choice(normal, "hooke"))
        fprintf(file, "hooke 1e5 %s", number);
    else if (is_choice(normal, "hertz"))
        fprintf(file, "hertz 3.6e7 %s", number);
    else
        fprintf(file, "%s 5e7 %s 0.25%s", normal, number, dmt || jkr ? " {pull}" : "");
    return dmt || jkr ? 2 : 0;
}

/* Writes the tangential part of a granular law for an audit: stiffness (N/m of linear_history, Pa
 * of mindlin), relative damping 1.0 and friction {fric}. The stiffness of mindlin is NULL, which
 * takes it from the material, beside normal parts that have a material. */
static void put_granular_tangential(FILE *file, const char *tangential, const char *normal) {
    bool material = !is_choice(normal, "hooke") && !is_choice(normal, "hertz");
    fprintf(file, " tangential %s", tangential);
    if (is_choice(tangential, "mindlin_classic"))
        fputs(" 3e7", file);
    else if (strncmp(tangential, "mindlin", 7) == 0)
        fputs(material ? " NULL" : is_choice(normal, "hooke") ? " 2e8" : " 3e7", file);
    else if (strncmp(tangential, "linear_history", 14) == 0)
        fputs(" 4e4", file);
    fputs(" 1.0 {fric}", file);
}

enum { NORMAL, DAMPING, TANGENTIAL, ROLLING, TWISTING };

/* Writes a law of pair_style granular, or of a WALL of that kind, for an audit, with the parts that
 * WORDS name in the order of the enum above. Returns the adhesion value, J/m^2. */
static double put_granular(FILE *file, const char *const *words, bool wall) {
    fputs(wall ? "pair_style none\nfix w all wall/gran granular "
               : "pair_style granular\npair_coeff * * ",
          file);
    double pull = put_granular_normal(file, words[NORMAL], damping_number(words[DAMPING]));
    put_granular_tangential(file, words[TANGENTIAL], words[NORMAL]);
    fprintf(file, " rolling %s%s", words[ROLLING],
            is_choice(words[ROLLING], "sds") ? " 1e4 0.5 0.1" : "");
    fprintf(file, " twisting %s%s", words[TWISTING],
            is_choice(words[TWISTING], "sds") ? " 1e-3 1e-7 1e-4" : "");
    fprintf(file, " damping %s%s\n", words[DAMPING], wall ? " xplane 0 NULL" : "");
    return pull;
}

/* Writes a law of pair_style gran, or of a WALL of that kind, for an audit. WORDS[0] is the style,
 * WORDS[1] "damped" or "undamped" in shear. The numbers are kn kt gamma_n gamma_t, in N/m and 1/s,
 * with hertz in Pa and 1/(m s); {fric} stands for the coefficient of friction. Returns the adhesion
 * value: 0, as these laws have none. */
static double put_lammps_gran(FILE *file, const char *const *words, bool wall) {
    bool hertz = is_choice(words[0], "hertz/history");
    const char *numbers = hertz ? "3.6e7 3e7 2e7 1e7" : "1e5 4e4 5e3 2.5e3";
    int damped = is_choice(words[1], "damped");
    if (wall)
        fprintf(file, "pair_style none\nfix w all wall/gran %s %s {fric} %d xplane 0 NULL\n",
                words[0], numbers, damped);
    else
        fprintf(file, "pair_style gran/%s %s {fric} %d\npair_coeff * *\n", words[0], numbers,
                damped);
    return 0;
}

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})
static const struct lt_code_family families[] = {
    {"gran",
     put_lammps_gran,
     {WORDS("hooke", "hooke/history", "hertz/history"), WORDS("damped", "undamped")}},
    {"granular",
     put_granular,
     {WORDS("hooke", "hertz", "hertz/material", "dmt", "jkr"),
      WORDS("velocity", "mass_velocity", "viscoelastic", "tsuji"),
      WORDS("linear_nohistory", "linear_history", "mindlin", "mindlin/force", "mindlin_rescale",
            "mindlin_rescale/force"),
      WORDS("none", "sds"), WORDS("none", "sds", "marshall")}},
    /* Not in 29 Sep 2021. */
    {"granular",
     put_granular,
     {WORDS("hooke", "hertz", "hertz/material"), WORDS("coeff_restitution"),
      WORDS("linear_history", "mindlin", "linear_history_classic", "mindlin_classic"),
      WORDS("none"), WORDS("none")}},
    {.name = NULL}};

static const char *const arguments[] = {"library", "liblammps.so.0", "liblammps.so", NULL};

const struct lt_code lt_code_lammps = {
    .name = "lammps",
    .start = {"LAMMPS", "lammps", arguments, .patience = 20, .memory = 4e9,
              .within = "{,lib/,lib/python3*/site-packages/lammps/}liblammps.so"},
    .looks = true,
    .put_pair = put_lammps_pair,
    .put_end = lt_code_put_begin,
    .families = families,
};
