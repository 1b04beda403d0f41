/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Printing and reading back takes 1 us a number, where a table has millions. Multiplied by a power
 * of ten of 128 bits, a number is known to 2^-60 of its 17th digit; that settles nearly always
 * which digits it has and whether they are enough. Where it does not, they are printed and read
 * back. */
#include "base/digits.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef __GLIBC__ /* the decimal point is C's there, too, wherever we print */
#define strfromd snprintf
#endif

/* Writes VALUE with the fewest of 15 to 17 digits that read back to it, by trying each; returns
 * the length. */
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

/* ---- Digits as text -------------------------------------------------------------------------- */

enum { MOST = 17 }; /* digits */

/* Writes NUMBER, below 10^8, with 8 digits, leading zeros included, and no final NUL. */
static void write_eight(uint32_t number, char *text) {
    static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                                "25262728293031323334353637383940414243444546474849"
                                "50515253545556575859606162636465666768697071727374"
                                "75767778798081828384858687888990919293949596979899";
    const uint32_t high = number / 10000, low = number % 10000;
    memcpy(text, &pairs[high / 100 * 2], 2);
    memcpy(text + 2, &pairs[high % 100 * 2], 2);
    memcpy(text + 4, &pairs[low / 100 * 2], 2);
    memcpy(text + 6, &pairs[low % 100 * 2], 2);
}

/* Writes a power of ten as %g does, "e-07", and returns the place behind it. */
static char *write_power(int power, char *to) {
    const int size = abs(power);
    *to++ = 'e';
    *to++ = power < 0 ? '-' : '+';
    if (size >= 100)
        *to++ = (char)('0' + size / 100);
    *to++ = (char)('0' + size / 10 % 10);
    *to++ = (char)('0' + size % 10);
    return to;
}

/* Writes a number as %g does, with PRECISION of the 17 DIGITS, the first of which counts
 * 10^POWER, and a sign if NEGATIVE; returns the length. */
static int write_digits(bool negative, uint64_t digits, int power, int precision, char *text) {
    char all[2 * MOST] = {0}, *to = text;
    const uint64_t low = digits % 10000000000000000, first = digits / 10000000000000000;
    all[0] = (char)('0' + first);
    write_eight((uint32_t)(low / 100000000), all + 1);
    write_eight((uint32_t)(low % 100000000), all + 9);
    int count = precision;
    while (all[count - 1] == '0')
        count--;
    if (negative)
        *to++ = '-';
    const bool scientific = power < -4 || power >= precision;
    const int whole = scientific ? 1 : power + 1; /* digits before the point */
    if (whole <= 0) {
        memcpy(to, "0.0000", 6);
        memcpy(to += 2 - whole, all, MOST);
        to += count;
    } else {
        memcpy(to, all, MOST);
        to[whole] = '.';
        memcpy(to + whole + 1, all + whole, MOST - 1);
        to += count > whole ? count + 1 : whole;
    }
    if (scientific)
        to = write_power(power, to);
    *to = '\0';
    return (int)(to - text);
}

/* ---- Which digits ---------------------------------------------------------------------------- */

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 wide;

static const wide unsure = 1 << 6; /* ten times what truncation and the tables leave out */

/* 10^POWER (-308 to 363) as a 128-bit number, with one of its first two bits set, that is to be
 * multiplied by 2^*BINARY. It is the product of a tabulated power of 10^28 and of 5^(0 to 27),
 * exact to a few units of its last bit. */
static wide power_of_ten(int power, int *binary) {
    static const uint64_t fives[] = {1u,
                                     5u,
                                     25u,
                                     125u,
                                     625u,
                                     3125u,
                                     15625u,
                                     78125u,
                                     390625u,
                                     1953125u,
                                     9765625u,
                                     48828125u,
                                     244140625u,
                                     1220703125u,
                                     6103515625u,
                                     30517578125u,
                                     152587890625u,
                                     762939453125u,
                                     3814697265625u,
                                     19073486328125u,
                                     95367431640625u,
                                     476837158203125u,
                                     2384185791015625u,
                                     11920928955078125u,
                                     59604644775390625u,
                                     298023223876953125u,
                                     1490116119384765625u,
                                     7450580596923828125u};
    static const uint64_t tens[][2] = {
        /* 10^-308, 10^-280 ... 10^336, their first bit set */
        {0xe61acf033d1a45df, 0x6fb92487298e33be}, {0xe858ad248f5c22c9, 0xd1b3400f8f9cff69},
        {0xea9c227723ee8bcb, 0x465e15a979c1cadc}, {0xece53cec4a314ebd, 0xa4f8bf5635246428},
        {0xef340a98172aace4, 0x86fb897116c87c35}, {0xf18899b1bc3f8ca1, 0xdc44e6c3cb279ac2},
        {0xf3e2f893dec3f126, 0x5a89dba3c3efccfb}, {0xf64335bcf065d37d, 0x4d4617b5ff4a16d6},
        {0xf8a95fcf88747d94, 0x75a44c6397ce912a}, {0xfb158592be068d2e, 0xeed6e2f0f0d56713},
        {0xfd87b5f28300ca0d, 0x8bca9d6e188853fc}, {0x8000000000000000, 0x0000000000000000},
        {0x813f3978f8940984, 0x4000000000000000}, {0x82818f1281ed449f, 0xbff8f10e7a8921a4},
        {0x83c7088e1aab65db, 0x792667c6da79e0fa}, {0x850fadc09923329e, 0x03e2cf6bc604ddb0},
        {0x865b86925b9bc5c2, 0x0b8a2392ba45a9b2}, {0x87aa9aff79042286, 0x90fb44d2f05d0843},
        {0x88fcf317f22241e2, 0x441fece3bdf81f03}, {0x8a5296ffe33cc92f, 0x82bd6b70d99aaa70},
        {0x8bab8eefb6409c1a, 0x1ad089b6c2f7548e}, {0x8d07e33455637eb2, 0xdb0b487b6423e1e8},
        {0x8e679c2f5e44ff8f, 0x570f09eaa7ea7648}, {0x8fcac257558ee4e6, 0x213a4f0aa5e8a7b2}};
    /* 10^FINE is 5^FINE 2^FINE; SPARE moves the first bit of 5^FINE to the top. *BINARY sums the
     * exponents of two of both factors. */
    const int step = (power + 308) / 28, fine = (power + 308) % 28;
    const int spare = __builtin_clzll(fives[fine]);
    const uint64_t five = fives[fine] << spare;
    *binary = 93 * (step - 11) - (step < 11) - 63 + fine - spare; /* 28 log2(10) is 93.014 */
    return (wide)tens[step][0] * five + ((wide)tens[step][1] * five >> 64);
}

