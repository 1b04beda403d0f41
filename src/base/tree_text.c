/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tree_text.c: a tree as YAML again. */
#include "base/arena.h"
#include "base/text.h"
#include "base/tree.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 100 };

/* True if TEXT has the same meaning in YAML without quotes, in brackets too: plain characters,
 * parentheses closed, no blank at its end. */
static bool needs_no_quotes(const char *text) {
    int open = 0;
    const char *begin = text + (*text == '-');
    if (!isalnum((unsigned char)*begin) && (!*begin || !strchr("_.(/", *begin)))
        return false;
    for (; *text; text++) {
        open += (*text == '(') - (*text == ')');
        if (!isalnum((unsigned char)*text) && !strchr(" _.+-*/^()<>=~%", *text))
            return false;
    }
    return open == 0 && text[-1] != ' ';
}

/* Writes a value, in quotes unless it is plain, so that no character is special to YAML. */
static void write_scalar(const char *text, FILE *out) {
    const char *quote = needs_no_quotes(text) ? "" : "\"";
    fputs(quote, out);
    for (; *text; text++) {
        if (strchr("\"\\", *text))
            fputc('\\', out);
        if (*text == '\n')
            fputs("\\n", out);
        else
            fputc(*text, out);
    }
    fputs(quote, out);
}

/* Writes a single value, or a map or list of single values, in one line. */
static void write_line(const struct lt_node *node, FILE *out) {
    if (node->kind == LT_SCALAR) {
        write_scalar(node->text, out);
        return;
    }
    fputc(node->kind == LT_MAP ? '{' : '[', out);
    for (const struct lt_node *child = node->first; child; child = child->next) {
        if (child->key) {
            write_scalar(child->key, out);
            fputs(": ", out);
        }
        write_scalar(child->text, out);
        fputs(child->next ? ", " : "", out);
    }
    fputc(node->kind == LT_MAP ? '}' : ']', out);
}

/* True if a node can be written in one line from COLUMN on: it holds single values only, and the
 * line ends within WIDTH characters. */
static bool fits_line(const struct lt_node *node, size_t column) {
    struct lt_text text;
    for (const struct lt_node *child = node->first; child; child = child->next)
        if (child->kind != LT_SCALAR)
            return false;
    write_line(node, lt_text_begin(&text));
    const bool fits = !node->first || column + strlen(lt_text_now(&text)) <= WIDTH;
    lt_text_drop(&text);
    return fits;
}

static void write_entry(const struct lt_node *node, int indent, FILE *out);

/* Writes the entries of a map or list; the first one begins at the present place, the others
 * after INDENT blanks. */
static void write_entries(const struct lt_node *node, int indent, FILE *out) {
    for (const struct lt_node *child = node->first; child; child = child->next) {
        fprintf(out, "%*s", child == node->first ? 0 : indent, "");
        write_entry(child, indent, out);
    }
}

/* Writes one entry, "key: value" or "- value", in one line if it fits, else indented below. */
static void write_entry(const struct lt_node *node, int indent, FILE *out) {
    if (node->key) {
        write_scalar(node->key, out);
        fputc(':', out);
    } else {
        fputc('-', out);
    }
    if (fits_line(node, (size_t)indent + (node->key ? strlen(node->key) : 0) + 2)) {
        fputc(' ', out);
        write_line(node, out);
        fputc('\n', out);
        return;
    }
    fprintf(out, node->key ? "\n%*s" : " ", indent + 2, "");
    write_entries(node, indent + 2, out);
}

/* The text of a node as YAML, with INDENT blanks before it. */
const char *lt_tree_text(const struct lt_node *node, int indent, struct lt_arena *arena) {
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    fprintf(out, "%*s", indent, "");
    write_entry(node, indent, out);
    return lt_text_keep(&text, arena);
}
