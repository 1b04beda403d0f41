/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codes/code.h"

#include <math.h>

const struct lt_code *const lt_code_all[] = {&lt_code_lammps, &lt_code_liggghts, &lt_code_yade,
                                             &lt_code_own, NULL};

/* Density of a body for the code's input, kg/m^3. A fixed body gets 1e18 times as much, so that its
 * mass is infinite against the other's to the last digit; a missing density is that of the other
 * body. */
double lt_code_density(const struct lt_code_pair *pair, int body) {
    double density = pair->density[body];
    if (isnan(density))
        density = pair->density[1 - body];
    return pair->fixed[body] ? 1e18 * density : density;
}

/* Writes the box of the moving bodies. Its sides lie 1e6 radii away, beyond any place that the
 * search for a balance tries: an atom that leaves the box is lost, and its force stays what it was.
 */
static void put_box(FILE *file, const struct lt_code_pair *pair) {
    double radius = fmax(pair->radius[1], pair->wall ? 0 : pair->radius[0]), box = 1e6 * radius;
    const double *at = pair->at;
    fprintf(file,
            "region box block %.17g %.17g %.17g %.17g %.17g %.17g units box\n"
            "create_box %d box\n"
            "neighbor %.17g bin\n"
            "neigh_modify delay 0 every 1 check yes binsize %.17g\n",
            at[0] - box, at[0] + box, at[1] - box, at[1] + box, at[2] - box, at[2] + box,
            pair->types, 0.1 * radius, box);
}

/* Writes the commands of LAMMPS and LIGGGHTS that make the particles, up to the law's lines; STYLE
 * is the command for the kind of atoms, VELOCITIES the one by which velocities are communicated.
 * The particles do not touch at first: their gap is a tenth of the distance at touch. */
void lt_code_put_atoms(FILE *file, const struct lt_code_pair *pair, const char *style,
                       const char *velocities) {
    double reach = pair->radius[1] + (pair->wall ? 0 : pair->radius[0]);
    const double *at = pair->at;
    fprintf(file,
            "log log\n"
            "units si\n"
            "%s\n"
            "atom_modify map array sort 0 0\n"
            "boundary f f f\n"
            "newton off\n"
            "%s\n",
            style, velocities);
    put_box(file, pair);
    if (!pair->wall)
        fprintf(file, "create_atoms %d single %.17g %.17g %.17g units box\n", pair->type[0], at[0],
                at[1], at[2]);
    fprintf(file, "create_atoms %d single %.17g %.17g %.17g units box\n", pair->type[1],
            at[0] + 1.1 * reach, at[1], at[2]);
    for (int body = pair->wall ? 1 : 0, atom = 1; body < 2; body++, atom++)
        fprintf(file, "set atom %d diameter %.17g density %.17g\n", atom, 2 * pair->radius[body],
                lt_code_density(pair, body));
}

/* Writes the commands after the law's lines: no output of the code's own, as each step would print
 * it. */
void lt_code_put_begin(FILE *file, const struct lt_code_pair *pair) {
    (void)pair;
    fputs("thermo_style custom step\n"
          "thermo 0\n",
          file);
}
