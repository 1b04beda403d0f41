/* SPDX-License-Identifier: GPL-3.0-or-later */
/* folder.h: a folder of its own for a test, which goes with all that is in it. */
#ifndef LT_TEST_FOLDER_H
#define LT_TEST_FOLDER_H

#include "lt_check.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[64];

static inline void make_folder(void) {
    strcpy(folder, "/tmp/lawtester.XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static inline int remove_one(const char *path, const struct stat *is, int type, struct FTW *at) {
    (void)is, (void)type, (void)at;
    return remove(path);
}

static inline void remove_folder(void) {
    ck_assert_int_eq(nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS), 0);
}

static inline void enter_folder(void) {
    make_folder();
    ck_assert_int_eq(chdir(folder), 0);
}

static inline void leave_folder(void) {
    ck_assert_int_eq(chdir("/"), 0);
    remove_folder();
}

#endif
