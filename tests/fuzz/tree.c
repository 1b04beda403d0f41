/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a stage file, and as the value of a -D argument. */
#include "base/tree.h"
#include "base/arena.h"
#include "fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_tree(const struct lt_source *source, const struct lt_node *node) {
    size_t count = 0;
    const char *end = source->text + source->length;
    if (node->mark.source == source)
        fuzz_require(lt_mark_text(node->mark) <= end);
    fuzz_require((node->kind == LT_SCALAR) == (node->text != NULL));
    for (const struct lt_node *child = node->first; child; child = child->next, count++) {
        fuzz_require(child->parent == node && (node->kind == LT_MAP) == (child->key != NULL));
        check_tree(source, child);
    }
    fuzz_require(count == node->count);
}

static void print_errors(const struct lt_errors *errors) {
    FILE *nowhere = fopen("/dev/null", "w");
    char *text = lt_errors_text(errors);
    if (nowhere) {
        fputs(text, nowhere);
        fclose(nowhere);
    }
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct lt_arena *arena = lt_arena_new();
    struct lt_errors *errors = lt_errors_new();
    char *text = lt_arena_copy(arena, (const char *)data, size);
    struct lt_source file = {.name = "fuzz.yaml", .text = text, .length = size};
    struct lt_node *root = lt_tree_read(&file, arena, errors);
    fuzz_require(root || errors->failures > 0);

    /* An argument ends at its first NUL; all before its first '=' is the path. */
    struct lt_source argument = {
        .name = "-D", .text = text, .length = strlen(text), .argument = true};
    const char *equals = strchr(text, '=');
    if (root && equals) {
        size_t length = (size_t)(equals - text);
        struct lt_mark value = lt_mark_at(&argument, length + 1);
        if (value.line == 1)
            lt_tree_put(root, lt_arena_copy(arena, text, length), &argument, value.column, arena,
                        errors);
    }
    if (root)
        check_tree(&file, root);
    print_errors(errors);
    lt_errors_free(errors);
    lt_arena_free(arena);
    return 0;
}
