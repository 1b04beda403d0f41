/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any text as a number with a unit, where any unit is expected: it is a finite number, or there is
 * a reason. The unit that it names is one in which 1 is 1. */
#include "base/units.h"
#include "fuzz/fuzz.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 256 };

static void use(const char *text, double value) {
    char unit[LONGEST], one[LONGEST + 8], why[512];
    double again = NAN;
    int halves[3];
    lt_units_si(text, unit, sizeof unit);
    snprintf(one, sizeof one, "1 %s", unit);
    if (!*unit || !lt_units_known(unit)) /* a power beyond what can be written */
        return;
    fuzz_require(lt_units_dimension(unit, halves));
    fuzz_require(lt_units_read(one, unit, &again, why, sizeof why) == LT_QUANTITY_OK &&
                 fabs(again - 1) < 1e-12);
    fuzz_require(lt_units_read(text, unit, &again, why, sizeof why) == LT_QUANTITY_OK &&
                 again == value);
    fuzz_count_used();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const wanted[] = {"",      "1",   "m",       "rad",    "N/m",  "Pa",
                                         "m/s^2", "N m", "N/m^1.5", "kg/m^3", "N s/m"};
    enum { N = sizeof wanted / sizeof *wanted };
    char text[LONGEST], why[512] = "";
    if (size < 1 || size > sizeof text)
        return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    const char *unit = wanted[data[0] % N];
    double value = NAN;
    enum lt_quantity found = lt_units_read(text, unit, &value, why, sizeof why);
    fuzz_require(found == LT_QUANTITY_OK ? isfinite(value) : found != LT_QUANTITY_WRONG || *why);
    if (found == LT_QUANTITY_OK)
        use(text, value);
    return 0;
}
