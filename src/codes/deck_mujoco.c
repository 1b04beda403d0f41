/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deck_mujoco.c: a contact as MuJoCo has it: solref and solimp of both geoms. */
#include "codes/deck_lines.h"

/* MuJoCo's impedance of a contact at an overlap (m), from dmin to dmax, as solimp defines it: two
 * power functions that meet at the midpoint of the width, and dmax beyond the width. */
static double impedance(const struct lt_deck *d, double overlap) {
    const double dmin = lt_deck_parts_get(d, "dmin"), rise = lt_deck_parts_get(d, "dmax") - dmin;
    const double power = lt_deck_parts_get(d, "power"), mid = lt_deck_parts_get(d, "midpoint");
    const double x = fmin(overlap / lt_deck_parts_get(d, "width"), 1);
    return dmin + rise * (x <= mid ? pow(x, power) / pow(mid, power - 1)
                                   : 1 - pow(1 - x, power) / pow(1 - mid, power - 1));
}

/* MuJoCo's normal force (N, repulsion negative) at a gap UN (m) and speed VN (m/s), for comparison
 * with the law of the file. tests/simulators.py compares the same formula with MuJoCo's own rows.
 */
static double mujoco_force(const struct lt_deck *d, double un, double vn) {
    const double dmax = lt_deck_parts_get(d, "dmax"),
                 stiffness = lt_deck_parts_get(d, "solref_stiffness");
    const double timeconst = lt_deck_parts_get(d, "timeconst");
    const double along = dmax * timeconst * lt_deck_parts_get(d, "dampratio");
    /* Reference acceleration -b vn - k r un with the impedance r: stiffness k (1/s^2) and damping b
     * (1/s) from direct numbers, if given, or from time constant and damping ratio. */
    const double k = stiffness > 0 ? stiffness / (dmax * dmax) : 1 / (along * along);
    const double b =
        stiffness > 0 ? lt_deck_parts_get(d, "solref_damping") / dmax : 2 / (dmax * timeconst);
    const double share = impedance(d, -un), wanted = -b * vn - k * share * un;
    return un < 0 ? -fmax(d->m_eff * share * (wanted + lt_deck_parts_get(d, "pressing")), 0) : 0;
}

/* Writes a geom with the given solref (two numbers) and solimp (five numbers). */
static void put_geom(FILE *file, const double solref[2], const double solimp[5]) {
    fputs("# of both geoms; lines with # are not for the file\n", file);
    fprintf(
        file,
        "<geom solref=\"%.10g %.10g\" solimp=\"%.10g %.10g %.10g %.10g %.10g\" condim=\"1\"/>\n",
        solref[0], solref[1], solimp[0], solimp[1], solimp[2], solimp[3], solimp[4]);
}

/* Writes a linear spring-dashpot by an impedance that is the same at any overlap. Its least value,
 * 1e-4, leaves to the bodies all but a ten-thousandth of the acceleration that they have without
 * the contact. */
static void put_direct(FILE *file, const struct lt_deck *d) {
    const double solref[] = {0 - d->kn / d->m_eff, 0 - d->cn / d->m_eff};
    const double solimp[] = {1e-4, 1e-4, 1e-3, 0.5, 2};
    put_geom(file, solref, solimp);
    fprintf(file,
            "# warning: these numbers go with the effective mass, %.10g kg: other bodies need "
            "others\n",
            d->m_eff);
}

/* Writes MuJoCo's solref and solimp of a law in formulas, or sets *d->why if that law does not have
 * MuJoCo's forces. These are compared up to twice the width, beyond which the impedance is
 * constant. In solref two numbers below 0 are a direct stiffness and damping (0 - x avoids a "-0"),
 * others a time constant, s, and a damping ratio. */
static void put_soft(FILE *file, const struct lt_deck *d) {
    static const char *const words[] = {"dmin", "dmax", "width", "midpoint", "power"};
    const bool direct = lt_deck_parts_get(d, "solref_stiffness") > 0;
    const double timeconst = lt_deck_parts_get(d, "timeconst");
    const double solref[] = {direct ? -lt_deck_parts_get(d, "solref_stiffness") : timeconst,
                             direct ? 0 - lt_deck_parts_get(d, "solref_damping")
                                    : lt_deck_parts_get(d, "dampratio")};
    double solimp[5];
    if (!lt_deck_law_gives(d, 2 * lt_deck_parts_get(d, "width"), mujoco_force)) {
        *d->why = "law 'mujoco' of this file does not have the forces of MuJoCo: "
                  "stages/simulators/mujoco.yaml has";
        return;
    }
    for (size_t i = 0; i < 5; i++)
        solimp[i] = lt_deck_parts_get(d, words[i]);
    put_geom(file, solref, solimp);
    if (!direct && d->steps && timeconst < 2 * d->dt)
        fprintf(file,
                "# warning: MuJoCo takes two time steps, %.10g s, for a shorter timeconst, "
                "unless refsafe is disabled\n",
                2 * d->dt);
}

/* Writes the contact parameters for MuJoCo: from a law in formulas its own, from a linear law a
 * direct stiffness and damping. */
static void put_mujoco_deck(FILE *file, const struct lt_deck *d) {
    if (d->kind == LT_DECK_NAMED)
        put_soft(file, d);
    else
        put_direct(file, d);
    if (!*d->why && d->steps)
        fprintf(file, "<option timestep=\"%.10g\" integrator=\"Euler\"/>\n", d->dt);
}

const struct lt_deck_code lt_deck_mujoco = {
    .title = "MuJoCo",
    .comment = "#",
    .put = put_mujoco_deck,
    .lever = LT_LEVER_OVERLAP,
    .lever_wall = LT_LEVER_OVERLAP,
    .laws = "mujoco",
};
