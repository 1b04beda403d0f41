/* SPDX-License-Identifier: GPL-3.0-or-later */
/* surroundings.h: the process state that foreign code (plug-ins) must not change. */
#ifndef LT_SURROUNDINGS_H
#define LT_SURROUNDINGS_H

#include <sys/types.h>

enum { LT_DESCRIPTORS = 64 };

struct lt_surroundings {
    struct {
        dev_t device;
        ino_t number;
    } folder, file[LT_DESCRIPTORS]; /* by descriptor; number 0: closed */
    mode_t mask;
    char locale[256];
};

void lt_surroundings_take(struct lt_surroundings *surroundings);

/* What has changed since: "changes the working directory"; NULL: nothing. Newly opened descriptors
 * do not count. */
const char *lt_surroundings_changed(const struct lt_surroundings *before);

#endif
