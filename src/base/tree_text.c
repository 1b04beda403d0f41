/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tree_text.c: a tree as YAML again. */
#include "base/arena.h"
#include "base/text.h"
#include "base/tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Quoted, so that no character is special to YAML. */
static void write_scalar(const char *text, FILE *out) {
    fputc('"', out);
    for (; *text; text++) {
        if (strchr("\"\\", *text))
            fputc('\\', out);
        if (*text == '\n')
            fputs("\\n", out);
        else
            fputc(*text, out);
    }
    fputc('"', out);
}

static void write_node(const struct lt_node *node, int indent, FILE *out) {
    if (node->kind == LT_SCALAR) {
        write_scalar(node->text, out);
        fputc('\n', out);
        return;
    }
    fputs(node->first ? "\n" : node->kind == LT_MAP ? "{}\n" : "[]\n", out);
    for (const struct lt_node *child = node->first; child; child = child->next) {
        fprintf(out, child->key ? "%*s%s: " : "%*s- ", indent, "", child->key);
        write_node(child, indent + 2, out);
    }
}

const char *lt_tree_text(const char *key, const struct lt_node *node, int indent,
                         struct lt_arena *arena) {
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    fprintf(out, "%*s%s:", indent, "", key);
    write_node(node, indent + 2, out);
    return lt_text_keep(&text, arena);
}
