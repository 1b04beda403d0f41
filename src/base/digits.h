/* SPDX-License-Identifier: GPL-3.0-or-later */
/* digits.h: numbers as the fewest digits, of 15, 16 or 17, that read back to the same bits. */
#ifndef LT_DIGITS_H
#define LT_DIGITS_H

enum { LT_DIGITS_ROOM = 40 };

/* TEXT is what printf's %.15g, %.16g or %.17g makes of VALUE, but empty for NAN; its length. */
int lt_digits(double value, char text[LT_DIGITS_ROOM]);

#endif
