/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json.h: members of the documents of record.h, one at a time. */
#ifndef LT_JSON_H
#define LT_JSON_H

#include "base/memory.h"
#include "result/record.h"

#include <stdlib.h>
#include <string.h>

/* File names may hold bytes that are not UTF-8, which JSON cannot. */
static inline json_t *text_value(const char *text) {
    json_t *string = json_string(text ? text : "");
    if (string)
        return string;
    char *plain = strdup(text);
    if (!plain)
        lt_memory_out();
    for (char *c = plain; *c; c++)
        if ((unsigned char)*c >= 0x80)
            *c = '?';
    string = json_string(plain);
    free(plain);
    return string;
}

/* A list of words, from a text that has commas or blanks between them. */
static inline json_t *word_list(const char *words) {
    json_t *list = json_array();
    for (words += strspn(words, ", "); *words; words += strspn(words, ", ")) {
        size_t length = strcspn(words, ", ");
        json_array_append_new(list, json_stringn(words, length));
        words += length;
    }
    return list;
}

static inline void put_real(json_t *object, const char *key, double value) {
    json_object_set_new(object, key, lt_document_number(value));
}

static inline void put_text(json_t *object, const char *key, const char *text) {
    json_object_set_new(object, key, text_value(text));
}

static inline void put_bool(json_t *object, const char *key, bool value) {
    json_object_set_new(object, key, json_boolean(value));
}

static inline void put_count(json_t *object, const char *key, size_t count) {
    json_object_set_new(object, key, json_integer((json_int_t)count));
}

#endif
