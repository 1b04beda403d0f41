/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/glyph.h"

#include <string.h>

/* Decodes the UTF-8 character at TEXT, before END, into *CODE and returns its length in bytes;
 * an ill-formed byte is one character, LT_GLYPH_ILL_FORMED. Too long forms and surrogates are
 * ill-formed. */
size_t lt_glyph_decode(const char *text, const char *end, unsigned *code) {
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned lead = (unsigned char)*text;
    *code = lead;
    if (lead < 0x80)
        return 1;
    size_t length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
    *code = lead & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if (text + i == end || (text[i] & 0xc0) != 0x80) {
            length = 0;
            break;
        }
        *code = *code << 6 | (text[i] & 0x3f);
    }
    bool surrogate = *code >> 11 == 0x1b;
    if (length > 0 && *code >= least[length] && *code <= 0x10ffff && !surrogate)
        return length;
    *code = LT_GLYPH_ILL_FORMED;
    return 1;
}

/* The first byte of TEXT that is not UTF-8; NULL: there is none. */
const char *lt_glyph_ill_formed(const char *text, size_t length) {
    unsigned code;
    for (const char *at = text, *end = text + length; at < end;) {
        const size_t bytes = lt_glyph_decode(at, end, &code);
        if (bytes == 1 && code == LT_GLYPH_ILL_FORMED)
            return at;
        at += bytes;
    }
    return NULL;
}

/* True if a character is neither a control nor an invisible or direction mark, which could
 * disguise a message. */
bool lt_glyph_printable(unsigned code) {
    return code >= 0x20 && (code < 0x7f || code > 0x9f) && (code < 0x200b || code > 0x200f) &&
           (code < 0x2028 || code > 0x202e) && (code < 0x2060 || code > 0x206f) && code != 0xfeff &&
           code != 0xfffe && code != 0xffff && code != LT_GLYPH_ILL_FORMED;
}

/* The first character that is not allowed in a text, such as a control; 0: none. Tabs, line ends
 * and joiners are allowed. */
unsigned lt_glyph_control(const char *text, size_t length) {
    bool joins;
    unsigned code;
    for (const char *at = text, *end = text + length; at < end;) {
        at += lt_glyph_decode(at, end, &code);
        joins = code == 0x200c || code == 0x200d; /* as some scripts and emoji need them */
        if (!lt_glyph_printable(code) && !joins && code != '\t' && code != '\n' &&
            code != LT_GLYPH_ILL_FORMED)
            return code;
    }
    return 0;
}

/* Replaces by '?' each character that cannot be printed, in place, except those in SPARED. */
void lt_glyph_clean(char *text, const char *spared) {
    const char *end = text + strlen(text);
    char *to = text;
    unsigned code;
    for (const char *from = text; from < end;) {
        size_t length = lt_glyph_decode(from, end, &code);
        if (lt_glyph_printable(code) || (length == 1 && strchr(spared, *from)))
            to = (char *)memmove(to, from, length) + length;
        else
            *to++ = '?';
        from += length;
    }
    *to = '\0';
}
