/* SPDX-License-Identifier: GPL-3.0-or-later */
/* as_lammps.h: what the codes of this folder have of LAMMPS' library: two particles, whose numbers
 * they keep here. */
#ifndef AS_LAMMPS_H
#define AS_LAMMPS_H

enum { X, V, W, F, Q };
extern double numbers[5][2][3];

/* What it says of itself when it is opened. */
extern const char *const head_line;

void lammps_open_no_mpi(int argc, char **argv, void **instance);
char *lammps_command(void *instance, const char *text);
void *lammps_extract_atom(void *instance, const char *name);

#endif
