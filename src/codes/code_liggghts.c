/* SPDX-License-Identifier: GPL-3.0-or-later */
/* code_liggghts.c: LIGGGHTS, through its library. Checked with LIGGGHTS-PUBLIC 3.8.0. */
#include "codes/code.h"

static void put_liggghts_pair(FILE *file, const struct lt_code_pair *pair) {
    fputs("log log\n"
          "units si\n"
          "atom_style granular\n"
          "atom_modify map array sort 0 0\n"
          "boundary f f f\n"
          "newton off\n"
          "communicate single vel yes\n",
          file);
    lt_code_put_box(file, pair);
    lt_code_put_atoms(file, pair);
}

static void put_liggghts_end(FILE *file, const struct lt_code_pair *pair) {
    (void)pair;
    fputs("timestep 1e-9\n"
          "thermo_style custom step\n"
          "thermo 0\n"
          "run 0 post no\n",
          file);
}

static const char *const arguments[] = {"library", "libliggghts.so.3", "libliggghts.so", NULL};

const struct lt_code lt_code_liggghts = {
    .name = "liggghts",
    .start = {"LIGGGHTS", "libliggghts3", arguments, .patience = 20, .memory = 4e9},
    .looks = true,
    .put_pair = put_liggghts_pair,
    .put_end = put_liggghts_end,
};
