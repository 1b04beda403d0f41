/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Printing and reading back takes 1 us a number, where a table has millions. In a long double of 64
 * bits a number is known to a hundredth of its 17th digit, since three roundings of 2^-65 come
 * together; that settles nearly always which digits they are and whether they are enough. Where it
 * does not, they are printed and read back. */
#include "base/digits.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNSURE 0.01L /* units of the 17th digit */

static int print_and_read(double value, char *text) {
    static const char *const formats[] = {"%.15g", "%.16g", "%.17g"};
    int length = 0;
    for (int i = 0; i < 3; i++) {
        length = strfromd(text, LT_DIGITS_ROOM, formats[i], value);
        if (strtod(text, NULL) == value)
            break;
    }
    return length;
}

/* As %g does it: DIGITS, the first of which counts 10^POWER, of a number of PRECISION digits. */
static int write_digits(bool negative, uint64_t digits, int power, int precision, char *text) {
    char all[24], *to = text;
    while (digits % 10 == 0)
        digits /= 10;
    int count = 0;
    for (uint64_t rest = digits; rest > 0; rest /= 10)
        all[sizeof all - 1 - (size_t)count++] = (char)('0' + rest % 10);
    const char *from = all + sizeof all - count;
    if (negative)
        *to++ = '-';
    bool scientific = power < -4 || power >= precision;
    int whole = scientific ? 1 : power + 1; /* digits before the point */
    if (whole <= 0) {
        memcpy(to, "0.0000", (size_t)(2 - whole));
        to += 2 - whole;
    }
    for (int i = 0; i < count || i < whole; i++) {
        if (i == whole && whole > 0)
            *to++ = '.';
        *to++ = i < count ? from[i] : '0';
    }
    *to = '\0';
    return (int)(to - text) + (scientific ? sprintf(to, "e%+03d", power) : 0);
}

/* VALUE, its power of ten estimated and then found, as a number of 17 digits before the point. */
static long double scale_to_digits(double value, int binary, int *power) {
    static const long double tens[] = {1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,
                                       1e7L,  1e8L,  1e9L,  1e10L, 1e11L, 1e12L, 1e13L,
                                       1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L, 1e20L,
                                       1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};
    static const long double more[] = {1e0L,   1e28L,  1e56L,  1e84L,  1e112L, 1e140L,
                                       1e168L, 1e196L, 1e224L, 1e252L, 1e280L, 1e308L};
    *power = (int)floor((binary - 1) * 0.30102999566398120);
    for (;; ++*power) {
        int up = 16 - *power, size = abs(up);
        long double by = tens[size % 28] * more[size / 28],
                    scaled = up < 0 ? fabs(value) / by : fabs(value) * by;
        if (scaled < 1e17L)
            return scaled;
    }
}

int lt_digits(double value, char text[LT_DIGITS_ROOM]) {
    int binary, power;
    text[0] = '\0';
    if (isnan(value))
        return 0;
    if (value == 0) /* so are many columns of most runs */
        return sprintf(text, signbit(value) ? "-0" : "0");
    double fraction = frexp(value, &binary);
    if (abs(binary) > 960 || !isfinite(value) || LDBL_MANT_DIG < 64)
        return print_and_read(value, text);
    long double scaled = scale_to_digits(value, binary, &power);
    long double half = ldexpl(scaled / fabsl((long double)fraction), -54); /* of the last bit */
    long double less = fabs(fraction) == 0.5 ? half / 2 : half;            /* towards zero */
    for (int precision = 15, unit = 100; unit > 0; precision++, unit /= 10) {
        int64_t count = (int64_t)(scaled / unit + 0.5L);
        long double off = fabsl((long double)(count * unit) - scaled);
        if (precision < 17 && off > half + UNSURE)
            continue;
        if (unit / 2.0L - off < UNSURE || (precision < 17 && off > less - UNSURE))
            break;
        bool over = count * unit >= 100000000000000000;
        return write_digits(value < 0, (uint64_t)count, power + over, precision, text);
    }
    return print_and_read(value, text);
}
