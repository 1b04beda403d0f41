/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deployed.h: laws in formulas, compiled for an installed code while lawtester runs: once for each
 * law, in a folder that ends with it. */
#ifndef LT_DEPLOYED_H
#define LT_DEPLOYED_H

#include "codes/deploy.h"

#include <limits.h>

struct lt_deployed {
    char *key;                /* its name, and how the file defines it */
    char folder[PATH_MAX];    /* "": none could be made */
    char *library, *function; /* the shared object; what in it adds the law to the code */
    char why[1024];           /* why there is none; "": there is */
    bool lacks;               /* headers or a compiler are missing */
    struct lt_deployed *next;
};

struct lt_deployed_how {
    const struct lt_formula_law *law;
    const char *code, *title, *version; /* of lt_deploy_codes, as the user knows it, as it says */
    const char *headers;                /* NULL: not given */
    const char *refused;                /* why the program's pair cannot be; NULL: it can */
};

/* The law in the LIST, which grows by it if it is new. */
const struct lt_deployed *lt_deployed_get(struct lt_deployed **list,
                                          const struct lt_deployed_how *how);
void lt_deployed_free(struct lt_deployed *list); /* with their folders */

#endif