/* A number scaled so that its 17 digits are before the point, and half of its last bit, both in
 * multiples of 2^-64. */
struct scaled {
    wide number, half;
    int power; /* of its first digit */
};

/* Scales NUMBER times 2^BINARY to 17 digits. The power of ten of the first digit is guessed from
 * log2, approximated by the exponent and the first bits, times log10(2) (1292913986/2^32); the
 * guess may be too small by one. */
static struct scaled scale_number(uint64_t number, int binary) {
    const int spare = __builtin_clzll(number);
    const uint64_t first = number << spare;
    const int64_t two = (int64_t)(63 - spare + binary) * (1 << 20) | (int64_t)(first << 1 >> 44);
    struct scaled scaled = {.power = (int)((two * 1292913986 - (1 << 30)) >> 52)};
    for (;; scaled.power++) {
        int by;
        const wide ten = power_of_ten(16 - scaled.power, &by);
        const wide product =
            (ten >> 64) * first + ((wide)(uint64_t)ten * first >> 64); /* less its last 64 bits */
        scaled.number = product >> -(binary - spare + by + 128);
        scaled.half = ten >> -(binary - 1 + by + 64);
        if (scaled.number >> 64 < 100000000000000000)
            return scaled;
    }
}

/* Returns the number of digits, 15 to 17, that are needed for the number SCALED to be read back,
 * and these in DIGITS as 17; 0: this precision does not decide. POWER_OF_TWO: the spacing of
 * doubles below the number is half of that above. */
static int choose_digits(struct scaled scaled, bool power_of_two, uint64_t *digits) {
    const wide least = scaled.half >> power_of_two;
    const uint64_t whole = (uint64_t)(scaled.number >> 64);
    for (unsigned precision = 15, unit = 100; unit > 0; precision++, unit /= 10) {
        /* DOWN and UP are the distances to the next shorter numbers below and above; OFF is the
         * smaller one. A shorter number is read back if it is within half of the last bit. */
        const uint64_t rest = whole % unit;
        const wide down = (wide)rest << 64 | (uint64_t)scaled.number;
        const wide up = ((wide)unit << 64) - down, off = down < up ? down : up;
        if (precision < 17 && off > scaled.half + unsure)
            continue;
        if (up + down - 2 * off < 2 * unsure || (precision < 17 && off + unsure > least))
            return 0;
        *digits = whole - rest + (down < up ? 0 : unit);
        return (int)precision;
    }
    return 0;
}

/* Writes VALUE with the fewest of 15 to 17 digits that read back to it; returns the length.
 * Integer arithmetic finds the digits; where it cannot decide, they are tried. */
static int shorten_digits(double value, char *text) {
    uint64_t bits, digits;
    memcpy(&bits, &value, sizeof bits);
    const uint64_t fraction = bits & 0xfffffffffffff;
    const int exponent = (int)(bits >> 52 & 0x7ff);
    const uint64_t number = exponent ? fraction | 0x10000000000000 : fraction;
    struct scaled scaled = scale_number(number, (exponent ? exponent : 1) - 1075);
    const int precision = choose_digits(scaled, fraction == 0, &digits);
    if (precision == 0)
        return print_and_read(value, text);
    const bool over = digits == 100000000000000000;
    return write_digits(value < 0, over ? digits / 10 : digits, scaled.power + over, precision,
                        text);
}
#else
/* Writes VALUE with the fewest of 15 to 17 digits that read back to it, without 128-bit
 * integers; returns the length. */
static int shorten_digits(double value, char *text) {
    return print_and_read(value, text);
}
#endif

/* Writes VALUE with the fewest of 15 to 17 digits that read back to the same double, and nothing
 * for NaN; returns the length. */
int lt_digits(double value, char text[LT_DIGITS_ROOM]) {
    text[0] = '\0';
    if (isnan(value))
        return 0;
    if (value == 0) { /* true of many columns of most runs */
        strcpy(text, signbit(value) ? "-0" : "0");
        return 1 + (signbit(value) != 0);
    }
    return isinf(value) ? print_and_read(value, text) : shorten_digits(value, text);
}
