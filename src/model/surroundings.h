/* SPDX-License-Identifier: GPL-3.0-or-later */
/* surroundings.h: what of the process foreign code must leave as it is. */
#ifndef LT_SURROUNDINGS_H
#define LT_SURROUNDINGS_H

#include <sys/types.h>

enum { LT_DESCRIPTORS = 64 };

struct lt_surroundings {
    struct {
        dev_t device;
        ino_t number;
    } folder, file[LT_DESCRIPTORS]; /* of each descriptor; number 0: it is closed */
    mode_t mask;
    char locale[256];
};

void lt_surroundings_take(struct lt_surroundings *surroundings);

/* What has been done to them since: "changes the working directory"; NULL: nothing. Descriptors
 * opened since do not count. */
const char *lt_surroundings_changed(const struct lt_surroundings *before);

#endif
