/* SPDX-License-Identifier: GPL-3.0-or-later */
/* html.h: text for an HTML page. */
#ifndef LT_HTML_H
#define LT_HTML_H

#include <stddef.h>
#include <stdio.h>

/* TEXT with the signs of HTML escaped, for a body or a quoted attribute. */
void lt_html_put(FILE *page, const char *text);

/* FORMAT is HTML and stands as it is; texts put into it are escaped. Conversions: %s, %zu, %.*g. */
__attribute__((format(printf, 2, 3))) void lt_html_print(FILE *page, const char *format, ...);

/* SIZE bytes in base 64. */
void lt_html_base64(FILE *page, const unsigned char *bytes, size_t size);

#endif
