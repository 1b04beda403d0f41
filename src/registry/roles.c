/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "registry/roles.h"

#include "base/units.h"

#include <stdio.h>
#include <string.h>

#define TEXT(id, word, units, doc) [id] = {word, #id, units, doc},
const struct lt_role_text lt_role_texts[LT_ROLES] = {LT_ROLE_LIST(TEXT)};

#define WORD(id, word, ...) word,
const char *const lt_role_words[] = {LT_ROLE_LIST(WORD) NULL};

/* The index of the first of COUNT fields with this role; -1: none. */
static long find_role(const struct lt_field *fields, size_t count, enum lt_role role) {
    for (size_t i = 0; i < count; i++)
        if (fields[i].role == role)
            return (long)i;
    return -1;
}

/* The index of the parameter with this role; -1: none. */
long lt_roles_find(const struct lt_law *law, enum lt_role role) {
    return find_role(law->params, law->n_params, role);
}

/* The index of the state with this role; -1: none. */
long lt_roles_state(const struct lt_law *law, enum lt_role role) {
    return find_role(law->state, law->n_state, role);
}

/* True if UNIT has the dimension of one of the units that this role permits; false also if UNIT
 * is not known. */
bool lt_roles_fits(enum lt_role role, const char *unit) {
    int is[3], may_be[3];
    if (!lt_units_dimension(unit, is))
        return false;
    for (const char *at = lt_role_texts[role].units; *at; at += *at == ' ') {
        char word[16];
        const size_t length = strcspn(at, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        at += length;
        if (lt_units_dimension(word, may_be) && memcmp(is, may_be, sizeof is) == 0)
            return true;
    }
    return false;
}
