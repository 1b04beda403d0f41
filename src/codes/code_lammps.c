/* SPDX-License-Identifier: GPL-3.0-or-later */
/* code_lammps.c: LAMMPS, through its library. Checked with 29 Sep 2021, update 2. */
#include "codes/code.h"

static void put_lammps_pair(FILE *file, const struct lt_code_pair *pair) {
    fputs("log log\n"
          "units si\n"
          "atom_style sphere\n"
          "atom_modify map array sort 0 0\n"
          "boundary f f f\n"
          "newton off\n"
          "comm_modify vel yes\n",
          file);
    lt_code_put_box(file, pair);
    lt_code_put_atoms(file, pair);
}

/* LAMMPS requires a pair style even if only the wall acts; the lines give none. */
static void put_lammps_end(FILE *file, const struct lt_code_pair *pair) {
    (void)pair;
    fputs("timestep 1e-9\n"
          "thermo_style custom step\n"
          "thermo 0\n"
          "run 0 post no\n",
          file);
}

static const char *const arguments[] = {"library", "liblammps.so.0", "liblammps.so", NULL};

const struct lt_code lt_code_lammps = {
    .name = "lammps",
    .start = {"LAMMPS", "lammps", arguments, .patience = 20, .memory = 4e9},
    .looks = true,
    .put_pair = put_lammps_pair,
    .put_end = put_lammps_end,
};
