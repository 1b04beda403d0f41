/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "as_lammps.h"

#include <stdio.h>
#include <string.h>

double numbers[5][2][3];
static double *rows[5][2];

void lammps_open_no_mpi(int argc, char **argv, void **instance) {
    static int one;
    (void)argc, (void)argv;
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 2; k++)
            rows[i][k] = numbers[i][k];
    *instance = &one;
    FILE *head = fopen("head", "w");
    if (head) {
        fputs(head_line, head);
        fclose(head);
    }
}

void *lammps_extract_atom(void *instance, const char *name) {
    static const char *const names[] = {"x", "v", "omega", "f", "torque"};
    (void)instance;
    for (int i = 0; i < 5; i++)
        if (strcmp(names[i], name) == 0)
            return rows[i];
    return NULL;
}
