/* SPDX-License-Identifier: GPL-3.0-or-later */
/* code_yade.c: YADE, through a script that it runs. Checked with 2023.02a. */
#include "codes/code.h"

/* Input for serve.py: the kind of bodies, then the lines, which name classes. */
static void put_yade_pair(FILE *file, const struct lt_code_pair *pair) {
    fprintf(file, "%s\n", pair->wall ? "wall" : "pair");
    for (int i = 0; i < 2; i++)
        fprintf(file, "%.17g %.17g %d\n", pair->radius[i], pair->density[i], pair->fixed[i]);
}

static void put_yade_end(FILE *file, const struct lt_code_pair *pair) {
    (void)file, (void)pair;
}

/* The interpreter alone, which opens no port as the program yade does. */
static const char *const arguments[] = {"program", "/usr/bin/python3", "-I",
                                        "-B",      "%s/serve.py",      NULL};

const struct lt_code lt_code_yade = {
    .name = "yade",
    .start = {"YADE", "yade", arguments, .patience = 60, .memory = 8e9},
    .own_arm = true,
    .put_pair = put_yade_pair,
    .put_end = put_yade_end,
};
