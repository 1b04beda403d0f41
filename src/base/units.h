/* SPDX-License-Identifier: GPL-3.0-or-later */
/* units.h: converts numbers with units, "60 GPa", to SI, by UDUNITS-2, which is loaded when the
 * first uncommon unit is read. */
#ifndef LT_UNITS_H
#define LT_UNITS_H

#include <stdbool.h>
#include <stddef.h>

/* TEXT is a number, or a number and a unit ("5 mm", "1e5N/m", "20 deg", "3 N/m^1.5", "1e3"); UNIT
 * is the SI unit the field has ("m", "N/m", "Pa", "1", "rad", "N/m^1.5", "m/s^2"), or "" for any.
 * On success *value is in that unit. Half-integer exponents are allowed; a reciprocal or any other
 * dimension is not convertible. A bare number is SI. nan, inf and hexadecimal are refused. On
 * failure WHY (of SIZE) says what was read and what was expected, without a place:
 *   "'60 mm' is a length (m), expected a pressure (Pa)", or with plain units where no name is
 *   known; "unknown unit 'Gpa'; did you mean 'GPa'?" */
enum lt_quantity {
    LT_QUANTITY_OK,
    LT_QUANTITY_NOT_A_NUMBER, /* does not begin with a number: perhaps a formula */
    LT_QUANTITY_WRONG         /* a number followed by something that is wrong */
};
enum lt_quantity lt_units_read(const char *text, const char *unit, double *value, char *why,
                               size_t size);

/* True if UNIT is that of a pure number, "" or "1". */
bool lt_units_is_bare(const char *unit);

/* True if UNIT is one that lt_units_read could expect (for checking a law's table). */
bool lt_units_known(const char *unit);

/* HALVES get twice the exponents of m, kg and s in UNIT; radians are numbers. False: UNIT is
 * unknown. */
bool lt_units_dimension(const char *unit, int halves[3]);

/* The SI unit, as a label, for the quantity in TEXT: "m" for "5 mm", "N/m^1.5" for "3 N/m^1.5"; ""
 * if it has no unit or an unreadable one. */
void lt_units_si(const char *text, char *unit, size_t size);

/* One unit name: its factor to SI, and its powers of the base units in their order. */
enum { LT_UNIT_BASES = 8 };
extern const char *const lt_unit_bases[LT_UNIT_BASES]; /* "m", "kg", "s", "rad" ... */
struct lt_unit_factor {
    double scale;
    int powers[LT_UNIT_BASES];
};

/* lt_units_teach() defines a name without UDUNITS-2, before anything is read. The second function
 * returns unit I of those cached so far, NULL at the end; the third, names that are often used. */
void lt_units_teach(const char *name, const struct lt_unit_factor *factor);
const char *lt_units_taught(size_t i, struct lt_unit_factor *factor);
const char *lt_units_common(size_t i);

void lt_units_close(void); /* frees the cache, and the database if it was loaded */

#endif
