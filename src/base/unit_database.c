/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/unit_database.h"

#include <stdlib.h>
#include <string.h>
#include <udunits2.h>

struct factor {
    struct lt_unit_factor si;
    double offset;
};

static ut_system *database; /* NULL until it is needed */

/* Frees the database of units, if it has been read. */
void lt_unit_database_close(void) {
    if (database)
        ut_free_system(database);
    database = NULL;
}

/* ---- One name, seen by visiting how UDUNITS-2 builds it ---- */

/* Adds the powers of base units of a product to the factor ARG; a callback of UDUNITS-2. */
static ut_status visit_product(const ut_unit *unit, int count, const ut_unit *const *basic,
                               const int *powers, void *arg) {
    (void)unit;
    struct factor *factor = arg;
    for (int i = 0; i < count; i++) {
        size_t k = 0;
        while (k < LT_UNIT_BASES &&
               strcmp(lt_unit_bases[k], ut_get_symbol(basic[i], UT_ASCII)) != 0)
            k++;
        if (k == LT_UNIT_BASES)
            return UT_MEANINGLESS;
        factor->si.powers[k] += powers[i];
    }
    return UT_SUCCESS;
}

/* Adds a base unit to the factor ARG; a callback of UDUNITS-2. */
static ut_status visit_basic(const ut_unit *unit, void *arg) {
    return visit_product(unit, 1, &unit, &(int){1}, arg);
}

static ut_status visit_galilean(const ut_unit *unit, double scale, const ut_unit *underlying,
                                double offset, void *arg);

/* Refuses a date, which is no unit of a quantity; a callback of UDUNITS-2. */
static ut_status visit_timestamp(const ut_unit *unit, const ut_unit *underlying, double origin,
                                 void *arg) {
    (void)unit, (void)underlying, (void)origin, (void)arg;
    return UT_MEANINGLESS;
}

/* Refuses a logarithmic unit, which is no multiple of an SI unit; a callback of UDUNITS-2. */
static ut_status visit_logarithmic(const ut_unit *unit, double base, const ut_unit *reference,
                                   void *arg) {
    (void)unit, (void)base, (void)reference, (void)arg;
    return UT_MEANINGLESS;
}

static const ut_visitor visitor = {visit_basic, visit_product, visit_galilean, visit_timestamp,
                                   visit_logarithmic};

/* Multiplies the factor ARG by a scale and notes an offset, as of degrees Celsius; a callback of
 * UDUNITS-2. */
static ut_status visit_galilean(const ut_unit *unit, double scale, const ut_unit *underlying,
                                double offset, void *arg) {
    (void)unit;
    struct factor *factor = arg;
    factor->si.scale *= scale;
    factor->offset += offset;
    return ut_accept_visitor(underlying, &visitor, factor);
}

/* Finds a unit in the database of UDUNITS-2 as a factor to SI and powers of base units; those
 * with an offset are no factor. */
static enum lt_unit_found query_database(const char *name, struct factor *factor) {
    if (!database) {
        ut_set_error_message_handler(ut_ignore);
        database = ut_read_xml(NULL);
    }
    if (!database)
        return LT_UNIT_NO_DATABASE;
    ut_unit *unit = ut_parse(database, name, UT_UTF8);
    if (!unit)
        return LT_UNIT_UNKNOWN;
    ut_status status = ut_accept_visitor(unit, &visitor, factor);
    ut_free(unit);
    bool plain = status == UT_SUCCESS && factor->offset == 0 && factor->si.scale > 0;
    return plain ? LT_UNIT_KNOWN : LT_UNIT_OFFSET;
}

/* Finds a unit by name as a factor to SI and powers of base units. The result says if it is
 * known, and else why not. */
enum lt_unit_found lt_unit_database_find(const char *name, struct lt_unit_factor *factor) {
    struct factor found = {.si.scale = 1};
    enum lt_unit_found what = query_database(name, &found);
    *factor = found.si;
    return what;
}
