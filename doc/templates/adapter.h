/* SPDX-License-Identifier: MIT */
/* adapter.h (MIT licence): leads a contact law in C, or C++, along all cases of a conformance kit.
 * Include it behind your law, which has two functions:
 *   int law_begin(const char *name, const char *numbers): a new contact for the case NAME; returns
 *       0, or another number to leave the case out. kit_number(numbers, "kn") is a number of it.
 *   void law_step(double dt, const double u[6], const double du[6], const double v[6], double f[6])
 * u: displacements n s t and rotations n s t at the end of the step, u[0] < 0 is an overlap; du:
 * how they have changed in it; v: velocities; f: force and moment, f[0] < 0 presses. cc -O2
 * my-law.c -lm -o my-law && mkdir results && ./my-law KIT results && python3 KIT/check.py results
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static double kit_number(const char *numbers, const char *name) { /* lines NAME=NUMBER */
    for (const char *at = numbers; *at; at += strcspn(at, "\n") + 1)
        if (strncmp(at, name, strlen(name)) == 0 && at[strlen(name)] == '=')
            return strtod(at + strlen(name) + 1, NULL);
    fprintf(stderr, "there is no number %s\n", name);
    exit(2);
}
static FILE *kit_open(const char *folder, const char *name, const char *ending, const char *mode) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s%s", folder, name, ending);
    FILE *file = fopen(path, mode);
    if (!file)
        perror(path), exit(5);
    return file;
}
int main(int argc, char **argv) { /* KIT RESULTS */
    static char name[256], numbers[65536], line[4096];
    FILE *list = kit_open(argc == 3 ? argv[1] : ".", "cases", ".txt", "r"), *in, *out;
    while (fscanf(list, "%255s", name) == 1) {
        in = kit_open(argv[1], name, ".txt", "r");
        numbers[fread(numbers, 1, sizeof numbers - 2, in)] = '\0';
        fclose(in);
        if (law_begin(name, numbers) != 0)
            continue;
        double row[14] = {0}, du[6], f[6] = {0}; /* step dt, displacements, velocities */
        in = kit_open(argv[1], name, ".csv", "r");
        out = kit_open(argv[2], name, ".csv", "w");
        fputs("fn,fs,ft,mn,ms,mt\n", out);
        for (int i = -1; fgets(line, sizeof line, in); i++) { /* the names, the start, the steps */
            char *at = line;
            for (int k = 0; k < 14 && i >= 0; k++, at++) {
                const double before = row[k];
                row[k] = strtod(at, &at);
                if (k >= 2 && k < 8)
                    du[k - 2] = row[k] - before;
            }
            if (i > 0)
                law_step(row[1], row + 2, du, row + 8, f);
            for (int k = 0; k < 6 && i >= 0; k++)
                fprintf(out, "%.17g%c", f[k], k < 5 ? ',' : '\n');
        }
        fclose(in);
        fclose(out);
    }
    return 0;
}
