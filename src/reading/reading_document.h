/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reading_document.h: a recorded path as the table, the document and the words of a run. */
#ifndef LT_READING_DOCUMENT_H
#define LT_READING_DOCUMENT_H

#include "reading/reading.h"

#include <jansson.h>

/* PUT function of a file (result/record.h): the columns as a CSV; what is not known is empty. */
bool lt_reading_document_csv(FILE *file, void *reading);

/* Provenance of the run: lt_source has the table's path and bytes. */
json_t *lt_reading_document(const struct lt_reading *r, const struct lt_source *source,
                            const char *stem, json_t *plots);

/* Results, loops and what was found out, for people. malloc'd. */
char *lt_reading_document_summary(const struct lt_reading *r, const char *title);

#endif
