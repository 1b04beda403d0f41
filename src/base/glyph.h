/* SPDX-License-Identifier: GPL-3.0-or-later */
/* glyph.h: characters that may reach a terminal or a drawing, and those that may not. */
#ifndef LT_GLYPH_H
#define LT_GLYPH_H

#include <stdbool.h>
#include <stddef.h>

enum { LT_GLYPH_ILL_FORMED = 0xfffd };

/* The length of the UTF-8 character at TEXT, and its code. A byte that begins no character counts
 * as one and is ILL_FORMED. */
size_t lt_glyph_decode(const char *text, const char *end, unsigned *code);

/* The first byte that begins no character; NULL: this is UTF-8. */
const char *lt_glyph_ill_formed(const char *text, size_t length);

/* True if a character is neither a control nor invisible nor one that reorders the text around it.
 */
bool lt_glyph_printable(unsigned code);

/* The code of the first control character in TEXT other than a tab or a line feed; 0: there is
 * none. */
unsigned lt_glyph_control(const char *text, size_t length);

/* Replaces by '?' each character that is not printable and not among SPARED, in place. */
void lt_glyph_clean(char *text, const char *spared);

#endif
