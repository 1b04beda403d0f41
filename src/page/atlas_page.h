/* SPDX-License-Identifier: GPL-3.0-or-later */
/* atlas_page.h: one HTML page with the figures of laws: begun, then law by law, then ended. */
#ifndef LT_ATLAS_PAGE_H
#define LT_ATLAS_PAGE_H

#include "atlas/atlas.h"

/* Begins the page, with links to COUNT laws. */
void lt_atlas_page_begin(FILE *page, const char *const *names, size_t count);
/* Section of law I: its description and the parameters with which it is drawn. */
void lt_atlas_page_law(FILE *page, size_t i, const struct lt_program *card);
/* A figure of it as SVG. */
void lt_atlas_page_plate(FILE *page, const struct lt_atlas_plate *plate, const char *svg);
void lt_atlas_page_law_end(FILE *page, const struct lt_program *card);
/* The section of a law that cannot be drawn. */
void lt_atlas_page_lacks(FILE *page, size_t i, const char *name);
void lt_atlas_page_end(FILE *page);

#endif
