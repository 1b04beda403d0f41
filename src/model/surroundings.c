/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/surroundings.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

void lt_surroundings_take(struct lt_surroundings *s) {
    struct stat status;
    memset(s, 0, sizeof *s);
    if (stat(".", &status) == 0) {
        s->folder.device = status.st_dev;
        s->folder.number = status.st_ino;
    }
    for (int fd = 0; fd < LT_DESCRIPTORS; fd++)
        if (fstat(fd, &status) == 0) {
            s->file[fd].device = status.st_dev;
            s->file[fd].number = status.st_ino;
        }
    s->mask = umask(0);
    umask(s->mask);
    snprintf(s->locale, sizeof s->locale, "%s", setlocale(LC_ALL, NULL));
}

const char *lt_surroundings_changed(const struct lt_surroundings *before) {
    struct lt_surroundings now;
    lt_surroundings_take(&now);
    if (memcmp(&now.folder, &before->folder, sizeof now.folder) != 0)
        return "changes the working directory";
    for (int fd = 0; fd < LT_DESCRIPTORS; fd++)
        if (before->file[fd].number &&
            memcmp(&now.file[fd], &before->file[fd], sizeof now.file[fd]) != 0)
            return "closes or replaces files that it did not open";
    if (now.mask != before->mask)
        return "changes the mode of files to come (umask)";
    return strcmp(now.locale, before->locale) != 0 ? "changes the locale of the program" : NULL;
}
