/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit_database.h: what UDUNITS-2 says of one unit name. */
#ifndef LT_UNIT_DATABASE_H
#define LT_UNIT_DATABASE_H

#include "base/units.h"

enum lt_unit_found {
    LT_UNIT_KNOWN,
    LT_UNIT_UNKNOWN,
    LT_UNIT_OFFSET, /* it has a zero point of its own */
    LT_UNIT_NO_DATABASE
};

/* For one thread at a time. The database is loaded at the first query and stays until it is closed.
 * */
enum lt_unit_found lt_unit_database_find(const char *name, struct lt_unit_factor *factor);
void lt_unit_database_close(void);

#endif
