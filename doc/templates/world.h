/* SPDX-License-Identifier: MIT */
/* world.h (MIT licence): leads the force of a whole code along the cases of a conformance kit that
 * have a world form. Include it behind the functions of code.h (code_open, code_step, code_close),
 * compile both as a program and type ./my-code KIT RESULTS && python3 KIT/check.py RESULTS. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static FILE *kit_open(const char *folder, const char *name, const char *ending, const char *mode) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s%s", folder, name, ending);
    FILE *file = fopen(path, mode);
    if (!file)
        perror(path), exit(5);
    return file;
}
static double kit_number(const char *numbers, const char *name) { /* lines NAME=NUMBER */
    for (const char *at = numbers; *at; at += strcspn(at, "\n") + 1)
        if (strncmp(at, name, strlen(name)) == 0 && at[strlen(name)] == '=')
            return strtod(at + strlen(name) + 1, NULL);
    fprintf(stderr, "there is no number %s\n", name);
    exit(2);
}
static void kit_run(const char *name, void *code, struct code_body body[2], char **argv) {
    static char line[8192];
    FILE *in = kit_open(argv[1], name, ".world.csv", "r"),
         *out = kit_open(argv[2], name, ".world.csv", "w");
    for (int i = -1; fgets(line, sizeof line, in); i++) { /* the names, the start, the steps */
        double row[20] = {0}, f[2][3] = {{0}}, t[2][3] = {{0}};
        char *at = line;
        for (int k = 0; k < 20 && i >= 0; k++, at++)
            row[k] = strtod(at, &at);
        for (int b = 0; b < 2; b++) {
            memcpy(body[b].place, row + 2 + 9 * b, 3 * sizeof(double));
            memcpy(body[b].velocity, row + 5 + 9 * b, 3 * sizeof(double));
            memcpy(body[b].spin, row + 8 + 9 * b, 3 * sizeof(double));
        }
        if (i > 0 && code_step(code, row[1], body, f, t) != 0)
            fprintf(stderr, "%s: code_step has failed\n", name), exit(4);
        if (i < 0)
            fputs("fxa,fya,fza,txa,tya,tza,fxb,fyb,fzb,txb,tyb,tzb\n", out);
        for (int k = 0; k < 12 && i >= 0; k++)
            fprintf(out, "%.17g%c", (k % 6 < 3 ? f : t)[k / 6][k % 3], k < 11 ? ',' : '\n');
    }
    fclose(in);
    fclose(out);
}
int main(int argc, char **argv) { /* KIT RESULTS */
    static char name[256], numbers[65536], why[256];
    FILE *list = kit_open(argc == 3 ? argv[1] : ".", "world", ".txt", "r");
    while (fscanf(list, "%255s", name) == 1) {
        FILE *in = kit_open(argv[1], name, ".txt", "r");
        numbers[fread(numbers, 1, sizeof numbers - 2, in)] = '\0';
        fclose(in);
        struct code_body body[2];
        memset(body, 0, sizeof body);
        for (int b = 0; b < 2; b++) {
            body[b].radius = kit_number(numbers, b ? "radius_b" : "radius_a");
            body[b].mass = kit_number(numbers, b ? "mass_b" : "mass_a");
            body[b].inertia = kit_number(numbers, b ? "inertia_b" : "inertia_a");
        }
        void *code = code_open(numbers, why, sizeof why);
        if (!code) {
            fprintf(stderr, "%s: left out: %s\n", name, why);
            continue;
        }
        kit_run(name, code, body, argv);
        code_close(code);
    }
    return 0;
}
