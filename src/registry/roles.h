/* SPDX-License-Identifier: GPL-3.0-or-later */
/* roles.h: the meaning of a law's parameters for the host. */
#ifndef LT_ROLES_H
#define LT_ROLES_H

#include "law.h"

#include <stdbool.h>

/* By enum lt_role: its word in a stage program, its name in C, its possible units separated by
 * blanks, its meaning. */
struct lt_role_text {
    const char *word, *id, *units, *doc;
};
extern const struct lt_role_text lt_role_texts[LT_ROLES];
extern const char *const lt_role_words[]; /* from LT_NO_ROLE + 1 on; ends with NULL */

/* The index of the parameter that has a role; -1: none. */
long lt_roles_find(const struct lt_law *law, enum lt_role role);

/* The index of the state that has a role; -1: none. */
long lt_roles_state(const struct lt_law *law, enum lt_role role);

/* True if a parameter with this UNIT may have the role; false also for an unknown unit. */
bool lt_roles_fits(enum lt_role role, const char *unit);

#endif
