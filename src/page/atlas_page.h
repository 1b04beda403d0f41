/* SPDX-License-Identifier: GPL-3.0-or-later */
/* atlas_page.h: one HTML page with the figures of laws: begun, then law by law, then ended. */
#ifndef LT_ATLAS_PAGE_H
#define LT_ATLAS_PAGE_H

#include "atlas/atlas.h"

void lt_atlas_page_begin(FILE *page);
/* What the law is, and the parameters with which it is drawn. */
void lt_atlas_page_law(FILE *page, const struct lt_program *card);
/* A figure of it as SVG. */
void lt_atlas_page_plate(FILE *page, const struct lt_atlas_plate *plate, const char *svg);
void lt_atlas_page_law_end(FILE *page, const struct lt_program *card);
/* With links to the laws of these names. */
void lt_atlas_page_end(FILE *page);
void lt_atlas_page_links(FILE *page, const char *const *laws, size_t count);

#endif
