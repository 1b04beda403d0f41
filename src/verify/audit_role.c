/* SPDX-License-Identifier: GPL-3.0-or-later */
/* audit_role.c: checks that cannot be made because no parameter has the role they need. */
#include "registry/parts.h"
#include "registry/roles.h"
#include "verify/auditing.h"

#include <stdarg.h>
#include <stdio.h>

/* Returns true if the law has the force that a parameter with this ROLE is about: along n for the
 * normal stiffness, along s or t for all other roles. */
static bool role_concerns(const struct lt_law *law, enum lt_role role) {
    const unsigned normal = 1u << 0, tangential = 1u << 1 | 1u << 2;
    return (law->acts & (role == LT_STIFFNESS_N ? normal : tangential)) != 0;
}

/* Appends a formatted text to TEXT, of SIZE bytes in all. */
__attribute__((format(printf, 3, 4))) static void append_detail(char *text, size_t size,
                                                                const char *format, ...) {
    const size_t length = strlen(text);
    va_list args;
    va_start(args, format);
    vsnprintf(text + length, size - length, format, args);
    va_end(args);
}

/* Returns true if a parameter without a role could have this ROLE, by its unit. One that sets
 * others could not. */
static bool may_have(const struct lt_field *field, enum lt_role role) {
    return field->role == LT_NO_ROLE && !field->choices && !field->once &&
           lt_roles_fits(role, field->unit);
}

/* Adds to the detail of CHECK that no parameter has the ROLE, with up to four parameters that it
 * may be meant for. */
static void advise_role(const struct lt_law *law, enum lt_role role, struct lt_check *check) {
    enum { MOST = 4 };
    const struct lt_role_text *text = &lt_role_texts[role];
    int count = 0;
    append_detail(check->detail, sizeof check->detail, "%sno parameter has the role %s",
                  *check->detail ? "; " : "", text->word);
    for (size_t i = 0; i < law->n_params && count < MOST; i++)
        if (*law->params[i].name && may_have(&law->params[i], role))
            append_detail(check->detail, sizeof check->detail, "%s'%.40s'",
                          count++ ? " or " : "; if ", law->params[i].name);
    if (count > 0)
        append_detail(check->detail, sizeof check->detail,
                      " is meant, give it role: %s (in C .role = %s)", text->word, text->id);
}

/* The roles that a check needs; LT_NO_ROLE: none. */
enum { NEEDS = 2 };
static const enum lt_role needs[LT_CHECKS][NEEDS] = {
    [LT_CHECK_COULOMB] = {LT_FRICTION},
    [LT_CHECK_FRICTION] = {LT_FRICTION},
    [LT_CHECK_STIFFNESS] = {LT_STIFFNESS_N, LT_STIFFNESS_S},
};

/* Index of the parameter with the ROLE, among those of the parts chosen in the current case; -1:
 * none. */
long lt_audit_role_find(const struct lt_audit_bench *bench, enum lt_role role) {
    return lt_roles_find(lt_parts_with(bench->law, bench->now->given, bench->arena), role);
}

/* Marks CHECK as untested, with NAN as its value, if the law has no parameters with the roles that
 * a check of this KIND needs. */
void lt_audit_role_untold(const struct lt_law *law, enum lt_check_kind kind,
                          struct lt_check *check) {
    for (size_t i = 0; i < NEEDS; i++) {
        const enum lt_role role = needs[kind][i];
        if (role == LT_NO_ROLE || !role_concerns(law, role) || lt_roles_find(law, role) >= 0 ||
            (role == LT_FRICTION && law->has_cap))
            continue;
        if (!check->untold)
            *check->detail = '\0';
        check->untold = true;
        check->value = NAN;
        append_detail(check->roles, sizeof check->roles, "%s%s", *check->roles ? " " : "",
                      lt_role_texts[role].word);
        advise_role(law, role, check);
    }
}
