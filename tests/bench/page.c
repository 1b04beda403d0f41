/* SPDX-License-Identifier: GPL-3.0-or-later */
/* page FILE [DEFINE...]: microseconds of processor time that a run takes as a page runs it,
 * compiled for this machine. */
#include "base/file.h"
#include "cpu_time.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *lt_engine_open(const char *name, const char *text, const char *names,
                           const char *defines);
int lt_engine_run(const double *values);

int main(int argc, char **argv) {
    size_t length;
    char defines[4096] = "";
    char *text = argc > 1 ? lt_file_read(argv[1], LT_FILE_MOST, &length) : NULL;
    if (!text)
        return 2;
    for (int i = 2; i < argc; i++) {
        strncat(defines, argv[i], sizeof defines - strlen(defines) - 2);
        strcat(defines, "\n");
    }
    const char *why = lt_engine_open(argv[1], text, "", defines);
    if (*why) {
        fputs(why, stderr);
        return 3;
    }
    double value = 0, begin, taken = 0;
    for (int i = 0; i < 20; i++)
        lt_engine_run(&value);
    int n = 0;
    for (begin = cpu_time(); taken < 0.3; taken = cpu_time() - begin, n += 10)
        for (int i = 0; i < 10; i++)
            lt_engine_run(&value);
    printf("%.6g\n", 1e6 * taken / n);
    free(text);
    return 0;
}
